// SPDX-License-Identifier: MIT
// The steps of one node from one local state, seen from a view.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "fixpoint/steps/local_tables.hpp"
#include "fixpoint/views/view.hpp"
#include "network/semantics/kleene.hpp"

namespace vicinal::fixpoint::inline steps {

// One binding of an action that may fire in the view of the acting node.
struct Candidate {
  std::uint32_t action = 0;
  std::vector<network::Scalar> binding;
  std::vector<network::Scalar> after;  // its local state; empty after an error
  std::optional<network::ModelError> error;  // of the statements
  // The guard or the priority looks beyond the view: whether it fires has to
  // be asked again in each joined view.
  bool conditional = false;
  // Held back by a priority in the node's own view already: not a step, but
  // it can still hold back others.
  bool held_back = false;
};

// A guard or a priority that may fail; or what a parameter ranges over.
struct LocalProblem {
  std::uint32_t action = 0;
  std::vector<network::Scalar> binding;
  network::ModelError error;
  bool of_range = false;  // fails wherever the node has this local state
};

// The darts that a parameter over a port set has to range over, given those
// that earlier ones were bound to: of `range`, in order. Darts by their
// position among those of the acting node.
using PortFilter = std::function<std::vector<std::uint32_t>(
    std::span<const std::uint32_t> earlier, network::Range range)>;

// Enumerates the steps of node n from local state `row`. Actions whose guard
// and priority read only the neighbourhood are evaluated exactly; others
// three-valued (design 3.4): a binding is a candidate unless its guard is
// certainly false. Exact ones without a priority are looked up where they can
// (local_tables.hpp).
class LocalSteps {
 public:
  explicit LocalSteps(const network::Instance& instance);

  // `row` must not point into the results of an earlier call. With `filter`,
  // bindings that it leaves out are not tried.
  void enumerate(network::NodeId n, std::span<const network::Scalar> row,
                 const PortFilter* filter = nullptr);

  const std::vector<Candidate>& candidates() const { return candidates_; }
  const std::vector<LocalProblem>& problems() const { return problems_; }

  // Which candidates (all of one node and one action, conditional, in
  // `candidates`) may fire in `view`, which shows the acting node and perhaps
  // others: not certainly disabled, and held back by none that is certainly
  // enabled and certainly greater. Indices into `candidates`.
  void firing(network::NodeId actor, const View& view,
              std::span<const Candidate> candidates,
              std::vector<std::uint32_t>& out);

  // The same of all conditional candidates of one node; those of an action
  // stand together.
  void conditional(network::NodeId actor, const View& view,
                   std::span<const Candidate> candidates,
                   std::vector<std::uint32_t>& out);

  // Whether evaluating the guard or the priority of an action with this
  // binding may fail in `view`, which shows the acting node and others.
  bool may_fail(network::NodeId actor, const View& view, std::uint32_t action,
                std::span<const network::Scalar> binding);

  // Of the tables.
  std::uint64_t bytes() const { return tables_.bytes(); }

 private:
  void bindings(network::NodeId n, std::uint32_t number, std::uint32_t at);
  void ports(network::NodeId n, std::uint32_t number, std::uint32_t at);
  void show(network::NodeId n);
  Candidate& add_candidate(std::uint32_t number);
  bool look_up(network::NodeId n, std::uint32_t number);
  void evaluate(network::NodeId n, std::uint32_t number);
  Candidate* add(network::NodeId n, std::uint32_t number,
                 const LocalResult& result);
  void consider(network::NodeId n, std::uint32_t number);
  void prioritise(network::NodeId n, std::uint32_t number, std::size_t first);
  void run(network::NodeId n, Candidate& candidate);
  network::Context context(const View& view, network::NodeId n);
  void binding(const network::Action& action,
               std::vector<network::Scalar>& out) const;
  void problem(network::NodeId n, std::uint32_t number,
               const network::ModelError& error);
  void load(const network::Action& action,
            std::span<const network::Scalar> values);

  const network::Instance& instance_;
  network::Evaluator evaluator_;
  network::Kleene decide_;  // unseen: unknown
  network::Kleene fail_;    // unseen: of its type
  LocalTables tables_;
  network::Recorder recorder_;  // of slots of view_
  View view_;
  bool shown_ = false;  // view_ has the local state, which is row_
  std::span<const network::Scalar> row_;
  std::vector<network::Scalar> frame_;
  const PortFilter* filter_ = nullptr;
  std::vector<std::uint32_t> bound_darts_;
  std::vector<network::Scalar> relative_;  // the binding, as tables have it
  LocalResult result_;                     // of an evaluation
  std::vector<Candidate> candidates_;
  std::vector<Candidate> spare_;  // for their memory
  std::vector<LocalProblem> problems_;
};

}  // namespace vicinal::fixpoint::inline steps
