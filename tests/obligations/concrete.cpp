// SPDX-License-Identifier: MIT
// A symbol is looked up by its name when a text asks for it; what a name does
// not determine stays open, and whoever evaluates has to search.
#include "tests/obligations/concrete.hpp"

#include <algorithm>

namespace vicinal::texts {

using network::ast::ItemKind;
using oracle::State;
using oracle::Type;
using oracle::Value;

namespace {

// A value of this shape.
Value some_value(const Type& type) {
  Value v;
  const bool fields = type.kind == Type::Kind::structure;
  const bool array = type.kind == Type::Kind::array;
  const std::size_t count = fields  ? type.parts.size()
                            : array ? static_cast<std::size_t>(type.size)
                                    : 0;
  if (type.kind == Type::Kind::reference) v.kind = Value::Kind::none;
  for (std::size_t i = 0; i < count; ++i) {
    v.parts.push_back(some_value(type.parts[fields ? i : 0]));
  }
  return v;
}

}  // namespace

Member member_of(const std::string& name) {
  Member m;
  std::size_t at = name.find('[');
  m.family = name.substr(0, at);
  while (at != std::string::npos) {
    m.indices.push_back(std::stoll(name.substr(at + 1)));
    at = name.find('[', at + 1);
  }
  return m;
}

Tables size_tables(const oracle::Small& small) {
  Tables out;
  for (const auto& [name, size] : small.sizes) out["size " + name][{}] = size;
  return out;
}

Concrete::Concrete(const network::Model& model, const network::ast::Tree& tree,
                   const oracle::Small& small)
    : model_(model), tree_(tree), instance_(*small.instance) {
  for (const auto& f : model.edge_families) {
    edge_rank_ = std::max(edge_rank_, f.dimensions.size());
  }
  if (small.graph != nullptr) edge_rank_ = 1;
  sizes(small);
  ports();
  for (const auto& network : tree.networks) number_statements(network.items);
  rounds();
}

std::vector<std::size_t> Concrete::nodes_of(const std::string& family) const {
  std::vector<std::size_t> out;
  for (std::size_t n = 0; n < instance_.nodes().size(); ++n) {
    const auto& name = instance_.nodes()[n].name;
    if (member_of(name).family == family) out.push_back(n);
  }
  return out;
}

std::vector<std::size_t> Concrete::edges_of(const std::string& family) const {
  std::vector<std::size_t> out;
  for (std::size_t e = 0; e < instance_.edges().size(); ++e) {
    const auto& name = instance_.edges()[e].name;
    if (member_of(name).family == family) out.push_back(e);
  }
  return out;
}

// ---- sizes and wiring ------------------------------------------------------

void Concrete::sizes(const oracle::Small& small) {
  wiring_ = size_tables(small);
  std::map<std::string, std::vector<std::string>> families;
  const auto list = [&](const auto& members) {
    for (const auto& m : members) {
      families[member_of(m.name).family].push_back(m.name);
    }
  };
  list(instance_.nodes());
  list(instance_.edges());
  for (const auto& [family, members] : families) indices(members);
  if (small.graph == nullptr) return;
  wiring_["count nodes"][{}] = static_cast<Number>(small.graph->nodes);
  wiring_["count edges"][{}] = static_cast<Number>(small.graph->edges.size());
  for (std::size_t e = 0; e < small.graph->edges.size(); ++e) {
    const auto [one, two] = small.graph->edges[e];
    wiring_["end 1"][{static_cast<Number>(e)}] = static_cast<Number>(one);
    wiring_["end 2"][{static_cast<Number>(e)}] = static_cast<Number>(two);
  }
}

// Members of a family, in their order.
void Concrete::indices(const std::vector<std::string>& members) {
  for (std::size_t k = 0; k < members.size(); ++k) {
    const auto number = static_cast<Number>(k);
    const Member m = member_of(members[k]);
    const std::string name = "index " + m.family;
    wiring_[name][m.indices] = number;
    for (std::size_t d = 0; d < m.indices.size(); ++d) {
      wiring_[name + " " + std::to_string(d)][{number}] = m.indices[d];
    }
  }
}

// The number of its family among those of edges, the indices, zeros.
std::vector<Number> Concrete::edge_slots(std::size_t edge) const {
  const Member m = member_of(instance_.edges()[edge].name);
  std::vector<Number> slots(1);
  while (model_.edge_families[static_cast<std::size_t>(slots[0])].name !=
         m.family) {
    ++slots[0];
  }
  slots.insert(slots.end(), m.indices.begin(), m.indices.end());
  slots.resize(1 + edge_rank_);
  return slots;
}

void Concrete::ports() {
  for (const oracle::Node& node : instance_.nodes()) {
    const Member m = member_of(node.name);
    for (const auto& port : node.process->ports) {
      const auto& at = node.ports.at(port.name.text);
      const std::string name = m.family + "." + port.name.text;
      if (!port.set) {
        const std::vector<Number> slots = edge_slots(at.at(0));
        for (std::size_t i = 0; i < slots.size(); ++i) {
          const std::string part = "port " + name + " " + std::to_string(i);
          wiring_[part][m.indices] = slots[i];
        }
        continue;
      }
      for (std::size_t e = 0; e < instance_.edges().size(); ++e) {
        std::vector<Number> arguments = m.indices;
        const std::vector<Number> slots = edge_slots(e);
        arguments.insert(arguments.end(), slots.begin(), slots.end());
        wiring_["member " + name][arguments] =
            std::find(at.begin(), at.end(), e) != at.end() ? 1 : 0;
      }
    }
  }
}

// Connect statements, in the order in which they are written.
void Concrete::number_statements(network::Range items) {
  for (auto i = items.begin; i < items.end; ++i) {
    const auto& item = tree_[tree_.item_children[i]];
    if (item.kind == ItemKind::connect) {
      statements_.emplace(&item, statements_.size());
    }
    number_statements(item.body);
    number_statements(item.otherwise);
  }
}

void Concrete::rounds() {
  for (const oracle::Round& round : instance_.rounds()) {
    for (std::size_t end = 0; end < round.ends.size(); ++end) {
      const Member node = member_of(instance_.nodes()[round.ends[end]].name);
      std::vector<Number> both = node.indices;
      const std::vector<Number> edge = edge_slots(round.edge);
      both.insert(both.end(), edge.begin(), edge.end());
      const std::string loop = "loop " +
                               std::to_string(statements_.at(round.statement)) +
                               "." + std::to_string(end);
      for (const auto& [name, value] : round.loops) {
        std::vector<Number> values = {value.n};
        if (value.kind == Value::Kind::node) {
          const auto n = static_cast<std::size_t>(value.n);
          values = member_of(instance_.nodes()[n].name).indices;
        }
        for (std::size_t d = 0; d < values.size(); ++d) {
          const std::string part = " " + name + " " + std::to_string(d);
          wiring_[loop + part][node.indices] = values[d];
          wiring_[loop + " of edge" + part][both] = values[d];
        }
      }
    }
  }
}

// ---- states ----------------------------------------------------------------

namespace {

// Of an array that nodes index the slots of one element.
std::size_t width(const Type& type) {
  switch (type.kind) {
    case Type::Kind::structure: {
      std::size_t all = 0;
      for (const Type& part : type.parts) all += width(part);
      return all;
    }
    case Type::Kind::array: {
      const std::size_t element = width(type.parts[0]);
      return type.of >= 0 ? element
                          : element * static_cast<std::size_t>(type.size);
    }
    case Type::Kind::queue:
      return 1 + width(type.parts[0]) * static_cast<std::size_t>(type.size);
    default:
      return 1;
  }
}

}  // namespace

Concrete::Parts Concrete::elements(const Value& value, const Type& type) const {
  Parts out;
  const bool queue = type.kind == Type::Kind::queue;
  const bool keyed = !queue && type.of >= 0;
  std::vector<std::size_t> nodes;
  if (keyed) {
    nodes =
        nodes_of(model_.node_families[static_cast<std::size_t>(type.of)].name);
  }
  if (queue) {
    out.push_back({".len", 0, {}, static_cast<Number>(value.parts.size())});
  }
  const std::size_t each = width(type.parts[0]);
  for (std::size_t i = 0; i < static_cast<std::size_t>(type.size); ++i) {
    const bool used = i < value.parts.size();
    // An element that is not used has as many slots as any.
    const Value element = used ? value.parts[i] : some_value(type.parts[0]);
    for (Part part : parts(element, type.parts[0])) {
      part.suffix.insert(0, "[" + (keyed ? "" : std::to_string(i)) + "]");
      part.slot += (queue ? 1 : 0) + (keyed ? 0 : i * each);
      if (keyed) part.keys.insert(part.keys.begin(), nodes.at(i));
      if (!used) part.value.reset();
      out.push_back(std::move(part));
    }
  }
  return out;
}

Concrete::Parts Concrete::parts(const Value& value, const Type& type) const {
  switch (type.kind) {
    case Type::Kind::boolean:
    case Type::Kind::number:
    case Type::Kind::constant:
      return {{"", 0, {}, value.n}};
    case Type::Kind::reference: {
      if (value.kind == Value::Kind::none) return {{"", 0, {}, -1}};
      const auto n = static_cast<std::size_t>(value.n);
      return {{"", 0, {}, instance_.nodes().at(n).index}};
    }
    case Type::Kind::structure: {
      Parts out;
      std::size_t at = 0;
      const auto& s = tree_.structs.at(static_cast<std::size_t>(type.of));
      for (std::size_t i = 0; i < type.parts.size(); ++i) {
        for (Part part : parts(value.parts.at(i), type.parts[i])) {
          part.suffix.insert(0, "." + s.fields[i].name.text);
          part.slot += at;
          out.push_back(std::move(part));
        }
        at += width(type.parts[i]);
      }
      return out;
    }
    case Type::Kind::queue:
    case Type::Kind::array:
      break;
  }
  return elements(value, type);
}

void Concrete::put(const std::string& name, const Value& value,
                   const Type& type, const std::vector<Number>& indices,
                   Tables& out) const {
  const bool several = width(type) > 1;
  for (const Part& part : parts(value, type)) {
    if (!part.value) continue;
    const std::string slot = several ? "." + std::to_string(part.slot) : "";
    std::vector<Number> at = indices;
    for (const std::size_t key : part.keys) {
      const Member m = member_of(instance_.nodes()[key].name);
      at.insert(at.end(), m.indices.begin(), m.indices.end());
    }
    out[name + slot][at] = *part.value;
  }
}

Tables Concrete::state(const State& state) const {
  Tables out;
  std::vector<bool> seen(state.size());
  const auto one = [&](std::size_t v, const std::string& name,
                       const std::vector<Number>& indices) {
    seen[v] = true;
    put(name, state[v], instance_.variables()[v].type, indices, out);
  };
  for (const oracle::Node& node : instance_.nodes()) {
    const Member m = member_of(node.name);
    for (const auto& [name, v] : node.variables) {
      one(v, m.family + "." + name, m.indices);
    }
  }
  for (const oracle::Edge& edge : instance_.edges()) {
    const Member m = member_of(edge.name);
    one(edge.variable, "edge " + m.family, m.indices);
  }
  for (std::size_t v = 0; v < state.size(); ++v) {
    if (seen[v]) continue;
    const Member m = member_of(instance_.variables()[v].name);
    one(v, "shared " + m.family, m.indices);
  }
  return out;
}

// ---- what is shown ---------------------------------------------------------

void Concrete::show_edge(const std::string& name, std::size_t edge,
                         const State& state, const std::string& when,
                         Shown& out) const {
  const oracle::Edge& e = instance_.edges()[edge];
  const Member m = member_of(e.name);
  for (std::size_t d = 0; d < m.indices.size(); ++d) {
    out[name + " is " + m.family + "[" + std::to_string(d) + "]"] =
        m.indices[d];
  }
  const Type& type = instance_.variables()[e.variable].type;
  show(name, state[e.variable], type, {}, when, out);
}

// An element at each node that has a name.
void Concrete::show(const std::string& name, const Value& value,
                    const Type& type, const NodeNames& names,
                    const std::string& when, Shown& out) const {
  for (const Part& part : parts(value, type)) {
    std::vector<std::string> labels = {name + part.suffix};
    for (const std::size_t key : part.keys) {
      std::vector<std::string> longer;
      for (const std::string& label : labels) {
        for (const auto& [node_name, node] : names) {
          if (node != key) continue;
          longer.push_back(label);
          longer.back().insert(label.find("[]") + 1, node_name);
        }
      }
      labels = std::move(longer);
    }
    for (const std::string& label : labels) out[label + when] = part.value;
  }
}

void Concrete::show_node(const std::string& name, std::size_t node,
                         const State& state, const NodeNames& names,
                         const std::string& when, Shown& out) const {
  const oracle::Node& n = instance_.nodes()[node];
  const Member m = member_of(n.name);
  for (std::size_t d = 0; d < m.indices.size(); ++d) {
    out[name + " is " + m.family + "[" + std::to_string(d) + "]"] =
        m.indices[d];
  }
  for (const auto& [variable, v] : n.variables) {
    const Type& type = instance_.variables()[v].type;
    show(name + "." + variable, state[v], type, names, when, out);
  }
  for (const auto& port : n.process->ports) {
    if (port.set) continue;
    const std::string& p = port.name.text;
    show_edge(name + "." + p, n.ports.at(p).at(0), state, when, out);
  }
}

}  // namespace vicinal::texts
