// SPDX-License-Identifier: MIT
// Of the steps of a part those that Q permutes into each other are one. For it,
// P is unwound to what tells its own processes apart, not to all of L: the
// states that are left out are images, under permutations that leave the step
// alone, of those that are visited, and so are their successors.
#include "explore/lazy/routes.hpp"

#include <set>

#include "network/base/budget.hpp"

namespace vicinal::explore::inline lazy {

Routes::Routes(Annotations& annotations, Partitions& partitions)
    : annotations_(annotations), partitions_(partitions) {
  for (Part& part : annotations.parts()) {
    parts_.push_back(
        {std::move(part.steps), partitions.number(part.annotation)});
  }
}

std::vector<std::uint32_t> Routes::representatives(
    const PartSteps& part, std::uint32_t partition) const {
  std::vector<std::uint32_t> result;
  std::set<std::vector<std::uint32_t>> seen;
  for (const std::uint32_t s : part.steps) {
    network::poll();
    if (seen.insert(annotations_.shape(s, partitions_[partition])).second) {
      result.push_back(s);
    }
  }
  return result;
}

void Routes::prepare(std::uint32_t partition) {
  if (by_partition_.contains(partition)) return;
  std::vector<OfPart> all;
  for (const PartSteps& part : parts_) {
    const std::uint32_t finer = partitions_.meet(partition, part.annotation);
    OfPart& of_part = all.emplace_back();
    of_part.a_step = part.steps[0];
    for (const std::uint32_t s : representatives(part, finer)) {
      network::poll(static_cast<std::int64_t>(partitions_[finer].size()));
      of_part.routes.push_back(
          {s, Apart(annotations_.named(s), partition, finer, partitions_)});
    }
  }
  by_partition_.insert({partition, std::move(all)});
}

}  // namespace vicinal::explore::inline lazy
