// SPDX-License-Identifier: MIT
// Names come from the model.
#include "report/instances/symmetry_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "report/instances/detection_report.hpp"
#include "report/proof/proof_text.hpp"
#include "report/words/render.hpp"

namespace vicinal::report::inline instances {

using decide::Opened;
using symmetry::Difference;
using symmetry::ModelSymmetry;

namespace {

const network::Action& action_of(const network::Model& model,
                                 const Difference& by) {
  return by.process.valid() ? model[by.process].actions[by.action]
                            : model.rules[by.action];
}

std::string reason(const Opened& opened, const symmetry::Apart& apart) {
  return apart.by ? symmetry::text(*opened.instance, *apart.by)
                  : "the network tells them apart";
}

const char* word(const std::optional<Difference>& by) {
  if (!by) return "network";
  switch (by->of) {
    case Difference::Of::start:
      return "initial states";
    case Difference::Of::failures:
      return "failures";
    case Difference::Of::guard:
      return "guard";
    case Difference::Of::error:
      return "error";
    case Difference::Of::update:
      return "update";
    case Difference::Of::claims:
      break;
  }
  return "properties";
}

bool of_step(Difference::Of of) {
  return of == Difference::Of::guard || of == Difference::Of::error ||
         of == Difference::Of::update;
}

}  // namespace

Json apart_json(const Opened& opened, const ModelSymmetry& symmetry) {
  const network::Model& model = *opened.model;
  Json list = Json::array();
  for (const symmetry::Apart& a : symmetry.apart) {
    Json json;
    json["nodes"] = {network::node_name(*opened.instance, a.a),
                     network::node_name(*opened.instance, a.b)};
    json["by"] = word(a.by);
    if (a.by && of_step(a.by->of)) {
      const bool rule = !a.by->process.valid();
      json[rule ? "rule" : "action"] = action_of(model, *a.by).name;
      if (!rule) json["process"] = model[a.by->process].name;
    }
    if (a.by && a.by->of == Difference::Of::update) {
      json["variable"] =
          symmetry::changed_variable(*opened.instance, a.by->slot);
    }
    if (a.by && !a.by->claims.empty()) {
      json["properties"] = Json::array();
      for (const std::uint32_t c : a.by->claims) {
        json["properties"].push_back(model.properties[c].name);
      }
    }
    list.push_back(std::move(json));
  }
  return list;
}

std::string apart_text(const Opened& opened, const ModelSymmetry& symmetry) {
  std::string text;
  for (const symmetry::Apart& a : symmetry.apart) {
    text += fmt::format("  {} may not take the place of {}: {}\n",
                        network::node_name(*opened.instance, a.a),
                        network::node_name(*opened.instance, a.b),
                        reason(opened, a));
  }
  return text;
}

Json symmetry_json(const Opened& opened, const ModelSymmetry& symmetry) {
  Json json;
  json["order"] = symmetry.order;
  json["exchangeable"] =
      node_lists_json(*opened.instance, symmetry.exchangeable);
  json["generators"] = symmetry.generators.size();
  json["apart"] = apart_json(opened, symmetry);
  if (!symmetry.why_not.empty()) json["why_not"] = symmetry.why_not;
  return json;
}

std::string orbits_text(const Opened& opened, const ModelSymmetry& symmetry) {
  if (!symmetry.why_not.empty()) {
    return fmt::format("no reduction: {}\n", symmetry.why_not);
  }
  if (symmetry.trivial()) {
    return "no reduction: no symmetry was found\n" +
           apart_text(opened, symmetry);
  }
  return fmt::format("{} of each orbit under {} permutations\n",
                     symmetry.stored ? "some states" : "one state",
                     symmetry.order);
}

namespace {

// The families that move together, nodes first.
std::vector<std::string> names_of(const network::Model& model,
                                  const symmetry::SizeSymmetry& part) {
  std::vector<std::string> names;
  for (const auto f : part.nodes) {
    names.push_back(model.node_families[f.index()].name);
  }
  for (const auto f : part.edges) {
    names.push_back(model.edge_families[f.index()].name);
  }
  return names;
}

// "every n >= 2", "every n in 1..8"
std::string every_of(const network::Parameter& p) {
  return p.high ? fmt::format("every {} in {}..{}", p.name, p.low, *p.high)
                : fmt::format("every {} >= {}", p.name, p.low);
}

}  // namespace

Json every_size_json(const Opened& opened, const symmetry::EverySize& found) {
  const network::Model& model = *opened.model;
  Json list = Json::array();
  for (const symmetry::SizeSymmetry& part : found.parts) {
    const auto& parameter = model.parameters[part.size.index()];
    if (!opened.leaves_open(parameter)) continue;
    const bool cyclic = part.group == symmetry::SizeGroup::cyclic;
    list.push_back({{"families", names_of(model, part)},
                    {"parameter", parameter.name},
                    {"group", cyclic ? "cyclic" : "symmetric"}});
  }
  for (const symmetry::Unmoved& rest : found.rest) {
    list.push_back(
        {{"families", {model.node_families[rest.family.index()].name}},
         {"group", nullptr},
         {"why_not", rest.why}});
  }
  return list;
}

std::string every_size_text(const Opened& opened,
                            const symmetry::EverySize& found) {
  const network::Model& model = *opened.model;
  std::string text, given;
  for (const auto& [name, value] : given_constants(opened)) {
    given +=
        fmt::format("{}{} = {}", given.empty() ? " at " : ", ", name, value);
  }
  for (const symmetry::SizeSymmetry& part : found.parts) {
    const auto& parameter = model.parameters[part.size.index()];
    if (!opened.leaves_open(parameter)) continue;
    const auto names = names_of(model, part);
    const bool cyclic = part.group == symmetry::SizeGroup::cyclic;
    text += fmt::format("{}{}: {} of {}{}\n", every_of(parameter), given,
                        cyclic ? "the rotations" : "all permutations",
                        printable(fmt::format("{}", fmt::join(names, ", "))),
                        names.size() > 1 ? ", together" : "");
  }
  for (const symmetry::Unmoved& rest : found.rest) {
    text += fmt::format("every size: nothing is known of {}: {}\n",
                        model.node_families[rest.family.index()].name,
                        printable(rest.why));
  }
  return text;
}

namespace {

std::vector<std::string> names_of(const Opened& opened,
                                  const std::vector<std::size_t>& properties) {
  std::vector<std::string> names;
  for (const std::size_t p : properties) {
    names.push_back(opened.model->properties[p].name);
  }
  return names;
}

bool by_constraints(const decide::JudgedGroup::Generator& g) {
  return g.judge == symmetry::Way::detected;
}

}  // namespace

std::string given_text(const Opened& opened,
                       const decide::JudgedGroup& judged) {
  std::string text;
  for (const auto& g : judged.generators) {
    text += fmt::format("{}:{}: ", printable(opened.group_source->name()),
                        opened.group_source->position(g.span.begin).line);
    if (!g.why_not.empty()) {
      text += fmt::format("not confirmed: {}\n", g.why_not);
      continue;
    }
    text += fmt::format("leaves the model as it is, by {}\n",
                        by_constraints(g) ? "its constraints" : "renaming it");
    if (g.changes.empty()) continue;
    const auto names = names_of(opened, g.changes);
    text += fmt::format("  it may change {}\n", fmt::join(names, ", "));
  }
  const bool one = judged.order == "1";
  text += fmt::format("{} permutation{} leave{} the model as it is{}\n",
                      judged.order, one ? "" : "s", one ? "s" : "",
                      judged.named.generators.empty() ? "" : ", generated by");
  text += text_of(judged.named);
  return text + fmt::format("{} of these leave{} what is asked as it is, too\n",
                            judged.left == judged.order ? "all" : judged.left,
                            judged.left == "1" && !one ? "s" : "");
}

Json given_json(const Opened& opened, const decide::JudgedGroup& judged) {
  Json json;
  json["model"] = opened.name;
  json["parameters"] = parameters_json(*opened.instance);
  json["given"] = Json::array();
  for (const auto& g : judged.generators) {
    Json one;
    one["line"] = opened.group_source->position(g.span.begin).line;
    one["confirmed"] = g.why_not.empty();
    if (!g.why_not.empty()) {
      one["why_not"] = g.why_not;
    } else {
      one["judge"] = by_constraints(g) ? "constraints" : "renaming";
      one["changes"] = names_of(opened, g.changes);
    }
    json["given"].push_back(std::move(one));
  }
  json["order"] = judged.order;
  json["left"] = judged.left;
  add_group(json, judged.named);
  return json;
}

}  // namespace vicinal::report::inline instances
