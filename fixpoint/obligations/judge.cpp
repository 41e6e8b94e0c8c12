// SPDX-License-Identifier: MIT
// Z3, by its C++ interface: an exception for whatever is wrong with a text,
// and one answer for each question.
#include <z3++.h>

#include <algorithm>

#include "fixpoint/obligations/obligations.hpp"

namespace vicinal::obligations {

namespace {

void prepare(z3::solver& solver, std::uint64_t effort) {
  z3::params p(solver.ctx());
  p.set("rlimit",
        static_cast<unsigned>(std::min<std::uint64_t>(effort, UINT32_MAX)));
  p.set("random_seed", 0U);
  solver.set(p);
}

Answer answer_of(z3::check_result result) {
  if (result == z3::unsat) return Answer::unsat;
  if (result == z3::sat) return Answer::sat;
  return Answer::unknown;
}

// The text's own (check-sat) is not a command of this parser: it reads
// declarations and assertions, and raises an exception for the rest.
std::string assertions_of(const std::string& text) {
  const std::string end = "(check-sat)\n";
  if (text.size() < end.size() ||
      text.compare(text.size() - end.size(), end.size(), end) != 0) {
    throw z3::exception("the text does not end in (check-sat)");
  }
  return text.substr(0, text.size() - end.size());
}

Judgement ask(const std::string& text, const std::vector<Shown>& shown,
              std::uint64_t effort) {
  Judgement j;
  try {
    z3::context context;
    z3::solver solver(context);
    prepare(solver, effort);
    solver.add(context.parse_string(assertions_of(text).c_str()));
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

}  // namespace

Answer judge_text(const std::string& text, std::uint64_t effort) {
  return ask(text, {}, effort).answer;
}

Judgement judge(const Obligation& o, std::uint64_t effort) {
  Judgement j = ask(o.text, {}, effort);
  if (j.answer != Answer::sat) return j;
  // The example says the same and more: its answer does not count.
  const Judgement example = ask(o.example, o.shown, effort);
  if (example.answer == Answer::sat) j.values = example.values;
  return j;
}

std::vector<Judgement> judge_all(const std::vector<Obligation>& obligations,
                                 std::uint64_t effort) {
  std::vector<Judgement> all;
  for (const Obligation& o : obligations) all.push_back(judge(o, effort));
  return all;
}

}  // namespace vicinal::obligations
