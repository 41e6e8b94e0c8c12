// SPDX-License-Identifier: MIT
// Guards: the shape of --json (design 5.1): keys, their order, values.
#include <catch2/catch.hpp>

#include "program.hpp"

namespace json_test {

using namespace vicinal::test;

namespace {

Words keys(const Json& json) {
  Words out;
  for (const auto& [key, value] : json.items()) out.push_back(key);
  return out;
}

}  // namespace

TEST_CASE("explore reports what it saw") {
  const auto json =
      ask({"explore", "--json", "-D", "n=3", example("token-ring")}).json();
  CHECK(keys(json) == Words{"model", "parameters", "reduction", "states",
                            "transitions", "depth", "deadlocks", "complete",
                            "properties", "statistics"});
  CHECK(json["parameters"] == Json{{"n", 3}});
  CHECK(json["reduction"] == "none");
  CHECK(json["states"] == 36);
  CHECK(json["transitions"] == 72);
  CHECK(json["depth"] == 4);
  CHECK(json["deadlocks"] == 0);
  CHECK(json["complete"] == true);
  CHECK(json["properties"] ==
        Json::array({Json{{"name", "mutex"}, {"verdict", "proved"}},
                     Json{{"name", "no model error"}, {"verdict", "proved"}}}));
  CHECK(json["statistics"]["seconds"].is_number());
  CHECK(json["statistics"]["peak_mib"].is_number());
}

TEST_CASE("prove says what tells nodes of a network apart") {
  const Outcome text = ask({"prove", example("second-only")});
  CHECK(text.out.find("p[0] and p[1] are alike but for the guard of 'end': "
                      "index(self) == 1 is false and true\n") !=
        std::string::npos);
  const Json splits =
      ask({"prove", "--json", example("second-only")}).json()["splits"];
  REQUIRE(splits.size() == 1);
  CHECK(splits[0]["by"] == "term");
  CHECK(splits[0]["nodes"] == Json{"p[0]", "p[1]"});
  CHECK(splits[0]["action"] == "end");
  CHECK(splits[0]["term"] == "index(self) == 1");
  CHECK(splits[0]["values"] == Json{"false", "true"});
  const auto named =
      ask({"prove", "-D", "n=3", "--json", example("two-doors")}).json();
  CHECK(named["splits"][0]["by"] == "names");
  CHECK(!ask({"prove", "--json", "--unreduced", example("second-only")})
             .json()
             .contains("splits"));
  CHECK(!ask({"prove", "-D", "n=3", "--json", example("token-ring")})
             .json()
             .contains("splits"));
}

TEST_CASE("what is proved on a quotient is said of single nodes only") {
  const Folder folder;
  folder.write("k4.edges", "0 1\n0 2\n0 3\n1 2\n1 3\n2 3\n");
  folder.write(
      "q.json",
      ask({"topology", "--quotient", folder.path() + "/k4.edges"}).out);
  const std::string model = folder.write(
      "m.vic",
      "process P {\n  port set link : inout bool;\n"
      "  var done : bool = false;\n"
      "  action mark(e in link) when !e { e := true; }\n"
      "  action end when forall e in link: e { done := true; }\n}\n"
      "network from \"q.json\" {\n  node : P;\n"
      "  edge : bool = false via link;\n}\n"
      "invariant all: forall i in P: i.done => (forall e in i.link: e);\n"
      "invariant never: forall i in P: !i.done;\n"
      "invariant one: forall i, j in P: i != j => !(i.done && j.done);\n");
  // There is one node, so that no two nodes of the quotient break the last.
  const Outcome found = ask({"prove", "--json", "--on-quotient", model});
  const Json json = found.json();
  CHECK(found.code == 3);
  CHECK(json["quotient"] == Json{{"nodes", 1}, {"edges", 3}, {"given", true}});
  Words verdicts;
  for (const Json& p : json["properties"]) verdicts.push_back(p["verdict"]);
  CHECK(verdicts == Words{"proved", "unknown", "unknown", "unknown"});
  for (const char* command : {"prove", "explore", "check", "simulate"}) {
    INFO(command);
    const Outcome refused = ask({command, model});
    CHECK(refused.code == 2);
    CHECK(refused.err.find("V0627") != std::string::npos);
  }
}

TEST_CASE("an invariant is carried to another network, or not") {
  const std::string graphs = source_folder() + "/examples/topologies/";
  const auto carried = [&](const std::string& to) {
    const Outcome found =
        ask({"prove", "--json", "--on", graphs + "ring-of-twelve.edges",
             "--carry-to", graphs + to, example("links-up")});
    const Json json = found.json()["carried"];
    CHECK(found.code == (json["holds"] == true ? 0 : 3));
    return json;
  };
  const Json there = carried("hexagon-and-triangles.json");
  CHECK(there["holds"] == true);
  CHECK(there["classes"].size() == 1);
  CHECK(there["classes"][0]["class_size"] == 12);
  CHECK(there["properties"][0]["verdict"] == "proved");
  const Json paw = carried("paw.json");
  CHECK(paw["holds"] == false);
  CHECK(paw["reason"] == "a node has no counterpart");
  CHECK(paw["classes"][0]["from"] == nullptr);
  CHECK(paw["properties"][0]["verdict"] == "unknown");
}

TEST_CASE("symmetry says what it knows of every size") {
  const auto every = [](const Words& more) {
    Words all = {"symmetry", "--json", example("token-ring")};
    all.insert(all.end(), more.begin(), more.end());
    return ask(all).json();
  };
  CHECK(every({})["every_size"] ==
        Json::array({Json{{"families", {"s", "token"}},
                          {"parameter", "n"},
                          {"group", "cyclic"}}}));
  CHECK(!every({"-D", "n=3"}).contains("every_size"));
}

TEST_CASE("explore shows what annotated states stand for") {
  const std::string model = example("two-doors");
  const Outcome text =
      ask({"explore", "--reduction", "lazy", "--explain", model});
  for (const char* part :
       {"annotated state: {p[0], p[1], p[2]} may change places; it stands for "
        "6 states\n      p[0].phase = idle, p[1].phase = trying, p[2].phase = "
        "critical\n",
        "{p[0], p[1]} may change places; it stands for 1 state\n",
        "subsumed: {p[0], p[1]} may change places; for 2 states\n"}) {
    INFO(part);
    CHECK(text.out.find(part) != std::string::npos);
  }
  const Json json =
      ask({"explore", "--json", "--reduction", "lazy", "--explain", model})
          .json()["lazy"];
  CHECK(keys(json) == Words{"partitions", "removed", "sample"});
  CHECK(keys(json["sample"]) == Words{"annotated", "subsumed"});
  REQUIRE(json["sample"]["annotated"].size() == 2);
  const Json& first = json["sample"]["annotated"][0];
  CHECK(keys(first) == Words{"cells", "state", "stands_for", "states"});
  // Not as a list in braces: compilers differ in what that is.
  CHECK(first["cells"] == Json::parse(R"([["p[0]", "p[1]", "p[2]"]])"));
  CHECK(first["stands_for"] == 6);
  CHECK(first["states"].size() == 6);
  CHECK(first["states"][0] == first["state"]);
  const Json& subsumed = json["sample"]["subsumed"];
  CHECK(keys(subsumed) == Words{"cells", "state", "stands_for", "by"});
  CHECK(subsumed["by"]["stands_for"] == 3);
  // Of many, six are listed.
  const Outcome many =
      ask({"explore", "--reduction", "lazy", "--explain", "-D", "n=6", model});
  CHECK(many.out.find("\n      ...\n") != std::string::npos);
  const Outcome without = ask(
      {"explore", "--reduction", "lazy-no-subsumption", "--explain", model});
  CHECK(without.out.find("subsumed: none") != std::string::npos);
  CHECK(!ask({"explore", "--json", "--reduction", "lazy", model})
             .json()["lazy"]
             .contains("sample"));
  for (const char* reduction : {"none", "orbit", "virtual"}) {
    const Outcome refused =
        ask({"explore", "--explain", "--reduction", reduction, model});
    CHECK(refused.code == 2);
    CHECK(refused.err.find("--explain is for --reduction lazy") !=
          std::string::npos);
  }
}

TEST_CASE("check says on which structures, and who may change places") {
  const Outcome outcome =
      ask({"check", "--explain", "--quiet", example("one-apart")});
  CHECK(outcome.code == 0);
  CHECK(outcome.out.starts_with("priorities that edges ask: enter\ntracked: "));
  for (const char* part :
       {"structure 1: 38 nodes, 0 pairs with automata\n  reachable: E (",
        "\n  may change places: p[1], p[2], ..., p[7] (7)\nstructure 2: 80 ",
        "\n  within what is tracked: E (F G {p[1].phase == wait})\n"}) {
    INFO(part);
    CHECK(outcome.out.find(part) != std::string::npos);
  }
  // The option of two commands, wherever it stands.
  CHECK(ask({"--explain", "check", "--quiet", example("one-apart")}).out ==
        outcome.out);
  const std::string net = source_folder() + "/examples/topologies/nsfnet.gml";
  CHECK(ask({"--explain", "0", "1", "topology", net}).code ==
        ask({"topology", "--explain", "0", "1", net}).code);
  CHECK(ask({"prove", "--explain", example("one-apart")}).code == 2);
  const auto json = ask({"check", "--json", example("one-apart")}).json();
  CHECK(json["guarded"] == Json{"enter"});
  CHECK(json["relaxed"] == Json::array());
}

// GQ, Figures 1 to 4.
TEST_CASE("check shows a guarded annotated quotient") {
  const std::string model = example("priority-mutex");
  const Outcome text = ask({"check", "--explain", "--method", "gqs", model});
  CHECK(text.out.find(R"(quotient: 5 states, 9 edges
  1: p[0].phase = noncritical p[1].phase = noncritical
    1 -> 2  p[0].try  (p[0] p[1])
    1 -> 2  p[1].try  ()
  2: p[0].phase = noncritical p[1].phase = trying
    2 -> 3  p[0].try  ()
    2 -> 4  enter(q = p[1])  ()  asks: priority
  3: p[0].phase = trying p[1].phase = trying
    3 -> 5  enter(q = p[0])  (p[0] p[1])  asks: priority
    3 -> 5  enter(q = p[1])  ()  asks: priority
  4: p[0].phase = noncritical p[1].phase = critical
    4 -> 5  p[0].try  ()
    4 -> 1  leave(q = p[1])  ()
  5: p[0].phase = trying p[1].phase = critical
    5 -> 2  leave(q = p[1])  (p[0] p[1])
structure 1 unwound: 10 nodes, 8 with those alike taken together
)") != std::string::npos);
  const Outcome dot = ask({"check", "--dot", "--method", "gqs", model});
  CHECK(dot.code == 1);  // as without a picture
  for (const char* part :
       {"digraph whole {\n  1 [label=\"p[0].phase = noncritical\\n",
        "  4 -> 7;\n  4 -> 8 [style=dashed];\n  5 -> 1;\n",
        "}\ndigraph quotient {\n",
        "  3 -> 5 [label=\"enter(q = p[0])\\n(p[0] p[1])\\nasks: "
        "priority\"];\n",
        "}\ndigraph unwound_1 {\n  node [style=filled",
        "  9 [label=\"p[0].phase = noncritical\\np[1].phase = noncritical\\n"
        "at p[1], p[0]\", fillcolor=1];\n  10 ",
        "}\ndigraph reduced_1 {\n",
        "  4 -> 7;\n  5 -> 1;\n  5 -> 7;\n  6 -> 1;\n  6 -> 8;\n  7 -> 3;\n"
        "  8 -> 2;\n}\n"}) {
    INFO(part);
    CHECK(dot.out.find(part) != std::string::npos);
  }
  const auto json =
      ask({"check", "--explain", "--json", "--method", "gqs", model}).json();
  CHECK(json["quotient"]["states"].size() == 5);
  CHECK(json["quotient"]["edges"][3] == Json{{"from", 1},
                                             {"to", 3},
                                             {"step", "enter(q = p[1])"},
                                             {"permutation", "()"},
                                             {"asks", {"priority"}}});
  CHECK(json["graphs"][0]["unwound"] == 10);
  CHECK(!ask({"check", "--json", model}).json().contains("quotient"));
  // Without such a quotient there is nothing to draw.
  const Outcome none = ask({"check", "--dot", "--method", "plain", model});
  CHECK(none.code == 3);
  CHECK(none.out.empty());
  // Of many edges only the number is said, and too many are not unfolded.
  const Outcome more =
      ask({"check", "--explain", example("resource-controller")});
  CHECK(more.out.find("quotient: 19 states, 84 edges\nstructure 1 unwound: ") !=
        std::string::npos);
  const Outcome many = ask({"check", "--explain", "-D", "n=20", "--property",
                            "served", example("resource-controller")});
  CHECK(many.out.find("unwound: more than 400 nodes\n") != std::string::npos);
}

// Whoever may start all the time does so if paths are fair.
TEST_CASE("check says which paths count") {
  const Folder folder;
  const std::string model = folder.write("model.vic", R"(
process P { var on : bool = false; action start when !on { on := true; } }
network { node p[3] : P; }
rule wait { skip; }
fair weak P.start;
ctl all_start: AF {p[0].on};
)");
  const Outcome fair = ask({"check", "--json", model});
  CHECK(fair.code == 0);
  CHECK(fair.json()["paths"] == "fair");
  const Outcome all = ask({"check", "--json", "--paths", "all", model});
  CHECK(all.code == 1);
  CHECK(all.json()["paths"] == "all");
  const std::string text = ask({"check", "--paths", "all", model}).out;
  CHECK(text.find("all paths count: 1 fairness assumption of the model is left "
                  "out") != std::string::npos);
  CHECK(ask({"check", model}).out.find("all paths") == std::string::npos);
  // A run that is not fair counts where all paths do.
  const std::string report = folder.write("report.json", all.out);
  CHECK(ask({"check", "--paths", "all", "--replay", report, model}).code == 0);
  const Outcome unfair = ask({"check", "--replay", report, model});
  CHECK(unfair.code == 2);
  CHECK(unfair.out.find("it is not fair to 'p[0].start'") != std::string::npos);
}

TEST_CASE("virtual symmetry is drawn, and said with its propositions") {
  const std::string structure =
      source_folder() + "/examples/structures/only-virtual.structure";
  const auto judged =
      ask({"symmetry", "--virtual", "--json", structure}).json()["virtual"][0];
  CHECK(judged["quotient_bisimilar"] == true);
  CHECK(judged["symmetrization_bisimilar"] == true);
  CHECK(judged["strongly_by_counting"] == false);
  const std::string text = ask({"symmetry", "--virtual", structure}).out;
  CHECK(text.find("M^G bisimilar (Proposition 1)") != std::string::npos);
  const Outcome dot = ask({"symmetry", "--virtual", "--dot", structure});
  CHECK(dot.code == 0);
  CHECK(dot.out ==
        "digraph symmetrization {\n"
        "  node [style=filled, colorscheme=set312];\n"
        "  0 [label=\"s\", fillcolor=1];\n"
        "  1 [label=\"t\", fillcolor=1];\n"
        "  2 [label=\"u\", fillcolor=2];\n"
        "  0 -> 0;\n"
        "  0 -> 1 [style=dashed];\n"
        "  1 -> 0;\n"
        "  1 -> 1;\n"
        "  2 -> 0 [style=dashed];\n"
        "  2 -> 1;\n"
        "}\n"
        "digraph quotient {\n"
        "  0 [label=\"s (2)\"];\n"
        "  2 [label=\"u\"];\n"
        "  0 -> 0;\n"
        "  2 -> 0;\n"
        "}\n");
}

TEST_CASE("symmetry reports what it found") {
  const auto json =
      ask({"symmetry", "--json", "--scalarset", example("token-circulation")})
          .json();
  CHECK(keys(json) == Words{"model", "parameters", "graph", "order",
                            "generators", "process_orbits", "shared_orbits",
                            "value_orbits", "apart", "scalarsets",
                            "statistics"});
  CHECK(json["order"] == "6");
  CHECK(json["apart"].empty());
  CHECK(json["shared_orbits"] == Json{{"token[0]", "token[1]", "token[2]"},
                                      {"label[0]", "label[1]", "label[2]"},
                                      {"leader[0]", "leader[1]", "leader[2]"}});
  REQUIRE(json["generators"].size() == 2);
  CHECK(json["generators"][0]["kind"] == "data");
  CHECK(json["generators"][1]["kind"] == "process");
  CHECK(json["generators"][1]["cycles"][0] ==
        Json{"token[0]", "token[1]", "token[2]"});
  REQUIRE(json["value_orbits"].size() == 1);
  CHECK(json["value_orbits"][0]["variable"] == "label[0]");
  CHECK(json["value_orbits"][0]["orbits"] ==
        Json::array({Json::array({"false", "true"})}));
  CHECK(json["scalarsets"]["order"] == "1");
  CHECK(json["scalarsets"]["types"][0]["broken_by"] == "u + 1");
  CHECK(json["statistics"]["construction"].is_number());
  const auto compared =
      ask({"symmetry", "--json", "--compare", example("philosophers")})
          .json()["compared"];
  CHECK(keys(compared) ==
        Words{"channel_diagram", "scalarsets", "exchanges", "constraints"});
  CHECK(compared["channel_diagram"] == Json{{"automorphisms", "12"},
                                            {"generators", 2},
                                            {"confirmed", 1},
                                            {"order", "6"},
                                            {"with_products", "6"}});
  CHECK(compared["scalarsets"] == "1");
  CHECK(compared["exchanges"] == "6");
  CHECK(compared["constraints"] == "6");
  for (const char* stage : {"summands", "ssa", "csp", "graph"}) {
    const auto shown = ask({"symmetry", "--json", "--show", stage,
                            example("token-circulation")})
                           .json();
    CHECK(keys(shown) == Words{"model", "parameters", "stage", "lines"});
    CHECK(shown["lines"].size() > 5);
  }
  const auto none =
      ask({"symmetry", "--json", "--compare", example("protocols/ticket")})
          .json();
  CHECK(none["compared"]["exchanges"] == "6");
  CHECK(none["compared"]["scalarsets"].is_null());
  CHECK(none["compared"]["constraints"].is_null());
  CHECK(none["order"] == "6");
  CHECK(none["exchangeable"].size() == 1);
  CHECK(none["why_not"].is_string());
}

TEST_CASE("generators that somebody wrote are judged one by one") {
  const std::string model =
      "process P { var x : bool = false; action a when !x { x := true; } }\n"
      "process Q { var x : bool = false; action a when !x { x := true; } }\n"
      "network { node p[3] : P; node q[2] : Q; }\n"
      "invariant all: forall i in p: i.x || !i.x;\n"
      "invariant one: !p[0].x;\n";
  const Folder folder;
  const std::string file = folder.write("judged.vic", model);
  const std::string group = folder.write(
      "judged.group",
      "(p[0] p[1])\n# others\n(p[1] p[2])\n(q[0].x: false true)\n");
  const Outcome found = ask({"symmetry", "--json", "--group", group, file});
  CHECK(found.code == 3);
  const Json json = found.json();
  CHECK(json["order"] == "6");
  CHECK(json["left"] == "2");
  CHECK(json["given"][0]["line"] == 1);
  CHECK(json["given"][0]["judge"] == "renaming");
  CHECK(json["given"][0]["changes"] == Json::array({"one"}));
  CHECK(json["given"][1]["line"] == 3);
  CHECK(json["given"][1]["changes"] == Json::array());
  CHECK(json["given"][2]["confirmed"] == false);
  CHECK(json["given"][2].contains("why_not"));
  CHECK(json["process_orbits"] ==
        Json::array({Json::array({"p[0]", "p[1]", "p[2]"})}));
  for (const char* other : {"--scalarset", "--compare", "--dot"}) {
    CHECK(ask({"symmetry", other, "--group", group, file}).code == 2);
  }
  CHECK(ask({"symmetry", "--group", "detected", file}).code == 2);
  CHECK(ask({"explore", "--reduction", "virtual", "--group", "detected", file})
            .code == 2);
}

TEST_CASE("temporal properties take the group that is asked for") {
  const auto states = [](const std::vector<std::string>& how,
                         const std::string& n) {
    std::vector<std::string> arguments{"check", "--json", "-D", "n=" + n};
    arguments.insert(arguments.end(), how.begin(), how.end());
    arguments.push_back(example("token-circulation"));
    const auto json = ask(arguments).json();
    return json["r_nodes"].get<int>();
  };
  CHECK(states({"--group", "exchanges"}, "5") == 5120);
  CHECK(states({"--method", "qs", "--group", "detected"}, "5") == 512);
  CHECK(states({"--group", "larger"}, "5") == 512);
  // Few states are checked as they are.
  CHECK(states({}, "5") == 5120);
  CHECK(states({}, "6") == 2048);
  CHECK(ask({"check", "--method", "gqs", "--group", "detected",
             example("token-circulation")})
            .code == 2);
}

TEST_CASE("what keeps processes apart is reported") {
  const auto apart = [](const std::string& model) {
    const auto explored =
        ask({"explore", "--json", "--reduction", "orbit", example(model)})
            .json();
    const auto json = ask({"symmetry", "--json", example(model)}).json();
    CHECK(json["apart"] == explored["symmetry"]["apart"]);
    return json["apart"];
  };
  CHECK(apart("mesi-memory") == Json{{{"nodes", {"cache[0]", "cache[1]"}},
                                      {"by", "update"},
                                      {"action", "read"},
                                      {"process", "Bus"},
                                      {"variable", "bus.memory"}}});
  CHECK(
      apart("priority-mutex") ==
      Json{{{"nodes", {"p[0]", "p[1]"}}, {"by", "guard"}, {"rule", "enter"}}});
  CHECK(apart("milner") == Json{{{"nodes", {"cycler[0]", "cycler[1]"}},
                                 {"by", "initial states"}}});
  CHECK(apart("protocols/credits") ==
        Json{{{"nodes", {"r[0]", "r[1]"}}, {"by", "network"}}});
}

TEST_CASE("processes that are alike") {
  const auto json = ask({"symmetry", "--json", example("three-tiers")}).json();
  CHECK(json["process_orbits"] == Json{{"server[0]", "server[1]"},
                                       {"client[0]", "client[1]", "client[2]",
                                        "client[3]", "client[4]", "client[5]"},
                                       {"client[6]", "client[7]"}});
}

TEST_CASE("a trace starts with every value and goes on with changes") {
  const auto json = ask({"explore", "--json", example("mutex-broken")}).json();
  const Json& trace = json["properties"][0]["trace"];
  CHECK(trace["initial"] ==
        Json{{"c[0].phase", "idle"}, {"c[1].phase", "idle"}, {"bus", false}});
  REQUIRE(trace["steps"].size() == 4);
  CHECK(trace["steps"][0] == Json{{"action", "c[0].test"},
                                  {"bindings", Json::object()},
                                  {"changes", {{"c[0].phase", "hopeful"}}}});
  CHECK(trace["steps"][2] ==
        Json{{"action", "c[0].set"},
             {"bindings", Json::object()},
             {"changes", {{"c[0].phase", "critical"}, {"bus", true}}}});
}

TEST_CASE("values of every type") {
  const Folder folder;
  const std::string model = folder.write(
      "model.vic",
      "enum Color { red, green }\nstruct Pair { on : bool; much : 0..9; }\n"
      "process P { var x : bool = false; }\n"
      "network { node p[2] : P; }\n"
      "shared flag : bool = true;\nshared number : 0..9 = 7;\n"
      "shared large : int = 9007199254740993;\n"
      "shared negative : int = -9007199254740993;\n"
      "shared exact : int = 9007199254740992;\n"
      "shared color : Color = green;\nshared pair : Pair = Pair(true, 3);\n"
      "shared list : 0..3[3] = [1, 2, 3];\nshared by_node : bool[p];\n"
      "shared chosen : id of p = none;\nshared other : id of p;\n"
      "shared waiting : queue Pair[2];\n"
      "init forall q in p: by_node[q] == (index(q) == 1);\n"
      "init other == p[1];\n"
      "rule add(q in p, c in Color, k in 4..5) when empty(waiting) {\n"
      "  push(waiting, Pair(false, k)); chosen := q; color := c;\n}\n"
      "invariant never: empty(waiting) || color == green || chosen != p[1];\n");
  const Outcome outcome = ask({"explore", "--json", model});
  INFO(outcome.err);
  REQUIRE(outcome.code == 1);
  const auto json = outcome.json();
  const Json& trace = json["properties"][0]["trace"];
  CHECK(trace["initial"] == Json{{"p[0].x", false},
                                 {"p[1].x", false},
                                 {"flag", true},
                                 {"number", 7},
                                 {"large", "9007199254740993"},
                                 {"negative", "-9007199254740993"},
                                 {"exact", 9007199254740992},
                                 {"color", "green"},
                                 {"pair", {{"on", true}, {"much", 3}}},
                                 {"list", {1, 2, 3}},
                                 {"by_node", {false, true}},
                                 {"chosen", "none"},
                                 {"other", "p[1]"},
                                 {"waiting", Json::array()}});
  CHECK(
      trace["steps"] ==
      Json::array({Json{
          {"action", "add"},
          {"bindings", {{"q", "p[1]"}, {"c", "red"}, {"k", 4}}},
          {"changes",
           {{"color", "red"},
            {"chosen", "p[1]"},
            {"waiting", Json::array({Json{{"on", false}, {"much", 4}}})}}}}}));
}

TEST_CASE("a failing step says where and why") {
  const Folder folder;
  const std::string model = folder.write(
      "model.vic", "shared x : 0..1 = 0;\nrule up { x := x + 1; }\n");
  const auto json = ask({"explore", "--json", model}).json();
  const Json& steps = json["properties"][0]["trace"]["steps"];
  REQUIRE(steps.size() == 2);
  CHECK(steps[1]["changes"] == Json::object());
  CHECK(steps[1]["error"]["message"] ==
        "assignment out of the range of its type");
  CHECK(steps[1]["error"]["line"] == 2);
  CHECK(steps[1]["error"]["column"].is_number());
}

TEST_CASE("prove reports verdicts for the scope that was asked") {
  // Where n * m leaves 64 bits nothing can be built.
  const Folder folder;
  const std::string model = folder.write("model.vic", R"(
param n : 1.. = 2;
param m : 1.. = 2;
process P(c : 0..m) { var x : bool = false; action a { x := !x; } }
network { node p[n] : P(c = index * m / n); }
invariant t: forall i in p: i.c <= m;
)");
  const auto all = ask({"prove", "--json", model}).json();
  CHECK(keys(all) == Words{"model", "parameters", "properties", "excluded",
                           "exploration", "invariants", "statistics"});
  CHECK(all["parameters"] == Json{{"n", "every"}, {"m", "every"}});
  const Json& total = all["properties"][0];
  CHECK(keys(total) == Words{"name", "verdict", "scope", "proved_instances",
                             "too_few_nodes", "blocking_step"});
  CHECK(total["verdict"] == "unknown");
  CHECK(total["scope"] == "all-sizes");
  CHECK(total["proved_instances"][0] == Json{{"n", 1}, {"m", 1}});
  CHECK(total["blocking_step"].contains("obligation"));
  CHECK(all["exploration"]["states"].is_number());

  // A parameter that has one value has no other size.
  const std::string closed = folder.write("closed.vic", R"(
param n : 3..3 = 3;
param m : 1.. = 2;
process P { var x : bool = false; action a { x := !x; } }
network { node p[n] : P; node q[m] : P; }
invariant t: forall i in p: i.x || !i.x;
)");
  const auto some = ask({"prove", "--json", closed}).json();
  CHECK(some["parameters"] == Json{{"n", 3}, {"m", "every"}});
  CHECK(ask({"prove", closed}).out.find("every m >= 1 at n = 3") !=
        std::string::npos);

  const auto ring_for_all =
      ask({"prove", "--json", example("token-ring")}).json();
  CHECK(keys(ring_for_all["properties"][0]) ==
        Words{"name", "verdict", "scope", "method", "views"});
  CHECK(ring_for_all["properties"][0]["verdict"] == "proved");
  const Json& types = ring_for_all["invariants"][0];
  CHECK(types["views"] == 2);
  CHECK(types["ordered_types"] == 4);
  CHECK(types["representatives_up_to"] == Json{{"n", 4}});
  CHECK(keys(types["representatives"][0]) ==
        Words{"view", "wiring", "orders", "states", "stored", "predicate"});

  const auto open = ask({"prove", "--json", example("mutex-broken")}).json();
  CHECK(keys(open["properties"][0]) == Words{"name", "verdict", "scope",
                                             "method", "instance", "trace",
                                             "false_for"});
  CHECK(open["properties"][0]["instance"] == Json{{"n", 2}});

  const auto one =
      ask({"prove", "--json", "-D", "n=3", example("shared-counter")}).json();
  CHECK(keys(one["properties"][0]) ==
        Words{"name", "verdict", "scope", "method", "instance"});
  CHECK(one["properties"][0]["verdict"] == "proved");
  CHECK(one["properties"][0]["scope"] == "instance");
  CHECK(one["properties"][0]["method"] == "exploration");
  CHECK(one["properties"][0]["instance"] == Json{{"n", 3}});

  // Levels of the token ring: 12 states, then 20 and 24.
  const auto ring =
      ask({"prove", "--json", "-D", "n=6", example("token-ring")}).json();
  CHECK(keys(ring["properties"][0]) ==
        Words{"name", "verdict", "scope", "method", "views", "instance"});
  CHECK(ring["properties"][0]["method"] == "explicit");
  CHECK(ring["properties"][0]["views"] == 2);
  CHECK(ring["properties"][1]["views"] == 1);
  REQUIRE(ring["invariants"].size() == 2);
  const Json& singles = ring["invariants"][0];
  CHECK(singles["views"] == 1);
  CHECK(singles["members"] == 6);
  REQUIRE(singles["representatives"].size() == 1);
  CHECK(singles["representatives"][0]["class_size"] == 6);
  CHECK(singles["representatives"][0]["states"] == 12);
  const Json& pairs = ring["invariants"][1];
  CHECK(pairs["views"] == 2);
  CHECK(pairs["members"] == 15);
  CHECK(pairs["merged"] == false);
  REQUIRE(pairs["representatives"].size() == 3);
  const std::vector<int> states = {20, 24, 24};
  const std::vector<int> sizes = {6, 6, 3};
  for (std::size_t i = 0; i < 3; ++i) {
    const Json& entry = pairs["representatives"][i];
    CHECK(entry["view"] == Json{"s[0]", "s[" + std::to_string(i + 1) + "]"});
    CHECK(entry["class_size"] == sizes[i]);
    CHECK(entry["states"] == states[i]);
    CHECK(entry["stored"] == states[i]);
    CHECK(entry["predicate"].is_string());
  }

  const auto violated =
      ask({"prove", "--json", example("mutex-broken")}).json();
  const Json& broken = violated["properties"][0];
  CHECK(broken["verdict"] == "violated");
  CHECK(broken["instance"] == Json{{"n", 2}});
  CHECK(broken["trace"]["steps"].size() == 4);
  CHECK(!broken.contains("blocking_step"));
}

TEST_CASE("invariants are shown once for nodes that read the same") {
  const auto json = ask({"prove", "--json", "--states", "-D", "n=5",
                         example("philosophers-abstract")})
                        .json();
  REQUIRE(json["invariants"].size() == 1);
  const Json& level = json["invariants"][0];
  CHECK(level["views"] == 1);
  CHECK(level["members"] == 5);
  REQUIRE(level["representatives"].size() == 1);
  const Json& entry = level["representatives"][0];
  CHECK(keys(entry) == Words{"view", "class_size", "states", "stored",
                             "predicate", "local_states"});
  CHECK(entry["view"] == Json{"p[0]"});
  CHECK(entry["class_size"] == 5);
  CHECK(entry["states"] == 9);
  CHECK(entry["predicate"].is_string());
  CHECK(entry["local_states"].size() == 9);
  CHECK(keys(json["statistics"]) ==
        Words{"local_states", "local_steps", "rounds", "seconds", "peak_mib"});
}

TEST_CASE("diagnostics have places with ends, and notes") {
  const Folder folder;
  folder.write("model.vic",
               "process P { port left : in bool;\n"
               "  action a { left := false; } }\n");
  const auto json =
      ask({"validate", "--json", "model.vic"}, {.folder = folder.path()})
          .json();
  CHECK(keys(json) == Words{"model", "error", "diagnostics"});
  REQUIRE(json["diagnostics"].size() == 1);
  const Json& d = json["diagnostics"][0];
  CHECK(keys(d) == Words{"code", "severity", "file", "line", "column",
                         "end_line", "end_column", "message", "notes"});
  CHECK(d["code"] == "V0312");
  CHECK(d["severity"] == "error");
  CHECK(d["file"] == "model.vic");
  CHECK(d["line"] == 2);
  CHECK(d["column"] == 14);
  CHECK(d["end_line"] == 2);
  CHECK(d["end_column"] == 18);
  REQUIRE(d["notes"].size() == 1);
  CHECK(d["notes"][0]["line"] == 1);
  CHECK(d["notes"][0]["message"].is_string());
}

TEST_CASE("validate says what there is") {
  const auto json = ask({"validate", "--json", example("torus")}).json();
  CHECK(keys(json) == Words{"model", "valid", "parameters", "nodes", "edges",
                            "processes", "rules", "properties", "temporal",
                            "diagnostics"});
  CHECK(json["nodes"] == 9);
  CHECK(json["edges"] == 18);
}

TEST_CASE("two runs give the same bytes but for the statistics") {
  const std::vector<Words> runs = {
      {"explore", "--json", "-D", "n=4", example("token-ring")},
      {"explore", "--json", example("mutex-broken")},
      {"explore", "--json", "--deadlock", example("philosophers")},
      {"prove", "--json", "--states", example("torus")},
      {"prove", "--json", example("readers-writers")},
      {"prove", "--json", example("workers")},
      {"validate", "--json", example("star")}};
  for (const Words& run : runs) {
    auto first = ask(run);
    auto second = ask(run);
    INFO(run.back());
    const auto bytes = [](const Outcome& outcome) {
      auto json = outcome.json();
      json.erase("statistics");
      return json.dump(2);
    };
    CHECK(first.code == second.code);
    CHECK(first.err == second.err);
    CHECK(bytes(first) == bytes(second));
    Words text = run;
    text.erase(text.begin() + 1);
    CHECK(ask(text).out == ask(text).out);
  }
}

TEST_CASE("a check ends where a structure has more states than it may") {
  const auto check = [](const char* most) {
    return ask({"check", "--json", "--method", "plain", "--max-states", most,
                example("token-circulation")});
  };
  const Outcome all = check("0");
  const auto whole = all.json();
  CHECK_FALSE(whole.contains("limit"));
  CHECK(whole["r_nodes"] == 192);
  // About so many: it looks now and then.
  const Outcome few = check("20");
  CHECK(few.code == 3);
  CHECK(few.json()["limit"] == "work");
  CHECK(few.json()["properties"][0]["verdict"] == "unknown");
  CHECK(check("10000").json()["properties"] == whole["properties"]);
  CHECK(check("10000").code == all.code);
}

}  // namespace json_test
