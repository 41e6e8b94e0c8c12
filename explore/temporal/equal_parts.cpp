// SPDX-License-Identifier: MIT
// Parts of a property that a symmetry maps to each other (GQ 4, Emerson and
// Sistla 1996): if it leaves the model as it is, and takes f to g, f holds in
// all initial states if and only if g does, for paths go to paths, and fair
// ones to fair ones. Generators of the group are enough: each that takes a
// formula of the list to one of the list makes one class of theirs.
#include <algorithm>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include "explore/temporal/atom_symmetry.hpp"
#include "network/base/budget.hpp"

namespace vicinal::explore::inline temporal {

using symmetry::model_symmetry;

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
