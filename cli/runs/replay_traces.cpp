// SPDX-License-Identifier: MIT
// That a trace is a run is judged by explore::replay, that its end violates the
// property by the interpreter here.
#include "cli/runs/replay_traces.hpp"

#include <fmt/format.h>

#include "cli/options/codes.hpp"
#include "cli/session/given_traces.hpp"
#include "cli/session/session.hpp"
#include "explore/search/replay.hpp"
#include "explore/temporal/lasso.hpp"
#include "network/language/property.hpp"
#include "network/semantics/steps.hpp"
#include "report/words/itf.hpp"
#include "report/words/render.hpp"

namespace vicinal::cli::inline runs {

using report::parameters_json;
using report::printable;
using report::ReadTrace;

using network::Instance;
using network::Trace;

namespace {

// Whether a run that repeats is one that does not satisfy a formula of states:
// if that can be told from one path.
std::optional<bool> refutes(const Instance& instance, const Trace& trace,
                            std::size_t loop, const explore::Formulas& formulas,
                            const std::vector<explore::Atom>& atoms,
                            explore::FormulaId id) {
  const explore::Formula& f = formulas[id];
  const auto part = [&](explore::FormulaId p) {
    return refutes(instance, trace, loop, formulas, atoms, p);
  };
  switch (f.kind) {
    case explore::Kind::exists_path:
      return std::nullopt;
    case explore::Kind::conjunction: {
      const auto a = part(f.first);
      const auto b = part(f.second);
      if (a.value_or(false) || b.value_or(false)) return true;
      return a && b ? std::optional(false) : std::nullopt;
    }
    case explore::Kind::disjunction: {
      const auto a = part(f.first);
      const auto b = part(f.second);
      // Each may have a path of its own.
      return a == true && b == true ? std::optional(true) : std::nullopt;
    }
    default: {
      const bool all = f.kind == explore::Kind::for_all_paths;
      const auto holds = explore::holds_on(instance, trace, loop, formulas,
                                           atoms, all ? f.first : id);
      return holds ? std::optional(!*holds) : std::nullopt;
    }
  }
}

// What is wrong with a run that should violate a temporal property.
std::optional<std::string> wrong_path(const Instance& instance,
                                      const Trace& trace,
                                      std::optional<std::size_t> loop,
                                      const network::Property& property) {
  if (!loop && trace.events.empty())
    loop = 0;  // of one state something is said
  if (!loop)
    return fmt::format("'{}' speaks of runs that go on", property.name);
  explore::Formulas formulas;
  std::vector<explore::Atom> atoms;
  try {
    const auto f = explore::ground(instance, property, formulas, atoms);
    const auto result = refutes(instance, trace, *loop, formulas, atoms, f);
    if (result == false) {
      return fmt::format("'{}' holds on it", property.name);
    }
  } catch (const network::ModelError&) {
    return fmt::format("'{}' has no value on it", property.name);
  } catch (const explore::StateInRange&) {
    return fmt::format("'{}' is not checked", property.name);
  }
  return std::nullopt;
}

// What is wrong with the end of a run that should violate a property.
std::optional<std::string> wrong_end(const Instance& instance,
                                     const Trace& trace,
                                     std::optional<std::size_t> loop,
                                     const std::string& name) {
  const bool error = trace.error.has_value() ||
                     (!trace.events.empty() && trace.events.back().error);
  if (name.empty()) return std::nullopt;
  if (name == network::no_model_error) {
    if (error) return std::nullopt;
    return "it does not end in a model error";
  }
  if (error) return fmt::format("an error does not violate '{}'", name);
  std::vector<network::Scalar> state =
      trace.events.empty() ? trace.initial : trace.events.back().after;
  const network::Steps steps(instance);
  for (const network::Property& p : instance.model->properties) {
    if (p.name != name) continue;
    if (network::is_temporal(p)) return wrong_path(instance, trace, loop, p);
    std::vector<network::Scalar> frame(instance.model->frame);
    try {
      if (steps.evaluator().holds(p.formula,
                                  {network::whole(instance, state.data()),
                                   network::NodeId::none(), frame.data()})) {
        return fmt::format("'{}' holds in its last state", name);
      }
      return std::nullopt;
    } catch (const network::ModelError&) {
      return fmt::format("'{}' has no value in its last state", name);
    }
  }
  if (name == "deadlock" && !steps.any_enabled(state.data())) {
    return std::nullopt;
  }
  return name == "deadlock" ? "its last state is no deadlock"
                            : fmt::format("the model has no '{}'", name);
}

// What is wrong with a trace, as a run or as a violation.
std::optional<std::string> wrong_run(const Instance& instance,
                                     const ReadTrace& read,
                                     const std::string& property,
                                     explore::Paths paths) {
  auto wrong = explore::replay(instance, *read.trace);
  if (!wrong && read.loop) {
    wrong = explore::wrong_loop(instance, *read.trace, *read.loop, paths);
  }
  return wrong ? wrong : wrong_end(instance, *read.trace, read.loop, property);
}

}  // namespace

int replay_traces(const Options& options, Opened& opened) {
  const Instance& instance = *opened.instance;
  const auto refuse_file = [&](const std::string& message) {
    opened.diagnostics.set_source(nullptr);
    opened.diagnostics.error(codes::no_trace, {},
                             fmt::format("'{}': {}", options.replay, message));
    return refuse(opened, options);
  };
  const Watched watched(options);
  const GivenTraces given = read_given_traces(instance, options.replay);
  if (!given.error.empty()) return refuse_file(given.error);
  const auto& traces = given.traces;
  Json list = Json::array();
  std::string text;
  const auto paths = *explore::paths_of(options.paths);
  bool good = true;
  for (std::size_t i = 0; i < traces.size(); ++i) {
    const GivenTrace& candidate = traces[i];
    const ReadTrace read = read_given_trace(instance, candidate);
    if (!read.trace) return refuse_file(read.error);
    const auto wrong = wrong_run(instance, read, candidate.property, paths);
    good = good && !wrong;
    Json result;
    if (!candidate.property.empty()) result["property"] = candidate.property;
    result["steps"] = read.trace->length();
    result["replays"] = !wrong;
    if (wrong) result["reason"] = *wrong;
    list.push_back(std::move(result));
    text += fmt::format(
        "{}  {}\n",
        candidate.property.empty() ? fmt::format("trace {}", i + 1)
                                   : printable(candidate.property),
        wrong ? "no such run: " + printable(*wrong)
              : fmt::format("a run of {} step{}{}", read.trace->length(),
                            read.trace->length() == 1 ? "" : "s",
                            read.loop ? ", and on for ever" : ""));
  }
  print_diagnostics(opened, options);
  if (options.json) {
    Json out;
    out["model"] = opened.name;
    out["replay"] = std::move(list);
    print_json(out);
  } else {
    print(text);
  }
  return good ? exit_holds : exit_usage;
}

}  // namespace vicinal::cli::inline runs
