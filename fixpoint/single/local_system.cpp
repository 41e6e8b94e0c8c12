// SPDX-License-Identifier: MIT
// The moves are found again from theta, which is closed under them: a move that
// leads out of it is a mistake of the fixpoint. Nodes that do the same to the
// representative are one channel, as in the fixpoint.
#include "fixpoint/single/local_system.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace vicinal::fixpoint::inline single {

using network::NodeId;
using network::Scalar;

namespace {

struct TooMany {};

class SystemBuilder {
 public:
  using Row = std::vector<Scalar>;
  using Columns = std::vector<std::uint32_t>;

  SystemBuilder(const SingleInvariant& invariant, std::uint32_t c,
                LocalSteps& steps, View& joined, network::Budget& budget)
      : invariant_(invariant),
        instance_(*invariant.reduction->instance),
        budget_(budget),
        steps_(steps),
        joined_(joined) {
    const Reduction& reduction = *invariant.reduction;
    system_.node = reduction.classes().representative(c);
    system_.states = listed(invariant.theta(system_.node));
    system_.labels.push_back({NodeId::none(), 0, {}});
    system_.moves.resize(system_.states->rows);
    const auto initial =
        reduction.orbits[c] == nullptr
            ? std::make_shared<const StateSet>(reduction.initial[c])
            : listed({view_slots(instance_, system_.node),
                      std::make_shared<const OrbitSet>(
                          reduction.initial_orbits[c]),
                      {},
                      {}});
    for (std::size_t i = 0; i < initial->rows; ++i) {
      system_.initial.push_back(number(initial->row(i)));
    }
  }

  void add_own() {
    const StateSet& states = *system_.states;
    for (std::uint32_t s = 0; s < states.rows; ++s) {
      look();
      // Whatever happens out of sight, and for ever where nothing happens.
      add(s, s, LocalSystem::elsewhere, UINT32_MAX);
      steps_.enumerate(system_.node, states.row(s));
      for (const Candidate& candidate : steps_.candidates()) {
        if (candidate.error || candidate.held_back) continue;
        add(s, number(candidate.after), label(system_.node, candidate),
            candidate.action);
      }
    }
  }

  // What steps of m, which points to the node, do to it.
  void add_interference(NodeId m) {
    find_shared(m);
    std::map<Row, std::vector<std::uint32_t>> agreeing;
    for (std::uint32_t s = 0; s < system_.states->rows; ++s) {
      agreeing[values_at(system_.states->row(s), mine_)].push_back(s);
    }
    changes_.clear();
    const LocalStates theirs = seen_through(m);
    for (std::size_t i = 0; i < theirs.size(); ++i) {
      look();
      const orbits::Row row = theirs.row(i);
      const auto at = agreeing.find(values_at(row, theirs_));
      if (at == agreeing.end()) continue;
      steps_.enumerate(m, row);
      if (change(m, at->first, at->second)) change_seen(m, row, at->second);
    }
  }

  LocalSystem take() { return std::move(system_); }

 private:
  void look() {
    network::poll(64);
    if ((++looked_ & 255) != 0) return;
    const network::Limit limit =
        budget_.look(system_.states->rows, known_.size() * 64);
    if (limit != network::Limit::none) throw network::LimitReached{limit};
  }

  // All rows, which atoms may tell apart.
  static std::shared_ptr<const StateSet> listed(const LocalStates& states) {
    const auto all = states.listed(LocalSystems::most_states);
    if (!all) throw TooMany{};
    return all->set;
  }

  // theta of m, up to what leaves the edges that the node sees where they are:
  // elements of its vertex group that do take steps to steps that change these
  // alike.
  LocalStates seen_through(NodeId m) const {
    const auto mine = instance_.network.inout(system_.node);
    const network::Range darts = instance_.network.darts(m);
    Darts shared;
    for (std::uint32_t d = darts.begin; d < darts.end; ++d) {
      const auto edge = instance_.network.dart_edge[d];
      if (std::ranges::find(mine, edge) != mine.end()) {
        shared.push_back(d - darts.begin);
      }
    }
    auto theirs =
        invariant_.theta(m).singled_out(shared, LocalSystems::most_states);
    if (!theirs) throw TooMany{};
    return std::move(*theirs);
  }

  static Row values_at(std::span<const Scalar> row, const Columns& columns) {
    Row out;
    for (const std::uint32_t c : columns) out.push_back(row[c]);
    return out;
  }

  // The columns of common edges at either end.
  void find_shared(NodeId m) {
    const auto here = view_slots(instance_, system_.node);
    const auto there = view_slots(instance_, m);
    std::map<std::uint32_t, std::uint32_t> column;
    for (std::uint32_t c = 0; c < here.size(); ++c) column[here[c]] = c;
    mine_.clear();
    theirs_.clear();
    for (std::uint32_t c = 0; c < there.size(); ++c) {
      const auto at = column.find(there[c]);
      if (at == column.end()) continue;
      mine_.push_back(at->second);
      theirs_.push_back(c);
    }
  }

  // Steps that m takes whatever the node's state is. True: there are others.
  bool change(NodeId m, const Row& before,
              const std::vector<std::uint32_t>& states) {
    bool conditional = false;
    for (const Candidate& candidate : steps_.candidates()) {
      if (candidate.error) continue;
      const Row after = values_at(candidate.after, theirs_);
      if (after == before) continue;
      if (candidate.conditional) {
        conditional = true;
      } else if (changes_.emplace(before, after).second) {
        const std::uint32_t by = label(m, candidate);
        for (const std::uint32_t s : states) interfere(s, after, by);
      }
    }
    return conditional;
  }

  // Those whose guard or priority looks at the node, on the joined view.
  void change_seen(NodeId m, std::span<const Scalar> row,
                   const std::vector<std::uint32_t>& states) {
    const auto& candidates = steps_.candidates();
    const Row before = values_at(row, theirs_);
    std::vector<std::uint32_t> firing;
    for (const std::uint32_t s : states) {
      look();
      joined_.hide_all();
      joined_.show(system_.node, system_.states->row(s));
      joined_.show(m, row);
      steps_.conditional(m, joined_, candidates, firing);
      for (const std::uint32_t i : firing) {
        if (candidates[i].error) continue;
        const Row after = values_at(candidates[i].after, theirs_);
        if (after != before) interfere(s, after, label(m, candidates[i]));
      }
    }
  }

  void interfere(std::uint32_t s, const Row& after, std::uint32_t by) {
    const auto row = system_.states->row(s);
    Row to(row.begin(), row.end());
    for (std::size_t i = 0; i < mine_.size(); ++i) to[mine_[i]] = after[i];
    add(s, number(to), by, UINT32_MAX);
  }

  std::uint32_t label(NodeId actor, const Candidate& candidate) {
    const auto [at, fresh] =
        labels_.try_emplace({actor, candidate.action, candidate.binding},
                            static_cast<std::uint32_t>(system_.labels.size()));
    if (fresh) {
      system_.labels.push_back({actor, candidate.action, candidate.binding});
    }
    return at->second;
  }

  // `own`: the action, if the node itself takes it.
  void add(std::uint32_t from, std::uint32_t to, std::uint32_t by,
           std::uint32_t own) {
    network::poll();
    if (known_.emplace(from, to, own).second) {
      system_.moves[from].push_back({to, by});
    }
  }

  std::uint32_t number(std::span<const Scalar> row) const {
    const StateSet& set = *system_.states;
    std::size_t low = 0, high = set.rows;
    while (low < high) {
      const std::size_t middle = (low + high) / 2;
      if (std::ranges::lexicographical_compare(set.row(middle), row)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    if (low == set.rows || !std::ranges::equal(set.row(low), row)) {
      throw std::logic_error("LocalSystem: a step leads out of theta");
    }
    return static_cast<std::uint32_t>(low);
  }

  const SingleInvariant& invariant_;
  const network::Instance& instance_;
  network::Budget& budget_;
  LocalSteps& steps_;
  View& joined_;
  LocalSystem system_;
  std::map<std::tuple<NodeId, std::uint32_t, Row>, std::uint32_t> labels_;
  std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> known_;
  // Of the node that interferes: the columns of common edges here and there,
  // and what was done to them.
  Columns mine_, theirs_;
  std::set<std::pair<Row, Row>> changes_;
  std::uint64_t looked_ = 0;
};

}  // namespace

LocalSystems::LocalSystems(const SingleInvariant& invariant,
                           network::Budget& budget)
    : invariant_(invariant),
      budget_(budget),
      channels_(*invariant.reduction, Channels::Keep::all),
      steps_(*invariant.reduction->instance),
      joined_(*invariant.reduction->instance) {
  if (invariant.limit != network::Limit::none ||
      !invariant.reduction->instance->model->rules.empty()) {
    throw std::logic_error("LocalSystems: needs all of theta, and no rules");
  }
}

std::optional<LocalSystem> LocalSystems::of(std::uint32_t c) {
  try {
    SystemBuilder builder(invariant_, c, steps_, joined_, budget_);
    builder.add_own();
    const network::Range incoming = channels_.incoming(c);
    for (std::uint32_t i = incoming.begin; i < incoming.end; ++i) {
      builder.add_interference(channels_.neighbour(i));
    }
    return builder.take();
  } catch (const TooMany&) {
    return std::nullopt;
  }
}

}  // namespace vicinal::fixpoint::inline single
