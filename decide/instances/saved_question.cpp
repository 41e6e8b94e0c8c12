// SPDX-License-Identifier: MIT
// A model is its text, as the checker reads it; a network from a file is what
// was read, whatever the file and the options that read it. What limits decide
// (the group that was found in time) is a part of it, too.
#include "decide/instances/saved_question.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "explore/checkpoint/fingerprint.hpp"
#include "network/base/budget.hpp"

namespace vicinal::decide::inline instances {

namespace {

using explore::Fingerprint;

std::string text_print(const network::Source& source) {
  Fingerprint print;
  print.add(source.text());
  return print.hex();
}

void add_names(const network::Names& names, Fingerprint& print) {
  print.add(std::uint64_t{names.size()});
  for (std::size_t i = 0; i < names.size(); ++i) {
    network::poll();
    print.add(names[i]);
  }
}

std::string network_print(const network::Network& n) {
  Fingerprint print;
  print.add(std::uint64_t{n.node_count()});
  for (std::size_t i = 0; i < n.node_count(); ++i) {
    network::poll();
    print.add(std::uint64_t{n.node_begin[i + 1]});
    print.add(std::uint64_t{n.node_color[i]});
  }
  for (std::size_t i = 0; i < n.dart_count(); ++i) {
    network::poll();
    print.add(std::uint64_t{n.dart_edge[i].value});
    print.add(std::uint64_t{n.dart_direction[i]});
    print.add(std::uint64_t{n.dart_port[i]});
  }
  print.add(std::uint64_t{n.edge_count()});
  for (std::size_t i = 0; i < n.edge_count(); ++i) {
    print.add(std::uint64_t{n.edge_color[i]});
  }
  for (const std::string& color : n.color_names) print.add(color);
  add_names(n.node_names, print);
  add_names(n.edge_names, print);
  for (const network::Attribute& a : n.node_attributes) {
    print.add(a.name);
    add_names(a.values, print);
    for (std::size_t i = 0; i < n.node_count(); ++i) {
      print.add(std::uint64_t{a.value[i]});
    }
  }
  return print.hex();
}

std::string group_print(const symmetry::ModelSymmetry* group) {
  if (group == nullptr || group->trivial()) return "trivial";
  Fingerprint print;
  print.add(group->order);
  print.add(std::uint64_t{group->stored.has_value()});
  for (const symmetry::StateMap& map : group->generators) {
    network::poll(static_cast<std::int64_t>(map.slot.size()));
    for (const std::uint32_t slot : map.slot) print.add(std::uint64_t{slot});
    for (const auto& values : map.value) {
      print.add(std::uint64_t{values.size()});
      for (const network::Scalar v : values) {
        print.add(static_cast<std::uint64_t>(v));
      }
    }
  }
  return print.hex();
}

std::string sizes_text(const Opened& opened) {
  std::string text;
  const auto& parameters = opened.model->parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    text += fmt::format("{}{}={}", i == 0 ? "" : " ", parameters[i].name,
                        opened.sizes[i]);
  }
  return text;
}

// Those that are no parameters.
std::string constants_text(const Opened& opened) {
  std::string text;
  for (const auto& [name, value] : opened.definitions) {
    const bool parameter =
        std::ranges::any_of(opened.model->parameters,
                            [&](const auto& p) { return p.name == name; });
    if (parameter) continue;
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, value);
  }
  return text;
}

std::string asked_text(const network::Model& model,
                       const explore::Options& how) {
  std::string text;
  for (const std::size_t p : how.properties) {
    text += model.properties[p].name + ", ";
  }
  text += how.model_errors ? "no model error" : "errors aside";
  return text + (how.deadlock_is_violation ? ", deadlock" : "");
}

}  // namespace

explore::Identity identity_of(const Opened& opened, const explore::Options& how,
                              std::string_view reduction) {
  return {
      {"the model", text_print(*opened.source)},
      {"the network", opened.graph ? network_print(*opened.graph) : "its own"},
      {"the sizes", sizes_text(opened)},
      {"the constants", constants_text(opened)},
      {"what is asked", asked_text(*opened.model, how)},
      {"the bound of integers",
       how.integers_within ? fmt::to_string(*how.integers_within) : "none"},
      {"the reduction", std::string(reduction)},
      {"the symmetry that was found", group_print(how.symmetry)},
  };
}

}  // namespace vicinal::decide::inline instances
