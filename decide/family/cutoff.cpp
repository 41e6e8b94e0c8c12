// SPDX-License-Identifier: MIT
// Each try is a proof of its own, by obligations: that an instance stands for
// all is never concluded from its size. What an instance does not show is read
// off the smallest one that does, so that the cutoff is the greatest size that
// something was read off.
#include "decide/family/cutoff.hpp"

#include <algorithm>
#include <utility>

namespace vicinal::decide::inline family {

using network::Scalar;
using network::Verdict;
using Sizes = std::vector<Scalar>;

namespace {

constexpr std::size_t most_tries = 12;
constexpr std::size_t largest_tried = 30;

bool all_proved(const FamilyReport& report) {
  return std::all_of(
      report.answers.begin(), report.answers.end(),
      [](const FamilyAnswer& a) { return a.verdict == Verdict::proved; });
}

// The greatest sizes that an invariant was read off.
Sizes read_off(const FamilyReport& report) {
  Sizes out = *report.generalized;
  const auto cover = [&out](const Sizes& sizes) {
    for (std::size_t i = 0; i < out.size(); ++i) {
      out[i] = std::max(out[i], sizes[i]);
    }
  };
  for (const fixpoint::FamilyProof& proof : report.proofs) {
    if (!proof.inductive || !proof.system) continue;
    for (const auto& sample : proof.from) {
      if (sample) cover(proof.system->samples.all[*sample]->parameters);
    }
  }
  return out;
}

class CutoffSearch {
 public:
  CutoffSearch(Opened& opened, const Asked& asked, const Allowance& allowance)
      : opened_(opened),
        asked_(asked),
        allowance_(allowance),
        before_(opened.diagnostics),
        growth_(*opened.model, scope_of(opened), largest_tried, 1) {
    samples_.model = &*opened.model;
  }

  FamilyReport run() {
    FamilyReport report = by_views();
    report.cutoff.emplace();
    report.cutoff->late = allowance_.over();
    if (!all_proved(report) || report.interrupted) return report;
    Cutoff found;
    while (const auto sizes = next()) {
      opened_.diagnostics = before_;
      Asked one = asked_;
      one.generalize = *sizes;
      report = decide_family(opened_, one, allowance_);
      if (all_proved(report)) {
        found.sizes = read_off(report);
        break;
      }
      found.tried.push_back(*sizes);
      if (found.tried.size() == most_tries || report.interrupted) break;
    }
    found.late = allowance_.over();
    report.cutoff = std::move(found);
    return report;
  }

 private:
  // What views of every size say, of as many nodes as instances are asked
  // about.
  FamilyReport by_views() {
    Asked views = asked_;
    if (views.views == 0) {
      views.views = 1;
      FamilyReport single = decide_family(opened_, views, allowance_);
      if (all_proved(single) || single.interrupted) return single;
      opened_.diagnostics = before_;
      views.views = 2;
    }
    return decide_family(opened_, views, allowance_);
  }

  // The smallest instance that was not tried.
  std::optional<Sizes> next() {
    for (;;) {
      for (const auto& sample : samples_.all) {
        const auto at =
            std::find(seen_.begin(), seen_.end(), sample->parameters);
        if (at != seen_.end()) continue;
        seen_.push_back(sample->parameters);
        return seen_.back();
      }
      if (allowance_.stopped() || !growth_.more(samples_)) return std::nullopt;
    }
  }

  Opened& opened_;
  const Asked& asked_;
  const Allowance& allowance_;
  const network::Diagnostics before_;
  fixpoint::Growth growth_;
  fixpoint::Samples samples_;
  std::vector<Sizes> seen_;
};

}  // namespace

FamilyReport decide_cutoff(Opened& opened, const Asked& asked,
                           const Allowance& allowance) {
  return CutoffSearch(opened, asked, allowance).run();
}

bool cutoff_cut_short(const FamilyReport& report) {
  if (!report.cutoff || report.cutoff->sizes) return false;
  const auto limited = [](const fixpoint::FamilyProof& p) {
    return p.invariant.limit != network::Limit::none;
  };
  return report.interrupted || report.cutoff->late ||
         std::any_of(report.proofs.begin(), report.proofs.end(), limited);
}

}  // namespace vicinal::decide::inline family
