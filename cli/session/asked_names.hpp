// SPDX-License-Identifier: MIT
// The properties that were asked for by name.
#pragma once

#include <vector>

#include "cli/session/load.hpp"

namespace vicinal::cli::inline session {

// The properties to decide, by index into Model::properties; `no model error`
// besides. A name that the model does not have is V0906.
struct Wanted {
  std::vector<std::size_t> properties;
  bool model_errors = true;
};
Wanted wanted_properties(Opened& opened, const Options& options);

// Also of every size, where temporal properties may be named.
struct WantedProof : Wanted {
  std::vector<std::size_t> progress;
};
WantedProof wanted_of_every_size(Opened& opened, const Options& options);

// The same of temporal properties.
std::vector<std::size_t> wanted_temporal(Opened& opened,
                                         const Options& options);

}  // namespace vicinal::cli::inline session
