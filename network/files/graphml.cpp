// SPDX-License-Identifier: MIT
// GraphML through expat's events. Entities cannot be declared, since a DOCTYPE
// ends the reading; depth is capped; the text of <data> is kept only where
// somebody wants it.
//
// <edge> is an edge between two nodes; <hyperedge> has endpoints that write it
// ('in'), read it ('out') or both ('undir', the default). Elements that are not
// GraphML's own, and all that is in them, are data of whoever wrote them; an
// attribute that no name space claims and that GraphML does not have is left
// out with a warning.
#include <expat.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "network/base/budget.hpp"
#include "network/files/assembly.hpp"
#include "network/files/escapes.hpp"
#include "network/files/readers.hpp"

namespace vicinal::network::inline files {

namespace {

constexpr std::string_view graphml_space =
    "http://graphml.graphdrawing.org/xmlns";
constexpr char separator = '\n';  // no character of a name

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

class GraphmlReader {
 public:
  GraphmlReader(const Source& source, const ReadOptions& options,
                Diagnostics& diagnostics)
      : assembly_(source, options, diagnostics, Assembly::Ends::declared),
        d_(diagnostics),
        parser_(XML_ParserCreateNS(nullptr, separator), XML_ParserFree) {
    XML_SetUserData(parser_.get(), this);
    XML_SetElementHandler(
        parser_.get(),
        [](void* self, const XML_Char* name, const XML_Char** attributes) {
          of(self).start(name, attributes);
        },
        [](void* self, const XML_Char*) { of(self).finish_element(); });
    XML_SetCharacterDataHandler(
        parser_.get(), [](void* self, const XML_Char* text, int length) {
          GraphmlReader& reader = of(self);
          if (!reader.keeps_text_) return;
          reader.content_.append(text, static_cast<std::size_t>(length));
        });
    XML_SetStartDoctypeDeclHandler(
        parser_.get(),
        [](void* self, const XML_Char*, const XML_Char*, const XML_Char*, int) {
          of(self).fail(612, "a DOCTYPE is not taken: it may define entities");
        });
  }

  std::optional<GraphFile> run() {
    const std::string_view text = assembly_.source().text();
    const XML_Status status = XML_Parse(
        parser_.get(), text.data(), static_cast<int>(text.size()), XML_TRUE);
    if (status != XML_STATUS_OK && !failed_) {
      const auto at = static_cast<std::uint32_t>(
          std::max<XML_Index>(0, XML_GetCurrentByteIndex(parser_.get())));
      const auto end = static_cast<std::uint32_t>(text.size());
      d_.error(611, {std::min(at, end), std::min(at + 1, end)},
               fmt::format("this is not XML: {}",
                           XML_ErrorString(XML_GetErrorCode(parser_.get()))));
      failed_ = true;
    }
    if (failed_) return std::nullopt;
    if (!has_graph_) {
      d_.error(603, {0, 1}, "the file has no <graph>");
      return std::nullopt;
    }
    return assembly_.finish(Format::graphml);
  }

 private:
  static GraphmlReader& of(void* self) {
    return *static_cast<GraphmlReader*>(self);
  }

  // ---- places and errors

  Span span() const {
    const auto begin =
        static_cast<std::uint32_t>(XML_GetCurrentByteIndex(parser_.get()));
    const int count = XML_GetCurrentByteCount(parser_.get());
    return {begin, begin + static_cast<std::uint32_t>(count > 0 ? count : 0)};
  }

  // Reported; nothing more is read.
  void fail(int code, std::string message, std::vector<Note> notes = {}) {
    if (failed_) return;
    failed_ = true;
    d_.error(code, span(), std::move(message), std::move(notes));
    XML_StopParser(parser_.get(), XML_FALSE);
  }

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
    const std::size_t split = name.find(separator);
    if (split == std::string_view::npos) return name;
    return name.substr(0, split) == graphml_space ? name.substr(split + 1)
                                                  : std::string_view{};
  }

  void start(std::string_view full_name, const XML_Char** attributes) {
    poll();
    if (failed_) return;
    if (stack_.size() >= max_depth) {
      return fail(602, too_deep());
    }
    const std::string_view name = own_name(full_name);
    Element element = element_named(name);
    if (inside() == Element::other || inside() == Element::data ||
        inside() == Element::key_default) {
      element = Element::other;  // somebody's data
    }
    attributes_ = attributes;
    name_unknown_attributes(element);
    place(element, name);
    stack_.push_back(element);
  }

  void place(Element element, std::string_view name) {
    switch (element) {
      case Element::graphml:
        return within(Element::none, name);
      case Element::key:
        within(Element::graphml, name);
        return key();
      case Element::key_default:
        within(Element::key, name);
        return begin_text(defaulted_ != nullptr);
      case Element::graph:
        if (has_graph_) {
          return fail(617, inside() == Element::graphml
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
          return fail(603, "expected <graphml>");
        }
        if (name == "locator") {
          return fail(603, "<locator>: what it stands for is elsewhere");
        }
        if (!name.empty() && name != "desc" && inside() != Element::other &&
            inside() != Element::data && inside() != Element::key_default) {
          assembly_.ignored(fmt::format("<{}>", name), span());
        }
    }
  }

  void within(Element wanted, std::string_view name) {
    if (inside() != wanted) {
      fail(603, fmt::format("<{}> is out of place here", name));
    }
  }

  void finish_element() {
    if (failed_) return;
    const Element element = stack_.back();
    stack_.pop_back();
    if (element == Element::data || element == Element::key_default) {
      end_text(element);
    }
    if (element == Element::key) defaulted_ = nullptr;
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
    for (const XML_Char** a = attributes_; *a != nullptr; a += 2) {
      const std::string_view name = *a;
      // What others add has a prefix, and what helps a parser a dot.
      if (name.find(separator) != std::string_view::npos ||
          name.starts_with("parse.") || name.starts_with("yfiles.") ||
          std::ranges::find(known->names, name) != known->names.end()) {
        continue;
      }
      assembly_.ignored(fmt::format("the attribute \"{}\"", name), span());
    }
  }

  // The attribute, or null.
  const char* attribute(std::string_view name) const {
    for (const XML_Char** a = attributes_; *a != nullptr; a += 2) {
      if (name == *a) return a[1];
    }
    return nullptr;
  }
  // V0605 if it is not there.
  const char* required(std::string_view element, std::string_view name) {
    const char* found = attribute(name);
    if (found == nullptr) {
      fail(605, fmt::format("this {} has no \"{}\"", element, name));
    }
    return found;
  }

  // ---- keys and data

  struct Key {
    Column* node = nullptr;  // columns that want its values, if any
    Column* edge = nullptr;
    bool encoding = false;  // of all names in the file
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
      return fail(603, fmt::format("\"for\" cannot be \"{}\"", of));
    }
    Column* column = assembly_.column(name == nullptr ? id : name);
    Key found;
    found.encoding =
        of == "graph" && name != nullptr && name == encoding_attribute;
    if (of == "node" || of == "all") found.node = column;
    if (of == "edge" || of == "hyperedge" || of == "all") found.edge = column;
    const auto [it, fresh] = keys_.emplace(id, found);
    if (!fresh) {
      return fail(606, fmt::format("there are two keys \"{}\"", id));
    }
    defaulted_ = column == nullptr ? nullptr : &it->second;
  }

  void data() {
    const char* id = required("data", "key");
    if (id == nullptr) return;
    const auto it = keys_.find(id);
    if (it == keys_.end()) {
      return fail(607, fmt::format("there is no key \"{}\"", id));
    }
    data_ = &it->second;
    column_ = inside() == Element::node ? it->second.node
              : inside() == Element::edge || inside() == Element::hyperedge
                  ? it->second.edge
                  : nullptr;
    begin_text(column_ != nullptr || says_encoding());
  }

  bool says_encoding() const {
    return inside() == Element::graph && data_->encoding;
  }

  void begin_text(bool keep) {
    keeps_text_ = keep;
    content_.clear();
  }

  void end_text(Element element) {
    if (!keeps_text_) return;
    keeps_text_ = false;
    if (element == Element::key_default) {
      if (defaulted_->node) defaulted_->node->set_node_default(content_);
      if (defaulted_->edge) defaulted_->edge->set_edge_default(content_);
      return;
    }
    if (says_encoding()) {
      decodes_ = content_ == encoding_percent;
      return;
    }
    if (decodes_) content_ = percent_decoded(content_);
    const bool good = inside() == Element::node ? column_->set(node_, content_)
                                                : column_->set(edge_, content_);
    if (!good) fail(604, "this key has a value already");
  }

  // ---- the graph

  void graph() {
    has_graph_ = true;
    const char* kind = attribute("edgedefault");
    if (kind == nullptr) return;
    const std::string_view text = kind;
    if (text != "directed" && text != "undirected") {
      return fail(603, "\"edgedefault\" is \"directed\" or \"undirected\"");
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
      return fail(605, "whether this edge is directed is not said",
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
    fail(603, "\"directed\" is \"true\" or \"false\"");
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
      return fail(603, "\"type\" is \"in\", \"out\" or \"undir\"");
    }
    assembly_.end(assembly_.mention(decoded(node), span()), direction,
                  name_in("port"), span());
  }

  Assembly assembly_;
  Diagnostics& d_;
  std::unique_ptr<XML_ParserStruct, decltype(&XML_ParserFree)> parser_;
  std::vector<Element> stack_;
  std::map<std::string, Key, std::less<>> keys_;
  const XML_Char** attributes_ = nullptr;  // of the element that begins
  const Key* defaulted_ = nullptr;         // of the key that is open
  const Key* data_ = nullptr;              // of the data that is open
  Column* column_ = nullptr;               // of the data that is open
  std::string content_;
  NodeId node_;
  EdgeId edge_;
  std::optional<bool> directed_;
  bool keeps_text_ = false;
  bool decodes_ = false;
  bool has_graph_ = false;
  bool failed_ = false;
};

}  // namespace

std::optional<GraphFile> read_graphml(const Source& source,
                                      const ReadOptions& options,
                                      Diagnostics& diagnostics) {
  return GraphmlReader(source, options, diagnostics).run();
}

}  // namespace vicinal::network::inline files
