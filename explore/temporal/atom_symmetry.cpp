// SPDX-License-Identifier: MIT
// Exchanges that leave the model as it is are found once; of these each set of
// atoms keeps those that leave its atoms as they are. Where the symmetry is
// more than exchanges of separate blocks, the group is found anew for each set.
#include "explore/temporal/atom_symmetry.hpp"

#include <algorithm>
#include <numeric>

#include "explore/temporal/atom_model.hpp"
#include "groupoid/automorphism/group_order.hpp"
#include "network/base/budget.hpp"
#include "symmetry/maps/group.hpp"

namespace vicinal::explore::inline temporal {

using network::NodeId;
using symmetry::exchange_classes;
using symmetry::guarded_of;
using symmetry::model_symmetry;
using symmetry::Sorts;
using symmetry::state_map;

namespace {

constexpr std::uint32_t alone = UINT32_MAX;

}  // namespace

AtomSymmetry::AtomSymmetry(const network::Instance& instance,
                           const std::vector<Atom>& atoms,
                           std::vector<NodeId> fixed)
    : original_(instance),
      fixed_(std::move(fixed)),
      model_(atom_model(instance, atoms)),
      instance_(instance),
      class_of_(instance.network.node_count(), alone) {
  instance_.model = &model_;
  base_ =
      model_symmetry(instance_, {}, {}, fixed_, symmetry::Products::left_out);
  if (base_.exchangeable.empty()) return;
  for (std::uint32_t c = 0; c < base_.exchangeable.size(); ++c) {
    for (const NodeId n : base_.exchangeable[c]) class_of_[n.index()] = c;
  }
  compare();
}

void AtomSymmetry::compare() {
  if (comparison_) return;
  std::vector<std::size_t> all(model_.properties.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  std::string why_not;
  guarded_ = guarded_of(instance_, all, {}, why_not);
  if (!guarded_) return;
  renamings_.emplace(instance_);
  comparison_.emplace(*guarded_, all.size(), *base_.sorts);
}

std::optional<StateMap> AtomSymmetry::exchange(NodeId a, NodeId b) const {
  const auto renaming = renamings_->exchange(a, b);
  return renaming ? state_map(instance_, *base_.sorts, *renaming)
                  : std::nullopt;
}

std::vector<symmetry::ExchangeClass> AtomSymmetry::classes(
    std::span<const std::uint32_t> atoms, const Formulas& formulas,
    std::span<const FormulaId> tracked) {
  if (!comparison_) return {};
  const auto respected = [&](NodeId a, NodeId b) -> std::optional<StateMap> {
    network::poll();
    const std::uint32_t c = class_of_[a.index()];
    if (c == alone || c != class_of_[b.index()]) return std::nullopt;
    auto map = exchange(a, b);
    if (map && !comparison_->respects(*map, atoms)) map.reset();
    for (const FormulaId f : tracked) {
      if (map && !respects(*map, formulas, f)) map.reset();
    }
    return map;
  };
  return exchange_classes(class_of_.size(), respected);
}

std::vector<std::vector<NodeId>> AtomSymmetry::alike(
    std::span<const std::uint32_t> atoms, const Formulas& formulas,
    std::span<const FormulaId> tracked) {
  std::vector<std::vector<NodeId>> result;
  for (auto& c : classes(atoms, formulas, tracked)) {
    result.push_back(std::move(c.nodes));
  }
  return result;
}

bool AtomSymmetry::respects(const StateMap& map, const Formulas& formulas,
                            FormulaId f) {
  NormalFormulas::Image here;
  NormalFormulas::Image there;
  const StateMap stays = after(map, inverse(map, *base_.sorts), *base_.sorts);
  for (const std::uint32_t a : formulas.atoms(f)) {
    const auto to = comparison_->image(map, a);
    if (!to) return false;
    there[a] = *to;
    here[a] = *comparison_->image(stays, a);
  }
  NormalFormulas::Known known;
  NormalFormulas::Known known_there;
  return normal_.number(formulas, f, here, known) ==
         normal_.number(formulas, f, there, known_there);
}

void AtomSymmetry::look(symmetry::Way way) {
  if (way != way_) groups_.clear();
  way_ = way;
}

std::shared_ptr<const ModelSymmetry> AtomSymmetry::group(
    const std::vector<std::uint32_t>& atoms, const Formulas& formulas,
    const std::vector<FormulaId>& tracked) {
  auto& known = groups_[{atoms, tracked}];
  if (!known) {
    known =
        std::make_shared<const ModelSymmetry>(found(atoms, formulas, tracked));
  }
  return known;
}

ModelSymmetry AtomSymmetry::found(const std::vector<std::uint32_t>& atoms,
                                  const Formulas& formulas,
                                  const std::vector<FormulaId>& tracked) {
  ModelSymmetry result;
  if (way_ != symmetry::Way::detected) {
    result = exchanged(atoms, formulas, tracked);
    if (way_ == symmetry::Way::exchanges) return result;
  }
  // Constraints know nothing of tracked formulas: their atoms stand for them.
  std::set<std::size_t> all(atoms.begin(), atoms.end());
  for (const FormulaId f : tracked) {
    const auto more = formulas.atoms(f);
    all.insert(more.begin(), more.end());
  }
  auto other = symmetry::find(instance_, {{all.begin(), all.end()}, {}, fixed_},
                              symmetry::Way::detected);
  if (way_ == symmetry::Way::detected) return other;
  take_larger(result, std::move(other));
  return result;
}

ModelSymmetry AtomSymmetry::exchanged(std::span<const std::uint32_t> atoms,
                                      const Formulas& formulas,
                                      std::span<const FormulaId> tracked) {
  if (exchanges_only()) {
    return of_separate_blocks(classes(atoms, formulas, tracked));
  }
  if (tracked.empty()) {
    return model_symmetry(instance_, {atoms.begin(), atoms.end()}, {}, fixed_);
  }
  ModelSymmetry result;
  result.sorts = std::make_unique<const Sorts>(original_);
  symmetry::Group group(*result.sorts);
  for (auto& c : classes(atoms, formulas, tracked)) {
    for (StateMap& map : c.exchanges) {
      group.add(map);
      result.generators.push_back(std::move(map));
    }
    result.exchangeable.push_back(std::move(c.nodes));
  }
  result.order = group.order();
  result.canonical = symmetry::canonical(group);
  return result;
}

ModelSymmetry AtomSymmetry::of_separate_blocks(
    std::vector<symmetry::ExchangeClass> all) {
  ModelSymmetry result;
  result.sorts = std::make_unique<const Sorts>(original_);
  groupoid::GroupOrder order;
  for (auto& [nodes, exchanges] : all) {
    const std::uint32_t c = class_of_[nodes[0].index()];
    const symmetry::Blocks& whole = base_.canonical.sorted[c];
    symmetry::Blocks blocks{
        static_cast<std::uint32_t>(nodes.size()), whole.width, {}};
    for (const NodeId n : nodes) {
      const auto& members = base_.exchangeable[c];
      const auto row = static_cast<std::size_t>(std::ranges::find(members, n) -
                                                members.begin());
      const auto begin =
          whole.slots.begin() + static_cast<std::ptrdiff_t>(row * whole.width);
      blocks.slots.insert(blocks.slots.end(), begin, begin + whole.width);
    }
    order.multiply_factorial(blocks.blocks);
    result.canonical.sorted.push_back(std::move(blocks));
    result.exchangeable.push_back(std::move(nodes));
  }
  result.order = *order.decimal(SIZE_MAX);
  return result;
}

}  // namespace vicinal::explore::inline temporal
