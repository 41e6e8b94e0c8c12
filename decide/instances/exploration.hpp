// SPDX-License-Identifier: MIT
// All reachable states of an instance, or one of each orbit, looked at because
// that is what was asked for.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "decide/instances/few_states.hpp"
#include "decide/instances/symmetry.hpp"
#include "decide/question/opened.hpp"
#include "explore/lazy/lazy.hpp"
#include "explore/search/explorer.hpp"
#include "explore/search/other_runs.hpp"

namespace vicinal::decide::inline instances {

enum class Reduction : std::uint8_t {
  none,
  orbit,        // one state of each orbit
  orbit_multi,  // several states of an orbit
  lazy,         // annotated states (LZ, Algorithm 1)
  lazy_no_subsumption,
  virtually,  // one state of each orbit, where steps are symmetric virtually
  automatic,  // what pays
};

// "none", "orbit", "orbit-multi", "lazy", "lazy-no-subsumption", "virtual",
// "auto"
std::string_view text(Reduction reduction);
std::optional<Reduction> reduction_of(std::string_view text);

struct LazyReduction {
  std::uint64_t partitions = 0, removed = 0;
  std::string why_not;  // not empty: it was not explored lazily
  // `automatic`: so many annotated states, to that distance, were held against
  // so many others, of which there were more, or fewer. 0: they were not, since
  // there are few.
  std::uint64_t compared = 0, depth = 0, others = 0;
  explore::LazySample sample;  // if it was asked for
};

struct Explored {
  explore::Exploration exploration;
  Reduction reduction = Reduction::none;  // that was used
  // Of the model, if it was looked for.
  std::optional<symmetry::ModelSymmetry> symmetry;
  std::optional<LazyReduction> lazy;  // if it was asked for, or tried
  // Per property of the exploration: other shortest runs (add_examples).
  std::vector<explore::OtherRuns> examples;
};

// Explores the instance of a model without errors, and warns of what never
// happened in its states. The symmetry is that of the model, of what is asked
// of it, and of what is evaluated besides. None: there is a diagnostic (no
// initial state, a constant without a value). `automatic` looks for the larger
// group only where states are not few. Annotated states are not for the engine;
// of these there is a sample if it is to explain. A group that is given, by its
// text, stands for what would be looked for.
std::optional<Explored> explore_instance(
    Opened& opened, explore::Options how, Reduction reduction,
    Symmetry symmetry = Symmetry::exchanged,
    const Engine& engine = explore::explore, bool explain = false,
    std::optional<NamedText> group = {});

// For each violation so many runs in all, with that of the exploration, if
// there are: explore/search/other_runs.hpp. Within `limits`.
void add_examples(const Opened& opened, std::size_t runs,
                  const network::Limits& limits, Explored& explored);

}  // namespace vicinal::decide::inline instances
