// SPDX-License-Identifier: MIT
// Few variables with few values, so that a state is likely to meet each corner.
#include "corner_model.hpp"

#include <fmt/format.h>

#include <vector>

#include "terms.hpp"

namespace vicinal::random_models {

namespace {

class CornerWriter {
 public:
  explicit CornerWriter(std::uint64_t seed) : dice_(seed + 0xc0e4) {}

  std::string run() {
    const bool starts = dice_.one_in(2);  // anywhere
    std::string text = starts ? "shared x : 0..3;\nshared y : 0..3;\n"
                              : "shared x : 0..3 = 0;\nshared y : 0..3 = 1;\n";
    text += R"(shared b : bool = false;
shared v : (0..3)[3] = [0, 1, 2];
shared q : queue 1..3[3];
shared r : queue 1..3[3];
shared turn : id of p = none;
process P {
  port set link : inout bool;
  var w : 0..3 = 0;
  action go when )";
    text += truth(1) + " { w := " + number(1) + "; }\n}\n";
    text += R"(network {
  node p[2] : P;
  node o : P;
  edge e : bool = false;
  edge f : bool = false;
  connect p[0].link, p[1].link to e;
  connect p[1].link, o.link to f;
}
)";
    if (starts) text += fmt::format("init {};\n", truth(2));
    const int rules = 2 + dice_.below(3);
    for (int i = 0; i < rules; ++i) text += rule(i);
    const int claims = 1 + dice_.below(3);
    for (int i = 0; i < claims; ++i) {
      text += fmt::format("invariant c{}: {};\n", i, truth(2));
    }
    return text;
  }

 private:
  std::string fresh() { return fmt::format("i{}", names_++); }

  std::string array(int depth) {
    if (dice_.one_in(3)) return "v";
    depth = depth > 0 ? depth - 1 : 0;
    const std::string a = number(depth);
    if (dice_.one_in(2)) return fmt::format("[{}, y, 2]", a);
    const std::string c = truth(depth);
    return fmt::format("(if {} then v else [x, {}, 1])", c, a);
  }

  std::string queue(int depth) {
    if (dice_.one_in(2)) return dice_.one_in(2) ? "q" : "r";
    return fmt::format("(if {} then q else r)", truth(depth));
  }

  std::string range(int depth) {
    const std::string low = dice_.one_in(2) ? "0" : number(depth);
    return low + ".." + number(depth);
  }

  std::string number(int depth) {
    if (depth == 0) {
      switch (dice_.below(5)) {
        case 0:
          return "x";
        case 1:
          return "y";
        case 2:
          return "len(q)";
        default:
          return std::to_string(dice_.below(4));
      }
    }
    --depth;
    const std::string a = number(depth), c = truth(depth);
    switch (dice_.below(12)) {
      case 0:
        return fmt::format("({} {} {})", a, dice_.one_in(2) ? "/" : "%",
                           number(depth));
      case 1: {
        const std::string of = array(depth);
        return fmt::format("{}[{}]", of, a);
      }
      case 2:
        return fmt::format("{}[{}]", queue(depth), a);
      case 3:
        return fmt::format("head({})", queue(depth));
      case 4: {  // true, or it fails
        const std::string n = number(depth);
        return fmt::format("(if 6 / {0} == 6 / {0} then {1} else {2})",
                           dice_.one_in(2) ? "x" : "y", a, n);
      }
      case 5:
      case 6: {
        const std::string i = fresh(), in = range(depth);
        return fmt::format("({}({} in {}: {}))",
                           dice_.one_in(2) ? "max" : "min", i, in,
                           dice_.one_in(2) ? i : "(" + i + " + x) % 3");
      }
      case 7: {
        const std::string i = fresh(), in = range(depth);
        return dice_.one_in(2)
                   ? fmt::format("(sum({0} in {1}: {0}))", i, in)
                   : fmt::format("(count({0} in {1}: {0} != x))", i, in);
      }
      case 8:
        return fmt::format("(count({0} in turn.link: {0}))", fresh());
      case 9:
        return dice_.one_in(2) ? "turn.w" : "index(turn)";
      case 10:
        return fmt::format("min({}, {})", a, number(depth));
      default: {
        const std::string n = number(depth);
        return fmt::format("(if {} then {} else {})", c, a, n);
      }
    }
  }

  std::string truth(int depth) {
    if (depth == 0) {
      switch (dice_.below(4)) {
        case 0:
          return "b";
        case 1:
          return "(turn == none)";
        case 2:
          return "empty(q)";
        default:
          return "(x < y)";
      }
    }
    --depth;
    const std::string a = number(depth), c = truth(depth), d = truth(depth);
    switch (dice_.below(9)) {
      case 0:
      case 1: {
        static const std::vector<std::string> all = {"<", "<=", "==", "!="};
        const std::string op = dice_.of(all);
        return fmt::format("({} {} {})", a, op, number(depth));
      }
      case 2: {
        const std::string i = fresh(), in = range(depth);
        return fmt::format("({} {} in {}: {} <= {})",
                           dice_.one_in(2) ? "forall" : "exists", i, in, i, a);
      }
      case 3:
        return fmt::format("({} {} in turn.link: {})",
                           dice_.one_in(2) ? "forall" : "exists", fresh(), c);
      case 4:  // one of them is of the other family
        return fmt::format("({1} {0} in P: turn == {0}{2})", fresh(),
                           dice_.one_in(2) ? "exists" : "exactly 1",
                           dice_.one_in(2) ? " && " + c : "");
      case 5:
        return fmt::format("({} => {})", c, d);
      case 6:
        return fmt::format("({} <=> {})", c, d);
      case 7:
        return fmt::format("({} && {})", c, d);
      default:
        return fmt::format("({} || !{})", c, d);
    }
  }

  std::string rule(int number_of) {
    std::string body;
    const std::string a = number(1), n = number(2);
    switch (dice_.below(7)) {
      case 0:
        body = fmt::format("v[{}] := {};", a, n);
        break;
      case 1:
        body = fmt::format("push(q, {});", n);
        break;
      case 2:
        body = dice_.one_in(2) ? "pop(q);" : "pop(r); push(r, y);";
        break;
      case 3:
        body = fmt::format("turn := p[{}];", a);
        break;
      case 4:
        body = fmt::format("x, y := y, {};", n);
        break;
      case 5:
        body = fmt::format("turn.w := {}; b := {};", a, truth(1));
        break;
      default:
        body = fmt::format("x := {}; if {} {{ y := {}; }}", n, truth(1), a);
    }
    return fmt::format("rule r{} when {} {{ {} }}\n", number_of, truth(1),
                       body);
  }

  Dice dice_;
  int names_ = 0;
};

}  // namespace

std::string corner_model(std::uint64_t seed) {
  return CornerWriter(seed).run();
}

}  // namespace vicinal::random_models
