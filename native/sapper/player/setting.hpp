// The settings of the players `fast`, `lookahead`, `champion`, `patient` and `deep`.
//
// The table below is the only definition of these names; the bindings, and so Python, look them up
// here.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace sapper {

struct Setting {
    double band = 0;          // candidates may be this much less safe than the safest cell
    int most_candidates = 0;  // kinds of cells compared by looking one step ahead
    int most_weighed = 0;     // of those, how many are compared by their winning chance
    int most_rethought = 0;   // of those, how many close ones get a second step of look-ahead
    bool is_learned = false;  // compare winning chances where the learned value fits the board
    int endgame_layouts = 0;  // search the game to its end from this many layouts on; 0: never
    std::int64_t endgame_nodes = 0;  // the work allowed for that search
    int leaf_layouts = 0;            // the same for the positions that a guess may lead to
    std::int64_t leaf_nodes = 0;     // for all of them together
    std::int64_t layouts = 0;  // play close candidates out on so many layouts (games/deep.hpp)
};

// The safest cell; among equally safe ones, of the three kinds with the fewest hidden neighbours
// the one whose number is likely to help most.
inline constexpr Setting kFast{.most_candidates = 3};

// One step of look-ahead in a band of candidates, and the exact end of the game.
inline constexpr Setting kLookAhead{
    .band = 0.10, .most_candidates = 16, .endgame_layouts = 2000, .endgame_nodes = 30'000};

// The same with the learned winning chance at the end of the look-ahead.
inline constexpr Setting kChampion{.band = 0.20,
                                   .most_candidates = 24,
                                   .most_weighed = 8,
                                   .is_learned = true,
                                   .endgame_layouts = 4000,
                                   .endgame_nodes = 30'000,
                                   .leaf_layouts = 400,
                                   .leaf_nodes = 20'000};

// More candidates, and a second step of look-ahead where some are close.
inline constexpr Setting kPatient = [] {
    Setting setting = kChampion;
    setting.most_candidates = 40;
    setting.most_weighed = 12;
    setting.most_rethought = 3;
    return setting;
}();

// The same, with close guesses played out.
inline constexpr Setting kDeep = [] {
    Setting setting = kPatient;
    setting.layouts = 64;
    return setting;
}();

struct NamedSetting {
    std::string_view name;
    Setting setting;
};
inline constexpr std::array kSettings{
    NamedSetting{"fast", kFast}, NamedSetting{"lookahead", kLookAhead},
    NamedSetting{"champion", kChampion}, NamedSetting{"patient", kPatient},
    NamedSetting{"deep", kDeep}};

// The setting of a name; deep:layouts=N is `deep` with so many layouts. Throws
// std::invalid_argument for any other.
Setting setting_named(std::string_view name);

}  // namespace sapper
