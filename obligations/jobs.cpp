// SPDX-License-Identifier: MIT
// Each text is written once, in the certificate, and named in the list.
#include "obligations/jobs.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "obligations/files.hpp"
#include "obligations/manifest.hpp"

namespace vicinal::obligations {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

// What it means that the text is unsatisfiable.
std::string shows(const Obligation& o, const network::Model& model) {
  const std::string goal =
      o.property == no_item ? "" : model.properties[o.property].name;
  switch (o.kind) {
    case Kind::initial:
      return fmt::format("'{}' holds in every initial state", goal);
    case Kind::step:
      return fmt::format(
          "this step leads from no state where all assertions "
          "hold to one where '{}' does not",
          goal);
    case Kind::error:
      return goal.empty() ? "no model error where all assertions hold"
                          : fmt::format(
                                "'{}' can be evaluated where all assertions "
                                "hold",
                                goal);
    case Kind::property:
      return fmt::format(
          "'{}' holds, and can be evaluated, where all "
          "assertions hold",
          goal);
    case Kind::progress:
      return fmt::format("a part of what the rank of '{}' needs", goal);
    case Kind::elaboration:
      break;
  }
  return "every size that is not excluded is an instance";
}

// The claims that fall without it.
std::vector<std::string> serves(const Obligation& o,
                                const network::Model& model,
                                const Certificate& certificate) {
  if (o.kind == Kind::property || o.kind == Kind::progress) {
    return {model.properties[o.property].name};
  }
  if (o.kind == Kind::error) return {std::string(network::no_model_error)};
  return claimed(certificate);
}

std::string list_text(const Certificate& certificate,
                      const network::Model& model,
                      const std::vector<Obligation>& obligations) {
  Json json;
  json["format"] = jobs_format;
  json["vicinal"] = certificate.version;
  json["model sha256"] = hash(certificate.model_text);
  json["certificate sha256"] = hash(manifest(certificate, obligations));
  json["jobs"] = Json::array();
  for (std::size_t i = 0; i < obligations.size(); ++i) {
    const Obligation& o = obligations[i];
    json["jobs"].push_back({{"file", "certificate/" + file_name(i, o)},
                            {"name", o.name},
                            {"shows", shows(o, model)},
                            {"serves", serves(o, model, certificate)},
                            {"sha256", hash(o.text)}});
  }
  return json.dump(2) + "\n";
}

}  // namespace

std::string write_jobs(const std::string& folder,
                       const Certificate& certificate,
                       const network::Model& model,
                       const std::vector<Obligation>& obligations) {
  std::string error = make_folder(folder);
  if (!error.empty()) return error;
  const fs::path path(folder);
  error = write_certificate(path / "certificate", certificate, obligations);
  if (error.empty()) error = make_folder(path / "answers");
  if (!error.empty()) return error;
  // Last, so that a folder with a list is whole.
  return write_file(path / "jobs.json",
                    list_text(certificate, model, obligations))
             ? std::string{}
             : fmt::format("cannot write to the folder '{}'", folder);
}

}  // namespace vicinal::obligations
