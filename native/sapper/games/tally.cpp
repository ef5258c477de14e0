#include "sapper/games/tally.hpp"

#include <algorithm>
#include <cmath>

namespace sapper {

Interval wilson(double share, double games, double normal) {
    if (games <= 0) return {};
    const double spread = normal * normal / games;
    const double middle = (share + spread / 2) / (1 + spread);
    const double half =
        normal * std::sqrt(share * (1 - share) / games + spread / (4 * games)) / (1 + spread);
    // Clamped, because rounding could leave [0, 1] or miss the share.
    return {share <= 0 ? 0 : std::clamp(middle - half, 0.0, share),
            share >= 1 ? 1 : std::clamp(middle + half, share, 1.0)};
}

double Tally::chance() const { return std::clamp(mean(), 0.0, 1.0); }

Interval Tally::interval() const {
    const auto played = static_cast<double>(games);
    const double centre = (sum + 0.5) / (played + 1);
    const double spread = (squares + 0.5) / (played + 1) - centre * centre;
    const double within = (chance() * played + 0.5) / (played + 1);
    return wilson(chance(), played * within * (1 - within) / spread);
}

}  // namespace sapper
