#include "sapper/games/guess_mode.hpp"

#include <algorithm>

#include "sapper/count/sample.hpp"
#include "sapper/count/solve.hpp"
#include "sapper/random.hpp"

namespace sapper {

constexpr std::uint64_t kGuessStream = 0x6E55;  // separates these random numbers from the dealer's

std::vector<std::uint8_t> guess_layout(const Graph& graph, std::span<const std::uint8_t> faces,
                                       std::span<const std::int32_t> cells,
                                       std::vector<std::uint8_t> layout, std::uint64_t seed,
                                       std::uint64_t number) {
    const auto mines = static_cast<int>(std::ranges::count(layout, 1));
    Budget budget;  // no clock: equal games everywhere
    Solver solver;
    const auto verdicts = solver.solve({graph, faces, mines}, budget).verdicts;
    const auto is_safe = [](std::uint8_t verdict) { return (verdict & kCertainMine) == kSafe; };
    std::vector<std::int32_t> risky;
    for (const std::int32_t cell : cells)
        if (!is_safe(verdicts[cell])) risky.push_back(cell);
    const bool kills = std::ranges::any_of(cells, [&](auto cell) { return layout[cell] == 1; });
    const bool had_proof = std::ranges::any_of(verdicts, is_safe);
    if (risky.empty() || kills == had_proof) return layout;

    std::vector<std::uint8_t> wanted(faces.begin(), faces.end());
    if (had_proof)
        wanted[*std::ranges::min_element(risky)] = kMine;
    else
        for (const std::int32_t cell : risky) wanted[cell] = kSilent;
    if (solver.solve({graph, wanted, mines}, budget).outcome != Outcome::kPossible) return layout;
    Frontier frontier;
    Sampler sampler;
    frontier.read(graph, wanted, {});
    if (!sampler.prepare(graph, frontier, mines, budget)) budget.stop_too_wide();
    Random random(game_key(seed ^ kGuessStream, number));
    sampler.draw(frontier, random, layout);
    return layout;
}

}  // namespace sapper
