// SPDX-License-Identifier: MIT
// One value is looked at at a time. Forms are hashed bottom up, the children of
// those that permutations put in another order by a sum.
#include "symmetry/exchanges/profiles.hpp"

#include "network/base/budget.hpp"

namespace vicinal::symmetry::inline exchanges {

using network::Scalar;

namespace {

constexpr std::size_t most_hashes = 2'000'000;

std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
  std::uint64_t h = (a ^ 0x9E3779B97F4A7C15U) * 0xD6E8FEB86659FD93U;
  h = (h ^ (h >> 32) ^ b) * 0x9FB21C651E98DF25U;
  return h ^ (h >> 29);
}

class Profiler {
 public:
  Profiler(const Comparison& comparison, std::uint32_t sort)
      : model_(comparison.model()),
        forms_(comparison.forms()),
        asked_(comparison.asked()),
        sort_(sort) {}

  std::uint64_t operator()(Scalar value) {
    value_ = value;
    known_.assign(forms_.size(), 0);
    std::uint64_t sum = mixed(form(model_.initial), form(model_.problem));
    const auto& of_slot = forms_.sorts().of_slot;
    for (std::uint32_t s = 0; s < of_slot.size(); ++s) {
      if (of_slot[s] == sort_ && model_.fixed[s] == value) sum += mixed(1, 1);
    }
    for (std::uint32_t c = 0; c < model_.claims.size(); ++c) {
      const auto& [holds, fails] = model_.claims[c];
      sum += mixed(mixed(c, form(fails)), c < asked_ ? form(holds) : 0);
    }
    for (const StepForm& s : model_.steps) {
      network::poll();
      std::uint64_t updates = 0;
      for (const auto& [slot, after] : s.updates) {
        updates += mixed(of_slot[slot], form(after));
      }
      const std::uint64_t what = mixed(form(s.guard), form(s.fails));
      sum += mixed(mixed(s.process.value, s.action), mixed(what, updates));
    }
    return sum;
  }

 private:
  std::uint64_t form(FormId id) {
    if (known_[id.index()] != 0) return known_[id.index()];
    network::poll();
    const std::uint64_t hash = hashed(id) | 1;
    known_[id.index()] = hash;
    return hash;
  }

  std::uint64_t hashed(FormId id) {
    const Form& f = forms_[id];
    const auto children = forms_.children(id);
    std::uint64_t hash = mixed(static_cast<std::uint64_t>(f.op), f.sort);
    switch (f.op) {
      case FormOp::number:
        return mixed(hash, static_cast<std::uint64_t>(f.value));
      case FormOp::member:
        return mixed(hash, f.sort == sort_ && f.value == value_ ? 1 : 0);
      case FormOp::cases: {
        const std::uint32_t sort = forms_.sorts().of_slot[f.item];
        const Scalar low = forms_.sorts().sorts[sort].bounds.low;
        std::uint64_t sum = 0;
        for (std::size_t v = 0; v < children.size(); ++v) {
          const bool it =
              sort == sort_ && low + static_cast<Scalar>(v) == value_;
          sum += mixed(it ? 1 : 0, form(children[v]));
        }
        return mixed(mixed(hash, sort), sum);
      }
      case FormOp::sum:
      case FormOp::product:
      case FormOp::equal:
      case FormOp::conjunction:
      case FormOp::disjunction: {
        std::uint64_t sum = 0;
        for (const FormId c : children) sum += mixed(2, form(c));
        return mixed(hash, sum);
      }
      default:
        for (const FormId c : children) hash = mixed(hash, form(c));
        return hash;
    }
  }

  const ModelForms& model_;
  const Forms& forms_;
  std::size_t asked_;
  std::uint32_t sort_;
  Scalar value_ = 0;
  std::vector<std::uint64_t> known_;  // of the value; 0: not yet
};

}  // namespace

std::optional<std::vector<std::uint64_t>> profiles(const Comparison& comparison,
                                                   std::uint32_t sort) {
  const Forms& forms = comparison.forms();
  const network::Bounds& bounds = forms.sorts().sorts[sort].bounds;
  const auto size = static_cast<std::size_t>(forms.sorts().sorts[sort].size());
  if (size * forms.size() > most_hashes) return std::nullopt;
  Profiler profile(comparison, sort);
  std::vector<std::uint64_t> result;
  for (Scalar v = bounds.low; v <= bounds.high; ++v) {
    result.push_back(profile(v));
  }
  return result;
}

}  // namespace vicinal::symmetry::inline exchanges
