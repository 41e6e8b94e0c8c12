// SPDX-License-Identifier: MIT
// Claims about totals, by dice of their own: counts that exclude each other or
// add up, sums with bounds, shares of a size. Some are true of every family,
// most are guesses near such.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "family_writer.hpp"

namespace vicinal::random_models {

// What `text` may be, each as a formula; none for other types.
std::vector<std::string> FamilyWriter::cases_of(const std::string& text,
                                                const Type& type) {
  if (type.sort == Sort::boolean) return {text, "!" + text};
  std::vector<std::string> out;
  if (type.sort == Sort::constant) {
    for (const std::string& name : type.names) {
      out.push_back(fmt::format("{} == {}", text, name));
    }
  }
  if (type.sort == Sort::number) {
    for (int i = type.low; i <= type.high && i < type.low + 4; ++i) {
      out.push_back(fmt::format("{} == {}", text, i));
    }
  }
  return out;
}

// The same formula, written so that it is not the same text.
std::string FamilyWriter::in_other_words(const std::string& one) {
  const std::size_t at = one.find(" == ");
  if (at != std::string::npos) {
    return one.substr(at + 4) + " == " + one.substr(0, at);
  }
  return one[0] == '!' ? one.substr(1) + " == false" : one + " == true";
}

// Something that each member of a family shows.
std::optional<FamilyWriter::Counted> FamilyWriter::counted(Dice& dice) {
  std::vector<Counted> all;
  const std::string x = terms_.fresh("x");
  for (const NodeFamily& family : world_.nodes) {
    for (const Thing& v : world_.processes[family.process].variables) {
      all.push_back({x + " in " + family.name, x + "." + v.text, v.type});
    }
  }
  for (const EdgeFamily& family : world_.edges) {
    if (several(family)) {
      all.push_back({x + " in " + family.name, x, family.type});
    }
  }
  std::erase_if(
      all, [](const Counted& c) { return cases_of(c.text, c.type).empty(); });
  if (all.empty()) return std::nullopt;
  std::vector<Counted> numbers;
  std::copy_if(all.begin(), all.end(), std::back_inserter(numbers),
               [](const Counted& c) { return c.type.sort == Sort::number; });
  return dice.of(numbers.empty() || dice.one_in(2) ? all : numbers);
}

std::string FamilyWriter::claim_of_counts(const Counted& c) {
  std::vector<std::string> cases = cases_of(c.text, c.type);
  const bool all = totals_.one_in(3);
  while (!all && cases.size() > 1) {
    cases.erase(cases.begin() + totals_.below(static_cast<int>(cases.size())));
    if (totals_.one_in(2)) break;
  }
  // Now and then one twice: it excludes nothing.
  if (totals_.one_in(5)) cases.push_back(in_other_words(totals_.of(cases)));
  std::vector<std::string> counts;
  for (const std::string& one : cases) {
    counts.push_back(fmt::format("count({}: {})", c.in, one));
  }
  static const std::vector<std::string> relations = {
      "<=", "<=", "==", ">=", "<"};
  const std::string size = fmt::format("count({}: true)", c.in);
  const std::string few = std::to_string(1 + totals_.below(3));
  const std::vector<std::string> bounds = {size, size, size + " - 1", few,
                                           world_.numbers.back()};
  tag(all ? "claim: all counts" : "claim: some counts");
  return fmt::format("{} {} {}", fmt::join(counts, " + "),
                     totals_.of(relations), totals_.of(bounds));
}

std::string FamilyWriter::claim_of_sum(const Counted& c) {
  tag("claim: sum");
  const int low = c.type.low;
  const int high = c.type.high;
  const std::string what =
      totals_.one_in(2) ? c.text
                        : fmt::format("if {} > {} then {} else {}", c.text, low,
                                      c.text, totals_.below(2));
  const int bound = totals_.one_in(2) ? high : low + totals_.below(3);
  return fmt::format("sum({}: {}) {} {} * count({}: true)", c.in, what,
                     totals_.one_in(3) ? ">=" : "<=", bound, c.in);
}

// Counting may fail, whatever the bound.
std::string FamilyWriter::claim_of_quotients(const Counted& c) {
  tag("claim: quotients");
  static const std::vector<std::string> bounds = {"1", "3",
                                                  "9223372036854775807"};
  const std::string count = fmt::format(
      "count({}: 2 / ({} - {}) == 1)", c.in,
      c.type.low + totals_.below(c.type.high - c.type.low + 2), c.text);
  return fmt::format("{} <= {}", count, totals_.of(bounds));
}

// A part of a size, in proportion.
std::string FamilyWriter::claim_of_share(const Counted& c) {
  tag("claim: share");
  const std::string size = world_.numbers.back();
  const int whole = std::max(1, c.type.high + totals_.below(3) - 1);
  const std::string share = fmt::format("{} * {} / {}", c.text, size, whole);
  return fmt::format(
      "forall {}: {} >= {} && {} {} {} => {} {} {}", c.in, c.text,
      totals_.below(3) - 1, c.text, totals_.one_in(3) ? "<=" : "<", whole,
      share, totals_.one_in(3) ? ">=" : "<", totals_.one_in(4) ? "0" : size);
}

// A number of nodes that is right but for those who settle.
void FamilyWriter::settle(std::string& tail) {
  if (!whole_ || !totals_.one_in(6)) return;
  const NodeFamily& family = totals_.of(world_.nodes);
  tag("counter");
  const std::string x = terms_.fresh("x");
  const auto stage = [&](const char* name) {
    return fmt::format("count({} in {}: {}.stage == {})", x, family.name, x,
                       name);
  };
  tail +=
      "enum Stage { outside, inside, settling }\nshared present : int = 0;\n";
  declared_[family.process] += "  var stage : Stage = outside;\n";
  does_[family.process] += fmt::format(
      "  action come when stage == outside {{ present := present + 1; stage := "
      "inside; }}\n"
      "  action settle when stage == inside {{ stage := settling;{} }}\n",
      totals_.one_in(2) ? " present := 0;" : "");
  tail += fmt::format(
      "rule leave({0} in {1}) when {0}.stage == settling{2} {{ {0}.stage := "
      "outside; "
      "present := {3}; }}\n",
      terms_.fresh("x"), family.name,
      totals_.one_in(2) ? fmt::format(" && {} <= 1", stage("settling")) : "",
      totals_.one_in(3) ? "present - 1" : stage("inside"));
  tail += fmt::format("invariant settled: {} {} => present {} {}{};\n",
                      stage("settling"), totals_.one_in(4) ? "> 0" : "== 0",
                      totals_.one_in(4) ? "<=" : "==", stage("inside"),
                      totals_.one_in(3) ? " + " + stage("settling") : "");
}

void FamilyWriter::claims_of_all(std::string& tail) {
  totals(tail);
  settle(tail);
  missing(tail);
  votes(tail);
}

// In every third family.
void FamilyWriter::totals(std::string& tail) {
  if (!totals_.one_in(3)) return;
  const auto c = counted(totals_);
  if (!c) return;
  const bool number = c->type.sort == Sort::number;
  const std::string text = number && totals_.one_in(4) ? claim_of_quotients(*c)
                           : number && totals_.one_in(3) ? claim_of_sum(*c)
                           : number && !any_ && totals_.one_in(2)
                               ? claim_of_share(*c)
                               : claim_of_counts(*c);
  std::string premise;
  if (totals_.one_in(3)) {
    premise = fmt::format("count({}: {}) {} => ", c->in,
                          totals_.of(cases_of(c->text, c->type)),
                          totals_.one_in(2) ? "== 0" : "> 0");
  }
  tail += fmt::format("invariant totals: {}{};\n", premise, text);
}

}  // namespace vicinal::random_models
