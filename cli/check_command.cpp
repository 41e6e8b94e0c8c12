// SPDX-License-Identifier: MIT
// `check`: temporal properties of an instance. A property that is refuted is
// told with a path that refutes it.
#include "cli/commands.hpp"
#include "cli/runs/replay_traces.hpp"
#include "cli/runs/run_files.hpp"
#include "cli/session/asked_names.hpp"
#include "cli/session/page_file.hpp"
#include "cli/session/session.hpp"
#include "decide/instances/checking.hpp"
#include "decide/question/asked.hpp"
#include "report/instances/check_report.hpp"
#include "report/instances/quotient_report.hpp"
#include "report/pages/pages.hpp"

namespace vicinal::cli {

using report::check_json;
using report::check_text;

using decide::Checked;
using decide::CheckReport;
using network::Verdict;

namespace {

symmetry::Way way_of(const std::string& group) {
  return group == "detected" ? symmetry::Way::detected
         : group == "larger" ? symmetry::Way::larger
                             : symmetry::Way::exchanges;
}

// The first path that a property was refuted on, or an error's run.
std::optional<ReportedRun> checked_run(const Opened& opened,
                                       const CheckReport& report) {
  for (const Checked& c : report.properties) {
    const explore::Explanation* why = c.why();
    if (why == nullptr) continue;
    // Where parts are refuted, the state that they are refuted in.
    if (!why->path) {
      return ReportedRun{&*opened.instance, {why->state, {}, {}}, {}};
    }
    ReportedRun run{&*opened.instance, why->path->trace, {}};
    if (why->path->loop != SIZE_MAX) run.loop = why->path->loop;
    return run;
  }
  if (!report.error) return std::nullopt;
  return ReportedRun{&*opened.instance, *report.error, {}};
}

// False, with a diagnostic: a property or a file is not there.
bool read_checking(const Options& options, Opened& opened,
                   decide::Checking& checking) {
  checking.properties = wanted_temporal(opened, options);
  if (opened.diagnostics.has_errors()) return false;
  checking.method = *decide::check_method_of(options.method);
  checking.paths = *explore::paths_of(options.paths);
  checking.decompose = !options.no_decomposition;
  checking.once = !options.each_part;
  checking.track = !options.no_tracking;
  if (!read_group_file(options, opened, checking.given)) return false;
  if (!options.group.empty() && !checking.given) {
    checking.group = way_of(options.group);
  }
  checking.unreduced = options.unreduced;
  checking.unfold = options.explain || options.dot;
  checking.limits = limits_of(options);
  checking.limits.work = static_cast<std::uint64_t>(options.max_states);
  return true;
}

}  // namespace

int check_command(const Options& options) {
  const auto opened = load_model(options);
  if (opened->model && !opened->diagnostics.has_errors()) {
    elaborate(*opened, options);
  }
  if (!opened->instance || opened->diagnostics.has_errors()) {
    return refuse(*opened, options);
  }
  if (!options.replay.empty()) return replay_traces(options, *opened);
  decide::Checking checking;
  if (!read_checking(options, *opened, checking)) {
    return refuse(*opened, options);
  }
  std::optional<CheckReport> report;
  {
    const Engines engines;
    report = decide::check_instance(*opened, checking);
  }
  if (!report) return refuse(*opened, options);
  if (!write_runs(options, *opened, checked_run(*opened, *report))) {
    return refuse(*opened, options);
  }
  const auto page = [&] {
    return report::check_page(style_of(options), *opened, *report);
  };
  if (!write_page(options, *opened, page)) return refuse(*opened, options);
  print_diagnostics(*opened, options);
  if (options.dot) {
    if (!report->unfolded) {
      say(report->limit == network::Limit::none
              ? "vicinal: there is no guarded annotated quotient to draw: "
                "formulas were checked by another method\n"
              : "vicinal: a limit was reached before all was drawn\n");
      return exit_undecided;
    }
    print(report::quotient_dot(*opened, *report));
  } else if (options.json) {
    Json json = check_json(*opened, *report);
    json["statistics"] = statistics_json();
    print_json(json);
  } else {
    print(check_text(style_of(options), *opened, *report));
  }
  std::vector<Verdict> verdicts;
  for (const Checked& c : report->properties) verdicts.push_back(c.verdict);
  if (report->error) verdicts.push_back(Verdict::violated);
  return exit_of(verdicts);
}

}  // namespace vicinal::cli
