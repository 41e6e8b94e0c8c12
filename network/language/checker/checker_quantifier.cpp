// SPDX-License-Identifier: MIT
// Quantifiers, and what bound variables range over.
#include <fmt/format.h>

#include "network/language/checker/checker_impl.hpp"
#include "network/language/codes.hpp"
#include "network/language/traits.hpp"

namespace vicinal::network::inline language {

using ast::ExprKind;

// ---- domains ---------------------------------------------------------------

bool Checker::named_domain(const Symbol& symbol, const ast::Expr& e,
                           Scope& scope, Binder& binder) {
  used(e.word, symbol.span);
  binder.item = symbol.item;
  const bool network = symbol.kind == SymbolKind::node_family ||
                       symbol.kind == SymbolKind::process ||
                       symbol.kind == SymbolKind::edge_family;
  if (network &&
      (scope.site == Site::constant || scope.site == Site::size ||
       scope.site == Site::initial || scope.site == Site::own_initial)) {
    error(codes::no_value_here, e.span,
          fmt::format("'{}' is part of the network: it has no members here",
                      e.word.text),
          {{symbol.span, "declared here"}});
    return false;
  }
  switch (symbol.kind) {
    case SymbolKind::node_family:
      binder.domain = DomainKind::node_family;
      binder.type = node_type(m_.node_families[symbol.item].process,
                              NodeFamilyId(symbol.item));
      return true;
    case SymbolKind::process:
      binder.domain = DomainKind::process;
      binder.type = node_type(ProcessId(symbol.item));
      return true;
    case SymbolKind::edge_family:
      binder.domain = DomainKind::edge_family;
      binder.type = edge_type(m_.edge_families[symbol.item].type);
      return true;
    case SymbolKind::enumeration:
      binder.domain = DomainKind::enumeration;
      binder.type = intern(
          {.kind = TypeKind::enumeration, .enumeration = EnumId(symbol.item)});
      return true;
    default:
      error(codes::nothing_to_range_over, e.span,
            fmt::format("'{}' has no members to range over", e.word.text),
            {{symbol.span, "declared here"}});
      return false;
  }
}

bool Checker::port_domain(ExprId node, std::uint32_t port, Scope& scope,
                          Binder& binder, Local& local) {
  const ProcessId process = type(node).process;
  const Port& p = m_[process].ports[port];
  if (scope.site == Site::wiring) {
    error(codes::no_value_here, m_[node].span,
          "a port set has no members yet where nodes are connected");
    return false;
  }
  binder.domain = DomainKind::port_set;
  binder.item = port;
  binder.node = node;
  binder.type = edge_type(p.type);
  local.own_port = m_[node].op == Op::self;
  local.port = port;
  return true;
}

bool Checker::range_domain(const ast::Binders& group, Scope& scope,
                           Binder& binder) {
  binder.domain = DomainKind::range;
  binder.type = simple(TypeKind::integer);
  binder.low = number(group.low, scope, "a bound of a range");
  binder.high = number(group.high, scope, "a bound of a range");
  return !failed(binder.low) && !failed(binder.high);
}

std::optional<std::uint32_t> Checker::port_of(ProcessId process,
                                              const std::string& name) const {
  const auto& ports = m_[process].ports;
  for (std::uint32_t i = 0; i < ports.size(); ++i) {
    if (ports[i].name == name) return i;
  }
  return std::nullopt;
}

// The port set of the node that the last word of `e` names.
bool Checker::port_set_domain(ExprId node, const ast::Expr& e, Scope& scope,
                              Binder& binder, Local& local) {
  const ProcessId process = type(node).process;
  if (process == unknown_process_) return false;
  const auto port = port_of(process, e.word.text);
  if (port) used(e.word, m_[process].ports[*port].span);
  if (port && m_[process].ports[*port].set) {
    return port_domain(node, *port, scope, binder, local);
  }
  error(codes::nothing_to_range_over, e.span,
        fmt::format("'{}' is not a port set of process '{}'", e.word.text,
                    m_[process].name),
        {{m_[process].span, "declared here"}});
  return false;
}

// The error that `e` names nothing that has members.
void Checker::no_domain(const ast::Expr& e, const Scope& scope) {
  std::vector<std::string> names;
  for (const auto& f : m_.node_families) names.push_back(f.name);
  for (const auto& f : m_.edge_families) names.push_back(f.name);
  for (const auto& p : m_.processes) names.push_back(p.name);
  for (const auto& x : m_.enums) names.push_back(x.name);
  if (scope.process.valid()) {
    for (const Port& p : m_[scope.process].ports) {
      if (p.set) names.push_back(p.name);
    }
  }
  error(codes::nothing_to_range_over, e.span,
        fmt::format("variables range over a family, a process, a port set, an "
                    "enumeration or a range lo..hi; this is none{}",
                    e.kind == ExprKind::name ? suggestion(e.word.text, names)
                                             : std::string{}));
}

// What `e` of `i in e` names. False after an error.
bool Checker::domain(const ast::Binders& group, Scope& scope, Binder& binder,
                     Local& local, bool constant_ranges) {
  if (!group.domain.valid()) {
    Scope constant;
    constant.site = Site::size;
    return range_domain(group, constant_ranges ? constant : scope, binder);
  }
  const ast::Expr& e = t_[group.domain];
  if (e.kind == ExprKind::name) {
    // Own ports win over families; bound variables have no members.
    if (scope.process.valid() && !scope.in_definition &&
        find_local(scope, e.word.text) == nullptr &&
        port_of(scope.process, e.word.text)) {
      const ExprId self = make(Op::self, node_type(scope.process), e.span);
      return port_set_domain(self, e, scope, binder, local);
    }
    const Symbol* symbol =
        find_local(scope, e.word.text) == nullptr ? find(e.word.text) : nullptr;
    if (symbol != nullptr) return named_domain(*symbol, e, scope, binder);
  }
  if (e.kind == ExprKind::field) {
    const ExprId node = this->node(t_.child(e, 0), scope, "what has ports");
    members_asked(e, node);
    return !failed(node) && port_set_domain(node, e, scope, binder, local);
  }
  if (e.kind != ExprKind::error) no_domain(e, scope);
  return false;
}

void Checker::bind_group(const ast::Binders& group, Scope& scope,
                         std::vector<Binder>& out, bool constant_ranges) {
  for (const ast::Word& name : group.names) {
    Binder binder;
    Local local;
    const bool good = domain(group, scope, binder, local, constant_ranges);
    binder.name = local.name = name.text;
    binder.span = local.span = name.span;
    Span declared;
    if (visible(scope, name.text, declared)) {
      error(codes::binder_repeats_name, name.span,
            fmt::format("'{}' already means something here: choose another "
                        "name for the bound variable",
                        name.text),
            {{declared, "declared here"}});
    }
    // The bounds and the node of a domain may use slots of their own; the
    // variable's slot is beyond them.
    for (const ExprId used : {binder.low, binder.high, binder.node}) {
      if (used.valid()) {
        scope.slots = std::max(scope.slots, frames_[used.index()]);
      }
    }
    binder.slot = scope.slots++;
    if (good) {
      local.expr = make(Op::bound, binder.type, name.span, {}, binder.slot);
    }
    bound_at_[binder.slot] = std::nullopt;
    if (good && binder.domain == DomainKind::port_set) {
      bound_at_[binder.slot] = Peer{local.expr, binder.node, binder.item};
    }
    if (good) local.edges = edge_set(binder);
    scope.locals.push_back(std::move(local));
    out.push_back(std::move(binder));
  }
}

// Binds the variables of several groups, one after the other: they stay in
// `scope`, which the caller shortens again.
Range Checker::bind(Range binders, Scope& scope, bool constant_ranges) {
  std::vector<Binder> out;
  for (std::uint32_t i = binders.begin; i < binders.end; ++i) {
    bind_group(t_.binders[i], scope, out, constant_ranges);
  }
  return add_binders(out);
}

// ---- quantifiers -----------------------------------------------------------

namespace {

Op quantifier_of(ExprKind kind) {
  switch (kind) {
    case ExprKind::forall:
      return Op::forall;
    case ExprKind::exists:
      return Op::exists;
    case ExprKind::exactly:
      return Op::exactly;
    case ExprKind::atmost:
      return Op::atmost;
    case ExprKind::count:
      return Op::count;
    case ExprKind::least:
      return Op::least;
    case ExprKind::greatest:
      return Op::greatest;
    default:
      return Op::sum;
  }
}

}  // namespace

ExprId Checker::check_quantifier(const ast::Expr& e, Scope& scope) {
  warn_swallowed(e);
  const Op op = quantifier_of(e.kind);
  std::vector<ExprId> children;
  if (e.children.size() == 2) {
    children.push_back(number(t_.child(e, 0), scope, "the number of members"));
    scope.slots = std::max(scope.slots, frames_[children[0].index()]);
  }
  const std::size_t locals = scope.locals.size();
  const std::uint32_t slots = scope.slots;
  const Range binders = bind(e.binders, scope, false);
  const ast::ExprId body = t_.child(e, e.children.size() - 1);
  children.push_back(
      folds_numbers(op)
          ? number(body, scope,
                   op == Op::sum ? "what is summed up" : "what is compared")
          : boolean(body, scope, "the body"));
  bool good = true;
  for (const ExprId child : children) good = good && !failed(child);
  for (std::uint32_t i = binders.begin; i < binders.end; ++i) {
    good = good && m_.binders[i].type.valid() &&
           m_[m_.binders[i].type].kind != TypeKind::error;
  }
  if (good) {
    children.back() = of_those_there(op, children.back(), binders, scope);
    good = !failed(children.back());
  }
  const std::uint32_t end = scope.slots;
  scope.locals.resize(locals);
  scope.slots = slots;
  if (!good) return make(Op::error, simple(TypeKind::error), e.span);
  const bool counts = op == Op::count || folds_numbers(op);
  const ExprId result = with_binders(
      make(op, simple(counts ? TypeKind::integer : TypeKind::boolean), e.span,
           std::move(children)),
      binders);
  std::uint32_t& frame = frames_[result.index()];
  frame = std::max(frame, end);
  return result;
}

// Whether an expression mentions one of the names anywhere.
bool Checker::mentions(ast::ExprId id,
                       const std::set<std::string>& names) const {
  const ast::Expr& e = t_[id];
  if (e.kind == ExprKind::name && names.contains(e.word.text)) return true;
  for (std::uint32_t i = 0; i < e.children.size(); ++i) {
    if (mentions(t_.child(e, i), names)) return true;
  }
  for (std::uint32_t i = e.binders.begin; i < e.binders.end; ++i) {
    const ast::Binders& b = t_.binders[i];
    for (const ast::ExprId part : {b.domain, b.low, b.high}) {
      if (part.valid() && mentions(part, names)) return true;
    }
  }
  return false;
}

// forall i in s: p(i) && q  probably meant  (forall i in s: p(i)) && q: the
// last part of a chain at the right end of the body does not mention any of
// the bound variables, an earlier one does.
void Checker::warn_swallowed(const ast::Expr& e) {
  std::set<std::string> names;
  for (std::uint32_t i = e.binders.begin; i < e.binders.end; ++i) {
    for (const ast::Word& w : t_.binders[i].names) names.insert(w.text);
  }
  ast::ExprId id = t_.child(e, e.children.size() - 1);
  if (e.kind >= ExprKind::count && e.kind <= ExprKind::greatest) return;
  while (id.valid()) {
    const ast::Expr& body = t_[id];
    const bool chain =
        body.kind == ExprKind::logical_and || body.kind == ExprKind::logical_or;
    const bool arrow =
        body.kind == ExprKind::implies || body.kind == ExprKind::iff;
    if (body.parenthesised || body.children.empty() || !(chain || arrow)) {
      return;
    }
    const ast::ExprId last = t_.child(body, body.children.size() - 1);
    if (chain && !mentions(last, names) && mentions(t_.child(body, 0), names)) {
      d_.warning(codes::quantifier_reaches_too_far, t_[last].span,
                 fmt::format("the body of '{}' reaches as far as here, but "
                             "this part does not mention its variable",
                             source_.text(e.operator_span)),
                 {{e.operator_span,
                   "put parentheses around the quantifier or its body to say "
                   "what is meant"}});
      return;
    }
    id = last;
  }
}

// ---- values of edges of one set ---------------------------------------------

std::optional<EdgeSet> Checker::edge_set(const Binder& binder) const {
  if (binder.domain == DomainKind::edge_family) {
    return EdgeSet{binder.domain, binder.item};
  }
  if (binder.domain != DomainKind::port_set) return std::nullopt;
  const Expr& node = m_[binder.node];
  if (node.op != Op::self && node.op != Op::bound) return std::nullopt;
  return EdgeSet{binder.domain, binder.item, node.op, node.item};
}

void Checker::note_same(ExprId a, ExprId b, const Scope& scope) {
  if (m_[a].op != Op::bound || m_[b].op != Op::bound) return;
  const Local* left = local_of(scope, a);
  const Local* right = local_of(scope, b);
  if (left == nullptr || right == nullptr) return;
  asked_same_.insert(std::minmax(left->span.begin, right->span.begin));
}

// f != e  of two edges of one set probably meant  !same(f, e): it is true of
// two edges that hold different values. Edges of different sets are others
// anyway, and whoever asks `same` of the two knows the difference.
void Checker::note_compared(const ast::Expr& e, ExprId a, ExprId b,
                            const Scope& scope) {
  const auto bound_edge = [&](ExprId x) -> const Local* {
    // Of an edge that comes and goes, the value is a part.
    const bool part = m_[x].op == Op::field;
    const ExprId whole = part ? m_.child(m_[x], 0) : x;
    if (part && contents_.contains(m_[whole].type)) x = whole;
    if (m_[x].op != Op::edge_value) return nullptr;
    const ExprId edge = m_.child(m_[x], 0);
    return m_[edge].op == Op::bound ? local_of(scope, edge) : nullptr;
  };
  const Local* left = bound_edge(a);
  const Local* right = bound_edge(b);
  if (left == nullptr || right == nullptr || left == right || !left->edges ||
      left->edges != right->edges) {
    return;
  }
  compared_.push_back({std::minmax(left->span.begin, right->span.begin),
                       e.span,
                       left->name,
                       right->name,
                       e.kind == ExprKind::equal,
                       {expansion_.rbegin(), expansion_.rend()}});
}

void Checker::warn_compared() {
  for (const Compared& c : compared_) {
    if (asked_same_.contains(c.pair)) continue;
    std::vector<Note> notes{
        {std::nullopt,
         fmt::format("write '{}same({}, {})' to ask whether they are one edge",
                     c.equal ? "" : "!", c.left, c.right)}};
    notes.insert(notes.end(), c.uses.begin(), c.uses.end());
    d_.warning(codes::edge_values_compared, c.span,
               fmt::format("this compares the values of the edges '{}' and "
                           "'{}', not the edges",
                           c.left, c.right),
               std::move(notes));
  }
}

}  // namespace vicinal::network::inline language
