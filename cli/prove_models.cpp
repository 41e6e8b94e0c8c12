// SPDX-License-Identifier: MIT
// `vicinal prove A B ...`: each model in a process of its own, so that limits,
// and what goes wrong, are of one model; the reports, in one.
#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <array>

#include "cli/commands.hpp"
#include "cli/processes/runs.hpp"
#include "cli/session/junit_file.hpp"
#include "cli/session/sarif_file.hpp"
#include "cli/session/session.hpp"
#include "cli/session/stopping.hpp"
#include "report/machines/junit.hpp"
#include "report/words/render.hpp"

namespace vicinal::cli {

namespace {

using report::printable;

// Exit codes from bad to good.
constexpr std::array<int, 5> worst_first{
    exit_internal, exit_usage, exit_violated, exit_undecided, exit_holds};

int worse(int a, int b) {
  const auto rank = [](int code) {
    return std::find(worst_first.begin(), worst_first.end(), code);
  };
  return std::min(rank(a), rank(b)) == rank(a) ? a : b;
}

struct Row {
  std::string model, property, verdict, words;
};

// "at n = 6"
std::string sizes_text(const Json& property) {
  if (!property.contains("instance") || property["instance"].empty()) return {};
  std::string text;
  for (const auto& [name, value] : property["instance"].items()) {
    text += fmt::format(
        "{}{} = {}", text.empty() ? " at " : ", ", name,
        value.is_string() ? value.get<std::string>() : value.dump());
  }
  return text;
}

Row row_of(const std::string& model, const Json& p) {
  Row row{model, p["name"], p["verdict"], {}};
  if (row.verdict == "proved") {
    row.words =
        p.value("scope", "") == "all-sizes" ? " for every size" : sizes_text(p);
  } else if (row.verdict == "violated") {
    row.words = sizes_text(p);
    if (p.contains("trace")) {
      row.words += " by a run of " +
                   report::counted(p["trace"]["steps"].size(), "step", "steps");
    }
  } else if (row.verdict == "not-asked") {
    row.words = ": temporal";
  }
  return row;
}

// What there is instead of a report.
std::string ending(int exit) {
  return exit == exit_usage       ? "wrong input"
         : exit == exit_undecided ? "not finished"
                                  : "internal error";
}

// Of all models, what has come out.
class Summary {
 public:
  explicit Summary(const Options& options) : options_(options) {}

  void add(const std::string& model, const processes::Ran& ran) {
    say(ran.err);
    const bool known = ran.exit >= exit_holds && ran.exit <= exit_internal;
    const int exit = known ? ran.exit : int{exit_internal};
    exit_ = worse(exit_, exit);
    Json report = Json::parse(ran.out, nullptr, false);
    if (!report.is_object()) report = nullptr;
    suites_.push_back(report::suite_of(model, report));
    if (report.is_object() && report.contains("properties")) {
      for (const Json& p : report["properties"]) {
        rows_.push_back(row_of(model, p));
      }
    } else {
      rows_.push_back({model, "", ending(exit), ""});
    }
    keep_results_of(options_, ran.extra);
    Json one;
    one["model"] = model;
    one["exit"] = exit;
    one["report"] = std::move(report);
    models_.push_back(std::move(one));
  }

  // `complete`: all have run.
  int finish(bool complete) {
    if (!complete) exit_ = worse(exit_, exit_undecided);
    for (std::size_t i = models_.size(); i < options_.models.size(); ++i) {
      suites_.push_back({options_.models[i], "not run", {}, 0});
    }
    if (const std::string error = write_junit(options_, suites_);
        !error.empty()) {
      return wrong_usage(options_, error);
    }
    if (options_.json) {
      Json json;
      json["models"] = models_;
      json["complete"] = complete;
      json["exit"] = exit_;
      json["statistics"] = statistics_json();
      print_json(json);
    } else {
      print(table() + totals(complete));
    }
    return exit_;
  }

 private:
  std::string table() const;
  std::string totals(bool complete) const;

  const Options& options_;
  int exit_ = exit_holds;
  std::vector<Row> rows_;
  std::vector<report::Suite> suites_;
  Json models_ = Json::array();
};

std::string colored(const std::string& verdict, bool color) {
  for (const network::Verdict v :
       {network::Verdict::proved, network::Verdict::violated,
        network::Verdict::unknown}) {
    if (network::text(v) == verdict) return report::verdict_text(v, color);
  }
  return verdict == "not-asked" ? "not asked" : verdict;
}

std::string Summary::table() const {
  const bool color = report::use_color(options_.color, STDOUT_FILENO);
  std::size_t models = 0, properties = 0;
  for (const Row& r : rows_) {
    models = std::max(models, printable(r.model).size());
    properties = std::max(properties, printable(r.property).size());
  }
  std::string text;
  for (const Row& r : rows_) {
    text += fmt::format("{:<{}}  {:<{}}  {}{}\n", printable(r.model), models,
                        printable(r.property), properties,
                        colored(r.verdict, color), printable(r.words));
  }
  return text;
}

// "2 models: 3 proved, 1 violated, 0 unknown"
std::string Summary::totals(bool complete) const {
  const auto count = [&](const char* verdict) {
    return std::count_if(rows_.begin(), rows_.end(),
                         [&](const Row& r) { return r.verdict == verdict; });
  };
  const auto without =
      std::count_if(rows_.begin(), rows_.end(),
                    [](const Row& r) { return r.property.empty(); });
  std::string text = fmt::format(
      "{} models: {} proved, {} violated, {} unknown", models_.size(),
      count("proved"), count("violated"), count("unknown"));
  if (without > 0) text += fmt::format(", {} without a report", without);
  if (!complete) text += ", others not run";
  return text + "\n";
}

std::vector<processes::Launch> launches_of(const Options& options) {
  std::vector<std::string> arguments{"prove"};
  const auto kept = options_without(options, {"--jobs", "--junit", "--sarif",
                                              "--json", "--quiet", "--color"});
  arguments.insert(arguments.end(), kept.begin(), kept.end());
  const bool color = report::use_color(options.color, STDERR_FILENO);
  arguments.insert(arguments.end(),
                   {"--color", color ? "always" : "never", "--json"});
  if (!options.sarif.empty()) {
    arguments.insert(arguments.end(), {"--sarif", processes::extra_file});
  }
  arguments.emplace_back("--");
  std::vector<processes::Launch> out;
  for (const std::string& model : options.models) {
    out.push_back({{}, arguments});
    out.back().arguments.push_back(model);
  }
  return out;
}

}  // namespace

// Limits are those of each run, whose own end they are: not of this process.
int prove_models(const Options& options) {
  disarm_backstop();
  if (const std::string error = begin_junit(options); !error.empty()) {
    return wrong_usage(options, error);
  }
  Summary summary(options);
  const Engines engines;
  const bool complete =
      processes::run_all(processes::this_program(), launches_of(options),
                         static_cast<std::size_t>(options.jobs), interrupted,
                         [&](std::size_t i, const processes::Ran& ran) {
                           summary.add(options.models[i], ran);
                         });
  return summary.finish(complete);
}

}  // namespace vicinal::cli
