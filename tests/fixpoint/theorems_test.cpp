// SPDX-License-Identifier: MIT
// Guards: Theorems 6 and 9 of LS. The quotient with `via` has the invariant of
// the network; as printed it has not. A pair invariant of a ring of three does
// not hold for larger rings.
#include <catch2/catch.hpp>

#include <map>
#include <set>

#include "fixpoint/implication/imply.hpp"
#include "fixpoint/pair/pair.hpp"
#include "fixpoint/steps/local_steps.hpp"
#include "groupoid/quotient_network/quotient.hpp"
#include "models.hpp"
#include "tests/oracle/oracle.hpp"
#include "tests/random/loaded.hpp"
#include "tests/random/random_model.hpp"
#include "tests/random/symmetric_model.hpp"

namespace theorems_test {

namespace {

using namespace vicinal;
using fixpoint_tests::example;
using network::DartId;
using network::NodeId;
using network::Scalar;
using Row = std::vector<Scalar>;
using Sets = std::vector<std::set<Row>>;  // per class

// What one neighbour knows of a class: columns of the class and of its own.
struct Neighbour {
  std::uint32_t of = 0, is = 0;  // classes
  std::vector<std::pair<std::uint32_t, std::uint32_t>> columns;
};

// Columns of a dart in the local states of its node.
std::vector<std::uint32_t> columns(const network::Instance& instance,
                                   DartId d) {
  const NodeId n = instance.network.dart_node[d.index()];
  const auto slots = fixpoint::view_slots(instance, n);
  const auto edge = instance.network.dart_edge[d.index()];
  std::vector<std::uint32_t> out;
  for (std::uint32_t c = 0; c < slots.size(); ++c) {
    const std::uint32_t base = instance.edge_base[edge.index()];
    if (slots[c] >= base &&
        slots[c] < base + instance.size(instance.edge_type(edge)).slots) {
      out.push_back(c);
    }
  }
  return out;
}

// The neighbours of each class, read off the quotient network and its vias.
std::vector<Neighbour> neighbours(const network::Instance& instance,
                                  const groupoid::Quotient& quotient) {
  std::map<std::uint32_t, Neighbour> by_channel;
  for (std::size_t e = 0; e < quotient.network.edge_count(); ++e) {
    const network::EdgeId edge(e);
    for (const network::Via& via : quotient.vias.of(edge)) {
      Neighbour& n = by_channel[via.channel];
      n.of = quotient.vias.owner[e].value;
      n.is = via.from.value;
      const auto mine = columns(instance, quotient.origin[e]);
      const auto theirs = columns(instance, quotient.origin[via.edge.index()]);
      REQUIRE(mine.size() == theirs.size());
      for (std::size_t i = 0; i < mine.size(); ++i) {
        n.columns.emplace_back(mine[i], theirs[i]);
      }
    }
  }
  std::vector<Neighbour> out;
  for (auto& [channel, n] : by_channel) out.push_back(std::move(n));
  return out;
}

// LS (5) on the quotient, set by set, until nothing is added.
Sets on_quotient(const fixpoint::Reduction& reduction,
                 const std::vector<Neighbour>& neighbours) {
  fixpoint::LocalSteps steps(*reduction.instance);
  const auto& classes = reduction.classes();
  Sets theta(classes.size());
  for (std::uint32_t c = 0; c < classes.size(); ++c) {
    const fixpoint::StateSet& initial = reduction.initial[c];
    for (std::size_t r = 0; r < initial.rows; ++r) {
      theta[c].emplace(initial.row(r).begin(), initial.row(r).end());
    }
  }
  const auto successors = [&](std::uint32_t c, const Row& row) {
    std::vector<Row> out;
    steps.enumerate(classes.representative(c), row);
    for (const auto& candidate : steps.candidates()) {
      if (!candidate.held_back && !candidate.error) {
        out.push_back(candidate.after);
      }
    }
    return out;
  };
  for (bool more = true; more;) {
    Sets next = theta;
    for (std::uint32_t c = 0; c < theta.size(); ++c) {
      for (const Row& x : theta[c]) {
        for (Row& after : successors(c, x)) next[c].insert(std::move(after));
      }
    }
    for (const Neighbour& n : neighbours) {
      for (const Row& y : theta[n.is]) {
        for (const Row& after : successors(n.is, y)) {
          for (const Row& x : theta[n.of]) {
            Row changed = x;
            bool agrees = true;
            for (const auto& [mine, theirs] : n.columns) {
              agrees = agrees && x[mine] == y[theirs];
              changed[mine] = after[theirs];
            }
            if (agrees) next[n.of].insert(std::move(changed));
          }
        }
      }
    }
    more = next != theta;
    theta = std::move(next);
  }
  return theta;
}

std::optional<fixpoint::Reduction> reduction_of(
    const network::Instance& instance) {
  network::Limits limits;
  limits.work = 300;
  auto projected = fixpoint::Projected::done;
  return fixpoint::make_reduction(instance, limits, fixpoint::Reduce::classes,
                                  projected);
}

bool looks_further(const network::Instance& instance) {
  for (const auto& p : instance.model->processes) {
    for (const auto& a : p.actions) {
      if (a.global_guard || a.global_priority) return true;
    }
  }
  return false;
}

}  // namespace

TEST_CASE("Theorem 6 holds for quotients with via, on random models") {
  std::uint64_t compared = 0;
  const std::uint64_t runs = random_models::runs(1000);
  for (std::uint64_t seed = 0; seed < runs; ++seed) {
    const std::string text = seed % 2 == 0
                                 ? random_models::random_model(seed, {})
                                 : random_models::symmetric_model(seed);
    const auto loaded = random_models::load(text);
    INFO(text);
    REQUIRE(loaded.instance != nullptr);
    if (looks_further(*loaded.instance)) continue;
    const auto reduction = reduction_of(*loaded.instance);
    if (!reduction) continue;
    network::Diagnostics diagnostics;
    network::Limits limits;
    limits.work = 300;
    const auto unreduced = fixpoint::single_invariant(
        *loaded.instance, limits, diagnostics, fixpoint::Reduce::none);
    if (!unreduced || unreduced->limit != network::Limit::none) continue;
    const groupoid::Quotient quotient = groupoid::quotient(reduction->balance);
    const Sets theta =
        on_quotient(*reduction, neighbours(*loaded.instance, quotient));
    for (std::uint32_t c = 0; c < theta.size(); ++c) {
      const NodeId r = reduction->classes().representative(c);
      const auto expected = unreduced->theta(r);
      REQUIRE(theta[c].size() == expected.size());
      std::size_t i = 0;
      for (const Row& row : theta[c]) {
        CHECK(std::ranges::equal(row, expected.set->row(i++)));
      }
    }
    ++compared;
  }
  // Those with global guards are left out.
  CHECK(compared * 6 > runs);
}

TEST_CASE(
    "Theorem 6 fails as printed: a ring's quotient loses its neighbours") {
  const auto loaded = random_models::load(example("token-ring.vic"), "n=6");
  const auto reduction = reduction_of(*loaded.instance);
  REQUIRE(reduction->classes().size() == 1);
  const auto quotient = groupoid::quotient(reduction->balance);
  REQUIRE(quotient.network.node_count() == 1);
  // By Definition 1 the one node does not point to itself.
  CHECK(quotient.network.pointing_to(NodeId(std::size_t{0})).empty());
  CHECK(on_quotient(*reduction, {})[0].size() == 7);
  CHECK(on_quotient(*reduction, neighbours(*loaded.instance, quotient))[0]
            .size() == 12);
}

TEST_CASE(
    "Theorem 9 fails: what pairs of a ring of three say of larger rings") {
  // In a ring of three the stations remember different counts.
  std::string text = example("counting-ring.vic");
  text.resize(text.find("invariant one_token"));
  text +=
      "invariant differ: forall i, j in s:\n"
      "  i != j && i.x != 0 => i.x != j.x;\n";
  for (const std::string n : {"3", "4"}) {
    const auto loaded = random_models::load(text, "n=" + n);
    INFO(loaded.messages());
    REQUIRE(loaded.instance != nullptr);
    auto reduction = reduction_of(*loaded.instance);
    const auto invariant = fixpoint::pair_invariant(
        *loaded.instance,
        std::make_shared<const fixpoint::Reduction>(std::move(*reduction)),
        fixpoint::PairMode::exact, {});
    REQUIRE(invariant.has_value());
    CHECK(imply(*loaded.instance, *invariant, 0, {}).proved == (n == "3"));
    const oracle::Instance o(loaded.tree, {{"n", std::stoll(n)}});
    CHECK(o.explore(3000).properties.at("differ").violated == (n != "3"));
  }
}

}  // namespace theorems_test
