// SPDX-License-Identifier: MIT
#include "fixpoint/obligations/certificate.hpp"

#include <fmt/format.h>
#include <sha2.h>
#include <sys/types.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "network/parser.hpp"
#include "network/verdict.hpp"

namespace vicinal::obligations {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using network::Model;

constexpr int format = 1;
constexpr std::uintmax_t largest_file = 1U << 28;

std::string hash(std::string_view text) {
  std::array<char, SHA256_DIGEST_STRING_LENGTH> out{};
  SHA256Data(reinterpret_cast<const std::uint8_t*>(text.data()), text.size(),
             out.data());
  return out.data();
}

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
    case Kind::elaboration:
      break;
  }
  return "elaboration";
}

std::string file_name(std::size_t number, const Obligation& o) {
  return fmt::format("{:04}-{}.smt2", number + 1, kind_text(o.kind));
}

std::string manifest(const Certificate& c,
                     const std::vector<Obligation>& obligations) {
  Json json;
  json["format"] = format;
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

bool write_file(const fs::path& path, const std::string& text) {
  std::ofstream out(path, std::ios::binary);
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
  return static_cast<bool>(out.flush());
}

std::optional<std::string> read_file(const fs::path& path) {
  std::error_code failed;
  if (!fs::is_regular_file(path, failed) ||
      fs::file_size(path, failed) > largest_file || failed) {
    return std::nullopt;
  }
  std::ifstream in(path, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  if (!in) return std::nullopt;
  return text.str();
}

// ---- verification
// ------------------------------------------------------------

class Verifier {
 public:
  Verifier(fs::path folder, std::string model_text, std::string version)
      : folder_(std::move(folder)) {
    out_.certificate.model_text = std::move(model_text);
    out_.certificate.version = std::move(version);
  }

  Verification run();

 private:
  void complain(std::string sentence) {
    out_.complaints.push_back(std::move(sentence));
  }
  bool read_manifest(const std::string& text);
  bool only_assertions();
  bool check_model();
  bool claims_exist();
  bool compare(const std::string& manifest_text);
  void judge();

  fs::path folder_;
  Verification out_;
  std::unique_ptr<network::Source> source_;
  std::optional<Model> model_;
  Json parameters_;
  std::vector<Obligation> obligations_;
};

bool Verifier::read_manifest(const std::string& text) {
  Certificate& c = out_.certificate;
  try {
    const Json json = Json::parse(text);
    if (json.at("format").get<int>() != format) {
      complain("the certificate has a format that this version does not know");
      return false;
    }
    for (const auto& [name, value] : json.at("constants").items()) {
      c.constants[name] = value.get<std::string>();
    }
    parameters_ = json.at("parameters");
    json.at("excluded").get_to(c.request.excluded);
    json.at("properties").get_to(c.properties);
    c.model_errors = json.at("no model error").get<bool>();
  } catch (const Json::exception&) {
    complain("manifest.json is not a manifest");
    return false;
  }
  return true;
}

// The invariant may add assertions to the model, and nothing else.
bool Verifier::only_assertions() {
  const network::Source source("invariant.vic", out_.certificate.invariant);
  network::Diagnostics diagnostics(&source);
  const network::ast::Tree tree = network::parse(source, diagnostics);
  const bool only =
      !diagnostics.has_errors() && tree.enums.empty() && tree.structs.empty() &&
      tree.consts.empty() && tree.params.empty() && tree.defs.empty() &&
      tree.processes.empty() && tree.networks.empty() && tree.shared.empty() &&
      tree.inits.empty() && tree.rules.empty() && tree.fairness.empty() &&
      std::all_of(tree.properties.begin(), tree.properties.end(),
                  [](const network::ast::Property& p) {
                    return p.kind == network::ast::PropertyKind::assertion;
                  });
  if (!only) complain("invariant.vic has something besides assertions");
  return only;
}

bool Verifier::check_model() {
  Certificate& c = out_.certificate;
  source_ = std::make_unique<network::Source>(
      "model with invariant", with_invariant(c.model_text, c.invariant));
  network::Diagnostics diagnostics(source_.get());
  const auto tree = network::parse(*source_, diagnostics);
  model_ = network::check(tree, *source_, c.constants, diagnostics);
  if (!model_) {
    complain("the model with the invariant is not a correct model");
    return false;
  }
  for (const network::Parameter& p : model_->parameters) {
    c.parameters.push_back(p.name);
    c.request.fixed.emplace_back();
    const auto at = parameters_.find(p.name);
    if (at == parameters_.end()) {
      complain(fmt::format("the manifest does not speak of '{}'", p.name));
      return false;
    }
    if (at->is_number_integer()) {
      c.request.fixed.back() = at->get<std::int64_t>();
    } else if (*at != "every") {
      complain(fmt::format("the manifest has no value of '{}'", p.name));
      return false;
    }
  }
  for (const auto& sizes : c.request.excluded) {
    if (sizes.size() != model_->parameters.size()) {
      complain("an excluded size has the wrong number of parameters");
      return false;
    }
  }
  return true;
}

bool Verifier::claims_exist() {
  for (const std::string& name : out_.certificate.properties) {
    const bool known =
        std::any_of(model_->properties.begin(), model_->properties.end(),
                    [&](const network::Property& p) {
                      return p.name == name &&
                             (p.kind == network::ast::PropertyKind::invariant ||
                              p.kind == network::ast::PropertyKind::assertion);
                    });
    if (!known) complain(fmt::format("the model has no invariant '{}'", name));
  }
  return out_.accepted();
}

// The folder must be what would be written now, byte by byte.
bool Verifier::compare(const std::string& manifest_text) {
  if (manifest_text != manifest(out_.certificate, obligations_)) {
    complain(
        "the manifest is not the one that the model and the invariant make");
  }
  std::set<std::string> expected = {"manifest.json", "invariant.vic"};
  for (std::size_t i = 0; i < obligations_.size(); ++i) {
    const std::string name = file_name(i, obligations_[i]);
    expected.insert(name);
    const auto text = read_file(folder_ / name);
    if (!text) {
      complain(fmt::format("{} is missing", name));
    } else if (*text != obligations_[i].text) {
      complain(fmt::format("{} is not the obligation '{}'", name,
                           obligations_[i].name));
    }
  }
  std::error_code failed;
  for (const auto& entry : fs::directory_iterator(folder_, failed)) {
    const std::string name = entry.path().filename().string();
    if (!expected.contains(name)) {
      complain(fmt::format("'{}' does not belong to the certificate", name));
    }
  }
  return out_.accepted();
}

void Verifier::judge() {
  const std::vector<Judgement> judged = judge_all(obligations_);
  for (std::size_t i = 0; i < judged.size(); ++i) {
    if (judged[i].answer != Answer::unsat) {
      complain(fmt::format("{} ('{}') is not proved",
                           file_name(i, obligations_[i]),
                           obligations_[i].name));
    }
  }
  // If nothing satisfies the initial condition, nothing is said at all.
  for (std::size_t i = 0; i < judged.size(); ++i) {
    const Obligation& o = obligations_[i];
    if (o.kind != Kind::initial && o.kind != Kind::property) continue;
    if (judge_text(o.premise) == Answer::unsat && o.kind == Kind::initial) {
      complain(fmt::format("{} assumes what cannot be", file_name(i, o)));
    }
  }
  out_.obligations = obligations_.size();
}

Verification Verifier::run() {
  const auto manifest_text = read_file(folder_ / "manifest.json");
  const auto invariant = read_file(folder_ / "invariant.vic");
  if (!manifest_text || !invariant) {
    complain(fmt::format("'{}' has no manifest.json and invariant.vic",
                         folder_.string()));
    return std::move(out_);
  }
  out_.certificate.invariant = *invariant;
  if (!read_manifest(*manifest_text) || !only_assertions() || !check_model() ||
      !claims_exist()) {
    return std::move(out_);
  }
  auto made = generate(*model_, out_.certificate.request);
  if (const auto* no = std::get_if<Unsupported>(&made)) {
    complain(fmt::format("obligations do not speak of {}", no->what));
    return std::move(out_);
  }
  obligations_ = needed(std::get<0>(made), *model_, out_.certificate.properties,
                        out_.certificate.model_errors);
  if (compare(*manifest_text)) judge();
  return std::move(out_);
}

}  // namespace

std::vector<Obligation> needed(const std::vector<Obligation>& all,
                               const Model& model,
                               const std::vector<std::string>& properties,
                               bool model_errors) {
  std::vector<Obligation> out;
  for (const Obligation& o : all) {
    if (o.kind == Kind::error && !model_errors) continue;
    if (o.kind == Kind::property &&
        std::find(properties.begin(), properties.end(),
                  model.properties[o.property].name) == properties.end()) {
      continue;
    }
    out.push_back(o);
  }
  return out;
}

std::string with_invariant(std::string_view model, std::string_view invariant) {
  return std::string(model) + "\n" + std::string(invariant);
}

std::string write_certificate(const std::string& folder,
                              const Certificate& certificate,
                              const std::vector<Obligation>& obligations) {
  std::error_code failed;
  const fs::path path(folder);
  if (fs::exists(path, failed) &&
      (!fs::is_directory(path, failed) || !fs::is_empty(path, failed))) {
    return fmt::format("'{}' is there already, and is not an empty folder",
                       folder);
  }
  fs::create_directories(path, failed);
  if (failed) return fmt::format("cannot make the folder '{}'", folder);
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

Verification verify_certificate(const std::string& folder,
                                const std::string& model_text,
                                const std::string& version) {
  return Verifier(folder, model_text, version).run();
}

}  // namespace vicinal::obligations
