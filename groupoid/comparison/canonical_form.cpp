// SPDX-License-Identifier: MIT
// The network becomes a colored undirected graph, whose colors are numbered in
// the order of what they mean, and never in that in which they are met: then
// equal networks give equal graphs but for the numbers of vertices, and nauty
// takes these away.
//
// Equal edges (of one color, with the same darts) become one, with how many
// they are. A dart has a label: direction and port. Edges of the most frequent
// kind that has two darts of one label are edges of the graph; any other is a
// vertex, joined to the nodes at its least label and to one further vertex for
// each other label, which is joined to the nodes of that.
//
// Unlike encoding.hpp, which has a core and may number colors as it likes: any
// numbering has the same automorphisms.
#include "groupoid/comparison/canonical_form.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <compare>
#include <cstdint>
#include <iterator>
#include <map>
#include <tuple>
#include <utility>

#include "groupoid/automorphism/search.hpp"
#include "groupoid/comparison/joint.hpp"
#include "network/base/budget.hpp"

namespace vicinal::groupoid::inline comparison {

using network::DartId;
using network::EdgeId;
using network::Network;
using network::NodeId;

namespace {

using Number = std::uint32_t;

// Names by number, as a network has them; ranked by name, as far as they occur.
class Ranks {
 public:
  template <class Name>
  void meet(Number number, const Name& name) {
    network::poll();
    if (number >= met_.size()) met_.resize(number + std::size_t{1}, false);
    if (met_[number]) return;
    met_[number] = true;
    numbers_[name()].push_back(number);
  }
  void rank() {
    rank_.resize(met_.size());
    Number next = 0;
    for (const auto& [name, numbers] : numbers_) {
      for (const Number number : numbers) rank_[number] = next;
      ++next;
    }
  }
  Number of(Number number) const { return rank_[number]; }
  std::string text(const char* title) const {
    std::string out = fmt::format("{} {}\n", title, numbers_.size());
    for (const auto& [name, numbers] : numbers_) {
      network::poll();
      out += fmt::format("{}:{}\n", name.size(), name);
    }
    return out;
  }

 private:
  std::vector<bool> met_;
  std::map<std::string, std::vector<Number>> numbers_;
  std::vector<Number> rank_;
};

// What an edge is, but for which nodes are at its ends.
struct EdgeKind {
  Number color = 0, times = 0, label = 0;
  auto operator<=>(const EdgeKind&) const = default;
};

// What a vertex stands for.
struct Meaning {
  enum Kind : std::uint8_t { node, edge, label } kind = node;
  EdgeKind what;  // of a node the color alone, of a label the label alone
  auto operator<=>(const Meaning&) const = default;
};

struct End {
  Number label = 0, node = 0;
  auto operator<=>(const End&) const = default;
};

class FormMaker {
 public:
  explicit FormMaker(const Network& network) : network_(network) {
    rank_names();
    gather_edges();
    choose_direct();
    add_vertices();
    fill_graph();
  }

  CanonicalForm run(const AutomorphismLimits& limits) {
    CanonicalForm out;
    SearchBudget budget{limits.vertices, limits.work};
    const SearchResult found = search(graph_, true, budget);
    if (!found.complete) return out;
    place_nodes(found.canonical, out);
    place_edges(out);
    return out;
  }

 private:
  struct Bundle {  // of equal edges
    Number color = 0;
    std::vector<End> ends;  // ascending
    std::vector<EdgeId> edges;
    auto key() const { return std::tie(color, ends); }
  };

  void rank_names() {
    const auto color = [&](Number number) {
      return [&, number] { return network_.color_names[number]; };
    };
    for (std::size_t n = 0; n < network_.node_count(); ++n) {
      node_colors_.meet(network_.node_color[n], color(network_.node_color[n]));
    }
    for (std::size_t e = 0; e < network_.edge_count(); ++e) {
      edge_colors_.meet(network_.edge_color[e], color(network_.edge_color[e]));
    }
    for (std::size_t d = 0; d < network_.dart_count(); ++d) {
      const Number port = network_.dart_port[d];
      ports_.meet(port, [&] { return port_key(network_, port); });
    }
    node_colors_.rank();
    edge_colors_.rank();
    ports_.rank();
  }

  Number label_of(DartId d) const {
    return 4 * ports_.of(network_.dart_port[d.index()]) +
           network_.dart_direction[d.index()];
  }

  void gather_edges() {
    for (std::size_t e = 0; e < network_.edge_count(); ++e) {
      Bundle& bundle = bundles_.emplace_back();
      bundle.color = edge_colors_.of(network_.edge_color[e]);
      bundle.edges.emplace_back(e);
      for (const DartId d : network_.darts(EdgeId(e))) {
        network::poll();
        bundle.ends.push_back(
            {label_of(d),
             static_cast<Number>(network_.dart_node[d.index()].index())});
      }
      std::ranges::sort(bundle.ends);
    }
    std::ranges::stable_sort(bundles_, [](const Bundle& a, const Bundle& b) {
      network::poll();
      return a.key() < b.key();
    });
    std::size_t last = 0;
    for (std::size_t i = 1; i < bundles_.size(); ++i) {
      if (bundles_[i].key() == bundles_[last].key()) {
        bundles_[last].edges.push_back(bundles_[i].edges.front());
      } else if (++last != i) {
        bundles_[last] = std::move(bundles_[i]);
      }
    }
    if (!bundles_.empty()) bundles_.resize(last + 1);
  }

  static bool could_be_direct(const Bundle& bundle) {
    return bundle.ends.size() == 2 &&
           bundle.ends[0].label == bundle.ends[1].label &&
           bundle.ends[0].node != bundle.ends[1].node;
  }
  static EdgeKind kind_of(const Bundle& bundle) {
    return {bundle.color, static_cast<Number>(bundle.edges.size()),
            bundle.ends.empty() ? 0 : bundle.ends[0].label + 1};
  }
  bool is_direct(const Bundle& bundle) const {
    return could_be_direct(bundle) && kind_of(bundle) == direct_;
  }

  // Of equally many the least, so that numbers of nodes do not count.
  void choose_direct() {
    std::map<EdgeKind, std::size_t> count;
    for (const Bundle& bundle : bundles_) {
      if (could_be_direct(bundle)) ++count[kind_of(bundle)];
    }
    std::size_t most = 0;
    for (const auto& [kind, number] : count) {
      if (number > most) {
        most = number;
        direct_ = kind;
      }
    }
  }

  Number add_vertex(Meaning meaning) {
    network::poll();
    meanings_.push_back(meaning);
    return static_cast<Number>(meanings_.size() - 1);
  }

  void add_vertices() {
    for (std::size_t n = 0; n < network_.node_count(); ++n) {
      const Number color = node_colors_.of(network_.node_color[n]);
      add_vertex({Meaning::node, {color, 0, 0}});
    }
    for (const Bundle& bundle : bundles_) {
      if (is_direct(bundle)) {
        joined_.emplace_back(bundle.ends[0].node, bundle.ends[1].node);
      } else {
        add_edge_vertices(bundle);
      }
    }
  }

  void add_edge_vertices(const Bundle& bundle) {
    const Number edge = add_vertex({Meaning::edge, kind_of(bundle)});
    Number hub = edge;
    for (std::size_t i = 0; i < bundle.ends.size(); ++i) {
      const Number label = bundle.ends[i].label;
      if (i > 0 && label != bundle.ends[i - 1].label) {
        hub = add_vertex({Meaning::label, {0, 0, label + 1}});
        joined_.emplace_back(edge, hub);
      }
      joined_.emplace_back(hub, bundle.ends[i].node);
    }
  }

  void fill_graph() {
    std::map<Meaning, Number> colors;
    for (const Meaning& meaning : meanings_) colors.emplace(meaning, 0);
    Number next = 0;
    for (auto& [meaning, color] : colors) color = next++;
    for (const Meaning& meaning : meanings_) {
      graph_.color.push_back(colors.at(meaning));
    }
    graph_.row.assign(graph_.size() + 1, 0);
    for (const auto& [a, b] : joined_) {
      ++graph_.row[a + 1];
      ++graph_.row[b + 1];
    }
    for (std::size_t v = 0; v < graph_.size(); ++v) {
      graph_.row[v + 1] += graph_.row[v];
    }
    std::vector<std::size_t> place(graph_.row.begin(), graph_.row.end() - 1);
    graph_.neighbors.resize(graph_.row.back());
    for (const auto& [a, b] : joined_) {
      network::poll();
      graph_.neighbors[place[a]++] = b;
      graph_.neighbors[place[b]++] = a;
    }
  }

  void place_nodes(const std::vector<Number>& canonical, CanonicalForm& out) {
    place_.resize(network_.node_count());
    for (const Number v : canonical) {
      network::poll();
      if (v >= network_.node_count()) continue;
      place_[v] = static_cast<Number>(out.nodes.size());
      out.nodes.emplace_back(std::size_t{v});
    }
  }

  // Edges by their color and the places of their ends. Equal ones stand side by
  // side, in whatever order.
  void place_edges(CanonicalForm& out) {
    for (Bundle& bundle : bundles_) {
      for (End& end : bundle.ends) end.node = place_[end.node];
      std::ranges::sort(bundle.ends);
    }
    std::ranges::sort(bundles_, [](const Bundle& a, const Bundle& b) {
      network::poll();
      return a.key() < b.key();
    });
    out.certificate =
        fmt::format("vicinal network 1, nodes {}, edges {}\n",
                    network_.node_count(), network_.edge_count()) +
        node_colors_.text("node colors") + edge_colors_.text("edge colors") +
        ports_.text("ports");
    for (const NodeId n : out.nodes) {
      network::poll();
      fmt::format_to(std::back_inserter(out.certificate), "{} ",
                     graph_.color[n.index()]);
    }
    for (const Bundle& bundle : bundles_) {
      out.edges.insert(out.edges.end(), bundle.edges.begin(),
                       bundle.edges.end());
      fmt::format_to(std::back_inserter(out.certificate), "\n{}*{}",
                     bundle.edges.size(), bundle.color);
      for (const End& end : bundle.ends) {
        network::poll();
        fmt::format_to(std::back_inserter(out.certificate), " {}.{}", end.node,
                       end.label);
      }
    }
    out.computed = true;
  }

  const Network& network_;
  Ranks node_colors_, edge_colors_, ports_;
  std::vector<Bundle> bundles_;
  EdgeKind direct_;
  std::vector<Meaning> meanings_;  // per vertex; those of nodes first
  std::vector<std::pair<Number, Number>> joined_;
  ColoredGraph graph_;
  std::vector<Number> place_;  // per node
};

}  // namespace

CanonicalForm canonical_form(const Network& network,
                             const AutomorphismLimits& limits) {
  return FormMaker(network).run(limits);
}

}  // namespace vicinal::groupoid::inline comparison
