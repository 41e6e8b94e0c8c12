// SPDX-License-Identifier: MIT
// Networks whose edges come and go, said in terms of those whose edges stay:
// an edge is one that may be there, and has a first field that says whether it
// is. Nobody behind the checker knows of it, so that no engine has to be
// trusted with it.
//
//   edge fork : T = v via link;   struct { here : bool; value : T; }, and
//                                 init forall e in fork: e.value == v
//   e, read or assigned           e.value
//   forall e in link: b           forall e in link: e.here => b
//   exists, exactly, count, ...   e.here && b
//   sum(e in link: b)             if e.here then b else 0
//   for e in link { s }           if e.here { s }
//   action a(e in link) when g    e.here && g
//   a(appearing e in link)        !e.here && g; e := (true, v) comes first
//   a(vanishing e in link)        e.here && g; e := (false, v) comes last
//   adjacent(i, j)                an edge of both that is there
//
// One that is not there holds v, always, so that nothing is remembered of what
// it held. What would mean something else by these rules is refused.
#include <fmt/format.h>

#include <algorithm>

#include "network/language/checker/checker_impl.hpp"
#include "network/language/codes.hpp"
#include "network/language/questions.hpp"
#include "network/language/traits.hpp"

namespace vicinal::network::inline language {

namespace {

constexpr std::uint32_t here_field = 0;
constexpr std::uint32_t value_field = 1;

template <class Id>
Range appended(std::vector<Id>& arena, const std::vector<Id>& list) {
  const auto begin = static_cast<std::uint32_t>(arena.size());
  arena.insert(arena.end(), list.begin(), list.end());
  return {begin, static_cast<std::uint32_t>(arena.size())};
}

}  // namespace

// ---- types and values ------------------------------------------------------

bool Checker::dynamic() const {
  return !t_.networks.empty() && t_.networks[0].dynamic;
}

// Whether it is the port set of these edges: that of their writers, or that of
// their readers.
bool Checker::of_dynamic_edges(ProcessId process,
                               const std::string& port) const {
  if (!dynamic() || port.empty()) return false;
  bool node = false;
  for (const NodeFamily& f : m_.node_families) {
    node = node || f.process == process;
  }
  for (const EdgeFamily& f : m_.edge_families) {
    if (node && (f.via_write == port || f.via_read == port)) return true;
  }
  return false;
}

// Of an edge that may be there and then holds such a value.
TypeId Checker::wire_type(TypeId content) {
  if (m_[content].kind == TypeKind::error) return content;
  const auto known = wires_.find(content);
  if (known != wires_.end()) return known->second;
  Structure wire;
  wire.name = fmt::format("dynamic {}", type_text(content));
  wire.span = t_.networks[0].span;
  wire.fields = {{"here", simple(TypeKind::boolean)}, {"value", content}};
  const StructId id(m_.structs.size());
  m_.structs.push_back(std::move(wire));
  const TypeId type = intern({.kind = TypeKind::structure, .structure = id});
  wires_.emplace(content, type);
  contents_.emplace(type, content);
  return type;
}

// What a user takes for the type of the edge.
TypeId Checker::content_of(TypeId type) const {
  const auto found = contents_.find(type);
  return found == contents_.end() ? type : found->second;
}

ExprId Checker::value_of_edge(ExprId edge, Span span) {
  const TypeId whole = type(edge).element;
  const ExprId value = make(Op::edge_value, whole, span, {edge});
  const TypeId content = content_of(whole);
  if (content == whole) return value;
  return make(Op::field, content, span, {value}, value_field);
}

// ---- bound edges -----------------------------------------------------------

bool Checker::comes_and_goes(const Binder& binder) const {
  return binder.type.valid() && m_[binder.type].kind == TypeKind::edge &&
         contents_.contains(m_[binder.type].element);
}

bool Checker::comes_and_goes(Range binders) const {
  for (std::uint32_t b = binders.begin; b < binders.end; ++b) {
    if (comes_and_goes(m_.binders[b])) return true;
  }
  return false;
}

// Whether the edge is there, which the process sees at its own ports.
ExprId Checker::is_there(const Binder& binder, Scope& scope) {
  const bool own =
      binder.domain == DomainKind::port_set && m_[binder.node].op == Op::self;
  if (scope.process.valid() && !own) scope.reads_others = true;
  const ExprId edge =
      make(Op::bound, binder.type, binder.span, {}, binder.slot);
  const ExprId whole =
      make(Op::edge_value, type(edge).element, binder.span, {edge});
  return make(Op::field, simple(TypeKind::boolean), binder.span, {whole},
              here_field);
}

// That all edges are there; none if no variable is bound to one.
ExprId Checker::are_there(Range binders, Scope& scope) {
  std::vector<ExprId> parts;
  for (std::uint32_t b = binders.begin; b < binders.end; ++b) {
    const Binder binder = m_.binders[b];
    if (comes_and_goes(binder)) parts.push_back(is_there(binder, scope));
  }
  if (parts.size() < 2) return parts.empty() ? ExprId::none() : parts[0];
  const Span span = m_[parts[0]].span;
  return make(Op::logical_and, simple(TypeKind::boolean), span,
              std::move(parts));
}

// What a variable ranges over is found before it is known whether the edges
// bound before it are there: it must not depend on them.
bool Checker::ranges_stay(Range binders) {
  for (std::uint32_t b = binders.begin; b < binders.end; ++b) {
    for (std::uint32_t before = binders.begin; before < b; ++before) {
      if (!comes_and_goes(m_.binders[before])) continue;
      const std::uint32_t slot = m_.binders[before].slot;
      for (const ExprId part :
           {m_.binders[b].node, m_.binders[b].low, m_.binders[b].high}) {
        if (!part.valid() || !language::mentions(m_, part, slot)) continue;
        error(codes::not_in_dynamic_network, m_.binders[b].span,
              fmt::format("what '{}' ranges over depends on the edge '{}', "
                          "which may not be there: bind it inside",
                          m_.binders[b].name, m_.binders[before].name));
        return false;
      }
    }
  }
  return true;
}

// The body of a quantifier, for members that are there.
ExprId Checker::of_those_there(Op op, ExprId body, Range binders,
                               Scope& scope) {
  if (!comes_and_goes(binders) || failed(body)) return body;
  const Span span = m_[body].span;
  if (!ranges_stay(binders)) {
    return make(Op::error, simple(TypeKind::error), span);
  }
  if (op == Op::least || op == Op::greatest) {
    return bad(codes::not_in_dynamic_network, span,
               "there is no least or greatest value where no edge may be "
               "there: ask with 'exists' or 'forall'");
  }
  const ExprId there = are_there(binders, scope);
  const TypeId truth = simple(TypeKind::boolean);
  if (op == Op::forall) return make(Op::implies, truth, span, {there, body});
  if (op == Op::sum) {
    const TypeId integer = simple(TypeKind::integer);
    return make(Op::if_then_else, integer, span,
                {there, body, literal(integer, 0, span)});
  }
  return make(Op::logical_and, truth, span, {there, body});
}

// An edge that both touch is there. That they share one, there or not, is said
// first: it does not change, and tells pairs of nodes apart.
ExprId Checker::adjacent_now(ExprId a, ExprId b, Span span, Scope& scope) {
  const TypeId truth = simple(TypeKind::boolean);
  if (m_.node_families.size() != 1 || m_.edge_families.size() != 1) {
    return make(Op::error, simple(TypeKind::error), span);  // it was reported
  }
  const auto& ports = m_[type(a).process].ports;
  std::set<std::uint32_t> ends;
  for (std::uint32_t p = 0; p < ports.size(); ++p) {
    const bool end = of_dynamic_edges(type(a).process, ports[p].name);
    if (end && ports[p].set) ends.insert(p);
  }
  const std::uint32_t slot =
      std::max({scope.slots, frames_[a.index()], frames_[b.index()]});
  const ExprId now =
      over_ports(a, ends, slot, span, [&](ExprId edge, const Binder* over) {
        if (!comes_and_goes(*over)) return ExprId::none();  // it was reported
        return make(Op::logical_and, truth, span,
                    {is_there(*over, scope), is_at(edge, b, ends, slot + 1)});
      });
  if (!now.valid()) return make(Op::error, simple(TypeKind::error), span);
  const ExprId ever = make(Op::adjacent, truth, span, {a, b});
  return make(Op::logical_and, truth, span, {ever, now});
}

// ---- actions ---------------------------------------------------------------

// What an action does to its parameters: one for each binder.
Checker::Changes Checker::changes_of(const ast::Action& source, Range binders,
                                     Scope& scope) {
  Changes changes;
  for (std::uint32_t g = source.parameters.begin; g < source.parameters.end;
       ++g) {
    const ast::Binders& group = t_.binders[g];
    changes.insert(changes.end(), group.names.size(), group.change);
  }
  for (std::uint32_t b = 0; b < binders.size(); ++b) {
    if (changes[b] == ast::Change::none) continue;
    const Binder binder = m_.binders[binders.begin + b];
    if (!binder.type.valid()) {
      changes[b] = ast::Change::none;  // an error was reported
      continue;
    }
    if (comes_and_goes(binder)) {
      const ExprId edge =
          make(Op::bound, binder.type, binder.span, {}, binder.slot);
      writable_edge(edge, binder.span, scope);
      continue;
    }
    error(codes::change_of_no_edge, binder.span,
          fmt::format("'{}' is no edge that comes and goes", binder.name),
          {{std::nullopt,
            dynamic() ? "what appears and vanishes ranges over the port set "
                        "of the edges: action cut(vanishing e in link)"
                      : "only the edges of a network 'any dynamic' do"}});
    changes[b] = ast::Change::none;
  }
  ranges_stay(binders);
  return changes;
}

// Edges are there, but for those that appear.
ExprId Checker::guarded(const Action& action, const Changes& changes,
                        Scope& scope) {
  const TypeId truth = simple(TypeKind::boolean);
  std::vector<ExprId> parts;
  for (std::uint32_t b = action.binders.begin; b < action.binders.end; ++b) {
    const Binder binder = m_.binders[b];
    if (!comes_and_goes(binder)) continue;
    ExprId part = is_there(binder, scope);
    if (changes[b - action.binders.begin] == ast::Change::appears) {
      part = make(Op::logical_not, truth, binder.span, {part});
    }
    parts.push_back(part);
  }
  if (parts.empty()) return action.guard;
  if (action.guard.valid()) parts.push_back(action.guard);
  if (action.guard.valid() && failed(action.guard)) return action.guard;
  const Span span = m_[parts.back()].span;
  return parts.size() == 1
             ? parts[0]
             : make(Op::logical_and, truth, span, std::move(parts));
}

// The body of a loop, for members that are there.
Range Checker::body_for_those_there(const Stmt& loop, Scope& scope) {
  if (!comes_and_goes(loop.binders)) return loop.body;
  ranges_stay(loop.binders);
  Stmt if_there;
  if_there.kind = ast::StmtKind::branch;
  if_there.span = loop.span;
  if_there.condition = are_there(loop.binders, scope);
  if_there.body = loop.body;
  m_.stmts.push_back(if_there);
  return appended(m_.stmt_children, {StmtId(m_.stmts.size() - 1)});
}

// It holds the initial value, before and after. That it does so anyway while it
// is not there is an invariant, which nobody has to find by this.
StmtId Checker::change_to(const Binder& binder, bool here) {
  const Span span = binder.span;
  const ExprId edge = make(Op::bound, binder.type, span, {}, binder.slot);
  const TypeId wire = type(edge).element;
  const ExprId whole = make(Op::edge_value, wire, span, {edge});
  const ExprId is_here = literal(simple(TypeKind::boolean), here, span);
  const ExprId value =
      make(Op::make_structure, wire, span, {is_here, absent_value_});
  Stmt s;
  s.kind = ast::StmtKind::assign;
  s.span = span;
  s.targets = appended(m_.expr_children, {whole});
  s.values = appended(m_.expr_children, {value});
  m_.stmts.push_back(s);
  return StmtId(m_.stmts.size() - 1);
}

// What appears does so before the statements, what vanishes behind them.
Range Checker::with_changes(Range body, const Action& action,
                            const Changes& changes) {
  if (!absent_value_.valid()) return body;  // an error, or edges that stay
  std::vector<StmtId> first, last;
  for (std::uint32_t b = 0; b < changes.size(); ++b) {
    const Binder edge = m_.binders[action.binders.begin + b];
    if (changes[b] == ast::Change::appears) {
      first.push_back(change_to(edge, true));
    }
    if (changes[b] == ast::Change::vanishes) {
      last.push_back(change_to(edge, false));
    }
  }
  if (first.empty() && last.empty()) return body;
  first.insert(first.end(), m_.stmt_children.begin() + body.begin,
               m_.stmt_children.begin() + body.end);
  first.insert(first.end(), last.begin(), last.end());
  return appended(m_.stmt_children, first);
}

// ---- changes that nobody makes ---------------------------------------------

// Whether no action and no rule makes such changes: then edges do it alone.
bool Checker::edges_change_alone(ast::Change change) const {
  if (!dynamic()) return false;
  const auto makes = [&](const ast::Binders& b) { return b.change == change; };
  return std::none_of(t_.binders.begin(), t_.binders.end(), makes);
}

// By an action of the node that writes the edge, at any time: of one where it
// is, so that a neighbourhood shows all that the step is about.
void Checker::let_edges_change(ProcessId process) {
  if (!dynamic() || !absent_value_.valid()) return;
  const auto& ports = m_[process].ports;
  for (std::uint32_t p = 0; p < ports.size(); ++p) {
    const EdgeFamily& edges = m_.edge_families[0];
    const bool writers = of_dynamic_edges(process, ports[p].name) &&
                         ports[p].set && ports[p].name == edges.via_write;
    if (!writers) continue;
    for (const auto change : {ast::Change::appears, ast::Change::vanishes}) {
      if (edges_change_alone(change)) change_alone(process, p, change);
    }
  }
}

void Checker::change_alone(ProcessId process, std::uint32_t port,
                           ast::Change change) {
  const Span span = m_.edge_families[0].span;
  Binder edge;
  edge.name = "e";
  edge.domain = DomainKind::port_set;
  edge.item = port;
  edge.node = make(Op::self, node_type(process), span);
  edge.type = edge_type(m_[process].ports[port].type);
  edge.span = span;
  Action action;
  const bool appears = change == ast::Change::appears;
  action.name = appears ? "appear" : "vanish";
  action.span = span;
  action.frame = 1;
  action.binders = add_binders({edge});
  Scope scope;
  scope.process = process;
  scope.site = Site::action;
  action.guard = guarded(action, {change}, scope);
  action.body = with_changes({}, action, {change});
  for (const ast::Action& a : t_.processes[process.index()].actions) {
    if (a.name.text != action.name) continue;
    error(codes::declared_twice, a.name.span,
          fmt::format("action '{}' is declared twice: edges {} by themselves",
                      a.name.text, action.name),
          {{std::nullopt,
            fmt::format("give it another name, or say that it is how they do: "
                        "'{} e in {}'",
                        appears ? "appearing" : "vanishing",
                        m_[process].ports[port].name)}});
  }
  m_.processes[process.index()].actions.push_back(std::move(action));
}

// ---- how they begin --------------------------------------------------------

// All hold the value, whether they are there or not.
void Checker::begin_alike(const ast::Item& item, TypeId wire, ExprId value) {
  if (m_[wire].kind != TypeKind::error &&
      has_part(m_, content_of(wire), TypeKind::queue)) {
    error(codes::not_in_dynamic_network, t_[item.type].span,
          "a queue cannot come and go: there is no value with which it "
          "appears");
  } else if (!value.valid()) {
    error(codes::dynamic_edge_without_value, item.span,
          "an edge that comes and goes has an initial value, with which it "
          "appears: edge e : T = v via link;");
  }
  if (!value.valid() || failed(value)) return;
  if (language::mentions(m_, value, 0)) {
    error(codes::dynamic_edge_without_value, t_[item.initial].span,
          "edges that come and go begin alike, without 'index'");
    return;
  }
  absent_value_ = value;
  const Span span = t_[item.initial].span;
  const TypeId truth = simple(TypeKind::boolean);
  Binder e;
  e.name = "e";
  e.domain = DomainKind::edge_family;
  e.item = 0;
  e.type = edge_type(wire);
  e.span = span;
  const ExprId edge = make(Op::bound, e.type, span, {}, e.slot);
  const ExprId alike =
      make(Op::equal, truth, span, {value_of_edge(edge, span), absent_value_});
  m_.inits.push_back(
      with_binders(make(Op::forall, truth, span, {alike}), add_binders({e})));
}

}  // namespace vicinal::network::inline language
