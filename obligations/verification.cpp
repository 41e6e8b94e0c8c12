// SPDX-License-Identifier: MIT
// Whether a folder is the certificate of what it claims of a model.
//
// Nothing in the folder is trusted. The manifest says what is claimed, the
// invariant what it rests on; everything else is made from them and the model
// once more, and must be what the folder holds.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "network/language/parser/parser.hpp"
#include "obligations/certificate.hpp"
#include "obligations/files.hpp"
#include "obligations/manifest.hpp"

namespace vicinal::obligations {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using network::Model;

constexpr std::uintmax_t largest_file = 1U << 28;
constexpr std::uintmax_t largest_input = 1U << 24;  // manifest, invariant
constexpr int deepest = 4;  // values of a manifest, one in the other
// Characters of obligations: twice as many as proofs make.
constexpr std::uint64_t most_text = 96'000'000;

// The first error, as the end of a sentence.
std::string first_error(const network::Diagnostics& diagnostics) {
  for (const auto& d : diagnostics.all()) {
    if (d.severity == network::Severity::error) return ": " + d.message;
  }
  return {};
}

// No number of another kind, or beyond 64 bits, is read as something near it.
std::optional<std::int64_t> integer(const Json& json) {
  if (!json.is_number_integer()) return std::nullopt;
  if (json.is_number_unsigned() &&
      json.get<std::uint64_t>() > std::uint64_t{INT64_MAX}) {
    return std::nullopt;
  }
  return json.get<std::int64_t>();
}

// ---- verification ----------------------------------------------------------

class Verifier {
 public:
  Verifier(fs::path folder, std::string model_text, std::string version,
           std::uint64_t effort, bool audited, Judges judges)
      : folder_(std::move(folder)),
        effort_(effort),
        audited_(audited),
        judges_(std::move(judges)) {
    out_.certificate.model_text = std::move(model_text);
    out_.certificate.version = std::move(version);
  }

  Verification run();

 private:
  // Always false.
  bool complain(std::string sentence) {
    out_.complaints.push_back(std::move(sentence));
    return false;
  }
  bool read_manifest();
  bool read_claims();
  bool same_files();
  bool only_assertions();
  bool check_model();
  bool check_sizes();
  bool sizes_left() const;
  bool has_rank(const std::string& name) const;
  bool check_claims();
  void compare_manifest();
  bool compare();
  void judge();
  void judge_here();
  void judge_elsewhere();
  void audit_all();

  fs::path folder_;
  std::uint64_t effort_;
  bool audited_;
  Judges judges_;
  Verification out_;
  std::string manifest_text_;
  Json manifest_;
  std::unique_ptr<network::Source> source_;
  std::optional<Model> model_;  // with the invariant
  std::size_t properties_ = 0;  // of the model alone; they come first
  std::vector<Obligation> obligations_;
};

bool Verifier::read_manifest() {
  bool flat = true;
  const auto not_deep = [&flat](int depth, Json::parse_event_t, Json&) {
    flat = flat && depth <= deepest;
    return depth <= deepest;
  };
  try {
    manifest_ = Json::parse(manifest_text_, not_deep);
  } catch (const Json::exception&) {
    return complain("manifest.json is not JSON");
  }
  if (!flat || !manifest_.is_object()) {
    return complain("manifest.json is not a manifest");
  }
  const auto number = manifest_.find("format");
  if (number == manifest_.end()) {
    return complain("the manifest has no 'format'");
  }
  const auto format = integer(*number);
  if (format != std::optional<std::int64_t>(manifest_format)) {
    return complain(fmt::format(
        "the certificate has a format that this version does not know{}",
        format ? fmt::format(": {}, not {}", *format, manifest_format) : ""));
  }
  return read_claims();
}

bool Verifier::read_claims() {
  Certificate& c = out_.certificate;
  const auto strange = [this](const char* key) {
    return complain(
        fmt::format("'{}' of the manifest is missing or no such thing", key));
  };
  const auto& json = std::as_const(manifest_);
  const auto get = [&json](const char* key) {
    const auto at = json.find(key);
    return at == json.end() ? Json() : *at;
  };
  const Json version = get("vicinal");
  if (!version.is_string()) return strange("vicinal");
  if (version.get<std::string>() != c.version) {
    return complain(
        fmt::format("the certificate was made by version {}, this is {}",
                    version.get<std::string>(), c.version));
  }
  const Json constants = get("constants");
  if (!constants.is_object()) return strange("constants");
  for (const auto& [name, value] : constants.items()) {
    if (!value.is_string()) return strange("constants");
    c.constants[name] = value.get<std::string>();
  }
  if (!get("parameters").is_object()) return strange("parameters");
  const Json excluded = get("excluded");
  if (!excluded.is_array()) return strange("excluded");
  for (const Json& sizes : excluded) {
    if (!sizes.is_array()) return strange("excluded");
    auto& tuple = c.request.excluded.emplace_back();
    for (const Json& size : sizes) {
      const auto value = integer(size);
      if (!value) return strange("excluded");
      tuple.push_back(*value);
    }
  }
  const Json left_out = get("left out");
  if (!left_out.is_array()) return strange("left out");
  for (const Json& name : left_out) {
    if (!name.is_string()) return strange("left out");
    c.request.left_out.push_back(name.get<std::string>());
  }
  const Json properties = get("properties");
  if (!properties.is_array()) return strange("properties");
  for (const Json& name : properties) {
    if (!name.is_string()) return strange("properties");
    c.properties.push_back(name.get<std::string>());
  }
  const Json errors = get("no model error");
  if (!errors.is_boolean()) return strange("no model error");
  c.model_errors = errors.get<bool>();
  return true;
}

// Of this model, with this invariant.
bool Verifier::same_files() {
  const auto differs = [this](const char* key, const std::string& text) {
    const auto at = manifest_.find(key);
    return at == manifest_.end() || *at != hash(text);
  };
  if (differs("model sha256", out_.certificate.model_text)) {
    return complain("the certificate is of another model: the SHA-256 differs");
  }
  if (differs("invariant sha256", out_.certificate.invariant)) {
    return complain("invariant.vic is another one: the SHA-256 differs");
  }
  return true;
}

// The invariant may add assertions to the model, and ranks, of which nothing is
// believed: they make obligations. Nothing else.
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
  return only ||
         complain("invariant.vic has something besides assertions and ranks" +
                  first_error(diagnostics));
}

// Each is whole without the other: a comment that the model leaves open, say,
// would otherwise end in the invariant.
bool Verifier::check_model() {
  const Certificate& c = out_.certificate;
  const network::Source alone("model", c.model_text);
  network::Diagnostics diagnostics(&alone);
  const auto tree = network::parse(alone, diagnostics);
  const auto model = network::check(tree, alone, c.constants, diagnostics);
  if (!model) {
    return complain("the model is not correct" + first_error(diagnostics));
  }
  properties_ = model->properties.size();
  for (const auto& [name, value] : c.constants) {
    const bool constant =
        std::any_of(model->constants.begin(), model->constants.end(),
                    [&](const auto& k) { return k.name == name; });
    if (!constant) {
      return complain(fmt::format("'{}' is no constant of the model", name));
    }
  }
  source_ = std::make_unique<network::Source>(
      "model with invariant", with_invariant(c.model_text, c.invariant));
  network::Diagnostics more(source_.get());
  const auto whole = network::parse(*source_, more);
  model_ = network::check(whole, *source_, c.constants, more);
  return model_ ||
         complain("the invariant does not fit the model" + first_error(more));
}

bool Verifier::check_sizes() {
  Certificate& c = out_.certificate;
  const Json& given = manifest_["parameters"];
  for (const network::Parameter& p : model_->parameters) {
    c.parameters.push_back(p.name);
    c.request.fixed.emplace_back();
    const auto at = given.find(p.name);
    if (at == given.end()) {
      return complain(
          fmt::format("the manifest does not speak of '{}'", p.name));
    }
    if (*at == "every") continue;
    const auto value = integer(*at);
    if (!value) {
      return complain(fmt::format("the manifest has no value of '{}'", p.name));
    }
    if (*value < p.low || (p.high && *value > *p.high)) {
      return complain(
          fmt::format("{} = {} is not in its range", p.name, *value));
    }
    c.request.fixed.back() = *value;
  }
  for (const auto& sizes : c.request.excluded) {
    if (sizes.size() != model_->parameters.size()) {
      return complain("an excluded size has the wrong number of parameters");
    }
  }
  return sizes_left() || complain("no size is left that is not excluded");
}

// Whether some size is not excluded: fewer are than there are sizes.
bool Verifier::sizes_left() const {
  const Request& request = out_.certificate.request;
  const auto low = [&](std::size_t i) {
    return request.fixed[i].value_or(model_->parameters[i].low);
  };
  const auto high = [&](std::size_t i) {
    const auto& p = model_->parameters[i];
    return request.fixed[i].value_or(p.high.value_or(INT64_MAX));
  };
  std::set<std::vector<std::int64_t>> excluded;
  for (const auto& sizes : request.excluded) {
    bool asked = true;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      asked = asked && low(i) <= sizes[i] && sizes[i] <= high(i);
    }
    if (asked) excluded.insert(sizes);
  }
  // Sizes, as long as they are not more than those.
  std::uint64_t count = 1;
  for (std::size_t i = 0; i < model_->parameters.size(); ++i) {
    const std::uint64_t most = static_cast<std::uint64_t>(high(i)) -
                               static_cast<std::uint64_t>(low(i));
    if (most >= excluded.size()) return true;
    count *= most + 1;
    if (count > excluded.size()) return true;
  }
  return count > excluded.size();
}

// Whether the model has a rank for the property, and `no model error` is
// claimed, too: a step that fails ends its run.
bool Verifier::has_rank(const std::string& name) const {
  const auto of = [&](const network::Ranking& r) {
    return model_->properties[r.property].name == name;
  };
  return out_.certificate.model_errors &&
         std::ranges::any_of(model_->rankings, of);
}

// Claims are about the model's own properties, and there are some.
bool Verifier::check_claims() {
  const Certificate& c = out_.certificate;
  const auto begin = model_->properties.begin();
  const auto end = begin + static_cast<std::ptrdiff_t>(properties_);
  std::set<std::string> names;
  for (const std::string& name : c.properties) {
    // An assertion is proved if it is a part of the invariant.
    const bool known = std::any_of(begin, end, [&](const auto& p) {
      const bool part =
          p.kind == network::ast::PropertyKind::assertion &&
          std::find(c.request.left_out.begin(), c.request.left_out.end(),
                    name) == c.request.left_out.end();
      return p.name == name &&
             (p.kind == network::ast::PropertyKind::invariant || part ||
              has_rank(name));
    });
    if (!known) complain(fmt::format("the model has no invariant '{}'", name));
    if (!names.insert(name).second) {
      complain(fmt::format("'{}' is claimed twice", name));
    }
  }
  if (c.properties.empty() && !c.model_errors) {
    complain("the certificate claims nothing");
  }
  return out_.accepted();
}

// What differs, by its key.
void Verifier::compare_manifest() {
  const std::string text = manifest(out_.certificate, obligations_);
  if (manifest_text_ == text) return;
  const std::size_t before = out_.complaints.size();
  const Json expected = Json::parse(text);
  for (const auto& [key, value] : manifest_.items()) {
    if (!expected.contains(key)) {
      complain(fmt::format("'{}' does not belong into the manifest", key));
    }
  }
  for (const auto& [key, value] : expected.items()) {
    const auto at = manifest_.find(key);
    if (at == manifest_.end()) {
      complain(fmt::format("the manifest has no '{}'", key));
    } else if (key == "obligations" && at->is_array() &&
               at->size() != value.size()) {
      complain(
          fmt::format("the manifest lists {} obligations; the model and "
                      "the invariant make {}",
                      at->size(), value.size()));
    } else if (*at != value) {
      complain(
          fmt::format("'{}' of the manifest is not what the model and the "
                      "invariant make",
                      key));
    }
  }
  if (out_.complaints.size() == before) {
    complain(
        "manifest.json is not written as this version does: blanks, order, or "
        "a key that is there twice");
  }
}

// The folder must be what would be written now, byte by byte.
bool Verifier::compare() {
  compare_manifest();
  std::set<std::string> expected = {"manifest.json", "invariant.vic"};
  for (std::size_t i = 0; i < obligations_.size(); ++i) {
    const std::string name = file_name(i, obligations_[i]);
    expected.insert(name);
    const auto text = read_file(folder_ / name, largest_file);
    if (!text) {
      complain(fmt::format("{} is missing, or is no file", name));
    } else if (*text != obligations_[i].text) {
      complain(fmt::format("{} is not the obligation '{}'", name,
                           obligations_[i].name));
    }
  }
  std::error_code failed;
  for (fs::directory_iterator it(folder_, failed), end; !failed && it != end;
       it.increment(failed)) {
    const std::string name = it->path().filename().string();
    if (!expected.contains(name)) {
      complain(fmt::format("'{}' does not belong to the certificate", name));
    }
  }
  if (failed) complain("what is in the folder cannot be listed");
  return out_.accepted();
}

void Verifier::judge_here() {
  const auto judged = Judge().judge(obligations_, effort_, Examples::none);
  for (std::size_t i = 0; i < judged.size(); ++i) {
    if (judged[i].answer != Answer::unsat) {
      complain(fmt::format("{} ('{}') is not proved",
                           file_name(i, obligations_[i]),
                           obligations_[i].name));
    }
  }
}

// What others say, of the texts that were made here.
void Verifier::judge_elsewhere() {
  Answers answers = judges_(obligations_);
  const std::size_t count = answers.all.size();
  Weighed weighed = weigh(obligations_, answers.all);
  for (std::string& sentence : weighed.refuted) complain(std::move(sentence));
  out_.damaged = std::move(answers.damaged);
  out_.open = std::move(weighed.open);
  out_.judges = std::move(weighed.judges);
  if (weighed.unrelated > 0) {
    out_.judges.push_back(fmt::format("about other texts: {} of {} answers",
                                      weighed.unrelated, count));
  }
}

void Verifier::judge() {
  if (judges_) {
    judge_elsewhere();
  } else {
    judge_here();
  }
  // If nothing satisfies the initial condition, nothing is said at all.
  for (std::size_t i = 0; i < obligations_.size(); ++i) {
    const Obligation& o = obligations_[i];
    if (o.kind != Kind::initial) continue;
    if (judge_text(o.premise, effort_) == Answer::unsat) {
      complain(fmt::format("{} assumes what cannot be", file_name(i, o)));
    }
  }
  out_.obligations = obligations_.size();
}

// Facts that contradict each other prove whatever is asked.
void Verifier::audit_all() {
  const std::vector<Audited> all = audit(obligations_, effort_);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Obligation& o = obligations_[i];
    out_.audited.emplace_back(o.name, all[i]);
    if (all[i].vacuity != Vacuity::contradictory) continue;
    complain(
        fmt::format("{} ('{}') holds in vain: what it assumes "
                    "contradicts itself:\n{}",
                    file_name(i, o), o.name, all[i].why));
  }
}

Verification Verifier::run() {
  const auto text = read_file(folder_ / "manifest.json", largest_input);
  const auto invariant = read_file(folder_ / "invariant.vic", largest_input);
  if (!text || !invariant) {
    complain(fmt::format("'{}' has no {}", folder_.string(),
                         text ? "invariant.vic" : "manifest.json"));
    return std::move(out_);
  }
  manifest_text_ = *text;
  out_.certificate.invariant = *invariant;
  if (!read_manifest() || !same_files() || !only_assertions() ||
      !check_model() || !check_sizes() || !check_claims()) {
    return std::move(out_);
  }
  Request request = out_.certificate.request;
  request.progress = ranked(*model_, out_.certificate.properties);
  request.parts = audited_;
  request.most_text = most_text;
  auto made = generate(*model_, request);
  if (const auto* no = std::get_if<Unsupported>(&made)) {
    complain(fmt::format("obligations do not speak of {}", no->what));
    return std::move(out_);
  }
  obligations_ = needed(std::get<0>(made), *model_, out_.certificate.properties,
                        out_.certificate.model_errors);
  if (compare()) judge();
  if (out_.accepted() && audited_) audit_all();
  return std::move(out_);
}

}  // namespace

Verification verify_certificate(const std::string& folder,
                                const std::string& model_text,
                                const std::string& version,
                                std::uint64_t effort, bool audited,
                                Judges judges) {
  return Verifier(folder, model_text, version, effort, audited,
                  std::move(judges))
      .run();
}

}  // namespace vicinal::obligations
