// SPDX-License-Identifier: MIT
// Of each annotation the state that represents most says most of it. What it
// represents are the arrangements of its local states within the cells: from
// the canonical one on, in which they ascend, each is the next permutation.
#include "explore/lazy/sample.hpp"

#include <algorithm>
#include <map>

#include "network/base/budget.hpp"

namespace vicinal::explore::inline lazy {

namespace {

// The next arrangement. False: it was the last, and the row is canonical again.
bool arrange(Row& row, const Members& cells) {
  for (const std::uint32_t c : cells.large) {
    const auto members = cells[c];
    Row locals;
    for (const std::uint32_t p : members) locals.push_back(row[p]);
    const bool more = std::ranges::next_permutation(locals).found;
    for (std::size_t i = 0; i < members.size(); ++i) {
      row[members[i]] = locals[i];
    }
    if (more) return true;
  }
  return false;
}

std::vector<network::Scalar> state_of(const Sampled& sampled,
                                      std::uint32_t rest, const Row& row) {
  std::vector<network::Scalar> state(sampled.slots);
  sampled.locals.put_together(rest, row, state);
  return state;
}

AnnotatedState annotated(const Sampled& sampled, const Row& row,
                         const Reached::State& state) {
  const Members& members = sampled.partitions.members(state.partition);
  AnnotatedState result{state_of(sampled, state.rest, row), {}, 1};
  result.represents = represented(row, members);
  for (const std::uint32_t c : members.large) {
    result.cells.emplace_back();
    for (const std::uint32_t p : members[c]) {
      result.cells.back().push_back(sampled.processes.list[p].node);
    }
    std::ranges::sort(result.cells.back());
  }
  return result;
}

// The states that are shown: of each annotation the first that represents most.
std::vector<std::uint32_t> shown(const Sampled& sampled) {
  struct Most {
    double represents = 0;
    std::uint32_t state = 0;
  };
  std::map<std::uint32_t, Most> by_annotation;
  Row row;
  for (std::uint32_t s = 0; s < sampled.reached.size(); ++s) {
    network::poll();
    const std::uint32_t partition = sampled.reached[s].partition;
    sampled.reached.read(s, row);
    const double r = represented(row, sampled.partitions.members(partition));
    Most& most = by_annotation[partition];
    if (r > most.represents) most = {r, s};
  }
  std::vector<Most> all;
  for (const auto& [partition, most] : by_annotation) all.push_back(most);
  std::ranges::sort(all, [](const Most& a, const Most& b) {
    return a.represents != b.represents ? a.represents > b.represents
                                        : a.state < b.state;
  });
  if (all.size() > LazySample::most_shown) all.resize(LazySample::most_shown);
  std::vector<std::uint32_t> states;
  for (const Most& most : all) states.push_back(most.state);
  return states;
}

// The first state that a later one of its level subsumes.
std::optional<Subsumption> removed(const Sampled& sampled) {
  const Reached& reached = sampled.reached;
  Reached::Scratch scratch;
  Row row;
  for (std::uint32_t s = 0; s < reached.size(); ++s) {
    network::poll();
    if (!reached.subsumed(s)) continue;
    reached.read(s, row);
    const std::uint32_t by = reached.subsumer(
        row, reached[s], reached.hash(row, reached[s]), s + 1, scratch);
    if (by == Reached::none) continue;
    auto found = subsumption(row, reached[s], by, reached, sampled.partitions);
    if (found) return found;
  }
  return std::nullopt;
}

}  // namespace

// Product of multinomial coefficients, each as a product of binomial ones,
// which stay whole numbers on the way.
double represented(RowView row, const Members& cells) {
  double result = 1;
  std::vector<std::uint32_t> locals;
  for (const std::uint32_t c : cells.large) {
    locals.clear();
    for (const std::uint32_t p : cells[c]) locals.push_back(row[p]);
    std::ranges::sort(locals);
    double alike = 0;
    for (std::size_t i = 0; i < locals.size(); ++i) {
      alike = i > 0 && locals[i] == locals[i - 1] ? alike + 1 : 1;
      result = result * static_cast<double>(i + 1) / alike;
    }
  }
  return result;
}

std::optional<Subsumption> subsumption(RowView row, const Reached::State& state,
                                       std::uint32_t by, const Reached& reached,
                                       const Partitions& partitions) {
  if (reached[by].partition == state.partition) return std::nullopt;
  Row other;
  reached.read(by, other);
  if (represented(other, partitions.members(reached[by].partition)) <=
      represented(row, partitions.members(state.partition))) {
    return std::nullopt;
  }
  return Subsumption{{row.begin(), row.end()}, state, by};
}

LazySample sample_of(const Sampled& sampled,
                     const std::optional<Subsumption>& seen) {
  LazySample result;
  Row row;
  for (const std::uint32_t s : shown(sampled)) {
    const Reached::State& state = sampled.reached[s];
    sampled.reached.read(s, row);
    LazySample::Shown& one =
        result.shown.emplace_back(annotated(sampled, row, state));
    const Members& members = sampled.partitions.members(state.partition);
    do {
      one.states.push_back(state_of(sampled, state.rest, row));
    } while (one.states.size() < LazySample::most_states &&
             arrange(row, members));
  }
  if (const auto s = seen ? seen : removed(sampled)) {
    Row by;
    sampled.reached.read(s->by, by);
    result.subsumed =
        LazySample::Subsumed{annotated(sampled, s->row, s->state),
                             annotated(sampled, by, sampled.reached[s->by])};
  }
  return result;
}

}  // namespace vicinal::explore::inline lazy
