// SPDX-License-Identifier: MIT
// Guards: local states by orbits of vertex groups (design 7.5). The orbits
// against those that the generators give by force; stars of known counts; what
// is decided from orbits against what is decided from rows.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <set>

#include "fixpoint/columns.hpp"
#include "fixpoint/imply.hpp"
#include "fixpoint/single.hpp"
#include "fixpoint/view.hpp"
#include "tests/random/loaded.hpp"
#include "tests/random/random_model.hpp"
#include "tests/random/symmetric_model.hpp"

namespace {

using namespace vicinal;
using fixpoint::CanonicalRow;
using fixpoint::Darts;
using fixpoint::Orbits;
using fixpoint::OrbitSet;
using fixpoint::Reduce;
using network::NodeId;
using network::Scalar;

using Values = std::vector<Scalar>;

// A hub and what hangs on it.
std::string star(const std::string& hub, const std::string& spoke,
                 const std::string& edge, const std::string& rest = "") {
  return fmt::format(R"(
param n : 0.. = 3;
process Hub {{ port set link : inout {2}; {0} }}
process Spoke {{ port hub : inout {2}; {1} }}
network {{
  node c : Hub;
  node s[n] : Spoke;
  edge e[n] : {2}{3};
  for i in 0..n-1 {{ connect c.link, s[i].hub to e[i]; }}
}}
)",
                     hub, spoke, edge, rest);
}

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
    groupoid::BalanceOptions options;
    options.shared = groupoid::Shared::onto;
    balance = groupoid::balance(instance.network, options);
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
          ++visited;
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

TEST_CASE("the hub of a star has a state for each count") {
  const std::string busy = R"(
    var busy : bool = false;
    action take(p in link) when !busy && p { p := false; busy := true; }
    action give(p in link) when busy && !p { p := true; busy := false; })";
  const std::string asks = R"(
    action ask when !hub { hub := true; }
    action drop when hub { hub := false; })";
  const std::string fixed = star(busy, asks, "bool", " = false");
  const std::string free = star(busy, asks, "bool");
  const std::map<int, std::string> counts = {
      {1, "4"},
      {2, "8"},
      {10, "2048"},
      {100, "2535301200456458802993406410752"}};
  for (const auto& [n, count] : counts) {
    for (const std::string& text : {fixed, free}) {
      INFO(text << n);
      const auto loaded = random_models::load(text, fmt::format("n={}", n));
      REQUIRE(loaded.instance != nullptr);
      network::Diagnostics diagnostics;
      const auto invariant =
          fixpoint::single_invariant(*loaded.instance, {}, diagnostics);
      REQUIRE(invariant.has_value());
      const auto hub = invariant->theta(NodeId(0U));
      CHECK(hub.count() == count);
      CHECK(hub.size() == static_cast<std::size_t>(2 * (n + 1)));
      CHECK(invariant->theta(NodeId(1U)).count() == "2");
    }
  }
}

TEST_CASE("a star of which exactly one edge is on") {
  const std::string pass = R"(
    var has : bool = false;
    action take(p in link) when !has && p { p := false; has := true; }
    action give(p in link) when has { p := true; has := false; })";
  for (const char* n : {"n=5", "n=50", "n=500"}) {
    const auto loaded = random_models::load(
        star(pass, "", "bool") + "init exactly 1 x in e: x;", n);
    REQUIRE(loaded.instance != nullptr);
    network::Diagnostics diagnostics;
    const auto invariant =
        fixpoint::single_invariant(*loaded.instance, {}, diagnostics);
    REQUIRE(invariant.has_value());
    REQUIRE(invariant->limit == network::Limit::none);
    const auto hub = invariant->theta(NodeId(0U));
    CHECK(hub.size() == 2);
    CHECK(hub.count() == std::to_string(std::stoi(n + 2) + 1));
  }
}

TEST_CASE("large initial sets, without listing them") {
  struct Case {
    std::string text;
    const char* n;
    std::size_t stored;
    std::string count;
  };
  const std::string twins = R"(
param n : 1.. = 3;
process Hub { port set link : inout bool; }
process Twin { port set hub : inout bool; }
network { node c : Hub; node s[n] : Twin; edge e[2 * n] : bool;
  for i in 0..2 * n - 1 { connect c.link, s[i / 2].hub to e[i]; } }
)";
  const std::string two = R"(
param n : 1.. = 3;
process Hub { port set link : inout bool; }
process Leaf { port hub : inout bool; }
network { node c[2] : Hub; node s[2 * n] : Leaf; edge e[2 * n] : bool;
  for i in 0..2 * n - 1 { connect c[i % 2].link, s[i].hub to e[i]; } }
)";
  const std::vector<Case> cases = {
      {star("", "", "bool"), "n=30", 31, "1073741824"},
      {star("var v : 0..2;", "", "bool"), "n=20", 63, "3145728"},
      {"struct T { x : bool; y : 0..2; }" + star("", "", "T"), "n=8", 1287,
       "1679616"},
      {twins, "n=20", 231, "1099511627776"},
      {star("", "", "bool") + "init atmost 3 x in e: x;", "n=30", 4, "4526"},
      {star("", "", "bool") + "init exactly 15 x in e: x;", "n=30", 1,
       "155117520"},
      {star("var v : bool;", "", "bool") +
           "init forall q in Hub: q.v => (exists x in e: x);",
       "n=9", 0, "1023"},
      // The other end may tell an edge apart; what is not closed under
      // exchanges otherwise is listed.
      {star("", "", "bool") + "init !e[0];", "n=16", 16, "32768"},
      {star("", "", "bool") + "init (e[0] => e[1]) && !e[2];", "n=17", 49152,
       "49152"},
      {two, "n=16", 17, "65536"},
      {two + "init !e[0];", "n=16", 16, "32768"},
      {two + "init !e[1];", "n=16", 17, "65536"},
  };
  for (const Case& c : cases) {
    INFO(c.text << c.n);
    const auto loaded = random_models::load(c.text, c.n);
    INFO(loaded.messages());
    REQUIRE(loaded.instance != nullptr);
    network::Diagnostics diagnostics;
    const auto invariant =
        fixpoint::single_invariant(*loaded.instance, {}, diagnostics);
    REQUIRE(invariant.has_value());
    const auto hub = invariant->theta(NodeId(0U));
    CHECK(hub.count() == c.count);
    if (c.stored != 0) CHECK(hub.size() == c.stored);
  }
}

// ---- what is decided -------------------------------------------------------

namespace {

// Decides every property from orbits and from rows.
std::size_t decide(const random_models::Loaded& loaded) {
  const network::Instance& instance = *loaded.instance;
  network::Diagnostics diagnostics;
  network::Limits limits;
  limits.work = 5000;
  const auto orbits = fixpoint::single_invariant(instance, limits, diagnostics);
  const auto rows = fixpoint::single_invariant(instance, limits, diagnostics,
                                               Reduce::classes);
  if (!orbits || rows->limit != network::Limit::none) return 0;
  bool by_orbits = false;
  for (const auto& set : orbits->orbit_sets) {
    by_orbits = by_orbits || set != nullptr;
  }
  for (std::size_t p = 0; p < instance.model->properties.size(); ++p) {
    INFO(instance.model->properties[p].name);
    const auto a = fixpoint::imply(instance, *orbits, p, {});
    const auto b = fixpoint::imply(instance, *rows, p, {});
    CHECK(a.proved == b.proved);
    CHECK(a.premise_never_true == b.premise_never_true);
    CHECK(fixpoint::imply_defined(instance, *orbits, p, {}).proved ==
          fixpoint::imply_defined(instance, *rows, p, {}).proved);
  }
  return by_orbits ? instance.model->properties.size() : 0;
}

}  // namespace

TEST_CASE("the same is decided from orbits and from rows") {
  const std::string text = star(R"(
    var busy : bool = false;
    var turns : 0..2 = 0;
    action take(p in link) when !busy && p == 1 { p := 2; busy := true; }
    action turn(p, q in link) when busy && p == 2 && q == 0 && turns < 2 {
      p, q := 0, 2; turns := turns + 1; }
    action rest when busy && (exactly 1 p in link: p == 2) {
      for p in link { if p == 2 { p := 0; } } busy := false; turns := 0; })",
                                R"(
    var here : bool = false;
    action ask when hub == 0 { hub := 1; here := true; }
    action back when hub == 1 { hub := 0; here := false; })",
                                "0..2", " = 0") +
                           R"(
invariant p1: forall h in Hub: !h.busy => (forall p in h.link: p != 2);
invariant p2: forall h in Hub: (exists p in h.link: p == 2) => h.busy;
invariant p3: forall h in Hub: (atmost 1 p in h.link: p == 2);
invariant p4: forall h in Hub: (atmost 1 p in h.link: p == 1);
invariant p5: forall h in Hub: forall p, q in h.link:
  !same(p, q) => !(p == 2 && q == 2);
invariant p6: forall h in Hub: forall p in h.link: p != 2 || h.turns < 2;
invariant p7: forall h in Hub, x in Spoke: x.hub == 2 => h.busy;
invariant p8: forall h in Hub, x in Spoke: x.here => h.turns == 0;
invariant p9: forall h in Hub, x, y in Spoke:
  x != y => !(x.hub == 2 && y.hub == 2 && h.busy);
invariant p10: e[0] == 2 => c.busy;
invariant p11: e[0] == 2 => e[n - 1] != 2 && c.busy;
invariant p12: forall h in Hub: exists p in h.link: same(p, s[0].hub) && p == 0;
invariant p13: forall x in e: x == 2 => c.busy;
invariant p14: forall h in Hub: count(p in h.link: p == 2) <= 1;
invariant p15: forall h in Hub: sum(p in h.link: p) <= 4;
invariant p16: forall h in Hub: exists x in Spoke: x.hub == 0;
invariant p17: forall x in Spoke: x.hub == 2 => x.here;
invariant p18: forall h in Hub: (exists i in 0..n - 1: s[i].hub == 2) => h.busy;
invariant p19: forall h in Hub: forall p in h.link:
  (exists q in h.link: same(p, q) && q == 2) => h.busy;
)";
  for (const char* n : {"n=1", "n=2", "n=3", "n=4"}) {
    const auto loaded = random_models::load(text, n);
    INFO(n << loaded.messages());
    REQUIRE(loaded.instance != nullptr);
    const std::size_t decided = decide(loaded);
    CHECK((decided > 0) == (std::string(n) != "n=1"));
  }
}

TEST_CASE("so it is for random models") {
  std::size_t decided = 0;
  const std::uint64_t runs = random_models::runs(600);
  for (std::uint64_t seed = 0; seed < runs; ++seed) {
    for (const std::string& text : {random_models::symmetric_model(seed),
                                    random_models::random_model(seed, {})}) {
      INFO(text);
      const auto loaded = random_models::load(text);
      REQUIRE(loaded.instance != nullptr);
      decided += decide(loaded);
    }
  }
  WARN(decided << " properties decided from orbits");
}

TEST_CASE("a large star is decided, or left undecided, in time") {
  const std::string text = star(R"(
    var busy : bool = false;
    action take(p in link) when !busy && p { p := false; busy := true; }
    action give(p in link) when busy && !p { p := true; busy := false; }
    action stop when busy && (forall p in link: !p) { busy := false; })",
                                R"(
    action ask when !hub { hub := true; })",
                                "bool", " = false") +
                           R"(
invariant all: forall h in Hub: (exists p in h.link: p) || true;
invariant each: forall h in Hub: forall p in h.link: p || !p || h.busy;
invariant two: forall h in Hub, x in Spoke: x.hub || !x.hub || h.busy;
invariant both: forall h in Hub: forall p, q in h.link: p || !q || !p || q;
invariant first: e[0] || !e[0] || c.busy;
)";
  const auto loaded = random_models::load(text, "n=300");
  INFO(loaded.messages());
  REQUIRE(loaded.instance != nullptr);
  network::Diagnostics diagnostics;
  const auto invariant =
      fixpoint::single_invariant(*loaded.instance, {}, diagnostics);
  REQUIRE(invariant.has_value());
  network::Limits limits;
  limits.seconds = 5;
  for (const std::size_t p : {0, 1, 2}) {
    INFO(p);
    CHECK(fixpoint::imply(*loaded.instance, *invariant, p, limits).proved);
  }
  const auto first = fixpoint::imply(*loaded.instance, *invariant, 4, limits);
  CHECK((first.proved || !first.reason.empty()));
  const auto hub = invariant->theta(NodeId(0U));
  CHECK(!hub.listed(100'000).has_value());
  fixpoint::theta_predicate(*loaded.instance, NodeId(0U), hub);
}
