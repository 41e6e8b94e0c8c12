// SPDX-License-Identifier: MIT
// theta of each pair of the instance is read into the set of its type, in the
// order of the type's nodes, and closed under the type's symmetries. What the
// instance does not show comes from the first sample that does. Nothing is said
// of whether the sets are inductive: this only proposes.
#include "fixpoint/family/generalize.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "fixpoint/pair/pair.hpp"
#include "fixpoint/single/single.hpp"

namespace vicinal::fixpoint::inline family {

using fixpoint::LocalStates;
using fixpoint::StateSet;
using network::Instance;
using network::Limit;
using network::NodeId;
using network::Scalar;

namespace {

class Generalizer {
 public:
  Generalizer(const TypeSystem& system, const network::Limits& limits)
      : system_(system), limits_(limits), rows_(system.types.size()) {
    out_.from.resize(system.types.size());
    out_.invariant.sets.resize(system.types.size());
    count_.resize(system.types.size(), 0);
    covered_.resize(system.types.size(), false);
  }

  // Takes the types that the sample shows and none before it did. False: a
  // limit was reached.
  bool take(const Sample& sample, std::optional<std::uint32_t> number);
  bool complete() const {
    return std::all_of(covered_.begin(), covered_.end(),
                       [](bool b) { return b; });
  }
  Generalized finish();

  std::string refused;

 private:
  struct View {
    Tuple tuple;  // in the order of its type
    std::uint32_t type = 0;
  };
  std::vector<View> views(const Sample& sample) const;
  void add(const View& view, const LocalStates& theta);
  bool within(Limit limit);

  const TypeSystem& system_;
  const network::Limits& limits_;
  Generalized out_;
  std::vector<std::vector<Scalar>> rows_;  // per type
  std::vector<std::size_t> count_;
  std::vector<bool> covered_;
};

// Views of types that are not covered yet.
std::vector<Generalizer::View> Generalizer::views(const Sample& sample) const {
  std::vector<View> out;
  const auto count =
      static_cast<std::uint32_t>(sample.instance.network.node_count());
  const auto look = [&](std::vector<NodeId> nodes) {
    for (const Tuple& t : tuples_of(sample, std::move(nodes))) {
      const auto found = system_.locate(t);
      if (!found || covered_[found->type]) continue;
      out.push_back({part_of(t, found->order), found->type});
    }
  };
  for (std::uint32_t a = 0; a < count; ++a) {
    if (system_.k == 1 || count == 1) {
      look({NodeId(a)});
      continue;
    }
    for (std::uint32_t b = a + 1; b < count; ++b) look({NodeId(a), NodeId(b)});
  }
  return out;
}

void Generalizer::add(const View& view, const LocalStates& theta) {
  std::vector<Scalar> state(view.tuple.instance().slot_count());
  std::vector<Scalar>& rows = rows_[view.type];
  for (std::size_t i = 0; i < theta.set->rows; ++i) {
    const auto row = theta.set->row(i);
    for (std::size_t c = 0; c < row.size(); ++c) {
      state[theta.columns[c]] = row[c];
    }
    const std::vector<Scalar> local = local_state(view.tuple, state);
    rows.insert(rows.end(), local.begin(), local.end());
    ++count_[view.type];
    for (const Symmetry& s : system_.types[view.type].symmetries) {
      const auto other = moved(system_.types[view.type], s, local);
      rows.insert(rows.end(), other.begin(), other.end());
      ++count_[view.type];
    }
  }
}

bool Generalizer::within(Limit limit) {
  if (limit == Limit::none) return true;
  refused = fmt::format("the limit ({}) was reached", network::text(limit));
  return false;
}

bool Generalizer::take(const Sample& sample,
                       std::optional<std::uint32_t> number) {
  const Instance& instance = sample.instance;
  const std::vector<View> list = views(sample);
  if (list.empty()) return true;
  network::Diagnostics ignored(instance.model->source);
  const auto single = fixpoint::single_invariant(instance, limits_, ignored,
                                                 fixpoint::Reduce::none);
  if (!single) {
    refused = "the initial condition cannot be projected";
    return false;
  }
  if (!within(single->limit)) return false;
  out_.invariant.local_steps += single->local_steps;
  if (list.front().tuple.nodes.size() == 1) {
    for (const View& v : list) add(v, single->theta(v.tuple.nodes[0]));
  } else {
    const auto pairs = fixpoint::pair_invariant(
        instance, single->reduction, fixpoint::PairMode::unreduced, limits_);
    if (!pairs) {
      refused = "the initial condition cannot be projected";
      return false;
    }
    if (!within(pairs->limit)) return false;
    out_.invariant.local_steps += pairs->local_steps;
    for (const View& v : list) {
      add(v, pairs->theta(v.tuple.nodes[0], v.tuple.nodes[1]));
    }
  }
  for (const View& v : list) {
    covered_[v.type] = true;
    out_.from[v.type] = number;
  }
  return true;
}

Generalized Generalizer::finish() {
  for (std::size_t t = 0; t < rows_.size(); ++t) {
    const std::size_t width = system_.types[t].layout.slots.size();
    StateSet& set = out_.invariant.sets[t];
    set = fixpoint::sorted_set(static_cast<std::uint32_t>(width),
                               std::move(rows_[t]), count_[t]);
    out_.invariant.local_states += set.rows;
  }
  return std::move(out_);
}

}  // namespace

std::optional<Generalized> generalized(const TypeSystem& system,
                                       const std::vector<Scalar>& parameters,
                                       const network::Limits& limits,
                                       std::string& refused) {
  const auto& samples = system.samples.all;
  const auto is = [&](const auto& s) { return s->parameters == parameters; };
  const auto instance = std::find_if(samples.begin(), samples.end(), is);
  if (instance == samples.end()) {
    refused = "the instance to generalize cannot be built, or is too large";
    return std::nullopt;
  }
  const auto without = [&](std::uint32_t s) {
    return std::find(system.without_states.begin(), system.without_states.end(),
                     s) != system.without_states.end();
  };
  if (without(static_cast<std::uint32_t>(instance - samples.begin()))) {
    refused = "nothing satisfies the initial condition of that instance";
    return std::nullopt;
  }
  Generalizer work(system, limits);
  bool good = work.take(**instance, std::nullopt);
  for (std::uint32_t s = 0; good && s < samples.size() && !work.complete();
       ++s) {
    if (!without(s)) good = work.take(*samples[s], s);
  }
  refused = work.refused;
  if (!good) return std::nullopt;
  return work.finish();
}

}  // namespace vicinal::fixpoint::inline family
