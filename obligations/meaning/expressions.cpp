// SPDX-License-Identifier: MIT
// Expressions: the meaning of each operator as in docs/language.md, with
// values as terms and errors as truth terms.
#include "obligations/meaning/expressions.hpp"

#include <algorithm>
#include <utility>

#include "network/language/traits.hpp"
#include "obligations/meaning/query.hpp"

namespace vicinal::obligations::inline meaning {

namespace {

// An expression as a text: what it binds by how many are bound around it, and
// what is bound outside by when it is spoken of first.
class Nameless {
 public:
  Nameless(const Model& model, std::vector<std::uint32_t>& free)
      : model_(model), free_(free) {}

  void write(ExprId id);
  std::string text() && { return std::move(text_); }

 private:
  void write(std::int64_t number) { text_ += std::to_string(number) + ' '; }
  void write_variable(std::uint32_t slot);

  const Model& model_;
  std::vector<std::uint32_t>& free_;
  std::vector<std::uint32_t> bound_;  // slots, the outermost first
  std::string text_;
};

void Nameless::write_variable(std::uint32_t slot) {
  const auto inner = std::find(bound_.rbegin(), bound_.rend(), slot);
  if (inner != bound_.rend()) {
    text_ += 'b';
    return write(bound_.rend() - inner);
  }
  auto outer = std::find(free_.begin(), free_.end(), slot);
  if (outer == free_.end()) outer = free_.insert(outer, slot);
  text_ += 'f';
  write(outer - free_.begin());
}

void Nameless::write(ExprId id) {
  if (!id.valid()) {
    text_ += "- ";
    return;
  }
  const Expr& e = model_[id];
  text_ += '(';
  write(static_cast<std::int64_t>(e.op));
  write(e.type.value);
  if (e.op == Op::bound) {
    write_variable(e.item);
  } else {
    write(e.item);
  }
  write(e.value);
  const std::size_t around = bound_.size();
  for (const Binder& b : binders_of(model_, e.binders)) {
    text_ += ':';
    write(static_cast<std::int64_t>(b.domain));
    write(b.item);
    for (const ExprId part : {b.node, b.low, b.high}) write(part);
    bound_.push_back(b.slot);
  }
  for (std::size_t c = 0; c < e.children.size(); ++c) {
    write(model_.child(e, c));
  }
  bound_.resize(around);
  text_ += ')';
}

}  // namespace

const Saying& Sayings::of(ExprId quantifier) {
  const auto [at, fresh] = known_.try_emplace(quantifier);
  Saying& saying = at->second;
  if (!fresh) return saying;
  Nameless writer(model_, saying.free);
  writer.write(quantifier);
  std::string text = std::move(writer).text();
  switch (model_[quantifier].op) {
    case Op::forall:
    case Op::exists:
    case Op::least:
    case Op::greatest:
      break;
    default:
      text += "at " + std::to_string(quantifier.value);
  }
  const auto number = static_cast<std::uint32_t>(texts_.size());
  saying.number = texts_.try_emplace(std::move(text), number).first->second;
  return saying;
}

Expressions::Expressions(Query& q)
    : model_(q.model),
      terms_(q.terms),
      sizes_(q.sizes),
      slots_(q.slots),
      places_(q.places),
      members_(q.members),
      numbers_(q.numbers),
      quantifiers_(q.quantifiers),
      enabled_(q.enabled),
      wiring_(q.wiring) {}

Result Expressions::translate(ExprId id, const Env& env) {
  const Expr& e = model_[id];
  const auto one = [&](Term t) { return Result{{{t}}, terms_.no()}; };
  if (network::is_quantifier(e.op)) return quantifiers_.translate(id, env);
  if (network::is_logical(e.op)) return logic(e, env);
  switch (e.op) {
    case Op::literal:
      return one(model_[e.type].kind == TypeKind::boolean
                     ? terms_.truth(e.value != 0)
                     : terms_.number(e.value));
    case Op::parameter:
      return one(sizes_.parameter(e.item));
    case Op::bound:
      return {env.frame[e.item], terms_.no()};
    case Op::self:
      return {env.self, terms_.no()};
    case Op::variable:
    case Op::edge_value:
    case Op::shared:
    case Op::field:
    case Op::element:
      return is_place(id) ? read(id, env) : part(e, env);
    case Op::make_structure:
    case Op::make_array:
      return constructed(e, env);
    case Op::if_then_else:
      return choice(e, env);
    case Op::equal:
    case Op::not_equal:
      return equality(e, env);
    case Op::head:
    case Op::length:
    case Op::full:
    case Op::empty:
      return queue(e, env);
    case Op::enabled:
      return one(enabled_.in(env.state));
    case Op::family_node:
    case Op::family_edge:
    case Op::dereference:
    case Op::to_reference:
    case Op::port_edge:
    case Op::node_index:
    case Op::process_constant:
    case Op::same:
    case Op::adjacent:
      return topology(e, env);
    default:
      return numbers_.translate(e, env);
  }
}

// What a place holds.
Result Expressions::read(ExprId place, const Env& env) {
  const Expr& e = model_[place];
  const Located at = locate(place, env);
  if (slots_.keyed(e.type)) {
    unsupported("whole arrays indexed by nodes as values", e.span);
  }
  return {places_.read_all(at, e.type, env.state), at.error};
}

Term Expressions::holds(ExprId e, const Env& env) {
  const Result r = translate(e, env);
  return terms_.both(r.term(), terms_.negate(r.error));
}

Result Expressions::constructed(const Expr& e, const Env& env) {
  Result r{{}, terms_.no()};
  for (std::uint32_t i = 0; i < e.children.size(); ++i) {
    const Result x = translate(model_.child(e, i), env);
    r.value.slots.insert(r.value.slots.end(), x.value.slots.begin(),
                         x.value.slots.end());
    r.error = terms_.either(r.error, x.error);
  }
  return r;
}

Result Expressions::choice(const Expr& e, const Env& env) {
  const Result c = translate(model_.child(e, 0), env);
  if (terms_.is_yes(c.term()) || terms_.is_no(c.term())) {
    const int taken = terms_.is_yes(c.term()) ? 1 : 2;
    Result r = translate(model_.child(e, taken), env);
    r.error = terms_.either(c.error, r.error);
    return r;
  }
  const Result a = translate(model_.child(e, 1), env);
  const Result b = translate(model_.child(e, 2), env);
  if (a.value.family != b.value.family ||
      a.value.slots.size() != b.value.slots.size()) {
    unsupported("a choice between nodes of different families", e.span);
  }
  Result r = a;
  for (std::size_t i = 0; i < a.value.slots.size(); ++i) {
    r.value.slots[i] =
        terms_.choose(c.term(), a.value.slots[i], b.value.slots[i]);
  }
  r.error = terms_.either(c.error, terms_.choose(c.term(), a.error, b.error));
  return r;
}

// ---- places ----------------------------------------------------------------

bool Expressions::is_place(ExprId id) const {
  const Expr* e = &model_[id];
  while (e->op == Op::field || e->op == Op::element) {
    const Expr& whole = model_[model_.child(*e, 0)];
    // Elements of queues are read, never written.
    if (model_[whole.type].kind == TypeKind::queue) return false;
    e = &whole;
  }
  return e->op == Op::variable || e->op == Op::edge_value ||
         e->op == Op::shared;
}

std::uint32_t Expressions::field_offset(const Expr& e) {
  const network::Type& type = model_[model_[model_.child(e, 0)].type];
  const auto& fields = model_.structs[type.structure.index()].fields;
  std::size_t offset = 0;
  for (std::uint32_t i = 0; i < e.item; ++i) {
    offset += slots_.of(fields[i].type).size();
  }
  return static_cast<std::uint32_t>(offset);
}

Located Expressions::locate(ExprId id, const Env& env) {
  const Expr& e = model_[id];
  switch (e.op) {
    case Op::variable: {
      const Result node = translate(model_.child(e, 0), env);
      const std::uint32_t f = node.value.family;
      Place place{
          PlaceKind::node, f,
          slots_.variable_offset(model_.node_families[f].process, e.item),
          node.value.slots};
      return {{{terms_.yes(), std::move(place)}}, node.error};
    }
    case Op::edge_value:
      return locate_edge(e, env);
    case Op::shared:
      return locate_shared(e, env);
    case Op::field: {
      Located at = locate(model_.child(e, 0), env);
      for (Location& l : at.locations) l.place.slot += field_offset(e);
      return at;
    }
    default:
      return locate_element(e, env);
  }
}

Located Expressions::locate_edge(const Expr& e, const Env& env) {
  const Result edge = translate(model_.child(e, 0), env);
  Located at{{}, edge.error};
  for (std::uint32_t f = 0; f < model_.edge_families.size(); ++f) {
    const Term tag = terms_.equal(edge.value.slots[0], terms_.number(f));
    // An edge at a port has the port's type.
    if (terms_.is_no(tag) ||
        !slots_.alike(model_.edge_families[f].type, e.type)) {
      continue;
    }
    const std::size_t rank =
        sizes_.dimensions(DomainKind::edge_family, f).size();
    Place place{PlaceKind::edge, f, 0, {}};
    const auto first = edge.value.slots.begin() + 1;
    place.indices.assign(first, first + static_cast<std::ptrdiff_t>(rank));
    at.locations.push_back({tag, std::move(place)});
  }
  return at;
}

Located Expressions::locate_shared(const Expr& e, const Env& env) {
  const network::SharedVariable& s = model_.shared[e.item];
  Located at{{{terms_.yes(), {PlaceKind::shared, e.item, 0, {}}}}, terms_.no()};
  for (std::size_t d = 0; d < s.dimensions.size(); ++d) {
    const Result i = translate(model_.child(e, d), env);
    const std::vector<Term> index = {i.term()};
    const std::vector<Term> dim = {sizes_.value(s.dimensions[d])};
    at.error = terms_.any(
        {at.error, i.error, terms_.negate(within(terms_, index, dim))});
    at.locations[0].place.indices.push_back(i.term());
  }
  return at;
}

// A node of another family has no element.
Located Expressions::element_of_node(const Located& array, const Result& node,
                                     std::uint32_t family) {
  if (node.value.family != family) return {{}, terms_.yes()};
  Located out{{}, terms_.either(array.error, node.error)};
  out.locations = array.locations;
  for (Location& l : out.locations) {
    l.place.indices.insert(l.place.indices.end(), node.value.slots.begin(),
                           node.value.slots.end());
  }
  return out;
}

Located Expressions::locate_element(const Expr& e, const Env& env) {
  const Located array = locate(model_.child(e, 0), env);
  const Result index = translate(model_.child(e, 1), env);
  const TypeId type = model_[model_.child(e, 0)].type;
  if (model_[type].kind == TypeKind::node_array) {
    return element_of_node(array, index, model_[type].family.value);
  }
  const std::int64_t count = slots_.length(type);
  const auto width = static_cast<std::uint32_t>(slots_.of(e.type).size());
  const std::vector<Term> at = {index.term()};
  const std::vector<Term> dim = {terms_.number(count)};
  Located out{{},
              terms_.any({array.error, index.error,
                          terms_.negate(within(terms_, at, dim))})};
  for (const Location& l : array.locations) {
    for (std::int64_t i = 0; i < count; ++i) {
      const Term here = terms_.both(
          l.condition, terms_.equal(index.term(), terms_.number(i)));
      if (terms_.is_no(here)) continue;
      Place place = l.place;
      place.slot += static_cast<std::uint32_t>(i) * width;
      out.locations.push_back({here, std::move(place)});
    }
  }
  return out;
}

// A part of a value that is no place.
Result Expressions::part(const Expr& e, const Env& env) {
  const Result whole = translate(model_.child(e, 0), env);
  const std::size_t width = slots_.of(e.type).size();
  const auto piece = [&](std::size_t first) {
    const auto begin =
        whole.value.slots.begin() + static_cast<std::ptrdiff_t>(first);
    return std::vector<Term>(begin, begin + static_cast<std::ptrdiff_t>(width));
  };
  if (e.op == Op::field) {
    return {{piece(field_offset(e))}, whole.error};
  }
  const TypeId type = model_[model_.child(e, 0)].type;
  const Result index = translate(model_.child(e, 1), env);
  const std::int64_t count = slots_.length(type);
  // The length of a queue comes first, and says how many elements there are.
  const bool queue = model_[type].kind == TypeKind::queue;
  const std::size_t first = queue ? 1 : 0;
  const std::vector<Term> at = {index.term()};
  const std::vector<Term> dim = {queue ? whole.value.slots[0]
                                       : terms_.number(count)};
  Result r{{},
           terms_.any({whole.error, index.error,
                       terms_.negate(within(terms_, at, dim))})};
  if (count == 0) {
    r.value = slots_.unknown(e.type, "nothing");
    return r;
  }
  r.value.slots = piece(first + static_cast<std::size_t>(count - 1) * width);
  for (std::int64_t i = count - 1; i-- > 0;) {
    const auto here = piece(first + static_cast<std::size_t>(i) * width);
    const Term this_one = terms_.equal(index.term(), terms_.number(i));
    for (std::size_t s = 0; s < width; ++s) {
      r.value.slots[s] = terms_.choose(this_one, here[s], r.value.slots[s]);
    }
  }
  return r;
}

// ---- operators -------------------------------------------------------------

// && || => stop as soon as the result is known: what comes later is an error
// only if it is looked at.
Result Expressions::logic(const Expr& e, const Env& env) {
  const Result first = translate(model_.child(e, 0), env);
  if (e.op == Op::logical_not) {
    return {{{terms_.negate(first.term())}}, first.error};
  }
  if (e.op == Op::iff) {
    const Result b = translate(model_.child(e, 1), env);
    return {{{terms_.equal(first.term(), b.term())}},
            terms_.either(first.error, b.error)};
  }
  const bool conjunction = e.op == Op::logical_and;
  const auto goes_on = [&](Term value) {
    return conjunction ? value : terms_.negate(value);
  };
  Term value = e.op == Op::implies ? terms_.negate(first.term()) : first.term();
  Term error = first.error;
  for (std::uint32_t i = 1; i < e.children.size(); ++i) {
    const Term looked_at = goes_on(value);
    if (terms_.is_no(looked_at)) break;
    const Result next = translate(model_.child(e, i), env);
    error = terms_.either(error, terms_.both(looked_at, next.error));
    value = conjunction ? terms_.both(value, next.term())
                        : terms_.either(value, next.term());
  }
  return {{{value}}, error};
}

Result Expressions::equality(const Expr& e, const Env& env) {
  const Result a = translate(model_.child(e, 0), env);
  const Result b = translate(model_.child(e, 1), env);
  if (a.value.family == b.value.family &&
      a.value.slots.size() != b.value.slots.size()) {
    unsupported("a comparison of values of different sizes", e.span);
  }
  const Term equal = same(terms_, a.value, b.value);
  return {{{e.op == Op::equal ? equal : terms_.negate(equal)}},
          terms_.either(a.error, b.error)};
}

Result Expressions::queue(const Expr& e, const Env& env) {
  const Result q = translate(model_.child(e, 0), env);
  const Term length = q.value.slots[0];
  const Term none = terms_.equal(length, terms_.number(0));
  switch (e.op) {
    case Op::length:
      return {{{length}}, q.error};
    case Op::empty:
      return {{{none}}, q.error};
    case Op::full: {
      const std::int64_t most = slots_.length(model_[model_.child(e, 0)].type);
      return {{{terms_.equal(length, terms_.number(most))}}, q.error};
    }
    default:
      break;
  }
  Result r{{}, terms_.either(q.error, none)};
  const auto width = static_cast<std::ptrdiff_t>(slots_.of(e.type).size());
  if (q.value.slots.size() == 1) {  // room for nothing
    r.value = slots_.unknown(e.type, "nothing");
  } else {
    const auto begin = q.value.slots.begin() + 1;
    r.value.slots.assign(begin, begin + width);
  }
  return r;
}

// The node at the other end of an edge, if the wiring determines it: peer(e).
std::optional<Result> Expressions::other_end(const Expr& e, const Env& env) {
  if (e.op != Op::family_node || e.children.empty()) return std::nullopt;
  const Expr* index = &model_[model_.child(e, e.children.size() - 1)];
  if (index->op == Op::modulo) index = &model_[model_.child(*index, 0)];
  if (index->op != Op::greatest || index->item == 0) return std::nullopt;
  const network::Peer& peer = model_.peers[index->item - 1];
  const Result node = translate(peer.node, env);
  const Result edge = translate(peer.edge, env);
  const auto other = wiring_.peer(node.value, peer.port, edge.value);
  if (!other) return std::nullopt;
  members_.join(*other);
  return Result{*other, terms_.either(node.error, edge.error)};
}

Result Expressions::family_member(const Expr& e, const Env& env) {
  if (const auto other = other_end(e, env)) return *other;
  const bool node = e.op == Op::family_node;
  const auto dims = sizes_.dimensions(
      node ? DomainKind::node_family : DomainKind::edge_family, e.item);
  std::vector<Term> indices;
  Term error = terms_.no();
  for (std::size_t d = 0; d < e.children.size(); ++d) {
    const Result i = translate(model_.child(e, d), env);
    indices.push_back(i.term());
    error = terms_.either(error, i.error);
  }
  error = terms_.either(error, terms_.negate(within(terms_, indices, dims)));
  if (node) return {{std::move(indices), e.item}, error};
  return {sizes_.edge(terms_.number(e.item), std::move(indices)), error};
}

Result Expressions::dereference(const Expr& e, const Result& reference) {
  const network::Type& type = model_[model_[model_.child(e, 0)].type];
  if (!type.family.valid()) unsupported("following 'none'", e.span);
  Value node{{}, type.family.value};
  const auto dims = sizes_.dimensions(DomainKind::node_family, node.family);
  if (dims.size() > 1) {
    unsupported("references to families of several dimensions", e.span);
  }
  if (!dims.empty()) node.slots = reference.value.slots;
  members_.join(node);
  const Term none = terms_.less(reference.term(), terms_.number(0));
  return {node, terms_.either(reference.error, none)};
}

Result Expressions::topology(const Expr& e, const Env& env) {
  if (e.op == Op::family_node || e.op == Op::family_edge) {
    return family_member(e, env);
  }
  const Result a = translate(model_.child(e, 0), env);
  switch (e.op) {
    case Op::dereference:
      return dereference(e, a);
    case Op::to_reference: {
      if (a.value.family != e.item) {
        return {{{terms_.number(-2)}}, a.error};
      }
      if (a.value.slots.size() > 1) {
        unsupported("references to families of several dimensions", e.span);
      }
      const Term index =
          a.value.slots.empty() ? terms_.number(0) : a.value.slots[0];
      return {{{index}}, a.error};
    }
    case Op::port_edge:
      return {wiring_.port_edge(a.value, e.item), a.error};
    case Op::node_index:
      return {{{sizes_.index_of(DomainKind::node_family, a.value.family,
                                a.value.slots)}},
              a.error};
    case Op::process_constant: {
      // Given where the family is declared. That it has a value there was
      // checked when the network was elaborated.
      Env where = nothing_bound(model_);
      where.frame[0] = {{sizes_.index_of(DomainKind::node_family,
                                         a.value.family, a.value.slots)}};
      const auto& f = model_.node_families[a.value.family];
      Result r = translate(f.arguments[e.item], where);
      r.error = a.error;
      return r;
    }
    case Op::same: {
      const Result b = translate(model_.child(e, 1), env);
      return {{{same(terms_, a.value, b.value)}},
              terms_.either(a.error, b.error)};
    }
    default: {
      const Result b = translate(model_.child(e, 1), env);
      return {{{wiring_.adjacent(a.value, b.value)}},
              terms_.either(a.error, b.error)};
    }
  }
}

}  // namespace vicinal::obligations::inline meaning
