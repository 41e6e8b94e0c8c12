// SPDX-License-Identifier: MIT
// Z3, by its C++ interface: an exception for whatever is wrong with a text,
// and one answer for each question.
#include <z3++.h>

#include <algorithm>
#include <span>

#include "fixpoint/obligations/obligations.hpp"
#include "fixpoint/obligations/reader.hpp"

namespace vicinal::obligations {

namespace {

void prepare(z3::solver& solver, std::uint64_t effort, bool quick) {
  z3::params p(solver.ctx());
  p.set("rlimit",
        static_cast<unsigned>(std::min<std::uint64_t>(effort, UINT32_MAX)));
  p.set("random_seed", 0U);
  if (quick) {
    // Finds what is unsatisfiable sooner, and more often gives up.
    p.set("auto_config", false);
    p.set("arith.solver", 2U);
    p.set("relevancy", 0U);
  }
  solver.set(p);
}

Answer answer_of(z3::check_result result) {
  if (result == z3::unsat) return Answer::unsat;
  if (result == z3::sat) return Answer::sat;
  return Answer::unknown;
}

std::string goal_name(std::size_t i) {
  return "goal." + std::to_string(i);
}

Judgement ask(const std::string& text, const std::vector<Shown>& shown,
              std::uint64_t effort) {
  Judgement j;
  try {
    if (!text.ends_with("(check-sat)\n")) {
      throw z3::exception("the text does not end in (check-sat)");
    }
    z3::context context;
    z3::solver solver(context, z3::solver::simple());
    prepare(solver, effort, false);
    Reader reader(context);
    solver.add(reader.read(text));
    const z3::check_result result = solver.check();
    j.answer = answer_of(result);
    if (result == z3::unknown) j.reason = solver.reason_unknown();
    if (result != z3::sat) return j;
    const z3::model model = solver.get_model();
    for (const Shown& s : shown) {
      // A truth value or a number: the declaration tells which.
      std::optional<std::int64_t> value;
      for (unsigned i = 0; i < model.num_consts() && !value; ++i) {
        const z3::func_decl d = model.get_const_decl(i);
        if (d.name().str() != s.constant) continue;
        const z3::expr e = model.get_const_interp(d);
        std::int64_t number = 0;
        if (e.is_bool()) {
          value = e.is_true() ? 1 : 0;
        } else if (e.is_numeral_i64(number)) {
          value = number;
        }
      }
      if (!value) {
        j.values.clear();
        return j;
      }
      j.values.push_back(*value);
    }
  } catch (const z3::exception& e) {
    return {Answer::unknown, {}, e.msg()};
  }
  return j;
}

// The assertions of the premise, and, for each obligation, a truth constant
// that implies what else it asserts.
void judge_run(z3::context& context, std::span<const Obligation> run,
               std::span<Judgement> out, std::uint64_t effort) {
  const std::string end = "(check-sat)\n";
  std::string_view premise = run[0].premise;
  if (!premise.ends_with(end)) return;
  premise.remove_suffix(end.size());
  z3::solver solver(context, z3::solver::simple());
  prepare(solver, effort, true);
  Reader reader(context);
  solver.add(reader.read(premise));
  const std::size_t known = reader.mark();
  std::vector<z3::expr> goals;
  for (std::size_t i = 0; i < run.size(); ++i) {
    const std::string_view text = run[i].text;
    if (!text.starts_with(premise) || !text.ends_with(end)) return;
    goals.push_back(context.bool_const(goal_name(i).c_str()));
    for (const z3::expr& claim : reader.read(text.substr(premise.size()))) {
      solver.add(z3::implies(goals.back(), claim));
    }
    reader.forget(known);
  }
  for (std::size_t i = 0; i < run.size(); ++i) {
    out[i].answer = answer_of(solver.check(1, &goals[i]));
  }
}

}  // namespace

Answer judge_text(const std::string& text, std::uint64_t effort) {
  return ask(text, {}, effort).answer;
}

namespace {

// The example says the same as the text and more: its answer does not count.
void find_example(const Obligation& o, std::uint64_t effort, Judgement& j) {
  const Judgement example = ask(o.example, o.shown, effort);
  if (example.answer == Answer::sat) j.values = example.values;
}

}  // namespace

Judgement judge(const Obligation& o, std::uint64_t effort) {
  Judgement j = ask(o.text, {}, effort);
  if (j.answer == Answer::sat) find_example(o, effort, j);
  return j;
}

// One solver for each run of obligations with the same premise, which their
// texts begin with. What it cannot decide is asked again, alone.
std::vector<Judgement> judge_all(const std::vector<Obligation>& obligations,
                                 std::uint64_t effort, bool examples) {
  std::vector<Judgement> all(obligations.size());
  z3::context context;
  for (std::size_t i = 0; i < obligations.size();) {
    std::size_t end = i + 1;
    while (end < obligations.size() &&
           obligations[end].premise == obligations[i].premise) {
      ++end;
    }
    try {
      judge_run(context, std::span(obligations).subspan(i, end - i),
                std::span(all).subspan(i, end - i), effort);
    } catch (const z3::exception&) {
      std::fill(all.begin() + static_cast<std::ptrdiff_t>(i),
                all.begin() + static_cast<std::ptrdiff_t>(end), Judgement{});
    }
    i = end;
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Obligation& o = obligations[i];
    if (all[i].answer == Answer::unknown) all[i] = ask(o.text, {}, effort);
    if (all[i].answer == Answer::sat && examples) {
      find_example(o, effort, all[i]);
    }
  }
  return all;
}

}  // namespace vicinal::obligations
