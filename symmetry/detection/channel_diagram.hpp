// SPDX-License-Identifier: MIT
// Static channel diagrams (Donaldson and Miller, Automatic symmetry detection
// for model checking using computational group theory, 2005; SD VI-B): which
// symmetry the communication of an instance would have, if nothing but the
// types of its processes and channels told them apart.
//
//   model ──diagram──▶ network ──nauty──▶ automorphisms ──judge──▶ symmetries
//
// An automorphism of the diagram is not believed: guards, values and constants
// are no part of it. It counts if the model that is renamed by it is the model.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "network/graph/network.hpp"
#include "network/semantics/instance.hpp"
#include "symmetry/exchanges/model_symmetry.hpp"

namespace vicinal::symmetry::inline detection {

// A node for each process, its color the type; an edge for each channel, which
// is an edge of the instance, its color the type of what it holds. A process
// writes a channel that it may send to: some action of its type assigns the
// edge by a port of the node, or pushes to it. It reads a channel that it may
// receive from: some action reads the edge so, or pops from it; how long a
// queue is tells nothing of who receives. Ports have no names. O(actions +
// darts); polls.
network::Network channel_diagram(const network::Instance& instance);

struct ChannelSymmetry {
  std::string automorphisms;  // of the diagram, decimal; empty: not computed
  std::size_t generators = 0;
  // Of these, those that leave the model and what is asked as they are, and how
  // many permutations of states they generate: what a diagram gives where each
  // generator is confirmed or left out.
  std::size_t confirmed = 0;
  std::string order = "1";
  // With products of the others, as far as these are found. Its `why_not` says
  // why nothing is known.
  ModelSymmetry symmetry;
};

// Properties by index into Model::properties. What changes no state that is
// reached is no symmetry, as in model_symmetry. Polls; the search for
// automorphisms has limits of its own.
ChannelSymmetry channel_symmetry(const network::Instance& instance,
                                 const std::vector<std::size_t>& asked);

}  // namespace vicinal::symmetry::inline detection
