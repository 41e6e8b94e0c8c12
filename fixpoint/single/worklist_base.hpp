// SPDX-License-Identifier: MIT
// What the worklists of single nodes (LS 3.2) and of pairs (LS section 5) have
// in common: states that are looked at once each, in the order in which they
// came, until there is no other. Not for use outside of fixpoint/.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "fixpoint/single/findings.hpp"
#include "fixpoint/views/tuples.hpp"
#include "network/base/budget.hpp"

namespace vicinal::fixpoint::inline single {

class WorklistBase {
 public:
  // A limit was reached: the invariant is not complete.
  void stop(network::Limit limit) { limit_ = limit; }

 protected:
  // `states` is what the line of progress calls them.
  WorklistBase(const network::Instance& instance, network::Budget& budget,
               std::string states)
      : instance_(instance),
        budget_(budget),
        findings_(instance),
        what_(std::move(states)) {}
  ~WorklistBase() = default;

  void add(std::uint32_t tag, std::span<const network::Scalar> row,
           std::uint32_t round) {
    if (states_.insert(tag, row).second) rounds_.push_back(round);
  }

  // `process` may add states; `bytes` is what all tables hold.
  template <class Process, class Bytes>
  void run(const Process& process, const Bytes& bytes) {
    for (std::uint32_t s = 0; s < states_.size(); ++s) {
      if ((s & 0xFF) == 0) {
        limit_ = budget_.look(states_.size(), bytes());
        budget_.progress([&](double) {
          return std::to_string(states_.size()) + " " + what_ + ", " +
                 std::to_string(states_.size() - s) + " to look at";
        });
        if (limit_ != network::Limit::none) return;
      }
      process(s);
    }
  }

  // All that an invariant says besides its sets.
  template <class Invariant>
  void finish(Invariant& out, std::uint64_t peak_bytes) {
    for (const std::uint32_t round : rounds_) {
      out.rounds = std::max<std::uint64_t>(out.rounds, round + 1);
    }
    out.unfired = findings_.unfired();
    out.limit = limit_;
    out.errors = findings_.errors();
    out.local_states = states_.size();
    out.local_steps = local_steps_;
    out.seconds = budget_.seconds();
    out.peak_bytes = peak_bytes;
  }

  const network::Instance& instance_;
  network::Budget& budget_;
  Tuples states_;                      // tag: class, or type of pairs
  std::vector<std::uint32_t> rounds_;  // per state
  Findings findings_;
  std::uint64_t local_steps_ = 0;

 private:
  std::string what_;
  network::Limit limit_ = network::Limit::none;
};

// The run that `make` begins, within the limits; what was found until one is
// reached stays.
template <class Invariant, class Make>
std::optional<Invariant> within(const network::Limits& limits,
                                const Make& make) {
  network::Budget budget(limits);
  const network::Polling polling(budget);
  Invariant none;
  try {
    return make(budget);
  } catch (const network::LimitReached& reached) {
    none.limit = reached.limit;
  } catch (const std::bad_alloc&) {
    none.limit = network::Limit::memory;
  }
  return none;
}

// Runs the worklist to its end, or to a limit.
template <class Worklist>
auto finished(Worklist& worklist) {
  try {
    worklist.run();
  } catch (const network::LimitReached& reached) {
    worklist.stop(reached.limit);
  }
  return worklist.result();
}

}  // namespace vicinal::fixpoint::inline single
