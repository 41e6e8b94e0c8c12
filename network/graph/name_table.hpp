// SPDX-License-Identifier: MIT
// Numbers for names, in the order in which they first come.
//
// A table of four bytes a slot beside the names themselves: the tables of
// libraries hold a string, or a view and its hash, for each of 10^7 nodes.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "network/graph/names.hpp"

namespace vicinal::network::inline graph {

class NameTable {
 public:
  std::size_t size() const { return names_.size(); }
  const Names& names() const { return names_; }

  // The name's number, and whether it is new. O(length) on average.
  std::pair<std::uint32_t, bool> add(std::string_view name) {
    if (2 * names_.size() >= slots_.size()) grow();
    const std::size_t slot = find_slot(name);
    if (slots_[slot] != vacant) return {slots_[slot], false};
    slots_[slot] = static_cast<std::uint32_t>(names_.size());
    names_.push_back(name);
    return {slots_[slot], true};
  }

  std::optional<std::uint32_t> find(std::string_view name) const {
    if (slots_.empty()) return std::nullopt;
    const std::uint32_t found = slots_[find_slot(name)];
    if (found == vacant) return std::nullopt;
    return found;
  }

  // The names, by number; the table is empty afterwards.
  Names take() {
    slots_ = {};
    return std::exchange(names_, Names{});
  }

 private:
  static constexpr std::uint32_t vacant = UINT32_MAX;

  // The slot that holds the name, or would.
  std::size_t find_slot(std::string_view name) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = std::hash<std::string_view>{}(name)&mask;
    while (slots_[slot] != vacant && names_[slots_[slot]] != name) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  void grow() {
    slots_.assign(slots_.empty() ? 16 : 2 * slots_.size(), vacant);
    const std::size_t mask = slots_.size() - 1;
    for (std::uint32_t i = 0; i < names_.size(); ++i) {
      std::size_t slot = std::hash<std::string_view>{}(names_[i]) & mask;
      while (slots_[slot] != vacant) slot = (slot + 1) & mask;
      slots_[slot] = i;
    }
  }

  Names names_;
  std::vector<std::uint32_t> slots_;  // a power of two, half of them vacant
};

}  // namespace vicinal::network::inline graph
