// The only random number generator of the core: small, and the same on every platform.
//
// SplitMix64 (Steele, Lea and Flood, 2014) turns (seed, game) into the four words of state of
// xoshiro256** (Blackman and Vigna, 2018). Both are public-domain methods of a few lines; tests
// compare this file with its plain Python twin in tests/support/slow_dealing.py.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace sapper {

// SplitMix64's output function: a bijection of the 64-bit words that scatters neighbours far apart.
constexpr std::uint64_t scatter(std::uint64_t word) noexcept {
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9ULL;
    word = (word ^ (word >> 27)) * 0x94D049BB133111EBULL;
    return word ^ (word >> 31);
}

// The key of game number `game` of a seed; no two games of one seed share a key.
constexpr std::uint64_t game_key(std::uint64_t seed, std::uint64_t game) noexcept {
    return scatter(scatter(seed) + game);
}

class Random {
   public:
    explicit constexpr Random(std::uint64_t key) noexcept {
        for (std::uint64_t& word : state_) {
            key += 0x9E3779B97F4A7C15ULL;
            word = scatter(key);
        }
    }

    constexpr std::uint64_t next() noexcept {
        const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
        const std::uint64_t carried = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= carried;
        state_[3] = std::rotl(state_[3], 45);
        return result;
    }

    // A uniform number below `bound` (at least 1), without bias: the upper half of a 32 by 32 bit
    // product, redrawn in the rare case that its lower half falls into the uneven rest (Lemire,
    // 2019). The rest is below `bound`, so its division is nearly never needed.
    constexpr std::uint32_t below(std::uint32_t bound) noexcept {
        while (true) {
            const std::uint64_t product = (next() >> 32) * bound;
            const auto lower = static_cast<std::uint32_t>(product);
            if (lower >= bound || lower >= (0U - bound) % bound) {
                return static_cast<std::uint32_t>(product >> 32);
            }
        }
    }

   private:
    std::array<std::uint64_t, 4> state_{};
};

}  // namespace sapper
