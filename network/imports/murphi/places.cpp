// SPDX-License-Identifier: MIT
// Variables as leaves, access to them, and what is surely defined where.
#include <fmt/format.h>

#include <algorithm>

#include "network/base/budget.hpp"
#include "network/imports/murphi/codes.hpp"
#include "network/imports/murphi/translator_impl.hpp"

namespace vicinal::murphi {
namespace {

constexpr std::size_t max_leaves = 2000;

}  // namespace

std::size_t Translator::variable_of(std::size_t decl, const std::string& name,
                                    TypeRef type, Span span, bool scratch) {
  const auto [place, added] =
      variable_by_decl_.emplace(decl, variables_.size());
  if (!added) return place->second;
  Variable v;
  v.name = name;
  v.decl = decl;
  v.type = type;
  v.span = span;
  v.scratch = scratch;
  add_leaves(v, type, "", name, {});
  variables_.push_back(std::move(v));
  return variables_.size() - 1;
}

void Translator::add_leaves(Variable& v, TypeRef type, const std::string& key,
                            const std::string& name,
                            std::vector<TypeRef> indices) {
  network::poll();
  const Type t = types_[type];
  if (t.sort == Sort::record) {
    for (const Field& f : t.fields) {
      add_leaves(v, f.type, key + "." + f.name, name + "_" + f.name, indices);
    }
    return;
  }
  if (t.sort == Sort::array) {
    indices.push_back(t.index);
    add_leaves(v, t.element, key + "[]", name, std::move(indices));
    return;
  }
  if (v.leaves.size() >= max_leaves) {
    if (v.leaves.size() == max_leaves) {
      diagnostics_.error(
          codes::file_too_large, v.span,
          fmt::format("a variable of more than {} components", max_leaves));
    }
    return;
  }
  Leaf leaf;
  leaf.key = key;
  leaf.name = global(name);
  leaf.type = type;
  leaf.undefined = findings_.undefined.contains({v.decl, key});
  if (leaf.undefined && t.sort != Sort::scalarset) {
    leaf.known = global(leaf.name + "_defined");
  }
  for (std::size_t i = 0; i < indices.size(); ++i) {
    if (leaf.node == nothing && types_[indices[i]].sort == Sort::scalarset) {
      leaf.node = i;
    }
  }
  leaf.indices = std::move(indices);
  v.leaves.push_back(std::move(leaf));
}

// The leaves of a place, in the order of its type.
std::vector<const Leaf*> Translator::leaves(const Place& place) const {
  std::vector<const Leaf*> out;
  for (const Leaf& l : variables_[place.variable].leaves) {
    if (l.key.starts_with(place.key) &&
        (l.key.size() == place.key.size() || l.key[place.key.size()] == '.' ||
         l.key[place.key.size()] == '[')) {
      out.push_back(&l);
    }
  }
  return out;
}

const Leaf& Translator::leaf(const Place& place) const {
  static const Leaf none;
  const auto all = leaves(place);
  return all.empty() ? none : *all.front();
}

Place Translator::whole(std::size_t variable) const {
  return {variable, "", variables_[variable].type, {}};
}

const rumur::Expr* root(const rumur::Expr& e) {
  const rumur::Expr* at = &e;
  while (true) {
    if (const auto* f = dynamic_cast<const rumur::Field*>(at)) {
      at = f->record.get();
    } else if (const auto* x = dynamic_cast<const rumur::Element*>(at)) {
      at = x->array.get();
    } else {
      return at;
    }
  }
}

std::size_t Translator::root_of(const rumur::Expr& e) const {
  const auto* id = dynamic_cast<const rumur::ExprID*>(root(e));
  if (id == nullptr || id->value == nullptr) return nothing;
  const auto found = bindings_.find(id->value->unique_id);
  if (found == bindings_.end() || !found->second.place) return nothing;
  return found->second.place->variable;
}

// Empty where the expression is no variable, or is bound to a value.
std::optional<Place> Translator::place(const rumur::Expr& e) {
  network::poll();
  if (const auto* id = dynamic_cast<const rumur::ExprID*>(&e)) {
    const auto found = bindings_.find(id->value->unique_id);
    if (found == bindings_.end()) return {};
    return found->second.place;
  }
  if (const auto* f = dynamic_cast<const rumur::Field*>(&e)) {
    auto of = place(*f->record);
    if (!of) return {};
    const Type& t = types_[of->type];
    for (const Field& field : t.fields) {
      if (field.name != f->field) continue;
      of->key += "." + field.name;
      of->type = field.type;
      return of;
    }
    return {};
  }
  if (const auto* x = dynamic_cast<const rumur::Element*>(&e)) {
    auto of = place(*x->array);
    if (!of) return {};
    const Type t = types_[of->type];
    if (t.sort != Sort::array) return {};
    Value index = value(*x->index);
    meet(index.type, t.index);
    if (types_[t.index].sort == Sort::number) {
      index.fails = index.fails || index.low < types_[t.index].low ||
                    index.high > types_[t.index].high;
    }
    of->indices.push_back(std::move(index));
    of->key += "[]";
    of->type = t.element;
    return of;
  }
  return {};
}

// From 0 on, where an array has no nodes for indices.
ExprId Translator::position(const Value& index, Span span) {
  const Type& t = types_[index.type];
  if (t.sort == Sort::scalarset) {
    return index.unchecked.valid() ? index.unchecked : index.e;
  }
  if (t.sort == Sort::boolean) {
    if (index.constant) return make_.integer(*index.constant, span);
    return make_.make(ExprKind::if_then_else,
                      {index.e, make_.integer(1, span), make_.integer(0, span)},
                      span);
  }
  if (t.sort == Sort::listed) {
    if (index.constant) return make_.integer(*index.constant, span);
    Listed& l = listed_[t.which];
    if (l.number.empty()) l.number = global(l.name + "_number");
    return make_.call(l.number, {index.e}, span);
  }
  return index.e;
}

ExprId Translator::access(const Leaf& leaf, const std::string& name,
                          const std::vector<Value>& indices, Span span) {
  ExprId e = leaf.node == nothing
                 ? make_.name(name, span)
                 : make_.field(position(indices[leaf.node], span), name, span);
  for (std::size_t i = 0; i < leaf.indices.size(); ++i) {
    if (i == leaf.node) continue;
    const Type& t = types_[leaf.indices[i]];
    ExprId at = position(indices[i], span);
    if (t.sort == Sort::number && t.low != 0) {
      at = indices[i].constant
               ? make_.integer(*indices[i].constant - t.low, span)
               : make_.make(ExprKind::subtract,
                            {at, make_.integer(t.low, span)}, span);
    }
    e = make_.make(ExprKind::index, {e, at}, span);
  }
  return e;
}

// There is no element behind the only one.
ExprId Translator::failing(ExprId sample, Span span) {
  return make_.make(
      ExprKind::index,
      {make_.make(ExprKind::array, {sample}, span), make_.integer(1, span)},
      span);
}

ExprId Translator::checked(ExprId condition, ExprId value, Span span) {
  return make_.make(ExprKind::if_then_else,
                    {condition, value, failing(value, span)}, span);
}

// Whether it is defined.
ExprId Translator::known(const Leaf& leaf, const std::vector<Value>& indices,
                         Span span) {
  if (!leaf.undefined) return make_.boolean(true, span);
  if (leaf.known.empty()) {
    return make_.make(
        ExprKind::not_equal,
        {access(leaf, leaf.name, indices, span), make_.name("none", span)},
        span);
  }
  return access(leaf, leaf.known, indices, span);
}

bool Translator::fails(const Place& place) const {
  return std::ranges::any_of(place.indices,
                             [](const Value& v) { return v.fails; });
}

std::set<std::size_t> Translator::reads(const Place& place) const {
  std::set<std::size_t> out;
  for (const Value& v : place.indices) {
    out.insert(v.reads.begin(), v.reads.end());
  }
  return out;
}

// Of a simple place. What may be undefined is an error, or where it is not
// checked, the least value of its type.
Value Translator::read(const Place& place, Span span, bool check) {
  const Leaf& l = leaf(place);
  Value v;
  v.type = place.type;
  v.low = types_[place.type].low;
  v.high = types_[place.type].high;
  v.reads = reads(place);
  v.reads.insert(place.variable);
  v.fails = fails(place);
  v.e = access(l, l.name, place.indices, span);
  note_access(place, l, false, {}, span);
  if (!check) return v;
  const bool here = is_defined(place.variable, l, place.indices);
  const Variable& of = variables_[place.variable];
  if (!here && !l.undefined && (of.scratch || in_start_)) {
    mark_undefined(place.variable, l.key);
  }
  if (!l.undefined || here) return v;
  v.fails = true;
  const ExprId plain = v.e;
  v.e = checked(known(l, place.indices, span), plain, span);
  if (types_[place.type].sort == Sort::scalarset) v.unchecked = plain;
  return v;
}

void Translator::mark_undefined(std::size_t variable, const std::string& key) {
  if (findings_.undefined.insert({variables_[variable].decl, key}).second) {
    findings_.changed = true;
  }
}

void Translator::note_access(const Place& place, const Leaf& leaf, bool write,
                             const std::string& written, Span span) {
  if (loops_.empty()) return;
  Access a;
  a.variable = place.variable;
  a.key = leaf.key;
  for (const Value& v : place.indices) a.cells.push_back(v.cell);
  a.cells.resize(leaf.indices.size(), "*");
  a.write = write;
  a.written = written;
  a.span = span;
  accesses_.push_back(std::move(a));
}

// 'variable key cell cell': no name has a blank.
std::string Translator::cell_text(std::size_t variable, const std::string& key,
                                  const std::vector<Value>& indices,
                                  const Leaf& leaf) const {
  std::string out = fmt::format("{} {}", variable, key);
  for (std::size_t i = 0; i < leaf.indices.size(); ++i) {
    Cell cell = i < indices.size() ? indices[i].cell : "*";
    if (cell[0] == 'v') {
      const auto loop = loops_.find(cell);
      const Type& t = types_[leaf.indices[i]];
      if (loop == loops_.end() ||
          !same_domain(loop->second.type, leaf.indices[i]) ||
          loop->second.low != t.low || loop->second.high != t.high) {
        cell = "?";
      }
    }
    out += " " + cell;
  }
  return out;
}

bool Translator::is_defined(std::size_t variable, const Leaf& leaf,
                            const std::vector<Value>& indices) const {
  const std::string wanted = cell_text(variable, leaf.key, indices, leaf);
  const std::string begin = fmt::format("{} {} ", variable, leaf.key);
  if (leaf.indices.empty()) return defined_.cells.contains(wanted);
  const auto words = [](std::string_view text) {
    std::vector<std::string_view> out;
    while (!text.empty()) {
      const auto end = std::min(text.find(' '), text.size());
      out.push_back(text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    return out;
  };
  const auto asked = words(std::string_view(wanted).substr(begin.size()));
  for (auto i = defined_.cells.lower_bound(begin);
       i != defined_.cells.end() && i->starts_with(begin); ++i) {
    network::poll();
    const auto have = words(std::string_view(*i).substr(begin.size()));
    bool all = true;
    for (std::size_t k = 0; k < asked.size() && all; ++k) {
      all = have[k] == "*" || (have[k] == asked[k] && asked[k] != "?");
    }
    if (all) return true;
  }
  return false;
}

void Translator::define(std::size_t variable, const Leaf& leaf,
                        const std::vector<Value>& indices) {
  const std::string text = cell_text(variable, leaf.key, indices, leaf);
  if (text.find('?') != text.npos) return;
  defined_.cells.insert(text);
  // One loop variable at two places reaches the diagonal only.
  for (std::size_t i = 0; i < indices.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      if (indices[i].cell[0] == 'v' && indices[i].cell == indices[k].cell) {
        defined_.cells.erase(text);
      }
    }
  }
  merge_cells(variable, leaf);
}

// '#0' and '#1' of two are '*'.
void Translator::merge_cells(std::size_t variable, const Leaf& leaf) {
  if (leaf.indices.size() != 1) return;
  const Type& t = types_[leaf.indices[0]];
  if (t.high - t.low > 64) return;
  const std::string begin = fmt::format("{} {} ", variable, leaf.key);
  for (std::int64_t i = t.low; i <= t.high; ++i) {
    if (!defined_.cells.contains(fmt::format("{}#{}", begin, i))) return;
  }
  defined_.cells.insert(begin + "*");
}

// Every round has been: what is defined in one's cell is so in all, where no
// later round can have undefined it again.
void Translator::leave_loop(const Cell& cell) {
  std::set<std::string> after;
  for (std::string text : defined_.cells) {
    network::poll();
    const std::size_t at = text.find(" " + cell);
    const std::size_t end = at == text.npos ? at : at + 1 + cell.size();
    if (at == text.npos || (end != text.size() && text[end] != ' ')) {
      after.insert(std::move(text));
      continue;
    }
    text.replace(at + 1, cell.size(), "*");
    const bool lasting = std::ranges::none_of(forgotten_, [&](const auto& one) {
      return text.starts_with(fmt::format("{} {} ", one.first, one.second));
    });
    if (lasting) after.insert(std::move(text));
  }
  defined_.cells = std::move(after);
}

Defined Translator::both(const Defined& a, const Defined& b) {
  if (a.dead) return b;
  if (b.dead) return a;
  Defined out;
  std::ranges::set_intersection(a.cells, b.cells,
                                std::inserter(out.cells, out.cells.end()));
  return out;
}

// A value for each index of the leaf that has none yet: a bound variable that
// goes through all of them.
std::vector<Value> Translator::all_cells(const Leaf& leaf,
                                         std::vector<Value> indices,
                                         std::vector<ast::Binders>& binders,
                                         Span span) {
  for (std::size_t i = indices.size(); i < leaf.indices.size(); ++i) {
    const TypeRef type = leaf.indices[i];
    const Type& t = types_[type];
    const std::string name = bound("i");
    Value v;
    v.e = make_.name(name, span);
    v.type = type;
    v.low = t.low;
    v.high = t.high;
    v.cell = "*";
    switch (t.sort) {
      case Sort::scalarset:
        binders.push_back(
            make_.members({{name, span}},
                          make_.name(scalarsets_[t.which].family, span), span));
        break;
      case Sort::listed:
        binders.push_back(make_.members(
            {{name, span}}, make_.name(listed_[t.which].name, span), span));
        break;
      default:
        binders.push_back(make_.range({name, span}, make_.integer(t.low, span),
                                      make_.integer(t.high, span), span));
        if (t.sort == Sort::boolean) {
          v.e =
              make_.make(ExprKind::equal, {v.e, make_.integer(1, span)}, span);
        }
    }
    indices.push_back(std::move(v));
  }
  return indices;
}

void Translator::declare_variables() {
  for (const Variable& v : variables_) {
    for (const Leaf& l : v.leaves) {
      network::poll();
      const auto add = [&](const std::string& name, ast::TypeId type,
                           ExprId initial) {
        for (std::size_t i = l.indices.size(); i-- > 0;) {
          if (i == l.node) continue;
          const Type& t = types_[l.indices[i]];
          const ExprId size =
              t.sort == Sort::scalarset
                  ? make_.name(scalarsets_[t.which].family, v.span)
                  : make_.integer(t.high - t.low + 1, v.span);
          type = make_.array_type(type, size, v.span);
        }
        if (l.node == nothing) {
          tree_.shared.push_back({{name, v.span}, {}, type, initial, v.span});
          return;
        }
        const std::size_t of = types_[l.indices[l.node]].which;
        tree_.processes[of].variables.push_back(
            {{name, v.span}, type, initial, v.span});
      };
      const auto found = initial_.find(l.name);
      const auto initial =
          found == initial_.end() ? std::pair<ExprId, ExprId>() : found->second;
      add(l.name, written_type(l.type, v.span), initial.first);
      if (!l.known.empty()) {
        add(l.known, make_.named_type("bool", v.span), initial.second);
      }
    }
  }
}

}  // namespace vicinal::murphi
