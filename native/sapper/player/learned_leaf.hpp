// The chance to win at the leaves of the look-ahead: exact if few layouts are left, else learned.
//
// The input of a learned value (value.hpp) is a scene. Drawing a scene and summing its features
// from scratch for every leaf would take most of the time, and a number changes only a few cells.
// So the scene of the position is drawn once; for every candidate, the part that its number cannot
// change is summed once; and for every leaf only the rest is drawn and added.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "sapper/count/situation.hpp"
#include "sapper/player/candidate_group.hpp"
#include "sapper/player/leaf.hpp"
#include "sapper/player/leaf_search.hpp"
#include "sapper/value/changing_windows.hpp"
#include "sapper/value/features.hpp"
#include "sapper/value/scene.hpp"
#include "sapper/value/value.hpp"

namespace sapper {

class LearnedLeaf {
   public:
    // Leaves with at most this many layouts are searched to the end of the game, within this many
    // nodes for all leaves of a position together.
    struct Exactness {
        int layouts = 0;
        std::int64_t nodes = 0;
    };

    // Call once per position, which must be counted. Returns false on a board that the learned
    // value does not support.
    bool begin(const Situation& situation, const Value& value, Exactness exactness);

    // Call before and after the leaves of one candidate.
    void begin_candidate(const Situation& situation, const CandidateGroup& group, int cell);
    void end_candidate();

    // The chance to win at a leaf of the candidate.
    Worth worth_of(const Situation& situation, const Leaf& leaf, const LeafChances& chances);
    // The same by the learned value alone.
    double estimate(const Situation& situation, const Leaf& leaf, const LeafChances& chances);

    // For training: the inputs of the learned value. After `describe_only`, leaves with other
    // numbers are skipped; `description` is null until a leaf with this number was reached.
    struct Description {
        Features::Vector features{};
        Scene scene;
    };
    void describe_only(int number) { wanted_ = number; }
    const Description* description() const { return is_described_ ? &description_ : nullptr; }

   private:
    void list_informative_cells(const Situation& situation);
    void list_tosses(const Graph& graph);
    std::span<const Features::Toss> tosses_of(int cell) const {
        return {tosses_.data() + tosses_begin_[cell], tosses_.data() + tosses_begin_[cell + 1]};
    }
    void sum_windows(const Graph& graph);
    void list_drawn_cells(const Situation& situation, const CandidateGroup& group);
    void list_far_cells(const Situation& situation);
    void list_changing_cells(const Graph& graph);
    void sum_steady_cells(const Graph& graph);
    // Whether a cell that is deep in the position is deep at all leaves of the candidate too: no
    // number makes a cell deep.
    bool stays_deep(int cell) const { return is_deep_[cell] && !is_near_[cell]; }
    void list_pairs();
    void draw_undecided();
    void draw(const Situation& situation, const Leaf& leaf, const LeafChances& chances);
    void draw_far_cells(const Situation& situation, double chance);
    void restore(int cell);

    const Value* value_ = nullptr;
    Exactness exactness_;
    LeafSearch leaf_search_;

    // Of the position.
    Terrain terrain_;
    Scene root_;                                // the position itself
    std::vector<std::int32_t> touched_;         // unknown cells that numbers touch, in order
    std::vector<std::int32_t> informative_;     // cells that features are drawn from
    std::vector<std::uint8_t> is_informative_;  // per cell
    std::vector<std::uint8_t> is_deep_;         // per cell: see Scene::is_deep
    std::array<int, Terrain::kPlaces> deep_{};  // how many of these there are
    std::vector<Features::Toss> tosses_;        // pairs that may count, by cell
    std::vector<std::int32_t> tosses_begin_;    // per cell, and one more
    static constexpr std::int32_t kNoSights = -1;
    std::vector<float> root_sights_;          // of all windows, one after another
    std::vector<std::int32_t> sights_begin_;  // per cell: where those of its window begin
    Value::Sights all_sights_{};              // their sum

    // Of the candidate.
    struct DrawnCell {
        std::int32_t cell, box;  // box of the group
    };
    int cell_ = -1;
    std::vector<std::uint8_t> is_around_;  // per cell: a neighbour of the candidate
    std::vector<DrawnCell> drawn_;         // unknown cells of its group: redrawn for each number
    std::vector<std::uint8_t> is_drawn_;   // per cell
    std::vector<std::int32_t> near_;       // its untouched neighbours
    bool has_far_ = false;                 // some untouched cells stay untouched
    std::vector<std::int32_t> far_;        // these cells, once they are needed
    std::vector<std::int32_t> changing_;   // cells whose features depend on the number
    std::vector<std::uint8_t> is_changing_;
    std::vector<std::uint8_t> is_near_;  // per cell: it or a neighbour is the candidate or redrawn
    Features steady_;                    // of all other cells
    Value::Sights steady_sights_{};      // the same
    ChangingWindows windows_;            // of the changing cells
    std::vector<const Terrain::Pair*> pairs_;  // of the changing cells

    // Of the leaf.
    Scene scene_;
    Features features_;
    bool far_is_certain_ = false;  // `far_` is drawn differently from `root_`

    int wanted_ = -1;
    Description description_;
    bool is_described_ = false;
};

}  // namespace sapper
