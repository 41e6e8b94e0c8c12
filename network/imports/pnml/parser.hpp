// SPDX-License-Identifier: MIT
// A PNML file to a Net.
#pragma once

#include <optional>

#include "network/base/diagnostic.hpp"
#include "network/imports/pnml/syntax.hpp"

namespace vicinal::pnml {

// None after an error, which was reported: V06xx where the file is not XML,
// V1201 to V1208, V1210 where it is no net that is taken. Every name that
// refers to something does.
std::optional<Net> parse(const network::Source& source,
                         network::Diagnostics& diagnostics);

}  // namespace vicinal::pnml
