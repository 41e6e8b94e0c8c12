// SPDX-License-Identifier: MIT
// Petri nets as PNML: written shortly, and those that everybody knows.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace pnml_nets {

// A place/transition net. "t: a b*2 -> c": one of a and two of b become one
// of c.
std::string net(const std::vector<std::pair<std::string, std::int64_t>>& places,
                const std::vector<std::string>& transitions);
// With such a page.
std::string page(const std::string& nodes);

// Declarations and terms of symmetric nets.
std::string finite(const std::string& sort, int size,
                   const std::string& kind = "cyclic");
std::string product(const std::string& sort,
                    const std::vector<std::string>& parts);
std::string variable(const std::string& name, const std::string& sort);
std::string of(const std::string& variable);
std::string constant(const std::string& colour);
std::string all(const std::string& sort);
std::string times(int count, const std::string& term);
std::string sum(const std::vector<std::string>& terms);
std::string minus(const std::string& all, const std::string& taken);
std::string tuple(const std::vector<std::string>& terms);
std::string neighbour(const std::string& which, const std::string& term);
std::string differ(const std::string& x, const std::string& y);
std::string operation(const std::string& name,
                      const std::vector<std::string>& terms);

struct ColouredPlace {
  std::string id, sort, marking;  // none: empty
};
struct ColouredTransition {
  std::string id, condition;  // none: true
  std::vector<std::pair<std::string, std::string>> inputs, outputs;
};
// The sort of dots is declared.
std::string coloured(const std::string& declarations,
                     const std::vector<ColouredPlace>& places,
                     const std::vector<ColouredTransition>& transitions);

// Nets of the Model Checking Contest, by their definitions.
std::string philosophers(int n);
std::string coloured_philosophers(int n);
std::string kanban(int n);
std::string shared_memory(int n);
std::string coloured_shared_memory(int n);
std::string coloured_token_ring(int n);
std::string swimming_pool(int n);

}  // namespace pnml_nets
