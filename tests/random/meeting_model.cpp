// SPDX-License-Identifier: MIT
// Whoever meets has a name; what may be said of names is the same in guards and
// in statements.
#include "meeting_model.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "terms.hpp"

namespace vicinal::random_models {

namespace {

class MeetingWriter {
 public:
  MeetingWriter(std::uint64_t seed, bool more, bool family)
      : dice_(seed + 0x3ee7), more_(more), family_(family) {}

  std::string run() {
    shape_ = dice_.below(4);
    count_ = 2 + dice_.below(shape_ == 3 ? 3 : 2) + (more_ ? 1 : 0);
    edge_values_ = dice_.one_in(3);
    reference_ = dice_.one_in(4);
    std::string text = fmt::format(
        "{} = {};\n", family_ ? "param n : 2.." : "const n", count_);
    text += process() + network();
    const int rules = 1 + dice_.below(3);
    for (int r = 0; r < rules; ++r) text += rule(r);
    const int claims = 2 + dice_.below(3);
    for (int c = 0; c < claims; ++c) {
      text += fmt::format("invariant claim{}: {};\n", c, claim());
    }
    return text;
  }

 private:
  bool edges() const { return shape_ != 3; }
  std::string edge_type() const { return edge_values_ ? "0..2" : "bool"; }

  // ---- nodes and edges ------------------------------------------------------

  std::string process() {
    std::string text = "process P {\n";
    if (shape_ == 0)
      text += "  port left, right : inout " + edge_type() + ";\n";
    if (shape_ == 1 || shape_ == 2) {
      text += "  port left : inout " + edge_type() + ";\n";
    }
    text += "  var x : 0..2";
    if (!dice_.one_in(4)) text += fmt::format(" = {}", dice_.below(2));
    text += ";\n  var f : bool = false;\n";
    if (reference_) text += "  var who : id of s = none;\n";
    if (dice_.one_in(2)) {
      text +=
          fmt::format("  action own when {} {{ {} }}\n", own(""), own_change());
    }
    return text + "}\n";
  }

  // Of the actor itself.
  std::string own(const std::string& node) {
    switch (dice_.below(edges() ? 5 : 4)) {
      case 0:
        return fmt::format("{}x == {}", node, dice_.below(3));
      case 1:
        return node + "f";
      case 2:
        return fmt::format("!{}f", node);
      case 3:
        return fmt::format("{}x < 2", node);
      default:
        return edge_test(node + port());
    }
  }

  std::string own_change() {
    switch (dice_.below(edges() ? 4 : 3)) {
      case 0:
        return fmt::format("x := {};", dice_.below(3));
      case 1:
        return "f := !f;";
      case 2:
        return "if x < 2 { x := x + 1; } else { x := 0; }";
      default:
        return port() + " := " + edge_value() + ";";
    }
  }

  std::string port() {
    return shape_ == 0 && dice_.one_in(2) ? "right" : "left";
  }
  std::string edge_test(const std::string& edge) {
    if (edge_values_) return fmt::format("{} == {}", edge, dice_.below(3));
    return dice_.one_in(2) ? edge : "!" + edge;
  }
  std::string edge_value() {
    if (edge_values_) return std::to_string(dice_.below(3));
    return dice_.one_in(2) ? "true" : "false";
  }

  std::string network() {
    std::string text = "network {\n  node s[n] : P;\n";
    const std::string initial =
        dice_.one_in(3) ? ""
                        : " = " + std::string(edge_values_ ? "0" : "false");
    if (shape_ == 0) {
      text += fmt::format("  edge e[n] : {}{};\n", edge_type(), initial);
      text +=
          "  for i in 0..n-1 { connect s[i].right, s[(i + 1) % n].left to "
          "e[i]; }\n";
    } else if (shape_ == 1) {
      text += fmt::format("  edge e[1] : {}{};\n", edge_type(), initial);
      text += "  for i in 0..n-1 { connect s[i].left to e[0]; }\n";
    } else if (shape_ == 2) {
      text +=
          fmt::format("  edge e[(n + 1) / 2] : {}{};\n", edge_type(), initial);
      text += "  for i in 0..n-1 { connect s[i].left to e[i / 2]; }\n";
    }
    return text + "}\n";
  }

  // ---- rules ----------------------------------------------------------------

  std::string rule(int number) {
    if (dice_.one_in(10)) {
      return fmt::format("rule r{} {{ for k in s {{ k.f := {}; }} }}\n", number,
                         dice_.one_in(2) ? "true" : "!k.f");
    }
    if (edges() && dice_.one_in(6)) {
      return fmt::format("rule r{}(g in e) when {} {{ g := {}; }}\n", number,
                         edge_test("g"), edge_value());
    }
    names_.clear();
    std::vector<std::string> parameters;
    const int count = dice_.one_in(5) ? 1 : dice_.one_in(6) ? 3 : 2;
    for (int i = 0; i < count; ++i) {
      const bool named = dice_.one_in(8);
      const std::string name = std::string("ijk").substr(i, 1);
      names_.push_back(named ? fmt::format("s[{}]", dice_.below(count_))
                             : name);
      if (!named) parameters.push_back(name + " in s");
    }
    const bool value = dice_.one_in(6);
    if (value) parameters.emplace_back("v in 0..2");
    std::string text = fmt::format("rule r{}", number);
    if (!parameters.empty()) {
      text += fmt::format("({})", fmt::join(parameters, ", "));
    }
    text += " when " + guard();
    if (dice_.one_in(8)) text += fmt::format(" priority {}.x", name());
    text += " { ";
    const int statements = 1 + dice_.below(3);
    for (int i = 0; i < statements; ++i) text += statement(value) + " ";
    return text + "}\n";
  }

  const std::string& name() { return dice_.of(names_); }

  std::string guard() {
    std::vector<std::string> parts;
    for (const std::string& n : names_) {
      if (!dice_.one_in(4)) parts.push_back(own(n + "."));
    }
    const std::string a = name(), b = name();
    if (a != b) {
      if (!dice_.one_in(4)) parts.push_back(fmt::format("{} != {}", a, b));
      if (edges() && dice_.one_in(2)) {
        parts.push_back(dice_.one_in(2) ? fmt::format("adjacent({}, {})", a, b)
                                        : fmt::format("same({}.{}, {}.{})", a,
                                                      port(), b, port()));
      }
    }
    if (dice_.one_in(5)) {
      parts.push_back(
          fmt::format("(forall k2 in s: k2 != {} => {})", name(), own("k2.")));
    }
    if (dice_.one_in(8)) parts.push_back("index(" + name() + ") == 0");
    if (dice_.one_in(8)) {  // may fail
      parts.push_back(reference_ ? name() + ".who.f"
                                 : "2 / " + name() + ".x == 1");
    }
    if (parts.empty()) parts.emplace_back("true");
    return fmt::format("{}", fmt::join(parts, " && "));
  }

  std::string statement(bool value) {
    const std::string a = name(), b = name();
    switch (dice_.below(edges() ? 9 : 7)) {
      case 0:
        return fmt::format("{}.x := {};", a,
                           value ? "v" : std::to_string(dice_.below(3)));
      case 1:
        return fmt::format("{}.f := !{}.f;", a, b);
      case 2:
        return fmt::format("{}.x := {}.x;", a, b);
      case 3:
        return fmt::format("if {} {{ {}.f := true; }}", own(b + "."), a);
      case 4:  // may leave its range
        return dice_.one_in(3)
                   ? fmt::format("{}.x := {}.x + 1;", a, b)
                   : fmt::format("if {0}.x < 2 {{ {0}.x := {0}.x + 1; }}", a);
      case 5:
        if (!reference_) return fmt::format("{}.f := {}.x == 1;", a, b);
        return fmt::format("{}.who := {};", a, dice_.one_in(3) ? "none" : b);
      case 6:
        if (reference_ && dice_.one_in(2)) {
          return fmt::format("if {0}.who != none {{ {0}.who.f := true; }}", a);
        }
        return fmt::format("{}.f := false;", a);
      case 7:
        if (!edge_values_) return fmt::format("{}.{} := {}.f;", a, port(), b);
        return fmt::format("{}.{} := {}.x;", a, port(), b);
      default:
        return fmt::format("{}.{} := {};", a, port(), edge_value());
    }
  }

  // ---- claims ---------------------------------------------------------------

  std::string claim() {
    switch (dice_.below(4)) {
      case 0:
        return fmt::format("forall i in s: {} || {}", own("i."), own("i."));
      case 1:
        return fmt::format("forall i, j in s: i != j => !({} && {})", own("i."),
                           own("j."));
      case 2:
        return fmt::format("s[0].x == {} => {}", dice_.below(3), own("s[1]."));
      default:
        return fmt::format("forall i, j in s: {} => {}", own("i."), own("j."));
    }
  }

  Dice dice_;
  bool more_ = false, family_ = false;
  int shape_ = 0;  // a ring, a bus, pairs, no edges
  int count_ = 2;
  bool edge_values_ = false, reference_ = false;
  std::vector<std::string> names_;  // of a rule: who meets
};

}  // namespace

std::string meeting_model(std::uint64_t seed, bool more) {
  return MeetingWriter(seed, more, false).run();
}

std::string meeting_family(std::uint64_t seed) {
  return MeetingWriter(seed, false, true).run();
}

}  // namespace vicinal::random_models
