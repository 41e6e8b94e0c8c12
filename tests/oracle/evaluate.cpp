// SPDX-License-Identifier: MIT
// Expressions (design 3.3), on the syntax tree.
#include <stdexcept>

#include "oracle.hpp"

namespace vicinal::oracle {

using ast::Expr;
using ast::ExprId;
using ast::ExprKind;

namespace {

std::int64_t floor_div(std::int64_t a, std::int64_t b) {
  // Euclid: a = q * b + r with 0 <= r < |b|.
  std::int64_t r = a % b;
  if (r < 0) r += b > 0 ? b : -b;
  return (a - r) / b;
}

}  // namespace

bool Instance::truth(ExprId e, const State& state, const Scope& scope) const {
  return read(evaluate(e, state, scope), state).n != 0;
}

Value Instance::read(const Value& v, const State& state) const {
  if (v.kind != Value::edge) return v;
  return state.at(edges_[static_cast<std::size_t>(v.n)].name);
}

// A variable, a port or a constant of a node.
Value Instance::member(const Value& node, const std::string& name,
                       const State& state) const {
  if (node.kind == Value::none) throw Error{"none followed"};
  const Node& n = nodes_[static_cast<std::size_t>(node.n)];
  for (const ast::Field& c : n.process->constants) {
    if (c.name.text == name) return n.constants.at(name);
  }
  for (const ast::Var& v : n.process->variables) {
    if (v.name.text == name) return state.at(n.name + "." + name);
  }
  for (const ast::Port& p : n.process->ports) {
    if (p.name.text == name) {
      return {Value::edge, n.ports.at(name).at(0), {}, {}};
    }
  }
  throw std::runtime_error("oracle: no member " + name);
}

Value Instance::name(const Expr& e, const State& state,
                     const Scope& scope) const {
  const std::string& word = e.word.text;
  const auto bound = scope.bound.find(word);
  if (bound != scope.bound.end()) return bound->second;
  if (word == "none") return {};
  if (word == "self") return {Value::node, scope.self, {}, {}};
  if (word == "index") return number_of(scope.index.value());
  if (word == "enabled") {
    bool errors = false;
    return truth_value(!steps(state, errors).empty());
  }
  if (scope.process != nullptr) {
    const auto own = [&](const auto& list) {
      for (const auto& x : list) {
        if (x.name.text == word) return true;
      }
      return false;
    };
    if (own(scope.process->constants) || own(scope.process->variables) ||
        own(scope.process->ports)) {
      return member({Value::node, scope.self, {}, {}}, word, state);
    }
  }
  for (const ast::Enum& en : t_.enums) {
    for (const ast::Word& c : en.constants) {
      if (c.text == word) return {Value::symbol, 0, word, {}};
    }
  }
  const auto constant = constants_.find(word);
  if (constant != constants_.end()) return constant->second;
  for (const ast::Def& d : t_.defs) {
    if (d.name.text == word) return evaluate(d.body, state, {});
  }
  if (node_family_.contains(word)) {
    return {Value::node, node_family_.at(word).at(0), {}, {}};
  }
  if (edge_family_.contains(word)) {
    return {Value::edge, edge_family_.at(word).at(0), {}, {}};
  }
  const auto shared = state.find(word);
  if (shared != state.end()) return shared->second;
  throw std::runtime_error("oracle: no name " + word);
}

Value Instance::field(const Expr& e, const State& state,
                      const Scope& scope) const {
  const Value object = read(evaluate(t_.child(e, 0), state, scope), state);
  if (object.kind == Value::structure) {
    // Which struct it is, its fields say; the first with this field and as
    // many parts does not settle it, so structs carry their name in `text`.
    for (const ast::Struct& s : t_.structs) {
      if (s.name.text != object.text) continue;
      for (std::size_t i = 0; i < s.fields.size(); ++i) {
        if (s.fields[i].name.text == e.word.text) return object.parts.at(i);
      }
    }
    throw std::runtime_error("oracle: no field " + e.word.text);
  }
  return member(object, e.word.text, state);
}

// a[i][j], where a may be a family or a shared array.
Value Instance::indexed(ExprId id, const State& state,
                        const Scope& scope) const {
  std::vector<ExprId> indices;
  ExprId base = id;
  while (t_[base].kind == ExprKind::index) {
    indices.insert(indices.begin(), t_.child(t_[base], 1));
    base = t_.child(t_[base], 0);
  }
  const Expr& b = t_[base];
  std::size_t used = 0;
  Value v;
  bool own = false;
  if (scope.process != nullptr) {
    for (const auto& x : scope.process->variables) {
      own = own || x.name.text == b.word.text;
    }
    for (const auto& x : scope.process->ports) {
      own = own || x.name.text == b.word.text;
    }
  }
  const bool global =
      b.kind == ExprKind::name && !own && !scope.bound.contains(b.word.text) &&
      dims_.contains(b.word.text) && !dims_.at(b.word.text).empty();
  if (global) {
    const auto& dims = dims_.at(b.word.text);
    std::int64_t at = 0;
    std::string brackets;
    for (const std::int64_t dim : dims) {
      const std::int64_t i =
          read(evaluate(indices.at(used++), state, scope), state).n;
      if (i < 0 || i >= dim) throw Error{"index"};
      at = at * dim + i;
      brackets += "[" + std::to_string(i) + "]";
    }
    if (node_family_.contains(b.word.text)) {
      v = {Value::node,
           node_family_.at(b.word.text).at(static_cast<std::size_t>(at)),
           {},
           {}};
    } else if (edge_family_.contains(b.word.text)) {
      v = {Value::edge,
           edge_family_.at(b.word.text).at(static_cast<std::size_t>(at)),
           {},
           {}};
    } else {
      v = state.at(b.word.text + brackets);
    }
  } else {
    v = evaluate(base, state, scope);
  }
  for (; used < indices.size(); ++used) {
    v = read(v, state);
    const Value i = read(evaluate(indices[used], state, scope), state);
    std::int64_t at = i.n;
    if (i.kind == Value::none) throw Error{"none followed"};
    if (i.kind == Value::node) {
      // An array over a family: `text` names it.
      const Node& n = nodes_[static_cast<std::size_t>(i.n)];
      if (n.family != v.text) throw Error{"index"};
      at = n.index;
    }
    if (at < 0 || at >= static_cast<std::int64_t>(v.parts.size())) {
      throw Error{"index"};
    }
    const Value part = v.parts[static_cast<std::size_t>(at)];
    v = part;
  }
  return v;
}

Value Instance::call(const Expr& e, const State& state,
                     const Scope& scope) const {
  const std::string& f = e.word.text;
  std::vector<Value> raw;
  std::vector<Value> a;
  for (std::size_t i = 0; i < e.children.size(); ++i) {
    raw.push_back(evaluate(t_.child(e, i), state, scope));
    a.push_back(f == "same" ? raw.back() : read(raw.back(), state));
  }
  if (f == "min") return number_of(std::min(a[0].n, a[1].n));
  if (f == "max") return number_of(std::max(a[0].n, a[1].n));
  if (f == "abs") {
    if (a[0].n == INT64_MIN) throw Error{"overflow"};
    return number_of(a[0].n < 0 ? -a[0].n : a[0].n);
  }
  if (f == "pow") {
    if (a[1].n < 0) throw Error{"exponent"};
    std::int64_t r = 1;
    for (std::int64_t i = 0; i < a[1].n && i < 100; ++i) {
      if (__builtin_mul_overflow(r, a[0].n, &r)) throw Error{"overflow"};
    }
    return number_of(r);
  }
  if (f == "len")
    return number_of(static_cast<std::int64_t>(a[0].parts.size()));
  if (f == "empty") return truth_value(a[0].parts.empty());
  if (f == "full") {
    return truth_value(static_cast<std::int64_t>(a[0].parts.size()) == a[0].n);
  }
  if (f == "head") {
    if (a[0].parts.empty()) throw Error{"empty"};
    return a[0].parts.front();
  }
  if (f == "same") return truth_value(a[0].n == a[1].n);
  if (f == "index" || f == "adjacent") {
    for (const Value& v : a) {
      if (v.kind == Value::none) throw Error{"none followed"};
    }
  }
  if (f == "index") {
    return number_of(nodes_[static_cast<std::size_t>(a[0].n)].index);
  }
  if (f == "adjacent") {
    for (const Edge& edge : edges_) {
      const auto touches = [&](std::int64_t n) {
        return edge.readers.contains(static_cast<int>(n)) ||
               edge.writers.contains(static_cast<int>(n));
      };
      if (touches(a[0].n) && touches(a[1].n)) return truth_value(true);
    }
    return truth_value(false);
  }
  for (const ast::Struct& s : t_.structs) {
    if (s.name.text == f) {
      Value v{Value::structure, 0, f, {}};
      for (std::size_t i = 0; i < a.size(); ++i) {
        v.parts.push_back(coerce(a[i], resolve(s.fields[i].type)));
      }
      return v;
    }
  }
  for (const ast::Def& d : t_.defs) {
    if (d.name.text != f) continue;
    // Arguments are substituted unevaluated; evaluating them here would find
    // errors that the body never meets.
    throw std::runtime_error("oracle: expand first");
  }
  throw std::runtime_error("oracle: no function " + f);
}

Value Instance::arithmetic(const Expr& e, const State& state,
                           const Scope& scope) const {
  const auto operand = [&](std::size_t i) {
    return read(evaluate(t_.child(e, i), state, scope), state).n;
  };
  const std::int64_t a = operand(0);
  if (e.kind == ExprKind::negate) {
    if (a == INT64_MIN) throw Error{"overflow"};
    return number_of(-a);
  }
  const std::int64_t b = operand(1);
  std::int64_t r = 0;
  switch (e.kind) {
    case ExprKind::add:
      if (__builtin_add_overflow(a, b, &r)) throw Error{"overflow"};
      return number_of(r);
    case ExprKind::subtract:
      if (__builtin_sub_overflow(a, b, &r)) throw Error{"overflow"};
      return number_of(r);
    case ExprKind::multiply:
      if (__builtin_mul_overflow(a, b, &r)) throw Error{"overflow"};
      return number_of(r);
    case ExprKind::divide:
      if (b == 0) throw Error{"division"};
      return number_of(floor_div(a, b));
    case ExprKind::modulo:
      if (b == 0) throw Error{"division"};
      return number_of(a - b * floor_div(a, b));
    case ExprKind::less:
      return truth_value(a < b);
    case ExprKind::less_equal:
      return truth_value(a <= b);
    case ExprKind::greater:
      return truth_value(a > b);
    case ExprKind::greater_equal:
      return truth_value(a >= b);
    default:
      throw std::runtime_error("oracle: an operator");
  }
}

Value Instance::evaluate(ExprId id, const State& state,
                         const Scope& scope) const {
  const Expr& e = t_[id];
  const auto child = [&](std::size_t i) {
    return read(evaluate(t_.child(e, i), state, scope), state);
  };
  switch (e.kind) {
    case ExprKind::integer:
      return number_of(e.value);
    case ExprKind::boolean:
      return truth_value(e.value != 0);
    case ExprKind::name:
      return name(e, state, scope);
    case ExprKind::field:
      return field(e, state, scope);
    case ExprKind::index:
      return indexed(id, state, scope);
    case ExprKind::call:
      for (const ast::Def& d : t_.defs) {
        if (d.name.text != e.word.text) continue;
        // Random models pass variables and constants only.
        Scope inner;
        inner.self = scope.self;
        for (std::size_t i = 0; i < d.parameters.size(); ++i) {
          inner.bound[d.parameters[i].text] =
              evaluate(t_.child(e, i), state, scope);
        }
        return evaluate(d.body, state, inner);
      }
      return call(e, state, scope);
    case ExprKind::array: {
      Value v{Value::array, 0, {}, {}};
      for (std::size_t i = 0; i < e.children.size(); ++i) {
        v.parts.push_back(child(i));
      }
      return v;
    }
    case ExprKind::logical_not:
      return truth_value(child(0).n == 0);
    case ExprKind::logical_and:
      for (std::size_t i = 0; i < e.children.size(); ++i) {
        if (child(i).n == 0) return truth_value(false);
      }
      return truth_value(true);
    case ExprKind::logical_or:
      for (std::size_t i = 0; i < e.children.size(); ++i) {
        if (child(i).n != 0) return truth_value(true);
      }
      return truth_value(false);
    case ExprKind::implies:
      return truth_value(child(0).n == 0 || child(1).n != 0);
    case ExprKind::iff: {
      const bool a = child(0).n != 0;
      return truth_value(a == (child(1).n != 0));
    }
    case ExprKind::if_then_else:
      return child(child(0).n != 0 ? 1 : 2);
    case ExprKind::equal:
    case ExprKind::not_equal: {
      const Value a = child(0);
      const Value b = child(1);
      const bool same = text(a) == text(b);
      return truth_value(same == (e.kind == ExprKind::equal));
    }
    case ExprKind::forall:
    case ExprKind::exists:
    case ExprKind::exactly:
    case ExprKind::atmost:
    case ExprKind::count:
    case ExprKind::sum:
      return quantifier(e, state, scope);
    default:
      return arithmetic(e, state, scope);
  }
}

std::vector<Value> Instance::domain(const ast::Binders& b, const State& state,
                                    const Scope& scope) const {
  std::vector<Value> members;
  if (!b.domain.valid()) {
    const std::int64_t low = read(evaluate(b.low, state, scope), state).n;
    const std::int64_t high = read(evaluate(b.high, state, scope), state).n;
    for (std::int64_t i = low; i <= high; ++i) members.push_back(number_of(i));
    return members;
  }
  const Expr& e = t_[b.domain];
  const auto edges_at = [&](const Value& node, const std::string& port) {
    if (node.kind == Value::none) throw Error{"none followed"};
    for (const int i :
         nodes_[static_cast<std::size_t>(node.n)].ports.at(port)) {
      members.push_back({Value::edge, i, {}, {}});
    }
    return members;
  };
  if (e.kind == ExprKind::field) {
    return edges_at(read(evaluate(t_.child(e, 0), state, scope), state),
                    e.word.text);
  }
  const std::string& word = e.word.text;
  if (scope.process != nullptr) {
    for (const ast::Port& p : scope.process->ports) {
      if (p.name.text == word) {
        return edges_at({Value::node, scope.self, {}, {}}, word);
      }
    }
  }
  if (node_family_.contains(word)) {
    for (const int i : node_family_.at(word)) {
      members.push_back({Value::node, i, {}, {}});
    }
    return members;
  }
  if (edge_family_.contains(word)) {
    for (const int i : edge_family_.at(word)) {
      members.push_back({Value::edge, i, {}, {}});
    }
    return members;
  }
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    if (nodes_[n].process->name.text == word) {
      members.push_back({Value::node, static_cast<std::int64_t>(n), {}, {}});
    }
  }
  for (const ast::Process& p : t_.processes) {
    if (p.name.text == word) return members;
  }
  const auto* constants = enum_constants(word);
  if (constants == nullptr) throw std::runtime_error("oracle: a domain");
  for (const std::string& c : *constants) {
    members.push_back({Value::symbol, 0, c, {}});
  }
  return members;
}

std::vector<std::map<std::string, Value>> Instance::choices(
    network::Range binders, const State& state, const Scope& scope) const {
  std::vector<std::map<std::string, Value>> rows = {{}};
  for (auto i = binders.begin; i < binders.end; ++i) {
    for (const ast::Word& w : t_.binders[i].names) {
      std::vector<std::map<std::string, Value>> longer;
      for (const auto& row : rows) {
        Scope inner = scope;
        for (const auto& [name, v] : row) inner.bound[name] = v;
        for (const Value& v : domain(t_.binders[i], state, inner)) {
          longer.push_back(row);
          longer.back()[w.text] = v;
        }
      }
      rows = std::move(longer);
    }
  }
  return rows;
}

Value Instance::quantifier(const Expr& e, const State& state,
                           const Scope& scope) const {
  const std::size_t last = e.children.size() - 1;
  std::int64_t k = 0;
  if (last == 1) k = read(evaluate(t_.child(e, 0), state, scope), state).n;
  std::int64_t all = 0;
  std::int64_t good = 0;
  std::int64_t sum = 0;
  for (const auto& choice : choices(e.binders, state, scope)) {
    Scope inner = scope;
    for (const auto& [name, v] : choice) inner.bound[name] = v;
    const std::int64_t v =
        read(evaluate(t_.child(e, last), state, inner), state).n;
    ++all;
    good += v != 0;
    sum += v;
  }
  switch (e.kind) {
    case ExprKind::forall:
      return truth_value(good == all);
    case ExprKind::exists:
      return truth_value(good > 0);
    case ExprKind::exactly:
      return truth_value(good == k);
    case ExprKind::atmost:
      return truth_value(good <= k);
    case ExprKind::count:
      return number_of(good);
    default:
      return number_of(sum);
  }
}

}  // namespace vicinal::oracle
