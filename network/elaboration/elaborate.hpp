// SPDX-License-Identifier: MIT
// Model and sizes to Instance (design 3.1, 3.4).
#pragma once

#include <optional>
#include <vector>

#include "network/semantics/instance.hpp"

namespace vicinal::network::inline elaboration {

// Elaborates the model at the given sizes (design 3.1, 3.4): one value per
// parameter, within its range (else V0501). Every error of section 3.4 is
// reported as a diagnostic at the place in the model that causes it, naming
// node and port; the result is then empty. An edge that nothing touches gets
// the warning V0401. Networks of kind `any` and `from_file` need `graph`.
// O(size of the result * log degree).
std::optional<Instance> elaborate(const Model& model,
                                  std::vector<Scalar> parameters,
                                  Diagnostics& diagnostics,
                                  const Network* graph = nullptr);

// The sizes asked for: defaults, or what `-D` gives.
std::vector<Scalar> default_parameters(const Model& model);

}  // namespace vicinal::network::inline elaboration
