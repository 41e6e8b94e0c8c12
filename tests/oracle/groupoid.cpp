// SPDX-License-Identifier: MIT
// Definitions 1, 2 and 4 of LS, by going through everything there is.
#include "groupoid.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace vicinal::oracle {

// --- The network -----------------------------------------------------------

Literal::Literal(const network::Network& network)
    : nodes(static_cast<std::uint32_t>(network.node_count())),
      edges(static_cast<std::uint32_t>(network.edge_count())),
      node_color(network.node_color.list()),
      edge_color(network.edge_color.list()),
      in(nodes),
      out(nodes),
      inout(nodes),
      port(nodes) {
  for (std::size_t d = 0; d < network.dart_count(); ++d) {
    const std::uint32_t n = network.dart_node[d].value;
    const std::uint32_t e = network.dart_edge[d].value;
    if ((network.dart_direction[d] & network::dart_reads) != 0) in[n].insert(e);
    if ((network.dart_direction[d] & network::dart_writes) != 0) {
      out[n].insert(e);
    }
    port[n][e] = network.has_ports ? network.dart_port[d] : 0;
  }
  for (std::uint32_t n = 0; n < nodes; ++n) {
    inout[n].insert(in[n].begin(), in[n].end());
    inout[n].insert(out[n].begin(), out[n].end());
  }
}

Literal::Kind Literal::kind(std::uint32_t n, std::uint32_t e) const {
  return {edge_color[e], in[n].contains(e), out[n].contains(e), port[n].at(e)};
}

Edges Literal::shared(std::uint32_t j, std::uint32_t m) const {
  Edges both;
  for (const std::uint32_t e : inout[j]) {
    if (inout[m].contains(e)) both.insert(e);
  }
  return both;
}

bool Literal::points_to(std::uint32_t m, std::uint32_t n) const {
  if (m == n) return false;
  return std::any_of(out[m].begin(), out[m].end(),
                     [&](std::uint32_t e) { return inout[n].contains(e); });
}

std::vector<std::uint32_t> Literal::pt(std::uint32_t n) const {
  std::vector<std::uint32_t> list;
  for (std::uint32_t m = 0; m < nodes; ++m) {
    if (points_to(m, n)) list.push_back(m);
  }
  return list;
}

// --- Functions on edges ----------------------------------------------------

Beta restricted(const Beta& beta, const Edges& edges) {
  Beta part;
  for (const auto& [from, to] : beta) {
    if (edges.contains(from)) part.emplace(from, to);
  }
  return part;
}

Edges image(const Beta& beta) {
  Edges edges;
  for (const auto& [from, to] : beta) edges.insert(to);
  return edges;
}

Beta inverse(const Beta& beta) {
  Beta back;
  for (const auto& [from, to] : beta) back.emplace(to, from);
  return back;
}

Beta after(const Beta& second, const Beta& first) {
  Beta both;
  for (const auto& [from, to] : first) both.emplace(from, second.at(to));
  return both;
}

Beta identity(const Edges& edges) {
  Beta beta;
  for (const std::uint32_t e : edges) beta.emplace(e, e);
  return beta;
}

// --- Definition 2 ----------------------------------------------------------

namespace {

bool maps_onto(const Beta& beta, const Edges& from, const Edges& to) {
  const Beta part = restricted(beta, from);
  return part.size() == from.size() && image(part) == to &&
         from.size() == to.size();
}

// Similar if as many edges of each kind are incident to both.
bool similar(const Literal& g, std::uint32_t m, std::uint32_t n) {
  std::multiset<Literal::Kind> of_m, of_n;
  for (const std::uint32_t e : g.inout[m]) of_m.insert(g.kind(m, e));
  for (const std::uint32_t e : g.inout[n]) of_n.insert(g.kind(n, e));
  return g.node_color[m] == g.node_color[n] && of_m == of_n;
}

}  // namespace

bool is_local_symmetry(const Triple& t, const network::Network& network) {
  const Literal g(network);
  if (g.node_color[t.m] != g.node_color[t.n]) return false;
  if (t.beta.size() != g.inout[t.m].size()) return false;
  if (!maps_onto(t.beta, g.inout[t.m], g.inout[t.n])) return false;
  if (!maps_onto(t.beta, g.in[t.m], g.in[t.n])) return false;
  if (!maps_onto(t.beta, g.out[t.m], g.out[t.n])) return false;
  return std::all_of(t.beta.begin(), t.beta.end(), [&](const auto& pair) {
    const auto& [from, to] = pair;
    return g.edge_color[from] == g.edge_color[to] &&
           g.port[t.m].at(from) == g.port[t.n].at(to);
  });
}

Triples local_symmetries(const network::Network& network, std::size_t budget) {
  const Literal g(network);
  Triples all;
  for (std::uint32_t m = 0; m < g.nodes; ++m) {
    for (std::uint32_t n = 0; n < g.nodes; ++n) {
      // Without this, what follows could have many beginnings and no end.
      if (!similar(g, m, n)) continue;
      std::vector<Beta> betas = {{}};
      for (const std::uint32_t e : g.inout[m]) {
        std::vector<Beta> longer;
        for (const Beta& beta : betas) {
          const Edges taken = image(beta);
          for (const std::uint32_t f : g.inout[n]) {
            if (taken.contains(f) || g.kind(m, e) != g.kind(n, f)) continue;
            longer.push_back(beta);
            longer.back().emplace(e, f);
            if (longer.size() > budget) throw TooLarge();
          }
        }
        betas = std::move(longer);
      }
      for (Beta& beta : betas) all.insert({m, std::move(beta), n});
      if (all.size() > budget) throw TooLarge();
    }
  }
  return all;
}

Classes io_classes(const network::Network& network) {
  const Literal g(network);
  Classes classes;
  for (std::uint32_t n = 0; n < g.nodes; ++n) {
    const auto at =
        std::find_if(classes.begin(), classes.end(),
                     [&](const auto& c) { return similar(g, c.front(), n); });
    if (at == classes.end()) {
      classes.push_back({n});
    } else {
      at->push_back(n);
    }
  }
  return classes;
}

// --- Groupoids -------------------------------------------------------------

Triple inverse(const Triple& t) {
  return {t.n, inverse(t.beta), t.m};
}

Triple compose(const Triple& a, const Triple& b) {
  if (a.n != b.m) throw std::logic_error("no composition");
  return {a.m, after(b.beta, a.beta), b.n};
}

Triples compositions(const Triples& a, const Triples& b) {
  Triples all;
  for (const Triple& first : a) {
    for (auto second = b.lower_bound({first.n, {}, 0});
         second != b.end() && second->m == first.n; ++second) {
      all.insert(compose(first, *second));
    }
  }
  return all;
}

bool closed_under_inverse(const Triples& b) {
  return std::all_of(b.begin(), b.end(),
                     [&](const Triple& t) { return b.contains(inverse(t)); });
}

bool is_groupoid(const Triples& b, const network::Network& network) {
  const Literal g(network);
  for (std::uint32_t n = 0; n < g.nodes; ++n) {
    if (!b.contains({n, identity(g.inout[n]), n})) return false;
  }
  if (!closed_under_inverse(b)) return false;
  const Triples composed = compositions(b, b);
  return std::includes(b.begin(), b.end(), composed.begin(), composed.end());
}

Classes orbits(const Triples& b, const network::Network& network) {
  // The least node that each is connected with.
  std::vector<std::uint32_t> least(network.node_count());
  for (std::uint32_t n = 0; n < least.size(); ++n) least[n] = n;
  for (bool changed = true; changed;) {
    changed = false;
    for (const Triple& t : b) {
      const std::uint32_t less = std::min(least[t.m], least[t.n]);
      changed = changed || least[t.m] != least[t.n];
      least[t.m] = least[t.n] = less;
    }
  }
  std::map<std::uint32_t, std::vector<std::uint32_t>> by_least;
  for (std::uint32_t n = 0; n < least.size(); ++n) {
    by_least[least[n]].push_back(n);
  }
  Classes classes;
  for (auto& [first, members] : by_least) classes.push_back(std::move(members));
  return classes;
}

// --- Definition 4 ----------------------------------------------------------

namespace {

// Which triples of a relation meet condition (2)?
class Condition2 {
 public:
  Condition2(const Triples& b, const Literal& g, Shared shared)
      : g_(g), shared_(shared) {
    for (const Triple& t : b) {
      for (std::uint32_t m = 0; m < g.nodes; ++m) {
        if (!g.points_to(t.m, m)) continue;
        has_.insert({t.m, m, t.n, restricted(t.beta, g.shared(t.m, m))});
      }
    }
  }

  bool holds(const Triple& t) const {
    const auto from = g_.pt(t.m);
    const auto to = g_.pt(t.n);
    return std::all_of(from.begin(), from.end(), [&](std::uint32_t j) {
      return std::any_of(to.begin(), to.end(),
                         [&](std::uint32_t k) { return correspond(t, j, k); });
    });
  }

 private:
  // (2a) and (2b): some (j, delta, k) agrees with beta where j and m meet.
  bool correspond(const Triple& t, std::uint32_t j, std::uint32_t k) const {
    const Beta common = restricted(t.beta, g_.shared(j, t.m));
    if (!has_.contains({j, t.m, k, common})) return false;
    return shared_ == Shared::paper || image(common) == g_.shared(k, t.n);
  }

  const Literal& g_;
  const Shared shared_;
  // (j, m, k, delta on what j shares with m) for the (j, delta, k) there are.
  std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, Beta>> has_;
};

}  // namespace

bool is_balanced(const Triples& b, const network::Network& network,
                 Shared shared) {
  const Literal g(network);
  const Condition2 condition(b, g, shared);
  return std::all_of(b.begin(), b.end(),
                     [&](const Triple& t) { return condition.holds(t); });
}

bool is_balance(const Triples& b, const network::Network& network,
                Shared shared) {
  return std::all_of(
             b.begin(), b.end(),
             [&](const Triple& t) { return is_local_symmetry(t, network); }) &&
         closed_under_inverse(b) && is_balanced(b, network, shared);
}

Triples greatest_balance_within(Triples start, const network::Network& network,
                                Shared shared) {
  const Literal g(network);
  while (true) {
    const Condition2 condition(start, g, shared);
    Triples kept;
    for (const Triple& t : start) {
      if (start.contains(inverse(t)) && condition.holds(t)) kept.insert(t);
    }
    if (kept.size() == start.size()) return kept;
    start = std::move(kept);
  }
}

Triples greatest_balance(const network::Network& network, Shared shared,
                         std::size_t budget) {
  return greatest_balance_within(local_symmetries(network, budget), network,
                                 shared);
}

}  // namespace vicinal::oracle
