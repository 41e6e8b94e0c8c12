// SPDX-License-Identifier: MIT
// A round has the obligations of candidates that are open judged, under the
// assumption of all candidates; what says little goes first, since heavy lemmas
// are often accidents that lighter ones exclude. A counterexample is a cube: if
// no explored instance shows it, a lemma generalises it, which is open from
// then on; if one does, the candidate that the step breaks is given up, and
// what it showed after the step is remembered as reached, so that no lemma says
// the same again. Candidates that were closed with the help of one that is
// given up are opened once more at the end. Where lemmas become many, it is
// seen whether some of them are inductive that are enough.
#include "fixpoint/lemmas/lemma_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "fixpoint/family/extended.hpp"
#include "fixpoint/lemmas/generalise.hpp"
#include "fixpoint/lemmas/situation.hpp"
#include "network/base/budget.hpp"

namespace vicinal::fixpoint::inline lemmas {

using family::Refuted;
using network::Model;
using obligations::Answer;
using obligations::Judgement;
using obligations::Obligation;

namespace {

constexpr int most_rounds = 200;
constexpr std::size_t most_lemmas = 120;
// Lemmas up to this weight, of a node with three literals, are asked in one
// round.
constexpr std::size_t light = 5;
// Lemmas at which to do without some of them, which takes several rounds.
constexpr std::size_t many_lemmas = 40;
constexpr std::size_t nothing_open = SIZE_MAX;  // as a weight
// Of so few facts each may ask for lemmas more often: of many, most are false.
constexpr std::size_t few_facts = 2;
constexpr int more_chances = 8;

}  // namespace

family::CoverText restated(const Model& model, std::size_t property,
                           network::FreshNames& names) {
  const network::Property& p = model.properties[property];
  return {names.fresh("goal_" + p.name),
          std::string(model.source->text(model[p.formula].span))};
}

LemmaSearch::LemmaSearch(
    const family::Question& question, std::span<const Explored> explored,
    std::span<const std::string> facts,
    const std::vector<std::vector<network::Scalar>>& excluded,
    std::uint64_t most_text, obligations::Judge& judge)
    : question_(question),
      model_(*question.model),
      excluded_(excluded),
      judge_(judge),
      vocabulary_(vocabulary_of(model_)),
      reached_(vocabulary_, explored),
      names_(model_),
      text_left_(most_text),
      next_try_(many_lemmas) {
  for (const network::Property& p : model_.properties) {
    if (p.kind != network::ast::PropertyKind::assertion) continue;
    Candidate c;
    c.name = p.name;
    c.assertion = true;
    candidates_.push_back(std::move(c));
  }
  for (const std::size_t p : question.properties) {
    Candidate c;
    const family::CoverText goal = restated(model_, p, names_);
    c.name = goal.name;
    c.formula = goal.formula;
    c.goal = true;
    candidates_.push_back(std::move(c));
  }
  for (const std::string& fact : facts) {
    Candidate c;
    c.name = names_.fresh(fmt::format("total_{}", candidates_.size()));
    c.formula = fact;
    c.fact = true;
    if (facts.size() <= few_facts) c.chances = more_chances;
    candidates_.push_back(std::move(c));
  }
}

void LemmaSearch::assume(std::span<const family::CoverText> known) {
  for (const family::CoverText& k : known) {
    Candidate c;
    c.name = names_.fresh(k.name);
    c.formula = k.formula;
    c.known = true;
    c.open = false;
    candidates_.push_back(std::move(c));
  }
}

void LemmaSearch::suggest(std::span<const Cube> cubes) {
  for (const Cube& cube : cubes) add(cube);
  suggested_ = !cubes.empty();
}

void LemmaSearch::add(Cube cube) {
  Candidate c;
  c.name = names_.fresh(fmt::format("lemma_{}", candidates_.size()));
  c.formula = text(model_, vocabulary_, cube);
  c.cube = std::move(cube);
  c.born = round_;
  candidates_.push_back(std::move(c));
}

LemmaSearch::Found LemmaSearch::add_lemma(const Cube& shown,
                                          std::size_t members, bool may) {
  std::vector<Cube> assumed;
  for (const Candidate& c : candidates_) {
    if (!c.cube || c.broken || !part_of(*c.cube, shown)) continue;
    if (c.born == round_) return Found::lemma;
    assumed.push_back(*c.cube);
  }
  auto lemma =
      generalise(model_, vocabulary_, shown, {assumed, too_strong_}, reached_);
  if (!lemma || lemma->cube.members.size() > members) return Found::nothing;
  if (!may && lemma->accident) return Found::accident;
  add(std::move(lemma->cube));
  return Found::lemma;
}

void LemmaSearch::give_up(Candidate& c, const Refuted& refuted) {
  if (c.broken) return;
  c.broken = refuted;
  c.open = false;
  again_ = true;
  lost_ = lost_ || (suggested_ && c.cube);
}

// It may ask for lemmas about a member. Where it finds none, others may have
// found some in the same round, with which it holds: it does not name who it
// says there is.
void LemmaSearch::block_fact(std::size_t number, const Refuted& refuted) {
  Candidate& fact = candidates_[number];
  const bool again = fact.asked == round_;
  fact.asked = round_;
  const auto shown =
      situation(model_, vocabulary_, refuted.obligation, refuted.judgement);
  const bool by_step = refuted.obligation.kind == obligations::Kind::step;
  if (!shown || !by_step || (!again && fact.chances-- == 0)) {
    give_up(fact, refuted);
    return;
  }
  add_lemma(shown->before, 1, true);
}

// A step that breaks the candidate, or an initial state.
void LemmaSearch::block(std::size_t number, const Refuted& refuted) {
  const auto shown =
      situation(model_, vocabulary_, refuted.obligation, refuted.judgement);
  if (shown && refuted.obligation.kind == obligations::Kind::step) {
    const std::optional<Cube> lemma = candidates_[number].cube;
    const Found found = add_lemma(shown->before, SIZE_MAX, !lemma.has_value());
    if (found == Found::lemma) return;
    if (found == Found::accident) {
      too_strong_.push_back(*lemma);
      give_up(candidates_[number], refuted);
      return;
    }
    reached(shown->after, refuted);
  } else if (shown && refuted.obligation.kind == obligations::Kind::initial) {
    reached(shown->before, refuted);
  }
  give_up(candidates_[number], refuted);
}

// A step from what was reached leads there, or it begins so.
void LemmaSearch::reached(const Cube& shown, const Refuted& refuted) {
  if (shown.members.empty()) return;
  reached_.remember(shown);
  for (Candidate& c : candidates_) {
    if (c.cube && part_of(*c.cube, shown)) give_up(c, refuted);
  }
}

// What does not hold: numbers of candidates, and of their obligations.
std::vector<std::pair<std::size_t, std::size_t>> LemmaSearch::failing(
    const Asked& asked) const {
  std::map<std::string, std::size_t> numbers;
  for (const Candidate& c : candidates_) {
    numbers.emplace(c.name, numbers.size());
  }
  std::vector<std::pair<std::size_t, std::size_t>> out;
  for (std::size_t i = 0; i < asked.list.size(); ++i) {
    if (asked.judged[i].answer == Answer::unsat) continue;
    const std::size_t property = asked.list[i].property;
    out.emplace_back(numbers.at(asked.with.model->properties[property].name),
                     i);
  }
  return out;
}

void LemmaSearch::settle(const Asked& asked) {
  // Blocking adds candidates: they are called by number.
  const auto failed = failing(asked);
  for (const auto& [number, i] : failed) candidates_[number].open = true;
  for (const auto& [number, i] : failed) {
    const Candidate& c = candidates_[number];
    if (c.broken) continue;
    const Refuted refuted{asked.list[i], asked.judged[i]};
    c.fact ? block_fact(number, refuted) : block(number, refuted);
  }
  const bool news = std::ranges::any_of(
      candidates_,
      [this](const Candidate& c) { return c.cube && c.born == round_; });
  for (const auto& [number, i] : failed) {
    if (news || !candidates_[number].fact) continue;
    give_up(candidates_[number], {asked.list[i], asked.judged[i]});
  }
}

// What the obligations of some candidates say, under the assumption of all that
// are not aside.
std::optional<LemmaSearch::Asked> LemmaSearch::ask(
    const std::function<bool(const Candidate&)>& which) {
  family::InvariantText text;
  text.lemmas = lemmas();
  Asked out;
  out.with = family::extended(model_, *question_.definitions,
                              family::assertions(text));
  if (!out.with.model) return std::nullopt;
  obligations::Request request;
  request.fixed = question_.scope.fixed;
  request.excluded = excluded_;
  request.most_text = text_left_;
  request.only.emplace();
  for (const Candidate& c : candidates_) {
    if (c.broken && c.assertion) request.left_out.push_back(c.name);
    if (!c.broken && !c.aside && which(c)) request.only->push_back(c.name);
  }
  auto made = obligations::generate(*out.with.model, request);
  auto* list = std::get_if<std::vector<Obligation>>(&made);
  if (list == nullptr) return std::nullopt;
  const Obligation* before = nullptr;
  for (const Obligation& o : *list) {
    text_left_ -= std::min(text_left_, obligations::text_after(before, o));
    before = &o;
  }
  out.list = std::move(*list);
  out.judged = judge_.judge(out.list, obligations::default_effort,
                            obligations::Examples::together);
  return out;
}

std::size_t LemmaSearch::weight_of(const Candidate& candidate) {
  return candidate.cube ? weight(*candidate.cube) : 0;
}

// Of those that are open.
std::size_t LemmaSearch::lightest() const {
  std::size_t least = nothing_open;
  for (const Candidate& c : candidates_) {
    if (c.open) least = std::min(least, weight_of(c));
  }
  return least;
}

// False: nothing more can be said.
bool LemmaSearch::round() {
  const std::size_t most = std::max(lightest() + 1, light);
  const auto asked = ask(
      [most](const Candidate& c) { return c.open && weight_of(c) <= most; });
  if (!asked) return false;
  for (Candidate& c : candidates_) {
    if (weight_of(c) <= most) c.open = false;
  }
  settle(*asked);
  return candidates_.size() < most_lemmas;
}

// Leaves aside the lemmas that do not hold, `some` if there are any; false: it
// is no lemma that does not.
bool LemmaSearch::leave_aside(const Asked& asked, bool& some) {
  for (const auto& [number, i] : failing(asked)) {
    Candidate& c = candidates_[number];
    if (!c.cube) return false;
    c.aside = some = true;
  }
  return true;
}

// The greatest set of lemmas that are inductive together (Houdini); whether
// all that is no lemma follows with them. Then the other lemmas are gone.
bool LemmaSearch::done_without_some() {
  // What is closed holds as long as nothing is aside, or was given up.
  bool first = !again_;
  for (bool some = true; some; first = false) {
    const auto asked =
        ask([&](const Candidate& c) { return c.open || (!first && !c.known); });
    some = false;
    if (!asked || !leave_aside(*asked, some)) {
      for (Candidate& c : candidates_) c.aside = false;
      return false;
    }
  }
  std::erase_if(candidates_, [](const Candidate& c) { return c.aside; });
  for (Candidate& c : candidates_) c.open = false;
  again_ = false;
  return true;
}

bool LemmaSearch::run() {
  while (round_ < most_rounds) {
    network::poll(1000);
    const std::size_t least = lightest();
    if (least == nothing_open) {
      if (!again_) return true;
      again_ = false;
      for (Candidate& c : candidates_) c.open = !c.broken && !c.known;
      continue;
    }
    if (candidates_.size() >= next_try_ && least > light) {
      if (done_without_some()) return true;
      next_try_ = 2 * candidates_.size();
    }
    ++round_;
    if (!round() || lost_) return false;
    const bool goal =
        std::any_of(candidates_.begin(), candidates_.end(),
                    [](const Candidate& c) { return c.goal && !c.broken; });
    const bool asked = !question_.properties.empty() || question_.model_errors;
    if (asked && !goal && !question_.model_errors) return false;
  }
  return false;
}

bool LemmaSearch::exclude(const Refuted& refuted) {
  Judgement judgement = refuted.judgement;
  // Confirmation asks for no values.
  if (judgement.values.empty()) {
    judgement = judge_.judge(std::vector<Obligation>{refuted.obligation})[0];
  }
  const auto shown =
      situation(model_, vocabulary_, refuted.obligation, judgement);
  ++round_;
  return shown && add_lemma(shown->before, SIZE_MAX, true) == Found::lemma;
}

std::vector<family::CoverText> LemmaSearch::lemmas() const {
  std::vector<family::CoverText> out;
  for (const Candidate& c : candidates_) {
    if (c.assertion || c.broken || c.aside) continue;
    out.push_back({c.name, c.formula});
  }
  return out;
}

std::vector<family::CoverText> LemmaSearch::facts() const {
  std::vector<family::CoverText> out;
  for (const Candidate& c : candidates_) {
    if (c.fact && !c.broken) out.push_back({c.name, c.formula});
  }
  return out;
}

std::vector<std::pair<std::string, Refuted>> LemmaSearch::refuted() const {
  std::vector<std::pair<std::string, Refuted>> out;
  for (const Candidate& c : candidates_) {
    if (c.assertion && c.broken) out.emplace_back(c.name, *c.broken);
  }
  return out;
}

}  // namespace vicinal::fixpoint::inline lemmas
