// SPDX-License-Identifier: MIT
// Terms as tables: of one that reads few variables the value for each choice of
// theirs.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "network/flat/guarded.hpp"

namespace vicinal::flat {

using network::Scalar;

// Per slot, the values to look at.
using Lists = std::function<const std::vector<Scalar>&(std::uint32_t)>;

// The values that each slot may have, ascending. Empty: too many to list.
struct Domains {
  std::vector<std::vector<Scalar>> values;

  // Not to outlive it.
  Lists lists() const {
    return [this](std::uint32_t slot) -> const std::vector<Scalar>& {
      return values[slot];
    };
  }
  // The place of a value; none: it is not among them.
  std::optional<std::uint32_t> place(std::uint32_t slot, Scalar value) const;
  static constexpr Scalar most_values = 1024;  // that are listed
};

// All values within the bounds.
Domains whole_domains(const Guarded& guarded);

using Scope = std::vector<std::uint32_t>;  // slots, ascending
using Row = std::vector<Scalar>;           // a value for each

// Which slots a term reads. Null if a table of it has more rows than `most`.
class Scopes {
 public:
  static constexpr std::uint64_t most_rows = 4096;

  Scopes(const Terms& terms, const Domains& domains,
         std::uint64_t most = most_rows)
      : terms_(terms), domains_(domains), most_(most) {}

  const Scope* of(TermId term);

  // How many rows a table of them has; if more than `most`: one more.
  std::uint64_t rows(const Scope& scope) const;

 private:
  struct Entry {
    bool known = false, small = false;
    Scope scope;
  };
  const Entry& entry(TermId term);

  const Terms& terms_;
  const Domains& domains_;
  const std::uint64_t most_;
  std::vector<Entry> entries_;
};

// Evaluates one term, over and over.
class Evaluation {
 public:
  Evaluation(const Terms& terms, TermId term, const Scope& scope);
  Scalar operator()(const Row& row);

 private:
  struct Part {
    TermOp op;
    std::uint32_t place = 0;  // slot: in the row
    Scalar value = 0;         // constant
    std::uint32_t begin = 0, end = 0;
  };
  std::vector<Part> parts_;
  std::vector<std::uint32_t> children_;
  std::vector<Scalar> values_;
};

// Visits every row; none if some slot has no value.
void each_choice(const Scope& scope, const Lists& lists,
                 const std::function<void(const Row&)>& visit);

// The same, with the term's value.
void each_row(const Terms& terms, TermId term, const Scope& scope,
              const Lists& lists,
              const std::function<void(const Row&, Scalar)>& visit);

}  // namespace vicinal::flat
