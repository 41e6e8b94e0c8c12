// SPDX-License-Identifier: MIT
// Temporal properties of an instance (GQ).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "decide/question/opened.hpp"
#include "explore/quotients/unfolded.hpp"
#include "explore/temporal/checker.hpp"
#include "symmetry/written/given_group.hpp"

namespace vicinal::decide::inline instances {

// The structure that formulas are checked on.
enum class CheckMethod : std::uint8_t {
  plain,      // all states
  qs,         // one state of each orbit (GQ 2)
  aqs,        // orbits without priorities, which the formula looks at (GQ 3.3)
  gqs,        // orbits without priorities, which edges look at (GQ 3.1)
  local,      // what single nodes see of runs (local_checking.hpp)
  automatic,  // what pays
};
// "plain", "qs", "aqs", "gqs", "local", "auto"
std::string_view text(CheckMethod method);
std::optional<CheckMethod> check_method_of(std::string_view text);

struct Checking {
  std::vector<std::size_t> properties;  // temporal ones, by index
  CheckMethod method = CheckMethod::automatic;
  explore::Paths paths = explore::Paths::fair;
  // Check parts of a formula that are settled by themselves one by one, each on
  // what respects its atoms (GQ 4.1).
  bool decompose = true;
  // Check parts that the symmetry of the model maps to each other once (GQ 4);
  // not with `plain`.
  bool once = true;
  // Take formulas within a formula as atoms, where that leaves more symmetry
  // (GQ 4.2).
  bool track = true;
  // Of `local`: look at each node by itself, not at representatives.
  bool unreduced = false;
  // How the symmetry of orbits (QS) is found. None: by exchanges, and where
  // states are many in both ways, the larger group.
  std::optional<symmetry::Way> group;
  // A group from a file in its place: formulas use what of it leaves their
  // atoms as they are.
  std::optional<NamedText> given;
  // Unfold the guarded annotated quotient, if that is what is used, to be
  // looked at.
  bool unfold = false;
  // Work is the states of each structure that formulas are checked on.
  network::Limits limits;
};

// More states, or nodes, of a structure are not unfolded.
inline constexpr std::size_t most_unfolded = 400;

// A part of a property that has to hold by itself.
struct CheckedPart {
  explore::FormulaId formula;
  std::size_t graph = 0;  // that it was checked on; SIZE_MAX: on none
  network::Verdict verdict = network::Verdict::unknown;
  std::optional<explore::Explanation> why;
  // Of one that was not checked: the part that symmetry makes it of. Then
  // `why` is empty, and of a violation that of another part of the property.
  struct Same {
    std::size_t property = 0, part = 0;  // in the report
  };
  std::optional<Same> same_as;
  // Of `local`: the node that the part is about, if there is one; why it is
  // not proved; and what is not excluded, as the representative of that node
  // sees it: states are rows of its view.
  network::NodeId node, view;
  std::string reason;
  std::optional<explore::Explanation> blocked;
};

struct Checked {
  std::size_t property = 0;
  network::Verdict verdict = network::Verdict::unknown;
  std::string reason;  // of `unknown`
  std::vector<CheckedPart> parts;
  // Of a violation: of a part that does not hold.
  const explore::Explanation* why() const;
};

// A structure that parts were checked on.
struct CheckGraph {
  std::uint64_t nodes = 0;
  std::uint64_t pairs = 0;  // with states of automata
  // Nodes that may change places, by sets; of `local` those that one stands
  // for.
  std::vector<std::vector<network::NodeId>> alike;
  std::string order = "1";   // of the group whose orbits its nodes are, decimal
  explore::FormulaId inner;  // of one within a tracked formula: it
  // What it was before nodes that are alike were taken together; see
  // CheckReport::Unfolded.
  std::optional<explore::Unwound> unwound;
};

struct CheckReport {
  CheckMethod method = CheckMethod::plain;  // that was used
  std::string why;                          // it was, in words
  explore::Paths paths = explore::Paths::fair;
  explore::Formulas formulas;  // that explanations speak of
  std::vector<explore::Atom> atoms;
  std::vector<Checked> properties;
  std::vector<CheckGraph> graphs;
  std::vector<explore::FormulaId> tracked;
  // Actions whose priorities, and whose guards, are asked of edges.
  std::vector<std::string> guarded, relaxed;
  // Representatives, and pairs of nodes with states of automata (GQ Table II:
  // R-nodes, P-nodes), of all properties together.
  std::uint64_t r_nodes = 0, p_nodes = 0;
  // If that was asked for, and the method is gqs. What is not there has too
  // many states, as structures without `unwound` have too many nodes.
  struct Unfolded {
    std::vector<network::NodeId> processes;  // by number, in labels and places
    std::optional<explore::WholeGraph> whole;
    std::optional<explore::AnnotatedQuotient> quotient;
  };
  std::optional<Unfolded> unfolded;
  // A run to the first error that was met: then no property is proved.
  std::optional<network::Trace> error;
  network::Limit limit = network::Limit::none;
};

// The path that a reader follows first: from the initial state. Null: there is
// none to follow.
const explore::Explanation* first_path(const explore::Explanation& why);

// Checks temporal properties of the instance of a model without errors. None:
// there is a diagnostic (no initial state, a constant without a value).
std::optional<CheckReport> check_instance(Opened& opened,
                                          const Checking& checking);
// The same of any instance; nothing is asked of constants. The generators are
// those of `given`, which were judged.
std::optional<CheckReport> check_instance(
    const network::Instance& instance, const Checking& checking,
    network::Diagnostics& diagnostics,
    const std::vector<symmetry::WrittenGenerator>* given = nullptr);

}  // namespace vicinal::decide::inline instances
