// SPDX-License-Identifier: MIT
#include "fixpoint/obligations/reader.hpp"

#include <algorithm>
#include <climits>

namespace vicinal::obligations {

namespace {

[[noreturn]] void refuse(const char* why) {
  throw z3::exception(why);
}

bool is_blank(char c) {
  return c == ' ' || c == '\n';
}

}  // namespace

// The next character that is no blank and no comment; 0: the end.
char Reader::peek() {
  while (at_ < text_.size()) {
    if (text_[at_] == ';') {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else if (is_blank(text_[at_])) {
      ++at_;
    } else {
      return text_[at_];
    }
  }
  return 0;
}

// A name, with its bars if it has some, or a number.
std::string_view Reader::symbol() {
  const bool bars = peek() == '|';
  const std::size_t begin = at_;
  if (bars) {
    const std::size_t end = text_.find('|', at_ + 1);
    if (end == std::string_view::npos) refuse("a name does not end");
    at_ = end + 1;
  } else {
    while (at_ < text_.size() && !is_blank(text_[at_]) && text_[at_] != '(' &&
           text_[at_] != ')' && text_[at_] != '|' && text_[at_] != ';') {
      ++at_;
    }
  }
  if (at_ == begin) refuse("a name is missing");
  return text_.substr(begin, at_ - begin);
}

void Reader::expect(char c) {
  if (peek() != c) refuse("a parenthesis is missing");
  ++at_;
}

z3::sort Reader::sort() {
  const std::string_view name = symbol();
  if (name == "Int") return context_.int_sort();
  if (name != "Bool") refuse("a sort is neither Int nor Bool");
  return context_.bool_sort();
}

void Reader::add(std::string_view name, Z3_ast meaning) {
  if (!names_.emplace(name, z3::ast(context_, meaning)).second) {
    refuse("a name has two meanings");
  }
  order_.push_back(name);
}

void Reader::forget(std::size_t mark) {
  while (order_.size() > mark) {
    names_.erase(order_.back());
    order_.pop_back();
  }
}

void Reader::declare() {
  const std::string_view name = symbol();
  std::string plain(name);
  if (plain.front() == '|') plain = plain.substr(1, plain.size() - 2);
  z3::sort_vector domain(context_);
  expect('(');
  while (peek() != ')') domain.push_back(sort());
  expect(')');
  const z3::func_decl f = context_.function(plain.c_str(), domain, sort());
  if (domain.empty()) {
    add(name, f());
  } else {
    add(name, f);
  }
}

void Reader::define() {
  const std::string_view name = symbol();
  expect('(');
  expect(')');
  const z3::sort s = sort();
  const z3::expr meaning = term();
  if (!z3::eq(meaning.get_sort(), s)) refuse("a definition has another sort");
  add(name, meaning);
}

z3::expr Reader::term() {
  const char first = peek();
  if (first == '(') return application();
  const std::string_view name = symbol();
  if (first >= '0' && first <= '9') {
    if (name.find_first_not_of("0123456789") != std::string_view::npos) {
      refuse("a number has other characters");
    }
    return context_.int_val(std::string(name).c_str());
  }
  if (name == "true") return context_.bool_val(true);
  if (name == "false") return context_.bool_val(false);
  const auto known = names_.find(name);
  if (known == names_.end() || known->second.kind() == Z3_FUNC_DECL_AST) {
    refuse("a name is not known");
  }
  return {context_, known->second};
}

z3::expr Reader::application() {
  expect('(');
  const std::string_view head = symbol();
  z3::expr_vector list(context_);
  while (peek() != ')') list.push_back(term());
  expect(')');
  const unsigned n = list.size();
  // Z3's operators take what is well sorted.
  const auto is = [&](const char* name, unsigned least, unsigned most,
                      bool truths) {
    if (head != name || n < least || n > most) return false;
    for (unsigned i = 0; i < n; ++i) {
      if (list[i].is_bool() != truths) refuse("an operator has a wrong sort");
    }
    return true;
  };
  constexpr unsigned many = UINT_MAX;
  if (is("not", 1, 1, true)) return !list[0];
  if (is("and", 1, many, true)) return z3::mk_and(list);
  if (is("or", 1, many, true)) return z3::mk_or(list);
  if (is("<=", 2, 2, false)) return list[0] <= list[1];
  if (is("+", 1, many, false)) return z3::sum(list);
  if (is("-", 1, 1, false)) return -list[0];
  if (is("*", 2, 2, false)) return list[0] * list[1];
  if (is("div", 2, 2, false)) return list[0] / list[1];
  if (is("mod", 2, 2, false)) return z3::mod(list[0], list[1]);
  if ((head == "=" && n == 2) || (head == "ite" && n == 3)) {
    const bool alike = list[n - 1].is_bool() == list[n - 2].is_bool();
    if (!alike || (n == 3 && !list[0].is_bool())) {
      refuse("an operator has a wrong sort");
    }
    return n == 2 ? list[0] == list[1] : z3::ite(list[0], list[1], list[2]);
  }
  const auto known = names_.find(head);
  if (n == 0 || known == names_.end() ||
      known->second.kind() != Z3_FUNC_DECL_AST) {
    refuse("an operator or a function is not known");
  }
  const z3::ast meaning = known->second;
  return z3::func_decl(context_, Z3_to_func_decl(context_, meaning))(list);
}

void Reader::command(z3::expr_vector& out) {
  expect('(');
  const std::string_view name = symbol();
  if (name == "declare-fun") {
    declare();
  } else if (name == "define-fun") {
    define();
  } else if (name == "assert") {
    const z3::expr claim = term();
    if (!claim.is_bool()) refuse("an assertion is no truth value");
    out.push_back(claim);
  } else if (name == "set-logic") {
    if (symbol() != "QF_UFLIA") refuse("the logic is another one");
  } else if (name != "check-sat") {
    refuse("a command is not known");
  }
  expect(')');
  if (name == "check-sat" && peek() != 0) {
    refuse("the text does not end in (check-sat)");
  }
}

z3::expr_vector Reader::read(std::string_view text) {
  text_ = text;
  at_ = 0;
  z3::expr_vector out(context_);
  while (peek() != 0) command(out);
  return out;
}

}  // namespace vicinal::obligations
