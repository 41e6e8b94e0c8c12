// SPDX-License-Identifier: MIT
// What obligations cannot speak of. What is not understood and may be left
// open becomes a fresh constant; what may not stops everything.
#pragma once

#include <cstddef>
#include <string>
#include <utility>

#include "network/base/source.hpp"

namespace vicinal::obligations::inline meaning {

// A construct that obligations cannot speak of. The model has no obligations
// then, and nothing is proved.
struct Unsupported {
  std::string what;  // "rules", "arrays indexed by nodes"
  network::Span span;
};

// Thrown by what cannot be expressed and must not be left out.
struct Stop {
  Unsupported unsupported;
};

[[noreturn]] inline void unsupported(std::string what, network::Span span) {
  throw Stop{{std::move(what), span}};
}

// Variables that range over a process are in one of its families each, and
// every choice of these is looked at by itself: so many of them.
inline void few_choices(std::size_t count, network::Span span) {
  constexpr std::size_t most = 4096;
  if (count > most) unsupported("so many choices of families", span);
}

}  // namespace vicinal::obligations::inline meaning
