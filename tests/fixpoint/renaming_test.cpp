// SPDX-License-Identifier: MIT
// Guards: whatever lets two nodes share something is a renaming that leaves
// what they do as it is (design 7.13). One function renames the one into the
// other and compares the steps of both, each taken by an engine of its own; it
// is asked of
//
//   tables    nodes with the same columns, looked up by one engine
//   classes   representatives and their members, by the witnesses (LS 4.3)
//   orbits    representatives, by generators of their vertex groups
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <memory>
#include <numeric>
#include <random>

#include "any_state.hpp"
#include "fixpoint/single/single.hpp"
#include "fixpoint/steps/local_steps.hpp"
#include "tests/random/array_model.hpp"
#include "tests/random/loaded.hpp"
#include "tests/random/random_model.hpp"
#include "tests/random/symmetric_model.hpp"

namespace renaming_test {

namespace {

using namespace vicinal;
using groupoid::LocalSymmetry;
using network::Instance;
using network::NodeId;
using network::Scalar;
using Row = std::vector<Scalar>;
using Columns = std::vector<std::uint32_t>;  // at[c]: where c goes

Row moved(const Row& row, const Columns& at) {
  Row out(row.size());
  for (std::size_t c = 0; c < row.size(); ++c) out[at[c]] = row[c];
  return out;
}

// First columns of the darts of a node, then the end.
Columns columns_of(const Instance& instance, NodeId n) {
  std::uint32_t at =
      instance.variable_offsets[instance.process_id(n).index()].back();
  Columns out = {at};
  const network::Range darts = instance.network.darts(n);
  for (std::uint32_t d = darts.begin; d < darts.end; ++d) {
    const auto type = instance.edge_type(instance.network.dart_edge[d]);
    out.push_back(at += instance.size(type).slots);
  }
  return out;
}

Columns unmoved(std::size_t width) {
  Columns at(width);
  std::iota(at.begin(), at.end(), 0U);
  return at;
}

// Variables stay, edges go where the local symmetry takes their darts.
Columns along(const Instance& instance, const LocalSymmetry& s) {
  const Columns from = columns_of(instance, s.source);
  const Columns to = columns_of(instance, s.target);
  Columns at = unmoved(from.back());
  for (std::size_t d = 0; d + 1 < from.size(); ++d) {
    const std::uint32_t image =
        s.image[d].value - instance.network.darts(s.target).begin;
    for (std::uint32_t c = from[d]; c < from[d + 1]; ++c) {
      at[c] = to[image] + (c - from[d]);
    }
  }
  return at;
}

// What a node may do, but for the names of what is bound.
std::vector<std::string> outcomes(fixpoint::LocalSteps& steps, NodeId n,
                                  const Row& row, const Columns& at) {
  steps.enumerate(n, row);
  std::vector<std::string> out;
  for (const auto& c : steps.candidates()) {
    const std::string to =
        c.error ? fmt::format("error {}", static_cast<int>(c.error->kind))
                : fmt::format("{}", fmt::join(moved(c.after, at), " "));
    out.push_back(fmt::format("step {}{}{} to {}", c.action,
                              c.conditional ? ", if others let it" : "",
                              c.held_back ? ", held back" : "", to));
  }
  for (const auto& p : steps.problems()) {
    out.push_back(
        fmt::format("problem {} {}", p.action, static_cast<int>(p.error.kind)));
  }
  std::sort(out.begin(), out.end());
  return out;
}

// Per what is shared: pairs that were compared.
struct Shared {
  std::size_t tables = 0, classes = 0, orbits = 0, steps = 0;
};

class Renaming {
 public:
  Renaming(const Instance& instance, std::uint64_t seed)
      : instance_(instance), random_(seed), common_(instance) {
    for (std::size_t n = 0; n < instance.network.node_count(); ++n) {
      alone_.push_back(std::make_unique<fixpoint::LocalSteps>(instance));
    }
  }

  // The check: m, renamed by `at`, does what n does.
  void compare(NodeId m, NodeId n, const Columns& at) {
    INFO(node_name(instance_, m) << " as " << node_name(instance_, n));
    for (int i = 0; i < 8; ++i) {
      const Row row = any_row(m);
      INFO(fmt::format("{}", fmt::join(row, " ")));
      const auto renamed = outcomes(*alone_[m.index()], m, row, at);
      const Row there = moved(row, at);
      const Columns stays = unmoved(there.size());
      CHECK(renamed == outcomes(*alone_[n.index()], n, there, stays));
      CHECK(renamed == outcomes(common_, m, row, at));
      CHECK(renamed == outcomes(common_, n, there, stays));
      steps += renamed.size();
    }
  }

  // An engine that takes steps of both may share their tables.
  void compare_tables(NodeId m, NodeId n) {
    INFO(node_name(instance_, m) << " beside " << node_name(instance_, n));
    const Columns stays = unmoved(columns_of(instance_, m).back());
    for (int i = 0; i < 8; ++i) {
      const Row row = any_row(m);
      INFO(fmt::format("{}", fmt::join(row, " ")));
      for (const NodeId who : {m, n}) {
        const auto found = outcomes(common_, who, row, stays);
        CHECK(found == outcomes(*alone_[who.index()], who, row, stays));
      }
    }
  }

  std::size_t steps = 0;

 private:
  Row any_row(NodeId n) {
    const auto state = fixpoint_tests::any_state(instance_, random_);
    Row row;
    for (const std::uint32_t s : fixpoint::view_slots(instance_, n)) {
      row.push_back(state[s]);
    }
    return row;
  }

  const Instance& instance_;
  std::mt19937_64 random_;
  fixpoint::LocalSteps common_;
  std::vector<std::unique_ptr<fixpoint::LocalSteps>> alone_;  // per node
};

bool same_columns(const Instance& instance, NodeId m, NodeId n) {
  const network::Network& network = instance.network;
  const network::Range a = network.darts(m);
  const network::Range b = network.darts(n);
  if (instance.process_id(m) != instance.process_id(n) ||
      a.size() != b.size()) {
    return false;
  }
  for (std::uint32_t d = 0; d < a.size(); ++d) {
    const auto type = [&](std::uint32_t dart) {
      return instance.edge_type(network.dart_edge[dart]);
    };
    if (network.dart_port[a.begin + d] != network.dart_port[b.begin + d] ||
        type(a.begin + d) != type(b.begin + d)) {
      return false;
    }
  }
  return true;
}

void check(const std::string& text, std::uint64_t seed, Shared& shared) {
  INFO("seed " << seed << "\n" << text);
  const auto loaded = random_models::load(text);
  REQUIRE(loaded.instance != nullptr);
  const Instance& instance = *loaded.instance;
  const std::size_t nodes = instance.network.node_count();
  Renaming renaming(instance, seed);
  for (std::size_t n = 1; n < nodes; ++n) {
    for (std::size_t m = n > 3 ? n - 3 : 0; m < n; ++m) {
      if (!same_columns(instance, NodeId(m), NodeId(n))) continue;
      renaming.compare_tables(NodeId(m), NodeId(n));
      ++shared.tables;
    }
  }
  fixpoint::Projected projected = fixpoint::Projected::done;
  network::Limits limits;
  limits.work = 3000;
  const auto reduction = fixpoint::make_reduction(
      instance, limits, fixpoint::Reduce::classes, projected);
  if (!reduction) return;
  for (std::uint32_t c = 0; c < reduction->classes().size(); ++c) {
    const NodeId r = reduction->classes().representative(c);
    for (const NodeId n : reduction->classes().members(c)) {
      if (n == r) continue;
      const Columns at = along(instance, reduction->balance.witness(n));
      const Columns said = reduction->columns(n);
      CHECK((said.empty() ? unmoved(at.size()) : said) == at);
      renaming.compare(r, n, at);
      ++shared.classes;
    }
    for (const LocalSymmetry& g : reduction->balance.generators(r)) {
      renaming.compare(r, r, along(instance, g));
      ++shared.orbits;
    }
  }
  shared.steps += renaming.steps;
}

}  // namespace

TEST_CASE("what is shared is the same after renaming") {
  Shared shared;
  const std::uint64_t count = random_models::runs(250);
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    check(random_models::array_model(seed), seed, shared);
    check(random_models::symmetric_model(2 * seed), seed, shared);
    check(random_models::symmetric_model(2 * seed + 1), seed, shared);
    check(random_models::random_model(seed, {}), seed, shared);
  }
  WARN(shared.tables << " pairs of nodes with tables, " << shared.classes
                     << " with a class, " << shared.orbits << " generators, "
                     << shared.steps << " steps");
  if (!random_models::enough_runs()) return;
  CHECK(shared.tables > 2 * count);
  CHECK(shared.classes > count);
  CHECK(shared.orbits > count / 4);
  CHECK(shared.steps > 10 * count);
}

}  // namespace renaming_test
