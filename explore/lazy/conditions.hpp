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

using symmetry::FormId;
using symmetry::Forms;

class Condition {
 public:
  // All must outlive it.
  Condition(FormId form, Annotations& annotations, Partitions& partitions,
            Forms& forms, const Processes& processes,
            const network::Instance& instance, LocalNeeds& local_needs);

  // States with this annotation may be asked from now on.
  void prepare(std::uint32_t partition);

  // A represented state, as a row, in which it holds. `row` with the rest is
  // in the state's orbit, and canonical. Any number of threads may ask, each
  // with memory of its own; `state` is overwritten.
  std::optional<Row> find(const Row& row, std::uint32_t rest,
                          std::uint32_t partition, const Locals& locals,
                          Unwinding& unwinding,
                          std::vector<network::Scalar>& state) const;

 private:
  // One of the ways in which it may hold. Ways of one shape are permuted into
  // each other by permutations that take the processes of one, in order, to
  // those of the other.
  struct Way {
    FormId form;
    Needs needs;
    // Few processes that it speaks of, and tells apart from all others; or it
    // has an annotation.
    bool few = false;
    std::uint32_t annotation = 0;
    std::uint32_t shape = 0;
    std::vector<std::uint32_t> processes;
  };
  // How states with an annotation are looked at.
  struct View {
    bool as_a_whole = false;  // all represented states agree
    std::vector<std::pair<std::uint32_t, Apart>> ways;
  };
  using Shape = std::vector<std::uint64_t>;
  void add(FormId form, Annotations& annotations,
           const network::Instance& instance, LocalNeeds& local_needs);
  void describe(FormId form, Shape& shape,
                std::vector<std::uint32_t>& processes);
  void write(FormId form, Shape& shape, std::vector<std::uint32_t>& processes);
  std::uint64_t sketch(FormId form) const;
  std::vector<std::uint32_t> representatives(std::uint32_t partition) const;
  bool holds(FormId form, std::uint32_t rest, const Row& row,
             const Locals& locals, std::vector<network::Scalar>& state) const;

  FormId form_;
  bool never_ = false;
  std::uint32_t annotation_ = 0;  // of the whole condition
  std::vector<Way> ways_;
  std::map<Shape, std::uint32_t> shapes_;
  tsl::robin_map<std::uint32_t, View> views_;  // by annotation
  Partitions& partitions_;
  Forms& forms_;
  const Processes& processes_;
};

}  // namespace vicinal::explore::inline lazy
