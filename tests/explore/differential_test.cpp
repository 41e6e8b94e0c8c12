// SPDX-License-Identifier: MIT
// Guards: the explorer against the oracle on random models: states,
// transitions, depth, deadlocks, verdicts, lengths of traces; and every trace
// replays, in the tool and in the oracle, which reads what is printed.
#include <catch2/catch.hpp>

#include "explore/search/explorer.hpp"
#include "explore/search/replay.hpp"
#include "network/semantics/steps.hpp"
#include "tests/oracle/family.hpp"
#include "tests/oracle/oracle.hpp"
#include "tests/random/loaded.hpp"
#include "tests/random/random_family.hpp"
#include "tests/random/random_model.hpp"

namespace differential_test {

namespace {

using namespace vicinal;

constexpr std::size_t budget = 3000;

std::map<std::string, std::string> printed(
    const network::Instance& instance,
    const std::vector<network::Scalar>& state) {
  std::map<std::string, std::string> out;
  for (const network::NamedPlace& place : network::places(instance)) {
    out[place.name] = network::value_text(
        instance, place.type,
        std::span(state).subspan(place.slot, instance.size(place.type).slots));
  }
  return out;
}

oracle::Trace printed(const network::Instance& instance,
                      const network::Trace& trace) {
  oracle::Trace out;
  out.initial = printed(instance, trace.initial);
  auto before = out.initial;
  for (const network::Event& event : trace.events) {
    oracle::Trace::Event e;
    e.action = network::step_name(instance, event.actor, event.action);
    const network::Action& action =
        network::action_of(instance, event.actor, event.action);
    for (std::uint32_t i = 0; i < action.binders.size(); ++i) {
      const network::Binder& b =
          instance.model->binders[action.binders.begin + i];
      e.bindings[b.name] =
          network::value_text(instance, b.type, {&event.binding[i], 1});
    }
    e.fails = event.error.has_value();
    if (!e.fails) {
      auto after = printed(instance, event.after);
      for (const auto& [name, value] : after) {
        if (before.at(name) != value) e.changes[name] = value;
      }
      before = std::move(after);
    }
    out.events.push_back(std::move(e));
  }
  return out;
}

void compare(const random_models::Loaded& loaded, const oracle::Instance& twin,
             oracle::Exploration& expected, const explore::Options& options) {
  INFO(options.threads << " threads");
  const explore::Exploration found =
      explore::explore(*loaded.instance, options);
  CHECK(found.complete);
  CHECK(found.unsatisfiable == (expected.initial_states == 0));
  CHECK(found.initial_states == expected.initial_states);
  CHECK(found.states == expected.states);
  CHECK(found.transitions == expected.transitions);
  CHECK(found.depth == expected.depth);
  CHECK(found.deadlocks == expected.deadlocks);
  for (const auto& p : found.properties) {
    INFO(p.name);
    const oracle::PropertyResult& wanted = expected.properties[p.name];
    CHECK((p.verdict() == network::Verdict::violated) == wanted.violated);
    // Proved: it is true in every state, and there is one.
    CHECK((p.verdict() == network::Verdict::proved) ==
          (!wanted.violated && !wanted.fails && expected.initial_states > 0));
    CHECK(p.trace.has_value() == wanted.violated);
    if (!p.trace) continue;
    CHECK(p.trace->length() == wanted.trace_length);
    const auto wrong = explore::replay(*loaded.instance, *p.trace);
    INFO(wrong.value_or(""));
    CHECK(!wrong);
    const auto other = twin.replay(printed(*loaded.instance, *p.trace), p.name);
    INFO(other.value_or(""));
    CHECK(!other);
  }
}

// With one thread and with two. False if the model is too large for the oracle.
bool compare(const std::string& text, const oracle::Graph* graph = nullptr) {
  network::Network given;
  if (graph != nullptr) {
    const auto model = random_models::load_model(text);
    given = oracle::network_of(*graph, oracle::is_directed(model.tree));
  }
  const random_models::Loaded loaded =
      random_models::load(text, "", graph == nullptr ? nullptr : &given);
  INFO(text);
  INFO(loaded.messages());
  REQUIRE(loaded.instance != nullptr);
  const oracle::Instance twin(loaded.tree, {}, graph);
  oracle::Exploration expected;
  try {
    expected = twin.explore(budget);
  } catch (const oracle::TooLarge&) {
    return false;
  }
  explore::Options options;
  options.states_for_threads = 2;
  options.properties = loaded.invariants();
  for (const unsigned threads : {1U, 2U}) {
    options.threads = threads;
    compare(loaded, twin, expected, options);
  }
  return true;
}

void run(std::uint64_t first, std::uint64_t count, bool flat) {
  random_models::Options options;
  options.flat = flat;
  std::uint64_t compared = 0;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    INFO("seed " << seed << " flat " << flat);
    compared += compare(random_models::random_model(seed, options));
  }
  // Most models are small enough, or the test would test nothing.
  CHECK(compared * 2 > count);
}

}  // namespace

TEST_CASE("exploration agrees with the oracle on random networks") {
  run(1, random_models::runs(400), false);
}

TEST_CASE("exploration agrees with the oracle on random flat models") {
  run(100'000, random_models::runs(300), true);
}

TEST_CASE("exploration agrees with the oracle on random families") {
  std::uint64_t all = 0;
  std::uint64_t compared = 0;
  const std::uint64_t count = random_models::runs(250);
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    const auto family = random_models::random_family(seed);
    if (family.tags.contains("any graph")) continue;  // it has no instance
    INFO("seed " << seed);
    ++all;
    compared += compare(family.text) ? 1 : 0;
  }
  CHECK(compared * 2 >= all);
}

// A graph is a state's: the oracle keeps the edges that are there beside what
// they hold.
TEST_CASE("exploration agrees with the oracle where edges come and go") {
  const std::vector<oracle::Graph> graphs = {{1, {}},
                                             {2, {{0, 1}}},
                                             {2, {{0, 1}, {0, 1}}},
                                             {3, {{0, 1}, {1, 2}}},
                                             {3, {{0, 1}, {2, 0}, {1, 2}}}};
  std::uint64_t all = 0;
  std::uint64_t compared = 0;
  std::set<std::string> tags;
  const std::uint64_t count = random_models::runs(250);
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    const auto family = random_models::dynamic_family(seed);
    if (!family.tags.contains("dynamic")) continue;
    tags.insert(family.tags.begin(), family.tags.end());
    for (const oracle::Graph& graph : graphs) {
      INFO("seed " << seed << ", " << graph.edges.size() << " edges");
      ++all;
      compared += compare(family.text, &graph) ? 1 : 0;
    }
  }
  CHECK(compared * 2 >= all);
  CHECK(all * 2 >= count * graphs.size());
  CHECK(tags.contains("dynamic: appears"));
  CHECK(tags.contains("dynamic: vanishes"));
}

// Of slots with so many values nothing is looked up: programs run.
TEST_CASE("exploration agrees with the oracle where slots are wide") {
  const char* texts[] = {
      R"(
enum Phase { idle, choosing, waiting, critical }
process Customer {
  var phase : Phase = idle;
  var ticket : 0..100000 = 0;
  action choose when phase == idle { phase := choosing; }
  action enter when phase == waiting && forall q in Customer: q != self =>
      (q.ticket == 0 || ticket <= q.ticket) { phase := critical; }
  action leave when phase == critical { phase := idle; ticket := 0; }
}
network { node c[2] : Customer; }
rule take(p in c, q in c) when p.phase == choosing && q.ticket < 8 &&
    forall r in c: r.ticket <= q.ticket {
  p.phase := waiting;
  p.ticket := q.ticket + 1;
}
invariant mutex: forall i, j in Customer:
  i != j => !(i.phase == critical && j.phase == critical);
invariant few: (sum(i in Customer: i.ticket)) < 15;
invariant live: enabled;
)",
      R"(
shared line : queue 0..99999[3];
shared sent : 0..99999 = 0;
shared got : 0..99999 = 0;
rule send when sent < 9 { sent := sent + 1; push(line, sent); }
rule take when !empty(line) { got := head(line); pop(line); }
rule skip when !empty(line) && 12 / (got - 4) < 20 { pop(line); }
invariant order: forall i in 0..2: i < len(line) => got < line[i];
invariant far: got < 7;
)",
      R"(
shared cell[4] : 0..99999 = 0;
shared at : 0..3 = 0;
rule climb(i in 0..3) when cell[i] < 4 priority cell[(i + at) % 4] {
  cell[i] := cell[i] + 1;
  at := (at + i) % 4;
}
rule swap(i in 0..2) when cell[i] > cell[i + 1] {
  cell[i], cell[i + 1] := cell[i + 1], cell[i];
}
rule drop when (sum(i in 0..3: cell[i])) == 11 {
  while cell[at] > 0 { cell[at] := cell[at] - 1; }
}
invariant sorted: cell[0] + cell[1] <= 6;
invariant low: forall i in 0..3: cell[i] <= 3 => cell[(i + 1) % 4] < 4;
)"};
  for (const char* text : texts) CHECK(compare(text));
}

}  // namespace differential_test
