// SPDX-License-Identifier: MIT
// Expressions get the parentheses that their strengths ask for; declarations
// stand in the order in which one reads a model.
#include "network/imports/tree/vic_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "network/base/budget.hpp"

namespace vicinal::imports {
namespace {

namespace ast = network::ast;
using ast::ExprKind;

// The greater, the tighter. What reaches as far right as it can is weakest.
constexpr int weakest = 0;
constexpr int postfix = 9;

struct Sign {
  std::string_view text;
  int strength;
};

Sign sign_of(ExprKind kind) {
  switch (kind) {
    case ExprKind::iff:
      return {"<=>", 1};
    case ExprKind::implies:
      return {"=>", 2};
    case ExprKind::logical_or:
      return {"||", 3};
    case ExprKind::logical_and:
      return {"&&", 4};
    case ExprKind::until:
      return {"U", 5};
    case ExprKind::weak_until:
      return {"W", 5};
    case ExprKind::release:
      return {"R", 5};
    case ExprKind::equal:
      return {"==", 5};
    case ExprKind::not_equal:
      return {"!=", 5};
    case ExprKind::less:
      return {"<", 5};
    case ExprKind::less_equal:
      return {"<=", 5};
    case ExprKind::greater:
      return {">", 5};
    case ExprKind::greater_equal:
      return {">=", 5};
    case ExprKind::add:
      return {"+", 6};
    case ExprKind::subtract:
      return {"-", 6};
    case ExprKind::multiply:
      return {"*", 7};
    case ExprKind::divide:
      return {"/", 7};
    case ExprKind::modulo:
      return {"%", 7};
    default:
      return {"", 0};
  }
}

// In front of a formula of a path or of a state; empty for all others.
std::string_view letter_of(ExprKind kind) {
  switch (kind) {
    case ExprKind::next:
      return "X";
    case ExprKind::finally:
      return "F";
    case ExprKind::globally:
      return "G";
    case ExprKind::for_all_paths:
      return "A";
    case ExprKind::exists_path:
      return "E";
    default:
      return {};
  }
}

std::string_view quantifier_of(ExprKind kind) {
  switch (kind) {
    case ExprKind::forall:
      return "forall";
    case ExprKind::exists:
      return "exists";
    case ExprKind::exactly:
      return "exactly";
    case ExprKind::atmost:
      return "atmost";
    case ExprKind::count:
      return "count";
    case ExprKind::sum:
      return "sum";
    case ExprKind::least:
      return "min";
    default:
      return "max";
  }
}

class Writer {
 public:
  Writer(const ast::Tree& tree, const std::vector<Remark>& remarks)
      : tree_(tree), remarks_(remarks), written_(remarks.size()) {}

  Written model();

 private:
  // What is written while it lives was made of `there`.
  class Part {
   public:
    Part(Writer& writer, network::Span there)
        : writer_(writer), there_(there), begin_(writer.end()) {}
    Part(const Part&) = delete;
    Part& operator=(const Part&) = delete;
    ~Part() {
      if (there_ == network::Span{}) return;
      writer_.parts_.push_back({{begin_, writer_.end()}, there_});
    }

   private:
    Writer& writer_;
    network::Span there_;
    std::uint32_t begin_;
  };

  std::uint32_t end() const { return static_cast<std::uint32_t>(out_.size()); }

  // What is weaker than `around` gets parentheses.
  void expression(ast::ExprId id, int around = weakest);
  void plain(const ast::Expr& e);
  void chain(const ast::Expr& e);
  void quantifier(const ast::Expr& e);
  void temporal(const ast::Expr& e);
  void word(const ast::Word& word);
  void list(network::Range range);
  void binders(network::Range range);
  void type(ast::TypeId id);
  void statements(network::Range range, int indent);
  void statement(const ast::Stmt& s, int indent);
  void items(network::Range range, int indent);
  void item(const ast::Item& item, int indent);
  void process(const ast::Process& p);
  void action(std::string_view keyword, const ast::Action& a, int indent);
  void declarations();
  void dimensions(network::Range range);
  void initial_conditions();
  void properties();
  std::size_t remark_of(network::Span there) const;
  void remark(std::size_t number, int indent);
  void remark_before(network::Span there, int indent = 0);
  void remarks_of_nothing();
  void line(int indent) { out_.append(static_cast<std::size_t>(indent), ' '); }

  template <class... T>
  void put(fmt::format_string<T...> format, T&&... values) {
    fmt::format_to(std::back_inserter(out_), format,
                   std::forward<T>(values)...);
  }

  const ast::Tree& tree_;
  const std::vector<Remark>& remarks_;
  std::vector<bool> written_;  // of remarks
  std::string out_;
  std::vector<network::Origin::Part> parts_;
};

void Writer::word(const ast::Word& word) {
  const Part part(*this, word.span);
  out_ += word.text;
}

void Writer::list(network::Range range) {
  for (auto i = range.begin; i < range.end; ++i) {
    if (i > range.begin) out_ += ", ";
    expression(tree_.expr_children[i]);
  }
}

void Writer::binders(network::Range range) {
  for (auto i = range.begin; i < range.end; ++i) {
    const ast::Binders& b = tree_.binders[i];
    if (i > range.begin) out_ += ", ";
    const Part part(*this, b.span);
    for (std::size_t k = 0; k < b.names.size(); ++k) {
      if (k > 0) out_ += ", ";
      word(b.names[k]);
    }
    out_ += " in ";
    if (b.domain.valid()) {
      expression(b.domain, postfix);
    } else {
      expression(b.low, 6);
      out_ += "..";
      expression(b.high, 6);
    }
  }
}

void Writer::chain(const ast::Expr& e) {
  const Sign sign = sign_of(e.kind);
  for (auto i = e.children.begin; i < e.children.end; ++i) {
    if (i > e.children.begin) put(" {} ", sign.text);
    const bool left_alone = i == e.children.begin && sign.strength >= 6;
    expression(tree_.expr_children[i], sign.strength + (left_alone ? 0 : 1));
  }
}

void Writer::quantifier(const ast::Expr& e) {
  const bool function = e.kind == ExprKind::count || e.kind == ExprKind::sum ||
                        e.kind == ExprKind::least ||
                        e.kind == ExprKind::greatest;
  put("{}{}", quantifier_of(e.kind), function ? "(" : " ");
  if (e.kind == ExprKind::exactly || e.kind == ExprKind::atmost) {
    expression(tree_.child(e, 0), postfix);
    out_ += " ";
  }
  binders(e.binders);
  out_ += ": ";
  expression(tree_.expr_children[e.children.end - 1]);
  if (function) out_ += ")";
}

// A G is AG.
void Writer::temporal(const ast::Expr& e) {
  const ast::ExprId of = tree_.child(e, 0);
  const ExprKind inner = tree_[of].kind;
  const bool quantifier =
      e.kind == ExprKind::for_all_paths || e.kind == ExprKind::exists_path;
  const bool joined = quantifier && !letter_of(inner).empty() &&
                      inner != ExprKind::for_all_paths &&
                      inner != ExprKind::exists_path;
  put("{}{}", letter_of(e.kind), joined ? "" : " ");
  expression(of, 8);
}

// Without parentheses around it.
void Writer::plain(const ast::Expr& e) {
  switch (e.kind) {
    case ExprKind::integer:
      put("{}", e.value);
      break;
    case ExprKind::boolean:
      out_ += e.value != 0 ? "true" : "false";
      break;
    case ExprKind::name:
      out_ += e.word.text;
      break;
    case ExprKind::field:
      expression(tree_.child(e, 0), postfix);
      put(".{}", e.word.text);
      break;
    case ExprKind::index:
      expression(tree_.child(e, 0), postfix);
      out_ += "[";
      expression(tree_.child(e, 1));
      out_ += "]";
      break;
    case ExprKind::call:
      put("{}(", e.word.text);
      list(e.children);
      out_ += ")";
      break;
    case ExprKind::atom:
      out_ += "{";
      expression(tree_.child(e, 0));
      out_ += "}";
      break;
    case ExprKind::array:
      out_ += "[";
      list(e.children);
      out_ += "]";
      break;
    case ExprKind::negate:
    case ExprKind::logical_not:
      out_ += e.kind == ExprKind::negate ? "-" : "!";
      expression(tree_.child(e, 0), 8);
      break;
    case ExprKind::if_then_else:
      out_ += "if ";
      expression(tree_.child(e, 0));
      out_ += " then ";
      expression(tree_.child(e, 1));
      out_ += " else ";
      expression(tree_.child(e, 2));
      break;
    default:
      if (!letter_of(e.kind).empty()) {
        temporal(e);
      } else if (e.binders.empty()) {
        chain(e);
      } else {
        quantifier(e);
      }
  }
}

void Writer::expression(ast::ExprId id, int around) {
  network::poll();
  const ast::Expr& e = tree_[id];
  const Part part(*this, e.span);
  const int own = sign_of(e.kind).strength;
  const bool open = e.kind == ExprKind::if_then_else ||
                    e.kind == ExprKind::forall || e.kind == ExprKind::exists ||
                    e.kind == ExprKind::exactly || e.kind == ExprKind::atmost;
  const bool signed_number = e.kind == ExprKind::negate ||
                             (e.kind == ExprKind::integer && e.value < 0);
  const bool unary = signed_number || e.kind == ExprKind::logical_not;
  const bool enclosed = (open && around > weakest) ||
                        (own > 0 && (own < around || e.parenthesised)) ||
                        (unary && around >= postfix);
  if (enclosed) out_ += "(";
  plain(e);
  if (enclosed) out_ += ")";
}

void Writer::type(ast::TypeId id) {
  const ast::Type& t = tree_[id];
  const Part part(*this, t.span);
  switch (t.kind) {
    case ast::TypeKind::range:
      expression(t.low, 6);
      out_ += "..";
      expression(t.high, 6);
      break;
    case ast::TypeKind::array: {
      const bool simple = tree_[t.element].kind == ast::TypeKind::named;
      if (!simple) out_ += "(";
      type(t.element);
      if (!simple) out_ += ")";
      out_ += "[";
      expression(t.size);
      out_ += "]";
      break;
    }
    case ast::TypeKind::reference:
      put("id of {}", t.word.text);
      break;
    case ast::TypeKind::queue:
      out_ += "queue (";
      type(t.element);
      out_ += ")[";
      expression(t.size);
      out_ += "]";
      break;
    default:
      out_ += t.word.text;
  }
}

void Writer::statements(network::Range range, int indent) {
  for (auto i = range.begin; i < range.end; ++i) {
    network::poll();
    line(indent);
    statement(tree_[tree_.stmt_children[i]], indent);
  }
}

void Writer::statement(const ast::Stmt& s, int indent) {
  const Part part(*this, s.span);
  const auto block = [&](network::Range body) {
    out_ += " {\n";
    statements(body, indent + 2);
    line(indent);
    out_ += "}";
  };
  switch (s.kind) {
    case ast::StmtKind::assign:
      list(s.targets);
      out_ += " := ";
      list(s.values);
      out_ += ";\n";
      return;
    case ast::StmtKind::branch:
      out_ += "if ";
      expression(s.condition);
      block(s.body);
      if (!s.otherwise.empty()) {
        out_ += " else";
        block(s.otherwise);
      }
      break;
    case ast::StmtKind::loop:
      out_ += "for ";
      binders(s.binders);
      block(s.body);
      break;
    case ast::StmtKind::repeat:
      out_ += "while ";
      expression(s.condition);
      block(s.body);
      break;
    case ast::StmtKind::push:
      out_ += "push(";
      list(s.targets);
      out_ += ", ";
      list(s.values);
      out_ += ");\n";
      return;
    case ast::StmtKind::pop:
      out_ += "pop(";
      list(s.targets);
      out_ += ");\n";
      return;
    default:
      out_ += "skip;\n";
      return;
  }
  out_ += "\n";
}

void Writer::dimensions(network::Range range) {
  for (auto i = range.begin; i < range.end; ++i) {
    out_ += "[";
    expression(tree_.expr_children[i]);
    out_ += "]";
  }
}

void Writer::items(network::Range range, int indent) {
  for (auto i = range.begin; i < range.end; ++i) {
    line(indent);
    item(tree_[tree_.item_children[i]], indent);
  }
}

void Writer::item(const ast::Item& i, int indent) {
  const Part part(*this, i.span);
  switch (i.kind) {
    case ast::ItemKind::node:
      put("node {}", i.name.text);
      dimensions(i.dimensions);
      put(" : {}", i.process.text);
      for (std::size_t k = 0; k < i.arguments.size(); ++k) {
        put("{}{} = ", k == 0 ? "(" : ", ", i.arguments[k].name.text);
        expression(i.arguments[k].value);
      }
      out_ += i.arguments.empty() ? ";\n" : ");\n";
      break;
    case ast::ItemKind::edge:
      put("edge {}", i.name.text);
      dimensions(i.dimensions);
      out_ += " : ";
      type(i.type);
      if (!i.color.text.empty()) put(" color {}", i.color.text);
      if (i.initial.valid()) {
        out_ += " = ";
        expression(i.initial);
      }
      out_ += ";\n";
      break;
    case ast::ItemKind::connect:
      out_ += "connect ";
      list(i.ends);
      out_ += " to ";
      expression(i.expr);
      out_ += ";\n";
      break;
    case ast::ItemKind::init:
      out_ += "init ";
      expression(i.expr);
      out_ += ";\n";
      break;
    default: {
      const bool loop = i.kind == ast::ItemKind::loop;
      out_ += loop ? "for " : "if ";
      if (loop) {
        binders(i.binders);
      } else {
        expression(i.expr);
      }
      out_ += " {\n";
      items(i.body, indent + 2);
      line(indent);
      out_ += "}";
      if (!i.otherwise.empty()) {
        out_ += " else {\n";
        items(i.otherwise, indent + 2);
        line(indent);
        out_ += "}";
      }
      out_ += "\n";
    }
  }
}

// The number of the remark on what is made of this; else how many there are.
std::size_t Writer::remark_of(network::Span there) const {
  const auto after = std::ranges::upper_bound(
      remarks_, there.begin, {}, [](const Remark& r) { return r.of.begin; });
  if (there == network::Span{} || after == remarks_.begin()) {
    return remarks_.size();
  }
  const auto found = static_cast<std::size_t>(after - remarks_.begin()) - 1;
  return there.end <= remarks_[found].of.end ? found : remarks_.size();
}

void Writer::remark(std::size_t number, int indent) {
  if (number >= remarks_.size() || written_[number]) return;
  written_[number] = true;
  for (const std::string& text : remarks_[number].lines) {
    network::poll();
    line(indent);
    put("//{}{}\n", text.empty() ? "" : " ", text);
  }
}

void Writer::remark_before(network::Span there, int indent) {
  remark(remark_of(there), indent);
}

// Before rules: those on what became part of other declarations.
void Writer::remarks_of_nothing() {
  std::vector<bool> later(remarks_.size() + 1);
  for (const ast::Action& a : tree_.rules) later[remark_of(a.span)] = true;
  for (const ast::Property& p : tree_.properties) {
    later[remark_of(p.span)] = true;
  }
  bool first = true;
  for (std::size_t i = 0; i < remarks_.size(); ++i) {
    network::poll();
    if (later[i] || written_[i] || remarks_[i].of.begin == remarks_[i].of.end) {
      continue;
    }
    if (first) out_ += "\n";
    first = false;
    remark(i, 0);
  }
}

void Writer::action(std::string_view keyword, const ast::Action& a,
                    int indent) {
  out_ += "\n";
  remark_before(a.span, indent);
  line(indent);
  const Part part(*this, a.span);
  put("{} ", keyword);
  word(a.name);
  if (!a.parameters.empty()) {
    out_ += "(";
    binders(a.parameters);
    out_ += ")";
  }
  for (const auto& [clause, expr] :
       {std::pair{"when", a.guard}, std::pair{"priority", a.priority}}) {
    if (!expr.valid()) continue;
    out_ += "\n";
    line(indent + 4);
    put("{} ", clause);
    expression(expr);
  }
  out_ += " {\n";
  statements(a.body, indent + 2);
  line(indent);
  out_ += "}\n";
}

void Writer::process(const ast::Process& p) {
  out_ += "\n";
  remark_before(p.span);
  const Part part(*this, p.span);
  out_ += "process ";
  word(p.name);
  for (std::size_t i = 0; i < p.constants.size(); ++i) {
    put("{}{} : ", i == 0 ? "(" : ", ", p.constants[i].name.text);
    type(p.constants[i].type);
  }
  out_ += p.constants.empty() ? " {\n" : ") {\n";
  for (const ast::Port& port : p.ports) {
    constexpr std::string_view directions[] = {"in", "out", "inout"};
    put("  port {}{} : {} ", port.set ? "set " : "", port.name.text,
        directions[static_cast<std::size_t>(port.direction)]);
    type(port.type);
    out_ += ";\n";
  }
  for (const ast::Var& v : p.variables) {
    remark_before(v.span, 2);
    out_ += "  ";
    const Part own(*this, v.span);
    out_ += "var ";
    word(v.name);
    out_ += " : ";
    type(v.type);
    if (v.initial.valid()) {
      out_ += " = ";
      expression(v.initial);
    }
    out_ += ";\n";
  }
  for (const ast::Action& a : p.actions) action("action", a, 2);
  out_ += "}\n";
}

void Writer::declarations() {
  for (const ast::Enum& e : tree_.enums) {
    remark_before(e.span);
    const Part part(*this, e.span);
    out_ += "enum ";
    word(e.name);
    out_ += " { ";
    for (std::size_t i = 0; i < e.constants.size(); ++i) {
      if (i > 0) out_ += ", ";
      word(e.constants[i]);
    }
    out_ += " }\n";
  }
  for (const ast::Struct& s : tree_.structs) {
    put("struct {} {{ ", s.name.text);
    for (const ast::Field& f : s.fields) {
      put("{} : ", f.name.text);
      type(f.type);
      out_ += "; ";
    }
    out_ += "}\n";
  }
  for (const ast::Const& c : tree_.consts) {
    remark_before(c.span);
    const Part part(*this, c.span);
    out_ += "const ";
    word(c.name);
    out_ += " = ";
    expression(c.value);
    out_ += ";\n";
  }
  for (const ast::Param& p : tree_.params) {
    const Part part(*this, p.span);
    out_ += "param ";
    word(p.name);
    out_ += " : ";
    expression(p.low, 6);
    out_ += "..";
    if (p.high.valid()) expression(p.high, 6);
    out_ += " = ";
    expression(p.value);
    out_ += ";\n";
  }
  for (const ast::Def& d : tree_.defs) {
    const Part part(*this, d.span);
    put("def {}", d.name.text);
    for (std::size_t i = 0; i < d.parameters.size(); ++i) {
      put("{}{}", i == 0 ? "(" : ", ", d.parameters[i].text);
    }
    out_ += d.parameters.empty() ? " = " : ") = ";
    expression(d.body);
    out_ += ";\n";
  }
}

void Writer::initial_conditions() {
  if (!tree_.inits.empty()) out_ += "\n";
  for (const ast::Init& i : tree_.inits) {
    remark_before(i.span);
    const Part part(*this, i.span);
    out_ += "init ";
    expression(i.formula);
    out_ += ";\n";
  }
}

void Writer::properties() {
  if (!tree_.properties.empty()) out_ += "\n";
  for (const ast::Property& p : tree_.properties) {
    remark_before(p.span);
    constexpr std::string_view kinds[] = {"invariant", "assert", "ctl", "ltl",
                                          "ctlstar"};
    const Part part(*this, p.span);
    put("{} ", kinds[static_cast<std::size_t>(p.kind)]);
    word(p.name);
    out_ += ":\n  ";
    expression(p.formula);
    out_ += ";\n";
  }
}

Written Writer::model() {
  if (!remarks_.empty() && remarks_[0].of == network::Span{}) {
    remark(0, 0);
    out_ += "\n";
  }
  declarations();
  for (const ast::Process& p : tree_.processes) process(p);
  if (!tree_.shared.empty()) out_ += "\n";
  for (const ast::Shared& s : tree_.shared) {
    remark_before(s.span);
    const Part part(*this, s.span);
    out_ += "shared ";
    word(s.name);
    dimensions(s.dimensions);
    out_ += " : ";
    type(s.type);
    if (s.initial.valid()) {
      out_ += " = ";
      expression(s.initial);
    }
    out_ += ";\n";
  }
  for (const ast::Network& n : tree_.networks) {
    out_ += "\nnetwork {\n";
    items(n.items, 2);
    out_ += "}\n";
  }
  initial_conditions();
  remarks_of_nothing();
  for (const ast::Action& a : tree_.rules) action("rule", a, 0);
  properties();
  if (!remarks_.empty() && !written_.back()) {
    out_ += "\n";
    remark(remarks_.size() - 1, 0);
  }
  return {std::move(out_), std::move(parts_)};
}

}  // namespace

Written write_model(const ast::Tree& tree, const std::vector<Remark>& remarks) {
  return Writer(tree, remarks).model();
}

}  // namespace vicinal::imports
