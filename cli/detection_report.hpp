// SPDX-License-Identifier: MIT
// What `vicinal symmetry` says of a group that was detected.
#pragma once

#include <string>
#include <vector>

#include "cli/output/value_json.hpp"
#include "explore/symmetry/detected.hpp"

namespace vicinal::cli {

// A generator in the names of the model.
struct NamedGenerator {
  std::string kind;  // process, data, mixed
  // Variables, values of a variable (x = a), references.
  std::vector<std::vector<std::string>> cycles;
};

struct NamedGroup {
  std::vector<NamedGenerator> generators;
  // Nodes that may take each other's place, and of variables the values that
  // may; those of one member are left out.
  std::vector<std::vector<std::string>> process_orbits;
  // The same of shared variables: in a flat model its processes are indices.
  std::vector<std::vector<std::string>> shared_orbits;
  struct Values {
    std::string variable;
    std::vector<std::vector<std::string>> orbits;
  };
  std::vector<Values> value_orbits;
};

NamedGroup named_group(const groupoid::Detection& detected);

std::string text_of(const NamedGroup& group);
Json json_of(const NamedGenerator& generator);

}  // namespace vicinal::cli
