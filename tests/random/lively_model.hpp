// SPDX-License-Identifier: MIT
// Random models of three or four processes that are alike, go on for ever, and
// of which a shared reference names one: in the words that the random temporal
// claims speak of (temporal.hpp).
#pragma once

#include <cstdint>
#include <string>

namespace vicinal::random_models {

std::string lively_model(std::uint64_t seed);

}  // namespace vicinal::random_models
