// SPDX-License-Identifier: MIT
// GEXF, Gephi's XML: in <graph>, <nodes> of <node> and <edges> of <edge>, each
// with <attvalues> for the <attribute>s that were declared, which have
// defaults. An edge is directed or not by its 'type', else by
// 'defaultedgetype', else not; 'mutual' is refused, since programs do not agree
// whether that is one edge. So are graphs that change with time, and nodes
// within nodes.
//
// The label of a node is its attribute "label". Elements of other name spaces
// (viz) and what is in them are data of whoever wrote them.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "network/files/assembly.hpp"
#include "network/files/codes.hpp"
#include "network/files/readers.hpp"
#include "network/files/xml_events.hpp"

namespace vicinal::network::inline files {

namespace {

enum class GexfElement : std::uint8_t {
  file,
  gexf,
  meta,  // and all that is in it
  graph,
  attributes,
  attribute,
  attribute_default,
  nodes,
  node,
  edges,
  edge,
  attvalues,
  attvalue,
  other,
};

class GexfReader : private XmlEvents {
 public:
  GexfReader(const Source& source, const ReadOptions& options,
             Diagnostics& diagnostics)
      : XmlEvents(source, diagnostics, options.latin1),
        assembly_(source, options, diagnostics, Assembly::Ends::declared) {
    assembly_.take_equal_edges();
  }

  std::optional<GraphFile> run() {
    if (!parse()) return std::nullopt;
    if (!has_graph_) {
      d_.error(codes::unexpected_in_file, {0, 1}, "the file has no <graph>");
      return std::nullopt;
    }
    return assembly_.finish(Format::gexf);
  }

 private:
  struct Key {
    Column* column = nullptr;  // null: nobody wants it
  };

  GexfElement inside() const {
    return stack_.empty() ? GexfElement::file : stack_.back();
  }

  struct Known {
    std::string_view name;
    GexfElement element, within;
  };

  void begin(std::string_view full_name) override {
    const Known known[] = {
        {"gexf", GexfElement::gexf, GexfElement::file},
        {"meta", GexfElement::meta, GexfElement::gexf},
        {"graph", GexfElement::graph, GexfElement::gexf},
        {"attributes", GexfElement::attributes, GexfElement::graph},
        {"attribute", GexfElement::attribute, GexfElement::attributes},
        {"default", GexfElement::attribute_default, GexfElement::attribute},
        {"options", GexfElement::other, GexfElement::attribute},
        {"nodes", GexfElement::nodes, GexfElement::graph},
        {"node", GexfElement::node, GexfElement::nodes},
        {"edges", GexfElement::edges, GexfElement::graph},
        {"edge", GexfElement::edge, GexfElement::edges},
        {"attvalues", GexfElement::attvalues, inside()},
        {"attvalue", GexfElement::attvalue, GexfElement::attvalues},
    };
    const std::string_view space = name_space(full_name);
    const bool own = space.empty() || (space.find("gexf") != space.npos &&
                                       !space.ends_with("/viz"));
    const std::string_view name = local_name(full_name);
    if (!own || inside() == GexfElement::other ||
        inside() == GexfElement::meta) {
      stack_.push_back(GexfElement::other);
      return;
    }
    const auto* const found = std::ranges::find(known, name, &Known::name);
    if (found == std::end(known)) {
      unknown(name);
      stack_.push_back(GexfElement::other);
      return;
    }
    if (name == "graph" && has_graph_) {
      return fail(codes::second_graph,
                  "there is more than one graph in the file");
    }
    const bool whose =
        inside() == GexfElement::node || inside() == GexfElement::edge;
    if (inside() == GexfElement::node && name == "nodes") {
      return fail(codes::second_graph, "nodes within a node");
    }
    if (found->within != inside() || (name == "attvalues" && !whose)) {
      return fail(codes::unexpected_in_file,
                  fmt::format("<{}> is out of place here", name));
    }
    stack_.push_back(found->element);
    open(found->element);
  }

  void unknown(std::string_view name) {
    if (inside() == GexfElement::file)
      return fail(codes::unexpected_in_file, "expected <gexf>");
    if (name == "spells" || name == "spell" || name == "slices") {
      return fail(codes::form_not_read,
                  "a graph that changes with time is not read");
    }
    if (name == "parents" || name == "parent") {
      return fail(codes::second_graph, "nodes within a node");
    }
    assembly_.ignored(fmt::format("<{}>", name), span());
  }

  void open(GexfElement element) {
    switch (element) {
      case GexfElement::graph:
        return graph();
      case GexfElement::attributes:
        return attributes();
      case GexfElement::attribute:
        return attribute_declared();
      case GexfElement::attribute_default:
        if (declared_ != nullptr) keep_text();
        return;
      case GexfElement::node:
        return node();
      case GexfElement::edge:
        return edge();
      case GexfElement::attvalue:
        return value();
      default:
        return;
    }
  }

  void end() override {
    const GexfElement element = stack_.back();
    stack_.pop_back();
    if (element == GexfElement::attribute) declared_ = nullptr;
    if (element != GexfElement::attribute_default || !keeps_text()) return;
    const std::string text = take_text();
    if (of_nodes_) {
      declared_->set_node_default(text);
    } else {
      declared_->set_edge_default(text);
    }
  }

  // Of an edge's type or the default: V0603, V0625.
  std::optional<bool> direction(std::string_view text) {
    if (text == "directed") return true;
    if (text == "undirected") return false;
    if (text == "mutual") {
      fail(codes::form_not_read,
           "edges that are 'mutual' are not read: programs do not agree "
           "whether that is one edge or two");
    } else {
      fail(codes::unexpected_in_file,
           fmt::format("edges cannot be \"{}\"", text));
    }
    return std::nullopt;
  }

  void graph() {
    has_graph_ = true;
    const char* mode = attribute("mode");
    if (mode != nullptr && std::string_view(mode) != "static") {
      return fail(codes::form_not_read,
                  "a graph that changes with time is not read");
    }
    const char* kind = attribute("defaultedgetype");
    if (kind != nullptr) directed_ = direction(kind).value_or(false);
  }

  void attributes() {
    const char* whose = required("list", "class");
    if (whose == nullptr) return;
    const std::string_view text = whose;
    if (text != "node" && text != "edge") {
      return fail(codes::unexpected_in_file,
                  "\"class\" is \"node\" or \"edge\"");
    }
    of_nodes_ = text == "node";
    const char* mode = attribute("mode");
    if (mode != nullptr && std::string_view(mode) != "static") {
      fail(codes::form_not_read,
           "attributes that change with time are not read");
    }
  }

  void attribute_declared() {
    const char* id = required("attribute", "id");
    if (id == nullptr) return;
    const char* title = attribute("title");
    declared_ = assembly_.column(title == nullptr ? id : title);
    auto& keys = of_nodes_ ? node_keys_ : edge_keys_;
    if (!keys.emplace(id, Key{declared_}).second) {
      fail(codes::id_twice, fmt::format("there are two attributes \"{}\"", id));
    }
  }

  void node() {
    const char* id = required("node", "id");
    if (id == nullptr) return;
    if (attribute("pid") != nullptr)
      return fail(codes::second_graph, "nodes within a node");
    timeless();
    node_ = assembly_.declare(id, span());
    values_.clear();
    if (const char* label = attribute("label")) {
      assembly_.put(node_, "label", label);
    }
  }

  void edge() {
    const char* source = required("edge", "source");
    const char* target = source ? required("edge", "target") : nullptr;
    if (target == nullptr) return;
    timeless();
    bool directed = directed_;
    if (const char* type = attribute("type")) {
      const auto said = direction(type);
      if (!said) return;
      directed = *said;
    }
    const char* id = attribute("id");
    const NodeId from = assembly_.mention(source, span());
    const NodeId to = assembly_.mention(target, span());
    edge_ = assembly_.line(from, to, directed, id == nullptr ? "" : id, span());
    values_.clear();
    for (const char* name : {"label", "weight", "kind"}) {
      if (const char* text = attribute(name)) assembly_.put(edge_, name, text);
    }
  }

  // What stands at a node or an edge of a graph that changes.
  void timeless() {
    for (const char* name : {"start", "end", "startopen", "endopen"}) {
      if (attribute(name) != nullptr) {
        assembly_.ignored(fmt::format("the attribute \"{}\"", name), span());
      }
    }
  }

  void value() {
    const char* key = attribute("for");
    if (key == nullptr) key = attribute("id");  // of version 1.0
    const char* text = required("value", "value");
    if (text == nullptr) return;
    if (key == nullptr)
      return fail(codes::missing_id, "this value has no \"for\"");
    const bool of_node = stack_[stack_.size() - 3] == GexfElement::node;
    const auto& keys = of_node ? node_keys_ : edge_keys_;
    const auto it = keys.find(std::string_view(key));
    if (it == keys.end()) {
      return fail(codes::unknown_id,
                  fmt::format("there is no attribute \"{}\"", key));
    }
    if (!values_.emplace(key).second) {
      return fail(codes::key_twice,
                  fmt::format("\"{}\" has a value already", key));
    }
    if (it->second.column == nullptr) return;
    if (of_node) {
      it->second.column->put(node_, text);
    } else {
      it->second.column->put(edge_, text);
    }
  }

  Assembly assembly_;
  std::vector<GexfElement> stack_;
  std::map<std::string, Key, std::less<>> node_keys_, edge_keys_;
  std::set<std::string> values_;  // keys that the element has values of
  Column* declared_ = nullptr;    // of the attribute that is open
  bool of_nodes_ = true;          // the attributes that are open
  NodeId node_;
  EdgeId edge_;
  bool directed_ = false;
  bool has_graph_ = false;
};

}  // namespace

std::optional<GraphFile> read_gexf(const Source& source,
                                   const ReadOptions& options,
                                   Diagnostics& diagnostics) {
  return GexfReader(source, options, diagnostics).run();
}

}  // namespace vicinal::network::inline files
