// SPDX-License-Identifier: MIT
// Paths that a node goes by itself: what E says of it where its own steps are
// enough. Not for use outside of decide/instances/.
//
// A step of the node whose guard and priority its view shows is enabled in the
// network wherever it is enabled in the view, and others may wait meanwhile. So
// what the node reaches by such steps is reached in the network, from each
// state that looks so; and from there a fair path goes on, as from everywhere.
#pragma once

#include <functional>
#include <optional>

#include "decide/instances/local_graph.hpp"
#include "explore/temporal/formula.hpp"

namespace vicinal::decide::inline instances {

// Where a formula of states holds, of the states of a system, by what is known
// of atoms; their numbers are below `atoms`.
using HoldsWhere = std::function<std::vector<bool>(
    explore::FormulaId formula, const LocalGraph::Holds& holds,
    std::uint32_t atoms)>;

// A formula with an atom in the place of each E, from the innermost out, which
// holds where own steps show it: of E X f and E (f U g), with f and g of
// states. It implies the formula where that stands without negation. New atoms
// take numbers from `atoms` on, which grows, and are added to `holds`. None:
// there is another E. Polls.
std::optional<explore::FormulaId> by_own_paths(
    const network::Instance& instance, const fixpoint::LocalSystem& system,
    explore::Formulas& formulas, explore::FormulaId formula,
    LocalGraph::Holds& holds, std::uint32_t& atoms, const HoldsWhere& where);

}  // namespace vicinal::decide::inline instances
