// SPDX-License-Identifier: MIT
// Sets are keys of a map: equal ones get one number, and are compared by it.
// Few rows are listed and sorted, so that equal sets are equal keys; of many
// the normal form of the projection is the key, which may differ for equal
// sets. `closed` asks generators only: a set that each of them keeps is kept by
// all.
#include "fixpoint/initial/initial_sets.hpp"

#include <algorithm>

namespace vicinal::fixpoint::inline initial {

using network::Scalar;

InitialSet renamed(const InitialSet& set,
                   const std::vector<std::uint32_t>& at) {
  if (at.empty()) return set;
  InitialSet out;
  out.listed = set.listed;
  if (set.listed) {
    out.rows = renamed(set.rows, at);
  } else {
    out.projection = renamed(set.projection, at);
  }
  return out;
}

namespace {

constexpr std::uint64_t max_set_scalars = 400'000'000;  // of one set

bool contains(const StateSet& set, std::span<const Scalar> row) {
  std::size_t first = 0;
  std::size_t last = set.rows;
  while (first < last) {
    const std::size_t middle = (first + last) / 2;
    const auto other = set.row(middle);
    if (std::lexicographical_compare(other.begin(), other.end(), row.begin(),
                                     row.end())) {
      first = middle + 1;
    } else {
      last = middle;
    }
  }
  return first < set.rows && std::ranges::equal(set.row(first), row);
}

bool closed(const StateSet& set, const ColumnSwap& swap) {
  std::vector<Scalar> moved;
  for (std::size_t r = 0; r < set.rows; ++r) {
    const auto row = set.row(r);
    const bool same = std::all_of(swap.begin(), swap.end(), [&](const auto& s) {
      return row[s.first] == row[s.second];
    });
    if (same) continue;
    moved.assign(row.begin(), row.end());
    for (const auto& [a, b] : swap) std::swap(moved[a], moved[b]);
    if (!contains(set, moved)) return false;
  }
  return true;
}

}  // namespace

bool closed(const InitialSet& set, const std::vector<ColumnSwap>& swaps) {
  if (set.listed) {
    return std::all_of(swaps.begin(), swaps.end(), [&](const ColumnSwap& s) {
      return closed(set.rows, s);
    });
  }
  const ProjectionIndex index(set.projection);
  return std::all_of(swaps.begin(), swaps.end(), [&](const ColumnSwap& s) {
    return invariant(set.projection, index, s);
  });
}

bool InitialSets::add(Projection projection) {
  InitialSet set;
  // Many rows, or a few long ones.
  const std::uint64_t rows =
      std::min<std::uint64_t>(rows_, 4'000'000 / (projection.width + 1) + 64);
  if (projection.rows(rows + 1) <= rows) {
    set.projection = std::move(projection);
    if (!list_rows({{}, std::move(set.projection), false}, limit_, set.rows)) {
      return false;
    }
    set.projection = {};
  } else {
    set.projection = std::move(projection);
    set.listed = false;
  }
  const auto [at, fresh] = numbers_.emplace(
      std::move(set), static_cast<std::uint32_t>(sets_.size()));
  if (fresh) sets_.push_back(&at->first);
  set_of_.push_back(at->second);
  return true;
}

bool list_rows(const InitialSet& set, std::uint64_t limit, StateSet& out) {
  if (set.listed) {
    out = set.rows;
    return true;
  }
  std::vector<Scalar> values;
  std::size_t rows = 0;
  limit = std::min(limit, max_set_scalars / (set.projection.width + 1));
  const bool all = expand(set.projection, limit, [&](auto row) {
    values.insert(values.end(), row.begin(), row.end());
    ++rows;
  });
  if (!all) return false;
  out = sorted_set(set.projection.width, std::move(values), rows);
  return true;
}

}  // namespace vicinal::fixpoint::inline initial
