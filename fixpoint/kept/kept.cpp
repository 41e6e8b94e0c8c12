// SPDX-License-Identifier: MIT
// Pairs are asked together, and who falls leaves the others, since each is
// light. A fact of the text says of all that somebody is there, which makes
// obligations long: one that is false, as many are, would fill those of the
// others up to where no more is said. So each is asked beside those that are
// known by then; what explored states refute is not asked at all.
#include "fixpoint/kept/kept.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "fixpoint/family/extended.hpp"
#include "fixpoint/kept/pairs.hpp"
#include "fixpoint/lemmas/lemma_search.hpp"
#include "fixpoint/lemmas/stated.hpp"
#include "network/base/budget.hpp"
#include "network/elaboration/elaborate.hpp"
#include "network/semantics/evaluator.hpp"

namespace vicinal::fixpoint::inline kept {

using network::Instance;
using network::Model;
using network::Scalar;

namespace {

constexpr std::size_t most_looks = 300;  // states of an instance

bool holds_in(const Instance& instance, network::ExprId formula,
              std::vector<Scalar>& state, std::vector<Scalar>& frame) {
  network::poll(10);
  const network::Context context{network::whole(instance, state.data()),
                                 network::NodeId::none(), frame.data()};
  try {
    return network::Evaluator(instance).holds(formula, context);
  } catch (const network::ModelError&) {
    return false;
  }
}

// Of states all over the list, so many.
void look_at(const Instance& instance, const Explored& explored,
             std::size_t first, std::vector<bool>& out) {
  const Model& model = *instance.model;
  const std::size_t width = std::max<std::size_t>(1, instance.slot_count());
  const std::size_t states = explored.states.size() / width;
  const std::size_t step = std::max<std::size_t>(1, states / most_looks);
  std::vector<Scalar> frame(model.frame);
  for (std::size_t s = 0; s < states; s += step) {
    const auto begin =
        explored.states.begin() + static_cast<std::ptrdiff_t>(s * width);
    std::vector<Scalar> state(begin,
                              begin + static_cast<std::ptrdiff_t>(width));
    for (std::size_t f = 0; f < out.size(); ++f) {
      out[f] = out[f] && holds_in(instance, model.properties[first + f].formula,
                                  state, frame);
    }
  }
}

}  // namespace

std::vector<bool> hold_in_explored(const family::Question& question,
                                   std::span<const Explored> explored,
                                   std::span<const std::string> formulas) {
  const Model& model = *question.model;
  network::FreshNames names(model);
  family::InvariantText text;
  for (const std::string& formula : formulas) {
    text.lemmas.push_back({names.fresh("fact"), formula});
  }
  std::vector<bool> out(formulas.size(), true);
  const family::Extended with =
      family::extended(model, *question.definitions, family::assertions(text));
  if (!with.model) return out;
  for (const Explored& e : explored) {
    network::Diagnostics ignored(with.model->source);
    const auto instance =
        network::elaborate(*with.model, e.instance->parameters, ignored);
    if (instance) look_at(*instance, e, model.properties.size(), out);
  }
  return out;
}

std::vector<std::string> that_hold(const family::Question& question,
                                   std::span<const Explored> explored,
                                   std::vector<std::string> formulas) {
  if (formulas.empty()) return formulas;
  const auto holds = hold_in_explored(question, explored, formulas);
  std::size_t next = 0;
  std::erase_if(formulas, [&](const std::string&) { return !holds[next++]; });
  return formulas;
}

namespace {

class Keeper {
 public:
  Keeper(const family::Question& question, std::span<const Explored> explored,
         const std::vector<std::vector<Scalar>>& excluded,
         obligations::Judge& judge, std::uint64_t most_text)
      : nothing_(question),
        explored_(explored),
        excluded_(excluded),
        judge_(judge),
        most_text_(most_text) {
    nothing_.properties.clear();
    nothing_.model_errors = false;
  }

  std::vector<family::CoverText> run();

 private:
  bool keep(std::span<const std::string> facts);
  void keep_stated(std::span<const StatedFact> facts);

  family::Question nothing_;
  std::span<const Explored> explored_;
  const std::vector<std::vector<Scalar>>& excluded_;
  obligations::Judge& judge_;
  std::uint64_t most_text_;
  std::vector<family::CoverText> known_;
  std::set<std::string> told_;  // of which all is known
};

// Those that steps keep are known then, with what they rest on. Whether there
// are any.
bool Keeper::keep(std::span<const std::string> facts) {
  LemmaSearch search(nothing_, explored_, facts, excluded_, most_text_, judge_);
  search.assume(known_);
  if (!search.run() || search.facts().empty()) return false;
  known_ = search.lemmas();
  return true;
}

void Keeper::keep_stated(std::span<const StatedFact> facts) {
  for (const StatedFact& fact : facts) {
    if (told_.contains(fact.told)) continue;
    if (keep({&fact.formula, 1}) && fact.whole) told_.insert(fact.told);
  }
}

// What is said of no rule first, then all that a rule asks, then parts.
std::vector<family::CoverText> Keeper::run() {
  const Model& model = *nothing_.model;
  const std::vector<std::string> pairs =
      never_in_pairs(model, vocabulary_of(model), explored_);
  if (!pairs.empty()) keep(pairs);
  std::vector<StatedFact> stated = facts_by_what_is_told(model);
  std::vector<std::string> formulas;
  for (const StatedFact& fact : stated) formulas.push_back(fact.formula);
  const std::vector<bool> holds =
      hold_in_explored(nothing_, explored_, formulas);
  std::size_t at = 0;
  std::erase_if(stated, [&](const StatedFact&) { return !holds[at++]; });
  std::ranges::stable_sort(stated, {}, [](const StatedFact& fact) {
    return fact.told.empty() ? 0 : fact.whole ? 1 : 2;
  });
  keep_stated(stated);
  return std::move(known_);
}

}  // namespace

std::vector<family::CoverText> kept_facts(
    const family::Question& question, std::span<const Explored> explored,
    const std::vector<std::vector<Scalar>>& excluded, obligations::Judge& judge,
    std::uint64_t most_text) {
  return Keeper(question, explored, excluded, judge, most_text).run();
}

}  // namespace vicinal::fixpoint::inline kept
