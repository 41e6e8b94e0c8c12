// SPDX-License-Identifier: MIT
// Depth first over the nodes, state by state; a state is dropped as soon as it
// disagrees with the earlier ones on a common edge. What is visited contains
// every global state's projection: each node (each pair) of it is in its theta,
// and they agree. So what holds of all visits holds of all reachable states;
// not the other way round. Of three nodes and more all pairs are asked, not
// only those with the first. For one node any one partner would do.
#include "fixpoint/implication/joint.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace vicinal::fixpoint::inline implication {

using network::Instance;
using network::NodeId;
using network::Scalar;

bool SingleJoint::for_each(const std::vector<NodeId>& nodes, View& view,
                           const States& states,
                           const std::function<bool()>& visit) const {
  std::vector<LocalStates> theta;
  for (const NodeId n : nodes) {
    auto set = states(n);
    if (!set) return false;
    theta.push_back(std::move(*set));
  }
  std::vector<std::size_t> rows(nodes.size(), 0);
  const std::function<bool(std::size_t)> extend = [&](std::size_t at) {
    if (at == nodes.size()) return visit();
    for (std::size_t r = 0; r < theta[at].size(); ++r) {
      // Showing is undone by showing all of the earlier ones again.
      view.hide_all();
      for (std::size_t i = 0; i < at; ++i) {
        view.show(nodes[i], theta[i].row(rows[i]));
      }
      const Row row = theta[at].row(r);
      if (!view.agrees(nodes[at], row)) continue;
      view.show(nodes[at], row);
      rows[at] = r;
      if (!extend(at + 1)) return false;
    }
    return true;
  };
  return extend(0);
}

std::vector<std::vector<NodeId>> PairJoint::covers(
    const std::vector<NodeId>& nodes) const {
  if (nodes.size() != 1) return {nodes};
  const network::Network& network = invariant_.system->instance->network;
  std::vector<NodeId> partners = network.pointing_to(nodes[0]);
  // A few others: which one does not matter much, as they share no edge.
  constexpr std::size_t enough = 64;
  for (std::size_t j = 0; j < network.node_count() && j < enough; ++j) {
    partners.emplace_back(j);
  }
  std::set<std::uint32_t> seen;
  std::vector<std::vector<NodeId>> out;
  for (const NodeId j : partners) {
    if (j == nodes[0]) continue;
    if (!seen.insert(invariant_.system->label(nodes[0], j)).second) continue;
    out.push_back({nodes[0], j});
    if (out.size() == enough) break;
  }
  return out;
}

namespace {

// Joint valuations by slots, node after node.
class Extension {
 public:
  Extension(const PairInvariant& invariant, const std::vector<NodeId>& nodes,
            View& view, const std::function<bool()>& visit)
      : instance_(*invariant.system->instance),
        nodes_(nodes),
        view_(view),
        visit_(visit) {
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      slots_.push_back(view_slots(instance_, nodes[i]));
      theta_.emplace_back();
      for (std::size_t j = 0; j < i; ++j) {
        theta_.back().push_back(invariant.theta(nodes[j], nodes[i]));
      }
    }
  }

  // States of the first two, then of each further one with the first.
  bool run() {
    if (nodes_.empty()) return visit_();
    return extend(1);
  }

 private:
  bool extend(std::size_t at) {
    if (at == nodes_.size()) return show();
    const LocalStates& with_first = theta_[at][0];
    for (std::size_t r = 0; r < with_first.size(); ++r) {
      std::vector<std::uint32_t> added;
      bool agrees = true;
      for (std::size_t c = 0; c < with_first.columns.size() && agrees; ++c) {
        const auto [known, fresh] =
            values_.try_emplace(with_first.columns[c], with_first.row(r)[c]);
        if (fresh) {
          added.push_back(with_first.columns[c]);
        } else {
          agrees = known->second == with_first.row(r)[c];
        }
      }
      for (std::size_t j = 1; j < at && agrees; ++j) {
        agrees = contains(theta_[at][j]);
      }
      const bool good = !agrees || extend(at + 1);
      for (const std::uint32_t s : added) values_.erase(s);
      if (!good) return false;
    }
    return true;
  }

  bool contains(const LocalStates& theta) const {
    std::vector<Scalar> row;
    for (const std::uint32_t s : theta.columns) row.push_back(values_.at(s));
    std::size_t low = 0;
    std::size_t high = theta.size();
    while (low < high) {
      const std::size_t middle = (low + high) / 2;
      const auto other = theta.row(middle);
      if (std::lexicographical_compare(other.begin(), other.end(), row.begin(),
                                       row.end())) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low < theta.size() && std::ranges::equal(theta.row(low), row);
  }

  bool show() {
    view_.hide_all();
    std::vector<Scalar> row;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      row.clear();
      for (const std::uint32_t s : slots_[i]) row.push_back(values_.at(s));
      view_.show(nodes_[i], row);
    }
    return visit_();
  }

  const Instance& instance_;
  const std::vector<NodeId>& nodes_;
  View& view_;
  const std::function<bool()>& visit_;
  std::vector<std::vector<std::uint32_t>> slots_;  // per node
  std::vector<std::vector<LocalStates>> theta_;    // with each earlier node
  std::map<std::uint32_t, Scalar> values_;         // by slots
};

}  // namespace

bool PairJoint::for_each(const std::vector<NodeId>& nodes, View& view,
                         const States&,
                         const std::function<bool()>& visit) const {
  return Extension(invariant_, nodes, view, visit).run();
}

}  // namespace vicinal::fixpoint::inline implication
