// SPDX-License-Identifier: MIT
// The pattern of a type is written out in full: constants, atoms, and for every
// two nodes and ports whether they know the same edge, positive or negative. So
// an assertion speaks of the tuples of its type, and is as strong as its set. A
// reference becomes one truth value for each node that it may name. A set
// without a short formula, or with a column of too many values, ends the proof:
// nothing is rounded. `label` drops the negative literals, for readers only.
#include "fixpoint/family/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "fixpoint/shown/columns.hpp"

namespace vicinal::fixpoint::inline family {

using fixpoint::Column;
using network::FreshNames;
using network::Instance;
using network::Model;
using network::Port;
using network::Scalar;
using network::TypeKind;

namespace {

std::string name_of(const ViewType& type, const ViewVariable& variable,
                    const std::vector<std::string>& nodes,
                    const std::vector<std::string>& edges) {
  const Tuple& tuple = type.first;
  const Instance& instance = tuple.instance();
  const auto process = [&](std::uint32_t node) -> const network::Process& {
    return instance.process(tuple.nodes[node]);
  };
  if (!variable.edge) {
    return nodes[variable.node] + "." +
           process(variable.node).variables[variable.number].name;
  }
  const VisibleEdge& visible = type.layout.edges[variable.number];
  for (const End& end : visible.ends) {
    const Port& port = process(end.node).ports[end.port];
    if (!port.set) return nodes[end.node] + "." + port.name;
  }
  for (std::size_t s = 0; s < tuple.shared.size(); ++s) {
    if (tuple.shared[s].edge == visible.edge) return edges[s];
  }
  return {};
}

class InvariantWriter {
 public:
  InvariantWriter(const ViewType& type, const std::vector<Atom>& atoms,
                  const Called& called)
      : type_(type),
        atoms_(atoms),
        tuple_(type.first),
        instance_(tuple_.instance()),
        model_(*instance_.model),
        nodes_(called.nodes),
        edges_(called.edges),
        member_(called.member) {}

  std::string node_binders() const;
  std::string edge_binders() const;
  // All literals, and those that say more than that nothing is shared.
  std::vector<std::string> wiring(std::vector<std::string>& label) const;
  std::vector<std::string> predicate(const fixpoint::StateSet& set,
                                     std::string& refused) const;

 private:
  // All of them, and those for the label.
  struct Literals {
    std::vector<std::string> all, label;

    void add(bool holds, const std::string& atom) {
      all.push_back(holds ? atom : "!" + atom);
      if (holds) label.push_back(atom);
    }
  };

  const Port& port(std::uint32_t node, std::uint32_t number) const {
    return instance_.process(tuple_.nodes[node]).ports[number];
  }
  const std::string& family(std::uint32_t node) const {
    return model_
        .node_families[instance_.family_of[tuple_.nodes[node].index()].index()]
        .name;
  }
  std::string port_text(std::uint32_t node, std::uint32_t number) const {
    return nodes_[node] + "." + port(node, number).name;
  }
  bool knows(std::uint32_t node, std::uint32_t number,
             network::EdgeId edge) const;
  network::EdgeId edge_at(std::uint32_t node, std::uint32_t number) const;
  std::string is_at(const std::string& edge, std::uint32_t node,
                    std::uint32_t number) const;
  void constants(std::vector<std::string>& out) const;
  void atoms(std::vector<std::string>& out) const;
  void family_sizes(std::vector<std::string>& out) const;
  void different_nodes(std::vector<std::string>& out) const;
  void common_edge(std::uint32_t a, std::uint32_t p, std::uint32_t b,
                   std::uint32_t q, Literals& out) const;
  void shared_edge(std::size_t s, Literals& out) const;
  std::uint32_t ports(std::uint32_t node) const;

  // Where the values of a column come from. A reference is asked whom it names,
  // node by node.
  struct Source {
    std::uint32_t column;
    bool reference;
    Scalar named;
  };
  struct Table {
    std::vector<Column> columns;
    std::vector<Source> sources;  // per column
  };
  std::optional<Table> table(std::string& refused) const;
  std::vector<std::uint32_t> rows(const Table& table,
                                  const fixpoint::StateSet& set) const;

  const ViewType& type_;
  const std::vector<Atom>& atoms_;
  const Tuple& tuple_;
  const Instance& instance_;
  const Model& model_;
  const std::vector<std::string>& nodes_;
  const std::vector<std::string>& edges_;
  const std::string& member_;
};

// "a, b in s, h in hub"
std::string InvariantWriter::node_binders() const {
  std::string out;
  for (std::uint32_t i = 0; i < tuple_.nodes.size(); ++i) {
    if (!out.empty()) out += ", ";
    out += nodes_[i];
    const bool last =
        i + 1 == tuple_.nodes.size() || family(i + 1) != family(i);
    if (last) out += " in " + family(i);
  }
  return out;
}

// "e in a.link"
std::string InvariantWriter::edge_binders() const {
  std::string out;
  for (std::size_t s = 0; s < tuple_.shared.size(); ++s) {
    out += fmt::format("{}{} in {}", s == 0 ? "" : ", ", edges_[s],
                       port_text(tuple_.shared[s].a, tuple_.shared[s].p));
  }
  return out;
}

bool InvariantWriter::knows(std::uint32_t node, std::uint32_t number,
                            network::EdgeId edge) const {
  const network::Network& network = instance_.network;
  const network::Range darts = network.darts_at(tuple_.nodes[node], number);
  for (std::uint32_t d = darts.begin; d < darts.end; ++d) {
    if (network.dart_edge[d] == edge) return true;
  }
  return false;
}

network::EdgeId InvariantWriter::edge_at(std::uint32_t node,
                                         std::uint32_t number) const {
  const network::Network& network = instance_.network;
  return network.dart_edge[network.darts_at(tuple_.nodes[node], number).begin];
}

// That the node knows the edge at this port.
std::string InvariantWriter::is_at(const std::string& edge, std::uint32_t node,
                                   std::uint32_t number) const {
  const std::string at = port_text(node, number);
  if (!port(node, number).set) return fmt::format("same({}, {})", edge, at);
  return fmt::format("(exists {} in {}: same({}, {}))", member_, at, edge,
                     member_);
}

void InvariantWriter::constants(std::vector<std::string>& out) const {
  for (std::uint32_t i = 0; i < tuple_.nodes.size(); ++i) {
    const auto n = tuple_.nodes[i];
    const auto& constants = instance_.process(n).constants;
    for (std::size_t c = 0; c < constants.size(); ++c) {
      const Scalar value =
          instance_.constants[instance_.constant_begin[n.index()] + c];
      out.push_back(
          fmt::format("{}.{} == {}", nodes_[i], constants[c].name,
                      value_text(instance_, constants[c].type, {&value, 1})));
    }
  }
}

void InvariantWriter::atoms(std::vector<std::string>& out) const {
  for (const AtomAnswer& answer : answers(tuple_, atoms_)) {
    std::vector<std::pair<std::uint32_t, std::string>> names;
    for (std::size_t i = 0; i < answer.nodes.size(); ++i) {
      names.emplace_back(answer.atom->slots[i], nodes_[answer.nodes[i]]);
    }
    const std::string term = TermText(model_, names)(answer.atom->expr);
    const auto literal = [&](bool holds, const std::string& atom) {
      out.push_back((holds ? "" : "!") + atom);
    };
    switch (answer.atom->kind) {
      case Atom::Kind::truth:
        literal(answer.value != 0, fmt::format("({})", term));
        break;
      case Atom::Kind::value:
        out.push_back(
            fmt::format("{} == {}", term,
                        value_text(instance_, model_[answer.atom->expr].type,
                                   {&answer.value, 1})));
        break;
      case Atom::Kind::node: {
        const auto family = model_[answer.atom->expr].item;
        for (std::uint32_t p = 0; p < tuple_.nodes.size(); ++p) {
          if (instance_.family_of[tuple_.nodes[p].index()].value != family) {
            continue;
          }
          literal(answer.value == p,
                  fmt::format("({} == {})", nodes_[p], term));
        }
        break;
      }
      case Atom::Kind::edge:
        for (std::uint32_t e = 0; e < type_.layout.edges.size(); ++e) {
          const VisibleEdge& visible = type_.layout.edges[e];
          const End& end = visible.ends.front();
          const auto item = model_[answer.atom->expr].item;
          if (port(end.node, end.port).set ||
              instance_.edge_family_of[visible.edge.index()].value != item) {
            continue;
          }
          literal(
              answer.value == e,
              fmt::format("same({}, {})", port_text(end.node, end.port), term));
        }
        break;
    }
  }
}

std::uint32_t InvariantWriter::ports(std::uint32_t node) const {
  return static_cast<std::uint32_t>(
      instance_.process(tuple_.nodes[node]).ports.size());
}

// How many members each family has, where the tuple is all of an instance.
void InvariantWriter::family_sizes(std::vector<std::string>& out) const {
  for (std::size_t f = 0; f < model_.node_families.size(); ++f) {
    out.push_back(fmt::format("count({} in {}: true) == {}", member_,
                              model_.node_families[f].name,
                              instance_.node_families[f].count));
  }
}

void InvariantWriter::different_nodes(std::vector<std::string>& out) const {
  for (std::uint32_t a = 0; a < tuple_.nodes.size(); ++a) {
    for (std::uint32_t b = a + 1; b < tuple_.nodes.size(); ++b) {
      if (family(a) == family(b)) {
        out.push_back(fmt::format("{} != {}", nodes_[a], nodes_[b]));
      }
    }
  }
}

// Whether nodes a and b know the same edge at ports p and q. Of two port sets
// it is said here that no edge is in both, where that is so; the edges that are
// in both have names.
void InvariantWriter::common_edge(std::uint32_t a, std::uint32_t p,
                                  std::uint32_t b, std::uint32_t q,
                                  Literals& out) const {
  if (port(a, p).type != port(b, q).type) return;
  if (!port(a, p).set) {
    out.add(knows(b, q, edge_at(a, p)), is_at(port_text(a, p), b, q));
  } else if (!port(b, q).set) {
    out.add(knows(a, p, edge_at(b, q)), is_at(port_text(b, q), a, p));
  } else {
    const bool shared = std::any_of(
        tuple_.shared.begin(), tuple_.shared.end(), [&](const SharedEdge& s) {
          return s.a == a && s.p == p && s.b == b && s.q == q;
        });
    if (shared) return;
    out.all.push_back(fmt::format("!(exists {} in {}: {})", member_ + "_",
                                  port_text(a, p), is_at(member_ + "_", b, q)));
  }
}

// Who else knows a shared edge, and which of those before it is the same.
void InvariantWriter::shared_edge(std::size_t s, Literals& out) const {
  const SharedEdge& shared = tuple_.shared[s];
  for (std::uint32_t c = 0; c < tuple_.nodes.size(); ++c) {
    if (c == shared.a) continue;
    for (std::uint32_t q = 0; q < ports(c); ++q) {
      if (port(c, q).type != port(shared.a, shared.p).type) continue;
      out.add(knows(c, q, shared.edge), is_at(edges_[s], c, q));
    }
  }
  for (std::size_t t = 0; t < s; ++t) {
    const SharedEdge& other = tuple_.shared[t];
    if (port(other.a, other.p).type != port(shared.a, shared.p).type) {
      continue;
    }
    out.add(other.edge == shared.edge,
            fmt::format("same({}, {})", edges_[t], edges_[s]));
  }
}

// How the nodes are wired: each literal says whether two of them know the same
// edge at two ports.
std::vector<std::string> InvariantWriter::wiring(
    std::vector<std::string>& label) const {
  Literals out;
  if (type_.whole) family_sizes(out.all);
  constants(out.all);
  atoms(out.all);
  out.label = out.all;
  different_nodes(out.all);
  for (std::uint32_t a = 0; a < tuple_.nodes.size(); ++a) {
    for (std::uint32_t b = a + 1; b < tuple_.nodes.size(); ++b) {
      for (std::uint32_t p = 0; p < ports(a); ++p) {
        for (std::uint32_t q = 0; q < ports(b); ++q) {
          common_edge(a, p, b, q, out);
        }
      }
    }
  }
  for (std::size_t s = 0; s < tuple_.shared.size(); ++s) shared_edge(s, out);
  label = std::move(out.label);
  return std::move(out.all);
}

// A column for each variable that has one value; for a reference one for each
// node that it may name, and for none. None, and `refused` says why, if some
// variable has too many values.
std::optional<InvariantWriter::Table> InvariantWriter::table(
    std::string& refused) const {
  std::vector<Column> plain;
  for (const ViewVariable& variable : type_.layout.variables) {
    fixpoint::add_columns(instance_, name_of(type_, variable, nodes_, edges_),
                          variable.type, plain);
  }
  Table out;
  std::vector<std::size_t> moved(plain.size());  // the first that it became
  for (std::uint32_t c = 0; c < plain.size(); ++c) {
    moved[c] = out.columns.size();
    if (plain[c].length != fixpoint::no_column) {
      plain[c].length = moved[plain[c].length];
    }
    const network::NodeFamilyId family = type_.layout.reference[c];
    if (!family.valid()) {
      if (plain[c].values.empty()) {
        refused = fmt::format("'{}' has too many values", plain[c].name);
        return std::nullopt;
      }
      out.columns.push_back(plain[c]);
      out.sources.push_back({c, false, 0});
      continue;
    }
    const auto ask = [&](const std::string& whom, Scalar named) {
      out.columns.push_back({fmt::format("({} == {})", plain[c].name, whom),
                             true,
                             false,
                             {"false", "true"},
                             plain[c].length,
                             plain[c].position});
      out.sources.push_back({c, true, named});
    };
    ask("none", no_node);
    for (std::uint32_t i = 0; i < tuple_.nodes.size(); ++i) {
      if (instance_.family_of[tuple_.nodes[i].index()] == family) {
        ask(nodes_[i], i);
      }
    }
  }
  return out;
}

// The states by the columns, as numbers of values.
std::vector<std::uint32_t> InvariantWriter::rows(
    const Table& table, const fixpoint::StateSet& set) const {
  std::vector<std::uint32_t> rows;
  for (std::size_t r = 0; r < set.rows; ++r) {
    const std::size_t first = rows.size();
    for (const Source& s : table.sources) {
      // What is not in a queue is no part of it.
      const Column& column = table.columns[rows.size() - first];
      if (column.length != fixpoint::no_column &&
          rows[first + column.length] <= column.position) {
        rows.push_back(fixpoint::any_value);
        continue;
      }
      const Scalar value = set.row(r)[s.column];
      if (s.reference) {
        rows.push_back(value == s.named ? 1 : 0);
      } else {
        const std::uint32_t slot = type_.layout.slots[s.column];
        rows.push_back(
            static_cast<std::uint32_t>(value - instance_.slots[slot].low));
      }
    }
  }
  return rows;
}

std::vector<std::string> InvariantWriter::predicate(
    const fixpoint::StateSet& set, std::string& refused) const {
  const std::optional<Table> by = table(refused);
  if (!by) return {};
  if (set.rows == 0) return {"false"};
  if (by->columns.empty()) return {"true"};
  auto clauses = fixpoint::predicate(by->columns, rows(*by, set));
  if (clauses.empty()) refused = "no short formula describes a set of states";
  return clauses;
}

}  // namespace

std::vector<std::string> wiring_literals(const TypeSystem& system,
                                         std::size_t type, const Called& called,
                                         std::vector<std::string>& label) {
  return InvariantWriter(system.types[type], system.atoms, called)
      .wiring(label);
}

std::string edge_binders(const ViewType& type, const Called& called) {
  return InvariantWriter(type, {}, called).edge_binders();
}

InvariantText invariant_text(const TypeSystem& system,
                             const TypeInvariant& invariant) {
  InvariantText out;
  FreshNames names(*system.samples.model);
  Called called;
  for (std::uint32_t i = 0; i < system.k; ++i) {
    called.nodes.push_back(
        names.fresh(std::string(1, static_cast<char>('a' + i))));
  }
  called.member = names.fresh("q");
  names.fresh(called.member + "_");
  for (std::size_t t = 0; t < system.types.size(); ++t) {
    const ViewType& type = system.types[t];
    while (called.edges.size() < type.first.shared.size()) {
      const std::size_t number = called.edges.size() + 1;
      called.edges.push_back(
          names.fresh(number == 1 ? "e" : fmt::format("e{}", number)));
    }
    const InvariantWriter writer(type, system.atoms, called);
    TypeText text;
    text.name = names.fresh(fmt::format("wiring_{}", t + 1));
    const auto first = [](const std::vector<std::string>& all, std::size_t n) {
      return std::vector<std::string>(
          all.begin(), all.begin() + static_cast<std::ptrdiff_t>(n));
    };
    text.nodes = first(called.nodes, type.first.nodes.size());
    text.edges = first(called.edges, type.first.shared.size());
    text.binders = writer.node_binders();
    if (!text.edges.empty()) text.binders += ", " + writer.edge_binders();
    text.wiring = writer.wiring(text.label);
    text.predicate = writer.predicate(invariant.sets[t], out.refused);
    out.types.push_back(std::move(text));
    if (!out.refused.empty()) return out;
  }
  out.covers = cover_texts(system, called, names);
  return out;
}

std::string variable_name(const ViewType& type, const ViewVariable& variable,
                          const TypeText& text) {
  return name_of(type, variable, text.nodes, text.edges);
}

std::string variable_value(const ViewType& type, const ViewVariable& variable,
                           const TypeText& text,
                           std::span<const Scalar> value) {
  const Instance& instance = type.first.instance();
  const network::NodeFamilyId family = type.layout.reference[variable.column];
  if (!family.valid()) return value_text(instance, variable.type, value);
  if (value[0] == no_node) return "none";
  const auto i = static_cast<std::size_t>(value[0]);
  return i < text.nodes.size() ? text.nodes[i] : "another";
}

std::string formula(const TypeText& type) {
  std::string out = fmt::format("forall {}:", type.binders);
  if (!type.wiring.empty()) {
    out += fmt::format("\n  {} =>", fmt::join(type.wiring, " && "));
  }
  const char* separator = "\n  ";
  for (const std::string& conjunct : type.predicate) {
    out += fmt::format("{}({})", separator, conjunct);
    separator = " &&\n  ";
  }
  return out;
}

std::string assertions(const InvariantText& text) {
  std::string out;
  for (const TypeText& t : text.types) {
    out += fmt::format("assert {}: {};\n", t.name, formula(t));
  }
  for (const CoverText& l : text.lemmas) {
    out += fmt::format("assert {}: {};\n", l.name, l.formula);
  }
  for (const std::string& rank : text.ranks) out += rank;
  return out;
}

std::string covers(const InvariantText& text) {
  std::string out;
  for (const CoverText& c : text.covers) {
    out += fmt::format("invariant {}: {};\n", c.name, c.formula);
  }
  return out;
}

}  // namespace vicinal::fixpoint::inline family
