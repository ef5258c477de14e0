// The algorithms of std::ranges that the core uses, for the C++ library of Debian's Emscripten,
// which has none. Included before every file of the WebAssembly build; native builds never see it.
#pragma once

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

#if defined(_LIBCPP_VERSION) && _LIBCPP_VERSION < 15000

namespace std::ranges {

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

template <class Range, class Value, class Projection = std::identity>
auto find(Range&& range, const Value& value, Projection projection = {}) {
    return std::find_if(std::begin(range), std::end(range),
                        [&](const auto& each) { return std::invoke(projection, each) == value; });
}

#define OF_ITS_ENDS_BY_COMPARISON(name)                                                        \
    template <class Range, class Compare = std::less<>, class Projection = std::identity>      \
    auto name(Range&& range, Compare compare = {}, Projection projection = {}) {               \
        return std::name(std::begin(range), std::end(range), compare_by(compare, projection)); \
    }
OF_ITS_ENDS_BY_COMPARISON(sort)
OF_ITS_ENDS_BY_COMPARISON(stable_sort)
OF_ITS_ENDS_BY_COMPARISON(max_element)
OF_ITS_ENDS_BY_COMPARISON(min_element)

// Those that the core calls without a projection, given the two ends of the range.
#define OF_ITS_ENDS(name)                                                                  \
    template <class Range, class... Rest>                                                  \
    auto name(Range&& range, Rest&&... rest) {                                             \
        return std::name(std::begin(range), std::end(range), std::forward<Rest>(rest)...); \
    }
OF_ITS_ENDS(copy)
OF_ITS_ENDS(transform)
OF_ITS_ENDS(fill)
OF_ITS_ENDS(reverse)
OF_ITS_ENDS(find_if)
OF_ITS_ENDS(count)
OF_ITS_ENDS(count_if)
OF_ITS_ENDS(all_of)
OF_ITS_ENDS(any_of)
OF_ITS_ENDS(none_of)
OF_ITS_ENDS(make_heap)
OF_ITS_ENDS(pop_heap)
#undef OF_ITS_ENDS
#undef OF_ITS_ENDS_BY_COMPARISON

}  // namespace std::ranges

#endif
