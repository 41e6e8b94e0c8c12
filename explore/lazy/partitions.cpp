// SPDX-License-Identifier: MIT
// Meets are looked up: a search asks for the same ones again and again.
#include "explore/lazy/partitions.hpp"

#include <algorithm>
#include <map>

namespace vicinal::explore::inline lazy {

Cells numbered(std::span<const std::uint32_t> cells) {
  std::map<std::uint32_t, std::uint16_t> known;
  Cells result;
  for (const std::uint32_t c : cells) {
    result.push_back(
        known.try_emplace(c, static_cast<std::uint16_t>(known.size()))
            .first->second);
  }
  return result;
}

Cells meet(const Cells& a, const Cells& b) {
  std::vector<std::uint32_t> both;
  for (std::size_t i = 0; i < a.size(); ++i) {
    both.push_back(std::uint32_t{a[i]} << 16 | b[i]);
  }
  return numbered(both);
}

Members::Members(const Cells& cells) {
  begin.assign(1, 0);
  for (const std::uint16_t c : cells) {
    if (c + 1U >= begin.size()) begin.resize(c + 2U, 0);
    ++begin[c + 1U];
  }
  for (std::uint32_t c = 1; c < begin.size(); ++c) {
    if (begin[c] > 1) large.push_back(c - 1);
    begin[c] += begin[c - 1];
  }
  list.resize(cells.size());
  std::vector<std::uint32_t> next(begin.begin(), begin.end() - 1);
  for (std::uint32_t p = 0; p < cells.size(); ++p) list[next[cells[p]]++] = p;
}

std::uint32_t Partitions::number(const Cells& cells) {
  const auto found = numbers_.find(cells);
  if (found != numbers_.end()) return found->second;
  const auto fresh = static_cast<std::uint32_t>(cells_.size());
  cells_.push_back(cells);
  members_.emplace_back(cells);
  numbers_.insert({cells, fresh});
  return fresh;
}

std::uint32_t Partitions::meet(std::uint32_t p, std::uint32_t q) {
  if (p == q) return p;
  const std::uint64_t key =
      std::uint64_t{std::min(p, q)} << 32 | std::max(p, q);
  const auto found = meets_.find(key);
  if (found != meets_.end()) return found->second;
  const std::uint32_t result = number(lazy::meet(cells_[p], cells_[q]));
  meets_.insert({key, result});
  return result;
}

std::uint64_t Partitions::bytes() const {
  if (cells_.empty()) return 0;
  const std::uint64_t each = cells_[0].size() * 12 + 128;
  return cells_.size() * each + meets_.size() * 32;
}

bool Partitions::refines(const Cells& finer, const Cells& coarser) {
  std::vector<std::int32_t> of(finer.size(), -1);
  for (std::size_t i = 0; i < finer.size(); ++i) {
    std::int32_t& cell = of[finer[i]];
    if (cell == -1) cell = coarser[i];
    if (cell != coarser[i]) return false;
  }
  return true;
}

}  // namespace vicinal::explore::inline lazy
