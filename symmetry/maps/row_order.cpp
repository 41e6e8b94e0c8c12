// SPDX-License-Identifier: MIT
// Color refinement: rows are ordered by what they hold, who names them, and the
// colors of rows that they name and that name them, until no more of them are
// told apart. Rows that are left over may be any two that could change places
// without a change; else nobody knows.
#include "symmetry/maps/row_order.hpp"

#include <algorithm>
#include <numeric>

#include "network/base/budget.hpp"

namespace vicinal::symmetry::inline maps {

using network::Scalar;

namespace {

// Beyond all values of a sort: a name of a row, by its color.
constexpr Scalar by_color = Scalar{1} << 40;

}  // namespace

std::vector<std::vector<std::uint32_t>> name_columns(
    const std::vector<NamedBlocks>& classes, const Sorts& sorts) {
  std::vector<bool> names(sorts.sorts.size(), false);
  for (const NamedBlocks& c : classes) {
    if (c.sort != no_sort) names[c.sort] = true;
  }
  std::vector<std::vector<std::uint32_t>> columns;
  for (const NamedBlocks& c : classes) {
    auto& own = columns.emplace_back();
    for (std::uint32_t i = 0; i < c.blocks.width; ++i) {
      const std::uint32_t sort = sorts.of_slot[c.blocks.slots[i]];
      if (sort != no_sort && names[sort]) own.push_back(i);
    }
  }
  return columns;
}

RowOrder::RowOrder(const std::vector<NamedBlocks>& classes, const Sorts& sorts)
    : classes_(classes),
      sorts_(sorts),
      columns_(name_columns(classes, sorts)),
      named_(sorts.sorts.size()) {
  std::vector<bool> inside(sorts.of_slot.size(), false);
  for (std::uint32_t c = 0; c < classes.size(); ++c) {
    first_row_.push_back(static_cast<std::uint32_t>(rows_.size()));
    within_ = within_ || !columns_[c].empty();
    for (const std::uint32_t s : classes[c].blocks.slots) inside[s] = true;
    for (std::uint32_t r = 0; r < classes[c].blocks.blocks; ++r) {
      const auto row = static_cast<std::uint32_t>(rows_.size());
      rows_.push_back({c, r});
      const std::uint32_t sort = classes[c].sort;
      if (sort == no_sort) continue;
      auto& named = named_[sort];
      named.resize(static_cast<std::size_t>(sorts.sorts[sort].size()), none);
      named[static_cast<std::size_t>(classes[c].names[r] -
                                     sorts.sorts[sort].bounds.low)] = row;
    }
  }
  for (std::uint32_t s = 0; s < inside.size(); ++s) {
    const std::uint32_t sort = sorts.of_slot[s];
    if (!inside[s] && sort != no_sort && !named_[sort].empty()) {
      outside_.push_back(s);
    }
  }
  from_outside_.resize(rows_.size());
  from_rows_.resize(rows_.size());
  key_begin_.resize(rows_.size());
  key_end_.resize(rows_.size());
  place_.resize(rows_.size());
  color_.resize(rows_.size());
  order_.resize(rows_.size());
}

// The row that the value in the slot names, or none.
std::uint32_t RowOrder::named(std::uint32_t slot, Scalar value) const {
  const std::uint32_t sort = sorts_.of_slot[slot];
  const network::Bounds& bounds = sorts_.sorts[sort].bounds;
  if (value < bounds.low || value > bounds.high) return none;
  return named_[sort][static_cast<std::size_t>(value - bounds.low)];
}

void RowOrder::find_references(std::span<const Scalar> state) {
  for (auto& list : from_outside_) list.clear();
  for (const std::uint32_t s : outside_) {
    const std::uint32_t row = named(s, state[s]);
    if (row != none) from_outside_[row].push_back(s);
  }
  if (!within_) return;
  for (auto& list : from_rows_) list.clear();
  for (std::uint32_t r = 0; r < rows_.size(); ++r) {
    for (const std::uint32_t c : columns_[rows_[r].of]) {
      const std::uint32_t s = slots(r)[c];
      const std::uint32_t row = named(s, state[s]);
      if (row != none) from_rows_[row].push_back({r, c});
    }
  }
}

void RowOrder::write_keys(std::span<const Scalar> state) {
  keys_.clear();
  for (std::uint32_t r = 0; r < rows_.size(); ++r) {
    key_begin_[r] = keys_.size();
    keys_.push_back(color_[r]);
    for (const std::uint32_t s : slots(r)) keys_.push_back(state[s]);
    for (const std::uint32_t c : columns_[rows_[r].of]) {
      const std::uint32_t s = slots(r)[c];
      const std::uint32_t row = named(s, state[s]);
      if (row == none) continue;
      keys_[key_begin_[r] + 1 + c] =
          row == r ? 2 * by_color : by_color + color_[row];
    }
    keys_.push_back(static_cast<Scalar>(from_outside_[r].size()));
    for (const std::uint32_t s : from_outside_[r]) keys_.push_back(s);
    sources_.clear();
    for (const Reference& f : from_rows_[r]) {
      sources_.emplace_back(color_[f.row], f.column);
    }
    std::ranges::sort(sources_);
    for (const auto& [color, column] : sources_) {
      keys_.push_back(color);
      keys_.push_back(column);
    }
    key_end_[r] = keys_.size();
  }
}

// Colors by keys. Whether there are more of them than before.
bool RowOrder::told_apart() {
  const auto less = [&](std::uint32_t a, std::uint32_t b) {
    return std::ranges::lexicographical_compare(key(a), key(b));
  };
  bool more = false;
  for (std::uint32_t c = 0; c < classes_.size(); ++c) {
    const std::uint32_t begin = first_row_[c];
    const std::uint32_t end = begin + classes_[c].blocks.blocks;
    // States that come from a representative are nearly sorted.
    for (std::uint32_t i = begin + 1; i < end; ++i) {
      const std::uint32_t moved = order_[i];
      std::uint32_t at = i;
      for (; at > begin && less(moved, order_[at - 1]); --at) {
        order_[at] = order_[at - 1];
      }
      order_[at] = moved;
    }
    std::uint32_t color = begin;
    for (std::uint32_t i = begin; i < end; ++i) {
      if (i > begin && less(order_[i - 1], order_[i])) color = i;
      place_[order_[i]] = color;
    }
  }
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    more = more || color_[r] != place_[r];
  }
  std::swap(color_, place_);
  return more;
}

// Whether the state stays as it is if two rows of a color change places.
bool RowOrder::interchangeable(std::uint32_t a, std::uint32_t b,
                               std::span<const Scalar> state) const {
  for (const std::uint32_t r : {a, b}) {
    if (!from_outside_[r].empty()) return false;
    for (const Reference& f : from_rows_[r]) {
      if (f.row != a && f.row != b) return false;
    }
  }
  for (const std::uint32_t c : columns_[rows_[a].of]) {
    const std::uint32_t s = slots(a)[c], t = slots(b)[c];
    const std::uint32_t x = named(s, state[s]), y = named(t, state[t]);
    const std::uint32_t image = x == a ? b : x == b ? a : x;
    if (image != y) return false;
  }
  return true;
}

void RowOrder::arrange(std::span<Scalar> state) {
  for (std::uint32_t i = 0; i < order_.size(); ++i) place_[order_[i]] = i;
  const auto renamed = [&](std::uint32_t slot, Scalar value) {
    const std::uint32_t row = named(slot, value);
    if (row == none) return value;
    const Row& to = rows_[place_[row]];
    return classes_[to.of].names[to.number];
  };
  for (const std::uint32_t s : outside_) state[s] = renamed(s, state[s]);
  copy_.clear();
  for (const std::uint32_t r : order_) {
    const std::size_t begin = copy_.size();
    for (const std::uint32_t s : slots(r)) copy_.push_back(state[s]);
    for (const std::uint32_t c : columns_[rows_[r].of]) {
      copy_[begin + c] = renamed(slots(r)[c], copy_[begin + c]);
    }
  }
  auto from = copy_.begin();
  for (const NamedBlocks& c : classes_) {
    for (const std::uint32_t s : c.blocks.slots) state[s] = *from++;
  }
}

bool RowOrder::operator()(std::span<Scalar> state) {
  find_references(state);
  std::iota(order_.begin(), order_.end(), 0U);
  for (std::uint32_t r = 0; r < rows_.size(); ++r) {
    color_[r] = first_row_[rows_[r].of];
  }
  do {
    network::poll(static_cast<std::int64_t>(rows_.size()) / 16 + 1);
    write_keys(state);
  } while (told_apart() && within_);
  for (std::size_t i = 1; within_ && i < order_.size(); ++i) {
    const std::uint32_t a = order_[i - 1], b = order_[i];
    if (color_[a] == color_[b] && !interchangeable(a, b, state)) return false;
  }
  arrange(state);
  return true;
}

}  // namespace vicinal::symmetry::inline maps
