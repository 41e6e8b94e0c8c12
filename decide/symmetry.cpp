// SPDX-License-Identifier: MIT
// A symmetry is never needed: where looking for it comes to a limit, what was
// asked goes on without.
#include "decide/symmetry.hpp"

#include <fmt/format.h>

#include "decide/allowance.hpp"
#include "explore/virtual/symbolic.hpp"
#include "network/base/budget.hpp"
#include "symmetry/detection/detected.hpp"

namespace vicinal::decide {

namespace {

symmetry::ModelSymmetry detected_symmetry(
    const network::Instance& instance, const explore::Options& how,
    const std::vector<std::size_t>& unasked) {
  symmetry::ModelSymmetry result;
  const auto found =
      symmetry::detect(instance, how.properties, unasked, result.why_not);
  if (!found) return result;
  result = symmetry::symmetry_of(*found);
  // Nobody looked at premises.
  for (std::uint32_t i = 0; i < how.properties.size(); ++i) {
    result.premises_moved.insert(i);
  }
  return result;
}

// Another group is worth nothing if it could not be found.
symmetry::ModelSymmetry larger_symmetry(
    const network::Instance& instance, const explore::Options& how,
    const std::vector<std::size_t>& unasked) {
  auto result = symmetry::model_symmetry(instance, how.properties, unasked);
  try {
    auto other = detected_symmetry(instance, how, unasked);
    if (other.why_not.empty() && smaller_group(result, other)) {
      return other;
    }
  } catch (const network::LimitReached&) {
    // The first one stands.
  }
  return result;
}

}  // namespace

bool smaller_group(const symmetry::ModelSymmetry& a,
                   const symmetry::ModelSymmetry& b) {
  return a.order.size() != b.order.size() ? a.order.size() < b.order.size()
                                          : a.order < b.order;
}

symmetry::ModelSymmetry find_symmetry(const network::Instance& instance,
                                      explore::Options& how,
                                      Symmetry symmetry) {
  const Allowance allowance(how.limits);
  const network::Budget budget(how.limits);
  symmetry::ModelSymmetry result;
  try {
    const network::Polling polling(budget);
    const auto unasked = explore::unasked_properties(instance, how);
    result =
        symmetry == Symmetry::virtually
            ? explore::find_virtual_symmetry(instance, how.properties, unasked)
        : symmetry == Symmetry::detected
            ? detected_symmetry(instance, how, unasked)
        : symmetry == Symmetry::larger
            ? larger_symmetry(instance, how, unasked)
            : symmetry::model_symmetry(instance, how.properties, unasked);
  } catch (const network::LimitReached& reached) {
    result.why_not =
        fmt::format("a limit was reached ({})", network::text(reached.limit));
  }
  how.limits = allowance.left();
  return result;
}

}  // namespace vicinal::decide
