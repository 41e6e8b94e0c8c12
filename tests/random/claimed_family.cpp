// SPDX-License-Identifier: MIT
// An idea is a few variables, actions, rules and claims about them, by text;
// ideas share nodes and nothing else.
#include "claimed_family.hpp"

#include <fmt/format.h>

#include <vector>

#include "terms.hpp"

namespace vicinal::random_models {

namespace {

class ClaimedWriter {
 public:
  explicit ClaimedWriter(std::uint64_t seed)
      : seed_(seed), dice_(seed + 0xc1a1) {}

  std::string run();

 private:
  void claim(const std::string& text) { claims_.push_back(text); }
  // What stands where a mistake may stand instead.
  static std::string unless(bool mistake, const std::string& right,
                            const std::string& wrong) {
    return mistake ? wrong : right;
  }

  void told();
  void quorums();
  void majority();
  void elected();
  void at_index();
  void by_index();
  void someone_is_there();
  void money();
  void table();
  void marks();
  void collected();
  void cleared();
  void quotients();
  void stages();
  void best();
  void decided();
  void led();
  void two_rounds();
  void stairs();

  std::uint64_t seed_;
  Dice dice_;
  bool wrong_ = false;  // of this idea
  std::string head_, processes_, variables_, actions_, nodes_, rules_;
  std::vector<std::string> claims_;
};

// Who is told that somebody won can find one.
void ClaimedWriter::told() {
  const bool fall = dice_.one_in(2);
  head_ += "shared won : bool = false;\nshared told : bool = false;\n";
  variables_ += "  var up : bool = false;\n";
  actions_ += "  action rise { up := true; }\n";
  if (fall || wrong_) {
    actions_ += fmt::format("  action fall when up{} {{ up := false; }}\n",
                            unless(wrong_, " && !won", ""));
  }
  rules_ += "rule win(x in p) when x.up { won := true; }\n";
  rules_ += "rule tell when won { told := true; }\n";
  claim("told => exists x in p: x.up");
  if (dice_.one_in(2)) claim("won => exists x in p: x.up");
}

// Two quorums have a member in common, and so one that said yes.
void ClaimedWriter::quorums() {
  const bool changed = wrong_ && dice_.one_in(2);
  head_ += "param m : 1.. = 2;\nshared agreed : bool = false;\n";
  processes_ += "process Quorum { var member : bool[p]; }\n";
  nodes_ += "  node quorum[m] : Quorum;\n";
  variables_ += "  var yes : bool = false;\n";
  actions_ += "  action say { yes := true; }\n";
  rules_ +=
      "init forall s, t in quorum: exists x in p: s.member[x] && "
      "t.member[x];\n";
  if (wrong_ && !changed) {
    actions_ += "  action unsay when yes { yes := false; }\n";
  }
  if (changed) {
    rules_ +=
        "rule leave(s in quorum, x in p) when x.yes { s.member[x] := false; "
        "}\n";
  }
  rules_ +=
      "rule agree(s in quorum) when forall x in p: s.member[x] => x.yes { "
      "agreed := true; }\n";
  claim("forall s, t in quorum: exists x in p: s.member[x] && t.member[x]");
  claim("agreed => forall s in quorum: exists x in p: s.member[x] && x.yes");
}

// Each votes once, for one; more than half for two is not possible.
void ClaimedWriter::majority() {
  variables_ += "  var vote : id of p = none;\n";
  actions_ += "  action cast(w in p) when vote == none { vote := w; }\n";
  const std::string than = unless(wrong_, ">", ">=");
  claim(
      fmt::format("forall a, b in p: 2 * count(x in p: x.vote == a) {0} n && 2 "
                  "* count(x in p: x.vote == b) {0} n => a == b",
                  than));
}

void ClaimedWriter::elected() {
  variables_ +=
      "  var for_one : bool = false;\n  var for_two : bool = false;\n";
  actions_ += fmt::format(
      "  action one when !for_two {{ for_one := true; }}\n"
      "  action two{} {{ for_two := true; }}\n",
      unless(wrong_, " when !for_one", ""));
  head_ += "shared first : bool = false;\nshared second : bool = false;\n";
  const std::string share = dice_.one_in(2) ? "2 * {0} > n" : "{0} + {0} > n";
  const auto enough = [&](const char* what) {
    return fmt::format(fmt::runtime(share),
                       fmt::format("count(x in p: x.{})", what));
  };
  rules_ += fmt::format("rule first when {} {{ first := true; }}\n",
                        enough("for_one"));
  rules_ += fmt::format("rule second when {} {{ second := true; }}\n",
                        enough("for_two"));
  claim("!(first && second)");
  if (dice_.one_in(2)) claim("first => " + enough("for_one"));
}

// Only who has this index does it; only others prepare it.
void ClaimedWriter::at_index() {
  const int c = dice_.below(3);
  const int other = wrong_ ? c + 1 : c;
  head_ += "shared spoilt : bool = false;\n";
  variables_ += "  var ready : bool = false;\n";
  actions_ += fmt::format(
      "  action prepare when index(self) != {} {{ ready := true; }}\n"
      "  action spoil when ready && index(self) == {} {{ spoilt := true; }}\n",
      c, other);
  claim("!spoilt");
  if (dice_.one_in(2)) {
    claim(fmt::format("forall i in p: i.ready => index(i) != {}", other));
  }
}

// What is given on to the next index, and does not stay.
void ClaimedWriter::by_index() {
  variables_ += "  var lamp : bool = if index == 0 then true else false;\n";
  rules_ += fmt::format(
      "rule pass(i, j in p) when i.lamp && index(j) == index(i) + 1 {{{} "
      "j.lamp := true; }}\n",
      unless(wrong_, " i.lamp := false;", ""));
  claim("forall i, j in p: i.lamp && j.lamp => i == j");
  if (dice_.one_in(2)) {
    claim("n >= 1 => p[0].lamp || exists i in p: i.lamp && index(i) > 0");
  }
}

// A family has a member, if it is not empty.
void ClaimedWriter::someone_is_there() {
  head_ += fmt::format("param guests : {}.. = 2;\nshared steps : int = 0;\n",
                       unless(wrong_, "1", "0"));
  processes_ += "process Guest { var there : bool = true; }\n";
  nodes_ += "  node guest[guests] : Guest;\n";
  rules_ += "rule step when steps >= 0 { steps := steps + 1; }\n";
  claim("exists g in guest: g.there");
  if (dice_.one_in(2)) claim("exists g in guest: index(g) == 0 || guests == 0");
}

// A sum that all start with, but for one.
void ClaimedWriter::money() {
  const int usual = dice_.below(3);
  const int first = dice_.below(4);
  const bool exception = dice_.one_in(2);
  variables_ += exception ? fmt::format(
                                "  var money : int = if index == 0 "
                                "then {} else {};\n",
                                first, usual)
                          : fmt::format("  var money : int = {};\n", usual);
  const std::string sum = "sum(x in p: x.money)";
  const int more = (exception ? first - usual : 0) + (wrong_ ? 1 : 0);
  rules_ +=
      "rule pay(a, b in p) when a != b && a.money > 0 { a.money, b.money := "
      "a.money - 1, b.money + 1; }\n";
  // Where nobody is there, nobody is the exception.
  claim(fmt::format("n == 0 || {} == {} * n + {}", sum, usual, more));
  if (dice_.one_in(3)) claim("forall x in p: x.money >= 0");
}

// Keys and values, owned by one: an array of two dimensions, by nodes.
void ClaimedWriter::table() {
  const bool turned = dice_.one_in(3);
  head_ += "param ks : 1.. = 1;\nparam vs : 1.. = 1;\n";
  processes_ += "process Key { }\nprocess Worth { }\n";
  processes_ += "process Owner { var has : bool[key][worth]; }\n";
  nodes_ +=
      "  node key[ks] : Key;\n  node worth[vs] : Worth;\n  node owner[2] : "
      "Owner;\n";
  rules_ += "init forall o in owner, k in key, v in worth: !o.has[k][v];\n";
  rules_ += fmt::format(
      "rule put(o in owner, k in key, v in worth) when forall q in owner{} "
      "{{ o.has[k][v] := true; }}\n",
      unless(wrong_, ", w in worth: !q.has[k][w]",
             turned ? ", l in key: !q.has[l][v]" : ": !q.has[k][v]"));
  claim(
      "forall a, b in owner, k in key, v, w in worth: a.has[k][v] && "
      "b.has[k][w] => a == b");
  if (dice_.one_in(2)) {
    claim(
        "forall a in owner, k in key, v, w in worth: a.has[k][v] && "
        "a.has[k][w] => v == w");
  }
}

// Each marks others in an array of its own.
void ClaimedWriter::marks() {
  variables_ += "  var marked : bool[p];\n  var count_of : 0..1 = 0;\n";
  actions_ += fmt::format(
      "  action mark(q in p) when q != self && !{} {{ marked[q] := true; "
      "count_of := 1; }}\n",
      unless(wrong_, "q.marked[self]", "marked[q]"));
  if (dice_.one_in(2)) {
    actions_ +=
        "  action wipe when count_of == 1 { for q in p { marked[q] := false; } "
        "count_of := 0; }\n";
  }
  rules_ += "init forall a, b in p: !a.marked[b];\n";
  claim("forall a, b in p: !(a.marked[b] && b.marked[a])");
  claim("forall a in p: !a.marked[a]");
  if (dice_.one_in(2)) {
    claim("forall a, b in p: a.marked[b] => a.count_of == 1");
  }
}

// A loop finds somebody.
void ClaimedWriter::collected() {
  head_ += "shared found : bool = false;\nshared which : id of p = none;\n";
  variables_ += "  var lit : bool = false;\n";
  actions_ += "  action light { lit := true; }\n";
  if (wrong_) actions_ += "  action dim when lit { lit := false; }\n";
  rules_ +=
      "rule look { for x in p { if x.lit { found := true; which := x; } } }\n";
  claim("found => exists x in p: x.lit");
  if (dice_.one_in(2)) claim("which != none => which.lit");
}

// A loop takes something from all.
void ClaimedWriter::cleared() {
  head_ += "shared shut : bool = false;\n";
  variables_ += "  var open : bool = false;\n";
  actions_ += fmt::format("  action enter{} {{ open := true; }}\n",
                          unless(wrong_, " when !shut", ""));
  rules_ += "rule shut { for x in p { x.open := false; } shut := true; }\n";
  if (dice_.one_in(2)) rules_ += "rule again when shut { shut := false; }\n";
  claim("shut => forall x in p: !x.open");
  claim("shut => count(x in p: x.open) == 0");
}

// What a size is divided by is a parameter, too.
void ClaimedWriter::quotients() {
  head_ += "param width : 1.. = 2;\nshared ticks : int = 0;\n";
  variables_ +=
      "  var class : 0..2 = min(index / width, 2);\n  var side : 0..1 = index "
      "% 2;\n";
  rules_ += "rule count when ticks < n { ticks := ticks + 1; }\n";
  const std::vector<std::string> right = {
      "forall i in p: i.class <= index(i)",
      "ticks / width <= ticks",
      "ticks % width < width",
      "forall i in p: i.side == index(i) % 2",
      "min(ticks, n) == ticks",
      "max(ticks / 2, 0) <= ticks"};
  const std::vector<std::string> wrong = {
      "forall i in p: i.class < index(i) + i.side",
      "ticks / width < ticks",
      "ticks % width < width - 1",
      "forall i in p: i.class == 0",
      "max(ticks, 1) == ticks",
      "(ticks - 1) / width >= 0",
      "ticks / (width - 1) >= 0"};
  claim(dice_.of(right));
  claim(dice_.of(wrong_ ? wrong : right));
}

// Each is in one stage, and a counter knows how many are in one of them.
void ClaimedWriter::stages() {
  head_ += "enum Stage { away, here, gone }\nshared present : int = 0;\n";
  variables_ += "  var stage : Stage = away;\n";
  actions_ += fmt::format(
      "  action come when stage == away {{ stage := here; present := present + "
      "1; }}\n"
      "  action go when stage == here {{ stage := gone;{} }}\n",
      unless(wrong_, " present := present - 1;", ""));
  const auto at = [](const char* stage) {
    return fmt::format("count(x in p: x.stage == {})", stage);
  };
  claim(fmt::format("present == {}", at("here")));
  const bool turned = dice_.one_in(2);
  const std::string two = turned ? at("here") + " + " + at("away")
                                 : at("away") + " + " + at("here");
  claim(fmt::format("{} + {} == n", two, at("gone")));
  // The same stage in other words excludes all but itself.
  const std::string again = "count(x in p: here == x.stage)";
  if (wrong_ || dice_.one_in(2)) {
    claim(fmt::format("{}{} <= n", two, unless(wrong_, "", " + " + again)));
  }
  if (dice_.one_in(2)) claim(fmt::format("{} == {}", again, at("here")));
}

// The greatest number anybody has seen; or one is seen that is none.
void ClaimedWriter::best() {
  const bool beyond = wrong_ && dice_.one_in(2);
  head_ += "shared top : int = 0;\n";
  variables_ += "  var seen : 0..2 = 0;\n";
  actions_ +=
      fmt::format("  action see when seen <{} 2 {{ seen := seen + 1;{} }}\n",
                  beyond ? "=" : "",
                  unless(wrong_ && !beyond, " if top < seen { top := seen; }",
                         " top := seen;"));
  claim("forall x in p: x.seen <= top");
  if (dice_.one_in(2)) claim("top > 0 => exists x in p: x.seen == top");
}

// What all seats of an assembly have voted for is decided: two assemblies have
// a seat in common, whose vote makes a choice.
void ClaimedWriter::decided() {
  const int mistake = wrong_ ? dice_.below(4) : -1;
  head_ += "param ms : 1.. = 2;\nparam cs : 1.. = 2;\n";
  processes_ +=
      "process Assembly { var seat : bool[p]; }\n"
      "process Choice { var decided : bool = false; }\n";
  nodes_ += "  node assembly[ms] : Assembly;\n  node choice[cs] : Choice;\n";
  variables_ += "  var for_what : id of choice = none;\n";
  rules_ += fmt::format(
      "init forall s, t in assembly: exists x in p: s.seat[x] {} t.seat[x];\n"
      "rule cast(x in p, c in choice) when {} {{ x.for_what := c; }}\n"
      "rule decide(c in choice, s in assembly) when {} x in p: s.seat[x] {} "
      "x.for_what == c {{ c.decided := true; }}\n",
      unless(mistake == 0, "&&", "||"),
      unless(mistake == 1, "x.for_what == none", "!c.decided"),
      unless(mistake == 2, "forall", "exists"),
      unless(mistake == 2, "=>", "&&"));
  if (mistake == 3) {
    rules_ +=
        "rule resign(s in assembly, x in p) when x.for_what != none { "
        "s.seat[x] := false; }\n";
  }
  claim("forall a, b in choice: a.decided && b.decided => a == b");
  claim("forall s, t in assembly: exists x in p: s.seat[x] && t.seat[x]");
  claim(
      "forall a in choice: a.decided => exists s in assembly: forall x in p: "
      "s.seat[x] => x.for_what == a");
}

// One leads in each term, to whom all of an assembly gave the vote that they
// have in it.
void ClaimedWriter::led() {
  const bool meet = !wrong_ || dice_.one_in(2);
  head_ += "param ts : 1.. = 1;\nparam bs : 1.. = 2;\n";
  processes_ += "process Term { }\nprocess Board { var on : bool[p]; }\n";
  nodes_ += "  node term[ts] : Term;\n  node board[bs] : Board;\n";
  variables_ += "  var gave : bool[p][term];\n  var leads : bool[term];\n";
  rules_ += fmt::format(
      "init forall s, t in board: exists x in p: s.on[x]{};\n"
      "init forall a, b in p, t in term: !a.gave[b][t] && !a.leads[t];\n"
      "rule give(a, b in p, t in term) when {} {{ a.gave[b][t] := true; }}\n"
      "rule lead(b in p, s in board, t in term) when forall x in p: s.on[x] => "
      "x.gave[b][t] {{ b.leads[t] := true; }}\n",
      unless(!meet, " && t.on[x]", ""),
      unless(wrong_ && meet, "forall c in p: !a.gave[c][t]", "!a.gave[a][t]"));
  claim("forall a, b in p, t in term: a.leads[t] && b.leads[t] => a == b");
  claim("forall s, t in board: exists x in p: s.on[x] && t.on[x]");
}

// What is closed was so by one of two rules, each with a team of its own.
void ClaimedWriter::two_rounds() {
  head_ += "param qs : 1.. = 2;\nshared closed : bool = false;\n";
  processes_ += "process Team { var has : bool[p]; }\n";
  nodes_ += "  node team[qs] : Team;\n";
  variables_ += "  var early : bool = false;\n  var late : bool = false;\n";
  actions_ += fmt::format(
      "  action early when !late {{ early := true; }}\n"
      "  action late{} {{ late := true; }}\n",
      unless(wrong_, " when early", ""));
  rules_ +=
      "init forall s, t in team: exists x in p: s.has[x] && t.has[x];\n"
      "rule soon(s in team) when forall x in p: s.has[x] => x.early {\n"
      "  closed := true;\n}\n"
      "rule afterwards(s in team) when forall x in p: s.has[x] => x.late {\n"
      "  closed := true;\n}\n";
  claim("closed => forall s in team: exists x in p: s.has[x] && x.early");
  claim("forall s, t in team: exists x in p: s.has[x] && t.has[x]");
  claim(
      "closed => (exists s in team: forall x in p: s.has[x] => x.early) || "
      "(exists s in team: forall x in p: s.has[x] => x.late)");
}

// Whoever goes up leaves somebody behind, so that of all members one less is at
// each next level, or above.
void ClaimedWriter::stairs() {
  const bool claimed = wrong_ && dice_.one_in(2);
  const bool by_index = dice_.one_in(3);
  head_ += "param height : 1.. = 2;\n";
  variables_ += "  var step : 0..height = 0;\n";
  actions_ += fmt::format(
      "  action climb when step < height && (exists y in p: {}y.step {} step) "
      "{{ "
      "step := step + 1; }}\n",
      unless(wrong_ && !claimed && by_index, "y != self && ", ""),
      unless(wrong_ && !claimed && !by_index, "==", ">="));
  if (dice_.one_in(2)) actions_ += "  action down { step := 0; }\n";
  const std::string there = "count(x in p: x.step >= k)";
  claim(fmt::format("forall k in 0..height: {0} {1} n - k || {0} == 0", there,
                    unless(claimed, "<=", "<")));
  if (dice_.one_in(2)) {
    claim("forall j, k in 0..height: j <= k => count(x in p: x.step >= j) >= " +
          there);
  }
}

std::string ClaimedWriter::run() {
  using Idea = void (ClaimedWriter::*)();
  std::vector<Idea> ideas = {
      &ClaimedWriter::told,      &ClaimedWriter::quorums,
      &ClaimedWriter::majority,  &ClaimedWriter::elected,
      &ClaimedWriter::at_index,  &ClaimedWriter::by_index,
      &ClaimedWriter::money,     &ClaimedWriter::someone_is_there,
      &ClaimedWriter::table,     &ClaimedWriter::marks,
      &ClaimedWriter::collected, &ClaimedWriter::cleared,
      &ClaimedWriter::quotients, &ClaimedWriter::stages,
      &ClaimedWriter::best,      &ClaimedWriter::decided,
      &ClaimedWriter::led,       &ClaimedWriter::two_rounds,
      &ClaimedWriter::stairs};
  // Every idea in turn, right, then with a mistake; perhaps with another one.
  const int first = static_cast<int>(seed_ % ideas.size());
  const bool mistake = seed_ / ideas.size() % 2 == 1;
  const int count = dice_.one_in(3) ? 2 : 1;
  for (int i = 0; i < count; ++i) {
    const int which =
        i == 0 ? first : dice_.below(static_cast<int>(ideas.size()));
    wrong_ = i == 0 ? mistake : dice_.one_in(3);
    (this->*ideas[static_cast<std::size_t>(which)])();
    ideas.erase(ideas.begin() + which);
  }
  std::string text = fmt::format(
      "param n : {}.. = 3;\n{}process P {{\n{}{}}}\n{}network {{\n  node p[n] "
      ": P;\n{}}}\n{}",
      dice_.one_in(4) ? 0 : 1, head_, variables_, actions_, processes_, nodes_,
      rules_);
  for (std::size_t i = 0; i < claims_.size(); ++i) {
    text += fmt::format("invariant q{}: {};\n", i, claims_[i]);
  }
  return text;
}

}  // namespace

std::string claimed_family(std::uint64_t seed) {
  return ClaimedWriter(seed).run();
}

}  // namespace vicinal::random_models
