// SPDX-License-Identifier: MIT
// States whose local states are permutations of each other have one hash, so
// that those that may subsume each other are found together. Of two such states
// most processes have the same local state; only the others are looked at.
#include "explore/lazy/annotated.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "network/base/budget.hpp"

namespace vicinal::explore::inline lazy {

namespace {

std::uint64_t mixed(std::uint64_t x) {
  x = (x + 0x9E3779B97F4A7C15U) * 0xD6E8FEB86659FD93U;
  x ^= x >> 32;
  return x * 0xD6E8FEB86659FD93U;
}

std::uint32_t last_bits(std::uint64_t hash) {
  return static_cast<std::uint32_t>(hash ^ hash >> 32);
}

}  // namespace

void canonize(Row& row, const Members& cells) {
  thread_local Row locals;
  for (std::size_t c = 0; c < cells.count(); ++c) {
    const auto members = cells[c];
    bool sorted = true;
    for (std::size_t i = 1; i < members.size() && sorted; ++i) {
      sorted = row[members[i - 1]] <= row[members[i]];
    }
    if (sorted) continue;
    locals.clear();
    for (const std::uint32_t p : members) locals.push_back(row[p]);
    std::ranges::sort(locals);
    for (std::size_t i = 0; i < members.size(); ++i) {
      row[members[i]] = locals[i];
    }
  }
}

// ---- packed rows -----------------------------------------------------------

std::uint32_t Reached::local(Bytes row, std::size_t process) const {
  if (width_ == 1) return row[process];
  std::uint32_t result = 0;
  static_assert(std::endian::native == std::endian::little);
  std::memcpy(&result, row + process * width_, width_);
  return result;
}

void Reached::pack(const Row& row, std::vector<std::uint8_t>& bytes) const {
  bytes.resize(row.size() * width_);
  for (std::size_t i = 0; i < row.size(); ++i) {
    std::memcpy(bytes.data() + i * width_, &row[i], width_);
  }
}

void Reached::read(std::uint32_t s, Row& row) const {
  row.resize(processes_);
  const Bytes bytes = row_of(s);
  for (std::size_t i = 0; i < processes_; ++i) row[i] = local(bytes, i);
}

void Reached::make_room(std::size_t locals) {
  const unsigned width = locals <= 0x100 ? 1 : locals <= 0x10000 ? 2 : 4;
  if (width <= width_) return;
  std::vector<std::uint8_t> wider;
  wider.reserve(rows_.size() / width_ * width);
  for (std::size_t i = 0; i < rows_.size() / width_; ++i) {
    network::poll();
    const std::uint32_t l = local(rows_.data(), i);
    for (unsigned b = 0; b < width; ++b) {
      wider.push_back(static_cast<std::uint8_t>(l >> 8 * b));
    }
  }
  rows_ = std::move(wider);
  width_ = width;
}

// ---- subsumption -----------------------------------------------------------

std::uint64_t Reached::hash(const Row& row, const State& state) const {
  std::uint64_t hash = mixed(state.rest);
  for (const std::uint32_t local : row) hash += mixed(mixed(local));
  if (subsumption_) return hash;
  // Only equal ones are looked for then.
  hash = mixed(hash ^ state.partition);
  for (const std::uint32_t local : row) hash = mixed(hash ^ local);
  return hash;
}

// Whether within the cells the local states are the same: where two rows agree
// there is nothing to compare.
bool Reached::permuted(Bytes s, Bytes t, const Cells& cells,
                       Scratch& scratch) const {
  scratch.here.clear();
  scratch.there.clear();
  std::uint64_t difference = 0;  // of sums; 0 if they are permuted
  const auto weight = [](std::uint32_t cell, std::uint32_t local) {
    return mixed(std::uint64_t{cell} << 32 | local);
  };
  const std::size_t bytes = processes_ * width_;
  constexpr std::size_t word = sizeof(std::uint64_t);
  for (std::size_t at = 0; at < bytes; at += word) {
    const std::size_t end = std::min(at + word, bytes);
    if (std::memcmp(s + at, t + at, end - at) == 0) continue;
    for (std::size_t p = at / width_; p < end / width_; ++p) {
      const std::uint32_t a = local(s, p), b = local(t, p);
      if (a == b) continue;
      scratch.here.emplace_back(cells[p], a);
      scratch.there.emplace_back(cells[p], b);
      difference += weight(cells[p], a) - weight(cells[p], b);
    }
  }
  if (difference != 0) return false;
  std::ranges::sort(scratch.here);
  std::ranges::sort(scratch.there);
  return scratch.here == scratch.there;
}

// Whether the processes of each cell of `fine` lie in one cell of `coarse`, or
// have one local state all.
bool Reached::as_coarse(const Cells& coarse, const Cells& fine, Bytes t,
                        Scratch& scratch) const {
  scratch.first.assign(processes_, none);
  scratch.split.assign(processes_, false);
  scratch.mixed_up.assign(processes_, false);
  for (std::uint32_t i = 0; i < processes_; ++i) {
    const std::uint16_t cell = fine[i];
    std::uint32_t& f = scratch.first[cell];
    if (f == none) f = i;
    if (coarse[f] != coarse[i]) scratch.split[cell] = true;
    if (local(t, f) != local(t, i)) scratch.mixed_up[cell] = true;
    if (scratch.split[cell] && scratch.mixed_up[cell]) return false;
  }
  return true;
}

// Theorem 6.
bool Reached::subsumes(Bytes s, std::uint32_t p, Bytes t, std::uint32_t q,
                       Scratch& scratch) const {
  if (p == q) return std::memcmp(s, t, processes_ * width_) == 0;
  return subsumption_ && permuted(s, t, partitions_[p], scratch) &&
         as_coarse(partitions_[p], partitions_[q], t, scratch);
}

template <class Visit>
bool Reached::any_alike(const State& state, std::uint64_t hash,
                        std::uint32_t from, const Visit& visit) const {
  if (heads_.empty()) return false;
  const std::uint32_t bits = last_bits(hash);
  for (std::uint32_t s = heads_[bits & (heads_.size() - 1)];
       s != none && s >= from; s = next_[s]) {
    if (hashes_[s] == bits && states_[s].rest == state.rest && visit(s)) {
      return true;
    }
  }
  return false;
}

bool Reached::known(const Row& row, const State& state, std::uint64_t hash,
                    Scratch& scratch) const {
  pack(row, scratch.bytes);
  return any_alike(state, hash, 0, [&](std::uint32_t s) {
    return subsumes(row_of(s), states_[s].partition, scratch.bytes.data(),
                    state.partition, scratch);
  });
}

std::optional<std::uint32_t> Reached::add(const Row& row, const State& state,
                                          std::uint64_t hash,
                                          std::uint32_t unseen) {
  pack(row, scratch_.bytes);
  const Bytes bytes = scratch_.bytes.data();
  const std::uint32_t p = state.partition;
  const bool is_known = any_alike(state, hash, unseen, [&](std::uint32_t s) {
    return subsumes(row_of(s), states_[s].partition, bytes, p, scratch_);
  });
  if (is_known) return std::nullopt;
  // What lies nearer would be found again too late, with its successors.
  any_alike(state, hash, level_, [&](std::uint32_t s) {
    if (subsumption_ && !subsumed_[s] &&
        subsumes(bytes, p, row_of(s), states_[s].partition, scratch_)) {
      subsumed_[s] = true;
      ++removed_;
    }
    return false;
  });
  if (heads_.size() <= states_.size()) grow();
  const auto number = size();
  states_.push_back(state);
  rows_.insert(rows_.end(), scratch_.bytes.begin(), scratch_.bytes.end());
  subsumed_.push_back(false);
  hashes_.push_back(last_bits(hash));
  std::uint32_t& head = heads_[hashes_.back() & (heads_.size() - 1)];
  next_.push_back(std::exchange(head, number));
  return number;
}

void Reached::grow() {
  heads_.assign(std::max<std::size_t>(64, heads_.size() * 2), none);
  for (std::uint32_t s = 0; s < size(); ++s) {
    std::uint32_t& head = heads_[hashes_[s] & (heads_.size() - 1)];
    next_[s] = std::exchange(head, s);
  }
}

std::uint64_t Reached::bytes() const {
  return states_.capacity() * sizeof(State) + rows_.capacity() +
         (heads_.size() + next_.capacity() + hashes_.capacity()) * 4 +
         subsumed_.capacity() / 8;
}

}  // namespace vicinal::explore::inline lazy
