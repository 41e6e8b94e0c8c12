// SPDX-License-Identifier: MIT
// Guards: what exchanges find by renaming the model is in the group that is
// detected from constraints, member by member: not only are its orbits as
// large. Two ways to the symmetry of a model that share its flat terms alone.
// What is beyond has a reason: to exchanges, steps with one effect are one.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "symmetry/detection/detected.hpp"
#include "symmetry/exchanges/model_symmetry.hpp"
#include "tests/explore/orbits.hpp"
#include "tests/random/alike_model.hpp"
#include "tests/random/array_model.hpp"
#include "tests/random/exchange_model.hpp"
#include "tests/random/loaded.hpp"
#include "tests/random/random_model.hpp"
#include "tests/random/slight_model.hpp"
#include "tests/random/symmetric_model.hpp"

namespace exchanges_test {

namespace {

using namespace vicinal;
using network::Instance;
using network::Scalar;
using symmetry::Detection;

using Permutation = std::vector<std::uint32_t>;  // of literals, by number

constexpr std::size_t most_members = 6000;

// Variables that may change, and the values that they may have.
class Literals {
 public:
  explicit Literals(const Detection& found) : found_(found) {
    const auto& values = found.domains->values;
    for (std::uint32_t s = 0; s < values.size(); ++s) {
      if (values[s].size() == 1) continue;
      for (const Scalar v : values[s]) number_.try_emplace({s, v}, all_++);
    }
  }

  Permutation of(const symmetry::LiteralMap& g) const {
    return by([&](std::uint32_t s, Scalar v) {
      const Scalar low = found_.guarded->slots[s].bounds.low;
      return std::pair(g.slot[s], g.image(s, low, v));
    });
  }
  Permutation of(const symmetry::StateMap& g,
                 const symmetry::Sorts& sorts) const {
    return by([&](std::uint32_t s, Scalar v) {
      return std::pair(g.slot[s], g.image(sorts.of_slot[s], sorts, v));
    });
  }

 private:
  template <class Image>
  Permutation by(const Image& image) const {
    Permutation result;
    for (const auto& [literal, n] : number_) {
      const auto at = number_.find(image(literal.first, literal.second));
      CHECK(at != number_.end());  // what occurs is invariant
      result.push_back(at == number_.end() ? n : at->second);
    }
    return result;
  }

  const Detection& found_;
  std::map<std::pair<std::uint32_t, Scalar>, std::uint32_t> number_;
  std::uint32_t all_ = 0;
};

// All members; none: they are too many.
std::set<Permutation> members(const std::vector<Permutation>& generators,
                              std::size_t size) {
  Permutation same(size);
  for (std::uint32_t i = 0; i < size; ++i) same[i] = i;
  std::set<Permutation> all{same};
  std::vector<Permutation> open{same};
  while (!open.empty()) {
    const Permutation p = std::move(open.back());
    open.pop_back();
    for (const Permutation& g : generators) {
      Permutation next;
      for (const std::uint32_t i : p) next.push_back(g[i]);
      if (!all.insert(next).second) continue;
      if (all.size() > most_members) return {};
      open.push_back(std::move(next));
    }
  }
  return all;
}

// Whether some state has not as many steps of each action as its image has.
bool steps_differ(const Instance& instance,
                  const std::vector<std::size_t>& asked,
                  const symmetry::ModelSymmetry& symmetry,
                  const symmetry::StateMap& g) {
  const network::Steps steps(instance);
  for (const auto& s : test::explored(instance, asked, nullptr).states) {
    auto images = test::labelled(steps, test::image(symmetry, g, s));
    for (const auto& [action, next] : test::labelled(steps, s)) {
      const auto at = images.find(
          {action, next.empty() ? next : test::image(symmetry, g, next)});
      if (at == images.end()) return true;
      images.erase(at);
    }
    if (!images.empty()) return true;
  }
  return false;
}

struct Seen {
  int models = 0, exchanges = 0, products = 0, values = 0;
  int beyond = 0;  // generators that are not detected
  int wide = 0;    // models whose numbers detection does not take
  int large = 0;   // groups
};

void compare(const std::string& text, Seen& seen) {
  INFO(text);
  const auto loaded = random_models::load(text);
  if (!loaded.instance) return;
  const Instance& instance = *loaded.instance;
  const auto asked = loaded.invariants();
  const auto tried = symmetry::model_symmetry(instance, asked, {});
  if (tried.generators.empty()) return;
  std::string why_not;
  const auto found = symmetry::detect(instance, asked, {}, why_not);
  if (!found || !found->why_not.empty()) {
    ++seen.wide;
    return;
  }
  REQUIRE_FALSE(found->refuted);
  CHECK(found->unconfirmed == 0);
  // Without an initial state every map is a symmetry, of nothing.
  const auto& terms = found->guarded->terms;
  if (terms.is(found->guarded->initial, false)) return;
  const Literals literals(*found);
  std::vector<Permutation> generators;
  for (const auto& g : found->generators) generators.push_back(literals.of(g));
  std::vector<Permutation> claimed;
  for (const auto& g : tried.generators) {
    claimed.push_back(literals.of(g, *tried.sorts));
  }
  const auto group = members(generators, claimed[0].size());
  if (group.empty()) {
    ++seen.large;
    return;
  }
  ++seen.models;
  std::size_t exchanges = 0;
  for (const auto& nodes : tried.exchangeable) exchanges += nodes.size() - 1;
  for (std::size_t i = 0; i < claimed.size(); ++i) {
    INFO("generator " << i);
    if (!group.contains(claimed[i])) {
      CHECK(steps_differ(instance, asked, tried, tried.generators[i]));
      ++seen.beyond;
    }
    ++(i < exchanges ? seen.exchanges : seen.products);
    seen.values += std::ranges::any_of(tried.generators[i].value,
                                       [](const auto& v) { return !v.empty(); })
                       ? 1
                       : 0;
  }
}

}  // namespace

TEST_CASE("exchanges of random models are in the detected group") {
  Seen seen;
  const std::uint64_t count = random_models::runs(150);
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    INFO("seed " << seed);
    compare(random_models::exchange_model(seed), seen);
    compare(random_models::symmetric_model(seed), seen);
    compare(random_models::slight_model(seed).text, seen);
    compare(random_models::array_model(seed), seen);
    compare(random_models::alike_model(seed), seen);
    compare(random_models::random_model(seed, {.flat = seed % 2 == 0}), seen);
  }
  WARN(
      fmt::format("{} models, {} exchanges, {} other generators, {} that move "
                  "values, {} beyond; {} models with wide numbers, {} large",
                  seen.models, seen.exchanges, seen.products, seen.values,
                  seen.beyond, seen.wide, seen.large));
  if (!random_models::enough_runs()) return;
  const int least = static_cast<int>(count);
  CHECK(seen.models > 2 * least);
  CHECK(seen.exchanges > 2 * least);
  CHECK(seen.products * 5 > least);
  CHECK(seen.values * 3 > least);
  CHECK(seen.wide * 5 < seen.models);
  CHECK(seen.large * 10 < seen.models);
  CHECK(seen.beyond * 50 < seen.exchanges);
}

}  // namespace exchanges_test
