#include "sapper/player/click_rollout.hpp"

#include <algorithm>
#include <cmath>

namespace sapper {

namespace {

constexpr double kUnknownIsSafe = 0.8;

// How good it is to open a safe cell: it may be a zero, safe cells around it may be chorded from
// it, and mines around it cost flags.
double score_of(int unknown, int mines, int safe) {
    const double zero = mines > 0 ? 0 : 2 * std::pow(kUnknownIsSafe, unknown);
    return zero + 0.3 * safe - 0.2 * mines - 0.04 * unknown;
}

}  // namespace

void ClickRollout::begin(const Graph& graph, std::span<const std::uint8_t> faces, int mines,
                         std::span<const Known> known) {
    graph_ = &graph;
    mines_ = mines;
    start_ = State{};
    start_.cells.resize(faces.size());
    for (int cell = 0; cell < graph.size(); ++cell) {
        Cell& own = start_.cells[cell];
        own.is_open = is_number(faces[cell]);
        own.known = own.is_open ? Known::kSafe : known[cell];
        own.has_flag = faces[cell] == kFlag || faces[cell] == sapper::kMine;
        start_.covered += !own.is_open;
        if (own.is_open) continue;
        if (own.known == Known::kSafe) start_.safe.push_back(cell);
        for (const int j : graph.around(cell)) {
            Cell& near = start_.cells[j];
            near.unknown += own.known == Known::kNothing;
            near.safe += own.known == Known::kSafe;
            near.mines += own.known == Known::kMine;
            near.unflagged += own.known == Known::kMine && !own.has_flag;
        }
    }
    std::swap(now_, start_);
    for (int cell = 0; cell < graph.size(); ++cell) look_at(cell);
    std::swap(now_, start_);
}

double ClickRollout::play(std::span<const std::uint8_t> numbers, ClickMove first, int most) {
    now_ = start_;
    numbers_ = numbers;
    first.is_chord ? chord(first.cell) : click(first.cell);
    while (!is_over() && now_.clicks < most) {
        settle();
        if (!chord_best() && !open_best() && !learn_something()) open_unknown();
    }
    return most == kToTheEnd ? now_.clicks : now_.clicks - kClicksPer3bv * now_.solved;
}

void ClickRollout::look_at(int number) {
    Cell& own = now_.cells[number];
    if (!own.is_open) return;
    if (own.unknown > 0) {
        now_.changed.push_back(number);
    } else if (own.safe > 0 && !own.is_listed) {
        own.is_listed = true;
        now_.chords.push_back(number);
    }
}

void ClickRollout::learn(int cell, Known known) {
    if (now_.cells[cell].known != Known::kNothing) return;
    now_.cells[cell].known = known;
    const bool is_safe = known == Known::kSafe;
    if (is_safe) now_.safe.push_back(cell);
    for (const int j : graph_->around(cell)) {
        Cell& near = now_.cells[j];
        --near.unknown;
        near.safe += is_safe;
        near.mines += !is_safe;
        near.unflagged += !is_safe;
        look_at(j);
    }
}

void ClickRollout::learn_truth_around(int number) {
    for (const int j : graph_->around(number))
        if (!now_.cells[j].is_open)
            learn(j, numbers_[j] == sapper::kMine ? Known::kMine : Known::kSafe);
}

void ClickRollout::settle() {
    while (!now_.changed.empty()) {
        const int number = now_.changed.back();
        now_.changed.pop_back();
        const Cell& own = now_.cells[number];
        const int need = numbers_[number] - own.mines;
        if (own.unknown > 0 && (need == 0 || need == own.unknown)) learn_truth_around(number);
    }
}

void ClickRollout::show(int cell) {
    Cell& own = now_.cells[cell];
    const bool was_known = own.known == Known::kSafe;
    own.is_open = true;
    own.known = Known::kSafe;
    --now_.covered;
    for (const int j : graph_->around(cell)) {
        Cell& near = now_.cells[j];
        near.safe -= was_known;
        near.unknown -= !was_known;
        if (!was_known) look_at(j);
    }
    look_at(cell);
}

// The first zero of an opening, or a number that touches none.
bool ClickRollout::is_worth_3bv(int cell) const {
    for (const int j : graph_->around(cell))
        if (numbers_[j] == 0 && (numbers_[cell] != 0 || now_.cells[j].is_open)) return false;
    return true;
}

void ClickRollout::open(int cell) {
    if (now_.cells[cell].is_open) return;
    now_.solved += is_worth_3bv(cell);
    show(cell);
    zeros_.clear();
    if (numbers_[cell] == 0) zeros_.push_back(cell);
    while (!zeros_.empty()) {
        const int zero = zeros_.back();
        zeros_.pop_back();
        for (const int j : graph_->around(zero)) {
            if (now_.cells[j].is_open || now_.cells[j].has_flag) continue;
            show(j);
            if (numbers_[j] == 0) zeros_.push_back(j);
        }
    }
}

// A flag on a safe cell must be removed first, which is a click.
void ClickRollout::unmark(int cell) {
    now_.clicks += now_.cells[cell].has_flag;
    now_.cells[cell].has_flag = false;
}

void ClickRollout::click(int cell) {
    unmark(cell);
    ++now_.clicks;
    open(cell);
}

void ClickRollout::chord(int number) {
    for (const int mine : graph_->around(number)) {
        Cell& own = now_.cells[mine];
        if (own.known != Known::kMine || own.has_flag) continue;
        own.has_flag = true;
        ++now_.clicks;
        for (const int j : graph_->around(mine)) --now_.cells[j].unflagged;
    }
    ++now_.clicks;
    for (const int j : graph_->around(number)) {
        if (now_.cells[j].known != Known::kSafe || now_.cells[j].is_open) continue;
        unmark(j);
        open(j);
    }
}

// The chord that opens most cells beyond its own clicks, if any opens as many.
bool ClickRollout::chord_best() {
    int best = -1, most = -1;
    std::erase_if(now_.chords, [&](int number) {
        Cell& own = now_.cells[number];
        const int saved = own.safe - own.unflagged - 1;
        if (saved > most) {
            best = number;
            most = saved;
        }
        own.is_listed = own.safe > 0;
        return !own.is_listed;
    });
    if (best >= 0) chord(best);
    return best >= 0;
}

bool ClickRollout::open_best() {
    std::erase_if(now_.safe, [&](int cell) { return now_.cells[cell].is_open; });
    int best = -1;
    double highest = 0;
    for (const int cell : now_.safe) {
        const Cell& own = now_.cells[cell];
        const double score = score_of(own.unknown, own.mines, own.safe);
        if (best < 0 || score > highest) {
            best = cell;
            highest = score;
        }
    }
    if (best >= 0) click(best);
    return best >= 0;
}

bool ClickRollout::learn_something() {
    for (int cell = 0; cell < graph_->size(); ++cell) {
        if (!now_.cells[cell].is_open || now_.cells[cell].unknown == 0) continue;
        learn_truth_around(cell);
        return true;
    }
    return false;
}

// No number touches what is left: one of its safe cells costs a click.
void ClickRollout::open_unknown() {
    for (int cell = 0; cell < graph_->size(); ++cell) {
        if (now_.cells[cell].is_open || numbers_[cell] == sapper::kMine) continue;
        click(cell);
        return;
    }
}

}  // namespace sapper
