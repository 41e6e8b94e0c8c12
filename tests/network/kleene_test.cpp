// SPDX-License-Identifier: MIT
// Guards: what three-valued evaluation says of a view is true of every state
// that the view may be part of. All states of a small model by all choices of
// what is known, against the evaluator; all known, it is exact.
#include "network/semantics/kleene.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>

#include "tests/random/loaded.hpp"
#include "tests/random/random_model.hpp"

namespace kleene_test {

namespace {

using namespace vicinal;
using network::Interval;
using network::NodeId;
using network::Scalar;
using network::Truth;

constexpr const char* declarations = R"(
enum T { a, b }
struct Pair { x : bool; y : 0..2; }
process A { }
process B { }
network { node first[2] : A; node p[2] : B; }
shared c : bool;
shared i : 0..2;
shared q : queue T[2];
shared w : queue Pair[1];
shared m : bool[p];
)";

// What may be known apart: slots that belong together.
const std::vector<std::vector<std::uint32_t>> pieces = {
    {0}, {1}, {2, 3, 4}, {5, 6, 7}, {8, 9}};

// All states: slots of queues beyond the length hold the least value.
std::vector<std::vector<Scalar>> states(const network::Instance& instance) {
  std::vector<std::vector<Scalar>> all;
  std::vector<Scalar> state;
  for (const auto& b : instance.slots) state.push_back(b.low);
  for (bool more = true; more;) {
    const bool q =
        (state[2] > 0 || state[3] == 0) && (state[2] > 1 || state[4] == 0);
    const bool w = state[5] > 0 || (state[6] == 0 && state[7] == 0);
    if (q && w) all.push_back(state);
    more = false;
    for (std::size_t s = 0; s < state.size() && !more; ++s) {
      more = state[s] < instance.slots[s].high;
      state[s] = more ? state[s] + 1 : instance.slots[s].low;
    }
  }
  return all;
}

// Where slots lie: one of them between its values in two states.
std::vector<network::Bounds> within(const network::Instance& instance,
                                    std::size_t number,
                                    const std::vector<Scalar>& one,
                                    const std::vector<Scalar>& other) {
  std::vector<network::Bounds> result = instance.slots;
  const std::size_t slot = number % one.size();
  const auto [low, high] = std::minmax(one[slot], other[slot]);
  result[slot] = {low, high};
  return result;
}

// Of what is known of a state, the states that agree with it.
using Alike = std::map<std::vector<Scalar>, std::vector<std::size_t>>;

std::vector<Scalar> part(const std::vector<Scalar>& state,
                         const std::vector<std::uint8_t>& known) {
  std::vector<Scalar> values;
  for (std::size_t k = 0; k < state.size(); ++k) {
    if (known[k] != 0) values.push_back(state[k]);
  }
  return values;
}

Alike alike(const std::vector<std::vector<Scalar>>& all,
            const std::vector<std::uint8_t>& known) {
  Alike result;
  for (std::size_t t = 0; t < all.size(); ++t) {
    result[part(all[t], known)].push_back(t);
  }
  return result;
}

// Whether what the view does not know may be as in the state.
bool agrees(const network::Valuation& view, const std::vector<Scalar>& state) {
  if (view.within == nullptr) return true;
  for (std::size_t k = 0; k < state.size(); ++k) {
    const network::Bounds& b = view.within[k];
    if (view.known[k] == 0 && (state[k] < b.low || state[k] > b.high)) {
      return false;
    }
  }
  return true;
}

// Whether one value is as it was said; 2: a model error.
bool covers(const Interval& said, Truth truth, Scalar value) {
  if (value == 2 ? !said.may_fail : value < said.low || value > said.high) {
    return false;
  }
  return (truth != Truth::no || value != 1) &&
         (truth != Truth::yes || value == 1);
}

void compare(const std::string& formula) {
  const auto loaded = random_models::load(
      fmt::format("{}invariant f: {};", declarations, formula));
  INFO(formula << "\n" << loaded.messages());
  REQUIRE(loaded.instance != nullptr);
  const network::Instance& instance = *loaded.instance;
  REQUIRE(instance.slot_count() == 10);
  const network::ExprId e = loaded.model->properties[0].formula;
  const network::Evaluator evaluator(instance);
  const auto all = states(instance);
  std::vector<Scalar> frame(loaded.model->frame);
  std::vector<Scalar> values;
  for (std::vector<Scalar> state : all) {
    try {
      values.push_back(
          evaluator.scalar(e, {network::whole(instance, state.data()),
                               NodeId::none(), frame.data()}));
    } catch (const network::ModelError&) {
      values.push_back(2);
    }
  }
  bool exact = true;
  std::size_t wrong = 0;
  // A few of the views, where a sanitizer has to see all code only; they differ
  // from choice to choice.
  const std::size_t stride = random_models::enough_runs() ? 1 : 13;
  for (unsigned choice = 0; choice < 1U << pieces.size(); ++choice) {
    std::vector<std::uint8_t> known(instance.slot_count(), 0);
    for (std::size_t p = 0; p < pieces.size(); ++p) {
      for (const auto slot : pieces[p]) known[slot] = choice >> p & 1;
    }
    const Alike groups = alike(all, known);
    for (const auto mode :
         {network::Unseen::unknown, network::Unseen::of_its_type}) {
      const network::Kleene kleene(instance, mode);
      for (std::size_t s = choice % stride; s < all.size(); s += stride) {
        std::vector<Scalar> state = all[s];
        network::Valuation view = network::whole(instance, state.data());
        view.known = known.data();
        const auto bounds =
            within(instance, s, all[s], all[(s * 7 + choice) % all.size()]);
        if ((s + choice) % 11 != 0) view.within = bounds.data();
        const network::Context context{view, NodeId::none(), frame.data()};
        const Interval said = kleene.scalar(e, context);
        const Truth truth = kleene.truth(e, context);
        for (const std::size_t t : groups.at(part(all[s], known))) {
          if (!agrees(view, all[t])) continue;
          wrong += !covers(said, truth, values[t]);
        }
        if (choice + 1 == 1U << pieces.size()) {
          exact = exact && (values[s] == 2 ? said.may_fail && said.never()
                                           : said.single() && !said.may_fail);
        }
      }
    }
  }
  CHECK(wrong == 0);
  CHECK(exact);
}

}  // namespace

TEST_CASE("views: elements of queues") {
  for (const char* formula :
       {"q[0] == b", "q[1] == a", "q[2] == a", "q[-1] == a", "q[i] == b",
        "q[len(q) - 1] == b", "len(q) > i && q[i] == a",
        "len(q) > 1 => q[0] == q[1]", "empty(q) || q[0] == head(q)",
        "forall k in 0..len(q) - 1: q[k] == a", "w[0].x", "w[0].y == 1",
        "w[i].y > 0", "w[0] == Pair(true, 1)", "w[i] != Pair(c, i)",
        "q[if c then 0 else 1] == a", "m[p[i]] || q[0] == a"}) {
    compare(formula);
  }
}

TEST_CASE("views: the least and the greatest") {
  for (const char* formula :
       {"max(k in 0..1: if c then k else i) == 1",
        "min(k in 0..2: if k == i then 0 else 1) == 0",
        "max(k in i..1: k) == 1", "min(k in 0..2: 2 / (k + i)) == 0",
        "max(k in 0..i: if m[p[0]] then k else 2 - k) > 1",
        "max(r in p: if m[r] then i else 1) == min(k in 0..1: k + i)"}) {
    compare(formula);
  }
}

TEST_CASE("views: parts of values that are no places") {
  for (const char* formula :
       {"(if c then q else q)[1] == b", "(if c then w else w)[0].y == 2",
        "(if c then w else w)[0] == Pair(true, i)",
        "(if c then m else m)[p[1]]", "(if c then m else m)[p[0]]",
        "[c, !c][i]", "[Pair(c, i), Pair(true, 0)][i].y == 1", "head(w).y == i",
        "Pair(c, i).x && q[0] == b"}) {
    compare(formula);
  }
}

TEST_CASE("views: one times a number without end is that number") {
  using namespace network::interval;
  const Interval positive = {1, plus_infinity, false};
  for (const Interval& product :
       {multiply(exactly(1), positive), multiply(positive, exactly(1))}) {
    CHECK(product.low == 1);
    CHECK(infinite(product));
    CHECK_FALSE(product.may_fail);
  }
  CHECK(multiply(exactly(0), positive).single());
  CHECK(multiply(exactly(2), positive).may_fail);
}

}  // namespace kleene_test
