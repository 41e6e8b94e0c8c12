// SPDX-License-Identifier: MIT
// One representative of the states that differ by who is called what: rows of
// slots that change places, and with them the values that name them, such as
// references to nodes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "symmetry/maps/state_map.hpp"

namespace vicinal::symmetry::inline maps {

// Slots that any two nodes of a class exchange, slot by slot: `blocks` rows of
// `width` slots each.
struct Blocks {
  std::uint32_t blocks = 0, width = 0;
  std::vector<std::uint32_t> slots;  // row after row

  std::span<const std::uint32_t> row(std::uint32_t r) const {
    return std::span(slots).subspan(std::size_t{r} * width, width);
  }
};

// Rows that are exchanged together with the values of a sort that name them,
// wherever these lie.
struct NamedBlocks {
  Blocks blocks;
  std::uint32_t sort = no_sort;        // none: nothing names them
  std::vector<network::Scalar> names;  // per row
};

// The columns of a class that hold names of rows, of whichever class.
std::vector<std::vector<std::uint32_t>> name_columns(
    const std::vector<NamedBlocks>& classes, const Sorts& sorts);

// Not to be shared by threads. The arguments must outlive it; classes have no
// slot and no name in common.
class RowOrder {
 public:
  RowOrder(const std::vector<NamedBlocks>& classes, const Sorts& sorts);

  // Replaces the state by the representative of its orbit under all
  // permutations of rows within their classes. False: rows that are referred
  // to by rows cannot be told apart by what they hold, who refers to them, and
  // so on (it is so for the whole orbit); nothing was changed. Where no row
  // holds a name it is always true. O(slots + rows * log rows) if nearly
  // sorted, as often as rows are told apart by rows that were.
  bool operator()(std::span<network::Scalar> state);

 private:
  using Scalar = network::Scalar;
  static constexpr std::uint32_t none = UINT32_MAX;
  struct Row {
    std::uint32_t of = 0;      // class
    std::uint32_t number = 0;  // within it
  };
  struct Reference {
    std::uint32_t row = 0, column = 0;
  };

  std::uint32_t named(std::uint32_t slot, Scalar value) const;
  void find_references(std::span<const Scalar> state);
  void write_keys(std::span<const Scalar> state);
  bool told_apart();
  bool interchangeable(std::uint32_t a, std::uint32_t b,
                       std::span<const Scalar> state) const;
  void arrange(std::span<Scalar> state);
  std::span<const Scalar> key(std::uint32_t row) const {
    return std::span(keys_).subspan(key_begin_[row],
                                    key_end_[row] - key_begin_[row]);
  }
  std::span<const std::uint32_t> slots(std::uint32_t row) const {
    return classes_[rows_[row].of].blocks.row(rows_[row].number);
  }

  const std::vector<NamedBlocks>& classes_;
  const Sorts& sorts_;
  std::vector<std::vector<std::uint32_t>> columns_;  // that hold names
  bool within_ = false;                              // some do
  std::vector<Row> rows_;                            // class after class
  std::vector<std::uint32_t> first_row_;             // per class
  std::vector<std::vector<std::uint32_t>> named_;    // per sort and value
  std::vector<std::uint32_t> outside_;  // slots of no row that may hold names
  // Of a state. Rows of a color have not been told apart; it is the place of
  // the first of them.
  std::vector<std::uint32_t> order_, color_, place_;
  std::vector<std::vector<std::uint32_t>> from_outside_;  // per row: slots
  std::vector<std::vector<Reference>> from_rows_;         // per row
  std::vector<Scalar> keys_, copy_;
  std::vector<std::size_t> key_begin_, key_end_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> sources_;
};

}  // namespace vicinal::symmetry::inline maps
