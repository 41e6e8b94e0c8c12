// SPDX-License-Identifier: MIT
// From the tree to an instance (design 3.1, 3.4): constants, families,
// variables, connections.
#include "oracle.hpp"

namespace vicinal::oracle {

using ast::Direction;
using ast::ItemKind;

namespace {

std::string member_name(const std::string& family,
                        const std::vector<std::int64_t>& dimensions,
                        std::int64_t index) {
  std::string brackets;
  for (std::size_t d = dimensions.size(); d-- > 0;) {
    brackets = "[" + std::to_string(index % dimensions[d]) + "]" + brackets;
    index /= dimensions[d];
  }
  return family + brackets;
}

}  // namespace

Instance::Instance(const ast::Tree& tree,
                   const std::map<std::string, std::int64_t>& sizes,
                   const Graph* graph)
    : tree_(tree) {
  if (graph != nullptr) graph_ = *graph;
  declare();
  constants(sizes);
  parameters(sizes);
  make_nodes();
  make_variables();
  make_edges();
  make_shared();
  for (const ast::Init& init : tree.inits) inits_.push_back(init.formula);
  for (const ast::Network& network : tree.networks) {
    connect(network.items, {});
    if (graph_) connect_graph(network.items);
  }
  check_ports();
}

void Instance::declare() {
  const auto list = [&](const auto& declarations, Global::Kind kind) {
    for (std::size_t i = 0; i < declarations.size(); ++i) {
      globals_[declarations[i].name.text] = {kind, i, 0};
    }
  };
  list(tree_.enums, Global::Kind::enumeration);
  list(tree_.structs, Global::Kind::structure);
  list(tree_.defs, Global::Kind::definition);
  list(tree_.processes, Global::Kind::process);
  list(tree_.consts, Global::Kind::number);
  list(tree_.params, Global::Kind::number);
  for (std::size_t e = 0; e < tree_.enums.size(); ++e) {
    const auto& constants = tree_.enums[e].constants;
    for (std::size_t i = 0; i < constants.size(); ++i) {
      globals_[constants[i].text] = {Global::Kind::constant, e, i};
    }
  }
  if (tree_.networks.size() > 1) throw std::runtime_error("two networks");
  for (const ast::Network& network : tree_.networks) {
    if ((network.kind == ast::NetworkKind::block) == graph_.has_value()) {
      throw std::runtime_error("a network with a graph, or without one");
    }
  }
}

const Instance::Global* Instance::find(const std::string& name) const {
  const auto it = globals_.find(name);
  return it == globals_.end() ? nullptr : &it->second;
}

// Constants may stand in any order: go round until all that are needed by
// others are there. One that never gets a value needs itself.
void Instance::constants(const std::map<std::string, std::int64_t>& sizes) {
  for (std::size_t round = 0; round <= tree_.consts.size(); ++round) {
    for (const ast::Const& c : tree_.consts) {
      if (constants_.contains(c.name.text)) continue;
      try {
        Value v = value(c.value, {}, {});
        const auto given = sizes.find(c.name.text);
        if (given != sizes.end()) v.n = given->second;
        constants_[c.name.text] = v;
      } catch (const std::out_of_range&) {
        // Another one that is not there yet.
      }
    }
  }
}

void Instance::parameters(const std::map<std::string, std::int64_t>& sizes) {
  for (const ast::Param& p : tree_.params) {
    const auto given = sizes.find(p.name.text);
    const Value v =
        given != sizes.end() ? number(given->second) : value(p.value, {}, {});
    if (v.n < value(p.low, {}, {}).n ||
        (p.high.valid() && v.n > value(p.high, {}, {}).n)) {
      throw OutOfRange("parameter " + p.name.text + " out of its range");
    }
    constants_[p.name.text] = v;
  }
}

Instance::Family Instance::family(const std::string& name,
                                  network::Range dimensions,
                                  std::size_t first) const {
  Family out;
  out.first = first;
  out.count = 1;
  for (auto i = dimensions.begin; i < dimensions.end; ++i) {
    const std::int64_t size = value(tree_.expr_children[i], {}, {}).n;
    if (size < 0) throw NoInstance("negative size of " + name);
    out.dimensions.push_back(size);
    out.count *= static_cast<std::size_t>(size);
    if (out.count > 10'000) throw TooLarge{};
  }
  return out;
}

// Of a network block by its dimensions, else by the graph.
Instance::Family Instance::family(const ast::Item& item,
                                  std::size_t first) const {
  if (!graph_) return family(item.name.text, item.dimensions, first);
  const std::size_t count =
      item.kind == ast::ItemKind::node ? graph_->nodes : graph_->edges.size();
  return {{static_cast<std::int64_t>(count)}, first, count};
}

void Instance::make_nodes() {
  for (const ast::Network& network : tree_.networks) {
    for (auto i = network.items.begin; i < network.items.end; ++i) {
      const ast::Item& item = tree_[tree_.item_children[i]];
      if (item.kind != ItemKind::node) continue;
      const std::string& name = item.name.text;
      const Family family = this->family(item, nodes_.size());
      const Global* process = find(item.process.text);
      if (process == nullptr || process->kind != Global::Kind::process) {
        throw std::runtime_error("no process " + item.process.text);
      }
      for (std::size_t k = 0; k < family.count; ++k) {
        Node node;
        node.index = static_cast<std::int64_t>(k);
        node.name = member_name(name, family.dimensions, node.index);
        node.family = families_.size();
        node.process = &tree_.processes[process->item];
        Scope scope;
        scope.index = node.index;
        for (const ast::Argument& a : item.arguments) {
          node.constants[a.name.text] = value(a.value, {}, scope);
        }
        for (const ast::Port& p : node.process->ports) node.ports[p.name.text];
        nodes_.push_back(std::move(node));
      }
      globals_[name] = {Global::Kind::nodes, families_.size(), 0};
      families_.push_back(family);
    }
  }
  for (const Node& node : nodes_) {
    for (const ast::Field& c : node.process->constants) {
      if (!in_range(node.constants.at(c.name.text), resolve(c.type))) {
        throw NoInstance("constant " + c.name.text + " of " + node.name);
      }
    }
  }
}

std::size_t Instance::add_variable(std::string name, ast::TypeId type,
                                   ast::ExprId initial, const Scope& scope) {
  Variable v;
  v.name = std::move(name);
  v.type = resolve(type);
  if (initial.valid()) {
    const Value start = value(initial, {}, scope);
    if (!in_range(start, v.type)) {
      throw NoInstance("initial value of " + v.name);
    }
    v.initial = coerce(start, v.type);
  }
  variables_.push_back(std::move(v));
  return variables_.size() - 1;
}

void Instance::make_variables() {
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    Node& node = nodes_[n];
    Scope scope;
    scope.self = n;
    scope.own_names = true;
    scope.index = node.index;
    for (const ast::Var& v : node.process->variables) {
      node.variables[v.name.text] =
          add_variable(node.name + "." + v.name.text, v.type, v.initial, scope);
    }
  }
}

void Instance::make_edges() {
  for (const ast::Network& network : tree_.networks) {
    for (auto i = network.items.begin; i < network.items.end; ++i) {
      const ast::Item& item = tree_[tree_.item_children[i]];
      if (item.kind != ItemKind::edge) continue;
      const std::string& name = item.name.text;
      const Family family = this->family(item, edges_.size());
      for (std::size_t k = 0; k < family.count; ++k) {
        Scope scope;
        scope.index = static_cast<std::int64_t>(k);
        Edge edge;
        edge.name = member_name(name, family.dimensions, *scope.index);
        edge.variable = add_variable(edge.name, item.type, item.initial, scope);
        if (network.dynamic) make_dynamic(item, variables_.back());
        edges_.push_back(std::move(edge));
      }
      globals_[name] = {Global::Kind::edges, families_.size(), 0};
      families_.push_back(family);
    }
  }
}

// Whether the edge is there comes first, and its value behind it.
void Instance::make_dynamic(const ast::Item& item, Variable& edge) {
  Type type;
  type.kind = Type::Kind::structure;
  type.of = wire;
  type.parts = {Type{}, edge.type};
  for (const bool here : {false, true}) {
    edge.begins.push_back({Value::Kind::structure,
                           wire,
                           0,
                           {boolean(here), edge.initial.value()}});
  }
  edge.type = type;
  edge.initial.reset();
  dynamic_ = appear_ = vanish_ = true;
  writers_ = item.via_write.text;
  for (const ast::Binders& b : tree_.binders) {
    appear_ = appear_ && b.change != ast::Change::appears;
    vanish_ = vanish_ && b.change != ast::Change::vanishes;
  }
}

void Instance::make_shared() {
  for (const ast::Shared& s : tree_.shared) {
    const std::string& name = s.name.text;
    const Family family = this->family(name, s.dimensions, variables_.size());
    for (std::size_t k = 0; k < family.count; ++k) {
      Scope scope;
      scope.index = static_cast<std::int64_t>(k);
      add_variable(member_name(name, family.dimensions, *scope.index), s.type,
                   s.initial, scope);
    }
    globals_[name] = {Global::Kind::shared, families_.size(), 0};
    families_.push_back(family);
  }
}

// Connections, and the initial conditions among them.
void Instance::connect(network::Range items, const Scope& scope) {
  for (auto i = items.begin; i < items.end; ++i) {
    const ast::Item& item = tree_[tree_.item_children[i]];
    switch (item.kind) {
      case ItemKind::node:
      case ItemKind::edge:
        break;
      case ItemKind::loop:
        for (const Binding& b : bindings(item.binders, {}, scope)) {
          connect(item.body, with(scope, b));
        }
        break;
      case ItemKind::branch:
        connect(truth(item.expr, {}, scope) ? item.body : item.otherwise,
                scope);
        break;
      case ItemKind::init:
        if (!scope.bound.empty()) throw std::runtime_error("init in a loop");
        inits_.push_back(item.expr);
        break;
      case ItemKind::connect: {
        const std::size_t e = denote(item.expr, {}, scope).edge;
        Round round{&item, {}, e, {}};
        for (const auto& [name, bound] : scope.bound) {
          round.loops[name] = bound.denoted.value;
        }
        for (auto k = item.ends.begin; k < item.ends.end; ++k) {
          const ast::Expr& end = expr(tree_.expr_children[k]);
          const Value v = value(tree_.child(end, 0), {}, scope);
          const std::size_t n = node_of(v);
          connect_end(e, n, end.word.text);
          round.ends.push_back(n);
        }
        rounds_.push_back(std::move(round));
        break;
      }
      default:
        throw std::runtime_error("an item of the network");
    }
  }
}

void Instance::connect_end(std::size_t edge, std::size_t node,
                           const std::string& port) {
  nodes_.at(node).ports.at(port).push_back(edge);
  for (const ast::Port& p : nodes_[node].process->ports) {
    if (p.name.text != port) continue;
    if (p.direction != Direction::out) edges_.at(edge).readers.insert(node);
    if (p.direction != Direction::in) edges_.at(edge).writers.insert(node);
  }
}

void Instance::connect_graph(network::Range items) {
  for (auto i = items.begin; i < items.end; ++i) {
    const ast::Item& item = tree_[tree_.item_children[i]];
    if (item.kind != ItemKind::edge) continue;
    for (std::size_t e = 0; e < graph_->edges.size(); ++e) {
      const auto& [from, to] = graph_->edges[e];
      connect_end(e, from, item.via_write.text);
      connect_end(e, to, item.via_read.text);
    }
  }
}

void Instance::check_ports() const {
  for (const Node& node : nodes_) {
    std::set<std::size_t> reached;
    for (const ast::Port& p : node.process->ports) {
      const auto& edges = node.ports.at(p.name.text);
      if (!p.set && edges.size() != 1) {
        throw NoInstance("port " + p.name.text + " of " + node.name);
      }
      for (const std::size_t e : edges) {
        if (!reached.insert(e).second) {
          throw NoInstance(node.name + " reaches an edge twice");
        }
      }
    }
  }
}

std::set<std::size_t> Instance::in_out(std::size_t node) const {
  std::set<std::size_t> out;
  for (std::size_t e = 0; e < edges_.size(); ++e) {
    if (edges_[e].touches(node)) out.insert(e);
  }
  return out;
}

// Definition 1.
bool Instance::points_to(std::size_t m, std::size_t n) const {
  if (m == n) return false;
  for (const Edge& e : edges_) {
    if (e.writers.contains(m) && e.touches(n)) return true;
  }
  return false;
}

}  // namespace vicinal::oracle
