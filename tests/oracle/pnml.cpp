// SPDX-License-Identifier: MIT
// A colour is its text: "a", "3", "(a,3)", and "." for a dot. A multiset says
// how often each text is in it, a marking has a multiset for each place.
#include "tests/oracle/pnml.hpp"

#include <deque>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "tests/oracle/pnml_tree.hpp"

namespace vicinal::pnml_oracle {
namespace {

using oracle::PnmlMarking;
using oracle::PnmlStates;
using Number = std::int64_t;
using Colours = std::vector<std::string>;
using Multiset = std::map<std::string, Number>;
using Marking = std::map<std::string, Multiset>;
using Binding = std::map<std::string, std::string>;

struct Step {
  std::string transition;
  Marking taken, put;
};

struct Undefined {};

class NetEvaluator {
 public:
  explicit NetEvaluator(const Node& net) { collect(net); }

  std::optional<PnmlStates> explore(std::size_t limit);

 private:
  void collect(const Node& node);
  std::string place_or_transition(std::string id) const;
  Colours values(const Node& sort) const;
  std::string colour(const Node& term, const Binding& binding) const;
  Multiset multiset(const Node& term, const Binding& binding) const;
  Multiset product(const Node& tuple, const Binding& binding) const;
  bool holds(const Node& term, const Binding& binding) const;
  bool less(const std::string& a, const std::string& b) const;
  Multiset moved(const Node& arc, const Binding& binding) const;
  Marking start() const;
  std::vector<Binding> bindings(const Node& transition) const;
  std::vector<Step> steps() const;
  void variables(const Node& node, std::set<std::string>& out) const;

  std::vector<const Node*> places_, transitions_, arcs_;
  std::map<std::string, const Node*> sorts_, variables_;
  std::map<std::string, std::string> references_;
  std::map<std::string, Number> position_;
  std::map<std::string, std::string> next_, previous_;
};

void NetEvaluator::collect(const Node& node) {
  for (const auto& c : node.children) {
    if (c->name == "toolspecific" || c->name == "graphics") continue;
    if (c->name == "place") places_.push_back(c.get());
    if (c->name == "transition") transitions_.push_back(c.get());
    if (c->name == "arc") arcs_.push_back(c.get());
    if (c->name == "namedsort") sorts_[c->at("id")] = &c->only();
    if (c->name == "variabledecl") variables_[c->at("id")] = &c->only();
    if (c->name == "referencePlace" || c->name == "referenceTransition") {
      references_[c->at("id")] = c->at("ref");
    }
    if (c->name == "cyclicenumeration" || c->name == "finiteenumeration") {
      for (std::size_t i = 0; i < c->children.size(); ++i) {
        const std::string& own = c->children[i]->at("id");
        const std::string& after =
            c->children[(i + 1) % c->children.size()]->at("id");
        position_[own] = static_cast<Number>(i);
        next_[own] = after;
        previous_[after] = own;
      }
    }
    collect(*c);
  }
}

std::string NetEvaluator::place_or_transition(std::string id) const {
  while (references_.contains(id)) id = references_.at(id);
  return id;
}

Colours NetEvaluator::values(const Node& sort) const {
  if (sort.name == "usersort")
    return values(*sorts_.at(sort.at("declaration")));
  if (sort.name == "dot") return {"."};
  Colours out;
  if (sort.name == "finiteintrange") {
    for (Number i = std::stoll(sort.at("start"));
         i <= std::stoll(sort.at("end")); ++i) {
      out.push_back(std::to_string(i));
    }
  } else if (sort.name == "productsort") {
    out = {""};
    for (const auto& part : sort.children) {
      Colours longer;
      for (const std::string& begin : out) {
        for (const std::string& v : values(*part)) {
          longer.push_back(begin + (begin.empty() ? "(" : ",") + v);
        }
      }
      out = longer;
    }
    for (std::string& v : out) v += ")";
  } else {
    for (const auto& c : sort.children) out.push_back(c->at("id"));
  }
  return out;
}

std::string NetEvaluator::colour(const Node& term,
                                 const Binding& binding) const {
  const Multiset one = multiset(term, binding);
  return one.begin()->first;
}

Multiset NetEvaluator::product(const Node& tuple,
                               const Binding& binding) const {
  Multiset out{{"", 1}};
  for (const auto& part : tuple.children) {
    Multiset longer;
    for (const auto& [begin, count] : out) {
      for (const auto& [v, times] : multiset(part->only(), binding)) {
        longer[begin + (begin.empty() ? "(" : ",") + v] += count * times;
      }
    }
    out = longer;
  }
  Multiset closed;
  for (const auto& [v, count] : out) closed[v + ")"] = count;
  return closed;
}

// Of counts that are not zero.
Multiset NetEvaluator::multiset(const Node& term,
                                const Binding& binding) const {
  const std::string& is = term.name;
  if (is == "variable") return {{binding.at(term.at("refvariable")), 1}};
  if (is == "useroperator") return {{term.at("declaration"), 1}};
  if (is == "dotconstant") return {{".", 1}};
  if (is == "finiteintrangeconstant") {
    return {{std::to_string(std::stoll(term.at("value"))), 1}};
  }
  if (is == "successor") return {{next_.at(colour(term.part(0), binding)), 1}};
  if (is == "predecessor") {
    return {{previous_.at(colour(term.part(0), binding)), 1}};
  }
  if (is == "tuple") return product(term, binding);
  Multiset out;
  if (is == "all") {
    for (const std::string& v : values(term.only())) out[v] = 1;
  } else if (is == "numberof" || is == "scalarproduct") {
    const bool alone = term.children.size() == 1;
    const Number times = alone ? 1 : std::stoll(term.part(0).at("value"));
    for (std::size_t i = alone ? 0 : 1; i < term.children.size(); ++i) {
      for (const auto& [v, count] : multiset(term.part(i), binding)) {
        out[v] += times * count;
      }
    }
  } else if (is == "add") {
    for (std::size_t i = 0; i < term.children.size(); ++i) {
      for (const auto& [v, count] : multiset(term.part(i), binding)) {
        out[v] += count;
      }
    }
  } else if (is == "subtract") {
    out = multiset(term.part(0), binding);
    for (std::size_t i = 1; i < term.children.size(); ++i) {
      for (const auto& [v, count] : multiset(term.part(i), binding)) {
        out[v] -= count;
        if (out[v] < 0) throw Undefined();
      }
    }
  }
  std::erase_if(out, [](const auto& c) { return c.second == 0; });
  return out;
}

bool NetEvaluator::less(const std::string& a, const std::string& b) const {
  if (position_.contains(a)) return position_.at(a) < position_.at(b);
  return std::stoll(a) < std::stoll(b);
}

bool NetEvaluator::holds(const Node& term, const Binding& binding) const {
  const std::string& is = term.name;
  if (is == "booleanconstant") {
    return term.at("value") == "true" || term.at("value") == "1";
  }
  if (is == "not") return !holds(term.part(0), binding);
  if (is == "imply") {
    return !holds(term.part(0), binding) || holds(term.part(1), binding);
  }
  if (is == "and" || is == "or") {
    bool all = true;
    bool some = false;
    for (std::size_t i = 0; i < term.children.size(); ++i) {
      const bool one = holds(term.part(i), binding);
      all = all && one;
      some = some || one;
    }
    return is == "and" ? all : some;
  }
  const std::string a = colour(term.part(0), binding);
  const std::string b = colour(term.part(1), binding);
  if (is == "equality") return a == b;
  if (is == "inequality") return a != b;
  if (is == "lessthan") return less(a, b);
  if (is == "greaterthan") return less(b, a);
  if (is == "lessthanorequal") return a == b || less(a, b);
  return a == b || less(b, a);
}

Multiset NetEvaluator::moved(const Node& arc, const Binding& binding) const {
  if (const Node* term = arc.child("hlinscription")) {
    return multiset(term->child("structure")->only(), binding);
  }
  const Node* number = arc.child("inscription");
  return {
      {".", number == nullptr ? 1 : std::stoll(number->child("text")->text)}};
}

Marking NetEvaluator::start() const {
  Marking out;
  for (const Node* p : places_) {
    Multiset& own = out[p->at("id")];
    if (const Node* term = p->child("hlinitialMarking")) {
      own = multiset(term->child("structure")->only(), {});
    } else if (const Node* number = p->child("initialMarking")) {
      const Number count = std::stoll(number->child("text")->text);
      if (count > 0) own["."] = count;
    }
  }
  return out;
}

void NetEvaluator::variables(const Node& node,
                             std::set<std::string>& out) const {
  if (node.name == "variable") out.insert(node.at("refvariable"));
  for (const auto& c : node.children) variables(*c, out);
}

// Of the variables at the transition and its arcs, where its condition holds.
std::vector<Binding> NetEvaluator::bindings(const Node& transition) const {
  std::set<std::string> names;
  variables(transition, names);
  for (const Node* arc : arcs_) {
    for (const char* end : {"source", "target"}) {
      if (place_or_transition(arc->at(end)) == transition.at("id")) {
        variables(*arc, names);
      }
    }
  }
  std::vector<Binding> all{{}};
  for (const std::string& name : names) {
    std::vector<Binding> longer;
    for (Binding b : all) {
      for (const std::string& v : values(*variables_.at(name))) {
        b[name] = v;
        longer.push_back(b);
      }
    }
    all = longer;
  }
  const Node* condition = transition.child("condition");
  if (condition == nullptr) return all;
  std::erase_if(all, [&](const Binding& b) {
    return !holds(condition->child("structure")->only(), b);
  });
  return all;
}

// What each binding takes and puts, place by place.
std::vector<Step> NetEvaluator::steps() const {
  std::vector<Step> out;
  for (const Node* t : transitions_) {
    for (const Binding& b : bindings(*t)) {
      auto& [transition, taken, put] = out.emplace_back();
      transition = t->at("id");
      for (const Node* arc : arcs_) {
        const std::string from = place_or_transition(arc->at("source"));
        const std::string to = place_or_transition(arc->at("target"));
        if (from != t->at("id") && to != t->at("id")) continue;
        Multiset& own = to == t->at("id") ? taken[from] : put[to];
        for (const auto& [v, count] : moved(*arc, b)) own[v] += count;
      }
    }
  }
  return out;
}

// None where it is not enabled.
std::optional<Marking> after(Marking marking, const Step& step) {
  for (const auto& [place, own] : step.taken) {
    for (const auto& [v, count] : own) {
      marking[place][v] -= count;
      if (marking[place][v] < 0) return {};
    }
  }
  for (const auto& [place, own] : step.put) {
    for (const auto& [v, count] : own) marking[place][v] += count;
  }
  for (auto& [place, own] : marking) {
    std::erase_if(own, [](const auto& c) { return c.second == 0; });
  }
  return marking;
}

std::optional<PnmlStates> NetEvaluator::explore(std::size_t limit) {
  PnmlStates out;
  std::vector<Step> steps;
  Marking first;
  try {
    first = start();
    steps = this->steps();
  } catch (const Undefined&) {
    out.undefined = true;
    return out;
  }
  std::map<Marking, std::size_t> seen{{first, 0}};  // in this order
  std::deque<Marking> open{first};
  while (!open.empty()) {
    if (seen.size() > limit) return {};
    const Marking now = open.front();
    open.pop_front();
    for (const auto& [place, own] : now) {
      out.most[place] = std::max(out.most[place], Number{0});
      for (const auto& [v, count] : own) {
        out.most[place] = std::max(out.most[place], count);
      }
    }
    bool stuck = true;
    PnmlMarking& written = out.markings.emplace_back();
    for (const auto& [place, own] : now) {
      for (const auto& [v, count] : own) written.tokens[place] += count;
    }
    for (const Step& step : steps) {
      const auto next = after(now, step);
      if (!next) continue;
      stuck = false;
      ++out.transitions;
      const auto [at, added] = seen.emplace(*next, seen.size());
      if (added) open.push_back(*next);
      written.next.insert(at->second);
      written.fireable.insert(step.transition);
    }
    out.deadlocks += stuck ? 1 : 0;
  }
  out.states = seen.size();
  return out;
}

}  // namespace
}  // namespace vicinal::pnml_oracle

namespace vicinal::oracle {

std::optional<PnmlStates> explore_pnml(const network::Source& source,
                                       std::size_t limit) {
  network::Diagnostics diagnostics(&source);
  pnml_oracle::Reader reader(source, diagnostics);
  if (!reader.run()) return {};
  return pnml_oracle::NetEvaluator(reader.top).explore(limit);
}

}  // namespace vicinal::oracle
