#include "sapper/endgame/memory.hpp"

#include <cstring>
#include <limits>

#include "sapper/random.hpp"

namespace sapper {

void EndgameMemory::begin(std::size_t key_size) {
    key_size_ = key_size;
    known_.clear();
    keys_.clear();
    table_.assign(256, -1);
}

std::uint64_t EndgameMemory::hash_of(std::span<const std::uint8_t> key) {
    constexpr std::size_t kStep = sizeof(std::uint64_t);
    std::uint64_t hash = key.size();
    for (std::size_t at = 0; at < key.size(); at += kStep) {
        std::uint64_t part = 0;
        if (key.size() - at >= kStep)
            std::memcpy(&part, key.data() + at, kStep);
        else
            std::memcpy(&part, key.data() + at, key.size() - at);
        hash = (hash ^ part) * 0x9E3779B97F4A7C15u;
        hash ^= hash >> 32;
    }
    return scatter(hash);
}

EndgameMemory::Known* EndgameMemory::find(std::span<const std::uint8_t> key, std::uint64_t hash) {
    const std::size_t mask = table_.size() - 1;
    for (std::size_t at = hash & mask; table_[at] >= 0; at = (at + 1) & mask) {
        const auto place = static_cast<std::size_t>(table_[at]);
        if (known_[place].hash == hash &&
            std::memcmp(key.data(), keys_.data() + place * key_size_, key_size_) == 0)
            return &known_[place];
    }
    return nullptr;
}

std::size_t EndgameMemory::add(std::span<const std::uint8_t> key, std::uint64_t hash) {
    if (4 * known_.size() >= table_.size()) {
        table_.assign(4 * table_.size(), -1);
        for (std::size_t i = 0; i < known_.size(); ++i) put(known_[i].hash, i);
    }
    put(hash, known_.size());
    known_.push_back({hash, std::numeric_limits<std::int32_t>::max(), false});
    keys_.insert(keys_.end(), key.begin(), key.end());
    return known_.size() - 1;
}

void EndgameMemory::put(std::uint64_t hash, std::size_t place) {
    const std::size_t mask = table_.size() - 1;
    std::size_t at = hash & mask;
    while (table_[at] >= 0) at = (at + 1) & mask;
    table_[at] = static_cast<std::int32_t>(place);
}

}  // namespace sapper
