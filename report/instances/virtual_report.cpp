// SPDX-License-Identifier: MIT
// Orbits are named by their first states.
#include "report/instances/virtual_report.hpp"

#include <fmt/format.h>

#include <map>
#include <set>
#include <utility>
#include <vector>

#include "network/base/budget.hpp"
#include "report/words/render.hpp"

namespace vicinal::report::inline instances {

using explore::Classification;
using explore::Structure;

namespace {

const char* yes_no(bool answer) {
  return answer ? "yes" : "no";
}

std::vector<std::string> order_of(const Judged& j) {
  std::vector<std::string> names;
  for (const std::uint32_t p : j.classification.order) {
    names.push_back(j.structure->process_names[p]);
  }
  return names;
}

void line(std::string& text, const char* what, std::optional<bool> answer) {
  if (answer) text += fmt::format("  {:<40}{}\n", what, yes_no(*answer));
}

std::string propositions_text(const Classification& c) {
  std::string text;
  line(text, "M/G bisimilar (Proposition 1)", c.quotient_bisimilar);
  line(text, "M^G bisimilar (Proposition 1)", c.symmetrization_bisimilar);
  line(text, "strongly, by counting (Proposition 5)", c.strongly_by_counting);
  line(text, "strongly, by the Corollary", c.strongly_by_corollary);
  line(text, "indices as counted (Proposition 6)", c.indices_as_counted);
  return text;
}

std::string symmetrization_dot(const Structure& m,
                               const explore::Symmetrized& all) {
  std::string text = "digraph symmetrization {\n";
  text += "  node [style=filled, colorscheme=set312];\n";
  std::map<std::uint32_t, std::size_t> colors;
  for (std::uint32_t s = 0; s < m.size(); ++s) {
    network::poll();
    const auto color =
        colors.try_emplace(all.orbit[s], colors.size()).first->second;
    text += fmt::format("  {} [label={}, fillcolor={}];\n", s,
                        dot_string(m.states[s]), color % 12 + 1);
  }
  for (std::size_t a = 0; a < all.arcs.size(); ++a) {
    network::poll();
    text += fmt::format("  {} -> {}{};\n", all.arcs[a].from, all.arcs[a].to,
                        all.real[a] ? "" : " [style=dashed]");
  }
  return text + "}\n";
}

std::string quotient_dot(const Structure& m, const explore::Symmetrized& all) {
  std::map<std::uint32_t, std::size_t> sizes;
  for (const std::uint32_t o : all.orbit) ++sizes[o];
  std::string text = "digraph quotient {\n";
  for (const auto& [orbit, size] : sizes) {
    network::poll();
    text += fmt::format(
        "  {} [label={}];\n", orbit,
        dot_string(size == 1 ? m.states[orbit]
                             : fmt::format("{} ({})", m.states[orbit], size)));
  }
  std::set<std::pair<std::uint32_t, std::uint32_t>> arcs;
  for (std::size_t a = 0; a < all.arcs.size(); ++a) {
    if (!all.real[a]) continue;
    arcs.emplace(all.orbit[all.arcs[a].from], all.orbit[all.arcs[a].to]);
  }
  for (const auto& [from, to] : arcs) {
    network::poll();
    text += fmt::format("  {} -> {};\n", from, to);
  }
  return text + "}\n";
}

}  // namespace

std::string judged_text(const Judged& j) {
  if (!j.structure) return fmt::format("{}: {}\n", j.reading, j.why_not);
  const Classification& c = j.classification;
  std::string text =
      fmt::format("{}: {} states, {} arcs, {} orbits\n", j.reading,
                  j.structure->size(), c.arcs, c.orbits);
  line(text, "genuinely symmetric", c.symmetric);
  line(text, "near automorphisms", c.near);
  line(text, "roughly symmetric", c.rough);
  if (!c.order.empty() && !c.symmetric) {
    text += fmt::format(
        "    by the order {}\n",
        printable(fmt::format("{}", fmt::join(order_of(j), " < "))));
  }
  line(text, "strongly virtually symmetric", c.strongly);
  line(text, "virtually symmetric", c.virtually);
  if (c.broken) {
    text += fmt::format("    not by {} -> {}\n",
                        printable(j.structure->states[c.broken->from]),
                        printable(j.structure->states[c.broken->to]));
  }
  text += fmt::format("  symmetrization {} arcs, quotient {} states, {} arcs\n",
                      c.symmetrized_arcs, c.orbits, c.quotient_arcs);
  return text + propositions_text(c);
}

Json judged_json(const Judged& j) {
  Json json;
  json["reading"] = j.reading;
  if (!j.structure) {
    json["why_not"] = j.why_not;
    return json;
  }
  const Classification& c = j.classification;
  json["states"] = j.structure->size();
  json["arcs"] = c.arcs;
  json["orbits"] = c.orbits;
  json["symmetric"] = c.symmetric;
  if (c.near) json["near_automorphisms"] = *c.near;
  if (c.rough) json["roughly_symmetric"] = *c.rough;
  if (!c.order.empty()) json["order"] = order_of(j);
  json["virtually_symmetric"] = c.virtually;
  json["strongly_virtually_symmetric"] = c.strongly;
  if (c.broken) {
    json["broken_by"] = {j.structure->states[c.broken->from],
                         j.structure->states[c.broken->to]};
  }
  json["symmetrized_arcs"] = c.symmetrized_arcs;
  json["quotient_arcs"] = c.quotient_arcs;
  json["quotient_bisimilar"] = c.quotient_bisimilar;
  json["symmetrization_bisimilar"] = c.symmetrization_bisimilar;
  json["strongly_by_counting"] = c.strongly_by_counting;
  if (c.strongly_by_corollary) {
    json["strongly_by_corollary"] = *c.strongly_by_corollary;
  }
  if (c.indices_as_counted) json["indices_as_counted"] = *c.indices_as_counted;
  return json;
}

std::string pictures_dot(const Judged& j) {
  if (!j.structure) return {};
  const explore::Symmetrized all = explore::symmetrized(*j.structure);
  return symmetrization_dot(*j.structure, all) +
         quotient_dot(*j.structure, all);
}

}  // namespace vicinal::report::inline instances
