// SPDX-License-Identifier: MIT
// Breadth-first, in rounds: some states of a level are expanded, then their
// successors are stored, then what is new is asked what has to be asked.
// Threads share the first and the last of these, chunk by chunk; a chunk is the
// same, and so is what comes of it, however many threads there are.
#include "explore/lazy/lazy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <set>

#include "explore/lazy/annotated.hpp"
#include "explore/lazy/conditions.hpp"
#include "explore/lazy/lazy_worker.hpp"
#include "explore/lazy/lifting.hpp"
#include "explore/search/ended_by.hpp"
#include "explore/search/initial_states.hpp"
#include "explore/search/team.hpp"
#include "explore/search/verdicts.hpp"
#include "network/base/budget.hpp"

namespace vicinal::explore::inline lazy {

using network::Instance;
using network::Limit;
using network::Scalar;
using symmetry::Formless;
using symmetry::FormOp;
using symmetry::guarded_of;
using symmetry::model_forms;

namespace {

constexpr std::size_t no_property = Verdicts::none;

class Search {
 public:
  Search(const Instance& instance, flat::Guarded& guarded, const Sorts& sorts,
         const LazyOptions& options, network::Budget& budget)
      : instance_(instance),
        options_(options),
        budget_(budget),
        forms_(sorts),
        model_(model_forms(guarded, forms_)),
        processes_(instance, sorts),
        annotations_(instance, processes_, model_, forms_),
        locals_(processes_, instance.slot_count()),
        local_needs_(locals_),
        reached_(processes_.size(), partitions_, options.subsumption),
        routes_(annotations_, partitions_, needs_),
        shared_{instance, model_,      forms_,         partitions_,
                locals_,  reached_,    routes_,        needs_,
                touched_, conditions_, options.explain},
        state_(instance.slot_count()) {
    ask();
    for (const StepForm& step : model_.steps) {
      network::poll();
      needs_.emplace_back(step.guard, forms_, processes_, instance,
                          local_needs_);
      touched_.emplace_back(step, !needs_.back().exact(), forms_, processes_);
    }
    add_worker();
  }

  LazyExploration run() {
    const Limit reached = ended_by([&] {
      if (initial()) expand_all();
    });
    if (reached != Limit::none) result_.exploration.limit = reached;
    finish();
    return std::move(result_);
  }

 private:
  // What is looked for in every new state, by a condition of the same number;
  // the last condition is that there is a deadlock.
  struct Question {
    std::size_t property = no_property;  // in the result
    bool fails = false;                  // it cannot be evaluated, rather
    std::size_t of = no_property;  // the property that fails, if it was asked
    std::size_t premise = no_property;  // of which property, rather
  };

  void add_condition(FormId form) {
    conditions_.emplace_back(form, annotations_, partitions_, forms_,
                             processes_, instance_, local_needs_);
  }

  // Where it cannot be evaluated it is neither true nor false.
  FormId violated(const ModelForms::Claim& claim) {
    const FormId fails_not = forms_.negation(claim.fails);
    const FormId holds_not = forms_.negation(claim.holds);
    return forms_.junction(FormOp::conjunction, {holds_not, fails_not});
  }

  void add_question(Question question, FormId form) {
    questions_.push_back(question);
    add_condition(form);
  }

  void ask() {
    const Options& search = options_.search;
    for (std::size_t i = 0; i < search.properties.size(); ++i) {
      formulas_.push_back(
          instance_.model->properties[search.properties[i]].formula);
      add_question({i}, violated(model_.claims[i]));
    }
    for (const std::size_t p : unasked_properties(instance_, search)) {
      formulas_.push_back(instance_.model->properties[p].formula);
    }
    for (std::size_t i = 0; i < model_.claims.size(); ++i) {
      const bool asked = i < search.properties.size();
      if (!asked && !search.model_errors) continue;
      add_question({verdicts_.error(), true, asked ? i : no_property},
                   model_.claims[i].fails);
    }
    if (search.model_errors) {
      add_question({verdicts_.error(), true}, model_.problem);
    }
    for (std::size_t i = 0; i < model_.premises.size(); ++i) {
      if (!model_.premises[i].valid()) continue;
      vacuous_.insert(i);
      add_question({no_property, false, no_property, i}, model_.premises[i]);
    }
    add_condition(forms_.negation(model_.enabled));
  }

  void add_worker() {
    workers_.push_back(std::make_unique<LazyWorker>(shared_, budget_, stop_));
  }

  // ---- the search ----------------------------------------------------------

  // Orbits of initial states are sets of initial states (LZ line 1).
  bool initial() {
    const std::uint32_t start = partitions_.number(annotations_.start());
    if (!worth_beginning(start)) return false;
    Row row;
    const bool all =
        initial_states(instance_, budget_, [&](std::span<const Scalar> state) {
          ++result_.exploration.initial_states;
          const Reached::State first{locals_.take_apart(state, row), start};
          canonize(row, partitions_.members(start));
          make_room();
          reached_.add(row, first, reached_.hash(row, first), 0);
          return within_limits();
        });
    if (!all && result_.exploration.limit == Limit::none) {
      result_.exploration.limit = budget_.clock();
    }
    return all && result_.exploration.limit == Limit::none && judge(0);
  }

  // For local states that are new.
  void make_room() {
    reached_.make_room(locals_.size());
    local_needs_.learn();
  }

  void expand_all() {
    Exploration& e = result_.exploration;
    for (std::uint32_t level = 0; level < reached_.size();) {
      const std::uint32_t end = reached_.size();
      if (level > 0) ++e.depth;
      reached_.begin_level();
      for (std::uint32_t s = level; s < end; s += round_size()) {
        if (done() || !worth_going_on()) return;
        if (!expand(s, std::min(end, s + round_size()))) return;
      }
      level = end;
    }
    e.complete = true;
    e.unsatisfiable = e.initial_states == 0;
  }

  bool worth_beginning(std::uint32_t start) {
    const Members& cells = partitions_.members(start);
    double logarithm = 0;  // of the number of permutations
    for (const std::uint32_t c : cells.large) {
      logarithm += std::lgamma(static_cast<double>(cells[c].size()) + 1);
    }
    if (cells.large.empty()) {
      result_.why_not = "no two processes that refer to no others begin alike";
    } else if (logarithm < std::log(options_.permutations)) {
      result_.why_not = "there are few permutations of processes";
    }
    return result_.why_not.empty();
  }

  bool worth_going_on() {
    if (!options_.worth_it || asked_ || reached_.size() < LazyOptions::many) {
      return true;
    }
    asked_ = true;
    if (options_.worth_it(reached_.size(), result_.exploration.depth)) {
      return true;
    }
    result_.why_not = "it does not pay";
    return false;
  }

  static constexpr std::uint32_t round_size() { return 2048; }

  bool done() const {
    return options_.search.stop_when_decided && verdicts_.all_violated();
  }

  bool within_limits() {
    Exploration& e = result_.exploration;
    budget_.progress([&](double seconds) {
      return fmt::format("{} states, {:.0f} states/s", reached_.size(),
                         static_cast<double>(reached_.size()) / seconds);
    });
    if (e.limit == Limit::none) e.limit = stop_;
    if (e.limit == Limit::none) {
      e.limit = budget_.look(reached_.size(), bytes());
    }
    return e.limit == Limit::none;
  }

  std::uint64_t bytes() const {
    std::uint64_t bytes = reached_.bytes() + partitions_.bytes() +
                          locals_.bytes() + local_needs_.bytes();
    for (const auto& w : workers_) bytes += w->bytes();
    return bytes;
  }

  // Does the work for chunks of the states from `begin` to `end`. False: a
  // limit was reached.
  template <class Work>
  bool share(std::uint32_t begin, std::uint32_t end, const Work& work) {
    constexpr std::uint32_t chunk_size = 32;
    const std::uint32_t count = (end - begin + chunk_size - 1) / chunk_size;
    chunks_.resize(std::max<std::size_t>(chunks_.size(), count));
    for (std::uint32_t c = 0; c < count; ++c) {
      chunks_[c].begin = begin + c * chunk_size;
      chunks_[c].end = std::min(end, chunks_[c].begin + chunk_size);
    }
    std::atomic<std::uint32_t> next = 0;
    const std::function<void(std::size_t)> part = [&](std::size_t w) {
      while (true) {
        const std::uint32_t c = next++;
        if (c >= count) return;
        work(*workers_[w], chunks_[c]);
      }
    };
    const Options& search = options_.search;
    if (search.threads > 1 && end - begin >= search.states_for_threads) {
      while (workers_.size() < search.threads) add_worker();
      if (!team_) team_.emplace(workers_.size());
      team_->run(part);
    } else {
      part(0);
    }
    return within_limits();
  }

  // Of the states from `begin` to `end`.
  std::set<std::uint32_t> annotations(std::uint32_t begin,
                                      std::uint32_t end) const {
    std::set<std::uint32_t> result;
    for (std::uint32_t s = begin; s < end; ++s) {
      result.insert(reached_[s].partition);
    }
    return result;
  }

  bool expand(std::uint32_t begin, std::uint32_t end) {
    for (const std::uint32_t p : annotations(begin, end)) routes_.prepare(p);
    const bool all = share(begin, end, [](LazyWorker& worker, Chunk& chunk) {
      worker.expand(chunk);
    });
    for (Chunk& chunk : chunks_) {
      if (chunk.failing) violate(verdicts_.error(), *chunk.failing, true);
      chunk.failing.reset();
      if (!subsumption_) subsumption_ = std::move(chunk.subsumption);
      chunk.subsumption.reset();
    }
    if (!all) return false;
    const std::uint32_t before = reached_.size();
    for (Chunk& chunk : chunks_) {
      store(chunk, before);
      if (!within_limits()) return false;
    }
    return judge(before);
  }

  // LZ, subroutine update.
  void store(Chunk& chunk, std::uint32_t before) {
    result_.exploration.transitions += std::exchange(chunk.transitions, 0);
    const Locals::Adopted adopted = locals_.adopt(chunk.met);
    make_room();
    const std::size_t processes = processes_.size();
    for (std::size_t i = 0; i < chunk.successors.size(); ++i) {
      auto& [state, hash, met] = chunk.successors[i];
      const auto first =
          chunk.rows.begin() + static_cast<std::ptrdiff_t>(i * processes);
      row_.assign(first, first + static_cast<std::ptrdiff_t>(processes));
      if (met) {
        for (std::uint32_t& local : row_) {
          if (local >= Locals::fresh) {
            local = adopted.locals[local - Locals::fresh];
          }
        }
        if (state.rest >= Locals::fresh) {
          state.rest = adopted.rests[state.rest - Locals::fresh];
        }
        canonize(row_, partitions_.members(state.partition));
        hash = reached_.hash(row_, state);
      }
      if (options_.explain && !subsumption_) {
        see_subsumption(state, hash, met ? 0 : before);
      }
      reached_.add(row_, state, hash, met ? 0 : before);
    }
    chunk.successors.clear();
    chunk.rows.clear();
    chunk.met.clear();
  }

  // Of the row at hand by a state from there on.
  void see_subsumption(const Reached::State& state, const Reached::Hash& hash,
                       std::uint32_t from) {
    const std::uint32_t by =
        reached_.subsumer(row_, state, hash, from, scratch_);
    if (by == Reached::none) return;
    subsumption_ = subsumption(row_, state, by, reached_, partitions_);
  }

  // ---- questions -----------------------------------------------------------

  // Of the states from there on.
  bool judge(std::uint32_t begin) {
    for (const std::uint32_t p : annotations(begin, reached_.size())) {
      for (Condition& c : conditions_) c.prepare(p);
    }
    std::vector<bool> asked;
    for (const Question& q : questions_) {
      asked.push_back(verdicts_.open(q.property) || undefines(q) ||
                      vacuous_.contains(q.premise));
    }
    const bool all = share(
        begin, reached_.size(),
        [&](LazyWorker& worker, Chunk& chunk) { worker.ask(chunk, asked); });
    for (Chunk& chunk : chunks_) answer(chunk);
    return all;
  }

  void answer(Chunk& chunk) {
    for (std::size_t q = 0; q < std::min(questions_.size(), chunk.holds.size());
         ++q) {
      if (!chunk.holds[q]) continue;
      const Question& question = questions_[q];
      vacuous_.erase(question.premise);
      verdicts_.undefine(question.of);
      violate(question.property, *chunk.holds[q], question.fails);
    }
    result_.exploration.deadlocks += std::exchange(chunk.last_holds, 0);
    if (!chunk.holds.empty() && chunk.holds.back()) {
      violate(verdicts_.deadlock(), *chunk.holds.back(), false);
    }
    chunk.holds.clear();
  }

  bool undefines(const Question& q) const {
    return q.of != no_property &&
           result_.exploration.properties[q.of].outcome == Outcome::open;
  }

  void violate(std::size_t property, Found found, bool error) {
    found.error = error;
    verdicts_.violate(property, [&] { return run_to(found); });
  }

  std::optional<network::Trace> run_to(const Found& found) {
    const Lifting lifting(instance_, model_, forms_, locals_, reached_,
                          partitions_, formulas_);
    Unwinding again(partitions_, locals_);
    return lifting.run(
        found, [&](std::uint32_t from, std::uint32_t s, std::uint32_t finer,
                   const Unwinding::Visit& visit) {
          reached_.read(from, row_);
          const Apart apart(annotations_.named(s), reached_[from].partition,
                            finer, partitions_, needs_[s]);
          again(row_, apart, needs_[s], visit);
        });
  }

  // ---- the end -------------------------------------------------------------

  void finish() {
    Exploration& e = result_.exploration;
    e.states = reached_.size();
    verdicts_.finish([&](network::ProcessId process,
                         std::uint32_t a) { return fired(process, a); },
                     [&](std::size_t i) { return vacuous_.contains(i); });
    result_.partitions = annotations(0, reached_.size()).size();
    result_.removed = reached_.removed();
    if (options_.each_state) show_states();
    // Where a limit ends that there is none, and the answer stands.
    if (options_.explain) {
      ended_by([&] {
        result_.sample = sample_of(
            {reached_, partitions_, locals_, processes_, state_.size()},
            subsumption_);
      });
    }
    e.seconds = budget_.seconds();
    e.peak_bytes = bytes();
  }

  bool fired(network::ProcessId process, std::uint32_t action) const {
    for (std::uint32_t s = 0; s < model_.steps.size(); ++s) {
      const StepForm& step = model_.steps[s];
      if (step.process != process || step.action != action) continue;
      for (const auto& w : workers_) {
        if (w->fired(s)) return true;
      }
    }
    return false;
  }

  void show_states() {
    std::vector<std::uint32_t> cells(processes_.of_node.size());
    for (std::uint32_t s = 0; s < reached_.size(); ++s) {
      reached_.read(s, row_);
      locals_.put_together(reached_[s].rest, row_, state_);
      const Cells& of = partitions_[reached_[s].partition];
      for (std::uint32_t n = 0; n < cells.size(); ++n) {
        const std::uint32_t p = processes_.of_node[n];
        // A node that nobody exchanges is alone.
        cells[n] = p == no_process
                       ? static_cast<std::uint32_t>(processes_.size()) + n
                       : of[p];
      }
      options_.each_state(state_, cells);
    }
  }

  const Instance& instance_;
  const LazyOptions& options_;
  network::Budget& budget_;
  Forms forms_;
  ModelForms model_;
  Processes processes_;
  Annotations annotations_;
  Partitions partitions_;
  Locals locals_;
  LocalNeeds local_needs_;
  Reached reached_;
  Routes routes_;
  std::vector<Needs> needs_;      // per step
  std::vector<Touched> touched_;  // per step
  std::vector<Condition> conditions_;
  const Shared shared_;
  std::vector<Question> questions_;
  std::vector<network::ExprId> formulas_;  // that are evaluated
  std::set<std::size_t> vacuous_;  // asked, whose premise was not seen to hold
  std::atomic<Limit> stop_ = Limit::none;
  std::vector<std::unique_ptr<LazyWorker>> workers_;
  std::optional<Team> team_;
  bool asked_ = false;  // whether it is worth it
  std::vector<Chunk> chunks_;
  Row row_;
  Reached::Scratch scratch_;
  std::optional<Subsumption> subsumption_;  // to show it
  std::vector<Scalar> state_;
  LazyExploration result_;
  Verdicts verdicts_{instance_, options_.search, result_.exploration};
};

}  // namespace

LazyExploration explore_lazily(const Instance& instance,
                               const LazyOptions& options) {
  network::Budget budget(options.search.limits);
  const network::Polling polling(budget);
  LazyExploration result;
  result.exploration.properties = open_properties(instance, options.search);
  try {
    const Sorts sorts(instance);
    auto guarded = guarded_of(instance, options.search.properties,
                              unasked_properties(instance, options.search),
                              result.why_not, true);
    // That is no error, but a limit (design 3.1): forms do not tell them apart.
    if (guarded && guarded->may_reach_limit) {
      result.why_not = "a value of type int may leave 64 bits";
    }
    if (!result.why_not.empty()) return result;
    return Search(instance, *guarded, sorts, options, budget).run();
  } catch (const Formless& e) {
    result.why_not = e.what();
  } catch (const network::LimitReached& reached) {
    result.exploration.limit = reached.limit;
  }
  return result;
}

}  // namespace vicinal::explore::inline lazy
