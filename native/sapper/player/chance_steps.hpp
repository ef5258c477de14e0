// Compares chances so that every build and every machine makes the same decision.
//
// The same chance computed in different ways may differ in its last digits, so chances are rounded
// to steps before they are compared.
#pragma once

#include <cmath>

namespace sapper {

inline constexpr double kStep = 1.2345e-10;  // no simple fraction lies on the edge of a step

inline long long step_of(double chance) { return std::llround(chance / kStep); }

// Whether two chances are in different steps; most pairs need no division.
inline bool differ(double a, double b) {
    if (a == b) return false;
    return std::abs(a - b) > 2 * kStep || step_of(a) != step_of(b);
}

// Order by value, then by safety, then by cell.
template <class Cell>
bool comes_before(const Cell& a, const Cell& b) {
    if (differ(a.value, b.value)) return a.value > b.value;
    if (differ(a.safety, b.safety)) return a.safety > b.safety;
    return a.cell < b.cell;
}

}  // namespace sapper
