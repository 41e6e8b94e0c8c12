// SPDX-License-Identifier: MIT
// Guards: what is known of a property does not depend on which others stand in
// the file or were asked. Each property of random families is asked alone, with
// all others, and with some of them.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "decide/decide.hpp"
#include "tests/random/random_family.hpp"
#include "tests/random/random_model.hpp"

namespace each_question_test {

namespace {

using namespace vicinal;
using network::Verdict;

using Verdicts = std::map<std::string, Verdict>;

// Of what some of them are asked: bit p of `which` is property p, the one after
// the last is that there is no model error.
Verdicts asked(const std::string& text, std::uint64_t which) {
  const auto opened = decide::open_model(text, "model.vic", {});
  REQUIRE(opened->good());
  decide::Asked question;
  question.every_size = true;
  const auto all = decide::invariants(*opened->model);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if ((which >> i & 1) != 0) question.properties.push_back(all[i]);
  }
  question.model_errors = (which >> all.size() & 1) != 0;
  Verdicts out;
  for (const auto& a : decide::decide(*opened, question, {}).answers()) {
    out[a.name] = a.verdict;
  }
  return out;
}

constexpr std::uint64_t everything = UINT64_MAX;

Verdicts asked_alone(const std::string& text, const std::string& name) {
  const auto opened = decide::open_model(text, "model.vic", {});
  REQUIRE(opened->good());
  const auto all = decide::invariants(*opened->model);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (opened->model->properties[all[i]].name == name) {
      return asked(text, std::uint64_t{1} << i);
    }
  }
  return asked(text, std::uint64_t{1} << all.size());
}

struct EachCounts {
  int known = 0, unknown = 0, with_others = 0;
};

// Others are no burden; what they prove may help.
void compare(const Verdicts& some, const Verdicts& alone, EachCounts& counts) {
  for (const auto& [name, verdict] : alone) {
    const Verdict other = some.at(name);
    INFO(name << ": " << network::text(verdict) << " alone, "
              << network::text(other) << " with others");
    if (verdict == Verdict::unknown) {
      ++counts.unknown;
      counts.with_others += other == Verdict::unknown ? 0 : 1;
      continue;
    }
    ++counts.known;
    CHECK(other == verdict);
  }
}

}  // namespace

TEST_CASE("what is known of a property does not depend on others") {
  EachCounts counts;
  // Of these nearly all time goes into the solver: nine tenths of that of the
  // first six, so that they are left to all runs. Where there are few, for a
  // sanitizer, which does not see the solver, they begin with the fourth.
  const std::set<std::uint64_t> slow = {1, 6};
  const std::uint64_t first = random_models::enough_runs() ? 1 : 4;
  std::uint64_t left = random_models::runs(12);
  for (std::uint64_t seed = first; left > 0; ++seed) {
    if (slow.contains(seed) && random_models::runs(100) < 100) continue;
    --left;
    std::string text = random_models::random_family(seed).text;
    // Seldom proved, and then all engines are asked for all they may spend:
    // most of the time goes there, so that not all models have it.
    if (seed % 3 == 0) text += "invariant live: enabled;\n";
    INFO("seed " << seed << "\n" << text);
    const Verdicts all = asked(text, everything);
    const std::uint64_t which = seed * 0x9e3779b97f4a7c15U >> 32;
    const Verdicts some = asked(text, which);
    for (const auto& [name, verdict] : all) {
      const Verdicts alone = asked_alone(text, name);
      compare(all, alone, counts);
      if (some.contains(name)) compare(some, alone, counts);
    }
  }
  INFO(counts.known << " known, " << counts.unknown << " unknown alone, "
                    << counts.with_others << " of them known with others");
  if (!random_models::enough_runs()) return;
  CHECK(counts.known > counts.unknown);
  CHECK(counts.known > 10);
  // What stays unknown is what takes long; nothing is compared there.
  CHECK((counts.unknown > 0 || random_models::runs(100) < 100));
}

// Evaluating `enabled` is no error, whether or not it holds.
TEST_CASE("deadlock freedom is no burden of freedom from errors") {
  const std::string model = R"(
    param n : 2.. = 3;
    shared turn : 0..1 = 0;
    process P {
      var c : 0..2 = 0;
      action up when c < 2 && turn == 0 { c := c + 1; }
      action down when c > 0 { c := c - 1; turn := 1 - turn; }
    }
    network { node p[n] : P; }
    invariant live: enabled;
  )";
  CHECK(asked(model, everything).at("no model error") == Verdict::proved);
}

// A sum that nothing is known about needs no proof to have a value; a division
// needs one.
TEST_CASE("a property that is not proved may have a value") {
  const auto errors = [](const std::string& claim) {
    const std::string model = R"(
      param n : 1.. = 3;
      process P {
        var c : 0..3 = 3;
        action down when c > 0 { c := c - 1; }
      }
      network { node p[n] : P; }
      invariant never: )" + claim +
                              ";";
    return asked(model, everything).at("no model error");
  };
  CHECK(errors("sum(i in p: i.c) != 3 * n - 1") == Verdict::proved);
  CHECK(errors("forall i in p: 6 / (i.c + 1) > 2") == Verdict::proved);
  CHECK(errors("forall i in p: 6 / i.c > 2") == Verdict::violated);
}

// Where lemmas are wanted, those of one property are not those of another.
// What this does not see is that lemmas are asked of each property alone, too:
// the verdicts are those of all together until the others take all the work of
// the solver, which is most of a minute (five properties with products do).
TEST_CASE("a property that nothing proves takes no other one with it") {
  // Nearly all of it is the solver's, which no sanitizer sees.
  if (!random_models::enough_runs()) return;
  const std::string model = R"(
    param n : 2.. = 3;
    shared money : int = 5;
    process P {
      var has : int = 5;
      var asks : bool = false;
      var inside : bool = false;
      port bus : inout bool;
      action ask when !asks { asks := true; }
      action enter when asks && !bus { inside := true; bus := true; }
      action leave when inside { inside := false; bus := false; asks := false; }
      action pay when has > 0 { has := has - 1; money := money + 1; }
    }
    network {
      node p[n] : P;
      edge e : bool = false;
      for i in 0..n-1 { connect p[i].bus to e; }
    }
    invariant rich: forall i in p: money * money != 7 || i.has != 2;
    invariant mutex: forall i, j in p: i != j => !(i.inside && j.inside);
  )";
  const Verdicts all = asked(model, everything);
  CHECK(all.at("rich") == Verdict::unknown);
  CHECK(all.at("mutex") == Verdict::proved);
  CHECK(all.at("no model error") == Verdict::proved);
}

}  // namespace each_question_test
