// SPDX-License-Identifier: MIT
// Makes the obligations of a model. Not for use outside obligations.
//
//   generate.cpp     initial, step, property
//   errors.cpp       error; some assertions alone
//   progress.cpp     progress
//   elaboration.cpp  elaboration
//   shown.cpp        whom a question is about; what is printed of a
//                    counterexample
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "obligations/meaning/query.hpp"
#include "obligations/obligations.hpp"

namespace vicinal::obligations {

// What a question names: a member of an assertion, the acting node, a
// parameter of the action.
struct Named {
  std::string name;
  Binder binder;
  Value value;
};

class Generator {
 public:
  Generator(const Model& model, const Request& request);

  std::vector<Obligation> run();

 private:
  // A formula without the outermost `forall`s, whose variables become members
  // that are named.
  struct Goal {
    std::uint32_t property = 0;
    std::vector<Binder> binders;
    ExprId matrix;
  };
  // Goals over the same members, which are judged in the same joins.
  using Goals = std::vector<Goal>;
  // One choice of families for each binder: of Domains::fresh_choices.
  using Chosen = std::vector<std::size_t>;
  // What makes a step: an action of the nodes of a family, or a rule.
  struct Mover {
    const network::Action* action = nullptr;
    std::uint32_t number = 0;          // of its process, of the rules
    std::uint32_t family = no_family;  // none: a rule
    std::string name;                  // Station.enter
  };
  // A question before its conclusion.
  struct Question {
    Question(const Model& model, const AskedSizes& sizes) : q(model, sizes) {}
    Query q;
    Obligation obligation;              // without the goal
    std::vector<Named> named;           // members first
    StateId state = 0;                  // after the step
    std::optional<std::size_t> acting;  // of `named`
  };

  // How much of a question is put: the members that it names; the states that
  // are meant, initial ones or those where the assertions hold; where the step
  // is enabled; what it does; that it does not fail.
  enum class Upto : std::uint8_t {
    members,
    assertions,
    enabled,
    executed,
    all
  };
  using Put = std::function<bool(Question&, Upto)>;

  Goal goal_of(std::uint32_t property);
  std::vector<Goals> groups(network::ast::PropertyKind kind);
  bool quantifier_free(ExprId e) const;
  bool plain(const Binder& binder);
  std::vector<Chosen> choices(const std::vector<Binder>& binders);
  bool bind(Query& q, const std::vector<Binder>& binders, const Chosen& chosen,
            Env& env, std::vector<Named>& named);

  bool left_out(const network::Property& p) const;
  std::size_t nodes_of(const Goals& goals) const;
  std::size_t nodes_of(const Goals& goals, std::uint32_t family) const;
  void add_fillers(Query& q, std::size_t most) const;
  bool asks_who_moves(const Goals& goals) const;
  std::vector<Goals> to_show(std::vector<Goals> assertions) const;
  void conditions(const std::vector<Goals>& assertions);
  void some_assertions(std::vector<Goals> assertions);
  void some_steps(const Goals& goals);
  void initial(const Goals& goals);
  bool put_initial(Question& x, const Goals& goals, const Chosen& chosen,
                   Upto upto);
  bool put_members(Question& x, const Goals& goals, const Chosen& chosen,
                   Upto upto);
  void properties(const Goals& goals);
  std::vector<Mover> movers() const;
  // `acting`: the member of the goals that acts; none: none of them does.
  using ForStep = std::function<void(const Mover& mover, const Chosen& members,
                                     const Chosen& binding,
                                     std::optional<std::size_t> acting)>;
  void for_each_step(const Goals& goals, const ForStep& visit);
  void for_each_step(const Goals& goals, const Mover& mover,
                     const Chosen& binding, const ForStep& visit);
  void steps(const Goals& goals);
  void step(const Goals& goals, const Mover& mover, const Chosen& members,
            const Chosen& binding, std::optional<std::size_t> acting);
  Obligation error_of(const Mover& mover, const std::string& where,
                      network::Span span) const;
  bool put_step(Question& x, const Goals& goals, const Mover& mover,
                const Chosen& members, const Chosen& binding,
                std::optional<std::size_t> acting, Upto upto);
  void errors(const Mover& mover, const Chosen& binding);
  bool put_error(Question& x, const Mover& mover, const Chosen& binding,
                 bool executing, Upto upto, Term& wrong);
  void enable(Query& q, const network::Action& a, const Env& env);
  std::vector<Part> parts(const Goals& goals, const Put& put, Upto last);
  static std::size_t looks_around(const network::Action& a);
  bool constant_range(const Binder& binder) const;
  void range_errors(const Mover& mover);
  void domain_errors(const Mover& mover, const Chosen& binding);
  void property_errors(std::uint32_t property);

  Env env_of(const Question& x, const Goal& goal) const;
  std::set<std::uint32_t> named_slots(const Goal& goal) const;
  bool near_number(const Goal& goal, const Expr& e) const;
  void join_named(Question& x, const Goals& goals);
  void join_named(Question& x, const Goals& goals, const network::Action& a,
                  const Env& env);
  static void join_between(Question& x);
  void join_first(Question& x, const Goals& goals);
  bool begins_by_index() const;
  void join_by_index(Question& x, const Goals& goals);

  // progress.cpp
  struct Waiting;
  struct Helped;
  struct Stepping {
    const Mover& mover;
    const Chosen& members;
    const Chosen& binding;
    std::optional<std::size_t> acting;
  };
  struct Change {
    Term less, equal;
  };
  void progress();
  void progress(const network::Ranking& r, std::uint32_t property,
                std::set<std::uint32_t>& shown);
  void progress(const Waiting& w);
  void evaluated(const Waiting& w);
  void until_then(const Waiting& w);
  void begins(const Waiting& w);
  void lasts(const Waiting& w, const Helped& h);
  void comes_nearer(const Waiting& w, const Helped& h);
  void of_step(const Goals& goals, const Stepping& step,
               const std::string& name, network::Span span,
               const std::function<Term(Question&)>& waits,
               const std::function<Term(Question&)>& wrong);
  void of_states(const Waiting& w, const Goals& goals, const std::string& name,
                 bool initial, const std::function<Term(Question&)>& wrong);
  void conclude(Question& x, const std::function<Term(Question&)>& wrong);
  static Goals goals_of(const Waiting& w, const Helped& h);
  void join_stated(Question& x, const Goals& goals);
  Term waits(Question& x, const Waiting& w, const Goals& goals);
  Term can_help(Question& x, const network::Situation& s, Env env);
  Term waits_there(Question& x, const network::Situation& s, Env env);
  bool may_help(const network::Situation& s, const Mover& mover) const;
  Term helps(Question& x, const Goals& goals, const network::Situation& s,
             const Mover& mover, std::optional<std::size_t> acting);
  Change change(Question& x, const Goals& goals, std::span<const ExprId> terms);
  Term nearer(Question& x, const Waiting& w, const Goals& goals, Term helped);

  // Assumptions
  bool relates_members() const;
  void begin(Query& q);
  void hypothesis(Query& q, const Env& env);
  void principles(Query& q, const Env& env);
  void initial_state(Query& q);
  void initial_value(Query& q, PlaceKind kind, std::uint32_t item,
                     std::uint32_t first, TypeId type, ExprId initial,
                     const std::vector<Term>& indices, const Env& env,
                     Term premise);
  void starts_empty(Query& q, const Place& length, const Slot& slot,
                    Term premise);
  void keep_greatest(Query& q, const network::Action& a, const Env& env);
  std::vector<Binder> action_binders(const network::Action& a) const;
  void act(Question& x, const Mover& mover, Env& env);

  // elaboration.cpp
  void elaboration();
  void sizes();
  void values_of_members();
  void values_of_nodes();
  void values_of_edges();
  void values_of_shared();
  void has_value_of(Question& x, TypeId type, ExprId e, const Env& env,
                    std::vector<Term>& wrong);
  void connections();
  void solve_condition(Query& q, ExprId id, const Env& env,
                       std::map<std::uint32_t, std::vector<Term>>& found);
  // Values of the variables of loops, by their slots.
  using Givens = std::vector<std::map<std::uint32_t, Value>>;
  void add_loops(Query& q, const Connect& c,
                 std::optional<std::uint32_t> node_slot,
                 std::map<std::uint32_t, std::vector<Term>>& found,
                 Givens& given);
  void connected(std::uint32_t family, std::uint32_t port);
  void connected_once();
  void ranges(Question& x, TypeId type, std::vector<Term>& empty);
  static Value member_of(Query& q, DomainKind kind, std::uint32_t family);
  static Round some_round(Query& q, std::size_t connect,
                          const std::string& name);
  bool same_type(Query& q, TypeId a, TypeId b);
  void graph_ports();
  void solve(Query& q, ExprId id, Term t, const Env& env,
             std::map<std::uint32_t, std::vector<Term>>& found);
  void elaborates(Question& x, Term wrong, std::string name,
                  network::Span span);

  // shown.cpp
  static std::vector<std::pair<std::string, Value>> others_of(
      const Query& q, const std::vector<Named>& named);
  void show(Query& q, const std::vector<Named>& given,
            const std::vector<StateId>& states, Obligation& o,
            std::vector<std::pair<std::string, Term>>& terms);

  void conclude(Question& x, const Goals& goals, const std::string& kind);
  void finish(Question& x, Term wrong, Obligation o, const Script& premise,
              std::size_t known);
  void finish(Question& x, Term wrong);

  const Model& model_;
  const Request& request_;
  const AskedSizes asked_;
  Query scratch_;                        // only to look at what expressions are
  std::size_t most_nodes_ = 0;           // bound by one assertion
  std::vector<std::size_t> most_alike_;  // the same, of each family
  const bool relations_;                 // some assertion says who is in them
  std::vector<Obligation> out_;
  std::uint64_t text_ = 0;  // their characters
};

}  // namespace vicinal::obligations
