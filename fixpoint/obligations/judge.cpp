// SPDX-License-Identifier: MIT
// Z3, by its C++ interface: an exception for whatever is wrong with a text,
// and one answer for each question.
#include <z3++.h>

#include <algorithm>
#include <map>
#include <span>
#include <sstream>

#include "fixpoint/obligations/obligations.hpp"

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

std::string goal_name(std::size_t i) {
  return "goal." + std::to_string(i);
}

Judgement ask(const std::string& text, const std::vector<Shown>& shown,
              std::uint64_t effort) {
  Judgement j;
  try {
    z3::context context;
    z3::solver solver(context, z3::solver::simple());
    prepare(solver, effort, false);
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

// Obligations with the same premise, as one text. The commands of a text stand
// on a line each, comments as well. A line that declares or defines is taken
// once; an assertion of a conclusion is made to hold only if the truth constant
// of its obligation does. None if the texts do not go together.
std::optional<std::string> merged(std::span<const Obligation> run) {
  const std::string premise = assertions_of(run[0].premise);
  std::string text = premise;
  std::map<std::string, std::string> lines;  // by the name they introduce
  for (std::size_t i = 0; i < run.size(); ++i) {
    if (!run[i].text.starts_with(premise)) return std::nullopt;
    const std::string goal = goal_name(i);
    text += "(declare-fun " + goal + " () Bool)\n";
    std::istringstream rest(assertions_of(run[i].text).substr(premise.size()));
    for (std::string line; std::getline(rest, line);) {
      if (line.starts_with(';')) continue;
      const std::string assertion = "(assert ";
      if (line.starts_with(assertion)) {
        text +=
            "(assert (=> " + goal + " " + line.substr(assertion.size()) + ")\n";
        continue;
      }
      const bool names =
          line.starts_with("(declare-fun ") || line.starts_with("(define-fun ");
      const std::size_t begin = line.find(' ') + 1;
      const std::size_t end = line.find(" (", begin);
      if (!names || end == std::string::npos) return std::nullopt;
      const std::string name = line.substr(begin, end - begin);
      const auto [it, fresh] = lines.emplace(name, line);
      if (!fresh && it->second != line) return std::nullopt;
      if (fresh) text += line + "\n";
    }
  }
  return text;
}

// Finds what is certainly unsatisfiable.
void judge_run(std::span<const Obligation> run, std::span<Judgement> out,
               std::uint64_t effort) {
  const std::optional<std::string> text = merged(run);
  if (!text) return;
  z3::context context;
  z3::solver solver(context, z3::solver::simple());
  prepare(solver, effort, true);
  solver.add(context.parse_string(text->c_str()));
  for (std::size_t i = 0; i < run.size(); ++i) {
    z3::expr goal = context.bool_const(goal_name(i).c_str());
    const z3::check_result one = solver.check(1, &goal);
    out[i].answer = answer_of(one);
  }
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

// One solver for each run of obligations with the same premise, which their
// texts begin with. What it cannot decide is asked again, alone.
std::vector<Judgement> judge_all(const std::vector<Obligation>& obligations,
                                 std::uint64_t effort) {
  std::vector<Judgement> all(obligations.size());
  for (std::size_t i = 0; i < obligations.size();) {
    std::size_t end = i + 1;
    while (end < obligations.size() &&
           obligations[end].premise == obligations[i].premise) {
      ++end;
    }
    try {
      judge_run(std::span(obligations).subspan(i, end - i),
                std::span(all).subspan(i, end - i), effort);
    } catch (const z3::exception&) {
      std::fill(all.begin() + static_cast<std::ptrdiff_t>(i),
                all.begin() + static_cast<std::ptrdiff_t>(end), Judgement{});
    }
    i = end;
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].answer == Answer::unsat) continue;
    all[i] = judge(obligations[i], effort);
  }
  return all;
}

}  // namespace vicinal::obligations
