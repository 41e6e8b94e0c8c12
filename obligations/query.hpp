// SPDX-License-Identifier: MIT
// One question about every instance, under construction. Not for use outside
// fixpoint/obligations.
//
// The invariant that makes everything sound:
//
//   For every instance, every state of it, and every choice of the nodes and
//   values that the question names, the fresh constants and functions can be
//   chosen so that all facts hold, every term has the value that evaluation
//   gives (if it gives one), and every error term is true if and only if
//   evaluation is a model error.
//
// So if "facts and a violation" is unsatisfiable, no instance has one. What
// cannot be expressed becomes a fresh constant: weaker, never wrong.
//
//   query.cpp       parameters, sizes, members of domains
//   types.cpp       slots of types, reading and writing of places
//   expression.cpp  expressions
//   arithmetic.cpp  operators on numbers
//   quantifier.cpp  quantifiers, counts
//   engine.cpp      instantiation of what holds for all members
//   wiring.cpp      who touches which edge
//   statement.cpp   statements
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "network/language/questions.hpp"
#include "obligations/obligations.hpp"
#include "obligations/term.hpp"

namespace vicinal::obligations {

using network::Binder;
using network::DomainKind;
using network::Expr;
using network::ExprId;
using network::Model;
using network::NodeFamilyId;
using network::Op;
using network::Range;
using network::TypeId;
using network::TypeKind;

// The terms of a value. Data: one per slot (truth values are of sort truth).
// A node: its indices; its family is always known. An edge: the number of its
// family, then its indices, filled up with zeros.
struct Value {
  std::vector<Term> slots;
  std::uint32_t family = no_item;  // of a node

  bool operator==(const Value&) const = default;
  auto operator<=>(const Value&) const = default;
};

// Where the value stands; `error`: evaluation is a model error.
struct Result {
  Value value;
  Term error;

  Term term() const { return value.slots.at(0); }
};

// A state: the initial one (0) or the one after a write. Writes are a tree
// growing from 0, so that old states stay readable.
using StateId = std::uint32_t;

struct Env {
  Value self;
  std::vector<Value> frame;
  StateId state = 0;
};

// A function of the state: slot `slot` of all nodes of a family (their
// variables one after the other), of all edges of a family, of a shared
// variable.
enum class PlaceKind : std::uint8_t { node, edge, shared };
struct Place {
  PlaceKind kind = PlaceKind::node;
  std::uint32_t item = 0;  // family, or SharedId
  std::uint32_t slot = 0;
  std::vector<Term> indices;

  auto operator<=>(const Place&) const = default;
};

// Where a place expression points, under which condition; several if the
// family of an edge or the index into an array is not known.
struct Location {
  Term condition;
  Place place;  // its first slot
};
struct Located {
  std::vector<Location> locations;
  Term error;
};

// One slot of a type: its sort, bounds if it is a number. Of an element of a
// queue: where the length is, and which element this is.
struct Slot {
  Sort sort = Sort::number;
  Term low, high;  // numbers
  Bounds bounds;
  std::int64_t queue = -1;  // slot of the length, from the start of the type
  std::int64_t position = 0;
};

// What stands around a connect statement: a loop, or a branch and whether its
// condition is true.
struct Around {
  Range loop = {};
  ExprId guard = {};
  bool truth = true;
};
struct Connect {
  const network::Connection* connection = nullptr;
  std::vector<Around> around;  // outermost first
};

// A value that a binder may take, and what must hold for it to be a member.
struct Choice {
  Value value;
  Term premise;
};

// How far the lists of members were gone through.
struct Progress {
  std::size_t nodes = 0, edges = 0, numbers = 0;
  bool started = false;
  bool listed = false;
};

// Something that holds of all members, from binder `at` on: see engine.cpp.
struct Universal {
  std::vector<Binder> binders;
  std::size_t at = 0;
  Env env;
  Term premise;
  Term no_errors;  // then finding the members is no error
  std::function<void(const Env&, Term premise)> claim;
  Progress seen;
};

// Thrown by what cannot be expressed and must not be left out.
struct Stop {
  Unsupported unsupported;
};

class Query {
 public:
  Query(const Model& model, const Request& request);
  Query(const Query&) = delete;
  Query& operator=(const Query&) = delete;

  Terms terms;
  std::vector<Term> facts;

  const Model& model() const { return model_; }
  bool graph() const {
    return model_.network_kind == network::ast::NetworkKind::any;
  }
  void fact(Term t);
  Term unless_known(Term premise);  // without the parts that are facts
  [[noreturn]] void unsupported(std::string what, network::Span span) const;
  Env env() const;  // nothing bound, the initial state

  // ---- sizes (query.cpp)

  // Whether it is made of numbers and parameters.
  bool constant(ExprId e) const { return network::is_constant(model_, e); }

  Term parameter(std::uint32_t i) const { return parameters_[i]; }
  // An expression over parameters. That it has a value is a fact: elaboration
  // needs it.
  Term size(ExprId e);
  std::vector<Term> dimensions(DomainKind kind, std::uint32_t family);
  std::size_t rank(std::uint32_t node_family) const {
    return graph() ? 1 : model_.node_families[node_family].dimensions.size();
  }
  Term within(std::span<const Term> indices, std::span<const Term> dims);
  Term in_range(const Value& node);
  Term edge_in_range(const Value& edge);
  Term same(const Value& a, const Value& b);
  Term index_of(DomainKind kind, std::uint32_t family,
                const std::vector<Term>& indices);
  Value edge(Term family, std::vector<Term> indices);

  // ---- members

  // New constants for a binder; several choices where the family of a node is
  // not known.
  std::vector<Choice> fresh_choices(const Binder& binder, const Env& env);
  // All members, if they are few and known.
  std::optional<std::vector<Choice>> listed(const Binder& binder,
                                            const Env& env);
  std::optional<std::vector<Choice>> listed(const Binder& binder,
                                            const Env& env, std::int64_t most);
  // The family of the nodes of a choice; none: they are no nodes.
  std::uint32_t family(const Binder& binder, std::size_t choice) const {
    const bool nodes = binder.domain == DomainKind::node_family ||
                       binder.domain == DomainKind::process;
    return nodes ? families(binder)[choice] : no_item;
  }
  Term domain_error(const Binder& binder, const Env& env);
  Bounds range_bounds(const Binder& binder, const Env& env);
  Term between(const Binder& binder, const Env& env, Term t);
  std::vector<Binder> binders(const Expr& e) const;

  // Puts a node, an edge, a number among those that facts are about.
  void join(const Value& node);
  void join_edge(const Value& edge);
  void join_number(Term number);
  void join_choice(const Binder& binder, const Env& env, const Value& value,
                   bool with_ends = true);
  void add_fillers(std::size_t most);
  const std::vector<Value>& nodes() const { return nodes_; }

  // ---- expressions

  Result translate(ExprId e, const Env& env);
  Term holds(ExprId e, const Env& env);  // true, and no error
  Located locate(ExprId e, const Env& env);
  Term read(const Place& place, StateId state);
  Value read_all(const Located& located, TypeId type, StateId state);
  const std::vector<Slot>& slots(TypeId type);
  std::uint32_t variable_offset(network::ProcessId process, std::uint32_t v);
  bool alike(TypeId a, TypeId b);
  Term default_of(const Slot& slot);
  Term out_of_range(const std::vector<Slot>& slots,
                    const std::vector<Term>& values);

  // ---- facts about all members (engine.cpp)

  // The formula is true, and no error, for everything it ranges over.
  void assume(ExprId formula, const Env& env, Term premise);
  void for_all(Universal universal);
  // Instantiates what is pending; members that come up on the way are gone
  // through as well, those that come up then are not. May be called again
  // after more was translated.
  void saturate();

  // ---- wiring (wiring.cpp)

  const std::vector<Connect>& connects() const { return connects_; }
  Value port_edge(const Value& node, std::uint32_t port);
  Term member(const Value& node, std::uint32_t port, const Value& edge);
  Term adjacent(const Value& a, const Value& b);
  struct Round {
    Env env;
    Term condition;
    bool complete = true;
  };
  Round round(const Connect& c, const std::map<std::uint32_t, Value>& given,
              const std::string& name, const std::vector<Term>& arguments);

  // ---- statements (statement.cpp)

  struct Execution {
    StateId state = 0;
    Term error;
  };
  Execution execute(Range statements, Env env, Term path);

 private:
  void add_parameters(const Request& request);
  void find_connects(const std::vector<std::uint32_t>& list,
                     const Connect& around);
  std::vector<std::uint32_t> families(const Binder& binder) const;
  bool room_for_nodes() const;
  bool put(std::vector<Value>& list, std::vector<Value>& later, const Value& v);

  // engine.cpp
  std::vector<Choice> visible(const Binder& binder, const Env& env,
                              Progress& seen);
  bool advance(std::size_t universal);
  void advance_all();

  // types.cpp
  struct Root {
    std::string name;
    TypeId type;
    std::uint32_t first = 0;
  };
  Root root_of(const Place& place);
  void add_slots(TypeId type, std::vector<Slot>& out);
  void range_fact(const Slot& slot, Term value);
  Value unknown(TypeId type, const std::string& name);
  Term unknown_truth(const std::string& name);
  std::int64_t constant_size(TypeId type);
  Term read_base(const Place& place);
  Term read_write(const Place& place, StateId state);

  // expression.cpp
  Result logic(const Expr& e, const Env& env);
  Result equality(const Expr& e, const Env& env);
  Result topology(const Expr& e, const Env& env);
  Result queue(const Expr& e, const Env& env);
  Result part(const Expr& e, const Env& env);
  Result family_member(const Expr& e, const Env& env);
  bool is_place(ExprId e) const;
  std::uint32_t field_offset(const Expr& e);

  // arithmetic.cpp
  Result arithmetic(const Expr& e, const Env& env);
  Result power(const Result& a, const Result& b);
  Term overflow(Term t);
  Term divide(Term a, Term b, bool rest);
  Term multiply(Term a, Term b);

  // quantifier.cpp
  struct Tuple {
    Env env;
    Term premise;
    Term domain_error;
  };
  Result quantifier(ExprId id, const Env& env);
  std::optional<Result> is_membership(const Expr& e, const Env& env);
  std::optional<Term> size_of(const Binder& binder);
  Result expanded(const Expr& e, const Env& env,
                  const std::vector<Tuple>& tuples);
  Result for_all_or_some(const Expr& e, const Env& env);
  Result counted(ExprId id, const Env& env);
  std::optional<std::vector<Tuple>> listed_tuples(const Expr& e,
                                                  const Env& env);
  std::vector<Tuple> witnesses(const Expr& e, const Env& env, Term& lost);
  std::vector<Tuple> visible_tuples(const Expr& e, const Env& env);
  Term some_error(const Expr& e, const Env& env, bool possible);
  Term different(const Expr& e, const Env& a, const Env& b);
  std::int64_t compared_with(ExprId count) const;
  void finish_count(std::size_t i);

  // wiring.cpp
  struct EndAt {
    std::size_t connect = 0;
    std::size_t end = 0;
  };
  struct Wired {
    Env env;  // values of the loops
    Value edge;
    Term holds;
    bool complete = true;  // they are plain
  };
  const std::vector<EndAt>& ends_at(std::uint32_t family, std::uint32_t port);
  std::vector<std::uint32_t> edge_families(std::uint32_t family,
                                           std::uint32_t port);
  void solve(ExprId id, const Value& value, std::size_t first,
             std::map<std::uint32_t, Value>& given) const;
  Wired wired(const EndAt& at, const Value& node, const Value* edge);
  void other_ends(const Connect& c, std::size_t known, const Env& env,
                  Term premise, const Value& edge);
  Value raw_port(const Value& node, std::uint32_t port);
  Value make_port(const Value& node, std::uint32_t port);
  Term raw_member(const Value& node, std::uint32_t port, const Value& edge);
  Term graph_member(const Value& node, std::uint32_t port, const Value& edge);
  void one_port_only(const Value& node);
  void touch(const Binder& binder, const Env& env, const Value& edge);
  Value end_of(const Value& edge, bool second);

  // statement.cpp
  struct Write {
    enum class Kind : std::uint8_t { assign, loop, forget };
    Kind kind = Kind::assign;
    StateId before = 0;
    Term path;
    Place place;                          // assign; forget
    Term value;                           // assign
    const network::Stmt* loop = nullptr;  // over a port set of env.self
    Env env;
    Symbol forgotten;  // forget: what is there now
  };
  StateId push_write(Write write);
  Execution run(const network::Stmt& s, const Env& env, Term path);
  Execution assign(const network::Stmt& s, const Env& env, Term path);
  Execution queue_statement(const network::Stmt& s, const Env& env, Term path);
  Execution loop(const network::Stmt& s, const Env& env, Term path);
  Execution over_ports(const network::Stmt& s, const Env& env, Term path);
  Execution forget(const network::Stmt& s, const Env& env, Term path);
  void forget_targets(Range statements, const Env& env, Term path,
                      StateId& state, std::set<Place>& done);
  StateId loop_state(StateId after, const Value& edge);
  bool simple_body(Range statements, std::uint32_t slot) const;
  Term overlap(const Located& a, std::size_t size_a, const Located& b,
               std::size_t size_b);
  StateId write(const Located& to, const std::vector<Term>& values, Term path,
                StateId state);

  const Model& model_;
  std::vector<Term> parameters_;
  std::uint32_t edge_rank_ = 0;  // greatest number of indices of an edge
  std::vector<Connect> connects_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<EndAt>>
      ends_at_;
  std::vector<std::vector<Slot>> slots_;  // per type
  std::vector<bool> slots_known_;
  std::map<ExprId, Term> sizes_;

  std::set<Term> fact_set_;
  std::map<std::pair<std::uint32_t, Value>, Value> raw_ports_;
  std::set<std::pair<std::uint32_t, Value>> done_;  // facts of ports are there
  std::map<std::pair<Value, Value>, Term> adjacent_;

  std::vector<Value> nodes_, edges_, numbers_;
  std::vector<Value> new_nodes_, new_edges_, new_numbers_;
  bool saturating_ = false;  // members that come up wait
  bool closed_ = false;      // members that come up are left out

  std::vector<Universal> universals_;
  struct Count {
    Term count;
    ExprId expr;
    Env env;
    std::size_t members = 0;  // known when it was taken last
  };
  std::vector<Count> counts_;
  using MemoKey = std::tuple<std::uint32_t, StateId, Value, std::vector<Value>>;
  std::map<MemoKey, Result> memo_;
  std::map<std::pair<Place, StateId>, Term> reads_;
  std::vector<Write> writes_;  // writes_[s - 1] made state s
  std::map<std::pair<StateId, Value>, StateId> loop_states_;
};

}  // namespace vicinal::obligations
