// SPDX-License-Identifier: MIT
// Sets are looked up row by row. Of a neighbour's steps all that counts is what
// they change on the edges that both touch: equal changes are looked at once.
#include "fixpoint/carried/inductive.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "fixpoint/single/findings.hpp"
#include "fixpoint/steps/local_steps.hpp"
#include "fixpoint/views/view.hpp"
#include "network/base/budget.hpp"

namespace vicinal::fixpoint::inline carried {

using network::Instance;
using network::NodeId;
using network::Scalar;

namespace {

using Values = std::vector<Scalar>;
using Span = std::span<const Scalar>;

bool contains(const StateSet& set, Span row) {
  std::size_t begin = 0;
  std::size_t end = set.rows;
  while (begin < end) {
    const std::size_t middle = (begin + end) / 2;
    if (std::ranges::lexicographical_compare(set.row(middle), row)) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  return begin < set.rows && std::ranges::equal(set.row(begin), row);
}

// Columns of the edges that both touch, in the states of either.
struct SharedColumns {
  std::vector<std::uint32_t> theirs, mine;
};

Values at(Span row, const std::vector<std::uint32_t>& columns) {
  Values out;
  for (const std::uint32_t c : columns) out.push_back(row[c]);
  return out;
}

class Checker {
 public:
  Checker(const Reduction& initial, std::span<const StateSet> sets)
      : instance_(*initial.instance),
        initial_(initial),
        sets_(sets),
        steps_(instance_),
        findings_(instance_) {}

  Inductive run() {
    const std::size_t nodes = instance_.network.node_count();
    for (std::size_t n = 0; n < nodes && !out_.broken; ++n) starts(NodeId(n));
    for (std::size_t m = 0; m < nodes && !out_.broken; ++m) acts(NodeId(m));
    out_.holds = !out_.broken;
    out_.errors = findings_.errors();
    out_.unfired = findings_.unfired();
    return std::move(out_);
  }

 private:
  struct Step {
    std::size_t from = 0;  // row of the actor's set
    Candidate candidate;
  };

  const StateSet& set(NodeId n) const { return sets_[n.index()]; }

  // (1)
  void starts(NodeId n) {
    const StateSet& first = initial_.initial[initial_.classes().class_of(n)];
    for (std::size_t i = 0; i < first.rows && !out_.broken; ++i) {
      network::poll();
      if (contains(set(n), first.row(i))) continue;
      out_.broken = Broken{n, {first.row(i).begin(), first.row(i).end()}, {}};
    }
  }

  // (2), and (3) of all that m points to.
  void acts(NodeId m) {
    std::vector<Step> steps;
    for (std::size_t i = 0; i < set(m).rows; ++i) {
      network::poll();
      const Span row = set(m).row(i);
      steps_.enumerate(m, row);
      for (const LocalProblem& p : steps_.problems()) {
        findings_.fails(m, row, p.action, p.binding, p.error);
      }
      for (const Candidate& c : steps_.candidates()) {
        if (c.held_back) continue;
        findings_.fired(m, row, c);
        if (c.error) continue;
        if (!contains(set(m), c.after)) breaks(m, row, m, i, c, c.after);
        if (out_.broken) return;
        steps.push_back({i, c});
      }
    }
    for (const NodeId n : pointed_to(m)) {
      network::poll();
      interferes(m, n, steps);
      if (out_.broken) return;
    }
  }

  std::set<NodeId> pointed_to(NodeId m) const {
    const network::Network& network = instance_.network;
    std::set<NodeId> out;
    const network::Range darts = network.darts(m);
    for (std::uint32_t d = darts.begin; d < darts.end; ++d) {
      if (!network.writes(network::DartId(std::size_t{d}))) continue;
      for (const network::DartId o : network.darts(network.dart_edge[d])) {
        out.insert(network.dart_node[o.index()]);
      }
    }
    out.erase(m);
    return out;
  }

  void interferes(NodeId m, NodeId n, const std::vector<Step>& steps) {
    const SharedColumns shared = shared_columns(m, n);
    std::map<Values, std::vector<std::size_t>> agreeing;
    for (std::size_t i = 0; i < set(n).rows; ++i) {
      agreeing[at(set(n).row(i), shared.mine)].push_back(i);
    }
    std::set<std::pair<Values, Values>> seen;
    for (const Step& step : steps) {
      network::poll();
      Values before = at(set(m).row(step.from), shared.theirs);
      Values after = at(step.candidate.after, shared.theirs);
      const auto found = agreeing.find(before);
      if (found == agreeing.end() || before == after ||
          !seen.emplace(std::move(before), after).second) {
        continue;
      }
      for (const std::size_t i : found->second) {
        network::poll();
        Values row(set(n).row(i).begin(), set(n).row(i).end());
        for (std::size_t c = 0; c < after.size(); ++c) {
          row[shared.mine[c]] = after[c];
        }
        if (contains(set(n), row)) continue;
        breaks(n, set(n).row(i), m, step.from, step.candidate, row);
        return;
      }
    }
  }

  SharedColumns shared_columns(NodeId m, NodeId n) const {
    const auto theirs = view_slots(instance_, m);
    const auto mine = view_slots(instance_, n);
    SharedColumns out;
    std::map<std::uint32_t, std::uint32_t> column;  // of n, by slot
    for (std::uint32_t c = 0; c < mine.size(); ++c) column[mine[c]] = c;
    for (std::uint32_t c = 0; c < theirs.size(); ++c) {
      const auto found = column.find(theirs[c]);
      if (found == column.end()) continue;
      out.theirs.push_back(c);
      out.mine.push_back(found->second);
    }
    return out;
  }

  void breaks(NodeId n, Span before, NodeId actor, std::size_t from,
              const Candidate& c, Span after) {
    LocalStep step;
    step.view = n;
    step.before.assign(before.begin(), before.end());
    step.actor = actor;
    step.actor_before.assign(set(actor).row(from).begin(),
                             set(actor).row(from).end());
    step.action = c.action;
    step.binding = c.binding;
    out_.broken = Broken{n, {after.begin(), after.end()}, std::move(step)};
  }

  const Instance& instance_;
  const Reduction& initial_;
  std::span<const StateSet> sets_;
  LocalSteps steps_;
  Findings findings_;
  Inductive out_;
};

}  // namespace

Inductive inductive(const Reduction& initial, std::span<const StateSet> sets) {
  return Checker(initial, sets).run();
}

}  // namespace vicinal::fixpoint::inline carried
