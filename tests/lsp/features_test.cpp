// SPDX-License-Identifier: MIT
// Guards: what an editor is told at a place: declarations, uses, another name,
// what a word is, what may stand there, the parts of a text, and what would put
// it right; at places behind characters of several bytes and units, too.
#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <string>

#include "client.hpp"

namespace features_test {

using vicinal::cli::Json;
using vicinal::test::Client;
using vicinal::test::edited;

namespace {

const std::string ring = R"(// a ring
enum Phase { thinking, hungry, eating }
const limit = 2;
param n : 2.. = 6;
struct Mark { on : bool; by : 0..limit; }
def near(q, w) = q.phase == hungry && w;

process Station(first : bool) {
  port left, right : inout bool;
  var  phase : Phase = thinking;

  action want when phase == thinking { phase := hungry; }
  action enter(v in 0..1) when phase == hungry && left {
    left := false;
    phase := eating;
  }
  action leave when phase == eating { right := true; phase := thinking; }
}

network {
  node s[n] : Station(first = index == 0);
  edge token[n] : bool;
  for k in 0..n-1 {
    connect s[k].right, s[(k + 1) % n].left to token[k];
  }
  init exactly 1 e in token: e;
}

shared last : Mark;
fair weak Station.enter;
invariant mutex: forall i, j in s: i != j => !(i.phase == eating && j.phase == eating);
ltl comes: forall i in s: F {near(i, true)};
)";

struct Opened : Client {
  explicit Opened(const std::string& text) {
    greet(*this);
    open(text);
  }
  Json at(const std::string& method, const std::string& text,
          const std::string& word, std::size_t n = 0, std::size_t within = 0) {
    const Json answer = ask(method, place(text, word, n, within));
    INFO(answer.dump());
    REQUIRE(answer.contains("result"));
    return answer["result"];
  }
};

// "3:4" of a range's start, from 0.
std::string start(const Json& range) {
  return range["start"]["line"].dump() + ":" +
         range["start"]["character"].dump();
}

std::set<std::string> labels(const Json& completion) {
  std::set<std::string> result;
  for (const Json& item : completion["items"]) {
    result.insert(item["label"].get<std::string>());
  }
  return result;
}

using Labels = std::set<std::string>;

// What may stand where the text has '@'.
Labels completed(std::string text) {
  const std::size_t at = text.find('@');
  text.erase(at, 1);
  Opened client(text);
  Json params = Client::document();
  const vicinal::cli::Positions positions(text);
  params["position"] = positions.place(static_cast<std::uint32_t>(at));
  const Json answer = client.ask("textDocument/completion", params);
  REQUIRE(answer.contains("result"));
  return labels(answer["result"]);
}

// The ring with a piece of text put in front of another one.
std::string with(const std::string& before, const std::string& piece) {
  std::string text = ring;
  text.insert(text.find(before), piece);
  return text;
}

}  // namespace

TEST_CASE("a model without errors has no diagnostics") {
  Opened client(ring);
  CHECK(client.diagnostics() == Json::array());
}

TEST_CASE("from a use to its declaration") {
  Opened client(ring);
  const auto declared = [&](const std::string& word, std::size_t n,
                            std::size_t within = 0) {
    return start(
        client.at("textDocument/definition", ring, word, n, within)["range"]);
  };
  CHECK(declared("phase", 1) == "9:7");  // i.phase of another node
  CHECK(declared("i.phase", 0, 2) == "9:7");
  CHECK(declared("eating", 1) == "1:31");
  CHECK(declared("Station", 1) == "7:8");
  CHECK(declared("first", 1) == "7:16");
  CHECK(declared("left", 3) == "8:7");  // of connect
  CHECK(declared("token", 1) == "21:7");
  CHECK(declared("token", 2) == "21:7");
  CHECK(declared("enter", 1) == "12:9");  // of fair
  CHECK(declared("near", 1) == "5:4");
  CHECK(declared("w;", 0) == "5:12");  // a parameter of a definition
  CHECK(declared("q.phase", 0) == "5:9");
  CHECK(declared("limit", 1) == "2:6");
  CHECK(declared("Mark", 1) == "4:7");
  CHECK(declared("j.phase", 0) == "30:27");
  CHECK(declared("[k]", 0, 1) == "22:6");
  // A name names itself; the end of a word is the word.
  CHECK(declared("mutex", 0) == "30:10");
  CHECK(declared("phase == hungry", 0, 5) == "9:7");
  // A word of the language, a blank, a number.
  CHECK(client.at("textDocument/definition", ring, "forall").is_null());
  CHECK(client.at("textDocument/definition", ring, "  port").is_null());
  CHECK(client.at("textDocument/definition", ring, "2..").is_null());
}

TEST_CASE("all uses of a name") {
  Opened client(ring);
  Json params = Client::place(ring, "hungry");
  params["context"] = Json{{"includeDeclaration", true}};
  const Json all = client.ask("textDocument/references", params)["result"];
  REQUIRE(all.size() == 4);
  CHECK(start(all[0]["range"]) == "1:23");
  CHECK(start(all[1]["range"]) == "5:28");
  CHECK(start(all[3]["range"]) == "12:40");
  CHECK(all[0]["uri"] == Client::uri);
  params["context"]["includeDeclaration"] = false;
  CHECK(client.ask("textDocument/references", params)["result"].size() == 3);
  CHECK(client.at("textDocument/documentHighlight", ring, "hungry").size() ==
        4);
}

TEST_CASE("a name gets another one everywhere") {
  Opened client(ring);
  const Json word = client.at("textDocument/prepareRename", ring, "hungry", 1);
  CHECK(word["placeholder"] == "hungry");
  CHECK(start(word["range"]) == "5:28");
  Json params = Client::place(ring, "hungry", 1);
  params["newName"] = "waiting";
  const Json edit = client.ask("textDocument/rename", params)["result"];
  const std::string text = edited(ring, edit["changes"][Client::uri]);
  CHECK(text.find("hungry") == std::string::npos);
  CHECK(text.find("phase == waiting && left") != std::string::npos);
  CHECK(edit["changes"][Client::uri].size() == 4);
  params["newName"] = "eating";
  const Json clash = client.ask("textDocument/rename", params);
  CHECK(clash["error"]["code"] == vicinal::cli::request_failed);
  CHECK(clash["error"]["message"] ==
        "'eating' does not do: 'eating' is declared twice");
  CHECK(client.ask("textDocument/prepareRename", Client::place(ring, "forall"))
            .contains("error"));
}

TEST_CASE("what a word is") {
  Opened client(ring);
  const auto text = [&](const std::string& word, std::size_t n,
                        std::size_t within = 0) {
    const Json found = client.at("textDocument/hover", ring, word, n, within);
    return found.is_null() ? std::string()
                           : found["contents"]["value"].get<std::string>();
  };
  CHECK(text("phase ==", 1) ==
        "```vicinal\nvar  phase : Phase = thinking\n```\n`phase`: a variable "
        "of `Station`, of type `Phase`");
  CHECK(text("limit", 1) ==
        "```vicinal\nconst limit = 2\n```\n`limit`: a constant, with the "
        "value `2`");
  CHECK(text("by", 0).ends_with("`by`: a field of `Mark`, of type `0..2`"));
  CHECK(text("i.phase", 0)
            .ends_with("`i`: a bound variable, of type `a node of Station`"));
  CHECK(
      text("token", 1).ends_with("`token`: a family of edges, of type `bool`"));
  CHECK(text("exactly", 0) ==
        "`exactly k i in s: body` | true if it holds for k members");
  CHECK(text("// a", 0, 4).empty());
}

TEST_CASE("what a call takes") {
  Opened client(ring);
  const Json def = client.at("textDocument/signatureHelp", ring, "true)", 0, 1);
  CHECK(def["signatures"][0]["label"] == "near(q, w)");
  CHECK(def["activeParameter"] == 1);
  const std::string other = with(
      "shared last", "invariant a: pow(limit, abs(1)) == max([1, 2][0], 3);\n");
  Opened functions(other);
  const auto active = [&](const std::string& word, std::size_t within) {
    const Json help =
        functions.at("textDocument/signatureHelp", other, word, 0, within);
    return help.is_null() ? "none"
                          : help["signatures"][0]["label"].get<std::string>() +
                                " " + help["activeParameter"].dump();
  };
  CHECK(active("pow(", 4) == "pow(a, b) 0");
  CHECK(active("pow(limit, ", 11) == "pow(a, b) 1");
  CHECK(active("abs(", 4) == "abs(a) 0");
  CHECK(active("abs(1))", 6) == "pow(a, b) 1");
  CHECK(active("[0], 3", 5) == "max(a, b) 1");
  CHECK(active("[1, 2", 4) == "max(a, b) 0");
  CHECK(active("pow(", 2) == "none");
  CHECK(functions.at("textDocument/signatureHelp", other, "first = ", 0,
                     8)["signatures"][0]["label"] == "Station(first : bool)");
}

TEST_CASE("members behind a dot, also of a text that breaks there") {
  const Labels members = {"first", "left", "phase", "right"};
  CHECK(completed(with("shared last", "invariant a: forall i in s: i.@")) ==
        members);
  CHECK(completed(with("shared last", "invariant a: s[0].@ == eating;")) ==
        members);
  CHECK(completed(with("shared last", "invariant a: s[0].ph@ == eating;")) ==
        members);
  CHECK(completed(with("shared last", "rule r when last.@ { skip; }")) ==
        Labels{"by", "on"});
  const std::string two = with("  edge token", "  node q : Q;\n") +
                          "process Q { var own : bool; }\n";
  CHECK(completed(two + "invariant a: q.@;") == Labels{"own"});
  CHECK(completed(two + "invariant a: s[0].@;") == members);
  CHECK(completed(with("fair weak", "fair strong Station.@;\n")) ==
        Labels{"enter", "leave", "want"});
  CHECK(completed(with("shared last", "invariant a: nothing.@;")).empty());
}

TEST_CASE("what may stand at a place") {
  const auto has = [](const Labels& all,
                      std::initializer_list<const char*> some) {
    return std::ranges::all_of(
        some, [&](const char* word) { return all.contains(word); });
  };
  const Labels top = completed(with("shared last", "@\n"));
  CHECK(has(top, {"process", "invariant", "network"}));
  CHECK_FALSE(top.contains("phase"));
  const Labels part = completed(with("  action want", "@\n"));
  CHECK(part == Labels{"action", "port", "var"});
  const Labels item = completed(with("  init exactly", "@\n"));
  CHECK(item == Labels{"connect", "edge", "for", "if", "init", "node"});
  const Labels statement = completed(with("left := false", "@"));
  CHECK(has(statement, {"while", "skip", "phase", "left", "last", "v"}));
  CHECK_FALSE(statement.contains("when"));
  const Labels guard = completed(with("phase == thinking {", "@ "));
  CHECK(has(guard, {"phase", "left", "thinking", "n", "forall", "count"}));
  // Bound elsewhere, or another process's.
  CHECK_FALSE(guard.contains("v"));
  CHECK_FALSE(guard.contains("k"));
  const Labels body = completed(with("i != j", "@ "));
  CHECK(has(body, {"i", "j", "near"}));
  CHECK_FALSE(body.contains("phase"));
  const Labels type = completed(with("  action want", "  var x : @"));
  CHECK(has(type, {"bool", "int", "Phase", "Mark", "queue"}));
  CHECK_FALSE(type.contains("left"));
  CHECK(has(completed(with("  action want", "  port x : @")), {"in", "out"}));
  CHECK(completed(with("  edge token", "  node q : @")) == Labels{"Station"});
  CHECK(completed(with("  init exactly", "  connect s[0].left to @")) ==
        Labels{"token"});
  const Labels domain =
      completed(with("shared last", "invariant a: forall z in @"));
  CHECK(has(domain, {"s", "token", "Station", "Phase"}));
}

TEST_CASE("the outline has what the file declares") {
  Opened client(ring);
  const Json symbols =
      client.ask("textDocument/documentSymbol", Client::document())["result"];
  std::vector<std::string> names;
  for (const Json& s : symbols) names.push_back(s["name"]);
  CHECK(names == std::vector<std::string>{"Phase", "limit", "n", "Mark", "near",
                                          "Station", "s", "token", "last",
                                          "mutex", "comes"});
  const Json& station = symbols[5];
  CHECK(station["children"].size() == 7);
  CHECK(station["children"][3]["name"] == "phase");
  CHECK(station["children"][3]["detail"] == "a variable of Station : Phase");
  CHECK(start(station["range"]) == "7:0");
  CHECK(station["range"]["end"]["line"] == 17);
  for (const Json& s : symbols) {
    CHECK(s["range"]["start"]["line"] <= s["selectionRange"]["start"]["line"]);
  }
}

TEST_CASE("blocks and comments of several lines can be folded") {
  const std::string text = "/* a\n b */\n" + ring + "// c\n// d\n";
  Opened client(text);
  const Json ranges =
      client.ask("textDocument/foldingRange", Client::document())["result"];
  std::vector<std::string> found;
  for (const Json& r : ranges) {
    found.push_back(r["startLine"].dump() + "-" + r["endLine"].dump() +
                    r.value("kind", ""));
  }
  CHECK(found == std::vector<std::string>{"9-18", "14-16", "21-27", "24-25",
                                          "0-2comment", "34-35comment"});
}

TEST_CASE("words are told apart") {
  const std::string text =
      "// \xF0\x9F\x98\x80\nenum E { a }\r\nprocess P { var x : E = a; }\n"
      "network { node p : P; }\n";
  Opened client(text);
  const Json data = client.ask("textDocument/semanticTokens/full",
                               Client::document())["result"]["data"];
  REQUIRE(data.size() == 5 * 13);
  // enum, E (declared), a (declared).
  CHECK(std::vector<int>(data.begin(), data.begin() + 15) ==
        std::vector<int>{1, 0, 4, 0, 0, 0, 5, 1, 2, 1, 0, 4, 1, 3, 1});
  // var, x (declared), E, a.
  CHECK(std::vector<int>(data.begin() + 25, data.begin() + 45) ==
        std::vector<int>{0, 4, 3, 0, 0, 0, 4, 1, 5, 1,
                         0, 4, 1, 2, 0, 0, 4, 1, 3, 0});
}

TEST_CASE("a text is laid out by an edit of the lines that differ") {
  std::string text = ring;
  text.replace(text.find("var  phase"), 10, "var phase");
  text.replace(text.find("shared last"), 11, "shared   last");
  Opened client(text);
  Json params = Client::document();
  params["options"] = Json{{"tabSize", 2}, {"insertSpaces", true}};
  const Json edits = client.ask("textDocument/formatting", params)["result"];
  REQUIRE(edits.size() == 1);
  const std::string laid_out = edited(text, edits);
  CHECK(laid_out.find("shared last : Mark;") != std::string::npos);
  client.change(laid_out);
  CHECK(client.ask("textDocument/formatting", params)["result"] ==
        Json::array());
  client.change("process P {");
  CHECK(client.ask("textDocument/formatting", params).contains("error"));
}

namespace {

// The text after the only fix at a place.
std::string fixed(const std::string& text, const std::string& word) {
  Opened client(text);
  Json params = Client::place(text, word);
  params["range"] =
      Json{{"start", params["position"]}, {"end", params["position"]}};
  params["context"] = Json{{"diagnostics", Json::array()}};
  const Json actions = client.ask("textDocument/codeAction", params)["result"];
  INFO(actions.dump());
  REQUIRE(actions.size() == 1);
  CHECK(actions[0]["kind"] == "quickfix");
  CHECK(actions[0]["diagnostics"].size() == 1);
  return edited(text, actions[0]["edit"]["changes"][Client::uri]);
}

bool good(const std::string& text) {
  const vicinal::cli::Document document("m.vic", text);
  return !document.has_errors();
}

std::string spoiled(const std::string& from, const std::string& to) {
  std::string text = ring;
  return text.replace(text.find(from), from.size(), to);
}

}  // namespace

TEST_CASE("what is nearly right is put right") {
  CHECK(fixed(spoiled("phase == hungry && left", "phase == hungri && left"),
              "hungri") == ring);
  CHECK(fixed(spoiled("j.phase", "j.phsae"), "phsae") == ring);
  CHECK(fixed(spoiled("invariant mutex", "invariamt mutex"), "invariamt") ==
        ring);
  CHECK(fixed(spoiled(": Phase =", ": Phaze ="), "Phaze") == ring);
  CHECK(fixed(spoiled("const limit = 2;", "const limit = 2"), "\nparam") ==
        ring);
  CHECK(good(fixed(spoiled("inout bool", "in bool"), "left := false")));
  CHECK(good(fixed(spoiled("inout bool", "out bool"), "left {")));
  Opened client(ring);
  Json params = Client::document();
  params["range"] = Json{{"start", Json{{"line", 0}, {"character", 0}}},
                         {"end", Json{{"line", 99}, {"character", 0}}}};
  CHECK(client.ask("textDocument/codeAction", params)["result"] ==
        Json::array());
}

TEST_CASE("diagnostics have a place, a code, and what is related") {
  // The clef has two units, the accent one; lines end with CR LF.
  const std::string text =
      "enum E { a, b }\r\n/* \xF0\x9D\x84\x9E\xC3\xA9 */ enum F { a }\r\n";
  Opened client(text);
  const Json all = client.diagnostics();
  REQUIRE(all.size() == 1);
  CHECK(all[0]["code"] == "V0301");
  CHECK(all[0]["severity"] == 1);
  CHECK(all[0]["source"] == "vicinal");
  CHECK(start(all[0]["range"]) == "1:19");
  CHECK(all[0]["range"]["end"]["character"] == 20);
  const Json& related = all[0]["relatedInformation"];
  REQUIRE(related.size() == 1);
  CHECK(related[0]["location"]["uri"] == Client::uri);
  CHECK(start(related[0]["location"]["range"]) == "0:9");
  CHECK(related[0]["message"] == "first declared here");
}

TEST_CASE("a port that nobody connects is found at the default sizes") {
  Opened client(spoiled("connect s[k].right, s[", "connect s["));
  const Json all = client.diagnostics();
  REQUIRE_FALSE(all.empty());
  CHECK(all[0]["code"].get<std::string>().starts_with("V05"));
}

TEST_CASE("a model in another language has diagnostics and an outline") {
  const std::string uri = "file:///m.cub";
  const std::string text =
      "type state = Idle | Busy\narray St[proc] : state\n"
      "init (z) { St[z] = Idle }\nunsafe (z1 z2) { St[z1] = Busy && St[z2] = "
      "Busy }\ntransition go (x)\nrequires { St[x] = Idle }\n{ St[x] := Busy; "
      "}\n";
  Client client;
  Client::greet(client);
  client.open(text, uri);
  CHECK(client.diagnostics(uri) == Json::array());
  const Json symbols = client.ask("textDocument/documentSymbol",
                                  Client::document(uri))["result"];
  std::set<std::string> names;
  for (const Json& s : symbols) names.insert(s["name"].get<std::string>());
  INFO(symbols.dump());
  CHECK_FALSE(names.empty());
  client.change("type state = Idle |\n", uri);
  const Json wrong = client.diagnostics(uri);
  REQUIRE_FALSE(wrong.empty());
  CHECK(wrong[0]["code"].get<std::string>().starts_with("V11"));
  CHECK(wrong[0]["range"]["start"]["line"].get<int>() <= 1);
}

}  // namespace features_test
