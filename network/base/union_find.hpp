// SPDX-License-Identifier: MIT
// Numbers in classes that grow together. The least of a class stands for it, so
// that classes have one order, however they were joined.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

namespace vicinal::network::inline base {

// Each number is a class of its own at first. find() halves paths: all
// operations together take about as long as there are.
class UnionFind {
 public:
  explicit UnionFind(std::size_t size = 0) : parent_(size) {
    std::iota(parent_.begin(), parent_.end(), 0U);
  }

  std::size_t size() const { return parent_.size(); }
  // One number more.
  std::uint32_t add() {
    parent_.push_back(static_cast<std::uint32_t>(parent_.size()));
    return parent_.back();
  }

  // The least number in the class.
  std::uint32_t find(std::uint32_t x) const {
    while (parent_[x] != x) x = parent_[x] = parent_[parent_[x]];
    return x;
  }
  void join(std::uint32_t a, std::uint32_t b) {
    a = find(a);
    b = find(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  mutable std::vector<std::uint32_t> parent_;
};

}  // namespace vicinal::network::inline base
