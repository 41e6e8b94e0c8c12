// SPDX-License-Identifier: MIT
// Whether the rounds of a loop may be taken in any order.
#pragma once

#include "network/language/model.hpp"

namespace vicinal::symmetry::inline detection {

// Each round writes only what is at the member that it is for, and reads
// nothing that other rounds write. O(body), polls; false is always right.
bool any_order(const network::Model& model, const network::Stmt& loop,
               const network::Binder& binder);

}  // namespace vicinal::symmetry::inline detection
