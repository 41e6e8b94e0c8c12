// SPDX-License-Identifier: MIT
// Guards: a certificate in which anything was changed is not accepted, and the
// complaint says what. Each mutant is one change to the files.
#include <catch2/catch.hpp>
#include <filesystem>

#include "forged.hpp"

namespace mutant_test {

using namespace vicinal::test;
namespace fs = std::filesystem;

namespace {

void rejected(const Copy& c, const std::string& complaint) {
  check_rejected(c.folder(), c.model(), complaint);
}

// One change to the manifest.
template <class Change>
void manifest_mutant(const std::string& complaint, Change change) {
  const Copy c("token-ring");
  Json json = c.manifest();
  change(json);
  c.write_manifest(json);
  rejected(c, complaint);
}

// The manifest's text, with one part replaced.
void text_mutant(const std::string& part, const std::string& by,
                 const std::string& complaint) {
  const Copy c("token-ring");
  c.write("manifest.json", replaced(c.text("manifest.json"), part, by));
  rejected(c, complaint);
}

}  // namespace

TEST_CASE("a copy is accepted") {
  const Copy c("token-ring");
  check_accepted(c.folder(), c.model());
  c.write_manifest(c.manifest());
  check_accepted(c.folder(), c.model());
}

TEST_CASE("mutants of obligations") {
  const Copy c("token-ring");
  const auto names = c.obligations();
  const std::string& some = names.at(5);
  const std::string& other = names.at(7);
  const std::string text = c.text(some);
  REQUIRE(text != c.text(other));
  SECTION("dropped") {
    fs::remove(c.path(some));
    rejected(c, some + " is missing");
  }
  SECTION("dropped from the manifest as well") {
    fs::remove(c.path(some));
    Json json = c.manifest();
    json["obligations"].erase(5);
    c.write_manifest(json);
    rejected(c, "the manifest lists " + std::to_string(names.size() - 1));
  }
  SECTION("emptied") {
    c.write(some, "");
    rejected(c, some + " is not the obligation");
  }
  SECTION("truncated") {
    c.write(some, text.substr(0, text.size() / 2));
    rejected(c, some + " is not the obligation");
  }
  SECTION("trivially unsatisfiable") {
    c.write(some, "(set-logic QF_UFLIA)\n(assert false)\n(check-sat)\n");
    rejected(c, some + " is not the obligation");
  }
  SECTION("an assertion appended") {
    c.write(some, replaced(text, "(check-sat)", "(assert false)\n(check-sat)"));
    rejected(c, some + " is not the obligation");
  }
  SECTION("a line appended") {
    c.write(some, text + "\n");
    rejected(c, some + " is not the obligation");
  }
  SECTION("two exchanged") {
    c.write(some, c.text(other));
    c.write(other, text);
    rejected(c, other + " is not the obligation");
  }
  SECTION("two exchanged, in the manifest as well") {
    c.write(some, c.text(other));
    c.write(other, text);
    Json json = c.manifest();
    auto& list = json["obligations"];
    std::swap(list[5]["sha256"], list[7]["sha256"]);
    std::swap(list[5]["name"], list[7]["name"]);
    c.write_manifest(json);
    rejected(c, "'obligations' of the manifest");
  }
  SECTION("renamed") {
    fs::rename(c.path(some), c.path("9999-step.smt2"));
    rejected(c, "'9999-step.smt2' does not belong to the certificate");
  }
  SECTION("a link to the same text") {
    c.write("../elsewhere", text);
    fs::remove(c.path(some));
    fs::create_symlink("../elsewhere", c.path(some));
    rejected(c, some + " is missing, or is no file");
  }
  SECTION("a link to itself") {
    fs::remove(c.path(some));
    fs::create_symlink(some, c.path(some));
    rejected(c, some + " is missing, or is no file");
  }
  SECTION("a folder of that name") {
    fs::remove(c.path(some));
    fs::create_directory(c.path(some));
    rejected(c, some + " is missing, or is no file");
  }
}

TEST_CASE("mutants of the folder") {
  SECTION("not there") {
    const Copy c("token-ring");
    fs::remove_all(c.folder());
    rejected(c, "has no manifest.json");
  }
  SECTION("a file instead") {
    const Copy c("token-ring");
    check_rejected(c.model(), c.model(), "has no manifest.json");
  }
  SECTION("an extra file") {
    const Copy c("token-ring");
    c.write("README", "");
    rejected(c, "'README' does not belong to the certificate");
  }
  SECTION("an extra obligation") {
    const Copy c("token-ring");
    c.write("0000-step.smt2", c.text(c.obligations()[0]));
    rejected(c, "'0000-step.smt2' does not belong to the certificate");
  }
  SECTION("an extra folder") {
    const Copy c("token-ring");
    c.write("more/0001-step.smt2", "");
    rejected(c, "'more' does not belong to the certificate");
  }
  SECTION("an extra file whose name is no text") {
    const Copy c("token-ring");
    c.write("\xff\x1b[2J", "");
    rejected(c, "does not belong to the certificate");
    const Outcome o = ask({"verify", "--json", c.folder(), c.model()});
    CHECK(o.code == 4);
    CHECK(o.json()["accepted"] == false);
  }
  SECTION("no invariant") {
    const Copy c("token-ring");
    fs::remove(c.path("invariant.vic"));
    rejected(c, "has no invariant.vic");
  }
  SECTION("no manifest") {
    const Copy c("token-ring");
    fs::remove(c.path("manifest.json"));
    rejected(c, "has no manifest.json");
  }
  SECTION("a manifest that is a link") {
    const Copy c("token-ring");
    fs::rename(c.path("manifest.json"), c.folder() + ".json");
    fs::create_symlink("../certificate.json", c.path("manifest.json"));
    rejected(c, "has no manifest.json");
  }
  SECTION("a manifest that is a device") {
    const Copy c("token-ring");
    fs::remove(c.path("manifest.json"));
    fs::create_symlink("/dev/zero", c.path("manifest.json"));
    rejected(c, "has no manifest.json");
  }
  SECTION("a file that may not be read") {
    const Copy c("token-ring");
    const std::string file = c.path(c.obligations()[3]);
    fs::permissions(file, fs::perms::none);
    // Who may read everything reads that, too.
    if (read(file).empty()) rejected(c, "0004-");
  }
  SECTION("a folder that may not be listed") {
    const Copy c("token-ring");
    fs::permissions(c.folder(), fs::perms::owner_exec);
    std::error_code failed;
    const fs::directory_iterator listed(c.folder(), failed);
    if (failed) rejected(c, "cannot be listed");
    fs::permissions(c.folder(), fs::perms::owner_all);
  }
  SECTION("a large hole") {
    const Copy c("token-ring");
    fs::resize_file(c.path("manifest.json"), std::uintmax_t{1} << 40);
    rejected(c, "has no manifest.json");
  }
}

TEST_CASE("mutants of the model") {
  const Copy c("token-ring");
  const std::string text = read(c.model());
  const auto model_mutant = [&](const std::string& changed) {
    const Folder folder;
    check_rejected(c.folder(), folder.write("model.vic", changed),
                   "another model");
  };
  SECTION("a comment") {
    model_mutant(text + "// nothing\n");
  }
  SECTION("a blank") {
    model_mutant(text + "\n");
  }
  SECTION("a guard dropped") {
    model_mutant(replaced(text, "phase == hungry && left", "phase == hungry"));
  }
  SECTION("another initial condition") {
    model_mutant(replaced(text, "init exactly 1", "init atmost 2"));
  }
  SECTION("empty") {
    model_mutant("");
  }
  SECTION("another example") {
    model_mutant(read(example("grid")));
  }
  SECTION("not there") {
    const Outcome o = ask({"verify", c.folder(), c.model() + ".not"});
    CHECK(o.code == 2);
  }
  SECTION("its hash in the manifest") {
    const std::string changed =
        replaced(text, "phase == hungry && left", "phase == hungry");
    const Folder folder;
    const std::string model = folder.write("model.vic", changed);
    // The obligations in the folder are those of the right model.
    const Forged forged(changed, c.text("invariant.vic"),
                        {{"mutex"}, true, {}, {}, {}});
    Json json = c.manifest();
    json["model sha256"] =
        Json::parse(read(forged.folder() + "/manifest.json"))["model sha256"];
    c.write_manifest(json);
    check_rejected(c.folder(), model, "is not the obligation");
  }
}

TEST_CASE("mutants of the manifest: what is claimed") {
  manifest_mutant("the model has no invariant 'mutux'",
                  [](Json& j) { j["properties"][0] = "mutux"; });
  manifest_mutant("the model has no invariant 'safe'",
                  [](Json& j) { j["properties"].push_back("safe"); });
  manifest_mutant("the model has no invariant 'wiring_1'",
                  [](Json& j) { j["properties"].push_back("wiring_1"); });
  manifest_mutant("'mutex' is claimed twice",
                  [](Json& j) { j["properties"].push_back("mutex"); });
  manifest_mutant("the manifest lists 38 obligations",
                  [](Json& j) { j["properties"].clear(); });
  manifest_mutant("the certificate claims nothing", [](Json& j) {
    j["properties"].clear();
    j["no model error"] = false;
  });
  manifest_mutant("is not the obligation",
                  [](Json& j) { j["excluded"].push_back({3}); });
  manifest_mutant("wrong number of parameters", [](Json& j) {
    j["excluded"].push_back({3, 4});
  });
  manifest_mutant("wrong number of parameters",
                  [](Json& j) { j["excluded"].push_back(Json::array()); });
  manifest_mutant("is not the obligation",
                  [](Json& j) { j["parameters"]["n"] = 6; });
  manifest_mutant("n = 1 is not in its range",
                  [](Json& j) { j["parameters"]["n"] = 1; });
  manifest_mutant("the manifest does not speak of 'n'",
                  [](Json& j) { j["parameters"].clear(); });
  manifest_mutant("'parameters' of the manifest",
                  [](Json& j) { j["parameters"]["m"] = "every"; });
  manifest_mutant("the manifest has no value of 'n'",
                  [](Json& j) { j["parameters"]["n"] = "some"; });
  manifest_mutant("'n' is no constant of the model",
                  [](Json& j) { j["constants"]["n"] = "6"; });
  manifest_mutant("the model is not correct",
                  [](Json& j) { j["constants"]["k"] = "6"; });
}

TEST_CASE("'no model error' switched off") {
  // Its obligations are too many then.
  const Copy c("grid");
  check_accepted(c.folder(), c.model());
  Json json = c.manifest();
  REQUIRE(json["no model error"] == true);
  json["no model error"] = false;
  c.write_manifest(json);
  rejected(c, "the manifest lists");
  // Where it needs none, less is claimed, and less is said.
  const Copy less("token-ring");
  json = less.manifest();
  json["no model error"] = false;
  less.write_manifest(json);
  const Outcome o = ask({"verify", less.folder(), less.model()});
  CHECK(o.code == 0);
  CHECK(o.out.find("mutex is proved") != std::string::npos);
  CHECK(o.out.find("no model error") == std::string::npos);
}

TEST_CASE("a parameter that is unfixed") {
  const Folder folder;
  const std::string path = folder.path() + "/certificate";
  const std::string model =
      folder.write("m.vic", replaced(read(example("token-ring")), "param n",
                                     "param m : 1..9 = 2;\nparam n"));
  REQUIRE(
      ask({"prove", "--every-size", "-D", "n=4", "--certificate", path, model})
          .code == 0);
  check_accepted(path, model);
  const std::string manifest = read(path + "/manifest.json");
  folder.write("certificate/manifest.json",
               replaced(manifest, "\"n\": 4", "\"n\": 5"));
  check_rejected(path, model, "is not the obligation");
  folder.write("certificate/manifest.json",
               replaced(manifest, "\"n\": 4", "\"n\": \"every\""));
  check_rejected(path, model, "is not the obligation");
}

TEST_CASE("mutants of the manifest: what it is") {
  manifest_mutant("another model",
                  [](Json& j) { j["model sha256"] = std::string(64, '0'); });
  manifest_mutant("another model", [](Json& j) { j.erase("model sha256"); });
  manifest_mutant("invariant.vic is another one",
                  [](Json& j) { j["invariant sha256"] = j["model sha256"]; });
  manifest_mutant("a format that this version does not know: 2, not 1",
                  [](Json& j) { j["format"] = 2; });
  manifest_mutant("a format that this version does not know",
                  [](Json& j) { j["format"] = 1.0; });
  manifest_mutant("has no 'format'", [](Json& j) { j.erase("format"); });
  manifest_mutant("made by version 0.0.9",
                  [](Json& j) { j["vicinal"] = "0.0.9"; });
  manifest_mutant("'author' does not belong into the manifest",
                  [](Json& j) { j["author"] = "me"; });
  manifest_mutant("'obligations' of the manifest", [](Json& j) {
    j["obligations"][2]["sha256"] = j["obligations"][4]["sha256"];
  });
  manifest_mutant("'obligations' of the manifest",
                  [](Json& j) { j["obligations"][2]["comment"] = ""; });
  manifest_mutant("'obligations' of the manifest", [](Json& j) {
    std::swap(j["obligations"][2], j["obligations"][3]);
  });
  manifest_mutant("the manifest has no 'obligations'",
                  [](Json& j) { j.erase("obligations"); });
  const std::string keys[] = {"vicinal",  "constants",  "parameters",
                              "excluded", "properties", "no model error"};
  for (const std::string& key : keys) {
    manifest_mutant("'" + key + "' of the manifest is missing",
                    [&](Json& j) { j.erase(key); });
    manifest_mutant("'" + key + "' of the manifest is missing",
                    [&](Json& j) { j[key] = 3.5; });
  }
}

TEST_CASE("mutants of the manifest's text") {
  text_mutant("\"format\": 1,", "\"format\": 1,\n  \"format\": 1,",
              "manifest.json is not written as this version does");
  text_mutant("\"no model error\": true,",
              "\"no model error\": true,\n  \"no model error\": false,", "");
  text_mutant("\n}", "\n}\n", "not written as this version does");
  text_mutant("\"format\": 1,", "\"format\":1,",
              "not written as this version does");
  text_mutant("\n}", "\n} {}", "manifest.json is not JSON");
  text_mutant("{", "", "manifest.json is not JSON");
  text_mutant("\"format\": 1", "\"format\": 1e400",
              "manifest.json is not JSON");
  text_mutant("\"format\": 1", "\"format\": 1e30",
              "a format that this version does not know");
  text_mutant("\"format\": 1", "\"format\": 18446744073709551617", "format");
  text_mutant("\"every\"", "18446744073709551614",
              "the manifest has no value of 'n'");
  text_mutant("\"every\"", "1e19", "the manifest has no value of 'n'");
  text_mutant("\"every\"", "4.0", "the manifest has no value of 'n'");
  text_mutant("\"every\"", "9223372036854775807", "is not the obligation");
  text_mutant("\"excluded\": []", "\"excluded\": [[9223372036854775808]]",
              "'excluded' of the manifest is missing or no such thing");
  text_mutant("\"excluded\": []", "\"excluded\": [[1e300]]",
              "'excluded' of the manifest is missing or no such thing");
  text_mutant("\"excluded\": []", "\"excluded\": [3]",
              "'excluded' of the manifest is missing or no such thing");
  text_mutant("\"mutex\"", "\"\xff\"", "manifest.json is not JSON");
  text_mutant("\"mutex\"", "\"\\u001b[2J\"", "the model has no invariant");
}

TEST_CASE("manifests that are none") {
  const auto with = [](const std::string& text, const std::string& complaint) {
    const Copy c("token-ring");
    c.write("manifest.json", text);
    rejected(c, complaint);
  };
  with("", "manifest.json is not JSON");
  with("null", "manifest.json is not a manifest");
  with("[]", "manifest.json is not a manifest");
  with("\"format\"", "manifest.json is not a manifest");
  with(std::string("{\0}", 3), "manifest.json is not JSON");
  // Deeper than any stack.
  const std::size_t deep = 2'000'000;
  with(std::string(deep, '[') + std::string(deep, ']'),
       "manifest.json is not a manifest");
  with("{\"format\": 1, \"parameters\": " + std::string(deep, '[') +
           std::string(deep, ']') + "}",
       "manifest.json is not a manifest");
  with(std::string(deep, '['), "manifest.json is not JSON");
}

TEST_CASE("the wrong number of arguments") {
  CHECK(ask({"verify"}).code == 2);
  CHECK(ask({"verify", "a"}).code == 2);
  CHECK(ask({"verify", "a", "b", "c"}).code == 2);
  CHECK(ask({"verify", "-D", "n=3", "a", "b"}).code == 2);
}

}  // namespace mutant_test
