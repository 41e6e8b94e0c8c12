// SPDX-License-Identifier: MIT
// Each choice of a path's bound variables is a question of its own: do all
// combinations of local states of the nodes it reads, that agree on common
// edges, make it certain? Most choices look alike: what is asked is described
// by a key (the nodes' sets theta by content, the edges they share, which
// variable is which node), and a key is asked once. Formulas that mention
// indices or named members tell every choice apart.
#include "fixpoint/implication/imply.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "fixpoint/implication/choices.hpp"
#include "fixpoint/implication/joint.hpp"
#include "fixpoint/implication/port_symmetry.hpp"
#include "fixpoint/implication/property_nodes.hpp"
#include "fixpoint/implication/property_path.hpp"
#include "fixpoint/views/view.hpp"
#include "network/base/budget.hpp"
#include "network/language/property.hpp"
#include "network/semantics/kleene.hpp"

namespace vicinal::fixpoint::inline implication {

using network::Context;
using network::ExprId;
using network::Instance;
using network::Interval;
using network::Kleene;
using network::NodeId;
using network::Scalar;

namespace {

constexpr std::uint64_t max_rows = 1'000'000;  // of one node

// What a path says in one view.
struct PathOutcome {
  bool certain = false;          // it holds, or evaluation surely fails
  bool may_fail = false;         // evaluation may be a model error
  bool premise_possible = true;  // no premise is certainly false
};

class Decider {
 public:
  // `single`: null for pairs.
  Decider(const Instance& instance, const SingleInvariant* single,
          const Joint& joint, const Alike& alike, Sharing sharing,
          const network::Budget& budget)
      : instance_(instance),
        single_(single),
        joint_(joint),
        alike_(alike),
        shares_(sharing == Sharing::alike),
        budget_(budget),
        decide_(instance, network::Unseen::unknown),
        fail_(instance, network::Unseen::of_its_type),
        reader_(instance),
        choices_(instance, alike, sharing == Sharing::alike),
        view_(instance),
        frame_(instance.model->frame) {}

  // Decides a path; with `failures`, whether evaluating it may fail.
  bool decide(const Path& path, bool failures, Implication& out);

  // Whether no evaluation of a path fails. Errors are those of single members,
  // however many it takes to break the property.
  bool never_fails(const Path& path, Implication& out);

 private:
  PathOutcome evaluate(const Path& path, const Choice& choice, bool failures);
  bool join(const Path& path, const Choice& choice, bool failures,
            const std::vector<NodeId>& nodes, Implication& out);
  ReadNodes nodes_of(const Path& path, const Choice& choice);
  std::optional<LocalStates> states_of(const Path& path, const Choice& choice,
                                       NodeId n) const;
  void show_untouched(const ReadNodes& read);
  void set(const PathLevel& level, const Choice& choice, std::size_t& at);
  bool exhausted();

  const Instance& instance_;
  const SingleInvariant* single_;
  const Joint& joint_;
  const Alike& alike_;
  const bool shares_;
  const network::Budget& budget_;
  Kleene decide_, fail_;
  NodeReader reader_;
  Choices choices_;
  View view_;
  std::vector<Scalar> frame_;
  ReadNodes nodes_of_choice_;
  std::uint64_t work_ = 0;
  bool premise_possible_ = false;
  bool port_symmetric_ = false;  // the path
};

void Decider::set(const PathLevel& level, const Choice& choice,
                  std::size_t& at) {
  for (std::uint32_t b = level.binders.begin; b < level.binders.end; ++b) {
    frame_[instance_.model->binders[b].slot] = choice.values[at++];
  }
}

// The variables of each level are set right before it is evaluated: quantifiers
// inside an earlier level may use the same slots.
PathOutcome Decider::evaluate(const Path& path, const Choice& choice,
                              bool failures) {
  const Kleene& kleene = failures ? fail_ : decide_;
  const Context context{view_.valuation(), NodeId::none(), frame_.data()};
  PathOutcome outcome;
  std::size_t at = 0;
  for (const PathLevel& level : path.levels) {
    const bool last = &level == &path.levels.back();
    if (!last || path.copies == 1) set(level, choice, at);
    for (const auto& escape : level.escapes) {
      const Interval v = kleene.scalar(escape.expr, context);
      outcome.may_fail = outcome.may_fail || v.may_fail;
      const bool escapes =
          v.never() || (escape.negated ? v.high <= 0 : v.low >= 1);
      if (escape.negated && (v.never() || v.high <= 0)) {
        outcome.premise_possible = false;
      }
      if (escapes) {
        outcome.certain = true;
        return outcome;
      }
    }
  }
  for (std::uint32_t copy = 0; copy < path.copies; ++copy) {
    if (path.copies > 1) set(path.levels.back(), choice, at);
    const Interval v = kleene.scalar(path.body, context);
    outcome.may_fail = outcome.may_fail || v.may_fail;
    const bool holds = v.never() || (path.negated ? v.high <= 0 : v.low >= 1);
    outcome.certain = outcome.certain || holds;
  }
  return outcome;
}

ReadNodes Decider::nodes_of(const Path& path, const Choice& choice) {
  ReadNodes read;
  std::size_t at = 0;
  for (const PathLevel& level : path.levels) {
    const bool last = &level == &path.levels.back();
    if (!last || path.copies == 1) set(level, choice, at);
    for (const auto& escape : level.escapes) {
      reader_.read(escape.expr, frame_, read);
    }
  }
  for (std::uint32_t copy = 0; copy < path.copies; ++copy) {
    if (path.copies > 1) set(path.levels.back(), choice, at);
    reader_.read(path.body, frame_, read);
  }
  cover_edges(instance_, read);
  return read;
}

// theta(n) for a choice. Where it is kept by orbits: what the choice tells
// apart is singled out if the rest may be exchanged, else all rows are listed.
std::optional<LocalStates> Decider::states_of(const Path& path,
                                              const Choice& choice,
                                              NodeId n) const {
  LocalStates theta = single_->theta(n);
  if (!theta.by_orbits()) return theta;
  constexpr std::uint64_t max_scalars = 10'000'000;
  if (!port_symmetric_ || !nodes_of_choice_.edges.empty()) {
    return theta.listed(max_scalars / (theta.columns.size() + 1));
  }
  return theta.singled_out(
      told_apart(instance_, path, choice.values, nodes_of_choice_.nodes, n),
      max_rows);
}

// An edge that nothing touches keeps its initial value.
void Decider::show_untouched(const ReadNodes& read) {
  for (const network::EdgeId e : read.edges) {
    const std::uint32_t base = instance_.edge_base[e.index()];
    const std::uint32_t slots = instance_.size(instance_.edge_type(e)).slots;
    std::vector<Scalar> value;
    for (std::uint32_t i = 0; i < slots; ++i) {
      if (!instance_.initial[base + i]) break;
      value.push_back(*instance_.initial[base + i]);
    }
    if (value.size() == slots) view_.show_edge(e, value);
  }
}

bool Decider::exhausted() {
  return (++work_ & 0xFFF) == 0 && budget_.clock() != network::Limit::none;
}

// All joint states of the nodes.
bool Decider::join(const Path& path, const Choice& choice, bool failures,
                   const std::vector<NodeId>& nodes, Implication& out) {
  view_.hide_all();
  bool known = true;
  const bool good = joint_.for_each(
      nodes, view_,
      [&](NodeId n) {
        auto theta = states_of(path, choice, n);
        known = known && theta.has_value();
        return theta;
      },
      [&] {
        if (exhausted()) {
          out.reason = "the limit was reached while it was decided";
          return false;
        }
        show_untouched(nodes_of_choice_);
        const PathOutcome outcome = evaluate(path, choice, failures);
        premise_possible_ = premise_possible_ || outcome.premise_possible;
        if (failures ? !outcome.may_fail : outcome.certain) return true;
        Counterexample counterexample;
        counterexample.nodes = nodes;
        for (const NodeId n : nodes) {
          auto& row =
              counterexample.states.emplace_back(view_width(instance_, n));
          view_.row(n, row);
        }
        out.counterexample = std::move(counterexample);
        out.reason =
            failures ? "evaluating the property may fail in these local states"
                     : "these local states are possible as far as the "
                       "invariant says";
        return false;
      });
  if (!known) {
    out.reason =
        "it tells edges of a port set apart, and there are too many local "
        "states to look at each";
  }
  return good;
}

bool Decider::decide(const Path& path, bool failures, Implication& out) {
  std::set<std::vector<std::uint32_t>> asked;
  premise_possible_ = false;
  port_symmetric_ = shares_ && port_symmetric(instance_, path);
  const bool by_key = single_ != nullptr && port_symmetric_ &&
                      choice_symmetric(instance_, path);
  bool good = true;
  const auto ask = [&](const Choice& choice) {
    if (exhausted()) {
      out.reason = "the limit was reached while it was decided";
      return false;
    }
    // Certain without looking at any state: skip.
    view_.hide_all();
    const PathOutcome blind = evaluate(path, choice, failures);
    if (failures ? !blind.may_fail : blind.certain) {
      premise_possible_ = premise_possible_ || blind.premise_possible;
      return true;
    }
    nodes_of_choice_ = nodes_of(path, choice);
    const auto& read = nodes_of_choice_.nodes;
    if (by_key && nodes_of_choice_.edges.empty()) {
      auto key = choice_key(instance_, *single_, alike_.kind_of, path,
                            choice.values, read);
      if (!asked.insert(std::move(key)).second) return true;
    } else if (choices_.symmetric() && nodes_of_choice_.edges.empty()) {
      auto key = choices_.key(choice, read);
      if (!asked.insert(std::move(key)).second) return true;
    }
    const auto covers = joint_.covers(read);
    return std::any_of(covers.begin(), covers.end(), [&](const auto& nodes) {
      out.counterexample.reset();
      return join(path, choice, failures, nodes, out);
    });
  };
  good = choices_.for_each(path, ask, out.reason);
  if (good && !failures) {
    bool has_premise = false;
    for (const PathLevel& level : path.levels) {
      for (const auto& e : level.escapes) {
        has_premise = has_premise || e.negated;
      }
    }
    out.premise_never_true = has_premise && !premise_possible_;
  }
  return good;
}

bool Decider::never_fails(const Path& path, Implication& out) {
  if (decide(one_member(path), true, out)) return true;
  Implication other;
  // More may be known of a member together with others. Each has to be in one
  // of the sets of so many.
  if (path.copies > 1) {
    Path together = path;
    together.copies = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(path.copies, choices_.fewest_members(path)));
    if (together.copies > 1 && decide(together, true, other)) return true;
  }
  const std::vector<Path> parts = body_parts(instance_, one_member(path));
  return !parts.empty() &&
         std::all_of(parts.begin(), parts.end(),
                     [&](const Path& p) { return never_fails(p, other); });
}

}  // namespace

// What an engine's invariant is to the questions asked of it.
struct Questions::Asked {
  const Instance& instance;
  const SingleInvariant* single;  // null: pairs
  std::unique_ptr<const Joint> joint;
  Alike alike;
  Sharing sharing;
  network::Limit limit;
  const std::vector<LocalStep>& errors;

  Decider decider(const network::Budget& budget) const {
    return {instance, single, *joint, alike, sharing, budget};
  }
  std::vector<Path> paths(std::size_t property) const {
    return property_paths(instance,
                          instance.model->properties[property].formula);
  }
};

Questions::Questions(const Instance& instance, const SingleInvariant& invariant,
                     Sharing sharing)
    : asked_(new Asked{instance, &invariant, std::make_unique<SingleJoint>(),
                       alike_by(instance, invariant), sharing, invariant.limit,
                       invariant.errors}) {}

Questions::Questions(const Instance& instance, const PairInvariant& invariant,
                     Sharing sharing)
    : asked_(new Asked{instance, nullptr,
                       std::make_unique<PairJoint>(invariant),
                       alike_by(instance, invariant), sharing, invariant.limit,
                       invariant.errors}) {}

Questions::~Questions() = default;

namespace {

// The answer, if it is there before a limit is reached.
template <class Ask>
Implication within(const network::Limits& limits, const Ask& ask) {
  const network::Budget budget(limits);
  const network::Polling polling(budget);
  try {
    return ask(budget);
  } catch (const network::LimitReached&) {
    Implication out;
    out.reason = "the limit was reached while it was decided";
    return out;
  }
}

}  // namespace

// Nothing follows from an invariant that is not complete, nor from the pairs of
// a network that has none.
bool Questions::says_nothing(Implication& out) const {
  if (asked_->limit != network::Limit::none) {
    out.reason = "the local invariant is not complete";
  } else if (asked_->single == nullptr &&
             asked_->instance.network.node_count() < 2) {
    out.reason = "there are no two nodes to look at";
  }
  return !out.reason.empty();
}

// In a state where it cannot be evaluated a property does not hold.
Implication Questions::implied(std::size_t property,
                               const network::Limits& limits) const {
  if (network::is_temporal(asked_->instance.model->properties[property])) {
    Implication out;
    out.reason = "it is a temporal property";
    return out;
  }
  Implication out = true_or_failing(property, limits);
  if (!out.proved) return out;
  Implication evaluated = defined(property, limits);
  return evaluated.proved ? out : evaluated;
}

// Whether it is true wherever it can be evaluated.
Implication Questions::true_or_failing(std::size_t property,
                                       const network::Limits& limits) const {
  return within(limits, [&](const network::Budget& budget) {
    Implication out;
    if (says_nothing(out)) return out;
    Decider decider = asked_->decider(budget);
    bool premise_never_true = false;
    for (const Path& path : asked_->paths(property)) {
      out.premise_never_true = false;
      if (!decider.decide(path, false, out)) {
        if (!path.not_local.empty()) out.reason = path.not_local;
        return out;
      }
      premise_never_true = premise_never_true || out.premise_never_true;
    }
    out.premise_never_true = premise_never_true;
    out.counterexample.reset();
    out.proved = true;
    return out;
  });
}

Implication Questions::defined(std::size_t property,
                               const network::Limits& limits) const {
  return within(limits, [&](const network::Budget& budget) {
    Implication out;
    if (says_nothing(out)) return out;
    Decider decider = asked_->decider(budget);
    for (const Path& path : asked_->paths(property)) {
      if (!decider.never_fails(path, out)) return out;
    }
    out.counterexample.reset();
    out.reason.clear();
    out.proved = true;
    return out;
  });
}

Implication Questions::no_model_error(
    std::span<const std::size_t> known_to_hold,
    const network::Limits& limits) const {
  Implication out;
  if (says_nothing(out)) return out;
  if (!asked_->errors.empty()) {
    out.error = asked_->errors.front();
    out.reason = "this local step fails, and the invariant does not exclude it";
    return out;
  }
  const auto& properties = asked_->instance.model->properties;
  for (std::size_t p = 0; p < properties.size(); ++p) {
    const bool known = std::find(known_to_hold.begin(), known_to_hold.end(),
                                 p) != known_to_hold.end();
    if (known || network::is_temporal(properties[p])) continue;
    Implication one = defined(p, limits);
    if (!one.proved) return one;
  }
  out.proved = true;
  return out;
}

}  // namespace vicinal::fixpoint::inline implication
