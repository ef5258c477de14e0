// A position being worked on: the board, what single numbers settle, the chances, and the budget.
//
// These parts always belong together, so functions about a position take a Situation. It follows a
// whole game (`begin`, then `reveal` cell by cell) or reads any position (`read`). The chances are
// valid after `count`, until the next cell is revealed. Cached profiles are reused from position to
// position; they save time, change no answer, and are too large to copy. To continue from another
// situation's position with separate caches, use `copy_position`.
#pragma once

#include <cstdint>
#include <span>

#include "sapper/budget.hpp"
#include "sapper/count/beliefs.hpp"
#include "sapper/count/frontier.hpp"
#include "sapper/graph.hpp"

namespace sapper {

class Situation {
   public:
    // Starts a new game: nothing is open yet. The graph must outlive the use of the situation.
    void begin(const Graph& graph, int mines) {
        set_board(graph, mines);
        frontier_.begin(graph);
    }
    // Reads any position instead. Returns false when its numbers clash.
    bool read(const Graph& graph, std::span<const std::uint8_t> faces, int mines) {
        set_board(graph, mines);
        return frontier_.read(graph, faces, {});
    }
    // Copies the position of another situation, without its chances.
    void copy_position(const Situation& other) {
        set_board(*other.graph_, other.mines_);
        frontier_ = other.frontier_;
        budget_ = other.budget_;
    }
    // Updates the position: the cell was opened and shows this number.
    void reveal(int cell, int number) {
        is_counted_ = false;
        frontier_.reveal(*graph_, cell, number);
    }
    // The same for a zero whose neighbours are all revealed as well, before anything is asked.
    void reveal_zero(int cell) {
        is_counted_ = false;
        frontier_.reveal_zero(*graph_, cell);
    }
    // Charges all work from now on to this budget.
    void use_budget(Budget& budget) { budget_ = &budget; }

    // Settles what single numbers decide. Returns false when the numbers clash.
    bool propagate() { return frontier_.propagate(*graph_); }
    // Finds boxes and components of what is left. (`read` includes this.)
    void tie() { frontier_.tie(*graph_); }
    // Computes the chances of all cells. Returns false if the position is too large for Beliefs.
    // Throws BudgetSpent.
    bool count() {
        is_counted_ = false;
        return is_counted_ = beliefs_.form(*graph_, frontier_, mines_, *budget_);
    }

    const Graph& graph() const { return *graph_; }
    int mines() const { return mines_; }
    const Frontier& frontier() const { return frontier_; }
    Frontier& frontier() { return frontier_; }
    const Structure& structure() const { return frontier_.structure(); }
    const Beliefs& beliefs() const { return beliefs_; }
    Beliefs& beliefs() { return beliefs_; }
    Budget& budget() const { return *budget_; }
    bool is_counted() const { return is_counted_; }

    bool is_unknown(int cell) const { return frontier_.states()[cell] == Frontier::kUnknown; }
    // Whether a number touches this unknown cell.
    bool is_touched(int cell) const { return frontier_.box_of(cell) != Frontier::kNoBox; }
    // The chance that this unknown cell is safe.
    double safety_of(int cell) const {
        return 1 - (is_touched(cell) ? beliefs_.box_chance(frontier_.box_of(cell))
                                     : beliefs_.untouched_chance());
    }
    int unknown_around(int cell) const { return frontier_.unknown_around(*graph_, cell); }

   private:
    void set_board(const Graph& graph, int mines) {
        graph_ = &graph;
        mines_ = mines;
        is_counted_ = false;
    }

    const Graph* graph_ = nullptr;
    int mines_ = 0;
    Frontier frontier_;
    Beliefs beliefs_;
    Budget* budget_ = nullptr;
    bool is_counted_ = false;
};

}  // namespace sapper
