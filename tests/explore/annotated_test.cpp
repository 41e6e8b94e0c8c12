// SPDX-License-Identifier: MIT
// Guards: which annotated states subsume which, against the definition: what
// the permutations of a partition make of a state, each of them written down.
// All states of up to four processes with three local states, all partitions;
// and the examples of Wahl and D'Silva (2009), sections 5 and 6.
#include <catch2/catch.hpp>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "explore/lazy/annotated.hpp"

namespace annotated_test {

namespace {

using namespace vicinal;
using explore::Cells;
using explore::Partitions;
using explore::Reached;
using explore::Row;

// The permutations that keep each process within its cell (LZ section 3).
std::vector<Row> permutations(const Cells& cells) {
  std::vector<Row> result;
  Row p(cells.size());
  std::iota(p.begin(), p.end(), 0U);
  do {
    bool within = true;
    for (std::size_t i = 0; i < p.size(); ++i) {
      within = within && cells[p[i]] == cells[i];
    }
    if (within) result.push_back(p);
  } while (std::ranges::next_permutation(p).found);
  return result;
}

// Definition 4.
std::set<Row> orbit(const Row& s, const Cells& cells) {
  std::set<Row> result;
  for (const Row& p : permutations(cells)) {
    Row t(s.size());
    for (std::size_t i = 0; i < s.size(); ++i) t[i] = s[p[i]];
    result.insert(t);
  }
  return result;
}

// Definition 5.
bool covers(const std::set<Row>& s, const std::set<Row>& t) {
  return std::ranges::includes(s, t);
}

// Theorem 6.
bool by_cells(const Row& s, const Cells& p, const Row& t, const Cells& q) {
  for (std::size_t i = 0; i < t.size(); ++i) {
    for (std::size_t j = 0; j < t.size(); ++j) {
      if (q[i] == q[j] && p[i] != p[j] && t[i] != t[j]) return false;
    }
  }
  return orbit(s, p).contains(t);
}

std::vector<Cells> all_partitions(std::size_t processes) {
  std::vector<Cells> result{{}};
  for (std::size_t i = 0; i < processes; ++i) {
    std::vector<Cells> longer;
    for (const Cells& cells : result) {
      const auto last = std::ranges::max_element(cells);
      const int next = last == cells.end() ? 0 : *last + 1;
      for (int c = 0; c <= next; ++c) {
        longer.push_back(cells);
        longer.back().push_back(static_cast<std::uint16_t>(c));
      }
    }
    result = std::move(longer);
  }
  return result;
}

std::vector<Row> all_rows(std::size_t processes, std::uint32_t locals) {
  std::vector<Row> result{{}};
  for (std::size_t i = 0; i < processes; ++i) {
    std::vector<Row> longer;
    for (const Row& row : result) {
      for (std::uint32_t l = 0; l < locals; ++l) {
        longer.push_back(row);
        longer.back().push_back(l);
      }
    }
    result = std::move(longer);
  }
  return result;
}

Row canonical(Row row, const Cells& cells) {
  explore::canonize(row, explore::Members(cells));
  return row;
}

// Whether the one is known where the other one has been reached.
bool subsumes(const Row& s, const Cells& p, const Row& t, const Cells& q) {
  Partitions partitions;
  const std::uint32_t of_s = partitions.number(p), of_t = partitions.number(q);
  Reached reached(s.size(), partitions, true);
  reached.make_room(4);
  reached.begin_level();
  const Row first = canonical(s, p), second = canonical(t, q);
  const Reached::State a{0, of_s, UINT32_MAX, UINT32_MAX};
  const Reached::State b{0, of_t, UINT32_MAX, UINT32_MAX};
  REQUIRE(reached.add(first, a, reached.hash(first, a), 0));
  Reached::Scratch scratch;
  return reached.known(second, b, reached.hash(second, b), scratch);
}

constexpr std::uint32_t A = 0, B = 1, C = 2, D = 3;

}  // namespace

TEST_CASE("annotated states subsume those whose orbits are parts of theirs") {
  std::size_t yes = 0, no = 0, finer = 0;
  for (std::size_t processes = 1; processes <= 4; ++processes) {
    struct Annotated {
      Row row;
      Cells cells;
      std::set<Row> orbit;
    };
    std::vector<Annotated> all;
    const std::uint32_t locals = processes < 4 ? 3 : 2;
    for (const Cells& cells : all_partitions(processes)) {
      for (const Row& row : all_rows(processes, locals)) {
        if (canonical(row, cells) != row) continue;
        all.push_back({row, cells, orbit(row, cells)});
      }
    }
    for (const Annotated& s : all) {
      for (const Annotated& t : all) {
        const bool expected = covers(s.orbit, t.orbit);
        if (subsumes(s.row, s.cells, t.row, t.cells) != expected ||
            by_cells(s.row, s.cells, t.row, t.cells) != expected) {
          CAPTURE(s.row, s.cells, t.row, t.cells, expected);
          FAIL("subsumption is not that of the definition");
        }
        ++(expected ? yes : no);
        finer += expected && !Partitions::refines(t.cells, s.cells) ? 1 : 0;
      }
    }
  }
  CHECK(yes > 1000);
  CHECK(no > 1000);
  CHECK(finer > 100);  // as in the remark on Theorem 6
}

TEST_CASE("canonical states are one for each orbit of one annotation") {
  for (std::size_t processes = 1; processes <= 4; ++processes) {
    for (const Cells& cells : all_partitions(processes)) {
      std::map<Row, std::set<Row>> orbits;  // by canonical states
      for (const Row& row : all_rows(processes, 3)) {
        orbits[canonical(row, cells)].insert(row);
      }
      for (const auto& [row, members] : orbits) {
        CHECK(members == orbit(row, cells));
      }
    }
  }
}

TEST_CASE("orbits and subsumption of the examples of the paper") {
  const Row abcd{A, B, C, D};
  CHECK(orbit(abcd, {0, 0, 0, 0}).size() == 24);
  CHECK(orbit(abcd, {0, 0, 1, 1}).size() == 4);
  CHECK(orbit(abcd, {0, 0, 1, 2}).size() == 2);
  CHECK(orbit(abcd, {0, 1, 2, 3}).size() == 1);
  CHECK(canonical({A, D, B, C}, {0, 0, 1, 1}) == Row{A, D, B, C});
  CHECK(canonical({A, D, B, C}, {0, 0, 0, 1}) == Row{A, B, D, C});

  const Cells one{0, 0, 0}, two{0, 0, 1}, three{0, 1, 2};
  const Row abc{A, B, C};
  for (const Cells& q : all_partitions(3)) {
    CHECK(subsumes(abc, one, abc, q));
    CHECK(subsumes(abc, one, {B, C, A}, q));
    CHECK(!subsumes(abc, one, {A, B, B}, q));
    CHECK(!subsumes(abc, two, {C, B, A}, q));
    CHECK(subsumes(abc, three, abc, q) == (q == three));
  }
  CHECK(subsumes(abc, two, abc, three));
  CHECK(subsumes(abc, two, {B, A, C}, three));
  CHECK(!subsumes(abc, three, abc, two));
  // Each the other, though one partition is finer: the converse of Lemma 7.
  CHECK(subsumes({A, A, B}, three, {A, A, B}, two));
  CHECK(subsumes({A, A, B}, two, {A, A, B}, three));
}

}  // namespace annotated_test
