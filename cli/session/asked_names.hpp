// SPDX-License-Identifier: MIT
// The properties that were asked for by name, and those that were not asked.
#pragma once

#include <string>
#include <vector>

#include "cli/output/value_json.hpp"
#include "cli/session/load.hpp"

namespace vicinal::cli::inline session {

// The properties to decide, by index into Model::properties; `no model error`
// besides. A name that the model does not have is V0906.
struct Wanted {
  std::vector<std::size_t> properties;
  bool model_errors = true;
};
Wanted wanted_properties(Opened& opened, const Options& options);

// The same of temporal properties.
std::vector<std::size_t> wanted_temporal(Opened& opened,
                                         const Options& options);

// The temporal properties that were asked for: commands that decide invariants
// say of each that it was not looked at, and their exit code does not speak of
// it.
std::vector<std::string> not_asked(const network::Model& model,
                                   const Options& options);
// Of each a line, its name padded to `width`; an entry of "properties".
std::string not_asked_text(const std::vector<std::string>& names,
                           std::size_t width);
void add_not_asked(const std::vector<std::string>& names, Json& properties);
// The widest of all names in a report.
std::size_t widest(const std::vector<std::string>& names, std::size_t least);

}  // namespace vicinal::cli::inline session
