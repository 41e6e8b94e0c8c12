// SPDX-License-Identifier: MIT
// Names come from the model.
#include "symmetry/judge/difference.hpp"

#include <fmt/format.h>

namespace vicinal::symmetry::inline judge {

namespace {

std::string action_text(const network::Model& model, const Difference& by) {
  return by.process.valid()
             ? fmt::format("action '{}' of {}",
                           model[by.process].actions[by.action].name,
                           model[by.process].name)
             : fmt::format("rule '{}'", model.rules[by.action].name);
}

std::string properties_text(const network::Model& model, const Difference& by) {
  std::string text = by.claims.size() == 1 ? "the property" : "the properties";
  for (std::size_t i = 0; i < by.claims.size(); ++i) {
    text += fmt::format("{} '{}'", i == 0 ? "" : ",",
                        model.properties[by.claims[i]].name);
  }
  return text;
}

}  // namespace

void name_claims(const std::vector<std::size_t>& asked,
                 const std::vector<std::size_t>& evaluated, Difference& by) {
  for (std::uint32_t& c : by.claims) {
    c = static_cast<std::uint32_t>(
        c < asked.size() ? asked[c] : evaluated[c - asked.size()]);
  }
}

std::string changed_variable(const network::Instance& instance,
                             std::uint32_t slot) {
  std::string name;
  for (const network::NamedPlace& p : network::places(instance)) {
    if (p.slot <= slot) name = p.name;
  }
  return name;
}

std::string text(const network::Instance& instance, const Difference& by) {
  const network::Model& model = *instance.model;
  switch (by.of) {
    case Difference::Of::start:
      return "it may change the initial states";
    case Difference::Of::failures:
      return fmt::format("it may change where {} cannot be evaluated",
                         by.claims.empty() ? "some guard or priority"
                                           : properties_text(model, by));
    case Difference::Of::guard:
      return fmt::format("it may change when {} may be taken",
                         action_text(model, by));
    case Difference::Of::error:
      return fmt::format("it may change where {} fails",
                         action_text(model, by));
    case Difference::Of::update:
      return fmt::format("it may change what {} does to {}",
                         action_text(model, by),
                         changed_variable(instance, by.slot));
    case Difference::Of::claims:
      break;
  }
  return "it may change nothing but " + properties_text(model, by);
}

}  // namespace vicinal::symmetry::inline judge
