// The documents about a position, as the routes of the server send them (docs/10-documents.md).
//
// Every function takes a position's line and returns JSON; only the core computes. What needs
// Python (proofs, repairs, sentences) is not here. Tests compare every document with the server's.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sapper::documents {

// How to read a position: the fields of a request.
struct Options {
    bool trust_flags = false;
    std::string_view density;  // as it was written; empty if none was given
    double milliseconds = 0;   // the budget; 0: none
};

// An analysis without its chances, which are in `chances` (nan where a cell is not covered).
// Without any layout that fits: `{"clash": [cells], "is_mine_count": bool}`.
std::string analysis_document(std::string_view line, const Options& options,
                              std::vector<double>& chances);

std::string cell_document(std::string_view line, int row, int column, const Options& options);

// The choice without its words: basis, candidates, whether it is exact.
std::string choice_document(std::string_view line, std::string_view name, int limit,
                            const Options& options);

std::string win_chance_document(std::string_view line, std::string_view player, std::int64_t games,
                                std::uint64_t seed, const Options& options);

}  // namespace sapper::documents
