// SPDX-License-Identifier: MIT
// What expressions denote (design 3.3): names, fields, elements, operators.
#include "oracle.hpp"

namespace vicinal::oracle {

using ast::Expr;
using ast::ExprId;
using ast::ExprKind;

namespace {

Denoted just(Value v) {
  Denoted d;
  d.value = std::move(v);
  return d;
}

Denoted the_edge(std::size_t e, std::optional<std::size_t> seen_by = {}) {
  Denoted d;
  d.kind = Denoted::Kind::edge;
  d.edge = e;
  d.seen_by = seen_by;
  return d;
}

Denoted the_variable(std::size_t number, const Type& type) {
  Denoted d;
  d.kind = Denoted::Kind::place;
  d.variable = number;
  d.type = &type;
  return d;
}

Value the_node(std::size_t n) {
  return {Value::Kind::node, -1, static_cast<std::int64_t>(n), {}};
}

}  // namespace

Denoted Instance::place_of_edge(std::size_t edge) const {
  const std::size_t v = edges_.at(edge).variable;
  const Type& type = variables_.at(v).type;
  if (!dynamic_) return the_variable(v, type);
  Denoted d = the_variable(v, type.parts.at(1));
  d.path = {1};
  return d;
}

Value Instance::read(const Denoted& d, const State& state) const {
  switch (d.kind) {
    case Denoted::Kind::value:
      return d.value;
    case Denoted::Kind::edge:
      return read(place_of_edge(d.edge), state);
    case Denoted::Kind::place:
      break;
  }
  Value v = state.at(d.variable);
  if (v.kind == Value::Kind::unseen) throw Unseen{};
  for (const std::size_t i : d.path) v = Value(v.parts.at(i));
  return v;
}

Value Instance::value(ExprId e, const State& state, const Scope& scope) const {
  return read(denote(e, state, scope), state);
}

bool Instance::truth(ExprId e, const State& state, const Scope& scope) const {
  return value(e, state, scope).n != 0;
}

// The node itself, or the one that a reference names.
std::size_t Instance::node_of(const Value& v) const {
  if (v.kind == Value::Kind::none) throw Error{Error::Kind::none_followed};
  if (v.kind != Value::Kind::node) throw std::runtime_error("no node");
  return static_cast<std::size_t>(v.n);
}

Scope Instance::with(const Scope& scope, const Binding& binding) {
  Scope inner = scope;
  for (const auto& [name, denoted] : binding) {
    inner.bound[name] = {denoted, {}, nullptr};
  }
  return inner;
}

// ---- names -----------------------------------------------------------------

Denoted Instance::member_of_node(std::size_t node,
                                 const std::string& word) const {
  const Node& n = nodes_.at(node);
  if (const auto c = n.constants.find(word); c != n.constants.end()) {
    return just(c->second);
  }
  if (const auto v = n.variables.find(word); v != n.variables.end()) {
    return the_variable(v->second, variables_.at(v->second).type);
  }
  return the_edge(n.ports.at(word).at(0), node);
}

Denoted Instance::name(const std::string& word, const State& state,
                       const Scope& scope) const {
  if (const auto b = scope.bound.find(word); b != scope.bound.end()) {
    const Scope::Bound& bound = b->second;
    return bound.where == nullptr ? bound.denoted
                                  : denote(bound.expr, state, *bound.where);
  }
  if (word == "none") return just({Value::Kind::none, -1, 0, {}});
  if (word == "self") return just(the_node(scope.self.value()));
  if (word == "index") return just(number(scope.index.value()));
  if (word == "enabled") return just(boolean(enabled(state)));
  if (scope.own_names) {
    const Node& self = nodes_.at(scope.self.value());
    if (self.constants.contains(word) || self.variables.contains(word) ||
        self.ports.contains(word)) {
      return member_of_node(*scope.self, word);
    }
  }
  const Global* global = find(word);
  if (global == nullptr) throw std::runtime_error("nothing is called " + word);
  switch (global->kind) {
    case Global::Kind::constant:
      return just({Value::Kind::constant,
                   static_cast<int>(global->item),
                   static_cast<std::int64_t>(global->part),
                   {}});
    case Global::Kind::number:
      return just(constants_.at(word));
    case Global::Kind::definition:
      return denote(tree_.defs[global->item].body, state, {});
    case Global::Kind::nodes:
      return just(the_node(families_[global->item].first));
    case Global::Kind::edges:
      return the_edge(families_[global->item].first);
    case Global::Kind::shared: {
      const std::size_t v = families_[global->item].first;
      return the_variable(v, variables_.at(v).type);
    }
    default:
      throw std::runtime_error(word + " is no value");
  }
}

Denoted Instance::field(const Denoted& object, const std::string& word,
                        const State& state) const {
  if (object.kind == Denoted::Kind::edge) {
    return field(place_of_edge(object.edge), word, state);
  }
  const bool place = object.kind == Denoted::Kind::place;
  const bool structure = place ? object.type->kind == Type::Kind::structure
                               : object.value.kind == Value::Kind::structure;
  if (!structure) return member_of_node(node_of(read(object, state)), word);
  const int of = place ? object.type->of : object.value.of;
  const auto& fields = tree_.structs.at(static_cast<std::size_t>(of)).fields;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (fields[i].name.text != word) continue;
    if (!place) return just(object.value.parts.at(i));
    Denoted d = object;
    d.path.push_back(i);
    d.type = &object.type->parts.at(i);
    return d;
  }
  throw std::runtime_error("no field " + word);
}

Denoted Instance::element(const Denoted& array, const Value& index,
                          const State& state) const {
  if (array.kind == Denoted::Kind::edge) {
    return element(place_of_edge(array.edge), index, state);
  }
  const bool place = array.kind == Denoted::Kind::place;
  const int of = place ? array.type->of : array.value.of;
  std::int64_t i = index.n;
  if (of >= 0) {
    const Node& node = nodes_.at(node_of(index));
    if (node.family != static_cast<std::size_t>(of)) {
      throw Error{Error::Kind::bad_index};
    }
    i = node.index;
  }
  const std::int64_t size =
      place ? array.type->size
            : static_cast<std::int64_t>(array.value.parts.size());
  if (i < 0 || i >= size) throw Error{Error::Kind::bad_index};
  // A queue has no more elements than it holds.
  if (place && array.type->kind == Type::Kind::queue &&
      i >= static_cast<std::int64_t>(read(array, state).parts.size())) {
    throw Error{Error::Kind::bad_index};
  }
  if (!place) return just(array.value.parts[static_cast<std::size_t>(i)]);
  Denoted d = array;
  d.path.push_back(static_cast<std::size_t>(i));
  d.type = &array.type->parts.at(0);
  return d;
}

// a[i][j]: as many indices as the family a has dimensions name a member, the
// others elements of its value.
Denoted Instance::indexed(ExprId id, const State& state,
                          const Scope& scope) const {
  std::vector<ExprId> indices;
  ExprId base = id;
  while (expr(base).kind == ExprKind::index) {
    indices.insert(indices.begin(), tree_.child(expr(base), 1));
    base = tree_.child(expr(base), 0);
  }
  const std::string& word = expr(base).word.text;
  bool global =
      expr(base).kind == ExprKind::name && !scope.bound.contains(word);
  if (global && scope.own_names) {
    const Node& self = nodes_.at(scope.self.value());
    global = !self.variables.contains(word) && !self.ports.contains(word) &&
             !self.constants.contains(word);
  }
  const Global* found = global ? find(word) : nullptr;
  Denoted d;
  std::size_t used = 0;
  if (found != nullptr && (found->kind == Global::Kind::nodes ||
                           found->kind == Global::Kind::edges ||
                           found->kind == Global::Kind::shared)) {
    const Family& family = families_.at(found->item);
    std::size_t member = 0;
    for (const std::int64_t size : family.dimensions) {
      const std::int64_t i = value(indices.at(used++), state, scope).n;
      if (i < 0 || i >= size) throw Error{Error::Kind::bad_index};
      member =
          member * static_cast<std::size_t>(size) + static_cast<std::size_t>(i);
    }
    member += family.first;
    d = found->kind == Global::Kind::nodes ? just(the_node(member))
        : found->kind == Global::Kind::edges
            ? the_edge(member)
            : the_variable(member, variables_.at(member).type);
  } else {
    d = denote(base, state, scope);
  }
  for (; used < indices.size(); ++used) {
    d = element(d, value(indices[used], state, scope), state);
  }
  return d;
}

// ---- calls -----------------------------------------------------------------

const ast::Def* Instance::definition(const Expr& e) const {
  const Global* global = find(e.word.text);
  return global != nullptr && global->kind == Global::Kind::definition
             ? &tree_.defs[global->item]
             : nullptr;
}

// Where a definition's body stands: it sees its parameters and the file.
Scope Instance::inside(const ast::Def& def, const Expr& use,
                       const Scope& scope) const {
  Scope inner;
  for (std::size_t i = 0; i < def.parameters.size(); ++i) {
    inner.bound[def.parameters[i].text] = {{}, tree_.child(use, i), &scope};
  }
  return inner;
}

bool Instance::adjacent(std::size_t m, std::size_t n,
                        const State& state) const {
  for (std::size_t e = 0; e < edges_.size(); ++e) {
    const bool both = edges_[e].touches(m) && edges_[e].touches(n);
    if (both && there(e, state)) return true;
  }
  return false;
}

// Functions that look at values only.
Value Instance::apply(const std::string& function,
                      const std::vector<Value>& a) const {
  if (function == "min") return number(std::min(a.at(0).n, a.at(1).n));
  if (function == "max") return number(std::max(a.at(0).n, a.at(1).n));
  if (function == "abs") return number(absolute(a.at(0).n));
  if (function == "pow") return number(power(a.at(0).n, a.at(1).n));
  if (function == "index") return number(nodes_.at(node_of(a.at(0))).index);
  if (function == "adjacent") {
    if (dynamic_) throw std::runtime_error("'adjacent' without a state");
    return boolean(adjacent(node_of(a.at(0)), node_of(a.at(1)), {}));
  }
  const auto& parts = a.at(0).parts;
  const auto length = static_cast<std::int64_t>(parts.size());
  if (function == "len") return number(length);
  if (function == "empty") return boolean(length == 0);
  if (function == "full") return boolean(length == a.at(0).n);
  if (function == "head") {
    if (length == 0) throw Error{Error::Kind::queue_empty};
    return parts.front();
  }
  const Global* global = find(function);
  if (global == nullptr || global->kind != Global::Kind::structure) {
    throw std::runtime_error("no function " + function);
  }
  return {Value::Kind::structure, static_cast<int>(global->item), 0, a};
}

// The one other node that touches the edge.
Value Instance::peer(const Denoted& edge) const {
  std::vector<std::size_t> others;
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    const bool there = edges_.at(edge.edge).touches(n);
    if (there && n != edge.seen_by.value()) others.push_back(n);
  }
  if (others.size() != 1) throw std::runtime_error("'peer' of no two ends");
  return {Value::Kind::node, -1, static_cast<std::int64_t>(others[0]), {}};
}

Value Instance::call(const Expr& e, const State& state,
                     const Scope& scope) const {
  if (e.word.text == "same") {
    const Denoted a = denote(tree_.child(e, 0), state, scope);
    const Denoted b = denote(tree_.child(e, 1), state, scope);
    if (a.kind != Denoted::Kind::edge || b.kind != Denoted::Kind::edge) {
      throw std::runtime_error("'same' of no edges");
    }
    return boolean(a.edge == b.edge);
  }
  if (e.word.text == "peer") {
    return peer(denote(tree_.child(e, 0), state, scope));
  }
  std::vector<Value> arguments;
  for (std::size_t i = 0; i < e.children.size(); ++i) {
    arguments.push_back(value(tree_.child(e, i), state, scope));
  }
  if (e.word.text == "adjacent") {
    const std::size_t other = node_of(arguments.at(1));
    return boolean(adjacent(node_of(arguments.at(0)), other, state));
  }
  return apply(e.word.text, arguments);
}

// ---- operators -------------------------------------------------------------

Value Instance::operation(ExprKind kind, const std::vector<Value>& v) const {
  const std::int64_t a = v.at(0).n;
  switch (kind) {
    case ExprKind::logical_not:
      return boolean(a == 0);
    case ExprKind::negate:
      return number(subtract(0, a));
    default:
      break;
  }
  const std::int64_t b = v.at(1).n;
  switch (kind) {
    case ExprKind::add:
      return number(oracle::add(a, b));
    case ExprKind::subtract:
      return number(subtract(a, b));
    case ExprKind::multiply:
      return number(multiply(a, b));
    case ExprKind::divide:
      return number(divide(a, b));
    case ExprKind::modulo:
      return number(modulo(a, b));
    case ExprKind::less:
      return boolean(a < b);
    case ExprKind::less_equal:
      return boolean(a <= b);
    case ExprKind::greater:
      return boolean(a > b);
    case ExprKind::greater_equal:
      return boolean(a >= b);
    case ExprKind::equal:
      return boolean(equal(v[0], v[1]));
    case ExprKind::not_equal:
      return boolean(!equal(v[0], v[1]));
    case ExprKind::iff:
      return boolean(a == b);
    default:
      throw std::runtime_error("an expression");
  }
}

Denoted Instance::denote(ExprId id, const State& state,
                         const Scope& scope) const {
  const Expr& e = expr(id);
  const auto child = [&](std::size_t i) {
    return value(tree_.child(e, i), state, scope);
  };
  switch (e.kind) {
    case ExprKind::integer:
      return just(number(e.value));
    case ExprKind::boolean:
      return just(boolean(e.value != 0));
    case ExprKind::name:
      return name(e.word.text, state, scope);
    case ExprKind::field:
      return field(denote(tree_.child(e, 0), state, scope), e.word.text, state);
    case ExprKind::index:
      return indexed(id, state, scope);
    case ExprKind::call:
      if (const ast::Def* def = definition(e)) {
        return denote(def->body, state, inside(*def, e, scope));
      }
      return just(call(e, state, scope));
    case ExprKind::array: {
      Value v{Value::Kind::array, -1, 0, {}};
      for (std::size_t i = 0; i < e.children.size(); ++i) {
        v.parts.push_back(child(i));
      }
      return just(v);
    }
    case ExprKind::logical_and:
      for (std::size_t i = 0; i < e.children.size(); ++i) {
        if (child(i).n == 0) return just(boolean(false));
      }
      return just(boolean(true));
    case ExprKind::logical_or:
      for (std::size_t i = 0; i < e.children.size(); ++i) {
        if (child(i).n != 0) return just(boolean(true));
      }
      return just(boolean(false));
    case ExprKind::implies:
      return just(boolean(child(0).n == 0 || child(1).n != 0));
    case ExprKind::if_then_else:
      return just(child(child(0).n != 0 ? 1 : 2));
    case ExprKind::forall:
    case ExprKind::exists:
    case ExprKind::exactly:
    case ExprKind::atmost:
    case ExprKind::count:
    case ExprKind::sum:
    case ExprKind::least:
    case ExprKind::greatest:
      return just(quantifier(e, state, scope));
    default: {
      std::vector<Value> operands;
      for (std::size_t i = 0; i < e.children.size(); ++i) {
        operands.push_back(child(i));
      }
      return just(operation(e.kind, operands));
    }
  }
}

}  // namespace vicinal::oracle
