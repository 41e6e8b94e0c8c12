// SPDX-License-Identifier: MIT
// Runs hold consecutive levels. To find a run of the model again its levels are
// asked for one by one, from the last: as many as fit into memory are read at
// a time; one that does not is read as it is looked at.
#include "explore/disk/visited.hpp"

#include <algorithm>
#include <utility>

#include "network/base/budget.hpp"

namespace vicinal::explore::inline disk {

Visited::Visited(WorkFolder& folder, const RecordCoding& coding,
                 std::uint64_t most_bytes, std::size_t block_bytes)
    : coding_(coding),
      most_bytes_(most_bytes),
      runs_(folder, coding, block_bytes) {}

void Visited::add(std::unique_ptr<SortedRun> level) {
  sizes_.push_back(level->size());
  runs_.add(std::move(level));
}

// States of a level were most often seen a few levels before.
Visited::Lookup::Lookup(const Visited& visited) {
  for (const auto& run : visited.runs_.runs()) {
    readers_.push_back(std::make_unique<RunReader>(*run, visited.coding_));
  }
  std::ranges::reverse(readers_);
}

bool Visited::Lookup::holds(const std::uint64_t* state) {
  return std::ranges::any_of(
      readers_, [&](const auto& reader) { return reader->holds(state); });
}

bool Visited::is_read(std::uint64_t level) const {
  return level >= read_.first && level - read_.first < read_.states.size();
}

bool Visited::fits(std::uint64_t states, std::uint64_t levels) const {
  constexpr std::uint64_t level_bytes = 64;  // that a level takes besides
  return states * coding_.words() * 8 + levels * level_bytes <= most_bytes_;
}

// Reads levels that end with this one: it, and those before it that fit.
void Visited::read_levels(std::uint64_t last) const {
  const std::size_t words = coding_.words();
  std::uint64_t first = last, states = sizes_[last];
  while (first > 0 && fits(states + sizes_[first - 1], last - first + 2)) {
    states += sizes_[--first];
  }
  read_ = {first, {}};
  read_.states.resize(last - first + 1);
  for (std::uint64_t l = first; l <= last; ++l) {
    read_.states[l - first].reserve(sizes_[l] * words);
  }
  for (const auto& run : runs_.runs()) {
    if (run->last_level() < first || run->first_level() > last) continue;
    RunReader reader(*run, coding_);
    while (reader.next()) {
      const std::uint64_t level = reader.level();
      if (level < first || level > last) continue;
      auto& to = read_.states[level - first];
      to.insert(to.end(), reader.state(), reader.state() + words);
    }
  }
}

void Visited::each(std::uint64_t level, const Look& look) const {
  const std::size_t words = coding_.words();
  if (!is_read(level) && fits(sizes_[level], 1)) read_levels(level);
  if (is_read(level)) {
    const auto& states = read_.states[level - read_.first];
    std::size_t at = 0;
    while (at < states.size() && look(states.data() + at)) at += words;
    if (level == 0) read_ = {};
    return;
  }
  for (const auto& run : runs_.runs()) {
    if (level < run->first_level() || level > run->last_level()) continue;
    RunReader reader(*run, coding_);
    while (reader.next()) {
      if (reader.level() == level && !look(reader.state())) return;
    }
  }
}

std::uint64_t Visited::bytes() const {
  std::uint64_t bytes = runs_.bytes() + sizes_.capacity() * 8;
  for (const auto& level : read_.states) bytes += level.capacity() * 8;
  return bytes;
}

}  // namespace vicinal::explore::inline disk
