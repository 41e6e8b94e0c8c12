// SPDX-License-Identifier: MIT
// For each step r of processes b, and each exchange: where r may be taken in s,
// some step of the action of processes b' in the same local states, and with
// the same references to them, may be taken in the exchanged state. Exchanges
// generate all permutations, so that it holds for these as well. What r leads
// to and what the other step leads to are then images of each other: bodies are
// the same after renaming, which is compared, and so are they after any
// renaming of processes that they do not name.
#include "explore/virtual/symbolic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "explore/lazy/parts.hpp"
#include "explore/virtual/shown.hpp"
#include "network/base/budget.hpp"
#include "network/semantics/steps.hpp"
#include "symmetry/judge/form_solver.hpp"

namespace vicinal::explore::inline virtual_symmetry {

using network::Instance;
using symmetry::Canonical;
using symmetry::FormId;
using symmetry::FormOp;
using symmetry::Forms;
using symmetry::FormSolver;
using symmetry::model_forms;
using symmetry::ModelForms;
using symmetry::Sorts;
using symmetry::StateMap;
using symmetry::StepForm;

namespace {

class Symbolic {
 public:
  Symbolic(const Instance& instance, flat::Guarded& guarded, std::size_t asked,
           const Sorts& sorts)
      : instance_(instance),
        asked_(asked),
        sorts_(sorts),
        forms_(sorts),
        model_(model_forms(guarded, forms_)),
        processes_(instance, sorts),
        names_(instance, processes_, model_, forms_),
        solver_(forms_, instance) {}

  // Throws NotShown.
  void run(ModelSymmetry& result) {
    for (std::uint32_t s = 0; s < model_.steps.size(); ++s) {
      siblings_.push_back(names_.siblings(s));
      require_body(s);
    }
    for (std::uint32_t a = 0; a + 1 < processes_.size(); ++a) {
      if (processes_.list[a].kind != processes_.list[a + 1].kind) continue;
      result.generators.push_back(
          processes_.map(processes_.exchange(a, a + 1)));
      const StateMap map = result.generators.back();
      forms_.rename(map);
      require_symmetric(model_, map, forms_, asked_, result.premises_moved);
      for (std::uint32_t s = 0; s < model_.steps.size(); ++s) {
        require_somebody(s, a);
      }
    }
    if (result.generators.empty()) {
      throw NotShown{"no two processes are of one kind"};
    }
    symmetry::Group group(sorts_);
    for (const StateMap& m : result.generators) group.add(m);
    result.order = group.order();
    result.canonical =
        processes_.pointers.empty() ? sorting() : canonical(group);
    for (std::uint32_t p = 0; p < processes_.size(); ++p) {
      const std::uint32_t kind = processes_.list[p].kind;
      if (kind == result.exchangeable.size()) {
        result.exchangeable.emplace_back();
      }
      result.exchangeable[kind].push_back(processes_.list[p].node);
    }
  }

 private:
  const std::string& name_of(std::uint32_t step) const {
    const StepForm& s = model_.steps[step];
    return network::action_of(instance_, s.actor, s.action).name;
  }

  // The body is that of the first step like it, renamed; that one does not tell
  // processes apart that it does not name.
  void require_body(std::uint32_t s) {
    const std::uint32_t first = siblings_[s].front();
    if (first == s) {
      require_blind_body(s);
      return;
    }
    std::vector<std::uint32_t> from = names_.named(first);
    const std::vector<std::uint32_t> to = names_.named(s);
    StateMap map = symmetry::Group(sorts_).identity();
    for (std::size_t i = 0; i < from.size(); ++i) {
      const std::uint32_t a = from[i], b = to[i];
      if (a == b) continue;
      map = after(processes_.map(processes_.exchange(a, b)), map, sorts_);
      for (std::uint32_t& p : from) p = p == a ? b : p == b ? a : p;
    }
    require_same_body(first, s, map);
  }

  // Neighbours among those of one kind that are not named generate all
  // permutations of these.
  void require_blind_body(std::uint32_t s) {
    const std::vector<std::uint32_t> named = names_.named(s);
    std::optional<std::uint32_t> before;
    for (std::uint32_t p = 0; p < processes_.size(); ++p) {
      if (std::ranges::find(named, p) != named.end()) continue;
      if (before && processes_.list[*before].kind == processes_.list[p].kind) {
        require_same_body(s, s,
                          processes_.map(processes_.exchange(*before, p)));
      }
      before = p;
    }
  }

  void require_same_body(std::uint32_t from, std::uint32_t to,
                         const StateMap& map) {
    network::poll();
    forms_.rename(map);
    const StepForm moved = mapped(model_.steps[from], forms_);
    if (moved.fails != model_.steps[to].fails ||
        moved.updates != model_.steps[to].updates) {
      throw NotShown{
          fmt::format("what '{}' does tells processes apart", name_of(to))};
    }
  }

  // Where the step may be taken, somebody in the same local state may take one
  // when the process and the next have changed places.
  void require_somebody(std::uint32_t s, std::uint32_t process) {
    network::poll();
    const std::vector<std::uint32_t>& siblings = siblings_[s];
    const FormId guard = forms_.mapped(model_.steps[s].guard);
    const auto exchanged = [&](std::uint32_t step) {
      std::vector<std::uint32_t> named = names_.named(step);
      for (std::uint32_t& p : named) {
        p = p == process ? process + 1 : p == process + 1 ? process : p;
      }
      return named;
    };
    // The step itself, renamed.
    const auto image = exchanged(s);
    const bool same = std::ranges::any_of(siblings, [&](std::uint32_t other) {
      return names_.named(other) == image && model_.steps[other].guard == guard;
    });
    if (same) return;
    std::vector<FormId> ways;
    for (const std::uint32_t other : siblings) {
      ways.push_back(forms_.junction(
          FormOp::conjunction, {alike(names_.named(s), exchanged(other)),
                                forms_.mapped(model_.steps[other].guard)}));
    }
    const FormId somebody =
        forms_.junction(FormOp::disjunction, std::move(ways));
    if (solver_.implies(model_.steps[s].guard, somebody)) return;
    throw NotShown{fmt::format(
        "where somebody may take '{}', it was not shown that somebody in the "
        "same local state may when two processes have changed places",
        name_of(s))};
  }

  // They have the same local states, one by one.
  FormId alike(const std::vector<std::uint32_t>& first,
               const std::vector<std::uint32_t>& second) {
    std::vector<FormId> parts;
    for (std::size_t i = 0; i < first.size(); ++i) {
      const auto& x = processes_.list[first[i]];
      const auto& y = processes_.list[second[i]];
      if (first[i] == second[i]) continue;
      for (std::size_t s = 0; s < x.slots.size(); ++s) {
        parts.push_back(
            forms_.equal(forms_.slot(x.slots[s]), forms_.slot(y.slots[s])));
      }
      for (const auto& pointer : processes_.pointers) {
        parts.push_back(forms_.equal(refers(pointer, first[i]),
                                     refers(pointer, second[i])));
      }
    }
    return forms_.junction(FormOp::conjunction, std::move(parts));
  }

  FormId refers(const Processes::Pointer& pointer, std::uint32_t process) {
    std::vector<FormId> values;
    for (std::size_t v = 0; v < pointer.process.size(); ++v) {
      if (pointer.process[v] != process) continue;
      values.push_back(forms_.equal(
          forms_.slot(pointer.slot),
          forms_.number(pointer.low + static_cast<network::Scalar>(v))));
    }
    return forms_.junction(FormOp::disjunction, std::move(values));
  }

  Canonical sorting() const {
    Canonical result;
    for (const auto& p : processes_.list) {
      if (p.kind == result.sorted.size()) result.sorted.emplace_back();
      symmetry::Blocks& blocks = result.sorted[p.kind];
      ++blocks.blocks;
      blocks.width = static_cast<std::uint32_t>(p.slots.size());
      blocks.slots.insert(blocks.slots.end(), p.slots.begin(), p.slots.end());
    }
    return result;
  }

  const Instance& instance_;
  std::size_t asked_;
  const Sorts& sorts_;
  Forms forms_;
  ModelForms model_;
  Processes processes_;
  Annotations names_;
  std::vector<std::vector<std::uint32_t>> siblings_;  // per step
  FormSolver solver_;
};

}  // namespace

ModelSymmetry find_virtual_symmetry(const Instance& instance,
                                    const std::vector<std::size_t>& asked,
                                    const std::vector<std::size_t>& evaluated) {
  return shown(
      instance, asked, evaluated,
      [&](flat::Guarded& guarded, ModelSymmetry& result) {
        Symbolic(instance, guarded, asked.size(), *result.sorts).run(result);
      });
}

}  // namespace vicinal::explore::inline virtual_symmetry
