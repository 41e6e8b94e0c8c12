// SPDX-License-Identifier: MIT
// Each choice of nodes for the property's variables is looked at by itself,
// state by state, by the interpreter: what a term is worth, and who could help,
// is asked once at each point.
#include "decide/ranks/points.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "network/semantics/bindings.hpp"
#include "network/semantics/steps.hpp"

namespace vicinal::decide::inline ranks {

using network::Binder;
using network::ExprId;
using network::Instance;
using network::Model;
using network::NodeId;
using network::ProgressProperty;
using network::ProgressShape;
using network::Ranking;
using network::Scalar;
using network::Situation;

namespace {

constexpr std::size_t most_helpers = 64;

// The points of one instance, behind those that there are.
class Looker {
 public:
  Looker(const Instance& instance, const ProgressProperty& property,
         const Ranking* rank, const SmallGraph& graph, std::uint32_t number,
         Points& out)
      : instance_(instance),
        model_(*instance.model),
        property_(property),
        rank_(rank),
        graph_(graph),
        number_(number),
        steps_(instance),
        frame_(model_.frame + 1),
        out_(out) {}

  // False: there would be more than `most`, or too many who might help.
  bool run(std::size_t most);

 private:
  using Nodes = std::vector<Scalar>;
  Nodes domain(const Binder& binder) const;
  std::vector<Nodes> choices() const;
  std::optional<Scalar> value(ExprId e);
  bool holds(ExprId e) { return value(e).value_or(0) != 0; }
  void look(const Nodes& nodes);
  void point(std::uint32_t state, const Nodes& nodes);
  std::vector<NodeId> who(const Situation& s);
  std::uint64_t helpers(std::size_t number, bool waits);
  void step(const TakenStep& s, std::uint32_t first);

  const Instance& instance_;
  const Model& model_;
  const ProgressProperty& property_;
  const Ranking* rank_;
  const SmallGraph& graph_;
  std::uint32_t number_;
  network::Steps steps_;
  network::StepList list_;
  std::vector<Scalar> frame_, state_;
  std::vector<std::vector<NodeId>> who_;  // per situation, by these nodes
  Points& out_;
};

Looker::Nodes Looker::domain(const Binder& binder) const {
  const network::Domain domain = network::domain_of(binder, instance_, 0, 0);
  Nodes out;
  for (Scalar i = 0; i < domain.size(); ++i) out.push_back(domain[i]);
  return out;
}

std::vector<Looker::Nodes> Looker::choices() const {
  std::vector<Nodes> out = {{}};
  for (const Binder& b : property_.binders) {
    std::vector<Nodes> longer;
    for (const Nodes& chosen : out) {
      for (const Scalar node : domain(b)) {
        network::poll();
        longer.push_back(chosen);
        longer.back().push_back(node);
      }
    }
    out = std::move(longer);
  }
  return out;
}

// None: it fails.
std::optional<Scalar> Looker::value(ExprId e) {
  network::poll(8);
  network::Context context;
  context.valuation = network::whole(instance_, state_.data());
  context.frame = frame_.data();
  try {
    return steps_.evaluator().scalar(e, context);
  } catch (const network::ModelError&) {
    return std::nullopt;
  }
}

// A rule, and whoever moves, is no node.
std::vector<NodeId> Looker::who(const Situation& s) {
  if (!s.process.valid()) return {NodeId::none()};
  std::vector<NodeId> out;
  if (s.binders.empty()) {
    out.emplace_back(static_cast<std::size_t>(*value(s.node)));
    return out;
  }
  for (const Scalar n : domain(model_.binders[s.binders.begin])) {
    out.emplace_back(static_cast<std::size_t>(n));
  }
  return out;
}

std::uint64_t Looker::helpers(std::size_t number, bool waits) {
  const Situation& s = rank_->situations[number];
  std::uint64_t out = 0;
  if (s.everybody) {
    if (waits && !holds(s.able)) out_.helpless |= std::uint64_t{1} << number;
    return 1;
  }
  for (std::size_t w = 0; w < who_[number].size(); ++w) {
    const NodeId node = who_[number][w];
    if (!s.binders.empty()) {
      frame_[model_.binders[s.binders.begin].slot] = node.value;
    }
    const auto is_so = value(s.condition);
    bool can = is_so.has_value();
    if (is_so.value_or(0) != 0) {
      out |= std::uint64_t{1} << w;
      list_.clear();
      steps_.enabled_of(node, s.item, state_.data(), list_);
      can = !list_.steps.empty();
    }
    if (waits && !can) out_.helpless |= std::uint64_t{1} << number;
  }
  return out;
}

void Looker::point(std::uint32_t state, const Nodes& nodes) {
  state_ = graph_.states[state];
  Point& p = out_.all.emplace_back();
  p.graph = number_;
  p.state = state;
  p.nodes = nodes;
  p.initial = state < graph_.initial;
  p.asks = !property_.from.valid() || holds(property_.from);
  p.there = holds(property_.goal);
  Row& row = out_.rows.emplace_back();
  if (rank_ == nullptr) return;
  for (const ExprId t : rank_->terms) row.push_back(value(t).value_or(-1));
  for (std::size_t s = 0; s < rank_->situations.size(); ++s) {
    p.helpers.push_back(helpers(s, !p.there));
  }
}

void Looker::step(const TakenStep& s, std::uint32_t first) {
  PointStep out{first + s.from, first + s.to, 0};
  const Point& from = out_.all[out.from];
  if (from.there) return;
  const Point& to = out_.all[out.to];
  for (std::size_t k = 0; k < from.helpers.size(); ++k) {
    const bool possible = property_.shape == ProgressShape::possible;
    std::uint64_t lost = possible ? 0 : from.helpers[k] & ~to.helpers[k];
    const Situation& by = rank_->situations[k];
    if (by.everybody) lost = from.helpers[k];
    for (std::size_t w = 0; w < who_[k].size() && s.action == by.item; ++w) {
      const bool acts =
          !by.everybody && s.actor == who_[k][w] &&
          (s.actor.valid() ? instance_.process_id(s.actor) == by.process
                           : !by.process.valid());
      if (acts) lost |= from.helpers[k] & std::uint64_t{1} << w;
    }
    if (lost != 0) out.lost |= std::uint64_t{1} << k;
  }
  out_.steps.push_back(out);
}

void Looker::look(const Nodes& nodes) {
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    frame_[property_.binders[i].slot] = nodes[i];
  }
  who_.clear();
  if (rank_ != nullptr) {
    state_ = graph_.states.front();
    for (const Situation& s : rank_->situations) who_.push_back(who(s));
  }
  const auto first = static_cast<std::uint32_t>(out_.all.size());
  for (std::uint32_t s = 0; s < graph_.states.size(); ++s) point(s, nodes);
  for (const TakenStep& s : graph_.steps) step(s, first);
}

bool Looker::run(std::size_t most) {
  if (instance_.network.node_count() > most_helpers) return false;
  const std::vector<Nodes> all = choices();
  if (out_.all.size() + all.size() * graph_.states.size() > most) return false;
  for (const Nodes& nodes : all) look(nodes);
  return true;
}

}  // namespace

std::uint64_t Point::situations() const {
  std::uint64_t out = 0;
  for (std::size_t k = 0; k < helpers.size(); ++k) {
    if (helpers[k] != 0) out |= std::uint64_t{1} << k;
  }
  return out;
}

Points points_of(const Model& model, const ProgressProperty& property,
                 const Ranking* rank, std::span<const SmallGraph> graphs,
                 std::size_t most) {
  Points out;
  for (std::uint32_t g = 0; g < graphs.size(); ++g) {
    const auto instance = instance_again(model, graphs[g]);
    if (!instance) break;
    Looker looker(*instance, property, rank, graphs[g], g, out);
    if (!looker.run(most)) break;
  }
  return out;
}

bool all_end(const Points& points, std::span<const SmallGraph> graphs) {
  std::vector<std::uint32_t> before(points.all.size());
  std::vector<std::vector<std::uint32_t>> next(points.all.size());
  for (const PointStep& s : points.steps) {
    next[s.from].push_back(s.to);
    if (!points.all[s.to].there) ++before[s.to];
  }
  std::vector<std::uint32_t> ready;
  std::size_t left = 0;
  for (std::uint32_t p = 0; p < before.size(); ++p) {
    const Point& at = points.all[p];
    if (at.there) continue;
    const bool gone_on_from = at.state < graphs[at.graph].explored;
    if (gone_on_from && next[p].empty()) return false;
    ++left;
    if (before[p] == 0) ready.push_back(p);
  }
  for (; !ready.empty(); --left) {
    network::poll();
    const std::uint32_t p = ready.back();
    ready.pop_back();
    for (const std::uint32_t n : next[p]) {
      if (!points.all[n].there && --before[n] == 0) ready.push_back(n);
    }
  }
  return left == 0;
}

std::vector<bool> waiting(const Points& points, ProgressShape shape) {
  std::vector<bool> out(points.all.size());
  std::vector<std::vector<std::uint32_t>> next(points.all.size());
  for (const PointStep& s : points.steps) next[s.from].push_back(s.to);
  std::vector<std::uint32_t> open;
  const auto add = [&](std::uint32_t p) {
    if (points.all[p].there || out[p]) return;
    out[p] = true;
    open.push_back(p);
  };
  for (std::uint32_t p = 0; p < out.size(); ++p) {
    const Point& at = points.all[p];
    if (at.asks && (at.initial || shape != ProgressShape::once)) add(p);
  }
  while (!open.empty()) {
    network::poll();
    const std::uint32_t p = open.back();
    open.pop_back();
    for (const std::uint32_t n : next[p]) add(n);
  }
  return out;
}

}  // namespace vicinal::decide::inline ranks
