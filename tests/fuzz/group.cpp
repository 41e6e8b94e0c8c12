// SPDX-License-Identifier: MIT
// Fuzzes the reader of groups: what is read is a permutation of states, which
// takes values to values of the type of their new place; and what is confirmed
// of it takes initial states to initial states.
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "decide/question/opened.hpp"
#include "symmetry/forms/model_forms.hpp"
#include "symmetry/written/given_group.hpp"

using namespace vicinal;

namespace {

// Every type that a variable may have.
constexpr const char* model_text = R"(
enum Phase { thinking, eating }
enum Color { red, green, blue }
struct Pair { x : bool; y : 0..3; }
process P {
  port left, right : inout bool;
  var phase : Phase = thinking;
  var friend : id of s = none;
  var waiting : queue 0..3[2];
  var both : Pair;
  var color : Color = red;
  var seen : bool[s];
  action take(v in 0..3, q in s) when left && !full(waiting) {
    push(waiting, v); left := false; friend := q; both.y := v;
  }
  action pass when !left { left := true; phase := eating; seen[self] := true; }
}
network {
  node s[3] : P;
  edge e[3] : bool;
  for i in 0..2 { connect s[i].right, s[(i + 1) % 3].left to e[i]; }
}
)";

std::unique_ptr<decide::Opened> open() {
  auto opened = decide::open_model(model_text, "group.vic", {});
  if (!opened->good()) std::abort();
  decide::elaborate(*opened);
  if (!opened->instance) std::abort();
  return opened;
}

void check(const network::Instance& instance, const symmetry::LiteralMap& map) {
  std::vector<bool> met(instance.slot_count(), false);
  for (std::uint32_t s = 0; s < instance.slot_count(); ++s) {
    const std::uint32_t to = map.slot.at(s);
    if (met.at(to) || instance.slots[s] != instance.slots[to]) std::abort();
    met[to] = true;
    const network::Bounds& b = instance.slots[s];
    std::vector<bool> values(static_cast<std::size_t>(b.high - b.low + 1));
    for (network::Scalar v = b.low; v <= b.high; ++v) {
      const network::Scalar w = map.image(s, b.low, v);
      if (w < b.low || w > b.high) std::abort();
      if (values[static_cast<std::size_t>(w - b.low)]) std::abort();
      values[static_cast<std::size_t>(w - b.low)] = true;
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  static const auto opened = open();
  const network::Instance& instance = *opened->instance;
  std::string why_not;
  static const auto guarded = symmetry::guarded_of(instance, {}, {}, why_not);
  if (!guarded) std::abort();
  const network::Source source(
      "x.group", std::string(reinterpret_cast<const char*>(data), size));
  network::Diagnostics diagnostics(&source);
  const auto read = symmetry::read_generators(source, *guarded, diagnostics);
  if (read.has_value() == diagnostics.has_errors()) std::abort();
  if (!read) return 0;
  for (const symmetry::WrittenGenerator& g : *read) check(instance, g.map);
  return 0;
}
