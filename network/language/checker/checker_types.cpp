// SPDX-License-Identifier: MIT
// Types: resolving what was written, interning, the common type of two, and
// building typed expressions. Which value fits where: type_flow.hpp.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "network/base/budget.hpp"
#include "network/language/checker/checker_impl.hpp"
#include "network/language/codes.hpp"
#include "network/language/questions.hpp"
#include "network/language/type_flow.hpp"

namespace vicinal::network::inline language {

namespace {

constexpr std::uint32_t max_expanded = 1'000'000;  // nodes of one expression
constexpr std::size_t max_expressions = 1 << 26;   // of a model
constexpr std::uint16_t max_nesting = 1000;        // of an expanded one

}  // namespace

// ---- building --------------------------------------------------------------

ExprId Checker::make(Op op, TypeId type, Span span,
                     std::vector<ExprId> children, std::uint32_t item,
                     std::int64_t value) {
  Expr e;
  e.op = op;
  e.type = type;
  e.span = span;
  e.item = item;
  e.value = value;
  e.children.begin = static_cast<std::uint32_t>(m_.expr_children.size());
  std::uint64_t size = 1;
  std::uint32_t depth = 1;
  std::uint32_t frame = op == Op::bound ? item + 1 : 0;
  for (const ExprId child : children) {
    m_.expr_children.push_back(child);
    size += sizes_[child.index()];
    depth = std::max<std::uint32_t>(depth, depths_[child.index()] + 1U);
    frame = std::max(frame, frames_[child.index()]);
  }
  e.children.end = static_cast<std::uint32_t>(m_.expr_children.size());
  poll();
  if (size > max_expanded || depth > max_nesting ||
      m_.exprs.size() >= max_expressions) {
    expanded_too_much(span);
    e = Expr{};
    e.type = simple(TypeKind::error);
    e.span = span;
    size = depth = 1;
  }
  m_.exprs.push_back(e);
  sizes_.push_back(static_cast<std::uint32_t>(size));
  depths_.push_back(static_cast<std::uint16_t>(depth));
  frames_.push_back(frame);
  return ExprId(m_.exprs.size() - 1);
}

ExprId Checker::with_binders(ExprId e, Range binders) {
  std::uint64_t size = sizes_[e.index()];
  std::uint32_t depth = depths_[e.index()];
  for (std::uint32_t i = binders.begin; i < binders.end; ++i) {
    const Binder& b = m_.binders[i];
    for (const ExprId part : {b.node, b.low, b.high}) {
      if (!part.valid()) continue;
      size += sizes_[part.index()];
      depth = std::max<std::uint32_t>(depth, depths_[part.index()] + 1U);
    }
  }
  const Span span = m_[e].span;
  if (size > max_expanded || depth > max_nesting) {
    expanded_too_much(span);
    return make(Op::error, simple(TypeKind::error), span);
  }
  m_.exprs[e.index()].binders = binders;
  sizes_[e.index()] = static_cast<std::uint32_t>(size);
  depths_[e.index()] = static_cast<std::uint16_t>(depth);
  return e;
}

// Said once: what is cut short here is too large wherever it stands.
void Checker::expanded_too_much(Span span) {
  if (too_large_) return;
  too_large_ = true;
  error(codes::expansion_too_large, span,
        "this expression is too large once definitions are expanded");
}

ExprId Checker::literal(TypeId type, std::int64_t value, Span span) {
  return make(Op::literal, type, span, {}, 0, value);
}

Range Checker::add_binders(const std::vector<Binder>& binders) {
  Range range;
  range.begin = static_cast<std::uint32_t>(m_.binders.size());
  m_.binders.insert(m_.binders.end(), binders.begin(), binders.end());
  range.end = static_cast<std::uint32_t>(m_.binders.size());
  return range;
}

// ---- interning -------------------------------------------------------------

TypeId Checker::intern(Type type) {
  // What tells most types apart; sizes that are no literals fall together.
  const auto literal_of = [&](ExprId e) {
    return e.valid() && m_[e].op == Op::literal ? m_[e].value : -1;
  };
  const TypeKey key = {static_cast<std::int64_t>(type.kind),
                       type.enumeration.value,
                       type.structure.value,
                       type.process.value,
                       type.family.value,
                       type.element.value,
                       literal_of(type.size),
                       literal_of(type.low),
                       literal_of(type.high)};
  std::vector<TypeId>& alike = type_index_[key];
  for (const TypeId id : alike) {
    const Type& t = m_[id];
    if (same_expr(m_, t.size, type.size) && same_expr(m_, t.low, type.low) &&
        same_expr(m_, t.high, type.high)) {
      return id;
    }
  }
  m_.types.push_back(type);
  alike.push_back(TypeId(m_.types.size() - 1));
  return alike.back();
}

TypeId Checker::node_type(ProcessId process, NodeFamilyId family) {
  return intern({.kind = TypeKind::node, .process = process, .family = family});
}

TypeId Checker::edge_type(TypeId value) {
  return intern({.kind = TypeKind::edge, .element = value});
}

// ---- resolving -------------------------------------------------------------

TypeId Checker::resolve_named(const ast::Word& word) {
  if (word.text == "bool") return simple(TypeKind::boolean);
  if (word.text == "int") return simple(TypeKind::integer);
  const Symbol* symbol = named(word);
  if (symbol != nullptr && symbol->kind == SymbolKind::enumeration) {
    return intern(
        {.kind = TypeKind::enumeration, .enumeration = EnumId(symbol->item)});
  }
  if (symbol != nullptr && symbol->kind == SymbolKind::structure) {
    return intern(
        {.kind = TypeKind::structure, .structure = StructId(symbol->item)});
  }
  if (symbol != nullptr) {
    error(codes::wrong_kind_of_name, word.span,
          fmt::format("'{}' is not a type", word.text),
          {{symbol->span, "declared here"}});
  } else if (!word.text.empty()) {
    std::vector<std::string> names = {"bool", "int"};
    for (const auto& e : t_.enums) names.push_back(e.name.text);
    for (const auto& s : t_.structs) names.push_back(s.name.text);
    error(codes::unknown_name, word.span,
          fmt::format("there is no type '{}'{}", word.text,
                      suggestion(word.text, names)));
  }
  return simple(TypeKind::error);
}

// A size that a type is made of, as a number where it is known.
ExprId Checker::size_of_type(ast::ExprId e, const char* what) {
  Scope scope;
  scope.site = Site::size;
  const ExprId checked = number(e, scope, what);
  const auto folded = fold_operator(m_[checked]);
  return folded ? literal(simple(TypeKind::integer), *folded, t_[e].span)
                : checked;
}

TypeId Checker::resolve_range(const ast::Type& source) {
  Type type{.kind = TypeKind::range};
  type.low = size_of_type(source.low, "a bound of a range");
  type.high = size_of_type(source.high, "a bound of a range");
  const Expr low = m_[type.low];
  const Expr high = m_[type.high];
  if (low.op == Op::literal && high.op == Op::literal &&
      high.value < low.value) {
    error(codes::empty_range, source.span,
          fmt::format("the range {}..{} is empty", low.value, high.value));
  }
  return intern(type);
}

// An array, by numbers or by the nodes of a family, or a queue.
TypeId Checker::resolve_elements(const ast::Type& source) {
  const TypeId element = resolve(source.element);
  const bool queue = source.kind == ast::TypeKind::queue;
  if (queue && has_part(m_, element, TypeKind::queue)) {
    error(codes::type_not_possible_here, source.span,
          "a queue cannot hold queues");
  }
  // It is missing in a text that did not parse.
  if (!source.size.valid()) return simple(TypeKind::error);
  const ast::Expr& size = t_[source.size];
  const Symbol* family = size.kind == ast::ExprKind::name && !queue
                             ? find(size.word.text)
                             : nullptr;
  if (family != nullptr && family->kind == SymbolKind::node_family) {
    used(size.word, family->span);
    return intern({.kind = TypeKind::node_array,
                   .family = NodeFamilyId(family->item),
                   .element = element});
  }
  Type type{.kind = queue ? TypeKind::queue : TypeKind::array};
  type.element = element;
  type.size = size_of_type(source.size, queue ? "the capacity of a queue"
                                              : "the length of an array");
  const Expr length = m_[type.size];
  if (length.op == Op::literal && length.value < 0) {
    error(codes::empty_range, size.span, "a length cannot be negative");
  }
  return intern(type);
}

TypeId Checker::resolve_reference(const ast::Type& source) {
  const Symbol* family = named(source.word);
  if (family != nullptr && family->kind == SymbolKind::node_family) {
    return intern(
        {.kind = TypeKind::reference, .family = NodeFamilyId(family->item)});
  }
  if (family != nullptr && family->kind == SymbolKind::process) {
    error_for_process(source.word, family->item);
    return simple(TypeKind::error);
  }
  std::vector<std::string> names;
  for (const auto& f : m_.node_families) names.push_back(f.name);
  error(codes::wrong_kind_of_name, source.word.span,
        fmt::format("'{}' is not a family of nodes{}", source.word.text,
                    suggestion(source.word.text, names)));
  return simple(TypeKind::error);
}

TypeId Checker::resolve(ast::TypeId id) {
  if (!id.valid()) return simple(TypeKind::error);
  const ast::Type& source = t_[id];
  switch (source.kind) {
    case ast::TypeKind::named:
      return resolve_named(source.word);
    case ast::TypeKind::range:
      return resolve_range(source);
    case ast::TypeKind::array:
    case ast::TypeKind::queue:
      return resolve_elements(source);
    case ast::TypeKind::reference:
      return resolve_reference(source);
    case ast::TypeKind::error:
      break;
  }
  return simple(TypeKind::error);
}

// References name families, of which a process may have none or more than one.
void Checker::error_for_process(const ast::Word& word, std::uint32_t process) {
  std::vector<std::string> families;
  for (const NodeFamily& f : m_.node_families) {
    if (f.process == ProcessId(process)) families.push_back(f.name);
  }
  std::vector<Note> notes;
  if (families.empty()) {
    notes.push_back({std::nullopt, "no family of nodes runs it"});
  } else {
    notes.push_back(
        {std::nullopt, fmt::format("write 'id of {}': its nodes are the family "
                                   "'{}'",
                                   families[0], fmt::join(families, "', '"))});
  }
  if (families.size() > 1) {
    notes[0].message = fmt::format("write the family that is meant: '{}'",
                                   fmt::join(families, "', '"));
  }
  error(codes::wrong_kind_of_name, word.span,
        fmt::format("'{}' is a process, not a family of nodes", word.text),
        std::move(notes));
}

// A struct that contains itself, found by removing those whose fields name
// only structs removed before.
void Checker::check_struct_recursion() {
  std::vector<std::set<std::string>> needs(t_.structs.size());
  for (std::size_t i = 0; i < t_.structs.size(); ++i) {
    for (const ast::Field& f : t_.structs[i].fields) {
      ast::TypeId type = f.type;
      while (type.valid() && t_[type].element.valid()) {
        type = t_[type].element;
      }
      if (!type.valid() || t_[type].kind != ast::TypeKind::named) continue;
      const Symbol* symbol = find(t_[type].word.text);
      if (symbol != nullptr && symbol->kind == SymbolKind::structure) {
        needs[i].insert(t_[type].word.text);
      }
    }
  }
  std::vector<bool> done(needs.size(), false);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < needs.size(); ++i) {
      if (!done[i] && needs[i].empty()) {
        done[i] = changed = true;
        for (auto& n : needs) n.erase(t_.structs[i].name.text);
      }
    }
  }
  for (std::size_t i = 0; i < needs.size(); ++i) {
    if (!done[i] && !needs[i].contains(t_.structs[i].name.text)) continue;
    if (done[i]) continue;
    error(codes::defined_by_itself, t_.structs[i].name.span,
          fmt::format("struct '{}' contains itself", t_.structs[i].name.text));
  }
}

// ---- fitting ---------------------------------------------------------------

bool Checker::fits(TypeId value, TypeId target) const {
  return flow(m_, value, target) != Flow::refused;
}

// The least type to which both flow as they are; an invalid id if there is
// none. Only a literal holds values of a type that is none of its own, and
// these are numbers: so what is no number or array is of one type already.
TypeId Checker::common(TypeId a, TypeId b) {
  if (of_nodes(a) || of_nodes(b)) return TypeId::none();
  if (a == b) return a;
  const Type x = m_[a];
  const Type y = m_[b];
  if (x.numeric() && y.numeric()) return simple(TypeKind::integer);
  if (x.kind == TypeKind::node && y.kind == TypeKind::node) {
    return x.process == y.process ? node_type(x.process) : TypeId::none();
  }
  const bool arrays =
      x.kind == y.kind &&
      ((x.kind == TypeKind::array && same_expr(m_, x.size, y.size)) ||
       (x.kind == TypeKind::node_array && x.family == y.family));
  if (arrays) {
    const TypeId element = common(x.element, y.element);
    if (!element.valid()) return TypeId::none();
    Type whole = x;
    whole.element = element;
    return intern(whole);
  }
  if (flow(m_, a, b) == Flow::same) return b;
  return flow(m_, b, a) == Flow::same ? a : TypeId::none();
}

// Of an array of nodes, which is but what becomes an array of references.
bool Checker::of_nodes(TypeId id) const {
  const Type& type = m_[id];
  return type.kind == TypeKind::array &&
         (m_[type.element].kind == TypeKind::node || of_nodes(type.element));
}

// What to do about two types that differ in their queues only, as the end of
// a message; else nothing.
std::string Checker::queue_hint(TypeId value, TypeId target) const {
  const Type& v = m_[value];
  const Type& t = m_[target];
  if (v.kind == TypeKind::queue && t.kind == TypeKind::queue) {
    return fmt::format(
        "; two queues go together only if they are declared "
        "alike: declare both as '{}'",
        type_text(target));
  }
  if (v.kind != t.kind || !v.element.valid() || !t.element.valid()) return {};
  return queue_hint(v.element, t.element);
}

std::string Checker::expr_text(ExprId e) const {
  if (m_[e].op == Op::literal) return std::to_string(m_[e].value);
  return std::string(source_.text(m_[e].span));
}

std::string Checker::type_text(TypeId id) const {
  const Type& type = m_[id];
  switch (type.kind) {
    case TypeKind::boolean:
      return "bool";
    case TypeKind::integer:
      return "int";
    case TypeKind::range:
      return fmt::format("{}..{}", expr_text(type.low), expr_text(type.high));
    case TypeKind::enumeration:
      return m_.enums[type.enumeration.index()].name;
    case TypeKind::structure:
      if (content_of(id) != id) return type_text(content_of(id));
      return m_.structs[type.structure.index()].name;
    case TypeKind::array:
      return fmt::format("{}[{}]", type_text(type.element),
                         expr_text(type.size));
    case TypeKind::node_array:
      return fmt::format("{}[{}]", type_text(type.element),
                         m_.node_families[type.family.index()].name);
    case TypeKind::reference:
      return type.family.valid()
                 ? fmt::format("id of {}",
                               m_.node_families[type.family.index()].name)
                 : "none";
    case TypeKind::queue:
      return fmt::format("queue {}[{}]", type_text(type.element),
                         expr_text(type.size));
    case TypeKind::node:
      return fmt::format("a node of {}", m_[type.process].name);
    case TypeKind::edge:
      return fmt::format("an edge of type {}", type_text(type.element));
    case TypeKind::formula:
      return "a formula";
    case TypeKind::error:
      break;
  }
  return "unknown";
}

}  // namespace vicinal::network::inline language
