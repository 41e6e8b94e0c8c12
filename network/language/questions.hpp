// SPDX-License-Identifier: MIT
// What is asked about expressions of a checked model. Each question is a line
// on top of the walk (walk.hpp), so that all of them look at the same parts:
// children and ranges of binders. An expression that is not there (no guard)
// answers as `true` would: it reads nothing, and cannot fail.
//
// A question says what may be, by the operators: that `0 * x` reads x. Values
// are left to the evaluations (evaluator, Kleene, programs, translations),
// which share nothing with each other nor with this.
//
// O(size of the expression). Where one is asked again and again, see Answers.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <utility>
#include <vector>

#include "network/language/model.hpp"

namespace vicinal::network::inline language {

// Whether the value may depend on variables, edges or shared variables. That of
// a place in a target: whether which place it is may.
bool reads_state(const Model& model, ExprId e);

// Whether evaluation may be a model error.
bool can_fail(const Model& model, ExprId e);

// Whether the bound variable in this slot of the frame is spoken of. Asked of
// a slot that is visible at e: slots are used again where it is not.
bool mentions(const Model& model, ExprId e, std::uint32_t slot);

// Slots of the variables that are spoken of and bound outside, ascending.
std::vector<std::uint32_t> free_slots(const Model& model, ExprId e);

// Whether the acting node is spoken of.
bool mentions_self(const Model& model, ExprId e);

// Whether there is a quantifier.
bool quantifies(const Model& model, ExprId e);

// Whether a quantifier goes through a port set.
bool over_port_sets(const Model& model, ExprId e);
bool over_port_sets(const Model& model, Range binders);

// Whether a quantifier goes through nodes, or through edges, of the network:
// a family, or all nodes of a process.
bool over_network(const Model& model, Range binders);

// Whether a type, or that of an element or field at any depth, is of the kind.
// O(types).
bool has_part(const Model& model, TypeId type, TypeKind kind);

// Whether some variable, edge or shared variable holds an `int`. Then
// arithmetic is mathematical: an overflow of 64 bits is a limit of those who
// compute, and no model error (design 3.1). O(types + variables).
bool has_integers(const Model& model);

// Literals, parameters and arithmetic on them.
bool is_constant(const Model& model, ExprId e);

// Whether it depends on sizes or on places in families: parameters, index(q),
// s[i].
bool speaks_of_indices(const Model& model, ExprId e);

// Whether it says of all nodes that somebody is in a relation to them, which is
// an array that nodes index: forall s in q: exists m in v: s.member[m].
bool relates_somebody(const Model& model, ExprId formula);

// Variables that nothing reads but initial conditions: whatever they hold, no
// step and no property depends on it. An assignment to a part reads nothing; a
// queue is read where it is pushed or popped.
struct Unread {
  std::set<std::pair<std::uint32_t, std::uint32_t>> variables;  // of a process
  std::set<std::uint32_t> shared;
};
// O(expressions + statements).
Unread unread(const Model& model);

// The place without fields and elements: i.a[2].x is in i.a.
ExprId root_of(const Model& model, ExprId place);

// Whether it is the value of the edge that this slot of the frame holds.
bool is_value_of(const Model& model, const Expr& e, std::uint32_t slot);

// The attributes of nodes that constants come from, each once.
std::vector<std::string> attributes(const Model& model);

// A question that is asked of many expressions, or often: each expression is
// looked at once. `itself` says whether an expression is such, whatever is
// below it; the answer is whether it or anything below it is.
class Answers {
 public:
  using Question = std::function<bool(const Expr&)>;
  Answers(const Model& model, Question itself)
      : model_(&model),
        itself_(std::move(itself)),
        known_(model.exprs.size(), unknown) {}

  bool operator()(ExprId e);

 private:
  enum Answer : std::uint8_t { unknown, no, yes };

  const Model* model_;
  Question itself_;
  std::vector<Answer> known_;
};

}  // namespace vicinal::network::inline language
