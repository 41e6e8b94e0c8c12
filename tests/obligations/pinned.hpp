// SPDX-License-Identifier: MIT
// A question about one state of one instance: everything that the instance
// says is added to the facts, which must then still be satisfiable.
#pragma once

#include <optional>
#include <vector>

#include "network/semantics/evaluator.hpp"
#include "obligations/meaning/query.hpp"
#include "obligations/obligations.hpp"

namespace vicinal::obligations {

class Pinned {
 public:
  Pinned(Query& q, const network::Instance& instance,
         const std::vector<network::Scalar>& state);

  Value node(network::NodeId n);
  Value edge(network::EdgeId e);
  // The value of a bound variable, a node or an edge by its id.
  Value bound(const Binder& binder, network::Scalar v);
  // A new constant for a member, which is this one.
  Value named(const Binder& binder, const Env& env, network::Scalar v);

  void pin(Term t) { pins_.push_back(t); }
  Term is(Term t, network::Scalar v);
  Term are(const std::vector<Term>& terms,
           const std::vector<network::Scalar>& values);
  // Whether the state, read at `id`, is `state`.
  Term reads(StateId id, const std::vector<network::Scalar>& state);

  // Whether facts, pins and `t` are satisfiable.
  Answer possible(Term t, std::uint64_t effort);

 private:
  // Where a number of a value stands: its slot, and the indices of the nodes
  // that index it.
  struct Spot {
    std::uint32_t slot = 0;
    std::vector<Term> keys;
  };
  std::vector<Spot> spots(network::TypeId type);

  Query& q_;
  const network::Instance& instance_;
  std::vector<Term> pins_;
};

}  // namespace vicinal::obligations
