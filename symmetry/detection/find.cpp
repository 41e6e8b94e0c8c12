// SPDX-License-Identifier: MIT
// Groups are compared by their orders.
#include "symmetry/detection/find.hpp"

#include <utility>

#include "network/base/budget.hpp"
#include "symmetry/detection/detected.hpp"

namespace vicinal::symmetry::inline detection {

namespace {

ModelSymmetry detected(const network::Instance& instance, const Asked& asked) {
  ModelSymmetry result;
  const auto found = detect(instance, asked.properties, asked.evaluated,
                            result.why_not, {.fixed = asked.fixed});
  if (!found) return result;
  result = symmetry_of(*found);
  // Nobody looked at premises.
  for (std::uint32_t i = 0; i < asked.properties.size(); ++i) {
    result.premises_moved.insert(i);
  }
  return result;
}

}  // namespace

void take_larger(ModelSymmetry& group, ModelSymmetry other) {
  if (!other.why_not.empty()) return;
  // Decimal numbers.
  const std::string& a = group.order;
  const std::string& b = other.order;
  const bool less = a.size() != b.size() ? a.size() < b.size() : a < b;
  if (less) group = std::move(other);
}

ModelSymmetry find(const network::Instance& instance, const Asked& asked,
                   Way way) {
  if (way == Way::detected) return detected(instance, asked);
  ModelSymmetry result =
      model_symmetry(instance, asked.properties, asked.evaluated, asked.fixed);
  if (way == Way::exchanges) return result;
  try {
    take_larger(result, detected(instance, asked));
  } catch (const network::LimitReached&) {
    // The first one stands.
  }
  return result;
}

}  // namespace vicinal::symmetry::inline detection
