// SPDX-License-Identifier: MIT
// Guards: `prove --on-quotient` (LS 4.4, Theorem 6 with `via`). What is
// computed on a quotient network, of the classes of a model or out of a file,
// is theta of the network, node by node; files that say too little are refused.
#include <catch2/catch.hpp>

#include "fixpoint/single/single.hpp"
#include "graph_models.hpp"
#include "groupoid/quotient_network/quotient.hpp"
#include "network/elaboration/elaborate.hpp"
#include "network/files/native.hpp"
#include "tests/random/loaded.hpp"
#include "tests/random/random_model.hpp"
#include "tests/random/random_network.hpp"
#include "tests/random/symmetric_model.hpp"

namespace on_quotient_test {

namespace {

using namespace vicinal;
using fixpoint::Reduce;
using fixpoint_tests::small_limits;
using fixpoint_tests::theta_of;
using network::Instance;
using network::Network;
using network::NodeId;

struct QuotientCounts {
  std::uint64_t compared = 0;
  std::uint64_t smaller = 0;  // of those, quotients with fewer nodes
};

// ---- of the classes of a model ---------------------------------------------

void compare_classes(const std::string& text, QuotientCounts& count) {
  const auto loaded = random_models::load(text);
  INFO(text);
  REQUIRE(loaded.instance != nullptr);
  const Instance& instance = *loaded.instance;
  network::Diagnostics diagnostics;
  if (!fixpoint::taken_on_quotient(*loaded.model, diagnostics)) return;
  const auto expected = theta_of(instance, Reduce::none);
  if (!expected) return;
  bool smaller = false;
  for (const Reduce reduce : {Reduce::classes, Reduce::orbits}) {
    const auto found = fixpoint::single_on_quotient(
        instance, {}, small_limits(), diagnostics, reduce);
    REQUIRE(found.has_value());
    REQUIRE(found->limit == network::Limit::none);
    REQUIRE(found->quotient.has_value());
    CHECK(found->quotient->nodes == found->reduction->classes().size());
    smaller = found->quotient->nodes < instance.network.node_count();
    for (std::size_t n = 0; n < instance.network.node_count(); ++n) {
      const auto listed = found->theta(NodeId(n)).listed(1'000'000);
      REQUIRE(listed.has_value());
      CHECK(*listed->set == *expected->theta(NodeId(n)).set);
    }
    CHECK(found->errors.empty() == expected->errors.empty());
    CHECK(found->unfired == expected->unfired);
  }
  ++count.compared;
  if (smaller) ++count.smaller;
}

// ---- of a file -------------------------------------------------------------

// The quotient as somebody who reads its file has it.
struct Read {
  Network network;
  network::Vias vias;
};

Read read_again(const groupoid::Quotient& q) {
  const network::Source source("q.json",
                               network::write_native(q.network, q.vias));
  network::Diagnostics diagnostics(&source);
  Read out;
  auto network = network::read_native(source, diagnostics, &out.vias);
  REQUIRE(network.has_value());
  out.network = std::move(*network);
  return out;
}

bool compare_file(std::uint64_t seed, bool directed, QuotientCounts& count) {
  const std::string text = fixpoint_tests::graph_model(seed, directed);
  const Network graph = fixpoint_tests::graph_draft(seed / 2, directed).build();
  const auto loaded = random_models::load(text, "", &graph);
  INFO(text << random_networks::describe(graph) << loaded.messages());
  REQUIRE(loaded.instance != nullptr);
  const auto expected = theta_of(*loaded.instance, Reduce::none);
  if (!expected) return false;
  const groupoid::Balance balance = groupoid::balance(graph);
  const Read file = read_again(groupoid::quotient(balance));
  if (file.network.edge_count() == 0) return false;
  network::Diagnostics diagnostics;
  const auto instance = network::elaborate(*loaded.model, {}, diagnostics,
                                           &file.network, file.vias);
  INFO((diagnostics.all().empty() ? "" : diagnostics.all().front().message));
  REQUIRE(instance.has_value());
  REQUIRE(fixpoint::taken_on_quotient(*loaded.model, diagnostics));
  REQUIRE(fixpoint::taken_as_quotient(*instance, diagnostics));
  CHECK(fixpoint::of_single_nodes(*instance, 0));
  const auto found = fixpoint::single_on_quotient(*instance, file.vias,
                                                  small_limits(), diagnostics);
  REQUIRE(found.has_value());
  REQUIRE(found->limit == network::Limit::none);
  for (std::size_t n = 0; n < graph.node_count(); ++n) {
    const NodeId c(std::size_t{balance.nodes().class_of(NodeId(n))});
    CHECK(fixpoint_tests::rows_without_order(*loaded.instance, *expected,
                                             NodeId(n)) ==
          fixpoint_tests::rows_without_order(*instance, *found, c));
    if (balance.nodes().representative(NodeId(n)) == NodeId(n)) {
      CHECK(*found->theta(c).set == *expected->theta(NodeId(n)).set);
    }
  }
  ++count.compared;
  if (file.network.node_count() < graph.node_count()) ++count.smaller;
  return true;
}

// What elaboration says of a quotient of one class with one edge.
std::string refused(const std::string& edge, bool directed = false) {
  const network::Source source(
      "q.json",
      R"({"nodes": [{"id": "a"}, {"id": "b"}], "edges": [)" + edge + "]}");
  network::Diagnostics diagnostics(&source);
  network::Vias vias;
  const auto network = network::read_native(source, diagnostics, &vias);
  INFO(edge);
  REQUIRE(network.has_value());
  const auto loaded =
      random_models::load_model(fixpoint_tests::graph_model(1, directed));
  const auto instance =
      network::elaborate(*loaded.model, {}, diagnostics, &*network, vias);
  CHECK(instance.has_value() == diagnostics.all().empty());
  return instance ? "" : diagnostics.all().front().message;
}

// Whether a model may be put on a quotient: on one of one class with one edge.
std::string as_quotient(const std::string& text) {
  const network::Source source(
      "q.json",
      R"({"nodes": [{"id": "a"}], "edges": [{"id": "e", "ins": ["a"],)"
      R"( "outs": ["a"], "class": "a", "access": "inout",)"
      R"( "via": [{"class": "a", "edge": "e", "channel": 0}]}]})");
  network::Diagnostics diagnostics(&source);
  network::Vias vias;
  const auto network = network::read_native(source, diagnostics, &vias);
  const auto loaded = random_models::load_model(text);
  INFO(text << loaded.messages());
  REQUIRE(loaded.model != nullptr);
  const auto instance =
      network::elaborate(*loaded.model, {}, diagnostics, &*network, vias);
  REQUIRE(instance.has_value());
  const bool taken = fixpoint::taken_on_quotient(*loaded.model, diagnostics) &&
                     fixpoint::taken_as_quotient(*instance, diagnostics);
  CHECK(taken == diagnostics.all().empty());
  if (!taken) return diagnostics.all().front().message;
  std::string shown;
  for (std::size_t p = 0; p < loaded.model->properties.size(); ++p) {
    shown += fixpoint::of_single_nodes(*instance, p) ? '+' : '-';
  }
  return shown;
}

std::string on_one(const std::string& variables, const std::string& actions,
                   const std::string& rest = "", const std::string& edge = "") {
  return "process P {\n  port set l : inout 0..2;\n" + variables + actions +
         "}\nnetwork from \"g.json\" {\n  node : P;\n  edge : 0..2 " + edge +
         " via l;\n}\n" + rest;
}

}  // namespace

TEST_CASE("theta of the quotient of a model's classes is that of the model") {
  QuotientCounts count;
  const std::uint64_t runs = random_models::runs(2000);
  for (std::uint64_t seed = 0; seed < runs; ++seed) {
    INFO("seed " << seed);
    compare_classes(seed % 3 == 0 ? random_models::random_model(seed, {})
                                  : random_models::symmetric_model(seed),
                    count);
  }
  WARN(count.compared << " of " << runs << ", smaller " << count.smaller);
  CHECK(count.compared * 5 > runs);
  CHECK(count.smaller * 10 > count.compared);
}

TEST_CASE("theta of a quotient out of a file is that of the network") {
  QuotientCounts count;
  const std::uint64_t runs = random_models::runs(2000);
  for (std::uint64_t seed = 0; seed < runs; ++seed) {
    INFO("seed " << seed);
    compare_file(seed, seed % 2 == 1, count);
  }
  WARN(count.compared << " of " << runs << ", smaller " << count.smaller);
  CHECK(count.compared * 3 > runs);
  CHECK(count.smaller * 4 > count.compared);
}

TEST_CASE("a quotient that does not say who interferes is refused") {
  const std::string e = R"({"id": "e", "ins": ["a"], "outs": ["a"])";
  const std::string via =
      R"(, "via": [{"class": "a", "edge": "e", "channel": 0}])";
  CHECK(refused(e + R"(, "class": "a", "access": "inout")" + via + "}") == "");
  CHECK(refused(e + R"(, "class": "a")" + via + "}") ==
        "the edge e of the quotient does not say what its class does with it");
  CHECK(refused(e + via + "}") ==
        "the edge e of the quotient does not say whose it is");
  CHECK(refused(e + R"(, "class": "a", "access": "inout", "via": []})") ==
        "the edge e of the quotient is a self-loop, which a process cannot be "
        "connected by");
  CHECK(refused(e + R"(, "class": "a", "access": "in")" + via + "}") ==
        "the edge e of the quotient is directed, but 'via' names one port set");
  CHECK(refused(e + R"(, "class": "a", "access": "inout")" + via + "}", true) ==
        "the edge e of the quotient is undirected, but 'via' names two port "
        "sets");
  CHECK(refused(R"({"id": "e", "ins": ["a", "b"], "outs": ["a", "b"],)"
                R"( "class": "a", "access": "inout")" +
                via + "}") ==
        "the edge e of the quotient is written by b, of which no 'via' tells");
  CHECK(refused(e + R"(, "class": "a", "access": "in", "via": []})", true) ==
        "the edge e of the quotient is written by a, of which no 'via' tells");
  CHECK(refused(R"({"id": "e", "ins": [], "outs": [], "class": "a",)"
                R"( "access": "inout")" +
                via + "}") ==
        "the edge e of the quotient does not have its class among its ends");
  CHECK(refused(e + R"(, "class": "a", "access": "inout")" + via +
                R"(}, {"id": "f", "ins": ["b"], "outs": ["b"], "class": "b",)"
                R"( "access": "inout", "via": [{"class": "b", "edge": "f",)"
                R"( "channel": 0}]})") ==
        "the edge f of the quotient does not fit the others of channel 0: a "
        "channel is one neighbour of one class");
}

TEST_CASE("what networks of one quotient may differ in is refused") {
  const std::string x = "  var x : 0..2 = 0;\n";
  const std::string go = "  action go when x == 0 { x := 1; }\n";
  CHECK(as_quotient(on_one(x, go)) == "");
  const auto refuses = [](const std::string& text, const std::string& what) {
    const std::string found = as_quotient(text);
    INFO(text << found);
    CHECK(found.find(what) != std::string::npos);
  };
  refuses(on_one(x, "  action go when forall q in P: q.x == 0 { x := 1; }\n"),
          "the guard of 'go' looks at other nodes");
  refuses(on_one(x, "  action go when count(q in P: true) == 1 { x := 1; }\n"),
          "action 'go' counts or names nodes");
  refuses(on_one(x, "  action go { x := count(q in P: true) % 3; }\n"),
          "action 'go' counts or names nodes");
  refuses(on_one(x, "  action go(q in P) when q != self { x := 1; }\n"),
          "action 'go' counts or names nodes");
  refuses(on_one(x, "  action go { for q in P { x := 1; } }\n"),
          "action 'go' counts or names nodes");
  refuses(on_one(x, "  action go when index(self) == 0 { x := 1; }\n"),
          "action 'go' counts or names nodes");
  refuses(on_one(x, go, "rule both(a, b in P) when a.x == 0 { b.x := 1; }\n"),
          "rule 'both' moves nodes that name each other");
  refuses(on_one("  var x : 0..2 = index % 3;\n", go),
          "'x' starts at what depends on its node");
  refuses(on_one(x, "  action go { for e in l { e := x; x := 1; } }\n"),
          "in an order that may show");
  refuses(on_one(x, go, "", "= index % 3"),
          "the initial value of an edge depends on its index");
  refuses(on_one(x, go, "init exists p in P: p.x == 0;\n"),
          "'init' speaks of the network as a whole");
  refuses("process P {\n" + x + go + "}\nnetwork {\n  node p : P;\n}\n",
          "the network is not one 'from' a file");
}

TEST_CASE("a quotient is asked of single nodes only") {
  const std::string text =
      on_one("  var x : 0..2 = 0;\n", "  action go { x := 1; }\n",
             "invariant a: forall i in P: i.x != 2;\n"
             "invariant b: forall i in P: forall e in i.l: e == i.x;\n"
             "invariant c: (forall i in P: i.x < 2) && "
             "(forall i in P: atmost 1 e in i.l: e == 1);\n"
             "invariant d: forall i, j in P: i == j || i.x + j.x < 3;\n"
             "invariant e: forall i in P: forall j in P: i.x == j.x;\n"
             "invariant f: atmost 1 i in P: i.x == 1;\n"
             "invariant g: exists i in P: i.x == 0;\n"
             "invariant h: forall i in P: index(i) == 0;\n"
             "invariant i: enabled;\n"
             "invariant j: forall i in P: enabled;\n"
             "invariant k: forall i in P: count(q in P: true) == 1;\n");
  CHECK(as_quotient(text) == "+++--------");
}

}  // namespace on_quotient_test
