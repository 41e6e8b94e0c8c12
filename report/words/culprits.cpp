// SPDX-License-Identifier: MIT
// The state at the end of the run is asked once more, by the evaluator, for the
// members that make the invariant false.
#include "report/words/culprits.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "network/language/property.hpp"
#include "network/semantics/refutation.hpp"
#include "network/semantics/steps.hpp"
#include "report/words/render.hpp"

namespace vicinal::report::inline words {

using network::Instance;
using network::Scalar;

namespace {

const std::vector<Scalar>& last_state(const network::Trace& trace) {
  return trace.events.empty() ? trace.initial : trace.events.back().after;
}

void add_value(const Instance& instance, const network::BoundValue& bound,
               Culprits& out) {
  const network::Binder& binder = instance.model->binders[bound.binder];
  const std::span<const Scalar> value(&bound.value, 1);
  out.json.push_back({{"variable", binder.name},
                      {"value", value_json(instance, binder.type, value)}});
  const auto id = static_cast<std::size_t>(bound.value);
  switch ((*instance.model)[binder.type].kind) {
    case network::TypeKind::node:
      out.nodes.emplace_back(id);
      break;
    case network::TypeKind::edge:
      out.edges.emplace_back(id);
      break;
    default:
      break;
  }
}

std::string text_of(const Instance& instance,
                    const network::Refutation& refuted) {
  std::vector<std::string> parts;
  for (const network::BoundValue& bound : refuted.values) {
    const network::Binder& binder = instance.model->binders[bound.binder];
    parts.push_back(fmt::format(
        "{} = {}", binder.name,
        printable(value_text(instance, binder.type, {&bound.value, 1}))));
  }
  return refuted.too_many
             ? fmt::format("too many are true: {}", fmt::join(parts, ", "))
             : fmt::format("false for {}", fmt::join(parts, ", "));
}

}  // namespace

Culprits culprits_of(const Instance& instance, const network::Trace& trace,
                     const std::string& property) {
  Culprits out;
  if (trace.error || (!trace.events.empty() && trace.events.back().error)) {
    return out;
  }
  std::vector<Scalar> state = last_state(trace);
  const auto& properties = instance.model->properties;
  const auto named =
      std::ranges::find(properties, property, &network::Property::name);
  if (named != properties.end() && !network::is_temporal(*named)) {
    const auto refuted = network::refutation(instance, state, named->formula);
    if (refuted && !refuted->values.empty()) {
      for (const auto& bound : refuted->values) add_value(instance, bound, out);
      out.text = text_of(instance, *refuted);
    }
    if (refuted) return out;
  }
  if (named == properties.end() && property == "deadlock" &&
      !network::Steps(instance).any_enabled(state.data())) {
    out.text = "nothing is enabled here";
  }
  return out;
}

std::string culprits_text(const Instance& instance, const network::Trace& trace,
                          const std::string& property) {
  const std::string text = culprits_of(instance, trace, property).text;
  return text.empty() ? "" : fmt::format("      ! {}\n", text);
}

void add_culprits(const Instance& instance, const network::Trace& trace,
                  const std::string& property, Json& json) {
  Culprits found = culprits_of(instance, trace, property);
  if (!found.json.empty()) json["false_for"] = std::move(found.json);
}

}  // namespace vicinal::report::inline words
