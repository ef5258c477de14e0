// Returns results of the core as NumPy arrays.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <vector>

// A one-dimensional array, filled by `fill(T*)`.
template <class T, class Fill>
auto new_array(std::size_t size, Fill&& fill) {
    auto* values = new T[size];
    nanobind::capsule owner(values, [](void* p) noexcept { delete[] static_cast<T*>(p); });
    fill(values);
    return nanobind::ndarray<nanobind::numpy, T, nanobind::ndim<1>>(values, {size}, owner);
}

template <class T>
auto array_of(const std::vector<T>& from) {
    return new_array<T>(from.size(), [&](T* to) { std::ranges::copy(from, to); });
}

// A two-dimensional array in row-major order.
template <class T>
auto table_of(const std::vector<T>& from, std::size_t columns) {
    auto* values = new T[from.size()];
    nanobind::capsule owner(values, [](void* p) noexcept { delete[] static_cast<T*>(p); });
    std::ranges::copy(from, values);
    return nanobind::ndarray<nanobind::numpy, T, nanobind::ndim<2>>(
        values, {from.size() / columns, columns}, owner);
}
