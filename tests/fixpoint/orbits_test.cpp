// SPDX-License-Identifier: MIT
// Guards: vertex groups as they act on local states (design 7.5): orbits
// against those that the generators give by force, codes, images; and initial
// projections that are compared without listing them.
#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <set>

#include "fixpoint/single/single.hpp"
#include "fixpoint/views/view.hpp"
#include "models.hpp"
#include "tests/random/loaded.hpp"

namespace orbits_test {

namespace {

using namespace vicinal;
using fixpoint::CanonicalRow;
using fixpoint::Darts;
using fixpoint::Orbits;
using fixpoint::OrbitSet;
using fixpoint_tests::star;
using network::NodeId;
using network::Scalar;

using Values = std::vector<Scalar>;

// Networks whose hub h has blocks of every shape.
std::vector<std::string> shapes() {
  const std::string head = R"(
process Hub { port set a, b : inout 0..2; var v : bool; }
process Leaf { port x, y : inout 0..2; }
process Twin { port set x : inout 0..2; }
process Ear { port x : in 0..2; }
)";
  return {
      // single edges to four leaves
      star("", "", "0..2"),
      // a struct on each edge
      "struct T { x : bool; y : 0..2; }" + star("", "", "T"),
      // two edges to each of three nodes, in different ports
      head + R"(network { node h : Hub; node s[3] : Leaf; edge e[6] : 0..2;
        for i in 0..2 { connect h.a, s[i].x to e[i];
                        connect h.b, s[i].y to e[3 + i]; } })",
      // two equal edges to each of two nodes
      head + R"(network { node h : Hub; node s[2] : Twin; edge e[4] : 0..2;
        for i in 0..3 { connect h.a, s[i / 2].x to e[i]; } })",
      // two equal edges and one of another port to each of two nodes
      head + R"(network { node h : Hub; node s[2] : Twin; edge e[4] : 0..2;
        edge f[2] : 0..2;
        for i in 0..3 { connect h.a, s[i / 2].x to e[i]; }
        for i in 0..1 { connect h.b, s[i].x to f[i]; } })",
      // who only listens is no block
      head + R"(network { node h : Hub; node s[2] : Twin; node t[2] : Ear;
        edge e[2] : 0..2; edge f[2] : 0..2;
        for i in 0..1 { connect h.a, s[i].x to e[i];
                        connect h.a, t[i].x to f[i]; } })",
      // buses of three
      head + R"(network { node h : Hub; node s[2] : Twin; node t[2] : Twin;
        edge e[2] : 0..2; edge f[2] : 0..2;
        for i in 0..1 { connect h.a, s[i].x, t[i].x to e[i];
                        connect h.a, s[i].x to f[i]; } })",
  };
}

struct Shape {
  random_models::Loaded loaded;
  std::optional<groupoid::Balance> balance;
  std::shared_ptr<const Orbits> orbits;
  std::vector<Values> rows;  // all of V_h

  explicit Shape(const std::string& text) : loaded(random_models::load(text)) {
    INFO(text << loaded.messages());
    REQUIRE(loaded.instance != nullptr);
    const auto& instance = *loaded.instance;
    balance = groupoid::balance(instance.network);
    const auto structure = balance->structure(NodeId(0U));
    REQUIRE(structure.has_value());
    orbits = std::make_shared<const Orbits>(instance, NodeId(0U), *structure);
    Values row;
    const auto slots = fixpoint::view_slots(instance, NodeId(0U));
    for (const auto s : slots) row.push_back(instance.slots[s].low);
    for (bool more = true; more;) {
      rows.push_back(row);
      more = false;
      for (std::size_t i = 0; i < row.size() && !more; ++i) {
        more = row[i] < instance.slots[slots[i]].high;
        row[i] = more ? row[i] + 1 : instance.slots[slots[i]].low;
      }
    }
  }

  // The row moved by a generator.
  Values moved(const groupoid::LocalSymmetry& g, const Values& row) const {
    const std::uint32_t first =
        loaded.instance->network.darts(NodeId(0U)).begin;
    Values out = row;
    for (std::uint32_t d = 0; d < g.image.size(); ++d) {
      const std::uint32_t to = g.image[d].value - first;
      for (std::uint32_t k = 0; k < orbits->slots(d); ++k) {
        out[orbits->column(to) + k] = row[orbits->column(d) + k];
      }
    }
    return out;
  }

  // Orbits by force: per row the least one of its orbit.
  std::map<Values, Values> by_force() const {
    std::map<Values, Values> least;
    const auto generators = balance->generators(NodeId(0U));
    for (const Values& row : rows) {
      if (least.contains(row)) continue;
      std::set<Values> orbit = {row};
      std::vector<Values> open = {row};
      while (!open.empty()) {
        const Values r = std::move(open.back());
        open.pop_back();
        for (const auto& g : generators) {
          Values next = moved(g, r);
          if (orbit.insert(next).second) open.push_back(std::move(next));
        }
      }
      for (const Values& r : orbit) least[r] = *orbit.begin();
    }
    return least;
  }
};

}  // namespace

TEST_CASE("codes tell orbits apart, and nothing else") {
  for (const std::string& text : shapes()) {
    INFO(text);
    const Shape shape(text);
    const auto least = shape.by_force();
    std::map<Values, Values> code_of;  // per least row
    std::map<Values, std::uint64_t> sizes;
    std::size_t moved = 0;
    for (const Values& row : shape.rows) {
      Values code;
      shape.orbits->encode(row, code);
      const Values& first = least.at(row);
      moved += first != row;
      CHECK(code_of.emplace(first, code).first->second == code);
      ++sizes[code];
      CanonicalRow canonical;
      shape.orbits->decode(code, canonical);
      CHECK(least.at(canonical.row) == first);
    }
    CHECK(moved > 0);
    CHECK(code_of.size() == sizes.size());
    for (const auto& [code, size] : sizes) {
      OrbitSet set{shape.orbits, {0}, {}};
      set.push(code);
      CHECK(fixpoint::row_count(set) == std::to_string(size));
      std::set<Values> rows;
      std::size_t visited = 0;
      fixpoint::expand(*shape.orbits, code, [&](auto row) {
        rows.emplace(row.begin(), row.end());
        return ++visited > 0;
      });
      CHECK(visited == rows.size());
      CHECK(rows.size() == size);
    }
  }
}

TEST_CASE("images single out darts in every way, each once") {
  for (const std::string& text : shapes()) {
    INFO(text);
    const Shape shape(text);
    const auto least = shape.by_force();
    const std::size_t degree =
        shape.loaded.instance->network.darts(NodeId(0U)).size();
    std::vector<Darts> tuples;
    for (std::uint32_t a = 0; a < degree; ++a) {
      tuples.push_back({a});
      for (std::uint32_t b = 0; b < degree; ++b) {
        if (a != b) tuples.push_back({a, b});
      }
    }
    for (const Darts& darts : tuples) {
      const auto shown = [&](const Values& row) {
        Values out;
        for (const std::uint32_t d : darts) {
          for (std::uint32_t k = 0; k < shape.orbits->slots(d); ++k) {
            out.push_back(row[shape.orbits->column(d) + k]);
          }
        }
        return out;
      };
      // Per orbit: what its rows show at the darts.
      std::map<Values, std::set<Values>> wanted, found;
      for (const Values& row : shape.rows) {
        wanted[least.at(row)].insert(shown(row));
      }
      std::set<Values> codes;
      for (const auto& [row, first] : least) {
        Values code;
        shape.orbits->encode(row, code);
        if (!codes.insert(code).second) continue;
        CanonicalRow canonical;
        shape.orbits->decode(code, canonical);
        std::set<Values> placed;
        std::size_t visited = 0;
        shape.orbits->images(canonical, darts, [&](const auto& image) {
          Values row_there;
          shape.orbits->place(canonical, image, darts, row_there);
          REQUIRE(least.at(row_there) == first);
          Values there;
          for (const std::uint32_t d : image) {
            for (std::uint32_t k = 0; k < shape.orbits->slots(d); ++k) {
              there.push_back(canonical.row[shape.orbits->column(d) + k]);
            }
          }
          CHECK(shown(row_there) == there);
          found[first].insert(there);
          placed.insert(row_there);
          return ++visited > 0;
        });
        CHECK(placed.size() == visited);
      }
      CHECK((found == wanted));
    }
  }
}

TEST_CASE("of darts that are alike the first is taken") {
  for (const std::string& text : shapes()) {
    INFO(text);
    const Shape shape(text);
    const auto degree = static_cast<std::uint32_t>(
        shape.loaded.instance->network.darts(NodeId(0U)).size());
    for (const Values& row : shape.rows) {
      Values code;
      shape.orbits->encode(row, code);
      CanonicalRow canonical;
      shape.orbits->decode(code, canonical);
      for (std::uint32_t f = 0; f <= degree; ++f) {
        Darts fixed;
        if (f < degree) fixed.push_back(f);
        std::set<Values> seen;
        const Darts all = shape.orbits->alike_darts(canonical, fixed);
        for (std::uint32_t d = 0; d < degree; ++d) {
          const bool listed = std::binary_search(all.begin(), all.end(), d);
          CHECK(listed == shape.orbits->first_alike(canonical, fixed, d));
          const bool fresh =
              seen.insert(shape.orbits->alike_key(canonical.row, fixed, d))
                  .second;
          CHECK(fresh == shape.orbits->first_alike(canonical, fixed, d));
        }
      }
    }
  }
}

TEST_CASE("codes of what changes a little are those of the whole") {
  for (const std::string& text : shapes()) {
    INFO(text);
    const Shape shape(text);
    const Orbits paired = shape.orbits->paired();
    std::mt19937 random(1);
    for (int i = 0; i < 2000; ++i) {
      const Values& row = shape.rows[random() % shape.rows.size()];
      const Values& after = shape.rows[random() % shape.rows.size()];
      Values code, wanted, found;
      shape.orbits->encode(row, code);
      CanonicalRow canonical;
      shape.orbits->decode(code, canonical);
      shape.orbits->encode(after, wanted);
      shape.orbits->recode(code, canonical, after, found);
      REQUIRE(found == wanted);
      // Some darts from the other row.
      Darts darts;
      Values values;
      Values mixed = canonical.row;
      Values both;
      const auto& network = shape.loaded.instance->network;
      for (std::uint32_t d = 0; d < network.darts(NodeId(0U)).size(); ++d) {
        const std::uint32_t c = shape.orbits->column(d);
        const std::uint32_t slots = shape.orbits->slots(d);
        for (const Values& from : {canonical.row, after}) {
          both.insert(both.end(), from.begin() + c, from.begin() + c + slots);
        }
        if (random() % 2 == 0) continue;
        darts.push_back(d);
        values.insert(values.end(), after.begin() + c,
                      after.begin() + c + slots);
        std::copy_n(after.begin() + c, slots, mixed.begin() + c);
      }
      shape.orbits->encode(mixed, wanted);
      shape.orbits->recode(code, darts, values, found);
      REQUIRE(found == wanted);
      paired.encode(both, wanted);
      shape.orbits->pair_code(code, canonical, after, paired, found);
      REQUIRE(found == wanted);
    }
  }
}

TEST_CASE("what leaves a description as it is leaves its rows") {
  std::mt19937 random(7);
  std::size_t kept = 0;
  for (int i = 0; i < 3000; ++i) {
    fixpoint::Projection projection;
    projection.width = 4;
    std::vector<std::uint32_t> part_of(4);
    for (auto& p : part_of) p = random() % 2;
    for (std::uint32_t p = 0; p < 2; ++p) {
      fixpoint::Projection::Part part;
      part.low = random() % 2;
      part.high = part.low + random() % 2;
      for (std::uint32_t c = 0; c < 4; ++c) {
        if (part_of[c] != p) continue;
        const bool join = !part.members.empty() && random() % 3 == 0;
        if (!join) part.members.emplace_back();
        part.members.back().columns.push_back(c);
      }
      for (auto& m : part.members) {
        for (Scalar v = 0; v < 4; ++v) {
          if (v > 1 && random() % 2 == 0) continue;
          Values values(m.columns.size(), v % 2);
          values[0] = v / 2;
          m.choices.push_back({values, v % 2});
        }
      }
      if (!part.members.empty()) projection.parts.push_back(part);
    }
    projection.normalise();
    std::set<Values> rows;
    if (!fixpoint::expand(projection, 1000, [&](auto row) {
          CHECK(rows.emplace(row.begin(), row.end()).second);
        })) {
      FAIL("too many rows");
    }
    if (rows.empty()) continue;
    const fixpoint::ProjectionIndex index(projection);
    for (const fixpoint::ColumnSwap& swap :
         {fixpoint::ColumnSwap{{0, 1}}, fixpoint::ColumnSwap{{1, 3}},
          fixpoint::ColumnSwap{{0, 2}, {1, 3}}}) {
      if (!fixpoint::invariant(projection, index, swap)) continue;
      ++kept;
      for (Values row : rows) {
        for (const auto& [a, b] : swap) std::swap(row[a], row[b]);
        CHECK(rows.contains(row));
      }
    }
  }
  CHECK(kept > 100);
}

}  // namespace orbits_test
