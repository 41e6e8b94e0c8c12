// SPDX-License-Identifier: MIT
// Which symmetry the discipline of scalarsets would allow (Ip and Dill, Better
// verification through symmetry, 1996; SD VI-A): a type is fully symmetric if
// its values are compared for equality, assigned and used as indices, and
// nothing else.
#pragma once

#include <string>
#include <vector>

#include "network/semantics/instance.hpp"

namespace vicinal::groupoid::inline detection {

struct Scalarset {
  std::string type;  // a family of nodes, an enumeration, a range of binders
  std::uint64_t size = 0;
  // Where it is used in another way; the first such place. Invalid: nowhere,
  // so that all its values may be exchanged.
  network::Span broken;
  bool symmetric() const { return broken.end == 0; }
};

// Those with two values or more, families first. O(model).
std::vector<Scalarset> scalarsets(const network::Instance& instance);

// How many permutations they allow together, decimal.
std::string scalarset_order(const std::vector<Scalarset>& sets);

}  // namespace vicinal::groupoid::inline detection
