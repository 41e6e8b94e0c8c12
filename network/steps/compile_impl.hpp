// SPDX-License-Identifier: MIT
// The compilation of one program. Shared by compile*.cpp only.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "network/language/questions.hpp"
#include "network/semantics/evaluator.hpp"
#include "network/steps/program.hpp"

namespace vicinal::network::inline steps {

class Compilation {
 public:
  // Thrown where a program cannot be made.
  struct Refused {};

  Compilation(Pool& pool, NodeId self, std::size_t most_unrolled);

  void action(const Action& action, std::uint32_t number);
  void value(ExprId e);
  Program finish();

 private:
  // A scalar: a constant, or a place in the memory.
  struct Operand {
    bool constant = false;
    Scalar value = 0;
    std::uint32_t at = 0;
    Bounds bounds;  // it lies within
  };
  // Scalars in the memory from offset on, or, if there is a register, from
  // what it holds + offset on.
  struct Address {
    std::optional<std::uint32_t> base;
    std::uint32_t offset = 0;
    Range within;  // if there is a register: slots that it lies among
  };
  struct Label {
    std::uint32_t position = UINT32_MAX;
    std::vector<std::uint32_t> jumps;  // that wait for it
  };
  // What is known of a jump: it is made, is not made, may be made.
  enum class Flow { jumps, falls, open };
  struct SignedPart {
    ExprId e;
    bool positive = true;
  };
  // Of a binder: those at positions low..high of a table, or low..high.
  struct Members {
    Operand low, high;
    std::optional<std::uint32_t> table;
  };
  // Of a function from nodes or edges to numbers.
  enum Table {
    variable,
    edge,
    port,
    first_dart,
    last_dart,
    darts,
    reference,
    node_index,
    constant_of,
    members,
    defaults
  };

  // compile.cpp: code, registers, members
  std::uint32_t emit(Opcode op, std::uint32_t dst = 0, std::uint32_t a = 0,
                     std::uint32_t b = 0, std::size_t n = 0);
  void jump(Opcode op, Label& label, std::uint32_t a = 0, std::uint32_t b = 0);
  void bind(Label& label);
  std::uint32_t take(std::size_t count = 1);
  Operand constant(Scalar value) const;
  Operand in_memory(std::uint32_t at, Bounds bounds) const;
  std::uint32_t at(const Operand& o);
  Operand lookup(Table table, std::uint32_t item, const Operand& index,
                 Bounds bounds);
  std::uint32_t table(Table table, std::uint32_t item);
  std::vector<Scalar> entries(Table table, std::uint32_t item) const;
  Scalar entry(Table table, std::uint32_t item, std::size_t index) const;
  Members members_of(const Binder& binder);
  void choose(Range binders, const std::function<void()>& body);
  void loop(const Binder& binder, const Members& m, Range rest,
            const std::function<void()>& body);
  bool guard(const Action& action, Label& next);

  // compile_branch.cpp
  Flow branch(ExprId e, Label& label, bool sense);
  Flow always(Label& label, bool jumps);
  Flow any(const std::vector<SignedPart>& parts, Label& label, bool sense);
  std::vector<SignedPart> parts_of(const Expr& e, bool positive) const;
  Flow compare(const Expr& e, Label& label, bool sense);
  Flow choice(const Expr& e, Label& label, bool sense);
  Flow all_members(const Expr& e, Label& label, bool sense);
  Flow some_enabled(Label& label, bool sense);

  // compile_expr.cpp
  Operand scalar(ExprId e);
  Operand operation(const Expr& e, ExprId id);
  Operand truth(ExprId e);
  Operand conditional(const Expr& e);
  Operand arithmetic(const Expr& e);
  Operand binary(Opcode op, const Operand& a, const Operand& b);
  Operand unary(Opcode op, const Operand& a);
  Operand equality(const Expr& e);
  Operand topology(const Expr& e);
  Operand quantifier(const Expr& e);
  Operand extreme(const Expr& e);

  // compile_place.cpp
  bool aggregate(TypeId type) const;
  std::uint32_t slots(ExprId e) const;
  Address address_of(ExprId e);
  Address root(const Expr& e);
  Address element(const Expr& e);
  void add_index(Address& place, const Operand& index, Scalar low, Scalar size,
                 Scalar stride);
  Address family_member(const Expr& e, const FamilySize& size, Scalar stride);
  Operand address(const Address& place);
  Operand load(const Address& place, Bounds bounds);
  void load(const Address& place, std::uint32_t to, std::uint32_t count);
  std::uint32_t fixed(ExprId e);
  void into(ExprId e, std::uint32_t to);

  // compile_stmt.cpp
  void execute(Range statements);
  void run(const Stmt& s);
  void assign(const Stmt& s);
  void assign_scalar(const Stmt& s);
  void apart(const Address& a, std::uint32_t slots_a, const Address& b,
             std::uint32_t slots_b);
  void push(const Stmt& s);
  void pop(const Stmt& s);
  void repeat(const Stmt& s);
  void check_range(TypeId type, std::uint32_t at);
  void check_scalar(TypeId type, const Operand& o);
  void check_assigned(TypeId type, ExprId value, std::uint32_t at);
  void store(const Address& place, std::uint32_t from, std::uint32_t count);
  void note_written(const Address& place, std::uint32_t count);
  std::uint32_t all_written();

  Pool& pool_;
  const Instance& instance_;
  const Model& model_;
  NodeId self_;
  const std::size_t most_unrolled_;  // copies of a body
  std::vector<Operand> frame_;
  Answers can_fail_;  // whether evaluating it may be a model error
  Program program_;
  std::vector<std::uint32_t> written_;  // by the step that is compiled
  bool wide_ = false;                   // it may write a great many
  std::uint32_t registers_ = 0;         // taken
  std::size_t unrolled_ = 1;            // copies of the code that is written
  bool in_enabled_ = false;
};

}  // namespace vicinal::network::inline steps
