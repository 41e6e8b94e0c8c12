// SPDX-License-Identifier: MIT
// Guards: exit codes (frozen), what goes to which stream, wrong usage.
#include <catch2/catch.hpp>

#include "program.hpp"

namespace exit_test {

using namespace vicinal::test;

namespace {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("exit codes follow from verdicts") {
  CHECK(ask({"prove", "-D", "n=4", example("star")}).code == 0);
  CHECK(ask({"explore", "-D", "n=3", example("token-ring")}).code == 0);
  CHECK(ask({"prove", example("mutex-broken")}).code == 1);
  CHECK(ask({"explore", example("mutex-broken")}).code == 1);
  CHECK(
      ask({"prove", "--views", "1", "-D", "discs=3", example("hanoi")}).code ==
      2);
  CHECK(ask({"prove", example("token-ring")}).code == 0);
  CHECK(
      ask({"prove", "--views", "1", "-D", "n=3", example("token-ring")}).code ==
      3);
  CHECK(ask({"explore", "-D", "n=24", "--memory", "1", example("token-ring")})
            .code == 3);
  CHECK(ask({"validate", example("torus")}).code == 0);
  CHECK(ask({"explore", example("philosophers")}).code == 0);
  CHECK(ask({"explore", "--deadlock", example("philosophers")}).code == 1);
  // Without properties there is nothing to decide; unfinished is unfinished.
  Folder folder;
  const std::string wide = folder.write(
      "wide.vic",
      "shared x : int = 0;\nrule up when x < 100000000 { x := x + 1; }\n");
  CHECK(ask({"explore", "--timeout", "0.2", wide}).code == 3);
  // No list has room for this range, which is no fault of the model.
  const std::string range = folder.write(
      "range.vic",
      "process P { var x : 0..3 = 0;\n"
      "  action a when (forall i in x..9223372036854775807: i > x) {} }\n"
      "network { node p : P; }\n");
  CHECK(ask({"prove", range}).code == 3);
  CHECK(ask({"explore", range}).code == 3);
}

TEST_CASE("an answer for an instance is no answer for every size") {
  const std::string ring = example("token-ring");
  CHECK(ask({"prove", ring}).code == 0);
  const std::string counter = example("shared-counter");
  CHECK(ask({"prove", "--views", "2", counter}).code == 3);
  CHECK(ask({"prove", "-D", "n=3", counter}).code == 0);
  CHECK(ask({"prove", "--instance", ring}).code == 0);
  CHECK(ask({"prove", "-D", "n=6", ring}).code == 0);
  CHECK(ask({"prove", "-D", "n=6", "--every-size", ring}).code == 0);
  const std::string readers = example("readers-writers");
  CHECK(ask({"prove", "-D", "readers=2", readers}).code == 0);
  CHECK(ask({"prove", "-D", "readers=2", "--every-size", readers}).code == 0);
  // What asks for one of them needs what a rank needs.
  CHECK(ask({"prove", "--property", "each", example("progress/countdown")})
            .code == 0);
  // A constant is no parameter.
  Folder folder;
  const std::string model = folder.write(
      "model.vic",
      "const k = 2;\nparam n : 1.. = 2;\nprocess P { var x : 0..k = 0; }\n"
      "network { node p[n] : P; }\ninvariant i: forall q in p: q.x <= k;\n");
  const Outcome larger = ask({"prove", "-D", "k=3", "--json", model});
  CHECK(larger.code == 0);
  CHECK(larger.json()["constants"]["k"] == "3");
  CHECK(has(ask({"prove", "-D", "k=3", model}).out, "n >= 1 at k = 3"));
  const Outcome instance = ask({"prove", "-D", "k=3", "-D", "n=2", model});
  CHECK(instance.code == 0);
  CHECK(has(instance.out, "n = 2, k = 3"));
  CHECK(has(ask({"explore", "-D", "k=3", model}).out, "n = 2, k = 3"));
}

TEST_CASE("wrong usage exits with 2 and says what is wrong") {
  const std::string ring = example("token-ring");
  struct WrongUsage {
    Words arguments;
    std::string message;
  };
  const std::vector<WrongUsage> cases = {
      {{}, "which command?"},
      {{"prove"}, "which model?"},
      {{"prvoe", ring}, "did you mean 'prove'?"},
      {{"frobnicate", ring}, "there is no command 'frobnicate'"},
      {{"explore", ring, ring}, "one argument too many"},
      {{"prove", "--vews", "1", ring}, "did you mean '--views'?"},
      {{"prove", "--xyzzy", ring}, "there is no option '--xyzzy'"},
      {{"prove", "-x", ring}, "there is no option '-x'"},
      {{"explore", "--views", "1", ring},
       "'--views' is not an option of 'vicinal explore'"},
      {{"--deadlock", ring}, "there is no command"},
      {{"prove", "--views", "4", ring}, "this version takes 1, 2, 3"},
      {{"prove", "--views", "3", "-D", "n=3", ring}, "V0912"},
      {{"prove", "--generalize", "n", ring}, "write --generalize n=4"},
      {{"prove", "--generalize", "n=", ring}, "write --generalize n=4"},
      {{"prove", "--generalize", "=4", ring}, "write --generalize n=4"},
      {{"prove", "--generalize", "", ring}, "V0913"},
      {{"prove", "--generalize", "n=4.5", ring}, "write --generalize n=4"},
      {{"prove", "--generalize", "m=4", ring}, "no parameter 'm'"},
      {{"prove", "--generalize", "n=1", ring}, "'n' is at least 2"},
      {{"prove", "--generalize", "n=4", "--generalize", "n=5", ring},
       "set twice"},
      {{"prove", "--generalize", "n=4", "-D", "n=4", ring}, "set twice"},
      {{"prove", "--generalize", "n=4", "--instance", ring}, "every size"},
      {{"prove", "--generalize", "n=4", "--views", "3", ring}, "--views 3"},
      {{"prove", "--generalize", "w=4", example("torus")}, "'h' is missing"},
      {{"prove", "--generalize", "n=4", example("philosophers-any")},
       "no parameter that names"},
      {{"prove", "--views", "two", ring}, "no number"},
      {{"prove", "--views", ring}, "no number"},
      {{"prove", ring, "--views"}, "needs a value"},
      {{"prove", "--json=3", ring}, "takes no value"},
      {{"explore", "--reduction", "orbits", ring},
       "takes none, orbit, orbit-multi"},
      {{"explore", "--memory", "-1", ring}, "cannot be negative"},
      {{"explore", "--memory", "99999999999999", ring}, "too large"},
      {{"explore", "--timeout", "nan", ring}, "cannot be negative"},
      {{"explore", "--timeout", "1", "--timeout", "2", ring}, "more than once"},
      {{"prove", "--color", "sometimes", ring}, "auto, always, never"},
      {{"prove", "--instance", "--every-size", ring}, "different things"},
      {{"prove", "--merged", "--every-size", ring}, "different things"},
      {{"prove", "--unreduced", "--every-size", ring}, "different things"},
      {{"prove", "--on", "x", "--every-size", ring}, "different things"},
      {{"prove", "--on-quotient", "--every-size", ring}, "different things"},
      {{"prove", "--carry-to", "x", "--every-size", ring}, "different things"},
      {{"prove", "--on-quotient", "--views", "2", ring}, "single nodes"},
      {{"prove", "--on-quotient", "--generalize", "n=3", ring}, "single nodes"},
      {{"prove", "--on-quotient", "--carry-to", "x", ring}, "goes without"},
      {{"prove", "--on-quotient", "--views", "1", "-D", "n=4",
        example("rendezvous-ring")},
       "V0709"},
      {{"prove", "--carry-to", "x", "--coverage", ring}, "goes without"},
      {{"prove", "--carry-to", "x", ring}, "V0909"},
      {{"--completion", "tcsh"}, "this version takes bash, zsh, fish"},
      {{"--help", "prvoe"}, "did you mean 'prove'?"},
      {{"explain", "V9999"}, "there is no diagnostic 'V9999'"},
      {{"explain", "hello"}, "there is no diagnostic 'hello'"},
      {{"prove", "-D", "m=3", ring}, "V0901"},
      {{"prove", "-D", "redaers=3", example("readers-writers")},
       "did you mean 'readers'?"},
      {{"prove", "-D", "n=x", ring}, "V0902"},
      {{"prove", "-D", "n", ring}, "V0903"},
      {{"prove", "-D", "n=3", "-D", "n=3", ring}, "V0904"},
      {{"prove", "no-such-file.vic"}, "No such file"},
      {{"prove", source_folder()}, "Is a directory"},
      {{"prove", "--property", "mutx", ring}, "did you mean 'mutex'?"},
      {{"explore", "--property", "converges", example("token-circulation")},
       "is a temporal property"},
      {{"explore", "--replay", ring, ring}, "this is not JSON"},
      {{"prove", "--on", ring, ring}, "V0909"},
      {{"prove", "-D", "n=1", ring}, "V0501"},
  };
  for (const WrongUsage& c : cases) {
    std::string line = "vicinal";
    for (const std::string& a : c.arguments) line += " " + a;
    const Outcome outcome = ask(c.arguments);
    INFO(line << "\n" << outcome.err);
    CHECK(outcome.code == 2);
    CHECK(outcome.out.empty());
    CHECK(has(outcome.err, c.message));
  }
}

TEST_CASE("wrong input is JSON, too, where JSON was asked for") {
  for (const Words& arguments :
       {Words{"prove", "--json", "no-such-file.vic"},
        Words{"explore", "--json", "--reduction", "orbits", "x.vic"},
        Words{"prove", "--json", "--vews", "1", "x.vic"},
        Words{"prove", "--json", "--views", "1", "-D", "discs=3",
              example("hanoi")},
        Words{"prove", "--json", "--property", "x", example("star")}}) {
    const Outcome outcome = ask(arguments);
    INFO(outcome.out);
    CHECK(outcome.code == 2);
    const auto json = outcome.json();
    CHECK(json["error"].is_string());
    CHECK(json["diagnostics"].is_array());
    CHECK(!outcome.err.empty());
  }
}

TEST_CASE("options may stand before, between and after") {
  const std::string ring = example("token-ring");
  for (const Words& arguments :
       {Words{"-D", "n=3", "--quiet", "explore", ring},
        Words{"explore", ring, "-D", "n=3", "--quiet"},
        Words{"--color", "never", "explore", "-Dn=3", ring, "--quiet"},
        Words{"explore", "-D", "n=3", "--quiet", "--", ring}}) {
    const Outcome outcome = ask(arguments);
    INFO(outcome.err);
    CHECK(outcome.code == 0);
    CHECK(outcome.out == "mutex           proved\nno model error  proved\n");
  }
}

TEST_CASE("a model may come from standard input") {
  const std::string text = read(example("mutex-broken"));
  for (const std::string command : {"prove", "explore"}) {
    const Outcome file = ask({command, "--json", example("mutex-broken")});
    const Outcome input = ask({command, "--json", "-"}, {.input = text});
    CHECK(file.code == 1);
    CHECK(input.code == 1);
    CHECK(input.json()["model"] == "<standard input>");
    CHECK(input.json()["properties"] == file.json()["properties"]);
  }
  const Outcome valid = ask({"validate", "-"}, {.input = text});
  CHECK(valid.code == 0);
  CHECK(has(valid.out, "2 nodes, 1 edge"));
  const Outcome wrong = ask({"prove", "-"}, {.input = "const k = ;\n"});
  CHECK(wrong.code == 2);
  CHECK(has(wrong.err, "<standard input>:1:11: error[V0210]"));
}

TEST_CASE("what could not be written is no result") {
  const Outcome outcome =
      execute({"sh", "-c", "exec \"$0\" explore \"$1\" > /dev/full", binary(),
               example("token-ring")});
  CHECK(outcome.code == 4);
  CHECK(has(outcome.err, "cannot write"));
}

TEST_CASE("nobody needs to listen to standard error") {
  CHECK(ask({"prove", "no-such-file"}, {.closed_error = true}).code == 2);
  CHECK(ask({"prvoe"}, {.closed_error = true}).code == 2);
  CHECK(ask({"explore", example("star")}, {.closed_error = true}).code == 0);
}

TEST_CASE("--quiet leaves the verdicts") {
  CHECK(ask({"validate", "--quiet", example("star")}).out.empty());
  CHECK(ask({"explore", "--quiet", example("mutex-broken")}).out ==
        "mutex           violated by a run of 4 steps\n"
        "no model error  proved\n");
  CHECK(ask({"prove", "--quiet", "-D", "n=2", example("token-ring")}).out ==
        "mutex           proved by the invariant of pairs of nodes\n"
        "no model error  proved by the local invariant of single nodes\n");
}

}  // namespace exit_test
