// SPDX-License-Identifier: MIT
// What a counterexample shows comes as a list of labels with values: first
// sizes and shared variables, then one member after the other, `i is p[0]`
// (its first index), `i.x`, `i.left is e[0]`, `i.left.y after`.
#include "report/proof/blocking_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

#include "fixpoint/family/stand.hpp"
#include "report/proof/family_json.hpp"
#include "report/words/render.hpp"

namespace vicinal::report::inline proof {

using decide::FamilyAnswer;
using decide::FamilyReport;
using network::Model;
using obligations::Obligation;

namespace {

bool strip(std::string& text, const std::string& end) {
  if (!text.ends_with(end)) return false;
  text.resize(text.size() - end.size());
  return true;
}

class Grouping {
 public:
  Grouping(const Model& model, const Obligation& o) : model_(model), o_(o) {}

  void add(const obligations::Shown& shown, std::int64_t value);
  std::vector<BlockingMember> take() { return std::move(groups_); }

 private:
  void begin(const std::string& name);
  void index(const std::string& label, std::int64_t value);
  std::string family_of(const std::string& name) const;

  const Model& model_;
  const Obligation& o_;
  std::vector<BlockingMember> groups_ = {{}};
};

// Of a single node, which has no index.
std::string Grouping::family_of(const std::string& name) const {
  for (const auto& [node, family] : o_.nodes) {
    if (node == name &&
        model_.node_families[family.index()].dimensions.empty()) {
      return model_.node_families[family.index()].name;
    }
  }
  return {};
}

void Grouping::begin(const std::string& name) {
  BlockingMember group;
  group.name = name;
  group.is = family_of(name);
  groups_.push_back(std::move(group));
}

// Of a label `i is p[0]` or `i.left is e[1]`.
void Grouping::index(const std::string& label, std::int64_t value) {
  const auto [name, family] = *fixpoint::standing_place(label);
  const bool first = label.ends_with("[0]");
  const std::size_t dot = name.find('.');
  if (dot == std::string::npos) {
    if (first) {
      begin(name);
      groups_.back().is = family;
    }
    groups_.back().is += fmt::format("[{}]", value);
    return;
  }
  if (groups_.back().name != name.substr(0, dot)) begin(name.substr(0, dot));
  auto& fields = groups_.back().fields;
  if (first) fields.push_back({name.substr(dot + 1), family, {}, true});
  fields.back().before += fmt::format("[{}]", value);
}

void Grouping::add(const obligations::Shown& shown, std::int64_t value) {
  std::string label = shown.label;
  if (shown.relation) {
    if (value == 0) return;
    begin(label);
    return;
  }
  if (fixpoint::standing_place(label)) return index(label, value);
  const std::string text = value_of(model_, shown, value);
  const bool after = strip(label, " after");
  const std::size_t dot = label.find('.');
  const std::string member = label.substr(0, label.find_first_of(".["));
  const bool of_member =
      !fixpoint::about_shared(model_, label) &&
      (dot != std::string::npos || groups_.back().name == member);
  if (of_member && groups_.back().name != member) begin(member);
  auto& fields = of_member ? groups_.back().fields : groups_.front().fields;
  std::string name = label;
  if (of_member) {
    name = label.substr(member.size());
    if (name.starts_with('.')) name.erase(0, 1);
  }
  if (!after) {
    fields.push_back({name, text, {}});
    return;
  }
  const auto at = std::find_if(
      fields.begin(), fields.end(),
      [&](const BlockingField& f) { return f.name == name && !f.place; });
  if (at != fields.end() && at->before != text) at->after = text;
}

std::string field_text(const BlockingField& f) {
  if (f.place) return fmt::format("{} at {}", f.name, f.before);
  std::string text =
      f.name.empty() ? f.before : fmt::format("{} = {}", f.name, f.before);
  if (!f.after.empty()) text += " -> " + f.after;
  return text;
}

std::string fields_text(const std::string& head,
                        const std::vector<BlockingField>& fields) {
  std::vector<std::string> parts;
  for (const BlockingField& f : fields) {
    if (!parts.empty()) parts.back() += ",";
    parts.push_back(field_text(f));
  }
  return wrapped(head, parts, 9) + "\n";
}

std::string group_text(const BlockingMember& g) {
  std::string head = "      " + g.name;
  if (!g.is.empty()) head += " = " + g.is;
  if (!g.fields.empty()) head += ":";
  return fields_text(head, g.fields);
}

}  // namespace

// A member that stands for any other is left out where it is none, or one that
// is there already, and so are elements at it.
std::vector<BlockingMember> blocking_members(const FamilyReport& report,
                                             const FamilyAnswer& answer) {
  if (!answer.blocking) return {};
  const auto& [obligation, judgement] = *answer.blocking;
  const Model& model = decide::blocked_model(report, answer);
  Grouping grouping(model, obligation);
  for (std::size_t i = 0; i < judgement.values.size(); ++i) {
    grouping.add(obligation.shown[i], judgement.values[i]);
  }
  std::vector<BlockingMember> members = grouping.take();
  const auto absent = fixpoint::absent_nodes(model, obligation, judgement);
  for (BlockingMember& m : members) m.absent = absent.contains(m.name);
  std::set<std::string> said;
  const auto gone = [&](const BlockingMember& m) {
    const bool again = !m.is.empty() && !said.insert(m.is).second;
    return m.name.starts_with("other") && (m.absent || again);
  };
  std::vector<std::string> left_out;
  std::erase_if(members, [&](const BlockingMember& m) {
    if (!gone(m)) return false;
    left_out.push_back(m.name);
    return true;
  });
  for (BlockingMember& m : members) {
    std::erase_if(m.fields, [&](const BlockingField& f) {
      return std::ranges::any_of(left_out, [&](const std::string& name) {
        return fixpoint::is_about(f.name, name);
      });
    });
  }
  return members;
}

std::vector<network::Position> not_followed(const FamilyReport& report,
                                            const FamilyAnswer& answer) {
  if (!answer.blocking) return {};
  const Model& model = decide::blocked_model(report, answer);
  std::vector<network::Position> out;
  std::set<std::uint32_t> said;
  for (const network::Span& loop : answer.blocking->obligation.not_followed) {
    if (!said.insert(loop.begin).second) continue;
    const network::Place place = model.source->place(loop);
    out.push_back(place.source->position(place.span.begin));
  }
  return out;
}

std::string blocking_text(const FamilyReport& report,
                          const FamilyAnswer& answer) {
  if (!answer.blocking) {
    return answer.reason.empty() ? std::string{}
                                 : fmt::format("    {}\n", answer.reason);
  }
  const auto& [obligation, judgement] = *answer.blocking;
  const std::string what = fmt::format("    not excluded: {}", obligation.name);
  if (judgement.answer == obligations::Answer::unknown) {
    return fmt::format("{}\n      Z3 does not know: {}\n", what,
                       judgement.reason);
  }
  const std::vector<BlockingMember> groups = blocking_members(report, answer);
  std::string text = fields_text(what + (groups[0].fields.empty() ? "" : ","),
                                 groups[0].fields);
  for (std::size_t i = 1; i < groups.size(); ++i) text += group_text(groups[i]);
  return text;
}

}  // namespace vicinal::report::inline proof
