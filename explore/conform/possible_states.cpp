// SPDX-License-Identifier: MIT
// Sorted arrays of words, which are united and searched as they are.
#include "explore/conform/possible_states.hpp"

#include <algorithm>
#include <numeric>

#include "network/base/budget.hpp"

namespace vicinal::explore::inline conform {

int PossibleStates::compare(const std::uint64_t* a,
                            const std::uint64_t* b) const {
  for (std::size_t w = 0; w < words_; ++w) {
    if (a[w] != b[w]) return a[w] < b[w] ? -1 : 1;
  }
  return 0;
}

void PossibleStates::settle() {
  const std::size_t n = size();
  if (n < 2) return;
  network::poll(static_cast<std::int64_t>(n));
  std::vector<std::uint64_t> order(n);
  std::iota(order.begin(), order.end(), 0);
  const std::uint64_t* data = data_.data();
  std::sort(order.begin(), order.end(), [&](std::uint64_t a, std::uint64_t b) {
    network::poll();
    return compare(data + a * words_, data + b * words_) < 0;
  });
  spare_.clear();
  for (const std::uint64_t i : order) {
    const std::uint64_t* state = data + i * words_;
    if (!spare_.empty() &&
        compare(spare_.data() + spare_.size() - words_, state) == 0) {
      continue;
    }
    spare_.insert(spare_.end(), state, state + words_);
  }
  data_.swap(spare_);
}

void PossibleStates::unite(const PossibleStates& others) {
  spare_.clear();
  std::size_t a = 0;
  for (std::size_t b = 0; b < others.size(); ++b) {
    network::poll();
    const std::uint64_t* other = others[b];
    while (a < size() && compare((*this)[a], other) < 0) {
      spare_.insert(spare_.end(), (*this)[a], (*this)[a] + words_);
      ++a;
    }
    if (a < size() && compare((*this)[a], other) == 0) continue;
    spare_.insert(spare_.end(), other, other + words_);
  }
  for (; a < size(); ++a) {
    spare_.insert(spare_.end(), (*this)[a], (*this)[a] + words_);
  }
  data_.swap(spare_);
}

bool PossibleStates::contains(const std::uint64_t* state) const {
  std::size_t low = 0, high = size();
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    const int order = compare((*this)[middle], state);
    if (order == 0) return true;
    (order < 0 ? low : high) = order < 0 ? middle + 1 : middle;
  }
  return false;
}

void PossibleStates::remove(const PossibleStates& others) {
  spare_.clear();
  for (std::size_t i = 0; i < size(); ++i) {
    network::poll();
    if (others.contains((*this)[i])) continue;
    spare_.insert(spare_.end(), (*this)[i], (*this)[i] + words_);
  }
  data_.swap(spare_);
}

}  // namespace vicinal::explore::inline conform
