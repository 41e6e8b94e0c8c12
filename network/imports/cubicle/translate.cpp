// SPDX-License-Identifier: MIT
// Declarations: types, sizes, variables, initial states, properties, rules.
#include <fmt/format.h>

#include <algorithm>

#include "network/base/budget.hpp"
#include "network/imports/cubicle/codes.hpp"
#include "network/imports/cubicle/translator.hpp"
#include "network/imports/tree/names.hpp"
#include "network/language/written_value.hpp"

namespace vicinal::cubicle {
namespace {

using ast::ExprId;
using ast::ExprKind;

bool is_built_in(std::string_view type) {
  return type == "proc" || type == "int" || type == "real" || type == "bool";
}

}  // namespace

Translation translate(const System& system,
                      const network::Definitions& definitions,
                      network::Diagnostics& diagnostics) {
  return Translator(system, definitions, diagnostics).run();
}

// A name that nothing has yet in this declaration.
std::string Translator::fresh(const std::string& wanted) {
  std::string name =
      imports::free_name(wanted, bound_numbers_, [&](const std::string& one) {
        return !used_.contains(one) && !bound_.contains(one);
      });
  bound_.insert(name);
  return name;
}

void Translator::forget_bound() {
  bound_.clear();
  bound_numbers_.clear();
}

void Translator::declare(const Word& word) {
  const auto [place, added] = declared_.emplace(word.text, word.span);
  if (!added) {
    diagnostics_.error(codes::declared_twice, word.span,
                       fmt::format("'{}' is declared twice", word.text),
                       {{place->second, "first here"}});
  }
  used_.insert(word.text);
}

// Names with capitals stay as they are; those of types may have to change.
void Translator::collect_names() {
  for (std::size_t i = 0; i < system_.types.size(); ++i) {
    const Type& type = system_.types[i];
    if (is_built_in(type.name.text) ||
        !types_.emplace(type.name.text, i).second) {
      diagnostics_.error(
          codes::declared_twice, type.span,
          fmt::format("the type '{}' is declared twice", type.name.text));
    }
    for (const Word& c : type.constants) {
      declare(c);
      constructors_.emplace(c.text, i);
    }
  }
  for (const Symbol& s : system_.symbols) {
    declare(s.name);
    symbols_.emplace(s.name.text, &s);
  }
  const auto own = [&](const std::string& wanted) {
    std::string name = fresh(wanted);
    used_.insert(name);
    return name;
  };
  size_ = own("n");
  family_ = own("proc");
  process_type_ = own("Proc");
  for (const Type& type : system_.types) {
    type_names_.push_back(own(type.name.text));
  }
}

Kind Translator::kind_of(const Word& type) {
  if (type.text == "int") return {};
  if (type.text == "real") return {Sort::real, 0};
  if (type.text == "bool") return {Sort::boolean, 0};
  if (type.text == "proc") return {Sort::process, 0};
  const auto found = types_.find(type.text);
  if (found == types_.end()) return {};  // it was reported
  return {system_.types[found->second].constants.empty() ? Sort::abstract
                                                         : Sort::listed,
          found->second};
}

// A type without values is a family: its nodes are the values, however many.
void Translator::declare_types() {
  value_families_ = type_names_;
  for (std::size_t i = 0; i < system_.types.size(); ++i) {
    const Type& type = system_.types[i];
    if (!type.constants.empty()) {
      tree_.enums.push_back(
          {{type_names_[i], type.span}, type.constants, type.span});
      continue;
    }
    const std::string size = fresh(type.name.text + "_values");
    used_.insert(size);
    tree_.params.push_back({{size, type.span},
                            make_.integer(1, type.span),
                            {},
                            make_.integer(2, type.span),
                            type.span});
    ast::Process process;
    process.name = {fresh(type.name.text + "_value"), type.span};
    used_.insert(process.name.text);
    process.span = type.span;
    ast::Item item;
    item.kind = ast::ItemKind::node;
    item.span = type.span;
    item.name = {type_names_[i], type.span};
    item.dimensions = make_.expressions({make_.name(size, type.span)});
    item.process = process.name;
    tree_.processes.push_back(std::move(process));
    value_items_.push_back(make_.add(std::move(item)));
  }
}

// What the file is about: without unsafe states, invariants.
const std::vector<Cube>& Translator::main_cubes() const {
  return system_.unsafes.empty() ? system_.invariants : system_.unsafes;
}

// With fewer processes no cube can hold.
std::int64_t Translator::least_size() const {
  std::size_t least = 0;
  for (const Cube& cube : main_cubes()) {
    const std::size_t own = std::max<std::size_t>(cube.variables.size(), 1);
    least = least == 0 ? own : std::min(least, own);
  }
  return static_cast<std::int64_t>(std::max<std::size_t>(least, 1));
}

void Translator::declare_sizes() {
  const Span span = main_cubes().empty() ? Span{} : main_cubes()[0].span;
  const std::int64_t low = system_.processes.value_or(least_size());
  const std::int64_t value =
      system_.processes.value_or(std::max<std::int64_t>(low, 3));
  tree_.params.push_back(
      {{size_, span},
       make_.integer(low, span),
       system_.processes ? make_.integer(low, span) : ExprId(),
       make_.integer(value, span),
       span});
}

ast::TypeId Translator::type_of(const Kind& kind, Span span) {
  switch (kind.sort) {
    case Sort::integer:
    case Sort::real:
      return make_.named_type("int", span);
    case Sort::boolean:
      return make_.named_type("bool", span);
    case Sort::process:
      return make_.reference_type(family_, span);
    case Sort::listed:
      return make_.named_type(type_names_[kind.type], span);
    case Sort::abstract:
      break;
  }
  return make_.reference_type(value_families_[kind.type], span);
}

// Its value stands in the model, so that it is the same without the option. Of
// what is no integer the checker says so.
void Translator::declare_constant(const Symbol& s) {
  const auto value = network::defined_integer(definitions_.at(s.name.text));
  tree_.consts.push_back(
      {s.name, make_.integer(value.value_or(0), s.span), s.span});
}

// Whether init gives it, or all its elements, a real number that is written
// out.
bool Translator::begins(const Symbol& s) const {
  const auto is_variable = [&](const Word& index) {
    return std::ranges::any_of(system_.inits[0].variables, [&](const Word& v) {
      return v.text == index.text;
    });
  };
  return std::ranges::any_of(initial_parts(), [&](FormulaId id) {
    const Formula& f = system_[id];
    if (f.kind != FormulaKind::equal) return false;
    const Term& left = system_[f.left];
    const auto& at = left.indices;
    return left.word.text == s.name.text && at.size() == s.dimensions &&
           (left.kind == TermKind::name || left.kind == TermKind::access) &&
           std::ranges::all_of(at, is_variable) &&
           (at.size() < 2 || at[0].text != at[1].text) &&
           system_[f.right].kind == TermKind::real;
  });
}

// What a run says of real numbers are finitely many linear inequalities with
// rational coefficients between those of its first state. If they have a
// solution, they have a rational one; times all denominators it is a run of
// integers, in which what is written as 1 is some number of parts: any number,
// for a longer run may have smaller parts. Where all numbers begin with what is
// written out, they stay multiples of the parts that are written.
void Translator::measure() {
  bool written = false;
  for (const Term& t : system_.terms) {
    if (t.kind != TermKind::real || t.value == 0) continue;
    written = true;
    parts_ = std::max(parts_, t.denominator);
  }
  const Symbol* anywhere = nullptr;
  const Symbol* given = nullptr;
  for (const Symbol& s : system_.symbols) {
    network::poll();
    if (s.type.text != "real") continue;
    const bool defined =
        s.kind == SymbolKind::constant && definitions_.contains(s.name.text);
    if (defined) given = &s;
    if (!defined && !begins(s)) anywhere = &s;
  }
  if (anywhere == nullptr) return;
  if (given != nullptr) {
    diagnostics_.error(
        codes::real_number, given->span,
        fmt::format("'{}' is given a value, but the real numbers of '{}' may "
                    "begin with parts of it",
                    given->name.text, anywhere->name.text),
        {{anywhere->span, "init gives this one no number"}});
    return;
  }
  if (!written) return;
  unit_ = fresh("unit");
  used_.insert(unit_);
  const Span span = anywhere->span;
  tree_.shared.push_back(
      {{unit_, span}, {}, make_.named_type("int", span), {}, span});
  add_init(make_.make(ExprKind::greater,
                      {make_.name(unit_, span), make_.integer(0, span)}, span),
           span);
}

void Translator::declare_symbol(const Symbol& s) {
  if (!is_built_in(s.type.text) && !types_.contains(s.type.text)) {
    diagnostics_.error(codes::unknown_name, s.type.span,
                       fmt::format("no type is called '{}'", s.type.text));
    return;
  }
  const Kind kind = kind_of(s.type);
  const auto initial = initial_values_.find(s.name.text);
  const ExprId value =
      initial == initial_values_.end() ? ExprId() : initial->second;
  ast::TypeId type = type_of(kind, s.type.span);
  if (s.kind == SymbolKind::array) {
    if (s.dimensions == 2) {
      type = make_.array_type(type, make_.name(family_, s.span), s.span);
    }
    tree_.processes.back().variables.push_back({s.name, type, value, s.span});
  } else if (s.kind == SymbolKind::constant && is_number(kind.sort) &&
             definitions_.contains(s.name.text)) {
    declare_constant(s);
  } else {
    if (s.kind == SymbolKind::constant && is_number(kind.sort)) {
      unset_.push_back(s.name);
    }
    tree_.shared.push_back({s.name, {}, type, value, s.span});
  }
  if ((kind.sort == Sort::process && outside_.empty()) ||
      kind.sort == Sort::abstract) {
    not_none(s);
  }
}

// A reference of ours may also be none, which Cubicle does not have.
void Translator::not_none(const Symbol& s) {
  forget_bound();
  Tuple tuple;
  for (std::size_t i = 0; i < s.dimensions; ++i) tuple.push_back(fresh("z"));
  ExprId formula =
      make_.make(ExprKind::not_equal,
                 {tuple.empty() ? make_.name(s.name.text, s.span)
                                : access(s.name.text, tuple, s.span),
                  make_.name("none", s.span)},
                 s.span);
  if (!tuple.empty()) {
    formula = make_.quantified(
        ExprKind::forall, {over_processes(tuple, s.span)}, formula, s.span);
  }
  add_init(formula, s.span);
}

void Translator::add_init(ExprId formula, Span span) {
  tree_.inits.push_back({formula, span});
}

void Translator::declare_symbols() {
  ast::Process process;
  process.name = {process_type_, {}};
  tree_.processes.push_back(std::move(process));
  for (const Symbol& s : system_.symbols) {
    network::poll();
    declare_symbol(s);
  }
}

void Translator::declare_network() {
  ast::Item item;
  item.kind = ast::ItemKind::node;
  item.name = {family_, {}};
  item.dimensions = make_.expressions({make_.name(size_, {})});
  item.process = {process_type_, {}};
  std::vector<ast::ItemId> items = value_items_;
  items.push_back(make_.add(std::move(item)));
  ast::Network network;
  network.items = make_.items(items);
  tree_.networks.push_back(std::move(network));
}

ast::Binders Translator::over_processes(const std::vector<std::string>& names,
                                        Span span) {
  std::vector<Word> words;
  for (const std::string& name : names) words.push_back({name, span});
  return make_.members(std::move(words), make_.name(family_, span), span);
}

ExprId Translator::apart(const std::vector<std::string>& names, Span span) {
  std::vector<ExprId> parts;
  for (std::size_t a = 0; a < names.size(); ++a) {
    for (std::size_t b = a + 1; b < names.size(); ++b) {
      network::poll();
      parts.push_back(make_.make(
          ExprKind::not_equal,
          {make_.name(names[a], span), make_.name(names[b], span)}, span));
    }
  }
  return make_.joined(ExprKind::logical_and, parts, span);
}

// Begins a declaration: its variables, and nothing else, are in scope.
Translator::Scope Translator::bind(const std::vector<Word>& variables) {
  forget_bound();
  scope_.clear();
  distinct_.clear();
  parameters_.clear();
  for (const Word& w : variables) {
    const std::string name = fresh(w.text);
    if (!scope_.emplace(w.text, name).second) {
      diagnostics_.error(codes::declared_twice, w.span,
                         fmt::format("'{}' is declared twice", w.text));
    }
    parameters_.push_back(name);
  }
  return scope_;
}

// G = c and, for a variable z of init, A[z] = c, of a value that is written
// out. Of two for one name, the second stays a formula.
bool Translator::initial_value(const Formula& f) {
  if (f.kind != FormulaKind::equal) return false;
  const Term& left = system_[f.left];
  const Term& right = system_[f.right];
  const bool place =
      (left.kind == TermKind::name) ||
      (left.kind == TermKind::access && left.indices.size() == 1 &&
       std::ranges::any_of(system_.inits[0].variables, [&](const Word& w) {
         return w.text == left.indices[0].text;
       }));
  const bool value =
      right.kind == TermKind::integer ||
      (right.kind == TermKind::real && (right.value == 0 || unit_.empty())) ||
      (right.kind == TermKind::name &&
       (right.word.text == "True" || right.word.text == "False" ||
        constructors_.contains(right.word.text)));
  const auto found = symbols_.find(left.word.text);
  if (!place || !value || found == symbols_.end() ||
      found->second->kind == SymbolKind::constant ||
      found->second->dimensions != left.indices.size() ||
      initial_values_.contains(left.word.text)) {
    return false;
  }
  const auto kind_of_value = kind(f.right);
  if (!kind_of_value || *kind_of_value != kind_of(found->second->type)) {
    return false;
  }
  initial_values_.emplace(left.word.text, term(f.right));
  return true;
}

// What && joins in init, whatever parentheses are around it.
std::vector<FormulaId> Translator::initial_parts() const {
  if (system_.inits.size() != 1) return {};
  std::vector<FormulaId> parts;
  std::vector<FormulaId> open{system_.inits[0].formula};
  while (!open.empty()) {
    network::poll();
    const FormulaId id = open.back();
    open.pop_back();
    const Formula& f = system_[id];
    if (f.kind == FormulaKind::conjunction) {
      open.insert(open.end(), f.parts.rbegin(), f.parts.rend());
    } else {
      parts.push_back(id);
    }
  }
  return parts;
}

// H <> z, for the processes z of init: H is none of them.
bool Translator::is_outside(const Formula& part) const {
  if (part.kind != FormulaKind::not_equal) return false;
  const auto& variables = system_.inits[0].variables;
  const auto is_process = [&](const Term& t) {
    return t.kind == TermKind::name &&
           std::ranges::any_of(
               variables, [&](const Word& w) { return w.text == t.word.text; });
  };
  const auto is_global = [&](const Term& t) {
    const auto found = symbols_.find(t.word.text);
    return t.kind == TermKind::name && found != symbols_.end() &&
           found->second->dimensions == 0 && found->second->type.text == "proc";
  };
  const Term& left = system_[part.left];
  const Term& right = system_[part.right];
  return (is_global(left) && is_process(right)) ||
         (is_process(left) && is_global(right));
}

// A process that is none of the processes, such as a home node: `none` here.
// There is one such value, so that two variables would be equal.
void Translator::find_outside() {
  for (const FormulaId id : initial_parts()) {
    network::poll();
    const Formula& f = system_[id];
    if (!is_outside(f)) continue;
    const Term& left = system_[f.left];
    const Term& global =
        symbols_.contains(left.word.text) ? left : system_[f.right];
    const std::string& name = global.word.text;
    if (!outside_.empty() && outside_ != name) {
      diagnostics_.error(codes::process_outside_of_all, f.span,
                         fmt::format("'{}' is no process, as '{}' is: whether "
                                     "they are the same is not said",
                                     name, outside_));
      return;
    }
    outside_ = name;
    initial_values_[name] = make_.name("none", global.span);
  }
}

// The variables of init that a part of it speaks of. It holds for all others,
// too, and there is a process.
Tuple Translator::mentioned(FormulaId part) const {
  Tuple out;
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    const std::string& name = system_.inits[0].variables[i].text;
    const auto is_it = [&](const Word& w) { return w.text == name; };
    if (mentions({}, {part}, is_it)) out.push_back(parameters_[i]);
  }
  return out;
}

void Translator::initial() {
  if (system_.inits.size() != 1) {
    if (diagnostics_.has_errors() && system_.inits.empty()) return;
    diagnostics_.error(codes::no_init_or_two,
                       system_.inits.empty() ? Span{} : system_.inits[1].span,
                       system_.inits.empty() ? "the file has no init"
                                             : "the file has a second init");
    return;
  }
  const Cube& init = system_.inits[0];
  where_ = Where::init;
  bind(init.variables);
  for (const FormulaId id : initial_parts()) {
    network::poll();
    if (is_outside(system_[id])) continue;
    if (initial_value(system_[id])) continue;
    const Span span = system_[id].span;
    ExprId formula = written(id);
    const Tuple processes = mentioned(id);
    if (!processes.empty()) {
      formula = make_.quantified(
          ExprKind::forall, {over_processes(processes, span)}, formula, span);
    }
    add_init(formula, span);
  }
}

// The processes of a cube are different ones, and no state is in it.
void Translator::properties(const std::vector<Cube>& cubes,
                            ast::PropertyKind kind, const std::string& name) {
  where_ = Where::cube;
  for (std::size_t i = 0; i < cubes.size(); ++i) {
    network::poll();
    const Cube& cube = cubes[i];
    bind(cube.variables);
    distinct_.insert(parameters_.begin(), parameters_.end());
    const Span span = cube.span;
    ExprId formula = written(negated(this->formula(cube.formula), span), span);
    if (parameters_.size() > 1) {
      formula = make_.make(ExprKind::implies,
                           {apart(parameters_, span), formula}, span);
    }
    if (!parameters_.empty()) {
      formula = make_.quantified(
          ExprKind::forall, {over_processes(parameters_, span)}, formula, span);
    }
    const std::string own = imports::free_name(
        cubes.size() == 1 ? name : fmt::format("{}_{}", name, i + 1), numbers_,
        [&](const std::string& one) { return !used_.contains(one); });
    used_.insert(own);
    tree_.properties.push_back({kind, {own, span}, formula, span});
  }
}

void Translator::transition(const Transition& t) {
  bind(t.parameters);
  distinct_.insert(parameters_.begin(), parameters_.end());
  ast::Action rule;
  rule.name = {imports::free_name(t.name.text, rule_numbers_,
                                  [&](const std::string& one) {
                                    return !rule_names_.contains(one);
                                  }),
               t.span};
  rule_names_.insert(rule.name.text);
  rule.span = t.span;
  std::vector<ast::Binders> parameters;
  std::vector<ExprId> guard;
  if (!parameters_.empty()) {
    parameters.push_back(over_processes(parameters_, t.span));
  }
  if (parameters_.size() > 1) guard.push_back(apart(parameters_, t.span));
  where_ = Where::guard;
  if (t.guard.valid()) {
    const Truth holds = formula(t.guard);
    if (holds.known != true) {
      guard.push_back(written(holds, system_[t.guard].span));
    }
  }
  std::vector<ast::StmtId> body;
  updates(t, parameters, body);
  if (body.empty()) body.push_back(make_.skip(t.span));
  if (!guard.empty()) {
    rule.guard = make_.joined(ExprKind::logical_and, guard, t.span);
  }
  rule.parameters = make_.binders(parameters);
  rule.body = make_.statements(body);
  tree_.rules.push_back(std::move(rule));
}

Translation Translator::run() {
  collect_names();
  measure();
  declare_types();
  declare_sizes();
  find_outside();
  initial();
  declare_symbols();
  declare_network();
  for (const Transition& t : system_.transitions) {
    network::poll();
    transition(t);
  }
  properties(system_.invariants, ast::PropertyKind::assertion, "hint");
  properties(system_.unsafes, ast::PropertyKind::invariant, "safe");
  return {std::move(tree_), std::move(unset_)};
}

}  // namespace vicinal::cubicle
