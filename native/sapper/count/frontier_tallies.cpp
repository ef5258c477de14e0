// The tallies of all numbers of a position at once, which vectorised loops find in a small part of
// the time that number by number takes.
#include <algorithm>
#include <array>
#include <cstring>

#include "sapper/count/frontier.hpp"

namespace sapper {

namespace {

// Sums the states around the cells of a run, by the steps of its first cell to its neighbours. With
// the steps in variables the compiler can vectorise it.
void sum_run(Graph::Run run, Around around, const std::uint8_t* states, std::uint16_t* sums) {
    if (around.size() == 8) {
        const std::array<const std::uint8_t*, 8> next{
            states + around[0], states + around[1], states + around[2], states + around[3],
            states + around[4], states + around[5], states + around[6], states + around[7]};
        const std::int32_t cells = run.end - run.begin;
        std::uint16_t* const to = sums + run.begin;
        for (std::int32_t i = 0; i < cells; ++i)
            to[i] = static_cast<std::uint16_t>(next[0][i] + next[1][i] + next[2][i] + next[3][i] +
                                               next[4][i] + next[5][i] + next[6][i] + next[7][i]);
        return;
    }
    for (std::int32_t i = run.begin; i < run.end; ++i) {
        int sum = 0;
        for (const int j : around) sum += states[j + (i - run.begin)];
        sums[i] = static_cast<std::uint16_t>(sum);
    }
}

}  // namespace

// The tallies of all numbers from the states as they are.
void Frontier::tally_all(const Graph& graph) {
    sum_all(graph);
    needs_.resize(faces_.size());
    spares_.resize(faces_.size());
    compared_with_.clear();
    tally_sums(faces_, sums_.data(), needs_.data(), spares_.data());
    collect_waiting();
}

// Branch-free and with masks, so that the compiler can vectorise it.
void Frontier::tally_sums(std::span<const std::uint8_t> faces, const std::uint16_t* __restrict sums,
                          std::int8_t* __restrict needs, std::int8_t* __restrict spares) {
    const std::uint8_t* const __restrict shown = faces.data();
    const std::size_t cells = faces.size();
    for (std::size_t i = 0; i < cells; ++i) {
        const auto need = static_cast<std::int16_t>(shown[i] - (sums[i] >> kMineShift));
        const auto spare = static_cast<std::int16_t>((sums[i] & kUnknownMask) - need);
        const bool is_open = (shown[i] <= kMaxNumber) & ((need | spare) != 0);
        const auto mask = static_cast<std::int16_t>(-static_cast<std::int16_t>(is_open));
        needs[i] = static_cast<std::int8_t>(((need + kNotYet) & mask) | (kNoTally & ~mask));
        spares[i] = static_cast<std::int8_t>(((spare + kNotYet) & mask) | (kNoTally & ~mask));
    }
}

// Nearly all cells of a board of squares have one pattern, and are summed in one pass.
void Frontier::sum_all(const Graph& graph) {
    sums_.resize(states_.size());
    const Graph::Run common = graph.common();
    if (common.begin == common.end) return;  // a board without cells
    sum_run(common, graph.around(common.begin), states_.data(), sums_.data());
    for (const Graph::Run run : graph.runs())
        if (!graph.has_common_pattern(run.begin))
            sum_run(run, graph.around(run.begin), states_.data(), sums_.data());
}

// Most cells do not wait: eight of these at once are passed over.
void Frontier::collect_waiting() {
    constexpr std::uint64_t kNoneOfEight = 0x0101010101010101u * kNoTally;
    waiting_.resize(needs_.size());
    const std::int8_t* const needs = needs_.data();
    std::int32_t* const waiting = waiting_.data();
    const std::size_t cells = needs_.size();
    std::size_t count = 0;
    for (std::size_t begin = 0; begin < cells; begin += 8) {
        const std::size_t end = std::min(cells, begin + 8);
        std::uint64_t eight = 0;
        std::memcpy(&eight, needs + begin, end - begin);
        if (eight == kNoneOfEight) continue;
        for (std::size_t i = begin; i < end; ++i) {
            waiting[count] = static_cast<std::int32_t>(i);
            count += needs[i] != kNoTally;
        }
    }
    waiting_.resize(count);
}

void Frontier::take_turn(int number) {
    const int need = needs_[number] -= kNotYet;
    const int spare = spares_[number] -= kNotYet;
    if (need < 0 || spare < 0) clash_.assign(1, number);
    if (need + spare == 0) return;
    numbers_.push_back(number);
    if (need == 0 || spare == 0) decided_.push_back(number);
}

}  // namespace sapper
