// SPDX-License-Identifier: MIT
// Stands in for obligations/judge.cpp and audit.cpp where no Z3 is linked:
// whatever is asked is unknown, and unknown never passes.
#include <optional>
#include <string>
#include <vector>

#include "obligations/audit.hpp"
#include "obligations/obligations.hpp"

namespace vicinal::obligations {

std::optional<std::string> linked_solver() {
  return std::nullopt;
}

Answer judge_text(const std::string&, std::uint64_t) {
  return Answer::unknown;
}

struct Judge::Z3 {};

Judge::Judge(std::uint64_t) {}
Judge::~Judge() = default;

std::vector<Judgement> Judge::judge(const std::vector<Obligation>& obligations,
                                    std::uint64_t, Examples) {
  return std::vector<Judgement>(obligations.size());
}

std::vector<Audited> audit(const std::vector<Obligation>& obligations,
                           std::uint64_t) {
  return std::vector<Audited>(obligations.size(), {Vacuity::undecided, {}});
}

}  // namespace vicinal::obligations
