// SPDX-License-Identifier: MIT
// A symmetry is never needed: where looking for it comes to a limit, what was
// asked goes on without.
#include "decide/symmetry.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>

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

symmetry::ModelSymmetry larger_symmetry(
    const network::Instance& instance, const explore::Options& how,
    const std::vector<std::size_t>& unasked) {
  auto result = symmetry::model_symmetry(instance, how.properties, unasked);
  try {
    take_larger(result, detected_symmetry(instance, how, unasked));
  } catch (const network::LimitReached&) {
    // The first one stands.
  }
  return result;
}

}  // namespace

void take_larger(symmetry::ModelSymmetry& group,
                 symmetry::ModelSymmetry other) {
  if (!other.why_not.empty()) return;
  // Decimal numbers.
  const std::string& a = group.order;
  const std::string& b = other.order;
  const bool less = a.size() != b.size() ? a.size() < b.size() : a < b;
  if (less) group = std::move(other);
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
