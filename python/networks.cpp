// SPDX-License-Identifier: MIT
// A network is made once and never changed, so that several objects of Python
// may hold it, and threads use it without a lock.
#include "python/networks.hpp"

#include <fmt/format.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "cli/session/load.hpp"
#include "groupoid/automorphism/automorphisms.hpp"
#include "groupoid/automorphism/color_refinement.hpp"
#include "groupoid/balance_relation/balance.hpp"
#include "groupoid/comparison/canonical_form.hpp"
#include "groupoid/comparison/comparison.hpp"
#include "groupoid/quotient_network/quotient.hpp"
#include "groupoid/similarity/local_symmetry.hpp"
#include "network/base/budget.hpp"
#include "network/files/graph_writers.hpp"
#include "network/files/native.hpp"
#include "python/call.hpp"
#include "python/columns.hpp"
#include "python/wishes.hpp"
#include "report/words/value_json.hpp"

namespace vicinal::python {

namespace py = pybind11;

using network::EdgeId;
using network::Network;
using network::NodeId;

namespace {

using Numbers = std::vector<std::uint32_t>;

// Networks of more nodes, edges or connections are refused by who makes them.
constexpr std::size_t most = std::size_t{1} << 31;

struct Held {
  std::shared_ptr<const Network> network;
  network::Vias vias = {};  // of a quotient
};

Held held(Network network) {
  return {std::make_shared<const Network>(std::move(network))};
}

struct Limited {
  double seconds;
  std::uint64_t memory_mib;
};

// ---- made from arrays

// The colors of nodes or of edges: names, and a number for each, or none, if
// all have the first.
struct Colors {
  std::vector<std::string> names;
  std::optional<Column> codes;

  std::size_t of(std::size_t i) const {
    return codes ? static_cast<std::size_t>((*codes)[i]) : 0;
  }
};

using Codes = std::optional<py::array>;

Colors colors_of(const std::vector<std::string>& names, const Codes& codes,
                 std::size_t count, const char* what) {
  Colors out{names, std::nullopt};
  if (codes) out.codes.emplace(*codes);
  if (out.codes && out.codes->size() != count) {
    throw py::value_error(
        fmt::format("{} {} have {} colors", count, what, out.codes->size()));
  }
  for (std::size_t i = 0; out.codes && i < count; ++i) {
    const std::int64_t code = (*out.codes)[i];
    if (code < 0 || static_cast<std::size_t>(code) >= names.size()) {
      throw py::value_error(fmt::format("there is no color {}", code));
    }
  }
  return out;
}

NodeId node_at(const Column& nodes, std::size_t i, std::size_t count) {
  const std::int64_t node = nodes[i];
  if (node < 0 || static_cast<std::size_t>(node) >= count) {
    throw py::index_error(
        fmt::format("entry {} names node {}, but nodes are 0 to {}", i, node,
                    count == 0 ? std::string("nothing: there are none")
                               : std::to_string(count - 1)));
  }
  return NodeId(static_cast<std::size_t>(node));
}

void require_few(std::size_t count) {
  if (count >= most) throw py::value_error("more than 2^31 are too many");
}

// Nodes and edges, and nothing that connects them.
network::NetworkBuilder parts_of(std::size_t node_count, const Colors& nodes,
                                 std::size_t edge_count, const Colors& edges) {
  network::NetworkBuilder builder;
  Numbers of_nodes, of_edges;
  for (const auto& name : nodes.names) of_nodes.push_back(builder.color(name));
  for (const auto& name : edges.names) of_edges.push_back(builder.color(name));
  for (std::size_t n = 0; n < node_count; ++n) {
    network::poll();
    builder.add_node(of_nodes[nodes.of(n)], std::to_string(n));
  }
  for (std::size_t e = 0; e < edge_count; ++e) {
    network::poll();
    builder.add_edge(of_edges[edges.of(e)]);
  }
  return builder;
}

Held from_edges(std::size_t node_count, const py::array& ends, bool directed,
                const std::vector<std::string>& node_names,
                const Codes& node_codes,
                const std::vector<std::string>& edge_names,
                const Codes& edge_codes) {
  if (ends.ndim() != 2 || ends.shape(1) != 2) {
    throw py::type_error("edges are an array of the shape (edges, 2)");
  }
  const Column from(ends, 0), to(ends, 1);
  const std::size_t count = from.size();
  require_few(node_count);
  require_few(2 * count);
  const Colors nodes = colors_of(node_names, node_codes, node_count, "nodes");
  const Colors edges = colors_of(edge_names, edge_codes, count, "edges");
  Held out;
  call(0, 0, [&](const network::Limits&) {
    auto builder = parts_of(node_count, nodes, count, edges);
    builder.reserve(2 * count);
    for (std::size_t e = 0; e < count; ++e) {
      network::poll();
      const NodeId a = node_at(from, e, node_count);
      const NodeId b = node_at(to, e, node_count);
      if (a == b) {
        builder.connect(a, EdgeId(e), network::dart_both);
        continue;
      }
      const std::uint8_t first =
          directed ? network::dart_writes : network::dart_both;
      const std::uint8_t second =
          directed ? network::dart_reads : network::dart_both;
      builder.connect(a, EdgeId(e), first);
      builder.connect(b, EdgeId(e), second);
    }
    out = held(builder.build(false));
  });
  return out;
}

// A node that is connected to an edge twice reads and writes what either says.
using Connection = std::tuple<std::uint32_t, std::uint32_t, std::uint8_t>;

std::vector<Connection> connections_of(const Column& edge, const Column& node,
                                       const Column& direction,
                                       std::size_t edge_count,
                                       std::size_t node_count) {
  std::vector<Connection> all;
  all.reserve(edge.size());
  for (std::size_t i = 0; i < edge.size(); ++i) {
    network::poll();
    if (edge[i] < 0 || static_cast<std::size_t>(edge[i]) >= edge_count) {
      throw py::index_error(fmt::format(
          "entry {} names edge {}, but there are {}", i, edge[i], edge_count));
    }
    if (direction[i] < 1 || direction[i] > 3) {
      throw py::value_error(
          fmt::format("entry {} has direction {}: 1 reads, 2 writes, 3 both", i,
                      direction[i]));
    }
    all.emplace_back(static_cast<std::uint32_t>(edge[i]),
                     node_at(node, i, node_count).value,
                     static_cast<std::uint8_t>(direction[i]));
  }
  std::ranges::sort(all);
  std::size_t kept = 0;
  for (std::size_t i = 1; i < all.size(); ++i) {
    auto& [e, n, d] = all[kept];
    const auto& [next_e, next_n, next_d] = all[i];
    if (e == next_e && n == next_n) {
      d |= next_d;
    } else {
      all[++kept] = all[i];
    }
  }
  if (!all.empty()) all.resize(kept + 1);
  return all;
}

Held from_connections(std::size_t node_count, std::size_t edge_count,
                      const py::array& edge, const py::array& node,
                      const py::array& direction,
                      const std::vector<std::string>& node_names,
                      const Codes& node_codes,
                      const std::vector<std::string>& edge_names,
                      const Codes& edge_codes) {
  const Column edge_of(edge), node_of(node), direction_of(direction);
  require_few(node_count);
  require_few(edge_count);
  require_few(edge_of.size());
  if (edge_of.size() != node_of.size() ||
      edge_of.size() != direction_of.size()) {
    throw py::value_error("the arrays of connections differ in length");
  }
  const Colors nodes = colors_of(node_names, node_codes, node_count, "nodes");
  const Colors edges = colors_of(edge_names, edge_codes, edge_count, "edges");
  Held out;
  call(0, 0, [&](const network::Limits&) {
    auto builder = parts_of(node_count, nodes, edge_count, edges);
    for (const auto& [e, n, d] : connections_of(edge_of, node_of, direction_of,
                                                edge_count, node_count)) {
      network::poll();
      builder.connect(NodeId(std::size_t{n}), EdgeId(std::size_t{e}), d);
    }
    out = held(builder.build(false));
  });
  return out;
}

// A file of a network or of a model: its network, and warnings as JSON.
std::pair<Held, std::string> read_network(
    const std::vector<std::string>& arguments) {
  const Wishes wishes = wishes_of(arguments);
  std::unique_ptr<cli::Opened> opened;
  Held out;
  call(wishes.seconds, wishes.memory_mib, [&](const network::Limits&) {
    opened = cli::load_network(wishes.options);
    if (opened->network() == nullptr || opened->diagnostics.has_errors()) {
      return;
    }
    out = held(*opened->network());
  });
  if (!out.network) refuse(opened->diagnostics);
  return {out,
          report::diagnostics_json(opened->diagnostics)
              .dump(-1, ' ', false, report::Json::error_handler_t::replace)};
}

// ---- what is found

using Classes = std::pair<py::array_t<std::uint32_t>, bool>;

py::array_t<std::uint32_t> array_of_classes(
    const groupoid::Partition& classes) {
  Numbers out(classes.node_count());
  for (std::size_t n = 0; n < out.size(); ++n) {
    out[n] = classes.class_of(NodeId(n));
  }
  return array_of(std::move(out));
}

py::array_t<std::uint32_t> io_classes(const Held& self, Limited limited) {
  groupoid::Partition found;
  call(limited.seconds, limited.memory_mib, [&](const network::Limits&) {
    found = groupoid::io_similarity(*self.network);
  });
  return array_of_classes(found);
}

Classes balance(const Held& self, bool as_printed, Limited limited) {
  std::optional<groupoid::Balance> found;
  call(limited.seconds, limited.memory_mib, [&](const network::Limits&) {
    groupoid::BalanceOptions how;
    if (as_printed) how.shared = groupoid::Shared::within;
    found.emplace(groupoid::balance(*self.network, how));
  });
  return {array_of_classes(found->nodes()), found->exact()};
}

py::array_t<std::uint32_t> color_refinement(const Held& self, Limited limited) {
  groupoid::Partition found;
  call(limited.seconds, limited.memory_mib, [&](const network::Limits&) {
    found = groupoid::Partition(groupoid::color_refinement(*self.network));
  });
  return array_of_classes(found);
}

template <class Id>
std::vector<Numbers> cycles_of(const std::vector<std::vector<Id>>& cycles) {
  std::vector<Numbers> out;
  for (const auto& cycle : cycles) {
    Numbers& numbers = out.emplace_back();
    for (const Id id : cycle) numbers.push_back(id.value);
  }
  return out;
}

py::object automorphisms(const Held& self, std::uint64_t work,
                         Limited limited) {
  groupoid::Automorphisms found;
  call(limited.seconds, limited.memory_mib, [&](const network::Limits&) {
    groupoid::AutomorphismLimits how;
    if (work > 0) how.work = work;
    found = groupoid::automorphisms(*self.network, how);
  });
  if (!found.computed) return py::none();
  std::vector<std::pair<std::vector<Numbers>, std::vector<Numbers>>> generators;
  for (const groupoid::Automorphism& g : found.generators) {
    generators.emplace_back(cycles_of(g.node_cycles), cycles_of(g.edge_cycles));
  }
  return py::make_tuple(found.order, found.node_order, std::move(generators),
                        array_of(std::move(found.orbit_of)),
                        array_of(std::move(found.edge_orbit_of)));
}

// None: it would be too large.
py::object quotient(const Held& self, Limited limited) {
  // Beyond, a quotient takes minutes, or more memory than there may be.
  constexpr std::uint64_t largest_cost = 200'000'000;
  std::optional<groupoid::Balance> classes;
  std::optional<groupoid::Quotient> found;
  call(limited.seconds, limited.memory_mib, [&](const network::Limits&) {
    classes.emplace(groupoid::balance(*self.network));
    if (groupoid::quotient_cost(*classes, largest_cost) <= largest_cost) {
      found = groupoid::quotient(*classes);
    }
  });
  if (!found) return py::none();
  Numbers representatives;
  for (std::uint32_t c = 0; c < classes->nodes().size(); ++c) {
    representatives.push_back(classes->nodes().representative(c).value);
  }
  Held network = held(std::move(found->network));
  network.vias = std::move(found->vias);
  return py::make_tuple(std::move(network), array_of_classes(classes->nodes()),
                        array_of(std::move(representatives)), classes->exact());
}

py::object canonical_form(const Held& self, std::uint64_t work,
                          Limited limited) {
  groupoid::CanonicalForm found;
  call(limited.seconds, limited.memory_mib, [&](const network::Limits&) {
    groupoid::AutomorphismLimits how;
    if (work > 0) how.work = work;
    found = groupoid::canonical_form(*self.network, how);
  });
  if (!found.computed) return py::none();
  return py::make_tuple(numbers_of(found.nodes), numbers_of(found.edges),
                        py::bytes(found.certificate));
}

std::optional<bool> known(groupoid::Answer answer) {
  if (answer == groupoid::Answer::unknown) return std::nullopt;
  return answer == groupoid::Answer::yes;
}

py::tuple compare(const Held& self, const Held& other, Limited limited) {
  groupoid::Comparison found;
  call(limited.seconds, limited.memory_mib, [&](const network::Limits&) {
    groupoid::compare(*self.network, *other.network, {}, found);
  });
  return py::make_tuple(known(found.isomorphic),
                        known(found.locally_equivalent), known(found.part[0]),
                        known(found.part[1]));
}

// ---- what it is

py::tuple connections(const Held& self) {
  const Network& network = *self.network;
  Numbers edges, nodes;
  std::vector<std::uint8_t> directions;
  for (std::size_t e = 0; e < network.edge_count(); ++e) {
    for (const network::DartId d : network.darts(EdgeId(e))) {
      edges.push_back(static_cast<std::uint32_t>(e));
      nodes.push_back(network.dart_node[d.index()].value);
      directions.push_back(network.dart_direction[d.index()]);
    }
  }
  return py::make_tuple(array_of(std::move(edges)), array_of(std::move(nodes)),
                        array_of(std::move(directions)));
}

std::vector<std::string> names_of(const network::Names& names,
                                  std::size_t count) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < count; ++i) {
    out.push_back(names.empty() ? std::to_string(i) : names[i]);
  }
  return out;
}

template <class Colored>
std::vector<std::string> color_names(const Network& network,
                                     const Colored& colors) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < colors.size(); ++i) {
    out.push_back(network.color_names[colors[i]]);
  }
  return out;
}

std::string write(const Held& self, const std::string& format) {
  std::string out;
  call(0, 0, [&](const network::Limits&) {
    const Network& network = *self.network;
    out = format == "dot"       ? network::write_dot(network)
          : format == "graphml" ? network::write_graphml(network)
                                : network::write_native(network, self.vias);
  });
  return out;
}

}  // namespace

void add_networks(py::module_& module) {
  py::class_<Limited>(module, "Limited").def(py::init<double, std::uint64_t>());
  py::class_<Held>(module, "Network")
      .def_property_readonly(
          "nodes", [](const Held& h) { return h.network->node_count(); })
      .def_property_readonly(
          "edges", [](const Held& h) { return h.network->edge_count(); })
      .def("node_names",
           [](const Held& h) {
             return names_of(h.network->node_names, h.network->node_count());
           })
      .def("edge_names",
           [](const Held& h) {
             return names_of(h.network->edge_names, h.network->edge_count());
           })
      .def("node_colors",
           [](const Held& h) {
             return color_names(*h.network, h.network->node_color);
           })
      .def("edge_colors",
           [](const Held& h) {
             return color_names(*h.network, h.network->edge_color);
           })
      .def("connections", connections)
      .def("io_classes", io_classes)
      .def("balance", balance)
      .def("color_refinement", color_refinement)
      .def("automorphisms", automorphisms)
      .def("quotient", quotient)
      .def("canonical_form", canonical_form)
      .def("compare", compare)
      .def("write", write);
  module.def("from_edges", from_edges);
  module.def("from_connections", from_connections);
  module.def("read_network", read_network);
}

}  // namespace vicinal::python
