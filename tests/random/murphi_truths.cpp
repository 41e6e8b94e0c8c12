// SPDX-License-Identifier: MIT
// Terms of random Murphi models that are true or false.
#include <algorithm>

#include "murphi_writer.hpp"

namespace vicinal::random_models {

MurphiText MurphiWriter::truth(int depth) {
  if (depth == 0) return truth_atom(0);
  switch (dice_.below(9)) {
    case 0:
      return prefix("!", not_strength, truth(depth - 1));
    case 1:
    case 2:
      if (dice_.one_in(2)) {
        return binary("&&", and_strength, truth(depth - 1), truth(depth - 1));
      }
      return binary("&", bit_and_strength, truth(depth - 1), truth(depth - 1));
    case 3:
      if (dice_.one_in(2)) {
        return binary("||", or_strength, truth(depth - 1), truth(depth - 1));
      }
      return binary("|", bit_or_strength, truth(depth - 1), truth(depth - 1));
    case 4:
      made("an implication");
      return binary("->", implies_strength, truth(depth - 1), truth(depth - 1));
    case 5:
      return quantified(depth);
    case 6:
      if (dice_.one_in(2)) return truth_atom(depth);
      made("a choice ? : of truths");
      return choice(truth(depth - 1), truth(depth - 1), truth(depth - 1));
    default:
      return truth_atom(depth);
  }
}

MurphiText MurphiWriter::truth_atom(int depth) {
  const int kind = dice_.below(10);
  if (kind == 0) return guarded();
  if (kind == 1 && depth > 0) return whole_comparison();
  if (kind < 4) {
    const MurphiType boolean;
    if (const auto p = place(&boolean, true, false, !risk(8))) {
      return {p->text};
    }
    if (dice_.one_in(4)) return {dice_.one_in(2) ? "true" : "false"};
  }
  return comparison(depth);
}

// Of two terms of one simple type; numbers have an order.
MurphiText MurphiWriter::comparison(int depth) {
  const auto p = place(nullptr, true, false, !risk(10));
  if (!p) {
    return binary(dice_.one_in(2) ? "<" : "=", comparison_strength, number(0),
                  number(depth));
  }
  std::string op = dice_.one_in(3) ? "!=" : dice_.one_in(6) ? "==" : "=";
  MurphiText b;
  if (p->type.sort == MurphiSort::number) {
    const std::vector<std::string> orders{"<", "<=", ">", ">="};
    if (dice_.one_in(2)) op = dice_.of(orders);
    b = number(depth);
  } else {
    for (int tries = 0; tries < 4 && (tries == 0 || b.text == p->text);
         ++tries) {
      b = value(p->type, depth > 0 ? 1 : 0);
    }
  }
  if (p->type.sort == MurphiSort::member) made("members that are compared");
  return binary(op, comparison_strength, {p->text}, b);
}

// Looks whether a cell is defined before it reads it.
MurphiText MurphiWriter::guarded() {
  const auto p = place(nullptr, true, false, false);
  if (!p) return {"true"};
  if (p->type.text == "a value" || p->type.text == "a constant") {
    return comparison(0);  // is no place
  }
  made("isundefined");
  const MurphiText undefined{"isundefined(" + p->text + ")"};
  if (dice_.one_in(3)) {
    return dice_.one_in(2) ? undefined : prefix("!", not_strength, undefined);
  }
  MurphiText v =
      p->type.sort == MurphiSort::number ? number(0) : value(p->type, 0);
  const MurphiText reads =
      binary(dice_.one_in(2) ? "=" : "!=", comparison_strength, {p->text}, v);
  switch (dice_.below(4)) {
    case 0:
      return binary("|", bit_or_strength, undefined, reads);
    case 1:
      return binary("->", implies_strength,
                    prefix("!", not_strength, undefined), reads);
    case 2:
      return choice(undefined, {dice_.one_in(2) ? "true" : "false"}, reads);
    default:
      return binary("&", bit_and_strength, prefix("!", not_strength, undefined),
                    reads);
  }
}

// Records and arrays are compared cell by cell; undefined ones are alike.
MurphiText MurphiWriter::whole_comparison() {
  const auto p = place(nullptr, false, false, false);
  if (!p) return {"false"};
  const auto q = place(&p->type, false, false, false);
  if (!q) return {"true"};
  made("records or arrays that are compared");
  return binary(dice_.one_in(2) ? "=" : "!=", comparison_strength, {p->text},
                {q->text});
}

MurphiText MurphiWriter::quantified(int depth) {
  const std::string name = fresh("k", true);
  MurphiType type;
  const bool all = dice_.one_in(2);
  const std::string over = quantifier(name, type, false);
  made(all ? "forall" : "exists");
  seen_.push_back({name, type, false, true});
  const std::string body = truth(depth - 1).text;
  seen_.pop_back();
  return {(all ? "forall " : "exists ") + over + " do " + body +
          (dice_.one_in(3) ? (all ? " endforall" : " endexists") : " end")};
}

// `name : type` or `name := 0 to 3 by 2`, for loops, quantifiers and rulesets.
// Rumur counts down if the last is below the first, and a step that is 0 or
// leads away is an error.
std::optional<std::string> MurphiWriter::computed_bounds(MurphiType& type,
                                                         int from) {
  std::vector<MurphiPlace> numbers;
  for (const MurphiPlace& p : visible()) {
    if (p.type.sort == MurphiSort::number && p.defined) numbers.push_back(p);
  }
  if (numbers.empty()) return {};
  made("a quantifier to a number that is computed");
  const MurphiPlace to = dice_.of(numbers);
  type.low = std::min(to.type.low, from);
  type.high = std::max(to.type.high, from);
  std::string first = std::to_string(from);
  if (dice_.one_in(3)) {
    made("a quantifier from a number that is computed");
    const MurphiPlace p = dice_.of(numbers);
    type.low = std::min(p.type.low, to.type.low);
    type.high = std::max(p.type.high, to.type.high);
    first = p.text;
  }
  if (!risk(2)) return first + " to " + to.text;
  made("a quantifier by a step that is computed");
  return first + " to " + to.text + " by " + dice_.of(numbers).text;
}

std::string MurphiWriter::quantifier(const std::string& name, MurphiType& type,
                                     bool constant) {
  if (dice_.below(4) > 0) {
    type = any_simple();
    return name + " : " + type.text;
  }
  type = MurphiType{};
  type.sort = MurphiSort::number;
  type.text = "a number of " + name;  // the type of no other place
  if (dice_.one_in(4)) {
    made("a quantifier over a range");
    type.low = 0;
    type.high = 1 + dice_.below(2);
    return name + " : 0.." + std::to_string(type.high);
  }
  if (constant) {
    // Rumur aborts at a ruleset from a number to a number.
    made("a quantifier over a range");
    type.low = dice_.below(2);
    type.high = type.low + dice_.below(3);
    return name + " : " + std::to_string(type.low) + ".." +
           std::to_string(type.high);
  }
  const int from = dice_.below(3), to = from + dice_.below(3);
  const int by = 1 + dice_.below(2);
  type.low = std::min(from, to);
  type.high = std::max(from, to);
  if (dice_.one_in(4)) {
    if (const auto computed = computed_bounds(type, from)) {
      return name + " := " + *computed;
    }
  }
  if (from < to && dice_.one_in(4)) {
    made("a quantifier that counts down");
    return name + " := " + std::to_string(to) + " to " + std::to_string(from) +
           " by -" + std::to_string(by);
  }
  made(by > 1 ? "a quantifier by steps" : "a quantifier from number to number");
  return name + " := " + std::to_string(from) + " to " + std::to_string(to) +
         (by > 1 || dice_.one_in(3) ? " by " + std::to_string(by) : "");
}

}  // namespace vicinal::random_models
