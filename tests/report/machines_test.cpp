// SPDX-License-Identifier: MIT
// Guards: what other tools read is well-formed whatever names are, says no more
// than the report, and has the places that the model has.
#include "report/machines/junit.hpp"
#include "report/machines/sarif.hpp"

#include <expat.h>

#include <catch2/catch.hpp>
#include <map>

namespace machines_test {

using namespace vicinal;
using report::Json;
using report::Suite;

namespace {

struct Element {
  std::string name;
  std::map<std::string, std::string> attributes;
};

void XMLCALL begins(void* to, const XML_Char* name, const XML_Char** pairs) {
  Element e{name, {}};
  for (; *pairs != nullptr; pairs += 2) e.attributes[pairs[0]] = pairs[1];
  static_cast<std::vector<Element>*>(to)->push_back(std::move(e));
}

// All elements, in their order.
std::vector<Element> elements(const std::string& xml) {
  std::vector<Element> out;
  const XML_Parser parser = XML_ParserCreate("UTF-8");
  XML_SetUserData(parser, &out);
  XML_SetElementHandler(parser, begins, nullptr);
  const bool good = XML_Parse(parser, xml.data(), static_cast<int>(xml.size()),
                              1) == XML_STATUS_OK;
  XML_ParserFree(parser);
  INFO(xml);
  CHECK(good);
  return out;
}

std::string title(const std::string& rule) {
  return "title of " + rule;
}

}  // namespace

TEST_CASE("verdicts are cases of a suite, and are counted") {
  const Json report = Json::parse(R"({
    "model": "a.vic",
    "properties": [
      {"name": "good", "verdict": "proved", "scope": "all-sizes"},
      {"name": "bad", "verdict": "violated", "instance": {"n": 2, "m": 3},
       "trace": {"initial": {}, "steps": [{"action": "s[0].go"}]}},
      {"name": "at once", "verdict": "violated", "instance": {},
       "trace": {"initial": {}, "steps": []}},
      {"name": "open", "verdict": "unknown",
       "blocking_step": {"reason": "a local step is not excluded"}},
      {"name": "later", "verdict": "not-asked", "reason": "temporal"}],
    "statistics": {"seconds": 1.25}})");
  const auto all = elements(
      report::junit_xml(std::vector<Suite>{report::suite_of("a.vic", report)}));
  REQUIRE(all.size() == 11);
  CHECK(all[0].name == "testsuites");
  for (const std::size_t i : {0, 1}) {
    auto numbers = all[i].attributes;
    CHECK(numbers["tests"] == "5");
    CHECK(numbers["failures"] == "2");
    CHECK(numbers["errors"] == "1");
    CHECK(numbers["skipped"] == "1");
    CHECK(numbers["time"] == "1.250");
  }
  CHECK(all[1].attributes.at("name") == "a.vic");
  CHECK(all[2].attributes.at("name") == "good");
  CHECK(all[2].attributes.at("classname") == "a.vic");
  CHECK(all[4].name == "failure");
  CHECK(all[4].attributes.at("message") ==
        "violated at n = 2, m = 3 by a run of 1 step: s[0].go");
  CHECK(all[6].attributes.at("message") == "violated in an initial state");
  CHECK(all[8].name == "error");
  CHECK(all[8].attributes.at("type") == "unknown");
  CHECK(all[10].name == "skipped");
}

TEST_CASE("a model without a report is an error, not a suite that passes") {
  const Json refused = Json::parse(R"({"model": "b.vic", "error": "wrong",
    "diagnostics": [{"message": "no such 'x'"}]})");
  const std::vector<Suite> suites = {report::suite_of("b.vic", refused),
                                     report::suite_of("c.vic", nullptr),
                                     report::suite_of("d.vic", Json::array()),
                                     {"e.vic", "not run", {}, 0}};
  const auto all = elements(report::junit_xml(suites));
  CHECK(all[0].attributes.at("tests") == "4");
  CHECK(all[0].attributes.at("errors") == "4");
  CHECK(all[3].attributes.at("message") == "no report: wrong; no such 'x'");
}

TEST_CASE("names are text, whatever they are") {
  const std::string hostile = "<a b=\"c\">&amp;' ]]> \x01\xff\xef\xbf\xbf";
  Suite suite{hostile, "", {{hostile, "violated", hostile}}, 0};
  const auto all = elements(report::junit_xml({&suite, 1}));
  REQUIRE(all.size() == 4);
  const std::string shown =
      "<a b=\"c\">&amp;' ]]> \xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd";
  CHECK(all[1].attributes.at("name") == shown);
  CHECK(all[2].attributes.at("name") == shown);
  CHECK(all[3].attributes.at("message") == "violated " + shown);
}

TEST_CASE("diagnostics are results at their places") {
  const network::Source source("a b/ü%.vic", "one\ntwo é three\n");
  network::Diagnostics found(&source);
  found.error(network::Code{312}, {8, 10}, "wrong",
              {{network::Span{0, 3}, "declared here"}, {{}, "try another"}});
  found.set_source(nullptr);
  found.warning(network::Code{905}, {}, "no place");
  const Json results = report::sarif_results(found);
  REQUIRE(results.size() == 2);
  const Json& first = results[0];
  CHECK(first["ruleId"] == "V0312");
  CHECK(first["level"] == "error");
  CHECK(first["message"]["text"] == "wrong\ntry another");
  const Json& where = first["locations"][0]["physicalLocation"];
  CHECK(where["artifactLocation"]["uri"] == "a%20b/%C3%BC%25.vic");
  CHECK(where["region"] == Json{{"startLine", 2},
                                {"startColumn", 5},
                                {"endLine", 2},
                                {"endColumn", 6}});
  CHECK(first["relatedLocations"][0]["message"]["text"] == "declared here");
  CHECK(
      first["relatedLocations"][0]["physicalLocation"]["region"]["startLine"] ==
      1);
  CHECK(results[1]["level"] == "warning");
  CHECK(results[1]["locations"] == Json::array());
}

TEST_CASE("findings are results, but for what is proved") {
  using network::Verdict;
  const std::vector<report::Finding> findings = {
      {"p", Verdict::proved, "'p' is proved", "/m.vic", {}},
      {"q", Verdict::violated, "'q' is violated", "/m.vic", {}},
      {"r", Verdict::unknown, "'r' is open", "<standard input>", {}}};
  const Json results = report::sarif_results(findings);
  REQUIRE(results.size() == 2);
  CHECK(results[0]["ruleId"] == "violated");
  CHECK(results[0]["level"] == "error");
  const Json& where = results[0]["locations"][0]["physicalLocation"];
  CHECK(where["artifactLocation"]["uri"] == "file:///m.vic");
  CHECK_FALSE(where.contains("region"));
  CHECK(results[1]["ruleId"] == "unproved");
  CHECK(results[1]["level"] == "warning");
  CHECK(results[1]["locations"] == Json::array());
  const Json log = report::sarif_log(results, {1, true, {}}, "1.2.3", title);
  CHECK(log["version"] == "2.1.0");
  const Json& run = log["runs"][0];
  CHECK(run["tool"]["driver"]["version"] == "1.2.3");
  CHECK(run["tool"]["driver"]["rules"].size() == 2);
  CHECK(run["tool"]["driver"]["rules"][0]["id"] == "unproved");
  CHECK(run["tool"]["driver"]["rules"][0]["shortDescription"]["text"] ==
        "title of unproved");
  CHECK(run["columnKind"] == "unicodeCodePoints");
  CHECK(run["invocations"][0]["exitCode"] == 1);
  CHECK(run["invocations"][0]["executionSuccessful"] == true);
  const Json ended = report::sarif_log(Json::array(), {3, false, "interrupted"},
                                       "1.2.3", title);
  const Json& invocation = ended["runs"][0]["invocations"][0];
  CHECK(invocation["executionSuccessful"] == false);
  CHECK(invocation["toolExecutionNotifications"][0]["message"]["text"] ==
        "not finished, interrupted");
  CHECK(ended["runs"][0]["results"] == Json::array());
}

}  // namespace machines_test
