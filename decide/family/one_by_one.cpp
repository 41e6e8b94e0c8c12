// SPDX-License-Identifier: MIT
// A proof of each instance is one of all, whatever each of them rests on: local
// invariants of one, the states of another. Instances are made one after the
// other, and kept only if a run of theirs is shown.
#include "decide/family/one_by_one.hpp"

#include <algorithm>
#include <memory>
#include <numeric>

#include "decide/instances/instance.hpp"
#include "explore/search/explorer.hpp"
#include "network/elaboration/beyond_limits.hpp"
#include "network/elaboration/elaborate.hpp"

namespace vicinal::decide::inline family {

using network::Scalar;
using network::Verdict;

namespace {

// Larger ones take too long to look at.
constexpr std::size_t most_to_look_at = 10'000;

class OneByOne {
 public:
  OneByOne(const Asked& asked, const Allowance& allowance, const Spending& each,
           FamilyReport& report)
      : asked_(asked),
        allowance_(allowance),
        each_(each),
        report_(report),
        model_(*report.explored.model) {}

  void run(const std::vector<std::vector<Scalar>>& sizes);

 private:
  bool known(const FamilyAnswer& a, const std::vector<Scalar>& sizes) const;
  bool look_at(const std::vector<Scalar>& sizes);
  bool decide(const fixpoint::Sample& sample,
              const std::vector<FamilyAnswer*>& answers);
  bool take(const fixpoint::Sample& sample, const InstanceAnswer& found,
            FamilyAnswer& a);

  const Asked& asked_;
  const Allowance& allowance_;
  const Spending& each_;
  FamilyReport& report_;
  const network::Model& model_;
  std::vector<FamilyAnswer*> open_;  // that all instances so far prove
  std::size_t count_ = 0;            // of these instances
  bool reached_ = false;             // one of them has an initial state
};

// That it holds there, since all states were seen.
bool OneByOne::known(const FamilyAnswer& a,
                     const std::vector<Scalar>& sizes) const {
  return std::any_of(a.holds_at.begin(), a.holds_at.end(), [&](std::size_t i) {
    return report_.explored.all[i]->parameters == sizes;
  });
}

// What an instance says of one that is open; whether its run is shown.
bool OneByOne::take(const fixpoint::Sample& sample, const InstanceAnswer& found,
                    FamilyAnswer& a) {
  if (found.verdict == Verdict::proved) return false;
  std::erase(open_, &a);
  if (found.verdict != Verdict::violated || !found.trace) return false;
  a.verdict = Verdict::violated;
  a.method = Method::exploration;
  a.run = FamilyRun{&sample, *found.trace};
  return true;
}

// Whether a run of this instance is shown.
bool OneByOne::decide(const fixpoint::Sample& sample,
                      const std::vector<FamilyAnswer*>& answers) {
  Asked asked = asked_;
  asked.every_size = false;
  asked.properties.clear();
  asked.model_errors = false;
  for (const FamilyAnswer* a : answers) {
    if (a->property) asked.properties.push_back(*a->property);
    asked.model_errors = asked.model_errors || !a->property;
  }
  network::Diagnostics ignored(model_.source);
  const Allowance each(each_());
  const auto found =
      answers_of(sample.instance, asked, look_locally(sample.instance, each),
                 each, ignored);
  if (!found) {
    // Where there is no initial state, everything holds.
    explore::Options how;
    how.model_errors = false;
    how.limits = allowance_.left(1);
    if (explore::explore(sample.instance, how).unsatisfiable) {
      report_.without_states.push_back(sample.parameters);
    } else {
      open_.clear();
    }
    return false;
  }
  reached_ = true;
  bool shown = false;
  for (FamilyAnswer* a : answers) {
    for (const InstanceAnswer& f : found->answers) {
      if (f.property == a->property) shown = take(sample, f, *a) || shown;
    }
  }
  return shown;
}

// False: not all that is asked of can be looked at.
bool OneByOne::look_at(const std::vector<Scalar>& sizes) {
  std::vector<FamilyAnswer*> asked;
  for (FamilyAnswer* a : open_) {
    if (!known(*a, sizes)) asked.push_back(a);
  }
  ++count_;
  reached_ = reached_ || asked.empty();
  if (asked.empty()) return true;
  network::Diagnostics why(model_.source);
  auto instance = network::elaborate(model_, sizes, why);
  if (!instance) {
    // That it is too large to be built says nothing of it.
    if (network::beyond_limits(why)) return false;
    report_.one_by_one.excluded.push_back(sizes);
    --count_;
    return true;
  }
  if (instance->network.node_count() > most_to_look_at) return false;
  auto sample = std::make_unique<fixpoint::Sample>();
  sample->parameters = sizes;
  sample->instance = std::move(*instance);
  const bool shown = decide(*sample, asked);
  if (shown) report_.one_by_one.all.push_back(std::move(sample));
  return true;
}

void OneByOne::run(const std::vector<std::vector<Scalar>>& sizes) {
  for (FamilyAnswer& a : report_.answers) {
    if (a.verdict == Verdict::unknown) open_.push_back(&a);
  }
  for (const std::vector<Scalar>& s : sizes) {
    network::poll_now();
    if (open_.empty() || allowance_.stopped()) return;
    if (!look_at(s)) return;
  }
  if (!reached_) return;
  for (FamilyAnswer* a : open_) {
    a->verdict = Verdict::proved;
    a->method = Method::instances;
    a->instances = count_;
  }
}

}  // namespace

void decide_one_by_one(const Asked& asked, const Allowance& allowance,
                       std::vector<std::vector<Scalar>> sizes,
                       const Spending& each, FamilyReport& report) {
  const auto sum = [](const std::vector<Scalar>& s) {
    return std::accumulate(s.begin(), s.end(), Scalar{0});
  };
  std::stable_sort(
      sizes.begin(), sizes.end(),
      [&](const auto& a, const auto& b) { return sum(a) < sum(b); });
  OneByOne(asked, allowance, each, report).run(sizes);
}

}  // namespace vicinal::decide::inline family
