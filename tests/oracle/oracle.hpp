// SPDX-License-Identifier: MIT
// The oracle: a slow, obvious twin of the tool, for tests. It shares the
// parser with it and nothing else. Names are looked up in the syntax tree each
// time, definitions are called by name, values are trees, sets are computed by
// going through everything there is.
//
//   const oracle::Instance o(tree, {{"n", 3}});
//   o.explore(3000).states;
//   o.single_invariant(3000)->theta.at("s[0]");   // printed local states
//
// Models are assumed to be well-typed. What the oracle does not understand is
// a std::runtime_error, what takes too long TooLarge. What it answers is
// keyed by names and printed values, so that it can be compared with anything.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "network/language/ast.hpp"
#include "value.hpp"

namespace vicinal::oracle {

namespace ast = network::ast;

// Values by the number of the variable, see Instance::variables.
using State = std::vector<Value>;

struct Variable {
  std::string name;  // s[0].phase, token[1], peg[2]
  Type type;
  std::optional<Value> initial;  // none: any of its type
  // Of an edge of a network 'any dynamic', which may be there: that it is not,
  // and that it is, with its initial value.
  std::vector<Value> begins;
};

struct Node {
  std::string name;
  std::size_t family = 0;
  std::int64_t index = 0;  // in the family, row-major
  const ast::Process* process = nullptr;
  std::map<std::string, Value> constants;
  std::map<std::string, std::size_t> variables;
  std::map<std::string, std::vector<std::size_t>> ports;  // edges
};

struct Edge {
  std::string name;
  std::size_t variable = 0;
  std::set<std::size_t> readers, writers;

  bool touches(std::size_t node) const {
    return readers.contains(node) || writers.contains(node);
  }
};

// What an expression denotes: an edge (which reads as its value), a place in
// the state, or just a value.
struct Denoted {
  enum class Kind : std::uint8_t { value, place, edge } kind = Kind::value;
  Value value;
  std::size_t edge = 0;
  std::optional<std::size_t> seen_by;  // edge: the node at whose port it is
  std::size_t variable = 0;            // place
  std::vector<std::size_t> path;       // of fields and elements in it
  const Type* type = nullptr;
};

// A graph for `network any`: nodes 0, 1, ..., and edges between two of them;
// where they are directed, from the first to the second.
struct Graph {
  std::size_t nodes = 0;
  std::vector<std::pair<std::size_t, std::size_t>> edges;
};

// One round of the loops around a connect statement, which it was executed in.
struct Round {
  const ast::Item* statement = nullptr;
  std::map<std::string, Value> loops;  // the values of their variables
  std::size_t edge = 0;
  std::vector<std::size_t> ends;  // nodes, in the order of the statement
};

// What names mean besides what the file declares. A parameter of a definition
// stands for an expression and the scope of its use.
struct Scope {
  struct Bound {
    Denoted denoted;
    ast::ExprId expr;
    const Scope* where = nullptr;
  };
  std::optional<std::size_t> self;  // who acts
  bool own_names = false;           // self's ports, variables, constants
  std::optional<std::int64_t> index;
  std::map<std::string, Bound> bound;
};

using Binding = std::map<std::string, Denoted>;

// One enabled binding.
struct Step {
  std::optional<std::size_t> actor;  // none: a rule
  std::size_t action = 0;
  Binding binding;
  bool fails = false;  // then there is no state after it
  State after;
};

struct PropertyResult {
  bool violated = false;
  bool fails = false;            // evaluating it, in some state
  std::size_t trace_length = 0;  // steps of a shortest trace
};

struct Exploration {
  std::size_t states = 0, transitions = 0, depth = 0, deadlocks = 0;
  std::size_t initial_states = 0;
  // Invariants and assertions, and "no model error".
  std::map<std::string, PropertyResult> properties;
};

// A run in printed values, as the tool prints it.
struct Trace {
  struct Event {
    std::string action;  // s[0].want, grant
    std::map<std::string, std::string> bindings;
    std::map<std::string, std::string> changes;  // what is not the same after
    bool fails = false;                          // a model error; the last
  };
  std::map<std::string, std::string> initial;  // of every variable
  std::vector<Event> events;
};

class Instance {
 public:
  // At the default sizes, or at those given; constants may be given, too.
  // A network that is not written out needs a graph, which is copied. The tree
  // must outlive the instance. Throws NoInstance.
  Instance(const ast::Tree& tree,
           const std::map<std::string, std::int64_t>& sizes,
           const Graph* graph = nullptr);

  const std::vector<Node>& nodes() const { return nodes_; }
  const std::vector<Edge>& edges() const { return edges_; }
  const std::vector<Variable>& variables() const { return variables_; }
  // Whether a value is an `int`: then an overflow is no model error, but too
  // large for this.
  bool has_int() const { return has_int_; }
  // How the edges of a network block came to be where they are.
  const std::vector<Round>& rounds() const { return rounds_; }

  // LS section 2, by numbers of nodes and of edges.
  std::set<std::size_t> in_out(std::size_t node) const;
  bool points_to(std::size_t m, std::size_t n) const;

  // true, eating, 3, none, s[0], {x: true, y: 3}, [a, b], <a, b>.
  std::string text(const Value& v) const;
  std::string text(const Denoted& d) const;  // an edge by its name
  std::string step_name(std::optional<std::size_t> actor,
                        std::size_t action) const;

  // All valuations within the types that satisfy the initial values and every
  // `init`; one whose evaluation is a model error is not satisfied. At most
  // `budget` valuations are tried.
  std::vector<State> initial_states(std::size_t budget) const;
  // Whether a valuation within the types, with the initial values, is one.
  bool is_initial(const State& state) const;

  // Enabled bindings, after priorities. `errors` is set if the evaluation of a
  // guard, a priority or a domain is a model error: that binding is not
  // enabled.
  std::vector<Step> steps(const State& state, bool& errors) const;
  std::vector<Step> steps_of(const State& state,
                             std::optional<std::size_t> actor,
                             bool& errors) const;

  // Breadth-first over all reachable states (design 3.2): a failing step at
  // depth d violates `no model error` with a trace of d + 1 steps, an error of
  // a guard, a priority or a property with one of d.
  Exploration explore(std::size_t budget) const;

  // What is wrong with a run; nothing if it is one. With `property`, the run
  // must also end in a violation of it.
  std::optional<std::string> replay(const Trace& trace,
                                    const std::string& property = {}) const;

  // Per node the local states, printed as "s[0].phase=eating; token[0]=true",
  // sorted by names.
  using Theta = std::map<std::string, std::set<std::string>>;
  struct Local {
    Theta theta;
    // "s[0].enter {v: 1}": the bindings whose step in theta is a model error,
    // or whose guard or priority surely is one.
    std::set<std::string> failing;
    bool errors = false;    // there is one
    bool may_fail = false;  // or a guard or a priority may be one
    // "s[0].enter": the actions of the steps in theta that do not fail.
    std::set<std::string> taken;
  };
  // The least solution of LS equation (5), by Knaster-Tarski iteration. None
  // if the model has rules, a network 'any dynamic', or shared variables that
  // are written or have no initial value.
  std::optional<Local> single_invariant(std::size_t budget) const;

  // Per pair of different nodes the valuations of what either of them sees,
  // printed likewise; the keys are "s[0],s[1]", the node with the smaller
  // number first. The least solution of LS (6) to (9), where theta in (9) is
  // the conjunction over the pairs inside {m, n, k} (design 7.3), by
  // Knaster-Tarski iteration. What fails and is taken is so in (7), (8) or
  // (9). None as above; with fewer than two nodes there are no pairs, and
  // nothing is found.
  using Pairs = Local;
  std::optional<Pairs> pair_invariant(std::size_t budget) const;

  // Projections of all reachable states, in the same forms.
  std::set<State> reachable_states(std::size_t budget) const;
  Theta projections(std::size_t budget) const;
  Theta pair_projections(std::size_t budget) const;

  // ---- evaluation, for the tests of the oracle itself

  Denoted denote(ast::ExprId e, const State& state, const Scope& scope) const;
  Value read(const Denoted& d, const State& state) const;
  Value value(ast::ExprId e, const State& state, const Scope& scope) const;
  bool truth(ast::ExprId e, const State& state, const Scope& scope) const;

 private:
  friend class Kleene;
  friend class LocalSteps;

  // What a name of the file stands for.
  struct Global {
    enum class Kind : std::uint8_t {
      constant,  // of an enumeration
      number,    // const, param: its value is in constants_
      definition,
      nodes,  // families
      edges,
      shared,
      structure,
      enumeration,
      process
    } kind = Kind::number;
    std::size_t item = 0;
    std::size_t part = 0;
  };
  // Members are first, first + 1, ..., row-major.
  struct Family {
    std::vector<std::int64_t> dimensions;
    std::size_t first = 0;
    std::size_t count = 0;
  };

  // Elaboration, in the order in which one part needs another
  void declare();
  void constants(const std::map<std::string, std::int64_t>& sizes);
  void parameters(const std::map<std::string, std::int64_t>& sizes);
  void make_nodes();
  void make_variables();
  void make_edges();
  void make_dynamic(const ast::Item& item, Variable& edge);
  void make_shared();
  void connect(network::Range items, const Scope& scope);
  void connect_end(std::size_t edge, std::size_t node, const std::string& port);
  void connect_graph(network::Range items);
  void check_ports() const;
  Family family(const ast::Item& item, std::size_t first) const;
  Family family(const std::string& name, network::Range dimensions,
                std::size_t first) const;
  Type resolve(ast::TypeId id);
  std::size_t add_variable(std::string name, ast::TypeId type,
                           ast::ExprId initial, const Scope& scope);
  const Global* find(const std::string& name) const;
  bool in_range(const Value& v, const Type& type) const;
  Value coerce(Value v, const Type& type) const;
  std::vector<Value> all_values(const Type& type) const;

  // Expressions
  const ast::Expr& expr(ast::ExprId id) const { return tree_[id]; }
  Denoted name(const std::string& word, const State& state,
               const Scope& scope) const;
  Denoted indexed(ast::ExprId id, const State& state, const Scope& scope) const;
  Denoted field(const Denoted& object, const std::string& word,
                const State& state) const;
  Denoted member_of_node(std::size_t node, const std::string& word) const;
  Denoted element(const Denoted& array, const Value& index,
                  const State& state) const;
  Value call(const ast::Expr& e, const State& state, const Scope& scope) const;
  Value peer(const Denoted& edge) const;
  Value apply(const std::string& function,
              const std::vector<Value>& arguments) const;
  Value operation(ast::ExprKind kind, const std::vector<Value>& operands) const;
  Value quantifier(const ast::Expr& e, const State& state,
                   const Scope& scope) const;
  Scope inside(const ast::Def& def, const ast::Expr& use,
               const Scope& scope) const;
  const ast::Def* definition(const ast::Expr& e) const;
  std::vector<Denoted> members(const ast::Binders& binders, const State& state,
                               const Scope& scope) const;
  std::vector<Denoted> members_of(ast::ExprId domain, const State& state,
                                  const Scope& scope) const;
  // Of an edge that appears: of those that are not there.
  std::vector<Binding> bindings(network::Range binders, const State& state,
                                const Scope& scope) const;
  bool there(std::size_t edge, const State& state) const;
  void change(network::Range parameters, const Binding& binding,
              ast::Change change, State& state) const;
  void change(std::size_t edge, ast::Change change, State& state) const;
  void change_alone(const State& state, std::size_t actor,
                    std::vector<Step>& out) const;
  static Scope with(const Scope& scope, const Binding& binding);
  Denoted place_of_edge(std::size_t edge) const;
  std::size_t node_of(const Value& v) const;
  bool adjacent(std::size_t m, std::size_t n, const State& state) const;
  bool enabled(const State& state) const;
  void found(const Error& error) const;

  // Statements
  Denoted place(ast::ExprId e, const State& state, const Scope& scope) const;
  Value& at(State& state, const Denoted& place) const;
  void execute(network::Range statements, State& state,
               const Scope& scope) const;
  void assign(const ast::Stmt& s, State& state, const Scope& scope) const;
  void push(const ast::Stmt& s, State& state, const Scope& scope) const;

  // Steps
  const std::vector<ast::Action>& actions(
      std::optional<std::size_t> actor) const;
  Scope acting(std::optional<std::size_t> actor) const;
  std::optional<Value> parse(const Type& type, const std::string& text) const;

  const ast::Tree& tree_;
  std::optional<Graph> graph_;
  std::unordered_map<std::string, Global> globals_;
  std::map<std::string, Value> constants_;  // consts and params
  std::vector<Family> families_;  // of nodes, of edges, shared: see Global
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  std::vector<Variable> variables_;
  std::vector<Round> rounds_;
  std::vector<ast::ExprId> inits_;
  bool has_int_ = false;
  bool dynamic_ = false;
  bool appear_ = false, vanish_ = false;  // by themselves
  std::string writers_;                   // the port set of who writes edges
};

}  // namespace vicinal::oracle
