// Boxes and numbers: all the counting needs to know about a position.
//
// A box is a set of unknown cells that the same numbers touch; only how many of them are mines
// matters. Boxes and numbers that are connected form a component.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace sapper {

// A number that still touches unknown cells: exactly `need` of them are mines.
// The wild constraint needs all of them but may end with any remainder.
struct Constraint {
    std::int32_t cell;
    std::int16_t need;
    bool is_wild;
};

// Ranges into Structure::component_constraints() and component_boxes().
struct Component {
    std::int32_t constraint_begin, constraint_end;
    std::int32_t box_begin, box_end;
};

class Structure {
   public:
    void clear();
    std::int32_t add_constraint(int cell, int need, bool is_wild);

    // Adds cells to the box with these links, searching from box `first` on, or to a new box.
    // Returns the index of the box.
    std::int32_t add_to_box(std::span<const std::int32_t> links, std::int32_t first, int cells = 1);

    // Finds the boxes of each constraint, and the components. Call once all boxes are added.
    void tie();

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
    // In breadth-first order, so the last constraint of a component is far from its first.
    const std::vector<std::int32_t>& component_constraints() const { return grouped_constraints_; }
    const std::vector<std::int32_t>& component_boxes() const { return grouped_boxes_; }

   private:
    void link_back();
    void split();

    std::vector<Constraint> constraints_;
    std::vector<std::int32_t> box_sizes_, link_begin_, links_, back_begin_, back_links_;
    std::vector<Component> components_;
    std::vector<std::int32_t> grouped_constraints_, grouped_boxes_;
    std::vector<std::uint8_t> seen_;
};

}  // namespace sapper
