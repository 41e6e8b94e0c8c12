// SPDX-License-Identifier: MIT
// Guards: which of the shortest runs is shown does not depend on the engine:
// it ends in the least state that there is, comes there by the least states,
// and takes the first step between them. Held against sets of states, level by
// level.
#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "explore/search/explorer.hpp"
#include "explore/search/initial_states.hpp"
#include "network/language/property.hpp"
#include "network/semantics/steps.hpp"
#include "network/steps/packing.hpp"
#include "tests/random/loaded.hpp"
#include "tests/random/random_model.hpp"

namespace shown_run_test {

namespace {

using namespace vicinal;
using network::Scalar;
using random_models::Loaded;

using Packed = std::vector<std::uint64_t>;
using State = std::vector<Scalar>;

class Levels {
 public:
  explicit Levels(const Loaded& loaded)
      : instance_(*loaded.instance), packing_(instance_), steps_(instance_) {
    std::set<Packed> level;
    explore::initial_states(instance_, network::Limits{},
                            [&](std::span<const Scalar> s) {
                              level.insert(pack({s.begin(), s.end()}));
                              return true;
                            });
    std::set<Packed> seen = level;
    while (!level.empty()) {
      levels_.push_back(level);
      std::set<Packed> next;
      for (const Packed& from : level) {
        for (const Packed& to : after(from)) {
          if (seen.insert(to).second) next.insert(to);
        }
      }
      level = std::move(next);
    }
  }

  Packed pack(const State& state) const {
    Packed packed(packing_.words());
    packing_.pack(state, packed.data());
    return packed;
  }
  State unpack(const Packed& packed) const {
    State state(instance_.slot_count());
    packing_.unpack(packed.data(), state);
    return state;
  }

  // In the order of the steps.
  std::vector<Packed> after(const Packed& from) const {
    std::vector<Packed> result;
    State state = unpack(from);
    network::StepList list;
    steps_.enabled(state.data(), list);
    for (const network::Step& step : list.steps) {
      State next = state;
      try {
        steps_.apply(list, step, next.data());
      } catch (const network::ModelError&) {
        continue;
      }
      result.push_back(pack(next));
    }
    return result;
  }

  bool is_stuck(const Packed& packed) const {
    State state = unpack(packed);
    network::StepList list;
    steps_.enabled(state.data(), list);
    return list.steps.empty();
  }

  bool breaks(const Packed& packed, network::ExprId formula) const {
    State state = unpack(packed);
    State frame(instance_.model->frame);
    try {
      return !steps_.evaluator().holds(formula,
                                       {network::whole(instance_, state.data()),
                                        network::NodeId::none(), frame.data()});
    } catch (const network::ModelError&) {
      return false;
    }
  }

  // The states of the run that is to be shown; none: nothing is bad.
  template <class Bad>
  std::vector<Packed> least_run(const Bad& bad) const {
    for (std::size_t l = 0; l < levels_.size(); ++l) {
      for (const Packed& state : levels_[l]) {
        if (bad(state)) return to(state, l);
      }
    }
    return {};
  }

 private:
  std::vector<Packed> to(const Packed& state, std::size_t level) const {
    std::vector<Packed> run = {state};
    while (level-- > 0) {
      for (const Packed& from : levels_[level]) {
        const auto next = after(from);
        if (std::find(next.begin(), next.end(), run.front()) == next.end()) {
          continue;
        }
        run.insert(run.begin(), from);
        break;
      }
    }
    return run;
  }

  const network::Instance& instance_;
  network::Packing packing_;
  network::Steps steps_;
  std::vector<std::set<Packed>> levels_;
};

std::vector<Packed> states_of(const Levels& levels,
                              const network::Trace& trace) {
  std::vector<Packed> result = {levels.pack(trace.initial)};
  for (const network::Event& e : trace.events) {
    result.push_back(levels.pack(e.after));
  }
  return result;
}

}  // namespace

TEST_CASE("of the shortest runs the least is shown") {
  const std::uint64_t count = random_models::runs(150);
  std::size_t violated = 0, stuck = 0;
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    random_models::Options options;
    options.flat = seed % 2 == 0;
    const std::string text = random_models::random_model(seed + 5000, options);
    const Loaded loaded = random_models::load(text);
    INFO("seed " << seed << "\n" << text);
    REQUIRE(loaded.instance != nullptr);
    explore::Options how;
    how.properties = loaded.invariants();
    how.deadlock_is_violation = true;
    how.limits.work = 3000;
    how.states_for_threads = 2;
    how.threads = 1 + static_cast<unsigned>(seed % 3);
    const auto result = explore::explore(*loaded.instance, how);
    if (!result.complete) continue;
    const Levels levels(loaded);
    for (std::size_t i = 0; i < result.properties.size(); ++i) {
      const auto& p = result.properties[i];
      if (p.name == network::no_model_error) continue;
      INFO(p.name);
      const bool deadlock = i >= how.properties.size();
      const auto wanted = levels.least_run([&](const Packed& s) {
        if (deadlock) return levels.is_stuck(s);
        return levels.breaks(
            s, loaded.model->properties[how.properties[i]].formula);
      });
      CHECK(p.trace.has_value() == !wanted.empty());
      if (!p.trace) continue;
      CHECK(states_of(levels, *p.trace) == wanted);
      ++(deadlock ? stuck : violated);
    }
  }
  if (!random_models::enough_runs()) return;
  CHECK(violated > 50);
  CHECK(stuck > 4);
}

}  // namespace shown_run_test
