// SPDX-License-Identifier: MIT
// Open addressing with linear probing; at most half of the table is used. An
// entry keeps its hash, so that tuples are compared, and hashed again, rarely.
#include "fixpoint/views/tuples.hpp"

#include <algorithm>
#include <bit>

#include "network/base/budget.hpp"

namespace vicinal::fixpoint::inline views {

using network::Scalar;

namespace {

// One multiplication for each value; the rotation brings high bits, which
// depend on all values before, to where they matter.
std::uint32_t hash_of(std::uint32_t tag, std::span<const Scalar> values) {
  constexpr std::uint64_t odd = 0x9E3779B97F4A7C15U;
  std::uint64_t h = (tag + 1) * odd;
  for (const Scalar v : values) {
    h = ((h << 27 | h >> 37) ^ static_cast<std::uint64_t>(v)) * odd;
  }
  h = (h ^ (h >> 32)) * 0xD6E8FEB86659FD93U;
  return static_cast<std::uint32_t>(h >> 32);
}

}  // namespace

Dense::Dense(const network::Instance& instance) {
  Scalar high = 1;
  for (const network::Bounds& b : instance.slots) {
    low_ = std::min(low_, b.low);
    high = std::max(high, b.high);
  }
  bits_ = static_cast<unsigned>(std::bit_width(
      static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low_)));
}

void Dense::pack(std::vector<Scalar>& values) const {
  const std::size_t per_word = 64 / bits_;
  std::size_t words = 0;
  for (std::size_t at = 0; at < values.size(); at += per_word) {
    const std::size_t end = std::min(at + per_word, values.size());
    std::uint64_t word = 0;
    for (std::size_t i = at; i < end; ++i) {
      const std::uint64_t above = static_cast<std::uint64_t>(values[i]) -
                                  static_cast<std::uint64_t>(low_);
      word |= above << (i - at) * bits_;
    }
    values[words++] = static_cast<Scalar>(word);
  }
  values.resize(words);
}

std::size_t Tuples::place(std::uint32_t hash, std::uint32_t tag,
                          std::span<const Scalar> values) const {
  const std::size_t mask = table_.size() - 1;
  for (std::size_t at = hash & mask;; at = (at + 1) & mask) {
    const Entry& e = table_[at];
    if (e.number == UINT32_MAX) return at;
    if (e.hash != hash) continue;
    const Tuple& t = tuples_[e.number];
    if (t.tag != tag || t.length != values.size()) continue;
    const Scalar* known = values_.data() + t.begin;
    std::size_t i = 0;
    while (i < t.length && known[i] == values[i]) ++i;
    if (i == t.length) return at;
  }
}

void Tuples::append(std::uint32_t tag, std::span<const Scalar> values) {
  const std::size_t begin = values_.size();
  const std::size_t count = values.size();
  const bool inside = count > 0 && values.data() >= values_.data() &&
                      values.data() < values_.data() + begin;
  const std::size_t from = inside ? values.data() - values_.data() : 0;
  values_.resize(begin + count);
  const Scalar* source = inside ? values_.data() + from : values.data();
  std::copy_n(source, count, values_.data() + begin);
  tuples_.push_back({begin, static_cast<std::uint32_t>(count), tag});
}

void Tuples::grow() {
  std::vector<Entry> larger(2 * table_.size());
  const std::size_t mask = larger.size() - 1;
  for (const Entry& e : table_) {
    if (e.number == UINT32_MAX) continue;
    std::size_t at = e.hash & mask;
    while (larger[at].number != UINT32_MAX) at = (at + 1) & mask;
    larger[at] = e;
  }
  table_ = std::move(larger);
}

std::pair<std::uint32_t, bool> Tuples::insert(std::uint32_t tag,
                                              std::span<const Scalar> values) {
  network::poll();
  const std::uint32_t hash = hash_of(tag, values);
  std::size_t at = place(hash, tag, values);
  if (table_[at].number != UINT32_MAX) return {table_[at].number, false};
  const auto number = static_cast<std::uint32_t>(tuples_.size());
  if (2 * (tuples_.size() + 1) > table_.size()) {
    grow();
    at = place(hash, tag, values);
  }
  append(tag, values);
  table_[at] = {hash, number};
  return {number, true};
}

std::uint32_t Tuples::find(std::uint32_t tag,
                           std::span<const Scalar> values) const {
  return table_[place(hash_of(tag, values), tag, values)].number;
}

std::uint64_t Tuples::bytes() const {
  return values_.capacity() * sizeof(Scalar) +
         tuples_.capacity() * sizeof(Tuple) + table_.capacity() * sizeof(Entry);
}

}  // namespace vicinal::fixpoint::inline views
