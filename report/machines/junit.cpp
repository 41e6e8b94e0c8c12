// SPDX-License-Identifier: MIT
// The form that Jenkins, GitLab and others read. Without a schema of its
// inventors, what counts is what readers agree on: testsuites, testsuite,
// testcase, and failure, error or skipped within.
#include "report/machines/junit.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "report/html/escape.hpp"
#include "report/words/render.hpp"

namespace vicinal::report::inline machines {

namespace {

constexpr std::size_t most_named = 30;  // steps of a run

std::string text_of(const Json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

// "n = 6, m = 2"
std::string sizes_text(const Json& sizes) {
  std::vector<std::string> parts;
  for (const auto& [name, value] : sizes.items()) {
    parts.push_back(fmt::format("{} = {}", name, text_of(value)));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

// "by a run of 2 steps: s[0].want, s[0].enter"
std::string run_of(const Json& steps) {
  if (steps.empty()) return "in an initial state";
  std::vector<std::string> names;
  for (const Json& step : steps) {
    if (names.size() == most_named) {
      names.emplace_back("...");
      break;
    }
    names.push_back(text_of(step["action"]));
  }
  return fmt::format("by a run of {}: {}",
                     counted(steps.size(), "step", "steps"),
                     fmt::join(names, ", "));
}

std::string detail_of(const Json& property) {
  std::string text;
  if (property.contains("instance") && !property["instance"].empty()) {
    text = "at " + sizes_text(property["instance"]);
  }
  if (property.contains("trace")) {
    const std::string run = run_of(property["trace"]["steps"]);
    text += text.empty() ? run : " " + run;
  }
  if (property.contains("blocking_step")) {
    text += (text.empty() ? "" : ", ") +
            text_of(property["blocking_step"]["reason"]);
  }
  if (property.contains("reason")) text += text_of(property["reason"]);
  return text;
}

struct Numbers {
  std::size_t tests = 0, failures = 0, errors = 0, skipped = 0;
  double seconds = 0;

  void add(const Suite& suite) {
    seconds += suite.seconds;
    if (!suite.error.empty()) {
      ++tests;
      ++errors;
    }
    for (const Case& c : suite.cases) {
      ++tests;
      if (c.verdict == "violated") ++failures;
      if (c.verdict == "unknown") ++errors;
      if (c.verdict == "not-asked") ++skipped;
    }
  }
  std::string text() const {
    return fmt::format(
        R"(tests="{}" failures="{}" errors="{}" skipped="{}" time="{:.3f}")",
        tests, failures, errors, skipped, seconds);
  }
};

std::string case_xml(const Suite& suite, const Case& c) {
  const std::string head =
      fmt::format(R"(    <testcase classname="{}" name="{}")",
                  escaped(suite.model), escaped(c.name));
  if (c.verdict == "proved") return head + "/>\n";
  const char* element = c.verdict == "violated"    ? "failure"
                        : c.verdict == "not-asked" ? "skipped"
                                                   : "error";
  const bool sentence = c.verdict != "violated";
  const std::string detail =
      c.detail.empty() ? c.verdict
                       : c.verdict + (sentence ? ": " : " ") + c.detail;
  const std::string type =
      c.verdict == "not-asked"
          ? ""
          : fmt::format(R"( type="{}")", escaped(c.verdict));
  return fmt::format("{}>\n      <{}{} message=\"{}\"/>\n    </testcase>\n",
                     head, element, type, escaped(detail));
}

}  // namespace

Suite suite_of(const std::string& model, const Json& report) {
  Suite out;
  out.model = model;
  if (!report.is_object() || !report.contains("properties")) {
    out.error = report.is_object() && report.contains("error")
                    ? text_of(report["error"])
                    : "no report";
    if (report.is_object() && report.contains("diagnostics")) {
      for (const Json& d : report["diagnostics"]) {
        out.error += "; " + text_of(d["message"]);
      }
    }
    return out;
  }
  for (const Json& p : report["properties"]) {
    out.cases.push_back({text_of(p["name"]), text_of(p["verdict"]),
                         p["verdict"] == "proved" ? "" : detail_of(p)});
  }
  if (report.contains("statistics")) {
    out.seconds = report["statistics"].value("seconds", 0.0);
  }
  return out;
}

std::string junit_xml(std::span<const Suite> suites) {
  Numbers all;
  for (const Suite& s : suites) all.add(s);
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  out += fmt::format("<testsuites name=\"vicinal prove\" {}>\n", all.text());
  for (const Suite& s : suites) {
    Numbers own;
    own.add(s);
    out += fmt::format("  <testsuite name=\"{}\" {}>\n", escaped(s.model),
                       own.text());
    if (!s.error.empty()) {
      out += case_xml(s, {"report", "no report", s.error});
    }
    for (const Case& c : s.cases) out += case_xml(s, c);
    out += "  </testsuite>\n";
  }
  return out + "</testsuites>\n";
}

}  // namespace vicinal::report::inline machines
