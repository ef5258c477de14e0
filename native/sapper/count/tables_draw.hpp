// Drawing layouts from the counting tables: see tables.hpp, which includes this at its end.
#pragma once

#include "sapper/count/tables.hpp"

namespace sapper {

template <class Field, class Needs>
template <class Uniform, class Place>
void Tables<Field, Needs>::draw(const Planner& planner, const Plan& plan, const Counted& counted,
                                int total, Uniform&& uniform, Place&& place) const {
    std::int32_t state = 0;
    std::int32_t mines = counted.low + total;
    for (int s = plan.step_end - 1, l = counted.layer_end - 2; s >= plan.step_begin; --s, --l) {
        const Move move = move_into(planner.steps()[s], l, state, mines, uniform());
        place(planner.steps()[s].box, move.mines);
        state = move.from;
        mines -= move.mines;
    }
}

// Chooses one of the moves from `layer` into a state of the next, in proportion to its layouts.
template <class Field, class Needs>
typename Tables<Field, Needs>::Move Tables<Field, Needs>::move_into(const Step& step, int layer,
                                                                    std::int32_t state,
                                                                    std::int32_t mines,
                                                                    double uniform) const {
    const Layer& here = layers_[layer];
    const Layer& next = layers_[layer + 1];
    const auto layouts = [&](const Move& move) -> double {
        const State& from = states_[here.state_begin + move.from];
        const std::int32_t at = mines - move.mines - from.low;
        if (move.to != state || at < 0 || at >= from.length) return 0;
        return pool_[from.offset + at] * Field::binomial[step.size][move.mines];
    };
    const State& to = states_[next.state_begin + state];
    double left = uniform * pool_[to.offset + (mines - to.low)];
    const Move* chosen = nullptr;
    for (std::size_t m = next.move_begin; m < move_end(layer + 1); ++m) {
        const double here_many = layouts(moves_[m]);
        if (here_many == 0) continue;
        chosen = &moves_[m];
        left -= here_many;
        if (left < 0) break;
    }
    return *chosen;
}

}  // namespace sapper
