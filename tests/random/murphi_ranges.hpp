// SPDX-License-Identifier: MIT
// Ranges where a random model in Murphi's language has scalarsets: 'Proc :
// 1..Count'. Most are used as scalarsets only, and others nearly so.
#pragma once

#include <cstdint>

#include "murphi_model.hpp"

namespace vicinal::random_models {

// Of one model in three. Of a protocol, which has the truth value `busy`, types
// may have different lower bounds, and steps use them as numbers.
void with_ranges(MurphiModel& model, std::uint64_t seed, bool protocol);

}  // namespace vicinal::random_models
