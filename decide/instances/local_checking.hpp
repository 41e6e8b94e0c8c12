// SPDX-License-Identifier: MIT
// Temporal properties of an instance, by what single nodes see of its runs
// (after Namjoshi and Trefler, TACAS 2018).
//
// A part of a property that reads the neighbourhood of one node is checked on
// the local system of that node's class (fixpoint/single/local_system.hpp).
// Every run of the network is a run of it, so that what all paths of the system
// do is proved; that there is a path, if the node goes it by itself
// (own_paths.hpp). A part that is not proved is unknown. No global state is
// looked at.
#pragma once

#include "decide/instances/checking.hpp"

namespace vicinal::decide::inline instances {

// None: there is a diagnostic (no initial state; a construct that views of
// single nodes do not take). Of fairness it uses what is said of actions of the
// node whose guards and priorities its view shows. Work is local states.
std::optional<CheckReport> check_locally(const network::Instance& instance,
                                         const Checking& checking,
                                         network::Diagnostics& diagnostics);

}  // namespace vicinal::decide::inline instances
