// SPDX-License-Identifier: MIT
// A heading for each annotated state, who may change places in it, and then the
// states that it stands for, one below the other.
#include "report/instances/lazy_report.hpp"

#include <fmt/format.h>

#include "report/words/render.hpp"
#include "report/words/trace_text.hpp"

namespace vicinal::report::inline instances {

using explore::AnnotatedState;
using explore::LazySample;
using network::Instance;

namespace {

constexpr double countable = 1e12;

std::string many_states(double n) {
  if (n >= countable) return "more than 10^12 states";
  return fmt::format("{:.0f} state{}", n, n == 1 ? "" : "s");
}

std::string values_of(const Instance& instance, const std::string& label,
                      const std::vector<network::Scalar>& state) {
  return labelled(
      label, label.size(),
      values_text(instance, network::places(instance), nullptr, state));
}

// "{p[0], p[1]}, {p[3], p[4]} may change places"
std::string annotation_text(const Instance& instance,
                            const AnnotatedState& annotated) {
  std::vector<std::string> cells;
  for (const auto& nodes : annotated.cells) {
    std::vector<std::string> names;
    for (const network::NodeId n : nodes) {
      names.push_back(network::node_name(instance, n));
    }
    cells.push_back(fmt::format("{{{}}}", fmt::join(names, ", ")));
  }
  if (cells.empty()) return "no two may change places";
  return printable(fmt::format("{} may change places", fmt::join(cells, ", ")));
}

Json annotated_json(const Instance& instance, const AnnotatedState& annotated) {
  Json json;
  json["cells"] = node_lists_json(instance, annotated.cells);
  json["state"] =
      state_json(instance, network::places(instance), annotated.state);
  json["stands_for"] = nullptr;
  if (annotated.represents < countable) {
    json["stands_for"] = static_cast<std::uint64_t>(annotated.represents);
  }
  return json;
}

std::string subsumed_text(const Instance& instance,
                          const LazySample::Subsumed& subsumed) {
  const auto line = [&](const AnnotatedState& a) {
    return fmt::format("{}; for {}", annotation_text(instance, a),
                       many_states(a.represents));
  };
  return fmt::format("subsumed: {}\n", line(subsumed.state)) +
         values_of(instance, "", subsumed.state.state) +
         fmt::format("  by: {}\n", line(subsumed.by)) +
         values_of(instance, "", subsumed.by.state);
}

}  // namespace

std::string sample_text(const Instance& instance, const LazySample& sample) {
  std::string text;
  for (const LazySample::Shown& s : sample.shown) {
    text += fmt::format("annotated state: {}; it stands for {}\n",
                        annotation_text(instance, s.annotated),
                        many_states(s.annotated.represents));
    for (const auto& state : s.states) {
      text += values_of(instance, "", state);
    }
    const auto listed = static_cast<double>(s.states.size());
    if (listed < s.annotated.represents) text += "      ...\n";
  }
  if (sample.subsumed) {
    text += subsumed_text(instance, *sample.subsumed);
  } else if (!sample.shown.empty()) {
    text += "subsumed: none that stands for fewer states was met\n";
  }
  return text;
}

Json sample_json(const Instance& instance, const LazySample& sample) {
  Json json;
  json["annotated"] = Json::array();
  for (const LazySample::Shown& s : sample.shown) {
    Json one = annotated_json(instance, s.annotated);
    one["states"] = Json::array();
    for (const auto& state : s.states) {
      one["states"].push_back(
          state_json(instance, network::places(instance), state));
    }
    json["annotated"].push_back(std::move(one));
  }
  json["subsumed"] = nullptr;
  if (sample.subsumed) {
    json["subsumed"] = annotated_json(instance, sample.subsumed->state);
    json["subsumed"]["by"] = annotated_json(instance, sample.subsumed->by);
  }
  return json;
}

}  // namespace vicinal::report::inline instances
