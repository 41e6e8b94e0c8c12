// SPDX-License-Identifier: MIT
// Guards: answers of solvers, collected in a folder, make a certificate
// accepted if they are about its very texts, all of them, and agree; whatever
// else is in the folder never does.
#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <filesystem>

#include "forged.hpp"
#include "jobs.hpp"
#include "tests/random/random_model.hpp"

namespace answers_test {

using namespace vicinal::test;
using vicinal::obligations::Answer;
namespace fs = std::filesystem;

namespace {

std::string ring() {
  return read(example("token-ring"));
}

bool said(const Outcome& o, const std::string& part) {
  return o.out.find(part) != std::string::npos;
}

// Both programs end so, and say this.
void comes_to(const Jobs& jobs, int code, const std::string& part) {
  const Outcome one = jobs.put_together();
  INFO(one.out << one.err);
  CHECK(one.code == code);
  CHECK(said(one, part));
  CHECK(one.out.starts_with("accepted: ") == (code == 0));
  // A sanitizer, where runs are few, sees the same code in the other program.
  static int asked = 0;
  if (++asked % 3 != 1 && !vicinal::random_models::enough_runs()) return;
  const Outcome other = jobs.verifier(
      {"--answers", jobs.answers(), jobs.certificate(), jobs.model()});
  CHECK(other.code == code);
  CHECK(other.out == one.out);
}

}  // namespace

TEST_CASE("jobs are the obligations of a certificate, with a list") {
  const Jobs jobs(ring());
  const Made& m = made("token-ring");
  CHECK(read(jobs.certificate() + "/manifest.json") ==
        read(m.folder + "/manifest.json"));
  const auto list = Json::parse(read(jobs.path("jobs.json")));
  CHECK(list["format"] == 1);
  CHECK(list["model sha256"].get<std::string>() ==
        execute({"sha256sum", m.model}).out.substr(0, 64));
  CHECK(list["certificate sha256"].get<std::string>() ==
        execute({"sha256sum", m.folder + "/manifest.json"}).out.substr(0, 64));
  REQUIRE(list["jobs"].size() == jobs.names().size());
  for (std::size_t i = 0; i < jobs.names().size(); ++i) {
    const auto& job = list["jobs"][i];
    CHECK(job["file"] == "certificate/" + jobs.names()[i]);
    CHECK(job["sha256"].get<std::string>() ==
          execute({"sha256sum", jobs.certificate() + "/" + jobs.names()[i]})
              .out.substr(0, 64));
    CHECK(!job["shows"].get<std::string>().empty());
    const bool of_mutex = jobs.names()[i].find("property") != std::string::npos;
    const bool of_errors = jobs.names()[i].find("error") != std::string::npos;
    CHECK(job["serves"] == (of_mutex    ? Json{"mutex"}
                            : of_errors ? Json{"no model error"}
                                        : Json{"mutex", "no model error"}));
  }
  CHECK(fs::is_empty(jobs.answers()));
  // Of nothing that is proved there are no jobs; what is there is left alone.
  const Folder folder;
  const std::string none = folder.path() + "/none";
  CHECK(ask({"prove", "-D", "n=3", "--obligations-to", none, m.model})
            .err.find("no certificate is written") != std::string::npos);
  CHECK(!fs::exists(none));
  CHECK(ask({"prove", "--obligations-to", jobs.path(), m.model}).code == 2);
}

TEST_CASE("answers to all obligations make a certificate accepted") {
  const Jobs jobs(ring());
  comes_to(jobs, 3, "not decided: 38 of 38 obligations are open\n");
  jobs.answer_all(Answer::unsat);
  comes_to(jobs, 0, "accepted: 38 obligations hold\n");
  CHECK(said(jobs.put_together(), "judged by\n  cvc5 1: 38\n"));
  CHECK(said(jobs.put_together({"--audit"}), "audit: "));
  const auto names = jobs.names();
  SECTION("one is missing") {
    fs::remove(jobs.answers() + "/" + names[4].substr(0, names[4].find('.')) +
               ".cvc5.json");
    comes_to(jobs, 3, "1 of 38 obligations are open\n  " + names[4]);
  }
  SECTION("one is unknown") {
    jobs.answer(names[4], Answer::unknown);
    comes_to(jobs, 3, "unknown to cvc5 1");
    jobs.answer(names[4], Answer::unsat, "z3");
    comes_to(jobs, 0, "z3 1: 1");
  }
  SECTION("one is satisfiable") {
    jobs.answer(names[4], Answer::sat);
    comes_to(jobs, 4, names[4]);
  }
  SECTION("two disagree") {
    jobs.answer(names[4], Answer::sat, "z3");
    comes_to(jobs, 4, "sat by z3 1; unsat by cvc5 1");
    // Also where others are missing or damaged.
    jobs.write("answers/x.json", "{}");
    fs::remove(jobs.answers() + "/0001-elaboration.cvc5.json");
    comes_to(jobs, 4, "solvers disagree on " + names[4]);
  }
}

TEST_CASE("answers that are damaged") {
  const Jobs jobs(ring());
  jobs.answer_all(Answer::unsat);
  const std::string file = jobs.answers() + "/0001-elaboration.cvc5.json";
  const std::string whole = read(file);
  const std::string name = "answers/0001-elaboration.cvc5.json";
  const std::string complaint = "0001-elaboration.cvc5.json ";
  comes_to(jobs, 0, "");
  SECTION("cut, empty, something else") {
    for (const std::string& text :
         {whole.substr(0, whole.size() / 2), std::string(), std::string("{}"),
          whole + whole, std::string(100'000, ' ') + whole,
          replaced(whole, "\"format\": 1", "\"format\": 2"),
          replaced(whole, "\"unsat\"", "\"sat\", \"verdict\": \"unsat\"")}) {
      jobs.write(name, text);
      comes_to(jobs, 2, complaint);
    }
  }
  SECTION("no file") {
    fs::remove(file);
    SECTION("a folder") {
      fs::create_directory(file);
    }
    SECTION("a link") {
      fs::create_symlink("0002-elaboration.cvc5.json", file);
    }
    SECTION("a pipe") {
      CHECK(mkfifo(file.c_str(), 0600) == 0);
    }
    comes_to(jobs, 2, complaint + "is no file");
  }
  SECTION("no folder") {
    fs::remove_all(jobs.answers());
    comes_to(jobs, 2, "cannot be listed");
    jobs.write("answers", "a file");
    comes_to(jobs, 2, "cannot be listed");
  }
  SECTION("what is no answer by its name is left alone") {
    jobs.write("answers/jobs.log", "anything");
    jobs.write("answers/.0001-elaboration.cvc5.json.77", whole.substr(0, 9));
    jobs.write("answers/.x.json", "{");
    comes_to(jobs, 0, "");
  }
}

TEST_CASE("answers to other texts do not count") {
  const Jobs jobs(ring());
  jobs.answer_all(Answer::unsat);
  const auto names = jobs.names();
  SECTION("a job that was edited before it was asked") {
    const Folder elsewhere;
    const std::string job =
        elsewhere.write(names[4], replaced(jobs.text(names[4]), "(check-sat)",
                                           "(assert false)\n(check-sat)"));
    const Outcome o =
        jobs.verifier({"--job", job, "--answers", jobs.answers()});
    CHECK(o.code == 0);
    CHECK(said(o, names[4] + ": unsat by built-in Z3"));
    comes_to(jobs, 0, "about other texts: 1 of 39 answers");
    const std::string stem = names[4].substr(0, names[4].find('.'));
    fs::remove(jobs.answers() + "/" + stem + ".cvc5.json");
    comes_to(jobs, 3, names[4]);
  }
  SECTION("a job that was edited in the certificate") {
    jobs.write("certificate/" + names[4],
               replaced(jobs.text(names[4]), "(check-sat)",
                        "(assert false)\n(check-sat)"));
    jobs.answer(names[4], Answer::unsat);
    comes_to(jobs, 4, names[4] + " is not the obligation");
  }
  SECTION("the answer of one job under the name of another") {
    const auto file = [&](const std::string& name) {
      return jobs.answers() + "/" + name.substr(0, name.find('.')) +
             ".cvc5.json";
    };
    REQUIRE(jobs.text(names[4]) != jobs.text(names[7]));
    fs::copy_file(file(names[7]), file(names[4]),
                  fs::copy_options::overwrite_existing);
    comes_to(jobs, 3, "1 of 38 obligations are open\n  " + names[4]);
  }
  SECTION("another model") {
    const std::string other = "// changed\n" + ring();
    const Outcome o =
        ask({"verify", "--answers", jobs.answers(), jobs.certificate(), "-"},
            {.input = other});
    CHECK(o.code == 4);
    CHECK(said(o, "the certificate is of another model"));
    // What is assumed of a step changes some texts, and a comment none.
    const Jobs weaker(replaced(ring(), "when phase == hungry && left",
                               "when phase == hungry && left && !right"));
    fs::remove_all(weaker.answers());
    fs::copy(jobs.answers(), weaker.answers());
    comes_to(weaker, 3, "about other texts: ");
    const Jobs commented(other);
    fs::remove_all(commented.answers());
    fs::copy(jobs.answers(), commented.answers());
    comes_to(commented, 0, "judged by\n  cvc5 1: 38\n");
  }
  SECTION("an invariant that is too strong") {
    // Every obligation of the forgery has its answer, but not those it needs.
    const Forged f(ring(),
                   read(made("token-ring").folder + "/invariant.vic") +
                       "assert more: forall a in s: a.phase != eating;\n",
                   {{"mutex"}, true, {}, {}, {}});
    const Outcome o =
        ask({"verify", "--answers", jobs.answers(), f.folder(), f.model()});
    CHECK(o.code == 3);
  }
}

TEST_CASE("an initial condition that nothing satisfies is not accepted") {
  // Every obligation is unsatisfiable, and that is no proof.
  const Jobs jobs(ring());
  const Forged f(replaced(ring(), "init exactly 1 e in token: e;",
                          "init exactly 1 e in token: e;\ninit false;"),
                 read(made("token-ring").folder + "/invariant.vic"),
                 {{"mutex"}, true, {}, {}, {}});
  const Outcome o =
      jobs.verifier({"--solver", "built-in", f.folder(), f.model()});
  INFO(o.out << o.err);
  CHECK(o.code == 4);
  CHECK(said(o, "assumes what cannot be"));
}

TEST_CASE("reports in JSON say which answers are missing") {
  const Jobs jobs(ring());
  jobs.answer_all(Answer::unsat);
  jobs.answer(jobs.names()[2], Answer::unknown);
  jobs.write("answers/x.json", "");
  const Outcome o = jobs.put_together({"--json"});
  CHECK(o.code == 2);
  const auto json = o.json();
  std::vector<std::string> keys;
  for (const auto& [key, value] : json.items()) keys.push_back(key);
  CHECK(keys == std::vector<std::string>{"certificate", "model", "accepted",
                                         "complaints", "damaged", "open",
                                         "judges", "statistics"});
  CHECK(json["accepted"] == false);
  CHECK(json["damaged"].size() == 1);
  CHECK(json["open"].size() == 1);
  CHECK(json["judges"] == Json{"cvc5 1: 37"});
  // Without the option they are not there.
  const Made& m = made("token-ring");
  CHECK(!ask({"verify", "--json", m.folder, m.model}).json().contains("open"));
}

}  // namespace answers_test
