// SPDX-License-Identifier: MIT
// V01xx and V02xx: characters, tokens, grammar.
#pragma once

#include <span>

#include "network/base/catalogue.hpp"

namespace vicinal::network::inline language {

std::span<const Entry> syntax_catalogue();

}  // namespace vicinal::network::inline language
