// The door: named functions of the core, called with bytes and answered with bytes.
//
// The caller writes the name of a function and the list of its arguments to `door_input`, in the
// format of marshal.hpp. `door_call` returns the size of the answer, which stands at `door_output`
// until the next call: None and the result, or the name of an error and what it says.
//
// A new function is one more entry in a table of calls, and nothing in Python: its parameters say
// what is read, its result what is written, and every name becomes a function of `sapper._core`.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "door/marshal.hpp"
#include "sapper/budget.hpp"
#include "sapper/games/simulate.hpp"
#include "sapper/graph.hpp"

namespace door {

using namespace sapper;

// Nobody can interrupt the core here but by ending its worker.
inline const std::atomic<bool> never{false};

// What the caller keeps until `door_drop`: a function returns a pointer to it, and another takes a
// reference to its value.
struct Object {
    std::shared_ptr<void> value;
};

// A graph and one byte for each of its cells.
struct Board {
    Board(const Graph& graph_, Bytes cells_) : graph(graph_), cells(cells_) {
        if (cells.size() != static_cast<std::size_t>(graph.size()))
            throw std::invalid_argument("expected one face per cell");
    }
    const Graph& graph;
    Bytes cells;
};

StartRule start_named(std::string_view name);

template <class Parameter>
Parameter read(Reader& from) {
    if constexpr (std::is_lvalue_reference_v<Parameter>) {
        const auto* object = reinterpret_cast<const Object*>(from.get<std::uintptr_t>());
        return *static_cast<std::remove_reference_t<Parameter>*>(object->value.get());
    } else if constexpr (std::is_same_v<Parameter, Board>) {
        return Board{read<const Graph&>(from), from.get<Bytes>()};
    } else if constexpr (std::is_same_v<Parameter, Budget>) {
        return Budget{from.get<std::int64_t>(), from.get<double>()};
    } else if constexpr (std::is_same_v<Parameter, Setting>) {
        return setting_named(from.get<std::string_view>());
    } else if constexpr (std::is_same_v<Parameter, StartRule>) {
        return start_named(from.get<std::string_view>());
    } else {
        return from.get<Parameter>();
    }
}

template <class Result, class... Parameters>
void call(Result (*function)(Parameters...), Reader& from, Writer& to) {
    if (from.length() < sizeof...(Parameters)) throw std::invalid_argument("too few arguments");
    std::tuple<Parameters...> arguments{read<Parameters>(from)...};
    to.put(std::tuple(std::optional<bool>{}, std::apply(function, std::move(arguments))));
}

inline std::map<std::string_view, std::function<void(Reader&, Writer&)>> all_calls;

// A function that can be called by its name.
struct Call {
    template <class Function>
    Call(const char* name, Function* function) {
        all_calls[name] = [=](Reader& from, Writer& to) { call(function, from, to); };
    }
};
#define CALL(function) {#function, function}

// What a function makes of each value of a list.
template <class List, class Make>
auto each_of(const List& list, Make make) {
    std::vector<decltype(make(*list.begin()))> made;
    for (const auto& each : list) made.push_back(make(each));
    return made;
}

template <class Value>
std::optional<Value> value_if(bool is_known, Value value) {
    return is_known ? std::optional(std::move(value)) : std::nullopt;
}

}  // namespace door
