// SPDX-License-Identifier: MIT
// Most successors are known already: that is found out here, by many threads;
// what is left is added by one.
#include "explore/lazy/lazy_worker.hpp"

#include <algorithm>

#include "explore/search/team.hpp"

namespace vicinal::explore::inline lazy {

using network::Limit;

LazyWorker::LazyWorker(const Shared& shared, const network::Budget& budget,
                       std::atomic<Limit>& stop)
    : shared_(shared),
      budget_(budget),
      stop_(stop),
      steps_(shared.instance, shared.model, shared.forms, shared.locals,
             shared.needs, shared.touched),
      unwinding_(shared.partitions, shared.locals),
      visit_([this](const Row& row) { return take(row); }),
      fired_(shared.model.steps.size(), false),
      state_(shared.instance.slot_count()) {}

void LazyWorker::expand(Chunk& chunk) {
  chunk_ = &chunk;
  until_limit(budget_, stop_, [&] {
    for (std::uint32_t s = chunk.begin; s < chunk.end; ++s) {
      if (stop_.load(std::memory_order_relaxed) != Limit::none) return;
      if (!shared_.reached.subsumed(s)) expand(s);
    }
    settle();
  });
}

void LazyWorker::expand(std::uint32_t number) {
  number_ = number;
  from_ = shared_.reached[number];
  shared_.reached.read(number, row_);
  const Routes::OfPartition& routes = shared_.routes.of(from_.partition);
  for (std::uint32_t p = 0; p < routes.by_process.size(); ++p) {
    if (routes.by_process[p].empty()) continue;
    for (const Route* route : possible(routes.by_process[p], p)) {
      follow(*route);
    }
  }
  for (const Routes::OfPart& part : routes.others) {
    // Permutations leave the rest alone: what one step needs of it, all do.
    if (!shared_.needs[part.a_step].allows(shared_.locals, from_.rest)) {
      continue;
    }
    for (const Route& route : part.routes) follow(route);
  }
}

const std::vector<const Route*>& LazyWorker::possible(
    const std::vector<Route>& routes, std::uint32_t process) {
  const std::uint32_t local = row_[process];
  const std::uint64_t key =
      (from_.partition * row_.size() + process) << 32 | local;
  const auto known = possible_.find(key);
  if (known != possible_.end()) return known->second;
  std::vector<const Route*> result;
  for (const Route& route : routes) {
    if (shared_.needs[route.step].allows(shared_.locals, process, local)) {
      result.push_back(&route);
    }
  }
  return possible_.insert({key, std::move(result)}).first->second;
}

void LazyWorker::follow(const Route& route) {
  const Needs& needs = shared_.needs[route.step];
  if (!needs.allows(shared_.locals, from_.rest)) return;
  route_ = &route;
  unwinding_(row_, route.apart, needs, visit_);
}

// Takes the step from a represented state where it may be taken.
bool LazyWorker::take(const Row& row) {
  const std::uint32_t step = route_->step;
  Chunk& chunk = *chunk_;
  const LocalSteps::Outcome outcome =
      steps_.take(step, from_.rest, row, after_, chunk.met);
  if (!outcome.enabled) return true;
  ++chunk.transitions;
  fired_[step] = true;
  if (outcome.fails) {
    if (!chunk.failing) chunk.failing = Found{number_, row, step};
    return true;
  }
  Chunk::Successor next{
      {outcome.rest, route_->apart.finer, number_, step}, {}, false};
  const auto fresh = [](std::uint32_t n) { return n >= Locals::fresh; };
  next.met = fresh(outcome.rest) || std::ranges::any_of(after_, fresh);
  if (!next.met) {
    canonize(after_, shared_.partitions.members(next.state.partition));
    next.hash = shared_.reached.hash(after_, next.state);
    shared_.reached.prefetch(next.hash);
  }
  constexpr std::size_t many = 32;
  waiting_.push_back(next);
  waiting_rows_.insert(waiting_rows_.end(), after_.begin(), after_.end());
  if (waiting_.size() == many) settle();
  return true;
}

// Most are known already.
void LazyWorker::settle() {
  for (const Chunk::Successor& s : waiting_) {
    if (!s.met) shared_.reached.prefetch_state(s.hash);
  }
  RowView rows = waiting_rows_;
  for (const Chunk::Successor& s : waiting_) {
    const RowView row = rows.first(row_.size());
    rows = rows.subspan(row.size());
    const std::uint32_t by =
        s.met ? Reached::none
              : shared_.reached.subsumer(row, s.state, s.hash, 0, scratch_);
    if (by != Reached::none) {
      if (shared_.explains && !chunk_->subsumption) {
        chunk_->subsumption =
            subsumption(row, s.state, by, shared_.reached, shared_.partitions);
      }
      continue;
    }
    chunk_->successors.push_back(s);
    chunk_->rows.insert(chunk_->rows.end(), row.begin(), row.end());
  }
  waiting_.clear();
  waiting_rows_.clear();
}

void LazyWorker::ask(Chunk& chunk, const std::vector<bool>& asked) {
  const std::size_t last = shared_.conditions.size() - 1;
  chunk.holds.assign(shared_.conditions.size(), std::nullopt);
  until_limit(budget_, stop_, [&] {
    for (std::uint32_t s = chunk.begin; s < chunk.end; ++s) {
      if (stop_.load(std::memory_order_relaxed) != Limit::none) return;
      const Reached::State state = shared_.reached[s];
      shared_.reached.read(s, row_);
      for (std::size_t c = 0; c <= last; ++c) {
        if (c < last && (!asked[c] || chunk.holds[c])) continue;
        auto found =
            shared_.conditions[c].find(row_, state.rest, state.partition,
                                       shared_.locals, unwinding_, state_);
        if (!found) continue;
        if (c == last) ++chunk.last_holds;
        if (!chunk.holds[c]) {
          chunk.holds[c] = Found{s, std::move(*found), UINT32_MAX};
        }
      }
    }
  });
}

}  // namespace vicinal::explore::inline lazy
