// SPDX-License-Identifier: MIT
// Guards: rows that change places with the values that name them: all states of
// an orbit get one representative, which is of the orbit, or none of them does.
#include <catch2/catch.hpp>

#include <algorithm>
#include <numeric>

#include "symmetry/maps/row_order.hpp"
#include "tests/random/random_model.hpp"
#include "tests/random/terms.hpp"

namespace row_order_test {

namespace {

using namespace vicinal;
using network::Scalar;
using random_models::Dice;
using symmetry::NamedBlocks;
using symmetry::Sort;
using symmetry::Sorts;
using symmetry::StateMap;
using State = std::vector<Scalar>;

// One or two classes whose rows two sorts name, maybe, some values that name
// nothing, and slots outside.
struct Layout {
  std::vector<Sort> sorts;
  std::vector<std::uint32_t> of_slot;
  std::vector<NamedBlocks> classes;
};

std::uint32_t kind_of_slot(Dice& dice, bool holds_names) {
  if (!holds_names || dice.one_in(2)) return symmetry::no_sort;
  return static_cast<std::uint32_t>(dice.below(2));
}

Layout layout_of(Dice& dice, int most_rows) {
  Layout out;
  const bool within = dice.one_in(2);
  std::vector<int> rows = {2 + dice.below(most_rows - 1)};
  if (dice.one_in(2)) rows.push_back(2 + dice.below(2));
  for (int s = 0; s < 2; ++s) {
    out.sorts.push_back({{-1, most_rows + 3}, {}, {}});
  }
  Scalar named[2] = {dice.below(2), dice.below(2)};
  std::vector<std::vector<std::uint32_t>> kinds;
  for (const int r : rows) {
    NamedBlocks c;
    c.blocks.blocks = static_cast<std::uint32_t>(r);
    c.blocks.width = static_cast<std::uint32_t>(dice.below(4));
    if (!dice.one_in(4)) {
      c.sort = static_cast<std::uint32_t>(dice.below(2));
      for (int i = 0; i < r; ++i) c.names.push_back(named[c.sort]++);
      if (dice.one_in(2)) std::swap(c.names[0], c.names[1]);
    }
    auto& own = kinds.emplace_back();
    for (std::uint32_t i = 0; i < c.blocks.width; ++i) {
      own.push_back(kind_of_slot(dice, within));
    }
    out.classes.push_back(std::move(c));
  }
  const auto outside = [&] {
    for (int i = dice.below(3); i > 0; --i) {
      out.of_slot.push_back(kind_of_slot(dice, true));
    }
  };
  for (std::size_t c = 0; c < rows.size(); ++c) {
    for (int r = 0; r < rows[c]; ++r) {
      for (const std::uint32_t kind : kinds[c]) {
        out.classes[c].blocks.slots.push_back(
            static_cast<std::uint32_t>(out.of_slot.size()));
        out.of_slot.push_back(kind);
      }
      if (r == 0) outside();
    }
  }
  outside();
  return out;
}

// In every second one rows hold the same but for names, each the next one: then
// who names whom goes around in circles.
State state_of(Dice& dice, const Layout& layout) {
  State state;
  const bool circles = dice.one_in(2);
  Scalar next = dice.below(3);
  for (const std::uint32_t sort : layout.of_slot) {
    const bool name = sort != symmetry::no_sort;
    if (circles) {
      state.push_back(name ? next++ % 4 : 0);
    } else {
      state.push_back(name ? dice.below(7) - 1 : dice.below(2));
    }
  }
  return state;
}

// Row r of each class goes to to[class][r].
StateMap map_of(const Layout& layout,
                const std::vector<std::vector<std::size_t>>& to) {
  StateMap map;
  map.slot.resize(layout.of_slot.size());
  std::iota(map.slot.begin(), map.slot.end(), 0U);
  for (const Sort& s : layout.sorts) {
    auto& image = map.value.emplace_back();
    for (Scalar v = s.bounds.low; v <= s.bounds.high; ++v) image.push_back(v);
  }
  for (std::size_t c = 0; c < layout.classes.size(); ++c) {
    const NamedBlocks& n = layout.classes[c];
    for (std::uint32_t r = 0; r < n.blocks.blocks; ++r) {
      const auto there = static_cast<std::uint32_t>(to[c][r]);
      for (std::uint32_t i = 0; i < n.blocks.width; ++i) {
        map.slot[n.blocks.row(r)[i]] = n.blocks.row(there)[i];
      }
      if (n.sort == symmetry::no_sort) continue;
      map.value[n.sort][static_cast<std::size_t>(n.names[r] + 1)] =
          n.names[there];
    }
  }
  return map;
}

}  // namespace

TEST_CASE("states that differ by names of rows get one representative") {
  const std::uint64_t runs = random_models::runs(2000);
  std::size_t ordered = 0, left = 0, left_without = 0;
  for (std::uint64_t seed = 1; seed <= runs; ++seed) {
    INFO("seed " << seed);
    Dice dice(seed);
    const Layout layout = layout_of(dice, 4);
    const Sorts sorts(layout.sorts, layout.of_slot);
    symmetry::RowOrder order(layout.classes, sorts);
    const State state = state_of(dice, layout);
    State one = state;
    const bool done = order(one);
    (done ? ordered : left) += 1;
    if (!done) CHECK(one == state);
    bool within = false;
    for (const auto& c : symmetry::name_columns(layout.classes, sorts)) {
      within = within || !c.empty();
    }
    left_without += !done && !within ? 1 : 0;
    std::vector<std::vector<std::size_t>> to;
    for (const NamedBlocks& c : layout.classes) {
      to.emplace_back(c.blocks.blocks);
      std::iota(to.back().begin(), to.back().end(), std::size_t{0});
    }
    if (to.size() == 1) to.push_back({0});
    bool reached = false;
    do {
      do {
        State other(state.size());
        apply(map_of(layout, to), sorts, state, other);
        reached = reached || other == one;
        CHECK(order(other) == done);
        if (done) CHECK(other == one);
      } while (std::ranges::next_permutation(to[1]).found);
    } while (std::ranges::next_permutation(to[0]).found);
    CHECK(reached);
  }
  CHECK(left_without == 0);
  if (runs < 1000) return;
  CHECK(left * 200 > runs);
  CHECK(ordered > left);
}

TEST_CASE("many rows get one order, whoever names them") {
  const std::uint64_t runs = random_models::runs(200);
  std::size_t ordered = 0;
  for (std::uint64_t seed = 1; seed <= runs; ++seed) {
    INFO("seed " << seed);
    Dice dice(seed);
    const Layout layout = layout_of(dice, 40);
    const Sorts sorts(layout.sorts, layout.of_slot);
    symmetry::RowOrder order(layout.classes, sorts);
    State state = state_of(dice, layout);
    State one = state;
    const bool done = order(one);
    ordered += done ? 1 : 0;
    std::mt19937_64 random(seed);
    for (int i = 0; i < 10; ++i) {
      std::vector<std::vector<std::size_t>> to;
      for (const NamedBlocks& c : layout.classes) {
        to.emplace_back(c.blocks.blocks);
        std::iota(to.back().begin(), to.back().end(), std::size_t{0});
        std::ranges::shuffle(to.back(), random);
      }
      State other(state.size());
      apply(map_of(layout, to), sorts, state, other);
      State again = other;
      CHECK(order(again) == done);
      CHECK(again == (done ? one : other));
      state = other;
    }
  }
  CHECK(ordered * 2 > runs);
}

}  // namespace row_order_test
