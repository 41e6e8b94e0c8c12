// SPDX-License-Identifier: MIT
// Guards: pages in HTML are well-formed, ask for nothing, and show what names
// hold as text, whatever that is.
#include "report/html/html_page.hpp"

#include <expat.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "report/html/escape.hpp"
#include "report/html/layout.hpp"
#include "report/html/picture.hpp"
#include "report/html/source_view.hpp"

namespace page_test {

namespace {

using namespace vicinal::report;

// What a strict reader sees of a page.
struct Read {
  std::string error;
  std::vector<std::string> elements, attributes;
  std::string text, data;
  bool in_data = false;
};

void XMLCALL begins(void* user, const char* name, const char** attributes) {
  auto& read = *static_cast<Read*>(user);
  read.elements.emplace_back(name);
  read.in_data = false;
  for (; *attributes != nullptr; attributes += 2) {
    read.attributes.push_back(std::string(attributes[0]) + "=" + attributes[1]);
    if (read.attributes.back() == "id=data") read.in_data = true;
  }
}
void XMLCALL ends(void* user, const char*) {
  static_cast<Read*>(user)->in_data = false;
}
void XMLCALL says(void* user, const char* text, int length) {
  auto& read = *static_cast<Read*>(user);
  (read.in_data ? read.data : read.text)
      .append(text, static_cast<std::size_t>(length));
}

Read read_page(const std::string& page) {
  Read read;
  const XML_Parser parser = XML_ParserCreate("UTF-8");
  XML_SetUserData(parser, &read);
  XML_SetElementHandler(parser, begins, ends);
  XML_SetCharacterDataHandler(parser, says);
  if (XML_Parse(parser, page.data(), static_cast<int>(page.size()), 1) !=
      XML_STATUS_OK) {
    read.error = XML_ErrorString(XML_GetErrorCode(parser));
  }
  XML_ParserFree(parser);
  return read;
}

std::size_t count(const Read& read, const std::string& element) {
  return static_cast<std::size_t>(
      std::count(read.elements.begin(), read.elements.end(), element));
}

// A page in which every text is this one.
Page full_page(const std::string& text) {
  Page page;
  page.title = page.subject = page.command = page.version = page.summary = text;
  page.source_name = page.source = text;
  page.verdicts = {{text, "violated", text, text, 0},
                   {text, text, text, text, {}}};
  page.sections = {{text, text, true}, {text, text, false}};
  page.drawings = {{text,
                    text,
                    {{text, 0}, {text, 9}, {text, 1}},
                    {{text, {{0, true, true}, {1, true, false}}},
                     {text, {{0}, {1}, {2}}},
                     {text, {{0}}},
                     {text, {}}}}};
  page.drawings.push_back(page.drawings[0]);
  page.drawings_shown = 1;
  Run run;
  run.title = run.note = text;
  run.variables = {{text, text, Owner::node, 0}, {text, text, Owner::edge, 1}};
  run.initial = {text, text};
  run.steps = {{0, text, text, 0, {{1, text}}, text},
               {{}, text, text, {}, {}, ""}};
  run.loop = 0;
  page.runs = {run};
  page.marks = {{0, 0, text.size()}, {0, 1, 2}};
  page.coverage = {{1, 2, text, 3, 4}};
  return page;
}

const std::vector<std::string> hostile = {
    "</script><script>alert(1)</script>",
    "<!--",
    "-->",
    "]]>",
    "<![CDATA[",
    "&lt;&amp;&",
    "\"' onload='alert(1)",
    "a\nb\r\nc",
    "\xE2\x80\xA8\xE2\x80\xA9",
    "\xE2\x80\xAE txt",
    "\xFF\xC0\x80\xED\xA0\x80\xF5",
    std::string("\0\x01\x1B[31m\x7F", 8),
    "<img src=x onerror=alert(1)>",
    "${x}`",
    "\\u003c/script",
    "{}{0}%s",
    "]]&gt;<style>*{display:none}</style>",
    "\xEF\xBF\xBE",
    "é→☃😀"};

}  // namespace

TEST_CASE("a page is well-formed whatever names hold", "[page]") {
  const Read plain = read_page(html_page(full_page("name")));
  REQUIRE(plain.error.empty());
  for (const std::string& text : hostile) {
    INFO(text);
    const std::string page = html_page(full_page(text));
    const Read read = read_page(page);
    CHECK(read.error.empty());
    // What is in a name makes no element, no attribute, and ends none.
    for (const char* name : {"script", "style", "img", "g", "pre", "table"}) {
      CHECK(count(read, name) == count(plain, name));
    }
    CHECK(read.elements.size() >= plain.elements.size());
    for (const std::string& a : read.attributes) {
      CHECK_FALSE(a.starts_with("on"));
    }
    CHECK(read.text.find(cleaned(text)) != std::string::npos);
    const auto json = nlohmann::ordered_json::parse(read.data);
    CHECK(json["texts"][0] == cleaned(text));
    // An HTML parser takes the first end of a script that it sees.
    std::size_t scripts = 0;
    for (std::size_t at = 0;
         (at = page.find("</script", at)) != std::string::npos; ++at) {
      ++scripts;
    }
    CHECK(scripts == 2);
    CHECK(page.find("<!--") == std::string::npos);
    CHECK(html_page(full_page(text)) == page);
  }
}

TEST_CASE("a page asks for nothing", "[page]") {
  const Read read = read_page(html_page(full_page("http://a.example/x")));
  REQUIRE(read.error.empty());
  for (const std::string& a : read.attributes) {
    INFO(a);
    CHECK_FALSE(a.starts_with("src="));
    CHECK_FALSE(a.starts_with("action="));
    if (a.starts_with("href=")) {
      CHECK((a.starts_with("href=#") || a == "href=data:,"));
    }
  }
  CHECK(count(read, "iframe") + count(read, "img") + count(read, "object") ==
        0);
  const std::string bare = html_page(Page());
  CHECK(bare.find("url(") == std::string::npos);
  CHECK(bare.find("@import") == std::string::npos);
  CHECK(bare.find("fetch(") == std::string::npos);
  CHECK(bare.find("XMLHttpRequest") == std::string::npos);
  CHECK(bare.find("default-src 'none'") != std::string::npos);
}

TEST_CASE("texts are escaped and cleaned", "[page]") {
  CHECK(escaped("<a b=\"c\" d='e'>&") ==
        "&lt;a b=&quot;c&quot; d=&apos;e&apos;&gt;&amp;");
  CHECK(cleaned("a\tb\nc") == "a\tb\nc");
  CHECK(cleaned("a\x1B"
                "b\xFFz") ==
        "a\xEF\xBF\xBD"
        "b\xEF\xBF\xBDz");
  CHECK(cleaned("\xE2\x80\xAE") == "\xEF\xBF\xBD");
  CHECK(script_json("</script>\xE2\x80\xA8&") ==
        "\"\\u003c/script\\u003e\\u2028\\u0026\"");
}

TEST_CASE("marks of a text", "[page]") {
  CHECK(source_view("ab\ncd", {{7, 1, 4}}) ==
        "<span class=\"l\" data-l=\"1\">a<mark data-m=\"7\">b</mark></span>\n"
        "<span class=\"l\" data-l=\"2\"><mark data-m=\"7\">c</mark>d</span>\n");
  CHECK(source_view("abcd", {{1, 1, 3}, {2, 2, 4}, {3, 9, 12}}) ==
        "<span class=\"l\" data-l=\"1\">a<mark data-m=\"1\">bc</mark><mark "
        "data-m=\"2\">d</mark></span>\n");
}

namespace {

Drawing ring(std::uint32_t n) {
  Drawing d;
  for (std::uint32_t i = 0; i < n; ++i) {
    d.nodes.push_back({"s[" + std::to_string(i) + "]", i % 3});
    d.edges.push_back({"e", {{i}, {(i + 1) % n}}});
  }
  return d;
}

}  // namespace

TEST_CASE("nodes stand apart, and a ring is round", "[page]") {
  const Layout l = layout(ring(8), 100);
  REQUIRE(l.nodes.size() == 8);
  for (std::size_t i = 0; i < 8; ++i) {
    const Point p = l.nodes[i];
    CHECK(std::hypot(p.x - l.width / 2, p.y - l.height / 2) ==
          Approx(100 / (2 * std::sin(3.14159265 / 8))).epsilon(0.05));
    for (std::size_t j = 0; j < i; ++j) {
      CHECK(std::hypot(p.x - l.nodes[j].x, p.y - l.nodes[j].y) > 99);
    }
  }
  // From the top on, clockwise.
  CHECK(l.nodes[0].y < 1);
  CHECK(l.nodes[1].x > l.nodes[0].x);
  // A grid of four by four is no heap.
  Drawing grid;
  for (std::uint32_t i = 0; i < 16; ++i) {
    grid.nodes.push_back({"n", 0});
    if (i % 4 != 3) grid.edges.push_back({"e", {{i}, {i + 1}}});
    if (i < 12) grid.edges.push_back({"e", {{i}, {i + 4}}});
  }
  const Layout g = layout(grid, 100);
  CHECK(g.width < 700);
  CHECK(g.height < 700);
  CHECK(layout(Drawing(), 100).nodes.empty());
}

TEST_CASE("a long run is a small page", "[page]") {
  Page page;
  page.drawings = {ring(200)};
  page.drawings_shown = 1;
  Run run;
  for (std::uint32_t i = 0; i < 200; ++i) {
    run.variables.push_back(
        {"s[" + std::to_string(i) + "].x", "x", Owner::node, i});
    run.initial.emplace_back("idle");
  }
  for (std::uint32_t k = 0; k < 1000; ++k) {
    run.steps.push_back({k % 200, "go", "s.go", {}, {{k % 200, "busy"}}, ""});
  }
  page.runs = {run};
  const std::string text = html_page(page);
  CHECK(text.size() < 200'000);
  CHECK(read_page(text).error.empty());
}

}  // namespace page_test
