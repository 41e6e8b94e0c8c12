// SPDX-License-Identifier: MIT
// A property is proved of the other network if the invariant that came there is
// inductive and implies it: nothing that was proved of the first is believed.
#include "decide/instances/carried.hpp"

#include "network/semantics/verdict.hpp"

namespace vicinal::decide::inline instances {

namespace {

constexpr std::uint64_t most_carried_states = 20'000'000;

// Why there is nothing to carry; empty: there is.
std::string nothing_to_carry(const InstanceReport& from,
                             const network::Model& model) {
  if (!from.not_local.empty()) return from.not_local;
  if (from.invariant.limit != network::Limit::none) {
    return "the local invariant is not complete";
  }
  network::Diagnostics why(model.source);
  if (fixpoint::taken_on_quotient(model, why)) return {};
  return why.all().front().message;
}

void answer(const network::Instance& instance,
            const fixpoint::SingleInvariant& invariant,
            const Allowance& allowance, std::vector<InstanceAnswer>& answers) {
  const fixpoint::Questions questions(instance, invariant);
  std::vector<std::size_t> known;
  for (InstanceAnswer& a : answers) {
    a.implication = a.property
                        ? questions.implied(*a.property, allowance.left())
                        : questions.no_model_error(known, allowance.left());
    if (!a.implication.proved) continue;
    a.verdict = network::Verdict::proved;
    a.method = Method::invariant;
    a.views = 1;
    if (a.property) known.push_back(*a.property);
  }
}

}  // namespace

std::optional<CarriedReport> carry_to(const InstanceReport& from, Opened& to,
                                      const Asked& asked,
                                      const Allowance& allowance) {
  CarriedReport report;
  report.answers = open_answers<InstanceAnswer>(*to.model, asked);
  report.carried.why = nothing_to_carry(from, *to.model);
  if (!report.carried.why.empty()) return report;
  auto carried =
      fixpoint::carry(from.invariant, *to.instance,
                      allowance.left_or(most_carried_states), to.diagnostics);
  if (!carried) return std::nullopt;
  report.carried = std::move(*carried);
  if (report.carried.invariant) {
    answer(*to.instance, *report.carried.invariant, allowance, report.answers);
  }
  return report;
}

}  // namespace vicinal::decide::inline instances
