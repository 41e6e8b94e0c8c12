// SPDX-License-Identifier: MIT
#include "pnml_nets.hpp"

#include <fmt/format.h>

#include <sstream>

namespace pnml_nets {
namespace {

constexpr const char* grammar = "http://www.pnml.org/version-2009/grammar/";

std::string file(const std::string& type, const std::string& content) {
  return fmt::format(
      "<pnml xmlns=\"{0}pnml\"><net id=\"n\" "
      "type=\"{0}{1}\">{2}</net></pnml>\n",
      grammar, type, content);
}

std::string arc(int number, const std::string& from, const std::string& to,
                const std::string& label) {
  return fmt::format("<arc id=\"a{}\" source=\"{}\" target=\"{}\">{}</arc>\n",
                     number, from, to, label);
}

}  // namespace

std::string page(const std::string& nodes) {
  return file("ptnet", "<page id=\"top\">\n" + nodes + "</page>");
}

std::string net(const std::vector<std::pair<std::string, std::int64_t>>& places,
                const std::vector<std::string>& transitions) {
  std::string out;
  for (const auto& [id, count] : places) {
    out += fmt::format(
        "<place id=\"{}\"><initialMarking><text>{}</text></initialMarking>"
        "</place>\n",
        id, count);
  }
  int arcs = 0;
  for (const std::string& line : transitions) {
    std::istringstream words(line);
    std::string id;
    words >> id;
    id.pop_back();
    out += fmt::format("<transition id=\"{}\"/>\n", id);
    bool input = true;
    for (std::string word; words >> word;) {
      if (word == "->") {
        input = false;
        continue;
      }
      const std::size_t star = word.find('*');
      const std::string place = word.substr(0, star);
      const std::string label =
          star == std::string::npos
              ? ""
              : fmt::format("<inscription><text>{}</text></inscription>",
                            word.substr(star + 1));
      out += arc(arcs++, input ? place : id, input ? id : place, label);
    }
  }
  return page(out);
}

// ---- symmetric nets --------------------------------------------------------

std::string finite(const std::string& sort, int size, const std::string& kind) {
  std::string out = fmt::format("<namedsort id=\"{0}\" name=\"{0}\"><{1}", sort,
                                kind + "enumeration>");
  for (int i = 0; i < size; ++i) {
    out += fmt::format("<feconstant id=\"{0}{1}\" name=\"{0}{1}\"/>", sort, i);
  }
  return out + "</" + kind + "enumeration></namedsort>\n";
}

std::string product(const std::string& sort,
                    const std::vector<std::string>& parts) {
  std::string out =
      fmt::format("<namedsort id=\"{0}\" name=\"{0}\"><productsort>", sort);
  for (const std::string& p : parts) {
    out += fmt::format("<usersort declaration=\"{}\"/>", p);
  }
  return out + "</productsort></namedsort>\n";
}

std::string variable(const std::string& name, const std::string& sort) {
  return fmt::format(
      "<variabledecl id=\"{0}\" name=\"{0}\"><usersort declaration=\"{1}\"/>"
      "</variabledecl>\n",
      name, sort);
}

std::string of(const std::string& variable) {
  return "<variable refvariable=\"" + variable + "\"/>";
}

std::string constant(const std::string& colour) {
  return "<useroperator declaration=\"" + colour + "\"/>";
}

std::string all(const std::string& sort) {
  return "<all><usersort declaration=\"" + sort + "\"/></all>";
}

std::string operation(const std::string& name,
                      const std::vector<std::string>& terms) {
  std::string out = "<" + name + ">";
  for (const std::string& t : terms) out += "<subterm>" + t + "</subterm>";
  return out + "</" + name + ">";
}

std::string times(int count, const std::string& term) {
  return operation("numberof",
                   {fmt::format("<numberconstant value=\"{}\"><positive/>"
                                "</numberconstant>",
                                count),
                    term});
}

std::string sum(const std::vector<std::string>& terms) {
  return operation("add", terms);
}

std::string minus(const std::string& all, const std::string& taken) {
  return operation("subtract", {all, taken});
}

std::string tuple(const std::vector<std::string>& terms) {
  return operation("tuple", terms);
}

std::string neighbour(const std::string& which, const std::string& term) {
  return operation(which, {term});
}

std::string differ(const std::string& x, const std::string& y) {
  return operation("inequality", {of(x), of(y)});
}

std::string coloured(const std::string& declarations,
                     const std::vector<ColouredPlace>& places,
                     const std::vector<ColouredTransition>& transitions) {
  const auto label = [](const std::string& name, const std::string& term) {
    return term.empty() ? ""
                        : fmt::format("<{0}><structure>{1}</structure></{0}>",
                                      name, term);
  };
  std::string out = fmt::format(
      "<declaration><structure><declarations><namedsort id=\"dot\" "
      "name=\"dot\"><dot/></namedsort>\n{}</declarations></structure>"
      "</declaration>\n<page id=\"top\">\n",
      declarations);
  for (const auto& [id, sort, marking] : places) {
    out +=
        fmt::format("<place id=\"{}\">{}{}</place>\n", id,
                    label("type", "<usersort declaration=\"" + sort + "\"/>"),
                    label("hlinitialMarking", marking));
  }
  int arcs = 0;
  for (const auto& [id, condition, inputs, outputs] : transitions) {
    out += fmt::format("<transition id=\"{}\">{}</transition>\n", id,
                       label("condition", condition));
    for (const auto& [place, term] : inputs) {
      out += arc(arcs++, place, id, label("hlinscription", term));
    }
    for (const auto& [place, term] : outputs) {
      out += arc(arcs++, id, place, label("hlinscription", term));
    }
  }
  return file("symmetricnet", out + "</page>");
}

// ---- nets of the contest ---------------------------------------------------

// Each takes its two forks one after the other, in any order.
std::string philosophers(int n) {
  std::vector<std::pair<std::string, std::int64_t>> places;
  std::vector<std::string> transitions;
  for (int i = 0; i < n; ++i) {
    const int j = (i + 1) % n;
    for (const char* p : {"Think", "Fork", "Catch1", "Catch2", "Eat"}) {
      places.emplace_back(fmt::format("{}_{}", p, i),
                          *p == 'T' || *p == 'F' ? 1 : 0);
    }
    transitions.push_back(
        fmt::format("FF1a_{0}: Think_{0} Fork_{0} -> Catch1_{0}", i));
    transitions.push_back(
        fmt::format("FF1b_{0}: Think_{0} Fork_{1} -> Catch2_{0}", i, j));
    transitions.push_back(
        fmt::format("FF2a_{0}: Catch1_{0} Fork_{1} -> Eat_{0}", i, j));
    transitions.push_back(
        fmt::format("FF2b_{0}: Catch2_{0} Fork_{0} -> Eat_{0}", i));
    transitions.push_back(
        fmt::format("End_{0}: Eat_{0} -> Think_{0} Fork_{0} Fork_{1}", i, j));
  }
  return net(places, transitions);
}

std::string coloured_philosophers(int n) {
  const std::string x = of("x");
  const std::string next = neighbour("successor", x);
  return coloured(
      finite("Philo", n) + variable("x", "Philo"),
      {{"Think", "Philo", all("Philo")},
       {"Fork", "Philo", all("Philo")},
       {"Catch1", "Philo", ""},
       {"Catch2", "Philo", ""},
       {"Eat", "Philo", ""}},
      {{"FF1a", "", {{"Think", x}, {"Fork", x}}, {{"Catch1", x}}},
       {"FF1b", "", {{"Think", x}, {"Fork", next}}, {{"Catch2", x}}},
       {"FF2a", "", {{"Catch1", x}, {"Fork", next}}, {{"Eat", x}}},
       {"FF2b", "", {{"Catch2", x}, {"Fork", x}}, {{"Eat", x}}},
       {"End",
        "",
        {{"Eat", x}},
        {{"Think", x}, {"Fork", sum({times(1, x), times(1, next)})}}}});
}

std::string kanban(int n) {
  std::vector<std::pair<std::string, std::int64_t>> places;
  std::vector<std::string> transitions;
  for (int i = 1; i <= 4; ++i) {
    places.emplace_back(fmt::format("P{}", i), n);
    for (const char* p : {"Pm", "Pback", "Pout"}) {
      places.emplace_back(fmt::format("{}{}", p, i), 0);
    }
    transitions.push_back(fmt::format("tok{0}: Pm{0} -> Pout{0}", i));
    transitions.push_back(fmt::format("tredo{0}: Pm{0} -> Pback{0}", i));
    transitions.push_back(fmt::format("tback{0}: Pback{0} -> Pm{0}", i));
  }
  transitions.insert(transitions.end(),
                     {"tin1: P1 -> Pm1", "tout4: Pout4 -> P4",
                      "tsynch1: Pout1 P2 P3 -> P1 Pm2 Pm3",
                      "tsynch4: Pout2 Pout3 P4 -> P2 P3 Pm4"});
  return net(places, transitions);
}

// Processors use their own memory without the bus, that of others with it.
std::string shared_memory(int n) {
  std::vector<std::pair<std::string, std::int64_t>> places{{"Bus", 1}};
  std::vector<std::string> transitions;
  for (int i = 0; i < n; ++i) {
    places.emplace_back(fmt::format("Active_{}", i), 1);
    places.emplace_back(fmt::format("Memory_{}", i), 1);
    places.emplace_back(fmt::format("Queue_{}", i), 0);
    places.emplace_back(fmt::format("Own_{}", i), 0);
    transitions.push_back(fmt::format("Ask_{0}: Active_{0} -> Queue_{0}", i));
    transitions.push_back(fmt::format("Begin_{0}: Active_{0} -> Own_{0}", i));
    transitions.push_back(fmt::format("End_{0}: Own_{0} -> Active_{0}", i));
    for (int j = 0; j < n; ++j) {
      if (i == j) continue;
      places.emplace_back(fmt::format("Access_{}_{}", i, j), 0);
      transitions.push_back(fmt::format(
          "Begin_{0}_{1}: Queue_{0} Memory_{1} Bus -> Access_{0}_{1}", i, j));
      transitions.push_back(fmt::format(
          "End_{0}_{1}: Access_{0}_{1} -> Active_{0} Memory_{1} Bus", i, j));
    }
  }
  return net(places, transitions);
}

std::string coloured_shared_memory(int n) {
  const std::string x = of("x");
  const std::string y = of("y");
  const std::string bus = times(1, "<dotconstant/>");
  return coloured(finite("P", n, "finite") + product("PP", {"P", "P"}) +
                      variable("x", "P") + variable("y", "P"),
                  {{"Bus", "dot", bus},
                   {"Active", "P", all("P")},
                   {"Memory", "P", all("P")},
                   {"Queue", "P", ""},
                   {"Own", "P", ""},
                   {"Access", "PP", ""}},
                  {{"Ask", "", {{"Active", x}}, {{"Queue", x}}},
                   {"Begin", "", {{"Active", x}}, {{"Own", x}}},
                   {"End", "", {{"Own", x}}, {{"Active", x}}},
                   {"BeginOther",
                    differ("x", "y"),
                    {{"Queue", x}, {"Memory", y}, {"Bus", bus}},
                    {{"Access", tuple({x, y})}}},
                   {"EndOther",
                    "",
                    {{"Access", tuple({x, y})}},
                    {{"Active", x}, {"Memory", y}, {"Bus", bus}}}});
}

// Dijkstra's: n machines and one more, each with a state.
std::string coloured_token_ring(int n) {
  const std::string first = constant("M0");
  const std::string last = constant(fmt::format("M{}", n));
  const std::string x = of("x");
  const std::string y = of("y");
  const std::string z = of("z");
  const std::string next = neighbour("successor", z);
  std::vector<std::string> start;
  for (int i = 0; i <= n; ++i) {
    const std::string own = constant(fmt::format("M{}", i));
    start.push_back(tuple({own, own}));
  }
  return coloured(
      finite("M", n + 1) + product("MM", {"M", "M"}) + variable("x", "M") +
          variable("y", "M") + variable("z", "M"),
      {{"State", "MM", sum(start)}},
      {{"First",
        "",
        {{"State", sum({tuple({first, x}), tuple({last, x})})}},
        {{"State",
          sum({tuple({first, neighbour("successor", x)}), tuple({last, x})})}}},
       {"Other",
        operation("and",
                  {differ("x", "y"), operation("inequality", {next, first})}),
        {{"State", sum({tuple({next, y}), tuple({z, x})})}},
        {{"State", sum({tuple({z, x}), tuple({next, x})})}}}});
}

std::string swimming_pool(int n) {
  return net({{"Out", 20 * n},
              {"Cabins", 10 * n},
              {"Bags", 15 * n},
              {"Entered", 0},
              {"WaitBag", 0},
              {"Undress", 0},
              {"InBath", 0},
              {"Dress", 0},
              {"Dressed", 0}},
             {"Enter: Out -> Entered", "GetK: Entered Cabins -> WaitBag",
              "GetB: WaitBag Bags -> Undress", "RelK: Undress -> InBath Cabins",
              "GetK2: InBath Cabins -> Dress", "RelB: Dress -> Dressed Bags",
              "RelK2: Dressed -> Out Cabins"});
}

}  // namespace pnml_nets
