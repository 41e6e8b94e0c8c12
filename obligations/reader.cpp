// SPDX-License-Identifier: MIT
// The few commands and operators that obligations use, by recursive descent,
// each term handed to Z3 as it is read. Anything else is refused: another
// logic, an operator with the wrong sorts, a name with two meanings, text after
// check-sat. So what Z3 judges is what the file says, and nothing in a file
// acts on Z3.
#include "obligations/reader.hpp"

#include <algorithm>
#include <climits>
#include <utility>

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

void Reader::add(std::string_view name, Meaning meaning) {
  if (!names_.emplace(name, std::move(meaning)).second) {
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
  const z3::sort range = sort();
  const z3::func_decl f = context_.function(plain.c_str(), domain, range);
  if (domain.empty()) {
    add(name, {f(), range.is_bool(), false});
  } else {
    add(name, {f, range.is_bool(), true});
  }
}

void Reader::define() {
  const std::string_view name = symbol();
  expect('(');
  expect(')');
  const z3::sort s = sort();
  Meaning meaning = term();
  if (meaning.truth != s.is_bool()) refuse("a definition has another sort");
  add(name, std::move(meaning));
}

Reader::Meaning Reader::term() {
  const char first = peek();
  if (first == '(') return application();
  const std::string_view name = symbol();
  if (first >= '0' && first <= '9') {
    if (name.find_first_not_of("0123456789") != std::string_view::npos) {
      refuse("a number has other characters");
    }
    return {context_.int_val(std::string(name).c_str()), false, false};
  }
  if (name == "true") return {context_.bool_val(true), true, false};
  if (name == "false") return {context_.bool_val(false), true, false};
  const auto known = names_.find(name);
  if (known == names_.end() || known->second.function) {
    refuse("a name is not known");
  }
  return known->second;
}

// An operator of Z3, which takes what is well sorted; null: it is none.
Z3_ast Reader::make(std::string_view head,
                    const std::vector<Meaning>& arguments, bool& truth) {
  const auto n = static_cast<unsigned>(arguments.size());
  const auto is = [&](const char* name, unsigned least, unsigned most,
                      bool truths) {
    if (head != name || n < least || n > most) return false;
    for (const Meaning& a : arguments) {
      if (a.truth != truths) refuse("an operator has a wrong sort");
    }
    return true;
  };
  constexpr unsigned many = UINT_MAX;
  truth = true;
  if (is("not", 1, 1, true)) return Z3_mk_not(context_, list_[0]);
  if (is("and", 1, many, true)) return Z3_mk_and(context_, n, list_.data());
  if (is("or", 1, many, true)) return Z3_mk_or(context_, n, list_.data());
  if (is("<=", 2, 2, false)) return Z3_mk_le(context_, list_[0], list_[1]);
  truth = false;
  if (is("+", 1, many, false)) return Z3_mk_add(context_, n, list_.data());
  if (is("-", 1, 1, false)) return Z3_mk_unary_minus(context_, list_[0]);
  if (is("*", 2, 2, false)) return Z3_mk_mul(context_, n, list_.data());
  if (is("div", 2, 2, false)) return Z3_mk_div(context_, list_[0], list_[1]);
  if (is("mod", 2, 2, false)) return Z3_mk_mod(context_, list_[0], list_[1]);
  const bool equal = head == "=" && n == 2;
  if (!equal && (head != "ite" || n != 3)) return nullptr;
  if (arguments[n - 1].truth != arguments[n - 2].truth ||
      (!equal && !arguments[0].truth)) {
    refuse("an operator has a wrong sort");
  }
  truth = equal || arguments[1].truth;
  return equal ? Z3_mk_eq(context_, list_[0], list_[1])
               : Z3_mk_ite(context_, list_[0], list_[1], list_[2]);
}

// A function of the text, of the arguments in list_.
Reader::Meaning Reader::call(std::string_view head) {
  const auto known = names_.find(head);
  if (list_.empty() || known == names_.end() || !known->second.function) {
    refuse("an operator or a function is not known");
  }
  const Meaning& f = known->second;
  const Z3_ast made =
      Z3_mk_app(context_, Z3_to_func_decl(context_, f.ast),
                static_cast<unsigned>(list_.size()), list_.data());
  context_.check_error();
  return {z3::ast(context_, made), f.truth, false};
}

Reader::Meaning Reader::application() {
  expect('(');
  const std::string_view head = symbol();
  std::vector<Meaning> arguments;
  while (peek() != ')') arguments.push_back(term());
  expect(')');
  list_.clear();
  for (const Meaning& a : arguments) list_.push_back(a.ast);
  bool truth = false;
  const Z3_ast made = make(head, arguments, truth);
  if (made == nullptr) {
    context_.check_error();
    return call(head);
  }
  context_.check_error();
  return {z3::ast(context_, made), truth, false};
}

void Reader::command(z3::expr_vector& out) {
  expect('(');
  const std::string_view name = symbol();
  if (name == "declare-fun") {
    declare();
  } else if (name == "define-fun") {
    define();
  } else if (name == "assert") {
    const Meaning claim = term();
    if (!claim.truth) refuse("an assertion is no truth value");
    out.push_back(z3::expr(context_, claim.ast));
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
