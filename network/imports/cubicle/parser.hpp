// SPDX-License-Identifier: MIT
// Text of Cubicle to a System.
#pragma once

#include "network/base/diagnostic.hpp"
#include "network/base/source.hpp"
#include "network/imports/cubicle/syntax.hpp"

namespace vicinal::cubicle {

// Parses a whole file. Always returns a system; where the text is wrong,
// `diagnostics` says so (V1101 to V1111) and the declaration is left out:
// parsing goes on at the next one, so that one run finds several. Predicates
// are written out where they are called.
//
// Time and memory O(length), and of what predicates are written out as some
// 100,000 parts at most; recursion at most ast::max_depth levels.
System parse(const network::Source& source, network::Diagnostics& diagnostics);

}  // namespace vicinal::cubicle
