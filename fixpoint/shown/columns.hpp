// SPDX-License-Identifier: MIT
// The columns of a node's local states as a reader names them: its variables,
// and its edges by port.
#pragma once

#include "fixpoint/pair/pair.hpp"
#include "fixpoint/shown/predicate.hpp"
#include "fixpoint/single/single.hpp"

namespace vicinal::fixpoint::inline shown {

// One column per slot of V_n, in their order: `phase`, `left`, `line[0]` (a
// member of a port set), `wire.used`, `item[2]`; of a queue `len(q)` and, for
// what is in it, `q[0]`, `q[1].cost`. A column of more than 64 values has none
// listed: such a view has no predicate.
std::vector<Column> view_columns(const network::Instance& instance,
                                 network::NodeId n);

// The columns of one variable or edge called `name`, in the same way.
void add_columns(const network::Instance& instance, const std::string& name,
                 network::TypeId type, std::vector<Column>& out);

// theta(n) as a formula; empty if it would not be short. Evaluating it is a
// model error in no state, whatever the queues hold.
std::vector<std::string> theta_predicate(const network::Instance& instance,
                                         network::NodeId n,
                                         const LocalStates& theta);

// A place of a view: the name of a variable or a port, and its type.
struct ViewPlace {
  std::string name;
  network::TypeId type;
  std::uint32_t column = 0;
};
std::vector<ViewPlace> view_places(const network::Instance& instance,
                                   network::NodeId n);

// The columns of theta of a pair: `s[0].phase`, `s[1].left`. An edge that both
// know has its name at the first.
std::vector<ViewPlace> pair_places(const network::Instance& instance,
                                   const PairType& type);

// theta of a type of pairs as a formula; empty if it would not be short.
std::vector<std::string> pair_predicate(const network::Instance& instance,
                                        const PairType& type,
                                        const LocalStates& theta);

}  // namespace vicinal::fixpoint::inline shown
