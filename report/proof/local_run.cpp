// SPDX-License-Identifier: MIT
// States are rows of one view: the names are those of its places, and nothing
// is said of the rest of the network.
#include "report/proof/local_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "fixpoint/views/view.hpp"
#include "report/proof/lasso_text.hpp"
#include "report/words/render.hpp"
#include "report/words/trace_text.hpp"

namespace vicinal::report::inline proof {

using decide::CheckedPart;
using decide::CheckReport;
using explore::Explanation;
using network::Instance;
using network::NamedPlace;

namespace {

constexpr const char* elsewhere = "elsewhere";

// The places of a view, where they stand in its rows.
std::vector<NamedPlace> places_of_view(const Instance& instance,
                                       network::NodeId n) {
  std::map<std::uint32_t, std::uint32_t> column;
  const auto slots = fixpoint::view_slots(instance, n);
  for (std::uint32_t c = 0; c < slots.size(); ++c) column[slots[c]] = c;
  std::vector<NamedPlace> result;
  for (NamedPlace& place : network::places(instance)) {
    const auto at = column.find(place.slot);
    if (at == column.end()) continue;
    place.slot = at->second;
    result.push_back(std::move(place));
  }
  return result;
}

class LocalWriter {
 public:
  LocalWriter(const Instance& instance, const CheckReport& report,
              const CheckedPart& part)
      : instance_(instance),
        report_(report),
        name_(network::node_name(instance, part.view)),
        places_(places_of_view(instance, part.view)) {}

  std::string text(const Explanation& why) const {
    std::string out;
    if (why.path) {
      out += fmt::format("  {} may see {}:\n", name_,
                         lasso_text(*why.path).substr(3));
      out += path_text(*why.path);
    } else if (why.parts.empty()) {
      out += fmt::format("  {} may start so:\n", name_);
      out += labelled("start", 12, values(why.state));
    }
    for (const auto& part : why.parts) {
      out += fmt::format(
          "  {}{} {}\n",
          why.path ? fmt::format("after step {}: ", part.at) : std::string(),
          formula_line(instance_, report_, part.why.formula),
          part.why.holds ? "holds" : "does not hold");
      out += text(part.why);
    }
    return out;
  }

  Json json(const Explanation& why) const {
    Json out;
    out["formula"] = formula_text(instance_, report_, why.formula);
    out["holds"] = why.holds;
    out["initial"] = state_json(instance_, places_, why.state);
    out["steps"] = Json::array();
    if (why.path) {
      const auto& events = why.path->trace.events;
      for (std::size_t i = 0; i < events.size(); ++i) {
        out["steps"].push_back(event_json(events[i], why.path->states[i]));
      }
      if (why.path->loop != SIZE_MAX) out["loop"] = why.path->loop;
    }
    for (const auto& part : why.parts) {
      Json child = json(part.why);
      if (why.path) child["after"] = part.at;
      out["because"].push_back(std::move(child));
    }
    return out;
  }

 private:
  std::vector<std::string> values(
      const std::vector<network::Scalar>& row) const {
    auto parts = values_text(instance_, places_, nullptr, row);
    if (parts.empty()) parts = {"it has no variables"};
    return parts;
  }

  std::string path_text(const explore::Graph::Lifted& path) const {
    const std::size_t digits = std::to_string(path.trace.events.size()).size();
    std::vector<std::string> labels = {fmt::format("{:{}}  start", "", digits)};
    std::size_t width = labels.front().size();
    for (const network::Event& e : path.trace.events) {
      labels.push_back(fmt::format(
          "{:>{}}. {}", labels.size(), digits,
          e.actor.valid() ? step_text(instance_, e.actor, e.action, e.binding)
                          : elsewhere));
      width = std::max(width, labels.back().size());
    }
    width = std::min<std::size_t>(width, 32);
    std::string out =
        labelled(labels.front(), width, values(path.trace.initial));
    for (std::size_t i = 0; i < path.trace.events.size(); ++i) {
      out += labelled(labels[i + 1], width,
                      effect_text(instance_, places_, path.trace.events[i],
                                  path.states[i]));
    }
    return out;
  }

  Json event_json(const network::Event& event,
                  const std::vector<network::Scalar>& before) const {
    if (event.actor.valid()) {
      return step_json(instance_, places_, event, before);
    }
    return {{elsewhere, true}};
  }

  const Instance& instance_;
  const CheckReport& report_;
  std::string name_;
  std::vector<NamedPlace> places_;
};

}  // namespace

std::string local_run_text(const Instance& instance, const CheckReport& report,
                           const decide::Checked& checked) {
  const auto part = std::ranges::find_if(
      checked.parts,
      [](const CheckedPart& p) { return p.blocked && p.view.valid(); });
  if (part == checked.parts.end()) return {};
  return LocalWriter(instance, report, *part).text(*part->blocked);
}

Json local_run_json(const Instance& instance, const CheckReport& report,
                    const CheckedPart& part) {
  Json out = {{"view", network::node_name(instance, part.view)}};
  out.update(LocalWriter(instance, report, part).json(*part.blocked));
  return out;
}

}  // namespace vicinal::report::inline proof
