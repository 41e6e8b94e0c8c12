// SPDX-License-Identifier: MIT
// Lemmas from few states come first, with little work; then facts that all
// explored states share, from simple ones to those that the text states; then
// lemmas from what blocks. Where variables may begin anywhere, a breadth-first
// search of bounded work sees little but initial states: once it goes deep from
// a few of them. States are what guesses are made from, and need not be all.
#include "decide/family/family_lemmas.hpp"

#include <algorithm>
#include <random>

#include "decide/family/spent_states.hpp"
#include "explore/search/explorer.hpp"
#include "explore/search/initial_states.hpp"
#include "fixpoint/backward/backward.hpp"
#include "fixpoint/kept/kept.hpp"
#include "network/language/questions.hpp"
#include "network/language/walk.hpp"

namespace vicinal::decide::inline family {

using network::Scalar;
using network::Verdict;

namespace {

// What lemmas are guessed from: reachable states of so many instances, half of
// all states of one at most.
constexpr std::uint64_t states_of_all = 120'000;
constexpr std::size_t most_explored = 12;
// Where the lemmas that they give do not do: so many times as many.
constexpr std::uint64_t more_states = 5;
constexpr std::uint64_t most_scalars = 16'000'000;  // of all states
// Of more properties each has less of the budget.
constexpr std::size_t few_open = 4;
constexpr int blocked_states = 12;  // that lemmas exclude
// Before that, with little of everything. Most protocols need no more, and
// facts that are counted make long obligations: many are proved sooner without.
constexpr std::uint64_t with_facts = 6;  // times as much
constexpr std::uint64_t with_relations = 16;
constexpr Rung first_rung = {1'500, 1'500'000, 1'000'000, Beside::nothing};
constexpr Rung rungs[] = {
    {6'000, 1'500'000, 1'000'000, Beside::facts},
    {200'000, 25'000'000, 20'000'000, Beside::guards, true},
    {200'000, 25'000'000, 20'000'000, Beside::guards}};
// With steps taken backwards.
constexpr Rung few_backward = {4'000, 10'000'000, 20'000'000, Beside::nothing};
constexpr Rung more_backward = {200'000, 10'000'000, 20'000'000,
                                Beside::nothing, true};
constexpr Rung many_backward = {1'600'000,       25'000'000, 40'000'000,
                                Beside::nothing, true,       true};
// Initial states, where a search is not to begin with all of them; and of so
// many that are looked at.
constexpr std::uint64_t many_starts = 64;
constexpr std::size_t most_starts = 8;
constexpr std::uint64_t most_met = 20'000;
// Formulas: more make obligations that are hard to read.
constexpr std::size_t most_known = 40;

// Some of the initial states, where there are more than a search should begin
// with: a level of the search would be all that it sees. None: there are few.
std::vector<std::vector<Scalar>> few_starts(const network::Instance& instance,
                                            const Allowance& allowance) {
  std::vector<std::vector<Scalar>> out;
  std::uint64_t met = 0;
  std::minstd_rand dice;
  explore::Near near{near_zero(*instance.model), false, true};
  const network::Limits limits = allowance.left();
  const network::Budget budget(limits);
  explore::initial_states(instance, budget, near,
                          [&](std::span<const Scalar> state) {
                            const std::size_t place = dice() % ++met;
                            if (out.size() < most_starts) {
                              out.emplace_back(state.begin(), state.end());
                            } else if (place < most_starts) {
                              out[place].assign(state.begin(), state.end());
                            }
                            return met < most_met;
                          });
  if (met <= many_starts && !near.left_out) out.clear();
  return out;
}

// A search from each of some initial states, with its share of the states.
std::uint64_t explore_from_few(const network::Instance& instance,
                               const explore::Options& how,
                               const std::vector<std::vector<Scalar>>& starts) {
  network::Instance one = instance;
  explore::Options share = how;
  share.limits.work = how.limits.work / starts.size();
  std::uint64_t work = 0;
  for (const std::vector<Scalar>& start : starts) {
    one.initial.assign(start.begin(), start.end());
    work += work_of(one, explore::explore(one, share));
  }
  return work;
}

// What types of single nodes say.
std::vector<fixpoint::CoverText> known_of_nodes(const FamilyReport& report) {
  std::vector<fixpoint::CoverText> out;
  for (const fixpoint::FamilyProof& proof : report.proofs) {
    if (proof.k != 1 || !proof.text.refused.empty()) continue;
    for (const fixpoint::TypeText& type : proof.text.types) {
      out.push_back({type.name, fixpoint::formula(type)});
    }
    break;
  }
  return out;
}

}  // namespace

LemmaStates lemma_states(fixpoint::Growth& growth, fixpoint::Samples& samples,
                         bool unbounded, const Allowance& allowance,
                         std::uint64_t all_states, bool from_few) {
  const std::uint64_t one = all_states / 2;
  const std::uint64_t all = unbounded ? one : all_states;
  LemmaStates out;
  std::uint64_t work = 0;
  std::uint64_t scalars = 0;
  for (std::size_t next = 0;
       next < most_explored && work < all && scalars < most_scalars / 2;
       ++next) {
    while (next == samples.all.size()) {
      if (!growth.more(samples)) return out;
    }
    const network::Instance& instance = samples.all[next]->instance;
    const std::uint64_t width =
        std::max<std::uint64_t>(1, instance.slot_count());
    const std::uint64_t most =
        std::clamp<std::uint64_t>((most_scalars - scalars) / width, 1, one);
    const auto& known = samples.all[next]->reachable;
    if (known && !unbounded && known->states.size() / width <= most) {
      out.explored.push_back({&instance, known->states});
      work += known->work;
      scalars += std::min(most_scalars - scalars, known->states.size());
      if (known->none) out.without.push_back(instance.parameters);
      continue;
    }
    explore::Options how;
    how.model_errors = false;
    how.unread_once = true;
    how.limits = allowance.left(most);
    if (unbounded) how.integers_within = near_zero(*instance.model);
    how.starts_within = how.integers_within;
    fixpoint::Explored& explored = out.explored.emplace_back();
    explored.instance = &instance;
    how.each_state = [&](std::span<const Scalar> state) {
      explored.states.insert(explored.states.end(), state.begin(), state.end());
    };
    const auto result = explore::explore(instance, how);
    work += work_of(instance, result);
    std::vector<std::vector<Scalar>> starts;
    const bool many =
        result.initial_states > many_starts || result.starts_left_out;
    if (from_few && !result.complete && many) {
      starts = few_starts(instance, allowance);
    }
    if (!starts.empty()) {
      if (!out.before_few) out.before_few = out.explored.size() - 1;
      explored.states.clear();
      work += explore_from_few(instance, how, starts);
    }
    scalars += std::min(most_scalars - scalars, explored.states.size());
    if (result.unsatisfiable) out.without.push_back(instance.parameters);
    if (result.complete) continue;
    out.cut_short = true;
    if (!unbounded && starts.empty()) break;
  }
  return out;
}

FamilyLemmas::FamilyLemmas(FamilyReport& report, FamilyQuestions& questions,
                           fixpoint::Growth& growth, const Allowance& allowance,
                           bool unbounded)
    : report_(report),
      questions_(questions),
      growth_(growth),
      allowance_(allowance),
      model_(*questions.all().model),
      unbounded_(unbounded),
      related_(std::ranges::any_of(model_.inits,
                                   [this](network::ExprId init) {
                                     return network::relates_somebody(model_,
                                                                      init);
                                   })),
      arrays_(std::ranges::any_of(model_.types, [](const auto& type) {
        return type.kind == network::TypeKind::node_array;
      })) {}

bool FamilyLemmas::asked() const {
  if (!questions_.open() || allowance_.stopped()) return false;
  return report_.proofs.empty() || !report_.proofs.back().open_sizes;
}

// Steps taken backwards are quick, and tell much where few states are all.
void FamilyLemmas::begin() {
  find_backward(few_backward);
  if (asked()) allowance_.in_time([&] { climb(first_rung); });
  if (backward_ != Backward::in_all) find_backward(more_backward);
}

// Lemmas from what blocks: all that is open together, which takes least where
// it succeeds; then each property by itself, so that none depends on what else
// stands in the file.
void FamilyLemmas::find() {
  if (!asked()) return;
  for (const Rung& rung : rungs) {
    allowance_.in_time([&] { climb(rung); });
    if (!questions_.open() || allowance_.stopped()) return;
    if (rung.beside == Beside::facts && backward_ == Backward::nowhere) {
      find_backward(many_backward);
    }
  }
  for (const std::uint64_t times : {std::uint64_t{1}, more_states}) {
    cut_short_ = false;
    allowance_.in_time([&] { look_for_states(times * states_of_all, false); });
    if (no_states()) break;
    allowance_.in_time([&] { lemmas_together(); });
    allowance_.in_time([&] { lemmas_alone(); });
    allowance_.in_time([&] { who_waits(blocked_states, lemma_budget / 20); });
    if (!questions_.open() || !cut_short_ || allowance_.stopped()) break;
  }
  if (!no_states()) find_blocking();
}

// An example of what blocks, where there is none: a state that violates the
// property says no more than the property.
void FamilyLemmas::find_blocking() {
  for (const fixpoint::Question& q : questions_.each_open()) {
    const bool blocked = std::any_of(
        report_.answers.begin(), report_.answers.end(),
        [&](const FamilyAnswer& a) {
          return speaks_of(q, a) && is_state(a.blocking) &&
                 a.blocking->obligation.kind != obligations::Kind::property;
        });
    if (allowance_.over()) return;
    if (blocked) continue;
    obligations::Judge judge(lemma_budget / 3);
    allowance_.in_time([&] {
      report_.proofs.push_back(fixpoint::prove_by_goals(
          q, q, known_of_nodes(report_), report_.explored.excluded,
          allowance_.left_or(most_steps), judge));
      questions_.conclude(report_.proofs.back(), q);
    });
  }
}

bool FamilyLemmas::no_states() const {
  return std::all_of(
      explored_.begin(), explored_.end(),
      [](const fixpoint::Explored& e) { return e.states.empty(); });
}

// Sizes at which there is no state: proofs name them.
void FamilyLemmas::note_without_states(const LemmaStates& found) {
  report_.without_states.insert(report_.without_states.end(),
                                found.without.begin(), found.without.end());
}

// False: from few initial states, as was asked, would be from all.
bool FamilyLemmas::look_for_states(std::uint64_t states, bool from_few) {
  LemmaStates found = lemma_states(growth_, report_.explored, unbounded_,
                                   allowance_, states, from_few);
  explored_ = std::move(found.explored);
  note_without_states(found);
  cut_short_ = found.cut_short;
  linear_.reset();
  conditional_.reset();
  levels_.reset();
  places_.reset();
  numbers_.reset();
  return !from_few || found.before_few;
}

// All that is open together; then each by itself, but for a property that was
// alone with errors, whose goal was the same.
void FamilyLemmas::climb(const Rung& rung) {
  if (!look_for_states(rung.states, rung.from_few) || no_states()) return;
  const auto together = questions_.open_together();
  lemmas_within(rung, together);
  const auto questions = questions_.each_open();
  const std::uint64_t shares =
      std::max<std::size_t>(1, questions.size() / few_open);
  const Rung share = {rung.states, rung.solver / shares, rung.text / shares,
                      rung.beside, rung.from_few};
  for (const fixpoint::Question& q : questions) {
    if (allowance_.over()) return;
    const bool was_alone = together.properties == q.properties;
    if (questions_.open(q) && !was_alone) lemmas_within(share, q);
  }
  if (rung.beside == Beside::facts) who_waits(0, rung.solver * 2);
}

void FamilyLemmas::lemmas_within(const Rung& rung,
                                 const fixpoint::Question& aim) {
  if (rung.beside == Beside::nothing) {
    try_lemmas(aim, {}, {}, rung.solver, rung.text);
    return;
  }
  if (rung.beside == Beside::guards && !related_) {
    try_lemmas(aim, fixpoint::facts_against_guards(model_, explored_), {},
               rung.solver, rung.text);
  }
  if (rung.beside == Beside::facts) lemmas_with_levels(rung, aim);
  if (related_) lemmas_with_relations(rung, aim);
  if (rung.beside == Beside::facts) lemmas_with_facts(rung, aim);
}

void FamilyLemmas::find_backward(const Rung& rung) {
  const bool can =
      model_.edge_families.empty() && !model_.node_families.empty();
  if (!can || !asked()) return;
  allowance_.in_time([&] {
    if (look_for_all_states(rung) && !no_states()) lemmas_backward(rung);
  });
}

// From all states of instances of which one has two nodes of each family, or
// from those that a few initial ones lead far to: what a search has begun with
// says little of where steps lead to. It will do, where the rung is content
// with it.
bool FamilyLemmas::look_for_all_states(const Rung& rung) {
  LemmaStates found = lemma_states(growth_, report_.explored, unbounded_,
                                   allowance_, rung.states, rung.from_few);
  note_without_states(found);
  auto& explored = found.explored;
  if (explored.empty()) return false;
  const auto two = [](const fixpoint::Explored& e) {
    return std::ranges::all_of(
        e.instance->node_families,
        [](const network::FamilySize& family) { return family.count >= 2; });
  };
  const std::size_t whole =
      found.before_few.value_or(explored.size() - (found.cut_short ? 1 : 0));
  const auto end = explored.begin() + std::ptrdiff_t(whole);
  const bool all = std::any_of(explored.begin(), end, two);
  if (!all && !found.before_few && !rung.some_will_do) return false;
  if (all) explored.erase(end, explored.end());
  backward_ = !all              ? Backward::nowhere
              : found.cut_short ? Backward::in_some
                                : Backward::in_all;
  explored_ = std::move(explored);
  return true;
}

// What is open together, then each, but where few states show too little as a
// rule: each is tried later then.
void FamilyLemmas::lemmas_backward(const Rung& rung) {
  const auto together = questions_.open_together();
  lemmas_backward(rung, together);
  if (backward_ == Backward::nowhere && !rung.some_will_do) return;
  for (const fixpoint::Question& q : questions_.each_open()) {
    if (allowance_.over()) return;
    if (q.properties != together.properties) lemmas_backward(rung, q);
  }
}

// Without numbers first: how they compare is seldom what a property is about.
// What seems to be kept by itself is soon confirmed, or seldom.
void FamilyLemmas::lemmas_backward(const Rung& rung,
                                   const fixpoint::Question& aim) {
  for (const bool numbers : {false, true}) {
    if (numbers && !network::has_integers(model_)) return;
    auto cubes = fixpoint::backward_lemmas(aim, explored_, numbers);
    if (!cubes) continue;
    std::pair one(aim.properties, std::move(*cubes));
    if (std::ranges::count(backward_tried_, one) > 0) continue;
    const Rung& much = one.second.empty() ? first_rung : rung;
    try_lemmas(aim, {}, {}, much.solver, much.text, one.second);
    if (!questions_.open(aim)) return;
    backward_tried_.push_back(std::move(one));
  }
}

void FamilyLemmas::lemmas_with_levels(const Rung& rung,
                                      const fixpoint::Question& aim) {
  if (!questions_.open(aim) || aim.properties.empty()) return;
  if (!levels_) {
    levels_ = fixpoint::facts_of_levels(questions_.nothing(), explored_);
  }
  if (levels_->empty()) return;
  // That steps do not fail is said of the same arrays: it helps, whether it is
  // asked or proved already.
  fixpoint::Question both = aim;
  both.model_errors = true;
  try_lemmas(both, *levels_, {}, rung.solver * with_facts,
             rung.text * with_facts);
}

void FamilyLemmas::lemmas_with_relations(const Rung& rung,
                                         const fixpoint::Question& aim) {
  if (!questions_.open(aim)) return;
  const std::uint64_t times =
      rung.beside == Beside::facts ? with_relations : with_relations / 4;
  try_kept(aim, rung.solver * times, rung.text * times);
  if (!questions_.open(aim)) return;
  try_lemmas(aim, stated(), {}, rung.solver * times, rung.text * times);
}

void FamilyLemmas::lemmas_with_facts(const Rung& rung,
                                     const fixpoint::Question& aim) {
  if (!questions_.open(aim)) return;
  if (arrays_ && !related_) {
    try_kept(aim, rung.solver * with_facts, rung.text * with_facts);
    if (!questions_.open(aim)) return;
  }
  const auto facts = facts_of_states(aim);
  if (!facts.empty()) {
    try_lemmas(aim, facts, {}, rung.solver * with_facts,
               rung.text * with_facts);
  }
  lemmas_with_values(rung, aim, facts);
}

// What places and numbers show one by one: seldom needed, and told quickly.
// Equations between totals need bounds of what they add up.
void FamilyLemmas::lemmas_with_values(const Rung& rung,
                                      const fixpoint::Question& aim,
                                      std::span<const std::string> equations) {
  const auto with = [&](const std::vector<std::string>& facts) {
    if (facts.empty() || !questions_.open(aim)) return;
    try_lemmas(aim, facts, {}, rung.solver * with_facts,
               rung.text * with_facts);
    // A property may follow from facts, and be kept by no step itself.
    if (aim.properties.size() != 1 || !questions_.open(aim)) return;
    from_facts(aim, facts, {}, 0, rung.solver * with_facts);
  };
  if (!questions_.open(aim)) return;
  if (!places_) {
    places_ = fixpoint::facts_of_places(questions_.nothing(), explored_);
    numbers_ = fixpoint::facts_of_numbers(questions_.nothing(), explored_);
  }
  with(*places_);
  with(*numbers_);
  if (numbers_->empty() || equations.empty()) return;
  std::vector<std::string> all(equations.begin(), equations.end());
  all.insert(all.end(), numbers_->begin(), numbers_->end());
  with(all);
}

const std::vector<std::string>& FamilyLemmas::stated() {
  if (!stated_) stated_ = fixpoint::stated_facts(model_);
  return *stated_;
}

// From what steps keep, which is asked once, of the states that there are by
// then.
void FamilyLemmas::try_kept(const fixpoint::Question& aim, std::uint64_t solver,
                            std::uint64_t text) {
  if (!kept_) {
    obligations::Judge judge(solver);
    kept_ = fixpoint::kept_facts(questions_.nothing(), explored_,
                                 report_.explored.excluded, judge, text);
  }
  if (!kept_->empty()) try_lemmas(aim, {}, *kept_, solver, text);
}

// Equations, and what is said of somebody.
std::vector<std::string> FamilyLemmas::facts_of_states(
    const fixpoint::Question& aim) {
  if (!linear_) linear_ = fixpoint::linear_facts(model_, explored_);
  std::vector<std::string> facts = *linear_;
  for (std::string& f : fixpoint::existential_facts(aim, explored_)) {
    facts.push_back(std::move(f));
  }
  return facts;
}

void FamilyLemmas::lemmas_together() {
  if (questions_.each_open().size() > 1) {
    lemmas_from_states([this] { return questions_.open_together(); },
                       lemma_budget);
  }
}

// Where many are open, each has its share of the work. What is proved by then
// is of help to others only once they were asked without it.
void FamilyLemmas::lemmas_alone() {
  const auto questions = questions_.each_open();
  if (questions.empty()) return;
  const std::uint64_t share =
      lemma_budget / std::max<std::size_t>(1, questions.size() / few_open);
  for (const fixpoint::Question& q : questions) {
    if (allowance_.stopped()) return;
    lemmas_from_states(
        [&] { return questions_.open(q) ? q : questions_.nothing(); }, share);
  }
  for (const fixpoint::Question& q : questions_.each_open()) {
    const auto facts = proved_invariants(report_);
    if (facts.empty() || facts.size() > most_known || allowance_.stopped()) {
      return;
    }
    try_lemmas(q, {}, facts, share / 3);
  }
}

// That somebody can move follows from who holds what others wait for, and that
// of those who wait one is last: there are many of them, each tried alone.
// Totals make long obligations, and come last. Each try has the budget.
void FamilyLemmas::who_waits(int most_blocked, std::uint64_t budget) {
  std::optional<fixpoint::WaitingFacts> found;
  for (const fixpoint::Question& q : questions_.each_open()) {
    const bool asks = std::ranges::any_of(q.properties, [&](std::size_t p) {
      return network::any(
          model_, model_.properties[p].formula,
          [](const auto& e) { return e.op == network::Op::enabled; });
    });
    if (!asks || q.properties.size() != 1) continue;
    if (!found) found = fixpoint::waiting_facts(model_, explored_);
    // Each with what came before.
    std::vector<std::string> facts = found->holders;
    const auto more = [&](const std::vector<std::string>& list) {
      facts.insert(facts.end(), list.begin(), list.end());
      return !list.empty() &&
             from_facts(q, facts, found->last, most_blocked, budget);
    };
    from_facts(q, facts, found->last, most_blocked, budget) ||
        more(found->present) || more(found->traps) || more(facts_of_states(q));
  }
}

bool FamilyLemmas::from_facts(const fixpoint::Question& q,
                              const std::vector<std::string>& facts,
                              const std::vector<std::string>& last,
                              int most_blocked, std::uint64_t budget) {
  if (allowance_.stopped()) return false;
  obligations::Judge judge(budget * (1 + last.size()));
  auto proof = fixpoint::prove_by_facts(
      q, explored_, {facts, known_of_nodes(report_)}, last, most_blocked,
      report_.explored.excluded, allowance_.left_or(most_steps), judge);
  if (!proof) return false;
  report_.proofs.push_back(std::move(*proof));
  questions_.conclude(report_.proofs.back(), q);
  return !questions_.open(q);
}

// `aim`: what is to be proved of what is open by then.
void FamilyLemmas::lemmas_from_states(
    const std::function<fixpoint::Question()>& aim, std::uint64_t budget) {
  const auto asked = [&aim](fixpoint::Question& q) {
    q = aim();
    return !q.properties.empty() || q.model_errors;
  };
  fixpoint::Question q = questions_.nothing();
  if (!asked(q)) return;
  std::vector<std::string> facts = facts_of_states(q);
  if (!facts.empty()) try_lemmas(q, facts, {}, budget / 3);
  if (!asked(q)) return;
  if (!conditional_) {
    conditional_ = fixpoint::conditional_facts(model_, explored_);
  }
  facts.insert(facts.end(), conditional_->begin(), conditional_->end());
  if (!conditional_->empty()) try_lemmas(q, facts, {}, budget / 3);
  if (!asked(q)) return;
  // What the text states is asked late: it is often kept, and seldom needed.
  facts.insert(facts.end(), stated().begin(), stated().end());
  if (!stated_->empty()) try_lemmas(q, facts, {}, budget / 3);
  if (!asked(q)) return;
  // Where protocols are written in actions, these tell everything: too much to
  // be asked with little.
  if (!told_) told_ = fixpoint::facts_told_by_actions(model_);
  if (!told_->empty()) {
    std::vector<std::string> all = facts;
    all.insert(all.end(), told_->begin(), told_->end());
    try_lemmas(q, all, {}, budget / 6);
  }
  const std::uint64_t rest = facts.empty() ? budget : budget / 3;
  if (asked(q)) try_lemmas(q, {}, {}, rest);
}

// Together, nothing is said of what blocks: that is a matter of each alone.
void FamilyLemmas::try_lemmas(const fixpoint::Question& aim,
                              std::span<const std::string> facts,
                              std::span<const fixpoint::CoverText> known,
                              std::uint64_t budget, std::uint64_t text,
                              std::span<const fixpoint::Cube> cubes) {
  obligations::Judge judge(budget);
  auto proof = fixpoint::prove_by_lemmas(
      aim, explored_, {facts, known, cubes}, report_.explored.excluded,
      allowance_.left_or(most_steps), judge, text);
  if (!proof) return;
  report_.proofs.push_back(std::move(*proof));
  const bool alone = aim.properties.size() + (aim.model_errors ? 1 : 0) == 1;
  questions_.conclude(report_.proofs.back(),
                      alone ? aim : questions_.nothing());
}

void FamilyLemmas::exclude_blocking() {
  if (no_states()) return;
  for (FamilyAnswer& a : report_.answers) {
    if (a.verdict != Verdict::unknown || !is_state(a.blocking)) continue;
    fixpoint::Question aim = questions_.all();
    aim.properties.clear();
    if (a.property) aim.properties.push_back(*a.property);
    obligations::Judge judge(lemma_budget / 10);
    allowance_.in_time([&] {
      a.hint = fixpoint::hint_for(aim, explored_, report_.explored.excluded,
                                  *a.blocking, judge);
    });
  }
}

std::uint64_t FamilyLemmas::states_seen() const {
  std::uint64_t states = 0;
  for (const fixpoint::Explored& e : explored_) {
    states +=
        e.states.size() / std::max<std::size_t>(1, e.instance->slot_count());
  }
  return states;
}

}  // namespace vicinal::decide::inline family
