// SPDX-License-Identifier: MIT
// Formulas are kept in negation normal form, which every step of checking
// wants. An `iff` costs both of its sides twice; equal formulas are one, so
// that a nest of them stays small.
#include "explore/temporal/formula.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>
#include <span>
#include <utility>

#include "network/base/budget.hpp"
#include "network/language/questions.hpp"
#include "network/language/walk.hpp"
#include "network/semantics/bindings.hpp"

namespace vicinal::explore::inline temporal {

using network::Expr;
using network::ExprId;
using network::Instance;
using network::Op;
using network::Scalar;

FormulaId Formulas::make(const Formula& f) {
  const auto [at, fresh] = numbers_.try_emplace(f.key(), list_.size());
  if (fresh) {
    network::poll();
    list_.push_back(f);
    of_states_.push_back(is_of_states(f));
    quantified_.push_back(f.kind == Kind::exists_path ||
                          f.kind == Kind::for_all_paths ||
                          (f.first.valid() && quantified_[f.first.index()]) ||
                          (f.second.valid() && quantified_[f.second.index()]));
    negations_.push_back(FormulaId::none());
  }
  return at->second;
}

FormulaId Formulas::constant(bool value) {
  return make({Kind::constant, value, 0, {}, {}});
}

FormulaId Formulas::atom(std::uint32_t atom, bool value) {
  return make({Kind::atom, value, atom, {}, {}});
}

FormulaId Formulas::conjunction(FormulaId a, FormulaId b) {
  const FormulaId no = constant(false);
  const FormulaId yes = constant(true);
  if (a == no || b == no) return no;
  if (a == yes || a == b) return b;
  if (b == yes) return a;
  return make({Kind::conjunction, true, 0, a, b});
}

FormulaId Formulas::disjunction(FormulaId a, FormulaId b) {
  const FormulaId no = constant(false);
  const FormulaId yes = constant(true);
  if (a == yes || b == yes) return yes;
  if (a == no || a == b) return b;
  if (b == no) return a;
  return make({Kind::disjunction, true, 0, a, b});
}

// Paths are infinite: X true is true, X false is false.
FormulaId Formulas::next(FormulaId a) {
  if ((*this)[a].kind == Kind::constant) return a;
  return make({Kind::next, true, 0, a, {}});
}

FormulaId Formulas::until(FormulaId a, FormulaId b) {
  if ((*this)[b].kind == Kind::constant || a == constant(false)) return b;
  return make({Kind::until, true, 0, a, b});
}

FormulaId Formulas::release(FormulaId a, FormulaId b) {
  if ((*this)[b].kind == Kind::constant || a == constant(true)) return b;
  return make({Kind::release, true, 0, a, b});
}

FormulaId Formulas::exists_path(FormulaId a) {
  if (of_states(a)) return a;
  return make({Kind::exists_path, true, 0, a, {}});
}

FormulaId Formulas::for_all_paths(FormulaId a) {
  if (of_states(a)) return a;
  return make({Kind::for_all_paths, true, 0, a, {}});
}

FormulaId Formulas::negated(const Formula& f) {
  switch (f.kind) {
    case Kind::constant:
      return constant(!f.value);
    case Kind::atom:
      return atom(f.atom, !f.value);
    case Kind::conjunction:
      return disjunction(negation(f.first), negation(f.second));
    case Kind::disjunction:
      return conjunction(negation(f.first), negation(f.second));
    case Kind::next:
      return next(negation(f.first));
    case Kind::until:
      return release(negation(f.first), negation(f.second));
    case Kind::release:
      return until(negation(f.first), negation(f.second));
    case Kind::exists_path:
      return for_all_paths(negation(f.first));
    case Kind::for_all_paths:
      return exists_path(negation(f.first));
  }
  return {};
}

FormulaId Formulas::negation(FormulaId f) {
  if (negations_[f.index()].valid()) return negations_[f.index()];
  const FormulaId result = negated(Formula((*this)[f]));
  negations_[f.index()] = result;
  negations_[result.index()] = f;
  return result;
}

FormulaId Formulas::rebuilt(const Formula& f, FormulaId a, FormulaId b) {
  switch (f.kind) {
    case Kind::constant:
      return constant(f.value);
    case Kind::atom:
      return atom(f.atom, f.value);
    case Kind::conjunction:
      return conjunction(a, b);
    case Kind::disjunction:
      return disjunction(a, b);
    case Kind::next:
      return next(a);
    case Kind::until:
      return until(a, b);
    case Kind::release:
      return release(a, b);
    case Kind::exists_path:
      return exists_path(a);
    case Kind::for_all_paths:
      return for_all_paths(a);
  }
  return {};
}

// `others` is what is known already.
FormulaId Formulas::replaced(FormulaId id, Others& others) {
  if (!id.valid()) return id;
  const auto known = others.find(id);
  if (known != others.end()) return known->second;
  network::poll();
  const Formula f = (*this)[id];
  const FormulaId a = replaced(f.first, others);
  const FormulaId b = replaced(f.second, others);
  const FormulaId result = rebuilt(f, a, b);
  others.emplace(id, result);
  return result;
}

FormulaId Formulas::relative(FormulaId id, FormulaId allowed) {
  std::map<FormulaId, FormulaId> known;
  return relative(id, release(constant(false), allowed), known);
}

FormulaId Formulas::relative(FormulaId id, FormulaId always,
                             std::map<FormulaId, FormulaId>& known) {
  if (!id.valid()) return id;
  const auto at = known.find(id);
  if (at != known.end()) return at->second;
  network::poll();
  const Formula f = (*this)[id];
  const FormulaId a = relative(f.first, always, known);
  const FormulaId b = relative(f.second, always, known);
  const FormulaId result = f.kind == Kind::exists_path
                               ? exists_path(conjunction(a, always))
                           : f.kind == Kind::for_all_paths
                               ? for_all_paths(disjunction(a, negation(always)))
                               : rebuilt(f, a, b);
  known.emplace(id, result);
  return result;
}

bool Formulas::is_of_states(const Formula& f) const {
  switch (f.kind) {
    case Kind::conjunction:
    case Kind::disjunction:
      return of_states(f.first) && of_states(f.second);
    case Kind::next:
    case Kind::until:
    case Kind::release:
      return false;
    default:
      return true;
  }
}

std::vector<std::uint32_t> Formulas::atoms(FormulaId f) const {
  std::vector<bool> seen(list_.size(), false);
  std::vector<FormulaId> open = {f};
  std::vector<std::uint32_t> atoms;
  while (!open.empty()) {
    const FormulaId next = open.back();
    open.pop_back();
    if (!next.valid() || seen[next.index()]) continue;
    seen[next.index()] = true;
    const Formula& formula = (*this)[next];
    if (formula.kind == Kind::atom) atoms.push_back(formula.atom);
    open.push_back(formula.first);
    open.push_back(formula.second);
  }
  std::ranges::sort(atoms);
  const auto twice = std::ranges::unique(atoms);
  atoms.erase(twice.begin(), twice.end());
  return atoms;
}

namespace {

class Grounding {
 public:
  Grounding(const Instance& instance, Formulas& formulas,
            std::vector<Atom>& atoms)
      : instance_(instance),
        model_(*instance.model),
        formulas_(formulas),
        atoms_(atoms),
        evaluator_(instance),
        state_(instance.slot_count()),
        frame_(model_.frame) {
    for (std::size_t a = 0; a < atoms.size(); ++a) numbers_[atoms[a]] = a;
  }

  FormulaId ground(ExprId id) {
    network::poll();
    const Expr& e = model_[id];
    const auto part = [&](std::size_t i) { return ground(model_.child(e, i)); };
    const auto no = [&](FormulaId f) { return formulas_.negation(f); };
    Formulas& f = formulas_;
    switch (e.op) {
      case Op::atom:
        return atom(model_.child(e, 0));
      case Op::logical_not:
        return no(part(0));
      case Op::logical_and:
      case Op::logical_or:
        return all(e.children.size(), e.op == Op::logical_and, part);
      case Op::implies: {
        const FormulaId a = no(part(0));
        return f.disjunction(a, part(1));
      }
      case Op::iff: {
        const FormulaId a = part(0);
        const FormulaId b = part(1);
        return f.disjunction(f.conjunction(a, b), f.conjunction(no(a), no(b)));
      }
      case Op::next:
        return f.next(part(0));
      case Op::finally:
        return f.until(f.constant(true), part(0));
      case Op::globally:
        return f.release(f.constant(false), part(0));
      case Op::until: {
        const FormulaId a = part(0);
        return f.until(a, part(1));
      }
      case Op::release: {
        const FormulaId a = part(0);
        return f.release(a, part(1));
      }
      case Op::weak_until: {
        const FormulaId a = part(0);
        const FormulaId b = part(1);
        return f.release(b, f.disjunction(a, b));
      }
      case Op::for_all_paths:
        return f.for_all_paths(part(0));
      case Op::exists_path:
        return f.exists_path(part(0));
      default:  // forall, exists
        return members(e);
    }
  }

 private:
  template <class Part>
  FormulaId all(std::size_t parts, bool conjoined, Part part) {
    std::vector<FormulaId> list;
    for (std::size_t i = 0; i < parts; ++i) list.push_back(part(i));
    return joined(list, conjoined);
  }

  // By halves: everybody goes down formulas, and members may be very many.
  FormulaId joined(std::span<const FormulaId> parts, bool conjoined) {
    if (parts.empty()) return formulas_.constant(conjoined);
    if (parts.size() == 1) return parts[0];
    const std::size_t half = parts.size() / 2;
    const FormulaId a = joined(parts.first(half), conjoined);
    const FormulaId b = joined(parts.subspan(half), conjoined);
    return conjoined ? formulas_.conjunction(a, b)
                     : formulas_.disjunction(a, b);
  }

  FormulaId members(const Expr& e) {
    const bool stateful = network::any_range(
        model_, e.binders,
        [&](ExprId part) { return network::reads_state(model_, part); });
    if (stateful) throw StateInRange{e.span};
    const network::Context context{network::whole(instance_, state_.data()),
                                   network::NodeId::none(), frame_.data()};
    std::vector<FormulaId> list;
    network::Bindings bindings(e.binders, evaluator_, context);
    while (bindings.next()) {
      list.push_back(ground(model_.child(e, e.children.size() - 1)));
    }
    return joined(list, e.op == Op::forall);
  }

  // Variables that the condition does not mention do not tell atoms apart.
  FormulaId atom(ExprId condition) {
    const Expr& e = model_[condition];
    if (e.op == Op::literal) return formulas_.constant(e.value != 0);
    Atom atom{condition, std::vector<Scalar>(frame_.size(), 0)};
    for (const std::uint32_t s : network::free_slots(model_, condition)) {
      atom.frame[s] = frame_[s];
    }
    const auto [at, fresh] = numbers_.try_emplace(atom, atoms_.size());
    if (fresh) atoms_.push_back(std::move(atom));
    return formulas_.atom(static_cast<std::uint32_t>(at->second), true);
  }

  const Instance& instance_;
  const network::Model& model_;
  Formulas& formulas_;
  std::vector<Atom>& atoms_;
  std::map<Atom, std::size_t> numbers_;
  network::Evaluator evaluator_;
  std::vector<Scalar> state_, frame_;
};

// What takes the place of a variable.
std::string member_text(const Instance& instance, const Expr& variable,
                        Scalar value) {
  const network::Type& type = (*instance.model)[variable.type];
  const auto index = static_cast<std::size_t>(value);
  switch (type.kind) {
    case network::TypeKind::node:
      return network::node_name(instance, network::NodeId(index));
    case network::TypeKind::edge:
      return network::edge_name(instance, network::EdgeId(index));
    case network::TypeKind::enumeration:
      return instance.model->enums[type.enumeration.index()].constants[index];
    default:
      return std::to_string(value);
  }
}

std::string text(const Instance& instance, const Atom& atom) {
  const network::Model& model = *instance.model;
  const auto bound = network::free_slots(model, atom.condition);
  std::map<std::uint32_t, std::pair<std::uint32_t, std::string>> names;
  network::any(model, atom.condition, [&](const Expr& e) {
    if (e.op == Op::bound && std::ranges::binary_search(bound, e.item)) {
      names[e.span.begin] = {e.span.end,
                             member_text(instance, e, atom.frame[e.item])};
    }
    return false;
  });
  const network::Span span = model[atom.condition].span;
  std::string text = "{";
  std::uint32_t at = span.begin;
  for (const auto& [begin, name] : names) {
    // What a definition says stands elsewhere.
    if (begin < at || name.first > span.end) continue;
    text +=
        std::string(model.source->text().substr(at, begin - at)) + name.second;
    at = name.first;
  }
  return text + std::string(model.source->text().substr(at, span.end - at)) +
         "}";
}

class Writer {
 public:
  Writer(const Instance& instance, const Formulas& formulas,
         const std::vector<Atom>& atoms)
      : instance_(instance), formulas_(formulas), atoms_(atoms) {}

  std::string write(FormulaId id) {
    const Formula& f = formulas_[id];
    switch (f.kind) {
      case Kind::constant:
        return f.value ? "{true}" : "{false}";
      case Kind::atom:
        return (f.value ? "" : "!") + (f.atom < atoms_.size()
                                           ? text(instance_, atoms_[f.atom])
                                           : "{...}");
      case Kind::conjunction:
        return list(id, " && ");
      case Kind::disjunction:
        return list(id, " || ");
      case Kind::next:
        return "X " + part(f.first);
      case Kind::until:
        return is(f.first, true) ? "F " + part(f.second) : both(f, " U ");
      case Kind::release:
        return is(f.first, false) ? "G " + part(f.second) : both(f, " R ");
      case Kind::exists_path:
        return "E (" + write(f.first) + ")";
      case Kind::for_all_paths:
        return "A (" + write(f.first) + ")";
    }
    return {};
  }

 private:
  bool is(FormulaId id, bool value) const {
    const Formula& f = formulas_[id];
    return f.kind == Kind::constant && f.value == value;
  }
  std::string both(const Formula& f, const char* between) {
    return part(f.first) + between + part(f.second);
  }
  // In parentheses, where it has an operator between parts.
  std::string part(FormulaId id) {
    const Formula& f = formulas_[id];
    const bool lone = f.kind == Kind::constant || f.kind == Kind::atom ||
                      f.kind == Kind::next || f.kind == Kind::exists_path ||
                      f.kind == Kind::for_all_paths ||
                      (f.kind == Kind::until && is(f.first, true)) ||
                      (f.kind == Kind::release && is(f.first, false));
    return lone ? write(id) : "(" + write(id) + ")";
  }
  // Without parentheses around parts of the same kind; the middle of a long
  // list is left out.
  std::string list(FormulaId id, const char* between) {
    const Kind kind = formulas_[id].kind;
    std::vector<FormulaId> parts = {id};
    for (std::size_t i = 0; i < parts.size();) {
      const Formula& f = formulas_[parts[i]];
      if (f.kind != kind) {
        ++i;
        continue;
      }
      parts[i] = f.first;
      parts.insert(parts.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                   f.second);
    }
    constexpr std::size_t most = 6;
    std::string text;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (i > 0) text += between;
      if (parts.size() > most && i == most - 2) {
        text += "...";
        i = parts.size() - 2;
        continue;
      }
      text += part(parts[i]);
    }
    return text;
  }

  const Instance& instance_;
  const Formulas& formulas_;
  const std::vector<Atom>& atoms_;
};

}  // namespace

std::string text(const Instance& instance, const Formulas& formulas,
                 const std::vector<Atom>& atoms, FormulaId f) {
  return Writer(instance, formulas, atoms).write(f);
}

FormulaId ground(const Instance& instance, const network::Property& property,
                 Formulas& formulas, std::vector<Atom>& atoms) {
  const FormulaId f =
      Grounding(instance, formulas, atoms).ground(property.formula);
  return property.kind == network::ast::PropertyKind::ltl
             ? formulas.for_all_paths(f)
             : f;
}

std::vector<FormulaId> decomposed(Formulas& formulas, FormulaId id) {
  std::vector<FormulaId> parts;
  std::vector<FormulaId> open{id};
  const auto both = [&](FormulaId first, FormulaId second) {
    open.push_back(second);
    open.push_back(first);
  };
  while (!open.empty()) {
    network::poll();
    const FormulaId whole = open.back();
    open.pop_back();
    const Formula f = formulas[whole];
    if (f.kind == Kind::conjunction) {
      both(f.first, f.second);
      continue;
    }
    const bool all = f.kind == Kind::for_all_paths;
    const Formula path = all ? formulas[f.first] : f;
    const bool always = all && path.kind == Kind::release &&
                        path.first == formulas.constant(false);
    const Formula body = always ? formulas[path.second] : path;
    if (all && path.kind == Kind::conjunction) {
      const FormulaId first = formulas.for_all_paths(path.first);
      both(first, formulas.for_all_paths(path.second));
    } else if (always && body.kind == Kind::conjunction) {
      // G (f && g) is G f && G g.
      const auto part = [&](FormulaId of) {
        return formulas.for_all_paths(formulas.release(path.first, of));
      };
      const FormulaId first = part(body.first);
      both(first, part(body.second));
    } else {
      parts.push_back(whole);
    }
  }
  return parts;
}

// A formula is numbered by its kind and the numbers of its parts; those of a
// conjunction or a disjunction are a set, however they are joined.
std::uint32_t NormalFormulas::number(const Formulas& formulas, FormulaId id,
                                     const Image& image, Known& known) {
  const auto at = known.find(id);
  if (at != known.end()) return at->second;
  network::poll();
  const Formula& f = formulas[id];
  std::vector<std::uint32_t> key = {static_cast<std::uint32_t>(f.kind),
                                    f.value ? 1U : 0U};
  if (f.kind == Kind::atom) {
    key.push_back(image.at(f.atom));
  } else if (f.kind == Kind::conjunction || f.kind == Kind::disjunction) {
    std::set<std::uint32_t> parts;
    std::vector<FormulaId> open = {id};
    while (!open.empty()) {
      const FormulaId next = open.back();
      open.pop_back();
      if (formulas[next].kind != f.kind) {
        parts.insert(number(formulas, next, image, known));
        continue;
      }
      open.push_back(formulas[next].first);
      open.push_back(formulas[next].second);
    }
    key.insert(key.end(), parts.begin(), parts.end());
  } else if (f.kind != Kind::constant) {
    key.push_back(number(formulas, f.first, image, known));
    if (f.second.valid()) {
      key.push_back(number(formulas, f.second, image, known));
    }
  }
  const auto result =
      numbers_
          .try_emplace(std::move(key),
                       static_cast<std::uint32_t>(numbers_.size()))
          .first->second;
  known.emplace(id, result);
  return result;
}

}  // namespace vicinal::explore::inline temporal
