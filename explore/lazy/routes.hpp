// SPDX-License-Identifier: MIT
// Which steps are taken from states with an annotation, and what of these
// states they tell apart.
#pragma once

#include <tsl/robin_map.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "explore/lazy/parts.hpp"
#include "explore/lazy/unwinding.hpp"

namespace vicinal::explore::inline lazy {

// One of the steps of a part that Q = glb(P, L) permutes into each other. Its
// successors are annotated with Q, `apart.finer`.
struct Route {
  std::uint32_t step = 0;
  Apart apart;
};

class Routes {
 public:
  // All must outlive it; needs per step.
  Routes(Annotations& annotations, Partitions& partitions,
         const std::vector<Needs>& needs);

  // States with this annotation may be expanded from now on. O(steps *
  // processes), once for each annotation.
  void prepare(std::uint32_t partition);

  struct OfPart {
    std::uint32_t a_step = 0;
    std::vector<Route> routes;
  };
  // Any number of threads may look, as long as nobody prepares.
  struct OfPartition {
    // Steps that need something of a process whose local state all represented
    // states agree in, by that process: most of these may not be taken.
    std::vector<std::vector<Route>> by_process;
    std::vector<OfPart> others;  // by part
  };
  const OfPartition& of(std::uint32_t partition) const {
    return *by_partition_.at(partition);
  }

 private:
  struct PartSteps {
    std::vector<std::uint32_t> steps;
    std::uint32_t annotation = 0;
  };
  void find_parts();
  std::vector<std::uint32_t> representatives(const PartSteps& part,
                                             std::uint32_t partition) const;

  Annotations& annotations_;
  Partitions& partitions_;
  const std::vector<Needs>& needs_;
  std::vector<PartSteps> parts_;
  tsl::robin_map<std::uint32_t, std::unique_ptr<const OfPartition>>
      by_partition_;
};

}  // namespace vicinal::explore::inline lazy
