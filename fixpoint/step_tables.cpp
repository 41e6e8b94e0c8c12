// SPDX-License-Identifier: MIT
#include "fixpoint/step_tables.hpp"

#include "fixpoint/view.hpp"

namespace vicinal::fixpoint {

using network::Action;
using network::Binder;
using network::Bounds;
using network::DomainKind;
using network::Expr;
using network::ExprId;
using network::Instance;
using network::Model;
using network::NodeId;
using network::Op;
using network::Scalar;
using network::Stmt;
using network::TypeKind;

namespace {

constexpr std::uint32_t unknown_shape = UINT32_MAX;
// Looking up more columns takes as long as evaluating.
constexpr std::size_t most_reads = 32;
constexpr std::uint32_t first_room = 64, most_room = 20'000;
constexpr std::size_t most_results = 1'000'000;
// Bindings of one value that are found without hashing.
constexpr Scalar most_plain = 4096;

// Whether an action does the same at all nodes whose columns are alike: it
// reads and writes variables of its own node and edges at its ports, in
// whatever way, and no expression has a node or an edge as its value.
class NamesNothing {
 public:
  explicit NamesNothing(const Model& model) : model_(model) {}

  bool action(const Action& a) const {
    return binders(a.binders) && expression(a.guard) && statements(a.body);
  }

 private:
  bool is(ExprId id, Op op) const { return model_[id].op == op; }

  // Ranges of integers, constants, the node's own port sets.
  bool binders(network::Range range) const {
    for (std::uint32_t b = range.begin; b < range.end; ++b) {
      const Binder& binder = model_.binders[b];
      const bool plain = binder.domain == DomainKind::range ||
                         binder.domain == DomainKind::enumeration;
      const bool own =
          binder.domain == DomainKind::port_set && is(binder.node, Op::self);
      if (!plain && !own) return false;
      if (plain && !(expression(binder.low) && expression(binder.high))) {
        return false;
      }
    }
    return true;
  }

  bool place(const Expr& e) const {
    const ExprId child = model_.child(e, 0);
    if (e.op == Op::variable) return is(child, Op::self);
    return is(child, Op::bound) ||
           (is(child, Op::port_edge) &&
            is(model_.child(model_[child], 0), Op::self));
  }

  bool expression(ExprId id) const {
    if (!id.valid()) return true;
    const Expr& e = model_[id];
    switch (e.op) {
      case Op::variable:
      case Op::edge_value:
        return place(e);
      case Op::bound:
        return model_[e.type].kind != TypeKind::node &&
               model_[e.type].kind != TypeKind::edge;
      case Op::literal:
      case Op::parameter:
        return true;
      case Op::shared:
      case Op::field:
      case Op::element:
      case Op::make_structure:
      case Op::make_array:
      case Op::head:
      case Op::length:
      case Op::full:
      case Op::empty:
      case Op::negate:
      case Op::add:
      case Op::subtract:
      case Op::multiply:
      case Op::divide:
      case Op::modulo:
      case Op::minimum:
      case Op::maximum:
      case Op::absolute:
      case Op::power:
      case Op::equal:
      case Op::not_equal:
      case Op::less:
      case Op::less_equal:
      case Op::greater:
      case Op::greater_equal:
      case Op::logical_not:
      case Op::logical_and:
      case Op::logical_or:
      case Op::implies:
      case Op::iff:
      case Op::if_then_else:
      case Op::forall:
      case Op::exists:
      case Op::exactly:
      case Op::atmost:
      case Op::count:
      case Op::sum:
        return binders(e.binders) && expressions(e.children);
      default:
        return false;
    }
  }

  bool expressions(network::Range children) const {
    for (std::uint32_t c = children.begin; c < children.end; ++c) {
      if (!expression(model_.expr_children[c])) return false;
    }
    return true;
  }

  bool statements(network::Range range) const {
    for (std::uint32_t i = range.begin; i < range.end; ++i) {
      const Stmt& s = model_[model_.stmt_children[i]];
      if (!(expressions(s.targets) && expressions(s.values) &&
            expression(s.condition) && binders(s.binders) &&
            statements(s.body) && statements(s.otherwise))) {
        return false;
      }
    }
    return true;
  }

  const Model& model_;
};

}  // namespace

StepTables::StepTables(const Instance& instance)
    : instance_(instance),
      shape_of_(instance.network.node_count(), unknown_shape) {
  const NamesNothing names_nothing(*instance.model);
  for (const network::Process& p : instance.model->processes) {
    auto& forms = forms_.emplace_back();
    for (const Action& a : p.actions) {
      Form& form = forms.emplace_back();
      form.looked_up =
          !a.priority.valid() && !a.global_guard && !a.global_range;
      form.shared = form.looked_up && names_nothing.action(a);
    }
  }
}

// No node has an edge at two ports (V0512, V0513): columns are different
// places.
std::uint32_t StepTables::shape_of(NodeId n) {
  std::uint32_t& shape = shape_of_[n.index()];
  if (shape != unknown_shape) return shape;
  const network::Network& network = instance_.network;
  const network::Range darts = network.darts(n);
  key_.clear();
  for (std::uint32_t d = darts.begin; d < darts.end; ++d) {
    key_.push_back(network.dart_port[d]);
    key_.push_back(instance_.edge_type(network.dart_edge[d]).value);
  }
  const auto [number, fresh] =
      shape_numbers_.insert(instance_.process_id(n).value, key_);
  shape = number;
  if (!fresh) return shape;
  std::vector<Bounds> bounds;
  for (const std::uint32_t s : view_slots(instance_, n)) {
    bounds.push_back(instance_.slots[s]);
  }
  shapes_.push_back(std::make_unique<Shape>(bounds));
  shapes_.back()->plain.resize(instance_.process(n).actions.size());
  return shape;
}

void StepTables::look_at(NodeId n, std::span<const Scalar> row) {
  node_ = n;
  row_ = row;
  packed_ = false;
  shape_number_ = shape_of(n);
  shape_ = shapes_[shape_number_].get();
}

std::uint32_t StepTables::add_table(Shape& shape) {
  tables_.push_back({shape.decisions.add_tree(), first_room});
  return static_cast<std::uint32_t>(tables_.size() - 1);
}

std::uint32_t StepTables::table(std::uint32_t action,
                                std::span<const Scalar> binding) {
  const Form& form = forms_[instance_.process_id(node_).index()][action];
  if (!form.looked_up) return none;
  std::uint32_t at = none;
  const bool plain =
      form.shared &&
      (binding.empty() ||
       (binding.size() == 1 && binding[0] >= 0 && binding[0] < most_plain));
  if (plain) {
    auto& tables = shape_->plain[action];
    const auto i = binding.empty() ? 0 : static_cast<std::size_t>(binding[0]);
    if (i >= tables.size()) tables.resize(i + 1, none);
    if (tables[i] == none) tables[i] = add_table(*shape_);
    at = tables[i];
  } else {
    key_.assign({action, form.shared ? Scalar{-1} : Scalar{node_.value}});
    key_.insert(key_.end(), binding.begin(), binding.end());
    const auto [key, fresh] = keys_.insert(shape_number_, key_);
    if (fresh) table_of_key_.push_back(add_table(*shape_));
    at = table_of_key_[key];
  }
  return tables_[at].room == 0 ? none : at;
}

const LocalResult* StepTables::find(std::uint32_t number) {
  if (!packed_) {
    shape_->packing.pack(row_, shape_->packed.data());
    packed_ = true;
  }
  Table& table = tables_[number];
  const std::uint32_t result =
      shape_->decisions.find(table.tree, shape_->packed.data());
  if (result == network::Decisions::unknown) return nullptr;
  if (table.room < most_room) ++table.room;
  return &results_[result];
}

void StepTables::learn(std::uint32_t number,
                       std::span<const std::uint32_t> reads,
                       const LocalResult& result) {
  Table& table = tables_[number];
  const bool kept =
      reads.size() <= most_reads && results_.size() < most_results &&
      shape_->decisions.insert(table.tree, reads, shape_->packed.data(),
                               static_cast<std::uint32_t>(results_.size()));
  if (!kept) {
    table.room = 0;
    return;
  }
  --table.room;
  results_.push_back(result);
  writes_ += result.writes.size();
}

std::uint64_t StepTables::bytes() const {
  std::uint64_t sum = shape_of_.capacity() * 4 + keys_.bytes() +
                      tables_.capacity() * sizeof(Table) +
                      results_.capacity() * sizeof(LocalResult) +
                      writes_ * sizeof(std::pair<std::uint32_t, Scalar>);
  for (const auto& shape : shapes_) sum += shape->decisions.bytes();
  return sum;
}

}  // namespace vicinal::fixpoint
