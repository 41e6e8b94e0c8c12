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

}  // namespace vicinal::obligations
