// SPDX-License-Identifier: MIT
// An example of the solver is read off the labels of its values alone: "a.left
// is link[0]" says where an edge stands, "a.phase" what a variable holds.
// Places that have the same family and indices are the same. Left out are
// values after the step, nodes and edges without a name, and what lies beyond
// the end of a queue. The formula is for people and for the search of such a
// state: no proof rests on it.
#include "fixpoint/family/example.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "fixpoint/family/stand.hpp"

namespace vicinal::fixpoint::inline family {

using network::Model;
using network::Scalar;
using network::TypeKind;
using obligations::Shown;

namespace {

class Example {
 public:
  Example(const Model& model, const obligations::Obligation& o,
          const obligations::Judgement& j)
      : model_(model), o_(o), j_(j) {}
  ExampleText text();

 private:
  void read();
  void identities();
  void values();
  std::string binders() const;
  std::string reference(const std::string& label, network::NodeFamilyId family,
                        Scalar index) const;
  std::string value(const Shown& shown, Scalar value) const;
  bool about_nodes(const std::string& label) const;
  bool beyond(const std::string& label) const;
  bool at_nobody(const std::string& label) const;

  const Model& model_;
  const obligations::Obligation& o_;
  const obligations::Judgement& j_;
  std::map<std::string, Stand> nodes_;
  std::vector<std::pair<std::string, Stand>> edges_;
  std::map<std::string, Scalar> lengths_;  // of queues
  std::vector<std::string> literals_;
};

void Example::read() {
  for (const auto& [name, family] : o_.nodes) {
    nodes_[name].family = model_.node_families[family.index()].name;
  }
  for (std::size_t i = 0; i < o_.shown.size(); ++i) {
    const std::string& label = o_.shown[i].label;
    if (label.ends_with(".len")) {
      lengths_.emplace(label.substr(0, label.size() - 4), j_.values[i]);
    }
  }
  for (auto& [what, stand] : stands(o_, j_)) {
    const auto node = nodes_.find(what);
    if (node == nodes_.end()) {
      edges_.emplace_back(what, std::move(stand));
      continue;
    }
    auto& indices = node->second.indices;
    indices.insert(indices.end(), stand.indices.begin(), stand.indices.end());
  }
  const std::set<std::string> absent = absent_nodes(model_, o_, j_);
  // A node without a name that is another one with, or none at all.
  for (auto node = nodes_.begin(); node != nodes_.end();) {
    const bool known = std::any_of(nodes_.begin(), node, [&](const auto& n) {
      return n.second == node->second;
    });
    const bool other = node->first.starts_with("other");
    node = other && (known || absent.contains(node->first)) ? nodes_.erase(node)
                                                            : std::next(node);
  }
  // Only edges at ports have a name here.
  std::erase_if(edges_, [&](const auto& e) { return !about_nodes(e.first); });
}

// Whether it begins with the name of a node: a.phase, a.left[2].
bool Example::about_nodes(const std::string& label) const {
  return nodes_.contains(label.substr(0, label.find('.'))) &&
         label.find('.') != std::string::npos;
}

// Whether it is an element of a queue that is not there: q[2] if len(q) = 1.
bool Example::beyond(const std::string& label) const {
  for (const auto& [queue, length] : lengths_) {
    if (!label.starts_with(queue + "[")) continue;
    if (std::stoll(label.substr(queue.size() + 1)) >= length) return true;
  }
  return false;
}

// Whether it is an element at a node that has no name here: a.heard[other2].
bool Example::at_nobody(const std::string& label) const {
  for (std::size_t at = label.find_first_of("[("); at != std::string::npos;
       at = label.find_first_of("[(", at + 1)) {
    const std::size_t end = label.find_first_of("])", at);
    const std::string name = label.substr(at + 1, end - at - 1);
    if (name.starts_with("other") && !nodes_.contains(name)) return true;
  }
  return false;
}

void Example::identities() {
  for (auto a = nodes_.begin(); a != nodes_.end(); ++a) {
    for (auto b = std::next(a); b != nodes_.end(); ++b) {
      if (a->second.family != b->second.family) continue;
      literals_.push_back(
          fmt::format("{} {} {}", a->first,
                      a->second == b->second ? "==" : "!=", b->first));
    }
  }
  for (std::size_t a = 0; a < edges_.size(); ++a) {
    for (std::size_t b = a + 1; b < edges_.size(); ++b) {
      if (edges_[a].second.family != edges_[b].second.family) continue;
      literals_.push_back(fmt::format(
          "{}same({}, {})", edges_[a].second == edges_[b].second ? "" : "!",
          edges_[a].first, edges_[b].first));
    }
  }
}

std::string Example::reference(const std::string& label,
                               network::NodeFamilyId family,
                               Scalar index) const {
  if (index < 0) return fmt::format("{} == none", label);
  const std::string& name = model_.node_families[family.index()].name;
  std::string others = fmt::format("{} != none", label);
  for (const auto& [node, stand] : nodes_) {
    if (stand.family != name) continue;
    if (stand.indices.empty() || stand.indices[0] == index) {
      return fmt::format("{} == {}", label, node);
    }
    others += fmt::format(" && {} != {}", label, node);
  }
  return others;
}

std::string Example::value(const Shown& shown, Scalar value) const {
  const std::string& label = shown.label;
  if (label.ends_with(".len")) {
    return fmt::format("len({}) == {}", label.substr(0, label.size() - 4),
                       value);
  }
  if (!shown.type.valid()) return {};
  const network::Type& type = model_[shown.type];
  switch (type.kind) {
    case TypeKind::boolean:
      return (value != 0 ? "" : "!") + label;
    case TypeKind::enumeration: {
      const auto& names = model_.enums[type.enumeration.index()].constants;
      const auto i = static_cast<std::size_t>(value);
      return i < names.size() ? fmt::format("{} == {}", label, names[i])
                              : std::string{};
    }
    case TypeKind::reference:
      return reference(label, type.family, value);
    default:
      return fmt::format("{} == {}", label, value);
  }
}

void Example::values() {
  for (std::size_t i = 0; i < o_.shown.size(); ++i) {
    const std::string& label = o_.shown[i].label;
    const std::string name = label.substr(0, label.find_first_of(".["));
    const bool said = about_nodes(label) ||
                      (about_shared(model_, label) && !nodes_.contains(name));
    if (label.find(' ') != std::string::npos || !said || beyond(label) ||
        at_nobody(label)) {
      continue;
    }
    std::string literal = value(o_.shown[i], j_.values[i]);
    if (!literal.empty()) literals_.push_back(std::move(literal));
  }
}

std::string Example::binders() const {
  std::string out;
  for (auto node = nodes_.begin(); node != nodes_.end(); ++node) {
    const auto next = std::next(node);
    out += (out.empty() ? "" : ", ") + node->first;
    if (next == nodes_.end() || next->second.family != node->second.family) {
      out += " in " + node->second.family;
    }
  }
  return out;
}

ExampleText Example::text() {
  read();
  identities();
  values();
  return {binders(), std::move(literals_)};
}

}  // namespace

std::optional<ExampleText> example_text(
    const Model& model, const obligations::Obligation& obligation,
    const obligations::Judgement& judgement) {
  if (judgement.answer != obligations::Answer::sat ||
      judgement.values.size() != obligation.shown.size()) {
    return std::nullopt;
  }
  ExampleText text = Example(model, obligation, judgement).text();
  if (text.binders.empty() || text.literals.empty()) return std::nullopt;
  return text;
}

}  // namespace vicinal::fixpoint::inline family
