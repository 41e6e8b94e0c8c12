// SPDX-License-Identifier: MIT
// The hashes of n states are spread evenly, so that the k-th least of them lies
// near k/n of all numbers: n is estimated from it.
#include "explore/simulate/distinct.hpp"

#include <algorithm>

#include "explore/simulate/dice.hpp"

namespace vicinal::explore::inline simulate {

void Distinct::add(std::span<const std::uint64_t> state) {
  std::uint64_t hash = state.size();
  for (const std::uint64_t word : state) {
    hash = Dice::mixed((hash ^ word) + 0x9E3779B97F4A7C15U);
  }
  add(hash);
}

void Distinct::add(std::uint64_t hash) {
  // The hash 0 would be found in an empty place.
  hash = std::max<std::uint64_t>(hash, 1);
  if (hash > below_) return;
  std::uint64_t& place = recent_[hash % recent];
  if (place == hash) return;
  place = hash;
  hashes_.push_back(hash);
  if (hashes_.size() >= 2 * most) shrink();
}

void Distinct::add(const Distinct& other) {
  // Then it brings so many that not all are kept here, either.
  if (!other.all_) all_ = false;
  for (const std::uint64_t hash : other.hashes_) add(hash);
  if (!all_) shrink();
}

void Distinct::shrink() {
  std::sort(hashes_.begin(), hashes_.end());
  hashes_.erase(std::unique(hashes_.begin(), hashes_.end()), hashes_.end());
  if (hashes_.size() > most) {
    all_ = false;
    hashes_.resize(most);
  }
  if (!all_) below_ = hashes_.back();
}

void Distinct::clear() {
  hashes_.clear();
  below_ = UINT64_MAX;
  all_ = true;
  recent_.fill(0);
}

Distinct::Count Distinct::count() {
  shrink();
  if (all_) return {hashes_.size(), true};
  const double part = static_cast<double>(hashes_.back()) / 0x1p64;
  return {static_cast<std::uint64_t>(static_cast<double>(hashes_.size() - 1) /
                                     part),
          false};
}

}  // namespace vicinal::explore::inline simulate
