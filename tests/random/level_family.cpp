// SPDX-License-Identifier: MIT
// Who is counted at a level is one definition, has(i, k), and how many those
// are another one, above(k): so claims can name a member for which both count.
// What is counted within the body of a count is made of the same numbers.
#include "level_family.hpp"

#include <fmt/format.h>

#include <vector>

#include "terms.hpp"

namespace vicinal::random_models {

namespace {

class LevelWriter {
 public:
  explicit LevelWriter(std::uint64_t seed)
      : seed_(seed), dice_(seed + 0x1e7e1) {}

  std::string run();

 private:
  using Texts = std::vector<std::string>;

  std::string range();
  std::string size();
  std::string at_level();
  std::string of_others();
  std::string body();
  std::string claim();
  void rules();

  std::uint64_t seed_;
  Dice dice_;
  int low_ = 0;
  std::string rules_;
};

std::string LevelWriter::range() {
  static const Texts all = {"0..1", "-1..1", "0..n", "1..n", "-n..0", "0..2"};
  return dice_.of(all);
}

std::string LevelWriter::size() {
  static const Texts all = {"n", "n - k", "n - 1", "k", "1", "2 * n", "n + k"};
  return dice_.of(all);
}

std::string LevelWriter::at_level() {
  static const Texts all = {"i.x >= k",
                            "i.x > k",
                            "i.x <= k",
                            "i.x + 1 >= k",
                            "i.x >= k && i.y <= k",
                            "(i.x >= k || i.b)",
                            "i.x >= k && (i.b || i.x > k)",
                            "i.x - i.y >= k",
                            "i.b && 2 * i.x > k"};
  return dice_.of(all);
}

// What others are counted for, or have, decides as well.
std::string LevelWriter::of_others() {
  static const Texts counts = {
      "count(j in p: j.y > i.x)", "count(j in p: j.x > i.x + 5)",
      "count(j in p: j.x >= k)",  "count(j in p: j.b && j.x <= i.x)",
      "count(j in p: j.b)",       "sum(j in p: j.x)"};
  static const Texts orders = {"<", "<=", ">=", "!="};
  static const Texts numbers = {"3", "1", "n", "2", "i.x + 1", "k + 1"};
  static const Texts quantified = {
      "(exists j in p: j.x > i.x)", "(forall j in p: j.y <= k)",
      "i.x <= max(j in p: j.x)", "(forall j in 0..1: j <= i.x || i.b)"};
  if (dice_.one_in(4)) return dice_.of(quantified);
  return fmt::format("{} {} {}", dice_.of(counts), dice_.of(orders),
                     dice_.of(numbers));
}

std::string LevelWriter::body() {
  const std::string level = at_level();
  return seed_ % 2 == 0 ? level : level + " && " + of_others();
}

std::string LevelWriter::claim() {
  static const Texts orders = {"<=", "<=", ">=", "==", "<"};
  static const Texts levels = {"k <= m => ", "k < m => ", "k != m => ", ""};
  const std::string order = dice_.of(orders);
  const std::string two = fmt::format("forall k in {}, m in {}: {}", range(),
                                      range(), dice_.of(levels));
  switch (dice_.below(5)) {
    case 0:
      return fmt::format("{}above(k) {} above(m)", two, order);
    case 1:
      return fmt::format("{}above({}) < {} || above({}) > {}", two,
                         dice_.one_in(2) ? "k" : "m", size(),
                         dice_.one_in(2) ? "k" : "m", size());
    case 2:
      return fmt::format(
          "{}(forall i, j in p: has(i, k) && !has(i, m){} => above({}) {} "
          "above(m){})",
          two, dice_.one_in(2) ? " && has(j, m) && !has(j, k)" : "",
          dice_.one_in(4) ? "k + 1" : "k", order,
          dice_.one_in(3) ? " + 1" : "");
    case 3:
      return fmt::format("forall k in {}: above(k) {} {}", range(), order,
                         size());
    default:
      return fmt::format("{}above(k) + above(m) {} {}", two, order, size());
  }
}

void LevelWriter::rules() {
  static const Texts steps = {"i.x := i.x + 1;", "i.x := j.x;",
                              "i.b := !j.b;",    "j.y := i.x;",
                              "j.x := i.y;",     "i.x, j.b := j.x, true;"};
  static const Texts guards = {"", " when i.x < j.x", " when i != j",
                               " when above(0) < n", " when i.b && has(j, 1)"};
  rules_ = fmt::format("rule step(i in p, j in p){} {{ {}{} }}\n",
                       dice_.of(guards), dice_.of(steps),
                       dice_.one_in(2) ? " " + dice_.of(steps) : "");
  if (dice_.one_in(3)) {
    rules_ += "rule all when above(1) > 1 { for i in p { i.b := !i.b; } }\n";
  }
}

std::string LevelWriter::run() {
  low_ = dice_.one_in(3) ? -1 : 0;
  if (dice_.one_in(4)) rules();
  const auto variable = [&](const char* name) {
    const std::string start =
        dice_.one_in(3) ? fmt::format(" = {}", low_) : std::string();
    return fmt::format("  var {} : {}..{}{};\n", name, low_, low_ + 1, start);
  };
  std::string text = fmt::format(
      "param n : {}.. = 3;\nprocess P {{\n{}{}  var b : bool;\n}}\nnetwork {{ "
      "node p[n] : P; }}\n",
      dice_.one_in(3) ? 0 : 1, variable("x"), variable("y"));
  text += fmt::format("def has(i, k) = {};\n", body());
  text += "def above(k) = count(i in p: has(i, k));\n" + rules_;
  text += fmt::format("invariant q0: {};\n", claim());
  return text;
}

}  // namespace

std::string level_family(std::uint64_t seed) {
  return LevelWriter(seed).run();
}

}  // namespace vicinal::random_models
