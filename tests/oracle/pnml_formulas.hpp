// SPDX-License-Identifier: MIT
// Formulas of the Model Checking Contest, decided on all markings of a net from
// what was written: the slow twin of what the front end makes of them.
#pragma once

#include <map>
#include <string>

#include "network/base/source.hpp"
#include "tests/oracle/pnml.hpp"

namespace vicinal::oracle {

// Whether each property of the file holds at the start, by its id. A path ends
// where nothing is enabled; in a formula of one quantifier, <all-paths> around
// all of it (LTL), it stays there. The file has no error that the front end
// reports.
std::map<std::string, bool> decide_formulas(const network::Source& source,
                                            const PnmlStates& states);

}  // namespace vicinal::oracle
