// SPDX-License-Identifier: MIT
// What a group that somebody gives by generators has of the symmetry of a
// model. None of these is believed: by each the whole model is renamed and
// compared with itself, and of those that fail products are found that do not
// (stabilizer.hpp).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "symmetry/exchanges/model_symmetry.hpp"
#include "symmetry/judge/items.hpp"

namespace vicinal::symmetry::inline exchanges {

struct GivenSymmetry {
  // The part of the group that leaves the model, and what is asked, as they
  // are, as far as it was found. With a `why_not` nothing else is known.
  ModelSymmetry symmetry;
  // Generators that do, and how many permutations of states they generate,
  // decimal.
  std::size_t confirmed = 0;
  std::string order = "1";
  // Per generator why it may be no symmetry; none: it is one. Claims are
  // properties, by their index in the model.
  std::vector<std::optional<Difference>> differs;
};

// What a symmetry has to respect besides: where these properties cannot be
// evaluated, and which of these nodes takes a step, and by which action.
struct GivenHow {
  std::vector<std::size_t> evaluated = {};
  std::vector<network::NodeId> fixed = {};  // ascending
  Products products = Products::found;
};

// Maps are over the sorts of the instance, properties by index into
// Model::properties. What changes no state that is reached is no symmetry,
// though it is confirmed. Polls; O(generators) comparisons of the model with
// itself, and what products cost.
GivenSymmetry given_symmetry(const network::Instance& instance,
                             const std::vector<std::size_t>& asked,
                             const std::vector<Move>& generators,
                             const GivenHow& how = {});
// Of an instance that is in guarded form already: as guarded_of makes it with
// the same lists, and with premises. Makes terms in it.
GivenSymmetry given_symmetry(flat::Guarded& guarded,
                             const std::vector<std::size_t>& asked,
                             const std::vector<Move>& generators,
                             const GivenHow& how = {});

}  // namespace vicinal::symmetry::inline exchanges
