// SPDX-License-Identifier: MIT
// Guards: a Petri net is a network of its transitions, joined by places; what
// moves unequal tokens is not called alike.
#include <catch2/catch.hpp>

#include "graph_reading.hpp"

namespace pnml_network_test {

namespace {

using namespace vicinal::network;
using namespace vicinal::test;

constexpr auto f = Format::pnml;

std::string net(const std::string& page, const std::string& more = "") {
  return "<pnml xmlns=\"http://www.pnml.org/version-2009/grammar/pnml\">\n"
         "<net id=\"n\" type=\"t\">" +
         more + "<page id=\"g\">\n" + page + "\n</page></net></pnml>\n";
}

std::string arc(const std::string& from, const std::string& to,
                const std::string& inside = "") {
  return "<arc source=\"" + from + "\" target=\"" + to + "\">" + inside +
         "</arc>";
}

std::string weight(const std::string& number) {
  return "<inscription><text> " + number + " </text></inscription>";
}

std::string moves(const std::string& text, const std::string& structure) {
  return "<hlinscription>" + (text.empty() ? "" : "<text>" + text + "</text>") +
         "<structure>" + structure + "</structure></hlinscription>";
}

std::string variable(const std::string& name) {
  return "<variable refvariable=\"" + name + "\"/>";
}

const std::string nodes =
    "<place id=\"p\"><initialMarking><text>3</text></initialMarking></place>"
    "<place id=\"q\"/><transition id=\"t\"/><transition id=\"u\"/>\n";

}  // namespace

TEST_CASE("places join transitions that take and put tokens") {
  CHECK(right(f, net(nodes + arc("p", "t") + arc("t", "q") + arc("q", "u") +
                     arc("u", "p"))) == "t u | t<-u> t>-u<");
  // Both ways; a place that nothing touches.
  CHECK(right(f, net(nodes + arc("p", "t") + arc("t", "p"))) == "t u | t ");
  CHECK(right(f, net("<transition id=\"t\"/>")) == "t |");
  CHECK(right(f, net("")) == " |");
  const Read r = read(f, net(nodes));
  REQUIRE(r.file);
  CHECK(r.file->network.edge_names[1] == "q");
}

TEST_CASE("arcs that move unequal tokens have unequal ports") {
  CHECK(right(f, net(nodes + arc("p", "t", weight("1")) +
                     arc("p", "u", weight("2")))) == "t u | t<-u:2< ");
  CHECK(right(f, net(nodes + arc("p", "t", weight("2")) +
                     arc("t", "p", weight("3")))) == "t u | t:2/3 ");
  CHECK(right(f, net(nodes + arc("p", "t", weight("2")) + arc("t", "p"))) ==
        "t u | t:2/1 ");
  CHECK(right(f, net(nodes + arc("p", "t", weight("2")) + arc("p", "t"))) ==
        "t u | t:1+2< ");
  // With colours, by their structures; a text is shown where it is one.
  CHECK(right(f, net(nodes + arc("p", "t", moves("x", variable("x"))) +
                     arc("p", "u", moves("x", variable("x"))))) ==
        "t u | t:x<-u:x< ");
  CHECK(right(f, net(nodes + arc("p", "t", moves("x", variable("x"))) +
                     arc("p", "u", moves("", variable("x"))))) ==
        "t u | t:x<-u:x< ");
  CHECK(right(f, net(nodes + arc("p", "t", moves("x", variable("x"))) +
                     arc("p", "u", moves("x", variable("y"))))) ==
        "t u | t:x<-u:variable[refvariable=y]()< ");
  CHECK(right(f, net(nodes +
                     arc("p", "t",
                         moves("",
                               "<all><usersort declaration=\"C\"/></all>")))) ==
        "t u | t:all(usersort[declaration=C]())< ");
}

TEST_CASE("sorts and conditions are colors") {
  const std::string condition =
      "<condition><text>x</text><structure><booleanconstant value=\"true\"/>"
      "</structure></condition>";
  const std::string sort = "<type><structure><dot/></structure></type>";
  CHECK(
      right(f, net("<place id=\"p\">" + sort + "</place><transition id=\"t\">" +
                   condition + "</transition>" + arc("p", "t"))) ==
      "t(booleanconstant[value=true]()) | t<(dot())");
}

TEST_CASE("pages are flat, references are followed, tools are skipped") {
  CHECK(right(f, net(nodes +
                     "<page id=\"h\"><referencePlace id=\"r\" ref=\"s\"/>"
                     "<referencePlace id=\"s\" ref=\"p\"/>"
                     "<referenceTransition id=\"v\" ref=\"u\"/>" +
                     arc("r", "v") + "</page>" + arc("r", "t"))) ==
        "t u | t<-u< ");
  CHECK(right(f, net(nodes + "<toolspecific><place/><arc/></toolspecific>",
                     "<name><text>n</text></name><declaration><structure>"
                     "<place/></structure></declaration>")) == "t u |  ");
  ReadOptions labels;
  labels.labels = true;
  CHECK(right(f,
              net("<transition id=\"t\"><name><text>go</text></name>"
                  "</transition><place id=\"p\"/>" +
                  arc("p", "t")),
              labels) == "go | go<");
}

TEST_CASE("what is no network of places and transitions is refused") {
  CHECK(wrong(f, net(nodes + arc("p", "q"))) ==
        "4:1 603 this arc is not between a place and a transition");
  CHECK(wrong(f, net(nodes + arc("p", "z"))) ==
        "4:1 607 'z' is no place or transition");
  CHECK(wrong(f, net(nodes + "<referencePlace id=\"r\" ref=\"r\"/>" +
                     arc("r", "t"))) == "4:33 607 'r' refers to itself");
  CHECK(wrong(f, net(nodes + "<place id=\"t\"/>")) ==
        "4:1 606 the id 't' is there twice");
  CHECK(wrong(f, net(nodes + "<place/>")).find("4:1 605") == 0);
  CHECK(wrong(f, net(nodes + "<arc source=\"p\"/>")).find("4:1 605") == 0);
  CHECK(wrong(f, net(nodes + "<arc source=\"p\" target=\"t\" "
                             "type=\"inhibitor\"/>")) ==
        "4:1 625 an arc of the type 'inhibitor' is not read");
  for (const char* special :
       {"<type value=\"reset\"/>", "<type><text>reset</text></type>",
        "<inhibitor/>"}) {
    INFO(special);
    CHECK(wrong(f, net(nodes + arc("p", "t", special))).find("625") !=
          std::string::npos);
  }
  CHECK(right(f, net(nodes + arc("p", "t", "<type value=\"normal\"/>"))) ==
        "t u | t< ");
  CHECK(wrong(f, "<net/>") == "1:1 603 expected <pnml>");
  CHECK(wrong(f, "<pnml/>") == "1:1 603 the file has no <net>");
  CHECK(wrong(f, "<pnml><net/><net/></pnml>") ==
        "1:13 617 there is more than one net in the file");
  CHECK(
      right(f, net(nodes + "<note/>")).find("warning 608 <note> is ignored") !=
      std::string::npos);
}

}  // namespace pnml_network_test
