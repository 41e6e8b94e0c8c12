// SPDX-License-Identifier: MIT
// The meaning of `enabled`: some action or rule can be taken.
#pragma once

#include <cstddef>
#include <map>
#include <span>

#include "obligations/meaning/values.hpp"

namespace vicinal::obligations::inline meaning {

class Domains;
class Expressions;
class Facts;
class Instantiation;
struct Query;

class Enabled {
 public:
  explicit Enabled(Query& q);

  // A new truth: where it is false, no guard holds of a member that the
  // question talks about. Where it is true, nothing is known.
  Term in(StateId state);

 private:
  void excluded(const network::Action& action, const Env& env, Term premise);
  bool always_found(std::span<const Binder> binders, const Env& env);
  Term holds(const network::Action& action, const Env& env);

  const Model& model_;
  Terms& terms_;
  Facts& facts_;
  Domains& domains_;
  Expressions& expressions_;
  Instantiation& instantiation_;
  std::map<StateId, Term> known_;
};

}  // namespace vicinal::obligations::inline meaning
