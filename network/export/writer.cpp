// SPDX-License-Identifier: MIT
// Every operand that is not a name or a constant stands in parentheses: the
// precedences of the languages differ.
#include "network/export/writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace vicinal::exported {

std::string TermWriter::constant(const flat::Term& t) const {
  if (t.truth) return t.value != 0 ? "true" : "false";
  if (t.enumeration.valid()) {
    const auto& names = names_.constants[t.enumeration.index()];
    const auto i = static_cast<std::size_t>(t.value);
    if (i < names.size()) return names[i];
  }
  return t.value < 0 ? fmt::format("({})", t.value) : std::to_string(t.value);
}

std::string TermWriter::value(std::uint32_t slot, network::Scalar value) const {
  const flat::Slot& s = g_.slots[slot];
  flat::Term t;
  t.truth = s.truth;
  t.enumeration = s.enumeration;
  t.value = value;
  return constant(t);
}

std::string TermWriter::list(const flat::Term& t, const char* separator) const {
  std::string text;
  for (std::size_t i = 0; i < t.children.size(); ++i) {
    if (i > 0) text += separator;
    text += write(g_.terms.child(t, i), true);
  }
  return text;
}

std::string TermWriter::negated(const flat::Term& t) const {
  const flat::TermId child = g_.terms.child(t, 0);
  const flat::Term& inner = g_.terms[child];
  if (inner.op == flat::TermOp::equal) return list(inner, " != ");
  if (inner.op == flat::TermOp::less) return list(inner, " >= ");
  return "!" + write(child, true);
}

std::string TermWriter::write(flat::TermId id, bool inside) const {
  const flat::Term& t = g_.terms[id];
  std::string text;
  switch (t.op) {
    case flat::TermOp::constant:
      return constant(t);
    case flat::TermOp::slot:
      return names_.slots[static_cast<std::size_t>(t.value)];
    case flat::TermOp::temporary:
      return fmt::format("{}_{}", t.truth ? "flag" : "tmp", t.value);
    case flat::TermOp::add:
      text = list(t, " + ");
      break;
    case flat::TermOp::subtract:
      text = list(t, " - ");
      break;
    case flat::TermOp::multiply:
      text = list(t, " * ");
      break;
    case flat::TermOp::quotient:
      text = list(t, " / ");
      break;
    case flat::TermOp::remainder:
      text = list(t, " % ");
      break;
    case flat::TermOp::less:
      text = list(t, " < ");
      break;
    case flat::TermOp::equal:
      text = list(t, syntax_.equal);
      break;
    case flat::TermOp::logical_not:
      text = negated(t);
      break;
    case flat::TermOp::logical_and:
      text = list(t, syntax_.both);
      break;
    case flat::TermOp::logical_or:
      text = list(t, syntax_.either);
      break;
    case flat::TermOp::choose:
      return fmt::format("({}{}{} : {})", write(g_.terms.child(t, 0), true),
                         syntax_.then, write(g_.terms.child(t, 1), true),
                         write(g_.terms.child(t, 2), true));
  }
  return inside ? "(" + text + ")" : text;
}

namespace {

class Readers {
 public:
  explicit Readers(const flat::Guarded& g) : g_(g), slots_(g.slots.size()) {}

  void visit(flat::TermId id) {
    if (!id.valid() || !seen_.insert(id).second) return;
    const flat::Term& t = g_.terms[id];
    if (t.op == flat::TermOp::slot)
      slots_[static_cast<std::size_t>(t.value)] = true;
    for (std::size_t i = 0; i < t.children.size(); ++i) {
      visit(g_.terms.child(t, i));
    }
  }
  void visit(const std::vector<flat::Command>& commands) {
    for (const flat::Command& c : commands) {
      visit(c.value);
      visit(c.condition);
      visit(c.body);
      visit(c.otherwise);
    }
  }
  const std::vector<bool>& slots() const { return slots_; }

 private:
  const flat::Guarded& g_;
  std::set<flat::TermId> seen_;
  std::vector<bool> slots_;
};

}  // namespace

std::vector<bool> slots_read(const flat::Guarded& g) {
  Readers readers(g);
  readers.visit(g.initial);
  for (const flat::Step& s : g.steps) {
    readers.visit(s.guard);
    readers.visit(s.body);
  }
  return readers.slots();
}

std::vector<flat::TermId> temporaries(
    const flat::Guarded& g, const std::vector<flat::Command>& commands) {
  std::vector<flat::TermId> all;
  const auto add = [&](flat::TermId t) {
    const auto same = [&](flat::TermId u) {
      return g.terms[u].value == g.terms[t].value &&
             g.terms[u].truth == g.terms[t].truth;
    };
    if (std::none_of(all.begin(), all.end(), same)) all.push_back(t);
  };
  for (const flat::Command& c : commands) {
    if (c.kind == flat::Command::Kind::remember) add(c.temporary);
    for (const flat::TermId t : temporaries(g, c.body)) add(t);
    for (const flat::TermId t : temporaries(g, c.otherwise)) add(t);
  }
  return all;
}

}  // namespace vicinal::exported
