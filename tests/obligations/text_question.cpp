// SPDX-License-Identifier: MIT
// What is known is pinned by equations, Z3 is asked for the rest with its own
// reader. Only "unsat" says that the text does not admit the situation.
#include "tests/obligations/text_question.hpp"

#include <fmt/format.h>
#include <z3++.h>
#include <catch2/catch.hpp>

namespace vicinal::texts {

namespace {

std::size_t count_assertions(const std::string& text) {
  std::size_t count = 0;
  for (std::size_t at = text.find("(assert "); at != std::string::npos;
       at = text.find("(assert ", at + 1)) {
    ++count;
  }
  return count;
}

const std::string check_sat = "(check-sat)\n";

std::string without_check(const std::string& text) {
  REQUIRE(text.ends_with(check_sat));
  return text.substr(0, text.size() - check_sat.size());
}

}  // namespace

void read(TextQuestion& q) {
  if (q.text) return;
  const obligations::Obligation& o = *q.obligation;
  const std::string text = without_check(o.text);
  REQUIRE(o.text.starts_with(without_check(o.premise)));
  REQUIRE(o.example.starts_with(text));
  q.text.emplace(o.example);
  q.goal = count_assertions(text) - 1;
}

Found evaluated(const TextQuestion& q, std::span<const Tables* const> tables,
                bool with_goal, std::size_t effort) {
  static const std::vector<Number> likely = {0, 1, 2, 3, -1, 4, 5};
  const Interpretation known(*q.text, tables);
  const auto assertions = q.assertions(with_goal);
  return satisfiable(*q.text, assertions, known, likely,
                     effort + assertions.size());
}

// ---- Z3 --------------------------------------------------------------------

namespace {

std::string number_text(Number n) {
  const auto small = static_cast<std::int64_t>(n);
  return small < 0 ? fmt::format("(- {})", -small) : fmt::format("{}", small);
}

void pin(const std::string& symbol, const std::vector<Number>& arguments,
         const std::string& value, std::string& out) {
  std::string term = "|" + symbol + "|";
  for (const Number a : arguments) term += " " + number_text(a);
  if (!arguments.empty()) term = "(" + term + ")";
  out += fmt::format("(assert (= {} {}))\n", term, value);
}

// Multiplication and division of small numbers, which are no tables.
void pin_arithmetic(const TextQuestion& q, std::uint32_t symbol,
                    std::string& out) {
  const Text::Symbol& s = q.text->symbols()[symbol];
  const Interpretation known(*q.text, {});
  for (Number a = -6; s.arity == 2 && a <= 12; ++a) {
    for (Number b = -3; b <= 6; ++b) {
      const auto value = known.at(symbol, {a, b});
      if (value) pin(s.name, {a, b}, number_text(*value), out);
    }
  }
}

std::string pinned(const TextQuestion& q, std::span<const Tables* const> tables,
                   bool with_goal) {
  std::string out;
  std::size_t assertion = 0;
  const std::string& all = q.obligation->example;
  for (std::size_t at = 0; at < all.size();) {
    const std::size_t end = all.find('\n', at) + 1;
    const std::string line = all.substr(at, end - at);
    at = end;
    if (line == check_sat) continue;
    if (line.starts_with("(assert ") && assertion++ == q.goal && !with_goal) {
      continue;
    }
    out += line;
  }
  for (std::uint32_t i = 0; i < q.text->symbols().size(); ++i) {
    const Text::Symbol& symbol = q.text->symbols()[i];
    pin_arithmetic(q, i, out);
    for (const Tables* t : tables) {
      const auto found = t->find(symbol.name);
      if (found == t->end()) continue;
      for (const auto& [arguments, value] : found->second) {
        if (arguments.size() != symbol.arity) continue;
        const std::string truth = value != 0 ? "true" : "false";
        pin(symbol.name, arguments, symbol.truth ? truth : number_text(value),
            out);
      }
    }
  }
  return out;
}

}  // namespace

obligations::Answer solved(const TextQuestion& q,
                           std::span<const Tables* const> tables,
                           bool with_goal) {
  z3::context context;
  // By default it takes half as long again.
  z3::solver solver(context, z3::solver::simple());
  z3::params p(context);
  p.set("rlimit", 3'000'000U);
  p.set("timeout", 5'000U);  // some products are beyond any count of work
  solver.set(p);
  solver.from_string(pinned(q, tables, with_goal).c_str());
  const z3::check_result result = solver.check();
  if (result == z3::unsat) return obligations::Answer::unsat;
  return result == z3::sat ? obligations::Answer::sat
                           : obligations::Answer::unknown;
}

}  // namespace vicinal::texts
