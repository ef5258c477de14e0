// The part of the board that a candidate's number affects, prepared for counting.
//
// It holds the components that the candidate or its neighbours belong to, and its untouched
// neighbours, tied together by the number that the candidate would show. That number may be any
// (the wild constraint), so one count serves all numbers. Every box is split into two: cells that
// the number counts, and the others. The candidate itself is treated as opened.
#pragma once

#include <cstdint>
#include <vector>

#include "sapper/count/situation.hpp"
#include "sapper/count/structure.hpp"

namespace sapper {

class CandidateGroup {
   public:
    // Builds the group of this candidate; the position must be counted.
    void build(const Situation& situation, int cell);

    // Boxes and numbers of the group.
    const Structure& structure() const { return structure_; }
    // The component with the candidate's number; null when nothing unknown lies around it.
    const Component* numbered() const { return numbered_; }
    // Per component of the position: whether it belongs to the group.
    const std::vector<std::uint8_t>& components() const { return in_group_; }

    int unknown_around() const { return unknown_around_; }
    // Neighbours that are known to be mines: the lowest number that the candidate can show.
    int known_around() const { return known_around_; }
    // Cells that no number would touch once the candidate is open.
    int untouched_left() const { return untouched_left_; }

    // The box in `structure()` of an unknown cell, or one of these.
    static constexpr std::int32_t kFar = -1;        // no number will touch it
    static constexpr std::int32_t kElsewhere = -2;  // touched, but not in the group
    std::int32_t box_of(const Situation& situation, int cell, bool is_around) const {
        const int box = situation.frontier().box_of(cell);
        if (box == Frontier::kNoBox) return is_around ? untouched_box_ : kFar;
        if (!in_group_[situation.beliefs().component_of(box)]) return kElsewhere;
        return is_around ? around_box_[box] : beyond_box_[box];
    }

   private:
    void clear(const Structure& of_position);
    void mark(const Situation& situation, int cell);
    void add_constraints(const Structure& from);
    void add_boxes(const Structure& from, int own_box, std::int32_t wild);

    std::vector<std::uint8_t> in_group_;
    std::vector<std::int32_t>
        around_in_box_;  // per box of the position: the candidate's neighbours
    int untouched_around_ = 0, unknown_around_ = 0, known_around_ = 0, untouched_left_ = 0;

    Structure structure_;
    const Component* numbered_ = nullptr;
    std::vector<std::int32_t> local_constraint_;  // constraint of the position -> of the group
    std::vector<std::int32_t> around_box_, beyond_box_;  // per box of the position: its two parts
    std::int32_t untouched_box_ = -1;                    // the untouched neighbours
    std::vector<std::int32_t> links_;
};

}  // namespace sapper
