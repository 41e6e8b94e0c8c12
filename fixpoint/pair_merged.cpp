// SPDX-License-Identifier: MIT
#include "fixpoint/pair_labels.hpp"

namespace vicinal::fixpoint {

std::optional<PairSystem> merged_pairs(const network::Instance&,
                                       std::shared_ptr<const Reduction>,
                                       const network::Limits&) {
  return std::nullopt;
}

}  // namespace vicinal::fixpoint
