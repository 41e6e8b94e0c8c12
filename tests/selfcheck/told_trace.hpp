// SPDX-License-Identifier: MIT
// A trace as the program tells it in JSON, for the oracle to replay.
#pragma once

#include <map>
#include <string>

#include "report/words/value_json.hpp"
#include "tests/oracle/oracle.hpp"

namespace vicinal::selfcheck {

// As the oracle prints values; it takes a queue for an array here.
inline std::string text_of(const report::Json& json) {
  std::string parts;
  const auto add = [&](const std::string& part) {
    parts += (parts.empty() ? "" : ", ") + part;
  };
  if (json.is_object()) {
    for (const auto& [name, value] : json.items()) {
      add(name + ": " + text_of(value));
    }
    return "{" + parts + "}";
  }
  if (json.is_array()) {
    for (const auto& value : json) add(text_of(value));
    return "[" + parts + "]";
  }
  return json.is_string() ? json.get<std::string>() : json.dump();
}

inline std::map<std::string, std::string> texts(const report::Json& object) {
  std::map<std::string, std::string> out;
  for (const auto& [name, value] : object.items()) out[name] = text_of(value);
  return out;
}

inline oracle::Trace told(const report::Json& json) {
  oracle::Trace trace;
  trace.initial = texts(json.at("initial"));
  for (const auto& step : json.at("steps")) {
    trace.events.push_back({step.at("action").get<std::string>(),
                            texts(step.at("bindings")),
                            texts(step.at("changes")), step.contains("error")});
  }
  return trace;
}

}  // namespace vicinal::selfcheck
