// SPDX-License-Identifier: MIT
// A wiring says which places a node of the family p sees at its ports `left`
// and `right`, and which edges there are; what is counted, what steps write and
// what is claimed are put together from these places.
#include "seen_family.hpp"

#include <fmt/format.h>

#include <iterator>
#include <vector>

#include "terms.hpp"

namespace vicinal::random_models {

namespace {

class SeenWriter {
 public:
  explicit SeenWriter(std::uint64_t seed) : seed_(seed), dice_(seed + 0x5ee) {}

  std::string run();

 private:
  // What a member is counted for, or adds, at `@`.
  std::string seen();
  std::string total(const std::string& what);
  std::string value();
  std::string own(const char* port) const { return port + part_; }

  void ring();
  void line();
  void machines();
  void shifted();
  void hub();
  void turned();
  void halves();
  void rows();
  void ends_apart();
  void plane();

  void flips();
  void moves();
  void rules();
  void counter();
  void claims();

  std::uint64_t seed_;
  Dice dice_;
  int kind_ = 0;      // of the edges: bool, 0..2, struct
  std::string part_;  // behind an edge: ".x" of a struct
  std::string sizes_ = "[n]";
  std::string wiring_, others_, actions_, rules_, head_;
  std::string edges_ = "n";  // how many in e
  std::vector<std::string> claims_;
};

std::string replaced_all(std::string text, char what, const std::string& by) {
  for (std::size_t at = text.find(what); at != std::string::npos;
       at = text.find(what, at + by.size())) {
    text.replace(at, 1, by);
  }
  return text;
}

// ---- wirings ---------------------------------------------------------------

// Who has e[i] at the left is i + by, modulo the size: where it is 1, one node
// has one edge at both ports, and that is no instance.
void SeenWriter::ring() {
  const int by = 1 + dice_.below(2);
  wiring_ = fmt::format(
      "for i in 0..n-1 {{ connect p[i].right, p[(i + {}) % n].left to e[i]; }}",
      by);
}

void SeenWriter::line() {
  edges_ = "n + 1";
  wiring_ =
      "for i in 0..n-1 { connect p[i].left to e[i]; connect p[i].right to "
      "e[i + 1]; }";
}

// Each has an edge of its own, and sees those on both sides.
void SeenWriter::machines() {
  edges_ = "n + 1";
  wiring_ =
      "for i in 1..n { connect p[i - 1].left to e[i]; connect p[i - 1].right "
      "to e[i - 1]; }";
}

void SeenWriter::shifted() {
  edges_ = "n + 3";
  wiring_ =
      "for i in 2..n+1 { connect p[i - 2].left to e[i + 1]; connect "
      "p[i - 2].right to e[i - 2]; }";
}

// All members see one edge.
void SeenWriter::hub() {
  others_ = "edge hub : #;\n";
  wiring_ =
      "for i in 0..n-1 { connect p[i].left to hub; connect p[i].right to e[i]; "
      "}";
}

void SeenWriter::turned() {
  wiring_ = dice_.one_in(2)
                ? "for i in 0..n-1 { connect p[i].left, p[n - 1 - i].right to "
                  "e[i]; }"
                : "for i in 0..n-1 { if i < n - 1 { connect p[i].left, "
                  "p[i + 1].right to e[i]; } else { connect p[i].left, "
                  "p[0].right to e[i]; } }";
}

// Two members have one edge, or the first and the last one, or none.
void SeenWriter::halves() {
  static const std::vector<std::string> lefts = {"i / 2", "i % n",
                                                 "(i + 3) % n"};
  const std::string left = dice_.of(lefts);
  const bool more = left == "i % n";
  if (more) sizes_ = "[n + 1]";
  others_ = "edge f[n + 1] : #;\n";
  wiring_ = fmt::format(
      "for i in 0..n{} {{ connect p[i].left to e[{}]; connect p[i].right to "
      "f[i]; }}",
      more ? "" : "-1", left);
}

// Two rows, whose edges lie between them.
void SeenWriter::rows() {
  others_ = "node q[n] : P;\n  edge f[n] : #;\n";
  wiring_ = fmt::format(
      "for i in 0..n-1 {{ connect p[i].left, q[i].right to e[i]; connect "
      "q[i].left, p[(i + {}) % n].right to f[i]; }}",
      dice_.below(2));
}

// One port is connected by several statements.
void SeenWriter::ends_apart() {
  others_ = "edge f : #;\n";
  wiring_ =
      "for i in 0..n-1 { if i == 0 { connect p[i].left to f; } else { connect "
      "p[i].left, p[i - 1].right to e[i - 1]; } }\n"
      "  if n > 0 { connect p[n - 1].right to e[n - 1]; }";
}

void SeenWriter::plane() {
  sizes_ = "[n][2]";
  others_ = "edge f[n] : #;\n  edge g[n] : #;\n";
  wiring_ =
      "for i in 0..n-1 { connect p[i][0].left, p[i][1].left to e[i];\n"
      "    connect p[i][0].right to f[i]; connect p[i][1].right to g[i]; }";
}

// ---- what is seen ----------------------------------------------------------

std::string SeenWriter::seen() {
  const std::string left = "@." + own("left");
  const std::string right = "@." + own("right");
  const std::string no = kind_ == 1 ? " == 0" : " == false";
  switch (dice_.below(7)) {
    case 0:
      return left + no;
    case 1:
      return right + no;
    case 2:
      return left + " == " + right;
    case 3:
      return fmt::format("{}{} && @.b", left, no);
    case 4:
      return fmt::format("!({}{}) && {}{}", left, no, right, no);
    case 5:
      return fmt::format("{}{} || index(@) == 0", right, no);
    default:
      return left + " != " + right;
  }
}

std::string SeenWriter::total(const std::string& what) {
  const bool sum = dice_.one_in(4);
  const std::string x = "x" + std::to_string(dice_.below(1000));
  if (sum && kind_ == 1) {
    return fmt::format("sum({0} in p: {0}.left + {0}.right)", x);
  }
  if (sum) {
    return fmt::format("sum({0} in p: if {1} then 2 else 0)", x,
                       replaced_all(what, '@', x));
  }
  return fmt::format("count({} in p: {})", x, replaced_all(what, '@', x));
}

std::string SeenWriter::value() {
  if (kind_ == 1) return std::to_string(dice_.below(3));
  return dice_.one_in(2) ? "true" : "false";
}

// ---- steps -----------------------------------------------------------------

void SeenWriter::flips() {
  const std::string port = own(dice_.one_in(2) ? "left" : "right");
  const std::string now =
      kind_ == 1 ? fmt::format("({} + 1) % 3", port) : "!" + port;
  actions_ += fmt::format("  action flip{} {{ {} := {};{} }}\n",
                          dice_.one_in(2) ? " when b" : "", port, now,
                          dice_.one_in(2) ? " b := !b;" : "");
}

void SeenWriter::moves() {
  const std::string left = own("left");
  const std::string right = own("right");
  static const char* const bodies[] = {
      "{0} := {1};", "{0}, {1} := {1}, {0};", "{1} := {0}; {0} := {2};",
      "if b {{ {0} := {2}; }} else {{ {1} := {2}; }}"};
  actions_ += fmt::format(
      "  action move{} {{ {} }}\n",
      dice_.one_in(2) ? fmt::format(" when {} != {}", left, right) : "",
      fmt::format(fmt::runtime(dice_.of(std::vector<std::string>(
                      std::begin(bodies), std::end(bodies)))),
                  left, right, value()));
}

// Some write what is not there.
void SeenWriter::rules() {
  const std::vector<std::string> places = {"e[0]", "e[k]",     "e[n - 1]",
                                           "e[0]", "e[n - k]", "e[n + k]"};
  const std::string place = dice_.of(places) + part_;
  head_ += "shared k : 0..3 = 0;\n";
  rules_ += "rule up when k < 3 { k := k + 1; }\nrule down { k := 0; }\n";
  const std::string twice =
      dice_.one_in(3)
          ? fmt::format(" {} := {};", dice_.of(places) + part_, value())
          : "";
  rules_ +=
      fmt::format("rule set{} {{ {} := {};{} }}\n",
                  dice_.one_in(2) ? " when k >= 1" : "", place, value(), twice);
  if (dice_.one_in(4)) {
    rules_ +=
        fmt::format("rule all when k == 2 {{ for z in e {{ z{} := {}; }} }}\n",
                    part_, value());
  }
  if (dice_.one_in(2)) {
    const std::string member = dice_.one_in(2) ? "a.left" : "a.right";
    rules_ += fmt::format(
        "rule both(a in p, c in p) when {0} {{ {1}{2} := {3}; c.left{2} := "
        "{3}; a.b := true; }}\n",
        dice_.one_in(2) ? "a != c" : "true", member, part_, value());
  }
}

// A number that the steps keep equal to a total, or do not.
void SeenWriter::counter() {
  const std::string what = seen();
  const std::string x = "count(z in p: " + replaced_all(what, '@', "z") + ")";
  head_ += "shared much : int = 0;\nshared told : bool = false;\n";
  rules_ += fmt::format(
      "rule look when {} >= {} {{ told := {} >= {}; }}\n", x,
      1 + dice_.below(2),
      "count(w in p: " +
          replaced_all(dice_.one_in(2) ? what : seen(), '@', "w") + ")",
      1 + dice_.below(2));
  rules_ += fmt::format(
      "rule take {{ much := {}; e[{}]{} := {}; told := {} < much; "
      "}}\n",
      x, dice_.one_in(2) ? "0" : "n - 1", part_, value(), x);
  claims_.push_back(fmt::format("told => {} >= {}", x, dice_.below(2)));
}

void SeenWriter::claims() {
  for (int i = 0; i < 3; ++i) {
    const std::string what = seen();
    const std::string one = total(what);
    static const std::vector<std::string> relations = {"<=", "==", ">=", "<"};
    switch (dice_.below(4)) {
      case 0:
        claims_.push_back(
            fmt::format("{} {} {}", one, dice_.of(relations), dice_.below(3)));
        break;
      case 1:
        claims_.push_back(
            fmt::format("{} {} {}", one, dice_.of(relations), total(seen())));
        break;
      case 2:
        claims_.push_back(
            fmt::format("count(x in p: {0}) + count(y in p: "
                        "!({1})) {2} count(z in p: true)",
                        replaced_all(what, '@', "x"),
                        replaced_all(what, '@', "y"), dice_.of(relations)));
        break;
      default:
        // Rings: as many changes one way as the other.
        claims_.push_back(fmt::format(
            "count(x in p: x.{0} == {2} && x.{1} != {2}) {3} count(x in p: "
            "x.{0} != {2} && x.{1} == {2}){4}",
            own("left"), own("right"), value(), dice_.of(relations),
            dice_.one_in(2) ? " + 1" : ""));
    }
  }
}

std::string SeenWriter::run() {
  using Part = void (SeenWriter::*)();
  static const Part wirings[] = {&SeenWriter::ring,     &SeenWriter::line,
                                 &SeenWriter::machines, &SeenWriter::turned,
                                 &SeenWriter::shifted,  &SeenWriter::hub,
                                 &SeenWriter::halves,   &SeenWriter::ends_apart,
                                 &SeenWriter::rows,     &SeenWriter::plane};
  (this->*wirings[seed_ % std::size(wirings)])();
  kind_ = static_cast<int>(seed_ / std::size(wirings) % 3);
  static const char* const types[] = {"bool", "0..2", "Both"};
  if (kind_ == 2) {
    part_ = ".x";
    head_ += "struct Both { x : bool; c : bool; }\n";
  }
  const std::string starts[] = {" = false", " = 0", " = Both(false, false)"};
  const std::string start = dice_.one_in(2) ? starts[kind_] : "";
  others_ = replaced_all(others_, '#', types[kind_] + start);
  if (dice_.one_in(4)) {
    flips();
  } else {
    moves();
  }
  if (!dice_.one_in(3)) rules();
  if (dice_.one_in(2)) counter();
  claims();
  std::string text = fmt::format(
      "param n : {}.. = 4;\n{}process P {{\n  port left, right : inout {};\n  "
      "var b : bool{};\n{}}}\nnetwork {{\n  node p{} : P;\n  {}edge e[{}] : "
      "{}{};\n  {}\n}}\n{}",
      dice_.one_in(3) ? 0 : 1, head_, types[kind_],
      dice_.one_in(2) ? " = false" : "", actions_, sizes_, others_, edges_,
      types[kind_], start, wiring_, rules_);
  for (std::size_t i = 0; i < claims_.size(); ++i) {
    text += fmt::format("invariant q{}: {};\n", i, claims_[i]);
  }
  return text;
}

}  // namespace

std::string seen_family(std::uint64_t seed) {
  return SeenWriter(seed).run();
}

}  // namespace vicinal::random_models
