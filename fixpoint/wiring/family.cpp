// SPDX-License-Identifier: MIT
#include "fixpoint/wiring/family.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "network/parser.hpp"

namespace vicinal::wiring {

using obligations::Answer;
using obligations::Judgement;
using obligations::Kind;
using obligations::Obligation;

namespace {

class Prover {
 public:
  Prover(const Question& question, std::uint32_t k,
         const network::Limits& limits)
      : question_(question), limits_(limits) {
    out_.k = k;
    for (const std::size_t p : question.properties) {
      out_.properties.push_back({p, false, std::nullopt});
    }
    if (question.model_errors) out_.properties.emplace_back();
  }

  FamilyProof run();

 private:
  bool find_invariant();
  bool make_obligations();
  void judge();
  std::vector<Judgement> judge_kind(Kind kind,
                                    std::vector<std::size_t>& which) const;
  void decide_errors();

  const Question& question_;
  const network::Limits& limits_;
  FamilyProof out_;
};

bool Prover::find_invariant() {
  out_.system = type_system(*question_.model, question_.scope, out_.k, {},
                            limits_, out_.refused);
  if (!out_.system) {
    if (out_.refused.empty()) {
      out_.refused = "the initial condition could not be projected";
    }
    return false;
  }
  if (out_.system->types.empty()) {
    out_.refused = "no small instance has an initial state";
    return false;
  }
  out_.invariant = type_invariant(*out_.system, {}, limits_);
  if (out_.invariant.limit != network::Limit::none) {
    out_.refused = fmt::format("the limit ({}) was reached",
                               network::text(out_.invariant.limit));
    return false;
  }
  out_.text = invariant_text(*out_.system, out_.invariant);
  out_.refused = out_.text.refused;
  return out_.refused.empty();
}

bool Prover::make_obligations() {
  const network::Source& source = *question_.model->source;
  out_.source = std::make_unique<network::Source>(
      source.name(),
      obligations::with_invariant(source.text(), assertions(out_.text)));
  network::Diagnostics diagnostics(out_.source.get());
  const auto tree = network::parse(*out_.source, diagnostics);
  out_.model = network::check(tree, *out_.source, *question_.definitions,
                              diagnostics);
  if (!out_.model) {
    out_.refused = "the invariant cannot be written in the model's language";
    for (const auto& d : diagnostics.all()) {
      if (d.severity == network::Severity::error) {
        out_.refused += ": " + d.message;
        break;
      }
    }
    return false;
  }
  out_.constants = *question_.definitions;
  for (const network::Parameter& p : question_.model->parameters) {
    out_.constants.erase(p.name);
  }
  obligations::Request& request = out_.request;
  request.fixed = question_.scope.fixed;
  request.excluded = out_.system->samples.excluded;
  auto made = obligations::generate(*out_.model, request);
  if (const auto* no = std::get_if<obligations::Unsupported>(&made)) {
    out_.refused =
        fmt::format("obligations do not speak of {} yet", no->what);
    return false;
  }
  out_.obligations = std::move(std::get<0>(made));
  return true;
}

std::vector<Judgement> Prover::judge_kind(
    Kind kind, std::vector<std::size_t>& which) const {
  std::vector<Obligation> list;
  for (std::size_t i = 0; i < out_.obligations.size(); ++i) {
    if (out_.obligations[i].kind != kind) continue;
    which.push_back(i);
    list.push_back(out_.obligations[i]);
  }
  return obligations::judge_all(list);
}

// Whether evaluating an expression may be a model error, by its operators.
bool may_fail(const network::Model& model, network::ExprId id) {
  using network::Op;
  const network::Expr& e = model[id];
  switch (e.op) {
    case Op::family_node:
    case Op::family_edge:
    case Op::dereference:
    case Op::element:
    case Op::shared:
    case Op::head:
    case Op::add:
    case Op::subtract:
    case Op::multiply:
    case Op::divide:
    case Op::modulo:
    case Op::negate:
    case Op::absolute:
    case Op::power:
    case Op::sum:
      return true;
    default:
      break;
  }
  for (std::uint32_t c = e.children.begin; c < e.children.end; ++c) {
    if (may_fail(model, model.expr_children[c])) return true;
  }
  return false;
}

// An error of a property that is not proved belongs to the state, too.
void Prover::decide_errors() {
  PropertyProof& errors = out_.properties.back();
  std::vector<std::size_t> which;
  const auto judged = judge_kind(Kind::error, which);
  for (std::size_t i = 0; i < judged.size(); ++i) {
    if (judged[i].answer == Answer::unsat) continue;
    errors.blocking = {out_.obligations[which[i]], judged[i]};
    return;
  }
  const network::Model& model = *question_.model;
  for (std::size_t p = 0; p < model.properties.size(); ++p) {
    if (model.properties[p].kind != network::ast::PropertyKind::invariant) {
      continue;
    }
    const bool proved = std::any_of(
        out_.properties.begin(), out_.properties.end(),
        [&](const PropertyProof& q) { return q.property == p && q.proved; });
    if (!proved && may_fail(model, model.properties[p].formula)) return;
  }
  errors.proved = true;
}

void Prover::judge() {
  std::vector<std::size_t> which;
  const auto properties = judge_kind(Kind::property, which);
  bool some = question_.model_errors;
  for (PropertyProof& p : out_.properties) {
    if (!p.property) continue;
    p.proved = true;
    for (std::size_t i = 0; i < which.size(); ++i) {
      const Obligation& o = out_.obligations[which[i]];
      if (o.property != *p.property || properties[i].answer == Answer::unsat) {
        continue;
      }
      p.proved = false;
      p.blocking = {o, properties[i]};
      break;
    }
    some = some || p.proved;
  }
  if (!some) return;
  out_.inductive = true;
  std::optional<Refuted> broken;
  for (const Kind kind : {Kind::initial, Kind::step}) {
    which.clear();
    const auto judged = judge_kind(kind, which);
    for (std::size_t i = 0; i < judged.size(); ++i) {
      if (judged[i].answer == Answer::unsat) continue;
      out_.inductive = false;
      if (!broken) broken = {out_.obligations[which[i]], judged[i]};
    }
  }
  if (question_.model_errors && out_.inductive) decide_errors();
  if (out_.inductive) return;
  for (PropertyProof& p : out_.properties) {
    if (!p.blocking) p.blocking = broken;
    p.proved = false;
  }
}

FamilyProof Prover::run() {
  if (find_invariant() && make_obligations()) judge();
  return std::move(out_);
}

}  // namespace

obligations::Certificate certificate(const FamilyProof& proof,
                                     const std::string& version) {
  obligations::Certificate out;
  // The text of the model is what stands before the invariant.
  out.invariant = assertions(proof.text);
  const std::string_view all = proof.source->text();
  out.model_text = all.substr(0, all.size() - out.invariant.size() - 1);
  out.constants = proof.constants;
  for (const network::Parameter& p : proof.model->parameters) {
    out.parameters.push_back(p.name);
  }
  out.request = proof.request;
  out.request.fixed.resize(out.parameters.size());
  for (const PropertyProof& p : proof.properties) {
    if (!p.proved) continue;
    if (p.property) {
      out.properties.push_back(proof.model->properties[*p.property].name);
    } else {
      out.model_errors = true;
    }
  }
  out.version = version;
  return out;
}

FamilyProof prove_family(const Question& question, std::uint32_t k,
                         const network::Limits& limits) {
  return Prover(question, k, limits).run();
}

}  // namespace vicinal::wiring
