// SPDX-License-Identifier: MIT
// Guards: what a formula finds along steps is what the interpreter finds in
// the choices that became otherwise, however choices are looked up.
#include "explore/properties/formula.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <optional>
#include <random>

#include "explore/properties/premise.hpp"
#include "network/semantics/bindings.hpp"
#include "tests/random/loaded.hpp"

namespace formula_test {

namespace {

using namespace vicinal;
using network::Scalar;

// Of each choice; none: it fails.
using Values = std::vector<std::optional<bool>>;

// The interpreter, on all choices.
class Choices {
 public:
  Choices(const network::Instance& instance, explore::Prenex prenex)
      : instance_(instance),
        prenex_(std::move(prenex)),
        evaluator_(instance),
        frame_(instance.model->frame) {}

  Values values(std::vector<Scalar>& state) {
    Values out;
    add(0, {network::whole(instance_, state.data()), {}, frame_.data()}, out);
    return out;
  }

 private:
  void add(std::size_t level, const network::Context& context, Values& out) {
    if (level < prenex_.binders.size()) {
      network::Bindings bindings(prenex_.binders[level], evaluator_, context);
      while (bindings.next()) add(level + 1, context, out);
      return;
    }
    try {
      out.push_back(evaluator_.holds(prenex_.body, context));
    } catch (const network::ModelError&) {
      out.push_back(std::nullopt);
    }
  }

  const network::Instance& instance_;
  explore::Prenex prenex_;
  network::Evaluator evaluator_;
  std::vector<Scalar> frame_;
};

// What must be found of a value: in choices that have it now, and had not.
bool fresh(const Values& before, const Values& now, std::optional<bool> value) {
  for (std::size_t i = 0; i < now.size(); ++i) {
    if (now[i] == value && before[i] != value) return true;
  }
  return false;
}
bool some(const Values& now, std::optional<bool> value) {
  return std::find(now.begin(), now.end(), value) != now.end();
}

// Steps of one slot at random, `steps` of them.
void walk(const std::string& text, int steps, bool expected) {
  const auto loaded = random_models::load(text);
  INFO(loaded.messages());
  REQUIRE(loaded.instance != nullptr);
  const network::Instance& instance = *loaded.instance;
  const network::Packing packing(instance);
  const auto prenex = [&] {
    return explore::prenex(*loaded.model, loaded.model->properties[0].formula);
  };
  explore::Formula formula(instance, packing, prenex().binders, prenex().body,
                           expected);
  Choices choices(instance, prenex());
  std::mt19937_64 random(7);
  std::vector<Scalar> state(instance.slot_count());
  for (std::size_t s = 0; s < state.size(); ++s) {
    state[s] = instance.slots[s].low;
  }
  std::vector<std::uint64_t> packed(packing.words());
  packing.pack(state, packed.data());
  Values before = choices.values(state);
  explore::Formula::Found found = formula.look(packed.data());
  CHECK(found.some_true == some(before, true));
  CHECK(found.some_false == some(before, false));
  CHECK(found.some_fail == some(before, std::nullopt));
  int differ = 0, failing = 0;
  bool good = true;
  for (int i = 0; i < steps; ++i) {
    const auto slot = static_cast<std::uint32_t>(random() % state.size());
    // Late, other values turn up.
    const auto& bounds = instance.slots[slot];
    const std::uint64_t most = i < steps / 2 ? 3 : 4;
    const auto above = static_cast<Scalar>(random() % most);
    state[slot] = std::min(bounds.low + above, bounds.high);
    packing.pack(state, packed.data());
    found = formula.look(packed.data(), {{slot}});
    const Values now = choices.values(state);
    good = good && found.some_fail >= fresh(before, now, std::nullopt) &&
           found.some_fail <= some(now, std::nullopt) &&
           found.some_true <= some(now, true) &&
           found.some_false <= some(now, false);
    good = good && (expected ? found.some_false >= fresh(before, now, false)
                             : found.some_true >= fresh(before, now, true));
    differ += fresh(before, now, !expected) ? 1 : 0;
    failing += fresh(before, now, std::nullopt) ? 1 : 0;
    before = now;
  }
  CHECK(good);
  CHECK(formula.usable());
  CHECK(differ > steps / 100);
  CHECK(failing > 0);
}

const std::string body = R"(
  process P {
    var x : 0..3 = 0;
    var y : 0..3 = 0;
    var far : 0..1 = 0;
  }
  network { node p[5] : P; }
  invariant q: forall i, j in p: i != j =>
    (if i.x > 2 && j.y > 2 then 1 / j.far > i.far else i.x + j.y < 4);
)";

}  // namespace

TEST_CASE("what choices a step makes false, or fail, is found") {
  walk(body, 4500, true);
}

TEST_CASE("what choices a step makes true, or fail, is found") {
  walk(body, 4500, false);
}

}  // namespace formula_test
