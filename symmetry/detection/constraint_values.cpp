// SPDX-License-Identifier: MIT
// Numbers, and what variables become.
#include <algorithm>

#include "network/base/budget.hpp"
#include "symmetry/detection/constraints.hpp"

namespace vicinal::symmetry::inline detection {

using flat::Term;
using flat::TermOp;

namespace {

// Chains of choices on variables with more rows are not flattened.
constexpr std::uint64_t most_branch_rows = 256;

// Leaves out variables that decide nothing.
void drop_idle(std::map<Row, Scalar>& rows, Scope& scope, const Lists& lists) {
  for (std::size_t i = scope.size(); i-- > 0;) {
    const Scalar some = lists(scope[i])[0];
    const bool decides = std::ranges::any_of(rows, [&](const auto& entry) {
      Row other = entry.first;
      other[i] = some;
      return rows.at(other) != entry.second;
    });
    if (decides) continue;
    std::map<Row, Scalar> shorter;
    for (const auto& [row, v] : rows) {
      Row rest = row;
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
      shorter.emplace(std::move(rest), v);
    }
    rows = std::move(shorter);
    scope.erase(scope.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

}  // namespace

NodeRef Constraints::next(std::uint32_t slot, Scalar value) {
  return make({Kind::next, slot, value, 0, {{0, literal(slot, value)}}, {}});
}

NodeRef Constraints::integer(Scalar value) {
  return make({Kind::integer, UINT32_MAX, value, 0, {}, {}});
}

NodeRef Constraints::operation(Kind kind, std::span<const NodeRef> ordered) {
  ConstraintNode node{kind, UINT32_MAX, 0, 0, {}, {}};
  for (std::uint32_t i = 0; i < ordered.size(); ++i) {
    node.children.push_back({i + 1, ordered[i]});
  }
  return make(std::move(node));
}

NodeRef Constraints::commutative(Kind kind, Refs parts) {
  std::map<NodeRef, std::uint32_t> often;
  for (const NodeRef p : parts) ++often[p];
  ConstraintNode node{kind, UINT32_MAX, 0, 0, {}, {}};
  for (const auto& [part, times] : often) {
    node.children.push_back({times - 1, part});
  }
  return make(std::move(node));
}

// ---- numbers ---------------------------------------------------------------

NodeRef Constraints::number(TermId term) {
  const auto at = numbers_.find(term);
  if (at != numbers_.end()) return at->second;
  const NodeRef result = numbered(term);
  numbers_.emplace(term, result);
  return result;
}

NodeRef Constraints::numbered(TermId id) {
  const Term t = guarded_.terms[id];
  const auto child = [&](std::size_t i) { return guarded_.terms.child(t, i); };
  if (t.op == TermOp::constant) return integer(t.value);
  if (const Scope* scope = scopes_.of(id)) return number_rows(id, *scope);
  const auto parts = [&] {
    Refs refs;
    for (std::size_t i = 0; i < t.children.size(); ++i) {
      refs.push_back(number(child(i)));
    }
    return refs;
  };
  switch (t.op) {
    case TermOp::slot: {
      const auto slot = static_cast<std::uint32_t>(t.value);
      anchored_[slot] = true;
      return make({Kind::slot_number, slot, 0, 0, {}, {}});
    }
    case TermOp::add:
      return commutative(Kind::sum, operands(id));
    case TermOp::multiply:
      return commutative(Kind::product, operands(id));
    case TermOp::subtract:
      return operation(Kind::difference, parts());
    case TermOp::quotient:
      return operation(Kind::quotient, parts());
    case TermOp::remainder:
      return operation(Kind::remainder, parts());
    case TermOp::choose: {
      if (t.truth) break;
      std::vector<std::pair<NodeRef, NodeRef>> cases;
      for (const auto& [condition, value] : branches(id, {})) {
        cases.emplace_back(condition, number(value));
      }
      return alternatives(std::move(cases));
    }
    default:
      break;
  }
  // A truth value as a number.
  const NodeRef holds = truth(id);
  return alternatives({{holds, integer(1)}, {negation(holds), integer(0)}});
}

// Of a sum or a product, those of its operands that are such come in their
// place; numbers become one.
Constraints::Refs Constraints::operands(TermId id) {
  const TermOp op = guarded_.terms[id].op;
  Scalar constant = op == TermOp::add ? 0 : 1;
  const Scalar neutral = constant;
  Refs parts;
  std::vector<TermId> open{id};
  while (!open.empty()) {
    network::poll();
    const Term t = guarded_.terms[open.back()];
    const TermId at = open.back();
    open.pop_back();
    if (t.op == op) {
      for (std::size_t i = 0; i < t.children.size(); ++i) {
        open.push_back(guarded_.terms.child(t, i));
      }
    } else if (t.op == TermOp::constant) {
      constant = op == TermOp::add ? constant + t.value : constant * t.value;
    } else {
      parts.push_back(number(at));
    }
  }
  if (constant != neutral || parts.empty()) parts.push_back(integer(constant));
  return parts;
}

// The most frequent value, of these the least, has no rows.
NodeRef Constraints::number_rows(TermId term, Scope scope) {
  std::map<Row, Scalar> rows;
  each_row(guarded_.terms, term, scope, domains_.lists(),
           [&](const Row& row, Scalar value) { rows.emplace(row, value); });
  drop_idle(rows, scope, domains_.lists());
  std::map<Scalar, std::size_t> often;
  for (const auto& [row, value] : rows) ++often[value];
  Scalar rest = often.begin()->first;
  for (const auto& [value, times] : often) {
    if (times > often[rest]) rest = value;
  }
  if (often.size() == 1) return integer(rest);
  ConstraintNode node{Kind::number_rows, UINT32_MAX, rest, 0, {}, {}};
  for (const auto& [row, value] : rows) {
    if (value == rest) continue;
    Refs refs = literals(scope, row);
    refs.push_back(integer(value));
    std::ranges::sort(refs);
    node.rows.push_back(std::move(refs));
  }
  return make(std::move(node));
}

// ---- what variables become -------------------------------------------------

// Conditions that exclude each other, and what is chosen. Where few variables
// decide, a chain of choices has no order.
std::vector<std::pair<NodeRef, TermId>> Constraints::branches(
    TermId choice, const Allowed& allowed) {
  const flat::Terms& terms = guarded_.terms;
  Scope scope;
  std::vector<TermId> conditions, values;
  TermId rest = choice;
  while (terms[rest].op == TermOp::choose) {
    const TermId condition = terms.child(terms[rest], 0);
    const Scope* more = scopes_.of(condition);
    if (!more) break;
    Scope joined;
    std::ranges::set_union(scope, *more, std::back_inserter(joined));
    if (scopes_.rows(joined) > most_branch_rows) break;
    scope = std::move(joined);
    conditions.push_back(condition);
    values.push_back(terms.child(terms[rest], 1));
    rest = terms.child(terms[rest], 2);
  }
  if (conditions.empty()) {
    const Term t = terms[choice];
    const NodeRef c = truth(terms.child(t, 0));
    return {{c, terms.child(t, 1)}, {negation(c), terms.child(t, 2)}};
  }
  values.push_back(rest);
  std::vector<flat::Evaluation> evaluate;
  for (const TermId c : conditions) evaluate.emplace_back(terms, c, scope);
  std::map<TermId, std::vector<Row>> chosen;
  flat::each_choice(scope, lists(allowed), [&](const Row& row) {
    std::size_t i = 0;
    while (i < conditions.size() && evaluate[i](row) == 0) ++i;
    chosen[values[i]].push_back(row);
  });
  std::vector<std::pair<NodeRef, TermId>> result;
  for (const auto& [value, rows] : chosen) {
    result.emplace_back(table(scope, rows, allowed), value);
  }
  return result;
}

// Equal ones are joined.
NodeRef Constraints::alternatives(
    std::vector<std::pair<NodeRef, NodeRef>> cases) {
  std::map<NodeRef, Refs> by_value;
  for (const auto& [condition, value] : cases) {
    if (!is(condition, false)) by_value[value].push_back(negation(condition));
  }
  if (by_value.size() == 1) return by_value.begin()->first;
  ConstraintNode node{Kind::alternatives, UINT32_MAX, 0, 0, {}, {}};
  for (const auto& [value, conditions] : by_value) {
    Refs row{negation(all(conditions)), value};
    std::ranges::sort(row);
    node.rows.push_back(std::move(row));
  }
  return make(std::move(node));
}

NodeRef Constraints::becomes(std::uint32_t slot, TermId value,
                             const Allowed& allowed) {
  const NodeRef keep = make({Kind::keep, slot, 0, 0, {}, {}});
  const Term t = guarded_.terms[value];
  if (t.op == TermOp::slot && t.value == Scalar{slot}) return keep;
  const bool listed = !domains_.values[slot].empty();
  const Scope* scope = scopes_.of(value);
  if (listed && scope) return becomes_rows(slot, value, *scope, allowed);
  if (t.op == TermOp::choose && !t.truth) {
    std::vector<std::pair<NodeRef, NodeRef>> cases;
    for (const auto& [condition, chosen] : branches(value, allowed)) {
      Refs known = conjuncts_of(condition);
      for (const auto& [s, values] : allowed) {
        known.push_back(among(s, values, {}));
      }
      Allowed narrowed;
      if (!merge_singles(known, narrowed)) continue;
      cases.emplace_back(condition, becomes(slot, chosen, narrowed));
    }
    return cases.empty() ? keep : alternatives(std::move(cases));
  }
  if (listed && t.truth) {
    const NodeRef holds = truth(value);
    std::vector<std::pair<NodeRef, NodeRef>> cases;
    for (const Scalar v : domains_.values[slot]) {
      cases.emplace_back(v != 0 ? holds : negation(holds), next(slot, v));
    }
    return alternatives(std::move(cases));
  }
  anchored_[slot] = true;
  return make({Kind::assigned, slot, 0, 0, {{0, number(value)}}, {}});
}

NodeRef Constraints::becomes_rows(std::uint32_t slot, TermId value,
                                  const Scope& scope, const Allowed& allowed) {
  std::map<Row, Scalar> rows;
  each_row(guarded_.terms, value, scope, lists(allowed),
           [&](const Row& row, Scalar v) { rows.emplace(row, v); });
  Scope by;
  if (rows.size() > most_flat_rows) {
    std::ranges::set_intersection(selectors(value), scope,
                                  std::back_inserter(by));
    std::erase(by, slot);
  }
  if (by.empty()) return next_rows(slot, std::move(rows), scope, allowed);
  Scope rest;
  std::ranges::set_difference(scope, by, std::back_inserter(rest));
  std::map<Refs, std::map<Row, Scalar>> parts;
  for (const auto& [row, v] : rows) {
    auto [chosen, others] = split(scope, by, row);
    parts[std::move(chosen)].emplace(std::move(others), v);
  }
  // Where there is no row, it stays as it is.
  ConstraintNode node{Kind::cases, slot, 0, 0, {}, {}};
  for (auto& [chosen, inner] : parts) {
    const NodeRef then = next_rows(slot, std::move(inner), rest, allowed);
    if ((*this)[then].kind == Kind::keep) continue;
    Refs row = chosen;
    row.push_back(then);
    std::ranges::sort(row);
    node.rows.push_back(std::move(row));
  }
  if (node.rows.empty()) return make({Kind::keep, slot, 0, 0, {}, {}});
  return make(std::move(node));
}

NodeRef Constraints::next_rows(std::uint32_t slot, std::map<Row, Scalar> rows,
                               Scope scope, const Allowed& allowed) {
  drop_idle(rows, scope, lists(allowed));
  const auto own = std::ranges::find(scope, slot) - scope.begin();
  const bool reads_itself = own < static_cast<std::ptrdiff_t>(scope.size());
  const NodeRef keep = make({Kind::keep, slot, 0, 0, {}, {}});
  if (scope.empty()) {
    const Scalar v = rows.begin()->second;
    const auto& before = list(slot, allowed);
    const bool stays = before.size() == 1 && before[0] == v;
    // What is out of range is a model error, and not stored.
    return stays || !domains_.place(slot, v) ? keep : next(slot, v);
  }
  // Where there is no row, it stays as it is.
  ConstraintNode node{Kind::next_rows, slot, 0, 0, {}, {}};
  for (const auto& [row, v] : rows) {
    if (!domains_.place(slot, v)) continue;
    if (reads_itself && row[static_cast<std::size_t>(own)] == v) continue;
    Refs refs = literals(scope, row);
    refs.push_back(next(slot, v));
    std::ranges::sort(refs);
    node.rows.push_back(std::move(refs));
  }
  return node.rows.empty() ? keep : make(std::move(node));
}

// ---- roots -----------------------------------------------------------------

NodeRef Constraints::root_of(Kind kind, Scalar tag, NodeRef holds,
                             NodeRef fails, const Refs& changes) {
  ConstraintNode node{kind, UINT32_MAX, tag, 0, {}, {}};
  for (const NodeRef p : conjuncts_of(holds)) node.children.push_back({0, p});
  for (const NodeRef c : changes) node.children.push_back({0, c});
  node.children.push_back({1, fails});
  return make(std::move(node));
}

NodeRef Constraints::summand(const SummandParts& parts) {
  const NodeRef guard = truth(parts.guard);
  if (is(guard, false)) return guard;
  Refs known = conjuncts_of(guard);
  Allowed allowed;
  merge_singles(known, allowed);
  const NodeRef fails = where(truth(parts.fails), allowed);
  // Where it does not fail, what that says of single variables holds, too.
  Refs succeeds = conjuncts_of(negation(fails));
  succeeds.insert(succeeds.end(), known.begin(), known.end());
  Allowed taken;
  const bool possible = !is(fails, true) && merge_singles(succeeds, taken);
  Refs changes;
  for (const auto& [slot, value] : parts.updates) {
    if (!possible) break;
    const NodeRef change = becomes(slot, value, taken);
    if ((*this)[change].kind != Kind::keep) changes.push_back(change);
  }
  return root_of(Kind::summand, parts.action, guard, fails, changes);
}

NodeRef Constraints::claim(std::size_t number, TermId holds, TermId fails) {
  // What it says where it fails does not matter.
  const NodeRef failure = truth(fails);
  const NodeRef both = all({truth(holds), negation(failure)});
  return root_of(Kind::claim, static_cast<Scalar>(number), both, failure, {});
}

NodeRef Constraints::root(Kind kind, TermId condition) {
  return root_of(kind, 0, truth(condition), constant(false), {});
}

}  // namespace vicinal::symmetry::inline detection
