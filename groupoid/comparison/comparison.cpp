// SPDX-License-Identifier: MIT
// All of it is asked of the network that holds both. Two connected components
// of it are isomorphic if they share an orbit of automorphisms, and then they
// share all: the networks are isomorphic if of each kind of components they
// have equally many. They are locally equivalent if every class of the greatest
// balance relation has members in both.
#include "groupoid/comparison/comparison.hpp"

#include <algorithm>
#include <map>
#include <span>

#include "groupoid/balance_relation/balance.hpp"
#include "groupoid/comparison/joint.hpp"
#include "groupoid/comparison/part.hpp"
#include "groupoid/similarity/local_symmetry.hpp"
#include "network/base/budget.hpp"
#include "network/base/union_find.hpp"

namespace vicinal::groupoid::inline comparison {

using network::EdgeId;
using network::Network;
using network::NodeId;

namespace {

class Comparer {
 public:
  Comparer(const Network& first, const Network& second,
           const ComparisonLimits& limits, Comparison& out)
      : joint_(first, second),
        first_(first),
        second_(second),
        limits_(limits),
        out_(out),
        both_(joint_.both()) {}

  void run() {
    if (!same_size()) out_.isomorphic = Answer::no;
    compare_locally();
    if (out_.locally_equivalent == Answer::no) out_.isomorphic = Answer::no;
    if (out_.isomorphic == Answer::unknown) compare_components();
    if (out_.isomorphic == Answer::yes) all_hold();
    for (const int which : {0, 1}) look_for_part(which);
  }

 private:
  bool same_size() const {
    return first_.node_count() == second_.node_count() &&
           first_.edge_count() == second_.edge_count() &&
           first_.dart_count() == second_.dart_count();
  }
  Member member(NodeId n) const {
    const std::size_t nodes = first_.node_count();
    return n.index() < nodes ? Member{0, n}
                             : Member{1, NodeId(n.index() - nodes)};
  }

  // A node whose class has members in one network only.
  std::optional<Member> alone_in(const Partition& classes) const {
    for (std::uint32_t c = 0; c < classes.size(); ++c) {
      network::poll();
      const auto members = classes.members(c);
      const Member least = member(members.front());
      if (least.which == member(members.back()).which) return least;
    }
    return std::nullopt;
  }

  // Not exact: the relation is balanced, though others may relate more. What is
  // not even similar nobody relates.
  void compare_locally() {
    out_.alone = alone_in(io_similarity(both_));
    if (!out_.alone) {
      const Balance relation = balance(both_);
      out_.alone = alone_in(relation.nodes());
      if (out_.alone && !relation.exact()) {
        out_.alone.reset();
        return;
      }
      out_.classes = relation.nodes().size();
    }
    out_.locally_equivalent = out_.alone ? Answer::no : Answer::yes;
  }

  // Of each kind, how many more components the first has than the second; and
  // the same of edges that nothing touches.
  void compare_components() {
    const Automorphisms group = automorphisms(both_, limits_.automorphisms);
    if (!group.computed) return;
    network::UnionFind parts(both_.node_count());
    std::map<std::uint32_t, std::ptrdiff_t> more, more_edges;
    for (std::size_t e = 0; e < both_.edge_count(); ++e) {
      network::poll();
      const auto darts = both_.darts(EdgeId(e));
      for (const auto d : darts) {
        parts.join(both_.dart_node[darts.front().index()].value,
                   both_.dart_node[d.index()].value);
      }
      if (darts.empty()) {
        more_edges[group.edge_orbit_of[e]] += e < first_.edge_count() ? 1 : -1;
      }
    }
    std::vector<std::uint32_t> kind(both_.node_count(), UINT32_MAX);
    for (std::uint32_t n = 0; n < both_.node_count(); ++n) {
      network::poll();
      std::uint32_t& least = kind[parts.find(n)];
      least = std::min(least, group.orbit_of[n]);
    }
    for (std::uint32_t n = 0; n < both_.node_count(); ++n) {
      network::poll();
      if (parts.find(n) == n) {
        more[kind[n]] += n < first_.node_count() ? 1 : -1;
      }
    }
    const auto even = [](const auto& entry) { return entry.second == 0; };
    out_.isomorphic =
        std::ranges::all_of(more, even) && std::ranges::all_of(more_edges, even)
            ? Answer::yes
            : Answer::no;
  }

  void all_hold() {
    out_.locally_equivalent = Answer::yes;
    out_.part[0] = out_.part[1] = Answer::yes;
  }

  // Of networks of one size, a part is all.
  void look_for_part(int which) {
    Answer& answer = out_.part[which];
    if (answer == Answer::unknown && same_size()) answer = out_.isomorphic;
    if (answer != Answer::unknown) return;
    answer = find_part(joint_, which, limits_.part_work, out_.place[which]);
    if (!same_size()) return;
    out_.isomorphic = answer;
    if (answer == Answer::yes) all_hold();
  }

  Joint joint_;
  const Network& first_;
  const Network& second_;
  const ComparisonLimits& limits_;
  Comparison& out_;
  Network both_;
};

}  // namespace

void compare(const Network& first, const Network& second,
             const ComparisonLimits& limits, Comparison& out) {
  Comparer(first, second, limits, out).run();
}

}  // namespace vicinal::groupoid::inline comparison
