#include "sapper/games/deal.hpp"

#include <cstddef>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

#include "sapper/random.hpp"

namespace sapper {
namespace {

// Marks of cells during the deal; an excluded cell never becomes a mine.
constexpr std::uint8_t kFree = 0;
constexpr std::uint8_t kMined = 1;
constexpr std::uint8_t kExcluded = 2;

std::uint32_t exclude(std::vector<std::uint8_t>& marks, std::span<const std::uint32_t> excluded) {
    std::uint32_t count = 0;
    for (const std::uint32_t cell : excluded) {
        if (cell >= marks.size()) {
            throw std::invalid_argument("expected an excluded cell below " +
                                        std::to_string(marks.size()) + ", got " +
                                        std::to_string(cell));
        }
        count += marks[cell] == kFree ? 1U : 0U;
        marks[cell] = kExcluded;
    }
    return count;
}

}  // namespace

std::vector<std::uint8_t> deal(std::uint32_t cells, std::uint32_t mines,
                               std::span<const std::uint32_t> excluded, std::uint64_t seed,
                               std::uint64_t game) {
    std::vector<std::uint8_t> marks(cells, kFree);
    const std::uint32_t allowed = cells - exclude(marks, excluded);
    if (mines > allowed) {
        throw std::invalid_argument("expected at most " + std::to_string(allowed) + " mines, got " +
                                    std::to_string(mines));
    }

    // Fisher-Yates, stopped as soon as the last mine has its cell.
    std::vector<std::uint32_t> order(cells);
    std::iota(order.begin(), order.end(), 0U);
    Random random(game_key(seed, game));
    std::uint32_t left = mines;
    for (std::uint32_t drawn = 0; left > 0; ++drawn) {
        std::uint32_t& next = order[drawn + random.below(cells - drawn)];
        std::uint8_t& mark = marks[std::exchange(next, order[drawn])];
        if (mark == kFree) {
            mark = kMined;
            --left;
        }
    }
    for (const std::uint32_t cell : excluded) {
        marks[cell] = kFree;
    }
    return marks;
}

}  // namespace sapper
