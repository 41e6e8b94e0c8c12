// SPDX-License-Identifier: MIT
// Guards: a constant has the value that its expression has in a state. The
// checker folds it, the evaluator computes it: for all operators, on numbers of
// both signs and near the ends of 64 bits.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "network/semantics/evaluator.hpp"
#include "tests/random/loaded.hpp"

namespace constants_test {

namespace {

using namespace vicinal;

// In a state; none: it fails there.
std::optional<std::int64_t> evaluated(const std::string& expression) {
  const auto loaded = random_models::load(
      "shared a : int = 0;\nshared b : int = 0;\nshared p : bool = true;\n"
      "rule r { a := " +
      expression + "; }\n");
  INFO(expression << "\n" << loaded.messages());
  REQUIRE(loaded.instance != nullptr);
  const network::Instance& instance = *loaded.instance;
  std::vector<network::Scalar> state(instance.slot_count());
  std::vector<network::Scalar> frame(loaded.model->frame);
  const network::Stmt& assign =
      (*loaded.model)[loaded.model
                          ->stmt_children[loaded.model->rules[0].body.begin]];
  const auto value = loaded.model->expr_children[assign.values.begin];
  try {
    return network::Evaluator(instance).scalar(
        value, {network::whole(instance, state.data()), {}, frame.data()});
  } catch (const network::ModelError&) {
    return std::nullopt;
  }
}

// As a constant; none: it has no value.
std::optional<std::int64_t> folded(const std::string& expression) {
  const auto loaded =
      random_models::load_model("const c = " + expression + ";\n");
  if (loaded.model == nullptr) return std::nullopt;
  return loaded.model->constants[0].value;
}

}  // namespace

TEST_CASE("constants have the value that their expressions have") {
  const std::vector<std::string> numbers = {"0",
                                            "1",
                                            "-1",
                                            "2",
                                            "-3",
                                            "7",
                                            "-8",
                                            "63",
                                            "9223372036854775807",
                                            "(-9223372036854775807 - 1)"};
  int without = 0, with = 0;
  const auto compare = [&](const std::string& expression) {
    INFO(expression);
    const auto value = folded(expression);
    CHECK(value == evaluated(expression));
    ++(value ? with : without);
  };
  for (const std::string& a : numbers) {
    compare("abs(" + a + ")");
    compare("-(" + a + ")");
    for (const std::string& b : numbers) {
      for (const char* op : {"+", "-", "*", "/", "%"}) {
        // The checker does not fold this one; in a state it is 0.
        if (*op == '%' && a == numbers.back() && b == "-1") continue;
        compare(fmt::format("({}) {} ({})", a, op, b));
      }
      for (const char* call : {"min", "max", "pow"}) {
        compare(fmt::format("{}({}, {})", call, a, b));
      }
      for (const char* op : {"<", "<=", ">", ">=", "==", "!="}) {
        compare(fmt::format("if ({}) {} ({}) then 1 else 0", a, op, b));
      }
    }
  }
  for (const char* p : {"true", "false"}) {
    compare(fmt::format("if !{} then 1 else 0", p));
    for (const char* q : {"true", "false", "1 / 0 == 1"}) {
      for (const char* op : {"&&", "||", "=>", "<=>"}) {
        compare(fmt::format("if {} {} ({}) then 1 else 0", p, op, q));
      }
    }
  }
  CHECK(with > 1000);
  CHECK(without > 50);
}

}  // namespace constants_test
