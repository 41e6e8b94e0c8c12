// SPDX-License-Identifier: MIT
// Numbers for names, in the order in which they first come.
//
// A table of four bytes a slot beside the names themselves: the tables of
// libraries hold a string, or a view and its hash, for each of 10^7 nodes.
// Names that are small numbers, as those of most long lists, have a table of
// their own, at the number that they are.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "network/base/release.hpp"
#include "network/graph/names.hpp"

namespace vicinal::network::inline graph {

class NameTable {
 public:
  // Names that are decimal numbers below `bound` get four bytes for each number
  // up to the greatest. For whoever knows that there may be many.
  explicit NameTable(std::size_t bound = 0) : bound_(bound) {}

  std::size_t size() const { return names_.size(); }
  const Names& names() const { return names_; }

  void reserve(std::size_t names, std::size_t bytes) {
    names_.reserve(names, bytes);
  }

  // The name's number, and whether it is new. O(length) on average.
  std::pair<std::uint32_t, bool> add(std::string_view name) {
    const std::size_t number = number_of(name);
    if (number < bound_) {
      if (number >= by_number_.size()) widen(number);
      return enter(by_number_[number], name);
    }
    if (2 * in_slots_ >= slots_.size()) grow();
    const auto [id, fresh] = enter(slots_[find_slot(name)], name);
    if (fresh) ++in_slots_;
    return {id, fresh};
  }

  std::optional<std::uint32_t> find(std::string_view name) const {
    std::uint32_t found = vacant;
    const std::size_t number = number_of(name);
    if (number < bound_) {
      if (number < by_number_.size()) found = by_number_[number];
    } else if (!slots_.empty()) {
      found = slots_[find_slot(name)];
    }
    if (found == vacant) return std::nullopt;
    return found;
  }

  // The names, by number; the table is empty afterwards.
  Names take() {
    release(slots_);
    release(by_number_);
    in_slots_ = 0;
    return std::exchange(names_, Names{});
  }

 private:
  static constexpr std::uint32_t vacant = UINT32_MAX;

  // The number that the name is; `bound_` if it is none below.
  std::size_t number_of(std::string_view name) const {
    if (bound_ == 0) return bound_;
    return std::min<std::size_t>(small_number(name), bound_);
  }

  std::pair<std::uint32_t, bool> enter(std::uint32_t& place,
                                       std::string_view name) {
    if (place != vacant) return {place, false};
    place = static_cast<std::uint32_t>(names_.size());
    names_.push_back(name);
    return {place, true};
  }

  void widen(std::size_t number) {
    const std::size_t size =
        std::min(bound_, std::max(number + 1, by_number_.size() * 3 / 2));
    by_number_.resize(size, vacant);
  }

  // The slot that holds the name, or would.
  std::size_t find_slot(std::string_view name) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = std::hash<std::string_view>{}(name)&mask;
    while (slots_[slot] != vacant && !names_.is(slots_[slot], name)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  void grow() {
    slots_.assign(slots_.empty() ? 16 : 2 * slots_.size(), vacant);
    const std::size_t mask = slots_.size() - 1;
    for (std::uint32_t i = 0; i < names_.size(); ++i) {
      const std::string name = names_[i];
      if (number_of(name) < bound_) continue;
      std::size_t slot = std::hash<std::string_view>{}(name)&mask;
      while (slots_[slot] != vacant) slot = (slot + 1) & mask;
      slots_[slot] = i;
    }
  }

  std::size_t bound_;
  Names names_;
  std::vector<std::uint32_t> by_number_;
  std::vector<std::uint32_t> slots_;  // a power of two, half of them vacant
  std::size_t in_slots_ = 0;
};

}  // namespace vicinal::network::inline graph
