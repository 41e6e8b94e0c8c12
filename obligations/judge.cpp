// SPDX-License-Identifier: MIT
// Z3, by its C++ interface: an exception for whatever is wrong with a text,
// and one answer for each question.
#include <fmt/format.h>
#include <z3++.h>

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

#include "network/base/budget.hpp"
#include "obligations/obligations.hpp"
#include "obligations/reader.hpp"
#include "obligations/solver.hpp"

namespace vicinal::obligations {

// What may be worked yet.
class JudgeBudget {
 public:
  explicit JudgeBudget(std::uint64_t left) : left_(left) {}

  std::uint64_t left() const { return left_; }
  void spend(std::uint64_t work) { left_ -= std::min(left_, work); }

 private:
  std::uint64_t left_;
};

namespace {

constexpr const char* budget_spent = "the budget of work is spent";

std::string goal_name(std::size_t i) {
  return "goal." + std::to_string(i);
}

// What Z3 has worked so far in the context of the solver, modulo 2^32.
std::uint32_t work_of(const z3::solver& solver) {
  const z3::stats all = solver.statistics();
  for (unsigned i = 0; i < all.size(); ++i) {
    if (all.key(i) == "rlimit count") return all.uint_value(i);
  }
  return 0;
}

// In a context that may know other texts: a text is read by itself.
Judgement ask(z3::context& context, const std::string& text,
              const std::vector<Shown>& shown, std::uint64_t effort,
              JudgeBudget& budget) {
  effort = std::min(effort, budget.left());
  Judgement j;
  if (effort == 0) {
    j.reason = budget_spent;
    return j;
  }
  try {
    if (!text.ends_with("(check-sat)\n")) {
      throw z3::exception("the text does not end in (check-sat)");
    }
    z3::solver solver(context, z3::solver::simple());
    const std::uint32_t before = work_of(solver);
    double told = prepare(solver, effort, false);
    Reader reader(context);
    solver.add(reader.read(text));
    const z3::check_result result = check(solver, {}, told);
    budget.spend(work_of(solver) - before);
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

// In a context of its own, which takes milliseconds: none, if nothing is left.
Judgement ask_alone(const std::string& text, std::uint64_t effort,
                    JudgeBudget& budget) {
  if (budget.left() == 0) return {Answer::unknown, {}, budget_spent};
  z3::context context;
  return ask(context, text, {}, effort, budget);
}

// Obligations with the same premise, which their texts begin with.
struct PremiseRun {
  std::size_t first = 0;
  std::vector<z3::expr> premise;
  std::vector<std::vector<z3::expr>> conclusions;  // of each
};

void append(const z3::expr_vector& more, std::vector<z3::expr>& out) {
  for (unsigned i = 0; i < more.size(); ++i) {
    out.push_back(more[static_cast<int>(i)]);
  }
}

std::optional<PremiseRun> read_run(z3::context& context,
                                   std::span<const Obligation> obligations,
                                   std::size_t first) {
  const std::string end = "(check-sat)\n";
  std::string_view premise = obligations[0].premise;
  if (!premise.ends_with(end)) return std::nullopt;
  premise.remove_suffix(end.size());
  Reader reader(context);
  PremiseRun run;
  run.first = first;
  append(reader.read(premise), run.premise);
  const std::size_t known = reader.mark();
  for (const Obligation& o : obligations) {
    const std::string_view text = o.text;
    if (!text.starts_with(premise) || !text.ends_with(end)) return std::nullopt;
    append(reader.read(text.substr(premise.size())),
           run.conclusions.emplace_back());
    reader.forget(known);
  }
  return run;
}

// What cannot be read stays undecided here.
std::vector<PremiseRun> read_runs(z3::context& context,
                                  const std::vector<Obligation>& obligations) {
  std::vector<PremiseRun> runs;
  for (std::size_t i = 0; i < obligations.size();) {
    network::poll_now();  // reading takes its time
    std::size_t end = i + 1;
    while (end < obligations.size() &&
           obligations[end].premise == obligations[i].premise) {
      ++end;
    }
    try {
      auto run =
          read_run(context, std::span(obligations).subspan(i, end - i), i);
      if (run) runs.push_back(std::move(*run));
    } catch (const z3::exception&) {
    }
    i = end;
  }
  return runs;
}

// Terms of one context: equal terms have equal numbers.
using Ids = std::vector<unsigned>;

Ids ids_of(const std::vector<z3::expr>& terms) {
  Ids out;
  for (const z3::expr& e : terms) out.push_back(e.id());
  std::sort(out.begin(), out.end());
  return out;
}

// Runs most of whose premises is the same: how nodes are wired, and the
// invariant.
struct RunGroup {
  std::vector<const PremiseRun*> runs;
  Ids common;
};

std::vector<RunGroup> groups_of(const std::vector<PremiseRun>& runs) {
  std::vector<RunGroup> groups;
  for (const PremiseRun& run : runs) {
    const Ids ids = ids_of(run.premise);
    bool found = false;
    for (RunGroup& g : groups) {
      Ids both;
      std::set_intersection(ids.begin(), ids.end(), g.common.begin(),
                            g.common.end(), std::back_inserter(both));
      if (4 * both.size() < 3 * std::max(ids.size(), g.common.size())) continue;
      g.common = std::move(both);
      g.runs.push_back(&run);
      found = true;
      break;
    }
    if (!found) groups.push_back({{&run}, ids});
  }
  return groups;
}

// A truth constant for each obligation implies what its conclusion asserts.
void judge_run(z3::solver& solver, const PremiseRun& run, double told,
               std::span<Judgement> out) {
  std::vector<z3::expr> goals;
  for (std::size_t i = 0; i < run.conclusions.size(); ++i) {
    goals.push_back(solver.ctx().bool_const(goal_name(i).c_str()));
    for (const z3::expr& claim : run.conclusions[i]) {
      solver.add(z3::implies(goals.back(), claim));
    }
  }
  for (std::size_t i = 0; i < goals.size(); ++i) {
    out[i].answer = answer_of(check(solver, {&goals[i], 1}, told));
  }
}

void judge_group(z3::solver& solver, const RunGroup& group,
                 std::span<Judgement> out, std::uint64_t effort,
                 JudgeBudget& budget) {
  std::uint32_t work = work_of(solver);
  const auto is_common = [&](const z3::expr& e) {
    return std::binary_search(group.common.begin(), group.common.end(), e.id());
  };
  solver.push();
  for (const z3::expr& e : group.runs[0]->premise) {
    if (is_common(e)) solver.add(e);
  }
  for (const PremiseRun* run : group.runs) {
    if (budget.left() == 0) break;
    const double told = prepare(solver, std::min(effort, budget.left()), true);
    solver.push();
    for (const z3::expr& e : run->premise) {
      if (!is_common(e)) solver.add(e);
    }
    judge_run(solver, *run, told, out.subspan(run->first));
    solver.pop();
    const std::uint32_t before = std::exchange(work, work_of(solver));
    budget.spend(work - before);
  }
  solver.pop();
}

}  // namespace

Answer judge_text(const std::string& text, std::uint64_t effort) {
  JudgeBudget budget(effort);
  return ask_alone(text, effort, budget).answer;
}

namespace {

// The example says the same as the text and more: its answer does not count.
void find_example(z3::context& context, const Obligation& o,
                  std::uint64_t effort, JudgeBudget& budget, Judgement& j) {
  const Judgement example = ask(context, o.example, o.shown, effort, budget);
  if (example.answer == Answer::sat) j.values = example.values;
}

}  // namespace

Judgement judge(const Obligation& o, std::uint64_t effort) {
  JudgeBudget budget(2 * effort);
  z3::context context, other;
  Judgement j = ask(context, o.text, {}, effort, budget);
  if (j.answer == Answer::sat) find_example(other, o, effort, budget, j);
  return j;
}

std::optional<std::string> linked_solver() {
  unsigned major = 0, minor = 0, build = 0, revision = 0;
  Z3_get_version(&major, &minor, &build, &revision);
  return fmt::format("Z3 {}.{}.{}", major, minor, build);
}

struct Judge::Z3 {
  explicit Z3(std::uint64_t most) : budget(most) {}

  z3::solver take(std::uint64_t effort);
  void give_back(z3::solver&& used);

  JudgeBudget budget;
  std::optional<z3::context> context;  // from the first question on
  // For groups, without assertions. To make one takes as long as an easy group;
  // one that has worked much is slow.
  std::optional<z3::solver> solver;
  std::uint32_t worked = 0;  // by the context, when it was made
};

// An exception leaves assertions in it: then nobody gives it back.
z3::solver Judge::Z3::take(std::uint64_t effort) {
  if (solver) return *std::exchange(solver, std::nullopt);
  z3::solver out(*context, z3::solver::simple());
  prepare(out, effort, true);
  worked = work_of(out);
  return out;
}

void Judge::Z3::give_back(z3::solver&& used) {
  constexpr std::uint32_t little = 50'000;
  if (work_of(used) - worked < little) solver = std::move(used);
}

Judge::Judge(std::uint64_t budget) : z3_(new Z3(budget)) {}
Judge::~Judge() = default;

// One solver, which takes long to make, and in it a frame for each group. What
// it cannot decide is asked again, alone.
std::vector<Judgement> Judge::judge(const std::vector<Obligation>& obligations,
                                    std::uint64_t effort, Examples examples) {
  std::vector<Judgement> all(obligations.size());
  if (obligations.empty()) return all;
  JudgeBudget& budget = z3_->budget;
  if (!z3_->context) z3_->context.emplace();
  z3::context& context = *z3_->context;
  const std::vector<PremiseRun> runs = read_runs(context, obligations);
  for (const RunGroup& g : groups_of(runs)) {
    try {
      z3::solver solver = z3_->take(effort);
      judge_group(solver, g, all, effort, budget);
      z3_->give_back(std::move(solver));
    } catch (const z3::exception&) {
      for (const PremiseRun* run : g.runs) {
        for (std::size_t i = 0; i < run->conclusions.size(); ++i) {
          all[run->first + i] = {};
        }
      }
    }
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Obligation& o = obligations[i];
    if (all[i].answer == Answer::unknown) {
      all[i] = ask_alone(o.text, effort, budget);
    }
    if (all[i].answer != Answer::sat || examples == Examples::none) continue;
    if (budget.left() == 0) continue;  // a context takes milliseconds
    if (examples == Examples::together) {
      find_example(context, o, effort, budget, all[i]);
    } else {
      z3::context other;
      find_example(other, o, effort, budget, all[i]);
    }
  }
  return all;
}

std::vector<Judgement> judge_all(const std::vector<Obligation>& obligations,
                                 std::uint64_t effort) {
  return Judge(UINT64_MAX).judge(obligations, effort);
}

}  // namespace vicinal::obligations
