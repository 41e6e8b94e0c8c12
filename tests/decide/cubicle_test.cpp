// SPDX-License-Identifier: MIT
// Guards: a Cubicle file has as many states here as the evaluator of its text
// finds, and is unsafe where it is: simultaneous updates above all.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <map>
#include <memory>
#include <random>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "decide/decide.hpp"
#include "decide/instances/exploration.hpp"
#include "decide/question/asked.hpp"
#include "imported.hpp"
#include "network/imports/cubicle/parser.hpp"
#include "tests/oracle/cubicle.hpp"
#include "tests/random/cubicle_model.hpp"
#include "tests/random/random_model.hpp"

namespace cubicle_test {
namespace {

using namespace vicinal;
using Words = std::map<std::string, std::string>;

using test::messages;

struct Outcome {
  bool compared = false;
  std::size_t states = 0;
  std::size_t violated = 0;
};

// Which properties are violated: unsafe ones, in their order.
std::vector<bool> unsafe(const explore::Exploration& explored) {
  std::vector<bool> out;
  for (const auto& p : explored.properties) {
    if (!p.name.starts_with("safe")) continue;
    out.push_back(p.verdict() == network::Verdict::violated);
  }
  return out;
}

// With more states than `limit` nothing is compared.
Outcome compare(const std::string& text, int n, const Words& sets, bool outside,
                std::size_t limit) {
  INFO(text << "\nn = " << n);
  network::Definitions definitions(sets.begin(), sets.end());
  definitions["n"] = std::to_string(n);
  auto opened = decide::open_model(text, "model.cub", definitions);
  INFO(messages(*opened));
  REQUIRE(opened->good());
  oracle::Constants constants;
  for (const auto& [name, value] : sets) constants[name] = std::stoll(value);
  network::Diagnostics diagnostics(opened->original.get());
  const auto system = cubicle::parse(*opened->original, diagnostics);
  const auto slow =
      oracle::explore_cubicle(system, n, limit, constants, outside);
  if (!slow) return {};
  decide::elaborate(*opened);
  REQUIRE(opened->instance);
  explore::Options how;
  how.properties = decide::invariants(*opened->model);
  const auto fast = decide::explore_instance(
      *opened, how, decide::Reduction::none, decide::Symmetry::exchanged);
  INFO(messages(*opened) << opened->source->text());
  // Without an initial state there is nothing to explore.
  REQUIRE(fast.has_value() == (slow->states > 0));
  Outcome out{true, slow->states, 0};
  if (!fast) return out;
  CHECK(fast->exploration.complete);
  CHECK(fast->exploration.states == slow->states);
  CHECK(unsafe(fast->exploration) == slow->unsafe);
  for (const bool bad : slow->unsafe) out.violated += bad ? 1 : 0;
  return out;
}

void compare(const std::string& text, const std::vector<int>& sizes = {2, 3}) {
  for (const int n : sizes)
    REQUIRE(compare(text, n, {}, false, 100000).compared);
}

const std::string head =
    "type t = A | B | C\nvar G : t\nvar P : proc\narray X[proc] : t\n"
    "array Y[proc] : bool\narray M[proc, proc] : bool\n"
    "init (y z) { G = A && X[z] = A && Y[z] = False && M[y, z] = False }\n"
    "unsafe (x y) { X[x] = C && X[y] = C }\n";

TEST_CASE("updates read the state before the transition") {
  compare(head +
          "transition s (x y) { X[j] := case | j = x : X[y] | j = y : B "
          "| _ : X[j]; G := X[x]; P := x }\n");
  compare(head +
          "transition s (x) requires { Y[x] = False } { Y[x] := True; "
          "X[j] := case | j = x : C | Y[j] = True : G | _ : X[j]; G := ? }\n");
  // An array that is written alike everywhere, and read beside.
  compare(head +
          "transition s (x) { X[j] := case | X[j] = A : B | _ : A; "
          "G := X[x] }\n");
}

TEST_CASE("arrays of two indices are updated at all places at once") {
  compare(head +
          "transition s (x) { M[i, j] := case | i = x && M[i, j] = False : "
          "True | i = j : M[x, j] | _ : M[i, j]; Y[x] := True }\n" +
          "transition q (x y) requires { forall_other j. Y[j] = True } "
          "{ M[x, y] := M[y, x]; Y[x] := False }\n");
}

TEST_CASE("updates read processes by their numbers in the state before, too") {
  const std::string three = "number_procs 3\n" + head;
  compare(three + "transition s (x) { X[#1] := X[#2]; G := X[x] }\n", {3});
  compare(three +
              "transition s (x) { X[j] := case | j = x : B | X[j] = B : C "
              "| _ : X[j]; G := X[#2] }\n",
          {3});
  compare(three +
              "transition s (x) { Y[j] := case | j = #1 : True | Y[#3] = True "
              ": False | _ : Y[j]; X[#1] := X[#2]; G := C }\n"
              "transition r () { X[#3] := B; Y[j] := case | Y[#1] = Y[j] : "
              "False | _ : Y[#1] }\n",
          {3});
}

TEST_CASE("init says all that it says") {
  compare(
      "type t = A | B\narray X[proc] : t\nvar G : t\nvar P : proc\n"
      "init (z) { X[z] = A && G = B && X[z] = B }\n"
      "unsafe (x) { X[x] = B }\n");
  // A place of two indices that are one process, too.
  compare(
      "array M[proc, proc] : bool\nvar P : proc\n"
      "init (y z) { M[y, z] = False || y = z }\n"
      "unsafe (x) { M[x, x] = True && P = x }\n");
}

TEST_CASE("a variable may be a process outside of all") {
  const std::string text =
      "type t = A | B\nvar Home : proc\nvar P : proc\nvar G : t\n"
      "array X[proc] : t\n"
      "init (z) { (X[z] = A && Home <> z) && P = Home }\n"
      "unsafe (x) { X[x] = B && P = Home }\n"
      "transition s (x) { X[x] := B; P := ?; G := case | P = Home : A | _ : B "
      "}\ntransition r (x) requires { P <> Home } { P := x; X[x] := A }\n";
  for (const int n : {2, 3}) CHECK(compare(text, n, {}, true, 1000).compared);
}

TEST_CASE("sizes begin where the smallest cube fits") {
  for (const char* n : {"1", "2"}) {
    auto opened = decide::open_model(
        "array X[proc] : bool\ninit (z) { X[z] = False }\n"
        "unsafe (x y z) { X[x] = True && X[y] = True && X[z] = True }\n"
        "unsafe (x y) { X[x] = True && X[y] = True }\n",
        "model.cub", {{"n", n}});
    REQUIRE(opened->good());
    decide::elaborate(*opened);
    CHECK(opened->instance.has_value() == (*n == '2'));
  }
}

TEST_CASE("without an unsafe formula sizes begin where an invariant fits") {
  for (const char* n : {"1", "2"}) {
    auto opened = decide::open_model(
        "array X[proc] : bool\ninit (z) { X[z] = False }\n"
        "invariant (x y) { X[x] = True && X[y] = True }\n",
        "model.cub", {{"n", n}});
    REQUIRE(opened->good());
    decide::elaborate(*opened);
    CHECK(opened->instance.has_value() == (*n == '2'));
  }
}

TEST_CASE("constants have a value, or states are not explored") {
  const std::string text =
      "const K : int\nvar X : int\ninit () { X = K }\nunsafe () { X = 5 }\n"
      "transition t () { X := X + 1 - 1 }\n";
  for (const char* k : {"", "4", "5", "+5"}) {
    INFO(k);
    network::Definitions definitions;
    if (*k != 0) definitions["K"] = k;
    auto opened = decide::open_model(text, "model.cub", definitions);
    REQUIRE(opened->good());
    decide::elaborate(*opened);
    explore::Options how;
    // One state, if all is right; else there may be no end of them.
    how.limits.work = 1000;
    how.limits.seconds = 10;
    how.properties = decide::invariants(*opened->model);
    const auto found =
        decide::explore_instance(*opened, how, decide::Reduction::none);
    REQUIRE(found.has_value() == (*k != 0));
    if (!found) {
      CHECK(number(opened->diagnostics.all().front().code) == 1118);
      continue;
    }
    CHECK(found->exploration.states == 1);
    CHECK(unsafe(found->exploration).at(0) == (k[0] != '4'));
    // The value is part of the text.
    auto again = decide::open_model(std::string(opened->source->text()),
                                    "model.vic", {});
    REQUIRE(again->good());
    decide::elaborate(*again);
    CHECK(unsafe(decide::explore_instance(*again, how, decide::Reduction::none)
                     ->exploration)
              .at(0) == (k[0] != '4'));
  }
}

const std::string halves =
    "var X : real\ninit () { X = 0.5 }\nunsafe () { X = 2.0 }\n"
    "transition t () requires { X < 1.75 } { X := X + 0.50 }\n";

TEST_CASE("real numbers that are written out are multiples of a part of 1") {
  compare(halves);
  CHECK(
      compare("const K : real\n" + halves +
                  "transition u () requires { K = 3.0 && X < 1.0 } { X := X + "
                  "K - 1.25 }\n",
              2, {{"K", "3"}}, false, 1000)
          .states == 5);
}

// What prove says of the unsafe states of a file.
network::Verdict proved(const std::string& text) {
  const auto opened = decide::open_model(text, "model.cub", {});
  INFO(messages(*opened));
  REQUIRE(opened->good());
  decide::Asked asked;
  asked.properties = decide::invariants(*opened->model);
  asked.every_size = true;
  network::Limits limits;
  limits.seconds = 20;
  const auto report = decide::decide(*opened, asked, limits);
  REQUIRE(report.family);
  for (const auto& a : report.family->answers) {
    if (a.property) return a.verdict;
  }
  return network::Verdict::unknown;
}

TEST_CASE("between two real numbers there is another one") {
  using network::Verdict;
  const std::string some =
      "const C : real\nvar X : real\nvar U : bool\n"
      "unsafe () { U = True }\n"
      "transition t () requires { X < C && C < X + X } { U := True }\n";
  // C is between X and 2X: with X = 1 no integer is.
  CHECK(proved(some + "init () { X = 1.0 && U = False }\n") != Verdict::proved);
  CHECK(proved(some + "init () { X = 0.01 && U = False }\n") !=
        Verdict::proved);
  CHECK(proved(some + "init () { X = 0.0 && U = False }\n") == Verdict::proved);
  CHECK(proved(some + "init () { 0.0 < X && X < 1.0 && U = False }\n") !=
        Verdict::proved);
  // One and nothing are different numbers, and a diagonal is not all.
  CHECK(proved("const C : real\nvar X : real\ninit () { X = 1.0 }\n"
               "unsafe () { X <= 0.0 }\n"
               "transition t () { X := X + 0.0 }\n") == Verdict::proved);
  CHECK(proved("array M[proc, proc] : real\ninit (z) { M[z, z] = 1.0 }\n"
               "unsafe (x y) { 0.0 < M[x, y] && M[x, y] < 1.0 }\n") !=
        Verdict::proved);
}

// The codes of its diagnostics.
std::set<int> wrong(const std::string& text) {
  std::set<int> out;
  const auto opened = decide::open_model(text, "model.cub", {});
  for (const auto& d : opened->diagnostics.all()) out.insert(number(d.code));
  return out;
}

TEST_CASE("no quantifier is taken inside of another one") {
  const std::string guard = "transition s (x) requires { ";
  for (const std::string& text :
       {guard + "forall_other i. forall_other j. i = j } { Y[x] := True }\n",
        guard + "forall_other i. forall j. i = j } { Y[x] := True }\n",
        guard + "forall i. (Y[i] = True || forall_other j. i = j) } { Y[x] := "
                "True }\n",
        std::string("unsafe () { forall i. exists j. X[i] = X[j] }\n")}) {
    INFO(text);
    CHECK(wrong(head + text) == std::set{1110});
  }
  CHECK(
      wrong("array Y[proc] : bool\ninit (x) { Y[x] = False && (Y[x] = False "
            "|| forall i. forall j. i = j) }\nunsafe (x) { Y[x] = True }\n") ==
      std::set{1110});
  compare(head + guard +
          "(forall_other i. Y[i] = False) && (forall_other j. X[j] = A) } "
          "{ Y[x] := True; X[x] := B }\n");
}

TEST_CASE("what is wrong is said beside what is known") {
  const std::string guard = "transition s (x) requires { ";
  const auto codes = [&](const std::string& formula) {
    return wrong(head + guard + formula + " } { Y[x] := True }\n");
  };
  CHECK(codes("x = x || Nope = 1").contains(1105));
  CHECK(codes("x <> x && X[x] = 5").contains(1109));
  CHECK(codes("x <> x => (exists i. Y[i] = True)").contains(1110));
  CHECK(codes("if x = x then Y[x] = True else Nope = 1").contains(1105));
  CHECK(wrong(head + "transition s (x) { X[j] := case | j <> j && Nope = 1 : A "
                     "| _ : B }\n")
            .contains(1105));
}

std::string converted(const std::string& text) {
  const auto opened = decide::open_model(text, "model.cub", {});
  INFO(messages(*opened) << text);
  REQUIRE(opened->good());
  return std::string(opened->source->text());
}

TEST_CASE("real numbers are not multiplied, nor as small as one likes") {
  const auto refused = [](const std::string& text) {
    return wrong(text) == std::set<int>{1104};
  };
  CHECK(refused(halves + "transition u () { X := X * 0.5 }\n"));
  CHECK(refused(halves + "transition u () { X := 0.0000000001 }\n"));
  CHECK(!refused(halves + "transition u () { X := 0.0000000010 }\n"));
  CHECK(refused(halves + "transition u () { X := 1234567890.0 }\n"));
  CHECK(wrong(halves + "transition u () { X := 1 }\n") == std::set<int>{1109});
  // That 1 is so many parts is not known where numbers begin anywhere.
  network::Definitions two;
  two["K"] = "2";
  const auto opened = decide::open_model(
      "const K : real\nvar X : real\ninit () { X < K }\n", "model.cub", two);
  REQUIRE(opened->diagnostics.all().size() == 1);
  CHECK(number(opened->diagnostics.all().front().code) == 1104);
}

TEST_CASE("a character is wrong once, and a byte order mark is none") {
  const auto opened = decide::open_model(
      head +
          "transition s (x) requires { Y[x] \u2260 True } { Y[x] := True }\n",
      "model.cub", {});
  int foreign = 0;
  for (const auto& d : opened->diagnostics.all())
    foreign += number(d.code) == 1101;
  CHECK(foreign == 1);
  CHECK(converted("\xEF\xBB\xBF" + head) == converted(head));
}

TEST_CASE("transitions of one name are told apart") {
  const std::string one = "transition t (x) { X[x] := B }\n";
  const std::string other = "transition t_ (x y) { X[x] := C }\n";
  compare(head + one + one + other + one + other);
  const auto opened =
      decide::open_model(head + one + one + other + one, "model.cub", {});
  std::vector<std::string> names;
  for (const auto& a : opened->model->rules) names.push_back(a.name);
  CHECK(names == std::vector<std::string>{"t", "t_", "t__", "t_2"});
}

TEST_CASE("what a loop has overwritten is not read") {
  const auto refused = [](const std::string& text) {
    const auto opened = decide::open_model(text, "model.cub", {});
    return !opened->good() &&
           number(opened->diagnostics.all().front().code) == 1113;
  };
  const std::string update =
      "transition s (x) { X[j] := case | j = x : B | X[j] = B : C | _ : X[j]; "
      "G := X[#2] }\n";
  CHECK(refused("number_procs 9\n" + head + update));
  CHECK_FALSE(refused("number_procs 8\n" + head + update));
  CHECK(refused(head + "transition s (x) { M[i, j] := case | i = x : M[j, i] "
                       "| _ : M[j, i] }\n"));
}

TEST_CASE("random Cubicle files have the states that their text says") {
  const std::uint64_t runs = random_models::runs(300);
  test::Ingredients counts;
  int compared = 0;
  int violated = 0;
  for (std::uint64_t seed = 1; seed <= runs; ++seed) {
    INFO("seed := " << seed);
    const auto m = random_models::cubicle_model(seed);
    bool every = true;
    for (int n = std::max(m.least, 2); n <= m.most; ++n) {
      const Outcome out = compare(m.text, n, m.sets, m.outside, 1500);
      every = every && out.compared;
      compared += out.compared ? 1 : 0;
      violated += out.violated > 0 ? 1 : 0;
    }
    // All parentheses that there can be mean the same.
    if (every && m.enclosed != m.text) {
      compare(m.enclosed, m.most, m.sets, m.outside, 1500);
    }
    if (!every) continue;
    for (const std::string& name : m.ingredients) ++counts[name];
  }
  if (!random_models::enough_runs()) return;
  CHECK(compared >= 150);
  CHECK(violated >= 50);
  test::check_met(counts, random_models::cubicle_ingredients(), 3);
}

const std::string called =
    "type t = A | B\nvar G : t\nvar N : int\narray X[proc] : t\n"
    "array M[proc, proc] : bool\n";
const std::string begun =
    "init (y z) { G = A && N = 0 && X[z] = A && M[y, z] = False }\n";

TEST_CASE("predicates are written out where they are called") {
  const std::string with =
      called +
      "predicate at(z, v) { X[z] = v }\n"
      "predicate bound(x, y) { M[x, y] = True && at(y, B) }\n"
      "predicate alone(e) { forall x <> y. X[x] = e => X[y] <> e }\n"
      "predicate small(k) { N < k + 1 }\npredicate here() { G = A }\n" +
      begun +
      "unsafe { not alone(B) }\nunsafe (z1 z2) { bound(z2, z1) }\n"
      "transition s (i) requires { at(i, A) && small(1) && (here() || "
      "at(i, G)) } { X[i] := B; N := N + 1 }\n"
      "transition u (x y) requires { at(x, B) && not bound(y, x) } "
      "{ M[y, x] := True; G := case | at(y, B) : A | _ : B }\n";
  const std::string without =
      called + begun +
      "unsafe { not (forall x <> y. X[x] = B => X[y] <> B) }\n"
      "unsafe (z1 z2) { M[z2, z1] = True && X[z1] = B }\n"
      "transition s (i) requires { X[i] = A && N < 1 + 1 && (G = A || "
      "X[i] = G) } { X[i] := B; N := N + 1 }\n"
      "transition u (x y) requires { X[x] = B && not (M[y, x] = True && "
      "X[x] = B) } { M[y, x] := True; G := case | X[y] = B : A | _ : B }\n";
  CHECK(converted(with) == converted(without));
  compare(with);
}

TEST_CASE("what a predicate is not called with is told") {
  const auto wrong = [](const std::string& text, const std::string& message) {
    INFO(text);
    CHECK_THAT(messages(*decide::open_model(called + text, "model.cub", {})),
               Catch::Contains(message));
  };
  const std::string all = "predicate p(x, v) { X[x] = v }\n";
  const std::string other = "predicate o(v) { forall x <> y. X[x] <> v }\n";
  wrong(begun + "unsafe (z) { p(z, B) }\n" + all,
        "no predicate before this is called 'p'");
  wrong(all + all + begun, "'p' is declared twice");
  wrong(all + begun + "unsafe (z) { p(z) }\n", "'p' has 2 parameters, not 1");
  wrong(all + begun + "unsafe (z) { p(z, X[z] = A) }\n",
        "a formula as an argument is not taken");
  wrong(all + begun + "unsafe (z) { p(A, B) }\n", "'x' is an index");
  wrong(all + begun + "unsafe (z) { p(G, B) }\n", "'x' is an index");
  wrong(other + begun + "unsafe (x) { o(X[x]) }\n",
        "a quantifier of the predicate has the name 'x', too");
  wrong("predicate p(v) { p(v) }\n" + begun,
        "no predicate before this is called 'p'");
  // 2 to the power of 30.
  std::string many = "predicate p0() { G = A }\n";
  for (int i = 1; i <= 30; ++i) {
    many +=
        fmt::format("predicate p{}() {{ p{}() && p{}() }}\n", i, i - 1, i - 1);
  }
  wrong(many + begun, "have more than 100000 parts");
  std::string deep = "predicate p0(k) { N = k }\n";
  for (int i = 1; i <= 500; ++i) {
    deep += fmt::format("predicate p{}(k) {{ p{}(-k) }}\n", i, i - 1);
  }
  wrong(deep + begun, "nested deeper than");
}

// The guard of each transition, as a predicate of its parameters.
std::string with_predicates(const std::string& text, int& count) {
  std::string out;
  std::size_t done = 0;
  for (std::size_t at = 0;
       (at = text.find("transition ", done)) != std::string::npos;) {
    const std::size_t open = text.find('(', at);
    const std::size_t close = text.find(')', open);
    const std::size_t guard = text.find("requires {", close);
    const std::size_t next = text.find("transition ", close);
    out += text.substr(done, at - done);
    done = close;
    if (guard == std::string::npos || guard > next) {
      out += text.substr(at, close - at);
      continue;
    }
    const std::size_t end = text.find('}', guard);
    std::istringstream names(text.substr(open + 1, close - open - 1));
    std::string parameters, arguments;
    std::string body = text.substr(guard + 10, end - guard - 10);
    for (std::string name; names >> name;) {
      const char* comma = arguments.empty() ? "" : ", ";
      parameters += comma + name + "_in";
      arguments += comma + name;
      body = std::regex_replace(body, std::regex("\\b" + name + "\\b"),
                                name + "_in");
    }
    out += fmt::format("predicate q{}({}) {{{}}}\n", count, parameters, body);
    out += text.substr(at, guard - at);
    out += fmt::format("requires {{ q{}({}) }}", count++, arguments);
    done = end + 1;
  }
  return out + text.substr(done);
}

TEST_CASE("random guards mean the same as predicates") {
  const std::uint64_t runs = random_models::runs(100);
  int count = 0;
  for (std::uint64_t seed = 1; seed <= runs; ++seed) {
    INFO("seed := " << seed);
    const std::string plain = random_models::cubicle_model(seed).text;
    const std::string text = with_predicates(plain, count);
    INFO(text);
    CHECK(converted(text) == converted(plain));
  }
  if (random_models::enough_runs()) CHECK(count > 50);
}

TEST_CASE("comments stand before what they are of") {
  const std::string text =
      "(* A lock.\n   * Of our own. *)\n"
      "var X : bool (* whether it is taken *)\n"
      "(*** ***)\n(* of places *) array A[proc] : bool\n"
      "(* nobody is there *)\ninit (z) { A[z] = False && X = False }\n"
      "(* never two\n\n(* inside *) *)\nunsafe (x y) { A[x] = True && A[y] = "
      "True }\n"
      "(* in \xff *) transition enter (x) requires { X = False (* free *) }\n"
      "{ A[x] := True; X := True } (* and taken *)\n(* The end. *)\n";
  CHECK(converted(text) ==
        "// A lock.\n// * Of our own.\n\nparam n : 2.. = 3;\n\n"
        "process Proc {\n  // of places\n  var A : bool = false;\n}\n\n"
        "// whether it is taken\nshared X : bool = false;\n\n"
        "network {\n  node proc[n] : Proc;\n}\n\n// nobody is there\n\n"
        "// in ?\n// free\n// and taken\nrule enter(x in proc)\n"
        "    when !X {\n  x.A := true;\n  X := true;\n}\n\n"
        "// never two\n//\n// (* inside *)\ninvariant safe:\n"
        "  forall x, y in proc: x != y => !(x.A && y.A);\n\n// The end.\n");
}

TEST_CASE("comments of random files change nothing, and none is lost") {
  const std::uint64_t runs = random_models::runs(100);
  for (std::uint64_t seed = 1; seed <= runs; ++seed) {
    INFO("seed := " << seed);
    const std::string plain = random_models::cubicle_model(seed).text;
    std::mt19937_64 random(seed);
    std::string text;
    std::size_t count = 0;
    for (const char c : plain) {
      text += c;
      if ((c == ' ' || c == '\n') && random() % 8 == 0) {
        text += fmt::format("(* {} *){}", count++, c);
      }
    }
    std::set<std::string> found;
    std::string rest;
    std::istringstream lines(converted(text));
    for (std::string line; std::getline(lines, line);) {
      const std::size_t begin = line.find("//");
      if (begin == std::string::npos) {
        if (!line.empty()) rest += line + "\n";
      } else {
        CHECK(found.insert(line.substr(begin)).second);
      }
    }
    CHECK(found.size() == count);
    std::string same;
    std::istringstream others(converted(plain));
    for (std::string line; std::getline(others, line);) {
      if (!line.empty()) same += line + "\n";
    }
    CHECK(rest == same);
  }
}

}  // namespace
}  // namespace cubicle_test
