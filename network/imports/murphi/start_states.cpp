// SPDX-License-Identifier: MIT
// Start states as initial values: one that assigns values known beforehand,
// under loops over whole types, gives each leaf a value by its indices. Any
// other is a rule, which fires once, before all others.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "network/base/budget.hpp"
#include "network/imports/murphi/codes.hpp"
#include "network/imports/murphi/translator_impl.hpp"

namespace vicinal::murphi {

// The bound variable that goes through index i of a leaf in initial formulas.
std::string Translator::canonical(const Leaf& leaf, std::size_t i) {
  const auto key = std::pair(leaf.indices[i], i);
  auto found = canonical_.find(key);
  if (found == canonical_.end()) {
    const std::string name = bound("i");
    found = canonical_.emplace(key, name).first;
  }
  return found->second;
}

// What goes through index i, as a value.
Value Translator::canonical_value(const Leaf& leaf, std::size_t i, Span span) {
  const TypeRef type = leaf.indices[i];
  Value v;
  v.e = make_.name(canonical(leaf, i), span);
  v.type = type;
  v.low = types_[type].low;
  v.high = types_[type].high;
  v.cell = "*";
  if (types_[type].sort == Sort::boolean) {
    v.e = make_.make(ExprKind::equal, {v.e, make_.integer(1, span)}, span);
  }
  return v;
}

ast::Binders Translator::canonical_binder(const Leaf& leaf, std::size_t i,
                                          Span span) {
  const Type& t = types_[leaf.indices[i]];
  const std::string name = canonical(leaf, i);
  if (t.sort == Sort::scalarset || t.sort == Sort::listed) {
    const std::string& domain = t.sort == Sort::scalarset
                                    ? scalarsets_[t.which].family
                                    : listed_[t.which].name;
    return make_.members({{name, span}}, make_.name(domain, span), span);
  }
  return make_.range({name, span}, make_.integer(t.low, span),
                     make_.integer(t.high, span), span);
}

bool Translator::evaluate(const Statements& list, Store& store) {
  return std::ranges::all_of(
      list, [&](const auto& s) { return evaluate(*s, store); });
}

// Statements of a loop are taken one after the other, each for all rounds. That
// is the same where a round has cells of its own, or all write one constant.
bool Translator::rounds_apart(const Cell& cell, std::size_t from) const {
  std::map<std::pair<std::size_t, std::string>, std::vector<const Access*>>
      groups;
  for (std::size_t i = from; i < accesses_.size(); ++i) {
    network::poll();
    groups[{accesses_[i].variable, accesses_[i].key}].push_back(&accesses_[i]);
  }
  return std::ranges::all_of(groups, [&](const auto& group) {
    const std::vector<const Access*>& all = group.second;
    const bool alike = std::ranges::all_of(all, [&](const Access* a) {
      return a->write && !a->written.empty() && a->written == all[0]->written;
    });
    if (alike) return true;
    if (std::ranges::none_of(all, [](const Access* a) { return a->write; })) {
      return true;
    }
    for (std::size_t k = 0; k < all[0]->cells.size(); ++k) {
      if (std::ranges::all_of(
              all, [&](const Access* a) { return a->cells[k] == cell; })) {
        return true;
      }
    }
    return false;
  });
}

bool Translator::evaluate_loop(const rumur::For& f, Store& store) {
  const auto d = domain(f.quantifier);
  if (!d || d->step != 1 || d->bounds) return false;
  const std::size_t decl = f.quantifier.decl->unique_id;
  const Cell cell = fmt::format("v{}", decl);
  Value v;
  v.e = make_.integer(0, span(f));  // never seen: evaluate_write() binds it
  v.type = d->type;
  v.low = d->low;
  v.high = d->high;
  v.cell = cell;
  v.reads = {nothing};
  const auto before = bindings_;
  bindings_[decl] = {v, {}};
  loops_[cell] = *d;
  const std::size_t from = accesses_.size();
  auto forgotten = std::exchange(forgotten_, {});
  const bool good = evaluate(f.body, store) && rounds_apart(cell, from);
  leave_loop(cell);
  forgotten_.merge(forgotten);
  loops_.erase(cell);
  bindings_ = before;
  if (loops_.empty()) accesses_.clear();
  return good;
}

bool Translator::evaluate(const rumur::Stmt& s, Store& store) {
  network::poll();
  if (++steps_ > 10'000) return false;
  if (const auto* a = dynamic_cast<const rumur::Assignment*>(&s)) {
    const auto to = place(*a->lhs);
    return to && is_simple(to->type) &&
           evaluate_write(*to, a->rhs.get(), span(s), store, false);
  }
  if (const auto* c = dynamic_cast<const rumur::Clear*>(&s)) {
    const auto to = place(*c->rhs);
    return to && evaluate_write(*to, nullptr, span(s), store, false);
  }
  if (const auto* u = dynamic_cast<const rumur::Undefine*>(&s)) {
    const auto to = place(*u->rhs);
    return to && evaluate_write(*to, nullptr, span(s), store, true);
  }
  if (const auto* f = dynamic_cast<const rumur::For*>(&s)) {
    return evaluate_loop(*f, store);
  }
  if (const auto* p = dynamic_cast<const rumur::Put*>(&s)) {
    if (p->expr != nullptr) return false;
    ignored_.push_back(span(s));
    return true;
  }
  if (const auto* p = dynamic_cast<const rumur::ProcedureCall*>(&s)) {
    const rumur::Function* f = function_of(p->call);
    if (f == nullptr || !p->call.arguments.empty() || !f->decls.empty() ||
        f->return_type != nullptr ||
        std::ranges::any_of(f->body,
                            [](const auto& one) { return may_return(*one); })) {
      return false;
    }
    if (!enter(*f, span(s))) return false;
    const bool good = evaluate(f->body, store);
    leave();
    return good;
  }
  return false;
}

// Binds the variables of loops to what goes through all cells, and asks that
// the others are those of the write. False where that is not all.
bool Translator::initial_cells(const Place& to, const Leaf& l, Span here,
                               std::vector<ExprId>& conditions) {
  std::set<Cell> seen;
  for (std::size_t i = 0; i < to.indices.size(); ++i) {
    const Value& index = to.indices[i];
    if (index.fails) return false;
    const Value own = canonical_value(l, i, here);
    const auto loop = loops_.find(index.cell);
    if (loop != loops_.end()) {
      const Type& t = types_[l.indices[i]];
      if (!seen.insert(index.cell).second ||
          !same_domain(loop->second.type, l.indices[i])) {
        return false;
      }
      if (loop->second.low != t.low || loop->second.high != t.high) {
        return false;
      }
      bindings_[std::stoul(index.cell.substr(1))] = {own, {}};
      continue;
    }
    if (!index.reads.empty()) return false;
    conditions.push_back(make_.make(ExprKind::equal, {own.e, index.e}, here));
  }
  return true;
}

// The value that a leaf gets, where it is known beforehand.
std::optional<Translator::Initial> Translator::initial_value(
    const Leaf& l, const rumur::Expr& from, Span here, const Store& store,
    std::string& written) {
  const Type t = types_[l.type];
  const auto other = place(from);
  if (other && other->indices.empty() && !leaves(*other).empty() &&
      store.contains(&leaf(*other))) {
    const Leaf& source = leaf(*other);
    const Type& s = types_[source.type];
    if (!source.indices.empty() || source.undefined || s.low < t.low ||
        s.high > t.high || !is_defined(other->variable, source, {})) {
      return {};
    }
    meet(l.type, source.type);
    note_access(*other, source, false, {}, here);
    return store.at(&source);
  } else {
    const Value v = value(from);
    if (v.fails || !v.reads.empty()) return {};
    if (t.sort == Sort::number && (v.low < t.low || v.high > t.high)) {
      return {};
    }
    meet(l.type, v.type);
    if (v.constant) written = fmt::format("{}", *v.constant);
    Initial next;
    next.value = v.e;
    next.known = make_.boolean(true, here);
    return next;
  }
}

// A write to all cells of a leaf that its indices name: constants, parameters
// of the start state, variables of loops.
bool Translator::evaluate_write(const Place& to, const rumur::Expr* from,
                                Span here, Store& store, bool undefine) {
  for (const Leaf* l : leaves(to)) {
    network::poll();
    const auto before = bindings_;
    std::vector<ExprId> conditions;
    if (!initial_cells(to, *l, here, conditions)) return false;
    const Initial old = store.contains(l) ? store.at(l) : Initial{};
    Initial next;
    std::string written;
    const Type t = types_[l->type];
    const bool reference = t.sort == Sort::scalarset;
    if (undefine) {
      next.value =
          reference ? make_.name("none", here) : constant(l->type, t.low, here);
      next.known = make_.boolean(false, here);
      mark_undefined(to.variable, l->key);
      written = "undefined";
    } else if (from == nullptr) {
      if (is_open(l->type)) {
        close(l->type, "'clear' makes a variable its first element", here);
      }
      next.value = constant(l->type, t.low, here);
      next.known = make_.boolean(true, here);
      written = fmt::format("{}", t.low);
    } else {
      const auto made = initial_value(*l, *from, here, store, written);
      if (!made) return false;
      next = *made;
    }
    note_access(to, *l, true, written, here);
    if (!conditions.empty()) {
      if (reference) return false;
      const ExprId condition =
          make_.joined(ExprKind::logical_and, conditions, here);
      const ExprId otherwise =
          old.value.valid() ? old.value : constant(l->type, t.low, here);
      const ExprId known =
          old.known.valid() ? old.known : make_.boolean(false, here);
      next.value = make_.make(ExprKind::if_then_else,
                              {condition, next.value, otherwise}, here);
      next.known = make_.make(ExprKind::if_then_else,
                              {condition, next.known, known}, here);
    }
    store[l] = next;
    bindings_ = before;
    if (undefine) {
      forget(to.variable, *l);
    } else {
      define(to.variable, *l, to.indices);
    }
  }
  return true;
}

// A value that is the same wherever it stands.
bool Translator::is_plain(ExprId id) const {
  const ast::Expr& e = tree_[id];
  if (e.kind == ExprKind::name) {
    return std::ranges::none_of(ever_bound_, [&](const std::string& one) {
      return one == e.word.text;
    });
  }
  return e.kind == ExprKind::integer || e.kind == ExprKind::boolean;
}

bool Translator::same_plain(ExprId a, ExprId b) const {
  const ast::Expr& x = tree_[a];
  const ast::Expr& y = tree_[b];
  return is_plain(a) && is_plain(b) && x.kind == y.kind && x.value == y.value &&
         x.word.text == y.word.text;
}

// leaf == value for all indices.
ExprId Translator::initial_formula(const Leaf& l, const std::string& name,
                                   ExprId value, Span span) {
  std::vector<Value> cells;
  std::vector<ast::Binders> binders;
  for (std::size_t i = 0; i < l.indices.size(); ++i) {
    cells.push_back(canonical_value(l, i, span));
    binders.push_back(canonical_binder(l, i, span));
  }
  const ExprId left = access(l, name, cells, span);
  ExprId e = make_.make(ExprKind::equal, {left, value}, span);
  if (tree_[value].kind == ExprKind::boolean) {
    e = tree_[value].value != 0
            ? left
            : make_.make(ExprKind::logical_not, {left}, span);
  }
  return binders.empty() ? e
                         : make_.quantified(ExprKind::forall, binders, e, span);
}

// What all leaves of one variable are, if it is the same in all starts.
void Translator::plain_initial(const Leaf& l, const std::string& name,
                               ExprId value, Span span) {
  const std::size_t arrays = l.indices.size() - (l.node == nothing ? 0 : 1);
  if (arrays > 0) {
    tree_.inits.push_back({initial_formula(l, name, value, span), span});
    return;
  }
  auto& [of_value, of_known] = initial_[l.name];
  (name == l.name ? of_value : of_known) = value;
}

void Translator::write_initial(const std::vector<Start>& starts) {
  if (starts.empty()) return;
  std::vector<std::vector<ExprId>> parts(starts.size());
  for (const Variable& v : variables_) {
    if (v.scratch) continue;
    for (const Leaf& l : v.leaves) {
      network::poll();
      for (const std::string& name : {l.name, l.known}) {
        if (name.empty()) continue;
        std::vector<ExprId> values;
        for (const Start& s : starts) {
          const auto found = s.store.find(&l);
          const bool reference = types_[l.type].sort == Sort::scalarset;
          if (found != s.store.end()) {
            values.push_back(name == l.name ? found->second.value
                                            : found->second.known);
          } else if (name == l.known) {
            values.push_back(make_.boolean(false, v.span));
          } else {
            values.push_back(
                reference ? make_.name("none", v.span)
                          : constant(l.type, types_[l.type].low, v.span));
          }
        }
        if (std::ranges::all_of(
                values, [&](ExprId e) { return same_plain(e, values[0]); })) {
          plain_initial(l, name, values[0], v.span);
          continue;
        }
        for (std::size_t i = 0; i < starts.size(); ++i) {
          parts[i].push_back(initial_formula(l, name, values[i], v.span));
        }
      }
    }
  }
  std::vector<ExprId> alternatives;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    ExprId e = make_.joined(ExprKind::logical_and, parts[i], starts[i].span);
    if (!starts[i].parameters.empty() && !parts[i].empty()) {
      e = make_.quantified(ExprKind::exists, starts[i].parameters, ended(e),
                           starts[i].span);
    }
    if (starts.size() == 1 && starts[i].parameters.empty()) {
      for (const ExprId one : parts[i]) {
        tree_.inits.push_back({one, starts[i].span});
      }
      return;
    }
    if (parts[i].empty()) return;
    alternatives.push_back(e);
  }
  tree_.inits.push_back(
      {make_.joined(ExprKind::logical_or, alternatives, starts[0].span),
       starts[0].span});
}

// Variables of rules begin as they are between steps.
void Translator::write_scratch() {
  for (const Variable& v : variables_) {
    if (!v.scratch && !findings_.start_by_rules) continue;
    for (const Leaf& l : v.leaves) {
      const bool reference = types_[l.type].sort == Sort::scalarset;
      plain_initial(l, l.name,
                    reference ? make_.name("none", v.span)
                              : constant(l.type, types_[l.type].low, v.span),
                    v.span);
      if (!l.known.empty()) {
        plain_initial(l, l.known, make_.boolean(false, v.span), v.span);
      }
    }
  }
}

bool Translator::start_states(const rumur::Rule& r,
                              std::vector<Start>& starts) {
  const auto bindings = bindings_;
  const auto parameters = parameters_;
  bool good = true;
  for (const rumur::Quantifier& q : r.quantifiers) {
    const auto d = domain(q);
    if (!d || d->step != 1) return false;
    Value v = bind(q, *d, parameters_);
    v.cell = fmt::format("p{}", q.decl->unique_id);
    bindings_[q.decl->unique_id] = {v, {}};
  }
  if (const auto* s = dynamic_cast<const rumur::StartState*>(&r)) {
    Start start;
    start.parameters = parameters_;
    start.span = span(r);
    defined_ = {};
    good =
        r.aliases.empty() && s->decls.empty() && evaluate(s->body, start.store);
    if (good) {
      for (std::size_t v = 0; v < variables_.size(); ++v) {
        for (const Leaf& l : variables_[v].leaves) {
          if (!is_defined(v, l, {})) mark_undefined(v, l.key);
        }
      }
      starts.push_back(std::move(start));
    }
  } else if (const auto* set = dynamic_cast<const rumur::Ruleset*>(&r)) {
    for (const auto& one : set->rules) {
      good = good && start_states(*one, starts);
    }
  } else if (const auto* alias = dynamic_cast<const rumur::AliasRule*>(&r)) {
    good = std::ranges::none_of(alias->rules, [](const auto& one) {
      return dynamic_cast<const rumur::StartState*>(one.get()) != nullptr ||
             dynamic_cast<const rumur::Ruleset*>(one.get()) != nullptr ||
             dynamic_cast<const rumur::AliasRule*>(one.get()) != nullptr;
    });
  }
  bindings_ = bindings;
  parameters_ = parameters;
  return good;
}

void Translator::start_states() {
  std::vector<Start> starts;
  for (const auto& child : model_.children) {
    const auto* r = dynamic_cast<const rumur::Rule*>(child.get());
    if (r == nullptr || start_states(*r, starts)) continue;
    // What is wrong is said where it is a rule.
    findings_.start_by_rules = true;
    findings_.changed = true;
    return;
  }
  if (starts.empty() && !findings_.start_by_rules) {
    diagnostics_.error(codes::no_start_state, {},
                       "the file has no start state");
    return;
  }
  one_start_ = starts.size() == 1 && starts[0].parameters.empty();
  write_initial(starts);
  assume_at_start();
}

}  // namespace vicinal::murphi
