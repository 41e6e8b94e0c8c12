// SPDX-License-Identifier: MIT
// Guards: what is written for Spin and for Murphi, word by word for one small
// model; what is refused, and where. Whether the texts mean the same as the
// model is for tests/judges to say.
#include "network/export/writer.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "tests/random/loaded.hpp"

namespace writers_test {

namespace {

using namespace vicinal;

struct Flat {
  random_models::Loaded loaded;
  network::Diagnostics diagnostics;
  std::optional<flat::Guarded> guarded;
};

std::unique_ptr<Flat> flat_of(const std::string& text,
                              const std::string& sizes = "") {
  auto f = std::make_unique<Flat>();
  f->loaded = random_models::load(text, sizes);
  INFO(text << f->loaded.messages());
  REQUIRE(f->loaded.instance != nullptr);
  std::vector<std::size_t> properties;
  for (std::size_t p = 0; p < f->loaded.model->properties.size(); ++p) {
    properties.push_back(p);
  }
  f->guarded = flat::flatten(*f->loaded.instance, properties, f->diagnostics);
  return f;
}

std::string promela(const std::string& text, const std::string& sizes = "") {
  const auto f = flat_of(text, sizes);
  REQUIRE(f->guarded);
  return exported::promela_text(*f->guarded, "test");
}

std::string murphi(const std::string& text, const std::string& sizes = "") {
  const auto f = flat_of(text, sizes);
  REQUIRE(f->guarded);
  return exported::murphi_text(*f->guarded, "test");
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// The code of the refusal, and the text that it points to.
std::pair<int, std::string> refusal(const std::string& text) {
  const auto f = flat_of(text);
  CHECK(!f->guarded);
  REQUIRE(f->diagnostics.error_count() == 1);
  const network::Diagnostic& d = f->diagnostics.all().front();
  CHECK(!d.message.empty());
  CHECK(d.source == f->loaded.source.get());
  return {number(d.code), std::string(d.source->text(d.span))};
}

std::string slurp(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

// VICINAL_UPDATE_GOLDEN=1 writes the file anew.
void golden(const std::string& name, const std::string& text) {
  const std::string path =
      fmt::format("{}/tests/export/golden/{}", VICINAL_SOURCE_DIR, name);
  if (std::getenv("VICINAL_UPDATE_GOLDEN") != nullptr) {
    std::ofstream(path, std::ios::binary) << text;
  }
  CHECK(text == slurp(path));
}

// A free value, an index that depends on the state, a priority, a step and a
// guard that may fail.
const char* const small = R"(
enum Phase { idle, init }
process P {
  port out : inout Phase;
  var at : 0..2;
  action turn(k in 1..2) when out != idle && 2 / at > 0 priority k {
    out := idle;
    at := at + k;
  }
}
network {
  node p : P;
  edge e : Phase = init;
  connect p.out to e;
}
shared a[2] : -1..1 = index;
rule set when a[p.at] < 1 { a[p.at] := a[p.at] + 1; }
init p.at != 1;
invariant low: p.at < 2;
invariant live: enabled;
)";

}  // namespace

TEST_CASE("a model in Promela, word by word") {
  golden("small.pml", promela(small));
}

TEST_CASE("a model in Murphi, word by word") {
  golden("small.m", murphi(small));
}

TEST_CASE("names become identifiers that nothing else means") {
  exported::Identifiers make;
  CHECK(make("s[0].phase") == "s_0_phase");
  CHECK(make("s_0.phase") == "s_0_phase_2");
  CHECK(make("S[0].phase") == "S_0_phase_3");
  CHECK(make("cell[1][2]") == "cell_1_2");
  CHECK(make("byte") == "byte_v");
  CHECK(make("Rule") == "Rule_v");
  CHECK(make("now") == "now_v");
  CHECK(make("NS") == "NS_v");
  CHECK(make("7.x") == "n_7_x");
  CHECK(make("\xc3\xa9") == "n");
  CHECK(make("") == "n_2");
  CHECK(exported::plain("a*/\"\n\xc3\xa9#") == "a?/?????");
}

TEST_CASE("what does not fit 32 bits is refused where it stands") {
  using P = std::pair<int, std::string>;
  CHECK(refusal("shared x : int = 0;\n") == P(706, "x"));
  CHECK(refusal("shared x : 0..3000000000 = 0;\n").first == 706);
  CHECK(refusal("shared x : 0..99999 = 0;\nrule r { x := x * x; }\n") ==
        P(706, "x * x"));
  CHECK(refusal("shared x : 0..9 = 0;\nrule r { x := pow(9, x + 9); }\n") ==
        P(706, "pow(9, x + 9)"));
  // What never leaves them is not.
  CHECK(flat_of("shared x : 0..99999 = 0;\nrule r { x := x * 9 % 7; }\n")
            ->guarded);
}

TEST_CASE("what is too long is refused where it stands") {
  using P = std::pair<int, std::string>;
  CHECK(refusal("shared x : 0..99999999;\ninit x < 3;\n") == P(707, "x"));
  CHECK(refusal("shared x : 0..999999 = 0;\n"
                "rule r when count(y in 0..x: count(z in 0..y: z > 3) > 0) > 2 "
                "{ skip; }\n")
            .first == 707);
  CHECK(refusal("shared a[5000] : 0..4999 = 0;\nrule r { a[a[0]] := 1; }\n")
            .first == 707);
}

TEST_CASE("a value that the initial condition gives is not chosen") {
  const auto f = flat_of(
      "shared x : 0..99999999;\nshared y : bool;\nshared z : bool;\n"
      "init x == 3 && !y;\ninit y || z || x > 3;\n");
  REQUIRE(f->guarded);
  CHECK(f->guarded->starts == 1);
  CHECK(f->guarded->slots[0].initial == 3);
  CHECK(f->guarded->slots[2].initial == 1);
}

TEST_CASE("an initial condition that cannot be is refused") {
  CHECK(refusal("shared x : bool;\ninit x;\ninit !x;\n").first == 508);
  CHECK(refusal("shared x : bool = true;\ninit !x;\n").first == 508);
}

TEST_CASE("an error that cannot happen is not looked for") {
  const std::string text =
      promela("shared x : 0..3 = 0;\nrule r when x < 3 { x := (x + 1) % 4; }");
  CHECK(!has(text, "flag_0"));
  CHECK(has(text, "x = (x + 1) % 4;"));
}

TEST_CASE("only what a step changed before it fails is put back") {
  const std::string first = promela(
      "shared x : 0..3 = 0;\nshared y : 0..3 = 0;\n"
      "rule r { x := x + 1; y := 2; }\n");
  CHECK(has(first, "flag_0 = x > 2") == false);
  CHECK(has(first, "flag_0 = 3 < (x + 1);"));
  CHECK(!has(first, "was_0"));
  const std::string last = promela(
      "shared x : 0..3 = 0;\nshared y : 0..3 = 0;\n"
      "rule r { y := 2; x := x + 1; }\n");
  CHECK(has(last, "was_0 = y;"));
  CHECK(has(last, "y = was_0;"));
}

TEST_CASE("a variable that nothing reads stays in Spin's states") {
  const std::string text =
      promela("shared x : 0..3 = 0;\nrule r(v in 0..3) { x := v; }");
  CHECK(has(text, "true || x;"));
}

TEST_CASE("Euclidean division of what may be negative") {
  const std::string text = promela(
      "shared x : -5..5 = 0;\nshared y : 0..2 = 0;\n"
      "rule r { y := x % 3; }\nrule s { x := x / 2; }\n");
  CHECK(has(text, "y = (((x % 3) < 0) -> ((x % 3) + 3) : (x % 3));"));
  CHECK(has(text, "x = ((x < 0) -> ((-1) - (((-1) - x) / 2)) : (x / 2));"));
  CHECK(!has(text, "flag_0"));
}

}  // namespace writers_test
