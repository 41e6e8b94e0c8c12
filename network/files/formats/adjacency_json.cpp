// SPDX-License-Identifier: MIT
// networkx's adjacency data:
//
//   { "directed": false, "multigraph": false, "graph": [],
//     "nodes": [ {"id": "a", ...}, ... ],
//     "adjacency": [ [ {"id": "b", ...}, ... ], ... ] }
//
// A list of neighbours for each node, in the order of the nodes; an edge
// without a direction stands in the lists of both its ends, a loop once.
// Parallel edges have keys, which say no more than how often nodes name each
// other. Colors of edges, which both ends would have to give alike, are
// refused: node-link JSON holds them.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "network/base/budget.hpp"
#include "network/files/assembly.hpp"
#include "network/files/codes.hpp"
#include "network/files/formats/neighbour_lists.hpp"
#include "network/files/json_events_impl.hpp"
#include "network/files/readers.hpp"

namespace vicinal::network::inline files {

namespace {

class AdjacencyReader : public JsonTexts {
 public:
  AdjacencyReader(const Source& source, const ReadOptions& options,
                  Diagnostics& diagnostics)
      : JsonTexts(source, diagnostics),
        assembly_(source, options, diagnostics, Assembly::Ends::declared) {}

  std::optional<GraphFile> run() {
    if (!parse()) return std::nullopt;
    if (!has_nodes_ || !has_lists_) {
      d_.error(codes::unexpected_in_file, {0, 1},
               fmt::format("the file has no list \"{}\"",
                           has_nodes_ ? "adjacency" : "nodes"));
      return std::nullopt;
    }
    if (rows_ != nodes_.size()) {
      d_.error(codes::unexpected_in_file, lists_span_,
               fmt::format("there are {} lists of neighbours for {} nodes",
                           rows_, nodes_.size()));
      return std::nullopt;
    }
    NeighbourLists lists;
    for (const Neighbour& n : neighbours_) {
      lists.add(nodes_[n.row], assembly_.mention(n.id, n.span), n.span);
    }
    lists.finish(assembly_, directed_ ? NeighbourLists::Edges::directed
                                      : NeighbourLists::Edges::twice);
    return assembly_.finish(Format::adjacency_json);
  }

  bool boolean(bool is) override {
    if (depth() != 1 || key_ != "directed") return JsonTexts::boolean(is);
    directed_ = is;
    return true;
  }

  bool start_object(std::size_t) override {
    if (!shallow(depth())) return false;
    const Span span = last_byte();
    if (in(Place::lists)) return wrong(span, "a list of neighbours");
    Place inner = Place::other;
    if (stack_.empty()) inner = Place::file;
    if (in(Place::nodes)) inner = Place::node;
    if (in(Place::row)) inner = Place::neighbour;
    if (inner == Place::other && !no_list(span)) return false;
    if (inner == Place::node || inner == Place::neighbour) {
      id_.reset();
      members_.clear();
      object_ = span;
    }
    stack_.push_back({inner, {}});
    return true;
  }

  bool end_object() override {
    const Place ended = stack_.back().place;
    stack_.pop_back();
    if (ended != Place::node && ended != Place::neighbour) return true;
    if (!id_) {
      d_.error(codes::missing_id, object_, "there is no \"id\" here");
      return false;
    }
    if (ended == Place::neighbour) return neighbour();
    const NodeId node = assembly_.declare(id_->text, id_->span);
    for (const auto& [key, text] : members_) assembly_.put(node, key, text);
    nodes_.push_back(node);
    return true;
  }

  bool key(string_t& name) override {
    key_ = name;
    key_span_ = string_span();
    if (!is_fresh(stack_.back().keys, name)) return false;
    if (!in(Place::file)) return true;
    constexpr std::string_view known[] = {"nodes", "adjacency", "directed",
                                          "multigraph", "graph"};
    if (std::ranges::find(known, key_) == std::end(known)) {
      assembly_.ignored(fmt::format("the key \"{}\"", key_), key_span_);
    }
    return true;
  }

  bool start_array(std::size_t) override {
    if (!shallow(depth())) return false;
    const Span span = last_byte();
    if (stack_.empty()) return wrong(span, "an object");
    if (in(Place::nodes) || in(Place::row)) return wrong(span, "an object");
    Place inner = Place::other;
    if (in(Place::file) && key_ == "nodes") {
      inner = Place::nodes;
      has_nodes_ = true;
    } else if (in(Place::file) && key_ == "adjacency") {
      inner = Place::lists;
      has_lists_ = true;
      lists_span_ = span;
    } else if (in(Place::lists)) {
      inner = Place::row;
      ++rows_;
    } else if (named() && key_ == "id") {
      return wrong(span, "the id of a node");
    }
    stack_.push_back({inner, {}});
    return true;
  }

  bool end_array() override {
    stack_.pop_back();
    return true;
  }

 private:
  enum class Place : std::uint8_t {
    file,
    nodes,
    node,
    lists,  // of neighbours
    row,    // one of them
    neighbour,
    other,
  };
  struct Frame {
    Place place;
    std::set<std::string> keys;
  };
  struct Id {
    std::string text;
    Span span;
  };
  struct Neighbour {
    std::size_t row;
    std::string id;
    Span span;
  };

  std::size_t depth() const { return stack_.size(); }
  bool in(Place place) const {
    return !stack_.empty() && stack_.back().place == place;
  }
  bool named() const { return in(Place::node) || in(Place::neighbour); }

  // No value but a list at the keys that need one.
  bool no_list(Span span) {
    if (in(Place::file) && (key_ == "nodes" || key_ == "adjacency")) {
      return wrong(span, "a list");
    }
    if (named() && key_ == "id") return wrong(span, "the id of a node");
    if (in(Place::file) && key_ == "directed") {
      return wrong(span, "true or false");
    }
    return true;
  }

  bool value(const std::string& text, Span span, bool can_name) override {
    if (stack_.empty()) return wrong(span, "an object");
    if (in(Place::nodes) || in(Place::row)) return wrong(span, "an object");
    if (in(Place::lists)) return wrong(span, "a list of neighbours");
    if (named() && key_ == "id" && can_name) {
      id_ = Id{text, span};
      return true;
    }
    if (!no_list(span)) return false;
    if (named()) members_.emplace_back(key_, text);
    return true;
  }

  // Colors of edges would have to be compared at both ends.
  bool neighbour() {
    for (const auto& [key, text] : members_) {
      if (assembly_.column(key) == nullptr) continue;
      d_.error(codes::form_not_read, object_,
               fmt::format("\"{}\" of edges is not read in this form", key),
               {{std::nullopt, "write node-link JSON, or --colors-from none"}});
      return false;
    }
    neighbours_.push_back({rows_ - 1, id_->text, id_->span});
    return true;
  }

  Assembly assembly_;
  std::vector<Frame> stack_;
  std::string key_;  // whose value comes next
  Span key_span_;
  std::optional<Id> id_;  // of the object that is open
  std::vector<std::pair<std::string, std::string>> members_;
  Span object_;
  Span lists_span_;
  std::vector<NodeId> nodes_;
  std::vector<Neighbour> neighbours_;
  std::size_t rows_ = 0;
  bool directed_ = false;
  bool has_nodes_ = false;
  bool has_lists_ = false;
};

}  // namespace

std::optional<GraphFile> read_adjacency_json(const Source& source,
                                             const ReadOptions& options,
                                             Diagnostics& diagnostics) {
  return AdjacencyReader(source, options, diagnostics).run();
}

}  // namespace vicinal::network::inline files
