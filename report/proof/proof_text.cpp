// SPDX-License-Identifier: MIT
// Nodes whose sets theta read the same are shown once.
#include "report/proof/proof_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>

#include "fixpoint/implication/kinds.hpp"
#include "fixpoint/shown/columns.hpp"
#include "fixpoint/views/view.hpp"
#include "network/semantics/steps.hpp"
#include "report/proof/pair_text.hpp"
#include "report/proof/split_text.hpp"
#include "report/words/culprits.hpp"
#include "report/words/not_asked.hpp"
#include "report/words/render.hpp"
#include "report/words/trace_text.hpp"

namespace vicinal::report::inline proof {

using decide::InstanceAnswer;
using decide::InstanceReport;
using decide::Method;
using fixpoint::LocalStates;
using network::Instance;
using network::Limit;
using network::NodeId;
using network::Scalar;
using network::Verdict;

namespace {

// A kind of nodes, shown by its first member.
struct Shape {
  NodeId representative;
  std::uint64_t members = 0;
  LocalStates theta;
};

std::vector<Shape> shapes(const Instance& instance,
                          const InstanceReport& report) {
  const fixpoint::Kinds kinds = fixpoint::kinds(instance, report.invariant);
  std::vector<Shape> list;
  for (std::size_t k = 0; k < kinds.first.size(); ++k) {
    list.push_back({kinds.first[k], kinds.members[k],
                    report.invariant.theta(kinds.first[k])});
  }
  return list;
}

// The local state of a node by names: s[0].phase, token[0].
std::vector<std::pair<std::string, std::string>> named_row(
    const Instance& instance, NodeId n, std::span<const Scalar> row) {
  std::vector<std::pair<std::string, std::string>> out;
  for (const auto& place : fixpoint::view_places(instance, n)) {
    const std::uint32_t slots = instance.size(place.type).slots;
    out.emplace_back(place.name, value_text(instance, place.type,
                                            row.subspan(place.column, slots)));
  }
  return out;
}

Json row_json(const Instance& instance, NodeId n, std::span<const Scalar> row) {
  Json json = Json::object();
  for (const auto& place : fixpoint::view_places(instance, n)) {
    const std::uint32_t slots = instance.size(place.type).slots;
    json[place.name] =
        value_json(instance, place.type, row.subspan(place.column, slots));
  }
  return json;
}

std::string row_text(const Instance& instance, NodeId n,
                     std::span<const Scalar> row) {
  std::string text;
  for (const auto& [name, value] : named_row(instance, n, row)) {
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, value);
  }
  return text.empty() ? "nothing to see" : printable(text);
}

Json blocking_json(const Instance& instance,
                   const fixpoint::Implication& implication) {
  Json json;
  json["reason"] = implication.reason;
  if (implication.counterexample) {
    const auto& c = *implication.counterexample;
    json["view"] = Json::array();
    json["states"] = Json::object();
    for (std::size_t i = 0; i < c.nodes.size(); ++i) {
      const std::string name = node_name(instance, c.nodes[i]);
      json["view"].push_back(name);
      json["states"][name] = row_json(instance, c.nodes[i], c.states[i]);
    }
  }
  if (implication.error) {
    const auto& e = *implication.error;
    json["view"] = Json::array();
    for (const auto& [node, row] : e.actors()) {
      const std::string name = node_name(instance, node);
      json["view"].push_back(name);
      json["states"][name] = row_json(instance, node, row);
    }
    json["action"] = network::step_name(instance, e.actor, e.action);
    const network::Action& action = action_of(instance, e.actor, e.action);
    json["bindings"] = bindings_json(instance, action, e.binding);
    if (e.error) json["error"] = network::error_text(e.error->kind);
  }
  return json;
}

}  // namespace

std::string views_of(std::int64_t nodes) {
  return nodes == 1   ? "single nodes"
         : nodes == 2 ? "pairs of nodes"
                      : "triples of nodes";
}

std::string too_little_seen(std::int64_t nodes) {
  std::string text = views_of(nodes) + " see too little to tell.";
  text[0] = static_cast<char>(std::toupper(text[0]));
  return text;
}

void add_method(Json& property, const decide::Answer& answer) {
  switch (answer.method) {
    case Method::none:
      return;
    case Method::invariant:
      property["method"] = "explicit";
      property["views"] = answer.views;
      return;
    case Method::lemmas:
      property["method"] = "lemmas";
      return;
    case Method::exploration:
      property["method"] = "exploration";
      return;
    case Method::instances:
      property["method"] = "instances";
      return;
    case Method::rank:
      property["method"] = "rank";
      return;
  }
}

std::string instance_method_text(const InstanceAnswer& p,
                                 const InstanceReport& report) {
  if (p.method == Method::invariant) {
    return (p.views == 1 ? "by the local invariant of "
                         : "by the invariant of ") +
           views_of(p.views);
  }
  const std::uint64_t states =
      report.exploration ? report.exploration->states : 0;
  if (report.exploration && !report.exploration->permutations.empty()) {
    return fmt::format(
        "by exploring {} state{}, one of each orbit under {} permutations",
        states, states == 1 ? "" : "s", report.exploration->permutations);
  }
  return fmt::format("by exploring all {} state{}", states,
                     states == 1 ? "" : "s");
}

// ---- JSON ------------------------------------------------------------------

namespace {

Json property_json(const Instance& instance, const InstanceAnswer& p) {
  Json property;
  property["name"] = p.name;
  property["verdict"] = network::text(p.verdict);
  property["scope"] = "instance";
  add_method(property, p);
  property["instance"] = parameters_json(instance);
  if (p.trace) {
    property["trace"] = trace_json(instance, *p.trace);
    add_culprits(instance, *p.trace, p.name, property);
  }
  if (!p.implication.proved && p.verdict == Verdict::unknown) {
    property["blocking_step"] = blocking_json(instance, p.implication);
  }
  return property;
}

Json shape_json(const Style& style, const Instance& instance,
                const Shape& shape, const Formulas& formulas) {
  Json entry;
  entry["view"] = Json::array({node_name(instance, shape.representative)});
  entry["class_size"] = shape.members;
  // Numbers beyond 2^53 are strings.
  const std::string states = shape.theta.count();
  if (states.size() > 15) {
    entry["states"] = states;
  } else {
    entry["states"] = std::stoull(states);
  }
  entry["stored"] = shape.theta.size();
  const auto conjuncts = formulas([&] {
    return fixpoint::theta_predicate(instance, shape.representative,
                                     shape.theta);
  });
  // Null: no short formula; "states" and --states have the set.
  entry["predicate"] =
      conjuncts.empty() ? Json(nullptr) : Json(one_formula(conjuncts));
  if (style.states) {
    entry["local_states"] = Json::array();
    // Then one row stands for all that the order of ports makes of it.
    if (shape.theta.by_orbits()) entry["by_orbits"] = true;
    for (std::size_t i = 0; i < shape.theta.size(); ++i) {
      entry["local_states"].push_back(
          row_json(instance, shape.representative, shape.theta.row(i)));
    }
  }
  return entry;
}

// The levels that reached their fixpoint: of single nodes, of pairs.
Json invariants_json(const Style& style, const Instance& instance,
                     const InstanceReport& report) {
  Json invariants = Json::array();
  const Formulas formulas(style);
  if (!report.not_local.empty()) return invariants;
  if (report.invariant.limit == Limit::none && style.views != 2) {
    Json level;
    level["views"] = 1;
    level["members"] = instance.network.node_count();
    level["representatives"] = Json::array();
    for (const Shape& shape : shapes(instance, report)) {
      level["representatives"].push_back(
          shape_json(style, instance, shape, formulas));
    }
    invariants.push_back(std::move(level));
  }
  if (report.pairs && report.pairs->limit == Limit::none) {
    invariants.push_back(
        pairs_json(instance, *report.pairs, formulas, style.states));
  }
  return invariants;
}

Json exploration_json(const decide::RestExplored& explored) {
  Json json;
  json["states"] = explored.states;
  if (!explored.permutations.empty()) {
    json["permutations"] = explored.permutations;
  }
  json["complete"] = explored.complete;
  if (explored.limit != Limit::none) {
    json["limit"] = network::text(explored.limit);
  }
  return json;
}

// Of the levels together; rounds of the one that took most.
Json level_statistics(const InstanceReport& report) {
  const fixpoint::SingleInvariant& invariant = report.invariant;
  const std::uint64_t none = 0;
  Json statistics;
  statistics["local_states"] =
      invariant.local_states +
      (report.pairs ? report.pairs->local_states : none);
  statistics["local_steps"] =
      invariant.local_steps + (report.pairs ? report.pairs->local_steps : none);
  statistics["rounds"] =
      std::max(invariant.rounds, report.pairs ? report.pairs->rounds : none);
  return statistics;
}

}  // namespace

Json proof_json(const Style& style, const Opened& opened,
                const InstanceReport& report) {
  const Instance& instance = *opened.instance;
  Json json;
  json["model"] = opened.name;
  json["parameters"] = parameters_json(instance);
  json["properties"] = Json::array();
  for (const InstanceAnswer& p : report.answers) {
    json["properties"].push_back(property_json(instance, p));
  }
  add_not_asked(not_asked(*opened.model, style), json["properties"]);
  json["invariants"] = invariants_json(style, instance, report);
  if (const auto& q = report.invariant.quotient) {
    json["quotient"] = {{"nodes", q->nodes},
                        {"edges", q->edges},
                        {"given", !opened.vias.empty()}};
  }
  if (!report.splits.empty()) {
    json["splits"] = splits_json(opened, report.splits);
  }
  if (!report.not_local.empty()) json["not_local"] = report.not_local;
  if (report.exploration) {
    json["exploration"] = exploration_json(*report.exploration);
  }
  json["statistics"] = level_statistics(report);
  return json;
}

// ---- text ------------------------------------------------------------------

namespace {

std::string states_table(const Instance& instance, const Shape& shape) {
  std::vector<std::vector<std::string>> table(1);
  for (const auto& place :
       fixpoint::view_places(instance, shape.representative)) {
    table[0].push_back(place.name);
  }
  for (std::size_t i = 0; i < shape.theta.size(); ++i) {
    auto& line = table.emplace_back();
    for (const auto& [name, value] :
         named_row(instance, shape.representative, shape.theta.row(i))) {
      line.push_back(value);
    }
  }
  std::vector<std::size_t> width(table[0].size(), 0);
  for (const auto& line : table) {
    for (std::size_t c = 0; c < line.size(); ++c) {
      width[c] = std::max(width[c], line[c].size());
    }
  }
  std::string text;
  for (const auto& line : table) {
    std::string row = "   ";
    for (std::size_t c = 0; c < line.size(); ++c) {
      row += fmt::format(" {:<{}}", line[c], width[c]);
    }
    text += row.substr(0, row.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

// "p[0] and 3 like it"
std::string of_shape(const Instance& instance, const Shape& shape) {
  const std::string name = printable(node_name(instance, shape.representative));
  if (shape.members <= 1) return name;
  return fmt::format("{} and {} like it", name, shape.members - 1);
}

// What theta was computed on, if that is a quotient network (LS 4.4).
std::string quotient_text(const Opened& opened, const InstanceReport& report) {
  const auto& q = report.invariant.quotient;
  if (!q) return {};
  const std::string size =
      fmt::format("{} node{}, {} edge{}", q->nodes, q->nodes == 1 ? "" : "s",
                  q->edges, q->edges == 1 ? "" : "s");
  return opened.vias.empty()
             ? fmt::format("computed on its quotient, {}\n", size)
             : fmt::format(
                   "on a quotient network, {}: what is proved holds of "
                   "every network that has it\n",
                   size);
}

std::string invariant_text(const Style& style, const Instance& instance,
                           const InstanceReport& report,
                           const Formulas& formulas) {
  if (style.views == 2 && report.pairs) return {};
  if (!report.not_local.empty()) {
    return fmt::format("no local invariant: {}\n", report.not_local);
  }
  if (report.invariant.limit != Limit::none) {
    return fmt::format("no local invariant: the limit ({}) was reached\n",
                       network::text(report.invariant.limit));
  }
  std::string text;
  const auto list = shapes(instance, report);
  std::size_t shown = 0;
  for (const Shape& shape : list) {
    if (++shown > 20) {
      text +=
          fmt::format("and {} other kinds of nodes\n", list.size() - shown + 1);
      break;
    }
    const std::string states = shape.theta.count();
    text += fmt::format("local invariant of {}, {} state{}:\n",
                        of_shape(instance, shape), states,
                        states == "1" ? "" : "s");
    if (shape.theta.by_orbits()) {
      text += fmt::format(
          "    ({} kept, one of those that only differ in the "
          "order of edges of a port set)\n",
          shape.theta.size());
    }
    if (style.states) {
      text += states_table(instance, shape);
      continue;
    }
    const auto conjuncts = formulas([&] {
      return fixpoint::theta_predicate(instance, shape.representative,
                                       shape.theta);
    });
    if (conjuncts.empty()) {
      text += "    (no short formula; --states prints the set)\n";
    }
    for (const std::string& c : conjuncts) text += "    " + c + "\n";
  }
  return text;
}

std::string blocking_text(const Instance& instance,
                          const fixpoint::Implication& implication) {
  std::string text;
  if (implication.counterexample &&
      !implication.counterexample->nodes.empty()) {
    const auto& c = *implication.counterexample;
    text += fmt::format("    {}:\n", implication.reason);
    for (std::size_t i = 0; i < c.nodes.size(); ++i) {
      text += fmt::format("      {}: {}\n",
                          printable(node_name(instance, c.nodes[i])),
                          row_text(instance, c.nodes[i], c.states[i]));
    }
  } else if (implication.error) {
    const auto& e = *implication.error;
    text += fmt::format("    {}:\n", implication.reason);
    for (const auto& [node, row] : e.actors()) {
      text +=
          fmt::format("      {}: {}\n", printable(node_name(instance, node)),
                      row_text(instance, node, row));
    }
    text += fmt::format("      {} may fail{}\n",
                        step_text(instance, e.actor, e.action, e.binding),
                        e.error ? fmt::format(": {}", error_text(e.error->kind))
                                : std::string{});
  } else if (!implication.reason.empty()) {
    text += fmt::format("    {}\n", implication.reason);
  }
  return text;
}

// What to try where something is undecided.
std::string instance_advice(const Style& style, const InstanceReport& report) {
  const bool undecided =
      std::any_of(report.answers.begin(), report.answers.end(),
                  [](const InstanceAnswer& p) {
                    return p.verdict == Verdict::unknown && !p.undefined;
                  });
  if (!undecided) return {};
  if (report.interrupted) {
    return "\nInterrupted: this is what is known so far.\n";
  }
  std::string text =
      "\n'unknown' is no error of the model: no run was found that violates "
      "it.\n";
  if (report.invariant.quotient) {
    return text + too_little_seen(1) +
           " Without --on-quotient pairs of nodes\nof a network are looked at, "
           "and it is explored.\n";
  }
  if (style.views != 0) {
    return text + too_little_seen(style.views) +
           " Without --views the instance is explored,\ntoo.\n";
  }
  if (report.exploration && !report.exploration->complete) {
    text += fmt::format(
        "{} states were explored before the limit ({}) was reached.\n",
        report.exploration->states, network::text(report.exploration->limit));
  }
  return text +
         "Try a smaller instance with -D, or larger limits with --timeout and "
         "--memory.\n";
}

}  // namespace

std::vector<LocalInvariant> local_invariants(const Opened& opened,
                                             const InstanceReport& report,
                                             const network::Limits& formulas) {
  if (!report.not_local.empty()) return {};
  if (report.invariant.limit != Limit::none) return {};
  Style style;
  style.formulas = formulas;
  const Formulas in_time(style);
  const Instance& instance = *opened.instance;
  std::vector<LocalInvariant> list;
  for (const Shape& shape : shapes(instance, report)) {
    list.push_back({{instance.process(shape.representative).name},
                    of_shape(instance, shape),
                    in_time([&] {
                      return fixpoint::theta_predicate(
                          instance, shape.representative, shape.theta);
                    })});
  }
  return list;
}

std::string proof_text(const Style& style, const Opened& opened,
                       const InstanceReport& report) {
  const Instance& instance = *opened.instance;
  const bool color = style.color;
  std::string text;
  const std::string sizes = parameters_text(instance);
  const std::string at = sizes.empty() ? "" : "at " + sizes + " ";
  if (!style.quiet) {
    text += fmt::format("{}{}{}\n", printable(opened.name),
                        sizes.empty() ? "" : ", ", sizes);
    const Formulas formulas(style);
    text += quotient_text(opened, report);
    text += invariant_text(style, instance, report, formulas);
    if (report.pairs)
      text += pairs_text(instance, *report.pairs, formulas, style.states);
    text += splits_text(opened, report.splits) + "\n";
  }
  std::size_t width = 0;
  for (const InstanceAnswer& p : report.answers) {
    width = std::max(width, p.name.size());
  }
  const std::vector<std::string> temporal = not_asked(*opened.model, style);
  width = widest(temporal, width);
  for (const InstanceAnswer& p : report.answers) {
    text += fmt::format("{:<{}}  {}", p.name, width,
                        verdict_text(p.verdict, color));
    if (p.verdict == Verdict::violated) {
      text += fmt::format(" {}{}\n", at, run_length(p.trace));
      if (!style.quiet && p.trace) {
        text += trace_text(instance, *p.trace) +
                culprits_text(instance, *p.trace, p.name);
      }
    } else if (p.verdict == Verdict::proved) {
      text += fmt::format(" {}\n", instance_method_text(p, report));
    } else {
      text += "\n";
      if (!style.quiet) text += blocking_text(instance, p.implication);
    }
  }
  text += not_asked_text(temporal, width);
  return style.quiet ? text : text + instance_advice(style, report);
}

// ---- carried to another network --------------------------------------------

Json carried_json(const Opened& from, const Opened& to, const std::string& file,
                  const decide::CarriedReport& report) {
  const Instance& instance = *to.instance;
  Json json;
  json["to"] = file;
  json["nodes"] = instance.network.node_count();
  json["holds"] = report.carried.invariant.has_value();
  json["classes"] = Json::array();
  for (const fixpoint::CarriedClass& c : report.carried.classes) {
    Json entry;
    entry["view"] = Json::array({node_name(instance, c.first)});
    entry["class_size"] = c.members;
    entry["from"] = c.from.valid() ? Json(node_name(*from.instance, c.from))
                                   : Json(nullptr);
    entry["states"] = c.states;
    json["classes"].push_back(std::move(entry));
  }
  if (!report.carried.why.empty()) json["reason"] = report.carried.why;
  if (const auto& broken = report.carried.broken) {
    json["breaks"]["node"] = node_name(instance, broken->node);
    json["breaks"]["state"] = row_json(instance, broken->node, broken->state);
    if (const auto& step = broken->step) {
      json["breaks"]["action"] =
          network::step_name(instance, step->actor, step->action);
    }
  }
  json["properties"] = Json::array();
  for (const InstanceAnswer& p : report.answers) {
    json["properties"].push_back(property_json(instance, p));
  }
  return json;
}

namespace {

std::string broken_text(const Instance& instance,
                        const fixpoint::Broken& broken) {
  const std::string node = printable(node_name(instance, broken.node));
  const std::string state = row_text(instance, broken.node, broken.state);
  if (!broken.step) {
    return fmt::format("    {} may start otherwise: {}\n", node, state);
  }
  const fixpoint::LocalStep& step = *broken.step;
  return fmt::format("    {} leaves it at {}: {}\n",
                     step_text(instance, step.actor, step.action, step.binding),
                     node, state);
}

}  // namespace

std::string carried_text(const Style& style, const Opened& from,
                         const Opened& to, const std::string& file,
                         const decide::CarriedReport& report) {
  constexpr std::size_t most_shown = 20;
  const Instance& instance = *to.instance;
  const fixpoint::Carried& carried = report.carried;
  std::string text =
      fmt::format("\n{} {}, {} node{}{}\n",
                  carried.invariant ? "carried to" : "not carried to",
                  printable(file), instance.network.node_count(),
                  instance.network.node_count() == 1 ? "" : "s",
                  carried.why.empty() ? "" : ": " + carried.why);
  if (!style.quiet) {
    for (std::size_t i = 0; i < carried.classes.size(); ++i) {
      if (i == most_shown) {
        text += fmt::format("    and {} other kinds of nodes\n",
                            carried.classes.size() - i);
        break;
      }
      const fixpoint::CarriedClass& c = carried.classes[i];
      text += fmt::format(
          "    {}{}: {}\n", printable(node_name(instance, c.first)),
          c.members == 1 ? "" : fmt::format(" and {} like it", c.members - 1),
          c.from.valid()
              ? fmt::format("{} states, as {} has", c.states,
                            printable(node_name(*from.instance, c.from)))
              : "no node is related to it");
    }
    if (carried.broken) text += broken_text(instance, *carried.broken);
  }
  std::size_t width = 0;
  for (const InstanceAnswer& p : report.answers) {
    width = std::max(width, p.name.size());
  }
  for (const InstanceAnswer& p : report.answers) {
    text += fmt::format(
        "{:<{}}  {}{}\n", p.name, width, verdict_text(p.verdict, style.color),
        p.verdict == Verdict::proved ? " by the invariant that was carried"
                                     : "");
    if (p.verdict != Verdict::proved && !style.quiet) {
      text += blocking_text(instance, p.implication);
    }
  }
  return text;
}

}  // namespace vicinal::report::inline proof
