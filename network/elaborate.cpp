// SPDX-License-Identifier: MIT
// Elaboration, in the order in which things depend on each other: sizes of
// families, sizes of types, constants of nodes, the layout of states, initial
// values, and the network by running its connections.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "network/evaluator.hpp"
#include "network/instance.hpp"

namespace vicinal::network {

namespace {

constexpr std::uint64_t max_rounds = 100'000'000;  // of connecting loops

// Stops elaboration after a diagnostic without which nothing makes sense.
struct Stop {};

class Elaborator {
 public:
  Elaborator(const Model& model, std::vector<Scalar> parameters,
             Diagnostics& diagnostics, const Network* graph)
      : model_(model),
        d_(diagnostics),
        graph_(graph),
        evaluator_(instance_),
        frame_(model.frame + 1) {
    instance_.model = &model;
    instance_.parameters = std::move(parameters);
  }

  std::optional<Instance> run() {
    const std::size_t before = d_.error_count();
    try {
      check_parameters();
      size_families();
      size_types();
      lay_out();
      constants();
      if (model_.network_kind == ast::NetworkKind::block) {
        connect_all(model_.network_body);
      } else {
        connect_graph();
      }
      check_connections();
      if (d_.error_count() != before) return std::nullopt;
      instance_.network = builder_.build(true);
      initial_values();
      warn_untouched();
    } catch (const Stop&) {
    }
    if (d_.error_count() != before) return std::nullopt;
    return std::move(instance_);
  }

 private:
  Context context(NodeId self = NodeId::none()) {
    return {{}, self, frame_.data()};
  }

  // The value of an expression without state; an error in it stops.
  Scalar value(ExprId e) {
    try {
      return evaluator_.scalar(e, context());
    } catch (const ModelError& error) {
      d_.error(504, error.span,
               fmt::format("this has no value at {}: {}", sizes_text(),
                           error_text(error.kind)));
      throw Stop{};
    }
  }

  std::string sizes_text() const {
    std::string text;
    for (std::size_t i = 0; i < model_.parameters.size(); ++i) {
      text += fmt::format("{}{} = {}", i == 0 ? "" : ", ",
                          model_.parameters[i].name, instance_.parameters[i]);
    }
    return text.empty() ? "this size" : text;
  }

  void check_parameters();
  void size_families();
  FamilySize size_family(const std::vector<ExprId>& dims, std::uint64_t first,
                         const std::string& name, Span span);
  void size_types();
  void size_type(std::size_t i);
  void range_type(const Type& type, TypeSize& size);
  void lay_out();
  void add_slots(TypeId type);
  void too_large(Span span);
  void constants();
  std::uint32_t node_color(NodeFamilyId family, NodeId n);
  std::uint32_t edge_color(EdgeFamilyId family);
  void find_named_families();
  void connect_all(const std::vector<std::uint32_t>& list);
  void connect_one(const Connection& c);
  void connect_loop(const Connection& c, std::uint32_t at);
  void connect(const Connection& c);
  void connect_graph();
  void connect_end(NodeId n, std::uint32_t port, EdgeId e, Span span);
  void check_types(TypeId port, TypeId edge, Span span);
  bool same_size(TypeId a, TypeId b) const;
  void check_connections();
  void initial_values();
  void initial(TypeId type, std::uint32_t base, ExprId value, NodeId self);
  void warn_untouched();

  const Model& model_;
  Diagnostics& d_;
  const Network* graph_;
  Instance instance_;
  Evaluator evaluator_;
  std::vector<Scalar> frame_;
  NetworkBuilder builder_;
  std::vector<bool> named_families_;
  std::vector<std::uint32_t> type_progress_;
  std::uint64_t rounds_ = 0;
  // Per node and single port: where it was connected; and all incidences.
  std::vector<std::uint32_t> port_begin_;
  std::vector<Span> port_span_;
  std::vector<bool> port_done_;
  std::vector<bool> touched_;
  struct Incidence {
    std::uint32_t node, edge, port;
    Span span;
  };
  std::vector<Incidence> incidences_;
};

// ---- sizes -----------------------------------------------------------------

void Elaborator::check_parameters() {
  for (std::size_t i = 0; i < model_.parameters.size(); ++i) {
    const Parameter& p = model_.parameters[i];
    const Scalar v = instance_.parameters[i];
    if (v >= p.low && (!p.high || v <= *p.high)) continue;
    const std::string range = p.high ? fmt::format("{}..{}", p.low, *p.high)
                                     : fmt::format("{}..", p.low);
    d_.error(501, p.span,
             fmt::format("{} = {} is not in the range {} of the parameter",
                         p.name, v, range));
    throw Stop{};
  }
}

void Elaborator::too_large(Span span) {
  d_.error(509, span,
           fmt::format("at {} a state has more than {} variables", sizes_text(),
                       max_slots));
  throw Stop{};
}

FamilySize Elaborator::size_family(const std::vector<ExprId>& dims,
                                   std::uint64_t first, const std::string& name,
                                   Span span) {
  FamilySize size;
  size.first = static_cast<std::uint32_t>(first);
  std::uint64_t count = 1;
  bool empty = false;
  for (const ExprId dim : dims) {
    const Scalar v = value(dim);
    if (v < 0) {
      d_.error(502, model_[dim].span,
               fmt::format("at {} the family '{}' has the negative size {}",
                           sizes_text(), name, v));
      throw Stop{};
    }
    empty = empty || v == 0;
    if (static_cast<std::uint64_t>(v) > max_slots) too_large(span);
    size.dimensions.push_back(static_cast<std::uint32_t>(v));
  }
  for (const std::uint32_t v : size.dimensions) {
    count = empty ? 0 : count * v;
    if (count > max_slots) too_large(span);
  }
  size.count = static_cast<std::uint32_t>(count);
  if (first + count > max_slots) too_large(span);
  return size;
}

void Elaborator::size_families() {
  const bool block = model_.network_kind == ast::NetworkKind::block;
  if (!block && graph_ == nullptr) {
    d_.error(711, model_.network_span,
             "this network is not one instance: give a graph with --on FILE");
    throw Stop{};
  }
  std::uint64_t first = 0;
  for (const NodeFamily& f : model_.node_families) {
    FamilySize size = size_family(f.dimensions, first, f.name, f.span);
    if (!block) {
      size.count = static_cast<std::uint32_t>(graph_->node_count());
      size.dimensions = {size.count};
    }
    first += size.count;
    instance_.node_families.push_back(std::move(size));
  }
  instance_.family_of.resize(first);
  for (std::size_t f = 0; f < instance_.node_families.size(); ++f) {
    const FamilySize& size = instance_.node_families[f];
    std::fill_n(instance_.family_of.begin() + size.first, size.count,
                NodeFamilyId(f));
  }
  first = 0;
  for (const EdgeFamily& f : model_.edge_families) {
    FamilySize size = size_family(f.dimensions, first, f.name, f.span);
    if (!block) {
      size.count = static_cast<std::uint32_t>(graph_->edge_count());
      size.dimensions = {size.count};
    }
    first += size.count;
    instance_.edge_families.push_back(std::move(size));
  }
  instance_.edge_family_of.resize(first);
  for (std::size_t f = 0; f < instance_.edge_families.size(); ++f) {
    const FamilySize& size = instance_.edge_families[f];
    std::fill_n(instance_.edge_family_of.begin() + size.first, size.count,
                EdgeFamilyId(f));
  }
  for (const SharedVariable& s : model_.shared) {
    FamilySize size = size_family(s.dimensions, 0, s.name, s.span);
    instance_.shared_sizes.push_back(std::move(size));
  }
}

void Elaborator::range_type(const Type& type, TypeSize& size) {
  size.slots = 1;
  size.bounds.low = value(type.low);
  size.bounds.high = value(type.high);
  if (size.bounds.low <= size.bounds.high) return;
  d_.error(503, model_[type.low].span,
           fmt::format("at {} the range {}..{} is empty", sizes_text(),
                       size.bounds.low, size.bounds.high));
  throw Stop{};
}

// Types are no deeper than the text; those inside come first.
void Elaborator::size_type(std::size_t i) {
  if (type_progress_[i] != 0) return;
  type_progress_[i] = 1;
  const Type& type = model_.types[i];
  TypeSize& size = instance_.types[i];
  const auto inner = [&](TypeId t) {
    size_type(t.index());
    return std::uint64_t{instance_.types[t.index()].slots};
  };
  std::uint64_t slots = 1;
  switch (type.kind) {
    case TypeKind::boolean:
      size.bounds = {0, 1};
      break;
    case TypeKind::integer:
      size.bounds = {INT64_MIN, INT64_MAX};
      break;
    case TypeKind::range:
      range_type(type, size);
      break;
    case TypeKind::enumeration:
      size.bounds = {
          0, static_cast<Scalar>(
                 model_.enums[type.enumeration.index()].constants.size()) -
                 1};
      break;
    case TypeKind::reference:
      size.bounds.low = -1;
      size.bounds.high =
          type.family.valid()
              ? Scalar{instance_.node_families[type.family.index()].count} - 1
              : -1;
      break;
    case TypeKind::structure:
      slots = 0;
      for (const FieldType& f : model_.structs[type.structure.index()].fields) {
        slots += inner(f.type);
      }
      break;
    case TypeKind::array:
    case TypeKind::queue:
    case TypeKind::node_array: {
      std::uint64_t length = 0;
      if (type.kind == TypeKind::node_array) {
        length = instance_.node_families[type.family.index()].count;
      } else {
        const Scalar v = value(type.size);
        if (v < 0) {
          d_.error(503, model_[type.size].span,
                   fmt::format("at {} this length is {}", sizes_text(), v));
          throw Stop{};
        }
        length = static_cast<std::uint64_t>(v);
      }
      const std::uint64_t element = inner(type.element);
      if (length > max_slots || length * element > max_slots) {
        too_large(type.size.valid() ? model_[type.size].span
                                    : model_.network_span);
      }
      size.size = static_cast<std::uint32_t>(length);
      slots = length * element + (type.kind == TypeKind::queue ? 1 : 0);
      if (type.kind == TypeKind::queue) {
        size.bounds = {0, static_cast<Scalar>(length)};
      }
      break;
    }
    default:
      slots = 0;
  }
  size.slots = static_cast<std::uint32_t>(slots);
}

void Elaborator::size_types() {
  instance_.types.resize(model_.types.size());
  type_progress_.assign(model_.types.size(), 0);
  for (std::size_t i = 0; i < model_.types.size(); ++i) size_type(i);
}

// ---- layout ----------------------------------------------------------------

void Elaborator::add_slots(TypeId id) {
  const Type& type = model_[id];
  const TypeSize& size = instance_.size(id);
  switch (type.kind) {
    case TypeKind::structure:
      for (const FieldType& f : model_.structs[type.structure.index()].fields) {
        add_slots(f.type);
      }
      return;
    case TypeKind::queue:
      instance_.slots.push_back(size.bounds);
      [[fallthrough]];
    case TypeKind::array:
    case TypeKind::node_array:
      for (std::uint32_t i = 0; i < size.size; ++i) add_slots(type.element);
      return;
    default:
      instance_.slots.push_back(size.bounds);
  }
}

void Elaborator::lay_out() {
  std::uint64_t total = 0;
  for (const Process& p : model_.processes) {
    auto& offsets = instance_.variable_offsets.emplace_back();
    std::uint64_t at = 0;
    for (const Variable& v : p.variables) {
      offsets.push_back(static_cast<std::uint32_t>(at));
      at += instance_.size(v.type).slots;
      if (at > max_slots) too_large(v.span);
    }
    offsets.push_back(static_cast<std::uint32_t>(at));
  }
  for (std::size_t f = 0; f < model_.node_families.size(); ++f) {
    total += std::uint64_t{instance_.node_families[f].count} *
             instance_.variable_offsets[model_.node_families[f].process.index()]
                 .back();
  }
  for (std::size_t f = 0; f < model_.edge_families.size(); ++f) {
    total += std::uint64_t{instance_.edge_families[f].count} *
             instance_.size(model_.edge_families[f].type).slots;
  }
  for (std::size_t s = 0; s < model_.shared.size(); ++s) {
    total += std::uint64_t{instance_.shared_sizes[s].count} *
             instance_.size(model_.shared[s].type).slots;
  }
  if (total > max_slots) too_large(model_.network_span);
  instance_.slots.reserve(total);
  const auto here = [&] {
    return static_cast<std::uint32_t>(instance_.slots.size());
  };
  for (const NodeFamilyId family : instance_.family_of) {
    instance_.node_base.push_back(here());
    const Process& p = model_[model_.node_families[family.index()].process];
    for (const Variable& v : p.variables) add_slots(v.type);
  }
  for (const EdgeFamilyId family : instance_.edge_family_of) {
    instance_.edge_base.push_back(here());
    add_slots(model_.edge_families[family.index()].type);
  }
  for (std::size_t s = 0; s < model_.shared.size(); ++s) {
    instance_.shared_base.push_back(here());
    for (std::uint32_t i = 0; i < instance_.shared_sizes[s].count; ++i) {
      add_slots(model_.shared[s].type);
    }
  }
}

// ---- nodes and edges -------------------------------------------------------

// Families that a guard, a type or a property names: their nodes are told
// apart by the family (design 3.4).
void Elaborator::find_named_families() {
  named_families_.assign(model_.node_families.size(), false);
  const auto name = [&](std::uint32_t f) {
    if (f < named_families_.size()) named_families_[f] = true;
  };
  for (const Type& t : model_.types) {
    if (t.kind == TypeKind::node_array || t.kind == TypeKind::reference) {
      name(t.family.value);
    }
  }
  std::vector<bool> seen(model_.exprs.size(), false);
  std::vector<ExprId> work;
  const auto push = [&](ExprId e) {
    if (e.valid() && !seen[e.index()]) {
      seen[e.index()] = true;
      work.push_back(e);
    }
  };
  const auto push_binders = [&](Range r) {
    for (std::uint32_t b = r.begin; b < r.end; ++b) {
      const Binder& binder = model_.binders[b];
      if (binder.domain == DomainKind::node_family) name(binder.item);
      push(binder.low);
      push(binder.high);
      push(binder.node);
    }
  };
  const auto push_action = [&](const Action& a) {
    push_binders(a.binders);
    push(a.guard);
    push(a.priority);
  };
  for (const Process& p : model_.processes) {
    for (const Action& a : p.actions) push_action(a);
  }
  for (const Action& r : model_.rules) push_action(r);
  for (const Property& p : model_.properties) push(p.formula);
  for (const Stmt& s : model_.stmts) {
    push_binders(s.binders);
    push(s.condition);
    for (std::uint32_t i = s.values.begin; i < s.values.end; ++i) {
      push(model_.expr_children[i]);
    }
  }
  while (!work.empty()) {
    const Expr& e = model_[work.back()];
    work.pop_back();
    if (e.op == Op::family_node || e.op == Op::to_reference) name(e.item);
    push_binders(e.binders);
    for (std::uint32_t i = 0; i < e.children.size(); ++i) {
      push(model_.child(e, i));
    }
  }
}

std::uint32_t Elaborator::node_color(NodeFamilyId family, NodeId n) {
  const NodeFamily& f = model_.node_families[family.index()];
  const Process& p = model_[f.process];
  std::string text = p.name;
  for (std::size_t c = 0; c < p.constants.size(); ++c) {
    const Scalar v =
        instance_.constants[instance_.constant_begin[n.index()] + c];
    text += fmt::format("{}{}={}", c == 0 ? "(" : ",", p.constants[c].name,
                        value_text(instance_, p.constants[c].type, {&v, 1}));
  }
  if (!p.constants.empty()) text += ")";
  if (named_families_[family.index()]) text += " in " + f.name;
  return builder_.color(text);
}

std::uint32_t Elaborator::edge_color(EdgeFamilyId family) {
  const EdgeFamily& f = model_.edge_families[family.index()];
  return builder_.color(
      fmt::format("type {} {}", f.type.value,
                  f.color.empty() ? "family " + f.name : "color " + f.color));
}

void Elaborator::constants() {
  find_named_families();
  for (std::uint32_t n = 0; n < instance_.family_of.size(); ++n) {
    const NodeFamilyId family = instance_.family_of[n];
    const NodeFamily& f = model_.node_families[family.index()];
    const Process& p = model_[f.process];
    instance_.constant_begin.push_back(
        static_cast<std::uint32_t>(instance_.constants.size()));
    for (std::size_t c = 0; c < p.constants.size(); ++c) {
      frame_[0] = n - instance_.node_families[family.index()].first;
      const Scalar v = value(f.arguments[c]);
      const Bounds& bounds = instance_.size(p.constants[c].type).bounds;
      if (v < bounds.low || v > bounds.high) {
        d_.error(510, model_[f.arguments[c]].span,
                 fmt::format("at {} the constant '{}' of {} is {}, which is "
                             "not in the range of its type",
                             sizes_text(), p.constants[c].name,
                             node_name(instance_, NodeId(std::size_t{n})), v));
        throw Stop{};
      }
      instance_.constants.push_back(v);
    }
    const bool named = graph_ != nullptr && !graph_->node_names.empty();
    builder_.add_node(node_color(family, NodeId(std::size_t{n})),
                      named ? graph_->node_names[n] : std::string{});
  }
  std::vector<std::uint32_t> colors;
  for (std::size_t f = 0; f < model_.edge_families.size(); ++f) {
    colors.push_back(edge_color(EdgeFamilyId(f)));
  }
  for (std::size_t e = 0; e < instance_.edge_family_of.size(); ++e) {
    const bool named = graph_ != nullptr && !graph_->edge_names.empty();
    builder_.add_edge(colors[instance_.edge_family_of[e].index()],
                      named ? graph_->edge_names[e] : std::string{});
  }
  port_begin_.push_back(0);
  for (std::uint32_t n = 0; n < instance_.family_of.size(); ++n) {
    port_begin_.push_back(
        port_begin_.back() +
        static_cast<std::uint32_t>(
            instance_.process(NodeId(std::size_t{n})).ports.size()));
  }
  port_span_.resize(port_begin_.back());
  port_done_.resize(port_begin_.back(), false);
  touched_.resize(instance_.edge_family_of.size(), false);
}

// ---- connections -----------------------------------------------------------

void Elaborator::connect_all(const std::vector<std::uint32_t>& list) {
  for (const std::uint32_t c : list) connect_one(model_.connections[c]);
}

void Elaborator::connect_one(const Connection& c) {
  switch (c.kind) {
    case ast::ItemKind::connect:
      connect(c);
      break;
    case ast::ItemKind::branch:
      connect_all(value(c.condition) != 0 ? c.body : c.otherwise);
      break;
    case ast::ItemKind::loop:
      connect_loop(c, c.binders.begin);
      break;
    default:
      break;
  }
}

void Elaborator::connect_loop(const Connection& c, std::uint32_t at) {
  if (at == c.binders.end) {
    if (++rounds_ > max_rounds) {
      d_.error(505, c.span,
               fmt::format("at {} connecting takes more than {} rounds",
                           sizes_text(), max_rounds));
      throw Stop{};
    }
    connect_all(c.body);
    return;
  }
  const Binder& binder = model_.binders[at];
  Domain domain;
  try {
    domain = domain_of(binder, evaluator_, context());
  } catch (const ModelError& error) {
    d_.error(504, error.span,
             fmt::format("this has no value at {}: {}", sizes_text(),
                         error_text(error.kind)));
    throw Stop{};
  }
  for (Scalar i = domain.begin; i < domain.end; ++i) {
    frame_[binder.slot] =
        domain.use_list ? domain.listed[static_cast<std::size_t>(i)] : i;
    if (++rounds_ > max_rounds) {
      d_.error(505, c.span,
               fmt::format("at {} connecting takes more than {} rounds",
                           sizes_text(), max_rounds));
      throw Stop{};
    }
    connect_loop(c, at + 1);
  }
}

void Elaborator::connect(const Connection& c) {
  const EdgeId edge(static_cast<std::size_t>(value(c.edge)));
  for (const Connection::End& end : c.ends) {
    const NodeId n(static_cast<std::size_t>(value(end.node)));
    connect_end(n, end.port, edge, end.span);
  }
}

bool Elaborator::same_size(TypeId a, TypeId b) const {
  const TypeSize& x = instance_.size(a);
  const TypeSize& y = instance_.size(b);
  if (x.slots != y.slots || x.size != y.size || !(x.bounds == y.bounds)) {
    return false;
  }
  const Type& s = model_[a];
  const Type& t = model_[b];
  if (s.kind != t.kind) return false;
  return !s.element.valid() || same_size(s.element, t.element);
}

void Elaborator::check_types(TypeId port, TypeId edge, Span span) {
  if (port == edge || same_size(port, edge)) return;
  d_.error(511, span,
           fmt::format("at {} the type of the port and that of the edge "
                       "differ in size",
                       sizes_text()));
  throw Stop{};
}

void Elaborator::connect_end(NodeId n, std::uint32_t port, EdgeId e,
                             Span span) {
  const Process& process = instance_.process(n);
  const Port& p = process.ports[port];
  check_types(p.type, instance_.edge_type(e), span);
  const std::size_t at = port_begin_[n.index()] + port;
  if (!p.set) {
    if (port_done_[at]) {
      d_.error(506, span,
               fmt::format("at {} the port '{}' of {} is connected twice",
                           sizes_text(), p.name, node_name(instance_, n)),
               {{port_span_[at], "first connected here"}});
      throw Stop{};
    }
    port_done_[at] = true;
    port_span_[at] = span;
  }
  touched_[e.index()] = true;
  incidences_.push_back({n.value, e.value, port, span});
  builder_.connect(n, e,
                   static_cast<std::uint8_t>((p.reads() ? dart_reads : 0) |
                                             (p.writes() ? dart_writes : 0)),
                   port);
}

// Every edge of the graph at the port sets that `via` names.
void Elaborator::connect_graph() {
  if (model_.edge_families.empty() || model_.node_families.empty()) return;
  const EdgeFamily& family = model_.edge_families[0];
  const Process& process = model_[model_.node_families[0].process];
  const auto port = [&](const std::string& name) {
    std::uint32_t i = 0;
    while (i < process.ports.size() && process.ports[i].name != name) ++i;
    return i;
  };
  const std::uint32_t write = port(family.via_write);
  const std::uint32_t read = port(family.via_read);
  for (std::size_t i = 0; i < graph_->edge_count(); ++i) {
    const EdgeId e(i);
    for (const DartId d : graph_->darts(e)) {
      const NodeId n = graph_->dart_node[d.index()];
      const bool reads = graph_->reads(d);
      const bool writes = graph_->writes(d);
      const std::size_t ends = graph_->darts(e).size();
      if (ends == 1 || (write != read && reads && writes)) {
        d_.error(512, family.span,
                 write != read && ends != 1
                     ? std::string("'via send -> receive' needs directed edges")
                     : std::string("the graph has a self-loop, which a process "
                                   "cannot be connected by"));
        throw Stop{};
      }
      connect_end(n, writes ? write : read, e, family.span);
    }
  }
}

void Elaborator::check_connections() {
  for (std::uint32_t n = 0; n < instance_.family_of.size(); ++n) {
    const Process& p = instance_.process(NodeId(std::size_t{n}));
    for (std::uint32_t port = 0; port < p.ports.size(); ++port) {
      if (p.ports[port].set || port_done_[port_begin_[n] + port]) continue;
      d_.error(507, p.ports[port].span,
               fmt::format("at {} the port '{}' of {} is not connected",
                           sizes_text(), p.ports[port].name,
                           node_name(instance_, NodeId(std::size_t{n}))),
               {{model_.node_families[instance_.family_of[n].index()].span,
                 "the node is declared here"}});
      throw Stop{};
    }
  }
  std::stable_sort(incidences_.begin(), incidences_.end(),
                   [](const Incidence& a, const Incidence& b) {
                     return a.node != b.node ? a.node < b.node
                                             : a.edge < b.edge;
                   });
  for (std::size_t i = 1; i < incidences_.size(); ++i) {
    const Incidence& a = incidences_[i - 1];
    const Incidence& b = incidences_[i];
    if (a.node != b.node || a.edge != b.edge) continue;
    const NodeId n(std::size_t{b.node});
    const Process& p = instance_.process(n);
    d_.error(513, b.span,
             fmt::format("at {} {} reaches {} through two ports, '{}' and "
                         "'{}'",
                         sizes_text(), node_name(instance_, n),
                         edge_name(instance_, EdgeId(std::size_t{b.edge})),
                         p.ports[a.port].name, p.ports[b.port].name),
             {{a.span, "first here"}});
    throw Stop{};
  }
}

// ---- initial values --------------------------------------------------------

void Elaborator::initial(TypeId type, std::uint32_t base, ExprId init,
                         NodeId self) {
  const std::uint32_t slots = instance_.size(type).slots;
  std::vector<Scalar> value(slots);
  if (!init.valid()) {
    // Queues start empty, also inside of arrays and structs.
    const Type& t = model_[type];
    if (t.kind == TypeKind::queue) {
      default_value(instance_, type, value);
      for (std::uint32_t i = 0; i < slots; ++i) {
        instance_.initial[base + i] = value[i];
      }
    } else if (t.kind == TypeKind::structure) {
      for (const FieldType& f : model_.structs[t.structure.index()].fields) {
        initial(f.type, base, ExprId::none(), self);
        base += instance_.size(f.type).slots;
      }
    } else if (t.element.valid()) {
      for (std::uint32_t i = 0; i < instance_.size(type).size; ++i) {
        initial(t.element, base, ExprId::none(), self);
        base += instance_.size(t.element).slots;
      }
    }
    return;
  }
  try {
    evaluator_.evaluate(init, context(self), value);
  } catch (const ModelError& error) {
    d_.error(504, error.span,
             fmt::format("this has no value at {}: {}", sizes_text(),
                         error_text(error.kind)));
    throw Stop{};
  }
  for (std::uint32_t i = 0; i < slots; ++i) {
    const Bounds& bounds = instance_.slots[base + i];
    if (value[i] < bounds.low || value[i] > bounds.high) {
      d_.error(514, model_[init].span,
               fmt::format("at {} this initial value is not in the range of "
                           "its type",
                           sizes_text()));
      throw Stop{};
    }
    instance_.initial[base + i] = value[i];
  }
}

void Elaborator::initial_values() {
  instance_.initial.resize(instance_.slots.size());
  for (std::uint32_t n = 0; n < instance_.family_of.size(); ++n) {
    const NodeId node(std::size_t{n});
    const Process& p = instance_.process(node);
    const auto& offsets =
        instance_.variable_offsets[instance_.process_id(node).index()];
    for (std::size_t v = 0; v < p.variables.size(); ++v) {
      initial(p.variables[v].type, instance_.node_base[n] + offsets[v],
              p.variables[v].initial, node);
    }
  }
  for (std::uint32_t e = 0; e < instance_.edge_family_of.size(); ++e) {
    const EdgeFamilyId family = instance_.edge_family_of[e];
    frame_[0] = e - instance_.edge_families[family.index()].first;
    const EdgeFamily& f = model_.edge_families[family.index()];
    initial(f.type, instance_.edge_base[e], f.initial, NodeId::none());
  }
  for (std::size_t s = 0; s < model_.shared.size(); ++s) {
    const SharedVariable& shared = model_.shared[s];
    const std::uint32_t slots = instance_.size(shared.type).slots;
    for (std::uint32_t i = 0; i < instance_.shared_sizes[s].count; ++i) {
      frame_[0] = i;
      initial(shared.type, instance_.shared_base[s] + i * slots, shared.initial,
              NodeId::none());
    }
  }
}

void Elaborator::warn_untouched() {
  for (std::size_t f = 0; f < model_.edge_families.size(); ++f) {
    const FamilySize& size = instance_.edge_families[f];
    std::uint32_t count = 0;
    std::uint32_t example = 0;
    for (std::uint32_t i = 0; i < size.count; ++i) {
      if (touched_[size.first + i]) continue;
      if (count++ == 0) example = size.first + i;
    }
    if (count == 0) continue;
    const std::string name = edge_name(instance_, EdgeId(std::size_t{example}));
    d_.warning(401, model_.edge_families[f].span,
               count == 1
                   ? fmt::format("at {} no node touches {}", sizes_text(), name)
                   : fmt::format("at {} no node touches {} and {} "
                                 "other edges of this family",
                                 sizes_text(), name, count - 1));
  }
}

}  // namespace

std::optional<Instance> elaborate(const Model& model,
                                  std::vector<Scalar> parameters,
                                  Diagnostics& diagnostics,
                                  const Network* graph) {
  return Elaborator(model, std::move(parameters), diagnostics, graph).run();
}

std::vector<Scalar> default_parameters(const Model& model) {
  std::vector<Scalar> values;
  for (const Parameter& p : model.parameters) values.push_back(p.value);
  return values;
}

}  // namespace vicinal::network
