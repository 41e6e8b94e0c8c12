// SPDX-License-Identifier: MIT
// Rules, properties, and what is declared once all is translated.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "network/base/budget.hpp"
#include "network/imports/murphi/codes.hpp"
#include "network/imports/murphi/translator_impl.hpp"
#include "network/imports/tree/names.hpp"

namespace vicinal::murphi {
namespace {

class Starting : public rumur::ConstTraversal {
 public:
  bool found = false;
  void visit_startstate(const rumur::StartState&) override { found = true; }
  void visit_exprid(const rumur::ExprID&) override {}
};

}  // namespace

// A name of words, 'client requests' as client_requests, of its own.
std::string Translator::rule_name(const std::string& wanted,
                                  const std::string& other) {
  std::string name;
  for (const char c : wanted) {
    const bool word = std::isalnum(static_cast<unsigned char>(c)) != 0;
    if (word) {
      name += c;
    } else if (!name.empty() && name.back() != '_') {
      name += '_';
    }
  }
  while (!name.empty() && name.back() == '_') name.pop_back();
  if (name.empty()) name = other;
  if (std::isdigit(static_cast<unsigned char>(name[0])) != 0) {
    name.insert(0, other + "_");
  }
  name = imports::free_name(name, rule_numbers_, [&](const std::string& one) {
    return !rule_names_.contains(one) && !used_.contains(one);
  });
  rule_names_.insert(name);
  return name;
}

// Where start states are rules, nothing else is before one.
ExprId Translator::started(ExprId formula, Span span, bool guard) {
  if (!findings_.start_by_rules) return formula;
  const ExprId begun = make_.name(started_, span);
  if (!formula.valid()) return begun;
  return make_.make(guard ? ExprKind::logical_and : ExprKind::implies,
                    {begun, formula}, span);
}

Translator::Out Translator::body(
    const rumur::Rule& r, const std::vector<rumur::Ptr<rumur::Decl>>& decls,
    const Statements& list) {
  const Span here = span(r);
  Out out;
  std::vector<std::size_t> scratch;
  const auto before = bindings_;
  const Kept kept = in_start_ ? Kept() : keep(written_variables(r), here, out);
  frames_.push_back({});
  declare_locals(decls, scratch);
  block(list, true, out);
  for (const Defined& d : frames_.back().at_return)
    defined_ = both(defined_, d);
  if (frames_.back().returned != nothing) {
    scratch.push_back(frames_.back().returned);
  }
  frames_.pop_back();
  for (const std::size_t v : scratch) reset(v, here, out);
  bindings_ = before;
  take_back(kept, here, out);
  return out;
}

void Translator::simple_rule(const rumur::SimpleRule& r) {
  const Span here = span(r);
  ast::Action rule;
  rule.name = {rule_name(r.name, "rule"), here};
  rule.span = here;
  std::vector<ExprId> guard;
  if (r.guard != nullptr) {
    const Value v = value(*r.guard);
    if (v.constant != 1 || v.fails) guard.push_back(v.e);
    assume(*r.guard, true);
  }
  if (const auto v = uncut(r.decls, r.body, here)) guard.push_back(v->e);
  if (!guard.empty()) {
    rule.guard = make_.joined(ExprKind::logical_and, guard, here);
  }
  rule.guard = started(rule.guard, here, true);
  Out statements = body(r, r.decls, r.body);
  if (statements.empty()) statements.push_back(make_.skip(here));
  rule.parameters = make_.binders(parameters_);
  rule.body = make_.statements(statements);
  tree_.rules.push_back(std::move(rule));
}

void Translator::start_rule(const rumur::StartState& s) {
  const Span here = span(s);
  ast::Action rule;
  rule.name = {rule_name(s.name, "start"), here};
  rule.span = here;
  std::vector<ExprId> guard{
      make_.make(ExprKind::logical_not, {make_.name(started_, here)}, here)};
  in_start_ = true;
  if (const auto v = uncut(s.decls, s.body, here)) guard.push_back(v->e);
  rule.guard = make_.joined(ExprKind::logical_and, guard, here);
  Out statements = body(s, s.decls, s.body);
  const Value kept = assumed(here);
  for (std::size_t v = 0; v < variables_.size(); ++v) {
    if (variables_[v].scratch) continue;
    for (const Leaf& l : variables_[v].leaves) {
      if (!is_defined(v, l, {})) mark_undefined(v, l.key);
    }
  }
  in_start_ = false;
  const StmtId begun = make_.assign({make_.name(started_, here)},
                                    {make_.boolean(true, here)}, here);
  if (kept.constant == 1) {
    statements.push_back(begun);
  } else {
    Out back;
    for (std::size_t v = 0; v < variables_.size(); ++v) {
      if (!variables_[v].scratch) reset(v, here, back);
    }
    statements.push_back(make_.branch(kept.e, {begun}, here, back));
  }
  rule.parameters = make_.binders(parameters_);
  rule.body = make_.statements(statements);
  tree_.rules.push_back(std::move(rule));
}

void Translator::property_rule(const rumur::PropertyRule& r) {
  const Span here = span(r);
  // Steps see to it.
  if (r.property.category == rumur::Property::ASSUMPTION) return;
  // What it asks of all elements is at worst an error that Rumur stops before:
  // no step depends on it.
  in_property_ = true;
  const Value asked = value(*r.property.expr);
  in_property_ = false;
  ExprId formula = asked.e;
  if (asked.fails && r.property.category != rumur::Property::ASSERTION) {
    // Whoever asks for invariants only is told where it is an error.
    ExprId same = make_.make(ExprKind::equal, {formula, formula}, here);
    if (!parameters_.empty()) {
      same = make_.quantified(ExprKind::forall, parameters_, same, here);
    }
    tree_.properties.push_back(
        {ast::PropertyKind::invariant,
         {rule_name(r.name + " has a value", "property_"), here},
         started(same, here, false),
         here});
  }
  if (r.property.category != rumur::Property::ASSERTION) {
    temporal(r, formula);
    return;
  }
  if (!parameters_.empty()) {
    formula =
        make_.quantified(ExprKind::forall, parameters_, ended(formula), here);
  }
  const std::string name = rule_name(r.name, "invariant_");
  tree_.properties.push_back({ast::PropertyKind::invariant,
                              {name, here},
                              started(formula, here, false),
                              here});
}

// 'cover' says that some state is reachable, from one initial state or another;
// 'liveness' that from every state one is reachable that has the property.
void Translator::temporal(const rumur::PropertyRule& r, ExprId formula) {
  const Span here = span(r);
  const bool cover = r.property.category == rumur::Property::COVER;
  if (cover && !findings_.start_by_rules && !one_start_) {
    findings_.start_by_rules = true;
    findings_.changed = true;
    return;
  }
  if (cover && !parameters_.empty()) {
    formula = make_.quantified(ExprKind::exists, parameters_, formula, here);
  }
  const ExprId atom =
      make_.make(ExprKind::atom, {started(formula, here, true)}, here);
  ExprId e = make_.make(ExprKind::exists_path,
                        {make_.make(ExprKind::finally, {atom}, here)}, here);
  if (!cover) {
    e = make_.make(ExprKind::for_all_paths,
                   {make_.make(ExprKind::globally, {e}, here)}, here);
    if (!parameters_.empty()) {
      e = make_.quantified(ExprKind::forall, parameters_, e, here);
    }
  }
  tree_.properties.push_back(
      {ast::PropertyKind::ctl,
       {rule_name(r.name, cover ? "cover" : "liveness"), here},
       e,
       here});
}

// What a rule is said of, and the names it has for places.
bool Translator::bind_rule(const rumur::Rule& r,
                           std::vector<ast::Binders>& binders) {
  for (const rumur::Quantifier& q : r.quantifiers) {
    const auto d = domain(q);
    if (!d) return false;
    Value v = bind(q, *d, binders);
    if (v.cell != "?") v.cell = fmt::format("p{}", q.decl->unique_id);
    bindings_[q.decl->unique_id] = {v, {}};
  }
  for (const auto& a : r.aliases) {
    if (!bind_alias(*a, written_variables(r))) return false;
    const Binding& b = bindings_[a->unique_id];
    if ((b.value && b.value->fails) || (b.place && fails(*b.place))) {
      diagnostics_.error(codes::reference_changed, span(*a),
                         "what this alias stands for may be an error");
    }
  }
  return true;
}

void Translator::rule(const rumur::Rule& r) {
  network::poll();
  if (diagnostics_.has_errors()) return;
  const auto bindings = bindings_;
  const auto parameters = parameters_;
  if (parameters_.empty()) bound_.clear();
  // What the rule before this one has defined need not be. Names are found
  // before anything is done, by a start state, too.
  defined_ = {};
  Starting starting;
  if (!r.aliases.empty()) starting.dispatch(r);
  in_start_ = starting.found;
  const bool good = bind_rule(r, parameters_);
  in_start_ = false;
  if (!good) return;
  if (const auto* s = dynamic_cast<const rumur::SimpleRule*>(&r)) {
    simple_rule(*s);
  } else if (const auto* p = dynamic_cast<const rumur::PropertyRule*>(&r)) {
    property_rule(*p);
  } else if (const auto* start = dynamic_cast<const rumur::StartState*>(&r)) {
    if (findings_.start_by_rules) start_rule(*start);
  } else if (const auto* set = dynamic_cast<const rumur::Ruleset*>(&r)) {
    rules(set->rules);
  } else if (const auto* alias = dynamic_cast<const rumur::AliasRule*>(&r)) {
    rules(alias->rules);
  }
  bindings_ = bindings;
  parameters_ = parameters;
}

void Translator::rules(const std::vector<rumur::Ptr<rumur::Rule>>& list) {
  for (const auto& r : list) rule(*r);
}

void Translator::declare_network() {
  for (const Scalarset& s : scalarsets_) {
    ast::Process process;
    process.name = {s.process, s.span};
    process.span = s.span;
    tree_.processes.push_back(std::move(process));
  }
  std::vector<ast::ItemId> items;
  for (const Scalarset& s : scalarsets_) {
    ast::Item item;
    item.kind = ast::ItemKind::node;
    item.span = s.span;
    item.name = {s.family, s.span};
    item.dimensions =
        make_.expressions({make_.name(sizes_[s.size].name, s.span)});
    item.process = {s.process, s.span};
    items.push_back(make_.add(std::move(item)));
  }
  if (items.empty()) return;
  ast::Network network;
  network.items = make_.items(items);
  tree_.networks.push_back(std::move(network));
}

void Translator::declare_started() {
  if (!failed_.empty()) {
    tree_.shared.push_back(
        {{failed_, {}},
         {},
         make_.range_type(make_.integer(0, {}), make_.integer(0, {}), {}),
         make_.integer(0, {}),
         {}});
  }
  if (findings_.start_by_rules) {
    tree_.shared.push_back({{started_, {}},
                            {},
                            make_.named_type("bool", {}),
                            make_.boolean(false, {}),
                            {}});
  }
}

// Types and variables of the file come first, and keep their names.
void Translator::definitions() {
  for (const auto& child : model_.children) {
    network::poll();
    if (const auto* t = dynamic_cast<const rumur::TypeDecl*>(child.get())) {
      type_of(*t->value);
    } else if (const auto* v =
                   dynamic_cast<const rumur::VarDecl*>(child.get())) {
      const std::size_t own = variable_of(v->unique_id, v->name,
                                          type_of(*v->type), span(*v), false);
      bindings_[v->unique_id] = {{}, whole(own)};
    }
  }
}

ast::Tree Translator::run() {
  collect_types();
  count_uses();
  definitions();
  if (findings_.start_by_rules) started_ = global("started");
  if (!findings_.start_by_rules) start_states();
  for (const auto& child : model_.children) {
    if (const auto* r = dynamic_cast<const rumur::Rule*>(child.get())) rule(*r);
  }
  declare_network();
  write_scratch();
  declare_variables();
  declare_started();
  declare_types();
  return std::move(tree_);
}

}  // namespace vicinal::murphi
