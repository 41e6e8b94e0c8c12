// SPDX-License-Identifier: MIT
// Makes programs (program.hpp) of actions and expressions of an instance, for
// whole states. What is the same in every state is computed at once: who acts,
// ports, constants, sizes, the members of quantifiers, if they are not too
// many; otherwise the program goes through them in a loop.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "network/steps/program.hpp"

namespace vicinal::network::inline steps {

class Compiler {
 public:
  // The instance must outlive it, and it the programs. What has more members
  // than `most_unrolled` is a loop.
  explicit Compiler(const Instance& instance, std::size_t most_unrolled = 128)
      : pool_(instance), most_unrolled_(most_unrolled) {}
  Compiler(const Compiler&) = delete;
  Compiler& operator=(const Compiler&) = delete;

  const Pool& pool() const { return pool_; }

  // Of actions first <= a < last of a node (none: rules): the successors of a
  // state, one for each enabled binding, after priorities, by steps that are
  // numbered from `number` on. Fails if a guard, a priority, a domain or a
  // statement does. Nothing: it would be too long, or needs too many registers.
  std::optional<Program> steps(NodeId actor, std::uint32_t first,
                               std::uint32_t last, std::uint32_t number);

  // Of an expression of one slot in which nobody acts. Nothing: as above, or a
  // temporal formula.
  std::optional<Program> value(ExprId e);

 private:
  Pool pool_;
  std::size_t most_unrolled_;
};

}  // namespace vicinal::network::inline steps
