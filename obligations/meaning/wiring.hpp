// SPDX-License-Identifier: MIT
// Who touches which edge: the edges at ports, the members of port sets, nodes
// with a common edge.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "network/language/connects.hpp"
#include "obligations/meaning/facts.hpp"
#include "obligations/meaning/values.hpp"

namespace vicinal::obligations::inline meaning {

class Domains;
class Expressions;
class Instantiation;
class Members;
class Sizes;
struct Query;
using network::Around;
using network::Connect;

// Values of the loops around a connect statement, and what must hold of them.
struct Round {
  Env env;
  Term condition;
  bool complete = true;  // all were given
};

class Wiring {
 public:
  explicit Wiring(Query& q);

  const std::vector<Connect>& connects() const { return connects_; }
  // Values of the loops: those given, else functions of `arguments`.
  Round round(const Connect& c, const std::map<std::uint32_t, Value>& given,
              const std::string& name, const std::vector<Term>& arguments);

  // The families whose edges may be at this port.
  std::vector<std::uint32_t> edge_families(std::uint32_t family,
                                           std::uint32_t port);
  Value port_edge(const Value& node, std::uint32_t port);
  Term member(const Value& node, std::uint32_t port, const Value& edge);
  Term adjacent(const Value& a, const Value& b);

  // Edges at port sets of both nodes, if they exist, which facts say: of
  // connections of two ends, those whose loops the nodes determine, as they do
  // channel[i][j] between p[i] and p[j].
  std::vector<Value> between(const Value& a, const Value& b);

  // The node at the other end of an edge that is at this port of the node, if
  // the edge tells its ends.
  std::optional<Value> peer(const Value& node, std::uint32_t port,
                            const Value& edge);

  // Nodes of a family, each that has this edge at the single port among them
  // where `premise` holds; none: it may be any. Others may be among them, and
  // indices of nobody.
  struct At {
    std::vector<Value> nodes;
    Term premise;
  };
  std::optional<At> nodes_at(std::uint32_t family, std::uint32_t port,
                             const Value& edge);

  // A node reaches an edge through one port only: as facts.
  void one_port_only(const Value& node);
  // Brings the nodes at an edge into the join.
  void touch(const Binder& binder, const Env& env, const Value& edge);
  // And those at the other ends of the edges at the single ports of a node.
  void touch_neighbours(const Value& node);
  // The nodes at the edge by statements that connect one end each, but for the
  // one of this number.
  void touch_apart(const Value& edge, std::size_t but = SIZE_MAX);

 private:
  struct EndAt {
    std::size_t connect = 0;
    std::size_t end = 0;
  };
  struct Wired {
    Env env;  // values of the loops
    Value edge;
    Term holds;
    bool complete = true;  // they are plain
  };
  // Two ports, each of its node.
  using Ports = std::pair<std::uint32_t, std::uint32_t>;
  using Given = std::map<std::uint32_t, Value>;
  static constexpr std::size_t no_end = SIZE_MAX;

  const std::vector<EndAt>& ends_at(std::uint32_t family, std::uint32_t port);
  void solve(ExprId id, const Value& value, std::size_t first,
             Given& given) const;
  Wired wired(const EndAt& at, const Value& node, const Value* edge);
  void other_ends(const Connect& c, std::size_t known, const Env& env,
                  Term premise, const Value& edge);
  Value raw_port(const Value& node, std::uint32_t port);
  Value make_port(const Value& node, std::uint32_t port);
  Term raw_member(const Value& node, std::uint32_t port, const Value& edge);
  Term graph_member(const Value& node, std::uint32_t port, const Value& edge);
  Value end_of(const Value& edge, bool second);
  void touch_graph(const Binder& binder, const Env& env, const Value& edge);
  void touch_family(std::uint32_t family, const Value& edge);
  void touch_ends(const Connect& c, const Given& given, const Value& edge);
  // The loop in an index, and what it is at where the index is a number: this,
  // or, of a rest, something that differs by a multiple of the modulus.
  struct Aimed {
    std::uint32_t slot = 0;
    Term value;
    std::optional<Term> modulus;
  };
  std::optional<Aimed> aimed(ExprId index, Term value);
  Term guessed(const Aimed& at);
  Term is_guessed(const Connect& c, const Aimed& at);
  Value other_of(const Value& node, const Value& one, const Value& two);
  std::optional<std::array<Value, 2>> both_ends(std::uint32_t family,
                                                const Value& edge,
                                                const Connect*& by);
  Term common_edge(const Value& a, const Value& b,
                   const std::vector<Term>& reasons,
                   const std::vector<Ports>& sets);

  const Model& model_;
  Terms& terms_;
  Facts& facts_;
  Sizes& sizes_;
  Domains& domains_;
  Members& members_;
  Expressions& expressions_;
  Instantiation& instantiation_;
  const std::vector<Connect> connects_;
  // By family and port.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<EndAt>>
      ends_at_;
  std::map<std::pair<std::uint32_t, Value>, Value> raw_ports_;
  std::set<std::pair<std::uint32_t, Value>> done_;  // facts of ports are there
  std::map<std::pair<Value, Value>, Term> adjacent_;
};

}  // namespace vicinal::obligations::inline meaning
