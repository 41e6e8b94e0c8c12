// SPDX-License-Identifier: MIT
// Guards: programs do what the interpreter does, for each action and each
// property in reachable states of random models.
#include "network/steps/compile.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "explore/search/initial_states.hpp"
#include "network/semantics/steps.hpp"
#include "tests/random/loaded.hpp"
#include "tests/random/random_family.hpp"
#include "tests/random/random_model.hpp"

namespace compile_test {

namespace {

using namespace vicinal;
using network::NodeId;
using network::Program;
using network::Scalar;
using PackedState = std::vector<std::uint64_t>;

struct ProgramCounts {
  int states = 0, failing = 0, steps = 0, properties = 0, refused = 0;
};

class Comparison {
 public:
  Comparison(const network::Instance& instance, std::size_t most_unrolled,
             ProgramCounts& s)
      : instance_(instance),
        packing_(instance),
        steps_(instance),
        compiler_(instance, most_unrolled),
        machine_(compiler_.pool(), packing_),
        s_(s) {
    for (std::size_t n = 0; n < instance.family_of.size(); ++n) {
      add(NodeId(n), instance.process(NodeId(n)).actions.size());
    }
    add(NodeId::none(), instance.model->rules.size());
    for (const network::Property& p : instance.model->properties) {
      if (p.kind != network::ast::PropertyKind::invariant &&
          p.kind != network::ast::PropertyKind::assertion) {
        continue;
      }
      if (auto program = compiler_.value(p.formula)) {
        properties_.push_back({p.formula, std::move(*program)});
      } else {
        ++s_.refused;
      }
    }
  }

  void run(std::size_t most) {
    std::set<PackedState> seen;
    std::vector<PackedState> all;
    const auto add = [&](const PackedState& state) {
      if (all.size() < most && seen.insert(state).second) all.push_back(state);
    };
    explore::initial_states(instance_, {}, [&](std::span<const Scalar> state) {
      PackedState packed(packing_.words());
      packing_.pack(state, packed.data());
      add(packed);
      return all.size() < most;
    });
    for (std::size_t i = 0; i < all.size(); ++i) {
      ++s_.states;
      const PackedState state = all[i];
      machine_.begin(state.data());
      for (const Unit& unit : units_) {
        for (const PackedState& next : compare(unit, state)) add(next);
      }
      for (const auto& [formula, program] : properties_) {
        compare(formula, program, state);
      }
    }
  }

 private:
  struct Unit {
    NodeId actor;
    std::uint32_t action = 0;
    Program program;
  };

  void add(NodeId actor, std::size_t actions) {
    for (std::uint32_t a = 0; a < actions; ++a) {
      if (auto program = compiler_.steps(actor, a, a + 1, a)) {
        units_.push_back({actor, a, std::move(*program)});
      } else {
        ++s_.refused;
      }
    }
  }

  // By the interpreter; none: something fails.
  std::optional<std::vector<PackedState>> wanted(const Unit& unit,
                                                 const PackedState& packed) {
    std::vector<Scalar> state(instance_.slot_count());
    packing_.unpack(packed.data(), state);
    network::StepList list;
    steps_.enabled_of(unit.actor, unit.action, state.data(), list);
    if (!list.problems.empty()) return std::nullopt;
    std::vector<PackedState> out;
    for (const network::Step& step : list.steps) {
      std::vector<Scalar> after = state;
      try {
        steps_.apply(list, step, after.data());
      } catch (const network::ModelError&) {
        return std::nullopt;
      }
      packing_.pack(after, out.emplace_back(packing_.words()).data());
    }
    return out;
  }

  std::vector<PackedState> compare(const Unit& unit, const PackedState& state) {
    const auto expected = wanted(unit, state);
    std::vector<std::uint64_t> found;
    const bool good = machine_.run(unit.program, found);
    INFO(network::step_name(instance_, unit.actor, unit.action));
    CHECK(good == expected.has_value());
    if (!expected || !good) {
      ++s_.failing;
      return {};
    }
    std::vector<PackedState> next;
    for (std::size_t i = 0; i < found.size(); i += packing_.words()) {
      const auto begin = found.begin() + static_cast<std::ptrdiff_t>(i);
      next.emplace_back(begin,
                        begin + static_cast<std::ptrdiff_t>(packing_.words()));
    }
    CHECK(next == *expected);
    CHECK(machine_.steps().size() == next.size());
    for (const network::MadeStep& step : machine_.steps()) {
      CHECK(step.step == unit.action);
    }
    s_.steps += static_cast<int>(next.size());
    return *expected;
  }

  bool asks_enabled(network::ExprId id) const {
    const network::Model& model = *instance_.model;
    const network::Expr& e = model[id];
    bool asks = e.op == network::Op::enabled;
    for (std::uint32_t i = 0; i < e.children.size() && !asks; ++i) {
      asks = asks_enabled(model.child(e, i));
    }
    return asks;
  }

  void compare(network::ExprId formula, const Program& program,
               const PackedState& packed) {
    ++s_.properties;
    std::vector<Scalar> state(instance_.slot_count());
    std::vector<Scalar> frame(instance_.model->frame);
    packing_.unpack(packed.data(), state);
    std::optional<bool> expected;
    try {
      expected = steps_.evaluator().holds(
          formula,
          {whole(instance_, state.data()), NodeId::none(), frame.data()});
    } catch (const network::ModelError&) {
    }
    std::vector<std::uint64_t> none;
    const bool good = machine_.run(program, none);
    CHECK(none.empty());
    // What fails in `enabled` is no failure, but the interpreter's to tell.
    if (!good) {
      ++s_.failing;
      CHECK((!expected || asks_enabled(formula)));
      return;
    }
    REQUIRE(expected.has_value());
    CHECK((machine_.value(program) != 0) == *expected);
  }

  const network::Instance& instance_;
  const network::Packing packing_;
  const network::Steps steps_;
  network::Compiler compiler_;
  network::Machine machine_;
  std::vector<Unit> units_;
  std::vector<std::pair<network::ExprId, Program>> properties_;
  ProgramCounts& s_;
};

void check(const random_models::Loaded& loaded, std::uint64_t seed,
           ProgramCounts& s) {
  INFO("seed " << seed << "\n" << loaded.source->text());
  if (loaded.instance == nullptr) return;
  constexpr std::size_t unrolled[] = {128, 0, 3};
  Comparison(*loaded.instance, unrolled[seed % 3], s).run(150);
}

}  // namespace

TEST_CASE("programs of random models agree with the interpreter") {
  ProgramCounts s;
  for (std::uint64_t seed = 1; seed <= random_models::runs(600); ++seed) {
    check(random_models::load(
              random_models::random_model(seed, {.flat = seed % 2 == 0})),
          seed, s);
  }
  CAPTURE(s.states, s.failing, s.steps, s.properties);
  CHECK(s.refused == 0);
  CHECK(s.steps > s.failing);
  CHECK(s.failing > 0);
  CHECK(s.properties > s.states);
}

TEST_CASE("programs of random families agree with the interpreter") {
  ProgramCounts s;
  for (std::uint64_t seed = 1; seed <= random_models::runs(150); ++seed) {
    check(random_models::load(random_models::random_family(seed).text), seed,
          s);
  }
  CAPTURE(s.states, s.failing, s.steps, s.properties);
  CHECK(s.refused == 0);
  CHECK(s.steps > s.failing);
}

}  // namespace compile_test
