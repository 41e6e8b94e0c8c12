// SPDX-License-Identifier: MIT
// Recognises cardinalities.
#include "fixpoint/initial/initial_groups.hpp"

#include <algorithm>

#include "fixpoint/views/footprint.hpp"
#include "network/base/budget.hpp"

namespace vicinal::fixpoint::inline initial {

using network::Binder;
using network::Context;
using network::Expr;
using network::ExprId;
using network::Instance;
using network::ModelError;
using network::Op;
using network::Scalar;

namespace {

class Recogniser {
 public:
  Recogniser(const Instance& instance, const Constraint& constraint)
      : instance_(instance),
        evaluator_(instance),
        footprint_(instance),
        frame_(constraint.frame) {}

  std::optional<Cardinality> run(ExprId id) {
    const network::Model& model = *instance_.model;
    const Expr& e = model[id];
    switch (e.op) {
      case Op::exactly:
      case Op::atmost:
        return bounded(e, model.child(e, 0), e.op, false);
      case Op::exists:
        result_.low = 1;
        result_.high = INT64_MAX;
        return collect(e);
      case Op::equal:
      case Op::less:
      case Op::less_equal:
      case Op::greater:
      case Op::greater_equal: {
        const ExprId a = model.child(e, 0);
        const ExprId b = model.child(e, 1);
        if (model[a].op == Op::count) return bounded(model[a], b, e.op, false);
        if (model[b].op == Op::count) return bounded(model[b], a, e.op, true);
        return std::nullopt;
      }
      default:
        return std::nullopt;
    }
  }

 private:
  Context context() { return {{}, network::NodeId::none(), frame_.data()}; }

  // count op k, or k op count if `flipped`.
  std::optional<Cardinality> bounded(const Expr& e, ExprId k, Op op,
                                     bool flipped) {
    if (footprint_.reads_state(k)) return std::nullopt;
    Scalar bound = 0;
    try {
      bound = evaluator_.scalar(k, context());
    } catch (const ModelError&) {
      result_.fails = true;
      return result_;
    }
    if (flipped) {
      op = op == Op::less            ? Op::greater
           : op == Op::less_equal    ? Op::greater_equal
           : op == Op::greater       ? Op::less
           : op == Op::greater_equal ? Op::less_equal
                                     : op;
    }
    // Counts lie far within 64 bits: the ends below cannot wrap.
    const Scalar most = INT64_MAX;
    bound = std::clamp<Scalar>(bound, -2, most - 1);
    result_.low = 0;
    result_.high = most;
    if (op == Op::exactly || op == Op::equal || op == Op::greater_equal) {
      result_.low = bound;
    }
    if (op == Op::greater) result_.low = bound + 1;
    if (op == Op::exactly || op == Op::equal || op == Op::atmost ||
        op == Op::less_equal) {
      result_.high = bound;
    }
    if (op == Op::less) result_.high = bound - 1;
    return collect(e);
  }

  std::optional<Cardinality> collect(const Expr& e) {
    result_.body = instance_.model->child(e, e.children.size() - 1);
    return members(e, e.binders.begin) ? std::optional(std::move(result_))
                                       : std::nullopt;
  }

  bool members(const Expr& e, std::uint32_t at) {
    if (at == e.binders.end) {
      result_.frames.push_back(frame_);
      auto& slots = result_.slots.emplace_back();
      footprint_.read(result_.body, frame_, slots);
      std::erase_if(slots, [&](std::uint32_t s) {
        return instance_.initial[s].has_value();
      });
      return true;
    }
    const Binder& binder = instance_.model->binders[at];
    for (const ExprId part : {binder.low, binder.high, binder.node}) {
      if (part.valid() && footprint_.reads_state(part)) return false;
    }
    network::Domain domain;
    try {
      domain = domain_of(binder, evaluator_, context());
    } catch (const ModelError&) {
      result_.fails = true;
      return true;
    }
    for (Scalar i = domain.begin; i < domain.end; ++i) {
      network::poll();
      frame_[binder.slot] =
          domain.use_list ? domain.listed[static_cast<std::size_t>(i)] : i;
      if (!members(e, at + 1)) return false;
    }
    return true;
  }

  const Instance& instance_;
  network::Evaluator evaluator_;
  Footprint footprint_;
  std::vector<Scalar> frame_;
  Cardinality result_;
};

}  // namespace

std::optional<Cardinality> as_cardinality(const Instance& instance,
                                          const Constraint& constraint) {
  if (!constraint.formula.valid()) return std::nullopt;
  return Recogniser(instance, constraint).run(constraint.formula);
}

Projection::Member member_of(const Group& group,
                             const std::vector<std::uint32_t>& columns,
                             const std::vector<std::uint32_t>& slots,
                             const std::vector<std::size_t>& at) {
  Projection::Member out;
  std::vector<std::size_t> offsets;
  for (const std::size_t i : at) {
    out.columns.push_back(columns[i]);
    const auto it =
        std::lower_bound(group.slots.begin(), group.slots.end(), slots[i]);
    offsets.push_back(static_cast<std::size_t>(it - group.slots.begin()));
  }
  for (std::size_t r = 0; r < group.size(); ++r) {
    Projection::Choice choice{{}, group.counts[r]};
    for (const std::size_t offset : offsets) {
      choice.values.push_back(group.rows[r * group.slots.size() + offset]);
    }
    out.choices.push_back(std::move(choice));
  }
  return out;
}

bool free_member(const Instance& instance, std::uint32_t column,
                 std::uint32_t slot, Projection::Member& out) {
  out.columns = {column};
  if (instance.initial[slot]) {
    out.choices.push_back({{*instance.initial[slot]}, 0});
    return true;
  }
  const network::Bounds& b = instance.slots[slot];
  const std::uint64_t span =
      static_cast<std::uint64_t>(b.high) - static_cast<std::uint64_t>(b.low);
  if (span > 10'000'000) return false;
  for (std::uint64_t v = 0; v <= span; ++v) {
    network::poll(4);  // each takes memory of its own
    out.choices.push_back({{b.low + static_cast<Scalar>(v)}, 0});
  }
  return true;
}

}  // namespace vicinal::fixpoint::inline initial
