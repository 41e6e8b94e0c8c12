// SPDX-License-Identifier: MIT
// Statements. Values of one statement are in registers before the first of
// them is stored.
#include <algorithm>

#include "network/language/type_flow.hpp"
#include "network/steps/compile_impl.hpp"

namespace vicinal::network::inline steps {

namespace {

constexpr std::uint32_t most_written = 64;  // slots, where one is not known

}  // namespace

void Compilation::execute(Range statements) {
  for (std::uint32_t i = statements.begin; i < statements.end; ++i) {
    const std::uint32_t mark = registers_;
    run(model_[model_.stmt_children[i]]);
    registers_ = mark;
  }
}

void Compilation::run(const Stmt& s) {
  switch (s.kind) {
    case ast::StmtKind::assign:
      assign(s);
      return;
    case ast::StmtKind::branch: {
      Label otherwise;
      Label out;
      const Flow f = branch(s.condition, otherwise, false);
      if (f != Flow::jumps) execute(s.body);
      if (f == Flow::open && !s.otherwise.empty()) jump(Opcode::jump, out);
      bind(otherwise);
      if (f != Flow::falls) execute(s.otherwise);
      bind(out);
      return;
    }
    case ast::StmtKind::loop:
      choose(s.binders, [&] { execute(s.body); });
      return;
    case ast::StmtKind::repeat:
      repeat(s);
      return;
    case ast::StmtKind::push:
      push(s);
      return;
    case ast::StmtKind::pop:
      pop(s);
      return;
    case ast::StmtKind::skip:
    case ast::StmtKind::error:
      return;
  }
}

void Compilation::note_written(const Address& place, std::uint32_t count) {
  const Range slots =
      place.base ? place.within : Range{place.offset, place.offset + count};
  wide_ = wide_ || slots.size() > most_written;
  for (std::uint32_t s = slots.begin; s < slots.end && !wide_; ++s) {
    written_.push_back(s);
  }
}

// The number of what is noted.
std::uint32_t Compilation::all_written() {
  if (wide_) return Pool::anything;
  std::sort(written_.begin(), written_.end());
  written_.erase(std::unique(written_.begin(), written_.end()), written_.end());
  const auto next = static_cast<std::uint32_t>(pool_.written.size());
  const auto [at, fresh] = pool_.written_numbers.try_emplace(written_, next);
  if (fresh) pool_.written.push_back(written_);
  return at->second;
}

void Compilation::store(const Address& place, std::uint32_t from,
                        std::uint32_t count) {
  note_written(place, count);
  for (std::uint32_t i = 0; i < count; ++i) {
    if (place.base) {
      emit(Opcode::store_at, *place.base, from + i, place.offset + i);
    } else {
      emit(Opcode::store, place.offset + i, from + i);
    }
  }
}

// ---- ranges ----------------------------------------------------------------

void Compilation::check_scalar(TypeId type, const Operand& o) {
  const Bounds& bounds = instance_.size(type).bounds;
  if (o.bounds.low >= bounds.low && o.bounds.high <= bounds.high) return;
  emit(Opcode::check_range, pool_.constant(bounds.low), at(o),
       pool_.constant(bounds.high));
}

// Of a value in the memory. The unused part of a queue comes from a queue of
// the same type and needs no look.
void Compilation::check_range(TypeId id, std::uint32_t at) {
  const Type& type = model_[id];
  const TypeSize& size = instance_.size(id);
  switch (type.kind) {
    case TypeKind::structure:
      for (const FieldType& f : model_.structs[type.structure.index()].fields) {
        check_range(f.type, at);
        at += instance_.size(f.type).slots;
      }
      return;
    case TypeKind::queue: {
      Label done;
      for (std::uint32_t i = 0; i < size.size; ++i) {
        jump(Opcode::jump_less_equal, done, at, pool_.constant(i));
        check_range(type.element,
                    at + 1 + i * instance_.size(type.element).slots);
      }
      bind(done);
      return;
    }
    case TypeKind::array:
    case TypeKind::node_array:
      for (std::uint32_t i = 0; i < size.size; ++i) {
        check_range(type.element, at);
        at += instance_.size(type.element).slots;
      }
      return;
    default:
      check_scalar(id, in_memory(at, {INT64_MIN, INT64_MAX}));
  }
}

void Compilation::check_assigned(TypeId type, ExprId value, std::uint32_t at) {
  if (!needs_check(model_, value, type)) return;
  check_range(type, at);
}

// ---- assignments -----------------------------------------------------------

void Compilation::assign_scalar(const Stmt& s) {
  const ExprId target = model_.expr_children[s.targets.begin];
  const Address place = address_of(target);
  const Operand value = scalar(model_.expr_children[s.values.begin]);
  check_scalar(model_[target].type, value);
  store(place, at(value), 1);
}

void Compilation::assign(const Stmt& s) {
  if (s.targets.size() == 1) {
    const TypeId type = model_[model_.expr_children[s.targets.begin]].type;
    if (instance_.size(type).slots == 1 && !aggregate(type)) {
      assign_scalar(s);
      return;
    }
  }
  struct Target {
    Address place;
    TypeId type;
    std::uint32_t slots = 0;
    std::uint32_t value = 0;
  };
  std::vector<Target> targets;
  for (std::uint32_t i = 0; i < s.targets.size(); ++i) {
    const ExprId e = model_.expr_children[s.targets.begin + i];
    targets.push_back({address_of(e), model_[e].type, slots(e), 0});
  }
  for (std::uint32_t i = 0; i < s.targets.size(); ++i) {
    targets[i].value = take(targets[i].slots);
    into(model_.expr_children[s.values.begin + i], targets[i].value);
  }
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const Target& t = targets[i];
    check_assigned(
        t.type,
        model_.expr_children[s.values.begin + static_cast<std::uint32_t>(i)],
        t.value);
    for (std::size_t j = 0; j < i; ++j) {
      apart(t.place, t.slots, targets[j].place, targets[j].slots);
    }
  }
  for (const Target& t : targets) store(t.place, t.value, t.slots);
}

// Fails if two places have a slot in common.
void Compilation::apart(const Address& a, std::uint32_t slots_a,
                        const Address& b, std::uint32_t slots_b) {
  const auto end = [&](const Address& place, std::uint32_t count) {
    return address({place.base, place.offset + count, place.within});
  };
  const Operand first[] = {address(a), address(b)};
  const Operand last[] = {end(a, slots_a), end(b, slots_b)};
  if (!a.base && !b.base) {
    if (first[0].value < last[1].value && first[1].value < last[0].value) {
      emit(Opcode::fail);
    }
    return;
  }
  Label good;
  jump(Opcode::jump_less_equal, good, at(last[1]), at(first[0]));
  jump(Opcode::jump_less_equal, good, at(last[0]), at(first[1]));
  emit(Opcode::fail);
  bind(good);
}

// ---- queues and loops ------------------------------------------------------

void Compilation::push(const Stmt& s) {
  const ExprId target = model_.expr_children[s.targets.begin];
  const ExprId source = model_.expr_children[s.values.begin];
  const TypeId type = model_[target].type;
  const TypeId element = model_[type].element;
  const std::uint32_t count = instance_.size(element).slots;
  const Scalar most = instance_.size(type).size;
  const Address queue = address_of(target);
  const std::uint32_t value = take(count);
  into(source, value);
  check_assigned(element, source, value);
  const Operand length = load(queue, {0, most});
  Address end = queue;
  if (!end.base) end.within = {end.offset, end.offset + slots(target)};
  ++end.offset;
  // Beyond the last element: the queue is full.
  add_index(end, length, 0, most, count);
  const Operand more = binary(Opcode::sum, length, constant(1));
  store(end, value, count);
  store(queue, at(more), 1);
}

void Compilation::pop(const Stmt& s) {
  const ExprId target = model_.expr_children[s.targets.begin];
  const TypeId element = model_[model_[target].type].element;
  const Address place = address_of(target);
  note_written(place, slots(target));
  const Operand queue = address(place);
  emit(Opcode::pop, 0, at(queue), table(defaults, element.value),
       instance_.size(element).slots);
}

void Compilation::repeat(const Stmt& s) {
  Label again;
  Label done;
  const std::uint32_t rounds = emit(Opcode::copy, take(), pool_.constant(0));
  bind(again);
  if (branch(s.condition, done, false) != Flow::jumps) {
    emit(Opcode::round, 0, rounds);
    execute(s.body);
    jump(Opcode::jump, again);
  }
  bind(done);
}

}  // namespace vicinal::network::inline steps
