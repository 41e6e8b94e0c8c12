// SPDX-License-Identifier: MIT
// A step is looked at again when a variable that it reads gets a new value.
#include "network/flat/occurring.hpp"

#include <algorithm>
#include <deque>
#include <map>

#include "network/base/budget.hpp"

namespace vicinal::flat {

std::vector<TermId> conjuncts(const Terms& terms, TermId term) {
  const Term t = terms[term];
  if (t.op != TermOp::logical_and) return {term};
  std::vector<TermId> parts;
  for (std::size_t i = 0; i < t.children.size(); ++i) {
    parts.push_back(terms.child(t, i));
  }
  return parts;
}

namespace {

class Analysis {
 public:
  Analysis(const Guarded& guarded, const std::vector<Sequence>& steps)
      : guarded_(guarded),
        steps_(steps),
        whole_(whole_domains(guarded)),
        scopes_(guarded.terms, whole_) {}

  Domains run() {
    begin();
    readers_.resize(guarded_.slots.size());
    for (std::size_t s = 0; s < steps_.size(); ++s) {
      admitted_.push_back(singles(steps_[s].guard));
      for (const auto& [slot, values] : admitted_[s]) note(slot, s);
      for (const auto& [slot, value] : steps_[s].updates) {
        const Scope* scope = scopes_.of(value);
        if (!scope) continue;
        for (const std::uint32_t read : *scope) note(read, s);
      }
      open_.push_back(s);
    }
    waiting_.assign(steps_.size(), true);
    while (!open_.empty()) {
      const std::size_t s = open_.front();
      open_.pop_front();
      waiting_[s] = false;
      take(s);
    }
    return std::move(result_);
  }

 private:
  using Singles = std::map<std::uint32_t, std::vector<Scalar>>;

  void note(std::uint32_t slot, std::size_t step) {
    auto& readers = readers_[slot];
    if (readers.empty() || readers.back() != step) readers.push_back(step);
  }

  // What the conjuncts on single slots admit.
  Singles singles(TermId condition) {
    Singles result;
    for (const TermId part : conjuncts(guarded_.terms, condition)) {
      const Scope* scope = scopes_.of(part);
      if (!scope || scope->size() != 1) continue;
      const std::uint32_t slot = scope->front();
      std::vector<Scalar> values;
      each_row(guarded_.terms, part, *scope, whole_.lists(),
               [&](const Row& row, Scalar holds) {
                 if (holds != 0) values.push_back(row[0]);
               });
      const auto [at, fresh] = result.try_emplace(slot, values);
      if (!fresh) at->second = common(at->second, values);
    }
    return result;
  }

  static std::vector<Scalar> common(const std::vector<Scalar>& a,
                                    const std::vector<Scalar>& b) {
    std::vector<Scalar> both;
    std::ranges::set_intersection(a, b, std::back_inserter(both));
    return both;
  }

  void begin() {
    result_ = whole_;
    const Singles initial = singles(guarded_.initial);
    for (std::uint32_t s = 0; s < guarded_.slots.size(); ++s) {
      if (whole_.values[s].empty()) continue;
      const auto at = initial.find(s);
      if (guarded_.slots[s].initial) {
        result_.values[s] = {*guarded_.slots[s].initial};
      } else if (at != initial.end() && !at->second.empty()) {
        // Where nothing satisfies the condition any value may stand: no values
        // would mean that none is known.
        result_.values[s] = at->second;
      }
    }
  }

  void take(std::size_t s) {
    Singles here = admitted_[s];
    for (auto& [slot, values] : here) {
      values = common(values, result_.values[slot]);
      if (values.empty()) return;
    }
    const Lists lists = [&](std::uint32_t slot) -> const std::vector<Scalar>& {
      const auto at = here.find(slot);
      return at == here.end() ? result_.values[slot] : at->second;
    };
    for (const auto& [slot, value] : steps_[s].updates) {
      if (whole_.values[slot].empty()) continue;
      const Scope* scope = scopes_.of(value);
      std::vector<Scalar> after;
      if (scope) {
        each_row(guarded_.terms, value, *scope, lists,
                 [&](const Row&, Scalar v) { after.push_back(v); });
      } else {
        after = whole_.values[slot];
      }
      add(slot, after);
    }
  }

  // What is out of range is a model error, and not stored.
  void add(std::uint32_t slot, const std::vector<Scalar>& values) {
    bool changed = false;
    for (const Scalar v : values) {
      auto& known = result_.values[slot];
      if (known.size() == whole_.values[slot].size()) break;
      const auto at = std::ranges::lower_bound(known, v);
      if ((at != known.end() && *at == v) || !whole_.place(slot, v)) continue;
      known.insert(at, v);
      changed = true;
    }
    if (!changed) return;
    for (const std::size_t reader : readers_[slot]) {
      if (waiting_[reader]) continue;
      waiting_[reader] = true;
      open_.push_back(reader);
    }
  }

  const Guarded& guarded_;
  const std::vector<Sequence>& steps_;
  const Domains whole_;
  Scopes scopes_;
  Domains result_;
  std::vector<Singles> admitted_;                  // per step
  std::vector<std::vector<std::size_t>> readers_;  // per slot
  std::vector<bool> waiting_;
  std::deque<std::size_t> open_;
};

}  // namespace

Domains occurring(const Guarded& guarded, const std::vector<Sequence>& steps) {
  return Analysis(guarded, steps).run();
}

}  // namespace vicinal::flat
