// SPDX-License-Identifier: MIT
#include "forged.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <map>
#include <memory>
#include <stdexcept>

#include "obligations/certificate.hpp"
#include "tests/random/loaded.hpp"
#include "tests/random/random_model.hpp"

namespace vicinal::test {

namespace fs = std::filesystem;

const Made& made(const std::string& example) {
  static const Folder folder;
  static std::map<std::string, Made> all;
  const auto found = all.find(example);
  if (found != all.end()) return found->second;
  Made m;
  m.model = test::example(example);
  m.folder = folder.path() + "/" + example;
  m.proof = ask({"prove", "--json", "--certificate", m.folder, m.model});
  return all.emplace(example, std::move(m)).first->second;
}

Copy::Copy(const std::string& example)
    : certificate_(folder_.path() + "/certificate"),
      model_(folder_.path() + "/model.vic") {
  const Made& m = made(example);
  fs::copy(m.folder, certificate_, fs::copy_options::recursive);
  fs::copy_file(m.model, model_);
}

std::string Copy::path(const std::string& file) const {
  return certificate_ + "/" + file;
}

std::string Copy::text(const std::string& file) const {
  return read(path(file));
}

void Copy::write(const std::string& file, const std::string& text) const {
  folder_.write("certificate/" + file, text);
}

Json Copy::manifest() const {
  return Json::parse(text("manifest.json"));
}

void Copy::write_manifest(const Json& json) const {
  write("manifest.json", json.dump(2) + "\n");
}

std::vector<std::string> Copy::obligations() const {
  std::vector<std::string> names;
  const Json json = manifest();
  for (const auto& o : json["obligations"]) {
    names.push_back(o["file"].get<std::string>());
  }
  return names;
}

std::string replaced(std::string text, const std::string& part,
                     const std::string& by) {
  const std::size_t at = text.find(part);
  if (at == std::string::npos) {
    throw std::runtime_error("nothing to replace: " + part);
  }
  return text.replace(at, part.size(), by);
}

void check_accepted(const std::string& folder, const std::string& model) {
  const Outcome o = ask({"verify", folder, model});
  INFO(o.out << o.err);
  CHECK(o.code == 0);
  CHECK(o.out.starts_with("accepted: "));
  CHECK(o.err.empty());
}

void check_rejected(const std::string& folder, const std::string& model,
                    const std::string& complaint) {
  // Where a sanitizer has to see the code only, one in three: all of them go
  // most of the same way.
  static int asked = 0;
  if (++asked % 3 != 1 && !random_models::enough_runs()) return;
  const Outcome o = ask({"verify", folder, model});
  INFO(complaint << "\n" << o.out << o.err);
  CHECK(o.code == 4);
  CHECK(o.out.starts_with("not accepted\n"));
  CHECK(o.out.find(complaint) != std::string::npos);
  CHECK(o.err.empty());
}

Forged::Forged(const std::string& model, const std::string& invariant,
               const Claims& claims)
    : certificate_(folder_.path() + "/certificate"),
      model_(folder_.write("model.vic", model)) {
  obligations::Certificate c;
  c.model_text = model;
  c.invariant = invariant;
  c.constants.insert(claims.constants.begin(), claims.constants.end());
  c.request.excluded = claims.excluded;
  c.request.left_out = claims.left_out;
  c.properties = claims.properties;
  c.model_errors = claims.model_errors;
  c.version = Json::parse(read(made("token-ring").folder + "/manifest.json"))
                  .at("vicinal")
                  .get<std::string>();
  const auto loaded = random_models::load_model(
      obligations::with_invariant(model, invariant), c.constants);
  if (!loaded.model) throw std::runtime_error("forged: " + loaded.messages());
  for (const network::Parameter& p : loaded.model->parameters) {
    c.parameters.push_back(p.name);
    auto& value = c.request.fixed.emplace_back();
    for (const auto& [name, fixed] : claims.fixed) {
      if (name == p.name) value = fixed;
    }
  }
  c.request.progress = obligations::ranked(*loaded.model, c.properties);
  const auto made_of = obligations::generate(*loaded.model, c.request);
  std::vector<obligations::Obligation> all;  // none if there cannot be any
  if (const auto* some = std::get_if<0>(&made_of)) all = *some;
  const std::string error = obligations::write_certificate(
      certificate_, c,
      obligations::needed(all, *loaded.model, c.properties, c.model_errors));
  if (!error.empty()) throw std::runtime_error("forged: " + error);
}

}  // namespace vicinal::test
