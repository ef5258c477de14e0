// The backward passes of the counting: see tables.hpp, which includes this at its end.
#pragma once

#include "sapper/count/tables.hpp"

namespace sapper {

template <class Field, class Needs>
template <class Sink>
void Tables<Field, Needs>::backward(const Planner& planner, const Plan& plan,
                                    const Counted& counted, const Value* rest, Sink&& weights) {
    const Layer& last = layers_[counted.layer_end - 1];
    after_.assign(pool_end(counted.layer_end - 1) - last.pool_begin, Value{});
    const auto finals = final_states(counted);
    for (int f = 0; f < static_cast<int>(finals.size()); ++f) {
        const Value* from = rest + (finals[f].low - counted.low);
        std::copy_n(from, finals[f].length, &after_[finals[f].offset - last.pool_begin]);
    }
    for (int s = plan.step_end - 1, l = counted.layer_end - 2; s >= plan.step_begin; --s, --l)
        retreat(planner.steps()[s], l, weights);
}

template <class Field, class Needs>
template <class RowOf>
void Tables<Field, Needs>::backward_by_final(const Planner& planner, const Plan& plan,
                                             const Counted& counted, const Value* rest,
                                             RowOf&& row) {
    const Layer& last = layers_[counted.layer_end - 1];
    const auto finals = final_states(counted);
    const std::size_t width = row_length(counted);
    after_.assign((pool_end(counted.layer_end - 1) - last.pool_begin) * width, Value{});
    for (std::size_t f = 0; f < finals.size(); ++f)
        for (std::int32_t i = 0; i < finals[f].length; ++i)
            after_[(finals[f].offset - last.pool_begin + i) * width + f] =
                rest[finals[f].low - counted.low + i];
    for (int s = plan.step_end - 1, l = counted.layer_end - 2; s >= plan.step_begin; --s, --l)
        retreat_by_final(planner.steps()[s], l, width, row(planner.steps()[s].box));
}

template <class Field, class Needs>
template <class RowsOf>
void Tables<Field, Needs>::backward_by_total(const Planner& planner, const Plan& plan,
                                             const Counted& counted, RowsOf&& rows) {
    after_.assign(static_cast<std::size_t>(counted.length), Value{});
    after_[0] = Value(1);
    for (int s = plan.step_end - 1, l = counted.layer_end - 2; s >= plan.step_begin; --s, --l)
        retreat_by_total(planner.steps()[s], l, counted.length, rows(planner.steps()[s].box));
}

// Two doubles that the compiler keeps in one register, at any address of a double.
typedef double Two __attribute__((vector_size(16), aligned(8)));
inline Two& two_at(double* at) { return *reinterpret_cast<Two*>(at); }
inline const Two& two_at(const double* at) { return *reinterpret_cast<const Two*>(at); }

// to[i] += from[i] * factor * times; the two do not overlap.
template <class Value>
void add_product(Value* __restrict to, const Value* __restrict from, std::size_t count,
                 Value factor, double times) {
    for (std::size_t i = 0; i < count; ++i) to[i] += from[i] * factor * times;
}

// Calls take(move, from, to) for every move from a layer to the next.
template <class Field, class Needs>
template <class Take>
void Tables<Field, Needs>::each_move(int layer, Take&& take) const {
    const State* const from_states = states_.data() + layers_[layer].state_begin;
    const State* const to_states = states_.data() + layers_[layer + 1].state_begin;
    const Move* const end = moves_.data() + move_end(layer + 1);
    for (const Move* move = moves_.data() + layers_[layer + 1].move_begin; move != end; ++move)
        take(*move, from_states[move->from], to_states[move->to]);
}

// Totals that the rest of the board rules out have weight zero, as have states that lead only to
// them.
template <class Field, class Needs>
template <class Sink>
void Tables<Field, Needs>::retreat(const Step& step, int layer, Sink&& weights) {
    const Layer& here = layers_[layer];
    const Layer& next = layers_[layer + 1];
    before_.assign(next.pool_begin - here.pool_begin, Value{});
    each_move(layer, [&](const Move& move, const State& from, const State& to) {
        const auto length = static_cast<std::size_t>(from.length);
        const Value* const source =
            after_.data() + (to.offset - next.pool_begin) + (from.low + move.mines - to.low);
        if (Field::is_zero(source, length)) return;
        const double ways = Field::binomial[step.size][move.mines];
        const Value weight = Field::add_and_dot(before_.data() + (from.offset - here.pool_begin),
                                                source, &pool_[from.offset], length, ways);
        weights(step.box, move.mines, weight * ways);
    });
    before_.swap(after_);
}

// The values of one state are stored by mines, and for each number of mines by final state.
template <class Field, class Needs>
void Tables<Field, Needs>::retreat_by_final(const Step& step, int layer, std::size_t width,
                                            FinalRow row) {
    const Layer& here = layers_[layer];
    const Layer& next = layers_[layer + 1];
    before_.assign((next.pool_begin - here.pool_begin) * width, Value{});
    each_move(layer, [&](const Move& move, const State& from, const State& to) {
        const auto length = static_cast<std::size_t>(from.length);
        const Value* const source =
            after_.data() +
            (to.offset - next.pool_begin + (from.low + move.mines - to.low)) * width;
        Value* const before = before_.data() + (from.offset - here.pool_begin) * width;
        if (move.mines == 0) {  // in one way
            for (std::size_t i = 0; i < length * width; i += 2)
                two_at(before + i) += two_at(source + i);
            return;
        }
        const double ways = Field::binomial[step.size][move.mines];
        const double mines = move.mines, others = step.size - move.mines;
        const Value* const so_far = pool_.data() + from.offset;
        for (std::size_t f = 0; f < width; f += 2) {
            Two layouts{};
            for (std::size_t i = 0, at = f; i < length; ++i, at += width) {
                const Two to_come = two_at(source + at);
                two_at(before + at) += to_come * ways;
                layouts += to_come * so_far[i];
            }
            layouts = layouts * ways * mines;
            two_at(row.mine + f) += layouts;
            if (row.mixed) two_at(row.mixed + f) += layouts * others;
        }
    });
    before_.swap(after_);
}

// A state with low .. low + length - 1 mines so far can only continue with mines that keep all of
// these within the component's totals. Counted from the lowest values, the mines so far (i) and
// the mines to come (j) add up to the total.
template <class Field, class Needs>
void Tables<Field, Needs>::retreat_by_total(const Step& step, int layer, int totals, Rows rows) {
    const Layer& here = layers_[layer];
    const Layer& next = layers_[layer + 1];
    before_.assign(static_cast<std::size_t>(next.state_begin - here.state_begin) * totals, Value{});
    each_move(layer, [&](const Move& move, const State& from, const State& to) {
        const int shift = from.low + move.mines - to.low;
        const double ways = Field::binomial[step.size][move.mines];
        const double mines = move.mines, others = step.size - move.mines;
        const double pairs = mines * others;
        const Value* const so_far = pool_.data() + from.offset;
        const Value* const after = after_.data() + std::ptrdiff_t{move.to} * totals;
        Value* const before = before_.data() + std::ptrdiff_t{move.from} * totals;
        for (int j = 0; j <= totals - to.length; ++j) {
            const Value to_come = after[j] * ways;
            before[j + shift] += to_come;
            const auto count = static_cast<std::size_t>(from.length);
            if (others == 0) {  // usually the box is one cell
                add_product(rows.mine + (j + shift), so_far, count, to_come, mines);
            } else if (mines == 0) {
                add_product(rows.safe + (j + shift), so_far, count, to_come, others);
            } else {
                add_product(rows.mine + (j + shift), so_far, count, to_come, mines);
                add_product(rows.safe + (j + shift), so_far, count, to_come, others);
                add_product(rows.mixed + (j + shift), so_far, count, to_come, pairs);
            }
        }
    });
    before_.swap(after_);
}

}  // namespace sapper
