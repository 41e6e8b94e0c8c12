// SPDX-License-Identifier: MIT
// Guards: a range of a Murphi file has every size only where it is used as a
// scalarset is, and then the file has the states and steps that it has with the
// range; whatever depends on its numbers keeps the range.
#include <catch2/catch.hpp>
#include <string>

#include "decide/instances/exploration.hpp"
#include "decide/question/asked.hpp"
#include "imported.hpp"

namespace murphi_ranges_test {
namespace {

using namespace vicinal;

// What the model looks like here.
std::string converted(const std::string& text, bool fixed = false) {
  const auto opened = decide::open_model(text, "model.m", {},
                                         network::Diagnostics(), {}, {}, fixed);
  INFO(test::messages(*opened) << text);
  REQUIRE(opened->good());
  CHECK(test::codes(*opened).contains(1318) ==
        (opened->source->text().find(" : 1.. = ") != std::string::npos &&
         text.find("scalarset") == std::string::npos));
  return std::string(opened->source->text());
}

bool is_open(const std::string& text) {
  return converted(text).find(" : 1.. = 2;") != std::string::npos;
}

const std::string start =
    "startstate begin for p : P do a[p] := false; end; undefine o; v := 0; "
    "b := false; end;\n";

// With a range as it stands for P, and a rule.
std::string model(const std::string& range, const std::string& body,
                  const std::string& rest = "") {
  return "const N : 2;\ntype P : " + range +
         ";\nvar a : array [P] of boolean; o : P; v : 0..3; b : boolean;\n" +
         start + "rule begin " + body + " end;\n" + rest;
}

TEST_CASE("a range has every size where it is an index only") {
  for (const std::string range : {"1..N", "0..N - 1", "0..1", "4..5"}) {
    INFO(range);
    CHECK(is_open(model(range, "v := 1;")));
    CHECK(is_open(model(range, "for p : P do a[p] := !a[p]; end;")));
    CHECK(is_open(model(range, "b := exists p : P do a[p] end;")));
    CHECK(
        is_open(model(range, "v := 1;",
                      "ruleset p : P; q : P do rule p != q & !isundefined(o) & "
                      "o = q ==> begin o := p; a[o] := b; end; end;\n")));
    const auto closed = [&](const std::string& body,
                            const std::string& rest = "") {
      return !is_open(model(range, body, rest));
    };
    // Its numbers.
    CHECK(closed("o := 1;"));
    CHECK(closed("a[1] := true;"));
    CHECK(closed("v := o;"));
    CHECK(closed("o := v;"));
    CHECK(closed("b := o < o;"));
    CHECK(closed("b := o = 1;"));
    CHECK(closed("b := a[(o + 1) % 2];"));
    CHECK(closed("switch o case 1: b := true; end;"));
    CHECK(closed("for p := 0 to 1 do a[p] := true; end;"));
    CHECK(closed("for p : 0..1 do b := a[p]; end;"));
    CHECK(closed("v := b ? o : 1;"));
    CHECK(closed("o := b ? o : 1;"));
    CHECK(closed("b := exists i := o to o do i = 1 end;"));
    CHECK(closed("v := 1;",
                 "invariant \"i\" forall p : P do exists i : 0..3 do i = p end "
                 "end;\n"));
    // The order of its elements.
    CHECK(closed("clear o;"));
    CHECK(closed("for p : P do b := !b; end;"));
    CHECK(closed("for p : P do o := p; end;"));
    CHECK(closed("for p : P do if a[p] then return; end; a[p] := b; end;"));
    CHECK(closed("b := forall p : P do p != o end;"));
  }
  // How many there are.
  CHECK_FALSE(is_open(model("1..N", "v := N;")));
  CHECK_FALSE(is_open(model("1..N", "for i : 1..N do v := 1; end;")));
  CHECK_FALSE(is_open(model("0..N", "v := 1;")));
  CHECK_FALSE(is_open(model("2..N", "v := 1;")));
  CHECK_FALSE(is_open(model("0..N - 2", "v := 1;")));
  CHECK_FALSE(is_open(model("1..N + 0", "v := 1;")));
}

TEST_CASE("what is no index keeps its range") {
  CHECK_FALSE(
      is_open("const N : 2;\ntype V : 1..N;\nvar x, y : V;\n"
              "startstate begin undefine x; undefine y; end;\n"
              "rule !isundefined(x) ==> begin y := x; end;\n"));
}

TEST_CASE("two ranges are two scalarsets, or none") {
  const auto open = [](const std::string& use, const std::string& size) {
    return converted("const N : 2; M : 2;\ntype P : 1..N; Q : 0.." + size +
                     " - 1;\n"
                     "var a : array [P] of boolean; c : array [Q] of boolean;\n"
                     "  p0 : P; q0 : Q; b : boolean;\nstartstate begin "
                     "for p : P do a[p] := false; end;\n"
                     "for q : Q do c[q] := false; end; undefine p0; undefine "
                     "q0;\nb := false; end;\n"
                     "ruleset p : P; q : Q do rule begin " +
                     use + " end; end;\n")
               .find("param") != std::string::npos;
  };
  for (const std::string size : {"N", "M"}) {
    CHECK(open("a[p] := c[q]; p0 := p; q0 := q;", size));
    CHECK_FALSE(open("b := p = q;", size));
    CHECK_FALSE(open("a[q] := true;", size));
    CHECK_FALSE(open("p0 := b ? p : q;", size));
    CHECK_FALSE(open("b := (b ? p : q) = (b ? q : p);", size));
  }
  // One of them.
  const std::string text =
      "const N : 2; M : 2;\ntype P : 1..N; Q : 1..M;\n"
      "var a : array [P] of boolean; c : array [Q] of boolean;\n"
      "startstate begin for p : P do a[p] := false; end;\n"
      "for q : Q do c[q] := q = 1; end; end;\n"
      "ruleset p : P do rule begin a[p] := true; end; end;\n";
  CHECK(converted(text).find("param N : 1.. = 2;") != std::string::npos);
  CHECK(converted(text).find("param M") == std::string::npos);
  CHECK(converted(text, true).find("param") == std::string::npos);
}

// States and steps.
std::pair<std::uint64_t, std::uint64_t> explored(
    const std::string& text, bool fixed,
    const network::Definitions& definitions) {
  auto opened = decide::open_model(text, "model.m", definitions,
                                   network::Diagnostics(), {}, {}, fixed);
  INFO(test::messages(*opened));
  REQUIRE(opened->good());
  decide::elaborate(*opened);
  REQUIRE(opened->instance);
  const auto found = decide::explore_instance(
      *opened, {}, decide::Reduction::none, decide::Symmetry::exchanged);
  REQUIRE(found);
  return {found->exploration.states, found->exploration.transitions};
}

TEST_CASE("a range of every size has the states of the range") {
  const std::string text = model(
      "1..N", "if !isundefined(o) then a[o] := b; undefine o; end;",
      "ruleset p : P do rule !a[p] ==> begin o := p; a[p] := true; b := forall "
      "q : P do a[q] end; end; end;\n");
  REQUIRE(is_open(text));
  for (const std::string n : {"1", "2", "3", "4"}) {
    CHECK(explored(text, false, {{"N", n}}) ==
          explored(text, true, {{"N", n}}));
  }
}

}  // namespace
}  // namespace murphi_ranges_test
