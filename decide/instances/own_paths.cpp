// SPDX-License-Identifier: MIT
// Negations stand at atoms only, so that less than what is so may be taken for
// it. Parts of a formula have smaller numbers than what they are parts of.
#include "decide/instances/own_paths.hpp"

#include <set>

namespace vicinal::decide::inline instances {

using explore::FormulaId;
using explore::Kind;

namespace {

using States = std::vector<bool>;

class OwnPaths {
 public:
  OwnPaths(const network::Instance& instance,
           const fixpoint::LocalSystem& system)
      : before_(system.states->rows) {
    if (!system.node.valid()) return;
    const network::Process& process = instance.process(system.node);
    for (std::uint32_t s = 0; s < system.states->rows; ++s) {
      network::poll();
      for (const auto& m : system.moves[s]) {
        const auto& label = system.labels[m.label];
        if (label.actor != system.node) continue;
        const network::Action& a = process.actions[label.action];
        if (a.global_guard || a.global_priority) continue;
        before_[m.to].push_back(s);
      }
    }
  }

  // From where a step leads to one of these.
  States next(const States& to) const {
    States result(to.size(), false);
    for (std::uint32_t s = 0; s < to.size(); ++s) {
      if (!to[s]) continue;
      for (const std::uint32_t b : before_[s]) result[b] = true;
    }
    return result;
  }

  // The least set with `end` and those of `hold` from where a step leads to it.
  States until(const States& hold, const States& end) const {
    States result = end;
    std::vector<std::uint32_t> open;
    for (std::uint32_t s = 0; s < end.size(); ++s) {
      if (end[s]) open.push_back(s);
    }
    while (!open.empty()) {
      network::poll();
      const std::uint32_t s = open.back();
      open.pop_back();
      for (const std::uint32_t b : before_[s]) {
        if (result[b] || !hold[b]) continue;
        result[b] = true;
        open.push_back(b);
      }
    }
    return result;
  }

 private:
  std::vector<std::vector<std::uint32_t>> before_;  // per state, by own steps
};

// All E within, by number.
std::set<FormulaId> existing(const explore::Formulas& formulas,
                             FormulaId root) {
  std::set<FormulaId> found, seen;
  std::vector<FormulaId> open = {root};
  while (!open.empty()) {
    network::poll();
    const FormulaId id = open.back();
    open.pop_back();
    if (!id.valid() || !seen.insert(id).second) continue;
    const explore::Formula& f = formulas[id];
    if (f.kind == Kind::exists_path) found.insert(id);
    open.push_back(f.first);
    open.push_back(f.second);
  }
  return found;
}

}  // namespace

std::optional<FormulaId> by_own_paths(
    const network::Instance& instance, const fixpoint::LocalSystem& system,
    explore::Formulas& formulas, FormulaId formula, LocalGraph::Holds& holds,
    std::uint32_t& atoms, const HoldsWhere& where) {
  const std::set<FormulaId> all = existing(formulas, formula);
  if (all.empty()) return formula;
  const OwnPaths own(instance, system);
  explore::Formulas::Others others;
  for (const FormulaId id : all) {
    const FormulaId path = formulas.replaced(formulas[id].first, others);
    const explore::Formula f = formulas[path];
    const auto states_of = [&](FormulaId part) {
      return where(part, holds, atoms);
    };
    States states;
    if (formulas.of_states(path)) {
      states = states_of(path);
    } else if (f.kind == Kind::next && formulas.of_states(f.first)) {
      states = own.next(states_of(f.first));
    } else if (f.kind == Kind::until && formulas.of_states(f.first) &&
               formulas.of_states(f.second)) {
      states = own.until(states_of(f.first), states_of(f.second));
    } else {
      return std::nullopt;
    }
    others[id] = formulas.atom(atoms, true);
    holds[atoms++] = std::move(states);
  }
  return formulas.replaced(formula, others);
}

}  // namespace vicinal::decide::inline instances
