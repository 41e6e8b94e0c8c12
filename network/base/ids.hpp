// SPDX-License-Identifier: MIT
// Strong ids: indices into the arrays that own what they name, each with its
// own type, so that a node cannot be taken for an edge.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace vicinal::network::inline base {

// An index of 32 bits; `none()` is the id of nothing.
template <class Tag>
struct Id {
  std::uint32_t value = UINT32_MAX;

  constexpr Id() = default;
  constexpr explicit Id(std::size_t v) : value(static_cast<std::uint32_t>(v)) {}

  static constexpr Id none() { return Id{}; }
  constexpr bool valid() const { return value != UINT32_MAX; }
  constexpr std::size_t index() const { return value; }
  constexpr auto operator<=>(const Id&) const = default;
};

// A half-open range of indices into an array that the context names.
struct Range {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  constexpr std::uint32_t size() const { return end - begin; }
  constexpr bool empty() const { return begin == end; }
};

}  // namespace vicinal::network::inline base

template <class Tag>
struct std::hash<vicinal::network::Id<Tag>> {
  std::size_t operator()(vicinal::network::Id<Tag> id) const noexcept {
    return std::hash<std::uint32_t>{}(id.value);
  }
};
