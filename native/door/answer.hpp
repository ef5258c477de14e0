// How the door takes bytes and gives answers: shared by all its functions.
//
// The caller writes bytes to `door_input`. A function returns the size of its answer, which stands
// at `door_output` until the next call: a status, the count of numbers, the numbers as doubles, and
// then raw bytes. Words of 64 bits come as two halves.
#pragma once

#include <cstdint>
#include <cstring>
#include <new>
#include <ranges>
#include <span>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "sapper/budget.hpp"
#include "sapper/graph.hpp"

#define DOOR extern "C" __attribute__((used, visibility("default")))

namespace door {

using namespace sapper;

enum Status { kAnswered, kBudgetSpent, kBadValue, kNoMemory, kFailed };

inline std::vector<std::uint8_t> input;
inline std::vector<double> output, numbers;
inline std::vector<std::uint8_t> raw;

// Nobody can interrupt the core here but by ending its worker.
inline const std::atomic<bool> never{false};

template <class Number>
    requires std::is_arithmetic_v<Number> || std::is_enum_v<Number>
void put(Number value) {
    numbers.push_back(static_cast<double>(value));
}
// Lists are written with their length, unless it is known to the caller.
template <class List>
void put_each(const List& list) {
    for (const auto& each : list) put(each);
}
template <class List>
    requires requires(const List& list) { list.begin(); }
void put(const List& list) {
    put(list.size());
    put_each(list);
}
template <class First, class Second, class... Rest>
void put(const First& first, const Second& second, const Rest&... rest) {
    put(first);
    put(second);
    (put(rest), ...);
}
inline void put_bytes(std::span<const std::uint8_t> bytes) {
    raw.insert(raw.end(), bytes.begin(), bytes.end());
}
inline void put_text(std::string_view text) { raw.insert(raw.end(), text.begin(), text.end()); }

inline int write_answer(Status status) {
    const std::size_t size = sizeof(double) * (2 + numbers.size()) + raw.size();
    output.resize(size / sizeof(double) + 1);
    output[0] = status;
    output[1] = static_cast<double>(numbers.size());
    std::copy(numbers.begin(), numbers.end(), output.begin() + 2);
    if (!raw.empty()) std::memcpy(&output[2 + numbers.size()], raw.data(), raw.size());
    return static_cast<int>(size);
}

inline void clear_answer() {
    numbers.clear();
    raw.clear();
}

inline int write_error(Status status, std::string_view text) {
    clear_answer();
    put_text(text);
    return write_answer(status);
}

// Runs `work`, which puts the answer; errors become a status.
template <class Work>
int answer(Work&& work) {
    clear_answer();
    try {
        work();
        return write_answer(kAnswered);
    } catch (const BudgetSpent& spent) {
        clear_answer();
        put(spent.states, spent.milliseconds, spent.limit);
        return write_answer(kBudgetSpent);
    } catch (const std::invalid_argument& error) {
        return write_error(kBadValue, error.what());
    } catch (const std::bad_alloc& error) {
        return write_error(kNoMemory, error.what());
    } catch (const std::exception& error) {
        return write_error(kFailed, error.what());
    }
}

inline std::uint64_t join(std::uint32_t high, std::uint32_t low) {
    return std::uint64_t{high} << 32 | low;
}

inline Budget budget_of(double states, double milliseconds) {
    return Budget(static_cast<std::int64_t>(states), milliseconds);
}

// `count` values of the input, from a byte on.
template <class Value>
std::span<const Value> read(std::size_t from, std::size_t count) {
    return {reinterpret_cast<const Value*>(input.data() + from), count};
}

// The boards of the input, one byte per cell: the first, the second ...
inline std::span<const std::uint8_t> board(const Graph& graph, std::size_t which = 0) {
    const auto size = static_cast<std::size_t>(graph.size());
    return read<std::uint8_t>(which * size, size);
}

inline std::vector<std::uint8_t> layout_of(const Graph& graph) {
    const auto cells = board(graph);
    return {cells.begin(), cells.end()};
}

}  // namespace door
