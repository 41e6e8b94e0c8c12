// SPDX-License-Identifier: MIT
// Which symmetry the discipline of scalarsets would allow (Ip and Dill, Better
// verification through symmetry, 1996; SD VI-A): a type is fully symmetric if
// its values are compared for equality, assigned and used as indices, and
// nothing else.
//
//   model ──discipline──▶ sorts ──▶ permutations of states ──judge──▶ allowed
//
// What the discipline allows is not believed: a set counts if two permutations
// that generate all of its own leave the model as it is.
#pragma once

#include <string>
#include <vector>

#include "network/semantics/instance.hpp"
#include "symmetry/detection/detection.hpp"

namespace vicinal::symmetry::inline detection {

struct Scalarset {
  enum class Standing : std::uint8_t {
    allowed,      // all permutations of its values are symmetries
    idle,         // likewise, and none of them changes any state
    broken,       // it is used in another way, first at `broken`
    unconfirmed,  // the judge does not say that they are symmetries
  };

  // Families of nodes, enumerations, ranges of binders; several where their
  // members are used for each other: "s, 0..n-1".
  std::string type;
  std::uint64_t size = 0;
  Standing standing = Standing::unconfirmed;
  network::Span broken;
  // An exchange of the first two values, and a cycle of all: of those that the
  // discipline allows.
  std::vector<LiteralMap> generators;
};

// Those with two values or more, families first, where these properties are
// asked, by index into Model::properties: those of `found`. Polls.
std::vector<Scalarset> scalarsets(const Detection& found,
                                  const std::vector<std::size_t>& asked);

// How many permutations of states they allow together, decimal.
std::string scalarset_order(const std::vector<Scalarset>& sets);

}  // namespace vicinal::symmetry::inline detection
