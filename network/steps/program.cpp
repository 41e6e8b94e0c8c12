// SPDX-License-Identifier: MIT
// One loop over instructions. Slots that a step writes are noted with what
// stood there, so that each step begins in the same state.
#include "network/steps/program.hpp"

#include <algorithm>

#include "network/base/arithmetic.hpp"
#include "network/base/budget.hpp"

namespace vicinal::network::inline steps {

namespace {

constexpr Scalar most_rounds = 1'000'000;

// Operators on scalars that are in the memory. False: there is no result.
[[gnu::always_inline]] inline bool compute(const Instruction& i, Scalar* m) {
  switch (i.op) {
    case Opcode::copy_range:
      std::copy_n(m + i.a, i.n, m + i.dst);
      return true;
    case Opcode::sum:
      m[i.dst] = m[i.a] + m[i.b];
      return true;
    case Opcode::add:
      return !__builtin_add_overflow(m[i.a], m[i.b], m + i.dst);
    case Opcode::subtract:
      return !__builtin_sub_overflow(m[i.a], m[i.b], m + i.dst);
    case Opcode::multiply:
      return !__builtin_mul_overflow(m[i.a], m[i.b], m + i.dst);
    case Opcode::divide:
      return divide(m[i.a], m[i.b], m[i.dst]);
    case Opcode::modulo:
      return modulo(m[i.a], m[i.b], m[i.dst]);
    case Opcode::power:
      return power(m[i.a], m[i.b], m[i.dst]);
    case Opcode::minimum:
      m[i.dst] = std::min(m[i.a], m[i.b]);
      return true;
    case Opcode::maximum:
      m[i.dst] = std::max(m[i.a], m[i.b]);
      return true;
    case Opcode::negate:
      return !__builtin_sub_overflow(Scalar{0}, m[i.a], m + i.dst);
    case Opcode::absolute:
      if (m[i.a] == INT64_MIN) return false;
      m[i.dst] = m[i.a] < 0 ? -m[i.a] : m[i.a];
      return true;
    case Opcode::equal:
      m[i.dst] = m[i.a] == m[i.b];
      return true;
    case Opcode::less_equal:
      m[i.dst] = m[i.a] <= m[i.b];
      return true;
    case Opcode::logical_not:
      m[i.dst] = m[i.a] == 0;
      return true;
    case Opcode::equal_range:
      m[i.dst] = std::equal(m + i.a, m + i.a + i.n, m + i.b);
      return true;
    default:
      return false;
  }
}

}  // namespace

Pool::Pool(const Instance& i)
    : instance(i),
      first_register(static_cast<std::uint32_t>(i.slot_count())),
      first_constant(first_register + most_registers),
      is_live(i.slot_count()) {}

std::uint32_t Pool::constant(Scalar value) {
  const auto next = static_cast<std::uint32_t>(constants.size());
  const auto [at, fresh] = constant_numbers.try_emplace(value, next);
  if (fresh) constants.push_back(value);
  return first_constant + at->second;
}

void Pool::use(std::uint32_t slot, std::uint32_t count) {
  for (std::uint32_t s = slot; s < slot + count; ++s) {
    if (is_live[s]) continue;
    is_live[s] = true;
    live.push_back(s);
  }
}

Machine::Machine(const Pool& pool, const Packing& packing)
    : pool_(pool),
      packing_(packing),
      memory_(pool.first_constant),
      dirty_(pool.instance.slot_count()) {
  changes_.reserve(64);
}

void Machine::load() {
  const auto unknown =
      pool_.constants.begin() + static_cast<std::ptrdiff_t>(constants_);
  memory_.insert(memory_.end(), unknown, pool_.constants.end());
  constants_ = pool_.constants.size();
  for (; loaded_ < pool_.live.size(); ++loaded_) {
    const std::uint32_t slot = pool_.live[loaded_];
    const Packing::BitField& p = packing_.field_of(slot);
    const std::uint64_t above = (state_[p.word] >> p.shift) & p.mask;
    memory_[slot] =
        static_cast<Scalar>(above + static_cast<std::uint64_t>(p.low));
  }
}

bool Machine::run(const Program& program,
                  std::vector<std::uint64_t>& successors) {
  load();
  steps_.clear();
  try {
    const bool good = execute(program.code.data(), successors);
    undo();
    return good;
  } catch (...) {
    undo();
    throw;
  }
}

void Machine::undo() {
  for (const Change& c : changes_) {
    memory_[c.slot] = c.before;
    dirty_[c.slot] = 0;
  }
  changes_.clear();
}

void Machine::emit(const MadeStep& step,
                   std::vector<std::uint64_t>& successors) {
  const std::size_t words = packing_.words();
  steps_.push_back(step);
  successors.insert(successors.end(), state_, state_ + words);
  std::uint64_t* next = successors.data() + successors.size() - words;
  for (const Change& c : changes_) {
    const Packing::BitField& p = packing_.field_of(c.slot);
    next[p.word] &= ~(p.mask << p.shift);
    next[p.word] |= Packing::field(p, memory_[c.slot]);
  }
  undo();
}

// What a queue does not use holds the default of an element.
bool Machine::pop(std::size_t queue, const Instruction& i) {
  const Scalar length = memory_[queue];
  if (length <= 0) return false;
  const std::size_t used = static_cast<std::size_t>(length) * i.n;
  for (std::size_t at = queue + 1; at + i.n < queue + 1 + used; ++at) {
    write(at, memory_[at + i.n]);
  }
  const std::vector<Scalar>& defaults = pool_.tables[i.b];
  for (std::size_t part = 0; part < i.n; ++part) {
    write(queue + 1 + used - i.n + part, defaults[part]);
  }
  write(queue, length - 1);
  return true;
}

// Where operands lie, and whether they may be there.
[[gnu::always_inline]] inline bool Machine::access(const Instruction& i) {
  Scalar* const m = memory_.data();
  switch (i.op) {
    case Opcode::element: {
      const Pool::Shape& shape = pool_.shapes[i.b];
      const Scalar index = m[i.a];
      if (index < shape.low || index - shape.low >= shape.size) return false;
      m[i.dst] = (index - shape.low) * shape.stride;
      return true;
    }
    case Opcode::lookup: {
      const std::vector<Scalar>& table = pool_.tables[i.b];
      const auto index = static_cast<std::size_t>(m[i.a]);
      if (index >= table.size()) return false;
      m[i.dst] = table[index];
      return true;
    }
    case Opcode::dereference:
      if (m[i.a] < 0) return false;
      m[i.dst] = m[i.a] + i.b;
      return true;
    case Opcode::adjacent:
      m[i.dst] = pool_.instance.network.adjacent(
          NodeId(static_cast<std::size_t>(m[i.a])),
          NodeId(static_cast<std::size_t>(m[i.b])));
      return true;
    case Opcode::load:
      m[i.dst] = m[static_cast<std::size_t>(m[i.a]) + i.b];
      return true;
    case Opcode::load_range:
      std::copy_n(m + static_cast<std::size_t>(m[i.a]) + i.b, i.n, m + i.dst);
      return true;
    case Opcode::check_range:
      return m[i.a] >= m[i.dst] && m[i.a] <= m[i.b];
    case Opcode::check_index:
      return m[i.a] >= 0 && m[i.a] < m[i.b];
    case Opcode::store_at:
      write(static_cast<std::size_t>(m[i.dst]) + i.b, m[i.a]);
      return true;
    case Opcode::pop:
      return pop(static_cast<std::size_t>(m[i.a]), i);
    default:
      return false;
  }
}

bool Machine::execute(const Instruction* code,
                      std::vector<std::uint64_t>& successors) {
  Scalar* const m = memory_.data();
  for (const Instruction* next = code;;) {
    const Instruction& i = *next++;
    switch (i.op) {
      case Opcode::fail:
        return false;
      case Opcode::end:
        return true;
      case Opcode::jump:
        next = code + i.dst;
        break;
      case Opcode::jump_if:
        if (m[i.a] != 0) next = code + i.dst;
        break;
      case Opcode::jump_unless:
        if (m[i.a] == 0) next = code + i.dst;
        break;
      case Opcode::jump_equal:
        if (m[i.a] == m[i.b]) next = code + i.dst;
        break;
      case Opcode::jump_not_equal:
        if (m[i.a] != m[i.b]) next = code + i.dst;
        break;
      case Opcode::jump_less:
        if (m[i.a] < m[i.b]) next = code + i.dst;
        break;
      case Opcode::jump_less_equal:
        if (m[i.a] <= m[i.b]) next = code + i.dst;
        break;
      case Opcode::next:
        if (m[i.a] >= m[i.b]) break;
        poll();
        ++m[i.a];
        next = code + i.dst;
        break;
      case Opcode::round:
        poll();
        if (m[i.a] == most_rounds) return false;
        ++m[i.a];
        break;
      case Opcode::copy:
        m[i.dst] = m[i.a];
        break;
      case Opcode::store:
        write(i.dst, m[i.a]);
        break;
      case Opcode::emit:
        emit({i.a, i.b}, successors);
        break;
      default:
        if (!(i.op < Opcode::element ? compute(i, m) : access(i))) return false;
    }
  }
}

}  // namespace vicinal::network::inline steps
