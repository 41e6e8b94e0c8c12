// SPDX-License-Identifier: MIT
// Rules are counted under names made of an operator, a position and kinds of
// types; the list of all names stands here by hand, so that what the checker
// accepts and nobody writes shows as a name with no count.
#include "rules.hpp"

#include <utility>

#include "network/language/type_flow.hpp"

namespace vicinal::selfcheck {

using namespace network;
using ast::StmtKind;

namespace {

using Names = std::vector<std::string>;

template <class Key>
using Table = std::vector<std::pair<Key, const char*>>;

template <class Key>
const char* name_in(const Table<Key>& table, Key key) {
  for (const auto& [k, name] : table) {
    if (k == key) return name;
  }
  return nullptr;
}

const Table<TypeKind> kinds = {{TypeKind::boolean, "bool"},
                               {TypeKind::integer, "int"},
                               {TypeKind::range, "range"},
                               {TypeKind::enumeration, "enum"},
                               {TypeKind::structure, "struct"},
                               {TypeKind::array, "array"},
                               {TypeKind::node_array, "node array"},
                               {TypeKind::reference, "reference"},
                               {TypeKind::queue, "queue"},
                               {TypeKind::node, "node"},
                               {TypeKind::edge, "edge"}};

// Each operator whose operands have one kind anyway.
const Table<Op> plain = {{Op::self, "self"},
                         {Op::parameter, "parameter"},
                         {Op::dereference, "dereference"},
                         {Op::node_index, "index"},
                         {Op::same, "same"},
                         {Op::adjacent, "adjacent"},
                         {Op::enabled, "enabled"},
                         {Op::port_edge, "port"},
                         {Op::length, "len"},
                         {Op::full, "full"},
                         {Op::empty, "empty"},
                         {Op::negate, "negate"},
                         {Op::add, "add"},
                         {Op::subtract, "subtract"},
                         {Op::multiply, "multiply"},
                         {Op::divide, "divide"},
                         {Op::modulo, "modulo"},
                         {Op::minimum, "min"},
                         {Op::maximum, "max"},
                         {Op::absolute, "abs"},
                         {Op::power, "pow"},
                         {Op::less, "less"},
                         {Op::less_equal, "less or equal"},
                         {Op::greater, "greater"},
                         {Op::greater_equal, "greater or equal"},
                         {Op::logical_not, "not"},
                         {Op::logical_and, "and"},
                         {Op::logical_or, "or"},
                         {Op::implies, "implies"},
                         {Op::iff, "iff"}};

// Those that take, or give, a value of many kinds.
const Table<Op> of_a_kind = {{Op::equal, "equal"},
                             {Op::not_equal, "not equal"},
                             {Op::if_then_else, "if"},
                             {Op::head, "head"},
                             {Op::variable, "variable"},
                             {Op::edge_value, "edge"},
                             {Op::shared, "shared"},
                             {Op::process_constant, "constant"},
                             {Op::to_reference, "to reference"}};

const Table<Op> quantifiers = {
    {Op::forall, "forall"}, {Op::exists, "exists"},    {Op::exactly, "exactly"},
    {Op::atmost, "atmost"}, {Op::count, "count"},      {Op::sum, "sum"},
    {Op::least, "least"},   {Op::greatest, "greatest"}};

const Table<DomainKind> domains = {
    {DomainKind::node_family, "family"}, {DomainKind::process, "process"},
    {DomainKind::edge_family, "edges"},  {DomainKind::port_set, "port set"},
    {DomainKind::range, "range"},        {DomainKind::enumeration, "enum"}};

class Counting {
 public:
  Counting(const Model& model, std::map<std::string, int>& out)
      : m_(model), out_(out) {}

  void run() {
    for (const Expr& e : m_.exprs) expression(e);
    for (const Stmt& s : m_.stmts) statement(s);
    for (const Process& p : m_.processes) process(p);
    for (const Action& r : m_.rules) action(r, "rule");
    for (const SharedVariable& s : m_.shared) {
      add("shared " + kind(s.type) + (s.dimensions.empty() ? "" : ", indexed") +
          (s.initial.valid() ? "" : ", free"));
    }
    for (const EdgeFamily& f : m_.edge_families) {
      add("edge of " + kind(f.type) + (f.initial.valid() ? "" : ", free"));
      if (!f.color.empty()) add("edge with a color");
      add("edges of " + std::to_string(f.dimensions.size()) + " dimensions");
    }
    for (const NodeFamily& f : m_.node_families) {
      add("nodes of " + std::to_string(f.dimensions.size()) + " dimensions");
    }
    for (const Connection& c : m_.connections) {
      add(c.kind == ast::ItemKind::connect ? "connect"
          : c.kind == ast::ItemKind::loop  ? "connect in a loop"
                                           : "connect under a condition");
    }
    for (const Property& p : m_.properties) {
      if (p.kind == ast::PropertyKind::invariant) add("invariant");
      if (p.kind == ast::PropertyKind::assertion) add("assert");
    }
    if (!m_.inits.empty()) add("init");
    if (m_.network_kind == ast::NetworkKind::any) add("network any");
  }

 private:
  void add(const std::string& rule) { ++out_[rule]; }
  const Type& type(ExprId e) const { return m_[m_[e].type]; }
  std::string kind(TypeId t) const {
    const char* name = name_in(kinds, m_[t].kind);
    return name == nullptr ? "?" : name;
  }
  std::string kind(ExprId e) const { return kind(m_[e].type); }

  void expression(const Expr& e) {
    if (const char* name = name_in(plain, e.op)) add(name);
    if (const char* name = name_in(of_a_kind, e.op)) {
      const bool compares = e.op == Op::equal || e.op == Op::not_equal;
      add(std::string(name) + ": " +
          (compares ? pair(m_.child(e, 0), m_.child(e, 1)) : kind(e.type)));
    }
    if (const char* name = name_in(quantifiers, e.op)) {
      for (std::uint32_t b = e.binders.begin; b < e.binders.end; ++b) {
        add(std::string(name) + " in " +
            name_in(domains, m_.binders[b].domain));
      }
      if (e.binders.size() > 1) add(std::string(name) + " of several");
    }
    switch (e.op) {
      case Op::family_node:
        add("node of " + std::to_string(e.children.size()) + " indices");
        break;
      case Op::family_edge:
        add("edge of " + std::to_string(e.children.size()) + " indices");
        break;
      case Op::field:
        add("field: " + kind(e.type) + built(m_.child(e, 0)));
        break;
      case Op::element:
        add("element of " + kind(m_.child(e, 0)) + ": " + kind(e.type) +
            built(m_.child(e, 0)));
        break;
      case Op::make_structure:
      case Op::make_array:
        for (std::uint32_t i = 0; i < e.children.size(); ++i) {
          add(std::string(e.op == Op::make_array ? "array" : "struct") +
              " written with " + kind(m_.child(e, i)));
        }
        break;
      default:
        break;
    }
  }
  // Numbers are of one kind here; two kinds in the order of their names.
  std::string pair(ExprId a, ExprId b) const {
    if (type(a).numeric() && type(b).numeric()) return "numbers";
    const std::string x = kind(a);
    const std::string y = kind(b);
    if (x == "reference" && !type(a).family.valid()) return "reference, none";
    if (y == "reference" && !type(b).family.valid()) return "reference, none";
    if (x != y) return "?";
    const bool alike = m_[a].type == m_[b].type;
    return alike || x == "node" || x == "reference" ? x : x + "s of two types";
  }
  // Whether it is no place of the state.
  std::string built(ExprId e) const {
    return stored(m_, e) ? "" : ", of a value";
  }

  void statement(const Stmt& s) {
    switch (s.kind) {
      case StmtKind::assign:
        if (s.targets.size() > 1) add("simultaneous assignment");
        for (std::uint32_t i = 0; i < s.targets.size(); ++i) {
          assignment("assign ", m_.expr_children[s.targets.begin + i],
                     m_.expr_children[s.values.begin + i]);
        }
        break;
      case StmtKind::branch:
        add(s.otherwise.empty() ? "if without else" : "if with else");
        break;
      case StmtKind::loop:
        add(std::string("for in ") +
            name_in(domains, m_.binders[s.binders.begin].domain));
        break;
      case StmtKind::repeat:
        add("while");
        break;
      case StmtKind::push: {
        const ExprId queue = m_.expr_children[s.targets.begin];
        root(queue, "push to ");
        flow_of("push ", type(queue).element, m_.expr_children[s.values.begin]);
        break;
      }
      case StmtKind::pop:
        root(m_.expr_children[s.targets.begin], "pop from ");
        break;
      case StmtKind::skip:
        add("skip");
        break;
      case StmtKind::error:
        break;
    }
  }
  void assignment(const std::string& what, ExprId target, ExprId value) {
    root(target, what + "to ");
    flow_of(what, m_[target].type, value);
  }
  void flow_of(const std::string& what, TypeId target, ExprId value) {
    const bool same =
        network::flow(m_, m_[value].type, target) == network::Flow::same;
    add(what + kind(target) + (same ? ": as it is" : ": checked"));
  }
  void root(ExprId e, const std::string& what) {
    std::string part;
    while (m_[e].op == Op::field || m_[e].op == Op::element) {
      part = m_[e].op == Op::field ? "field of " : "element of ";
      e = m_.child(m_[e], 0);
    }
    if (!part.empty()) add(what + "a part: " + part.substr(0, part.find(' ')));
    const char* name = name_in(of_a_kind, m_[e].op);
    add(what + (name == nullptr ? "?" : name));
  }

  void process(const Process& p) {
    for (const Port& port : p.ports) {
      static const char* const directions[] = {"in", "out", "inout"};
      add(std::string(port.set ? "port set, " : "port, ") +
          directions[static_cast<int>(port.direction)]);
      add("port of " + kind(port.type));
    }
    for (const Variable& v : p.variables) {
      add("variable of " + kind(v.type) + (v.initial.valid() ? "" : ", free"));
    }
    for (const FieldType& c : p.constants) {
      add("constant of " + kind(c.type));
    }
    for (const Action& a : p.actions) action(a, "action");
  }
  void action(const Action& a, const std::string& what) {
    add(what);
    if (a.priority.valid()) add(what + " with priority");
    if (a.global_guard) add("global guard");
    if (a.global_priority) add("global priority");
    if (a.global_body) add("global body");
    for (std::uint32_t b = a.binders.begin; b < a.binders.end; ++b) {
      add(what + " for " + name_in(domains, m_.binders[b].domain));
    }
  }

  const Model& m_;
  std::map<std::string, int>& out_;
};

void each(Names& out, const std::string& before, const Names& words,
          const std::string& after = "") {
  for (const std::string& word : words) out.push_back(before + word + after);
}

template <class Key>
Names names_of(const Table<Key>& table) {
  Names out;
  for (const auto& [key, name] : table) out.emplace_back(name);
  return out;
}

}  // namespace

void count_rules(const Model& model, std::map<std::string, int>& out) {
  Counting(model, out).run();
}

std::vector<std::string> all_rules() {
  const Names stored_kinds = {"bool",  "range",      "enum",      "struct",
                              "array", "node array", "reference", "queue"};
  const Names ports = {"bool",  "range",     "enum", "struct",
                       "array", "reference", "queue"};
  const Names in_queues = {"bool",   "range", "enum",
                           "struct", "array", "reference"};
  Names out = names_of(plain);
  for (const char* name : {"equal: ", "not equal: "}) {
    each(out, name,
         {"bool", "numbers", "enum", "struct", "array", "arrays of two types",
          "node array", "node arrays of two types", "reference",
          "reference, none", "queue", "node"});
  }
  each(out, "if: ",
       {"bool", "int", "range", "enum", "struct", "array", "node array",
        "reference", "queue", "node"});
  each(out, "head: ", in_queues);
  each(out, "variable: ", stored_kinds);
  each(out, "edge: ", ports);
  each(out, "shared: ", stored_kinds);
  each(out, "constant: ", {"bool", "range", "enum"});
  out.emplace_back("to reference: reference");
  for (const std::string& q : names_of(quantifiers)) {
    each(out, q + " in ", names_of(domains));
  }
  each(out, "", {"forall", "exists", "count"}, " of several");
  each(out, "node of ", {"0", "1", "2"}, " indices");
  each(out, "edge of ", {"0", "1", "2"}, " indices");
  each(out, "field: ", ports);
  each(out, "field: ", {"node array"});
  each(out, "field: ", {"range"}, ", of a value");
  each(out, "element of array: ", ports);
  each(out, "element of array: ", {"int", "range", "array"}, ", of a value");
  each(out, "element of node array: ", {"bool", "range"});
  each(out, "element of queue: ", in_queues);
  each(out, "array written with ",
       {"bool", "int", "range", "enum", "struct", "array", "reference", "queue",
        "node"});
  each(out, "struct written with ",
       {"bool", "int", "range", "enum", "struct", "array", "reference"});
  each(out, "assign ", stored_kinds, ": as it is");
  each(out, "assign ", {"range", "array", "node array"}, ": checked");
  each(out, "push ", in_queues, ": as it is");
  each(out, "push ", {"range", "array"}, ": checked");
  for (const char* what : {"assign to ", "push to ", "pop from "}) {
    each(out, what,
         {"variable", "edge", "shared", "a part: field", "a part: element"});
  }
  each(out, "for in ", names_of(domains));
  each(out, "",
       {"simultaneous assignment", "if without else", "if with else", "while",
        "skip", "action", "action with priority", "rule", "rule with priority",
        "init", "invariant", "assert", "network any", "connect",
        "connect in a loop", "connect under a condition", "edge with a color"});
  each(out, "global ", {"guard", "priority", "body"});
  each(out, "action for ", {"family", "process", "port set", "range", "enum"});
  each(out, "rule for ", {"family", "process", "edges", "range", "enum"});
  each(out, "port, ", {"in", "out", "inout"});
  each(out, "port set, ", {"in", "out", "inout"});
  each(out, "port of ", ports);
  each(out, "edge of ", ports, ", free");
  each(out, "variable of ", stored_kinds, ", free");
  each(out, "shared ", stored_kinds, ", free");
  for (const char* what : {"edge of ", "variable of ", "shared "}) {
    each(out, what, {"bool", "range", "enum", "struct", "array", "reference"});
  }
  each(out, "", {"variable of int", "variable: int", "assign int: as it is"});
  each(out, "constant of ", {"bool", "range", "enum"});
  each(out, "shared ", {"bool", "range"}, ", indexed");
  each(out, "nodes of ", {"0", "1", "2"}, " dimensions");
  each(out, "edges of ", {"0", "1", "2"}, " dimensions");
  return out;
}

}  // namespace vicinal::selfcheck
