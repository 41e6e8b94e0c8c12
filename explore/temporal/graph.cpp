// SPDX-License-Identifier: MIT
// Moves lie in the order in which nodes were expanded; of several to the same
// node by the same action one is kept.
#include "explore/temporal/graph.hpp"

#include <algorithm>
#include <tuple>

namespace vicinal::explore::inline temporal {

using network::NodeId;

std::vector<FairAction> fair_actions(const network::Instance& instance) {
  std::vector<FairAction> result;
  const auto add = [&](NodeId actor, std::uint32_t action, bool strong) {
    for (FairAction& f : result) {
      if (f.actor != actor || f.action != action) continue;
      f.strong = f.strong || strong;
      return;
    }
    result.push_back({actor, action, strong});
  };
  for (const network::Fairness& f : instance.model->fairness) {
    network::poll();
    if (!f.process.valid()) {
      add(NodeId::none(), f.item, f.strong);
      continue;
    }
    for (std::size_t n = 0; n < instance.network.node_count(); ++n) {
      network::poll();
      if (instance.process_id(NodeId(n)) == f.process) {
        add(NodeId(n), f.item, f.strong);
      }
    }
  }
  return result;
}

std::uint32_t Graph::add_node() {
  if (size() == UINT32_MAX - 1) {
    throw network::LimitReached{network::Limit::memory};
  }
  labels_.resize(labels_.size() + label_words_, 0);
  first_.push_back(unexpanded);
  count_.push_back(0);
  return size() - 1;
}

void Graph::expand_node(std::uint32_t node) {
  network::poll(64);
  if ((++expanded_ & 1023) == 0) {
    const network::Limit limit = budget_.look(size(), bytes());
    if (limit != network::Limit::none) throw network::LimitReached{limit};
  }
  found_.clear();
  expand(node, found_);
  if (found_.empty()) found_.push_back({node, not_fair});
  const auto key = [](const Move& m) { return std::tuple(m.to, m.by); };
  std::ranges::sort(found_, {}, key);
  const auto twice = std::ranges::unique(found_, {}, key);
  found_.erase(twice.begin(), twice.end());
  first_[node] = moves_.size();
  count_[node] = static_cast<std::uint32_t>(found_.size());
  moves_.insert(moves_.end(), found_.begin(), found_.end());
}

std::uint64_t Graph::bytes() const {
  return labels_.capacity() * 8 + first_.capacity() * 8 +
         count_.capacity() * 4 + moves_.capacity() * sizeof(Move);
}

}  // namespace vicinal::explore::inline temporal
