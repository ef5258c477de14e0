// The algorithms of std::ranges that the core uses, for the C++ library of Debian's Emscripten,
// which has none. Included before every file of the WebAssembly build; native builds never see it.
#pragma once

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

#if defined(_LIBCPP_VERSION) && _LIBCPP_VERSION < 15000

namespace std::ranges {

struct Itself {
    template <class Value>
    constexpr Value&& operator()(Value&& value) const noexcept {
        return std::forward<Value>(value);
    }
};

// A comparison of what a projection gives of two values.
template <class Compare, class Projection>
auto compare_by(Compare compare, Projection projection) {
    return [=](const auto& a, const auto& b) {
        return std::invoke(compare, std::invoke(projection, a), std::invoke(projection, b));
    };
}

template <class A, class B>
bool equal(A&& a, B&& b) {
    return std::equal(std::begin(a), std::end(a), std::begin(b), std::end(b));
}

template <class Range, class Output>
void copy(Range&& range, Output output) {
    std::copy(std::begin(range), std::end(range), output);
}

template <class Range, class Output, class Function>
    requires std::input_or_output_iterator<Output>
void transform(Range&& range, Output output, Function function) {
    std::transform(std::begin(range), std::end(range), output, function);
}

template <class Range, class Value>
void fill(Range&& range, const Value& value) {
    std::fill(std::begin(range), std::end(range), value);
}

template <class Range>
void reverse(Range&& range) {
    std::reverse(std::begin(range), std::end(range));
}

template <class Range, class Value, class Projection = Itself>
auto find(Range&& range, const Value& value, Projection projection = {}) {
    return std::find_if(std::begin(range), std::end(range),
                        [&](const auto& each) { return std::invoke(projection, each) == value; });
}

template <class Range, class Test>
auto find_if(Range&& range, Test test) {
    return std::find_if(std::begin(range), std::end(range), test);
}

template <class Range, class Value>
auto count(Range&& range, const Value& value) {
    return std::count(std::begin(range), std::end(range), value);
}

template <class Range, class Test>
auto count_if(Range&& range, Test test) {
    return std::count_if(std::begin(range), std::end(range), test);
}

template <class Range, class Test>
bool all_of(Range&& range, Test test) {
    return std::all_of(std::begin(range), std::end(range), test);
}

template <class Range, class Test>
bool any_of(Range&& range, Test test) {
    return std::any_of(std::begin(range), std::end(range), test);
}

template <class Range, class Test>
bool none_of(Range&& range, Test test) {
    return std::none_of(std::begin(range), std::end(range), test);
}

template <class Range, class Compare = std::less<>, class Projection = Itself>
void sort(Range&& range, Compare compare = {}, Projection projection = {}) {
    std::sort(std::begin(range), std::end(range), compare_by(compare, projection));
}

template <class Range, class Compare = std::less<>, class Projection = Itself>
void stable_sort(Range&& range, Compare compare = {}, Projection projection = {}) {
    std::stable_sort(std::begin(range), std::end(range), compare_by(compare, projection));
}

template <class Range, class Compare = std::less<>, class Projection = Itself>
auto max_element(Range&& range, Compare compare = {}, Projection projection = {}) {
    return std::max_element(std::begin(range), std::end(range), compare_by(compare, projection));
}

template <class Range, class Compare>
void make_heap(Range&& range, Compare compare) {
    std::make_heap(std::begin(range), std::end(range), compare);
}

template <class Range, class Compare>
void pop_heap(Range&& range, Compare compare) {
    std::pop_heap(std::begin(range), std::end(range), compare);
}

}  // namespace std::ranges

#endif
