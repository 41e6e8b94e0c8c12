// SPDX-License-Identifier: MIT
// A state (s, P) that subsumes (t, Q) has the local states of t in the order
// that P asks for: for each annotation of states whose local states are
// permutations of those of t there is one state to look for. Which states a new
// one subsumes is found by comparing, on its level; most processes of two such
// states have the same local state, and only the others are looked at.
#include "explore/lazy/annotated.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "network/base/budget.hpp"

namespace vicinal::explore::inline lazy {

namespace {

std::uint32_t last_bits(std::uint64_t hash) {
  return static_cast<std::uint32_t>(hash);
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

void Reached::pack(RowView row, std::vector<std::uint8_t>& bytes) const {
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

Reached::Hash Reached::hash(RowView row, const State& state) const {
  Hash result;
  result.exact = mixed(std::uint64_t{state.rest} << 32 | state.partition);
  for (const std::uint32_t local : row) {
    result.exact = mixed(result.exact ^ local);
  }
  if (!subsumption_) return result;
  result.alike = mixed(state.rest);
  for (const std::uint32_t local : row) result.alike += mixed(mixed(local));
  return result;
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
template <class LocalOf>
bool Reached::as_coarse(const Cells& coarse, const Members& fine,
                        const LocalOf& local_of) {
  return std::ranges::all_of(fine.large, [&](std::uint32_t c) {
    const auto cell = fine[c];
    const auto together = [&](std::uint32_t p) {
      return coarse[p] == coarse[cell[0]];
    };
    const auto alike = [&](std::uint32_t p) {
      return local_of(p) == local_of(cell[0]);
    };
    return std::ranges::all_of(cell, together) ||
           std::ranges::all_of(cell, alike);
  });
}

std::uint32_t Reached::find(RowView row, const State& state,
                            std::uint64_t exact, std::uint32_t from,
                            Scratch& scratch) const {
  if (heads_.empty()) return none;
  const std::uint32_t bits = last_bits(exact);
  bool packed = false;
  for (std::uint32_t s = head(exact); s != none && s >= from;
       s = links_[s].next) {
    if (links_[s].hash != bits || states_[s].rest != state.rest ||
        states_[s].partition != state.partition) {
      continue;
    }
    if (!packed) pack(row, scratch.bytes);
    packed = true;
    if (std::memcmp(row_of(s), scratch.bytes.data(), scratch.bytes.size()) ==
        0) {
      return s;
    }
  }
  return none;
}

std::uint32_t Reached::first_group(std::uint64_t alike) const {
  const auto at = first_group_.find(alike);
  return at == first_group_.end() ? none : at->second;
}

// Theorem 6.
std::uint32_t Reached::subsumer(RowView row, const State& state,
                                const Hash& hash, std::uint32_t from,
                                Scratch& scratch) const {
  const std::uint32_t equal = find(row, state, hash.exact, from, scratch);
  if (equal != none || !subsumption_) return equal;
  const Members& fine = partitions_.members(state.partition);
  for (std::uint32_t g = first_group(hash.alike); g != none;
       g = groups_[g].next) {
    const Group& group = groups_[g];
    if (group.partition == state.partition || group.latest < from) continue;
    if (!as_coarse(partitions_[group.partition], fine,
                   [&](std::uint32_t p) { return row[p]; })) {
      continue;
    }
    scratch.row.assign(row.begin(), row.end());
    canonize(scratch.row, partitions_.members(group.partition));
    State coarser = state;
    coarser.partition = group.partition;
    const Hash other = this->hash(scratch.row, coarser);
    const std::uint32_t found =
        find(scratch.row, coarser, other.exact, from, scratch);
    if (found != none) return found;
  }
  return none;
}

// What lies nearer would be found again too late, with its successors.
void Reached::mark_subsumed(const Row& row, const State& state,
                            const Hash& hash) {
  pack(row, scratch_.bytes);
  const Cells& cells = partitions_[state.partition];
  for (std::uint32_t g = first_group(hash.alike); g != none;
       g = groups_[g].next) {
    const Group& group = groups_[g];
    if (group.partition == state.partition) continue;
    const Members& fine = partitions_.members(group.partition);
    for (std::uint32_t s = group.latest; s != none && s >= level_;
         s = next_in_group_[s]) {
      const Bytes other = row_of(s);
      if (subsumed_[s] || states_[s].rest != state.rest ||
          !permuted(scratch_.bytes.data(), other, cells, scratch_) ||
          !as_coarse(cells, fine,
                     [&](std::uint32_t p) { return local(other, p); })) {
        continue;
      }
      subsumed_[s] = true;
      ++removed_;
    }
  }
}

std::optional<std::uint32_t> Reached::add(const Row& row, const State& state,
                                          const Hash& hash,
                                          std::uint32_t unseen) {
  if (subsumer(row, state, hash, unseen, scratch_) != none) {
    return std::nullopt;
  }
  if (subsumption_) mark_subsumed(row, state, hash);
  const auto number = size();
  states_.push_back(state);
  pack(row, scratch_.bytes);
  rows_.insert(rows_.end(), scratch_.bytes.begin(), scratch_.bytes.end());
  subsumed_.push_back(false);
  enter(number, hash);
  return number;
}

void Reached::enter(std::uint32_t number, const Hash& hash) {
  links_.push_back({none, last_bits(hash.exact)});
  if (heads_.size() < states_.size()) {
    grow();
  } else {
    std::uint32_t& first = heads_[hash.exact & (heads_.size() - 1)];
    links_.back().next = std::exchange(first, number);
  }
  if (!subsumption_) return;
  const std::uint32_t partition = states_[number].partition;
  const std::uint32_t first = first_group(hash.alike);
  std::uint32_t g = first;
  while (g != none && groups_[g].partition != partition) g = groups_[g].next;
  if (g == none) {
    g = static_cast<std::uint32_t>(groups_.size());
    groups_.push_back({partition, none, first});
    first_group_[hash.alike] = g;
  }
  next_in_group_.push_back(std::exchange(groups_[g].latest, number));
}

void Reached::grow() {
  heads_.assign(std::max<std::size_t>(64, heads_.size() * 2), none);
  for (std::uint32_t s = 0; s < size(); ++s) {
    std::uint32_t& first = heads_[links_[s].hash & (heads_.size() - 1)];
    links_[s].next = std::exchange(first, s);
  }
}

std::uint64_t Reached::bytes() const {
  return states_.capacity() * sizeof(State) + rows_.capacity() +
         (heads_.size() + next_in_group_.capacity()) * 4 +
         links_.capacity() * sizeof(Link) + subsumed_.capacity() / 8 +
         groups_.capacity() * sizeof(Group) + first_group_.bucket_count() * 24;
}

}  // namespace vicinal::explore::inline lazy
