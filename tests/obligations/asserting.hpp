// SPDX-License-Identifier: MIT
// Random models of which some claims are made assertions, true or not, so that
// they have obligations without anybody proving anything.
#pragma once

#include <cstdint>
#include <string>

namespace vicinal::obligations_test {

// Some of the claims become assertions: one, mostly. Others name a node and an
// edge, and say nothing of them.
std::string with_assertions(std::string text, std::uint64_t seed);

}  // namespace vicinal::obligations_test
