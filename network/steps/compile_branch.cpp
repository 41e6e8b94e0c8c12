// SPDX-License-Identifier: MIT
// Truth values as jumps. Parts are looked at from left to right until the value
// is known; members of a quantifier likewise, if looking at them cannot fail
// (otherwise every member is looked at, see `quantifier`).
#include <algorithm>

#include "network/steps/compile_impl.hpp"

namespace vicinal::network::inline steps {

Compilation::Flow Compilation::always(Label& label, bool jumps) {
  if (!jumps) return Flow::falls;
  jump(Opcode::jump, label);
  return Flow::jumps;
}

std::vector<Compilation::SignedPart> Compilation::parts_of(
    const Expr& e, bool positive) const {
  std::vector<SignedPart> parts;
  for (std::uint32_t i = 0; i < e.children.size(); ++i) {
    const bool premise = e.op == Op::implies && i == 0;
    parts.push_back({model_.child(e, i), premise ? !positive : positive});
  }
  return parts;
}

// Jumps if e == sense.
Compilation::Flow Compilation::branch(ExprId id, Label& label, bool sense) {
  const Expr& e = model_[id];
  switch (e.op) {
    case Op::logical_not:
      return branch(model_.child(e, 0), label, !sense);
    case Op::logical_or:
    case Op::implies:
      return any(parts_of(e, true), label, sense);
    case Op::logical_and:
      return any(parts_of(e, false), label, !sense);
    case Op::if_then_else:
      return choice(e, label, sense);
    case Op::forall:
    case Op::exists:
      if (!can_fail_(id)) return all_members(e, label, sense);
      break;
    case Op::equal:
    case Op::not_equal:
      if (aggregate(model_[model_.child(e, 0)].type)) break;
      return compare(e, label, sense);
    case Op::less:
    case Op::less_equal:
    case Op::greater:
    case Op::greater_equal:
      return compare(e, label, sense);
    case Op::enabled:
      return some_enabled(label, sense);
    default:
      break;
  }
  const Operand v = scalar(id);
  if (v.constant) return always(label, (v.value != 0) == sense);
  jump(sense ? Opcode::jump_if : Opcode::jump_unless, label, v.at);
  return Flow::open;
}

// Jumps if (some part is as it should be) == sense.
Compilation::Flow Compilation::any(const std::vector<SignedPart>& parts,
                                   Label& label, bool sense) {
  Label out;
  Label& found = sense ? label : out;
  bool none = true;  // so far, surely
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const bool last = i + 1 == parts.size();
    const SignedPart& p = parts[i];
    const Flow f = last && !sense ? branch(p.e, label, !p.positive)
                                  : branch(p.e, found, p.positive);
    if (last && !sense) {
      bind(out);
      return none || f == Flow::falls ? f : Flow::open;
    }
    if (f == Flow::jumps) {
      bind(out);
      if (!sense) return Flow::falls;
      return none ? Flow::jumps : Flow::open;
    }
    none = none && f == Flow::falls;
  }
  return none ? Flow::falls : Flow::open;
}

Compilation::Flow Compilation::choice(const Expr& e, Label& label, bool sense) {
  Label otherwise;
  Label out;
  const Flow f = branch(model_.child(e, 0), otherwise, false);
  if (f == Flow::falls) return branch(model_.child(e, 1), label, sense);
  if (f == Flow::open) {
    branch(model_.child(e, 1), label, sense);
    jump(Opcode::jump, out);
  }
  bind(otherwise);
  const Flow g = branch(model_.child(e, 2), label, sense);
  bind(out);
  return f == Flow::jumps ? g : Flow::open;
}

Compilation::Flow Compilation::compare(const Expr& e, Label& label,
                                       bool sense) {
  Operand a = scalar(model_.child(e, 0));
  Operand b = scalar(model_.child(e, 1));
  if (e.op == Op::equal || e.op == Op::not_equal) {
    const bool jump_if_equal = (e.op == Op::equal) == sense;
    if (a.constant && b.constant) {
      return always(label, (a.value == b.value) == jump_if_equal);
    }
    jump(jump_if_equal ? Opcode::jump_equal : Opcode::jump_not_equal, label,
         at(a), at(b));
    return Flow::open;
  }
  if (e.op == Op::greater || e.op == Op::greater_equal) std::swap(a, b);
  bool strict = e.op == Op::less || e.op == Op::greater;
  if (!sense) {
    std::swap(a, b);
    strict = !strict;
  }
  if (a.constant && b.constant) {
    return always(label, strict ? a.value < b.value : a.value <= b.value);
  }
  jump(strict ? Opcode::jump_less : Opcode::jump_less_equal, label, at(a),
       at(b));
  return Flow::open;
}

// Jumps if (all hold, some holds) == sense, where nothing can fail.
Compilation::Flow Compilation::all_members(const Expr& e, Label& label,
                                           bool sense) {
  const ExprId body = model_.child(e, e.children.size() - 1);
  const bool decides = e.op == Op::exists;  // a member that is so
  if (decides == sense) {
    choose(e.binders, [&] { branch(body, label, decides); });
    return Flow::open;
  }
  Label out;
  choose(e.binders, [&] { branch(body, out, decides); });
  jump(Opcode::jump, label);
  bind(out);
  return Flow::open;
}

// Where evaluating a guard fails its binding is not enabled; the program then
// fails as a whole, and the interpreter has to tell.
Compilation::Flow Compilation::some_enabled(Label& label, bool sense) {
  if (in_enabled_) throw Refused{};
  in_enabled_ = true;
  Label out;
  const std::vector<Operand> frame = frame_;
  const NodeId self = self_;
  const auto look = [&](const std::vector<Action>& actions) {
    for (const Action& action : actions) {
      choose(action.binders, [&] {
        Label next;
        if (guard(action, next)) {
          if (action.priority.valid()) scalar(action.priority);
          jump(Opcode::jump, sense ? label : out);
        }
        bind(next);
      });
    }
  };
  for (std::size_t n = 0; n < instance_.family_of.size(); ++n) {
    self_ = NodeId(n);
    look(instance_.process(self_).actions);
  }
  self_ = NodeId::none();
  look(model_.rules);
  self_ = self;
  frame_ = frame;
  in_enabled_ = false;
  if (!sense) jump(Opcode::jump, label);
  bind(out);
  return Flow::open;
}

}  // namespace vicinal::network::inline steps
