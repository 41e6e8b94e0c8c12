// SPDX-License-Identifier: MIT
// What a certificate claims, in words: the same in every program that says it.
#include <fmt/format.h>

#include "obligations/certificate.hpp"

namespace vicinal::obligations {

namespace {

// "n = 3, m = 2"
template <class Values>
std::string assignment(const std::vector<std::string>& names,
                       const Values& values) {
  std::string text;
  for (std::size_t i = 0; i < values.size(); ++i) {
    text += fmt::format("{}{} = {}", i == 0 ? "" : ", ", names[i], values[i]);
  }
  return text;
}

}  // namespace

std::vector<std::string> claimed(const Certificate& certificate) {
  std::vector<std::string> names = certificate.properties;
  if (certificate.model_errors) names.emplace_back(network::no_model_error);
  return names;
}

std::string sizes_text(const Certificate& certificate) {
  const auto& names = certificate.parameters;
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto& fixed = certificate.request.fixed[i];
    text += fmt::format(
        "{}{}", i == 0 ? "" : ", ",
        fixed ? fmt::format("{} = {}", names[i], *fixed) : "every " + names[i]);
  }
  for (const auto& sizes : certificate.request.excluded) {
    text += "; not " + assignment(names, sizes);
  }
  return text.empty() ? "every graph" : text;
}

std::vector<std::string> claims_text(const Certificate& certificate) {
  std::string constants;  // that are not as the model says
  for (const auto& [name, value] : certificate.constants) {
    constants += fmt::format("{}{} = {}", constants.empty() ? ", with " : ", ",
                             name, value);
  }
  std::vector<std::string> lines;
  for (const std::string& name : claimed(certificate)) {
    lines.push_back(fmt::format("{} is proved for {}{}", name,
                                sizes_text(certificate), constants));
  }
  return lines;
}

std::vector<std::string> audit_text(const Verification& verification) {
  std::vector<std::string> lines;
  std::vector<std::string> others;
  std::size_t good = 0;
  for (const auto& [name, audited] : verification.audited) {
    switch (audited.vacuity) {
      case Vacuity::none:
        ++good;
        break;
      case Vacuity::impossible:
        others.push_back(
            fmt::format("  '{}' speaks of nothing: {}", name, audited.why));
        break;
      case Vacuity::undecided:
        others.push_back(fmt::format("  '{}' is undecided", name));
        break;
      case Vacuity::contradictory:  // a complaint
        break;
    }
  }
  if (verification.audited.empty()) return lines;
  lines.push_back(
      fmt::format("audit: {} of {} obligations speak of something that can be",
                  good, verification.audited.size()));
  lines.insert(lines.end(), others.begin(), others.end());
  return lines;
}

Acceptance Verification::acceptance() const {
  if (!complaints.empty()) return Acceptance::refused;
  if (!damaged.empty()) return Acceptance::damaged;
  return open.empty() ? Acceptance::accepted : Acceptance::undecided;
}

std::vector<std::string> verification_text(const Verification& v, bool brief) {
  std::vector<std::string> lines;
  const auto add = [&lines](const std::vector<std::string>& more) {
    for (const std::string& line : more) lines.push_back("  " + line);
  };
  switch (v.acceptance()) {
    case Acceptance::accepted:
      lines.push_back(
          fmt::format("accepted: {} obligations hold", v.obligations));
      if (!brief) add(claims_text(v.certificate));
      break;
    case Acceptance::refused:
      lines.emplace_back("not accepted");
      break;
    case Acceptance::damaged:
      lines.emplace_back("not decided: answers are damaged");
      break;
    case Acceptance::undecided:
      lines.push_back(fmt::format("not decided: {} of {} obligations are open",
                                  v.open.size(), v.obligations));
      break;
  }
  add(v.complaints);
  add(v.damaged);
  add(v.open);
  if (!v.judges.empty()) lines.emplace_back("judged by");
  add(v.judges);
  const std::vector<std::string> audited = audit_text(v);
  if (v.accepted()) lines.insert(lines.end(), audited.begin(), audited.end());
  return lines;
}

}  // namespace vicinal::obligations
