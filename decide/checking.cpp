// SPDX-License-Identifier: MIT
// Without symmetry one graph serves all properties. With it parts of properties
// have graphs of their own, by what respects their atoms: fewer atoms leave
// more of the symmetry.
#include "decide/checking.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>

#include "explore/temporal/atom_symmetry.hpp"
#include "explore/temporal/failing_run.hpp"
#include "explore/temporal/state_graph.hpp"
#include "explore/temporal/unwound_graph.hpp"
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
      report_.properties.push_back({p, Verdict::unknown, {}, {}});
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
    if (quotient_) report_.r_nodes = quotient_->size();
    for (Checked& c : report_.properties) settle(c);
    return std::move(report_);
  }

 private:
  using Alike = std::vector<std::vector<network::NodeId>>;
  struct Part {
    std::size_t property = 0, number = 0;  // in the report
    FormulaId formula;
    std::vector<std::uint32_t> atoms;
  };

  bool check() {
    std::vector<Part> parts;
    for (std::size_t p = 0; p < report_.properties.size(); ++p) {
      if (const auto f = ground(report_.properties[p])) split(p, *f, parts);
    }
    if (parts.empty()) return true;
    choose(parts);
    if (report_.method == CheckMethod::plain) {
      return check(parts, {});
    }
    for (const Gathered& g : top_sets(gather(std::move(parts)))) {
      if (!check(g.parts, g.alike)) return false;
    }
    return true;
  }

  // Parts by who may change places; where that is not all of the symmetry, by
  // their atoms, too.
  struct Gathered {
    Alike alike;
    std::vector<Part> parts;
  };
  std::vector<Gathered> gather(std::vector<Part> parts) {
    const bool exchanges = quotient_ || symmetry_->exchanges_only();
    std::map<std::pair<Alike, std::vector<std::uint32_t>>, std::size_t> numbers;
    std::vector<Gathered> result;
    for (Part& part : parts) {
      Alike alike = symmetry_->alike(part.atoms);
      const auto [at, fresh] = numbers.try_emplace(
          {alike, exchanges ? std::vector<std::uint32_t>{} : part.atoms},
          result.size());
      if (fresh) result.push_back({std::move(alike), {}});
      result[at->second].parts.push_back(std::move(part));
    }
    return result;
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

  // Parts all of which have to hold (GQ 4.1): A goes to the parts of a
  // conjunction.
  void split(std::size_t property, FormulaId id, std::vector<Part>& parts) {
    network::poll();
    explore::Formulas& formulas = report_.formulas;
    const explore::Formula f = formulas[id];
    if (checking_.decompose && f.kind == explore::Kind::conjunction) {
      split(property, f.first, parts);
      split(property, f.second, parts);
      return;
    }
    if (checking_.decompose && f.kind == explore::Kind::for_all_paths) {
      const explore::Formula path = formulas[f.first];
      if (path.kind == explore::Kind::conjunction) {
        split(property, formulas.for_all_paths(path.first), parts);
        split(property, formulas.for_all_paths(path.second), parts);
        return;
      }
      // G (f && g) is G f && G g.
      if (path.kind == explore::Kind::release &&
          path.first == formulas.constant(false) &&
          formulas[path.second].kind == explore::Kind::conjunction) {
        const explore::Formula body = formulas[path.second];
        for (const FormulaId part : {body.first, body.second}) {
          split(property,
                formulas.for_all_paths(formulas.release(path.first, part)),
                parts);
        }
        return;
      }
    }
    auto& list = report_.properties[property].parts;
    parts.push_back({property, list.size(), id, formulas.atoms(id)});
    list.push_back({id, 0, Verdict::unknown, {}});
  }

  std::vector<network::NodeId> fixed() const {
    std::vector<network::NodeId> nodes;
    for (const explore::FairAction& f : fair_) {
      if (f.actor.valid()) nodes.push_back(f.actor);
    }
    return nodes;
  }

  void choose(const std::vector<Part>& parts) {
    CheckMethod& method = report_.method;
    if (method == CheckMethod::plain) return;
    const bool any = method == CheckMethod::automatic;
    if (method != CheckMethod::qs) {
      quotient_.emplace(instance_, fixed());
      report_.guarded = quotient_->guarded();
      // Where no priority is in the way, orbits are the same, and cheaper.
      const bool pays = !any || !report_.guarded.empty();
      if (quotient_->why_not().empty() && pays) {
        if (any) {
          method = CheckMethod::gqs;
          report_.why = "priorities tell processes apart";
        }
      } else {
        if (!any) report_.why = quotient_->why_not();
        if (!any) method = CheckMethod::qs;
        quotient_.reset();
      }
    }
    symmetry_.emplace(instance_, report_.atoms, fixed());
    if (method != CheckMethod::automatic) return;
    method = CheckMethod::plain;
    for (const Part& part : parts) {
      if (symmetry_->group(part.atoms).trivial()) continue;
      method = CheckMethod::qs;
      report_.why = "there is a symmetry that respects what is asked";
      return;
    }
    report_.why = "no symmetry respects what is asked";
  }

  // Whether nodes that are alike in `fine` are so in `coarse`.
  static bool refines(const Alike& fine, const Alike& coarse) {
    return std::ranges::all_of(fine, [&](const auto& nodes) {
      return std::ranges::any_of(coarse, [&](const auto& more) {
        return std::ranges::includes(more, nodes);
      });
    });
  }

  // What can be checked where fewer are alike is (GQ 4.1: below a top-set).
  std::vector<Gathered> top_sets(std::vector<Gathered> sets) const {
    if (!quotient_ && !symmetry_->exchanges_only()) return sets;
    std::vector<std::size_t> top(sets.size());
    for (std::size_t i = 0; i < sets.size(); ++i) {
      top[i] = i;
      for (std::size_t j = 0; j < sets.size(); ++j) {
        network::poll();
        const bool above = sets[j].alike != sets[top[i]].alike &&
                           refines(sets[j].alike, sets[top[i]].alike);
        if (above) top[i] = j;
      }
    }
    std::vector<Gathered> result;
    std::vector<std::size_t> place(sets.size());
    for (std::size_t i = 0; i < sets.size(); ++i) {
      if (top[i] != i) continue;
      place[i] = result.size();
      result.push_back(sets[i]);
    }
    for (std::size_t i = 0; i < sets.size(); ++i) {
      if (top[i] == i) continue;
      auto& parts = result[place[top[i]]].parts;
      parts.insert(parts.end(), sets[i].parts.begin(), sets[i].parts.end());
    }
    return result;
  }

  bool check(const std::vector<Part>& parts, const Alike& alike) {
    std::set<std::uint32_t> used;
    for (const Part& p : parts) used.insert(p.atoms.begin(), p.atoms.end());
    const std::vector<std::uint32_t> atoms(used.begin(), used.end());
    make_graph(atoms, alike);
    if (graph_->initial().empty()) {
      network::report_unsatisfiable(*opened_.model, opened_.diagnostics);
      return false;
    }
    report_.graphs.push_back({0, 0, alike});
    for (const Part& p : parts) decide(p);
    if (graph_->failure() && !report_.error) {
      std::vector<explore::Atom> judged;
      for (const std::uint32_t a : atoms) judged.push_back(report_.atoms[a]);
      report_.error = explore::failing_run(instance_, *graph_, judged);
    }
    count();
    return true;
  }

  void make_graph(const std::vector<std::uint32_t>& atoms, const Alike& alike) {
    if (quotient_) {
      graph_ = std::make_unique<explore::UnwoundGraph>(
          instance_, *quotient_, explore::colors_of(*quotient_, alike),
          report_.atoms, atoms, fair_, report_.method == CheckMethod::aqs,
          budget_);
    } else {
      group_.reset();
      if (report_.method == CheckMethod::qs) group_ = symmetry_->group(atoms);
      graph_ = std::make_unique<explore::StateGraph>(
          instance_, report_.atoms, atoms, fair_, group_ ? &*group_ : nullptr,
          budget_);
    }
    checker_.emplace(*graph_, fair_, report_.formulas);
  }

  void decide(const Part& part) {
    CheckedPart& result = report_.properties[part.property].parts[part.number];
    result.graph = report_.graphs.size() - 1;
    FormulaId formula = part.formula;
    if (report_.method == CheckMethod::aqs) {
      const auto allowed = static_cast<std::uint32_t>(report_.atoms.size());
      formula = report_.formulas.relative(formula,
                                          report_.formulas.atom(allowed, true));
    }
    auto why = checker_->violation(formula);
    if (why && formula != part.formula) say_as_asked(part.formula, *why);
    // What was left out may matter.
    if (graph_->failure()) return;
    if (graph_->overflow()) {
      report_.limit = Limit::overflow;
      return;
    }
    result.verdict = why ? Verdict::violated : Verdict::proved;
    result.why = std::move(why);
  }

  // What is said of paths that guards allow, as it was said of paths.
  void say_as_asked(FormulaId asked, explore::Explanation& why) {
    const FormulaId allowed = report_.formulas.atom(
        static_cast<std::uint32_t>(report_.atoms.size()), true);
    std::map<FormulaId, FormulaId> names;
    std::vector<FormulaId> open = {asked};
    while (!open.empty()) {
      const FormulaId f = open.back();
      open.pop_back();
      if (!f.valid()) continue;
      const FormulaId said = report_.formulas.relative(f, allowed);
      if (!names.try_emplace(said, f).second) continue;
      open.push_back(report_.formulas[f].first);
      open.push_back(report_.formulas[f].second);
      // Inner formulas are explained where they hold.
      open.push_back(report_.formulas.negation(f));
    }
    rename(names, why);
  }
  static void rename(const std::map<FormulaId, FormulaId>& names,
                     explore::Explanation& why) {
    const auto at = names.find(why.formula);
    if (at != names.end()) why.formula = at->second;
    for (auto& part : why.parts) rename(names, part.why);
  }

  void count() {
    if (!graph_) return;
    CheckGraph& g = report_.graphs.back();
    g.nodes = graph_->size();
    g.pairs = checker_->pairs();
    report_.r_nodes += graph_->representatives();
    report_.p_nodes += g.pairs;
    checker_.reset();
    graph_.reset();
  }

  void settle(Checked& c) const {
    if (!c.reason.empty()) return;
    const auto is = [&](Verdict v) {
      return [v](const CheckedPart& p) { return p.verdict == v; };
    };
    if (std::ranges::any_of(c.parts, is(Verdict::violated))) {
      c.verdict = Verdict::violated;
    } else if (!c.parts.empty() &&
               std::ranges::all_of(c.parts, is(Verdict::proved))) {
      c.verdict = Verdict::proved;
    } else {
      c.reason = report_.limit == Limit::none
                     ? "a model error is reachable"
                     : fmt::format("a limit was reached ({})",
                                   network::text(report_.limit));
    }
  }

  Opened& opened_;
  const network::Instance& instance_;
  const Checking& checking_;
  network::Budget budget_;
  std::vector<explore::FairAction> fair_;
  CheckReport report_;
  std::optional<explore::AtomSymmetry> symmetry_;
  std::optional<explore::GuardedQuotient> quotient_;
  // What is being looked at.
  std::optional<explore::ModelSymmetry> group_;
  std::unique_ptr<explore::Graph> graph_;
  std::optional<explore::Checker> checker_;
};

}  // namespace

std::string_view text(CheckMethod method) {
  switch (method) {
    case CheckMethod::plain:
      return "plain";
    case CheckMethod::qs:
      return "qs";
    case CheckMethod::aqs:
      return "aqs";
    case CheckMethod::gqs:
      return "gqs";
    case CheckMethod::automatic:
      break;
  }
  return "auto";
}

std::optional<CheckMethod> check_method_of(std::string_view text) {
  for (const CheckMethod m :
       {CheckMethod::plain, CheckMethod::qs, CheckMethod::aqs, CheckMethod::gqs,
        CheckMethod::automatic}) {
    if (decide::text(m) == text) return m;
  }
  return std::nullopt;
}

const explore::Explanation* Checked::why() const {
  for (const CheckedPart& p : parts) {
    if (p.why) return &*p.why;
  }
  return nullptr;
}

std::optional<CheckReport> check_instance(Opened& opened,
                                          const Checking& checking) {
  return Check(opened, checking).run();
}

}  // namespace vicinal::decide
