// SPDX-License-Identifier: MIT
// The vertex group (r, beta, r) of a representative as it acts on local
// states, whose columns move with their darts (design 7.5). theta(r) is closed
// under it (LS Theorem 4), so that one state per orbit says it all.
//
//   row      own variables | dart 0 | dart 1 | ...         one value per slot
//   blocks   darts that move together; blocks with equal signatures are a
//            group, in which they may be exchanged; darts with equal keys may
//            be exchanged within their block
//   code     own variables | group 0 | group 1 | ...
//            a group of one block: its values; of several: runs, each
//            (how many blocks, the values of one of them), in order of values
//
// In a canonical row the darts of equal keys are sorted by value within each
// block, and the blocks of each group by their values. Codes stand for
// canonical rows, one for one: a hub with thousands of ports of which each is
// on or off has codes of a few numbers.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "fixpoint/views/state_set.hpp"
#include "groupoid/balance_relation/structure.hpp"
#include "network/semantics/instance.hpp"

namespace vicinal::fixpoint::inline orbits {

// Darts of a node, by their position among its darts.
using Darts = std::vector<std::uint32_t>;

// Pairs of columns that an element of the group exchanges.
using ColumnSwap = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

// A canonical row, with the runs of equal blocks.
struct CanonicalRow {
  std::vector<network::Scalar> row;
  // Per block: where its run begins and ends, as blocks.
  std::vector<std::uint32_t> run_begin, run_end;
};

class Orbits {
 public:
  // Where equal darts of one block have more than `orders` orders, these are
  // left alone: a subgroup of the vertex group serves as well.
  Orbits(const network::Instance& instance, network::NodeId r,
         const groupoid::NodeStructure& structure, std::uint64_t orders = 5040);

  // The same group on pairs of rows, without own variables: columns of a dart
  // are those of the first row, then those of the second.
  Orbits paired() const;

  // Whether no row is moved.
  bool trivial() const { return trivial_; }
  std::uint32_t width() const { return width_; }

  // The code of the orbit of a row. O(width log width).
  void encode(std::span<const network::Scalar> row,
              std::vector<network::Scalar>& code) const;
  // O(width). With `per_run`, only so many blocks of each run are filled in,
  // enough for images of as many darts: O(code) if `out` was used before.
  void decode(std::span<const network::Scalar> code, CanonicalRow& out,
              std::uint32_t per_run = UINT32_MAX) const;

  // The code of `after`, which differs in few blocks from the canonical row of
  // `code`, `before`: O(code) besides finding them.
  void recode(std::span<const network::Scalar> code, const CanonicalRow& before,
              std::span<const network::Scalar> after,
              std::vector<network::Scalar>& out) const;
  // The code of the canonical row with other values at some darts. O(code).
  void recode(std::span<const network::Scalar> code,
              std::span<const std::uint32_t> darts,
              std::span<const network::Scalar> values,
              std::vector<network::Scalar>& out) const;
  // The code, by `paired`, of the pair of rows before, after.
  void pair_code(std::span<const network::Scalar> code,
                 const CanonicalRow& before,
                 std::span<const network::Scalar> after, const Orbits& paired,
                 std::vector<network::Scalar>& out) const;

  // Calls `visit` with images of a tuple of different darts under the group:
  // one for each orbit of the stabilizer of the row, so that singling out
  // these darts gives every row of the orbit up to the order of the others.
  // Costs the number of runs, for each dart.
  // Stops when it returns false, and returns false then.
  using Visit = std::function<bool(std::span<const std::uint32_t>)>;
  bool images(const CanonicalRow& row, std::span<const std::uint32_t> darts,
              const Visit& visit) const;

  // The row moved by an element of the group that takes the darts `from`, an
  // image of `to`, to `to`. O(width).
  void place(const CanonicalRow& row, std::span<const std::uint32_t> from,
             std::span<const std::uint32_t> to,
             std::vector<network::Scalar>& out) const;

  // Whether dart d is the first of those that elements which fix the row and
  // the darts `fixed` take to each other. O(fixed darts).
  bool first_alike(const CanonicalRow& row,
                   std::span<const std::uint32_t> fixed, std::uint32_t d) const;

  // All those darts. O(runs) besides the fixed ones.
  Darts alike_darts(const CanonicalRow& row,
                    std::span<const std::uint32_t> fixed) const;

  // Numbers that are equal for two darts exactly if such an element takes the
  // one to the other; for any row, canonical or not.
  std::vector<network::Scalar> alike_key(std::span<const network::Scalar> row,
                                         std::span<const std::uint32_t> fixed,
                                         std::uint32_t d) const;

  // Numbers that are equal for two tuples of different darts exactly if an
  // element of the group takes the one to the other.
  std::vector<std::uint32_t> tuple_key(
      std::span<const std::uint32_t> darts) const;

  // Per dart of a block, in the order of codes: the first of those with its
  // key, as a number within the block; and its slots.
  std::vector<std::uint32_t> equal_places(std::uint32_t block) const;
  std::vector<std::uint32_t> dart_widths(std::uint32_t block) const;

  // Elements that generate the group, as exchanges of columns.
  std::vector<ColumnSwap> swaps() const;

  struct Group {
    std::uint32_t first = 0, blocks = 0;  // blocks: consecutive numbers
    std::uint32_t width = 0;              // slots of one block
  };
  const std::vector<Group>& groups() const { return groups_; }
  // Columns of a block, in the order of its values in codes.
  std::span<const std::uint32_t> columns(std::uint32_t block) const;
  // Appends the values of a block as codes have them.
  void content(std::span<const network::Scalar> row, std::uint32_t block,
               std::vector<network::Scalar>& out) const;
  std::uint32_t own() const { return own_; }  // columns of own variables

  std::uint32_t column(std::uint32_t d) const { return column_[d]; }
  std::uint32_t slots(std::uint32_t d) const { return slots_[d]; }

 private:
  using Row = std::span<const network::Scalar>;
  struct Block {
    std::uint32_t begin = 0, end = 0;  // into order_
    std::uint32_t group = 0;
    std::uint32_t columns = 0;  // into block_columns_
    bool equal_darts = false;   // some may be exchanged
  };
  // A block with new values, in canonical order.
  struct Changed {
    std::uint32_t block = 0;
    std::vector<network::Scalar> values;
  };
  // A run of a group as it stands in a code.
  struct Run {
    std::uint32_t begin = 0;
    network::Scalar count = 0;
    const network::Scalar* values = nullptr;
  };
  Orbits() = default;
  void freeze(std::uint64_t max_orders);
  void sort_equal(std::uint32_t block, network::Scalar* values) const;
  std::size_t parse(const Group& group, Row code, std::size_t at,
                    std::vector<Run>& runs) const;
  std::vector<std::uint32_t> changed_blocks(Row before, Row after) const;
  void rebuild(Row code, Row own, const std::vector<Changed>& changed,
               std::vector<network::Scalar>& out) const;
  void runs(Row row, const Group& group,
            std::vector<network::Scalar>& code) const;
  std::pair<std::uint32_t, std::uint32_t> alike(std::uint32_t place) const;
  std::vector<std::uint32_t> places_from(
      std::uint32_t b, std::uint32_t source,
      std::span<const std::uint32_t> from,
      std::span<const std::uint32_t> to) const;
  bool equal(Row row, std::uint32_t d, std::uint32_t e) const;
  bool image(const CanonicalRow& row, std::span<const std::uint32_t> darts,
             Darts& chosen, const Visit& visit) const;

  std::uint32_t own_ = 0, width_ = 0;
  bool trivial_ = true;
  std::vector<std::uint32_t> column_, slots_;  // per dart
  std::vector<std::uint32_t> place_;           // per dart: into order_
  std::vector<std::uint32_t> block_of_;        // per dart
  std::vector<std::uint32_t> order_;           // darts by blocks, keys
  std::vector<std::uint32_t> keys_;            // as order_
  std::vector<Block> blocks_;
  std::vector<Group> groups_;
  std::vector<std::uint32_t> block_columns_;
  std::vector<std::uint32_t> dart_at_;  // per column, beyond own variables
};

// A set of orbits, as codes; sorted, without repetition.
struct OrbitSet {
  std::shared_ptr<const Orbits> orbits;
  std::vector<std::size_t> begins = {0};
  std::vector<network::Scalar> codes;

  std::size_t size() const { return begins.size() - 1; }
  std::span<const network::Scalar> code(std::size_t i) const {
    return std::span(codes).subspan(begins[i], begins[i + 1] - begins[i]);
  }
  void push(std::span<const network::Scalar> code) {
    codes.insert(codes.end(), code.begin(), code.end());
    begins.push_back(codes.size());
  }
};

// The orbits of rows, which are closed under the group.
OrbitSet orbits_of(const StateSet& rows, std::shared_ptr<const Orbits> orbits);

// How many rows the orbits have: exact, decimal.
std::string row_count(const OrbitSet& set);

// Calls `row` with every row of the orbit; stops when it returns false, and
// returns false then.
bool expand(const Orbits& orbits, std::span<const network::Scalar> code,
            const std::function<bool(std::span<const network::Scalar>)>& row);

}  // namespace vicinal::fixpoint::inline orbits
