// SPDX-License-Identifier: MIT
// What `prove` found, as text and as JSON (design 5.1).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/load.hpp"
#include "cli/value_json.hpp"
#include "fixpoint/imply.hpp"

namespace vicinal::cli {

struct ProvedProperty {
  std::string name;
  std::optional<std::size_t> property;  // none: no model error
  network::Verdict instance_verdict = network::Verdict::unknown;
  network::Verdict verdict = network::Verdict::unknown;  // of the scope asked
  std::string method;      // explicit, exploration; empty: undecided
  int views = 0;           // of `explicit`
  bool undefined = false;  // evaluating it fails in a reachable state
  fixpoint::Implication implication;
  std::optional<network::Trace> trace;
};

// The exploration that followed where the local invariant was too weak.
struct Explored {
  std::uint64_t states = 0;
  bool complete = false;
  network::Limit limit = network::Limit::none;
};

struct Proof {
  bool every_size = false;
  bool interrupted = false;
  std::optional<fixpoint::SingleInvariant> invariant;
  std::optional<fixpoint::PairInvariant> pairs;  // if they were asked for
  std::vector<ProvedProperty> properties;
  std::optional<Explored> exploration;
};

Json proof_json(const Options& options, const Loaded& loaded,
                const Proof& proof);
std::string proof_text(const Options& options, const Loaded& loaded,
                       const Proof& proof);

}  // namespace vicinal::cli
