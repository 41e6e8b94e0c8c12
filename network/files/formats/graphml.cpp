// SPDX-License-Identifier: MIT
// GraphML through expat's events. The text of <data> is kept only where
// somebody wants it.
//
// <edge> is an edge between two nodes; <hyperedge> has endpoints that write it
// ('in'), read it ('out') or both ('undir', the default). Elements that are not
// GraphML's own, and all that is in them, are data of whoever wrote them; an
// attribute that no name space claims and that GraphML does not have is left
// out with a warning.
//
// What GraphML's schema forbids and all readers in use take alike is taken with
// a warning: edges with equal ids, a <key> in the <graph>, one id for a key of
// nodes and one of edges, data of a key that is not declared, a node whose id
// is empty.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "network/files/assembly.hpp"
#include "network/files/codes.hpp"
#include "network/files/escapes.hpp"
#include "network/files/readers.hpp"
#include "network/files/xml_events.hpp"

namespace vicinal::network::inline files {

namespace {

constexpr std::string_view graphml_space =
    "http://graphml.graphdrawing.org/xmlns";

enum class Element : std::uint8_t {
  none,  // the file
  graphml,
  key,
  key_default,  // <default>
  graph,
  node,
  edge,
  hyperedge,
  endpoint,
  data,
  port,
  other,
};

class GraphmlReader : private XmlEvents {
 public:
  GraphmlReader(const Source& source, const ReadOptions& options,
                Diagnostics& diagnostics)
      : XmlEvents(source, diagnostics, options.latin1),
        assembly_(source, options, diagnostics, Assembly::Ends::declared) {
    assembly_.take_equal_edges();
    assembly_.take_empty_name();
  }

  std::optional<GraphFile> run() {
    if (!parse()) return std::nullopt;
    if (!has_graph_) {
      d_.error(codes::unexpected_in_file, {0, 1}, "the file has no <graph>");
      return std::nullopt;
    }
    return assembly_.finish(Format::graphml);
  }

 private:
  // ---- elements

  static Element element_named(std::string_view name) {
    constexpr std::pair<std::string_view, Element> known[] = {
        {"graphml", Element::graphml},     {"key", Element::key},
        {"default", Element::key_default}, {"graph", Element::graph},
        {"node", Element::node},           {"edge", Element::edge},
        {"hyperedge", Element::hyperedge}, {"endpoint", Element::endpoint},
        {"data", Element::data},           {"port", Element::port},
    };
    for (const auto& [word, element] : known) {
      if (word == name) return element;
    }
    return Element::other;
  }

  Element inside() const {
    return stack_.empty() ? Element::none : stack_.back();
  }

  // GraphML's name for it, without its name space; or nothing.
  static std::string_view own_name(std::string_view name) {
    const std::string_view space = name_space(name);
    return space.empty() || space == graphml_space ? local_name(name)
                                                   : std::string_view{};
  }

  void begin(std::string_view full_name) override {
    const std::string_view name = own_name(full_name);
    Element element = element_named(name);
    if (inside() == Element::other || inside() == Element::data ||
        inside() == Element::key_default) {
      element = Element::other;  // somebody's data
    }
    name_unknown_attributes(element);
    place(element, name);
    stack_.push_back(element);
  }

  void place(Element element, std::string_view name) {
    switch (element) {
      case Element::graphml:
        return within(Element::none, name);
      case Element::key:
        if (inside() == Element::graph) {
          assembly_.taken("a <key> inside of the <graph>", span());
        } else {
          within(Element::graphml, name);
        }
        return key();
      case Element::key_default:
        within(Element::key, name);
        if (defaulted_.wanted()) keep_text();
        return;
      case Element::graph:
        if (has_graph_) {
          return fail(codes::second_graph,
                      inside() == Element::graphml
                          ? "there is more than one graph in the file"
                          : "a graph in a graph");
        }
        within(Element::graphml, name);
        return graph();
      case Element::node:
        within(Element::graph, name);
        return node();
      case Element::edge:
        within(Element::graph, name);
        return edge();
      case Element::hyperedge:
        within(Element::graph, name);
        return hyperedge();
      case Element::endpoint:
        within(Element::hyperedge, name);
        return endpoint();
      case Element::data:
        return data();
      case Element::port:
        if (inside() != Element::node && inside() != Element::port) {
          within(Element::node, name);
        }
        return;
      case Element::none:
      case Element::other:
        if (inside() == Element::none) {
          return fail(codes::unexpected_in_file, "expected <graphml>");
        }
        if (name == "locator") {
          return fail(codes::unexpected_in_file,
                      "<locator>: what it stands for is elsewhere");
        }
        if (!name.empty() && name != "desc" && inside() != Element::other &&
            inside() != Element::data && inside() != Element::key_default) {
          assembly_.ignored(fmt::format("<{}>", name), span());
        }
    }
  }

  void within(Element wanted, std::string_view name) {
    if (inside() != wanted) {
      fail(codes::unexpected_in_file,
           fmt::format("<{}> is out of place here", name));
    }
  }

  void end() override {
    const Element element = stack_.back();
    stack_.pop_back();
    if (element == Element::data || element == Element::key_default) {
      end_text(element);
    }
    if (element == Element::key) defaulted_ = {};
  }

  // Attributes that decide what a network is, if they are written right.
  void name_unknown_attributes(Element element) {
    struct Known {
      Element element;
      std::vector<std::string_view> names;
    };
    static const std::vector<Known> table = {
        {Element::key, {"id", "for", "attr.name", "attr.type"}},
        {Element::graph, {"id", "edgedefault"}},
        {Element::node, {"id"}},
        {Element::edge,
         {"id", "source", "target", "sourceport", "targetport", "directed"}},
        {Element::hyperedge, {"id"}},
        {Element::endpoint, {"id", "node", "port", "type"}},
        {Element::data, {"key", "id", "type"}},
    };
    const auto known = std::ranges::find(table, element, &Known::element);
    if (known == table.end()) return;
    each_attribute([&](std::string_view name) {
      // What others add has a prefix, and what helps a parser a dot.
      if (name.find(separator) != std::string_view::npos ||
          name.starts_with("parse.") || name.starts_with("yfiles.") ||
          std::ranges::find(known->names, name) != known->names.end()) {
        return;
      }
      assembly_.ignored(fmt::format("the attribute \"{}\"", name), span());
    });
  }

  // ---- keys and data

  struct Key {
    Column* node = nullptr;  // columns that want its values, if any
    Column* edge = nullptr;
    bool of_nodes = false, of_edges = false, of_others = false;
    bool encoding = false;  // of all names in the file

    bool wanted() const { return node != nullptr || edge != nullptr; }
  };

  void key() {
    const char* id = required("key", "id");
    if (id == nullptr) return;
    const char* name = attribute("attr.name");
    const char* domain = attribute("for");
    const std::string_view of = domain == nullptr ? "all" : domain;
    constexpr std::string_view domains[] = {"all",      "graphml", "graph",
                                            "node",     "edge",    "hyperedge",
                                            "endpoint", "port"};
    if (std::ranges::find(domains, of) == std::end(domains)) {
      return fail(codes::unexpected_in_file,
                  fmt::format("\"for\" cannot be \"{}\"", of));
    }
    Column* column = assembly_.column(name == nullptr ? id : name);
    Key found;
    found.encoding =
        of == "graph" && name != nullptr && name == encoding_attribute;
    found.of_nodes = of == "node" || of == "all";
    found.of_edges = of == "edge" || of == "hyperedge" || of == "all";
    found.of_others = of == "all" || !(found.of_nodes || found.of_edges);
    if (found.of_nodes) found.node = column;
    if (found.of_edges) found.edge = column;
    declare(id, found);
    defaulted_ = found;
  }

  // Keys of nodes and of edges do not meet, though their ids should differ.
  void declare(std::string_view id, const Key& found) {
    const auto [it, fresh] = keys_.emplace(id, found);
    if (fresh) return;
    Key& known = it->second;
    if ((known.of_nodes && found.of_nodes) ||
        (known.of_edges && found.of_edges) ||
        (known.of_others && found.of_others)) {
      return fail(codes::id_twice,
                  fmt::format("there are two keys \"{}\"", id));
    }
    assembly_.taken("one id for keys of different things", span());
    if (found.of_nodes) known.node = found.node;
    if (found.of_edges) known.edge = found.edge;
    known.of_nodes |= found.of_nodes;
    known.of_edges |= found.of_edges;
    known.of_others |= found.of_others;
    known.encoding |= found.encoding;
  }

  void data() {
    data_ = {};
    const char* id = required("data", "key");
    if (id == nullptr) return;
    const auto it = keys_.find(id);
    if (it == keys_.end()) {
      return assembly_.ignored(
          fmt::format("data of \"{}\", which no <key> declares,", id), span());
    }
    data_ = it->second;
    column_ = inside() == Element::node ? data_.node
              : inside() == Element::edge || inside() == Element::hyperedge
                  ? data_.edge
                  : nullptr;
    if (column_ != nullptr || says_encoding()) keep_text();
  }

  bool says_encoding() const {
    return inside() == Element::graph && data_.encoding;
  }

  void end_text(Element element) {
    if (!keeps_text()) return;
    std::string content = take_text();
    if (element == Element::key_default) {
      if (defaulted_.node) defaulted_.node->set_node_default(content);
      if (defaulted_.edge) defaulted_.edge->set_edge_default(content);
      return;
    }
    if (says_encoding()) {
      decodes_ = content == encoding_percent;
      return;
    }
    if (decodes_) content = percent_decoded(content);
    const bool good = inside() == Element::node ? column_->set(node_, content)
                                                : column_->set(edge_, content);
    if (!good) fail(codes::key_twice, "this key has a value already");
  }

  // ---- the graph

  void graph() {
    has_graph_ = true;
    const char* kind = attribute("edgedefault");
    if (kind == nullptr) return;
    const std::string_view text = kind;
    if (text != "directed" && text != "undirected") {
      return fail(codes::unexpected_in_file,
                  "\"edgedefault\" is \"directed\" or \"undirected\"");
    }
    directed_ = text == "directed";
  }

  void node() {
    const char* id = required("node", "id");
    if (id != nullptr) node_ = assembly_.declare(decoded(id), span());
  }

  // What a name in the file means.
  std::string decoded(std::string_view text) const {
    return decodes_ ? percent_decoded(text) : std::string(text);
  }
  // That of an attribute which need not be there.
  std::string name_in(std::string_view name) const {
    const char* found = attribute(name);
    return found == nullptr ? std::string{} : decoded(found);
  }

  void edge() {
    const char* source = required("edge", "source");
    const char* target = source ? required("edge", "target") : nullptr;
    if (target == nullptr) return;
    const std::optional<bool> directed = direction();
    if (!directed) {
      return fail(codes::missing_id,
                  "whether this edge is directed is not said",
                  {{std::nullopt,
                    "give the <graph> an edgedefault=\"undirected\", or one "
                    "that is \"directed\""}});
    }
    const NodeId from = assembly_.mention(decoded(source), span());
    const NodeId to = assembly_.mention(decoded(target), span());
    const std::string here = name_in("sourceport");
    const std::string there = name_in("targetport");
    edge_ = assembly_.line({from, here, span()}, {to, there, span()}, *directed,
                           name_in("id"));
  }

  std::optional<bool> direction() {
    const char* own = attribute("directed");
    if (own == nullptr) return directed_;
    const std::string_view text = own;
    if (text == "true" || text == "1") return true;
    if (text == "false" || text == "0") return false;
    fail(codes::unexpected_in_file, "\"directed\" is \"true\" or \"false\"");
    return false;
  }

  void hyperedge() { edge_ = assembly_.edge(name_in("id"), span()); }

  void endpoint() {
    const char* node = required("endpoint", "node");
    if (node == nullptr) return;
    const char* type = attribute("type");
    const std::string_view text = type == nullptr ? "undir" : type;
    const std::uint8_t direction = text == "in"      ? dart_writes
                                   : text == "out"   ? dart_reads
                                   : text == "undir" ? dart_both
                                                     : 0;
    if (direction == 0) {
      return fail(codes::unexpected_in_file,
                  "\"type\" is \"in\", \"out\" or \"undir\"");
    }
    assembly_.end(assembly_.mention(decoded(node), span()), direction,
                  name_in("port"), span());
  }

  Assembly assembly_;
  std::vector<Element> stack_;
  std::map<std::string, Key, std::less<>> keys_;
  Key defaulted_;             // the key that is open
  Key data_;                  // that of the data that is open
  Column* column_ = nullptr;  // of the data that is open
  NodeId node_;
  EdgeId edge_;
  std::optional<bool> directed_;
  bool decodes_ = false;
  bool has_graph_ = false;
};

}  // namespace

std::optional<GraphFile> read_graphml(const Source& source,
                                      const ReadOptions& options,
                                      Diagnostics& diagnostics) {
  return GraphmlReader(source, options, diagnostics).run();
}

}  // namespace vicinal::network::inline files
