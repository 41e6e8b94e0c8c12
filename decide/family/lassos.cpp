// SPDX-License-Identifier: MIT
// All states are looked at, without symmetry: instances are small, and what is
// held against proofs shares as little as possible with anything.
#include "decide/family/lassos.hpp"

#include <algorithm>

#include "decide/instances/contradiction.hpp"
#include "network/language/questions.hpp"

namespace vicinal::decide::inline family {

using network::Limit;
using network::Verdict;

namespace {

// Of all instances together; where one may have endlessly many, of each.
constexpr std::uint64_t most_states = 20'000;
constexpr std::uint64_t most_unbounded_states = 2'000;
constexpr std::size_t most_checked_nodes = 8;
constexpr std::size_t most_instances = 24;

class LassoSearch {
 public:
  LassoSearch(const Opened& opened, const Allowance& allowance,
              FamilyReport& report)
      : allowance_(allowance),
        report_(report),
        model_(*opened.model),
        unbounded_(network::has_integers(model_)),
        growth_(model_, scope_of(opened), most_checked_nodes) {
    report_.checked.model = &model_;
  }

  void run();

 private:
  bool asked() const;
  bool grown(std::size_t number);
  bool look_at(std::size_t number);
  void take(std::size_t number, std::shared_ptr<const CheckReport> found);
  void violated(FamilyAnswer& answer, std::size_t number,
                std::shared_ptr<const CheckReport> found);

  const Allowance& allowance_;
  FamilyReport& report_;
  const network::Model& model_;
  const bool unbounded_;
  fixpoint::Growth growth_;
  std::uint64_t left_ = most_states;
};

bool is_asked(const FamilyAnswer& a) {
  return a.temporal && a.verdict != Verdict::violated;
}

bool LassoSearch::asked() const {
  return std::ranges::any_of(report_.answers, is_asked);
}

// Whether there is an instance of this number.
bool LassoSearch::grown(std::size_t number) {
  while (number == report_.checked.all.size()) {
    bool more = false;
    allowance_.in_time([&] { more = growth_.more(report_.checked); });
    if (!more) return false;
  }
  return true;
}

void LassoSearch::run() {
  for (std::size_t i = 0; i < most_instances && asked(); ++i) {
    if (left_ == 0 || allowance_.over() || !grown(i)) return;
    if (!look_at(i) && !unbounded_) return;
  }
}

// Each property by itself, so that what one needs is not shown with another.
// False: a limit was reached.
bool LassoSearch::look_at(std::size_t number) {
  const network::Instance& instance = report_.checked.all[number]->instance;
  for (const FamilyAnswer& a : report_.answers) {
    if (!is_asked(a)) continue;
    Checking checking;
    checking.properties = {*a.property};
    checking.method = CheckMethod::plain;
    checking.limits = allowance_.left();
    checking.limits.work = unbounded_ ? most_unbounded_states : left_;
    network::Diagnostics ignored(model_.source);
    auto found = check_instance(instance, checking, ignored);
    if (!found) return true;  // no initial state
    left_ -= std::min(left_, found->r_nodes + found->p_nodes + 1);
    if (found->limit != Limit::none) return false;
    take(number, std::make_shared<const CheckReport>(std::move(*found)));
    if (left_ == 0) return false;
  }
  return true;
}

void LassoSearch::take(std::size_t number,
                       std::shared_ptr<const CheckReport> found) {
  const Checked& checked = found->properties.front();
  const auto at = std::ranges::find_if(
      report_.answers,
      [&](const FamilyAnswer& a) { return a.property == checked.property; });
  if (checked.verdict == Verdict::violated) {
    violated(*at, number, std::move(found));
  } else if (checked.verdict == Verdict::proved) {
    at->holds_at.push_back(number);
  }
}

void LassoSearch::violated(FamilyAnswer& answer, std::size_t number,
                           std::shared_ptr<const CheckReport> found) {
  const fixpoint::Sample& sample = *report_.checked.all[number];
  FamilyRun run{&sample, {}, std::move(found)};
  const explore::Explanation* why = run.why();
  if (why == nullptr) return;
  const explore::Explanation* path = first_path(*why);
  run.trace =
      path != nullptr ? path->path->trace : network::Trace{why->state, {}, {}};
  if (answer.verdict == Verdict::proved) {
    contradict(answer.name, "its rank, for every size", sample.instance,
               run.trace, run.trace.length());
  }
  answer.verdict = Verdict::violated;
  answer.method = Method::exploration;
  answer.blocking.reset();
  answer.run = std::move(run);
}

}  // namespace

void look_for_lassos(const Opened& opened, const Allowance& allowance,
                     FamilyReport& report) {
  LassoSearch(opened, allowance, report).run();
}

}  // namespace vicinal::decide::inline family
