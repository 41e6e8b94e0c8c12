// SPDX-License-Identifier: MIT
// Guards: quotient networks (LS 4.4) against the definition, item by item, on
// fixed and random networks; the vias against all neighbours of all
// representatives; writing and reading them.
#include "groupoid/quotient_network/quotient.hpp"

#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "network/files/native.hpp"
#include "tests/random/random_model.hpp"
#include "tests/random/random_network.hpp"

namespace quotient_test {

namespace {

using namespace vicinal;
using namespace vicinal::random_networks;
using groupoid::Balance;
using groupoid::Quotient;
using groupoid::Shared;
using network::DartId;
using network::EdgeId;
using network::Network;
using network::NodeId;
using network::Via;

Balance onto(const Network& network) {
  groupoid::BalanceOptions options;
  options.shared = Shared::onto;
  return balance(network, options);
}

// (class, edge of the original): an edge of the quotient.
using Made = std::pair<std::uint32_t, std::uint32_t>;

// What one neighbour shares: its class, and pairs of edges.
using Channel = std::pair<std::uint32_t, std::set<std::pair<Made, Made>>>;

std::set<NodeId> classes_of(const Balance& b, const std::vector<NodeId>& ns) {
  std::set<NodeId> out;
  for (const NodeId n : ns) out.insert(NodeId(b.nodes().class_of(n)));
  return out;
}

std::set<NodeId> set_of(const std::vector<NodeId>& nodes) {
  return {nodes.begin(), nodes.end()};
}

// Items 1 and 2 of the definition.
void check_structure(const Balance& b, const Quotient& q) {
  const Network& w = b.network();
  REQUIRE(q.network.node_count() == b.nodes().size());
  std::size_t made = 0;
  for (std::uint32_t c = 0; c < b.nodes().size(); ++c) {
    const NodeId r = b.nodes().representative(c);
    CHECK(q.network.color_names[q.network.node_color[c]] ==
          w.color_names[w.node_color[r.index()]]);
    for (const EdgeId e : w.inout(r)) {
      REQUIRE(made < q.network.edge_count());
      const EdgeId bar(made);
      CHECK(q.vias.owner[made] == NodeId(std::size_t{c}));
      const DartId origin = q.origin[made];
      const auto among = [r](const std::vector<NodeId>& nodes) {
        return std::find(nodes.begin(), nodes.end(), r) != nodes.end();
      };
      CHECK(((q.vias.access[made] & network::dart_writes) != 0) ==
            among(w.ins(e)));
      CHECK(((q.vias.access[made] & network::dart_reads) != 0) ==
            among(w.outs(e)));
      CHECK(w.dart_node[origin.index()] == r);
      CHECK(w.dart_edge[origin.index()] == e);
      CHECK(set_of(q.network.ins(bar)) == classes_of(b, w.ins(e)));
      CHECK(set_of(q.network.outs(bar)) == classes_of(b, w.outs(e)));
      CHECK(q.network.color_names[q.network.edge_color[made]] ==
            w.color_names[w.edge_color[e.index()]]);
      ++made;
    }
  }
  CHECK(made == q.network.edge_count());
  std::set<std::string> names;
  for (std::size_t e = 0; e < made; ++e) names.insert(q.network.edge_names[e]);
  CHECK(names.size() == made);
}

Made edge_of(const Balance& b, const Quotient& q, EdgeId bar) {
  return {q.vias.owner[bar.index()].value,
          b.network().dart_edge[q.origin[bar.index()].index()].value};
}

// The neighbours of the representative of c, each seen through a witness.
std::set<Channel> neighbours(const Balance& b, std::uint32_t c) {
  const Network& w = b.network();
  const NodeId r = b.nodes().representative(c);
  std::set<Channel> out;
  for (const NodeId j : w.pointing_to(r)) {
    const std::uint32_t d = b.nodes().class_of(j);
    const groupoid::LocalSymmetry delta = b.witness(j);
    Channel channel{d, {}};
    for (std::size_t i = 0; i < delta.image.size(); ++i) {
      const EdgeId there = w.dart_edge[delta.image[i].index()];
      for (const EdgeId e : w.inout(r)) {
        if (e != there) continue;
        channel.second.insert(
            {{c, e.value}, {d, w.inout(delta.source)[i].value}});
      }
    }
    out.insert(channel);
  }
  return out;
}

void check_vias(const Balance& b, const Quotient& q) {
  std::map<std::uint32_t, Channel> channels;
  std::map<std::uint32_t, std::uint32_t> owner;  // of a channel
  for (std::size_t e = 0; e < q.network.edge_count(); ++e) {
    const auto vias = q.vias.of(EdgeId(e));
    for (const Via& via : vias) {
      const Made there = edge_of(b, q, via.edge);
      CHECK(there.first == via.from.value);
      Channel& channel = channels[via.channel];
      channel.first = via.from.value;
      CHECK(channel.second.insert({edge_of(b, q, EdgeId(e)), there}).second);
      const auto at = owner.emplace(via.channel, q.vias.owner[e].value).first;
      CHECK(at->second == q.vias.owner[e].value);
    }
    CHECK(std::is_sorted(
        vias.begin(), vias.end(),
        [](const Via& x, const Via& y) { return x.channel < y.channel; }));
  }
  // Numbered from 0, none left out.
  if (!channels.empty()) {
    CHECK(channels.rbegin()->first == channels.size() - 1);
  }
  for (std::uint32_t c = 0; c < b.nodes().size(); ++c) {
    std::set<Channel> found;
    std::size_t count = 0;
    for (const auto& [k, channel] : channels) {
      if (owner[k] != c) continue;
      found.insert(channel);
      ++count;
    }
    CHECK(count == found.size());
    CHECK(found == neighbours(b, c));
  }
}

void check_reading(const Quotient& q) {
  const std::string text = network::write_native(q.network, q.vias);
  const network::Source source("quotient.json", text);
  network::Diagnostics diagnostics(&source);
  network::Vias vias;
  const auto again = network::read_native(source, diagnostics, &vias);
  REQUIRE(again);
  CHECK(diagnostics.all().empty());
  CHECK(vias.empty() == (q.network.edge_count() == 0));
  if (q.network.edge_count() > 0) CHECK(vias == q.vias);
  CHECK(network::write_native(*again, vias) == text);
}

// Names, as a file has them.
Network named(Network network) {
  network.node_names.clear();
  network.edge_names.clear();
  for (std::size_t n = 0; n < network.node_count(); ++n) {
    network.node_names.push_back("n" + std::to_string(n));
  }
  for (std::size_t e = 0; e < network.edge_count(); ++e) {
    network.edge_names.push_back("e" + std::to_string(e));
  }
  return network;
}

void check_all(const Network& network) {
  const Balance b = onto(network);
  const Quotient q = quotient(b);
  check_structure(b, q);
  check_vias(b, q);
  check_reading(q);
  const std::uint64_t cost = groupoid::quotient_cost(b, UINT64_MAX);
  CHECK(cost >= q.network.dart_count());
  CHECK(cost >= q.vias.entries.size());
}

std::string first_error(const std::string& text) {
  const network::Source source("network.json", text);
  network::Diagnostics diagnostics(&source);
  const auto network = network::read_native(source, diagnostics);
  CHECK(network.has_value() != diagnostics.has_errors());
  if (diagnostics.all().empty()) return {};
  const network::Diagnostic& d = diagnostics.all().front();
  return std::to_string(number(d.code)) + " " +
         std::string(source.text(d.span)) + ": " + d.message;
}

// Two nodes, and an edge of the first with something added.
std::string with_via(const std::string& more) {
  return R"({"nodes": [{"id": "a"}, {"id": "b"}], "edges": [)"
         R"({"id": "a.e", "class": "a", "ins": ["a"], "outs": ["b"], )" +
         more + R"(}, {"id": "b.e", "class": "b", "ins": ["a"],)" +
         R"( "outs": ["b"]}]})";
}

}  // namespace

TEST_CASE("a ring becomes one node, each edge via the other") {
  const Network network = named(ring_with_ports(6).build());
  const Balance b = onto(network);
  const Quotient q = quotient(b);
  REQUIRE(q.network.node_count() == 1);
  REQUIRE(q.network.edge_count() == 2);
  const NodeId s(0);
  CHECK(q.network.node_names == network::Names({"n0"}));
  CHECK(!q.network.points_to(s, s));  // what Theorem 6 stumbles over
  const EdgeId left(0), right(1);
  const auto left_via = q.vias.of(left);
  const auto right_via = q.vias.of(right);
  REQUIRE(left_via.size() == 1);
  REQUIRE(right_via.size() == 1);
  CHECK(left_via[0] == Via{s, right, left_via[0].channel});
  CHECK(right_via[0] == Via{s, left, right_via[0].channel});
  CHECK(left_via[0].channel != right_via[0].channel);
}

TEST_CASE("a neighbour that shares two edges keeps them together") {
  // In a ring of two, left is the other's right and right the other's left.
  const Network network = named(ring_with_ports(2).build());
  const Quotient q = quotient(onto(network));
  REQUIRE(q.network.edge_count() == 2);
  const auto first = q.vias.of(EdgeId(0));
  const auto second = q.vias.of(EdgeId(1));
  REQUIRE(first.size() == 1);
  REQUIRE(second.size() == 1);
  CHECK(first[0] == Via{NodeId(0), EdgeId(1), 0});
  CHECK(second[0] == Via{NodeId(0), EdgeId(0), 0});
}

TEST_CASE("a star keeps all edges of its hub, and one of the spokes") {
  const Network network = named(star(4).build());
  const Quotient q = quotient(onto(network));
  REQUIRE(q.network.node_count() == 2);
  REQUIRE(q.network.edge_count() == 5);
  for (std::size_t e = 0; e < 4; ++e) {
    REQUIRE(q.vias.of(EdgeId(e)).size() == 1);
    CHECK(q.vias.of(EdgeId(e))[0].from == NodeId(1));
    CHECK(q.vias.of(EdgeId(e))[0].edge == EdgeId(4));
  }
  REQUIRE(q.vias.of(EdgeId(4)).size() == 1);  // from the hub's first edge
  CHECK(q.vias.of(EdgeId(4))[0] == Via{NodeId(0), EdgeId(0), 4});
}

TEST_CASE("a bus of any size becomes one node with one edge, via itself") {
  for (const std::uint32_t n : {2U, 5U, 100'000U}) {
    const Quotient q = quotient(onto(one_bus(n).build()));
    REQUIRE(q.network.node_count() == 1);
    REQUIRE(q.network.edge_count() == 1);
    REQUIRE(q.vias.entries.size() == 1);
    CHECK(q.vias.entries[0] == Via{NodeId(0), EdgeId(0), 0});
  }
}

TEST_CASE("the cost of a quotient tells a bus of equals from one of others") {
  constexpr std::uint64_t limit = 1'000'000;
  const Network equals = one_bus(10'000).build();
  CHECK(groupoid::quotient_cost(onto(equals), limit) <= limit);
  const Balance others = groupoid::identity_balance(equals);
  CHECK(groupoid::quotient_cost(others, limit) > limit);
}

TEST_CASE("names that would fall together are told apart") {
  network::NetworkBuilder builder;
  const auto plain = builder.color("");
  const NodeId a = builder.add_node(plain, "a");
  const NodeId ab = builder.add_node(builder.color("x"), "a.b");
  builder.connect(a, builder.add_edge(plain, "b.c"), network::dart_reads);
  builder.connect(ab, builder.add_edge(plain, "c"), network::dart_reads);
  const Network network = builder.build(false);
  const Quotient q = quotient(onto(network));
  CHECK(q.network.edge_names == network::Names({"a.b.c", "a.b.c~2"}));
}

TEST_CASE("quotients are what the definition says, on fixed networks") {
  for (const Named& fixed : fixed_networks()) {
    INFO(fixed.name);
    check_all(fixed.network);
  }
}

TEST_CASE("quotients are what the definition says, on random networks") {
  const std::uint64_t runs = random_models::runs(1000);
  for (std::uint64_t seed = 0; seed < runs; ++seed) {
    const Network network = random_network(seed);
    INFO("seed " << seed);
    INFO(describe(network));
    check_all(network);
  }
}

TEST_CASE("a quotient of the identity keeps the network") {
  const Network network = named(hexagon_beside_triangles().build());
  const Quotient q = quotient(groupoid::identity_balance(network));
  CHECK(q.network.node_names == network.node_names);
  CHECK(q.network.edge_count() == network.dart_count());
}

TEST_CASE("the reader takes a via and is strict about it") {
  const auto via = [](const std::string& entries) {
    return first_error(with_via("\"via\": " + entries));
  };
  CHECK(via("[]") == "");
  CHECK(via(R"([{"class": "b", "edge": "b.e", "channel": 0}])") == "");
  CHECK(via(R"([{"class": "b", "edge": "b.e", "channel": 0},
                {"class": "b", "edge": "b.e", "channel": 0}])") ==
        "606 \"a.e\": channel 0 is there twice in the \"via\" of edge \"a.e\"");
  CHECK(via("{}") == "603 {: expected a list of objects, but found an object");
  CHECK(via("[3]") == "603 3: expected a list of objects, but found a number");
  CHECK(via("[[]]").substr(0, 3) == "603");
  CHECK(via(R"([{"edge": "b.e", "channel": 0}])") ==
        "605 {: this via has no \"class\"");
  CHECK(via(R"([{"class": "b", "channel": 0}])") ==
        "605 {: this via has no \"edge\"");
  CHECK(via(R"([{"class": "b", "edge": "b.e"}])") ==
        "605 {: this via has no \"channel\"");
  CHECK(via(R"([{"class": "c", "edge": "b.e", "channel": 0}])") ==
        "607 \"c\": there is no node \"c\"");
  CHECK(via(R"([{"class": "b", "edge": "f", "channel": 0}])") ==
        "607 \"f\": there is no edge \"f\"");
  CHECK(via(R"([{"class": "b", "edge": "a.e", "channel": 0}])") ==
        "607 \"a.e\": edge \"a.e\" is not one of class \"b\"");
  for (const char* channel : {"-1", "0.5", "4294967296", "\"0\"", "null"}) {
    INFO(channel);
    CHECK(via(std::string(R"([{"class": "b", "edge": "b.e", "channel": )") +
              channel + "}]")
              .substr(0, 3) == "603");
  }
  CHECK(via(R"([{"class": "b", "edge": "b.e", "channel": 0, "x": 1}])") ==
        "608 \"x\": the key \"x\" is ignored");
  CHECK(first_error(R"({"nodes": [], "edges": [{"id": "e", "class": "a"}]})") ==
        "607 \"a\": there is no node \"a\"");
  CHECK(first_error(R"({"nodes": {"id": "a"}})").substr(0, 3) == "603");
  CHECK(first_error(R"({"nodes": [], "edges": {"id": "e"}})").substr(0, 3) ==
        "603");
  CHECK(
      first_error(R"({"nodes": [], "edges": [{"id": ["e"]}]})").substr(0, 3) ==
      "603");
  CHECK(first_error(with_via(R"("via": "x")")).substr(0, 3) == "603");
  CHECK(first_error(R"({"nodes": [{"id": "a"}], "edges": [{"id": "e",
                    "ins": "a"}]})")
            .substr(0, 3) == "603");
  CHECK(first_error(with_via(R"("via": [], "access": "both")")) ==
        "603 \"both\": expected \"in\", \"out\" or \"inout\", but found "
        "\"both\"");
  CHECK(first_error(with_via(R"("via": [], "access": 3)")) ==
        "603 3: expected \"in\", \"out\" or \"inout\", but found a number");
  CHECK(first_error(with_via(R"("via": [], "access": "out")")) == "");
  // Only edges have it.
  CHECK(first_error(R"({"nodes": [{"id": "a", "via": []}], "edges": []})") ==
        "608 \"via\": the key \"via\" is ignored");
}

}  // namespace quotient_test
