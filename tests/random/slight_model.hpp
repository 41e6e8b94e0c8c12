// SPDX-License-Identifier: MIT
// Random models whose processes could change places but for little, as text:
// what orbits and lazy reduction must not forget.
#pragma once

#include <cstdint>
#include <set>
#include <string>

namespace vicinal::random_models {

struct SlightModel {
  std::string text;
  std::set<std::string> tags;
};

// The same seed gives the same text, which is well-typed. Three or four
// processes of one kind with a few truth values and a number that begin alike,
// and a shared number; steps that treat all of them alike, and one or several
// of these (tags):
//   "failure"     only the failure of a step tells processes apart
//   "other's"     a step fails by the state of another process, no more
//   "owners"      a property of two processes, conjunctions of three parts
//   each,
//                 that are of the one or of the other in any order
//   "named"       two rules that are the same but for the nodes that each names
SlightModel slight_model(std::uint64_t seed);

}  // namespace vicinal::random_models
