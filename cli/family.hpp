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
#include "fixpoint/wiring/example.hpp"
#include "fixpoint/wiring/family.hpp"

namespace vicinal::cli {

// A run of a small instance.
struct FamilyRun {
  const wiring::Sample* sample = nullptr;
  network::Trace trace;
};

// Whether explored instances show the local state that a blocking step starts
// in.
struct Occurrence {
  wiring::ExampleText state;
  std::vector<std::vector<network::Scalar>> looked;  // sizes, ascending
  bool occurs = false;                               // in the last of them
  std::size_t steps = 0;  // on the shortest way there
};

struct FamilyAnswer {
  std::string name;
  std::optional<std::size_t> property;  // none: no model error
  network::Verdict verdict = network::Verdict::unknown;
  int views = 0;                 // of a proof
  std::optional<FamilyRun> run;  // of a violation
  // Of the last proof that was tried: what it could not exclude.
  std::optional<wiring::Refuted> blocking;
  std::string reason;                    // why there is none
  std::optional<Occurrence> occurrence;  // of `blocking`
  // Explored instances where it holds, by number of the sample.
  std::vector<std::size_t> holds_at;
};

struct FamilyReport {
  std::vector<wiring::FamilyProof> proofs;  // by k
  std::vector<FamilyAnswer> answers;
  wiring::Samples explored;
  std::uint64_t explored_states = 0;
  bool interrupted = false;
  // The instance whose invariant was tried, and nothing else.
  std::optional<std::vector<network::Scalar>> generalized;
};

// Whether every size is asked for: by no -D of a parameter, by --every-size or
// --generalize, or of every graph.
bool asks_every_size(const Options& options, const Loaded& loaded);

// The sizes that -D gives.
wiring::Scope scope_of(const Loaded& loaded);

// The sizes of --generalize: of every parameter that -D does not set. None:
// there is a diagnostic.
std::optional<std::vector<network::Scalar>> instance_to_generalize(
    const Options& options, Loaded& loaded);

// Decides what can be decided; with `generalize`, what the invariant of that
// instance decides.
FamilyReport decide_family(
    const Options& options, const Loaded& loaded, const Wanted& wanted,
    std::optional<std::vector<network::Scalar>> generalize);

// Looks for the local states of blocking steps in small instances.
void look_for_occurrences(const Options& options, const Loaded& loaded,
                          FamilyReport& report);

// Warns of actions that never fire, and of premises that are never true.
void warn_family(const Options& options, Loaded& loaded,
                 const FamilyReport& report);

Json family_json(const Options& options, const Loaded& loaded,
                 const FamilyReport& report);
std::string family_text(const Options& options, const Loaded& loaded,
                        const FamilyReport& report);

}  // namespace vicinal::cli
