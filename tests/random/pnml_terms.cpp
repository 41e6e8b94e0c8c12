// SPDX-License-Identifier: MIT
// Terms of PNML over the sorts of one net.
#include "pnml_writer.hpp"

namespace vicinal::random_models {

using Kind = PnmlSort::Kind;

std::string PnmlWriter::element(const Text& name,
                                const std::vector<Text>& subterms) const {
  Text out = "<" + name + ">";
  for (const Text& t : subterms) out += "<subterm>" + t + "</subterm>";
  return out + "</" + name + ">";
}

std::string PnmlWriter::used(std::size_t sort) const {
  return "<usersort declaration=\"" + sorts_[sort].id + "\"/>";
}

std::string PnmlWriter::number(int value) {
  const Text kind = value == 0 || dice_.one_in(3) ? "natural" : "positive";
  return "<numberconstant value=\"" + std::to_string(value) + "\"><" + kind +
         "/></numberconstant>";
}

std::string PnmlWriter::neighbour(std::size_t sort, const Text& of) {
  const Kind kind = sorts_[sort].kind;
  if (kind != Kind::cyclic && kind != Kind::listed) return of;
  if (!dice_.one_in(kind == Kind::cyclic ? 3 : 6)) return of;
  if (kind == Kind::listed) made("a neighbour in a finite enumeration");
  const Text name = dice_.one_in(2) ? "successor" : "predecessor";
  made(name);
  return neighbour(sort, element(name, {of}));
}

// `all`: it may stand for a part.
std::string PnmlWriter::colour(std::size_t sort, bool variables, bool all) {
  const PnmlSort& s = sorts_[sort];
  std::vector<Text> own;
  for (const auto& [name, of] : variables_) {
    if (of == sort && variables) own.push_back(name);
  }
  if (!own.empty() && !dice_.one_in(5)) {
    if (s.kind == Kind::product) made("a variable of a product");
    if (s.kind == Kind::dot) made("a variable that is a dot");
    return neighbour(sort, "<variable refvariable=\"" + dice_.of(own) + "\"/>");
  }
  if (s.kind == Kind::product) {
    std::vector<Text> parts;
    for (const std::size_t p : s.parts) {
      if (all && dice_.one_in(6)) {
        made("all in a tuple");
        parts.push_back("<all>" + used(p) + "</all>");
      } else {
        parts.push_back(colour(p, variables, all));
      }
    }
    if (parts.size() == 1) made("a tuple of one part");
    return element("tuple", parts);
  }
  if (s.kind != Kind::dot) made("a constant");
  return neighbour(sort, dice_.of(s.colours));
}

// So many tokens, where it is no difference.
std::string PnmlWriter::tokens(std::size_t sort, bool variables, int count) {
  if (count == 1 && dice_.one_in(4)) {
    made("a colour for a multiset");
    return colour(sort, variables, false);
  }
  if (count == 1 && dice_.one_in(12)) {
    made("numberof without a number");
    return element("numberof", {colour(sort, variables, false)});
  }
  if (count % 2 == 0 && dice_.one_in(4)) {
    made("numberof of two colours");
    const Text first = colour(sort, variables, false);
    const Text second = colour(sort, variables, false);
    return element("numberof", {number(count / 2), first, second});
  }
  if (count == 1 || dice_.one_in(3)) {
    return element("numberof", {number(count), colour(sort, variables, false)});
  }
  if (dice_.one_in(6)) {
    made("scalar product");
    return element("scalarproduct",
                   {number(count), tokens(sort, variables, 1)});
  }
  std::vector<Text> parts;
  const int first = 1 + dice_.below(count - 1);
  parts.push_back(tokens(sort, variables, first));
  parts.push_back(tokens(sort, variables, count - first));
  made("sum");
  return element("add", parts);
}

std::string PnmlWriter::difference(std::size_t sort, bool variables) {
  const Text taken = tokens(sort, variables, 1);
  if (dice_.one_in(3)) {
    made("difference of sums");
    const Text more = element("add", {tokens(sort, variables, 1), taken});
    return element("subtract", {more, taken});
  }
  if (dice_.one_in(4)) {
    made("difference that may be below zero");
    return element("subtract", {tokens(sort, variables, 1), taken});
  }
  made("difference from all");
  const Text all = "<all>" + used(sort) + "</all>";
  const Text one = element("subtract", {all, taken});
  if (dice_.one_in(4)) {
    made("difference of three");
    return element("subtract", {all, taken, tokens(sort, variables, 1)});
  }
  if (!dice_.one_in(4)) return one;
  made("difference of a difference");
  return element("subtract", {one, tokens(sort, variables, 1)});
}

std::string PnmlWriter::multiset(std::size_t sort, bool variables, int tokens) {
  if (dice_.one_in(10)) {
    made("all");
    return "<all>" + used(sort) + "</all>";
  }
  if (dice_.one_in(12)) return difference(sort, variables);
  if (dice_.one_in(30)) {
    made("empty");
    return "<empty>" + used(sort) + "</empty>";
  }
  if (dice_.one_in(25)) {
    made("no token of a colour");
    return element("add", {element("numberof",
                                   {number(0), colour(sort, variables, false)}),
                           this->tokens(sort, variables, tokens)});
  }
  if (sorts_[sort].kind == Kind::product && dice_.one_in(8)) {
    return element("numberof", {number(1), colour(sort, variables, true)});
  }
  return this->tokens(sort, variables, tokens);
}

std::string PnmlWriter::comparison() {
  const auto sort =
      static_cast<std::size_t>(dice_.below(static_cast<int>(sorts_.size())));
  const Kind kind = sorts_[sort].kind;
  std::vector<Text> names{"equality", "inequality"};
  if (kind != Kind::dot && kind != Kind::product) {
    names.insert(names.end(), {"lessthan", "lessthanorequal", "greaterthan",
                               "greaterthanorequal"});
  }
  const Text name = dice_.of(names);
  made(name);
  if (kind == Kind::product) made("a comparison of tuples");
  return element(name, {colour(sort, true, false), colour(sort, true, false)});
}

std::string PnmlWriter::condition(int depth) {
  if (depth == 0 || dice_.one_in(3)) {
    if (!dice_.one_in(12)) return comparison();
    made("a truth value");
    return "<booleanconstant value=\"" +
           dice_.of(std::vector<Text>{"true", "true", "1", "false", "0"}) +
           "\"/>";
  }
  const Text name = dice_.of(std::vector<Text>{"and", "or", "not", "imply"});
  made(name);
  std::vector<Text> parts{condition(depth - 1)};
  if (name != "not") parts.push_back(condition(depth - 1));
  if ((name == "and" || name == "or") && dice_.one_in(3)) {
    parts.push_back(condition(depth - 1));
  }
  return element(name, parts);
}

}  // namespace vicinal::random_models
