// SPDX-License-Identifier: MIT
// Names are ids of places and transitions. An element that is none of those
// here is refused: whatever it says, the formula means something else without
// it.
#include "network/imports/pnml/property_parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "network/base/budget.hpp"
#include "network/imports/pnml/codes.hpp"
#include "network/imports/pnml/element_checks.hpp"
#include "network/imports/pnml/property_forms.hpp"

namespace vicinal::pnml {
namespace {

using Numbers = std::map<std::string, std::size_t>;

struct Operator {
  std::string_view name;
  FormulaKind kind;
  std::size_t least, most;  // parts
};

constexpr Operator operators[] = {
    {"negation", FormulaKind::negation, 1, 1},
    {"conjunction", FormulaKind::conjunction, 1, SIZE_MAX},
    {"disjunction", FormulaKind::disjunction, 1, SIZE_MAX},
    {"exclusive-disjunction", FormulaKind::exclusive, 2, 2},
    {"implication", FormulaKind::implication, 2, 2},
    {"equivalence", FormulaKind::equivalence, 2, 2},
    {"next", FormulaKind::next, 1, 1},
    {"finally", FormulaKind::finally, 1, 1},
    {"globally", FormulaKind::globally, 1, 1},
    {"all-paths", FormulaKind::all_paths, 1, 1},
    {"exists-path", FormulaKind::exists_path, 1, 1},
    {"true", FormulaKind::constant, 0, 0},
    {"false", FormulaKind::constant, 0, 0},
    {"deadlock", FormulaKind::deadlock, 0, 0},
};

constexpr std::pair<std::string_view, FormulaKind> comparisons[] = {
    {"integer-eq", FormulaKind::equal},
    {"integer-ne", FormulaKind::not_equal},
    {"integer-lt", FormulaKind::less},
    {"integer-le", FormulaKind::less_equal},
    {"integer-gt", FormulaKind::greater},
    {"integer-ge", FormulaKind::greater_equal},
};

constexpr std::pair<std::string_view, AmountKind> arithmetic[] = {
    {"integer-sum", AmountKind::sum},
    {"integer-difference", AmountKind::difference},
    {"integer-product", AmountKind::product},
};

template <class Node>
Numbers numbers_of(const std::vector<Node>& nodes) {
  Numbers out;
  for (std::size_t i = 0; i < nodes.size(); ++i) out.emplace(nodes[i].id, i);
  return out;
}

class PropertyParser : private ElementChecks {
 public:
  PropertyParser(const Document& document, const Net& net,
                 network::Diagnostics& diagnostics)
      : ElementChecks(document, diagnostics),
        places_(numbers_of(net.places)),
        transitions_(numbers_of(net.transitions)) {}

  std::vector<Property> run();

 private:
  void check_texts();
  void property(const Element& e);
  Formula formula(const Element& e, int depth);
  Formula until(const Element& e, int depth);
  Formula only_formula(const Element& e, int depth);
  Amount amount(const Element& e, int depth);
  std::vector<std::size_t> names(const Element& e, std::string_view kind,
                                 const Numbers& known);
  bool fits(const Element& e, int depth);
  bool has_parts(const Element& e, std::size_t least, std::size_t most);

  const Numbers places_, transitions_;
  std::map<std::string, Span> ids_;
  std::vector<Property> out_;
};

// Names and numbers stand in elements of their own.
void PropertyParser::check_texts() {
  static const std::set<std::string_view> words{
      "id", "description", "place", "transition", "integer-constant"};
  for (const Element& e : document_.elements) {
    network::poll();
    only_attributes(e, {});
    if (words.contains(e.name)) {
      only_children(e, {});
    } else if (!trimmed(e.text).empty()) {
      error(codes::unknown_part, e,
            fmt::format("the text '{}' in <{}> is not taken",
                        trimmed(e.text).substr(0, 40), e.name));
    }
  }
}

bool PropertyParser::fits(const Element& e, int depth) {
  network::poll();
  if (depth < most_depth) return true;
  error(codes::too_large, e,
        fmt::format("formulas nest at most {} deep", most_depth));
  return false;
}

bool PropertyParser::has_parts(const Element& e, std::size_t least,
                               std::size_t most) {
  const std::size_t count = e.children.size();
  if (least <= count && count <= most) return true;
  const std::size_t wanted = count < least ? least : most;
  error(codes::missing_or_twice, e,
        fmt::format("<{}> has {} parts: it has {}{}", e.name, count, wanted,
                    count < least && most > least ? " or more" : ""));
  return false;
}

std::vector<std::size_t> PropertyParser::names(const Element& e,
                                               std::string_view kind,
                                               const Numbers& known) {
  std::vector<std::size_t> out;
  std::map<std::string, Span> first;
  only_children(e, {}, {kind});
  if (!has_parts(e, 1, SIZE_MAX)) return out;
  for (const ElementId id : e.children) {
    network::poll();
    const Element& child = at(id);
    if (child.name != kind) continue;
    const std::string name = trimmed(child.text);
    const auto found = known.find(name);
    if (found == known.end()) {
      error(codes::unknown_place_or_transition, child,
            fmt::format("no {} of the net has the id '{}'", kind, name));
      continue;
    }
    const auto [place, added] = first.emplace(name, child.span);
    if (!added) {
      error(codes::property_not_taken, child,
            fmt::format("the {} '{}' is there twice in one <{}>", kind, name,
                        e.name),
            {{place->second, "first here"}});
    }
    out.push_back(found->second);
  }
  return out;
}

Amount PropertyParser::amount(const Element& e, int depth) {
  Amount out;
  out.span = e.span;
  if (!fits(e, depth)) return out;
  const auto* const sum = std::ranges::find(
      arithmetic, e.name, &std::pair<std::string_view, AmountKind>::first);
  if (e.name == "integer-constant") {
    out.value = number(e, e.text);
  } else if (e.name == "tokens-count") {
    out.kind = AmountKind::tokens;
    out.places = names(e, "place", places_);
  } else if (sum != std::end(arithmetic)) {
    out.kind = sum->second;
    const bool two = out.kind == AmountKind::difference;
    if (!has_parts(e, two ? 2 : 1, two ? 2 : SIZE_MAX)) return out;
    for (const ElementId id : e.children) {
      out.parts.push_back(amount(at(id), depth + 1));
    }
  } else {
    error(codes::property_not_taken, e,
          fmt::format("<{}> is not taken as a number", e.name));
  }
  return out;
}

Formula PropertyParser::only_formula(const Element& e, int depth) {
  const Element* child = only_child(e);
  return child == nullptr ? Formula{} : formula(*child, depth);
}

Formula PropertyParser::until(const Element& e, int depth) {
  Formula out;
  out.kind = FormulaKind::until;
  out.span = e.span;
  only_children(e, {"before", "reach"});
  for (const std::string_view name : {"before", "reach"}) {
    const ElementId side = label(e, name);
    if (!side.valid()) {
      error(codes::missing_or_twice, e,
            fmt::format("this <until> has no <{}>", name));
      out.parts.emplace_back();
    } else {
      out.parts.push_back(only_formula(at(side), depth + 1));
    }
  }
  return out;
}

Formula PropertyParser::formula(const Element& e, int depth) {
  Formula out;
  out.span = e.span;
  if (!fits(e, depth)) return out;
  if (e.name == "until") return until(e, depth);
  if (e.name == "is-fireable") {
    out.kind = FormulaKind::fireable;
    out.transitions = names(e, "transition", transitions_);
    return out;
  }
  const auto* const comparison = std::ranges::find(
      comparisons, e.name, &std::pair<std::string_view, FormulaKind>::first);
  if (comparison != std::end(comparisons)) {
    out.kind = comparison->second;
    if (!has_parts(e, 2, 2)) return out;
    for (const ElementId id : e.children) {
      out.sides.push_back(amount(at(id), depth + 1));
    }
    return out;
  }
  const auto* const found =
      std::ranges::find(operators, e.name, &Operator::name);
  if (found == std::end(operators)) {
    error(codes::property_not_taken, e,
          fmt::format("<{}> is not taken as a formula", e.name));
    return out;
  }
  out.kind = found->kind;
  out.value = e.name != "false";
  if (!has_parts(e, found->least, found->most)) return out;
  for (const ElementId id : e.children) {
    out.parts.push_back(formula(at(id), depth + 1));
  }
  return out;
}

void PropertyParser::property(const Element& e) {
  only_children(e, {"id", "description", "formula"});
  const ElementId id = label(e, "id");
  const ElementId description = label(e, "description");
  const ElementId written = label(e, "formula");
  Property made;
  made.id = {id.valid() ? trimmed(at(id).text) : "", e.span};
  if (made.id.text.empty()) {
    error(codes::missing_or_twice, e, "this <property> has no <id>");
  } else {
    const auto [first, added] = ids_.emplace(made.id.text, e.span);
    if (!added) {
      error(codes::unknown_or_repeated_name, e,
            fmt::format("the id '{}' is there twice", made.id.text),
            {{first->second, "first here"}});
    }
  }
  if (description.valid()) made.description = trimmed(at(description).text);
  if (written.valid()) {
    const std::size_t before = diagnostics_.error_count();
    made.formula = only_formula(at(written), 0);
    if (diagnostics_.error_count() == before) find_form(made, diagnostics_);
  } else {
    error(codes::missing_or_twice, e, "this <property> has no <formula>");
  }
  out_.push_back(std::move(made));
}

std::vector<Property> PropertyParser::run() {
  check_texts();
  only_children(document_.root(), {}, {"property"});
  for (const ElementId id : document_.root().children) {
    network::poll();
    if (at(id).name == "property") property(at(id));
  }
  return std::move(out_);
}

}  // namespace

std::vector<Property> parse_properties(const network::Source& source,
                                       const Net& net,
                                       network::Diagnostics& diagnostics) {
  const std::optional<Document> document =
      read_document(source, diagnostics, Vocabulary::properties);
  if (!document) return {};
  return PropertyParser(*document, net, diagnostics).run();
}

}  // namespace vicinal::pnml
