// SPDX-License-Identifier: MIT
// Guards: commands take models of other languages, by ending or by --language,
// and whatever is wrong is shown where it stands in the file that was given.
#include <catch2/catch.hpp>
#include <map>

#include "program.hpp"

namespace imports_test {

using namespace vicinal::test;

namespace {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

const std::string unsatisfiable =
    "array A[proc] : bool\n"
    "init (z) { A[z] = False &&\n"
    "  A[z] = True }\n"
    "unsafe (x y) { A[x] = True && A[y] = True }\n";

std::map<std::string, std::string> verdicts(const Outcome& outcome) {
  std::map<std::string, std::string> out;
  const Json json = outcome.json();
  for (const auto& p : json["properties"]) {
    out[p["name"]] = p["verdict"];
  }
  return out;
}

}  // namespace

TEST_CASE("what later stages find is shown in the file that was given") {
  const Folder folder;
  const std::string file = folder.write("x.cub", unsatisfiable);
  const Words commands[] = {{"prove", file},
                            {"explore", "-D", "n=2", file},
                            {"export", "--to", "murphi", file}};
  for (const Words& command : commands) {
    INFO(command.front());
    const Outcome outcome = ask(command);
    CHECK(outcome.code == 2);
    CHECK(has(outcome.err, file + ":3:3: error[V0508]"));
    CHECK(has(outcome.err, " 3 |   A[z] = True }\n   |   ^~~~~~~~~~~\n"));
  }
  const Json json = ask({"prove", "--json", file}).json()["diagnostics"][0];
  CHECK(json["file"] == file);
  CHECK(json["line"] == 3);
  CHECK(json["end_column"] == 14);
  // The checker warns of what was written, the elaboration of its sizes.
  const std::string odd = folder.write(
      "odd.cub",
      "array A[proc] : bool\ninit (z) { A[z] = True }\n"
      "unsafe () { exists x <> y.\n  A[x] = A[y] && A[x] <> A[x] }\n");
  const Outcome sizes = ask({"explore", "-D", "n=0", odd});
  CHECK(sizes.code == 2);
  CHECK(has(sizes.err, odd + ":3:1: error[V0501]"));
}

TEST_CASE("model errors of a Murphi file have its lines") {
  const Folder folder;
  for (const char* step :
       {"x := y;", "x := x + 1;", "a[x] := 0;", "assert x = 0;", "error \"e\";",
        "x := 1 / (3 - x);", "put a[x];", "if a[1] = 0 then x := 0; end;"}) {
    INFO(step);
    const std::string file = folder.write(
        "x.m", std::string("var x, y : 0..3; a : array [0..2] of 0..3;\n"
                           "startstate begin x := 3; a[0] := 0; end;\n"
                           "rule \"step\" x = 3 ==> begin\n  ") +
                   step + "\nend;\n");
    const Outcome outcome = ask({"explore", file});
    CHECK(outcome.code == 1);
    CHECK(has(outcome.out, " fails at 4:"));
  }
}

TEST_CASE("scalarsets of a Murphi file have any size, or that of the file") {
  const std::string lease = source_folder() + "/examples/imports/lease.m";
  CHECK(has(ask({"prove", lease}).out, "for every Clients >= 1"));
  CHECK(has(ask({"explore", "-D", "Clients=3", lease}).out, "Clients = 3"));
  const Outcome fixed = ask({"prove", "--fixed", lease});
  CHECK(fixed.code == 0);
  CHECK_FALSE(has(fixed.out, "Clients >= 1"));
  CHECK(has(fixed.err, "'Clients' stays 2"));
  CHECK(has(ask({"convert", lease}).out, "param Clients : 1.. = 2"));
  CHECK(has(ask({"convert", "--fixed", lease}).out, "Clients : 2..2 = 2"));
}

TEST_CASE("the language is that of the ending, or the one that is given") {
  const Folder folder;
  const std::string lock = source_folder() + "/examples/imports/copies.cub";
  Run from;
  from.input = read(lock);
  CHECK(ask({"prove", "--language", "cubicle", "-"}, from).code == 0);
  CHECK(ask({"prove", "-"}, from).code == 2);
  CHECK(ask({"prove", "--language", "vicinal", lock}).code == 2);
  CHECK(ask({"prove", "--language", "murphy", lock}).code == 2);
  const std::string ours =
      folder.write("ring.cub", read(example("token-ring")));
  CHECK(ask({"validate", "--language", "vicinal", ours}).code == 0);
  CHECK(ask({"validate", ours}).code == 2);
  for (const char* command : {"validate", "topology", "symmetry", "convert"}) {
    INFO(command);
    CHECK(ask({command, lock}).code == 0);
  }
  CHECK(has(ask({"prove", "--help"}).out, ".cub"));
  CHECK(has(ask({"--man"}).out, ".cub"));
  CHECK(has(ask({"--completion", "bash"}).out,
            "words='cubicle murphi pnml vicinal' values=1"));
}

TEST_CASE("a model and what it is converted to have one answer") {
  const Folder folder;
  for (const char* name : {"copies.cub", "lock-and-turn.cub", "lease.m"}) {
    const std::string file = source_folder() + "/examples/imports/" + name;
    const Outcome converted = ask({"convert", file});
    REQUIRE(converted.code == 0);
    const std::string ours = folder.write("m.vic", converted.out);
    for (const std::string command : {"prove", "explore"}) {
      const auto direct = verdicts(ask({command, "--json", file}));
      CHECK(direct.size() == 3);
      CHECK(direct == verdicts(ask({command, "--json", ours})));
    }
    CHECK(ask({"convert", ours}).out == converted.out);
  }
}

TEST_CASE("properties of a net come from a file of their own") {
  const std::string examples = source_folder() + "/examples/";
  const std::string net = examples + "imports/bakery.pnml";
  const std::string asked = examples + "properties/bakery.xml";
  const auto answers = [&](const char* command, const std::string& file) {
    const Words plain{command, "--json", file};
    const Words with{command, "--json", "--properties", asked, file};
    return verdicts(ask(file == net ? with : plain));
  };
  const Folder folder;
  const Outcome converted = ask({"convert", "--properties", asked, net});
  REQUIRE(converted.code == 0);
  const std::string ours = folder.write("m.vic", converted.out);
  for (const char* command : {"prove", "explore", "check"}) {
    INFO(command);
    CHECK(answers(command, net) == answers(command, ours));
  }
  CHECK(answers("explore", net).at("Bakery_00") == "proved");
  CHECK(answers("check", net).at("Bakery_01") == "proved");
  CHECK(answers("check", net).at("Bakery_02") == "proved");
  // What is wrong is shown in the file where it stands, whatever finds it.
  const std::string text = read(asked);
  const auto place = text.find("baking</place>");
  REQUIRE(place != std::string::npos);
  const std::string wrong = folder.write(
      "wrong.xml", text.substr(0, place) + "backing" + text.substr(place + 6));
  const Outcome refused = ask({"validate", "--properties", wrong, net});
  CHECK(refused.code == 2);
  CHECK(has(refused.err,
            wrong + ":9:25: error[V1213]: no place of the net has the id "
                    "'backing'\n"
                    " 9 |           <tokens-count><place>backing</place>"
                    "</tokens-count>\n"
                    "   |                         ^~~~~~~\n"));
  CHECK(ask({"validate", "--properties", "/nowhere.xml", net}).code == 2);
  CHECK(ask({"validate", "--properties", asked, ours}).code == 2);
  CHECK(ask({"verify", "--properties", asked, "c", net}).code == 2);
  CHECK(ask({"check", "--property", "Bakery_02", "--properties", asked, net})
            .code == 0);
}

TEST_CASE("states are those of one value of each constant") {
  const Folder folder;
  const std::string file =
      folder.write("m.cub",
                   "const K : int\nvar X : int\ninit () { X = 0 }\n"
                   "unsafe () { X > 3 }\ntransition t () requires { X < K } "
                   "{ X := X + 1 }\n");
  const Outcome open = ask({"explore", file});
  CHECK(open.code == 2);
  CHECK(has(open.err, file + ":1:7: error[V1118]"));
  CHECK(has(open.err, "-D K=2"));
  CHECK(ask({"explore", "-D", "K=3", file}).code == 0);
  CHECK(ask({"explore", "-D", "K=4", file}).code == 1);
  CHECK(ask({"prove", "-D", "K=4", file}).code == 1);
  // What is converted has the value, too.
  const std::string ours =
      folder.write("m.vic", ask({"convert", "-D", "K=4", file}).out);
  CHECK(ask({"explore", ours}).code == 1);
  CHECK(ask({"convert", "-D", "K=x", file}).code == 2);
}

TEST_CASE("certificates are about what a model is converted to") {
  const Folder folder;
  const std::string file = folder.write(
      "m.cub",
      "const K : int\nvar X : int\narray A[proc] : bool\n"
      "init (z) { X = 0 && A[z] = False }\nunsafe (x) { A[x] = True && X < K "
      "}\ntransition t (x) requires { X = K } { A[x] := True }\n"
      "transition s () requires { X < K } { X := X + 1 }\n");
  const std::string cert = folder.path() + "/c";
  const Outcome proved =
      ask({"prove", "-D", "K=3", "--certificate", cert, file});
  INFO(proved.out << proved.err);
  REQUIRE(proved.code == 0);
  CHECK(ask({"verify", "-D", "K=3", cert, file}).code == 0);
  // With K left open it is another model.
  CHECK(ask({"verify", cert, file}).code == 4);
  const std::string ours =
      folder.write("m.vic", ask({"convert", "-D", "K=3", file}).out);
  CHECK(ask({"verify", cert, ours}).code == 0);
  CHECK(ask({"verify", "-D", "K=3", cert, ours}).code == 2);
}

TEST_CASE("a Petri net is a model of every command") {
  const Folder folder;
  const std::string net =
      source_folder() + "/examples/imports/night-watch.pnml";
  for (const char* command : {"validate", "prove", "explore", "check",
                              "topology", "symmetry", "convert"}) {
    INFO(command);
    CHECK(ask({command, net}).code == 0);
  }
  for (const char* to : {"promela", "murphi"}) {
    CHECK(ask({"export", "--to", to, net}).code == 0);
  }
  Run from;
  from.input = read(net);
  CHECK(ask({"explore", "--language", "pnml", "-"}, from).code == 0);
  CHECK(ask({"explore", "--language", "cubicle", net}).code == 2);
  // With a property of it.
  const std::string ours = folder.write(
      "m.vic", ask({"convert", net}).out +
                   "invariant one: forall g, o in Guard, h in Hour: g != o => "
                   "net.watch[g][h] + net.watch[o][h] <= 1;\n");
  const Json direct = ask({"explore", "--json", net}).json();
  const Json converted = ask({"explore", "--json", ours}).json();
  CHECK(direct["states"] == 36);
  CHECK(direct["states"] == converted["states"]);
  CHECK(direct["transitions"] == converted["transitions"]);
  CHECK(ask({"prove", ours}).code == 0);
  CHECK(ask({"explore", "--reduction", "orbit", "--json", net})
            .json()["states"] == 21);
  // A deadlock is that of the net, and is shown by its names.
  const std::string one = folder.write(
      "one.pnml",
      "<pnml xmlns=\"http://www.pnml.org/version-2009/grammar/pnml\"><net "
      "id=\"n\" type=\"http://www.pnml.org/version-2009/grammar/ptnet\"><page "
      "id=\"g\">\n<place id=\"p\"><name><text>my place</text></name>"
      "<initialMarking><text>2</text></initialMarking></place>\n"
      "<transition id=\"go\"/><arc id=\"a\" source=\"p\" target=\"go\"/>\n"
      "</page></net></pnml>\n");
  const Outcome stuck = ask({"explore", "--deadlock", one});
  CHECK(stuck.code == 1);
  CHECK(has(stuck.out, "net.go"));
  CHECK(has(stuck.out, "net.my_place = 0"));
  CHECK(has(ask({"convert", one}).out, "// 'my place'\n"));
  CHECK(has(ask({"prove", "--help"}).out, ".pnml"));
  CHECK(has(ask({"--man"}).out, ".pnml"));
}

TEST_CASE("what is wrong with a net is shown in its file") {
  const Folder folder;
  const std::string file = folder.write(
      "x.pnml",
      "<pnml xmlns=\"http://www.pnml.org/version-2009/grammar/pnml\"><net "
      "id=\"n\" type=\"http://www.pnml.org/version-2009/grammar/ptnet\"><page "
      "id=\"g\">\n<place id=\"p\"/>\n<transition id=\"t\"/>\n"
      "  <arc id=\"a\" source=\"p\" target=\"t\" type=\"reset\"/>\n"
      "</page></net></pnml>\n");
  const Outcome outcome = ask({"explore", file});
  CHECK(outcome.code == 2);
  CHECK(has(outcome.err, file + ":4:3: error[V1206]"));
  CHECK(has(outcome.err, "\n   |   ^~~~"));
  // Places that grow are named where they stand.
  const std::string grows = folder.write(
      "y.pnml",
      "<pnml xmlns=\"http://www.pnml.org/version-2009/grammar/pnml\"><net "
      "id=\"n\" type=\"http://www.pnml.org/version-2009/grammar/ptnet\"><page "
      "id=\"g\">\n<place id=\"p\"/>\n<transition id=\"t\"/>\n"
      "<arc id=\"a\" source=\"t\" target=\"p\"/>\n</page></net></pnml>\n");
  CHECK(has(ask({"prove", "--views", "1", grows}).err,
            grows + ":2:1: error[V0704]"));
}

}  // namespace imports_test
