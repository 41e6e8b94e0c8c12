// SPDX-License-Identifier: MIT
// Once everything is inductive together, the whole proof is confirmed as any
// other one. Only then are errors of actions asked for: what shows one blocks
// in its turn, and is excluded by a lemma of its own.
#include "fixpoint/lemmas/lemmas.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "fixpoint/family/extended.hpp"
#include "fixpoint/lemmas/generalise.hpp"
#include "fixpoint/lemmas/lemma_search.hpp"
#include "fixpoint/lemmas/neighbours.hpp"
#include "fixpoint/lemmas/situation.hpp"
#include "fixpoint/lemmas/somebody.hpp"
#include "fixpoint/lemmas/totals.hpp"
#include "fixpoint/lemmas/waiting.hpp"
#include "network/base/budget.hpp"
#include "network/language/actions.hpp"
#include "network/language/walk.hpp"
#include "network/language/written.hpp"

namespace vicinal::fixpoint::inline lemmas {

using obligations::Answer;

namespace {

constexpr int most_errors = 20;

// Of the same model, about nothing: what an invariant is grown for.
family::Question nothing_asked(const family::Question& question) {
  family::Question out = question;
  out.properties.clear();
  out.model_errors = false;
  return out;
}

}  // namespace

std::int64_t greatest_constant(const network::Model& model) {
  const std::int64_t most = vocabulary_of(model).constants.back();
  return std::clamp<std::int64_t>(most, 1, INT32_MAX);
}

std::vector<std::string> linear_facts(const network::Model& model,
                                      std::span<const Explored> explored) {
  auto facts = facts_of_neighbours(model, vocabulary_of(model), explored);
  for (std::string& fact : facts_of_totals(table_of(model, explored))) {
    facts.push_back(std::move(fact));
  }
  return facts;
}

std::vector<std::string> existential_facts(const family::Question& question,
                                           std::span<const Explored> explored) {
  const network::Model& model = *question.model;
  const auto exists = [&](std::size_t p) {
    return network::any(
        model, model.properties[p].formula,
        [](const network::Expr& e) { return e.op == network::Op::exists; });
  };
  if (std::ranges::none_of(question.properties, exists)) return {};
  return facts_of_somebody(table_of(model, explored));
}

namespace {

// Variables of nodes that guards speak of where they speak of all nodes.
std::set<network::Held> asked_of_all(const network::Model& model) {
  std::set<network::Held> out;
  network::each_action(model, [&](const network::Action& action) {
    network::walk(
        model, action.guard, [&](network::ExprId, const network::Expr& e) {
          if (e.op != network::Op::forall) return network::Go::into;
          network::any(model, model.child(e, 0), [&](const network::Expr& x) {
            if (x.op == network::Op::variable) {
              out.insert(network::held(model, x));
            }
            return false;
          });
          return network::Go::past;
        });
  });
  return out;
}

}  // namespace

std::vector<std::string> facts_against_guards(
    const network::Model& model, std::span<const Explored> explored) {
  const auto asked = asked_of_all(model);
  if (asked.empty()) return {};
  return facts_of_somebody(table_of(model, explored, true), asked);
}

AllFacts facts_of_all(const network::Model& model,
                      std::span<const Explored> explored) {
  const Vocabulary vocabulary = vocabulary_of(model);
  const Table table = table_of(model, explored, true);
  AllFacts out = {never_together(model, vocabulary, explored),
                  facts_of_totals(table),
                  facts_of_neighbours(model, vocabulary, explored)};
  for (const auto& list :
       {facts_of_somebody(table), facts_of_holders(model, vocabulary, explored),
        facts_of_takers(model, vocabulary, explored), stated_facts(model)}) {
    out.others.insert(out.others.end(), list.begin(), list.end());
  }
  return out;
}

std::vector<std::string> conditional_facts(const network::Model& model,
                                           std::span<const Explored> explored) {
  return facts_on_conditions(table_of(model, explored));
}

WaitingFacts waiting_facts(const network::Model& model,
                           std::span<const Explored> explored) {
  const Vocabulary vocabulary = vocabulary_of(model);
  return {facts_of_holders(model, vocabulary, explored),
          facts_of_presence(model, vocabulary, explored),
          facts_of_traps(model, vocabulary, explored),
          last_of_those_that_wait(model, vocabulary, explored)};
}

std::vector<std::string> first_and_last(const network::Model& model,
                                        std::span<const Explored> explored) {
  return ends_of_orders(model, vocabulary_of(model), explored);
}

std::optional<family::FamilyProof> prove_by_facts(
    const family::Question& question, std::span<const Explored> explored,
    const Premises& facts, std::span<const std::string> principles,
    int most_blocked, const std::vector<std::vector<network::Scalar>>& excluded,
    const network::Limits& limits, obligations::Judge& judge,
    std::uint64_t most_text) {
  const family::Question nothing = nothing_asked(question);
  LemmaSearch search(nothing, explored, facts.guessed, excluded, most_text,
                     judge);
  search.assume(facts.known);
  if (!search.run()) return std::nullopt;
  network::FreshNames names(*question.model);
  const std::string name = names.fresh("last");
  for (std::size_t p = 0; p <= principles.size(); ++p) {
    for (int blocked = 0;; ++blocked) {
      family::InvariantText text;
      text.lemmas = search.lemmas();
      if (p > 0) text.lemmas.push_back({name, principles[p - 1]});
      family::FamilyProof proof = family::imply_with(
          question, std::move(text), search.refuted(), excluded, limits, judge);
      if (proof.properties.empty()) return std::nullopt;
      const family::PropertyProof& asked = proof.properties.front();
      if (asked.implied) {
        family::confirm_family(question, limits, judge, proof);
        return proof;
      }
      if (blocked == most_blocked || !asked.blocking ||
          !search.exclude(*asked.blocking)) {
        break;
      }
      if (!search.run()) return std::nullopt;
    }
  }
  return std::nullopt;
}

namespace {

family::FamilyProof confirmed(
    const family::Question& question, const LemmaSearch& search,
    const std::vector<std::vector<network::Scalar>>& excluded,
    const network::Limits& limits, obligations::Judge& judge) {
  family::InvariantText text;
  text.lemmas = search.lemmas();
  family::FamilyProof proof = family::imply_with(
      question, std::move(text), search.refuted(), excluded, limits, judge);
  family::confirm_family(question, limits, judge, proof);
  return proof;
}

bool all_proved(const family::FamilyProof& proof) {
  return std::ranges::all_of(proof.properties,
                             [](const auto& p) { return p.proved; });
}

}  // namespace

std::optional<family::FamilyProof> prove_by_lemmas(
    const family::Question& question, std::span<const Explored> explored,
    const Premises& facts,
    const std::vector<std::vector<network::Scalar>>& excluded,
    const network::Limits& limits, obligations::Judge& judge,
    std::uint64_t most_text) {
  LemmaSearch search(question, explored, facts.guessed, excluded, most_text,
                     judge);
  search.assume(facts.known);
  search.suggest(facts.cubes);
  // What guesses imply that are an invariant as they are needs no search.
  if (!facts.cubes.empty()) {
    auto proof = confirmed(question, search, excluded, limits, judge);
    if (all_proved(proof)) return proof;
  }
  for (int errors = 0; search.run(); ++errors) {
    auto proof = confirmed(question, search, excluded, limits, judge);
    const bool failing = question.model_errors && !proof.properties.empty() &&
                         !proof.properties.back().proved &&
                         proof.properties.back().blocking;
    if (errors == most_errors || !failing ||
        !search.exclude(*proof.properties.back().blocking)) {
      return proof;
    }
  }
  return std::nullopt;
}

namespace {

constexpr int most_blocked_alternative = 24;  // states
constexpr std::size_t most_at_once = 6;       // facts and principles

using Formulas = std::span<const family::CoverText>;

// An invariant that grows by what blocks. Facts that steps keep, and
// principles, are said where they are of use: each makes obligations longer.
class Carrying {
 public:
  Carrying(const family::Question& question, LemmaSearch& search,
           std::span<const std::string> principles,
           const std::vector<std::vector<network::Scalar>>& excluded,
           const network::Limits& limits, obligations::Judge& judge)
      : question_(question),
        nothing_(nothing_asked(question)),
        search_(search),
        excluded_(excluded),
        limits_(limits),
        judge_(judge),
        facts_(search.facts()) {
    network::FreshNames names(*question.model);
    const std::string name = names.fresh("last");
    for (const std::string& p : principles) {
      principles_.push_back(
          {fmt::format("{}_{}", name, principles_.size()), p});
    }
  }

  std::optional<family::FamilyProof> run(const Blocking& blocking);

 private:
  family::FamilyProof with(const family::Question& question,
                           Formulas more) const;
  // What something is blocked by, and how much work is spent on that.
  struct Block {
    const Blocking& by;
    std::string at;  // obligations of this name
    Care care;
  };
  Answer outcome(const Block& block, Formulas more) const;
  // Whether formulas do, beside those that there are.
  using Enough = std::function<bool(Formulas more)>;
  std::vector<family::CoverText> fewest(const Enough& enough, Formulas known,
                                        bool grown, Formulas among) const;
  std::vector<family::CoverText> not_taken(Formulas among) const;
  Answer take(const Block& block);
  Answer take_of(Formulas all, const Block& block);
  bool get_on(const Blocking& blocking, const family::Refuted& what);
  family::FamilyProof confirmed();

  const family::Question& question_;
  const family::Question nothing_;
  LemmaSearch& search_;
  const std::vector<std::vector<network::Scalar>>& excluded_;
  const network::Limits& limits_;
  obligations::Judge& judge_;
  std::vector<family::CoverText> facts_, principles_, taken_;
};

// Lemmas, of facts those that were taken, and these.
family::FamilyProof Carrying::with(const family::Question& question,
                                   Formulas more) const {
  const auto is_fact = [&](const family::CoverText& lemma) {
    return std::ranges::find(facts_, lemma.name, &family::CoverText::name) !=
           facts_.end();
  };
  family::InvariantText text;
  text.lemmas = search_.lemmas();
  std::erase_if(text.lemmas, is_fact);
  for (const Formulas list : {Formulas(taken_), more}) {
    text.lemmas.insert(text.lemmas.end(), list.begin(), list.end());
  }
  return family::imply_with(question, std::move(text), search_.refuted(),
                            excluded_, limits_, judge_);
}

// What an obligation that blocks comes to with these: unsat, none blocks.
Answer Carrying::outcome(const Block& block, Formulas more) const {
  network::poll(1'000);
  const auto what = block.by(with(nothing_, more), block.at, block.care);
  return what ? what->judgement.answer : Answer::unsat;
}

// A part of those among them that it takes beside what is known: no fewer of it
// do. (Junker, QuickXplain, 2004.) `grown`: what is known is more than what
// does not do. Depth is the logarithm of how many.
std::vector<family::CoverText> Carrying::fewest(const Enough& enough,
                                                Formulas known, bool grown,
                                                Formulas among) const {
  if (grown && enough(known)) return {};
  if (among.size() == 1) return {among.front()};
  const Formulas first = among.first(among.size() / 2);
  const Formulas second = among.subspan(among.size() / 2);
  std::vector<family::CoverText> all(known.begin(), known.end());
  all.insert(all.end(), first.begin(), first.end());
  auto out = fewest(enough, all, true, second);
  all.assign(known.begin(), known.end());
  all.insert(all.end(), out.begin(), out.end());
  for (auto& one : fewest(enough, all, !out.empty(), first)) {
    out.push_back(std::move(one));
  }
  return out;
}

std::vector<family::CoverText> Carrying::not_taken(Formulas among) const {
  std::vector<family::CoverText> out;
  std::ranges::copy_if(
      among, std::back_inserter(out), [this](const family::CoverText& one) {
        return std::ranges::find(taken_, one.name, &family::CoverText::name) ==
               taken_.end();
      });
  return out;
}

// Takes some of these that take away what blocks there, if there are any:
// unsat. If not, unknown where more work could find some.
Answer Carrying::take_of(Formulas all, const Block& block) {
  const std::vector<family::CoverText> left = not_taken(all);
  const Enough enough = [&](Formulas more) {
    return outcome(block, more) == Answer::unsat;
  };
  Answer out = Answer::sat;
  for (std::size_t i = 0; i < left.size(); i += most_at_once) {
    const Formulas some =
        Formulas(left).subspan(i, std::min(most_at_once, left.size() - i));
    const Answer answer = outcome(block, some);
    if (answer == Answer::unknown) out = answer;
    if (answer != Answer::unsat) continue;
    for (auto& one : fewest(enough, {}, false, some)) {
      taken_.push_back(std::move(one));
    }
    return answer;
  }
  return out;
}

// Facts first: principles make obligations longer.
Answer Carrying::take(const Block& block) {
  const Answer by_facts = take_of(facts_, block);
  if (by_facts == Answer::unsat) return by_facts;
  const Answer by_principles = take_of(principles_, block);
  return by_principles == Answer::sat ? by_facts : by_principles;
}

// Takes away what blocks: by facts, by more work, by both, or by a lemma.
bool Carrying::get_on(const Blocking& blocking, const family::Refuted& what) {
  struct Trial {
    bool facts;
    Care care;
  };
  constexpr Trial trials[] = {
      {true, Care::little}, {false, Care::much}, {true, Care::more}};
  const std::string& at = what.obligation.name;
  if (at.empty()) return false;  // it cannot be said
  Answer alone = what.judgement.answer;
  Answer with_some = Answer::unknown;
  for (const Trial& t : trials) {
    Answer& answer = t.facts ? with_some : alone;
    if (answer != Answer::unknown) continue;
    const Block block{blocking, at, t.care};
    answer = t.facts ? take(block) : outcome(block, {});
    if (answer == Answer::unsat) return true;
  }
  return search_.exclude(what) && search_.run();
}

// What was taken is mostly an invariant by itself. If not, then with as few as
// it takes of the facts that steps keep together.
family::FamilyProof Carrying::confirmed() {
  const auto with_more = [this](Formulas more) {
    family::FamilyProof proof = with(question_, more);
    family::confirm_family(question_, limits_, judge_, proof);
    return proof;
  };
  family::FamilyProof proof = with_more({});
  const std::vector<family::CoverText> left = not_taken(facts_);
  if (proof.inductive || left.empty()) return proof;
  const Enough enough = [&](Formulas more) {
    network::poll(1'000);
    return with_more(more).inductive;
  };
  if (!enough(left)) return proof;
  return with_more(fewest(enough, {}, false, left));
}

std::optional<family::FamilyProof> Carrying::run(const Blocking& blocking) {
  taken_.clear();
  for (int blocked = 0;; ++blocked) {
    network::poll(1'000);
    const auto what = blocking(with(nothing_, {}), {}, Care::more);
    if (!what) break;
    if (blocked == most_blocked_alternative || !get_on(blocking, *what)) {
      return std::nullopt;
    }
  }
  return confirmed();
}

}  // namespace

std::optional<family::FamilyProof> prove_for(
    const family::Question& question, std::span<const Explored> explored,
    const Premises& facts, std::span<const std::string> principles,
    std::span<const Blocking> alternatives,
    const std::vector<std::vector<network::Scalar>>& excluded,
    const network::Limits& limits, obligations::Judge& judge,
    std::uint64_t most_text) {
  const family::Question nothing = nothing_asked(question);
  LemmaSearch search(nothing, explored, facts.guessed, excluded, most_text,
                     judge);
  search.assume(facts.known);
  if (!search.run()) return std::nullopt;
  Carrying carrying(question, search, principles, excluded, limits, judge);
  for (const Blocking& blocking : alternatives) {
    if (auto proof = carrying.run(blocking)) return proof;
  }
  return std::nullopt;
}

namespace {

constexpr std::size_t most_hints = 3;

class HintFinder {
 public:
  HintFinder(const family::Question& aim, std::span<const Explored> explored,
             const std::vector<std::vector<network::Scalar>>& excluded,
             obligations::Judge& judge)
      : aim_(aim),
        excluded_(excluded),
        judge_(judge),
        vocabulary_(vocabulary_of(*aim.model)),
        reached_(vocabulary_, explored) {}

  Hint run(const family::Refuted& blocking);

 private:
  bool exclude(const family::Refuted& blocking, Hint& hint);
  bool said(const std::string& formula);
  bool kept(const Hint& hint, std::optional<family::Refuted>& blocking);

  const family::Question& aim_;
  const std::vector<std::vector<network::Scalar>>& excluded_;
  obligations::Judge& judge_;
  Vocabulary vocabulary_;
  Reached reached_;
  std::vector<Cube> assumed_;
};

// Whether the properties, and what the model asserts, say as much.
bool HintFinder::said(const std::string& formula) {
  network::FreshNames names(*aim_.model);
  family::InvariantText text;
  for (const std::size_t p : aim_.properties) {
    text.lemmas.push_back(restated(*aim_.model, p, names));
  }
  const std::string name = names.fresh("hint");
  const family::Extended with =
      family::extended(*aim_.model, *aim_.definitions,
                       family::assertions(text) +
                           fmt::format("invariant {}: {};\n", name, formula));
  if (!with.model) return false;
  obligations::Request request;
  request.fixed = aim_.scope.fixed;
  request.excluded = excluded_;
  request.only_properties = true;
  const auto made = obligations::generate(*with.model, request);
  const auto* list = std::get_if<std::vector<obligations::Obligation>>(&made);
  if (list == nullptr) return false;
  std::vector<obligations::Obligation> asked;
  for (const obligations::Obligation& o : *list) {
    if (o.property == obligations::no_item) continue;
    if (with.model->properties[o.property].name == name) asked.push_back(o);
  }
  const auto judged = judge_.judge(asked);
  return !asked.empty() &&
         std::all_of(judged.begin(), judged.end(),
                     [](const auto& j) { return j.answer == Answer::unsat; });
}

// Adds a lemma that excludes this, if there is one that is news.
bool HintFinder::exclude(const family::Refuted& blocking, Hint& hint) {
  const auto shown = situation(*aim_.model, vocabulary_, blocking.obligation,
                               blocking.judgement);
  if (!shown) return false;
  auto lemma = generalise(*aim_.model, vocabulary_, shown->before,
                          {assumed_, {}}, reached_);
  if (!lemma) return false;
  std::string formula = text(*aim_.model, vocabulary_, lemma->cube);
  const auto& known = hint.lemmas;
  if (std::find(known.begin(), known.end(), formula) != known.end() ||
      said(formula)) {
    return false;
  }
  assumed_.push_back(std::move(lemma->cube));
  hint.lemmas.push_back(std::move(formula));
  return true;
}

// Whether steps keep the properties where the lemmas hold; if not, what blocks.
bool HintFinder::kept(const Hint& hint,
                      std::optional<family::Refuted>& blocking) {
  blocking.reset();
  network::FreshNames names(*aim_.model);
  family::InvariantText text;
  obligations::Request request;
  request.fixed = aim_.scope.fixed;
  request.excluded = excluded_;
  request.only.emplace();
  for (const std::size_t p : aim_.properties) {
    text.lemmas.push_back(restated(*aim_.model, p, names));
    request.only->push_back(text.lemmas.back().name);
  }
  for (const std::string& formula : hint.lemmas) {
    text.lemmas.push_back({names.fresh("hint"), formula});
  }
  const family::Extended with = family::extended(*aim_.model, *aim_.definitions,
                                                 family::assertions(text));
  if (!with.model) return false;
  const auto made = obligations::generate(*with.model, request);
  const auto* list = std::get_if<std::vector<obligations::Obligation>>(&made);
  if (list == nullptr) return false;
  const auto judged = judge_.judge(*list);
  for (std::size_t i = 0; i < judged.size(); ++i) {
    if (judged[i].answer == Answer::unsat) continue;
    blocking = {(*list)[i], judged[i]};
    return false;
  }
  return true;
}

Hint HintFinder::run(const family::Refuted& blocking) {
  Hint hint;
  std::optional<family::Refuted> next = blocking;
  while (next && exclude(*next, hint) && !aim_.properties.empty()) {
    hint.enough = kept(hint, next);
    if (hint.enough || hint.lemmas.size() == most_hints) break;
  }
  if (!hint.enough && hint.lemmas.size() > 1) hint.lemmas.resize(1);
  return hint;
}

}  // namespace

Hint hint_for(const family::Question& aim, std::span<const Explored> explored,
              const std::vector<std::vector<network::Scalar>>& excluded,
              const family::Refuted& blocking, obligations::Judge& judge) {
  return HintFinder(aim, explored, excluded, judge).run(blocking);
}

family::FamilyProof prove_by_goals(
    const family::Question& question, const family::Question& aim,
    std::vector<family::CoverText> known,
    const std::vector<std::vector<network::Scalar>>& excluded,
    const network::Limits& limits, obligations::Judge& judge) {
  network::FreshNames names(*question.model);
  family::InvariantText text;
  text.lemmas = std::move(known);
  for (const std::size_t p : aim.properties) {
    text.lemmas.push_back(restated(*question.model, p, names));
  }
  family::FamilyProof proof = family::imply_with(question, std::move(text), {},
                                                 excluded, limits, judge);
  family::confirm_family(question, limits, judge, proof);
  return proof;
}

}  // namespace vicinal::fixpoint::inline lemmas
