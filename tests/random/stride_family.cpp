// SPDX-License-Identifier: MIT
// Every idea is a guard that lets a number go on no further than others allow,
// and a claim that follows from how far it can be from theirs.
#include "stride_family.hpp"

#include <fmt/format.h>

#include <vector>

#include "terms.hpp"

namespace vicinal::random_models {

namespace {

class StrideWriter {
 public:
  explicit StrideWriter(std::uint64_t seed)
      : seed_(seed), dice_(seed + 0x571de), wrong_(dice_.one_in(3)) {}

  std::string run();

 private:
  using Texts = std::vector<std::string>;

  // One of two texts of the same thing, of which the second is a mistake.
  std::string unless_wrong(const std::string& right, const std::string& wrong) {
    return wrong_ ? wrong : right;
  }
  // A variable of the process P.
  void number(const std::string& name);
  std::string bounded(const std::string& guard) const;
  void rounds();
  void own();
  void leader();
  void alone();
  void barrier();
  void chase();

  std::uint64_t seed_;
  Dice dice_;
  bool wrong_;
  std::string stride_ = "1", start_, variables_, actions_, rest_, nodes_,
              processes_, claim_;
  std::string enough_;  // where the numbers end
};

void StrideWriter::number(const std::string& name) {
  variables_ += fmt::format("  var {} : int{};\n", name, start_);
}

std::string StrideWriter::bounded(const std::string& guard) const {
  return enough_.empty() ? guard : fmt::format("({}) && {}", guard, enough_);
}

// Who is behind nobody goes on: no two are further apart than a stride.
void StrideWriter::rounds() {
  number("x");
  const std::string others =
      unless_wrong("q.x >= x", dice_.one_in(2) ? "q.x >= x - " + stride_
                                               : "q.at == up || q.x >= x");
  actions_ += fmt::format("  action go when {} {{ x := x + {}; at := up; }}\n",
                          bounded("forall q in p: " + others), stride_);
  if (dice_.one_in(2)) {
    actions_ += "  action rest when at == up { at := low; }\n";
  }
  const Texts claims = {
      "forall i, j in p: i.x <= j.x + " + stride_,
      "forall i, j in p: i.x < j.x => i.x + " + stride_ + " == j.x",
      "forall i, j in p: i.x - j.x <= " + stride_};
  claim_ = dice_.of(claims);
}

// Two numbers of a node take turns.
void StrideWriter::own() {
  number("x");
  number("y");
  actions_ += fmt::format(
      "  action first when {} {{ x := x + {}; at := up; }}\n"
      "  action second when {} {{ y := y + {}; at := low; }}\n",
      bounded("x == y"), stride_, unless_wrong("x > y", "x >= y"), stride_);
  const Texts claims = {
      fmt::format("forall i in p: i.x == i.y || i.x == i.y + {}", stride_),
      fmt::format("forall i in p: i.at == up => i.x == i.y + {}", stride_),
      "forall i in p: i.at == low => i.x == i.y", "forall i in p: i.x >= i.y"};
  claim_ = dice_.of(claims);
}

// All go after one of another family, which waits for them.
void StrideWriter::leader() {
  number("x");
  processes_ += fmt::format(
      "process L {{\n  var x : int = 0;\n  action lead when {} "
      "{{ x := x + {}; }}\n}}\n",
      bounded(
          unless_wrong("forall q in p: q.x == x", "forall q in p: q.x <= x")),
      stride_);
  nodes_ += "  node l : L;\n";
  actions_ +=
      fmt::format("  action follow when x != l.x {{ x := {}; at := up; }}\n",
                  dice_.one_in(2) ? "l.x" : "x + " + stride_);
  const Texts claims = {
      fmt::format("forall i in p: i.x == l.x || i.x + {} == l.x", stride_),
      fmt::format("forall i in p: i.x >= l.x - {}", stride_),
      fmt::format("forall i, j in p: i.x <= j.x + {}", stride_)};
  claim_ = dice_.of(claims);
}

// Who is ahead of all others is the only one that is up: of numbers the claim
// says nothing.
void StrideWriter::alone() {
  number("x");
  rest_ += fmt::format(
      "rule enter(i in p) when {} {{ i.x := i.x + {}; i.at := up; }}\n",
      bounded("i.at == low && (forall q in p: " +
              unless_wrong("q.x == i.x", "q.x <= i.x") + ")"),
      stride_);
  rest_ +=
      fmt::format("rule leave(i in p) when i.at == up {{ {}i.at := low; }}\n",
                  dice_.one_in(2) ? fmt::format("i.x := i.x - {}; ", stride_)
                                  : "for q in p { q.x := 0; } ");
  claim_ = "forall i, j in p: i != j => !(i.at == up && j.at == up)";
}

// Who has come waits until all have come, and then is one round further.
void StrideWriter::barrier() {
  number("x");
  actions_ += fmt::format(
      "  action come when {} {{ at := up; }}\n"
      "  action pass when at == up && (forall q in p: q.at == up || q.x {} x) "
      "{{ x := x + {}; at := low; }}\n",
      bounded("at == low"), unless_wrong(">", ">="), stride_);
  const Texts claims = {
      fmt::format("forall i, j in p: i.x <= j.x + {}", stride_),
      "forall i, j in p: i.x < j.x => i.at == up",
      "forall i, j in p: i.at == low && j.at == low => i.x == j.x"};
  claim_ = dice_.of(claims);
}

// Somebody goes on from where somebody else is.
void StrideWriter::chase() {
  number("x");
  rest_ += fmt::format(
      "rule pass(i in p, j in p) when {} {{ i.x := j.x + {}; i.at := up; "
      "j.at := low; }}\n",
      bounded("i != j && i.x " + unless_wrong("==", "<=") +
              " j.x && "
              "(forall q in p: q.at == low)"),
      stride_);
  rest_ += fmt::format(
      "rule catch(i in p, j in p) when i.x + {} == j.x {{ i.x := j.x; "
      "if n == 2 {{ j.at := low; }} }}\n",
      stride_);
  const Texts claims = {
      fmt::format("forall i, j in p: i.x - {} <= j.x", stride_),
      "forall i, j in p: i.at == up && j.at == up => i == j",
      "forall i, j in p: i.at == up => j.x <= i.x"};
  claim_ = dice_.of(claims);
}

std::string StrideWriter::run() {
  using Idea = void (StrideWriter::*)();
  const Idea ideas[] = {&StrideWriter::rounds,  &StrideWriter::own,
                        &StrideWriter::leader,  &StrideWriter::alone,
                        &StrideWriter::barrier, &StrideWriter::chase};
  static const Texts strides = {"1", "1", "1", "2", "3"};
  stride_ = dice_.of(strides);
  start_ = " = 0";
  const std::uint64_t idea = seed_ % std::size(ideas);
  if (dice_.one_in(2)) enough_ = idea == 3 || idea == 5 ? "i.x < 4" : "x < 4";
  // All begin at one number, whichever it is; a leader has one of its own.
  if (idea != 2 && dice_.one_in(4)) {
    start_ = "";
    rest_ += fmt::format("init forall i, j in p: i.x == j.x{};\n",
                         idea == 1 ? " && i.x == i.y" : "");
  }
  (this->*ideas[idea])();
  if (dice_.one_in(4)) {
    actions_ += "  action more when at == low { z := z + 5; }\n";
    variables_ += "  var z : int = 0;\n";
  }
  return fmt::format(
      "enum At {{ low, up }}\nparam n : {}.. = 2;\nprocess P {{\n"
      "  var at : At = low;\n{}{}}}\n{}network {{\n  node p[n] : P;\n{}}}\n{}"
      "invariant q0: {};\n",
      dice_.one_in(4) ? 0 : 1, variables_, actions_, processes_, nodes_, rest_,
      claim_);
}

}  // namespace

std::string stride_family(std::uint64_t seed) {
  return StrideWriter(seed).run();
}

}  // namespace vicinal::random_models
