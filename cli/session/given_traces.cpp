// SPDX-License-Identifier: MIT
// A trace says of which instance it is where it comes from a report.
#include "cli/session/given_traces.hpp"

#include <fmt/format.h>

#include <algorithm>
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

// Null: it does not say.
Json graph_of(const Json& trace) {
  const Json& says =
      report::is_itf(trace) && trace.contains("#meta") ? trace["#meta"] : trace;
  return says.is_object() && says.contains("graph") ? says["graph"] : Json();
}

// Whether a trace may be of this instance: what does not say is not asked.
bool is_of_size(const GivenTrace& candidate, const Instance& instance) {
  return !candidate.sizes.is_object() ||
         candidate.sizes == parameters_json(instance);
}
bool is_on(const GivenTrace& candidate, const Json& graph) {
  const Json said = graph_of(candidate.trace);
  return said.is_null() || graph.is_null() || said == graph;
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
                [&](const GivenTrace& c) { return !is_of_size(c, instance); });
  if (traces.empty()) {
    return {
        {},
        fmt::format("it is of the instance with {}; set that by -D", sizes)};
  }
  const Json graph = report::graph_json(instance);
  std::erase_if(traces, [&](const GivenTrace& c) { return !is_on(c, graph); });
  if (traces.empty()) {
    return {{},
            "it is a run on another graph: without --on it is replayed on its "
            "own"};
  }
  return {std::move(traces), {}};
}

std::string graph_of_traces(const std::string& path,
                            const std::vector<std::string>& properties) {
  const FileText file = read_file(path);
  std::string unreadable = file.error;
  if (!unreadable.empty()) return {};
  const Json json = parsed_trace(file.text, unreadable);
  if (!unreadable.empty()) return {};
  for (const GivenTrace& c : candidates(json)) {
    const bool asked =
        properties.empty() || c.property.empty() ||
        std::ranges::find(properties, c.property) != properties.end();
    const Json graph = graph_of(c.trace);
    if (asked && graph.is_object()) return graph.dump(1);
  }
  return {};
}

report::ReadTrace read_given_trace(const Instance& instance,
                                   const GivenTrace& given) {
  return report::is_itf(given.trace)
             ? report::read_itf(instance, given.trace)
             : report::read_trace(instance, given.trace);
}

}  // namespace vicinal::cli::inline session
