// SPDX-License-Identifier: MIT
// Formulas and terms, with what is known of processes worked in: parameters
// of one transition are different processes, and so is whom a loop skips.
#include <fmt/format.h>

#include "network/imports/cubicle/codes.hpp"
#include "network/imports/cubicle/translator.hpp"

namespace vicinal::cubicle {

using ast::ExprId;
using ast::ExprKind;

ExprId Translator::written(const Truth& truth, Span span) {
  return truth.known ? make_.boolean(*truth.known, span) : truth.expr;
}

ExprId Translator::written(FormulaId id) {
  return written(formula(id), system_[id].span);
}

Truth Translator::negated(const Truth& truth, Span span) {
  if (truth.known) return {!*truth.known, {}};
  return {{}, make_.make(ExprKind::logical_not, {truth.expr}, span)};
}

// Every part is looked at, so that what is wrong is said whatever is known of
// the others; but not what an array may no longer be asked for while it
// changes: check_update() has been there.
Truth Translator::junction(const Formula& f, bool conjunction) {
  std::vector<ExprId> parts;
  bool decided = false;
  for (const FormulaId id : f.parts) {
    const Truth part = formula(id);
    decided = decided || part.known == !conjunction;
    if (decided && !changing_.empty()) break;
    if (!part.known) parts.push_back(part.expr);
  }
  if (decided || parts.empty()) return {conjunction != decided, {}};
  return {
      {},
      make_.joined(conjunction ? ExprKind::logical_and : ExprKind::logical_or,
                   parts, f.span)};
}

Truth Translator::formula(FormulaId id) {
  const Formula& f = system_[id];
  const auto part = [&](std::size_t i) { return written(f.parts[i]); };
  switch (f.kind) {
    case FormulaKind::truth:
      return {f.value, {}};
    case FormulaKind::negation:
      return negated(formula(f.parts[0]), f.span);
    case FormulaKind::conjunction:
      return junction(f, true);
    case FormulaKind::disjunction:
      return junction(f, false);
    case FormulaKind::implication: {
      const Truth left = formula(f.parts[0]);
      if (left.known == false && !changing_.empty()) return {true, {}};
      const Truth right = formula(f.parts[1]);
      if (left.known) return *left.known ? right : Truth{true, {}};
      return {{},
              make_.make(ExprKind::implies,
                         {left.expr, written(right, system_[f.parts[1]].span)},
                         f.span)};
    }
    case FormulaKind::equivalence:
      return {{}, make_.make(ExprKind::iff, {part(0), part(1)}, f.span)};
    case FormulaKind::choice: {
      const Truth condition = formula(f.parts[0]);
      if (condition.known) {
        if (changing_.empty()) formula(f.parts[*condition.known ? 2 : 1]);
        return formula(f.parts[*condition.known ? 1 : 2]);
      }
      return {{},
              make_.make(ExprKind::if_then_else,
                         {condition.expr, part(1), part(2)}, f.span)};
    }
    case FormulaKind::forall:
    case FormulaKind::exists:
    case FormulaKind::forall_other:
    case FormulaKind::exists_other:
      return quantifier(f);
    default:
      return comparison(f);
  }
}

// Cubicle gives a meaning to few of them, and so do we.
Truth Translator::quantifier(const Formula& f) {
  const bool other = f.kind == FormulaKind::forall_other;
  const bool plain = f.kind == FormulaKind::forall && f.variables.size() == 1;
  const bool closed =
      where_ == Where::cube && parameters_.empty() &&
      (f.kind == FormulaKind::forall || f.kind == FormulaKind::exists);
  if (inside_ || !((where_ == Where::guard && (other || plain)) ||
                   (where_ == Where::init && plain) || closed)) {
    diagnostics_.error(
        codes::quantifier_without_meaning, f.span,
        "this quantifier is not taken here: a guard has 'forall_other j.' and "
        "'forall j.', init 'forall j.', and a formula without parameters "
        "'forall' and 'exists'; none is inside of another one");
    return {true, {}};
  }
  const Scope before = scope_;
  const auto distinct = distinct_;
  std::vector<std::string> names;
  for (const Word& word : f.variables) {
    names.push_back(fresh(word.text));
    scope_[word.text] = names.back();
  }
  std::vector<ExprId> apart_from;
  if (other) {
    for (const std::string& p : parameters_) {
      apart_from.push_back(make_.make(
          ExprKind::not_equal,
          {make_.name(names[0], f.span), make_.name(p, f.span)}, f.span));
    }
    distinct_.insert(names[0]);
  }
  if (names.size() > 1) {
    apart_from.push_back(apart(names, f.span));
    distinct_.insert(names.begin(), names.end());
  }
  const bool all = f.kind != FormulaKind::exists;
  inside_ = true;
  ExprId body = written(f.parts[0]);
  inside_ = false;
  if (!apart_from.empty()) {
    const ExprId condition =
        make_.joined(ExprKind::logical_and, apart_from, f.span);
    body = make_.make(all ? ExprKind::implies : ExprKind::logical_and,
                      {condition, body}, f.span);
  }
  scope_ = before;
  distinct_ = distinct;
  return {{},
          make_.quantified(all ? ExprKind::forall : ExprKind::exists,
                           {over_processes(names, f.span)}, body, f.span)};
}

// Of two processes: whether they are one, where that is known.
std::optional<bool> Translator::same_process(const Formula& f) {
  const Term& a = system_[f.left];
  const Term& b = system_[f.right];
  const auto is_process = [&](const Term& t) {
    return t.kind == TermKind::name &&
           (t.word.text[0] == '#' || scope_.contains(t.word.text));
  };
  if (!is_process(a) || !is_process(b)) return {};
  const std::string left = process_name(a.word);
  const std::string right = process_name(b.word);
  if (left == right) return true;
  if (left[0] == '#' && right[0] == '#') return false;
  if (distinct_.contains(left) && distinct_.contains(right)) return false;
  return {};
}

Truth Translator::comparison(const Formula& f) {
  const auto left = kind(f.left);
  const auto right = kind(f.right);
  if (!left || !right) return {true, {}};  // it was reported
  if (*left != *right) {
    diagnostics_.error(codes::types_do_not_fit, f.span,
                       "these are of different types");
    return {true, {}};
  }
  const bool equality =
      f.kind == FormulaKind::equal || f.kind == FormulaKind::not_equal;
  if (equality) {
    if (const auto same = same_process(f)) {
      return {*same == (f.kind == FormulaKind::equal), {}};
    }
  }
  if (!equality && !is_number(left->sort) && left->sort != Sort::process) {
    diagnostics_.error(codes::types_do_not_fit, f.span,
                       "only numbers and processes have an order");
    return {true, {}};
  }
  ExprKind op = ExprKind::equal;
  switch (f.kind) {
    case FormulaKind::not_equal:
      op = ExprKind::not_equal;
      break;
    case FormulaKind::less:
      op = ExprKind::less;
      break;
    case FormulaKind::less_equal:
      op = ExprKind::less_equal;
      break;
    case FormulaKind::greater:
      op = ExprKind::greater;
      break;
    case FormulaKind::greater_equal:
      op = ExprKind::greater_equal;
      break;
    default:
      break;
  }
  // x = True is x, x = False is !x.
  if (equality && left->sort == Sort::boolean) {
    const Term& b = system_[f.right];
    if (b.kind == TermKind::name &&
        (b.word.text == "True" || b.word.text == "False")) {
      const Truth value{{}, term(f.left)};
      const bool plain = (b.word.text == "True") == (op == ExprKind::equal);
      return plain ? value : negated(value, f.span);
    }
  }
  if (equality)
    return {{}, make_.make(op, {term(f.left), term(f.right)}, f.span)};
  return {{}, make_.make(op, {ordered(f.left), ordered(f.right)}, f.span)};
}

// Processes are ordered by their numbers.
ExprId Translator::ordered(TermId id) {
  const ExprId value = term(id);
  if (kind(id)->sort != Sort::process) return value;
  const Term& t = system_[id];
  const bool inside = t.kind == TermKind::name &&
                      (t.word.text[0] == '#' || scope_.contains(t.word.text));
  if (!outside_.empty() && !inside) {
    diagnostics_.error(codes::process_outside_of_all, t.span,
                       fmt::format("this may be '{}', which is no process and "
                                   "has no number",
                                   outside_));
  }
  return make_.call("index", {value}, system_[id].span);
}

std::string Translator::process_name(const Word& word) {
  if (word.text[0] == '#') return word.text;
  const auto found = scope_.find(word.text);
  return found == scope_.end() ? std::string() : found->second;
}

ExprId Translator::process_expr(const std::string& name, Span span) {
  if (name.empty() || name[0] != '#') return make_.name(name, span);
  const std::int64_t number = std::stoll(name.substr(1));
  return make_.make(
      ExprKind::index,
      {make_.name(family_, span), make_.integer(number - 1, span)}, span);
}

ExprId Translator::process(const Word& word) {
  return process_expr(process_name(word), word.span);
}

ExprId Translator::access(const std::string& array, const Tuple& tuple,
                          Span span) {
  ExprId e = make_.field(process_expr(tuple[0], span), array, span);
  if (tuple.size() > 1) {
    e = make_.make(ExprKind::index, {e, process_expr(tuple[1], span)}, span);
  }
  return e;
}

ExprId Translator::named(const Term& t) {
  const std::string& word = t.word.text;
  if (word == "True" || word == "False") {
    return make_.boolean(word == "True", t.span);
  }
  if (word[0] == '#' || scope_.contains(word)) return process(t.word);
  const ExprId name = make_.name(word, t.span);
  const auto found = symbols_.find(word);
  const bool given = found != symbols_.end() && parts_ != 1 &&
                     found->second->type.text == "real" &&
                     found->second->kind == SymbolKind::constant &&
                     definitions_.contains(word);
  if (!given) return name;
  return make_.make(ExprKind::multiply, {make_.integer(parts_, t.span), name},
                    t.span);
}

// Of an array that a loop changes: whether it is known that the old value is
// still there.
void Translator::check_order(const Term& t, const Tuple& tuple) {
  for (const std::string& name : tuple) {
    if (name[0] != '#') continue;
    diagnostics_.error(
        codes::update_reads_another_place, t.span,
        fmt::format("with so many processes, all of '{}' cannot be updated "
                    "beside what reads it at a number",
                    t.word.text));
    return;
  }
  if (loop_names_.size() == 2 && tuple.size() == 2 &&
      tuple[0] == loop_names_[1] && tuple[1] == loop_names_[0]) {
    diagnostics_.error(
        codes::update_reads_another_place, t.span,
        fmt::format("the update of all of '{}' reads the place across from the "
                    "one it writes",
                    t.word.text));
  }
}

// As a number of parts.
ExprId Translator::real(const Term& t) {
  const std::int64_t parts = t.value * (parts_ / t.denominator);
  const ExprId number = make_.integer(parts, t.span);
  if (unit_.empty() || parts == 0) return number;
  return make_.make(ExprKind::multiply, {number, make_.name(unit_, t.span)},
                    t.span);
}

// Of a term whose kind is known, so that its names are declared.
ExprId Translator::term(TermId id) {
  const Term& t = system_[id];
  switch (t.kind) {
    case TermKind::name:
      return named(t);
    case TermKind::integer:
      return make_.integer(t.value, t.span);
    case TermKind::real:
      return real(t);
    case TermKind::negate:
      return make_.make(ExprKind::negate, {term(t.left)}, t.span);
    case TermKind::add:
      return make_.make(ExprKind::add, {term(t.left), term(t.right)}, t.span);
    case TermKind::subtract:
      return make_.make(ExprKind::subtract, {term(t.left), term(t.right)},
                        t.span);
    case TermKind::multiply:
      return make_.make(ExprKind::multiply, {term(t.left), term(t.right)},
                        t.span);
    case TermKind::access:
      break;
  }
  Tuple tuple;
  for (const Word& w : t.indices) tuple.push_back(process_name(w));
  if (changing_.contains(t.word.text)) check_order(t, tuple);
  return access(t.word.text, tuple, t.span);
}

const Symbol* Translator::symbol(const Word& word, std::size_t indices) {
  const auto found = symbols_.find(word.text);
  if (found == symbols_.end()) {
    diagnostics_.error(codes::unknown_name, word.span,
                       fmt::format("nothing is called '{}'", word.text));
    return nullptr;
  }
  if (found->second->dimensions != indices) {
    diagnostics_.error(codes::wrong_number_of_indices, word.span,
                       fmt::format("'{}' has {} indices, not {}", word.text,
                                   found->second->dimensions, indices),
                       {{found->second->span, "declared here"}});
    return nullptr;
  }
  return found->second;
}

bool Translator::known_process(const Word& word) {
  if (word.text[0] != '#') {
    if (scope_.contains(word.text)) return true;
    diagnostics_.error(
        codes::unknown_name, word.span,
        fmt::format("no process is called '{}' here", word.text));
    return false;
  }
  std::int64_t number = 0;
  for (const char c : word.text.substr(1, 9)) number = number * 10 + c - '0';
  if (word.text.size() <= 10 && number <= system_.processes.value_or(0)) {
    return true;
  }
  diagnostics_.error(
      codes::no_such_process, word.span,
      fmt::format(
          "there is no process {}: number_procs says how many there are",
          word.text));
  return false;
}

// Empty, with a diagnostic, where the term is wrong.
std::optional<Kind> Translator::kind(TermId id) {
  const Term& t = system_[id];
  switch (t.kind) {
    case TermKind::integer:
      return Kind{};
    case TermKind::real:
      return Kind{Sort::real, 0};
    case TermKind::access: {
      const Symbol* s = symbol(t.word, t.indices.size());
      bool good = s != nullptr;
      for (const Word& w : t.indices) good = known_process(w) && good;
      if (!good) return {};
      return kind_of(s->type);
    }
    case TermKind::name: {
      if (t.word.text == "True" || t.word.text == "False") {
        return Kind{Sort::boolean, 0};
      }
      if (const auto c = constructors_.find(t.word.text);
          c != constructors_.end()) {
        return Kind{Sort::listed, c->second};
      }
      if (const char c = t.word.text[0]; c == '#' || (c >= 'a' && c <= 'z')) {
        if (!known_process(t.word)) return {};
        return Kind{Sort::process, 0};
      }
      const Symbol* s = symbol(t.word, 0);
      if (s == nullptr) return {};
      return kind_of(s->type);
    }
    default:
      break;
  }
  const auto left = kind(t.left);
  const auto right = t.kind == TermKind::negate ? left : kind(t.right);
  if (!left || !right) return {};
  if (*left != *right || !is_number(left->sort)) {
    diagnostics_.error(codes::types_do_not_fit, t.span,
                       "only numbers of one type are added");
    return {};
  }
  if (left->sort == Sort::real && t.kind == TermKind::multiply) {
    diagnostics_.error(codes::real_number, t.span,
                       "real numbers are added and compared, not multiplied");
    return {};
  }
  return left;
}

}  // namespace vicinal::cubicle
