// A player's decision: cells to open, its basis, and the cells that were compared.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace sapper {

// What a decision is based on.
enum class Basis : std::uint8_t {
    kCertain,        // the cell is safe in every layout
    kSafest,         // the safest cell
    kLookAhead,      // the safety of the next guess after each number
    kWinningChance,  // the learned winning chance after each number
    kSecondStep,     // the same, after also comparing the guesses that follow the next number
    kEndgame,        // the rest of the game, searched exactly
    kRegion,         // a closed part of the board, searched exactly
    kRough,          // single numbers only, because the budget was spent
    kRollouts        // sampled layouts, played to the end from every close candidate
};

// The name of a basis in Python and in JSON.
const char* name_of(Basis basis);

// A cell worth a guess, and the results of the look-ahead from it.
struct Candidate {
    static constexpr std::size_t kNumbers = 9;  // learned values fit plain boards only: 0 to 8

    std::int32_t cell = -1;
    double safety = 0;        // chance of no mine
    double progress = 0;      // chance that it is safe and leaves a certain safe cell
    double value = 0;         // what the candidates are compared by
    bool is_weighed = false;  // `value` is a winning chance, the mean of `wins`, and the arrays
                              // below are filled in, by the number that the cell may show:
    std::array<float, kNumbers> wins{};           // the winning chance then
    std::array<double, kNumbers> chances{};       // how likely the number is
    std::array<bool, kNumbers> leaves_a_guess{};  // nothing is certain then, and `wins` is learned
};

// Best first; ties go to the safer cell, then to the lower one, so that every build plays the same.
bool is_better(const Candidate& a, const Candidate& b);

struct Choice {
    Basis basis = Basis::kCertain;
    std::vector<std::int32_t> certain;  // safe cells to open, in order; empty for a guess
    int cell = -1;                      // the guess
    double safety = 1;                  // of the guess: the chance of no mine
    double win = -1;                    // exact winning chance if the endgame was searched
    std::vector<Candidate> candidates;  // what was compared, best first

    // Resets the choice but keeps its memory.
    void clear() {
        basis = Basis::kCertain;
        certain.clear();
        cell = -1;
        safety = 1;
        win = -1;
        candidates.clear();
    }
    void guess(Basis on, int guessed, double with_safety) {
        basis = on;
        cell = guessed;
        safety = with_safety;
    }
};

}  // namespace sapper
