// SPDX-License-Identifier: MIT
// A round has the obligations of all candidates that are open judged, under the
// assumption of all candidates. A counterexample is a cube: if no explored
// instance shows it, a lemma generalises it, which is open from then on; if one
// does, the candidate that the step breaks is given up, and what it showed
// after the step is remembered as reached, so that no lemma says the same
// again. Candidates that were closed with the help of one that is given up are
// opened once more at the end.
#include "fixpoint/lemmas/lemma_search.hpp"

#include <fmt/format.h>

#include <algorithm>

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
constexpr std::size_t most_lemmas = 400;

struct Candidate {
  std::string name;
  std::string formula;
  std::optional<Cube> cube;             // of a lemma
  std::optional<std::size_t> property;  // that it restates
  bool assertion = false;               // stands in the model
  int born = 0;                         // round
  bool open = true;
  std::optional<Refuted> broken;  // given up
};

std::string written(const Model& model, network::Span span) {
  return std::string(
      model.source->text().substr(span.begin, span.end - span.begin));
}

}  // namespace

class LemmaSearch::Impl {
 public:
  Impl(const family::Question& question, std::span<const Explored> explored,
       std::vector<std::vector<network::Scalar>> excluded,
       obligations::Judge& judge);

  bool run();
  bool exclude(const Refuted& refuted);

  std::vector<Candidate> candidates;
  std::string unsupported;

 private:
  bool round();
  bool settle(const std::vector<Obligation>& list,
              const std::vector<Judgement>& judged);
  void block(std::size_t number, const Refuted& refuted);
  void give_up(Candidate& candidate, const Refuted& refuted);
  bool add_lemma(const Cube& shown);
  Candidate* by_name(const std::string& name);
  std::string asserted() const;

  const family::Question& question_;
  const Model& model_;
  std::vector<std::vector<network::Scalar>> excluded_;
  obligations::Judge& judge_;
  Vocabulary vocabulary_;
  Reached reached_;
  family::Names names_;
  int round_ = 0;
  bool again_ = false;  // something was given up
};

LemmaSearch::Impl::Impl(const family::Question& question,
                        std::span<const Explored> explored,
                        std::vector<std::vector<network::Scalar>> excluded,
                        obligations::Judge& judge)
    : question_(question),
      model_(*question.model),
      excluded_(std::move(excluded)),
      judge_(judge),
      vocabulary_(vocabulary_of(model_)),
      reached_(model_, vocabulary_, explored),
      names_(model_) {
  for (const network::Property& p : model_.properties) {
    if (p.kind != network::ast::PropertyKind::assertion) continue;
    Candidate c;
    c.name = p.name;
    c.assertion = true;
    candidates.push_back(std::move(c));
  }
  for (const std::size_t p : question.properties) {
    Candidate c;
    c.name = names_.fresh("goal_" + model_.properties[p].name);
    c.formula = written(model_, model_[model_.properties[p].formula].span);
    c.property = p;
    candidates.push_back(std::move(c));
  }
}

std::string LemmaSearch::Impl::asserted() const {
  std::string out;
  for (const Candidate& c : candidates) {
    if (c.assertion || c.broken) continue;
    out += fmt::format("assert {}: {};\n", c.name, c.formula);
  }
  return out;
}

Candidate* LemmaSearch::Impl::by_name(const std::string& name) {
  const auto at =
      std::find_if(candidates.begin(), candidates.end(),
                   [&](const Candidate& c) { return c.name == name; });
  return at == candidates.end() ? nullptr : &*at;
}

bool LemmaSearch::Impl::add_lemma(const Cube& shown) {
  std::vector<Cube> assumed;
  for (const Candidate& c : candidates) {
    if (!c.cube || c.broken || !part_of(*c.cube, shown)) continue;
    if (c.born == round_) return true;
    assumed.push_back(*c.cube);
  }
  auto cube = generalise(model_, vocabulary_, shown, assumed, reached_);
  if (!cube) return false;
  Candidate c;
  c.name = names_.fresh(fmt::format("lemma_{}", candidates.size()));
  c.formula = text(model_, vocabulary_, *cube);
  c.cube = std::move(cube);
  c.born = round_;
  candidates.push_back(std::move(c));
  return true;
}

void LemmaSearch::Impl::give_up(Candidate& c, const Refuted& refuted) {
  if (c.broken) return;
  c.broken = refuted;
  c.open = false;
  again_ = true;
}

// A step that breaks the candidate, or an initial state.
void LemmaSearch::Impl::block(std::size_t number, const Refuted& refuted) {
  const auto shown =
      situation(model_, vocabulary_, refuted.obligation, refuted.judgement);
  if (shown && refuted.obligation.kind == obligations::Kind::step) {
    if (add_lemma(shown->before)) return;
    if (!shown->after.members.empty()) {
      reached_.remember(shown->after);
      for (Candidate& c : candidates) {
        if (c.cube && part_of(*c.cube, shown->after)) give_up(c, refuted);
      }
    }
  }
  give_up(candidates[number], refuted);
}

// False: nothing more can be said.
bool LemmaSearch::Impl::settle(const std::vector<Obligation>& list,
                               const std::vector<Judgement>& judged) {
  std::vector<bool> broken(candidates.size(), false);
  const std::size_t count = candidates.size();
  std::vector<std::pair<std::size_t, std::size_t>> failing;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (judged[i].answer == Answer::unsat) continue;
    const Candidate* c = by_name(list[i].name);
    if (c == nullptr) return false;
    const auto number = static_cast<std::size_t>(c - candidates.data());
    broken[number] = true;
    failing.emplace_back(number, i);
  }
  for (std::size_t c = 0; c < count; ++c) {
    if (!broken[c]) candidates[c].open = false;
  }
  for (const auto& [number, i] : failing) {
    if (candidates[number].broken) continue;
    block(number, {list[i], judged[i]});
  }
  return candidates.size() < most_lemmas;
}

bool LemmaSearch::Impl::round() {
  family::Extended with =
      family::extended(model_, *question_.definitions, asserted());
  if (!with.model) {
    unsupported = with.error;
    return false;
  }
  obligations::Request request;
  request.fixed = question_.scope.fixed;
  request.excluded = excluded_;
  request.only.emplace();
  for (const Candidate& c : candidates) {
    if (c.broken && c.assertion) request.left_out.push_back(c.name);
    if (c.open) request.only->push_back(c.name);
  }
  const auto made = obligations::generate(*with.model, request);
  if (const auto* no = std::get_if<obligations::Unsupported>(&made)) {
    unsupported = no->what;
    return false;
  }
  std::vector<Obligation> list = std::get<0>(made);
  const auto judged = judge_.judge(list);
  // From here on an obligation is called by the candidate that it is about.
  for (Obligation& o : list) {
    o.name = with.model->properties[o.property].name;
  }
  return settle(list, judged);
}

bool LemmaSearch::Impl::run() {
  while (round_ < most_rounds) {
    network::poll(1000);
    const bool open = std::any_of(candidates.begin(), candidates.end(),
                                  [](const Candidate& c) { return c.open; });
    if (!open) {
      if (!again_) return true;
      again_ = false;
      for (Candidate& c : candidates) c.open = !c.broken;
      continue;
    }
    ++round_;
    if (!round()) return false;
    const bool goal =
        std::any_of(candidates.begin(), candidates.end(),
                    [](const Candidate& c) { return c.property && !c.broken; });
    if (!goal && !question_.model_errors) return false;
  }
  return false;
}

bool LemmaSearch::Impl::exclude(const Refuted& refuted) {
  const auto shown =
      situation(model_, vocabulary_, refuted.obligation, refuted.judgement);
  ++round_;
  return shown && add_lemma(shown->before);
}

LemmaSearch::LemmaSearch(const family::Question& question,
                         std::span<const Explored> explored,
                         std::vector<std::vector<network::Scalar>> excluded,
                         obligations::Judge& judge)
    : impl_(std::make_unique<Impl>(question, explored, std::move(excluded),
                                   judge)) {}
LemmaSearch::~LemmaSearch() = default;

bool LemmaSearch::run() {
  return impl_->run();
}

bool LemmaSearch::exclude(const Refuted& refuted) {
  return impl_->exclude(refuted);
}

std::vector<family::CoverText> LemmaSearch::lemmas() const {
  std::vector<family::CoverText> out;
  for (const Candidate& c : impl_->candidates) {
    if (!c.assertion && !c.broken) out.push_back({c.name, c.formula});
  }
  return out;
}

std::vector<std::pair<std::string, Refuted>> LemmaSearch::refuted() const {
  std::vector<std::pair<std::string, Refuted>> out;
  for (const Candidate& c : impl_->candidates) {
    if (c.assertion && c.broken) out.emplace_back(c.name, *c.broken);
  }
  return out;
}

std::vector<std::pair<std::size_t, Refuted>> LemmaSearch::blocked() const {
  std::vector<std::pair<std::size_t, Refuted>> out;
  for (const Candidate& c : impl_->candidates) {
    if (c.property && c.broken) out.emplace_back(*c.property, *c.broken);
  }
  return out;
}

const std::string& LemmaSearch::unsupported() const {
  return impl_->unsupported;
}

}  // namespace vicinal::fixpoint::inline lemmas
