// SPDX-License-Identifier: MIT
// Orbits of pairs under automorphisms are a lower bound of the greatest
// relation (Theorem 8), refinement is an upper one. Without vertex groups the
// upper one is reached; else elements are listed between the two, or the
// lower one is returned.
#include "groupoid/pairs/pairs.hpp"

#include <algorithm>

#include "groupoid/pairs/frames.hpp"
#include "groupoid/pairs/pair_elements.hpp"
#include "groupoid/pairs/pair_orbits.hpp"
#include "groupoid/pairs/pair_refinement.hpp"

namespace vicinal::groupoid::inline pairs {

using network::Network;
using network::NodeId;

PairPartition::PairPartition(std::size_t nodes,
                             std::vector<std::uint32_t> labels, bool exact)
    : nodes_(nodes), class_of_(std::move(labels)), exact_(exact) {
  std::uint32_t most = 0;
  for (const std::uint32_t label : class_of_) most = std::max(most, label);
  std::vector<std::uint32_t> numbers(std::size_t{most} + 1, UINT32_MAX);
  for (std::size_t i = 0; i < nodes; ++i) {
    for (std::size_t j = 0; j < nodes; ++j) {
      if (i == j) continue;
      std::uint32_t& c = class_of_[i * nodes + j];
      std::uint32_t& number = numbers[c];
      if (number == UINT32_MAX) {
        number = static_cast<std::uint32_t>(representatives_.size());
        representatives_.emplace_back(i, j);
        members_.push_back(0);
      }
      c = number;
      ++members_[c];
    }
  }
}

struct PairClasses::Parts {
  explicit Parts(const Balance& singles) : frames(singles) {}

  Frames frames;
  std::optional<PairOrbits> orbits;      // none: no vertex groups
  std::optional<PairElements> elements;  // refer to the two above
};

PairClasses::PairClasses(PairPartition classes,
                         std::shared_ptr<const Parts> parts)
    : PairPartition(std::move(classes)), parts_(std::move(parts)) {}

PairSymmetry PairClasses::witness(NodeId i, NodeId j) const {
  const Frames& frames = parts_->frames;
  const auto [r, s] = representative(class_of(i, j));
  if (!parts_->orbits) {
    // Places are determined: each goes to its like.
    const auto place = [&](NodeId from, NodeId to) {
      Sequence stay;
      for (std::uint32_t k = 0; k < frames.degree(frames.class_of(to.value));
           ++k) {
        stay.push_back(k);
      }
      return frames.element(from.value, to.value, stay);
    };
    return {place(r, i), place(s, j)};
  }
  const PairOrbits& orbits = *parts_->orbits;
  const std::uint32_t first = orbits.orbit(r.value, s.value);
  const std::uint32_t last = orbits.orbit(i.value, j.value);
  PairSymmetry out = orbits.witness(i.value, j.value);
  if (first == last) return out;
  return compose(frames.network(), parts_->elements->witness(first, last), out);
}

std::vector<PairSymmetry> PairClasses::generators(std::uint32_t c) const {
  if (!parts_->orbits) return {};
  const auto [i, j] = representative(c);
  const std::uint32_t o = parts_->orbits->orbit(i.value, j.value);
  if (parts_->elements) return parts_->elements->group(o);
  return parts_->orbits->stabilizer(o);
}

std::optional<PairClasses> pair_classes(const Network& network,
                                        const PairOptions& options) {
  const auto n = static_cast<std::uint32_t>(network.node_count());
  if (n > max_pair_nodes) return std::nullopt;
  const Balance& singles = *options.singles;
  auto parts = std::make_shared<PairClasses::Parts>(singles);
  const Frames& frames = parts->frames;
  parts->orbits.emplace(network, respectful(singles, frames, options.labels,
                                            options.automorphisms));
  const PairOrbits& orbits = *parts->orbits;
  std::vector<std::uint32_t> labels;  // per orbit
  for (std::uint32_t o = 0; o < orbits.size() && !options.labels.empty(); ++o) {
    const auto [i, j] = orbits.pair(o);
    labels.push_back(options.labels[i * n + j]);
  }
  std::vector<std::uint32_t> classes = refine_pairs(frames, orbits, labels);
  bool exact = singles.exact();
  const bool trivial = frames.trivial();
  if (!trivial) {
    parts->elements =
        PairElements::list(frames, orbits, classes, options.elements);
    if (parts->elements) {
      classes = parts->elements->least();
    } else {
      // All orbits are classes of their own?
      std::sort(classes.begin(), classes.end());
      exact = exact && std::adjacent_find(classes.begin(), classes.end()) ==
                           classes.end();
      for (std::uint32_t o = 0; o < orbits.size(); ++o) classes[o] = o;
    }
  }
  std::vector<std::uint32_t> class_of(std::size_t{n} * n, 0);
  for (std::uint32_t i = 0; i < n; ++i) {
    for (std::uint32_t j = 0; j < n; ++j) {
      if (i != j) class_of[i * n + j] = classes[orbits.orbit(i, j)];
    }
  }
  if (trivial) parts->orbits.reset();
  PairPartition partition(n, std::move(class_of), exact);
  return PairClasses(std::move(partition), std::move(parts));
}

}  // namespace vicinal::groupoid::inline pairs
