// SPDX-License-Identifier: MIT
// The checker's state. Not for use outside network/checker*.cpp.
//
//   checker.cpp           order of work, symbols, constants, parameters
//   checker_types.cpp     types: resolving, interning, fitting
//   checker_names.cpp     names, fields, indices: what a place means
//   checker_expr.cpp      operators, functions
//   checker_quantifier.cpp  quantifiers
//   checker_peer.cpp      the node at the other end
//   checker_process.cpp   processes, statements, rights
//   checker_network.cpp   the network block
//   checker_dynamic.cpp   edges that come and go
//   checker_property.cpp  properties, temporal formulas, fairness
//   checker_rank.cpp      ranks
#pragma once

#include <array>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "network/language/checker/checker.hpp"
#include "network/language/checker/name_uses.hpp"
#include "network/language/checker/scopes.hpp"

namespace vicinal::network::inline language {

class Checker {
 public:
  Checker(const ast::Tree& tree, const Source& source,
          const Definitions& definitions, Diagnostics& diagnostics,
          NameUses* names = nullptr)
      : t_(tree),
        source_(source),
        definitions_(definitions),
        d_(diagnostics),
        names_(names) {}

  std::optional<Model> run();

 private:
  // ---- diagnostics
  void error(Code code, Span span, std::string message,
             std::vector<Note> notes = {});
  ExprId bad(Code code, Span span, std::string message,
             std::vector<Note> notes = {});
  std::string suggestion(const std::string& word,
                         const std::vector<std::string>& candidates) const;

  // ---- declarations (checker.cpp)
  void declare_all();
  void declare(const ast::Word& name, Symbol symbol);
  void once(const std::string& what, const ast::Word& name,
            std::map<std::string, Span>& seen);
  const Symbol* find(const std::string& name) const;
  void make_places();
  void check_fields();
  void declare_shared();
  void check_constants();
  bool evaluate_constant(std::uint32_t i);
  void check_parameters();
  void check_shared();
  void check_rules();
  std::uint32_t frame() const;
  std::optional<std::int64_t> fold(ExprId e);
  std::optional<std::int64_t> fold_operator(const Expr& e);
  std::optional<std::int64_t> constant_integer(ast::ExprId e);
  std::optional<std::int64_t> definition_value(const std::string& text,
                                               TypeId type);

  // ---- what names what, for those who asked (name_uses.cpp)
  const Symbol* named(const ast::Word& word);
  void used(const ast::Word& word, Span declaration);
  void used_member(const ast::Word& word, ProcessId process);
  void used_field(const ast::Word& word, StructId structure, std::uint32_t i);
  void used_action(const ast::Word& word, const ast::Word& process,
                   std::uint32_t i);
  void members_asked(const ast::Expr& e, ExprId object);
  void name_in_unused_definitions();
  void type_names();
  void complete_names();

  // ---- types
  TypeId intern(Type type);
  TypeId simple(TypeKind kind) { return intern({.kind = kind}); }
  TypeId resolve(ast::TypeId type);
  ExprId size_of_type(ast::ExprId e, const char* what);
  TypeId resolve_range(const ast::Type& source);
  TypeId resolve_elements(const ast::Type& source);
  TypeId resolve_reference(const ast::Type& source);
  TypeId resolve_named(const ast::Word& word);
  void error_for_process(const ast::Word& word, std::uint32_t process);
  TypeId node_type(ProcessId process, NodeFamilyId family = {});
  TypeId edge_type(TypeId value);
  bool fits(TypeId value, TypeId target) const;
  TypeId common(TypeId a, TypeId b);
  bool of_nodes(TypeId type) const;
  std::string queue_hint(TypeId value, TypeId target) const;
  bool is(ExprId e, TypeKind kind) const { return type(e).kind == kind; }
  // An error was reported for it, or for what it names.
  bool failed(ExprId e) const {
    return m_[e].op == Op::error || is(e, TypeKind::error);
  }
  const Type& type(ExprId e) const { return m_[m_[e].type]; }
  std::string type_text(TypeId type) const;
  std::string expr_text(ExprId e) const;
  void check_struct_recursion();

  // ---- building
  ExprId make(Op op, TypeId type, Span span, std::vector<ExprId> children = {},
              std::uint32_t item = 0, std::int64_t value = 0);
  // The expression with these binders, whose ranges weigh as children do; an
  // error, which is said, if that is too much.
  ExprId with_binders(ExprId e, Range binders);
  void expanded_too_much(Span span);
  ExprId literal(TypeId type, std::int64_t value, Span span);
  Range add_binders(const std::vector<Binder>& binders);

  // ---- names
  ExprId check_name(const ast::Expr& e, Scope& scope);
  ExprId special_name(const ast::Expr& e, Scope& scope, bool& found);
  std::optional<std::uint32_t> variable_number(ProcessId process,
                                               const std::string& name);
  ExprId own_name(const std::string& name, Span span, ExprId node, Scope& scope,
                  bool& found);
  ExprId global_name(const Symbol& symbol, const ast::Expr& e, Scope& scope,
                     const std::vector<ast::ExprId>& indices, Span span);
  ExprId family_member(const Symbol& symbol, const std::string& name,
                       std::vector<ExprId> indices, Span span, Scope& scope);
  ExprId shared_place(const Symbol& symbol, std::vector<ExprId> indices,
                      Span span, Scope& scope);
  ExprId check_field(ast::ExprId id, Scope& scope);
  ExprId check_index(ast::ExprId id, Scope& scope);
  ExprId element_of(ExprId array, ExprId index, Span span);
  ExprId member_of_node(ExprId node, const ast::Word& word, Span span,
                        Scope& scope);
  ExprId read(ExprId e, Scope& scope);  // an edge reads as its value
  const Local* local_of(const Scope& scope, ExprId bound) const;
  const Local* find_local(const Scope& scope, const std::string& name) const;
  bool visible(const Scope& scope, const std::string& name, Span& span) const;
  std::vector<std::string> visible_names(const Scope& scope) const;
  std::vector<std::string> member_names(ProcessId process) const;
  bool state_visible(Scope& scope, Span span, const std::string& what);

  // ---- expressions
  ExprId check(ast::ExprId id, Scope& scope);  // may be a node or an edge
  ExprId value(ast::ExprId id, Scope& scope);  // an edge is read
  ExprId typed(ast::ExprId id, Scope& scope, TypeId target,
               const std::string& what);
  ExprId boolean(ast::ExprId id, Scope& scope, const std::string& what);
  ExprId number(ast::ExprId id, Scope& scope, const std::string& what);
  ExprId node(ast::ExprId id, Scope& scope, const std::string& what);
  ExprId coerce(ExprId e, TypeId target, const std::string& what);
  ExprId check_operator(const ast::Expr& e, Scope& scope);
  ExprId check_equality(const ast::Expr& e, Scope& scope);
  ExprId check_if(const ast::Expr& e, Scope& scope);
  ExprId check_call(ast::ExprId id, Scope& scope);
  ExprId argument(Op function, ast::ExprId child, Scope& scope,
                  const std::string& what);
  ExprId check_function(const ast::Expr& e, Scope& scope, bool& found);
  ExprId check_constructor(const ast::Expr& e, std::uint32_t structure,
                           Scope& scope);
  ExprId expand(std::uint32_t definition, const ast::Word& use,
                const std::vector<ast::ExprId>& arguments, Span span,
                Scope& scope);
  ExprId check_array(const ast::Expr& e, Scope& scope);
  ExprId check_quantifier(const ast::Expr& e, Scope& scope);
  void warn_swallowed(const ast::Expr& e);
  bool mentions(ast::ExprId id, const std::set<std::string>& names) const;
  std::optional<EdgeSet> edge_set(const Binder& binder) const;
  void note_same(ExprId a, ExprId b, const Scope& scope);
  void note_compared(const ast::Expr& e, ExprId a, ExprId b,
                     const Scope& scope);
  void warn_compared();
  Range bind(Range binders, Scope& scope, bool constant_ranges);
  void bind_group(const ast::Binders& group, Scope& scope,
                  std::vector<Binder>& out, bool constant_ranges);
  bool domain(const ast::Binders& group, Scope& scope, Binder& binder,
              Local& local, bool constant_ranges);
  bool named_domain(const Symbol& symbol, const ast::Expr& e, Scope& scope,
                    Binder& binder);
  bool range_domain(const ast::Binders& group, Scope& scope, Binder& binder);
  std::optional<std::uint32_t> port_of(ProcessId process,
                                       const std::string& name) const;
  bool port_set_domain(ExprId node, const ast::Expr& e, Scope& scope,
                       Binder& binder, Local& local);
  void no_domain(const ast::Expr& e, const Scope& scope);
  bool port_domain(ExprId node, std::uint32_t port, Scope& scope,
                   Binder& binder, Local& local);
  struct OtherEnds;
  ExprId check_peer(const ast::Expr& e, Scope& scope);
  ExprId peer_of(const Peer& peer, Span span, std::uint32_t slots);
  std::optional<Peer> peer_at(ExprId edge) const;
  std::optional<OtherEnds> other_ends(ExprId node, std::uint32_t port,
                                      Span span);
  std::optional<OtherEnds> other_ends_of_graph(ExprId node, std::uint32_t port);
  bool may_be_end(ExprId node, std::uint32_t port,
                  const Connection::End& end) const;
  ExprId over_ports(
      ExprId node, const std::set<std::uint32_t>& ports, std::uint32_t slot,
      Span span,
      const std::function<ExprId(ExprId edge, const Binder* over)>& holds);
  ExprId is_at(ExprId edge, ExprId q, const std::set<std::uint32_t>& ports,
               std::uint32_t slot);
  ExprId member_at(NodeFamilyId family, ExprId index, Span span);
  void join(ExprId& a, ExprId& b);
  ExprId array_of(const std::vector<ExprId>& elements, TypeId element,
                  Span span);

  // ---- processes
  void declare_process(std::uint32_t i);
  void check_process(std::uint32_t i);
  void check_action(const ast::Action& source, Action& action,
                    ProcessId process);
  Range check_statements(Range statements, Scope& scope);
  StmtId check_statement(const ast::Stmt& s, Scope& scope);
  void check_assignment(const ast::Stmt& s, Stmt& out, Scope& scope);
  void check_queue_statement(const ast::Stmt& s, Stmt& out, Scope& scope);
  ExprId target(ast::ExprId id, Scope& scope, bool queue);
  bool writable(ExprId place, Span span, Scope& scope);
  bool writable_edge(ExprId edge, Span span, Scope& scope);
  ExprId place_only(ast::ExprId id, Scope& scope);

  // ---- network
  void declare_network();
  void declare_items(Range items, bool top);
  void check_network();
  void make_families();
  void size_families();
  void check_node_family(const ast::Item& item, NodeFamily& family);
  void check_edge_family(const ast::Item& item, EdgeFamily& family);
  void check_graph_network(const ast::Network& network);
  void check_via(const EdgeFamily& family, const ast::Word& word, bool reads,
                 bool writes);
  std::vector<std::uint32_t> check_connections(Range items, Scope& scope,
                                               bool top);
  std::optional<std::uint32_t> check_connection(const ast::Item& item,
                                                Scope& scope, bool top);
  void check_connect(const ast::Item& item, Connection& out, Scope& scope);
  std::vector<ExprId> dimensions(Range dims);

  // ---- edges that come and go (checker_dynamic.cpp)
  bool dynamic() const;
  bool of_dynamic_edges(ProcessId process, const std::string& port) const;
  TypeId wire_type(TypeId content);
  TypeId content_of(TypeId type) const;
  ExprId value_of_edge(ExprId edge, Span span);
  bool comes_and_goes(const Binder& binder) const;
  bool comes_and_goes(Range binders) const;
  ExprId is_there(const Binder& binder, Scope& scope);
  ExprId are_there(Range binders, Scope& scope);
  bool ranges_stay(Range binders);
  ExprId of_those_there(Op op, ExprId body, Range binders, Scope& scope);
  ExprId adjacent_now(ExprId a, ExprId b, Span span, Scope& scope);
  using Changes = std::vector<ast::Change>;
  Changes changes_of(const ast::Action& source, Range binders, Scope& scope);
  ExprId guarded(const Action& action, const Changes& changes, Scope& scope);
  Range body_for_those_there(const Stmt& loop, Scope& scope);
  Range with_changes(Range body, const Action& action, const Changes& changes);
  StmtId change_to(const Binder& edge, bool here);
  bool edges_change_alone(ast::Change change) const;
  void let_edges_change(ProcessId process);
  void change_alone(ProcessId process, std::uint32_t port, ast::Change change);
  void begin_alike(const ast::Item& item, TypeId wire, ExprId value);

  // ---- properties
  void check_properties();
  void check_fairness();
  const std::vector<Action>* actions_of(const ast::Word& process,
                                        ProcessId& found);
  std::optional<std::uint32_t> action_named(const std::vector<Action>& actions,
                                            const ast::Word& process,
                                            const ast::Word& action);
  ExprId check_formula(ast::ExprId id, Scope& scope);
  enum class Formula : std::uint8_t { state, path, invalid };
  Formula shape(ast::ExprId id, ast::PropertyKind kind);
  Formula ctl_shape(const ast::Expr& e, ast::PropertyKind kind);

  // ---- ranks
  void check_rankings();
  void check_ranking(const ast::Ranking& source);
  std::optional<std::uint32_t> ranked_property(const ast::Ranking& source);
  bool same_variables(const std::vector<Binder>& of_property, Range binders);
  ExprId rank_term(const ast::RankTerm& source, Scope& scope);
  ExprId ordered(const ast::RankTerm& source, ExprId value);
  std::optional<std::vector<Situation>> situations(
      const std::vector<ast::Helper>& helpers, bool possible, Span span,
      Scope& scope);
  bool fair_enough(const ast::Helper& source, const Situation& of,
                   bool possible);
  std::optional<Situation> situation(const ast::Helper& source, bool possible,
                                     Scope& scope);
  std::optional<std::uint32_t> relied_on(const ast::Helper& source) const;
  bool relies(const ast::Helper& source, Situation& of, bool possible,
              Scope& scope);
  std::optional<Op> farther(ExprId condition, std::uint32_t helper) const;
  bool helping_item(const ast::Helper& source, Situation& of, bool possible);
  bool meanwhile(const ast::Helper& source, Situation& of, Scope& scope);
  ExprId helping_node(const ast::Helper& source, const Situation& of,
                      Scope& scope);
  ExprId somebody_helps(const std::vector<Situation>& all, Span span);
  Situation everybody(Span span);
  // Of the rank that is looked at: its property, the variables of that, and
  // along which direction of indices it relies on itself.
  std::uint32_t ranked_ = 0;
  std::vector<Binder> ranked_of_;
  std::optional<Op> direction_;

  const ast::Tree& t_;
  const Source& source_;
  const Definitions& definitions_;
  Diagnostics& d_;
  NameUses* names_;                   // null: nobody asked
  std::set<std::uint32_t> expanded_;  // definitions, while names are noted
  std::map<ProcessId, std::map<std::string, Span>> member_places_;
  Model m_;
  std::map<std::string, Symbol> symbols_;
  struct VariableNumbers {
    std::unordered_map<std::string, std::uint32_t> by_name;
    std::uint32_t count = 0;  // that are in it
  };
  std::map<ProcessId, VariableNumbers> variable_numbers_;
  std::vector<std::uint32_t> sizes_;      // per expression: nodes of its tree
  std::vector<std::uint16_t> depths_;     // per expression
  std::vector<std::uint32_t> frames_;     // per expression: slots it needs
  std::vector<Note> expansion_;           // uses of definitions around here
  std::vector<std::uint32_t> expanding_;  // definitions, for recursion
  enum class Progress : std::uint8_t { open, busy, done, failed };
  std::vector<Progress> constant_progress_;
  std::vector<ast::Item> node_items_, edge_items_;  // per family
  bool too_large_ = false;
  // Per slot of what is bound over a port set: whose. Slots are used again.
  std::map<std::uint32_t, std::optional<Peer>> bound_at_;
  // Pairs of bound edges, by the places of their binders: those of which
  // somewhere `same` is asked, and comparisons of others' values.
  using EdgePair = std::pair<std::uint32_t, std::uint32_t>;
  struct Compared {
    EdgePair pair;
    Span span;
    std::string left, right;
    bool equal = false;
    std::vector<Note> uses;  // of definitions around it
  };
  std::set<EdgePair> asked_same_;
  std::vector<Compared> compared_;
  std::uint32_t uses_ = 0;  // of definitions around here, nested ones included
  ProcessId unknown_process_;  // of families whose process does not exist
  using TypeKey = std::array<std::int64_t, 9>;
  std::map<TypeKey, std::vector<TypeId>> type_index_;
  std::map<TypeId, TypeId> wires_, contents_;  // of edges that come and go
  ExprId absent_value_;  // what an edge that is not there holds
};

}  // namespace vicinal::network::inline language
