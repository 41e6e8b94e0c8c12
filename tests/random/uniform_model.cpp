// SPDX-License-Identifier: MIT
// Conditions and statements from a few shapes, in which one index in six is
// computed.
#include "tests/random/uniform_model.hpp"

#include <fmt/format.h>

#include <random>
#include <vector>

namespace vicinal::random_models {

namespace {

class Maker {
 public:
  explicit Maker(std::uint64_t seed) : random_(seed) {}

  std::string run() {
    const int n = chance(60) ? 3 : 2;
    std::string text = fmt::format("const n = {};\n", n);
    text += "enum Color { red, green, blue }\n";
    text += fmt::format("shared x[n] : Color{};\n", start("red"));
    text += fmt::format("shared b[n] : bool{};\n", start("false"));
    text += fmt::format("shared t : 0..n-1{};\n", chance(30) ? " = 0" : "");
    text += fmt::format("shared f : bool{};\n", start("false"));
    if (chance(25)) text += "init forall i in 0..n-1: x[i] != red || b[i];\n";
    if (chance(15)) text += "init exactly 1 i in 0..n-1: b[i];\n";
    const int rules = 1 + pick(4);
    for (int r = 0; r < rules; ++r) text += rule(r);
    if (chance(50)) text += fmt::format("invariant p: {};\n", property());
    return text;
  }

 private:
  int pick(int n) {
    return std::uniform_int_distribution<int>(0, n - 1)(random_);
  }
  bool chance(int percent) { return pick(100) < percent; }
  std::string one_of(const std::vector<std::string>& from) {
    return from[static_cast<std::size_t>(pick(static_cast<int>(from.size())))];
  }
  std::string start(const std::string& value) {
    return chance(50) ? " = " + value : "";
  }

  // An index.
  std::string index() {
    return one_of({"u", "u", "v", "v", "t", "(u + 1) % n"});
  }
  std::string color() {
    if (chance(15)) return one_of({"red", "green", "blue"});
    return chance(30) ? "c" : fmt::format("x[{}]", index());
  }
  std::string flag() {
    if (chance(20)) return "f";
    return fmt::format("b[{}]", index());
  }

  std::string atom() {
    switch (pick(8)) {
      case 0:
        return flag();
      case 1:
        return "!" + flag();
      case 2:
        return fmt::format("{} == {}", flag(), flag());
      case 3:
        return fmt::format("{} != {}", color(), color());
      case 4:
        return fmt::format("{} == {}", color(), color());
      case 5:
        return fmt::format("{} {} {}", one_of({"u", "t"}), one_of({"==", "!="}),
                           one_of({"v", "t"}));
      case 6:
        return fmt::format("(count(i in 0..n-1: b[i]) {} {})",
                           one_of({"<", "==", ">"}), pick(3));
      default:
        return fmt::format("({} i in 0..n-1: {})", one_of({"forall", "exists"}),
                           one_of({"b[i]", "x[i] == c", "i != t && b[i]",
                                   "x[i] != x[u]", "b[i] == f"}));
    }
  }

  std::string condition() {
    std::string text = atom();
    while (chance(45)) {
      text =
          fmt::format("({}) {} ({})", text, one_of({"&&", "&&", "||"}), atom());
    }
    return text;
  }

  std::string statement(int depth) {
    switch (pick(depth > 0 ? 9 : 6)) {
      case 0:
        return fmt::format("x[{}] := {};", index(), color());
      case 1:
        return fmt::format("b[{}] := {};", index(), one_of({"!", ""}) + flag());
      case 2:
        return fmt::format("t := {};", one_of({"u", "v", "(u + 1) % n"}));
      case 3:
        return fmt::format("f := {};", flag());
      case 4:
        return fmt::format("b[u], b[v] := {}, {};", flag(), flag());
      case 5:
        return fmt::format("f := {};", condition());
      case 6:
        return fmt::format("if {} {{ {} }} else {{ {} }}", condition(),
                           statement(depth - 1), statement(depth - 1));
      case 7:
        return fmt::format(
            "for i in 0..n-1 {{ if {} {{ {} }} }}",
            one_of({"b[i]", "x[i] == c", "i != u"}),
            one_of({"b[i] := false;", "x[i] := c;", "b[i] := !b[i];"}));
      default:
        // Ends; or leaves the range, which is a model error.
        return chance(70) ? "while t < n - 1 { t := t + 1; }" : "t := t + 1;";
    }
  }

  std::string rule(int number) {
    std::string body;
    const int statements = 1 + pick(3);
    for (int s = 0; s < statements; ++s) body += " " + statement(2);
    return fmt::format(
        "rule r{}(u in 0..n-1, v in 0..n-1, c in Color) when {}{} {{{} }}\n",
        number, condition(),
        chance(15) ? " priority if b[u] then 1 else 0" : "", body);
  }

  std::string property() {
    return one_of({"f || !f", "forall i in 0..n-1: b[i] => x[i] != red",
                   "forall i, j in 0..n-1: i != j => !(b[i] && b[j])", "!b[0]",
                   "exists i in 0..n-1: x[i] == x[t]",
                   "count(i in 0..n-1: b[i]) < n"});
  }

  std::mt19937_64 random_;
};

}  // namespace

std::string uniform_model(std::uint64_t seed) {
  return Maker(seed).run();
}

}  // namespace vicinal::random_models
