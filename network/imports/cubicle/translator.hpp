// SPDX-License-Identifier: MIT
// Internal to the translation: names, formulas and updates of one System.
//
// A process is written as its number in `proc`, an array as a variable of the
// nodes: A[x] is x.A, and C[x, y] is x.C[y].
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "network/base/diagnostic.hpp"
#include "network/imports/cubicle/syntax.hpp"
#include "network/imports/cubicle/translate.hpp"
#include "network/imports/tree/tree_builder.hpp"
#include "network/language/checker/checker.hpp"

namespace vicinal::cubicle {

enum class Sort : std::uint8_t {
  integer,
  real,
  boolean,
  process,
  listed,
  abstract
};

inline bool is_number(Sort sort) {
  return sort == Sort::integer || sort == Sort::real;
}

struct Kind {
  Sort sort = Sort::integer;
  std::size_t type = 0;  // listed, abstract: into System::types
  bool operator==(const Kind&) const = default;
};

// A formula, with its value where that is known already.
struct Truth {
  std::optional<bool> known;
  ast::ExprId expr;  // where it is not
};

// One place that an update writes, as names of processes in our tree.
using Tuple = std::vector<std::string>;

class Translator {
 public:
  Translator(const System& system, const network::Definitions& definitions,
             network::Diagnostics& diagnostics)
      : system_(system),
        definitions_(definitions),
        diagnostics_(diagnostics),
        make_(tree_) {}

  Translation run();

 private:
  // What a name of a process stands for: the name in our tree.
  using Scope = std::map<std::string, std::string>;

  enum class Where : std::uint8_t { init, cube, guard, update };

  // translate.cpp
  std::string fresh(const std::string& wanted);
  void forget_bound();
  void collect_names();
  void declare(const Word& word);
  bool begins(const Symbol& symbol) const;
  void measure();
  ast::ExprId real(const Term& t);
  Kind kind_of(const Word& type);
  void declare_types();
  void declare_sizes();
  const std::vector<Cube>& main_cubes() const;
  std::int64_t least_size() const;
  void declare_symbols();
  void declare_symbol(const Symbol& symbol);
  void declare_constant(const Symbol& symbol);
  ast::TypeId type_of(const Kind& kind, Span span);
  void declare_network();
  bool is_outside(const Formula& part) const;
  void find_outside();
  std::vector<FormulaId> initial_parts() const;
  void initial();
  bool initial_value(const Formula& part);
  Tuple mentioned(FormulaId part) const;
  void not_none(const Symbol& symbol);
  void add_init(ast::ExprId formula, Span span);
  void properties(const std::vector<Cube>& cubes, ast::PropertyKind kind,
                  const std::string& name);
  void transition(const Transition& transition);
  Scope bind(const std::vector<Word>& variables);
  ast::ExprId apart(const std::vector<std::string>& names, Span span);
  ast::Binders over_processes(const std::vector<std::string>& names, Span span);

  // formulas.cpp
  Truth formula(FormulaId id);
  ast::ExprId written(FormulaId id);
  ast::ExprId written(const Truth& truth, Span span);
  Truth junction(const Formula& f, bool conjunction);
  Truth negated(const Truth& truth, Span span);
  Truth comparison(const Formula& f);
  Truth quantifier(const Formula& f);
  std::optional<bool> same_process(const Formula& f);
  ast::ExprId ordered(TermId id);
  ast::ExprId term(TermId id);
  void check_order(const Term& t, const Tuple& tuple);
  ast::ExprId process(const Word& word);
  std::string process_name(const Word& word);
  ast::ExprId access(const std::string& array, const Tuple& tuple, Span span);
  ast::ExprId process_expr(const std::string& name, Span span);
  ast::ExprId named(const Term& t);
  bool known_process(const Word& word);
  std::optional<Kind> kind(TermId id);
  const Symbol* symbol(const Word& word, std::size_t indices);

  // updates.cpp
  void updates(const Transition& transition,
               std::vector<ast::Binders>& parameters,
               std::vector<ast::StmtId>& body);
  bool check_update(const Update& update, std::set<std::string>& written);
  ast::ExprId any_value(const Update& update,
                        std::vector<ast::Binders>& parameters,
                        std::vector<ast::StmtId>& after);
  ast::StmtId or_outside(const Update& update,
                         std::vector<ast::Binders>& parameters);
  struct Change {
    std::string target;  // the array or global
    ast::ExprId place, value;
    std::set<std::string> reads;
  };
  struct Branch {
    Case of;
    Truth holds;
  };
  std::optional<Change> one_place(const Update& update);
  std::vector<Branch> branches(const Update& update, const Tuple& tuple);
  std::optional<Change> change(const Update& update, const Tuple& tuple);
  bool is_place(TermId id, const Update& update, const Tuple& tuple);
  std::set<std::string> reads(const Update& update) const;
  void reads(TermId id, std::set<std::string>& out) const;
  void reads(FormulaId id, std::set<std::string>& out) const;
  void emit(std::vector<Change> changes, std::vector<ast::StmtId>& body,
            Span span);
  void generic(const Transition& t, const std::vector<std::string>& points,
               std::vector<ast::StmtId>& body);
  bool uniform(const Update& update, const Transition& t) const;
  bool mentions(const Update& update,
                const std::function<bool(const Word&)>& asked) const;
  bool mentions(std::vector<TermId> terms, std::vector<FormulaId> formulas,
                const std::function<bool(const Word&)>& asked) const;
  bool mentions_process(const Update& update) const;
  ast::StmtId guarded(const std::string& j,
                      const std::vector<std::string>& points,
                      std::vector<ast::StmtId> body, Span span);
  std::vector<Tuple> tuples(std::size_t length,
                            const std::vector<std::string>& of) const;

  const System& system_;
  const network::Definitions& definitions_;
  network::Diagnostics& diagnostics_;
  ast::Tree tree_;
  std::vector<Word> unset_;
  imports::TreeBuilder make_;

  std::set<std::string> used_;
  std::string family_, process_type_, size_;
  std::map<std::string, Span> declared_;
  std::map<std::string, std::size_t> types_;  // by name
  std::vector<std::string> type_names_;       // in our tree
  std::vector<std::string> value_families_;
  std::map<std::string, const Symbol*> symbols_;
  std::map<std::string, std::size_t> constructors_;  // their types
  std::map<std::string, ast::ExprId> initial_values_;
  std::vector<ast::ItemId> value_items_;  // families of abstract types
  std::set<std::string> rule_names_;
  // By the names that were wanted, the next numbers behind them.
  std::map<std::string, std::size_t> numbers_, rule_numbers_, bound_numbers_;
  std::string outside_;  // the variable that is no process, if there is one
  // Real numbers are counted in parts of 1: so many, or as many units, however
  // many each is.
  std::int64_t parts_ = 1;
  std::string unit_;

  // Of what is translated now.
  Where where_ = Where::guard;
  Scope scope_;
  std::set<std::string> bound_;     // names in our tree, all different
  std::set<std::string> distinct_;  // that are known to be different processes
  std::vector<std::string> parameters_;
  bool inside_ = false;  // of a quantifier
  // Arrays that a loop changes while it reads, with what may be read of them.
  std::set<std::string> changing_;
  std::vector<std::string> loop_names_;
};

}  // namespace vicinal::cubicle
