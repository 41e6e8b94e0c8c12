// SPDX-License-Identifier: MIT
// Syntax tree to Model: names, definitions, constants, types and rights.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "network/base/diagnostic.hpp"
#include "network/language/ast.hpp"
#include "network/language/model.hpp"

namespace vicinal::network::inline language {

// Values given on the command line by `-D name=value`, as text: an integer,
// true, false, or an enumeration constant.
using Definitions = std::map<std::string, std::string>;

// Resolves and checks everything that does not depend on sizes (design 3):
// diagnostics V03xx, warnings V04xx. `definitions` replace values of
// constants; those that name parameters are left to `sizes`; a name that is
// neither is V0901, a value that does not fit V0902. Empty if there are errors
// (also earlier ones in `diagnostics`).
//
// Expanding definitions is bounded (V0330: 10^6 nodes). Cost is linear in the
// expanded size.
std::optional<Model> check(const ast::Tree& tree, const Source& source,
                           const Definitions& definitions,
                           Diagnostics& diagnostics);

// The parameters' values: defaults, replaced by `definitions`. Whether a value
// is in its range is for `elaborate` to judge.
std::vector<std::int64_t> sizes(const Model& model,
                                const Definitions& definitions,
                                Diagnostics& diagnostics);

}  // namespace vicinal::network::inline language
