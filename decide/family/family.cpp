// SPDX-License-Identifier: MIT
// Views of one node, of two, small instances, views of three, lemmas, more
// instances: what is cheap comes first, and what is decided is not asked again.
// Types of views are given up early at first, since there are models that have
// very many of them and are proved by a few lemmas.
#include "decide/family/family.hpp"

#include <algorithm>
#include <set>

#include "decide/family/claims.hpp"
#include "decide/family/family_instances.hpp"
#include "decide/family/family_lemmas.hpp"
#include "decide/family/one_by_one.hpp"
#include "decide/family/spent_states.hpp"
#include "decide/instances/contradiction.hpp"
#include "explore/search/explorer.hpp"
#include "network/language/questions.hpp"

namespace vicinal::decide::inline family {

using network::Limit;
using network::Scalar;
using network::Verdict;

namespace {

// Work without --timeout and --memory. A few states of small instances are
// explored after pairs, which are those that the first lemmas are guessed from;
// more, if these leave something open; and many more after other lemmas.
constexpr std::uint64_t few_states = 1'500;
constexpr std::uint64_t first_states = 8'000;
constexpr std::uint64_t many_states = 400'000;
constexpr std::uint64_t few_steps = 100'000;
// Larger instances are no place to begin the search for a violation.
constexpr std::size_t most_nodes = 24;
constexpr std::size_t most_deciding = 60;

// Whether types of views are asked. Of rules lemmas are the shorter way, unless
// views are asked for by name.
bool is_local(const network::Model& model, const Asked& asked) {
  network::Diagnostics ignored(model.source);
  return (!any_engine(asked) || model.rules.empty()) &&
         fixpoint::supported(model, fixpoint::Means::local, ignored);
}

class FamilyDecider {
 public:
  FamilyDecider(const Opened& opened, const Asked& asked,
                const Allowance& allowance, FamilyReport& report)
      : opened_(opened),
        asked_(asked),
        allowance_(allowance),
        report_(report),
        questions_(opened, asked, report),
        local_(is_local(*opened.model, asked)),
        unbounded_(network::has_integers(*opened.model)),
        growth_(report.growth.emplace(*opened.model, questions_.all().scope,
                                      most_nodes)),
        lemmas_(report, questions_, growth_, allowance, unbounded_) {}

  void run();
  // Once there are examples of what blocks.
  void exclude_blocking() { lemmas_.exclude_blocking(); }
  // Of all instances, at least a few.
  std::uint64_t states_seen() const {
    return std::max(report_.explored_states + lemmas_.states_seen(),
                    first_states);
  }

 private:
  void prove(std::uint32_t k, std::uint64_t steps);
  fixpoint::FamilyProof& attempt(std::uint32_t k);
  void prove_again();
  void confirm(fixpoint::FamilyProof& proof);
  void confirm_rest();
  void search(std::uint64_t states);
  bool explore(std::size_t sample, std::uint64_t states);
  std::optional<std::set<std::vector<Scalar>>> all_sizes() const;
  void exhaust();
  void one_by_one(const Spending& each);
  void begin_again();
  void decide_all();
  void unite();

  const Opened& opened_;
  const Asked& asked_;
  const Allowance& allowance_;
  FamilyReport& report_;
  FamilyQuestions questions_;
  bool local_;      // types of views are asked for, too
  bool unbounded_;  // an instance may have endlessly many states
  // Of `int` that may begin anywhere small values come first: without this an
  // instance shows nothing but initial states.
  bool start_near_ = true;
  bool starts_left_out_ = false;
  bool states_for_lemmas_ = false;  // are kept of what is explored
  fixpoint::Growth& growth_;
  obligations::Judge judge_{obligations::proof_budget};
  FamilyLemmas lemmas_;
  std::size_t next_ = 0;           // sample to explore
  std::uint64_t search_work_ = 0;  // of all that were explored
};

// Confirming a proof takes most of the time: at first only one that promises
// everything that is open.
void FamilyDecider::prove(std::uint32_t k, std::uint64_t steps) {
  if (!local_ || !questions_.open() || allowance_.stopped()) return;
  if (!report_.proofs.empty() && report_.proofs.back().open_sizes) return;
  const network::Limits limits =
      steps == most_steps ? allowance_.left_or(steps) : allowance_.left(steps);
  fixpoint::FamilyProof& proof = attempt(k);
  proof = fixpoint::imply_family(questions_.all(), k, limits, judge_,
                                 std::move(proof.system));
  bool everything = true;
  questions_.for_each_open(
      proof, [&](FamilyAnswer& answer, const fixpoint::PropertyProof& of) {
        everything = everything && of.implied;
        questions_.block(answer, proof, of);
      });
  if (everything) confirm(proof);
}

// That with the same types, which goes on; or a new one.
fixpoint::FamilyProof& FamilyDecider::attempt(std::uint32_t k) {
  for (std::size_t p = 0; p < report_.proofs.size(); ++p) {
    if (report_.proofs[p].k != k) continue;
    // What blocked it speaks of a model that goes.
    for (FamilyAnswer& a : report_.answers) {
      if (a.blocked_by == p) a.blocking.reset();
    }
    return report_.proofs[p];
  }
  return report_.proofs.emplace_back();
}

void FamilyDecider::confirm(fixpoint::FamilyProof& proof) {
  if (proof.confirmed || !questions_.open() || allowance_.stopped()) return;
  fixpoint::confirm_family(questions_.all(), allowance_.left_or(most_steps),
                           judge_, proof);
  questions_.conclude(proof, questions_.all());
}

// Types of views that were given up early.
void FamilyDecider::prove_again() {
  for (const std::uint32_t k : {3U, 1U, 2U}) {
    const bool early = std::any_of(
        report_.proofs.begin(), report_.proofs.end(),
        [k](const fixpoint::FamilyProof& p) {
          return p.k == k && p.invariant.limit == network::Limit::work;
        });
    if (early) prove(k, most_steps);
  }
}

// What views imply of what is still open. Lemmas are confirmed where they are
// found.
void FamilyDecider::confirm_rest() {
  for (fixpoint::FamilyProof& proof : report_.proofs) {
    bool implied = false;
    questions_.for_each_open(
        proof, [&](FamilyAnswer&, const fixpoint::PropertyProof& of) {
          implied = implied || of.implied;
        });
    if (proof.k != 0 && implied) confirm(proof);
  }
}

// Explores one instance; false: the limit was reached before its end.
bool FamilyDecider::explore(std::size_t number, std::uint64_t states) {
  fixpoint::Sample& sample = *report_.explored.all[number];
  explore::Options how;
  how.threads = asked_.threads;
  how.model_errors = false;
  for (const FamilyAnswer& a : report_.answers) {
    if (a.verdict == Verdict::proved) {
      if (a.property) how.known_to_hold.push_back(*a.property);
      how.known_not_to_fail = how.known_not_to_fail || !a.property;
    }
    if (a.verdict != Verdict::unknown) continue;
    if (a.property) {
      how.properties.push_back(*a.property);
    } else {
      how.model_errors = true;
    }
  }
  how.stop_when_decided = true;
  how.unread_once = true;
  how.limits = allowance_.left(states);
  if (unbounded_ && start_near_) how.starts_within = near_zero(*opened_.model);
  fixpoint::Reachable reachable;
  if (states_for_lemmas_) {
    how.each_state = [&](std::span<const Scalar> state) {
      reachable.states.insert(reachable.states.end(), state.begin(),
                              state.end());
    };
  }
  const auto result = explore::explore(sample.instance, how);
  if (states_for_lemmas_ && result.complete) {
    reachable.none = result.unsatisfiable;
    reachable.work = work_of(sample.instance, result);
    sample.reachable = std::move(reachable);
  }
  starts_left_out_ = starts_left_out_ || result.starts_left_out;
  hold_known(sample.instance, result, "proofs for every size");
  report_.explored_states += result.states;
  search_work_ += work_of(sample.instance, result);
  for (const auto& r : result.properties) {
    for (FamilyAnswer& a : report_.answers) {
      if (a.name != r.name || a.verdict != Verdict::unknown) continue;
      if (r.verdict() == Verdict::violated && r.trace) {
        a.verdict = Verdict::violated;
        a.method = Method::exploration;
        a.run = FamilyRun{&sample, *r.trace};
      } else if (r.verdict() == Verdict::proved) {
        a.holds_at.push_back(number);
      }
    }
  }
  return result.complete || !questions_.open();
}

// Instances by size, until one violates each open property or the states are
// spent. The smallest comes first, so that nothing is left out before it.
void FamilyDecider::search(std::uint64_t states) {
  const std::uint64_t end = search_work_ + states;
  while (questions_.open() && !allowance_.stopped() && search_work_ < end) {
    if (next_ == report_.explored.all.size()) {
      bool more = next_ < most_deciding;
      if (more) {
        allowance_.in_time(
            [&] { more = false, more = growth_.more(report_.explored); });
      }
      if (!more) return;
      continue;
    }
    const std::uint64_t left = end - search_work_;
    const std::uint64_t share = unbounded_ ? states / 8 : left;
    if (!explore(next_, std::min(share, left)) && !unbounded_) return;
    ++next_;
  }
}

// All sizes that are asked of, if they are few.
std::optional<std::set<std::vector<Scalar>>> FamilyDecider::all_sizes() const {
  const auto& parameters = opened_.model->parameters;
  if (parameters.empty() ||
      opened_.model->network_kind == network::ast::NetworkKind::any) {
    return std::nullopt;
  }
  std::set<std::vector<Scalar>> sizes = {{}};
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const auto& fixed = questions_.all().scope.fixed[i];
    const Scalar low = fixed ? *fixed : parameters[i].low;
    if (!fixed && !parameters[i].high) return std::nullopt;
    const Scalar high = fixed ? *fixed : *parameters[i].high;
    std::set<std::vector<Scalar>> longer;
    for (Scalar value = low; value <= high; ++value) {
      for (std::vector<Scalar> tuple : sizes) {
        tuple.push_back(value);
        longer.insert(std::move(tuple));
      }
      if (longer.size() > most_deciding) return std::nullopt;
    }
    sizes = std::move(longer);
  }
  return sizes;
}

// What holds in every instance, all of them explored, is proved.
void FamilyDecider::exhaust() {
  auto left = all_sizes();
  if (!left || !questions_.open()) return;
  for (const auto& sizes : report_.explored.excluded) left->erase(sizes);
  for (FamilyAnswer& a : report_.answers) {
    if (a.verdict != Verdict::unknown || a.holds_at.empty()) continue;
    auto open = *left;
    for (const std::size_t i : a.holds_at) {
      open.erase(report_.explored.all[i]->parameters);
    }
    if (!open.empty()) continue;
    a.verdict = Verdict::proved;
    a.method = Method::exploration;
  }
}

void FamilyDecider::one_by_one(const Spending& each) {
  auto sizes = all_sizes();
  if (!sizes || !questions_.open() || allowance_.stopped()) return;
  for (const auto& none : report_.explored.excluded) sizes->erase(none);
  for (const auto& none : report_.one_by_one.excluded) sizes->erase(none);
  allowance_.in_time([&] {
    decide_one_by_one(asked_, allowance_, {sizes->begin(), sizes->end()}, each,
                      report_);
  });
}

// Instances whose states had no end before.
void FamilyDecider::begin_again() {
  next_ = 0;
  for (FamilyAnswer& a : report_.answers) a.holds_at.clear();
}

// What several proofs have proved, by all that they rest on.
void FamilyDecider::unite() {
  fixpoint::Question all = questions_.nothing();
  std::size_t count = 0;
  for (const FamilyAnswer& a : report_.answers) {
    if (a.method != Method::invariant && a.method != Method::lemmas) continue;
    ++count;
    if (a.property) all.properties.push_back(*a.property);
    all.model_errors = all.model_errors || !a.property;
  }
  const auto proves = [](const fixpoint::FamilyProof& p) {
    return static_cast<std::size_t>(
        std::count_if(p.properties.begin(), p.properties.end(),
                      [](const auto& q) { return q.proved; }));
  };
  const fixpoint::FamilyProof* best = best_proof(report_);
  if (best == nullptr || proves(*best) == count) return;
  network::FreshNames names(*opened_.model);
  fixpoint::InvariantText text;
  for (fixpoint::CoverText k : proved_invariants(report_)) {
    k.name = names.fresh(k.name);
    text.lemmas.push_back(std::move(k));
  }
  obligations::Judge judge(lemma_budget);
  const network::Limits limits = allowance_.left_or(most_steps);
  auto proof = fixpoint::imply_with(all, std::move(text), {},
                                    excluded_sizes(report_), limits, judge);
  fixpoint::confirm_family(all, limits, judge, proof);
  if (proves(proof) > proves(*best)) report_.proofs.push_back(std::move(proof));
}

void FamilyDecider::run() {
  report_.explored.model = &*opened_.model;
  report_.answers = open_answers<FamilyAnswer>(*opened_.model, asked_);
  decide_all();
  if (asked_.one_proof && !allowance_.stopped()) {
    allowance_.in_time([&] { unite(); });
  }
}

void FamilyDecider::decide_all() {
  if (asked_.views != 0) {
    prove(static_cast<std::uint32_t>(asked_.views), most_steps);
    confirm_rest();
    return;
  }
  const std::uint64_t steps = report_.generalized ? most_steps : few_steps;
  prove(1, steps);
  prove(2, steps);
  confirm_rest();
  if (report_.generalized) return;
  // Of others lemmas ask for other states.
  states_for_lemmas_ = !unbounded_;
  search(few_states);
  exhaust();
  prove(3, few_steps);
  confirm_rest();
  one_by_one([this] { return allowance_.left(first_states); });
  lemmas_.begin();
  if (unbounded_) begin_again();
  search(unbounded_ ? first_states : first_states - few_states);
  exhaust();
  states_for_lemmas_ = false;
  lemmas_.find();
  prove_again();
  confirm_rest();
  if (unbounded_) begin_again();
  search(many_states);
  if (starts_left_out_ && questions_.open()) {
    start_near_ = false;
    begin_again();
    search(many_states);
  }
  exhaust();
  one_by_one([this] { return allowance_.left_or(many_states); });
}

// An example of what blocks each open answer.
void find_examples(const Allowance& allowance, FamilyReport& report) {
  for (FamilyAnswer& a : report.answers) {
    if (a.verdict != Verdict::unknown || !a.blocking) continue;
    auto& [obligation, judgement] = *a.blocking;
    if (judgement.answer == obligations::Answer::sat &&
        judgement.values.empty()) {
      allowance.in_time(
          [&, &o = obligation, &j = judgement] { j = obligations::judge(o); });
    }
  }
}

}  // namespace

FamilyReport decide_family(Opened& opened, const Asked& asked,
                           const Allowance& allowance) {
  FamilyReport report;
  report.generalized = asked.generalize;
  FamilyDecider decider(opened, asked, allowance, report);
  decider.run();
  hold_proofs(report, decider.states_seen(), allowance);
  allowance.in_time([&] { look_at_no_nodes(opened, allowance, report); });
  find_examples(allowance, report);
  decider.exclude_blocking();
  report.interrupted = allowance.stopped();
  look_for_occurrences(opened, allowance, report);
  allowance.in_time([&] { warn_family(opened, allowance, report); });
  return report;
}

}  // namespace vicinal::decide::inline family
