// SPDX-License-Identifier: MIT
// Nets of PNML: declarations, places, transitions that mostly put as many
// tokens as they take, and pages around them.
#include "pnml_model.hpp"

#include <algorithm>

#include "pnml_writer.hpp"

namespace vicinal::random_models {

using Kind = PnmlSort::Kind;

void PnmlWriter::sort(PnmlSort made, const Text& definition) {
  sort_texts_.push_back("<namedsort id=\"" + made.id + "\" name=\"" + made.id +
                        "\">" + definition + "</namedsort>\n");
  sorts_.push_back(std::move(made));
}

void PnmlWriter::sorts() {
  sort({Kind::dot, "dot", {"<dotconstant/>"}, {}, 0, 0, 0}, "<dot/>");
  const int count = 1 + dice_.below(2);
  for (int i = 0; i < count; ++i) {
    const Text id = std::string(1, static_cast<char>('A' + i));
    PnmlSort s;
    s.id = id;
    s.dimensions = 1;
    const int size = 1 + dice_.below(3);
    if (dice_.one_in(3)) {
      made("range");
      s.kind = Kind::range;
      s.low = dice_.below(4) - 2;
      s.high = s.low + size - 1;
      const Text range = "<finiteintrange start=\"" + std::to_string(s.low) +
                         "\" end=\"" + std::to_string(s.high) + "\"/>";
      for (int v = s.low; v <= s.high; ++v) {
        s.colours.push_back("<finiteintrangeconstant value=\"" +
                            std::to_string(v) + "\">" + range +
                            "</finiteintrangeconstant>");
      }
      sort(std::move(s), range);
      continue;
    }
    s.kind = dice_.one_in(3) ? Kind::listed : Kind::cyclic;
    made(s.kind == Kind::listed ? "finite enumeration" : "cyclic enumeration");
    const Text name =
        s.kind == Kind::listed ? "finiteenumeration" : "cyclicenumeration";
    Text definition = "<" + name + ">";
    for (int v = 0; v < size; ++v) {
      const Text own = id + std::to_string(v);
      definition += "<feconstant id=\"" + own + "\" name=\"" + own + "\"/>";
      s.colours.push_back("<useroperator declaration=\"" + own + "\"/>");
    }
    sort(std::move(s), definition + "</" + name + ">");
  }
  products();
}

void PnmlWriter::products() {
  if (dice_.one_in(4)) {
    // Another name of a sort, which is the same sort.
    const std::size_t of = sorts_.size() - 1;
    made("a sort with two names");
    sort_texts_.insert(sort_texts_.begin(),
                       "<namedsort id=\"Alias\" name=\"Alias\">" + used(of) +
                           "</namedsort>\n");
    if (dice_.one_in(2)) sorts_[of].id = "Alias";
  }
  if (!dice_.one_in(2)) return;
  const int count = 1 + dice_.below(2);
  for (int i = 0; i < count; ++i) {
    PnmlSort s;
    s.kind = Kind::product;
    s.id = "P" + std::to_string(i);
    const int parts = dice_.one_in(5) ? 1 : 2;
    Text definition = "<productsort>";
    for (int k = 0; k < parts; ++k) {
      const auto part = static_cast<std::size_t>(
          dice_.one_in(6)
              ? dice_.below(static_cast<int>(sorts_.size()))
              : 1 + dice_.below(static_cast<int>(sorts_.size()) - 1));
      if (sorts_[part].kind == Kind::product) made("a product of products");
      if (sorts_[part].kind == Kind::dot) made("a dot in a product");
      s.parts.push_back(part);
      s.dimensions += sorts_[part].dimensions;
      definition += used(part);
    }
    made("product");
    sort(std::move(s), definition + "</productsort>");
  }
}

void PnmlWriter::variables() {
  for (std::size_t s = 0; s < sorts_.size(); ++s) {
    const bool plain = sorts_[s].dimensions == 1;
    int count = plain ? 2 : dice_.one_in(2) ? 1 : 0;
    if (sorts_[s].dimensions > 2) count = 0;
    for (int i = 0; i < count; ++i) {
      // Some names are words of ours, or of a place.
      static const std::vector<Text> names{"x", "y", "p0", "in", "c"};
      const Text id = "v" + std::to_string(variables_.size());
      variable_texts_.push_back("<variabledecl id=\"" + id + "\" name=\"" +
                                dice_.of(names) + "\">" + used(s) +
                                "</variabledecl>\n");
      variables_.emplace_back(id, s);
    }
  }
}

std::string PnmlWriter::declarations() const {
  if (!coloured_) return {};
  Text out = "<declaration><structure><declarations>\n";
  for (const Text& t : sort_texts_) out += t;
  for (const Text& t : variable_texts_) out += t;
  return out + "</declarations></structure></declaration>\n";
}

std::string PnmlWriter::extras() {
  if (!dice_.one_in(6)) return {};
  made("graphics, or what belongs to a tool");
  return dice_.one_in(2) ? "<graphics><position x=\"1\" y=\"2\"/></graphics>"
                         : "<toolspecific tool=\"x\" version=\"1\"><arc/>text"
                           "</toolspecific>";
}

std::string PnmlWriter::label(const Text& name, const Text& content) {
  const Text text = coloured_ && dice_.one_in(3) ? "<text>shown</text>" : "";
  return "<" + name + ">" + extras() + text +
         (coloured_ ? "<structure>" + content + "</structure>"
                    : "<text> " + content + " </text>") +
         "</" + name + ">";
}

std::string PnmlWriter::name(const Text& id) {
  return "<name>" + extras() + "<text>" + id + "</text></name>";
}

std::string PnmlWriter::marking(std::size_t place) {
  const int count = dice_.below(3);
  if (coloured_) {
    if (count == 0 && !dice_.one_in(4)) return {};
    return label("hlinitialMarking",
                 multiset(place_sorts_[place], false, std::max(count, 1)));
  }
  if (count == 0 && dice_.one_in(2)) return {};
  return label("initialMarking", std::to_string(count));
}

void PnmlWriter::places() {
  const int count = 2 + dice_.below(3);
  for (int i = 0; i < count; ++i) {
    const auto sort = static_cast<std::size_t>(
        coloured_ ? dice_.below(static_cast<int>(sorts_.size())) : 0);
    place_sorts_.push_back(sort);
    PnmlPlace p;
    p.id = "p" + std::to_string(i);
    p.name = p.id;
    p.dimensions = coloured_ ? sorts_[sort].dimensions : 0;
    Text own = "<place id=\"" + p.id + "\">";
    if (dice_.one_in(4)) {
      made("a name that is none of ours");
      p.name = "the_" + p.id;
      own += name("the " + p.id);
    } else if (dice_.one_in(3)) {
      own += name(p.id);
    }
    if (coloured_) own += label("type", used(sort));
    own += marking(static_cast<std::size_t>(i)) + extras();
    nodes_.push_back(own + "</place>\n");
    out_.places.push_back(std::move(p));
  }
  for (const PnmlPlace& p : out_.places) {
    references_.push_back(p.id);
    if (!dice_.one_in(6)) continue;
    made("a reference to a place");
    nodes_.push_back("<referencePlace id=\"r" + p.id + "\" ref=\"" + p.id +
                     "\"/>\n");
    references_.back() = "r" + p.id;
    if (!dice_.one_in(2)) continue;
    made("a reference to a reference");
    nodes_.push_back("<referencePlace id=\"rr" + p.id + "\" ref=\"r" + p.id +
                     "\"/>\n");
    references_.back() = "rr" + p.id;
  }
}

std::string PnmlWriter::inscription(std::size_t sort, int tokens) {
  if (coloured_) return label("hlinscription", multiset(sort, true, tokens));
  if (tokens == 1 && dice_.one_in(2)) return {};
  return label("inscription", std::to_string(tokens));
}

void PnmlWriter::arc(const Text& place, const Text& transition, bool input,
                     const Text& inscription) {
  Text kind;
  if (dice_.one_in(8)) {
    made("an arc that is said to be normal");
    kind = dice_.one_in(2) ? "<type value=\"normal\"/>"
                           : "<type><text>normal</text></type>";
  }
  nodes_.push_back("<arc id=\"a" + std::to_string(arcs_++) + "\" source=\"" +
                   (input ? place : transition) + "\" target=\"" +
                   (input ? transition : place) + "\">" + kind + inscription +
                   extras() + "</arc>\n");
}

void PnmlWriter::transition(std::size_t number) {
  const Text id = "t" + std::to_string(number);
  Text own = "<transition id=\"" + id + "\">";
  if (dice_.one_in(3)) {
    own += name(dice_.one_in(3) ? "the p0" : id);
    made("a name of a transition");
  }
  if (coloured_ && dice_.one_in(3)) {
    made("condition");
    own += label("condition", condition(2));
  }
  nodes_.push_back(own + "</transition>\n");
  Text target = id;
  if (dice_.one_in(8)) {
    made("a reference to a transition");
    nodes_.push_back("<referenceTransition id=\"r" + id + "\" ref=\"" + id +
                     "\"/>\n");
    target = "r" + id;
  }
  const int places = static_cast<int>(out_.places.size());
  int taken = 0;
  std::set<std::size_t> inputs;
  for (int i = 1 + dice_.below(2); i > 0; --i) {
    const auto p = static_cast<std::size_t>(dice_.below(places));
    const int tokens = 1 + dice_.below(2);
    if (!inputs.insert(p).second) made("two arcs from one place");
    arc(dice_.one_in(2) ? references_[p] : out_.places[p].id, target, true,
        inscription(place_sorts_[p], tokens));
    taken += tokens;
  }
  if (dice_.one_in(12)) ++taken;
  while (taken > 0) {
    const auto p = static_cast<std::size_t>(dice_.below(places));
    const int tokens = 1 + dice_.below(std::min(taken, 2));
    if (inputs.contains(p)) made("a place on both sides");
    arc(out_.places[p].id, target, false, inscription(place_sorts_[p], tokens));
    taken -= tokens;
    if (dice_.one_in(5)) break;
  }
}

void PnmlWriter::transitions() {
  const int count = 1 + dice_.below(4);
  for (int i = 0; i < count; ++i) transition(static_cast<std::size_t>(i));
}

// Nodes stand on pages in any order.
std::string PnmlWriter::pages() {
  for (std::size_t i = nodes_.size(); i > 1; --i) {
    std::swap(
        nodes_[i - 1],
        nodes_[static_cast<std::size_t>(dice_.below(static_cast<int>(i)))]);
  }
  Text out = "<page id=\"top\">" + name("The top") + "\n";
  int open = 1;
  for (const Text& node : nodes_) {
    if (dice_.one_in(8)) {
      made("a page in a page");
      out += "<page id=\"page" + std::to_string(open++) + "\">\n" + node +
             "</page>\n";
    } else {
      out += node;
    }
  }
  return out + "</page>\n";
}

PnmlModel PnmlWriter::run() {
  coloured_ = !dice_.one_in(4);
  made(coloured_ ? "symmetric net" : "place/transition net");
  if (coloured_) {
    sorts();
    variables();
  }
  places();
  transitions();
  const Text grammar = "http://www.pnml.org/version-2009/grammar/";
  const Text on_pages = pages();
  out_.text = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<pnml xmlns=\"" +
              grammar + "pnml\">\n<net id=\"n\" type=\"" + grammar +
              (coloured_ ? "symmetricnet" : "ptnet") + "\">\n" +
              declarations() + on_pages + "</net>\n</pnml>\n";
  return std::move(out_);
}

PnmlModel pnml_model(std::uint64_t seed) {
  return PnmlWriter(seed).run();
}

const std::vector<std::string>& pnml_ingredients() {
  static const std::vector<std::string> all{
      "symmetric net",
      "place/transition net",
      "cyclic enumeration",
      "finite enumeration",
      "range",
      "product",
      "a product of products",
      "a dot in a product",
      "a sort with two names",
      "a variable of a product",
      "a variable that is a dot",
      "a constant",
      "a colour for a multiset",
      "a tuple of one part",
      "all",
      "all in a tuple",
      "empty",
      "no token of a colour",
      "sum",
      "scalar product",
      "difference from all",
      "difference of sums",
      "difference of a difference",
      "difference of three",
      "numberof without a number",
      "numberof of two colours",
      "a neighbour in a finite enumeration",
      "difference that may be below zero",
      "successor",
      "predecessor",
      "condition",
      "equality",
      "inequality",
      "lessthan",
      "lessthanorequal",
      "greaterthan",
      "greaterthanorequal",
      "a comparison of tuples",
      "a truth value",
      "and",
      "or",
      "not",
      "imply",
      "two arcs from one place",
      "a place on both sides",
      "an arc that is said to be normal",
      "a reference to a place",
      "a reference to a reference",
      "a reference to a transition",
      "a page in a page",
      "a name that is none of ours",
      "a name of a transition",
      "graphics, or what belongs to a tool",
  };
  return all;
}

}  // namespace vicinal::random_models
