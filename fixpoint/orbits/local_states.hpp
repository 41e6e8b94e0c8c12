// SPDX-License-Identifier: MIT
// theta(n), the local states of one node, as rows or by orbits.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fixpoint/orbits/orbits.hpp"
#include "fixpoint/views/state_set.hpp"

namespace vicinal::fixpoint::inline orbits {

// A local state: values of the view's columns. Some are made on demand.
class Row {
 public:
  explicit Row(std::span<const network::Scalar> values) : values_(values) {}
  explicit Row(std::vector<network::Scalar> made)
      : made_(std::move(made)), values_(made_) {}
  Row(Row&&) = default;
  Row(const Row&) = delete;
  Row& operator=(const Row&) = delete;
  Row& operator=(Row&&) = delete;
  ~Row() = default;

  operator std::span<const network::Scalar>() const { return values_; }
  std::span<const network::Scalar> subspan(std::size_t first,
                                           std::size_t count) const {
    return values_.subspan(first, count);
  }
  auto begin() const { return values_.begin(); }
  auto end() const { return values_.end(); }
  std::size_t size() const { return values_.size(); }
  network::Scalar operator[](std::size_t i) const { return values_[i]; }

 private:
  std::vector<network::Scalar> made_;
  std::span<const network::Scalar> values_;
};

// The local states of one node: rows over the view's columns (the node's own
// variables in order of slots, then the edges of InOut(n) in the order of its
// darts, which is by port), sorted, without repetition.
//
// Or one row for each orbit of the vertex group (`by_orbits`, design 7.5):
// theta(n) is then everything that the group makes of them. What tells darts
// of one port set apart - a shared edge, a bound one - must be singled out
// first, or everything listed.
class LocalStates {
 public:
  LocalStates(std::vector<std::uint32_t> slots,
              std::shared_ptr<const StateSet> rows)
      : columns(std::move(slots)), set(std::move(rows)) {}
  // `at`, `darts`: where columns and darts of the representative are among
  // those of the node; empty: where they are.
  LocalStates(std::vector<std::uint32_t> slots,
              std::shared_ptr<const OrbitSet> orbits,
              std::vector<std::uint32_t> at, Darts darts)
      : columns(std::move(slots)),
        orbits_(std::move(orbits)),
        at_(std::move(at)),
        darts_(std::move(darts)) {}

  std::vector<std::uint32_t> columns;   // slots of a whole state
  std::shared_ptr<const StateSet> set;  // the rows; null: by orbits

  bool by_orbits() const { return set == nullptr; }
  // Rows that are kept, and the i-th of them: of an orbit any.
  std::size_t size() const;
  Row row(std::size_t i) const;

  // How many states the set has: decimal.
  std::string count() const;

  // All rows; nothing if there are more than `limit`.
  std::optional<LocalStates> listed(std::uint64_t limit) const;

  // By orbits of what leaves the given darts where they are: for each orbit, a
  // row for every way that these darts can look. Nothing if there are more
  // than `limit` rows. By rows: the same.
  std::optional<LocalStates> singled_out(const Darts& darts,
                                         std::uint64_t limit) const;

  // What else there is to know of the set, as numbers: equal numbers and
  // columns, equal sets.
  std::vector<network::Scalar> content() const;

  const OrbitSet* orbit_set() const { return orbits_.get(); }

 private:
  std::shared_ptr<const OrbitSet> orbits_;
  std::vector<std::uint32_t> at_;
  Darts darts_;
  // Darts that are singled out, of the representative; per row its orbit and
  // the image of these.
  Darts single_;
  std::vector<std::uint32_t> orbit_of_row_;
  Darts images_;
};

}  // namespace vicinal::fixpoint::inline orbits
