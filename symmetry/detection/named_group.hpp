// SPDX-License-Identifier: MIT
// What is said of a group that was detected, in the names of the model.
//
//   (x y)            the variables x and y change places
//   (x: a b)         the value a of x becomes b, and b becomes a
//   (x = a  y = b)   x = a becomes y = b, and y = b becomes x = a
//   (s[0] s[1])      all references to these nodes become references to those
//   (x)              x stays, though it belongs to a node that such a cycle has
//
// All cycles of a generator together say where each value of each variable
// goes; what is in none of them stays.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "symmetry/detection/detection.hpp"

namespace vicinal::symmetry::inline detection {

enum class GeneratorKind : std::uint8_t {
  process,    // processes change places, and references to them follow; or
              // variables, in a model without processes
  variables,  // variables change places, and not all of a process
  data,       // values change, and nothing else
  mixed,      // values change, and processes or variables change places
};

struct NamedGenerator {
  GeneratorKind kind = GeneratorKind::data;
  std::vector<std::vector<std::string>> cycles;
};

struct NamedGroup {
  std::vector<NamedGenerator> generators;
  // Nodes that may take each other's place with all their variables and edges,
  // and of variables the values that may; those of one member are left out.
  std::vector<std::vector<std::string>> process_orbits;
  // The same of shared variables: in a flat model its processes are indices.
  std::vector<std::vector<std::string>> shared_orbits;
  struct Values {
    std::string variable;
    std::vector<std::vector<std::string>> orbits;
  };
  std::vector<Values> value_orbits;
};

std::string text(GeneratorKind kind);
// Its cycles, as a group that is given by a file may have them:
// (x y)(x: a b)(x = a, y = b)
std::string text(const NamedGenerator& generator);

// Of what was detected with all stages. Polls.
NamedGroup named_group(const Detection& detected);
// Of generators that came from elsewhere, over the slots of this form. Makes
// terms in it. Polls.
NamedGroup named_group(std::unique_ptr<flat::Guarded> guarded,
                       std::vector<LiteralMap> generators);

}  // namespace vicinal::symmetry::inline detection
