// SPDX-License-Identifier: MIT
// All processes do the same; then come themes, each a little that tells them
// apart.
#include "slight_model.hpp"

#include <fmt/format.h>

#include <initializer_list>
#include <vector>

#include "terms.hpp"

namespace vicinal::random_models {

namespace {

class SlightWriter {
 public:
  explicit SlightWriter(std::uint64_t seed) : dice_(seed + 0x511647) {}

  SlightModel run() {
    count_ = 3 + dice_.below(2);
    third_ = dice_.one_in(2);
    const int steps = 1 + dice_.below(3);
    for (int i = 0; i < steps; ++i) step(i);
    const int first = dice_.below(4);
    theme(first);
    while (dice_.one_in(3)) theme(dice_.below(4));
    if (dice_.one_in(2)) {
      claim(fmt::format("forall i in p: {} || {}", atom("i"), atom("i")));
    }
    if (claims_ == 0) claim("k < 3");
    std::string text = "shared k : 0..2 = 0;\nprocess P {\n";
    text += "  var y : bool = false;\n  var x : 0..1 = 0;\n";
    if (third_) text += "  var z : bool = false;\n";
    text +=
        fmt::format("{}}}\nnetwork {{ node p[{}] : P; }}\n", actions_, count_);
    result_.text = text + rules_ + properties_;
    return result_;
  }

 private:
  std::string pick(std::initializer_list<std::string> list) {
    return list.begin()[dice_.below(static_cast<int>(list.size()))];
  }
  std::string node() { return fmt::format("p[{}]", dice_.below(count_)); }
  static std::string dot(const std::string& q) {
    return q == "self" ? "" : q + ".";
  }

  // What is true of a process at some time, mostly not at the start.
  std::string atom(const std::string& q) {
    const std::string d = dot(q);
    switch (dice_.below(third_ ? 5 : 4)) {
      case 0:
        return d + "x == 1";
      case 1:
        return pick({"!" + d + "y", d + "x == 0"});
      case 2:
      case 3:
        return d + "y";
      default:
        return d + "z";
    }
  }

  std::string change(const std::string& q) {
    const std::string d = dot(q);
    switch (dice_.below(third_ ? 5 : 4)) {
      case 0:
        return d + pick({"x := 1;", "x := 1;", "x := 0;"});
      case 1:
        return "k := " + pick({"1", "(k + 1) % 3", "2"}) + ";";
      case 2:
      case 3:
        return d + pick({"y := true;", "y := true;", "y := false;"});
      default:
        return d + pick({"z := true;", "z := !" + d + "z;"});
    }
  }

  // It always fails.
  std::string failure(const std::string& q) {
    return pick({dot(q) + "x := 7;", "k := 9;", "k := k + 3;",
                 "k := 1 / (k - k);", dot(q) + "x := 1 % (k - k);",
                 "if 2 / (k - k) > 0 { skip; }"});
  }

  std::string all_wait() {
    const std::string w = "w";
    return fmt::format("(forall w in p: {})",
                       pick({"!w.y", "w.x == 0", "!(w.y && w.x == 1)"}));
  }

  std::string guard(const std::string& q) {
    std::string text = atom(q);
    if (dice_.one_in(3)) text += " && " + atom(q);
    if (dice_.one_in(2)) text = pick({"k == 0", "k < 2", "!" + dot(q) + "y"});
    if (dice_.one_in(3)) text += " && " + all_wait();
    return text;
  }

  void action(const std::string& text) {
    actions_ += fmt::format("  action a{}{}\n", parts_++, text);
  }
  void rule(const std::string& text) {
    rules_ += fmt::format("rule r{}{}\n", parts_++, text);
  }
  void claim(const std::string& text) {
    properties_ += fmt::format("invariant c{}: {};\n", claims_++, text);
  }

  // All processes alike. The first one may be taken at the start.
  void step(int number) {
    const bool first = number == 0;
    if (dice_.one_in(2)) {
      action(fmt::format(
          " when {} {{ {} {} }}",
          first ? pick({"!y", "x == 0", all_wait()}) : guard("self"),
          first ? pick({"y := true;", "x := 1;"}) : change("self"),
          dice_.one_in(2) ? change("self") : ""));
    } else {
      rule(fmt::format(
          "(q in p) when {} {{ {} {} }}",
          first ? pick({"!q.y", "q.x == 0", all_wait()}) : guard("q"),
          first ? pick({"q.y := true;", "q.x := 1;"}) : change("q"),
          dice_.one_in(2) ? change("q") : ""));
    }
  }

  void theme(int which) {
    switch (which) {
      case 0:
        return failing();
      case 1:
        return by_another();
      case 2:
        return owners();
      default:
        return named();
    }
  }

  // Of whom it speaks, a step says only where it fails.
  void failing() {
    result_.tags.insert("failure");
    const std::string n = node();
    switch (dice_.below(3)) {
      case 0:
        return rule(fmt::format(" {{ if {} {{ {} }} }}", both(n), failure(n)));
      case 1:
        return rule(fmt::format(
            "(q in p) when {} {{ if {}{} {{ {} }} {} }}", guard("q"),
            dice_.one_in(2) ? atom("q") + " && " : "",
            pick({"q == " + n,
                  fmt::format("index(q) == {}", dice_.below(count_)),
                  "q != " + n}),
            failure("q"), dice_.one_in(2) ? change("q") : ""));
      default:
        return action(fmt::format(
            " when {} {{ if {} {{ {} }} {} }}", guard("self"),
            pick({fmt::format("index(self) == {}", dice_.below(count_)),
                  "self == " + n, both(n)}),
            failure("self"), dice_.one_in(2) ? change("self") : ""));
    }
  }

  std::string both(const std::string& n) {
    return dice_.one_in(3) ? fmt::format("{} && {}", atom(n), atom(node()))
                           : atom(n);
  }

  void by_another() {
    result_.tags.insert("other's");
    const bool names = dice_.one_in(3);
    const std::string other = names ? node() : "q";
    const std::string binder = names ? "" : "(q in p)";
    const std::string apart = names || dice_.one_in(3) ? "" : "q != self && ";
    const std::string test = atom(other);
    const std::string body =
        dice_.one_in(2)
            ? fmt::format("x := if {} then 7 else {};", test, dice_.below(2))
            : fmt::format("if {} {{ {} }} else {{ {} }}", test, failure("self"),
                          change("self"));
    action(fmt::format("{} when {}{} {{ {} }}", binder, apart, atom("self"),
                       body));
  }

  // Which three facts hold of two processes at once a rule says.
  void owners() {
    result_.tags.insert("owners");
    third_ = true;
    count_ = 4;
    const auto owner = [&] { return pick({"i", "j"}); };
    const auto parts = [&] {
      return fmt::format("{}.y && {}.x == 1 && {}.z", owner(), owner(),
                         owner());
    };
    rule(fmt::format(
        "(i in p, j in p) when i != j && k == 0 {{ {}.y := true; {}.x := 1; "
        "{}.z := true; k := 1; }}",
        owner(), owner(), owner()));
    std::string text = fmt::format("forall i, j in p: {} =>",
                                   pick({"index(i) < index(j)", "i != j"}));
    const int ways = 2 + dice_.below(2);
    for (int w = 0; w < ways; ++w) {
      text += fmt::format("{} !({})", w == 0 ? "" : " &&", parts());
    }
    claim(text);
  }

  // Two annotations, none coarser than the other, on one level.
  void named() {
    result_.tags.insert("named");
    const int a = dice_.below(count_);
    const int b = (a + 1 + dice_.below(count_ - 1)) % count_;
    const std::string test =
        dice_.one_in(2) ? pick({"k == 0", "k < 2"}) : guard("q");
    const std::string body = change("q") + (dice_.one_in(2) ? " k := 1;" : "");
    const char* relation = dice_.one_in(4) ? "==" : "!=";
    for (const int n : {a, b}) {
      rule(fmt::format("(q in p) when q {} p[{}] && {} {{ {} }}", relation, n,
                       test, body));
    }
    if (dice_.one_in(2)) {
      claim(fmt::format("!({} && {})", atom(fmt::format("p[{}]", a)),
                        atom(fmt::format("p[{}]", b))));
    }
  }

  Dice dice_;
  int count_ = 3;
  bool third_ = false;  // there is a z
  int parts_ = 0, claims_ = 0;
  std::string actions_, rules_, properties_;
  SlightModel result_;
};

}  // namespace

SlightModel slight_model(std::uint64_t seed) {
  return SlightWriter(seed).run();
}

}  // namespace vicinal::random_models
