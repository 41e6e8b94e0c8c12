// SPDX-License-Identifier: MIT
// Which properties speak of states, and which of runs.
#pragma once

#include "network/language/model.hpp"

namespace vicinal::network::inline language {

// ctl, ltl or ctlstar: what it says is no formula about one state. Engines that
// decide invariants do not look at it, and nothing of theirs depends on it: not
// even `no model error`, which speaks of evaluating invariants and assertions.
inline bool is_temporal(const Property& property) {
  return property.kind != ast::PropertyKind::invariant &&
         property.kind != ast::PropertyKind::assertion;
}

}  // namespace vicinal::network::inline language
