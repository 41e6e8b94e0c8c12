// SPDX-License-Identifier: MIT
// Guards: `simulate` by hand, as a stream and in many runs: what it prints,
// exit codes, the shape of its JSON; the same seed, the same bytes; what it
// stores is a run; lines that are typed are never more than lines.
#include <catch2/catch.hpp>
#include <map>
#include <random>

#include "cli/simulation/terminal.hpp"
#include "cli/simulation/typed.hpp"
#include "program.hpp"

namespace simulate_test {

using namespace vicinal::test;
using vicinal::cli::read_typed;
using vicinal::cli::Typed;

namespace {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

Outcome by_hand(const std::string& typed, const Words& more = {},
                const std::string& model = example("token-ring")) {
  Words words = {"simulate", "-D", "n=2", model};
  words.insert(words.end(), more.begin(), more.end());
  return ask(words, {.input = typed});
}

Words keys(const Json& json) {
  Words out;
  for (const auto& [key, value] : json.items()) out.push_back(key);
  return out;
}

// Objects, a line each.
std::vector<Json> lines(const std::string& text) {
  std::vector<Json> out;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = text.find('\n', begin);
    out.push_back(Json::parse(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return out;
}

// A model that a few steps break.
const char* const broken = R"(
process P {
  var x : 0..9 = 0;
  action up when x < 9 { x := x + 1; }
  action back when x == 1 { x := 0; }
}
network { node p[2] : P; }
invariant low: forall q in p: q.x < 3;
)";

}  // namespace

TEST_CASE("steps by hand") {
  const Outcome r = by_hand("1\n1\nundo\nstate\nquit\n7\n");
  CHECK(r.code == 0);
  CHECK(r.err.empty());
  for (const char* part :
       {"token-ring.vic, n = 2: 'help' lists the commands\n", "   0  start  ",
        "   1) s[0].want               s[0].phase = hungry\n",
        "   1. s[0].want               s[0].phase = hungry\n",
        "   1  state  "}) {
    INFO(part);
    CHECK(has(r.out, part));
  }
  CHECK_FALSE(has(r.out, "no step 7"));  // behind quit
  CHECK_FALSE(has(r.out, "\n> "));       // no terminal, no prompt
  // The end of input ends it, in the middle of a line, too.
  CHECK(by_hand("").code == 0);
  CHECK(has(by_hand("stat").out, "did you mean"));
  CHECK_FALSE(has(by_hand("", {"--quiet"}).out, "1) "));
}

TEST_CASE("lines that are no commands say what is possible") {
  const std::map<std::string, std::string> answers = {
      {"0", "no step 0: type 1 to 2"},
      {"99999999999999999", "no step 99999999999999999: type 1 to 2"},
      {"999999999999999999999999", "is no command"},
      {"-1", "'-1' is no command"},
      {"undo", "this is the beginning"},
      {"undo 3", "it goes like this: undo"},
      {"goto", "it goes like this: goto K"},
      {"goto x", "it goes like this: goto K"},
      {"goto 1", "the run has 0 steps"},
      {"goto 5", "the run has 0 steps"},
      {"next", "nothing is stored behind here"},
      {"random x", "it goes like this: random [K]"},
      {"start 99", "there are 2 initial states: type start 1 to 2"},
      {"unod", "did you mean 'undo'?"},
      {"frobnicate", "'frobnicate' is no command: type the number"},
      {"why", "it goes like this: why ACTION"},
      {"why nothing", "there is no action 'nothing'\nactions: enter"},
      {"until", "it goes like this: until EXPR"},
      {"until 3", "error[V"},
      {"until s[0].phase ==", "error[V02"},
      {"until true; var x : bool = true", "error[V"},
      {"until true; invariant b: true", "this is more than one expression"},
      {"until true /*", "error[V"},
      {"until nosuch", "until:1:1: error[V"},
      {"save /no/such/folder/x", "cannot write"},
      {std::string("\x1b[2J"), "\\x1b"},
  };
  for (const auto& [line, answer] : answers) {
    const Outcome r = by_hand(line + "\n");
    INFO(line << "\n" << r.out);
    CHECK(r.code == 0);
    CHECK(has(r.out, answer));
    CHECK_FALSE(has(r.out, "\x1b"));
  }
}

TEST_CASE("why names the part of a guard, with its place") {
  const Outcome r = by_hand("why enter\nwhy s[0].leave\nwhy want\n");
  CHECK(has(r.out, "s[0].enter  29:21: 'phase == hungry' is false\n"));
  CHECK(has(r.out, "s[1].enter  29:21: 'phase == hungry' is false\n"));
  CHECK(has(r.out, "s[0].leave  30:21: 'phase == eating' is false\n"));
  CHECK(has(r.out, "s[0].want  is enabled\n"));
}

TEST_CASE("until a formula holds") {
  const Outcome r = by_hand("until s[1].phase == eating\nstate\n");
  CHECK(has(r.out, "it holds now\n"));
  CHECK(has(r.out.substr(r.out.find("  state  ")), "s[1].phase = eating"));
  CHECK(has(by_hand("until true\n").out, "it holds here\n"));
  CHECK(has(by_hand("until forall i, j in s: i.phase == j.phase // so\n").out,
            "it holds here\n"));
  // What cannot be evaluated is said, and the run goes on.
  const Outcome fails = by_hand("until 1 / 0 == 1\nstate\n");
  CHECK(has(fails.out, "it cannot be evaluated"));
  CHECK(has(fails.out, "  state  "));
  // A deadlock ends it.
  const Outcome stuck =
      by_hand("until false\nrandom\n1\n", {}, example("philosophers"));
  CHECK(has(stuck.out, "no step is enabled: this is a deadlock"));
  CHECK(has(stuck.out, "it did not hold; "));
  CHECK(has(stuck.out, "no step is enabled here; 'undo' goes back"));
  CHECK(stuck.code == 0);
  CHECK(
      by_hand("until false\n", {"--deadlock"}, example("philosophers")).code ==
      1);
}

TEST_CASE("what is violated is said, and is the exit code") {
  const Folder folder;
  const std::string model = folder.write("broken.vic", broken);
  const Outcome r = ask({"simulate", model}, {.input = "1\n1\n"});
  CHECK(r.code == 0);
  const Outcome bad = ask({"simulate", model}, {.input = "random 100\nundo\n"});
  CHECK(bad.code == 1);
  CHECK(has(bad.out, "! low is violated: false for q = p["));
  // It stops where that is new.
  const std::string last =
      bad.out.substr(bad.out.find("! low is violated: false for q = p["));
  CHECK(last.substr(last.find('\n')).starts_with("\n       1) "));
  const Outcome other = ask({"simulate", "--property", "no model error", model},
                            {.input = "random 100\n"});
  CHECK(other.code == 0);
}

TEST_CASE("a step that fails is the last") {
  const Folder folder;
  const std::string model =
      folder.write("fails.vic", "shared x : 0..1 = 0; rule up { x := x + 1; }");
  const Outcome r =
      ask({"simulate", model}, {.input = "1\n1\n1\nrandom 3\nundo\n"});
  CHECK(r.code == 1);
  CHECK(has(r.out, "2. up                      fails at 1:32: assignment"));
  CHECK(has(r.out, "! no model error is violated"));
  CHECK(has(r.out, "the last step failed: the run ends here; 'undo'"));
}

TEST_CASE("what is saved is a run, and is stepped through again") {
  const Folder folder;
  const std::string trace = folder.path() + "/run.json";
  const Outcome r = by_hand("random 7\nundo\nsave " + trace + "\n");
  CHECK(has(r.out, "6 steps written"));
  const std::string ring = example("token-ring");
  const Outcome replayed =
      ask({"explore", "-D", "n=2", "--replay", trace, ring});
  CHECK(replayed.code == 0);
  CHECK(has(replayed.out, "a run of 6 steps"));
  const Outcome again =
      by_hand("next 2\nnext 99\nundo\ngoto 0\nuntil s[0].phase == eating\n",
              {"--replay", trace});
  CHECK(again.code == 0);
  CHECK(has(again.out, "a stored run of 6 steps: 'next' goes on along it\n"));
  CHECK(has(again.out, "\n       6. "));
  // Stored steps come first, so that both say the same of the first one.
  const std::string first = r.out.substr(r.out.find("   1. "), 60);
  CHECK(has(again.out, first));
}

TEST_CASE("a trace that is no run is none here, either") {
  const Folder folder;
  const std::string trace = folder.path() + "/run.json";
  by_hand("random 7\nsave " + trace + "\n");
  Json json = Json::parse(read(trace));
  json["steps"].erase(2);
  const std::string wrong = folder.write("wrong.json", json.dump());
  const std::string ring = example("token-ring");
  const Outcome theirs = ask({"explore", "-D", "n=2", "--replay", wrong, ring});
  const Outcome ours = ask({"simulate", "-D", "n=2", "--replay", wrong, ring});
  CHECK(ours.code == 2);
  CHECK(ours.code == theirs.code);
  CHECK(has(ours.out, "no such run: step "));
  CHECK(ours.out == theirs.out);
  const Outcome other = ask({"simulate", "-D", "n=3", "--replay", trace, ring});
  CHECK(other.code == 2);
  CHECK(has(other.err, "error[V0907]"));
  CHECK(ask({"simulate", "--replay", "/no/such", ring}).code == 2);
  CHECK(ask({"simulate", "--replay", folder.write("x", "[[["), ring}).code ==
        2);
}

TEST_CASE("the run of a report is stepped through") {
  const Folder folder;
  const std::string model = folder.write("broken.vic", broken);
  const Outcome report = ask({"explore", "--json", model});
  const std::string file = folder.write("report.json", report.out);
  const Outcome r =
      ask({"simulate", "--replay", file, model}, {.input = "goto 3\n"});
  CHECK(r.code == 1);
  CHECK(has(r.out, "a stored run of 3 steps"));
  CHECK(has(r.out, "! low is violated"));
}

TEST_CASE("a random run as lines of JSON is a trace") {
  const std::string ring = example("token-ring");
  const Words words = {"simulate", "--steps", "9",   "--seed", "3",
                       "--json",   "-D",      "n=3", ring};
  const Outcome r = ask(words);
  CHECK(r.code == 0);
  CHECK(r.err.empty());
  CHECK(ask(words).out == r.out);
  const auto all = lines(r.out);
  REQUIRE(all.size() == 11);
  CHECK(keys(all[0]) == Words{"model", "parameters", "seed", "initial"});
  CHECK(keys(all[1]) == Words{"step", "action", "bindings", "changes"});
  CHECK(all[10] ==
        Json{{"end", "steps"}, {"steps", 9}, {"violated", Json::array()}});
  Json trace;
  trace["initial"] = all[0]["initial"];
  for (std::size_t i = 1; i < 10; ++i) {
    CHECK(all[i]["step"] == i);
    trace["steps"].push_back(all[i]);
  }
  const Folder folder;
  const Outcome replayed =
      ask({"explore", "-D", "n=3", "--replay",
           folder.write("trace.json", trace.dump()), ring});
  CHECK(replayed.code == 0);
  CHECK(has(replayed.out, "a run of 9 steps"));
  // Another seed, another run.
  Words other = words;
  other[4] = "4";
  CHECK(ask(other).out != r.out);
}

TEST_CASE("a random run says how it ends, and what it violates") {
  const Folder folder;
  const std::string model = folder.write("broken.vic", broken);
  const Outcome r = ask({"simulate", "--steps", "200", "--json", model});
  CHECK(r.code == 1);
  auto all = lines(r.out);
  CHECK(all.back() == Json{{"end", "deadlock"},
                           {"steps", all.size() - 2},
                           {"violated", Json{"low"}}});
  CHECK(std::ranges::any_of(all, [](const Json& line) {
    return line.contains("step") && line.contains("violated");
  }));
  const Outcome text = ask({"simulate", "--steps", "200", model});
  CHECK(text.code == 1);
  CHECK(has(text.out, ", and a deadlock\nlow  violated\n"));
  const std::string fails =
      folder.write("fails.vic", "shared x : 0..1 = 0; rule up { x := x + 1; }");
  const Outcome error = ask({"simulate", "--steps", "9", "--json", fails});
  CHECK(error.code == 1);
  all = lines(error.out);
  REQUIRE(all.size() == 4);
  CHECK(keys(all[2]) ==
        Words{"step", "action", "bindings", "changes", "error", "violated"});
  CHECK(all[3]["end"] == "error");
}

TEST_CASE("many random runs report what they saw") {
  const std::string ring = example("token-ring");
  const Words words = {"simulate", "--runs", "50",  "--steps", "200",
                       "--json",   "-D",     "n=3", ring};
  const Outcome r = ask(words);
  CHECK(r.code == 3);
  Json json = r.json();
  CHECK(keys(json) == Words{"model", "parameters", "seed", "runs", "steps",
                            "states", "states_exact", "deadlocks", "failed",
                            "complete", "never_fired", "properties",
                            "statistics"});
  CHECK(json["runs"] == 50);
  CHECK(json["steps"] == 10'000);
  CHECK(json["states"] == 36);
  CHECK(json["states_exact"] == true);
  CHECK(json["complete"] == false);
  CHECK(
      json["properties"] ==
      Json::array({Json{{"name", "mutex"}, {"verdict", "unknown"}},
                   Json{{"name", "no model error"}, {"verdict", "unknown"}}}));
  // Whatever the number of threads.
  json.erase("statistics");
  for (const char* threads : {"1", "3"}) {
    Words more = words;
    more.insert(more.end(), {"--threads", threads});
    Json again = ask(more).json();
    again.erase("statistics");
    CHECK(again == json);
  }
  const Outcome text = ask({"simulate", "--runs", "5", "-D", "n=3", ring});
  CHECK(text.code == 3);
  CHECK(has(text.out,
            "token-ring.vic, n = 3: 5 runs from seed 1 on, 50000 steps\n"));
  CHECK(has(
      text.out,
      "mutex           unknown: no run violates it, which proves nothing\n"));
}

TEST_CASE("what many runs violate is a run of its seed") {
  const Folder folder;
  const std::string model = folder.write(
      "rare.vic", std::string(broken) + "rule never when p[0].x > 9 { skip; }");
  const Outcome r = ask({"simulate", "--runs", "100", "--json", "--deadlock",
                         "--steps", "3", model});
  CHECK(r.code == 1);
  const Json json = r.json();
  CHECK(json["never_fired"] == Json{"never"});
  const Json low = json["properties"][0];
  CHECK(low["verdict"] == "violated");
  CHECK(low["trace"]["steps"].size() == 3);
  const Outcome replayed =
      ask({"explore", "--replay", folder.write("report.json", r.out), model});
  INFO(replayed.out);
  CHECK(replayed.code == 0);
  CHECK(has(replayed.out, "low  a run of 3 steps"));
  // The same run again, from its seed.
  const Outcome again = ask({"simulate", "--steps", "3", "--json", "--seed",
                             std::to_string(low["seed"].get<int>()), model});
  const auto all = lines(again.out);
  CHECK(all[0]["initial"] == low["trace"]["initial"]);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(all[i + 1]["action"] == low["trace"]["steps"][i]["action"]);
  }
  CHECK(all.back()["violated"] == Json{"low"});
}

TEST_CASE("nothing asked, nothing undecided") {
  const Folder folder;
  const std::string model =
      folder.write("plain.vic", "shared x : bool = false; rule r { x := !x; }");
  CHECK(ask({"simulate", "--runs", "3", model}).code == 0);
  CHECK(ask({"simulate", "--runs", "3", "--deadlock", model}).code == 3);
  CHECK(ask({"simulate", "--runs", "3", "--property", "no model error", model})
            .code == 3);
  CHECK(ask({"simulate", "--runs", "3", "--timeout", "0.2", "--steps",
             "2000000000", model})
            .code == 3);
  const std::string none = folder.write(
      "none.vic", "shared x : bool; init x; init !x; rule r { x := !x; }");
  for (const Words& how :
       {Words{"--runs", "3"}, Words{"--steps", "3"}, Words{}}) {
    Words words = {"simulate", none};
    words.insert(words.end(), how.begin(), how.end());
    const Outcome r = ask(words);
    CHECK(r.code == 2);
    CHECK(has(r.err, "V0508"));
  }
}

TEST_CASE("limits and Ctrl-C end it") {
  const std::string ring = example("token-ring");
  for (const Words& how : {Words{"--runs", "1000000", "--steps", "1000000"},
                           Words{"--steps", "2000000000", "--quiet"},
                           Words{"--steps", "2000000000", "--json"}}) {
    Words words = {"simulate", "--timeout", "0.3", ring};
    words.insert(words.end(), how.begin(), how.end());
    const Outcome late = ask(words);
    CHECK(late.code == 3);
    CHECK(late.seconds < 3);
    words.erase(words.begin() + 1, words.begin() + 3);
    const Outcome stopped = ask(words, {.interrupt_after = 0.5});
    CHECK(stopped.code == 3);
    CHECK(stopped.seconds < 2);
  }
  // The last line of a stream is a whole one.
  const Outcome r = ask({"simulate", "--timeout", "0.3", "--json", "--steps",
                         "2000000000", ring});
  CHECK(lines(r.out).back()["end"] == "limit");
}

TEST_CASE("what does not go together is said") {
  const std::string ring = example("token-ring");
  const std::vector<std::pair<Words, std::string>> wrong = {
      {{"simulate", "--steps", "0", ring}, "--steps counts from 1"},
      {{"simulate", "--runs", "-3", ring}, "--runs counts from 1"},
      {{"simulate", "--seed", "-1", ring}, "--seed cannot be negative"},
      {{"simulate", "--json", ring}, "--json is for --steps or --runs"},
      {{"simulate", "--replay", "x", "--runs", "3", ring}, "--replay steps"},
      {{"explore", "--seed", "1", ring}, "not an option of 'vicinal explore'"},
      {{"simulate"}, "which model?"},
      {{"simulate", "--property", "nothing", ring}, "V0906"},
  };
  for (const auto& [words, message] : wrong) {
    const Outcome r = ask(words);
    INFO(message << "\n" << r.err);
    CHECK(r.code == 2);
    CHECK(has(r.err, message));
  }
}

TEST_CASE("names of files are shown safely") {
  const Folder folder;
  const std::string graph = folder.write(
      "g.graphml",
      "<graphml><key id=\"label\" for=\"node\" attr.name=\"label\"/>"
      "<graph edgedefault=\"undirected\"><node id=\"a&#x9b;2J\"/>"
      "<node id=\"b\xe2\x80\xae\"/><edge source=\"a&#x9b;2J\" "
      "target=\"b\xe2\x80\xae\"/></graph></graphml>");
  const std::string model = folder.write(
      "m.vic",
      "process P { port set link : inout bool; var x : bool = false;\n"
      "action go(e in link) when !x { x := true; e := true; } }\n"
      "network any { node p : P; edge w : bool = false via link; }\n"
      "invariant off: forall q in p: !q.x;");
  const Outcome r = ask({"simulate", "--on", graph, model},
                        {.input = "1\nwhy go\nstate\nuntil false\n"});
  INFO(r.out << r.err);
  CHECK(r.code == 1);
  for (const char* raw : {"\xc2\x9b", "\xe2\x80\xae", "\x1b"}) {
    CHECK_FALSE(has(r.out, raw));
    CHECK_FALSE(has(r.err, raw));
  }
}

TEST_CASE("models of other languages are simulated, too") {
  const std::string net =
      source_folder() + "/examples/imports/night-watch.pnml";
  CHECK(ask({"simulate", "--steps", "5", net}).code == 0);
  CHECK(ask({"simulate", net}, {.input = "1\nrandom 3\n"}).code == 0);
}

// ---- lines -----------------------------------------------------------------

TEST_CASE("any bytes are a line that means something or nothing") {
  std::mt19937 random(1);
  const std::string letters = "undo next goto 0123456789 \t\r\x1b\xff'quitsav";
  int kinds[16] = {};
  for (int i = 0; i < 200'000; ++i) {
    std::string line;
    for (unsigned n = random() % 14; n > 0; --n) {
      line += letters[random() % letters.size()];
    }
    const Typed typed = read_typed(line);
    ++kinds[typed.kind];
    if (typed.kind == Typed::wrong) {
      CHECK_FALSE(typed.text.empty());
      CHECK_FALSE(has(typed.text, "\x1b"));
      CHECK_FALSE(has(typed.text, "\xff"));
    } else {
      CHECK(typed.number < 1'000'000'000'000'000'000U);
    }
  }
  CHECK(kinds[Typed::wrong] > 0);
  CHECK(kinds[Typed::choose] > 0);
  CHECK(kinds[Typed::nothing] > 0);
  // Words with what may stand behind them.
  CHECK(read_typed(" goto  7 ").number == 7);
  CHECK(read_typed("next").number == 1);
  CHECK(read_typed("random 12").number == 12);
  CHECK(read_typed("start").number == 0);
  CHECK(read_typed("until a  b ").text == "a  b");
  CHECK(read_typed("17\r").number == 17);
  CHECK(read_typed("quit").kind == Typed::quit);
  CHECK(read_typed(std::string(100'000, 'x')).kind == Typed::wrong);
}

TEST_CASE("sessions of random lines end as they should") {
  std::mt19937 random(2);
  const Words words = {"1",
                       "2",
                       "3",
                       "undo",
                       "next",
                       "goto 2",
                       "random 9",
                       "start",
                       "start 1",
                       "state",
                       "help",
                       "why up",
                       "why p[0].up",
                       "junk",
                       "goto 99",
                       "until p[0].x == 2",
                       "until p[1].x > 2",
                       "\xff\xfe",
                       ""};
  const Folder folder;
  const std::string model = folder.write("broken.vic", broken);
  for (int session = 0; session < 25; ++session) {
    std::string typed;
    for (int i = 0; i < 40; ++i) typed += words[random() % words.size()] + "\n";
    const Outcome r =
        ask({"simulate", "--seed", std::to_string(session), model},
            {.input = typed});
    INFO(typed << r.out << r.err);
    CHECK(r.err.empty());
    CHECK(r.code == (has(r.out, "! low is violated") ? 1 : 0));
  }
}

TEST_CASE("no steps at all are no command") {
  CHECK(read_typed("random 0").kind == Typed::wrong);
  CHECK(read_typed("next 0").kind == Typed::wrong);
  CHECK(read_typed("random 1").kind == Typed::random);
  CHECK(has(by_hand("random 0\n").out, "counts from 1"));
}

TEST_CASE("--screen needs a terminal, and a run by hand") {
  const Outcome piped = ask({"simulate", "--screen", example("token-ring")});
  CHECK(piped.code == 2);
  CHECK(piped.out.empty());
  CHECK(has(piped.err, "terminal"));
  for (const Words& more : {Words{"--steps", "3"}, Words{"--runs", "3"},
                            Words{"--json"}, Words{"--quiet"}}) {
    Words words = {"simulate", "--screen", example("token-ring")};
    words.insert(words.end(), more.begin(), more.end());
    CHECK(ask(words).code == 2);
  }
}

TEST_CASE("text is cut at the last column") {
  using vicinal::cli::fitted;
  CHECK(fitted("abc", 3, false) == "abc");
  CHECK(fitted("abcd", 3, false) == "ab>");
  CHECK(fitted("abcd", 1, false) == ">");
  CHECK(fitted("abcd", 0, false).empty());
  CHECK(fitted("", 0, false).empty());
  CHECK(fitted("a\x1b\xc3\xa9", 9, false) == "a???");
}

}  // namespace simulate_test
