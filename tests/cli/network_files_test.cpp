// SPDX-License-Identifier: MIT
// Guards: what a command says of files of networks by their names: a file of no
// known format is no model, packed files are unpacked, names are those that
// people know.
#include <catch2/catch.hpp>

#include "network/files/format_table.hpp"
#include "program.hpp"

namespace network_files_test {

namespace {

using namespace vicinal::test;
using namespace vicinal;

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST_CASE("a file of no known format is not parsed as a model") {
  const Folder folder;
  const Outcome unknown =
      ask({"topology", folder.write("x.foo", "hello world\n")});
  CHECK(unknown.code == 2);
  CHECK(has(unknown.err, "[V0620]"));
  CHECK(has(unknown.err, network::format_list()));
  CHECK_FALSE(has(unknown.err, "[V02"));
  // What begins as a model, or is called one, is one.
  const std::string wrong = "// c\nprocess P {\n";
  CHECK(has(ask({"topology", folder.write("x", wrong)}).err, "[V02"));
  CHECK(has(ask({"topology", folder.write("x.vic", "hello\n")}).err, "[V02"));
  // What holds nothing begins as no model does.
  CHECK(has(ask({"topology", folder.write("empty.foo", "")}).err, "[V0620]"));
}

TEST_CASE("a network is no model, and a command that wants one says so") {
  const Folder folder;
  const std::string gml = folder.write("x.gml", "graph [ node [ id 1 ] ]\n");
  for (const char* command : {"prove", "explore", "validate", "symmetry"}) {
    INFO(command);
    const Outcome said = ask({command, gml});
    CHECK(said.code == 2);
    CHECK(has(said.err, "error[V0626]: this is a network (gml), not a model"));
    CHECK(has(said.err, "'vicinal topology' reads it"));
    CHECK_FALSE(has(said.err, "[V02"));
  }
  // What begins as a model is one, whatever it is called; and what nothing
  // else is known of.
  CHECK(
      has(ask({"prove", folder.write("y.gml", "process P {\n")}).err, "[V02"));
  CHECK(has(ask({"prove", folder.write("x.foo", "hello\n")}).err, "[V02"));
}

TEST_CASE("packed files, and networks of projects") {
  const Folder folder;
  const std::string file = folder.write("x.edges", "a b\nb c\n");
  execute({"gzip", "-k", file});
  const Outcome packed = ask({"topology", "--json", file + ".gz"});
  INFO(packed.err);
  CHECK(packed.code == 0);
  CHECK(packed.json()["nodes"] == 3);
  CHECK(packed.json()["format"] == "edge-list");
  const Outcome broken =
      ask({"topology", folder.write("y.gml.gz", "\x1f\x8b\x08 broken")});
  CHECK(broken.code == 2);
  CHECK(has(broken.err, "packed by gzip"));
  const std::string project =
      folder.write("x.paj", "*Vertices 1\n*Vertices 2\n");
  CHECK(
      ask({"topology", "--json", "--network", "2", project}).json()["nodes"] ==
      2);
  CHECK(has(ask({"topology", "--network", "3", project}).err, "[V0623]"));
  CHECK(has(ask({"topology", "--network", "0", project}).err,
            "--network counts from 1"));
}

TEST_CASE("labels that tell nodes apart name them, in traces too") {
  const Folder folder;
  const std::string file = folder.write(
      "x.gml",
      "graph [ node [ id 0 label \"Denver\" ] node [ id 1 label \"Boulder\" ] "
      "edge [ source 0 target 1 ] ]");
  CHECK(has(ask({"topology", "--classes", file}).out, "Denver, Boulder"));
  CHECK(has(ask({"topology", "--names-from", "id", "--classes", file}).out,
            "0, 1"));
  const std::string model =
      "process P { port set link : inout bool; var x : bool = false;\n"
      "  action claim when !x { x := true; } }\n"
      "network any { node p : P; edge e : bool via link; }\n"
      "init forall f in e: !f;\n"
      "invariant never: forall i in p: !i.x;\n";
  const Outcome violated =
      ask({"explore", "--on", file, "-"}, {.input = model});
  INFO(violated.out << violated.err);
  CHECK(violated.code == 1);
  CHECK((has(violated.out, "Denver.claim") ||
         has(violated.out, "Boulder.claim")));
}

TEST_CASE("help and the manual page list the formats of the table") {
  const std::string help = ask({"topology", "--help"}).out;
  const std::string page = ask({"--man"}).out;
  for (const network::FormatRow& row : network::format_table()) {
    INFO(row.name);
    CHECK(has(help, "\n  " + std::string(row.name) + " "));
  }
  for (const std::string& ending : network::format_endings()) {
    CHECK(has(help, "." + ending));
    CHECK(has(page, "." + ending));
    CHECK(has(ask({"--completion", "bash"}).out, "*." + ending));
  }
}

}  // namespace

}  // namespace network_files_test
