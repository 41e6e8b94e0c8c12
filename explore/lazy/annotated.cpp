// SPDX-License-Identifier: MIT
// States whose local states are permutations of each other have one hash, so
// that those that may subsume each other are found together.
#include "explore/lazy/annotated.hpp"

#include <algorithm>

namespace vicinal::explore::inline lazy {

namespace {

std::uint64_t mixed(std::uint64_t x) {
  x = (x + 0x9E3779B97F4A7C15U) * 0xD6E8FEB86659FD93U;
  x ^= x >> 32;
  return x * 0xD6E8FEB86659FD93U;
}

}  // namespace

void canonize(Row& row, const Cells& cells) {
  std::vector<std::uint32_t> places, locals;
  std::vector<bool> done(row.size(), false);
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (done[i]) continue;
    places.clear();
    locals.clear();
    for (std::size_t j = i; j < row.size(); ++j) {
      if (cells[j] != cells[i]) continue;
      done[j] = true;
      places.push_back(static_cast<std::uint32_t>(j));
      locals.push_back(row[j]);
    }
    std::ranges::sort(locals);
    for (std::size_t k = 0; k < places.size(); ++k) row[places[k]] = locals[k];
  }
}

// (1) Processes of a cell of Q lie in one cell of P, or have one local state
// all; (2) within the cells of P the local states are the same.
bool Reached::subsumes(std::span<const std::uint32_t> s, std::uint32_t p,
                       std::span<const std::uint32_t> t, std::uint32_t q) {
  if (p == q || !subsumption_) {
    return p == q && std::ranges::equal(s, t);
  }
  const Cells& coarse = partitions_[p];
  const Cells& fine = partitions_[q];
  first_.assign(processes_, UINT32_MAX);
  std::vector<bool> split(processes_, false), mixed_up(processes_, false);
  for (std::uint32_t i = 0; i < processes_; ++i) {
    std::uint32_t& f = first_[fine[i]];
    if (f == UINT32_MAX) f = i;
    if (coarse[f] != coarse[i]) split[fine[i]] = true;
    if (t[f] != t[i]) mixed_up[fine[i]] = true;
    if (split[fine[i]] && mixed_up[fine[i]]) return false;
  }
  sorted_.assign(t.begin(), t.end());
  canonize(sorted_, coarse);
  return std::ranges::equal(s, sorted_);
}

std::optional<std::uint32_t> Reached::add(const Row& row, const State& state,
                                          std::uint32_t unexplored) {
  std::uint64_t hash = mixed(state.rest);
  for (const std::uint32_t local : row) hash += mixed(mixed(local));
  // Only equal ones are looked for then.
  if (!subsumption_) {
    hash = mixed(hash ^ state.partition);
    for (const std::uint32_t local : row) hash = mixed(hash ^ local);
  }
  auto& alike = alike_[hash];
  for (const std::uint32_t s : alike) {
    if (states_[s].rest == state.rest &&
        subsumes(this->row(s), states_[s].partition, row, state.partition)) {
      return std::nullopt;
    }
  }
  if (subsumption_) {
    for (const std::uint32_t s : alike) {
      State& other = states_[s];
      // What lies nearer would be found again too late, with its successors.
      if (s < unexplored || other.subsumed || other.rest != state.rest ||
          other.level < state.level) {
        continue;
      }
      if (!subsumes(row, state.partition, this->row(s), other.partition)) {
        continue;
      }
      other.subsumed = true;
      ++removed_;
    }
  }
  const auto number = size();
  alike.push_back(number);
  states_.push_back(state);
  rows_.insert(rows_.end(), row.begin(), row.end());
  return number;
}

std::uint64_t Reached::bytes() const {
  return states_.capacity() * sizeof(State) + rows_.capacity() * 4 +
         alike_.size() * 64 + states_.size() * 4;
}

}  // namespace vicinal::explore::inline lazy
