// SPDX-License-Identifier: MIT
// Level by level, with delayed duplicate detection:
//
//   level d --expand--> successors --sort--> those that no run of visited
//   (a run)             (each once)          states holds --judge--> level d +
//   1
//
// Successors are told from each other in memory, in a hash table; from the
// states that were visited only when the level is done, by going through both
// in ascending order. So nothing is looked for on the disk: all is read and
// written from the first byte to the last.
#include "explore/disk/disk_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "explore/disk/successors.hpp"
#include "explore/disk/visited.hpp"
#include "explore/disk/work_files.hpp"
#include "explore/search/answers.hpp"
#include "explore/search/ended_by.hpp"
#include "explore/search/initial_states.hpp"
#include "explore/search/retrace.hpp"
#include "explore/search/team.hpp"
#include "explore/search/worker.hpp"
#include "network/base/budget.hpp"

namespace vicinal::explore::inline disk {

using network::Instance;
using network::Limit;
using network::Scalar;
using network::Trace;

namespace {

// How the memory is used: three fifths for successors, a tenth to read levels
// again; the rest is for tables of steps, buffers, and what is not returned to
// the system.
struct Plan {
  std::uint64_t successors = 0, levels = 0;  // bytes
  Plan(const Options& options, const DiskOptions& disk) {
    const std::uint64_t given = options.limits.memory_mib;
    const std::uint64_t bytes = (given > 0 ? given : disk.memory_mib) << 20;
    const bool planned = disk.successor_bytes == 0;
    successors = planned ? bytes / 5 * 3 : disk.successor_bytes;
    levels = planned ? bytes / 10 : disk.successor_bytes;
  }
};

class DiskSearch {
 public:
  DiskSearch(const Instance& instance, const Options& options,
             const DiskOptions& disk, network::Budget& budget)
      : instance_(instance),
        options_(options),
        disk_(disk),
        steps_(instance),
        packing_(instance),
        folder_(disk.folder),
        coding_(packing_),
        visited_(folder_, coding_, Plan(options, disk).levels,
                 disk.block_bytes),
        successors_(packing_, folder_, coding_, Plan(options, disk).successors,
                    disk.block_bytes),
        budget_(budget) {
    result_.disk.emplace();
  }

  Exploration run() {
    const Limit reached = ended_by([&] {
      try {
        add_worker();
        if (initial()) expand_all();
      } catch (const DiskError& error) {
        fail(error);
      }
    });
    if (reached != Limit::none) result_.limit = reached;
    finish();
    return std::move(result_);
  }

 private:
  void add_worker() {
    workers_.push_back(std::make_unique<Worker>(
        instance_, packing_, successors_.store(), answers_.questions(),
        options_.symmetry, budget_, stop_));
  }

  void fail(const DiskError& error) {
    result_.limit = Limit::disk;
    result_.complete = false;
    result_.disk->error = error.what();
  }

  bool initial() {
    std::vector<std::uint64_t> packed(packing_.words());
    std::uint64_t met = 0;
    const bool all =
        initial_states(instance_, budget_, [&](std::span<const Scalar> s) {
          packing_.pack(s, packed.data());
          workers_[0]->canonize(packed.data());
          successors_.insert(packed);
          if ((++met & 63) == 0) look_at_limits();
          return true;
        });
    // The search for initial states looks at the clock by itself.
    if (!all) result_.limit = budget_.clock();
    if (!all) return false;
    find_level(0);
    result_.initial_states = result_.states;
    return true;
  }

  void expand_all() {
    while (level_->size() > 0) {
      if (visited_levels_ > 0) {
        answers_.decide();
        ++result_.depth;
      }
      if (!expand_level()) return;
      visited_.add(std::move(level_));
      ++visited_levels_;
      find_level(result_.depth + 1);
      if (disk_.level_done) disk_.level_done(result_.depth);
    }
    answers_.all_seen();
  }

  // False: nothing that is left to find is asked for.
  bool expand_level() {
    RunReader reader(*level_, coding_);
    round_.clear();
    for (;;) {
      const bool any = reader.next();
      if (any) add_to_round(reader.state());
      if (any && !round_is_full()) continue;
      if (answers_.enough()) return false;
      expand_round();
      if (!any) return true;
    }
  }

  void add_to_round(const std::uint64_t* state) {
    round_.insert(round_.end(), state, state + packing_.words());
  }
  bool round_is_full() const {
    return round_.size() >= disk_.round_states * packing_.words();
  }

  // Calls part(worker, its states) for the states of the round, cut into as
  // many parts as there are workers, if they are many. Returns the parts.
  template <class Part>
  std::size_t share_round(const Part& part) {
    const std::size_t words = packing_.words();
    const std::size_t states = round_.size() / words;
    const bool share =
        options_.threads > 1 && states >= options_.states_for_threads;
    if (share && !team_) {
      while (workers_.size() < options_.threads) add_worker();
      team_.emplace(workers_.size());
    }
    const std::size_t parts = share ? workers_.size() : 1;
    const auto work = [&](std::size_t i) {
      const std::size_t begin = states * i / parts;
      const std::size_t end = states * (i + 1) / parts;
      part(*workers_[i], std::span<const std::uint64_t>(round_).subspan(
                             begin * words, (end - begin) * words));
    };
    run_parts(parts, work);
    return parts;
  }

  template <class Work>
  void run_parts(std::size_t parts, const Work& work) {
    if (parts == 1) return work(0);
    team_->run(work);
  }

  void expand_round() {
    const std::size_t parts =
        share_round([&](Worker& worker, std::span<const std::uint64_t> states) {
          worker.expand(states, result_.depth);
        });
    round_.clear();
    const std::uint32_t shards = successors_.store().shards();
    run_parts(parts, [&](std::size_t i) {
      const auto end = static_cast<std::uint32_t>(shards * (i + 1) / parts);
      for (auto s = static_cast<std::uint32_t>(shards * i / parts); s < end;
           ++s) {
        for (const auto& w : workers_) successors_.insert(w->waiting(s));
      }
    });
    for (const auto& w : workers_) w->forget_successors();
    answers_.settle(workers_);
    look_at_limits();
  }

  // What is new of the successors is the next level.
  void find_level(std::uint64_t distance) {
    RunWriter writer(folder_, coding_, distance, distance, disk_.block_bytes);
    Visited::Lookup visited(visited_);
    successors_.drain([&](const std::uint64_t* state) {
      network::poll();
      if (visited.holds(state)) return;
      writer.add(state, distance);
      add_to_round(state);
      if (round_is_full()) judge_round(distance);
    });
    judge_round(distance);
    level_ = writer.finish();
  }

  void judge_round(std::uint64_t distance) {
    const std::size_t words = packing_.words();
    share_round([&](Worker& worker, std::span<const std::uint64_t> states) {
      until_limit(budget_, stop_, [&] {
        for (std::size_t at = 0; at < states.size(); at += words) {
          network::poll();
          worker.judge(states.data() + at, distance);
        }
      });
    });
    result_.states += round_.size() / words;
    round_.clear();
    answers_.settle(workers_);
    look_at_limits();
  }

  std::optional<Trace> run_to(const Witness& witness) {
    try {
      return Retrace(instance_, packing_, steps_, workers_[0]->tables(),
                     visited_, options_.symmetry, budget_)
          .to(witness, answers_.questions().properties);
    } catch (const DiskError& error) {
      fail(error);
      return std::nullopt;
    }
  }

  std::uint64_t bytes() const {
    std::uint64_t bytes = successors_.bytes() + visited_.bytes() +
                          (level_ ? level_->bytes() : 0) +
                          round_.capacity() * 8;
    for (const auto& w : workers_) bytes += w->bytes();
    return bytes;
  }

  // Throws LimitReached.
  void look_at_limits() {
    if (successors_.large()) successors_.spill();
    Limit reached = budget_.look(result_.states, bytes());
    // A worker that stopped has left something undone.
    if (stop_ != Limit::none) reached = stop_;
    budget_.progress([&](double seconds) {
      return fmt::format("{} states, depth {}, {:.0f} states/s, {} MiB on disk",
                         result_.states, result_.depth,
                         static_cast<double>(result_.states) / seconds,
                         folder_.bytes() >> 20);
    });
    // A file failed while a run was found again.
    if (result_.limit == Limit::disk) reached = Limit::disk;
    if (reached != Limit::none) throw network::LimitReached{reached};
  }

  void finish() {
    answers_.finish(workers_);
    result_.seconds = budget_.seconds();
    result_.peak_bytes = bytes();
    result_.disk->peak_bytes = folder_.peak_bytes();
    folder_.leave();
  }

  const Instance& instance_;
  const Options& options_;
  const DiskOptions& disk_;
  network::Steps steps_;
  network::Packing packing_;
  WorkFolder folder_;
  RecordCoding coding_;
  Visited visited_;
  std::uint64_t visited_levels_ = 0;
  SuccessorSet successors_;
  std::unique_ptr<SortedRun> level_;  // that is not visited yet
  std::vector<std::uint64_t> round_;  // states, one after the other
  std::optional<Team> team_;
  std::vector<std::unique_ptr<Worker>> workers_;
  Answers answers_{instance_, options_,
                   [this](const Witness& w) { return run_to(w); }};
  Exploration& result_ = answers_.result();
  std::atomic<Limit> stop_ = Limit::none;
  network::Budget& budget_;
};

}  // namespace

Exploration explore_on_disk(const Instance& instance, const Options& options,
                            const DiskOptions& disk) {
  network::Budget budget(options.limits);
  const network::Polling polling(budget);
  Exploration nothing;
  try {
    const auto search =
        std::make_shared<DiskSearch>(instance, options, disk, budget);
    Exploration done = search->run();
    done.leftovers = search;
    return done;
  } catch (const network::LimitReached& reached) {
    nothing.limit = reached.limit;
  } catch (const DiskError& error) {
    nothing.limit = Limit::disk;
    nothing.disk = DiskUse{0, error.what()};
  }
  // Before the first state.
  nothing.properties = open_properties(instance, options);
  nothing.seconds = budget.seconds();
  return nothing;
}

}  // namespace vicinal::explore::inline disk
