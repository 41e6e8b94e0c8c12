// SPDX-License-Identifier: MIT
// Expressions: operators, functions, constructors and the expansion of
// definitions.
#include <fmt/format.h>

#include "network/language/checker/checker_impl.hpp"
#include "network/language/codes.hpp"

namespace vicinal::network::inline language {

using ast::ExprKind;

// ---- with a type in mind ---------------------------------------------------

ExprId Checker::value(ast::ExprId id, Scope& scope) {
  if (!id.valid()) {
    return make(Op::error, simple(TypeKind::error), {});
  }
  return read(check(id, scope), scope);
}

ExprId Checker::boolean(ast::ExprId id, Scope& scope, const std::string& what) {
  const ExprId e = value(id, scope);
  if (failed(e) || is(e, TypeKind::boolean)) return e;
  return bad(codes::wrong_type, m_[e].span,
             fmt::format("{} must be true or false, but this is {}", what,
                         type_text(m_[e].type)));
}

ExprId Checker::number(ast::ExprId id, Scope& scope, const std::string& what) {
  const ExprId e = value(id, scope);
  if (failed(e) || type(e).numeric()) return e;
  return bad(codes::wrong_type, m_[e].span,
             fmt::format("{} must be a number, but this is {}", what,
                         type_text(m_[e].type)));
}

ExprId Checker::node(ast::ExprId id, Scope& scope, const std::string& what) {
  ExprId e = value(id, scope);
  if (is(e, TypeKind::reference) && type(e).family.valid()) {
    const NodeFamilyId family = type(e).family;
    e = make(Op::dereference,
             node_type(m_.node_families[family.index()].process, family),
             m_[e].span, {e});
  }
  if (failed(e) || is(e, TypeKind::node)) return e;
  return bad(codes::wrong_type, m_[e].span,
             fmt::format("{} must be a node, but this is {}", what,
                         type_text(m_[e].type)));
}

ExprId Checker::coerce(ExprId e, TypeId target, const std::string& what) {
  if (failed(e) || m_[target].kind == TypeKind::error) return e;
  const Type wanted = m_[target];
  if (wanted.kind == TypeKind::reference && is(e, TypeKind::node)) {
    return make(Op::to_reference, target, m_[e].span, {e}, wanted.family.value);
  }
  // In an array that is written out, nodes become references where it goes.
  if (m_[e].op == Op::make_array && wanted.kind == TypeKind::array) {
    const Expr length = m_[wanted.size];
    const Expr array = m_[e];
    if (length.op == Op::literal &&
        length.value == static_cast<std::int64_t>(array.children.size())) {
      std::vector<ExprId> elements;
      for (std::uint32_t i = 0; i < array.children.size(); ++i) {
        elements.push_back(
            coerce(m_.child(array, i), wanted.element, "an element"));
        if (failed(elements.back())) return elements.back();
      }
      return array_of(elements, wanted.element, array.span);
    }
  }
  if (fits(m_[e].type, target)) return e;
  return bad(
      codes::wrong_type, m_[e].span,
      fmt::format("{} must be {}, but this is {}{}", what, type_text(target),
                  type_text(m_[e].type), queue_hint(m_[e].type, target)));
}

ExprId Checker::typed(ast::ExprId id, Scope& scope, TypeId target,
                      const std::string& what) {
  return coerce(value(id, scope), target, what);
}

// ---- all kinds -------------------------------------------------------------

ExprId Checker::check(ast::ExprId id, Scope& scope) {
  if (!id.valid()) return make(Op::error, simple(TypeKind::error), {});
  const ast::Expr& e = t_[id];
  switch (e.kind) {
    case ExprKind::integer:
      return literal(simple(TypeKind::integer), e.value, e.span);
    case ExprKind::boolean:
      return literal(simple(TypeKind::boolean), e.value, e.span);
    case ExprKind::name:
      return check_name(e, scope);
    case ExprKind::field:
      return check_field(id, scope);
    case ExprKind::index:
      return check_index(id, scope);
    case ExprKind::call:
      return check_call(id, scope);
    case ExprKind::array:
      return check_array(e, scope);
    case ExprKind::if_then_else:
      return check_if(e, scope);
    case ExprKind::forall:
    case ExprKind::exists:
    case ExprKind::exactly:
    case ExprKind::atmost:
    case ExprKind::count:
    case ExprKind::sum:
    case ExprKind::least:
    case ExprKind::greatest:
      return check_quantifier(e, scope);
    case ExprKind::equal:
    case ExprKind::not_equal:
      return check_equality(e, scope);
    case ExprKind::atom:
    case ExprKind::next:
    case ExprKind::finally:
    case ExprKind::globally:
    case ExprKind::until:
    case ExprKind::weak_until:
    case ExprKind::release:
    case ExprKind::for_all_paths:
    case ExprKind::exists_path:
      return bad(codes::formula_of_another_logic, e.span,
                 "a temporal formula may stand in ctl, ltl and ctlstar "
                 "properties only");
    case ExprKind::error:
      return make(Op::error, simple(TypeKind::error), e.span);
    default:
      return check_operator(e, scope);
  }
}

namespace {

Op operator_of(ExprKind kind) {
  switch (kind) {
    case ExprKind::negate:
      return Op::negate;
    case ExprKind::logical_not:
      return Op::logical_not;
    case ExprKind::add:
      return Op::add;
    case ExprKind::subtract:
      return Op::subtract;
    case ExprKind::multiply:
      return Op::multiply;
    case ExprKind::divide:
      return Op::divide;
    case ExprKind::modulo:
      return Op::modulo;
    case ExprKind::less:
      return Op::less;
    case ExprKind::less_equal:
      return Op::less_equal;
    case ExprKind::greater:
      return Op::greater;
    case ExprKind::greater_equal:
      return Op::greater_equal;
    case ExprKind::logical_and:
      return Op::logical_and;
    case ExprKind::logical_or:
      return Op::logical_or;
    case ExprKind::implies:
      return Op::implies;
    case ExprKind::iff:
      return Op::iff;
    default:
      return Op::error;
  }
}

bool logical(Op op) {
  return op == Op::logical_not || op == Op::logical_and ||
         op == Op::logical_or || op == Op::implies || op == Op::iff;
}

bool comparison(Op op) {
  return op == Op::less || op == Op::less_equal || op == Op::greater ||
         op == Op::greater_equal;
}

}  // namespace

ExprId Checker::check_operator(const ast::Expr& e, Scope& scope) {
  const Op op = operator_of(e.kind);
  const std::string what =
      fmt::format("an operand of '{}'", source_.text(e.operator_span));
  std::vector<ExprId> children;
  bool good = true;
  for (std::uint32_t i = 0; i < e.children.size(); ++i) {
    const ast::ExprId child = t_.child(e, i);
    children.push_back(logical(op) ? boolean(child, scope, what)
                                   : number(child, scope, what));
    good = good && !failed(children.back());
  }
  if (!good) return make(Op::error, simple(TypeKind::error), e.span);
  const TypeKind kind =
      logical(op) || comparison(op) ? TypeKind::boolean : TypeKind::integer;
  return make(op, simple(kind), e.span, std::move(children));
}

// Brings two operands to one type where a node meets a reference.
void Checker::join(ExprId& a, ExprId& b) {
  if (is(a, TypeKind::node) && is(b, TypeKind::reference) &&
      type(b).family.valid()) {
    a = coerce(a, m_[b].type, "an operand");
  } else if (is(b, TypeKind::node) && is(a, TypeKind::reference) &&
             type(a).family.valid()) {
    b = coerce(b, m_[a].type, "an operand");
  } else if (m_[a].op == Op::make_array) {
    a = coerce(a, m_[b].type, "an operand");
  } else if (m_[b].op == Op::make_array) {
    b = coerce(b, m_[a].type, "an operand");
  }
}

ExprId Checker::check_equality(const ast::Expr& e, Scope& scope) {
  ExprId a = value(t_.child(e, 0), scope);
  ExprId b = value(t_.child(e, 1), scope);
  if (failed(a) || failed(b)) {
    return make(Op::error, simple(TypeKind::error), e.span);
  }
  join(a, b);
  const bool nodes = is(a, TypeKind::node) && is(b, TypeKind::node);
  if (!nodes && !common(m_[a].type, m_[b].type).valid()) {
    return bad(
        codes::operands_do_not_fit, e.span,
        fmt::format("'{}' compares {} with {}{}", source_.text(e.operator_span),
                    type_text(m_[a].type), type_text(m_[b].type),
                    queue_hint(m_[b].type, m_[a].type)));
  }
  note_compared(e, a, b, scope);
  return make(e.kind == ExprKind::equal ? Op::equal : Op::not_equal,
              simple(TypeKind::boolean), e.span, {a, b});
}

ExprId Checker::check_if(const ast::Expr& e, Scope& scope) {
  const ExprId condition = boolean(t_.child(e, 0), scope, "a condition");
  ExprId a = value(t_.child(e, 1), scope);
  ExprId b = value(t_.child(e, 2), scope);
  if (failed(condition) || failed(a) || failed(b)) {
    return make(Op::error, simple(TypeKind::error), e.span);
  }
  join(a, b);
  const TypeId result = common(m_[a].type, m_[b].type);
  if (!result.valid()) {
    return bad(codes::operands_do_not_fit, e.span,
               fmt::format("the two values of 'if' are {} and {}{}",
                           type_text(m_[a].type), type_text(m_[b].type),
                           queue_hint(m_[b].type, m_[a].type)));
  }
  return make(Op::if_then_else, result, e.span, {condition, a, b});
}

ExprId Checker::check_array(const ast::Expr& e, Scope& scope) {
  std::vector<ExprId> elements;
  for (std::uint32_t i = 0; i < e.children.size(); ++i) {
    elements.push_back(value(t_.child(e, i), scope));
    if (failed(elements.back())) {
      return make(Op::error, simple(TypeKind::error), e.span);
    }
  }
  return array_of(elements, simple(TypeKind::integer), e.span);
}

// The array of these; without any, of elements of the type.
ExprId Checker::array_of(const std::vector<ExprId>& elements, TypeId element,
                         Span span) {
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const TypeId own = m_[elements[i]].type;
    const TypeId before = element;
    if (i == 0) element = own;
    if (element != own) element = common(element, own);
    if (!element.valid()) {
      return bad(codes::operands_do_not_fit, m_[elements[i]].span,
                 fmt::format("the elements of an array have one type, but "
                             "this is {}{}",
                             type_text(own), queue_hint(own, before)));
    }
  }
  Type array{.kind = TypeKind::array};
  array.element = element;
  array.size = literal(simple(TypeKind::integer),
                       static_cast<std::int64_t>(elements.size()), span);
  return make(Op::make_array, intern(array), span, elements);
}

// ---- calls -----------------------------------------------------------------

namespace {

struct Function {
  const char* name;
  Op op;
  std::size_t arguments;
};

constexpr Function functions[] = {
    {"min", Op::minimum, 2},       {"max", Op::maximum, 2},
    {"pow", Op::power, 2},         {"abs", Op::absolute, 1},
    {"head", Op::head, 1},         {"len", Op::length, 1},
    {"full", Op::full, 1},         {"empty", Op::empty, 1},
    {"index", Op::node_index, 1},  {"same", Op::same, 2},
    {"adjacent", Op::adjacent, 2}, {"peer", Op::error, 1}};

}  // namespace

// An argument of a function, of the kind that it takes.
ExprId Checker::argument(Op function, ast::ExprId child, Scope& scope,
                         const std::string& what) {
  switch (function) {
    case Op::node_index:
    case Op::adjacent:
      return node(child, scope, what);
    case Op::same: {
      const ExprId edge = check(child, scope);
      if (failed(edge) || is(edge, TypeKind::edge)) return edge;
      return bad(codes::wrong_type, t_[child].span,
                 "an argument of 'same' must be an edge: a port, a bound "
                 "edge, or a member of a family of edges");
    }
    case Op::head:
    case Op::length:
    case Op::full:
    case Op::empty: {
      const ExprId queue = value(child, scope);
      if (failed(queue) || is(queue, TypeKind::queue)) return queue;
      return bad(codes::wrong_type, t_[child].span,
                 fmt::format("{} must be a queue, but this is {}", what,
                             type_text(m_[queue].type)));
    }
    default:
      return number(child, scope, what);
  }
}

ExprId Checker::check_function(const ast::Expr& e, Scope& scope, bool& found) {
  const Function* function = nullptr;
  for (const Function& f : functions) {
    if (e.word.text == f.name) function = &f;
  }
  found = function != nullptr;
  if (!found) return ExprId::none();
  if (e.children.size() != function->arguments) {
    return bad(
        codes::wrong_number_of_arguments, e.span,
        fmt::format("'{}' takes {} argument{}, not {}", function->name,
                    function->arguments, function->arguments == 1 ? "" : "s",
                    e.children.size()));
  }
  if (function->op == Op::error) return check_peer(e, scope);
  if (function->op == Op::adjacent && scope.site == Site::wiring) {
    return bad(codes::no_value_here, e.span,
               "nothing is adjacent yet where nodes are connected");
  }
  const std::string what = fmt::format("an argument of '{}'", function->name);
  std::vector<ExprId> arguments;
  TypeId result = simple(TypeKind::integer);
  for (std::uint32_t i = 0; i < e.children.size(); ++i) {
    const ast::ExprId child = t_.child(e, i);
    arguments.push_back(argument(function->op, child, scope, what));
    if (failed(arguments.back())) {
      return make(Op::error, simple(TypeKind::error), e.span);
    }
  }
  const Op op = function->op;
  if (op == Op::same) note_same(arguments[0], arguments[1], scope);
  if (op == Op::same || op == Op::adjacent || op == Op::full ||
      op == Op::empty) {
    result = simple(TypeKind::boolean);
  } else if (op == Op::head) {
    result = type(arguments[0]).element;
  }
  if (op == Op::adjacent && dynamic()) {
    return adjacent_now(arguments[0], arguments[1], e.span, scope);
  }
  return make(op, result, e.span, std::move(arguments));
}

ExprId Checker::check_constructor(const ast::Expr& e, std::uint32_t structure,
                                  Scope& scope) {
  if (scope.site == Site::constant || scope.site == Site::size) {
    return bad(codes::no_value_here, e.span,
               "a constant or a size cannot be a struct",
               {{m_.structs[structure].span, "declared here"}});
  }
  const auto fields = m_.structs[structure].fields;
  if (e.children.size() != fields.size()) {
    return bad(codes::wrong_number_of_arguments, e.span,
               fmt::format("struct '{}' has {} field{}, not {}", e.word.text,
                           fields.size(), fields.size() == 1 ? "" : "s",
                           e.children.size()),
               {{m_.structs[structure].span, "declared here"}});
  }
  std::vector<ExprId> values;
  bool good = true;
  for (std::uint32_t i = 0; i < fields.size(); ++i) {
    values.push_back(typed(t_.child(e, i), scope, fields[i].type,
                           fmt::format("field '{}'", fields[i].name)));
    good = good && !failed(values.back());
  }
  if (!good) return make(Op::error, simple(TypeKind::error), e.span);
  return make(
      Op::make_structure,
      intern({.kind = TypeKind::structure, .structure = StructId(structure)}),
      e.span, std::move(values));
}

ExprId Checker::check_call(ast::ExprId id, Scope& scope) {
  const ast::Expr& e = t_[id];
  bool found = false;
  const ExprId function = check_function(e, scope, found);
  if (found) return function;
  const Symbol* symbol = named(e.word);
  if (symbol != nullptr && symbol->kind == SymbolKind::structure) {
    return check_constructor(e, symbol->item, scope);
  }
  if (symbol != nullptr && symbol->kind == SymbolKind::definition) {
    std::vector<ast::ExprId> arguments;
    for (std::uint32_t i = 0; i < e.children.size(); ++i) {
      arguments.push_back(t_.child(e, i));
    }
    return expand(symbol->item, e.word, arguments, e.span, scope);
  }
  if (symbol != nullptr) {
    return bad(codes::wrong_kind_of_name, e.word.span,
               fmt::format("'{}' is not a function, a definition or a struct",
                           e.word.text),
               {{symbol->span, "declared here"}});
  }
  std::vector<std::string> names;
  for (const Function& f : functions) names.emplace_back(f.name);
  for (const auto& d : t_.defs) names.push_back(d.name.text);
  for (const auto& s : t_.structs) names.push_back(s.name.text);
  return bad(codes::unknown_name, e.word.span,
             fmt::format("nothing is called '{}'{}", e.word.text,
                         suggestion(e.word.text, names)));
}

// A definition's body with the checked arguments in place of its parameters.
// It sees the file's names and its parameters only, so that what it means
// does not depend on where it is used. Its binders take slots beyond those
// that the arguments use.
namespace {

constexpr std::uint32_t max_uses = 1'000'000;  // in one expanded definition

}  // namespace

ExprId Checker::expand(std::uint32_t definition, const ast::Word& use,
                       const std::vector<ast::ExprId>& arguments, Span span,
                       Scope& scope) {
  const ast::Def& def = t_.defs[definition];
  for (const std::uint32_t open : expanding_) {
    if (open == definition) {
      return bad(codes::defined_by_itself, use.span,
                 fmt::format("definition '{}' uses itself", def.name.text),
                 {{def.name.span, "declared here"}});
    }
  }
  if (arguments.size() != def.parameters.size()) {
    return bad(
        codes::wrong_number_of_arguments, span,
        fmt::format("'{}' takes {} argument{}, not {}", def.name.text,
                    def.parameters.size(),
                    def.parameters.size() == 1 ? "" : "s", arguments.size()),
        {{def.name.span, "declared here"}});
  }
  // A use may leave no trace in the expression, and two of them in a definition
  // are 2^60 where such are nested 60 deep.
  if (expanding_.empty()) uses_ = 0;
  if (++uses_ > max_uses) expanded_too_much(span);
  if (too_large_) return make(Op::error, simple(TypeKind::error), span);
  if (expanding_.size() >= 64) {
    return bad(codes::expansion_too_large, span,
               "definitions are nested more than 64 deep here");
  }
  Scope inner;
  inner.site = scope.site;
  inner.process = scope.process;
  inner.in_definition = true;
  inner.slots = scope.slots;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    Local local;
    local.name = def.parameters[i].text;
    local.span = def.parameters[i].span;
    local.expr = check(arguments[i], scope);
    if (const Local* bound = m_[local.expr].op == Op::bound
                                 ? local_of(scope, local.expr)
                                 : nullptr) {
      local.own_port = bound->own_port;
      local.port = bound->port;
    }
    inner.slots = std::max(inner.slots, frames_[local.expr.index()]);
    inner.locals.push_back(std::move(local));
  }
  if (names_ != nullptr) expanded_.insert(definition);
  expanding_.push_back(definition);
  expansion_.push_back(
      {use.span, fmt::format("in this use of '{}'", def.name.text)});
  const ExprId body = check(def.body, inner);
  expansion_.pop_back();
  expanding_.pop_back();
  scope.reads_others = scope.reads_others || inner.reads_others;
  return body;
}

}  // namespace vicinal::network::inline language
