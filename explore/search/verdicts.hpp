// SPDX-License-Identifier: MIT
// What an exploration says of its properties, while it goes on and at its end:
// the same for all searches, whatever they store.
#pragma once

#include <cstdint>
#include <functional>

#include "explore/search/explorer.hpp"

namespace vicinal::explore::inline search {

class Verdicts {
 public:
  static constexpr std::size_t none = SIZE_MAX;

  // Opens what is asked in the result, which must outlive it, as must the
  // others.
  Verdicts(const network::Instance& instance, const Options& options,
           Exploration& result);

  // How many are asked.
  std::size_t size() const;
  // Their numbers in the result, if they are asked.
  std::size_t error() const { return error_; }
  std::size_t deadlock() const { return deadlock_; }

  Outcome outcome(std::size_t property) const;
  // Asked, and not violated.
  bool open(std::size_t property) const;
  bool all_violated() const;

  // It cannot be evaluated in a state.
  void undefine(std::size_t property);
  // Unless it is violated already; `run` finds a trace, if there is time.
  template <class Run>
  void violate(std::size_t property, const Run& run) {
    if (!open(property)) return;
    result_.properties[property].outcome = Outcome::violated;
    result_.properties[property].trace = run();
  }

  // A run of a violation that is known.
  void show(std::size_t property, std::optional<network::Trace> run);

  // At the end. `fired`: an action of a process, or a rule. `vacuous`: of a
  // property, by its number among those asked, the premise was true nowhere.
  void finish(
      const std::function<bool(network::ProcessId, std::uint32_t)>& fired,
      const std::function<bool(std::size_t)>& vacuous);

 private:
  const network::Instance& instance_;
  const Options& options_;
  Exploration& result_;
  std::size_t error_ = none, deadlock_ = none;
};

}  // namespace vicinal::explore::inline search
