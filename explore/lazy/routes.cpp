// SPDX-License-Identifier: MIT
// Of the steps of a part those that Q permutes into each other are one. For it,
// P is unwound to what tells its own processes apart, not to all of L: the
// states that are left out are images, under permutations that leave the step
// alone, of those that are visited, and so are their successors.
#include "explore/lazy/routes.hpp"

#include <algorithm>
#include <set>

#include "network/base/budget.hpp"

namespace vicinal::explore::inline lazy {

Routes::Routes(Annotations& annotations, Partitions& partitions,
               const std::vector<Needs>& needs)
    : annotations_(annotations), partitions_(partitions), needs_(needs) {}

void Routes::find_parts() {
  for (Part& part : annotations_.parts()) {
    parts_.push_back(
        {std::move(part.steps), partitions_.number(part.annotation)});
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
  if (by_partition_.empty()) find_parts();
  auto all = std::make_unique<OfPartition>();
  const std::size_t processes = partitions_[partition].size();
  all->by_process.resize(processes);
  for (const PartSteps& part : parts_) {
    const std::uint32_t finer = partitions_.meet(partition, part.annotation);
    OfPart others{part.steps[0], {}};
    for (const std::uint32_t s : representatives(part, finer)) {
      network::poll(static_cast<std::int64_t>(processes));
      Route route{s, Apart(annotations_.named(s), partition, finer, partitions_,
                           needs_[s])};
      const auto& kept = route.apart.kept;
      auto& list =
          kept.empty() ? others.routes : all->by_process[kept[0].process];
      list.push_back(std::move(route));
    }
    if (!others.routes.empty()) all->others.push_back(std::move(others));
  }
  by_partition_.insert({partition, std::move(all)});
}

}  // namespace vicinal::explore::inline lazy
