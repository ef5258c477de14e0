// The board as the core sees it: cells and their neighbours, no grid.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace sapper {

// What a player sees in a cell, one byte: a number (0 to 35) or one of these.
// src/sapper/board/cell.py has the same values; a test compares them.
enum Face : std::uint8_t {
    kMaxNumber = 35,
    kHidden = 64,
    kFlag = 65,
    kQuestion = 66,
    kMine = 67,
    kSilent = 255  // opened, but its number is ignored
};

inline bool is_number(std::uint8_t face) { return face <= kMaxNumber; }
inline bool is_covered(std::uint8_t face) { return face >= kHidden && face <= kQuestion; }

// The neighbours of one cell, as a range: the cell plus each step of its pattern.
class Around {
   public:
    class Iterator {
       public:
        Iterator(const std::int32_t* step, std::int32_t cell) : step_(step), cell_(cell) {}
        std::int32_t operator*() const { return cell_ + *step_; }
        Iterator& operator++() {
            ++step_;
            return *this;
        }
        bool operator!=(const Iterator& other) const { return step_ != other.step_; }

       private:
        const std::int32_t* step_;
        std::int32_t cell_;
    };

    Around(std::span<const std::int32_t> steps, std::int32_t cell) : steps_(steps), cell_(cell) {}
    Iterator begin() const { return {steps_.data(), cell_}; }
    Iterator end() const { return {steps_.data() + steps_.size(), cell_}; }
    std::size_t size() const { return steps_.size(); }
    std::int32_t operator[](std::size_t i) const { return cell_ + steps_[i]; }

   private:
    std::span<const std::int32_t> steps_;
    std::int32_t cell_;
};

// Neighbour lists. Most cells of a regular board reach their neighbours by the same steps, so each
// list is stored once, relative to its cell: a grid of any size has nine *patterns*. That saves
// nine tenths of the memory, and most of the time that large boards would spend waiting for it.
// `rows` and `columns` only arrange the cells for the caller and hint at good sweep directions;
// nothing here assumes that neighbours have nearby indices.
class Graph {
   public:
    // Takes CSR arrays: the neighbours of cell i are neighbours[offsets[i]] to offsets[i + 1].
    Graph(int rows, int columns, std::span<const std::int32_t> offsets,
          std::span<const std::int32_t> neighbours)
        : rows_(rows), columns_(columns) {
        KnownPatterns known;
        std::vector<std::int32_t> steps;
        pattern_of_.reserve(offsets.size() - 1);
        for (std::size_t cell = 0; cell + 1 < offsets.size(); ++cell) {
            steps.clear();
            for (std::int32_t i = offsets[cell]; i < offsets[cell + 1]; ++i)
                steps.push_back(neighbours[static_cast<std::size_t>(i)] -
                                static_cast<std::int32_t>(cell));
            // Most cells have the pattern of the one before.
            if (cell == 0 || !std::ranges::equal(steps, pattern(pattern_of_.back())))
                pattern_of_.push_back(add_pattern(steps, known));
            else
                pattern_of_.push_back(pattern_of_.back());
        }
    }

    // A unique id, for data that is computed once per graph.
    std::uint64_t id() const { return id_; }
    int rows() const { return rows_; }
    int columns() const { return columns_; }
    int size() const { return static_cast<int>(pattern_of_.size()); }

    Around around(int cell) const { return {pattern(pattern_of_[cell]), cell}; }

   private:
    using KnownPatterns = std::map<std::vector<std::int32_t>, std::int32_t>;

    std::span<const std::int32_t> pattern(std::int32_t index) const {
        return {steps_.data() + pattern_begin_[index], steps_.data() + pattern_begin_[index + 1]};
    }

    std::int32_t add_pattern(const std::vector<std::int32_t>& steps, KnownPatterns& known) {
        const auto next = static_cast<std::int32_t>(pattern_begin_.size()) - 1;
        const auto [entry, is_new] = known.try_emplace(steps, next);
        if (is_new) {
            steps_.insert(steps_.end(), steps.begin(), steps.end());
            pattern_begin_.push_back(static_cast<std::int32_t>(steps_.size()));
        }
        return entry->second;
    }

    static std::uint64_t next_id() {
        static std::atomic<std::uint64_t> last{0};
        return ++last;
    }

    std::uint64_t id_ = next_id();
    int rows_;
    int columns_;
    std::vector<std::int32_t> pattern_of_;
    std::vector<std::int32_t> pattern_begin_{0};
    std::vector<std::int32_t> steps_;
};

}  // namespace sapper
