// What the figures of a finished game are made of.
#pragma once

#include <string>
#include <string_view>

#include "documents/positions.hpp"

namespace sapper::documents {

// The chance that none of some covered cells (indices, each with a comma after it) is a mine, as
// src/sapper/games/pluck.py has it, and all cells that are certainly safe.
std::string survival_document(std::string_view line, std::string_view cells,
                              const Options& options);

// The 3BV of a layout (one sign per cell, * for a mine), and how much of it a position has solved.
std::string solved_document(std::string_view line, std::string_view layout);

}  // namespace sapper::documents
