// SPDX-License-Identifier: MIT
// Statements (design 3.2).
#include <algorithm>

#include "network/base/budget.hpp"

#include "network/semantics/evaluator.hpp"

namespace vicinal::network::inline semantics {

namespace {

constexpr int max_rounds = 1'000'000;

}  // namespace

void Evaluator::execute(Range statements, const Context& context) const {
  const Model& model = *instance_.model;
  for (std::uint32_t i = statements.begin; i < statements.end; ++i) {
    run(model[model.stmt_children[i]], context);
  }
}

void Evaluator::run(const Stmt& s, const Context& context) const {
  switch (s.kind) {
    case ast::StmtKind::assign:
      assign(s, context);
      break;
    case ast::StmtKind::branch:
      branch(s, context);
      break;
    case ast::StmtKind::loop:
      if (!loop(s, s.binders.begin, context)) note_way(s, false);
      break;
    case ast::StmtKind::repeat:
      repeat(s, context);
      break;
    case ast::StmtKind::push:
      push(s, context);
      break;
    case ast::StmtKind::pop:
      pop(s, context);
      break;
    case ast::StmtKind::skip:
    case ast::StmtKind::error:
      break;
  }
}

// Each scalar of a value within the bounds of its type. The unused part of a
// queue comes from a queue of the same type and needs no look.
void Evaluator::check_range(TypeId id, std::span<const Scalar> value,
                            Span span) const {
  const Model& model = *instance_.model;
  const Type& type = model[id];
  const TypeSize& size = instance_.size(id);
  std::size_t at = 0;
  const auto part = [&](TypeId t) {
    const std::uint32_t slots = instance_.size(t).slots;
    check_range(t, value.subspan(at, slots), span);
    at += slots;
  };
  switch (type.kind) {
    case TypeKind::structure:
      for (const FieldType& f : model.structs[type.structure.index()].fields) {
        part(f.type);
      }
      return;
    case TypeKind::array:
    case TypeKind::node_array:
      for (std::uint32_t i = 0; i < size.size; ++i) part(type.element);
      return;
    case TypeKind::queue:
      at = 1;
      for (Scalar i = 0; i < value[0]; ++i) part(type.element);
      return;
    default:
      if (value[0] < size.bounds.low || value[0] > size.bounds.high) {
        throw ModelError{ErrorKind::out_of_range, span};
      }
  }
}

void Evaluator::assign(const Stmt& s, const Context& context) const {
  const Model& model = *instance_.model;
  struct Target {
    std::uint32_t slot;
    std::uint32_t slots;
    std::size_t value;  // first in `values`
  };
  // Most assignments are of one scalar.
  if (s.targets.size() == 1) {
    const ExprId target = model.expr_children[s.targets.begin];
    const TypeId type = model[target].type;
    if (instance_.size(type).slots == 1) {
      const std::uint32_t slot = locate(target, context);
      const ExprId source = model.expr_children[s.values.begin];
      const Scalar value = scalar(source, context);
      check_range(type, {&value, 1}, s.span);
      note_write(slot, 1);
      context.valuation.values[slot] = value;
      return;
    }
  }
  std::vector<Target> targets;
  std::size_t total = 0;
  for (std::uint32_t i = 0; i < s.targets.size(); ++i) {
    const ExprId target = model.expr_children[s.targets.begin + i];
    const std::uint32_t slots = instance_.size(model[target].type).slots;
    targets.push_back({locate(target, context), slots, total});
    total += slots;
  }
  std::vector<Scalar> buffer(total);
  for (std::uint32_t i = 0; i < s.values.size(); ++i) {
    evaluate(model.expr_children[s.values.begin + i], context,
             std::span(buffer).subspan(targets[i].value, targets[i].slots));
  }
  for (std::size_t i = 0; i < targets.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (targets[i].slot < targets[j].slot + targets[j].slots &&
          targets[j].slot < targets[i].slot + targets[i].slots) {
        throw ModelError{ErrorKind::same_place, s.span};
      }
    }
  }
  for (std::uint32_t i = 0; i < targets.size(); ++i) {
    check_range(model[model.expr_children[s.targets.begin + i]].type,
                std::span(buffer).subspan(targets[i].value, targets[i].slots),
                s.span);
  }
  for (const Target& t : targets) {
    note_write(t.slot, t.slots);
    std::copy_n(buffer.begin() + static_cast<std::ptrdiff_t>(t.value), t.slots,
                context.valuation.values + t.slot);
  }
}

void Evaluator::push(const Stmt& s, const Context& context) const {
  const Model& model = *instance_.model;
  const ExprId target = model.expr_children[s.targets.begin];
  const ExprId source = model.expr_children[s.values.begin];
  const TypeId type = model[target].type;
  const std::uint32_t slot = locate(target, context);
  const TypeId element = model[type].element;
  const std::uint32_t slots = instance_.size(element).slots;
  std::vector<Scalar> value(slots);
  evaluate(source, context, value);
  Scalar* queue = context.valuation.values + slot;
  note(slot);
  if (queue[0] == instance_.size(type).size) {
    throw ModelError{ErrorKind::queue_full, s.span};
  }
  check_range(element, value, s.span);
  const Scalar end = 1 + queue[0] * static_cast<Scalar>(slots);
  note_write(slot, 1);
  note_write(slot + static_cast<std::uint32_t>(end), slots);
  std::copy_n(value.begin(), slots, queue + end);
  ++queue[0];
}

void Evaluator::pop(const Stmt& s, const Context& context) const {
  const Model& model = *instance_.model;
  const ExprId target = model.expr_children[s.targets.begin];
  const TypeId type = model[target].type;
  const std::uint32_t slot = locate(target, context);
  Scalar* queue = context.valuation.values + slot;
  note(slot, instance_.size(type).slots);
  if (queue[0] == 0) throw ModelError{ErrorKind::queue_empty, s.span};
  note_write(slot, instance_.size(type).slots);
  const TypeId element = model[type].element;
  const auto slots = static_cast<std::ptrdiff_t>(instance_.size(element).slots);
  std::copy(queue + 1 + slots, queue + 1 + queue[0] * slots, queue + 1);
  --queue[0];
  // What is not used holds the default, so that equal queues are equal.
  default_value(
      instance_, element,
      {queue + 1 + queue[0] * slots, static_cast<std::size_t>(slots)});
}

void Evaluator::branch(const Stmt& s, const Context& context) const {
  const bool into = holds(s.condition, context);
  note_way(s, into);
  execute(into ? s.body : s.otherwise, context);
}

bool Evaluator::loop(const Stmt& s, std::uint32_t at,
                     const Context& context) const {
  if (at == s.binders.end) {
    note_way(s, true);
    execute(s.body, context);
    return true;
  }
  // The members are those there were when the loop began.
  const Binder& binder = instance_.model->binders[at];
  const Domain domain = domain_of(binder, *this, context);
  bool any = false;
  for (Scalar i = domain.begin; i < domain.end; ++i) {
    poll();
    context.frame[binder.slot] =
        domain.use_list ? domain.listed[static_cast<std::size_t>(i)] : i;
    any |= loop(s, at + 1, context);
  }
  return any;
}

void Evaluator::repeat(const Stmt& s, const Context& context) const {
  for (int round = 0; holds(s.condition, context); ++round) {
    poll();
    note_way(s, true);
    if (round == max_rounds) {
      throw ModelError{ErrorKind::endless_loop, s.span};
    }
    execute(s.body, context);
  }
  note_way(s, false);
}

}  // namespace vicinal::network::inline semantics
