// SPDX-License-Identifier: MIT
// What every command says of an initial condition that nothing satisfies.
#pragma once

#include "network/base/diagnostic.hpp"
#include "network/language/model.hpp"

namespace vicinal::network::inline language {

// V0508, at the first condition or, where initial values alone are to blame, at
// the network.
void report_unsatisfiable(const Model& model, Diagnostics& diagnostics);

}  // namespace vicinal::network::inline language
