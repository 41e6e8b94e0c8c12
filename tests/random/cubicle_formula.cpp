// SPDX-License-Identifier: MIT
// Terms and formulas of Cubicle files. A part gets parentheses where it is
// weaker than what is around it, or would reach too far right.
#include <algorithm>

#include "cubicle_writer.hpp"

namespace vicinal::random_models {

std::string CubicleWriter::numeral(int value) {
  if (!real_) return std::to_string(value);
  made("a real number");
  if (value % 2 != 0) made("half a number");
  const char* digits = value % 2 != 0 ? ".5" : ".0";
  return std::to_string(value / 2) + digits + (value == 1 ? "0" : "");
}

std::string CubicleWriter::constant(const std::string& type) {
  if (type == "int") return numeral(dice_.below(3));
  if (type == "bool") return dice_.one_in(2) ? "True" : "False";
  return dice_.of(constructors_.at(type));
}

std::string CubicleWriter::place(const CubicleSymbol& s, const Here& here) {
  if (s.dimensions == 0) return s.name;
  std::string a = dice_.of(here.processes);
  if (s.dimensions == 1) return s.name + "[" + a + "]";
  std::string b = dice_.of(here.processes);
  // An update of all of A[i, j] may not read A[j, i].
  if (here.own.size() == 2 && a == here.own[1] && b == here.own[0]) {
    std::swap(a, b);
  }
  if (a == b) made("an element of a diagonal");
  return s.name + "[" + a + ", " + b + "]";
}

std::vector<CubicleSymbol> CubicleWriter::of_type(const std::string& type,
                                                  const Here& here,
                                                  bool constants) const {
  std::vector<CubicleSymbol> out;
  for (const CubicleSymbol& s : symbols_) {
    if (s.type != type) continue;
    if (s.dimensions == 0 || !here.processes.empty()) out.push_back(s);
  }
  for (const CubicleSymbol& s : constants_) {
    if (constants && s.type == type) out.push_back(s);
  }
  return out;
}

// Of type int, as Cubicle's grammar has them.
std::string CubicleWriter::number(const Here& here) {
  const auto all = of_type("int", here, false);
  std::string c;
  for (const CubicleSymbol& s : constants_) {
    if (s.type == "int") c = s.name;
  }
  const int times = 1 + dice_.below(2);
  const std::string k = numeral(times);
  if (all.empty() || dice_.one_in(6)) {
    if (c.empty() || dice_.one_in(2)) return constant("int");
    // Products of real numbers are not taken.
    if (real_) return times == 1 ? c : "-" + c;
    made("a multiple of a constant");
    return dice_.one_in(2) ? k + " * " + c : "-" + k + " * " + c;
  }
  const std::string x = place(dice_.of(all), here);
  switch (dice_.below(8)) {
    case 0:
      made("a sum");
      return x + " + " + k;
    case 1:
      made("a difference");
      return x + " - " + k;
    case 2:
      if (c.empty()) return x;
      made("a sum with a constant");
      return x + (dice_.one_in(2) ? " + " : " - ") + c;
    case 3:
      if (c.empty()) return x;
      if (real_) return times == 1 ? x + " + " + c : x + " - " + c;
      made("a multiple of a constant");
      return x +
             (dice_.one_in(2) ? " + " + k + " * " + c : " - " + c + " * " + k);
    default:
      return x;
  }
}

std::string CubicleWriter::term(const std::string& type, const Here& here) {
  if (type == "int") return number(here);
  const auto all = of_type(type, here, true);
  if (type == "proc" && !here.processes.empty() &&
      (all.empty() || dice_.one_in(2))) {
    return dice_.of(here.processes);
  }
  if (type != "proc" && !constructors_[type].empty() &&
      (all.empty() || dice_.one_in(3))) {
    return constant(type);
  }
  return place(dice_.of(all), here);
}

CubicleText CubicleWriter::process_atom(const Here& here) {
  std::string a = term("proc", here);
  std::string b = term("proc", here);
  std::vector<std::string> ops{"=", "<>", "=", "<>", "<", "<=", ">", ">="};
  // What is none of the processes has no order.
  if (!home_.empty() && here.processes.empty()) ops = {"=", "<>"};
  const std::string& op = dice_.of(ops);
  if (!home_.empty() && op != "=" && op != "<>") {
    a = dice_.of(here.processes);
    b = dice_.of(here.processes);
  }
  if (op[0] == '<' && op != "<>") made("processes in order");
  if (op[0] == '>') made("processes in order");
  made("processes compared");
  return simple(a + " " + op + " " + b);
}

CubicleText CubicleWriter::atom(const Here& here) {
  if (dice_.one_in(20)) {
    made("true and false");
    return simple(dice_.one_in(2) ? "true" : "false");
  }
  const bool processes =
      !here.processes.empty() || !of_type("proc", here, true).empty();
  if (processes && dice_.one_in(4)) return process_atom(here);
  std::vector<std::string> types;
  for (const std::string& type : types_) {
    if (type == "proc") continue;
    if (!of_type(type, here, true).empty()) types.push_back(type);
  }
  if (types.empty()) return simple("true");
  const std::string& type = dice_.of(types);
  const auto all = of_type(type, here, true);
  const std::string left =
      type == "int" ? number(here) : place(dice_.of(all), here);
  std::vector<std::string> ops{"=", "=", "<>"};
  if (type == "int") {
    ops = {"=", "<>", "<", "<=", ">", ">="};
    made("integers compared");
  }
  if (type == "data") made("values of an abstract type compared");
  std::string right = term(type, here);
  if (right == left && !constructors_[type].empty() && !dice_.one_in(4)) {
    right = constant(type);
  }
  const std::string& op = dice_.of(ops);
  if (dice_.one_in(6) && (op == "=" || op == "<>")) {
    return simple(right + " " + op + " " + left);
  }
  return simple(left + " " + op + " " + right);
}

namespace {

CubicleText in_parentheses(CubicleText a) {
  a.least = "(" + a.least + ")";
  a.strength = 4;
  a.open = false;
  return a;
}

}  // namespace

CubicleText CubicleWriter::binary(const std::string& op, int strength,
                                  CubicleText a, CubicleText b) {
  // => and <=> go to the right; of && and || it does not matter.
  if (a.open || a.strength < strength + (strength == 0 ? 1 : 0)) {
    a = in_parentheses(a);
  }
  if (b.strength < strength) b = in_parentheses(b);
  made(op);
  return {a.least + " " + op + " " + b.least,
          "(" + a.all + " " + op + " " + b.all + ")", strength, b.open};
}

CubicleText CubicleWriter::negation(CubicleText a) {
  if (a.strength < 3) a = in_parentheses(a);
  made("not");
  return {"not " + a.least, "(not " + a.all + ")", 3, a.open};
}

CubicleText CubicleWriter::choice(const Here& here, int depth) {
  const CubicleText a = formula(here, depth - 1);
  const CubicleText b = formula(here, depth - 1);
  CubicleText c = formula(here, depth - 1);
  if (c.strength < 3) c = in_parentheses(c);
  made("if");
  return {"if " + a.least + " then " + b.least + " else " + c.least,
          "(if " + a.all + " then " + b.all + " else " + c.all + ")", 3,
          c.open};
}

// The strength is the greatest: at the right end it needs no parentheses.
CubicleText CubicleWriter::quantified(const std::string& words,
                                      CubicleText body) {
  return {words + ". " + body.least, "(" + words + ". " + body.all + ")", 4,
          true};
}

CubicleText CubicleWriter::formula(const Here& here, int depth) {
  if (depth == 0 || dice_.one_in(3)) return atom(here);
  switch (dice_.below(9)) {
    case 0:
      return negation(formula(here, depth - 1));
    case 1:
      return choice(here, depth);
    case 2:
      return binary("=>", 0, formula(here, depth - 1),
                    formula(here, depth - 1));
    case 3:
      return binary("<=>", 0, formula(here, depth - 1),
                    formula(here, depth - 1));
    case 4:
    case 5:
      return binary("||", 1, formula(here, depth - 1),
                    formula(here, depth - 1));
    default:
      return binary("&&", 2, formula(here, depth - 1),
                    formula(here, depth - 1));
  }
}

}  // namespace vicinal::random_models
