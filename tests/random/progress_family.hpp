// SPDX-License-Identifier: MIT
// Random families with temporal properties that have ranks, as text.
#pragma once

#include <cstdint>
#include <set>
#include <string>

namespace vicinal::random_models {

struct ProgressFamily {
  std::string text;
  std::set<std::string> tags;
};

// The same seed gives the same text. Nodes of one or two families, n >= 0 or
// n >= 1, with a phase, two numbers and a truth value, a shared number and a
// shared lock, in which nodes come nearer to something; about half the time as
// the rank says, else with one to three of these (tags):
//   "step"       an action does something else
//   "noise"      an action or a rule that has nothing to do with it
//   "fairness"   of another action, or strong
//   "situation"  that is meant is another one, or one is missing
//   "helper"     is another node
//   "rank"       a term is missing, upside down, or not bounded
//   "property"   asks for something else, in another shape
//   "start"      anywhere
// One in nine is about the end of all steps, and names nobody ("everybody"); in
// one in nine what nodes have goes along their indices ("distance").
// In one in four what helps is enabled again and again, not all the time
// ("meanwhile"; "spoiled meanwhile" if what is said of that is wrong). One in
// four is written in `ctl`, asks for something until then ("until"), or only
// that it stays possible ("possible"). One in six relies on another property,
// or on its own, of nodes farther along the indices ("relied"); these are not
// written in other shapes. Half of those whose rank rests on assertions do not
// say these ("bare"). The front end refuses a few.
ProgressFamily progress_family(std::uint64_t seed);

}  // namespace vicinal::random_models
