// SPDX-License-Identifier: MIT
// The run violates the negation of the expression.
#include "cli/runs/witness.hpp"

#include "cli/runs/run_files.hpp"
#include "cli/simulation/state_formula.hpp"
#include "decide/instances/exploration.hpp"
#include "report/instances/witness_report.hpp"
#include "report/words/render.hpp"
#include "report/words/value_json.hpp"

namespace vicinal::cli::inline runs {

namespace {

// Only the last property is asked for.
std::optional<decide::Explored> explore_for(const Options& options,
                                            Opened& with) {
  explore::Options how;
  how.threads = threads_of(options);
  how.properties = {with.model->properties.size() - 1};
  how.model_errors = false;
  how.stop_when_decided = true;
  how.limits = limits_of(options);
  const Engines engines;
  return decide::explore_instance(with, how, decide::Reduction::none);
}

int wrong_expression(const Options& options, const std::string& text) {
  say(text);
  if (options.json) {
    Json json;
    json["error"] = "the expression of --witness is wrong";
    json["diagnostics"] = Json::array();
    print_json(json);
  }
  return exit_usage;
}

}  // namespace

int find_witness(const Options& options, Opened& opened) {
  auto read = [&] {
    const Watched watched(options);
    return open_with(opened, options.witness, true, "--witness",
                     report::use_color(options.color, 2));
  }();
  if (const auto* wrong = std::get_if<std::string>(&read)) {
    return wrong_expression(options, *wrong);
  }
  Opened& with = *std::get<std::unique_ptr<Opened>>(read);
  decide::require_initial_state(opened, limits_of(options));
  if (opened.diagnostics.has_errors()) return refuse(opened, options);
  const auto explored = explore_for(options, with);
  if (!explored) return refuse(with, options);
  const explore::PropertyResult& found = explored->exploration.properties[0];
  std::optional<ReportedRun> run;
  if (found.trace) run = ReportedRun{&*with.instance, *found.trace, {}};
  if (!write_runs(options, opened, run)) return refuse(opened, options);
  print_diagnostics(opened, options);
  if (options.json) {
    Json json =
        report::witness_json(opened, options.witness, explored->exploration);
    json["statistics"] = statistics_json();
    print_json(json);
  } else {
    print(report::witness_text(style_of(options), opened, options.witness,
                               explored->exploration));
  }
  switch (found.verdict()) {
    case network::Verdict::violated:
      return exit_holds;
    case network::Verdict::proved:
      return exit_violated;
    case network::Verdict::unknown:
      break;
  }
  return exit_undecided;
}

}  // namespace vicinal::cli::inline runs
