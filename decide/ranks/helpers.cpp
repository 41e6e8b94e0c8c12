// SPDX-License-Identifier: MIT
// A candidate is what is fair, who does it, and its guard: of a rule, of a node
// that waits, or of somebody whom the state names. Guards are texts in which
// the node's own names are written out, so that they say the same from outside.
#include "decide/ranks/helpers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "decide/ranks/words.hpp"
#include "network/language/outside.hpp"
#include "network/language/walk.hpp"

namespace vicinal::decide::inline ranks {

using network::Action;
using network::Binder;
using network::DomainKind;
using network::Expr;
using network::ExprId;
using network::Model;
using network::Op;
using network::ProcessId;
using network::Span;

namespace {

constexpr std::size_t most_situations = 48;

// "m in 0..n-1"; empty: it is something else.
std::string parameter_of(const Model& model, const Action& action,
                         const Binder& b, const std::string& node) {
  std::string domain = domain_name(model, b);
  if (b.domain == DomainKind::edge_family) {
    domain = model.edge_families[b.item].name;
  } else if (b.domain == DomainKind::enumeration) {
    domain = model.enums[b.item].name;
  } else if (b.domain == DomainKind::range) {
    const std::string low = from_outside(model, action.span, b.low, node);
    const std::string high = from_outside(model, action.span, b.high, node);
    if (!low.empty() && !high.empty()) domain = low + ".." + high;
  }
  return domain.empty() ? domain : b.name + " in " + domain;
}

class Helpers {
 public:
  Helpers(const Model& model, const std::vector<Binder>& binders,
          const std::string& waiting, const std::string& member)
      : model_(model), binders_(binders), waiting_(waiting), member_(member) {}

  std::vector<std::string> run(bool any);

 private:
  void of(ProcessId process, std::uint32_t item);

  void add(const std::string& who, std::vector<std::string> conditions);
  void of_rule(const Action& rule);
  void of_those_that_wait(ProcessId process, const Action& action);
  void of_anybody(const network::NodeFamily& family, const Action& action);
  std::vector<std::string> named(const network::NodeFamily& family) const;

  const Model& model_;
  const std::vector<Binder>& binders_;
  const std::string& waiting_;
  const std::string& member_;
  std::vector<std::string> out_;
};

void Helpers::add(const std::string& who, std::vector<std::string> conditions) {
  std::erase(conditions, "true");
  if (conditions.size() > 1) {
    for (std::string& c : conditions) c = "(" + c + ")";
  }
  if (conditions.empty()) conditions.emplace_back("true");
  out_.push_back(fmt::format("{} when {}", who, fmt::join(conditions, " && ")));
}

void Helpers::of_rule(const Action& rule) {
  const std::string guard = guard_of(model_, rule, {});
  if (!guard.empty()) add(rule.name, {waiting_, guard});
}

void Helpers::of_those_that_wait(ProcessId process, const Action& action) {
  for (const Binder& b : binders_) {
    if (process_of(model_, b) != process) continue;
    const std::string guard = guard_of(model_, action, b.name);
    if (guard.empty()) continue;
    add(fmt::format("{}.{} of {}", model_[process].name, action.name, b.name),
        {waiting_, guard});
  }
}

// Who is named by a shared variable, or by who waits.
std::vector<std::string> Helpers::named(
    const network::NodeFamily& family) const {
  std::vector<std::string> out;
  for (const auto& s : model_.shared) {
    if (!s.dimensions.empty()) continue;
    const auto& type = model_[s.type];
    if (family.dimensions.size() == 1 && type.numeric()) {
      const bool ranges = type.kind == network::TypeKind::range;
      out.push_back(
          ranges ? fmt::format("{} == {}[{}]", member_, family.name, s.name)
                 : fmt::format("index({}) == {}", member_, s.name));
    }
    const bool refers =
        type.kind == network::TypeKind::reference &&
        model_.node_families[type.family.index()].name == family.name;
    if (refers) out.push_back(fmt::format("{} == {}", s.name, member_));
  }
  return out;
}

void Helpers::of_anybody(const network::NodeFamily& family,
                         const Action& action) {
  const std::string guard = guard_of(model_, action, member_);
  if (guard.empty()) return;
  const std::string who =
      fmt::format("{}.{} of {} in {}", model_[family.process].name, action.name,
                  member_, family.name);
  // Of situations that are the same those come first that are shown with
  // least: of a node that the state names.
  for (const auto& name : named(family)) add(who, {waiting_, name});
  add(who, {waiting_, guard});
  for (const auto& name : named(family)) add(who, {waiting_, guard, name});
  for (const auto& shown : shown_by(model_, family.process, member_)) {
    add(who, {waiting_, guard, shown});
  }
}

void Helpers::of(ProcessId process, std::uint32_t item) {
  if (!process.valid()) return of_rule(model_.rules[item]);
  const Action& action = model_[process].actions[item];
  of_those_that_wait(process, action);
  for (const auto& family : model_.node_families) {
    if (family.process == process) of_anybody(family, action);
  }
}

// `any`: whether it is fair or not.
std::vector<std::string> Helpers::run(bool any) {
  for (const network::Fairness& f : model_.fairness) {
    if (!any && !f.global) of(f.process, f.item);
  }
  for (std::size_t p = 0; any && p < model_.processes.size(); ++p) {
    for (std::uint32_t a = 0; a < model_.processes[p].actions.size(); ++a) {
      of(ProcessId(p), a);
    }
  }
  for (std::uint32_t r = 0; any && r < model_.rules.size(); ++r) {
    of(ProcessId::none(), r);
  }
  if (out_.size() > most_situations) out_.resize(most_situations);
  return std::move(out_);
}

}  // namespace

std::string guard_of(const Model& model, const Action& action,
                     const std::string& node) {
  std::string guard = action.guard.valid()
                          ? from_outside(model, action.span, action.guard, node)
                          : std::string("true");
  if (guard.empty() || action.binders.empty()) return guard;
  std::vector<std::string> parameters;
  for (std::uint32_t b = action.binders.begin; b < action.binders.end; ++b) {
    parameters.push_back(parameter_of(model, action, model.binders[b], node));
    if (parameters.back().empty()) return {};
  }
  return fmt::format("exists {}: {}", fmt::join(parameters, ", "), guard);
}

std::vector<std::string> helpers_of(const Model& model,
                                    const std::vector<Binder>& binders,
                                    const std::string& waiting,
                                    const std::string& member, bool any) {
  return Helpers(model, binders, waiting, member).run(any);
}

}  // namespace vicinal::decide::inline ranks
