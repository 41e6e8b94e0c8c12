// SPDX-License-Identifier: MIT
// Related nodes have equal signatures and keys in the same order, so to match
// their darts position by position is an element of the relation. Adjacent
// transpositions generate a symmetric group; those of darts in a block and of
// blocks generate the wreath product.
#include "groupoid/balance_relation/structure.hpp"

#include <stdexcept>

namespace vicinal::groupoid::inline balance_relation {

using network::DartId;
using network::Network;
using network::NodeId;

LocalSymmetry match(const Network& network, NodeId m, const NodeStructure& from,
                    NodeId n, const NodeStructure& to) {
  LocalSymmetry out{m, n, {}};
  const std::uint32_t first = network.darts(m).begin;
  out.image.resize(network.darts(m).size());
  if (from.size() != to.size()) {
    throw std::logic_error("match: the nodes are not related");
  }
  for (std::size_t b = 0; b < from.size(); ++b) {
    if (from[b].signature != to[b].signature || from[b].keys != to[b].keys) {
      throw std::logic_error("match: the nodes are not related");
    }
    for (std::size_t i = 0; i < from[b].darts.size(); ++i) {
      out.image[from[b].darts[i].value - first] = to[b].darts[i];
    }
  }
  return out;
}

std::vector<LocalSymmetry> exchanges(const Network& network, NodeId n,
                                     const NodeStructure& structure) {
  std::vector<LocalSymmetry> out;
  const std::uint32_t first = network.darts(n).begin;
  const auto exchange = [&](LocalSymmetry& s, DartId a, DartId b) {
    s.image[a.value - first] = b;
    s.image[b.value - first] = a;
  };
  for (std::size_t b = 0; b < structure.size(); ++b) {
    const Block& block = structure[b];
    for (std::size_t i = 1; i < block.darts.size(); ++i) {
      if (block.keys[i] != block.keys[i - 1]) continue;
      out.push_back(identity(network, n));
      exchange(out.back(), block.darts[i - 1], block.darts[i]);
    }
    if (b == 0 || structure[b - 1].signature != block.signature) continue;
    out.push_back(identity(network, n));
    for (std::size_t i = 0; i < block.darts.size(); ++i) {
      exchange(out.back(), structure[b - 1].darts[i], block.darts[i]);
    }
  }
  return out;
}

}  // namespace vicinal::groupoid::inline balance_relation
