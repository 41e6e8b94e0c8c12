// SPDX-License-Identifier: MIT
// Guards: groups that somebody wrote. What is printed of random members of a
// detected group is read back, and orbits by it give the answers and the counts
// that the definition gives; of permutations that nobody looked at none passes
// that steps, initial states or properties do not respect.
#include <catch2/catch.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <random>

#include "explore/virtual/classify.hpp"
#include "explore/virtual/model_structure.hpp"
#include "explore/virtual/symbolic_group.hpp"
#include "symmetry/detection/detected.hpp"
#include "symmetry/detection/literal_states.hpp"
#include "symmetry/detection/named_group.hpp"
#include "symmetry/forms/model_forms.hpp"
#include "symmetry/written/given_group.hpp"
#include "tests/explore/automorphisms.hpp"
#include "tests/explore/orbits.hpp"
#include "tests/random/exchange_model.hpp"
#include "tests/random/loaded.hpp"
#include "tests/random/random_model.hpp"
#include "tests/random/symmetric_model.hpp"
#include "tests/random/uniform_model.hpp"

namespace given_group_test {

namespace {

using namespace vicinal;
using network::Instance;
using network::Scalar;
using symmetry::Detection;
using symmetry::LiteralMap;
using symmetry::WrittenGenerator;
using Dice = std::mt19937_64;

// As `vicinal symmetry` prints them.
std::string text_of(const symmetry::NamedGroup& group) {
  std::string text;
  for (const symmetry::NamedGenerator& g : group.generators) {
    text +=
        fmt::format("  {:<8} {}\n", symmetry::text(g.kind), symmetry::text(g));
  }
  return text;
}

struct Read {
  std::optional<std::vector<WrittenGenerator>> generators;
  std::vector<std::string> messages;
};

Read read(const Instance& instance, const std::string& text) {
  std::string why_not;
  const auto guarded = symmetry::guarded_of(instance, {}, {}, why_not);
  if (!guarded) return {std::nullopt, {why_not}};
  const network::Source source("group.txt", text);
  network::Diagnostics diagnostics(&source);
  Read result;
  result.generators = symmetry::read_generators(source, *guarded, diagnostics);
  for (const auto& d : diagnostics.all()) {
    const auto at = source.position(d.span.begin);
    result.messages.push_back(fmt::format("V{:04} {}:{} {}",
                                          network::number(d.code), at.line,
                                          at.column, d.message));
  }
  CHECK(result.generators.has_value() == result.messages.empty());
  return result;
}

// First a, then b.
LiteralMap product(const LiteralMap& a, const LiteralMap& b,
                   const Instance& instance) {
  LiteralMap result = a;
  for (std::uint32_t s = 0; s < a.slot.size(); ++s) {
    const network::Bounds& bounds = instance.slots[s];
    result.slot[s] = b.slot[a.slot[s]];
    result.value[s].clear();
    if (a.value[s].empty() && b.value[a.slot[s]].empty()) continue;
    for (Scalar v = bounds.low; v <= bounds.high; ++v) {
      result.value[s].push_back(
          b.image(a.slot[s], bounds.low, a.image(s, bounds.low, v)));
    }
  }
  return result;
}

struct Seen {
  test::Seen orbits;
  int groups = 0, smaller = 0, by_constraints = 0, data = 0;
};

// A random subgroup of what is detected, printed and read back.
symmetry::ModelSymmetry read_back(const Instance& instance,
                                  const std::vector<std::size_t>& properties,
                                  Dice& dice, Seen& seen) {
  symmetry::ModelSymmetry none;
  none.why_not = "nothing is detected";
  std::string why_not;
  auto found = symmetry::detect(instance, properties, {}, why_not);
  if (!found || !found->why_not.empty() || found->generators.empty()) {
    return none;
  }
  const std::string order = symmetry::symmetry_of(*found).order;
  std::vector<LiteralMap> some;
  for (std::size_t i = 0; i < 1 + dice() % 2; ++i) {
    const auto& all = found->generators;
    LiteralMap map = all[dice() % all.size()];
    for (std::size_t k = dice() % 3; k > 0; --k) {
      map = product(map, all[dice() % all.size()], instance);
    }
    if (!map.identity()) some.push_back(std::move(map));
  }
  if (some.empty()) return none;
  found->generators = some;
  auto named = symmetry::named_group(*found);
  // Of a product of values that do not occur nothing is printed.
  for (std::size_t g = some.size(); g-- > 0;) {
    if (!named.generators[g].cycles.empty()) continue;
    some.erase(some.begin() + static_cast<std::ptrdiff_t>(g));
    named.generators.erase(named.generators.begin() +
                           static_cast<std::ptrdiff_t>(g));
  }
  if (some.empty()) return none;
  const std::string text = text_of(named);
  INFO(text);
  const Read back = read(instance, text);
  INFO(fmt::format("{}", fmt::join(back.messages, "\n")));
  REQUIRE(back.generators);
  REQUIRE(back.generators->size() == some.size());
  const auto judged = test::states_of(instance, *found, properties);
  for (std::size_t g = 0; g < some.size(); ++g) {
    for (std::size_t s = 0; s < judged.reached; ++s) {
      REQUIRE(
          test::image((*back.generators)[g].map, *found, judged.states[s]) ==
          test::image(some[g], *found, judged.states[s]));
    }
  }
  auto result = symmetry::written_symmetry(instance, {properties, {}, {}},
                                           *back.generators,
                                           symmetry::Products::left_out);
  INFO(fmt::format("{}", fmt::join(result.why_not, "\n")));
  CHECK(result.all());
  ++seen.groups;
  seen.smaller += result.symmetry.order != order ? 1 : 0;
  for (const symmetry::Way way : result.judge) {
    seen.by_constraints += way == symmetry::Way::detected ? 1 : 0;
  }
  return std::move(result.symmetry);
}

template <class Model>
Seen read_back_all(std::uint64_t count, const Model& model) {
  Seen seen;
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    INFO("seed " << seed);
    Dice dice(seed);
    test::compare_orbits(
        model(seed),
        [&](const Instance& instance, const auto& properties) {
          return read_back(instance, properties, dice, seen);
        },
        seen.orbits, false);
  }
  return seen;
}

// ---- permutations that nobody looked at ------------------------------------

struct Wild {
  int tried = 0, passed = 0, refused = 0, wrong = 0, missed = 0;
};

std::string cycle_of(std::vector<std::string> names, Dice& dice) {
  std::shuffle(names.begin(), names.end(), dice);
  names.resize(2 + dice() % (names.size() - 1));
  return fmt::format("({})", fmt::join(names, " "));
}

// Nodes of a family change places, or variables of one type, or values of one.
std::string wild(const Instance& instance, Dice& dice) {
  std::map<std::string, std::vector<std::string>> alike;
  for (std::size_t n = 0; n < instance.network.node_count(); ++n) {
    const network::NodeId node(n);
    alike[fmt::format("node {}", instance.process_id(node).value)].push_back(
        network::node_name(instance, node));
  }
  for (const network::NamedPlace& p : network::places(instance)) {
    const std::string type = network::type_text(instance, p.type);
    alike[type].push_back(p.name);
    if (type == "bool") alike[p.name] = {p.name + ": true", "false"};
  }
  for (const auto& e : instance.model->enums) {
    if (e.constants.size() > 1) alike["enum " + e.name] = e.constants;
  }
  std::erase_if(alike, [](const auto& a) { return a.second.size() < 2; });
  if (alike.empty()) return {};
  std::string text;
  for (std::size_t i = 0; i < 1 + dice() % 2; ++i) {
    auto at = alike.begin();
    std::advance(at, dice() % alike.size());
    const auto& names = at->second;
    text += names[0].find(':') == std::string::npos
                ? cycle_of(names, dice)
                : fmt::format("({})", fmt::join(names, " "));
    alike.erase(at);
    if (alike.empty()) break;
  }
  return text;
}

void let_none_pass(const std::string& text, Dice& dice, Wild& seen) {
  INFO(text);
  const auto loaded = random_models::load(text);
  REQUIRE(loaded.instance != nullptr);
  const Instance& instance = *loaded.instance;
  const auto properties = loaded.invariants();
  std::string why_not;
  const auto found = symmetry::detect(instance, properties, {}, why_not);
  if (!found || !found->why_not.empty()) return;
  const auto judged = test::states_of(instance, *found, properties);
  if (judged.reached == 0) return;
  for (int i = 0; i < 6; ++i) {
    const std::string group = wild(instance, dice);
    if (group.empty()) return;
    INFO(group);
    const Read back = read(instance, group);
    if (!back.generators) continue;  // two variables go to one
    ++seen.tried;
    const LiteralMap& map = back.generators->front().map;
    const auto result = symmetry::written_symmetry(
        instance, {properties, {}, {}}, *back.generators,
        symmetry::Products::left_out);
    const auto wrong =
        test::disrespected(instance, *found, properties, judged, map);
    ++(result.all() ? seen.passed : seen.refused);
    seen.wrong += wrong ? 1 : 0;
    if (result.all()) {
      INFO(wrong.value_or(""));
      CHECK_FALSE(wrong);
    } else {
      seen.missed += wrong ? 0 : 1;
      CHECK(result.symmetry.trivial());
    }
  }
}

template <class Model>
Wild let_none_pass_all(std::uint64_t count, const Model& model) {
  Wild seen;
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    INFO("seed " << seed);
    Dice dice(seed);
    let_none_pass(model(seed), dice, seen);
  }
  return seen;
}

}  // namespace

TEST_CASE("what is printed of a detected group is read back: exchanges") {
  const std::uint64_t count = random_models::runs(200);
  const Seen seen = read_back_all(count, random_models::exchange_model);
  CHECK(seen.groups * 4 > static_cast<int>(count));
  CHECK(seen.orbits.reduced > 0);
  if (count >= 100) CHECK(seen.smaller > 0);
}

TEST_CASE("what is printed of a detected group is read back: networks") {
  const std::uint64_t count = random_models::runs(150);
  const Seen seen = read_back_all(count, random_models::symmetric_model);
  if (count >= 100) CHECK(seen.groups > 0);
}

TEST_CASE("what is printed of a detected group is read back: flat models") {
  const std::uint64_t count = random_models::runs(200);
  const Seen seen = read_back_all(count, random_models::uniform_model);
  if (count < 100) return;
  CHECK(seen.groups * 4 > static_cast<int>(count));
  CHECK(seen.by_constraints > 0);
}

TEST_CASE("no permutation passes that states do not respect") {
  const std::uint64_t count = random_models::runs(200);
  for (const auto& seen :
       {let_none_pass_all(count, random_models::exchange_model),
        let_none_pass_all(count, random_models::uniform_model),
        let_none_pass_all(count, random_models::symmetric_model)}) {
    CHECK(seen.wrong > 0);
    CHECK(seen.refused > 0);
    if (count >= 20) CHECK(seen.passed > 0);
    // Few of those refused are symmetries of the states that were looked at.
    CHECK(seen.missed * 10 <= seen.refused);
  }
}

// ---- virtual symmetry ------------------------------------------------------

namespace {

struct Virtually {
  int tried = 0, shown = 0, genuine = 0, only_virtual = 0;
};

// Cycles of nodes of a kind: all of them, or some; now and then what is wild.
std::string node_group(const Instance& instance, Dice& dice) {
  if (dice() % 8 == 0) return wild(instance, dice);
  std::map<std::uint32_t, std::vector<std::string>> kinds;
  for (std::size_t n = 0; n < instance.network.node_count(); ++n) {
    const network::NodeId node(n);
    kinds[instance.process_id(node).value].push_back(
        network::node_name(instance, node));
  }
  std::string text;
  for (auto& [kind, names] : kinds) {
    if (names.size() < 2) continue;
    const bool all = dice() % 2 == 0;
    text += all ? fmt::format("({})", fmt::join(names, " "))
                : cycle_of(names, dice);
    if (dice() % 3 == 0) text += "\n" + cycle_of(names, dice);
  }
  return text;
}

std::vector<LiteralMap> maps_of(const std::vector<WrittenGenerator>& written) {
  std::vector<LiteralMap> maps;
  for (const WrittenGenerator& g : written) maps.push_back(g.map);
  return maps;
}

// One property less may be enough.
symmetry::ModelSymmetry shown_virtual(const Instance& instance,
                                      const std::vector<LiteralMap>& literal,
                                      std::vector<std::size_t>& properties) {
  const symmetry::Sorts sorts(instance);
  std::vector<symmetry::StateMap> maps;
  for (const LiteralMap& m : literal) {
    auto map = symmetry::fitting(m, sorts);
    if (!map) return {};
    maps.push_back(std::move(*map));
  }
  std::vector<std::size_t> unasked;
  for (;;) {
    auto found =
        explore::find_virtual_symmetry(instance, properties, unasked, maps);
    if (!found.trivial() || properties.empty()) return found;
    unasked.push_back(properties.back());
    properties.pop_back();
  }
}

void show_virtual(const std::string& text, Dice& dice, Virtually& seen) {
  INFO(text);
  const auto loaded = random_models::load(text);
  REQUIRE(loaded.instance != nullptr);
  const Instance& instance = *loaded.instance;
  const std::string group = node_group(instance, dice);
  if (group.empty()) return;
  INFO(group);
  const Read back = read(instance, group);
  if (!back.generators) return;
  ++seen.tried;
  const auto maps = maps_of(*back.generators);
  std::vector<std::size_t> properties;
  for (std::size_t p = 0; p < loaded.model->properties.size(); ++p) {
    properties.push_back(p);
  }
  const auto symmetry = shown_virtual(instance, maps, properties);
  if (symmetry.trivial()) return;
  ++seen.shown;
  std::string why_not;
  const auto all = explore::structure_of(instance, explore::Reading::all, 3000,
                                         maps, why_not);
  if (all) {
    const auto found = explore::classify(*all);
    CHECK(found.virtually);
    ++(found.symmetric ? seen.genuine : seen.only_virtual);
  }
  test::compare_virtual(instance, properties, symmetry);
}

}  // namespace

TEST_CASE("virtual symmetry under groups that somebody wrote") {
  Virtually seen;
  const std::uint64_t count = random_models::runs(300);
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    INFO("seed " << seed);
    Dice dice(seed);
    show_virtual(random_models::exchange_model(seed), dice, seen);
    if (seed % 3 != 0) continue;
    show_virtual(random_models::symmetric_model(seed), dice, seen);
    show_virtual(random_models::uniform_model(seed), dice, seen);
  }
  CAPTURE(seen.tried, seen.shown, seen.genuine, seen.only_virtual);
  CHECK(seen.shown > 0);
  CHECK(seen.genuine > 0);
  CHECK((seen.only_virtual > 0 || count < 150));
}

TEST_CASE(
    "of who goes first all permutations make no other state, rotations do") {
  // Who is asked first goes first; somebody in the same state always may.
  const auto loaded = random_models::load(
      "process P { var x : bool = false;\n"
      "  action a when !x && (forall q in p: index(q) < index(self) => q.x)\n"
      "    { x := true; }\n"
      "  action b when x && (forall q in p: q.x) { x := false; } }\n"
      "network { node p[4] : P; }\n"
      "invariant some: (exists q in p: q.x) || (forall q in p: !q.x);\n"
      "invariant first: !p[0].x;");
  INFO(loaded.messages());
  REQUIRE(loaded.instance != nullptr);
  const auto shown = [&](const std::string& group) {
    const Read back = read(*loaded.instance, group);
    REQUIRE(back.generators);
    std::vector<std::size_t> properties{0};
    return shown_virtual(*loaded.instance, maps_of(*back.generators),
                         properties);
  };
  CHECK(shown("(p[0] p[1] p[2] p[3])").why_not != "");
  CHECK(shown("(p[0] p[1])\n(p[0] p[1] p[2] p[3])").order == "24");
  // What is asked of one of them is not asked of others.
  const Read back =
      read(*loaded.instance, "(p[0] p[1])\n(p[0] p[1] p[2] p[3])");
  REQUIRE(back.generators);
  std::vector<std::size_t> first{1};
  CHECK(
      shown_virtual(*loaded.instance, maps_of(*back.generators), first).order ==
      "24");
  CHECK(first.empty());
}

namespace {

constexpr const char* ring =
    "enum Phase { idle, busy }\n"
    "process P { port left, right : inout bool; var phase : Phase = idle;\n"
    "  var friend : id of s = none; var flag : bool = false; var total : int = "
    "0;\n"
    "  action go when left { left := false; right := true; phase := busy; } }\n"
    "network { node s[3] : P; edge t[3] : bool;\n"
    "  for i in 0..2 { connect s[i].right, s[(i + 1) % 3].left to t[i]; }\n"
    "  init exactly 1 e in t: e; }\n";

}  // namespace

TEST_CASE("edges and references follow nodes that a generator moves") {
  const auto loaded = random_models::load(ring);
  REQUIRE(loaded.instance != nullptr);
  const Read nodes = read(*loaded.instance, "# nodes\n(s[0] s[1] s[2])\n");
  REQUIRE(nodes.generators);
  const Read whole = read(*loaded.instance,
                          "process (s[0] s[1]\n s[2])(t[0] t[1] t[2]) // so\n");
  REQUIRE(whole.generators);
  CHECK(nodes.generators->front().map == whole.generators->front().map);
  // Said with the edges that stay, it is another permutation.
  const Read torn = read(*loaded.instance, "(s[0] s[1] s[2])(t[0])\n");
  REQUIRE(torn.generators);
  CHECK(torn.generators->front().map != whole.generators->front().map);
  const symmetry::Asked nothing;
  CHECK(symmetry::written_symmetry(*loaded.instance, nothing, *whole.generators,
                                   symmetry::Products::left_out)
            .symmetry.order == "3");
  const auto refused =
      symmetry::written_symmetry(*loaded.instance, nothing, *torn.generators,
                                 symmetry::Products::left_out);
  CHECK(refused.why_not ==
        std::vector<std::string>{"it may change when action 'go' of P may be "
                                 "taken"});
}

TEST_CASE("what is no permutation is said with its place") {
  const auto loaded = random_models::load(ring);
  REQUIRE(loaded.instance != nullptr);
  const auto said = [&](const std::string& text) {
    const Read found = read(*loaded.instance, text);
    REQUIRE(found.messages.size() == 1);
    return found.messages[0];
  };
  CHECK(said("") == "V0640 1:1 there is no generator");
  CHECK(said("\n  s[0] s[1]\n") == "V0640 2:3 a generator begins with '('");
  CHECK(said("(s[0] s[1]\n(t[0] t[1])\n") == "V0640 1:1 the cycle has no ')'");
  CHECK(said("(s[0] s[1]) t[0]") == "V0640 1:13 here a cycle begins, with '('");
  CHECK(said("()") == "V0640 1:1 there is nothing in the cycle");
  CHECK(said("(s[0].flag = true, = false)") ==
        "V0640 1:20 '=' stands between a variable and a value");
  CHECK(said("(s[0].flag = true, s[1].flag)") ==
        "V0640 1:1 each variable of the cycle has a value");
  CHECK(said("(s[0] s[3])") ==
        "V0641 1:7 there is no node, edge, variable or constant 's[3]'; did "
        "you mean 's[0]'?");
  CHECK(said("(s[0].flag: true maybe)") ==
        "V0641 1:18 'maybe' is no value of s[0].flag");
  CHECK(said("(s[0].total: 0 1)") ==
        "V0642 1:2 's[0].total' has no values that can be named one by one");
  CHECK(said("(s[0] s[0])") == "V0642 1:7 's[0]' is in the cycles already");
  CHECK(said("(s[0] t[0])") ==
        "V0642 1:7 't[0]' cannot take the place of 's[0]': it is of another "
        "kind");
  CHECK(said("(s[0].flag s[1].phase)") ==
        "V0642 1:12 's[1].phase' cannot take the place of 's[0].flag': it is "
        "of another kind");
  CHECK(said("(s[0] s[1])(s[1].flag s[2].flag)") ==
        "V0642 1:1 s[0].flag and s[2].flag both go to s[1].flag");
  CHECK(said("(s[0].flag: true false)(s[0].flag = true, s[1].flag = true)") ==
        "V0642 1:25 all values of s[0].flag go to one variable");
}

}  // namespace given_group_test
