// SPDX-License-Identifier: MIT
// An instance as guarded commands over named scalar variables: what writers
// for other tools print, and what the engines that look for symmetry read.
//
//   Model ──elaborate──▶ Instance ──flatten──▶ Guarded ──▶ promela_text
//                                                      ──▶ murphi_text
//                                                      ──▶ symmetry, detection
//
// One step stands for one binding of one action at one node, or of one rule.
// Every quantifier, loop over members, port and index of the model is written
// out; an index that depends on the state is a choice among what it may name.
//
// Nothing here comes from the engines. So another tool's verdict on the text is
// independent of proofs and of plain exploration, which take their steps from
// the model. It is not independent of what reads these commands as well: the
// symmetry of a model and its detection, and with them reduced exploration and
// quotients of temporal checks. Those are held against plain exploration.
// Proofs take initial conditions that couple many variables from here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "network/flat/terms.hpp"

namespace vicinal::flat {

// A scalar of the state.
struct Slot {
  std::string name;  // as in the language: s[0].phase, buffer[1].number
  Bounds bounds;
  bool truth = false;
  network::EnumId enumeration;
  std::optional<Scalar> initial;  // none: chosen at the start
};

// Statements; executed in order, they do not fail by themselves.
struct Command {
  enum class Kind : std::uint8_t {
    assign,    // the slot `target` := value
    remember,  // the temporary `temporary` := value
    branch,    // if condition { body } else { otherwise }
    loop,      // while condition { body }
  } kind = Kind::assign;
  std::uint32_t target = 0;
  TermId temporary;
  TermId value;
  TermId condition;
  std::vector<Command> body, otherwise;
};

// If `guard` holds, `body` is executed. If `failed` is valid, it is a truth
// temporary that the body sets, and when it is true at the end, the step was a
// model error: it leads nowhere. Then `written` has what the body may have
// changed before.
struct Step {
  std::string name;             // s[0].want, grant(c = client[2])
  network::NodeId actor;        // none: a rule
  std::uint32_t action = 0;     // number in the process, or of the rule
  std::vector<Scalar> binding;  // of its binders, in order
  TermId guard;
  std::vector<Command> body;
  TermId failed;
  std::vector<std::uint32_t> written;
  std::uint32_t numbers = 0;  // temporaries, numbers and truth values
  std::uint32_t truths = 0;
};

struct Judged {
  std::string name;
  TermId holds;  // undefined where it fails
  TermId fails;
};

struct Guarded {
  const network::Instance* instance = nullptr;
  Terms terms;
  std::vector<Slot> slots;
  // The initial condition, over the slots without an initial value; `starts`
  // is how many valuations these have.
  TermId initial;
  std::uint64_t starts = 1;
  std::vector<Step> steps;
  // Some guard, priority or domain of a binder fails.
  TermId problem;
  TermId enabled;  // some step is: no state of a deadlock
  // An `int` may leave 64 bits, which is a limit, and no error.
  bool may_reach_limit = false;
  std::vector<Judged> properties;  // invariants and assertions
  // Of the first of these, if they are wanted: of `forall ...: premise =>
  // conclusion` that some choice of variables makes the premise true, or cannot
  // be evaluated. None: it has no premise.
  std::vector<TermId> premises;
  // Formulas of linear temporal logic, in the syntax of Spin, over conditions
  // that never fail: {0} is the first of `atoms`. Whoever flattens adds them.
  struct Claim {
    std::string name, formula;
  };
  std::vector<Claim> claims;
  std::vector<Judged> atoms;
};

// Properties by index into Model::properties. What cannot be said is a
// diagnostic: V0706 for values beyond 32 bits, V0707 for what is too long when
// it is written out, V0508 if no initial state can be.
std::optional<Guarded> flatten(const network::Instance& instance,
                               const std::vector<std::size_t>& properties,
                               network::Diagnostics& diagnostics);

// The same for who looks at the terms, and prints nothing: there may be any
// number of valuations to begin with, and none. Premises are wanted of as many
// of the first properties. None: why not, in words. Detection asks for narrow
// numbers, forms are of whole ones.
std::optional<Guarded> flatten(const network::Instance& instance,
                               const std::vector<std::size_t>& properties,
                               std::size_t premises, Width width,
                               std::string& why_not);

// Parts of the initial condition as terms over the slots without an initial
// value, of any size, for who asks a solver.
class StartTerms {
 public:
  // Must outlive it.
  explicit StartTerms(const network::Instance& instance);

  // Whether a part is true and does not fail; `frame`: the values of its bound
  // variables, as many as Model::frame. Throws Refusal.
  TermId holds(network::ExprId formula, std::span<const Scalar> frame);
  const Terms& terms() const { return out_.terms; }

 private:
  const network::Instance& instance_;
  Guarded out_;
};

// The most valuations that the initial condition is tried on.
inline constexpr std::uint64_t most_starts = std::uint64_t{1} << 22;

}  // namespace vicinal::flat
