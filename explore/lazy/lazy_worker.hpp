// SPDX-License-Identifier: MIT
// What one thread of a lazy search does: expands annotated states, and asks of
// new ones what is asked.
#pragma once

#include <atomic>
#include <optional>
#include <utility>
#include <vector>

#include "explore/lazy/annotated.hpp"
#include "explore/lazy/conditions.hpp"
#include "explore/lazy/lifting.hpp"
#include "explore/lazy/local_steps.hpp"
#include "explore/lazy/routes.hpp"
#include "explore/lazy/sample.hpp"
#include "network/base/budget.hpp"

namespace vicinal::explore::inline lazy {

using symmetry::Forms;
using symmetry::ModelForms;

// What all threads look at, and nobody changes while they do.
struct Shared {
  const network::Instance& instance;
  const ModelForms& model;
  const Forms& forms;
  const Partitions& partitions;
  const Locals& locals;
  const Reached& reached;
  const Routes& routes;
  const std::vector<Needs>& needs;  // per step
  const std::vector<Touched>& touched;
  const std::vector<Condition>& conditions;
  bool explains;  // a subsumed state is wanted, to show it
};

// Some states one after the other, the same ones however many threads there
// are, and what came of them.
struct Chunk {
  std::uint32_t begin = 0, end = 0;

  // Of expanding them. Local states that are new are numbered for the chunk.
  struct Successor {
    Reached::State state;
    Reached::Hash hash;
    bool met = false;  // has new ones: neither canonical nor hashed
  };
  std::vector<Successor> successors;
  std::vector<std::uint32_t> rows;  // of these, one after the other
  Locals::Met met;
  std::uint64_t transitions = 0;
  std::optional<Found> failing;            // the first step
  std::optional<Subsumption> subsumption;  // the first one, if it is wanted

  // Of asking: per condition the first state that represents one in which it
  // holds; of the last one, how many do.
  std::vector<std::optional<Found>> holds;
  std::uint64_t last_holds = 0;
};

class LazyWorker {
 public:
  // All must outlive it. When a limit is reached it sets `stop` to that limit,
  // and leaves things undone.
  LazyWorker(const Shared& shared, const network::Budget& budget,
             std::atomic<network::Limit>& stop);

  void expand(Chunk& chunk);
  // Conditions that are asked, but for the last one, which always is.
  void ask(Chunk& chunk, const std::vector<bool>& asked);

  bool fired(std::uint32_t step) const { return fired_[step]; }
  std::uint64_t bytes() const {
    return steps_.bytes() + possible_.bucket_count() * 48;
  }

 private:
  void expand(std::uint32_t number);
  void follow(const Route& route);
  const std::vector<const Route*>& possible(const std::vector<Route>& routes,
                                            std::uint32_t process);
  bool take(const Row& row);
  void settle();

  const Shared& shared_;
  const network::Budget& budget_;
  std::atomic<network::Limit>& stop_;
  LocalSteps steps_;
  Unwinding unwinding_;
  Unwinding::Visit visit_;
  std::vector<bool> fired_;  // per step
  // What is expanded, and by which route.
  Chunk* chunk_ = nullptr;
  std::uint32_t number_ = 0;
  Reached::State from_;
  const Route* route_ = nullptr;
  // By annotation, process and its local state: the routes by that process for
  // which this state will do.
  tsl::robin_map<std::uint64_t, std::vector<const Route*>, Mixing> possible_;
  Row row_, after_;
  // Successors that were not looked for, and their rows, one after the other.
  std::vector<Chunk::Successor> waiting_;
  std::vector<std::uint32_t> waiting_rows_;
  Reached::Scratch scratch_;
  std::vector<network::Scalar> state_;
};

}  // namespace vicinal::explore::inline lazy
