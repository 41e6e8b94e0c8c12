// SPDX-License-Identifier: MIT
// Votes and thresholds, by dice of their own: shares of a size that meet, or
// nearly; ballots of which the greatest share is agreed on. Some claims are
// true of every family, most are guesses near such.
#include <fmt/format.h>

#include "family_writer.hpp"

namespace vicinal::random_models {

// More than a half, mostly: "2 * count(in: body) > size".
std::string FamilyWriter::threshold(const std::string& in,
                                    const std::string& body) {
  static const std::vector<std::string> shares = {
      "2 * {0} > {1}",  "2 * {0} > {1}",  "2 * {0} > {1}",
      "2 * {0} >= {1}", "3 * {0} > {1}",  "{1} < {0} + {0}",
      "{0} > {1} / 2",  "{0} >= {1} - 1", "3 * {0} > 2 * {1}"};
  return fmt::format(fmt::runtime(votes_.of(shares)),
                     fmt::format("count({}: {})", in, body),
                     fmt::format("count({}: true)", in));
}

// What more than half of a family show, each, some member shows together.
void FamilyWriter::meetings(std::string& tail) {
  const auto c = counted(votes_);
  if (!c) return;
  tag("claim: shares meet");
  const std::vector<std::string> cases = cases_of(c->text, c->type);
  const std::string one = votes_.of(cases);
  const std::string other = votes_.of(cases);
  tail += fmt::format("invariant meeting: {} && {} => exists {}: {} && {};\n",
                      threshold(c->in, one), threshold(c->in, other), c->in,
                      one, votes_.one_in(4) ? votes_.of(cases) : other);
}

// Where one count is more than another one, somebody is in the one alone.
void FamilyWriter::more(std::string& tail) {
  const auto c = counted(votes_);
  if (!c) return;
  tag("claim: one count is more");
  const std::vector<std::string> cases = cases_of(c->text, c->type);
  const std::string one = votes_.of(cases);
  const std::string other = votes_.of(cases);
  const auto count = [&](const std::string& body) {
    return fmt::format("count({}: {})", c->in, body);
  };
  tail += fmt::format("invariant more: {} {} {} => exists {}: {} && !({});\n",
                      count(one), votes_.one_in(3) ? ">=" : ">", count(other),
                      c->in, votes_.one_in(4) ? other : one,
                      votes_.one_in(4) ? one : other);
}

// A ballot at each member: whoever has enough votes there leads there.
void FamilyWriter::rows(std::string& tail) {
  const NodeFamily& family = votes_.of(world_.nodes);
  if (any_ || copies(family.process) > 2 || left_ < 8) return;
  tag("ballots in rows");
  const std::string q = terms_.fresh("q");
  const std::string voters = fmt::format("{} in {}", q, family.name);
  const std::string at = votes_.one_in(5) ? q : "x";
  const auto enough = [&](const std::string& node) {
    return threshold(voters, fmt::format("{}.cast[{}] == {}", q, at, node));
  };
  declared_[family.process] += fmt::format(
      "  var cast : id of {0}[{0}];\n  var leads : bool[{0}];\n", family.name);
  tail +=
      fmt::format("init forall a, x in {}: a.cast[x] == none && !a.leads[x];\n",
                  family.name);
  tail += fmt::format(
      "rule cast(a, b, x in {}) when {} {{ a.cast[{}] := b; }}\n", family.name,
      votes_.one_in(4) ? "!b.leads[x]" : "a.cast[x] == none",
      votes_.one_in(5) ? "b" : "x");
  tail +=
      fmt::format("rule lead(b, x in {}) when {} {{ b.leads[x] := true; }}\n",
                  family.name, enough("b"));
  tail += fmt::format("assert led: forall a, x in {}: a.leads[x] => {};\n",
                      family.name, enough("a"));
  tail += fmt::format(
      "invariant sole: forall a, b, x in {}: a.leads[x] && b.leads[{}] => a == "
      "b;\n",
      family.name, votes_.one_in(3) ? "a" : "x");
}

// Each member votes for one, and who has enough votes is chosen.
void FamilyWriter::ballot(std::string& tail) {
  const NodeFamily& family = votes_.of(world_.nodes);
  if (copies(family.process) > 4 || left_ < 8) return;
  tag("ballot");
  const std::string q = terms_.fresh("q");
  const std::string voters = fmt::format("{} in {}", q, family.name);
  const auto enough = [&](const std::string& node) {
    return threshold(voters, fmt::format("{}.vote == {}", q, node));
  };
  const bool again = votes_.one_in(4);
  declared_[family.process] += fmt::format(
      "  var vote : id of {} = none;\n  var chosen : bool = false;\n",
      family.name);
  does_[family.process] +=
      fmt::format("  action cast(whom in {}) when {} {{ vote := whom; }}\n",
                  family.name, again ? "!chosen" : "vote == none");
  tail += fmt::format(
      "rule choose(whom in {}) when {} {{ whom.chosen := true; }}\n",
      family.name, enough("whom"));
  tail += fmt::format("assert carried: forall a in {}: a.chosen => {};\n",
                      family.name, enough("a"));
  tail += fmt::format(
      "invariant elected: forall a, b in {}: a.chosen && b.chosen => a == b;\n",
      family.name);
  tail += fmt::format("invariant voted: forall a, b in {}: {} && {} => {};\n",
                      family.name, enough("a"), enough("b"),
                      votes_.one_in(3) ? "a != b" : "a == b");
}

// Coins that change hands: how many there are, who is given them says, alike
// for all but a few.
void FamilyWriter::coins(std::string& tail) {
  const NodeFamily& family = votes_.of(world_.nodes);
  if (any_ || copies(family.process) > 4 || left_ < 8) return;
  tag("coins");
  static const std::vector<std::string> starts = {
      "1",
      "2",
      "if index == 0 then 3 else 1",
      "if index != 0 then 0 else 2",
      "if 1 == index then 0 else 1",
      "if index == 0 then 2 else if index == 2 then 3 else 0",
      "if index < 1 then 2 else 0",
      "index"};
  declared_[family.process] +=
      fmt::format("  var coins : int = {};\n", votes_.of(starts));
  if (votes_.one_in(2)) {
    tail += fmt::format(
        "rule pay(a, b in {0}) when a != b && a.coins > 0 {{ a.coins, b.coins "
        ":= a.coins - 1, b.coins + {1}; }}\n",
        family.name, votes_.one_in(5) ? 2 : 1);
  }
  const std::string q = terms_.fresh("q");
  const std::string in = fmt::format("{} in {}", q, family.name);
  const std::string size = fmt::format("count({}: true)", in);
  tail += fmt::format("assert coined: sum({}: {}.coins) {} {} * {} + {};\n", in,
                      q, votes_.one_in(4) ? "<=" : "==", votes_.below(3), size,
                      votes_.below(4) - 1);
  tail += fmt::format("assert poor: count({}: {}.coins {} {}) == {} - {};\n",
                      in, q, votes_.one_in(2) ? "==" : ">", votes_.below(3),
                      size, votes_.below(3));
}

// Who sits on two sides, which mostly nobody changes, and what one side has
// agreed on.
void FamilyWriter::sides(std::string& tail) {
  const NodeFamily& family = votes_.of(world_.nodes);
  if (any_ || copies(family.process) > 4 || left_ < 8) return;
  tag("sides");
  const std::string q = terms_.fresh("q");
  const std::string in = fmt::format("{} in {}", q, family.name);
  const std::string both =
      fmt::format("exists {0}: inner[{1}] && outer[{1}]", in, q);
  for (const char* side : {"inner", "outer"}) {
    head_ += fmt::format("shared {} : bool[{}];\n", side, family.name);
  }
  head_ += "shared agreed : bool = false;\n";
  declared_[family.process] += "  var yes : bool = false;\n";
  does_[family.process] += fmt::format(
      "  action say when !yes {{ yes := true; }}\n{}",
      votes_.one_in(3) ? "  action unsay when yes { yes := false; }\n" : "");
  tail += fmt::format(
      "init {};\n",
      votes_.one_in(3) ? threshold(in, fmt::format("inner[{}]", q)) : both);
  if (votes_.one_in(3)) {
    tail +=
        fmt::format("rule sit(whom in {}) when !agreed {{ {}[whom] := {}; }}\n",
                    family.name, votes_.one_in(2) ? "inner" : "outer",
                    votes_.one_in(2) ? "true" : "false");
  }
  const std::string all =
      fmt::format("forall {}: {}[{}] => {}.yes", in,
                  votes_.one_in(4) ? "outer" : "inner", q, q);
  tail += fmt::format("rule agree when {} {{ agreed := true; }}\n", all);
  tail += fmt::format("assert seated: {};\n", both);
  tail += fmt::format("assert agreed_on: agreed => ({});\n", all);
  tail += fmt::format(
      "invariant known: agreed => exists {0}: outer[{1}] && {1}.yes;\n", in, q);
}

// Tiles in rows, which numbers name.
void FamilyWriter::tiles(std::string& lone, std::string& block,
                         std::string& tail) {
  if (!whole_ || any_ || !votes_.one_in(3) || left_ < 8) return;
  tag("tiles");
  const std::string low = votes_.one_in(4) ? "0" : "1";
  lone += fmt::format(
      "param wide : {0}.. = 1;\nparam tall : {0}.. = 2;\n"
      "process Tile {{ var lit : bool = false; }}\n",
      low);
  block += "  node tile[wide * tall] : Tile;\n";
  static const std::vector<std::string> places = {
      "y * wide + x", "y * wide + x", "y * wide + x", "x * wide + y",
      "y * wide + x + 1"};
  static const std::vector<std::string> guards = {
      "x % 2 == 0", "x % 2 == 0", "y == 0", "x + 1 < wide", "true"};
  tail += fmt::format(
      "rule set(x in 0..wide-1, y in 0..tall-1) when {} {{ tile[{}].lit := "
      "true; }}\n",
      votes_.of(guards), votes_.of(places));
  // Under other names than the rule's, so that one knows whose they are.
  const std::string all = "forall i in 0..wide-1, j in 0..tall-1: ";
  static const std::vector<std::string> truths = {"i % 2 == 0", "i % 2 == 0",
                                                  "j == 0", "i + 1 < wide"};
  static const std::vector<std::string> next = {
      "j * wide + i", "j * wide + i", "i * wide + j", "j * wide + i + 1"};
  tail += fmt::format("assert even: {}tile[j * wide + i].lit => {};\n", all,
                      votes_.of(truths));
  tail += fmt::format(
      "assert apart: {}i + 1 < wide => !(tile[j * wide + i].lit && tile[{} + "
      "1].lit);\n",
      all, votes_.of(next));
}

// Who is at a level of a number, or above, is at those below.
void FamilyWriter::heights(std::string& tail) {
  const auto c = counted(votes_);
  if (!c || c->type.sort != Sort::number) return;
  tag("claim: heights");
  static const std::vector<std::string> orders = {">=", ">", "<", "<="};
  const std::string order = votes_.of(orders);
  const auto count = [&](const std::string& k) {
    return fmt::format("count({}: {} {} {})", c->in, c->text, order, k);
  };
  const std::string size = fmt::format("count({}: true)", c->in);
  const std::string last = votes_.one_in(3) ? "2" : size;
  static const std::vector<std::string> claims = {"{1} <= {0}",
                                                  "{0} <= {1}",
                                                  "{0} + {1} <= {2}",
                                                  "{0} + k0 <= {2}",
                                                  "{1} < {0} || {0} == 0",
                                                  "{0} <= {2} - k1"};
  tail += fmt::format("{} heights: forall k0, k1 in {}..{}: k0 {} k1 => {};\n",
                      votes_.one_in(2) ? "assert" : "invariant",
                      votes_.one_in(3) ? "1" : "0", last,
                      votes_.one_in(3) ? "<=" : "<",
                      fmt::format(fmt::runtime(votes_.of(claims)), count("k0"),
                                  count("k1"), size));
}

void FamilyWriter::votes(std::string& tail) {
  if (votes_.one_in(4)) meetings(tail);
  if (whole_ && votes_.one_in(5)) ballot(tail);
  if (whole_ && votes_.one_in(5)) coins(tail);
  if (whole_ && votes_.one_in(6)) sides(tail);
  if (votes_.one_in(6)) more(tail);
  if (whole_ && votes_.one_in(7)) rows(tail);
  if (votes_.one_in(4)) heights(tail);
}

}  // namespace vicinal::random_models
