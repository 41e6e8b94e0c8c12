// SPDX-License-Identifier: MIT
// XGMML, Cytoscape's XML: in <graph>, <node id="" label=""> and <edge source=""
// target="">, each with attributes <att name="" value="">. Whether edges have a
// direction says 'directed' of the graph, and of an edge 'cy:directed'; without
// both they have none.
//
// A graph within a graph is refused, and lists of attributes are left out with
// what is in them, as are elements of other name spaces and <graphics>.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "network/files/assembly.hpp"
#include "network/files/codes.hpp"
#include "network/files/readers.hpp"
#include "network/files/xml_events.hpp"

namespace vicinal::network::inline files {

namespace {

enum class XgmmlElement : std::uint8_t { file, graph, node, edge, att, other };

class XgmmlReader : private XmlEvents {
 public:
  XgmmlReader(const Source& source, const ReadOptions& options,
              Diagnostics& diagnostics)
      : XmlEvents(source, diagnostics, options.latin1),
        assembly_(source, options, diagnostics, Assembly::Ends::declared) {
    assembly_.take_equal_edges();
  }

  std::optional<GraphFile> run() {
    if (!parse()) return std::nullopt;
    return assembly_.finish(Format::xgmml);
  }

 private:
  XgmmlElement inside() const {
    return stack_.empty() ? XgmmlElement::file : stack_.back();
  }

  void begin(std::string_view full_name) override {
    const std::string_view name = local_name(full_name);
    const XgmmlElement outer = inside();
    if (name == "graph" && outer != XgmmlElement::file) {
      return fail(codes::second_graph, "a graph in a graph");
    }
    XgmmlElement element = XgmmlElement::other;
    if (outer == XgmmlElement::file) {
      if (name != "graph")
        return fail(codes::unexpected_in_file, "expected <graph>");
      element = XgmmlElement::graph;
      graph();
    } else if (outer == XgmmlElement::other || outer == XgmmlElement::att) {
      // Part of a list, or of pictures.
      if (name == "node" || name == "edge") {
        return fail(codes::unexpected_in_file,
                    fmt::format("<{}> is out of place here", name));
      }
    } else if (name == "node" || name == "edge") {
      if (outer != XgmmlElement::graph) {
        return fail(codes::unexpected_in_file,
                    fmt::format("<{}> is out of place here", name));
      }
      element = name == "node" ? XgmmlElement::node : XgmmlElement::edge;
      if (name == "node") {
        node();
      } else {
        edge();
      }
    } else if (name == "att") {
      element = XgmmlElement::att;
      att();
    } else if (name != "graphics" && name_space(full_name).empty()) {
      assembly_.ignored(fmt::format("<{}>", name), span());
    }
    stack_.push_back(element);
  }

  void end() override { stack_.pop_back(); }

  // V0603 if it is none.
  std::optional<bool> truth(std::string_view text) {
    if (text == "1" || text == "true") return true;
    if (text == "0" || text == "false") return false;
    fail(codes::unexpected_in_file, "\"directed\" is \"1\" or \"0\"");
    return std::nullopt;
  }

  void graph() {
    if (const char* text = attribute("directed")) {
      directed_ = truth(text).value_or(false);
    }
  }

  void node() {
    const char* id = required("node", "id");
    if (id == nullptr) return;
    node_ = assembly_.declare(id, span());
    for (const char* name : {"label", "name", "type"}) {
      if (const char* text = attribute(name)) assembly_.put(node_, name, text);
    }
  }

  void edge() {
    const char* source = required("edge", "source");
    const char* target = source ? required("edge", "target") : nullptr;
    if (target == nullptr) return;
    std::optional<bool> directed = directed_;
    each_attribute([&](std::string_view name) {
      if (local_name(name) != "directed") return;
      // A pointer into expat's memory, which ends with 0.
      directed = truth(attribute(name));
    });
    if (!directed) return;
    const char* id = attribute("id");
    const NodeId from = assembly_.mention(source, span());
    const NodeId to = assembly_.mention(target, span());
    edge_ =
        assembly_.line(from, to, *directed, id == nullptr ? "" : id, span());
    for (const char* name : {"label", "name", "type", "weight"}) {
      if (const char* text = attribute(name)) assembly_.put(edge_, name, text);
    }
  }

  // Of what it stands in.
  void att() {
    const char* name = attribute("name");
    const char* text = attribute("value");
    if (name == nullptr || text == nullptr) return;
    if (inside() == XgmmlElement::node) assembly_.put(node_, name, text);
    if (inside() == XgmmlElement::edge) assembly_.put(edge_, name, text);
  }

  Assembly assembly_;
  std::vector<XgmmlElement> stack_;
  NodeId node_;
  EdgeId edge_;
  bool directed_ = false;
};

}  // namespace

std::optional<GraphFile> read_xgmml(const Source& source,
                                    const ReadOptions& options,
                                    Diagnostics& diagnostics) {
  return XgmmlReader(source, options, diagnostics).run();
}

}  // namespace vicinal::network::inline files
