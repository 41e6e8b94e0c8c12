// SPDX-License-Identifier: MIT
// Declarations, and sorts as domains. A sort that is named is its definition;
// two ranges of the same integers are one sort, two enumerations never are.
#include <fmt/format.h>

#include "network/base/budget.hpp"
#include "network/imports/pnml/codes.hpp"
#include "network/imports/pnml/parser_impl.hpp"

namespace vicinal::pnml {
namespace {

// A tuple has few parts; products of products may have as many as they like.
constexpr std::size_t most_parts = 64;
// A name of a name of a name ... of a sort.
constexpr std::size_t most_names = 200;

}  // namespace

void Parser::declare(const Element& e, const std::string& id) {
  const auto [place, added] = declared_.emplace(id, e.span);
  if (added) return;
  error(codes::unknown_or_repeated_name, e,
        fmt::format("'{}' is declared twice", id),
        {{place->second, "first here"}});
}

void Parser::collect_declaration(ElementId id) {
  network::poll();
  const Element& e = at(id);
  if (e.name != "namedsort" && e.name != "variabledecl") {
    error(e.name == "partition" || e.name == "arbitrarysort"
              ? codes::sort_not_taken
              : codes::unknown_part,
          e,
          fmt::format("<{}> is not taken: declarations are <namedsort> and "
                      "<variabledecl>",
                      e.name));
    return;
  }
  only_attributes(e, {"id", "name"});
  const std::string& name = required(e, "id");
  declare(e, name);
  if (e.name == "namedsort") {
    sorts_.push_back(id);
    sort_elements_.emplace(name, id);
  } else {
    variable_elements_.push_back(id);
  }
}

void Parser::declare_sorts() {
  for (const ElementId id : sorts_) {
    if (const std::string* name = at(id).attribute("id")) {
      named_sort(at(id), *name);
    }
  }
  sort_name_.clear();
}

void Parser::declare_variables() {
  for (const ElementId id : variable_elements_) {
    network::poll();
    const Element& e = at(id);
    const Element* child = only_child(e);
    const auto domain = child == nullptr ? std::nullopt : sort(*child);
    const std::string& own = required(e, "id");
    const std::string* name = e.attribute("name");
    variables_.emplace(own, net_.variables.size());
    net_.variables.push_back(
        {{name == nullptr || name->empty() ? own : *name, e.span},
         domain.value_or(Domain{})});
  }
}

// Looked up where it is needed first: declarations have any order.
std::optional<Domain> Parser::named_sort(const Element& from,
                                         const std::string& name) {
  if (open_names_ == most_names) {
    error(codes::too_large, from,
          fmt::format("a sort that is named by more than {} others in a row",
                      most_names));
    return {};
  }
  const auto [known, added] = named_sorts_.emplace(name, std::nullopt);
  if (!added) {
    if (!known->second) {
      error(codes::sort_not_taken, from,
            fmt::format("the sort '{}' is not known here: it is "
                        "wrong, or made of itself",
                        name));
    }
    return known->second;
  }
  const auto element = sort_elements_.find(name);
  if (element == sort_elements_.end()) {
    named_sorts_.erase(known);
    error(codes::unknown_or_repeated_name, from,
          fmt::format("no sort is called '{}'", name));
    return {};
  }
  const Element& e = at(element->second);
  const Element* child = only_child(e);
  if (child == nullptr) return {};
  const std::string* shown = e.attribute("name");
  sort_name_ = shown == nullptr || shown->empty() ? name : *shown;
  ++open_names_;
  auto domain = sort(*child);
  --open_names_;
  named_sorts_[name] = domain;
  return domain;
}

std::optional<Domain> Parser::sort(const Element& e) {
  if (e.name == "usersort") {
    only_attributes(e, {"declaration"});
    only_children(e, {});
    return named_sort(e, required(e, "declaration"));
  }
  if (e.name == "dot") {
    only_attributes(e, {});
    only_children(e, {});
    return Domain{};
  }
  if (e.name == "productsort") return product(e);
  if (e.name == "cyclicenumeration" || e.name == "finiteenumeration") {
    return enumeration(e);
  }
  if (e.name == "finiteintrange") return range(e);
  error(codes::sort_not_taken, e,
        fmt::format("the sort <{}> is not taken: sorts are dots, enumerations, "
                    "ranges of integers and products of these",
                    e.name));
  return {};
}

std::optional<Domain> Parser::product(const Element& e) {
  only_attributes(e, {});
  Domain domain;
  bool good = true;
  for (const ElementId id : e.children) {
    const auto part = sort(at(id));
    good = good && part;
    if (!good) continue;
    domain.insert(domain.end(), part->begin(), part->end());
    if (domain.size() > most_parts) {
      error(codes::too_large, e,
            fmt::format("a product of more than {} parts", most_parts));
      return {};
    }
  }
  if (!good) return {};
  return domain;
}

std::optional<Domain> Parser::enumeration(const Element& e) {
  const auto [known, added] = enumerations_.emplace(&e, net_.classes.size());
  if (!added) return Domain{known->second};
  only_attributes(e, {});
  only_children(e, {}, {"feconstant"});
  ColourClass made;
  made.name = {sort_name_.empty() ? "colour" : sort_name_, e.span};
  made.listed = true;
  for (const ElementId id : e.children) {
    network::poll();
    const Element& constant = at(id);
    only_attributes(constant, {"id", "name"});
    only_children(constant, {});
    const std::string& own = required(constant, "id");
    declare(constant, own);
    colours_.emplace(own, std::pair{known->second, made.size++});
    made.colours.push_back(own);
  }
  if (made.size == 0) {
    error(codes::sort_not_taken, e, "this enumeration has no colour");
    return {};
  }
  if (made.size > most_colours) {
    error(codes::too_large, e,
          fmt::format("more than {} colours", most_colours));
    return {};
  }
  net_.classes.push_back(std::move(made));
  return Domain{known->second};
}

std::optional<Domain> Parser::range(const Element& e) {
  only_attributes(e, {"start", "end"});
  only_children(e, {});
  const std::size_t before = diagnostics_.error_count();
  const std::int64_t first = number(e, required(e, "start"));
  const std::int64_t last = number(e, required(e, "end"));
  if (diagnostics_.error_count() > before) return {};
  if (last < first) {
    error(codes::sort_not_taken, e,
          fmt::format("the range from {} to {} is empty", first, last));
    return {};
  }
  if (last - first >= most_colours) {
    error(codes::too_large, e,
          fmt::format("more than {} colours", most_colours));
    return {};
  }
  const auto [known, added] =
      ranges_.emplace(std::pair{first, last}, net_.classes.size());
  if (added) {
    ColourClass made;
    made.name = {sort_name_.empty() ? "range" : sort_name_, e.span};
    made.first = first;
    made.size = last - first + 1;
    net_.classes.push_back(std::move(made));
  }
  return Domain{known->second};
}

std::string Parser::shown(const Domain& domain) const {
  if (domain.empty()) return "dot";
  std::string out;
  for (const std::size_t c : domain) {
    out += (out.empty() ? "" : " * ") + net_.classes[c].name.text;
  }
  return out;
}

bool Parser::small(const Element& e, const Domain& domain) {
  std::int64_t size = 1;
  for (const std::size_t c : domain) {
    size *= net_.classes[c].size;  // two numbers of at most a million
    if (size <= most_colours) continue;
    error(codes::too_large, e,
          fmt::format("a place for more than {} colours: {}", most_colours,
                      shown(domain)));
    return false;
  }
  cells_ += size;
  if (cells_ <= most_cells) return true;
  error(codes::too_large, e,
        fmt::format("places for more than {} colours together", most_cells));
  return false;
}

}  // namespace vicinal::pnml
