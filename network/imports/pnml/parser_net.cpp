// SPDX-License-Identifier: MIT
// The net with its pages, nodes and arcs.
#include <fmt/format.h>

#include "network/base/budget.hpp"
#include "network/base/references.hpp"
#include "network/imports/pnml/codes.hpp"
#include "network/imports/pnml/parser_impl.hpp"

namespace vicinal::pnml {
namespace {

constexpr std::string_view grammar =
    "http://www.pnml.org/version-2009/grammar/";

}  // namespace

std::optional<Net> Parser::run() {
  const Element* net = the_net();
  if (net == nullptr) return {};
  check_texts();
  collect(*net);
  declare_sorts();
  declare_variables();
  if (diagnostics_.has_errors()) return {};
  follow_references();
  if (diagnostics_.has_errors()) return {};
  for (const ElementId id : places_) {
    network::poll();
    place(at(id), *at(id).attribute("id"));
  }
  for (const ElementId id : transitions_) {
    network::poll();
    transition(at(id), *at(id).attribute("id"));
  }
  for (const ElementId id : arcs_) {
    network::poll();
    arc(at(id));
  }
  if (diagnostics_.has_errors()) return {};
  return std::move(net_);
}

const Element* Parser::the_net() {
  const Element& root = document_.root();
  only_attributes(root, {});
  only_children(root, {}, {"net"});
  if (diagnostics_.has_errors()) return nullptr;
  if (root.children.size() != 1) {
    std::string names;
    for (const ElementId id : root.children) {
      const std::string* name = at(id).attribute("id");
      names += fmt::format("{}'{}'", names.empty() ? ": " : ", ",
                           name == nullptr ? "?" : *name);
    }
    error(codes::not_a_net, root.children.empty() ? root : at(root.children[1]),
          fmt::format("the file has {} nets{}: a model is one net",
                      root.children.size(), names));
    return nullptr;
  }
  const Element& net = at(root.children[0]);
  only_attributes(net, {"id", "type"});
  const std::string& type = required(net, "type");
  coloured_ = type == fmt::format("{}symmetricnet", grammar) ||
              type == fmt::format("{}pt-hlpng", grammar) ||
              type == fmt::format("{}highlevelnet", grammar);
  if (!coloured_ && type != fmt::format("{}ptnet", grammar)) {
    error(codes::not_a_net, net,
          fmt::format("a net of the type '{}' is not taken", type),
          {{std::nullopt, fmt::format("taken are {}ptnet, symmetricnet, "
                                      "pt-hlpng and highlevelnet",
                                      grammar)}});
    return nullptr;
  }
  return &net;
}

// A net or a page.
void Parser::collect(const Element& page) {
  if (page.name == "page") {
    only_attributes(page, {"id"});
    declare_node(page, required(page, "id"));
  }
  if (coloured_) {
    only_children(page, {"name"},
                  {"declaration", "page", "place", "transition", "arc",
                   "referencePlace", "referenceTransition"});
  } else {
    only_children(page, {"name"},
                  {"page", "place", "transition", "arc", "referencePlace",
                   "referenceTransition"});
  }
  name_of(page, {});
  for (const ElementId id : page.children) {
    network::poll();
    const Element& e = at(id);
    if (e.name == "page") {
      collect(e);
    } else if (e.name == "declaration" && coloured_) {
      declaration(e);
    } else if (e.name == "place" || e.name == "transition") {
      collect_node(e, id);
    } else if (e.name == "referencePlace" || e.name == "referenceTransition") {
      collect_reference(e, id);
    } else if (e.name == "arc") {
      arcs_.push_back(id);
      if (const std::string* own = e.attribute("id")) declare_node(e, *own);
    }
  }
}

void Parser::declaration(const Element& e) {
  if (!label(e, "structure").valid()) {
    only_attributes(e, {});
    only_children(e, {"text"});
    return;
  }
  const Element* declarations = structure(e);
  if (declarations == nullptr) return;
  if (declarations->name != "declarations") {
    error(
        codes::unknown_part, *declarations,
        fmt::format("<{}> in a declaration is not taken", declarations->name));
    return;
  }
  only_attributes(*declarations, {});
  for (const ElementId id : declarations->children) collect_declaration(id);
}

void Parser::declare_node(const Element& e, const std::string& id) {
  const auto [place, added] = ids_.emplace(id, e.span);
  if (added) return;
  error(codes::unknown_or_repeated_name, e,
        fmt::format("the id '{}' is there twice", id),
        {{place->second, "first here"}});
}

void Parser::collect_node(const Element& e, ElementId id) {
  const std::string& own = required(e, "id");
  declare_node(e, own);
  if (e.attribute("id") == nullptr) return;
  const bool place = e.name == "place";
  std::vector<ElementId>& list = place ? places_ : transitions_;
  nodes_.emplace(own, Node{place, list.size()});
  list.push_back(id);
}

void Parser::collect_reference(const Element& e, ElementId id) {
  only_attributes(e, {"id", "ref"});
  only_children(e, {"name"});
  name_of(e, {});
  const std::string& own = required(e, "id");
  declare_node(e, own);
  required(e, "ref");
  if (e.attribute("id") != nullptr) references_.push_back(id);
}

// All of them, whether an arc uses them or not.
void Parser::follow_references() {
  std::vector<network::Reference> all;
  for (const ElementId id : references_) {
    all.push_back({*at(id).attribute("id"), *at(id).attribute("ref")});
  }
  const auto ends = network::ends_of(all);
  for (std::size_t k = 0; k < all.size(); ++k) {
    network::poll();
    const Element& e = at(references_[k]);
    const std::string& to = all[k].to;
    const auto found =
        ends[k] == nullptr ? nodes_.end() : nodes_.find(*ends[k]);
    if (found == nodes_.end()) {
      error(codes::unknown_or_repeated_name, e,
            ids_.contains(to)
                ? fmt::format("'{}' leads to no place or transition", to)
                : fmt::format("no place or transition has the id '{}'", to));
    } else if (found->second.place != (e.name == "referencePlace")) {
      error(codes::unknown_or_repeated_name, e,
            fmt::format("'{}' is a node of the other kind", to));
    } else {
      nodes_.emplace(all[k].id, found->second);
    }
  }
}

const Parser::Node* Parser::node(const Element& from, const std::string& id) {
  const auto found = nodes_.find(id);
  if (found != nodes_.end()) return &found->second;
  error(codes::unknown_or_repeated_name, from,
        fmt::format("no place or transition has the id '{}'", id));
  return nullptr;
}

void Parser::place(const Element& e, const std::string& id) {
  only_attributes(e, {"id"});
  Place made;
  made.id = id;
  made.name = name_of(e, id);
  made.marking.span = e.span;
  if (coloured_) {
    only_children(e, {"name", "type", "hlinitialMarking"});
    const ElementId type = label(e, "type");
    const Element* written = type.valid() ? structure(at(type)) : nullptr;
    const auto domain = written == nullptr ? std::nullopt : sort(*written);
    if (!type.valid()) {
      error(codes::missing_or_twice, e,
            fmt::format("the place '{}' has no <type>", id));
    }
    made.domain = domain.value_or(Domain{});
    const ElementId marking = label(e, "hlinitialMarking");
    if (domain && small(e, *domain) && marking.valid()) {
      const Element* term = structure(at(marking));
      in_marking_ = true;
      if (const auto found =
              term == nullptr ? std::nullopt : multiset(*term, *domain)) {
        made.marking = *found;
      }
      in_marking_ = false;
    }
  } else {
    only_children(e, {"name", "initialMarking"});
    const ElementId marking = label(e, "initialMarking");
    if (marking.valid()) {
      made.marking.kind = TermKind::tuple;
      made.marking.times = number_label(at(marking), 0);
      made.marking.span = at(marking).span;
    }
  }
  net_.places.push_back(std::move(made));
}

void Parser::transition(const Element& e, const std::string& id) {
  only_attributes(e, {"id"});
  Transition made;
  made.id = id;
  made.name = name_of(e, id);
  if (coloured_) {
    only_children(e, {"name", "condition"});
    const ElementId label = this->label(e, "condition");
    const Element* term = label.valid() ? structure(at(label)) : nullptr;
    if (term != nullptr) {
      if (auto found = condition(*term)) made.condition = std::move(*found);
    }
  } else {
    only_children(e, {"name"});
  }
  net_.transitions.push_back(std::move(made));
}

// Arcs that test or empty a place are none of ours, however they are written.
bool Parser::special_arc(const Element& e) {
  const std::string* kind = e.attribute("type");
  std::string word = kind == nullptr ? "normal" : *kind;
  for (const ElementId id : e.children) {
    const Element& child = at(id);
    if (child.name == "type") {
      const std::string* value = child.attribute("value");
      only_attributes(child, {"value"});
      only_children(child, {"text"});
      const bool text = label(child, "text").valid();
      const std::string own =
          text ? trimmed(at(label(child, "text")).text) : "normal";
      if (own != "normal") word = own;
      if (value != nullptr && *value != "normal") word = *value;
      if (value == nullptr && !text) word = "?";
    } else if (child.name.find("inhibitor") != std::string::npos ||
               child.name.find("reset") != std::string::npos ||
               child.name.find("read") != std::string::npos ||
               child.name.find("test") != std::string::npos) {
      word = child.name;
    }
  }
  if (word == "normal") return false;
  error(codes::arc_not_taken, e,
        fmt::format("an arc of the type '{}' is not taken", word),
        {{std::nullopt, "arcs move tokens; none may test or empty a place"}});
  return true;
}

void Parser::arc(const Element& e) {
  if (special_arc(e)) return;
  only_attributes(e, {"id", "source", "target", "type"});
  if (coloured_) {
    only_children(e, {"name", "type", "hlinscription"});
  } else {
    only_children(e, {"name", "type", "inscription"});
  }
  name_of(e, {});
  const std::string& source = required(e, "source");
  const std::string& target = required(e, "target");
  if (e.attribute("source") == nullptr || e.attribute("target") == nullptr) {
    return;
  }
  const Node* from = node(e, source);
  const Node* to = node(e, target);
  if (from == nullptr || to == nullptr) return;
  if (from->place == to->place) {
    error(codes::arc_not_taken, e,
          fmt::format("the arc goes from a {0} to a {0}: it joins a place and "
                      "a transition",
                      from->place ? "place" : "transition"));
    return;
  }
  const std::size_t place = from->place ? from->number : to->number;
  Transition& transition =
      net_.transitions[from->place ? to->number : from->number];
  (from->place ? transition.inputs : transition.outputs)
      .push_back({place, inscription(e, place), e.span});
}

Term Parser::inscription(const Element& e, std::size_t place) {
  Term made;
  made.span = e.span;
  const ElementId label =
      this->label(e, coloured_ ? "hlinscription" : "inscription");
  if (coloured_) {
    if (!label.valid()) {
      error(codes::missing_or_twice, e, "this arc has no <hlinscription>");
      return made;
    }
    const Element* term = structure(at(label));
    if (term == nullptr) return made;
    if (auto found = multiset(*term, net_.places[place].domain)) return *found;
    return made;
  }
  made.kind = TermKind::tuple;
  if (label.valid()) made.times = number_label(at(label), 1);
  return made;
}

}  // namespace vicinal::pnml
