// SPDX-License-Identifier: MIT
// No term fails, so that all parts may be evaluated, needed or not.
#include "network/flat/tables.hpp"

#include <algorithm>
#include <map>

#include "network/base/budget.hpp"

namespace vicinal::flat {

std::optional<std::uint32_t> Domains::place(std::uint32_t slot,
                                            Scalar value) const {
  const auto& all = values[slot];
  const auto at = std::ranges::lower_bound(all, value);
  if (at == all.end() || *at != value) return std::nullopt;
  return static_cast<std::uint32_t>(at - all.begin());
}

Domains whole_domains(const Guarded& guarded) {
  Domains domains;
  for (const Slot& s : guarded.slots) {
    auto& values = domains.values.emplace_back();
    if (network::Wide{s.bounds.high} - s.bounds.low >= Domains::most_values) {
      continue;
    }
    for (Scalar v = s.bounds.low; v <= s.bounds.high; ++v) values.push_back(v);
  }
  return domains;
}

std::uint64_t Scopes::rows(const Scope& scope) const {
  std::uint64_t rows = 1;
  for (const std::uint32_t s : scope) {
    const std::uint64_t size = domains_.values[s].size();
    if (size == 0) return most_ + 1;
    rows *= size;
    if (rows > most_) return most_ + 1;
  }
  return rows;
}

const Scopes::Entry& Scopes::entry(TermId id) {
  if (entries_.size() <= id.index()) entries_.resize(id.index() + 1);
  if (entries_[id.index()].known) return entries_[id.index()];
  network::poll();
  const Term t = terms_[id];
  Entry result;
  result.known = true;
  // Tables hold numbers of the language.
  result.small = !t.below && !t.above;
  if (t.op == TermOp::slot) {
    result.scope.push_back(static_cast<std::uint32_t>(t.value));
  }
  for (std::size_t i = 0; result.small && i < t.children.size(); ++i) {
    const Entry& child = entry(terms_.child(t, i));
    result.small = child.small;
    Scope merged;
    std::ranges::set_union(result.scope, child.scope,
                           std::back_inserter(merged));
    result.scope = std::move(merged);
    result.small = result.small && rows(result.scope) <= most_;
  }
  result.small = result.small && rows(result.scope) <= most_;
  if (!result.small) result.scope.clear();
  entries_[id.index()] = std::move(result);
  return entries_[id.index()];
}

const Scope* Scopes::of(TermId term) {
  const Entry& e = entry(term);
  return e.small ? &e.scope : nullptr;
}

Evaluation::Evaluation(const Terms& terms, TermId term, const Scope& scope) {
  std::map<TermId, std::uint32_t> places;
  const auto add = [&](auto&& self, TermId id) -> std::uint32_t {
    const auto at = places.find(id);
    if (at != places.end()) return at->second;
    network::poll();
    const Term t = terms[id];
    std::vector<std::uint32_t> children;
    for (std::size_t i = 0; i < t.children.size(); ++i) {
      children.push_back(self(self, terms.child(t, i)));
    }
    Part part{t.op, 0, t.value, 0, 0};
    if (t.op == TermOp::slot) {
      part.place = static_cast<std::uint32_t>(
          std::ranges::lower_bound(scope, static_cast<std::uint32_t>(t.value)) -
          scope.begin());
    }
    part.begin = static_cast<std::uint32_t>(children_.size());
    children_.insert(children_.end(), children.begin(), children.end());
    part.end = static_cast<std::uint32_t>(children_.size());
    const auto place = static_cast<std::uint32_t>(parts_.size());
    parts_.push_back(part);
    places.emplace(id, place);
    return place;
  };
  add(add, term);
  values_.resize(parts_.size());
}

Scalar Evaluation::operator()(const Row& row) {
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const Part& p = parts_[i];
    const auto at = [&](std::uint32_t k) {
      return values_[children_[p.begin + k]];
    };
    const auto fold = [&](Scalar value, const auto& join) {
      for (std::uint32_t k = 0; k < p.end - p.begin; ++k) {
        value = join(value, at(k));
      }
      return value;
    };
    Scalar& v = values_[i];
    switch (p.op) {
      case TermOp::constant:
        v = p.value;
        break;
      case TermOp::slot:
        v = row[p.place];
        break;
      case TermOp::temporary:
        throw std::logic_error("Evaluation: a temporary is no function");
      case TermOp::add:
        v = fold(0, [](Scalar a, Scalar b) { return a + b; });
        break;
      case TermOp::subtract:
        v = at(0) - at(1);
        break;
      case TermOp::multiply:
        v = fold(1, [](Scalar a, Scalar b) { return a * b; });
        break;
      case TermOp::quotient:
        v = at(1) <= 0 ? 0 : at(0) / at(1);
        break;
      case TermOp::remainder:
        v = at(1) <= 0 ? 0 : at(0) % at(1);
        break;
      case TermOp::less:
        v = at(0) < at(1) ? 1 : 0;
        break;
      case TermOp::equal:
        v = at(0) == at(1) ? 1 : 0;
        break;
      case TermOp::logical_not:
        v = 1 - at(0);
        break;
      case TermOp::logical_and:
        v = fold(1, [](Scalar a, Scalar b) { return a & b; });
        break;
      case TermOp::logical_or:
        v = fold(0, [](Scalar a, Scalar b) { return a | b; });
        break;
      case TermOp::choose:
        v = at(0) != 0 ? at(1) : at(2);
        break;
    }
  }
  return values_.back();
}

void each_choice(const Scope& scope, const Lists& lists,
                 const std::function<void(const Row&)>& visit) {
  Row row(scope.size());
  std::vector<const std::vector<Scalar>*> values;
  std::vector<std::size_t> at(scope.size(), 0);
  for (std::size_t i = 0; i < scope.size(); ++i) {
    values.push_back(&lists(scope[i]));
    if (values[i]->empty()) return;
    row[i] = values[i]->front();
  }
  while (true) {
    network::poll();
    visit(row);
    std::size_t i = scope.size();
    for (; i > 0; --i) {
      const auto& list = *values[i - 1];
      if (++at[i - 1] == list.size()) at[i - 1] = 0;
      row[i - 1] = list[at[i - 1]];
      if (at[i - 1] != 0) break;
    }
    if (i == 0) return;
  }
}

void each_row(const Terms& terms, TermId term, const Scope& scope,
              const Lists& lists,
              const std::function<void(const Row&, Scalar)>& visit) {
  Evaluation evaluate(terms, term, scope);
  each_choice(scope, lists, [&](const Row& row) { visit(row, evaluate(row)); });
}

}  // namespace vicinal::flat
