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
// not. Written `shared` variables, rules and `int` are left out. Instances of
// four nodes mostly have fewer than 20 000 states; initial conditions may be
// unsatisfiable at some sizes, or at all.
RandomFamily random_family(std::uint64_t seed);

// The same of the whole language: with `int` variables, edges and shared
// variables, shared variables that are written, and rules. Most integers stay
// small by what guards allow, some do not. One that may start at any integer is
// declared without an initial value (`: int;`): such instances cannot be
// explored, those with a value in its place can.
RandomFamily whole_family(std::uint64_t seed);

// Those of a network 'any dynamic', a third of them of the whole language. A
// few have edges that stay: they lack the tag "dynamic".
RandomFamily dynamic_family(std::uint64_t seed);

// All tags of random_family, for tests of what is covered: "ring", "guard:
// index", ...
const std::vector<std::string>& family_tags();

}  // namespace vicinal::random_models
