// SPDX-License-Identifier: MIT
// Names are those of the report in JSON (docs/commands.md), but that a property
// is called by its name.
#include "cli/expectations/observed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "report/words/value_json.hpp"

namespace vicinal::cli::expectations {
namespace {

using report::Json;

std::string text_of(const Json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

void add_properties(const Json& properties, Facts& out) {
  bool traced = false;
  for (const Json& p : properties) {
    if (!p.is_object() || !p.contains("name") || !p.contains("verdict")) {
      continue;
    }
    out.emplace_back(text_of(p["name"]), text_of(p["verdict"]));
    if (traced || !p.contains("trace") || !p["trace"].contains("steps")) {
      continue;
    }
    traced = true;
    out.emplace_back("trace", std::to_string(p["trace"]["steps"].size()));
  }
}

void add_virtual(const Json& readings, Facts& out) {
  for (const Json& r : readings) {
    if (!r.is_object()) continue;
    const bool reachable = r.value("reading", "") == "reachable states";
    for (const auto& [key, value] : r.items()) {
      if (key == "reading" || value.is_structured()) continue;
      out.emplace_back((reachable ? "reachable " : "") + key, text_of(value));
    }
  }
}

// Orders of groups, by how they are found.
void add_compared(const Json& compared, Facts& out) {
  const auto known = [&](const char* name, const Json& value) {
    out.emplace_back(name, value.is_null() ? "unknown" : text_of(value));
  };
  const Json diagram = compared.value("channel_diagram", Json::object());
  for (const char* name : {"automorphisms", "confirmed", "with_products"}) {
    if (diagram.contains(name)) known(name, diagram[name]);
  }
  for (const char* name : {"scalarsets", "exchanges", "constraints"}) {
    if (compared.contains(name)) known(name, compared[name]);
  }
}

}  // namespace

Facts facts_of(const std::string& report) {
  Facts out;
  const Json json = Json::parse(report, nullptr, false);
  if (!json.is_object()) return out;
  constexpr std::array numbers{"states", "transitions", "depth",   "deadlocks",
                               "method", "r_nodes",     "p_nodes", "order"};
  for (const char* name : numbers) {
    if (json.contains(name)) out.emplace_back(name, text_of(json[name]));
  }
  if (json.contains("properties")) add_properties(json["properties"], out);
  if (json.contains("virtual") && json["virtual"].is_array()) {
    add_virtual(json["virtual"], out);
  }
  if (json.contains("compared") && json["compared"].is_object()) {
    add_compared(json["compared"], out);
  }
  return out;
}

std::vector<std::string> differences(const Expectation& expected, int exit,
                                     const Facts& facts) {
  std::vector<std::string> out;
  if (exit != expected.exit) {
    out.push_back(fmt::format("exit {}, expected {}", exit, expected.exit));
  }
  for (const auto& claim : expected.claims) {
    if (std::find(facts.begin(), facts.end(), claim) != facts.end()) continue;
    std::vector<std::string> actual;
    for (const auto& [name, value] : facts) {
      if (name == claim.first) actual.push_back(value);
    }
    out.push_back(fmt::format(
        "{}: {}, expected {}", claim.first,
        actual.empty() ? "not reported"
                       : fmt::format("{}", fmt::join(actual, " and ")),
        claim.second));
  }
  return out;
}

}  // namespace vicinal::cli::expectations
