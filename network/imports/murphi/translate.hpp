// SPDX-License-Identifier: MIT
// A Murphi file as a tree of ours. The door: no header of librumur is needed.
#pragma once

#include <vector>

#include "network/base/diagnostic.hpp"
#include "network/imports/tree/remarks.hpp"
#include "network/language/ast.hpp"
#include "network/language/checker/checker.hpp"

namespace vicinal::murphi {

struct Translation {
  network::ast::Tree tree;
  std::vector<imports::Remark> remarks;
};

// The model that docs/imports.md says, with the places of the file. Where it
// cannot be said exactly, there is a diagnostic (V13xx), and the tree is of no
// use; warnings say which scalarsets stay as large as the file says, and why.
// `definitions` give constants of the file a value; with `fixed`, every
// scalarset has the size of the file.
Translation translate(const network::Source& source,
                      const network::Definitions& definitions, bool fixed,
                      network::Diagnostics& diagnostics);

}  // namespace vicinal::murphi
