// SPDX-License-Identifier: MIT
// Internal to the translation of one Murphi file.
//
// A variable of Murphi becomes one variable of ours for each simple component,
// a leaf: 'var c : array [P] of record a : T; b : U; end' has the leaves c_a
// and c_b. The first index of a leaf that is a scalarset makes it a variable of
// that family's nodes, p.c_a; all others are arrays.
//
// A leaf that may be undefined has a companion that says whether it is defined,
// and while it is not, the least value of its type; one of a scalarset is
// 'none'.
//
// What is known of a file only after it was translated (which leaves may be
// undefined, which scalarsets stay as they are) is collected in Findings, and
// the file translated again until there is nothing new.
#pragma once

#include <rumur/rumur.h>

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "network/base/diagnostic.hpp"
#include "network/imports/murphi/parts_impl.hpp"
#include "network/imports/murphi/reader_impl.hpp"
#include "network/imports/tree/tree_builder.hpp"

namespace vicinal::murphi {

// What a place is a part of.
const rumur::Expr* root(const rumur::Expr& e);

class Translator {
 public:
  Translator(const rumur::Model& model, const Places& places, bool fixed,
             Findings& findings, network::Diagnostics& diagnostics)
      : model_(model),
        places_(places),
        fixed_(fixed),
        findings_(findings),
        diagnostics_(diagnostics),
        make_(tree_) {}

  ast::Tree run();
  const std::vector<Size>& sizes() const { return sizes_; }
  const std::vector<Scalarset>& scalarsets() const { return scalarsets_; }
  const std::vector<Span>& ignored() const { return ignored_; }

 private:
  using Out = std::vector<StmtId>;

  // types.cpp
  std::string global(const std::string& wanted);
  std::string bound(const std::string& wanted);
  void collect_types();
  TypeRef type_of(const rumur::TypeExpr& type);
  TypeRef add_type(Type type);
  TypeRef number_type(std::int64_t low, std::int64_t high);
  TypeRef scalarset_type(const rumur::Scalarset& s);
  void meet(TypeRef a, TypeRef b);
  void meet(const Place& at, const Leaf& a, const Place& other, const Leaf& b);
  std::size_t size_of(const rumur::Scalarset& s, const std::string& name);
  std::int64_t folded(const rumur::Expr& e);
  void count_uses();
  bool is_open(TypeRef type) const;
  void close(TypeRef type, const std::string& why, Span span);
  void close_size(std::size_t size, const std::string& why, Span span);
  bool same_domain(TypeRef a, TypeRef b) const;
  bool is_simple(TypeRef type) const;
  void declare_types();
  ast::TypeId written_type(TypeRef type, Span span);
  ExprId constant(TypeRef type, std::int64_t position, Span span);
  Value literal(TypeRef type, std::int64_t position, Span span);

  // places.cpp
  std::size_t variable_of(std::size_t decl, const std::string& name,
                          TypeRef type, Span span, bool scratch);
  void add_leaves(Variable& v, TypeRef type, const std::string& key,
                  const std::string& name, std::vector<TypeRef> indices);
  std::vector<const Leaf*> leaves(const Place& place) const;
  const Leaf& leaf(const Place& place) const;
  std::optional<Place> place(const rumur::Expr& e);
  Place whole(std::size_t variable) const;
  ExprId access(const Leaf& leaf, const std::string& name,
                const std::vector<Value>& indices, Span span);
  ExprId position(const Value& index, Span span);
  Value read(const Place& place, Span span, bool checked = true);
  ExprId known(const Leaf& leaf, const std::vector<Value>& indices, Span span);
  bool fails(const Place& place) const;
  std::set<std::size_t> reads(const Place& place) const;
  ExprId failing(ExprId sample, Span span);
  ExprId checked(ExprId condition, ExprId value, Span span);
  void mark_undefined(std::size_t variable, const std::string& key);
  void note_access(const Place& place, const Leaf& leaf, bool write,
                   const std::string& written, Span span);
  std::string cell_text(std::size_t variable, const std::string& key,
                        const std::vector<Value>& indices,
                        const Leaf& leaf) const;
  bool is_defined(std::size_t variable, const Leaf& leaf,
                  const std::vector<Value>& indices) const;
  void define(std::size_t variable, const Leaf& leaf,
              const std::vector<Value>& indices);
  void merge_cells(std::size_t variable, const Leaf& leaf);
  void leave_loop(const Cell& cell);
  static Defined both(const Defined& a, const Defined& b);
  std::vector<Value> all_cells(const Leaf& leaf, std::vector<Value> indices,
                               std::vector<ast::Binders>& binders, Span span);
  void declare_variables();

  // expressions.cpp
  Value value(const rumur::Expr& e);
  std::optional<Value> binary(const rumur::Expr& e);
  Value negation(const rumur::Not& e);
  Value negative(const rumur::Negative& e);
  Value name_value(const rumur::ExprID& e);
  Value junction(const rumur::BinaryExpr& e, ExprKind kind);
  Value arithmetic(const rumur::BinaryExpr& e, ExprKind kind);
  Value division(const rumur::BinaryExpr& e, ExprKind kind);
  Value comparison(const rumur::BinaryExpr& e, ExprKind kind);
  Value equality(const rumur::BinaryExpr& e, ExprKind kind);
  Value complex_equality(const Place& a, const Place& b, Span span);
  Value ternary(const rumur::Ternary& e);
  Value quantifier(const rumur::Quantifier& q, const rumur::Expr& body,
                   bool all, Span span);
  Value asked_of(const Domain& d, const rumur::Expr& body, bool all,
                 ExprId round, Span span);
  Value is_undefined(const rumur::IsUndefined& e);
  Value boolean(ExprId e) const;
  ExprId ended(ExprId body);
  void assume(const rumur::Expr& e, bool truth);
  Value wrong(Span span, network::Code code, const std::string& message);
  Value within(Value v, TypeRef type, Span span);
  static Value joined_parts(Value a, const Value& b);
  Span span(const rumur::Node& n) const { return places_.span(n.loc); }

  // assumptions.cpp
  using Rest = std::function<std::optional<Value>()>;
  using Kept = std::vector<std::pair<std::size_t, std::size_t>>;
  std::optional<Value> assumption(const rumur::Rule& r);
  Value assumed(Span span);
  Kept keep(const std::set<std::size_t>& written, Span span, Out& out);
  void take_back(const Kept& kept, Span span, Out& out);
  void assume_at_start();
  std::optional<Value> uncut(const std::vector<rumur::Ptr<rumur::Decl>>& decls,
                             const Statements& list, Span span);
  std::optional<Value> run_property(const rumur::PropertyStmt& s,
                                    const Rest& after);

  // functions.cpp
  Value call(const rumur::FunctionCall& c);
  std::optional<Value> symbolic(const rumur::FunctionCall& c);
  std::optional<Value> run(const Statements& list, std::size_t at,
                           const Rest& rest);
  std::optional<Binding> symbolic_argument(const rumur::VarDecl& p,
                                           const rumur::Expr& argument,
                                           bool asking,
                                           std::vector<Value>& force);
  bool may_stand_for(const rumur::VarDecl& d) const;
  std::optional<Value> run_assignment(const rumur::Assignment& s,
                                      const Rest& after);
  std::optional<Value> run_alias(const rumur::AliasStmt& s, const Rest& after);
  std::optional<Value> run_if(const rumur::If& s, std::size_t clause,
                              const Rest& after);
  std::optional<Value> run_switch(const rumur::Switch& s, std::size_t at,
                                  const Value& of, const Rest& after);
  std::optional<Value> run_for(const rumur::For& s, const Rest& after);
  std::optional<Value> chosen(const Value& condition, std::optional<Value> then,
                              std::optional<Value> otherwise, Span span);
  std::optional<Value> forced(const Value& first, std::optional<Value> then,
                              Span span);
  static bool asks_locals(const Statements& list);
  std::optional<Value> end_of(const rumur::Function& f, Span span);
  bool enter(const rumur::Function& f, Span span);
  void leave();
  const rumur::Function* function_of(const rumur::FunctionCall& c) const;
  std::set<std::size_t> writes(const rumur::Node& node);
  std::set<std::size_t> written_variables(const rumur::Node& node);
  Value undefined_value(TypeRef type, Span span);
  bool bind_place(const rumur::VarDecl& p, const Place& at,
                  const std::set<std::size_t>& written, Span span, Out& out,
                  std::vector<std::size_t>& scratch);
  bool bind_arguments(const rumur::FunctionCall& c, const rumur::Function& f,
                      const std::set<std::size_t>& written, Out& out,
                      std::vector<std::size_t>& scratch);
  void inline_body(const rumur::Function& f, std::size_t result,
                   const std::set<std::size_t>& written, Out& out,
                   std::vector<std::size_t>& scratch);
  void inline_call(const rumur::FunctionCall& c, std::size_t result, Out& out);
  bool bind_parameter(const rumur::VarDecl& p, const rumur::Expr& argument,
                      const std::set<std::size_t>& written, Out& out,
                      std::vector<std::size_t>& scratch);
  std::size_t root_of(const rumur::Expr& e) const;

  // statements.cpp
  void block(const Statements& list, bool last, Out& out);
  void statement(const rumur::Stmt& s, bool last, Out& out);
  void assignment(const rumur::Assignment& s, Out& out);
  void plain_target(Place& to, Span span, Out& out);
  std::size_t result_of(const rumur::FunctionCall& c, const rumur::Function& f,
                        Span span);
  void store(const Place& to, const Value& v, Span span, Out& out);
  struct Change {
    std::vector<ExprId> targets, values;
    std::vector<ast::Binders> binders;
  };
  void copy(const Place& to, const Place& from, Span span, Out& out);
  void change(std::vector<Change> changes, bool together, Span span, Out& out);
  void clear(const Place& to, Span span, Out& out);
  void undefine(const Place& to, Span span, Out& out);
  void if_statement(const rumur::If& s, std::size_t clause, bool last,
                    Out& out);
  void switch_statement(const rumur::Switch& s, bool last, Out& out);
  void property_statement(const rumur::PropertyStmt& s, Out& out);
  void put(const rumur::Put& s, Out& out);
  void return_statement(const rumur::Return& s, Out& out);
  void fail(Span span, Out& out);
  void force(const Value& v, Span span, Out& out);
  void force(const Place& p, Span span, Out& out);
  Value strict(const rumur::Expr& e, Out& out);
  void finish(const std::set<std::size_t>& reads, Span span, Out& out);
  void reset(std::size_t variable, Span span, Out& out);
  void declare_locals(const std::vector<rumur::Ptr<rumur::Decl>>& decls,
                      std::vector<std::size_t>& scratch);
  bool bind_alias(const rumur::AliasDecl& a,
                  const std::set<std::size_t>& written);
  void forget(std::size_t variable, const Leaf& leaf);
  void rest(const Statements& list, std::size_t at, bool last, Out& out);
  bool return_first(const rumur::If& s, const Statements& list, std::size_t at,
                    Out& out);
  static bool may_return(const rumur::Stmt& s);
  std::size_t flag(Span span);

  // loops.cpp
  std::optional<Domain> domain(const rumur::Quantifier& q);
  std::optional<Domain> computed_domain(const rumur::Quantifier& q);
  Value bind(const rumur::Quantifier& q, const Domain& d,
             std::vector<ast::Binders>& binders, ExprId* round = nullptr);
  Value element(const Domain& d, std::int64_t i, Span span);
  Value counted(const Bounds& b, TypeRef type, ExprId round, Span span);
  Value round_goes_on(const Bounds& b, ExprId round, Span span);
  ExprId checked_step(const Bounds& b, Span span);
  void keep_bounds(const rumur::For& s, Domain& d, Out& out,
                   std::vector<std::size_t>& scratch);
  void loop_body(const Statements& list, bool guarded, Out& out);
  void for_statement(const rumur::For& s, Out& out);
  void judge_loop(const Domain& d, const Cell& cell, std::size_t from);
  void while_statement(const rumur::While& s, Out& out);

  // rules.cpp
  void rules(const std::vector<rumur::Ptr<rumur::Rule>>& list);
  void rule(const rumur::Rule& r);
  void simple_rule(const rumur::SimpleRule& r);
  void property_rule(const rumur::PropertyRule& r);
  void temporal(const rumur::PropertyRule& r, ExprId formula);
  void start_rule(const rumur::StartState& s);
  std::string rule_name(const std::string& wanted, const std::string& other);
  bool bind_rule(const rumur::Rule& r, std::vector<ast::Binders>& binders);
  Out body(const rumur::Rule& r,
           const std::vector<rumur::Ptr<rumur::Decl>>& decls,
           const Statements& list);
  ExprId started(ExprId formula, Span span, bool guard);
  void declare_network();
  void declare_started();
  void definitions();

  // start_states.cpp
  struct Initial {
    ExprId value, known;
  };
  using Store = std::map<const Leaf*, Initial>;
  struct Start {
    Store store;
    std::vector<ast::Binders> parameters;
    Span span;
  };
  void start_states();
  bool start_states(const rumur::Rule& r, std::vector<Start>& starts);
  bool rounds_apart(const Cell& cell, std::size_t from) const;
  bool evaluate(const Statements& list, Store& store);
  bool evaluate(const rumur::Stmt& s, Store& store);
  bool evaluate_loop(const rumur::For& f, Store& store);
  bool initial_cells(const Place& to, const Leaf& leaf, Span span,
                     std::vector<ExprId>& conditions);
  std::optional<Initial> initial_value(const Leaf& leaf,
                                       const rumur::Expr& from, Span span,
                                       const Store& store,
                                       std::string& written);
  bool evaluate_write(const Place& to, const rumur::Expr* from, Span span,
                      Store& store, bool undefine);
  void write_initial(const std::vector<Start>& starts);
  void write_scratch();
  void plain_initial(const Leaf& leaf, const std::string& name, ExprId value,
                     Span span);
  ExprId initial_formula(const Leaf& leaf, const std::string& name,
                         ExprId value, Span span);
  std::string canonical(const Leaf& leaf, std::size_t i);
  Value canonical_value(const Leaf& leaf, std::size_t i, Span span);
  ast::Binders canonical_binder(const Leaf& leaf, std::size_t i, Span span);
  bool is_plain(ExprId id) const;
  bool same_plain(ExprId a, ExprId b) const;

  const rumur::Model& model_;
  const Places& places_;
  bool fixed_;
  Findings& findings_;
  network::Diagnostics& diagnostics_;
  ast::Tree tree_;
  imports::TreeBuilder make_;

  std::set<std::string> used_, bound_, ever_bound_, rule_names_;
  std::map<std::string, std::size_t> numbers_, rule_numbers_;
  std::vector<Type> types_;
  std::map<std::size_t, TypeRef> by_id_;
  std::map<std::size_t, std::string> type_names_;  // by id
  std::vector<Listed> listed_;
  std::vector<Scalarset> scalarsets_;
  std::vector<Size> sizes_;
  std::map<std::size_t, std::size_t> uses_;  // of constants, beside scalarsets
  std::vector<Variable> variables_;
  std::map<std::size_t, std::size_t> variable_by_decl_;
  std::map<std::pair<TypeRef, std::size_t>, std::string> canonical_;
  std::map<std::string, std::pair<ExprId, ExprId>> initial_;
  std::string started_, failed_;
  std::vector<Span> ignored_;

  // Of what is translated now.
  std::map<std::size_t, Binding> bindings_;
  std::vector<ast::Binders> parameters_;
  std::vector<const rumur::Function*> calls_;
  std::vector<Frame> frames_;
  Defined defined_;
  std::vector<Access> accesses_;
  std::map<Cell, Domain> loops_;
  std::set<std::pair<std::size_t, std::string>> forgotten_;  // in the loop
  Out* hoisted_ = nullptr;  // where calls may go before the statement
  std::set<std::size_t> hoisted_writes_;
  std::vector<std::size_t> hoisted_scratch_;
  std::size_t hoisted_calls_ = 0;
  std::size_t steps_ = 0;  // of inlining
  int trying_ = 0;         // calls as expressions, one in another
  bool gave_up_ = false;
  int depth_ = 0;                 // of statements taken as expressions
  std::size_t restarts_ = 0;      // of loops
  std::int64_t written_out_ = 1;  // values of quantifiers around
  bool in_property_ = false;
  std::set<std::size_t> argument_reads_;
  bool in_start_ = false;
  bool one_start_ = false;  // exactly one initial state
};

}  // namespace vicinal::murphi
