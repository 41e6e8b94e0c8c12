// SPDX-License-Identifier: MIT
// Makes the obligations of a model. Not for use outside fixpoint/obligations.
//
//   generate.cpp     initial, step, error, property
//   elaboration.cpp  elaboration
//   shown.cpp        what is printed of a counterexample
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fixpoint/obligations/query.hpp"

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
  // that are named. Which families nodes of a process are of is chosen.
  struct Goal {
    std::uint32_t property = 0;
    std::vector<Binder> binders;
    ExprId matrix;
  };
  // One choice of families for each binder: of Query::fresh_choices.
  using Chosen = std::vector<std::size_t>;

  Goal goal_of(std::uint32_t property);
  bool plain(const Binder& binder);
  bool constant(ExprId e) const;
  std::vector<Chosen> choices(const std::vector<Binder>& binders);
  static bool bind(Query& q, const std::vector<Binder>& binders,
                   const Chosen& chosen, Env& env, std::vector<Named>& named);

  void initial(const Goal& goal);
  void property(const Goal& goal);
  void steps(const Goal& goal, std::uint32_t family);
  void step(const Goal& goal, std::uint32_t family, std::uint32_t action,
            const Chosen& members, const Chosen& binding,
            std::optional<std::size_t> acting);
  void errors(std::uint32_t family, std::uint32_t action,
              const Chosen& binding);
  void domain_errors(std::uint32_t family, std::uint32_t action);

  // Assumptions
  void begin(Query& q);
  void hypothesis(Query& q, const Env& env);
  void initial_state(Query& q);
  void initial_value(Query& q, PlaceKind kind, std::uint32_t item,
                     std::uint32_t first, TypeId type, ExprId initial,
                     const std::vector<Term>& indices, const Env& env,
                     Term premise);
  void keep_greatest(Query& q, const network::Action& a, const Env& env);
  std::vector<Binder> action_binders(const network::Action& a) const;
  Value actor(Query& q, std::uint32_t family, std::vector<Named>& named);

  // elaboration.cpp
  void elaboration();
  void sizes();
  void connections();
  void connected(std::uint32_t family, std::uint32_t port);
  void connected_once();
  void initial_values_exist();
  void elaborates(Query& q, Term wrong, std::string name, network::Span span);

  // shown.cpp
  void show(Query& q, const std::vector<Named>& named,
            const std::vector<StateId>& states, Obligation& o,
            std::vector<std::pair<std::string, Term>>& terms);

  void finish(Query& q, Term wrong, Obligation o,
              const std::vector<Named>& named, StateId after);

  const Model& model_;
  const Request& request_;
  Query scratch_;               // only to look at what expressions are
  std::size_t most_nodes_ = 0;  // bound by one assertion
  std::vector<Obligation> out_;
};

}  // namespace vicinal::obligations
