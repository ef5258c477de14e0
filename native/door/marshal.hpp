// Values as bytes, in the format of Python's `marshal`, version 2: both sides of the door read and
// write any value, and no function needs an encoding of its own.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

namespace door {

using Bytes = std::span<const std::uint8_t>;

// Numbers, texts, bytes, what may be missing, tuples and lists of such values.
class Writer {
   public:
    std::vector<std::uint8_t> bytes;

    template <class Value>
    void put(const Value& value) {
        if constexpr (std::is_same_v<Value, bool>) {
            bytes.push_back(value ? 'T' : 'F');
        } else if constexpr (std::is_integral_v<Value> || std::is_enum_v<Value>) {
            put_raw('I', static_cast<std::int64_t>(value));
        } else if constexpr (std::is_floating_point_v<Value>) {
            put_raw('g', static_cast<double>(value));
        } else if constexpr (std::is_convertible_v<Value, std::string_view>) {
            const std::string_view text = value;
            put_block('u', text.data(), text.size());
        } else if constexpr (std::is_pointer_v<Value>) {
            put(reinterpret_cast<std::uintptr_t>(value));
        } else if constexpr (std::is_convertible_v<const Value&, Bytes>) {
            put_block('s', value.data(), value.size());
        } else if constexpr (requires { value.has_value(); }) {
            value.has_value() ? put(*value) : bytes.push_back('N');
        } else if constexpr (requires { std::tuple_size<Value>::value; }) {
            put_raw('(', static_cast<std::uint32_t>(std::tuple_size_v<Value>));
            std::apply([&](const auto&... each) { (put(each), ...); }, value);
        } else {
            put_raw('[', static_cast<std::uint32_t>(value.size()));
            for (const auto& each : value) put(each);
        }
    }

   private:
    template <class Plain>
    void put_raw(char kind, Plain value) {
        const auto* raw = reinterpret_cast<const std::uint8_t*>(&value);
        bytes.push_back(static_cast<std::uint8_t>(kind));
        bytes.insert(bytes.end(), raw, raw + sizeof value);
    }
    void put_block(char kind, const void* from, std::size_t size) {
        const auto* raw = static_cast<const std::uint8_t*>(from);
        put_raw(kind, static_cast<std::uint32_t>(size));
        bytes.insert(bytes.end(), raw, raw + size);
    }
};

// Reads what the caller wrote with the same library: it checks kinds, not sizes.
class Reader {
   public:
    explicit Reader(Bytes bytes) : bytes_(bytes) {}

    template <class Value>
    Value get() {
        if constexpr (std::is_floating_point_v<Value>) {
            if (bytes_.front() != 'g') return static_cast<Value>(whole());
            take("g");
            return raw<double>();
        } else if constexpr (std::is_integral_v<Value>) {
            return static_cast<Value>(whole());
        } else if constexpr (std::is_same_v<Value, Bytes> ||
                             std::is_same_v<Value, std::string_view>) {
            take("sut");
            const auto size = raw<std::uint32_t>();
            const Bytes found = bytes_.first(size);
            bytes_ = bytes_.subspan(size);
            using Unit = std::remove_cvref_t<decltype(Value().front())>;
            return {reinterpret_cast<const Unit*>(found.data()), size};
        } else if constexpr (requires(Value list) { list.resize(1); }) {
            Value list(length());
            for (auto& each : list) each = get<typename Value::value_type>();
            return list;
        } else {
            length();
            return get_each(static_cast<Value*>(nullptr));
        }
    }

    // How many values follow in a list or tuple that begins here.
    std::size_t length() {
        take("[(");
        return raw<std::uint32_t>();
    }

   private:
    template <class... Each>
    std::tuple<Each...> get_each(std::tuple<Each...>*) {
        return {get<Each>()...};
    }
    char take(std::string_view kinds) {
        const char kind = bytes_.empty() ? ' ' : static_cast<char>(bytes_.front());
        if (kinds.find(kind) == std::string_view::npos)
            throw std::invalid_argument("an argument of a wrong type");
        bytes_ = bytes_.subspan(1);
        return kind;
    }
    template <class Plain>
    Plain raw() {
        Plain value;
        std::memcpy(&value, bytes_.data(), sizeof value);
        bytes_ = bytes_.subspan(sizeof value);
        return value;
    }
    // Python writes an integer of more than 32 bits as digits of 15 bits; JavaScript has doubles.
    std::uint64_t whole() {
        const char kind = take("TFilg");
        if (kind == 'T' || kind == 'F') return kind == 'T';
        if (kind == 'g')
            return static_cast<std::uint64_t>(static_cast<std::int64_t>(raw<double>()));
        const int first = raw<int>();
        if (kind == 'i') return static_cast<std::uint64_t>(std::int64_t{first});
        std::uint64_t value = 0;
        for (int digit = 0; digit < (first < 0 ? -first : first); ++digit)
            value |= std::uint64_t{raw<std::uint16_t>()} << (15 * digit);
        return first < 0 ? -value : value;
    }

    Bytes bytes_;
};

}  // namespace door
