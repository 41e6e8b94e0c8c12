// SPDX-License-Identifier: MIT
// Limits of work make answers repeatable; a limit of time is set only where
// somebody polls one.
#include "obligations/solver.hpp"

#include <algorithm>
#include <climits>
#include <cmath>
#include <vector>

#include "network/base/budget.hpp"

namespace vicinal::obligations {

namespace {

// A solver may have been told another limit before.
double allow(z3::params& p, double seconds) {
  constexpr double most = 1e6;
  constexpr unsigned no_limit = UINT_MAX;
  p.set("timeout",
        std::isfinite(seconds)
            ? static_cast<unsigned>(std::min(seconds, most) * 1000) + 1
            : no_limit);
  return seconds;
}

}  // namespace

double prepare(z3::solver& solver, std::uint64_t effort, bool quick) {
  z3::params p(solver.ctx());
  p.set("rlimit",
        static_cast<unsigned>(std::min<std::uint64_t>(effort, UINT32_MAX)));
  p.set("random_seed", 0U);
  // Z3 would take Ctrl-C for itself while it works, and nobody else would know.
  p.set("ctrl_c", false);
  if (quick) {
    p.set("auto_config", false);
    p.set("arith.solver", 2U);
    p.set("relevancy", 0U);
  }
  const double told = allow(p, network::polled_seconds_left());
  solver.set(p);
  return told;
}

Answer answer_of(z3::check_result result) {
  if (result == z3::unsat) return Answer::unsat;
  if (result == z3::sat) return Answer::sat;
  return Answer::unknown;
}

z3::check_result check(z3::solver& solver,
                       std::span<const z3::expr> assumptions, double& told) {
  constexpr double late = 0.25;
  network::poll_now();
  const double left = network::polled_seconds_left();
  if (left + late < told) {
    z3::params p(solver.ctx());
    told = allow(p, left);
    solver.set(p);
  }
  std::vector<z3::expr> list(assumptions.begin(), assumptions.end());
  return solver.check(static_cast<unsigned>(list.size()), list.data());
}

}  // namespace vicinal::obligations
