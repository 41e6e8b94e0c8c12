// SPDX-License-Identifier: MIT
// Engines look at a flag every few milliseconds, so that whoever stops a run
// waits for no longer. Verdicts are told before invariants of an instance are
// written down, for which nobody waits.
#include "cli/lsp/runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "decide/decide.hpp"
#include "decide/instances/exploration.hpp"
#include "network/base/budget.hpp"
#include "report/proof/blocking_text.hpp"
#include "report/proof/lasso_text.hpp"
#include "report/words/trace_text.hpp"

namespace vicinal::cli::inline lsp {

namespace {

// Somebody who waits in an editor would rather know that it takes longer.
constexpr double run_seconds = 120;
// A server that takes all memory takes the editor with it.
constexpr std::uint64_t run_mib = 2048;
// Formulas are for readers only.
constexpr double formula_seconds = 5;

// The properties that are asked for, all of them without a name. Nothing:
// there is none of that name, which `prove` decides.
std::optional<decide::Asked> asked_of(const RunQuestion& question,
                                      const network::Model& model) {
  decide::Asked asked;
  asked.properties = decide::invariants(model);
  asked.progress = decide::temporal_properties(model);
  if (question.property.empty()) return asked;
  asked.each_progress = true;
  const auto other = [&](std::size_t p) {
    return model.properties[p].name != question.property;
  };
  std::erase_if(asked.properties, other);
  std::erase_if(asked.progress, other);
  // A rank rests on there being no model error.
  asked.model_errors = !asked.progress.empty();
  if (asked.properties.empty() && asked.progress.empty()) return std::nullopt;
  return asked;
}

std::string first_error(const decide::Opened& opened) {
  for (const network::Diagnostic& d : opened.diagnostics.all()) {
    if (d.severity == network::Severity::error) return d.message;
  }
  return "the model has errors";
}

std::string run_text(const network::Instance& instance,
                     const network::Trace& trace) {
  return report::trace_text(instance, trace);
}

// Why a network is none that can be built here, or nothing. Built without its
// graph it would be another one, of which other things hold.
std::string lacks_graph(const network::Model& model, RunKind kind) {
  switch (model.network_kind) {
    case network::ast::NetworkKind::block:
      return {};
    case network::ast::NetworkKind::from_file:
      return "the graph of this network is in a file, which is not read here: "
             "'vicinal prove' and 'vicinal explore' read it";
    case network::ast::NetworkKind::any:
      break;
  }
  if (kind == RunKind::prove) return {};
  return "an instance of a 'network any' is a graph: 'vicinal explore --on "
         "FILE' takes one";
}

void take_family(const decide::Opened& opened,
                 const decide::FamilyReport& report, RunAnswer& answer) {
  const bool excluded = !decide::excluded_sizes(report).empty();
  for (const decide::FamilyAnswer& a : report.answers) {
    RunVerdict v{a.name, a.verdict, std::string(network::text(a.verdict)), {}};
    if (a.verdict == network::Verdict::proved) {
      v.text += fmt::format(" for {}, {}{}", report::scope_text(opened),
                            report::family_method_text(a),
                            excluded ? " (but for sizes that are none)" : "");
    } else if (a.run && a.run->why() != nullptr) {
      const explore::Explanation& why = *a.run->why();
      if (why.path) v.text += " " + report::lasso_text(*why.path);
      v.reason =
          report::violation_text(a.run->sample->instance, *a.run->checked, why);
    } else if (a.run) {
      v.text += " " + report::run_length(a.run->trace);
      v.reason = run_text(a.run->sample->instance, a.run->trace);
    } else if (a.blocking) {
      v.reason = report::blocking_text(report, a);
    } else {
      v.reason = a.reason;
    }
    answer.verdicts.push_back(std::move(v));
  }
}

void take_instance(const decide::Opened& opened,
                   const decide::InstanceReport& report, RunAnswer& answer) {
  for (const decide::InstanceAnswer& a : report.answers) {
    RunVerdict v{a.name, a.verdict, std::string(network::text(a.verdict)), {}};
    if (a.verdict == network::Verdict::proved) {
      v.text +=
          " for this instance, " + report::instance_method_text(a, report);
    } else if (a.trace) {
      v.text += " " + report::run_length(a.trace);
      v.reason = run_text(*opened.instance, *a.trace);
    } else if (a.undefined) {
      v.reason = decide::undefined_reason;
    }
    answer.verdicts.push_back(std::move(v));
  }
}

// Without what takes longer to be written down.
decide::Report prove_text(decide::Opened& opened, decide::Asked asked,
                          const network::Limits& limits, RunAnswer& answer) {
  const bool any = opened.model->network_kind == network::ast::NetworkKind::any;
  asked.every_size = any || !opened.model->parameters.empty();
  if (!asked.every_size) asked.progress.clear();
  if (!any) decide::elaborate(opened);
  if (opened.diagnostics.has_errors()) {
    answer.error = first_error(opened);
    return {};
  }
  decide::Report report = decide::decide(opened, asked, limits);
  if (report.family) {
    take_family(opened, *report.family, answer);
    answer.invariants = report::local_invariants(*report.family);
  }
  if (report.instance) take_instance(opened, *report.instance, answer);
  if (!report.answered()) answer.error = first_error(opened);
  return report;
}

void explore_text(decide::Opened& opened, const decide::Asked& asked,
                  const network::Limits& limits, RunAnswer& answer) {
  decide::elaborate(opened);
  if (opened.diagnostics.has_errors()) {
    answer.error = first_error(opened);
    return;
  }
  explore::Options how;
  how.properties = asked.properties;
  how.model_errors = asked.model_errors;
  how.limits = limits;
  const auto explored = decide::explore_instance(
      opened, how, decide::Reduction::automatic, decide::Symmetry::as_it_pays);
  if (!explored) {
    answer.error = first_error(opened);
    return;
  }
  const explore::Exploration& found = explored->exploration;
  for (const explore::PropertyResult& p : found.properties) {
    RunVerdict v{
        p.name, p.verdict(), std::string(network::text(p.verdict())), {}};
    if (p.trace) {
      v.text += " " + report::run_length(p.trace);
      v.reason = run_text(*opened.instance, *p.trace);
    } else {
      v.text += fmt::format(" for this instance, in {} states", found.states);
      if (!found.complete) v.reason = report::limit_text(found.limit);
    }
    answer.verdicts.push_back(std::move(v));
  }
}

}  // namespace

namespace {

// What is asked of a text, or what is wrong with it, in `answer.error`.
std::unique_ptr<decide::Opened> opened_text(const RunQuestion& question,
                                            RunAnswer& answer) {
  auto opened = decide::open_model(question.text, question.name, {});
  answer.error = opened->good() ? lacks_graph(*opened->model, question.kind)
                                : first_error(*opened);
  return opened;
}

// Into `answer`; the report of a proof.
decide::Report decide_text(decide::Opened& opened, const RunQuestion& question,
                           const network::Limits& limits, RunAnswer& answer) {
  const auto asked = asked_of(question, *opened.model);
  if (!asked) {
    answer.error = fmt::format("'{}' is no property that can be decided here",
                               question.property);
    return {};
  }
  if (question.kind == RunKind::prove) {
    return prove_text(opened, *asked, limits, answer);
  }
  explore_text(opened, *asked, limits, answer);
  return {};
}

// Nothing that is thrown gets out: it is what is wrong.
void in_words(RunAnswer& answer, const std::function<void()>& ask) {
  try {
    ask();
  } catch (const network::LimitReached& reached) {
    answer.error = report::limit_text(reached.limit);
  } catch (const std::exception& wrong) {
    answer.error = wrong.what();
  }
}

}  // namespace

void decide_now(const RunQuestion& question, const std::atomic<bool>& stop,
                const Answered& answered) {
  RunAnswer answer;
  answer.number = question.number;
  answer.kind = question.kind;
  network::Limits limits;
  limits.seconds = run_seconds;
  limits.memory_mib = run_mib;
  limits.stop = &stop;
  const network::Budget budget(limits);
  const network::Polling polling(budget);
  std::unique_ptr<decide::Opened> opened;
  decide::Report report;
  in_words(answer, [&] {
    opened = opened_text(question, answer);
    if (answer.error.empty()) {
      report = decide_text(*opened, question, limits, answer);
    }
  });
  answer.stopped = stop;
  answer.more = report.instance && answer.error.empty() && !answer.stopped;
  answered(answer);
  if (!answer.more) return;
  RunAnswer behind;
  behind.number = question.number;
  behind.kind = question.kind;
  limits.seconds = formula_seconds;
  in_words(behind, [&] {
    behind.invariants =
        report::local_invariants(*opened, *report.instance, limits);
  });
  behind.stopped = stop;
  answered(std::move(behind));
}

void ThreadRuns::end() {
  stop_ = true;
  if (thread_.joinable()) thread_.join();
  stop_ = false;
}

void ThreadRuns::begin(RunQuestion question) {
  end();
  thread_ = std::thread([this, question = std::move(question)] {
    decide_now(question, stop_, answered_);
  });
}

}  // namespace vicinal::cli::inline lsp
