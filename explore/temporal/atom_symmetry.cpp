// SPDX-License-Identifier: MIT
// Exchanges that leave the model as it is are found once; of these each set of
// atoms keeps those that leave its atoms as they are. Where the symmetry is
// more than exchanges of separate blocks, the group is found anew for each set.
#include "explore/temporal/atom_symmetry.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

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

void AtomSymmetry::give(
    const std::vector<symmetry::WrittenGenerator>& generators) {
  look(symmetry::Way::detected);
  given_ = &generators;
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
  const symmetry::Asked asked{{all.begin(), all.end()}, {}, fixed_};
  if (given_ != nullptr) {
    return symmetry::written_symmetry(instance_, asked, *given_,
                                      symmetry::Products::found)
        .symmetry;
  }
  auto other = symmetry::find(instance_, asked, symmetry::Way::detected);
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

// ---- equal parts ----------------------------------------------------------
//
// Parts of a property that a symmetry maps to each other (GQ 4, Emerson and
// Sistla 1996): if it leaves the model as it is, and takes f to g, f holds in
// all initial states if and only if g does, for paths go to paths, and fair
// ones to fair ones. Generators of the group are enough: each that takes a
// formula of the list to one of the list makes one class of theirs.

namespace {

// Numbers in classes; that of a class is its least one.
class Classes {
 public:
  explicit Classes(std::size_t count) : above_(count) {
    std::iota(above_.begin(), above_.end(), std::size_t{0});
  }
  std::size_t first(std::size_t i) {
    while (above_[i] != i) i = above_[i] = above_[above_[i]];
    return i;
  }
  void join(std::size_t a, std::size_t b) {
    a = first(a);
    b = first(b);
    above_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::size_t> above_;
};

StateMap identity(const symmetry::Sorts& sorts) {
  StateMap map;
  map.slot.resize(sorts.of_slot.size());
  std::iota(map.slot.begin(), map.slot.end(), 0U);
  map.value.resize(sorts.sorts.size());
  return map;
}

}  // namespace

// Symmetry of the model that takes fair actions to fair actions.
std::vector<StateMap> AtomSymmetry::keeping(
    const std::vector<FairAction>& fair) {
  std::vector<StateMap> maps =
      fixed_.empty()
          ? base_.generators
          : model_symmetry(instance_, {}, {}, {}, symmetry::Products::left_out)
                .generators;
  if (maps.empty()) return maps;
  compare();
  if (!comparison_) return {};
  std::set<std::pair<network::ProcessId, std::uint32_t>> actions;
  for (const FairAction& f : fair) {
    // Each rule is fair by itself, and symmetry maps each to itself.
    if (!f.actor.valid()) continue;
    actions.emplace(instance_.process_id(f.actor), f.action);
  }
  std::erase_if(maps, [&](const StateMap& map) {
    return !std::ranges::all_of(actions, [&](const auto& a) {
      return comparison_->permutes_actors(map, a.first, a.second);
    });
  });
  return maps;
}

std::vector<std::size_t> AtomSymmetry::firsts(
    std::span<const FormulaId> states, const Formulas& formulas,
    const std::vector<FairAction>& fair) {
  Classes classes(states.size());
  std::vector<std::size_t> result(states.size());
  std::iota(result.begin(), result.end(), std::size_t{0});
  if (states.size() < 2) return result;
  const std::vector<StateMap> maps = keeping(fair);
  if (maps.empty()) return result;
  std::vector<std::vector<std::uint32_t>> atoms;
  std::set<std::uint32_t> all;
  for (const FormulaId f : states) {
    atoms.push_back(formulas.atoms(f));
    all.insert(atoms.back().begin(), atoms.back().end());
  }
  const auto image = [&](const StateMap& map) {
    NormalFormulas::Image to;
    for (const std::uint32_t a : all) {
      network::poll();
      if (const auto i = comparison_->image(map, a)) to[a] = *i;
    }
    return to;
  };
  const NormalFormulas::Image here = image(identity(*base_.sorts));
  std::map<std::uint32_t, std::size_t> numbers;
  NormalFormulas::Known known_here;
  for (std::size_t i = 0; i < states.size(); ++i) {
    const auto number = normal_.number(formulas, states[i], here, known_here);
    const auto [at, fresh] = numbers.try_emplace(number, i);
    if (!fresh) classes.join(at->second, i);
  }
  for (const StateMap& map : maps) {
    const NormalFormulas::Image there = image(map);
    NormalFormulas::Known known;
    for (std::size_t i = 0; i < states.size(); ++i) {
      network::poll();
      const auto goes = [&](std::uint32_t a) { return there.contains(a); };
      if (!std::ranges::all_of(atoms[i], goes)) continue;
      const auto at =
          numbers.find(normal_.number(formulas, states[i], there, known));
      if (at != numbers.end()) classes.join(at->second, i);
    }
  }
  for (std::size_t i = 0; i < states.size(); ++i) result[i] = classes.first(i);
  return result;
}

}  // namespace vicinal::explore::inline temporal
