// SPDX-License-Identifier: MIT
// Ranks, as the tree has them: what a rank says of a state and of a step is
// evaluated here by the oracle, with nothing of how texts are made.
#include <fmt/format.h>

#include <algorithm>

#include "tests/obligations/text_judge.hpp"

namespace vicinal::texts {

namespace ast = network::ast;
using ast::ExprKind;
using network::Binder;
using oracle::Binding;

// A rank and the parts of its property: `once` is F {goal}, or {until} U
// {goal}, `possible` AG EF {goal}, else it is G ({from} => F {goal}), where
// `from` may be left out. Or what a situation of one has meanwhile.
struct Judge::Awaited {
  std::span<const ast::RankTerm> terms;
  std::span<const ast::Helper> helpers;
  std::span<const network::Situation> model;
  std::string name;  // of its obligations
  std::uint32_t property = 0;
  network::Range binders;
  bool once = false, possible = false;
  ast::ExprId from, until, goal;
  const Awaited* around = nullptr;
  std::size_t within = 0;  // which situation of that

  std::size_t situations() const { return model.size(); }
  // A rank that names nobody: each step of anybody helps.
  bool everybody() const { return helpers.empty(); }
  bool has_meanwhile(std::size_t k) const {
    return !everybody() && !helpers[k].terms.empty();
  }
  Awaited meanwhile(std::size_t k) const {
    Awaited out = *this;
    out.terms = helpers[k].terms;
    out.helpers = helpers[k].helpers;
    out.model = model[k].meanwhile;
    out.name = fmt::format("{} {} meanwhile", name, k + 1);
    out.around = this;
    out.within = k;
    return out;
  }
};

// Who is meant: by the names that the property has for them, and by those of
// the rank, with who helps.
struct Judge::Members {
  Binding property, rank;
  // What texts call them: names of the property, and of who helps.
  Binding texts;
};

namespace {

Denoted the_node(std::size_t n) {
  Denoted d;
  d.value = {oracle::Value::Kind::node, -1, static_cast<std::int64_t>(n), {}};
  return d;
}

std::vector<std::string> names_of(const ast::Tree& tree, network::Range range) {
  std::vector<std::string> out;
  for (auto i = range.begin; i < range.end; ++i) {
    for (const ast::Word& w : tree.binders[i].names) out.push_back(w.text);
  }
  return out;
}

constexpr std::size_t most_members = 4;  // that are looked at of a state

}  // namespace

std::vector<Judge::Awaited> Judge::awaited() const {
  std::vector<Awaited> out;
  for (std::size_t i = 0; i < tree_.rankings.size(); ++i) {
    const ast::Ranking& rank = tree_.rankings[i];
    const auto& asked = request_.progress;
    if (std::find(asked.begin(), asked.end(), rank.property.text) ==
        asked.end()) {
      continue;
    }
    out.push_back(awaited_by(i));
  }
  return out;
}

Judge::Awaited Judge::awaited_by(std::size_t ranking) const {
  const ast::Ranking& rank = tree_.rankings[ranking];
  Awaited a;
  a.terms = rank.terms;
  a.helpers = rank.helpers;
  a.model = model_.rankings[ranking].situations;
  a.name = "progress " + rank.property.text;
  a.property = model_.rankings[ranking].property;
  a.binders = rank.binders;
  for (const ast::Property& p : tree_.properties) {
    if (p.name.text == rank.property.text) read_shape(p.formula, a);
  }
  return a;
}

void Judge::read_shape(ast::ExprId e, Awaited& a) const {
  const auto child = [&](ast::ExprId of, std::size_t n) {
    return tree_.child(tree_[of], n);
  };
  const auto on_paths = [&](ast::ExprId of) {
    return tree_[of].kind == ExprKind::for_all_paths ? child(of, 0) : of;
  };
  while (tree_[e].kind == ExprKind::forall) {
    e = child(e, tree_[e].children.size() - 1);
  }
  e = on_paths(e);
  a.once = tree_[e].kind != ExprKind::globally;
  if (tree_[e].kind == ExprKind::until) {
    a.until = child(child(e, 0), 0);
    a.goal = child(child(e, 1), 0);
    return;
  }
  if (!a.once) e = on_paths(child(e, 0));
  if (tree_[e].kind == ExprKind::implies) {
    a.from = child(child(e, 0), 0);
    e = on_paths(child(e, 1));
  } else if (tree_[e].kind == ExprKind::exists_path) {
    a.possible = true;
    e = child(e, 0);
  }
  a.goal = child(child(e, 0), 0);
}

std::vector<std::size_t> Judge::nodes_of(const Binder& binder) const {
  std::vector<std::size_t> out;
  for (std::size_t f = 0; f < model_.node_families.size(); ++f) {
    const network::NodeFamily& family = model_.node_families[f];
    const bool meant = binder.domain == network::DomainKind::process
                           ? family.process.value == binder.item
                           : f == binder.item;
    if (!meant) continue;
    for (const std::size_t n : concrete_->nodes_of(family.name)) {
      out.push_back(n);
    }
  }
  return out;
}

// Some choices of those that the property is about.
std::vector<Judge::Members> Judge::some_members(const Awaited& a) {
  std::vector<Members> all = {{}};
  const auto own = members(a.property);
  const auto ranked = names_of(tree_, a.binders);
  for (std::size_t i = 0; i < own.size(); ++i) {
    std::vector<Members> longer;
    for (const Members& m : all) {
      for (const std::size_t n : nodes_of(own[i])) {
        longer.push_back(m);
        longer.back().property[own[i].name] = the_node(n);
        longer.back().texts[own[i].name] = the_node(n);
        longer.back().rank[ranked[i]] = the_node(n);
      }
    }
    all = std::move(longer);
  }
  std::shuffle(all.begin(), all.end(), dice_);
  if (all.size() > most_members) all.resize(most_members);
  return all;
}

// With each node that may be meant in situation k.
std::vector<Judge::Members> Judge::all_helpers(const Awaited& a,
                                               const Members& m,
                                               std::size_t k) const {
  if (a.everybody()) return {m};
  const network::Range binders = a.model[k].binders;
  if (binders.empty()) return {m};
  const std::string name = a.helpers[k].node.text;
  std::vector<Members> out;
  for (const std::size_t n : nodes_of(model_.binders[binders.begin])) {
    out.push_back(m);
    out.back().rank[name] = the_node(n);
    out.back().texts[name] = the_node(n);
  }
  return out;
}

// None: it fails.
std::optional<bool> Judge::evaluation(ast::ExprId e, const State& s,
                                      const Binding& names) const {
  oracle::Scope scope;
  for (const auto& [name, d] : names) scope.bound[name].denoted = d;
  try {
    return instance_->truth(e, s, scope);
  } catch (const oracle::Error& error) {
    const bool beyond = error.kind == oracle::Error::Kind::overflow;
    if (beyond && instance_->has_int()) throw oracle::TooLarge{};
    return std::nullopt;
  }
}

bool Judge::is_true(ast::ExprId e, const State& s, const Binding& names) const {
  return evaluation(e, s, names).value_or(false);
}

// Whether the situation holds, of who is meant.
bool Judge::lasts(const Awaited& a, const Members& m, std::size_t k,
                  const State& s) const {
  return a.everybody() || is_true(a.helpers[k].condition, s, m.rank);
}

// One after the other, until one holds of somebody; what fails before that
// leaves it open, as an `exists` that fails does.
bool Judge::pending(const Awaited& a, const Members& m, const State& s) const {
  if (a.everybody()) return true;
  for (std::size_t k = 0; k < a.situations(); ++k) {
    bool some = false;
    for (const Members& h : all_helpers(a, m, k)) {
      const auto holds = evaluation(a.helpers[k].condition, s, h.rank);
      if (!holds) return false;
      some = some || *holds;
    }
    if (some) return true;
  }
  return false;
}

// None: one fails.
std::optional<std::vector<std::int64_t>> Judge::terms(const Awaited& a,
                                                      const Members& m,
                                                      const State& s) const {
  oracle::Scope scope;
  for (const auto& [name, d] : m.rank) scope.bound[name].denoted = d;
  std::vector<std::int64_t> out;
  try {
    for (const ast::RankTerm& term : a.terms) {
      const oracle::Value v = instance_->value(term.value, s, scope);
      out.push_back(v.n);
      if (!term.ordered) continue;
      const auto at = std::find_if(
          term.order.begin(), term.order.end(),
          [&](const ast::Word& w) { return w.text == instance_->text(v); });
      out.back() = term.order.end() - at - 1;
    }
  } catch (const oracle::Error& error) {
    const bool beyond = error.kind == oracle::Error::Kind::overflow;
    if (beyond && instance_->has_int()) throw oracle::TooLarge{};
    return std::nullopt;
  }
  return out;
}

// Whether what a rank relies on is waited for, at the node: its p holds there,
// and its q does not.
bool Judge::waits_there(std::uint32_t property, const Denoted& node,
                        const State& s) const {
  for (std::size_t i = 0; i < tree_.rankings.size(); ++i) {
    const Awaited it = awaited_by(i);
    if (it.property != property) continue;
    const Binding names = {{members(property)[0].name, node}};
    return is_true(it.from, s, names) &&
           evaluation(it.goal, s, names) == std::optional<bool>(false);
  }
  return false;
}

// None: it cannot be said, since a guard fails.
std::optional<bool> Judge::can_help(const Awaited& a, const Members& m,
                                    std::size_t k, const State& s) const {
  bool errors = false;
  if (a.everybody()) {
    const bool some = !instance_->steps(s, errors).empty();
    return errors ? std::nullopt : std::optional<bool>(some);
  }
  const network::Situation& of = a.model[k];
  if (of.node.valid() && !of.process.valid()) {
    return waits_there(of.item, m.rank.at(a.helpers[k].node.text), s);
  }
  std::optional<std::size_t> actor;
  if (of.process.valid()) {
    actor = static_cast<std::size_t>(m.rank.at(a.helpers[k].node.text).value.n);
  }
  const auto steps = instance_->steps_of(s, actor, errors);
  if (errors) return std::nullopt;
  return std::any_of(steps.begin(), steps.end(), [&](const oracle::Step& step) {
    return step.action == of.item;
  });
}

// In any state where the assertions hold.
void Judge::waiting(const State& s) {
  for (const Awaited& a : awaited()) {
    for (const Members& m : some_members(a)) waiting_for(a, m, s);
  }
}

void Judge::waiting_for(const Awaited& a, const Members& m, const State& s) {
  Situation here{&s, nullptr, {}, nullptr, &m.texts};
  const auto about = [&](const std::string& what) {
    return [name = a.name + ": " + what](const Obligation& o) {
      return o.kind == Kind::progress && o.name == name;
    };
  };
  admitted(here, 1, about("can be evaluated"));
  if (!a.once) admitted(here, 1, about("somebody helps"));
  const auto goal = evaluation(a.goal, s, m.property);
  const auto from = a.from.valid() ? evaluation(a.from, s, m.property)
                                   : std::optional<bool>(true);
  if (!goal || !from) {
    ++total_.without_value;
    some_admit(here, "evaluating " + a.name, about("can be evaluated"));
  }
  if (goal.value_or(false)) return;
  if (!a.once && from.value_or(false) && !pending(a, m, s)) {
    ++total_.helpless;
    some_admit(here, "nobody helps", about("somebody helps"));
  }
  in_situations(a, m, s);
}

// Where what is waited for is not there; and, of what a situation has
// meanwhile, the situation holds, and its action is not enabled.
void Judge::in_situations(const Awaited& a, const Members& m, const State& s) {
  for (std::size_t k = 0; k < a.situations(); ++k) {
    for (const Members& h : all_helpers(a, m, k)) {
      helped(a, h, k, s);
      if (!a.has_meanwhile(k) || !is_meanwhile(a, h, k, s)) continue;
      const Awaited inner = a.meanwhile(k);
      ++total_.meanwhile;
      const Situation here{&s, nullptr, {}, nullptr, &h.texts};
      const auto about = [&](const Obligation& o) {
        return o.kind == Kind::progress &&
               o.name == inner.name + ": somebody helps";
      };
      admitted(here, 1, about);
      if (!pending(inner, h, s)) {
        ++total_.helpless;
        some_admit(here, "nobody helps meanwhile", about);
      }
      in_situations(inner, h, s);
    }
  }
}

bool Judge::is_meanwhile(const Awaited& a, const Members& m, std::size_t k,
                         const State& s) const {
  return lasts(a, m, k, s) && can_help(a, m, k, s) == false;
}

// Where what is waited for is not there.
void Judge::helped(const Awaited& a, const Members& m, std::size_t k,
                   const State& s) {
  if (!lasts(a, m, k, s)) return;
  const auto able = can_help(a, m, k, s);
  if (!able) return;
  ++total_.waiting;
  const auto rank = terms(a, m, s);
  const bool bounded =
      rank && std::all_of(rank->begin(), rank->end(),
                          [](std::int64_t term) { return term >= 0; });
  if ((*able || a.has_meanwhile(k)) && bounded) return;
  ++total_.helpless;
  const Situation here{&s, nullptr, {}, nullptr, &m.texts};
  const std::string name = fmt::format("{} {}: can be done", a.name, k + 1);
  some_admit(here, name, [&](const Obligation& o) {
    return o.kind == Kind::progress && o.name == name;
  });
}

void Judge::waiting_first(const State& s) {
  for (const Awaited& a : awaited()) {
    if (!a.once) continue;
    const auto about = [&](const Obligation& o) {
      return o.kind == Kind::progress && o.name == a.name + ": somebody helps";
    };
    for (const Members& m : some_members(a)) {
      const Situation here{&s, nullptr, {}, nullptr, &m.texts};
      admitted(here, 1, about);
      if (is_true(a.goal, s, m.property)) continue;
      if (a.until.valid() && !is_true(a.until, s, m.property)) {
        ++total_.too_early;
        some_admit(here, "p does not hold at first", [&](const Obligation& o) {
          return o.name == a.name + " until then";
        });
      }
      if (pending(a, m, s)) continue;
      ++total_.helpless;
      some_admit(here, "nobody helps at first", about);
    }
  }
}

// A step that does not fail.
void Judge::comes_nearer(const State& s, const oracle::Step& step) {
  for (const Awaited& a : awaited()) {
    for (const Members& m : some_members(a)) {
      if (is_true(a.goal, s, m.property)) continue;
      stays_until(a, m, s, step);
      nearer_by_all(a, m, s, step);
    }
  }
}

// From where p holds, and not q.
void Judge::stays_until(const Awaited& a, const Members& m, const State& s,
                        const oracle::Step& step) {
  if (!a.until.valid() || !is_true(a.until, s, m.property)) return;
  const Situation here{&s, &step.after, step.actor, &step.binding, &m.texts};
  const auto about = [&](const Obligation& o) {
    return o.kind == Kind::progress && o.action == step.action &&
           moves(o, step.actor) && o.name.starts_with(a.name + " until then: ");
  };
  admitted(here, 1, about);
  if (is_true(a.until, step.after, m.property) ||
      is_true(a.goal, step.after, m.property)) {
    return;
  }
  ++total_.too_early;
  some_admit(here, "p does not hold until q", about);
}

void Judge::nearer_by_all(const Awaited& a, const Members& m, const State& s,
                          const oracle::Step& step) {
  for (std::size_t k = 0; k < a.situations(); ++k) {
    for (const Members& h : all_helpers(a, m, k)) {
      if (!lasts(a, h, k, s)) continue;
      nearer_by(a, h, k, s, step);
      if (!a.has_meanwhile(k) || !is_meanwhile(a, h, k, s)) continue;
      nearer_by_all(a.meanwhile(k), h, s, step);
    }
  }
}

// Whether the step is what helps, done by whom it is to be done.
bool Judge::helps(const Awaited& a, const Members& m, std::size_t k,
                  const oracle::Step& step) {
  const network::Situation& of = a.model[k];
  if (step.action != of.item) return false;
  if (of.node.valid() && !of.process.valid()) return false;
  if (!step.actor || !of.process.valid()) {
    return !step.actor && !of.process.valid();
  }
  const std::string& node = a.helpers[k].node.text;
  return static_cast<std::int64_t>(*step.actor) == m.rank.at(node).value.n;
}

void Judge::nearer_by(const Awaited& a, const Members& m, std::size_t k,
                      const State& s, const oracle::Step& step) {
  const Situation here{&s, &step.after, step.actor, &step.binding, &m.texts};
  const std::string name = fmt::format("{} {}: ", a.name, k + 1);
  const auto about = [&](const Obligation& o) {
    return o.kind == Kind::progress && o.action == step.action &&
           moves(o, step.actor) && o.name.starts_with(name);
  };
  const bool helped = a.everybody() || helps(a, m, k, step);
  if (a.possible && !helped) return;
  admitted(here, 1, about);
  if (is_true(a.goal, step.after, m.property)) return;
  const auto was = terms(a, m, s);
  const auto is = terms(a, m, step.after);
  if (was && is) {
    if (*is < *was && pending(a, m, step.after)) return;
    if (*is == *was && !helped && lasts(a, m, k, step.after)) return;
  }
  if (a.around != nullptr) {
    const auto outer_was = terms(*a.around, m, s);
    const auto outer_is = terms(*a.around, m, step.after);
    if (outer_was && outer_is && *outer_is < *outer_was) return;
    // True, or a guard fails, so that it cannot be said.
    if (can_help(*a.around, m, a.within, step.after) != false) return;
  }
  ++total_.not_nearer;
  some_admit(here, name + instance_->step_name(step.actor, step.action), about);
}

}  // namespace vicinal::texts
