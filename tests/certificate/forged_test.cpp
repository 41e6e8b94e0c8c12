// SPDX-License-Identifier: MIT
// Guards: certificates whose files agree with each other, made by somebody who
// wants a wrong claim accepted. Hashes do not help here: what must fail is an
// obligation, or what the claim is about.
#include <catch2/catch.hpp>

#include "forged.hpp"

namespace forged_test {

using namespace vicinal::test;

namespace {

const Claims mutex_and_errors = {{"mutex"}, true, {}, {}, {}};
const Claims mutex = {{"mutex"}, false, {}, {}, {}};

std::string ring() {
  return read(example("token-ring"));
}

std::string ring_invariant() {
  return read(made("token-ring").folder + "/invariant.vic");
}

void rejected(const std::string& model, const std::string& invariant,
              const Claims& claims, const std::string& complaint) {
  const Forged f(model, invariant, claims);
  check_rejected(f.folder(), f.model(), complaint);
}

std::string sum_of(const std::string& path) {
  return execute({"sha256sum", path}).out.substr(0, 64);
}

// The assertions of an invariant, one by one.
std::vector<std::string> assertions(const std::string& invariant) {
  std::vector<std::string> parts;
  std::size_t at = 0;
  while (at < invariant.size()) {
    std::size_t end = invariant.find("\nassert ", at);
    end = end == std::string::npos ? invariant.size() : end + 1;
    parts.push_back(invariant.substr(at, end - at));
    at = end;
  }
  return parts;
}

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += part;
  return text;
}

}  // namespace

TEST_CASE("a forgery of what is true is a certificate") {
  const Forged f(ring(), ring_invariant(), mutex_and_errors);
  check_accepted(f.folder(), f.model());
  const Copy c("token-ring");
  CHECK(read(f.folder() + "/manifest.json") == c.text("manifest.json"));
}

TEST_CASE("another invariant") {
  const std::string whole = ring_invariant();
  const auto parts = assertions(whole);
  REQUIRE(parts.size() > 2);
  SECTION("weaker: a conjunct dropped") {
    rejected(ring(), replaced(whole, "b.phase != eating && ", ""),
             mutex_and_errors, "is not proved");
  }
  SECTION("weaker: a type dropped") {
    for (std::size_t i = 0; i < parts.size(); ++i) {
      auto fewer = parts;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      INFO(parts[i]);
      rejected(ring(), joined(fewer), mutex_and_errors, "is not proved");
    }
  }
  SECTION("weaker: nothing") {
    rejected(ring(), "", mutex_and_errors, "is not proved");
    rejected(ring(), "assert nothing: true;\n", mutex_and_errors,
             "is not proved");
  }
  SECTION("stronger: nobody eats") {
    rejected(ring(), whole + "assert more: forall a in s: a.phase != eating;\n",
             mutex_and_errors, "is not proved");
  }
  SECTION("stronger: a conjunct more") {
    rejected(ring(),
             replaced(whole, "(a.left => ", "!a.left &&\n  (a.left => "),
             mutex_and_errors, "is not proved");
  }
  SECTION("stronger: false") {
    rejected(ring(), whole + "assert more: false;\n", mutex_and_errors,
             "is not proved");
    rejected(ring(), "assert more: forall a, b in s: a != b => false;\n",
             mutex_and_errors, "is not proved");
  }
  SECTION("stronger: what is to be proved, as it stands") {
    rejected(ring(),
             "assert more: forall i, j in s: i != j => "
             "!(i.phase == eating && j.phase == eating);\n",
             mutex_and_errors, "is not proved");
  }
  SECTION("stronger: it cannot be evaluated") {
    rejected(ring(), whole + "assert more: 1 / 0 == 1;\n", mutex_and_errors,
             "is not proved");
    rejected(ring(), whole + "assert more: s[n].phase == eating;\n",
             mutex_and_errors, "is not proved");
  }
  SECTION("a literal of a wiring type changed") {
    rejected(ring(),
             replaced(whole, "!same(a.left, b.left)", "same(a.left, b.left)"),
             mutex_and_errors, "is not proved");
    rejected(ring(),
             replaced(whole, "same(a.left, b.right)", "!same(a.left, b.right)"),
             mutex_and_errors, "is not proved");
  }
  SECTION("a type twice, once changed") {
    const std::string twice = replaced(parts[1], ":", "_again:");
    rejected(ring(), whole + replaced(twice, "(a.left => ", "(!a.left => "),
             mutex_and_errors, "is not proved");
  }
  SECTION("a type twice") {
    // Says nothing new: a correct certificate, though not the one of `prove`.
    const Forged f(ring(), whole + replaced(parts[1], ":", "_again:"),
                   mutex_and_errors);
    check_accepted(f.folder(), f.model());
  }
}

TEST_CASE("invariant.vic holds assertions and nothing else") {
  const std::string whole = ring_invariant();
  const std::string declarations[] = {
      "process Q { var x : bool = false; }\n",
      "init forall i in s: !i.left;\n",
      "param m : 1.. = 1;\n",
      "const k = 1;\n",
      "invariant more: true;\n",
      "def f(x) = x;\n",
      "enum More { one }\n",
      "struct More { x : bool; }\n",
      "shared more : bool = false;\n",
      "rule more when false { skip; }\n",
      "fair weak Station.want;\n",
  };
  for (const std::string& d : declarations) {
    INFO(d);
    rejected(ring(), whole + d, mutex_and_errors,
             "invariant.vic has something besides assertions");
    rejected(ring(), d + whole, mutex_and_errors,
             "invariant.vic has something besides assertions");
  }
  // What no model can be: nothing to forge, the hash alone is right.
  const std::string broken[] = {
      "assert",           "assert x", "assert x:", "assert x: (",
      "assert x: true",   "}",        "/*",        "*/",
      "assert x: true }", "\xff",     "@",         "assert x: \"",
  };
  for (const std::string& text : broken) {
    INFO(text);
    const Copy c("token-ring");
    c.write("invariant.vic", whole + text);
    auto json = c.manifest();
    json["invariant sha256"] = sum_of(c.path("invariant.vic"));
    c.write_manifest(json);
    check_rejected(c.folder(), c.model(),
                   "invariant.vic has something besides assertions");
  }
}

TEST_CASE("the invariant does not become part of the model, or ends it") {
  const std::string bad =
      replaced(ring(), "phase == hungry && left", "phase == hungry");
  // The rest of the model stands in a comment that the invariant ends.
  rejected(replaced(bad, "invariant mutex", "/*\ninvariant mutex") + "/*",
           "// */ invariant mutex: true;\n", mutex, "the model is not correct");
  // A declaration of the model goes on in the invariant.
  const std::string open = bad.substr(0, bad.rfind(';'));
  for (const std::string rest : {";\n", "|| true;\n", "// nothing\n;\n"}) {
    const Forged f(bad, "", mutex);
    const Folder folder;
    const std::string model = folder.write("model.vic", open);
    const Outcome o = ask({"verify", f.folder(), model});
    CHECK(o.code == 4);
  }
  // Whatever follows the last ';' of the model is a declaration of its own.
  rejected(open + ";", ring_invariant(), mutex, "is not proved");
  rejected(open + "; // no end of line", ring_invariant(), mutex,
           "is not proved");
}

TEST_CASE("models that violate what is claimed") {
  const std::string all[] = {
      replaced(ring(), "phase == hungry && left", "phase == hungry"),
      replaced(ring(), "init exactly 1", "init atmost 2"),
      replaced(ring(), "left := false; ", ""),
      replaced(ring(), "phase : Phase = thinking", "phase : Phase"),
      replaced(ring(), "to token[i]", "to token[0]"),
  };
  for (const std::string& model : all) {
    INFO(model);
    rejected(model, ring_invariant(), mutex_and_errors, "is not proved");
  }
  // The example that is broken on purpose, with the invariant of its sibling.
  rejected(read(example("mutex-broken")), "", {{"mutex"}, false, {}, {}, {}},
           "is not proved");
}

TEST_CASE("claims are about the model's own properties") {
  rejected(ring(), "assert great: true;\n", {{"great"}, false, {}, {}, {}},
           "the model has no invariant 'great'");
  rejected(ring(), ring_invariant(), {{}, false, {}, {}, {}},
           "the certificate claims nothing");
  // An assertion that is no part of the invariant has no obligations.
  const std::string never =
      ring() + "assert never: forall i in s: i.phase != eating;\n";
  rejected(never, ring_invariant(),
           {{"mutex", "never"}, false, {}, {}, {}, {"never"}},
           "the model has no invariant 'never'");
  // Nor has a temporal property.
  rejected(ring() + "ctl later: AG {false};\n", ring_invariant(),
           {{"mutex", "later"}, false, {}, {}, {}},
           "the model has no invariant 'later'");
}

TEST_CASE("claims are about sizes of the model") {
  rejected(ring(), "assert nothing: true;\n",
           {{"mutex"}, true, {}, {{"n", 1}}, {}}, "n = 1 is not in its range");
  rejected(ring(), "", {{"mutex"}, true, {}, {{"n", -3}}, {}},
           "n = -3 is not in its range");
  // No size is left.
  const std::string two =
      replaced(replaced(ring(), "2..", "2..3"), "= 6", "= 2");
  rejected(two, "assert nothing: true;\n",
           {{"mutex"}, true, {}, {}, {{2}, {3}}}, "no size is left");
  rejected(two, "", {{}, true, {}, {}, {{3}, {2}, {7}}}, "no size is left");
  rejected(two, "", {{}, true, {}, {{"n", 2}}, {{2}}}, "no size is left");
  rejected(two, "", {{}, true, {}, {{"n", 3}}, {{3}}}, "no size is left");
  const Forged left(two, ring_invariant(), {{"mutex"}, true, {}, {}, {{2}}});
  check_accepted(left.folder(), left.model());
}

TEST_CASE("an initial condition that nothing satisfies proves nothing") {
  const std::string model =
      replaced(ring(), "init exactly 1",
               "init forall e in token: e && !e; init exactly 1");
  rejected(model, "assert nothing: forall a, b in s: a != b => false;\n",
           mutex_and_errors, "assumes what cannot be");
}

TEST_CASE("the first obligation counts, and the last") {
  const std::string model = R"(
param n : 0..9 = 3;
process P { var x : bool; }
network { node p[n - 1] : P; }
invariant ok: n > 0 || true;
)";
  rejected(model, "", {{"ok"}, false, {}, {}, {}},
           "0001-elaboration.smt2 ('elaboration: size') is not proved");
  const std::string whole = replaced(model, "p[n - 1]", "p[n]");
  const Forged f(whole, "", {{"ok"}, false, {}, {}, {}});
  check_accepted(f.folder(), f.model());
  rejected(replaced(whole, "|| true", "|| false"), "",
           {{"ok"}, false, {}, {}, {}},
           "0002-property.smt2 ('property ok') is not proved");
}

// An error while a property is evaluated belongs to the state, whether or not
// somebody claims the property.
TEST_CASE("no model error needs values of all properties") {
  const std::string model = R"(
param n : 2.. = 3;
process P {
  port left, right : inout bool;
  var x : 0..3 = 3;
  action down when x > 0 { x := x - 1; }
}
network {
  node s[n] : P;
  edge e[n] : bool = false;
  for i in 0..n-1 { connect s[i].right, s[(i + 1) % n].left to e[i]; }
}
invariant ok: forall i in s: i.x <= 3;
)";
  const std::string failing[] = {
      "invariant bad: forall i in s: 6 / i.x >= 2;\n",
      // The error is in what a variable ranges over.
      "invariant bad: forall i in s: (forall k in 0..(6 / i.x): k >= 0);\n",
  };
  for (const std::string& bad : failing) {
    const Folder folder;
    const std::string path = folder.write("m.vic", model + bad);
    const std::string certificate = folder.path() + "/certificate";
    // A run of three steps violates it.
    CHECK(ask({"explore", path}).code == 1);
    const Outcome o =
        ask({"prove", "--json", "--certificate", certificate, path});
    const auto said = o.json();
    CHECK(said["properties"].size() == 3);
    for (const auto& p : said["properties"]) {
      CHECK((p["verdict"] == "proved") == (p["name"] == "ok"));
    }
    CHECK(ask({"verify", certificate, path}).code == 0);
    rejected(model + bad, "", {{"ok"}, true, {}, {}, {}},
             "('error in the property bad') is not proved");
  }
  const Forged f(model, "", {{"ok"}, true, {}, {}, {}});
  check_accepted(f.folder(), f.model());
  // So does an error of an assertion that is no part of the invariant.
  rejected(model + "assert bad: forall i in s: 6 / i.x >= 2;\n", "",
           {{"ok"}, true, {}, {}, {}, {"bad"}},
           "('error in the property bad') is not proved");
  // What has a value may be claimed by nobody.
  for (const std::string open :
       {"invariant open: forall i in s: 6 / (i.x + 1) >= 2;\n",
        "invariant open: enabled;\n"}) {
    const Forged g(model + open, "", {{"ok"}, true, {}, {}, {}});
    check_accepted(g.folder(), g.model());
  }
}

// The symbols of obligations are made from names of the model: no names make
// two things one, or something a word of the solver.
TEST_CASE("names that look like those of obligations") {
  const std::string model = R"(
param t17 : 2.. = 3;
process P {
  port let, forall_ : inout bool[2];
  var goal : bool[2] = [false, false];
  action assert_ when !goal[0] { goal[0] := true; }
}
network {
  node s[t17] : P;
  edge goal[t17] : bool[2] = [false, false];
  for i in 0..t17-1 {
    connect s[i].forall_, s[(i + 1) % t17].let to goal[i];
  }
}
shared size : bool[2] = [true, false];
invariant yes: forall i in s: !i.goal[1];
invariant no: forall i in s: !i.goal[0];
)";
  const std::string invariant = "assert a: forall i in s: !i.goal[1];\n";
  const Forged right(model, invariant, {{"yes"}, true, {}, {}, {}});
  check_accepted(right.folder(), right.model());
  const Forged yes(model, invariant, {{"yes"}, false, {}, {}, {}});
  check_accepted(yes.folder(), yes.model());
  rejected(model, invariant, {{"yes", "no"}, false, {}, {}, {}},
           "is not proved");
}

TEST_CASE("an invariant that is hard to read is no crash") {
  std::string nested = "assert nested: ";
  for (int i = 0; i < 300; ++i) nested += "!";
  nested += "true;\n";
  const Forged g(ring(), ring_invariant() + nested, mutex);
  check_accepted(g.folder(), g.model());
  // Deeper than the language allows, and than any stack.
  for (const std::string& text :
       {"assert deep: " + std::string(1'000'000, '!') + "true;\n",
        "assert deep: " + std::string(1'000'000, '(') + "true" +
            std::string(1'000'000, ')') + ";\n"}) {
    const Copy c("token-ring");
    c.write("invariant.vic", text);
    auto json = c.manifest();
    json["invariant sha256"] = sum_of(c.path("invariant.vic"));
    c.write_manifest(json);
    check_rejected(c.folder(), c.model(),
                   "invariant.vic has something besides assertions");
  }
}

}  // namespace forged_test
