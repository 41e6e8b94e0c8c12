// SPDX-License-Identifier: MIT
// `verify`: whether a certificate proves what it claims of a model.
#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/render.hpp"
#include "cli/session.hpp"
#include "fixpoint/obligations/certificate.hpp"

namespace vicinal::cli {

namespace {

std::string sizes_text(const obligations::Certificate& c) {
  std::string text;
  for (std::size_t i = 0; i < c.parameters.size(); ++i) {
    const auto& fixed = c.request.fixed[i];
    text += fmt::format("{}{}", text.empty() ? "" : ", ",
                        fixed ? fmt::format("{} = {}", c.parameters[i], *fixed)
                              : "every " + c.parameters[i]);
  }
  for (const auto& sizes : c.request.excluded) {
    std::string one;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      one += fmt::format("{}{} = {}", one.empty() ? "" : ", ", c.parameters[i],
                         sizes[i]);
    }
    text += "; not " + one;
  }
  return text.empty() ? "every graph" : text;
}

// The constants that are not as the model says; empty: none.
std::string constants_text(const obligations::Certificate& c) {
  std::string text;
  for (const auto& [name, value] : c.constants) {
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, value);
  }
  return text;
}

}  // namespace

int verify_command(const Options& options) {
  const FileText model = read_file(options.model);
  if (!model.error.empty()) {
    say(fmt::format("vicinal: {}\n", printable(model.error)));
    return exit_usage;
  }
  const auto result = obligations::verify_certificate(
      options.verified, model.text, VICINAL_VERSION);
  const obligations::Certificate& c = result.certificate;
  std::vector<std::string> claims = c.properties;
  if (c.model_errors) claims.emplace_back(network::no_model_error);
  if (options.json) {
    Json json;
    json["certificate"] = options.verified;
    json["model"] = options.model;
    json["accepted"] = result.accepted();
    if (result.accepted()) {
      json["properties"] = claims;
      json["sizes"] = sizes_text(c);
      json["constants"] = Json::object();
      for (const auto& [name, value] : c.constants) {
        json["constants"][name] = value;
      }
      json["obligations"] = result.obligations;
    }
    json["complaints"] = result.complaints;
    json["statistics"] = statistics_json();
    print_json(json);
  } else if (result.accepted()) {
    std::string text =
        fmt::format("accepted: {} obligations hold\n", result.obligations);
    const std::string constants = constants_text(c);
    for (const std::string& name : claims) {
      text += fmt::format(
          "  {} is proved for {}{}\n", printable(name),
          printable(sizes_text(c)),
          constants.empty() ? std::string{} : ", with " + printable(constants));
    }
    print(text);
  } else {
    std::string text = "not accepted\n";
    for (const std::string& complaint : result.complaints) {
      text += fmt::format("  {}\n", printable(complaint));
    }
    print(text);
  }
  return result.accepted() ? exit_holds : exit_internal;
}

}  // namespace vicinal::cli
