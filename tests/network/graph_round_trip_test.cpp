// SPDX-License-Identifier: MIT
// Guards: what the writers write, the readers read as the same network: random
// ones with hyper-edges, ports, colors, loops, parallel edges and hostile
// names; and formats that cannot hold all of this, written here line by line.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <random>
#include <set>

#include "network/files/graph_file.hpp"
#include "network/files/graph_writers.hpp"
#include "network/files/native.hpp"

namespace graph_round_trip_test {

namespace {

using namespace vicinal::network;

using Random = std::mt19937;

// Quotes, brackets, markup, marks that turn the direction of text, characters
// without width, controls, what looks like an escape or a keyword.
std::string random_name(Random& random) {
  static const std::vector<std::string> pieces = {
      "a",      "b",          "\"",     "'",      "<",      ">",      "&",
      "&amp;",  "]]>",        "\\",     "\\\"",   "[",      "{",      "}",
      "%41",    "%",          "\u202e", "\u200b", "\u2066", "\ufeff", "\n",
      "\t",     " ",          "\x01",   "\x7f",   "\u0085", "\ufffe", "\u2028",
      "é",      "\U0001f600", "graph",  "node",   "--",     "->",     ":n",
      "n",      "-1.5",       "0",      "//",     "/*",     "#",      "</node>",
      "strict", "\r",         ";",      "\u00ad", "=",      "+"};
  std::string out;
  for (std::size_t i = 0; i < 1 + random() % 3; ++i) {
    out += pieces[random() % pieces.size()];
  }
  return out;
}

std::string random_word(Random& random, bool hostile) {
  static const std::vector<std::string> words = {"red",  "n",    "b",
                                                 "left", "edge", "w"};
  return hostile ? random_name(random) : words[random() % words.size()];
}

std::string unique(std::set<std::string>& taken, std::string name) {
  while (!taken.insert(name).second) name += "x";
  return name;
}

// Two-ended ones, loops and others; with ports or without.
void random_edge(Random& random, NetworkBuilder& builder, EdgeId e,
                 std::size_t nodes, std::uint32_t ports) {
  constexpr std::uint8_t both = dart_reads | dart_writes;
  const auto port = [&] {
    return ports == 0 ? 0U : static_cast<std::uint32_t>(random() % ports);
  };
  const NodeId a(random() % nodes), b(random() % nodes);
  const auto kind = random() % 4;
  if (kind < 3) {
    if (a == b) return builder.connect(a, e, both, port());
    builder.connect(a, e, kind == 0 ? both : dart_writes, port());
    builder.connect(b, e, kind == 0 ? both : dart_reads, port());
    return;
  }
  for (std::size_t n = 0; n < nodes; ++n) {
    const auto direction = static_cast<std::uint8_t>(random() % 6);
    if (direction >= 1 && direction <= 3) {
      builder.connect(NodeId(n), e, direction, port());
    }
  }
}

Network random_network(Random& random) {
  NetworkBuilder builder;
  const bool hostile = random() % 2 == 0;
  std::set<std::string> colors = {""};
  std::vector<std::uint32_t> color = {builder.color("")};
  for (int i = 0; i < 3; ++i) {
    color.push_back(
        builder.color(unique(colors, random_word(random, hostile))));
  }
  const std::size_t nodes = random() % 6;
  const std::size_t edges = nodes == 0 ? 0 : random() % 8;
  std::set<std::string> names;
  for (std::size_t n = 0; n < nodes; ++n) {
    builder.add_node(color[random() % color.size()],
                     unique(names, random_word(random, hostile)));
  }
  const bool named = random() % 2 == 0;
  const auto ports = static_cast<std::uint32_t>(random() % 2 * 3);
  names.clear();
  for (std::size_t e = 0; e < edges; ++e) {
    const EdgeId id = builder.add_edge(
        color[random() % color.size()],
        named ? unique(names, random_word(random, hostile)) : "");
    random_edge(random, builder, id, nodes, ports);
  }
  Network network = builder.build(ports > 0);
  if (ports > 0) {
    std::set<std::string> taken = {""};
    network.port_names = {"", unique(taken, random_word(random, hostile)),
                          unique(taken, random_word(random, hostile))};
  }
  return network;
}

std::optional<GraphFile> read(const std::string& name, const std::string& text,
                              const ReadOptions& options = {}) {
  const Source source(name, text);
  Diagnostics d(&source);
  auto file = read_graph_file(source, options, d);
  for (const Diagnostic& one : d.all()) {
    const Position at = source.position(one.span.begin);
    UNSCOPED_INFO(at.line << ":" << at.column << " V0" << number(one.code)
                          << " " << one.message);
  }
  CHECK(file.has_value() == !d.has_errors());
  return file;
}

// Without names of edges and colors of nodes, a list of lines in any format.
std::string shape(const Network& network) {
  std::string out = fmt::format("{} nodes\n", network.node_count());
  std::multiset<std::string> lines;
  for (std::size_t e = 0; e < network.edge_count(); ++e) {
    std::string line;
    for (const DartId d : network.darts(EdgeId(e))) {
      line += fmt::format(
          " {}{}", network.node_names[network.dart_node[d.index()].index()],
          network.dart_direction[d.index()]);
    }
    lines.insert(line);
  }
  for (const std::string& line : lines) out += line + "\n";
  return out;
}

}  // namespace

TEST_CASE("networks round-trip through native, DOT and GraphML") {
  Random random(19);
  for (int round = 0; round < 2000; ++round) {
    const Network network = random_network(random);
    const std::string native = write_native(network);
    std::vector<std::uint32_t> classes;
    for (std::size_t n = 0; n < network.node_count(); ++n) {
      classes.push_back(static_cast<std::uint32_t>(random() % 3));
    }
    if (random() % 2 == 0) classes.clear();
    const std::string dot = write_dot(network, classes);
    const std::string graphml = write_graphml(network, classes);
    INFO(native << dot << graphml);
    CHECK(graph_format("x", native) == Format::native);
    const auto from_native = read("x", native);
    REQUIRE(from_native);
    CHECK(write_native(from_native->network) == native);
    for (const auto& [text, format] :
         {std::pair(dot, Format::dot), {graphml, Format::graphml}}) {
      CHECK(graph_format("x", text) == format);
      const auto file = read("x", text);
      REQUIRE(file);
      CHECK(file->format == format);
      CHECK(write_native(file->network) == native);
    }
  }
}

namespace {

struct Plain {
  std::size_t nodes = 0;
  bool directed = false;
  std::vector<std::pair<std::size_t, std::size_t>> lines;
};

Plain random_plain(Random& random) {
  Plain out;
  out.nodes = 1 + random() % 9;
  out.directed = random() % 2 == 0;
  for (std::size_t i = random() % 12; i-- > 0;) {
    out.lines.emplace_back(random() % out.nodes, random() % out.nodes);
  }
  return out;
}

Network built(const Plain& plain) {
  constexpr std::uint8_t both = dart_reads | dart_writes;
  NetworkBuilder builder;
  const auto color = builder.color("");
  for (std::size_t n = 0; n < plain.nodes; ++n) {
    builder.add_node(color, std::to_string(n + 1));
  }
  for (const auto& [a, b] : plain.lines) {
    const EdgeId e = builder.add_edge(color);
    if (a == b) {
      builder.connect(NodeId(a), e, both);
    } else {
      builder.connect(NodeId(a), e, plain.directed ? dart_writes : both);
      builder.connect(NodeId(b), e, plain.directed ? dart_reads : both);
    }
  }
  return builder.build(false);
}

std::string gml(const Plain& plain) {
  std::string out =
      fmt::format("graph [\n directed {}\n", plain.directed ? 1 : 0);
  for (std::size_t n = 1; n <= plain.nodes; ++n) {
    out += fmt::format(" node [ id {} label \"n&quot;{}\" ]\n", n, n);
  }
  for (const auto& [a, b] : plain.lines) {
    out += fmt::format(" edge [ source {} target {} ]\n", a + 1, b + 1);
  }
  return out + "]\n";
}

std::string pajek(const Plain& plain) {
  std::string out = fmt::format("*Vertices {}\n", plain.nodes);
  for (std::size_t n = 1; n <= plain.nodes; n += 2) {
    out += fmt::format("{} \"label {}\" 0.5 0.5\n", n, n);
  }
  out += plain.directed ? "*Arcs\n" : "*Edges\n";
  for (const auto& [a, b] : plain.lines) {
    out += fmt::format("{} {}\r\n", a + 1, b + 1);
  }
  return out;
}

std::string node_link(const Plain& plain) {
  std::string nodes, links;
  for (std::size_t n = 1; n <= plain.nodes; ++n) {
    nodes += fmt::format("{}{{\"id\": {}, \"x\": [1, {{}}]}}",
                         n == 1 ? "" : ", ", n);
  }
  for (const auto& [a, b] : plain.lines) {
    links += fmt::format("{}{{\"source\": {}, \"target\": {}}}",
                         links.empty() ? "" : ",\n", a + 1, b + 1);
  }
  return fmt::format(
      "{{\"directed\": {}, \"nodes\": [{}], \"graph\": {{\"edges\": 3}}, "
      "\"links\": [{}]}}",
      plain.directed, nodes, links);
}

std::string dot(const Plain& plain) {
  std::string out = plain.directed ? "digraph g {\n" : "graph \"g\" {\n";
  for (std::size_t n = 1; n <= plain.nodes; ++n) out += fmt::format("{};", n);
  for (const auto& [a, b] : plain.lines) {
    out += fmt::format("{} {} \"{}\"\n", a + 1, plain.directed ? "->" : "--",
                       b + 1);
  }
  return out + "}";
}

}  // namespace

TEST_CASE("GML, Pajek, node-link JSON and DOT say the same") {
  Random random(23);
  for (int round = 0; round < 500; ++round) {
    const Plain plain = random_plain(random);
    const std::string wanted = shape(built(plain));
    for (const auto& [text, format] : {std::pair(gml(plain), Format::gml),
                                       {pajek(plain), Format::pajek},
                                       {node_link(plain), Format::node_link},
                                       {dot(plain), Format::dot}}) {
      INFO(text);
      CHECK(graph_format("x", text) == format);
      const auto file = read("x", text);
      REQUIRE(file);
      CHECK(shape(file->network) == wanted);
    }
  }
}

namespace {

// As the description of the formats has it, bit by bit.
std::string six_bits(const std::vector<bool>& bits) {
  std::string out;
  for (std::size_t i = 0; i < bits.size(); i += 6) {
    int value = 0;
    for (std::size_t k = i; k < i + 6; ++k) {
      value = 2 * value + (k < bits.size() && bits[k] ? 1 : 0);
    }
    out += static_cast<char>(63 + value);
  }
  return out;
}

}  // namespace

TEST_CASE("graph6 and digraph6 are their matrices") {
  Random random(29);
  for (int round = 0; round < 300; ++round) {
    Plain plain;
    plain.nodes = random() % 12;
    plain.directed = random() % 2 == 0;
    std::vector<bool> bits;
    for (std::size_t v = 0; v < plain.nodes; ++v) {
      for (std::size_t u = 0; u < (plain.directed ? plain.nodes : v); ++u) {
        bits.push_back(random() % 3 == 0);
        if (!bits.back()) continue;
        plain.lines.emplace_back(plain.directed ? v : u,
                                 plain.directed ? u : v);
      }
    }
    const std::string text =
        (plain.directed ? "&" : "") +
        std::string(1, static_cast<char>(63 + plain.nodes)) + six_bits(bits);
    INFO(text);
    ReadOptions options;
    options.format = plain.directed ? Format::digraph6 : Format::graph6;
    const auto file = read("x", text + "\n", options);
    REQUIRE(file);
    REQUIRE(file->network.edge_count() == plain.lines.size());
    const Network wanted = built(plain);
    CHECK(file->network.dart_node == wanted.dart_node);
    CHECK(file->network.dart_edge == wanted.dart_edge);
    CHECK(file->network.dart_direction.list() == wanted.dart_direction.list());
  }
}

}  // namespace graph_round_trip_test
