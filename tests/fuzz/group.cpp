// SPDX-License-Identifier: MIT
// Fuzzes the reader of groups: what is read is a permutation of states, which
// takes values to values of the type of their new place; and what is confirmed
// of it takes initial states to initial states.
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "symmetry/forms/model_forms.hpp"
#include "symmetry/written/given_group.hpp"
#include "tests/fuzz/every_type.hpp"

using namespace vicinal;

namespace {

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
  static const auto opened = fuzz::every_type("3");
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
