// SPDX-License-Identifier: MIT
// `prove` for every size: proofs by wiring types, and, for what they leave
// open, the smallest instance that violates it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/load.hpp"
#include "cli/session.hpp"
#include "fixpoint/wiring/family.hpp"

namespace vicinal::cli {

// A run of a small instance.
struct FamilyRun {
  const wiring::Sample* sample = nullptr;
  network::Trace trace;
};

struct FamilyAnswer {
  std::string name;
  std::optional<std::size_t> property;  // none: no model error
  network::Verdict verdict = network::Verdict::unknown;
  int views = 0;                 // of a proof
  std::optional<FamilyRun> run;  // of a violation
  // Of the last proof that was tried: what it could not exclude.
  std::optional<wiring::Refuted> blocking;
  std::string reason;  // why there is none
  // Explored instances where it holds, by number of the sample.
  std::vector<std::size_t> holds_at;
};

struct FamilyReport {
  std::vector<wiring::FamilyProof> proofs;  // by k
  std::vector<FamilyAnswer> answers;
  wiring::Samples explored;
  std::uint64_t explored_states = 0;
  bool interrupted = false;
};

// Whether every size is asked for: by no -D of a parameter, by --every-size,
// or of every graph.
bool asks_every_size(const Options& options, const Loaded& loaded);

// Decides what can be decided.
FamilyReport decide_family(const Options& options, const Loaded& loaded,
                           const Wanted& wanted);

Json family_json(const Options& options, const Loaded& loaded,
                 const FamilyReport& report);
std::string family_text(const Options& options, const Loaded& loaded,
                        const FamilyReport& report);

}  // namespace vicinal::cli
