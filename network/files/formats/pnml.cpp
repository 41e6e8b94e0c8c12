// SPDX-License-Identifier: MIT
// PNML, Petri nets: a place is an edge, a transition a node. What a transition
// takes from a place it reads, what it puts there it writes. The names of both
// are their ids; the <name> of a transition is its attribute "label".
//
// How many tokens an arc moves, if not one, is the port: an arc's inscription,
// where there is only one direction, else both with '/' between. Inscriptions
// with colours are compared by their structure and shown by their text, where
// it is one text for one structure. The sort of a place is its attribute
// "type", the condition of a transition its "type", too. Markings are no part
// of a network. Arcs that test or empty a place are refused.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "network/base/references.hpp"
#include "network/files/assembly.hpp"
#include "network/files/codes.hpp"
#include "network/files/readers.hpp"
#include "network/files/xml_events.hpp"

namespace vicinal::network::inline files {

namespace {

class PnmlNetReader : private XmlEvents {
 public:
  PnmlNetReader(const Source& source, const ReadOptions& options,
                Diagnostics& diagnostics)
      : XmlEvents(source, diagnostics, options.latin1),
        assembly_(source, options, diagnostics, Assembly::Ends::declared) {}

  std::optional<GraphFile> run();

 private:
  enum class Kind : std::uint8_t { place, transition, reference };
  struct Named {
    Kind kind;
    std::string id;
    std::string refers_to;  // at last, once they are followed
    std::string label;      // its <name>
    std::string meaning;    // its sort, or its condition
    Span span;
  };
  // What an arc moves.
  struct Inscription {
    std::string text;       // for people, or a number
    std::string structure;  // of a net with colours
  };
  struct Arc {
    std::string from, to;
    Inscription moves;
    Span span;
  };
  // Between one place and one transition.
  struct Moves {
    std::vector<std::string> taken, put;
    Span span;
  };

  void begin(std::string_view full_name) override;
  void end() override;
  void begin_net();
  void begin_node(Kind kind);
  void begin_arc();
  void arc_type();
  void note_structure(std::string_view name);
  void end_text();
  bool inside(std::string_view name) const {
    return std::ranges::find(open_, name) != open_.end();
  }

  void follow_references();
  const Named* node(const Arc& arc, const std::string& id);
  std::string shown(const Inscription& moves);
  void connect();

  Assembly assembly_;
  std::vector<std::string> open_;  // names of elements
  std::size_t skipped_ = 0;
  bool has_net_ = false;
  std::vector<Named> nodes_;
  std::vector<Arc> arcs_;
  std::string* structure_ = nullptr;  // of what is open
  std::map<std::string, std::size_t> numbers_;
  std::map<std::string, std::string> text_of_, structure_of_;
};

void PnmlNetReader::begin(std::string_view full_name) {
  const std::string_view name = local_name(full_name);
  if (skipped_ > 0 || name == "toolspecific" || name == "graphics") {
    ++skipped_;
    return;
  }
  if (open_.empty() && name != "pnml")
    return fail(codes::unexpected_in_file, "expected <pnml>");
  const std::string around = open_.empty() ? "" : open_.back();
  open_.emplace_back(name);
  if (structure_ != nullptr) return note_structure(name);
  if (name == "net" && around == "pnml") return begin_net();
  if (around == "net" || around == "page") {
    if (name == "place") return begin_node(Kind::place);
    if (name == "transition") return begin_node(Kind::transition);
    if (name.starts_with("reference")) return begin_node(Kind::reference);
    if (name == "arc") return begin_arc();
    if (name != "page" && name != "name" && name != "declaration") {
      assembly_.ignored(fmt::format("<{}>", name), span());
    }
  } else if (name == "structure" && around == "hlinscription" &&
             !arcs_.empty()) {
    structure_ = &arcs_.back().moves.structure;
  } else if (name == "structure" &&
             (around == "type" || around == "condition") && !nodes_.empty()) {
    structure_ = &nodes_.back().meaning;
  } else if (name == "text") {
    keep_text();
  } else if (around == "arc") {
    arc_type();
  }
}

void PnmlNetReader::begin_net() {
  if (has_net_)
    fail(codes::second_graph, "there is more than one net in the file");
  has_net_ = true;
}

void PnmlNetReader::begin_node(Kind kind) {
  const char* id = required(open_.back(), "id");
  if (id == nullptr) return;
  const char* to = kind == Kind::reference ? required(open_.back(), "ref") : "";
  if (to == nullptr) return;
  const auto [first, added] = numbers_.emplace(id, nodes_.size());
  if (!added) {
    return fail(codes::id_twice, fmt::format("the id '{}' is there twice", id),
                {{nodes_[first->second].span, "first here"}});
  }
  nodes_.push_back({kind, id, to, {}, {}, span()});
}

void PnmlNetReader::begin_arc() {
  const char* from = required("arc", "source");
  const char* to = from == nullptr ? nullptr : required("arc", "target");
  if (to == nullptr) return;
  arcs_.push_back({from, to, {}, span()});
  const char* type = attribute("type");
  if (type != nullptr && std::string_view(type) != "normal") {
    fail(codes::form_not_read,
         fmt::format("an arc of the type '{}' is not read", type));
  }
}

// Parts of an arc.
void PnmlNetReader::arc_type() {
  const std::string& name = open_.back();
  if (name == "inscription" || name == "hlinscription" || name == "name") {
    return;
  }
  const char* value = attribute("value");
  const bool normal = name == "type" &&
                      (value == nullptr || std::string_view(value) == "normal");
  if (!normal) {
    fail(codes::form_not_read,
         fmt::format("an arc with <{}> is not read", name));
  }
}

// As text: names of elements and what they say, in order.
void PnmlNetReader::note_structure(std::string_view name) {
  if (!structure_->empty() && structure_->back() != '(') *structure_ += ',';
  *structure_ += name;
  each_attribute([&](std::string_view a) {
    if (a == "id" || a == "name") return;
    *structure_ += fmt::format("[{}={}]", a, attribute(a));
  });
  *structure_ += '(';
}

void PnmlNetReader::end_text() {
  std::string text = take_text();
  constexpr std::string_view blank = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blank);
  text = first == text.npos
             ? ""
             : text.substr(first, text.find_last_not_of(blank) - first + 1);
  // What the text is in: open_ ends with it.
  const std::string& what = open_[open_.size() - 2];
  if (what == "inscription" || what == "hlinscription") {
    if (!arcs_.empty()) arcs_.back().moves.text = std::move(text);
  } else if (what == "type" && inside("arc")) {
    if (text != "normal") {
      fail(codes::form_not_read,
           fmt::format("an arc of the type '{}' is not read", text));
    }
  } else if (what == "name" && open_.size() > 3 && !nodes_.empty() &&
             (inside("place") || inside("transition"))) {
    nodes_.back().label = std::move(text);
  }
}

void PnmlNetReader::end() {
  if (skipped_ > 0) {
    --skipped_;
    return;
  }
  const std::string name = open_.back();
  if (structure_ != nullptr && name == "structure") {
    structure_ = nullptr;
  } else if (structure_ != nullptr) {
    *structure_ += ')';
  } else if (name == "text" && keeps_text()) {
    end_text();
  }
  open_.pop_back();
}

void PnmlNetReader::follow_references() {
  std::vector<Reference> all;
  std::vector<std::size_t> numbers;
  for (std::size_t k = 0; k < nodes_.size(); ++k) {
    if (nodes_[k].kind != Kind::reference) continue;
    all.push_back({nodes_[k].id, nodes_[k].refers_to});
    numbers.push_back(k);
  }
  const auto ends = ends_of(all);
  for (std::size_t k = 0; k < all.size(); ++k) {
    nodes_[numbers[k]].refers_to = ends[k] == nullptr ? all[k].id : *ends[k];
  }
}

// What an arc names, or what it stands for.
const PnmlNetReader::Named* PnmlNetReader::node(const Arc& arc,
                                                const std::string& id) {
  auto found = numbers_.find(id);
  const std::string* name = &id;
  if (found != numbers_.end() &&
      nodes_[found->second].kind == Kind::reference) {
    name = &nodes_[found->second].refers_to;
    found = numbers_.find(*name);
  }
  if (found == numbers_.end()) {
    d_.error(codes::unknown_id, arc.span,
             fmt::format("'{}' is no place or transition", *name));
    return nullptr;
  }
  const Named& node = nodes_[found->second];
  if (node.kind != Kind::reference) return &node;
  d_.error(codes::unknown_id, arc.span,
           fmt::format("'{}' refers to itself", *name));
  return nullptr;
}

// One text for one structure, and another one for each other one.
std::string PnmlNetReader::shown(const Inscription& moves) {
  if (moves.structure.empty()) return moves.text.empty() ? "1" : moves.text;
  const auto known = text_of_.find(moves.structure);
  if (known != text_of_.end()) return known->second;
  std::string text = moves.text;
  if (text.empty() || !structure_of_.emplace(text, moves.structure).second) {
    text = moves.structure;
  }
  return text_of_.emplace(moves.structure, text).first->second;
}

std::string together(std::vector<std::string> list) {
  std::ranges::sort(list);
  std::string out;
  for (const std::string& one : list) {
    out += fmt::format("{}{}", out.empty() ? "" : "+", one);
  }
  return out;
}

void PnmlNetReader::connect() {
  std::map<std::string, std::map<std::string, Moves>> places;
  for (const Arc& arc : arcs_) {
    const Named* from = node(arc, arc.from);
    const Named* to = from == nullptr ? nullptr : node(arc, arc.to);
    if (to == nullptr) continue;
    if (from->kind == to->kind) {
      d_.error(codes::unexpected_in_file, arc.span,
               "this arc is not between a place and a transition");
      continue;
    }
    const bool takes = from->kind == Kind::place;
    Moves& moves = places[takes ? from->id : to->id][takes ? to->id : from->id];
    if (moves.taken.empty() && moves.put.empty()) moves.span = arc.span;
    (takes ? moves.taken : moves.put).push_back(shown(arc.moves));
  }
  std::map<std::string, NodeId> transitions;
  for (const Named& n : nodes_) {
    if (n.kind != Kind::transition) continue;
    const NodeId id = assembly_.declare(n.id, n.span);
    transitions.emplace(n.id, id);
    if (!n.label.empty()) assembly_.put(id, "label", n.label);
    if (!n.meaning.empty()) assembly_.put(id, "type", n.meaning);
  }
  for (const Named& n : nodes_) {
    if (n.kind != Kind::place) continue;
    const EdgeId id = assembly_.edge(n.id, n.span);
    if (!n.meaning.empty()) assembly_.put(id, "type", n.meaning);
    for (const auto& [transition, moves] : places[n.id]) {
      std::string port = together(moves.taken);
      if (!moves.taken.empty() && !moves.put.empty()) port += '/';
      port += together(moves.put);
      if (port == "1" || port == "1/1") port.clear();
      const int direction = (moves.taken.empty() ? 0 : dart_reads) |
                            (moves.put.empty() ? 0 : dart_writes);
      assembly_.end(transitions.at(transition),
                    static_cast<std::uint8_t>(direction), port, moves.span);
    }
  }
}

std::optional<GraphFile> PnmlNetReader::run() {
  if (!parse()) return std::nullopt;
  if (!has_net_) {
    d_.error(codes::unexpected_in_file, {0, 1}, "the file has no <net>");
    return std::nullopt;
  }
  follow_references();
  connect();
  return assembly_.finish(Format::pnml);
}

}  // namespace

std::optional<GraphFile> read_pnml(const Source& source,
                                   const ReadOptions& options,
                                   Diagnostics& diagnostics) {
  return PnmlNetReader(source, options, diagnostics).run();
}

}  // namespace vicinal::network::inline files
