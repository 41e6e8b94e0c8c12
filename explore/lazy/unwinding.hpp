// SPDX-License-Identifier: MIT
// The states that an annotated state represents, as far as somebody can tell
// them apart: unwinding (LZ sections 7 and 9), by buckets.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "explore/lazy/locals.hpp"
#include "explore/lazy/partitions.hpp"
#include "explore/symmetry/forms.hpp"

namespace vicinal::explore::inline lazy {

// Necessary conditions of a form on single processes and on the rest: which
// values the slots may have where the form is true.
class Needs {
 public:
  Needs(FormId form, const Forms& forms, const Processes& processes,
        const network::Instance& instance);

  // They are sufficient, too.
  bool exact() const { return exact_; }
  // Whether the form may be true with this rest.
  bool allows(const Locals& locals, std::uint32_t rest) const;
  // Whether it may be true with the process in this local state.
  bool allows(const Locals& locals, std::uint32_t process,
              std::uint32_t local) const;

 private:
  struct Need {
    std::uint32_t place = 0;  // of a slot in its block; slot; pointer
    network::Scalar low = 0;
    std::vector<bool> may;  // per value
    bool holds(network::Scalar v) const {
      return may[static_cast<std::size_t>(v - low)];
    }
  };
  bool add(FormId form, const Forms& forms, const network::Instance& instance);

  const Processes& processes_;
  std::vector<std::vector<Need>> of_process_;
  std::vector<Need> of_rest_, of_pointers_;
  bool exact_ = true;
};

// Calls `visit` with the rows of Orbit(row, P), but for those that N maps to
// rows visited; N refines P. Only rows in which each process may have its local
// state. `visit` returns whether to go on. False: it did not. At most the
// number of ways to distribute the local states of each cell of P to the cells
// of N in it.
class Unwinding {
 public:
  using May = std::function<bool(std::uint32_t process, std::uint32_t local)>;
  using Visit = std::function<bool(const Row& row)>;

  bool operator()(std::span<const std::uint32_t> row, const Cells& coarse,
                  const Cells& fine, const May& may, const Visit& visit);

 private:
  struct Bucket {
    std::uint32_t local = 0;
    std::uint32_t count = 0;
  };
  // A cell of P: its local states, and its parts by N.
  struct Cell {
    std::vector<Bucket> buckets;
    std::vector<std::vector<std::uint32_t>> parts;  // processes
  };
  void divide(std::span<const std::uint32_t> row, const Cells& coarse,
              const Cells& fine);
  bool fill(std::size_t cell, std::size_t part, std::size_t bucket,
            std::size_t filled);

  std::vector<Cell> cells_;
  std::vector<std::uint32_t> cell_of_, part_of_;
  Row row_;
  const May* may_ = nullptr;
  const Visit* visit_ = nullptr;
};

}  // namespace vicinal::explore::inline lazy
