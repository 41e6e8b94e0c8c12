// SPDX-License-Identifier: MIT
// Code is written front to back; jumps to what is not written yet wait at a
// label. Registers are taken like a stack: each statement and each choice of
// members gives back what it took.
#include "network/steps/compile.hpp"

#include <algorithm>
#include <stdexcept>

#include "network/language/traits.hpp"
#include "network/steps/compile_impl.hpp"

namespace vicinal::network::inline steps {

namespace {

constexpr std::size_t most_code = std::size_t{1} << 18;

}  // namespace

std::optional<Program> Compiler::steps(NodeId actor, std::uint32_t first,
                                       std::uint32_t last,
                                       std::uint32_t number) {
  try {
    Compilation c(pool_, actor, most_unrolled_);
    const auto& actions = actor.valid() ? pool_.instance.process(actor).actions
                                        : pool_.instance.model->rules;
    for (std::uint32_t a = first; a < last; ++a) {
      c.action(actions[a], number + (a - first));
    }
    return c.finish();
  } catch (const Compilation::Refused&) {
    return std::nullopt;
  }
}

std::optional<Program> Compiler::value(ExprId e) {
  try {
    Compilation c(pool_, NodeId::none(), most_unrolled_);
    c.value(e);
    return c.finish();
  } catch (const Compilation::Refused&) {
    return std::nullopt;
  }
}

Compilation::Compilation(Pool& pool, NodeId self, std::size_t most_unrolled)
    : pool_(pool),
      instance_(pool.instance),
      model_(*pool.instance.model),
      self_(self),
      most_unrolled_(most_unrolled),
      frame_(model_.frame),
      can_fail_(model_, [](const Expr& e) { return can_fail(e); }) {}

Program Compilation::finish() {
  emit(Opcode::end);
  return std::move(program_);
}

void Compilation::value(ExprId e) {
  program_.result = take();
  emit(Opcode::copy, program_.result, at(scalar(e)));
}

// ---- code and registers ----------------------------------------------------

std::uint32_t Compilation::emit(Opcode op, std::uint32_t dst, std::uint32_t a,
                                std::uint32_t b, std::size_t n) {
  if (program_.code.size() == most_code || n > UINT16_MAX) throw Refused{};
  program_.code.push_back({op, static_cast<std::uint16_t>(n), dst, a, b});
  return dst;
}

void Compilation::jump(Opcode op, Label& label, std::uint32_t a,
                       std::uint32_t b) {
  if (label.position == UINT32_MAX) {
    label.jumps.push_back(static_cast<std::uint32_t>(program_.code.size()));
  }
  emit(op, label.position, a, b);
}

void Compilation::bind(Label& label) {
  label.position = static_cast<std::uint32_t>(program_.code.size());
  for (const std::uint32_t j : label.jumps) {
    program_.code[j].dst = label.position;
  }
}

std::uint32_t Compilation::take(std::size_t count) {
  if (count > most_registers - registers_) throw Refused{};
  const std::uint32_t first = pool_.first_register + registers_;
  registers_ += static_cast<std::uint32_t>(count);
  return first;
}

Compilation::Operand Compilation::constant(Scalar value) const {
  return {true, value, 0, {value, value}};
}

Compilation::Operand Compilation::in_memory(std::uint32_t at,
                                            Bounds bounds) const {
  return {false, 0, at, bounds};
}

std::uint32_t Compilation::at(const Operand& o) {
  return o.constant ? pool_.constant(o.value) : o.at;
}

// ---- tables ----------------------------------------------------------------

// -1: there is nothing; 0..-1: no darts.
Scalar Compilation::entry(Table table, std::uint32_t item,
                          std::size_t index) const {
  const Network& network = instance_.network;
  if (table == edge) {
    return index < instance_.edge_base.size()
               ? Scalar{instance_.edge_base[index]}
               : Scalar{-1};
  }
  if (index >= network.node_count()) return table == first_dart ? 0 : -1;
  const NodeId n(index);
  const ProcessId process = instance_.process_id(n);
  const Process& p = model_[process];
  switch (table) {
    case variable:
      if (item >= p.variables.size()) return -1;
      return instance_.node_base[index] +
             Scalar{instance_.variable_offsets[process.index()][item]};
    case port:
    case first_dart:
    case last_dart: {
      const Range darts_there =
          item < p.ports.size() ? network.darts_at(n, item) : Range{};
      if (table == first_dart) return darts_there.begin;
      if (table == last_dart) return Scalar{darts_there.end} - 1;
      return darts_there.empty() ? -1
                                 : network.dart_edge[darts_there.begin].value;
    }
    case reference:
      return instance_.family_of[index].value == item
                 ? Scalar{instance_.index_in_family(n)}
                 : Scalar{-2};
    case node_index:
      return instance_.index_in_family(n);
    case constant_of:
      if (item >= p.constants.size()) return -1;
      return instance_.constants[instance_.constant_begin[index] + item];
    default:
      throw std::logic_error("Compilation: a table of something else");
  }
}

std::vector<Scalar> Compilation::entries(Table table,
                                         std::uint32_t item) const {
  std::vector<Scalar> out;
  switch (table) {
    case darts:
      for (const EdgeId e : instance_.network.dart_edge) {
        out.push_back(e.value);
      }
      break;
    case members:
      for (std::size_t f = 0; f < model_.node_families.size(); ++f) {
        if (model_.node_families[f].process.value != item) continue;
        const FamilySize& size = instance_.node_families[f];
        for (std::uint32_t i = 0; i < size.count; ++i) {
          out.push_back(size.first + Scalar{i});
        }
      }
      break;
    case defaults:
      out.resize(instance_.types[item].slots);
      default_value(instance_, TypeId(item), out);
      break;
    default: {
      const std::size_t count = table == edge ? instance_.edge_base.size()
                                              : instance_.family_of.size();
      for (std::size_t i = 0; i < count; ++i) {
        out.push_back(entry(table, item, i));
      }
    }
  }
  return out;
}

std::uint32_t Compilation::table(Table table, std::uint32_t item) {
  const auto next = static_cast<std::uint32_t>(pool_.tables.size());
  const auto [at, fresh] =
      pool_.table_numbers.try_emplace({int{table}, item}, next);
  if (fresh) pool_.tables.push_back(entries(table, item));
  return at->second;
}

Compilation::Operand Compilation::lookup(Table table, std::uint32_t item,
                                         const Operand& index, Bounds bounds) {
  if (index.constant && table != darts && table != members) {
    return constant(entry(table, item, static_cast<std::size_t>(index.value)));
  }
  const std::uint32_t number = this->table(table, item);
  return in_memory(emit(Opcode::lookup, take(), at(index), number), bounds);
}

// ---- members ---------------------------------------------------------------

Compilation::Members Compilation::members_of(const Binder& binder) {
  const auto from = [&](Scalar first, Scalar count) -> Members {
    return {constant(first), constant(first + count - 1), std::nullopt};
  };
  switch (binder.domain) {
    case DomainKind::node_family: {
      const FamilySize& size = instance_.node_families[binder.item];
      return from(size.first, size.count);
    }
    case DomainKind::edge_family: {
      const FamilySize& size = instance_.edge_families[binder.item];
      return from(size.first, size.count);
    }
    case DomainKind::process: {
      Members m;
      m.table = table(members, binder.item);
      m.low = constant(0);
      m.high = constant(static_cast<Scalar>(pool_.tables[*m.table].size()) - 1);
      return m;
    }
    case DomainKind::port_set: {
      const Operand node = scalar(binder.node);
      const Bounds bounds{-1,
                          static_cast<Scalar>(instance_.network.dart_count())};
      return {lookup(first_dart, binder.item, node, bounds),
              lookup(last_dart, binder.item, node, bounds), table(darts, 0)};
    }
    case DomainKind::range:
      return {scalar(binder.low), scalar(binder.high), std::nullopt};
    case DomainKind::enumeration:
      break;
  }
  return from(0,
              static_cast<Scalar>(model_.enums[binder.item].constants.size()));
}

// Writes `body` for all choices of the binders, the last one fastest; it finds
// the choice in frame_.
void Compilation::choose(Range binders, const std::function<void()>& body) {
  const std::uint32_t mark = registers_;
  if (binders.empty()) {
    body();
    registers_ = mark;
    return;
  }
  const Binder& binder = model_.binders[binders.begin];
  const Range rest{binders.begin + 1, binders.end};
  const Members m = members_of(binder);
  const bool known = m.low.constant && m.high.constant;
  const std::uint64_t more = static_cast<std::uint64_t>(m.high.value) -
                             static_cast<std::uint64_t>(m.low.value);
  if (known && m.high.value < m.low.value) {
    registers_ = mark;
    return;
  }
  if (!known || more >= most_unrolled_ / unrolled_) {
    loop(binder, m, rest, body);
    registers_ = mark;
    return;
  }
  const std::size_t before = unrolled_;
  unrolled_ *= more + 1;
  for (std::uint64_t i = 0; i <= more; ++i) {
    const Scalar at = m.low.value + static_cast<Scalar>(i);
    frame_[binder.slot] = constant(
        m.table ? pool_.tables[*m.table][static_cast<std::size_t>(at)] : at);
    choose(rest, body);
  }
  unrolled_ = before;
  registers_ = mark;
}

void Compilation::loop(const Binder& binder, const Members& m, Range rest,
                       const std::function<void()>& body) {
  Label again;
  Label done;
  const std::uint32_t i = emit(Opcode::copy, take(), at(m.low));
  std::uint32_t high = at(m.high);
  // The members are those there were when the loop began.
  if (!m.high.constant) high = emit(Opcode::copy, take(), high);
  if (m.high.bounds.high == INT64_MAX) {
    // Of so many the interpreter knows.
    Label fewer;
    jump(Opcode::jump_not_equal, fewer, high, pool_.constant(INT64_MAX));
    emit(Opcode::fail);
    bind(fewer);
  }
  jump(Opcode::jump_less, done, high, i);
  bind(again);
  const Bounds bounds{m.low.bounds.low, m.high.bounds.high};
  frame_[binder.slot] = in_memory(i, bounds);
  if (m.table) {
    frame_[binder.slot] =
        in_memory(emit(Opcode::lookup, take(), i, *m.table), {0, UINT32_MAX});
  }
  choose(rest, body);
  jump(Opcode::next, again, i, high);
  bind(done);
}

// ---- actions ---------------------------------------------------------------

// Jumps where the binding is not enabled. False: it never is.
bool Compilation::guard(const Action& action, Label& next) {
  return !action.guard.valid() ||
         branch(action.guard, next, false) != Flow::jumps;
}

// With a priority: the greatest one first, then all that have it.
void Compilation::action(const Action& action, std::uint32_t number) {
  const bool contest = action.priority.valid();
  std::uint32_t greatest = 0;
  if (contest) {
    greatest = emit(Opcode::copy, take(), pool_.constant(INT64_MIN));
    choose(action.binders, [&] {
      Label next;
      if (guard(action, next)) {
        emit(Opcode::maximum, greatest, greatest, at(scalar(action.priority)));
      }
      bind(next);
    });
  }
  choose(action.binders, [&] {
    Label next;
    if (guard(action, next)) {
      if (contest) {
        const std::uint32_t mine = at(scalar(action.priority));
        jump(Opcode::jump_less, next, mine, greatest);
      }
      written_.clear();
      wide_ = false;
      execute(action.body);
      emit(Opcode::emit, 0, number, all_written());
    }
    bind(next);
  });
}

}  // namespace vicinal::network::inline steps
