// SPDX-License-Identifier: MIT
// Neighbours with equal keys do the same to r. Without orbits a key is the
// class and the darts of both ends, which `interference` has told apart
// already. With orbits it is the orbit of the tuple of shared darts at either
// end, by itself: two elements, one of each group, take one channel to the
// other, and both thetas are closed under them. Keys that differ for channels
// that are alike cost time only.
#include "fixpoint/single/channels.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "groupoid/quotient_network/interference.hpp"

namespace vicinal::fixpoint::inline single {

using network::DartId;
using network::Instance;
using network::NodeId;

namespace {

// First column of a dart in its node's local states.
std::uint32_t column(const Instance& instance, DartId d) {
  const network::Network& network = instance.network;
  const NodeId n = network.dart_node[d.index()];
  std::uint32_t at =
      instance.variable_offsets[instance.process_id(n).index()].back();
  for (std::uint32_t i = network.darts(n).begin; i < d.value; ++i) {
    at += instance.size(instance.edge_type(network.dart_edge[i])).slots;
  }
  return at;
}

using Numbers = std::vector<std::uint32_t>;

Numbers tuple_key(const Orbits* orbits, const Darts& darts) {
  return orbits == nullptr ? darts : orbits->tuple_key(darts);
}

// Equal keys: elements of the groups of both ends take one to the other. Edges
// are put in an order that hangs on their orbits first; where that leaves a
// choice, channels that do the same may get different keys.
Numbers key(const Reduction& reduction, Channels::Keep keep,
            const groupoid::Interference& i,
            std::vector<std::pair<std::uint32_t, std::uint32_t>>& edges) {
  const network::Network& network = reduction.instance->network;
  const auto first = [&](std::uint32_t c) {
    return network.darts(reduction.classes().representative(c)).begin;
  };
  const bool one = keep == Channels::Keep::one;
  const Orbits* from = one ? reduction.orbits[i.from].get() : nullptr;
  const Orbits* to = one ? reduction.orbits[i.to].get() : nullptr;
  std::vector<std::pair<Numbers, std::pair<std::uint32_t, std::uint32_t>>> list;
  for (const auto& [theirs, mine] : i.edges) {
    const std::uint32_t f = theirs.value - first(i.from);
    const std::uint32_t t = mine.value - first(i.to);
    Numbers order = tuple_key(to, {t});
    const Numbers more = tuple_key(from, {f});
    order.insert(order.end(), more.begin(), more.end());
    list.push_back({std::move(order), {f, t}});
  }
  std::sort(list.begin(), list.end());
  Darts froms, tos;
  for (const auto& [order, edge] : list) {
    edges.push_back(edge);
    froms.push_back(edge.first);
    tos.push_back(edge.second);
  }
  Numbers out = {i.from};
  for (const Numbers& more : {tuple_key(from, froms), tuple_key(to, tos)}) {
    out.push_back(static_cast<std::uint32_t>(more.size()));
    out.insert(out.end(), more.begin(), more.end());
  }
  return out;
}

}  // namespace

void Channels::add(const Reduction& reduction, std::uint32_t from,
                   std::uint32_t to, NodeId neighbour, const Edges& edges) {
  const Instance& instance = *reduction.instance;
  const network::Network& network = instance.network;
  const auto begin = [&](std::uint32_t c) {
    return network.darts(reduction.classes().representative(c)).begin;
  };
  for (const auto& [theirs, mine] : edges) {
    from_darts_.push_back(theirs);
    to_darts_.push_back(mine);
    const DartId source(std::size_t{begin(from) + theirs});
    const DartId target(std::size_t{begin(to) + mine});
    const std::uint32_t there = column(instance, source);
    const std::uint32_t here = column(instance, target);
    const auto edge = network.dart_edge[target.index()];
    for (std::uint32_t k = 0; k < instance.size(instance.edge_type(edge)).slots;
         ++k) {
      from_columns_.push_back(there + k);
      to_columns_.push_back(here + k);
    }
  }
  from_.push_back(from);
  to_.push_back(to);
  neighbour_.push_back(neighbour);
  dart_begin_.push_back(static_cast<std::uint32_t>(from_darts_.size()));
  column_begin_.push_back(static_cast<std::uint32_t>(from_columns_.size()));
}

// By counting.
void Channels::index_outgoing(std::uint32_t classes) {
  out_begin_.assign(classes + 1, 0);
  for (const std::uint32_t c : from_) ++out_begin_[c + 1];
  for (std::size_t i = 1; i < out_begin_.size(); ++i) {
    out_begin_[i] += out_begin_[i - 1];
  }
  out_.resize(from_.size());
  std::vector<std::uint32_t> next(out_begin_.begin(), out_begin_.end());
  for (std::uint32_t c = 0; c < from_.size(); ++c) out_[next[from_[c]]++] = c;
}

Channels::Channels(const Reduction& reduction)
    : Channels(reduction, Keep::one) {}

Channels::Channels(const Reduction& reduction, Keep keep) {
  const auto classes = static_cast<std::uint32_t>(reduction.classes().size());
  in_begin_.push_back(0);
  for (std::uint32_t c = 0; c < classes; ++c) {
    std::set<Numbers> seen;
    for (const auto& i : groupoid::interference(reduction.balance, c)) {
      Edges edges;
      if (!seen.insert(key(reduction, keep, i, edges)).second) continue;
      add(reduction, i.from, c, i.neighbour, edges);
    }
    in_begin_.push_back(static_cast<std::uint32_t>(from_.size()));
  }
  index_outgoing(classes);
}

Channels::Channels(const Reduction& reduction, const network::Vias& vias,
                   std::span<const DartId> origin) {
  const network::Network& network = reduction.instance->network;
  const auto classes = static_cast<std::uint32_t>(reduction.classes().size());
  // Of an edge of the quotient, among those of its class.
  const auto position = [&](network::EdgeId e) {
    const NodeId r =
        reduction.classes().representative(vias.owner[e.index()].value);
    return origin[e.index()].value - network.darts(r).begin;
  };
  // What one neighbour of a class shares with it, by (class, channel).
  std::map<std::pair<std::uint32_t, std::uint32_t>,
           std::pair<std::uint32_t, Edges>>
      shared;
  for (std::size_t i = 0; i < origin.size(); ++i) {
    const network::EdgeId e(i);
    for (const network::Via& via : vias.of(e)) {
      auto& [from, edges] = shared[{vias.owner[i].value, via.channel}];
      from = via.from.value;
      edges.emplace_back(position(via.edge), position(e));
    }
  }
  auto next = shared.begin();
  in_begin_.push_back(0);
  for (std::uint32_t c = 0; c < classes; ++c) {
    for (; next != shared.end() && next->first.first == c; ++next) {
      add(reduction, next->second.first, c, NodeId::none(),
          next->second.second);
    }
    in_begin_.push_back(static_cast<std::uint32_t>(from_.size()));
  }
  index_outgoing(classes);
}

}  // namespace vicinal::fixpoint::inline single
