// SPDX-License-Identifier: MIT
// Strongly connected components on the fly (Couvreur 1999; Geldenhuys and
// Valmari 2004): components that are still open lie on a stack, each with the
// marks of the steps within it; when a step goes back they are merged, and one
// that has all marks holds an accepted loop. Marks are those of the automaton,
// and one for each fair action: the step takes it, or it is not enabled where
// the step begins. Strong fairness is looked at when a component is closed: an
// action that is enabled in it and never taken must not be enabled again, so
// that the pairs where it is are left out, and what remains is divided anew
// (Emerson and Lei 1987). So is global fairness, but nothing needs to be
// divided: where all moves of a node are steps within a part, they are within
// the whole.
#include "explore/temporal/product.hpp"

#include <algorithm>
#include <deque>
#include <stdexcept>

namespace vicinal::explore::inline temporal {

struct Product::Component {
  std::uint32_t root = 0;  // its index
  std::size_t first = 0;   // its members: from here on, until the next one
  Marks marks;             // of steps within it
  Marks entry;             // of the step that led to its root
  bool loops = false;      // has a step
  bool good = false;       // a good pair is reached

  // A part that leads back here.
  void merge(const Component& from) {
    for (std::size_t w = 0; w < marks.size(); ++w) {
      marks[w] |= from.marks[w] | from.entry[w];
    }
    loops = true;
    good = good || from.good;
  }
};

namespace {

std::ptrdiff_t distance(std::size_t n) {
  return static_cast<std::ptrdiff_t>(n);
}

}  // namespace

struct Product::Open {
  std::uint32_t pair = 0;
  std::vector<Step> steps;
  std::size_t at = 0;
};

Product::Product(Graph& graph, const std::vector<FairAction>& fair, bool global,
                 Automaton& automaton, Automaton::Letter holds)
    : graph_(graph),
      fair_(fair),
      global_(global),
      automaton_(automaton),
      holds_(std::move(holds)),
      mark_words_((automaton.untils() + fair.size() + 63) / 64),
      all_marks_(mark_words_, 0) {
  for (std::size_t m = 0; m < automaton.untils() + fair.size(); ++m) {
    all_marks_[m / 64] |= std::uint64_t{1} << m % 64;
  }
  strong_ = std::ranges::any_of(fair, &FairAction::strong);
}

std::uint32_t Product::number(std::uint32_t node, std::uint32_t state) {
  const std::uint64_t key = std::uint64_t{node} << 32 | state;
  const auto [at, fresh] =
      numbers_.try_emplace(key, static_cast<std::uint32_t>(pairs_.size()));
  if (fresh) {
    pairs_.push_back({node, state});
    index_.push_back(0);
    closed_.push_back(false);
    good_.push_back(false);
  }
  return at->second;
}

void Product::steps(std::uint32_t pair, std::vector<Step>& out) {
  network::poll(16);
  out.clear();
  const auto [node, state] = pairs_[pair];
  const network::Range range = automaton_.transitions(state, holds_, node);
  for (std::uint32_t t = range.begin; t < range.end; ++t) {
    const std::uint32_t to = automaton_[t].to;
    for (const Move& move : graph_.moves(node)) {
      out.push_back({number(move.to, to), move.by, t});
    }
  }
}

void Product::add_marks(std::uint32_t pair, const Step& step, Marks& marks) {
  const std::uint32_t node = pairs_[pair].node;
  const auto& postponed = automaton_[step.transition].postponed;
  for (std::uint32_t u = 0, p = 0; u < automaton_.untils(); ++u) {
    if (p < postponed.size() && postponed[p] == u) {
      ++p;
      continue;
    }
    marks[u / 64] |= std::uint64_t{1} << u % 64;
  }
  if (fair_.empty()) return;
  const Marks& idle = not_enabled(node);
  for (std::size_t w = 0; w < mark_words_; ++w) marks[w] |= idle[w];
  if (step.by == not_fair) return;
  const std::size_t m = automaton_.untils() + step.by;
  marks[m / 64] |= std::uint64_t{1} << m % 64;
}

// The marks of fair actions that are not enabled at a node. Steps are asked for
// node by node.
const Product::Marks& Product::not_enabled(std::uint32_t node) {
  if (idle_of_ == node) return idle_;
  idle_of_ = node;
  idle_.assign(mark_words_, 0);
  const auto flip = [&](std::size_t f) {
    const std::size_t m = automaton_.untils() + f;
    idle_[m / 64] ^= std::uint64_t{1} << m % 64;
  };
  for (std::size_t f = 0; f < fair_.size(); ++f) flip(f);
  for (const Move& move : graph_.moves(node)) {
    if (move.by == not_fair) continue;
    const std::size_t m = automaton_.untils() + move.by;
    if ((idle_[m / 64] >> m % 64 & 1) != 0) flip(move.by);
  }
  return idle_;
}

bool Product::has_all(const Marks& marks) const {
  return marks == all_marks_;
}

void Product::search(std::uint32_t root, bool first_only) {
  if (index_[root] != 0) return;
  std::vector<Open> path;
  std::vector<Component> components;
  std::vector<std::uint32_t> members;  // of open components
  const auto open = [&](std::uint32_t pair, Marks entry) {
    index_[pair] = ++last_index_;
    components.push_back({last_index_, members.size(), Marks(mark_words_, 0),
                          std::move(entry), false, false});
    members.push_back(pair);
    path.push_back({pair, {}, 0});
    steps(pair, path.back().steps);
  };
  open(root, Marks(mark_words_, 0));
  while (!path.empty()) {
    Open& top = path.back();
    if (top.at < top.steps.size()) {
      const Step step = top.steps[top.at++];
      if (closed_[step.to]) {
        components.back().good = components.back().good || good_[step.to];
        continue;
      }
      Marks marks(mark_words_, 0);
      add_marks(top.pair, step, marks);
      if (index_[step.to] == 0) {
        open(step.to, std::move(marks));
        continue;
      }
      while (components.back().root > index_[step.to]) {
        const Component last = std::move(components.back());
        components.pop_back();
        components.back().merge(last);
      }
      Component& component = components.back();
      component.loops = true;
      for (std::size_t w = 0; w < mark_words_; ++w) {
        component.marks[w] |= marks[w];
      }
      if (first_only && !strong_ && !global_ && has_all(component.marks)) {
        accepted_.emplace(members.begin() + distance(component.first),
                          members.end());
        return;
      }
      continue;
    }
    const std::uint32_t pair = top.pair;
    path.pop_back();
    if (index_[pair] != components.back().root) continue;
    const auto first = members.begin() + distance(components.back().first);
    std::vector<std::uint32_t> own(first, members.end());
    members.erase(first, members.end());
    const Component component = std::move(components.back());
    components.pop_back();
    close(std::move(own), component);
    if (first_only && accepted_) return;
    if (!components.empty() && good_[pair]) components.back().good = true;
  }
}

void Product::close(std::vector<std::uint32_t> members,
                    const Component& component) {
  bool good = component.good;
  if (component.loops && has_all(component.marks)) {
    auto part = strong_ ? fair_part(members) : std::optional(members);
    if (part && (!global_ || takes_every_way(*part))) {
      good = true;
      if (!accepted_) accepted_ = std::move(part);
    }
  }
  for (const std::uint32_t m : members) {
    closed_[m] = true;
    good_[m] = good;
  }
}

// Components of some pairs, by themselves (Tarjan 1972).
namespace {

template <class Steps>
std::vector<std::vector<std::uint32_t>> components_of(
    const std::vector<std::uint32_t>& pairs, Steps steps) {
  struct Visit {
    std::uint32_t index = 0, low = 0;
    bool closed = false;
  };
  tsl::robin_map<std::uint32_t, Visit> visits;
  for (const std::uint32_t p : pairs) visits[p] = {};
  std::vector<std::vector<std::uint32_t>> result;
  std::vector<std::uint32_t> stack;
  struct Frame {
    std::uint32_t pair;
    std::vector<std::uint32_t> next;
    std::size_t at;
  };
  std::vector<Frame> path;
  std::uint32_t last = 0;
  const auto open = [&](std::uint32_t pair) {
    visits[pair] = {++last, last, false};
    stack.push_back(pair);
    path.push_back({pair, steps(pair), 0});
  };
  for (const std::uint32_t root : pairs) {
    if (visits[root].index != 0) continue;
    open(root);
    while (!path.empty()) {
      Frame& top = path.back();
      if (top.at < top.next.size()) {
        const std::uint32_t to = top.next[top.at++];
        const auto at = visits.find(to);
        if (at == visits.end() || at->second.closed) continue;
        if (at->second.index == 0) {
          open(to);
        } else {
          Visit& own = visits[top.pair];
          own.low = std::min(own.low, at->second.index);
        }
        continue;
      }
      const std::uint32_t pair = top.pair;
      path.pop_back();
      const Visit own = visits[pair];
      if (!path.empty()) {
        Visit& before = visits[path.back().pair];
        before.low = std::min(before.low, own.low);
      }
      if (own.low != own.index) continue;
      auto& component = result.emplace_back();
      for (std::uint32_t member = 0;; stack.pop_back()) {
        member = stack.back();
        visits[member].closed = true;
        component.push_back(member);
        if (member == pair) break;
      }
      stack.pop_back();
    }
  }
  return result;
}

}  // namespace

// A part of a component in which a path may stay, with all marks and strongly
// fair.
std::optional<std::vector<std::uint32_t>> Product::fair_part(
    const std::vector<std::uint32_t>& members) {
  std::vector<std::vector<std::uint32_t>> open = {members};
  std::vector<Step> found;
  while (!open.empty()) {
    const std::vector<std::uint32_t> part = std::move(open.back());
    open.pop_back();
    tsl::robin_map<std::uint32_t, bool> inside;
    for (const std::uint32_t p : part) inside[p] = true;
    Marks marks(mark_words_, 0);
    std::vector<bool> taken(fair_.size(), false);
    std::vector<bool> enabled(fair_.size(), false);
    bool loops = false;
    for (const std::uint32_t p : part) {
      for (const Move& move : graph_.moves(pairs_[p].node)) {
        if (move.by != not_fair) enabled[move.by] = true;
      }
      steps(p, found);
      for (const Step& step : found) {
        if (!inside.contains(step.to)) continue;
        loops = true;
        add_marks(p, step, marks);
        if (step.by != not_fair) taken[step.by] = true;
      }
    }
    if (!loops || !has_all(marks)) continue;
    std::vector<bool> bad(fair_.size(), false);
    for (std::size_t f = 0; f < fair_.size(); ++f) {
      bad[f] = fair_[f].strong && enabled[f] && !taken[f];
    }
    if (std::ranges::none_of(bad, [](bool b) { return b; })) return part;
    std::vector<std::uint32_t> rest;
    for (const std::uint32_t p : part) {
      const auto moves = graph_.moves(pairs_[p].node);
      if (std::ranges::none_of(moves, [&](const Move& m) {
            return m.by != not_fair && bad[m.by];
          })) {
        rest.push_back(p);
      }
    }
    auto parts = components_of(rest, [&](std::uint32_t p) {
      steps(p, found);
      std::vector<std::uint32_t> next;
      for (const Step& step : found) next.push_back(step.to);
      return next;
    });
    for (auto& c : parts) open.push_back(std::move(c));
  }
  return std::nullopt;
}

// Whether each move of each node of a component is a step within it.
bool Product::takes_every_way(const std::vector<std::uint32_t>& members) {
  tsl::robin_map<std::uint32_t, bool> inside;
  for (const std::uint32_t p : members) inside[p] = true;
  tsl::robin_map<std::uint64_t, bool, Scatter> taken;
  std::vector<Step> found;
  for (const std::uint32_t p : members) {
    steps(p, found);
    for (const Step& step : found) {
      if (!inside.contains(step.to)) continue;
      taken[way(pairs_[p].node, pairs_[step.to].node)] = true;
    }
  }
  return std::ranges::all_of(members, [&](std::uint32_t p) {
    const std::uint32_t node = pairs_[p].node;
    return std::ranges::all_of(graph_.moves(node), [&](const Move& m) {
      return taken.contains(way(node, m.to));
    });
  });
}

std::vector<bool> Product::satisfied(const std::vector<std::uint32_t>& nodes) {
  std::vector<bool> result;
  for (const std::uint32_t node : nodes) {
    const std::uint32_t root = number(node, 0);
    search(root, false);
    result.push_back(good_[root]);
  }
  return result;
}

std::optional<Lasso> Product::witness(const std::vector<std::uint32_t>& nodes) {
  std::vector<std::uint32_t> roots;
  for (const std::uint32_t node : nodes) {
    roots.push_back(number(node, 0));
    search(roots.back(), true);
    if (accepted_) return lasso(roots);
  }
  return std::nullopt;
}

// A shortest way to the loop, then around it by way of each mark that is still
// missing, the nearest first.
// A run into the pairs that were accepted and round in them: each part is a
// shortest one to a step that is still wanted.
class Product::Closing {
 public:
  explicit Closing(Product& product)
      : product_(product),
        marks_(product.mark_words_, 0),
        wanted_(product.fair_.size(), false) {
    for (const std::uint32_t p : *product.accepted_) inside_[p] = true;
    // Strongly fair actions that have to be taken.
    for (const auto& [p, in] : inside_) {
      for (const Move& move : product.graph_.moves(product.pairs_[p].node)) {
        if (move.by != not_fair && product.fair_[move.by].strong) {
          wanted_[move.by] = true;
        }
        if (!product.global_) continue;
        ways_[way(product.pairs_[p].node, move.to)] = true;
      }
    }
  }

  Lasso run(const std::vector<std::uint32_t>& roots) {
    const std::uint32_t start = enter(roots);
    const std::size_t loop = run_.size();
    std::uint32_t at = start;
    while (!satisfied()) {
      const std::size_t before = run_.size();
      go({at}, true, [&](std::uint32_t pair, const Step& step) {
        return helps(pair, step);
      });
      count(before);
      at = run_.back().second.to;
    }
    if (at != start || run_.size() == loop) {
      go({at}, true,
         [&](std::uint32_t, const Step& step) { return step.to == start; });
    }
    return written(start, loop);
  }

 private:
  struct Came {
    std::uint32_t from = 0;
    Step step;
  };

  // The first pair of the loop.
  std::uint32_t enter(const std::vector<std::uint32_t>& roots) {
    const auto at_root = std::ranges::find_if(
        roots, [&](std::uint32_t p) { return inside_.contains(p); });
    if (at_root != roots.end()) return *at_root;
    go(roots, false, [&](std::uint32_t, const Step& step) {
      return inside_.contains(step.to);
    });
    return run_.back().second.to;
  }

  bool satisfied() const {
    return product_.has_all(marks_) && ways_.empty() &&
           std::ranges::none_of(wanted_, [](bool w) { return w; });
  }

  bool helps(std::uint32_t pair, const Step& step) {
    if (step.by != not_fair && wanted_[step.by]) return true;
    if (ways_.contains(way_of(pair, step))) return true;
    Marks more = marks_;
    product_.add_marks(pair, step, more);
    return more != marks_;
  }

  std::uint64_t way_of(std::uint32_t pair, const Step& step) const {
    return way(product_.pairs_[pair].node, product_.pairs_[step.to].node);
  }

  // What the steps from the first one on have shown.
  void count(std::size_t first) {
    for (std::size_t i = first; i < run_.size(); ++i) {
      product_.add_marks(run_[i].first, run_[i].second, marks_);
      if (run_[i].second.by != not_fair) wanted_[run_[i].second.by] = false;
      ways_.erase(way_of(run_[i].first, run_[i].second));
    }
  }

  // Breadth first to a step that will do; appends what leads there.
  template <class WillDo>
  void go(const std::vector<std::uint32_t>& from, bool within,
          const WillDo& will_do) {
    tsl::robin_map<std::uint32_t, Came> came;
    std::deque<std::uint32_t> open;
    for (const std::uint32_t p : from) {
      came[p] = {p, {}};
      open.push_back(p);
    }
    while (!open.empty()) {
      const std::uint32_t pair = open.front();
      open.pop_front();
      std::vector<Step> next;
      product_.steps(pair, next);
      for (const Step& step : next) {
        if (within && !inside_.contains(step.to)) continue;
        if (will_do(pair, step)) return append(pair, step, came);
        if (came.try_emplace(step.to, Came{pair, step}).second) {
          open.push_back(step.to);
        }
      }
    }
    throw std::logic_error("Product: a loop cannot be closed");
  }

  void append(std::uint32_t pair, const Step& step,
              tsl::robin_map<std::uint32_t, Came>& came) {
    std::vector<std::pair<std::uint32_t, Step>> back = {{pair, step}};
    for (std::uint32_t p = pair; came[p].from != p; p = came[p].from) {
      back.emplace_back(came[p].from, came[p].step);
    }
    run_.insert(run_.end(), back.rbegin(), back.rend());
  }

  Lasso written(std::uint32_t start, std::size_t loop) const {
    Lasso result;
    result.path.loop = loop;
    for (const auto& [pair, step] : run_) {
      result.path.nodes.push_back(product_.pairs_[pair].node);
      result.path.by.push_back(step.by);
      result.letters.push_back(product_.automaton_[step.transition].letters);
    }
    result.path.nodes.push_back(product_.pairs_[start].node);
    return result;
  }

  Product& product_;
  tsl::robin_map<std::uint32_t, bool> inside_;
  std::vector<std::pair<std::uint32_t, Step>> run_;  // pair, step from it
  Marks marks_;
  std::vector<bool> wanted_;
  // Moves that have to be taken yet.
  tsl::robin_map<std::uint64_t, bool, Scatter> ways_;
};

Lasso Product::lasso(const std::vector<std::uint32_t>& roots) {
  return Closing(*this).run(roots);
}

}  // namespace vicinal::explore::inline temporal
