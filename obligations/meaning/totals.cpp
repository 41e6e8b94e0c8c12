// SPDX-License-Identifier: MIT
// A member that nothing is written of, and at whose ports nothing is, adds the
// same before and after. So the total afterwards is the one before and, for
// each member that is touched so, the difference of what it adds: for each of
// them once, if several names mean one, and only if there is such a member.
// What names none (an index out of bounds, `none`) fails when it is written,
// and is part of no total: facts hold of steps that fail, too. Who has a
// written edge at a port is read off the connect statements; it may be any of
// the members that these name, and that one of them has another edge there does
// no harm, since it adds what it did.
#include "obligations/meaning/totals.hpp"

#include <algorithm>
#include <utility>

#include "network/language/questions.hpp"
#include "network/language/traits.hpp"
#include "network/language/walk.hpp"
#include "obligations/meaning/query.hpp"

namespace vicinal::obligations::inline meaning {

namespace {

constexpr std::int64_t greatest_named = 8;  // index
constexpr std::size_t most_named = 3;
constexpr std::size_t most_touched = 24;  // of one total by one step

bool is_equality(const Expr& e) {
  return e.op == Op::equal || e.op == Op::not_equal;
}

// Operators that a number or a truth of the initial values is made with.
bool is_made_with(const Expr& e) {
  return e.op == Op::literal || e.op == Op::parameter ||
         e.op == Op::if_then_else || network::is_comparison(e.op) ||
         network::is_logical(e.op) ||
         (network::is_arithmetic(e.op) && e.op != Op::power);
}

bool over_members(DomainKind domain) {
  return domain == DomainKind::node_family || domain == DomainKind::edge_family;
}

// Operators whose value is that of their operands.
bool is_plain(const Expr& e) {
  switch (e.op) {
    case Op::literal:
    case Op::parameter:
    case Op::bound:
    case Op::process_constant:
    case Op::node_index:
    case Op::to_reference:
    case Op::field:
    case Op::if_then_else:
      return true;
    default:
      return network::is_arithmetic(e.op) || network::is_comparison(e.op) ||
             network::is_logical(e.op);
  }
}

}  // namespace

Totals::Totals(Query& q)
    : model_(q.model),
      terms_(q.terms),
      facts_(q.facts),
      sizes_(q.sizes),
      domains_(q.domains),
      members_(q.members),
      places_(q.places),
      expressions_(q.expressions),
      wiring_(q.wiring),
      starts_(q) {}

const Binder& Totals::binder_of(ExprId total) const {
  return model_.binders[model_[total].binders.begin];
}

ExprId Totals::body_of(ExprId total) const {
  const Expr& e = model_[total];
  return model_.child(e, e.children.size() - 1);
}

// m.vote[x]: of an array that nodes index, at one that has a name, which no
// step changes.
bool Totals::is_element_at_node(const Expr& e) const {
  const network::Type& array = model_[model_[model_.child(e, 0)].type];
  return array.kind == network::TypeKind::node_array &&
         model_[model_.child(e, 1)].op == Op::bound;
}

// The edge at a single port of the member, or what it holds. A graph has port
// sets only.
bool Totals::is_at_own_port(const Expr& e, const Binder& member) const {
  if (e.op == Op::edge_value) {
    return is_at_own_port(model_[model_.child(e, 0)], member);
  }
  if (e.op != Op::port_edge || member.domain != DomainKind::node_family) {
    return false;
  }
  const Expr& of = model_[model_.child(e, 0)];
  return of.op == Op::bound && of.item == member.slot;
}

// In a state of which nothing is known but the types. Whether the evaluation
// fails is a term that bounds alone have made false: so it does for every
// member and in every state, whatever else is known.
bool Totals::never_fails(ExprId total, const Env& env) {
  if (!network::can_fail(model_, body_of(total))) return true;
  std::vector<Value> outside;
  for (const std::uint32_t slot : network::free_slots(model_, total)) {
    outside.push_back(env.frame[slot]);
  }
  const auto [at, fresh] =
      never_fail_.try_emplace({total, std::move(outside)}, false);
  if (!fresh) return at->second;
  Env any = env;
  any.state = 0;
  for (const Choice& c : domains_.fresh_choices(binder_of(total), any)) {
    any.frame[binder_of(total).slot] = c.value;
    if (!terms_.is_no(expressions_.translate(body_of(total), any).error)) {
      return false;
    }
  }
  return at->second = true;
}

bool Totals::of_members(ExprId total, const Env& env) {
  const Expr& e = model_[total];
  if (e.binders.size() != 1 || !over_members(binder_of(total).domain)) {
    return false;
  }
  const std::uint32_t slot = binder_of(total).slot;
  const auto own = [&](const Expr& x) {
    if (!x.binders.empty()) return false;
    if (x.op == Op::element) return is_element_at_node(x);
    if (is_at_own_port(x, binder_of(total))) return true;
    if (x.op != Op::variable && x.op != Op::edge_value) return is_plain(x);
    const Expr& of = model_[model_.child(x, 0)];
    return of.op == Op::bound && of.item == slot;
  };
  const ExprId body = body_of(total);
  return network::every(model_, body, own) && never_fails(total, env);
}

// The same expression, but for the names of the members. What is bound outside
// is the same value, which no step changes; or, if asked for, it is the same
// where these terms are equal.
bool Totals::alike(const Named& a, const Named& b,
                   std::vector<Term>* equal) const {
  const Expr& x = model_[a.expr];
  const Expr& y = model_[b.expr];
  if (x.op != y.op || x.value != y.value || x.type != y.type ||
      x.children.size() != y.children.size()) {
    return false;
  }
  if (x.op != Op::bound) {
    if (x.item != y.item) return false;
  } else if (x.item == a.member || y.item == b.member) {
    if (x.item != a.member || y.item != b.member) return false;
  } else if (a.env.frame[x.item] != b.env.frame[y.item]) {
    if (equal == nullptr) return false;
    equal->push_back(same(terms_, a.env.frame[x.item], b.env.frame[y.item]));
  }
  for (std::size_t i = 0; i < x.children.size(); ++i) {
    if (!alike({model_.child(x, i), a.env, a.member},
               {model_.child(y, i), b.env, b.member}, equal)) {
      return false;
    }
  }
  return true;
}

bool Totals::one_family(ExprId a, ExprId b) const {
  const Binder& x = binder_of(a);
  const Binder& y = binder_of(b);
  return x.domain == y.domain && x.item == y.item;
}

Totals::Class* Totals::find(ExprId total, const Env& env) {
  const bool sum = model_[total].op == Op::sum;
  const Named it{body_of(total), env, binder_of(total).slot};
  for (Class& c : classes_) {
    if ((model_[c.expr].op == Op::sum) == sum && one_family(c.expr, total) &&
        alike({body_of(c.expr), c.env, binder_of(c.expr).slot}, it)) {
      return &c;
    }
  }
  return nullptr;
}

Totals::Class& Totals::class_of(ExprId total, const Env& env) {
  if (Class* c = find(total, env)) return *c;
  return classes_.emplace_back(Class{total, env, {}});
}

// Two totals of which only what is bound outside differs have one value where
// that is the same member.
void Totals::same_where_equal(const Class& c, StateId state) {
  const Named it{body_of(c.expr), c.env, binder_of(c.expr).slot};
  for (const Class& other : classes_) {
    const auto value = other.values.find(state);
    if (&other == &c || value == other.values.end()) continue;
    if ((model_[c.expr].op == Op::sum) != (model_[other.expr].op == Op::sum) ||
        !one_family(c.expr, other.expr)) {
      continue;
    }
    std::vector<Term> equal;
    if (!alike(it, {body_of(other.expr), other.env, binder_of(other.expr).slot},
               &equal)) {
      continue;
    }
    facts_.add(terms_.implies(
        terms_.all(std::move(equal)),
        terms_.equal(c.values.at(state).value, value->second.value)));
  }
}

Totals::Known* Totals::known(ExprId total, const Env& env) {
  Class* c = of_members(total, env) ? find(total, env) : nullptr;
  if (c == nullptr) return nullptr;
  const auto at = c->values.find(env.state);
  return at == c->values.end() ? nullptr : &at->second;
}

// `m`, `!m`, `m == literal`.
Totals::Asked Totals::asked(ExprId count) const {
  const ExprId body = body_of(count);
  const Expr& e = model_[body];
  if (e.op == Op::logical_not) return {model_.child(e, 0), 0};
  if (e.op == Op::equal) {
    for (const std::size_t side : {0U, 1U}) {
      const Expr& value = model_[model_.child(e, 1 - side)];
      if (value.op == Op::literal) return {model_.child(e, side), value.value};
    }
  }
  return {body, 1};
}

bool Totals::exclusive(ExprId a, const Env& of_a, ExprId b, const Env& of_b) {
  const bool counts = model_[a].op != Op::sum && model_[b].op != Op::sum;
  if (!counts || !of_members(a, of_a) || !of_members(b, of_b) ||
      !one_family(a, b)) {
    return false;
  }
  const Asked x = asked(a);
  const Asked y = asked(b);
  return x.value != y.value && alike({x.subject, of_a, binder_of(a).slot},
                                     {y.subject, of_b, binder_of(b).slot});
}

bool Totals::same_but_for_names(ExprId a, const Env& of_a, ExprId b,
                                const Env& of_b) const {
  std::vector<Term> equal;
  return one_family(a, b) &&
         alike({body_of(a), of_a, binder_of(a).slot},
               {body_of(b), of_b, binder_of(b).slot}, &equal);
}

std::set<std::uint32_t> Totals::levels(ExprId count) const {
  const std::vector<std::uint32_t> outside = network::free_slots(model_, count);
  std::set<std::uint32_t> found;
  const auto put = [&](const Expr& e) {
    const TypeKind kind = model_[e.type].kind;
    const bool number = kind == TypeKind::integer || kind == TypeKind::range;
    if (e.op == Op::bound && number &&
        std::ranges::binary_search(outside, e.item)) {
      found.insert(e.item);
    }
    return false;
  };
  network::any(model_, body_of(count), [&](const Expr& e) {
    if (!network::is_comparison(e.op) || is_equality(e)) return false;
    for (std::size_t side = 0; side < 2; ++side) {
      network::any(model_, model_.child(e, side), put);
    }
    return false;
  });
  return found;
}

bool Totals::over_levels(ExprId quantifier) const {
  const auto bound = binders_of(model_, model_[quantifier].binders);
  const bool indices = network::any(model_, quantifier, [](const Expr& e) {
    return e.op == Op::node_index || network::names_member(e.op);
  });
  return !indices &&
         network::walk(model_, quantifier, [&](ExprId id, const Expr& e) {
           if (e.op != Op::count) return network::Go::into;
           const std::set<std::uint32_t> numbers = levels(id);
           const bool some = std::ranges::any_of(bound, [&](const Binder& b) {
             return b.domain == DomainKind::range && numbers.contains(b.slot);
           });
           return some ? network::Go::stop : network::Go::past;
         });
}

// Whether it is compared, as a part of a sum or a product, by an order, and
// with something else than a number.
bool Totals::is_threshold(ExprId count) {
  const auto [at, fresh] = thresholds_.try_emplace(count, false);
  if (!fresh || model_[count].op != Op::count) return at->second;
  const auto has = [&](ExprId side) {
    bool found = false;
    network::walk(model_, side, [&](ExprId id, const Expr& e) {
      found = found || id == count;
      return network::is_arithmetic(e.op) ? network::Go::into
                                          : network::Go::past;
    });
    return found;
  };
  for (const Expr& e : model_.exprs) {
    const bool order = network::is_comparison(e.op) && e.op != Op::equal &&
                       e.op != Op::not_equal;
    for (std::size_t side = 0; order && side < 2; ++side) {
      const bool number = model_[model_.child(e, 1 - side)].op == Op::literal;
      if (!number && has(model_.child(e, side))) return at->second = true;
    }
  }
  return false;
}

bool Totals::exhaustive(ExprId count, std::size_t counts) const {
  const network::Type& type = model_[model_[asked(count).subject].type];
  if (type.kind == network::TypeKind::boolean) return counts == 2;
  return type.kind == network::TypeKind::enumeration &&
         counts == model_.enums[type.enumeration.index()].constants.size();
}

Term Totals::share(ExprId total, const Env& env, const Value& member,
                   StateId state) {
  Env inner = env;
  inner.state = state;
  inner.frame[binder_of(total).slot] = member;
  const Term t = expressions_.translate(body_of(total), inner).term();
  if (model_[total].op == Op::sum) return t;
  return terms_.choose(t, terms_.number(1), terms_.number(0));
}

void Totals::add(ExprId total, const Env& env, Term value) {
  if (!of_members(total, env)) return;
  Class& c = class_of(total, env);
  const auto [known, fresh] =
      c.values.emplace(env.state, Known{value, terms_.no()});
  if (!fresh) {
    facts_.add(terms_.equal(known->second.value, value));
    return;
  }
  same_where_equal(c, env.state);
  if (env.state == 0) {
    if (places_.starts()) starts_.add(total, env, value);
    return;
  }
  const auto before = c.values.find(0);
  if (before != c.values.end()) {
    change(total, env, before->second.value, value);
    return;
  }
  // Of an `atmost` the number has no expression of its own.
  const Op op = model_[total].op;
  if (op != Op::count && op != Op::sum) return;
  Env start = env;
  start.state = 0;
  const Term first = expressions_.translate(total, start).term();
  change(total, env, first, value);
}

// Who has an edge that is written at this port.
bool Totals::touch_by(std::uint32_t port, ExprId total, StateId state,
                      std::vector<Value>& nodes, Term& premise) {
  const std::uint32_t family = binder_of(total).item;
  for (const std::uint32_t edges : wiring_.edge_families(family, port)) {
    const auto written = places_.written(PlaceKind::edge, edges, state);
    if (!written) return false;
    for (const Value& edge : *written) {
      const auto at = wiring_.nodes_at(family, port, edge);
      if (!at || nodes.size() + at->nodes.size() > most_touched) return false;
      premise = terms_.both(premise, at->premise);
      for (const Value& node : at->nodes) {
        if (std::find(nodes.begin(), nodes.end(), node) != nodes.end()) {
          continue;
        }
        nodes.push_back(node);
        members_.join(node);
      }
    }
  }
  return true;
}

std::optional<std::vector<Value>> Totals::touched(ExprId total, StateId state,
                                                  Term& premise) {
  const Binder& binder = binder_of(total);
  premise = terms_.yes();
  if (binder.domain == DomainKind::edge_family) {
    return places_.written(PlaceKind::edge, binder.item, state);
  }
  auto nodes = places_.written(PlaceKind::node, binder.item, state);
  if (!nodes) return std::nullopt;
  std::set<std::uint32_t> ports;
  network::walk(model_, body_of(total), [&](ExprId, const Expr& e) {
    if (e.op == Op::port_edge) ports.insert(e.item);
    return network::Go::into;
  });
  for (const std::uint32_t port : ports) {
    if (!touch_by(port, total, state, *nodes, premise)) return std::nullopt;
  }
  return nodes;
}

void Totals::change(ExprId total, const Env& env, Term before, Term after) {
  const bool nodes = binder_of(total).domain == DomainKind::node_family;
  Term premise;
  const auto members = touched(total, env.state, premise);
  if (!members) return;
  Term now = before;
  for (std::size_t a = 0; a < members->size(); ++a) {
    const Value& member = (*members)[a];
    std::vector<Term> first = {facts_.unless_known(
        nodes ? sizes_.in_range(member) : sizes_.edge_in_range(member))};
    for (std::size_t b = 0; b < a; ++b) {
      first.push_back(terms_.negate(same(terms_, member, (*members)[b])));
    }
    const Term more = terms_.subtract(share(total, env, member, env.state),
                                      share(total, env, member, 0));
    now = terms_.add(now, terms_.choose(terms_.all(std::move(first)), more,
                                        terms_.number(0)));
  }
  facts_.add(terms_.implies(premise, terms_.equal(after, now)));
}

// ---- starts ----------------------------------------------------------------

// If no member's initial value depends on its index but by `index == c`, for a
// few numbers c, then all members of other indices start alike: what one of
// them adds is found at the first such index, whether there is a member there
// or not, since only those that exist are counted:
//
//   size > c for all c  =>  total == what these add + (size - how many) * share
//
// and likewise for each size that is too small for some of them.

Starts::Starts(Query& q)
    : model_(q.model),
      terms_(q.terms),
      facts_(q.facts),
      sizes_(q.sizes),
      expressions_(q.expressions),
      numbers_(q.numbers),
      wiring_(q.wiring) {}

// What a variable, or an edge, of the member starts with; invalid: anything.
ExprId Starts::initial_of(const Of& of, const Expr& read) {
  if (of.domain == DomainKind::edge_family) {
    return model_.edge_families[of.family].initial;
  }
  if (read.op == Op::edge_value) {
    const std::uint32_t port = model_[model_.child(read, 0)].item;
    const auto from = wiring_.edge_families(of.family, port);
    return from.size() == 1 ? model_.edge_families[from[0]].initial : ExprId{};
  }
  const network::ProcessId process = model_.node_families[of.family].process;
  return model_[process].variables[read.item].initial;
}

// The index of the member: in the total, or in its initial values.
bool Starts::is_index(const Of& of, const Expr& e, bool initial) const {
  if (initial && of.domain == DomainKind::edge_family) {
    return e.op == Op::bound && e.item == 0;
  }
  if (e.op != Op::node_index) return false;
  const Expr& node = model_[model_.child(e, 0)];
  return initial ? node.op == Op::self
                 : node.op == Op::bound && node.item == of.slot;
}

// Whether the value is the same for all members but those whose indices are
// put into `named`.
bool Starts::alike_but_for(const Of& of, ExprId id, bool initial,
                           Indices& named) {
  return !network::walk(model_, id, [&](ExprId, const Expr& e) {
    if (!e.binders.empty()) return network::Go::stop;
    if (is_equality(e)) {
      for (const std::size_t side : {0U, 1U}) {
        const Expr& number = model_[model_.child(e, 1 - side)];
        if (number.op != Op::literal ||
            !is_index(of, model_[model_.child(e, side)], initial)) {
          continue;
        }
        if (number.value >= 0) named.insert(number.value);
        return network::Go::past;
      }
    }
    if (!initial && (e.op == Op::variable || e.op == Op::edge_value)) {
      const ExprId first = initial_of(of, e);
      const bool good = first.valid() && alike_but_for(of, first, true, named);
      return good ? network::Go::past : network::Go::stop;
    }
    if (!initial && (e.op == Op::bound || e.op == Op::to_reference)) {
      const bool own = e.op == Op::bound && e.item == of.slot;
      return own ? network::Go::stop : network::Go::into;
    }
    return is_made_with(e) ? network::Go::into : network::Go::stop;
  });
}

// What a part of the total is at the member of this index.
std::optional<Value> Starts::value_at(const Of& of, ExprId id,
                                      std::int64_t index) {
  const Expr& e = model_[id];
  const bool nodes = of.domain == DomainKind::node_family;
  std::vector<Term> at = {terms_.number(index)};
  if (sizes_.dimensions(of.domain, of.family).empty()) at.clear();
  const auto good = [&](const Result& r) {
    return terms_.is_no(r.error) ? std::optional(r.value) : std::nullopt;
  };
  if (e.op == Op::variable || e.op == Op::edge_value) {
    Env env = nothing_bound(model_);
    if (nodes) env.self = {at, of.family};
    if (!nodes) env.frame[0] = {{terms_.number(index)}};
    return good(expressions_.translate(initial_of(of, e), env));
  }
  if (!network::reads_state(model_, id)) {
    Env env = of.env;
    env.frame[of.slot] =
        nodes ? Value{at, of.family}
              : sizes_.edge(terms_.number(of.family), std::move(at));
    return good(expressions_.translate(id, env));
  }
  std::vector<Value> parts;
  for (std::size_t i = 0; i < e.children.size(); ++i) {
    const auto part = value_at(of, model_.child(e, i), index);
    if (!part) return std::nullopt;
    parts.push_back(*part);
  }
  const auto term = [&](std::size_t i) { return parts[i].slots.at(0); };
  switch (e.op) {
    case Op::equal:
      return Value{{same(terms_, parts[0], parts[1])}};
    case Op::not_equal:
      return Value{{terms_.negate(same(terms_, parts[0], parts[1]))}};
    case Op::logical_not:
      return Value{{terms_.negate(term(0))}};
    case Op::less:
      return Value{{terms_.less(term(0), term(1))}};
    case Op::less_equal:
      return Value{{terms_.less_equal(term(0), term(1))}};
    case Op::greater:
      return Value{{terms_.less(term(1), term(0))}};
    case Op::greater_equal:
      return Value{{terms_.less_equal(term(1), term(0))}};
    case Op::if_then_else:
      return Value{{terms_.choose(term(0), term(1), term(2))}};
    default:
      return std::nullopt;
  }
}

// What the member adds, if there is one.
std::optional<Term> Starts::share_at(const Of& of, std::int64_t index) {
  const auto value = value_at(of, of.body, index);
  if (!value) return std::nullopt;
  const Term t = value->slots.at(0);
  if (terms_.sort(t) == Sort::number) return t;
  return terms_.choose(t, terms_.number(1), terms_.number(0));
}

void Starts::add(ExprId total, const Env& env, Term value) {
  const Expr& e = model_[total];
  const Binder& binder = model_.binders[e.binders.begin];
  const auto dims = sizes_.dimensions(binder.domain, binder.item);
  if (sizes_.graph() || dims.size() > 1) return;
  const Of of{model_.child(e, e.children.size() - 1), env, binder.slot,
              binder.domain, binder.item};
  Indices named;
  if (!alike_but_for(of, of.body, false, named)) return;
  if (named.size() > most_named ||
      (!named.empty() && *named.rbegin() > greatest_named)) {
    return;
  }
  add_up(of, named, dims.empty() ? terms_.number(1) : dims[0], value);
}

void Starts::add_up(const Of& of, const Indices& named, Term size, Term value) {
  const std::int64_t first = named.empty() ? 0 : *named.rbegin() + 1;
  const auto other = share_at(of, first);
  if (!other) return;
  Term sum = terms_.number(0);
  std::int64_t count = 0;  // of those named that there are
  for (std::int64_t n = 0; n < first; ++n) {
    const Term all = terms_.add(sum, terms_.scale(n - count, *other));
    facts_.add(terms_.implies(terms_.equal(size, terms_.number(n)),
                              terms_.equal(value, all)));
    if (!named.contains(n)) continue;
    const auto share = share_at(of, n);
    if (!share) return;
    sum = terms_.add(sum, *share);
    ++count;
  }
  const Term others = terms_.subtract(size, terms_.number(count));
  const Term all = terms_.add(sum, numbers_.multiply(*other, others));
  facts_.add(terms_.implies(terms_.less_equal(terms_.number(first), size),
                            terms_.equal(value, all)));
}

}  // namespace vicinal::obligations::inline meaning
