// SPDX-License-Identifier: MIT
// Cells are filled part by part, a part bucket by bucket; parts with few
// members come first, since most needs are theirs.
#include "explore/lazy/unwinding.hpp"

#include <algorithm>

#include "network/base/budget.hpp"

namespace vicinal::explore::inline lazy {

Apart::Apart(std::vector<std::uint32_t> processes, std::uint32_t annotation,
             std::uint32_t finer_one, const Partitions& partitions,
             const Needs& needs)
    : partition(annotation), finer(finer_one), alone(std::move(processes)) {
  std::ranges::sort(alone);
  const Cells& fine = partitions[finer];
  const Members& members = partitions.members(partition);
  for (std::uint32_t c = 0; c < members.count(); ++c) {
    const auto cell = members[c];
    const bool apart = std::ranges::any_of(cell, [&](std::uint32_t p) {
      return fine[p] != fine[cell[0]] ||
             (cell.size() > 1 && std::ranges::binary_search(alone, p));
    });
    if (apart) split.push_back(c);
  }
  for (const Needs::OfProcess& n : needs.of_processes()) {
    const std::uint32_t cell = partitions[partition][n.process];
    if (!std::ranges::binary_search(split, cell)) kept.push_back(n);
  }
}

void Unwinding::divide(std::span<const std::uint32_t> cell,
                       const Apart& apart) {
  const Cells& fine = partitions_[apart.finer];
  const Members& members = partitions_.members(apart.finer);
  const auto is_alone = [&](std::uint32_t p) {
    return std::ranges::find(apart.alone, p) != apart.alone.end();
  };
  const auto end_of = [](const auto& list) {
    return static_cast<std::uint32_t>(list.size());
  };
  Cell result;
  result.buckets.begin = end_of(buckets_);
  result.parts.begin = end_of(parts_);
  const auto add_part = [&](std::span<const std::uint32_t> processes) {
    const std::uint32_t begin = end_of(members_);
    for (const std::uint32_t p : processes) {
      if (processes.size() == 1 || !is_alone(p)) members_.push_back(p);
    }
    if (end_of(members_) > begin) parts_.push_back({begin, end_of(members_)});
  };
  for (const std::uint32_t p : cell) {
    // Equal ones are neighbours.
    if (end_of(buckets_) == result.buckets.begin ||
        buckets_.back().local != row_[p]) {
      buckets_.push_back({row_[p], 0});
    }
    ++buckets_.back().count;
    const auto whole = members[fine[p]];
    if (whole.size() > 1 && is_alone(p)) add_part(std::span(&p, 1));
    if (p == whole.front()) add_part(whole);
  }
  result.buckets.end = end_of(buckets_);
  result.parts.end = end_of(parts_);
  // What has few choices comes first.
  std::sort(parts_.begin() + result.parts.begin, parts_.end(),
            [](const network::Range& a, const network::Range& b) {
              return std::pair(a.size(), a.begin) <
                     std::pair(b.size(), b.begin);
            });
  cells_.push_back(result);
}

bool Unwinding::operator()(const Row& row, const Apart& apart,
                           const Needs& needs, const Visit& visit) {
  for (const Needs::OfProcess& n : apart.kept) {
    if (!needs.allows(locals_, n, row[n.process])) return true;
  }
  if (apart.split.empty()) return visit(row);
  cells_.clear();
  buckets_.clear();
  parts_.clear();
  members_.clear();
  row_ = row;
  for (const std::uint32_t c : apart.split) {
    divide(partitions_.members(apart.partition)[c], apart);
  }
  needs_ = &needs;
  visit_ = &visit;
  return fill(0, 0, 0, 0);
}

// Puts members of the buckets from `bucket` on into the part from `filled` on;
// parts and buckets by their numbers in the cell.
bool Unwinding::fill(std::size_t cell, std::size_t part, std::size_t bucket,
                     std::size_t filled) {
  network::poll();
  if (cell == cells_.size()) return (*visit_)(row_);
  const Cell& c = cells_[cell];
  if (part == c.parts.size()) return fill(cell + 1, 0, 0, 0);
  const network::Range& members = parts_[c.parts.begin + part];
  const std::size_t room = members.size() - filled;
  if (room == 0) return fill(cell, part + 1, 0, 0);
  if (bucket == c.buckets.size()) return true;
  const std::uint32_t* processes = members_.data() + members.begin;
  Bucket& from = buckets_[c.buckets.begin + bucket];
  const std::uint32_t most =
      from.count == 0 || !needs_->allows(locals_, processes[0], from.local)
          ? 0
          : std::min<std::uint32_t>(from.count,
                                    static_cast<std::uint32_t>(room));
  // The last part takes what is left.
  const bool last = part + 1 == c.parts.size();
  const std::uint32_t least = last ? from.count : 0;
  for (std::uint32_t take = most;; --take) {
    if (take < least) break;
    for (std::uint32_t i = 0; i < take; ++i) {
      row_[processes[filled + i]] = from.local;
    }
    from.count -= take;
    const bool on = fill(cell, part, bucket + 1, filled + take);
    from.count += take;
    if (!on) return false;
    if (take == 0) break;
  }
  return true;
}

}  // namespace vicinal::explore::inline lazy
