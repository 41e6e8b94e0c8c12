// SPDX-License-Identifier: MIT
// A list of numbers that are mostly one: equal ones are stored once, however
// many they are. Colors and ports of networks of 10^7 edges.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "network/base/release.hpp"

namespace vicinal::network::inline graph {

template <class Number>
class Numbers {
 public:
  std::size_t size() const { return size_; }
  // Whether all are known to be the same: differing ones that were made equal
  // by `set` are not.
  bool uniform() const { return list_.empty(); }

  Number operator[](std::size_t i) const {
    return list_.empty() ? common_ : list_[i];
  }
  void push_back(Number number) {
    if (size_ == 0) common_ = number;
    if (!list_.empty() || number != common_) spread().push_back(number);
    ++size_;
  }
  // That many, all of them this one.
  void assign(std::size_t size, Number number) {
    release(list_);
    common_ = number;
    size_ = size;
  }
  void set(std::size_t i, Number number) {
    if (!list_.empty() || number != common_) spread()[i] = number;
  }

  // One by one.
  std::vector<Number> list() const {
    return list_.empty() ? std::vector<Number>(size_, common_) : list_;
  }

 private:
  std::vector<Number>& spread() {
    if (list_.empty()) list_.assign(size_, common_);
    return list_;
  }

  std::size_t size_ = 0;
  Number common_ = 0;
  std::vector<Number> list_;  // empty as long as all are `common_`
};

}  // namespace vicinal::network::inline graph
