// SPDX-License-Identifier: MIT
// A group from a file, held against the instance that it is for.
#pragma once

#include <optional>
#include <vector>

#include "decide/question/opened.hpp"
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

}  // namespace vicinal::decide::inline instances
