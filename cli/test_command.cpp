// SPDX-License-Identifier: MIT
// `test`: each expectation is a run of the program by itself, whose exit code
// and report are held against what was expected.
#include <fmt/format.h>

#include <algorithm>

#include "cli/commands.hpp"
#include "cli/expectations/expectation.hpp"
#include "cli/expectations/observed.hpp"
#include "cli/processes/runs.hpp"
#include "cli/session/session.hpp"
#include "cli/session/stopping.hpp"
#include "report/words/render.hpp"

namespace vicinal::cli {

namespace {

using expectations::Collected;
using expectations::Expectation;

using report::printable;

constexpr std::size_t most_lines = 5;  // of what a failed run has said

std::string command_of(const Expectation& e) {
  return fmt::format("{}", fmt::join(e.arguments, " "));
}

// The file in which it stands, and of another one, which model it is about.
std::string place_of(const Expectation& e) {
  if (e.stated_in.empty()) return printable(e.file);
  return fmt::format("{} ({})", printable(e.file), printable(e.stated_in));
}

// What is shown of a run that differs.
std::string shown(const std::vector<std::string>& wrong,
                  const processes::Ran& ran, const Expectation& e) {
  std::string out;
  for (const std::string& w : wrong) {
    out += fmt::format("        {}\n", printable(w));
  }
  if (ran.exit == e.exit) return out;
  std::string_view rest = ran.err;
  for (std::size_t k = 0; k < most_lines && !rest.empty(); ++k) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    out += fmt::format("        | {}\n", printable(rest.substr(0, end)));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return out;
}

// What has come out, told as it does.
class Outcome {
 public:
  explicit Outcome(const Options& options) : options_(options) {}

  void add(const Expectation& e, const processes::Ran& ran) {
    const auto facts = expectations::facts_of(ran.out);
    const auto wrong = expectations::differences(e, ran.exit, facts);
    ++(wrong.empty() ? passed_ : failed_);
    if (options_.json) {
      Json one;
      one["file"] = e.file;
      if (!e.stated_in.empty()) one["stated_in"] = e.stated_in;
      one["line"] = e.line;
      one["arguments"] = command_of(e);
      one["outcome"] = wrong.empty() ? "passed" : "failed";
      one["differences"] = wrong;
      ran_.push_back(std::move(one));
    } else if (!wrong.empty() || !options_.quiet) {
      print(fmt::format("{}  {}:{}: {}\n{}",
                        wrong.empty() ? "ok    " : "FAILED", place_of(e),
                        e.line, printable(command_of(e)),
                        wrong.empty() ? "" : shown(wrong, ran, e)));
    }
  }

  int finish(const Collected& found, bool complete) const {
    if (options_.json) {
      Json json;
      json["passed"] = passed_;
      json["failed"] = failed_;
      json["complete"] = complete;
      json["expectations"] = ran_;
      json["silent"] = found.silent;
      json["later"] = found.later;
      json["statistics"] = statistics_json();
      print_json(json);
    } else {
      for (const std::string& file : found.silent) {
        if (options_.quiet) break;
        print(fmt::format("silent  {}: expects nothing\n", printable(file)));
      }
      print(fmt::format("{} passed, {} failed{}\n", passed_, failed_,
                        complete ? "" : ", others not run"));
    }
    if (failed_ > 0) return exit_violated;
    return complete ? int{exit_holds} : int{exit_undecided};
  }

 private:
  const Options& options_;
  std::size_t passed_ = 0, failed_ = 0;
  Json ran_ = Json::array();
};

// Of those that are asked for, one part in so many.
void choose(const Options& options, std::vector<Expectation>& all) {
  if (!options.slow) {
    std::erase_if(all, [](const Expectation& e) { return e.slow; });
  }
  std::size_t number = 0;
  std::erase_if(all, [&](const Expectation&) {
    return number++ % static_cast<std::size_t>(options.parts) + 1 !=
           static_cast<std::size_t>(options.part_number);
  });
}

}  // namespace

// Every file is read before anything runs: a wrong line is found at once.
int test_command(const Options& options) {
  Collected found =
      expectations::find_expectations(options.tested, options.no_config);
  if (!found.error.empty()) return wrong_usage(options, found.error);
  choose(options, found.expectations);
  Outcome outcome(options);
  const Engines engines;
  std::vector<processes::Launch> launches;
  for (const Expectation& e : found.expectations) {
    launches.push_back(expectations::launch_of(e, options.no_config));
  }
  const bool complete =
      processes::run_all(processes::this_program(), launches,
                         static_cast<std::size_t>(options.jobs), interrupted,
                         [&](std::size_t i, const processes::Ran& ran) {
                           outcome.add(found.expectations[i], ran);
                         });
  return outcome.finish(found, complete);
}

}  // namespace vicinal::cli
