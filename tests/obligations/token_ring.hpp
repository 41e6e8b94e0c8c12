// SPDX-License-Identifier: MIT
// The token ring with its invariant: for each of the four ways in which two
// stations may share edges, which local states they may be in together.
#pragma once

#include <string>

namespace vicinal::obligations_test {

std::string token_ring();

}  // namespace vicinal::obligations_test
