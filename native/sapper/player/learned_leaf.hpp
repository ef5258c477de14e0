// The chance to win at the leaves of the look-ahead: exact where few layouts are left, else
// learned.
//
// A learned value (value.hpp) looks at a scene: what every cell is taken to be. Drawing a scene and
// summing up its features for every leaf anew would cost most of the time, and a number changes
// only a few cells. So the scene of the position is drawn once; for every candidate all that its
// number cannot change is summed up once; and for every leaf only the rest is drawn and added.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sapper/count/situation.hpp"
#include "sapper/player/candidate_group.hpp"
#include "sapper/player/leaf.hpp"
#include "sapper/player/leaf_search.hpp"
#include "sapper/value/features.hpp"
#include "sapper/value/scene.hpp"
#include "sapper/value/value.hpp"

namespace sapper {

class LearnedLeaf {
   public:
    // Where leaves are searched to the end of the game: with at most so many layouts, and within so
    // many nodes for all leaves of a position together.
    struct Exactness {
        int layouts = 0;
        std::int64_t nodes = 0;
    };

    // To be called once per position, which must be counted. Returns false on a board that a
    // learned value does not fit.
    bool begin(const Situation& situation, const Value& value, Exactness exactness);

    // Around the leaves of one candidate.
    void begin_candidate(const Situation& situation, const CandidateGroup& group, int cell);
    void end_candidate();

    // The chance to win at a leaf of the candidate.
    Worth worth_of(const Situation& situation, const Leaf& leaf, const LeafChances& chances);
    // The same as the learned value alone tells it.
    double estimate(const Situation& situation, const Leaf& leaf, const LeafChances& chances);

    // For training: what the learned value is given. After `describe_only` leaves with other
    // numbers are passed over; `description` is null until a leaf with this one was met.
    struct Description {
        Features::Vector features{};
        Scene scene;
    };
    void describe_only(int number) { wanted_ = number; }
    const Description* description() const { return is_described_ ? &description_ : nullptr; }

   private:
    void list_telling_cells(const Situation& situation);
    void look_through_windows(const Graph& graph);
    void list_drawn_cells(const Situation& situation, const CandidateGroup& group);
    void list_changing_cells(const Graph& graph);
    void sum_up_steady_cells(const Graph& graph);
    void draw(const Leaf& leaf, const LeafChances& chances);
    void draw_far_cells(double chance);
    void restore(int cell);

    const Value* value_ = nullptr;
    Exactness exactness_;
    LeafSearch leaf_search_;

    // Of the position.
    Terrain terrain_;
    Scene root_;                                // the position itself
    std::vector<std::int32_t> telling_;         // cells that features are drawn from
    std::vector<std::uint8_t> is_telling_;      // per cell
    std::vector<std::uint8_t> is_deep_;         // per cell: see Scene::is_deep
    std::array<int, Terrain::kPlaces> deep_{};  // how many of these there are
    std::vector<Value::Sights> root_sights_;    // per cell: what its window comes to
    Value::Sights all_sights_{};                // their sum

    // Of the candidate.
    struct DrawnCell {
        std::int32_t cell, box;  // box of the group
    };
    int cell_ = -1;
    std::vector<std::uint8_t> is_around_;  // per cell: a neighbour of the candidate
    std::vector<DrawnCell> drawn_;         // unknown cells of its group: redrawn for each number
    std::vector<std::int32_t> far_;        // untouched cells that stay so
    std::vector<std::int32_t> changing_;   // cells of which a number may change what they tell
    std::vector<std::uint8_t> is_changing_;
    Features steady_;                // of all other cells
    Value::Sights steady_sights_{};  // the same

    // Of the leaf.
    Scene scene_;
    Features features_;
    bool far_is_certain_ = false;  // `far_` is drawn otherwise than in `root_`

    int wanted_ = -1;
    Description description_;
    bool is_described_ = false;
};

}  // namespace sapper
