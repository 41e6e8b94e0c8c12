// SPDX-License-Identifier: MIT
// Which scope is asked for, and --generalize NAME=VALUE: which instance is read
// as a guess at every size.
#include "cli/session/asked.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "cli/options/codes.hpp"
#include "cli/session/asked_names.hpp"
#include "cli/session/session.hpp"

namespace vicinal::cli::inline session {

using network::Parameter;
using network::Scalar;

namespace {

class AskedReader {
 public:
  AskedReader(const Options& options, Opened& opened)
      : options_(options), opened_(opened), out_(opened.sizes) {}

  std::optional<std::vector<Scalar>> read();
  // Whether any instance may be asked for; else there is a diagnostic.
  bool any() {
    opened_.diagnostics.set_source(nullptr);
    check_scope();
    const auto& all = opened_.model->parameters;
    if (good_ && std::all_of(all.begin(), all.end(), [&](const Parameter& p) {
          return opened_.definitions.contains(p.name);
        })) {
      refuse(" smallest: there is one instance only");
    }
    return good_;
  }

 private:
  void refuse(const std::string& why) {
    opened_.diagnostics.error(codes::no_instance_to_generalize, {},
                              "--generalize" + why);
    good_ = false;
  }
  void read_one(const std::string& given);
  void check_scope();

  const Options& options_;
  Opened& opened_;
  std::vector<Scalar> out_;
  std::vector<std::string> set_;
  bool good_ = true;
};

void AskedReader::read_one(const std::string& given) {
  const std::size_t equals = given.find('=');
  const std::string name = given.substr(0, equals);
  Scalar value = 0;
  const char* begin =
      given.data() + (equals == std::string::npos ? given.size() : equals + 1);
  const char* end = given.data() + given.size();
  const auto [rest, error] = std::from_chars(begin, end, value);
  if (equals == std::string::npos || equals == 0 || error != std::errc() ||
      rest != end) {
    refuse(fmt::format(" {}: write --generalize n=4", given));
    return;
  }
  const auto& parameters = opened_.model->parameters;
  const auto p =
      std::find_if(parameters.begin(), parameters.end(),
                   [&](const Parameter& q) { return q.name == name; });
  if (p == parameters.end()) {
    refuse(fmt::format(" {}: the model has no parameter '{}'", given, name));
  } else if (std::find(set_.begin(), set_.end(), name) != set_.end() ||
             opened_.definitions.contains(name)) {
    refuse(fmt::format(" {}: '{}' is set twice", given, name));
  } else if (value < p->low || (p->high && value > *p->high)) {
    refuse(fmt::format(" {}: '{}' is {}", given, name,
                       p->high ? fmt::format("in {}..{}", p->low, *p->high)
                               : fmt::format("at least {}", p->low)));
  } else {
    out_[static_cast<std::size_t>(p - parameters.begin())] = value;
    set_.push_back(name);
  }
}

void AskedReader::check_scope() {
  if (opened_.model->network_kind == network::ast::NetworkKind::any) {
    refuse(": a 'network any' has no parameter that names an instance");
    return;
  }
  if (options_.instance || !options_.graph.empty() || options_.unreduced ||
      options_.merged) {
    refuse(
        " asks for every size, --instance, --on, --unreduced and --merged "
        "are about one");
    return;
  }
  if (options_.views == 3) {
    refuse(
        ": instances are looked at by one or two nodes at a time, not "
        "--views 3");
  }
}

std::optional<std::vector<Scalar>> AskedReader::read() {
  opened_.diagnostics.set_source(nullptr);
  check_scope();
  if (!good_) return std::nullopt;
  for (const std::string& given : options_.generalize) read_one(given);
  for (const Parameter& p : opened_.model->parameters) {
    if (!good_ || opened_.definitions.contains(p.name) ||
        std::find(set_.begin(), set_.end(), p.name) != set_.end()) {
      continue;
    }
    refuse(fmt::format(": '{}' is missing, as in --generalize {}={}", p.name,
                       p.name, std::max<Scalar>(p.low, 4)));
  }
  if (!good_) return std::nullopt;
  return out_;
}

}  // namespace

bool asks_every_size(const Options& options, const Opened& opened) {
  if (!options.generalize.empty()) return true;
  // A graph is an instance; these options are about instances.
  if (options.instance || options.unreduced || options.merged ||
      options.on_quotient || !options.graph.empty() ||
      !options.carry_to.empty()) {
    return false;
  }
  const network::Model& model = *opened.model;
  if (model.network_kind == network::ast::NetworkKind::any) return true;
  if (model.parameters.empty()) return false;
  std::size_t given = 0;
  for (const auto& p : model.parameters) {
    given += opened.definitions.contains(p.name);
  }
  if (given == 0) return true;
  return given < model.parameters.size() && options.every_size;
}

bool prepare_proof(const Options& options, Opened& opened) {
  if (!opened.good()) return false;
  const bool every_size = asks_every_size(options, opened);
  // The default is an instance, whatever is asked for.
  if (!every_size ||
      opened.model->network_kind != network::ast::NetworkKind::any) {
    elaborate(opened, options);
  }
  if (!every_size && options.views == 3) {
    opened.diagnostics.set_source(nullptr);
    opened.diagnostics.error(codes::triples_of_an_instance, {},
                             "--views 3 is for every size: an instance is "
                             "looked at by 1 or 2 nodes at a time");
  }
  return !opened.diagnostics.has_errors();
}

decide::Asked asked_of(const Options& options, Opened& opened) {
  decide::Asked asked;
  asked.every_size = asks_every_size(options, opened);
  if (asked.every_size) {
    WantedProof wanted = wanted_of_every_size(opened, options);
    asked.properties = std::move(wanted.properties);
    asked.model_errors = wanted.model_errors;
    asked.progress = std::move(wanted.progress);
    asked.each_progress = !options.properties.empty();
  } else {
    Wanted wanted = wanted_properties(opened, options);
    asked.properties = std::move(wanted.properties);
    asked.model_errors = wanted.model_errors;
  }
  asked.views = options.views;
  asked.one_proof = !options.certificate.empty();
  if (options.generalize == std::vector<std::string>{"smallest"}) {
    asked.cutoff = AskedReader(options, opened).any();
  } else if (!options.generalize.empty()) {
    asked.generalize = AskedReader(options, opened).read();
  }
  if (options.unreduced) {
    asked.reduce = fixpoint::Reduce::none;
    asked.pairs = fixpoint::PairMode::unreduced;
  } else if (options.merged) {
    asked.pairs = fixpoint::PairMode::merged;
  }
  if (options.on_quotient) asked.on_quotient = &opened.vias;
  asked.threads = threads_of(options);
  return asked;
}

}  // namespace vicinal::cli::inline session
