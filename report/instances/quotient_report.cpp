// SPDX-License-Identifier: MIT
// States are numbered from 1 on, as structures are.
#include "report/instances/quotient_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "network/base/budget.hpp"
#include "report/words/render.hpp"
#include "report/words/trace_text.hpp"

namespace vicinal::report::inline instances {

using decide::CheckReport;
using network::Instance;

namespace {

using State = std::vector<network::Scalar>;
using Edge = explore::AnnotatedQuotient::Edge;
using Unfolded = CheckReport::Unfolded;

std::string process_name(const Instance& instance, const Unfolded& all,
                         std::uint32_t process) {
  return network::node_name(instance, all.processes[process]);
}

// "(p[0] p[1])": f takes p[0] to p[1], and that to p[0].
std::string label_text(const Instance& instance, const Unfolded& all,
                       const std::vector<std::uint32_t>& label) {
  std::string text;
  std::vector<bool> seen(label.size());
  for (std::uint32_t p = 0; p < label.size(); ++p) {
    if (seen[p] || label[p] == p) continue;
    std::string cycle;
    for (std::uint32_t q = p; !seen[q]; q = label[q]) {
      network::poll();
      seen[q] = true;
      cycle += (cycle.empty() ? "" : " ") + process_name(instance, all, q);
    }
    text += "(" + cycle + ")";
  }
  return text.empty() ? "()" : text;
}

// What an edge asks of the states that it is unwound in.
std::vector<std::string> guard_of(const Edge& edge) {
  std::vector<std::string> guard;
  if (edge.step.guard.guard) guard.emplace_back("guard");
  if (edge.step.guard.priority) guard.emplace_back("priority");
  return guard;
}

std::string step_of(const Instance& instance, const Edge& edge) {
  return step_text(instance, edge.step.actor, edge.step.action,
                   edge.step.binding);
}

std::vector<std::string> values(const Instance& instance, const State& state) {
  return values_text(instance, network::places(instance), nullptr, state);
}

std::string too_many(const char* what) {
  return fmt::format("{} of more than {} are not unfolded\n", what,
                     decide::most_unfolded);
}

std::string edge_text(const Instance& instance, const Unfolded& all,
                      const Edge& edge) {
  const std::vector<std::string> guard = guard_of(edge);
  return fmt::format(
      "    {} -> {}  {}  {}{}\n", edge.from + 1, edge.step.to + 1,
      printable(step_of(instance, edge)),
      printable(label_text(instance, all, edge.label)),
      guard.empty() ? "" : fmt::format("  asks: {}", fmt::join(guard, ", ")));
}

// The quotient, with its states and edges if they are few.
std::string small_quotient_text(const Instance& instance, const Unfolded& all) {
  constexpr std::size_t few = 40;
  const explore::AnnotatedQuotient& quotient = *all.quotient;
  std::string text =
      fmt::format("quotient: {} state{}, {} edge{}\n", quotient.states.size(),
                  quotient.states.size() == 1 ? "" : "s", quotient.edges.size(),
                  quotient.edges.size() == 1 ? "" : "s");
  if (quotient.states.size() + quotient.edges.size() > few) return text;
  for (std::size_t s = 0; s < quotient.states.size(); ++s) {
    text += wrapped(fmt::format("  {}:", s + 1),
                    values(instance, quotient.states[s]), 4) +
            "\n";
    for (const Edge& edge : quotient.edges) {
      if (edge.from == s) text += edge_text(instance, all, edge);
    }
  }
  return text;
}

}  // namespace

std::string quotient_text(const Opened& opened, const CheckReport& report) {
  if (!report.unfolded) return {};
  std::string text =
      report.unfolded->quotient
          ? small_quotient_text(*opened.instance, *report.unfolded)
          : fmt::format("quotient: more than {} states\n",
                        decide::most_unfolded);
  for (std::size_t g = 0; g < report.graphs.size(); ++g) {
    const auto& unwound = report.graphs[g].unwound;
    text += fmt::format("structure {} unwound: ", g + 1);
    text += unwound
                ? fmt::format(
                      "{} nodes, {} with those alike "
                      "taken together\n",
                      unwound->nodes.size(), unwound->reduced_size)
                : fmt::format("more than {} nodes\n", decide::most_unfolded);
  }
  return text;
}

Json quotient_json(const Opened& opened, const CheckReport& report) {
  if (!report.unfolded || !report.unfolded->quotient) return nullptr;
  const Instance& instance = *opened.instance;
  const Unfolded& all = *report.unfolded;
  const auto named = network::places(instance);
  Json json;
  json["states"] = Json::array();
  for (const State& state : all.quotient->states) {
    json["states"].push_back(state_json(instance, named, state));
  }
  json["edges"] = Json::array();
  for (const Edge& edge : all.quotient->edges) {
    network::poll();
    json["edges"].push_back(
        {{"from", edge.from},
         {"to", edge.step.to},
         {"step", step_of(instance, edge)},
         {"permutation", label_text(instance, all, edge.label)},
         {"asks", guard_of(edge)}});
  }
  return json;
}

namespace {

std::string values_label(const Instance& instance, const State& state) {
  return fmt::format("{}", fmt::join(values(instance, state), "\n"));
}

std::string whole_dot(const Instance& instance,
                      const explore::WholeGraph& whole) {
  std::string text = "digraph whole {\n";
  for (std::size_t s = 0; s < whole.states.size(); ++s) {
    text += fmt::format("  {} [label={}];\n", s + 1,
                        dot_string(values_label(instance, whole.states[s])));
  }
  for (const auto& arc : whole.arcs) {
    network::poll();
    text += fmt::format("  {} -> {}{};\n", arc.from + 1, arc.to + 1,
                        arc.added ? " [style=dashed]" : "");
  }
  return text + "}\n";
}

std::string annotated_dot(const Instance& instance, const Unfolded& all) {
  const explore::AnnotatedQuotient& quotient = *all.quotient;
  std::string text = "digraph quotient {\n";
  for (std::size_t s = 0; s < quotient.states.size(); ++s) {
    text += fmt::format("  {} [label={}];\n", s + 1,
                        dot_string(values_label(instance, quotient.states[s])));
  }
  for (const Edge& edge : quotient.edges) {
    network::poll();
    const std::vector<std::string> guard = guard_of(edge);
    const std::string asks =
        guard.empty() ? "" : fmt::format("\nasks: {}", fmt::join(guard, ", "));
    text +=
        fmt::format("  {} -> {} [label={}];\n", edge.from + 1, edge.step.to + 1,
                    dot_string(step_of(instance, edge) + "\n" +
                               label_text(instance, all, edge.label) + asks));
  }
  return text + "}\n";
}

std::string node_label(const Instance& instance, const Unfolded& all,
                       const explore::Unwound::Node& node) {
  std::vector<std::string> names;
  for (const std::uint32_t process : node.at) {
    names.push_back(process_name(instance, all, process));
  }
  return fmt::format(
      "{}\nat {}",
      values_label(instance, all.quotient->states[node.representative]),
      fmt::join(names, ", "));
}

// Nodes that are taken together have one color.
std::string unwound_dot(const Instance& instance, const Unfolded& all,
                        const explore::Unwound& unwound, std::size_t number) {
  std::string text = fmt::format(
      "digraph unwound_{} {{\n  node [style=filled, colorscheme=set312];\n",
      number);
  for (std::size_t n = 0; n < unwound.nodes.size(); ++n) {
    network::poll();
    text += fmt::format("  {} [label={}, fillcolor={}];\n", n + 1,
                        dot_string(node_label(instance, all, unwound.nodes[n])),
                        unwound.reduced[n] % 12 + 1);
  }
  for (const auto& [from, to] : unwound.arcs) {
    network::poll();
    text += fmt::format("  {} -> {};\n", from + 1, to + 1);
  }
  text += fmt::format("}}\ndigraph reduced_{} {{\n", number);
  std::set<std::uint32_t> done;
  for (std::size_t n = 0; n < unwound.nodes.size(); ++n) {
    network::poll();
    if (!done.insert(unwound.reduced[n]).second) continue;
    text +=
        fmt::format("  {} [label={}];\n", unwound.reduced[n] + 1,
                    dot_string(node_label(instance, all, unwound.nodes[n])));
  }
  std::set<std::pair<std::uint32_t, std::uint32_t>> arcs;
  for (const auto& [from, to] : unwound.arcs) {
    arcs.emplace(unwound.reduced[from] + 1, unwound.reduced[to] + 1);
  }
  for (const auto& [from, to] : arcs) {
    network::poll();
    text += fmt::format("  {} -> {};\n", from, to);
  }
  return text + "}\n";
}

}  // namespace

std::string quotient_dot(const Opened& opened, const CheckReport& report) {
  if (!report.unfolded) return {};
  const Instance& instance = *opened.instance;
  const Unfolded& all = *report.unfolded;
  std::string text =
      all.whole ? whole_dot(instance, *all.whole) : "// " + too_many("graphs");
  text += all.quotient ? annotated_dot(instance, all)
                       : "// " + too_many("quotients");
  for (std::size_t g = 0; g < report.graphs.size(); ++g) {
    const auto& unwound = report.graphs[g].unwound;
    text += unwound && all.quotient
                ? unwound_dot(instance, all, *unwound, g + 1)
                : "// " + too_many("structures");
  }
  return text;
}

}  // namespace vicinal::report::inline instances
