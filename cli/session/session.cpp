// SPDX-License-Identifier: MIT
// Three ways to stop, from polite to rude. Engines look at a flag and at their
// limits. A timer looks at the clock and at memory for those that do not, and
// ends the process with a message (the backstop); it is disarmed before
// anything is printed, so that output is never cut. A second Ctrl-C ends at
// once. Signal handlers do nothing but what is allowed in them.
#include "cli/session/session.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <string_view>
#include <thread>

#include "cli/output/render.hpp"
#include "decide/asked.hpp"
#include "network/language/property.hpp"
#include "network/semantics/steps.hpp"

namespace vicinal::cli::inline session {

using network::Instance;
using network::Scalar;
using network::Verdict;

// ---- Ctrl-C and progress ---------------------------------------------------

namespace {

using Clock = std::chrono::steady_clock;

std::atomic<bool> stop_requested = false;
std::atomic<bool> engines_run = false;
static_assert(std::atomic<bool>::is_always_lock_free);  // for the handler
bool progress_shown = false;
const Clock::time_point program_begin = Clock::now();

// ---- the backstop: nothing here but what a signal handler may do

struct Backstop {
  std::atomic<bool> armed = false;
  std::atomic<double> end = 0;            // of the monotonic clock; 0: never
  std::atomic<std::uint64_t> memory = 0;  // MiB; 0: as much as there is
  std::atomic<bool> json = false;
};
Backstop backstop;
static_assert(std::atomic<double>::is_always_lock_free);

constexpr double grace_seconds = 1;
constexpr double interrupt_seconds = 0.9;

double monotonic_seconds() {
  timespec now = {};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) +
         static_cast<double>(now.tv_nsec) * 1e-9;
}

void write_all(int file, std::string_view text) {
  if (write(file, text.data(), text.size()) < 0) _exit(exit_undecided);
}

extern "C" void on_alarm(int) {
  if (!backstop.armed) return;
  const double end = backstop.end;
  const std::uint64_t memory = backstop.memory;
  const bool late = end > 0 && monotonic_seconds() > end;
  if (!late && (memory == 0 || network::resident_mib() <= memory)) return;
  if (backstop.json) {
    write_all(STDOUT_FILENO,
              late ? "{\"error\": \"stopped: the time is up\"}\n"
                   : "{\"error\": \"stopped: the memory is used up\"}\n");
  }
  write_all(STDERR_FILENO,
            late ? "vicinal: stopped: the time is up (backstop)\n"
                 : "vicinal: stopped: the memory is used up (backstop)\n");
  _exit(exit_undecided);
}

void start_alarm() {
  itimerval often = {};
  often.it_interval.tv_usec = often.it_value.tv_usec = 20'000;
  setitimer(ITIMER_REAL, &often, nullptr);
}

extern "C" void on_interrupt(int) {
  if (engines_run && !stop_requested.exchange(true)) {
    const double end = monotonic_seconds() + interrupt_seconds;
    if (backstop.end == 0 || end < backstop.end) backstop.end = end;
    start_alarm();
    return;
  }
  constexpr char message[] = "vicinal: interrupted\n";
  if (write(STDERR_FILENO, message, sizeof message - 1) < 0) _exit(130);
  _exit(engines_run ? 130 : int{exit_undecided});
}

// Memory of the process at its highest.
double peak_mib() {
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

double seconds_spent() {
  return std::chrono::duration<double>(Clock::now() - program_begin).count();
}

}  // namespace

void install_interrupt_handler() {
  struct sigaction action = {};
  action.sa_handler = on_interrupt;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  action.sa_handler = on_alarm;
  action.sa_flags = SA_RESTART;
  sigaction(SIGALRM, &action, nullptr);
}

void install_backstop(const Options& options) {
  backstop.json = options.json;
  if (options.timeout > 0) {
    backstop.end =
        monotonic_seconds() - seconds_spent() + options.timeout + grace_seconds;
  }
  const auto mib = static_cast<std::uint64_t>(options.memory_mib);
  if (mib > 0) backstop.memory = mib + 3 * network::memory_allowance_mib(mib);
  backstop.armed = true;
  if (options.timeout > 0 || mib > 0) start_alarm();
}

std::string limit_text(network::Limit limit) {
  switch (limit) {
    case network::Limit::interrupted:
      return "interrupted";
    case network::Limit::overflow:
      return "a value of type int left 64 bits";
    default:
      return fmt::format("the limit of {} was reached", network::text(limit));
  }
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

Engines::Engines() {
  engines_run = true;
  backstop.armed = true;
}
Engines::~Engines() {
  clear_progress();
  engines_run = false;
  backstop.armed = false;
}

bool interrupted() {
  return stop_requested;
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
  limits.stop = &stop_requested;
  if (isatty(STDERR_FILENO) != 0 && !options.quiet) {
    limits.progress = [](const std::string& line) {
      if (seconds_spent() < 1) return;
      say(fmt::format("\r\x1b[K{} ({:.0f} s)", line, seconds_spent()));
      progress_shown = true;
    };
  }
  return limits;
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

void print(const std::string& text) {
  backstop.armed = false;
  std::fwrite(text.data(), 1, text.size(), stdout);
}

// Nobody may be listening; that changes nothing.
void say(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

void print_json(const Json& json) {
  // Names from files may not be UTF-8 all the way; they are replaced.
  print(json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

void print_diagnostics(Opened& opened, const Options& options) {
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

namespace {

std::string no_property(const network::Model& model, const std::string& name,
                        const std::vector<std::string>& names,
                        const char* kind) {
  for (const network::Property& p : model.properties) {
    if (p.name == name) {
      return fmt::format(
          "'{}' is {}, which this command does not look at", name,
          network::is_temporal(p) ? "a temporal property" : "an invariant");
    }
  }
  const std::string near = network::closest(name, names);
  return fmt::format(
      "the model has no {} '{}'{}", kind, name,
      near.empty() ? std::string{} : fmt::format("; did you mean '{}'?", near));
}

// Those of `all` that are asked for, in that order, without repetition.
std::vector<std::size_t> named(Opened& opened, const Options& options,
                               const std::vector<std::size_t>& all,
                               std::vector<std::string> names,
                               const char* kind) {
  const auto& properties = opened.model->properties;
  for (const std::size_t i : all) names.push_back(properties[i].name);
  std::vector<std::size_t> wanted;
  for (const std::string& name : options.properties) {
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      opened.diagnostics.set_source(nullptr);
      opened.diagnostics.error(906, {},
                               no_property(*opened.model, name, names, kind));
    }
    for (const std::size_t i : all) {
      if (properties[i].name == name &&
          std::find(wanted.begin(), wanted.end(), i) == wanted.end()) {
        wanted.push_back(i);
      }
    }
  }
  return wanted;
}

}  // namespace

Wanted wanted_properties(Opened& opened, const Options& options) {
  std::vector<std::size_t> all = decide::invariants(*opened.model);
  if (options.properties.empty()) return {std::move(all), true};
  const std::string errors(network::no_model_error);
  return {named(opened, options, all, {errors}, "invariant"),
          std::find(options.properties.begin(), options.properties.end(),
                    errors) != options.properties.end()};
}

std::vector<std::size_t> wanted_temporal(Opened& opened,
                                         const Options& options) {
  std::vector<std::size_t> all = decide::temporal_properties(*opened.model);
  if (options.properties.empty()) return all;
  return named(opened, options, all, {}, "temporal property");
}

// A name that is asked for is no temporal one: that is an error.
std::vector<std::string> not_asked(const network::Model& model,
                                   const Options& options) {
  std::vector<std::string> names;
  if (!options.properties.empty()) return names;
  for (const network::Property& p : model.properties) {
    if (network::is_temporal(p)) names.push_back(p.name);
  }
  return names;
}

std::string not_asked_text(const std::vector<std::string>& names,
                           std::size_t width) {
  std::string text;
  for (const std::string& name : names) {
    text += fmt::format("{:<{}}  not looked at: temporal\n", name, width);
  }
  return text;
}

void add_not_asked(const std::vector<std::string>& names, Json& properties) {
  for (const std::string& name : names) {
    Json property;
    property["name"] = name;
    property["verdict"] = "not-asked";
    property["reason"] = "temporal";
    properties.push_back(std::move(property));
  }
}

std::size_t widest(const std::vector<std::string>& names, std::size_t least) {
  for (const std::string& name : names) least = std::max(least, name.size());
  return least;
}

namespace {

constexpr std::size_t text_width = 79;
constexpr std::size_t widest_label = 32;

// `    label  part, part, ...` in lines of at most 79 columns where possible. A
// label that is wider than its column has a line of its own.
std::string labelled(const std::string& label, std::size_t label_width,
                     const std::vector<std::string>& parts) {
  const std::string indentation(label_width + 6, ' ');
  std::string text;
  std::string line = fmt::format("    {:<{}}  ", label, label_width);
  if (label.size() > label_width) {
    text = fmt::format("    {}\n", label);
    line = indentation;
  }
  bool fresh = true;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::string part = parts[i] + (i + 1 < parts.size() ? "," : "");
    if (!fresh && line.size() + 1 + part.size() > text_width) {
      text += line + "\n";
      line = indentation;
      fresh = true;
    }
    line += (fresh ? "" : " ") + part;
    fresh = false;
  }
  return text + line + "\n";
}

using Places = std::vector<network::NamedPlace>;

// The places whose values differ from those before; all without a `before`.
std::vector<std::string> values_text(const Instance& instance,
                                     const Places& places,
                                     const std::vector<Scalar>* before,
                                     const std::vector<Scalar>& now) {
  std::vector<std::string> parts;
  for (const auto& place : places) {
    const std::uint32_t slots = instance.size(place.type).slots;
    const auto value = std::span(now).subspan(place.slot, slots);
    if (before != nullptr &&
        std::equal(value.begin(), value.end(), before->begin() + place.slot)) {
      continue;
    }
    parts.push_back(
        fmt::format("{} = {}", printable(place.name),
                    printable(value_text(instance, place.type, value))));
  }
  return parts;
}

std::string error_at(const Instance& instance,
                     const network::ModelError& error) {
  const auto p = instance.model->source->position(error.span.begin);
  return fmt::format("{}:{}: {}", p.line, p.column, error_text(error.kind));
}

}  // namespace

std::string step_text(const Instance& instance, network::NodeId actor,
                      std::uint32_t number, std::span<const Scalar> binding) {
  const network::Action& action = action_of(instance, actor, number);
  std::vector<std::string> bindings;
  for (std::uint32_t b = 0; b < binding.size(); ++b) {
    const network::Binder& binder =
        instance.model->binders[action.binders.begin + b];
    bindings.push_back(
        fmt::format("{} = {}", binder.name,
                    value_text(instance, binder.type, binding.subspan(b, 1))));
  }
  return printable(network::step_name(instance, actor, number) +
                   (bindings.empty()
                        ? std::string{}
                        : fmt::format("({})", fmt::join(bindings, ", "))));
}

std::string trace_text(const Instance& instance, const network::Trace& trace) {
  const std::size_t digits = std::to_string(trace.events.size()).size();
  std::vector<std::string> labels = {fmt::format("{:{}}  start", "", digits)};
  for (std::size_t i = 0; i < trace.events.size(); ++i) {
    const network::Event& event = trace.events[i];
    labels.push_back(fmt::format(
        "{:>{}}. {}", i + 1, digits,
        step_text(instance, event.actor, event.action, event.binding)));
  }
  std::size_t width = 0;
  for (const std::string& label : labels) {
    if (label.size() <= widest_label) width = std::max(width, label.size());
  }
  const Places places = network::places(instance);
  std::string text = labelled(
      labels[0], width, values_text(instance, places, nullptr, trace.initial));
  const std::vector<Scalar>* before = &trace.initial;
  for (std::size_t i = 0; i < trace.events.size(); ++i) {
    const network::Event& event = trace.events[i];
    std::vector<std::string> parts;
    if (event.error) {
      parts = {"fails at " + error_at(instance, *event.error)};
    } else {
      parts = values_text(instance, places, before, event.after);
      if (parts.empty()) parts = {"nothing changes"};
      before = &event.after;
    }
    text += labelled(labels[i + 1], width, parts);
  }
  if (trace.error) {
    text += "    in this state, " + error_at(instance, *trace.error) + "\n";
  }
  return text;
}

std::string run_length(const std::optional<network::Trace>& run) {
  return run ? steps_count(run->length()) : "(no time was left to find a run)";
}

std::string steps_count(std::size_t steps) {
  if (steps == 0) return "in an initial state";
  return fmt::format("by a run of {} step{}", steps, steps == 1 ? "" : "s");
}

int exit_of(const std::vector<Verdict>& verdicts) {
  const auto any = [&](Verdict v) {
    return std::find(verdicts.begin(), verdicts.end(), v) != verdicts.end();
  };
  if (any(Verdict::violated)) return exit_violated;
  return any(Verdict::unknown) ? exit_undecided : exit_holds;
}

}  // namespace vicinal::cli::inline session
