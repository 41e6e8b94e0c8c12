// SPDX-License-Identifier: MIT
// What is asked of a breadth-first search, and what its workers found, made an
// Exploration: the same wherever the states are.
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "explore/checkpoint/progress.hpp"
#include "explore/search/explorer.hpp"
#include "explore/search/verdicts.hpp"
#include "explore/search/witnesses.hpp"
#include "explore/search/worker.hpp"

namespace vicinal::explore::inline search {

// A search settles whenever its workers have looked at states, and decides when
// a level is done.
class Answers {
 public:
  using Workers = std::span<const std::unique_ptr<Worker>>;

  // `run` makes a run, at once where `early` (see Witnesses). The others must
  // outlive it.
  Answers(const network::Instance& instance, const Options& options,
          Witnesses::Run run, bool early = true);
  Answers(const Answers&) = delete;
  Answers& operator=(const Answers&) = delete;

  // For workers. It changes when something is settled.
  const Questions& questions() const { return questions_; }
  Exploration& result() { return result_; }

  // What workers found, in the order in which one alone would have.
  void settle(Workers workers);
  // The same of workers elsewhere, one after the other.
  void settle(std::span<const Worker::Findings> found);
  // The level is done, or nobody looks any further.
  void decide();
  // Nothing that is left to find is asked for.
  bool enough() const;
  // Initial states were left out, and so whatever follows them.
  void leave_out();
  // All states were looked at, but for what was left out.
  void all_seen();

  // What another search needs to go on: where this one is, but for its states;
  // then, at any time before more is settled, what its workers have seen.
  void remember(Progress& at);
  void note_seen(Progress& at, Workers workers) const;
  // Goes on from there: first what is decided, then, when the states are there,
  // the runs. Throws std::logic_error where no run leads to a state.
  void restore(const Progress& before);
  void restore_runs();
  // Per shard: how many of the first states, see Questions.
  void judged_elsewhere(std::vector<std::uint32_t> states) {
    questions_.judged_elsewhere = std::move(states);
  }

  // At the end. What was not decided holds if all states were looked at. The
  // other one: with what all workers have seen, wherever they are, in `seen`.
  void finish(Workers workers);
  void finish(const Progress& seen);

 private:
  void add_questions();
  void ask();
  void settle(const Worker::Findings& found);
  void refute(std::string name, const Witness& witness);
  bool fired(Workers workers, network::ProcessId process,
             std::uint32_t action) const;
  bool vacuous(Workers workers, std::size_t property) const;

  const network::Instance& instance_;
  const Options& options_;
  Witnesses::Run run_;
  Questions questions_;
  Exploration result_;
  Verdicts verdicts_;
  Witnesses witnesses_;
  bool overflow_ = false;
  bool found_ = true;  // anything, since that was remembered last
  Progress before_;    // what was done when the search was resumed
  std::set<std::pair<network::ProcessId, std::uint32_t>> fired_before_;
};

}  // namespace vicinal::explore::inline search
