// SPDX-License-Identifier: MIT
// A symmetry is never needed: where looking for it comes to a limit, what was
// asked goes on without.
#include "decide/symmetry.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "explore/symmetry/detected.hpp"
#include "explore/virtual/symbolic.hpp"
#include "network/base/budget.hpp"

namespace vicinal::decide {

namespace {

explore::ModelSymmetry detected_symmetry(
    const network::Instance& instance, const explore::Options& how,
    const std::vector<std::size_t>& unasked) {
  explore::ModelSymmetry result;
  const auto found =
      explore::detection(instance, how.properties, unasked, result.why_not);
  return found ? explore::symmetry_of(*found) : std::move(result);
}

}  // namespace

explore::ModelSymmetry find_symmetry(const network::Instance& instance,
                                     explore::Options& how, Symmetry symmetry) {
  const network::Budget budget(how.limits);
  explore::ModelSymmetry result;
  try {
    const network::Polling polling(budget);
    const auto unasked = explore::unasked_properties(instance, how);
    result =
        symmetry == Symmetry::virtually
            ? explore::find_virtual_symmetry(instance, how.properties, unasked)
        : symmetry == Symmetry::detected
            ? detected_symmetry(instance, how, unasked)
            : explore::model_symmetry(instance, how.properties, unasked);
  } catch (const network::LimitReached& reached) {
    result.why_not =
        fmt::format("a limit was reached ({})", network::text(reached.limit));
  }
  if (how.limits.seconds > 0) {
    constexpr double least = 1e-3;  // 0 would be no limit
    how.limits.seconds = std::max(least, how.limits.seconds - budget.seconds());
  }
  return result;
}

}  // namespace vicinal::decide
