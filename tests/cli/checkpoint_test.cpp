// SPDX-License-Identifier: MIT
// Guards: --checkpoint and --resume, as users have them: Ctrl-C, --timeout and
// --max-states save what was explored; the answer is that of a run that was
// left alone; another model, network or question is refused.
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "program.hpp"

namespace checkpoint_test {

using namespace vicinal::test;

namespace {

namespace fs = std::filesystem;

Words with(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

// The report without what depends on the clock, as text.
std::string answer(const Outcome& outcome) {
  Json json = outcome.json();
  json.erase("statistics");
  return json.dump(1);
}

}  // namespace

TEST_CASE("a run goes on after Ctrl-C and after its time") {
  const Folder folder;
  const std::string saved = folder.path() + "/saved";
  const Words model = {"explore", "--json",   "--deadlock",
                       "-D",      "discs=10", example("hanoi")};
  const Outcome whole = ask(model);
  CHECK(whole.code == 1);
  const Outcome first =
      ask(with(model, {"--checkpoint", saved}), {.interrupt_after = 0.1});
  INFO(first.err);
  CHECK((first.code == 3 || first.code == 1));
  Outcome last = first;
  if (fs::exists(saved + "/manifest.json") && first.code == 3) {
    CHECK(first.json()["limit"] == "interrupted");
    CHECK(first.err.find("goes on") != std::string::npos);
    last = ask(with(model, {"--resume", saved, "--timeout", "0.3"}));
    CHECK((last.code == 3 || last.code == 1));
  }
  last = ask(with(model, {fs::exists(saved + "/manifest.json") ? "--resume"
                                                               : "--checkpoint",
                          saved}));
  CHECK(last.code == whole.code);
  CHECK(answer(last) == answer(whole));
  CHECK(last.err == whole.err);
}

TEST_CASE("how many states were wanted does not matter to who goes on") {
  const Folder folder;
  const std::string model =
      folder.write("m.vic",
                   "process P { var x : bool; }\nnetwork { node p[2] : P; }\n"
                   "invariant t: exists i in p: i.x || !i.x;\n");
  const Words asked = {"explore", "--json", "--reduction", "orbit", model};
  const Outcome whole = ask(asked);
  const std::string saved = folder.path() + "/saved";
  CHECK(ask(with(asked, {"--checkpoint", saved, "--max-states", "1"})).code ==
        3);
  const Outcome last = ask(with(asked, {"--resume", saved}));
  INFO(last.err);
  CHECK(last.code == 0);
  CHECK(answer(last) == answer(whole));
}

TEST_CASE("pieces of an exploration are the whole") {
  struct Piece {
    Words options;
    int code = 0;
  };
  const std::string broken = example("mutex-broken");
  const Piece pieces[] = {
      {{"-D", "n=7", example("philosophers")}, 0},
      {{"-D", "n=9", "--reduction", "orbit", example("philosophers")}, 0},
      {{"-D", "n=8", "--reduction", "orbit-multi", broken}, 1},
      {{"-D", "n=8", "--coverage", broken}, 1},
      {{"-D", "n=6", "--deadlock", "--examples", "3", broken}, 1},
      {{"-D", "n=10", "--reduction", "virtual", example("test-and-set")}, 0},
  };
  for (const Piece& piece : pieces) {
    const Folder folder;
    const std::string saved = folder.path() + "/saved";
    const Words words = with({"explore", "--json"}, piece.options);
    INFO(piece.options.back() << " " << piece.options[2]);
    const Outcome whole = ask(words);
    REQUIRE(whole.code == piece.code);
    const std::string half =
        std::to_string(whole.json()["states"].get<int>() / 2);
    const Outcome first =
        ask(with(words, {"--checkpoint", saved, "--max-states", half}));
    CHECK((first.code == 3 || first.code == piece.code));
    CHECK(first.json()["complete"] == false);
    for (const char* threads : {"1", "3"}) {
      const Outcome last =
          ask(with(words, {"--resume", saved, "--threads", threads}));
      INFO(last.err);
      CHECK(last.code == piece.code);
      CHECK(answer(last) == answer(whole));
      CHECK(last.err == whole.err);
    }
  }
}

TEST_CASE("auto goes on, but not with annotated states") {
  const Folder folder;
  const std::string saved = folder.path() + "/saved";
  const Words words = {"explore", "--json", "--reduction",          "auto",
                       "-D",      "n=10",   example("philosophers")};
  const Outcome whole =
      ask(with(words, {"--checkpoint", folder.path() + "/whole"}));
  CHECK(whole.code == 0);
  CHECK(whole.json()["reduction"] == "orbit");
  CHECK(whole.json()["lazy"]["why_not"] == "annotated states are not saved");
  ask(with(words, {"--checkpoint", saved, "--max-states", "700"}));
  CHECK(answer(ask(with(words, {"--resume", saved}))) == answer(whole));
}

TEST_CASE("what was explored is not taken for something else") {
  const Folder folder;
  const std::string saved = folder.path() + "/saved";
  const std::string model = folder.write(
      "model.vic",
      "const top = 5;\nprocess P { port set link : inout bool;\n"
      "  var x : 0..9 = 0; action up when x < top { x := x + 1; } }\n"
      "network any { node p : P; edge e : bool via link; }\n"
      "invariant q: forall i in P: i.x < 9;\n");
  const std::string graph = folder.write("a.dot", "graph { a -- b }");
  const std::string other = folder.write("b.dot", "graph { a -- b -- c }");
  const Words base = {"explore", model};
  const Words asked = {"--on", graph, "-D", "top=7"};
  CHECK(
      ask(with(with(base, asked), {"--checkpoint", saved, "--max-states", "9"}))
          .code == 3);
  const auto refused = [&](const Words& words, const std::string& why) {
    const Outcome outcome =
        ask(with(with(base, words), {"--resume", saved, "--json"}));
    INFO(outcome.err);
    CHECK(outcome.code == 2);
    CHECK(outcome.err.find("V0920") != std::string::npos);
    CHECK(outcome.err.find(why) != std::string::npos);
    CHECK(outcome.json()["diagnostics"].size() == 1);
  };
  refused({"--on", other, "-D", "top=7"}, "differ in the network");
  refused({"--on", graph, "-D", "top=8"},
          "the constants ('top=7' there, 'top=8' now)");
  refused(with(asked, {"--deadlock"}), "differ in what is asked");
  refused(with(asked, {"--property", "q"}), "differ in what is asked");
  refused(with(asked, {"--reduction", "orbit"}), "differ in the reduction");
  CHECK(ask(with(with(base, asked), {"--resume", saved})).code == 0);
  std::ofstream(model, std::ios::app) << "// a word more\n";
  refused(asked, "differ in the model");
}

TEST_CASE(
    "states of another group, or size, are not taken for those of this one") {
  const Folder folder;
  const std::string saved = folder.path() + "/saved";
  const Words ring = {"explore", "--reduction", "orbit", example("data-ring")};
  CHECK(ask(with(ring, {"--group", "exchanges", "--checkpoint", saved,
                        "--max-states", "20"}))
            .code == 3);
  const Outcome other =
      ask(with(ring, {"--group", "detected", "--resume", saved}));
  CHECK(other.code == 2);
  CHECK(other.err.find("the symmetry that was found") != std::string::npos);
  const Outcome larger =
      ask(with(ring, {"--group", "exchanges", "--resume", saved, "-D", "n=7"}));
  CHECK(larger.code == 2);
  CHECK(larger.err.find("the sizes (") != std::string::npos);
  CHECK(ask(with(ring, {"--group", "exchanges", "--resume", saved})).code == 0);
  // Which one is found does not depend on how many states are wanted.
  const Words many = {"explore", "--reduction",
                      "orbit",   "-D",
                      "n=9",     example("philosophers-abstract")};
  const std::string some = folder.path() + "/some";
  ask(with(many, {"--checkpoint", some, "--max-states", "500"}));
  const Outcome more =
      ask(with(many, {"--resume", some, "--max-states", "21000"}));
  INFO(more.err);
  CHECK(more.code == 3);
}

TEST_CASE("options of checkpoints that do not go together are refused") {
  const std::string ring = example("token-ring");
  const struct {
    Words options;
    const char* why;
  } wrong[] = {
      {{"--checkpoint", "a", "--resume", "b"}, "goes without --checkpoint"},
      {{"--every", "1"}, "--every is for"},
      {{"--checkpoint", "a", "--every", "0"}, "more than 0"},
      {{"--checkpoint", "a", "--every", "nan"}, "more than 0"},
      {{"--resume", "a", "--reduction", "lazy"}, "annotated"},
      {{"--checkpoint", "a", "--witness", "true"}, "goes without --checkpoint"},
      {{"--resume", "a", "--replay", "t.json"}, "goes without --resume"},
      {{"--max-states", "-1"}, "cannot be negative"},
  };
  for (const auto& [options, why] : wrong) {
    const Outcome outcome = ask(with({"explore", ring}, options));
    INFO(outcome.err);
    CHECK(outcome.code == 2);
    CHECK(outcome.err.find(why) != std::string::npos);
  }
  CHECK(!fs::exists("a"));
}

}  // namespace checkpoint_test
