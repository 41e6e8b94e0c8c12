// SPDX-License-Identifier: MIT
#include "report/instances/detection_report.hpp"

#include <fmt/format.h>

#include "report/words/render.hpp"

namespace vicinal::report::inline instances {

using symmetry::NamedGenerator;
using symmetry::NamedGroup;
using symmetry::Scalarset;

std::string text_of(const NamedGroup& group) {
  std::string text;
  for (const NamedGenerator& g : group.generators) {
    text +=
        fmt::format("  {:<8} {}\n", symmetry::text(g.kind), symmetry::text(g));
  }
  for (const auto& orbit : group.process_orbits) {
    text += fmt::format("processes alike: {}\n", fmt::join(orbit, " "));
  }
  for (const auto& orbit : group.shared_orbits) {
    text += fmt::format("variables alike: {}\n", fmt::join(orbit, " "));
  }
  for (const auto& values : group.value_orbits) {
    text += fmt::format("values alike of {}:", values.variable);
    for (const auto& orbit : values.orbits) {
      text += fmt::format(" {{{}}}", fmt::join(orbit, ", "));
    }
    text += "\n";
  }
  return text;
}

void add_group(Json& json, const NamedGroup& group) {
  json["generators"] = Json::array();
  for (const NamedGenerator& g : group.generators) {
    json["generators"].push_back(
        {{"kind", symmetry::text(g.kind)}, {"cycles", g.cycles}});
  }
  json["process_orbits"] = group.process_orbits;
  json["shared_orbits"] = group.shared_orbits;
  json["value_orbits"] = Json::array();
  for (const auto& v : group.value_orbits) {
    json["value_orbits"].push_back(
        {{"variable", v.variable}, {"orbits", v.orbits}});
  }
}

std::string scalarsets_text(const network::Source& source,
                            const std::vector<Scalarset>& sets) {
  std::string text = fmt::format("scalarsets would allow {} permutations\n",
                                 symmetry::scalarset_order(sets));
  for (const Scalarset& s : sets) {
    text += fmt::format("  {} ({}): ", s.type, s.size);
    switch (s.standing) {
      case Scalarset::Standing::allowed:
        text += "all of them\n";
        break;
      case Scalarset::Standing::idle:
        text += "all of them, which change no state\n";
        break;
      case Scalarset::Standing::broken: {
        std::string place(source.text(s.broken));
        place = place.substr(0, place.find('\n'));
        text +=
            fmt::format("none, for line {}: {}\n",
                        source.position(s.broken.begin).line, printable(place));
        break;
      }
      case Scalarset::Standing::unconfirmed:
        text += "none, as they could not be confirmed\n";
        break;
    }
  }
  return text;
}

Json scalarsets_json(const network::Source& source,
                     const std::vector<Scalarset>& sets) {
  Json json;
  json["order"] = symmetry::scalarset_order(sets);
  json["types"] = Json::array();
  for (const Scalarset& s : sets) {
    Json set;
    set["type"] = s.type;
    set["size"] = s.size;
    set["symmetric"] = s.standing == Scalarset::Standing::allowed ||
                       s.standing == Scalarset::Standing::idle;
    if (s.standing == Scalarset::Standing::idle) set["idle"] = true;
    if (s.standing == Scalarset::Standing::broken) {
      set["broken_by"] = source.text(s.broken);
      set["line"] = source.position(s.broken.begin).line;
    }
    if (s.standing == Scalarset::Standing::unconfirmed) {
      set["unconfirmed"] = true;
    }
    json["types"].push_back(std::move(set));
  }
  return json;
}

namespace {

std::string channels_text(const symmetry::ChannelSymmetry& found) {
  std::string text;
  if (!found.symmetry.why_not.empty()) {
    text = fmt::format("unknown: {}", found.symmetry.why_not);
  } else {
    text = fmt::format("{}, with products {} ({} of {} generators confirmed)",
                       found.order, found.symmetry.order, found.confirmed,
                       found.generators);
  }
  if (!found.automorphisms.empty()) {
    text +=
        fmt::format("; the diagram has {} automorphism{}", found.automorphisms,
                    found.automorphisms == "1" ? "" : "s");
  }
  return text;
}

std::string known(const std::string& order) {
  return order.empty() ? "unknown" : order;
}

Json known_json(const std::string& order) {
  return order.empty() ? Json() : Json(order);
}

}  // namespace

std::string compared_text(const Compared& compared) {
  return fmt::format(
      "permutations of states, by how they are found:\n"
      "  static channel diagram: {}\n"
      "  scalarsets: {}\n"
      "  exchanges: {}\n"
      "  constraints: {}\n",
      channels_text(compared.channels), known(compared.scalarsets),
      known(compared.exchanges), known(compared.constraints));
}

Json compared_json(const Compared& compared) {
  const symmetry::ChannelSymmetry& found = compared.channels;
  const bool judged = found.symmetry.why_not.empty();
  Json channels;
  channels["automorphisms"] = known_json(found.automorphisms);
  channels["generators"] = found.generators;
  channels["confirmed"] = found.confirmed;
  channels["order"] = judged ? Json(found.order) : Json();
  channels["with_products"] = judged ? Json(found.symmetry.order) : Json();
  if (!judged) channels["why_not"] = found.symmetry.why_not;
  Json json;
  json["channel_diagram"] = std::move(channels);
  json["scalarsets"] = known_json(compared.scalarsets);
  json["exchanges"] = known_json(compared.exchanges);
  json["constraints"] = known_json(compared.constraints);
  return json;
}

}  // namespace vicinal::report::inline instances
