// SPDX-License-Identifier: MIT
// A name that no property has is an error, with the one that was meant.
#include "cli/session/asked_names.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/options/codes.hpp"
#include "decide/question/asked.hpp"
#include "network/base/suggestion.hpp"
#include "network/language/property.hpp"

namespace vicinal::cli::inline session {

namespace {

std::string no_property(const network::Model& model, const std::string& name,
                        const std::vector<std::string>& names,
                        const char* kind) {
  for (const network::Property& p : model.properties) {
    if (p.name == name) {
      return fmt::format(
          "'{}' is {}, which this command does not look at", name,
          network::is_temporal(p) ? "a temporal property" : "an invariant");
    }
  }
  return fmt::format("the model has no {} '{}'{}", kind, name,
                     network::did_you_mean(name, names));
}

// Those of `all` that are asked for, in that order, without repetition.
std::vector<std::size_t> named(Opened& opened, const Options& options,
                               const std::vector<std::size_t>& all,
                               std::vector<std::string> names,
                               const char* kind) {
  const auto& properties = opened.model->properties;
  for (const std::size_t i : all) names.push_back(properties[i].name);
  std::vector<std::size_t> wanted;
  for (const std::string& name : options.properties) {
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      opened.diagnostics.set_source(nullptr);
      opened.diagnostics.error(codes::no_such_property, {},
                               no_property(*opened.model, name, names, kind));
    }
    for (const std::size_t i : all) {
      if (properties[i].name == name &&
          std::find(wanted.begin(), wanted.end(), i) == wanted.end()) {
        wanted.push_back(i);
      }
    }
  }
  return wanted;
}

}  // namespace

Wanted wanted_properties(Opened& opened, const Options& options) {
  std::vector<std::size_t> all = decide::invariants(*opened.model);
  if (options.properties.empty()) return {std::move(all), true};
  const std::string errors(network::no_model_error);
  return {named(opened, options, all, {errors}, "invariant"),
          std::find(options.properties.begin(), options.properties.end(),
                    errors) != options.properties.end()};
}

// Progress by a rank rests on there being no model error.
WantedProof wanted_of_every_size(Opened& opened, const Options& options) {
  const std::vector<std::size_t> temporal =
      decide::temporal_properties(*opened.model);
  WantedProof out;
  if (options.properties.empty()) {
    static_cast<Wanted&>(out) = wanted_properties(opened, options);
    out.progress = temporal;
    return out;
  }
  std::vector<std::size_t> all = decide::invariants(*opened.model);
  all.insert(all.end(), temporal.begin(), temporal.end());
  const std::string errors(network::no_model_error);
  for (const std::size_t p :
       named(opened, options, all, {errors}, "invariant")) {
    const bool of_runs = network::is_temporal(opened.model->properties[p]);
    (of_runs ? out.progress : out.properties).push_back(p);
  }
  // Those that have a rank, and those for which one is looked for.
  const std::vector<std::size_t> ranked =
      decide::ranked_properties(*opened.model);
  const std::vector<std::size_t> unranked =
      decide::unranked_properties(*opened.model);
  out.model_errors =
      std::ranges::any_of(out.progress,
                          [&](std::size_t p) {
                            return std::ranges::binary_search(ranked, p) ||
                                   std::ranges::binary_search(unranked, p);
                          }) ||
      std::find(options.properties.begin(), options.properties.end(), errors) !=
          options.properties.end();
  return out;
}

std::vector<std::size_t> wanted_temporal(Opened& opened,
                                         const Options& options) {
  std::vector<std::size_t> all = decide::temporal_properties(*opened.model);
  if (options.properties.empty()) return all;
  return named(opened, options, all, {}, "temporal property");
}

}  // namespace vicinal::cli::inline session
