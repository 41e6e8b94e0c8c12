// SPDX-License-Identifier: MIT
// Ids become numbers in two passes: nodes, then edges with their ends; vias
// name edges that may come later, so they are last, and only of a file without
// errors. Every error is reported, with the place of the first of two equal
// ids; a network is built only where there is none. A node in both lists of an
// edge is one dart with both directions.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <unordered_map>

#include "network/files/codes.hpp"
#include "network/files/native_impl.hpp"
#include "network/graph/name_table.hpp"

namespace vicinal::network::inline files {

namespace {

class Linker {
 public:
  explicit Linker(Diagnostics& diagnostics) : d_(diagnostics) {
    ports_.add("");
  }

  std::optional<Network> run(const std::vector<NodeEntry>& nodes,
                             const std::vector<EdgeEntry>& edges, Vias* vias) {
    const std::size_t before = d_.error_count();
    nodes_.reserve(nodes.size());
    edges_.reserve(edges.size());
    for (const NodeEntry& n : nodes) {
      if (!check_id(n.id, n.span, "node", nodes_)) continue;
      const NodeId id = builder_.add_node(builder_.color(n.color), n.id->text);
      nodes_[n.id->text] = {id.value, n.id->span};
    }
    for (const EdgeEntry& e : edges) {
      if (!check_id(e.id, e.span, "edge", edges_)) continue;
      const EdgeId id = builder_.add_edge(builder_.color(e.color), e.id->text);
      edges_[e.id->text] = {id.value, e.id->span};
      connect(e, id);
    }
    if (d_.error_count() != before) return std::nullopt;
    Vias found = link_vias(edges);
    if (d_.error_count() != before) return std::nullopt;
    if (vias != nullptr) *vias = std::move(found);
    Network network = builder_.build(ports_.size() > 1);
    if (network.has_ports) network.port_names = ports_.take();
    return network;
  }

 private:
  struct Known {
    std::uint32_t number;
    Span span;
  };
  // For look-ups only: its order shows nowhere.
  using Table = std::unordered_map<std::string, Known>;

  bool check_id(const std::optional<Name>& id, Span span, std::string_view what,
                const Table& table) {
    if (!id || id->text.empty()) {
      d_.error(codes::missing_id, span,
               fmt::format("this {} has no \"id\"", what));
      return false;
    }
    const auto it = table.find(id->text);
    if (it == table.end()) return true;
    d_.error(codes::id_twice, id->span,
             fmt::format("there are two {}s \"{}\"", what, id->text),
             {{it->second.span, "the first is here"}});
    return false;
  }

  void connect(const EdgeEntry& e, EdgeId id) {
    struct End {
      std::uint8_t direction = 0;
      std::uint32_t port = 0;
    };
    std::map<std::uint32_t, End> ends;
    const auto add = [&](const std::vector<Name>& names, std::uint8_t bit) {
      for (const Name& name : names) {
        const auto it = nodes_.find(name.text);
        if (it == nodes_.end()) {
          d_.error(codes::unknown_id, name.span,
                   fmt::format("there is no node \"{}\"", name.text));
          continue;
        }
        std::uint8_t& direction = ends[it->second.number].direction;
        if ((direction & bit) != 0) {
          d_.error(codes::id_twice, name.span,
                   fmt::format("node \"{}\" is named twice here", name.text));
        }
        direction |= bit;
      }
    };
    add(e.ins, dart_writes);
    add(e.outs, dart_reads);
    for (const auto& [name, port] : e.ports) {
      const auto it = nodes_.find(name.text);
      const auto at =
          it == nodes_.end() ? ends.end() : ends.find(it->second.number);
      if (at == ends.end()) {
        d_.error(codes::unknown_id, name.span,
                 fmt::format("\"{}\" is no end of this edge", name.text));
        continue;
      }
      at->second.port = ports_.add(port).first;
    }
    for (const auto& [node, end] : ends) {
      builder_.connect(NodeId(std::size_t{node}), id, end.direction, end.port);
    }
  }

  // All edges are known and have the numbers of their entries.
  Vias link_vias(const std::vector<EdgeEntry>& edges) {
    Vias out;
    if (std::none_of(edges.begin(), edges.end(), [](const EdgeEntry& e) {
          return e.owner || !e.vias.empty();
        })) {
      return out;
    }
    for (const EdgeEntry& e : edges) {
      out.owner.push_back(e.owner ? find<NodeId>(nodes_, *e.owner, "node")
                                  : NodeId::none());
      out.access.push_back(e.access ? access(*e.access) : std::uint8_t{0});
    }
    out.begin.reserve(edges.size() + 1);
    out.begin.push_back(0);
    for (const EdgeEntry& e : edges) {
      for (const ViaEntry& v : e.vias) add_via(v, out);
      const auto first = out.entries.begin() + out.begin.back();
      std::sort(first, out.entries.end(), [](const Via& a, const Via& b) {
        return a.channel < b.channel;
      });
      const auto twice = std::adjacent_find(
          first, out.entries.end(),
          [](const Via& a, const Via& b) { return a.channel == b.channel; });
      if (twice != out.entries.end()) {
        d_.error(codes::id_twice, e.id->span,
                 fmt::format("channel {} is there twice in the \"via\" of edge "
                             "\"{}\"",
                             twice->channel, e.id->text));
      }
      out.begin.push_back(static_cast<std::uint32_t>(out.entries.size()));
    }
    return out;
  }

  std::uint8_t access(const Name& word) {
    if (word.text == "in") return dart_reads;
    if (word.text == "out") return dart_writes;
    if (word.text == "inout") return dart_both;
    d_.error(codes::unexpected_in_file, word.span,
             fmt::format("expected \"in\", \"out\" or \"inout\", but found "
                         "\"{}\"",
                         word.text));
    return 0;
  }

  void add_via(const ViaEntry& v, Vias& out) {
    if (!v.from || !v.edge || !v.channel) {
      d_.error(codes::missing_id, v.span,
               fmt::format("this via has no \"{}\"", !v.from   ? "class"
                                                     : !v.edge ? "edge"
                                                               : "channel"));
      return;
    }
    const Via via{find<NodeId>(nodes_, *v.from, "node"),
                  find<EdgeId>(edges_, *v.edge, "edge"), *v.channel};
    if (!via.from.valid() || !via.edge.valid()) return;
    const NodeId owner = out.owner[via.edge.index()];
    if (owner.valid() && owner != via.from) {
      d_.error(codes::unknown_id, v.edge->span,
               fmt::format("edge \"{}\" is not one of class \"{}\"",
                           v.edge->text, v.from->text));
    }
    out.entries.push_back(via);
  }

  template <class Which>
  Which find(const Table& table, const Name& name, std::string_view what) {
    const auto it = table.find(name.text);
    if (it != table.end()) return Which(std::size_t{it->second.number});
    d_.error(codes::unknown_id, name.span,
             fmt::format("there is no {} \"{}\"", what, name.text));
    return Which::none();
  }

  Diagnostics& d_;
  NetworkBuilder builder_;
  Table nodes_, edges_;
  NameTable ports_;
};

}  // namespace

std::optional<Network> link_native(const std::vector<NodeEntry>& nodes,
                                   const std::vector<EdgeEntry>& edges,
                                   Diagnostics& diagnostics, Vias* vias) {
  return Linker(diagnostics).run(nodes, edges, vias);
}

}  // namespace vicinal::network::inline files
