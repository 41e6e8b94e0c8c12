// SPDX-License-Identifier: MIT
// Counting sort by class: members come out ascending, so that representatives
// and the numbers of classes do not depend on the labels, and the hash map's
// order shows nowhere.
#include "groupoid/similarity/partition.hpp"

#include <algorithm>
#include <unordered_map>

namespace vicinal::groupoid::inline similarity {

using network::NodeId;

Partition::Partition(std::span<const std::uint32_t> labels) {
  std::vector<std::uint32_t> sizes;
  const auto add = [&](std::uint32_t& number, bool fresh) {
    if (fresh) {
      number = static_cast<std::uint32_t>(sizes.size());
      sizes.push_back(0);
    }
    class_of_.push_back(number);
    ++sizes[number];
  };
  class_of_.reserve(labels.size());
  const auto greatest = std::max_element(labels.begin(), labels.end());
  if (greatest != labels.end() && *greatest < 4 * labels.size()) {
    constexpr std::uint32_t none = UINT32_MAX;
    std::vector<std::uint32_t> number(std::size_t{*greatest} + 1, none);
    for (const std::uint32_t l : labels) add(number[l], number[l] == none);
  } else {
    std::unordered_map<std::uint32_t, std::uint32_t> number;
    for (const std::uint32_t l : labels) {
      const auto [at, fresh] = number.try_emplace(l, 0);
      add(at->second, fresh);
    }
  }
  begin_.assign(1, 0);
  for (const std::uint32_t size : sizes) begin_.push_back(begin_.back() + size);
  members_.resize(labels.size());
  std::vector<std::uint32_t>& next = sizes;
  std::copy(begin_.begin(), begin_.end() - 1, next.begin());
  for (std::size_t n = 0; n < class_of_.size(); ++n) {
    members_[next[class_of_[n]]++] = NodeId(n);
  }
}

}  // namespace vicinal::groupoid::inline similarity
