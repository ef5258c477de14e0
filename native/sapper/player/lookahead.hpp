// One step ahead: what opening a cell would show, and how good the position would then be.
//
// For a candidate all its possible numbers come out of one forward count, with the number left
// open (the wild constraint); one backward pass for all numbers then gives the chances that each
// would leave. Only the components that the candidate touches are counted again; cells elsewhere
// keep their chances (they move only through the mine count, and only a little).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sapper/count/beliefs.hpp"
#include "sapper/count/frontier.hpp"
#include "sapper/player/leaf_search.hpp"
#include "sapper/value/features.hpp"
#include "sapper/value/scene.hpp"
#include "sapper/value/value.hpp"

namespace sapper {

struct Candidate {
    std::int32_t cell = -1;
    double safety = 0;    // chance of no mine
    double progress = 0;  // chance of no mine and of a certain safe cell afterwards
    double value = 0;     // what the candidates are compared by
    // With a learned value: the winning chance after each number that the cell may show, of which
    // `value` is then the mean.
    bool is_weighed = false;
    std::array<float, 9> wins{};
    // Also then: the chance that it shows the number, and whether that would leave nothing certain
    // and a winning chance that is learned, not exact.
    std::array<double, 9> chances{};
    std::array<bool, 9> leaves_a_guess{};
};

// What is known of the position after a candidate showed its number: the leaf of the look-ahead.
struct Leaf {
    bool has_safe_cell;     // a certain safe cell exists
    double safest, second;  // chances of no mine in the two safest cells
};

// How good a leaf is where no learned value fits.
struct LeafValue {
    double progress = 1.1;
    double operator()(const Leaf& leaf) const {
        return leaf.has_safe_cell ? progress : (4 * leaf.safest + leaf.second) / 5;
    }
};

class LookAhead {
   public:
    // Fills in progress and value of the candidate; its cell and safety must be set.
    void look(const Graph& graph, const Frontier& frontier, Beliefs& beliefs, Budget& budget,
              Candidate& candidate);
    // To be called once per position. Leaves are then worth what LeafValue says.
    void begin(const Frontier& frontier, const Beliefs& beliefs);
    // From here on leaves are worth their chance to win: exact where few layouts are
    // left (all together within so many nodes), learned elsewhere. Returns false on a board that
    // the learned value does not fit.
    struct Exactness {
        int layouts = 0;
        std::int64_t nodes = 0;
    };
    bool use(const Value& learned, const Graph& graph, const Frontier& frontier,
             const Beliefs& beliefs, Exactness exactness);
    // After `use`: what the value was told of the position after the cell shows the number.
    struct Description {
        Features::Vector features{};
        Scene scene;
    };
    // Null where the cell cannot show it, or where it could not be looked ahead from.
    const Description* describe(const Graph& graph, const Frontier& frontier, Beliefs& beliefs,
                                Budget& budget, int cell, double safety, int number);

   private:
    // The two safest cells of a part of the board.
    struct Best {
        double first = 0, second = 0;
        void add(double safety, int cells) {
            if (cells <= 0) return;
            if (safety > first) {
                second = cells > 1 ? safety : first;
                first = safety;
            } else if (safety > second) {
                second = safety;
            }
        }
        void add(const Best& other) {
            add(other.first, 1);
            add(other.second, 1);
        }
    };

    void mark_group(const Graph& graph, const Frontier& frontier, const Beliefs& beliefs, int cell);
    void build(const Frontier& frontier, int cell);
    bool look_at_the_rest(const Graph& graph, Beliefs& beliefs, Budget& budget,
                          const Component*& numbered);
    void add_part_without_number(const Component& component, const Profile& profile);
    void weigh_rest(Beliefs& beliefs, const Counted& counted);
    void weigh_boxes(const Plan& plan, const Counted& counted);
    Leaf leaf_of(const Counted& counted, const Component& numbered, int final, double weight);
    // The candidate could not be looked ahead from.
    void give_up(Candidate& candidate) const;
    void list_group(const Graph& graph, const Frontier& frontier, const Beliefs& beliefs, int cell);
    struct Worth {
        double value;
        bool is_exact = false;
    };
    Worth worth_of(const Graph& graph, const Frontier& frontier, const Beliefs& beliefs,
                   Budget& budget, const Leaf& leaf, int cell, int number, double weight);
    double learned_worth(const Graph& graph, int cell, double weight);
    void look_through_windows(const Graph& graph);
    void split_cells(const Graph& graph, int cell);
    void draw_far_cells();
    void restore(int cell);
    void restore_scene(int cell);

    std::vector<Best> component_best_;
    Best elsewhere_;
    bool elsewhere_is_safe_ = false;

    std::vector<std::uint8_t> in_group_;       // per component of the position
    std::vector<std::int32_t> around_in_box_;  // per box: neighbours of the candidate
    std::vector<std::int32_t> touched_boxes_;
    int untouched_around_ = 0;             // neighbours of the candidate that no number touches
    int unknown_around_ = 0;               // all its unknown neighbours
    int known_around_ = 0;                 // its neighbours known to be mines
    std::vector<std::uint8_t> is_around_;  // per cell, for a learned value
    int untouched_left_ = 0;               // cells that would stay untouched
    Structure structure_;
    std::vector<std::int32_t> local_constraint_, links_;
    Planner planner_;
    Tables<RealField<double>, NarrowNeeds> tables_;
    Beliefs::Polynomial others_;
    std::vector<double> rest_, rest_untouched_mine_, next_;
    std::vector<double> mine_, mixed_;  // by box and final state

    // For a learned value: the position as it would look, redrawn leaf by leaf.
    const Value* learned_ = nullptr;
    Exactness exactness_;
    LeafSearch leaf_search_;
    Terrain terrain_;
    Scene root_, scene_;
    Features steady_, features_;  // of the cells that no number changes; of all cells
    std::vector<std::int32_t> telling_, changing_;  // cells that features are drawn from
    std::vector<std::uint8_t> is_telling_;
    std::vector<std::uint8_t> is_changing_;
    std::vector<Value::Sights> root_sights_;  // per cell
    std::vector<std::uint8_t> is_deep_;
    std::array<int, Terrain::kPlaces> deep_{};
    Value::Sights all_sights_{}, steady_sights_{};
    struct GroupCell {
        std::int32_t cell, box;  // box of `structure_`
    };
    std::vector<GroupCell> group_;
    std::vector<std::int32_t> far_;                      // untouched cells that stay so
    std::vector<std::int32_t> around_box_, beyond_box_;  // per box: its parts in `structure_`
    std::int32_t untouched_box_ = -1;
    std::vector<double> leaf_chance_, leaf_mixed_;  // per box of `structure_`
    double leaf_far_chance_ = 0;
    int wanted_ = -1;  // the number that is to be described
    Description described_;
    bool is_described_ = false;
    bool far_is_certain_ = false;  // and so drawn otherwise than at the root
};

}  // namespace sapper
