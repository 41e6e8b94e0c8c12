// SPDX-License-Identifier: MIT
// Guards: flat terms and commands are what the language says. In reachable and
// in any other states of random models of every kind, guards, effects,
// failures, properties, their premises and initial conditions are those of the
// evaluator; commands are executed here, statement by statement.
#include "network/flat/terms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>
#include <map>
#include <random>
#include <set>
#include <tuple>

#include "explore/properties/premise.hpp"
#include "explore/search/explorer.hpp"
#include "network/flat/guarded.hpp"
#include "network/semantics/steps.hpp"
#include "tests/explore/orbits.hpp"
#include "tests/random/alike_model.hpp"
#include "tests/random/array_model.hpp"
#include "tests/random/corner_model.hpp"
#include "tests/random/exchange_model.hpp"
#include "tests/random/loaded.hpp"
#include "tests/random/marked_model.hpp"
#include "tests/random/random_family.hpp"
#include "tests/random/random_model.hpp"
#include "tests/random/random_start.hpp"
#include "tests/random/slight_model.hpp"
#include "tests/random/symmetric_model.hpp"
#include "tests/random/uniform_model.hpp"

namespace flat_terms_test {

namespace {

using namespace vicinal;
using flat::Command;
using flat::Guarded;
using flat::Term;
using flat::TermId;
using flat::TermOp;
using network::Instance;
using network::Scalar;
using network::TypeKind;
using network::Wide;
using State = std::vector<Scalar>;

// ---- terms, evaluated ------------------------------------------------------

// Numbers are whole ones here; beyond 128 bits something has failed before.
class Machine {
 public:
  explicit Machine(const flat::Terms& terms) : terms_(terms) {}

  void set(const State& state) {
    state_.assign(state.begin(), state.end());
    ++now_;
  }
  bool holds(TermId id) { return value(id) != 0; }

  // The state after the step; none: it fails.
  std::optional<State> take(const flat::Step& step) {
    const std::vector<Wide> before = state_;
    numbers_.assign(step.numbers, 0);
    truths_.assign(step.truths, 0);
    execute(step.body);
    const bool failed = step.failed.valid() && holds(step.failed);
    State after;
    for (std::size_t s = 0; s < state_.size(); ++s) {
      const auto& w = step.written;
      if (failed && state_[s] != before[s]) {
        CHECK(std::find(w.begin(), w.end(), s) != w.end());
      }
      after.push_back(static_cast<Scalar>(state_[s]));
      if (!failed) CHECK(state_[s] == Wide{after.back()});
    }
    state_ = before;
    ++now_;
    if (failed) return std::nullopt;
    return after;
  }

 private:
  void execute(const std::vector<Command>& block) {
    for (const Command& c : block) {
      switch (c.kind) {
        case Command::Kind::assign:
          state_[c.target] = value(c.value);
          break;
        case Command::Kind::remember:
          temporary(terms_[c.temporary]) = value(c.value);
          break;
        case Command::Kind::branch:
          execute(holds(c.condition) ? c.body : c.otherwise);
          break;
        case Command::Kind::loop:
          for (; holds(c.condition); ++rounds) execute(c.body);
          break;
      }
      ++now_;
    }
  }

  Wide& temporary(const Term& t) {
    auto& list = t.truth ? truths_ : numbers_;
    return list.at(static_cast<std::size_t>(t.value));
  }

  // Each once, until something changes.
  Wide value(TermId id) {
    if (known_.size() <= id.index()) known_.resize(id.index() + 1);
    if (known_[id.index()].first != now_) {
      const Wide v = evaluate(terms_[id]);
      known_[id.index()] = {now_, v};
    }
    return known_[id.index()].second;
  }

  Wide child(const Term& t, std::size_t i) { return value(terms_.child(t, i)); }

  Wide evaluate(const Term& t) {
    // What is beyond wraps.
    const auto fold = [&](const auto& apply) {
      Wide v = child(t, 0);
      for (std::size_t i = 1; i < t.children.size(); ++i) {
        apply(v, child(t, i), &v);
      }
      return v;
    };
    switch (t.op) {
      case TermOp::constant:
        return t.value;
      case TermOp::slot:
        return state_[static_cast<std::size_t>(t.value)];
      case TermOp::temporary:
        return temporary(t);
      case TermOp::add:
        return fold([](Wide a, Wide b, Wide* v) {
          return __builtin_add_overflow(a, b, v);
        });
      case TermOp::subtract:
        return fold([](Wide a, Wide b, Wide* v) {
          return __builtin_sub_overflow(a, b, v);
        });
      case TermOp::multiply:
        return fold([](Wide a, Wide b, Wide* v) {
          return __builtin_mul_overflow(a, b, v);
        });
      case TermOp::quotient:
      case TermOp::remainder: {
        const Wide by = child(t, 1);
        // A sum that nobody shares is 0: where whatever needs it fails.
        const bool none = terms_.width() != flat::Width::narrow;
        if (by < 0 || (by == 0 && !none)) ++bad_divisors;
        if (by <= 0) return 0;
        return t.op == TermOp::quotient ? child(t, 0) / by : child(t, 0) % by;
      }
      case TermOp::less:
        return child(t, 0) < child(t, 1) ? 1 : 0;
      case TermOp::equal:
        return child(t, 0) == child(t, 1) ? 1 : 0;
      case TermOp::logical_not:
        return child(t, 0) == 0 ? 1 : 0;
      case TermOp::logical_and:
      case TermOp::logical_or: {
        const bool stop = t.op == TermOp::logical_or;
        for (std::size_t i = 0; i < t.children.size(); ++i) {
          if ((child(t, i) != 0) == stop) return stop ? 1 : 0;
        }
        return stop ? 0 : 1;
      }
      case TermOp::choose:
        return child(t, child(t, 0) != 0 ? 1 : 2);
    }
    return 0;
  }

 public:
  int bad_divisors = 0;
  std::uint64_t rounds = 0;  // of loops, in all

 private:
  const flat::Terms& terms_;
  std::vector<Wide> state_, numbers_, truths_;
  std::vector<std::pair<std::uint64_t, Wide>> known_;  // per term, and when
  std::uint64_t now_ = 1;
};

// ---- states ----------------------------------------------------------------

// Any value of the type. Queues have default values behind their last element.
void choose(const Instance& instance, network::TypeId id,
            std::mt19937_64& random, std::span<Scalar> out) {
  const network::Model& model = *instance.model;
  const network::Type& type = model[id];
  const network::TypeSize& size = instance.size(id);
  std::size_t at = 0;
  const auto part = [&](network::TypeId t) {
    const std::size_t slots = instance.size(t).slots;
    choose(instance, t, random, out.subspan(at, slots));
    at += slots;
  };
  switch (type.kind) {
    case TypeKind::structure:
      for (const auto& f : model.structs[type.structure.index()].fields) {
        part(f.type);
      }
      return;
    case TypeKind::queue:
      network::default_value(instance, id, out);
      out[at++] = static_cast<Scalar>(random() % (size.size + 1));
      for (Scalar i = 0; i < out[0]; ++i) part(type.element);
      return;
    case TypeKind::array:
    case TypeKind::node_array:
      for (std::uint32_t i = 0; i < size.size; ++i) part(type.element);
      return;
    default: {
      const auto [low, high] = size.bounds;
      const auto values =
          static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
      const Scalar few[] = {low, high, 0, 1, -1, 2, 7};
      Scalar v = values < 64
                     ? low + static_cast<Scalar>(random() % (values + 1))
                     : few[random() % std::size(few)];
      out[0] = std::clamp(v, low, high);
    }
  }
}

State any_state(const Instance& instance, std::mt19937_64& random) {
  State state(instance.slot_count());
  for (const network::NamedPlace& p : network::places(instance)) {
    choose(instance, p.type, random,
           std::span(state).subspan(p.slot, instance.size(p.type).slots));
  }
  return state;
}

std::vector<State> reached(const Instance& instance, std::size_t most) {
  explore::Options options;
  options.limits.work = 500;
  std::vector<State> all;
  options.each_state = [&](std::span<const Scalar> s) {
    all.emplace_back(s.begin(), s.end());
  };
  explore::explore(instance, options);
  std::vector<State> some;
  const std::size_t every = 1 + all.size() / most;
  for (std::size_t i = 0; i < all.size(); i += every) some.push_back(all[i]);
  return some;
}

// ---- both, compared --------------------------------------------------------

// Actor, action, binding, and the state after; that is empty where it fails.
using Taken =
    std::multiset<std::tuple<network::NodeId, std::uint32_t, State, State>>;

struct Seen {
  int compared = 0, refused = 0, fails = 0, loops = 0, problems = 0;
  // Premises that some choice makes true, and none; parts of initial
  // conditions that hold, and do not.
  int premises = 0, vacuous = 0, begun = 0, not_begun = 0;
  std::map<network::Op, int> operators;
  std::map<TermOp, int> terms;
};

class Comparing {
 public:
  Comparing(const Instance& instance, const Guarded& guarded,
            const std::vector<std::size_t>& properties, Seen& seen)
      : instance_(instance),
        guarded_(guarded),
        properties_(properties),
        seen_(seen),
        machine_(guarded.terms),
        steps_(instance) {}

  // Whether loops have gone round so often that it will do.
  bool tired() const { return machine_.rounds > 1'000'000; }

  void compare(State state) {
    INFO(shown(state));
    machine_.set(state);
    network::StepList list;
    steps_.enabled(state.data(), list);
    CHECK(machine_.holds(guarded_.problem) == !list.problems.empty());
    CHECK(machine_.holds(guarded_.enabled) == !list.steps.empty());
    seen_.problems += list.problems.empty() ? 0 : 1;
    CHECK(by_commands(state) == by_evaluator(state, list));
    CHECK(starts_by_terms(state) == test::starts(instance_, steps_, state));
    for (std::size_t p = 0; p < properties_.size(); ++p) {
      const auto& judged = guarded_.properties[p];
      INFO(judged.name);
      const auto value = test::evaluated(
          instance_, steps_,
          instance_.model->properties[properties_[p]].formula, state);
      machine_.set(state);
      CHECK(machine_.holds(judged.fails) == !value.has_value());
      if (value) CHECK(machine_.holds(judged.holds) == *value);
      compare_premise(p, state);
    }
    CHECK(machine_.bad_divisors == 0);
  }

 private:
  std::string shown(const State& state) const {
    std::string text;
    for (const network::NamedPlace& p : network::places(instance_)) {
      const auto value =
          std::span(state).subspan(p.slot, instance_.size(p.type).slots);
      text += fmt::format("{} = {}  ", p.name,
                          network::value_text(instance_, p.type, value));
    }
    return text;
  }

  void compare_premise(std::size_t p, State& state) {
    const TermId by_terms = guarded_.premises[p];
    const explore::Premise premise(
        instance_, instance_.model->properties[properties_[p]].formula);
    CHECK(by_terms.valid() == premise.exists());
    if (!by_terms.valid() || !premise.exists()) return;
    State frame(instance_.model->frame);
    const bool holds = premise.holds(
        steps_.evaluator(),
        {network::whole(instance_, state.data()), {}, frame.data()});
    CHECK(machine_.holds(by_terms) == holds);
    ++(holds ? seen_.premises : seen_.vacuous);
  }

  Taken by_commands(const State& state) {
    Taken taken;
    machine_.set(state);
    for (const flat::Step& s : guarded_.steps) {
      if (!machine_.holds(s.guard)) continue;
      taken.emplace(s.actor, s.action, s.binding,
                    machine_.take(s).value_or(State()));
    }
    return taken;
  }

  Taken by_evaluator(const State& state, const network::StepList& list) {
    Taken taken;
    for (const network::Step& s : list.steps) {
      const network::Action& action =
          network::action_of(instance_, s.actor, s.action);
      const auto first = list.frames.begin() + s.frame;
      State binding(first, first + action.binders.size());
      State next = state;
      try {
        steps_.apply(list, s, next.data());
      } catch (const network::ModelError&) {
        next.clear();
        ++seen_.fails;
      }
      taken.emplace(s.actor, s.action, std::move(binding), std::move(next));
    }
    return taken;
  }

  bool starts_by_terms(const State& state) {
    for (std::size_t s = 0; s < state.size(); ++s) {
      const auto& initial = guarded_.slots[s].initial;
      if (initial && *initial != state[s]) return false;
    }
    machine_.set(state);
    return machine_.holds(guarded_.initial);
  }

  const Instance& instance_;
  const Guarded& guarded_;
  const std::vector<std::size_t>& properties_;
  Seen& seen_;
  Machine machine_;
  network::Steps steps_;
};

// Each part of the initial condition, as solvers get it: in states that have
// the initial values, of which its terms know.
void compare_starts(const Instance& instance, const std::vector<State>& states,
                    Seen& seen) {
  const network::Steps steps(instance);
  const std::vector<Scalar> frame(instance.model->frame);
  flat::StartTerms starts(instance);
  std::vector<TermId> parts;
  try {
    for (const network::ExprId part : instance.model->inits) {
      parts.push_back(starts.holds(part, frame));
    }
  } catch (const flat::Refusal&) {
    return;
  }
  Machine machine(starts.terms());
  for (State state : states) {
    for (std::size_t s = 0; s < state.size(); ++s) {
      state[s] = instance.initial[s].value_or(state[s]);
    }
    machine.set(state);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const bool holds =
          test::evaluated(instance, steps, instance.model->inits[i], state)
              .value_or(false);
      CHECK(machine.holds(parts[i]) == holds);
      ++(holds ? seen.begun : seen.not_begun);
    }
  }
}

void count_terms(const Guarded& guarded, Seen& seen) {
  std::set<TermOp> kinds;
  std::set<TermId> known;
  const std::function<void(TermId)> look = [&](TermId id) {
    if (!id.valid() || !known.insert(id).second) return;
    const Term& t = guarded.terms[id];
    kinds.insert(t.op);
    for (std::size_t i = 0; i < t.children.size(); ++i) {
      look(guarded.terms.child(t, i));
    }
  };
  const std::function<void(const std::vector<Command>&)> all =
      [&](const std::vector<Command>& block) {
        for (const Command& c : block) {
          look(c.temporary);
          look(c.value);
          look(c.condition);
          seen.loops += c.kind == Command::Kind::loop ? 1 : 0;
          all(c.body);
          all(c.otherwise);
        }
      };
  for (const flat::Step& s : guarded.steps) {
    look(s.guard);
    all(s.body);
  }
  for (const flat::Judged& p : guarded.properties) look(p.holds);
  for (const TermOp op : kinds) ++seen.terms[op];
}

void compare(const std::string& text, std::uint64_t seed, Seen& seen) {
  INFO(text);
  const random_models::Loaded loaded = random_models::load(text);
  if (!loaded.instance) return;
  const Instance& instance = *loaded.instance;
  const std::vector<std::size_t> properties = loaded.invariants();
  std::mt19937_64 random(seed);
  std::vector<State> states = reached(instance, 25);
  for (int i = 0; i < 15; ++i) states.push_back(any_state(instance, random));
  for (int i = 0; i < 5; ++i) {  // of the values that they begin with
    State& s = states.emplace_back(any_state(instance, random));
    for (std::size_t k = 0; k < s.size(); ++k) {
      s[k] = instance.initial[k].value_or(s[k]);
    }
  }
  compare_starts(instance, states, seen);
  bool any = false;
  for (const auto width : {flat::Width::narrow, flat::Width::whole}) {
    INFO((width == flat::Width::narrow ? "narrow" : "whole"));
    std::string why_not;
    const auto guarded =
        flat::flatten(instance, properties, properties.size(), width, why_not);
    if (!guarded) continue;
    any = true;
    Comparing comparing(instance, *guarded, properties, seen);
    for (const State& s : states) {
      if (!comparing.tired()) comparing.compare(s);
    }
    count_terms(*guarded, seen);
  }
  if (!any) {
    ++seen.refused;
    return;
  }
  ++seen.compared;
  std::set<network::Op> operators;
  for (const network::Expr& e : loaded.model->exprs) operators.insert(e.op);
  for (const network::Op op : operators) ++seen.operators[op];
}

}  // namespace

TEST_CASE("flat terms of random models are what the language says") {
  Seen seen;
  const std::uint64_t count = random_models::runs(150);
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    INFO("seed " << seed);
    const auto look = [&](const char* kind, const std::string& text) {
      INFO(kind);
      compare(text, seed, seen);
    };
    look("network", random_models::random_model(seed, {}));
    look("flat", random_models::random_model(100'000 + seed, {.flat = true}));
    look("family", random_models::random_family(seed).text);
    look("whole", random_models::whole_family(seed).text);
    look("symmetric", random_models::symmetric_model(seed));
    look("uniform", random_models::uniform_model(seed));
    look("exchange", random_models::exchange_model(seed));
    look("alike", random_models::alike_model(seed));
    look("array", random_models::array_model(seed));
    look("marked", random_models::marked_model(seed));
    look("corner", random_models::corner_model(seed));
    look("corner", random_models::corner_model(1'000'000 + seed));
    look("slight", random_models::slight_model(seed).text);
    look("start", random_models::random_start(seed));
    look("edges", random_models::random_start_of_edges(seed));
  }
  if (!random_models::enough_runs()) return;
  CHECK(seen.compared > 10 * static_cast<int>(count));
  CHECK(seen.refused * 20 < seen.compared);
  CHECK(seen.fails > 1000);
  CHECK(seen.problems > 1000);
  CHECK(seen.loops > 20);
  for (const int seen_often :
       {seen.premises, seen.vacuous, seen.begun, seen.not_begun}) {
    CHECK(seen_often > 1000);
  }
  // All that terms are made of, and all that the language has.
  for (int op = 0; op <= static_cast<int>(TermOp::choose); ++op) {
    INFO("operation of terms " << op);
    CHECK(seen.terms[static_cast<TermOp>(op)] > 5);
  }
  for (int op = 0; op < static_cast<int>(network::Op::atom); ++op) {
    INFO("operator " << op);
    CHECK(seen.operators[static_cast<network::Op>(op)] > 5);
  }
}

}  // namespace flat_terms_test
