// SPDX-License-Identifier: MIT
// What the local engines do not take, by construct.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "fixpoint/single/single.hpp"
#include "fixpoint/views/codes.hpp"
#include "network/language/questions.hpp"

namespace vicinal::fixpoint::inline single {

using network::Diagnostics;
using network::Model;
using network::TypeId;
using network::TypeKind;

namespace {

constexpr const char* advice =
    "of one instance, 'vicinal prove' takes it without --views";
// Of what obligations speak of.
constexpr const char* wider = "'vicinal prove' takes it without --views";

}  // namespace

// What a step may do that no neighbourhood shows.
void check_steps(const Model& model, Diagnostics& diagnostics) {
  for (const network::Process& p : model.processes) {
    for (const network::Action& a : p.actions) {
      if (!a.global_range) continue;
      diagnostics.error(
          codes::parameter_over_what_others_know, a.span,
          fmt::format("what a parameter of '{}' ranges over depends on the "
                      "state of other nodes, which no neighbourhood shows",
                      a.name),
          {{std::nullopt, advice}});
    }
  }
}

// Where a step leads must be seen in the neighbourhood of who takes it.
void check_bodies(const Model& model, Diagnostics& diagnostics) {
  for (const network::Process& p : model.processes) {
    for (const network::Action& a : p.actions) {
      if (!a.global_body) continue;
      diagnostics.error(
          codes::effect_that_others_decide, a.span,
          fmt::format("what '{}' does depends on the state of other nodes, "
                      "which no neighbourhood shows",
                      a.name),
          {{std::nullopt, wider}});
    }
  }
}

bool supported(const Model& model, Means means, Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.error_count();
  check_steps(model, diagnostics);
  if (means == Means::obligations) return diagnostics.error_count() == before;
  check_bodies(model, diagnostics);
  for (const network::Action& rule : model.rules) {
    diagnostics.error(
        codes::rule_in_local_proof, rule.span,
        fmt::format("rule '{}' may change anything, so that no neighbourhood "
                    "shows what happens to it: local proofs do not take rules",
                    rule.name),
        {{std::nullopt, wider}});
  }
  for (const network::SharedVariable& s : model.shared) {
    if (s.written) {
      diagnostics.error(
          codes::shared_variable_written, s.span,
          fmt::format("shared variable '{}' is written, and every node may "
                      "read it: local proofs take shared variables that never "
                      "change",
                      s.name),
          {{std::nullopt, wider}});
    } else if (!s.initial.valid() && model[s.type].kind != TypeKind::queue) {
      diagnostics.error(
          codes::shared_variable_without_value, s.span,
          fmt::format("shared variable '{}' may start at any value: local "
                      "proofs take shared variables with an initial value",
                      s.name),
          {{std::nullopt, wider}});
    }
  }
  const auto check_type = [&](TypeId type, network::Span span,
                              const std::string& name) {
    if (!network::has_part(model, type, network::TypeKind::integer)) return;
    diagnostics.error(
        codes::unbounded_in_local_proof, span,
        fmt::format("'{}' has type int: local proofs take finite types, such "
                    "as 0..9",
                    name),
        {{std::nullopt, wider}});
  };
  for (const network::Process& p : model.processes) {
    for (const auto& v : p.variables) check_type(v.type, v.span, v.name);
  }
  for (const auto& f : model.edge_families) {
    check_type(f.type, f.span, f.name);
  }
  for (const auto& s : model.shared) check_type(s.type, s.span, s.name);
  return diagnostics.error_count() == before;
}

}  // namespace vicinal::fixpoint::inline single
