// SPDX-License-Identifier: MIT
// Guards: message charts: who is on them, what arrows say, and that names that
// mean something to Mermaid or to Graphviz are text there.
#include "report/pages/chart.hpp"

#include <catch2/catch.hpp>

#include "explore/search/explorer.hpp"
#include "tests/random/loaded.hpp"

namespace chart_test {

namespace {

using namespace vicinal;

random_models::Loaded loaded(const std::string& text) {
  random_models::Loaded out = random_models::load(text);
  INFO(out.messages());
  REQUIRE(out.instance != nullptr);
  return out;
}

network::Trace run_of(const random_models::Loaded& model) {
  explore::Options how;
  how.properties = {0};
  const auto found = explore::explore(*model.instance, how);
  REQUIRE(found.properties[0].trace);
  return *found.properties[0].trace;
}

const char* const ring = R"(
  process P {
    port left : inout bool;
    port right : inout bool;
    var x : 0..2 = 0;
    action pass when left { left := false; right := true; x := 1; }
  }
  network {
    node p[3] : P;
    edge t[3] : bool = index == 0;
    for i in 0..2 { connect p[i].left to t[i]; connect p[i].right to t[(i + 1) % 3]; }
  }
  rule poke when p[2].x == 0 && t[2] { p[2].x := 2; }
  invariant never: p[2].x != 2;
)";

}  // namespace

TEST_CASE("a run for Mermaid") {
  const auto model = loaded(ring);
  CHECK(report::chart(*model.instance, run_of(model), {},
                      report::ChartKind::mermaid) ==
        "sequenceDiagram\n"
        "    participant n0 as p[0]\n"
        "    participant n1 as p[1]\n"
        "    participant n2 as p[2]\n"
        "    participant rules as rules\n"
        "    Note over n0: 1. pass, x = 1\n"
        "    n0->>n1: t[1] = true\n"
        "    n0->>n2: t[0] = false\n"
        "    Note over n1: 2. pass, x = 1\n"
        "    n1->>n0: t[1] = false\n"
        "    n1->>n2: t[2] = true\n"
        "    Note over rules: 3. poke\n"
        "    rules->>n2: x = 2\n");
}

TEST_CASE("a run for Graphviz") {
  const auto model = loaded(ring);
  const std::string text =
      report::chart(*model.instance, run_of(model), 1, report::ChartKind::dot);
  for (const char* part :
       {"digraph run {\n", "  n0_0 [shape=box, label=\"p[0]\"];\n",
        "  n0_1 -> n1_1 [constraint=false, label=\"t[1] = true\"];\n",
        "label=\"(from here on for ever) 2. pass, x = 1\"];\n",
        "  rules_3 -> n2_3 [constraint=false, label=\"x = 2\"];\n",
        "{ rank=same; n0_3; n1_3; n2_3; rules_3; }\n"}) {
    INFO(part << "\n" << text);
    CHECK(text.find(part) != std::string::npos);
  }
  CHECK(text.ends_with("}\n"));
}

TEST_CASE("a loop for Mermaid") {
  const auto model = loaded(ring);
  const std::string text = report::chart(*model.instance, run_of(model), 2,
                                         report::ChartKind::mermaid);
  CHECK(text.find("    loop for ever\n    Note over rules: 3. poke\n") !=
        std::string::npos);
  CHECK(text.ends_with("    end\n"));
}

TEST_CASE("edges with many ends have no arrows") {
  const auto model = loaded(R"(
    process P { port bus : inout 0..1; action a when bus == 0 { bus := 1; } }
    network {
      node p[6] : P; edge b : 0..1 = 0;
      for i in 0..5 { connect p[i].bus to b; }
    }
    invariant never: b == 0;
  )");
  CHECK(report::chart(*model.instance, run_of(model), {},
                      report::ChartKind::mermaid) ==
        "sequenceDiagram\n    participant n0 as p[0]\n"
        "    Note over n0: 1. a, b = 1\n");
}

TEST_CASE("kinds of charts by the file's name") {
  CHECK(report::chart_kind("run.mmd") == report::ChartKind::mermaid);
  CHECK(report::chart_kind("run.gv") == report::ChartKind::dot);
  CHECK_FALSE(report::chart_kind("run.txt"));
}

}  // namespace chart_test
