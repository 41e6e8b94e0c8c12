// SPDX-License-Identifier: MIT
// What `prove` found, as text and as JSON (design 5.1).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/options.hpp"
#include "cli/value_json.hpp"
#include "fixpoint/imply.hpp"

namespace vicinal::cli {

struct ProvedProperty {
  std::string name;
  std::optional<std::size_t> property;  // none: no model error
  network::Verdict instance_verdict = network::Verdict::unknown;
  network::Verdict verdict = network::Verdict::unknown;  // of the scope asked
  std::string method;  // explicit, exploration; empty: undecided
  fixpoint::Implication implication;
  std::optional<network::Trace> trace;
};

struct Proof {
  bool every_size = false;
  std::optional<fixpoint::SingleInvariant> invariant;
  std::vector<ProvedProperty> properties;
  std::uint64_t explored_states = 0;
  network::Limit exploration_limit = network::Limit::none;
};

Json proof_json(const Options& options, const network::Instance& instance,
                const Proof& proof);
std::string proof_text(const Options& options,
                       const network::Instance& instance, const Proof& proof);

}  // namespace vicinal::cli
