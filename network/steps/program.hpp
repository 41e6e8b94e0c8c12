// SPDX-License-Identifier: MIT
// Expressions and actions as flat programs on registers (compile.hpp makes
// them), and the machine that runs them on packed states.
//
// A program reads and writes one array of scalars, the memory:
//
//   | slots of the state | registers | constants |
//
// so that a slot, a register and a constant are operands alike. It tells that
// something fails, not what: Evaluator knows.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "network/semantics/instance.hpp"
#include "network/steps/packing.hpp"

namespace vicinal::network::inline steps {

// m: the memory; m[x..n]: n scalars from x on. "fails": ends the program.
enum class Opcode : std::uint16_t {
  fail,
  end,
  jump,             // to dst
  jump_if,          // to dst if m[a] != 0
  jump_unless,      // to dst if m[a] == 0
  jump_equal,       // to dst if m[a] == m[b]; the others likewise
  jump_not_equal,   //
  jump_less,        //
  jump_less_equal,  //
  next,             // if m[a] < m[b]: ++m[a], to dst
  round,            // one more round of a loop, of which m[a] were; may fail
  copy,             // m[dst] = m[a]
  copy_range,       // m[dst..n] = m[a..n]
  sum,              // m[dst] = m[a] + m[b], which does not overflow
  add,              // the same, may fail; so do the others where they overflow
  subtract,
  multiply,
  divide,
  modulo,
  power,
  minimum,
  maximum,
  negate,    // of m[a]
  absolute,  // of m[a]
  equal,
  less_equal,
  logical_not,  // of m[a]
  equal_range,  // m[dst] = m[a..n] == m[b..n]
  element,      // m[dst] = the offset of element m[a]; b: Pool::shapes
  lookup,       // m[dst] = table b at m[a]
  dereference,  // m[dst] = m[a] + b; fails if m[a] < 0
  adjacent,     // m[dst] = whether the nodes m[a], m[b] are
  load,         // m[dst] = m[m[a] + b]
  load_range,   // m[dst..n] = m[m[a] + b..n]
  check_range,  // fails unless m[dst] <= m[a] <= m[b]
  check_index,  // fails unless 0 <= m[a] < m[b]
  store,        // slot dst = m[a]
  store_at,     // slot m[dst] + b = m[a]
  pop,          // from the queue at m[a]; elements of n; b: table of defaults
  emit,         // the state as it is now is a successor; a, b: of MadeStep
};

struct Instruction {
  Opcode op = Opcode::fail;
  std::uint16_t n = 0;
  std::uint32_t dst = 0, a = 0, b = 0;
};
static_assert(sizeof(Instruction) == 16);

struct Program {
  std::vector<Instruction> code;
  std::uint32_t result = 0;  // of an expression: where it is
};

inline constexpr std::uint32_t most_registers = 4096;

// What programs of one instance share.
struct Pool {
  explicit Pool(const Instance& instance);

  const Instance& instance;
  std::uint32_t first_register = 0, first_constant = 0;  // in the memory
  std::vector<Scalar> constants;
  struct Shape {  // index i, from low on, is i - low elements of stride
    Scalar low = 0, size = 0, stride = 0;
  };
  std::vector<Shape> shapes;
  // Looking where there is nothing, or a negative number, fails.
  std::vector<std::vector<Scalar>> tables;
  // Slots that steps may write; `anything`: in place of a number.
  static constexpr std::uint32_t anything = UINT32_MAX >> 1;
  std::vector<std::vector<std::uint32_t>> written;
  std::vector<std::uint32_t> live;  // slots that programs use
  std::vector<bool> is_live;

  // What is there already, by what it is of; see Compilation.
  std::map<Scalar, std::uint32_t> constant_numbers;
  std::map<std::pair<int, std::uint32_t>, std::uint32_t> table_numbers;
  std::map<std::vector<std::uint32_t>, std::uint32_t> written_numbers;

  std::uint32_t constant(Scalar value);  // its place in the memory
  void use(std::uint32_t slot, std::uint32_t count);
};

struct MadeStep {
  std::uint32_t step = 0;     // number
  std::uint32_t written = 0;  // what it may write: in Pool::written
};

// Not to be shared by threads. The pool may grow between runs.
class Machine {
 public:
  // Both must outlive it.
  Machine(const Pool& pool, const Packing& packing);

  // Programs run on this packed state from now on.
  void begin(const std::uint64_t* state) {
    state_ = state;
    loaded_ = 0;
  }

  // Runs a program; appends packed successors. False: it fails, and what it
  // appended is worth nothing. O(instructions). Polls the budget in loops.
  bool run(const Program& program, std::vector<std::uint64_t>& successors);

  // Of the last run.
  Scalar value(const Program& program) const { return memory_[program.result]; }
  // In the order of the successors.
  const std::vector<MadeStep>& steps() const { return steps_; }

 private:
  void load();
  bool execute(const Instruction* code, std::vector<std::uint64_t>& successors);
  void write(std::size_t slot, Scalar value) {
    if (!dirty_[slot]) {
      dirty_[slot] = 1;
      changes_.push_back({static_cast<std::uint32_t>(slot), memory_[slot]});
    }
    memory_[slot] = value;
  }
  bool access(const Instruction& i);
  bool pop(std::size_t queue, const Instruction& i);
  void emit(const MadeStep& step, std::vector<std::uint64_t>& successors);
  void undo();

  const Pool& pool_;
  const Packing& packing_;
  const std::uint64_t* state_ = nullptr;
  std::size_t loaded_ = 0;     // of Pool::live
  std::size_t constants_ = 0;  // of Pool::constants
  std::vector<Scalar> memory_;
  // What was written since the last successor, and what stood there.
  struct Change {
    std::uint32_t slot = 0;
    Scalar before = 0;
  };
  std::vector<Change> changes_;
  std::vector<std::uint8_t> dirty_;  // per slot
  std::vector<MadeStep> steps_;
};

}  // namespace vicinal::network::inline steps
