// SPDX-License-Identifier: MIT
// Each free slot is an integer constant within its bounds. A constraint is the
// flat term that it holds and does not fail, and that a term for Z3. All-SAT: a
// model gives a row, and the row is forbidden.
#include "fixpoint/initial/initial_solver.hpp"

#include <z3++.h>

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <stdexcept>

#include "network/base/budget.hpp"
#include "network/flat/guarded.hpp"
#include "network/language/questions.hpp"

namespace vicinal::fixpoint::inline initial {

using flat::Term;
using flat::TermId;
using flat::TermOp;
using network::Instance;
using network::Scalar;

namespace {

// Terms for Z3, equal ones once: truth values as Bool, numbers as Int.
class Translator {
 public:
  Translator(z3::context& z3, const flat::Terms& terms,
             std::span<const Scalar> state,
             const std::map<std::uint32_t, z3::expr>& variables)
      : z3_(z3), terms_(terms), state_(state), variables_(variables) {}

  // Children are older than what they are parts of: in their order, each comes
  // when it has all of its parts.
  z3::expr translate(TermId id) {
    std::set<TermId> wanted;
    std::vector<TermId> open{id};
    while (!open.empty()) {
      network::poll();
      const TermId next = open.back();
      open.pop_back();
      if (known_.contains(next) || !wanted.insert(next).second) continue;
      const Term& t = terms_[next];
      for (std::size_t i = 0; i < t.children.size(); ++i) {
        open.push_back(terms_.child(t, i));
      }
    }
    for (const TermId next : wanted) {
      network::poll();
      known_.emplace(next, joined(terms_[next]));
    }
    return known_.at(id);
  }

 private:
  z3::expr number(Scalar v) { return z3_.int_val(v); }
  const z3::expr& part(const Term& t, std::size_t i) const {
    return known_.at(terms_.child(t, i));
  }
  z3::expr_vector parts(const Term& t) {
    z3::expr_vector all(z3_);
    for (std::size_t i = 0; i < t.children.size(); ++i) {
      all.push_back(part(t, i));
    }
    return all;
  }

  z3::expr joined(const Term& t) {
    switch (t.op) {
      case TermOp::constant:
        return t.truth ? z3_.bool_val(t.value != 0) : number(t.value);
      case TermOp::slot:
        return slot(static_cast<std::uint32_t>(t.value), t.truth);
      case TermOp::add:
        return z3::sum(parts(t));
      case TermOp::subtract:
        return part(t, 0) - part(t, 1);
      case TermOp::multiply:
        return part(t, 0) * part(t, 1);
      // Euclidean, as Z3's are.
      case TermOp::quotient:
        return part(t, 0) / part(t, 1);
      case TermOp::remainder:
        return z3::mod(part(t, 0), part(t, 1));
      case TermOp::less:
        return part(t, 0) < part(t, 1);
      case TermOp::equal:
        return part(t, 0) == part(t, 1);
      case TermOp::logical_not:
        return !part(t, 0);
      case TermOp::logical_and:
        return z3::mk_and(parts(t));
      case TermOp::logical_or:
        return z3::mk_or(parts(t));
      case TermOp::choose:
        return z3::ite(part(t, 0), part(t, 1), part(t, 2));
      case TermOp::temporary:
        break;
    }
    throw std::logic_error("InitialSolver: a temporary is no function");
  }

  z3::expr slot(std::uint32_t s, bool truth) {
    const auto it = variables_.find(s);
    if (it == variables_.end()) {
      return truth ? z3_.bool_val(state_[s] != 0) : number(state_[s]);
    }
    return truth ? it->second == 1 : it->second;
  }

  z3::context& z3_;
  const flat::Terms& terms_;
  std::span<const Scalar> state_;
  const std::map<std::uint32_t, z3::expr>& variables_;
  std::map<TermId, z3::expr> known_;
};

// Whether a range in it depends on the state. Such conditions hold of so many
// rows that listing them one by one would take minutes.
network::Answers open_ranges(const network::Model& model) {
  return {model, [&model](const network::Expr& e) {
            for (std::uint32_t b = e.binders.begin; b < e.binders.end; ++b) {
              const network::Binder& binder = model.binders[b];
              for (const auto part : {binder.low, binder.high, binder.node}) {
                if (part.valid() && network::reads_state(model, part)) {
                  return true;
                }
              }
            }
            return false;
          }};
}

}  // namespace

struct InitialSolver::Impl {
  z3::context z3;
  z3::solver solver{z3};
  std::map<std::uint32_t, z3::expr> variables;
  bool translated = true;

  Impl() {
    // Z3 would take Ctrl-C for itself, and nobody else would know.
    z3::params params(z3);
    params.set("ctrl_c", false);
    solver.set(params);
  }
};

InitialSolver::InitialSolver(const Instance& instance,
                             std::span<const std::uint32_t> slots,
                             std::span<const Constraint* const> constraints,
                             std::span<const Scalar> state)
    : impl_(std::make_unique<Impl>()) {
  Impl& impl = *impl_;
  try {
    for (const std::uint32_t s : slots) {
      z3::expr v = impl.z3.int_const(("x" + std::to_string(s)).c_str());
      const network::Bounds& b = instance.slots[s];
      impl.solver.add(v >= impl.z3.int_val(b.low) &&
                      v <= impl.z3.int_val(b.high));
      impl.variables.emplace(s, v);
    }
    flat::StartTerms starts(instance);
    Translator translator(impl.z3, starts.terms(), state, impl.variables);
    auto open = open_ranges(*instance.model);
    for (const Constraint* c : constraints) {
      if (c->formula.valid() && open(c->formula)) impl.translated = false;
      if (!impl.translated) return;
      impl.solver.add(c->formula.valid() ? translator.translate(starts.holds(
                                               c->formula, c->frame))
                                         : impl.z3.bool_val(false));
    }
  } catch (const flat::Refusal&) {
    impl.translated = false;
  } catch (const z3::exception&) {
    impl.translated = false;
  }
}

InitialSolver::~InitialSolver() = default;

namespace {

// What is asserted while it lives is forgotten, however it ends.
class Frame {
 public:
  explicit Frame(z3::solver& solver) : solver_(solver) { solver_.push(); }
  ~Frame() {
    try {
      solver_.pop();
    } catch (const z3::exception&) {
    }
  }
  Frame(const Frame&) = delete;
  Frame& operator=(const Frame&) = delete;

 private:
  z3::solver& solver_;
};

// Asks, no longer than there is time. Setting a parameter takes Z3 longer than
// a question does: what is left of the time is told it now and then.
class Timed {
 public:
  Timed(z3::solver& solver, double seconds)
      : solver_(solver), seconds_(seconds) {}

  z3::check_result check() {
    network::poll_now();
    constexpr double late = 0.2;
    const double most = std::min(seconds_, network::polled_seconds_left());
    if (most < told_ - late) {
      z3::params params(solver_.ctx());
      params.set("timeout", static_cast<unsigned>(most * 1000) + 1);
      solver_.set(params);
      told_ = most;
    }
    return solver_.check();
  }

 private:
  z3::solver& solver_;
  double seconds_;
  double told_ = std::numeric_limits<double>::infinity();
};

}  // namespace

std::optional<std::vector<Scalar>> InitialSolver::project(
    std::span<const std::uint32_t> onto, std::size_t limit, double seconds) {
  Impl& impl = *impl_;
  if (!impl.translated) return std::nullopt;
  std::vector<std::vector<Scalar>> rows;
  try {
    const Frame frame(impl.solver);
    Timed timed(impl.solver, seconds > 0 ? std::min(seconds, 1e6) : 60);
    while (true) {
      const z3::check_result answer = timed.check();
      if (answer == z3::unsat) break;
      if (answer != z3::sat || rows.size() >= std::max<std::size_t>(1, limit)) {
        return std::nullopt;
      }
      const z3::model model = impl.solver.get_model();
      std::vector<Scalar> row;
      z3::expr different = impl.z3.bool_val(false);
      for (const std::uint32_t s : onto) {
        const z3::expr& v = impl.variables.at(s);
        const z3::expr value = model.eval(v, true);
        row.push_back(value.get_numeral_int64());
        different = different || v != value;
      }
      rows.push_back(std::move(row));
      if (onto.empty()) break;
      impl.solver.add(different);
    }
  } catch (const z3::exception&) {
    return std::nullopt;
  }
  std::sort(rows.begin(), rows.end());
  // A satisfiable question about no slot has one row without values, which a
  // flat list cannot hold: one scalar stands for it.
  if (onto.empty() && !rows.empty()) return std::vector<Scalar>{0};
  std::vector<Scalar> flat;
  for (const auto& row : rows) flat.insert(flat.end(), row.begin(), row.end());
  return flat;
}

}  // namespace vicinal::fixpoint::inline initial
