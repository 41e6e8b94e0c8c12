// SPDX-License-Identifier: MIT
// The elaborator's state. Not for use outside network/elaborate*.cpp.
//
//   elaborate.cpp         the order of things; constants, colors, warnings
//   elaborate_layout.cpp  sizes of families and types, layout
//   elaborate_initial.cpp initial values
//   elaborate_connect.cpp connections, by a network block or by a graph
#pragma once

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "network/graph/vias.hpp"
#include "network/semantics/evaluator.hpp"
#include "network/semantics/instance.hpp"

namespace vicinal::network::inline elaboration {

// Stops elaboration after a diagnostic without which nothing makes sense.
struct Stop {};

class Elaborator {
 public:
  Elaborator(const Model& model, std::vector<Scalar> parameters,
             Diagnostics& diagnostics, const Network* graph, const Vias& vias);

  std::optional<Instance> run();

 private:
  Context context(NodeId self = NodeId::none()) {
    return {{}, self, frame_.data()};
  }
  // The value of an expression without state; an error in it stops.
  Scalar value(ExprId e);
  [[noreturn]] void no_value(const ModelError& error);
  // Whether an error of this kind is new at this place; after too many at
  // old places, stops.
  bool first(Code code, Span span);
  std::string sizes_text() const;

  void check_contents();
  void check_parameters();
  void size_families();
  FamilySize size_family(const std::vector<ExprId>& dims, std::uint64_t first,
                         const std::string& name, Span span);
  void size_types();
  void size_type(std::size_t i);
  void size_list(const Type& type, TypeSize& size);
  void lay_out();
  bool check_ranges(TypeId type);
  void add_total(std::uint64_t count, std::uint64_t slots, Span span);
  void add_slots(TypeId type);
  [[noreturn]] void too_large(Span span);

  void find_named_families();
  void add_nodes();
  void add_constants(NodeId n);
  // What the attribute says that a constant of n comes from; none: an error.
  std::optional<Scalar> attribute(NodeId n, std::size_t constant);
  std::uint32_t node_color(NodeId n);
  void add_edges();

  void connect_all(const std::vector<std::uint32_t>& list);
  void connect_one(const Connection& c);
  void connect_loop(const Connection& c, std::uint32_t at);
  void connect(const Connection& c);
  void count_round(const Connection& c);
  [[noreturn]] void too_many_rounds(const Connection& c);
  std::optional<std::uint32_t> member(ExprId e);
  void connect_graph();
  bool fits_graph(EdgeId e, std::uint32_t write, std::uint32_t read);
  void connect_quotient(std::uint32_t write, std::uint32_t read);
  std::string wrong_in_quotient(EdgeId e, bool directed) const;
  void check_channels();
  void connect_end(NodeId n, std::uint32_t port, EdgeId e, Span span);
  bool check_types(NodeId n, const Port& port, EdgeId e, Span span);
  bool same_size(TypeId a, TypeId b) const;
  void check_connected();
  void check_two_ports();

  // Whose initial value it is: a variable of a node, an edge, an element.
  struct Owner {
    NodeId node;
    EdgeId edge;
    std::uint32_t item = 0;  // number of the variable, or SharedId
    std::uint32_t index = 0;
  };
  std::string owner_name(const Owner& owner) const;
  void initial_values();
  void initial(TypeId type, std::uint32_t base, ExprId value,
               const Owner& owner);
  void initial_queues(TypeId type, std::uint32_t base);
  void warn_untouched();

  const Model& model_;
  Diagnostics& d_;
  const Network* graph_;
  const Vias& vias_;  // not empty: the graph is a quotient network
  Instance instance_;
  Evaluator evaluator_;
  std::vector<Scalar> frame_;
  NetworkBuilder builder_;
  std::vector<bool> named_families_;
  std::vector<bool> sized_types_;
  std::uint64_t total_slots_ = 0;
  std::uint64_t rounds_ = 0;
  std::set<std::pair<Code, std::uint32_t>> reported_;
  std::uint32_t repeated_ = 0;
  // Per node and port: where it was connected; not of port sets.
  std::vector<std::uint64_t> port_begin_;
  std::vector<Span> port_span_;
  std::vector<bool> port_done_;
  // Set while connections run again to find the places that connect this node
  // and this edge.
  struct SoughtConnection {
    NodeId node;
    EdgeId edge;
    std::vector<Span> spans;
  };
  std::optional<SoughtConnection> search_;
};

}  // namespace vicinal::network::inline elaboration
