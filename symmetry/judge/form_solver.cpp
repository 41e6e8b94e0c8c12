// SPDX-License-Identifier: MIT
#include "symmetry/judge/form_solver.hpp"

#include <algorithm>
#include <cmath>

#include "network/base/budget.hpp"

namespace vicinal::symmetry::inline judge {

namespace {

constexpr unsigned most_work = 2'000'000;  // of Z3, for one question

}  // namespace

FormSolver::FormSolver(const Forms& forms, const network::Instance& instance)
    : forms_(forms), instance_(instance), solver_(context_) {
  z3::params p(context_);
  p.set("rlimit", most_work);
  p.set("random_seed", 0U);
  // Z3 would take Ctrl-C for itself, and nobody else would know.
  p.set("ctrl_c", false);
  solver_.set(p);
}

// Within its bounds.
z3::expr FormSolver::slot(std::uint32_t s) {
  const auto at = slots_.find(s);
  if (at != slots_.end()) return at->second;
  const z3::expr e = context_.int_const(("s" + std::to_string(s)).c_str());
  const network::Bounds& bounds = instance_.slots[s];
  solver_.add(e >= context_.int_val(bounds.low) &&
              e <= context_.int_val(bounds.high));
  slots_.emplace(s, e);
  return e;
}

z3::expr FormSolver::number(FormId form) {
  const auto at = known_.find(form);
  if (at != known_.end()) return at->second;
  const z3::expr e = translated(form);
  known_.emplace(form, e);
  return e;
}

// What the slot decides, the last part for what is left.
z3::expr FormSolver::translated_cases(std::uint32_t item,
                                      std::span<const FormId> parts) {
  const auto low =
      forms_.sorts().sorts[forms_.sorts().of_slot[item]].bounds.low;
  z3::expr e = number(parts.back());
  for (std::size_t v = parts.size() - 1; v-- > 0;) {
    const auto value = context_.int_val(low + static_cast<network::Scalar>(v));
    e = ite(slot(item) == value, number(parts[v]), e);
  }
  return e;
}

z3::expr FormSolver::translated(FormId form) {
  const Form& f = forms_[form];
  const auto parts = forms_.children(form);
  const z3::expr one = context_.int_val(1), zero = context_.int_val(0);
  const auto part = [&](std::size_t i) { return number(parts[i]); };
  const auto all = [&](const auto& join) {
    z3::expr e = part(0);
    for (std::size_t i = 1; i < parts.size(); ++i) e = join(e, part(i));
    return e;
  };
  const auto indicator = [&](const z3::expr& e) { return ite(e, one, zero); };
  switch (f.op) {
    case FormOp::number:
    case FormOp::member:
    case FormOp::nothing:
      return context_.int_val(f.value);
    case FormOp::slot:
      return slot(f.item);
    case FormOp::cases:
      return translated_cases(f.item, parts);
    case FormOp::sum:
      return all([](const z3::expr& a, const z3::expr& b) { return a + b; });
    case FormOp::product:
      return all([](const z3::expr& a, const z3::expr& b) { return a * b; });
    case FormOp::difference:
      return part(0) - part(1);
    case FormOp::quotient:
    case FormOp::remainder: {
      // Z3 rounds down, forms to zero.
      const z3::expr a = part(0), b = part(1);
      const z3::expr up = ite(a >= zero, a / b, -((-a) / b));
      const z3::expr result = f.op == FormOp::quotient ? up : a - up * b;
      return ite(b <= zero, zero, result);
    }
    case FormOp::less:
      return indicator(part(0) < part(1));
    case FormOp::equal:
      return indicator(part(0) == part(1));
    case FormOp::negation:
      return one - part(0);
    case FormOp::conjunction:
    case FormOp::disjunction: {
      z3::expr_vector list(context_);
      for (const FormId p : parts) list.push_back(truth(p));
      return indicator(f.op == FormOp::conjunction ? z3::mk_and(list)
                                                   : z3::mk_or(list));
    }
    case FormOp::choice:
      return ite(truth(parts[0]), part(1), part(2));
  }
  throw std::logic_error("FormSolver: a form of no kind");
}

bool FormSolver::implies(FormId given, FormId sure) {
  network::poll_now();
  const double left = network::polled_seconds_left();
  if (std::isfinite(left)) {
    constexpr double most = 1e6;
    z3::params p(context_);
    p.set("timeout", static_cast<unsigned>(std::min(left, most) * 1000) + 1);
    solver_.set(p);
  }
  try {
    z3::expr_vector question(context_);
    question.push_back(truth(given));
    question.push_back(!truth(sure));
    return solver_.check(question) == z3::unsat;
  } catch (const z3::exception&) {
    return false;
  }
}

}  // namespace vicinal::symmetry::inline judge
