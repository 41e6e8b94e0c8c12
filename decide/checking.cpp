// SPDX-License-Identifier: MIT
// Without symmetry one graph serves all properties. With it each property has
// a graph of its own, by the group that respects its atoms: a smaller set of
// atoms leaves more of the symmetry.
#include "decide/checking.hpp"

#include <fmt/format.h>

#include <set>

#include "explore/temporal/atom_model.hpp"
#include "explore/temporal/failing_run.hpp"
#include "explore/temporal/state_graph.hpp"
#include "network/language/initial_condition.hpp"

namespace vicinal::decide {

using explore::FormulaId;
using network::Limit;
using network::Verdict;

namespace {

class Check {
 public:
  Check(Opened& opened, const Checking& checking)
      : opened_(opened),
        instance_(*opened.instance),
        checking_(checking),
        budget_(checking.limits),
        fair_(explore::fair_actions(instance_)) {
    report_.method = checking.method;
  }

  // None: there is no initial state.
  std::optional<CheckReport> run() {
    const network::Polling polling(budget_);
    for (const std::size_t p : checking_.properties) {
      report_.properties.push_back({p, Verdict::unknown, {}, {}, {}});
    }
    bool started = true;
    try {
      started = check();
    } catch (const network::LimitReached& reached) {
      report_.limit = reached.limit;
    } catch (const std::bad_alloc&) {
      report_.limit = Limit::memory;
    }
    if (!started) return std::nullopt;
    count();
    for (Checked& c : report_.properties) {
      if (c.verdict != Verdict::unknown || !c.reason.empty()) continue;
      c.reason = report_.limit == Limit::none
                     ? "a model error is reachable"
                     : fmt::format("a limit was reached ({})",
                                   network::text(report_.limit));
    }
    return std::move(report_);
  }

 private:
  struct Grounded {
    Checked* checked;
    FormulaId formula;
  };

  bool check() {
    std::vector<Grounded> formulas;
    for (Checked& c : report_.properties) {
      if (const auto f = ground(c)) formulas.push_back({&c, *f});
    }
    if (formulas.empty()) return true;
    choose(formulas);
    if (report_.method == CheckMethod::plain) {
      return check(formulas, nullptr);
    }
    for (const Grounded& g : formulas) {
      const explore::ModelSymmetry symmetry = symmetry_of(g.formula);
      g.checked->group_order = symmetry.order;
      if (!check({g}, &symmetry)) return false;
    }
    return true;
  }

  std::optional<FormulaId> ground(Checked& checked) {
    const network::Property& property =
        opened_.model->properties[checked.property];
    try {
      return explore::ground(instance_, property, report_.formulas,
                             report_.atoms);
    } catch (const explore::StateInRange&) {
      checked.reason =
          "the range of a quantifier around a temporal operator depends on the "
          "state";
    } catch (const network::ModelError& e) {
      checked.reason = fmt::format("the range of a quantifier fails ({})",
                                   network::error_text(e.kind));
    }
    return std::nullopt;
  }

  void choose(const std::vector<Grounded>& formulas) {
    if (report_.method != CheckMethod::automatic) return;
    report_.method = CheckMethod::plain;
    for (const Grounded& g : formulas) {
      if (symmetry_of(g.formula).trivial()) continue;
      report_.method = CheckMethod::qs;
      report_.why = "there is a symmetry that respects what is asked";
      return;
    }
    report_.why = "no symmetry respects what is asked";
  }

  // What respects the atoms of a formula, and keeps nodes with fair actions
  // where they are: which of them is served matters.
  explore::ModelSymmetry symmetry_of(FormulaId formula) {
    std::vector<explore::Atom> atoms;
    for (const std::uint32_t a : report_.formulas.atoms(formula)) {
      atoms.push_back(report_.atoms[a]);
    }
    const network::Model model = explore::atom_model(instance_, atoms);
    network::Instance instance = instance_;
    instance.model = &model;
    std::vector<std::size_t> asked(atoms.size());
    for (std::size_t a = 0; a < atoms.size(); ++a) asked[a] = a;
    std::vector<network::NodeId> fixed;
    for (const explore::FairAction& f : fair_) {
      if (f.actor.valid()) fixed.push_back(f.actor);
    }
    return explore::model_symmetry(instance, asked, {}, fixed);
  }

  bool check(const std::vector<Grounded>& formulas,
             const explore::ModelSymmetry* symmetry) {
    std::set<std::uint32_t> atoms;
    for (const Grounded& g : formulas) {
      for (const std::uint32_t a : report_.formulas.atoms(g.formula)) {
        atoms.insert(a);
      }
    }
    graph_.emplace(instance_, report_.atoms,
                   std::vector(atoms.begin(), atoms.end()), fair_, symmetry,
                   budget_);
    checker_.emplace(*graph_, fair_, report_.formulas);
    if (graph_->initial().empty()) {
      network::report_unsatisfiable(*opened_.model, opened_.diagnostics);
      return false;
    }
    for (const Grounded& g : formulas) decide(g);
    if (graph_->failure() && !report_.error) {
      std::vector<explore::Atom> judged;
      for (const std::uint32_t a : atoms) judged.push_back(report_.atoms[a]);
      report_.error = explore::failing_run(instance_, *graph_, judged);
    }
    count();
    return true;
  }

  void decide(const Grounded& g) {
    auto why = checker_->violation(g.formula);
    // What was left out may matter.
    if (graph_->failure()) return;
    if (graph_->overflow()) {
      report_.limit = Limit::overflow;
      return;
    }
    g.checked->verdict = why ? Verdict::violated : Verdict::proved;
    g.checked->why = std::move(why);
  }

  void count() {
    if (!graph_) return;
    report_.r_nodes += graph_->size();
    report_.p_nodes += checker_->pairs();
    checker_.reset();
    graph_.reset();
  }

  Opened& opened_;
  const network::Instance& instance_;
  const Checking& checking_;
  network::Budget budget_;
  std::vector<explore::FairAction> fair_;
  CheckReport report_;
  std::optional<explore::StateGraph> graph_;
  std::optional<explore::Checker> checker_;
};

}  // namespace

std::string_view text(CheckMethod method) {
  switch (method) {
    case CheckMethod::plain:
      return "plain";
    case CheckMethod::qs:
      return "qs";
    case CheckMethod::automatic:
      break;
  }
  return "auto";
}

std::optional<CheckMethod> check_method_of(std::string_view text) {
  for (const CheckMethod m :
       {CheckMethod::plain, CheckMethod::qs, CheckMethod::automatic}) {
    if (decide::text(m) == text) return m;
  }
  return std::nullopt;
}

std::optional<CheckReport> check_instance(Opened& opened,
                                          const Checking& checking) {
  return Check(opened, checking).run();
}

}  // namespace vicinal::decide
