// SPDX-License-Identifier: MIT
// Rows are sorted by an order of their numbers, and copied once. A set without
// columns has one row or none: the row says that there is a state.
#include "fixpoint/views/state_set.hpp"

#include <algorithm>
#include <numeric>

namespace vicinal::fixpoint::inline views {

using network::Scalar;

StateSet sorted_set(std::uint32_t width, std::vector<Scalar> values,
                    std::size_t rows) {
  StateSet out;
  out.width = width;
  if (width == 0) {
    out.rows = std::min<std::size_t>(rows, 1);
    return out;
  }
  out.values = std::move(values);
  const auto row = [&](std::size_t i) { return out.row(i); };
  const auto less = [&](std::size_t a, std::size_t b) {
    const auto x = row(a);
    const auto y = row(b);
    return std::lexicographical_compare(x.begin(), x.end(), y.begin(), y.end());
  };
  std::vector<std::size_t> order(rows);
  std::iota(order.begin(), order.end(), std::size_t{0});
  bool sorted = true;
  for (std::size_t i = 1; i < rows && sorted; ++i) sorted = less(i - 1, i);
  if (sorted) {
    out.rows = rows;
    return out;
  }
  std::sort(order.begin(), order.end(), less);
  order.erase(std::unique(order.begin(), order.end(),
                          [&](std::size_t a, std::size_t b) {
                            return std::ranges::equal(row(a), row(b));
                          }),
              order.end());
  std::vector<Scalar> all;
  all.reserve(order.size() * width);
  for (const std::size_t i : order) {
    all.insert(all.end(), row(i).begin(), row(i).end());
  }
  out.values = std::move(all);
  out.rows = order.size();
  return out;
}

StateSet renamed(const StateSet& set, const std::vector<std::uint32_t>& at) {
  if (at.empty()) return set;
  std::vector<Scalar> values(set.values.size());
  for (std::size_t r = 0; r < set.rows; ++r) {
    for (std::uint32_t c = 0; c < set.width; ++c) {
      values[r * set.width + at[c]] = set.values[r * set.width + c];
    }
  }
  return sorted_set(set.width, std::move(values), set.rows);
}

}  // namespace vicinal::fixpoint::inline views
