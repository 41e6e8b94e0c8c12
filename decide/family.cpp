// SPDX-License-Identifier: MIT
// Views of one node, of two, small instances, views of three, lemmas, more
// instances: what is cheap comes first, and what is decided is not asked again.
// Types of views are given up early at first, since there are models that have
// very many of them and are proved by a few lemmas.
#include "decide/family.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <set>

#include "decide/claims.hpp"
#include "decide/family_instances.hpp"
#include "decide/one_by_one.hpp"
#include "explore/search/explorer.hpp"
#include "network/language/questions.hpp"

namespace vicinal::decide {

using network::Limit;
using network::Scalar;
using network::Verdict;

namespace {

// Work without --timeout and --memory. States of small instances are explored
// after pairs, and, if triples leave something open, many more.
constexpr std::uint64_t first_states = 8'000;
constexpr std::uint64_t many_states = 400'000;
constexpr std::uint64_t few_steps = 100'000;
constexpr std::uint64_t most_steps = 4'000'000;
// Larger instances are no place to begin the search for a violation.
constexpr std::size_t most_nodes = 24;
constexpr std::size_t most_deciding = 60;
// What lemmas are guessed from: reachable states of so many instances.
constexpr std::uint64_t states_of_one = 60'000;
constexpr std::uint64_t states_of_all = 120'000;
constexpr std::size_t most_explored = 12;
// Where the lemmas that they give do not do: so many times as many.
constexpr std::uint64_t more_states = 5;
constexpr std::uint64_t most_scalars = 16'000'000;   // of all states
constexpr std::uint64_t lemma_budget = 150'000'000;  // work of Z3
// Of more properties each has less of it.
constexpr std::size_t few_open = 4;
// Formulas: more make obligations that are hard to read.
constexpr std::size_t most_known = 40;

// A state says more than that a limit was reached.
bool is_state(const std::optional<fixpoint::Refuted>& blocking) {
  return blocking && blocking->judgement.answer == obligations::Answer::sat;
}

bool is_local(const network::Model& model) {
  network::Diagnostics ignored(model.source);
  return fixpoint::supported(model, fixpoint::Means::local, ignored);
}

class FamilyDecider {
 public:
  FamilyDecider(const Opened& opened, const Asked& asked,
                const Allowance& allowance, FamilyReport& report)
      : opened_(opened),
        asked_(asked),
        allowance_(allowance),
        report_(report),
        scope_(scope_of(opened)),
        local_(is_local(*opened.model)),
        unbounded_(network::has_integers(*opened.model)),
        growth_(*opened.model, scope_, most_nodes) {}

  void run();
  // Once there are examples of what blocks.
  void exclude_blocking();
  // Of all instances, at least a few.
  std::uint64_t states_seen() const;

 private:
  bool open() const;
  fixpoint::Question question() const;
  fixpoint::Question no_question() const;
  std::vector<fixpoint::Question> open_questions() const;
  fixpoint::Question open_together() const;
  bool open(const fixpoint::Question& aim) const;
  void prove(std::uint32_t k, std::uint64_t steps);
  fixpoint::FamilyProof& attempt(std::uint32_t k);
  void prove_again();
  void block(FamilyAnswer& answer, const fixpoint::FamilyProof& proof,
             const fixpoint::PropertyProof& of);
  void confirm(fixpoint::FamilyProof& proof);
  void conclude(const fixpoint::FamilyProof& proof,
                const fixpoint::Question& aim);
  void confirm_rest();
  void search(std::uint64_t states);
  bool explore(std::size_t sample, std::uint64_t states);
  void find_lemmas();
  void look_for_states(std::uint64_t times);
  void lemmas_together();
  void lemmas_alone();
  void find_blocking();
  std::vector<fixpoint::CoverText> known_of_nodes() const;
  std::vector<fixpoint::CoverText> known() const;
  // Of instances without an initial state everything could be said.
  bool no_states() const;
  void lemmas_from_states(const std::function<fixpoint::Question()>& aim,
                          std::uint64_t budget);
  void try_lemmas(const fixpoint::Question& aim,
                  std::span<const std::string> facts,
                  std::span<const fixpoint::CoverText> known,
                  std::uint64_t budget);
  std::optional<std::set<std::vector<Scalar>>> all_sizes() const;
  void exhaust();
  void one_by_one(std::uint64_t work);
  void begin_again();
  void decide_all();
  void unite();

  const Opened& opened_;
  const Asked& asked_;
  const Allowance& allowance_;
  FamilyReport& report_;
  fixpoint::Scope scope_;
  bool local_;      // types of views are asked for, too
  bool unbounded_;  // an instance may have endlessly many states
  fixpoint::Growth growth_;
  obligations::Judge judge_{obligations::proof_budget};
  std::size_t next_ = 0;                      // sample to explore
  std::vector<fixpoint::Explored> explored_;  // all states, for lemmas
  bool cut_short_ = false;                    // an instance has more
  // What holds in them all: made once, for every question.
  std::optional<std::vector<std::string>> linear_, conditional_;
};

// States of small instances, for lemmas.
struct LemmaStates {
  std::vector<fixpoint::Explored> explored;
  std::vector<std::vector<Scalar>> without;  // sizes
  bool cut_short = false;                    // an instance has more states
};

LemmaStates explored_states(fixpoint::Growth& growth,
                            fixpoint::Samples& samples, bool unbounded,
                            const Allowance& allowance, std::uint64_t times) {
  const std::uint64_t one = times * states_of_one;
  const std::uint64_t all = unbounded ? one : times * states_of_all;
  LemmaStates out;
  std::uint64_t states = 0;
  std::uint64_t scalars = 0;
  for (std::size_t next = 0;
       next < most_explored && states < all && scalars < most_scalars / 2;
       ++next) {
    while (next == samples.all.size()) {
      if (!growth.more(samples)) return out;
    }
    const network::Instance& instance = samples.all[next]->instance;
    const std::uint64_t width =
        std::max<std::uint64_t>(1, instance.slot_count());
    explore::Options how;
    how.model_errors = false;
    how.limits = allowance.left(
        std::clamp<std::uint64_t>((most_scalars - scalars) / width, 1, one));
    if (unbounded) {
      const Scalar most = fixpoint::greatest_constant(*instance.model);
      how.integers_within = most + std::max<Scalar>(most, 1);
    }
    fixpoint::Explored& explored = out.explored.emplace_back();
    explored.instance = &instance;
    how.each_state = [&](std::span<const Scalar> state) {
      explored.states.insert(explored.states.end(), state.begin(), state.end());
    };
    const auto result = explore::explore(instance, how);
    states += result.states;
    scalars += std::min(most_scalars - scalars, explored.states.size());
    if (result.unsatisfiable) out.without.push_back(instance.parameters);
    if (result.complete) continue;
    out.cut_short = true;
    if (!unbounded) break;
  }
  return out;
}

bool FamilyDecider::open() const {
  return std::any_of(
      report_.answers.begin(), report_.answers.end(),
      [](const FamilyAnswer& a) { return a.verdict == Verdict::unknown; });
}

fixpoint::Question FamilyDecider::question() const {
  fixpoint::Question q;
  q.model = &*opened_.model;
  q.definitions = &opened_.definitions;
  q.scope = scope_;
  q.properties = asked_.properties;
  q.model_errors = asked_.model_errors;
  q.generalize = report_.generalized;
  return q;
}

// Of these sizes, about nothing.
fixpoint::Question FamilyDecider::no_question() const {
  fixpoint::Question q = question();
  q.properties.clear();
  q.model_errors = false;
  return q;
}

// What is open, each by itself.
std::vector<fixpoint::Question> FamilyDecider::open_questions() const {
  std::vector<fixpoint::Question> out;
  for (const FamilyAnswer& a : report_.answers) {
    if (a.verdict != Verdict::unknown) continue;
    fixpoint::Question& q = out.emplace_back(no_question());
    if (a.property) q.properties.push_back(*a.property);
    q.model_errors = !a.property;
  }
  return out;
}

fixpoint::Question FamilyDecider::open_together() const {
  fixpoint::Question all = no_question();
  for (const fixpoint::Question& q : open_questions()) {
    all.properties.insert(all.properties.end(), q.properties.begin(),
                          q.properties.end());
    all.model_errors = all.model_errors || q.model_errors;
  }
  return all;
}

bool speaks_of(const fixpoint::Question& q, const FamilyAnswer& a) {
  if (!a.property) return q.model_errors;
  return std::find(q.properties.begin(), q.properties.end(), *a.property) !=
         q.properties.end();
}

bool FamilyDecider::open(const fixpoint::Question& aim) const {
  return std::any_of(report_.answers.begin(), report_.answers.end(),
                     [&](const FamilyAnswer& a) {
                       return a.verdict == Verdict::unknown &&
                              speaks_of(aim, a);
                     });
}

void FamilyDecider::block(FamilyAnswer& answer,
                          const fixpoint::FamilyProof& proof,
                          const fixpoint::PropertyProof& of) {
  if (is_state(answer.blocking) && !is_state(of.blocking)) return;
  answer.blocking = of.blocking;
  answer.blocked_by = static_cast<std::size_t>(&proof - report_.proofs.data());
  answer.reason = proof.refused;
}

// Confirming a proof takes most of the time: at first only one that promises
// everything that is open.
void FamilyDecider::prove(std::uint32_t k, std::uint64_t steps) {
  if (!local_ || !open() || allowance_.stopped()) return;
  if (!report_.proofs.empty() && report_.proofs.back().open_sizes) return;
  const network::Limits limits =
      steps == most_steps ? allowance_.left_or(steps) : allowance_.left(steps);
  fixpoint::FamilyProof& proof = attempt(k);
  proof = fixpoint::imply_family(question(), k, limits, judge_,
                                 std::move(proof.system));
  bool everything = true;
  for (std::size_t i = 0; i < report_.answers.size(); ++i) {
    FamilyAnswer& answer = report_.answers[i];
    if (answer.verdict != Verdict::unknown) continue;
    everything = everything && proof.properties[i].implied;
    block(answer, proof, proof.properties[i]);
  }
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
  if (proof.confirmed || !open() || allowance_.stopped()) return;
  fixpoint::confirm_family(question(), allowance_.left_or(most_steps), judge_,
                           proof);
  conclude(proof, question());
}

// What the proof did not aim at blocks nothing.
void FamilyDecider::conclude(const fixpoint::FamilyProof& proof,
                             const fixpoint::Question& aim) {
  for (FamilyAnswer& answer : report_.answers) {
    if (answer.verdict != Verdict::unknown) continue;
    const fixpoint::PropertyProof* of = proof.of(answer.property);
    if (of == nullptr) continue;
    if (speaks_of(aim, answer)) block(answer, proof, *of);
    if (!of->proved) continue;
    answer.verdict = Verdict::proved;
    answer.method = proof.k == 0 ? Method::lemmas : Method::invariant;
    answer.views = static_cast<int>(proof.k);
  }
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
    const auto implied = [&](const FamilyAnswer& a) {
      const fixpoint::PropertyProof* of = proof.of(a.property);
      return a.verdict == Verdict::unknown && of != nullptr && of->implied;
    };
    if (proof.k != 0 &&
        std::any_of(report_.answers.begin(), report_.answers.end(), implied)) {
      confirm(proof);
    }
  }
}

// Explores one instance; false: the limit was reached before its end.
bool FamilyDecider::explore(std::size_t number, std::uint64_t states) {
  const fixpoint::Sample& sample = *report_.explored.all[number];
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
  how.limits = allowance_.left(states);
  const auto result = explore::explore(sample.instance, how);
  hold_known(sample.instance, result, "proofs for every size");
  report_.explored_states += result.states;
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
  return result.complete || !open();
}

// Instances by size, until one violates each open property or the states are
// spent. The smallest comes first, so that nothing is left out before it.
void FamilyDecider::search(std::uint64_t states) {
  const std::uint64_t end = report_.explored_states + states;
  while (open() && !allowance_.stopped() && report_.explored_states < end) {
    if (next_ == report_.explored.all.size()) {
      bool more = next_ < most_deciding;
      if (more) {
        allowance_.in_time(
            [&] { more = false, more = growth_.more(report_.explored); });
      }
      if (!more) return;
      continue;
    }
    const std::uint64_t left = end - report_.explored_states;
    const std::uint64_t share = unbounded_ ? states / 8 : left;
    if (!explore(next_, std::min(share, left)) && !unbounded_) return;
    ++next_;
  }
}

// Lemmas from what blocks: all that is open together, which takes least where
// it succeeds; then each property by itself, so that none depends on what else
// stands in the file.
void FamilyDecider::find_lemmas() {
  if (!open() || allowance_.stopped()) return;
  if (!report_.proofs.empty() && report_.proofs.back().open_sizes) return;
  for (const std::uint64_t times : {std::uint64_t{1}, more_states}) {
    cut_short_ = false;
    allowance_.in_time([&] { look_for_states(times); });
    if (no_states()) break;
    allowance_.in_time([&] { lemmas_together(); });
    allowance_.in_time([&] { lemmas_alone(); });
    if (!open() || !cut_short_ || allowance_.stopped()) break;
  }
  if (!no_states()) find_blocking();
}

// An example of what blocks, where there is none: a state that violates the
// property says no more than the property.
void FamilyDecider::find_blocking() {
  for (const fixpoint::Question& q : open_questions()) {
    const bool blocked = std::any_of(
        report_.answers.begin(), report_.answers.end(),
        [&](const FamilyAnswer& a) {
          return speaks_of(q, a) && is_state(a.blocking) &&
                 a.blocking->obligation.kind != obligations::Kind::property;
        });
    if (blocked || allowance_.stopped()) continue;
    obligations::Judge judge(lemma_budget / 3);
    allowance_.in_time([&] {
      report_.proofs.push_back(fixpoint::prove_by_goals(
          q, q, known_of_nodes(), report_.explored.excluded,
          allowance_.left_or(most_steps), judge));
      conclude(report_.proofs.back(), q);
    });
  }
}

// What types of single nodes say.
std::vector<fixpoint::CoverText> FamilyDecider::known_of_nodes() const {
  std::vector<fixpoint::CoverText> out;
  for (const fixpoint::FamilyProof& proof : report_.proofs) {
    if (proof.k != 1 || !proof.text.refused.empty()) continue;
    for (const fixpoint::TypeText& type : proof.text.types) {
      out.push_back({type.name, fixpoint::formula(type)});
    }
    break;
  }
  return out;
}

// What proofs have shown: invariants, each inductive by itself.
std::vector<fixpoint::CoverText> FamilyDecider::known() const {
  std::vector<fixpoint::CoverText> out;
  for (const fixpoint::FamilyProof& proof : report_.proofs) {
    if (!proof.inductive || !proof.refuted.empty()) continue;
    for (const fixpoint::TypeText& type : proof.text.types) {
      out.push_back({type.name, fixpoint::formula(type)});
    }
    out.insert(out.end(), proof.text.lemmas.begin(), proof.text.lemmas.end());
  }
  return out;
}

bool FamilyDecider::no_states() const {
  return std::all_of(
      explored_.begin(), explored_.end(),
      [](const fixpoint::Explored& e) { return e.states.empty(); });
}

void FamilyDecider::look_for_states(std::uint64_t times) {
  LemmaStates states =
      explored_states(growth_, report_.explored, unbounded_, allowance_, times);
  explored_ = std::move(states.explored);
  report_.without_states.insert(report_.without_states.end(),
                                states.without.begin(), states.without.end());
  cut_short_ = states.cut_short;
  linear_.reset();
  conditional_.reset();
}

void FamilyDecider::lemmas_together() {
  if (open_questions().size() > 1) {
    lemmas_from_states([this] { return open_together(); }, lemma_budget);
  }
}

// Where many are open, each has its share of the work. What is proved by then
// is of help to others only once they were asked without it.
void FamilyDecider::lemmas_alone() {
  const auto questions = open_questions();
  if (questions.empty()) return;
  const std::uint64_t share =
      lemma_budget / std::max<std::size_t>(1, questions.size() / few_open);
  for (const fixpoint::Question& q : questions) {
    if (allowance_.stopped()) return;
    lemmas_from_states([&] { return open(q) ? q : no_question(); }, share);
  }
  for (const fixpoint::Question& q : open_questions()) {
    const auto facts = known();
    if (facts.empty() || facts.size() > most_known || allowance_.stopped()) {
      return;
    }
    try_lemmas(q, {}, facts, share / 3);
  }
}

// `aim`: what is to be proved of what is open by then.
void FamilyDecider::lemmas_from_states(
    const std::function<fixpoint::Question()>& aim, std::uint64_t budget) {
  const auto asked = [&aim](fixpoint::Question& q) {
    q = aim();
    return !q.properties.empty() || q.model_errors;
  };
  fixpoint::Question q = no_question();
  if (!asked(q)) return;
  if (!linear_) linear_ = fixpoint::linear_facts(*opened_.model, explored_);
  std::vector<std::string> facts = *linear_;
  for (std::string& f : fixpoint::existential_facts(q, explored_)) {
    facts.push_back(std::move(f));
  }
  if (!facts.empty()) try_lemmas(q, facts, {}, budget / 3);
  if (!asked(q)) return;
  if (!conditional_) {
    conditional_ = fixpoint::conditional_facts(*opened_.model, explored_);
  }
  facts.insert(facts.end(), conditional_->begin(), conditional_->end());
  if (!conditional_->empty()) try_lemmas(q, facts, {}, budget / 3);
  if (!asked(q)) return;
  // What the text states is asked late: it is often kept, and seldom needed.
  const auto stated = fixpoint::stated_facts(*opened_.model);
  facts.insert(facts.end(), stated.begin(), stated.end());
  if (!stated.empty()) try_lemmas(q, facts, {}, budget / 3);
  const std::uint64_t rest = facts.empty() ? budget : budget / 3;
  if (asked(q)) try_lemmas(q, {}, {}, rest);
}

// Together, nothing is said of what blocks: that is a matter of each alone.
void FamilyDecider::try_lemmas(const fixpoint::Question& aim,
                               std::span<const std::string> facts,
                               std::span<const fixpoint::CoverText> known,
                               std::uint64_t budget) {
  obligations::Judge judge(budget);
  auto proof = fixpoint::prove_by_lemmas(aim, explored_, {facts, known},
                                         report_.explored.excluded,
                                         allowance_.left_or(most_steps), judge);
  if (!proof) return;
  report_.proofs.push_back(std::move(*proof));
  const bool alone = aim.properties.size() + (aim.model_errors ? 1 : 0) == 1;
  conclude(report_.proofs.back(), alone ? aim : no_question());
}

void FamilyDecider::exclude_blocking() {
  if (no_states()) return;
  for (FamilyAnswer& a : report_.answers) {
    if (a.verdict != Verdict::unknown || !is_state(a.blocking)) continue;
    fixpoint::Question aim = question();
    aim.properties.clear();
    if (a.property) aim.properties.push_back(*a.property);
    obligations::Judge judge(lemma_budget / 10);
    allowance_.in_time([&] {
      a.hint = fixpoint::hint_for(aim, explored_, report_.explored.excluded,
                                  *a.blocking, judge);
    });
  }
}

std::uint64_t FamilyDecider::states_seen() const {
  std::uint64_t states = report_.explored_states;
  for (const fixpoint::Explored& e : explored_) {
    states +=
        e.states.size() / std::max<std::size_t>(1, e.instance->slot_count());
  }
  return std::max(states, first_states);
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
    const auto& fixed = scope_.fixed[i];
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
  if (!left || !open()) return;
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

void FamilyDecider::one_by_one(std::uint64_t work) {
  auto sizes = all_sizes();
  if (!sizes || !open() || allowance_.stopped()) return;
  for (const auto& none : report_.explored.excluded) sizes->erase(none);
  for (const auto& none : report_.one_by_one.excluded) sizes->erase(none);
  allowance_.in_time([&] {
    decide_one_by_one(asked_, allowance_, {sizes->begin(), sizes->end()}, work,
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
  fixpoint::Question all = no_question();
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
  fixpoint::Names names(*opened_.model);
  fixpoint::InvariantText text;
  for (fixpoint::CoverText k : known()) {
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
  search(first_states);
  exhaust();
  prove(3, few_steps);
  confirm_rest();
  one_by_one(first_states);
  find_lemmas();
  prove_again();
  confirm_rest();
  if (unbounded_) begin_again();
  search(many_states);
  exhaust();
  one_by_one(many_states);
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
  find_examples(allowance, report);
  decider.exclude_blocking();
  report.interrupted = allowance.stopped();
  look_for_occurrences(opened, allowance, report);
  allowance.in_time([&] { warn_family(opened, allowance, report); });
  return report;
}

}  // namespace vicinal::decide
