// SPDX-License-Identifier: MIT
// Bindings of one action that the same part of its guard excludes are one line,
// which names the first of them.
#include "cli/simulation/reason_text.hpp"

#include <fmt/format.h>

#include <set>

#include "explore/simulate/why.hpp"
#include "network/base/budget.hpp"
#include "network/semantics/steps.hpp"
#include "report/words/render.hpp"
#include "report/words/trace_text.hpp"

namespace vicinal::cli::inline simulation {

using report::error_at;
using report::one_line;
using report::printable;
using report::step_text;
using report::wrapped;

using explore::Reason;
using network::Instance;
using network::NodeId;
using network::Scalar;

namespace {

constexpr std::size_t most_actors = 50;  // that are shown

struct ActionOf {
  NodeId actor;  // none: a rule
  std::uint32_t action = 0;
};

// Those that are called so: "s[0].want", "want", a rule.
std::vector<ActionOf> actions_called(const Instance& instance,
                                     const std::string& name) {
  std::vector<ActionOf> out;
  for (std::size_t n = 0; n < instance.family_of.size(); ++n) {
    const auto& actions = instance.process(NodeId(n)).actions;
    for (std::uint32_t a = 0; a < actions.size(); ++a) {
      network::poll();
      if (actions[a].name == name ||
          network::step_name(instance, NodeId(n), a) == name) {
        out.push_back({NodeId(n), a});
      }
    }
  }
  const auto& rules = instance.model->rules;
  for (std::uint32_t r = 0; r < rules.size(); ++r) {
    if (rules[r].name == name) out.push_back({NodeId::none(), r});
  }
  return out;
}

std::string no_such_action(const Instance& instance, const std::string& name) {
  std::set<std::string> names;
  for (const auto& p : instance.model->processes) {
    for (const auto& a : p.actions) names.insert(a.name);
  }
  for (const auto& r : instance.model->rules) names.insert(r.name);
  const std::vector<std::string> list(names.begin(), names.end());
  return fmt::format("there is no action '{}'\n", printable(name)) +
         wrapped("actions:", list, 8) + "\n";
}

// "11:47", or "file:11:47" of a file beside that of the model.
std::string place_of(const Instance& instance, network::Span span) {
  const auto place = instance.model->source->place(span);
  const auto p = place.source->position(place.span.begin);
  return fmt::format("{}:{}", p.line, p.column);
}

std::string text_of(const Instance& instance, network::Span span) {
  const auto place = instance.model->source->place(span);
  return printable(one_line(place.source->text(place.span)));
}

// " for a = 3, q = s[1]"
std::string members_text(const Instance& instance, const network::Expr& e,
                         const std::vector<Scalar>& values) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const network::Binder& b = instance.model->binders[e.binders.begin + i];
    parts.push_back(
        fmt::format("{} = {}", b.name,
                    printable(value_text(instance, b.type, {&values[i], 1}))));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string explained(const Instance& instance, const Reason& reason) {
  const network::Model& model = *instance.model;
  switch (reason.kind) {
    case Reason::enabled:
      return "is enabled";
    case Reason::part: {
      const network::Expr& e = model[reason.expression];
      std::string text =
          fmt::format("{}: '{}' is false", place_of(instance, e.span),
                      text_of(instance, e.span));
      if (!reason.witness.empty()) {
        text += ", for " + members_text(instance, e, reason.witness);
      }
      return text;
    }
    case Reason::fails:
      return "its guard or priority fails: " +
             error_at(instance, reason.error.value());
    case Reason::held_back:
      return fmt::format("its priority is {}, and another one has {}",
                         reason.priority, reason.greatest);
    case Reason::domain:
      return "what a parameter ranges over fails: " +
             error_at(instance, reason.error.value());
    case Reason::nothing:
      break;
  }
  return "there is nothing that its parameters could be";
}

// One binding after the other; those with the same kind and part are one line.
std::string reasons_of(const Instance& instance,
                       const std::vector<Scalar>& state, const ActionOf& of) {
  struct Group {
    const Reason* first;
    std::size_t count;
  };
  const auto reasons = explore::why(instance, state, of.actor, of.action);
  std::vector<Group> groups;
  for (const Reason& r : reasons) {
    network::poll();
    const auto same = [&](const Group& g) {
      return g.first->kind == r.kind && g.first->expression == r.expression;
    };
    const auto at = std::find_if(groups.begin(), groups.end(), same);
    if (at == groups.end()) {
      groups.push_back({&r, 1});
    } else {
      ++at->count;
    }
  }
  std::string text;
  for (const Group& g : groups) {
    text += fmt::format(
        "    {}  {}{}\n",
        step_text(instance, of.actor, of.action, g.first->binding),
        explained(instance, *g.first),
        g.count == 1 ? ""
                     : fmt::format(" ({} more binding{} alike)", g.count - 1,
                                   g.count == 2 ? "" : "s"));
  }
  return text;
}

}  // namespace

std::string reason_text(const Instance& instance,
                        const std::vector<Scalar>& state,
                        const std::string& name) {
  const auto actions = actions_called(instance, name);
  if (actions.empty()) return no_such_action(instance, name);
  std::string text;
  for (std::size_t i = 0; i < actions.size() && i < most_actors; ++i) {
    text += reasons_of(instance, state, actions[i]);
  }
  if (actions.size() > most_actors) {
    text += fmt::format("    and {} more: name one of them\n",
                        actions.size() - most_actors);
  }
  return text;
}

}  // namespace vicinal::cli::inline simulation
