// SPDX-License-Identifier: MIT
// The bytes that a solver reads are those whose hash stands in its answer: they
// are in memory, and no file that somebody could change lies between.
#include "obligations/portfolio.hpp"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <utility>

#include "network/base/budget.hpp"
#include "obligations/manifest.hpp"
#include "obligations/process.hpp"

namespace vicinal::obligations {

namespace {

using Clock = std::chrono::steady_clock;
using SolverWords = std::vector<std::string>;

// A solver; how its program is called to read a text, and to tell its version.
struct SolverRow {
  std::string_view name;
  SolverWords read;  // none: the Z3 that is linked here
  SolverWords tell;
};

const std::array<SolverRow, 3>& solver_table() {
  static const std::array<SolverRow, 3> table = {{
      {"built-in", {}, {}},
      {"z3", {"z3", "-smt2", "-in"}, {"z3", "--version"}},
      {"cvc5", {"cvc5", "-q", "--lang", "smt2", "-"}, {"cvc5", "--version"}},
  }};
  return table;
}

const SolverRow* row_of(std::string_view name) {
  for (const SolverRow& row : solver_table()) {
    if (row.name == name) return &row;
  }
  return nullptr;
}

// Waits until one of them has something to say, a tenth of a second at most;
// not at all where all have ended.
void wait_for(const std::vector<std::unique_ptr<Process>>& processes) {
  std::vector<pollfd> list;
  for (const auto& p : processes) {
    if (p) list.push_back({p->output(), POLLIN, 0});
  }
  constexpr int milliseconds = 100;
  if (!list.empty()) ::poll(list.data(), list.size(), milliseconds);
  network::poll_now();
}

// The word behind 'version' in what the program says of itself.
std::optional<std::string> version_of(const SolverRow& row) {
  if (row.tell.empty()) return linked_solver();
  std::vector<std::unique_ptr<Process>> one;
  one.push_back(Process::run(row.tell, ""));
  while (one[0] && !one[0]->advance()) wait_for(one);
  const auto said = one[0] ? one[0]->printed() : std::nullopt;
  constexpr std::string_view before = "version ";
  const std::size_t at = said ? said->find(before) : std::string::npos;
  if (at == std::string::npos) return std::nullopt;
  const std::size_t begin = at + before.size();
  const std::string word =
      said->substr(begin, said->find_first_of(" \n", begin) - begin);
  if (word.empty()) return std::nullopt;
  return word;
}

std::unique_ptr<Process> begin_on(const Solver& solver,
                                  const std::string& text) {
  const SolverRow& row = *row_of(solver.name);
  if (!row.read.empty()) return Process::run(row.read, text);
  return Process::copy(
      [&text] { return std::string(verdict_text(judge_text(text))) + "\n"; });
}

// One word on one line, and nothing that went wrong.
Answer answer_in(const std::optional<std::string>& printed) {
  if (printed == "unsat\n") return Answer::unsat;
  return printed == "sat\n" ? Answer::sat : Answer::unknown;
}

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

}  // namespace

std::string solver_names() {
  return "built-in, z3 or cvc5";
}

std::variant<std::vector<Solver>, std::string> solvers_named(
    std::string_view list) {
  std::vector<Solver> out;
  while (true) {
    const std::string_view name = list.substr(0, list.find(','));
    const SolverRow* row = row_of(name);
    if (row == nullptr) {
      return fmt::format("there is no solver '{}', but {}", name,
                         solver_names());
    }
    for (const Solver& s : out) {
      if (s.name == name) return fmt::format("'{}' is there twice", name);
    }
    const auto version = version_of(*row);
    if (!version) return fmt::format("cannot run '{}'", name);
    out.push_back({std::string(name), *version});
    if (name.size() == list.size()) return out;
    list.remove_prefix(name.size() + 1);
  }
}

std::vector<SolverAnswer> ask_solvers(const std::vector<Solver>& solvers,
                                      const std::string& job,
                                      const std::string& text,
                                      const Asking& asking) {
  const auto begin = Clock::now();
  const std::string text_hash = hash(text);
  std::vector<SolverAnswer> out;
  const auto add = [&](const Solver& s, Answer verdict) {
    out.push_back(
        {job, text_hash, s.name, s.version, verdict, seconds_since(begin)});
    return verdict != Answer::unknown;
  };
  std::vector<std::unique_ptr<Process>> processes;
  for (const Solver& s : solvers) {
    processes.push_back(begin_on(s, text));
    if (!processes.back()) add(s, Answer::unknown);
  }
  bool known = false;
  while (out.size() < solvers.size()) {
    const bool late = seconds_since(begin) >= asking.seconds;
    for (std::size_t i = 0; i < solvers.size(); ++i) {
      if (!processes[i]) continue;
      if (!processes[i]->advance() && !late) continue;
      known = add(solvers[i], answer_in(processes[i]->printed())) || known;
      processes[i].reset();
    }
    if ((known && !asking.all) || late) break;
    wait_for(processes);
  }
  return out;
}

Judges portfolio(std::vector<Solver> solvers, bool all) {
  return [solvers = std::move(solvers),
          all](const std::vector<Obligation>& obligations) {
    Answers out;
    for (std::size_t i = 0; i < obligations.size(); ++i) {
      const std::string job = file_name(i, obligations[i]);
      for (SolverAnswer& a :
           ask_solvers(solvers, job, obligations[i].text, {.all = all})) {
        out.all.push_back(std::move(a));
      }
    }
    return out;
  };
}

}  // namespace vicinal::obligations
