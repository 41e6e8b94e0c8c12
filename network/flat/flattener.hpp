// SPDX-License-Identifier: MIT
// How an instance is written out; see guarded.hpp. Internal.
//
//   flatten.cpp             slots, initial condition, properties
//   flatten_expression.cpp  values
//   flatten_place.cpp       what may be assigned, and read
//   flatten_quantifier.cpp  members of domains, quantifiers
//   flatten_step.cpp        guards, priorities, bindings
//   flatten_statement.cpp   bodies
#pragma once

#include <functional>
#include <set>

#include "network/flat/guarded.hpp"

namespace vicinal::flat {

using network::Expr;
using network::ExprId;
using network::Instance;
using network::Model;
using network::NodeId;
using network::Stmt;
using network::TypeId;

// The parts of a value, and when its evaluation fails (then they mean
// nothing).
struct Value {
  std::vector<TermId> parts;
  TermId fails;

  TermId one() const { return parts.front(); }
};

// Where a place may be: unless it fails, exactly one condition holds.
struct PlaceChoices {
  struct Choice {
    TermId when;
    std::uint32_t slot = 0;
  };
  std::vector<Choice> choices;
  TermId fails;
};

class Flattener {
 public:
  Flattener(const Instance& instance, Guarded& out);

  // Premises are wanted of as many of the first properties.
  void run(const std::vector<std::size_t>& properties, std::size_t premises);

  // Whether a part of the initial condition is true and does not fail, the
  // bound variables being these.
  TermId starts(ExprId formula, std::span<const Scalar> frame);

  // Afterwards: Refusal if there are more than most_starts.
  void count_starts();

 private:
  using Visit = std::function<void(TermId when)>;

  // flatten.cpp
  void add_slots(const std::string& name, TypeId type);
  void check_width(TypeId type, Span span);
  void check_widths();
  void spend(TermId term);
  void initial();
  bool settle();
  Span first_free() const;
  void judge(const network::Property& property);
  TermId premise(ExprId formula);
  void premises(ExprId formula, TermId when, std::vector<TermId>& some);

  // flatten_place.cpp
  TermId slot(std::uint32_t s, TypeId scalar);
  bool is_place(ExprId e) const;
  PlaceChoices place(ExprId e);
  PlaceChoices element_place(const Expr& e);
  PlaceChoices shared_place(const Expr& e);
  Value read(const PlaceChoices& place, TypeId type);
  TermId any_part(TypeId type, std::size_t part);
  TermId any_value(TypeId scalar);
  std::uint32_t field_offset(const Expr& e) const;
  std::vector<NodeId> nodes_of(TermId node) const;

  // flatten_expression.cpp
  Value value(ExprId e);
  TermId term(ExprId e, std::vector<TermId>& fails);
  Value operation(const Expr& e);
  Value logic(const Expr& e);
  Value arithmetic(const Expr& e);
  Value power(const Expr& e);
  Value comparison(const Expr& e);
  Value topology(const Expr& e);
  TermId dereferenced(network::ExprId reference, TermId value, TermId none);
  TermId process_constant(const Expr& e, network::NodeId n);
  Value conditional(const Expr& e);
  Value element(const Expr& e);
  Value queue(const Expr& e);
  Value family_member(const Expr& e, const network::FamilySize& size);
  TermId of_node(TermId node, const std::function<TermId(NodeId)>& f);

  // flatten_quantifier.cpp
  // Visits each choice of values for the binders from `at` on, with the
  // condition under which it is one; `fails` gets when a domain fails.
  void members(network::Range binders, TermId when, std::vector<TermId>& fails,
               const Visit& visit);
  void members_of(const network::Binder& binder, TermId when,
                  std::vector<TermId>& fails, const Visit& visit);
  void range(const network::Binder& binder, TermId when,
             std::vector<TermId>& fails, const Visit& visit);
  void bind(const network::Binder& binder, Scalar value, TermId when,
            const Visit& visit);
  void partial_sums(const std::vector<TermId>& parts,
                    std::vector<TermId>& fails);
  Value quantifier(const Expr& e);
  Bounds bounds_of(const std::vector<TermId>& numbers) const;
  Value extreme(const Expr& e);
  TermId best_so_far(bool least, const std::vector<TermId>& there,
                     const std::vector<TermId>& numbers);
  Value enabled();

  // flatten_step.cpp
  void steps_of(NodeId actor);
  void action(NodeId actor, std::uint32_t number);

  // flatten_statement.cpp
  void body(const network::Action& action, Step& step);
  using Block = std::vector<Command>;
  void statements(network::Range range, Block& block);
  void statement(const Stmt& s, Block& block);
  void assign(const Stmt& s, Block& block);
  void push(const Stmt& s, Block& block);
  void pop(const Stmt& s, Block& block);
  void branch(const Stmt& s, Block& block);
  void loop(const Stmt& s, std::uint32_t at, Block& block);
  void repeat(const Stmt& s, Block& block);
  using Emit = std::function<void(Block&)>;
  void check(TermId fails, Block& block, const Emit& then);
  void unless_failed(Block& block, const Emit& then);
  void store(std::uint32_t slot, TermId value, Block& block);
  void store(const PlaceChoices& place, TermId selected,
             const std::vector<TermId>& values, Block& block);
  TermId meet(const PlaceChoices& a, std::size_t size_a, const PlaceChoices& b,
              std::size_t size_b);
  TermId remember(TermId value, Block& block);
  TermId fresh(const Bounds& bounds, bool truth);
  TermId selector(const PlaceChoices& place, Block& block);
  TermId out_of_range(TypeId type, const std::vector<TermId>& parts);

  const Instance& instance_;
  const Model& model_;
  Guarded& out_;
  Terms& terms_;
  std::vector<Scalar> frame_;
  NodeId self_;
  bool starting_ = false;  // in the initial condition
  std::vector<TermId> problems_;
  std::vector<TermId> enabled_;  // steps, but for priorities
  std::uint64_t spent_ = 0;      // nodes of all terms so far
  std::uint64_t visits_ = 0;     // of members of domains so far

  // Of the body that is translated.
  Step* step_ = nullptr;
  bool may_fail_ = false;            // `failed` may be true here
  std::set<std::uint32_t> written_;  // slots, so far
  std::set<std::uint32_t> undone_;   // by a failure after that
};

}  // namespace vicinal::flat
