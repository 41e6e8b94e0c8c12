// SPDX-License-Identifier: MIT
// A partition that is being refined: classes are ranges of one array. Not for
// use outside of groupoid/.
#pragma once

#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace vicinal::groupoid::inline balance_relation {

class Refinable {
 public:
  // The partition by labels.
  explicit Refinable(std::span<const std::uint32_t> labels);

  std::uint32_t class_of(std::uint32_t e) const { return class_of_[e]; }
  std::size_t size() const { return begin_.size(); }
  std::span<const std::uint32_t> members(std::uint32_t c) const {
    return std::span(elements_).subspan(begin_[c], end_[c] - begin_[c]);
  }
  const std::vector<std::uint32_t>& labels() const { return class_of_; }

  // Splits class c into the given parts, disjoint lists of members, and the
  // rest. The largest keeps the number c, so that an element changes its
  // class at most log n times; the numbers of the others, all new, are
  // returned in order: [first, size()). O(size of all but the largest, and of
  // the parts).
  std::uint32_t split(std::uint32_t c,
                      std::span<const std::span<const std::uint32_t>> parts);

 private:
  std::vector<std::uint32_t> elements_, position_, class_of_;
  std::vector<std::uint32_t> begin_, end_;  // per class
};

}  // namespace vicinal::groupoid::inline balance_relation
