// SPDX-License-Identifier: MIT
// Counting sort by class: members come out ascending, so that representatives
// and the numbers of classes do not depend on the labels, and the hash map's
// order shows nowhere.
#include "groupoid/similarity/partition.hpp"

#include <tsl/robin_map.h>

namespace vicinal::groupoid::inline similarity {

using network::NodeId;

Partition::Partition(std::span<const std::uint32_t> labels) {
  tsl::robin_map<std::uint32_t, std::uint32_t> number;
  class_of_.reserve(labels.size());
  std::vector<std::uint32_t> sizes;
  for (const std::uint32_t label : labels) {
    const auto [at, fresh] =
        number.insert({label, static_cast<std::uint32_t>(sizes.size())});
    if (fresh) sizes.push_back(0);
    class_of_.push_back(at->second);
    ++sizes[at->second];
  }
  begin_.assign(1, 0);
  for (const std::uint32_t size : sizes) begin_.push_back(begin_.back() + size);
  members_.resize(labels.size());
  std::vector<std::uint32_t> next(begin_.begin(), begin_.end() - 1);
  for (std::size_t n = 0; n < class_of_.size(); ++n) {
    members_[next[class_of_[n]]++] = NodeId(n);
  }
}

}  // namespace vicinal::groupoid::inline similarity
