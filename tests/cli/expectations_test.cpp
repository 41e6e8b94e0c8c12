// SPDX-License-Identifier: MIT
// Guards: `test` runs what files expect, says what differs and where, finds
// lines that only look like expectations, and starts nothing that writes files.
#include <catch2/catch.hpp>
#include <filesystem>

#include "cli/expectations/expectation.hpp"
#include "program.hpp"

namespace expectations_test {

using namespace vicinal::test;
using vicinal::cli::expectations::read_line;
using vicinal::cli::expectations::ReadLine;

namespace {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

const std::string lamp =
    "param n : 1.. = 2;\n"
    "process Lamp { var on : bool = false; action press { on := !on; } }\n"
    "network { node l[n] : Lamp; }\n"
    "invariant dark: forall i in l: !i.on;\n"
    "invariant fine: forall i in l: i.on || !i.on;\n";

}  // namespace

TEST_CASE("lines that expect something") {
  const ReadLine read = read_line(
      "// expect-slow: explore -D n=3  => exit 1; dark=violated; no model "
      "error=proved; states=8 \r");
  REQUIRE(read.kind == ReadLine::expects);
  CHECK(read.expectation.slow);
  CHECK(read.expectation.arguments == Words{"explore", "-D", "n=3"});
  CHECK(read.expectation.exit == 1);
  using Claim = std::pair<std::string, std::string>;
  CHECK(read.expectation.claims ==
        std::vector<Claim>{{"dark", "violated"},
                           {"no model error", "proved"},
                           {"states", "8"}});
  for (const char* line :
       {"# expect: prove => exit 0", "-- expect: prove => exit 0",
        "(* expect: prove => exit 0 *)", "<!-- expect: prove => exit 0 -->"}) {
    INFO(line);
    CHECK(read_line(line).kind == ReadLine::expects);
  }
  CHECK(read_line("// expect-later: prove --faster").kind == ReadLine::later);
  for (const char* line :
       {"", "expect: prove => exit 0", " // expect more of it",
        "// expected is nothing", "// what to expect: 3", "(* expects",
        "process P { } // expect: prove => exit 0"}) {
    INFO(line);
    CHECK(read_line(line).kind == ReadLine::other);
  }
  for (const char* line : {"// expect prove => exit 0",
                           "// expects: prove => exit 0",
                           "// expect-slowly: prove => exit 0",
                           "// expect: prove",
                           "// expect: prove => exit",
                           "// expect: prove => exit 5",
                           "// expect: prove => exit 0 dark=proved",
                           "// expect: prove => exit 0;",
                           "// expect: prove => exit 0; dark",
                           "// expect: => exit 0",
                           "// expect: prove => exit 0; =proved",
                           "// expect: prove => exit 0; dark=",
                           "// expect: improve => exit 0",
                           "// expect: prove --deadlock => exit 0",
                           "// expect: prove other.vic => exit 0",
                           "// expect: test => exit 0",
                           "// expect: prove --report a.html => exit 0",
                           "// expect: prove --sarif a.sarif => exit 0",
                           "// expect: prove --junit a.xml => exit 0",
                           "// expect: explore --disk d => exit 0",
                           "// expect: explore --checkpoint d => exit 0",
                           "// expect: explore --resume d => exit 0",
                           "// expect: explore --itf a.json => exit 0",
                           "// expect: explore --chart a.dot => exit 0",
                           "// expect: prove --certificate c => exit 0",
                           "// expect: prove --obligations-to o => exit 0",
                           " // expect: prove => exit 0",
                           "//expect: prove => exit 0",
                           "//\texpect-slow: prove => exit 0",
                           "// expect:prove => exit 0",
                           "// Expect: prove => exit 0",
                           "\xEF\xBB\xBF// expect: prove => exit 0",
                           "(* expect: prove => exit 0",
                           "// expect: prove --property => exit 2",
                           "// expect: prove --help => exit 0",
                           "// expect: prove --version => exit 0"}) {
    INFO(line);
    const ReadLine wrong = read_line(line);
    CHECK(wrong.kind == ReadLine::wrong);
    CHECK_FALSE(wrong.error.empty());
  }
}

TEST_CASE("what holds and what does not") {
  const Folder folder;
  const std::string good = folder.write(
      "good.vic",
      "// expect: explore => exit 1; dark=violated; fine=proved; states=4; "
      "trace=1\n// expect: validate => exit 0\n" +
          lamp);
  const std::string bad = folder.write(
      "sub/bad.vic", lamp +
                         "// expect: explore => exit 0; dark=proved; "
                         "states=4; other=proved\n");
  folder.write("sub/quiet.vic", lamp);
  folder.write("sub/notes.txt", "// expect: nonsense\n");
  folder.write(".hidden/x.vic", "// expect: nonsense\n");
  const Outcome both = ask({"test"}, {.folder = folder.path()});
  CHECK(both.code == 1);
  CHECK(both.err.empty());
  CHECK(both.out ==
        "ok      ./good.vic:1: explore\n"
        "ok      ./good.vic:2: validate\n"
        "FAILED  ./sub/bad.vic:6: explore\n"
        "        exit 1, expected 0\n"
        "        dark: violated, expected proved\n"
        "        other: not reported, expected proved\n"
        "silent  ./sub/quiet.vic: expects nothing\n"
        "2 passed, 1 failed\n");
  CHECK(ask({"test", "--jobs", "3"}, {.folder = folder.path()}).out ==
        both.out);
  CHECK(has(ask({"test", "--quiet", folder.path()}).out,
            "other: not reported, expected proved\n2 passed, 1 failed\n"));
  const Outcome one = ask({"test", good});
  CHECK(one.code == 0);
  CHECK(has(one.out, "2 passed, 0 failed\n"));
  const Json json = ask({"test", "--json", good, bad}).json();
  CHECK(json["passed"] == 2);
  CHECK(json["failed"] == 1);
  CHECK(json["complete"] == true);
  CHECK(json["expectations"][2]["file"] == bad);
  CHECK(json["expectations"][2]["line"] == 6);
  CHECK(json["expectations"][2]["outcome"] == "failed");
  CHECK(json["expectations"][2]["differences"].size() == 3);
  CHECK(json["expectations"][0]["outcome"] == "passed");
}

TEST_CASE("slow ones, later ones, parts") {
  const Folder folder;
  const std::string file = folder.write(
      "m.vic",
      "// expect: explore => exit 1\n// expect-slow: explore -D n=3 => exit 1\n"
      "// expect: explore -D n=1 => exit 1\n// expect-later: prove it\n" +
          lamp);
  CHECK(has(ask({"test", file}).out, "2 passed, 0 failed"));
  CHECK(has(ask({"test", "--slow", file}).out, "3 passed, 0 failed"));
  CHECK(ask({"test", "--part", "2/2", file}).out ==
        "ok      " + file + ":3: explore -D n=1\n1 passed, 0 failed\n");
  CHECK(has(ask({"test", "--part", "1/2", file}).out, ":1: explore\n1 passed"));
  for (const char* part : {"0/2", "3/2", "1", "1/2x", "/2", "1/"}) {
    INFO(part);
    CHECK(ask({"test", "--part", part, file}).code == 2);
  }
  CHECK(ask({"test", "--jobs", "0", file}).code == 2);
}

TEST_CASE("a wrong line is found before anything runs") {
  const Folder folder;
  const std::string file = folder.write(
      "m.vic", "// expect: explore => exit 1\n// expects: nothing\n" + lamp);
  const Outcome wrong = ask({"test", "--json", folder.path()});
  CHECK(wrong.code == 2);
  CHECK(has(wrong.err, file + ":2: an expectation is"));
  CHECK(wrong.json().contains("error"));
  CHECK(has(ask({"test", folder.path() + "/none"}).err, "cannot read"));
  const Outcome silent = ask({"test", folder.write("s.vic", lamp)});
  CHECK(silent.code == 2);
  CHECK(has(silent.err, "expects nothing"));
}

TEST_CASE("settings expect nothing of what is not looked at") {
  const std::string stated = "expect = [\"explore => exit 1\"]\n";
  for (const std::string name : {"m.txt", ".m.vic", "m.vic", "gone.vic"}) {
    INFO(name);
    const Folder folder;
    const std::string nothing = folder.write("x/n.vic", lamp);
    if (name != "gone.vic") folder.write("x/y/" + name, lamp);
    folder.write("x/y/vicinal.toml", "[models.\"" + name + "\"]\n" + stated);
    const Outcome outcome = ask({"test", folder.path()});
    CHECK(outcome.code == (name == "m.vic" ? 0 : 2));
    if (name != "m.vic") CHECK(has(outcome.err, "vicinal.toml:1:"));
  }
}

TEST_CASE("a limit and Ctrl-C do not pass for an answer") {
  const Folder folder;
  const std::string file =
      folder.write("m.vic",
                   "// expect: explore => exit 1\n"
                   "// expect: explore -D n=40 => exit 0; fine=proved\n" +
                       lamp);
  const Outcome stopped = ask({"test", file}, {.interrupt_after = 1});
  CHECK(stopped.seconds < 20);
  CHECK(stopped.code != 0);
  CHECK(has(stopped.out, "1 passed, "));
  const std::string limited = folder.write(
      "l.vic",
      "// expect: explore --timeout 0.1 --property fine -D n=40 => exit 0\n" +
          lamp);
  const Outcome failed = ask({"test", limited});
  CHECK(failed.code == 1);
  CHECK(has(failed.out, "exit 3, expected 0"));
}

}  // namespace expectations_test
