// SPDX-License-Identifier: MIT
// Only what is true of every state that satisfies the condition is taken: of a
// conjunction each part, of a quantifier the body for each binding. An error of
// evaluating ends it, since what was taken before is true all the same.
#include "explore/search/given_values.hpp"

#include "network/base/budget.hpp"
#include "network/language/questions.hpp"
#include "network/language/walk.hpp"
#include "network/semantics/bindings.hpp"
#include "network/semantics/evaluator.hpp"

namespace vicinal::explore::inline search {

using network::Expr;
using network::ExprId;
using network::Op;
using network::Scalar;
using network::TypeKind;

namespace {

class Giver {
 public:
  Giver(const network::Instance& instance, std::span<Scalar> state,
        std::span<std::uint8_t> known)
      : instance_(instance),
        model_(*instance.model),
        state_(state),
        known_(known),
        evaluator_(instance),
        frame_(instance.model->frame) {
    context_.valuation = network::whole(instance, state.data());
    context_.frame = frame_.data();
  }

  bool run() {
    for (const ExprId init : model_.inits) {
      try {
        take(init);
      } catch (const network::ModelError&) {
        continue;  // what the search makes of it
      }
      if (contradiction_) return false;
    }
    return true;
  }

 private:
  bool closed(ExprId e) const { return !network::reads_state(model_, e); }

  // Whether which place it is depends on no state.
  bool closed_place(ExprId id) const {
    const Expr& e = model_[id];
    std::size_t first = 0;
    if (e.op == Op::field || e.op == Op::element) {
      if (!closed_place(model_.child(e, 0))) return false;
      first = 1;
    } else if (e.op != Op::variable && e.op != Op::edge_value &&
               e.op != Op::shared) {
      return false;
    }
    for (std::size_t c = first; c < e.children.size(); ++c) {
      if (!closed(model_.child(e, c))) return false;
    }
    return true;
  }

  // Of values that are what is stored: references and queues are not.
  bool plain(ExprId e) const {
    const TypeKind kind = model_[model_[e].type].kind;
    return kind == TypeKind::boolean || kind == TypeKind::range ||
           kind == TypeKind::integer || kind == TypeKind::enumeration;
  }

  void take(ExprId id) {
    network::poll();
    if (contradiction_) return;
    const Expr& e = model_[id];
    if (e.op == Op::logical_and) {
      for (std::size_t c = 0; c < e.children.size(); ++c) {
        take(model_.child(e, c));
      }
    } else if (e.op == Op::forall) {
      const bool open = network::any_range(
          model_, e.binders, [this](ExprId part) { return !closed(part); });
      if (open) return;
      network::Bindings bindings(e.binders, evaluator_, context_);
      while (!contradiction_ && bindings.next()) take(model_.child(e, 0));
    } else if (e.op == Op::implies) {
      const ExprId premise = model_.child(e, 0);
      if (closed(premise) && evaluator_.holds(premise, context_)) {
        take(model_.child(e, 1));
      }
    } else if (e.op == Op::logical_not) {
      give(model_.child(e, 0), 0);
    } else if (e.op == Op::equal) {
      equal(model_.child(e, 0), model_.child(e, 1));
    } else {
      give(id, 1);
    }
  }

  void equal(ExprId a, ExprId b) {
    if (closed(a)) std::swap(a, b);
    if (!closed(b) || !closed_place(a) || !plain(a) || !plain(b)) return;
    give(a, evaluator_.scalar(b, context_));
  }

  void give(ExprId place, Scalar value) {
    if (!closed_place(place) || !plain(place)) return;
    const std::uint32_t slot = evaluator_.locate(place, context_);
    const network::Bounds& b = instance_.slots[slot];
    contradiction_ = value < b.low || value > b.high ||
                     (known_[slot] != 0 && state_[slot] != value);
    state_[slot] = value;
    known_[slot] = 1;
  }

  const network::Instance& instance_;
  const network::Model& model_;
  std::span<Scalar> state_;
  std::span<std::uint8_t> known_;
  network::Evaluator evaluator_;
  std::vector<Scalar> frame_;
  network::Context context_;
  bool contradiction_ = false;
};

}  // namespace

bool give_values(const network::Instance& instance, std::span<Scalar> state,
                 std::span<std::uint8_t> known) {
  return Giver(instance, state, known).run();
}

}  // namespace vicinal::explore::inline search
