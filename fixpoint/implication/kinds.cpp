// SPDX-License-Identifier: MIT
// Two nodes of one class with the same renaming of columns have the same rows,
// so that content is compared once for each of these and not for each node.
// Between classes rows, or codes of orbits with how they are read, are compared
// as numbers; different codes of one set only make more kinds than need be.
#include "fixpoint/implication/kinds.hpp"

#include <map>

namespace vicinal::fixpoint::inline implication {

using network::Instance;
using network::NodeId;
using network::Scalar;

namespace {

std::vector<Scalar> content(const Instance& instance,
                            const SingleInvariant& invariant, NodeId n) {
  std::vector<Scalar> out = {instance.family_of[n.index()].value};
  const std::size_t constants = instance.process(n).constants.size();
  for (std::size_t c = 0; c < constants; ++c) {
    out.push_back(instance.constants[instance.constant_begin[n.index()] + c]);
  }
  const network::Range darts = instance.network.darts(n);
  for (std::uint32_t d = darts.begin; d < darts.end; ++d) {
    out.push_back(instance.network.dart_port[d]);
  }
  const LocalStates theta = invariant.theta(n);
  const std::vector<Scalar> states = theta.content();
  out.insert(out.end(), states.begin(), states.end());
  return out;
}

}  // namespace

Kinds kinds(const Instance& instance, const SingleInvariant& invariant) {
  Kinds out;
  // By classes and by what renaming does, not node by node.
  using Key = std::pair<std::uint32_t, std::vector<std::uint32_t>>;
  std::map<Key, std::uint32_t> known;
  std::map<std::vector<Scalar>, std::uint32_t> numbers;
  for (std::size_t i = 0; i < instance.network.node_count(); ++i) {
    const NodeId n(i);
    Key key = {invariant.reduction->classes().class_of(n),
               invariant.reduction->columns(n)};
    key.second.push_back(instance.family_of[i].value);
    const auto [at, fresh] = known.try_emplace(std::move(key));
    if (fresh) {
      const auto number = static_cast<std::uint32_t>(numbers.size());
      const auto [kind, new_kind] =
          numbers.emplace(content(instance, invariant, n), number);
      if (new_kind) {
        out.first.push_back(n);
        out.members.push_back(0);
      }
      at->second = kind->second;
    }
    out.kind_of.push_back(at->second);
    ++out.members[at->second];
  }
  return out;
}

}  // namespace vicinal::fixpoint::inline implication
