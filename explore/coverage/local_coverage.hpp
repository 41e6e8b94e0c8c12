// SPDX-License-Identifier: MIT
// The same counts of local states: what a few nodes see of a state. What they
// do not see is unknown, so that a part of a guard is true, false, or neither
// is known. Three-valued (network/semantics/kleene.hpp), and it shares nothing
// with the engine that found the local states.
#pragma once

#include <span>
#include <vector>

#include "explore/coverage/coverage.hpp"
#include "network/semantics/kleene.hpp"

namespace vicinal::explore::inline coverage {

// A state as far as it is seen, by slots. What is not known (0) has any value
// here; it may be any of `within`, which are values of its type.
struct LocalView {
  std::span<const network::Scalar> state;
  std::span<const std::uint8_t> known;
  std::span<const network::Bounds> within;
};

// What local states speak of: this instance, or all sizes, of which this is a
// small one. Of all sizes a part of a guard is seen if it reads nothing but
// variables of the node, its edges at single ports, and literals. Others are
// counted as this instance shows them, and as unseen: a larger one may differ.
// Edges that no node touches are seen by nobody; of all sizes it is not known
// whether there are any, nor what shared variables are.
enum class Sizes : std::uint8_t { this_one, every };

class LocalCoverage final : network::BranchWatch {
 public:
  // The instance must outlive it.
  LocalCoverage(const network::Instance& instance, Sizes sizes);
  LocalCoverage(const LocalCoverage&) = delete;
  LocalCoverage& operator=(const LocalCoverage&) = delete;

  // Counts a local state, and in it what these nodes may do, of which it shows
  // at least their variables. Polls; where a limit is reached, local states
  // from this one on are not counted.
  void see(std::span<const network::NodeId> nodes, const LocalView& view);

  const CoverageCounts& counts() const { return counts_; }

 private:
  // What is known of an action before any state.
  struct Fixed {
    std::vector<bool> parts;
    bool guard = true, binders = true, branches = true;
  };
  struct Choice {
    std::vector<network::Scalar> binding;
    network::Interval priority;
    bool certain = false;
  };
  void mark_hidden_edges();
  Fixed fixed_of(const ActionCount& count) const;
  bool fixed(network::ExprId e) const;
  bool fixed(network::Range binders) const;
  const network::Action& action(const ActionCount& count) const;
  void look(std::span<const network::NodeId> nodes, const LocalView& view);
  void see_action(network::NodeId actor, std::size_t number);
  void bind(std::size_t number, std::uint32_t at);
  static void nothing_seen(ActionCount& count);
  void unknown_choice(ActionCount& count);
  void choose(std::size_t number);
  network::Truth count_guard(const Fixed& fixed, ActionCount& count);
  void compete(ActionCount& count);
  bool shows_all(network::NodeId actor) const;
  void take(const Choice& choice, const network::Action& action);
  void went(const network::Stmt& s, bool into) override;

  const network::Instance& instance_;
  Sizes sizes_;
  network::Kleene kleene_;
  network::Evaluator evaluator_;
  Countable countable_;
  CoverageCounts counts_;
  std::vector<Fixed> fixed_;  // per action that is counted
  std::vector<network::Scalar> state_, next_, frame_;
  LocalView view_;
  network::Context context_;
  std::vector<Choice> choices_;
  ActionCount* taken_ = nullptr;  // whose statements are executed
};

}  // namespace vicinal::explore::inline coverage
