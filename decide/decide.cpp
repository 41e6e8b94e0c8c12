// SPDX-License-Identifier: MIT
// What may be asked at all comes first: nothing is answered of a model with
// errors, of one that the engines do not take, or without an initial state.
#include "decide/decide.hpp"

#include <algorithm>

#include "decide/family/cutoff.hpp"
#include "decide/family/found_ranks.hpp"
#include "decide/family/progress.hpp"
#include "network/language/property.hpp"

namespace vicinal::decide {

namespace {

// The engines need what time there is; whether they are asked for nothing is a
// question that may stay open.
network::Limits for_a_look(const Allowance& allowance) {
  constexpr double most_seconds = 5;
  network::Limits limits = allowance.left();
  if (limits.seconds > 0) {
    limits.seconds = std::min(limits.seconds, most_seconds);
  }
  return limits;
}

// Obligations alone may do for all sizes, and exploration for one.
bool supported(Opened& opened, const Asked& asked) {
  using fixpoint::Means;
  const bool any = any_engine(asked);
  if (any && !asked.every_size) return true;
  return fixpoint::supported(*opened.model,
                             any ? Means::obligations : Means::local,
                             opened.diagnostics);
}

bool asks_for_rank(const network::Model& model, const Asked& asked) {
  return std::ranges::any_of(model.rankings, [&](const network::Ranking& r) {
    return std::ranges::count(asked.progress, r.property) != 0;
  });
}

// Whether theta on a quotient network is what it is on the network.
bool fits_quotient(Opened& opened, const Asked& asked) {
  if (asked.on_quotient == nullptr || !opened.instance) return true;
  return fixpoint::taken_on_quotient(*opened.model, opened.diagnostics) &&
         (asked.on_quotient->empty() ||
          fixpoint::taken_as_quotient(*opened.instance, opened.diagnostics));
}

// Whether the engines may be asked; else there is a diagnostic. What is found
// on the way of an instance goes to `locally`.
bool ready(Opened& opened, const Asked& asked, const Allowance& allowance,
           Locally& locally) {
  if (!opened.good() || !supported(opened, asked)) return false;
  // The default is an instance, whatever is asked for.
  const bool any = opened.model->network_kind == network::ast::NetworkKind::any;
  if (!opened.instance && (!asked.every_size || !any)) elaborate(opened);
  if (!fits_quotient(opened, asked)) return false;
  if (asked.every_size) require_initial_state(opened, for_a_look(allowance));
  if (opened.instance && !asked.every_size) {
    if (any_engine(asked)) {
      locally = look_locally(*opened.instance, allowance);
    } else {
      locally.meetings =
          taken_rules(*opened.instance, allowance, opened.diagnostics);
    }
  }
  return !opened.diagnostics.has_errors() &&
         (asked.every_size || opened.instance);
}

}  // namespace

std::vector<Answer> Report::answers() const {
  std::vector<Answer> out;
  if (instance) {
    out.assign(instance->answers.begin(), instance->answers.end());
  } else if (family) {
    out.assign(family->answers.begin(), family->answers.end());
  }
  return out;
}

Report decide(Opened& opened, const Asked& asked,
              const network::Limits& limits) {
  const Allowance allowance(limits);
  Report report;
  Locally locally;
  if (!ready(opened, asked, allowance, locally)) return report;
  Asked looked_at = asked;
  std::erase_if(looked_at.properties, [&](std::size_t p) {
    return network::is_temporal(opened.model->properties[p]);
  });
  std::vector<GuessedRanks> guesses;
  if (asked.every_size && any_engine(asked) && asked.model_errors) {
    guesses = guess_ranks(opened, asked.progress, allowance);
  }
  // A rank needs all that is proved at once.
  if (asked.on_quotient != nullptr) looked_at.views = 1;
  looked_at.one_proof = asked.one_proof || !guesses.empty() ||
                        asks_for_rank(*opened.model, asked);
  if (asked.every_size) {
    report.family = asked.cutoff ? decide_cutoff(opened, looked_at, allowance)
                                 : decide_family(opened, looked_at, allowance);
    decide_progress(opened, asked, guesses, allowance, *report.family);
  } else {
    report.instance =
        decide_instance(opened, looked_at, std::move(locally), allowance);
  }
  return report;
}

}  // namespace vicinal::decide
