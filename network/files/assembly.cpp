// SPDX-License-Identifier: MIT
// Nodes are numbered as they are mentioned while the file is read, and at the
// end as they were declared. The ends of an edge are connected when the next
// one comes, in the order of their nodes.
#include "network/files/assembly.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <tuple>

#include "network/base/budget.hpp"
#include "network/base/unique_names.hpp"
#include "network/files/codes.hpp"
#include "network/files/readers.hpp"

namespace vicinal::network::inline files {

namespace {

constexpr std::uint32_t undeclared = UINT32_MAX;

// Of things that are left out: whoever reads a hundred warnings knows.
constexpr std::uint32_t most_named = 100;

bool contains(const std::vector<std::string>& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

}  // namespace

Attribute Column::attribute(const std::vector<std::uint32_t>& nodes) const {
  Attribute out{name_, {}, values_.names()};
  for (const std::uint32_t n : nodes) {
    out.value.push_back(number(NodeId(std::size_t{n})));
  }
  return out;
}

// Equal values, equal colors; the name of a color is its values.
class Assembly::Colors {
 public:
  Colors(NetworkBuilder& builder, const Assembly& assembly)
      : builder_(builder) {
    for (const auto& column : assembly.columns_) {
      if (contains(assembly.options_.colors_from, column->name())) {
        columns_.push_back(column.get());
      }
    }
  }

  template <class Id>
  std::uint32_t of(Id id) {
    key_.clear();
    for (const Column* c : columns_) key_.push_back(c->number(id));
    const auto [it, fresh] = known_.try_emplace(key_, 0);
    if (fresh) it->second = builder_.color(unique_(name()));
    return it->second;
  }

 private:
  std::string name() const {
    std::string out;
    for (std::size_t i = 0; i < key_.size(); ++i) {
      if (key_[i] == 0) continue;
      if (!out.empty()) out += '/';
      out += columns_[i]->value(key_[i]);
    }
    return out;
  }

  NetworkBuilder& builder_;
  std::vector<const Column*> columns_;
  std::map<std::vector<std::uint32_t>, std::uint32_t> known_;
  std::vector<std::uint32_t> key_;
  UniqueNames unique_;
};

Assembly::Assembly(const Source& source, const ReadOptions& options,
                   Diagnostics& diagnostics, Ends ends)
    : source_(source),
      options_(options),
      d_(diagnostics),
      ends_(ends),
      errors_before_(diagnostics.error_count()),
      // A name takes two bytes at least, and what parts it from the next.
      nodes_(source.text().size() / 2) {
  ports_.add("");
  std::vector<std::string> wanted = options.colors_from;
  wanted.push_back(options.names_from);
  if (options.labels && options.names_from.empty()) {
    wanted.insert(wanted.end(), {"label", "name"});
  }
  wanted.insert(wanted.end(), options.kept.begin(), options.kept.end());
  for (const std::string& name : wanted) {
    if (name.empty() || column(name) != nullptr) continue;
    columns_.push_back(std::make_unique<Column>(name));
  }
}

void Assembly::expect(std::size_t edges, std::size_t bytes) {
  nodes_.reserve(edges, bytes);
  builder_.reserve(2 * edges);
}

// ---- nodes -----------------------------------------------------------------

NodeId Assembly::mention(std::string_view name, Span span) {
  poll();
  if (name.empty()) {
    if (empty_name_) {
      taken("an id of a node that is empty", span);
    } else {
      d_.error(codes::missing_id, span, "this node's name is empty");
    }
  }
  const auto [number, fresh] = nodes_.add(name);
  if (fresh && ends_ == Ends::declared) {
    first_.push_back(span);
    place_.push_back(undeclared);
  }
  return NodeId(std::size_t{number});
}

NodeId Assembly::declare(std::string_view name, Span span) {
  const NodeId node = mention(name, span);
  if (ends_ == Ends::declare) return node;
  std::uint32_t& place = place_[node.index()];
  if (place != undeclared) {
    d_.error(codes::id_twice, span,
             fmt::format("there are two nodes \"{}\"", name),
             {{first_[node.index()], "the first is here"}});
  } else {
    place = declared_++;
    first_[node.index()] = span;
  }
  return node;
}

bool Assembly::declare_numbered(std::uint64_t nodes, Span span) {
  if (!in_proportion(nodes, source_, span, d_)) return false;
  for (std::uint64_t n = 1; n <= nodes; ++n) declare(std::to_string(n), span);
  return true;
}

// ---- edges -----------------------------------------------------------------

EdgeId Assembly::edge(std::string_view name, Span span) {
  poll();
  connect_last();
  const EdgeId id = builder_.add_edge(0);
  ++edge_count_;
  if (name.empty()) return id;
  const auto [number, fresh] = edge_names_.add(name);
  if (fresh) {
    edge_spans_.push_back(span);
    named_edge_.push_back(id.value);
  } else if (equal_edges_) {
    other_name(name, id, span);
  } else {
    d_.error(codes::id_twice, span,
             fmt::format("there are two edges \"{}\"", name),
             {{edge_spans_[number], "the first is here"}});
  }
  return id;
}

// "e~2" for the second one that is called "e".
void Assembly::other_name(std::string_view name, EdgeId edge, Span span) {
  taken("two edges with one id", span);
  const std::uint32_t first = *edge_names_.find(name);
  repeats_.resize(edge_names_.size() + 1, 1);
  std::uint32_t added = 0;
  for (bool fresh = false; !fresh;) {
    poll();
    std::tie(added, fresh) =
        edge_names_.add(fmt::format("{}~{}", name, ++repeats_[first]));
  }
  edge_spans_.push_back(span);
  named_edge_.push_back(edge.value);
}

void Assembly::end(NodeId node, std::uint8_t direction, std::string_view port,
                   Span span) {
  look_for_sign(port);
  add_end(node, direction, port, span);
}

void Assembly::look_for_sign(std::string_view port) {
  if (port.find_first_of("+>") != std::string_view::npos) sign_in_port_ = true;
}

void Assembly::add_end(NodeId node, std::uint8_t direction,
                       std::string_view port, Span span) {
  ends_of_last_.push_back({node, direction, ports_.add(port).first, span});
}

EdgeId Assembly::line(const LineEnd& from, const LineEnd& to, bool directed,
                      std::string_view name) {
  if (from.port.empty() && to.port.empty()) {
    return line(from.node, to.node, directed, name, from.span);
  }
  const EdgeId id = edge(name, from.span);
  if (from.node == to.node) {
    add_end(from.node, dart_both, joined_port(from, to, directed), from.span);
  } else {
    end(from.node, directed ? dart_writes : dart_both, from.port, from.span);
    end(to.node, directed ? dart_reads : dart_both, to.port, to.span);
  }
  return id;
}

// The port of a loop: "a+b" of one without a direction, "a>b" of one that is
// written at a and read at b. Where ports of the file may be called so, loops
// at two ports are refused in the end: two ports would be taken for one.
std::string_view Assembly::joined_port(const LineEnd& from, const LineEnd& to,
                                       bool directed) {
  look_for_sign(from.port);
  look_for_sign(to.port);
  if (from.port == to.port) return from.port;
  const bool swap = !directed && to.port < from.port;
  joined_ = fmt::format("{}{}{}", swap ? to.port : from.port,
                        directed ? '>' : '+', swap ? from.port : to.port);
  if (!first_joined_) first_joined_ = to.span;
  return joined_;
}

EdgeId Assembly::line(NodeId from, NodeId to, bool directed,
                      std::string_view name, Span span) {
  const EdgeId id = edge(name, span);
  if (from == to) {
    builder_.connect(from, id, dart_both);
    return id;
  }
  const auto connect = [&](NodeId node) {
    builder_.connect(node, id,
                     !directed      ? dart_both
                     : node == from ? dart_writes
                                    : dart_reads);
  };
  connect(std::min(from, to));
  connect(std::max(from, to));
  return id;
}

void Assembly::connect_last() {
  if (ends_of_last_.empty()) return;
  const EdgeId edge(std::size_t{edge_count_ - 1});
  std::stable_sort(ends_of_last_.begin(), ends_of_last_.end(),
                   [](const End& a, const End& b) { return a.node < b.node; });
  for (std::size_t i = 0; i < ends_of_last_.size();) {
    End end = ends_of_last_[i];
    for (++i; i < ends_of_last_.size() && ends_of_last_[i].node == end.node;
         ++i) {
      const End& other = ends_of_last_[i];
      const std::string name = nodes_.names()[end.node.index()];
      if (other.port != end.port) {
        d_.error(codes::edge_at_two_ports_of_node, other.span,
                 fmt::format("the edge is at two ports of node \"{}\"", name));
      } else if ((other.direction & end.direction) != 0) {
        d_.error(codes::id_twice, other.span,
                 fmt::format("node \"{}\" is named twice here", name));
      }
      end.direction |= other.direction;
    }
    builder_.connect(end.node, edge, end.direction, end.port);
  }
  ends_of_last_.clear();
}

// ---- attributes ------------------------------------------------------------

Column* Assembly::column(std::string_view attribute) {
  for (const auto& c : columns_) {
    if (c->name() == attribute) return c.get();
  }
  return nullptr;
}

void Assembly::taken(std::string_view what, Span span) {
  if (!warned_.add(what).second) return;
  d_.warning(codes::format_forbids, span,
             fmt::format("{}: read as it is meant", what));
}

void Assembly::ignored(std::string_view what, Span span) {
  if (ignored_ > most_named || !warned_.add(what).second) return;
  if (ignored_++ == most_named) what = "more than what is named above";
  d_.warning(codes::part_ignored, span, fmt::format("{} is ignored", what));
}

// ---- the end ---------------------------------------------------------------

void Assembly::report_undeclared() {
  for (std::size_t n = 0; n < place_.size(); ++n) {
    if (place_[n] != undeclared) continue;
    d_.error(codes::unknown_id, first_[n],
             fmt::format("there is no node \"{}\"", nodes_.names()[n]));
  }
}

// The nodes as they were declared.
std::vector<std::uint32_t> Assembly::in_order() const {
  std::vector<std::uint32_t> order(nodes_.size());
  if (ends_ == Ends::declare) {
    std::iota(order.begin(), order.end(), 0);
    return order;
  }
  for (std::uint32_t n = 0; n < place_.size(); ++n) order[place_[n]] = n;
  return order;
}

// Their names would not tell them from others.
void Assembly::report_joined_ports() {
  if (!first_joined_ || !sign_in_port_) return;
  d_.error(codes::edge_at_two_ports_of_node, *first_joined_,
           "the edge is at two ports of one node",
           {{std::nullopt,
             "such loops are read where no port has '+' or '>' in its name"}});
}

// The attribute that was asked for, or the first one that tells all nodes
// apart.
void Assembly::choose_names(Format format) {
  if (!options_.names_from.empty()) {
    naming_ = column(options_.names_from);
    return;
  }
  if (!options_.labels || format == Format::dot || nodes_.size() == 0) return;
  for (const std::string_view name : {"label", "name"}) {
    const Column& candidate = *column(name);
    std::vector<std::uint32_t> values(nodes_.size());
    poll(static_cast<std::int64_t>(nodes_.size()));
    for (std::size_t n = 0; n < values.size(); ++n) {
      values[n] = candidate.number(NodeId(n));
    }
    std::sort(values.begin(), values.end());
    if (values.front() == 0 ||
        std::adjacent_find(values.begin(), values.end()) != values.end()) {
      continue;
    }
    naming_ = &candidate;
    return;
  }
}

std::string Assembly::node_name(NodeId node) const {
  if (naming_ != nullptr) {
    const std::uint32_t value = naming_->number(node);
    if (value != 0) return naming_->value(value);
  }
  const std::string id = nodes_.names()[node.index()];
  if (!id.empty()) return id;
  std::string instead = "_";
  while (nodes_.find(instead)) instead += '~';
  return instead;
}

void Assembly::add_nodes(const std::vector<std::uint32_t>& order) {
  const bool in_place = std::is_sorted(order.begin(), order.end());
  const bool ids = naming_ == nullptr && !nodes_.find("");
  if (in_place && ids &&
      std::ranges::all_of(columns_, [](const auto& c) { return c->empty(); })) {
    builder_.add_nodes(builder_.color(""), nodes_.take());
    return;
  }
  Colors colors(builder_, *this);
  UniqueNames unique;
  for (const std::uint32_t n : order) {
    const NodeId node(std::size_t{n});
    const std::uint32_t color = colors.of(node);
    if (ids) {
      builder_.add_node(color, nodes_.names()[n]);
    } else {
      builder_.add_node(color, unique(node_name(node)));
    }
  }
  for (std::uint32_t e = 0; e < edge_count_; ++e) {
    const EdgeId edge(std::size_t{e});
    builder_.set_color(edge, colors.of(edge));
  }
  if (!in_place) builder_.renumber(place_);
}

void Assembly::name_edges(Network& network) const {
  if (named_edge_.empty()) return;
  std::vector<std::uint32_t> number(edge_count_, undeclared);
  for (std::uint32_t i = 0; i < named_edge_.size(); ++i) {
    number[named_edge_[i]] = i;
  }
  for (std::uint32_t e = 0; e < edge_count_; ++e) {
    if (number[e] != undeclared) {
      network.edge_names.push_back(edge_names_.names()[number[e]]);
      continue;
    }
    std::string name = fmt::format("e{}", e);
    while (edge_names_.find(name)) name += '~';
    network.edge_names.push_back(name);
  }
}

std::optional<GraphFile> Assembly::finish(Format format) {
  connect_last();
  report_undeclared();
  report_joined_ports();
  if (d_.error_count() != errors_before_) return std::nullopt;
  GraphFile file;
  file.format = format;
  choose_names(format);
  const std::vector<std::uint32_t> order = in_order();
  add_nodes(order);
  const bool ports = ports_.size() > 1;
  file.network = builder_.build(ports);
  for (const std::string& name : options_.kept) {
    file.network.node_attributes.push_back(column(name)->attribute(order));
  }
  name_edges(file.network);
  if (ports) file.network.port_names = ports_.take();
  return file;
}

}  // namespace vicinal::network::inline files
