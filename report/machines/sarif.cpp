// SPDX-License-Identifier: MIT
// Names of files are references of URIs (RFC 3986): what stands for itself in
// none is written in hexadecimal.
#include "report/machines/sarif.hpp"

#include <fmt/format.h>

#include <set>

#include "report/words/render.hpp"

namespace vicinal::report::inline machines {

namespace {

std::string uri_of(std::string_view path) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";
  std::string out = path.starts_with('/') ? "file://" : "";
  for (const char c : path) {
    if (plain.find(c) != std::string_view::npos) {
      out += c;
    } else {
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return out;
}

// What is no file has no name to be found by.
bool is_file(std::string_view name) {
  return !name.empty() && name.front() != '<';
}

// A list of one place, of none where there is no file.
Json locations(const std::string& file, const network::Place& place) {
  Json out = Json::array();
  const std::string& name =
      place.source != nullptr ? place.source->name() : file;
  if (!is_file(name)) return out;
  Json physical;
  physical["artifactLocation"]["uri"] = uri_of(name);
  if (place.source != nullptr) {
    const auto begin = place.source->position(place.span.begin);
    const auto end = place.source->position(place.span.end);
    physical["region"] = {{"startLine", begin.line},
                          {"startColumn", begin.column},
                          {"endLine", end.line},
                          {"endColumn", end.column}};
  }
  out.push_back({{"physicalLocation", std::move(physical)}});
  return out;
}

Json result(const std::string& rule, const char* level,
            const std::string& message) {
  Json out;
  out["ruleId"] = rule;
  out["level"] = level;
  out["message"]["text"] = message;
  return out;
}

Json notes_of(const network::Diagnostic& d) {
  Json out = Json::array();
  for (const network::Note& n : d.notes) {
    if (!n.span || d.source == nullptr) continue;
    Json places = locations({}, {d.source, *n.span});
    if (places.empty()) continue;
    places[0]["message"]["text"] = n.message;
    out.push_back(std::move(places[0]));
  }
  return out;
}

}  // namespace

Json sarif_results(const network::Diagnostics& diagnostics) {
  Json out = Json::array();
  for (const network::Diagnostic& d : diagnostics.all()) {
    std::string message = d.message;
    for (const network::Note& n : d.notes) {
      if (!n.span) message += "\n" + n.message;
    }
    Json one = result(
        fmt::format("V{:04}", number(d.code)),
        d.severity == network::Severity::error ? "error" : "warning", message);
    one["locations"] =
        has_place(d) ? locations({}, {d.source, d.span}) : Json::array();
    if (Json notes = notes_of(d); !notes.empty()) {
      one["relatedLocations"] = std::move(notes);
    }
    out.push_back(std::move(one));
  }
  return out;
}

Json sarif_results(std::span<const Finding> findings) {
  Json out = Json::array();
  for (const Finding& f : findings) {
    if (f.verdict == network::Verdict::proved) continue;
    const bool violated = f.verdict == network::Verdict::violated;
    Json one = result(violated ? "violated" : "unproved",
                      violated ? "error" : "warning", f.detail);
    one["locations"] = locations(f.file, f.place);
    out.push_back(std::move(one));
  }
  return out;
}

Json sarif_log(const Json& results, const SarifEnd& end,
               const std::string& version,
               const std::function<std::string(const std::string&)>& title) {
  std::set<std::string> rules;
  for (const Json& r : results) rules.insert(r["ruleId"].get<std::string>());
  Json driver;
  driver["name"] = "vicinal";
  driver["version"] = version;
  driver["rules"] = Json::array();
  for (const std::string& rule : rules) {
    driver["rules"].push_back(
        {{"id", rule}, {"shortDescription", {{"text", title(rule)}}}});
  }
  Json invocation;
  invocation["executionSuccessful"] = end.finished;
  invocation["exitCode"] = end.exit;
  if (!end.limit_text.empty()) {
    Json note;
    note["level"] = "error";
    note["message"]["text"] = "not finished, " + end.limit_text;
    invocation["toolExecutionNotifications"] = Json::array({std::move(note)});
  }
  Json run;
  run["tool"]["driver"] = std::move(driver);
  run["invocations"] = Json::array({std::move(invocation)});
  run["columnKind"] = "unicodeCodePoints";
  run["results"] = results;
  Json log;
  log["$schema"] = "https://json.schemastore.org/sarif-2.1.0.json";
  log["version"] = "2.1.0";
  log["runs"] = Json::array({std::move(run)});
  return log;
}

}  // namespace vicinal::report::inline machines
