// SPDX-License-Identifier: MIT
// A state is a list of numbers: values of variables, of all elements of
// arrays, and of constants. Every choice is a loop over all numbers.
#include "tests/oracle/cubicle.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

// Beside the other oracle's names, not within them: both have a State.
namespace vicinal::cubicle_oracle {
namespace {

using namespace cubicle;
using oracle::Constants;
using oracle::CubicleStates;
using Number = std::int64_t;
using State = std::vector<Number>;
using Scope = std::map<std::string, Number>;

constexpr Number unit = 1'000'000;  // what 1 is, in real numbers

class Evaluator {
 public:
  Evaluator(const System& s, Number n, const Constants& sets, bool outside)
      : s_(s), n_(n) {
    for (const Type& t : s.types) {
      for (std::size_t i = 0; i < t.constants.size(); ++i) {
        constants_[t.constants[i].text] = static_cast<Number>(i);
      }
      sizes_[t.name.text] =
          t.constants.empty() ? 2 : static_cast<Number>(t.constants.size());
    }
    constants_["True"] = 1;
    constants_["False"] = 0;
    sizes_["bool"] = 2;
    sizes_["proc"] = outside ? n + 1 : n;
    for (const Symbol& x : s.symbols) {
      Number cells = 1;
      for (std::size_t d = 0; d < x.dimensions; ++d) cells *= n;
      if (x.kind == SymbolKind::constant) {
        const auto set = sets.find(x.name.text);
        const Number part = x.type.text == "real" ? unit : 1;
        if (set != sets.end()) fixed_[types_.size()] = set->second * part;
      }
      first_[x.name.text] = types_.size();
      types_.insert(types_.end(), static_cast<std::size_t>(cells), x.type.text);
    }
  }

  std::optional<CubicleStates> explore(std::size_t limit) {
    limit_ = limit;
    sort_init();
    CubicleStates out;
    out.unsafe.assign(s_.unsafes.size(), false);
    State state(types_.size(), 0);
    start(state, 0);
    while (!open_.empty()) {
      if (seen_.size() > limit) return {};
      const State now = open_.front();
      open_.pop_front();
      for (std::size_t u = 0; u < s_.unsafes.size(); ++u) {
        const Cube& cube = s_.unsafes[u];
        each(cube.variables, 0, true, {}, [&](const Scope& scope) {
          if (holds(cube.formula, now, scope)) out.unsafe[u] = true;
        });
      }
      for (const Transition& t : s_.transitions) {
        each(t.parameters, 0, true, {}, [&](const Scope& scope) {
          parameters_ = scope;
          if (!t.guard.valid() || holds(t.guard, now, scope)) {
            step(t, 0, now, now, scope);
          }
          parameters_.clear();
        });
      }
    }
    out.states = seen_.size();
    return out;
  }

 private:
  template <class Use>
  void each(const std::vector<Word>& names, std::size_t at, bool distinct,
            const Scope& scope, const Use& use) {
    if (at == names.size()) return use(scope);
    for (Number p = 0; p < n_; ++p) {
      bool free = true;
      for (std::size_t i = 0; i < at; ++i) {
        free = free && (!distinct || scope.at(names[i].text) != p);
      }
      if (!free) continue;
      Scope more = scope;
      more[names[at].text] = p;
      each(names, at + 1, distinct, more, use);
    }
  }

  // What init says of each cell and of those before it, by that cell.
  void sort_init() {
    const Cube& init = s_.inits[0];
    const Formula& whole = s_[init.formula];
    std::vector<FormulaId> parts{init.formula};
    if (whole.kind == FormulaKind::conjunction) parts = whole.parts;
    each(init.variables, 0, false, {}, [&](const Scope& scope) {
      for (const FormulaId part : parts) {
        checks_[last_cell(part, scope)].emplace_back(part, scope);
      }
    });
  }

  std::size_t last_cell(FormulaId id, const Scope& scope) const {
    const Formula& f = s_[id];
    if (!f.variables.empty()) return types_.size();
    std::size_t last = 0;
    for (const FormulaId part : f.parts) {
      last = std::max(last, last_cell(part, scope));
    }
    if (f.left.valid()) last = std::max(last, last_cell(f.left, scope));
    if (f.right.valid()) last = std::max(last, last_cell(f.right, scope));
    return last;
  }

  // One more than its number; 0: none.
  std::size_t last_cell(TermId id, const Scope& scope) const {
    const Term& t = s_[id];
    std::size_t last = 0;
    if (first_.contains(t.word.text)) {
      last = cell(t.word.text, t.indices, scope) + 1;
    }
    if (t.left.valid()) last = std::max(last, last_cell(t.left, scope));
    if (t.right.valid()) last = std::max(last, last_cell(t.right, scope));
    return last;
  }

  // The cells before `at` have their values, as init has them.
  void start(State& state, std::size_t at) {
    for (const auto& [part, scope] : checks_[at]) {
      if (!holds(part, state, scope)) return;
    }
    if (seen_.size() > limit_) return;
    if (at == state.size()) return add(state);
    if (const auto set = fixed_.find(at); set != fixed_.end()) {
      state[at] = set->second;
      return start(state, at + 1);
    }
    if (types_[at] == "real") {
      for (Number halves = -2; halves < 5; ++halves) {
        state[at] = halves * unit / 2;
        start(state, at + 1);
      }
      return;
    }
    const bool integer = types_[at] == "int";
    for (Number v = integer ? -1 : 0; v < (integer ? 3 : sizes_[types_[at]]);
         ++v) {
      state[at] = v;
      start(state, at + 1);
    }
  }

  void add(const State& state) {
    if (seen_.insert(state).second) open_.push_back(state);
  }

  // The updates from `at` on, each of which reads `now`.
  void step(const Transition& t, std::size_t at, const State& now, State next,
            const Scope& scope) {
    if (at == t.updates.size()) return add(next);
    const Update& u = t.updates[at];
    const std::size_t first = first_.at(u.target.text);
    if (u.kind == UpdateKind::any) {
      for (Number v = 0; v < sizes_.at(types_[first]); ++v) {
        next[first] = v;
        step(t, at + 1, now, next, scope);
      }
      return;
    }
    if (u.kind == UpdateKind::value) {
      next[cell(u.target.text, u.indices, scope)] = value(u.value, now, scope);
    } else {
      each(u.indices, 0, false, scope, [&](const Scope& inner) {
        for (const Case& one : u.cases) {
          if (one.condition.valid() && !holds(one.condition, now, inner)) {
            continue;
          }
          next[cell(u.target.text, u.indices, inner)] =
              value(one.value, now, inner);
          break;
        }
      });
    }
    step(t, at + 1, now, std::move(next), scope);
  }

  Number process(const Word& w, const Scope& scope) const {
    if (w.text[0] == '#') return std::stoll(w.text.substr(1)) - 1;
    return scope.at(w.text);
  }

  std::size_t cell(const std::string& name, const std::vector<Word>& indices,
                   const Scope& scope) const {
    Number offset = 0;
    for (const Word& w : indices) offset = offset * n_ + process(w, scope);
    return first_.at(name) + static_cast<std::size_t>(offset);
  }

  Number value(TermId id, const State& state, const Scope& scope) const {
    const Term& t = s_[id];
    switch (t.kind) {
      case TermKind::integer:
        return t.value;
      case TermKind::real:
        return t.value * unit / t.denominator;
      case TermKind::add:
        return value(t.left, state, scope) + value(t.right, state, scope);
      case TermKind::subtract:
        return value(t.left, state, scope) - value(t.right, state, scope);
      case TermKind::multiply:
        return value(t.left, state, scope) * value(t.right, state, scope);
      case TermKind::negate:
        return -value(t.left, state, scope);
      case TermKind::access:
        return state[cell(t.word.text, t.indices, scope)];
      case TermKind::name:
        break;
    }
    if (const auto c = constants_.find(t.word.text); c != constants_.end()) {
      return c->second;
    }
    if (first_.contains(t.word.text)) return state[first_.at(t.word.text)];
    return process(t.word, scope);
  }

  bool quantified(const Formula& f, const State& state, const Scope& scope) {
    const bool all =
        f.kind == FormulaKind::forall || f.kind == FormulaKind::forall_other;
    const bool other = f.kind == FormulaKind::forall_other ||
                       f.kind == FormulaKind::exists_other;
    bool result = all;
    each(f.variables, 0, true, {}, [&](const Scope& chosen) {
      for (const auto& [name, p] : parameters_) {
        if (other && chosen.begin()->second == p) return;
      }
      Scope inner = scope;
      for (const auto& [name, p] : chosen) inner[name] = p;
      const bool one = holds(f.parts[0], state, inner);
      result = all ? result && one : result || one;
    });
    return result;
  }

  bool holds(FormulaId id, const State& state, const Scope& scope) {
    const Formula& f = s_[id];
    const auto part = [&](std::size_t i) {
      return holds(f.parts[i], state, scope);
    };
    const auto compare = [&] {
      const Number a = value(f.left, state, scope);
      const Number b = value(f.right, state, scope);
      return a < b ? -1 : a > b ? 1 : 0;
    };
    switch (f.kind) {
      case FormulaKind::truth:
        return f.value;
      case FormulaKind::equal:
        return compare() == 0;
      case FormulaKind::not_equal:
        return compare() != 0;
      case FormulaKind::less:
        return compare() < 0;
      case FormulaKind::less_equal:
        return compare() <= 0;
      case FormulaKind::greater:
        return compare() > 0;
      case FormulaKind::greater_equal:
        return compare() >= 0;
      case FormulaKind::negation:
        return !part(0);
      case FormulaKind::conjunction:
        for (std::size_t i = 0; i < f.parts.size(); ++i) {
          if (!part(i)) return false;
        }
        return true;
      case FormulaKind::disjunction:
        for (std::size_t i = 0; i < f.parts.size(); ++i) {
          if (part(i)) return true;
        }
        return false;
      case FormulaKind::implication:
        return !part(0) || part(1);
      case FormulaKind::equivalence:
        return part(0) == part(1);
      case FormulaKind::choice:
        return part(0) ? part(1) : part(2);
      default:
        return quantified(f, state, scope);
    }
  }

  const System& s_;
  const Number n_;
  std::map<std::string, Number> constants_, sizes_;
  std::map<std::string, std::size_t> first_;
  std::vector<std::string> types_;
  std::map<std::size_t, Number> fixed_;  // constants that were set
  std::map<std::size_t, std::vector<std::pair<FormulaId, Scope>>> checks_;
  std::size_t limit_ = 0;
  Scope parameters_;
  std::set<State> seen_;
  std::deque<State> open_;
};

}  // namespace
}  // namespace vicinal::cubicle_oracle

namespace vicinal::oracle {

std::optional<CubicleStates> explore_cubicle(const cubicle::System& system,
                                             std::int64_t n, std::size_t limit,
                                             const Constants& sets,
                                             bool outside) {
  return cubicle_oracle::Evaluator(system, n, sets, outside).explore(limit);
}

}  // namespace vicinal::oracle
