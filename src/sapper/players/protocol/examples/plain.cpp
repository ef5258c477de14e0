// An engine in C++20: rules on single numbers, else the first cell that is no known mine.
//   g++ -std=c++20 -O2 -o plain plain.cpp && sapper play --player engine:./plain
#include <cctype>
#include <iostream>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

using Cell = std::pair<int, int>;

static std::string name(Cell cell) {
  return "r" + std::to_string(cell.first) + "c" + std::to_string(cell.second);
}

static std::string decide(const std::string& line) {
  const auto colon = line.find(':');
  if (colon == std::string::npos) return "error not a position";
  if (!std::isdigit(static_cast<unsigned char>(line[0]))) return "error only plain rectangles";
  std::vector<std::string> rows;
  std::stringstream board(line.substr(colon + 1));
  for (std::string row; std::getline(board, row, '/');) rows.push_back(row);

  std::set<Cell> covered, mines, safe;
  std::vector<Cell> numbers;
  for (int r = 0; r < static_cast<int>(rows.size()); ++r)
    for (int c = 0; c < static_cast<int>(rows[r].size()); ++c) {
      if (std::string("_FQ").find(rows[r][c]) != std::string::npos) covered.insert({r, c});
      if (std::isdigit(static_cast<unsigned char>(rows[r][c]))) numbers.push_back({r, c});
    }
  for (std::size_t before = ~std::size_t{0}; before != mines.size() + safe.size();) {
    before = mines.size() + safe.size();
    for (const auto& [r, c] : numbers) {
      std::vector<Cell> left;
      std::size_t known = 0;
      for (int i = r - 1; i <= r + 1; ++i)
        for (int j = c - 1; j <= c + 1; ++j)
          if (covered.contains({i, j}) && !safe.contains({i, j})) {
            left.push_back({i, j});
            known += mines.contains({i, j});
          }
      const std::size_t number = rows[r][c] - '0';
      if (left.size() == number) mines.insert(left.begin(), left.end());
      else if (known == number)
        for (const Cell& cell : left)
          if (!mines.contains(cell)) safe.insert(cell);
    }
  }
  std::string free, flagged;
  for (const Cell& cell : safe.empty() ? covered : safe) {
    if (safe.empty() && (mines.contains(cell) || !free.empty())) continue;
    (rows[cell.first][cell.second] == 'F' ? flagged : free) += " " + name(cell);
  }
  if (free.empty() && flagged.empty()) return "error no cell to open";
  if (free.empty()) return "move unmark" + flagged.substr(0, flagged.find(' ', 1));
  return "move open" + free + (safe.empty() ? " guess" : " certain");
}

int main() {
  std::string position;
  for (std::string line; std::getline(std::cin, line);) {
    if (line.starts_with("sapper-engine"))
      std::cout << "sapper-engine 1\nname plain-cpp\nversion 1.0\nready" << std::endl;
    else if (line.starts_with("position ")) position = line.substr(9);
    else if (line == "go" || line.starts_with("go ")) std::cout << decide(position) << std::endl;
    else if (line == "quit") break;
  }
}
