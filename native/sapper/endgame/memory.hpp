// Caches the results of the endgame search, so that no set of layouts is searched twice.
//
// The key of a set is what all its layouts have in common, cell by cell: everything the player can
// have seen. Two sets of one search with the same key are the same set. Keys are compared in full,
// never by their hash alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sapper {

class EndgameMemory {
   public:
    struct Known {
        std::uint64_t hash;
        std::int32_t wins;  // exact, or an upper bound
        bool is_exact;
    };

    // Forgets everything; keys will have this many bytes.
    void begin(std::size_t key_size);
    bool has_begun() const { return !table_.empty(); }
    void end() { table_.clear(); }

    static std::uint64_t hash_of(std::span<const std::uint8_t> key);
    // The result for a key, or null. Valid until the next `add`.
    Known* find(std::span<const std::uint8_t> key, std::uint64_t hash);
    // Adds a key that was not found; returns its index.
    std::size_t add(std::span<const std::uint8_t> key, std::uint64_t hash);
    Known& at(std::size_t place) { return known_[place]; }
    std::size_t place_of(const Known* known) const {
        return static_cast<std::size_t>(known - known_.data());
    }

   private:
    void put(std::uint64_t hash, std::size_t place);

    std::size_t key_size_ = 0;
    std::vector<std::int32_t> table_;  // hash -> place, -1: none
    std::vector<Known> known_;
    std::vector<std::uint8_t> keys_;  // in the order of `known_`
};

}  // namespace sapper
