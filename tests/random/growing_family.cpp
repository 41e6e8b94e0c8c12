// SPDX-License-Identifier: MIT
// A cause, which is a node's mark or edge that few nodes have where there are
// many, and what follows from it: steps that count, that are seen by others,
// that wait for a still larger size, or that fail.
#include "growing_family.hpp"

#include <fmt/format.h>

#include <vector>

#include "terms.hpp"

namespace vicinal::random_models {

namespace {

class GrowingWriter {
 public:
  explicit GrowingWriter(std::uint64_t seed)
      : seed_(seed), dice_(seed + 0x960), size_(3 + dice_.below(3)) {}

  std::string run();

 private:
  void claim(const std::string& text) { claims_.push_back(text); }
  std::string at_most(const std::string& binder, const std::string& what);

  void mark();
  void edge();
  void quotient();
  void asserted();

  void counts();
  void heard();
  void later();
  void fails();

  std::uint64_t seed_;
  Dice dice_;
  int size_;  // from it on something happens
  // What stands behind a node: that it has the cause; or that another one has.
  std::string cause_, other_;
  std::string variables_, actions_, edges_, rules_;
  std::vector<std::string> claims_;
};

// For each `size_` nodes there may be one.
std::string GrowingWriter::at_most(const std::string& binder,
                                   const std::string& what) {
  switch (dice_.below(4)) {
    case 0:
      return fmt::format("{} * count({}: {}) <= n", size_, binder, what);
    case 1:
      return fmt::format("count({}: {}) <= n / {}", binder, what, size_);
    case 2:
      return fmt::format("exactly n / {} {}: {}", size_, binder, what);
    default:
      return fmt::format("atmost n / {} {}: {}", size_, binder, what);
  }
}

void GrowingWriter::mark() {
  variables_ += "  var x : bool;\n";
  rules_ += "init " + at_most("i in p", "i.x") + ";\n";
  cause_ = "x";
  other_ = cause_;
}

void GrowingWriter::edge() {
  const bool ring = dice_.one_in(2);
  variables_ += ring ? "  port left, right : inout bool;\n"
                     : "  port left : inout bool;\n";
  edges_ = ring ? "  edge e[n] : bool;\n  for i in 0..n-1 { connect p[i].left, "
                  "p[(i + 1) % n].right to e[i]; }\n"
                : "  edge e[n] : bool;\n  for i in 0..n-1 { connect p[i].left "
                  "to e[i]; }\n";
  rules_ += "init " + at_most("y in e", "y") + ";\n";
  cause_ = "left";
  other_ = ring && dice_.one_in(2) ? "right" : cause_;
}

// What a node computes from the size.
void GrowingWriter::quotient() {
  const bool one = dice_.one_in(2);
  variables_ += "  var x : 0..2 = 0;\n";
  actions_ +=
      fmt::format("  action set when x == 0{} {{ x := min(n / {}, {}); }}\n",
                  one ? " && index(self) == 0" : "", size_, 1 + dice_.below(2));
  cause_ = "x > 0";
  other_ = cause_;
}

// That is not so.
void GrowingWriter::asserted() {
  const bool start = dice_.one_in(2);
  variables_ += fmt::format("  var x : bool{};\n", start ? "" : " = false");
  if (!start) actions_ += "  action set when !x { x := true; }\n";
  rules_ += "assert never: forall i in p: !i.x;\n";
  cause_ = "x";
  other_ = cause_;
}

void GrowingWriter::counts() {
  const int most = 1 + dice_.below(2);
  variables_ += "  var y : 0..3 = 0;\n";
  actions_ += fmt::format(
      "  action count when {} && y < {} {{ y := y + 1; }}\n", cause_, most);
  claim("forall i in p: i.y == 0");
  claim(fmt::format("forall i in p: i.y < {}", most));
  claim(fmt::format("forall i in p: i.y <= {}", most));
  claim(fmt::format("forall i in p: !(i.{}) => i.y == 0", cause_));
}

// By another node.
void GrowingWriter::heard() {
  variables_ += "  var told : bool = false;\n";
  actions_ += fmt::format(
      "  action hear(q in p) when q.{} && index(self) {} 0 {{ told := true; "
      "}}\n",
      cause_, dice_.one_in(2) ? "==" : "<=");
  claim("forall i in p: !i.told");
  claim("forall i in p: i.told => index(i) == 0");
}

// Of a larger size, once the cause is there: a second round.
void GrowingWriter::later() {
  variables_ += "  var z : 0..2 = 0;\n";
  actions_ += fmt::format(
      "  action late when {} && z == 0 {{ z := min(n / {}, 1); }}\n", cause_,
      size_ + dice_.below(2));
  if (dice_.one_in(2)) {
    actions_ += "  action last when z == 1 { z := 2; }\n";
  }
  claim("forall i in p: i.z == 0");
  claim("forall i in p: i.z <= 1");
  claim(fmt::format("forall i in p: i.z > 0 => i.{}", cause_));
}

void GrowingWriter::fails() {
  variables_ += "  var w : 0..2 = 0;\n";
  actions_ += fmt::format("  action fail when {} {{ w := 2 / w; }}\n", cause_);
  claim("forall i in p: i.w < 2");
}

std::string GrowingWriter::run() {
  using Part = void (GrowingWriter::*)();
  const Part causes[] = {&GrowingWriter::mark, &GrowingWriter::edge,
                         &GrowingWriter::quotient, &GrowingWriter::asserted};
  const Part effects[] = {&GrowingWriter::counts, &GrowingWriter::heard,
                          &GrowingWriter::later, &GrowingWriter::fails};
  (this->*causes[seed_ % std::size(causes)])();
  claim(fmt::format("forall i in p: !(i.{})", cause_));
  claim(
      fmt::format("forall i, j in p: i.{} && j.{} => i == j", cause_, other_));
  const std::size_t first = seed_ / std::size(causes) % std::size(effects);
  (this->*effects[first])();
  if (dice_.one_in(3)) (this->*effects[(first + 1) % std::size(effects)])();
  std::string text = fmt::format(
      "param n : {}.. = 2;\nprocess P {{\n{}{}}}\nnetwork {{\n  node p[n] : "
      "P;\n{}}}\n{}",
      dice_.below(3), variables_, actions_, edges_, rules_);
  for (std::size_t i = 0; i < claims_.size(); ++i) {
    text += fmt::format("invariant q{}: {};\n", i, claims_[i]);
  }
  return text;
}

}  // namespace

std::string growing_family(std::uint64_t seed) {
  return GrowingWriter(seed).run();
}

}  // namespace vicinal::random_models
