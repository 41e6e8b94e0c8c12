// SPDX-License-Identifier: MIT
// Guards: what `prove` writes, `verify` accepts, and it says the same; the
// format is what docs/trust.md says.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "forged.hpp"
#include "obligations/certificate.hpp"
#include "tests/random/loaded.hpp"
#include "tests/random/random_model.hpp"

namespace accepted_test {

using namespace vicinal;
using namespace vicinal::test;
namespace fs = std::filesystem;

namespace {

const char* const examples[] = {
    "token-ring",       "star-lock",       "grid",
    "philosophers-any", "readers-writers", "lock-server"};

std::vector<std::string> files_of(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) {
    names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

TEST_CASE("a certificate is accepted, and claims what was proved") {
  for (const std::string example : examples) {
    INFO(example);
    const Made& m = made(example);
    CHECK(m.proof.code == 0);
    check_accepted(m.folder, m.model);
    const Outcome verified = ask({"verify", "--json", m.folder, m.model});
    CHECK(verified.code == 0);
    const auto report = verified.json();
    CHECK(report["accepted"] == true);
    CHECK(report["complaints"].empty());
    CHECK(report["obligations"].get<std::size_t>() + 2 ==
          files_of(m.folder).size());
    auto proved = nlohmann::ordered_json::array();
    const auto said = m.proof.json();
    for (const auto& p : said["properties"]) {
      if (p["verdict"] == "proved") proved.push_back(p["name"]);
    }
    CHECK(report["properties"] == proved);
  }
}

TEST_CASE("no obligation of a certificate holds in vain") {
  for (const std::string example : examples) {
    INFO(example);
    const Made& m = made(example);
    const Outcome audited =
        ask({"verify", "--audit", "--json", m.folder, m.model});
    INFO(audited.out);
    CHECK(audited.code == 0);
    CHECK(audited.json()["audit"]["undecided"].empty());
    // A sanitizer, where runs are few, has seen the code once.
    if (example != examples[0] && !random_models::enough_runs()) continue;
    const Outcome text = ask({"verify", "--audit", m.folder, m.model});
    CHECK(text.out.find("audit: ") != std::string::npos);
  }
}

TEST_CASE("what Z3 has no time for is not accepted") {
  const Made& m = made("token-ring");
  using obligations::verify_certificate;
  const std::string model = read(m.model);
  const std::string version =
      nlohmann::json::parse(read(m.folder + "/manifest.json"))["vicinal"];
  CHECK(verify_certificate(m.folder, model, version).accepted());
  const auto verification = verify_certificate(m.folder, model, version, 1);
  // Nearly all: some are false before Z3 does anything.
  CHECK(2 * verification.complaints.size() > verification.obligations);
  for (const std::string& complaint : verification.complaints) {
    CHECK(complaint.ends_with("is not proved"));
  }
}

TEST_CASE("a model from standard input can be verified") {
  const Made& m = made("token-ring");
  Run run;
  run.input = read(m.model);
  CHECK(ask({"verify", m.folder, "-"}, run).code == 0);
}

TEST_CASE("the same proof has the same certificate, byte by byte") {
  const Made& m = made("token-ring");
  const Folder again;
  const std::string folder = again.path() + "/a/new/folder";
  CHECK(ask({"prove", "--certificate", folder, m.model}).code == 0);
  REQUIRE(files_of(folder) == files_of(m.folder));
  for (const std::string& name : files_of(folder)) {
    CHECK(read(folder + "/" + name) == read(m.folder + "/" + name));
  }
}

TEST_CASE("vicinal-verify says what verify says") {
  const std::string program = binary() + "-verify";
  const Made& m = made("token-ring");
  const Outcome one = ask({"verify", m.folder, m.model});
  const Outcome other = execute({program, m.folder, m.model});
  CHECK(other.code == 0);
  CHECK(other.out == one.out);
  const Outcome wrong = execute({program, m.folder, example("star-lock")});
  CHECK(wrong.code == 4);
  CHECK(wrong.out == ask({"verify", m.folder, example("star-lock")}).out);
  CHECK(execute({program, m.folder}).code == 2);
  CHECK(execute({program, m.folder, "no-such-file"}).code == 2);
  CHECK(execute({program, m.model, m.folder}).code == 2);
  CHECK(
      execute({"bash", "-c",
               fmt::format("{} {} {} >/dev/full", program, m.folder, m.model)})
          .code == 4);
}

TEST_CASE("vicinal-verify has limits, and audits") {
  const std::string program = binary() + "-verify";
  const Made& m = made("token-ring");
  const Outcome one = ask({"verify", "--audit", m.folder, m.model});
  const Outcome other = execute({program, "--audit", m.folder, m.model});
  CHECK(other.code == 0);
  CHECK(other.out == one.out);
  // An assertion about seven nodes of three families has 3^7 cases, and about
  // more it is refused.
  const Folder folder;
  const std::string model = folder.path() + "/three.vic";
  folder.write("three.vic",
               "param n : 1.. = 2; process P { var b : bool = true; }\n"
               "network { node p[n] : P; node q[n] : P; node r[n] : P; }\n"
               "invariant all: forall x in P: x.b;\n");
  const std::string certificate = folder.path() + "/certificate";
  REQUIRE(ask({"prove", "--certificate", certificate, model}).code == 0);
  std::string nodes, some;
  for (char c = 'a'; c <= 'g'; ++c) {
    nodes += fmt::format("{}{}", nodes.empty() ? "" : ", ", c);
    some += fmt::format("{}{}.b", some.empty() ? "" : " || ", c);
  }
  const std::string invariant = certificate + "/invariant.vic";
  std::string asserts;
  for (int k = 0; k < 20; ++k) {
    asserts +=
        fmt::format("assert some{}: forall {} in P: {};\n", k, nodes, some);
  }
  std::ofstream(invariant) << asserts;
  auto manifest =
      nlohmann::ordered_json::parse(read(certificate + "/manifest.json"));
  manifest["invariant sha256"] =
      execute({"sha256sum", invariant}).out.substr(0, 64);
  std::ofstream(certificate + "/manifest.json") << manifest.dump(2) << "\n";
  CHECK(execute({program, "--timeout", "1", certificate, model}).code == 3);
  CHECK(ask({"verify", "--timeout", "1", certificate, model}).code == 3);
  CHECK(execute({program, "--memory", "4000", m.folder, m.model}).code == 0);
  for (const char* wrong : {"0", "-1", "1.5", "x", ""}) {
    CHECK(execute({program, "--timeout", wrong, m.folder, m.model}).code == 2);
  }
  CHECK(execute({program, "--audits", m.folder, m.model}).code == 2);
}

TEST_CASE("a folder that is not empty is left alone") {
  const Made& m = made("token-ring");
  const Folder full;
  full.write("mine.txt", "mine");
  const Outcome o = ask({"prove", "--certificate", full.path(), m.model});
  CHECK(o.code == 2);
  CHECK(o.err.find("not an empty folder") != std::string::npos);
  CHECK(files_of(full.path()) == std::vector<std::string>{"mine.txt"});
}

TEST_CASE("no certificate of an instance") {
  const Folder folder;
  const std::string path = folder.path() + "/certificate";
  const Outcome o =
      ask({"prove", "-D", "n=3", "--certificate", path, example("token-ring")});
  CHECK(o.code == 0);
  CHECK(o.err.find("no certificate is written") != std::string::npos);
  CHECK(!fs::exists(path));
}

TEST_CASE("what is proved and not in the certificate is named") {
  const Folder folder;
  const std::string path = folder.path() + "/certificate";
  const std::string model = example("one-lane-bridge");
  const Outcome o = ask({"prove", "--certificate", path, model});
  CHECK(o.code == 0);
  CHECK(o.err.find("warning[V0915]: not in the certificate, although proved: "
                   "one_side\n") != std::string::npos);
  CHECK(ask({"verify", path, model}).out.find("one_side") == std::string::npos);
  const Outcome whole = ask({"prove", "--certificate", folder.path() + "/other",
                             example("token-ring")});
  CHECK(whole.err.empty());
}

TEST_CASE("constants, fixed parameters and single properties are claims") {
  const Folder folder;
  const std::string model = folder.write(
      "m.vic", replaced(read(example("token-ring")), "param n",
                        "const k = 3;\nparam m : 1..9 = 2;\nparam n"));
  const std::string path = folder.path() + "/certificate";
  CHECK(ask({"prove", "--every-size", "-D", "m=4", "-D", "k=7", "--property",
             "mutex", "--certificate", path, model})
            .code == 0);
  const Outcome o = ask({"verify", path, model});
  CHECK(o.code == 0);
  CHECK(o.out.find("mutex is proved for m = 4, every n, with k = 7\n") !=
        std::string::npos);
  CHECK(o.out.find("no model error") == std::string::npos);
}

TEST_CASE("an obligation begins with its premise") {
  const Made& m = made("star-lock");
  const auto loaded = random_models::load_model(obligations::with_invariant(
      read(m.model), read(m.folder + "/invariant.vic")));
  REQUIRE(loaded.model);
  const auto made_anew = obligations::generate(*loaded.model, {});
  const auto& all = std::get<0>(made_anew);
  CHECK(all.size() > 20);
  for (const obligations::Obligation& o : all) {
    INFO(o.name);
    const std::string mark = "\n; conclusion\n";
    const std::size_t at = o.text.find(mark);
    REQUIRE(at != std::string::npos);
    CHECK(o.text.find(mark, at + 1) == std::string::npos);
    CHECK(o.text.substr(0, at + 1) + "(check-sat)\n" == o.premise);
  }
}

}  // namespace accepted_test
