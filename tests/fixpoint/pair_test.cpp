// SPDX-License-Identifier: MIT
// Guards: the pair invariant of LS (6)-(11) against the literal iteration, on
// random models, with and without reduction; known answers.
#include <fmt/format.h>
#include <catch2/catch.hpp>

#include <map>
#include <set>

#include "fixpoint/implication/imply.hpp"
#include "fixpoint/pair/pair.hpp"
#include "models.hpp"
#include "tests/oracle/oracle.hpp"
#include "tests/random/array_model.hpp"
#include "tests/random/loaded.hpp"
#include "tests/random/meeting_model.hpp"
#include "tests/random/random_model.hpp"
#include "tests/random/symmetric_model.hpp"

namespace pair_test {

namespace {

using namespace vicinal;
using fixpoint::PairMode;
using fixpoint_tests::example;
using network::NodeId;

std::set<std::string> by_names(const network::Instance& instance, NodeId a,
                               NodeId b, const fixpoint::LocalStates& theta) {
  std::map<std::uint32_t, std::size_t> column;
  for (std::size_t c = 0; c < theta.columns.size(); ++c) {
    column[theta.columns[c]] = c;
  }
  std::set<std::string> own;
  for (const NodeId n : {a, b}) own.insert(node_name(instance, n) + ".");
  std::set<std::string> out;
  for (std::size_t i = 0; i < theta.size(); ++i) {
    std::map<std::string, std::string> row;
    for (const auto& p : network::places(instance)) {
      const std::uint32_t slots = instance.size(p.type).slots;
      std::vector<network::Scalar> value;
      for (std::uint32_t k = 0; k < slots && column.contains(p.slot + k); ++k) {
        value.push_back(theta.row(i)[column.at(p.slot + k)]);
      }
      // An array over an empty family takes no column.
      const bool shown =
          slots > 0 ? value.size() == slots
                    : std::any_of(own.begin(), own.end(), [&](const auto& o) {
                        return p.name.rfind(o, 0) == 0;
                      });
      if (shown) row[p.name] = value_text(instance, p.type, value);
    }
    std::string text;
    for (const auto& [name, value] : row) {
      text += (text.empty() ? "" : "; ") + name + "=" + value;
    }
    out.insert(text);
  }
  CHECK(out.size() == theta.size());
  return out;
}

std::optional<fixpoint::PairInvariant> pairs_of(
    const network::Instance& instance, PairMode mode) {
  network::Limits limits;
  limits.work = 200'000;
  auto projected = fixpoint::Projected::done;
  auto reduction = fixpoint::make_reduction(
      instance, limits, fixpoint::Reduce::orbits, projected);
  if (!reduction) return std::nullopt;
  return fixpoint::pair_invariant(
      instance,
      std::make_shared<const fixpoint::Reduction>(std::move(*reduction)), mode,
      limits);
}

std::uint64_t larger = 0;      // merged sets that are not exact
std::uint64_t only_pairs = 0;  // properties that singles do not imply

// What pairs imply is true in every reachable state, and singles imply no more
// than pairs do.
void check_implied(const network::Instance& instance,
                   const fixpoint::PairInvariant& invariant,
                   const oracle::Exploration& exploration, bool exact) {
  network::Diagnostics diagnostics;
  const auto single = fixpoint::single_invariant(instance, {}, diagnostics);
  const auto& properties = instance.model->properties;
  for (std::size_t p = 0; p < properties.size(); ++p) {
    const auto found = exploration.properties.find(properties[p].name);
    if (found == exploration.properties.end()) continue;
    const bool proved = imply(instance, invariant, p, {}).proved;
    INFO(properties[p].name);
    if (proved) CHECK(!found->second.violated);
    const bool by_single = imply(instance, *single, p, {}).proved;
    if (by_single && exact) CHECK(proved);
    if (proved && !by_single) ++only_pairs;
  }
}

struct Compared {
  bool done = false;
  bool reduced = false;
};

Compared compare(const std::string& text) {
  Compared out;
  const auto loaded = random_models::load(text);
  INFO(text);
  INFO(loaded.messages());
  REQUIRE(loaded.instance != nullptr);
  const network::Instance& instance = *loaded.instance;
  const oracle::Instance oracle(loaded.tree, {});
  std::optional<oracle::Instance::Pairs> expected;
  oracle::Exploration exploration;
  try {
    if (oracle.initial_states(400).empty()) return out;
    expected = oracle.pair_invariant(400);
    exploration = oracle.explore(3000);
  } catch (const oracle::TooLarge&) {
    return out;
  }
  if (!expected) return out;
  for (const PairMode mode :
       {PairMode::unreduced, PairMode::exact, PairMode::merged}) {
    const auto invariant = pairs_of(instance, mode);
    INFO(static_cast<int>(mode));
    REQUIRE(invariant.has_value());
    REQUIRE(invariant->limit == network::Limit::none);
    const std::size_t nodes = instance.network.node_count();
    for (std::size_t i = 0; i < nodes; ++i) {
      for (std::size_t j = 0; j < nodes; ++j) {
        if (i == j) continue;
        const NodeId a(i);
        const NodeId b(j);
        const std::string name = node_name(instance, NodeId(std::min(i, j))) +
                                 "," +
                                 node_name(instance, NodeId(std::max(i, j)));
        INFO(name);
        const auto found = by_names(instance, a, b, invariant->theta(a, b));
        const auto& literal = expected->theta.at(name);
        if (mode == PairMode::merged) {
          CHECK(std::includes(found.begin(), found.end(), literal.begin(),
                              literal.end()));
          if (found != literal) ++larger;
        } else {
          CHECK(found == literal);
        }
      }
    }
    // What may fail as far as a view shows is reported more often.
    if (nodes > 1 && expected->errors) CHECK(!invariant->errors.empty());
    if (nodes > 1) {
      check_implied(instance, *invariant, exploration,
                    mode != PairMode::merged);
    }
    if (mode == PairMode::exact &&
        invariant->sets.size() < nodes * (nodes - 1) / 2)
      out.reduced = true;
  }
  out.done = true;
  return out;
}

}  // namespace

TEST_CASE("pair invariants are the literal fixpoint, on random models") {
  std::uint64_t compared = 0;
  std::uint64_t reduced = 0;
  const std::uint64_t runs = random_models::runs(300);
  for (std::uint64_t seed = 0; seed < runs; ++seed) {
    const Compared c = compare(random_models::random_model(seed, {}));
    compared += c.done ? 1 : 0;
    reduced += c.reduced ? 1 : 0;
  }
  CAPTURE(compared, reduced);
  if (runs < 200) return;  // too few to judge what random models are like
  CHECK(compared * 2 > runs);
  CHECK(reduced * 40 > compared);
  CHECK(only_pairs * 100 > runs);
}

TEST_CASE("so they are where many nodes look alike") {
  std::uint64_t compared = 0;
  std::uint64_t reduced = 0;
  const std::uint64_t runs = random_models::runs(120);
  for (std::uint64_t seed = 0; seed < runs; ++seed) {
    const Compared c = compare(random_models::symmetric_model(seed));
    compared += c.done ? 1 : 0;
    reduced += c.reduced ? 1 : 0;
  }
  CAPTURE(compared, reduced);
  if (runs < 100) return;  // too few to judge what random models are like
  CHECK(compared * 3 > runs);
  CHECK(reduced * 6 > compared);
  CHECK(larger > 0);
}

TEST_CASE("so they are where nodes keep something of every node") {
  std::uint64_t compared = 0;
  const std::uint64_t runs = random_models::runs(100);
  for (std::uint64_t seed = 1; seed <= runs; ++seed) {
    INFO("seed " << seed);
    compared += compare(random_models::array_model(seed)).done ? 1 : 0;
  }
  CAPTURE(compared);
  if (runs < 100) return;  // too few to judge what random models are like
  CHECK(compared * 3 > runs);
}

namespace {

struct Met {
  int compared = 0, proved = 0, only_pairs = 0, violated = 0, failing = 0;
  int larger = 0;  // sets with more states than are reachable
};

// Every pair of nodes has what is reachable.
void check_pairs(const network::Instance& instance,
                 const fixpoint::PairInvariant& invariant,
                 const oracle::Instance::Theta& reachable, Met& met) {
  const std::size_t nodes = instance.network.node_count();
  for (std::size_t i = 0; i < nodes; ++i) {
    for (std::size_t j = i + 1; j < nodes; ++j) {
      const NodeId a(i), b(j);
      const std::string name =
          node_name(instance, a) + "," + node_name(instance, b);
      const auto found = by_names(instance, a, b, invariant.theta(a, b));
      const auto& expected = reachable.at(name);
      INFO(name);
      CHECK(std::ranges::includes(found, expected));
      met.larger += found.size() > expected.size() ? 1 : 0;
    }
  }
}

// What pairs imply is true, and they imply what single nodes do.
void check_meant(const network::Instance& instance,
                 const fixpoint::SingleInvariant& single,
                 const fixpoint::PairInvariant& pairs,
                 const oracle::Exploration& exploration, Met& met) {
  for (const auto& [name, result] : exploration.properties) {
    INFO(name);
    const auto& properties = instance.model->properties;
    const auto at =
        std::ranges::find(properties, name, &network::Property::name);
    const bool errors = at == properties.end();
    const auto p = static_cast<std::size_t>(at - properties.begin());
    const bool proved = errors
                            ? imply_no_model_error(instance, pairs, {}).proved
                            : imply(instance, pairs, p, {}).proved;
    const bool by_single =
        errors ? imply_no_model_error(instance, single, {}).proved
               : imply(instance, single, p, {}).proved;
    if (proved) CHECK(!result.violated);
    if (by_single) CHECK(proved);
    met.proved += proved ? 1 : 0;
    met.only_pairs += proved && !by_single ? 1 : 0;
    met.violated += result.violated ? 1 : 0;
    met.failing += errors && result.violated ? 1 : 0;
  }
}

// Rules as joint steps of pairs.
void meet(const std::string& text, Met& met) {
  const auto loaded = random_models::load(text);
  INFO(text);
  INFO(loaded.messages());
  REQUIRE(loaded.instance != nullptr);
  const network::Instance& instance = *loaded.instance;
  network::Diagnostics diagnostics;
  if (!fixpoint::supported(*loaded.model, fixpoint::Means::local,
                           diagnostics)) {
    return;
  }
  const auto meetings = fixpoint::meetings_of(instance, diagnostics);
  if (meetings == nullptr || instance.network.node_count() < 2) return;
  const oracle::Instance oracle(loaded.tree, {});
  oracle::Instance::Theta reachable;
  oracle::Exploration exploration;
  try {
    constexpr std::size_t budget = 3000;
    if (oracle.initial_states(budget).empty()) return;
    reachable = oracle.pair_projections(budget);
    exploration = oracle.explore(budget);
  } catch (const oracle::TooLarge&) {
    return;
  }
  const auto single = fixpoint::single_invariant(
      instance, {}, diagnostics, fixpoint::Reduce::orbits, meetings);
  REQUIRE(single.has_value());
  REQUIRE(single->limit == network::Limit::none);
  for (const auto& known : {meetings, decltype(meetings)()}) {
    const auto pairs = fixpoint::pair_invariant(instance, single->reduction,
                                                PairMode::merged, {}, known);
    REQUIRE(pairs.has_value());
    REQUIRE(pairs->limit == network::Limit::none);
    check_pairs(instance, *pairs, reachable, met);
    check_meant(instance, *single, *pairs, exploration, met);
  }
  ++met.compared;
}

}  // namespace

TEST_CASE("where nodes meet by rules pairs have what is reachable") {
  Met met;
  const std::uint64_t count = random_models::runs(400);
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    INFO("seed " << seed);
    meet(random_models::meeting_model(seed, seed % 2 == 0), met);
  }
  CAPTURE(met.compared, met.proved, met.only_pairs, met.violated, met.failing,
          met.larger);
  CHECK(met.compared * 3 > static_cast<int>(count));
  CHECK(met.proved > 0);
  CHECK(met.violated > 0);
  CHECK(met.larger > 0);
  if (count < 100) return;
  CHECK(met.only_pairs > 0);
  CHECK(met.failing > 0);
}

TEST_CASE("a rule that changes no pair may fail all the same") {
  for (const std::string binders : {"i in s", "i, j in s"}) {
    const auto loaded = random_models::load(fmt::format(
        "process P {{ var x : 0..2 = 2; action down when x > 0 {{ x := x - 1; "
        "}} }}\nnetwork {{ node s[3] : P; }}\n"
        "rule look({}) when 2 / i.x == 1 {{ skip; }}\n",
        binders));
    REQUIRE(loaded.instance != nullptr);
    const auto invariant = pairs_of(*loaded.instance, PairMode::automatic);
    REQUIRE(invariant.has_value());
    CHECK(invariant->limit == network::Limit::none);
    CHECK(!imply_no_model_error(*loaded.instance, *invariant, {}).proved);
  }
}

// Whoever gets the baton had none, and who has it gives it away: two nodes are
// enough to say that it is one.
TEST_CASE("a baton that is handed on in person takes pairs") {
  for (const std::uint32_t n : {2U, 3U, 6U}) {
    const auto loaded = random_models::load(example("rendezvous-baton.vic"),
                                            fmt::format("n={}", n));
    REQUIRE(loaded.instance != nullptr);
    const auto invariant = pairs_of(*loaded.instance, PairMode::automatic);
    REQUIRE(invariant.has_value());
    CHECK(invariant->system->types.size() == n * (n - 1) / 2);
    CHECK(imply(*loaded.instance, *invariant, 0, {}).proved);
  }
}

TEST_CASE("token ring: 20 states for neighbours, 24 for others") {
  for (const std::uint32_t n : {2U, 3U, 4U, 5U, 9U, 64U}) {
    const auto loaded =
        random_models::load(example("token-ring.vic"), fmt::format("n={}", n));
    const auto invariant = pairs_of(*loaded.instance, PairMode::automatic);
    REQUIRE(invariant.has_value());
    CHECK(invariant->system->types.size() == n / 2);
    for (std::uint32_t d = 1; d < n; ++d) {
      const auto theta =
          invariant->theta(NodeId(std::size_t{0}), NodeId(std::size_t{d}));
      CHECK(theta.size() == (n == 2 ? 12 : d == 1 || d == n - 1 ? 20 : 24));
    }
  }
}

// The pair that does not show the source learns of each value from a state of
// the source of its own.
TEST_CASE("a third node may do more than forty different things") {
  const auto loaded = random_models::load(R"(
process Source {
  port to : inout 0..40;
  var x : 1..40;
  action put { to := x; }
}
process Sink { port from : inout 0..40; }
process Other { var y : bool = false; }
network {
  node source : Source;
  node sink : Sink;
  node other : Other;
  edge e : 0..40 = 0;
  connect source.to, sink.from to e;
}
)");
  REQUIRE(loaded.instance != nullptr);
  for (const PairMode mode :
       {PairMode::unreduced, PairMode::exact, PairMode::merged}) {
    const auto invariant = pairs_of(*loaded.instance, mode);
    REQUIRE(invariant.has_value());
    CHECK(invariant->theta(NodeId(std::size_t{1}), NodeId(std::size_t{2}))
              .size() == 41);
  }
}

TEST_CASE("counting ring, n = 9: a set for each spacing") {
  const auto loaded = random_models::load(example("counting-ring.vic"), "n=9");
  const auto invariant = pairs_of(*loaded.instance, PairMode::exact);
  REQUIRE(invariant.has_value());
  std::vector<std::size_t> sizes;
  for (std::uint32_t d = 1; d < 9; ++d) {
    sizes.push_back(
        invariant->theta(NodeId(std::size_t{0}), NodeId(std::size_t{d}))
            .size());
  }
  CHECK(sizes == std::vector<std::size_t>{24, 35, 45, 45, 45, 45, 35, 24});
}

}  // namespace pair_test
