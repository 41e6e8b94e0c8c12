// SPDX-License-Identifier: MIT
// A formula is copied from the text where it stands there as it is: not where a
// definition says a part of it in other names.
#include "fixpoint/lemmas/stated.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

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

class Stated {
 public:
  explicit Stated(const Model& model) : model_(model) {}

  std::vector<StatedFact> run() {
    find_written();
    for (const ExprId init : model_.inits) {
      if (stands(init)) out_.push_back({text(init), {}, false});
    }
    like_goals();
    const std::size_t most = out_.size() + most_told;
    for (const Action& rule : model_.rules) told_by(rule);
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

 private:
  std::string text(ExprId e) const {
    return std::string(model_.source->text(model_[e].span));
  }
  void find_written();
  bool stands(ExprId init) const;
  void told_by(const Action& rule);
  void told(const Action& rule, ExprId place, ExprId value);
  std::optional<std::string> domain(const Binder& binder) const;
  // Not in the text of a definition.
  bool stands_in(const Action& rule, ExprId part) const {
    const network::Span span = model_[part].span;
    return span.begin >= rule.span.begin && span.end <= rule.span.end;
  }
  std::optional<std::string> asked(const Action& rule, ExprId part,
                                   ExprId place) const;
  void together(const Action& rule, ExprId place, const std::string& told);
  std::vector<std::string> done_besides(const Action& rule, ExprId place) const;
  bool by_number(ExprId place) const;
  bool of_parameters(ExprId place) const;
  std::optional<std::string> told_value(ExprId place, ExprId value) const;
  std::optional<std::string> for_all(const Action& rule, ExprId place) const;
  std::vector<ExprId> parts_of(const Action& rule) const;

  // Whether the place, or the value that it is told, names this parameter.
  bool named(ExprId place, std::uint32_t slot) const {
    return network::mentions(model_, place, slot) ||
           (value_.valid() && network::mentions(model_, value_, slot));
  }
  bool reads(ExprId part, ExprId place) const;
  void like_goals();

  const Model& model_;
  ExprId value_;  // that a place is told, if it is a node
  std::set<network::Held> written_;
  std::vector<StatedFact> out_;
  std::vector<StatedFact> together_;
  std::map<std::string, std::vector<std::string>>
      by_told_;  // what it may be by
};

void Stated::find_written() {
  const auto note = [this](const Action& a) {
    written_.merge(network::written_by(model_, a));
  };
  for (const network::Process& p : model_.processes) {
    std::for_each(p.actions.begin(), p.actions.end(), note);
  }
  std::for_each(model_.rules.begin(), model_.rules.end(), note);
}

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
    return fmt::format("{}..{}", text(binder.low), text(binder.high));
  }
  return std::nullopt;
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
std::optional<std::string> Stated::asked(const Action& rule, ExprId part,
                                         ExprId place) const {
  std::string out = "(" + text(part) + ")";
  bool somebody = network::quantifies(model_, part) || by_number(place);
  for (std::uint32_t b = rule.binders.end; b-- > rule.binders.begin;) {
    const Binder& binder = model_.binders[b];
    if (named(place, binder.slot) ||
        !network::mentions(model_, part, binder.slot)) {
      continue;
    }
    const auto in = domain(binder);
    if (!in) return std::nullopt;
    out = fmt::format("(exists {} in {}: {})", binder.name, *in, out);
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
std::optional<std::string> Stated::for_all(const Action& rule,
                                           ExprId place) const {
  std::string out;
  std::size_t open = network::free_slots(model_, place).size();
  if (value_.valid()) {
    const auto more = network::free_slots(model_, value_);
    open += static_cast<std::size_t>(
        std::ranges::count_if(more, [&](std::uint32_t slot) {
          return !network::mentions(model_, place, slot);
        }));
  }
  for (std::uint32_t b = rule.binders.begin; b < rule.binders.end; ++b) {
    const Binder& binder = model_.binders[b];
    if (!named(place, binder.slot)) continue;
    const auto in = domain(binder);
    if (!in) return std::nullopt;
    --open;
    out += fmt::format("{}{} in {}", out.empty() ? "forall " : ", ",
                       binder.name, *in);
  }
  if (open > 0) return std::nullopt;
  return out.empty() ? out : out + ": ";
}

// A truth that is true, or a constant of an enumeration.
std::optional<std::string> Stated::told_value(ExprId place,
                                              ExprId value) const {
  const Expr& now = model_[value];
  const network::Type& type = model_[model_[place].type];
  if (type.kind == network::TypeKind::reference && now.op == Op::to_reference &&
      model_[model_.child(now, 0)].op == Op::bound) {
    return text(place) + " == " + text(value);
  }
  if (now.op != Op::literal) return std::nullopt;
  if (type.kind == network::TypeKind::enumeration) {
    const auto& names = model_.enums[type.enumeration.index()].constants;
    return text(place) + " == " + names[static_cast<std::size_t>(now.value)];
  }
  if (type.kind != network::TypeKind::boolean || now.value == 0) {
    return std::nullopt;
  }
  return text(place);
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
    if (!reads(part, place)) parts.push_back("(" + text(part) + ")");
  }
  if (parts.empty()) return;
  std::string out = fmt::format("({})", fmt::join(parts, " && "));
  bool somebody = false;
  for (std::uint32_t b = rule.binders.end; b-- > rule.binders.begin;) {
    const Binder& binder = model_.binders[b];
    if (named(place, binder.slot)) continue;
    const auto in = domain(binder);
    if (!in) return;
    out = fmt::format("(exists {} in {}: {})", binder.name, *in, out);
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

// A variable of a node, or an element of it, at nodes: all are parameters.
bool Stated::of_parameters(ExprId place) const {
  const Expr* at = &model_[place];
  while (at->op == Op::element &&
         model_[model_.child(*at, 1)].op == Op::bound) {
    at = &model_[model_.child(*at, 0)];
  }
  return at->op == Op::variable && model_[model_.child(*at, 0)].op == Op::bound;
}

void Stated::told(const Action& rule, ExprId place, ExprId value) {
  const Expr& at = model_[place];
  const bool shared = at.op == Op::shared && at.children.empty();
  if (!shared && !of_parameters(place) && !by_number(place)) return;
  value_ = model_[value].op == Op::to_reference ? value : ExprId();
  const auto so = told_value(place, value);
  const auto all = for_all(rule, place);
  if (!so || !all) return;
  const std::string& what = *so;
  together(rule, place, *all + what);
  for (const ExprId part : parts_of(rule)) {
    if (!stands_in(rule, part) || reads(part, place)) continue;
    const auto then = asked(rule, part, place);
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

std::vector<std::string> stated_facts(const Model& model) {
  std::vector<std::string> out;
  for (StatedFact& fact : facts_by_what_is_told(model)) {
    out.push_back(std::move(fact.formula));
  }
  return out;
}

}  // namespace vicinal::fixpoint::inline lemmas
