// SPDX-License-Identifier: MIT
// The live line is removed before anything else is printed.
#include "cli/session/session.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <thread>

#include "cli/session/sarif_file.hpp"
#include "cli/session/stopping.hpp"
#include "report/words/render.hpp"
#include "report/words/trace_text.hpp"

namespace vicinal::cli::inline session {

using report::diagnostics_json;
using report::limit_text;
using report::render_all;
using report::use_color;

using network::Verdict;

namespace {

bool progress_shown = false;
bool silent = false;

// Memory of the process at its highest.
double peak_mib() {
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

}  // namespace

Engines::Engines() {
  set_engines_run(true);
}
Engines::~Engines() {
  clear_progress();
  set_engines_run(false);
}

int wrong_usage(const Options& options, const std::string& wrong,
                std::string_view program) {
  say(fmt::format("{}: {}\n", program, report::printable(wrong)));
  if (options.json) {
    Json json;
    json["error"] = wrong;
    json["diagnostics"] = Json::array();
    print_json(json);
  }
  return exit_usage;
}

int not_finished(const Options& options, network::Limit limit) {
  const std::string why = "not finished, " + limit_text(limit);
  say(fmt::format("vicinal: {}\n", why));
  if (options.json) {
    Json json;
    json["error"] = why;
    json["limit"] = network::text(limit);
    print_json(json);
  }
  return exit_undecided;
}

unsigned threads_of(const Options& options) {
  if (options.threads > 0) return static_cast<unsigned>(options.threads);
  constexpr unsigned most = 8;
  return std::clamp(std::thread::hardware_concurrency(), 1U, most);
}

network::Limits limits_of(const Options& options) {
  // What is left when nothing is: an engine that is asked still answers.
  constexpr double least_seconds = 0.001;
  network::Limits limits;
  if (options.timeout > 0) {
    limits.seconds = std::max(least_seconds, options.timeout - seconds_spent());
  }
  limits.memory_mib = static_cast<std::uint64_t>(options.memory_mib);
  limits.stop = &interrupt_flag();
  if (isatty(STDERR_FILENO) != 0 && !options.quiet) {
    limits.progress = [](const std::string& line) {
      if (seconds_spent() < 1) return;
      say(fmt::format("\r\x1b[K{} ({:.0f} s)", line, seconds_spent()));
      progress_shown = true;
    };
  }
  return limits;
}

namespace {

// Formulas are for readers, and some take long: who has interrupted a run waits
// for its report, and from then on, the moment counts.
network::Limits formula_limits(const Options& options) {
  constexpr double moment = 0.3;  // in seconds
  network::Limits limits = limits_of(options);
  if (limits.seconds > 0) limits.seconds = std::max(limits.seconds, moment);
  if (interrupted()) {
    limits.stop = nullptr;
    limits.seconds = moment;
  }
  return limits;
}

}  // namespace

report::Style style_of(const Options& options) {
  report::Style style;
  style.color = use_color(options.color, STDOUT_FILENO);
  style.quiet = options.quiet;
  style.states = options.states;
  style.classes = options.classes;
  style.pairs = options.pairs;
  style.groupoid = options.groupoid;
  style.explain = options.explain;
  style.deadlock = options.deadlock;
  style.timed = options.timeout > 0;
  style.named = !options.properties.empty();
  style.views = options.views;
  style.formulas = formula_limits(options);
  return style;
}

void clear_progress() {
  if (!progress_shown) return;
  say("\r\x1b[K");
  progress_shown = false;
}

Json statistics_json() {
  Json json;
  json["seconds"] = seconds_spent();
  json["peak_mib"] = peak_mib();
  return json;
}

// ---- output ----------------------------------------------------------------

void be_silent() {
  silent = true;
}

bool speaks() {
  return !silent;
}

void print(const std::string& text) {
  if (silent) return;
  disarm_backstop();
  std::fwrite(text.data(), 1, text.size(), stdout);
}

// Nobody may be listening; that changes nothing.
void say(const std::string& text) {
  if (silent) return;
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

void print_json(const Json& json) {
  // Names from files may not be UTF-8 all the way; they are replaced.
  print(json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

void print_diagnostics(Opened& opened, const Options& options) {
  keep_results(options, opened);
  say(render_all(opened.diagnostics, use_color(options.color, STDERR_FILENO)));
}

int refuse(Opened& opened, const Options& options) {
  print_diagnostics(opened, options);
  if (options.json) {
    Json json;
    json["model"] = opened.name;
    json["error"] = "the input has errors";
    json["diagnostics"] = diagnostics_json(opened.diagnostics);
    print_json(json);
  }
  return exit_usage;
}

int exit_of(const std::vector<Verdict>& verdicts) {
  const auto any = [&](Verdict v) {
    return std::find(verdicts.begin(), verdicts.end(), v) != verdicts.end();
  };
  if (any(Verdict::violated)) return exit_violated;
  return any(Verdict::unknown) ? exit_undecided : exit_holds;
}

}  // namespace vicinal::cli::inline session
