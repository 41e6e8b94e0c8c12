// SPDX-License-Identifier: MIT
// Guards: symmetry detected from constraints (SD), against states and steps one
// by one, against exchanges that are tried, and against all permutations of
// indices and of the values of each type.
#include <catch2/catch.hpp>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <set>

#include "network/semantics/steps.hpp"
#include "symmetry/detection/detected.hpp"
#include "symmetry/judge/judge.hpp"
#include "tests/explore/orbits.hpp"
#include "tests/random/exchange_model.hpp"
#include "tests/random/loaded.hpp"
#include "tests/random/random_model.hpp"
#include "tests/random/random_start.hpp"
#include "tests/random/symmetric_model.hpp"
#include "tests/random/uniform_model.hpp"

namespace detection_test {

namespace {

using namespace vicinal;
using network::Instance;
using network::Scalar;
using symmetry::Detection;
using symmetry::LiteralMap;
using test::Seen;
using test::State;
using test::States;

// With small tables operators are constraints of their own.
constexpr std::uint64_t few_rows = 12;

symmetry::ModelSymmetry detected(
    const Instance& instance, const std::vector<std::size_t>& properties,
    std::uint64_t most_rows = flat::Scopes::most_rows) {
  std::string why_not;
  const auto found = symmetry::detect(instance, properties, {}, why_not,
                                      {.most_rows = most_rows});
  if (!found) {
    symmetry::ModelSymmetry none;
    none.why_not = why_not;
    return none;
  }
  CHECK(!found->refuted);
  CHECK(found->unconfirmed == 0);
  symmetry::ModelSymmetry symmetry = symmetry::symmetry_of(*found);
  if (!found->order.empty()) {
    symmetry::Group group(*symmetry.sorts);
    for (const symmetry::StateMap& g : symmetry.generators) group.add(g);
    CHECK(group.order() == found->order);
  }
  return symmetry;
}

// Whatever exchanges find is found, seen by the orbits of states.
struct Compared {
  Seen seen;
  std::uint64_t most_rows = flat::Scopes::most_rows;
  int data = 0, more = 0, fewer = 0, fewer_of_small = 0;
};

void compare(const std::string& text, Compared& compared) {
  test::compare_orbits(
      text,
      [&](const Instance& instance,
          const std::vector<std::size_t>& properties) {
        symmetry::ModelSymmetry symmetry =
            detected(instance, properties, compared.most_rows);
        const bool data =
            std::ranges::any_of(symmetry.generators, [](const auto& g) {
              return std::ranges::any_of(
                  g.value, [](const auto& v) { return !v.empty(); });
            });
        compared.data += data ? 1 : 0;
        const auto tried = symmetry::model_symmetry(instance, properties, {});
        const auto found = test::explored(instance, properties, nullptr);
        const std::size_t by_tried = tried.trivial()
                                         ? found.states.size()
                                         : test::orbits(tried, found.states);
        const std::size_t by_detected =
            symmetry.trivial() ? found.states.size()
                               : test::orbits(symmetry, found.states);
        compared.more += by_detected < by_tried ? 1 : 0;
        // Operators find less than tables do; of 64 bits there are neither.
        if (symmetry.why_not.empty() && by_detected > by_tried) {
          const bool small = compared.most_rows == few_rows;
          ++(small ? compared.fewer_of_small : compared.fewer);
        }
        return symmetry;
      },
      compared.seen, false);
}

// Every third with small tables.
template <class Model>
Compared compare_all(std::uint64_t count, const Model& model) {
  Compared compared;
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    INFO("seed " << seed);
    compared.most_rows = seed % 3 == 0 ? few_rows : flat::Scopes::most_rows;
    compare(model(seed), compared);
  }
  return compared;
}

// ---- brute force -----------------------------------------------------------

using Permutation = std::vector<std::size_t>;  // of states

// By rule; an empty state for a step that fails.
using Labelled = std::multiset<std::pair<std::uint32_t, State>>;

// All valuations of the variables, and where the steps of each lead.
struct Graph {
  std::vector<State> states;
  std::map<State, std::size_t> number;
  std::vector<Labelled> next;
  std::vector<bool> initial;
};

Graph graph_of(const Instance& instance, const Detection& found) {
  Graph g;
  const network::Steps steps(instance);
  State state(instance.slot_count());
  flat::Scope all(instance.slot_count());
  std::iota(all.begin(), all.end(), 0U);
  flat::each_choice(all, found.domains->lists(), [&](const flat::Row& row) {
    g.number.emplace(row, g.states.size());
    g.states.push_back(row);
  });
  flat::Evaluation initial(found.guarded->terms, found.guarded->initial, all);
  for (const State& s : g.states) {
    g.next.push_back(test::labelled(steps, s));
    bool starts = initial(s) != 0;
    for (std::size_t i = 0; i < s.size(); ++i) {
      starts = starts && (!instance.initial[i] || *instance.initial[i] == s[i]);
    }
    g.initial.push_back(starts);
  }
  return g;
}

template <class Map>
bool automorphism(const Graph& g, const Map& map) {
  for (std::size_t s = 0; s < g.states.size(); ++s) {
    const State moved = map(g.states[s]);
    const auto at = g.number.find(moved);
    if (at == g.number.end() || g.initial[at->second] != g.initial[s]) {
      return false;
    }
    Labelled images;
    for (const auto& [rule, t] : g.next[s]) {
      images.emplace(rule, t.empty() ? t : map(t));
    }
    if (images != g.next[at->second]) return false;
  }
  return true;
}

State apply(const LiteralMap& g, const Detection& found, const State& s) {
  State out(s.size());
  for (std::uint32_t i = 0; i < s.size(); ++i) {
    out[g.slot[i]] = g.image(i, found.guarded->slots[i].bounds.low, s[i]);
  }
  return out;
}

// A map as it acts on all valuations.
template <class Map>
Permutation acts(const Graph& g, const Map& map) {
  Permutation p;
  for (const State& s : g.states) p.push_back(g.number.at(map(s)));
  return p;
}

// All members; empty: too many.
std::set<Permutation> members(const Graph& g, const Detection& found) {
  Permutation identity(g.states.size());
  std::iota(identity.begin(), identity.end(), std::size_t{0});
  std::vector<Permutation> generators;
  for (const LiteralMap& m : found.generators) {
    generators.push_back(
        acts(g, [&](const State& s) { return apply(m, found, s); }));
  }
  std::set<Permutation> all{identity};
  std::vector<Permutation> open{identity};
  while (!open.empty()) {
    const Permutation p = open.back();
    open.pop_back();
    for (const Permutation& by : generators) {
      Permutation q;
      for (const std::size_t s : p) q.push_back(by[s]);
      if (all.insert(q).second) open.push_back(std::move(q));
    }
    if (all.size() > 2000) return {};
  }
  return all;
}

struct Brute {
  int models = 0, symmetries = 0, missed = 0, detected = 0;
  int models_with_misses = 0;
};

// Permutations of indices (which t holds, too), of colors, of truth values of
// b and of f.
void brute_force(const std::string& text, Brute& brute) {
  INFO(text);
  const auto loaded = random_models::load(text);
  INFO(loaded.messages());
  REQUIRE(loaded.instance != nullptr);
  const Instance& instance = *loaded.instance;
  std::string why_not;
  const auto found = symmetry::detect(instance, {}, {}, why_not);
  REQUIRE(found.has_value());
  REQUIRE(found->why_not.empty());
  CHECK(!found->refuted);
  const Graph g = graph_of(instance, *found);
  for (const LiteralMap& m : found->generators) {
    CHECK(automorphism(g, [&](const State& s) { return apply(m, *found, s); }));
  }
  const auto group = members(g, *found);
  const bool starts = std::ranges::count(g.initial, true) != 0;
  if (group.empty() || !starts) return;
  const int before = brute.missed;
  ++brute.models;
  brute.detected += static_cast<int>(group.size()) - 1;
  const std::size_t n = (instance.slot_count() - 2) / 2;
  std::vector<std::size_t> index(n);
  std::iota(index.begin(), index.end(), std::size_t{0});
  do {
    std::vector<Scalar> color{0, 1, 2};
    do {
      for (int flips = 0; flips < 4; ++flips) {
        const auto map = [&](const State& s) {
          State out(s.size());
          for (std::size_t i = 0; i < n; ++i) {
            out[index[i]] = color[static_cast<std::size_t>(s[i])];
            out[n + index[i]] = s[n + i] ^ (flips & 1);
          }
          out[2 * n] =
              static_cast<Scalar>(index[static_cast<std::size_t>(s[2 * n])]);
          out[2 * n + 1] = s[2 * n + 1] ^ (flips >> 1);
          return out;
        };
        if (!automorphism(g, map)) continue;
        ++brute.symmetries;
        if (group.contains(acts(g, map))) continue;
        ++brute.missed;
      }
    } while (std::ranges::next_permutation(color).found);
  } while (std::ranges::next_permutation(index).found);
  if (brute.missed > before) ++brute.models_with_misses;
}

}  // namespace

TEST_CASE("detected orbits of random models whose processes change places",
          "[part1]") {
  const std::uint64_t count = random_models::runs(300);
  const Compared compared = compare_all(count, random_models::exchange_model);
  CHECK(compared.seen.compared * 2 > static_cast<int>(count));
  CHECK(compared.seen.reduced * 3 > compared.seen.compared);
  CHECK(compared.fewer == 0);
  CHECK(compared.fewer_of_small * 100 <= compared.seen.compared);
  if (count < 100) return;
  CHECK(compared.seen.sorted > 0);
  CHECK(compared.seen.listed > 0);
  CHECK(compared.seen.violated > 0);
  CHECK(compared.data > 0);
  CHECK(compared.more > 0);
}

TEST_CASE("detected orbits of random networks with much symmetry", "[part2]") {
  const std::uint64_t count = random_models::runs(250);
  const Compared compared = compare_all(count, random_models::symmetric_model);
  CHECK(compared.seen.reduced * 6 > compared.seen.compared);
  CHECK(compared.fewer == 0);
}

TEST_CASE("detected orbits of random models of any kind", "[part3]") {
  const auto model = [](std::uint64_t seed) {
    random_models::Options options;
    options.flat = seed % 2 == 0;
    return random_models::random_model(seed, options);
  };
  const Compared compared = compare_all(random_models::runs(300), model);
  CHECK(compared.seen.reduced > 0);
  CHECK(compared.fewer == 0);
}

TEST_CASE("detected orbits of random flat models", "[part4]") {
  const std::uint64_t count = random_models::runs(300);
  const Compared compared = compare_all(count, random_models::uniform_model);
  CHECK(compared.seen.compared * 2 > static_cast<int>(count));
  if (count < 100) return;
  CHECK(compared.seen.reduced * 3 > compared.seen.compared);
  CHECK(compared.data > 0);
}

TEST_CASE("what brute force finds in random flat models is detected",
          "[part4]") {
  Brute brute;
  const std::uint64_t count = random_models::runs(300);
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    INFO("seed " << seed);
    brute_force(random_models::uniform_model(seed), brute);
  }
  CHECK(brute.models * 3 > static_cast<int>(count) * 2);
  // Equal functions that are said in different ways, as guards with a part that
  // follows from another, or what is assigned and overwritten in one branch.
  CHECK(brute.models_with_misses * 20 <= brute.models);
  CHECK(brute.detected > brute.symmetries);
}

// Maps that nobody found: two variables change places, or two values of one, or
// of all that are alike; each step stays itself, or becomes one of its rule.
TEST_CASE("the judge of detected symmetry lets no wrong one pass", "[part2]") {
  int passed = 0, refused = 0, confirmed = 0;
  std::size_t questions = 0;
  const std::uint64_t count = random_models::runs(300);
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    const std::string text = random_models::uniform_model(seed);
    INFO("seed " << seed << "\n" << text);
    const auto loaded = random_models::load(text);
    REQUIRE(loaded.instance != nullptr);
    std::string why_not;
    const auto found = symmetry::detect(*loaded.instance, {}, {}, why_not);
    REQUIRE(found.has_value());
    const Graph g = graph_of(*loaded.instance, *found);
    // Every other one is left to Z3, but for the smallest parts.
    symmetry::Judge judge(*found->guarded, found->steps, *found->domains,
                          seed % 2 == 0 ? 3 : flat::Scopes::most_rows);
    for (std::size_t m = 0; m < found->generators.size(); ++m) {
      CHECK(judge.automorphism(found->generators[m], found->images[m]) ==
            symmetry::Verdict::holds);
      ++confirmed;
    }
    std::mt19937_64 random(seed);
    const auto pick = [&](std::size_t n) {
      return std::uniform_int_distribution<std::size_t>(0, n - 1)(random);
    };
    const auto& slots = found->guarded->slots;
    for (int tries = 0; tries < 12; ++tries) {
      LiteralMap map;
      map.slot.resize(slots.size());
      std::iota(map.slot.begin(), map.slot.end(), 0U);
      map.value.resize(slots.size());
      const std::size_t a = pick(slots.size()), b = pick(slots.size());
      if (slots[a].bounds == slots[b].bounds)
        std::swap(map.slot[a], map.slot[b]);
      const std::size_t c = pick(slots.size());
      const Scalar low = slots[c].bounds.low;
      for (std::size_t s = 0; s < slots.size(); ++s) {
        const bool alike =
            s == c || (tries % 2 == 0 && slots[s].bounds == slots[c].bounds);
        if (a != b || !alike) continue;
        for (Scalar v = low; v <= slots[s].bounds.high; ++v) {
          map.value[s].push_back(v == low ? low + 1 : v == low + 1 ? low : v);
        }
      }
      std::vector<std::uint32_t> image(found->steps.size());
      std::iota(image.begin(), image.end(), 0U);
      for (std::uint32_t& s : image) {
        const auto other = static_cast<std::uint32_t>(pick(image.size()));
        const bool moves =
            tries % 3 == 0 && found->guarded->steps[s].action ==
                                  found->guarded->steps[other].action;
        if (moves) s = other;
      }
      // Or one that was found, but for one place.
      if (tries % 4 == 1 && !found->generators.empty()) {
        const std::size_t m = pick(found->generators.size());
        map = found->generators[m];
        image = found->images[m];
        if (!map.value[c].empty() && slots[c].bounds.high == low + 1) {
          map.value[c].clear();
        } else if (slots[a].bounds == slots[b].bounds) {
          std::swap(map.slot[a], map.slot[b]);
        }
      }
      if (judge.automorphism(map, image) != symmetry::Verdict::holds) {
        ++refused;
        continue;
      }
      ++passed;
      for (std::size_t s = 0; s < g.states.size(); ++s) {
        const auto at = g.number.find(apply(map, *found, g.states[s]));
        REQUIRE(at != g.number.end());
        CHECK(g.initial[s] == g.initial[at->second]);
        std::set<std::pair<std::uint32_t, State>> images;
        for (const auto& [rule, t] : g.next[s]) {
          images.emplace(rule, t.empty() ? t : apply(map, *found, t));
        }
        const auto& next = g.next[at->second];
        CHECK(std::ranges::includes(
            std::set<std::pair<std::uint32_t, State>>(next.begin(), next.end()),
            images));
      }
    }
    questions += judge.asked();
  }
  if (count < 100) return;
  CHECK(passed > 20);
  CHECK(refused > passed);
  CHECK(confirmed > 100);
  CHECK(questions > 100);
}

// Too many values for a table: operators of numbers.
TEST_CASE("operands of numbers keep their places, unless they commute",
          "[part4]") {
  const auto order = [](const std::string& guard) {
    const auto loaded = random_models::load(R"(
      shared a[2] : 0..63;
      shared b[2] : 0..63;
      rule r when )" + guard + R"( { a[0], a[1] := a[1], a[0]; }
      rule s when )" + guard + R"( { b[0], b[1] := b[1], b[0]; }
    )");
    REQUIRE(loaded.instance != nullptr);
    return detected(*loaded.instance, {}).order;
  };
  // Both sides may be turned around; and, in the second, exchanged, but for
  // rules, which stay themselves.
  CHECK(order("a[0] * a[1] < b[0] * b[1]") == "4");
  CHECK(order("a[0] * a[1] == b[0] * b[1]") == "4");
  // a[0] may become 63 - a[1], and a[1] 63 - a[0].
  CHECK(order("a[0] - a[1] == b[0] * b[1]") == "4");
  CHECK(order("a[0] - a[1] < b[0] - b[1]") == "4");
  CHECK(order("a[0] - 2 * a[1] == b[0] * b[1]") == "2");
  // Numbers that are equal modulo 35 may be exchanged: 29 pairs, of a and of b.
  CHECK(order("(a[0] * b[0]) % 7 == (a[1] * b[1]) % 5") ==
        "288230376151711744");
  CHECK(order("a[0] * b[0] < a[1] * b[1]") == "1");
  CHECK(order("a[0] * b[0] - a[1] * b[1] == 3") == "1");
  CHECK(order("a[0] + a[1] + b[0] < 2 * b[1]") == "2");
  CHECK(order("min(a[0] + a[1], b[0] + b[1]) > 3") == "4");
  // However they are grouped.
  CHECK(order("1 + (a[0] + b[0]) + (b[1] + (1 + a[1])) > 3") == "4");
  CHECK(order("(a[0] * b[0]) * (2 * (b[1] * a[1])) > 3") == "4");
}

// z is never assigned a constant, and what tables cannot say may be anything.
TEST_CASE("values that are computed from many variables occur", "[part4]") {
  const auto loaded = random_models::load(R"(
    shared a[2] : 0..63;
    shared b : 0..63;
    shared z : 0..3 = 0;
    rule r { z := min(3, a[0] + a[1] + b); }
    rule s when z == 2 { a[0] := 0; }
  )");
  REQUIRE(loaded.instance != nullptr);
  std::string why_not;
  const auto found = symmetry::detect(*loaded.instance, {}, {}, why_not);
  REQUIRE(found.has_value());
  CHECK_FALSE(found->refuted);
  CHECK(found->domains->values[3] == std::vector<Scalar>{0, 1, 2, 3});
  for (const LiteralMap& g : found->generators) CHECK(g.slot[0] == 0);
}

TEST_CASE("variables are equal after values moved in both", "[part4]") {
  const auto loaded = random_models::load(R"(
    shared x : 0..3;
    shared y : 0..3;
    shared f : bool = false;
    rule r when x == y { f := !f; }
  )");
  REQUIRE(loaded.instance != nullptr);
  std::string why_not;
  const auto found = symmetry::detect(*loaded.instance, {}, {}, why_not);
  REQUIRE(found.has_value());
  CHECK(found->order == "48");  // 4! permutations of values, and x for y
  // Tables too small for x == y.
  symmetry::Judge judge(*found->guarded, found->steps, *found->domains, 3);
  LiteralMap map{{0, 1, 2}, {{1, 0, 2, 3}, {1, 0, 2, 3}, {}}};
  CHECK(judge.automorphism(map, {0}) == symmetry::Verdict::holds);
  map.slot = {1, 0, 2};
  CHECK(judge.automorphism(map, {0}) == symmetry::Verdict::holds);
  map.value[1] = {};
  CHECK(judge.automorphism(map, {0}) == symmetry::Verdict::fails);
  map.slot = {0, 1, 2};
  CHECK(judge.automorphism(map, {0}) == symmetry::Verdict::fails);
}

TEST_CASE("a condition that nothing satisfies leaves all values", "[part4]") {
  const auto values = [](const std::string& init) {
    const auto loaded = random_models::load("shared on : bool; init " + init +
                                            "; rule r { on := !on; }");
    std::string why_not;
    const auto found = symmetry::detect(*loaded.instance, {}, {}, why_not);
    REQUIRE(found.has_value());
    return found->domains->values[0];
  };
  CHECK(values("!on <=> on") == std::vector<Scalar>{0, 1});
  CHECK(values("on && !on") == std::vector<Scalar>{0, 1});
  for (std::uint64_t seed = 1; seed <= random_models::runs(200); ++seed) {
    const std::string text = random_models::random_start(seed);
    INFO("seed " << seed << "\n" << text);
    const auto loaded = random_models::load(text);
    if (!loaded.instance) continue;
    std::string why_not;
    const auto found =
        symmetry::detect(*loaded.instance, loaded.invariants(), {}, why_not);
    CHECK((!found || !found->refuted));
  }
}

}  // namespace detection_test
