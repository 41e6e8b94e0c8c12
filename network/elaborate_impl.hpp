// SPDX-License-Identifier: MIT
// The elaborator's state. Not for use outside network/elaborate*.cpp.
//
//   elaborate.cpp         nodes, edges, connections
//   elaborate_layout.cpp  sizes of families and types, layout, initial values
#pragma once

#include <fmt/format.h>

#include <optional>
#include <string>
#include <vector>

#include "network/evaluator.hpp"
#include "network/instance.hpp"

namespace vicinal::network {

// Stops elaboration after a diagnostic without which nothing makes sense.
struct Stop {};

class Elaborator {
 public:
  Elaborator(const Model& model, std::vector<Scalar> parameters,
             Diagnostics& diagnostics, const Network* graph)
      : model_(model),
        d_(diagnostics),
        graph_(graph),
        evaluator_(instance_),
        frame_(model.frame + 1) {
    instance_.model = &model;
    instance_.parameters = std::move(parameters);
  }

  std::optional<Instance> run() {
    const std::size_t before = d_.error_count();
    try {
      check_parameters();
      size_families();
      size_types();
      lay_out();
      constants();
      if (model_.network_kind == ast::NetworkKind::block) {
        connect_all(model_.network_body);
      } else {
        connect_graph();
      }
      check_connections();
      if (d_.error_count() != before) return std::nullopt;
      instance_.network = builder_.build(true);
      initial_values();
      warn_untouched();
    } catch (const Stop&) {
    }
    if (d_.error_count() != before) return std::nullopt;
    return std::move(instance_);
  }

 private:
  Context context(NodeId self = NodeId::none()) {
    return {{}, self, frame_.data()};
  }

  // The value of an expression without state; an error in it stops.
  Scalar value(ExprId e) {
    try {
      return evaluator_.scalar(e, context());
    } catch (const ModelError& error) {
      d_.error(504, error.span,
               fmt::format("this has no value at {}: {}", sizes_text(),
                           error_text(error.kind)));
      throw Stop{};
    }
  }

  std::string sizes_text() const {
    std::string text;
    for (std::size_t i = 0; i < model_.parameters.size(); ++i) {
      text += fmt::format("{}{} = {}", i == 0 ? "" : ", ",
                          model_.parameters[i].name, instance_.parameters[i]);
    }
    return text.empty() ? "this size" : text;
  }

  void check_parameters();
  void size_families();
  FamilySize size_family(const std::vector<ExprId>& dims, std::uint64_t first,
                         const std::string& name, Span span);
  void size_types();
  void size_type(std::size_t i);
  void range_type(const Type& type, TypeSize& size);
  void lay_out();
  void add_slots(TypeId type);
  void too_large(Span span);
  void constants();
  std::uint32_t node_color(NodeFamilyId family, NodeId n);
  std::uint32_t edge_color(EdgeFamilyId family);
  void find_named_families();
  void connect_all(const std::vector<std::uint32_t>& list);
  void connect_one(const Connection& c);
  void connect_loop(const Connection& c, std::uint32_t at);
  void connect(const Connection& c);
  void connect_graph();
  void connect_end(NodeId n, std::uint32_t port, EdgeId e, Span span);
  void check_types(TypeId port, TypeId edge, Span span);
  bool same_size(TypeId a, TypeId b) const;
  void check_connections();
  void initial_values();
  void initial(TypeId type, std::uint32_t base, ExprId value, NodeId self);
  void warn_untouched();

  const Model& model_;
  Diagnostics& d_;
  const Network* graph_;
  Instance instance_;
  Evaluator evaluator_;
  std::vector<Scalar> frame_;
  NetworkBuilder builder_;
  std::vector<bool> named_families_;
  std::vector<std::uint32_t> type_progress_;
  std::uint64_t rounds_ = 0;
  // Per node and single port: where it was connected; and all incidences.
  std::vector<std::uint32_t> port_begin_;
  std::vector<Span> port_span_;
  std::vector<bool> port_done_;
  std::vector<bool> touched_;
  struct Incidence {
    std::uint32_t node, edge, port;
    Span span;
  };
  std::vector<Incidence> incidences_;
};

}  // namespace vicinal::network
