// SPDX-License-Identifier: MIT
// Nodes share a table if an action says the same from where they stand: then
// everything that it reads is a column, and equal columns have equal results.
// Whatever else an action reads, it has a table for each node.
// Tables pay with hits for what they store, and are given up when they have
// not; the caller then evaluates, with the same result.
#include "fixpoint/steps/local_tables.hpp"

#include <algorithm>

#include "fixpoint/views/view.hpp"
#include "network/language/questions.hpp"
#include "network/language/walk.hpp"

namespace vicinal::fixpoint::inline steps {

using network::Action;
using network::Bounds;
using network::DomainKind;
using network::ExprId;
using network::Instance;
using network::Model;
using network::NodeId;
using network::Scalar;
using network::Stmt;

namespace {

constexpr std::uint32_t unknown_shape = UINT32_MAX;
// Looking up more columns takes as long as evaluating.
constexpr std::size_t most_reads = 32;
constexpr std::uint32_t first_room = 64, most_room = 20'000;
constexpr std::size_t most_results = 1'000'000;
// Bindings of one value that are found without hashing.
constexpr Scalar most_plain = 4096;

// Whether it has a parameter over a port set.
bool binds_sets(const Model& model, const Action& a) {
  return network::over_port_sets(model, a.binders);
}

// Whether it looks at all of a port set, in a quantifier or a loop.
bool visits_sets(const Model& model, const Action& a) {
  const auto loop = [&](const Stmt& s) {
    return network::over_port_sets(model, s.binders);
  };
  return network::any_expression(model, a,
                                 [&](ExprId e, network::Role) {
                                   return network::over_port_sets(model, e);
                                 }) ||
         network::any_statement(model, a.body, loop);
}

}  // namespace

LocalTables::LocalTables(const Instance& instance)
    : instance_(instance),
      evaluator_(instance),
      shape_of_(instance.network.node_count(), unknown_shape) {
  const Model& model = *instance.model;
  for (const network::Process& p : model.processes) {
    auto& forms = forms_.emplace_back();
    for (const Action& a : p.actions) {
      Form& f = forms.emplace_back();
      f.looked_up = !a.priority.valid() && !a.global_guard && !a.global_range;
      if (!f.looked_up) continue;
      f.standpoint = Standpoint::of(model, a);
      f.visits_sets = visits_sets(model, a);
      f.bound_only = f.standpoint && binds_sets(model, a) && !f.visits_sets;
    }
  }
}

// No node has an edge at two ports (V0512, V0513): columns are different
// places.
std::uint32_t LocalTables::shape_of(NodeId n) {
  std::uint32_t& number = shape_of_[n.index()];
  if (number != unknown_shape) return number;
  const network::Network& network = instance_.network;
  const network::Range darts = network.darts(n);
  key_.clear();
  for (std::uint32_t d = darts.begin; d < darts.end; ++d) {
    key_.push_back(network.dart_port[d]);
    key_.push_back(instance_.edge_type(network.dart_edge[d]).value);
  }
  const auto [known, fresh] =
      shape_numbers_.insert(instance_.process_id(n).value, key_);
  number = known;
  if (!fresh) return number;
  std::vector<Bounds> bounds;
  for (const std::uint32_t s : view_slots(instance_, n)) {
    bounds.push_back(instance_.slots[s]);
  }
  shapes_.push_back(std::make_unique<Shape>(std::move(bounds)));
  Shape& shape = *shapes_.back();
  const network::Process& process = instance_.process(n);
  shape.plain.resize(process.actions.size());
  std::uint32_t column =
      instance_.variable_offsets[instance_.process_id(n).index()].back();
  for (std::uint32_t c = 0; c < column; ++c) shape.fixed.push_back(c);
  for (std::uint32_t d = darts.begin; d < darts.end; ++d) {
    shape.begin.push_back(column);
    const std::uint32_t end =
        column +
        instance_.size(instance_.edge_type(network.dart_edge[d])).slots;
    for (; column < end; ++column) {
      if (!process.ports[network.dart_port[d]].set) {
        shape.fixed.push_back(column);
      }
    }
  }
  shape.begin.push_back(column);
  return number;
}

void LocalTables::look_at(NodeId n, std::span<const Scalar> row) {
  node_ = n;
  row_ = row;
  packed_ = false;
  shape_number_ = shape_of(n);
  shape_ = shapes_[shape_number_].get();
}

std::uint32_t LocalTables::add_table(Space& space) {
  tables_.push_back({&space, space.decisions.add_tree(), first_room});
  return static_cast<std::uint32_t>(tables_.size() - 1);
}

std::uint32_t LocalTables::table(std::uint32_t action,
                                 std::span<const Scalar> binding) {
  const Form& form = forms_[instance_.process_id(node_).index()][action];
  // Going through so many members reads too much.
  const bool long_sets = form.visits_sets && shape_->begin.size() > most_reads;
  if (!form.looked_up || long_sets) return none;
  whole_ = !form.bound_only;
  const std::uint32_t at = whole_ ? whole_table(form, action, binding)
                                  : bound_table(form, action, binding);
  return tables_[at].room == 0 ? none : at;
}

// Who shares tables of the action.
void LocalTables::begin_key(const Form& form, std::uint32_t action) {
  key_.assign({action, -1, -1});
  if (!form.standpoint) {
    key_[1] = node_.value;
    return;
  }
  if (form.of_all()) return;
  const std::uint64_t taken = std::uint64_t{action} << 32 | node_.value;
  const auto [known, fresh] = stand_of_.try_emplace(taken);
  if (fresh) {
    known.value() = stands_
                        .insert(instance_.process_id(node_).value,
                                form.standpoint->key(evaluator_, node_))
                        .first;
  }
  key_[2] = known->second;
}

std::uint32_t LocalTables::whole_table(const Form& form, std::uint32_t action,
                                       std::span<const Scalar> binding) {
  const bool plain =
      form.of_all() &&
      (binding.empty() ||
       (binding.size() == 1 && binding[0] >= 0 && binding[0] < most_plain));
  if (plain) {
    auto& tables = shape_->plain[action];
    const auto i = binding.empty() ? 0 : static_cast<std::size_t>(binding[0]);
    if (i >= tables.size()) tables.resize(i + 1, none);
    if (tables[i] == none) tables[i] = add_table(shape_->all);
    return tables[i];
  }
  begin_key(form, action);
  key_.insert(key_.end(), binding.begin(), binding.end());
  const auto [key, fresh] = keys_.insert(shape_number_, key_);
  if (fresh) table_of_key_.push_back(add_table(shape_->all));
  return table_of_key_[key];
}

// Of bound members of port sets matters which are the same. All edges at a
// port have one type.
std::uint32_t LocalTables::bound_table(const Form& form, std::uint32_t action,
                                       std::span<const Scalar> binding) {
  columns_ = shape_->fixed;
  if (binding.size() == 1 && form.of_all()) {
    add_columns(binding[0]);
    auto& tables = shape_->plain[action];
    if (tables.empty()) tables.push_back(add_bound_table());
    return tables[0];
  }
  const std::uint32_t first =
      instance_.process(node_).actions[action].binders.begin;
  const auto set = [&](std::uint32_t i) {
    return instance_.model->binders[first + i].domain == DomainKind::port_set;
  };
  begin_key(form, action);
  for (std::uint32_t i = 0; i < binding.size(); ++i) {
    if (!set(i)) {
      key_.push_back(binding[i]);
      continue;
    }
    std::uint32_t same = 0;
    while (!set(same) || binding[same] != binding[i]) ++same;
    key_.push_back(same);
    if (same == i) add_columns(binding[i]);
  }
  const auto [key, fresh] = keys_.insert(shape_number_, key_);
  if (fresh) table_of_key_.push_back(add_bound_table());
  return table_of_key_[key];
}

void LocalTables::add_columns(Scalar dart) {
  const auto d = static_cast<std::size_t>(dart);
  for (std::uint32_t c = shape_->begin[d]; c < shape_->begin[d + 1]; ++c) {
    columns_.push_back(c);
  }
}

std::uint32_t LocalTables::add_bound_table() {
  std::vector<Bounds> bounds;
  for (const std::uint32_t c : columns_) bounds.push_back(shape_->bounds[c]);
  spaces_.push_back(std::make_unique<Space>(bounds));
  return add_table(*spaces_.back());
}

const LocalResult* LocalTables::find(std::uint32_t number) {
  Table& table = tables_[number];
  Space& space = *table.space;
  if (!whole_) {
    values_.resize(columns_.size());
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      values_[i] = row_[columns_[i]];
    }
    space.packing.pack(values_, space.packed.data());
  } else if (!packed_) {
    space.packing.pack(row_, space.packed.data());
    packed_ = true;
  }
  const std::uint32_t result =
      space.decisions.find(table.tree, space.packed.data());
  if (result == network::Decisions::unknown) return nullptr;
  if (table.room < most_room) ++table.room;
  return &results_[result];
}

// From a column of the local state to the table's.
bool LocalTables::to_table(std::uint32_t& column) const {
  if (whole_) return true;
  const auto at = std::find(columns_.begin(), columns_.end(), column);
  column = static_cast<std::uint32_t>(at - columns_.begin());
  return at != columns_.end();
}

void LocalTables::learn(std::uint32_t number, std::vector<std::uint32_t> reads,
                        LocalResult result) {
  Table& table = tables_[number];
  Space& space = *table.space;
  bool kept = reads.size() <= most_reads && results_.size() < most_results;
  for (std::uint32_t& c : reads) kept = kept && to_table(c);
  for (auto& [c, value] : result.writes) kept = kept && to_table(c);
  kept = kept &&
         space.decisions.insert(table.tree, reads, space.packed.data(),
                                static_cast<std::uint32_t>(results_.size()));
  if (!kept) {
    table.room = 0;
    return;
  }
  --table.room;
  writes_ += result.writes.size();
  results_.push_back(std::move(result));
}

std::uint64_t LocalTables::bytes() const {
  std::uint64_t sum = shape_of_.capacity() * 4 + keys_.bytes() +
                      tables_.capacity() * sizeof(Table) +
                      results_.capacity() * sizeof(LocalResult) +
                      stands_.bytes() + stand_of_.size() * 16 +
                      writes_ * sizeof(std::pair<std::uint32_t, Scalar>);
  for (const auto& shape : shapes_) sum += shape->all.decisions.bytes();
  for (const auto& space : spaces_) sum += space->decisions.bytes();
  return sum;
}

}  // namespace vicinal::fixpoint::inline steps
