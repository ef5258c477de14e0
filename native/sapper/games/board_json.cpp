#include "sapper/games/board_json.hpp"

#include <cmath>
#include <cstring>

#include "sapper/count/solve.hpp"

namespace sapper {

BoardJson::BoardJson(int columns, NumberText number_text)
    : columns_(columns), number_text_(number_text) {}

std::string BoardJson::text(std::span<const double> chances,
                            std::span<const std::uint8_t> verdicts) {
    std::string text;
    text.reserve(16 * chances.size());
    text += "\"chances\":[";
    add_chances(chances, text);
    text += "],\"safe\":[";
    add_cells(verdicts, kSafe, text);
    text += "],\"mines\":[";
    add_cells(verdicts, kCertainMine, text);
    text += ']';
    return text;
}

void BoardJson::add_chances(std::span<const double> chances, std::string& text) {
    int column = 0;
    for (const double chance : chances) {
        text += column > 0 ? ',' : '[';
        add_number(chance, text);
        if (++column == columns_) {
            text += "],";
            column = 0;
        }
    }
    if (!chances.empty()) text.pop_back();  // the comma after the last row
}

void BoardJson::add_number(double value, std::string& text) {
    if (std::isnan(value)) {
        text += "null";
        return;
    }
    std::uint64_t bits;  // Emscripten 3.1 has no std::bit_cast
    std::memcpy(&bits, &value, sizeof bits);
    Known& known = known_[(bits * 0x9E3779B97F4A7C15U) >> 54U];
    if (known.value != value) known = {value, number_text_(value)};
    text += known.text;
}

void BoardJson::add_cells(std::span<const std::uint8_t> verdicts, std::uint8_t wanted,
                          std::string& text) {
    bool is_first = true;
    for (std::size_t cell = 0; cell < verdicts.size(); ++cell) {
        if (verdicts[cell] != wanted) continue;
        if (!is_first) text += ',';
        is_first = false;
        const auto columns = static_cast<std::size_t>(columns_);
        text += '[';
        text += std::to_string(cell / columns);
        text += ',';
        text += std::to_string(cell % columns);
        text += ']';
    }
}

}  // namespace sapper
