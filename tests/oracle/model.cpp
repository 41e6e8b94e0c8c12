// SPDX-License-Identifier: MIT
// Elaboration, straight from the syntax tree.
#include <stdexcept>

#include "oracle.hpp"

namespace vicinal::oracle {

Value number_of(std::int64_t n) {
  return {Value::number, n, {}, {}};
}
Value truth_value(bool b) {
  return {Value::boolean, b, {}, {}};
}

namespace {

std::string bracket(const std::string& name,
                    const std::vector<std::int64_t>& dims, std::int64_t index) {
  std::string text;
  for (std::size_t d = dims.size(); d-- > 0;) {
    text = "[" + std::to_string(index % dims[d]) + "]" + text;
    index /= dims[d];
  }
  return name + text;
}

std::int64_t product(const std::vector<std::int64_t>& dims) {
  std::int64_t p = 1;
  for (const auto d : dims) p *= d;
  return p;
}

}  // namespace

Instance::Instance(const ast::Tree& tree,
                   const std::map<std::string, std::int64_t>& sizes)
    : t_(tree) {
  const State nothing;
  // Constants may name each other in any order: go round until all are known.
  for (std::size_t round = 0; round <= t_.consts.size(); ++round) {
    for (const ast::Const& c : t_.consts) {
      if (constants_.contains(c.name.text)) continue;
      try {
        constants_[c.name.text] = evaluate(c.value, nothing, {});
      } catch (const std::runtime_error&) {
        constants_.erase(c.name.text);
      }
    }
  }
  for (const ast::Param& p : t_.params) {
    const auto it = sizes.find(p.name.text);
    constants_[p.name.text] = it != sizes.end()
                                  ? number_of(it->second)
                                  : evaluate(p.value, nothing, {});
  }
  make_families();
  collect_places();
  collect_inits();
}

std::int64_t Instance::size_of(ast::ExprId e) const {
  return evaluate(e, {}, {}).n;
}

Type Instance::resolve(ast::TypeId id) const {
  const ast::Type& source = t_[id];
  Type type;
  switch (source.kind) {
    case ast::TypeKind::named:
      if (source.word.text == "bool") return type;
      if (source.word.text == "int") {
        type.kind = Type::number;
        type.low = INT64_MIN;
        type.high = INT64_MAX;
        return type;
      }
      type.name = source.word.text;
      type.kind = Type::symbol;
      for (const ast::Struct& s : t_.structs) {
        if (s.name.text == type.name) type.kind = Type::structure;
      }
      return type;
    case ast::TypeKind::range:
      type.kind = Type::number;
      type.low = size_of(source.low);
      type.high = size_of(source.high);
      return type;
    case ast::TypeKind::reference:
      type.kind = Type::reference;
      type.name = source.word.text;
      return type;
    case ast::TypeKind::array:
    case ast::TypeKind::queue: {
      type.element = std::make_shared<Type>(resolve(source.element));
      const ast::Expr& size = t_[source.size];
      if (source.kind == ast::TypeKind::array &&
          size.kind == ast::ExprKind::name &&
          node_family_.contains(size.word.text)) {
        type.kind = Type::node_array;
        type.name = size.word.text;
        type.size =
            static_cast<std::int64_t>(node_family_.at(size.word.text).size());
        return type;
      }
      type.kind =
          source.kind == ast::TypeKind::queue ? Type::queue : Type::array;
      type.size = size_of(source.size);
      return type;
    }
    default:
      throw std::runtime_error("oracle: a type");
  }
}

void Instance::make_families() {
  if (t_.networks.empty()) return;
  const ast::Network& network = t_.networks[0];
  if (network.kind != ast::NetworkKind::block) {
    throw std::runtime_error("oracle: a network that is no block");
  }
  const auto dims_of = [&](const ast::Item& item) {
    std::vector<std::int64_t> dims;
    for (auto i = item.dimensions.begin; i < item.dimensions.end; ++i) {
      dims.push_back(size_of(t_.expr_children[i]));
    }
    return dims;
  };
  for (auto i = network.items.begin; i < network.items.end; ++i) {
    const ast::Item& item = t_[t_.item_children[i]];
    if (item.kind != ast::ItemKind::node) continue;
    const auto dims = dims_of(item);
    dims_[item.name.text] = dims;
    auto& members = node_family_[item.name.text];
    for (std::int64_t k = 0; k < product(dims); ++k) {
      Node node;
      node.name = bracket(item.name.text, dims, k);
      node.family = item.name.text;
      node.index = k;
      for (const ast::Process& p : t_.processes) {
        if (p.name.text == item.process.text) node.process = &p;
      }
      Scope scope;
      scope.index = k;
      for (const ast::Argument& a : item.arguments) {
        node.constants[a.name.text] = evaluate(a.value, {}, scope);
      }
      for (const ast::Port& p : node.process->ports) node.ports[p.name.text];
      members.push_back(static_cast<int>(nodes_.size()));
      nodes_.push_back(std::move(node));
    }
  }
  for (auto i = network.items.begin; i < network.items.end; ++i) {
    const ast::Item& item = t_[t_.item_children[i]];
    if (item.kind != ast::ItemKind::edge) continue;
    const auto dims = dims_of(item);
    dims_[item.name.text] = dims;
    auto& members = edge_family_[item.name.text];
    for (std::int64_t k = 0; k < product(dims); ++k) {
      Edge edge;
      edge.name = bracket(item.name.text, dims, k);
      edge.family = item.name.text;
      edge.index = k;
      edge.type = resolve(item.type);
      if (item.initial.valid()) {
        Scope scope;
        scope.index = k;
        fixed_[edge.name] =
            coerce(evaluate(item.initial, {}, scope), edge.type);
      }
      members.push_back(static_cast<int>(edges_.size()));
      edges_.push_back(std::move(edge));
    }
  }
  Scope scope;
  connect(network.items, scope);
}

void Instance::connect(network::Range items, Scope& scope) {
  for (auto i = items.begin; i < items.end; ++i) {
    const ast::Item& item = t_[t_.item_children[i]];
    if (item.kind == ast::ItemKind::loop) {
      for (const auto& choice : choices(item.binders, {}, scope)) {
        Scope inner = scope;
        for (const auto& [name, v] : choice) inner.bound[name] = v;
        connect(item.body, inner);
      }
    } else if (item.kind == ast::ItemKind::branch) {
      connect(truth(item.expr, {}, scope) ? item.body : item.otherwise, scope);
    } else if (item.kind == ast::ItemKind::connect) {
      const Value edge = evaluate(item.expr, {}, scope);
      for (auto k = item.ends.begin; k < item.ends.end; ++k) {
        const ast::Expr& end = t_[t_.expr_children[k]];
        const Value node = evaluate(t_.child(end, 0), {}, scope);
        Node& n = nodes_[static_cast<std::size_t>(node.n)];
        n.ports[end.word.text].push_back(static_cast<int>(edge.n));
        for (const ast::Port& p : n.process->ports) {
          if (p.name.text != end.word.text) continue;
          Edge& e = edges_[static_cast<std::size_t>(edge.n)];
          const int who = static_cast<int>(node.n);
          if (p.direction != ast::Direction::out) e.readers.insert(who);
          if (p.direction != ast::Direction::in) e.writers.insert(who);
        }
      }
    }
  }
}

void Instance::collect_places() {
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    for (const ast::Var& v : nodes_[n].process->variables) {
      const std::string name = nodes_[n].name + "." + v.name.text;
      places_[name] = resolve(v.type);
      if (!v.initial.valid()) continue;
      Scope scope;
      scope.self = static_cast<int>(n);
      scope.process = nodes_[n].process;
      scope.index = nodes_[n].index;
      fixed_[name] = coerce(evaluate(v.initial, {}, scope), places_[name]);
    }
  }
  for (const Edge& e : edges_) places_[e.name] = e.type;
  for (const ast::Shared& s : t_.shared) {
    std::vector<std::int64_t> dims;
    for (auto i = s.dimensions.begin; i < s.dimensions.end; ++i) {
      dims.push_back(size_of(t_.expr_children[i]));
    }
    dims_[s.name.text] = dims;
    for (std::int64_t k = 0; k < product(dims); ++k) {
      const std::string name = bracket(s.name.text, dims, k);
      places_[name] = resolve(s.type);
      if (!s.initial.valid()) continue;
      Scope scope;
      scope.index = k;
      fixed_[name] = coerce(evaluate(s.initial, {}, scope), places_[name]);
    }
  }
}

void Instance::collect_inits() {
  for (const ast::Init& i : t_.inits) inits_.push_back(i.formula);
  for (const ast::Network& n : t_.networks) {
    for (auto i = n.items.begin; i < n.items.end; ++i) {
      const ast::Item& item = t_[t_.item_children[i]];
      if (item.kind == ast::ItemKind::init) inits_.push_back(item.expr);
    }
  }
}

const std::vector<std::string>* Instance::enum_constants(
    const std::string& name) const {
  static std::map<const ast::Enum*, std::vector<std::string>> cache;
  for (const ast::Enum& e : t_.enums) {
    if (e.name.text != name) continue;
    auto& list = cache[&e];
    list.clear();
    for (const ast::Word& w : e.constants) list.push_back(w.text);
    return &list;
  }
  return nullptr;
}

// Values carry what their type is called: structs and arrays over families
// their name, queues their capacity.
Value Instance::coerce(const Value& v, const Type& type) const {
  Value out = v;
  switch (type.kind) {
    case Type::structure:
      out.text = type.name;
      for (const ast::Struct& s : t_.structs) {
        if (s.name.text != type.name) continue;
        for (std::size_t i = 0; i < s.fields.size(); ++i) {
          out.parts[i] = coerce(v.parts.at(i), resolve(s.fields[i].type));
        }
      }
      break;
    case Type::queue:
      out.n = type.size;
      for (Value& part : out.parts) part = coerce(part, *type.element);
      break;
    case Type::node_array:
      out.text = type.name;
      [[fallthrough]];
    case Type::array:
      for (Value& part : out.parts) part = coerce(part, *type.element);
      break;
    default:
      break;
  }
  return out;
}

// Every value of a type, queues empty.
std::vector<Value> Instance::all_values(const Type& type) const {
  std::vector<Value> all;
  const auto combine = [&](Value::Kind kind, const std::vector<Type>& parts) {
    std::vector<Value> rows = {{kind, 0, {}, {}}};
    for (const Type& part : parts) {
      std::vector<Value> longer;
      for (const Value& row : rows) {
        for (const Value& v : all_values(part)) {
          longer.push_back(row);
          longer.back().parts.push_back(v);
        }
      }
      rows = std::move(longer);
      if (rows.size() > 100'000) throw TooLarge{};
    }
    for (Value& row : rows) row = coerce(row, type);
    return rows;
  };
  switch (type.kind) {
    case Type::boolean:
      return {truth_value(false), truth_value(true)};
    case Type::number:
      if (type.high - type.low > 1000) throw TooLarge{};
      for (auto i = type.low; i <= type.high; ++i) all.push_back(number_of(i));
      return all;
    case Type::symbol:
      for (const std::string& c : *enum_constants(type.name)) {
        all.push_back({Value::symbol, 0, c, {}});
      }
      return all;
    case Type::reference:
      all.push_back({Value::none, 0, {}, {}});
      for (const int n : node_family_.at(type.name)) {
        all.push_back({Value::node, n, {}, {}});
      }
      return all;
    case Type::structure: {
      std::vector<Type> parts;
      for (const ast::Struct& s : t_.structs) {
        if (s.name.text != type.name) continue;
        for (const ast::Field& f : s.fields) parts.push_back(resolve(f.type));
      }
      return combine(Value::structure, parts);
    }
    case Type::queue:
      return {{Value::queue, type.size, {}, {}}};
    default:
      return combine(Value::array,
                     std::vector<Type>(static_cast<std::size_t>(type.size),
                                       *type.element));
  }
}

std::vector<State> Instance::initial_states(std::size_t budget) const {
  std::vector<State> states = {{}};
  for (const auto& [name, type] : places_) {
    const auto it = fixed_.find(name);
    const std::vector<Value> values =
        it != fixed_.end() ? std::vector<Value>{it->second} : all_values(type);
    std::vector<State> longer;
    if (states.size() * values.size() > budget) throw TooLarge{};
    for (const State& s : states) {
      for (const Value& v : values) {
        longer.push_back(s);
        longer.back()[name] = v;
      }
    }
    states = std::move(longer);
  }
  std::vector<State> good;
  for (const State& s : states) {
    bool all = true;
    try {
      for (const ast::ExprId init : inits_) all = all && truth(init, s, {});
    } catch (const Error&) {
      all = false;
    }
    if (all) good.push_back(s);
  }
  return good;
}

std::string Instance::text(const Value& v) const {
  std::string inner;
  for (std::size_t i = 0; i < v.parts.size(); ++i) {
    inner += i == 0 ? "" : ", ";
    if (v.kind == Value::structure) {
      for (const ast::Struct& s : t_.structs) {
        if (s.name.text == v.text) inner += s.fields[i].name.text + ": ";
      }
    }
    inner += text(v.parts[i]);
  }
  switch (v.kind) {
    case Value::boolean:
      return v.n != 0 ? "true" : "false";
    case Value::number:
      return std::to_string(v.n);
    case Value::symbol:
      return v.text;
    case Value::none:
      return "none";
    case Value::node:
      return nodes_[static_cast<std::size_t>(v.n)].name;
    case Value::edge:
      return edges_[static_cast<std::size_t>(v.n)].name;
    case Value::structure:
      return "{" + inner + "}";
    case Value::array:
      return "[" + inner + "]";
    case Value::queue:
      return "<" + inner + ">";
  }
  return {};
}

}  // namespace vicinal::oracle
