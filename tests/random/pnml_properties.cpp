// SPDX-License-Identifier: MIT
// Formulas of paths get few operators of paths: what decides them slowly takes
// twice as long for each.
#include "pnml_properties.hpp"

#include <utility>

#include "terms.hpp"

namespace vicinal::random_models {
namespace {

using Text = std::string;
using Texts = std::vector<Text>;

class PropertyWriter {
 public:
  PropertyWriter(std::uint64_t seed, Texts places, Texts transitions)
      : dice_(seed),
        places_(std::move(places)),
        transitions_(std::move(transitions)) {}

  PnmlProperties run();

 private:
  Text element(const Text& name, const Texts& parts = {});
  Text names(const Text& element, const Text& each, const Texts& known);
  Text amount(int depth);
  Text condition(int depth);
  Text joint(const Texts& parts);
  // Of at most `budget` operators of paths, which it uses up.
  Text path(int depth, int& budget, bool quantified, bool next);
  Text path_operator(const Texts& parts, bool next);
  Text ctl(int depth);
  Text quantifier(const Text& path);
  Text formula();
  void made(const Text& ingredient) { out_.ingredients.insert(ingredient); }

  Dice dice_;
  const Texts places_, transitions_;
  PnmlProperties out_;
};

Text PropertyWriter::element(const Text& name, const Texts& parts) {
  made(name);
  if (parts.empty()) return "<" + name + "/>";
  Text out = "<" + name + ">";
  for (const Text& part : parts) out += part;
  return out + "</" + name + ">\n";
}

// Some of those that are known, each once.
Text PropertyWriter::names(const Text& name, const Text& each,
                           const Texts& known) {
  Texts out;
  for (const Text& k : known) {
    if (dice_.one_in(static_cast<int>(known.size()))) {
      out.push_back(element(each, {k}));
    }
  }
  if (out.empty()) out.push_back(element(each, {dice_.of(known)}));
  if (out.size() > 1) made("several in " + name);
  return element(name, out);
}

Text PropertyWriter::amount(int depth) {
  if (depth == 0 || !dice_.one_in(4)) {
    if (dice_.one_in(2)) return names("tokens-count", "place", places_);
    return element(
        "integer-constant",
        {std::to_string(dice_.below(4) - (dice_.one_in(6) ? 3 : 0))});
  }
  static const Texts kinds{"integer-sum", "integer-difference",
                           "integer-product"};
  Texts parts{amount(depth - 1), amount(depth - 1)};
  const Text& kind = dice_.of(kinds);
  if (kind != "integer-difference" && dice_.one_in(3)) {
    parts.push_back(amount(depth - 1));
  }
  return element(kind, parts);
}

Text PropertyWriter::joint(const Texts& parts) {
  static const Texts kinds{"negation", "conjunction", "disjunction",
                           "implication"};
  const Text& kind = dice_.of(kinds);
  if (kind == "negation") return element(kind, {parts[0]});
  return element(kind, parts);
}

Text PropertyWriter::condition(int depth) {
  static const Texts comparisons{"integer-eq", "integer-ne", "integer-lt",
                                 "integer-le", "integer-gt", "integer-ge"};
  static const Texts leaves{"deadlock", "true", "false"};
  if (depth > 0 && dice_.one_in(3)) {
    const Texts parts{condition(depth - 1), condition(depth - 1)};
    if (dice_.one_in(6)) {
      return element(dice_.one_in(2) ? "equivalence" : "exclusive-disjunction",
                     parts);
    }
    return joint(parts);
  }
  if (dice_.one_in(8)) return element(dice_.of(leaves));
  if (!transitions_.empty() && dice_.one_in(3)) {
    return names("is-fireable", "transition", transitions_);
  }
  return element(dice_.of(comparisons), {amount(2), amount(2)});
}

Text PropertyWriter::path_operator(const Texts& parts, bool next) {
  static const Texts kinds{"finally", "globally", "until", "next"};
  Text kind = dice_.of(kinds);
  if (kind == "next" && !next) kind = "finally";
  if (kind != "until") return element(kind, {parts[0]});
  return element(kind,
                 {element("before", {parts[0]}), element("reach", {parts[1]})});
}

Text PropertyWriter::path(int depth, int& budget, bool quantified, bool next) {
  if (depth == 0 || budget == 0 || dice_.one_in(8)) return condition(1);
  if (quantified && dice_.one_in(3)) {
    int inner = 1;
    return quantifier(path(depth - 1, inner, false, next));
  }
  if (dice_.one_in(3)) {
    const Text one = path(depth - 1, budget, quantified, next);
    return joint({one, path(depth - 1, budget, quantified, next)});
  }
  --budget;
  const Text one = path(depth - 1, budget, quantified, next);
  return path_operator({one, path(depth - 1, budget, quantified, next)}, next);
}

Text PropertyWriter::quantifier(const Text& path) {
  return element(dice_.one_in(2) ? "all-paths" : "exists-path", {path});
}

Text PropertyWriter::ctl(int depth) {
  if (depth == 0 || dice_.one_in(6)) return condition(1);
  if (dice_.one_in(3)) return joint({ctl(depth - 1), ctl(depth - 1)});
  return quantifier(path_operator({ctl(depth - 1), ctl(depth - 1)}, true));
}

Text PropertyWriter::formula() {
  int budget = 3;
  switch (dice_.below(6)) {
    case 0:
      made("AG");
      return element("all-paths", {element("globally", {condition(2)})});
    case 1:
      made("not EF");
      return element(
          "negation",
          {element("exists-path", {element("finally", {condition(2)})})});
    case 2:
      made("EF");
      return element("exists-path", {element("finally", {condition(2)})});
    case 3:
      made("CTL");
      return ctl(3);
    case 4:
      made("LTL");
      return element("all-paths", {path(4, budget, false, true)});
    default:
      made("a mixture of CTL and LTL");
      return quantifier(path(4, budget, true, false));
  }
}

PnmlProperties PropertyWriter::run() {
  const int count = 1 + dice_.below(4);
  Text properties;
  for (int i = 0; i < count; ++i) {
    // Some are no words of ours, or equal when they become some.
    static const Texts between{"-", ".", "_", " "};
    const Text id = "p" + dice_.of(between) + std::to_string(i / 2);
    const Text unique = id + (i % 2 == 0 ? "" : "?");
    out_.ids.push_back(unique);
    Texts parts{element("id", {unique})};
    if (dice_.one_in(2)) parts.push_back(element("description", {"What? 1"}));
    parts.push_back(element("formula", {formula()}));
    properties += element("property", parts);
  }
  out_.text =
      "<?xml version=\"1.0\"?>\n<property-set "
      "xmlns=\"http://mcc.lip6.fr/\">\n" +
      properties + "</property-set>\n";
  return std::move(out_);
}

}  // namespace

PnmlProperties pnml_properties(std::uint64_t seed,
                               const std::vector<std::string>& places,
                               const std::vector<std::string>& transitions) {
  return PropertyWriter(seed, places, transitions).run();
}

const std::vector<std::string>& pnml_property_ingredients() {
  static const std::vector<std::string> all{"AG",
                                            "not EF",
                                            "EF",
                                            "CTL",
                                            "LTL",
                                            "a mixture of CTL and LTL",
                                            "description",
                                            "true",
                                            "false",
                                            "deadlock",
                                            "is-fireable",
                                            "several in is-fireable",
                                            "tokens-count",
                                            "several in tokens-count",
                                            "integer-constant",
                                            "integer-sum",
                                            "integer-difference",
                                            "integer-product",
                                            "integer-eq",
                                            "integer-ne",
                                            "integer-lt",
                                            "integer-le",
                                            "integer-gt",
                                            "integer-ge",
                                            "negation",
                                            "conjunction",
                                            "disjunction",
                                            "implication",
                                            "equivalence",
                                            "exclusive-disjunction",
                                            "next",
                                            "finally",
                                            "globally",
                                            "until",
                                            "all-paths",
                                            "exists-path"};
  return all;
}

}  // namespace vicinal::random_models
