// SPDX-License-Identifier: MIT
// `odd` is said instead of what is alike, once in a few times or never.
#include "alike_model.hpp"

#include <fmt/format.h>

#include <vector>

#include "terms.hpp"

namespace vicinal::random_models {

namespace {

using Texts = std::vector<std::string>;

class AlikeWriter {
 public:
  explicit AlikeWriter(std::uint64_t seed)
      : dice_(seed + 0xa11c), flat_(seed % 2 == 0) {}

  std::string run() {
    odd_ = dice_.one_in(3) ? 0 : 2 + dice_.below(6);
    n_ = flat_ ? 2 + dice_.below(3) : 2 + dice_.below(2);
    std::string text = fmt::format("param n : 2..6 = {};\n", n_);
    text += "enum Color { red, green, blue }\n";
    text += flat_ ? flat() : network();
    const int claims = 1 + dice_.below(2);
    for (int i = 0; i < claims; ++i) {
      text += fmt::format("invariant claim{}: {};\n", i, claim());
    }
    return text;
  }

 private:
  bool odd() { return odd_ != 0 && dice_.one_in(odd_); }
  std::string one(const Texts& alike, const Texts& odd_ones) {
    return dice_.of(odd() ? odd_ones : alike);
  }
  std::string range() {
    return one({"0..n-1"}, {"1..n-1", "0..n-2", "0..1", "0..n - 1"});
  }

  // ---- arrays and rules ----------------------------------------------------

  std::string flat() {
    place_ = dice_.one_in(2);
    color_ = dice_.one_in(2);
    square_ = n_ < 3 && !dice_.one_in(3);
    std::string text = fmt::format("shared x[n] : bool{};\n",
                                   dice_.one_in(2) ? " = false" : "");
    text += "shared y[n] : bool = " + one({"false"}, {"index == 0"}) + ";\n";
    if (place_) {
      text += fmt::format("shared t : 0..n-1{};\n", odd() ? " = 0" : "");
    }
    if (color_) text += "shared c[n] : Color;\n";
    if (square_) text += "shared m[n][n] : bool = false;\n";
    if (dice_.one_in(4)) {
      text += fmt::format("init {} i in {}: x[i];\n",
                          dice_.of(Texts{"exists", "forall", "exactly 1"}),
                          range());
    }
    const int rules = 1 + dice_.below(3);
    for (int r = 0; r < rules; ++r) text += rule(r);
    return text;
  }

  std::string index() {
    Texts alike{"u", "u", "v"};
    if (place_) alike.push_back("t");
    return one(alike, {"0", "n - 1", "(u + 1) % n", "1"});
  }
  std::string flag() {
    if (square_ && dice_.one_in(4)) {
      return fmt::format("m[{}][{}]", index(), index());
    }
    return fmt::format("{}[{}]", dice_.one_in(3) ? "y" : "x", index());
  }
  std::string atom() {
    Texts list{flag(),
               "!" + flag(),
               fmt::format("{} == {}", flag(), flag()),
               one({"u == v", "u != v"}, {"u < v", "u == 1", "u + 1 == v"}),
               fmt::format("(forall i in {}: !x[i])", range()),
               fmt::format("(exists i in {}: x[i] && i != u)", range()),
               fmt::format("(count(i in {}: y[i]) < 2)", range())};
    if (place_) list.push_back(one({"t == u", "t != v"}, {"t == 0", "t > 0"}));
    if (color_) {
      list.push_back("c[" + index() +
                     "] == " + one({"c[v]", "c[u]"}, {"red", "c[0]"}));
    }
    return dice_.of(list);
  }
  std::string condition() {
    std::string text = atom();
    while (dice_.one_in(2)) {
      text = fmt::format("({}) {} ({})", text,
                         dice_.of(Texts{"&&", "&&", "||"}), atom());
    }
    return text;
  }
  std::string statement(int depth) {
    Texts list{flag() + " := " + dice_.of(Texts{"true", "false", flag()}) + ";",
               flag() + " := !" + flag() + ";",
               fmt::format("for i in {} {{ x[i] := {}; }}", range(),
                           dice_.of(Texts{"false", "y[i]", "!x[i]"})),
               "x[u], y[v] := " + flag() + ", " + flag() + ";"};
    if (depth > 0) {
      list.push_back(fmt::format("if {} {{ {} }} else {{ {} }}", atom(),
                                 statement(depth - 1), statement(depth - 1)));
    }
    if (place_) {
      list.push_back("t := " + one({"u", "v"}, {"0", "(t + 1) % n"}) + ";");
      // The last of them.
      list.push_back(one({"t := u;"}, {"for i in 0..n-1 { if x[i] "
                                       "{ t := i; } }"}));
    }
    if (color_) {
      list.push_back("c[u] := " + one({"c[v]"}, {"red", "c[n - 1]"}) + ";");
    }
    if (square_ && dice_.one_in(2)) {
      const std::string seen = "for i in 0..n-1 { m[i][u] := m[u][i]; }";
      return odd_ != 0 && dice_.one_in(2)
                 ? seen
                 : one({"for i in 0..n-1 { m[i][u] := x[i]; }"},
                       {seen, "for i in 0..n-1 { m[u][u] := x[i]; }"});
    }
    return dice_.of(list);
  }
  std::string rule(int number) {
    std::string body;
    const int statements = 1 + dice_.below(2);
    for (int s = 0; s < statements; ++s) body += " " + statement(1);
    const std::string first = range(), second = range();
    return fmt::format(
        "rule r{}(u in {}, v in {}) when {}{} {{{} }}\n", number, first, second,
        condition(),
        dice_.one_in(6)
            ? " priority " + one({"if x[u] then 1 else 0"}, {"u", "n - v"})
            : "",
        body);
  }

  // ---- clients and servers -------------------------------------------------

  std::string network() {
    servers_ = 1 + dice_.below(2);
    lines_ = !dice_.one_in(4);
    rank_ = dice_.one_in(3);
    friend_ = n_ == 2 && dice_.one_in(4);
    busy_ = dice_.one_in(2);
    reference_ = dice_.one_in(2);
    two_ = dice_.one_in(4);
    std::string text = "process Client";
    if (rank_) text += "(rank : 0..2)";
    text += " {\n";
    if (lines_) text += "  port line : inout bool;\n";
    if (!dice_.one_in(8))
      text += "  var x : bool = false;\n";
    else
      stateless_ = true;
    if (friend_) text += "  var f : id of c = none;\n";
    const int actions = 1 + dice_.below(2);
    for (int a = 0; a < actions; ++a) text += action(a, false);
    text += "}\nprocess Server {\n";
    if (lines_) text += "  port set line : inout bool;\n";
    if (busy_) text += "  var busy : bool = false;\n";
    if (lines_ || busy_) text += action(7, true);
    text += "}\n";
    if (reference_) text += "shared r : id of c = none;\n";
    if (dice_.one_in(4)) text += "shared k : id of s;\n", keeper_ = true;
    if (dice_.one_in(4)) text += "shared mark : bool[c];\n", marks_ = true;
    text += fmt::format(
        "network {{\n  node c[n] : Client{};\n  node s[{}] : Server;\n",
        !rank_ ? ""
               : one({"(rank = 1)"},
                     {"(rank = index % 2)", "(rank = min(index, 2))"}),
        servers_);
    if (two_) text += "  node d[n] : Server;\n";
    if (lines_) text += lines();
    text += "}\n";
    const int rules = dice_.below(3) + (stateless_ ? 1 : 0);
    for (int r = 0; r < rules; ++r) text += network_rule(r);
    return text;
  }

  std::string lines() {
    const std::string last = fmt::format("s[{}].line", servers_ - 1);
    std::string body = "connect c[i].line to e[i];";
    const Texts alike{"connect s[0].line to e[i];",
                      "if n > 2 { connect s[0].line to e[i]; }",
                      "if i == i { connect s[0].line to e[i]; }"};
    const Texts odd_ones{
        "if i < 1 { connect s[0].line to e[i]; } else { connect " + last +
            " to e[i]; }",
        "if i == 1 { skip_ } else { connect " + last + " to e[i]; }",
        "connect s[0].line to e[(i + 1) % n];"};
    std::string drawn =
        dice_.of(odd_ != 0 && dice_.one_in(3) ? odd_ones : alike);
    const auto at = drawn.find("skip_ ");
    if (at != std::string::npos) drawn.erase(at, 6);
    if (two_) body += " connect d[i].line to e[i];";
    return fmt::format(
        "  edge e[n] : bool = {};\n  for i in 0..n-1 {{ {} {} }}\n",
        one({"false"}, {"index == 0"}), body, drawn);
  }

  std::string own() {
    Texts list{"true"};
    if (!stateless_) list.insert(list.end(), {"x", "!x"});
    if (lines_) list.insert(list.end(), {"line", "!line"});
    if (reference_) list.insert(list.end(), {"r == self", "r == none"});
    if (friend_) list.insert(list.end(), {"f == none", "f == self"});
    if (marks_) list.push_back("mark[self]");
    if (rank_) list.push_back("rank == 1");
    list.push_back(one({"true"}, {"index(self) == 0", "self == c[0]"}));
    return dice_.of(list);
  }
  std::string change() {
    Texts list;
    if (!stateless_) list.insert(list.end(), {"x := !x;", "x := true;"});
    if (lines_) list.insert(list.end(), {"line := !line;", "line := false;"});
    if (friend_) list.insert(list.end(), {"f := self;", "f := none;"});
    if (list.empty()) list.push_back("skip;");
    return dice_.of(list);
  }
  std::string action(int number, bool server) {
    if (!server) {
      return fmt::format("  action a{} when {} && {} {{ {} }}\n", number, own(),
                         own(), change());
    }
    const std::string done = busy_ ? " busy := !busy;" : "";
    if (!lines_) return "  action a { busy := !busy; }\n";
    return dice_.of(
        Texts{"  action a(l in line) when l { l := false;" + done + " }\n",
              "  action a when forall l in line: l { for l in line { l := "
              "false; }" +
                  done + " }\n",
              "  action a when exists l in line: l {" +
                  (busy_ ? done : std::string(" skip;")) + " }\n"});
  }
  std::string network_rule(int number) {
    Texts list{"(q in c) when true { skip; }"};
    if (!stateless_) {
      list.insert(
          list.end(),
          {"(q in c) when q.x { q.x := false; }",
           fmt::format("(i in {}) when c[i].x {{ c[i].x := false; }}", range()),
           fmt::format("(i in {}, j in {}) when i != j && c[i].x {{ "
                       "c[j].x := true; }}",
                       range(), range()),
           one({"when exists q in c: q.x { for q in c { q.x := false; "
                "} }"},
               {"when !c[0].x { c[n - 1].x := true; }"})});
    }
    if (reference_) {
      list.insert(list.end(), {"when r != none { r := none; }",
                               "(q in c) when r == none { r := q; }",
                               "(q in c) when true { r := q; }",
                               one({"(q in c) when r != q { r := q; }"},
                                   {"when r == c[0] { r := none; }",
                                    "when true { for q in c { r := q; } }"})});
    }
    if (keeper_) {
      list.insert(list.end(), {"(q in s) when k != q { k := q; }",
                               "when k != none { k := none; }"});
    }
    if (marks_) {
      list.insert(list.end(),
                  {"(q in c) when mark[q] { mark[q] := false; }",
                   "when true { for q in c { mark[q] := true; } }"});
    }
    if (busy_) list.push_back("(q in s) when q.busy { q.busy := false; }");
    const std::string rule = dice_.of(list);
    return fmt::format("rule q{}{}{}\n", number, rule[0] == '(' ? "" : " ",
                       rule);
  }

  std::string claim() {
    if (flat_) {
      Texts alike{"true", "forall i in 0..n-1: x[i] => !y[i]",
                  "forall i, j in 0..n-1: i != j => !(x[i] && x[j])",
                  "count(i in 0..n-1: x[i]) < n"};
      if (place_) alike.push_back("x[t] || !y[t]");
      return one(alike, {"!x[0]", "forall i in 1..n-1: !x[i]",
                         "forall i, j in 0..n-1: i < j => x[i] || !x[j]"});
    }
    Texts alike{"true"};
    if (!stateless_) {
      alike.insert(alike.end(), {"forall q in c: !q.x", "exists q in c: !q.x"});
    }
    if (reference_) alike.push_back("r == none");
    Texts odd_ones{"true"};
    if (!stateless_) odd_ones = {"!c[0].x", "forall i in 1..n-1: !c[i].x"};
    if (reference_) odd_ones.push_back("r != c[0]");
    return one(alike, odd_ones);
  }

  Dice dice_;
  bool flat_;
  int odd_ = 0;  // in so many places one; 0: none
  int n_ = 2, servers_ = 1;
  bool place_ = false, color_ = false, square_ = false;
  bool lines_ = false, rank_ = false, friend_ = false, busy_ = false;
  bool reference_ = false, keeper_ = false, marks_ = false, two_ = false;
  bool stateless_ = false;
};

}  // namespace

std::string alike_model(std::uint64_t seed) {
  return AlikeWriter(seed).run();
}

}  // namespace vicinal::random_models
