// Writes JSON: a text that grows by keys, values and lists.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <span>
#include <string>
#include <string_view>

namespace sapper::documents {

class Json {
   public:
    Json& begin() { return put('{'); }
    Json& end() { return close('}'); }
    Json& begin_list() { return put('['); }
    Json& end_list() { return close(']'); }

    Json& key(std::string_view name) {
        text(name);
        text_.back() = ':';
        return *this;
    }
    // Names and numbers only: nothing that would have to be escaped but quotes and backslashes.
    Json& text(std::string_view value) {
        text_.push_back('"');
        for (const char sign : value) {
            if (sign == '"' || sign == '\\') text_.push_back('\\');
            text_.push_back(static_cast<unsigned char>(sign) < ' ' ? ' ' : sign);
        }
        text_.append("\",");
        return *this;
    }
    Json& number(std::int64_t value) { return raw(std::to_string(value)); }
    // With as many digits as give the same double again; null for what is no number.
    Json& real(double value) {
        if (!std::isfinite(value)) return null();
        char digits[32];
        std::snprintf(digits, sizeof digits, "%.17g", value);
        return raw(digits);
    }
    Json& flag(bool value) { return raw(value ? "true" : "false"); }
    Json& null() { return raw("null"); }
    Json& raw(std::string_view value) {
        text_.append(value).push_back(',');
        return *this;
    }
    // Cells as pairs of row and column.
    Json& cell(int index, int columns) {
        return begin_list().number(index / columns).number(index % columns).end_list();
    }
    Json& cells(std::span<const std::int32_t> indices, int columns) {
        begin_list();
        for (const std::int32_t index : indices) cell(index, columns);
        return end_list();
    }

    // The document; begin and end must have met.
    std::string take() {
        text_.pop_back();
        return std::move(text_);
    }

   private:
    Json& put(char sign) {
        text_.push_back(sign);
        return *this;
    }
    Json& close(char sign) {
        if (text_.back() == ',') text_.pop_back();
        text_.push_back(sign);
        return put(',');
    }

    std::string text_;
};

}  // namespace sapper::documents
