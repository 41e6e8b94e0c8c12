// SPDX-License-Identifier: MIT
// Random families, as text: models over symbolic sizes, whose networks are
// wired by index arithmetic, or `any`. What a proof for every size is tested
// with: the small instances can be explored one by one (oracle/family.hpp).
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace vicinal::random_models {

struct RandomFamily {
  std::string text;
  std::set<std::string> tags;  // what the model has, see family_tags()
};

// The same seed gives the same family. It passes `network::check`, and
// elaborates at its default sizes, which are at most 4; at other sizes it may
// not. Written `shared` variables and rules are left out. Instances of four
// nodes mostly have fewer than 20 000 states; initial conditions may be
// unsatisfiable at some sizes, or at all.
RandomFamily random_family(std::uint64_t seed);

// All tags, for tests of what is covered: "ring", "guard: index", ...
const std::vector<std::string>& family_tags();

}  // namespace vicinal::random_models
