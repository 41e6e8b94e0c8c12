// SPDX-License-Identifier: MIT
// The nearest reason why an action is never enabled.
#pragma once

#include <cstddef>

#include "explore/coverage/coverage.hpp"

namespace vicinal::explore::inline coverage {

enum class WhyNever : std::uint8_t {
  enabled,       // it is, somewhere
  no_choice,     // a bound variable has no member
  never_true,    // `part` is false or fails wherever it was looked at
  not_together,  // `part` is never true where all conjuncts before it are
  fails,         // its priority fails wherever the guard holds
  open,          // local states do not tell: it may be enabled
};

struct Reason {
  WhyNever why = WhyNever::enabled;
  std::size_t part = 0;  // into ActionCount::parts
};

// Of the states that were seen. The first conjunct that is never true is nearer
// than one that is never true together with others.
Reason reason_of(const ActionCount& count);

}  // namespace vicinal::explore::inline coverage
