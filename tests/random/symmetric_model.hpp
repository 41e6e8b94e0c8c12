// SPDX-License-Identifier: MIT
// Random models with much local symmetry, as text: what reductions to
// representatives must get right shows in few of the ordinary random models
// (random_model.hpp), whose nodes are mostly told apart.
#pragma once

#include <cstdint>
#include <string>

namespace vicinal::random_models {

// The same seed gives the same text, which is well-typed; the flat layer is
// not used. Regular shapes with port sets, buses and parallel edges; loops over
// port sets, global guards, priorities; initial conditions that respect the
// symmetry and some that do not; now and then a process that names nodes. At
// most eight nodes and 128 initial valuations; an initial condition may be
// unsatisfiable.
std::string symmetric_model(std::uint64_t seed);

}  // namespace vicinal::random_models
