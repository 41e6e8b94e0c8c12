// SPDX-License-Identifier: MIT
// A canonical form of a network: the same for all networks that are isomorphic,
// another one for all others, so that many networks are compared by equality of
// texts, or by a hash of them.
//
//   canonical_form(a).certificate == canonical_form(b).certificate
//   // if and only if a and b are isomorphic
//
// Colors and ports are known by their names, as in comparison.hpp: nodes and
// edges of any number of ends, with colors, directions, self-loops, parallel
// edges. A certificate lists its whole network, so that equal ones are a proof
// by themselves, whatever computed them; that isomorphic networks have equal
// ones rests on nauty, and is so within one version of Vicinal and of nauty.
#pragma once

#include <string>
#include <vector>

#include "groupoid/automorphism/automorphisms.hpp"
#include "network/graph/network.hpp"

namespace vicinal::groupoid::inline comparison {

struct CanonicalForm {
  // False: beyond a limit; nothing below is known.
  bool computed = false;
  // In each place of the form, which node, which edge stands there.
  std::vector<network::NodeId> nodes;
  std::vector<network::EdgeId> edges;
  // The form itself, as text: colors and ports by name, the color of each node,
  // the color and the ends of each edge. A network without names of nodes can
  // be read off it.
  std::string certificate;
};

// Cost: that of automorphisms(), without what it folds away; the limit of
// digits means nothing. The text has about ten bytes for each dart. Polls.
CanonicalForm canonical_form(const network::Network& network,
                             const AutomorphismLimits& limits = {});

}  // namespace vicinal::groupoid::inline comparison
