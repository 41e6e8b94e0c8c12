// SPDX-License-Identifier: MIT
// A tracked formula is decided where it is asked: its parts with path
// quantifiers each on a structure of its own (GQ 4.1 within 4.2), in all nodes
// of which it is known then. States are looked up there one by one.
#include "explore/temporal/structures.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>

#include "explore/temporal/state_graph.hpp"
#include "explore/temporal/unwound_graph.hpp"
#include "network/base/budget.hpp"

namespace vicinal::explore::inline temporal {

using network::NodeId;
using network::Scalar;

// One E or A within a tracked formula.
struct Structures::Component {
  std::unique_ptr<Structure> structure;
  FormulaId formula;                         // as checked
  const std::vector<bool>* holds = nullptr;  // per node
};

namespace {

template <class T>
void unite(std::vector<T>& into, const std::vector<T>& more) {
  std::set<T> all(into.begin(), into.end());
  all.insert(more.begin(), more.end());
  into.assign(all.begin(), all.end());
}

}  // namespace

bool refines(const std::vector<std::vector<NodeId>>& fine,
             const std::vector<std::vector<NodeId>>& coarse) {
  return std::ranges::all_of(fine, [&](const auto& nodes) {
    return std::ranges::any_of(coarse, [&](const auto& more) {
      return std::ranges::includes(more, nodes);
    });
  });
}

void Needs::add(const Needs& other) {
  unite(atoms, other.atoms);
  unite(tracked, other.tracked);
}

Structures::Structures(const network::Instance& instance, Formulas& formulas,
                       const std::vector<Atom>& atoms,
                       const std::vector<FairAction>& fair, Method method,
                       AtomSymmetry* symmetry, GuardedQuotient* quotient,
                       network::Budget& budget)
    : instance_(instance),
      formulas_(formulas),
      atoms_(atoms),
      fair_(fair),
      method_(method),
      symmetry_(symmetry),
      quotient_(quotient),
      budget_(budget),
      evaluator_(instance),
      frame_(instance.model->frame),
      allowed_(static_cast<std::uint32_t>(atoms.size())) {}

Structures::~Structures() = default;

// ---- needs -----------------------------------------------------------------

// The largest formulas of states within a path formula, or the formula.
void Structures::outermost(FormulaId path,
                           std::vector<FormulaId>& letters) const {
  std::vector<FormulaId> open = {path};
  std::set<FormulaId> seen;
  while (!open.empty()) {
    const FormulaId next = open.back();
    open.pop_back();
    if (!next.valid() || !seen.insert(next).second) continue;
    if (formulas_.of_states(next)) {
      letters.push_back(next);
      continue;
    }
    open.push_back(formulas_[next].first);
    open.push_back(formulas_[next].second);
  }
  std::ranges::sort(letters);
}

Needs Structures::needs(FormulaId formula) {
  Needs direct{formulas_.atoms(formula), {}, {}};
  if (symmetry_ == nullptr) return direct;
  direct.alike = symmetry_->alike(direct.atoms, formulas_);
  const Formula& f = formulas_[formula];
  const bool quantified =
      f.kind == Kind::exists_path || f.kind == Kind::for_all_paths;
  if (!method_.track || !quantified) return direct;
  std::vector<FormulaId> letters;
  outermost(f.first, letters);
  Needs tracking;
  for (const FormulaId letter : letters) {
    if (formulas_.quantified(letter)) {
      tracking.tracked.push_back(letter);
    } else {
      unite(tracking.atoms, formulas_.atoms(letter));
    }
  }
  if (tracking.tracked.empty()) return direct;
  tracking.alike =
      symmetry_->alike(tracking.atoms, formulas_, tracking.tracked);
  const bool better =
      tracking.alike != direct.alike && refines(direct.alike, tracking.alike);
  return better ? tracking : direct;
}

// ---- structures ------------------------------------------------------------

std::uint32_t Structures::atom_of(FormulaId tracked) {
  const auto at = std::ranges::find(tracked_, tracked);
  const auto number = static_cast<std::uint32_t>(at - tracked_.begin());
  if (at == tracked_.end()) tracked_.push_back(tracked);
  return allowed_ + 1 + number;
}

std::unique_ptr<Structures::Structure> Structures::make(const Needs& needs) {
  std::vector<std::uint32_t> judged = needs.atoms;
  for (const FormulaId f : needs.tracked) judged.push_back(atom_of(f));
  const Graph::Atoms atoms{
      allowed_ + 1 + static_cast<std::uint32_t>(tracked_.size()), judged,
      [this](std::uint32_t a, std::vector<Scalar>& s) { return value(a, s); }};
  auto result = std::make_unique<Structure>();
  result->alike = needs.alike;
  if (quotient_ != nullptr) {
    result->graph = std::make_unique<UnwoundGraph>(
        instance_, *quotient_, colors_of(*quotient_, needs.alike), atoms, fair_,
        method_.guards_later ? std::optional(allowed_) : std::nullopt, budget_);
  } else {
    if (method_.orbits) {
      result->group = symmetry_->group(needs.atoms, formulas_, needs.tracked);
    }
    result->graph = std::make_unique<StateGraph>(instance_, atoms, fair_,
                                                 result->group.get(), budget_);
  }
  result->checker.emplace(
      *result->graph, fair_, method_.global, formulas_,
      [this](FormulaId letter,
             const std::vector<Scalar>& state) -> std::optional<Explanation> {
        const Formula& f = formulas_[letter];
        if (f.kind != Kind::atom || f.atom <= allowed_) return std::nullopt;
        const FormulaId given = tracked_[f.atom - allowed_ - 1];
        return explain(f.value ? given : formulas_.negation(given), state);
      });
  return result;
}

FormulaId Structures::as_checked(FormulaId formula, const Needs& needs) {
  std::vector<FormulaId> open = {formula};
  std::set<FormulaId> seen;
  FormulaId result = formula;
  Formulas::Others others;
  for (const FormulaId t : needs.tracked) {
    others[t] = formulas_.atom(atom_of(t), true);
  }
  const auto checked = [&](FormulaId f) {
    const FormulaId without = formulas_.replaced(f, others);
    return method_.guards_later
               ? formulas_.relative(without, formulas_.atom(allowed_, true))
               : without;
  };
  // Of each part what it becomes, and of its negation.
  while (!open.empty()) {
    const FormulaId f = open.back();
    open.pop_back();
    if (!f.valid() || !seen.insert(f).second) continue;
    const FormulaId made = checked(f);
    if (f == formula) result = made;
    if (made != f) given_.try_emplace(made, f);
    const FormulaId other = formulas_.negation(made);
    if (made != f) given_.try_emplace(other, formulas_.negation(f));
    open.push_back(formulas_[f].first);
    open.push_back(formulas_[f].second);
  }
  return result;
}

void Structures::say_as_given(Explanation& why) {
  // The checker makes formulas of its own, of parts of those it is given.
  Formulas::Others others = given_;
  for (const FormulaId t : tracked_) {
    const std::uint32_t atom = atom_of(t);
    others[formulas_.atom(atom, true)] = t;
    others[formulas_.atom(atom, false)] = formulas_.negation(t);
  }
  std::vector<Explanation*> open = {&why};
  while (!open.empty()) {
    Explanation& next = *open.back();
    open.pop_back();
    next.formula = formulas_.replaced(next.formula, others);
    for (auto& part : next.parts) open.push_back(&part.why);
  }
}

// ---- values of tracked formulas --------------------------------------------

bool Structures::value(std::uint32_t atom, std::vector<Scalar>& state) {
  if (atom > allowed_) return holds(tracked_[atom - allowed_ - 1], state);
  std::ranges::copy(atoms_[atom].frame, frame_.begin());
  return evaluator_.holds(
      atoms_[atom].condition,
      {network::whole(instance_, state.data()), NodeId::none(), frame_.data()});
}

bool Structures::holds(FormulaId id, std::vector<Scalar>& state) {
  network::poll();
  const Formula f = formulas_[id];
  switch (f.kind) {
    case Kind::constant:
      return f.value;
    case Kind::atom:
      return value(f.atom, state) == f.value;
    case Kind::conjunction:
      return holds(f.first, state) && holds(f.second, state);
    case Kind::disjunction:
      return holds(f.first, state) || holds(f.second, state);
    default: {
      Component& c = component(id);
      return (*c.holds)[c.structure->graph->node_of(state)];
    }
  }
}

Structures::Component& Structures::component(FormulaId formula) {
  auto& c = components_[formula];
  if (c) return *c;
  auto made = std::make_unique<Component>();
  const Needs own = needs(formula);
  made->structure = make(own);
  made->structure->inner = formula;
  made->formula = as_checked(formula, own);
  made->holds = &made->structure->checker->everywhere(made->formula);
  c = std::move(made);
  return *c;
}

Explanation Structures::explain(FormulaId id,
                                const std::vector<Scalar>& state) {
  const Formula f = formulas_[id];
  std::vector<Scalar> at = state;
  Explanation result{id, holds(id, at), state, {}, {}};
  if (f.kind == Kind::exists_path || f.kind == Kind::for_all_paths) {
    Component& c = component(id);
    Explanation why = c.structure->checker->explain(
        c.formula, c.structure->graph->node_of(state), state);
    say_as_given(why);
    return why;
  }
  if (f.kind != Kind::conjunction && f.kind != Kind::disjunction) {
    return result;
  }
  const bool both = result.holds == (f.kind == Kind::conjunction);
  for (const FormulaId part : {f.first, f.second}) {
    Explanation why = explain(part, state);
    if (why.holds != result.holds) continue;
    result.parts.push_back({0, std::move(why)});
    if (!both) break;
  }
  return result;
}

std::vector<FormulaId> Structures::tracked() const {
  return tracked_;
}

std::vector<const Structures::Structure*> Structures::inner() const {
  std::vector<const Structure*> list;
  for (const auto& [formula, c] : components_) {
    if (c) list.push_back(c->structure.get());
  }
  return list;
}

}  // namespace vicinal::explore::inline temporal
