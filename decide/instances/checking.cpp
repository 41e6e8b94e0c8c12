// SPDX-License-Identifier: MIT
// Without symmetry one graph serves all properties. With it parts of properties
// have graphs of their own, by what respects their atoms: fewer atoms leave
// more of the symmetry.
#include "decide/instances/checking.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <tuple>

#include "decide/instances/checked_parts.hpp"
#include "decide/instances/few_states.hpp"
#include "decide/instances/given_group.hpp"
#include "decide/instances/local_checking.hpp"
#include "decide/question/allowance.hpp"
#include "explore/temporal/failing_run.hpp"
#include "explore/temporal/structures.hpp"
#include "network/language/initial_condition.hpp"

namespace vicinal::decide::inline instances {

using explore::FormulaId;
using network::Limit;
using network::Verdict;

namespace {

// Work on a structure is states; work on anything else is not limited by that.
network::Limits without_states(network::Limits limits) {
  limits.work = 0;
  return limits;
}

class Check {
 public:
  Check(const network::Instance& instance, const Checking& checking,
        network::Diagnostics& diagnostics,
        const std::vector<symmetry::WrittenGenerator>* given)
      : diagnostics_(diagnostics),
        given_(given),
        instance_(instance),
        checking_(checking),
        allowance_(without_states(checking.limits)),
        limits_(checking.limits),
        budget_(limits_),
        fair_(explore::fair_actions(instance_, checking.paths)),
        global_(explore::globally_fair(instance_, checking.paths)),
        report_(not_begun(checking, Limit::none)) {}

  // None: there is no initial state.
  std::optional<CheckReport> run() {
    const network::Polling polling(budget_);
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
    count_inner();
    if (quotient_) report_.r_nodes = quotient_->size();
    settle(report_);
    if (checking_.unfold && report_.method == CheckMethod::gqs) unfold();
    return std::move(report_);
  }

 private:
  using Alike = std::vector<std::vector<network::NodeId>>;
  struct Part {
    std::size_t property = 0, number = 0;  // in the report
    FormulaId formula;
    explore::Needs needs;
  };

  bool check() {
    std::vector<Part> parts;
    for (std::size_t p = 0; p < report_.properties.size(); ++p) {
      split(instance_, checking_.decompose, p, report_);
      const auto& list = report_.properties[p].parts;
      for (std::size_t i = 0; i < list.size(); ++i) {
        parts.push_back({p, i, list[i].formula, {}});
      }
    }
    if (parts.empty()) return true;
    choose(parts);
    structures_.emplace(
        instance_, report_.formulas, report_.atoms, fair_,
        explore::Structures::Method{report_.method == CheckMethod::qs,
                                    report_.method == CheckMethod::aqs,
                                    checking_.track, global_},
        report_.method == CheckMethod::plain ? nullptr : &*symmetry_,
        quotient_ ? &*quotient_ : nullptr, budget_);
    const std::vector<Part> images = take_images(parts);
    return check(std::move(parts)) && check(not_settled(images));
  }

  // On a quotient of its own: that which formulas were checked on has what they
  // need, and its size was counted.
  void unfold() {
    try {
      explore::GuardedQuotient quotient(instance_, fixed());
      auto& all = report_.unfolded.emplace();
      all.processes = quotient.processes();
      all.whole = explore::whole_graph(instance_, quotient, most_unfolded);
      all.quotient =
          explore::annotated_quotient(instance_, quotient, most_unfolded);
      for (CheckGraph& g : report_.graphs) {
        g.unwound =
            explore::unwound(instance_, quotient, g.alike, most_unfolded);
      }
      return;
    } catch (const network::LimitReached& reached) {
      report_.limit = reached.limit;
    } catch (const std::bad_alloc&) {
      report_.limit = Limit::memory;
    }
    // What is not there would be said to be too large.
    report_.unfolded.reset();
  }

  bool check(std::vector<Part> parts) {
    for (Part& part : parts) part.needs = structures_->needs(part.formula);
    for (const Gathered& g : top_sets(gather(std::move(parts)))) {
      if (!check(g)) return false;
    }
    return true;
  }

  // Takes those out that symmetry makes of parts before them.
  std::vector<Part> take_images(std::vector<Part>& parts) {
    std::vector<Part> images;
    if (!symmetry_ || !checking_.once) return images;
    std::vector<FormulaId> formulas;
    for (const Part& part : parts) formulas.push_back(part.formula);
    const auto firsts = symmetry_->firsts(formulas, report_.formulas, fair_);
    std::vector<Part> rest;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const Part& first = parts[firsts[i]];
      if (firsts[i] != i) {
        checked(parts[i]).same_as = {first.property, first.number};
      }
      (firsts[i] == i ? rest : images).push_back(parts[i]);
    }
    parts = std::move(rest);
    return images;
  }

  // Gives images the answers of what they are images of, and returns those that
  // are to be checked all the same: of what is not decided, and where a
  // property would be violated without a run.
  std::vector<Part> not_settled(const std::vector<Part>& images) {
    std::vector<Part> result;
    for (const Part& image : images) {
      network::poll();
      CheckedPart& part = checked(image);
      const CheckedPart& first =
          report_.properties[part.same_as->property].parts[part.same_as->part];
      const bool shown = report_.properties[image.property].why() != nullptr;
      if (first.verdict == Verdict::proved ||
          (first.verdict == Verdict::violated && shown)) {
        part.verdict = first.verdict;
        part.graph = first.graph;
      } else {
        part.same_as.reset();
        result.push_back(image);
      }
    }
    return result;
  }

  CheckedPart& checked(const Part& part) {
    return report_.properties[part.property].parts[part.number];
  }

  bool exchanges_only() const {
    return report_.method == CheckMethod::plain || quotient_ ||
           (symmetry_->exchanges_only() &&
            symmetry_->way() == symmetry::Way::exchanges);
  }

  // Parts by who may change places and what is tracked; where exchanges are not
  // all of the symmetry, by their atoms, too.
  struct Gathered {
    explore::Needs needs;
    std::vector<Part> parts;
  };
  std::vector<Gathered> gather(std::vector<Part> parts) const {
    using Key =
        std::tuple<Alike, std::vector<FormulaId>, std::vector<std::uint32_t>>;
    std::map<Key, std::size_t> numbers;
    std::vector<Gathered> result;
    for (Part& part : parts) {
      const explore::Needs& needs = part.needs;
      const Key key{
          needs.alike, needs.tracked,
          exchanges_only() ? std::vector<std::uint32_t>{} : needs.atoms};
      const auto [at, fresh] = numbers.try_emplace(key, result.size());
      if (fresh) result.push_back({needs, {}});
      result[at->second].needs.add(needs);
      result[at->second].parts.push_back(std::move(part));
    }
    return result;
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
    // A run of orbits may take every way without one of states that does.
    if (global_) {
      method = CheckMethod::plain;
      report_.why = "global fairness is about states, not orbits";
      return;
    }
    const bool any = method == CheckMethod::automatic && given_ == nullptr;
    if (given_ != nullptr) {
      method = CheckMethod::qs;
      report_.why = "its group was given";
    }
    if (method != CheckMethod::qs) {
      quotient_.emplace(instance_, fixed());
      report_.guarded = quotient_->guarded();
      report_.relaxed = quotient_->relaxed();
      // Where nothing is in the way, orbits are the same, and cheaper.
      const bool pays =
          !any || !report_.guarded.empty() || !report_.relaxed.empty();
      if (quotient_->why_not().empty() && pays) {
        if (any) {
          method = CheckMethod::gqs;
          report_.why = report_.relaxed.empty()
                            ? "priorities tell processes apart"
                        : report_.guarded.empty()
                            ? "guards tell processes apart"
                            : "priorities and guards tell processes apart";
        }
      } else {
        if (!any) report_.why = quotient_->why_not();
        if (!any) method = CheckMethod::qs;
        quotient_.reset();
        report_.guarded.clear();
        report_.relaxed.clear();
      }
    }
    symmetry_.emplace(instance_, report_.atoms, fixed());
    if (quotient_) return;
    choose_group(parts);
    if (method == CheckMethod::automatic) choose_orbits(parts);
  }

  std::shared_ptr<const symmetry::ModelSymmetry> group_of(const Part& part) {
    explore::Structures orbits(instance_, report_.formulas, report_.atoms,
                               fair_, {true, false, checking_.track, false},
                               &*symmetry_, nullptr, budget_);
    const explore::Needs needs = orbits.needs(part.formula);
    return symmetry_->group(needs.atoms, report_.formulas, needs.tracked);
  }

  void choose_group(const std::vector<Part>& parts) {
    if (given_ != nullptr) {
      symmetry_->give(*given_);
      return;
    }
    if (checking_.group) {
      symmetry_->look(*checking_.group);
      return;
    }
    const auto group = group_of(parts.front());
    explore::Options how;
    how.model_errors = false;
    how.symmetry = group.get();
    const Few few = explore_few(instance_, how, allowance_, few_states);
    if (!few.all) symmetry_->look(symmetry::Way::larger);
  }

  void choose_orbits(const std::vector<Part>& parts) {
    const auto some = std::ranges::find_if(
        parts, [&](const Part& part) { return !group_of(part)->trivial(); });
    report_.method = some == parts.end() ? CheckMethod::plain : CheckMethod::qs;
    report_.why = some == parts.end()
                      ? "no symmetry respects what is asked"
                      : "there is a symmetry that respects what is asked";
  }

  // What can be checked where fewer are alike is (GQ 4.1: below a top-set).
  // What is tracked stays by itself.
  std::vector<Gathered> top_sets(std::vector<Gathered> sets) const {
    if (!exchanges_only()) return sets;
    std::vector<std::size_t> top(sets.size());
    for (std::size_t i = 0; i < sets.size(); ++i) {
      top[i] = i;
      if (!sets[i].needs.tracked.empty()) continue;
      for (std::size_t j = 0; j < sets.size(); ++j) {
        network::poll();
        const Alike& mine = sets[top[i]].needs.alike;
        const bool above = sets[j].needs.tracked.empty() &&
                           sets[j].needs.alike != mine &&
                           explore::refines(sets[j].needs.alike, mine);
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
      Gathered& above = result[place[top[i]]];
      above.needs.add(sets[i].needs);
      above.parts.insert(above.parts.end(), sets[i].parts.begin(),
                         sets[i].parts.end());
    }
    return result;
  }

  // What fails may be a condition of one part only, which says nothing of the
  // others: then each is looked at by itself.
  bool check(const Gathered& g) {
    const auto error = report_.error;
    const Limit limit = report_.limit;
    if (!check_together(g)) return false;
    const auto& failure = current_->graph->failure();
    const bool some_fails =
        current_->graph->overflow() || (failure && !failure->step);
    count();
    if (!some_fails || g.parts.size() == 1) return true;
    report_.error = error;
    report_.limit = limit;
    for (const Part& part : g.parts) {
      if (checked(part).verdict != Verdict::unknown) continue;
      if (!check({part.needs, {part}})) return false;
    }
    return true;
  }

  bool check_together(const Gathered& g) {
    current_ = structures_->make(g.needs);
    if (current_->graph->initial().empty()) {
      network::report_unsatisfiable(*instance_.model, diagnostics_);
      return false;
    }
    report_.graphs.push_back({0, 0, g.needs.alike, current_->order(), {}, {}});
    for (const Part& p : g.parts) decide(p, g.needs);
    return true;
  }

  // Whether something was left out, of a structure or of those of what is
  // tracked, that may matter.
  bool lacks() {
    bool lacking = false;
    const auto look = [&](const explore::Structures::Structure& s) {
      if (s.graph->overflow()) report_.limit = Limit::overflow;
      lacking = lacking || s.graph->overflow() || s.graph->failure();
      if (!s.graph->failure() || report_.error) return;
      report_.error = explore::failing_run(instance_, *s.graph, report_.atoms);
    };
    look(*current_);
    for (const auto* inner : structures_->inner()) look(*inner);
    return lacking;
  }

  void decide(const Part& part, const explore::Needs& needs) {
    CheckedPart& result = checked(part);
    result.graph = report_.graphs.size() - 1;
    const FormulaId formula = structures_->as_checked(part.formula, needs);
    auto why = current_->checker->violation(formula);
    if (lacks()) return;
    if (why) structures_->say_as_given(*why);
    result.verdict = why ? Verdict::violated : Verdict::proved;
    result.why = std::move(why);
  }

  void count() {
    if (!current_) return;
    if (!report_.graphs.empty()) count(*current_, report_.graphs.back());
    current_.reset();
  }
  void count(const explore::Structures::Structure& s, CheckGraph& g) {
    g.nodes = s.graph->size();
    g.pairs = s.checker->pairs();
    report_.r_nodes += s.graph->representatives();
    report_.p_nodes += g.pairs;
  }
  // Those of what is tracked.
  void count_inner() {
    if (!structures_) return;
    for (const auto* inner : structures_->inner()) {
      report_.graphs.push_back(
          {0, 0, inner->alike, inner->order(), inner->inner, {}});
      count(*inner, report_.graphs.back());
    }
    report_.tracked = structures_->tracked();
  }

  network::Diagnostics& diagnostics_;
  const std::vector<symmetry::WrittenGenerator>* given_;  // or null
  const network::Instance& instance_;
  const Checking& checking_;
  Allowance allowance_;
  network::Limits limits_;  // with that of states
  network::Budget budget_;
  std::vector<explore::FairAction> fair_;
  const bool global_;  // fairness
  CheckReport report_;
  std::optional<explore::AtomSymmetry> symmetry_;
  std::optional<explore::GuardedQuotient> quotient_;
  std::optional<explore::Structures> structures_;
  // What is being looked at.
  std::unique_ptr<explore::Structures::Structure> current_;
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
    case CheckMethod::local:
      return "local";
    case CheckMethod::automatic:
      break;
  }
  return "auto";
}

std::optional<CheckMethod> check_method_of(std::string_view text) {
  for (const CheckMethod m :
       {CheckMethod::plain, CheckMethod::qs, CheckMethod::aqs, CheckMethod::gqs,
        CheckMethod::local, CheckMethod::automatic}) {
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

const explore::Explanation* first_path(const explore::Explanation& why) {
  if (why.path) return &why;
  for (const auto& part : why.parts) {
    network::poll();
    if (part.at != 0) continue;
    const explore::Explanation* found = first_path(part.why);
    if (found != nullptr) return found;
  }
  return nullptr;
}

std::optional<CheckReport> check_instance(
    const network::Instance& instance, const Checking& checking,
    network::Diagnostics& diagnostics,
    const std::vector<symmetry::WrittenGenerator>* given) {
  if (checking.method == CheckMethod::local && given == nullptr) {
    return check_locally(instance, checking, diagnostics);
  }
  return Check(instance, checking, diagnostics, given).run();
}

std::optional<CheckReport> check_instance(Opened& opened,
                                          const Checking& checking) {
  if (!require_constants(opened)) return std::nullopt;
  if (!checking.given) {
    return check_instance(*opened.instance, checking, opened.diagnostics);
  }
  const Allowance allowance(checking.limits);
  const auto group = read_group(opened, *checking.given, {{}, {}, {}},
                                without_states(checking.limits));
  if (!group) return std::nullopt;
  if (group->limit != Limit::none) return not_begun(checking, group->limit);
  Checking rest = checking;
  rest.limits = allowance.left();
  return check_instance(*opened.instance, rest, opened.diagnostics,
                        &group->generators);
}

}  // namespace vicinal::decide::inline instances
