// SPDX-License-Identifier: MIT
// A group from a file, held against the instance that it is for.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "decide/question/opened.hpp"
#include "symmetry/detection/named_group.hpp"
#include "symmetry/written/given_group.hpp"

namespace vicinal::decide::inline instances {

struct GivenGroup {
  std::vector<symmetry::WrittenGenerator> generators;
  symmetry::ModelSymmetry symmetry;  // that they generate
  // With one nothing else is known: it came before all of them were judged.
  network::Limit limit = network::Limit::none;
};

// Reads the generators and judges each: all of them leave the model, and what
// is asked, as they are. None: there is a diagnostic (V0640 to V0643). The
// source stays with `opened`.
std::optional<GivenGroup> read_group(Opened& opened, NamedText file,
                                     const symmetry::Asked& asked,
                                     const network::Limits& limits);

// The same of a group under which the model has to be virtually symmetric only
// (VS): where that is not shown the symmetry is trivial and says why.
std::optional<GivenGroup> read_virtual_group(Opened& opened, NamedText file,
                                             const symmetry::Asked& asked,
                                             const network::Limits& limits);

// Reads the generators; nothing is asked of them. None: there is a diagnostic
// (V0640 to V0642). Polls.
std::optional<std::vector<symmetry::WrittenGenerator>> read_generators(
    Opened& opened, NamedText file);

// What generators are to a model.
struct JudgedGroup {
  struct Generator {
    network::Span span;  // in the source of the group
    // By whom it was confirmed that it leaves the model as it is; else why it
    // may not, in words.
    symmetry::Way judge = symmetry::Way::exchanges;
    std::string why_not;
    // Properties of those asked that it may change, by index in the model.
    std::vector<std::size_t> changes;
  };
  std::vector<Generator> generators;
  // Permutations that those confirmed generate, and how many of these leave
  // what is asked as it is, as far as was found; decimal.
  std::string order = "1", left = "1";
  symmetry::NamedGroup named;  // those confirmed, and their orbits

  // All are confirmed.
  bool all() const;
};

// Judges each generator by itself, of the model and of each property, by index
// in the model. None: there is a diagnostic, none of them is a false generator
// (V0640 to V0642). Polls; O(generators * properties) comparisons.
std::optional<JudgedGroup> judge_group(
    Opened& opened, NamedText file, const std::vector<std::size_t>& properties);

}  // namespace vicinal::decide::inline instances
