// SPDX-License-Identifier: MIT
// A file of properties, of the Model Checking Contest, to formulas of a net.
#pragma once

#include <vector>

#include "network/base/diagnostic.hpp"
#include "network/imports/pnml/property_syntax.hpp"

namespace vicinal::pnml {

// Diagnostics speak of the source: V06xx where it is not XML, V1202 to V1205,
// V1210 and V1211 where it is no such file, V1212 for what is not taken, V1213
// for what is not in the net. After an error the properties are of no use.
std::vector<Property> parse_properties(const network::Source& source,
                                       const Net& net,
                                       network::Diagnostics& diagnostics);

}  // namespace vicinal::pnml
