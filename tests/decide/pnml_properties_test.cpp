// SPDX-License-Identifier: MIT
// Guards: properties of the Model Checking Contest hold here where they hold of
// what was written, in every logic, also where paths are stuck; what is not
// taken is refused, and shown in the file where it stands.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "decide/instances/checking.hpp"
#include "decide/instances/exploration.hpp"
#include "decide/question/asked.hpp"
#include "pnml_nets.hpp"
#include "tests/oracle/pnml_formulas.hpp"
#include "tests/random/pnml_model.hpp"
#include "tests/random/pnml_properties.hpp"
#include "tests/random/random_model.hpp"

namespace pnml_properties_test {
namespace {

using namespace vicinal;
using namespace pnml_nets;
using network::Verdict;

std::unique_ptr<decide::Opened> opened(const std::string& net,
                                       const std::string& properties) {
  return decide::open_model(net, "net.pnml", {}, network::Diagnostics(), {},
                            decide::NamedText{"asked.xml", properties});
}

std::string messages(const decide::Opened& opened) {
  std::string out;
  for (const auto& d : opened.diagnostics.all()) {
    const auto at = d.source == nullptr ? network::Position{}
                                        : d.source->position(d.span.begin);
    out += fmt::format("{}:{}: V{} {}\n",
                       d.source == nullptr ? "" : d.source->name(), at.line,
                       number(d.code), d.message);
    for (const auto& note : d.notes) out += fmt::format("  {}\n", note.message);
  }
  return out;
}

// Of each property, in the order of the file.
std::vector<Verdict> verdicts(decide::Opened& opened) {
  INFO(messages(opened));
  REQUIRE(opened.good());
  decide::elaborate(opened);
  REQUIRE(opened.instance);
  std::map<std::size_t, Verdict> found;
  explore::Options how;
  how.properties = decide::invariants(*opened.model);
  const auto states =
      decide::explore_instance(opened, how, decide::Reduction::none);
  REQUIRE(states);
  REQUIRE(states->exploration.complete);
  std::map<std::string, Verdict> by_name;
  for (const auto& p : states->exploration.properties) {
    by_name[p.name] = p.verdict();
  }
  decide::Checking checking;
  checking.properties = decide::temporal_properties(*opened.model);
  if (!checking.properties.empty()) {
    const auto report = decide::check_instance(opened, checking);
    REQUIRE(report);
    for (const auto& c : report->properties) found[c.property] = c.verdict;
  }
  std::vector<Verdict> out;
  for (std::size_t i = 0; i < opened.model->properties.size(); ++i) {
    const auto& p = opened.model->properties[i];
    out.push_back(found.contains(i) ? found.at(i) : by_name.at(p.name));
  }
  return out;
}

std::string file(const std::vector<std::string>& properties) {
  std::string out = "<property-set xmlns=\"http://mcc.lip6.fr/\">\n";
  for (const std::string& p : properties) out += p;
  return out + "</property-set>\n";
}

std::string property(const std::string& id, const std::string& formula) {
  return fmt::format(
      "<property>\n<id>{}</id>\n<description>none</description>\n<formula>\n{}"
      "\n</formula>\n</property>\n",
      id, formula);
}

std::string asked(const std::string& formula) {
  return file({property("asked", formula)});
}

std::string in(const std::string& element, const std::string& inside) {
  return fmt::format("<{0}>{1}</{0}>", element, inside);
}

std::string has(const std::string& place, int count) {
  return fmt::format(
      "<integer-eq><tokens-count><place>{}</place></tokens-count>"
      "<integer-constant>{}</integer-constant></integer-eq>",
      place, count);
}

std::string fires(const std::string& transition) {
  return fmt::format("<is-fireable><transition>{}</transition></is-fireable>",
                     transition);
}

// What a formula becomes, and whether it holds.
std::string line(const std::string& net, const std::string& formula) {
  const auto model = opened(net, asked(formula));
  INFO(messages(*model));
  if (!model->good()) return messages(*model);
  const std::string text(model->source->text());
  std::smatch found;
  REQUIRE(std::regex_search(
      text, found,
      std::regex("\n(invariant|ctl|ltl|ctlstar) asked:\n  ([^;]*);")));
  const Verdict verdict = verdicts(*model).at(0);
  CHECK(verdict != Verdict::unknown);
  return fmt::format("{} {}: {}", found[1].str(), found[2].str(),
                     verdict == Verdict::proved);
}

// a, then b, then nothing.
const std::string ends =
    net({{"a", 1}, {"b", 0}, {"c", 0}}, {"t: a -> b", "u: b -> c"});
const std::string stuck = net({{"a", 1}, {"b", 0}}, {"t: b -> a"});

struct Outcome {
  int compared = 0;
  std::set<std::string> ingredients;
};

void compare(std::uint64_t seed, Outcome& outcome) {
  const auto model = random_models::pnml_model(seed);
  const network::Source source("net.pnml", model.text);
  const auto slow = oracle::explore_pnml(source, 24);
  if (!slow || slow->undefined) return;
  std::vector<std::string> places, transitions;
  for (const auto& p : model.places) places.push_back(p.id);
  const std::regex transition("<transition id=\"(\\w+)\"");
  for (std::sregex_iterator
           it(model.text.begin(), model.text.end(), transition),
       end;
       it != end; ++it) {
    transitions.push_back((*it)[1]);
  }
  const auto made = random_models::pnml_properties(seed, places, transitions);
  INFO(model.text << made.text);
  const network::Source written("asked.xml", made.text);
  const auto expected = oracle::decide_formulas(written, *slow);
  auto open = opened(model.text, made.text);
  // Which logic is meant makes a difference: nothing else may be refused.
  const std::string refused = messages(*open);
  if (refused.find("this is CTL and LTL") != std::string::npos) {
    CHECK(slow->states == 1);
    CHECK(slow->deadlocks == 1);
    outcome.ingredients.insert("two readings");
    return;
  }
  INFO(refused);
  REQUIRE(open->good());
  INFO(open->source->text());
  REQUIRE(open->model->properties.size() == made.ids.size());
  const auto found = verdicts(*open);
  for (std::size_t i = 0; i < found.size(); ++i) {
    INFO(made.ids[i]);
    CHECK(found[i] ==
          (expected.at(made.ids[i]) ? Verdict::proved : Verdict::violated));
    ++outcome.compared;
  }
  outcome.ingredients.insert(made.ingredients.begin(), made.ingredients.end());
}

}  // namespace

TEST_CASE("random properties hold as their texts say") {
  const std::uint64_t runs = random_models::runs(300);
  Outcome outcome;
  for (std::uint64_t seed = 1; seed <= runs; ++seed) {
    INFO("seed := " << seed);
    compare(seed, outcome);
  }
  if (!random_models::enough_runs()) return;
  CHECK(outcome.compared > 200);
  for (const auto& wanted : random_models::pnml_property_ingredients()) {
    INFO(wanted);
    CHECK(outcome.ingredients.contains(wanted));
  }
}

TEST_CASE("each logic has its form") {
  const std::string a = has("a", 1);
  CHECK(line(ends, in("all-paths", in("globally", a))) ==
        "invariant net.a == 1: false");
  CHECK(line(ends,
             in("negation", in("exists-path", in("finally", has("a", 2))))) ==
        "invariant !(net.a == 2): true");
  CHECK(line(ends, in("exists-path", in("finally", has("c", 1)))) ==
        "ctl EF {net.c == 1}: true");
  CHECK(line(ends, in("all-paths", in("finally", "<deadlock/>"))) ==
        "ltl F {!enabled}: true");
  CHECK(line(ends,
             in("all-paths", in("globally", in("negation", "<deadlock/>")))) ==
        "invariant enabled: false");
  CHECK(line(ends, a) == "ctl {net.a == 1}: true");
  CHECK(line(ends, fires("u")) == "ctl {net.b >= 1}: false");
  CHECK(line(ends, in("exists-path",
                      in("conjunction", in("finally", has("b", 1)) +
                                            in("finally", has("c", 1))))) ==
        "ctlstar E (F {net.b == 1} && F {net.c == 1}): true");
}

TEST_CASE("a path that is stuck ends in CTL, and stays in LTL") {
  const std::string c = has("c", 1);
  const auto there = [&](const std::string& formula) {
    return in("all-paths", in("globally", in("implication", c + formula)));
  };
  CHECK(line(ends, there(in("all-paths", in("next", "<false/>")))) ==
        "ctl AG ({net.c == 1} => AX {false} || {!enabled}): true");
  CHECK(line(ends, there(in("exists-path", in("next", c)))) ==
        "ctl AG ({net.c == 1} => EX {net.c == 1} && {enabled}): false");
  CHECK(line(ends, there(in("next", c))) ==
        "ltl G ({net.c == 1} => X {net.c == 1}): true");
  CHECK(line(ends, there(in("all-paths", in("globally", c)))) ==
        "ctl AG ({net.c == 1} => AG {net.c == 1}): true");
}

TEST_CASE("whether it is CTL or LTL is asked where it matters") {
  const std::string formula = in("all-paths", in("next", has("a", 1)));
  CHECK(line(ends, formula) == "ltl X {net.a == 1}: false");
  CHECK(line(stuck, formula) ==
        "asked.xml:6: V1212 this is CTL and LTL, which differ: nothing is "
        "enabled at the start\n"
        "  there is no next marking in CTL, and the same one in LTL\n");
  CHECK(line(stuck, in("negation", formula)) ==
        "ctl !(AX {net.a == 1} || {!enabled}): false");
  // Colours of variables may enable what others do not.
  const auto coloured_net = [&](const std::string& marking) {
    return coloured(
        finite("C", 2) + variable("x", "C") + variable("y", "C"),
        {{"a", "C", marking}},
        {{"t", differ("x", "y"), {{"a", sum({of("x"), of("y")})}}, {}}});
  };
  CHECK(line(coloured_net(all("C")), formula).starts_with("ltl"));
  CHECK(line(coloured_net(times(2, constant("C0"))), formula)
            .starts_with("asked.xml:6: V1212"));
}

TEST_CASE("tokens and transitions are those of all colours") {
  const std::string pairs =
      coloured(finite("C", 3) + product("D", {"C", "C"}) + variable("x", "C") +
                   variable("y", "C"),
               {{"p", "D", all("D")}, {"q", "C", ""}},
               {{"t",
                 differ("x", "y"),
                 {{"p", tuple({of("x"), of("y")})}},
                 {{"q", of("x")}}}});
  const auto holds = [&](const std::string& formula) {
    return line(pairs, formula).ends_with(": true");
  };
  CHECK(holds(has("p", 9)));
  CHECK(holds(fires("t")));
  CHECK(holds(in("all-paths", in("finally", has("p", 3)))));
  CHECK(holds(in("all-paths",
                 in("finally", in("conjunction",
                                  has("q", 6) + in("negation", fires("t")))))));
}

TEST_CASE("long sums and deep formulas fit") {
  std::vector<std::pair<std::string, std::int64_t>> places;
  std::string names;
  for (int i = 0; i < 2000; ++i) {
    places.emplace_back(fmt::format("a{}", i), 1);
    names += fmt::format("<place>a{}</place>", i);
  }
  const auto long_sum =
      opened(net(places, {}),
             asked("<integer-eq>" + in("tokens-count", names) +
                   "<integer-constant>2000</integer-constant></integer-eq>"));
  CHECK(verdicts(*long_sum).at(0) == Verdict::proved);
  const auto deep = [](const std::vector<std::string>& around, int times) {
    std::string out = has("a", 1);
    for (int i = 0; i < times; ++i) {
      for (const std::string& e : around) out = in(e, out);
    }
    return asked(out);
  };
  CHECK(opened(ends, deep({"next", "exists-path"}, 49))->good());
  CHECK(opened(ends, deep({"negation"}, 97))->good());
  CHECK(messages(*opened(ends, deep({"negation"}, 100)))
            .starts_with("asked.xml:6: V1210 formulas nest at most 100 deep"));
}

TEST_CASE("names are ids, and what was made of them is unique") {
  const std::string twice =
      file({property("A-1", has("a", 1)), property("A.1", has("b", 0)),
            property("a", "<true/>")});
  const auto model = opened(ends, twice);
  REQUIRE(model->good());
  CHECK(model->model->properties[0].name == "A_1");
  CHECK(model->model->properties[1].name == "A_1_");
  CHECK(model->model->properties[2].name == "a_");
  const auto place = model->source->place(model->model->properties[1].span);
  CHECK(place.source->name() == "asked.xml");
  CHECK(place.source->text(place.span) == "<property>");
  CHECK(place.source->position(place.span.begin).line == 9);
  const std::string text(model->source->text());
  CHECK(text.find("// 'A.1': none\nctl A_1_:") != std::string::npos);
}

TEST_CASE("what is not taken is refused, each where it stands") {
  const auto refused = [](const std::string& properties) {
    const auto model = opened(ends, properties);
    CHECK_FALSE(model->good());
    return messages(*model);
  };
  const auto formula = [&](const std::string& f) { return refused(asked(f)); };
  CHECK(formula("<place-bound><place>a</place></place-bound>") ==
        "asked.xml:6: V1212 <place-bound> is not taken as a formula\n");
  for (const char* global : {"k-safe", "quasi-liveness", "stable-marking",
                             "liveness", "is-live", "invariant"}) {
    CHECK(formula(fmt::format("<{}/>", global)) ==
          fmt::format("asked.xml:6: V1212 <{}> is not taken as a formula\n",
                      global));
  }
  CHECK(formula(in("integer-le", "<place-bound/><true/>")) ==
        "asked.xml:6: V1212 <place-bound> is not taken as a number\n"
        "asked.xml:6: V1212 <true> is not taken as a number\n");
  CHECK(formula(in("finally", "<true/>")) ==
        "asked.xml:6: V1212 this speaks of a path, and no <all-paths> or "
        "<exists-path> around it says of which\n");
  CHECK(formula(in("exists-path", in("next", in("next", "<true/>"))))
            .starts_with("asked.xml:6: V1212 <next> in a formula that is "
                         "neither CTL nor LTL is not taken\n"));
  CHECK(formula(in("all-paths",
                   in("equivalence", in("finally", "<true/>") + "<true/>")))
            .starts_with("asked.xml:6: V1212 parts of this speak of paths"));
  CHECK(formula(has("z", 1)) ==
        "asked.xml:6: V1213 no place of the net has the id 'z'\n");
  CHECK(formula(fires("a")) ==
        "asked.xml:6: V1213 no transition of the net has the id 'a'\n");
  CHECK(formula(in("tokens-count", "")).find("not taken as a formula") !=
        std::string::npos);
  CHECK(formula(in("is-fireable", "")) ==
        "asked.xml:6: V1203 <is-fireable> has 0 parts: it has 1 or more\n");
  CHECK(
      formula(in("is-fireable", in("transition", "t") + in("transition", "t")))
          .starts_with("asked.xml:6: V1212 the transition 't' is there twice "
                       "in one <is-fireable>\n"));
  CHECK(formula(in("is-fireable", in("place", "a")))
            .starts_with("asked.xml:6: V1202 <place> in <is-fireable> is not "
                         "taken\n"));
  CHECK(formula(in("integer-le", "<integer-constant>1</integer-constant>")) ==
        "asked.xml:6: V1203 <integer-le> has 1 parts: it has 2\n");
  CHECK(formula(in("negation", "<true/><true/>")) ==
        "asked.xml:6: V1203 <negation> has 2 parts: it has 1\n");
  CHECK(formula("<true/>\n<true/>") ==
        "asked.xml:5: V1203 <formula> has 2 parts: it has one\n");
  CHECK(formula("<true>a</true>") ==
        "asked.xml:6: V1202 the text 'a' in <true> is not taken\n");
  CHECK(formula("<true x=\"1\"/>") ==
        "asked.xml:6: V1202 the attribute \"x\" of <true> is not taken\n");
  CHECK(formula("<true><toolspecific/></true>") ==
        "asked.xml:6: V1203 <true> has 1 parts: it has 0\n");
  CHECK(formula(in("all-paths", in("until", in("before", "<true/>")))) ==
        "asked.xml:6: V1203 this <until> has no <reach>\n");
  CHECK(formula(in("all-paths",
                   in("until", in("before", "<true/>") +
                                   in("reach", "<true/>") + "<strength/>")))
            .starts_with("asked.xml:6: V1202 <strength> in <until> is not "
                         "taken\n"));
  CHECK(formula(in("all-paths", in("next", "<steps>2</steps><true/>")))
            .starts_with("asked.xml:6: V1202"));
  const auto constant = [&](const std::string& number) {
    return formula(in("integer-le", in("integer-constant", number) +
                                        in("integer-constant", "1")));
  };
  CHECK(constant("1.5") == "asked.xml:6: V1205 '1.5' is not an integer\n");
  CHECK(constant("10000000000000000000000")
            .starts_with("asked.xml:6: V1205 10000000000000000000000 is too "
                         "large"));
  CHECK(refused("<property-set/>").starts_with("asked.xml:1: V1211"));
  CHECK(refused("<pnml xmlns=\"http://mcc.lip6.fr/\"/>")
            .starts_with("asked.xml:1: V1211"));
  CHECK(refused("").starts_with("asked.xml:1: V611"));
  CHECK(refused(file({"<x/>"})) ==
        "asked.xml:2: V1202 <x> in <property-set> is not taken\n");
  CHECK(refused(file({"<property><formula><true/></formula></property>"})) ==
        "asked.xml:2: V1203 this <property> has no <id>\n");
  CHECK(refused(file({"<property><id>x</id></property>"})) ==
        "asked.xml:2: V1203 this <property> has no <formula>\n");
  CHECK(refused(file({"<property><id>x</id><tags/><formula><true/></formula>"
                      "</property>"})) ==
        "asked.xml:2: V1202 <tags> in <property> is not taken\n");
  CHECK(refused(file({property("x", "<true/>"), property("x", "<true/>")})) ==
        "asked.xml:9: V1204 the id 'x' is there twice\n  first here\n");
  // The net is at fault, not the file of properties.
  CHECK(messages(*opened("<pnml/>", asked("<true/>")))
            .starts_with("net.pnml:1: V1201"));
}

TEST_CASE("properties are for nets") {
  const auto model = decide::open_model(
      "shared x : bool = true;\n", "x.vic", {}, network::Diagnostics(), {},
      decide::NamedText{"asked.xml", asked("<true/>")});
  CHECK_FALSE(model->good());
  CHECK(messages(*model).starts_with(
      ":1: V914 --properties asked.xml: 'x.vic' is no Petri net in PNML"));
  // What is one, but not by its name, says how it is taken for one.
  const auto unnamed = decide::open_model(
      net({{"a", 1}}, {"t: a -> a"}), "net", {}, network::Diagnostics(), {},
      decide::NamedText{"asked.xml", asked("<true/>")});
  CHECK(messages(*unnamed) ==
        "net:1: V626 this is a network (pnml), not a model\n"
        "  --language pnml takes it for a model\n");
}

}  // namespace pnml_properties_test
