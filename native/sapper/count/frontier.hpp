// Turns a position into what must be counted.
//
// Reading takes four steps, each linear in the cells it touches:
//   mark       what is known about every cell
//   gather     tally the mines and the safe cells that every number still has to find
//   propagate  let single numbers settle what they can (exact, and keeps real positions narrow)
//   tie        boxes, constraints and components of what is left (structure.hpp)
// A game in progress keeps its frontier and updates it with each opened cell (`reveal`).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "sapper/count/structure.hpp"
#include "sapper/graph.hpp"

namespace sapper {

// How to read the faces.
struct ReadOptions {
    bool trust_flags = false;  // flags are mines; otherwise they are marks without meaning
    int wild = -1;             // a covered cell treated as opened with any number (or -1)
};

class Frontier {
   public:
    static constexpr std::uint8_t kSettled = 0, kUnknown = 1, kKnownMine = 64;
    static constexpr std::int32_t kNoBox = -1;

    // Returns false when the numbers clash already; `clash()` then returns them.
    bool read(const Graph& graph, std::span<const std::uint8_t> faces, ReadOptions options);

    // The same step by step. After `begin` everything is hidden; `reveal` adds an opened cell and
    // `propagate` settles what follows. Cells found safe this way are added to `found_safe` until
    // the caller clears it; they may have been revealed since.
    void begin(const Graph& graph);
    void reveal(const Graph& graph, int cell, int number);
    // The same for a zero whose neighbours are all revealed as well, before anything else is asked:
    // it never has anything left to find.
    void reveal_zero(const Graph& graph, int cell);
    bool propagate(const Graph& graph);
    void tie(const Graph& graph, int wild = -1);
    // Appends the cells that two numbers together prove safe, in order (frontier_pairs.cpp). Call
    // when nothing is left to propagate; settles nothing itself. A pair of numbers that has not
    // changed since the last call is not looked at again, so the caller must open what is found.
    void find_safe_by_pairs(const Graph& graph, std::vector<std::int32_t>& safe);
    std::vector<std::int32_t>& found_safe() { return found_safe_; }
    // Records what other reasoning found about an unknown cell; a safe one joins `found_safe`.
    void note(const Graph& graph, int cell, bool is_mine) {
        if (!is_mine) found_safe_.push_back(cell);
        settle(graph, cell, is_mine);
    }

    // One byte per cell: kUnknown, kKnownMine, or kSettled (opened, or known to be safe).
    const std::vector<std::uint8_t>& states() const { return states_; }
    const std::vector<std::uint8_t>& faces() const { return faces_; }
    int known_mines() const { return known_mines_; }
    int unknown() const { return unknown_; }
    // Numbers that touched unknown cells when last checked; some may not touch any now.
    const std::vector<std::int32_t>& numbers() const { return numbers_; }
    // The mines and the safe cells still to be found around an open number.
    int need_of(int number) const { return needs_[number]; }
    int spare_of(int number) const { return spares_[number]; }
    // The unknown cells that numbers touch, and how many others there are.
    const std::vector<std::int32_t>& touched() const { return touched_; }
    int untouched() const { return unknown_ - static_cast<int>(touched_.size()); }
    int unknown_around(const Graph& graph, int cell) const {
        return sum_around(graph, cell) & kUnknownMask;
    }
    // Known mines around the wild cell.
    int wild_known_mines() const { return wild_known_mines_; }
    const std::vector<std::int32_t>& clash() const { return clash_; }

    // The box of an unknown cell, or kNoBox when no number touches it. Valid only for unknown
    // cells.
    std::int32_t box_of(int cell) const { return box_of_[cell]; }
    // The constraint of a number that touches unknown cells. Valid only for such numbers.
    std::int32_t constraint_of(int cell) const { return constraint_of_[cell]; }
    const Structure& structure() const { return structure_; }

    // All numbers tied to this one through cells that were unknown before propagation.
    std::vector<std::int32_t> numbers_tied_to(const Graph& graph,
                                              std::span<const std::uint8_t> faces,
                                              ReadOptions options, int number) const;

   private:
    // A sum of states counts unknown cells in its lower bits and known mines in its upper bits.
    static constexpr int kUnknownMask = 63, kMineShift = 6;

    // In place of a tally for a cell that shows no number; it has too few neighbours for this to
    // reach zero.
    static constexpr std::int8_t kNoTally = 127;
    // Added to both tallies of a number until its turn comes, so that they stay above zero.
    static constexpr int kNotYet = 64;

    // Lists are filled without branches, because what is where is hard to predict: everything is
    // written, one place further if it is to be kept.
    using Neighbours = std::array<std::int32_t, kMaxNumber + 1>;
    std::span<const std::int32_t> unknown_cells(const Graph& graph, int number,
                                                Neighbours& buffer) const;

    void mark(std::span<const std::uint8_t> faces, ReadOptions options);
    bool gather(const Graph& graph);
    void tally_all(const Graph& graph);
    void sum_all(const Graph& graph);
    static void tally_sums(std::span<const std::uint8_t> faces,
                           const std::uint16_t* __restrict sums, std::int8_t* __restrict needs,
                           std::int8_t* __restrict spares);
    void collect_waiting();
    void take_turn(int number);
    int sum_around(const Graph& graph, int cell) const;
    void clear_tallies(std::size_t cells);
    void tally(const Graph& graph, int number);
    int unknown_left(int number) const { return needs_[number] + spares_[number]; }
    void settle(const Graph& graph, int cell, bool is_mine);
    void drop_done_numbers();
    void compare_with_others(const Graph& graph, int number, std::vector<std::int32_t>& safe);
    void add_cells_of_only(const Graph& graph, int number, int other,
                           std::vector<std::int32_t>& safe) const;
    void collect_constraints(const Graph& graph, int wild);
    void fill_boxes(const Graph& graph, int wild);

    std::vector<std::uint8_t> faces_;
    std::vector<std::uint8_t> states_;
    std::vector<std::int8_t> needs_, spares_;  // see need_of and spare_of
    std::vector<std::int32_t> numbers_;        // that touched unknown cells when last checked
    std::vector<std::uint16_t> sums_;          // of the states around each cell, before `gather`
    std::vector<std::int32_t> waiting_;        // numbers whose turn `gather` has still to come to
    std::vector<std::int32_t> decided_;        // numbers whose unknown cells are all alike
    std::vector<std::int32_t> found_safe_;
    std::vector<std::int8_t> compared_with_;  // per number: unknown cells when last compared
    std::vector<std::int8_t> common_;         // per number: unknown cells that it shares
    std::vector<std::int32_t> met_;           // numbers that share some
    std::vector<std::int32_t> touched_, box_of_, constraint_of_;
    Structure structure_;
    std::vector<std::int32_t> clash_;
    int known_mines_ = 0, unknown_ = 0, wild_known_mines_ = 0;
};

}  // namespace sapper
