// SPDX-License-Identifier: MIT
// Columns: sizes, shared variables, then families by their number, each with
// the parts of its type.
#include "fixpoint/lemmas/columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>

#include "network/base/budget.hpp"

namespace vicinal::fixpoint::inline lemmas {

using network::Instance;
using network::Model;
using network::Op;
using network::Scalar;
using network::TypeId;
using network::TypeKind;

namespace {

constexpr std::size_t most_columns = 48;
constexpr std::size_t most_values = 8;  // of an enumeration, or of phases
constexpr std::size_t most_rows = 20'000;

using State = std::span<const Scalar>;

// Where members of a family have a slot: calls visit(its number in the state).
using Slots = std::function<void(const Instance&,
                                 const std::function<void(std::size_t)>&)>;

class Columns {
 public:
  Columns(const Model& model, const Explored& example, bool by_most)
      : model_(model), example_(example), by_most_(by_most) {}
  std::vector<Column> make();

 private:
  void sizes();
  void shared();
  void nodes();
  void edges();
  void parts(TypeId type, const std::string& family, const std::string& name,
             std::uint32_t& slot,
             const std::function<Slots(std::uint32_t)>& at);
  void counts(TypeId type, const std::string& family, const std::string& name,
              const Slots& at);
  bool phases(const network::NodeFamily& family, std::uint32_t v) const;
  Scalar at_first(const Slots& at) const;
  void put(Column column) {
    if (out_.size() == most_columns) return;
    column.variable = variable_;
    out_.push_back(std::move(column));
  }

  const Model& model_;
  const Explored& example_;
  const bool by_most_;
  bool one_ = false;     // the family has one member, in all instances
  bool phases_ = false;  // what is shown is only asked for equality
  std::optional<network::Held> variable_;  // that columns are made of
  std::vector<Column> out_;
};

void Columns::sizes() {
  put({"1",
       Shows::fixed,
       [](const Instance&, State) { return Scalar{1}; },
       {}});
  for (std::size_t p = 0; p < model_.parameters.size(); ++p) {
    put({model_.parameters[p].name,
         Shows::fixed,
         [p](const Instance& i, State) { return i.parameters[p]; },
         {}});
  }
}

void Columns::shared() {
  for (std::size_t s = 0; s < model_.shared.size(); ++s) {
    const network::SharedVariable& v = model_.shared[s];
    if (!v.written || !v.dimensions.empty()) continue;
    const network::Type& type = model_[v.type];
    const auto value = [s](const Instance& i, State state) {
      return state[i.shared_base[s]];
    };
    if (type.numeric()) put({v.name, Shows::counter, value, {}});
    if (type.kind == TypeKind::boolean) {
      put({fmt::format("(if {} then 1 else 0)", v.name), Shows::count, value,
           v.name});
    }
  }
}

// What a member shows, or most do, in the first state of the example.
Scalar Columns::at_first(const Slots& at) const {
  std::vector<Scalar> shown;
  at(*example_.instance,
     [&](std::size_t slot) { shown.push_back(example_.states[slot]); });
  if (shown.empty()) return 0;
  if (!by_most_) return shown.front();
  return *std::ranges::max_element(shown, {}, [&](Scalar value) {
    return std::ranges::count(shown, value);
  });
}

// How many members show a value: of all values but the one that a member shows
// at first.
void Columns::counts(TypeId id, const std::string& family,
                     const std::string& name, const Slots& at) {
  const network::Type& type = model_[id];
  const auto each = [&](const std::string& literal, Scalar value) {
    put({fmt::format("count(m1 in {}: {})", family, literal), Shows::count,
         [at, value](const Instance& i, State state) {
           Scalar count = 0;
           at(i, [&](std::size_t slot) { count += state[slot] == value; });
           return count;
         },
         fmt::format("(exists m1 in {}: {})", family, literal), true});
  };
  const Scalar first = at_first(at);
  if (type.kind == TypeKind::boolean) {
    const bool starts = first != 0;
    each((starts ? "!m1" : "m1") + name, starts ? 0 : 1);
  } else if (type.kind == TypeKind::enumeration) {
    const auto& constants = model_.enums[type.enumeration.index()].constants;
    if (constants.size() > most_values) return;
    for (std::size_t v = 0; v < constants.size(); ++v) {
      const auto value = static_cast<Scalar>(v);
      if (value == first) continue;
      each(fmt::format("m1{} == {}", name, constants[v]), value);
    }
  } else if (phases_ && type.kind == TypeKind::range) {
    const Scalar low = model_[type.low].value;
    for (Scalar value = low; value <= model_[type.high].value; ++value) {
      if (value != first) each(fmt::format("m1{} == {}", name, value), value);
    }
  } else if (type.numeric()) {
    put({fmt::format("sum(m1 in {}: m1{})", family, name),
         one_ ? Shows::counter : Shows::sum,
         [at](const Instance& i, State state) {
           Scalar sum = 0;
           at(i, [&](std::size_t slot) {
             if (__builtin_add_overflow(sum, state[slot], &sum)) sum = 0;
           });
           return sum;
         },
         {}});
  }
}

// The parts of a structure; what has a size of its own is left out, with all
// that follows it.
void Columns::parts(TypeId id, const std::string& family,
                    const std::string& name, std::uint32_t& slot,
                    const std::function<Slots(std::uint32_t)>& at) {
  const network::Type& type = model_[id];
  if (type.kind == TypeKind::structure) {
    for (const auto& f : model_.structs[type.structure.index()].fields) {
      if (slot == UINT32_MAX) return;
      parts(f.type, family, name + "." + f.name, slot, at);
    }
    return;
  }
  if (type.element.valid()) {
    slot = UINT32_MAX;
    return;
  }
  counts(id, family, name, at(slot++));
}

// Whether a variable of a few numbers is only compared for equality, as one
// that says where a process stands: then sums of it say nothing.
bool Columns::phases(const network::NodeFamily& family, std::uint32_t v) const {
  const network::Type& type = model_[model_[family.process].variables[v].type];
  if (type.kind != TypeKind::range) return false;
  const network::Expr& low = model_[type.low];
  const network::Expr& high = model_[type.high];
  if (low.op != Op::literal || high.op != Op::literal) return false;
  if (high.value - low.value >= static_cast<Scalar>(most_values)) return false;
  const auto counts = [&](const network::Expr& e) {
    if (e.op == Op::equal || e.op == Op::not_equal) return false;
    for (std::uint32_t i = e.children.begin; i < e.children.end; ++i) {
      const network::Expr& x = model_[model_.expr_children[i]];
      if (x.op == Op::variable && x.item == v &&
          model_[model_[model_.child(x, 0)].type].process == family.process) {
        return true;
      }
    }
    return false;
  };
  return std::none_of(model_.exprs.begin(), model_.exprs.end(), counts);
}

void Columns::nodes() {
  for (std::size_t f = 0; f < model_.node_families.size(); ++f) {
    const network::NodeFamily& family = model_.node_families[f];
    const network::Process& process = model_[family.process];
    one_ = family.dimensions.empty();
    for (std::size_t v = 0; v < process.variables.size(); ++v) {
      const auto at = [f, v, p = family.process.index()](std::uint32_t slot) {
        return [=](const Instance& i,
                   const std::function<void(std::size_t)>& visit) {
          const network::FamilySize& size = i.node_families[f];
          const std::size_t offset = i.variable_offsets[p][v] + slot;
          for (std::size_t n = 0; n < size.count; ++n) {
            visit(i.node_base[size.first + n] + offset);
          }
        };
      };
      phases_ = phases(family, static_cast<std::uint32_t>(v));
      variable_ = {Op::variable, family.process.value,
                   static_cast<std::uint32_t>(v)};
      std::uint32_t slot = 0;
      parts(process.variables[v].type, family.name,
            "." + process.variables[v].name, slot, at);
    }
  }
}

void Columns::edges() {
  phases_ = false;
  variable_.reset();
  for (std::size_t f = 0; f < model_.edge_families.size(); ++f) {
    const auto at = [f](std::uint32_t slot) {
      return [=](const Instance& i,
                 const std::function<void(std::size_t)>& visit) {
        const network::FamilySize& size = i.edge_families[f];
        for (std::size_t e = 0; e < size.count; ++e) {
          visit(i.edge_base[size.first + e] + slot);
        }
      };
    };
    one_ = model_.edge_families[f].dimensions.empty();
    std::uint32_t slot = 0;
    parts(model_.edge_families[f].type, model_.edge_families[f].name, "", slot,
          at);
  }
}

std::vector<Column> Columns::make() {
  sizes();
  shared();
  nodes();
  edges();
  return std::move(out_);
}

}  // namespace

Table table_of(const Model& model, std::span<const Explored> explored,
               bool by_most) {
  Table out;
  const auto has_states = [](const Explored& e) { return !e.states.empty(); };
  const auto least = std::ranges::find_if(explored, has_states);
  if (least == explored.end()) return out;
  const Explored* example = &*least;
  for (const Explored& e : explored) {
    if (by_most && has_states(e)) example = &e;
  }
  out.columns = Columns(model, *example, by_most).make();
  std::set<std::vector<Scalar>> seen;
  for (const Explored& e : explored) {
    const std::size_t width = e.instance->slot_count();
    for (std::size_t at = 0; at + width <= e.states.size() && width != 0;
         at += width) {
      network::poll(static_cast<std::int64_t>(width));
      const State state = State(e.states).subspan(at, width);
      std::vector<Scalar> row;
      for (const Column& c : out.columns) {
        row.push_back(c.value(*e.instance, state));
      }
      if (!seen.insert(row).second) continue;
      out.rows.push_back(std::move(row));
      if (out.rows.size() == most_rows) return out;
    }
  }
  return out;
}

}  // namespace vicinal::fixpoint::inline lemmas
