// SPDX-License-Identifier: MIT
#include "cli/session.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <thread>

#include "cli/render.hpp"
#include "network/steps.hpp"

namespace vicinal::cli {

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

extern "C" void on_interrupt(int) {
  if (engines_run && !stop_requested.exchange(true)) return;
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
}

Engines::Engines() {
  engines_run = true;
}
Engines::~Engines() {
  clear_progress();
  engines_run = false;
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

void print_diagnostics(Loaded& loaded, const Options& options) {
  say(render_all(loaded.diagnostics, use_color(options.color, STDERR_FILENO)));
}

int refuse(Loaded& loaded, const Options& options) {
  print_diagnostics(loaded, options);
  if (options.json) {
    Json json;
    json["model"] = loaded.name;
    json["error"] = "the input has errors";
    json["diagnostics"] = diagnostics_json(loaded.diagnostics);
    print_json(json);
  }
  return exit_usage;
}

namespace {

std::string no_property(const network::Model& model, const std::string& name,
                        const std::vector<std::string>& names) {
  for (const network::Property& p : model.properties) {
    if (p.name == name) {
      return fmt::format("'{}' is a temporal property, no invariant", name);
    }
  }
  const std::string near = network::closest(name, names);
  return fmt::format(
      "the model has no invariant '{}'{}", name,
      near.empty() ? std::string{} : fmt::format("; did you mean '{}'?", near));
}

}  // namespace

Wanted wanted_properties(Loaded& loaded, const Options& options) {
  Wanted wanted;
  std::vector<std::string> names = {std::string(network::no_model_error)};
  const auto& properties = loaded.model->properties;
  for (std::size_t i = 0; i < properties.size(); ++i) {
    if (properties[i].kind != network::ast::PropertyKind::invariant &&
        properties[i].kind != network::ast::PropertyKind::assertion) {
      continue;
    }
    names.push_back(properties[i].name);
    if (options.properties.empty()) wanted.properties.push_back(i);
  }
  if (options.properties.empty()) return wanted;
  wanted.model_errors = false;
  for (const std::string& name : options.properties) {
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      loaded.diagnostics.set_source(nullptr);
      loaded.diagnostics.error(906, {},
                               no_property(*loaded.model, name, names));
    }
    if (name == network::no_model_error) wanted.model_errors = true;
    for (std::size_t i = 0; i < properties.size(); ++i) {
      if (properties[i].name == name &&
          std::find(wanted.properties.begin(), wanted.properties.end(), i) ==
              wanted.properties.end()) {
        wanted.properties.push_back(i);
      }
    }
  }
  return wanted;
}

std::string parameters_text(const Instance& instance) {
  std::string text;
  for (std::size_t i = 0; i < instance.parameters.size(); ++i) {
    text +=
        fmt::format("{}{} = {}", i == 0 ? "" : ", ",
                    instance.model->parameters[i].name, instance.parameters[i]);
  }
  return text;
}

namespace {

constexpr std::size_t text_width = 79;
constexpr std::size_t widest_label = 32;

// `    label  part, part, ...` in lines of at most 79 columns where possible.
std::string labelled(const std::string& label, std::size_t label_width,
                     const std::vector<std::string>& parts) {
  std::string line = fmt::format("    {:<{}}  ", label, label_width);
  const std::string indentation(label_width + 6, ' ');
  std::string text;
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
  for (const std::string& label : labels) width = std::max(width, label.size());
  width = std::min(width, widest_label);
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

}  // namespace vicinal::cli
