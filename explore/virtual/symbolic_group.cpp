// SPDX-License-Identifier: MIT
// Generators of a finite group have powers for inverses, so that it is enough
// to look at them: what they take states to is bisimilar, and so is what their
// products do. Which members t are tried does not matter for soundness: fewer
// show less.
#include "explore/virtual/symbolic_group.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "explore/virtual/shown.hpp"
#include "network/base/budget.hpp"
#include "network/semantics/steps.hpp"
#include "symmetry/forms/model_forms.hpp"
#include "symmetry/judge/form_solver.hpp"

namespace vicinal::explore::inline virtual_symmetry {

using network::Instance;
using network::Scalar;
using symmetry::FormId;
using symmetry::FormOp;
using symmetry::Forms;
using symmetry::ModelForms;
using symmetry::ModelSymmetry;
using symmetry::Sorts;
using symmetry::StateMap;
using symmetry::StepForm;

namespace {

constexpr std::size_t most_members = 256;
constexpr Scalar most_values = 4096;  // of a sort that moves

class GroupSymbolic {
 public:
  GroupSymbolic(const Instance& instance, flat::Guarded& guarded,
                std::size_t asked, const Sorts& sorts)
      : instance_(instance),
        asked_(asked),
        sorts_(sorts),
        forms_(sorts),
        model_(model_forms(guarded, forms_)),
        group_(sorts),
        solver_(forms_, instance) {}

  // Throws NotShown.
  void run(const std::vector<StateMap>& generators, ModelSymmetry& result) {
    for (const StateMap& g : generators) group_.add(g);
    if (group_.trivial()) throw NotShown{"the group moves no state"};
    find_members();
    rename_steps();
    for (const StateMap& g : generators) {
      forms_.rename(g);
      require_symmetric(model_, g, forms_, asked_, result.premises_moved);
      require_steps(g);
    }
    result.generators = group_.generators();
    result.order = group_.order();
    result.canonical = canonical(group_);
  }

 private:
  // A step without its guard: of which action, and what it does.
  using Body = std::vector<std::uint32_t>;
  static Body body_of(const StepForm& step) {
    Body body{step.process.value, step.action, step.fails.value};
    for (const auto& [slot, after] : step.updates) {
      body.push_back(slot);
      body.push_back(after.value);
    }
    return body;
  }

  // The identity first, then products of generators, short ones first.
  void find_members() {
    members_.push_back(group_.identity());
    for (std::size_t i = 0; i < members_.size(); ++i) {
      for (const StateMap& g : group_.generators()) {
        network::poll();
        if (members_.size() >= most_members) return;
        StateMap next = after(g, members_[i], sorts_);
        if (std::ranges::find(members_, next) == members_.end()) {
          members_.push_back(std::move(next));
        }
      }
    }
  }

  // What each member makes of the body of each step.
  void rename_steps() {
    for (std::uint32_t s = 0; s < model_.steps.size(); ++s) {
      steps_[body_of(model_.steps[s])].push_back(s);
    }
    for (const StateMap& k : members_) {
      forms_.rename(k);
      auto& bodies = renamed_.emplace_back();
      for (const StepForm& s : model_.steps) {
        network::poll();
        bodies.push_back(body_of(mapped(s, forms_)));
      }
    }
  }

  void require_steps(const StateMap& g) {
    const StateMap back = inverse(g, sorts_);
    forms_.rename(back);
    // Per step: whether it may be taken in g(s).
    std::vector<FormId> there;
    for (const StepForm& s : model_.steps) {
      there.push_back(forms_.mapped(s.guard));
    }
    // Per member k that is tried: whether t(s) = s, where k = g t.
    std::vector<FormId> stays;
    for (const StateMap& k : members_) {
      stays.push_back(fixed_by(after(back, k, sorts_)));
    }
    for (std::uint32_t s = 0; s < model_.steps.size(); ++s) {
      require_step(s, there, stays);
    }
  }

  void require_step(std::uint32_t s, const std::vector<FormId>& there,
                    const std::vector<FormId>& stays) {
    const FormId guard = model_.steps[s].guard;
    if (forms_.is_number(guard, 0)) return;
    std::vector<FormId> ways;
    for (std::size_t k = 0; k < members_.size(); ++k) {
      network::poll();
      if (forms_.is_number(stays[k], 0)) continue;
      const auto like = steps_.find(renamed_[k][s]);
      if (like == steps_.end()) continue;
      for (const std::uint32_t other : like->second) {
        if (forms_.is_number(stays[k], 1) && there[other] == guard) return;
        if (forms_[there[other]].op == FormOp::nothing) continue;
        ways.push_back(
            forms_.junction(FormOp::conjunction, {stays[k], there[other]}));
      }
    }
    const FormId some = forms_.junction(FormOp::disjunction, std::move(ways));
    if (solver_.implies(guard, some)) return;
    const StepForm& step = model_.steps[s];
    throw NotShown{fmt::format(
        "where '{}' may be taken, it was not shown that a permuted state has a "
        "step to a permuted state",
        network::action_of(instance_, step.actor, step.action).name)};
  }

  // Whether the member leaves a state as it is.
  FormId fixed_by(const StateMap& t) {
    std::vector<FormId> parts;
    for (std::uint32_t x = 0; x < t.slot.size(); ++x) {
      network::poll();
      const std::uint32_t y = t.slot[x];
      const std::uint32_t sort = sorts_.of_slot[x];
      const bool stays = sort == symmetry::no_sort || t.value[sort].empty();
      if (stays && sort == sorts_.of_slot[y]) {
        if (x != y)
          parts.push_back(forms_.equal(forms_.slot(x), forms_.slot(y)));
      } else {
        parts.push_back(values_agree(t, x, y, sort));
      }
    }
    return forms_.junction(FormOp::conjunction, std::move(parts));
  }

  FormId values_agree(const StateMap& t, std::uint32_t x, std::uint32_t y,
                      std::uint32_t sort) {
    const network::Bounds& bounds = sorts_.sorts[sort].bounds;
    if (bounds.high - bounds.low > most_values) return forms_.truth(false);
    std::vector<FormId> ways;
    for (Scalar v = bounds.low; v <= bounds.high; ++v) {
      network::poll();
      const Scalar w = t.image(sort, sorts_, v);
      ways.push_back(
          forms_.junction(FormOp::conjunction,
                          {forms_.equal(forms_.slot(x), forms_.number(v)),
                           forms_.equal(forms_.slot(y), forms_.number(w))}));
    }
    return forms_.junction(FormOp::disjunction, std::move(ways));
  }

  const Instance& instance_;
  std::size_t asked_;
  const Sorts& sorts_;
  Forms forms_;
  ModelForms model_;
  symmetry::Group group_;
  symmetry::FormSolver solver_;
  std::vector<StateMap> members_;
  std::map<Body, std::vector<std::uint32_t>> steps_;
  std::vector<std::vector<Body>> renamed_;  // per member, per step
};

}  // namespace

ModelSymmetry find_virtual_symmetry(const Instance& instance,
                                    const std::vector<std::size_t>& asked,
                                    const std::vector<std::size_t>& evaluated,
                                    const std::vector<StateMap>& generators) {
  return shown(instance, asked, evaluated,
               [&](flat::Guarded& guarded, ModelSymmetry& result) {
                 GroupSymbolic(instance, guarded, asked.size(), *result.sorts)
                     .run(generators, result);
               });
}

}  // namespace vicinal::explore::inline virtual_symmetry
