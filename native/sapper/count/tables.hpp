// The counting itself: dynamic programming over the steps of a plan.
//
// A layer holds the reachable states between two steps. The value of a state is a vector over the
// mines placed so far: in how many ways the decided boxes lead here with that many mines. The
// forward pass fills it. The backward pass starts from a weight for every total (how likely the
// rest of the board makes it) and carries it back through the same transitions, so that every
// box's weight by its own mines is one dot product per transition: all marginals for the price of
// a second pass. (It is the reverse-mode derivative of the forward pass.)
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "sapper/budget.hpp"
#include "sapper/count/needs.hpp"
#include "sapper/count/number_types.hpp"
#include "sapper/count/plan.hpp"
#include "sapper/count/state_index.hpp"

namespace sapper {

// One counted component inside the shared arrays of its tables.
struct Counted {
    std::int32_t layer_end = 0;
    int low = 0;     // fewest mines of any layout
    int length = 0;  // totals low .. low + length - 1; 0 when no layout fits
};

template <class Field, class Needs>
class Tables {
   public:
    using Value = typename Field::Value;

    void clear() {
        layers_.clear();
        states_.clear();
        moves_.clear();
        pool_.clear();
        if (pool_.capacity() > kMostKept) *this = Tables();
    }

    Counted forward(const Planner& planner, const Plan& plan, const Field& field, Budget& budget) {
        Counted counted;
        layers_.push_back({static_cast<std::int32_t>(states_.size()),
                           static_cast<std::int32_t>(moves_.size()), pool_.size()});
        states_.push_back({pool_.size(), 0, 1});
        needs_.assign(1, Needs{});
        pool_.resize(pool_.size() + field.stride);
        pool_[pool_.size() - field.stride] = Value(1);
        for (int s = plan.step_begin; s < plan.step_end; ++s) advance(planner, s, field, budget);
        counted.layer_end = static_cast<std::int32_t>(layers_.size());
        measure(counted);
        if (plan.wild_slot >= 0) {
            remainders_.clear();
            for (const Needs& needs : needs_) remainders_.push_back(needs.at(plan.wild_slot));
        }
        return counted;
    }

    // The counts by total mines, summed over the final states (more than one with a wild number).
    // `out` has counted.length * field.stride values, all zero.
    void totals(const Counted& counted, const Field& field, Value* out) const {
        for (const State& state : final_states(counted))
            field.add(out + (state.low - counted.low) * field.stride, &pool_[state.offset],
                      state.length, 1);
    }

    // How many final states there are: one, or one per number that the wild cell could show.
    int final_count(const Counted& counted) const {
        return static_cast<int>(final_states(counted).size());
    }
    // With a wild number: its remainder in this final state of the component last counted.
    int remainder(int final) const { return remainders_[static_cast<std::size_t>(final)]; }
    // The weight of the layouts that end in this final state.
    Value final_weight(const Counted& counted, int final, const Value* rest) const {
        const State& state = final_states(counted)[static_cast<std::size_t>(final)];
        return Field::dot(&pool_[state.offset], rest + (state.low - counted.low), state.length);
    }

    // Calls weights(box, k, weight), perhaps several times each: the weight of the layouts with k
    // mines in the box, where a layout with low + i mines in the component weighs rest[i].
    template <class Sink>
    void backward(const Planner& planner, const Plan& plan, const Counted& counted,
                  const Value* rest, Sink&& weights);

    // For all final states at once: `row(box)` returns where to add up, by final state, the weight
    // of the layouts that end there times the mines in the box; and, unless null, times pairs of a
    // mine and a safe cell. Rows have `row_length` values: an even number, which is faster. Only
    // for doubles.
    struct FinalRow {
        Value *mine, *mixed;
    };
    std::size_t row_length(const Counted& counted) const {
        return (final_states(counted).size() + 1) / 2 * 2;
    }
    template <class RowOf>
    void backward_by_final(const Planner& planner, const Plan& plan, const Counted& counted,
                           const Value* rest, RowOf&& row);

    // For all totals at once: `rows(box)` returns where to add up, by total, the layouts times the
    // mines in the box, times its safe cells, and times pairs of both. This pass carries back not a
    // weight but the number of ways to continue, by mines; multiplied by the ways to reach a state,
    // these are the layouts. Only with a single final state.
    struct Rows {
        Value *mine, *safe, *mixed;
    };
    template <class RowsOf>
    void backward_by_total(const Planner& planner, const Plan& plan, const Counted& counted,
                           RowsOf&& rows);

    // Draws one layout with low + total mines, uniformly, walking the tables backwards; calls
    // place(box, mines). `uniform()` returns numbers in [0, 1). Only with a single final state.
    template <class Uniform, class Place>
    void draw(const Planner& planner, const Plan& plan, const Counted& counted, int total,
              Uniform&& uniform, Place&& place) const;

    // With a wild number: calls sink(its remainder, weight) for every final state.
    template <class Sink>
    void by_remainder(const Counted& counted, const Value* rest, Sink&& sink) const {
        for (int f = 0; f < final_count(counted); ++f)
            sink(remainders_[static_cast<std::size_t>(f)], final_weight(counted, f, rest));
    }

   private:
    // Working memory is reused from count to count, but freed after a very large one.
    static constexpr std::size_t kMostKept = std::size_t{1} << 22;

    struct Layer {
        std::int32_t state_begin, move_begin;
        std::size_t pool_begin;
    };
    struct State {
        std::size_t offset;
        std::int32_t low, length;
    };
    struct Move {
        std::int32_t from, to;  // counted from the beginning of their layers
        std::int32_t mines;
    };

    std::size_t pool_end(int layer) const {
        const auto next = static_cast<std::size_t>(layer) + 1;
        return next < layers_.size() ? layers_[next].pool_begin : pool_.size();
    }
    std::span<const State> final_states(const Counted& counted) const {
        const auto next = static_cast<std::size_t>(counted.layer_end);
        const std::size_t end = next < layers_.size() ? layers_[next].state_begin : states_.size();
        const std::size_t begin = layers_[next - 1].state_begin;
        return {states_.data() + begin, end - begin};
    }

    void measure(Counted& counted) const {
        const auto states = final_states(counted);
        if (states.empty()) return;
        int low = states.front().low, high = 0;
        for (const State& state : states) {
            low = std::min(low, state.low);
            high = std::max(high, state.low + state.length - 1);
        }
        counted.low = low;
        counted.length = high - low + 1;
    }

    void advance(const Planner& planner, int step_index, const Field& field, Budget& budget) {
        const Step& step = planner.steps()[step_index];
        const Layer here = layers_.back();
        const auto next_begin = static_cast<std::int32_t>(states_.size());
        layers_.push_back({next_begin, static_cast<std::int32_t>(moves_.size()), pool_.size()});
        find_moves(planner, step, here, next_begin, budget);
        allocate(next_begin, field, budget);
        const State* const from_states = states_.data() + here.state_begin;
        const State* const to_states = states_.data() + next_begin;
        const Move* const end = moves_.data() + moves_.size();
        for (const Move* move = moves_.data() + layers_.back().move_begin; move != end; ++move) {
            const State& from = from_states[move->from];
            const State& to = to_states[move->to];
            const auto shift = static_cast<std::size_t>(from.low + move->mines - to.low);
            field.add(&pool_[to.offset + shift * field.stride], &pool_[from.offset], from.length,
                      field.binomial[step.size][move->mines]);
        }
        needs_.swap(next_needs_);
    }

    // Finds the states that each state leads to; new ones get their range of mines, not yet their
    // values.
    void find_moves(const Planner& planner, const Step& step, const Layer& here,
                    std::int32_t next_begin, Budget& budget) {
        const Link* const links = planner.links().data() + step.link_begin;
        const int link_count = step.link_end - step.link_begin;
        Needs opening{}, mask{};
        for (int i = 0; i < link_count; ++i) {
            if (links[i].opens_with != Link::kOpenAlready)
                opening.add(links[i].slot, links[i].opens_with);
            mask.add(links[i].slot, 1);
        }
        index_.clear();
        next_needs_.clear();
        std::int64_t expanded = 0;
        const auto count = static_cast<std::int32_t>(needs_.size());
        for (std::int32_t from = 0; from < count; ++from) {
            Needs needs = needs_[from];
            open(needs, opening);
            int fewest = 0, most = step.size;
            for (int i = 0; i < link_count; ++i) {
                const int need = needs.at(links[i].slot);
                most = std::min(most, need);
                fewest = std::max(fewest, need - links[i].later);
            }
            if (fewest > most) continue;
            const State state = states_[here.state_begin + from];
            if (fewest > 0) needs.take(fewest, mask);
            for (int k = fewest; k <= most; ++k, needs.take(1, mask)) {
                const std::int32_t to = index_.find_or_add(needs, next_needs_);
                moves_.push_back({from, to, k});
                widen(next_begin + to, state.low + k, state.length);
            }
            ++expanded;
        }
        budget.spend(expanded);
    }

    static void open(NarrowNeeds& needs, const NarrowNeeds& opening) { needs.bits += opening.bits; }
    static void open(WideNeeds& needs, const WideNeeds& opening) {
        for (std::size_t i = 0; i < needs.words.size(); ++i) needs.words[i] += opening.words[i];
    }

    void widen(std::int32_t index, std::int32_t low, std::int32_t length) {
        if (static_cast<std::size_t>(index) == states_.size()) {
            states_.push_back({0, low, length});
            return;
        }
        State& state = states_[index];
        const std::int32_t high = std::max(state.low + state.length, low + length);
        state.low = std::min(state.low, low);
        state.length = high - state.low;
    }

    void allocate(std::int32_t next_begin, const Field& field, Budget& budget) {
        std::size_t end = pool_.size();
        for (std::size_t i = next_begin; i < states_.size(); ++i) {
            states_[i].offset = end;
            end += static_cast<std::size_t>(states_[i].length) * field.stride;
        }
        budget.spend(static_cast<std::int64_t>((end - pool_.size()) / field.stride));
        pool_.resize(end);
    }

    std::size_t move_end(int layer) const {
        const auto next = static_cast<std::size_t>(layer) + 1;
        return next < layers_.size() ? static_cast<std::size_t>(layers_[next].move_begin)
                                     : moves_.size();
    }

    Move move_into(const Step& step, int layer, std::int32_t state, std::int32_t mines,
                   double uniform) const;

    template <class Take>
    void each_move(int layer, Take&& take) const;
    template <class Sink>
    void retreat(const Step& step, int layer, Sink&& weights);
    void retreat_by_final(const Step& step, int layer, std::size_t width, FinalRow row);
    void retreat_by_total(const Step& step, int layer, int totals, Rows rows);

    std::vector<Layer> layers_;
    std::vector<State> states_;
    std::vector<Move> moves_;
    std::vector<Value> pool_;
    std::vector<Needs> needs_, next_needs_;  // of the last complete layer and of the next one
    std::vector<Value> before_, after_;
    std::vector<std::int32_t> remainders_;  // of the wild number, per final state
    StateIndex<Needs> index_;
};

}  // namespace sapper

#include "sapper/count/tables_backward.hpp"
#include "sapper/count/tables_draw.hpp"
