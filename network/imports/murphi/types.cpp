// SPDX-License-Identifier: MIT
// Types, their names, and which scalarsets are families of any size: those
// whose constant says nothing else.
#include <fmt/format.h>

#include <algorithm>

#include "network/base/budget.hpp"
#include "network/imports/murphi/codes.hpp"
#include "network/imports/murphi/translator_impl.hpp"
#include "network/imports/tree/names.hpp"

namespace vicinal::murphi {
namespace {

// Uses of constants, but for the sizes of scalarsets.
class Uses : public rumur::ConstTraversal {
 public:
  explicit Uses(std::map<std::size_t, std::size_t>& uses) : uses_(uses) {}
  void visit_exprid(const rumur::ExprID& n) override {
    network::poll();
    const auto* c = dynamic_cast<const rumur::ConstDecl*>(n.value.get());
    if (c != nullptr) ++uses_[c->unique_id];
  }
  void visit_scalarset(const rumur::Scalarset& n) override {
    if (dynamic_cast<const rumur::ExprID*>(n.bound.get()) == nullptr) {
      dispatch(*n.bound);
    }
  }

 private:
  std::map<std::size_t, std::size_t>& uses_;
};

class TypeNames : public rumur::ConstTraversal {
 public:
  explicit TypeNames(std::map<std::size_t, std::string>& names)
      : names_(names) {}
  void visit_typedecl(const rumur::TypeDecl& n) override {
    names_.emplace(n.value->unique_id, n.name);
    rumur::ConstTraversal::visit_typedecl(n);
  }

 private:
  std::map<std::size_t, std::string>& names_;
};

}  // namespace

std::string Translator::global(const std::string& wanted) {
  std::string name =
      imports::free_name(wanted, numbers_, [&](const std::string& one) {
        return !used_.contains(one) && !ever_bound_.contains(one);
      });
  used_.insert(name);
  return name;
}

// Of a bound variable. They are all different, so that nothing that is put into
// another formula is caught there.
std::string Translator::bound(const std::string& wanted) {
  std::map<std::string, std::size_t> numbers;
  std::string name =
      imports::free_name(wanted, numbers, [&](const std::string& one) {
        return !used_.contains(one) && !bound_.contains(one);
      });
  bound_.insert(name);
  ever_bound_.insert(name);
  return name;
}

void Translator::count_uses() {
  Uses uses(uses_);
  uses.dispatch(model_);
}

void Translator::collect_types() {
  TypeNames names(type_names_);
  names.dispatch(model_);
  types_.push_back({});  // boolean is 0
}

std::int64_t Translator::folded(const rumur::Expr& e) {
  const mpz_class value = e.constant_fold();
  if (!value.fits_slong_p()) {
    diagnostics_.error(codes::too_many_digits, span(e),
                       "this number has more than 64 bits");
    return 0;
  }
  return value.get_si();
}

TypeRef Translator::add_type(Type type) {
  types_.push_back(std::move(type));
  return types_.size() - 1;
}

TypeRef Translator::number_type(std::int64_t low, std::int64_t high) {
  for (TypeRef t = 0; t < types_.size(); ++t) {
    const Type& one = types_[t];
    if (one.sort == Sort::number && one.low == low && one.high == high) {
      return t;
    }
  }
  Type type;
  type.sort = Sort::number;
  type.low = low;
  type.high = high;
  return add_type(std::move(type));
}

std::size_t Translator::size_of(const rumur::Scalarset& s,
                                const std::string& name) {
  const auto* id = dynamic_cast<const rumur::ExprID*>(s.bound.get());
  const auto* c = id == nullptr
                      ? nullptr
                      : dynamic_cast<const rumur::ConstDecl*>(id->value.get());
  const bool of_file =
      c != nullptr &&
      std::ranges::any_of(model_.children, [&](const auto& child) {
        return child->unique_id == c->unique_id;
      });
  const std::size_t key = c == nullptr ? s.unique_id : c->unique_id;
  for (std::size_t i = 0; i < sizes_.size(); ++i) {
    if (sizes_[i].key == key) return i;
  }
  Size size;
  size.name = global(of_file ? c->name : name + "_size");
  size.value = folded(*s.bound);
  size.key = key;
  size.span = c == nullptr ? span(s) : span(*c);
  sizes_.push_back(std::move(size));
  const std::size_t own = sizes_.size() - 1;
  if (fixed_) close_size(own, "--fixed keeps the sizes of the file", span(s));
  if (c == nullptr &&
      dynamic_cast<const rumur::Number*>(s.bound.get()) == nullptr) {
    close_size(own, "its size is neither a constant nor a number", span(s));
  }
  const auto used = c == nullptr ? uses_.end() : uses_.find(c->unique_id);
  if (used != uses_.end()) {
    close_size(own,
               fmt::format("'{}' is more than the size of scalarsets", c->name),
               span(*c));
  }
  return own;
}

// Two scalarsets whose elements are compared, or stored in each other's places.
void Translator::meet(TypeRef a, TypeRef b) {
  const Type& x = types_[a];
  const Type& y = types_[b];
  if (x.sort != Sort::scalarset || y.sort != Sort::scalarset ||
      x.which == y.which) {
    return;
  }
  const Scalarset& first = scalarsets_[std::min(x.which, y.which)];
  const Scalarset& second = scalarsets_[std::max(x.which, y.which)];
  if (sizes_[first.size].value != sizes_[second.size].value) {
    // One family would have to be of two sizes.
    wrong(second.span, codes::call_or_record_not_taken,
          fmt::format("elements of '{}' and '{}' meet, which differ in size",
                      first.family, second.family));
    return;
  }
  if (first.size != second.size) {
    const std::string why = fmt::format(
        "'{}' and '{}' have one size by chance, and their elements meet",
        first.family, second.family);
    close_size(first.size, why, first.span);
    close_size(second.size, why, second.span);
  }
  if (findings_.merged.emplace(second.id, first.id).second) {
    findings_.changed = true;
  }
}

// What two places have in common: values of the leaves, and the indices behind
// those that each place has itself.
void Translator::meet(const Place& at, const Leaf& a, const Place& other,
                      const Leaf& b) {
  meet(a.type, b.type);
  std::size_t i = at.indices.size();
  std::size_t j = other.indices.size();
  while (i < a.indices.size() && j < b.indices.size()) {
    meet(a.indices[i++], b.indices[j++]);
  }
}

TypeRef Translator::scalarset_type(const rumur::Scalarset& s) {
  if (const auto other = findings_.merged.find(s.unique_id);
      other != findings_.merged.end() && by_id_.contains(other->second)) {
    return by_id_.at(other->second);
  }
  const auto named = type_names_.find(s.unique_id);
  const std::string name =
      named == type_names_.end() ? "scalarset" : named->second;
  Scalarset one;
  one.family = global(name);
  one.process = global(name + "_node");
  one.size = size_of(s, one.family);
  one.id = s.unique_id;
  one.span = span(s);
  scalarsets_.push_back(std::move(one));
  Type type;
  type.sort = Sort::scalarset;
  type.which = scalarsets_.size() - 1;
  type.high = sizes_[scalarsets_.back().size].value - 1;
  return add_type(std::move(type));
}

TypeRef Translator::type_of(const rumur::TypeExpr& written) {
  network::poll();
  const rumur::Ptr<rumur::TypeExpr> resolved = written.resolve();
  const rumur::TypeExpr& t = *resolved;
  if (t.is_boolean()) return 0;
  if (const auto* r = dynamic_cast<const rumur::Range*>(&t)) {
    return number_type(folded(*r->min), folded(*r->max));
  }
  if (const auto found = by_id_.find(t.unique_id); found != by_id_.end()) {
    return found->second;
  }
  TypeRef made = 0;
  if (const auto* s = dynamic_cast<const rumur::Scalarset*>(&t)) {
    made = scalarset_type(*s);
  } else if (const auto* e = dynamic_cast<const rumur::Enum*>(&t)) {
    if (e->members.empty()) {
      diagnostics_.error(codes::empty_enumeration, span(t),
                         "an enumeration without constants");
      return 0;
    }
    Listed listed;
    const auto named = type_names_.find(t.unique_id);
    listed.name = global(named == type_names_.end() ? "Values" : named->second);
    listed.span = span(t);
    for (const auto& [word, place] : e->members) {
      listed.constants.push_back(global(word));
    }
    Type type;
    type.sort = Sort::listed;
    type.high = static_cast<std::int64_t>(e->members.size()) - 1;
    type.which = listed_.size();
    listed_.push_back(std::move(listed));
    made = add_type(std::move(type));
  } else if (const auto* r = dynamic_cast<const rumur::Record*>(&t)) {
    Type type;
    type.sort = Sort::record;
    for (const auto& f : r->fields) {
      type.fields.push_back({f->name, type_of(*f->type)});
    }
    made = add_type(std::move(type));
  } else if (const auto* a = dynamic_cast<const rumur::Array*>(&t)) {
    Type type;
    type.sort = Sort::array;
    type.index = type_of(*a->index_type);
    type.element = type_of(*a->element_type);
    made = add_type(std::move(type));
  } else {
    diagnostics_.error(codes::empty_enumeration, span(written),
                       "this type is not taken");
  }
  by_id_[t.unique_id] = made;
  return made;
}

bool Translator::is_simple(TypeRef type) const {
  return types_[type].sort != Sort::record && types_[type].sort != Sort::array;
}

bool Translator::same_domain(TypeRef a, TypeRef b) const {
  const Type& x = types_[a];
  const Type& y = types_[b];
  return x.sort == y.sort && x.low == y.low && x.high == y.high &&
         x.which == y.which;
}

bool Translator::is_open(TypeRef type) const {
  const Type& t = types_[type];
  return t.sort == Sort::scalarset &&
         !findings_.closed.contains(sizes_[scalarsets_[t.which].size].key);
}

void Translator::close_size(std::size_t size, const std::string& why,
                            Span span) {
  if (findings_.closed.emplace(sizes_[size].key, Closing{why, span}).second) {
    findings_.changed = true;
  }
}

void Translator::close(TypeRef type, const std::string& why, Span span) {
  const Type& t = types_[type];
  if (t.sort == Sort::scalarset) {
    close_size(scalarsets_[t.which].size, why, span);
  }
}

ast::TypeId Translator::written_type(TypeRef type, Span span) {
  const Type& t = types_[type];
  switch (t.sort) {
    case Sort::number:
      return make_.range_type(make_.integer(t.low, span),
                              make_.integer(t.high, span), span);
    case Sort::listed:
      return make_.named_type(listed_[t.which].name, span);
    case Sort::scalarset:
      return make_.reference_type(scalarsets_[t.which].family, span);
    default:
      return make_.named_type("bool", span);
  }
}

ExprId Translator::constant(TypeRef type, std::int64_t position, Span span) {
  const Type& t = types_[type];
  switch (t.sort) {
    case Sort::number:
      return make_.integer(position, span);
    case Sort::listed:
      return make_.name(
          listed_[t.which].constants[static_cast<std::size_t>(position)], span);
    case Sort::scalarset:
      return make_.make(ExprKind::index,
                        {make_.name(scalarsets_[t.which].family, span),
                         make_.integer(position, span)},
                        span);
    default:
      return make_.boolean(position != 0, span);
  }
}

Value Translator::literal(TypeRef type, std::int64_t position, Span span) {
  Value v;
  v.e = constant(type, position, span);
  v.type = type;
  v.constant = position;
  v.low = v.high = position;
  v.cell = fmt::format("#{}", position);
  return v;
}

void Translator::declare_types() {
  for (const Listed& l : listed_) {
    ast::Enum e;
    e.name = {l.name, l.span};
    e.span = l.span;
    for (const std::string& c : l.constants) e.constants.push_back({c, l.span});
    tree_.enums.push_back(std::move(e));
    if (l.number.empty()) continue;
    const std::string x = bound("x");
    ExprId number = make_.integer(
        static_cast<std::int64_t>(l.constants.size()) - 1, l.span);
    for (std::size_t i = l.constants.size() - 1; i-- > 0;) {
      number = make_.make(
          ExprKind::if_then_else,
          {make_.make(
               ExprKind::equal,
               {make_.name(x, l.span), make_.name(l.constants[i], l.span)},
               l.span),
           make_.integer(static_cast<std::int64_t>(i), l.span), number},
          l.span);
    }
    tree_.defs.push_back({{l.number, l.span}, {{x, l.span}}, number, l.span});
  }
  for (const Size& s : sizes_) {
    const bool closed = findings_.closed.contains(s.key);
    tree_.params.push_back({{s.name, s.span},
                            make_.integer(closed ? s.value : 1, s.span),
                            closed ? make_.integer(s.value, s.span) : ExprId(),
                            make_.integer(s.value, s.span),
                            s.span});
  }
}

}  // namespace vicinal::murphi
