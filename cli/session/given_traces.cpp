// SPDX-License-Identifier: MIT
// A trace says of which instance it is where it comes from a report.
#include "cli/session/given_traces.hpp"

#include <fmt/format.h>

#include <utility>

#include "cli/session/load.hpp"
#include "report/words/itf.hpp"

namespace vicinal::cli::inline session {

using network::Instance;
using report::parameters_json;

namespace {

constexpr int deepest_trace = 1000;

// Values are copied by recursion, so that depth is limited.
Json parsed_trace(const std::string& text, std::string& error) {
  // The parser takes a NUL byte for the end of its input.
  if (text.find('\0') != std::string::npos) {
    error = "this is not JSON: it has a byte that is 0";
    return {};
  }
  bool deep = false;
  const auto shallow = [&](int depth, Json::parse_event_t, Json&) {
    deep = deep || depth > deepest_trace;
    return !deep;
  };
  Json json = Json::parse(text, shallow, false);
  if (deep) {
    error = "it is nested too deep";
  } else if (json.is_discarded()) {
    error = "this is not JSON";
  }
  return json;
}

// Of a property in a report: the instance that it names, or the report's.
Json sizes_of(const Json& property, const Json& report) {
  if (property.contains("instance")) return property["instance"];
  return report.contains("parameters") ? report["parameters"] : Json();
}

// The value itself if it is a trace, or those of its properties.
std::vector<GivenTrace> candidates(const Json& json) {
  std::vector<GivenTrace> out;
  if (!json.is_object()) return out;
  if (report::is_itf(json)) {
    const bool meta = json.contains("#meta") && json["#meta"].is_object();
    out.push_back({"", json,
                   meta && json["#meta"].contains("parameters")
                       ? json["#meta"]["parameters"]
                       : Json()});
  } else if (json.contains("initial")) {
    out.push_back({"", json, {}});
  } else if (json.contains("properties") && json["properties"].is_array()) {
    for (const Json& p : json["properties"]) {
      if (!p.is_object() || !p.contains("trace")) continue;
      const bool named = p.contains("name") && p["name"].is_string();
      const std::string name = named ? p["name"].get<std::string>() : "";
      out.push_back({name, p["trace"], sizes_of(p, json)});
      if (!p.contains("examples") || !p["examples"].is_array()) continue;
      for (const Json& other : p["examples"]) {
        out.push_back({name, other, sizes_of(p, json)});
      }
    }
  }
  return out;
}

// Whether a trace may be of this instance: what does not say is not asked.
bool is_of(const GivenTrace& candidate, const Instance& instance) {
  return !candidate.sizes.is_object() ||
         candidate.sizes == parameters_json(instance);
}

// "n = 3, m = 2"
std::string sizes_text(const Json& sizes) {
  std::string text;
  for (const auto& [name, value] : sizes.items()) {
    text +=
        fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, value.dump());
  }
  return text;
}

}  // namespace

GivenTraces read_given_traces(const Instance& instance,
                              const std::string& path) {
  const FileText file = read_file(path);
  if (!file.error.empty()) return {{}, file.error};
  std::string unreadable;
  const Json json = parsed_trace(file.text, unreadable);
  if (!unreadable.empty()) return {{}, unreadable};
  auto traces = candidates(json);
  if (traces.empty()) return {{}, "there is no trace in it"};
  // A report about every size has runs of several.
  const std::string sizes = sizes_text(traces.front().sizes);
  std::erase_if(traces,
                [&](const GivenTrace& c) { return !is_of(c, instance); });
  if (traces.empty()) {
    return {
        {},
        fmt::format("it is of the instance with {}; set that by -D", sizes)};
  }
  return {std::move(traces), {}};
}

report::ReadTrace read_given_trace(const Instance& instance,
                                   const GivenTrace& given) {
  return report::is_itf(given.trace)
             ? report::read_itf(instance, given.trace)
             : report::read_trace(instance, given.trace);
}

}  // namespace vicinal::cli::inline session
