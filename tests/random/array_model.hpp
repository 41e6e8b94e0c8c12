// SPDX-License-Identifier: MIT
// Random models whose nodes keep something of every node, as text: what engines
// that let nodes share tables, classes or orbits must tell apart.
#pragma once

#include <cstdint>
#include <string>

namespace vicinal::random_models {

// The same seed gives the same text, which is well-typed; rules and written
// shared variables are not used. Two to four nodes of one process, in one
// family or two, on a ring, with edges at a port set, or with none; each has an
// array by nodes, read and written at itself, at a named node, at a parameter,
// at a reference, in a loop; references, ranks and indices beside it. At most
// 512 initial valuations.
std::string array_model(std::uint64_t seed);

}  // namespace vicinal::random_models
