// SPDX-License-Identifier: MIT
// Guards: the classification of structures against the definitions of VS, taken
// at their word: every member of the group, every order of the processes.
#include <catch2/catch.hpp>

#include <algorithm>
#include <numeric>
#include <random>
#include <set>

#include "explore/virtual/classify.hpp"
#include "tests/random/random_model.hpp"

namespace virtual_test {

namespace {

using namespace vicinal;
using explore::Classification;
using explore::nobody;
using explore::Structure;
using Arc = Structure::Arc;

struct Member {
  std::vector<std::uint32_t> state, process;
  auto operator<=>(const Member&) const = default;
};

std::vector<std::uint32_t> composed(const std::vector<std::uint32_t>& second,
                                    const std::vector<std::uint32_t>& first) {
  std::vector<std::uint32_t> result;
  for (const std::uint32_t i : first) result.push_back(second[i]);
  return result;
}

std::vector<Member> members(const Structure& m) {
  Member one;
  one.state.resize(m.size());
  one.process.resize(m.processes);
  std::iota(one.state.begin(), one.state.end(), 0U);
  std::iota(one.process.begin(), one.process.end(), 0U);
  std::set<Member> all{one};
  std::vector<Member> open{one};
  while (!open.empty()) {
    const Member g = std::move(open.back());
    open.pop_back();
    for (const auto& h : m.generators) {
      Member product{composed(h.state, g.state),
                     composed(h.process, g.process)};
      if (all.insert(product).second) open.push_back(std::move(product));
    }
  }
  return {all.begin(), all.end()};
}

// The definitions, over all members.
class Judge {
 public:
  explicit Judge(const Structure& m) : m_(m), group_(members(m)) {
    for (const Arc& a : m.arcs) {
      real_.emplace(a.from, a.to);
      labelled_.insert(a);
      for (const Member& g : group_) {
        symmetrized_.emplace(g.state[a.from], g.state[a.to]);
      }
    }
  }

  // M^G, and the orbits of states.
  void check(const explore::Symmetrized& all) const {
    std::set<std::pair<std::uint32_t, std::uint32_t>> arcs;
    for (std::size_t a = 0; a < all.arcs.size(); ++a) {
      const std::pair arc{all.arcs[a].from, all.arcs[a].to};
      CHECK(arcs.insert(arc).second);
      CHECK(all.real[a] == real_.contains(arc));
    }
    CHECK(arcs == symmetrized_);
    REQUIRE(all.orbit.size() == m_.size());
    for (std::uint32_t s = 0; s < m_.size(); ++s) {
      std::uint32_t first = s;
      for (const Member& g : group_) first = std::min(first, g.state[s]);
      CHECK(all.orbit[s] == first);
    }
  }

  bool symmetric() const { return real_ == symmetrized_; }

  bool virtually(bool strongly) const {
    return std::ranges::all_of(symmetrized_, [&](const auto& arc) {
      return std::ranges::any_of(group_, [&](const Member& g) {
        return (!strongly || g.state[arc.first] == arc.first) &&
               real_.contains({arc.first, g.state[arc.second]});
      });
    });
  }

  bool near() const {
    // Aut(S; Sym(I)), all of it.
    std::vector<std::vector<std::uint32_t>> all;
    std::set<std::vector<std::uint32_t>> rows;
    for (std::uint32_t s = 0; s < m_.size(); ++s) rows.insert(row(s));
    std::vector<std::uint32_t> p(m_.processes);
    std::iota(p.begin(), p.end(), 0U);
    do {
      if (std::ranges::all_of(rows, [&](const auto& r) {
            return rows.contains(permuted(r, p));
          })) {
        all.push_back(p);
      }
    } while (std::ranges::next_permutation(p).found);
    return std::ranges::all_of(group_, [&](const Member& g) {
      return std::ranges::all_of(real_, [&](const auto& arc) {
        return real_.contains({g.state[arc.first], g.state[arc.second]}) ||
               std::ranges::all_of(all, [&](const auto& q) {
                 return permuted(row(arc.first), q) == row(arc.first);
               });
      });
    });
  }

  bool rough() const {
    std::vector<std::uint32_t> rank(m_.processes);
    std::iota(rank.begin(), rank.end(), 0U);
    do {
      if (rough(rank)) return true;
    } while (std::ranges::next_permutation(rank).found);
    return false;
  }

  // By an order that was found.
  bool rough(const std::vector<std::uint32_t>& rank) const {
    for (const Arc& a : m_.arcs) {
      for (const Member& to : group_) {
        const std::uint32_t other = to.state[a.from];
        std::uint32_t greatest = nobody;
        for (std::uint32_t j = 0; j < m_.processes; ++j) {
          if (m_.local(other, j) != m_.local(a.from, a.process)) continue;
          if (greatest == nobody || rank[j] > rank[greatest]) greatest = j;
        }
        const bool found = std::ranges::any_of(group_, [&](const Member& g) {
          return g.state[a.from] == other && g.process[a.process] == greatest &&
                 labelled_.contains(
                     {other, g.state[a.to], g.process[a.process]});
        });
        if (!found) return false;
      }
    }
    return true;
  }

 private:
  std::vector<std::uint32_t> row(std::uint32_t s) const {
    const auto begin = m_.locals.begin() + s * m_.processes;
    return {begin, begin + m_.processes};
  }
  static std::vector<std::uint32_t> permuted(
      const std::vector<std::uint32_t>& row,
      const std::vector<std::uint32_t>& p) {
    std::vector<std::uint32_t> result(row.size());
    for (std::size_t i = 0; i < row.size(); ++i) result[p[i]] = row[i];
    return result;
  }

  const Structure& m_;
  std::vector<Member> group_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> real_, symmetrized_;
  std::set<Arc> labelled_;
};

struct Seen {
  int symmetric = 0, near = 0, rough = 0, strongly = 0, virtually = 0,
      neither = 0, only_virtually = 0, strong_only = 0, counted = 0;
};

void compare(const Structure& m, Seen& seen) {
  const Classification found = explore::classify(m);
  const Judge judge(m);
  judge.check(explore::symmetrized(m));
  CHECK(found.symmetric == judge.symmetric());
  CHECK(found.virtually == judge.virtually(false));
  CHECK(found.strongly == judge.virtually(true));
  CHECK(found.consistent());
  CHECK(found.broken.has_value() == !found.strongly);
  seen.symmetric += found.symmetric ? 1 : 0;
  seen.strongly += found.strongly ? 1 : 0;
  seen.virtually += found.virtually ? 1 : 0;
  seen.only_virtually += found.virtually && !found.strongly ? 1 : 0;
  seen.neither += found.virtually ? 0 : 1;
  if (m.processes == 0) return;
  CHECK(found.near == judge.near());
  CHECK(found.rough == judge.rough());
  seen.near += *found.near && !found.symmetric ? 1 : 0;
  seen.rough += *found.rough && !found.symmetric ? 1 : 0;
  seen.strong_only += found.strongly && !*found.near && !*found.rough ? 1 : 0;
  seen.counted += found.strongly_by_corollary ? 1 : 0;
  if (!*found.rough) return;
  std::vector<std::uint32_t> rank(m.processes);
  for (std::uint32_t i = 0; i < m.processes; ++i) rank[found.order[i]] = i;
  CHECK(judge.rough(rank));
}

Structure any_structure(std::mt19937_64& dice) {
  Structure m;
  const std::uint32_t states = 2 + dice() % 5;
  for (std::uint32_t s = 0; s < states; ++s) {
    m.states.push_back("s" + std::to_string(s));
  }
  const std::uint32_t generators = 1 + dice() % 2;
  for (std::uint32_t g = 0; g < generators; ++g) {
    std::vector<std::uint32_t> image(states);
    std::iota(image.begin(), image.end(), 0U);
    std::ranges::shuffle(image, dice);
    m.generators.push_back({image, {}});
  }
  const std::uint32_t arcs = dice() % (2 * states);
  for (std::uint32_t a = 0; a < arcs; ++a) {
    const auto from = static_cast<std::uint32_t>(dice() % states);
    const auto to = static_cast<std::uint32_t>(dice() % states);
    m.arcs.push_back({from, to, nobody});
  }
  return m;
}

// L^I with permutations of the processes. Arcs are those of a symmetric
// structure, some of which are left out.
Structure indexed_structure(std::mt19937_64& dice) {
  Structure m;
  m.processes = 2 + dice() % 2;
  const std::uint32_t locals = 2 + dice() % 2;
  std::uint32_t states = 1;
  for (std::uint32_t p = 0; p < m.processes; ++p) states *= locals;
  std::vector<std::uint32_t> power{1};
  for (std::uint32_t p = 1; p < m.processes; ++p) {
    power.push_back(power.back() * locals);
  }
  for (std::uint32_t s = 0; s < states; ++s) {
    m.states.push_back(std::to_string(s));
    for (std::uint32_t p = 0; p < m.processes; ++p) {
      m.locals.push_back(s / power[p] % locals);
    }
  }
  const std::uint32_t exchanges = dice() % 4 == 0 ? 1 : m.processes - 1;
  for (std::uint32_t e = 0; e < exchanges; ++e) {
    Structure::Generator g;
    for (std::uint32_t p = 0; p < m.processes; ++p) g.process.push_back(p);
    std::swap(g.process[e], g.process[e + 1]);
    for (std::uint32_t s = 0; s < states; ++s) {
      std::uint32_t image = 0;
      for (std::uint32_t p = 0; p < m.processes; ++p) {
        image += power[g.process[p]] * m.local(s, p);
      }
      g.state.push_back(image);
    }
    m.generators.push_back(std::move(g));
  }
  const std::uint64_t odds = 2 + dice() % 10;
  for (std::uint32_t x = 0; x < locals; ++x) {
    const auto y = static_cast<std::uint32_t>(dice() % locals);
    const auto most = dice() % (m.processes + 1);
    for (std::uint32_t s = 0; s < states; ++s) {
      std::uint64_t there = 0;
      for (std::uint32_t p = 0; p < m.processes; ++p) {
        there += m.local(s, p) == y ? 1 : 0;
      }
      if (there > most) continue;
      for (std::uint32_t p = 0; p < m.processes; ++p) {
        if (m.local(s, p) != x || dice() % odds == 0) continue;
        m.arcs.push_back({s, s + power[p] * y - power[p] * x, p});
      }
    }
  }
  return m;
}

Structure of_three(const std::vector<std::pair<int, int>>& arcs) {
  Structure m;
  m.states = {"s", "t", "u"};
  m.generators = {{{1, 0, 2}, {}}};
  for (const auto& [from, to] : arcs) {
    m.arcs.push_back({static_cast<std::uint32_t>(from),
                      static_cast<std::uint32_t>(to), nobody});
  }
  return m;
}

}  // namespace

TEST_CASE("random structures are classified as the definitions say") {
  std::mt19937_64 dice(1);
  Seen seen;
  const std::uint64_t count = random_models::runs(4000);
  for (std::uint64_t run = 0; run < count; ++run) {
    INFO("run " << run);
    compare(any_structure(dice), seen);
  }
  CHECK(seen.symmetric > 0);
  CHECK(seen.only_virtually > 0);
  CHECK(seen.neither > 0);
}

TEST_CASE("random structures of processes are classified so, too") {
  std::mt19937_64 dice(2);
  Seen seen;
  const std::uint64_t count = random_models::runs(3000);
  for (std::uint64_t run = 0; run < count; ++run) {
    INFO("run " << run);
    compare(indexed_structure(dice), seen);
  }
  CHECK(seen.symmetric > 0);
  CHECK(seen.near > 0);
  CHECK(seen.rough > 0);
  CHECK(seen.strong_only > 0);
  CHECK(seen.neither > 0);
  CHECK(seen.counted > 0);
}

// VS, Example 3.
TEST_CASE("the structures of Example 3") {
  const auto a = explore::classify(of_three({{2, 1}}));
  CHECK(a.strongly);
  CHECK(!a.symmetric);
  CHECK(a.symmetrized_arcs == 2);
  const auto b = explore::classify(of_three({{2, 1}, {1, 0}}));
  CHECK(!b.virtually);
  CHECK(!b.quotient_bisimilar);
  const auto c = explore::classify(of_three({{2, 1}, {1, 1}, {1, 0}, {0, 0}}));
  CHECK(c.virtually);
  CHECK(!c.strongly);
  CHECK(c.symmetrized_arcs == 6);
}

}  // namespace virtual_test
