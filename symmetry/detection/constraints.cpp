// SPDX-License-Identifier: MIT
// Conditions. A conjunction is split as far as it goes, a disjunction is the
// negation of one; what is left and reads few variables is a table.
#include "symmetry/detection/constraints.hpp"

#include <algorithm>
#include <set>

#include "network/base/budget.hpp"
#include "network/flat/effects.hpp"

namespace vicinal::symmetry::inline detection {

using flat::Term;
using flat::TermOp;

namespace {

constexpr std::size_t most_nodes = 20'000'000;
// A disjunction of more is split.
constexpr std::uint64_t most_joint_rows = 64;
// Of tables with more choices what they do not allow is not written out.
constexpr std::uint64_t most_choices = 10'000;

}  // namespace

Constraints::Constraints(flat::Guarded& guarded, const Domains& domains,
                         std::uint64_t most_rows)
    : guarded_(guarded),
      domains_(domains),
      scopes_(guarded.terms, domains, most_rows),
      anchored_(guarded.slots.size(), false) {
  for (std::size_t s = 0; s < anchored_.size(); ++s) {
    anchored_[s] = domains.values[s].empty();
  }
}

NodeRef Constraints::make(ConstraintNode node) {
  std::ranges::sort(node.children);
  std::ranges::sort(node.rows);
  const auto repeated = std::ranges::unique(node.rows);
  node.rows.erase(repeated.begin(), repeated.end());
  std::vector<std::uint32_t> key{
      static_cast<std::uint32_t>(node.kind), node.slot,
      static_cast<std::uint32_t>(node.tag),
      static_cast<std::uint32_t>(static_cast<std::uint64_t>(node.tag) >> 32),
      static_cast<std::uint32_t>(node.children.size())};
  const auto see = [&](NodeRef child) {
    key.push_back(child.value);
    node.height = std::max(node.height, nodes_[child.index()].height + 1);
  };
  for (const auto& [role, child] : node.children) {
    key.push_back(role);
    see(child);
  }
  for (const Refs& row : node.rows) {
    key.push_back(static_cast<std::uint32_t>(row.size()));
    for (const NodeRef n : row) see(n);
  }
  const NodeRef id(std::size_t{known_(key)});
  if (id.index() < nodes_.size()) return id;
  network::poll();
  if (nodes_.size() == most_nodes) {
    throw Undetectable("the instance is too large");
  }
  nodes_.push_back(std::move(node));
  return id;
}

// ---- leaves ----------------------------------------------------------------

NodeRef Constraints::constant(bool value) {
  return make({Kind::constant, UINT32_MAX, value ? 1 : 0, 0, {}, {}});
}

bool Constraints::is(NodeRef n, bool value) const {
  const ConstraintNode& node = (*this)[n];
  return node.kind == Kind::constant && (node.tag != 0) == value;
}

NodeRef Constraints::literal(std::uint32_t slot, Scalar value) {
  return make({Kind::literal, slot, value, 0, {}, {}});
}

const std::vector<Scalar>& Constraints::list(std::uint32_t slot,
                                             const Allowed& allowed) const {
  const auto at = allowed.find(slot);
  return at == allowed.end() ? domains_.values[slot] : at->second;
}

Lists Constraints::lists(const Allowed& allowed) const {
  return [this, &allowed](std::uint32_t slot) -> const std::vector<Scalar>& {
    return list(slot, allowed);
  };
}

Constraints::Refs Constraints::literals(const Scope& scope, const Row& row) {
  Refs refs;
  for (std::size_t i = 0; i < scope.size(); ++i) {
    refs.push_back(literal(scope[i], row[i]));
  }
  return refs;
}

std::pair<Constraints::Refs, Row> Constraints::split(const Scope& scope,
                                                     const Scope& by,
                                                     const Row& row) {
  std::pair<Refs, Row> result;
  for (std::size_t i = 0; i < scope.size(); ++i) {
    if (std::ranges::binary_search(by, scope[i])) {
      result.first.push_back(literal(scope[i], row[i]));
    } else {
      result.second.push_back(row[i]);
    }
  }
  return result;
}

NodeRef Constraints::among(std::uint32_t slot,
                           const std::vector<Scalar>& values,
                           const Allowed& allowed) {
  if (values.empty()) return constant(false);
  if (values.size() == list(slot, allowed).size()) return constant(true);
  if (values.size() == 1) return literal(slot, values[0]);
  ConstraintNode node{Kind::among, slot, 0, 0, {}, {}};
  for (const Scalar v : values) node.children.push_back({0, literal(slot, v)});
  return make(std::move(node));
}

std::vector<Scalar> Constraints::values_of(NodeRef n) const {
  const ConstraintNode& node = (*this)[n];
  if (node.kind == Kind::literal) return {node.tag};
  std::vector<Scalar> values;
  for (const auto& [role, child] : node.children) {
    values.push_back((*this)[child].tag);
  }
  std::ranges::sort(values);
  return values;
}

// ---- tables ----------------------------------------------------------------

Scope Constraints::scope_of(NodeRef n) const {
  Scope scope;
  for (const NodeRef l : (*this)[n].rows.front()) {
    scope.push_back((*this)[l].slot);
  }
  std::ranges::sort(scope);
  return scope;
}

std::vector<Row> Constraints::rows_of(NodeRef n) const {
  const Scope scope = scope_of(n);
  std::vector<Row> rows;
  for (const Refs& refs : (*this)[n].rows) {
    Row row(scope.size());
    for (const NodeRef l : refs) {
      const auto at = std::ranges::lower_bound(scope, (*this)[l].slot);
      row[static_cast<std::size_t>(at - scope.begin())] = (*this)[l].tag;
    }
    rows.push_back(std::move(row));
  }
  std::ranges::sort(rows);
  return rows;
}

std::vector<Row> Constraints::complement(const Scope& scope,
                                         const std::vector<Row>& rows,
                                         const Allowed& allowed) const {
  const std::set<Row> known(rows.begin(), rows.end());
  std::vector<Row> others;
  flat::each_choice(scope, lists(allowed), [&](const Row& row) {
    if (!known.contains(row)) others.push_back(row);
  });
  return others;
}

// Of others what a table does not allow is not written out.
bool Constraints::written_out(const Scope& scope,
                              const Allowed& allowed) const {
  std::uint64_t choices = 1;
  for (const std::uint32_t slot : scope) {
    choices *= list(slot, allowed).size();
    if (choices > most_choices) return false;
  }
  return true;
}

// The slots that decide; then, if the table is a product of single variables,
// or all but one, these.
NodeRef Constraints::table(const Scope& scope, const std::vector<Row>& rows,
                           const Allowed& allowed) {
  if (rows.empty()) return constant(false);
  const std::set<Row> known(rows.begin(), rows.end());
  Scope kept;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < scope.size(); ++i) {
    const auto& values = list(scope[i], allowed);
    const bool decides = std::ranges::any_of(known, [&](const Row& row) {
      Row other = row;
      return std::ranges::any_of(values, [&](Scalar v) {
        other[i] = v;
        return !known.contains(other);
      });
    });
    if (!decides) continue;
    kept.push_back(scope[i]);
    places.push_back(i);
  }
  if (kept.empty()) return constant(true);
  std::set<Row> reduced;
  for (const Row& row : known) {
    Row shorter;
    for (const std::size_t i : places) shorter.push_back(row[i]);
    reduced.insert(std::move(shorter));
  }
  return unfactored(kept, {reduced.begin(), reduced.end()}, allowed);
}

std::optional<NodeRef> Constraints::factored(const Scope& scope,
                                             const std::vector<Row>& rows,
                                             const Allowed& allowed) {
  std::vector<std::set<Scalar>> values(scope.size());
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) values[i].insert(row[i]);
  }
  std::size_t product = 1;
  for (const auto& v : values) product *= v.size();
  if (product != rows.size()) return std::nullopt;
  Refs parts;
  for (std::size_t i = 0; i < scope.size(); ++i) {
    const std::vector<Scalar> list(values[i].begin(), values[i].end());
    parts.push_back(among(scope[i], list, allowed));
  }
  return all(std::move(parts));
}

NodeRef Constraints::unfactored(const Scope& scope, std::vector<Row> rows,
                                const Allowed& allowed) {
  if (const auto product = factored(scope, rows, allowed)) return *product;
  bool negated = false;
  if (written_out(scope, allowed)) {
    std::vector<Row> others = complement(scope, rows, allowed);
    if (const auto product = factored(scope, others, allowed)) {
      return negation(*product);
    }
    negated = others.size() < rows.size();
    if (negated) rows = std::move(others);
  }
  ConstraintNode node{Kind::table, UINT32_MAX, 0, 0, {}, {}};
  for (const Row& row : rows) {
    node.rows.push_back(literals(scope, row));
    std::ranges::sort(node.rows.back());
  }
  const NodeRef result = make(std::move(node));
  return negated ? negation(result) : result;
}

// ---- cases -----------------------------------------------------------------

// The variables that decide between others: those of conditions of choices.
Scope Constraints::selectors(TermId term) {
  const flat::Terms& terms = guarded_.terms;
  std::set<std::uint32_t> slots;
  std::set<TermId> seen{term};
  std::vector<TermId> open{term};
  while (!open.empty()) {
    network::poll();
    const Term t = terms[open.back()];
    open.pop_back();
    if (t.op == TermOp::choose) {
      const Scope* scope = scopes_.of(terms.child(t, 0));
      if (scope && scope->size() == 1) slots.insert(scope->front());
    }
    for (std::size_t i = 0; i < t.children.size(); ++i) {
      if (seen.insert(terms.child(t, i)).second) {
        open.push_back(terms.child(t, i));
      }
    }
  }
  return {slots.begin(), slots.end()};
}

// Rows of the scope, by the values of some of its variables.
NodeRef Constraints::by_cases(const Scope& scope, const Scope& by,
                              const std::vector<Row>& rows) {
  Scope rest;
  std::ranges::set_difference(scope, by, std::back_inserter(rest));
  std::map<std::vector<NodeRef>, std::vector<Row>> parts;
  for (const Row& row : rows) {
    auto [chosen, others] = split(scope, by, row);
    parts[std::move(chosen)].push_back(std::move(others));
  }
  ConstraintNode node{Kind::cases, UINT32_MAX, 0, 0, {}, {}};
  for (auto& [chosen, inner] : parts) {
    Refs row = chosen;
    const NodeRef then = table(rest, inner, {});
    if (!is(then, true)) row.push_back(then);
    std::ranges::sort(row);
    node.rows.push_back(std::move(row));
  }
  return make(std::move(node));
}

// Only of truth values. Variables with one value left decide nothing.
NodeRef Constraints::cases_where(const ConstraintNode& node,
                                 const Allowed& allowed) {
  ConstraintNode left{Kind::cases, UINT32_MAX, 0, 0, {}, {}};
  for (const Refs& row : node.rows) {
    Refs kept;
    bool possible = true;
    for (const NodeRef n : row) {
      const ConstraintNode& member = (*this)[n];
      if (member.kind == Kind::literal && allowed.contains(member.slot)) {
        const auto& values = allowed.at(member.slot);
        possible = possible && std::ranges::binary_search(values, member.tag);
        if (values.size() == 1) continue;
      }
      kept.push_back(n);
    }
    if (!possible) continue;
    for (NodeRef& n : kept) {
      if ((*this)[n].kind != Kind::literal) n = where(n, allowed);
    }
    if (std::ranges::any_of(kept, [&](NodeRef n) { return is(n, false); })) {
      continue;
    }
    std::erase_if(kept, [&](NodeRef n) { return is(n, true); });
    std::ranges::sort(kept);
    left.rows.push_back(std::move(kept));
  }
  if (left.rows.empty()) return constant(false);
  // A row without conditions holds whatever the others say.
  for (const Refs& row : left.rows) {
    if (row.empty()) return constant(true);
  }
  if (left.rows.size() == 1) return all(left.rows[0]);
  return make(std::move(left));
}

// ---- junctions -------------------------------------------------------------

NodeRef Constraints::negation(NodeRef n) {
  const ConstraintNode node = (*this)[n];
  switch (node.kind) {
    case Kind::constant:
      return constant(node.tag == 0);
    case Kind::negation:
      return node.children.front().second;
    case Kind::all:
    case Kind::less:
    case Kind::equal: {
      ConstraintNode other = node;
      other.tag = 1 - node.tag;
      return make(std::move(other));
    }
    case Kind::literal:
    case Kind::among: {
      const auto values = values_of(n);
      std::vector<Scalar> others;
      std::ranges::set_difference(domains_.values[node.slot], values,
                                  std::back_inserter(others));
      return among(node.slot, others, {});
    }
    default:
      return make({Kind::negation, UINT32_MAX, 0, 0, {{0, n}}, {}});
  }
}

Constraints::Refs Constraints::conjuncts_of(NodeRef n) const {
  const ConstraintNode& node = (*this)[n];
  if (node.kind != Kind::all || node.tag != 0) return {n};
  Refs parts;
  for (const auto& [role, child] : node.children) parts.push_back(child);
  return parts;
}

// Of a slot, one; false: they exclude each other.
bool Constraints::merge_singles(Refs& parts, Allowed& allowed) {
  Refs rest;
  for (const NodeRef p : parts) {
    const ConstraintNode& node = (*this)[p];
    if (node.kind != Kind::literal && node.kind != Kind::among) {
      rest.push_back(p);
      continue;
    }
    const auto values = values_of(p);
    const auto [at, fresh] = allowed.try_emplace(node.slot, values);
    if (fresh) continue;
    std::vector<Scalar> both;
    std::ranges::set_intersection(at->second, values, std::back_inserter(both));
    at->second = std::move(both);
    if (at->second.empty()) return false;
  }
  parts = std::move(rest);
  for (const auto& [slot, values] : allowed) {
    parts.push_back(among(slot, values, {}));
  }
  return true;
}

// Of the same variables, one; whether something changed.
bool Constraints::merge_tables(Refs& parts) {
  std::map<Scope, Refs> groups;
  Refs rest;
  const auto table_in = [&](NodeRef p) {
    const ConstraintNode& node = (*this)[p];
    const NodeRef inner =
        node.kind == Kind::negation ? node.children.front().second : p;
    return (*this)[inner].kind == Kind::table ? inner : NodeRef{};
  };
  for (const NodeRef p : parts) {
    const NodeRef inner = table_in(p);
    if (inner.valid()) {
      groups[scope_of(inner)].push_back(p);
    } else {
      rest.push_back(p);
    }
  }
  bool changed = false;
  for (const auto& [scope, group] : groups) {
    if (group.size() == 1 || !written_out(scope, {})) {
      rest.insert(rest.end(), group.begin(), group.end());
      continue;
    }
    changed = true;
    std::optional<std::vector<Row>> common;
    for (const NodeRef p : group) {
      const NodeRef inner = table_in(p);
      std::vector<Row> rows = rows_of(inner);
      if (inner != p) rows = complement(scope, rows, {});
      if (common) {
        std::vector<Row> both;
        std::ranges::set_intersection(*common, rows, std::back_inserter(both));
        rows = std::move(both);
      }
      common = std::move(rows);
    }
    rest.push_back(table(scope, *common, {}));
  }
  parts = std::move(rest);
  return changed;
}

// a and not (a and b): a and not b. Whether something changed.
bool Constraints::absorb(Refs& parts) {
  Refs known = parts;
  std::ranges::sort(known);
  const auto holds = [&](NodeRef n) {
    return std::ranges::binary_search(known, n);
  };
  bool changed = false;
  for (NodeRef& p : parts) {
    network::poll();
    const ConstraintNode node = (*this)[p];
    if (node.kind != Kind::all || node.tag == 0) continue;
    Refs left;
    bool never = false;
    for (const auto& [role, child] : node.children) {
      if (holds(child)) continue;
      never = never || holds(negation(child));
      left.push_back(child);
    }
    if (!never && left.size() == node.children.size()) continue;
    p = never ? constant(true) : negation(all(std::move(left)));
    changed = true;
  }
  return changed;
}

bool Constraints::speaks_of(NodeRef n, const Allowed& allowed) const {
  const ConstraintNode& node = (*this)[n];
  if (node.kind == Kind::literal || node.kind == Kind::among) {
    return allowed.contains(node.slot);
  }
  if (node.kind == Kind::table) {
    return std::ranges::any_of(node.rows.front(), [&](NodeRef l) {
      return allowed.contains((*this)[l].slot);
    });
  }
  if (node.kind == Kind::cases) {
    return std::ranges::any_of(node.rows, [&](const Refs& row) {
      return std::ranges::any_of(
          row, [&](NodeRef member) { return speaks_of(member, allowed); });
    });
  }
  if (node.kind != Kind::all && node.kind != Kind::negation) return false;
  return std::ranges::any_of(node.children, [&](const auto& child) {
    return speaks_of(child.second, allowed);
  });
}

// The same where the values are allowed; elsewhere anything.
NodeRef Constraints::where(NodeRef n, const Allowed& allowed) {
  network::poll();
  if (!speaks_of(n, allowed)) return n;
  const ConstraintNode node = (*this)[n];
  switch (node.kind) {
    case Kind::literal:
    case Kind::among: {
      std::vector<Scalar> both;
      std::ranges::set_intersection(values_of(n), list(node.slot, allowed),
                                    std::back_inserter(both));
      return among(node.slot, both, allowed);
    }
    case Kind::table: {
      const Scope scope = scope_of(n);
      std::vector<Row> rows = rows_of(n);
      std::erase_if(rows, [&](const Row& row) {
        for (std::size_t i = 0; i < scope.size(); ++i) {
          if (!std::ranges::binary_search(list(scope[i], allowed), row[i])) {
            return true;
          }
        }
        return false;
      });
      return table(scope, rows, allowed);
    }
    case Kind::negation:
      return negation(where(node.children.front().second, allowed));
    case Kind::cases:
      return cases_where(node, allowed);
    default: {
      Refs parts;
      for (const auto& [role, part] : node.children) {
        parts.push_back(where(part, allowed));
      }
      const NodeRef both = all(std::move(parts));
      return node.tag == 0 ? both : negation(both);
    }
  }
}

NodeRef Constraints::all(Refs parts) {
  for (bool changed = true; changed;) {
    changed = false;
    Refs flat;
    for (const NodeRef p : parts) {
      if (is(p, false)) return p;
      if (is(p, true)) continue;
      const Refs inner = conjuncts_of(p);
      flat.insert(flat.end(), inner.begin(), inner.end());
    }
    parts = std::move(flat);
    Allowed allowed;
    if (!merge_singles(parts, allowed)) return constant(false);
    std::ranges::sort(parts);
    parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
    if (merge_tables(parts)) changed = true;
    if (absorb(parts)) changed = true;
    if (allowed.empty()) continue;
    for (NodeRef& p : parts) {
      const Kind kind = (*this)[p].kind;
      if (kind == Kind::literal || kind == Kind::among) continue;
      const NodeRef before = p;
      p = where(p, allowed);
      changed = changed || p != before;
    }
  }
  if (parts.empty()) return constant(true);
  if (parts.size() == 1) return parts[0];
  std::ranges::sort(parts);
  ConstraintNode node{Kind::all, UINT32_MAX, 0, 0, {}, {}};
  for (const NodeRef p : parts) {
    if (std::ranges::binary_search(parts, negation(p))) return constant(false);
    node.children.push_back({0, p});
  }
  return make(std::move(node));
}

// ---- terms -----------------------------------------------------------------

NodeRef Constraints::truth(TermId term) {
  const auto at = truths_.find(term);
  if (at != truths_.end()) return at->second;
  const NodeRef result = translated(term);
  truths_.emplace(term, result);
  return result;
}

// Two variables are equal: few rows, though they have many values.
std::optional<NodeRef> Constraints::same_value(const Term& t) {
  if (t.op != TermOp::equal) return std::nullopt;
  const Term a = guarded_.terms[guarded_.terms.child(t, 0)];
  const Term b = guarded_.terms[guarded_.terms.child(t, 1)];
  if (a.op != TermOp::slot || b.op != TermOp::slot) return std::nullopt;
  const auto x = static_cast<std::uint32_t>(a.value);
  const auto y = static_cast<std::uint32_t>(b.value);
  if (domains_.values[x].empty() || domains_.values[y].empty()) {
    return std::nullopt;
  }
  ConstraintNode node{Kind::table, UINT32_MAX, 0, 0, {}, {}};
  for (const Scalar v : domains_.values[x]) {
    if (!domains_.place(y, v)) continue;
    Refs row{literal(x, v), literal(y, v)};
    std::ranges::sort(row);
    node.rows.push_back(std::move(row));
  }
  return node.rows.empty() ? constant(false) : make(std::move(node));
}

// One of the alternatives, each with its condition.
NodeRef Constraints::chosen(TermId id) {
  Refs parts;
  for (const auto& [condition, value] : branches(id, {})) {
    parts.push_back(negation(all({condition, truth(value)})));
  }
  return negation(all(std::move(parts)));
}

// Of a choice that is compared, the comparisons are chosen: what is compared
// are values then, and need not be numbers.
std::optional<NodeRef> Constraints::compared_by_cases(TermId id) {
  flat::Terms& terms = guarded_.terms;
  const Term t = terms[id];
  if (t.op != TermOp::equal && t.op != TermOp::less) return std::nullopt;
  for (std::size_t side = 0; side < 2; ++side) {
    const TermId choice = terms.child(t, side);
    if (terms[choice].op != TermOp::choose) continue;
    Refs parts;
    for (const auto& [condition, value] : branches(choice, {})) {
      std::vector<TermId> sides{terms.child(t, 0), terms.child(t, 1)};
      sides[side] = value;
      const NodeRef holds = truth(terms.again(id, sides));
      parts.push_back(negation(all({condition, holds})));
    }
    return negation(all(std::move(parts)));
  }
  return std::nullopt;
}

NodeRef Constraints::translated(TermId id) {
  const Term t = guarded_.terms[id];
  const auto child = [&](std::size_t i) { return guarded_.terms.child(t, i); };
  const auto each = [&](bool negated) {
    Refs parts;
    for (std::size_t i = 0; i < t.children.size(); ++i) {
      const NodeRef part = truth(child(i));
      parts.push_back(negated ? negation(part) : part);
    }
    return all(std::move(parts));
  };
  if (t.op == TermOp::constant) return constant(t.value != 0);
  if (t.op == TermOp::logical_and) return each(false);
  if (t.op == TermOp::logical_not) return negation(truth(child(0)));
  const Scope* scope = scopes_.of(id);
  const bool split = t.op == TermOp::logical_or;
  if (scope && (!split || scopes_.rows(*scope) <= most_joint_rows)) {
    std::vector<Row> rows;
    each_row(guarded_.terms, id, *scope, domains_.lists(),
             [&](const Row& row, Scalar holds) {
               if (holds != 0) rows.push_back(row);
             });
    const Scope whole = *scope;
    if (scopes_.rows(whole) > most_flat_rows && !rows.empty()) {
      const Scope by = selectors(id);
      if (!by.empty() && by.size() < whole.size()) {
        return by_cases(whole, by, rows);
      }
    }
    return table(whole, rows, {});
  }
  if (split) return negation(each(true));
  if (const auto same = same_value(t)) return *same;
  if (t.op == TermOp::choose) return chosen(id);
  if (const auto cases = compared_by_cases(id)) return *cases;
  const NodeRef parts[] = {number(child(0)), number(child(1))};
  if (t.op == TermOp::less) return operation(Kind::less, parts);
  if (t.op == TermOp::equal) {
    return commutative(Kind::equal, {parts[0], parts[1]});
  }
  throw Undetectable("a truth value is compared in a way that is not known");
}

}  // namespace vicinal::symmetry::inline detection
