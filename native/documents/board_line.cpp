#include "documents/board_line.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

namespace sapper::documents {
namespace {

constexpr int kMostCells = 10'000;  // as the server's limit

struct Header {
    std::string shape = "grid";
    int rows = 0, columns = 0, mines = -1;

    bool operator==(const Header&) const = default;
};

int read_number(std::string_view text) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < 0)
        throw BadRequest("expected a whole number, got '" + std::string(text) + "'");
    return value;
}

// The text before a sign, which is removed with it; throws BadRequest without the sign.
std::string_view cut(std::string_view& text, char sign) {
    const std::size_t place = text.find(sign);
    if (place == text.npos)
        throw BadRequest("expected a board such as 16x30/99, got '" +
                         std::string(text.substr(0, 24)) + "'");
    const std::string_view before = text.substr(0, place);
    text.remove_prefix(place + 1);
    return before;
}

Header read_header(std::string_view text) {
    Header header;
    if (text.find('-') != text.npos) header.shape = cut(text, '-');
    header.rows = read_number(cut(text, 'x'));
    header.columns = read_number(cut(text, '/'));
    if (text != "?") header.mines = read_number(text);
    const std::int64_t cells = std::int64_t{header.rows} * header.columns;
    if (cells < 1 || cells > kMostCells)
        throw BadRequest("expected 1 to 10,000 cells, got " + std::to_string(cells));
    if (header.mines > cells)
        throw BadRequest("expected at most " + std::to_string(cells) + " mines");
    return header;
}

using Steps = std::vector<std::pair<int, int>>;

// The steps to the neighbours of a cell; odd rows of hexagons are shifted to the right.
Steps steps_of(const std::string& shape, int row) {
    if (shape == "grid" || shape == "torus")
        return {{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}};
    if (shape != "hex") throw BadRequest("expected the shape grid, torus or hex, got " + shape);
    if (row % 2 == 0) return {{-1, -1}, {-1, 0}, {0, -1}, {0, 1}, {1, -1}, {1, 0}};
    return {{-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, 0}, {1, 1}};
}

std::vector<std::int32_t> neighbours_of(const Header& header, int row, int column) {
    const bool wraps = header.shape == "torus";
    std::vector<std::int32_t> around;
    for (const auto& [down, right] : steps_of(header.shape, row)) {
        int r = row + down, c = column + right;
        if (wraps) {
            r = (r + header.rows) % header.rows;
            c = (c + header.columns) % header.columns;
        }
        if (r < 0 || r >= header.rows || c < 0 || c >= header.columns) continue;
        if (r != row || c != column) around.push_back(r * header.columns + c);
    }
    std::sort(around.begin(), around.end());
    around.erase(std::unique(around.begin(), around.end()), around.end());
    return around;
}

std::shared_ptr<const Graph> build_graph(const Header& header) {
    std::vector<std::int32_t> offsets{0}, neighbours;
    for (int row = 0; row < header.rows; ++row) {
        for (int column = 0; column < header.columns; ++column) {
            const auto around = neighbours_of(header, row, column);
            neighbours.insert(neighbours.end(), around.begin(), around.end());
            offsets.push_back(static_cast<std::int32_t>(neighbours.size()));
        }
    }
    return std::make_shared<const Graph>(header.rows, header.columns, offsets, neighbours);
}

// The graph of the last board is kept: most questions are about the same one.
std::shared_ptr<const Graph> graph_of(Header header) {
    thread_local Header last;
    thread_local std::shared_ptr<const Graph> graph;
    header.mines = 0;
    if (!graph || !(header == last)) {
        graph = build_graph(header);
        last = header;
    }
    return graph;
}

std::uint8_t face_of(char sign) {
    if (sign >= '0' && sign <= '9') return static_cast<std::uint8_t>(sign - '0');
    if (sign >= 'a' && sign <= 'z') return static_cast<std::uint8_t>(sign - 'a' + 10);
    if (sign == '_') return kHidden;
    if (sign == 'F') return kFlag;
    if (sign == 'Q') return kQuestion;
    if (sign == 'X') return kMine;
    throw BadRequest(std::string("expected a face, got '") + sign + "'");
}

}  // namespace

BoardLine read_board(std::string_view line) {
    const Header header = read_header(line);
    return {graph_of(header), header.mines};
}

PositionLine read_position(std::string_view line) {
    PositionLine position;
    const Header header = read_header(cut(line, ':'));
    position.board = {graph_of(header), header.mines};
    for (int row = 0; row < header.rows; ++row) {
        const bool is_last = row + 1 == header.rows;
        const std::string_view faces = is_last ? line : cut(line, '/');
        if (faces.size() != static_cast<std::size_t>(header.columns))
            throw BadRequest("expected " + std::to_string(header.columns) + " cells in row " +
                             std::to_string(row) + ", got " + std::to_string(faces.size()));
        for (const char sign : faces) position.faces.push_back(face_of(sign));
    }
    return position;
}

int index_of(const Graph& graph, int row, int column) {
    if (row < 0 || row >= graph.rows() || column < 0 || column >= graph.columns())
        throw BadRequest("expected a cell within " + std::to_string(graph.rows()) + " rows and " +
                         std::to_string(graph.columns()) + " columns");
    return row * graph.columns() + column;
}

}  // namespace sapper::documents
