// SPDX-License-Identifier: MIT
// Guards: the form of diagnostics (design 5): carets under what is meant, in
// the presence of tabs, letters beyond ASCII and hostile bytes; colors.
#include <fmt/format.h>
#include <catch2/catch.hpp>
#include <cstdlib>

#include "program.hpp"
#include "report/words/render.hpp"

namespace render_test {

using vicinal::network::Diagnostics;
using vicinal::network::Source;
using vicinal::network::Span;
using vicinal::report::printable;
using vicinal::report::render;
using vicinal::report::render_all;
using vicinal::report::use_color;

namespace {

// The span of the first `word` in a text.
Span span_of(const std::string& text, const std::string& word) {
  const std::size_t at = text.find(word);
  REQUIRE(at != std::string::npos);
  return {static_cast<std::uint32_t>(at),
          static_cast<std::uint32_t>(at + word.size())};
}

std::string shown(const std::string& text, const std::string& word) {
  const Source source("a.vic", text);
  Diagnostics d(&source);
  d.error(vicinal::network::Code{312}, span_of(text, word), "wrong");
  return render(d.all().front(), false);
}

}  // namespace

TEST_CASE("the line, a caret range, and notes") {
  const std::string text =
      "process P {\n  port left : in bool;\n  action a { left := false; }\n}\n";
  const Source source("ring.vic", text);
  Diagnostics d(&source);
  Span second = span_of(text, "left :=");
  second.end = second.begin + 4;
  d.error(vicinal::network::Code{312}, second,
          "'left' is an 'in' port and cannot be assigned",
          {{span_of(text, "left"), "declared here"},
           {std::nullopt, "declare it 'inout'"}});
  CHECK(render(d.all().front(), false) ==
        "ring.vic:3:14: error[V0312]: 'left' is an 'in' port and cannot be "
        "assigned\n"
        " 3 |   action a { left := false; }\n"
        "   |              ^~~~\n"
        "ring.vic:2:8: note: declared here\n"
        " 2 |   port left : in bool;\n"
        "   |        ^~~~\n"
        "  note: declare it 'inout'\n");
}

TEST_CASE("tabs are blanks, and the caret knows") {
  CHECK(shown("\tint\there;\n", "here") ==
        "a.vic:1:6: error[V0312]: wrong\n"
        " 1 |     int    here;\n"
        "   |            ^~~~\n");
}

TEST_CASE("a code point is one column") {
  CHECK(shown("// größe ∀ x\n", "x") ==
        "a.vic:1:12: error[V0312]: wrong\n"
        " 1 | // größe ∀ x\n"
        "   |            ^\n");
  CHECK(shown("// größe ∀ x\n", "größe") ==
        "a.vic:1:4: error[V0312]: wrong\n"
        " 1 | // größe ∀ x\n"
        "   |    ^~~~~\n");
}

TEST_CASE("of several lines the first is shown") {
  CHECK(shown("rule r {\n  skip;\n}\n", "r {\n  skip;\n}") ==
        "a.vic:1:6: error[V0312]: wrong\n"
        " 1 | rule r {\n"
        "   |      ^~~\n");
}

TEST_CASE("an empty span and the end of the file have one caret") {
  const std::string text = "const k = 3\n";
  const Source source("a.vic", text);
  Diagnostics d(&source);
  d.error(vicinal::network::Code{201}, {11, 11}, "expected ';'");
  d.error(vicinal::network::Code{202}, {12, 12}, "the text ends");
  CHECK(render_all(d, false) ==
        "a.vic:1:12: error[V0201]: expected ';'\n"
        " 1 | const k = 3\n"
        "   |            ^\n"
        "a.vic:2:1: error[V0202]: the text ends\n"
        " 2 | \n"
        "   | ^\n"
        "2 errors\n");
}

TEST_CASE("line numbers of any length keep the bars aligned") {
  std::string text(1233, '\n');
  text += "here\n";
  CHECK(shown(text, "here") ==
        "a.vic:1234:1: error[V0312]: wrong\n"
        " 1234 | here\n"
        "      | ^~~~\n");
}

TEST_CASE("of a long line a window is shown") {
  std::string text(500, 'x');
  text += "here";
  text.append(500, 'y');
  text += '\n';
  CHECK(shown(text, "here") == fmt::format("a.vic:1:501: error[V0312]: wrong\n"
                                           " 1 | ...{:x>40}here{:y>116}...\n"
                                           "   |    {:40}^~~~\n",
                                           "", "", ""));
  // A span longer than the window ends with it.
  CHECK(
      shown(text, text.substr(0, 1000)).find(fmt::format("^{:~>159}\n", "")) !=
      std::string::npos);
}

TEST_CASE("nothing in the input reaches the terminal as a command") {
  CHECK(shown("a \x1b[31m b here\n", "here") ==
        "a.vic:1:11: error[V0312]: wrong\n"
        " 1 | a \\x1b[31m b here\n"
        "   |              ^~~~\n");
  CHECK(printable("\x1b]0;title\a\x7f\r\b") ==
        "\\x1b]0;title\\x07\\x7f\\x0d\\x08");
  CHECK(printable("\t\n") == "\\x09\\x0a");
  // Control characters beyond ASCII, marks of direction.
  CHECK(printable("\u009b31m") == "\\x9b31m");
  CHECK(printable("\u202eevil\u2066") == "\\u{202e}evil\\u{2066}");
  // Malformed: a lone byte, an overlong form, a surrogate, a cut end.
  CHECK(printable("\xff\xc0\x80\xed\xa0\x80") ==
        "\\xff\\xc0\\x80\\xed\\xa0\\x80");
  CHECK(printable("\xe2\x88") == "\\xe2\\x88");
  CHECK(printable("größe ∀ 日本") == "größe ∀ 日本");
  // The message and the name of the file, too.
  const Source source("evil\x1b[2J.vic", "x\n");
  Diagnostics d(&source);
  d.error(vicinal::network::Code{302}, {0, 1}, "nothing is called '\x1b[1m'",
          {{std::nullopt, "\x1b"}});
  const std::string text = render(d.all().front(), false);
  CHECK(text.find('\x1b') == std::string::npos);
}

TEST_CASE("several are sorted by place and counted") {
  const std::string text = "a b c\n";
  const Source source("a.vic", text);
  Diagnostics d(&source);
  d.error(vicinal::network::Code{302}, span_of(text, "c"), "third");
  d.warning(vicinal::network::Code{402}, span_of(text, "b"), "second");
  d.error(vicinal::network::Code{302}, span_of(text, "a"), "first");
  const std::string all = render_all(d, false);
  CHECK(all.find("first") < all.find("second"));
  CHECK(all.find("second") < all.find("third"));
  CHECK(all.substr(all.size() - 20) == "2 errors, 1 warning\n");
  Diagnostics one(&source);
  one.error(vicinal::network::Code{302}, span_of(text, "a"), "alone");
  CHECK(render_all(one, false).find("1 error\n") == std::string::npos);
  Diagnostics many(&source, 3);
  for (int i = 0; i < 10; ++i)
    many.error(vicinal::network::Code{302}, span_of(text, "a"), "again");
  CHECK(render_all(many, false).find("and 7 errors more\n10 errors\n") !=
        std::string::npos);
}

TEST_CASE("what is wrong with the command line shows no line of the model") {
  const Source source("a.vic", "x\n");
  Diagnostics d(&source);
  d.error(vicinal::network::Code{901}, {}, "no such parameter");
  CHECK(render(d.all().front(), false) ==
        "vicinal: error[V0901]: no such parameter\n");
}

TEST_CASE("colors wrap severity and carets, and end") {
  const Source source("a.vic", "x\n");
  Diagnostics d(&source);
  d.error(vicinal::network::Code{302}, {0, 1}, "wrong");
  d.warning(vicinal::network::Code{402}, {0, 1}, "odd");
  CHECK(render(d.all()[0], true) ==
        "a.vic:1:1: \x1b[31merror[V0302]\x1b[0m: wrong\n 1 | x\n   | "
        "\x1b[32m^\x1b[0m\n");
  CHECK(render(d.all()[1], true).find("\x1b[35mwarning[V0402]\x1b[0m") !=
        std::string::npos);
}

TEST_CASE("whether to use colors") {
  const auto set = [](const char* no, const char* force, const char* term) {
    const auto put = [](const char* name, const char* value) {
      value == nullptr ? unsetenv(name) : setenv(name, value, 1);
    };
    put("NO_COLOR", no);
    put("FORCE_COLOR", force);
    put("TERM", term);
  };
  const int no_terminal = -1;
  set(nullptr, nullptr, "xterm");
  CHECK(!use_color("auto", no_terminal));
  CHECK(use_color("always", no_terminal));
  CHECK(!use_color("never", no_terminal));
  set(nullptr, "1", "xterm");
  CHECK(use_color("auto", no_terminal));
  CHECK(!use_color("never", no_terminal));
  set(nullptr, "0", "xterm");
  CHECK(!use_color("auto", no_terminal));
  set(nullptr, "1", "dumb");
  CHECK(use_color("auto", no_terminal));
  set("1", "1", "xterm");
  CHECK(!use_color("auto", no_terminal));
  CHECK(use_color("always", no_terminal));
  set("", nullptr, "xterm");
  CHECK(!use_color("auto", no_terminal));
}

TEST_CASE("each stream is colored for itself") {
  using namespace vicinal::test;
  const auto colored = [](const std::string& text) {
    return text.find('\x1b') != std::string::npos;
  };
  const std::vector<std::string> run = {"explore", example("mutex-broken")};
  CHECK(!colored(ask(run).out));
  CHECK(colored(ask(run, {.environment = {"FORCE_COLOR=1"}}).out));
  CHECK(
      !colored(ask(run, {.environment = {"FORCE_COLOR=1", "NO_COLOR=1"}}).out));
  // A terminal made by script(1): standard error is a file, output is not.
  if (execute({"sh", "-c", "command -v script"}).code != 0) return;
  const Folder folder;
  folder.write("m.vic", "shared x : bool = false;\nrule r when x { skip; }\n");
  const auto terminal = [&](const std::string& environment) {
    return execute({"script", "-qec",
                    environment + " " + binary() + " explore m.vic 2> errors",
                    "/dev/null"},
                   {.environment = {"TERM=xterm"}, .folder = folder.path()});
  };
  CHECK(colored(terminal("").out));
  CHECK(!colored(read(folder.path() + "/errors")));
  CHECK(!read(folder.path() + "/errors").empty());
  CHECK(!colored(terminal("TERM=dumb").out));
  CHECK(!colored(terminal("NO_COLOR=1").out));
}

}  // namespace render_test
