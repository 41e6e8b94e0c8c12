// SPDX-License-Identifier: MIT
// Guards: what a rank is told is what was said, and a state that is not sent
// again was sent.
#include <catch2/catch.hpp>
#include <map>
#include <mutex>
#include <random>
#include <set>

#include "explore/ranks/outbox.hpp"
#include "explore/ranks/words.hpp"
#include "network/ranks/text_words.hpp"
#include "network/ranks/thread_exchange.hpp"

namespace messages_test {

namespace {

using namespace vicinal;
using explore::Witness;
using network::Exchange;

std::vector<Witness> witnesses() {
  Witness state;
  state.distance = 3;
  state.state = {7, ~std::uint64_t{0}};
  Witness error = state;
  error.error =
      network::ModelError{network::ErrorKind::bad_index, network::Span{4, 9}};
  Witness step = state;
  step.step = network::Event{};
  step.step->actor = network::NodeId(5U);
  step.step->action = 2;
  step.step->binding = {-1, 40};
  step.step->error = error.error;
  Witness rule = step;
  rule.step->actor = network::NodeId::none();
  rule.step->error.reset();
  return {state, error, step, rule};
}

void check_same(const std::optional<network::ModelError>& a,
                const std::optional<network::ModelError>& b) {
  REQUIRE(a.has_value() == b.has_value());
  if (!a) return;
  CHECK(a->kind == b->kind);
  CHECK(a->span == b->span);
}

}  // namespace

TEST_CASE("a witness is read as it was written") {
  explore::WordWriter writer;
  for (const Witness& w : witnesses()) writer.add(w);
  writer.add(std::optional<Witness>());
  writer.add(std::uint64_t{77});
  explore::WordReader reader(writer.words());
  for (const Witness& w : witnesses()) {
    const auto read = reader.witness();
    REQUIRE(read.has_value());
    CHECK(read->distance == w.distance);
    CHECK(read->state == w.state);
    check_same(read->error, w.error);
    REQUIRE(read->step.has_value() == w.step.has_value());
    if (!w.step) continue;
    CHECK(read->step->actor == w.step->actor);
    CHECK(read->step->action == w.step->action);
    CHECK(read->step->binding == w.step->binding);
    check_same(read->step->error, w.step->error);
  }
  CHECK(!reader.witness());
  CHECK(reader.word() == 77);
  CHECK_THROWS_AS(reader.word(), std::logic_error);
}

TEST_CASE("findings are read as they were written") {
  const std::vector<Witness> some = witnesses();
  explore::Worker::Findings mine;
  mine.violated = {some[0], std::nullopt, some[1]};
  mine.fails = {false, true, false};
  mine.error = some[2];
  mine.overflow = true;
  mine.states = 3;
  mine.transitions = std::uint64_t{1} << 40;
  mine.deadlocks = 5;
  explore::WordWriter writer;
  writer.add(mine);
  writer.add(std::uint64_t{77});
  explore::WordReader reader(writer.words());
  const explore::Worker::Findings read = reader.findings();
  REQUIRE(read.violated.size() == 3);
  CHECK(read.violated[0]->state == some[0].state);
  CHECK(!read.violated[1]);
  check_same(read.violated[2]->error, some[1].error);
  CHECK(read.fails == mine.fails);
  REQUIRE(read.error);
  CHECK(read.error->step->binding == some[2].step->binding);
  CHECK(!read.deadlock);
  CHECK(read.overflow);
  CHECK(read.states == 3);
  CHECK(read.transitions == mine.transitions);
  CHECK(read.deadlocks == 5);
  CHECK(reader.word() == 77);
}

TEST_CASE("a list that is cut is no list") {
  explore::WordWriter writer;
  writer.add(std::uint64_t{3});
  explore::WordReader reader(writer.words());
  CHECK_THROWS_AS(reader.list(), std::logic_error);
}

TEST_CASE("of what all say the first sentence is heard, whole") {
  using Words = std::vector<std::uint32_t>;
  const std::string sentence = "cannot read 'größe': \x01\xff";
  const Words words = network::text_words<Words>(sentence);
  CHECK(network::first_text<Words>({{}, words, {65}}) == sentence);
  CHECK(network::first_text<Words>({{65}, words}) == "A");
  CHECK(network::first_text<Words>({{}, {}}).empty());
}

// States of one byte, of several words, and of none; many more than places for
// those sent lately.
TEST_CASE("each state that is put comes, once or more") {
  using Bounds = std::vector<network::Bounds>;
  const std::vector<Bounds> shapes = {
      {{0, 0}},
      {{0, 200}},
      {{0, 1000000}},
      {{0, 70000}, {INT64_MIN, INT64_MAX}, {-5, 1 << 20}}};
  for (const Bounds& shape : shapes) {
    const network::Packing packing{std::span<const network::Bounds>(shape)};
    const explore::StateStore store(packing);
    std::mutex mutex;
    std::set<std::vector<std::uint64_t>> sent, came;
    explore::Traffic traffic;
    network::ThreadRanks(2).run([&](Exchange& exchange) {
      explore::Outbox outbox(packing, exchange);
      std::mt19937_64 random(exchange.rank());
      for (int round = 0; round < 4; ++round) {
        for (int i = 0; i < 40'000; ++i) {
          std::vector<std::uint64_t> state(packing.words());
          for (std::size_t w = 0; w < state.size(); ++w) {
            const unsigned bits = packing.bits(w);
            const std::uint64_t mask =
                bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
            // Often the same again.
            state[w] = (random() % 8 == 0 ? random() : random() % 64) & mask;
          }
          outbox.put(1 - exchange.rank(), store.hashed(state.data()),
                     state.data());
          const std::lock_guard lock(mutex);
          sent.insert(state);
        }
        std::vector<std::uint64_t> states;
        outbox.swap({}, states);
        const std::lock_guard lock(mutex);
        for (std::size_t i = 0; i < states.size(); i += packing.words()) {
          came.insert({states.begin() + static_cast<std::ptrdiff_t>(i),
                       states.begin() +
                           static_cast<std::ptrdiff_t>(i + packing.words())});
        }
      }
      if (exchange.rank() == 0) traffic = outbox.traffic();
    });
    CHECK(sent == came);
    CHECK(traffic.spared > 0);
    CHECK(traffic.states + traffic.spared == 160'000);
  }
}

TEST_CASE("notes go to all, in the order of ranks") {
  const std::vector<network::Bounds> shape = {{0, 9}};
  const network::Packing packing{std::span<const network::Bounds>(shape)};
  network::ThreadRanks(3).run([&](Exchange& exchange) {
    explore::Outbox outbox(packing, exchange);
    explore::Note mine;
    mine.more = exchange.rank() == 1;
    mine.limit =
        exchange.rank() == 2 ? network::Limit::overflow : network::Limit::none;
    mine.states = std::uint64_t{1} << (40 + exchange.rank());
    std::vector<std::uint64_t> states;
    const auto notes = outbox.swap(mine, states);
    bool good = notes.size() == 3 && states.empty();
    for (unsigned r = 0; good && r < 3; ++r) {
      good = notes[r].more == (r == 1) &&
             notes[r].states == std::uint64_t{1} << (40 + r) &&
             (notes[r].limit == network::Limit::overflow) == (r == 2);
    }
    if (!good) throw std::runtime_error("notes");
  });
}

}  // namespace messages_test
