// SPDX-License-Identifier: MIT
// Guards: what an instance contains, slot by slot; that sizes at which nothing
// can be built are refused with the right code at the right place; and that
// nothing is taken for equal that is not.
#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "network/elaboration/elaborate.hpp"
#include "network/files/native.hpp"
#include "tests/random/loaded.hpp"

namespace elaborate_test {

namespace {

using namespace vicinal::network;
using vicinal::random_models::load;
using vicinal::random_models::Loaded;

Loaded good(const std::string& text, const std::string& sizes = "") {
  Loaded l = load(text, sizes);
  INFO(text << l.messages());
  REQUIRE(l.instance != nullptr);
  return l;
}

// Codes and the text they are about, in order: "507 left; 506 p[0].a".
std::string reported(const Loaded& l) {
  std::string out;
  for (const Diagnostic& d : l.diagnostics.all()) {
    if (!out.empty()) out += "; ";
    out += fmt::format("{} {}", number(d.code), l.source->text(d.span));
  }
  return out;
}

std::string errors(const std::string& text, const std::string& sizes = "") {
  const Loaded l = load(text, sizes);
  CHECK(l.instance == nullptr);
  return reported(l);
}

std::string place_names(const Instance& instance) {
  std::string out;
  for (const NamedPlace& p : places(instance)) {
    out += fmt::format("{}{}@{}", out.empty() ? "" : " ", p.name, p.slot);
  }
  return out;
}

// The fixed initial values; ? is any.
std::string initial_text(const Instance& instance) {
  std::string out;
  for (const auto& v : instance.initial) {
    out += (out.empty() ? "" : " ") + (v ? std::to_string(*v) : "?");
  }
  return out;
}

std::string node_colors(const Instance& instance) {
  std::string out;
  const Network& n = instance.network;
  for (const std::uint32_t c : n.node_color.list()) {
    out += (out.empty() ? "" : "; ") + n.color_names[c];
  }
  return out;
}

std::string edge_colors(const Instance& instance) {
  std::string out;
  const Network& n = instance.network;
  for (const std::uint32_t c : n.edge_color.list()) {
    out += (out.empty() ? "" : "; ") + n.color_names[c];
  }
  return out;
}

// A model on a graph in the native format.
Loaded on_graph(const std::string& text, const std::string& edges) {
  const Source file(
      "graph.json",
      R"({"nodes": [{"id": "a", "color": "red"}, {"id": "b"}, {"id": "c"}],)"
      "\n\"edges\": [" +
          edges + "]}");
  Diagnostics none(&file);
  const auto graph = read_native(file, none);
  REQUIRE(graph.has_value());
  return load(text, "", &*graph);
}

const char* const ring = R"(
param n : 1.. = 3;
process Station { port left, right : inout bool; var hungry : bool = false; }
network {
  node s[n] : Station;
  edge token[n] : bool;
  for i in 0..n-1 { connect s[i].right, s[(i + 1) % n].left to token[i]; }
}
)";

}  // namespace

// ---- layout ----------------------------------------------------------------

TEST_CASE("a ring, slot by slot") {
  const Loaded l = good(ring);
  const Instance& i = *l.instance;
  CHECK(place_names(i) ==
        "s[0].hungry@0 s[1].hungry@1 s[2].hungry@2 "
        "token[0]@3 token[1]@4 token[2]@5");
  CHECK(initial_text(i) == "0 0 0 ? ? ?");
  CHECK(i.network.node_count() == 3);
  CHECK(i.network.dart_count() == 6);
  CHECK(i.network.has_ports);
  for (std::size_t n = 0; n < 3; ++n) {
    const auto edge_at = [&](std::uint32_t port) {
      const Range r = i.network.darts_at(NodeId(n), port);
      REQUIRE(r.size() == 1);
      return i.network.dart_edge[r.begin].index();
    };
    CHECK(edge_at(0) == (n + 2) % 3);
    CHECK(edge_at(1) == n);
    CHECK(i.family_of[n].index() == 0);
  }
  CHECK(node_colors(i) == "Station; Station; Station");
  CHECK(edge_colors(i) == "bool in token; bool in token; bool in token");
}

TEST_CASE("every type has its slots, its bounds and its text") {
  const Loaded l = good(R"(
param n : 1.. = 2;
enum Phase { thinking, eating }
struct S { flag : bool; level : 1..n+1; }
process P {
  var a : S[2];
  var q : queue S[n];
  var r : id of p = none;
  var t : bool[p];
  var z : bool[0];
  var i : int = 0 - 7;
  var e : Phase;
}
network { node p[1] : P; }
)");
  const Instance& i = *l.instance;
  CHECK(place_names(i) ==
        "p[0].a@0 p[0].q@4 p[0].r@9 p[0].t@10 p[0].z@11 p[0].i@11 p[0].e@12");
  CHECK(initial_text(i) == "? ? ? ? 0 0 1 0 1 -1 ? -7 ?");
  const auto bounds = [&](std::size_t slot) {
    return std::pair(i.slots[slot].low, i.slots[slot].high);
  };
  CHECK(bounds(0) == std::pair<Scalar, Scalar>(0, 1));
  CHECK(bounds(1) == std::pair<Scalar, Scalar>(1, 3));
  CHECK(bounds(4) == std::pair<Scalar, Scalar>(0, 2));  // length of the queue
  CHECK(bounds(9) == std::pair<Scalar, Scalar>(-1, 0));
  CHECK(bounds(11) == std::pair<Scalar, Scalar>(INT64_MIN, INT64_MAX));
  CHECK(bounds(12) == std::pair<Scalar, Scalar>(0, 1));
  std::string types, values;
  const std::vector<Scalar> state = {1, 3, 0, 1, 1, 1, 2, 0, 1, 0, 1, -7, 1};
  for (const NamedPlace& p : places(i)) {
    types += type_text(i, p.type) + "; ";
    values +=
        value_text(i, p.type,
                   std::span(state).subspan(p.slot, i.size(p.type).slots)) +
        "; ";
  }
  CHECK(types == "S[2]; queue S[2]; id of p; bool[p]; bool[0]; int; Phase; ");
  CHECK(values ==
        "[{flag: true, level: 3}, {flag: false, level: 1}]; "
        "<{flag: true, level: 2}>; p[0]; [true]; []; -7; eating; ");
}

TEST_CASE("texts of types tell arrays of queues from queues of arrays") {
  const Loaded l = good(
      "process P { var a : (queue bool[2])[3]; var b : queue (bool[2])[3]; }\n"
      "network { node p : P; }\n");
  const auto& variables = l.model->processes[0].variables;
  CHECK(type_text(*l.instance, variables[0].type) == "(queue bool[2])[3]");
  CHECK(type_text(*l.instance, variables[1].type) == "queue bool[2][3]");
}

TEST_CASE("families of several dimensions are row-major") {
  const Loaded l = good(R"(
param w : 0.. = 2;
process Cell(row : 0..9) { var at : 0..99 = 10 * row + index; }
network { node hub : Cell(row = 7); node cell[w][3] : Cell(row = index / 3); }
shared grid[2][w] : 0..9 = index;
)");
  const Instance& i = *l.instance;
  CHECK(node_name(i, NodeId(std::size_t{0})) == "hub");
  CHECK(node_name(i, NodeId(std::size_t{1})) == "cell[0][0]");
  CHECK(node_name(i, NodeId(std::size_t{5})) == "cell[1][1]");
  CHECK(i.node_families[1].first == 1);
  CHECK(i.node_families[1].count == 6);
  CHECK(i.constants == std::vector<Scalar>({7, 0, 0, 0, 1, 1, 1}));
  CHECK(initial_text(i) == "70 0 1 2 13 14 15 0 1 2 3");
  CHECK(places(i).back().name == "grid[1][1]");
  const Loaded none = good(l.source->text().data(), "w=0");
  CHECK(none.instance->network.node_count() == 1);
  CHECK(none.instance->slot_count() == 1);
}

TEST_CASE("initial values know the index, and stay open where none is given") {
  const Loaded l = good(R"(
struct S { flag : bool; pending : queue 0..3[1]; }
process P { port link : inout S; }
network {
  node p[2] : P;
  edge wire[2] : S;
  for i in 0..1 { connect p[i].link to wire[i]; }
}
shared a[3] : 0..4 = 2 * index;
shared b : bool[2] = [true, false];
)");
  // Queues start empty also where the rest may be anything.
  CHECK(initial_text(*l.instance) == "? 0 0 ? 0 0 0 2 4 1 0");
}

TEST_CASE("a model without a network is its shared variables") {
  const Loaded l =
      good("shared x : 0..3 = 2;\nrule r when x > 0 { x := 0; }\n");
  CHECK(l.instance->network.node_count() == 0);
  CHECK(place_names(*l.instance) == "x@0");
  CHECK(good("process P { } network { node p : P; } invariant a: true;")
            .instance->slot_count() == 0);
  CHECK(errors("invariant a: true;", "") == "515 ");
}

// ---- colors ----------------------------------------------------------------

TEST_CASE("colors name processes, constants, and families that are named") {
  const std::string processes =
      "process P(rank : 0..1) { var x : bool = false; }\n"
      "network { node p[2] : P(rank = index); node q : P(rank = 0); }\n";
  CHECK(node_colors(*good(processes).instance) ==
        "P(rank=0); P(rank=1); P(rank=0)");
  // A property, a guard, a type, a target of a rule; an init does not count.
  for (const char* naming :
       {"invariant a: forall i in q: i.x;", "invariant a: q.x;",
        "shared r : id of q = none;", "shared t : bool[q];",
        "rule r { q.x := true; }", "rule r when q.x { skip; }",
        "rule r(i in q) { skip; }", "rule r { for i in q { skip; } }"}) {
    INFO(naming);
    CHECK(node_colors(*good(processes + naming).instance) ==
          "P(rank=0); P(rank=1); P(rank=0) in q");
  }
  CHECK(node_colors(*good(processes + "init !q.x;").instance) ==
        "P(rank=0); P(rank=1); P(rank=0)");
  CHECK(node_colors(
            *good(processes + "invariant a: forall i in P: i.x;").instance) ==
        "P(rank=0); P(rank=1); P(rank=0)");
}

TEST_CASE("colors of edges are type and family, or type and given color") {
  const Loaded l = good(R"(
param n : 1.. = 2;
process P { port set a : inout 0..n; port set b : inout 0..2; }
network {
  node p : P;
  edge e : 0..n = 0;
  edge f : 0..n color plain = 0;
  edge g : 0..2 color plain = 0;
  connect p.a to e;
  connect p.a to f;
  connect p.b to g;
}
)");
  // At this size 0..n is 0..2: the same values, the same color.
  CHECK(edge_colors(*l.instance) ==
        "0..2 in e; 0..2 color plain; 0..2 color plain");
}

// ---- what is refused -------------------------------------------------------

TEST_CASE("sizes") {
  CHECK(errors("param n : 2..3 = 2; shared x : bool;", "n=1") == "501 n");
  CHECK(errors("param n : 2..3 = 2; shared x : bool;", "n=4") == "501 n");
  CHECK(errors("param n : 2.. = 2; shared x : bool;", "n=1") == "501 n");
  CHECK(errors("param n : 0.. = 0;\nprocess P { }\n"
               "network { node p[n-1] : P; }") == "502 n-1");
  CHECK(errors("param n : 0.. = 0;\nprocess P { }\n"
               "network { node p[2][n-1] : P; }") == "502 n-1");
  CHECK(errors("param n : 0.. = 0;\nshared x : 0..n-1;\nshared y : 1..n;") ==
        "503 0..n-1; 503 1..n");
  CHECK(errors("param n : 0.. = 0;\nshared x : bool[n-1];") == "503 n-1");
  CHECK(errors("param n : 0.. = 0;\nshared x : 0..3/n;") == "504 3/n");
  CHECK(errors("param n : 0.. = 9223372036854775807;\nshared x : 0..n+1;") ==
        "504 n+1");
}

TEST_CASE("a range without values is refused only where it is stored") {
  const std::string text =
      "param n : 0.. = 0;\nparam k : 0.. = 0;\n"
      "struct S { x : 0..n-1; }\n"
      "process P(rank : 0..n-1) { port l : in 0..n-1; var x : S; }\n"
      "shared a[k] : S;\nshared b : S[k];\n"
      "network { node p[k] : P(rank = 0); edge e[k] : 0..n-1; }\n";
  CHECK(good(text).instance->slot_count() == 0);
  // Once: the types are one.
  CHECK(errors(text, "k=1") == "503 0..n-1");
}

TEST_CASE("what is too large is refused before it is made") {
  const char* const p = "process P { var x : bool[1000]; }\n";
  CHECK(errors("process P { }\nnetwork { node p[1000000000000] : P; }") ==
        "509 p");
  CHECK(errors(std::string(p) + "network { node p[10000000] : P; }") ==
        "509 p");
  CHECK(errors("process P { }\nnetwork { node p[70000][70000] : P; }") ==
        "509 p");
  CHECK(errors("shared x[4294967296] : bool;") == "509 x");
  CHECK(errors("shared x : bool[65536][65536];") == "509 65536");
  CHECK(errors("shared x : queue bool[2147483649];") == "509 2147483649");
  // Sums wrap neither 32 bits nor 64.
  CHECK(errors("struct S { a : bool[2147483648]; b : bool[2147483648]; }\n"
               "shared x : S;") == "509 S");
  CHECK(errors("process P { var a, b, c : bool[2147483648]; }\n"
               "network { node p : P; }") == "509 b");
  std::string families = "process P { var x : bool[2000000000]; }\nnetwork {\n";
  for (int f = 0; f < 8; ++f) {
    families += fmt::format("node p{} : P;\n", f);
  }
  CHECK(errors(families + "}") == "509 p1");
  CHECK(good("process P { }\nnetwork { node p[0][70000] : P; }")
            .instance->network.node_count() == 0);
}

TEST_CASE("loops of the network end") {
  CHECK(errors("process P { }\nnetwork { node p : P;\n"
               "for i in 0..9223372036854775807 { } }") ==
        "505 for i in 0..9223372036854775807 { }");
  CHECK(good("process P { }\nnetwork { node p : P;\n"
             "for i in 3..0-9223372036854775807 { } }")
            .instance->network.node_count() == 1);
}

TEST_CASE("ports are connected once, to edges that are there") {
  CHECK(errors(ring, "n=1") == "513 s[(i + 1) % n].left");
  const std::string p =
      "process P { port a, b : in bool; port set c : in bool; }\n"
      "network { node p[3] : P; edge e[3] : bool = false;\n";
  CHECK(errors(p + "}") == "507 a; 507 b");
  // After a mistake in connecting, what is missing is not reported.
  CHECK(errors(p + "for i in 0..3 { connect p[i].a to e[i]; }\n"
                   "connect p[0].a to e[0]; connect p[1].b to e[0-1]; }") ==
        "504 i; 504 i; 506 p[0].a; 504 0-1");
  CHECK(errors(p + "for i in 0..2 { connect p[i].a to e[i / i]; } }") ==
        "504 i / i");
  const std::string all =
      p + "for i in 0..2 { connect p[i].a to e[0]; connect p[i].b to e[1]; }\n";
  CHECK(errors(all + "connect p[2].c to e[0]; }") == "513 p[2].c");
  CHECK(errors(all + "connect p[2].c, p[1].c, p[2].c to e[2]; }") ==
        "513 p[2].c");
  const Loaded l = good(all + "connect p[2].c, p[1].c to e[2]; }");
  CHECK(l.instance->network.darts(EdgeId(std::size_t{2})).size() == 2);
}

TEST_CASE("two ports: both places are shown") {
  const Loaded l = load(ring, "n=1");
  REQUIRE(l.diagnostics.all().size() == 1);
  const Diagnostic& d = l.diagnostics.all()[0];
  CHECK(d.message ==
        "at n = 1 s[0] reaches token[0] through two ports, 'left' and 'right'");
  REQUIRE(d.notes.size() == 1);
  CHECK(l.source->text(*d.notes[0].span) == "s[i].right");
}

TEST_CASE("a port and its edge have the same type, inside and at this size") {
  const auto connect = [](const char* port, const char* edge) {
    return fmt::format(
        "param n : 1.. = 2;\nenum A {{ a0, a1 }}\nenum B {{ b0, b1 }}\n"
        "struct S {{ x : bool; y : 0..3; }}\nstruct T {{ x : 0..3; y : bool; "
        "}}\nprocess Q {{ }}\n"
        "process P {{ port l : inout {}; }}\n"
        "network {{ node p : P; node q[2] : Q; node r[2] : Q;\n"
        "edge e : {}; connect p.l to e; }}\n",
        port, edge);
  };
  const std::pair<const char*, const char*> equal[] = {
      {"0..n", "0..2"},
      {"bool[n]", "bool[2]"},
      {"A[n]", "A[2]"},
      {"queue 0..n[3]", "queue 0..n[n+1]"},
      {"(id of q)[2]", "(id of q)[n]"},
      {"S[2]", "S[n]"},
  };
  for (const auto& [port, edge] : equal) {
    INFO(port << " / " << edge);
    good(connect(port, edge));
  }
  const std::pair<const char*, const char*> different[] = {
      {"0..n", "0..3"},
      {"0..n", "1..2"},
      {"bool[n]", "bool[3]"},
      {"A[2]", "B[2]"},
      {"A[2]", "bool[2]"},
      {"S[1]", "T[1]"},
      {"bool[q]", "bool[2]"},
      {"(id of q)[2]", "(id of r)[2]"},
      {"(bool[q])[1]", "(bool[r])[1]"},
      {"queue 0..n[3]", "queue 0..3[3]"},
      {"queue bool[n]", "queue bool[3]"},
      {"queue A[2]", "queue B[2]"},
  };
  for (const auto& [port, edge] : different) {
    INFO(port << " / " << edge);
    const Loaded l = load(connect(port, edge));
    CHECK(l.instance == nullptr);
    REQUIRE(l.diagnostics.all().size() == 1);
    // The checker sees what does not depend on sizes.
    const int code = number(l.diagnostics.all()[0].code);
    CHECK((code == 511 || code == 327));
  }
}

TEST_CASE("constants and initial values lie in their types") {
  CHECK(errors("process P(rank : 0..1) { }\n"
               "network { node p[4] : P(rank = index); }") ==
        "510 node p[4] : P(rank = index);");
  CHECK(errors("process P(rank : 0..1) { }\n"
               "network { node p[2] : P(rank = 1 / index); }") ==
        "504 1 / index");
  CHECK(errors("shared a : 0..3 = 4;\nshared b : bool[2] = [true, true];\n"
               "shared c : (0..3)[2] = [0, 0-1];\n"
               "shared d[2] : int = 1 / index;") ==
        "514 4; 514 [0, 0-1]; 504 1 / index");
  CHECK(errors("process P { var x : 0..1 = 3; }\n"
               "network { node p[0] : P; node q : P; }") == "514 3");
  CHECK(good("process P { var x : 0..1 = 3; }\nnetwork { node p[0] : P; }")
            .instance->slot_count() == 0);
}

TEST_CASE("connections may look at nodes, their constants and indices") {
  const Loaded l = good(R"(
process P(rank : 0..1) { port set c : in bool; }
network {
  node p[3] : P(rank = index % 2);
  edge e[3] : bool = false;
  for i in p {
    for j in p {
      if i.rank == 0 && index(i) < index(j) { connect i.c to e[index(j)]; }
    }
  }
  for q in P { if q.rank == 1 { connect q.c to e[0]; } else { } }
}
)");
  const Network& n = l.instance->network;
  const auto ends = [&](std::size_t e) {
    std::string out;
    for (const NodeId node : n.outs(EdgeId(e))) {
      out += node_name(*l.instance, node) + " ";
    }
    return out;
  };
  CHECK(ends(0) == "p[1] ");
  CHECK(ends(1) == "p[0] ");
  CHECK(ends(2) == "p[0] ");
}

TEST_CASE("edges that nothing touches: one warning for each family") {
  const Loaded l = good(
      "process P { port l : in bool; }\n"
      "network { node p : P; edge e[4] : bool = false; edge f : bool = false;\n"
      "connect p.l to e[1]; }");
  REQUIRE(l.diagnostics.all().size() == 2);
  CHECK(number(l.diagnostics.all()[0].code) == 401);
  CHECK(l.diagnostics.all()[0].message ==
        "at this size no node touches e[0] and 2 other edges of this family");
  CHECK(l.diagnostics.all()[1].message == "at this size no node touches f");
}

// ---- graphs ----------------------------------------------------------------

TEST_CASE("a graph gives nodes, edges, names and colors") {
  const std::string at_link =
      "process P { port set link : inout bool; }\n"
      "network any { node p : P; edge e : bool = false via link; }\n";
  const Loaded g =
      on_graph(at_link,
               R"({"id": "x", "ins": ["a", "b"], "outs": ["b", "a"]},
         {"id": "y", "color": "blue", "ins": ["a", "b"], "outs": ["a", "b"]})");
  INFO(g.messages());
  REQUIRE(g.instance != nullptr);
  CHECK(g.messages().empty());
  CHECK(node_name(*g.instance, NodeId(std::size_t{2})) == "c");
  CHECK(edge_name(*g.instance, EdgeId(std::size_t{1})) == "y");
  CHECK(node_colors(*g.instance) == "P colored red; P; P");
  CHECK(edge_colors(*g.instance) == "bool in e; bool in e colored blue");
  const Network& n = g.instance->network;
  CHECK(n.points_to(NodeId(std::size_t{0}), NodeId(std::size_t{1})));
  CHECK(n.points_to(NodeId(std::size_t{1}), NodeId(std::size_t{0})));
  CHECK(n.inout(NodeId(std::size_t{2})).empty());
}

TEST_CASE("a directed graph stays directed") {
  const std::string directed =
      "process P { port set send : out bool; port set receive : in bool; }\n"
      "network any { node p : P; edge e : bool = false via send -> receive; }";
  const Loaded g =
      on_graph(directed, R"({"id": "x", "ins": ["a"], "outs": ["b"]})");
  REQUIRE(g.instance != nullptr);
  const Network& n = g.instance->network;
  CHECK(n.points_to(NodeId(std::size_t{0}), NodeId(std::size_t{1})));
  CHECK_FALSE(n.points_to(NodeId(std::size_t{1}), NodeId(std::size_t{0})));
  for (const char* edge :
       {R"({"id": "x", "ins": ["a", "b"], "outs": ["a", "b"]})",
        R"({"id": "x", "ins": ["a"], "outs": ["a", "b"]})",
        R"({"id": "x", "ins": ["a"], "outs": ["a"]})",
        R"({"id": "x", "ins": ["a", "b"]})", R"({"id": "x", "ins": ["a"]})",
        R"({"id": "x", "ins": ["a"], "outs": ["b", "c"]})"}) {
    INFO(edge);
    CHECK(reported(on_graph(directed, edge)).substr(0, 3) == "512");
  }
}

TEST_CASE("an undirected port set takes no directed edges, no self-loops") {
  const std::string head = "process P { port set link : inout bool; }\n";
  const std::string any =
      head + "network any { node p : P; edge e : bool = false via link; }";
  for (const char* edge : {R"({"id": "x", "ins": ["a"], "outs": ["b"]})",
                           R"({"id": "x", "ins": ["a"], "outs": ["a", "b"]})",
                           R"({"id": "x", "ins": ["a"]})",
                           R"({"id": "x", "ins": ["a"], "outs": ["a"]})"}) {
    INFO(edge);
    CHECK(reported(on_graph(any, edge)).substr(0, 3) == "512");
  }
  // An edge with many ends is no graph's, but a file may have it.
  const char* bus =
      R"({"id": "x", "ins": ["a", "b", "c"], "outs": ["a", "b", "c"]})";
  CHECK(reported(on_graph(any, bus)).substr(0, 3) == "512");
  const Loaded file = on_graph(
      head +
          "network from \"f.json\" { node : P; edge : bool = false via link; }",
      bus);
  INFO(file.messages());
  REQUIRE(file.instance != nullptr);
  CHECK(file.instance->network.darts(EdgeId(std::size_t{0})).size() == 3);
}

// A model on a file whose nodes a and b have these attributes.
Loaded from_attributes(const std::string& constants,
                       const std::string& arguments, const std::string& a,
                       const std::string& b) {
  const Source file("graph.json", R"({"nodes": [{"id": "a")" + a +
                                      R"(}, {"id": "b")" + b +
                                      R"(}], "edges": []})");
  Diagnostics none(&file);
  const auto graph = read_native(file, none, nullptr, {"rank", "kind", "on"});
  REQUIRE(graph.has_value());
  return load("enum Kind { core, leaf }\nprocess P(" + constants +
                  ") { port set l : inout bool; }\nnetwork from \"f\" { node : "
                  "P(" +
                  arguments + "); edge : bool = false via l; }",
              "", &*graph);
}

TEST_CASE("constants come from attributes of a file") {
  const Loaded l = from_attributes(
      "size : 0..9, rank : 0..9, kind : Kind, on : bool, far : 0..9",
      R"(size = 3, rank from "rank", kind from "kind", on from "on",)"
      R"( far from "rank")",
      R"(, "rank": 7, "kind": "leaf", "on": true)",
      R"(, "on": "false", "rank": "2", "kind": "core")");
  INFO(l.messages());
  REQUIRE(l.instance != nullptr);
  CHECK(l.instance->constants ==
        std::vector<Scalar>{3, 7, 1, 1, 7, 3, 2, 0, 0, 2});
  CHECK(node_colors(*l.instance) ==
        "P(size=3,rank=7,kind=leaf,on=true,far=7); "
        "P(size=3,rank=2,kind=core,on=false,far=2)");
}

TEST_CASE("attributes that are missing or wrong are errors") {
  const auto wrong = [](const std::string& type, const std::string& value) {
    const Loaded l = from_attributes(
        "rank : " + type, R"(rank from "rank")",
        value.empty() ? "" : ", \"rank\": " + value, R"(, "rank": 1)");
    CHECK(l.instance == nullptr);
    return l.messages();
  };
  using Catch::Matchers::Contains;
  CHECK_THAT(wrong("0..9", ""), Contains("has no attribute 'rank'"));
  CHECK_THAT(wrong("0..9", "\"\""), Contains("has no attribute 'rank'"));
  CHECK_THAT(wrong("0..9", "null"), Contains("has no attribute 'rank'"));
  CHECK_THAT(wrong("0..9", "10"), Contains("is 10, which is not in 0..9"));
  for (const char* value :
       {"1.5", "\"x\"", "\"1 \"", "true", "1e1", "99999999999999999999"}) {
    INFO(value);
    CHECK_THAT(wrong("0..9", value), Contains("attribute 'rank' of "));
  }
  CHECK_THAT(wrong("bool", "1"), Contains("attribute 'rank' of "));
  CHECK_THAT(wrong("Kind", "\"root\""), Contains("attribute 'rank' of "));
}

TEST_CASE("directions stay with their ports in any order of connections") {
  const Loaded l = good(R"(
process P { port a : in bool; port b : out bool; }
network {
  node p[2] : P;
  edge w[2] : bool;
  connect p[0].b to w[0];
  connect p[0].a to w[1];
  connect p[1].a to w[0];
  connect p[1].b to w[1];
}
)");
  const Network& n = l.instance->network;
  const std::vector<NodeId> nodes = {NodeId(0U), NodeId(1U)};
  for (const std::size_t e : {0U, 1U}) {
    CHECK(n.ins(EdgeId(e)) == std::vector<NodeId>{nodes[e]});
    CHECK(n.outs(EdgeId(e)) == std::vector<NodeId>{nodes[1 - e]});
  }
}

TEST_CASE("initial values of the second family, and of the second queue") {
  const Loaded l = good(R"(
process P { var q : (queue bool[1])[2]; }
network { node p : P; edge u[2] : 0..9 = 5; edge w[2] : 0..9 = index; }
)");
  CHECK(initial_text(*l.instance) == "0 0 0 0 5 5 0 1");
}

TEST_CASE("network any has no instance without a graph") {
  CHECK(errors("process P { port set l : inout bool; }\n"
               "network any { node p : P; edge e : bool via l; }") ==
        "711 network any");
}

TEST_CASE("elaborate wants a value for each parameter") {
  const Loaded l = good(ring);
  Diagnostics d(l.source.get());
  CHECK_THROWS_AS(elaborate(*l.model, {}, d), std::invalid_argument);
  CHECK(default_parameters(*l.model) == std::vector<Scalar>({3}));
}

}  // namespace elaborate_test
