// SPDX-License-Identifier: MIT
// A step writes what a total counts (the variable of a node, an edge, an
// element of an array that nodes index), fails in some states, and may ask the
// total. What fails stands before the write, behind it, at its end, in one
// assignment with it, under a condition, or in a loop over nodes; often it is
// the write itself, of what there is not. The assertions fix the total, or say
// something of each member that the total follows from.
#include "tests/obligations/failing_family.hpp"

#include <fmt/format.h>

#include <random>

namespace vicinal::obligations_test {

namespace {

class Writer {
 public:
  Writer(Failure failure, std::uint64_t seed)
      : failure_(failure),
        dice_(seed * 64 + static_cast<std::uint64_t>(failure)) {}

  FailingFamily family();

 private:
  // What a total counts, of whom, and a place of it that a step writes.
  struct Counted {
    std::string binder, holds, place;
    bool number = false;
  };

  std::size_t below(std::size_t n) { return dice_() % n; }
  bool one_in(std::size_t n) { return below(n) == 0; }
  std::string of(const std::vector<std::string>& list) {
    return list[below(list.size())];
  }
  std::string tagged(std::string text, const std::string& tag) {
    out_.made.push_back(tag);
    return text;
  }

  std::string node();
  Counted counted();
  std::string total(const Counted& c);
  std::string changed(const Counted& c, const std::string& place) const;
  std::string written_itself(const Counted& c);
  std::string failing();
  std::string together(const Counted& c, const std::string& fails);
  std::string in_loop();
  std::string body(const Counted& c);
  std::string assertions(const Counted& c);

  Failure failure_;
  std::mt19937_64 dice_;
  bool rule_ = true;
  FailingFamily out_;
};

// A node whose variables the step may write.
std::string Writer::node() {
  return rule_ ? of({"s[0]", "s[n - 1]", "p", "p"}) : "self";
}

Writer::Counted Writer::counted() {
  const std::string own = rule_ ? node() + "." : "";
  switch (below(4)) {
    case 0:
      out_.made.emplace_back("counted: edges");
      return {"z in e", "z", rule_ ? of({"e[0]", "e[n - 1]"}) : "right"};
    case 1:
      out_.made.emplace_back("counted: numbers");
      return {"z in s", "z.x", own + "x", true};
    case 2:
      out_.made.emplace_back("counted: elements at nodes");
      return one_in(2)
                 ? Counted{"z in s", "met[z]", fmt::format("met[{}]", node())}
                 : Counted{"z in s", "z.heard[z]",
                           fmt::format("{}heard[{}]", own, node())};
    default:
      out_.made.emplace_back("counted: nodes");
      return {"z in s", "z.b", own + "b"};
  }
}

std::string Writer::total(const Counted& c) {
  if (c.number && one_in(2)) {
    return tagged(fmt::format("sum({}: {})", c.binder, c.holds), "sum");
  }
  const std::string holds =
      c.number ? c.holds + " == 2" : (one_in(2) ? "!" : "") + c.holds;
  return tagged(fmt::format("count({}: {})", c.binder, holds), "count");
}

std::string Writer::changed(const Counted& c, const std::string& place) const {
  return c.number ? fmt::format("({} + 1) % 3", place) : "!" + place;
}

// The place that is counted, of what there may not be. Empty: only other
// statements fail so.
std::string Writer::written_itself(const Counted& c) {
  if (!rule_) return {};
  const std::string member = c.number ? "x" : "b";
  std::string place;
  if (failure_ == Failure::none) place = "r." + member;
  if (failure_ == Failure::no_such_node) {
    place = fmt::format("s[{}].{}", of({"k", "n", "n - 1 + k"}), member);
    if (c.holds == "met[z]") place = "met[s[k]]";
  }
  if (failure_ == Failure::no_such_edge) {
    place = fmt::format("e[{}]", of({"k", "n", "k - 1"}));
  }
  if (place.empty()) return {};
  const bool edge = failure_ == Failure::no_such_edge;
  const std::string value =
      edge ? "!" + place
           : changed({"", "", "", c.number && place != "met[s[k]]"}, place);
  return fmt::format("{} := {};", place, value);
}

// A statement that fails in some states.
std::string Writer::failing() {
  switch (failure_) {
    case Failure::out_of_range:
      return of({"k := k + 1;", "k := k - 1;", "k := 2 * k;"});
    case Failure::division:
      return of({"k := 3 / k;", "k := 3 % k;", "y := 2 / (k - 1) == 2;"});
    case Failure::overflow:
      return of({"y := 9223372036854775805 + k > 0;",
                 "y := (0 - 9223372036854775807 - k) * 1 < k;",
                 "y := 4611686018427387904 * k > 2;"});
    case Failure::none:
      return of({"y := r.b;", "k := r.x;", "y := r.heard[r];", "y := met[r];"});
    case Failure::no_such_node:
      return of({"y := s[k].b;", "k := s[k].x;", "y := met[s[k]];"});
    case Failure::no_such_edge:
      return of({"y := e[k];", "y := !e[n - 1 + k];"});
    case Failure::no_such_element:
      return of({"a[k] := !a[k];", "y := a[k - 1];", "a[2 - k] := y;"});
    case Failure::queue_full:
      return "push(q, y);";
    case Failure::queue_empty:
      return of({"pop(q);", "y := head(q);"});
    case Failure::same_place:
      return "a[k % 2], a[0] := true, y;";
    case Failure::no_member:
      return of({"k := min(3, max(i in 1..k: i));",
                 "k := max(0, min(i in k..2: i));"});
    default:
      return "k := min(3, pow(2, k - 1));";
  }
}

// One assignment: of what is counted, and what fails.
std::string Writer::together(const Counted& c, const std::string& fails) {
  const std::size_t is = fails.find(" := ");
  if (is == std::string::npos || failure_ == Failure::same_place) return {};
  return fmt::format("{}, {} := {}, {};", c.place, fails.substr(0, is),
                     changed(c, c.place),
                     fails.substr(is + 4, fails.size() - is - 5));
}

// Every node writes its own and fails, or not. Empty: not in this way.
std::string Writer::in_loop() {
  switch (failure_) {
    case Failure::out_of_range:
      return "for z in s { z.x := z.x + k; }";
    case Failure::division:
      return "for z in s { z.x := 2 / (z.x + k - 1); }";
    case Failure::none:
      return "for z in s { z.b := r.x == z.x; }";
    case Failure::no_such_element:
      return "for z in s { z.b := a[z.x + k - 1]; }";
    case Failure::no_such_node:
      return "for z in s { z.x := s[k].x; }";
    default:
      return {};
  }
}

std::string Writer::body(const Counted& c) {
  const std::string write =
      fmt::format("{} := {};", c.place, changed(c, c.place));
  const std::string asks = total(c);
  const std::string reads =
      of({"", fmt::format("y := {} >= 1;", asks),
          fmt::format("if {} == 1 {{ y := !y; }}", asks)});
  if (!reads.empty()) out_.made.emplace_back("the step asks the total");
  const std::string fails = failing();
  const std::string itself = written_itself(c);
  if (!itself.empty() && one_in(2)) {
    return tagged(itself + " " + reads, "fails: the write itself");
  }
  switch (below(6)) {
    case 0:
      return tagged(fails + " " + write + " " + reads, "fails: first");
    case 1:
      return tagged(write + " " + fails + " " + reads, "fails: in between");
    case 2:
      return tagged(write + " " + reads + " " + fails, "fails: last");
    case 3:
      return tagged(fmt::format("if {} {{ {} }} else {{ {} }} {}",
                                of({"y", "k > 0"}), fails, write, reads),
                    "fails: under a condition");
    case 4:
      if (const std::string loop = rule_ ? in_loop() : ""; !loop.empty()) {
        return tagged(write + " " + loop + " " + reads, "fails: in a loop");
      }
      [[fallthrough]];
    default: {
      const std::string both = together(c, fails);
      return both.empty()
                 ? tagged(fails + " " + write + " " + reads, "fails: first")
                 : tagged(both + " " + reads, "fails: in one assignment");
    }
  }
}

// What is said of the total, or of all that it counts.
std::string Writer::assertions(const Counted& c) {
  const std::string each = c.number ? c.holds + (one_in(2) ? " < 2" : " == 0")
                                    : (one_in(2) ? "!" : "") + c.holds;
  std::string out;
  if (!one_in(3)) {
    out += fmt::format("assert each: forall {}: {};\n", c.binder, each);
    out_.made.emplace_back("each member is known");
  }
  if (one_in(2)) {
    out += fmt::format("assert all: {} {};\n", total(c),
                       of({"<= 1", "== 0", ">= 1", "<= n - 1"}));
    out_.made.emplace_back("the total is known");
  }
  if (out.empty() || one_in(3)) {
    out += fmt::format("assert seen: y => {} >= 1;\n", total(c));
  }
  return out + "assert any_node: forall some in s: some == some;\n";
}

FailingFamily Writer::family() {
  rule_ = !one_in(3);
  const Counted c = counted();
  const std::string guard = of({"", " when k != 2", " when k < 3 || y"});
  const std::string step = guard + " { " + body(c) + " }";
  out_.made.emplace_back(rule_ ? "a rule" : "an action");
  const std::string said = assertions(c);
  const auto uses = [&](const char* name) {
    return (step + said).find(name) != std::string::npos;
  };
  const bool parameter = uses("p.") || uses("[p]");
  const bool edges = c.binder == "z in e" || failure_ == Failure::no_such_edge;
  std::string& text = out_.text;
  text = "param n : 1.. = 2;\nprocess P {\n";
  if (edges) text += "  port left, right : inout bool;\n";
  if (uses(".b")) text += "  var b : bool;\n";
  if (uses(".x")) text += "  var x : 0..2;\n";
  if (uses("heard[")) text += "  var heard : bool[s];\n";
  if (!rule_) text += "  action step" + step + "\n";
  text += "}\nnetwork {\n  node s[n] : P;\n";
  if (edges) {
    text +=
        "  edge e[n] : bool;\n  for i in 0..n-1 { connect s[i].right, "
        "s[(i + 1) % n].left to e[i]; }\n";
  }
  text += "}\nshared k : 0..3;\nshared y : bool;\n";
  const bool refers = failure_ == Failure::none;
  if (refers) text += "shared r : id of s;\n";
  text += fmt::format("rule next {{ k := (k + 1) % 4;{} }}\n",
                      refers ? " r := s[n - 1];" : "");
  if (uses("a[")) text += "shared a : bool[2];\n";
  if (uses("met[")) text += "shared met : bool[s];\n";
  if (uses("(q")) text += "shared q : queue bool[1];\n";
  if (rule_) text += parameter ? "rule step(p in s)" : "rule step";
  if (rule_) text += step + "\n";
  text += said;
  return std::move(out_);
}

}  // namespace

const std::vector<NamedFailure>& failures() {
  static const std::vector<NamedFailure> all = {
      {Failure::out_of_range, "a value out of its range"},
      {Failure::division, "a division by zero"},
      {Failure::overflow, "a number beyond 64 bits"},
      {Failure::none, "a reference that is none"},
      {Failure::no_such_node, "a node that there is not"},
      {Failure::no_such_edge, "an edge that there is not"},
      {Failure::no_such_element, "an element that there is not"},
      {Failure::queue_full, "a queue that is full"},
      {Failure::queue_empty, "a queue that is empty"},
      {Failure::same_place, "a place that is assigned twice"},
      {Failure::no_member, "a maximum of nothing"},
      {Failure::exponent, "an exponent below zero"},
  };
  return all;
}

FailingFamily failing_family(Failure failure, std::uint64_t seed) {
  return Writer(failure, seed).family();
}

}  // namespace vicinal::obligations_test
