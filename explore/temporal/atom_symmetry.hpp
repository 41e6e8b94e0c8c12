// SPDX-License-Identifier: MIT
// What symmetry of a model respects some of its atoms: asked again and again,
// with the model compared once.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "explore/temporal/formula.hpp"
#include "explore/temporal/graph.hpp"
#include "symmetry/detection/find.hpp"
#include "symmetry/exchanges/exchanges.hpp"
#include "symmetry/judge/comparison.hpp"
#include "symmetry/maps/renamings.hpp"
#include "symmetry/written/given_group.hpp"

namespace vicinal::explore::inline temporal {

using symmetry::ModelSymmetry;
using symmetry::Renamings;
using symmetry::StateMap;

class AtomSymmetry {
 public:
  // Nodes in `fixed` stay where they are. The instance must outlive it.
  AtomSymmetry(const network::Instance& instance,
               const std::vector<Atom>& atoms,
               std::vector<network::NodeId> fixed);

  // Sets of two nodes or more, any two of which may change places: the model,
  // each of these atoms, and each of these formulas stay as they are. A formula
  // does if the atoms that its atoms become make the same formula of it, in
  // whatever order parts of conjunctions and disjunctions stand. Ascending.
  std::vector<std::vector<network::NodeId>> alike(
      std::span<const std::uint32_t> atoms, const Formulas& formulas,
      std::span<const FormulaId> tracked = {});

  // Whether exchanges are all of the symmetry, whatever atoms are asked.
  bool exchanges_only() const { return !base_.canonical.sorted.empty(); }

  // A group that does so: of tracked formulas either exchanges that respect
  // them or what respects all of their atoms. Found once for the same atoms and
  // formulas.
  std::shared_ptr<const ModelSymmetry> group(
      const std::vector<std::uint32_t>& atoms, const Formulas& formulas,
      const std::vector<FormulaId>& tracked);

  // Of each formula of states the first of them that symmetry makes it of: it
  // holds in all initial states if that one does. Itself, if there is none
  // before it. Symmetry leaves the model, its initial states and its failures
  // as they are, and takes the steps of each action that has to be fair at a
  // node to those of this action at one node; nodes may move, fixed or not.
  // Polls. O(exchanges * what the formulas are made of).
  std::vector<std::size_t> firsts(std::span<const FormulaId> states,
                                  const Formulas& formulas,
                                  const std::vector<FairAction>& fair);

  // From now on groups are found in this way; at first by exchanges.
  void look(symmetry::Way way);
  // Or they are what of this group respects their atoms. Must outlive it.
  void give(const std::vector<symmetry::WrittenGenerator>& generators);
  symmetry::Way way() const { return way_; }

 private:
  bool respects(const StateMap& map, const Formulas& formulas, FormulaId f);
  // Makes `comparison_`, if the model can be compared with its renamings.
  void compare();
  std::vector<StateMap> keeping(const std::vector<FairAction>& fair);
  std::optional<StateMap> exchange(network::NodeId a, network::NodeId b) const;
  // See `alike`; with the exchanges.
  std::vector<symmetry::ExchangeClass> classes(
      std::span<const std::uint32_t> atoms, const Formulas& formulas,
      std::span<const FormulaId> tracked);
  ModelSymmetry found(const std::vector<std::uint32_t>& atoms,
                      const Formulas& formulas,
                      const std::vector<FormulaId>& tracked);
  ModelSymmetry exchanged(std::span<const std::uint32_t> atoms,
                          const Formulas& formulas,
                          std::span<const FormulaId> tracked);
  ModelSymmetry of_separate_blocks(std::vector<symmetry::ExchangeClass> all);

  const network::Instance& original_;
  std::vector<network::NodeId> fixed_;
  network::Model model_;                 // with all atoms as its properties
  network::Instance instance_;           // of it
  ModelSymmetry base_;                   // whatever the atoms say
  std::vector<std::uint32_t> class_of_;  // per node; none: alone
  std::optional<Renamings> renamings_;
  std::optional<flat::Guarded> guarded_;
  std::optional<symmetry::Comparison> comparison_;
  NormalFormulas normal_;
  symmetry::Way way_ = symmetry::Way::exchanges;
  const std::vector<symmetry::WrittenGenerator>* given_ = nullptr;
  std::map<std::pair<std::vector<std::uint32_t>, std::vector<FormulaId>>,
           std::shared_ptr<const ModelSymmetry>>
      groups_;
};

}  // namespace vicinal::explore::inline temporal
