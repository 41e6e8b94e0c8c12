// SPDX-License-Identifier: MIT
// The examples are PNML files, and files of properties of a net, of which what
// matters stands here.
#include "network/imports/pnml/pnml_catalogue.hpp"

#include <fmt/format.h>

#include <deque>
#include <string>
#include <vector>

#include "network/imports/pnml/codes.hpp"

namespace vicinal::pnml {
namespace {

std::string_view file(std::string_view nets) {
  static std::deque<std::string> kept;
  kept.push_back(
      fmt::format("<pnml "
                  "xmlns=\"http://www.pnml.org/version-2009/grammar/"
                  "pnml\">\n{}</pnml>\n",
                  nets));
  return kept.back();
}

std::string_view net(std::string_view page, std::string_view type = "ptnet") {
  return file(
      fmt::format("<net id=\"n\" "
                  "type=\"http://www.pnml.org/version-2009/grammar/{}\">\n"
                  "<page id=\"top\">\n{}</page>\n</net>\n",
                  type, page));
}

constexpr std::string_view declared_colours =
    "<declaration><structure><declarations>\n"
    "<namedsort id=\"C\" name=\"C\"><finiteenumeration>\n"
    "<feconstant id=\"a\" name=\"a\"/><feconstant id=\"b\" name=\"b\"/>\n"
    "</finiteenumeration></namedsort>\n"
    "</declarations></structure></declaration>\n";

// A place with such a marking, of the sort C.
std::string_view marking(std::string_view term) {
  return net(fmt::format("{}<place id=\"p\">\n"
                         "<type><structure><usersort declaration=\"C\"/>"
                         "</structure></type>\n"
                         "<hlinitialMarking><structure>\n{}\n"
                         "</structure></hlinitialMarking>\n</place>\n",
                         declared_colours, term),
             "symmetricnet");
}

std::string_view sort(std::string_view sort) {
  return net(fmt::format("<declaration><structure><declarations>\n"
                         "<namedsort id=\"C\" name=\"C\">{}</namedsort>\n"
                         "</declarations></structure></declaration>\n",
                         sort),
             "symmetricnet");
}

// p, t, and such an arc.
std::string_view arc(std::string_view arc) {
  return net(
      fmt::format("<place id=\"p\"/>\n<transition id=\"t\"/>\n{}\n", arc));
}

std::vector<network::Entry> of_files() {
  return {
      {codes::not_a_net, "not a net that is taken",
       "A PNML file has the name space of 2009 and one <net>, whose type is "
       "ptnet, symmetricnet, pt-hlpng or highlevelnet.",
       file("<net id=\"n\" type=\"http://www.tapaal.net/\"/>\n"), net("")},
      {codes::unknown_part, "unknown part of a PNML file",
       "Elements and attributes that PNML does not have, and texts that "
       "stand elsewhere than in <text>, may mean anything, so they are not "
       "skipped. What a tool adds for itself belongs in <toolspecific>.",
       net("<place id=\"p\"><capacity><text>1</text></capacity></place>\n"),
       net("<place id=\"p\"><toolspecific tool=\"x\" version=\"1\"/>"
           "</place>\n")},
      {codes::missing_or_twice, "missing in a PNML file, or there twice",
       "An element has the attributes and parts that the message names, and "
       "each label once.",
       net("<place id=\"p\">\n"
           "<initialMarking><text>1</text></initialMarking>\n"
           "<initialMarking><text>2</text></initialMarking>\n</place>\n"),
       net("<place id=\"p\">\n"
           "<initialMarking><text>1</text></initialMarking>\n</place>\n")},
      {codes::unknown_or_repeated_name,
       "unknown name in a PNML file, or declared twice",
       "Names that refer to something are ids of the same file, and each id "
       "is there once.",
       arc("<arc id=\"a\" source=\"q\" target=\"t\"/>"),
       arc("<arc id=\"a\" source=\"p\" target=\"t\"/>")},
      {codes::tokens_not_taken, "number of tokens that is not taken",
       "Places hold no less than no token, arcs move one at least, and "
       "numbers that are written have at most 15 digits.",
       arc("<arc id=\"a\" source=\"p\" target=\"t\">\n"
           "<inscription><text>0</text></inscription>\n</arc>"),
       arc("<arc id=\"a\" source=\"p\" target=\"t\">\n"
           "<inscription><text>1</text></inscription>\n</arc>")},
      {codes::arc_not_taken, "arc that is not taken",
       "An arc moves tokens between a place and a transition. Arcs that test "
       "for tokens, or for their absence, or that take all of them, are not "
       "taken.",
       arc("<arc id=\"a\" source=\"p\" target=\"t\" type=\"inhibitor\"/>"),
       arc("<arc id=\"a\" source=\"p\" target=\"t\"/>")},
  };
}

std::vector<network::Entry> of_colours() {
  return {
      {codes::sort_not_taken, "sort that is not taken",
       "Sorts are dots, enumerations, ranges of integers and products of "
       "these. Integers, lists, strings, truth values and partitions are not "
       "taken.",
       sort("<string/>"), sort("<finiteintrange start=\"1\" end=\"3\"/>")},
      {codes::term_without_meaning, "term that has no meaning here",
       "Terms are numbers of tuples, sums and differences of them; tuples are "
       "made of constants, variables, their neighbours in a cyclic "
       "enumeration and <all>. Their sorts are those of the place, and of "
       "both sides of a comparison.",
       marking("<dotconstant/>"), marking("<useroperator declaration=\"a\"/>")},
      {codes::difference_below_zero, "difference below zero",
       "What is subtracted has to be there, for all colours of the variables "
       "that the condition of the transition allows.",
       marking("<subtract>\n"
               "<subterm><useroperator declaration=\"a\"/></subterm>\n"
               "<subterm><useroperator declaration=\"b\"/></subterm>\n"
               "</subtract>"),
       marking("<subtract>\n"
               "<subterm><all><usersort declaration=\"C\"/></all></subterm>\n"
               "<subterm><useroperator declaration=\"b\"/></subterm>\n"
               "</subtract>")},
      {codes::too_large, "too large in a PNML file",
       "A class and a place have at most a million colours, all places "
       "together four million, a product 64 parts, and conditions and "
       "properties nest 100 deep. Differences are tried for a few million "
       "colours.",
       sort("<finiteintrange start=\"1\" end=\"2000000\"/>"),
       sort("<finiteintrange start=\"1\" end=\"2000\"/>")},
  };
}

// A file of properties with such a formula.
std::string_view asked(std::string_view formula) {
  static std::deque<std::string> kept;
  kept.push_back(
      fmt::format("<property-set xmlns=\"http://mcc.lip6.fr/\">\n"
                  "<property><id>asked</id><formula>\n{}\n</formula>"
                  "</property>\n</property-set>\n",
                  formula));
  return kept.back();
}

std::vector<network::Entry> of_properties() {
  return {
      {codes::not_properties, "not a file of properties",
       "--properties takes files as the Model Checking Contest has them.",
       "<property-set/>\n", "<property-set xmlns=\"http://mcc.lip6.fr/\"/>\n"},
      {codes::property_not_taken, "property that is not taken",
       "Formulas are of CTL or of LTL, or of both without <next>: a path that "
       "is stuck has no next marking in CTL, and the same one in LTL. Bounds "
       "of places and global properties are not taken. Each name is there "
       "once in one <tokens-count> or <is-fireable>.",
       asked("<place-bound><place>p</place></place-bound>"),
       asked("<all-paths><globally><integer-le>\n"
             "<tokens-count><place>p</place></tokens-count>\n"
             "<integer-constant>1</integer-constant>\n"
             "</integer-le></globally></all-paths>")},
      {codes::unknown_place_or_transition, "unknown place or transition",
       "Properties name places and transitions by their ids in the net.",
       asked("<is-fireable><transition>p</transition></is-fireable>"),
       asked("<is-fireable><transition>t</transition></is-fireable>")},
  };
}

}  // namespace

std::span<const network::Entry> pnml_catalogue() {
  static const std::vector<network::Entry> list = [] {
    std::vector<network::Entry> all = of_files();
    for (const network::Entry& e : of_colours()) all.push_back(e);
    for (const network::Entry& e : of_properties()) all.push_back(e);
    return all;
  }();
  return list;
}

}  // namespace vicinal::pnml
