// Plays a drawn layout on by simple rules and counts the clicks, less what they solved.
//
// `efficient` compares moves by the mean of such counts over layouts that fit. What is known at the
// start is exact. From then on only single numbers conclude anything, as a person would at a
// glance; where they conclude nothing, one number is told what lies around it, free of charge. So
// the rules never use a mine that a good player could not know soon. (With all mines known from the
// start, as for ZiNi, every move looks as if a better one would follow: that plays worse.)
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "sapper/graph.hpp"

namespace sapper {

enum class Known : std::uint8_t { kNothing, kSafe, kMine };

// Open a cell, or chord a number after flagging the mines around it that have no flag.
struct ClickMove {
    std::int32_t cell;
    bool is_chord;
};

class ClickRollout {
   public:
    // Starts from a position and what is known of its covered cells; flags count only on mines.
    void begin(const Graph& graph, std::span<const std::uint8_t> faces, int mines,
               std::span<const Known> known);
    // Plays on from there with this move; `numbers` are those of a layout that fits, or kMine.
    // Returns the clicks until all safe cells are open or, once there are as many as `most`, the
    // clicks less what the 3BV that they solved usually takes.
    double play(std::span<const std::uint8_t> numbers, ClickMove first, int most);

    static constexpr int kToTheEnd = std::numeric_limits<int>::max();
    static constexpr double kClicksPer3bv = 0.85;

   private:
    struct Cell {
        Known known = Known::kNothing;
        bool is_open = false, has_flag = false, is_listed = false;
        // Around it: covered cells not known yet, known mines, those without a flag, and safe ones.
        int unknown = 0, mines = 0, unflagged = 0, safe = 0;
    };
    struct State {
        std::vector<Cell> cells;
        std::vector<std::int32_t> changed;  // open numbers that may settle their neighbours
        std::vector<std::int32_t> safe;     // covered, some open since
        std::vector<std::int32_t> chords;   // numbers with nothing unknown around them
        int clicks = 0, covered = 0, solved = 0;
    };

    bool is_worth_3bv(int cell) const;
    bool is_over() const { return now_.covered == mines_; }
    void look_at(int number);
    void learn(int cell, Known known);
    void learn_truth_around(int number);
    void settle();
    void show(int cell);
    void open(int cell);
    void unmark(int cell);
    void click(int cell);
    void chord(int number);
    bool chord_best();
    bool open_best();
    bool learn_something();
    void open_unknown();

    const Graph* graph_ = nullptr;
    std::span<const std::uint8_t> numbers_;
    State start_, now_;
    int mines_ = 0;
    std::vector<std::int32_t> zeros_;
};

}  // namespace sapper
