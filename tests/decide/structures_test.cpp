// SPDX-License-Identifier: MIT
// Guards: the structures of Sistla and Godefroid (2004) are bisimilar, on
// random models (Theorems 1 to 3), and as large as their figures say.
#include "explore/temporal/structures.hpp"

#include <catch2/catch.hpp>

#include <map>
#include <set>

#include "decide/question/asked.hpp"
#include "decide/question/opened.hpp"
#include "explore/quotients/unfolded.hpp"
#include "tests/random/exchange_model.hpp"
#include "tests/random/random_model.hpp"
#include "tests/random/temporal.hpp"

namespace structures_test {

namespace {

using namespace vicinal;
using explore::FormulaId;
using explore::Structures;
using network::NodeId;

std::unique_ptr<decide::Opened> open(const std::string& text) {
  auto opened = decide::open_model(text, "model.vic", {});
  if (opened->good()) decide::elaborate(*opened);
  return opened;
}

// Labels and moves.
struct Kripke {
  std::vector<std::vector<bool>> labels;
  std::vector<std::set<std::size_t>> moves;
  std::vector<std::size_t> initial;
};

// Behind `allowed`, only where it is true: what an annotated quotient says of
// paths that guards allow.
Kripke kripke_of(explore::Graph& graph, const std::vector<std::uint32_t>& atoms,
                 std::optional<std::uint32_t> allowed) {
  graph.expand_all();
  Kripke k;
  for (std::uint32_t n = 0; n < graph.size(); ++n) {
    k.labels.emplace_back();
    for (const std::uint32_t a : atoms) {
      k.labels.back().push_back(graph.holds(a, n));
    }
    k.moves.emplace_back();
    for (const explore::Move& m : graph.moves(n)) {
      if (!allowed || graph.holds(*allowed, m.to)) {
        k.moves.back().insert(m.to);
      }
    }
  }
  k.initial.assign(graph.initial().begin(), graph.initial().end());
  return k;
}

// Whether each initial node of one has a bisimilar one of the other: by
// refining the partition by labels until the classes of successors are the
// same.
bool bisimilar(const Kripke& a, const Kripke& b) {
  Kripke all = a;
  const std::size_t shift = a.labels.size();
  for (std::size_t n = 0; n < b.labels.size(); ++n) {
    all.labels.push_back(b.labels[n]);
    all.moves.emplace_back();
    for (const std::size_t m : b.moves[n]) all.moves.back().insert(m + shift);
  }
  std::vector<std::size_t> classes(all.labels.size(), 0);
  for (std::size_t count = 0;;) {
    using Key =
        std::tuple<std::size_t, std::vector<bool>, std::set<std::size_t>>;
    std::map<Key, std::size_t> numbers;
    std::vector<std::size_t> next;
    for (std::size_t n = 0; n < classes.size(); ++n) {
      std::set<std::size_t> to;
      for (const std::size_t m : all.moves[n]) to.insert(classes[m]);
      next.push_back(
          numbers.try_emplace({classes[n], all.labels[n], to}, numbers.size())
              .first->second);
    }
    classes = next;
    if (numbers.size() == count) break;
    count = numbers.size();
  }
  std::set<std::size_t> first;
  std::set<std::size_t> second;
  for (const std::size_t n : a.initial) first.insert(classes[n]);
  for (const std::size_t n : b.initial) second.insert(classes[n + shift]);
  return first == second;
}

// GQS_Stru as it is defined (GQ 3.2), of processes that have a slot each: a
// representative, and who is where as far as the way there says.
std::size_t unreduced(const network::Instance& instance,
                      explore::GuardedQuotient& quotient,
                      const std::vector<network::Scalar>& initial) {
  using Node = std::pair<std::uint32_t, std::vector<std::uint32_t>>;
  const network::Steps steps(instance);
  std::vector<std::uint32_t> first;
  std::vector<Node> open;
  std::set<Node> seen;
  open.emplace_back(quotient.find(initial, first), first);
  seen.insert(open.back());
  for (std::size_t i = 0; i < open.size(); ++i) {
    const auto [representative, at] = open[i];
    auto state = quotient.arranged(representative, at);
    network::StepList list;
    steps.enabled(state.data(), list);
    for (const network::Step& step : list.steps) {
      auto after = state;
      steps.apply(list, step, after.data());
      // As the edge has it that begins in the representative.
      std::vector<network::Scalar> pulled;
      for (const std::uint32_t process : at) pulled.push_back(after[process]);
      std::vector<std::uint32_t> label;
      Node next{quotient.find(pulled, label), {}};
      for (const std::uint32_t place : label) next.second.push_back(at[place]);
      if (seen.insert(next).second) open.push_back(std::move(next));
    }
  }
  return seen.size();
}

// Labels of states are those of the graph of all states.
Kripke kripke_of(const explore::Unwound& unwound,
                 explore::GuardedQuotient& quotient, explore::Graph& all,
                 const std::vector<std::uint32_t>& atoms, bool reduced) {
  Kripke k;
  const std::size_t size =
      reduced ? unwound.reduced_size : unwound.nodes.size();
  const auto number = [&](std::uint32_t n) {
    return reduced ? unwound.reduced[n] : n;
  };
  k.labels.resize(size);
  k.moves.resize(size);
  for (std::uint32_t n = 0; n < unwound.nodes.size(); ++n) {
    const auto& node = unwound.nodes[n];
    const std::uint32_t state =
        all.node_of(quotient.arranged(node.representative, node.at));
    std::vector<bool> labels;
    for (const std::uint32_t a : atoms) labels.push_back(all.holds(a, state));
    if (!k.labels[number(n)].empty()) CHECK(k.labels[number(n)] == labels);
    k.labels[number(n)] = labels;
  }
  for (const auto& [from, to] : unwound.arcs) {
    k.moves[number(from)].insert(number(to));
  }
  for (std::size_t n = 0; n < size; ++n) {
    if (k.moves[n].empty()) k.moves[n].insert(n);
  }
  for (const std::uint32_t n : unwound.initial) k.initial.push_back(number(n));
  return k;
}

// What is reachable by arcs that are not added is the graph of all states.
void check_whole(const explore::WholeGraph& whole, explore::Graph& all) {
  std::map<std::uint32_t, std::set<std::uint32_t>> next;
  for (const auto& arc : whole.arcs) {
    if (!arc.added) next[arc.from].insert(arc.to);
  }
  std::vector<std::uint32_t> open = whole.initial;
  std::set<std::uint32_t> seen(open.begin(), open.end());
  while (!open.empty()) {
    const std::uint32_t s = open.back();
    open.pop_back();
    const std::uint32_t node = all.node_of(whole.states[s]);
    std::set<std::uint32_t> moves;
    for (const explore::Move& m : all.moves(node)) moves.insert(m.to);
    std::set<std::uint32_t> arcs;
    for (const std::uint32_t t : next[s]) {
      arcs.insert(all.node_of(whole.states[t]));
      if (seen.insert(t).second) open.push_back(t);
    }
    if (arcs.empty()) arcs.insert(node);
    CHECK(arcs == moves);
  }
  CHECK(seen.size() == all.size());
}

// Each edge leads from its representative to the image of its target.
void check_edges(const network::Instance& instance,
                 explore::GuardedQuotient& quotient) {
  const auto annotated = explore::annotated_quotient(instance, quotient, 4000);
  REQUIRE(annotated);
  CHECK(annotated->states.size() == quotient.size());
  std::vector<std::uint32_t> at;
  for (const auto& edge : annotated->edges) {
    CHECK(quotient.find(quotient.arranged(edge.step.to, edge.label), at) ==
          edge.step.to);
  }
}

TEST_CASE("structures of one model are bisimilar") {
  std::size_t compared = 0, quotients = 0, smaller = 0;
  std::size_t unfolded = 0, larger = 0;
  const std::uint64_t runs = random_models::runs(400);
  for (std::uint64_t seed = 1; seed <= runs; ++seed) {
    const std::string model = random_models::exchange_model(seed);
    const std::string text =
        model + random_models::temporal_claims(seed, model);
    INFO("seed " << seed << "\n" << text);
    auto opened = open(text);
    REQUIRE(opened->instance);
    const network::Instance& instance = *opened->instance;
    explore::Formulas formulas;
    std::vector<explore::Atom> atoms;
    std::vector<FormulaId> given;
    for (const std::size_t p : decide::temporal_properties(*opened->model)) {
      given.push_back(explore::ground(instance, opened->model->properties[p],
                                      formulas, atoms));
    }
    network::Limits limits;
    network::Budget budget(limits);
    const std::vector<explore::FairAction> fair;
    explore::AtomSymmetry symmetry(instance, atoms, {});
    explore::GuardedQuotient quotient(instance, {});
    Structures plain(instance, formulas, atoms, fair, {}, nullptr, nullptr,
                     budget);
    Structures orbits(instance, formulas, atoms, fair, {true, false, false},
                      &symmetry, nullptr, budget);
    Structures guarded(instance, formulas, atoms, fair, {false, false, false},
                       &symmetry, &quotient, budget);
    Structures annotated(instance, formulas, atoms, fair, {false, true, false},
                         &symmetry, &quotient, budget);
    for (const FormulaId f : given) {
      const explore::Needs needs = orbits.needs(f);
      const auto all = plain.make(needs);
      if (all->graph->initial().empty()) continue;
      all->graph->expand_all();
      if (all->graph->size() > 400 || all->graph->failure()) continue;
      const Kripke k = kripke_of(*all->graph, needs.atoms, {});
      const auto qs = orbits.make(needs);
      const Kripke q = kripke_of(*qs->graph, needs.atoms, {});
      ++compared;
      CHECK(bisimilar(k, q));
      CHECK(q.labels.size() <= k.labels.size());
      if (!quotient.why_not().empty()) continue;
      ++quotients;
      const auto gqs = guarded.make(needs);
      const Kripke g = kripke_of(*gqs->graph, needs.atoms, {});
      CHECK(bisimilar(k, g));
      explore::GuardedQuotient apart(instance, {});
      const auto whole = explore::whole_graph(instance, apart, 4000);
      const auto unwound =
          explore::unwound(instance, apart, needs.alike, 40000);
      if (whole && unwound) {
        ++unfolded;
        check_whole(*whole, *all->graph);
        check_edges(instance, apart);
        CHECK(bisimilar(
            k, kripke_of(*unwound, apart, *all->graph, needs.atoms, false)));
        CHECK(bisimilar(
            k, kripke_of(*unwound, apart, *all->graph, needs.atoms, true)));
        CHECK(unwound->reduced_size == g.labels.size());
        larger += unwound->nodes.size() > g.labels.size() ? 1 : 0;
      }
      // Never more nodes than the quotient, by exchanges (GQ 3.2).
      if (symmetry.exchanges_only()) CHECK(g.labels.size() <= q.labels.size());
      smaller += quotient.size() < q.labels.size() ? 1 : 0;
      const auto aqs = annotated.make(needs);
      const auto allowed = static_cast<std::uint32_t>(atoms.size());
      CHECK(bisimilar(k, kripke_of(*aqs->graph, needs.atoms, allowed)));
    }
  }
  if (runs < 100) return;
  CHECK(compared > runs / 2);
  CHECK(quotients > runs / 8);
  CHECK(smaller > 10);
  CHECK(unfolded > quotients / 2);
  CHECK(larger > 10);
}

// Figures 1 to 4: two processes, the first of which has priority.
TEST_CASE("structures are as large as in the figures") {
  const auto opened = open(R"(
enum Phase { noncritical, trying, critical }
process Process {
  var phase : Phase = noncritical;
  action try   when phase == noncritical { phase := trying; }
  action leave when phase == critical    { phase := noncritical; }
}
network { node p[2] : Process; }
rule enter(q in p)
  when q.phase == trying && (forall r in p: r.phase != critical)
  priority -index(q) { q.phase := critical; }
ctl t: AG {p[0].phase == trying} || AG {p[0].phase == critical};
)");
  const network::Instance& instance = *opened->instance;
  explore::Formulas formulas;
  std::vector<explore::Atom> atoms;
  const FormulaId f =
      explore::ground(instance, opened->model->properties[0], formulas, atoms);
  network::Limits limits;
  network::Budget budget(limits);
  const std::vector<explore::FairAction> fair;
  explore::AtomSymmetry symmetry(instance, atoms, {});
  explore::GuardedQuotient quotient(instance, {});
  REQUIRE(quotient.why_not().empty());
  CHECK(quotient.guarded() == std::vector<std::string>{"enter"});
  Structures plain(instance, formulas, atoms, fair, {}, nullptr, nullptr,
                   budget);
  const auto g = plain.make(plain.needs(f));
  g->graph->expand_all();
  CHECK(g->graph->size() == 8);  // Figure 1
  Structures guarded(instance, formulas, atoms, fair, {}, &symmetry, &quotient,
                     budget);
  const auto reduced = guarded.make(guarded.needs(f));
  reduced->graph->expand_all();
  CHECK(reduced->graph->size() == 8);  // Figure 4
  CHECK(quotient.size() == 5);         // Figure 2
  std::size_t edges = 0, guards = 0;
  for (std::uint32_t r = 0; r < quotient.size(); ++r) {
    std::size_t here = 0;
    for (const auto& e : quotient.edges(r)) {
      ++edges;
      here += e.guard.any() ? 1 : 0;
    }
    // A guard says something only where two compete.
    guards += here > 1 ? here : 0;
  }
  CHECK(guards == 2);
  CHECK(edges > 5);
  CHECK(unreduced(instance, quotient, {0, 0}) == 10);  // Figure 3
  const auto unwound = explore::unwound(instance, quotient, {}, 400);
  REQUIRE(unwound);
  CHECK(unwound->nodes.size() == 10);
  CHECK(unwound->reduced_size == 8);
  CHECK(!explore::unwound(instance, quotient, {}, 9));
  const auto whole = explore::whole_graph(instance, quotient, 400);
  REQUIRE(whole);
  CHECK(whole->states.size() == 8);
  CHECK(std::ranges::count_if(whole->arcs,
                              [](const auto& arc) { return arc.added; }) == 1);
  CHECK(!explore::annotated_quotient(instance, quotient, 4));
  CHECK(!explore::whole_graph(instance, quotient, 7));
}

}  // namespace

}  // namespace structures_test
