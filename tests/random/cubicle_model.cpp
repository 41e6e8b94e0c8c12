// SPDX-License-Identifier: MIT
// Declarations, initial states, cubes and transitions of Cubicle files.
//
// Integers stay small because they are only set to numbers, to each other,
// and to one more where they are less than two.
#include "cubicle_model.hpp"

#include <algorithm>

#include "cubicle_writer.hpp"

namespace vicinal::random_models {
namespace {

const std::vector<std::string> cell_names{"X", "Y", "Flag", "Sel", "U", "N"};

}  // namespace

void CubicleWriter::declare(const std::string& word, const CubicleSymbol& s) {
  put(word + " " + s.name);
  if (s.dimensions == 1) put("[proc]");
  if (s.dimensions == 2) put("[proc, proc]");
  const std::string type = real_ && s.type == "int" ? "real" : s.type;
  put(" : " + type + "\n");
  made((s.dimensions == 0   ? word + " of "
        : s.dimensions == 1 ? "array of "
                            : "array of two dimensions of ") +
       (type == "t" || type == "enum" ? "an enumeration" : type));
  if (std::ranges::find(types_, s.type) == types_.end()) {
    types_.push_back(s.type);
  }
}

void CubicleWriter::declarations() {
  if (dice_.one_in(5)) {
    processes_ = 2 + dice_.below(2);
    made("number_procs");
    put("number_procs " + std::to_string(processes_) + "\n");
    out_.least = out_.most = processes_;
  }
  // Some names mean something to us.
  put("type t = A | B | C\n");
  constructors_["t"] = {"A", "B", "C"};
  std::vector<std::string> types{"bool", "bool", "t", "t", "int", "proc"};
  if (dice_.one_in(3)) {
    put("type enum = | On | Off\n");
    constructors_["enum"] = {"On", "Off"};
    types.push_back("enum");
    made("a name that is a word of ours");
  }
  if (dice_.one_in(4)) {
    put("type data\n");
    types.insert(types.end(), 2, "data");
  }
  constructors_["bool"] = {"True", "False"};
  if (dice_.one_in(3)) {
    constants_.push_back({"K", "int", 0});
    out_.sets["K"] = std::to_string(1 + dice_.below(2));
  }
  if (dice_.one_in(8)) constants_.push_back({"L", dice_.of(types), 0});
  if (!constants_.empty() && constants_.back().name == "L" &&
      constants_.back().type == "int") {
    out_.sets["L"] = "1";
  }
  const int count = 2 + dice_.below(3);
  for (int i = 0; i < count; ++i) {
    CubicleSymbol s;
    s.name = cell_names[static_cast<std::size_t>(i)];
    s.type = dice_.of(types);
    s.dimensions = dice_.below(2);
    if (i == 0) s.dimensions = 1;
    symbols_.push_back(s);
  }
  if (dice_.one_in(3)) {
    symbols_.push_back({"M", dice_.one_in(3) ? "t" : "bool", 2});
    if (dice_.one_in(4)) symbols_.push_back({"Q", "bool", 2});
  }
  for (const CubicleSymbol& s : symbols_) {
    if (s.dimensions > 0 || s.type != "proc" || dice_.one_in(2)) continue;
    home_ = s.name;
    out_.outside = true;
    made("a process outside of all");
    break;
  }
  for (const CubicleSymbol& s : constants_) declare("const", s);
  for (const CubicleSymbol& s : symbols_) {
    declare(s.dimensions == 0 ? "var" : "array", s);
  }
}

// What is not mentioned starts with any value; integers are.
CubicleText CubicleWriter::initial_of(const CubicleSymbol& s,
                                      const Names& variables) {
  const Here here{variables, {}};
  std::string left = s.name;
  const std::string& z = variables.front();
  if (s.name == home_)
    return simple(dice_.one_in(2) ? home_ + " <> " + z : z + " <> " + home_);
  const std::string& y = variables.back();
  if (s.dimensions == 1) left += "[" + z + "]";
  if (s.dimensions == 2) left += "[" + z + ", " + y + "]";
  const bool literal = s.type != "proc" && s.type != "data";
  if (!literal) {
    made("init of what is not written out");
    return simple(left + (dice_.one_in(2) ? " = " : " <> ") + left);
  }
  const std::string value = constant(s.type);
  const CubicleText is = simple(left + " = " + value);
  if (s.dimensions > 0 && variables.size() == 2 && dice_.one_in(3)) {
    made("init of one process twice");
    if (s.type != "int") {
      return binary("=>", 0, simple(z + " = " + y), is);
    }
  }
  if (s.dimensions < 2 && s.type != "int" && dice_.one_in(4)) {
    made("init with several values");
    return binary("||", 1, is, simple(left + " = " + constant(s.type)));
  }
  if (s.type == "int" && dice_.one_in(6)) {
    made("init of an integer twice");
    return binary("&&", 2, is, simple(left + " <= " + value));
  }
  return is;
}

void CubicleWriter::initial() {
  Names variables{"z"};
  if (dice_.one_in(3)) variables = {"y", "z"};
  std::vector<CubicleText> parts;
  for (const CubicleSymbol& s : symbols_) {
    if (s.dimensions == 2 && variables.size() == 1) variables = {"y", "z"};
  }
  for (const CubicleSymbol& s : symbols_) {
    if (s.type != "int" && s.name != home_ &&
        dice_.one_in(s.dimensions == 2 ? 12 : 6)) {
      made("not mentioned in init");
      continue;
    }
    parts.push_back(initial_of(s, variables));
  }
  put("init (");
  for (const std::string& v : variables) put(v + " ");
  put(") { ");
  CubicleText all = parts.empty() ? simple("true") : parts.front();
  for (std::size_t i = 1; i < parts.size(); ++i) {
    all = binary("&&", 2, all, parts[i]);
  }
  put(all);
  put(" }\n");
}

// A formula without variables of its own has quantifiers.
CubicleText CubicleWriter::closed() {
  const bool several = dice_.one_in(2);
  Here here{{"x"}, {}};
  std::string words = dice_.one_in(3) ? "forall x" : "exists x";
  if (several) {
    words += " <> y";
    here.processes.push_back("y");
  }
  made("a quantified cube");
  return quantified(words, formula(here, 2));
}

void CubicleWriter::cubes(const std::string& word, int count) {
  for (int i = 0; i < count; ++i) {
    const std::vector<std::string> names{"x", "y", "z"};
    const int own = dice_.below(4);
    made(word + " of " + std::to_string(own));
    put(word + " ");
    Here here;
    if (own > 0 || dice_.one_in(2)) {
      put("(");
      for (int k = 0; k < own; ++k) {
        here.processes.push_back(names[static_cast<std::size_t>(k)]);
        put(here.processes.back() + " ");
      }
      put(") ");
    }
    if (word == "unsafe" && processes_ == 0) {
      const int needed = std::max(own, 1);
      out_.least = i == 0 ? needed : std::min(out_.least, needed);
    }
    put("{ ");
    put(own == 0 ? closed() : formula(here, 2));
    put(" }\n");
  }
}

CubicleText CubicleWriter::guard(const Here& here) {
  CubicleText out = formula(here, 2);
  if (dice_.one_in(3)) {
    Here more = here;
    more.processes.push_back("j");
    const bool other = dice_.one_in(2);
    made(other ? "forall_other" : "forall in a guard");
    const CubicleText all =
        quantified(other ? "forall_other j" : "forall j", formula(more, 2));
    out = dice_.one_in(5)   ? binary("||", 1, out, all)
          : dice_.one_in(2) ? binary("&&", 2, all, out)
                            : binary("&&", 2, out, all);
  }
  return out;
}

// What keeps integers small.
std::string CubicleWriter::value(const CubicleSymbol& s, const Here& here) {
  if (s.type != "int") return term(s.type, here);
  const auto all = of_type("int", here, true);
  return dice_.one_in(2) || all.empty() ? constant("int")
                                        : place(dice_.of(all), here);
}

CubicleText CubicleWriter::cases(const CubicleSymbol& s,
                                 const std::string& target, const Here& here) {
  CubicleText out{" case", " case"};
  const auto add = [&](const CubicleText& condition, const std::string& v) {
    out.least += " | " + condition.least + " : " + v;
    out.all += " | " + condition.all + " : " + v;
  };
  const int count = 1 + dice_.below(3);
  for (int i = 0; i < count; ++i) {
    CubicleText condition = formula(here, 2);
    if (!here.own.empty() && here.processes.size() > here.own.size() &&
        dice_.one_in(2)) {
      const CubicleText is =
          simple(here.own.back() + " = " + here.processes.front());
      condition = dice_.one_in(2) ? is : binary("&&", 2, is, condition);
    }
    if (s.type == "int" && dice_.one_in(2)) {
      made("an integer counts");
      add(binary("&&", 2, condition, simple(target + " < " + numeral(2))),
          target + " + " + numeral(1));
    } else {
      add(condition, dice_.one_in(5) ? target : value(s, here));
    }
  }
  add(simple("_"), dice_.one_in(2) ? target : value(s, here));
  return out;
}

CubicleText CubicleWriter::update(const CubicleSymbol& s, Here here) {
  std::string target = s.name;
  if (s.dimensions == 0) {
    if (s.type != "int" && dice_.one_in(6)) {
      made("any value of " + s.type);
      return simple(target + (dice_.one_in(2) ? " := ?" : " := ."));
    }
    if (dice_.one_in(3)) {
      made("a variable by case");
      const CubicleText c = cases(s, target, here);
      return {target + " :=" + c.least, target + " :=" + c.all};
    }
    return simple(target + " := " + value(s, here));
  }
  const bool one_place = !here.processes.empty() && dice_.one_in(2);
  if (one_place) {
    target = place(s, here);
    made("an update of a place");
    return simple(target + " := " + value(s, here));
  }
  here.own = s.dimensions == 1 ? Names{"j"} : Names{"i", "j"};
  here.processes.insert(here.processes.end(), here.own.begin(), here.own.end());
  target += s.dimensions == 1 ? "[j]" : "[i, j]";
  made(s.dimensions == 1 ? "an array by case"
                         : "an array of two dimensions by case");
  const CubicleText c = cases(s, target, here);
  return {target + " :=" + c.least, target + " :=" + c.all};
}

void CubicleWriter::transition(int number) {
  const std::vector<std::string> names{"x", "y", "n"};
  Here here;
  const int own = dice_.one_in(4) ? 3 * dice_.below(2) : 1 + dice_.below(2);
  made("transition of " + std::to_string(own));
  // Two may have one name, and one is called as a word of ours is.
  const std::vector<std::string> words{"step", "rule", "X", "proc", "step"};
  put("transition " + words[static_cast<std::size_t>(number)] + " (");
  for (int i = 0; i < own; ++i) {
    here.processes.push_back(names[static_cast<std::size_t>(i)]);
    put(here.processes.back() + " ");
  }
  put(")\n");
  for (int k = 1; k <= processes_; ++k) {
    if (!dice_.one_in(2)) continue;
    made("a process by its number");
    here.processes.push_back("#" + std::to_string(k));
  }
  if (!dice_.one_in(5)) {
    put("requires { ");
    put(guard(here));
    put(" }\n");
  }
  put("{\n");
  for (const CubicleSymbol& s : symbols_) {
    if (dice_.one_in(2)) continue;
    put("  ");
    put(update(s, here));
    put(";\n");
  }
  put("}\n");
}

CubicleModel CubicleWriter::run() {
  declarations();
  initial();
  if (dice_.one_in(3)) cubes("invariant", 1);
  cubes("unsafe", 1 + dice_.below(2));
  const int count = 1 + dice_.below(4);
  for (int i = 0; i < count; ++i) transition(i);
  return std::move(out_);
}

const std::vector<std::string>& cubicle_ingredients() {
  static const std::vector<std::string> all{
      "forall_other",
      "forall in a guard",
      "a variable by case",
      "an array by case",
      "an array of two dimensions by case",
      "an update of a place",
      "an element of a diagonal",
      "an integer counts",
      "any value of bool",
      "any value of t",
      "array of two dimensions of bool",
      "array of two dimensions of an enumeration",
      "array of proc",
      "array of int",
      "array of real",
      "var of real",
      "const of real",
      "half a number",
      "array of data",
      "var of proc",
      "values of an abstract type compared",
      "const of int",
      "const of proc",
      "a multiple of a constant",
      "a sum with a constant",
      "number_procs",
      "a process by its number",
      "a process outside of all",
      "processes in order",
      "init of one process twice",
      "init of an integer twice",
      "init with several values",
      "not mentioned in init",
      "a quantified cube",
      "transition of 0",
      "transition of 3",
      "unsafe of 0",
      "unsafe of 3",
      "invariant of 1",
      "if",
      "not",
      "=>",
      "<=>",
      "a name that is a word of ours"};
  return all;
}

CubicleModel cubicle_model(std::uint64_t seed) {
  return CubicleWriter(seed).run();
}

}  // namespace vicinal::random_models
