// SPDX-License-Identifier: MIT
// Guards: what `vicinal topology` prints for small networks, as text, as JSON
// and for other programs; that its classes are those of LS's definitions, on
// random networks; errors and limits.
#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>
#include <random>
#include <sstream>

#include "program.hpp"
#include "tests/oracle/groupoid.hpp"
#include "tests/random/random_model.hpp"
#include "tests/random/random_network.hpp"

namespace topology_test {

using namespace vicinal::test;
using namespace vicinal;
using namespace vicinal::random_networks;

namespace {

std::string topology_example(const std::string& name) {
  return "examples/topologies/" + name + ".json";
}

// Run at the top of the repository, so that names of files are short.
Outcome topology(Words arguments, const std::string& input = {}) {
  arguments.insert(arguments.begin(), "topology");
  return ask(arguments, {.input = input, .folder = source_folder()});
}

Json report(const Draft& draft, const Words& options = {}) {
  Words arguments = {"--json", "-"};
  arguments.insert(arguments.begin(), options.begin(), options.end());
  const Outcome outcome = topology(arguments, native(draft.build()));
  INFO(outcome.err);
  CHECK(outcome.code == 0);
  Json json = outcome.json();
  CHECK(json["exact"] == true);
  CHECK(json["io_class_count"] == json["io_classes"].size());
  CHECK(json["balance_class_count"] == json["balance_classes"].size());
  return json;
}

// Names from "0 1, 2 3": two classes.
Json classes(const std::string& text) {
  Json out = Json::array();
  std::string name;
  bool open = false;
  for (const char c : text + ",") {
    if (c != ' ' && c != ',') {
      name += c;
      continue;
    }
    if (!name.empty()) {
      if (!open) out.push_back(Json::array());
      open = true;
      out.back().push_back(name);
      name.clear();
    }
    if (c == ',') open = false;
  }
  return out;
}

Words keys(const Json& json) {
  Words out;
  for (const auto& [key, value] : json.items()) out.push_back(key);
  return out;
}

struct Expected {
  std::string io, balance;
  std::string order;
  std::string orbits;
  std::size_t quotient_edges;
};

void check(const Draft& draft, const Expected& expected) {
  const Json json = report(draft);
  CHECK(json["nodes"] == draft.size());
  CHECK(json["edges"] == draft.edges.size());
  CHECK(json["io_classes"] == classes(expected.io));
  CHECK(json["balance_classes"] == classes(expected.balance));
  CHECK(json["automorphisms"]["order"] == expected.order);
  CHECK(json["automorphisms"]["orbits"] == classes(expected.orbits));
  CHECK(json["quotient"]["edges"].size() == expected.quotient_edges);
  CHECK(!json.contains("reduction_classes"));
}

}  // namespace

TEST_CASE("the JSON has the keys of the design, in order") {
  const Json json = report(ring(4));
  CHECK(keys(json) ==
        Words{"model", "nodes", "edges", "format", "merged_lines", "summary",
              "exact", "io_class_count", "balance_class_count", "io_classes",
              "balance_classes", "automorphisms", "quotient", "statistics"});
  CHECK(json["model"] == "<standard input>");
  CHECK(keys(json["automorphisms"]) ==
        Words{"order", "node_order", "generator_count", "orbit_count",
              "split_classes", "generators", "orbits"});
  CHECK(json["automorphisms"]["generator_count"] ==
        json["automorphisms"]["generators"].size());
  CHECK(json["quotient"]["nodes"] == Json::array({Json{{"id", "0"}}}));
  CHECK(json["statistics"]["phases"]["load"].is_number());
  const Json model =
      topology({"--json", "-D", "n=3", "examples/token-ring.vic"}).json();
  CHECK(keys(model)[1] == "parameters");
  CHECK(model["parameters"] == Json{{"n", 3}});
}

TEST_CASE("small networks: classes, symmetries, quotients by hand") {
  const std::string all = "0 1 2 3 4 5";
  check(ring(6), {all, all, "12", all, 2});
  check(directed_ring(6), {all, all, "6", all, 2});
  check(path(5), {"0 4, 1 2 3", "0 4, 1 3, 2", "2", "0 4, 1 3, 2", 5});
  check(star(4), {"0, 1 2 3 4", "0, 1 2 3 4", "24", "0, 1 2 3 4", 5});
  check(one_bus(4), {"0 1 2 3", "0 1 2 3", "24", "0 1 2 3", 1});
  check(hexagon_beside_triangles(),
        {"0 1 2 3 4 5 6 7 8 9 10 11", "0 1 2 3 4 5 6 7 8 9 10 11", "864",
         "0 1 2 3 4 5, 6 7 8 9 10 11", 2});
  // Two components that have nothing to do with each other, and two alike.
  check(beside(ring(3), path(2)),
        {"0 1 2, 3 4", "0 1 2, 3 4", "12", "0 1 2, 3 4", 3});
  check(beside(ring(3), ring(3)), {all, all, "72", all, 2});
  check(Draft(3), {"0 1 2", "0 1 2", "6", "0 1 2", 0});
  check(Draft(1), {"0", "0", "1", "0", 0});
  check(Draft(0), {"", "", "1", "", 0});
}

TEST_CASE("self-loops and parallel edges") {
  Draft loops = path(3);
  loops.link(0, 0);
  check(loops, {"0 1, 2", "0, 1, 2", "1", "0, 1, 2", 5});
  // Three equal edges: the nodes and the edges are exchanged each on their own.
  Draft parallel(2);
  for (int i = 0; i < 3; ++i) parallel.link(0, 1);
  const Json json = report(parallel);
  CHECK(json["balance_classes"] == classes("0 1"));
  CHECK(json["automorphisms"]["order"] == "12");
  CHECK(json["automorphisms"]["node_order"] == "2");
  CHECK(json["automorphisms"]["generators"] ==
        Json::parse(R"([[["0", "1"]]])"));
  CHECK(json["quotient"]["edges"][0]["via"].size() == 1);
  // One neighbour shares all three: one channel.
  for (const Json& edge : json["quotient"]["edges"]) {
    CHECK(edge["via"][0]["channel"] == 0);
  }
}

TEST_CASE("classes for reductions are reported where they differ") {
  const Json json = topology({"--json", topology_example("two-buses")}).json();
  CHECK(json["balance_classes"] == classes("a b c d e f"));
  CHECK(json["reduction_class_count"] == 2);
  CHECK(json["reduction_classes"] == classes("a b c d, e f"));
  CHECK(json["quotient"]["nodes"].size() == 2);
}

TEST_CASE("a ring as text") {
  const Outcome outcome = topology({"-D", "n=6", "examples/token-ring.vic"});
  CHECK(outcome.code == 0);
  CHECK(outcome.out == R"(examples/token-ring.vic, n = 6: 6 nodes, 6 edges
2 edges at every node; connected

IO-similar: 1 class
  Nodes that look the same from where they stand: equal colors, equal edges.
    6 nodes: s[0], s[1], s[2], s[3], s[4], s[5]

balanced: 1 class, the same
  Besides, their neighbours correspond, and so on: local invariants carry over.

automorphisms: 6, 1 orbit, the same
  Symmetries of the network as a whole; an orbit is what they mix.

quotient: 1 node, 2 edges
  One node for each class, enough for local invariants; --quotient prints it.
)");
}

TEST_CASE("what tells the four relations apart as text") {
  CHECK(topology({topology_example("two-buses")}).out ==
        R"(examples/topologies/two-buses.json: 6 nodes, 5 edges
2 edges at every node; 2 components, the largest with 4 nodes
1 parallel edge; 1 bus

IO-similar: 1 class
  Nodes that look the same from where they stand: equal colors, equal edges.
    6 nodes: a, b, c, d, e, f

balanced: 1 class, the same
  Besides, their neighbours correspond, theirs too, and so on.

balanced both ways: 2 classes
  Besides, no neighbour shares an edge more: local invariants carry over.
    4 nodes: a, b, c, d
    2 nodes: e, f

automorphisms: 16, 2 orbits, the same
  Symmetries of the network as a whole; an orbit is what they mix.

quotient: 2 nodes, 4 edges
  One node for each class, enough for local invariants; --quotient prints it.
)");
  CHECK(topology({"--quiet", topology_example("figure-1")}).out ==
        R"(examples/topologies/figure-1.json: 5 nodes, 6 edges
IO-similar: 4 classes
balanced: 4 classes, the same
automorphisms: 1, 5 orbits, every node alone
quotient: 4 nodes, 8 edges
)");
}

TEST_CASE("long classes and lists of classes are cut, unless all are asked") {
  const std::string long_ring = native(ring(60).build());
  const Outcome cut = topology({"-"}, long_ring);
  CHECK(cut.out.find("    60 nodes: 0, 1, 2,") != std::string::npos);
  CHECK(cut.out.find(", and 4") != std::string::npos);
  CHECK(cut.out.find(", 59\n") == std::string::npos);
  CHECK(topology({"--classes", "-"}, long_ring).out.find(" 59\n") !=
        std::string::npos);
  const std::string long_path = native(path(60).build());
  CHECK(topology({"-"}, long_path).out.find("and 20 classes more; --classes") !=
        std::string::npos);
  CHECK(topology({"--classes", "-"}, long_path).out.find("more") ==
        std::string::npos);
  for (const std::string& text : {long_ring, long_path}) {
    for (const Words& arguments : {Words{"-"}, Words{"--classes", "-"}}) {
      std::istringstream lines(topology(arguments, text).out);
      for (std::string line; std::getline(lines, line);) {
        INFO(line);
        CHECK(line.size() <= 79);
      }
    }
  }
}

TEST_CASE("a large network is counted, and listed on request") {
  const std::string text = native(ring(10'001).build());
  const Json json = topology({"--json", "-"}, text).json();
  CHECK(json["io_class_count"] == 1);
  CHECK(!json.contains("io_classes"));
  CHECK(!json.contains("balance_classes"));
  CHECK(json["automorphisms"]["order"] == "20002");
  CHECK(!json["automorphisms"].contains("orbits"));
  CHECK(json["quotient"]["edges"].size() == 2);
  const Json whole = topology({"--json", "--classes", "-"}, text).json();
  CHECK(whole["io_classes"][0].size() == 10'001);
  CHECK(whole["automorphisms"]["orbits"][0].size() == 10'001);
  // The hub's edges make a large quotient of two nodes.
  const std::string spokes = native(star(10'001).build());
  CHECK(topology({"--json", "-"}, spokes).json()["quotient"].is_null());
  CHECK(topology({"--json", "--classes", "-"}, spokes)
            .json()["quotient"]["edges"]
            .size() == 10'002);
}

TEST_CASE("a quotient is a network that can be read again") {
  const Outcome printed =
      topology({"--quotient", "-D", "n=6", "examples/token-ring.vic"});
  CHECK(printed.code == 0);
  const Json json = printed.json();
  CHECK(json["nodes"][0]["id"] == "s[0]");
  REQUIRE(json["edges"].size() == 2);
  for (std::size_t i = 0; i < 2; ++i) {
    const Json& edge = json["edges"][i];
    CHECK(edge["class"] == "s[0]");
    CHECK(edge["ins"] == Json{"s[0]"});
    REQUIRE(edge["via"].size() == 1);
    CHECK(edge["via"][0]["class"] == "s[0]");
    CHECK(edge["via"][0]["edge"] == json["edges"][1 - i]["id"]);
  }
  const Outcome again = topology({"--json", "-"}, printed.out);
  CHECK(again.err.empty());
  CHECK(again.json()["nodes"] == 1);
}

TEST_CASE("exports escape what they print, and keep names apart") {
  const std::string text =
      R"({"nodes": [{"id": "\"];evil [<&'"}, {"id": "a\\"}, {"id": "\u0001"},
          {"id": "\\x01"}, {"id": "\uffff"}, {"id": "bus\"1"}],
          "edges": [{"id": "bus\"1", "color": "]]>",
                     "ins": ["a\\", "\u0001", "\\x01"], "outs": ["\uffff"]},
                    {"id": "e", "ins": ["bus\"1"], "outs": ["a\\"]}]})";
  const Outcome dot = topology({"--dot", "-"}, text);
  CHECK(dot.code == 0);
  INFO(dot.out);
  const Outcome drawn = execute({"dot", "-Tplain"}, {.input = dot.out});
  CHECK(drawn.code == 0);
  std::size_t nodes = 0;
  std::istringstream lines(drawn.out);
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("node ", 0) == 0) ++nodes;
  }
  CHECK(nodes == 7);  // and one for the bus
  // What is printed is the same network.
  const std::string all = topology({"--json", "-"}, text).out;
  const auto same = [&](const std::string& printed) {
    Json json = topology({"--json", "-"}, printed).json();
    Json wanted = Json::parse(all);
    for (const char* key : {"statistics", "format"}) json.erase(key);
    for (const char* key : {"statistics", "format"}) wanted.erase(key);
    return json == wanted;
  };
  CHECK(same(dot.out));
  const Outcome graphml = topology({"--graphml", "-"}, text);
  CHECK(graphml.code == 0);
  CHECK(graphml.out.find("evil [&lt;&amp;&apos;") != std::string::npos);
  CHECK(graphml.out.find("]]&gt;") != std::string::npos);
  CHECK(same(graphml.out));
  CHECK(graphml.out.find("\"%01\"") != std::string::npos);
  CHECK(graphml.out.find("\"%5Cx01\"") != std::string::npos);
  CHECK(graphml.out.find('\x01') == std::string::npos);
  // Nothing of it reaches a terminal raw.
  CHECK(topology({"-"}, text).out.find('\x01') == std::string::npos);
}

TEST_CASE("exports of a small network, in full") {
  const std::string text =
      R"({"nodes": [{"id": "a"}, {"id": "b", "color": "x"}],
          "edges": [{"id": "e", "ins": ["a"], "outs": ["b"]},
                    {"id": "f", "ins": ["a", "b"], "outs": ["b"]},
                    {"id": "g", "ins": ["a"], "outs": ["a"]}]})";
  CHECK(topology({"--dot", "-"}, text).out == R"(digraph network {
  node [shape=ellipse, style=filled];
  "a" [label="a", class="0", fillcolor="#88c2f7"];
  "b" [label="b", class="1", fillcolor="#e2f788", type="x"];
  "a" -> "b" [id="e"];
  "f" [hyperedge=true, shape=point, id="f", xlabel="f"];
  "a" -> "f";
  "b" -> "f" [dir=none];
  "a" -> "a" [dir=none, id="g"];
}
)");
  CHECK(topology({"--graphml", "-"}, text).out ==
        R"(<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
  <key id="type" for="all" attr.name="type" attr.type="string"/>
  <key id="class" for="node" attr.name="class" attr.type="int"/>
  <key id="fill" for="node" attr.name="fill" attr.type="string"/>
  <graph edgedefault="undirected">
    <node id="a"><data key="class">0</data><data key="fill">#88c2f7</data></node>
    <node id="b"><data key="class">1</data><data key="fill">#e2f788</data>)"
        R"(<data key="type">x</data></node>
    <edge id="e" source="a" target="b" directed="true"/>
    <hyperedge id="f"><endpoint node="a" type="in"/><endpoint node="b" type="undir"/></hyperedge>
    <edge id="g" source="a" target="a" directed="false"/>
  </graph>
</graphml>
)");
}

TEST_CASE("classes are those of the oracle, on random networks") {
  const std::uint64_t runs = random_models::runs(60);
  std::uint64_t compared = 0;
  for (std::uint64_t seed = 0; seed < runs; ++seed) {
    random_networks::Options options;
    options.ports = false;  // files have none
    const network::Network network = random_network(seed, options);
    INFO("seed " << seed);
    INFO(describe(network));
    const auto named = [](const oracle::Classes& in) {
      Json out = Json::array();
      for (const auto& c : in) {
        out.push_back(Json::array());
        for (const std::uint32_t n : c) out.back().push_back(std::to_string(n));
      }
      return out;
    };
    const Outcome outcome = topology({"--json", "-"}, native(network));
    CHECK(outcome.code == 0);
    const Json json = outcome.json();
    CHECK(json["io_classes"] == named(oracle::io_classes(network)));
    try {
      const auto of = [&](oracle::Shared shared) {
        return named(oracle::orbits(
            oracle::greatest_balance(network, shared, 2000), network));
      };
      const Json balance = of(oracle::Shared::paper);
      const Json reduction = of(oracle::Shared::exact);
      CHECK(json["balance_classes"] == balance);
      CHECK(json.contains("reduction_classes") == (balance != reduction));
      if (balance != reduction) CHECK(json["reduction_classes"] == reduction);
      ++compared;
    } catch (const oracle::TooLarge&) {
    }
  }
  CHECK(compared * 2 > runs);
}

TEST_CASE("wrong input and wrong usage") {
  const auto code = [](const Outcome& outcome) {
    const std::size_t at = outcome.err.find("error[");
    return at == std::string::npos ? "" : outcome.err.substr(at + 6, 5);
  };
  const std::string ring_file = "examples/token-ring.vic";
  const std::string json_file = topology_example("figure-1");
  CHECK(code(topology({"no-such-file.json"})) == "V0905");
  CHECK(code(topology({"-"}, "{")) == "V0601");
  CHECK(code(topology({"-"}, "[]")) == "V0603");
  CHECK(code(topology({"-"}, "const a = b;")) == "V0302");
  CHECK(code(topology({"-D", "n=3", json_file})) == "V0901");
  CHECK(code(topology({"--on", json_file, json_file})) == "V0909");
  CHECK(code(topology({"--on", json_file, ring_file})) == "V0909");
  CHECK(code(topology({"-D", "n=1", ring_file})) == "V0501");
  const Json json = topology({"--json", "-"}, "{\"nodes\": 3}").json();
  CHECK(json["diagnostics"][0]["code"] == "V0603");
  for (const Words& arguments : {Words{}, Words{"--json", "--dot", ring_file},
                                 Words{"--json", "--quotient", ring_file},
                                 Words{"--dot", "--graphml", ring_file},
                                 Words{"--views", "1", ring_file}}) {
    CHECK(topology(arguments).code == 2);
  }
  CHECK(topology({}).err.find("which network?") != std::string::npos);
}

TEST_CASE("a network any has the topology of its graph") {
  const std::string model =
      "process P { port set link : inout bool; }\n"
      "network any { node p : P; edge e : bool via link; }\n";
  const Json json = topology({"--json", "--on",
                              topology_example("hexagon-and-triangles"), "-"},
                             model)
                        .json();
  CHECK(json["automorphisms"]["order"] == "864");
  CHECK(topology({"-"}, model).code == 2);
}

namespace {

// A ring with random chords: all nodes look alike, and each has to be told
// from each other by searching.
std::string hard_network() {
  constexpr std::uint32_t size = 10'000;
  Draft cubic = ring(size);
  std::vector<std::uint32_t> ends(size);
  std::iota(ends.begin(), ends.end(), 0);
  std::shuffle(ends.begin(), ends.end(), std::mt19937(1));
  for (std::size_t i = 0; i < size; i += 2) cubic.link(ends[i], ends[i + 1]);
  return native(cubic.build());
}

}  // namespace

TEST_CASE("a search without time says what is known without it") {
  const std::string text = hard_network();
  const Outcome quick = topology({"--json", "--timeout", "3", "-"}, text);
  CHECK(quick.code == 3);
  const Json json = quick.json();
  CHECK(json["automorphisms"].is_null());
  CHECK(json["balance_class_count"] == 1);
  CHECK(topology({"--timeout", "3", "-"}, text)
            .out.find("automorphisms: not computed (time is up") !=
        std::string::npos);
  // Reading has a limit, too.
  CHECK(topology({"--timeout", "0.000001", "-"}, text).code == 3);
}

TEST_CASE("Ctrl-C ends a search with what is known, within a second") {
  const Folder folder;
  const std::string file = folder.write("cubic.json", hard_network());
  const double after = 1.0;
  const Outcome outcome =
      ask({"topology", "--json", file}, {.interrupt_after = after});
  INFO(outcome.err);
  CHECK(outcome.code == 3);
  CHECK(outcome.seconds < after + 1);
  if (outcome.err == "vicinal: interrupted\n") return;  // still reading
  const Json json = outcome.json();
  CHECK(json["automorphisms"].is_null());
  CHECK(json["io_class_count"] == 1);
  CHECK(json["quotient"]["nodes"].size() == 1);
}

TEST_CASE("pairs: both relations of LS section 5, counted by spacings") {
  // A directed ring: strengthened, a class for each spacing; as printed, 1, 2,
  // 3 to n - 3, n - 2, n - 1.
  for (const std::uint32_t n : {4U, 6U, 9U}) {
    const Outcome outcome =
        topology({"--pairs", "--json", "-"}, native(directed_ring(n).build()));
    CHECK(outcome.code == 0);
    const Json json = outcome.json();
    CHECK(json["pairs_exact"] == true);
    CHECK(json["pair_class_count"] == n - 1);
    CHECK(json["pair_classes"].size() == n - 1);
    CHECK(json["pair_class_count_paper"] == std::min(n - 1, 5U));
    for (const Json& c : json["pair_classes"]) CHECK(c.size() == n);
    std::size_t pairs = 0;
    for (const Json& c : json["pair_classes_paper"]) pairs += c.size();
    CHECK(pairs == n * (n - 1));
  }
  const Outcome text =
      topology({"--pairs", "-"}, native(directed_ring(6).build()));
  CHECK(text.out.find("pairs: 5 classes") != std::string::npos);
  CHECK(!topology({"--json", "-"}, native(directed_ring(6).build()))
             .json()
             .contains("pair_classes"));
}

TEST_CASE("two nodes are explained, or named wrongly") {
  const std::string file = "examples/topologies/nsfnet.gml";
  const Outcome differ = topology(
      {"--names-from", "label", "--explain", "Seattle", "San Diego", file});
  CHECK(differ.code == 0);
  CHECK(differ.out == R"(Seattle and San Diego are not balanced.

  Seattle --e0--> Palo Alto    San Diego --e5--> Houston
    of neighbours like Palo Alto so far, Seattle has 3, San Diego has 2

Of edges like e0 (writes and reads it), Palo Alto has 3, Houston has 4.

They are IO-similar. Edges that look the same:
  e0 -> e1 (writes and reads)
  e1 -> e3 (writes and reads)
  e2 -> e5 (writes and reads)
)");
  const Json json =
      topology({"--json", "--explain", "Seattle", "San Diego", file}).json();
  CHECK(json["balanced"] == false);
  CHECK(json["walk"]["steps"].size() == 1);
  CHECK(json["walk"]["difference"] == "edges");
  CHECK(json["io_similar"] == true);
  CHECK(json["io_beta"][2] == Json({{"from", "e2"}, {"to", "e5"}}));
  CHECK(json["beta"].is_null());
  CHECK(topology({"--quiet", "--explain", "Ithaca", "Princeton", file}).out ==
        "Ithaca and Princeton are balanced.\n");
  const Outcome wrong = topology(
      {"--names-from", "label", "--explain", "Seatle", "Boulder", file});
  CHECK(wrong.code == 2);
  CHECK(wrong.err.find("did you mean 'Seattle'?") != std::string::npos);
  CHECK(topology({"--explain", "1"}).err.find("needs two values") !=
        std::string::npos);
}

TEST_CASE("the edges of nodes that are alike correspond") {
  // Figure 1 of LS: beta maps e2 to e1, e5 to e6, e1 to e2, e3 to e4.
  const std::string file = topology_example("figure-1");
  CHECK(topology({"--explain", "1", "2", file}).out == R"(1 and 2 are balanced.

Edges that correspond:
  e1 -> e2 (writes)
  e2 -> e1 (reads)
  e3 -> e4 (writes)
  e5 -> e6 (reads)
)");
  const Json json = topology({"--json", "--explain", "1", "2", file}).json();
  CHECK(json["beta"].size() == 4);
  CHECK(json["beta"][0] == Json({{"from", "e1"}, {"to", "e2"}}));
  CHECK(json["walk"].is_null());
  // Nothing is taken to an edge at another port.
  const Json ports = topology({"--json", "-D", "n=5", "--explain", "s[0]",
                               "s[2]", "examples/token-ring.vic"})
                         .json();
  CHECK(ports["beta"] ==
        Json::parse(R"([{"from": "token[4]", "to": "token[1]", "port": "left"},
            {"from": "token[0]", "to": "token[2]", "port": "right"}])"));
  const std::string alone = native(Draft(2).build());
  CHECK(topology({"--explain", "0", "1", "-"}, alone)
            .out.find("They have no edges.") != std::string::npos);
}

TEST_CASE("the groupoids are counted, and listed where they are small") {
  const std::string file = topology_example("paw");
  const Outcome text = topology({"--groupoid", file});
  CHECK(text.out.find(R"(groupoid
  An element takes the edges of a node to those of one that is alike. Those of
  a node to itself are its vertex group.
  IO-similar
    1 node like a: 6 elements, vertex groups of order 6
      generated by (ab ca), (ca ad)
)") != std::string::npos);
  CHECK(text.out.find(R"(  balanced
    1 node like a: 2 elements, vertex groups of order 2
      generated by (ab ca)
      a -> a: (ab ca)
    2 nodes like b: 4 elements, vertex groups of order 1
      b -> c: ab -> ca, bc -> bc
      c -> b: bc -> bc, ca -> ab
    1 node with the identity only
)") != std::string::npos);
  const Json io =
      topology({"--json", "--groupoid", file}).json()["groupoid"]["io"];
  REQUIRE(io.size() == 3);
  CHECK(io[1]["class"] == "b");
  CHECK(io[1]["nodes"] == 2);
  CHECK(io[1]["element_count"] == "8");
  CHECK(io[1]["vertex_group_order"] == "2");
  CHECK(io[1]["elements"].size() == 8);
  CHECK(!topology({"--json", file}).json().contains("groupoid"));
  // A hub of 2000 edges: counted, not listed.
  const Json hub =
      topology({"--json", "--groupoid", "-"}, native(star(2000).build()))
          .json()["groupoid"]["balance"][0];
  CHECK(hub["vertex_group_order"].is_null());
  CHECK(hub["elements"].is_null());
  CHECK(hub["generators"].empty());
}

TEST_CASE("pictures are drawn of what can be made out") {
  const Outcome drawn = topology({"--svg", "examples/topologies/nsfnet.gml"});
  CHECK(drawn.code == 0);
  CHECK(drawn.out.find("<svg") != std::string::npos);
  CHECK(drawn.out.find(">network<") != std::string::npos);
  CHECK(drawn.out.find(">quotient<") != std::string::npos);
  const Outcome large = topology({"--svg", "-"}, native(ring(500).build()));
  CHECK(large.code == 0);
  CHECK(large.out.find(">network<") == std::string::npos);
  CHECK(large.err.find("too large to draw") != std::string::npos);
  CHECK(topology({"--svg", "-"}, native(path(2000).build())).code == 3);
}

TEST_CASE("files say what their edges and colors are") {
  const std::string list = "# Nodes: 3 Edges: 3\n1 2\n2 1\n2 3\n";
  const Json merged = topology({"--json", "-"}, list).json();
  CHECK(merged["format"] == "edge-list");
  CHECK(merged["edges"] == 2);
  CHECK(merged["merged_lines"] == 1);
  CHECK(merged["summary"]["components"] == 1);
  CHECK(topology({"--json", "--directed", "-"}, "1 2\n3 2\n")
            .json()["io_class_count"] == 2);
  const std::string colors =
      "graph { a [color=red, layer=1]; b [color=blue, layer=1]; a -- b }";
  const auto classes = [&](const Words& options) {
    Words words = {"--json", "-"};
    words.insert(words.begin(), options.begin(), options.end());
    return topology(words, colors).json()["io_class_count"].get<int>();
  };
  CHECK(classes({}) == 2);
  CHECK(classes({"--colors-from", "none"}) == 1);
  CHECK(classes({"--colors-from", "layer"}) == 1);
  CHECK(classes({"--colors-from", "layer,color"}) == 2);
  CHECK(topology({"--format", "gml", "-"}, colors).code == 2);
  const Json equitable =
      topology({"--json", "--color-refinement", "-"}, list).json();
  CHECK(equitable["equitable_class_count"] == 2);
}

TEST_CASE("models stand on networks of all formats") {
  const std::string model =
      "process P { port set link : inout bool; var x : bool = false;\n"
      "  action a when forall f in link: !f { x := true; } }\n"
      "network any { node p : P; edge e : bool via link; }\n"
      "invariant true_or_not: forall i in p: i.x || !i.x;\n";
  const Folder folder;
  const auto states = [&](const std::string& name, const std::string& graph) {
    const std::string file = folder.write(name, graph);
    const Outcome outcome =
        ask({"explore", "--json", "--on", file, "-"}, {.input = model});
    INFO(outcome.err);
    CHECK(outcome.code == 0);
    return outcome.json()["states"].get<int>();
  };
  const int wanted = states("a.dot", "graph { a -- b -- c }");
  CHECK(states("a.gml",
               "graph [ node [ id 1 ] node [ id 2 ] node [ id 3 ] edge [ "
               "source 1 target 2 ] edge [ source 2 target 3 ] ]") == wanted);
  CHECK(states("a.edges", "a b\nb c\n") == wanted);
  CHECK(states("a.g6", "Bo\n") == wanted);
  CHECK(states("a.net", "*Vertices 3\n*Edges\n1 2\n2 3\n") == wanted);
}

}  // namespace topology_test
