// SPDX-License-Identifier: MIT
// Guards: the search for initial states finds those that brute force finds, in
// the same order, and neither forgets nor repeats one; and it is quick where
// formulas say much.
#include "explore/search/initial_states.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <random>

#include "tests/random/loaded.hpp"
#include "tests/random/random_model.hpp"
#include "tests/random/random_start.hpp"

namespace initial_test {

namespace {

using namespace vicinal;
using State = std::vector<network::Scalar>;

random_models::Loaded load(const std::string& text) {
  auto loaded = random_models::load(text);
  INFO(text);
  INFO(loaded.messages());
  REQUIRE(loaded.instance != nullptr);
  return loaded;
}

// All, within five seconds.
std::vector<State> search(const network::Instance& instance) {
  network::Limits limits;
  limits.seconds = 5;
  std::vector<State> found;
  const bool all = explore::initial_states(
      instance, limits, [&](std::span<const network::Scalar> s) {
        found.emplace_back(s.begin(), s.end());
        return true;
      });
  CHECK(all);
  return found;
}

std::vector<State> brute_force(const network::Instance& instance) {
  std::vector<State> found;
  State state;
  for (const network::Bounds& b : instance.slots) state.push_back(b.low);
  for (;;) {
    if (explore::is_initial(instance, state)) found.push_back(state);
    std::size_t s = state.size();
    while (s-- > 0 && state[s] == instance.slots[s].high) {
      state[s] = instance.slots[s].low;
    }
    if (s == SIZE_MAX) return found;
    ++state[s];
  }
}

class Formulas {
 public:
  explicit Formulas(std::uint64_t seed) : random_(seed) {}

  std::string formula(int depth) {
    const auto sub = [&] { return "(" + formula(depth - 1) + ")"; };
    switch (depth == 0 ? pick(4) : pick(14)) {
      case 0:
        return flag();
      case 1:
        return fmt::format("{} {} {}", number(), comparison(), number());
      case 2:
        return fmt::format("!{}", flag());
      case 3:
        return fmt::format("{} {} {}", flag(), pick(2) ? "==" : "!=", flag());
      case 4:
      case 5:
        return sub() + " || " + sub();
      case 6:
        return sub() + " && " + sub();
      case 7:
        return sub() + " => " + sub();
      case 8:
        return fmt::format("exactly {} i in 0..3: b[i]", pick(4));
      case 9:
        return fmt::format("sum(i in 0..2: a[i]) {} {}", comparison(), pick(6));
      case 10:
        return fmt::format("forall i in 0..2: a[i] != {} || b[i]", pick(3));
      case 11:
      case 12:
        return given();
      default:  // an error, or not
        return fmt::format("6 / {} {} {}", number(), comparison(), pick(4));
    }
  }

  // What is said of places by constants: too large, of a place that is not
  // there or that the state chooses, against a declaration, on a condition that
  // fails, too.
  std::string given() {
    const std::uint64_t last = pick(8) == 0 ? 3 : 2;
    switch (pick(6)) {
      case 0:
        return fmt::format(
            "forall i in 0..{}: a[i] == (if i == {} then {} else {})", last,
            pick(4), pick(3), pick(8) == 0 ? 3 : pick(3));
      case 1:
        return fmt::format("forall i in 0..3: i % 2 == {} => {}b[i]", pick(3),
                           pick(2) == 0 ? "!" : "");
      case 2:
        return fmt::format("forall i in 0..3: 4 / (i - {}) > 0 => b[i]",
                           pick(6));
      case 3:
        return fmt::format("a[a[{}]] == {} && {}b[a[0]]", pick(3), pick(3),
                           pick(2) == 0 ? "!" : "");
      case 4:
        return pick(4) == 0 ? "d == -1" : "d == 0";
      default:
        return fmt::format("forall i in 0..1: {} == a[i + {}] && !b[{}]",
                           pick(2) == 0 ? "i" : "2 - i", pick(3) == 0 ? 2 : 1,
                           pick(4));
    }
  }

  // Instead of the variables above.
  void speak_of(std::vector<std::string> terms) { terms_ = std::move(terms); }

  std::string comparisons(int depth) {
    if (depth > 0 && pick(2) == 0) {
      const char* all[] = {"||", "&&", "=>"};
      return fmt::format("({}) {} ({})", comparisons(depth - 1), all[pick(3)],
                         comparisons(depth - 1));
    }
    const auto term = [&] { return terms_[pick(terms_.size())]; };
    const std::string bound =
        pick(2) == 0 ? std::to_string(pick(99)) : term() + " + " + term();
    return fmt::format("{} {} {} - 40", term(), comparison(), bound);
  }

  std::uint64_t pick(std::uint64_t n) { return random_() % n; }

 private:
  std::string comparison() {
    const char* all[] = {"==", "!=", "<", ">="};
    return all[pick(4)];
  }
  std::string number() {
    return pick(4) == 0 ? std::to_string(pick(3))
                        : fmt::format("a[{}]", pick(3));
  }
  std::string flag() { return fmt::format("b[{}]", pick(4)); }

  std::mt19937_64 random_;
  std::vector<std::string> terms_;
};

}  // namespace

TEST_CASE("the search finds what brute force finds") {
  std::size_t some = 0, none = 0;
  const std::uint64_t runs = random_models::runs(1500);
  for (std::uint64_t seed = 1; seed <= runs; ++seed) {
    Formulas f(seed);
    std::string text =
        "shared a[3] : 0..2;\nshared b[4] : bool;\nshared c : 1..1;\n"
        "shared d : -1..0 = 0;\n";
    for (std::uint64_t i = f.pick(6); i-- > 0;) {
      text += "init " + f.formula(2) + ";\n";
    }
    INFO(text);
    const auto loaded = load(text);
    const auto found = search(*loaded.instance);
    CHECK(found == brute_force(*loaded.instance));
    ++(found.empty() ? none : some);
  }
  CHECK(some > runs / 10);
  CHECK(none > runs / 10);
}

// Of variables with many values ranges are left out.
TEST_CASE("so it does where variables have many values") {
  std::size_t some = 0, none = 0, few = 0;
  const std::uint64_t runs = random_models::runs(150);
  for (std::uint64_t seed = 1; seed <= runs; ++seed) {
    Formulas f(seed);
    std::string text =
        "shared w : -40..40;\nshared v : 0..69;\nshared a : 0..2;\n";
    f.speak_of({"w", "v", "a", "v / a", "w * a", "w % 5"});
    for (std::uint64_t i = 1 + f.pick(4); i-- > 0;) {
      text += "init " + f.comparisons(2) + ";\n";
    }
    INFO(text);
    const auto loaded = load(text);
    const auto found = search(*loaded.instance);
    CHECK(found == brute_force(*loaded.instance));
    ++(found.empty() ? none : found.size() < 1000 ? few : some);
  }
  CHECK(some > runs / 10);
  CHECK(few > runs / 10);
  CHECK(none > runs / 20);
}

TEST_CASE("integers that a condition bounds are found") {
  const auto loaded = load(
      "shared a[3] : int;\nshared z : 0..5;\n"
      "init forall i in 0..1: a[i] >= 1000000 && a[i] < 1000003;\n"
      "init a[0] > a[1];\ninit a[2] == z - 7;\ninit a[2] * a[2] == 9;");
  const auto found = search(*loaded.instance);
  REQUIRE(found.size() == 3);
  CHECK(found[0] == State{1000001, 1000000, -3, 4});
  CHECK(search(*load("shared a : int;\ninit a > 3;\ninit a < 3;").instance)
            .empty());
  // What comes last bounds what comes first.
  const auto chain = search(
      *load("shared a[4] : int;\nshared z : int;\ninit z >= -1 && z <= 1;\n"
            "init forall i in 0..2: a[i] == a[i + 1];\ninit a[3] == z + 4;")
           .instance);
  REQUIRE(chain.size() == 3);
  CHECK(chain[2] == State{5, 5, 5, 5, 1});
  CHECK(
      search(*load("shared a : int;\ninit a == 9223372036854775807;").instance)
          .size() == 1);
}

TEST_CASE("so it does where a condition speaks of many edges") {
  std::size_t some = 0;
  const std::uint64_t runs = random_models::runs(20);
  for (std::uint64_t seed = 1; seed <= runs; ++seed) {
    const std::string text = random_models::random_start_of_edges(seed);
    INFO(text);
    const auto loaded = load(text);
    const auto found = search(*loaded.instance);
    CHECK(found == brute_force(*loaded.instance));
    some += found.empty() ? 0 : 1;
  }
  CHECK(some * 3 > runs);
}

TEST_CASE("what a condition gives is no choice") {
  // Ten thousand places, each of which was asked for with all others.
  const auto loaded = load(
      "process C { }\nprocess N { var p : (0..3)[c][c]; }\n"
      "network { node c[100] : C; node net : N; }\n"
      "init forall a, b in c: net.p[a][b] == (if a == b then 2 else 0);");
  CHECK(search(*loaded.instance).size() == 1);
}

TEST_CASE("exactly one of many is quick") {
  const auto loaded = load(
      "shared e[60] : bool;\ninit exactly 1 i in 0..59: e[i];\n"
      "init forall i in 0..9: !e[i];");
  CHECK(search(*loaded.instance).size() == 50);
}

TEST_CASE(
    "free variables between two that contradict each other do not count") {
  // Without going back past `m`, 2^60 valuations of it are tried.
  CHECK(search(*load("shared a : 0..5;\nshared m[60] : bool;\nshared z : 0..5;"
                     "\ninit a == z;\ninit a != z;")
                    .instance)
            .empty());
  // Two reasons, one of them passed on.
  CHECK(search(*load("shared a : bool;\nshared m[40] : bool;\n"
                     "shared b : bool;\nshared n[40] : bool;\n"
                     "shared z : bool;\ninit z == (a && b);\n"
                     "init z != (a && b);")
                    .instance)
            .empty());
  // The only state, behind many that look alike.
  const auto found = search(
      *load("shared a : 0..7;\nshared m[50] : bool;\nshared z : 0..7;\n"
            "init z * a == 49;\ninit a == 7 => forall i in 0..49: !m[i];")
           .instance);
  REQUIRE(found.size() == 1);
  CHECK(found[0].front() == 7);
}

TEST_CASE("a value that a condition gives is the only one, where it is one") {
  const auto states = [](const std::string& conditions) {
    const auto loaded =
        load("shared a[3] : 0..3;\nshared b[3] : 0..3;\nshared k : 0..2;\n" +
             conditions);
    const auto found = search(*loaded.instance);
    INFO(conditions);
    CHECK(found == brute_force(*loaded.instance));
    return found.size();
  };
  const std::string all = "init forall i in 0..2: ";
  CHECK(states(all + "a[i] == i + 1;\n" + all + "3 - i == b[i];") == 3);
  CHECK(states("init k == 1;") == 64 * 64);
  // Two values, a value that the type has not, no value at all.
  CHECK(states(all + "a[i] == i;\ninit a[1] == 2;") == 0);
  CHECK(states(all + "a[i] == i + 2;") == 0);
  CHECK(states(all + "a[i] == 2 / i;") == 0);
  CHECK(states("init forall i in 0..k: a[i] == 0;") == 64 * (16 + 4 + 1));
  // Values and places that depend on a state.
  CHECK(states(all + "a[i] == b[i];") == 3 * 64);
  CHECK(states(all + "a[i] == k;") == 3 * 64);
  CHECK(states("init a[k] == 3;") == 3 * 16 * 64);
  CHECK(states(all + "a[k] == b[i] && a[i] == 1;") == 3);
  CHECK(states(all + "(a[i] == 1) == (k == 1);") == 64 * 1 + 64 * 2 * 27);
  CHECK(states(all + "a[i] <= 1;") == 8 * 64 * 3);
  CHECK(states("init exists i in 0..2: a[i] == 1;") == 3 * 64 * (64 - 27));
}

TEST_CASE("thousands of values that are given take no time") {
  const auto loaded = load(
      "shared a[30000] : 0..3;\ninit forall i in 0..29999: a[i] == i % 4;");
  CHECK(search(*loaded.instance).size() == 1);
}

TEST_CASE("the visitor ends the search") {
  const auto loaded = load("shared a[20] : bool;");
  std::size_t seen = 0;
  CHECK_FALSE(explore::initial_states(
      *loaded.instance, {},
      [&](std::span<const network::Scalar>) { return ++seen < 7; }));
  CHECK(seen == 7);
}

}  // namespace initial_test
