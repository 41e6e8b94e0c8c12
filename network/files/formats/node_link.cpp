// SPDX-License-Identifier: MIT
// Node-link JSON, as of D3 and NetworkX:
//
//   { "directed": false, "nodes": [ {"id": "a", ...}, ... ],
//     "links": [ {"source": "a", "target": "b", ...}, ... ] }
//
// "edges" is another word for "links"; a file without either is none of this
// form, since a graph without edges still has the empty list. Ids are strings
// or whole numbers. Members of nodes and links that are no lists are
// attributes; what else there is, is left out with a warning. A link is added
// when its object ends, so that its members may come in any order.
//
// Other forms of JSON that have nodes are refused by the key that tells them.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "network/files/assembly.hpp"
#include "network/files/codes.hpp"
#include "network/files/json_events_impl.hpp"
#include "network/files/readers.hpp"

namespace vicinal::network::inline files {

namespace {

enum class Place : std::uint8_t { file, nodes, links, node, link, other };

// What the outermost object of another form has.
struct OtherForm {
  std::string_view key, name, instead;
};
constexpr OtherForm other_forms[] = {
    {"adjacency", "networkx's adjacency form",
     "--format adjacency-json reads it"},
    {"elements", "Cytoscape's form",
     "write node-link JSON: \"nodes\" and \"links\" in the outermost object"},
    {"children", "a tree of nested objects",
     "write node-link JSON: \"nodes\" and \"links\" in the outermost object"},
};

class NodeLinkReader : public JsonTexts {
 public:
  NodeLinkReader(const Source& source, const ReadOptions& options,
                 Diagnostics& diagnostics)
      : JsonTexts(source, diagnostics),
        assembly_(source, options, diagnostics, Assembly::Ends::declared) {}

  std::optional<GraphFile> run() {
    if (!parse()) return std::nullopt;
    if (!has_nodes_ || !has_links_) {
      d_.error(
          codes::unexpected_in_file, {0, 1},
          fmt::format("the file has no list of {}",
                      has_nodes_ ? "\"links\" or \"edges\"" : "\"nodes\""));
      return std::nullopt;
    }
    return assembly_.finish(Format::node_link);
  }

  bool boolean(bool is) override {
    if (place() != Place::file || key_ != "directed") {
      return JsonTexts::boolean(is);
    }
    if (has_links_) {
      d_.error(codes::unexpected_in_file, word_span(is ? 4 : 5),
               "\"directed\" stands behind the links",
               {{std::nullopt, "write it before them"}});
      return false;
    }
    directed_ = is;
    return true;
  }

  bool start_object(std::size_t) override {
    const Span span = last_byte();
    if (!shallow(stack_.size())) return false;
    Place inner = Place::other;
    if (stack_.empty()) {
      inner = Place::file;
    } else if (place() == Place::nodes) {
      inner = Place::node;
    } else if (place() == Place::links) {
      inner = Place::link;
    } else if (!expected_list(span)) {
      return false;
    }
    if (inner == Place::other) left_out();
    if (inner == Place::node || inner == Place::link) {
      object_ = span;
      members_.clear();
    }
    stack_.push_back({inner, {}});
    return true;
  }

  bool end_object() override {
    const Place ended = place();
    stack_.pop_back();
    if (ended == Place::node) return node();
    if (ended == Place::link) return link();
    return true;
  }

  bool key(string_t& name) override {
    key_ = name;
    key_span_ = string_span();
    if (!is_fresh(stack_.back().keys, name)) return false;
    return place() != Place::file || known_in_file();
  }

  bool start_array(std::size_t) override {
    const Span span = last_byte();
    if (!shallow(stack_.size())) return false;
    Place inner = Place::other;
    if (stack_.empty()) {
      return wrong(span, "an object with \"nodes\" and \"links\"");
    }
    if (place() == Place::file && key_ == "nodes") {
      inner = Place::nodes;
      has_nodes_ = true;
    } else if (place() == Place::file && (key_ == "links" || key_ == "edges")) {
      if (has_links_) return wrong(span, "\"links\" or \"edges\", not both");
      inner = Place::links;
      has_links_ = true;
    } else if (place() == Place::nodes || place() == Place::links) {
      return wrong(span, "an object");
    } else if (is_end_key()) {
      return wrong(span, "the id of a node");
    }
    if (inner == Place::other) left_out();
    stack_.push_back({inner, {}});
    return true;
  }

  bool end_array() override {
    stack_.pop_back();
    return true;
  }

 private:
  struct Frame {
    Place place;
    std::set<std::string> keys;
  };
  // A member of a node or a link.
  struct Member {
    std::string key, value;
    Span span;
  };

  Place place() const {
    return stack_.empty() ? Place::other : stack_.back().place;
  }

  // Whether the key of the outermost object can stand in node-link JSON: one
  // of another form cannot, and one of no form is left out.
  bool known_in_file() {
    for (const OtherForm& form : other_forms) {
      if (key_ != form.key) continue;
      d_.error(codes::unexpected_in_file, key_span_,
               fmt::format("{} is not read as node-link JSON", form.name),
               {{std::nullopt, std::string(form.instead)}});
      return false;
    }
    constexpr std::string_view known[] = {"nodes",    "links",      "edges",
                                          "directed", "multigraph", "graph"};
    if (std::ranges::find(known, key_) == std::end(known)) ignore_key();
    return true;
  }

  // A list or an object in a node or a link is no attribute.
  void left_out() {
    if (place() == Place::node || place() == Place::link) ignore_key();
  }

  void ignore_key() {
    assembly_.ignored(fmt::format("the key \"{}\"", key_), key_span_);
  }

  bool is_end_key() const {
    return (place() == Place::node && key_ == "id") ||
           (place() == Place::link && (key_ == "source" || key_ == "target"));
  }

  // No value but a list at the keys that need one.
  bool expected_list(Span span) {
    if (place() == Place::file &&
        (key_ == "nodes" || key_ == "links" || key_ == "edges")) {
      return wrong(span, "a list");
    }
    if (is_end_key()) return wrong(span, "the id of a node");
    return true;
  }

  // `id`: whether it can be one.
  bool value(const std::string& text, Span span, bool id) override {
    if (stack_.empty()) {
      return wrong(span, "an object with \"nodes\" and \"links\"");
    }
    switch (place()) {
      case Place::nodes:
      case Place::links:
        return wrong(span, "an object");
      case Place::file:
        if (key_ == "directed") return wrong(span, "true or false");
        return expected_list(span);
      case Place::node:
      case Place::link:
        if (!id && is_end_key()) {
          return wrong(span, "the id of a node, a string or a whole number");
        }
        members_.push_back({key_, text, span});
        return true;
      case Place::other:
        return true;
    }
    return true;
  }

  const Member* member(std::string_view key) const {
    for (const Member& m : members_) {
      if (m.key == key) return &m;
    }
    return nullptr;
  }

  template <class Id>
  void attributes(Id id) {
    for (const Member& m : members_) assembly_.put(id, m.key, m.value);
  }

  bool node() {
    const Member* id = member("id");
    if (id == nullptr) {
      d_.error(codes::missing_id, object_, "this node has no \"id\"");
      return true;
    }
    attributes(assembly_.declare(id->value, id->span));
    return true;
  }

  bool link() {
    const Member* source = member("source");
    const Member* target = member("target");
    if (source == nullptr || target == nullptr) {
      d_.error(codes::missing_id, object_,
               fmt::format("this link has no \"{}\"",
                           source == nullptr ? "source" : "target"));
      return true;
    }
    const NodeId from = assembly_.mention(source->value, source->span);
    const NodeId to = assembly_.mention(target->value, target->span);
    attributes(assembly_.line(from, to, directed_));
    return true;
  }

  Assembly assembly_;
  std::vector<Frame> stack_;
  std::string key_;  // whose value comes next
  Span key_span_;
  std::vector<Member> members_;
  Span object_;
  bool directed_ = false;
  bool has_nodes_ = false;
  bool has_links_ = false;
};

}  // namespace

std::optional<GraphFile> read_node_link(const Source& source,
                                        const ReadOptions& options,
                                        Diagnostics& diagnostics) {
  return NodeLinkReader(source, options, diagnostics).run();
}

}  // namespace vicinal::network::inline files
