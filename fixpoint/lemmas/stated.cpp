// SPDX-License-Identifier: MIT
// A formula is copied from the text where it stands there as it is: not where a
// definition says a part of it in other names. An action is read as a rule of
// one parameter more, the acting node, for whom the text is said from outside.
#include "fixpoint/lemmas/stated.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "network/language/fresh_names.hpp"
#include "network/language/outside.hpp"
#include "network/language/questions.hpp"
#include "network/language/traits.hpp"
#include "network/language/walk.hpp"
#include "network/language/written.hpp"

namespace vicinal::fixpoint::inline lemmas {

namespace {

using network::Action;
using network::Binder;
using network::DomainKind;
using network::Expr;
using network::ExprId;
using network::Model;
using network::Op;
using network::Range;
using network::Stmt;

constexpr std::size_t most_told = 12;
constexpr std::size_t most_together = 6;
constexpr std::size_t most_like_goals = 6;

// Whom a rule or an action binds: a parameter, or the acting node.
struct Bound {
  std::string name;
  std::optional<std::string> domain;  // none: it has no text
  std::uint32_t slot = 0;
  bool acts = false;
};

class Stated {
 public:
  explicit Stated(const Model& model)
      : model_(model), written_(network::written_by(model)) {}

  std::vector<StatedFact> run() {
    for (const ExprId init : model_.inits) {
      if (stands(init)) out_.push_back({text(init), {}, false});
    }
    like_goals();
    const std::size_t most = out_.size() + most_told;
    for (const Action& rule : model_.rules) {
      bind(rule);
      told_by(rule);
    }
    return all(most);
  }

  // What actions tell.
  std::vector<StatedFact> of_actions() {
    network::FreshNames names(model_);
    actor_ = names.fresh("m");
    for (const network::NodeFamily& family : model_.node_families) {
      for (const Action& action : model_[family.process].actions) {
        bind(action);
        bound_.push_back({actor_, family.name, 0, true});
        told_by(action);
      }
    }
    return all(most_told);
  }

 private:
  // At most so many of each kind.
  std::vector<StatedFact> all(std::size_t most) {
    if (out_.size() > most) out_.resize(most);
    if (together_.size() > most_together) together_.resize(most_together);
    for (const auto& [told, ways] : by_told_) {
      if (ways.size() < 2 || together_.size() >= 2 * most_together) continue;
      together_.push_back(
          {fmt::format("{} => {}", told, fmt::join(ways, " || ")), told,
           false});
    }
    out_.insert(out_.end(), together_.begin(), together_.end());
    return std::move(out_);
  }

  std::string text(ExprId e) const {
    return std::string(model_.source->text(model_[e].span));
  }
  // As it is said of the actor, if there is one; empty: it has no text.
  std::string said(ExprId e) const {
    return actor_.empty() ? text(e)
                          : network::from_outside(model_, whole_, e, actor_);
  }
  void bind(const Action& rule);
  bool stands(ExprId init) const;
  void told_by(const Action& rule);
  void told(const Action& rule, ExprId place, ExprId value);
  std::optional<std::string> domain(const Binder& binder) const;
  // Not in the text of a definition.
  bool stands_in(const Action& rule, ExprId part) const {
    const network::Span span = model_[part].span;
    return span.begin >= rule.span.begin && span.end <= rule.span.end;
  }
  std::optional<std::string> asked(ExprId part, ExprId place) const;
  void together(const Action& rule, ExprId place, const std::string& told);
  std::vector<std::string> done_besides(const Action& rule, ExprId place) const;
  bool by_number(ExprId place) const;
  bool of_parameters(ExprId place) const;
  std::optional<std::string> told_value(ExprId place, ExprId value) const;
  std::optional<std::string> for_all(ExprId place) const;
  std::vector<ExprId> parts_of(const Action& rule) const;

  bool mentions(ExprId e, const Bound& b) const {
    return b.acts ? network::mentions_self(model_, e)
                  : network::mentions(model_, e, b.slot);
  }
  // Whether the place, or the value that it is told, names this one.
  bool named(ExprId place, const Bound& b) const {
    return mentions(place, b) || (value_.valid() && mentions(value_, b));
  }
  bool reads(ExprId part, ExprId place) const;
  void like_goals();

  const Model& model_;
  const std::set<network::Held> written_;
  std::string actor_;         // a name for the acting node; empty: of rules
  std::vector<Bound> bound_;  // by the rule
  network::Span whole_;       // its text, with the body
  ExprId value_;              // that a place is told, if it is a node
  std::vector<StatedFact> out_;
  std::vector<StatedFact> together_;
  std::map<std::string, std::vector<std::string>>
      by_told_;  // what it may be by
};

// Whether it says of all, or of somebody, what no step changes.
bool Stated::stands(ExprId init) const {
  if (!network::quantifies(model_, init) ||
      !network::free_slots(model_, init).empty()) {
    return false;
  }
  return network::stands(model_, init, written_);
}

std::optional<std::string> Stated::domain(const Binder& binder) const {
  if (binder.domain == DomainKind::node_family) {
    return model_.node_families[binder.item].name;
  }
  if (binder.domain == DomainKind::edge_family) {
    return model_.edge_families[binder.item].name;
  }
  if (binder.domain == DomainKind::range) {
    const std::string low = said(binder.low);
    const std::string high = said(binder.high);
    if (!low.empty() && !high.empty()) return fmt::format("{}..{}", low, high);
  }
  return std::nullopt;
}

void Stated::bind(const Action& rule) {
  whole_ = rule.span;
  network::any_statement(model_, rule.body, [this](const Stmt& s) {
    whole_.end = std::max(whole_.end, s.span.end);
    return false;
  });
  bound_.clear();
  for (std::uint32_t b = rule.binders.end; b-- > rule.binders.begin;) {
    const Binder& binder = model_.binders[b];
    bound_.push_back({binder.name, domain(binder), binder.slot});
  }
}

// The conjuncts of its guard.
std::vector<ExprId> Stated::parts_of(const Action& rule) const {
  if (!rule.guard.valid()) return {};
  const Expr& guard = model_[rule.guard];
  if (guard.op != Op::logical_and) return {rule.guard};
  std::vector<ExprId> out;
  for (std::size_t i = 0; i < guard.children.size(); ++i) {
    out.push_back(model_.child(guard, i));
  }
  return out;
}

// What a part of the guard says, of somebody instead of those parameters of the
// rule that the place does not name. None: it is about the members of the place
// alone, which cubes speak of, if it is theirs.
std::optional<std::string> Stated::asked(ExprId part, ExprId place) const {
  std::string out = said(part);
  if (out.empty()) return std::nullopt;
  out = "(" + out + ")";
  bool somebody = network::quantifies(model_, part) || by_number(place);
  for (const Bound& b : bound_) {
    if (named(place, b) || !mentions(part, b)) continue;
    if (!b.domain) return std::nullopt;
    out = fmt::format("(exists {} in {}: {})", b.name, *b.domain, out);
    somebody = true;
  }
  return somebody ? std::optional(out) : std::nullopt;
}

// Whether it is that of a node that has no name of its own: cell[y * w + x].on.
bool Stated::by_number(ExprId place) const {
  return model_[place].op == Op::variable &&
         model_[model_.child(model_[place], 0)].op == Op::family_node;
}

// For all members that the place names; none: not all are parameters of the
// rule.
std::optional<std::string> Stated::for_all(ExprId place) const {
  std::string out;
  std::size_t open = network::free_slots(model_, place).size();
  if (value_.valid()) {
    const auto more = network::free_slots(model_, value_);
    open += static_cast<std::size_t>(
        std::ranges::count_if(more, [&](std::uint32_t slot) {
          return !network::mentions(model_, place, slot);
        }));
  }
  for (auto b = bound_.rbegin(); b != bound_.rend(); ++b) {
    if (!named(place, *b)) continue;
    if (!b->domain) return std::nullopt;
    if (!b->acts) --open;
    out += fmt::format("{}{} in {}", out.empty() ? "forall " : ", ", b->name,
                       *b->domain);
  }
  if (open > 0) return std::nullopt;
  return out.empty() ? out : out + ": ";
}

// A truth that is true, or a constant of an enumeration.
std::optional<std::string> Stated::told_value(ExprId place,
                                              ExprId value) const {
  const Expr& now = model_[value];
  const network::Type& type = model_[model_[place].type];
  const std::string at = said(place);
  if (at.empty()) return std::nullopt;
  if (type.kind == network::TypeKind::reference && now.op == Op::to_reference) {
    const Op node = model_[model_.child(now, 0)].op;
    if (node == Op::bound || node == Op::self) {
      return at + " == " + said(value);
    }
  }
  if (now.op != Op::literal) return std::nullopt;
  if (type.kind == network::TypeKind::enumeration) {
    const auto& names = model_.enums[type.enumeration.index()].constants;
    return at + " == " + names[static_cast<std::size_t>(now.value)];
  }
  if (type.kind != network::TypeKind::boolean || now.value == 0) {
    return std::nullopt;
  }
  return at;
}

// What else the rule makes so, as long as its statements are no branches.
std::vector<std::string> Stated::done_besides(const Action& rule,
                                              ExprId place) const {
  std::vector<std::string> out;
  network::any_statement(model_, rule.body, [&](const Stmt& s) {
    if (s.kind != network::ast::StmtKind::assign) {
      out.clear();
      return true;
    }
    const std::size_t count = std::min(s.targets.size(), s.values.size());
    for (std::uint32_t i = 0; i < count; ++i) {
      const ExprId target = model_.expr_children[s.targets.begin + i];
      if (target == place) continue;
      const auto so =
          told_value(target, model_.expr_children[s.values.begin + i]);
      if (so) out.push_back(*so);
    }
    return false;
  });
  return out;
}

// Of one somebody all that the guard asks and the rule does: that there is one
// for each part says less. Where several rules tell the same, it is so by one
// of them.
void Stated::together(const Action& rule, ExprId place,
                      const std::string& told) {
  std::vector<std::string> parts = done_besides(rule, place);
  for (const ExprId part : parts_of(rule)) {
    if (!stands_in(rule, part)) return;
    // What was asked of the place itself is so no more.
    if (reads(part, place)) continue;
    const std::string what = said(part);
    if (what.empty()) return;
    parts.push_back("(" + what + ")");
  }
  if (parts.empty()) return;
  std::string out = fmt::format("({})", fmt::join(parts, " && "));
  bool somebody = false;
  for (const Bound& b : bound_) {
    if (named(place, b)) continue;
    if (!b.domain) return;
    out = fmt::format("(exists {} in {}: {})", b.name, *b.domain, out);
    somebody = true;
  }
  if (!somebody) return;
  if (parts.size() > 1) {
    together_.push_back({fmt::format("{} => {}", told, out), told, true});
  }
  std::vector<std::string>& same = by_told_[told];
  if (std::ranges::find(same, out) == same.end())
    same.push_back(std::move(out));
}

// A variable of a node, or an element of it, at nodes: all are bound.
bool Stated::of_parameters(ExprId place) const {
  const Expr* at = &model_[place];
  const auto bound = [this](ExprId node) {
    return model_[node].op == Op::bound || model_[node].op == Op::self;
  };
  while (at->op == Op::element && bound(model_.child(*at, 1))) {
    at = &model_[model_.child(*at, 0)];
  }
  return at->op == Op::variable && bound(model_.child(*at, 0));
}

void Stated::told(const Action& rule, ExprId place, ExprId value) {
  const Expr& at = model_[place];
  const bool shared = at.op == Op::shared && at.children.empty();
  if (!shared && !of_parameters(place) && !by_number(place)) return;
  value_ = model_[value].op == Op::to_reference ? value : ExprId();
  const auto so = told_value(place, value);
  const auto all = for_all(place);
  if (!so || !all) return;
  const std::string& what = *so;
  together(rule, place, *all + what);
  for (const ExprId part : parts_of(rule)) {
    if (!stands_in(rule, part) || reads(part, place)) continue;
    const auto then = asked(part, place);
    if (!then) continue;
    out_.push_back(
        {fmt::format("{}{} => {}", *all, what, *then), *all + what, false});
  }
}

// Whether it reads this very place.
bool Stated::reads(ExprId part, ExprId place) const {
  const std::string what = text(place);
  return network::any(model_, part, [&](const Expr& e) {
    return network::holds_state(e.op) && model_.source->text(e.span) == what;
  });
}

// A property that says of somebody what follows from somebody: the same of
// another truth that somebody shows, written on the way to the one it speaks
// of.
void Stated::like_goals() {
  std::vector<StatedFact> found;
  for (const network::Property& p : model_.properties) {
    const Expr& e = model_[p.formula];
    if (e.op != Op::implies || model_[model_.child(e, 0)].op != Op::exists ||
        model_[model_.child(e, 1)].op != Op::exists) {
      continue;
    }
    const ExprId from = model_.child(e, 0);
    network::any(model_, from, [&](const Expr& v) {
      if (v.op != Op::variable || !written_.contains(network::held(model_, v)))
        return false;
      const ExprId node = model_.child(v, 0);
      const auto& variables =
          model_[model_[model_[node].type].process].variables;
      for (std::uint32_t i = 0; i < variables.size(); ++i) {
        Expr other = v;
        other.item = i;
        if (i == v.item || variables[i].type != v.type ||
            !written_.contains(network::held(model_, other))) {
          continue;
        }
        const std::string_view whole = model_.source->text(e.span);
        const std::size_t at = v.span.begin - e.span.begin;
        found.push_back(
            {std::string(whole.substr(0, at)) + text(node) + "." +
                 variables[i].name +
                 std::string(whole.substr(v.span.end - e.span.begin)),
             {},
             false});
      }
      return false;
    });
  }
  if (found.size() > most_like_goals) found.resize(most_like_goals);
  out_.insert(out_.end(), found.begin(), found.end());
}

void Stated::told_by(const Action& rule) {
  network::any_statement(model_, rule.body, [&](const Stmt& s) {
    const std::size_t count = std::min(s.targets.size(), s.values.size());
    for (std::size_t i = 0;
         s.kind == network::ast::StmtKind::assign && i < count; ++i) {
      const auto at = static_cast<std::uint32_t>(i);
      told(rule, model_.expr_children[s.targets.begin + at],
           model_.expr_children[s.values.begin + at]);
    }
    return false;
  });
}

}  // namespace

std::vector<StatedFact> facts_by_what_is_told(const Model& model) {
  return Stated(model).run();
}

namespace {

std::vector<std::string> formulas(std::vector<StatedFact> facts) {
  std::vector<std::string> out;
  for (StatedFact& fact : facts) out.push_back(std::move(fact.formula));
  return out;
}

}  // namespace

std::vector<std::string> stated_facts(const Model& model) {
  return formulas(facts_by_what_is_told(model));
}

std::vector<std::string> facts_told_by_actions(const Model& model) {
  return formulas(Stated(model).of_actions());
}

}  // namespace vicinal::fixpoint::inline lemmas
