// SPDX-License-Identifier: MIT
// What is asked of represented states: whether an annotated state represents
// one in which a condition holds. The condition may tell processes apart (LZ
// section 7, "Error Checking").
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "explore/lazy/parts.hpp"
#include "explore/lazy/unwinding.hpp"

namespace vicinal::explore::inline lazy {

class Condition {
 public:
  // All must outlive it.
  Condition(FormId form, Annotations& annotations, Partitions& partitions,
            Forms& forms, const Processes& processes,
            const network::Instance& instance);

  // A represented state, as a row, in which it holds. `row` with the rest is
  // in the state's orbit.
  std::optional<Row> find(std::span<const std::uint32_t> row,
                          std::uint32_t rest, std::uint32_t partition,
                          const Locals& locals, Unwinding& unwinding);

 private:
  // One of the ways in which it may hold. Ways of one shape are permuted into
  // each other by permutations that take the processes of one, in order, to
  // those of the other.
  struct Way {
    FormId form;
    Needs needs;
    std::uint32_t told_apart = 0;  // a partition
    std::uint32_t shape = 0;
    std::vector<std::uint32_t> processes;
  };
  using Shape = std::vector<std::uint64_t>;
  void add(FormId form, Annotations& annotations,
           const network::Instance& instance);
  void write(FormId form, Shape& shape, std::vector<std::uint32_t>& processes);
  std::uint64_t sketch(FormId form) const;
  const std::vector<std::uint32_t>& representatives(std::uint32_t partition);
  bool holds(FormId form, std::uint32_t rest, const Row& row,
             const Locals& locals);

  FormId form_;
  bool never_ = false;
  std::uint32_t annotation_ = 0;  // of the whole condition
  std::vector<Way> ways_;
  std::map<Shape, std::uint32_t> shapes_;
  // Per partition: one of the ways that it permutes into each other.
  tsl::robin_map<std::uint32_t, std::vector<std::uint32_t>> representatives_;
  Partitions& partitions_;
  Forms& forms_;
  const Processes& processes_;
  std::vector<network::Scalar> state_;
};

}  // namespace vicinal::explore::inline lazy
