// SPDX-License-Identifier: MIT
// Splits the initial condition: conjunctions into parts, universal quantifiers
// into one part per member. A conjunction holds without an error exactly if
// all its parts do, so that nothing changes.
#include <algorithm>

#include "fixpoint/initial/initial.hpp"
#include "fixpoint/views/footprint.hpp"
#include "network/base/budget.hpp"

namespace vicinal::fixpoint::inline initial {

using network::Binder;
using network::Context;
using network::Expr;
using network::ExprId;
using network::Instance;
using network::Op;
using network::Scalar;

namespace {

class Splitter {
 public:
  Splitter(const Instance& instance, std::size_t limit,
           std::vector<Constraint>& out)
      : instance_(instance),
        limit_(limit),
        out_(out),
        evaluator_(instance),
        footprint_(instance),
        frame_(instance.model->frame) {}

  bool split(ExprId id) {
    const network::Model& model = *instance_.model;
    const Expr& e = model[id];
    if (e.op == Op::logical_and) {
      for (std::uint32_t i = 0; i < e.children.size(); ++i) {
        if (!split(model.child(e, i))) return false;
      }
      return true;
    }
    if (e.op == Op::forall && fixed_domains(e)) {
      return members(e, e.binders.begin);
    }
    return emit(id);
  }

 private:
  bool fixed_domains(const Expr& e) {
    for (std::uint32_t b = e.binders.begin; b < e.binders.end; ++b) {
      const Binder& binder = instance_.model->binders[b];
      for (const ExprId part : {binder.low, binder.high, binder.node}) {
        if (part.valid() && footprint_.reads_state(part)) return false;
      }
    }
    return true;
  }

  bool members(const Expr& e, std::uint32_t at) {
    if (at == e.binders.end) {
      return split(instance_.model->child(e, e.children.size() - 1));
    }
    const Binder& binder = instance_.model->binders[at];
    const Context context{{}, network::NodeId::none(), frame_.data()};
    network::Domain domain;
    try {
      domain = domain_of(binder, evaluator_, context);
    } catch (const network::ModelError&) {
      return emit(ExprId::none());
    }
    for (Scalar i = domain.begin; i < domain.end; ++i) {
      network::poll();
      frame_[binder.slot] =
          domain.use_list ? domain.listed[static_cast<std::size_t>(i)] : i;
      if (!members(e, at + 1)) return false;
    }
    return true;
  }

  // A part with an invalid formula holds nowhere.
  bool emit(ExprId id) {
    if (out_.size() >= limit_) return false;
    Constraint constraint;
    constraint.formula = id;
    constraint.frame = frame_;
    if (id.valid()) {
      footprint_.read(id, frame_, constraint.slots);
      std::erase_if(constraint.slots, [&](std::uint32_t s) {
        return instance_.initial[s].has_value();
      });
    }
    out_.push_back(std::move(constraint));
    return true;
  }

  const Instance& instance_;
  std::size_t limit_;
  std::vector<Constraint>& out_;
  network::Evaluator evaluator_;
  Footprint footprint_;
  std::vector<Scalar> frame_;
};

}  // namespace

bool initial_constraints(const Instance& instance, std::size_t limit,
                         std::vector<Constraint>& out) {
  Splitter splitter(instance, limit, out);
  for (const ExprId init : instance.model->inits) {
    if (!splitter.split(init)) return false;
  }
  return true;
}

}  // namespace vicinal::fixpoint::inline initial
