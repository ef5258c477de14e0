// The state of a count: what each open number still needs, one slot per number.
//
// Placing k mines in a box subtracts k from every slot that the box touches, so a step is one
// subtraction. Real boards fit one 64-bit word; wide ones use a larger type with the same methods.
#pragma once

#include <array>
#include <cstdint>

namespace sapper {

struct NarrowNeeds {
    static constexpr int kSlots = 16, kLargest = 15;
    std::uint64_t bits = 0;

    int at(int slot) const { return static_cast<int>(bits >> (4 * slot)) & 15; }
    void add(int slot, int value) { bits += static_cast<std::uint64_t>(value) << (4 * slot); }
    void take(int k, const NarrowNeeds& mask) { bits -= static_cast<std::uint64_t>(k) * mask.bits; }
    bool operator==(const NarrowNeeds&) const = default;
    std::uint64_t hash() const {
        const std::uint64_t mixed = bits * 0x9E3779B97F4A7C15u;
        return mixed ^ (mixed >> 32);
    }
};

struct WideNeeds {
    static constexpr int kSlots = 128, kLargest = 127;
    std::array<std::uint64_t, 16> words{};

    int at(int slot) const { return static_cast<int>(words[slot / 8] >> (8 * (slot % 8))) & 255; }
    void add(int slot, int value) {
        words[slot / 8] += static_cast<std::uint64_t>(value) << (8 * (slot % 8));
    }
    void take(int k, const WideNeeds& mask) {
        for (std::size_t i = 0; i < words.size(); ++i)
            words[i] -= static_cast<std::uint64_t>(k) * mask.words[i];
    }
    bool operator==(const WideNeeds&) const = default;
    std::uint64_t hash() const {
        std::uint64_t mixed = 0;
        for (const std::uint64_t word : words) {
            mixed = (mixed ^ word) * 0x9E3779B97F4A7C15u;
            mixed ^= mixed >> 29;
        }
        return mixed;
    }
};

}  // namespace sapper
