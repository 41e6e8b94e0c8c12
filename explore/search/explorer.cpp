// SPDX-License-Identifier: MIT
// Breadth-first, level by level, in rounds: some thousand states of a level are
// expanded, then their successors are stored, shard by shard, so that what is
// looked at stays in the processor's caches. Threads share both halves of a
// round. What a state is called depends on the order in which states are stored
// in a shard: that of the states before them, however many threads there are.
//
// An error of a guard or a property counts with the distance of its state, a
// failing step with one more; while a level is expanded both turn up in any
// order. Which of them, and of the states that break a property, is shown is
// settled when the level is done.
#include "explore/search/explorer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "explore/search/answers.hpp"
#include "explore/search/ended_by.hpp"
#include "explore/search/initial_states.hpp"
#include "explore/search/retrace.hpp"
#include "explore/search/saving.hpp"
#include "explore/search/team.hpp"
#include "explore/search/worker.hpp"
#include "network/base/budget.hpp"

namespace vicinal::explore::inline search {

using network::Instance;
using network::Limit;
using network::Scalar;
using network::Trace;

namespace {

class BreadthFirst {
 public:
  BreadthFirst(const Instance& instance, const Options& options,
               network::Budget& budget)
      : instance_(instance),
        options_(options),
        steps_(instance),
        packing_(instance),
        store_(packing_),
        levels_(store_),
        grew_(store_.shards()),
        budget_(budget) {
    if (options.keeper == nullptr) return;
    saving_.emplace(*options.keeper, packing_, store_, levels_);
  }

  Exploration run() {
    const bool resumes = saving_ && options_.keeper->resumes();
    if (saving_ && !saving_->fits()) return refused();
    const Limit reached = ended_by([&] {
      add_worker();
      if (resumes ? resume() : initial()) expand_all();
    });
    if (!result_.not_resumed.empty()) return refused();
    if (reached != Limit::none) result_.limit = reached;
    finish();
    return std::move(result_);
  }

 private:
  void add_worker() {
    workers_.push_back(std::make_unique<Worker>(
        instance_, packing_, store_, answers_.questions(), options_.symmetry,
        budget_, stop_));
  }

  // More threads are worth their making from the first round of many states.
  void gather() {
    while (workers_.size() < options_.threads) add_worker();
    tell_all();
    team_.emplace(workers_.size());
  }

  bool initial() {
    std::vector<std::uint64_t> packed(packing_.words());
    const bool all = initial_states([&](std::span<const Scalar> s) {
      packing_.pack(s, packed.data());
      workers_[0]->store(packed.data(), 0);
      if ((++initial_ & 63) != 0) return true;
      settle(true);
      return within_limits();
    });
    settle(true);
    // The search for initial states looks at the clock by itself.
    if (!all && result_.limit == Limit::none) result_.limit = budget_.clock();
    result_.initial_states = result_.states;
    for (std::uint32_t s = 0; s < store_.shards(); ++s) add_grown(s);
    if (all) remember();
    return all && within_limits();
  }

  template <class Visit>
  bool initial_states(const Visit& visit) {
    if (!options_.starts_within && !options_.unread_once) {
      return explore::initial_states(instance_, budget_, visit);
    }
    Near near{options_.starts_within, false, options_.unread_once};
    const bool all = explore::initial_states(instance_, budget_, near, visit);
    if (near.left_out) answers_.leave_out();
    return all;
  }

  // What is new in the store is the next level. False: nothing is.
  bool next_level() {
    if (!levels_.next(grown_)) return false;
    for (const std::uint32_t shard : grown_) grew_[shard] = false;
    grown_.clear();
    ++begun_;
    expanded_ = 0;
    return true;
  }

  void expand_all() {
    if (begun_ > 0 && !expand_level()) return;
    while (next_level()) {
      if (levels_.last() > 0) {
        answers_.decide();
        ++result_.depth;
      }
      if (!expand_level()) return;
    }
    answers_.all_seen();
  }

  // But for the first states, which are expanded already. False: done, or a
  // limit was reached.
  bool expand_level() {
    std::vector<Source> round;
    std::uint32_t states = 0;
    std::uint64_t skipped = expanded_;
    for (const std::uint32_t shard : levels_.shards()) {
      Levels::ShardRange part = levels_.part(levels_.last(), shard);
      const auto skip = static_cast<std::uint32_t>(
          std::min<std::uint64_t>(skipped, part.end - part.begin));
      part.begin += skip;
      skipped -= skip;
      while (part.begin < part.end) {
        const std::uint32_t room = round_size() - states;
        const std::uint32_t end = std::min(part.end, part.begin + room);
        round.push_back({shard, {part.begin, end}});
        states += end - part.begin;
        part.begin = end;
        if (states < round_size()) continue;
        if (!expand_round(round, states)) return false;
        round.clear();
        states = 0;
      }
    }
    return states == 0 || expand_round(round, states);
  }

  // States; fewer when those that may be stored come to an end.
  std::uint32_t round_size() const {
    constexpr std::uint64_t most = 2048, least = 16, successors = 8;
    const std::uint64_t limit = options_.limits.work;
    if (limit == 0) return most;
    const std::uint64_t left = limit - std::min(limit, result_.states);
    return static_cast<std::uint32_t>(
        std::clamp(left / successors, least, most));
  }

  bool expand_round(const std::vector<Source>& round, std::uint32_t states) {
    if (answers_.enough()) return false;
    const bool share =
        options_.threads > 1 && states >= options_.states_for_threads;
    if (share && !team_) gather();
    const std::size_t parts = share ? workers_.size() : 1;
    if (parts == 1) {
      workers_[0]->expand(round, result_.depth);
    } else {
      const auto shares = shares_of(round, states, parts);
      team_->run([&](std::size_t i) {
        workers_[i]->expand(shares[i], result_.depth);
      });
    }
    settle(false);
    if (parts == 1) {
      workers_[0]->store_own(result_.depth + 1);
    } else {
      const std::uint32_t shards = store_.shards();
      team_->run([&](std::size_t i) {
        const auto cut = [&](std::size_t part) {
          return static_cast<std::uint32_t>(shards * part / parts);
        };
        workers_[i]->store(workers_, cut(i), cut(i + 1), result_.depth + 1);
      });
    }
    for (const auto& w : workers_) {
      for (const std::uint32_t shard : w->shards()) add_grown(shard);
      w->forget_successors();
    }
    settle(true);
    expanded_ += states;
    remember();
    return within_limits();
  }

  void add_grown(std::uint32_t shard) {
    if (grew_[shard]) return;
    grew_[shard] = true;
    grown_.push_back(shard);
  }

  // Consecutive, of about the same size.
  static std::vector<std::vector<Source>> shares_of(
      const std::vector<Source>& round, std::uint32_t states,
      std::size_t parts) {
    std::vector<std::vector<Source>> shares(parts);
    const std::uint32_t each =
        (states + static_cast<std::uint32_t>(parts) - 1) /
        static_cast<std::uint32_t>(parts);
    std::size_t at = 0;
    std::uint32_t room = each;
    for (Source source : round) {
      while (source.part.begin < source.part.end) {
        const std::uint32_t end =
            std::min(source.part.end, source.part.begin + room);
        shares[at].push_back({source.shard, {source.part.begin, end}});
        room -= end - source.part.begin;
        source.part.begin = end;
        if (room > 0 || at + 1 == parts) continue;
        ++at;
        room = at + 1 == parts ? states : each;
      }
    }
    return shares;
  }

  void settle(bool stored) {
    answers_.settle(workers_);
    if (stored && workers_.size() > 1) tell_all();
  }

  void tell_all() {
    for (const auto& w : workers_) {
      for (const auto& other : workers_) {
        if (w != other) w->learn_from(*other);
      }
    }
  }

  std::optional<Trace> run_to(const Witness& witness) {
    const StoredLevels states(packing_, store_, levels_);
    return Retrace(instance_, packing_, steps_, workers_[0]->tables(), states,
                   options_.symmetry, budget_)
        .to(witness, answers_.questions().properties);
  }

  std::uint64_t bytes() const {
    std::uint64_t bytes = store_.bytes() + levels_.bytes();
    for (const auto& w : workers_) bytes += w->bytes();
    return bytes;
  }

  // Adding up memory takes as long as a small round.
  bool within_limits() {
    if (result_.states >= weigh_at_ || ++unweighed_ == 64) {
      bytes_ = bytes();
      weigh_at_ = result_.states + 1024;
      unweighed_ = 0;
    }
    const Limit reached = budget_.look(result_.states, bytes_);
    if (reached != Limit::none) result_.limit = reached;
    // A worker that stopped has left something undone.
    if (stop_ != Limit::none) result_.limit = stop_;
    budget_.progress([&](double seconds) {
      return fmt::format("{} states, depth {}, {:.0f} states/s", result_.states,
                         result_.depth,
                         static_cast<double>(result_.states) / seconds);
    });
    return result_.limit == Limit::none;
  }

  // Between two rounds, if all of the last one was done.
  void remember() {
    if (!saving_ || stop_ != Limit::none || result_.refuted) return;
    Progress& at = saving_->at();
    answers_.remember(at);
    at.levels = begun_;
    at.expanded = expanded_;
    saving_->remember();
    if (saving_->due()) save();
  }

  // What workers have seen in a round that was not done they see again.
  void save() {
    try {
      answers_.note_seen(saving_->at(), workers_);
      saving_->save();
    } catch (const std::bad_alloc&) {
      saving_->fail();
    }
  }

  // From what was saved. False: it is of no use, or a limit is reached.
  bool resume() {
    const Progress& before = options_.keeper->progress();
    const std::string wrong =
        wrong_progress(instance_, packing_, result_.properties.size(),
                       options_.properties.size(), before);
    if (!wrong.empty()) return damaged(wrong);
    answers_.restore(before);
    if (!restore_states(before.expanded)) return damaged({});
    try {
      answers_.restore_runs();
    } catch (const std::logic_error&) {
      return damaged("no run leads to a state that violates something");
    }
    return within_limits();
  }

  bool damaged(const std::string& what) {
    if (!what.empty()) options_.keeper->damaged(what);
    result_.not_resumed = options_.keeper->error();
    return false;
  }

  bool restore_states(std::uint64_t expanded) {
    const bool all = saving_->resume(
        {store_,
         {},
         [&] { next_level(); },
         [&](std::uint32_t shard) {
           add_grown(shard);
           if ((++result_.states & 1023) == 0 && !within_limits()) {
             throw network::LimitReached{result_.limit};
           }
         }});
    if (!all) return false;
    result_.depth = begun_ == 0 ? 0 : begun_ - 1;
    expanded_ = expanded;
    std::vector<std::uint32_t> sizes;
    for (std::uint32_t s = 0; s < store_.shards(); ++s) {
      sizes.push_back(store_.size(s));
    }
    answers_.judged_elsewhere(std::move(sizes));
    return true;
  }

  Exploration refused() {
    result_.not_resumed = options_.keeper->error();
    return std::move(result_);
  }

  void finish() {
    if (saving_) {
      save();
      result_.not_saved = saving_->unsaved();
    }
    answers_.finish(workers_);
    if (options_.each_state) show_states();
    result_.seconds = budget_.seconds();
    result_.peak_bytes = bytes();
  }

  void show_states() const {
    std::vector<Scalar> state(instance_.slot_count());
    std::vector<std::uint64_t> packed(packing_.words());
    for (std::uint32_t shard = 0; shard < store_.shards(); ++shard) {
      for (std::uint32_t i = 0; i < store_.size(shard); ++i) {
        store_.read(shard, i, packed.data());
        packing_.unpack(packed.data(), state);
        options_.each_state(state);
      }
    }
  }

  const Instance& instance_;
  const Options& options_;
  network::Steps steps_;
  network::Packing packing_;
  StateStore store_;
  Levels levels_;
  std::vector<std::uint32_t> grown_;  // shards, since the last level
  std::vector<bool> grew_;            // per shard: whether it is there
  std::uint64_t begun_ = 0;           // levels
  std::uint64_t expanded_ = 0;        // states of the last one
  std::optional<Team> team_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::optional<Saving> saving_;
  Answers answers_{instance_, options_,
                   [this](const Witness& w) { return run_to(w); }};
  Exploration& result_ = answers_.result();
  std::uint64_t initial_ = 0;   // initial states met
  std::uint64_t bytes_ = 0;     // when they were last added up
  std::uint64_t weigh_at_ = 0;  // with so many states: again
  unsigned unweighed_ = 0;      // rounds since
  std::atomic<Limit> stop_ = Limit::none;
  network::Budget& budget_;
};

}  // namespace

Exploration explore(const Instance& instance, const Options& options) {
  network::Budget budget(options.limits);
  const network::Polling polling(budget);
  try {
    return BreadthFirst(instance, options, budget).run();
  } catch (const network::LimitReached& reached) {
    // Before the first state: there are many slots.
    Exploration nothing;
    nothing.properties = open_properties(instance, options);
    nothing.limit = reached.limit;
    nothing.seconds = budget.seconds();
    return nothing;
  }
}

}  // namespace vicinal::explore::inline search
