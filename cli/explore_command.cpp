// SPDX-License-Identifier: MIT
// `explore`: options to a search, what was found to text. What is asked decides
// which of several reports is written.
#include <fmt/format.h>

#include <csignal>
#include <memory>
#include <optional>

#include "cli/commands.hpp"
#include "cli/options/codes.hpp"
#include "cli/runs/replay_traces.hpp"
#include "cli/runs/run_files.hpp"
#include "cli/runs/witness.hpp"
#include "cli/session/asked_names.hpp"
#include "cli/session/page_file.hpp"
#include "cli/session/sarif_file.hpp"
#include "cli/session/session.hpp"
#include "cli/session/stopping.hpp"
#include "decide/instances/exploration.hpp"
#include "decide/question/asked.hpp"
#include "explore/checkpoint/keeper.hpp"
#include "explore/disk/disk_search.hpp"
#include "explore/disk/work_files.hpp"
#include "report/instances/coverage_report.hpp"
#include "report/instances/exploration_report.hpp"
#include "report/machines/findings.hpp"
#include "report/pages/pages.hpp"
#include "report/words/render.hpp"

namespace vicinal::cli {

using report::coverage_json;
using report::coverage_text;
using report::exploration_json;
using report::exploration_text;

using explore::Exploration;
using network::Verdict;

namespace {

std::optional<ReportedRun> explored_run(const Opened& opened,
                                        const Exploration& result) {
  for (const auto& p : result.properties) {
    if (p.trace) return ReportedRun{&*opened.instance, *p.trace, {}};
  }
  return std::nullopt;
}

std::vector<report::Finding> explored_findings(const Opened& opened,
                                               const Exploration& result) {
  std::vector<report::Finding> out;
  for (const auto& p : result.properties) {
    out.push_back(report::finding(opened, p.name, p.verdict(),
                                  &*opened.instance,
                                  p.trace ? &*p.trace : nullptr));
  }
  return out;
}

decide::Symmetry group_of(const Options& options) {
  return options.group == "detected"    ? decide::Symmetry::detected
         : options.group == "larger"    ? decide::Symmetry::larger
         : options.group == "exchanges" ? decide::Symmetry::exchanged
                                        : decide::Symmetry::as_it_pays;
}

// Where what is explored is saved, if it is.
std::unique_ptr<explore::Keeper> keeper_of(const Options& options,
                                           explore::Company* company) {
  const bool resume = !options.resume.empty();
  if (!resume && options.checkpoint.empty()) return nullptr;
  explore::Keeper::How how;
  how.resume = resume;
  how.program = VICINAL_VERSION;
  how.company = company;
  if (options.every != Options::every_unset) {
    how.every_seconds = 60 * options.every;
  }
  const auto writes = std::make_shared<std::optional<UntilWritten>>();
  how.busy = [writes](bool saves) {
    if (saves) {
      writes->emplace();
    } else {
      writes->reset();
    }
  };
  return std::make_unique<explore::Keeper>(
      resume ? options.resume : options.checkpoint, std::move(how));
}

// Of a run that has not come to its end.
void say_saved(const explore::Keeper& keeper, const Exploration& result) {
  if (result.complete || keeper.saves() == 0) return;
  say(
      fmt::format("vicinal: what was explored is saved: 'explore --resume {}' "
                  "goes on\n",
                  report::printable(keeper.folder())));
}

struct Looked {
  std::optional<decide::Explored> explored;
  std::optional<explore::Coverage> coverage;  // if it is counted
};

// A file that may not grow is an error like any other, no reason to end.
explore::DiskOptions disk_of(const Options& options) {
  std::signal(SIGXFSZ, SIG_IGN);
  explore::DiskOptions disk;
  disk.folder = options.disk;
  return disk;
}

void look(const Options& options, Opened& opened, const Wanted& wanted,
          const Exploring& exploring, Looked& found) {
  std::optional<decide::NamedText> group;
  if (!read_group_file(options, opened, group)) return;
  explore::Options how;
  how.threads = threads_of(options);
  how.properties = wanted.properties;
  how.model_errors = wanted.model_errors;
  how.deadlock_is_violation = options.deadlock;
  how.limits = limits_of(options);
  how.limits.work = static_cast<std::uint64_t>(options.max_states);
  const auto keeper = keeper_of(options, exploring.company);
  how.keeper = keeper.get();
  const Engines engines;
  if (options.coverage) {
    found.coverage.emplace(*opened.instance);
    how.each_state = [&](std::span<const network::Scalar> state) {
      found.coverage->see(state);
    };
  }
  found.explored = decide::explore_instance(
      opened, how, *decide::reduction_of(options.reduction), group_of(options),
      exploring.engine, options.explain, std::move(group));
  if (keeper && found.explored && !options.quiet) {
    say_saved(*keeper, found.explored->exploration);
  }
  // States that were not found were not counted either.
  if (found.coverage && found.explored) {
    found.coverage->end(found.explored->exploration.limit);
  }
  if (found.explored && options.examples > 1 && speaks()) {
    decide::add_examples(opened, static_cast<std::size_t>(options.examples),
                         how.limits, *found.explored);
  }
}

int exit_code_of(const Exploration& result) {
  std::vector<Verdict> verdicts;
  for (const auto& p : result.properties) verdicts.push_back(p.verdict());
  const int code = exit_of(verdicts);
  // Even with nothing to decide, an unfinished run is not a finished one.
  return code == exit_holds && !result.complete ? int{exit_undecided} : code;
}

void require_folder(const Options& options, Opened& opened) {
  if (options.disk.empty()) return;
  const std::string why = explore::WorkFolder::refusal(options.disk);
  if (why.empty()) return;
  opened.diagnostics.set_source(nullptr);
  opened.diagnostics.error(codes::no_folder_for_states, {},
                           fmt::format("--disk {}: {}", options.disk, why));
}

Json statistics_of(const Exploration& result, const Exploring& exploring) {
  Json json = statistics_json();
  if (exploring.add_statistics) exploring.add_statistics(json);
  if (result.disk) {
    json["disk_mib"] = static_cast<double>(result.disk->peak_bytes) / (1 << 20);
  }
  return json;
}

}  // namespace

int explore_command(const Options& options) {
  if (options.disk.empty()) {
    return explore_command(options, {explore::explore, {}, nullptr});
  }
  const auto on_disk = [disk = disk_of(options)](
                           const network::Instance& instance,
                           const explore::Options& how) {
    return explore::explore_on_disk(instance, how, disk);
  };
  return explore_command(options, {on_disk, {}, nullptr});
}

int explore_command(const Options& options, const Exploring& exploring) {
  const auto opened = load_model(options);
  if (opened->model && !opened->diagnostics.has_errors()) {
    elaborate(*opened, options);
  }
  if (!opened->instance || opened->diagnostics.has_errors()) {
    return refuse(*opened, options);
  }
  if (!options.replay.empty()) return replay_traces(options, *opened);
  if (!options.witness.empty()) return find_witness(options, *opened);
  const Wanted wanted = wanted_properties(*opened, options);
  require_folder(options, *opened);
  if (opened->diagnostics.has_errors()) return refuse(*opened, options);
  Looked found;
  look(options, *opened, wanted, exploring, found);
  const auto& [explored, coverage] = found;
  if (!explored) return refuse(*opened, options);
  if (!speaks()) return exit_code_of(explored->exploration);
  if (!write_runs(options, *opened,
                  explored_run(*opened, explored->exploration))) {
    return refuse(*opened, options);
  }
  const auto page = [&] {
    auto made = report::exploration_page(style_of(options), *opened, *explored);
    if (coverage)
      report::add_coverage(*opened->instance, coverage->counts(), {}, made);
    return made;
  };
  if (!write_page(options, *opened, page)) return refuse(*opened, options);
  keep_results(options, explored_findings(*opened, explored->exploration));
  print_diagnostics(*opened, options);
  if (options.json) {
    Json json = exploration_json(style_of(options), *opened, *explored);
    if (coverage)
      json["coverage"] = coverage_json(*opened->instance, coverage->counts());
    json["statistics"] = statistics_of(explored->exploration, exploring);
    print_json(json);
  } else {
    print(exploration_text(style_of(options), *opened, *explored));
    if (coverage) print(coverage_text(*opened->instance, coverage->counts()));
  }
  return exit_code_of(explored->exploration);
}

}  // namespace vicinal::cli
