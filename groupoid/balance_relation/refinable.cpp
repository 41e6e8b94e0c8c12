// SPDX-License-Identifier: MIT
// A class is a range of `elements_`; `position_` is its inverse. Parts are
// swapped to the end of the range one after the other, so that splitting
// touches only their members; of the ranges that result the largest keeps the
// number.
#include "groupoid/balance_relation/refinable.hpp"

#include <utility>

#include "groupoid/similarity/partition.hpp"

namespace vicinal::groupoid::inline balance_relation {

Refinable::Refinable(std::span<const std::uint32_t> labels) {
  const Partition start(labels);
  class_of_.reserve(labels.size());
  for (std::size_t e = 0; e < labels.size(); ++e) {
    class_of_.push_back(start.class_of(network::NodeId(e)));
  }
  position_.resize(labels.size());
  for (std::uint32_t c = 0; c < start.size(); ++c) {
    begin_.push_back(static_cast<std::uint32_t>(elements_.size()));
    for (const network::NodeId n : start.members(c)) {
      position_[n.index()] = static_cast<std::uint32_t>(elements_.size());
      elements_.push_back(n.value);
    }
    end_.push_back(static_cast<std::uint32_t>(elements_.size()));
  }
}

std::uint32_t Refinable::split(
    std::uint32_t c, std::span<const std::span<const std::uint32_t>> parts) {
  const auto first_new = static_cast<std::uint32_t>(begin_.size());
  // [rest | last part | ... | first part]
  std::vector<std::pair<std::uint32_t, std::uint32_t>> ranges;
  std::uint32_t end = end_[c];
  for (const auto& part : parts) {
    std::uint32_t at = end;
    for (const std::uint32_t e : part) {
      --at;
      const std::uint32_t other = elements_[at];
      std::swap(elements_[at], elements_[position_[e]]);
      std::swap(position_[e], position_[other]);
    }
    ranges.emplace_back(at, end);
    end = at;
  }
  if (end > begin_[c]) ranges.emplace_back(begin_[c], end);
  std::size_t largest = 0;
  for (std::size_t i = 1; i < ranges.size(); ++i) {
    if (ranges[i].second - ranges[i].first >
        ranges[largest].second - ranges[largest].first) {
      largest = i;
    }
  }
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    const auto [begin, finish] = ranges[i];
    if (i == largest) {
      begin_[c] = begin;
      end_[c] = finish;
      continue;
    }
    const auto fresh = static_cast<std::uint32_t>(begin_.size());
    begin_.push_back(begin);
    end_.push_back(finish);
    for (std::uint32_t k = begin; k < finish; ++k) {
      class_of_[elements_[k]] = fresh;
    }
  }
  return first_new;
}

}  // namespace vicinal::groupoid::inline balance_relation
