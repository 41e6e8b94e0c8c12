// SPDX-License-Identifier: MIT
// A local state is laid into a state of an instance, of which the rest is not
// known. One state of an orbit, of one node of a class, stands for the others:
// whether a part of a guard is true for some choice is the same for all of
// them, and so is which values a variable has, but for references.
#include "decide/coverage/proof_coverage.hpp"

#include <algorithm>

#include "explore/coverage/local_coverage.hpp"
#include "explore/search/explorer.hpp"

namespace vicinal::decide::inline coverage {

using explore::LocalCoverage;
using network::Instance;
using network::NodeId;
using network::Scalar;
using network::Verdict;

namespace {

// Work without --timeout and --memory.
constexpr std::uint64_t instance_states = 200'000;
constexpr std::uint64_t family_states = 20'000;
constexpr std::size_t most_instances = 12;
constexpr std::size_t most_nodes = 24;

// A state of an instance, of which some slots are known.
class Laid {
 public:
  explicit Laid(const Instance& instance)
      : state_(instance.slot_count()),
        known_(instance.slot_count()),
        within_(instance.slots) {
    for (std::size_t s = 0; s < state_.size(); ++s) {
      state_[s] = instance.initial[s].value_or(instance.slots[s].low);
    }
    // Shared variables are constants to the local engines.
    for (std::size_t s = 0; s < instance.shared_base.size(); ++s) {
      const std::uint32_t slots =
          instance.size(instance.model->shared[s].type).slots *
          instance.shared_sizes[s].count;
      std::fill_n(known_.begin() + instance.shared_base[s], slots, 1);
    }
  }

  void set(std::uint32_t slot, Scalar value) {
    state_[slot] = value;
    known_[slot] = 1;
  }
  void set_within(std::uint32_t slot, network::Bounds bounds) {
    state_[slot] = bounds.low;
    known_[slot] = 0;
    within_[slot] = bounds;
  }
  explore::LocalView view() const { return {state_, known_, within_}; }

 private:
  std::vector<Scalar> state_;
  std::vector<std::uint8_t> known_;
  std::vector<network::Bounds> within_;
};

// ---- local invariants of an instance

explore::CoverageCounts of_nodes(const Instance& instance,
                                 const fixpoint::SingleInvariant& invariant) {
  LocalCoverage coverage(instance, explore::Sizes::this_one);
  const auto& classes = invariant.reduction->classes();
  for (std::uint32_t c = 0; c < classes.size(); ++c) {
    const NodeId node = classes.representative(c);
    const fixpoint::LocalStates theta = invariant.theta(node);
    Laid laid(instance);
    for (std::size_t i = 0; i < theta.size(); ++i) {
      const fixpoint::Row row = theta.row(i);
      for (std::size_t k = 0; k < row.size(); ++k) {
        laid.set(theta.columns[k], row[k]);
      }
      coverage.see({&node, 1}, laid.view());
    }
  }
  return coverage.counts();
}

explore::CoverageCounts of_pairs(const Instance& instance,
                                 const fixpoint::PairInvariant& invariant) {
  LocalCoverage coverage(instance, explore::Sizes::this_one);
  for (std::size_t t = 0; t < invariant.system->types.size(); ++t) {
    const fixpoint::PairType& type = invariant.system->types[t];
    const NodeId nodes[] = {type.m, type.n};
    Laid laid(instance);
    const fixpoint::StateSet& set = *invariant.sets[t];
    for (std::size_t i = 0; i < set.rows; ++i) {
      const auto row = set.row(i);
      for (std::size_t k = 0; k < row.size(); ++k) {
        laid.set(type.slots[k], row[k]);
      }
      coverage.see(nodes, laid.view());
    }
  }
  return coverage.counts();
}

// ---- those of every size

// A reference says which node of the view it names, or none, or another one.
void lay(const fixpoint::ViewType& type, std::span<const Scalar> row,
         Laid& laid) {
  const Instance& instance = type.first.instance();
  const auto count = static_cast<Scalar>(type.first.nodes.size());
  for (std::uint32_t c = 0; c < row.size(); ++c) {
    const std::uint32_t slot = type.layout.slots[c];
    const network::NodeFamilyId family = type.layout.reference[c];
    if (!family.valid() || row[c] < 0) {
      laid.set(slot, row[c]);
      continue;
    }
    const network::FamilySize& size = instance.node_families[family.index()];
    if (row[c] < count) {
      const NodeId named = type.first.nodes[static_cast<std::size_t>(row[c])];
      laid.set(slot, Scalar{named.value} - Scalar{size.first});
    } else {
      laid.set_within(slot, {0, std::max<Scalar>(size.count, 1) - 1});
    }
  }
}

explore::CoverageCounts of_types(const fixpoint::FamilyProof& proof) {
  std::optional<explore::CoverageCounts> all;
  const auto& types = proof.system->types;
  for (std::size_t t = 0; t < types.size(); ++t) {
    const Instance& instance = types[t].first.instance();
    LocalCoverage coverage(instance, explore::Sizes::every);
    Laid laid(instance);
    const fixpoint::StateSet& set = proof.invariant.sets[t];
    for (std::size_t i = 0; i < set.rows; ++i) {
      lay(types[t], set.row(i), laid);
      coverage.see(types[t].first.nodes, laid.view());
    }
    if (!all) {
      all = coverage.counts();
    } else {
      all->join(coverage.counts());
    }
  }
  return *all;
}

// The inductive proof by most nodes, if views have proved something.
const fixpoint::FamilyProof* decisive(const FamilyReport& report) {
  const fixpoint::FamilyProof* best = nullptr;
  for (const fixpoint::FamilyProof& proof : report.proofs) {
    const bool counts =
        proof.k != 0 && proof.inductive && proof.system &&
        !proof.system->types.empty() &&
        proof.invariant.sets.size() == proof.system->types.size() &&
        std::ranges::any_of(proof.properties, &fixpoint::PropertyProof::proved);
    if (counts && (best == nullptr || proof.k > best->k)) best = &proof;
  }
  return best;
}

// ---- instances

explore::CoverageCounts explored(const Instance& instance,
                                 const network::Limits& limits) {
  explore::Coverage coverage(instance);
  explore::Options how;
  how.model_errors = false;
  how.limits = limits;
  how.each_state = [&](std::span<const Scalar> state) { coverage.see(state); };
  coverage.end(explore::explore(instance, how).limit);
  return coverage.counts();
}

// From the least sizes on; the last one may be cut short.
void explore_small(const Opened& opened, const Allowance& allowance,
                   ProofCoverage& out) {
  const fixpoint::Scope scope = scope_of(opened);
  fixpoint::Growth growth(*opened.model, scope, most_nodes);
  out.explored.model = &*opened.model;
  std::uint64_t states = family_states;
  std::size_t looked = 0;
  bool more = true;
  while (more && looked < most_instances && !allowance.stopped()) {
    if (looked == out.explored.all.size()) {
      more = growth.more(out.explored);
      continue;
    }
    const Instance& instance = out.explored.all[looked++]->instance;
    auto counts = explored(instance, allowance.left(states));
    if (looked == 1) {
      out.counts = std::move(counts);
    } else {
      out.counts.join(counts);
    }
    out.instance = &instance;
    if (out.counts.limit != network::Limit::none) break;
    states = family_states - std::min(family_states, out.counts.states);
    if (states == 0) break;
  }
  out.explored.all.resize(looked);
}

void of_family(const Opened& opened, const FamilyReport& report,
               const Allowance& allowance, ProofCoverage& out) {
  if (const fixpoint::FamilyProof* proof = decisive(report)) {
    out.counts = of_types(*proof);
    out.instance = &proof->system->types.back().first.instance();
    out.views = static_cast<int>(proof->k);
    out.every_size = true;
  } else {
    explore_small(opened, allowance, out);
  }
}

void of_instance(const Opened& opened, const InstanceReport& report,
                 const Allowance& allowance, ProofCoverage& out) {
  const Instance& instance = *opened.instance;
  out.instance = &instance;
  for (const InstanceAnswer& a : report.answers) {
    if (a.method == Method::invariant) out.views = std::max(out.views, a.views);
  }
  // Without nodes there are no local states; of rules one node says too little.
  const bool decided =
      instance.network.node_count() > 0 &&
      std::ranges::all_of(report.answers, [](const InstanceAnswer& a) {
        return a.method == Method::invariant;
      });
  if (decided && out.views == 2) {
    out.counts = of_pairs(instance, *report.pairs);
  } else if (decided && out.views == 1 && instance.model->rules.empty()) {
    out.counts = of_nodes(instance, report.invariant);
  } else {
    out.views = 0;
    out.counts = explored(instance, allowance.left_or(instance_states));
  }
}

}  // namespace

std::optional<ProofCoverage> proof_coverage(const Opened& opened,
                                            const Report& report,
                                            const Allowance& allowance) {
  ProofCoverage out;
  const network::Limits limits = allowance.left();
  const network::Budget budget(limits);
  const network::Polling polling(budget);
  try {
    if (report.family) {
      of_family(opened, *report.family, allowance, out);
    } else if (report.instance) {
      of_instance(opened, *report.instance, allowance, out);
    }
  } catch (const network::LimitReached& reached) {
    out.counts.limit = reached.limit;
  }
  if (out.instance == nullptr) return std::nullopt;
  if (out.views != 0 || report.family) {
    out.counts.forget_references(*opened.model);
  }
  return out;
}

}  // namespace vicinal::decide::inline coverage
