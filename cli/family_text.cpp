// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "cli/family.hpp"
#include "cli/pair_text.hpp"
#include "cli/render.hpp"

namespace vicinal::cli {

using network::Model;
using network::Scalar;
using network::Verdict;

namespace {

// What is printed of a level: those that prove something, else the last.
std::vector<const wiring::FamilyProof*> shown_proofs(
    const FamilyReport& report) {
  std::vector<const wiring::FamilyProof*> out;
  for (const auto& proof : report.proofs) {
    const bool used = std::any_of(report.answers.begin(), report.answers.end(),
                                  [&](const FamilyAnswer& a) {
                                    return a.verdict == Verdict::proved &&
                                           a.views == static_cast<int>(proof.k);
                                  });
    if (used) out.push_back(&proof);
  }
  if (out.empty() && !report.proofs.empty() &&
      report.proofs.back().refused.empty()) {
    out.push_back(&report.proofs.back());
  }
  return out;
}

std::string sizes_text(const Model& model, const std::vector<Scalar>& sizes) {
  std::string text;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    text += fmt::format("{}{} = {}", i == 0 ? "" : ", ",
                        model.parameters[i].name, sizes[i]);
  }
  return text;
}

// "every n >= 2 and m in 1..3", "every graph"
std::string scope_text(const Loaded& loaded) {
  const Model& model = *loaded.model;
  if (model.network_kind == network::ast::NetworkKind::any) {
    return "every graph";
  }
  std::string open, given;
  for (std::size_t i = 0; i < model.parameters.size(); ++i) {
    const network::Parameter& p = model.parameters[i];
    if (loaded.definitions.contains(p.name)) {
      given += fmt::format("{}{} = {}", given.empty() ? "" : ", ", p.name,
                           loaded.sizes[i]);
      continue;
    }
    open += open.empty() ? "every " : ", ";
    open += p.high ? fmt::format("{} in {}..{}", p.name, p.low, *p.high)
                   : fmt::format("{} >= {}", p.name, p.low);
  }
  return given.empty() ? open : open + " at " + given;
}

std::string excluded_text(const Loaded& loaded, const FamilyReport& report) {
  if (report.proofs.empty() || !report.proofs.front().system) return {};
  const auto& system = *report.proofs.front().system;
  const Model& model = *loaded.model;
  std::string text;
  const auto list = [&](const std::vector<std::vector<Scalar>>& sizes,
                        const char* why) {
    if (sizes.empty()) return;
    std::vector<std::string> parts;
    for (const auto& s : sizes) parts.push_back(sizes_text(model, s));
    text += fmt::format("not {}: {}\n", fmt::join(parts, "; "), why);
  };
  list(system.samples.excluded, "the network cannot be built");
  std::vector<std::vector<Scalar>> without;
  for (const std::uint32_t s : system.without_states) {
    without.push_back(system.samples.all[s]->parameters);
  }
  list(without, "nothing satisfies the initial condition");
  return text;
}

const char* views_text(int k) {
  switch (k) {
    case 1:
      return "single nodes";
    case 2:
      return "pairs of nodes";
    default:
      return "triples of nodes";
  }
}

std::string label_text(const wiring::TypeText& type) {
  return type.label.empty() ? "nothing in common"
                            : fmt::format("{}", fmt::join(type.label, ", "));
}

constexpr std::size_t most_types = 12;  // as text

std::string states_text(const wiring::FamilyProof& proof, std::size_t t) {
  const auto& type = proof.system->types[t];
  const auto& set = proof.invariant.sets[t];
  const network::Instance& instance = type.first.instance();
  std::string text;
  for (std::size_t i = 0; i < set.rows; ++i) {
    std::string line;
    for (const auto& place : type.layout.places) {
      const std::uint32_t slots = instance.size(place.type).slots;
      line += fmt::format(
          "{}{} = {}", line.empty() ? "" : ", ",
          wiring::place_name(type, place, proof.text.types[t]),
          wiring::place_value(type, place, proof.text.types[t],
                              set.row(i).subspan(place.column, slots)));
    }
    text += "    " + printable(line.empty() ? "nothing to see" : line) + "\n";
  }
  return text;
}

std::string invariant_text(const Options& options,
                           const wiring::FamilyProof& proof) {
  std::string text;
  for (std::size_t t = 0; t < proof.text.types.size(); ++t) {
    const wiring::TypeText& type = proof.text.types[t];
    if (t == most_types && !options.states) {
      text += fmt::format("and {} other types\n", proof.text.types.size() - t);
      break;
    }
    const std::size_t states = proof.invariant.sets[t].rows;
    text += fmt::format("invariant of {}: {}; {} state{}:\n",
                        printable(type.binders), printable(label_text(type)),
                        states, states == 1 ? "" : "s");
    if (options.states) {
      text += states_text(proof, t);
      continue;
    }
    for (const std::string& c : type.predicate) text += "    " + c + "\n";
  }
  return text;
}

std::string value_of(const Model& model, const obligations::Shown& shown,
                     std::int64_t value) {
  if (!shown.type.valid()) return std::to_string(value);
  const network::Type& type = model[shown.type];
  switch (type.kind) {
    case network::TypeKind::boolean:
      return value != 0 ? "true" : "false";
    case network::TypeKind::enumeration: {
      const auto& names = model.enums[type.enumeration.index()].constants;
      const auto i = static_cast<std::size_t>(value);
      return i < names.size() ? names[i] : std::to_string(value);
    }
    case network::TypeKind::reference:
      return value < 0
                 ? "none"
                 : fmt::format("{}[{}]",
                               model.node_families[type.family.index()].name,
                               value);
    default:
      return std::to_string(value);
  }
}

std::string blocking_text(const FamilyReport& report,
                          const FamilyAnswer& answer) {
  if (!answer.blocking) {
    return answer.reason.empty() ? std::string{}
                                 : fmt::format("    {}\n", answer.reason);
  }
  const auto& [obligation, judgement] = *answer.blocking;
  std::string text = fmt::format("    not excluded: {}\n", obligation.name);
  if (judgement.answer == obligations::Answer::unknown) {
    return text + fmt::format("      Z3 does not know: {}\n", judgement.reason);
  }
  const Model& model = *report.proofs.back().model;
  std::string line;
  for (std::size_t i = 0; i < judgement.values.size(); ++i) {
    line += fmt::format(
        "{}{} = {}", line.empty() ? "" : ", ", obligation.shown[i].label,
        value_of(model, obligation.shown[i], judgement.values[i]));
  }
  return text + "      " + printable(line) + "\n";
}

std::string held_text(const Loaded& loaded, const FamilyReport& report,
                      const FamilyAnswer& answer) {
  if (answer.holds_at.empty()) return {};
  const auto at = [&](std::size_t i) {
    return sizes_text(*loaded.model,
                      report.explored.all[answer.holds_at[i]]->parameters);
  };
  const std::size_t count = answer.holds_at.size();
  if (loaded.model->parameters.empty()) {
    return fmt::format("    it holds in {} explored graph{}\n", count,
                       count == 1 ? "" : "s");
  }
  return count == 1
             ? fmt::format("    it holds at {}, explored\n", at(0))
             : fmt::format("    it holds in {} explored instances, {} to {}\n",
                           count, at(0), at(count - 1));
}

std::string advice(const Options& options, const FamilyReport& report) {
  const bool undecided = std::any_of(
      report.answers.begin(), report.answers.end(),
      [](const FamilyAnswer& a) { return a.verdict == Verdict::unknown; });
  if (!undecided) return {};
  if (report.interrupted) {
    return "\nInterrupted: this is what is known so far.\n";
  }
  std::string text =
      "\n'unknown' is no error of the model: no run was found that violates "
      "it.\n";
  if (options.views != 0) {
    return text + fmt::format(
                      "{} see too little to tell. Without --views more are "
                      "looked at, and small\ninstances explored.\n",
                      options.views == 1   ? "Single nodes"
                      : options.views == 2 ? "Pairs of nodes"
                                           : "Triples of nodes");
  }
  return text +
         "An 'assert' that excludes the local step above may make the proof; "
         "'--instance'\nor -D asks for one size alone.\n";
}

}  // namespace

std::string family_text(const Options& options, const Loaded& loaded,
                        const FamilyReport& report) {
  const bool color = use_color(options.color, STDOUT_FILENO);
  const std::string scope = scope_text(loaded);
  std::string text;
  if (!options.quiet) {
    text += fmt::format("{}, {}\n", printable(loaded.name), scope);
    text += excluded_text(loaded, report);
    for (const auto* proof : shown_proofs(report)) {
      text += invariant_text(options, *proof);
    }
    text += "\n";
  }
  std::size_t width = 0;
  for (const FamilyAnswer& a : report.answers) {
    width = std::max(width, a.name.size());
  }
  for (const FamilyAnswer& a : report.answers) {
    text += fmt::format("{:<{}}  {}", a.name, width,
                        verdict_text(a.verdict, color));
    if (a.verdict == Verdict::proved) {
      text += fmt::format(" for {}, by {}\n", scope, views_text(a.views));
    } else if (a.verdict == Verdict::violated) {
      const network::Instance& instance = a.run->sample->instance;
      const std::string at = parameters_text(instance);
      text += fmt::format(" {}{}\n", at.empty() ? "" : "at " + at + " ",
                          steps_count(a.run->trace.length()));
      if (!options.quiet) text += trace_text(instance, a.run->trace);
    } else {
      text += fmt::format(" for {}\n", scope);
      if (!options.quiet) {
        text += held_text(loaded, report, a) + blocking_text(report, a);
      }
    }
  }
  return options.quiet ? text : text + advice(options, report);
}

// ---- JSON ------------------------------------------------------------------

namespace {

Json sizes_json(const Model& model, const std::vector<Scalar>& sizes) {
  Json json = Json::object();
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    json[model.parameters[i].name] = sizes[i];
  }
  return json;
}

Json blocking_json(const FamilyReport& report, const FamilyAnswer& answer) {
  Json json;
  if (!answer.blocking) {
    json["reason"] = answer.reason;
    return json;
  }
  const auto& [obligation, judgement] = *answer.blocking;
  json["reason"] = judgement.answer == obligations::Answer::sat
                       ? "a local step is not excluded"
                       : "the solver does not know";
  json["obligation"] = obligation.name;
  if (judgement.answer == obligations::Answer::sat) {
    const Model& model = *report.proofs.back().model;
    json["states"] = Json::object();
    for (std::size_t i = 0; i < judgement.values.size(); ++i) {
      json["states"][obligation.shown[i].label] =
          value_of(model, obligation.shown[i], judgement.values[i]);
    }
  }
  return json;
}

Json level_json(const Options& options, const wiring::FamilyProof& proof) {
  Json level;
  level["views"] = proof.k;
  level["ordered_types"] = proof.system->ordered_types;
  level["representatives"] = Json::array();
  for (std::size_t t = 0; t < proof.text.types.size(); ++t) {
    const wiring::TypeText& type = proof.text.types[t];
    const auto& set = proof.invariant.sets[t];
    Json entry;
    entry["view"] = type.binders;
    entry["wiring"] = type.wiring;
    entry["orders"] = proof.system->types[t].orders;
    entry["states"] = set.rows;
    entry["stored"] = set.rows;
    entry["predicate"] = one_formula(type.predicate);
    if (options.states) {
      entry["local_states"] = Json::array();
      const auto& view = proof.system->types[t];
      const network::Instance& instance = view.first.instance();
      for (std::size_t i = 0; i < set.rows; ++i) {
        Json row = Json::object();
        for (const auto& place : view.layout.places) {
          row[wiring::place_name(view, place, type)] = wiring::place_value(
              view, place, type,
              set.row(i).subspan(place.column,
                                 instance.size(place.type).slots));
        }
        entry["local_states"].push_back(std::move(row));
      }
    }
    level["representatives"].push_back(std::move(entry));
  }
  return level;
}

}  // namespace

Json family_json(const Options& options, const Loaded& loaded,
                 const FamilyReport& report) {
  const Model& model = *loaded.model;
  Json json;
  json["model"] = loaded.name;
  json["parameters"] = Json::object();
  for (std::size_t i = 0; i < model.parameters.size(); ++i) {
    const std::string& name = model.parameters[i].name;
    json["parameters"][name] = loaded.definitions.contains(name)
                                   ? Json(loaded.sizes[i])
                                   : Json("every");
  }
  json["properties"] = Json::array();
  for (const FamilyAnswer& a : report.answers) {
    Json property;
    property["name"] = a.name;
    property["verdict"] = network::text(a.verdict);
    property["scope"] = "all-sizes";
    if (a.verdict == Verdict::proved) {
      property["method"] = "explicit";
      property["views"] = a.views;
    } else if (a.verdict == Verdict::violated) {
      const network::Instance& instance = a.run->sample->instance;
      property["method"] = "exploration";
      property["instance"] = sizes_json(model, a.run->sample->parameters);
      property["trace"] = trace_json(instance, a.run->trace);
    } else {
      property["proved_instances"] = Json::array();
      for (const std::size_t s : a.holds_at) {
        property["proved_instances"].push_back(
            sizes_json(model, report.explored.all[s]->parameters));
      }
      property["blocking_step"] = blocking_json(report, a);
    }
    json["properties"].push_back(std::move(property));
  }
  json["excluded"] = Json::array();
  if (!report.proofs.empty() && report.proofs.front().system) {
    for (const auto& s : report.proofs.front().system->samples.excluded) {
      json["excluded"].push_back(sizes_json(model, s));
    }
  }
  if (report.explored_states > 0) {
    json["exploration"]["instances"] = report.explored.all.size();
    json["exploration"]["states"] = report.explored_states;
  }
  json["invariants"] = Json::array();
  for (const auto* proof : shown_proofs(report)) {
    json["invariants"].push_back(level_json(options, *proof));
  }
  std::uint64_t states = 0, steps = 0, made = 0;
  for (const auto& proof : report.proofs) {
    states += proof.invariant.local_states;
    steps += proof.invariant.local_steps;
    made += proof.obligations.size();
  }
  Json& statistics = json["statistics"];
  statistics["local_states"] = states;
  statistics["local_steps"] = steps;
  statistics["obligations"] = made;
  statistics.update(statistics_json());
  return json;
}

}  // namespace vicinal::cli
