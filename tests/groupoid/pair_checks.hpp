// SPDX-License-Identifier: MIT
// For the tests of pairs: classes and elements in the words of the oracle.
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "groupoid/pairs/pairs.hpp"
#include "tests/oracle/pair_groupoid.hpp"

namespace vicinal::tests {

using network::Network;
using network::NodeId;

inline NodeId node(std::uint32_t n) {
  return NodeId(std::size_t{n});
}

inline oracle::PairClasses classes(const Network& network,
                                   const groupoid::PairPartition& pairs) {
  oracle::PairClasses out(pairs.size());
  for (std::uint32_t i = 0; i < network.node_count(); ++i) {
    for (std::uint32_t j = 0; j < network.node_count(); ++j) {
      if (i != j) out[pairs.class_of(node(i), node(j))].emplace_back(i, j);
    }
  }
  return out;
}

inline oracle::PairTriple triple(const Network& network,
                                 const groupoid::PairSymmetry& s) {
  oracle::PairTriple out{{s.first.source.value, s.second.source.value},
                         {},
                         {s.first.target.value, s.second.target.value}};
  for (const auto& [e, f] : edge_map(network, s)) out.beta[e.value] = f.value;
  return out;
}

// The elements of a balance relation of nodes, as the oracle has them.
inline oracle::Triples triples(const groupoid::Balance& balance) {
  const Network& network = balance.network();
  oracle::Triples out;
  for (std::uint32_t c = 0; c < balance.nodes().size(); ++c) {
    const NodeId r = balance.nodes().representative(c);
    std::set<groupoid::LocalSymmetry> group = {groupoid::identity(network, r)};
    std::vector<groupoid::LocalSymmetry> queue(group.begin(), group.end());
    while (!queue.empty()) {
      const groupoid::LocalSymmetry s = queue.back();
      queue.pop_back();
      for (const auto& g : balance.generators(r)) {
        const auto product = compose(network, s, g);
        if (group.insert(product).second) queue.push_back(product);
      }
    }
    for (const NodeId m : balance.nodes().members(c)) {
      for (const NodeId n : balance.nodes().members(c)) {
        const auto back = inverse(network, balance.witness(m));
        for (const auto& g : group) {
          const auto s =
              compose(network, compose(network, back, g), balance.witness(n));
          oracle::Triple t{m.value, {}, n.value};
          const std::uint32_t begin = network.darts(m).begin;
          for (std::uint32_t k = 0; k < s.image.size(); ++k) {
            t.beta[network.dart_edge[begin + k].value] =
                network.dart_edge[s.image[k].index()].value;
          }
          out.insert(std::move(t));
        }
      }
    }
  }
  return out;
}

// All elements that witnesses and generators generate.
inline oracle::PairTriples generated(const Network& network,
                                     const groupoid::PairClasses& pairs) {
  using groupoid::PairSymmetry;
  oracle::PairTriples out;
  const oracle::PairClasses members = classes(network, pairs);
  for (std::uint32_t c = 0; c < pairs.size(); ++c) {
    const auto [i, j] = pairs.representative(c);
    const auto generators = pairs.generators(c);
    const PairSymmetry stay = {groupoid::identity(network, i),
                               groupoid::identity(network, j)};
    std::set<PairSymmetry> group = {stay};
    std::vector<PairSymmetry> queue = {stay};
    while (!queue.empty()) {
      const PairSymmetry s = queue.back();
      queue.pop_back();
      for (const PairSymmetry& g : generators) {
        PairSymmetry product = compose(network, s, g);
        if (group.insert(product).second) queue.push_back(std::move(product));
      }
    }
    for (const auto& [a, b] : members[c]) {
      const PairSymmetry back =
          inverse(network, pairs.witness(node(a), node(b)));
      for (const auto& [m, n] : members[c]) {
        for (const PairSymmetry& g : group) {
          out.insert(triple(network, compose(network, compose(network, back, g),
                                             pairs.witness(node(m), node(n)))));
        }
      }
    }
  }
  return out;
}

}  // namespace vicinal::tests
