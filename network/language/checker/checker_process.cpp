// SPDX-License-Identifier: MIT
// Processes: ports, variables, actions; statements, and who may write what.
#include <fmt/format.h>

#include "network/language/checker/checker_impl.hpp"
#include "network/language/codes.hpp"
#include "network/language/questions.hpp"

namespace vicinal::network::inline language {

// ---- declarations ----------------------------------------------------------

void Checker::declare_process(std::uint32_t i) {
  const ast::Process& source = t_.processes[i];
  Process& p = m_.processes[i];
  std::map<std::string, Span> seen;
  const auto own = [&](const ast::Word& name) {
    if (name.text.empty()) return;
    const auto [it, fresh] = seen.emplace(name.text, name.span);
    const Symbol* symbol = find(name.text);
    if (!fresh) {
      error(codes::declared_twice, name.span,
            fmt::format("'{}' is declared twice", name.text),
            {{it->second, "first declared here"}});
    } else if (symbol != nullptr && symbol->kind != SymbolKind::node_family &&
               symbol->kind != SymbolKind::edge_family) {
      error(codes::declared_twice, name.span,
            fmt::format("'{}' is declared twice", name.text),
            {{symbol->span, "first declared here, for the whole file"}});
    }
  };
  for (const ast::Field& c : source.constants) {
    own(c.name);
    const TypeId type = resolve(c.type);
    const TypeKind kind = m_[type].kind;
    if (kind != TypeKind::boolean && kind != TypeKind::range &&
        kind != TypeKind::enumeration && kind != TypeKind::error) {
      error(codes::type_not_possible_here, t_[c.type].span,
            "a constant of a process is a bool, a range or an enumeration");
    }
    p.constants.push_back({c.name.text, type});
  }
  for (const ast::Port& port : source.ports) {
    own(port.name);
    const TypeId type = resolve(port.type);
    if (has_part(m_, type, TypeKind::queue) &&
        port.direction != ast::Direction::inout) {
      error(
          codes::queue_port_not_inout, port.direction_span,
          fmt::format("a queue needs an 'inout' port: port {}{} : inout {}",
                      port.set ? "set " : "", port.name.text, type_text(type)));
    }
    const bool comes_and_goes = of_dynamic_edges(ProcessId(i), port.name.text);
    p.ports.push_back({port.name.text, port.set, port.direction,
                       comes_and_goes ? wire_type(type) : type,
                       port.name.span});
  }
  for (const ast::Var& var : source.variables) {
    own(var.name);
    p.variables.push_back(
        {var.name.text, resolve(var.type), ExprId::none(), var.name.span});
  }
  std::map<std::string, Span> actions;
  for (const ast::Action& a : source.actions) {
    const auto [it, fresh] = actions.emplace(a.name.text, a.name.span);
    if (!fresh && !a.name.text.empty()) {
      error(codes::declared_twice, a.name.span,
            fmt::format("action '{}' is declared twice", a.name.text),
            {{it->second, "first declared here"}});
    }
  }
}

void Checker::check_process(std::uint32_t i) {
  const ast::Process& source = t_.processes[i];
  for (std::size_t v = 0; v < source.variables.size(); ++v) {
    if (!source.variables[v].initial.valid()) continue;
    Scope scope;
    scope.site = Site::own_initial;
    scope.process = ProcessId(i);
    const Span span = source.variables[v].name.span;
    const ExprId self = make(Op::self, node_type(ProcessId(i)), span);
    scope.index = make(Op::node_index, simple(TypeKind::integer), span, {self});
    const ExprId initial =
        typed(source.variables[v].initial, scope,
              m_.processes[i].variables[v].type, "the initial value");
    m_.processes[i].variables[v].initial = initial;
  }
  for (const ast::Action& a : source.actions) {
    Action action;
    check_action(a, action, ProcessId(i));
    m_.processes[i].actions.push_back(std::move(action));
  }
  let_edges_change(ProcessId(i));
}

void Checker::check_action(const ast::Action& source, Action& action,
                           ProcessId process) {
  const std::size_t first = m_.exprs.size();
  action.name = source.name.text;
  action.span = source.span;
  Scope scope;
  scope.process = process;
  scope.site = process.valid() ? Site::action : Site::rule;
  action.binders = bind(source.parameters, scope, process.valid());
  action.global_range = scope.reads_others;
  scope.reads_others = false;
  const Changes changes = changes_of(source, action.binders, scope);
  if (source.guard.valid()) {
    action.guard = boolean(source.guard, scope, "a guard");
  }
  action.guard = guarded(action, changes, scope);
  action.global_guard = scope.reads_others;
  scope.reads_others = false;
  if (source.priority.valid()) {
    action.priority = number(source.priority, scope, "a priority");
    action.global_priority = scope.reads_others;
  }
  scope.reads_others = false;
  std::uint32_t loops = static_cast<std::uint32_t>(m_.binders.size());
  action.body =
      with_changes(check_statements(source.body, scope), action, changes);
  action.global_body = scope.reads_others;
  action.frame = scope.slots;
  for (std::size_t e = first; e < m_.exprs.size(); ++e) {
    action.frame = std::max(action.frame, frames_[e]);
  }
  for (; loops < m_.binders.size(); ++loops) {
    action.frame = std::max(action.frame, m_.binders[loops].slot + 1);
  }
}

// ---- statements ------------------------------------------------------------

Range Checker::check_statements(Range statements, Scope& scope) {
  std::vector<StmtId> checked;
  for (std::uint32_t i = statements.begin; i < statements.end; ++i) {
    checked.push_back(check_statement(t_[t_.stmt_children[i]], scope));
  }
  Range range;
  range.begin = static_cast<std::uint32_t>(m_.stmt_children.size());
  m_.stmt_children.insert(m_.stmt_children.end(), checked.begin(),
                          checked.end());
  range.end = static_cast<std::uint32_t>(m_.stmt_children.size());
  return range;
}

StmtId Checker::check_statement(const ast::Stmt& s, Scope& scope) {
  Stmt out;
  out.kind = s.kind;
  out.span = s.span;
  switch (s.kind) {
    case ast::StmtKind::assign:
      check_assignment(s, out, scope);
      break;
    case ast::StmtKind::branch:
      out.condition = boolean(s.condition, scope, "a condition");
      out.body = check_statements(s.body, scope);
      out.otherwise = check_statements(s.otherwise, scope);
      break;
    case ast::StmtKind::loop: {
      const std::size_t locals = scope.locals.size();
      const std::uint32_t slots = scope.slots;
      out.binders = bind(s.binders, scope, false);
      out.body = check_statements(s.body, scope);
      out.body = body_for_those_there(out, scope);
      scope.locals.resize(locals);
      scope.slots = slots;
      break;
    }
    case ast::StmtKind::repeat:
      out.condition = boolean(s.condition, scope, "a condition");
      out.body = check_statements(s.body, scope);
      break;
    case ast::StmtKind::push:
    case ast::StmtKind::pop:
      check_queue_statement(s, out, scope);
      break;
    case ast::StmtKind::skip:
    case ast::StmtKind::error:
      break;
  }
  m_.stmts.push_back(out);
  return StmtId(m_.stmts.size() - 1);
}

namespace {

Range append(std::vector<ExprId>& arena, const std::vector<ExprId>& list) {
  Range range;
  range.begin = static_cast<std::uint32_t>(arena.size());
  arena.insert(arena.end(), list.begin(), list.end());
  range.end = static_cast<std::uint32_t>(arena.size());
  return range;
}

}  // namespace

void Checker::check_assignment(const ast::Stmt& s, Stmt& out, Scope& scope) {
  if (s.targets.size() != s.values.size()) {
    error(codes::more_places_than_values, s.span,
          fmt::format("{} place{} on the left of ':=', but {} value{} on the "
                      "right",
                      s.targets.size(), s.targets.size() == 1 ? "" : "s",
                      s.values.size(), s.values.size() == 1 ? "" : "s"));
    return;
  }
  std::vector<ExprId> targets;
  std::vector<ExprId> values;
  for (std::uint32_t i = 0; i < s.targets.size(); ++i) {
    const ExprId place =
        target(t_.expr_children[s.targets.begin + i], scope, false);
    const ast::ExprId source = t_.expr_children[s.values.begin + i];
    values.push_back(
        typed(source, scope, m_[place].type, "the value assigned"));
    targets.push_back(place);
  }
  out.targets = append(m_.expr_children, targets);
  out.values = append(m_.expr_children, values);
}

void Checker::check_queue_statement(const ast::Stmt& s, Stmt& out,
                                    Scope& scope) {
  const ast::ExprId queue = t_.expr_children[s.targets.begin];
  const ExprId place = target(queue, scope, true);
  if (!failed(place) && !is(place, TypeKind::queue)) {
    error(codes::wrong_type, t_[queue].span,
          fmt::format("'{}' needs a queue, but this is {}",
                      s.kind == ast::StmtKind::push ? "push" : "pop",
                      type_text(m_[place].type)));
    return;
  }
  out.targets = append(m_.expr_children, {place});
  if (s.kind == ast::StmtKind::push && !failed(place)) {
    out.values = append(m_.expr_children,
                        {typed(t_.expr_children[s.values.begin], scope,
                               type(place).element, "what is pushed")});
  }
}

// ---- places ----------------------------------------------------------------

// The place that is assigned: checked without the right to read it, which an
// 'out' port does not give.
ExprId Checker::place_only(ast::ExprId id, Scope& scope) {
  const ast::Expr& e = t_[id];
  const auto base_of = [&](ast::ExprId child) {
    ExprId base = place_only(child, scope);
    if (is(base, TypeKind::edge)) {
      base = value_of_edge(base, m_[base].span);
    }
    return base;
  };
  if (e.kind == ast::ExprKind::field) {
    const ExprId object = base_of(t_.child(e, 0));
    if (failed(object)) return object;
    if (is(object, TypeKind::structure)) {
      const auto& fields = m_.structs[type(object).structure.index()].fields;
      for (std::uint32_t i = 0; i < fields.size(); ++i) {
        if (fields[i].name == e.word.text) {
          used_field(e.word, type(object).structure, i);
          return make(Op::field, fields[i].type, e.span, {object}, i);
        }
      }
    }
    return check(id, scope);
  }
  if (e.kind == ast::ExprKind::index) {
    const ast::ExprId inner = t_.child(e, 0);
    // A port, or a part of one; families go the usual way.
    ast::ExprId root = inner;
    while (t_[root].kind == ast::ExprKind::index) {
      root = t_.child(t_[root], 0);
    }
    const ast::ExprKind kind = t_[root].kind;
    bool own_edge = false;
    if (kind == ast::ExprKind::name && scope.process.valid()) {
      for (const Port& p : m_[scope.process].ports) {
        own_edge = own_edge || (p.name == t_[root].word.text && !p.set);
      }
      const Local* local = find_local(scope, t_[root].word.text);
      own_edge = own_edge || (local != nullptr && local->own_port);
    }
    if (own_edge || kind == ast::ExprKind::field) {
      const ExprId base = base_of(inner);
      if (failed(base)) return base;
      if (is(base, TypeKind::array) || is(base, TypeKind::node_array)) {
        return element_of(base, value(t_.child(e, 1), scope), e.span);
      }
    }
  }
  return check(id, scope);
}

bool Checker::writable_edge(ExprId edge, Span span, Scope& scope) {
  if (!scope.process.valid()) return true;  // a rule
  const Expr e = m_[edge];
  std::optional<std::uint32_t> port;
  if (e.op == Op::port_edge && m_[m_.child(e, 0)].op == Op::self) {
    port = e.item;
  } else if (e.op == Op::bound) {
    const Local* local = local_of(scope, edge);
    if (local != nullptr && local->own_port) port = local->port;
  }
  if (!port) {
    error(codes::variable_of_others_assigned, span,
          "this edge is not at a port of the process and cannot be assigned "
          "here; a 'rule' may");
    return false;
  }
  const Port& p = m_[scope.process].ports[*port];
  if (p.writes()) return true;
  error(codes::in_port_assigned, span,
        fmt::format("'{}' is an 'in' port and cannot be assigned", p.name),
        {{p.span,
          fmt::format("declare it 'inout' to read and write it: port {}{} : "
                      "inout {}",
                      p.set ? "set " : "", p.name, type_text(p.type))}});
  return false;
}

bool Checker::writable(ExprId place, Span span, Scope& scope) {
  const Expr e = m_[place];
  switch (e.op) {
    case Op::element:
      if (is(m_.child(e, 0), TypeKind::queue)) {
        error(codes::queue_element_assigned, span,
              "an element of a queue can only be read: 'push' puts a value at "
              "the end, 'pop' removes the head");
        return false;
      }
      [[fallthrough]];
    case Op::field:
      return writable(m_.child(e, 0), span, scope);
    case Op::edge_value:
      return writable_edge(m_.child(e, 0), span, scope);
    case Op::shared:
      m_.shared[e.item].written = true;
      return true;
    case Op::variable:
      if (!scope.process.valid() || m_[m_.child(e, 0)].op == Op::self) {
        return true;
      }
      error(codes::variable_of_others_assigned, span,
            "an action cannot assign a variable of another node; a 'rule' "
            "may");
      return false;
    case Op::error:
      return false;
    default:
      error(codes::not_assignable, span,
            "this is not a variable, a port or a part of one, and cannot be "
            "assigned");
      return false;
  }
}

ExprId Checker::target(ast::ExprId id, Scope& scope, bool queue) {
  ExprId e = queue ? value(id, scope) : place_only(id, scope);
  if (is(e, TypeKind::edge)) {
    e = value_of_edge(e, m_[e].span);
  }
  if (failed(e) || !writable(e, t_[id].span, scope)) {
    return make(Op::error, simple(TypeKind::error), t_[id].span);
  }
  return e;
}

}  // namespace vicinal::network::inline language
