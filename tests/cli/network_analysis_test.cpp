// SPDX-License-Identifier: MIT
// Guards: what `vicinal topology --analyse` and `--same-as` print, as JSON and
// text, and their exit codes; what is odd or too large; that nothing of it is
// done unless asked.
#include <catch2/catch.hpp>

#include "program.hpp"
#include "tests/random/draft.hpp"

namespace network_analysis_test {

using namespace vicinal::test;
using namespace vicinal;
using namespace vicinal::random_networks;

namespace {

// The report, and what --analyse adds.
Json analysis(const Draft& draft) {
  const Outcome outcome = ask({"topology", "--json", "--analyse", "-"},
                              {.input = native(draft.build())});
  INFO(outcome.err);
  CHECK(outcome.code == 0);
  return outcome.json()["analysis"];
}

// Two triangles that an edge joins: 2 - 3.
Draft bow() {
  Draft draft = beside(ring(3), ring(3));
  draft.link(2, 3);
  return draft;
}

}  // namespace

TEST_CASE("an undirected network is analysed") {
  const Json a = analysis(bow());
  CHECK(a["complete"] == true);
  CHECK(a["has_directions"] == false);
  CHECK(a["degrees"]["touched"] == Json::parse("[[2, 4], [3, 2]]"));
  CHECK(a["directed"]["strong_components"]["count"] == 1);
  const Json& u = a["undirected"];
  CHECK(u["articulation_points"] == Json({"2", "3"}));
  CHECK(u["bridges"] == Json::parse(R"([{"id": "e6", "ends": ["2", "3"]}])"));
  CHECK(u["biconnected_components"] ==
        Json::parse(R"([["0", "1", "2"], ["3", "4", "5"], ["2", "3"]])"));
  CHECK(u["largest_biconnected_component"] == 3);
  CHECK(u["greatest_core"] == 2);
  CHECK(u["core_numbers"] == Json({2, 2, 2, 2, 2, 2}));
  CHECK(u["bipartite"] == false);
  CHECK(u["odd_cycle"].size() == 3);
  CHECK(u["planar"] == true);
  CHECK(u["distances"]["diameter"] == Json({3, 3}));
  CHECK(u["distances"]["radius"] == Json({2, 2}));
  CHECK(u["distances"]["exact"] == true);
  CHECK(u["distances"]["eccentricities"][0] == Json({3, 3}));
  CHECK(a["directed"]["distances"] == u["distances"]);
  CHECK(a["quotient"]["strong_components"]["count"] == 1);
}

TEST_CASE("a directed network is analysed") {
  // A cycle of three that points to a path of two.
  Draft draft = beside(directed_ring(3), Draft(2));
  draft.arrow(2, 3);
  draft.arrow(3, 4);
  const Json a = analysis(draft);
  CHECK(a["has_directions"] == true);
  const Json& strong = a["directed"]["strong_components"];
  CHECK(strong["count"] == 3);
  CHECK(strong["largest"] == 3);
  CHECK(strong["members"] == Json::parse(R"([["0", "1", "2"], ["3"], ["4"]])"));
  CHECK(strong["condensation"] == Json::parse("[[0, 1], [1, 2]]"));
  CHECK(strong["sources"] == 1);
  CHECK(strong["sinks"] == 1);
  CHECK(a["directed"]["distances"]["connected"] == false);
  CHECK(a["directed"]["distances"]["diameter"] == Json({4, 4}));
  CHECK(a["undirected"]["distances"]["connected"] == true);
  // 0 and 3 are balanced, each after 2: one class, on the cycle.
  CHECK(a["quotient"]["strong_components"]["count"] == 2);
}

TEST_CASE("networks without anything are analysed") {
  for (const std::size_t nodes : {0, 1, 3}) {
    const Json a = analysis(Draft(nodes));
    CHECK(a["undirected"]["articulation_point_count"] == 0);
    CHECK(a["undirected"]["bipartite"] == true);
    CHECK(a["undirected"]["planar"] == true);
    CHECK(a["undirected"]["distances"]["diameter"] == Json({0, 0}));
    CHECK(a["directed"]["strong_components"]["count"] == nodes);
    for (const char* quiet : {"--quiet", "--classes"}) {
      CHECK(ask({"topology", "--analyse", quiet, "-"},
                {.input = native(Draft(nodes).build())})
                .code == 0);
    }
  }
}

TEST_CASE("bridges without names are known by their ends") {
  const Words question = {"topology", "--analyse", "--format", "edge-list"};
  const auto asked = [&](const Words& more) {
    Words arguments = question;
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Outcome outcome = ask(arguments, {.input = "a b\nb c\n"});
    CHECK(outcome.code == 0);
    return outcome;
  };
  CHECK(asked({"-"}).out.find("    bridges: 2: a - b, b - c\n") !=
        std::string::npos);
  const Json json = asked({"--json", "-"}).json()["analysis"]["undirected"];
  CHECK(json["bridges"] ==
        Json::parse(R"([{"ends": ["a", "b"]}, {"ends": ["b", "c"]}])"));
}

TEST_CASE("nothing is analysed unless somebody asks") {
  const std::string input = native(bow().build());
  const Outcome plain = ask({"topology", "--json", "-"}, {.input = input});
  CHECK(!plain.json().contains("analysis"));
  CHECK(ask({"topology", "-"}, {.input = input}).out.find("bridges") ==
        std::string::npos);
  // What is asked stands behind the rest.
  const Outcome asked = ask({"topology", "--analyse", "-"}, {.input = input});
  CHECK(asked.out.starts_with(ask({"topology", "-"}, {.input = input}).out));
  CHECK(asked.out.find("    bridges: 1: e6\n") != std::string::npos);
  CHECK(asked.out.find("    articulation points: 2: 2, 3\n") !=
        std::string::npos);
}

TEST_CASE("articulation points and bridges are heavier in pictures") {
  const std::string input = native(bow().build());
  const auto heavy = [&](const Words& options) {
    Words arguments = {"topology", "--svg", "-"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const Outcome drawn = ask(arguments, {.input = input});
    CHECK(drawn.code == 0);
    std::size_t count = 0;
    for (std::size_t at = 0;
         (at = drawn.out.find("stroke-width=\"2.5\"", at)) != std::string::npos;
         ++at) {
      ++count;
    }
    return count;
  };
  CHECK(heavy({}) == 0);
  CHECK(heavy({"--analyse"}) == 3);
}

TEST_CASE("networks are the same, or not, or nobody knows") {
  const Folder folder;
  const std::string six = folder.write("six.json", native(ring(6).build()));
  const std::string nine = folder.write("nine.json", native(ring(9).build()));
  const std::string path4 = folder.write("p.json", native(path(4).build()));
  const auto json = [&](const std::string& a, const std::string& b) {
    return ask({"topology", "--json", a, "--same-as", b});
  };
  const Outcome same = json(six, six);
  CHECK(same.code == 0);
  CHECK(same.json()["isomorphic"] == "yes");
  CHECK(same.json()["locally_equivalent"] == "yes");
  CHECK(same.json()["class_count"] == 1);
  CHECK(same.json()["part_of_same_as"] == "yes");
  const Outcome rings = json(six, nine);
  CHECK(rings.code == 1);
  CHECK(rings.json()["isomorphic"] == "no");
  CHECK(rings.json()["locally_equivalent"] == "yes");
  CHECK(rings.json()["part_of_same_as"] == "no");
  const Outcome part = json(six, path4);
  CHECK(part.code == 1);
  CHECK(part.json()["contains_same_as"] == "yes");
  CHECK(part.json()["part_of_same_as"] == "no");
  CHECK(part.json()["place"].size() == 4);
  CHECK(part.json()["alone"]["node"] == "0");
  CHECK(part.json()["alone"]["network"] == path4);
  const Outcome text = ask({"topology", six, "--same-as", path4, "--quiet"});
  CHECK(text.code == 1);
  CHECK(text.out.find("isomorphic: no\n") != std::string::npos);
  CHECK(text.out.find(path4 + " a part of " + six + ": yes\n") !=
        std::string::npos);
}

TEST_CASE("what cannot be compared is refused") {
  const Folder folder;
  const std::string six = folder.write("six.json", native(ring(6).build()));
  const std::string bad = folder.write("bad.json", "{\"nodes\": 1}");
  CHECK(ask({"topology", six, "--same-as", bad}).code == 2);
  CHECK(ask({"topology", bad, "--same-as", six}).code == 2);
  CHECK(ask({"topology", six, "--same-as", folder.path() + "/none"}).code == 2);
  CHECK(ask({"topology", "-", "--same-as", "-"}, {.input = "{}"}).code == 2);
  CHECK(ask({"topology", six, "--same-as"}).code == 2);
  CHECK(ask({"topology", "-", "--same-as", six},
            {.input = native(ring(6).build())})
            .code == 0);
  // A model, too.
  const Outcome model = ask({"topology", example("token-ring"), "--same-as",
                             example("token-ring"), "--json"});
  INFO(model.err);
  CHECK(model.code == 0);
}

TEST_CASE("analyses and comparisons end with the time that they have") {
  const Folder folder;
  const std::string large =
      folder.write("large.json", native(torus(300, 300).build()));
  const std::string other =
      folder.write("other.json", native(torus(100, 900).build()));
  for (const Words& question : {Words{"topology", "--analyse", large},
                                Words{"topology", large, "--same-as", other}}) {
    Words arguments = question;
    arguments.insert(arguments.end(), {"--timeout", "2"});
    const Outcome outcome = ask(arguments);
    CHECK(outcome.seconds < 10);
    CHECK((outcome.code == 3 || outcome.code == 1 || outcome.code == 0));
  }
}

}  // namespace network_analysis_test
