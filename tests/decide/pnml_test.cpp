// SPDX-License-Identifier: MIT
// Guards: a Petri net has as many markings, steps and deadlocks here as the
// evaluator of its text finds, and its places hold as much; bounds of places
// are never too small, and found where they have to be.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "decide/instances/exploration.hpp"
#include "decide/question/asked.hpp"
#include "imported.hpp"
#include "network/imports/pnml/bounds.hpp"
#include "pnml_nets.hpp"
#include "tests/oracle/pnml.hpp"
#include "tests/random/pnml_model.hpp"
#include "tests/random/random_model.hpp"

namespace pnml_test {
namespace {

using namespace vicinal;
using namespace pnml_nets;

using test::codes;
using test::messages;

explore::Exploration explored(decide::Opened& opened, std::uint64_t work = 0) {
  INFO(messages(opened));
  REQUIRE(opened.good());
  decide::elaborate(opened);
  INFO(messages(opened));
  REQUIRE(opened.instance);
  explore::Options how;
  how.properties = decide::invariants(*opened.model);
  if (work > 0) how.limits.work = work;
  const auto found =
      decide::explore_instance(opened, how, decide::Reduction::none);
  INFO(messages(opened));
  REQUIRE(found);
  return found->exploration;
}

explore::Exploration explored(const std::string& text, std::uint64_t work = 0) {
  auto opened = decide::open_model(text, "net.pnml", {});
  return explored(*opened, work);
}

std::string converted(const std::string& text) {
  const auto opened = decide::open_model(text, "net.pnml", {});
  INFO(messages(*opened));
  REQUIRE(opened->good());
  return std::string(opened->source->text());
}

std::set<int> refused(const std::string& text) {
  const auto opened = decide::open_model(text, "net.pnml", {});
  CHECK_FALSE(opened->good());
  return codes(*opened);
}

// The type of a place: its families, from the first index on, and its numbers.
struct Type {
  std::vector<std::string> families;
  std::string numbers;
};

Type type_of(const std::string& model, const std::string& place) {
  Type out;
  std::smatch found;
  REQUIRE(std::regex_search(
      model, found, std::regex("var " + place + " : ([^;=]*?)( = \\d+)?;")));
  std::string type = found[1];
  while (type.ends_with("]")) {
    const std::size_t begin = type.rfind('[');
    out.families.push_back(type.substr(begin + 1, type.size() - begin - 2));
    type = type.substr(0, begin);
    if (type.starts_with("(")) type = type.substr(1, type.size() - 2);
  }
  out.numbers = type;
  return out;
}

// That no colour of the place is there more often.
std::string at_most(const std::string& model, const std::string& name,
                    const std::string& place, std::int64_t count) {
  const Type type = type_of(model, place);
  std::string over;
  std::string at = "net." + place;
  for (std::size_t i = 0; i < type.families.size(); ++i) {
    over += fmt::format("{}q{} in {}", over.empty() ? "forall " : ", ", i,
                        type.families[i]);
    at += fmt::format("[q{}]", i);
  }
  return fmt::format("invariant {}: {}{}{} <= {};\n", name, over,
                     over.empty() ? "" : ": ", at, count);
}

// `most` of each place is reached, and not exceeded.
void compare_places(const std::string& model,
                    const std::vector<random_models::PnmlPlace>& places,
                    const oracle::PnmlStates& slow) {
  std::string asked = model;
  for (const auto& p : places) {
    const std::int64_t most = slow.most.at(p.id);
    CHECK(static_cast<int>(type_of(model, p.name).families.size()) ==
          p.dimensions);
    asked += at_most(model, "holds_" + p.id, p.name, most);
    asked += at_most(model, "less_" + p.id, p.name, most - 1);
  }
  INFO(asked);
  auto opened = decide::open_model(asked, "model.vic", {});
  const auto fast = explored(*opened);
  std::map<std::string, network::Verdict> verdicts;
  for (const auto& p : fast.properties) verdicts[p.name] = p.verdict();
  CHECK(verdicts.at("no model error") == network::Verdict::proved);
  for (const auto& p : places) {
    INFO(p.id);
    CHECK(verdicts.at("holds_" + p.id) == network::Verdict::proved);
    CHECK(verdicts.at("less_" + p.id) == network::Verdict::violated);
  }
}

struct Outcome {
  bool compared = false;
  bool undefined = false;
};

Outcome compare(const random_models::PnmlModel& m, std::size_t limit) {
  INFO(m.text);
  const network::Source source("net.pnml", m.text);
  const auto slow = oracle::explore_pnml(source, limit);
  auto opened = decide::open_model(m.text, "net.pnml", {});
  INFO(messages(*opened));
  if (slow && slow->undefined) {
    CHECK(codes(*opened) == std::set{1209});
    return {false, true};
  }
  REQUIRE(opened->good());
  if (!slow) return {};
  const std::string model(opened->source->text());
  INFO(model);
  const auto fast = explored(*opened);
  CHECK(fast.complete);
  CHECK(fast.initial_states == 1);
  CHECK(fast.states == slow->states);
  CHECK(fast.transitions == slow->transitions);
  CHECK(fast.deadlocks == slow->deadlocks);
  compare_places(model, m.places, *slow);
  return {true, false};
}

TEST_CASE("random nets have the markings that their text says") {
  const std::uint64_t runs = random_models::runs(300);
  test::Ingredients counts;
  int compared = 0;
  int undefined = 0;
  for (std::uint64_t seed = 1; seed <= runs; ++seed) {
    INFO("seed := " << seed);
    const auto m = random_models::pnml_model(seed);
    const Outcome out = compare(m, 200);
    compared += out.compared ? 1 : 0;
    undefined += out.undefined ? 1 : 0;
    if (!out.compared && !out.undefined) continue;
    for (const std::string& name : m.ingredients) ++counts[name];
  }
  if (!random_models::enough_runs()) return;
  CHECK(static_cast<std::uint64_t>(compared) * 2 >= runs);
  CHECK(undefined >= 3);
  test::check_met(counts, random_models::pnml_ingredients(), 3);
}

struct Counts {
  std::uint64_t states, transitions, deadlocks;
};

void has(const std::string& text, const Counts& counts) {
  const auto found = explored(text);
  CHECK(found.complete);
  CHECK(found.states == counts.states);
  CHECK(found.transitions == counts.transitions);
  CHECK(found.deadlocks == counts.deadlocks);
}

// Published by the Model Checking Contest.
TEST_CASE("nets of the literature have their published numbers of markings") {
  has(philosophers(5), {243, 945, 2});
  has(philosophers(10), {59049, 459270, 2});
  has(kanban(1), {160, 616, 0});
  has(kanban(2), {4600, 28120, 0});
  has(shared_memory(5), {1863, 10935, 0});
  CHECK(explored(coloured_token_ring(5)).states == 166);
  CHECK(explored(coloured_token_ring(10)).states == 58905);
  CHECK(explored(swimming_pool(1)).states == 89621);
}

TEST_CASE("a coloured net has the numbers of the net without colours") {
  has(coloured_philosophers(5), {243, 945, 2});
  has(coloured_shared_memory(5), {1863, 10935, 0});
}

TEST_CASE("bounds are found where weights of places have them") {
  const auto numbers = [](const std::string& text, const std::string& place) {
    return type_of(converted(text), place).numbers;
  };
  // One of three machines, two at a time, six products.
  const std::string shop =
      net({{"in", 6}, {"free", 3}, {"busy", 0}, {"out", 0}},
          {"start: in*2 free -> busy", "stop: busy -> free out"});
  CHECK(numbers(shop, "in_") == "0..6");
  CHECK(numbers(shop, "free") == "0..3");
  CHECK(numbers(shop, "busy") == "0..3");
  CHECK(numbers(shop, "out") == "0..3");
  // A source has none, and what it feeds neither; a sink keeps its own.
  const std::string leak = net({{"a", 4}, {"b", 1}, {"c", 0}},
                               {"t: a ->", "s: -> c", "u: c b -> b*2"});
  CHECK(numbers(leak, "a") == "0..4");
  CHECK(numbers(leak, "b") == "int");
  CHECK(numbers(leak, "c") == "int");
  CHECK(numbers(kanban(5), "Pm1") == "0..5");
  CHECK(numbers(swimming_pool(2), "Bags") == "0..30");
  CHECK(numbers(coloured_philosophers(7), "Fork") == "0..1");
  CHECK(numbers(coloured_token_ring(5), "State") == "0..1");
}

TEST_CASE("bounds of nets with thousands of places are found in time") {
  CHECK(type_of(converted(philosophers(1000)), "Eat_17").numbers == "0..1");
  // Too large to be taken apart: all tokens of a place together.
  const std::string large = converted(coloured_philosophers(100000));
  CHECK(type_of(large, "Fork").numbers == "0..100000");
  const std::string gathered = converted(coloured(
      finite("C", 30000) + variable("x", "C"),
      {{"p", "C", all("C")}, {"q", "C", ""}, {"r", "C", ""}},
      {{"t", "", {{"p", all("C")}}, {{"q", of("x")}}},
       {"u", "", {{"q", of("x")}}, {{"q", of("x")}, {"r", of("x")}}}}));
  CHECK(type_of(gathered, "p").numbers == "0..30000");
  CHECK(type_of(gathered, "q").numbers == "0..1");
  CHECK(type_of(gathered, "r").numbers == "int");
}

// Where there are too many numbers to work with, every row still grows with
// most transitions: by one with each, or by one with the last of them only.
TEST_CASE("what was not worked on to the end bounds nothing that grows") {
  constexpr std::uint32_t places = 1500;
  for (const bool all : {true, false}) {
    pnml::PlainNet net;
    net.marking.assign(places, 1);
    net.transitions.resize(places);
    for (std::uint32_t t = 0; t < places; ++t) {
      for (std::uint32_t p = 0; p < places; ++p) {
        const bool grows = all || t + 1 == places;
        if (p > 0) net.transitions[t].emplace_back(p, grows ? 1 : -1);
      }
    }
    const auto found = pnml::bounds(net);
    REQUIRE(found.size() == places);
    CHECK(found[0] == 1);
    for (std::uint32_t p = 1; p < places; ++p) {
      INFO(p);
      CHECK_FALSE(found[p].has_value());
    }
  }
}

// Bounds are those of all bindings, or of none of them: not of 8^12.
TEST_CASE("bindings beyond number are not gone through") {
  std::string declared = finite("C", 8);
  std::vector<std::string> different;
  for (int i = 0; i < 12; ++i) {
    declared += variable(fmt::format("x{}", i), "C");
    different.push_back(
        operation("inequality", {of(fmt::format("x{}", i)), constant("C0")}));
  }
  const std::string many =
      coloured(declared, {{"p", "C", all("C")}},
               {{"t", operation("and", different), {{"p", of("x0")}}, {}}});
  CHECK(type_of(converted(many), "p").numbers == "0..8");
}

TEST_CASE("a marking that grows for ever ends by a limit, not around") {
  const auto found =
      explored(net({{"a", 1}}, {"t: a -> a*900000000000000"}), 100000);
  CHECK_FALSE(found.complete);
  CHECK(found.limit == network::Limit::overflow);
  CHECK(refused(net({{"a", 1}}, {"t: a -> a*9000000000000000"})) ==
        std::set{1205});
}

TEST_CASE("what is enabled is decided by all arcs together") {
  // Two arcs from one place; two terms of one colour.
  has(net({{"a", 1}, {"b", 0}}, {"t: a a -> b"}), {1, 0, 1});
  has(net({{"a", 2}, {"b", 0}}, {"t: a a -> b"}), {2, 1, 1});
  const auto pair = [](const std::string& marking) {
    return coloured(finite("C", 2) + variable("x", "C") + variable("y", "C"),
                    {{"p", "C", marking}, {"q", "C", ""}},
                    {{"t", "", {{"p", sum({of("x"), of("y")})}}, {}}});
  };
  // Each of two colours once: x and y are different, in both orders.
  has(pair(all("C")), {2, 2, 1});
  has(pair(constant("C0")), {1, 0, 1});
  has(pair(times(2, constant("C0"))), {2, 1, 1});
}

TEST_CASE("no difference below zero is taken, within another one neither") {
  const std::string declared = finite("C", 2);
  const auto marked = [&](const std::string& term) {
    return coloured(declared, {{"p", "C", term}}, {});
  };
  const std::string a = constant("C0");
  const std::string b = constant("C1");
  CHECK(refused(marked(minus(a, b))) == std::set{1209});
  CHECK(refused(marked(minus(all("C"), times(2, a)))) == std::set{1209});
  CHECK(refused(marked(sum({minus(a, b), b}))) == std::set{1209});
  CHECK(refused(marked(minus(a, minus(b, sum({b, b}))))) == std::set{1209});
  CHECK(refused(marked(minus(minus(all("C"), a), a))) == std::set{1209});
  has(marked(minus(minus(all("C"), a), b)), {1, 0, 1});
  // What is not taken need not be there.
  has(coloured(declared + variable("x", "C"), {{"p", "C", b}},
               {{"t", "", {{"p", minus(all("C"), of("x"))}}, {}}}),
      {2, 1, 1});
  // For some colours of variables, unless the condition excludes them.
  const auto moved = [&](const std::string& condition) {
    return coloured(declared + variable("x", "C") + variable("y", "C"),
                    {{"p", "C", all("C")}},
                    {{"t",
                      condition,
                      {{"p", minus(minus(all("C"), of("x")), of("y"))}},
                      {}}});
  };
  CHECK(refused(moved("")) == std::set{1209});
  CHECK(explored(moved(differ("x", "y"))).transitions == 2);
}

TEST_CASE("nothing of a file is overlooked") {
  const std::string p = "<place id=\"p\"/>";
  const std::string t = "<transition id=\"t\"/>";
  const auto arc = [&](const std::string& attributes,
                       const std::string& content = "") {
    return page(p + t + "<arc id=\"a\" source=\"p\" target=\"t\" " +
                attributes + ">" + content + "</arc>");
  };
  const auto marked = [](const std::string& labels) {
    return page("<place id=\"p\">" + labels + "</place>");
  };
  CHECK(refused(arc("type=\"inhibitor\"")) == std::set{1206});
  CHECK(refused(arc("", "<type value=\"reset\"/>")) == std::set{1206});
  CHECK(refused(arc("", "<type><text>read</text></type>")) == std::set{1206});
  CHECK(refused(arc("", "<type value=\"normal\"><text>test</text></type>"))
            .contains(1206));
  CHECK(refused(arc("", "<inhibitorArc/>")) == std::set{1206});
  CHECK(refused(arc("weight=\"2\"")) == std::set{1202});
  CHECK(explored(arc("type=\"normal\"")).deadlocks == 1);
  const std::string one = "<initialMarking><text>1</text></initialMarking>";
  CHECK(refused(marked(one + one)) == std::set{1203});
  CHECK(refused(marked("<capacity><text>1</text></capacity>")) ==
        std::set{1202});
  CHECK(refused(marked("<initialMarking>1</initialMarking>")).contains(1202));
  CHECK(refused(marked("<initialMarking><text>-1</text></initialMarking>")) ==
        std::set{1205});
  CHECK(refused(marked("<initialMarking><text>1e3</text></initialMarking>")) ==
        std::set{1205});
  CHECK(refused(marked("<initialMarking><text>1<b>2</b></text>"
                       "</initialMarking>"))
            .contains(1202));
  CHECK(refused(page(p + p)) == std::set{1204});
  // References lead to a node of their kind, whether an arc uses them or not.
  CHECK(refused(page("<referencePlace id=\"r\" ref=\"r\"/>")) ==
        std::set{1204});
  CHECK(refused(page("<referencePlace id=\"r\" ref=\"s\"/>"
                     "<referencePlace id=\"s\" ref=\"r\"/>")) ==
        std::set{1204});
  CHECK(refused(page("<referencePlace id=\"r\" ref=\"nowhere\"/>")) ==
        std::set{1204});
  CHECK(refused(page("<referencePlace id=\"r\" ref=\"s\"/>"
                     "<referenceTransition id=\"s\" ref=\"t\"/>" +
                     t)) == std::set{1204});
  CHECK(refused(page(p + "<referenceTransition id=\"r\" ref=\"p\"/>" + t +
                     "<arc source=\"r\" target=\"t\"/>")) == std::set{1204});
  CHECK(
      refused(page(p + "<place id=\"q\"/><arc source=\"p\" target=\"q\"/>")) ==
      std::set{1206});
}

// Text of children is no text of the element: 1 and 2 are not 12.
TEST_CASE("a text is that of its own element") {
  const std::string own =
      "<place id=\"p\"><name><graphics>x</graphics><text>a<!-- b -->c</text>"
      "</name>"
      "<initialMarking><toolspecific tool=\"x\" version=\"1\"><text>7</text>"
      "</toolspecific><text>1</text></initialMarking></place>";
  CHECK(converted(page(own)).find("var ac : 0..1 = 1;") != std::string::npos);
  const auto marked = [](const std::string& label) {
    return page("<place id=\"p\"><initialMarking>" + label +
                "</initialMarking></place>");
  };
  for (const char* child :
       {"<toolspecific tool=\"x\" version=\"1\"/>", "<graphics/>", "<b/>"}) {
    CHECK(refused(marked(std::string("<text>1") + child + "0</text>")) ==
          std::set{1202});
  }
  CHECK(refused(marked("2<text>1</text>")) == std::set{1202});
  CHECK(refused(marked("<text>1</text>2")) == std::set{1202});
}

TEST_CASE("sorts are checked") {
  const std::string declared = finite("C", 2) + finite("D", 2, "finite") +
                               product("CD", {"C", "D"}) + variable("x", "C") +
                               variable("d", "D");
  const auto marked = [&](const std::string& sort, const std::string& term) {
    return coloured(declared, {{"p", sort, term}}, {});
  };
  CHECK(refused(marked("C", constant("D0"))) == std::set{1208});
  CHECK(refused(marked("CD", constant("C0"))) == std::set{1208});
  CHECK(refused(marked("CD", tuple({constant("D0"), constant("C0")}))) ==
        std::set{1208});
  CHECK(refused(marked("CD", neighbour("successor", all("CD")))) ==
        std::set{1208});
  CHECK(refused(marked("C",
                       "<finiteintrangeconstant value=\"1\"><dot/>"
                       "</finiteintrangeconstant>")) == std::set{1202});
  CHECK(refused(marked("C", of("x"))) == std::set{1208});
  CHECK(refused(marked("C", constant("nobody"))) == std::set{1204});
  CHECK(refused(marked("nothing", "")) == std::set{1204});
  CHECK(refused(coloured("<namedsort id=\"S\" name=\"S\"><multisetsort>"
                         "<dot/></multisetsort></namedsort>",
                         {}, {})) == std::set{1207});
  CHECK(refused(coloured("<namedsort id=\"S\" name=\"S\"><usersort "
                         "declaration=\"S\"/></namedsort>",
                         {}, {})) == std::set{1207});
  CHECK(refused(coloured(declared, {{"p", "C", ""}},
                         {{"t", differ("x", "d"), {}, {}}})) == std::set{1208});
}

// Long ones, too, in linear time and without a deep stack.
TEST_CASE("chains of names are followed, or refused") {
  std::string references = "<place id=\"r0\"/><transition id=\"t\"/>";
  std::string sorts;
  constexpr int length = 30000;
  for (int i = 1; i <= length; ++i) {
    references +=
        fmt::format("<referencePlace id=\"r{}\" ref=\"r{}\"/>", i, i - 1) +
        fmt::format("<arc source=\"r{}\" target=\"t\"/>", length);
    sorts += fmt::format(
        "<namedsort id=\"s{}\" name=\"s\"><usersort "
        "declaration=\"s{}\"/></namedsort>",
        i, i + 1);
  }
  CHECK(converted(page(references)).find("r0 >= 30000") != std::string::npos);
  CHECK(refused(coloured(sorts, {}, {})).contains(1210));
}

TEST_CASE("what is written in other ways means the same") {
  const std::string declared = finite("C", 3, "finite") + variable("x", "C");
  const std::string a = constant("C0");
  // Three parts; no number; the order of any enumeration goes round.
  has(coloured(
          declared,
          {{"p", "C", operation("subtract", {all("C"), a, constant("C1")})}},
          {{"t",
            "",
            {{"p", operation("numberof", {of("x")})}},
            {{"p", neighbour("successor", of("x"))}}}}),
      {3, 3, 0});
  CHECK(refused(coloured(declared,
                         {{"p", "C", operation("subtract", {all("C"), a, a})}},
                         {})) == std::set{1209});
  has(coloured("", {{"p", "dot", ""}},
               {{"t", "<booleanconstant value=\"0\"/>", {}, {}},
                {"u", "<booleanconstant value=\"1\"/>", {}, {}}}),
      {1, 1, 0});
}

TEST_CASE("a net has no size, and symmetry finds what its colours allow") {
  CHECK(converted(coloured_philosophers(5)).find("param") == std::string::npos);
  auto opened = decide::open_model(coloured_shared_memory(4), "net.pnml", {});
  REQUIRE(opened->good());
  decide::elaborate(*opened);
  explore::Options how;
  const auto orbits =
      decide::explore_instance(*opened, how, decide::Reduction::orbit);
  REQUIRE(orbits);
  CHECK(orbits->exploration.states < 60);
}

}  // namespace
}  // namespace pnml_test
