// SPDX-License-Identifier: MIT
// Nodes are named by a first one and a distance, which leaves something of the
// symmetry of a ring.
#include "marked_model.hpp"

#include <fmt/format.h>

#include <initializer_list>

#include "terms.hpp"

namespace vicinal::random_models {

namespace {

class MarkedWriter {
 public:
  explicit MarkedWriter(std::uint64_t seed) : dice_(seed + 0x3a4b) {}

  std::string run() {
    const std::string wires = shape();
    colors_ = dice_.one_in(3);
    ranks_ = dice_.one_in(6);
    reference_ = dice_.one_in(4);
    std::string text = "enum Phase { idle, busy }\n";
    if (colors_) text += "enum Color { red, green }\n";
    if (reference_) text += "shared turn : id of p = none;\n";
    text += process();
    text +=
        fmt::format("network {{\n  node p[{}] : P{};\n{}", count_,
                    ranks_ ? fmt::format("(rank = {})", number()) : "", wires);
    if (dice_.one_in(6)) {
      text += fmt::format("  init {} || {};\n", about(0), about(1));
    }
    text += "}\n";
    if (dice_.one_in(3)) text += rule(0);
    if (dice_.one_in(6)) text += rule(1);
    const int claims = dice_.one_in(3) ? 2 : 1;
    for (int i = 0; i < claims; ++i) {
      text += fmt::format("invariant claim{}: {};\n", i, claim());
    }
    return text;
  }

 private:
  std::string pick(std::initializer_list<std::string> list) {
    return list.begin()[dice_.below(static_cast<int>(list.size()))];
  }

  std::string connected(const std::string& a, const std::string& b) {
    if (directed_) {
      return fmt::format("connect p[{}].next, p[{}].last to e[i];", a, b);
    }
    return fmt::format("connect p[{}].link, p[{}].link to e[i];", a, b);
  }

  std::string shape() {
    const int kind = dice_.below(8);
    directed_ = kind < 3;
    wired_ = kind < 7;
    count_ = dice_.one_in(3) ? 3 + dice_.below(3) : 4 + 2 * dice_.below(2);
    int edges = count_;
    std::string body = connected("i", fmt::format("(i + 1) % {}", count_));
    if (kind == 5) {
      count_ = 8;
      edges = 12;
      // Along one of three dimensions for each four edges.
      body =
          "  if i < 4 { connect p[2 * i].link, p[2 * i + 1].link to e[i]; } "
          "else { if i < 8 { connect p[i - 4 + (i - 4) / 2 * 2].link, "
          "p[i - 2 + (i - 4) / 2 * 2].link to e[i]; } "
          "else { connect p[i - 8].link, p[i - 4].link to e[i]; } }";
    } else if (kind == 6) {
      count_ = 6;
      edges = 9;
      body =
          "  if i < 3 { connect p[i].link, p[(i + 1) % 3].link to e[i]; } "
          "else { if i < 6 { connect p[i].link, p[3 + (i - 2) % 3].link to "
          "e[i]; } else { connect p[i - 6].link, p[i - 3].link to e[i]; } }";
    }
    if (!wired_) return "";
    small_ = count_ > 6 || edges > 6;
    return fmt::format(
        "  edge e[{0}] : bool = {1};\n  for i in 0..{2} {{ {3} }}\n", edges,
        dice_.one_in(6) ? "index % 2 == 0" : "false", edges - 1, body);
  }

  // Of an index, in some pattern.
  std::string number() {
    return pick({"index % 2", "(index / 2) % 2",
                 "if index % 3 == 0 then 1 else 0",
                 "if index == 0 then 1 else 0",
                 fmt::format("if index == 0 || index == {} then 1 else 0",
                             1 + dice_.below(count_ - 1))});
  }

  std::string process() {
    std::string text = ranks_ ? "process P(rank : 0..1) {\n" : "process P {\n";
    if (wired_ && directed_)
      text +=
          "  port last : inout bool;\n"
          "  port next : inout bool;\n";
    if (wired_ && !directed_) text += "  port set link : inout bool;\n";
    const bool start = dice_.one_in(6);
    text += fmt::format(
        "  var phase : Phase = {};\n",
        start ? fmt::format("if ({}) == 1 then busy else idle", number())
              : "idle");
    if (colors_) {
      text += fmt::format(
          "  var color : Color = if ({}) == 1 then red else green;\n",
          number());
    }
    for (int i = 1 + dice_.below(small_ ? 1 : 3); i > 0; --i) text += action(i);
    return text + "}\n";
  }

  std::string action(int i) {
    const std::string rank = ranks_ && dice_.one_in(2) ? " && rank == 0" : "";
    const std::string turn =
        reference_ && dice_.one_in(2) ? " turn := self;" : "";
    if (small_) {
      return fmt::format(
          "  action a{} when phase == idle{} {{ phase := busy;{} }}\n", i, rank,
          turn);
    }
    const std::string flip = pick(
        {"phase := busy;", "phase := if phase == idle then busy else idle;"});
    const std::string when = pick({"phase == idle", "phase == busy", "true"});
    if (!wired_ || dice_.one_in(3)) {
      return fmt::format("  action a{} when {}{} {{ {}{}{} }}\n", i, when, rank,
                         flip, turn,
                         colors_ && dice_.one_in(2)
                             ? " color := if color == red then green else red;"
                             : "");
    }
    if (directed_) {
      return fmt::format(
          "  action a{} when {} && {}{} {{ {} := {}; {}{} }}\n", i, when,
          pick({"last", "!next", "!last", "!last && !next"}), rank,
          pick({"next", "last"}), pick({"true", "!last"}),
          flip_by(flip, pick({"last", "!next", "last && !next"})), turn);
    }
    return fmt::format("  action a{}(x in link) when {} && !x{} {{ {}{}{} }}\n",
                       i, when, rank, pick({"x := true; ", "x := !x; ", ""}),
                       flip_by(flip, pick({"x", "!x"})), turn);
  }

  // A constant by a truth value, as 1 and 0 are by themselves.
  std::string flip_by(const std::string& flip, const std::string& truth) {
    if (!dice_.one_in(3)) return flip;
    return fmt::format("phase := if {} then busy else idle;", truth);
  }

  // Node i of a pattern.
  std::string node(int i) {
    if (i == 0) {
      first_ = dice_.below(count_);
      distance_ =
          dice_.one_in(2) ? (count_ + 1) / 2 : 1 + dice_.below(count_ - 1);
    }
    return fmt::format("p[{}]", (first_ + i * distance_) % count_);
  }

  std::string about(int i) {
    const std::string n = node(i);
    if (colors_ && dice_.one_in(8)) return n + ".color == red";
    return n + ".phase == " + phase_;
  }

  std::string rule(int i) {
    const std::string n = node(0);
    const std::string m = node(1);
    switch (dice_.below(reference_ ? 4 : 3)) {
      case 0:
        return fmt::format(
            "rule r{} when {}.phase == busy {{ {}.phase := idle; }}\n", i, n,
            n);
      case 1:
        return fmt::format(
            "rule r{0} when {1}.phase == busy && {2}.phase == busy "
            "{{ {1}.phase := idle; {2}.phase := idle; }}\n",
            i, n, m);
      case 2:
        return fmt::format(
            "rule r{}(q in p) when q != {} && q.phase == busy && "
            "q != {} {{ q.phase := idle; }}\n",
            i, n, m);
      default:
        return fmt::format("rule r{} when turn == {} {{ turn := none; }}\n", i,
                           n);
    }
  }

  std::string claim() {
    phase_ = pick({"idle", "busy"});
    switch (dice_.below(6)) {
      case 0:
        return "forall q in p: q.phase == idle || q.phase == busy";
      case 1:
        return about(0);
      case 2:
        return fmt::format("!({} && {} && {})", about(0), about(1), about(2));
      case 3:
        return fmt::format("{} => !({})", about(0), about(1));
      case 4:
        return fmt::format("1 / (if {} then 1 else {}) == 1", about(0),
                           dice_.below(2));
      default:
        return fmt::format("{} || {}", about(0), about(1));
    }
  }

  Dice dice_;
  int count_ = 0, first_ = 0, distance_ = 1;
  bool directed_ = false, wired_ = false, small_ = false;
  bool colors_ = false, ranks_ = false, reference_ = false;
  std::string phase_ = "busy";
};

}  // namespace

std::string marked_model(std::uint64_t seed) {
  return MarkedWriter(seed).run();
}

}  // namespace vicinal::random_models
