#include "sapper/games/repair.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "sapper/threads.hpp"

namespace sapper {

namespace {

// Changes in a row without gain, after which the next deal is tried. Measured on 16x30 with 150 and
// 170 mines: 60 in place of 10 repaired the same deals and took twice the time.
constexpr int kPatience = 10;

// Separates the random numbers of the changes from those of the deals.
constexpr std::uint64_t kChanges = 0xC4A96E5;

// What is left of a board where the reasoning is stuck.
struct StuckBoard {
    std::vector<std::uint8_t> layout, states;
    std::vector<std::int32_t> numbers;  // open numbers that touch unknown cells
    std::vector<std::int32_t> far;      // unknown cells that no open number touches
    std::vector<std::int32_t> near;     // the other unknown cells
    std::int32_t unknown = 0;
};

// Repairs boards on one thread.
class Repairer {
   public:
    Repairer(const Wanted& wanted, RepairLimits limits, const std::atomic<bool>& stop)
        : wanted_(wanted),
          graph_(wanted.match.graph),
          limits_(limits),
          stop_(stop),
          reasoner_(graph_, wanted.most, &stop) {}

    Repaired repair(std::uint64_t puzzle);

   private:
    using Clock = std::chrono::steady_clock;

    void repair_deal(std::uint64_t game);
    bool judge(std::vector<std::uint8_t> layout);
    void keep(std::vector<std::uint8_t>& layout);
    bool change(Random& random, std::vector<std::uint8_t>& layout);
    bool move_mines(Random& random, std::span<const std::int32_t> cells, bool to_mines,
                    std::vector<std::uint8_t>& layout);
    bool is_spent() const;

    const Wanted& wanted_;
    const Graph& graph_;
    RepairLimits limits_;
    const std::atomic<bool>& stop_;
    Reasoner reasoner_;
    Clock::time_point start_{};
    Repaired result_;
    StuckBoard stuck_;
    std::vector<std::uint8_t> is_touched_;
    std::vector<std::int32_t> around_, elsewhere_;
};

Repaired Repairer::repair(std::uint64_t puzzle) {
    start_ = Clock::now();
    result_ = {};
    result_.fewest_left = graph_.size() - wanted_.match.mines;
    for (std::uint64_t attempt = 0; !result_.is_solved && attempt < kMostTries && !is_spent();
         ++attempt)
        repair_deal(game_of_try(puzzle, attempt));
    return std::move(result_);
}

bool Repairer::is_spent() const {
    if (result_.boards >= limits_.boards) return true;
    const auto elapsed = std::chrono::duration<double, std::milli>(Clock::now() - start_);
    return limits_.milliseconds > 0 && elapsed.count() > limits_.milliseconds;
}

void Repairer::repair_deal(std::uint64_t game) {
    std::vector<std::uint8_t> layout = deal_game(wanted_.match, game);
    ++result_.deals;
    if (layout[static_cast<std::size_t>(wanted_.match.first)]) {  // as the start rule raw allows
        ++result_.boards;
        return;
    }
    if (judge(layout)) return;
    keep(layout);
    Random random(game_key(wanted_.match.seed ^ kChanges, game));
    for (int failures = 0; failures < kPatience && !is_spent(); ++failures) {
        layout = stuck_.layout;
        if (!change(random, layout)) continue;
        if (judge(layout)) return;
        const int unknown = reasoner_.frontier().unknown();
        if (unknown > stuck_.unknown) continue;
        if (unknown < stuck_.unknown) failures = 0;
        keep(layout);
    }
}

// Reasons a layout through. Returns whether it is solved; then it is the result if it is hard
// enough.
bool Repairer::judge(std::vector<std::uint8_t> layout) {
    if (stop_.load(std::memory_order_relaxed)) throw Interrupted{};
    ++result_.boards;
    reasoner_.lay(layout, wanted_.match.mines);
    const Reasoning& reasoning = reasoner_.clear(wanted_.match.first);
    result_.fewest_left = std::min(result_.fewest_left, reasoning.safe_left);
    if (!reasoning.is_solved) return false;
    if (reasoning.level >= wanted_.least) {
        result_.is_solved = true;
        result_.reasoning = reasoning;
        result_.layout = std::move(layout);
    }
    return true;
}

// Keeps a layout and where the reasoning ended on it, for the next changes.
void Repairer::keep(std::vector<std::uint8_t>& layout) {
    const Frontier& frontier = reasoner_.frontier();
    stuck_.layout.swap(layout);
    stuck_.states = frontier.states();
    stuck_.unknown = frontier.unknown();
    stuck_.numbers.clear();
    is_touched_.assign(stuck_.states.size(), 0);
    for (const int number : frontier.numbers()) {
        if (frontier.need_of(number) + frontier.spare_of(number) == 0) continue;
        stuck_.numbers.push_back(number);
        for (const int cell : graph_.around(number)) is_touched_[cell] = 1;
    }
    stuck_.far.clear();
    stuck_.near.clear();
    for (int cell = 0; cell < graph_.size(); ++cell)
        if (stuck_.states[cell] == Frontier::kUnknown)
            (is_touched_[cell] ? stuck_.near : stuck_.far).push_back(cell);
}

// Makes the unknown cells around one number all safe or all mines. Returns false if there are not
// enough mines, or cells, elsewhere.
bool Repairer::change(Random& random, std::vector<std::uint8_t>& layout) {
    around_.clear();
    if (stuck_.numbers.empty()) {  // shut off by mines: open the way
        around_.push_back(stuck_.far[random.below(static_cast<std::uint32_t>(stuck_.far.size()))]);
    } else {
        const auto count = static_cast<std::uint32_t>(stuck_.numbers.size());
        for (const int cell : graph_.around(stuck_.numbers[random.below(count)]))
            if (stuck_.states[cell] == Frontier::kUnknown) around_.push_back(cell);
    }
    return move_mines(random, around_, random.below(2) == 1, layout);
}

bool Repairer::move_mines(Random& random, std::span<const std::int32_t> cells, bool to_mines,
                          std::vector<std::uint8_t>& layout) {
    std::size_t changes = 0;
    for (const int cell : cells) changes += (layout[cell] != 0) != to_mines;
    const auto collect = [&](const std::vector<std::int32_t>& from) {
        elsewhere_.clear();
        for (const int cell : from)
            if ((layout[cell] != 0) == to_mines && std::ranges::find(cells, cell) == cells.end())
                elsewhere_.push_back(cell);
        return elsewhere_.size() >= changes;
    };
    if (!collect(stuck_.far) && !collect(stuck_.near)) return false;
    for (const int cell : cells) layout[cell] = to_mines;
    for (std::size_t i = 0; i < changes; ++i) {
        const std::size_t chosen =
            i + random.below(static_cast<std::uint32_t>(elsewhere_.size() - i));
        std::swap(elsewhere_[i], elsewhere_[chosen]);
        layout[elsewhere_[i]] = !to_mines;
    }
    return true;
}

}  // namespace

std::vector<Repaired> repair_boards(const Wanted& wanted, std::span<const std::uint64_t> puzzles,
                                    RepairLimits limits, int workers,
                                    const std::atomic<bool>& stop) {
    std::vector<Repaired> results(puzzles.size());
    std::atomic<std::size_t> next{0};
    const auto most = std::min(puzzles.size(), static_cast<std::size_t>(workers));
    run_on_threads(std::max(1, static_cast<int>(most)), [&](std::size_t) {
        Repairer repairer(wanted, limits, stop);
        try {
            for (std::size_t i = next++; i < puzzles.size(); i = next++)
                results[i] = repairer.repair(puzzles[i]);
        } catch (...) {
            next = puzzles.size();  // stop the other threads
            throw;
        }
    });
    return results;
}

}  // namespace sapper
