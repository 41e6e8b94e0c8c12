// SPDX-License-Identifier: MIT
#include "report/words/not_asked.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "network/language/property.hpp"

namespace vicinal::report::inline words {

std::vector<std::string> not_asked(const network::Model& model,
                                   const Style& style) {
  std::vector<std::string> names;
  if (style.named) return names;
  for (const network::Property& p : model.properties) {
    if (network::is_temporal(p)) names.push_back(p.name);
  }
  return names;
}

std::string not_asked_text(const std::vector<std::string>& names,
                           std::size_t width) {
  std::string text;
  for (const std::string& name : names) {
    text += fmt::format("{:<{}}  not looked at: temporal\n", name, width);
  }
  return text;
}

void add_not_asked(const std::vector<std::string>& names, Json& properties) {
  for (const std::string& name : names) {
    Json property;
    property["name"] = name;
    property["verdict"] = "not-asked";
    property["reason"] = "temporal";
    properties.push_back(std::move(property));
  }
}

std::size_t widest(const std::vector<std::string>& names, std::size_t least) {
  for (const std::string& name : names) least = std::max(least, name.size());
  return least;
}

}  // namespace vicinal::report::inline words
