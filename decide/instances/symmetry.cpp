// SPDX-License-Identifier: MIT
// A symmetry is never needed: where looking for it comes to a limit, what was
// asked goes on without.
#include "decide/instances/symmetry.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "decide/question/allowance.hpp"
#include "explore/virtual/symbolic.hpp"
#include "network/base/budget.hpp"
#include "symmetry/detection/find.hpp"

namespace vicinal::decide::inline instances {

namespace {

symmetry::ModelSymmetry found(const network::Instance& instance,
                              const symmetry::Asked& asked, Symmetry symmetry) {
  switch (symmetry) {
    case Symmetry::virtually:
      return explore::find_virtual_symmetry(instance, asked.properties,
                                            asked.evaluated);
    case Symmetry::detected:
      return symmetry::find(instance, asked, symmetry::Way::detected);
    case Symmetry::larger:
      return symmetry::find(instance, asked, symmetry::Way::larger);
    case Symmetry::exchanged:
    case Symmetry::as_it_pays:
      break;
  }
  return symmetry::find(instance, asked, symmetry::Way::exchanges);
}

}  // namespace

symmetry::ModelSymmetry find_symmetry(const network::Instance& instance,
                                      explore::Options& how,
                                      Symmetry symmetry) {
  const Allowance allowance(how.limits);
  const network::Budget budget(how.limits);
  symmetry::ModelSymmetry result;
  try {
    const network::Polling polling(budget);
    result =
        found(instance,
              {how.properties, explore::unasked_properties(instance, how), {}},
              symmetry);
  } catch (const network::LimitReached& reached) {
    result.why_not =
        fmt::format("a limit was reached ({})", network::text(reached.limit));
  }
  how.limits = allowance.left();
  return result;
}

}  // namespace vicinal::decide::inline instances
