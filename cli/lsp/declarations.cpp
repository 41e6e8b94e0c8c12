// SPDX-License-Identifier: MIT
// The tree is gone through once, kind by kind, in the order in which it lists
// them. A name that is empty is still to be typed, and is left out.
#include "cli/lsp/declarations.hpp"

#include <algorithm>

namespace vicinal::cli::inline lsp {

namespace ast = network::ast;
using Kind = DeclarationKind;

std::string kind_text(Kind kind) {
  switch (kind) {
    case Kind::enumeration:
      return "an enumeration";
    case Kind::enum_constant:
      return "a constant of an enumeration";
    case Kind::structure:
      return "a struct";
    case Kind::field:
      return "a field";
    case Kind::constant:
      return "a constant";
    case Kind::parameter:
      return "a size parameter";
    case Kind::definition:
      return "a definition";
    case Kind::definition_parameter:
      return "a parameter";
    case Kind::process:
      return "a process";
    case Kind::process_constant:
      return "a constant of a process";
    case Kind::port:
      return "a port";
    case Kind::variable:
      return "a variable";
    case Kind::action:
      return "an action";
    case Kind::rule:
      return "a rule";
    case Kind::node_family:
      return "a family of nodes";
    case Kind::edge_family:
      return "a family of edges";
    case Kind::shared:
      return "a shared variable";
    case Kind::property:
      return "a property";
    case Kind::bound:
      return "a bound variable";
  }
  return {};
}

namespace {

class Collector {
 public:
  Collector(const ast::Tree& tree, const Blocks& blocks)
      : t_(tree), blocks_(blocks) {}

  std::vector<Declaration> collect();

 private:
  std::uint32_t add(Kind kind, const ast::Word& name, Span whole,
                    std::size_t item, std::uint32_t owner = Declaration::none) {
    if (name.text.empty()) return Declaration::none;
    out_.push_back({kind, name.text, name.span, whole, whole, owner,
                    static_cast<std::uint32_t>(item)});
    return static_cast<std::uint32_t>(out_.size() - 1);
  }
  void bind(network::Range binders, Span visible) {
    for (std::uint32_t i = binders.begin; i < binders.end; ++i) {
      const ast::Binders& group = t_.binders[i];
      for (const ast::Word& name : group.names) {
        if (add(Kind::bound, name, group.span, i) == Declaration::none) {
          continue;
        }
        out_.back().visible = visible;
      }
    }
  }
  void types();
  void process(std::size_t i);
  void action(const ast::Action& action, Kind kind, std::size_t item,
              std::uint32_t owner);
  void items(network::Range range);
  void bound_in_expressions();

  const ast::Tree& t_;
  const Blocks& blocks_;
  std::vector<Declaration> out_;
};

void Collector::types() {
  for (std::size_t i = 0; i < t_.enums.size(); ++i) {
    const ast::Enum& e = t_.enums[i];
    const std::uint32_t owner = add(Kind::enumeration, e.name, e.span, i);
    for (std::size_t k = 0; k < e.constants.size(); ++k) {
      add(Kind::enum_constant, e.constants[k], e.constants[k].span, k, owner);
    }
  }
  for (std::size_t i = 0; i < t_.structs.size(); ++i) {
    const ast::Struct& s = t_.structs[i];
    const std::uint32_t owner = add(Kind::structure, s.name, s.span, i);
    for (std::size_t k = 0; k < s.fields.size(); ++k) {
      add(Kind::field, s.fields[k].name, s.fields[k].span, k, owner);
    }
  }
}

void Collector::action(const ast::Action& action, Kind kind, std::size_t item,
                       std::uint32_t owner) {
  const Span whole = blocks_.with_block(action.span);
  add(kind, action.name, whole, item, owner);
  bind(action.parameters, whole);
}

void Collector::process(std::size_t i) {
  const ast::Process& p = t_.processes[i];
  const Span whole = blocks_.with_block(p.span);
  const std::uint32_t owner = add(Kind::process, p.name, whole, i);
  const auto list = [&](const auto& all, Kind kind) {
    for (std::size_t k = 0; k < all.size(); ++k) {
      if (add(kind, all[k].name, all[k].span, k, owner) == Declaration::none) {
        continue;
      }
      out_.back().visible = whole;
    }
  };
  list(p.constants, Kind::process_constant);
  list(p.ports, Kind::port);
  list(p.variables, Kind::variable);
  for (std::size_t k = 0; k < p.actions.size(); ++k) {
    action(p.actions[k], Kind::action, k, owner);
  }
}

void Collector::items(network::Range range) {
  for (std::uint32_t i = range.begin; i < range.end; ++i) {
    const ast::Item& item = t_[t_.item_children[i]];
    if (item.kind == ast::ItemKind::node) {
      add(Kind::node_family, item.name, item.span, i);
    } else if (item.kind == ast::ItemKind::edge) {
      add(Kind::edge_family, item.name, item.span, i);
    }
    if (item.kind == ast::ItemKind::loop) bind(item.binders, item.span);
    items(item.body);
    items(item.otherwise);
  }
}

void Collector::bound_in_expressions() {
  for (const ast::Expr& e : t_.exprs) bind(e.binders, e.span);
  for (const ast::Stmt& s : t_.stmts) bind(s.binders, s.span);
  for (const ast::Ranking& r : t_.rankings) {
    bind(r.binders, r.span);
    for (const ast::Helper& h : r.helpers) {
      bind(h.binders, h.span);
      for (const ast::Helper& m : h.helpers) bind(m.binders, m.span);
    }
  }
}

std::vector<Declaration> Collector::collect() {
  types();
  const auto list = [&](const auto& all, Kind kind) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      add(kind, all[i].name, all[i].span, i);
    }
  };
  list(t_.consts, Kind::constant);
  list(t_.params, Kind::parameter);
  for (std::size_t i = 0; i < t_.defs.size(); ++i) {
    const ast::Def& d = t_.defs[i];
    const std::uint32_t owner = add(Kind::definition, d.name, d.span, i);
    for (std::size_t k = 0; k < d.parameters.size(); ++k) {
      if (add(Kind::definition_parameter, d.parameters[k], d.parameters[k].span,
              k, owner) != Declaration::none) {
        out_.back().visible = d.span;
      }
    }
  }
  for (std::size_t i = 0; i < t_.processes.size(); ++i) process(i);
  for (const ast::Network& n : t_.networks) items(n.items);
  list(t_.shared, Kind::shared);
  for (std::size_t i = 0; i < t_.rules.size(); ++i) {
    action(t_.rules[i], Kind::rule, i, Declaration::none);
  }
  list(t_.properties, Kind::property);
  bound_in_expressions();
  return std::move(out_);
}

}  // namespace

std::vector<Declaration> declarations(const ast::Tree& tree,
                                      const Blocks& blocks) {
  return Collector(tree, blocks).collect();
}

}  // namespace vicinal::cli::inline lsp
