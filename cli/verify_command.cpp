// SPDX-License-Identifier: MIT
// `verify`: whether a certificate proves what it claims of a model.
#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/session/session.hpp"
#include "network/imports/imported.hpp"
#include "obligations/answers.hpp"
#include "obligations/certificate.hpp"
#include "report/words/render.hpp"

namespace vicinal::cli {

using report::printable;

namespace {

// The obligations that speak of nothing, and why.
Json audit_json(const obligations::Verification& result) {
  using obligations::Vacuity;
  Json json;
  json["impossible"] = Json::array();
  json["undecided"] = Json::array();
  for (const auto& [name, audited] : result.audited) {
    if (audited.vacuity == Vacuity::impossible) {
      json["impossible"].push_back({{"name", name}, {"why", audited.why}});
    } else if (audited.vacuity == Vacuity::undecided) {
      json["undecided"].push_back(name);
    }
  }
  return json;
}

Json result_json(const Options& options,
                 const obligations::Verification& result) {
  const obligations::Certificate& c = result.certificate;
  Json json;
  json["certificate"] = options.verified;
  json["model"] = options.model;
  json["accepted"] = result.accepted();
  if (result.accepted()) {
    json["properties"] = obligations::claimed(c);
    json["sizes"] = obligations::sizes_text(c);
    json["constants"] = Json::object();
    for (const auto& [name, value] : c.constants) {
      json["constants"][name] = value;
    }
    json["obligations"] = result.obligations;
  }
  if (options.audit) json["audit"] = audit_json(result);
  json["complaints"] = result.complaints;
  if (!options.answers.empty()) {
    json["damaged"] = result.damaged;
    json["open"] = result.open;
    json["judges"] = result.judges;
  }
  json["statistics"] = statistics_json();
  return json;
}

// Of a model in another language, what it is converted to.
FileText model_text(const Options& options) {
  const imports::Language language =
      imports::language_named(options.language)
          .value_or(imports::language_of(options.model));
  if (language == imports::Language::vicinal) {
    FileText file = read_file(options.model);
    if (!options.defines.empty()) {
      file.error =
          "-D: the certificate says what constants are; -D is for a "
          "model that is converted";
    }
    return file;
  }
  const auto opened = load_model(options);
  FileText out;
  if (opened->good()) {
    out.text = opened->source->text();
  } else {
    print_diagnostics(*opened, options);
    out.error = "the model has errors";
  }
  return out;
}

}  // namespace

int verify_command(const Options& options) {
  const Watched watched(options);
  const FileText model = model_text(options);
  if (!model.error.empty()) {
    say(fmt::format("vicinal: {}\n", printable(model.error)));
    return exit_usage;
  }
  obligations::Judges judges;  // none: the linked Z3
  if (!options.answers.empty()) {
    judges = [&](const auto&) {
      return obligations::read_answers(options.answers);
    };
  }
  const auto result = obligations::verify_certificate(
      options.verified, model.text, VICINAL_VERSION,
      obligations::default_effort, options.audit, judges);
  if (options.json) {
    print_json(result_json(options, result));
  } else {
    std::string text;
    for (const std::string& line : verification_text(result, options.quiet)) {
      text += fmt::format("{}\n", printable(line));
    }
    print(text);
  }
  return obligations::exit_code_of(result.acceptance());
}

}  // namespace vicinal::cli
