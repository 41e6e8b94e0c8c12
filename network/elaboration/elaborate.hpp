// SPDX-License-Identifier: MIT
// Model and sizes to Instance (design 3.1, 3.4).
#pragma once

#include <optional>
#include <vector>

#include "network/graph/vias.hpp"
#include "network/semantics/instance.hpp"

namespace vicinal::network::inline elaboration {

// Elaborates the model at the given sizes (design 3.1, 3.4): one value per
// parameter, within its range (else V0501). Every error of section 3.4 is
// reported as a diagnostic at the place in the model that causes it, naming
// node and port; the result is then empty. An edge that nothing touches gets
// the warning V0401. Networks of kind `any` and `from_file` need `graph`.
//
// With `vias` that are not empty the graph is a quotient network (LS 4.4): of
// each edge the result has the end of its class only, at the port that its
// access asks for. Such an instance is no network to run: it is there for
// fixpoint's single_on_quotient.
// O(size of the result * log degree).
std::optional<Instance> elaborate(const Model& model,
                                  std::vector<Scalar> parameters,
                                  Diagnostics& diagnostics,
                                  const Network* graph = nullptr,
                                  const Vias& vias = {});

// The sizes asked for: defaults, or what `-D` gives.
std::vector<Scalar> default_parameters(const Model& model);

}  // namespace vicinal::network::inline elaboration
