// SPDX-License-Identifier: MIT
// The order: slots, steps, the initial condition, properties (which may ask
// whether a step is enabled).
#include <fmt/format.h>

#include "network/base/budget.hpp"
#include "network/flat/codes.hpp"
#include "network/flat/flattener.hpp"
#include "network/language/initial_condition.hpp"
#include "network/language/questions.hpp"

namespace vicinal::flat {

using network::TypeKind;

namespace {

// Nodes of all terms together.
constexpr std::uint64_t most_text = std::uint64_t{1} << 24;

}  // namespace

Flattener::Flattener(const Instance& instance, Guarded& out)
    : instance_(instance),
      model_(*instance.model),
      out_(out),
      terms_(out.terms),
      frame_(model_.frame) {
  out.instance = &instance;
}

void Flattener::spend(TermId term) {
  spent_ += terms_[term].size;
  if (spent_ > most_text) {
    throw Refusal{Refusal::Kind::large, terms_.here,
                  "written out, this instance is too long"};
  }
}

// ---- slots -----------------------------------------------------------------

void Flattener::add_slots(const std::string& name, TypeId id) {
  network::poll();
  const network::Type& type = model_[id];
  const network::TypeSize& size = instance_.size(id);
  switch (type.kind) {
    case TypeKind::structure:
      for (const auto& f : model_.structs[type.structure.index()].fields) {
        add_slots(name + "." + f.name, f.type);
      }
      return;
    case TypeKind::queue:
      out_.slots.push_back({"len(" + name + ")", size.bounds, false, {}, {}});
      [[fallthrough]];
    case TypeKind::array:
    case TypeKind::node_array:
      for (std::uint32_t i = 0; i < size.size; ++i) {
        add_slots(fmt::format("{}[{}]", name, i), type.element);
      }
      return;
    default:
      out_.slots.push_back({name,
                            size.bounds,
                            type.kind == TypeKind::boolean,
                            type.kind == TypeKind::enumeration
                                ? type.enumeration
                                : network::EnumId{},
                            {}});
  }
}

void Flattener::check_width(TypeId type, Span span) {
  for (const TypeId t : scalar_types(instance_, type)) {
    const Bounds& b = instance_.size(t).bounds;
    if (b.low >= INT32_MIN && b.high <= INT32_MAX) continue;
    throw Refusal{Refusal::Kind::wide, span,
                  fmt::format("a variable of type {} does not fit the 32 bits "
                              "of a number there",
                              type_text(instance_, t))};
  }
}

void Flattener::check_widths() {
  for (std::size_t f = 0; f < model_.node_families.size(); ++f) {
    if (instance_.node_families[f].count == 0) continue;
    for (const auto& v : model_[model_.node_families[f].process].variables) {
      check_width(v.type, v.span);
    }
  }
  for (std::size_t f = 0; f < model_.edge_families.size(); ++f) {
    if (instance_.edge_families[f].count == 0) continue;
    check_width(model_.edge_families[f].type, model_.edge_families[f].span);
  }
  for (const auto& s : model_.shared) check_width(s.type, s.span);
}

// ---- the initial condition -------------------------------------------------

TermId Flattener::starts(ExprId formula, std::span<const Scalar> frame) {
  frame_.assign(frame.begin(), frame.end());
  self_ = NodeId::none();
  starting_ = true;
  const Value v = value(formula);
  starting_ = false;
  return terms_.both(v.one(), terms_.negate(v.fails));
}

void Flattener::initial() {
  const std::vector<Scalar> frame(model_.frame);
  std::vector<TermId> parts;
  for (const ExprId e : model_.inits) parts.push_back(starts(e, frame));
  out_.initial = terms_.all(parts);
  spend(out_.initial);
}

// Slots of which the condition says what they are get that as their initial
// value. False if there are none.
bool Flattener::settle() {
  const Term whole = terms_[out_.initial];
  bool any = false;
  const auto set = [&](TermId slot, Scalar v) {
    if (terms_[slot].op != TermOp::slot) return;
    out_.slots[static_cast<std::size_t>(terms_[slot].value)].initial = v;
    any = true;
  };
  const auto consider = [&](TermId id) {
    const Term t = terms_[id];
    if (t.op == TermOp::slot) set(id, 1);
    if (t.op == TermOp::logical_not) set(terms_.child(t, 0), 0);
    if (t.op != TermOp::equal) return;
    const TermId a = terms_.child(t, 0);
    const TermId b = terms_.child(t, 1);
    if (terms_.constant(b)) set(a, terms_[b].value);
    if (terms_.constant(a)) set(b, terms_[a].value);
  };
  if (whole.op == TermOp::logical_and) {
    for (std::size_t i = 0; i < whole.children.size(); ++i) {
      consider(terms_.child(whole, i));
    }
  } else {
    consider(out_.initial);
  }
  return any;
}

// The first declaration of a variable without an initial value.
Span Flattener::first_free() const {
  for (std::size_t f = 0; f < model_.node_families.size(); ++f) {
    if (instance_.node_families[f].count == 0) continue;
    for (const auto& v : model_[model_.node_families[f].process].variables) {
      if (!v.initial.valid()) return v.span;
    }
  }
  for (const auto& f : model_.edge_families) {
    if (!f.initial.valid()) return f.span;
  }
  for (const auto& s : model_.shared) {
    if (!s.initial.valid()) return s.span;
  }
  return {};
}

void Flattener::count_starts() {
  for (const Slot& s : out_.slots) {
    if (s.initial) continue;
    out_.starts *= static_cast<std::uint64_t>(s.bounds.high - s.bounds.low + 1);
    if (out_.starts <= most_starts) continue;
    throw Refusal{Refusal::Kind::large, first_free(),
                  fmt::format("the variables without an initial value have "
                              "more than {} valuations to try",
                              most_starts)};
  }
}

// ---- all -------------------------------------------------------------------

void Flattener::judge(const network::Property& property) {
  const Value v = value(property.formula);
  spend(v.one());
  spend(v.fails);
  out_.properties.push_back({property.name, v.one(), v.fails});
}

TermId Flattener::premise(ExprId formula) {
  ExprId body = formula;
  while (model_[body].op == network::Op::forall) {
    body = model_.child(model_[body], model_[body].children.size() - 1);
  }
  if (model_[body].op != network::Op::implies) return TermId::none();
  std::vector<TermId> some;
  premises(formula, terms_.truth(true), some);
  const TermId result = terms_.any(some);
  spend(result);
  return result;
}

// What cannot be evaluated counts as true: it is reported elsewhere.
void Flattener::premises(ExprId formula, TermId when,
                         std::vector<TermId>& some) {
  const Expr& e = model_[formula];
  if (e.op == network::Op::forall) {
    members(e.binders, when, some, [&](TermId inside) {
      premises(model_.child(e, e.children.size() - 1), inside, some);
    });
    return;
  }
  const Value v = value(model_.child(e, 0));
  some.push_back(terms_.both(when, terms_.either(v.one(), v.fails)));
}

void Flattener::run(const std::vector<std::size_t>& properties,
                    std::size_t premises) {
  if (terms_.width() == Width::narrow) check_widths();
  for (const network::NamedPlace& p : places(instance_)) {
    add_slots(p.name, p.type);
  }
  for (std::size_t s = 0; s < out_.slots.size(); ++s) {
    network::poll();
    Slot& slot = out_.slots[s];
    slot.initial = instance_.initial[s];
    if (slot.bounds.low == slot.bounds.high) slot.initial = slot.bounds.low;
  }
  for (std::size_t n = 0; n < instance_.family_of.size(); ++n) {
    steps_of(NodeId(n));
  }
  steps_of(NodeId::none());
  out_.problem = terms_.any(problems_);
  spend(out_.problem);
  out_.enabled = terms_.any(enabled_);
  do {
    initial();
  } while (settle());
  for (std::size_t i = 0; i < properties.size(); ++i) {
    const network::Property& property = model_.properties[properties[i]];
    judge(property);
    if (i < premises) out_.premises.push_back(premise(property.formula));
  }
}

StartTerms::StartTerms(const Instance& instance) : instance_(instance) {
  out_.terms = Terms(Width::unlimited);
}

TermId StartTerms::holds(ExprId formula, std::span<const Scalar> frame) {
  return Flattener(instance_, out_).starts(formula, frame);
}

std::optional<Guarded> flatten(const Instance& instance,
                               const std::vector<std::size_t>& properties,
                               std::size_t premises, Width width,
                               std::string& why_not) {
  Guarded out;
  out.terms = Terms(width);
  try {
    Flattener(instance, out).run(properties, premises);
    out.may_reach_limit =
        out.terms.may_leave() && network::has_integers(*instance.model);
  } catch (const Refusal& refusal) {
    why_not = refusal.message;
    return std::nullopt;
  }
  return out;
}

std::optional<Guarded> flatten(const Instance& instance,
                               const std::vector<std::size_t>& properties,
                               network::Diagnostics& diagnostics) {
  Guarded out;
  try {
    Flattener flattener(instance, out);
    flattener.run(properties, 0);
    flattener.count_starts();
  } catch (const Refusal& refusal) {
    diagnostics.set_source(instance.model->source);
    const bool wide = refusal.kind == Refusal::Kind::wide;
    const char* advice = wide ? "declare ranges, narrow enough for what is "
                                "computed from them"
                              : "export a smaller instance: -D NAME=VALUE";
    diagnostics.error(
        wide ? codes::number_too_wide : codes::too_long_to_write_out,
        refusal.span, refusal.message, {{std::nullopt, advice}});
    return std::nullopt;
  }
  if (out.terms.is(out.initial, false)) {
    network::report_unsatisfiable(*instance.model, diagnostics);
    return std::nullopt;
  }
  return out;
}

}  // namespace vicinal::flat
