// What is known of a board as JSON: a part of the row of a dataset.
//
// A board of 16x30 has hundreds of covered cells and some dozens of different chances, and the next
// board repeats most of them: so the text of a number is kept and copied.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>

namespace sapper {

class BoardJson {
   public:
    // Writes a number; the caller's, because only newer C++ libraries have the shortest text.
    using NumberText = std::string (*)(double);

    BoardJson(int columns, NumberText number_text);

    // Returns `"chances":[[...],...],"safe":[[0,1],...],"mines":[...]`, without braces; the chance
    // of an open cell is null. Both spans have one entry per cell, verdicts as a batch gives them.
    std::string text(std::span<const double> chances, std::span<const std::uint8_t> verdicts);

   private:
    struct Known {
        double value = -1;
        std::string text;
    };

    void add_chances(std::span<const double> chances, std::string& text);
    void add_number(double value, std::string& text);
    void add_cells(std::span<const std::uint8_t> verdicts, std::uint8_t wanted, std::string& text);

    int columns_;
    NumberText number_text_;
    std::array<Known, 1024> known_;  // by a hash of the number
};

}  // namespace sapper
