// SPDX-License-Identifier: MIT
// The nodes of A come first in the network of both, so that the representative
// of a class is one of A if there is one. Its witness for a node of B says
// which edge is which.
#include "fixpoint/carried/carry.hpp"

#include <algorithm>
#include <map>

#include "fixpoint/reduction/assignment.hpp"
#include "fixpoint/views/view.hpp"
#include "groupoid/balance_relation/balance.hpp"
#include "groupoid/comparison/joint.hpp"
#include "network/base/budget.hpp"
#include "network/language/initial_condition.hpp"

namespace vicinal::fixpoint::inline carried {

using groupoid::Balance;
using network::DartId;
using network::EdgeId;
using network::Instance;
using network::Network;
using network::NodeId;

namespace {

constexpr std::uint64_t most_listed = 5'000'000;  // states of one node

class Carrier {
 public:
  Carrier(const SingleInvariant& theta, const Instance& to, Carried& out)
      : theta_(theta),
        from_(*theta.reduction->instance),
        to_(to),
        out_(out),
        both_(groupoid::Joint(from_.network, to.network).both()),
        relation_(groupoid::balance(both_)) {}

  // Per node of B, what comes to it; nothing, as `why` says.
  std::optional<std::vector<StateSet>> run() {
    const auto& classes = relation_.nodes();
    const std::size_t nodes = to_.network.node_count();
    std::map<std::uint32_t, std::size_t> place;  // in out_.classes
    std::vector<StateSet> sets;
    for (std::size_t n = 0; n < nodes; ++n) {
      network::poll();
      const NodeId joint(n + from_.network.node_count());
      const std::uint32_t c = classes.class_of(joint);
      const NodeId r = classes.representative(c);
      const bool related = r.index() < from_.network.node_count();
      const auto [at, fresh] = place.try_emplace(c, out_.classes.size());
      if (fresh) {
        out_.classes.push_back({NodeId(n), 0, related ? r : NodeId::none(), 0});
      }
      CarriedClass& entry = out_.classes[at->second];
      ++entry.members;
      if (!related) {
        out_.why = "a node has no counterpart";
      } else if (out_.why.empty()) {
        carry_to(joint, entry, sets);
      }
    }
    if (!out_.why.empty()) return std::nullopt;
    return sets;
  }

 private:
  void carry_to(NodeId joint, CarriedClass& entry,
                std::vector<StateSet>& sets) {
    const auto listed = theta_.theta(entry.from).listed(most_listed);
    if (!listed) {
      out_.why = "it has too many states to be written out";
      return;
    }
    entry.states = listed->set->rows;
    sets.push_back(renamed(*listed->set, columns(entry.from, joint)));
  }

  // The edge of A or of B that a dart of both networks is at.
  EdgeId edge(DartId d) const {
    const EdgeId e = both_.dart_edge[d.index()];
    const std::size_t first = from_.network.edge_count();
    return e.index() < first ? e : EdgeId(e.index() - first);
  }

  // First columns of the edges of a node in its local states.
  static std::map<EdgeId, std::uint32_t> edge_columns(const Instance& instance,
                                                      NodeId n) {
    std::map<EdgeId, std::uint32_t> out;
    std::uint32_t at =
        instance.variable_offsets[instance.process_id(n).index()].back();
    for (const EdgeId e : instance.network.inout(n)) {
      out[e] = at;
      at += instance.size(instance.edge_type(e)).slots;
    }
    return out;
  }

  // Which column of the node of B each of the node of A is.
  std::vector<std::uint32_t> columns(NodeId a, NodeId joint) const {
    const NodeId b(joint.index() - from_.network.node_count());
    const auto here = edge_columns(from_, a);
    const auto there = edge_columns(to_, b);
    std::vector<std::uint32_t> out(view_width(from_, a));
    for (std::uint32_t c = 0; c < out.size(); ++c) out[c] = c;
    const groupoid::LocalSymmetry s = relation_.witness(joint);
    const network::Range darts = both_.darts(a);
    for (std::uint32_t i = 0; i < darts.size(); ++i) {
      const EdgeId e = edge(DartId(std::size_t{darts.begin + i}));
      const std::uint32_t begin = here.at(e);
      const std::uint32_t moved = there.at(edge(s.image[i]));
      const std::uint32_t slots = from_.size(from_.edge_type(e)).slots;
      for (std::uint32_t k = 0; k < slots; ++k) out[begin + k] = moved + k;
    }
    return out;
  }

  const SingleInvariant& theta_;
  const Instance& from_;
  const Instance& to_;
  Carried& out_;
  Network both_;
  Balance relation_;
};

// What was checked, as an invariant of B.
SingleInvariant checked(std::shared_ptr<const Reduction> reduction,
                        std::vector<StateSet> sets, Inductive&& about) {
  SingleInvariant out;
  for (StateSet& set : sets) {
    out.local_states += set.rows;
    out.sets.push_back(std::make_shared<const StateSet>(std::move(set)));
    out.orbit_sets.push_back(nullptr);
  }
  out.reduction = std::move(reduction);
  out.errors = std::move(about.errors);
  out.unfired = std::move(about.unfired);
  return out;
}

}  // namespace

std::optional<Carried> carry(const SingleInvariant& theta, const Instance& to,
                             const network::Limits& limits,
                             network::Diagnostics& diagnostics) {
  Carried out;
  const network::Budget budget(limits);
  const network::Polling polling(budget);
  try {
    // States that name nodes mean others there.
    const Assignment assigned = assignment(to);
    if (!assigned.symmetric) {
      out.why = assigned.broken;
      return out;
    }
    Projected projected = Projected::done;
    auto reduction = make_reduction(to, limits, Reduce::none, projected);
    if (projected == Projected::unsatisfiable) {
      network::report_unsatisfiable(*to.model, diagnostics);
      return std::nullopt;
    }
    auto sets = Carrier(theta, to, out).run();
    if (!reduction) out.why = "a limit was reached";
    if (!sets || !reduction) return out;
    Inductive about = inductive(*reduction, *sets);
    if (about.holds) {
      out.invariant =
          checked(std::make_shared<const Reduction>(std::move(*reduction)),
                  std::move(*sets), std::move(about));
    } else {
      out.why = "it is not inductive there";
      out.broken = std::move(about.broken);
    }
  } catch (const network::LimitReached&) {
    out.why = "a limit was reached";
  }
  return out;
}

}  // namespace vicinal::fixpoint::inline carried
