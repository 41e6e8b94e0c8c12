// SPDX-License-Identifier: MIT
// A look at the text of a Murphi file before librumur parses it, which copies
// what it has at every step and recurses as deep as the text does.
#pragma once

#include <vector>

#include "network/base/diagnostic.hpp"
#include "network/base/source.hpp"
#include "network/imports/tree/remarks.hpp"

namespace vicinal::murphi {

using network::Span;

struct Scan {
  // Comments, each with the place of the declaration that it is before or in.
  std::vector<imports::Remark> remarks;
};

// Refuses what librumur cannot parse (V1303), and what would take it long or
// deep (V1302). O(length).
Scan scan(const network::Source& source, network::Diagnostics& diagnostics);

}  // namespace vicinal::murphi
