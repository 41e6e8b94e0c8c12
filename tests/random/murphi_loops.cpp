// SPDX-License-Identifier: MIT
// A loop is some lines over the member it is at, the member of the rule, and
// what all of them share: whether its order matters is left to chance.
#include "murphi_loops.hpp"

namespace vicinal::random_models {
namespace {

using Words = std::vector<std::string>;

class Loop {
 public:
  Loop(Dice& dice, const MurphiCells& cells, const std::string& self)
      : dice_(dice), cells_(cells), self_(self) {}

  std::string condition(const std::string& q, int depth);
  std::string step(const std::string& q);

 private:
  std::string member(const std::string& q);
  std::string one_of(const Words& words) { return dice_.of(words); }

  Dice& dice_;
  const MurphiCells& cells_;
  std::string self_;
};

// The member of the loop, most often.
std::string Loop::member(const std::string& q) {
  if (!self_.empty() && dice_.one_in(4)) return self_;
  return q;
}

std::string Loop::condition(const std::string& q, int depth) {
  Words all{cells_.phase(member(q)) + " = want",
            cells_.phase(member(q)) + " != crit",
            cells_.mark(member(q)),
            "!" + cells_.mark(q),
            "busy",
            "!busy",
            "exists r : Proc do " + cells_.mark("r") + " end",
            "forall r : Proc do r = " + q + " | " + cells_.phase("r") +
                " = idle end"};
  if (!self_.empty()) {
    all.push_back(q + " != " + self_);
    all.push_back(q + " = " + self_);
  }
  if (cells_.owner) {
    all.emplace_back("isundefined(owner)");
    all.push_back("!isundefined(owner) & owner = " + q);
  }
  if (cells_.turn) all.push_back("!isundefined(turn) & turn != " + q);
  if (cells_.table && !self_.empty()) {
    all.push_back("seen[" + self_ + "][" + q + "]");
    all.push_back("seen[" + q + "][" + self_ + "]");
  }
  if (cells_.count) all.emplace_back("count = 0");
  if (depth > 0 && dice_.one_in(3)) {
    return "(" + condition(q, 0) + (dice_.one_in(2) ? ") & (" : ") | (") +
           condition(q, 0) + ")";
  }
  return one_of(all);
}

std::string Loop::step(const std::string& q) {
  Words all{cells_.mark(q) + " := " + condition(q, 0) + ";",
            cells_.mark(q) + " := true;",
            cells_.mark(q) + " := !" + cells_.mark(q) + ";",
            cells_.phase(q) + " := idle;",
            cells_.phase(q) + " := want;",
            "busy := true;",
            "busy := false;",
            "busy := " + cells_.mark(q) + ";",
            "busy := busy | " + cells_.mark(q) + ";",
            "leave(" + q + ", busy);",
            "put " + cells_.phase(q) + ";"};
  if (!self_.empty()) {
    all.push_back(cells_.mark(self_) + " := " + cells_.mark(q) + ";");
    all.push_back(cells_.mark(self_) + " := true;");
    all.push_back(cells_.phase(q) + " := " + cells_.phase(self_) + ";");
  }
  if (cells_.owner) {
    all.push_back("owner := " + q + ";");
    all.emplace_back("undefine owner;");
    all.push_back("if !isundefined(owner) then " + cells_.mark("owner") +
                  " := true; end;");
  }
  if (cells_.turn) all.push_back("turn := " + q + ";");
  if (cells_.count) {
    all.emplace_back("if count < 3 then count := count + 1; end;");
    all.emplace_back("count := 1;");
    all.push_back("if " + cells_.mark(q) + " then count := 2; end;");
  }
  if (cells_.table) {
    all.push_back("seen[" + q + "][" + q + "] := busy;");
    all.push_back("for r : Proc do seen[" + q + "][r] := seen[r][" + q +
                  "]; end;");
    if (!self_.empty()) {
      all.push_back("seen[" + self_ + "][" + q + "] := " + cells_.mark(q) +
                    ";");
      all.push_back("seen[" + q + "] := seen[" + self_ + "];");
    }
  }
  return one_of(all);
}

}  // namespace

Words murphi_loop(Dice& dice, const MurphiCells& cells,
                  const std::string& self) {
  Loop loop(dice, cells, self);
  Words lines{"for q : Proc do"};
  const int steps = 1 + dice.below(2);
  for (int i = 0; i < steps; ++i) {
    if (dice.one_in(3)) {
      lines.push_back("  " + loop.step("q"));
      continue;
    }
    lines.push_back("  if " + loop.condition("q", 1) + " then");
    lines.push_back("    " + loop.step("q"));
    if (dice.one_in(3)) {
      lines.emplace_back("  else");
      lines.push_back("    " + loop.step("q"));
    }
    lines.emplace_back("  end;");
  }
  lines.emplace_back("end;");
  return lines;
}

Words murphi_search(Dice& dice, const MurphiCells& cells) {
  Loop loop(dice, cells, "");
  Words lines{"function chosen() : boolean;", "begin", "  for q : Proc do"};
  const int steps = 1 + dice.below(2);
  for (int i = 0; i < steps; ++i) {
    const Words results{"true", "false", cells.mark("q"), "busy"};
    lines.push_back("    if " + loop.condition("q", 1) + " then return " +
                    dice.of(results) + "; end;");
  }
  lines.emplace_back("  end;");
  lines.push_back(dice.one_in(2) ? "  return false;" : "  return true;");
  lines.emplace_back("end;");
  return lines;
}

}  // namespace vicinal::random_models
