// SPDX-License-Identifier: MIT
// Each state keeps the first state that it was reached from: a run is what
// leads there backwards, and its steps are found again by trying.
#include "explore/search/other_runs.hpp"

#include <algorithm>
#include <boost/container_hash/hash.hpp>
#include <map>
#include <stdexcept>
#include <unordered_map>
#include <utility>

#include "explore/search/failures.hpp"
#include "explore/search/initial_states.hpp"
#include "network/steps/packing.hpp"

namespace vicinal::explore::inline search {

using network::Event;
using network::Instance;
using network::ModelError;
using network::Scalar;
using network::Step;
using network::StepList;
using network::Trace;

namespace {

using State = std::vector<Scalar>;
using Packed = std::vector<std::uint64_t>;

struct Reached {
  Packed state;
  std::uint32_t from = 0;  // of an initial state: itself
  std::uint32_t level = 0;
};

// The last step, from a state; none: an initial state alone.
struct Found {
  std::uint32_t from = 0;
  std::optional<Event> last;
};

class Lookout {
 public:
  Lookout(const Instance& instance, const Ending& ending, const Trace& given,
          std::size_t most, const network::Budget& budget)
      : instance_(instance),
        ending_(ending),
        given_(given),
        most_(most),
        budget_(budget),
        steps_(instance),
        packing_(instance),
        frame_(instance.model->frame),
        // An error in a state lies at the end of the run, one of a step is it.
        fails_(!given.events.empty() && given.events.back().error) {}

  void look() {
    initial_states(instance_, budget_, [&](std::span<const Scalar> s) {
      network::poll();
      const std::uint32_t number = number_of(State(s.begin(), s.end()), 0, 0);
      reached_[number].from = number;
      if (given_.events.empty()) consider_initial(number);
      return true;
    });
    for (std::size_t i = 0; i < reached_.size(); ++i) {
      if (reached_[i].level + 1 > given_.length()) break;
      expand(static_cast<std::uint32_t>(i));
    }
  }

  // One of each action, then the next of each.
  std::vector<Trace> chosen() const {
    std::vector<Trace> traces;
    const std::uint32_t process =
        given_.events.empty() || !given_.events.back().actor.valid()
            ? UINT32_MAX
            : instance_.process_id(given_.events.back().actor).value;
    for (std::size_t round = 0; round <= most_; ++round) {
      for (const auto& [action, group] : found_) {
        // Of the action of the given run that one was the first.
        const bool first = !given_.events.empty() && action.first == process &&
                           action.second == given_.events.back().action;
        if (traces.size() >= most_) return traces;
        if (first && round == 0) continue;
        const std::size_t at = first ? round - 1 : round;
        if (at < group.size()) traces.push_back(trace_of(group[at]));
      }
    }
    return traces;
  }

 private:
  std::uint32_t number_of(const State& state, std::uint32_t from,
                          std::uint32_t level) {
    Packed packed(packing_.words());
    packing_.pack(state, packed.data());
    const auto next = static_cast<std::uint32_t>(reached_.size());
    const auto [at, fresh] = numbers_.emplace(packed, next);
    if (fresh) reached_.push_back({std::move(packed), from, level});
    return at->second;
  }

  State state_of(std::uint32_t number) const {
    State state(instance_.slot_count());
    packing_.unpack(reached_[number].state.data(), state);
    return state;
  }

  void consider_initial(std::uint32_t number) {
    const State state = state_of(number);
    if (state != given_.initial && ends(state))
      found_[{}].push_back({number, {}});
  }

  void expand(std::uint32_t from) {
    network::poll();
    State state = state_of(from);
    const std::uint32_t level = reached_[from].level + 1;
    StepList list;
    steps_.enabled(state.data(), list);
    for (const Step& step : list.steps) {
      network::poll();
      State after = state;
      try {
        steps_.apply(list, step, after.data());
      } catch (const ModelError& error) {
        if (fails_ && level == given_.length() &&
            is_model_error(instance_, error)) {
          Event last = event_of(instance_, list, step);
          last.error = error;
          add(from, state, std::move(last));
        }
        continue;
      }
      const std::uint32_t to = number_of(after, from, level);
      if (fails_ || level < given_.length() || reached_[to].level < level) {
        continue;
      }
      if (!ends_in(to, after)) continue;
      Event last = event_of(instance_, list, step);
      last.after = std::move(after);
      add(from, state, std::move(last));
    }
  }

  // Each state is judged once.
  bool ends_in(std::uint32_t number, const State& state) {
    const auto [at, fresh] = judged_.emplace(number, false);
    if (fresh) at->second = ends(state);
    return at->second;
  }

  bool ends(State state) const {
    switch (ending_.kind) {
      case Ending::Kind::deadlock:
        return !steps_.any_enabled(state.data());
      case Ending::Kind::error:
        return error_in(instance_, steps_, std::move(state), ending_.formulas)
            .has_value();
      case Ending::Kind::property:
        break;
    }
    const network::Context context{network::whole(instance_, state.data()),
                                   network::NodeId::none(), frame_.data()};
    try {
      return !steps_.evaluator().holds(ending_.formula, context);
    } catch (const ModelError&) {
      return false;
    }
  }

  // Another run by the same step into the same state tells nothing new.
  void add(std::uint32_t from, const State& before, Event last) {
    const auto same = [&](const Event& e) {
      return e.actor == last.actor && e.action == last.action &&
             e.binding == last.binding && e.after == last.after;
    };
    const Event& given = given_.events.back();
    const bool known =
        same(given) &&
        (!fails_ ||
         before == (given_.events.size() == 1 ? given_.initial
                                              : given_.events.end()[-2].after));
    const std::uint32_t process = last.actor.valid()
                                      ? instance_.process_id(last.actor).value
                                      : UINT32_MAX;
    auto& group = found_[{process, last.action}];
    if (known || group.size() >= most_) return;
    if (!fails_ && std::ranges::any_of(
                       group, [&](const Found& f) { return same(*f.last); })) {
      return;
    }
    group.push_back({from, std::move(last)});
  }

  Trace trace_of(const Found& found) const {
    std::vector<std::uint32_t> path = {found.from};
    while (reached_[path.back()].from != path.back()) {
      path.push_back(reached_[path.back()].from);
    }
    std::ranges::reverse(path);
    Trace trace;
    trace.initial = state_of(path.front());
    for (std::size_t i = 1; i < path.size(); ++i) {
      trace.events.push_back(step(state_of(path[i - 1]), state_of(path[i])));
    }
    if (found.last) trace.events.push_back(*found.last);
    if (ending_.kind == Ending::Kind::error && !fails_) {
      trace.error = error_in(
          instance_, steps_,
          trace.events.empty() ? trace.initial : trace.events.back().after,
          ending_.formulas);
    }
    return trace;
  }

  Event step(State from, const State& to) const {
    StepList list;
    steps_.enabled(from.data(), list);
    for (const Step& s : list.steps) {
      State after = from;
      try {
        steps_.apply(list, s, after.data());
      } catch (const ModelError&) {
        continue;
      }
      if (after != to) continue;
      Event e = event_of(instance_, list, s);
      e.after = std::move(after);
      return e;
    }
    throw std::logic_error("Lookout: no step leads to a state");
  }

  const Instance& instance_;
  const Ending& ending_;
  const Trace& given_;
  std::size_t most_;
  const network::Budget& budget_;
  network::Steps steps_;
  network::Packing packing_;
  mutable State frame_;
  bool fails_;
  std::vector<Reached> reached_;
  std::unordered_map<Packed, std::uint32_t, boost::hash<Packed>> numbers_;
  std::unordered_map<std::uint32_t, bool> judged_;
  // By process (a rule: none) and action.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<Found>> found_;
};

}  // namespace

OtherRuns other_runs(const Instance& instance, const Ending& ending,
                     const Trace& given, std::size_t most,
                     const network::Budget& budget) {
  OtherRuns out;
  Lookout lookout(instance, ending, given, most, budget);
  {
    const network::Polling polling(budget);
    try {
      lookout.look();
    } catch (const network::LimitReached& reached) {
      out.limit = reached.limit;
    }
  }
  out.traces = lookout.chosen();
  return out;
}

}  // namespace vicinal::explore::inline search
