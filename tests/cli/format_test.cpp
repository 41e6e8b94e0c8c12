// SPDX-License-Identifier: MIT
// Guards: `format` prints, writes or only looks; a file that it does not lay
// out stays as it is, and one that it does keeps its rights and its links.
#include <catch2/catch.hpp>
#include <filesystem>

#include "program.hpp"

namespace format_test {

using namespace vicinal::test;
namespace fs = std::filesystem;

namespace {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// A type that does not fit is not looked at.
const std::string crooked =
    "// a lamp\nprocess Lamp{var on:bool=3;  // never\n}\n\n\n"
    "network{node l:Lamp;}\n";
const std::string straight =
    "// a lamp\nprocess Lamp {\n  var on : bool = 3;  // never\n}\n\n"
    "network { node l : Lamp; }\n";

}  // namespace

TEST_CASE("a model is laid out on standard output") {
  const Folder folder;
  const std::string file = folder.write("m.vic", crooked);
  const Outcome printed = ask({"format", file});
  CHECK(printed.code == 0);
  CHECK(printed.out == straight);
  CHECK(printed.err.empty());
  CHECK(read(file) == crooked);
  CHECK(ask({"format", "-"}, {.input = crooked}).out == straight);
}

TEST_CASE("whether a model is laid out is said, and where it is not") {
  const Folder folder;
  const std::string file = folder.write("m.vic", crooked);
  const Outcome differs = ask({"format", "--check", file});
  CHECK(differs.code == 1);
  CHECK(differs.out.empty());
  CHECK(differs.err == file + ":2: not in the layout of 'vicinal format'\n");
  CHECK(read(file) == crooked);
  const Outcome same =
      ask({"format", "--check", folder.write("s.vic", straight)});
  CHECK(same.code == 0);
  CHECK(same.err.empty());
  const std::string cut = straight.substr(0, straight.size() - 1);
  CHECK(has(ask({"format", "--check", "-"}, {.input = cut}).err,
            "<standard input>:6: not"));
}

TEST_CASE("a model is laid out in its file") {
  const Folder folder;
  const std::string file = folder.write("m.vic", crooked);
  const std::string link = folder.path() + "/link.vic";
  fs::create_symlink(file, link);
  const fs::perms mode = fs::perms::owner_read | fs::perms::owner_write;
  fs::permissions(file, mode);
  const Outcome written = ask({"format", "--write", link});
  CHECK(written.code == 0);
  CHECK(written.out.empty());
  CHECK(written.err.empty());
  CHECK(read(file) == straight);
  CHECK(fs::status(file).permissions() == mode);
  CHECK(fs::is_symlink(link));
  // What is laid out is not written again.
  const auto then = fs::last_write_time(file);
  CHECK(ask({"format", "--write", file}).code == 0);
  CHECK(fs::last_write_time(file) == then);
  CHECK(std::distance(fs::directory_iterator(folder.path()), {}) == 2);
}

TEST_CASE("what is no model stays as it is") {
  const Folder folder;
  const std::string file = folder.write("m.vic", "process {\n");
  const Outcome wrong = ask({"format", "--write", file});
  CHECK(wrong.code == 2);
  CHECK(wrong.out.empty());
  CHECK(has(wrong.err, file + ":1:9: error[V02"));
  CHECK(read(file) == "process {\n");
  CHECK(ask({"format", "--check", file}).code == 2);
  const Outcome foreign = ask({"format", folder.write("m.cub", "init")});
  CHECK(foreign.code == 2);
  CHECK(has(foreign.err, "'vicinal convert' writes it in ours"));
  CHECK(ask({"format", folder.path() + "/nothing.vic"}).code == 2);
  CHECK(has(ask({"format", "--write", "-"}).err, "--write is for a file"));
  CHECK(has(ask({"format", "--write", "--check", file}).err,
            "--check changes nothing"));
}

}  // namespace format_test
