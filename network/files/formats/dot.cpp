// SPDX-License-Identifier: MIT
// The DOT language. Graphviz's own parser gives errors without columns, and
// none of its readers takes a path of some thousand edges in one statement;
// the grammar is small.
//
// An edge statement declares its nodes, and a subgraph in it stands for all
// nodes that it has named so far. Those are found in the list of all mentions:
// a subgraph is some stretches of it. Attributes of edges stand behind them,
// so the ends of a statement are collected first.
//
// Beyond the language (network/files/graph_writers.hpp writes so): a node with
// the attribute 'hyperedge' is an edge, and the edges at it, which follow, are
// its ends.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "network/base/budget.hpp"
#include "network/base/unique_names.hpp"
#include "network/files/assembly.hpp"
#include "network/files/codes.hpp"
#include "network/files/escapes.hpp"
#include "network/files/formats/dot_lexer.hpp"
#include "network/files/readers.hpp"

namespace vicinal::network::inline files {

namespace {

using Attributes = std::map<std::string, std::string, std::less<>>;

class DotReader {
 public:
  DotReader(const Source& source, const ReadOptions& options,
            Diagnostics& diagnostics)
      : assembly_(source, options, diagnostics, Assembly::Ends::declare),
        d_(diagnostics),
        lexer_(source.text(), diagnostics) {}

  std::optional<GraphFile> run() {
    if (!file()) return std::nullopt;
    return assembly_.finish(Format::dot);
  }

 private:
  // Some of the mentions.
  using Stretch = std::pair<std::size_t, std::size_t>;

  struct Scope {
    Attributes node, edge;         // defaults
    std::size_t subgraph = 0;      // its number
    std::vector<Stretch> members;  // of the subgraph, before this block
    std::size_t begin = 0;         // of its mentions here
  };

  // What an edge ends at: a node or an edge with ends, or a subgraph.
  struct End {
    NodeId node;
    EdgeId hyper;
    std::string port;
    std::vector<Stretch> members;
    Span span;
    bool subgraph = false;
  };

  bool wrong(std::string message) {
    d_.error(codes::wrong_sign_or_word, lexer_.span(), std::move(message));
    return false;
  }
  bool expect(std::string_view sign) {
    if (!lexer_.sign(sign)) return wrong(fmt::format("expected '{}'", sign));
    return lexer_.advance();
  }
  // Reads a sign if it is there.
  bool accept(std::string_view sign, bool& good) {
    if (!lexer_.sign(sign)) return false;
    good = lexer_.advance();
    return true;
  }

  // ---- the file

  bool file() {
    if (!lexer_.advance()) return false;
    if (lexer_.keyword("strict")) {
      strict_ = true;
      if (!lexer_.advance()) return false;
    }
    directed_ = lexer_.keyword("digraph");
    if (!directed_ && !lexer_.keyword("graph")) {
      return wrong("expected 'graph' or 'digraph'");
    }
    if (!lexer_.advance()) return false;
    if (is_id() && !lexer_.advance()) return false;
    scopes_.emplace_back();
    if (!block()) return false;
    if (lexer_.token() == DotToken::end) return true;
    d_.error(codes::second_graph, lexer_.span(),
             "there is more than one graph in the file");
    return false;
  }

  bool is_id() const {
    return lexer_.token() == DotToken::id || lexer_.token() == DotToken::html;
  }

  bool block() {
    if (!expect("{")) return false;
    while (!lexer_.sign("}")) {
      if (lexer_.token() == DotToken::end) return wrong("expected '}'");
      if (!statement()) return false;
      while (lexer_.sign(";") || lexer_.sign(",")) {
        if (!lexer_.advance()) return false;
      }
    }
    return lexer_.advance();
  }

  bool statement() {
    poll();
    for (const char* word : {"node", "edge", "graph"}) {
      if (lexer_.keyword(word)) return defaults(word);
    }
    if (lexer_.keyword("subgraph") || lexer_.sign("{")) {
      End end;
      return subgraph(end) && edges(std::move(end));
    }
    if (!is_id()) {
      return wrong("expected a node, an edge or a subgraph");
    }
    const std::string name = lexer_.text();
    const Span span = lexer_.span();
    const bool html = lexer_.token() == DotToken::html;
    if (!lexer_.advance()) return false;
    if (lexer_.sign("=")) return assignment(name);
    return node_or_edge(name, span, html);
  }

  // ID '=' ID: an attribute of the graph.
  bool assignment(const std::string& name) {
    if (!lexer_.advance()) return false;
    if (!is_id()) return wrong("expected a value");
    graph_attribute(name, lexer_.text());
    return lexer_.advance();
  }

  void graph_attribute(const std::string& name, const std::string& value) {
    if (name == encoding_attribute && value == encoding_percent) {
      decodes_ = true;
    }
  }

  bool defaults(std::string_view of) {
    if (!lexer_.advance()) return false;
    Attributes found;
    if (!lexer_.sign("[")) return wrong("expected '['");
    if (!attributes(found)) return false;
    Attributes* target = of == "node"   ? &scopes_.back().node
                         : of == "edge" ? &scopes_.back().edge
                                        : nullptr;
    for (auto& [name, value] : found) {
      if (target != nullptr) {
        (*target)[name] = value;
      } else {
        graph_attribute(name, value);
      }
    }
    return true;
  }

  // Lists in brackets, as many as there are.
  bool attributes(Attributes& out) {
    while (lexer_.sign("[")) {
      if (!lexer_.advance()) return false;
      while (!lexer_.sign("]")) {
        if (!is_id()) return wrong("expected an attribute or ']'");
        const std::string name = lexer_.text();
        std::string value = "true";
        if (!lexer_.advance()) return false;
        if (lexer_.sign("=")) {
          if (!lexer_.advance()) return false;
          if (!is_id()) return wrong("expected a value");
          value = lexer_.text();
          if (!lexer_.advance()) return false;
        }
        if (is_wanted(name)) out[name] = std::move(value);
        while (lexer_.sign(";") || lexer_.sign(",")) {
          if (!lexer_.advance()) return false;
        }
      }
      if (!lexer_.advance()) return false;
    }
    return true;
  }

  bool is_wanted(std::string_view name) {
    return assembly_.column(name) != nullptr || name == "dir" ||
           name == "key" || name == "id" || name == "hyperedge" ||
           name == encoding_attribute;
  }

  // What a name in the file means.
  std::string decoded(const std::string& text) const {
    return decodes_ ? percent_decoded(text) : text;
  }

  // ---- nodes

  bool node_or_edge(const std::string& raw, Span span, bool html) {
    End end;
    end.span = span;
    const std::string name = decoded(raw);
    if (html) {
      d_.error(codes::wrong_sign_or_word, span,
               "a node is not called by an HTML-like string",
               {{std::nullopt, "give it a name and a label"}});
      return false;
    }
    if (!port(end.port)) return false;
    if (const auto known = hyper_.find(name); known != hyper_.end()) {
      end.hyper = known->second;
    } else if (lexer_.sign("[") && end.port.empty()) {
      return node_statement(name, span);
    } else {
      end.node = mention(name, span);
    }
    return edges(std::move(end));
  }

  bool node_statement(const std::string& name, Span span) {
    Attributes found;
    if (!attributes(found)) return false;
    const auto hyper = found.find("hyperedge");
    if (hyper == found.end() || hyper->second == "false") {
      give(mention(name, span), found);
      return true;
    }
    if (seen_.contains(name)) {
      d_.error(codes::id_twice, span,
               fmt::format("\"{}\" is a node already", name));
      return false;
    }
    const auto id = found.find("id");
    const EdgeId edge = assembly_.edge(
        edge_names_(id == found.end() ? name : decoded(id->second)), span);
    hyper_.emplace(name, edge);
    last_hyper_ = edge;
    give(edge, found);
    return true;
  }

  NodeId mention(const std::string& name, Span span) {
    const NodeId node = assembly_.mention(name, span);
    mentions_.push_back(node);
    if (seen_.emplace(name).second) {
      for (const Scope& scope : scopes_) give(node, scope.node);
    }
    return node;
  }

  template <class Id>
  void give(Id id, const Attributes& attributes) {
    for (const auto& [name, value] : attributes) {
      assembly_.put(id, name, decoded(value));
    }
  }

  // [':' port [':' compass point]]; a compass point alone is no port.
  bool port(std::string& out) {
    bool good = true;
    if (!accept(":", good)) return true;
    if (!good) return false;
    if (!is_id()) return wrong("expected a port");
    out = decoded(lexer_.text());
    if (!lexer_.advance()) return false;
    if (!accept(":", good)) {
      constexpr std::string_view points[] = {"n",  "ne", "e",  "se", "s",
                                             "sw", "w",  "nw", "c",  "_"};
      for (const std::string_view p : points) {
        if (p == out) out.clear();
      }
      return true;
    }
    if (!good) return false;
    if (!is_id()) return wrong("expected a compass point");
    return lexer_.advance();
  }

  // ---- subgraphs

  bool subgraph(End& end) {
    end.span = lexer_.span();
    end.subgraph = true;
    std::string name;
    bool named = false;
    if (lexer_.keyword("subgraph")) {
      if (!lexer_.advance()) return false;
      named = is_id();
      name = lexer_.text();
      if (named && !lexer_.advance()) return false;
    }
    if (scopes_.size() > max_depth) {
      d_.error(codes::file_nested_too_deep, end.span, too_deep());
      return false;
    }
    Scope scope;
    std::size_t number = ++subgraphs_;
    if (named) {
      const std::size_t parent = scopes_.back().subgraph;
      number = named_.emplace(std::pair(parent, name), number).first->second;
    }
    scope.subgraph = number;
    scope.begin = mentions_.size();
    scopes_.push_back(std::move(scope));
    if (!block()) return false;
    std::vector<Stretch>& members = members_[number];
    if (scopes_.back().begin < mentions_.size()) {
      members.emplace_back(scopes_.back().begin, mentions_.size());
    }
    scopes_.pop_back();
    end.members = members;
    if (!named) members_.erase(number);
    return true;
  }

  // The nodes of an end, each once.
  std::vector<NodeId> nodes_of(const End& end) const {
    std::vector<NodeId> out;
    for (const auto& [begin, last] : end.members) {
      out.insert(out.end(),
                 mentions_.begin() + static_cast<std::ptrdiff_t>(begin),
                 mentions_.begin() + static_cast<std::ptrdiff_t>(last));
    }
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
  }

  // ---- edges

  // What follows the first end: nothing, or more ends.
  bool edges(End first) {
    std::vector<End> ends;
    ends.push_back(std::move(first));
    while (lexer_.sign("->") || lexer_.sign("--")) {
      if (lexer_.sign("->") != directed_) {
        return wrong(directed_ ? "edges of a digraph are written '->'"
                               : "edges of a graph are written '--'");
      }
      if (!lexer_.advance()) return false;
      End& end = ends.emplace_back();
      if (!edge_end(end)) return false;
    }
    Attributes found;
    if (ends.size() == 1) return attributes(found);
    for (const Scope& scope : scopes_) {
      for (const auto& [name, value] : scope.edge) found[name] = value;
    }
    Attributes own;
    if (!attributes(own)) return false;
    for (auto& [name, value] : own) found[name] = value;
    for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
      if (!connect(ends[i], ends[i + 1], found)) return false;
    }
    return true;
  }

  bool edge_end(End& end) {
    if (lexer_.keyword("subgraph") || lexer_.sign("{")) return subgraph(end);
    if (lexer_.token() != DotToken::id) {
      return wrong("expected a node or a subgraph");
    }
    end.span = lexer_.span();
    const std::string name = decoded(lexer_.text());
    if (!lexer_.advance() || !port(end.port)) return false;
    const auto known = hyper_.find(name);
    if (known != hyper_.end()) {
      end.hyper = known->second;
    } else {
      end.node = mention(name, end.span);
    }
    return true;
  }

  bool connect(const End& from, const End& to, const Attributes& attributes) {
    if (from.hyper.valid() || to.hyper.valid()) {
      return hyper_end(from, to, attributes);
    }
    if (!from.subgraph && !to.subgraph) {
      return edge(from.node, to.node, from, to, attributes);
    }
    const auto left = from.subgraph ? nodes_of(from) : std::vector{from.node};
    const auto right = to.subgraph ? nodes_of(to) : std::vector{to.node};
    made_ += static_cast<std::uint64_t>(left.size()) * right.size();
    if (!in_proportion(made_, assembly_.source(), from.span, d_)) return false;
    for (const NodeId a : left) {
      for (const NodeId b : right) {
        if (!edge(a, b, from, to, attributes)) return false;
      }
    }
    return true;
  }

  // Which way an edge goes: 1 forward, -1 back, 0 both ways.
  int way(const Attributes& attributes) const {
    const auto dir = attributes.find("dir");
    if (dir == attributes.end()) return directed_ ? 1 : 0;
    if (dir->second == "forward") return 1;
    return dir->second == "back" ? -1 : 0;
  }

  bool edge(NodeId a, NodeId b, const End& from, const End& to,
            const Attributes& attributes) {
    poll();
    const auto key = attributes.find("key");
    if (strict_ || key != attributes.end()) {
      const bool turn = !directed_ && b < a;
      const auto [it, fresh] = known_edges_.emplace(
          std::tuple(turn ? b : a, turn ? a : b,
                     strict_ ? std::string{} : key->second),
          EdgeId::none());
      if (!fresh) {
        give(it->second, attributes);
        return true;
      }
      it->second = add_edge(a, b, from, to, attributes);
      return true;
    }
    add_edge(a, b, from, to, attributes);
    return true;
  }

  EdgeId add_edge(NodeId a, NodeId b, const End& from, const End& to,
                  const Attributes& attributes) {
    const auto id = attributes.find("id");
    const std::string name =
        id == attributes.end() ? "" : edge_names_(decoded(id->second));
    const int direction = way(attributes);
    LineEnd first{a, from.port, from.span};
    LineEnd second{b, to.port, to.span};
    if (direction < 0) std::swap(first, second);
    const EdgeId edge = assembly_.line(first, second, direction != 0, name);
    last_hyper_ = EdgeId::none();
    give(edge, attributes);
    return edge;
  }

  // From a node to an edge with ends: a writer; back: a reader.
  bool hyper_end(const End& from, const End& to, const Attributes& attributes) {
    const End& edge = from.hyper.valid() ? from : to;
    const End& node = from.hyper.valid() ? to : from;
    if (node.hyper.valid() || node.subgraph || edge.hyper != last_hyper_) {
      d_.error(codes::unexpected_in_file, edge.span,
               "a hyper-edge is followed by its edges, each to a node");
      return false;
    }
    int direction = way(attributes);
    if (&edge == &from) direction = -direction;
    assembly_.end(node.node,
                  direction == 0  ? dart_both
                  : direction > 0 ? dart_writes
                                  : dart_reads,
                  node.port, node.span);
    return true;
  }

  Assembly assembly_;
  Diagnostics& d_;
  DotLexer lexer_;
  std::vector<Scope> scopes_;
  std::vector<NodeId> mentions_;
  std::unordered_set<std::string> seen_;  // nodes
  std::unordered_map<std::string, EdgeId> hyper_;
  EdgeId last_hyper_;
  std::map<std::pair<std::size_t, std::string>, std::size_t> named_;
  std::unordered_map<std::size_t, std::vector<Stretch>> members_;
  std::size_t subgraphs_ = 0;
  std::map<std::tuple<NodeId, NodeId, std::string>, EdgeId> known_edges_;
  UniqueNames edge_names_;
  std::uint64_t made_ = 0;  // edges between subgraphs
  bool strict_ = false;
  bool directed_ = false;
  bool decodes_ = false;
};

}  // namespace

std::optional<GraphFile> read_dot(const Source& source,
                                  const ReadOptions& options,
                                  Diagnostics& diagnostics) {
  return DotReader(source, options, diagnostics).run();
}

}  // namespace vicinal::network::inline files
