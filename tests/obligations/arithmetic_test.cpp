// SPDX-License-Identifier: MIT
// Guards: what is assigned lies within the type or the step is an error, for
// random terms of all operators on numbers. A term of small variables has every
// value that a third evaluation, by hand, finds; where that fails, obligations
// do. What is made of integers has no bounds.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "tests/obligations/proving.hpp"
#include "tests/random/random_model.hpp"
#include "tests/random/terms.hpp"

namespace arithmetic_test {

namespace {

using namespace vicinal;
using obligations_test::proof_of;
using random_models::Dice;

using Number = std::int64_t;

struct Small {
  const char* name;
  Number low, high;
};

// Both signs, without and with 0.
constexpr Small variables[] = {
    {"a", -5, 2}, {"b", 1, 3}, {"c", -3, -1}, {"d", 0, 4}};
constexpr std::size_t count = std::size(variables);

struct Term {
  std::string op;  // "" is a number or, if there is none, a variable
  std::optional<Number> number;
  std::size_t variable = 0;
  std::vector<Term> parts;
};

const std::vector<std::string> operators = {
    "+", "-", "*", "/", "%", "/", "%", "/", "min", "max", "abs", "neg", "if"};

Term random_term(Dice& dice, int depth) {
  Term t;
  if (depth == 0 || dice.one_in(5)) {
    if (dice.one_in(3)) t.number = dice.below(8) - 4;
    t.variable = static_cast<std::size_t>(dice.below(count));
    return t;
  }
  t.op = dice.of(operators);
  const int parts = t.op == "if" ? 4 : t.op == "abs" || t.op == "neg" ? 1 : 2;
  for (int i = 0; i < parts; ++i) {
    t.parts.push_back(random_term(dice, depth - 1));
  }
  return t;
}

std::string text(const Term& t) {
  if (t.number) return fmt::format("({})", *t.number);
  if (t.op.empty()) return variables[t.variable].name;
  std::vector<std::string> p;
  for (const Term& part : t.parts) p.push_back(text(part));
  if (t.op == "if") {
    return fmt::format("(if {} < {} then {} else {})", p[0], p[1], p[2], p[3]);
  }
  if (t.op == "neg") return fmt::format("(-{})", p[0]);
  if (t.op == "abs") return fmt::format("abs({})", p[0]);
  if (t.op == "min" || t.op == "max") {
    return fmt::format("{}({}, {})", t.op, p[0], p[1]);
  }
  return fmt::format("({} {} {})", p[0], t.op, p[1]);
}

// By definition: the rest is from 0 up to below the divisor's absolute value.
std::optional<Number> divided(Number x, Number y, bool rest) {
  if (y == 0) return std::nullopt;
  const Number width = std::abs(y);
  const Number r = (x % width + width) % width;
  return rest ? r : (x - r) / y;
}

// None: it fails.
std::optional<Number> value(const Term& t, const std::vector<Number>& at) {
  if (t.number) return t.number;
  if (t.op.empty()) return at[t.variable];
  std::vector<Number> p;
  for (std::size_t i = 0; i < t.parts.size(); ++i) {
    // Of a choice, one side.
    const bool left_out = i >= 2 && (p[0] < p[1]) != (i == 2);
    const auto v = left_out ? std::optional<Number>(0) : value(t.parts[i], at);
    if (!v) return std::nullopt;
    p.push_back(*v);
  }
  if (t.op == "+") return p[0] + p[1];
  if (t.op == "-") return p[0] - p[1];
  if (t.op == "*") return p[0] * p[1];
  if (t.op == "/" || t.op == "%") return divided(p[0], p[1], t.op == "%");
  if (t.op == "min") return std::min(p[0], p[1]);
  if (t.op == "max") return std::max(p[0], p[1]);
  if (t.op == "abs") return std::abs(p[0]);
  if (t.op == "neg") return -p[0];
  return p[0] < p[1] ? p[2] : p[3];
}

struct Values {
  Number least = INT64_MAX, greatest = INT64_MIN;
  bool fails = false;
};

Values values_of(const Term& t) {
  Values out;
  std::vector<Number> at;
  for (const Small& v : variables) at.push_back(v.low);
  for (;;) {
    if (const auto v = value(t, at)) {
      out.least = std::min(out.least, *v);
      out.greatest = std::max(out.greatest, *v);
    } else {
      out.fails = true;
    }
    std::size_t i = 0;
    for (; i < count && at[i] == variables[i].high; ++i) {
      at[i] = variables[i].low;
    }
    if (i == count) return out;
    ++at[i];
  }
}

// Whether the step is proved not to fail where what it assigns to has this
// range.
bool never_fails(const Term& t, Number low, Number high) {
  std::string model;
  for (const Small& v : variables) {
    model += fmt::format("shared {} : {}..{};\n", v.name, v.low, v.high);
  }
  model += fmt::format("shared r : {0}..{1} = {0};\nrule set {{ r := {2}; }}\n",
                       low, high, text(t));
  INFO(model);
  const std::string open = proof_of(model).open();
  CHECK((open.empty() || open == "error: rule set"));
  return open.empty();
}

struct ValueCounts {
  int failing = 0, ranges = 0, proved = 0;

  std::string text() const {
    return fmt::format("{} fail, {} do not, {} proved", failing, ranges,
                       proved);
  }
};

Term named(std::size_t variable) {
  return {"", {}, variable, {}};
}

void check(const Term& t, ValueCounts& counts) {
  INFO(text(t));
  const Values v = values_of(t);
  if (v.fails) {
    ++counts.failing;
    CHECK_FALSE(never_fails(t, -1000000, 1000000));
    return;
  }
  ++counts.ranges;
  counts.proved += never_fails(t, v.least, v.greatest) ? 1 : 0;
  if (v.least == v.greatest) return;
  CHECK_FALSE(never_fails(t, v.least + 1, v.greatest));
  CHECK_FALSE(never_fails(t, v.least, v.greatest - 1));
}

// A term that is as far from 0 as anybody likes, of integers: x and y are any,
// v is from 0 to x.
std::string far_from_zero(Dice& dice, int depth) {
  if (depth == 0) {
    return dice.of(std::vector<std::string>{
        "x", "y", "v", "x % y", "x / 2", "x * x", "max(x, 3)", "min(y, v)",
        "sum(q in p: q.z)", "max(q in p: q.z)", "count(w in 0..x: w >= 0)"});
  }
  const std::string part = far_from_zero(dice, depth - 1);
  return fmt::format(fmt::runtime(dice.of(std::vector<std::string>{
                         "({} + 1)", "(3 - {})", "(-{})", "({} * 3)",
                         "({} / 2)", "abs({})", "(if y > 0 then {} else 0)"})),
                     part);
}

}  // namespace

TEST_CASE("what is made of integers has no bounds") {
  for (std::uint64_t seed = 1; seed <= random_models::runs(60); ++seed) {
    Dice dice(seed);
    const std::string term = far_from_zero(dice, static_cast<int>(seed % 3));
    const std::string model = fmt::format(
        "param n : 1.. = 1;\nprocess P {{ var z : int; }}\n"
        "network {{ node p[n] : P; }}\nshared x : int;\nshared y : int;\n"
        "shared r : -9223372036854775807..9223372036854775807 = 0;\n"
        "rule set(v in 0..x) when y != 0 {{ r := {}; }}\n",
        term);
    INFO("seed " << seed << "\n" << model);
    CHECK(proof_of(model).open() == "error: rule set");
  }
}

// Without integers a sum is one of 64 bits, or fails.
TEST_CASE("sums of large numbers may be more than 64 bits hold") {
  const auto see = [](const std::string& most, const std::string& body) {
    return proof_of("param n : 1.. = 1; process P { var x : 0.." + most +
                    "; } network { node p[n] : P; } shared y : bool;"
                    "rule see { y := sum(q in p: " +
                    body + ") > 5; }")
        .open();
  };
  for (const char* most : {"1", "1000", "2147483648", "4294967295"}) {
    INFO(most);
    CHECK(see(most, "q.x") == "");
    CHECK(see(most, "if q.x > 3 then 1 else q.x") == "");
  }
  for (const char* most : {"4294967296", "9223372036854775807"}) {
    INFO(most);
    CHECK(see(most, "q.x") == "error: rule see");
    CHECK(see(most, "if q.x > 3 then 1 else q.x") == "error: rule see");
  }
}

TEST_CASE("what is opposite to the least number has more than 64 bits") {
  const auto see = [](const std::string& low, const std::string& term) {
    return proof_of("shared x : " + low +
                    "..0; shared z : -1..1; shared y : bool;"
                    "rule see when z != 0 { y := " +
                    term + " > 5; }")
        .open();
  };
  for (const char* term : {"-x", "abs(x)", "x / z", "x * z", "0 - x"}) {
    INFO(term);
    CHECK(see("-9223372036854775807", term) == "");
    CHECK(see("-9223372036854775807 - 1", term) == "error: rule see");
  }
}

TEST_CASE("operators of small numbers have the values that they have") {
  ValueCounts counts;
  const Number step = random_models::enough_runs() ? 1 : 3;
  for (const char* op : {"+", "-", "*", "/", "%", "min", "max"}) {
    for (std::size_t v = 0; v < count; ++v) {
      for (std::size_t w = 0; w < count; ++w) {
        check({op, {}, 0, {named(v), named(w)}}, counts);
      }
      for (Number n = -3; n <= 3; n += step) {
        check({op, {}, 0, {named(v), {"", n, 0, {}}}}, counts);
        check({op, {}, 0, {{"", n, 0, {}}, named(v)}}, counts);
      }
    }
  }
  INFO(counts.text());
  if (random_models::enough_runs()) CHECK(counts.failing > 20);
  CHECK(counts.proved * 10 > counts.ranges * 9);
}

TEST_CASE("terms of small numbers have the values that they have") {
  ValueCounts counts;
  for (std::uint64_t seed = 1; seed <= random_models::runs(600); ++seed) {
    Dice dice(seed);
    check(random_term(dice, 2 + static_cast<int>(seed % 2)), counts);
  }
  INFO(counts.text());
  if (!random_models::enough_runs()) return;
  CHECK(counts.failing > 30);
  CHECK(counts.proved * 2 > counts.ranges);
}

}  // namespace arithmetic_test
