// SPDX-License-Identifier: MIT
// Declarations: everything that stands at the top of a file, and what is in a
// process and in a network block.
#include <fmt/format.h>

#include "network/parser_impl.hpp"

namespace vicinal::network {

using ast::ItemId;
using ast::ItemKind;
using ast::PropertyKind;

void Parser::declaration() {
  if (accept(";")) return;
  const Token t = peek();
  if (t.kind != TokenKind::word) unexpected("a declaration");
  using Member = void (Parser::*)();
  static constexpr std::pair<std::string_view, Member> table[] = {
      {"enum", &Parser::enum_declaration},
      {"struct", &Parser::struct_declaration},
      {"const", &Parser::const_declaration},
      {"param", &Parser::param_declaration},
      {"def", &Parser::def_declaration},
      {"process", &Parser::process_declaration},
      {"network", &Parser::network_declaration},
      {"shared", &Parser::shared_declaration},
      {"init", &Parser::init_declaration},
      {"fair", &Parser::fair_declaration}};
  for (const auto& [word, member] : table) {
    if (t.text == word) {
      take();
      (this->*member)();
      return;
    }
  }
  static constexpr std::pair<std::string_view, PropertyKind> properties[] = {
      {"invariant", PropertyKind::invariant},
      {"assert", PropertyKind::assertion},
      {"ctl", PropertyKind::ctl},
      {"ltl", PropertyKind::ltl},
      {"ctlstar", PropertyKind::ctlstar}};
  for (const auto& [word, kind] : properties) {
    if (t.text == word) {
      take();
      property_declaration(kind);
      return;
    }
  }
  if (t.text == "rule") {
    take();
    tree_.rules.push_back(action());
    return;
  }
  std::vector<std::string> words = {"rule"};
  for (const auto& [word, member] : table) words.emplace_back(word);
  for (const auto& [word, kind] : properties) words.emplace_back(word);
  const std::string near = closest(std::string(t.text), words);
  fail(210, t.span,
       near.empty()
           ? fmt::format("a declaration cannot start with '{}'", t.text)
           : fmt::format("a declaration cannot start with '{}'; did you mean "
                         "'{}'?",
                         t.text, near));
}

void Parser::enum_declaration() {
  ast::Enum e;
  e.span = tokens_[next_ - 1].span;
  e.name = name("the enumeration");
  expect("{", "before the constants");
  e.constants.push_back(name("a constant"));
  while (accept(",") && !at("}")) e.constants.push_back(name("a constant"));
  expect("}", "after the constants");
  tree_.enums.push_back(std::move(e));
}

// name, name : type <separator> ... up to `closing`, which is taken.
std::vector<ast::Field> Parser::fields(std::string_view separator,
                                       std::string_view closing) {
  std::vector<ast::Field> list;
  while (!at(closing)) {
    const std::vector<ast::Word> words = names("a field");
    expect(":", "before the type");
    const ast::TypeId t = type();
    for (const ast::Word& w : words) {
      list.push_back({w, t, cover(w.span, tree_[t].span)});
    }
    if (accept(separator)) continue;
    if (!at(closing)) expect(separator, "after the type");
  }
  take();
  return list;
}

void Parser::struct_declaration() {
  ast::Struct s;
  s.span = tokens_[next_ - 1].span;
  s.name = name("the struct");
  expect("{", "before the fields");
  s.fields = fields(";", "}");
  tree_.structs.push_back(std::move(s));
}

void Parser::const_declaration() {
  ast::Const c;
  c.span = tokens_[next_ - 1].span;
  c.name = name("the constant");
  expect("=", "before the value");
  c.value = expression();
  semicolon("after the constant");
  tree_.consts.push_back(std::move(c));
}

void Parser::param_declaration() {
  ast::Param p;
  p.span = tokens_[next_ - 1].span;
  p.name = name("the parameter");
  expect(":", "before the range of the parameter");
  p.low = additive();
  expect("..", "after the least value of the parameter");
  if (!at("=") && !at(";")) p.high = additive();
  if (!accept("=")) {
    fail(211, end_of_previous(),
         fmt::format("parameter '{}' needs a default: param {} : ... = 3;",
                     p.name.text, p.name.text));
  }
  p.value = additive();
  p.span = cover(p.span, span_of(p.value));
  semicolon("after the parameter");
  tree_.params.push_back(std::move(p));
}

void Parser::def_declaration() {
  ast::Def d;
  d.span = tokens_[next_ - 1].span;
  d.name = name("the definition");
  if (accept("(")) {
    if (!at(")")) d.parameters = names("a parameter");
    expect(")", "after the parameters");
  }
  expect("=", "before the expression");
  d.body = expression();
  semicolon("after the definition");
  tree_.defs.push_back(std::move(d));
}

void Parser::shared_declaration() {
  ast::Shared s;
  const Span begin = tokens_[next_ - 1].span;
  const std::vector<ast::Word> words = names("the shared variable");
  s.dimensions = dimensions();
  expect(":", "before the type");
  s.type = type();
  if (accept("=")) s.initial = expression();
  s.span = cover(begin, end_of_previous());
  semicolon("after the shared variable");
  for (const ast::Word& w : words) {
    s.name = w;
    tree_.shared.push_back(s);
  }
}

void Parser::init_declaration() {
  ast::Init i;
  i.span = tokens_[next_ - 1].span;
  i.formula = expression();
  i.span = cover(i.span, span_of(i.formula));
  semicolon("after the initial condition");
  tree_.inits.push_back(i);
}

void Parser::property_declaration(PropertyKind kind) {
  ast::Property p;
  p.kind = kind;
  p.span = tokens_[next_ - 1].span;
  p.name = name("the property");
  expect(":", "before the formula");
  const bool state =
      kind == PropertyKind::invariant || kind == PropertyKind::assertion;
  p.formula = state ? expression() : temporal();
  p.span = cover(p.span, span_of(p.formula));
  semicolon("after the property");
  tree_.properties.push_back(std::move(p));
}

void Parser::fair_declaration() {
  ast::Fairness f;
  f.span = tokens_[next_ - 1].span;
  if (accept("strong")) {
    f.strong = true;
  } else if (!accept("weak")) {
    unexpected("'weak' or 'strong'");
  }
  ast::Word first = name("a process or a rule");
  if (accept(".")) {
    f.process = std::move(first);
    f.action = name("an action");
  } else {
    f.action = std::move(first);
  }
  f.span = cover(f.span, f.action.span);
  semicolon("after the assumption");
  tree_.fairness.push_back(std::move(f));
}

// ---- processes -------------------------------------------------------------

void Parser::process_declaration() {
  ast::Process p;
  p.span = tokens_[next_ - 1].span;
  p.name = name("the process");
  p.span = cover(p.span, p.name.span);
  if (accept("(")) p.constants = fields(",", ")");
  expect("{", "before what the process declares");
  while (!at("}")) {
    if (peek().kind == TokenKind::end) {
      unexpected("'}' at the end of the process");
    }
    const std::size_t before = next_;
    try {
      process_member(p);
    } catch (const Bail&) {
      if (declaration_ahead(0)) {
        tree_.processes.push_back(std::move(p));
        throw;
      }
      skip_statement();
      if (next_ == before) take();
    }
  }
  take();
  tree_.processes.push_back(std::move(p));
}

void Parser::process_member(ast::Process& process) {
  if (accept(";")) return;
  if (at("port") && (at_word(1))) {
    take();
    port_declaration(process);
  } else if (at("var") && at_word(1)) {
    take();
    var_declaration(process);
  } else if (at("action") && at_word(1)) {
    take();
    process.actions.push_back(action());
  } else if (at("init")) {
    fail(212, peek().span,
         "'init' stands in the network block or at the top of the file");
  } else if (declaration_ahead(0)) {
    fail(202, peek().span,
         fmt::format("expected '}}' at the end of process '{}', but found "
                     "'{}'",
                     process.name.text, peek().text));
  } else {
    const std::string near =
        closest(std::string(peek().text), {"port", "var", "action"});
    unexpected(near.empty()
                   ? std::string("'port', 'var' or 'action'")
                   : fmt::format("'port', 'var' or 'action' (did you mean "
                                 "'{}'?)",
                                 near));
  }
}

void Parser::port_declaration(ast::Process& process) {
  ast::Port p;
  const Span begin = tokens_[next_ - 1].span;
  if (at("set") && at_word(1)) {
    take();
    p.set = true;
  }
  const std::vector<ast::Word> words = names("the port");
  expect(":", "before 'in', 'out' or 'inout'");
  p.direction_span = peek().span;
  if (accept("in")) {
    p.direction = ast::Direction::in;
  } else if (accept("out")) {
    p.direction = ast::Direction::out;
  } else if (!accept("inout")) {
    unexpected("'in', 'out' or 'inout'");
  }
  p.type = type();
  p.span = cover(begin, tree_[p.type].span);
  semicolon("after the port");
  for (const ast::Word& w : words) {
    p.name = w;
    process.ports.push_back(p);
  }
}

void Parser::var_declaration(ast::Process& process) {
  ast::Var v;
  const Span begin = tokens_[next_ - 1].span;
  const std::vector<ast::Word> words = names("the variable");
  expect(":", "before the type");
  v.type = type();
  if (at(":=")) {
    fail(206, peek().span, "an initial value is written after '='");
  }
  if (accept("=")) v.initial = expression();
  v.span = cover(begin, end_of_previous());
  semicolon("after the variable");
  for (const ast::Word& w : words) {
    v.name = w;
    process.variables.push_back(v);
  }
}

// ---- the network block -----------------------------------------------------

Range Parser::dimensions() {
  std::vector<ast::ExprId> list;
  while (accept("[")) {
    list.push_back(expression());
    expect("]", "after the size");
  }
  return add_exprs(list);
}

Range Parser::add_items(const std::vector<ItemId>& list) {
  Range range;
  range.begin = static_cast<std::uint32_t>(tree_.item_children.size());
  tree_.item_children.insert(tree_.item_children.end(), list.begin(),
                             list.end());
  range.end = static_cast<std::uint32_t>(tree_.item_children.size());
  return range;
}

void Parser::network_declaration() {
  ast::Network n;
  n.span = tokens_[next_ - 1].span;
  if (accept("any")) {
    n.kind = ast::NetworkKind::any;
  } else if (accept("from")) {
    n.kind = ast::NetworkKind::from_file;
    if (peek().kind != TokenKind::string) unexpected("the name of a file");
    const Token file = take();
    n.file = std::string(file.text);
    n.file_span = file.span;
  }
  n.span = cover(n.span, end_of_previous());
  n.items = add_items(items());
  tree_.networks.push_back(std::move(n));
}

std::vector<ItemId> Parser::items() {
  const Nesting nesting(*this);
  expect("{", "before what the network declares");
  std::vector<ItemId> list;
  while (!at("}")) {
    if (peek().kind == TokenKind::end) {
      unexpected("'}' at the end of the block");
    }
    const std::size_t before = next_;
    try {
      if (const auto i = item()) list.push_back(*i);
    } catch (const Bail&) {
      if (declaration_ahead(0)) throw;
      skip_statement();
      if (next_ == before) take();
    }
  }
  take();
  return list;
}

std::optional<ItemId> Parser::item() {
  if (accept(";")) return std::nullopt;
  ast::Item item;
  const Token t = peek();
  if (accept("node")) {
    node_item(item);
  } else if (accept("edge")) {
    edge_item(item);
  } else if (accept("connect")) {
    connect_item(item);
  } else if (accept("init")) {
    item.kind = ItemKind::init;
    item.expr = expression();
    semicolon("after the initial condition");
  } else if (accept("for")) {
    item.kind = ItemKind::loop;
    item.binders = binders_list("{");
    item.body = add_items(items());
  } else if (accept("if")) {
    item.kind = ItemKind::branch;
    item.expr = expression();
    item.body = add_items(items());
    if (accept("else")) {
      if (at("if")) {
        const Nesting nesting(*this);
        if (const auto nested = this->item()) {
          item.otherwise = add_items({*nested});
        }
      } else {
        item.otherwise = add_items(items());
      }
    }
  } else {
    const std::string near = closest(
        std::string(t.text), {"node", "edge", "connect", "init", "for", "if"});
    unexpected(
        near.empty()
            ? std::string("'node', 'edge', 'connect', 'init', 'for' or "
                          "'if'")
            : fmt::format("a part of a network (did you mean '{}'?)", near));
  }
  item.span = {t.span.begin, end_of_previous().end};
  tree_.items.push_back(std::move(item));
  return ItemId(tree_.items.size() - 1);
}

void Parser::node_item(ast::Item& item) {
  item.kind = ItemKind::node;
  if (!at(":")) {
    item.name = name("the nodes");
    item.dimensions = dimensions();
  }
  expect(":", "before the process");
  item.process = name("a process");
  if (accept("(")) {
    while (!at(")")) {
      ast::Argument argument;
      argument.name = name("a constant of the process");
      expect("=", "before the value of the constant");
      argument.value = expression();
      item.arguments.push_back(std::move(argument));
      if (!accept(",") && !at(")")) expect(",", "between the constants");
    }
    take();
  }
  semicolon("after the nodes");
}

void Parser::edge_item(ast::Item& item) {
  item.kind = ItemKind::edge;
  if (!at(":")) {
    item.name = name("the edges");
    item.dimensions = dimensions();
  }
  expect(":", "before the type of the edges");
  item.type = type();
  if (accept("color")) item.color = name("a color");
  if (accept("=")) item.initial = expression();
  if (accept("via")) {
    item.via_write = name("a port set");
    item.via_read = accept("->") ? name("a port set") : item.via_write;
    if (accept("=")) item.initial = expression();
  }
  semicolon("after the edges");
}

void Parser::connect_item(ast::Item& item) {
  item.kind = ItemKind::connect;
  std::vector<ast::ExprId> ends;
  do {
    ends.push_back(postfix());
  } while (accept(","));
  item.ends = add_exprs(ends);
  expect("to", "before the edge");
  item.expr = postfix();
  semicolon("after the connection");
}

}  // namespace vicinal::network
