// SPDX-License-Identifier: MIT
// The oracle: a slow, obvious twin of the tool, for tests. It shares the
// parser with it and nothing else: names are looked up in the syntax tree each
// time, values are trees, a state is a map from names to values, and sets are
// computed by going through everything there is.
//
// Models are assumed to be well-typed. What the oracle does not understand is
// a std::runtime_error.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "network/ast.hpp"

namespace vicinal::oracle {

namespace ast = network::ast;

// ---- values ----------------------------------------------------------------

struct Value {
  enum Kind {
    boolean,
    number,
    symbol,
    none,
    node,
    edge,
    structure,
    array,
    queue
  } kind = none;
  std::int64_t n = 0;        // boolean, number, node, edge (their index)
  std::string text;          // symbol
  std::vector<Value> parts;  // structure, array, queue
  bool operator==(const Value&) const = default;
  bool operator<(const Value& o) const {
    if (kind != o.kind) return kind < o.kind;
    if (n != o.n) return n < o.n;
    if (text != o.text) return text < o.text;
    return parts < o.parts;
  }
};

Value number_of(std::int64_t n);
Value truth_value(bool b);

// A model error of design 3.2.
struct Error {
  std::string what;
};

// ---- the model at a size ---------------------------------------------------

struct Type {
  enum Kind {
    boolean,
    number,
    symbol,
    reference,
    structure,
    array,
    node_array,
    queue
  } kind = boolean;
  std::int64_t low = 0, high = 0;  // number
  std::string name;                // symbol, structure; reference, node_array:
                                   // the family
  std::shared_ptr<Type> element;
  std::int64_t size = 0;
};

struct Node {
  std::string name, family;
  std::int64_t index = 0;
  const ast::Process* process = nullptr;
  std::map<std::string, Value> constants;
  std::map<std::string, std::vector<int>> ports;  // edges, in order
};

struct Edge {
  std::string name, family;
  std::int64_t index = 0;
  Type type;
  std::set<int> readers, writers;
};

using State = std::map<std::string, Value>;  // by names: s[0].phase, token[1]

// What evaluation sees besides the state.
struct Scope {
  int self = -1;
  const ast::Process* process = nullptr;  // whose own names are seen
  std::map<std::string, Value> bound;
  std::optional<std::int64_t> index;  // what `index` means
};

struct Step {
  int actor = -1;  // -1: a rule
  int action = 0;
  std::map<std::string, Value> binding;
  bool fails = false;
  State after;
};

struct PropertyResult {
  bool violated = false;
  std::size_t trace_length = 0;
};

struct Exploration {
  std::size_t states = 0, transitions = 0, depth = 0, deadlocks = 0;
  std::map<std::string, PropertyResult> properties;  // and "no model error"
  bool complete = true;
};

// Thrown when a model is too large for brute force.
struct TooLarge {};

class Instance {
 public:
  Instance(const ast::Tree& tree,
           const std::map<std::string, std::int64_t>& sizes);

  const std::vector<Node>& nodes() const { return nodes_; }
  const std::vector<Edge>& edges() const { return edges_; }

  std::vector<State> initial_states(std::size_t budget) const;

  // Enabled bindings after priorities; `errors`: an evaluation failed.
  std::vector<Step> steps(const State& state, bool& errors) const;
  std::vector<Step> steps_of(const State& state, int actor, bool& errors) const;

  Exploration explore(std::size_t budget) const;

  // theta by literal Knaster-Tarski iteration of LS equation (5); per node
  // name the set of local states, as texts. Nothing if the model has rules or
  // written shared variables.
  using Theta = std::map<std::string, std::set<std::string>>;
  struct Local {
    Theta theta;
    bool errors = false;  // some local step or guard may fail
  };
  std::optional<Local> single_invariant(std::size_t budget) const;

  // Projections of all reachable states, in the same form.
  Theta projections(std::size_t budget) const;

  Value evaluate(ast::ExprId e, const State& state, const Scope& scope) const;
  std::string text(const Value& v) const;

 private:
  friend class Kleene;
  using Names = std::vector<std::string>;

  // elaboration
  Type resolve(ast::TypeId id) const;
  void make_families();
  void connect(network::Range items, Scope& scope);
  void collect_places();
  void collect_inits();
  std::int64_t size_of(ast::ExprId e) const;
  int node_index(const std::string& family, std::int64_t index) const;
  const std::vector<std::string>* enum_constants(const std::string& name) const;

  // evaluation
  Value name(const ast::Expr& e, const State& state, const Scope& scope) const;
  Value field(const ast::Expr& e, const State& state, const Scope& scope) const;
  Value indexed(ast::ExprId id, const State& state, const Scope& scope) const;
  Value call(const ast::Expr& e, const State& state, const Scope& scope) const;
  Value arithmetic(const ast::Expr& e, const State& state,
                   const Scope& scope) const;
  Value quantifier(const ast::Expr& e, const State& state,
                   const Scope& scope) const;
  std::vector<Value> domain(const ast::Binders& b, const State& state,
                            const Scope& scope) const;
  std::vector<std::map<std::string, Value>> choices(network::Range binders,
                                                    const State& state,
                                                    const Scope& scope) const;
  Value read(const Value& v, const State& state) const;
  Value member(const Value& node, const std::string& name,
               const State& state) const;
  bool truth(ast::ExprId e, const State& state, const Scope& scope) const;

  // statements
  struct Place {
    std::string name;
    std::vector<std::size_t> path;
    Type type;
  };
  Place place(ast::ExprId e, const State& state, const Scope& scope) const;
  Value& at(State& state, const Place& p) const;
  void execute(network::Range statements, State& state, Scope& scope) const;
  void assign(const ast::Stmt& s, State& state, Scope& scope) const;
  bool in_range(const Value& v, const Type& type) const;
  Value coerce(const Value& v, const Type& type) const;
  std::vector<Value> all_values(const Type& type) const;

  const ast::Action& action(int actor, int number) const;
  bool property_errors(const State& state) const;

  // local
  struct Table;  // theta while it grows
  Names view(int node) const;
  std::string local_text(const State& local) const;

  const ast::Tree& t_;
  std::map<std::string, Value> constants_;  // consts and params
  std::map<std::string, std::vector<std::int64_t>> dims_;
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  std::map<std::string, std::vector<int>> node_family_, edge_family_;
  std::map<std::string, Type> places_;  // all variables
  std::map<std::string, Value> fixed_;  // with initial values
  std::vector<ast::ExprId> inits_;
};

}  // namespace vicinal::oracle
