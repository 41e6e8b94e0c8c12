// SPDX-License-Identifier: MIT
// What is said of runs is made of what is said of states, in braces: true and
// false claims alike, and such as may fail. Commands that decide invariants
// must not be led astray by any of it.
#include "temporal.hpp"

#include <fmt/format.h>

#include <regex>

namespace vicinal::random_models {

std::string temporal_properties(Dice& dice,
                                const std::vector<std::string>& claims) {
  static const std::vector<std::string> forms = {
      "ctl t{0}: AG {{{1}}};\n",
      "ctl t{0}: AG EF {{{1}}} || EX {{{2}}};\n",
      "ctl t{0}: A ({{{1}}} U {{{2}}});\n",
      "ltl t{0}: G F {{{1}}} => F G !{{{2}}};\n",
      "ltl t{0}: {{{1}}} W X {{{2}}};\n",
      "ctlstar t{0}: E (G F {{{1}}} && !{{{2}}} R {{{1}}});\n",
      "ctlstar t{0}: A (F {{{1}}}) => AG {{false}};\n"};
  std::string text;
  const int count = 1 + dice.below(2);
  for (int i = 0; i < count; ++i) {
    text += fmt::format(fmt::runtime(dice.of(forms)), i, dice.of(claims),
                        dice.of(claims));
  }
  return text;
}

std::string pair_claim(Dice& dice, const std::string& name) {
  static const std::vector<std::string> phases = {"idle", "busy", "done"};
  static const std::vector<std::string> inner = {"A X ", "E X ", "E F ",
                                                 "A G ", "E G ", "A F "};
  static const std::vector<std::string> outer = {"A G ", "E F ", "A F ", "E G ",
                                                 "E X "};
  static const std::vector<std::string> seen = {
      "{{exists q in p: q.phase == {}}}",
      "{{(count(q in p: q.phase == {})) == 1}}"};
  const std::string of = dice.of(inner), is = dice.of(phases);
  const std::string join = dice.one_in(2) ? "&&" : "||";
  std::string both = fmt::format(
      "({0}{{p[0].phase == {1}}} {2} {0}{{p[1].phase == {1}}})", of, is, join);
  if (dice.one_in(2)) both = "!" + both;
  const std::string some =
      fmt::format(fmt::runtime(dice.of(seen)), dice.of(phases));
  return fmt::format("ctl {}: {}({} {} {});\n", name, dice.of(outer), some,
                     dice.one_in(2) ? "=>" : "&&", both);
}

namespace {

class Claims {
 public:
  Claims(std::uint64_t seed, const std::string& model)
      : dice_(seed + 0x7e3),
        wide_(seed + 0x3d1),
        pair_(seed + 0x2b7),
        global_(seed + 0x6d5),
        text_(model) {}

  std::string run() {
    std::string text;
    const int count = 1 + dice_.below(3);
    for (int i = 0; i < count; ++i) text += property(i);
    if (dice_.one_in(2)) text += fairness();
    // By dice of its own: seeds keep what they had.
    if (wide_.one_in(2)) text += wide();
    if (pair_.one_in(2)) text += pair_claim(pair_, "pair");
    if (global_.one_in(8)) text += "fair global;\n";
    return text;
  }

 private:
  std::string property(int number) {
    named_ = dice_.one_in(3);
    switch (dice_.below(3)) {
      case 0:
        return fmt::format("ctl t{}: {};\n", number, over(&Claims::ctl));
      case 1:
        return fmt::format("ltl t{}: {};\n", number, over(&Claims::path));
      default:
        return fmt::format("ctlstar t{}: {};\n", number, over(&Claims::state));
    }
  }

  // Of each process, of some process, or of none in particular.
  std::string over(std::string (Claims::*formula)(int)) {
    const int which = dice_.below(4);
    member_ = which < 2;
    const std::string text = (this->*formula)(2);
    if (!member_) return text;
    return fmt::format("{} i in p: {}", which == 0 ? "forall" : "exists", text);
  }

  // One thing of several numbers, joined: what sets of them would be many for.
  std::string wide() {
    static const std::vector<std::string> simple = {
        "({} U {})", "({} W {})", "({} R {})", "G {}", "F {}", "X {}"};
    static const std::vector<std::string> nested = {
        "G F {}", "F G {}",        "({} U X {})", "(G {} || {} U {})",
        "X G {}", "(F {} && G {})"};
    const bool deep = wide_.one_in(3);
    std::string part = wide_.of(deep ? nested : simple);
    for (std::size_t at = part.find("{}"); at != std::string::npos;
         at = part.find("{}")) {
      part.replace(at, 2, of_number());
    }
    const std::string all = fmt::format("({} k in 0..{}: {})",
                                        wide_.one_in(2) ? "exists" : "forall",
                                        1 + wide_.below(deep ? 2 : 4), part);
    switch (wide_.below(4)) {
      case 0:
        return fmt::format("ctlstar wide: E({});\n", all);
      case 1:
        return fmt::format("ltl wide: !{};\n", all);
      case 2:
        return fmt::format("ltl wide: {} || {};\n", all, of_number(false));
      default:
        return fmt::format("ltl wide: {};\n", all);
    }
  }
  std::string of_number(bool numbered = true) {
    static const std::vector<std::string> phases = {"idle", "busy", "done"};
    const std::string is = wide_.one_in(2) ? "==" : "!=";
    const std::string who = wide_.of(phases);
    switch (numbered ? wide_.below(5) : 4) {
      case 0:
      case 1:
        return fmt::format("{{level {} k}}", is);
      case 2:
        return fmt::format("{{(count(q in p: q.phase == {})) {} k}}", who, is);
      case 3:
        return fmt::format("{{flag || level {} k}}", is);
      default:
        return fmt::format("{{exists q in p: q.phase == {}}}", who);
    }
  }

  std::string phase() {
    static const std::vector<std::string> phases = {"idle", "busy", "done"};
    return dice_.of(phases);
  }
  std::string atom() {
    switch (dice_.below(member_ ? 8 : 6)) {
      case 0:
        return "{flag}";
      case 1:
        return fmt::format("{{level == {}}}", dice_.below(2));
      case 2:
        return fmt::format("{{exists q in p: q.phase == {}}}", phase());
      case 3:
        return fmt::format("{{(count(q in p: q.phase == {})) == 1}}", phase());
      case 4:
        if (!named_) return "{enabled}";
        return fmt::format("{{p[{}].phase == {}}}", dice_.below(2), phase());
      case 5:
        return dice_.one_in(4) ? "true" : "{!flag || level == 0}";
      default:
        return fmt::format("{{i.phase == {}}}", phase());
    }
  }
  std::string binary(const std::string& a, const std::string& b) {
    static const std::vector<std::string> all = {" && ", " || ", " => "};
    return "(" + a + dice_.of(all) + b + ")";
  }
  std::string until() {
    static const std::vector<std::string> all = {" U ", " W ", " R "};
    return dice_.of(all);
  }
  std::string unary() {
    static const std::vector<std::string> all = {"X ", "F ", "G "};
    return dice_.of(all);
  }
  std::string quantifier() { return dice_.one_in(2) ? "A" : "E"; }

  // Of all processes or of some, whichever they are: formulas that stay the
  // same when processes change places.
  std::string of_all() {
    std::string own = fmt::format("{{j.phase == {}}}", phase());
    if (dice_.one_in(4)) own = "(" + own + until() + atom() + ")";
    if (own[0] == '{' && dice_.one_in(3)) own = unary() + own;
    const std::string body =
        fmt::format("{}({}{})", quantifier(), unary(), own);
    const std::string some = dice_.one_in(3) ? "j != i => " : "";
    return fmt::format("({} j in p: {})", dice_.one_in(2) ? "forall" : "exists",
                       member_ && !some.empty()
                           ? fmt::format("{{i == j}} || {}", body)
                           : body);
  }

  std::string ctl(int depth) {
    if (depth == 0 || dice_.one_in(6)) return atom();
    if (depth == 1 && dice_.one_in(6)) return ctl_of_all();
    switch (dice_.below(5)) {
      case 0:
        return binary(ctl(depth - 1), ctl(depth - 1));
      case 1:
        return "!" + ctl(depth - 1);
      case 2:
        return fmt::format("{}({}{}{})", quantifier(), ctl(depth - 1), until(),
                           ctl(depth - 1));
      default:
        return fmt::format("{}{}{}", quantifier(), unary(), ctl(depth - 1));
    }
  }
  std::string ctl_of_all() {
    return fmt::format("({} j in p: {}{}{{j.phase == {}}})",
                       dice_.one_in(2) ? "forall" : "exists", quantifier(),
                       unary(), phase());
  }
  std::string path(int depth) {
    if (depth == 0 || dice_.one_in(8)) return atom();
    switch (dice_.below(5)) {
      case 0:
        return binary(path(depth - 1), path(depth - 1));
      case 1:
        return "!" + path(depth - 1);
      case 2:
        return "(" + path(depth - 1) + until() + path(depth - 1) + ")";
      case 3:  // what fairness is about
        return fmt::format("({} {})", dice_.one_in(2) ? "G F" : "F G",
                           path(depth - 1));
      default:
        return "(" + unary() + path(depth - 1) + ")";
    }
  }
  std::string state(int depth) {
    if (depth == 0 || dice_.one_in(8)) return atom();
    switch (dice_.below(4)) {
      case 0:
        return binary(state(depth - 1), state(depth - 1));
      case 1:
        return "!" + state(depth - 1);
      default:
        return fmt::format("{}({})", quantifier(), mixed(depth));
    }
  }
  std::string mixed(int depth) {
    if (depth == 0) return dice_.one_in(5) ? of_all() : atom();
    switch (dice_.below(5)) {
      case 0:
        return state(depth - 1);
      case 1:
        return "(" + mixed(depth - 1) + until() + mixed(depth - 1) + ")";
      case 2:
        return binary(mixed(depth - 1), mixed(depth - 1));
      default:
        return "(" + unary() + mixed(depth - 1) + ")";
    }
  }

  std::string fairness() {
    static const std::regex action("(process|action|rule) (\\w+)");
    std::string process;
    std::string text;
    for (std::sregex_iterator at(text_.begin(), text_.end(), action), end;
         at != end; ++at) {
      if ((*at)[1] == "process") process = (*at)[2].str();
      if ((*at)[1] == "process" || dice_.one_in(2)) continue;
      text += fmt::format(
          "fair {} {}{};\n", dice_.one_in(2) ? "weak" : "strong",
          (*at)[1] == "action" ? process + "." : "", (*at)[2].str());
    }
    return text;
  }

  Dice dice_, wide_, pair_, global_;
  const std::string& text_;
  bool member_ = false, named_ = false;
};

}  // namespace

std::string temporal_claims(std::uint64_t seed, const std::string& model) {
  return Claims(seed, model).run();
}

}  // namespace vicinal::random_models
