// SPDX-License-Identifier: MIT
// Network blocks: a network written out, one from a file, or any.
//
// The three kinds share one grammar, so that what is out of place in one of
// them gets a message of its own, and no others after it.
#include <fmt/format.h>

#include "network/base/suggestion.hpp"
#include "network/language/codes.hpp"
#include "network/language/parser/parser_impl.hpp"

namespace vicinal::network::inline language {

using ast::Item;
using ast::ItemId;
using ast::ItemKind;
using ast::NetworkKind;

void Parser::network_declaration() {
  ast::Network result;
  const std::uint32_t begin = current_.span.begin;
  advance();
  if (accept_word("any")) {
    result.kind = NetworkKind::any;
  } else if (accept_word("from")) {
    result.kind = NetworkKind::from_file;
    const ast::Word file = quoted("the file's name");
    result.file = file.text;
    result.file_span = file.span;
  }
  if (at_word("dynamic")) {
    result.dynamic = result.kind == NetworkKind::any;
    if (!result.dynamic) {
      report(codes::wrong_kind_of_network, current_.span,
             "only a network 'any' is dynamic: the edges of this one are "
             "given, and stay");
    }
    advance();
  }
  result.span = span_from(begin);
  const Scoped kind(network_, result.kind);
  result.items = items("the network");
  tree_.networks.push_back(std::move(result));
}

ast::Word Parser::quoted(std::string_view what) {
  if (!accept(TokenKind::string)) {
    fail(codes::unexpected_token, current_.span,
         fmt::format("expected {} in double quotes, found {}", what, found()));
    return {};
  }
  std::string_view inside = source_.text(previous_).substr(1);
  if (inside.ends_with('"')) inside.remove_suffix(1);
  return {std::string(inside), previous_};
}

Range Parser::items(std::string_view what) {
  const std::optional<Span> open = open_block(what);
  std::vector<ItemId> result;
  while (open && in_block(*open, what)) {
    const std::uint32_t before = current_.span.begin;
    result.push_back(item());
    if (panic_) recover();
    if (current_.span.begin == before && !at(TokenKind::right_brace)) advance();
  }
  return append(tree_.item_children, result);
}

ItemId Parser::item() {
  Nest nest(*this);
  const Scoped deeper(blocks_, blocks_ + 1);
  Item result;
  const std::uint32_t begin = current_.span.begin;
  if (nest.fits(1) && !(at_word() && item(result, text(current_)))) {
    unknown_item(result);
  }
  result.span = span_from(begin);
  tree_.items.push_back(std::move(result));
  return ItemId(tree_.items.size() - 1);
}

bool Parser::item(Item& item, std::string_view word) {
  if (word == "node") return node(item), true;
  if (word == "edge") return edge(item), true;
  if (word == "connect") return connect(item), true;
  if (word == "for") return item_loop(item), true;
  if (word == "if") return item_branch(item), true;
  if (word != "init") return false;
  item.kind = ItemKind::init;
  advance();
  item.expr = expression();
  end_declaration("the initial condition");
  return true;
}

void Parser::unknown_item(Item& item) {
  if (at_word("else")) {
    report(codes::else_without_if, current_.span, "this 'else' has no 'if'");
    advance();
    if (at(TokenKind::left_brace)) items("the block of 'else'");
    return;
  }
  if (next_.kind == TokenKind::word) {
    if (const auto other =
            meant({"node", "edge", "connect", "for", "if", "init"})) {
      report(codes::unknown_part_of_network, current_.span,
             fmt::format("unknown declaration '{}' in a network{}",
                         text(current_), did_you_mean(*other)));
      this->item(item, *other);
      return;
    }
  }
  fail(codes::unknown_part_of_network, current_.span,
       fmt::format("expected 'node', 'edge', 'connect', 'for', 'if' or 'init' "
                   "in a network, found {}",
                   found()));
}

void Parser::only_in_blocks(std::string_view what) {
  if (network_ == NetworkKind::block) return;
  report(codes::wrong_kind_of_network, current_.span,
         fmt::format("{} in a network {}: the graph is given", what,
                     network_ == NetworkKind::any ? "'any'" : "from a file"));
}

// The name and the dimensions of a family; in a given graph there are no
// dimensions, and a file has names of its own.
void Parser::family(Item& item, std::string_view what) {
  if (network_ == NetworkKind::block || !at(TokenKind::colon)) {
    item.name = name(fmt::format("the name of the {}", what));
  } else {
    item.name.span = gap();
    if (network_ == NetworkKind::any) {
      report(codes::family_without_name, item.name.span,
             fmt::format("the {} of a network 'any' has a name, by which "
                         "formulas speak of every graph: '{} {} : ...;'",
                         what, what, what == "node" ? "p" : "e"));
    }
  }
  if (at(TokenKind::left_bracket)) only_in_blocks("no sizes");
  item.dimensions = dimensions();
}

void Parser::node(Item& item) {
  item.kind = ItemKind::node;
  advance();
  family(item, "node");
  expect(TokenKind::colon, "and the process of the node");
  item.process = name("the name of a process");
  if (at(TokenKind::left_paren)) arguments(item);
  end_declaration("the node");
}

// (rank = index, weight from "capacity", ...)
void Parser::arguments(Item& item) {
  if (!accept(TokenKind::left_paren)) return;
  const Span open = previous_;
  if (accept(TokenKind::right_paren)) return;
  do {
    ast::Argument argument;
    argument.name = name("the name of a constant: 'P(rank = 1)'");
    if (accept_word("from")) {
      argument.attribute = quoted("the name of an attribute");
      if (network_ != NetworkKind::from_file) {
        report(codes::wrong_kind_of_network, argument.attribute.span,
               "only the nodes of a network from a file have attributes");
      }
    } else {
      argument.value = value();
    }
    item.arguments.push_back(std::move(argument));
  } while (accept(TokenKind::comma));
  expect_close(TokenKind::right_paren, open);
}

void Parser::edge(Item& item) {
  item.kind = ItemKind::edge;
  advance();
  family(item, "edge");
  expect(TokenKind::colon, "and the type of the edge");
  item.type = type();
  while (edge_clause(item)) {
  }
  const bool connected = !item.via_write.text.empty();
  if (!panic_ && !connected && network_ != NetworkKind::block) {
    report(codes::edge_without_via, gap(),
           "expected 'via' and a port set: it says where the edges end");
  }
  end_declaration("the edge");
}

// color c, = v, via p: each once, in any order.
bool Parser::edge_clause(Item& item) {
  const Span begin = current_.span;
  bool again = false;
  if (accept_word("color")) {
    again = !item.color.text.empty();
    item.color = name("the name of a color");
  } else if (!panic_ && at_word("via")) {
    again = !item.via_write.text.empty();
    via(item);
  } else if (accept_equals()) {
    again = item.initial.valid();
    item.initial = expression();
  } else {
    return false;
  }
  if (again) {
    report(codes::misplaced_clause, begin,
           fmt::format("a second '{}'; there is one at most",
                       source_.text(begin)));
  }
  return true;
}

void Parser::via(Item& item) {
  if (network_ == NetworkKind::block) {
    report(codes::wrong_kind_of_network, current_.span,
           "'via' is for networks 'any' and from files; here 'connect' says "
           "where an edge ends");
  }
  advance();
  item.via_write = name("the name of a port set");
  item.via_read = item.via_write;
  if (accept(TokenKind::arrow)) item.via_read = name("the name of a port set");
}

void Parser::connect(Item& item) {
  item.kind = ItemKind::connect;
  only_in_blocks("no 'connect'");
  advance();
  std::vector<ast::ExprId> ends;
  do {
    ends.push_back(postfix());
  } while (accept(TokenKind::comma));
  item.ends = append(tree_.expr_children, ends);
  expect_word("to", "and the edge");
  item.expr = postfix();
  end_declaration("the connection");
}

void Parser::item_loop(Item& item) {
  item.kind = ItemKind::loop;
  only_in_blocks("no 'for'");
  advance();
  item.binders = one_binder();
  item.body = items("the block of 'for'");
}

void Parser::item_branch(Item& item) {
  item.kind = ItemKind::branch;
  only_in_blocks("no 'if'");
  advance();
  item.expr = expression();
  item.body = items("the block of 'if'");
  if (!accept_word("else")) return;
  if (at_word("if")) {
    item.otherwise = append(tree_.item_children, {this->item()});
  } else {
    item.otherwise = items("the block of 'else'");
  }
}

}  // namespace vicinal::network::inline language
