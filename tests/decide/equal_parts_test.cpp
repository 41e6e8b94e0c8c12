// SPDX-License-Identifier: MIT
// Guards: parts of a formula that symmetry makes of each other are checked
// once, with the answers and the runs of checking each.
#include <catch2/catch.hpp>

#include "decide/question/asked.hpp"
#include "explanations.hpp"
#include "network/language/property.hpp"
#include "tests/random/exchange_model.hpp"
#include "tests/random/random_model.hpp"
#include "tests/random/temporal.hpp"

namespace equal_parts_test {

namespace {

using namespace vicinal;
using decide::CheckedPart;
using decide::CheckMethod;
using network::Verdict;

std::optional<decide::CheckReport> checked(decide::Opened& opened,
                                           CheckMethod method, bool once) {
  decide::Checking checking;
  checking.properties = decide::temporal_properties(*opened.model);
  checking.method = method;
  checking.once = once;
  return decide::check_instance(opened, checking);
}

struct Seen {
  std::size_t images = 0, violated = 0, fair = 0;
};

void compare(const decide::Opened& opened, const decide::CheckReport& once,
             const decide::CheckReport& each, Seen& seen) {
  REQUIRE(once.properties.size() == each.properties.size());
  for (std::size_t p = 0; p < once.properties.size(); ++p) {
    const auto& one = once.properties[p];
    const auto& all = each.properties[p];
    INFO(opened.model->properties[one.property].name);
    // Where an error is met matters to what is decided before.
    if (once.error || each.error) continue;
    CHECK(one.verdict == all.verdict);
    REQUIRE(one.parts.size() == all.parts.size());
    for (std::size_t i = 0; i < one.parts.size(); ++i) {
      const CheckedPart& part = one.parts[i];
      CHECK(part.verdict == all.parts[i].verdict);
      CHECK_FALSE(all.parts[i].same_as);
      if (!part.same_as) continue;
      ++seen.images;
      seen.violated += part.verdict == Verdict::violated ? 1 : 0;
      seen.fair += opened.model->fairness.empty() ? 0 : 1;
    }
    REQUIRE((one.why() == nullptr) == (all.why() == nullptr));
    if (one.why() == nullptr) continue;
    CHECK(one.why()->state == all.why()->state);
    CHECK(one.why()->path.has_value() == all.why()->path.has_value());
  }
}

}  // namespace

TEST_CASE(
    "parts that are the same are checked once, with the answers of each") {
  Seen seen;
  const std::uint64_t runs = random_models::runs(80);
  for (std::uint64_t seed = 1; seed <= runs; ++seed) {
    std::string text = random_models::exchange_model(seed);
    text += random_models::temporal_claims(seed, text);
    for (const char* name : {"first", "second"}) {
      text +=
          std::string("ctl ") + name +
          ": forall i in p: " + (*name == 'f' ? "AG (" : "AF (") +
          (seed % 2 == 0 ? "{i.phase != busy} || EF {i.phase == idle});\n"
                         : "EX {i.phase != done} && {flag || level > 0});\n");
    }
    INFO("seed " << seed << "\n" << text);
    const auto opened = test::open(text);
    REQUIRE(opened->instance);
    for (const CheckMethod method : test::methods) {
      INFO("method " << decide::text(method));
      const auto once = checked(*opened, method, true);
      const auto each = checked(*opened, method, false);
      REQUIRE(once.has_value() == each.has_value());
      if (once) compare(*opened, *once, *each, seen);
    }
  }
  if (!random_models::enough_runs()) return;
  CHECK(seen.images > runs);
  CHECK(seen.violated > runs / 10);
  CHECK(seen.fair > runs / 10);
}

// The values may change places, and with them the steps of all processes
// together, but not those of one with those of one: only the second process has
// to set its value again and again.
TEST_CASE("what is fair has to be so where symmetry leads") {
  const auto opened = test::open(R"(
    enum C { r, b }
    shared x : C;
    shared y : bool = false;
    process P(k : 0..1) {
      action a(t in 0..1) when t == 0 || k == 0 {
        if t == 0 { if k == 0 { x := r; } else { x := b; } } else { y := !y; }
      }
    }
    network { node p[2] : P(k = index); }
    fair weak P.a;
    ltl again: G F {x == b} && G F {x == r};
  )");
  REQUIRE(opened->instance);
  for (const CheckMethod method : test::methods) {
    INFO("method " << decide::text(method));
    const auto report = checked(*opened, method, true);
    REQUIRE(report);
    REQUIRE(report->properties[0].parts.size() == 2);
    CHECK(report->properties[0].parts[0].verdict == Verdict::proved);
    CHECK(report->properties[0].parts[1].verdict == Verdict::violated);
  }
}

TEST_CASE("of many parts that are the same one has a structure") {
  const std::string model = R"(
    enum At { away, waiting, inside }
    process P(k : 0..1) {
      var at : At = away;
      action ask when at == away { at := waiting; }
    }
    network { node p[9] : P(k = if index == 8 then 1 else 0); }
    shared busy : bool = false;
    rule enter(q in p) when q.at == waiting && !busy && q.k == 0 {
      q.at := inside;
      busy := true;
    }
    rule leave(q in p) when q.at == inside { q.at := away; busy := false; }
  )";
  for (const char* fair : {"", "fair weak P.ask;\n"}) {
    const auto opened = test::open(
        model + fair +
        "ctl served: forall i in p: AG ({i.at == waiting && i.k == 0} => EF "
        "{i.at == inside});\n"
        "ctl all: forall i in p: AG ({i.at == waiting} => EF {i.at == "
        "inside});\n");
    REQUIRE(opened->instance);
    const auto report = checked(*opened, CheckMethod::automatic, true);
    REQUIRE(report);
    const auto& served = report->properties[0].parts;
    REQUIRE(served.size() == 9);
    for (std::size_t i = 0; i < 9; ++i) {
      CHECK(served[i].verdict == Verdict::proved);
      CHECK(served[i].same_as.has_value() == (i > 0 && i < 8));
    }
    // The last one is another process, and waits for ever.
    const auto& all = report->properties[1];
    CHECK(all.verdict == Verdict::violated);
    CHECK(all.parts[7].verdict == Verdict::proved);
    CHECK(all.parts[7].same_as);
    CHECK(all.parts[8].verdict == Verdict::violated);
    CHECK(all.why() != nullptr);
  }
}

}  // namespace equal_parts_test
