// SPDX-License-Identifier: MIT
// Internal to the parser: what is known of one net.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "network/imports/pnml/element_checks.hpp"

namespace vicinal::pnml {

class Parser : private ElementChecks {
 public:
  Parser(const Document& document, network::Diagnostics& diagnostics)
      : ElementChecks(document, diagnostics) {}

  std::optional<Net> run();

 private:
  // A node of the net, by its number.
  struct Node {
    bool place = false;
    std::size_t number = 0;
  };
  // A multiset or a colour, and of which sort it is.
  struct Typed {
    Term term;
    Domain domain;
  };
  struct TypedTuple {
    Tuple tuple;
    Domain domain;
  };
  using MaybeTuple = std::optional<TypedTuple>;

  // parser.cpp
  void check_texts();
  std::string text_of(const Element& label);
  std::int64_t number_label(const Element& label, std::int64_t least);
  const Element* structure(const Element& label);
  Word name_of(const Element& e, const std::string& id);

  // parser_net.cpp
  const Element* the_net();
  void collect(const Element& page);
  void declaration(const Element& e);
  void declare_node(const Element& e, const std::string& id);
  void collect_node(const Element& e, ElementId id);
  void collect_reference(const Element& e, ElementId id);
  void follow_references();
  const Node* node(const Element& from, const std::string& id);
  void place(const Element& e, const std::string& id);
  void transition(const Element& e, const std::string& id);
  bool special_arc(const Element& e);
  void arc(const Element& e);
  Term inscription(const Element& e, std::size_t place);

  // parser_sorts.cpp
  void collect_declaration(ElementId id);
  void declare(const Element& e, const std::string& id);
  void declare_sorts();
  void declare_variables();
  std::optional<Domain> sort(const Element& e);
  std::optional<Domain> named_sort(const Element& from,
                                   const std::string& name);
  std::optional<Domain> product(const Element& e);
  std::optional<Domain> enumeration(const Element& e);
  std::optional<Domain> range(const Element& e);
  std::string shown(const Domain& domain) const;
  bool small(const Element& e, const Domain& domain);

  // parser_terms.cpp
  // So many parts, at least and at most; none, with an error, if not.
  std::vector<const Element*> subterms(const Element& e, std::size_t least,
                                       std::size_t most = SIZE_MAX);
  std::optional<Term> multiset(const Element& e, const Domain& wanted);
  std::optional<Typed> multiset(const Element& e);
  std::optional<Typed> sum(const Element& e);
  std::optional<Typed> numbered(const Element& e, bool scalar);
  std::optional<Typed> each_numbered(const Element& e,
                                     std::span<const Element* const> parts,
                                     std::int64_t times);
  std::optional<std::int64_t> constant_number(const Element& e);
  // `all` may stand for a part of it, where it is a multiset.
  MaybeTuple tuple(const Element& e, bool all);
  MaybeTuple parts(const Element& e, bool all);
  MaybeTuple variable(const Element& e);
  MaybeTuple constant(const Element& e);
  MaybeTuple range_constant(const Element& e);
  MaybeTuple all_of(const Element& e);
  MaybeTuple neighbour(const Element& e, bool forward);
  std::optional<Condition> condition(const Element& e);
  std::optional<Condition> junction(const Element& e, ConditionKind kind,
                                    std::size_t least, std::size_t most);
  std::optional<Condition> comparison(const Element& e);

  Net net_;
  bool coloured_ = false;

  std::map<std::string, Span> ids_;       // of pages, nodes and arcs
  std::map<std::string, Span> declared_;  // sorts, variables, constants
  std::map<std::string, Node> nodes_;
  std::vector<ElementId> references_;
  std::vector<ElementId> places_, transitions_, arcs_;

  std::vector<ElementId> sorts_, variable_elements_;
  std::map<std::string, ElementId> sort_elements_;
  std::map<std::string, std::optional<Domain>> named_sorts_;  // none: open
  std::size_t open_names_ = 0;
  std::int64_t cells_ = 0;
  std::string sort_name_;  // of the sort that is declared now
  std::map<const Element*, std::size_t> enumerations_;
  std::map<std::pair<std::int64_t, std::int64_t>, std::size_t> ranges_;
  std::map<std::string, std::pair<std::size_t, std::int64_t>> colours_;
  std::map<std::string, std::size_t> variables_;
  bool in_marking_ = false;  // where variables have no value
};

}  // namespace vicinal::pnml
