// SPDX-License-Identifier: MIT
// Writing only, and what writer and checker must agree on: names of files, the
// manifest, which obligations a claim needs. All but those of other properties
// are needed, and those about errors where `no model error` is claimed. The
// checker (verification.cpp) makes the manifest anew and does not believe it.
#include "obligations/certificate.hpp"

#include <fmt/format.h>
#include <sha2.h>
#include <sys/types.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "network/language/property.hpp"
#include "network/language/questions.hpp"
#include "obligations/files.hpp"
#include "obligations/manifest.hpp"

namespace vicinal::obligations {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using network::Model;

std::string_view kind_text(Kind kind) {
  switch (kind) {
    case Kind::initial:
      return "initial";
    case Kind::step:
      return "step";
    case Kind::error:
      return "error";
    case Kind::property:
      return "property";
    case Kind::progress:
      return "progress";
    case Kind::elaboration:
      break;
  }
  return "elaboration";
}

}  // namespace

std::string hash(std::string_view text) {
  std::array<char, SHA256_DIGEST_STRING_LENGTH> out{};
  SHA256Data(reinterpret_cast<const std::uint8_t*>(text.data()), text.size(),
             out.data());
  return out.data();
}

std::string file_name(std::size_t number, const Obligation& o) {
  return fmt::format("{:04}-{}.smt2", number + 1, kind_text(o.kind));
}

std::string manifest(const Certificate& c,
                     const std::vector<Obligation>& obligations) {
  Json json;
  json["format"] = manifest_format;
  json["vicinal"] = c.version;
  json["model sha256"] = hash(c.model_text);
  json["invariant sha256"] = hash(c.invariant);
  json["constants"] = Json::object();
  for (const auto& [name, value] : c.constants) json["constants"][name] = value;
  json["parameters"] = Json::object();
  for (std::size_t i = 0; i < c.parameters.size(); ++i) {
    const bool fixed = i < c.request.fixed.size() && c.request.fixed[i];
    json["parameters"][c.parameters[i]] =
        fixed ? Json(*c.request.fixed[i]) : Json("every");
  }
  json["excluded"] = c.request.excluded;
  json["left out"] = c.request.left_out;
  json["properties"] = c.properties;
  json["no model error"] = c.model_errors;
  json["obligations"] = Json::array();
  for (std::size_t i = 0; i < obligations.size(); ++i) {
    json["obligations"].push_back({{"file", file_name(i, obligations[i])},
                                   {"name", obligations[i].name},
                                   {"sha256", hash(obligations[i].text)}});
  }
  return json.dump(2) + "\n";
}

std::vector<Obligation> needed(const std::vector<Obligation>& all,
                               const Model& model,
                               const std::vector<std::string>& properties,
                               bool model_errors) {
  std::vector<Obligation> out;
  const auto claimed = [&](const Obligation& o) {
    return o.property != no_item &&
           std::find(properties.begin(), properties.end(),
                     model.properties[o.property].name) != properties.end();
  };
  for (const Obligation& o : all) {
    // What is proved can be evaluated.
    if (o.kind == Kind::error && (!model_errors || claimed(o))) continue;
    const bool of_one = o.kind == Kind::property || o.kind == Kind::progress;
    if (of_one && !claimed(o)) continue;
    out.push_back(o);
  }
  return out;
}

std::vector<std::string> ranked(const Model& model,
                                const std::vector<std::string>& properties) {
  std::vector<std::string> out;
  for (const std::string& name : properties) {
    const auto temporal = [&](const network::Property& p) {
      return p.name == name && network::is_temporal(p);
    };
    if (std::ranges::any_of(model.properties, temporal)) out.push_back(name);
  }
  return out;
}

std::string with_invariant(std::string_view model, std::string_view invariant) {
  return std::string(model) + "\n" + std::string(invariant);
}

std::string make_folder(const std::string& folder) {
  std::error_code failed;
  const fs::path path(folder);
  if (fs::exists(path, failed) &&
      (!fs::is_directory(path, failed) || !fs::is_empty(path, failed))) {
    return fmt::format("'{}' is there already, and is not an empty folder",
                       folder);
  }
  fs::create_directories(path, failed);
  return failed ? fmt::format("cannot make the folder '{}'", folder)
                : std::string{};
}

std::string write_certificate(const std::string& folder,
                              const Certificate& certificate,
                              const std::vector<Obligation>& obligations) {
  std::string error = make_folder(folder);
  if (!error.empty()) return error;
  const fs::path path(folder);
  bool good = write_file(path / "invariant.vic", certificate.invariant);
  for (std::size_t i = 0; i < obligations.size() && good; ++i) {
    good = write_file(path / file_name(i, obligations[i]), obligations[i].text);
  }
  // Last, so that a folder with a manifest is whole.
  good = good &&
         write_file(path / "manifest.json", manifest(certificate, obligations));
  return good ? std::string{}
              : fmt::format("cannot write to the folder '{}'", folder);
}

}  // namespace vicinal::obligations
