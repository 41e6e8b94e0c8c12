// SPDX-License-Identifier: MIT
// Guards: permutations that are said to leave a model as it is at every size
// (symmetry/every_size): of random families, each generator does so at the
// sizes that are looked at, state by state; and texts of which it is known.
#include <catch2/catch.hpp>

#include <fmt/format.h>

#include <numeric>
#include <random>

#include "orbits.hpp"
#include "symmetry/every_size/size_symmetry.hpp"
#include "symmetry/maps/state_map.hpp"
#include "tests/random/loaded.hpp"
#include "tests/random/random_family.hpp"
#include "tests/random/random_model.hpp"

namespace size_symmetry_test {

namespace {

using namespace vicinal;
using network::Instance;
using network::NodeId;
using symmetry::EverySize;
using symmetry::SizeGroup;
using symmetry::SizeSymmetry;
using test::State;
using test::States;

constexpr std::size_t most_looked_at = 60;  // states of an instance

// Member i of each family of the part goes to g[i].
symmetry::Renaming renaming(const Instance& instance, const SizeSymmetry& part,
                            const std::vector<std::uint32_t>& g) {
  symmetry::Renaming out;
  for (std::size_t n = 0; n < instance.network.node_count(); ++n) {
    out.node.emplace_back(n);
  }
  for (std::size_t e = 0; e < instance.network.edge_count(); ++e) {
    out.edge.emplace_back(e);
  }
  out.constant.resize(instance.model->enums.size());
  for (const auto f : part.nodes) {
    const auto& size = instance.node_families[f.index()];
    for (std::uint32_t i = 0; i < size.count; ++i) {
      out.node[size.first + i] = NodeId(std::size_t{size.first + g[i]});
    }
  }
  for (const auto f : part.edges) {
    const auto& size = instance.edge_families[f.index()];
    for (std::uint32_t i = 0; i < size.count; ++i) {
      out.edge[size.first + i] =
          network::EdgeId(std::size_t{size.first + g[i]});
    }
  }
  return out;
}

std::vector<std::vector<std::uint32_t>> generators(SizeGroup group,
                                                   std::uint32_t n) {
  std::vector<std::uint32_t> id(n);
  std::iota(id.begin(), id.end(), 0U);
  std::vector<std::vector<std::uint32_t>> out;
  if (group == SizeGroup::cyclic) {
    out.push_back(id);
    for (std::uint32_t i = 0; i < n; ++i) out.back()[i] = (i + 1) % n;
    return out;
  }
  for (std::uint32_t i = 0; i + 1 < n; ++i) {
    out.push_back(id);
    std::swap(out.back()[i], out.back()[i + 1]);
  }
  return out;
}

State moved(const symmetry::Sorts& sorts, const symmetry::StateMap& map,
            const State& state) {
  if (state.empty()) return state;
  State out(state.size());
  symmetry::apply(map, sorts, state, out);
  return out;
}

// By the definitions: steps, initial states, and what is asked.
void check_generator(const Instance& instance,
                     const std::vector<std::size_t>& asked,
                     const symmetry::Renaming& renamed, const States& states) {
  const symmetry::Sorts sorts(instance);
  const auto map = symmetry::state_map(instance, sorts, renamed);
  REQUIRE(map.has_value());
  const network::Steps steps(instance);
  std::size_t looked_at = 0;
  for (const State& s : states) {
    if (++looked_at > most_looked_at) break;
    const State t = moved(sorts, *map, s);
    States images, found;
    for (const State& next : test::successors(steps, s)) {
      images.insert(moved(sorts, *map, next));
    }
    for (const State& next : test::successors(steps, t)) found.insert(next);
    REQUIRE(found == images);
    CHECK(test::starts(instance, steps, s) == test::starts(instance, steps, t));
    for (const std::size_t p : asked) {
      const auto formula = instance.model->properties[p].formula;
      CHECK(test::evaluated(instance, steps, formula, s) ==
            test::evaluated(instance, steps, formula, t));
    }
  }
}

struct SizeCounts {
  std::uint64_t models = 0, claimed = 0, cyclic = 0, generators = 0;
};

void check_sizes(const random_models::Loaded& model, const std::string& text,
                 const std::vector<std::size_t>& asked, const EverySize& found,
                 SizeCounts& count) {
  for (std::int64_t n = 1; n <= 4; ++n) {
    std::string sizes;
    bool allowed = true;
    for (const auto& p : model.model->parameters) {
      sizes += fmt::format("{}{}={}", sizes.empty() ? "" : " ", p.name, n);
      allowed = allowed && n >= p.low && (!p.high || n <= *p.high);
    }
    if (!allowed) continue;
    const auto loaded = random_models::load(text, sizes);
    if (loaded.instance == nullptr) continue;  // no instance of this size
    const Instance& instance = *loaded.instance;
    if (instance.slot_count() > 60) continue;
    INFO(text << sizes);
    const States states = test::explored(instance, asked, nullptr).states;
    for (const SizeSymmetry& part : found.parts) {
      for (const auto& g :
           generators(part.group, static_cast<std::uint32_t>(n))) {
        check_generator(instance, asked, renaming(instance, part, g), states);
        ++count.generators;
      }
    }
  }
}

void check_family(const std::string& text, SizeCounts& count) {
  // What may start at any integer has no states to look at.
  if (text.find(": int;") != std::string::npos) return;
  const auto model = random_models::load_model(text);
  INFO(text << model.messages());
  REQUIRE(model.model != nullptr);
  const auto asked = model.invariants();
  const EverySize found = symmetry::every_size_symmetry(*model.model, asked);
  ++count.models;
  if (found.parts.empty()) return;
  ++count.claimed;
  for (const SizeSymmetry& part : found.parts) {
    count.cyclic += part.group == SizeGroup::cyclic ? 1 : 0;
  }
  check_sizes(model, text, asked, found, count);
}

// "s: symmetric; p q: cyclic; r: why not"
std::string of_text(const std::string& text) {
  const auto loaded = random_models::load_model(text);
  INFO(text << loaded.messages());
  REQUIRE(loaded.model != nullptr);
  const network::Model& model = *loaded.model;
  const EverySize found =
      symmetry::every_size_symmetry(model, loaded.invariants());
  std::string out;
  for (const SizeSymmetry& part : found.parts) {
    out += out.empty() ? "" : "; ";
    for (const auto f : part.nodes) {
      out += model.node_families[f.index()].name + " ";
    }
    for (const auto f : part.edges) {
      out += model.edge_families[f.index()].name + " ";
    }
    out.back() = ':';
    out += part.group == SizeGroup::cyclic ? " cyclic" : " symmetric";
  }
  for (const auto& rest : found.rest) {
    out += (out.empty() ? "" : "; ") +
           model.node_families[rest.family.index()].name + ": " + rest.why;
  }
  // What is said of a text is looked at, too.
  SizeCounts count;
  check_sizes(loaded, text, loaded.invariants(), found, count);
  return out;
}

// Clients s[n], with these variables, actions and so on, and what follows.
std::string clients(const std::string& inside, const std::string& network = "",
                    const std::string& rest = "") {
  return "param n : 1.. = 3;\nshared turn : id of s = none;\n"
         "shared seen : bool[s];\nshared left : 0..3 = 2;\n"
         "process P {\n  var x : 0..2 = 0;\n" +
         inside + "}\nnetwork {\n  node s[n] : P;\n" + network + "}\n" + rest;
}

const std::string own_edges =
    "  edge e[n] : bool = false;\n"
    "  for i in 0..n-1 { connect s[i].l to e[i]; }\n";

// Clients of which a few are told apart by something.
std::string random_clients(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto pick = [&](const std::vector<std::string>& list) {
    return list[random() % list.size()];
  };
  const bool ports = random() % 3 != 0;
  const std::vector<std::string> guards = {
      "x == 0",
      "x != 2 && turn != self",
      "forall q in s: q == self || q.x != 2",
      "count(q in s: q.x == 1) < 2",
      "turn == none || turn.x == 0",
      "sum(q in s: q.x) < 3",
      ports ? "l" : "seen[self]",
      random() % 4 != 0 ? "left > 0" : "index(self) == 1",
      random() % 4 != 0 ? "!seen[self]" : "s[0].x == 0"};
  const std::vector<std::string> effects = {"x := 1;",
                                            "x := (x + 1) % 3;",
                                            "turn := self;",
                                            "turn := none;",
                                            "seen[self] := !seen[self];",
                                            "left := (left + 1) % 4;",
                                            ports ? "r := l;" : "left := x;",
                                            ports ? "l := false;" : "x := 2;"};
  std::string inside = ports ? "  port l, r : inout bool;\n" : "";
  for (int a = 0; a < 3; ++a) {
    inside += fmt::format("  action a{} when {} {{ {} {} }}\n", a, pick(guards),
                          pick(effects), pick(effects));
  }
  const std::string shifted = "  for i in 0..n-1 { connect s[i].r, ";
  std::string network;
  if (ports) {
    network =
        "  edge e[n] : bool = " +
        std::string(random() % 6 != 0 ? "false" : "index == 0") + ";\n" +
        pick(
            {"  edge f[n] : bool;\n  for i in 0..n-1 { connect s[i].l to e[i]; "
             "connect s[i].r to f[i]; }\n",
             shifted + "s[(i + 1) % n].l to e[i]; }\n",
             shifted + "s[(i + n - 1) % n].l to e[(i + 1) % n]; }\n",
             shifted + "s[n - 1 - i].l to e[i]; }\n",
             "  edge bus : bool = true;\n  for i in 0..n-1 { connect s[i].l to "
             "bus; connect s[i].r to e[i]; }\n",
             "  for i in 0..n-1 { if i == 0 { connect s[i].r, s[(i + 1) % n].l "
             "to e[i]; } else { connect s[i].l, s[(i + 1) % n].r to e[i]; } "
             "}\n"});
  }
  const std::string rest =
      pick({"", "", "rule all when left == 2 { for q in s { q.x := 0; } }\n",
            "rule last { for q in s { if q.x == 1 { left := q.x; } } }\n",
            "init exactly 1 q in s: seen[q];\n", "init seen[s[0]];\n"}) +
      pick({"", "invariant few: forall q in s: q.x < 2;\n",
            "invariant turns: turn != none => turn.x != 1;\n",
            "invariant first: s[0].x < 2;\n"});
  return clients(inside, network, rest);
}

}  // namespace

TEST_CASE("what is said of every size holds of random clients") {
  SizeCounts count;
  const std::uint64_t runs = random_models::runs(2000);
  for (std::uint64_t seed = 0; seed < runs; ++seed) {
    INFO("seed " << seed);
    check_family(random_clients(seed), count);
  }
  WARN(count.claimed << " of " << count.models << " families, " << count.cyclic
                     << " rings, " << count.generators << " generators");
  CHECK(count.claimed * 4 > count.models);
  CHECK(count.cyclic * 40 > count.models);
}

TEST_CASE("what is said of every size holds of random families") {
  SizeCounts count;
  const std::uint64_t runs = random_models::runs(3000);
  for (std::uint64_t seed = 0; seed < runs; ++seed) {
    INFO("seed " << seed);
    check_family(seed % 2 == 0 ? random_models::random_family(seed).text
                               : random_models::whole_family(seed).text,
                 count);
  }
  WARN(count.claimed << " of " << count.models << " families, " << count.cyclic
                     << " rings, " << count.generators << " generators");
  // Indices are all over them.
  CHECK(count.claimed * 100 > count.models);
}

TEST_CASE("clients may change places") {
  const std::string go = "  action go when x == 0 { x := 1; }\n";
  CHECK(of_text(clients(go)) == "s: symmetric");
  CHECK(of_text(clients("  action go when turn == none { turn := self; }\n"
                        "  action end when turn == self { turn := none; }\n",
                        "",
                        "invariant one: forall i, j in s: i != j => i.x == 0 "
                        "|| j.x == 0;\n")) == "s: symmetric");
  CHECK(of_text(clients("  action go(q in s) when !seen[q] && (forall r in s: "
                        "r.x != 2) priority x { seen[q] := true; x := 2; }\n"
                        "  action free when count(q in s: q.x > 0) > 1 "
                        "{ x := 0; }\n")) == "s: symmetric");
  CHECK(of_text(clients("  port l : inout bool;\n" + go, own_edges)) ==
        "s e: symmetric");
  CHECK(of_text(clients("  port l : inout bool;\n" + go,
                        "  edge bus : bool = false;\n"
                        "  for i in 0..n-1 { connect s[i].l to bus; }\n")) ==
        "s: symmetric");
  CHECK(of_text(clients(go, "",
                        "rule all when left > 0 { for q in s { q.x := 2; } "
                        "left := left - 1; }\n")) == "s: symmetric");
  // Two kinds, each by itself; and one that goes with another one.
  CHECK(of_text(clients(go, "  node t[n] : P;\n")) ==
        "s: symmetric; t: symmetric");
  CHECK(of_text(clients("  port l : inout bool;\n" + go,
                        "  node t[n] : P;\n  edge e[n] : bool = false;\n"
                        "  for i in 0..n-1 { connect s[i].l, t[i].l to e[i]; "
                        "}\n")) == "s t e: symmetric");
}

TEST_CASE("rings may be turned round") {
  const std::string ring =
      "  edge e[n] : bool = false;\n"
      "  for i in 0..n-1 { connect s[i].l, s[(i + 1) % n].r to e[i]; }\n";
  const std::string ports =
      "  port l, r : inout bool;\n"
      "  action go when l { l := false; r := true; x := 1; }\n"
      "  action ask when x == 0 { l := true; }\n";
  CHECK(of_text(clients(ports, ring)) == "s e: cyclic");
  const auto with = [&](const std::string& index) {
    std::string text = ring;
    text.replace(text.find("(i + 1) % n"), 11, index);
    return of_text(clients(ports, text));
  };
  const std::string odd =
      "s: connections name its members by another index than i, or i + c "
      "modulo the size";
  CHECK(with("(i + n - 1) % n") == "s e: cyclic");
  CHECK(with("(n + i - 1) % n") == "s e: cyclic");
  CHECK(with("(2 * i) % n") == odd);
  CHECK(with("(n - i) % n") == odd);
  CHECK(with("(n - 1 - i)") == odd);
  CHECK(with("(i + 1) % 3") == odd);
  // All but the first have an edge.
  CHECK(of_text(clients("  port set m : inout bool;\n"
                        "  action go when exists f in m: !f { x := 1; }\n",
                        "  edge e[n] : bool = false;\n"
                        "  for i in 1..n-1 { connect s[i].m to e[i]; }\n")) ==
        odd);
  CHECK(of_text(clients(ports,
                        "  edge e[n] : bool = false;\n"
                        "  for i in 0..n-2 { connect s[i].l, s[i + 1].r to "
                        "e[i]; }\n  connect s[n - 1].l, s[0].r to e[n - 1];\n"))
            .starts_with(odd));
  CHECK(of_text(clients(ports,
                        "  edge e[n] : bool = false;\n  for i in 0..n-1 {\n"
                        "    if i == 0 { connect s[i].l, s[(i + 1) % n].r to "
                        "e[i]; }\n    else { connect s[i].r, s[(i + 1) % n].l "
                        "to e[i]; }\n  }\n")) ==
        "s: a condition around its connections depends on an index");
  // The first has no edge.
  CHECK(of_text(clients("  port set m : inout bool;\n",
                        "  edge e[n] : bool = false;\n"
                        "  for i in 0..n-1 { for j in 0..i-1 { "
                        "connect s[i].m to e[i]; } }\n")) ==
        "s: a condition around its connections depends on an index");
}

TEST_CASE("what tells members apart is said") {
  const auto why = [](const std::string& inside,
                      const std::string& network = "",
                      const std::string& rest = "") {
    return of_text(clients(inside, network, rest));
  };
  CHECK(why("  action go when index(self) == 0 { x := 1; }\n") ==
        "s: action 'go' reads the index of a node");
  CHECK(why("  action go when s[0].x == 0 { x := 1; }\n") ==
        "s: action 'go' names a member of 's'");
  CHECK(why("  var y : 0..2 = index % 3;\n") ==
        "s: the initial value of 'y' reads the index of a node");
  CHECK(why("", "", "init s[0].x == 0;\n") ==
        "s: 'init' names a member of 's'");
  CHECK(why("", "", "invariant first: s[0].x == 0;\n") ==
        "s: 'first' names a member of 's'");
  CHECK(why("  port l : inout bool;\n",
            "  edge e[n] : bool = index == 0;\n"
            "  for i in 0..n-1 { connect s[i].l to e[i]; }\n") ==
        "s: the initial value of 'e' depends on the index");
  CHECK(why("  port l : inout bool;\n", own_edges + "  init e[0];\n") ==
        "s: 'init' names a member of 'e'");
  CHECK(
      why("", "", "rule r { for q in s { q.x := left % 3; left := 0; } }\n") ==
      "s: rule 'r' goes through members in an order that may show");
  CHECK(why("", "", "rule r { for q in s { left := q.x; } }\n") ==
        "s: rule 'r' goes through members in an order that may show");
  CHECK(why("", "",
            "rule r { for q in s { if turn != none { q.x := turn.x; } } "
            "}\n") ==
        "s: rule 'r' goes through members in an order that may show");
  CHECK(why("", "", "rule r { for q in s { q.x := 2 - s[0].x; } }\n")
            .starts_with("s: rule 'r' "));
  CHECK(why("  action go when sum(q in s: q.x) == 1 { x := 2; }\n") ==
        "s: symmetric");
  CHECK(why("  action go when sum(q in s: q.x * 2) == 1 { x := 2; }\n") ==
        "s: action 'go' adds up in an order that may show");
}

}  // namespace size_symmetry_test
