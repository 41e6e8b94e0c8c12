// SPDX-License-Identifier: MIT
// What the local engines do not take, by construct.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "fixpoint/reduction/assignment.hpp"
#include "fixpoint/single/meetings.hpp"
#include "fixpoint/single/single.hpp"
#include "fixpoint/views/codes.hpp"
#include "fixpoint/views/sum_order.hpp"
#include "network/language/questions.hpp"
#include "network/language/walk.hpp"

namespace vicinal::fixpoint::inline single {

using network::Diagnostics;
using network::ExprId;
using network::Model;
using network::TypeId;
using network::TypeKind;

namespace {

constexpr const char* advice =
    "of one instance, 'vicinal prove' takes it without --views";
constexpr const char* off_quotient =
    "'vicinal prove' takes it without --on-quotient";
// Of what obligations speak of.
constexpr const char* wider = "'vicinal prove' takes it without --views";

const char* note_of(Means means, const char* of_proofs) {
  return means == Means::checking ? "'vicinal check' takes it by other methods"
                                  : of_proofs;
}

}  // namespace

// What a step may do that no neighbourhood shows.
void check_steps(const Model& model, Means means, Diagnostics& diagnostics) {
  for (const network::Process& p : model.processes) {
    for (const network::Action& a : p.actions) {
      if (!a.global_range) continue;
      diagnostics.error(
          codes::parameter_over_what_others_know, a.span,
          fmt::format("what a parameter of '{}' ranges over depends on the "
                      "state of other nodes, which no neighbourhood shows",
                      a.name),
          {{std::nullopt, note_of(means, advice)}});
    }
  }
}

// Where a step leads must be seen in the neighbourhood of who takes it.
void check_bodies(const Model& model, Means means, Diagnostics& diagnostics) {
  for (const network::Process& p : model.processes) {
    for (const network::Action& a : p.actions) {
      if (!a.global_body) continue;
      diagnostics.error(
          codes::effect_that_others_decide, a.span,
          fmt::format("what '{}' does depends on the state of other nodes, "
                      "which no neighbourhood shows",
                      a.name),
          {{std::nullopt, note_of(means, wider)}});
    }
  }
}

std::shared_ptr<const Meetings> meetings_of(const network::Instance& instance,
                                            Diagnostics& diagnostics) {
  auto meetings = std::make_shared<const Meetings>(instance);
  const auto& refused = meetings->refused();
  if (!refused) return meetings;
  const network::Action& rule = instance.model->rules[refused->rule];
  diagnostics.error(codes::rule_in_local_proof, rule.span,
                    fmt::format("rule '{}' is no joint step of a few nodes: {}",
                                rule.name, refused->why),
                    {{std::nullopt, wider}});
  return nullptr;
}

bool supported(const Model& model, Means means, Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.error_count();
  check_steps(model, means, diagnostics);
  if (means == Means::obligations) return diagnostics.error_count() == before;
  check_bodies(model, means, diagnostics);
  if (means == Means::checking) {
    for (const network::Action& rule : model.rules) {
      diagnostics.error(codes::rule_in_local_proof, rule.span,
                        fmt::format("rule '{}' may move several nodes at once, "
                                    "which what single nodes see of runs does "
                                    "not take",
                                    rule.name),
                        {{std::nullopt, note_of(means, wider)}});
    }
  }
  for (const network::SharedVariable& s : model.shared) {
    if (s.written) {
      diagnostics.error(
          codes::shared_variable_written, s.span,
          fmt::format("shared variable '{}' is written, and every node may "
                      "read it: local proofs take shared variables that never "
                      "change",
                      s.name),
          {{std::nullopt, note_of(means, wider)}});
    } else if (!s.initial.valid() && model[s.type].kind != TypeKind::queue) {
      diagnostics.error(
          codes::shared_variable_without_value, s.span,
          fmt::format("shared variable '{}' may start at any value: local "
                      "proofs take shared variables with an initial value",
                      s.name),
          {{std::nullopt, note_of(means, wider)}});
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
        {{std::nullopt, note_of(means, wider)}});
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

bool taken_on_quotient(const Model& model, Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.error_count();
  for (const network::Action& rule : model.rules) {
    diagnostics.error(
        codes::looks_beyond_quotient, rule.span,
        fmt::format("rule '{}' moves nodes that name each other, which have no "
                    "place on a quotient network",
                    rule.name),
        {{std::nullopt, off_quotient}});
  }
  for (const network::Process& p : model.processes) {
    for (const network::Action& a : p.actions) {
      const char* what = a.global_guard      ? "the guard"
                         : a.global_priority ? "the priority"
                         : a.global_range    ? "a parameter"
                         : a.global_body     ? "a statement"
                                             : nullptr;
      if (what == nullptr) continue;
      diagnostics.error(
          codes::looks_beyond_quotient, a.span,
          fmt::format("{} of '{}' looks at other nodes, which have no place on "
                      "a quotient network",
                      what, a.name),
          {{std::nullopt, off_quotient}});
    }
  }
  return diagnostics.error_count() == before;
}

namespace {

// Whether it speaks of nodes or edges otherwise than by ports of a node that
// is at hand.
bool names_others(const network::Expr& e) {
  using network::Op;
  switch (e.op) {
    case Op::family_node:
    case Op::family_edge:
    case Op::dereference:
    case Op::to_reference:
    case Op::node_index:
    case Op::same:
    case Op::adjacent:
    case Op::enabled:
      return true;
    case Op::greatest:
      return e.item != 0;  // of a node at the other end of an edge
    default:
      return false;
  }
}

bool goes_through_network(const Model& model, ExprId root) {
  return network::any(model, root, [&](const network::Expr& e) {
    return names_others(e) || network::over_network(model, e.binders);
  });
}

bool action_shows_network(const Model& model, const network::Action& a) {
  return network::over_network(model, a.binders) ||
         network::any_expression(model, a,
                                 [&](ExprId e, network::Role) {
                                   return goes_through_network(model, e);
                                 }) ||
         network::any_statement(model, a.body, [&](const network::Stmt& s) {
           return network::over_network(model, s.binders);
         });
}

// What of a process means another thing on a quotient; empty: nothing.
std::string shown_by(const Model& model, const network::Process& p) {
  for (const network::Variable& v : p.variables) {
    if (goes_through_network(model, v.initial)) {
      return fmt::format("'{}' starts at what depends on its node", v.name);
    }
  }
  for (const network::Action& a : p.actions) {
    if (action_shows_network(model, a)) {
      return fmt::format("action '{}' counts or names nodes", a.name);
    }
  }
  return {};
}

std::string shown_by(const network::Instance& instance) {
  const Model& model = *instance.model;
  if (model.network_kind != network::ast::NetworkKind::from_file) {
    return "the network is not one 'from' a file";
  }
  if (!model.inits.empty()) {
    return "'init' speaks of the network as a whole";
  }
  for (const network::Process& p : model.processes) {
    if (std::string what = shown_by(model, p); !what.empty()) return what;
  }
  constexpr std::uint32_t index = 0;  // the slot
  for (const network::NodeFamily& f : model.node_families) {
    for (const ExprId e : f.arguments) {
      if (e.valid() && (network::mentions(model, e, index) ||
                        goes_through_network(model, e))) {
        return "a constant of a node depends on its index";
      }
    }
  }
  for (const network::EdgeFamily& f : model.edge_families) {
    if (f.initial.valid() && (network::mentions(model, f.initial, index) ||
                              goes_through_network(model, f.initial))) {
      return "the initial value of an edge depends on its index";
    }
  }
  const Assignment assigned = assignment(instance);
  return assigned.reasons.empty() ? std::string() : assigned.reasons.front();
}

}  // namespace

bool taken_as_quotient(const network::Instance& instance,
                       Diagnostics& diagnostics) {
  const std::string what = shown_by(instance);
  if (what.empty()) return true;
  diagnostics.error(
      codes::quotient_does_not_show, instance.model->network_span,
      fmt::format("{}: networks that have this quotient may differ in that",
                  what),
      {{std::nullopt, "name the network itself, not its quotient"}});
  return false;
}

// forall i in s: ..., of i and its ports only; or such things together.
bool of_single_nodes(const network::Instance& instance, std::size_t property) {
  const Model& model = *instance.model;
  std::vector<ExprId> open = {model.properties[property].formula};
  while (!open.empty()) {
    const network::Expr& e = model[open.back()];
    open.pop_back();
    if (e.op == network::Op::logical_and) {
      for (std::size_t i = 0; i < e.children.size(); ++i) {
        open.push_back(model.child(e, i));
      }
      continue;
    }
    const bool of_one = e.op == network::Op::forall && e.binders.size() == 1 &&
                        network::over_network(model, e.binders);
    if (!of_one) return false;
    const network::Binder& node = model.binders[e.binders.begin];
    if (node.domain == network::DomainKind::edge_family ||
        goes_through_network(model, model.child(e, 0)) ||
        network::any(model, model.child(e, 0), [&](const network::Expr& part) {
          return order_may_show(instance, part);
        })) {
      return false;
    }
  }
  return true;
}

}  // namespace vicinal::fixpoint::inline single
