// SPDX-License-Identifier: MIT
// A monomorphism of incidence graphs that keeps the number of ends of each
// edge: then an edge has its ends in the part and no others, as if the rest had
// been deleted. The search asks for the number of a vertex whenever it looks at
// one, which is where its work is counted and the budget polled.
#include "groupoid/comparison/part.hpp"

#include <algorithm>
#include <array>
#include <boost/graph/vf2_sub_graph_iso.hpp>
#include <map>
#include <stdexcept>

#include "network/graph/incidence_graph.hpp"

namespace vicinal::groupoid::inline comparison {

using network::DartId;
using network::EdgeId;
using network::IncidenceArc;
using network::LinkGraph;
using network::Network;
using network::NodeId;

namespace {

struct TooMuch {};

// A vertex is its number, at a price.
struct CountedIndex {
  using key_type = std::uint32_t;
  using value_type = std::uint32_t;
  using reference = std::uint32_t;
  using category = boost::readable_property_map_tag;

  std::uint64_t* left;

  friend std::uint32_t get(const CountedIndex& index, std::uint32_t v) {
    network::poll();
    if (*index.left == 0) throw TooMuch();
    --*index.left;
    return v;
  }
};

class Search {
 public:
  Search(const Joint& joint, int part, std::uint64_t work,
         std::vector<NodeId>& place)
      : joint_(joint),
        part_(part),
        whole_(1 - part),
        work_(work),
        small_(joint.network(part)),
        large_(joint.network(whole_)),
        place_(place) {}

  Answer run() {
    if (!enough()) return Answer::no;
    // Boost looks for the first vertex of a graph that has one.
    if (num_vertices(small_) == 0) return Answer::yes;
    try {
      const bool found = boost::vf2_subgraph_mono(
          small_, large_,
          [this](const auto& map, const auto&) { return keep(map); },
          CountedIndex{&work_}, CountedIndex{&work_},
          boost::vertex_order_by_mult(small_),
          [this](IncidenceArc a, IncidenceArc b) { return same_dart(a, b); },
          [this](std::uint32_t v, std::uint32_t w) { return may_be(v, w); });
      return found ? Answer::yes : Answer::no;
    } catch (const TooMuch&) {
      return Answer::unknown;
    }
  }

 private:
  const Network& part() const { return joint_.network(part_); }
  const Network& whole() const { return joint_.network(whole_); }

  // Whether there are as many nodes of each color, and edges of each color and
  // number of ends.
  bool enough() const {
    std::map<std::array<std::uint32_t, 3>, std::ptrdiff_t> missing;
    for (const int which : {part_, whole_}) {
      const Network& network = joint_.network(which);
      const std::ptrdiff_t one = which == part_ ? 1 : -1;
      for (std::size_t n = 0; n < network.node_count(); ++n) {
        network::poll();
        missing[{0, joint_.node_color(which, NodeId(n)), 0}] += one;
      }
      for (std::size_t e = 0; e < network.edge_count(); ++e) {
        network::poll();
        const auto ends = network.darts(EdgeId(e)).size();
        missing[{1, joint_.edge_color(which, EdgeId(e)),
                 static_cast<std::uint32_t>(ends)}] += one;
      }
    }
    return std::ranges::all_of(
        missing, [](const auto& entry) { return entry.second <= 0; });
  }

  bool same_dart(IncidenceArc a, IncidenceArc b) const {
    return part().dart_direction[a.dart.index()] ==
               whole().dart_direction[b.dart.index()] &&
           joint_.port(part_, a.dart) == joint_.port(whole_, b.dart);
  }

  bool may_be(std::uint32_t v, std::uint32_t w) const {
    if (small_.is_node(v) != large_.is_node(w)) return false;
    if (small_.is_node(v)) {
      return joint_.node_color(part_, node(v)) ==
                 joint_.node_color(whole_, node(w)) &&
             degree(v, small_) <= degree(w, large_);
    }
    return joint_.edge_color(part_, edge_of(small_, v)) ==
               joint_.edge_color(whole_, edge_of(large_, w)) &&
           degree(v, small_) == degree(w, large_);
  }

  static NodeId node(std::uint32_t v) { return NodeId(std::size_t{v}); }
  static EdgeId edge_of(const LinkGraph& graph, std::uint32_t v) {
    return EdgeId(std::size_t{v - graph.node_count()});
  }

  // The first that is found ends the search, if it is one.
  template <class Map>
  bool keep(const Map& map) {
    std::vector<std::uint32_t> image;
    for (std::uint32_t v = 0; v < num_vertices(small_); ++v) {
      image.push_back(boost::get(map, v));
    }
    if (!is_part(image)) {
      throw std::logic_error("find_part: what was found is no part");
    }
    place_.clear();
    for (std::uint32_t n = 0; n < small_.node_count(); ++n) {
      place_.push_back(node(image[n]));
    }
    return false;
  }

  // By the definition, without Boost.
  bool is_part(const std::vector<std::uint32_t>& image) const {
    std::vector<bool> taken(num_vertices(large_), false);
    for (std::uint32_t v = 0; v < image.size(); ++v) {
      network::poll();
      if (image[v] >= taken.size() || taken[image[v]]) return false;
      taken[image[v]] = true;
      if (!may_be(v, image[v])) return false;
    }
    for (std::size_t d = 0; d < part().dart_count(); ++d) {
      network::poll();
      const NodeId n = node(image[part().dart_node[d].index()]);
      const std::uint32_t e =
          image[small_.node_count() + part().dart_edge[d].value];
      const auto darts = whole().darts(edge_of(large_, e));
      const auto same = [&](DartId to) {
        return whole().dart_node[to.index()] == n &&
               same_dart({DartId(d), true}, {to, true});
      };
      if (std::ranges::none_of(darts, same)) return false;
    }
    return true;
  }

  const Joint& joint_;
  int part_, whole_;
  std::uint64_t work_;
  LinkGraph small_, large_;
  std::vector<NodeId>& place_;
};

}  // namespace

Answer find_part(const Joint& joint, int part, std::uint64_t work,
                 std::vector<NodeId>& place) {
  return Search(joint, part, work, place).run();
}

}  // namespace vicinal::groupoid::inline comparison
