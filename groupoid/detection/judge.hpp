// SPDX-License-Identifier: MIT
// Whether a permutation of literals leaves a model as it is: SD Theorem 3,
// checked for each generator on the model itself, without the constraints and
// their graph.
#pragma once

#include <memory>
#include <vector>

#include "groupoid/detection/literal_map.hpp"
#include "groupoid/detection/occurring.hpp"

namespace vicinal::groupoid::inline detection {

enum class Verdict : std::uint8_t { holds, fails, unknown };

class Judge {
 public:
  // On valuations of values that occur. All must outlive it. What would take
  // more than `most_rows` is not tried.
  Judge(const exported::Guarded& guarded, const std::vector<Sequence>& steps,
        const Domains& domains, std::uint64_t most_rows = Scopes::most_rows);
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

}  // namespace vicinal::groupoid::inline detection
