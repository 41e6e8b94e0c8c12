// SPDX-License-Identifier: MIT
// What a name, a field or an index stands for. A process's own names come
// first, then bound variables, then what the file declares; nothing shadows.
#include <fmt/format.h>

#include "network/language/checker/checker_impl.hpp"
#include "network/language/codes.hpp"

namespace vicinal::network::inline language {

// ---- scopes ----------------------------------------------------------------

const Local* Checker::find_local(const Scope& scope,
                                 const std::string& name) const {
  for (const Local& local : scope.locals) {
    if (local.name == name) return &local;
  }
  return nullptr;
}

const Local* Checker::local_of(const Scope& scope, ExprId bound) const {
  for (const Local& local : scope.locals) {
    if (local.expr.valid() && m_[local.expr].op == Op::bound &&
        m_[local.expr].item == m_[bound].item) {
      return &local;
    }
  }
  return nullptr;
}

// Whether a name means something here, and where it was declared.
bool Checker::visible(const Scope& scope, const std::string& name,
                      Span& span) const {
  if (const Local* local = find_local(scope, name)) {
    span = local->span;
    return true;
  }
  if (scope.process.valid() && !scope.in_definition) {
    const ast::Process& p = t_.processes[scope.process.index()];
    const auto in = [&](const auto& list) {
      for (const auto& declared : list) {
        if (declared.name.text == name) {
          span = declared.name.span;
          return true;
        }
      }
      return false;
    };
    if (in(p.constants) || in(p.ports) || in(p.variables)) return true;
  }
  if (const Symbol* symbol = find(name)) {
    span = symbol->span;
    return true;
  }
  return false;
}

std::vector<std::string> Checker::member_names(ProcessId process) const {
  std::vector<std::string> names;
  const Process& p = m_[process];
  for (const auto& x : p.variables) names.push_back(x.name);
  for (const auto& x : p.ports) names.push_back(x.name);
  for (const auto& x : p.constants) names.push_back(x.name);
  return names;
}

std::vector<std::string> Checker::visible_names(const Scope& scope) const {
  std::vector<std::string> names;
  for (const Local& local : scope.locals) names.push_back(local.name);
  if (scope.process.valid() && !scope.in_definition) {
    names = member_names(scope.process);
    for (const Local& local : scope.locals) names.push_back(local.name);
  }
  for (const auto& [name, symbol] : symbols_) names.push_back(name);
  for (const char* word : {"true", "false", "self", "none"}) {
    names.emplace_back(word);
  }
  return names;
}

// Reports that a variable is read where there is no state.
bool Checker::state_visible(Scope& scope, Span span, const std::string& what) {
  switch (scope.site) {
    case Site::constant:
    case Site::size:
    case Site::wiring:
    case Site::initial:
    case Site::own_initial:
      error(
          codes::no_value_here, span,
          fmt::format("{} has no value here: only constants{} are known", what,
                      scope.site == Site::constant ? "" : " and sizes"));
      return false;
    default:
      return true;
  }
}

// ---- names -----------------------------------------------------------------

ExprId Checker::special_name(const ast::Expr& e, Scope& scope, bool& found) {
  const std::string& name = e.word.text;
  found = true;
  if (name == "none") {
    return literal(simple(TypeKind::reference), -1, e.span);
  }
  if (name == "self") {
    if (scope.site != Site::action || scope.in_definition) {
      return bad(codes::word_without_meaning_here, e.span,
                 "'self' is known in actions of processes only");
    }
    return make(Op::self, node_type(scope.process), e.span);
  }
  if (name == "enabled") {
    if (scope.site != Site::property) {
      return bad(codes::word_without_meaning_here, e.span,
                 "'enabled' may stand in properties only");
    }
    if (edges_change_alone(ast::Change::appears) ||
        edges_change_alone(ast::Change::vanishes)) {
      return bad(codes::not_in_dynamic_network, e.span,
                 "where edges come and go by themselves there is always a "
                 "step, so that 'enabled' says nothing",
                 {{std::nullopt,
                   "say by which actions they do: 'appearing e in link', "
                   "'vanishing e in link'"}});
    }
    return make(Op::enabled, simple(TypeKind::boolean), e.span);
  }
  if (name == "index") {
    if (!scope.index.valid()) {
      return bad(codes::word_without_meaning_here, e.span,
                 "'index' stands for a number in initial values and "
                 "constants of nodes only; elsewhere write index(q)");
    }
    return scope.index;
  }
  found = false;
  return ExprId::none();
}

// By a table, as there may be thousands. The first one of a name counts.
std::optional<std::uint32_t> Checker::variable_number(ProcessId process,
                                                      const std::string& name) {
  const std::vector<Variable>& variables = m_[process].variables;
  VariableNumbers& known = variable_numbers_[process];
  for (; known.count < variables.size(); ++known.count) {
    known.by_name.emplace(variables[known.count].name, known.count);
  }
  const auto found = known.by_name.find(name);
  if (found == known.by_name.end()) return {};
  return found->second;
}

// A port, variable or constant of a node. `found` is false if the process has
// none of that name.
ExprId Checker::own_name(const std::string& name, Span span, ExprId node,
                         Scope& scope, bool& found) {
  const ProcessId process = type(node).process;
  const Process& p = m_[process];
  const bool own = m_[node].op == Op::self;
  found = true;
  for (std::uint32_t i = 0; i < p.constants.size(); ++i) {
    if (p.constants[i].name == name) {
      return make(Op::process_constant, p.constants[i].type, span, {node}, i);
    }
  }
  if (const auto i = variable_number(process, name)) {
    const TypeId variable = p.variables[*i].type;
    if (!state_visible(scope, span, fmt::format("variable '{}'", name))) {
      return make(Op::error, simple(TypeKind::error), span);
    }
    if (!own) scope.reads_others = true;
    return make(Op::variable, variable, span, {node}, *i);
  }
  for (std::uint32_t i = 0; i < p.ports.size(); ++i) {
    if (p.ports[i].name != name) continue;
    if (p.ports[i].set) {
      return bad(codes::port_set_used_as_edge, span,
                 fmt::format("'{}' is a port set: name a member of it, as in "
                             "forall e in {}: e",
                             name, name),
                 {{p.ports[i].span, "declared here"}});
    }
    if (scope.site == Site::wiring) {
      return bad(codes::no_value_here, span,
                 fmt::format("port '{}' is being connected here: name an edge "
                             "of a family",
                             name),
                 {{p.ports[i].span, "declared here"}});
    }
    return make(Op::port_edge, edge_type(p.ports[i].type), span, {node}, i);
  }
  found = false;
  return ExprId::none();
}

ExprId Checker::check_name(const ast::Expr& e, Scope& scope) {
  const std::string& name = e.word.text;
  if (name.empty()) return make(Op::error, simple(TypeKind::error), e.span);
  if (const Local* local = find_local(scope, name)) {
    used(e.word, local->span);
    if (!local->expr.valid()) {
      return make(Op::error, simple(TypeKind::error), e.span);
    }
    if (m_[local->expr].op != Op::bound) return local->expr;
    return make(Op::bound, m_[local->expr].type, e.span, {},
                m_[local->expr].item);
  }
  bool found = false;
  ExprId special = special_name(e, scope, found);
  if (found) return special;
  if (scope.process.valid() && !scope.in_definition) {
    const ExprId self = make(Op::self, node_type(scope.process), e.span);
    const ExprId own = own_name(name, e.span, self, scope, found);
    if (found) used_member(e.word, scope.process);
    if (found) return own;
  }
  const Symbol* symbol = find(name);
  if (symbol == nullptr) {
    return bad(codes::unknown_name, e.span,
               fmt::format("nothing is called '{}'{}", name,
                           suggestion(name, visible_names(scope))));
  }
  return global_name(*symbol, e, scope, {}, e.span);
}

ExprId Checker::global_name(const Symbol& symbol, const ast::Expr& e,
                            Scope& scope,
                            const std::vector<ast::ExprId>& indices,
                            Span span) {
  const std::string& name = e.word.text;
  used(e.word, symbol.span);
  const auto note = [&] {
    return std::vector<Note>{{symbol.span, "declared here"}};
  };
  std::vector<ExprId> checked;
  for (const ast::ExprId index : indices) {
    checked.push_back(number(index, scope, "an index"));
  }
  switch (symbol.kind) {
    case SymbolKind::enum_constant:
      return literal(intern({.kind = TypeKind::enumeration,
                             .enumeration = EnumId(symbol.item)}),
                     symbol.part, span);
    case SymbolKind::constant: {
      if (!evaluate_constant(symbol.item)) {
        return make(Op::error, simple(TypeKind::error), span);
      }
      const Constant constant = m_.constants[symbol.item];
      return literal(constant.type, constant.value, span);
    }
    case SymbolKind::parameter:
      if (scope.site == Site::constant) {
        return bad(
            codes::no_value_here, span,
            fmt::format("'{}' is a parameter: it has no value here", name),
            note());
      }
      return make(Op::parameter, simple(TypeKind::integer), span, {},
                  symbol.item);
    case SymbolKind::definition:
      return expand(symbol.item, e.word, {}, span, scope);
    case SymbolKind::node_family:
    case SymbolKind::edge_family:
      return family_member(symbol, name, std::move(checked), span, scope);
    case SymbolKind::shared:
      return shared_place(symbol, std::move(checked), span, scope);
    case SymbolKind::enumeration:
    case SymbolKind::structure:
      return bad(codes::wrong_kind_of_name, span,
                 fmt::format("'{}' is a type, not a value", name), note());
    case SymbolKind::process:
      return bad(codes::wrong_kind_of_name, span,
                 fmt::format("'{}' is a process, not a node", name), note());
  }
  return make(Op::error, simple(TypeKind::error), span);
}

ExprId Checker::family_member(const Symbol& symbol, const std::string& name,
                              std::vector<ExprId> indices, Span span,
                              Scope& scope) {
  const bool nodes = symbol.kind == SymbolKind::node_family;
  if (scope.site == Site::constant || scope.site == Site::size ||
      scope.site == Site::initial || scope.site == Site::own_initial) {
    return bad(
        codes::no_value_here, span,
        fmt::format("'{}' is part of the network: it has no value here", name),
        {{symbol.span, "declared here"}});
  }
  const std::size_t dims =
      nodes ? m_.node_families[symbol.item].dimensions.size()
            : m_.edge_families[symbol.item].dimensions.size();
  if (indices.size() < dims) {
    return bad(codes::wrong_number_of_arguments, span,
               fmt::format("'{}' is a family with {} dimension{}: name a "
                           "member, as in {}{}",
                           name, dims, dims == 1 ? "" : "s", name,
                           dims == 1 ? "[0]" : "[0][0]"),
               {{symbol.span, "declared here"}});
  }
  if (nodes) {
    const NodeFamilyId family(symbol.item);
    return make(Op::family_node,
                node_type(m_.node_families[symbol.item].process, family), span,
                std::move(indices), symbol.item);
  }
  return make(Op::family_edge, edge_type(m_.edge_families[symbol.item].type),
              span, std::move(indices), symbol.item);
}

ExprId Checker::shared_place(const Symbol& symbol, std::vector<ExprId> indices,
                             Span span, Scope& scope) {
  const SharedVariable& shared = m_.shared[symbol.item];
  if (!state_visible(scope, span,
                     fmt::format("shared variable '{}'", shared.name))) {
    return make(Op::error, simple(TypeKind::error), span);
  }
  if (indices.size() < shared.dimensions.size()) {
    return bad(codes::wrong_number_of_arguments, span,
               fmt::format("'{}' is a shared array: name an element, as in "
                           "{}[0]",
                           shared.name, shared.name),
               {{symbol.span, "declared here"}});
  }
  return make(Op::shared, shared.type, span, std::move(indices), symbol.item);
}

// ---- fields and indices ----------------------------------------------------

ExprId Checker::member_of_node(ExprId node, const ast::Word& word, Span span,
                               Scope& scope) {
  bool found = false;
  const ExprId member = own_name(word.text, span, node, scope, found);
  const ProcessId process = type(node).process;
  if (found) used_member(word, process);
  if (found) return member;
  if (process == unknown_process_) {
    return make(Op::error, simple(TypeKind::error), span);
  }
  return bad(codes::no_such_member, word.span,
             fmt::format("process '{}' has no port, variable or constant "
                         "'{}'{}",
                         m_[process].name, word.text,
                         suggestion(word.text, member_names(process))),
             {{m_[process].span, "declared here"}});
}

ExprId Checker::check_field(ast::ExprId id, Scope& scope) {
  const ast::Expr& e = t_[id];
  ExprId object = check(t_.child(e, 0), scope);
  members_asked(e, object);
  if (failed(object) || e.word.text.empty()) {
    return make(Op::error, simple(TypeKind::error), e.span);
  }
  if (is(object, TypeKind::edge)) object = read(object, scope);
  if (is(object, TypeKind::reference)) {
    const NodeFamilyId family = type(object).family;
    if (!family.valid()) {
      return bad(codes::no_such_member, e.word.span, "'none' has no fields");
    }
    object = make(Op::dereference,
                  node_type(m_.node_families[family.index()].process, family),
                  m_[object].span, {object});
  }
  if (is(object, TypeKind::node)) {
    return member_of_node(object, e.word, e.span, scope);
  }
  if (!is(object, TypeKind::structure)) {
    if (failed(object)) return object;
    return bad(codes::no_such_member, e.word.span,
               fmt::format("{} has no field '{}'", type_text(m_[object].type),
                           e.word.text));
  }
  const StructId structure = type(object).structure;
  const auto& fields = m_.structs[structure.index()].fields;
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < fields.size(); ++i) {
    if (fields[i].name == e.word.text) {
      used_field(e.word, structure, i);
      return make(Op::field, fields[i].type, e.span, {object}, i);
    }
    names.push_back(fields[i].name);
  }
  return bad(codes::no_such_member, e.word.span,
             fmt::format("struct '{}' has no field '{}'{}",
                         m_.structs[structure.index()].name, e.word.text,
                         suggestion(e.word.text, names)),
             {{m_.structs[structure.index()].span, "declared here"}});
}

ExprId Checker::element_of(ExprId array, ExprId index, Span span) {
  if (failed(array) || failed(index)) {
    return make(Op::error, simple(TypeKind::error), span);
  }
  if (of_nodes(m_[array].type)) {
    return bad(codes::operands_do_not_fit, span,
               "nodes in an array that is written out become references where "
               "they are assigned or compared, and are nothing before");
  }
  const bool queue = is(array, TypeKind::queue);
  if (queue || is(array, TypeKind::array)) {
    if (!type(index).numeric()) {
      return bad(
          codes::wrong_type, m_[index].span,
          fmt::format("an index of this {} is a number, not {}",
                      queue ? "queue" : "array", type_text(m_[index].type)));
    }
    return make(Op::element, type(array).element, span, {array, index});
  }
  if (!is(array, TypeKind::node_array)) {
    return bad(codes::operands_do_not_fit, span,
               fmt::format("{} has no elements", type_text(m_[array].type)));
  }
  const NodeFamilyId family = type(array).family;
  if (is(index, TypeKind::reference) && type(index).family.valid()) {
    index = make(
        Op::dereference,
        node_type(m_.node_families[family.index()].process, type(index).family),
        m_[index].span, {index});
  }
  if (!is(index, TypeKind::node)) {
    return bad(codes::wrong_type, m_[index].span,
               fmt::format("an index of this array is a node of '{}', not {}",
                           m_.node_families[family.index()].name,
                           type_text(m_[index].type)));
  }
  return make(Op::element, type(array).element, span, {array, index});
}

// a[i][j]: if a is a family or a shared array, as many indices as it has
// dimensions name a member; the others name elements of its value.
ExprId Checker::check_index(ast::ExprId id, Scope& scope) {
  std::vector<ast::ExprId> chain;  // outermost first
  ast::ExprId base = id;
  while (t_[base].kind == ast::ExprKind::index) {
    chain.push_back(base);
    base = t_.child(t_[base], 0);
  }
  std::reverse(chain.begin(), chain.end());
  std::size_t next = 0;
  ExprId result;
  const ast::Expr& b = t_[base];
  const bool plain = b.kind == ast::ExprKind::name &&
                     find_local(scope, b.word.text) == nullptr;
  bool own = false;
  if (plain && scope.process.valid() && !scope.in_definition) {
    const auto names = member_names(scope.process);
    own = std::find(names.begin(), names.end(), b.word.text) != names.end();
  }
  const Symbol* symbol = plain && !own ? find(b.word.text) : nullptr;
  std::size_t dims = 0;
  if (symbol != nullptr) {
    if (symbol->kind == SymbolKind::node_family) {
      dims = m_.node_families[symbol->item].dimensions.size();
    } else if (symbol->kind == SymbolKind::edge_family) {
      dims = m_.edge_families[symbol->item].dimensions.size();
    } else if (symbol->kind == SymbolKind::shared) {
      dims = m_.shared[symbol->item].dimensions.size();
    }
  }
  if (dims > 0) {
    std::vector<ast::ExprId> indices;
    while (next < chain.size() && next < dims) {
      indices.push_back(t_.child(t_[chain[next]], 1));
      ++next;
    }
    result = global_name(*symbol, b, scope, indices, t_[chain[next - 1]].span);
  } else {
    result = check(base, scope);
  }
  for (; next < chain.size(); ++next) {
    if (is(result, TypeKind::edge)) result = read(result, scope);
    const ExprId index = value(t_.child(t_[chain[next]], 1), scope);
    result = element_of(result, index, t_[chain[next]].span);
  }
  return result;
}

// ---- reading edges ---------------------------------------------------------

// An edge in the place of a value is read: by rights of the port, where the
// process knows it by one.
ExprId Checker::read(ExprId e, Scope& scope) {
  if (!is(e, TypeKind::edge)) return e;
  const Span span = m_[e].span;
  if (!state_visible(scope, span, "an edge")) {
    return make(Op::error, simple(TypeKind::error), span);
  }
  if (scope.process.valid()) {
    std::optional<std::uint32_t> port;
    const Expr edge = m_[e];
    if (edge.op == Op::port_edge && m_[m_.child(edge, 0)].op == Op::self) {
      port = edge.item;
    } else if (edge.op == Op::bound) {
      const Local* local = local_of(scope, e);
      if (local != nullptr && local->own_port) port = local->port;
    }
    if (!port) {
      scope.reads_others = true;
    } else if (!m_[scope.process].ports[*port].reads()) {
      const Port& p = m_[scope.process].ports[*port];
      return bad(
          codes::out_port_read, span,
          fmt::format("'{}' is an 'out' port and cannot be read", p.name),
          {{p.span,
            fmt::format("declare it 'inout' to read and write "
                        "it: port {}{} : inout {}",
                        p.set ? "set " : "", p.name, type_text(p.type))}});
    }
  }
  return value_of_edge(e, span);
}

}  // namespace vicinal::network::inline language
