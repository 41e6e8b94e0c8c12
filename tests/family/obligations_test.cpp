// SPDX-License-Identifier: MIT
// Guards: obligations confirm nothing that is false. What they are asked to
// confirm is often wrong here: claims of random families, taken as inductive
// invariants, and local invariants of families with a state less, or of which
// a part is forgotten.
#include <fmt/format.h>
#include <catch2/catch.hpp>

#include <algorithm>
#include <random>

#include "families.hpp"

namespace obligations_test {

namespace {

using namespace vicinal;
using namespace vicinal::family_tests;
using obligations::Kind;

// A family with assertions, and which of its claims obligations confirm.
struct Confirmed {
  random_models::Loaded loaded;
  bool supported = false;
  bool inductive = false;
  std::vector<std::string> names;  // of invariants; `no model error`
};

// Z3 gives up early: what is not confirmed is not looked at.
constexpr std::uint64_t effort = 2'000'000;

Confirmed confirm(const std::string& text) {
  Confirmed out;
  out.loaded = random_models::load(text);
  INFO(text << out.loaded.messages());
  REQUIRE(out.loaded.model != nullptr);
  const network::Model& model = *out.loaded.model;
  const auto made = obligations::generate(model, {});
  const auto* all = std::get_if<std::vector<obligations::Obligation>>(&made);
  if (all == nullptr) return out;
  out.supported = true;
  const auto holds = [&](const auto& which) {
    return std::all_of(all->begin(), all->end(), [&](const auto& o) {
      return !which(o) ||
             obligations::judge(o, effort).answer == obligations::Answer::unsat;
    });
  };
  out.inductive = holds([](const auto& o) {
    return o.kind == Kind::initial || o.kind == Kind::step;
  });
  if (!out.inductive) return out;
  bool every = true;
  for (std::uint32_t p = 0; p < model.properties.size(); ++p) {
    if (model.properties[p].kind != network::ast::PropertyKind::invariant) {
      continue;
    }
    const bool confirmed = holds([&](const auto& o) {
      return o.kind == Kind::property && o.property == p;
    });
    every = every && confirmed;
    if (confirmed) out.names.push_back(model.properties[p].name);
  }
  // Errors of properties that are not confirmed are not excluded.
  if (every && holds([](const auto& o) { return o.kind == Kind::error; })) {
    out.names.emplace_back(network::no_model_error);
  }
  return out;
}

struct ConfirmedCounts {
  int asked = 0, inductive = 0, claims = 0, wrong = 0;
};

// Of an inductive invariant everything that is confirmed holds.
void check_text(const std::string& text, ConfirmedCounts& s) {
  const Confirmed confirmed = confirm(text);
  ++s.asked;
  SmallBounds bounds;
  bounds.nodes = 5;
  bounds.states = 2000;
  if (!confirmed.inductive) return;
  ++s.inductive;
  s.claims += static_cast<int>(confirmed.names.size());
  const network::Model& model = *confirmed.loaded.model;
  const auto wrong = violations(confirmed.loaded.tree, model, bounds);
  INFO(text);
  for (const network::Property& p : model.properties) {
    if (p.kind != network::ast::PropertyKind::assertion) continue;
    const auto at = wrong.find(p.name);
    INFO("assertion " << p.name << " is violated: "
                      << (at == wrong.end() ? "" : at->second));
    CHECK(at == wrong.end());
  }
  for (const std::string& name : confirmed.names) {
    const auto at = wrong.find(name);
    INFO(name << " is violated: " << (at == wrong.end() ? "" : at->second));
    CHECK(at == wrong.end());
  }
}

std::string replaced(std::string text, const std::string& from,
                     const std::string& to) {
  const std::size_t at = text.find(from);
  if (at != std::string::npos) text.replace(at, from.size(), to);
  return text;
}

void print(const char* what, const ConfirmedCounts& s) {
  const std::string table =
      fmt::format("{}: {} asked, {} inductive, {} claims confirmed", what,
                  s.asked, s.inductive, s.claims);
  INFO(table);
  if (by_hand()) fmt::print("S\t{}\n", table);
}

}  // namespace

TEST_CASE("claims that are confirmed as inductive hold") {
  const auto [first, last] = seeds(40);
  ConfirmedCounts s;
  for (std::uint64_t seed = first; seed <= last; ++seed) {
    // Making its obligations takes long.
    if (!by_hand() && seed == 27) continue;
    const std::string text = random_models::random_family(seed).text;
    INFO("seed " << seed);
    std::string all = text;
    for (int i = 0;; ++i) {
      const std::string name = fmt::format("invariant q{}:", i);
      if (text.find(name) == std::string::npos) break;
      const std::string as = fmt::format("assert q{}:", i);
      check_text(replaced(text, name, as), s);
      all = replaced(all, name, as);
    }
    check_text(all, s);
  }
  print("claims", s);
  if (!by_hand()) CHECK(s.inductive * 20 >= s.asked);
}

TEST_CASE("invariants of families that are changed are not confirmed") {
  const auto [first, last] = seeds(16);
  ConfirmedCounts s;
  for (std::uint64_t seed = first; seed <= last; ++seed) {
    const auto loaded =
        random_models::load(random_models::random_family(seed).text);
    const network::Model& model = *loaded.model;
    std::mt19937 dice(static_cast<unsigned>(seed));
    const auto below = [&](std::size_t n) { return dice() % n; };
    const std::uint32_t k = 1;
    if (!small_enough(model, k)) continue;
    fixpoint::Scope scope;
    scope.fixed.resize(model.parameters.size());
    std::string refused;
    const auto system =
        fixpoint::type_system(model, scope, k, {}, limits(), refused);
    if (!system || system->types.empty()) continue;
    const auto invariant = fixpoint::type_invariant(*system, {}, limits());
    if (invariant.limit != network::Limit::none) continue;
    INFO("seed " << seed);
    for (int change = 0; change < 4; ++change) {
      fixpoint::TypeInvariant changed = invariant;
      fixpoint::StateSet& set = changed.sets[below(changed.sets.size())];
      if (change < 3 && set.rows > 0) {
        // One state less, or two.
        for (int i = 0; i <= change / 2 && set.rows > 0; ++i) {
          const std::size_t row = below(set.rows);
          const std::size_t width = set.row(row).size();
          const auto at =
              set.values.begin() + static_cast<std::ptrdiff_t>(row * width);
          set.values.erase(at, at + static_cast<std::ptrdiff_t>(width));
          --set.rows;
        }
      }
      fixpoint::InvariantText said = fixpoint::invariant_text(*system, changed);
      if (!said.refused.empty()) continue;
      if (change == 3) {
        // Wiring that a type asks for is not asked for.
        auto& literals = said.types[below(said.types.size())].wiring;
        if (literals.empty()) continue;
        literals.erase(literals.begin() +
                       static_cast<std::ptrdiff_t>(below(literals.size())));
      }
      check_text(obligations::with_invariant(loaded.source->text(),
                                             fixpoint::assertions(said)),
                 s);
    }
  }
  print("changed", s);
  if (!by_hand()) CHECK(s.asked >= 2 * static_cast<int>(last - first + 1));
}

// Assertions that the only action breaks: it is enabled, whatever its guard
// looks at.
TEST_CASE("guards that look at all nodes may hold") {
  const std::string text = R"(
param n : 1.. = 3;
process Cell {
  var x : bool = false;
  action set when GUARD { x := true; }
}
network { node c[n] : Cell; }
assert never: forall p in c: !p.x;
)";
  for (const char* guard :
       {"forall q in c: !q.x", "!(exists q in c: q.x)",
        "forall q in c: q != self => !q.x", "exists q in c: !q.x",
        "count(q in c: !q.x) >= 1", "atmost 0 q in c: q.x",
        "exactly 0 q in c: q.x", "index(self) == n - 1",
        "forall q in c: index(q) <= index(self)",
        "!(exists q in c: q != self)"}) {
    ConfirmedCounts s;
    INFO(guard);
    check_text(replaced(text, "GUARD", guard), s);
    CHECK(s.asked == 1);
    CHECK(s.inductive == 0);
  }
}

}  // namespace obligations_test
