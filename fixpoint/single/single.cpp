// SPDX-License-Identifier: MIT
// From the initial states to theta, and what else a run finds; the fixpoint
// itself is worklist.cpp.
#include "fixpoint/single/single.hpp"

#include <algorithm>
#include <string>

#include "fixpoint/initial/initial.hpp"
#include "fixpoint/single/worklist.hpp"
#include "groupoid/quotient_network/quotient.hpp"
#include "network/language/initial_condition.hpp"

namespace vicinal::fixpoint::inline single {

using network::Instance;
using network::Limit;
using network::NodeId;

// What fired, and what may fail.
void Worklist::record(std::uint32_t s, const CanonicalRow& row) {
  const NodeId n = representative(states_.tag(s));
  for (const LocalProblem& p : steps_.problems()) {
    findings_.fails(n, row.row, p.action, p.binding, p.error);
  }
  for (const Candidate& candidate : steps_.candidates()) {
    ++local_steps_;
    if (!candidate.held_back) findings_.fired(n, row.row, candidate);
  }
}

std::uint64_t Worklist::bytes() const {
  return states_.bytes() + meets_.bytes() + changes_.bytes() +
         arrived_.bytes() + changed_.bytes() + waiting_.bytes() +
         (arrivals_.capacity() + waitings_.capacity()) * sizeof(Placed) +
         (darts_.capacity() + rounds_.capacity()) * 4 + steps_.bytes() +
         asked_.bytes() + (joint_ ? joint_->bytes() : 0);
}

SingleInvariant Worklist::result() {
  SingleInvariant out;
  const std::size_t classes = reduction_->classes().size();
  std::vector<std::vector<std::uint32_t>> members(classes);
  for (std::uint32_t s = 0; s < states_.size(); ++s) {
    members[states_.tag(s)].push_back(s);
  }
  const auto less = [&](std::uint32_t a, std::uint32_t b) {
    return std::ranges::lexicographical_compare(states_[a], states_[b]);
  };
  for (std::uint32_t c = 0; c < classes; ++c) {
    auto& list = members[c];
    std::sort(list.begin(), list.end(), less);
    OrbitSet codes{reduction_->orbits[c], {0}, {}};
    for (const std::uint32_t s : list) codes.push(states_[s]);
    if (orbits(c) != nullptr) {
      out.sets.push_back(nullptr);
      out.orbit_sets.push_back(
          std::make_shared<const OrbitSet>(std::move(codes)));
      continue;
    }
    out.sets.push_back(std::make_shared<const StateSet>(
        StateSet{view_width(instance_, representative(c)), list.size(),
                 std::move(codes.codes)}));
    out.orbit_sets.push_back(nullptr);
  }
  out.reduction = reduction_;
  out.meetings = meetings_;
  finish(out, bytes());
  return out;
}

LocalStates SingleInvariant::theta(NodeId n) const {
  const std::uint32_t c = reduction->classes().class_of(n);
  const auto at = reduction->columns(n);
  std::vector<std::uint32_t> slots = view_slots(*reduction->instance, n);
  if (orbit_sets[c] != nullptr) {
    return {std::move(slots), orbit_sets[c], at, reduction->darts(n)};
  }
  const auto& set = sets[c];
  return {
      std::move(slots),
      at.empty() ? set : std::make_shared<const StateSet>(renamed(*set, at))};
}

namespace {

// Theta along the channels that `channels(reduction, out)` makes; what else the
// result says of them goes to `out`. Without `meetings` they are found.
template <class Make>
std::optional<SingleInvariant> computed(
    const Instance& instance, const network::Limits& limits,
    network::Diagnostics& diagnostics, Reduce reduce, const Make& channels,
    std::shared_ptr<const Meetings> meetings = nullptr) {
  return within<SingleInvariant>(
      limits, [&](network::Budget& budget) -> std::optional<SingleInvariant> {
        Projected projected = Projected::done;
        const bool rules = !instance.model->rules.empty();
        auto made = make_reduction(instance, limits,
                                   rules ? Reduce::none : reduce, projected);
        if (projected == Projected::unsatisfiable) {
          network::report_unsatisfiable(*instance.model, diagnostics);
          return std::nullopt;
        }
        if (!made) {
          SingleInvariant none;
          const Limit clock = budget.clock();
          none.limit = clock == Limit::none ? Limit::work : clock;
          return none;
        }
        const auto reduction =
            std::make_shared<const Reduction>(std::move(*made));
        std::optional<OnQuotient> quotient;
        if (rules && !meetings) meetings = std::make_shared<Meetings>(instance);
        Worklist worklist(reduction, channels(*reduction, quotient), meetings,
                          budget);
        SingleInvariant out = finished(worklist);
        out.quotient = quotient;
        return out;
      });
}

}  // namespace

std::optional<SingleInvariant> single_invariant(
    const Instance& instance, const network::Limits& limits,
    network::Diagnostics& diagnostics, Reduce reduce,
    std::shared_ptr<const Meetings> meetings) {
  return computed(
      instance, limits, diagnostics, reduce,
      [](const Reduction& reduction, std::optional<OnQuotient>&) {
        return Channels(reduction);
      },
      std::move(meetings));
}

std::optional<SingleInvariant> single_on_quotient(
    const Instance& instance, const network::Vias& vias,
    const network::Limits& limits, network::Diagnostics& diagnostics,
    Reduce reduce) {
  if (!vias.empty()) {
    // The instance is the quotient: each edge has the end of its class only.
    const auto on_file = [&](const Reduction& reduction,
                             std::optional<OnQuotient>& about) {
      const network::Network& network = instance.network;
      std::vector<network::DartId> origin;
      for (std::size_t e = 0; e < network.edge_count(); ++e) {
        origin.push_back(network.darts(network::EdgeId(e)).front());
      }
      about = OnQuotient{network.node_count(), network.edge_count()};
      return Channels(reduction, vias, origin);
    };
    return computed(instance, limits, diagnostics, Reduce::none, on_file);
  }
  const auto on_classes = [](const Reduction& reduction,
                             std::optional<OnQuotient>& about) {
    const groupoid::Quotient q = groupoid::quotient(reduction.balance);
    about = OnQuotient{q.network.node_count(), q.network.edge_count()};
    return Channels(reduction, q.vias, q.origin);
  };
  return computed(instance, limits, diagnostics, reduce, on_classes);
}

}  // namespace vicinal::fixpoint::inline single
