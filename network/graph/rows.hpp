// SPDX-License-Identifier: MIT
// Where the rows of an array begin and end. Rows of one length, as those of
// edges mostly are, are no list.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "network/base/ids.hpp"
#include "network/base/release.hpp"

namespace vicinal::network::inline graph {

class Rows {
 public:
  Rows() = default;
  // Where each begins, and where the last one ends. O(rows).
  explicit Rows(std::vector<std::uint32_t> begin) : begin_(std::move(begin)) {
    if (begin_.size() < 2) return;
    length_ = begin_[1];
    for (std::size_t i = 0; i < begin_.size(); ++i) {
      if (begin_[i] != i * length_) return;
    }
    release(begin_);
  }

  Range operator[](std::size_t i) const {
    if (!begin_.empty()) return {begin_[i], begin_[i + 1]};
    const auto begin = static_cast<std::uint32_t>(i) * length_;
    return {begin, begin + length_};
  }

 private:
  std::vector<std::uint32_t> begin_;
  std::uint32_t length_ = 0;  // of all rows, where `begin_` is empty
};

}  // namespace vicinal::network::inline graph
