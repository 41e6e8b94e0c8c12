// SPDX-License-Identifier: MIT
// Internal to the translation: names, colours and markings of one net.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "network/base/diagnostic.hpp"
#include "network/imports/pnml/multiset.hpp"
#include "network/imports/pnml/property_syntax.hpp"
#include "network/imports/pnml/syntax.hpp"
#include "network/imports/pnml/translate.hpp"
#include "network/imports/pnml/unfolded.hpp"
#include "network/imports/tree/tree_builder.hpp"

namespace vicinal::pnml {

namespace ast = network::ast;

class Translator {
 public:
  Translator(const Net& net, const std::vector<Property>& properties,
             std::uint32_t behind, network::Diagnostics& diagnostics)
      : net_(net),
        properties_(properties),
        behind_(behind),
        diagnostics_(diagnostics),
        slots_(net),
        make_(tree_) {}

  Translation run();

 private:
  using Names = std::vector<std::string>;
  // A colour in our tree: of a variable, a constant, or a name that is bound
  // to all of its class.
  struct Node {
    Colour colour;
    std::string bound;  // of `all`
    bool operator==(const Node&) const = default;
  };
  using Nodes = std::vector<Node>;

  // translate.cpp
  std::string fresh(const std::string& wanted);
  std::string declared(const Word& name, std::string note = {});
  void name_all();
  bool measure();
  bool add_arcs(Moves& moves, const Transition& transition);
  void note_colours(const ColourClass& colours, const std::string& name);
  void declare_classes();
  void declare_place(std::size_t place);
  ast::TypeId type_of(std::size_t place);
  ast::ExprId marking_tree(const Domain& domain, const Names& names,
                           std::size_t depth,
                           const std::vector<std::int64_t>& values,
                           std::size_t begin, std::size_t end, Span span);
  ast::ExprId choice(const Domain& domain, const Names& names,
                     std::size_t depth, const std::vector<std::int64_t>& values,
                     std::size_t begin, std::size_t from, std::size_t to,
                     std::size_t step, Span span);
  void declare_network();
  ast::Binders over(const std::string& name, std::size_t of_class, Span span);

  // transitions.cpp
  void transition(std::size_t number);
  // Its colours get names; what it takes has to be there.
  std::vector<ast::Binders> variables_of(std::size_t transition, Span span);
  std::vector<ast::ExprId> guard_of(std::size_t transition, Span span);
  std::string slot_name(std::size_t slot) const;
  ast::ExprId node(const Node& node, std::size_t of_class, Span span);
  ast::ExprId number_of(const Colour& colour, std::size_t of_class, Span span);
  Nodes nodes_of(const Tuple& tuple, const Names& names) const;
  ast::ExprId cell(std::size_t place, const Nodes& nodes, Span span);
  // Whether a tuple is one of a part.
  struct Match {
    std::optional<bool> known;
    ast::ExprId expr;  // where it is not
  };
  Match match(const Tuple& part, const Nodes& nodes, const Domain& domain,
              Span span);
  ast::ExprId counted(const Sum& sum, const Nodes& nodes, const Domain& domain,
                      std::optional<ast::ExprId> begin, Span span);
  void bind_all(const Tuple& tuple, const Domain& domain, Names& names,
                std::vector<ast::Binders>& binders, Span span);
  void enabled(const Moves::Of& moves, std::vector<ast::ExprId>& guard,
               Span span);
  void moved(const Moves::Of& moves, std::vector<ast::StmtId>& body, Span span);
  void moved_everywhere(std::size_t place, const Sum& change,
                        std::vector<ast::StmtId>& body, Span span);
  ast::StmtId in_loops(const std::vector<ast::Binders>& binders,
                       ast::StmtId statement, Span span);
  bool is_simple(const Condition& c) const;
  ast::ExprId comparison(const Condition& c, bool negated);
  ast::ExprId condition(const Condition& c);
  ast::ExprId equality(const Condition& c);

  // properties.cpp
  void declare_properties();
  Span shown(Span span) const;
  ast::ExprId negated(ast::ExprId e, Span span);
  ast::ExprId chained(ast::ExprKind kind, const std::vector<ast::ExprId>& list,
                      std::size_t begin, std::size_t end, Span span);
  ast::ExprId tokens(std::size_t place, Span span);
  ast::ExprId amount(const Amount& a);
  ast::ExprId fireable(std::size_t transition, Span span);
  ast::ExprId condition(const Formula& f);
  ast::ExprId atom(ast::ExprId condition, Span span);
  ast::ExprId enabled_or_not(bool enabled, Span span);
  ast::ExprId temporal(const Formula& f, PropertyForm form);
  bool dead_at_start() const;

  const Net& net_;
  const std::vector<Property>& properties_;
  const std::uint32_t behind_;  // where their text begins
  network::Diagnostics& diagnostics_;
  Slots slots_;
  ast::Tree tree_;
  imports::TreeBuilder make_;
  std::vector<imports::Remark> remarks_;

  std::set<std::string> used_, bound_;
  std::map<std::string, std::size_t> numbers_, bound_numbers_;
  std::string process_, node_;
  bool outside_ = false;  // of the process: places are variables of the node
  Names classes_, class_processes_, places_, transitions_;
  std::vector<bool> class_used_;
  Names slot_names_;  // of the transition that is translated now

  std::int64_t tries_ = most_tries;
  Marking marking_;
  std::vector<Moves> moves_;
  std::vector<std::optional<std::int64_t>> bounds_;
};

}  // namespace vicinal::pnml
