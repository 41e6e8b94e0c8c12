// SPDX-License-Identifier: MIT
// The checker looks names up; while somebody asks for names, it notes what it
// found. A definition is looked through once for each use, so words come more
// than once; one that is never used is looked through at the end, with
// parameters of which nothing is known.
#include "network/language/checker/name_uses.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "network/language/checker/checker_impl.hpp"

namespace vicinal::network::inline language {

void Checker::used(const ast::Word& word, Span declaration) {
  // 'of j in s' binds the word by which it names the node.
  if (names_ == nullptr || word.text.empty() || word.span == declaration) {
    return;
  }
  names_->uses.push_back({word.span, declaration});
}

const Symbol* Checker::named(const ast::Word& word) {
  const Symbol* symbol = find(word.text);
  if (symbol != nullptr) used(word, symbol->span);
  return symbol;
}

// The first one of a name counts, as in own_name: constants, then variables,
// then ports.
void Checker::used_member(const ast::Word& word, ProcessId process) {
  if (names_ == nullptr || process.index() >= t_.processes.size()) return;
  std::map<std::string, Span>& places = member_places_[process];
  if (places.empty()) {
    const ast::Process& p = t_.processes[process.index()];
    for (const ast::Field& x : p.constants) {
      places.emplace(x.name.text, x.name.span);
    }
    for (const ast::Var& x : p.variables) {
      places.emplace(x.name.text, x.name.span);
    }
    for (const ast::Port& x : p.ports) {
      places.emplace(x.name.text, x.name.span);
    }
  }
  const auto found = places.find(word.text);
  if (found != places.end()) used(word, found->second);
}

void Checker::used_field(const ast::Word& word, StructId structure,
                         std::uint32_t i) {
  if (names_ == nullptr) return;
  used(word, t_.structs[structure.index()].fields[i].name.span);
}

void Checker::used_action(const ast::Word& word, const ast::Word& process,
                          std::uint32_t i) {
  if (names_ == nullptr) return;
  const Symbol* of = process.text.empty() ? nullptr : find(process.text);
  if (of == nullptr) return used(word, t_.rules[i].name.span);
  // What edges do by themselves stands behind what is written.
  const auto& actions = t_.processes[of->item].actions;
  if (i < actions.size()) used(word, actions[i].name.span);
}

void Checker::members_asked(const ast::Expr& e, ExprId object) {
  if (names_ == nullptr || failed(object)) return;
  Type of = type(object);
  if (of.kind == TypeKind::edge) of = m_[content_of(of.element)];
  ProcessId process = of.process;
  if (of.kind == TypeKind::reference && of.family.valid()) {
    process = m_.node_families[of.family.index()].process;
  }
  const std::uint32_t dot = e.operator_span.end;
  if (of.kind == TypeKind::structure) {
    names_->members.push_back({dot, true, of.structure.value});
  } else if (process.valid() && process.index() < t_.processes.size()) {
    names_->members.push_back({dot, false, process.value});
  }
}

void Checker::name_in_unused_definitions() {
  for (std::uint32_t i = 0; i < t_.defs.size(); ++i) {
    if (expanded_.contains(i)) continue;
    Scope scope;
    scope.in_definition = true;
    for (const ast::Word& parameter : t_.defs[i].parameters) {
      Local local;
      local.name = parameter.text;
      local.span = parameter.span;
      scope.locals.push_back(std::move(local));
    }
    expanding_.assign(1, i);
    check(t_.defs[i].body, scope);
    expanding_.clear();
  }
}

void Checker::type_names() {
  const auto typed = [&](Span declaration, TypeId type) {
    if (!type.valid() || m_[type].kind == TypeKind::error) return;
    names_->types.push_back({declaration, type_text(type)});
  };
  for (std::size_t i = 0; i < t_.structs.size(); ++i) {
    for (std::size_t k = 0; k < m_.structs[i].fields.size(); ++k) {
      typed(t_.structs[i].fields[k].name.span, m_.structs[i].fields[k].type);
    }
  }
  for (std::size_t i = 0; i < t_.processes.size(); ++i) {
    const Process& p = m_.processes[i];
    for (std::size_t k = 0; k < p.constants.size(); ++k) {
      typed(t_.processes[i].constants[k].name.span, p.constants[k].type);
    }
    for (const Port& port : p.ports) typed(port.span, port.type);
    for (const Variable& v : p.variables) typed(v.span, v.type);
  }
  for (const SharedVariable& s : m_.shared) typed(s.span, s.type);
  for (const EdgeFamily& f : m_.edge_families) typed(f.span, f.type);
  for (const NodeFamily& f : m_.node_families) {
    if (f.process != unknown_process_) typed(f.span, node_type(f.process));
  }
  for (const Binder& b : m_.binders) typed(b.span, b.type);
  for (const Constant& c : m_.constants) {
    if (m_[c.type].kind == TypeKind::error) continue;
    const bool number = m_[c.type].numeric();
    names_->types.push_back(
        {c.span, number ? fmt::format("{}", c.value) : type_text(c.type)});
  }
}

void Checker::complete_names() {
  name_in_unused_definitions();
  type_names();
  const auto by_word = [](const NameUses::Use& a, const NameUses::Use& b) {
    return a.word.begin < b.word.begin;
  };
  std::ranges::stable_sort(names_->uses, by_word);
  const auto same = [](const NameUses::Use& a, const NameUses::Use& b) {
    return a.word == b.word;
  };
  const auto again = std::ranges::unique(names_->uses, same);
  names_->uses.erase(again.begin(), again.end());
  std::ranges::stable_sort(names_->members, {}, &NameUses::Members::dot);
  std::ranges::stable_sort(names_->types, {}, [](const NameUses::Typed& t) {
    return t.declaration.begin;
  });
}

NameUses name_uses(const ast::Tree& tree, const Source& source) {
  NameUses result;
  Diagnostics ignored(&source);
  const Definitions none;
  Checker checker(tree, source, none, ignored, &result);
  checker.run();
  return result;
}

}  // namespace vicinal::network::inline language
