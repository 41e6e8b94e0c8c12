// SPDX-License-Identifier: MIT
// An atom is a greatest part of an expression that no state changes. What needs
// a state, or speaks of bound numbers, is gone into, and its parts are tried; a
// truth value is taken as a whole, nodes and edges as they stand, of arithmetic
// only remainders by a literal. Two atoms are one if they read alike after
// their nodes are numbered. What is no atom does not split types: then a step
// is tried in too few ways, which is for obligations to find.
#include "fixpoint/family/atoms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "network/language/property.hpp"
#include "network/language/questions.hpp"
#include "network/language/traits.hpp"
#include "network/language/walk.hpp"

namespace vicinal::fixpoint::inline family {

using network::Expr;
using network::ExprId;
using network::Model;
using network::Op;
using network::ProcessId;
using network::TypeKind;

namespace {

// What may stand in an index term.
bool is_index_op(Op op) {
  switch (op) {
    case Op::literal:
    case Op::parameter:
    case Op::bound:
    case Op::self:
    case Op::family_node:
    case Op::family_edge:
    case Op::node_index:
    case Op::process_constant:
    case Op::if_then_else:
      return true;
    default:
      return (network::is_arithmetic(op) && op != Op::power) ||
             network::is_comparison(op) || network::is_logical(op);
  }
}

class Collector {
 public:
  explicit Collector(const Model& model) : model_(model) {}

  void expression(ExprId root);
  void initial(ExprId id, ProcessId process);
  void set_process(ProcessId process) { self_ = process; }
  std::vector<Atom> take() { return std::move(atoms_); }

 private:
  bool stateless(ExprId id) const;
  bool nodes_of(ExprId id, Atom& atom) const;
  void add(Atom::Kind kind, ExprId id);

  const Model& model_;
  ProcessId self_;
  std::vector<Atom> atoms_;
  std::set<std::string> known_;
};

bool Collector::stateless(ExprId id) const {
  return network::every(model_, id,
                        [](const Expr& e) { return is_index_op(e.op); });
}

// The nodes that a term speaks of; false if it speaks of bound numbers too.
bool Collector::nodes_of(ExprId id, Atom& atom) const {
  return network::every(model_, id, [&](const Expr& e) {
    if (e.op != Op::bound && e.op != Op::self) return true;
    const network::Type& type = model_[e.type];
    if (type.kind != TypeKind::node) return false;
    const std::uint32_t slot = e.op == Op::self ? self_slot : e.item;
    const ProcessId process = e.op == Op::self ? self_ : type.process;
    if (!process.valid()) return false;
    if (std::find(atom.slots.begin(), atom.slots.end(), slot) ==
        atom.slots.end()) {
      atom.slots.push_back(slot);
      atom.processes.push_back(process);
    }
    return true;
  });
}

void Collector::add(Atom::Kind kind, ExprId id) {
  Atom atom{kind, id, {}, {}};
  if (!nodes_of(id, atom)) return;
  std::vector<std::pair<std::uint32_t, std::string>> names;
  std::string key;
  for (std::size_t i = 0; i < atom.slots.size(); ++i) {
    names.emplace_back(atom.slots[i], fmt::format("${}", i));
    key += fmt::format("{} ", atom.processes[i].value);
  }
  key += TermText(model_, names)(id);
  if (known_.insert(std::move(key)).second) atoms_.push_back(std::move(atom));
}

void Collector::expression(ExprId root) {
  network::walk(model_, root, [&](ExprId id, const Expr& e) {
    if (!stateless(id) || !network::speaks_of_indices(model_, id)) {
      return network::Go::into;
    }
    const TypeKind kind = model_[e.type].kind;
    if (kind == TypeKind::boolean) {
      add(Atom::Kind::truth, id);
      return network::Go::past;
    }
    if (kind == TypeKind::node) {
      add(Atom::Kind::node, id);
    } else if (kind == TypeKind::edge) {
      add(Atom::Kind::edge, id);
    } else if (e.op == Op::modulo &&
               model_[model_.child(e, 1)].op == Op::literal) {
      add(Atom::Kind::value, id);
    }
    return network::Go::into;
  });
}

void Collector::initial(ExprId id, ProcessId process) {
  if (!id.valid() || !stateless(id) || !network::speaks_of_indices(model_, id))
    return;
  self_ = process;
  const bool truth = model_[model_[id].type].kind == TypeKind::boolean;
  add(truth ? Atom::Kind::truth : Atom::Kind::value, id);
}

}  // namespace

std::vector<Atom> atoms(const Model& model) {
  Collector collect(model);
  for (std::uint32_t p = 0; p < model.processes.size(); ++p) {
    const network::Process& process = model.processes[p];
    for (const auto& v : process.variables) {
      collect.initial(v.initial, ProcessId(p));
    }
    collect.set_process(ProcessId(p));
    for (const auto& a : process.actions) {
      network::any_expression(model, a, [&](ExprId e, network::Role) {
        collect.expression(e);
        return false;
      });
    }
  }
  collect.set_process({});
  for (const auto& rule : model.rules) {
    network::any_expression(model, rule, [&](ExprId e, network::Role) {
      collect.expression(e);
      return false;
    });
  }
  for (const ExprId init : model.inits) collect.expression(init);
  for (const auto& p : model.properties) {
    if (!network::is_temporal(p)) collect.expression(p.formula);
  }
  return collect.take();
}

namespace {

std::string literal_text(const Model& model, const Expr& e) {
  const network::Type& type = model[e.type];
  if (type.kind == TypeKind::boolean) return e.value != 0 ? "true" : "false";
  if (type.kind == TypeKind::reference) return "none";
  if (type.kind == TypeKind::enumeration) {
    return model.enums[type.enumeration.index()]
        .constants[static_cast<std::size_t>(e.value)];
  }
  return e.value < 0 ? fmt::format("({})", e.value) : std::to_string(e.value);
}

// Of what is written as a call; null: it is not.
const char* function_name(Op op) {
  switch (op) {
    case Op::node_index:
      return "index";
    case Op::minimum:
      return "min";
    case Op::maximum:
      return "max";
    case Op::absolute:
      return "abs";
    default:
      return nullptr;
  }
}

// Of what is written between its operands; null: it is not.
const char* infix_sign(Op op) {
  switch (op) {
    case Op::add:
      return "+";
    case Op::subtract:
      return "-";
    case Op::multiply:
      return "*";
    case Op::divide:
      return "/";
    case Op::modulo:
      return "%";
    case Op::equal:
      return "==";
    case Op::not_equal:
      return "!=";
    case Op::less:
      return "<";
    case Op::less_equal:
      return "<=";
    case Op::greater:
      return ">";
    case Op::greater_equal:
      return ">=";
    case Op::logical_and:
      return "&&";
    case Op::logical_or:
      return "||";
    case Op::implies:
      return "=>";
    case Op::iff:
      return "<=>";
    default:
      return nullptr;
  }
}

}  // namespace

std::string TermText::name(std::uint32_t slot) const {
  for (const auto& [s, text] : names_) {
    if (s == slot) return text;
  }
  return "?";
}

std::string TermText::infix(const Expr& e, const char* op) const {
  std::string out = "(";
  for (std::uint32_t c = e.children.begin; c < e.children.end; ++c) {
    if (c > e.children.begin) out += fmt::format(" {} ", op);
    out += (*this)(model_.expr_children[c]);
  }
  return out + ")";
}

std::string TermText::call(const Expr& e, const char* function) const {
  std::string out = std::string(function) + "(";
  for (std::uint32_t c = e.children.begin; c < e.children.end; ++c) {
    if (c > e.children.begin) out += ", ";
    out += (*this)(model_.expr_children[c]);
  }
  return out + ")";
}

std::string TermText::member(const std::string& family, const Expr& e) const {
  std::string out = family;
  for (std::uint32_t c = e.children.begin; c < e.children.end; ++c) {
    out += "[" + (*this)(model_.expr_children[c]) + "]";
  }
  return out;
}

std::string TermText::operator()(ExprId id) const {
  const Expr& e = model_[id];
  switch (e.op) {
    case Op::literal:
      return literal_text(model_, e);
    case Op::parameter:
      return model_.parameters[e.item].name;
    case Op::bound:
      return name(e.item);
    case Op::self:
      return name(self_slot);
    case Op::family_node:
      return member(model_.node_families[e.item].name, e);
    case Op::family_edge:
      return member(model_.edge_families[e.item].name, e);
    case Op::process_constant: {
      const ExprId node = model_.child(e, 0);
      const network::Type& type = model_[model_[node].type];
      return (*this)(node) + "." + model_[type.process].constants[e.item].name;
    }
    case Op::negate:
      return "(-" + (*this)(model_.child(e, 0)) + ")";
    case Op::logical_not:
      return "!" + (*this)(model_.child(e, 0));
    case Op::if_then_else:
      return fmt::format("(if {} then {} else {})", (*this)(model_.child(e, 0)),
                         (*this)(model_.child(e, 1)),
                         (*this)(model_.child(e, 2)));
    default:
      break;
  }
  if (const char* function = function_name(e.op)) return call(e, function);
  if (const char* sign = infix_sign(e.op)) return infix(e, sign);
  return "?";
}

}  // namespace vicinal::fixpoint::inline family
