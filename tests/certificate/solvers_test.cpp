// SPDX-License-Identifier: MIT
// Guards: solvers that are programs of their own: what they say is taken as it
// is meant, whatever they do; the first definite answer counts, and two that
// disagree are noticed. Most of them are scripts.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>

#include "forged.hpp"
#include "jobs.hpp"

namespace solvers_test {

using namespace vicinal::test;
namespace fs = std::filesystem;

namespace {

std::string ring() {
  return read(example("token-ring"));
}

bool is_there(const char* program) {
  return execute({"sh", "-c", std::string("command -v ") + program}).code == 0;
}

std::string verdict_in(const Jobs& jobs, const std::string& file) {
  return Json::parse(read(jobs.answers() + "/" + file))["verdict"];
}

Words judged_by(const Jobs& jobs, const Words& how) {
  Words words = how;
  words.insert(words.end(), {jobs.certificate(), jobs.model()});
  return words;
}

}  // namespace

TEST_CASE("a job has its answer from the solver that is named") {
  const Jobs jobs(ring());
  const std::string name = jobs.names().at(3);
  const std::string stem = name.substr(0, name.find('.'));
  const std::string job = jobs.certificate() + "/" + name;
  for (const std::string solver : {"built-in", "cvc5", "z3"}) {
    if (solver != "built-in" && !is_there(solver.c_str())) {
      WARN(solver << " is not installed");
      continue;
    }
    const Outcome o = jobs.verifier(
        {"--job", job, "--solver", solver, "--answers", jobs.answers()});
    INFO(o.out << o.err);
    CHECK(o.code == 0);
    const auto answer =
        Json::parse(read(jobs.answers() + "/" + stem + "." + solver + ".json"));
    CHECK(answer["verdict"] == "unsat");
    CHECK(answer["job"] == name);
    CHECK(answer["solver"] == solver);
    CHECK(answer["text sha256"].get<std::string>() ==
          execute({"sha256sum", job}).out.substr(0, 64));
  }
  // Its premise alone is satisfiable.
  const std::string text = jobs.text(name);
  const Folder folder;
  const std::string premise =
      folder.write("premise.smt2",
                   text.substr(0, text.find("; conclusion")) + "(check-sat)\n");
  CHECK(jobs.verifier({"--job", premise, "--answers", jobs.answers()}).out ==
        replaced(jobs.verifier({"--job", job, "--answers", jobs.answers()}).out,
                 name + ": unsat", "premise.smt2: sat"));
}

TEST_CASE("what is not one expected word is unknown") {
  const Jobs jobs(ring());
  const std::string job = jobs.certificate() + "/" + jobs.names().at(0);
  const auto verdict = [&](const std::string& script) {
    jobs.fake("cvc5", script);
    const Outcome o =
        jobs.verifier({"--job", job, "--solver", "cvc5", "--timeout", "2",
                       "--answers", jobs.answers()});
    INFO(script << "\n" << o.out << o.err);
    const std::string said = verdict_in(jobs, "0001-elaboration.cvc5.json");
    CHECK(o.code == (said == "unknown" ? 3 : 0));
    CHECK(o.out == "0001-elaboration.smt2: " + said + " by cvc5 7.5\n");
    return said;
  };
  CHECK(verdict("echo unsat") == "unsat");
  CHECK(verdict("echo sat") == "sat");
  CHECK(verdict("cat >/dev/null; echo unsat") == "unsat");
  CHECK(verdict("echo unknown") == "unknown");
  CHECK(verdict("echo unsat; exit 1") == "unknown");
  CHECK(verdict("echo unsat; kill -9 $$") == "unknown");
  CHECK(verdict("echo unsat; echo unsat") == "unknown");
  CHECK(verdict("echo '(error \"x\")'; echo unsat") == "unknown");
  CHECK(verdict("printf unsat") == "unknown");
  CHECK(verdict("echo ' unsat'") == "unknown");
  CHECK(verdict("echo unsat >&2") == "unknown");
  CHECK(verdict("true") == "unknown");
  CHECK(verdict("yes unsat") == "unknown");
  CHECK(verdict("echo unsat; exec sleep 100") == "unknown");
  CHECK(verdict("exec >&-; exec sleep 1") == "unknown");
}

TEST_CASE("jobs that cannot be run") {
  const Jobs jobs(ring());
  const std::string job = jobs.certificate() + "/" + jobs.names().at(0);
  const auto code = [&](const Words& words) {
    return jobs.verifier(words).code;
  };
  CHECK(code({"--job", jobs.path("none"), "--answers", jobs.answers()}) == 2);
  CHECK(code({"--job", jobs.path(), "--answers", jobs.answers()}) == 2);
  CHECK(code({"--job", job}) == 2);
  CHECK(code({"--job", job, "--answers", jobs.answers(), "--all"}) == 2);
  CHECK(code({"--job", job, "--answers", jobs.answers(), jobs.model()}) == 2);
  for (const char* solver :
       {"z4", "", "cvc5,", "built-in,built-in", ",", "built-in,cvc5"}) {
    jobs.fake("cvc5", "echo unsat");
    CHECK(code({"--job", job, "--answers", jobs.answers(), "--solver",
                solver}) == 2);
  }
  Run nowhere;
  nowhere.environment = {"PATH=" + jobs.path("none")};
  const Outcome absent =
      execute({binary() + "-verify", "--job", job, "--answers", jobs.answers(),
               "--solver", "cvc5"},
              nowhere);
  CHECK(absent.code == 2);
  CHECK(absent.err == "vicinal-verify: cannot run 'cvc5'\n");
  CHECK(fs::is_empty(jobs.answers()));
  CHECK(code({"--job", job, "--answers", jobs.path("none")}) == 4);
  CHECK(code({"--job", job, "--answers", jobs.path("jobs.json")}) == 4);
  CHECK(code({"--solver", "cvc5", "--answers", jobs.answers(),
              jobs.certificate(), jobs.model()}) == 2);
  CHECK(code({"--all", jobs.certificate(), jobs.model()}) == 2);
  // Where the disk is full, more or less, the answer from before stays.
  REQUIRE(code({"--job", job, "--answers", jobs.answers()}) == 0);
  const std::string file = jobs.answers() + "/0001-elaboration.built-in.json";
  const std::string before = read(file);
  const Outcome full = execute(
      {"bash", "-c", "ulimit -f 0; trap '' XFSZ; exec \"$@\" 2>/dev/null", "-",
       binary() + "-verify", "--job", job, "--answers", jobs.answers()});
  CHECK(full.code == 4);
  CHECK(read(file) == before);
  fs::remove(file);
  CHECK(fs::is_empty(jobs.answers()));
}

TEST_CASE("a portfolio takes the first definite answer") {
  const Jobs jobs(ring());
  jobs.fake("z3", "exec sleep 100");
  jobs.fake("cvc5", "echo unsat");
  const Outcome o = jobs.verifier(judged_by(jobs, {"--solver", "z3,cvc5"}));
  INFO(o.out << o.err);
  CHECK(o.code == 0);
  CHECK(o.seconds < 60);
  CHECK(o.out.find("judged by\n  cvc5 7.5: 38\n") != std::string::npos);
  // Both, and one that does not know is no contradiction.
  jobs.fake("z3", "echo unknown");
  CHECK(jobs.verifier(judged_by(jobs, {"--solver", "z3,cvc5"})).code == 0);
  CHECK(jobs.verifier(judged_by(jobs, {"--all", "--solver", "z3,cvc5"})).code ==
        0);
  jobs.fake("cvc5", "echo unknown");
  CHECK(jobs.verifier(judged_by(jobs, {"--solver", "z3,cvc5"})).code == 3);
  jobs.fake("cvc5", "sleep 0.01; echo unsat");
  jobs.fake("z3", "echo sat");
  const Outcome both =
      jobs.verifier(judged_by(jobs, {"--all", "--solver", "cvc5,z3"}));
  CHECK(both.code == 4);
  CHECK(both.out.find("solvers disagree on 0001-elaboration.smt2") !=
        std::string::npos);
  CHECK(jobs.verifier(judged_by(jobs, {"--solver", "z3"})).code == 4);
  jobs.fake("z3", "exec sleep 100");
  const Outcome late = jobs.verifier(
      judged_by(jobs, {"--all", "--timeout", "1", "--solver", "cvc5,z3"}));
  CHECK(late.code == 3);
  CHECK(late.seconds < 20);
}

TEST_CASE("solvers that are installed agree with the one that is linked") {
  const Jobs jobs(ring());
  for (const char* solver : {"built-in", "cvc5", "z3"}) {
    if (std::string(solver) != "built-in" && !is_there(solver)) continue;
    const Outcome o = execute({binary() + "-verify", "--all", "--solver",
                               solver, jobs.certificate(), jobs.model()});
    INFO(o.out << o.err);
    CHECK(o.code == 0);
  }
}

TEST_CASE("workers of the recipes, two at a time, stopped and resumed") {
  const Jobs jobs(ring());
  const std::string recipes = source_folder() + "/examples/obligations/";
  Run run = jobs.with_fakes();
  run.environment[0] += ":" + fs::path(binary()).parent_path().string();
  const auto verified = [&] { return jobs.put_together().code; };
  SECTION("as tasks of Slurm") {
    run.environment.insert(run.environment.end(), {"SLURM_ARRAY_TASK_MIN=1",
                                                   "SLURM_ARRAY_TASK_COUNT=2"});
    for (const char* task : {"1", "2"}) {
      CHECK(verified() == 3);
      Run mine = run;
      mine.environment.push_back(std::string("SLURM_ARRAY_TASK_ID=") + task);
      const Outcome o = execute({recipes + "by-slurm", jobs.path()}, mine);
      INFO(o.out << o.err);
      CHECK(o.code == 0);
      CHECK(execute({recipes + "by-slurm", jobs.path()}, mine).out.empty());
    }
    CHECK(verified() == 0);
  }
  SECTION("by GNU parallel") {
    if (!is_there("parallel")) {
      WARN("GNU parallel is not installed");
      return;
    }
    jobs.write("logins", "2/:\n");
    const Words words = {recipes + "by-parallel", jobs.path(), "built-in",
                         jobs.path("logins")};
    Run stopped = run;
    stopped.interrupt_after = 0.5;
    execute(words, stopped);
    const Outcome o = execute(words, run);
    INFO(o.out << o.err);
    CHECK(o.code == 0);
    CHECK(verified() == 0);
  }
}

}  // namespace solvers_test
