// SPDX-License-Identifier: MIT
// The tables of a View are as long as the network and filled with `not_shown`;
// showing a node sets a few entries, hiding sets them back.
#include "fixpoint/views/view.hpp"

#include <stdexcept>

namespace vicinal::fixpoint::inline views {

using network::EdgeId;
using network::Instance;
using network::NodeId;
using network::not_shown;
using network::Scalar;

namespace {

std::uint32_t own_slots(const Instance& instance, NodeId n) {
  return instance.variable_offsets[instance.process_id(n).index()].back();
}

std::uint32_t edge_slots(const Instance& instance, EdgeId e) {
  return instance.size(instance.edge_type(e)).slots;
}

}  // namespace

std::vector<std::uint32_t> view_slots(const Instance& instance, NodeId n) {
  std::vector<std::uint32_t> slots;
  const auto add = [&](std::uint32_t base, std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i) slots.push_back(base + i);
  };
  add(instance.node_base[n.index()], own_slots(instance, n));
  for (const EdgeId e : instance.network.inout(n)) {
    add(instance.edge_base[e.index()], edge_slots(instance, e));
  }
  return slots;
}

std::uint32_t view_width(const Instance& instance, NodeId n) {
  std::uint32_t width = own_slots(instance, n);
  for (const EdgeId e : instance.network.inout(n)) {
    width += edge_slots(instance, e);
  }
  return width;
}

View::View(const Instance& instance)
    : instance_(instance),
      node_base_(instance.network.node_count(), not_shown),
      edge_base_(instance.network.edge_count(), not_shown) {
  for (std::size_t s = 0; s < instance.shared_base.size(); ++s) {
    shared_base_.push_back(static_cast<std::uint32_t>(values_.size()));
    const std::uint32_t count =
        instance.shared_sizes[s].count *
        instance.size(instance.model->shared[s].type).slots;
    for (std::uint32_t i = 0; i < count; ++i) {
      const auto& fixed = instance.initial[instance.shared_base[s] + i];
      // Models whose shared variables are no constants are refused before.
      if (!fixed) throw std::logic_error("View: a shared variable varies");
      values_.push_back(*fixed);
    }
  }
  shared_end_ = values_.size();
  hide_all();
}

void View::show(NodeId n, std::span<const Scalar> row) {
  if (node_base_[n.index()] != not_shown) {
    throw std::logic_error("View: a node is shown twice");
  }
  const auto base = static_cast<std::uint32_t>(values_.size());
  values_.insert(values_.end(), row.begin(), row.end());
  node_base_[n.index()] = base;
  nodes_.push_back(n);
  std::uint32_t at = base + own_slots(instance_, n);
  for (const EdgeId e : instance_.network.inout(n)) {
    if (edge_base_[e.index()] == not_shown) {
      edge_base_[e.index()] = at;
      edges_.push_back(e);
    }
    at += edge_slots(instance_, e);
  }
  valuation_.values = values_.data();
}

void View::show_edge(EdgeId e, std::span<const Scalar> value) {
  if (edge_base_[e.index()] != not_shown) return;
  edge_base_[e.index()] = static_cast<std::uint32_t>(values_.size());
  edges_.push_back(e);
  values_.insert(values_.end(), value.begin(), value.end());
  valuation_.values = values_.data();
}

void View::hide_all() {
  for (const NodeId n : nodes_) node_base_[n.index()] = not_shown;
  for (const EdgeId e : edges_) edge_base_[e.index()] = not_shown;
  nodes_.clear();
  edges_.clear();
  values_.resize(shared_end_);
  valuation_ = {values_.data(), node_base_.data(), edge_base_.data(),
                shared_base_.data(), nullptr};
}

bool View::agrees(NodeId n, std::span<const Scalar> row) const {
  std::size_t at = own_slots(instance_, n);
  for (const EdgeId e : instance_.network.inout(n)) {
    const std::uint32_t slots = edge_slots(instance_, e);
    const std::uint32_t base = edge_base_[e.index()];
    if (base != not_shown) {
      for (std::uint32_t i = 0; i < slots; ++i) {
        if (values_[base + i] != row[at + i]) return false;
      }
    }
    at += slots;
  }
  return true;
}

void View::row(NodeId n, std::span<Scalar> out) const {
  std::size_t at = 0;
  const auto copy = [&](std::uint32_t base, std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i) out[at++] = values_[base + i];
  };
  copy(node_base_[n.index()], own_slots(instance_, n));
  for (const EdgeId e : instance_.network.inout(n)) {
    copy(edge_base_[e.index()], edge_slots(instance_, e));
  }
}

}  // namespace vicinal::fixpoint::inline views
