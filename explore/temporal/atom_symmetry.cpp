// SPDX-License-Identifier: MIT
// Exchanges that leave the model as it is are found once; of these each set of
// atoms keeps those that leave its atoms as they are. Where the symmetry is
// more than exchanges of separate blocks, the group is found anew for each set.
#include "explore/temporal/atom_symmetry.hpp"

#include <algorithm>
#include <numeric>
#include <set>

#include "explore/temporal/atom_model.hpp"
#include "groupoid/automorphism/group_order.hpp"
#include "network/base/budget.hpp"
#include "symmetry/exchanges/exchanges.hpp"

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
  std::vector<std::size_t> all(atoms.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  std::string why_not;
  guarded_ = guarded_of(instance_, all, {}, why_not);
  if (!guarded_) return;
  renamings_.emplace(instance_);
  comparison_.emplace(*guarded_, atoms.size(), *base_.sorts);
}

std::optional<StateMap> AtomSymmetry::exchange(NodeId a, NodeId b) const {
  const auto renaming = renamings_->exchange(a, b);
  return renaming ? state_map(instance_, *base_.sorts, *renaming)
                  : std::nullopt;
}

std::vector<std::vector<NodeId>> AtomSymmetry::alike(
    std::span<const std::uint32_t> atoms, const Formulas& formulas,
    std::span<const FormulaId> tracked) {
  std::vector<std::vector<NodeId>> result;
  if (!comparison_) return result;
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
  for (auto& c : exchange_classes(class_of_.size(), respected)) {
    result.push_back(std::move(c.nodes));
  }
  return result;
}

bool AtomSymmetry::respects(const StateMap& map, const Formulas& formulas,
                            FormulaId f) {
  Image here;
  Image there;
  const StateMap stays = after(map, inverse(map, *base_.sorts), *base_.sorts);
  for (const std::uint32_t a : formulas.atoms(f)) {
    const auto to = comparison_->image(map, a);
    if (!to) return false;
    there[a] = *to;
    here[a] = *comparison_->image(stays, a);
  }
  std::map<FormulaId, std::uint32_t> known;
  std::map<FormulaId, std::uint32_t> known_there;
  return normal(formulas, f, here, known) ==
         normal(formulas, f, there, known_there);
}

std::uint32_t AtomSymmetry::normal(const Formulas& formulas, FormulaId id,
                                   const Image& image,
                                   std::map<FormulaId, std::uint32_t>& known) {
  const auto at = known.find(id);
  if (at != known.end()) return at->second;
  network::poll();
  const Formula& f = formulas[id];
  std::vector<std::uint32_t> key = {static_cast<std::uint32_t>(f.kind),
                                    f.value ? 1U : 0U};
  if (f.kind == Kind::atom) {
    key.push_back(image.at(f.atom));
  } else if (f.kind == Kind::conjunction || f.kind == Kind::disjunction) {
    std::set<std::uint32_t> parts;
    std::vector<FormulaId> open = {id};
    while (!open.empty()) {
      const FormulaId next = open.back();
      open.pop_back();
      if (formulas[next].kind != f.kind) {
        parts.insert(normal(formulas, next, image, known));
        continue;
      }
      open.push_back(formulas[next].first);
      open.push_back(formulas[next].second);
    }
    key.insert(key.end(), parts.begin(), parts.end());
  } else if (f.kind != Kind::constant) {
    key.push_back(normal(formulas, f.first, image, known));
    if (f.second.valid()) {
      key.push_back(normal(formulas, f.second, image, known));
    }
  }
  const auto number =
      normals_
          .try_emplace(std::move(key),
                       static_cast<std::uint32_t>(normals_.size()))
          .first->second;
  known.emplace(id, number);
  return number;
}

ModelSymmetry AtomSymmetry::group(std::span<const std::uint32_t> atoms,
                                  const Formulas& formulas,
                                  std::span<const FormulaId> tracked) {
  if (!exchanges_only()) {
    std::vector<std::size_t> asked(atoms.begin(), atoms.end());
    return model_symmetry(instance_, asked, {}, fixed_);
  }
  ModelSymmetry result;
  result.sorts = std::make_unique<const Sorts>(original_);
  groupoid::GroupOrder order;
  for (auto& nodes : alike(atoms, formulas, tracked)) {
    const std::uint32_t c = class_of_[nodes[0].index()];
    const symmetry::Blocks& all = base_.canonical.sorted[c];
    symmetry::Blocks blocks{
        static_cast<std::uint32_t>(nodes.size()), all.width, {}};
    for (const NodeId n : nodes) {
      const auto& members = base_.exchangeable[c];
      const auto row = static_cast<std::size_t>(std::ranges::find(members, n) -
                                                members.begin());
      const auto begin =
          all.slots.begin() + static_cast<std::ptrdiff_t>(row * all.width);
      blocks.slots.insert(blocks.slots.end(), begin, begin + all.width);
    }
    order.multiply_factorial(blocks.blocks);
    result.canonical.sorted.push_back(std::move(blocks));
    result.exchangeable.push_back(std::move(nodes));
  }
  result.order = *order.decimal(SIZE_MAX);
  return result;
}

}  // namespace vicinal::explore::inline temporal
