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

#include "cli/render.hpp"
#include "network/steps.hpp"

namespace vicinal::cli {

using network::Instance;
using network::Scalar;
using network::Verdict;

// ---- Ctrl-C and progress ---------------------------------------------------

namespace {

std::atomic<bool> stop_requested = false;
bool progress_shown = false;

extern "C" void on_interrupt(int) {
  if (stop_requested.exchange(true)) _exit(130);
}

}  // namespace

void install_interrupt_handler() {
  struct sigaction action = {};
  action.sa_handler = on_interrupt;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
}

bool interrupted() {
  return stop_requested;
}

network::Limits limits_of(const Options& options) {
  network::Limits limits;
  limits.seconds = options.timeout;
  limits.memory_mib = static_cast<std::uint64_t>(options.memory_mib);
  limits.stop = &stop_requested;
  if (isatty(STDERR_FILENO) != 0 && !options.quiet) {
    const auto begin = std::chrono::steady_clock::now();
    limits.progress = [begin](const std::string& line) {
      const std::chrono::duration<double> spent =
          std::chrono::steady_clock::now() - begin;
      if (spent.count() < 1) return;
      fmt::print(stderr, "\r\x1b[K{} ({:.0f} s)", line, spent.count());
      std::fflush(stderr);
      progress_shown = true;
    };
  }
  return limits;
}

void clear_progress() {
  if (!progress_shown) return;
  fmt::print(stderr, "\r\x1b[K");
  progress_shown = false;
}

// ---- output ----------------------------------------------------------------

void print(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
}

void print_json(const Json& json) {
  // Names from files may not be UTF-8 all the way; they are replaced.
  print(json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

void print_diagnostics(Loaded& loaded, const Options& options) {
  clear_progress();
  const std::string text =
      render_all(loaded.diagnostics, use_color(options.color, STDERR_FILENO));
  std::fwrite(text.data(), 1, text.size(), stderr);
}

int refuse(Loaded& loaded, const Options& options) {
  print_diagnostics(loaded, options);
  if (options.json) {
    Json json;
    json["model"] = options.model;
    json["error"] = "the input has errors";
    json["diagnostics"] = diagnostics_json(loaded.diagnostics);
    print_json(json);
  }
  return exit_usage;
}

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
      const std::string near = network::closest(name, names);
      loaded.diagnostics.set_source(nullptr);
      loaded.diagnostics.error(
          906, {},
          fmt::format("the model has no invariant '{}'{}", name,
                      near.empty()
                          ? std::string{}
                          : fmt::format("; did you mean '{}'?", near)));
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

std::string changes_text(const Instance& instance,
                         const std::vector<Scalar>& before,
                         const std::vector<Scalar>& after) {
  std::string text;
  for (const auto& place : network::places(instance)) {
    const std::uint32_t slots = instance.size(place.type).slots;
    const auto old = std::span(before).subspan(place.slot, slots);
    const auto now = std::span(after).subspan(place.slot, slots);
    if (std::equal(old.begin(), old.end(), now.begin())) continue;
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", place.name,
                        value_text(instance, place.type, now));
  }
  return text.empty() ? "nothing changes" : text;
}

}  // namespace

std::string trace_text(const Instance& instance, const network::Trace& trace) {
  std::string text = "    at the start: ";
  std::string initial;
  for (const auto& place : network::places(instance)) {
    const std::uint32_t slots = instance.size(place.type).slots;
    initial += fmt::format(
        "{}{} = {}", initial.empty() ? "" : ", ", place.name,
        value_text(instance, place.type,
                   std::span(trace.initial).subspan(place.slot, slots)));
  }
  text += initial + "\n";
  const std::vector<Scalar>* before = &trace.initial;
  for (std::size_t i = 0; i < trace.events.size(); ++i) {
    const network::Event& event = trace.events[i];
    const network::Action& action =
        action_of(instance, event.actor, event.action);
    std::string bindings;
    for (std::uint32_t b = 0; b < action.binders.size(); ++b) {
      const network::Binder& binder =
          instance.model->binders[action.binders.begin + b];
      bindings += fmt::format(
          "{}{} = {}", b == 0 ? "" : ", ", binder.name,
          value_text(instance, binder.type, {&event.binding[b], 1}));
    }
    if (!bindings.empty()) bindings = "(" + bindings + ")";
    std::string effect;
    if (event.error) {
      const auto p = instance.model->source->position(event.error->span.begin);
      effect = fmt::format("fails at {}:{}: {}", p.line, p.column,
                           error_text(event.error->kind));
    } else {
      effect = changes_text(instance, *before, event.after);
      before = &event.after;
    }
    text += fmt::format("    {:>2}. {}{}: {}\n", i + 1,
                        network::step_name(instance, event.actor, event.action),
                        bindings, effect);
  }
  if (trace.error) {
    const auto p = instance.model->source->position(trace.error->span.begin);
    text += fmt::format("    in this state, {}:{}: {}\n", p.line, p.column,
                        error_text(trace.error->kind));
  }
  return text;
}

double peak_mib() {
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

int exit_of(const std::vector<Verdict>& verdicts) {
  const auto any = [&](Verdict v) {
    return std::find(verdicts.begin(), verdicts.end(), v) != verdicts.end();
  };
  if (any(Verdict::violated)) return exit_violated;
  return any(Verdict::unknown) ? exit_undecided : exit_holds;
}

}  // namespace vicinal::cli
