// SPDX-License-Identifier: MIT
// Guards: a limit that one rank reaches ends all of them, wherever it does, and
// nothing is proved then; a rank that does not come is not waited for.
#include <atomic>
#include <catch2/catch.hpp>
#include <fstream>
#include <sstream>

#include "explore/ranks/rank_search.hpp"
#include "network/ranks/thread_exchange.hpp"
#include "tests/random/loaded.hpp"

namespace limits_test {

namespace {

using namespace vicinal;
using explore::Exploration;
using network::Exchange;
using network::Limit;

random_models::Loaded philosophers(const std::string& sizes) {
  std::ifstream in(VICINAL_SOURCE_DIR "/examples/philosophers.vic");
  std::stringstream text;
  text << in.rdbuf();
  return random_models::load(text.str(), sizes);
}

// Stops one of three ranks when it has polled so often.
std::vector<Exploration> stopped(const network::Instance& instance,
                                 unsigned who, const explore::Options& how) {
  std::vector<Exploration> found(3);
  std::atomic<bool> stop = true;
  network::ThreadRanks(3).run([&](Exchange& exchange) {
    explore::Options mine = how;
    if (exchange.rank() == who) mine.limits.stop = &stop;
    found[exchange.rank()] = explore_on_ranks(instance, mine, exchange);
  });
  return found;
}

}  // namespace

TEST_CASE("a rank that is interrupted ends all") {
  const auto loaded = philosophers("n=7");
  REQUIRE(loaded.instance != nullptr);
  explore::Options how;
  how.properties = loaded.invariants();
  for (const unsigned who : {0U, 1U, 2U}) {
    for (const Exploration& one : stopped(*loaded.instance, who, how)) {
      CHECK(!one.complete);
      CHECK(one.limit == Limit::interrupted);
      for (const auto& p : one.properties) {
        CHECK(p.verdict() == network::Verdict::unknown);
      }
    }
  }
}

TEST_CASE("states at most are those of all ranks together") {
  const auto loaded = philosophers("n=6");
  REQUIRE(loaded.instance != nullptr);
  explore::Options how;
  how.properties = loaded.invariants();
  const std::uint64_t states = explore::explore(*loaded.instance, how).states;
  for (const std::uint64_t less : {0U, 1U}) {
    how.limits.work = states - less;
    const Exploration alone = explore::explore(*loaded.instance, how);
    CHECK(alone.complete == (less == 0));
    network::ThreadRanks(3).run([&](Exchange& exchange) {
      const auto found = explore_on_ranks(*loaded.instance, how, exchange);
      if (found.complete != alone.complete || found.limit != alone.limit) {
        throw std::runtime_error("ranks count other states");
      }
    });
  }
}

TEST_CASE("time and memory of one rank end all") {
  const auto loaded = philosophers("n=12");
  REQUIRE(loaded.instance != nullptr);
  for (const Limit limit : {Limit::time, Limit::memory}) {
    std::vector<Exploration> found(3);
    network::ThreadRanks(3).run([&](Exchange& exchange) {
      explore::Options mine;
      mine.properties = loaded.invariants();
      if (exchange.rank() == 1 && limit == Limit::time) {
        mine.limits.seconds = 0.05;
      }
      if (exchange.rank() == 1 && limit == Limit::memory) {
        mine.limits.memory_mib = 1;
      }
      found[exchange.rank()] =
          explore_on_ranks(*loaded.instance, mine, exchange);
    });
    for (const Exploration& one : found) {
      CHECK(!one.complete);
      CHECK(one.limit == limit);
      CHECK(one.states == found[0].states);
    }
  }
}

TEST_CASE("a rank that leaves before the search is not waited for") {
  const auto loaded = philosophers("n=4");
  REQUIRE(loaded.instance != nullptr);
  std::atomic<int> left = 0;
  network::ThreadRanks(3).run([&](Exchange& exchange) {
    if (exchange.rank() == 2) return explore::leave(exchange, Limit::memory);
    try {
      explore::explore_on_ranks(*loaded.instance, {}, exchange);
    } catch (const explore::RankLeft& gone) {
      left += gone.limit == Limit::memory ? 1 : 0;
    }
  });
  CHECK(left == 2);
}

// By the number of states, by where they begin, by who is next to whom.
TEST_CASE("ranks that are asked different things do not search") {
  const auto wired = [](const std::string& first, const std::string& to) {
    return random_models::load(
        "process P { port l : inout bool; var x : 0..2 = " + first +
        "; action a when !l && x < 2 { l := true; x := x + 1; } }\n"
        "network { node p[2] : P; edge e[3] : bool = false;\n"
        "connect p[0].l to e[0]; connect p[1].l to e[" +
        to + "]; }\n");
  };
  const std::pair<random_models::Loaded, random_models::Loaded> pairs[] = {
      {philosophers("n=4"), philosophers("n=5")},
      {wired("0", "1"), wired("1", "1")},
      {wired("0", "1"), wired("0", "2")},
  };
  for (const auto& [one, other] : pairs) {
    INFO(one.messages() << other.messages());
    REQUIRE(one.instance != nullptr);
    REQUIRE(other.instance != nullptr);
    const network::Instance* asked[] = {one.instance.get(),
                                        other.instance.get()};
    network::ThreadRanks ranks(2);
    CHECK_THROWS_AS(ranks.run([&](Exchange& exchange) {
      explore::explore_on_ranks(*asked[exchange.rank()], {}, exchange);
    }),
                    std::runtime_error);
    CHECK_NOTHROW(ranks.run([&](Exchange& exchange) {
      explore::explore_on_ranks(*asked[0], {}, exchange);
    }));
  }
}

TEST_CASE("ranks with different symmetries do not search") {
  const auto loaded = philosophers("n=4");
  REQUIRE(loaded.instance != nullptr);
  const auto symmetry =
      symmetry::model_symmetry(*loaded.instance, loaded.invariants(), {});
  REQUIRE(!symmetry.trivial());
  network::ThreadRanks(2).run([&](Exchange& exchange) {
    explore::Options how;
    if (exchange.rank() == 0) how.symmetry = &symmetry;
    const auto found = explore_on_ranks(*loaded.instance, how, exchange);
    if (found.complete || found.limit != Limit::time) {
      throw std::runtime_error("ranks store other states");
    }
  });
}

TEST_CASE("a rank that fails is not waited for") {
  network::ThreadRanks ranks(3);
  CHECK_THROWS_WITH(ranks.run([](Exchange& exchange) {
    if (exchange.rank() == 0) throw std::runtime_error("it failed");
    exchange.gather({});
  }),
                    "it failed");
}

}  // namespace limits_test
