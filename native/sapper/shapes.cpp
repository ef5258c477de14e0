#include "sapper/shapes.hpp"

namespace sapper {
namespace {

struct Offset {
    int down, right;
};

constexpr Offset kSquare[] = {{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}};
constexpr Offset kHexEvenRow[] = {{-1, -1}, {-1, 0}, {0, -1}, {0, 1}, {1, -1}, {1, 0}};
constexpr Offset kHexOddRow[] = {{-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, 0}, {1, 1}};

std::span<const Offset> steps_of(Shape shape, int row) {
    if (shape != Shape::kHex) return kSquare;
    if (row % 2 == 0) return kHexEvenRow;
    return kHexOddRow;
}

// Collects the lists of neighbours, cell by cell.
class Lists {
   public:
    explicit Lists(std::size_t cells) {
        offsets_.reserve(cells + 1);
        neighbours_.reserve(8 * cells);
    }

    void add(std::int32_t neighbour) { neighbours_.push_back(neighbour); }

    void end_cell() { offsets_.push_back(static_cast<std::int32_t>(neighbours_.size())); }

    // A torus wraps around: its neighbours come in any order, and on a narrow one more than once.
    void sort_cell(std::int32_t cell) {
        const auto begin = neighbours_.begin() + offsets_.back();
        std::sort(begin, neighbours_.end());
        neighbours_.erase(std::unique(begin, neighbours_.end()), neighbours_.end());
        neighbours_.erase(std::remove(begin, neighbours_.end(), cell), neighbours_.end());
    }

    Graph graph(int rows, int columns) const { return {rows, columns, offsets_, neighbours_}; }

   private:
    std::vector<std::int32_t> offsets_{0}, neighbours_;
};

}  // namespace

Graph graph_of(Shape shape, int rows, int columns) {
    Lists lists(static_cast<std::size_t>(rows) * columns);
    for (int row = 0; row < rows; ++row) {
        const std::span<const Offset> steps = steps_of(shape, row);
        for (int column = 0; column < columns; ++column) {
            for (const auto [down, right] : steps) {
                int r = row + down, c = column + right;
                if (shape == Shape::kTorus) r = (r + rows) % rows, c = (c + columns) % columns;
                if (r >= 0 && r < rows && c >= 0 && c < columns) lists.add(r * columns + c);
            }
            if (shape == Shape::kTorus) lists.sort_cell(row * columns + column);
            lists.end_cell();
        }
    }
    return lists.graph(rows, columns);
}

Graph graph_of(int rows, int columns, const std::vector<std::vector<std::int32_t>>& neighbours) {
    Lists lists(neighbours.size());
    for (const auto& around : neighbours) {
        for (const std::int32_t neighbour : around) lists.add(neighbour);
        lists.end_cell();
    }
    return lists.graph(rows, columns);
}

}  // namespace sapper
