// SPDX-License-Identifier: MIT
// By structures: a part of a property stands at the one that it was checked on.
#include "report/instances/check_explanation.hpp"

#include <fmt/format.h>

#include "report/instances/quotient_report.hpp"
#include "report/proof/lasso_text.hpp"
#include "report/words/render.hpp"

namespace vicinal::report::inline instances {

using decide::CheckReport;
using network::Instance;

namespace {

// "c[0], c[1], ..., c[9] (10)": all, if they are few.
std::string nodes_text(const Instance& instance,
                       const std::vector<network::NodeId>& nodes) {
  constexpr std::size_t few = 4;
  const auto name = [&](std::size_t i) {
    return network::node_name(instance, nodes[i]);
  };
  std::string text = name(0);
  if (nodes.size() > few) {
    return fmt::format("{}, {}, ..., {} ({})", text, name(1),
                       name(nodes.size() - 1), nodes.size());
  }
  for (std::size_t i = 1; i < nodes.size(); ++i) text += ", " + name(i);
  return text;
}

// Of a node's view: for whom it stands.
std::string stands_text(const Instance& instance, const decide::CheckGraph& g) {
  if (g.alike.empty()) return {};
  return wrapped("  stands for:", {nodes_text(instance, g.alike.front())}, 4) +
         "\n";
}

std::string alike_text(const Instance& instance, const decide::CheckGraph& g) {
  if (g.alike.empty() && g.order != "1") {
    return fmt::format("  a symmetry of order {}\n", g.order);
  }
  if (g.alike.empty()) return "  no two processes may change places\n";
  std::vector<std::string> sets;
  for (const auto& nodes : g.alike) {
    sets.push_back(nodes_text(instance, nodes));
    if (sets.size() < g.alike.size()) sets.back() += ";";
  }
  return wrapped("  may change places:", sets, 4) + "\n";
}

// What was checked on a structure, a line each.
std::string parts_text(const decide::Opened& opened, const CheckReport& report,
                       std::size_t graph) {
  const explore::FormulaId inner = report.graphs[graph].inner;
  if (inner.valid()) {
    return fmt::format("  within what is tracked: {}\n",
                       formula_line(*opened.instance, report, inner));
  }
  std::string text;
  for (const decide::Checked& c : report.properties) {
    for (const decide::CheckedPart& p : c.parts) {
      if (p.graph != graph) continue;
      text += fmt::format(
          "  {}: {}: {}{}\n", opened.model->properties[c.property].name,
          formula_line(*opened.instance, report, p.formula),
          network::text(p.verdict), p.same_as ? ", by symmetry" : "");
    }
  }
  return text;
}

}  // namespace

std::string check_explanation(const decide::Opened& opened,
                              const CheckReport& report) {
  std::string text;
  if (!report.guarded.empty()) {
    text += wrapped("priorities that edges ask:", report.guarded, 2) + "\n";
  }
  if (!report.relaxed.empty()) {
    text += wrapped("guards that edges ask:", report.relaxed, 2) + "\n";
  }
  for (const explore::FormulaId f : report.tracked) {
    text +=
        fmt::format("tracked: {}\n", formula_line(*opened.instance, report, f));
  }
  for (std::size_t g = 0; g < report.graphs.size(); ++g) {
    const decide::CheckGraph& graph = report.graphs[g];
    text += fmt::format("structure {}: {} node{}, {} pair{} with automata\n",
                        g + 1, graph.nodes, graph.nodes == 1 ? "" : "s",
                        graph.pairs, graph.pairs == 1 ? "" : "s");
    text += parts_text(opened, report, g);
    text += report.method == decide::CheckMethod::local
                ? stands_text(*opened.instance, graph)
                : alike_text(*opened.instance, graph);
  }
  return text + quotient_text(opened, report);
}

}  // namespace vicinal::report::inline instances
