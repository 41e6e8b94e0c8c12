// SPDX-License-Identifier: MIT
// Folders of jobs, and answers to them: as solvers give them, and as somebody
// would write who wants a certificate accepted.
#pragma once

#include <string>
#include <vector>

#include "obligations/answers.hpp"
#include "tests/cli/program.hpp"

namespace vicinal::test {

class Jobs {
 public:
  // Of an example, or of a model's text.
  explicit Jobs(const std::string& model);

  std::string model() const { return folder_.path() + "/model.vic"; }
  std::string path(const std::string& file = "") const;
  std::string certificate() const { return path("certificate"); }
  std::string answers() const { return path("answers"); }
  // Of the jobs, without folder, in order.
  std::vector<std::string> names() const;
  std::string text(const std::string& name) const;

  void answer(const std::string& name, obligations::Answer verdict,
              const std::string& solver = "cvc5") const;
  // The same for each job.
  void answer_all(obligations::Answer verdict,
                  const std::string& solver = "cvc5") const;
  void write(const std::string& file, const std::string& text) const;

  // A program of this name that does what the script says; where it is looked
  // for.
  void fake(const std::string& solver, const std::string& script) const;
  Run with_fakes() const;

  Outcome put_together(const std::vector<std::string>& more = {}) const;
  // vicinal-verify with these arguments.
  Outcome verifier(const std::vector<std::string>& arguments) const;

 private:
  Folder folder_;
};

}  // namespace vicinal::test
