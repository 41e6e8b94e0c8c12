// SPDX-License-Identifier: MIT
// Whether a permutation of literals leaves a model as it is: SD Theorem 3,
// checked for each generator on the model itself, without the constraints and
// their graph.
#pragma once

#include <memory>
#include <vector>

#include "network/flat/occurring.hpp"
#include "symmetry/maps/literal_map.hpp"

namespace vicinal::symmetry::inline judge {

enum class Verdict : std::uint8_t { holds, fails, unknown };

class Judge {
 public:
  // On valuations of values that occur. All must outlive it. What would take
  // more than `most_rows` is not tried.
  Judge(const flat::Guarded& guarded, const std::vector<flat::Sequence>& steps,
        const flat::Domains& domains,
        std::uint64_t most_rows = flat::Scopes::most_rows);
  ~Judge();
  Judge(const Judge&) = delete;
  Judge& operator=(const Judge&) = delete;

  // Whether initial states go to initial states, each step s to the step
  // image[s] (none: UINT32_MAX, it can never be taken), and claims and
  // failures to themselves. What reads few variables is tried on all their
  // values, junctions part by part; what is left is asked of Z3. Polls.
  Verdict automorphism(const LiteralMap& map,
                       const std::vector<std::uint32_t>& image);

  // Questions that Z3 was asked so far.
  std::size_t asked() const;

 private:
  class Run;
  std::unique_ptr<Run> run_;
};

}  // namespace vicinal::symmetry::inline judge
