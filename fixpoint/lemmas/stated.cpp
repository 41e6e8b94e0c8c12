// SPDX-License-Identifier: MIT
// A formula is copied from the text where it stands there as it is: not where a
// definition says a part of it in other names.
#include "fixpoint/lemmas/stated.hpp"

#include <fmt/format.h>

#include <algorithm>
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

class Stated {
 public:
  explicit Stated(const Model& model) : model_(model) {}

  std::vector<std::string> run() {
    find_written();
    for (const ExprId init : model_.inits) {
      if (stands(init)) out_.push_back(text(init));
    }
    const std::size_t most = out_.size() + most_told;
    for (const Action& rule : model_.rules) told_by(rule);
    if (out_.size() > most) out_.resize(most);
    if (together_.size() > most_together) together_.resize(most_together);
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
  std::optional<std::string> told_value(ExprId place, ExprId value) const;
  std::optional<std::string> for_all(const Action& rule, ExprId place) const;
  std::vector<ExprId> parts_of(const Action& rule) const;

  const Model& model_;
  std::set<network::Held> written_;
  std::vector<std::string> out_;
  std::vector<std::string> together_;
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
    if (network::mentions(model_, place, binder.slot) ||
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
  for (std::uint32_t b = rule.binders.begin; b < rule.binders.end; ++b) {
    const Binder& binder = model_.binders[b];
    if (!network::mentions(model_, place, binder.slot)) continue;
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
// for each part says less.
void Stated::together(const Action& rule, ExprId place,
                      const std::string& told) {
  std::vector<std::string> parts = done_besides(rule, place);
  for (const ExprId part : parts_of(rule)) {
    if (!stands_in(rule, part)) return;
    parts.push_back("(" + text(part) + ")");
  }
  if (parts.size() < 2) return;
  std::string out = fmt::format("({})", fmt::join(parts, " && "));
  bool somebody = false;
  for (std::uint32_t b = rule.binders.end; b-- > rule.binders.begin;) {
    const Binder& binder = model_.binders[b];
    if (network::mentions(model_, place, binder.slot)) continue;
    const auto in = domain(binder);
    if (!in) return;
    out = fmt::format("(exists {} in {}: {})", binder.name, *in, out);
    somebody = true;
  }
  if (somebody) together_.push_back(fmt::format("{} => {}", told, out));
}

void Stated::told(const Action& rule, ExprId place, ExprId value) {
  const Expr& at = model_[place];
  const bool shared = at.op == Op::shared && at.children.empty();
  const bool of_node =
      at.op == Op::variable &&
      (model_[model_.child(at, 0)].op == Op::bound || by_number(place));
  if (!shared && !of_node) return;
  const auto so = told_value(place, value);
  const auto all = for_all(rule, place);
  if (!so || !all) return;
  const std::string& what = *so;
  together(rule, place, *all + what);
  for (const ExprId part : parts_of(rule)) {
    if (!stands_in(rule, part)) continue;
    const auto then = asked(rule, part, place);
    if (then) out_.push_back(fmt::format("{}{} => {}", *all, what, *then));
  }
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

std::vector<std::string> stated_facts(const Model& model) {
  return Stated(model).run();
}

}  // namespace vicinal::fixpoint::inline lemmas
