// What was found in positions of one board, for players that meet the same ones again and again.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace sapper {

template <class Found>
class Memory {
   public:
    using Faces = std::vector<std::uint8_t>;

    // Null if the position is not known.
    const Found* find(const Faces& faces) const {
        const auto known = found_.find(faces);
        return known == found_.end() ? nullptr : &known->second;
    }
    // Begins anew when it is full: what is met often is soon known again.
    void add(const Faces& faces, Found found) {
        if (found_.size() >= kMost || found_.size() * faces.size() >= kMostBytes) found_.clear();
        found_.insert_or_assign(faces, std::move(found));
    }
    void clear() { found_.clear(); }

   private:
    static constexpr std::size_t kMost = 8192;            // some megabytes on an expert board
    static constexpr std::size_t kMostBytes = 4'000'000;  // of faces, on larger boards

    struct Hash {
        std::size_t operator()(const Faces& faces) const {
            return std::hash<std::string_view>{}(
                {reinterpret_cast<const char*>(faces.data()), faces.size()});
        }
    };

    std::unordered_map<Faces, Found, Hash> found_;
};

}  // namespace sapper
