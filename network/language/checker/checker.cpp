// SPDX-License-Identifier: MIT
// The order of the checker's work: collect the names of the file, so that
// declarations may stand in any order; constants, as types need their values;
// parameters; types; then everything that has expressions.
#include "network/language/checker/checker.hpp"

#include <fmt/format.h>

#include "network/base/suggestion.hpp"
#include "network/language/checker/checker_impl.hpp"
#include "network/language/codes.hpp"
#include "network/language/written_value.hpp"

namespace vicinal::network::inline language {

void Checker::error(Code code, Span span, std::string message,
                    std::vector<Note> notes) {
  // Where a definition is expanded, the place of its use matters, too.
  for (auto it = expansion_.rbegin(); it != expansion_.rend(); ++it) {
    notes.push_back(*it);
  }
  d_.error(code, span, std::move(message), std::move(notes));
}

ExprId Checker::bad(Code code, Span span, std::string message,
                    std::vector<Note> notes) {
  error(code, span, std::move(message), std::move(notes));
  return make(Op::error, simple(TypeKind::error), span);
}

std::string Checker::suggestion(
    const std::string& word, const std::vector<std::string>& candidates) const {
  // Nobody reads what is beyond the limit, and looking is not cheap.
  if (d_.overflow()) return {};
  return did_you_mean(word, candidates);
}

const Symbol* Checker::find(const std::string& name) const {
  const auto it = symbols_.find(name);
  return it == symbols_.end() ? nullptr : &it->second;
}

void Checker::declare(const ast::Word& name, Symbol symbol) {
  if (name.text.empty()) return;  // the parser has said so
  symbol.span = name.span;
  const auto [it, fresh] = symbols_.emplace(name.text, symbol);
  if (!fresh) {
    error(codes::declared_twice, name.span,
          fmt::format("'{}' is declared twice", name.text),
          {{it->second.span, "first declared here"}});
  }
}

void Checker::declare_all() {
  for (std::uint32_t i = 0; i < t_.enums.size(); ++i) {
    const ast::Enum& e = t_.enums[i];
    declare(e.name, {SymbolKind::enumeration, i, 0, {}});
    Enumeration enumeration{e.name.text, {}, e.name.span};
    for (std::uint32_t k = 0; k < e.constants.size(); ++k) {
      declare(e.constants[k], {SymbolKind::enum_constant, i, k, {}});
      enumeration.constants.push_back(e.constants[k].text);
    }
    m_.enums.push_back(std::move(enumeration));
  }
  const auto declare_list = [&](const auto& list, SymbolKind kind) {
    for (std::uint32_t i = 0; i < list.size(); ++i) {
      declare(list[i].name, {kind, i, 0, {}});
    }
  };
  declare_list(t_.structs, SymbolKind::structure);
  declare_list(t_.consts, SymbolKind::constant);
  declare_list(t_.params, SymbolKind::parameter);
  declare_list(t_.defs, SymbolKind::definition);
  declare_list(t_.processes, SymbolKind::process);
  declare_list(t_.shared, SymbolKind::shared);
  declare_network();
}

// ---- constants and parameters ----------------------------------------------

std::optional<std::int64_t> Checker::definition_value(const std::string& text,
                                                      TypeId type) {
  return m_[type].numeric() ? defined_integer(text)
                            : written_value(m_, type, text);
}

// Evaluates constant i, after those that it names (check_name comes back here
// for them). False if there was an error.
bool Checker::evaluate_constant(std::uint32_t i) {
  Progress& progress = constant_progress_[i];
  if (progress == Progress::done) return true;
  if (progress == Progress::failed) return false;
  const ast::Const& c = t_.consts[i];
  if (progress == Progress::busy) {
    error(codes::defined_by_itself, c.name.span,
          fmt::format("constant '{}' is defined by itself", c.name.text));
    progress = Progress::failed;
    return false;
  }
  progress = Progress::busy;
  Scope scope;
  scope.site = Site::constant;
  const ExprId e = value(c.value, scope);
  const auto folded = failed(e) ? std::nullopt : fold(e);
  if (constant_progress_[i] == Progress::failed) return false;
  constant_progress_[i] = Progress::failed;
  if (!folded) return false;
  Constant& constant = m_.constants[i];
  constant.type = m_[e].type;
  constant.value = *folded;
  const auto given = definitions_.find(c.name.text);
  if (given != definitions_.end()) {
    const auto replaced = definition_value(given->second, constant.type);
    if (!replaced) {
      d_.error(
          codes::definition_of_wrong_type, c.name.span,
          fmt::format("-D {}={}: '{}' is not a value of type {}", c.name.text,
                      given->second, given->second, type_text(constant.type)));
      return false;
    }
    constant.value = *replaced;
    constant.given = given->second;
  }
  constant_progress_[i] = Progress::done;
  return true;
}

void Checker::check_constants() {
  constant_progress_.assign(t_.consts.size(), Progress::open);
  for (const ast::Const& c : t_.consts) {
    m_.constants.push_back(
        {c.name.text, simple(TypeKind::error), 0, c.name.span, {}});
  }
  for (std::uint32_t i = 0; i < t_.consts.size(); ++i) evaluate_constant(i);
}

std::optional<std::int64_t> Checker::constant_integer(ast::ExprId id) {
  if (!id.valid()) return std::nullopt;
  Scope scope;
  scope.site = Site::constant;
  const ExprId e = number(id, scope, "a bound of a parameter");
  return failed(e) ? std::nullopt : fold(e);
}

void Checker::check_parameters() {
  for (const ast::Param& p : t_.params) {
    Parameter parameter;
    parameter.name = p.name.text;
    parameter.span = p.name.span;
    const auto low = constant_integer(p.low);
    const auto high = constant_integer(p.high);
    const auto initial = constant_integer(p.value);
    parameter.low = low.value_or(0);
    if (p.high.valid()) parameter.high = high.value_or(INT64_MAX);
    parameter.value = initial.value_or(parameter.low);
    if (low && high && *high < *low) {
      error(codes::range_and_default_do_not_fit, p.span,
            fmt::format("the range of parameter '{}' is empty", p.name.text));
    } else if (low && initial && (!p.high.valid() || high) &&
               (*initial < *low || (high && *initial > *high))) {
      error(codes::range_and_default_do_not_fit, t_[p.value].span,
            fmt::format("the default {} of parameter '{}' is not in its range",
                        *initial, p.name.text));
    }
    m_.parameters.push_back(std::move(parameter));
  }
  for (const auto& [name, text] : definitions_) {
    const Symbol* symbol = find(name);
    if (symbol != nullptr && (symbol->kind == SymbolKind::parameter ||
                              symbol->kind == SymbolKind::constant)) {
      continue;
    }
    std::vector<std::string> candidates;
    for (const auto& p : t_.params) candidates.push_back(p.name.text);
    for (const auto& c : t_.consts) candidates.push_back(c.name.text);
    // The command line has no place in the file.
    d_.set_source(nullptr);
    d_.error(codes::definition_of_nothing, {},
             fmt::format("-D {}={}: the model has no parameter or constant "
                         "'{}'{}",
                         name, text, name, suggestion(name, candidates)));
    d_.set_source(&source_);
  }
}

std::vector<std::int64_t> sizes(const Model& model,
                                const Definitions& definitions,
                                Diagnostics& diagnostics) {
  std::vector<std::int64_t> result;
  for (const Parameter& p : model.parameters) {
    std::int64_t chosen = p.value;
    const auto given = definitions.find(p.name);
    if (given != definitions.end()) {
      const auto parsed = defined_integer(given->second);
      if (!parsed) {
        diagnostics.error(codes::definition_of_wrong_type, p.span,
                          fmt::format("-D {}={}: '{}' is not an integer",
                                      p.name, given->second, given->second));
      }
      chosen = parsed.value_or(chosen);
    }
    result.push_back(chosen);
  }
  return result;
}

// ---- folding ---------------------------------------------------------------

// The value of an expression of literals; an error in it is reported.
std::optional<std::int64_t> Checker::fold(ExprId id) {
  const Expr e = m_[id];
  if (e.op == Op::literal) return e.value;
  const auto result = fold_operator(e);
  if (!result) {
    error(codes::constant_without_value, e.span,
          "this constant has no value: division by zero, a negative exponent, "
          "an overflow, or something that is not constant");
  }
  return result;
}

namespace {

std::optional<std::int64_t> checked_power(std::int64_t base,
                                          std::int64_t exponent) {
  if (exponent < 0) return std::nullopt;
  std::int64_t result = 1;
  while (exponent > 0) {
    if ((exponent & 1) != 0 && __builtin_mul_overflow(result, base, &result)) {
      return std::nullopt;
    }
    exponent >>= 1;
    if (exponent > 0 && __builtin_mul_overflow(base, base, &base)) {
      return std::nullopt;
    }
  }
  return result;
}

std::optional<std::int64_t> euclid(std::int64_t a, std::int64_t b, bool rest) {
  if (b == 0 || (a == INT64_MIN && b == -1)) return std::nullopt;
  std::int64_t quotient = a / b;
  std::int64_t remainder = a % b;
  if (remainder < 0) {
    // Of the least number there is no contrary.
    remainder = b > 0 ? remainder + b : remainder - b;
    quotient += b > 0 ? -1 : 1;
  }
  return rest ? remainder : quotient;
}

std::optional<std::int64_t> binary(Op op, std::int64_t a, std::int64_t b) {
  std::int64_t r = 0;
  switch (op) {
    case Op::add:
      return __builtin_add_overflow(a, b, &r) ? std::nullopt : std::optional(r);
    case Op::subtract:
      return __builtin_sub_overflow(a, b, &r) ? std::nullopt : std::optional(r);
    case Op::multiply:
      return __builtin_mul_overflow(a, b, &r) ? std::nullopt : std::optional(r);
    case Op::divide:
      return euclid(a, b, false);
    case Op::modulo:
      return euclid(a, b, true);
    case Op::minimum:
      return std::min(a, b);
    case Op::maximum:
      return std::max(a, b);
    case Op::power:
      return checked_power(a, b);
    case Op::equal:
    case Op::iff:
      return a == b;
    case Op::not_equal:
      return a != b;
    case Op::less:
      return a < b;
    case Op::less_equal:
      return a <= b;
    case Op::greater:
      return a > b;
    case Op::greater_equal:
      return a >= b;
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<std::int64_t> Checker::fold_operator(const Expr& e) {
  const auto child = [&](std::size_t i) {
    const Expr c = m_[m_.child(e, i)];
    return c.op == Op::literal ? std::optional(c.value) : fold_operator(c);
  };
  if (e.children.empty()) return std::nullopt;
  const auto first = child(0);
  if (!first) return std::nullopt;
  switch (e.op) {
    case Op::negate:
      return binary(Op::subtract, 0, *first);
    case Op::absolute:
      return *first < 0 ? binary(Op::subtract, 0, *first) : first;
    case Op::logical_not:
      return *first == 0;
    case Op::if_then_else:
      return child(*first != 0 ? 1 : 2);
    case Op::implies:
      return *first == 0 ? std::optional<std::int64_t>(1) : child(1);
    case Op::logical_and:
    case Op::logical_or: {
      const std::int64_t stop = e.op == Op::logical_or;
      auto last = first;
      for (std::size_t i = 1; i < e.children.size() && last && *last != stop;
           ++i) {
        last = child(i);
      }
      return last;
    }
    default:
      break;
  }
  if (e.children.size() != 2) return std::nullopt;
  const auto second = child(1);
  return second ? binary(e.op, *first, *second) : std::nullopt;
}

// ---- shared variables, and all of it ---------------------------------------

std::vector<ExprId> Checker::dimensions(Range dims) {
  std::vector<ExprId> result;
  for (std::uint32_t i = dims.begin; i < dims.end; ++i) {
    Scope scope;
    scope.site = Site::size;
    result.push_back(number(t_.expr_children[i], scope, "a size"));
  }
  return result;
}

void Checker::check_shared() {
  for (std::size_t i = 0; i < t_.shared.size(); ++i) {
    const ast::Shared& s = t_.shared[i];
    if (!s.initial.valid()) continue;
    Scope scope;
    scope.site = Site::initial;
    scope.slots = 1;
    scope.index = make(Op::bound, simple(TypeKind::integer), s.name.span);
    m_.shared[i].initial =
        typed(s.initial, scope, m_.shared[i].type, "the initial value");
  }
}

// Everything has its place before any expression may name it; what it is made
// of follows in the order in which one needs the other.
void Checker::make_places() {
  for (const ast::Struct& s : t_.structs) {
    Structure& structure = m_.structs.emplace_back();
    structure.name = s.name.text;
    structure.span = s.name.span;
  }
  for (const ast::Process& p : t_.processes) {
    m_.processes.emplace_back().name = p.name.text;
    m_.processes.back().span = p.name.span;
  }
  for (const ast::Shared& s : t_.shared) {
    SharedVariable& shared = m_.shared.emplace_back();
    shared.name = s.name.text;
    shared.span = s.name.span;
    shared.type = simple(TypeKind::error);
  }
}

void Checker::check_fields() {
  for (std::size_t i = 0; i < t_.structs.size(); ++i) {
    std::map<std::string, Span> seen;
    for (const ast::Field& f : t_.structs[i].fields) {
      once("field", f.name, seen);
      const TypeId field = resolve(f.type);
      m_.structs[i].fields.push_back({f.name.text, field});
    }
  }
}

void Checker::declare_shared() {
  for (std::size_t i = 0; i < t_.shared.size(); ++i) {
    const TypeId type = resolve(t_.shared[i].type);
    const std::vector<ExprId> dims = dimensions(t_.shared[i].dimensions);
    m_.shared[i].type = type;
    m_.shared[i].dimensions = dims;
  }
}

void Checker::check_rules() {
  for (const ast::Action& rule : t_.rules) {
    Action checked;
    check_action(rule, checked, ProcessId::none());
    m_.rules.push_back(std::move(checked));
  }
  std::map<std::string, Span> seen;
  for (const ast::Action& rule : t_.rules) once("rule", rule.name, seen);
}

// An error if the name is among those that were seen; it is from now on.
void Checker::once(const std::string& what, const ast::Word& name,
                   std::map<std::string, Span>& seen) {
  const auto [it, fresh] = seen.emplace(name.text, name.span);
  if (fresh) return;
  error(codes::declared_twice, name.span,
        fmt::format("{} '{}' is declared twice", what, name.text),
        {{it->second, "first declared here"}});
}

// How many slots evaluation needs, at most.
std::uint32_t Checker::frame() const {
  std::uint32_t most = m_.frame;
  for (const std::uint32_t f : frames_) most = std::max(most, f);
  for (const Process& p : m_.processes) {
    for (const Action& a : p.actions) most = std::max(most, a.frame);
  }
  for (const Action& r : m_.rules) most = std::max(most, r.frame);
  return most;
}

std::optional<Model> Checker::run() {
  m_.source = &source_;
  declare_all();
  make_places();
  make_families();
  check_constants();
  check_parameters();
  check_struct_recursion();
  size_families();
  check_fields();
  declare_shared();
  for (std::uint32_t i = 0; i < t_.processes.size(); ++i) declare_process(i);
  check_network();
  check_shared();
  for (std::uint32_t i = 0; i < t_.processes.size(); ++i) check_process(i);
  check_rules();
  for (const ast::Init& init : t_.inits) {
    Scope scope;
    scope.site = Site::init;
    m_.inits.push_back(boolean(init.formula, scope, "an initial condition"));
  }
  check_properties();
  check_fairness();
  check_rankings();
  warn_compared();
  m_.frame = frame();
  if (names_ != nullptr) complete_names();
  if (d_.has_errors()) return std::nullopt;
  return std::move(m_);
}

std::optional<Model> check(const ast::Tree& tree, const Source& source,
                           const Definitions& definitions,
                           Diagnostics& diagnostics) {
  // What follows from broken text would only hide what is broken.
  if (diagnostics.has_errors()) return std::nullopt;
  return Checker(tree, source, definitions, diagnostics).run();
}

}  // namespace vicinal::network::inline language
