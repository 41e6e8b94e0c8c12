// SPDX-License-Identifier: MIT
// What actions do at nodes, by look-up in local states: evaluated once for each
// combination of values that an action with one binding reads.
//
// Columns of local states and darts of port sets are counted from the node
// itself. So nodes of one process whose ports have edges of the same types, in
// the same order, share what an action does there if it says the same from
// where they stand (views/standpoint.hpp). Other actions have tables for each
// node.
//
// The members of a port set to which parameters are bound are counted from the
// binding, if the action looks at no others: a hub with a thousand spokes has
// one table for what it does to any of them. Its columns are those beside port
// sets, then those of the members.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <tsl/robin_map.h>

#include "fixpoint/views/standpoint.hpp"
#include "fixpoint/views/tuples.hpp"
#include "network/semantics/evaluator.hpp"
#include "network/steps/decisions.hpp"

namespace vicinal::fixpoint::inline steps {

// What an action does with one binding. An error is that of the guard, or if
// it fires, that of the statements.
struct LocalResult {
  bool fires = false;
  std::optional<network::ModelError> error;
  // Columns of the local state; of a table, see LocalTables::column.
  std::vector<std::pair<std::uint32_t, network::Scalar>> writes;
};

class LocalTables {
 public:
  explicit LocalTables(const network::Instance& instance);
  LocalTables(const LocalTables&) = delete;
  LocalTables& operator=(const LocalTables&) = delete;

  // Whose local state is looked at from now on. `row` must stay as it is.
  void look_at(network::NodeId n, std::span<const network::Scalar> row);

  static constexpr std::uint32_t none = UINT32_MAX;

  // The table of an action of that node with a binding: members of port sets
  // of the node by their position among its darts, other values as they are.
  // None: the action looks beyond the node or has a priority, or its results
  // are too many, or read too much, to be worth it.
  std::uint32_t table(std::uint32_t action,
                      std::span<const network::Scalar> binding);

  // The result of the table that was asked for last, in the local state; null:
  // it is not known. Valid until the next call of `learn`. O(its columns), of
  // those that are all of the local state's only the first time.
  const LocalResult* find(std::uint32_t table);

  // The column of the local state that a result of this table means.
  std::uint32_t column(std::uint32_t c) const {
    return whole_ ? c : columns_[c];
  }

  // The result that was unknown, and the columns of the local state that were
  // read, in order.
  void learn(std::uint32_t table, std::vector<std::uint32_t> reads,
             LocalResult result);

  std::uint64_t bytes() const;

 private:
  // Columns with the trees that look at them.
  struct Space {
    explicit Space(const std::vector<network::Bounds>& bounds)
        : packing(bounds), decisions(packing), packed(packing.words()) {}
    network::Packing packing;
    network::Decisions decisions;
    std::vector<std::uint64_t> packed;  // what is looked at
  };
  // Nodes that have the same columns.
  struct Shape {
    explicit Shape(std::vector<network::Bounds> of_columns)
        : bounds(std::move(of_columns)), all(bounds) {}
    std::vector<network::Bounds> bounds;
    Space all;
    std::vector<std::uint32_t> fixed;  // columns beside port sets
    std::vector<std::uint32_t> begin;  // per dart, then the end: its columns
    // Per action, value: tables of bindings of one small value, or none.
    std::vector<std::vector<std::uint32_t>> plain;
  };
  // Of an action.
  struct Form {
    bool looked_up = false;
    std::optional<Standpoint> standpoint;  // none: each node by itself
    bool visits_sets = false;              // it goes through a port set
    bool bound_only = false;  // of port sets it knows what is bound

    // All nodes of a shape share a table.
    bool of_all() const { return standpoint && standpoint->of_all(); }
  };
  struct Table {
    Space* space = nullptr;
    std::uint32_t tree = 0;
    // So many results may be new before one is found again; each that is found
    // pays for one more.
    std::uint32_t room = 0;
  };

  std::uint32_t shape_of(network::NodeId n);
  std::uint32_t add_table(Space& space);
  void begin_key(const Form& form, std::uint32_t action);
  std::uint32_t whole_table(const Form& form, std::uint32_t action,
                            std::span<const network::Scalar> binding);
  std::uint32_t bound_table(const Form& form, std::uint32_t action,
                            std::span<const network::Scalar> binding);
  void add_columns(network::Scalar dart);
  std::uint32_t add_bound_table();
  bool to_table(std::uint32_t& column) const;

  const network::Instance& instance_;
  network::Evaluator evaluator_;
  std::vector<std::vector<Form>> forms_;  // per process, action
  std::vector<std::uint32_t> shape_of_;   // per node
  Tuples shape_numbers_;                  // tag: process; ports, types
  std::vector<std::unique_ptr<Shape>> shapes_;
  Tuples stands_;  // keys of standpoints; tag: process
  // Per action and node: which of these.
  tsl::robin_map<std::uint64_t, std::uint32_t, MixedHash> stand_of_;
  // Tag: shape; action, node or none, stand or none, binding.
  Tuples keys_;
  std::vector<std::uint32_t> table_of_key_;
  std::vector<std::unique_ptr<Space>> spaces_;  // of bound tables
  std::vector<Table> tables_;
  std::vector<LocalResult> results_;
  std::uint64_t writes_ = 0;  // of all results
  // What is looked at.
  network::NodeId node_;
  std::span<const network::Scalar> row_;
  Shape* shape_ = nullptr;
  std::uint32_t shape_number_ = 0;
  bool packed_ = false;  // in Shape::all
  bool whole_ = true;    // the table has all columns, else columns_
  std::vector<std::uint32_t> columns_;
  std::vector<network::Scalar> key_, values_;
};

}  // namespace vicinal::fixpoint::inline steps
