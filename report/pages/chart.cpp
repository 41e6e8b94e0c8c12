// SPDX-License-Identifier: MIT
// The run of a page, written in two languages.
#include "report/pages/chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <vector>

#include "network/base/budget.hpp"
#include "network/base/utf8.hpp"
#include "report/pages/runs.hpp"
#include "report/words/render.hpp"

namespace vicinal::report::inline pages {

using network::Instance;
using network::NodeId;

namespace {

// Who acts without being a node: a rule.
constexpr std::uint32_t nobody = UINT32_MAX;
constexpr std::size_t most_ends = 4;

struct Message {
  std::uint32_t to = nobody;  // a node
  std::string text;
};

struct ChartStep {
  std::uint32_t from = nobody;
  std::string note;  // the step, and what it does to who acts
  std::vector<Message> messages;
};

struct Chart {
  std::vector<std::uint32_t> lanes;  // nodes, ascending; `nobody` last
  std::vector<ChartStep> steps;
};

// Whom a change is shown at, besides who acts.
std::vector<std::uint32_t> receivers(const Instance& instance,
                                     const Variable& variable,
                                     std::uint32_t actor) {
  std::vector<std::uint32_t> out;
  if (variable.owner == Owner::node && variable.index != actor) {
    out.push_back(variable.index);
  }
  if (variable.owner == Owner::edge) {
    const network::EdgeId edge(std::size_t{variable.index});
    for (const network::DartId d : instance.network.darts(edge)) {
      const std::uint32_t node = instance.network.dart_node[d.index()].value;
      if (node != actor) out.push_back(node);
    }
    std::ranges::sort(out);
    const auto again = std::ranges::unique(out);
    out.erase(again.begin(), again.end());
    if (out.size() > most_ends) out.clear();
  }
  return out;
}

ChartStep chart_step(const Instance& instance, const Run& run, std::size_t i) {
  const Step& step = run.steps[i];
  ChartStep out;
  out.from = step.actor.value_or(nobody);
  out.note = fmt::format("{}. {}", i + 1, step.label);
  std::map<std::uint32_t, std::string> messages;
  for (const Change& change : step.changes) {
    network::poll();
    const Variable& variable = run.variables[change.variable];
    const auto to = receivers(instance, variable, out.from);
    const bool own =
        variable.owner == Owner::node && variable.index == out.from;
    if (own || to.empty()) {
      out.note += fmt::format(", {} = {}", own ? variable.label : variable.name,
                              change.value);
    }
    const bool theirs = variable.owner == Owner::node;
    for (const std::uint32_t node : to) {
      std::string& text = messages[node];
      text +=
          fmt::format("{}{} = {}", text.empty() ? "" : ", ",
                      theirs ? variable.label : variable.name, change.value);
    }
  }
  if (!step.note.empty()) out.note += ", " + step.note;
  for (auto& [node, text] : messages) {
    out.messages.push_back({node, std::move(text)});
  }
  return out;
}

Chart chart_of(const Instance& instance, const Run& run) {
  Chart out;
  for (std::size_t i = 0; i < run.steps.size(); ++i) {
    out.steps.push_back(chart_step(instance, run, i));
    out.lanes.push_back(out.steps.back().from);
    for (const Message& m : out.steps.back().messages) {
      out.lanes.push_back(m.to);
    }
  }
  std::ranges::sort(out.lanes);
  const auto again = std::ranges::unique(out.lanes);
  out.lanes.erase(again.begin(), again.end());
  return out;
}

std::string lane_name(const Instance& instance, std::uint32_t lane) {
  return lane == nobody ? "rules" : node_name(instance, NodeId(lane));
}

// Mermaid ends statements at `;` and lines, and takes `#35;` for a character.
std::string mermaid_text(std::string_view text) {
  constexpr std::string_view harmless = " _.,=+*/()[]-:!?'";
  std::string out;
  while (!text.empty()) {
    network::Character c = network::first_character(text);
    if (c.length == 0) c = {0xFFFD, 1};
    const bool plain =
        c.number < 128 &&
        (std::isalnum(static_cast<int>(c.number)) != 0 ||
         harmless.find(static_cast<char>(c.number)) != std::string_view::npos);
    out += plain ? std::string(1, static_cast<char>(c.number))
                 : fmt::format("#{};", c.number);
    text.remove_prefix(c.length);
  }
  return out;
}

// A string of DOT; what a terminal or a reader would act on is shown.
std::string dot_text(std::string_view text) {
  std::string out = "\"";
  for (const char c : printable(text)) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

std::string mermaid(const Instance& instance, const Chart& chart,
                    std::optional<std::size_t> loop) {
  const auto lane = [](std::uint32_t node) {
    return node == nobody ? std::string("rules") : fmt::format("n{}", node);
  };
  std::string text = "sequenceDiagram\n";
  for (const std::uint32_t l : chart.lanes) {
    text += fmt::format("    participant {} as {}\n", lane(l),
                        mermaid_text(lane_name(instance, l)));
  }
  for (std::size_t i = 0; i < chart.steps.size(); ++i) {
    network::poll();
    const ChartStep& step = chart.steps[i];
    if (loop == i) text += "    loop for ever\n";
    text += fmt::format("    Note over {}: {}\n", lane(step.from),
                        mermaid_text(step.note));
    for (const Message& m : step.messages) {
      text += fmt::format("    {}->>{}: {}\n", lane(step.from), lane(m.to),
                          mermaid_text(m.text));
    }
  }
  if (loop && *loop < chart.steps.size()) text += "    end\n";
  return text;
}

// Lanes are columns of points, steps are rows of them.
std::string dot(const Instance& instance, const Chart& chart,
                std::optional<std::size_t> loop) {
  const auto point = [](std::uint32_t lane, std::size_t row) {
    return lane == nobody ? fmt::format("rules_{}", row)
                          : fmt::format("n{}_{}", lane, row);
  };
  const std::size_t rows = chart.steps.size() + 1;
  std::string text =
      "digraph run {\n  node [shape=point, width=0.02];\n"
      "  edge [fontname=\"Helvetica\", fontsize=10];\n";
  for (const std::uint32_t l : chart.lanes) {
    text += fmt::format("  {} [shape=box, label={}];\n", point(l, 0),
                        dot_text(lane_name(instance, l)));
    for (std::size_t row = 1; row < rows; ++row) {
      network::poll();
      text += fmt::format(
          "  {} -> {} [arrowhead=none, weight=100, "
          "style=dotted];\n",
          point(l, row - 1), point(l, row));
    }
  }
  for (std::size_t i = 0; i < chart.steps.size(); ++i) {
    network::poll();
    const ChartStep& step = chart.steps[i];
    const std::string note =
        (loop == i ? "(from here on for ever) " : "") + step.note;
    text += fmt::format(
        "  {} [shape=box, style=filled, fillcolor=white, "
        "label={}];\n  {{ rank=same;",
        point(step.from, i + 1), dot_text(note));
    for (const std::uint32_t l : chart.lanes)
      text += " " + point(l, i + 1) + ";";
    text += " }\n";
    for (const Message& m : step.messages) {
      text += fmt::format("  {} -> {} [constraint=false, label={}];\n",
                          point(step.from, i + 1), point(m.to, i + 1),
                          dot_text(m.text));
    }
  }
  return text + "}\n";
}

}  // namespace

std::optional<ChartKind> chart_kind(std::string_view file) {
  if (file.ends_with(".mmd") || file.ends_with(".mermaid")) {
    return ChartKind::mermaid;
  }
  if (file.ends_with(".dot") || file.ends_with(".gv")) return ChartKind::dot;
  return std::nullopt;
}

std::string chart(const Instance& instance, const network::Trace& trace,
                  std::optional<std::size_t> loop, ChartKind kind) {
  ActionMarks marks(*instance.model);
  const Run run = run_of(instance, trace, loop, marks);
  const Chart made = chart_of(instance, run);
  return kind == ChartKind::mermaid ? mermaid(instance, made, run.loop)
                                    : dot(instance, made, run.loop);
}

}  // namespace vicinal::report::inline pages
