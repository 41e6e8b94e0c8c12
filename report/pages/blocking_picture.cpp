// SPDX-License-Identifier: MIT
// Members become nodes, and the edges at which their ports stand, lines between
// them: `i.left at e[0]` and `j.right at e[0]` are two ends of e[0].
#include <algorithm>
#include <map>

#include "report/pages/runs.hpp"
#include "report/proof/blocking_text.hpp"

namespace vicinal::report::inline pages {

using decide::FamilyAnswer;
using decide::FamilyReport;

namespace {

class Members {
 public:
  explicit Members(BlockingPicture& out) : out_(out) {}

  void add(const BlockingMember& member);
  std::map<std::string, std::uint32_t> nodes;  // by name

 private:
  void variable(const BlockingField& field, Variable v);
  std::uint32_t edge(const std::string& name, std::uint32_t node);

  BlockingPicture& out_;
  std::map<std::string, std::uint32_t> edges_;
  std::map<std::string, std::uint32_t> families_;  // a color for each
  std::map<std::uint32_t, std::uint32_t> variable_of_edge_;
};

std::uint32_t Members::edge(const std::string& name, std::uint32_t node) {
  const auto [at, fresh] = edges_.try_emplace(
      name, static_cast<std::uint32_t>(out_.drawing.edges.size()));
  if (fresh) out_.drawing.edges.push_back({name, {}});
  auto& ends = out_.drawing.edges[at->second].ends;
  const auto known = [&](const End& e) { return e.node == node; };
  if (std::none_of(ends.begin(), ends.end(), known)) {
    ends.push_back({node, true, true});
  }
  return at->second;
}

// What several members see of an edge is shown once.
void Members::variable(const BlockingField& field, Variable v) {
  auto& step = out_.run.steps.front();
  std::uint32_t number = static_cast<std::uint32_t>(out_.run.variables.size());
  bool fresh = true;
  if (v.owner == Owner::edge) {
    const auto [at, first] = variable_of_edge_.try_emplace(v.index, number);
    number = at->second;
    fresh = first;
  }
  if (fresh) {
    out_.run.variables.push_back(std::move(v));
    out_.run.initial.push_back(field.before);
  }
  const auto changed = [&](const Change& c) { return c.variable == number; };
  if (field.after.empty() ||
      std::any_of(step.changes.begin(), step.changes.end(), changed)) {
    return;
  }
  step.changes.push_back({number, field.after});
}

void Members::add(const BlockingMember& member) {
  const bool node = !member.name.empty() && !member.is.empty();
  const auto number = static_cast<std::uint32_t>(out_.drawing.nodes.size());
  if (node) {
    nodes.emplace(member.name, number);
    const auto of_class = static_cast<std::uint32_t>(families_.size());
    const auto family = families_.try_emplace(
        member.is.substr(0, member.is.find('[')), of_class);
    out_.drawing.nodes.push_back(
        {member.absent ? member.name : member.name + " = " + member.is,
         family.first->second});
  }
  // Where the port of the next fields stands.
  std::string port, place;
  for (const BlockingField& f : member.fields) {
    if (f.place) {
      port = f.name;
      place = f.before;
      if (node) edge(place, number);
      continue;
    }
    Variable v;
    v.label = f.name;
    v.name = member.name.empty() ? f.name
             : f.name.empty()    ? member.name
                                 : member.name + "." + f.name;
    if (node) v.owner = Owner::node;
    if (node) v.index = number;
    if (node && !port.empty() && f.name == port) {
      v.owner = Owner::edge;
      v.index = edge(place, number);
      v.name = v.label = place;
    }
    variable(f, std::move(v));
  }
}

// Whether small instances show the values.
std::string occurrence_words(const FamilyAnswer& answer) {
  if (!answer.occurrence || answer.occurrence->looked.empty()) {
    return "Whether such a state occurs is not known; it is no run.";
  }
  return answer.occurrence->occurs
             ? "These values occur in a small instance; the step is no run."
             : "These values occur in no instance that was explored; it is no "
               "run.";
}

}  // namespace

std::optional<BlockingPicture> blocking_picture(const FamilyReport& report,
                                                const FamilyAnswer& answer,
                                                ActionMarks& marks) {
  const auto members = blocking_members(report, answer);
  if (!answer.blocking || answer.blocking->judgement.values.empty()) return {};
  const obligations::Obligation& o = answer.blocking->obligation;
  BlockingPicture out;
  out.drawing.title = "Who takes part";
  out.drawing.caption = "and what they share";
  out.run.blocking = true;
  out.run.note = "Not excluded: " + o.name + ". " + occurrence_words(answer);
  out.run.steps.emplace_back();
  Members all(out);
  for (const BlockingMember& m : members) all.add(m);
  Step& step = out.run.steps.front();
  // Without views whoever acts is called so.
  const auto at = o.name.rfind(" at ");
  const bool acts = o.action != obligations::no_item && o.family.valid();
  const auto actor = at != std::string::npos
                         ? all.nodes.find(o.name.substr(at + 4))
                     : acts ? all.nodes.find("actor")
                            : all.nodes.end();
  if (actor != all.nodes.end()) step.actor = actor->second;
  const network::Model& model = decide::blocked_model(report, answer);
  if (o.action != obligations::no_item && o.family.valid()) {
    const network::Process& p =
        model[model.node_families[o.family.index()].process];
    step.label = p.actions[o.action].name;
    step.mark = marks.number(model, p.actions[o.action]);
  }
  step.name = o.name;
  // A state that only the property is asked of has no step.
  if (step.changes.empty() && !step.actor) out.run.steps.clear();
  if (out.drawing.nodes.empty()) return {};
  return out;
}

}  // namespace vicinal::report::inline pages
