// SPDX-License-Identifier: MIT
// Steps are taken one representative at a time: of the steps of a part those
// that Q = glb(P, L) permutes into each other are one. For it, P is unwound to
// what tells its own processes apart, not to all of L: the states that are left
// out are images, under permutations that leave the step alone, of those that
// are visited, and so are their successors.
#include "explore/lazy/lazy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <set>

#include "explore/lazy/annotated.hpp"
#include "explore/lazy/conditions.hpp"
#include "explore/lazy/lifting.hpp"
#include "explore/search/initial_states.hpp"
#include "network/base/budget.hpp"

namespace vicinal::explore::inline lazy {

using network::Instance;
using network::Limit;
using network::Scalar;

namespace {

constexpr std::size_t no_property = SIZE_MAX;

class Search {
 public:
  Search(const Instance& instance, const exported::Guarded& guarded,
         const Sorts& sorts, const LazyOptions& options,
         network::Budget& budget)
      : instance_(instance),
        options_(options),
        budget_(budget),
        forms_(sorts),
        model_(model_forms(guarded, forms_)),
        processes_(instance, sorts),
        annotations_(instance, processes_, model_, forms_),
        locals_(processes_, instance.slot_count()),
        reached_(processes_.size(), partitions_, options.subsumption),
        state_(instance.slot_count()),
        after_(instance.slot_count()) {
    ask();
    for (Part& part : annotations_.parts()) {
      parts_.push_back(
          {std::move(part.steps), partitions_.number(part.annotation), {}});
    }
    for (std::uint32_t s = 0; s < model_.steps.size(); ++s) {
      steps_.push_back({{model_.steps[s].guard, forms_, processes_, instance},
                        isolated(annotations_.named(s))});
    }
    for (const Process& p : instance.model->processes) {
      fired_.emplace_back(p.actions.size());
    }
    fired_.emplace_back(instance.model->rules.size());
  }

  LazyExploration run() {
    Exploration& e = result_.exploration;
    try {
      if (initial()) expand_all();
    } catch (const network::LimitReached& reached) {
      e.limit = reached.limit;
    } catch (const std::bad_alloc&) {
      e.limit = Limit::memory;
    }
    finish();
    return std::move(result_);
  }

 private:
  using Process = network::Process;

  // Steps that some partitions permute into each other, and one of each.
  struct PartSteps {
    std::vector<std::uint32_t> steps;
    std::uint32_t annotation = 0;
    tsl::robin_map<std::uint32_t, std::vector<std::uint32_t>> representatives;
  };
  struct Step {
    Needs needs;
    Cells isolated;  // the processes that it names, each; all others
  };
  // What is looked for in every new state.
  struct Question {
    std::size_t property = no_property;  // in the result
    Condition violated;
    bool fails = false;            // it cannot be evaluated, rather
    std::size_t of = no_property;  // the property that fails, if it was asked
  };

  Cells isolated(const std::vector<std::uint32_t>& named) const {
    std::vector<std::uint32_t> cells(processes_.size(), 0);
    for (const std::uint32_t p : named) cells[p] = p + 1;
    return numbered(cells);
  }

  Condition condition(FormId form) {
    return {form, annotations_, partitions_, forms_, processes_, instance_};
  }

  // Where it cannot be evaluated it is neither true nor false.
  FormId violated(const ModelForms::Claim& claim) {
    const FormId fails_not = forms_.negation(claim.fails);
    const FormId holds_not = forms_.negation(claim.holds);
    return forms_.junction(FormOp::conjunction, {holds_not, fails_not});
  }

  void add_property(std::string name) {
    result_.exploration.properties.push_back(
        {std::move(name), Outcome::open, std::nullopt});
  }

  void ask() {
    const Options& search = options_.search;
    for (std::size_t i = 0; i < search.properties.size(); ++i) {
      add_property(instance_.model->properties[search.properties[i]].name);
      formulas_.push_back(
          instance_.model->properties[search.properties[i]].formula);
      questions_.push_back({i, condition(violated(model_.claims[i]))});
    }
    if (search.model_errors) {
      error_property_ = result_.exploration.properties.size();
      add_property(std::string(network::no_model_error));
    }
    for (const std::size_t p : unasked_properties(instance_, search)) {
      formulas_.push_back(instance_.model->properties[p].formula);
    }
    for (std::size_t i = 0; i < model_.claims.size(); ++i) {
      const bool asked = i < search.properties.size();
      if (!asked && !search.model_errors) continue;
      questions_.push_back({error_property_, condition(model_.claims[i].fails),
                            true, asked ? i : no_property});
    }
    if (search.model_errors) {
      questions_.push_back({error_property_, condition(model_.problem), true});
    }
    if (search.deadlock_is_violation) {
      deadlock_property_ = result_.exploration.properties.size();
      add_property("deadlock");
    }
    deadlock_.emplace(condition(forms_.negation(model_.enabled)));
  }

  // ---- the search ----------------------------------------------------------

  // Orbits of initial states are sets of initial states (LZ line 1).
  bool initial() {
    const std::uint32_t start = partitions_.number(annotations_.start());
    Row row;
    const bool all =
        initial_states(instance_, budget_, [&](std::span<const Scalar> state) {
          ++result_.exploration.initial_states;
          const std::uint32_t rest = locals_.take_apart(state, row);
          update(row, {rest, start, UINT32_MAX, UINT32_MAX, 0});
          return within_limits();
        });
    if (!all && result_.exploration.limit == Limit::none) {
      result_.exploration.limit = budget_.clock();
    }
    return all && result_.exploration.limit == Limit::none;
  }

  void expand_all() {
    Exploration& e = result_.exploration;
    for (; next_ < reached_.size(); ++next_) {
      if (reached_[next_].level > e.depth) {
        commit_error();
        e.depth = reached_[next_].level;
      }
      if (done() || !within_limits()) return;
      if (!reached_[next_].subsumed) expand(next_);
    }
    e.complete = true;
    e.unsatisfiable = e.initial_states == 0;
  }

  bool done() const {
    if (!options_.search.stop_when_decided) return false;
    return std::ranges::all_of(
        result_.exploration.properties,
        [](const auto& p) { return p.outcome == Outcome::violated; });
  }

  bool within_limits() {
    Exploration& e = result_.exploration;
    budget_.progress([&](double seconds) {
      return fmt::format("{} states, {:.0f} states/s", reached_.size(),
                         static_cast<double>(reached_.size()) / seconds);
    });
    const Limit reached = budget_.look(reached_.size(), bytes());
    if (reached != Limit::none) e.limit = reached;
    return e.limit == Limit::none;
  }

  std::uint64_t bytes() const {
    return reached_.bytes() +
           partitions_.size() * (2 * processes_.size() + 64) +
           locals_.size() * 128;
  }

  void expand(std::uint32_t number) {
    for (PartSteps& part : parts_) {
      const Reached::State from = reached_[number];
      // Permutations leave the rest alone: what one step needs of it, all do.
      if (!steps_[part.steps[0]].needs.allows(locals_, from.rest)) continue;
      const std::uint32_t finer =
          partitions_.meet(from.partition, part.annotation);
      for (const std::uint32_t s : representatives(part, finer)) {
        take(number, s, finer);
      }
    }
  }

  // One of the steps of a part that differ by more than the partition permutes.
  const std::vector<std::uint32_t>& representatives(PartSteps& part,
                                                    std::uint32_t partition) {
    const auto found = part.representatives.find(partition);
    if (found != part.representatives.end()) return found->second;
    std::vector<std::uint32_t> result;
    std::set<std::vector<std::uint32_t>> seen;
    for (const std::uint32_t s : part.steps) {
      if (seen.insert(annotations_.shape(s, partitions_[partition])).second) {
        result.push_back(s);
      }
    }
    return part.representatives.insert({partition, std::move(result)})
        .first->second;
  }

  // Takes the step from each represented state where it may be taken.
  void take(std::uint32_t number, std::uint32_t s, std::uint32_t finer) {
    const Reached::State from = reached_[number];
    if (!steps_[s].needs.allows(locals_, from.rest)) return;
    const Row row(reached_.row(number).begin(), reached_.row(number).end());
    unwind(taking_, row, from.partition, s, finer, [&](const Row& x) {
      locals_.put_together(from.rest, x, state_);
      if (!steps_[s].needs.exact() && !enabled(s, state_)) return true;
      ++result_.exploration.transitions;
      fire(s);
      if (fails(s, state_)) {
        offer({from.level + 1, number, x, s});
        return true;
      }
      apply(s, state_, after_);
      Row next;
      const std::uint32_t rest = locals_.take_apart(after_, next);
      canonize(next, partitions_[finer]);
      update(next, {rest, finer, number, s, from.level + 1});
      return true;
    });
  }

  void unwind(Unwinding& unwinding, const Row& row, std::uint32_t partition,
              std::uint32_t s, std::uint32_t finer,
              const Unwinding::Visit& visit) {
    const std::uint64_t key = std::uint64_t{s} << 32 | finer;
    auto at = finest_.find(key);
    if (at == finest_.end()) {
      at = finest_
               .insert({key, partitions_.number(
                                 meet(partitions_[finer], steps_[s].isolated))})
               .first;
    }
    const Needs& needs = steps_[s].needs;
    unwinding(
        row, partitions_[partition], partitions_[at->second],
        [&](std::uint32_t process, std::uint32_t local) {
          return needs.allows(locals_, process, local);
        },
        visit);
  }

  bool enabled(std::uint32_t s, std::span<const Scalar> state) const {
    return forms_.evaluate(model_.steps[s].guard, state) != 0;
  }
  bool fails(std::uint32_t s, std::span<const Scalar> state) const {
    return forms_.evaluate(model_.steps[s].fails, state) != 0;
  }
  void apply(std::uint32_t s, std::span<const Scalar> state,
             std::vector<Scalar>& after) const {
    after.assign(state.begin(), state.end());
    for (const auto& [slot, form] : model_.steps[s].updates) {
      after[slot] = forms_.evaluate(form, state);
    }
  }

  void fire(std::uint32_t s) {
    const StepForm& step = model_.steps[s];
    const std::size_t process =
        step.process.valid() ? step.process.index() : fired_.size() - 1;
    fired_[process][step.action] = true;
  }

  // LZ, subroutine update. The row is canonical.
  void update(Row row, const Reached::State& state) {
    canonize(row, partitions_[state.partition]);
    const auto added = reached_.add(row, state, next_ + 1);
    if (added) judge(*added);
  }

  // ---- questions -----------------------------------------------------------

  void judge(std::uint32_t number) {
    const Reached::State state = reached_[number];
    const Row row(reached_.row(number).begin(), reached_.row(number).end());
    const auto find = [&](Condition& c) {
      return c.find(row, state.rest, state.partition, locals_, asking_);
    };
    for (Question& q : questions_) {
      const bool looks = q.property != no_property
                             ? open(q.property)
                             : q.of != no_property && open(q.of);
      const bool undefines =
          q.of != no_property &&
          result_.exploration.properties[q.of].outcome == Outcome::open;
      if (!looks && !undefines) continue;
      const auto found = find(q.violated);
      if (!found) continue;
      if (!q.fails) {
        violate(q.property, {state.level, number, *found, UINT32_MAX});
        continue;
      }
      if (undefines) {
        result_.exploration.properties[q.of].outcome = Outcome::undefined;
      }
      offer({state.level, number, *found, UINT32_MAX});
    }
    const auto dead = find(*deadlock_);
    if (!dead) return;
    ++result_.exploration.deadlocks;
    if (deadlock_property_ != no_property) {
      violate(deadlock_property_, {state.level, number, *dead, UINT32_MAX});
    }
  }

  bool open(std::size_t property) const {
    return property != no_property &&
           result_.exploration.properties[property].outcome !=
               Outcome::violated;
  }

  void violate(std::size_t property, const Found& found) {
    if (!open(property)) return;
    auto& p = result_.exploration.properties[property];
    p.outcome = Outcome::violated;
    const Lifting lifting(instance_, model_, forms_, locals_, reached_,
                          formulas_);
    Unwinding again;
    p.trace = lifting.run(
        found, [&](std::uint32_t from, std::uint32_t s, std::uint32_t finer,
                   const Unwinding::Visit& visit) {
          const Row row(reached_.row(from).begin(), reached_.row(from).end());
          unwind(again, row, reached_[from].partition, s, finer, visit);
        });
  }

  // The shortest of a level counts, when the level is done.
  void offer(Found found) {
    if (!open(error_property_)) return;
    if (pending_ && pending_->distance <= found.distance) return;
    pending_ = std::move(found);
  }
  void commit_error() {
    if (pending_) {
      pending_->error = true;
      violate(error_property_, *pending_);
    }
    pending_.reset();
  }

  // ---- the end -------------------------------------------------------------

  void finish() {
    Exploration& e = result_.exploration;
    commit_error();
    e.states = reached_.size();
    if (e.complete && !e.unsatisfiable) {
      for (PropertyResult& p : e.properties) {
        if (p.outcome == Outcome::open) p.outcome = Outcome::holds;
      }
    }
    find_unfired();
    std::set<std::uint32_t> annotations;
    for (std::uint32_t s = 0; s < reached_.size(); ++s) {
      annotations.insert(reached_[s].partition);
    }
    result_.partitions = annotations.size();
    result_.removed = reached_.removed();
    if (options_.each_state) show_states();
    e.seconds = budget_.seconds();
    e.peak_bytes = bytes();
  }

  void find_unfired() {
    const network::Model& model = *instance_.model;
    for (std::size_t p = 0; p < fired_.size(); ++p) {
      const bool rules = p + 1 == fired_.size();
      const network::ProcessId process =
          rules ? network::ProcessId::none() : network::ProcessId(p);
      const bool used =
          rules || std::ranges::any_of(model.node_families, [&](const auto& f) {
            return f.process == process;
          });
      for (std::uint32_t a = 0; used && a < fired_[p].size(); ++a) {
        if (!fired_[p][a]) result_.exploration.unfired.push_back({process, a});
      }
    }
  }

  void show_states() {
    std::vector<std::uint32_t> cells(processes_.of_node.size());
    for (std::uint32_t s = 0; s < reached_.size(); ++s) {
      locals_.put_together(reached_[s].rest, reached_.row(s), state_);
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
  Reached reached_;
  Unwinding taking_, asking_;
  std::vector<Question> questions_;
  std::vector<network::ExprId> formulas_;  // that are evaluated
  std::optional<Condition> deadlock_;
  std::vector<PartSteps> parts_;
  std::vector<Step> steps_;
  // Per step and partition: that partition, and what the step tells apart.
  tsl::robin_map<std::uint64_t, std::uint32_t> finest_;
  std::vector<std::vector<bool>> fired_;  // per process; then rules
  std::size_t error_property_ = no_property;
  std::size_t deadlock_property_ = no_property;
  std::optional<Found> pending_;
  std::uint32_t next_ = 0;  // to be expanded
  std::vector<Scalar> state_, after_;
  LazyExploration result_;
};

}  // namespace

LazyExploration explore_lazily(const Instance& instance,
                               const LazyOptions& options) {
  network::Budget budget(options.search.limits);
  const network::Polling polling(budget);
  LazyExploration result;
  try {
    const Sorts sorts(instance);
    const auto guarded = guarded_of(
        instance, options.search.properties,
        unasked_properties(instance, options.search), result.why_not);
    if (!guarded) return result;
    return Search(instance, *guarded, sorts, options, budget).run();
  } catch (const Formless& e) {
    result.why_not = e.what();
  } catch (const network::LimitReached& reached) {
    result.exploration.limit = reached.limit;
  }
  return result;
}

}  // namespace vicinal::explore::inline lazy
