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
#include <string>

#include "explore/search/failures.hpp"
#include "explore/search/initial_states.hpp"
#include "explore/search/retrace.hpp"
#include "explore/search/team.hpp"
#include "explore/search/verdicts.hpp"
#include "explore/search/witnesses.hpp"
#include "explore/search/worker.hpp"
#include "network/base/budget.hpp"
#include "network/language/property.hpp"

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
    for (const std::size_t p : options.properties) {
      questions_.properties.push_back(instance.model->properties[p].formula);
    }
    questions_.integers_within = options.integers_within;
    add_unasked();
    add_known();
    ask();
  }

  Exploration run() {
    try {
      add_worker();
      if (initial()) expand_all();
    } catch (const network::LimitReached& reached) {
      result_.limit = reached.limit;
    } catch (const std::bad_alloc&) {
      result_.limit = Limit::memory;
    } catch (const std::length_error&) {
      result_.limit = Limit::memory;
    }
    finish();
    return std::move(result_);
  }

 private:
  void add_worker() {
    workers_.push_back(std::make_unique<Worker>(instance_, packing_, store_,
                                                questions_, options_.symmetry,
                                                budget_, stop_));
  }

  void add_unasked() {
    for (const std::size_t p : unasked_properties(instance_, options_)) {
      questions_.properties.push_back(instance_.model->properties[p].formula);
    }
  }

  void add_known() {
    questions_.known = questions_.properties.size();
    for (const std::size_t p : options_.known_to_hold) {
      questions_.properties.push_back(instance_.model->properties[p].formula);
    }
  }

  // More threads are worth their making from the first round of many states.
  void gather() {
    while (workers_.size() < options_.threads) add_worker();
    tell_all();
    team_.emplace(workers_.size());
  }

  bool initial() {
    std::vector<std::uint64_t> packed(packing_.words());
    const bool all =
        initial_states(instance_, budget_, [&](std::span<const Scalar> s) {
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
    return all && within_limits();
  }

  void expand_all() {
    while (levels_.next(grown_)) {
      for (const std::uint32_t shard : grown_) grew_[shard] = false;
      grown_.clear();
      if (levels_.last() > 0) {
        decide();
        ++result_.depth;
      }
      if (!expand_level()) return;
    }
    result_.complete = !overflow_;
    result_.unsatisfiable = result_.initial_states == 0;
    if (overflow_) result_.limit = Limit::overflow;
  }

  // False: done, or a limit was reached.
  bool expand_level() {
    std::vector<Source> round;
    std::uint32_t states = 0;
    for (const std::uint32_t shard : levels_.shards()) {
      Levels::ShardRange part = levels_.part(levels_.last(), shard);
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
    if (result_.refuted) return false;
    if (options_.stop_when_decided && witnesses_.all_violated()) return false;
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

  // What workers found, in the order in which one alone would have.
  void settle(bool stored) {
    for (const auto& w : workers_) {
      Worker::Findings found = w->take();
      result_.states += found.states;
      result_.transitions += found.transitions;
      result_.deadlocks += found.deadlocks;
      overflow_ = overflow_ || found.overflow;
      if (found.deadlock) {
        witnesses_.meet(verdicts_.deadlock(), *found.deadlock);
      }
      for (std::size_t i = 0; i < options_.properties.size(); ++i) {
        if (found.violated[i]) witnesses_.meet(i, *found.violated[i]);
        if (found.fails[i]) verdicts_.undefine(i);
      }
      for (std::size_t i = 0; i < options_.known_to_hold.size(); ++i) {
        const auto& broken = found.violated[questions_.known + i];
        const std::size_t p = options_.known_to_hold[i];
        if (broken) refute(instance_.model->properties[p].name, *broken);
      }
      if (found.error && options_.known_not_to_fail) {
        refute(std::string(network::no_model_error), *found.error);
      }
      if (found.error) witnesses_.meet(verdicts_.error(), *found.error);
    }
    if (stored && workers_.size() > 1) tell_all();
    ask();
  }

  void tell_all() {
    for (const auto& w : workers_) {
      for (const auto& other : workers_) {
        if (w != other) w->learn_from(*other);
      }
    }
  }

  void ask() {
    questions_.open.resize(questions_.properties.size());
    for (std::size_t i = 0; i < questions_.properties.size(); ++i) {
      questions_.open[i] =
          i >= questions_.known ||
          (i < options_.properties.size() && verdicts_.open(i));
    }
    questions_.errors =
        verdicts_.open(verdicts_.error()) || options_.known_not_to_fail;
    questions_.deadlock = verdicts_.open(verdicts_.deadlock());
  }

  // None: the time was up before it was found.
  static std::optional<Trace> to(Retrace& retrace,
                                 const std::vector<std::uint64_t>& state,
                                 std::uint64_t length) {
    try {
      return retrace.to(state, length);
    } catch (const network::LimitReached&) {
      return std::nullopt;
    }
  }

  std::optional<Trace> run_to(const Witness& witness) {
    Retrace retrace(instance_, packing_, steps_, workers_[0]->tables(), store_,
                    levels_, options_.symmetry, budget_);
    const std::uint64_t length = witness.distance - (witness.step ? 1 : 0);
    auto trace = to(retrace, witness.state, length);
    if (!trace) return std::nullopt;
    if (witness.step) {
      trace->events.push_back(retrace.failing(*trace, *witness.step));
    } else {
      trace->error = witness.error;
      // In another state of the orbit it may be something else that fails.
      if (witness.error && reduces()) {
        trace->error = error_in(
            instance_, steps_,
            trace->events.empty() ? trace->initial : trace->events.back().after,
            questions_.properties);
      }
    }
    return trace;
  }

  bool reduces() const {
    return options_.symmetry != nullptr && !options_.symmetry->trivial();
  }

  void decide() {
    witnesses_.decide();
    ask();
  }

  void refute(std::string name, const Witness& witness) {
    if (result_.refuted) return;
    result_.refuted = Refutation{std::move(name), std::nullopt};
    result_.refuted->trace = run_to(witness);
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

  void finish() {
    decide();
    if (result_.refuted) result_.complete = false;
    const auto fired = [&](network::ProcessId process, std::uint32_t a) {
      return std::ranges::any_of(
          workers_, [&](const auto& w) { return w->fired(process, a); });
    };
    const auto vacuous = [&](std::size_t i) {
      return std::ranges::all_of(workers_,
                                 [&](const auto& w) { return w->vacuous(i); });
    };
    verdicts_.finish(fired, vacuous);
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
  Questions questions_;
  std::optional<Team> team_;
  std::vector<std::unique_ptr<Worker>> workers_;
  Exploration result_;
  Verdicts verdicts_{instance_, options_, result_};
  Witnesses witnesses_{verdicts_,
                       [this](const Witness& w) { return run_to(w); }, true};
  std::uint64_t initial_ = 0;   // initial states met
  std::uint64_t bytes_ = 0;     // when they were last added up
  std::uint64_t weigh_at_ = 0;  // with so many states: again
  unsigned unweighed_ = 0;      // rounds since
  std::atomic<Limit> stop_ = Limit::none;
  bool overflow_ = false;
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
