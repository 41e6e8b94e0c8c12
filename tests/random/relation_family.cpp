// SPDX-License-Identifier: MIT
// Voters v, in groups s that have members; z are voters as well, of whom no
// array knows. Formulas, guards and what rules do are drawn apart.
#include "relation_family.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "terms.hpp"

namespace vicinal::random_models {

namespace {

using Texts = std::vector<std::string>;

// A node that is named, and of which family: v, s, or V for one of v or z.
struct Named {
  std::string name;
  char family;
};
using All = std::vector<Named>;

class RelationWriter {
 public:
  explicit RelationWriter(std::uint64_t seed) : dice_(seed + 0x4e1a) {}

  std::string run();

 private:
  Texts atoms(const All& all) const;
  std::string atom(const All& all);
  std::string condition(const All& all, int depth);
  std::string quantified(const All& all, int depth);
  std::string formula(const All& all, int depth);
  std::string meeting();
  std::string rule(int number);
  std::string body(const All& all);
  std::string size(const std::string& name) {
    const int least = dice_.below(2);
    return fmt::format("param {} : {}.. = {};\n", name, least,
                       std::max(least, 1));
  }

  Dice dice_;
  bool others_ = false;  // z
  bool knows_ = false;   // an array of voters
  int names_ = 0;
};

// What may be said of those that are named.
Texts RelationWriter::atoms(const All& all) const {
  Texts out = {"over"};
  for (const Named& a : all) {
    const std::string& x = a.name;
    if (a.family == 's') {
      out.push_back(fmt::format("{}.lead == none", x));
      out.push_back(fmt::format("chosen == {}", x));
    } else {
      out.insert(out.end(), 2, x + ".yes");
    }
    for (const Named& b : all) {
      const std::string& y = b.name;
      if (a.family == 's' && b.family != 's') {
        out.insert(out.end(), 4, fmt::format("{}.member[{}]", x, y));
      }
      if (a.family == 's' && b.family == 'v') {
        out.push_back(fmt::format("{}.lead == {}", x, y));
      }
      if (knows_ && a.family != 's' && b.family != 's') {
        out.insert(out.end(), 2, fmt::format("{}.knows[{}]", x, y));
      }
      if (a.family == b.family && x < y) {
        out.push_back(fmt::format("{} == {}", x, y));
      }
    }
    if (a.family == 's') out.push_back(x + ".lead.yes");
  }
  return out;
}

std::string RelationWriter::atom(const All& all) {
  const std::string one = dice_.of(atoms(all));
  return dice_.one_in(3) ? fmt::format("!({})", one) : one;
}

std::string RelationWriter::condition(const All& all, int depth) {
  if (depth == 0 || dice_.one_in(2)) return atom(all);
  const std::string left = condition(all, depth - 1);
  return fmt::format("({} {} {})", left, dice_.of(Texts{"&&", "||", "=>"}),
                     condition(all, depth - 1));
}

std::string RelationWriter::quantified(const All& all, int depth) {
  const bool every = dice_.one_in(2);
  const std::string domain =
      dice_.of(others_ ? Texts{"v", "v", "s", "s", "V"} : Texts{"v", "s"});
  All inner = all;
  Texts names;
  for (int i = dice_.one_in(8) ? 2 : 1; i > 0; --i) {
    names.push_back(fmt::format("x{}", names_++));
    inner.push_back({names.back(), domain[0]});
  }
  std::string body = formula(inner, depth - 1);
  if (dice_.one_in(2)) {
    body = fmt::format("{} {} {}", condition(inner, 1),
                       every != dice_.one_in(8) ? "=>" : "&&", body);
  }
  return fmt::format("{}({} {} in {}: {})", dice_.one_in(4) ? "!" : "",
                     every ? "forall" : "exists", fmt::join(names, ", "),
                     domain, body);
}

std::string RelationWriter::formula(const All& all, int depth) {
  if (depth == 0) return condition(all, 1);
  if (all.empty() || !dice_.one_in(3)) return quantified(all, depth);
  const std::string left = formula(all, depth - 1);
  if (dice_.one_in(4)) return fmt::format("!({})", left);
  return fmt::format("({} {} {})", left,
                     dice_.of(Texts{"&&", "||", "||", "=>", "<=>"}),
                     formula(all, depth - 1));
}

// That all are in a relation with somebody.
std::string RelationWriter::meeting() {
  Texts out = {"forall a, b in s: exists x in v: a.member[x] && b.member[x]",
               "forall a in s: exists x in v: a.member[x]",
               "forall a in s: over => exists x in v: a.member[x] && x.yes",
               "forall a in s, y in v: exists x in v: a.member[x] || x == y",
               "forall a in s: !(exists x in v: a.member[x] && !x.yes)"};
  if (knows_) out.push_back("forall x in v: exists y in v: x.knows[y]");
  return dice_.of(out);
}

std::string RelationWriter::body(const All& all) {
  Texts out = {"over := true;", "over := false;", "chosen := none;"};
  for (const Named& a : all) {
    const std::string& x = a.name;
    if (a.family == 's') {
      out.push_back(fmt::format("chosen := {};", x));
      out.push_back(fmt::format("{}.lead := none;", x));
    } else {
      out.push_back(x + ".yes := true;");
      out.push_back(x + ".yes := false;");
    }
    for (const Named& b : all) {
      if (a.family != 's' || b.family != 'v') continue;
      out.push_back(fmt::format("{}.lead := {};", x, b.name));
      out.push_back(fmt::format("{}.member[{}] := {};", x, b.name,
                                dice_.one_in(2) ? "true" : "false"));
    }
  }
  return dice_.of(out);
}

std::string RelationWriter::rule(int number) {
  All all = {{"a", 's'}};
  std::string parameters = "a in s";
  if (!dice_.one_in(3)) {
    all.push_back({"x", 'v'});
    parameters += ", x in v";
  }
  std::string guard = condition(all, 1);
  if (dice_.one_in(2)) {
    guard = fmt::format("({}) && ({})", guard, formula(all, 2));
  }
  std::string bodies = body(all);
  if (dice_.one_in(3)) bodies += " " + body(all);
  return fmt::format("rule r{}({}) when {} {{ {} }}\n", number, parameters,
                     guard, bodies);
}

std::string RelationWriter::run() {
  others_ = dice_.one_in(3);
  knows_ = dice_.one_in(3);
  const std::string meet = meeting();
  std::string text = size("n") + size("m");
  text += "shared over : bool = false;\nshared chosen : id of s = none;\n";
  text += fmt::format("process V {{ var yes : bool{};{} }}\n",
                      dice_.one_in(2) ? " = false" : "",
                      knows_ ? " var knows : bool[v];" : "");
  text += "process S { var member : bool[v]; var lead : id of v = none; }\n";
  text += fmt::format("network {{ node v[n] : V; {}node s[m] : S; }}\n",
                      others_ ? "node z[m] : V; " : "");
  if (!dice_.one_in(3)) text += fmt::format("init {};\n", meet);
  if (dice_.one_in(4)) text += fmt::format("init {};\n", formula({}, 2));
  const int rules = 1 + dice_.below(2);
  for (int r = 0; r < rules; ++r) text += rule(r);
  text += fmt::format("assert meet: {};\n", meet);
  for (int i = dice_.below(2); i > 0; --i) {
    text += fmt::format("assert also{}: {};\n", i, formula({}, 2));
  }
  const int claims = 1 + dice_.below(2);
  for (int i = 0; i < claims; ++i) {
    text += fmt::format("invariant q{}: {};\n", i, formula({}, 2));
  }
  return text;
}

}  // namespace

std::string relation_family(std::uint64_t seed) {
  return RelationWriter(seed).run();
}

}  // namespace vicinal::random_models
