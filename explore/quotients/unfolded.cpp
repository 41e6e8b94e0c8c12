// SPDX-License-Identifier: MIT
// All is made breadth first, by the definitions: a node of GQS_Stru is a
// representative with the predicates tracked, which are what they are by the
// color of the process at each place.
#include "explore/quotients/unfolded.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "explore/search/initial_states.hpp"
#include "explore/temporal/unwound_graph.hpp"
#include "network/base/budget.hpp"

namespace vicinal::explore::inline quotients {

using network::Instance;
using network::ModelError;

namespace {

using State = GuardedQuotient::State;
using Places = std::vector<std::uint32_t>;

// What the model itself may do next.
class Successors {
 public:
  explicit Successors(const Instance& instance) : steps_(instance) {}

  std::set<State> of(const State& state) {
    State from = state;
    steps_.enabled(from.data(), list_);
    std::set<State> result;
    for (const network::Step& step : list_.steps) {
      network::poll();
      State after = state;
      try {
        steps_.apply(list_, step, after.data());
        result.insert(std::move(after));
      } catch (const ModelError&) {
        continue;
      }
    }
    return result;
  }

 private:
  network::Steps steps_;
  network::StepList list_;
};

Places composed(const Places& at, const Places& label) {
  Places result;
  for (const std::uint32_t p : label) result.push_back(at[p]);
  return result;
}

// False: `visit` stopped it.
template <typename Visit>
bool each_initial(const Instance& instance, const Visit& visit) {
  return initial_states(instance, network::Limits{}, [&](auto state) {
    network::poll();
    return visit(State(state.begin(), state.end()));
  });
}

// States, or nodes, numbered in the order in which they came.
template <typename Key>
class Numbers {
 public:
  explicit Numbers(std::size_t most) : most_(most) {}
  std::uint32_t of(const Key& key) {
    const auto next = static_cast<std::uint32_t>(list_.size());
    const auto [at, fresh] = numbers_.try_emplace(key, next);
    if (fresh) list_.push_back(key);
    return at->second;
  }
  bool too_many() const { return list_.size() > most_; }
  std::size_t size() const { return list_.size(); }
  const Key& operator[](std::size_t i) const { return list_[i]; }
  const std::vector<Key>& list() const { return list_; }

 private:
  std::size_t most_;
  std::map<Key, std::uint32_t> numbers_;
  std::vector<Key> list_;
};

}  // namespace

std::optional<WholeGraph> whole_graph(const Instance& instance,
                                      GuardedQuotient& quotient,
                                      std::size_t most) {
  WholeGraph graph;
  Numbers<State> states(most);
  const bool few = each_initial(instance, [&](const State& state) {
    graph.initial.push_back(states.of(state));
    return !states.too_many();
  });
  if (!few) return std::nullopt;
  Successors successors(instance);
  std::set<WholeGraph::Arc> arcs;
  for (std::uint32_t s = 0; s < states.size(); ++s) {
    network::poll();
    const State from = states[s];
    const std::set<State> real = successors.of(from);
    Places at;
    const std::uint32_t r = quotient.find(from, at);
    const auto edges = quotient.edges(r);
    const auto labels = quotient.labels(r);
    for (std::size_t e = 0; e < edges.size(); ++e) {
      if (edges[e].error) continue;
      const State to = quotient.arranged(edges[e].to, composed(at, labels[e]));
      arcs.insert({s, states.of(to), !real.contains(to)});
      if (states.too_many()) return std::nullopt;
    }
  }
  graph.states = states.list();
  graph.arcs.assign(arcs.begin(), arcs.end());
  return graph;
}

std::optional<AnnotatedQuotient> annotated_quotient(const Instance& instance,
                                                    GuardedQuotient& quotient,
                                                    std::size_t most) {
  AnnotatedQuotient result;
  Places at;
  std::set<std::uint32_t> initial;
  const bool few = each_initial(instance, [&](const State& state) {
    initial.insert(quotient.find(state, at));
    return quotient.size() <= most;
  });
  if (!few) return std::nullopt;
  result.initial.assign(initial.begin(), initial.end());
  for (std::uint32_t r = 0; r < quotient.size(); ++r) {
    network::poll();
    const auto edges = quotient.edges(r);
    const auto labels = quotient.labels(r);
    for (std::size_t e = 0; e < edges.size(); ++e) {
      if (edges[e].error) continue;
      result.edges.push_back({r, labels[e], edges[e]});
    }
    if (quotient.size() > most) return std::nullopt;
  }
  for (std::uint32_t r = 0; r < quotient.size(); ++r) {
    result.states.push_back(quotient.state(r));
  }
  return result;
}

namespace {

class Unwinding {
 public:
  Unwinding(const Instance& instance, GuardedQuotient& quotient, Places colors,
            std::size_t most)
      : instance_(instance),
        quotient_(quotient),
        colors_(std::move(colors)),
        successors_(instance),
        nodes_(most) {}

  std::optional<Unwound> run() {
    std::set<std::uint32_t> initial;
    const bool few = each_initial(instance_, [&](const State& state) {
      Places at;
      const std::uint32_t r = quotient_.find(state, at);
      initial.insert(nodes_.of({r, colors_at(at)}));
      return !nodes_.too_many();
    });
    if (!few) return std::nullopt;
    result_.initial.assign(initial.begin(), initial.end());
    for (std::uint32_t n = 0; n < nodes_.size(); ++n) {
      network::poll();
      expand(n);
      if (nodes_.too_many()) return std::nullopt;
    }
    result_.arcs.assign(arcs_.begin(), arcs_.end());
    reduce();
    return std::move(result_);
  }

 private:
  using Node = std::pair<std::uint32_t, Places>;  // colors, per place

  Places colors_at(const Places& at) const {
    Places colors;
    for (const std::uint32_t process : at) colors.push_back(colors_[process]);
    return colors;
  }

  // Processes of a color in their order.
  Places arrangement(const Places& colors) const {
    Places at(colors.size());
    const auto& first = quotient_.first();
    for (std::size_t c = 0; c + 1 < first.size(); ++c) {
      std::map<std::uint32_t, std::uint32_t> next;  // per color
      for (std::uint32_t p = first[c]; p < first[c + 1]; ++p) {
        network::poll();
        std::uint32_t& process =
            next.try_emplace(colors[p], first[c]).first->second;
        while (colors_[process] != colors[p]) ++process;
        at[p] = process++;
      }
    }
    return at;
  }

  void expand(std::uint32_t n) {
    const Node node = nodes_[n];
    const Places at = arrangement(node.second);
    result_.nodes.push_back({node.first, at});
    const std::set<State> real =
        successors_.of(quotient_.arranged(node.first, at));
    const auto edges = quotient_.edges(node.first);
    const auto labels = quotient_.labels(node.first);
    for (std::size_t e = 0; e < edges.size(); ++e) {
      network::poll();
      if (edges[e].error) continue;
      const Places to = composed(at, labels[e]);
      if (!real.contains(quotient_.arranged(edges[e].to, to))) continue;
      arcs_.emplace(n, nodes_.of({edges[e].to, colors_at(to)}));
    }
  }

  // Places with equal blocks may change places with each other.
  void reduce() {
    Numbers<Node> classes(nodes_.size());
    for (const Node& node : nodes_.list()) {
      network::poll();
      const Places& groups = quotient_.groups(node.first);
      std::vector<std::pair<std::uint32_t, std::uint32_t>> sorted;
      for (std::size_t p = 0; p < groups.size(); ++p) {
        sorted.emplace_back(groups[p], node.second[p]);
      }
      std::ranges::sort(sorted);
      Places colors;
      for (const auto& place : sorted) colors.push_back(place.second);
      result_.reduced.push_back(classes.of({node.first, colors}));
    }
    result_.reduced_size = static_cast<std::uint32_t>(classes.size());
  }

  const Instance& instance_;
  GuardedQuotient& quotient_;
  Places colors_;  // per process
  Successors successors_;
  Numbers<Node> nodes_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> arcs_;
  Unwound result_;
};

}  // namespace

std::optional<Unwound> unwound(
    const Instance& instance, GuardedQuotient& quotient,
    const std::vector<std::vector<network::NodeId>>& alike, std::size_t most) {
  return Unwinding(instance, quotient, colors_of(quotient, alike), most).run();
}

}  // namespace vicinal::explore::inline quotients
