// From a position to what must be counted: numbers, boxes, components.
//
// Reading goes in five steps, each linear in the cells it touches:
//   mark       what is known of every cell
//   gather     how many unknown cells and known mines lie around every number
//   propagate  let single numbers settle what they can (exact, and keeps real positions narrow)
//   box        merge unknown cells that the same numbers touch; only how many are mines matters
//   split      numbers and boxes into components that share nothing
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sapper/graph.hpp"

namespace sapper {

// How the faces are to be read.
struct ReadOptions {
    bool trust_flags = false;  // flags are mines; otherwise they are marks without meaning
    int wild = -1;             // a covered cell taken as opened, its number left open (or -1)
};

// A number that still touches unknown cells: exactly `need` of them are mines.
// The wild constraint has need = all of them and may keep any remainder.
struct Constraint {
    std::int32_t cell;
    std::int16_t need;
    bool is_wild;
};

// Ranges into Frontier::component_constraints() and component_boxes().
struct Component {
    std::int32_t constraint_begin, constraint_end;
    std::int32_t box_begin, box_end;
};

class Frontier {
   public:
    static constexpr std::uint8_t kSettled = 0, kUnknown = 1, kKnownMine = 64;
    static constexpr std::int32_t kNoBox = -1;

    // Returns false when the numbers clash already; `clash()` then tells where.
    bool read(const Graph& graph, std::span<const std::uint8_t> faces, ReadOptions options);

    // One byte per cell: kUnknown, kKnownMine, or kSettled (opened, or known to be safe).
    const std::vector<std::uint8_t>& states() const { return states_; }
    int known_mines() const { return known_mines_; }
    int untouched() const { return untouched_; }
    int wild_known_mines() const {
        return wild_known_mines_;
    }  // settled mines around the wild cell
    const std::vector<std::int32_t>& clash() const { return clash_; }

    // The box of an unknown cell, or kNoBox when no number touches it. Valid for unknown cells
    // only.
    std::int32_t box_of(int cell) const { return box_of_[cell]; }
    int box_count() const { return static_cast<int>(box_sizes_.size()); }
    int box_size(int box) const { return box_sizes_[box]; }
    std::span<const std::int32_t> constraints_of(int box) const {
        return {links_.data() + link_begin_[box], links_.data() + link_begin_[box + 1]};
    }
    std::span<const std::int32_t> boxes_of(int constraint) const {
        return {back_links_.data() + back_begin_[constraint],
                back_links_.data() + back_begin_[constraint + 1]};
    }
    const std::vector<Constraint>& constraints() const { return constraints_; }
    const std::vector<Component>& components() const { return components_; }
    // In breadth-first order, so the last constraint of a component lies far from its first.
    const std::vector<std::int32_t>& component_constraints() const { return grouped_constraints_; }
    const std::vector<std::int32_t>& component_boxes() const { return grouped_boxes_; }

    // All numbers tied to this one through unknown cells as they stood before propagation.
    std::vector<std::int32_t> numbers_tied_to(const Graph& graph,
                                              std::span<const std::uint8_t> faces,
                                              ReadOptions options, int number) const;

   private:
    void mark(std::span<const std::uint8_t> faces, ReadOptions options);
    bool gather(const Graph& graph, std::span<const std::uint8_t> faces, int wild);
    bool propagate(const Graph& graph, std::span<const std::uint8_t> faces);
    void settle(const Graph& graph, std::span<const std::uint8_t> faces, int cell, bool is_mine);
    bool enqueue_if_decided(int number, int face);
    void collect_constraints(const Graph& graph, std::span<const std::uint8_t> faces, int wild);
    void box(const Graph& graph, std::span<const std::uint8_t> faces, int wild);
    void link_back();
    void split();

    std::vector<std::uint8_t> states_;
    // Around each number: unknown cells + 64 * known mines, so that one sum counts both.
    std::vector<std::int16_t> around_;
    std::vector<std::int32_t> numbers_;
    std::vector<std::int32_t> queue_;
    std::vector<std::int32_t> box_of_;
    std::vector<std::int32_t> constraint_of_;
    std::vector<Constraint> constraints_;
    std::vector<std::int32_t> box_sizes_, link_begin_, links_, back_begin_, back_links_;
    std::vector<Component> components_;
    std::vector<std::int32_t> grouped_constraints_, grouped_boxes_;
    std::vector<std::uint8_t> seen_;
    std::vector<std::int32_t> clash_;
    int known_mines_ = 0, untouched_ = 0, wild_known_mines_ = 0, unknown_ = 0;
};

}  // namespace sapper
