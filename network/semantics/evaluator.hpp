// SPDX-License-Identifier: MIT
// Evaluates expressions and executes statements of a model on values: the
// exact semantics of design 3.2 and 3.3.
//
// Values are read through a Valuation, so that the same code serves whole
// states and views (the neighbourhoods of a few nodes).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "network/semantics/branch_watch.hpp"
#include "network/semantics/instance.hpp"
#include "network/semantics/recorder.hpp"

namespace vicinal::network::inline semantics {

enum class ErrorKind : std::uint8_t {
  out_of_range,  // assignment out of the range of its type
  bad_index,     // index out of bounds
  division_by_zero,
  negative_exponent,
  overflow,       // of 64 bits; on `int` a limit, not an error (design 3.1)
  none_followed,  // following a reference that is none
  queue_full,     // push
  queue_empty,    // pop, head
  no_member,      // the least or greatest of none
  same_place,     // assigned twice in one statement
  endless_loop,   // a while of more than 10^6 rounds
};

// A model error (design 3.2), thrown by Evaluator. `span` is the expression
// or the statement that failed.
struct ModelError {
  ErrorKind kind = ErrorKind::out_of_range;
  Span span;
};

// "assignment out of the range of its type", ...
std::string_view error_text(ErrorKind kind);

inline constexpr std::uint32_t not_shown = UINT32_MAX;

// Where variables lie in `values`: per node, edge and shared variable the
// first scalar, or `not_shown`. For a whole state these are the instance's own
// tables. `known` may be null: then all that is seen is known; else a scalar
// is known if its entry is not 0 (only Kleene looks at it). `within` may be
// null, too: else it says where scalars lie that are not known.
struct Valuation {
  Scalar* values = nullptr;
  const std::uint32_t* node_base = nullptr;
  const std::uint32_t* edge_base = nullptr;
  const std::uint32_t* shared_base = nullptr;
  const std::uint8_t* known = nullptr;
  const Bounds* within = nullptr;
};

// The valuation of a whole state.
Valuation whole(const Instance& instance, Scalar* state);

// Values of bound variables (Model::frame of them), and who acts.
struct Context {
  Valuation valuation;
  NodeId self;  // none: a rule, a property, an init
  Scalar* frame = nullptr;
};

// Recursion as deep as the model's expressions are nested (bounded by the
// front end). Reading what the valuation does not show is a contract
// violation. Thread-safe for different contexts.
class Evaluator {
 public:
  explicit Evaluator(const Instance& instance) : instance_(instance) {}

  // The value of an expression of one slot. Throws ModelError.
  Scalar scalar(ExprId e, const Context& context) const;
  bool holds(ExprId e, const Context& context) const {
    return scalar(e, context) != 0;
  }

  // The value of any expression; out.size() is its number of slots.
  void evaluate(ExprId e, const Context& context, std::span<Scalar> out) const;

  // The place that an expression names, as an index into values; `type` is
  // that of the place. Throws ModelError for indices.
  std::uint32_t locate(ExprId e, const Context& context) const;

  // Executes statements in order; changes context.valuation.values. After a
  // ModelError the values are unspecified.
  void execute(Range statements, const Context& context) const;

  const Instance& instance() const { return instance_; }

  // From now on tells what it reads and writes, of whole states only; null:
  // nobody. The recorder must outlive it.
  void tell(Recorder* recorder) { recorder_ = recorder; }

  // From now on tells which way statements go; null: nobody. The watch must
  // outlive it.
  void watch(BranchWatch* watch) { watch_ = watch; }

 private:
  Scalar operation(const Expr& e, const Context& context) const;
  Scalar logic(const Expr& e, const Context& context) const;
  Scalar arithmetic(const Expr& e, const Context& context) const;
  Scalar equality(const Expr& e, const Context& context) const;
  Scalar topology(const Expr& e, const Context& context) const;
  Scalar queue(const Expr& e, const Context& context) const;
  Scalar quantifier(const Expr& e, const Context& context) const;
  Scalar quantify(const Expr& e, const Context& context) const;
  std::uint32_t family_member(const Expr& e, const FamilySize& size,
                              const Context& context) const;
  std::uint32_t base(const Expr& e, const Context& context) const;
  std::uint32_t element_offset(const Expr& e, const Scalar* array,
                               const Context& context) const;
  std::vector<Scalar> values(ExprId e, const Context& context) const;
  bool is_place(ExprId e) const;
  std::uint32_t field_offset(const Expr& e) const;

  void run(const Stmt& s, const Context& context) const;
  void assign(const Stmt& s, const Context& context) const;
  void push(const Stmt& s, const Context& context) const;
  void pop(const Stmt& s, const Context& context) const;
  void branch(const Stmt& s, const Context& context) const;
  // Whether there was a round.
  bool loop(const Stmt& s, std::uint32_t at, const Context& context) const;
  void repeat(const Stmt& s, const Context& context) const;
  void check_range(TypeId type, std::span<const Scalar> value, Span span) const;

  // Reading a place of a state.
  void note(std::uint32_t slot, std::size_t count = 1) const {
    if (recorder_ != nullptr) recorder_->read(slot, count);
  }
  void note_write(std::uint32_t slot, std::size_t count) const {
    if (recorder_ != nullptr) recorder_->write(slot, count);
  }

  void note_way(const Stmt& s, bool into) const {
    if (watch_ != nullptr) watch_->went(s, into);
  }

  const Instance& instance_;
  Recorder* recorder_ = nullptr;
  BranchWatch* watch_ = nullptr;
};

// The members of a binder's domain, given the values of earlier binders:
// begin <= value < end for each piece, in the order that quantifiers and
// actions use: ids of nodes or edges, integers, constants. Nodes of a process
// may be in several families, members of a port set are any edges: then
// `listed` holds them, and begin, end index it.
struct Domain {
  Scalar begin = 0;
  Scalar end = 0;
  std::vector<Scalar> listed;
  bool use_list = false;

  Scalar size() const { return end - begin; }
  Scalar operator[](Scalar i) const {
    return use_list ? listed[static_cast<std::size_t>(i)] : begin + i;
  }
};
Domain domain_of(const Binder& binder, const Evaluator& evaluator,
                 const Context& context);

// Whether some action or rule is enabled (`enabled`, design 3.1), in a whole
// state. Defined with the steps (steps.cpp).
bool any_enabled(const Instance& instance, const Context& context);

}  // namespace vicinal::network::inline semantics
