// SPDX-License-Identifier: MIT
// The parts of an obligation are asked from little to much. The first that
// nothing satisfies is the reason; if all can be satisfied, and the whole
// cannot, the step fails wherever it is enabled, or there is none.
#include "obligations/audit.hpp"

#include <z3++.h>

#include <unordered_map>

#include "network/base/budget.hpp"
#include "obligations/reader.hpp"
#include "obligations/solver.hpp"

namespace vicinal::obligations {

namespace {

// The last assertion denies what is to be concluded.
std::string without_goal(const std::string& text) {
  const std::size_t goal = text.rfind("(assert ");
  const std::size_t end = text.find('\n', goal);
  return text.substr(0, goal) + text.substr(end + 1);
}

class Audit {
 public:
  explicit Audit(std::uint64_t effort) : effort_(effort) {}

  Audited of(const Obligation& o) {
    const std::string whole = without_goal(o.text);
    switch (answer(whole)) {
      case Answer::sat:
        return {};
      case Answer::unknown:
        return {Vacuity::undecided, {}};
      case Answer::unsat:
        break;
    }
    for (const Part& part : o.parts) {
      const Answer a = answer(part.text);
      if (a == Answer::sat) continue;
      if (a == Answer::unknown) return {Vacuity::undecided, {}};
      if (part.impossible.empty()) return contradictory(part.text);
      return {Vacuity::impossible, part.impossible};
    }
    switch (o.kind) {
      case Kind::elaboration:
        return {Vacuity::impossible, "nothing is connected in this way"};
      case Kind::progress:
        if (o.action == no_item) return contradictory(whole);
        [[fallthrough]];
      case Kind::step:
        return {Vacuity::impossible, "the step fails wherever it is enabled"};
      default:
        return contradictory(whole);
    }
  }

 private:
  Audited contradictory(const std::string& text) const {
    return {Vacuity::contradictory, contradiction(text, effort_)};
  }

  // Neighbours share parts, and premises.
  Answer answer(const std::string& text) {
    const auto [at, fresh] = known_.try_emplace(text);
    if (fresh) at->second = judge_text(text, effort_);
    return at->second;
  }

  std::uint64_t effort_;
  std::unordered_map<std::string, Answer> known_;
};

}  // namespace

std::vector<Audited> audit(const std::vector<Obligation>& obligations,
                           std::uint64_t effort) {
  std::vector<Audited> out;
  Audit audit(effort);
  for (const Obligation& o : obligations) {
    network::poll_now();
    out.push_back(audit.of(o));
  }
  return out;
}

std::string contradiction(const std::string& text, std::uint64_t effort) {
  try {
    z3::context context;
    z3::solver solver(context, z3::solver::simple());
    double told = prepare(solver, effort, false);
    Reader reader(context);
    const z3::expr_vector all = reader.read(text);
    std::vector<unsigned> core(all.size());
    for (unsigned i = 0; i < all.size(); ++i) core[i] = i;
    const auto unsat_without = [&](std::size_t left_out) {
      solver.push();
      for (std::size_t i = 0; i < core.size(); ++i) {
        if (i != left_out) solver.add(all[static_cast<int>(core[i])]);
      }
      const bool unsat = check(solver, {}, told) == z3::unsat;
      solver.pop();
      return unsat;
    };
    if (!unsat_without(core.size())) return {};
    for (std::size_t i = core.size(); i-- > 0;) {
      if (unsat_without(i)) {
        core.erase(core.begin() + static_cast<std::ptrdiff_t>(i));
      }
    }
    std::string out;
    for (const unsigned i : core) {
      std::string line = all[static_cast<int>(i)].to_string();
      for (char& c : line) c = c == '\n' ? ' ' : c;
      out += line + "\n";
    }
    return out;
  } catch (const z3::exception&) {
    return {};
  }
}

}  // namespace vicinal::obligations
