// SPDX-License-Identifier: MIT
#include "exchange_model.hpp"

#include <fmt/format.h>

#include <initializer_list>
#include <vector>

#include "terms.hpp"

namespace vicinal::random_models {

namespace {

class ExchangeWriter {
 public:
  explicit ExchangeWriter(std::uint64_t seed) : dice_(seed + 0xe5c4) {}

  std::string run() {
    count_ = 2 + dice_.below(3);
    odd_ = dice_.one_in(3);
    reference_ = dice_.one_in(2);
    member_ = dice_.one_in(3);
    array_ = dice_.one_in(3);
    edge_ = dice_.one_in(3);
    color_ = dice_.one_in(3);
    rank_ = dice_.one_in(3);
    wide_ = dice_.one_in(4);
    if (wide_) choose_numbers();
    ranks_only_ = rank_ && dice_.one_in(2);
    if (ranks_only_) {
      member_ = array_ = edge_ = color_ = odd_ = wide_ = false;
    }
    if (ranks_only_ && dice_.one_in(2)) reference_ = false;
    std::string text = "enum Phase { idle, busy, done }\n";
    if (color_) text += "enum Color { red, green, blue }\n";
    text += "shared flag : bool = false;\n";
    text += fmt::format("shared level : 0..{} = 0;\n", 1 + dice_.below(2));
    if (reference_) {
      text += fmt::format("shared turn : id of p{};\n",
                          odd_ && dice_.one_in(3) ? ""
                          : dice_.one_in(4)       ? ""
                                                  : " = none");
    }
    if (array_) text += "shared mark : bool[p];\n";
    text += process();
    hub_ = edge_ && dice_.one_in(3);
    if (hub_) text += hub();
    text += network();
    if (ranks_only_) text += grant();
    const int rules = ranks_only_ ? 0 : dice_.below(3);
    for (int i = 0; i < rules; ++i) text += rule(i);
    const int properties = 1 + dice_.below(3);
    for (int i = 0; i < properties; ++i) {
      text += fmt::format("invariant claim{}: {};\n", i, claim());
    }
    return text;
  }

 private:
  std::string pick(std::initializer_list<std::string> list) {
    return list.begin()[dice_.below(static_cast<int>(list.size()))];
  }
  // Numbers of 64 bits, near zero or near the ends, where they leave them.
  void choose_numbers() {
    switch (dice_.below(3)) {
      case 0:
        base_ = "0";
        most_ = "1";
        least_ = "-1";
        return;
      case 1:
        base_ = least_ = "9223372036854775806";
        most_ = "9223372036854775807";
        return;
      default:
        base_ = most_ = "-9223372036854775807";
        least_ = "(-9223372036854775807 - 1)";
    }
  }

  std::string phase() { return pick({"idle", "busy", "done"}); }

  std::string process() {
    std::string text = rank_ ? "process P(rank : 0..1) {\n" : "process P {\n";
    if (edge_) text += "  port own : inout bool;\n";
    if (edge_ && dice_.one_in(2)) {
      text += "  port bus : inout 0..1;\n";
      bus_ = true;
    }
    text += "  var phase : Phase = idle;\n";
    if (member_) text += "  var friend : id of p = none;\n";
    if (color_) text += "  var color : Color;\n";
    if (wide_) text += "  var t : int = " + base_ + ";\n";
    const int actions = 2 + dice_.below(3);
    for (int i = 0; i < actions; ++i) text += action(i);
    return text + "}\n";
  }

  std::string network() {
    std::string rank = !rank_ ? ""
                       : dice_.one_in(2)
                           ? "(rank = index % 2)"
                           : "(rank = if index == 0 then 0 else 1)";
    std::string text =
        fmt::format("network {{\n  node p[{}] : P{};\n", count_, rank);
    if (edge_) {
      text += fmt::format("  edge e[{}] : bool = {};\n", count_,
                          odd_ && dice_.one_in(3) ? "index == 1" : "false");
      if (hub_) text += "  node hub : Hub;\n";
      if (bus_) text += "  edge b : 0..1 = 0;\n";
      text += fmt::format(
          "  for i in 0..{} {{ connect p[i].own{} to e[i];{} }}\n", count_ - 1,
          hub_ ? ", hub.w" : "", bus_ ? " connect p[i].bus to b;" : "");
    }
    return text + "}\n";
  }

  // What is seen of a process `q`; `q` itself where it acts.
  std::string about(const std::string& q) {
    const std::string dot = q.empty() ? "" : q + ".";
    const std::string node = q.empty() ? "self" : q;
    std::vector<std::string> list{dot + "phase == " + phase(),
                                  dot + "phase != " + phase(), "flag", "!flag",
                                  fmt::format("level == {}", dice_.below(2))};
    if (reference_) {
      list.push_back("turn == " + node);
      list.push_back("turn != none");
      list.push_back("(turn != none && turn.phase == " + phase() + ")");
      list.push_back("turn.phase == " + phase());  // fails for none
    }
    if (member_) {
      list.push_back(dot + "friend == none");
      list.push_back(dot + "friend == " + node);
      list.push_back("(" + dot + "friend != none && " + dot +
                     "friend.phase == " + phase() + ")");
    }
    if (array_) list.push_back("mark[" + node + "]");
    if (edge_) list.push_back(dot + "own");
    if (bus_) list.push_back(dot + "bus == 0");
    if (rank_ && !ranks_only_) list.push_back(dot + "rank == 0");
    if (color_) list.push_back(color(dot + "color", node));
    if (wide_) list.push_back(number(dot + "t"));
    if (odd_) {
      list.push_back(fmt::format("index({}) == {}", node, dice_.below(count_)));
      list.push_back(
          fmt::format("p[{}].phase == {}", dice_.below(count_), phase()));
    }
    return list[static_cast<std::size_t>(
        dice_.below(static_cast<int>(list.size())))];
  }

  std::string color(const std::string& own, const std::string& node) {
    if (odd_ && dice_.one_in(3)) return own + " == red";
    return fmt::format("({} w in p: w != {} && w.color == {})",
                       pick({"exists", "forall", "exactly 1"}), node, own);
  }

  // Some of these fail, some in an order of the processes only.
  std::string number(const std::string& t) {
    return pick({t + " == " + base_, t + " < " + most_, t + " + 1 > " + base_,
                 "2 * " + t + " > " + base_, "-" + t + " <= " + most_,
                 t + " == (max(u in p: u.t))", t + " > (min(u in p: u.t))",
                 "(sum(u in p: u.t)) == " + t, "(sum(u in p: u.t / 4)) <= " + t,
                 t + " % 3 == 1",
                 "max(" + t + ", p[0].t) == max(p[0].t, " + t + ")",
                 "(exists u in p: max(u.t, " + t + ") == " + most_ + ")"});
  }

  std::string new_number(const std::string& t) {
    return pick(
        {base_, base_, most_, least_, "min(" + t + " + 1, " + most_ + ")",
         "max(" + t + " - 1, " + least_ + ")",
         "if " + t + " == " + base_ + " then " + most_ + " else " + base_,
         "max(u in p: u.t)", "min(u in p: u.t)", "-" + t, "abs(" + t + ")",
         "2 * " + t + " - " + t, "(sum(u in p: u.t)) % 3",
         t + " / 2 + " + t + " / 2", t + " / -1", "pow(" + t + ", 2) % 5",
         "max(" + t + ", level)"});
  }

  std::string global(const std::string& node) {
    const std::string body = about("z");
    switch (dice_.below(5)) {
      case 0:
        return fmt::format("(forall z in p: z != {} => {})", node, body);
      case 1:
        return fmt::format("(exists z in p: {})", body);
      case 2:
        return fmt::format("(count(z in p: {})) < {}", body,
                           1 + dice_.below(count_));
      case 3:
        return fmt::format("(exactly {} z in p: {})", 1 + dice_.below(2), body);
      default:
        return fmt::format("(atmost 1 z in p: z != {} && {})", node, body);
    }
  }

  std::string guard(const std::string& q) {
    std::string text = about(q);
    if (dice_.one_in(2)) text += " && " + about(q);
    if (dice_.one_in(3)) text += " && " + global(q.empty() ? "self" : q);
    if (ranks_only_ && dice_.one_in(3)) {
      text += fmt::format(" && {}rank == {}", q.empty() ? "" : q + ".",
                          dice_.below(2));
    }
    return text;
  }

  std::string statement(const std::string& q) {
    const std::string dot = q.empty() ? "" : q + ".";
    const std::string node = q.empty() ? "self" : q;
    std::vector<std::string> list{
        dot + "phase := " + phase() + ";", dot + "phase := " + phase() + ";",
        "flag := " + pick({"true", "false", "!flag"}) + ";",
        fmt::format("level := {};", dice_.below(2)),
        "level := (level + 1) % 2;"};
    if (dice_.one_in(6)) list.push_back("level := level + 1;");  // may fail
    if (dice_.one_in(4)) list.push_back(looking(q.empty()));
    if (reference_) {
      list.push_back("turn := " + node + ";");
      list.push_back("turn := none;");
    }
    if (member_) {
      list.push_back(dot + "friend := " + node + ";");
      list.push_back(dot + "friend := none;");
      if (reference_) list.push_back(dot + "friend := turn;");
    }
    if (array_) {
      list.push_back("mark[" + node + "] := " + pick({"true", "flag"}) + ";");
    }
    if (edge_) list.push_back(dot + "own := " + pick({"true", "flag"}) + ";");
    if (bus_) list.push_back(dot + "bus := 1 - " + dot + "bus;");
    if (q.empty() && dice_.one_in(4)) {
      list.push_back("if " + about(q) + " { flag := true; } else { " + dot +
                     "phase := idle; }");
    }
    if (!q.empty() && dice_.one_in(3)) {
      list.push_back("for r in p { r.phase := " + phase() + "; }");
    }
    if (wide_) {
      for (int i = 0; i < 3; ++i) {
        list.push_back(dot + "t := " + new_number(dot + "t") + ";");
      }
    }
    if (odd_ && dice_.one_in(3)) {
      list.push_back(
          fmt::format("level := if index({}) == 0 then 1 else 0;", node));
    }
    return list[static_cast<std::size_t>(
        dice_.below(static_cast<int>(list.size())))];
  }

  // At processes that are neither actor nor bound; some in their order.
  std::string looking(bool action) {
    std::vector<std::string> list{
        fmt::format("flag := exists u in p: u.phase == {};", phase()),
        fmt::format("for r in p {{ flag := r.phase == {}; }}", phase())};
    if (!action) {
      list.push_back(fmt::format(
          "for r in p {{ if r.phase == {} {{ flag := true; }} else {{ "
          "if flag {{ r.phase := {}; }} }} }}",
          phase(), phase()));
    }
    if (odd_) {
      const int k = dice_.below(count_);
      list.push_back(fmt::format("flag := p[{}].phase == {};", k, phase()));
      list.push_back(
          fmt::format("if p[{}].phase == {} {{ level := 1; }}", k, phase()));
      if (reference_) {
        list.push_back(
            fmt::format("level := if turn == p[{}] then 1 else 0;", k));
      }
    }
    return list[static_cast<std::size_t>(
        dice_.below(static_cast<int>(list.size())))];
  }

  std::string body(const std::string& q) {
    std::string text = statement(q);
    if (dice_.one_in(2)) text += " " + statement(q);
    return text;
  }

  std::string priority(const std::string& q) {
    const std::string dot = q.empty() ? "" : q + ".";
    if (!dice_.one_in(3)) return "";
    if (rank_ && !ranks_only_) return " priority " + dot + "rank";
    return fmt::format(" priority if {}phase == {} then 1 else 0", dot,
                       phase());
  }

  std::string action(int number) {
    if (dice_.one_in(4)) {  // with another process
      std::string text = fmt::format("  action a{}(q in p) when {} && {}",
                                     number, about(""), about("q"));
      text += priority("q");
      const std::string other =
          reference_ && dice_.one_in(2) ? "turn := q; " : "";
      const std::string friends =
          member_ && dice_.one_in(2) ? "friend := q; " : "";
      return text + " { " + other + friends + body("") + " }\n";
    }
    return fmt::format("  action a{} when {} {{ {} }}\n", number, guard(""),
                       body(""));
  }

  // Of the processes in one local state the rank decides.
  std::string grant() {
    return fmt::format(
        "rule grant(c in p) when c.phase == {}{} priority c.rank {{ {} }}\n",
        phase(), dice_.one_in(2) ? " && !flag" : "", body("c"));
  }

  // It sees processes by their edges.
  std::string hub() {
    return fmt::format(
        "process Hub {{ port set w : inout bool; action serve(x in w) when {} "
        "{{ {} }} }}\n",
        pick({"x", "!x", "x && !flag", "!x && (forall y in w: !y)",
              "x && (count(y in w: y)) < 2"}),
        pick({"x := !x;", "x := false; flag := true;",
              "for y in w { y := false; }", "level := count(y in w: y) % 2;",
              "for y in w { flag := y; }"}));
  }

  std::string rule(int number) {
    if (dice_.one_in(5)) {
      return fmt::format("rule r{} when {} {{ {} }}\n", number,
                         pick({"flag", "!flag", "level == 0", "true"}),
                         looking(false));
    }
    if (dice_.one_in(3)) {
      return fmt::format(
          "rule r{}(c in p, d in p) when c != d && {} && {} {{ {} {} }}\n",
          number, guard("c"), about("d"), body("c"),
          member_ ? "d.friend := c;" : "");
    }
    return fmt::format("rule r{}(c in p) when {}{} {{ {} }}\n", number,
                       guard("c"), priority("c"), body("c"));
  }

  std::string claim() {
    switch (dice_.below(4)) {
      case 0:
        return fmt::format("forall i in p: {} || {}", about("i"), about("i"));
      case 1:
        return fmt::format("forall i, j in p: i != j => {} || {}", about("i"),
                           about("j"));
      case 2:
        return fmt::format("(count(i in p: {})) < {}", about("i"), count_);
      default:
        return odd_ && dice_.one_in(2)
                   ? fmt::format("!(p[0].phase == {} && {})", phase(),
                                 about("p[1]"))
                   : fmt::format("exists i in p: {}", about("i"));
    }
  }

  Dice dice_;
  int count_ = 2;
  bool odd_ = false, reference_ = false, member_ = false, array_ = false,
       edge_ = false, bus_ = false, hub_ = false, color_ = false, rank_ = false;
  bool ranks_only_ = false;  // tell processes apart
  bool wide_ = false;
  std::string base_, most_, least_;  // numbers of 64 bits
};

}  // namespace

std::string exchange_model(std::uint64_t seed) {
  return ExchangeWriter(seed).run();
}

}  // namespace vicinal::random_models
