// SPDX-License-Identifier: MIT
// A term's operands are made before it, so that numbers of terms grow from
// the leaves to the roots: going through them in order needs no recursion.
#include "obligations/meaning/term.hpp"

#include <algorithm>

#include "network/base/budget.hpp"

namespace vicinal::obligations::inline meaning {

namespace {

constexpr std::uint32_t max_short = 3;  // operators and symbols

using Wide = std::optional<std::int64_t>;

Wide plus(std::int64_t a, std::int64_t b) {
  std::int64_t r = 0;
  if (__builtin_add_overflow(a, b, &r)) return std::nullopt;
  return r;
}

Wide times(std::int64_t a, std::int64_t b) {
  std::int64_t r = 0;
  if (__builtin_mul_overflow(a, b, &r)) return std::nullopt;
  return r;
}

constexpr TermBounds unknown_bounds{INT64_MIN, INT64_MAX, false};

TermBounds bounded(Wide low, Wide high) {
  if (!low || !high) return unknown_bounds;
  return {*low, *high, true};
}

// Euclidean: the rest is never negative. None: not in 64 bits.
Wide euclidean(std::int64_t a, std::int64_t b, bool rest) {
  if (b == -1) return rest ? Wide(0) : times(a, -1);
  std::int64_t quotient = a / b;
  std::int64_t remainder = a % b;
  if (remainder < 0) {
    remainder = b > 0 ? remainder + b : remainder - b;
    quotient += b > 0 ? -1 : 1;
  }
  return rest ? remainder : quotient;
}

// A name between bars may hold anything but bars and backslashes.
std::string quoted(const std::string& name) {
  std::string text = "|";
  for (const char c : name) {
    const bool plain = c >= ' ' && c <= '~' && c != '|' && c != '\\';
    text += plain ? c : '_';
  }
  return text + "|";
}

std::string number_text(std::int64_t value) {
  const std::string digits = std::to_string(value);
  return value < 0 ? "(- " + digits.substr(1) + ")" : digits;
}

const char* sort_text(Sort sort) {
  return sort == Sort::truth ? "Bool" : "Int";
}

}  // namespace

Terms::Terms() {
  no_ = make(Kind::truth, Sort::truth, 0, {});
  yes_ = make(Kind::truth, Sort::truth, 1, {});
}

Term Terms::make(Kind kind, Sort sort, std::int64_t payload,
                 std::vector<Term> children, TermBounds bounds) {
  network::poll();
  std::uint64_t hash = static_cast<std::uint64_t>(kind) * 0x9E3779B97F4A7C15U +
                       static_cast<std::uint64_t>(payload);
  for (const Term child : children) {
    hash = (hash ^ child.value) * 0x9E3779B97F4A7C15U;
    hash ^= hash >> 29U;
  }
  Key key{kind, payload, std::move(children), hash};
  const auto found = index_.find(key);
  if (found != index_.end()) return found->second;
  const Term t(nodes_.size());
  std::uint32_t weight = 1;
  for (const Term child : key.children) weight += nodes_[child.index()].weight;
  weight = std::min(weight, max_short + 1);
  nodes_.push_back({kind, sort, payload, key.children, bounds, weight});
  index_.emplace(std::move(key), t);
  return t;
}

// ---- symbols ---------------------------------------------------------------

Symbol Terms::function(const std::string& name, std::uint32_t arity, Sort sort,
                       TermBounds bounds) {
  const auto [it, fresh] = by_name_.emplace(name, Symbol(functions_.size()));
  if (fresh) functions_.push_back({name, arity, sort, bounds});
  return it->second;
}

Term Terms::apply(Symbol symbol, std::vector<Term> arguments) {
  const Function& f = functions_[symbol.index()];
  return make(Kind::apply, f.sort, symbol.value, std::move(arguments),
              f.bounds);
}

std::string Terms::fresh_name(const std::string& name) {
  return name + "#" + std::to_string(++fresh_[name]);
}

Term Terms::fresh(const std::string& name, Sort sort, TermBounds bounds) {
  return apply(function(fresh_name(name), 0, sort, bounds), {});
}

// ---- constructors ----------------------------------------------------------

Term Terms::number(std::int64_t value) {
  return make(Kind::number, Sort::number, value, {}, {value, value, true});
}

std::optional<std::int64_t> Terms::value(Term t) const {
  const Node& n = nodes_[t.index()];
  if (n.kind != Kind::number) return std::nullopt;
  return n.payload;
}

Term Terms::negate(Term a) {
  const Node& n = nodes_[a.index()];
  if (n.kind == Kind::truth) return truth(n.payload == 0);
  if (n.kind == Kind::negation) return n.children[0];
  return make(Kind::negation, Sort::truth, 0, {a});
}

// and, or: flat, without repetitions, in the order of the terms.
Term Terms::junction(Kind kind, std::vector<Term> parts) {
  const Term neutral = truth(kind == Kind::conjunction);
  const Term final = truth(kind != Kind::conjunction);
  std::vector<Term> flat;
  for (const Term part : parts) {
    const Node& n = nodes_[part.index()];
    if (part == final) return final;
    if (n.kind == kind) {
      flat.insert(flat.end(), n.children.begin(), n.children.end());
    } else if (part != neutral) {
      flat.push_back(part);
    }
  }
  std::sort(flat.begin(), flat.end());
  flat.erase(std::unique(flat.begin(), flat.end()), flat.end());
  for (const Term part : flat) {
    if (part == final) return final;
    const Node& n = nodes_[part.index()];
    if (n.kind == Kind::negation &&
        std::binary_search(flat.begin(), flat.end(), n.children[0])) {
      return final;
    }
  }
  if (flat.empty()) return neutral;
  if (flat.size() == 1) return flat[0];
  return make(kind, Sort::truth, 0, std::move(flat));
}

Term Terms::all(std::vector<Term> parts) {
  return junction(Kind::conjunction, std::move(parts));
}

Term Terms::any(std::vector<Term> parts) {
  return junction(Kind::disjunction, std::move(parts));
}

std::pair<Term, std::int64_t> Terms::split(Term t) const {
  const Node& n = nodes_[t.index()];
  if (n.kind == Kind::sum && n.children.size() == 2) {
    const Node& last = nodes_[n.children[1].index()];
    if (last.kind == Kind::number) return {n.children[0], last.payload};
  }
  return {t, 0};
}

bool Terms::is_symbol(Term t) const {
  return nodes_[t.index()].kind == Kind::apply;
}

std::vector<Term> Terms::conjuncts(Term t) const {
  const Node& n = nodes_[t.index()];
  if (n.kind == Kind::conjunction) return n.children;
  return {t};
}

Term Terms::equal(Term a, Term b) {
  if (a == b) return yes_;
  if (sort(a) == Sort::truth) {
    if (is_yes(a)) return b;
    if (is_yes(b)) return a;
    if (is_no(a)) return negate(b);
    if (is_no(b)) return negate(a);
  } else if (value(a) && value(b)) {
    return no_;
  } else if (split(a).first == split(b).first) {
    return no_;  // equal bases with different constants
  }
  if (b < a) std::swap(a, b);
  return make(Kind::equal, Sort::truth, 0, {a, b});
}

Term Terms::less_equal(Term a, Term b) {
  if (a == b) return yes_;
  const auto x = value(a);
  const auto y = value(b);
  if (x && y) return truth(*x <= *y);
  const auto [base_a, shift_a] = split(a);
  const auto [base_b, shift_b] = split(b);
  if (base_a == base_b) return truth(shift_a <= shift_b);
  return make(Kind::less_equal, Sort::truth, 0, {a, b});
}

Term Terms::choose(Term condition, Term a, Term b) {
  if (is_yes(condition) || a == b) return a;
  if (is_no(condition)) return b;
  if (sort(a) == Sort::truth) {
    if (is_yes(a)) return either(condition, b);
    if (is_no(a)) return both(negate(condition), b);
    if (is_yes(b)) return either(negate(condition), a);
    if (is_no(b)) return both(condition, a);
  }
  const TermBounds x = bounds(a);
  const TermBounds y = bounds(b);
  TermBounds hull{std::min(x.low, y.low), std::max(x.high, y.high),
                  x.known && y.known};
  return make(Kind::choose, sort(a), 0, {condition, a, b}, hull);
}

Term Terms::add(Term a, Term b) {
  if (value(a)) std::swap(a, b);
  if (const auto y = value(b)) {
    if (*y == 0) return a;
    const auto x = value(a);
    if (x && plus(*x, *y)) return number(*plus(*x, *y));
    const auto [base, shift] = split(a);
    const Wide folded = plus(shift, *y);
    if (shift != 0 && folded) return add(base, number(*folded));
  }
  const TermBounds x = bounds(a);
  const TermBounds y = bounds(b);
  const TermBounds sum = x.known && y.known
                             ? bounded(plus(x.low, y.low), plus(x.high, y.high))
                             : unknown_bounds;
  return make(Kind::sum, Sort::number, 0, {a, b}, sum);
}

Term Terms::scale(std::int64_t factor, Term a) {
  if (factor == 1) return a;
  if (factor == 0) return number(0);
  const auto x = value(a);
  if (x && times(factor, *x)) return number(*times(factor, *x));
  const Node& n = nodes_[a.index()];
  if (n.kind == Kind::scale && times(factor, n.payload)) {
    return scale(*times(factor, n.payload), n.children[0]);
  }
  const TermBounds b = bounds(a);
  TermBounds product = unknown_bounds;
  if (b.known) {
    product = factor > 0 ? bounded(times(factor, b.low), times(factor, b.high))
                         : bounded(times(factor, b.high), times(factor, b.low));
  }
  return make(Kind::scale, Sort::number, factor, {a}, product);
}

Term Terms::quotient(Term a, std::int64_t b) {
  const auto x = value(a);
  if (x && euclidean(*x, b, false)) return number(*euclidean(*x, b, false));
  if (b == 1) return a;
  if (b == -1) return scale(-1, a);
  // Towards zero or one below it: never greater than the operand.
  const TermBounds n = bounds(a);
  TermBounds result = unknown_bounds;
  if (n.known) {
    const auto ends = std::minmax(
        {*euclidean(n.low, b, false), *euclidean(n.high, b, false)});
    result = {ends.first, ends.second, true};
  }
  return make(Kind::quotient, Sort::number, b, {a}, result);
}

Term Terms::rest(Term a, std::int64_t b) {
  const auto x = value(a);
  if (x) return number(*euclidean(*x, b, true));
  if (b == 1 || b == -1) return number(0);
  const std::int64_t last = b > 0 ? b - 1 : -(b + 1);
  return make(Kind::rest, Sort::number, b, {a}, {0, last, true});
}

// ---- text ------------------------------------------------------------------

std::string Terms::text(const Node& node,
                        const std::vector<std::string>& texts) const {
  std::string head;
  switch (node.kind) {
    case Kind::truth:
      return node.payload != 0 ? "true" : "false";
    case Kind::number:
      return number_text(node.payload);
    case Kind::apply: {
      const auto& f = functions_[static_cast<std::size_t>(node.payload)];
      if (node.children.empty()) return quoted(f.name);
      head = quoted(f.name);
      break;
    }
    case Kind::negation:
      head = "not";
      break;
    case Kind::conjunction:
      head = "and";
      break;
    case Kind::disjunction:
      head = "or";
      break;
    case Kind::equal:
      head = "=";
      break;
    case Kind::less_equal:
      head = "<=";
      break;
    case Kind::choose:
      head = "ite";
      break;
    case Kind::sum:
      head = "+";
      break;
    case Kind::scale:
      head = "* " + number_text(node.payload);
      break;
    case Kind::quotient:
      head = "div";
      break;
    case Kind::rest:
      head = "mod";
      break;
  }
  std::string text = "(" + head;
  for (const Term child : node.children) text += " " + texts[child.index()];
  if (node.kind == Kind::quotient || node.kind == Kind::rest) {
    text += " " + number_text(node.payload);
  }
  return text + ")";
}

// What is not short gets a name, and is read once; no symbol looks like t0,
// t1, ...: all of them have a blank, a dot or a '#'. Which terms have names
// depends on nothing but the terms, so that texts about the same terms agree.
void Script::append(std::span<const Term> assertions,
                    std::span<const std::pair<std::string, Term>> shown) {
  using Kind = Terms::Kind;
  const auto& nodes = terms_.nodes_;
  const auto& functions = terms_.functions_;
  declared_.resize(functions.size());
  named_.resize(nodes.size());
  std::vector<bool> used(nodes.size());
  std::vector<bool> needed(functions.size());
  for (const Term t : assertions) used[t.index()] = true;
  for (const auto& entry : shown) used[entry.second.index()] = true;
  for (std::size_t i = nodes.size(); i-- > 0;) {
    if (!used[i] || named_[i]) continue;
    for (const Term child : nodes[i].children) used[child.index()] = true;
    if (nodes[i].kind == Kind::apply) {
      needed[static_cast<std::size_t>(nodes[i].payload)] = true;
    }
  }
  for (std::size_t f = 0; f < functions.size(); ++f) {
    if (!needed[f] || declared_[f]) continue;
    declared_[f] = true;
    body_ += "(declare-fun " + quoted(functions[f].name) + " (";
    for (std::uint32_t a = 0; a < functions[f].arity; ++a) {
      body_ += a == 0 ? "Int" : " Int";
    }
    body_ += std::string(") ") + sort_text(functions[f].sort) + ")\n";
  }
  std::vector<std::string> texts(nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (!used[i]) continue;
    const bool is_short = nodes[i].weight <= max_short;
    if (!is_short) texts[i] = "t" + std::to_string(i);
    if (named_[i]) continue;
    std::string text = terms_.text(nodes[i], texts);
    if (is_short) {
      texts[i] = std::move(text);
      continue;
    }
    body_ += "(define-fun " + texts[i] + " () " + sort_text(nodes[i].sort) +
             " " + text + ")\n";
    named_[i] = true;
  }
  for (const Term t : assertions) {
    body_ += "(assert " + texts[t.index()] + ")\n";
  }
  for (const auto& [name, t] : shown) {
    body_ += "(declare-fun " + name + " () " + sort_text(terms_.sort(t)) +
             ")\n(assert (= " + name + " " + texts[t.index()] + "))\n";
  }
}

}  // namespace vicinal::obligations::inline meaning
