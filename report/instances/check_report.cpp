// SPDX-License-Identifier: MIT
// A violation is shown as the paths that explain it: a run that repeats for
// ever, and what holds, or does not, along it.
#include "report/instances/check_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "decide/question/asked.hpp"
#include "report/instances/check_explanation.hpp"
#include "report/instances/quotient_report.hpp"
#include "report/proof/lasso_text.hpp"
#include "report/proof/local_run.hpp"
#include "report/words/not_asked.hpp"
#include "report/words/render.hpp"
#include "report/words/trace_text.hpp"

namespace vicinal::report::inline instances {

using decide::Checked;
using decide::CheckReport;
using explore::Explanation;
using network::Instance;
using network::Verdict;

namespace {

Json parts_json(const Instance& instance, const CheckReport& report,
                const Checked& checked) {
  Json list = Json::array();
  for (const decide::CheckedPart& p : checked.parts) {
    Json part;
    part["formula"] = formula_text(instance, report, p.formula);
    part["verdict"] = network::text(p.verdict);
    if (p.graph != SIZE_MAX) part["graph"] = p.graph;
    if (p.node.valid()) part["node"] = network::node_name(instance, p.node);
    if (!p.reason.empty()) part["reason"] = p.reason;
    if (p.blocked && p.view.valid()) {
      part["blocked"] = local_run_json(instance, report, p);
    }
    if (p.same_as) {
      part["same_as"] = formula_text(instance, report,
                                     report.properties[p.same_as->property]
                                         .parts[p.same_as->part]
                                         .formula);
    }
    list.push_back(std::move(part));
  }
  return list;
}

Json graphs_json(const Instance& instance, const CheckReport& report) {
  Json list = Json::array();
  for (const decide::CheckGraph& g : report.graphs) {
    Json graph;
    graph["nodes"] = g.nodes;
    graph["pairs"] = g.pairs;
    graph["alike"] = node_lists_json(instance, g.alike);
    if (g.unwound) graph["unwound"] = g.unwound->nodes.size();
    list.push_back(std::move(graph));
  }
  return list;
}

// Named where there is nothing else to say.
std::vector<std::string> invariants_of(const network::Model& model) {
  std::vector<std::string> names;
  for (const std::size_t p : decide::invariants(model)) {
    names.push_back(model.properties[p].name);
  }
  return names;
}

}  // namespace

Json check_json(const Opened& opened, const CheckReport& report) {
  const Instance& instance = *opened.instance;
  const network::Model& model = *opened.model;
  Json json;
  json["model"] = opened.name;
  json["parameters"] = parameters_json(instance);
  json["method"] = decide::text(report.method);
  json["paths"] = explore::text(report.paths);
  if (report.limit != network::Limit::none) {
    json["limit"] = network::text(report.limit);
  }
  json["properties"] = Json::array();
  for (const Checked& c : report.properties) {
    const network::Property& p = model.properties[c.property];
    Json property;
    property["name"] = p.name;
    property["formula"] = model.source->text(model[p.formula].span);
    property["verdict"] = network::text(c.verdict);
    if (!c.reason.empty()) property["reason"] = c.reason;
    if (const Explanation* why = c.why()) {
      property["trace"] = first_run_json(instance, *why);
      property["explanation"] = violation_json(instance, report, *why);
    }
    property["parts"] = parts_json(instance, report, c);
    json["properties"].push_back(std::move(property));
  }
  if (report.properties.empty()) {
    for (const std::string& name : invariants_of(model)) {
      Json property;
      property["name"] = name;
      property["verdict"] = "not-asked";
      property["reason"] = "an invariant";
      json["properties"].push_back(std::move(property));
    }
  }
  if (report.error) {
    Json property;
    property["name"] = network::no_model_error;
    property["verdict"] = network::text(Verdict::violated);
    property["trace"] = trace_json(instance, *report.error);
    json["properties"].push_back(std::move(property));
  }
  json["graphs"] = graphs_json(instance, report);
  if (report.unfolded) json["quotient"] = quotient_json(opened, report);
  json["guarded"] = report.guarded;
  json["relaxed"] = report.relaxed;
  json["tracked"] = Json::array();
  for (const explore::FormulaId f : report.tracked) {
    json["tracked"].push_back(formula_text(instance, report, f));
  }
  json["r_nodes"] = report.r_nodes;
  json["p_nodes"] = report.p_nodes;
  return json;
}

namespace {

// Where all paths count though the model assumes fairness, that is said.
std::string paths_line(const Opened& opened, const CheckReport& report) {
  const std::size_t left_out = opened.model->fairness.size();
  if (report.paths == explore::Paths::fair || left_out == 0) return {};
  return fmt::format(
      "all paths count: {} fairness assumption{} of the model {} left out\n",
      left_out, left_out == 1 ? "" : "s", left_out == 1 ? "is" : "are");
}

const char* states_of(const CheckReport& report) {
  return report.method == decide::CheckMethod::local ? "local state"
                                                     : "representative";
}

}  // namespace

std::string check_text(const Style& style, const Opened& opened,
                       const CheckReport& report) {
  const Instance& instance = *opened.instance;
  const bool color = style.color;
  std::string text;
  std::size_t width = 0;
  for (const Checked& c : report.properties) {
    width = std::max(width, opened.model->properties[c.property].name.size());
  }
  if (report.error) width = std::max(width, network::no_model_error.size());
  if (!style.quiet) {
    const std::string sizes = parameters_text(instance);
    text += fmt::format("{}{}{}: {} {}{}, {} pair{} with automata\n",
                        printable(opened.name), sizes.empty() ? "" : ", ",
                        sizes, report.r_nodes, states_of(report),
                        report.r_nodes == 1 ? "" : "s", report.p_nodes,
                        report.p_nodes == 1 ? "" : "s");
    text += fmt::format("method {}{}{}\n", decide::text(report.method),
                        report.why.empty() ? "" : ": ", report.why);
    text += paths_line(opened, report);
    if (report.limit != network::Limit::none) {
      text += fmt::format("not complete: {}\n", limit_text(report.limit));
    }
  }
  if (style.explain) text += check_explanation(opened, report);
  for (const Checked& c : report.properties) {
    text += fmt::format("{:<{}}  {}", opened.model->properties[c.property].name,
                        width, verdict_text(c.verdict, color));
    if (!c.reason.empty()) text += ": " + c.reason;
    const Explanation* why = c.why();
    if (why != nullptr && why->path) text += " " + lasso_text(*why->path);
    text += "\n";
    if (why != nullptr && !style.quiet) {
      text += violation_text(instance, report, *why);
    }
    if (!style.quiet) text += local_run_text(instance, report, c);
  }
  if (report.error) {
    text += fmt::format("{:<{}}  {} {}\n", network::no_model_error, width,
                        verdict_text(Verdict::violated, color),
                        run_length(report.error));
    if (!style.quiet) text += trace_text(instance, *report.error);
  }
  if (!report.properties.empty()) return text;
  text += "the model has no temporal property: nothing was checked\n";
  const std::vector<std::string> names = invariants_of(*opened.model);
  for (const std::string& name : names) {
    text += fmt::format("{:<{}}  not looked at: an invariant\n", name,
                        widest(names, 0));
  }
  return text;
}

}  // namespace vicinal::report::inline instances
