// SPDX-License-Identifier: MIT
// LS section 5, by going through everything there is.
#include "pair_groupoid.hpp"

#include <algorithm>
#include <optional>

namespace vicinal::oracle {

namespace {

// The betas of the triples, by their two nodes.
using ByEnds = std::map<Pair, std::vector<Beta>>;

ByEnds by_ends(const Triples& triples) {
  ByEnds betas;
  for (const Triple& t : triples) betas[{t.m, t.n}].push_back(t.beta);
  return betas;
}

// Both as one bijection, if they are one.
std::optional<Beta> united(Beta a, const Beta& b) {
  for (const auto& [from, to] : b) {
    if (a.emplace(from, to).first->second != to) return std::nullopt;
  }
  if (image(a).size() != a.size()) return std::nullopt;
  return a;
}

Edges inout(const Literal& g, const Pair& p) {
  Edges both = g.inout[p.first];
  both.insert(g.inout[p.second].begin(), g.inout[p.second].end());
  return both;
}

// pt(i, j) of section 5.
std::vector<std::uint32_t> pt(const Literal& g, const Pair& p) {
  std::vector<std::uint32_t> list;
  for (std::uint32_t k = 0; k < g.nodes; ++k) {
    if (k == p.first || k == p.second) continue;
    if (g.points_to(k, p.first) || g.points_to(k, p.second)) list.push_back(k);
  }
  return list;
}

// The edges that k shares with the pair.
Edges shared_edges(const Literal& g, std::uint32_t k, const Pair& p) {
  Edges edges = g.shared(k, p.first);
  edges.merge(g.shared(k, p.second));
  return edges;
}

std::vector<Pair> all_pairs(const Literal& g) {
  std::vector<Pair> pairs;
  for (std::uint32_t i = 0; i < g.nodes; ++i) {
    for (std::uint32_t j = 0; j < g.nodes; ++j) {
      if (i != j) pairs.emplace_back(i, j);
    }
  }
  return pairs;
}

bool closed_under_inverse(const PairTriples& b) {
  return std::all_of(b.begin(), b.end(), [&](const PairTriple& t) {
    return b.contains(inverse(t));
  });
}

// Which triples of a relation meet the rule for every k?
class PairCondition {
 public:
  PairCondition(const network::Network& network, PairRule rule, Shared shared,
                std::size_t budget)
      : g_(network),
        locals_(by_ends(local_symmetries(network, budget))),
        rule_(rule),
        shared_(shared) {}

  bool is_local(const PairTriple& t) const {
    return t.from.first != t.from.second && t.to.first != t.to.second &&
           united(t.beta, {}) && domain(t.beta) == inout(g_, t.from) &&
           is_local(t.from.first, t.beta, t.to.first) &&
           is_local(t.from.second, t.beta, t.to.second);
  }

  bool holds(const PairTriple& t, const PairTriples& b) const {
    const auto from = pt(g_, t.from);
    const auto to = pt(g_, t.to);
    return std::all_of(from.begin(), from.end(), [&](std::uint32_t k) {
      return std::any_of(to.begin(), to.end(), [&](std::uint32_t l) {
        return correspond(t, k, l, b);
      });
    });
  }

 private:
  static Edges domain(const Beta& beta) { return image(inverse(beta)); }

  bool is_local(std::uint32_t m, const Beta& beta, std::uint32_t n) const {
    const auto at = locals_.find({m, n});
    return at != locals_.end() &&
           std::find(at->second.begin(), at->second.end(),
                     restricted(beta, g_.inout[m])) != at->second.end();
  }

  bool correspond(const PairTriple& t, std::uint32_t k, std::uint32_t l,
                  const PairTriples& b) const {
    const auto deltas = locals_.find({k, l});
    if (deltas == locals_.end()) return false;
    const Edges meet = shared_edges(g_, k, t.from);
    const Beta common = restricted(t.beta, meet);
    if (shared_ == Shared::exact &&
        image(common) != shared_edges(g_, l, t.to)) {
      return false;
    }
    return std::any_of(
        deltas->second.begin(), deltas->second.end(), [&](const Beta& delta) {
          return restricted(delta, meet) == common &&
                 (rule_ == PairRule::printed || related(t, k, delta, l, b));
        });
  }

  // beta and delta relate (i, k) to (m, l) and (j, k) to (n, l).
  bool related(const PairTriple& t, std::uint32_t k, const Beta& delta,
               std::uint32_t l, const PairTriples& b) const {
    const auto with = [&](std::uint32_t i, std::uint32_t m) {
      const auto both = united(restricted(t.beta, g_.inout[i]), delta);
      return both && b.contains({{i, k}, *both, {m, l}});
    };
    return with(t.from.first, t.to.first) && with(t.from.second, t.to.second);
  }

  const Literal g_;
  const ByEnds locals_;
  const PairRule rule_;
  const Shared shared_;
};

}  // namespace

PairTriples pair_symmetries(const network::Network& network,
                            const Triples& singles, std::size_t budget) {
  ByEnds betas = by_ends(singles);
  const std::vector<Pair> pairs = all_pairs(Literal(network));
  PairTriples all;
  for (const Pair& from : pairs) {
    for (const Pair& to : pairs) {
      for (const Beta& first : betas[{from.first, to.first}]) {
        for (const Beta& second : betas[{from.second, to.second}]) {
          const auto both = united(first, second);
          if (both) all.insert({from, *both, to});
          if (all.size() > budget) throw TooLarge();
        }
      }
    }
  }
  return all;
}

PairTriples pair_symmetries(const network::Network& network,
                            std::size_t budget) {
  return pair_symmetries(network, local_symmetries(network, budget), budget);
}

PairTriple inverse(const PairTriple& t) {
  return {t.to, inverse(t.beta), t.from};
}

bool is_groupoid(const PairTriples& b, const network::Network& network) {
  const Literal g(network);
  for (const Pair& p : all_pairs(g)) {
    if (!b.contains({p, identity(inout(g, p)), p})) return false;
  }
  if (!closed_under_inverse(b)) return false;
  for (const PairTriple& first : b) {
    for (auto second = b.lower_bound({first.to, {}, {}});
         second != b.end() && second->from == first.to; ++second) {
      const Beta both = after(second->beta, first.beta);
      if (!b.contains({first.from, both, second->to})) return false;
    }
  }
  return true;
}

bool is_balance(const PairTriples& b, const network::Network& network,
                PairRule rule, Shared shared, std::size_t budget) {
  const PairCondition condition(network, rule, shared, budget);
  return closed_under_inverse(b) &&
         std::all_of(b.begin(), b.end(), [&](const PairTriple& t) {
           return condition.is_local(t) && condition.holds(t, b);
         });
}

PairTriples greatest_pair_balance_within(PairTriples start,
                                         const network::Network& network,
                                         PairRule rule, Shared shared,
                                         std::size_t budget) {
  const PairCondition condition(network, rule, shared, budget);
  while (true) {
    PairTriples kept;
    for (const PairTriple& t : start) {
      if (start.contains(inverse(t)) && condition.holds(t, start)) {
        kept.insert(t);
      }
    }
    if (kept.size() == start.size()) return kept;
    start = std::move(kept);
  }
}

PairTriples greatest_pair_balance(const network::Network& network,
                                  PairRule rule, Shared shared,
                                  const Triples& singles, std::size_t budget) {
  return greatest_pair_balance_within(pair_symmetries(network, singles, budget),
                                      network, rule, shared, budget);
}

PairTriples greatest_pair_balance(const network::Network& network,
                                  PairRule rule, Shared shared,
                                  std::size_t budget) {
  return greatest_pair_balance(network, rule, shared,
                               local_symmetries(network, budget), budget);
}

PairClasses orbits(const PairTriples& b, const network::Network& network) {
  // The least pair that each is connected with.
  std::map<Pair, Pair> least;
  for (const Pair& p : all_pairs(Literal(network))) least[p] = p;
  for (bool changed = true; changed;) {
    changed = false;
    for (const PairTriple& t : b) {
      const Pair less = std::min(least.at(t.from), least.at(t.to));
      changed = changed || least.at(t.from) != least.at(t.to);
      least.at(t.from) = least.at(t.to) = less;
    }
  }
  std::map<Pair, std::vector<Pair>> by_least;
  for (const auto& [p, first] : least) by_least[first].push_back(p);
  PairClasses classes;
  for (auto& [first, members] : by_least) classes.push_back(std::move(members));
  return classes;
}

}  // namespace vicinal::oracle
