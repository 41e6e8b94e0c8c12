// SPDX-License-Identifier: MIT
#include "by_names.hpp"

#include <catch2/catch.hpp>
#include <map>

#include "fixpoint/implication/imply.hpp"

namespace vicinal::fixpoint_tests {

oracle::Instance::Theta by_names(const network::Instance& instance,
                                 const fixpoint::SingleInvariant& invariant) {
  oracle::Instance::Theta out;
  const auto places = network::places(instance);
  for (std::size_t n = 0; n < instance.network.node_count(); ++n) {
    auto& set = out[node_name(instance, network::NodeId(n))];
    const fixpoint::LocalStates theta =
        invariant.theta(network::NodeId(n)).listed(1'000'000).value();
    for (std::size_t i = 0; i < theta.size(); ++i) {
      std::map<std::string, std::string> local;
      for (std::size_t c = 0; c < theta.columns.size(); ++c) {
        for (const auto& p : places) {
          if (p.slot != theta.columns[c]) continue;
          const std::uint32_t slots = instance.size(p.type).slots;
          if (slots == 0) continue;
          local[p.name] =
              value_text(instance, p.type, theta.row(i).subspan(c, slots));
        }
      }
      // An array over an empty family takes no column.
      const std::string own = node_name(instance, network::NodeId(n)) + ".";
      for (const auto& p : places) {
        if (instance.size(p.type).slots == 0 && p.name.rfind(own, 0) == 0) {
          local[p.name] = value_text(instance, p.type, {});
        }
      }
      std::string text;
      for (const auto& [name, value] : local) {
        text += (text.empty() ? "" : "; ") + name + "=" + value;
      }
      set.insert(text);
    }
  }
  return out;
}

std::size_t check_implied(const network::Instance& instance,
                          const fixpoint::SingleInvariant& invariant,
                          const oracle::Exploration& exploration) {
  const auto& properties = instance.model->properties;
  std::size_t proved = 0;
  for (std::size_t p = 0; p < properties.size(); ++p) {
    const auto implied = fixpoint::imply(instance, invariant, p, {});
    if (!implied.proved) continue;
    INFO(properties[p].name);
    ++proved;
    const auto& found = exploration.properties.at(properties[p].name);
    CHECK(!found.violated);
    CHECK(!found.fails);
  }
  if (fixpoint::imply_no_model_error(instance, invariant, {}).proved) {
    CHECK(!exploration.properties.at("no model error").violated);
  }
  return proved;
}

}  // namespace vicinal::fixpoint_tests
