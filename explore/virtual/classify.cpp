// SPDX-License-Identifier: MIT
// Arcs of M^G fall into orbits of pairs under G. Two arcs with one initial
// state are in one orbit iff a member of Aut(s) takes one to the other, and the
// orbit of an arc (s, t) is [Aut(s) : Aut(s) n Aut(t)] times as large as that
// of s: so neither members of G nor stabilisers are listed.
#include "explore/virtual/classify.hpp"

#include <tsl/robin_map.h>

#include <algorithm>
#include <map>
#include <set>

#include "network/base/budget.hpp"
#include "network/base/union_find.hpp"

namespace vicinal::explore::inline virtual_symmetry {

using network::UnionFind;
using Arc = Structure::Arc;

namespace {

// Arcs, closed under the group, and their orbits.
struct Closed {
  std::vector<Arc> arcs;
  std::map<Arc, std::uint32_t> number;
  UnionFind orbit;
  std::vector<bool> real;  // of M

  std::uint32_t add(const Arc& arc) {
    const auto [at, fresh] =
        number.try_emplace(arc, static_cast<std::uint32_t>(arcs.size()));
    if (fresh) {
      arcs.push_back(arc);
      orbit.add();
      real.push_back(false);
    }
    return at->second;
  }
};

Closed closed(const Structure& m, bool labels) {
  Closed result;
  for (Arc arc : m.arcs) {
    network::poll();
    if (!labels) arc.process = nobody;
    result.real[result.add(arc)] = true;
  }
  for (std::uint32_t i = 0; i < result.arcs.size(); ++i) {
    for (const Structure::Generator& g : m.generators) {
      network::poll();
      const Arc arc = result.arcs[i];
      const Arc image{g.state[arc.from], g.state[arc.to],
                      arc.process == nobody ? nobody : g.process[arc.process]};
      result.orbit.join(i, result.add(image));
    }
  }
  return result;
}

class Classifier {
 public:
  explicit Classifier(const Structure& m) : m_(m), closed_(closed(m, false)) {
    for (std::uint32_t s = 0; s < m.size(); ++s) states_.add();
    for (std::uint32_t s = 0; s < m.size(); ++s) {
      network::poll(static_cast<std::int64_t>(m.generators.size()) + 1);
      for (const auto& g : m.generators) states_.join(s, g.state[s]);
    }
    for (std::uint32_t s = 0; s < m.size(); ++s) {
      network::poll();
      ++orbit_size_[states_.find(s)];
    }
    for (std::uint32_t a = 0; a < closed_.arcs.size(); ++a) {
      network::poll();
      ++arc_orbit_size_[closed_.orbit.find(a)];
    }
  }

  Classification run() {
    r_.orbits = orbit_size_.size();
    r_.arcs =
        static_cast<std::uint64_t>(std::ranges::count(closed_.real, true));
    r_.symmetrized_arcs = closed_.arcs.size();
    r_.symmetric = r_.arcs == r_.symmetrized_arcs;
    virtually();
    strongly();
    proposition_1();
    proposition_5();
    if (m_.processes > 0) {
      near();
      rough();
    }
    if (all_permuted()) {
      proposition_6();
      corollary();
    }
    return std::move(r_);
  }

 private:
  using Pair = std::pair<std::uint32_t, std::uint32_t>;

  std::uint32_t orbit(std::uint32_t state) { return states_.find(state); }

  // Definition in section 3, which is (3) of Proposition 1.
  void virtually() {
    std::set<Pair> leads;  // state, orbit that it has an arc of M to
    for (std::uint32_t a = 0; a < closed_.arcs.size(); ++a) {
      network::poll();
      const Arc& arc = closed_.arcs[a];
      if (closed_.real[a]) leads.emplace(arc.from, orbit(arc.to));
    }
    r_.virtually = true;
    for (const Arc& arc : closed_.arcs) {
      network::poll();
      if (leads.contains({arc.from, orbit(arc.to)})) continue;
      r_.virtually = false;
      if (!r_.broken) r_.broken = arc;
    }
  }

  // An arc of M from s in the orbit of each arc of M^G from s.
  void strongly() {
    std::set<Pair> has;  // state, orbit of arcs
    for (std::uint32_t a = 0; a < closed_.arcs.size(); ++a) {
      network::poll();
      if (closed_.real[a]) {
        has.emplace(closed_.arcs[a].from, closed_.orbit.find(a));
      }
    }
    r_.strongly = true;
    for (std::uint32_t a = 0; a < closed_.arcs.size(); ++a) {
      network::poll();
      if (has.contains({closed_.arcs[a].from, closed_.orbit.find(a)})) continue;
      r_.strongly = false;
      if (!r_.broken) r_.broken = closed_.arcs[a];
    }
  }

  void proposition_1() {
    std::set<Pair> quotient;
    for (const Arc& arc : m_.arcs) {
      network::poll();
      quotient.emplace(orbit(arc.from), orbit(arc.to));
    }
    r_.quotient_arcs = quotient.size();
    // (1) (s, Gs): every arc of Gs is one of s. The other way is the definition
    // of the quotient.
    std::set<Pair> leads;
    for (const Arc& arc : m_.arcs) {
      network::poll();
      leads.emplace(arc.from, orbit(arc.to));
    }
    std::map<std::uint32_t, std::vector<std::uint32_t>> from;
    for (const auto& [a, b] : quotient) {
      network::poll();
      from[a].push_back(b);
    }
    r_.quotient_bisimilar = true;
    for (std::uint32_t s = 0; s < m_.size(); ++s) {
      network::poll();
      for (const std::uint32_t target : from[orbit(s)]) {
        network::poll();
        r_.quotient_bisimilar &= leads.contains({s, target});
      }
    }
    // (2) (s, s') with Gs = Gs': both ways, to states of one orbit.
    std::map<std::uint32_t, std::set<std::uint32_t>> some, all;  // per state
    for (const Arc& arc : m_.arcs) {
      network::poll();
      some[arc.from].insert(orbit(arc.to));
    }
    for (const Arc& arc : closed_.arcs) {
      network::poll();
      all[arc.from].insert(orbit(arc.to));
    }
    std::map<std::uint32_t, std::uint32_t> first;
    r_.symmetrization_bisimilar = true;
    for (std::uint32_t s = 0; s < m_.size(); ++s) {
      const std::uint32_t f = first.try_emplace(orbit(s), s).first->second;
      network::poll(static_cast<std::int64_t>(some[s].size()) + 1);
      // M^G is symmetric: its states of one orbit lead to the same orbits.
      r_.symmetrization_bisimilar &= some[s] == all[f];
    }
  }

  // |Aut(s)(s -> t) - R| < [Aut(s) : Aut(s) n Aut(t)].
  void proposition_5() {
    std::map<Pair, std::uint64_t> missing;  // per state and orbit of arcs
    for (std::uint32_t a = 0; a < closed_.arcs.size(); ++a) {
      network::poll();
      if (closed_.real[a]) continue;
      ++missing[{closed_.arcs[a].from, closed_.orbit.find(a)}];
    }
    r_.strongly_by_counting = true;
    for (const auto& [at, count] : missing) {
      network::poll();
      r_.strongly_by_counting &= count < index(at.first, at.second);
    }
  }

  std::uint64_t index(std::uint32_t state, std::uint32_t arc_orbit) {
    return arc_orbit_size_[arc_orbit] / orbit_size_[orbit(state)];
  }

  // ---- L^I structures ------------------------------------------------------

  // Every permutation of the processes is a member: exchanges generate them.
  bool all_permuted() const {
    if (m_.processes == 0) return false;
    UnionFind exchanged(m_.processes);
    for (const auto& g : m_.generators) {
      std::vector<std::uint32_t> moved;
      for (std::uint32_t p = 0; p < m_.processes; ++p) {
        if (g.process[p] != p) moved.push_back(p);
      }
      if (moved.size() == 2) exchanged.join(moved[0], moved[1]);
    }
    for (std::uint32_t p = 0; p < m_.processes; ++p) {
      if (exchanged.find(p) != 0) return false;
    }
    return true;
  }

  // Exchanges of processes that map the states to themselves: they generate
  // Aut(S; Sym(I)) where all of them do, as in L^I.
  std::vector<Pair> exchanges() const {
    std::set<std::vector<std::uint32_t>> rows;
    const auto row = [&](std::uint32_t s) {
      const auto begin = m_.locals.begin() + s * m_.processes;
      std::vector<std::uint32_t> result(begin, begin + m_.processes);
      result.push_back(m_.rest.empty() ? 0 : m_.rest[s]);
      return result;
    };
    for (std::uint32_t s = 0; s < m_.size(); ++s) {
      network::poll(m_.processes);
      rows.insert(row(s));
    }
    std::vector<Pair> result;
    for (std::uint32_t p = 0; p < m_.processes; ++p) {
      for (std::uint32_t q = p + 1; q < m_.processes; ++q) {
        const bool acts = std::ranges::all_of(rows, [&](auto r) {
          network::poll(m_.processes);
          std::swap(r[p], r[q]);
          return rows.contains(r);
        });
        if (acts) result.emplace_back(p, q);
      }
    }
    return result;
  }

  // Arcs from states that some permutation of the processes moves are
  // symmetric.
  void near() {
    const std::vector<Pair> all = exchanges();
    const auto moved = [&](std::uint32_t s) {
      return std::ranges::any_of(all, [&](const Pair& e) {
        network::poll();
        return m_.local(s, e.first) != m_.local(s, e.second);
      });
    };
    std::set<std::uint32_t> broken;  // orbits of arcs
    for (std::uint32_t a = 0; a < closed_.arcs.size(); ++a) {
      network::poll();
      if (!closed_.real[a]) broken.insert(closed_.orbit.find(a));
    }
    r_.near = true;
    for (std::uint32_t a = 0; a < closed_.arcs.size(); ++a) {
      network::poll();
      if (!closed_.real[a] || !broken.contains(closed_.orbit.find(a))) continue;
      if (moved(closed_.arcs[a].from)) r_.near = false;
    }
  }

  // In s', of the processes J in the local state that moves, the greatest must
  // be one of those that can: such a demand is met by any order in which the
  // greatest of all of J is. Who is in no unmet demand may be the greatest.
  void rough() {
    for (const Arc& arc : m_.arcs) {
      network::poll();
      if (arc.process == nobody) return;
    }
    Closed labelled = closed(m_, true);
    using Processes = std::set<std::uint32_t>;
    std::map<Pair, Processes> may;  // state, orbit of labelled arcs
    std::set<Pair> asked;
    for (std::uint32_t a = 0; a < labelled.arcs.size(); ++a) {
      network::poll();
      const Pair at{labelled.arcs[a].from, labelled.orbit.find(a)};
      asked.insert(at);
      if (labelled.real[a]) may[at].insert(labelled.arcs[a].process);
    }
    std::set<std::pair<Processes, Processes>> demands;
    for (std::uint32_t a = 0; a < labelled.arcs.size(); ++a) {
      network::poll();
      const Arc& arc = labelled.arcs[a];
      const std::uint32_t local = m_.local(arc.from, arc.process);
      Processes alike;
      network::poll(m_.processes);
      for (std::uint32_t p = 0; p < m_.processes; ++p) {
        if (m_.local(arc.from, p) == local) alike.insert(p);
      }
      demands.emplace(std::move(alike),
                      may[{arc.from, labelled.orbit.find(a)}]);
    }
    meet(demands);
  }

  void meet(
      std::set<std::pair<std::set<std::uint32_t>, std::set<std::uint32_t>>>&
          demands) {
    std::set<std::uint32_t> left;
    for (std::uint32_t p = 0; p < m_.processes; ++p) left.insert(p);
    while (!left.empty()) {
      const auto greatest =
          std::find_if(left.rbegin(), left.rend(), [&](std::uint32_t p) {
            return std::ranges::all_of(demands, [&](const auto& d) {
              network::poll();
              return !d.first.contains(p) || d.second.contains(p);
            });
          });
      if (greatest == left.rend()) {
        r_.rough = false;
        r_.order.clear();
        return;
      }
      const std::uint32_t p = *greatest;
      std::erase_if(demands,
                    [&](const auto& d) { return d.first.contains(p); });
      r_.order.insert(r_.order.begin(), p);
      left.erase(p);
    }
    r_.rough = true;
  }

  // The only process that the arc changes, and its local states; none: there
  // are several, or none changes.
  struct Change {
    std::uint32_t from = 0, to = 0;
    auto operator<=>(const Change&) const = default;
  };
  std::optional<Change> change(const Arc& arc) const {
    std::optional<Change> result;
    network::poll(m_.processes);
    for (std::uint32_t p = 0; p < m_.processes; ++p) {
      const std::uint32_t x = m_.local(arc.from, p), y = m_.local(arc.to, p);
      if (x == y) continue;
      if (result) return std::nullopt;
      result = {x, y};
    }
    return result;
  }

  std::uint64_t in_local(std::uint32_t state, std::uint32_t local) const {
    std::uint64_t count = 0;
    network::poll(m_.processes);
    for (std::uint32_t p = 0; p < m_.processes; ++p) {
      count += m_.local(state, p) == local ? 1 : 0;
    }
    return count;
  }

  void proposition_6() {
    r_.indices_as_counted = true;
    for (std::uint32_t a = 0; a < closed_.arcs.size(); ++a) {
      network::poll();
      const Arc& arc = closed_.arcs[a];
      const auto moved = change(arc);
      std::uint64_t wanted = 1;
      if (moved) {
        wanted = in_local(arc.from, moved->from);
      } else if (arc.from != arc.to) {
        r_.indices_as_counted.reset();  // not asynchronous
        return;
      }
      *r_.indices_as_counted &=
          index(arc.from, closed_.orbit.find(a)) == wanted;
    }
  }

  void corollary() {
    std::optional<Change> only;
    std::map<std::uint32_t, std::uint64_t> missing;  // per state
    for (std::uint32_t a = 0; a < closed_.arcs.size(); ++a) {
      network::poll();
      if (closed_.real[a]) continue;
      const auto moved = change(closed_.arcs[a]);
      if (!moved || (only && *only != *moved)) return;
      only = moved;
      ++missing[closed_.arcs[a].from];
    }
    r_.strongly_by_corollary = true;
    for (const auto& [state, count] : missing) {
      network::poll();
      *r_.strongly_by_corollary &=
          count < std::max<std::uint64_t>(1, in_local(state, only->from));
    }
  }

  const Structure& m_;
  Closed closed_;
  UnionFind states_;
  std::map<std::uint32_t, std::uint64_t> orbit_size_, arc_orbit_size_;
  Classification r_;
};

}  // namespace

bool Classification::consistent() const {
  return quotient_bisimilar == virtually &&
         symmetrization_bisimilar == virtually &&
         strongly_by_counting == strongly &&
         strongly_by_corollary.value_or(strongly) == strongly &&
         indices_as_counted.value_or(true) && (virtually || !strongly) &&
         (strongly || !symmetric) && (strongly || !near.value_or(false)) &&
         (strongly || !rough.value_or(false));
}

Symmetrized symmetrized(const Structure& m) {
  const Closed closed_arcs = closed(m, false);
  Symmetrized result;
  // By arc, ascending.
  for (const auto& [arc, number] : closed_arcs.number) {
    result.arcs.push_back(arc);
    result.real.push_back(closed_arcs.real[number]);
  }
  UnionFind states;
  for (std::uint32_t s = 0; s < m.size(); ++s) states.add();
  for (std::uint32_t s = 0; s < m.size(); ++s) {
    network::poll(static_cast<std::int64_t>(m.generators.size()) + 1);
    for (const auto& g : m.generators) states.join(s, g.state[s]);
  }
  std::map<std::uint32_t, std::uint32_t> first;
  for (std::uint32_t s = 0; s < m.size(); ++s) {
    network::poll();
    result.orbit.push_back(first.try_emplace(states.find(s), s).first->second);
  }
  return result;
}

Classification classify(const Structure& structure) {
  return Classifier(structure).run();
}

}  // namespace vicinal::explore::inline virtual_symmetry
