// SPDX-License-Identifier: MIT
// Of a name that several things have, the whole comes before its parts.
#include "symmetry/written/group_names.hpp"

#include <charconv>

#include "network/base/budget.hpp"
#include "network/base/suggestion.hpp"

namespace vicinal::symmetry::inline written {

using network::Scalar;
using network::TypeKind;

GroupNames::GroupNames(const flat::Guarded& guarded) : guarded_(guarded) {
  const network::Instance& instance = *guarded.instance;
  for (std::size_t n = 0; n < instance.network.node_count(); ++n) {
    network::poll();
    nodes_.emplace(network::node_name(instance, network::NodeId(n)),
                   network::NodeId(n));
  }
  for (const network::NamedPlace& p : network::places(instance)) {
    network::poll();
    const auto more = network::scalar_types(instance, p.type);
    types_.insert(types_.end(), more.begin(), more.end());
    variables_.emplace(p.name,
                       Variable{p.slot, static_cast<std::uint32_t>(more.size()),
                                p.type, false});
  }
  for (std::uint32_t s = 0; s < guarded.slots.size(); ++s) {
    variables_.emplace(guarded.slots[s].name, Variable{s, 1, types_[s], true});
  }
  of_edge_.resize(guarded.slots.size(), false);
  for (std::size_t e = 0; e < instance.edge_base.size(); ++e) {
    const auto type = instance.edge_type(network::EdgeId(e));
    for (std::uint32_t i = 0; i < instance.size(type).slots; ++i) {
      of_edge_[instance.edge_base[e] + i] = true;
    }
  }
  const auto& enums = instance.model->enums;
  for (std::size_t e = 0; e < enums.size(); ++e) {
    for (std::size_t c = 0; c < enums[e].constants.size(); ++c) {
      constants_.emplace(enums[e].constants[c],
                         std::pair(network::EnumId(e), static_cast<Scalar>(c)));
    }
  }
}

std::optional<network::NodeId> GroupNames::node(const std::string& name) const {
  const auto at = nodes_.find(name);
  if (at == nodes_.end()) return std::nullopt;
  return at->second;
}

const GroupNames::Variable* GroupNames::variable(
    const std::string& name) const {
  const auto at = variables_.find(name);
  return at == variables_.end() ? nullptr : &at->second;
}

std::optional<std::pair<network::EnumId, Scalar>> GroupNames::constant(
    const std::string& name) const {
  const auto at = constants_.find(name);
  if (at == constants_.end()) return std::nullopt;
  return at->second;
}

std::string GroupNames::near(const std::string& name) const {
  constexpr std::size_t most_names = 20'000;  // that a word is held against
  std::vector<std::string> all;
  const auto add = [&](const auto& names) {
    if (names.size() > most_names) return;
    std::map<std::string, bool> ordered;
    for (const auto& [n, what] : names) ordered.emplace(n, true);
    for (const auto& [n, is] : ordered) all.push_back(n);
  };
  add(nodes_);
  add(variables_);
  add(constants_);
  return network::did_you_mean(name, all);
}

bool GroupNames::alike(const Variable& a, const Variable& b) const {
  if (a.count != b.count) return false;
  const auto queue_length = [&](const Variable& v) {
    return v.part && (*instance().model)[v.type].kind == TypeKind::queue;
  };
  if (queue_length(a) != queue_length(b)) return false;
  return a.type == b.type || network::type_text(instance(), a.type) ==
                                 network::type_text(instance(), b.type);
}

std::optional<Scalar> GroupNames::value(std::uint32_t slot,
                                        const std::string& text) const {
  const network::Bounds& bounds = instance().slots[slot];
  const network::Type& type = (*instance().model)[types_[slot]];
  const bool number = type.kind != TypeKind::boolean &&
                      type.kind != TypeKind::enumeration &&
                      type.kind != TypeKind::reference;
  if (number) {
    Scalar v = 0;
    const char* const end = text.data() + text.size();
    const auto [stopped, wrong] = std::from_chars(text.data(), end, v);
    const bool fits = wrong == std::errc() && stopped == end &&
                      v >= bounds.low && v <= bounds.high;
    return fits ? std::optional(v) : std::nullopt;
  }
  for (Scalar v = bounds.low; v <= bounds.high; ++v) {
    network::poll();
    if (network::value_text(instance(), types_[slot], {&v, 1}) == text) {
      return v;
    }
  }
  return std::nullopt;
}

}  // namespace vicinal::symmetry::inline written
