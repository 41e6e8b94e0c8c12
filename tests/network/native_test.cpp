// SPDX-License-Identifier: MIT
// Guards: everything wrong with a file of the native format is an error with
// its code at its place, and nothing else is; what is written reads back.
#include "network/files/native.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>

namespace native_test {

namespace {

using namespace vicinal::network;

// "1:11-16 603 the message; ...": places as line:column-end.
struct Read {
  std::optional<Network> network;
  std::string diagnostics;
};

Read read(const std::string& text) {
  const Source source("network.json", text);
  Diagnostics d(&source);
  Read out;
  out.network = read_native(source, d);
  for (const Diagnostic& one : d.all()) {
    const Position begin = source.position(one.span.begin);
    const Position end = source.position(one.span.end);
    out.diagnostics +=
        fmt::format("{}{}:{}-{} {}{} {}", out.diagnostics.empty() ? "" : "; ",
                    begin.line, begin.column, end.column,
                    one.severity == Severity::warning ? "warning " : "",
                    number(one.code), one.message);
    for (const Note& note : one.notes) {
      out.diagnostics += " (" + note.message;
      if (note.span) {
        const Position at = source.position(note.span->begin);
        out.diagnostics += fmt::format(" {}:{}", at.line, at.column);
      }
      out.diagnostics += ")";
    }
  }
  CHECK(out.network.has_value() == !d.has_errors());
  return out;
}

std::string wrong(const std::string& text) {
  const Read r = read(text);
  INFO(text);
  CHECK_FALSE(r.network.has_value());
  return r.diagnostics;
}

}  // namespace

TEST_CASE("the example of the design") {
  const Read r = read(
      R"({ "nodes": [ {"id": "a", "color": "c1"}, {"id": "b"} ],
  "edges": [ {"id": "e1", "color": "x", "ins": ["a"], "outs": ["a", "b"]} ] })");
  CHECK(r.diagnostics.empty());
  REQUIRE(r.network.has_value());
  const Network& n = *r.network;
  CHECK(n.node_names == Names({"a", "b"}));
  CHECK(n.edge_names == Names({"e1"}));
  CHECK(n.color_names[n.node_color[0]] == "c1");
  CHECK(n.color_names[n.node_color[1]].empty());
  CHECK_FALSE(n.has_ports);
  const EdgeId e(std::size_t{0});
  CHECK(n.ins(e) == std::vector<NodeId>({NodeId(std::size_t{0})}));
  CHECK(n.outs(e).size() == 2);
  CHECK(write_native(n) ==
        "{\"nodes\": [\n"
        "  {\"id\": \"a\", \"color\": \"c1\"},\n"
        "  {\"id\": \"b\"}\n"
        " ],\n"
        " \"edges\": [\n"
        "  {\"id\": \"e1\", \"color\": \"x\", \"ins\": [\"a\"], "
        "\"outs\": [\"a\", \"b\"]}\n"
        " ]}\n");
}

TEST_CASE("V0601: what is not JSON") {
  CHECK(wrong("") ==
        "1:1-1 601 this is not JSON: syntax error while parsing value - "
        "unexpected end of input; expected '[', '{', or a literal");
  CHECK(wrong("{\"nodes\": [\n") ==
        "2:1-1 601 this is not JSON: syntax error while parsing value - "
        "unexpected end of input; expected '[', '{', or a literal");
  CHECK(wrong("{\"nodes\": [ }") ==
        "1:13-14 601 this is not JSON: syntax error while parsing value - "
        "unexpected '}'; expected '[', '{', or a literal");
  CHECK(wrong("{\"nodes\": []} x") ==
        "1:15-16 601 this is not JSON: syntax error while parsing value - "
        "invalid literal");
  CHECK(wrong("{\"nodes\": []}{}") ==
        "1:14-15 601 this is not JSON: syntax error while parsing value - "
        "unexpected '{'; expected end of input");
  // Invalid UTF-8, a lone surrogate, a number that is too large, a comment.
  for (const char* text :
       {"{\"nodes\": [{\"id\": \"\xff\"}]}",
        "{\"nodes\": [{\"id\": \"\xc3\"}]}",
        "{\"nodes\": [{\"id\": \"\xed\xa0\x80\"}]}",
        "{\"nodes\": [{\"id\": \"\\ud800\"}]}", "{\"x\": 1e999}",
        "{\"nodes\": [] /* none */}", "{'nodes': []}", "{\"nodes\": [],}"}) {
    INFO(text);
    CHECK(wrong(text).find(" 601 ") != std::string::npos);
  }
}

TEST_CASE("V0602: nesting is capped") {
  const auto nested = [](std::size_t depth) {
    return "{\"nodes\": [], \"edges\": [], \"x\": " + std::string(depth, '[') +
           std::string(depth, ']') + "}";
  };
  CHECK(read(nested(999)).network.has_value());
  CHECK(wrong(nested(1000)).find("602 this is nested") != std::string::npos);
  CHECK(wrong(std::string(1'000'000, '[')).find(" 603 ") != std::string::npos);
  std::string objects = "{\"nodes\": [], \"x\": ";
  for (int i = 0; i < 100'000; ++i) objects += "{\"x\":";
  CHECK(wrong(objects).find(" 602 ") != std::string::npos);
}

TEST_CASE("V0603: something else was expected") {
  const std::string list =
      "expected a list of nodes, each an object, but found";
  CHECK(wrong("{}") ==
        "1:1-2 603 the file has no list of \"nodes\" (where there are none, "
        "write an empty list)");
  CHECK(wrong("{\"nodes\": []}")
            .starts_with("1:1-2 603 the file has no list of \"edges\""));
  CHECK(wrong("[]") ==
        "1:1-2 603 expected an object with \"nodes\" and \"edges\", but found "
        "a list");
  CHECK(wrong(" 12 ").substr(0, 9) == "1:2-4 603");
  CHECK(wrong("{\"nodes\": 3}") == "1:11-12 603 " + list + " a number");
  CHECK(wrong("{\"nodes\": [-1.5e3 ]}") == "1:12-18 603 " + list + " a number");
  CHECK(wrong("{\"nodes\": [12,13]}") == "1:12-14 603 " + list + " a number");
  CHECK(wrong("{\"nodes\": null}") == "1:11-15 603 " + list + " null");
  CHECK(wrong("{\"nodes\": [ false ]}") ==
        "1:13-18 603 " + list + " a truth value");
  CHECK(wrong("{\"nodes\": \"a\\\"b\"}") ==
        "1:11-17 603 " + list + " a string");
  // One object is no list of objects, one id no list of ids.
  CHECK(wrong("{\"nodes\": {\"id\": \"a\"}}") ==
        "1:11-12 603 " + list + " an object");
  CHECK(wrong("{\"nodes\": [[]]}") == "1:12-13 603 " + list + " a list");
  CHECK(wrong("{\"nodes\": [{\"id\": 3}]}") ==
        "1:19-20 603 expected a string, but found a number");
  CHECK(wrong("{\"nodes\": [{\"id\": [\"a\"]}]}").substr(0, 11) ==
        "1:19-20 603");
  const std::string edge = "{\"nodes\": [{\"id\": \"a\"}],\n\"edges\": ";
  CHECK(wrong(edge + "{\"id\": \"e\"}}") ==
        "2:10-11 603 expected a list of edges, each an object, but found an "
        "object");
  CHECK(wrong(edge + "[{\"id\": \"e\", \"ins\": \"a\"}]}") ==
        "2:30-33 603 expected a list of ids, but found a string");
  CHECK(
      wrong(edge + "[{\"id\": \"e\", \"outs\": {\"a\": 1}}]}").substr(0, 11) ==
      "2:31-32 603");
  CHECK(wrong(edge + "[{\"id\": \"e\", \"outs\": [[\"a\"]]}]}").substr(0, 11) ==
        "2:32-33 603");
}

TEST_CASE("V0604: keys that are there twice") {
  CHECK(wrong("{\"nodes\": [], \"nodes\": []}") ==
        "1:15-22 604 the key \"nodes\" is there twice");
  CHECK(wrong("{\"nodes\": [{\"id\": \"a\", \"id\": \"b\"}]}") ==
        "1:24-28 604 the key \"id\" is there twice");
  // The same key, written differently; and in what is ignored.
  CHECK(wrong("{\"nodes\": [{\"id\": \"a\", \"\\u0069d\": \"b\"}]}")
            .find(" 604 ") != std::string::npos);
  CHECK(wrong("{\"nodes\": [], \"x\": {\"y\": 1, \"y\": 2}}").find(" 604 ") !=
        std::string::npos);
}

TEST_CASE("V0605, V0606: ids are there, once") {
  CHECK(wrong("{\"nodes\": [{\"color\": \"c\"}, {\"id\": \"\"}],\n\"edges\": "
              "[]}") ==
        "1:12-13 605 this node has no \"id\"; "
        "1:28-29 605 this node has no \"id\"");
  CHECK(wrong("{\"nodes\": [], \"edges\": [{}]}") ==
        "1:25-26 605 this edge has no \"id\"");
  CHECK(wrong("{\"nodes\": [{\"id\": \"a\"},\n{\"id\": "
              "\"\\u0061\"}],\n\"edges\": []}") ==
        "2:8-16 606 there are two nodes \"a\" (the first is here 1:19)");
  CHECK(wrong("{\"nodes\": [], \"edges\": [{\"id\": \"e\"}, {\"id\": \"e\"}]}")
            .find(" 606 there are two edges \"e\"") != std::string::npos);
  CHECK(wrong("{\"nodes\": [{\"id\": \"a\"}],\n\"edges\": [{\"id\": \"a\", "
              "\"ins\": [\"a\", \"a\"]}]}") ==
        "2:36-39 606 node \"a\" is named twice here");
}

TEST_CASE("V0607: unknown nodes, all of them, wherever nodes stand") {
  CHECK(wrong("{\"nodes\": [{\"id\": \"\u00e9\"}],\n\"edges\": [{\"id\": "
              "\"e\", \"ins\": [\"\u00e9\u00e9\", \"b\"], \"outs\": "
              "[\"\u00e9\"]}]}") ==
        "2:31-35 607 there is no node \"\u00e9\u00e9\"; "
        "2:37-40 607 there is no node \"b\"");
  CHECK(read("{\"edges\": [{\"id\": \"e\", \"ins\": [\"a\"]}],\n"
             "\"nodes\": [{\"id\": \"a\"}]}")
            .diagnostics.empty());
}

TEST_CASE("V0608: each unknown key gets one warning") {
  const Read r = read(
      "{\"nodes\": [{\"id\": \"a\", \"x\": 1}, {\"id\": \"b\", \"x\": null}],\n"
      "\"directed\": {\"id\": [true, {\"nodes\": -1}]}, \"edges\": []}");
  REQUIRE(r.network.has_value());
  CHECK(r.diagnostics ==
        "1:24-27 warning 608 the key \"x\" is ignored; "
        "2:1-11 warning 608 the key \"directed\" is ignored");
  CHECK(r.network->node_count() == 2);
}

TEST_CASE("any name can be written and read") {
  std::string all;
  for (int c = 1; c < 0x80; ++c) all += static_cast<char>(c);
  NetworkBuilder builder;
  const auto color = builder.color(all + "\u2028\U0001f600");
  builder.add_node(color);
  builder.add_edge(color);
  builder.connect(NodeId(std::size_t{0}), EdgeId(std::size_t{0}), dart_reads);
  const Network network = builder.build(false);
  // It has no names of its own.
  CHECK_THROWS_AS(write_native(network), std::invalid_argument);
  const Names names = {"\"},{\"id\":\"" + all};
  const std::string text = write_native(network, names, names);
  const Read r = read(text);
  CHECK(r.diagnostics.empty());
  REQUIRE(r.network.has_value());
  CHECK(r.network->node_names == names);
  CHECK(r.network->edge_names == names);
  CHECK(r.network->color_names == network.color_names);
  CHECK(write_native(*r.network) == text);
  // What is not UTF-8 cannot be written; it does no harm.
  const Names bad = {"a\xff"};
  CHECK(read(write_native(network, bad, bad)).network->node_names ==
        Names({"a\ufffd"}));
}

}  // namespace native_test
