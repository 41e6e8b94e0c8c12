// SPDX-License-Identifier: MIT
// A number goes round; other rules interfere, and some have to be fair.
#include "round_model.hpp"

#include <fmt/format.h>

#include <vector>

#include "terms.hpp"

namespace vicinal::random_models {

namespace {

class RoundWriter {
 public:
  explicit RoundWriter(std::uint64_t seed)
      : dice_(seed + 0x209d), global_(seed + 0x1c3) {}

  std::string run() {
    processes_ = dice_.one_in(4);
    flag_ = dice_.one_in(2);
    places_ = processes_ ? 8 + dice_.below(5)
              : flag_    ? 8 + dice_.below(20)
                         : 12 + dice_.below(19);
    std::string text = fmt::format("shared at : 0..{} = 0;\n", places_ - 1);
    if (flag_) text += "shared flag : bool = false;\n";
    if (processes_) text += process();
    rule(text, fmt::format("at < {}", places_ - 1), "at := at + 1;");
    if (!dice_.one_in(6)) {
      rule(text, fmt::format("at == {}", places_ - 1), "at := 0;");
    }
    const int more = 3 + dice_.below(4);
    for (int i = 0; i < more; ++i) odd_rule(text);
    text += fairness();
    const int claims = 1 + dice_.below(3);
    for (int i = 0; i < claims; ++i) text += claim(i);
    // By dice of its own: seeds keep what they had.
    if (global_.one_in(5)) text += "fair global;\n";
    return text;
  }

 private:
  std::string place() { return std::to_string(dice_.below(places_)); }

  void rule(std::string& text, const std::string& guard,
            const std::string& body) {
    const std::string name = fmt::format("r{}", actions_.size());
    actions_.push_back(name);
    text += fmt::format("rule {} when {} {{ {} }}\n", name, guard, body);
  }

  std::string somewhere() {
    switch (dice_.below(4)) {
      case 0:
        return "at == " + place() + " || at == " + place();
      case 1:
        return fmt::format("at % {} == {}", 2 + dice_.below(5), dice_.below(2));
      default:
        return "at == " + place();
    }
  }

  void odd_rule(std::string& text) {
    std::string guard = somewhere();
    if (flag_ && dice_.one_in(3)) {
      guard = fmt::format("({}) && {}flag", guard, dice_.one_in(2) ? "!" : "");
    }
    std::string body;
    switch (dice_.below(flag_ ? 6 : 4)) {
      case 0:
        body = "skip;";
        break;
      case 1:
        body =
            fmt::format("at := (at + {}) % {};", 1 + dice_.below(3), places_);
        break;
      case 2:
      case 3:
        body = "at := " + place() + ";";
        break;
      case 4:
        body = "flag := !flag;";
        break;
      default:
        body = dice_.one_in(2) ? "flag := true;" : "flag := false;";
    }
    rule(text, guard, body);
  }

  std::string process() {
    actions_.push_back("P.go");
    return fmt::format(
        "process P {{ var x : bool = false; action go when {} {{ x := !x; }} "
        "}}\nnetwork {{ node p[2] : P; }}\n",
        dice_.one_in(2) ? "at == " + place()
                        : "x || at == index(self) + " +
                              std::to_string(dice_.below(places_ - 1)));
  }

  // Of most actions.
  std::string fairness() {
    std::string text;
    const bool strong = dice_.one_in(3), weak = dice_.one_in(4);
    int left = 6;
    for (const std::string& name : actions_) {
      if (left == 0 || dice_.one_in(4)) continue;
      --left;
      const bool kind = strong || (!weak && dice_.one_in(2));
      text += fmt::format("fair {} {};\n", kind ? "strong" : "weak", name);
    }
    return text;
  }

  std::string atom() {
    switch (dice_.below(flag_ || processes_ ? 5 : 4)) {
      case 0:
        return fmt::format("{{at != {}}}", place());
      case 1:
        return fmt::format("{{at < {}}}", place());
      case 4:
        return flag_ ? "{flag}" : "{p[0].x}";
      default:
        return fmt::format("{{at == {}}}", place());
    }
  }

  std::string path() {
    const std::string a = atom(), b = atom();
    switch (dice_.below(7)) {
      case 0:
        return fmt::format("(G F {} && G F {})", a, b);
      case 1:
        return fmt::format("(G F {} => G F {})", a, b);
      case 2:
        return fmt::format("F G {}", a);
      case 3:
        return fmt::format("G ({} => F {})", a, b);
      case 4:
        return fmt::format("({} U {})", a, b);
      case 5:
        return fmt::format("(G F {} && F G {})", a, b);
      default:
        return fmt::format("G F {}", a);
    }
  }

  std::string claim(int number) {
    const std::string a = atom(), b = atom(), f = path();
    const char* quantifier = dice_.one_in(2) ? "A" : "E";
    switch (dice_.below(5)) {
      case 0:
        return fmt::format("ctl t{}: {}G {};\n", number, quantifier, a);
      case 1:
        return fmt::format("ctl t{}: AG ({} => {}F {});\n", number, a,
                           quantifier, b);
      case 2:
        return fmt::format("ctlstar t{}: {}({});\n", number, quantifier, f);
      default:
        return fmt::format("ltl t{}: {}{};\n", number,
                           dice_.one_in(2) ? "!" : "", f);
    }
  }

  Dice dice_, global_;
  bool processes_ = false, flag_ = false;
  int places_ = 8;
  std::vector<std::string> actions_;  // as fairness names them
};

}  // namespace

std::string round_model(std::uint64_t seed) {
  return RoundWriter(seed).run();
}

}  // namespace vicinal::random_models
