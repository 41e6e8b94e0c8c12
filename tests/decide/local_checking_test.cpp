// SPDX-License-Identifier: MIT
// Guards: temporal properties by what single nodes see. What is proved so holds
// on all states, and where a naive evaluator says what holds; representatives
// answer as each node by itself; and what a node sees of each step of the
// network is a move of its system.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "explanations.hpp"
#include "explore/search/initial_states.hpp"
#include "fixpoint/single/local_system.hpp"
#include "fixpoint/views/view.hpp"
#include "network/language/walk.hpp"
#include "network/semantics/steps.hpp"
#include "temporal_oracle.hpp"
#include "tests/random/array_model.hpp"
#include "tests/random/local_claims.hpp"
#include "tests/random/random_family.hpp"
#include "tests/random/random_model.hpp"

namespace local_checking_test {

namespace {

using namespace vicinal;
using decide::CheckMethod;
using network::NodeId;
using network::Scalar;
using network::Verdict;
using State = std::vector<Scalar>;

std::string model_of(std::uint64_t seed) {
  if (seed % 4 == 0) return random_models::array_model(seed);
  if (seed % 4 == 1) return random_models::random_model(seed, {});
  return random_models::random_family(seed).text;
}

std::vector<std::size_t> near_properties(const network::Model& model) {
  std::vector<std::size_t> result;
  for (std::size_t p = 0; p < model.properties.size(); ++p) {
    if (model.properties[p].name.starts_with("near")) result.push_back(p);
  }
  return result;
}

std::optional<decide::CheckReport> ask(decide::Opened& opened,
                                       CheckMethod method, bool unreduced,
                                       explore::Paths paths,
                                       std::optional<std::size_t> one = {}) {
  decide::Checking checking;
  checking.properties = near_properties(*opened.model);
  if (one) checking.properties = {*one};
  checking.method = method;
  checking.unreduced = unreduced;
  checking.paths = paths;
  checking.limits.work = 4000;
  return decide::check_instance(opened, checking);
}

struct Counts {
  std::size_t models = 0, asked = 0, proved = 0, violated = 0, shared = 0,
              fair = 0, naive = 0, blocked = 0, classes = 0, conditional = 0,
              global = 0, exist = 0;
};

// What is not excluded: rows of one view, each move of it a step or none, that
// comes back to where its loop begins.
void look_at_block(const decide::Opened& opened,
                   const decide::CheckedPart& part) {
  const auto* why = decide::first_path(*part.blocked);
  if (why == nullptr) return;
  const auto width = fixpoint::view_width(*opened.instance, part.view);
  const auto& path = *why->path;
  REQUIRE(path.states.size() == path.trace.events.size() + 1);
  for (const State& s : path.states) CHECK(s.size() == width);
  if (path.loop == SIZE_MAX) return;
  REQUIRE(path.loop < path.states.size());
  CHECK(path.states.back() == path.states[path.loop]);
}

bool says_exists(const network::Model& model, std::size_t property) {
  return network::any(
      model, model.properties[property].formula,
      [](const network::Expr& e) { return e.op == network::Op::exists_path; });
}

void look_at(std::uint64_t seed, const std::string& text, Counts& counts) {
  INFO("seed " << seed << "\n" << text);
  const auto opened = test::open(text);
  REQUIRE(opened->instance);
  const auto paths = seed % 5 == 1 ? explore::Paths::all : explore::Paths::fair;
  const auto plain = ask(*opened, CheckMethod::plain, false, paths);
  if (plain && plain->limit != network::Limit::none) return;
  const auto local = ask(*opened, CheckMethod::local, false, paths);
  const auto each = ask(*opened, CheckMethod::local, true, paths);
  REQUIRE(local.has_value() == each.has_value());
  if (!local) return;
  REQUIRE(plain);
  const auto naive = paths == explore::Paths::fair
                         ? oracle::temporal_answers(*opened->instance, 60)
                         : oracle::TemporalAnswers{false, true, 0, {}};
  ++counts.models;
  const bool global = explore::globally_fair(*opened->instance, paths);
  const bool fair = paths == explore::Paths::fair && !global &&
                    !opened->model->fairness.empty();
  for (std::size_t i = 0; i < local->properties.size(); ++i) {
    const decide::Checked& c = local->properties[i];
    INFO(opened->model->properties[c.property].name);
    ++counts.asked;
    CHECK(c.verdict != Verdict::violated);
    if (each->limit == network::Limit::none) {
      CHECK(c.verdict == each->properties[i].verdict);
    }
    // By itself: one that cannot be evaluated leaves all unknown.
    const auto alone =
        ask(*opened, CheckMethod::plain, false, paths, c.property);
    REQUIRE(alone);
    const Verdict all_states = alone->properties.front().verdict;
    counts.violated += all_states == Verdict::violated ? 1 : 0;
    for (const decide::CheckedPart& p : c.parts) {
      counts.shared += p.same_as ? 1 : 0;
      if (!p.blocked || !p.view.valid()) continue;
      ++counts.blocked;
      look_at_block(*opened, p);
    }
    if (c.verdict != Verdict::proved) continue;
    ++counts.proved;
    counts.fair += fair ? 1 : 0;
    counts.global += global ? 1 : 0;
    CHECK(all_states == Verdict::proved);
    counts.exist += says_exists(*opened->model, c.property) ? 1 : 0;
    // Where it has too many guesses to make, it says nothing.
    if (naive.too_large || naive.fails || !naive.holds[c.property]) continue;
    ++counts.naive;
    CHECK(naive.holds[c.property] == std::optional(true));
  }
}

TEST_CASE("what single nodes see is so on all states") {
  Counts counts;
  const std::uint64_t runs = random_models::runs(600);
  for (std::uint64_t seed = 1; seed <= runs; ++seed) {
    const std::string model = model_of(seed);
    const auto loaded = test::open(model);
    if (!loaded->instance) continue;
    const std::string claims =
        random_models::local_claims(seed, *loaded->model);
    if (!claims.empty()) look_at(seed, model + "\n" + claims, counts);
  }
  if (!random_models::enough_runs()) return;
  CHECK(counts.proved * 10 > counts.asked);
  CHECK(counts.violated * 5 > counts.asked);
  CHECK(counts.fair * 20 > counts.proved);
  CHECK(counts.global > 10);
  CHECK(counts.exist > 10);
  CHECK(counts.naive > 50);
  CHECK(counts.shared > 50);
  CHECK(counts.blocked > 100);
}

// Rows of the class's representative, by number.
using Numbers = std::map<State, std::uint32_t>;

// The systems of one instance, and what they say of a step.
class Systems {
 public:
  Systems(const network::Instance& instance,
          const fixpoint::SingleInvariant& invariant)
      : instance_(instance), reduction_(*invariant.reduction), budget_(none_) {
    fixpoint::LocalSystems systems(invariant, budget_);
    for (std::uint32_t c = 0; c < reduction_.classes().size(); ++c) {
      auto system = systems.of(c);
      REQUIRE(system);
      systems_.push_back(std::move(*system));
      Numbers& numbers = numbers_.emplace_back();
      const auto& states = *systems_.back().states;
      for (std::uint32_t s = 0; s < states.rows; ++s) {
        numbers[{states.row(s).begin(), states.row(s).end()}] = s;
      }
    }
  }

  const fixpoint::LocalSystem& of(NodeId n) const {
    return systems_[reduction_.classes().class_of(n)];
  }

  // What n sees of a state, as its representative has it.
  std::uint32_t number(NodeId n, const State& state) const {
    const auto slots = fixpoint::view_slots(instance_, n);
    const auto at = reduction_.columns(n);
    State row;
    for (std::uint32_t c = 0; c < slots.size(); ++c) {
      row.push_back(state[slots[at.empty() ? c : at[c]]]);
    }
    const auto& numbers = numbers_[reduction_.classes().class_of(n)];
    const auto found = numbers.find(row);
    REQUIRE(found != numbers.end());
    return found->second;
  }

  // Whether a step from one state to another is a move: of n by this action,
  // or of somebody else.
  bool moves(NodeId n, std::uint32_t from, std::uint32_t to,
             std::optional<std::uint32_t> own) const {
    const auto& system = of(n);
    return std::ranges::any_of(system.moves[from], [&](const auto& m) {
      const auto& label = system.labels[m.label];
      const bool mine = label.actor == system.node;
      return m.to == to && mine == own.has_value() &&
             (!own || label.action == *own);
    });
  }

 private:
  const network::Instance& instance_;
  const fixpoint::Reduction& reduction_;
  network::Limits none_;
  network::Budget budget_;
  std::vector<fixpoint::LocalSystem> systems_;
  std::vector<Numbers> numbers_;
};

void compare_step(const Systems& systems, std::size_t nodes, const State& from,
                  const State& to, NodeId actor, std::uint32_t action) {
  for (std::size_t i = 0; i < nodes; ++i) {
    const NodeId n(i);
    const std::uint32_t a = systems.number(n, from);
    const std::uint32_t b = systems.number(n, to);
    const auto own = n == actor ? std::optional(action) : std::nullopt;
    CHECK(systems.moves(n, a, b, own));
    // The network may come to its end anywhere.
    CHECK(systems.moves(n, a, a, std::nullopt));
  }
}

// What n is seen to do by itself, by actions that do not look further, it can
// do in every state that looks so: what fairness and E rest on. `taken`: the
// steps of the network, with where they lead.
void compare_own(const Systems& systems, const network::Instance& instance,
                 NodeId n, const State& from,
                 const std::vector<std::pair<network::Step, State>>& taken) {
  const auto& system = systems.of(n);
  for (const auto& move : system.moves[systems.number(n, from)]) {
    const auto& label = system.labels[move.label];
    if (label.actor != system.node) continue;
    const auto& action = instance.process(n).actions[label.action];
    if (action.global_guard || action.global_priority) continue;
    CHECK(std::ranges::any_of(taken, [&](const auto& step) {
      return step.first.actor == n && step.first.action == label.action &&
             systems.number(n, step.second) == move.to;
    }));
  }
}

// Every state and step of the network; false: they are too many.
bool follow(const network::Instance& instance, const Systems& systems,
            Counts& counts) {
  const std::size_t nodes = instance.network.node_count();
  std::set<State> seen;
  std::vector<State> open;
  explore::initial_states(instance, network::Limits{},
                          [&](std::span<const Scalar> s) {
                            open.emplace_back(s.begin(), s.end());
                            seen.insert(open.back());
                            return open.size() < 400;
                          });
  for (const State& s : open) {
    for (std::size_t i = 0; i < nodes; ++i) {
      const NodeId n(i);
      CHECK(std::ranges::binary_search(systems.of(n).initial,
                                       systems.number(n, s)));
    }
  }
  const network::Steps steps(instance);
  network::StepList list;
  while (!open.empty() && seen.size() < 400) {
    State from = open.back();
    open.pop_back();
    steps.enabled(from.data(), list);
    std::vector<std::pair<network::Step, State>> taken;
    for (const network::Step& step : list.steps) {
      State to = from;
      try {
        steps.apply(list, step, to.data());
      } catch (const network::ModelError&) {
        continue;
      }
      compare_step(systems, nodes, from, to, step.actor, step.action);
      const auto& action =
          network::action_of(instance, step.actor, step.action);
      counts.conditional += action.global_guard ? 1 : 0;
      taken.emplace_back(step, to);
      if (seen.insert(to).second) open.push_back(to);
    }
    for (std::size_t i = 0; i < nodes; ++i) {
      compare_own(systems, instance, NodeId(i), from, taken);
    }
  }
  return open.empty();
}

TEST_CASE("what a node sees of a step is a move of its system") {
  Counts counts;
  const std::uint64_t runs = random_models::runs(300);
  for (std::uint64_t seed = 1; seed <= runs; ++seed) {
    const std::string text = model_of(seed);
    INFO("seed " << seed << "\n" << text);
    const auto opened = test::open(text);
    if (!opened->instance) continue;
    network::Diagnostics diagnostics;
    if (!fixpoint::supported(*opened->model, fixpoint::Means::checking,
                             diagnostics)) {
      continue;
    }
    network::Limits limits;
    limits.work = 4000;
    const auto invariant = fixpoint::single_invariant(
        *opened->instance, limits, diagnostics,
        seed % 3 == 0 ? fixpoint::Reduce::classes : fixpoint::Reduce::orbits);
    if (!invariant || invariant->limit != network::Limit::none) continue;
    const Systems systems(*opened->instance, *invariant);
    counts.models += follow(*opened->instance, systems, counts) ? 1 : 0;
    const auto& classes = invariant->reduction->classes();
    counts.classes += classes.size() < classes.node_count() ? 1 : 0;
  }
  if (!random_models::enough_runs()) return;
  CHECK(counts.models * 3 > runs);
  CHECK(counts.classes * 25 > runs);
  CHECK(counts.conditional > 100);
}

// ---- by hand ----------------------------------------------------------------

namespace {

// The first property is false in the network, and one node does not show it.
void check_false_and_unknown(decide::Opened& opened) {
  const auto plain =
      ask(opened, CheckMethod::plain, false, explore::Paths::fair);
  const auto local =
      ask(opened, CheckMethod::local, false, explore::Paths::fair);
  REQUIRE(plain);
  REQUIRE(local);
  CHECK(plain->properties[0].verdict == Verdict::violated);
  CHECK(local->properties[0].verdict == Verdict::unknown);
}

}  // namespace

constexpr const char* ring = R"(
enum Phase { thinking, hungry, eating }
process Station {
  port left, right : inout bool;
  var phase : Phase = thinking;
  action want when phase == thinking { phase := hungry; }
  action enter when phase == hungry && left { left := false; phase := eating; }
  action leave when phase == eating { right := true; phase := thinking; }
}
network {
  node s[4] : Station;
  edge token[4] : bool;
  for i in 0..3 { connect s[i].right, s[(i + 1) % 4].left to token[i]; }
  init exactly 1 e in token: e;
}
)";

decide::Checked asked(const std::string& claims, bool fair = true) {
  const auto opened = test::open(ring + claims);
  REQUIRE(opened->instance);
  const auto report = ask(*opened, CheckMethod::local, false,
                          fair ? explore::Paths::fair : explore::Paths::all);
  REQUIRE(report);
  REQUIRE(report->properties.size() == 1);
  return report->properties.front();
}

TEST_CASE("one station of a ring stands for all of them") {
  const auto c = asked(
      "ltl near: forall i in s: G ({i.phase == hungry} => "
      "({i.phase == hungry} W {i.phase == eating}));\n");
  CHECK(c.verdict == Verdict::proved);
  REQUIRE(c.parts.size() == 4);
  CHECK_FALSE(c.parts[0].same_as);
  for (std::size_t i = 1; i < 4; ++i) {
    REQUIRE(c.parts[i].same_as);
    CHECK(c.parts[i].same_as->part == 0);
  }
}

TEST_CASE("who eats comes to an end if that is assumed, and only then") {
  const std::string claim =
      "ltl near: forall i in s: G ({i.phase == eating} => "
      "F {i.phase == thinking});\n";
  const auto without = asked(claim);
  CHECK(without.verdict == Verdict::unknown);
  CHECK_THAT(without.reason, Catch::Contains("fair weak Station.leave"));
  CHECK(asked("fair weak Station.leave;" + claim).verdict == Verdict::proved);
  CHECK(asked("fair strong Station.leave;" + claim).verdict == Verdict::proved);
  CHECK(asked("fair global;" + claim).verdict == Verdict::proved);
  CHECK(asked("fair weak Station.leave;" + claim, false).verdict ==
        Verdict::unknown);
  CHECK(asked("fair weak Station.want;" + claim).verdict == Verdict::unknown);
}

// It holds in the network, but not of what a station sees: others may keep the
// token.
TEST_CASE("what a node waits for others to do is unknown") {
  const auto c = asked(
      "fair strong Station.want; fair strong Station.enter; fair strong "
      "Station.leave;\n"
      "ltl near: forall i in s: G ({i.phase == hungry} => "
      "F {i.phase == eating});\n");
  CHECK(c.verdict == Verdict::unknown);
  CHECK_THAT(c.reason, Catch::Contains("may wait for others"));
}

TEST_CASE("a step elsewhere may come between") {
  CHECK(asked("ctl near: forall i in s: AG ({i.phase == eating} => "
              "AX {i.phase == thinking});\n")
            .verdict == Verdict::unknown);
  CHECK(asked("ctl near: forall i in s: AG ({i.phase == eating} => "
              "AX {i.phase != hungry});\n")
            .verdict == Verdict::proved);
}

TEST_CASE("what is not said of one node, or not of all paths, is refused") {
  CHECK_THAT(asked("ctl near: forall i in s: EG {i.phase == eating};\n").reason,
             Catch::Contains("some path exists"));
  CHECK_THAT(
      asked("ctl near: forall i in s: !AF {i.phase == eating};\n").reason,
      Catch::Contains("some path exists"));
  CHECK_THAT(asked("ctl near: AG {s[0].phase == eating => "
                   "s[1].phase != eating};\n")
                 .reason,
             Catch::Contains("no single node sees"));
  CHECK_THAT(asked("ctl near: AG {enabled};\n").reason,
             Catch::Contains("no single node sees"));
}

// Who eats leaves, wants, and is hungry, whatever others do. To eat it needs
// the token, which others bring.
TEST_CASE("what a node reaches by its own steps is reached") {
  const auto verdict = [](const std::string& formula) {
    return asked("ctl near: forall i in s: AG " + formula + ";\n").verdict;
  };
  CHECK(verdict("EF {i.phase == hungry}") == Verdict::proved);
  CHECK(verdict("({i.phase == eating} => EX {i.phase == thinking})") ==
        Verdict::proved);
  CHECK(verdict("({i.phase == eating} => EX {i.right})") == Verdict::proved);
  CHECK(verdict("({i.phase == hungry && i.left} => EX EX EX AG EF "
                "{i.phase == hungry})") == Verdict::proved);
  CHECK(verdict("E({i.phase != hungry} U {i.phase == hungry})") ==
        Verdict::proved);
  CHECK(verdict("EF {i.phase == eating}") == Verdict::unknown);
  CHECK(verdict("EX {i.phase == hungry}") == Verdict::unknown);
  CHECK(verdict("E({i.phase == eating} U {i.phase == hungry})") ==
        Verdict::unknown);
}

// Two edges that a station sees.
TEST_CASE("what is said of edges is seen by a node that touches them all") {
  CHECK(asked("ctl near: AG ({token[0] || token[1]} => "
              "A({token[0] || token[1]} W {s[1].phase == eating}));\n")
            .verdict != Verdict::violated);
  CHECK_THAT(asked("ctl near: AG {!token[0] || !token[2]};\n").reason,
             Catch::Contains("no single node sees"));
  // Only theta of stations at both ends has it: singles allow two tokens.
  CHECK(asked("ctl near: AG {token[0] == token[0]};\n").verdict ==
        Verdict::proved);
}

// An index is no symmetry: nodes of one class may have answers of their own.
TEST_CASE("nodes of a class may be told apart by what is asked") {
  const auto c = asked(
      "ltl near: forall i in s: G ({index(i) == 2} => "
      "F {i.phase == eating});\n");
  CHECK(c.verdict == Verdict::unknown);
  REQUIRE(c.parts.size() == 4);
  CHECK(c.parts[0].verdict == Verdict::proved);
  CHECK(c.parts[2].verdict == Verdict::unknown);
  CHECK(c.parts[2].blocked);
  REQUIRE(c.parts[3].same_as);
  CHECK(c.parts[3].same_as->part == 0);
}

// Two nodes of one class have their edges in another order: a writer is behind
// the first edge of c[0], and behind the second one of c[1].
TEST_CASE("conditions are looked at in the rows of each node") {
  const std::string model =
      "process C { port set link : inout bool; }\n"
      "process L { port w : inout bool; action set { w := true; } }\n"
      "process R { port w : in bool; }\n"
      "network { node c[2] : C; node l[2] : L; node r[2] : R;\n"
      "  edge x[4] : bool = false;\n"
      "  connect c[0].link, l[0].w to x[0]; connect c[0].link, r[0].w to "
      "x[1];\n"
      "  connect c[1].link, r[1].w to x[2]; connect c[1].link, l[1].w to "
      "x[3];\n"
      "}\n";
  for (const int e : {0, 1, 2, 3}) {
    const auto opened =
        test::open(model + "ctl near: AG {!x[" + std::to_string(e) + "]};\n");
    REQUIRE(opened->instance);
    const auto report =
        ask(*opened, CheckMethod::local, false, explore::Paths::fair);
    REQUIRE(report);
    INFO(e);
    CHECK(report->properties[0].verdict ==
          (e == 1 || e == 2 ? Verdict::proved : Verdict::unknown));
  }
}

// Whether it is enabled is not seen: others never are as it needs them.
TEST_CASE("an action that looks further is neither fair nor a way to go") {
  const std::string model =
      "process P { var x, y : bool = false;\n"
      "  action go when forall q in p: q != self => q.y { x := true; } }\n"
      "network { node p[2] : P; }\n"
      "fair weak P.go; fair strong P.go;\n";
  for (const std::string formula : {"AF {i.x}", "EF {i.x}", "EX {i.x}"}) {
    INFO(formula);
    const auto opened =
        test::open(model + "ctl near: forall i in p: " + formula + ";\n");
    REQUIRE(opened->instance);
    check_false_and_unknown(*opened);
  }
}

// Of the hub there are 16 million states, of each spoke eight.
TEST_CASE("a hub has too many states, its spokes have not") {
  const auto opened = test::open(
      "process Hub { port set link : inout 0..3;\n"
      "  action take(e in link) when e == 3 { e := 0; } }\n"
      "process Spoke { port w : inout 0..3; var x : bool = false;\n"
      "  action up when w < 3 { w := w + 1; x := !x; } }\n"
      "network { node hub : Hub; node s[12] : Spoke; edge wire[12] : 0..3 = "
      "0;\n"
      "  for i in 0..11 { connect hub.link, s[i].w to wire[i]; } }\n"
      "ltl near0: G F {exists e in hub.link: e < 3};\n"
      "ltl near1: forall i in s: G ({i.w == 1} => ({i.w == 1} W {i.w == 2}));\n"
      "ltl near2: forall i in s: G ({i.w == 1} => ({i.w == 1} W {i.w == "
      "3}));\n");
  REQUIRE(opened->instance);
  const auto report =
      ask(*opened, CheckMethod::local, false, explore::Paths::fair);
  REQUIRE(report);
  CHECK(report->properties[0].verdict == Verdict::unknown);
  CHECK_THAT(report->properties[0].reason, Catch::Contains("too many"));
  CHECK(report->properties[1].verdict == Verdict::proved);
  CHECK(report->properties[2].verdict == Verdict::unknown);
}

// The hub's states are kept one of each orbit. What a spoke sees of them are
// all ways to look at its wire; and of what the hub sees no spoke is left out.
TEST_CASE("a spoke sees the hub wherever its wire is, a hub sees all spokes") {
  const std::string star =
      "process Hub { port set link : inout 0..2;\n"
      "  action grant(p in link) when p == 1 && (exists q in link: q == 0)\n"
      "    { p := 2; } }\n"
      "process Spoke { port w : inout 0..2; action ask when w == 0 { w := 1; } "
      "}"
      "\n"
      "network { node hub : Hub; node s[3] : Spoke; edge wire[3] : 0..2 = 0;\n"
      "  for i in 0..2 { connect hub.link, s[i].w to wire[i]; } }\n";
  for (const std::string claim :
       {"forall i in s: AG {i.w != 2}", "AG {wire[2] != 2}",
        "AG {exists q in hub.link: q != 1}",
        "forall i in s: AG {i.w == 0 || i.w == 1}"}) {
    INFO(claim);
    const auto opened = test::open(star + "ctl near: " + claim + ";\n");
    REQUIRE(opened->instance);
    check_false_and_unknown(*opened);
  }
}

TEST_CASE("a step that may fail leaves everything unknown") {
  const auto opened = test::open(
      "process P { var x : 0..2 = 0; action up { x := x + 1; } }\n"
      "network { node p[2] : P; }\n"
      "ctl near: forall i in p: AG {i.x >= 0};\n");
  REQUIRE(opened->instance);
  const auto report =
      ask(*opened, CheckMethod::local, false, explore::Paths::fair);
  REQUIRE(report);
  CHECK(report->properties[0].verdict == Verdict::unknown);
  CHECK_THAT(report->properties[0].reason, Catch::Contains("model error"));
}

TEST_CASE("rules are refused, with the method that takes them") {
  const auto opened = test::open(
      "process P { var x : bool = false; }\n"
      "network { node p[2] : P; }\n"
      "rule r(q in p) { q.x := true; }\n"
      "ctl near: forall i in p: AG {i.x == i.x};\n");
  REQUIRE(opened->instance);
  CHECK_FALSE(ask(*opened, CheckMethod::local, false, explore::Paths::fair));
  REQUIRE(opened->diagnostics.has_errors());
}

}  // namespace

}  // namespace local_checking_test
