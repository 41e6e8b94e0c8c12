// SPDX-License-Identifier: MIT
// Of Definition 2 the vertex group of a node is a product of symmetric groups,
// one for each kind of its darts: a structure of blocks of one dart each. So
// both groupoids are structures, whose groups are products of wreath products;
// only where a balance relation is a list of elements, these are the group. An
// element of a class is one from m to its representative, one of the vertex
// group there, and one to n.
#include "groupoid/elements/elements.hpp"

#include <algorithm>
#include <set>
#include <string>

#include "network/base/budget.hpp"

namespace vicinal::groupoid::inline elements {

using network::DartId;
using network::Network;
using network::NodeId;
using network::Range;

namespace {

// The order of the group that permutes `count` equal blocks, and within each
// darts with equal keys.
void multiply_blocks(GroupOrder& order, const Block& block,
                     std::uint32_t count) {
  order.multiply_factorial(count);
  for (std::size_t i = 0; i < block.keys.size();) {
    const std::size_t begin = i;
    while (i < block.keys.size() && block.keys[i] == block.keys[begin]) ++i;
    order.multiply_factorial(static_cast<std::uint32_t>(i - begin), count);
  }
}

GroupOrder order_of(const NodeStructure& structure) {
  GroupOrder order;
  for (std::size_t b = 0; b < structure.size();) {
    const std::size_t begin = b;
    while (b < structure.size() &&
           structure[b].signature == structure[begin].signature) {
      ++b;
    }
    multiply_blocks(order, structure[begin],
                    static_cast<std::uint32_t>(b - begin));
  }
  return order;
}

}  // namespace

Elements::Elements(const Network& network)
    : network_(network),
      kinds_(dart_kinds(network)),
      nodes_(io_similarity(network)) {}

Elements::Elements(const Balance& balance)
    : network_(balance.network()),
      balance_(&balance),
      nodes_(balance.nodes()) {}

NodeStructure Elements::io_structure(NodeId n) const {
  NodeStructure out;
  const Range darts = network_.darts(n);
  for (std::uint32_t d = darts.begin; d < darts.end; ++d) {
    out.push_back({{kinds_[d]}, {0}, {DartId(std::size_t{d})}});
  }
  std::stable_sort(out.begin(), out.end(), [](const Block& a, const Block& b) {
    return a.signature < b.signature;
  });
  return out;
}

std::optional<NodeStructure> Elements::structure(NodeId n) const {
  if (balance_ == nullptr) return io_structure(n);
  return balance_->structure(n);
}

std::optional<LocalSymmetry> Elements::between(NodeId m, NodeId n) const {
  if (!nodes_.same(m, n)) return std::nullopt;
  if (m == n) return identity(network_, n);
  if (balance_ == nullptr) {
    return match(network_, m, io_structure(m), n, io_structure(n));
  }
  return compose(network_, inverse(network_, balance_->witness(m)),
                 balance_->witness(n));
}

std::vector<LocalSymmetry> Elements::generators(NodeId n) const {
  if (balance_ != nullptr) return balance_->generators(n);
  return exchanges(network_, n, io_structure(n));
}

GroupOrder Elements::order(NodeId n) const {
  if (const auto shape = structure(n)) return order_of(*shape);
  // All elements but the identity are generators, then.
  GroupOrder order;
  order.multiply(static_cast<std::uint32_t>(generators(n).size() + 1));
  return order;
}

GroupOrder Elements::count(std::uint32_t c) const {
  GroupOrder count = order(nodes_.representative(c));
  count.multiply(static_cast<std::uint32_t>(nodes_.members(c).size()), 2);
  return count;
}

// What generators reach from the identity.
std::optional<std::vector<LocalSymmetry>> Elements::vertex_group(
    NodeId n, std::uint64_t limit) const {
  const auto digits = order(n).decimal(18);
  if (!digits || std::stoull(*digits) > limit) return std::nullopt;
  const std::vector<LocalSymmetry> steps = generators(n);
  std::set<LocalSymmetry> found = {identity(network_, n)};
  std::vector<LocalSymmetry> left(found.begin(), found.end());
  while (!left.empty()) {
    network::poll();
    const LocalSymmetry one = std::move(left.back());
    left.pop_back();
    for (const LocalSymmetry& step : steps) {
      LocalSymmetry next = compose(network_, one, step);
      if (found.insert(next).second) left.push_back(std::move(next));
    }
  }
  return std::vector<LocalSymmetry>(found.begin(), found.end());
}

std::optional<std::vector<LocalSymmetry>> Elements::all(
    std::uint32_t c, std::uint64_t limit) const {
  const auto members = nodes_.members(c);
  const std::uint64_t ends = std::uint64_t{members.size()} * members.size();
  if (ends > limit) return std::nullopt;
  const NodeId r = nodes_.representative(c);
  const auto group = vertex_group(r, limit / ends);
  if (!group) return std::nullopt;
  std::vector<LocalSymmetry> out;
  for (const NodeId m : members) {
    for (const NodeId n : members) {
      network::poll();
      const LocalSymmetry in = *between(m, r), on = *between(r, n);
      for (const LocalSymmetry& g : *group) {
        out.push_back(compose(network_, compose(network_, in, g), on));
      }
    }
  }
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace vicinal::groupoid::inline elements
