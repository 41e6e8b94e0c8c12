// SPDX-License-Identifier: MIT
// Statements, procedures and functions of random Murphi models.
#include <algorithm>
#include <cctype>

#include "murphi_writer.hpp"

namespace vicinal::random_models {
namespace {

std::size_t count_of(int i) {
  return static_cast<std::size_t>(i);
}

}  // namespace

void MurphiWriter::statements(int count, int depth) {
  ++indent_;
  for (int i = 0; i < count; ++i) statement(depth);
  --indent_;
}

void MurphiWriter::statement(int depth) {
  const int kind = dice_.below(depth > 0 ? 22 : 12);
  if (kind < 6) return assignment();
  if (kind == 6) return whole_assignment();
  if (kind == 7) return call_statement();
  if (kind == 8) return forgotten();
  if (kind == 9) return claimed();
  if (kind == 10) return printed();
  if (kind == 11) {
    if (!in_function_ && !dice_.one_in(4)) return assignment();
    if (!in_function_) {
      made("return in a rule");
      return line("if " + truth(0).text + " then return end;");
    }
    if (!result_) {
      made("return in a procedure");
      return line("if " + truth(0).text + " then return; end;");
    }
    made("return in the middle of a function");
    return line("if " + truth(0).text + " then return " +
                value(*result_, 1).text + "; end;");
  }
  if (kind < 15) return conditional(depth);
  if (kind < 17) return selection(depth);
  if (kind < 19) return loop(depth);
  if (kind == 19) return bounded_while(depth);
  aliased(depth);
}

void MurphiWriter::assignment() {
  const auto p = place(nullptr, true, true, false);
  if (!p) return;
  // A step that leads far, half of the time.
  if (p->defined && dice_.one_in(2)) {
    if (p->type.sort == MurphiSort::boolean) {
      return line(p->text + " := !" + p->text + ";");
    }
    if (p->type.sort == MurphiSort::number && p->type.low == 0) {
      return line(p->text + " := (" + p->text + " + 1) % " +
                  std::to_string(p->type.high + 1) + ";");
    }
    // What a ruleset or a loop ranges over comes last.
    const std::vector<MurphiPlace> all = visible();
    for (auto q = all.rbegin(); q != all.rend(); ++q) {
      if (q->writes || q->type.text != p->type.text) continue;
      return line(p->text + " := " + q->text + ";");
    }
  }
  const MurphiText v = value(p->type, 2);
  if (v.text == p->text && dice_.below(4) > 0) return;
  line(p->text + " := " + v.text + ";");
  made("an assignment");
}

// All of a record or an array, with the cells of it that are undefined.
void MurphiWriter::whole_assignment() {
  const auto p = place(nullptr, false, true, false);
  if (!p) return assignment();
  // A function whose result is a whole record or array is called here only.
  for (const MurphiFunction& f : functions_) {
    if (!f.result || f.result->text != p->type.text || dice_.one_in(3)) {
      continue;
    }
    const std::string given = arguments(f, 0);
    if (given.find("no_") != std::string::npos || (pure_ && !f.pure)) continue;
    made("a function that returns a record or an array");
    return line(p->text + " := " + f.name + "(" + given + ");");
  }
  const auto q = place(&p->type, false, false, p->defined);
  if (!q || q->text == p->text) return;
  made("an assignment of a record or an array");
  line(p->text + " := " + q->text + ";");
}

void MurphiWriter::call_statement() {
  if (functions_.empty()) return;
  const MurphiFunction f = dice_.of(functions_);
  if (pure_ && !f.pure) return;
  const std::string given = arguments(f, 1);
  if (given.find("no_") != std::string::npos) return;
  if (!f.result) {
    made("a call of a procedure");
    return line(f.name + "(" + given + ");");
  }
  if (!f.result->simple()) return;
  // What an effect changes is not read beside it: C has no order there.
  for (const MurphiPlace& p : visible()) {
    if (!p.writes || p.type.text != f.result->text || !p.defined) continue;
    if (given.find(p.text) != std::string::npos) continue;
    made(f.pure ? "a call of a function" : "a call of a function with effects");
    return line(p.text + " := " + f.name + "(" + given + ");");
  }
}

void MurphiWriter::conditional(int depth) {
  made("if");
  line("if " + truth(2).text + " then");
  statements(1 + dice_.below(2), depth - 1);
  while (dice_.one_in(4)) {
    made("elsif");
    line("elsif " + truth(1).text + " then");
    statements(1, depth - 1);
  }
  if (dice_.one_in(2)) {
    made("else");
    line("else");
    statements(1, depth - 1);
  }
  line(dice_.one_in(2) ? "endif;" : "end;");
}

void MurphiWriter::selection(int depth) {
  const auto p = place(nullptr, true, false, !risk(8));
  if (!p) return;
  made("switch");
  MurphiText e{p->text};
  if (p->type.sort == MurphiSort::number && dice_.one_in(2)) e = number(1);
  line("switch " + enclosed(e, atom_strength));
  const auto one = [&] {
    if (p->type.sort == MurphiSort::number) {
      return dice_.one_in(4) ? enclosed(number(1), atom_strength)
                             : std::to_string(dice_.below(4));
    }
    return enclosed(value(p->type, dice_.one_in(4) ? 1 : 0), atom_strength);
  };
  const int cases = 1 + dice_.below(3);
  for (int i = 0; i < cases; ++i) {
    std::string list = one();
    if (dice_.one_in(3)) {
      made("a case of several values");
      list += ", " + one();
    }
    line("case " + list + ":");
    statements(1, depth - 1);
  }
  if (dice_.one_in(2)) {
    made("else of a switch");
    line("else");
    statements(1, depth - 1);
  }
  line(dice_.one_in(2) ? "endswitch;" : "end;");
}

void MurphiWriter::loop(int depth) {
  made("for");
  const std::string name = fresh("l", true);
  MurphiType type;
  const std::string over = quantifier(name, type, false);
  line("for " + over + " do");
  seen_.push_back({name, type, false, true});
  const bool outer = in_loop_;
  in_loop_ = true;
  statements(1 + dice_.below(2), depth - 1);
  in_loop_ = outer;
  seen_.pop_back();
  line(dice_.one_in(2) ? "endfor;" : "end;");
}

// A variable below its greatest value is counted up, and by nothing else.
void MurphiWriter::bounded_while(int depth) {
  for (const MurphiPlace& p : visible()) {
    if (!p.writes || !p.defined || p.type.sort != MurphiSort::number) continue;
    if (depth > 1 && dice_.one_in(2)) continue;
    made("while");
    line("while " + p.text + " < " + std::to_string(p.type.high) + " do");
    const std::string counter = p.text;
    std::vector<MurphiPlace> all;
    all.swap(seen_);
    for (MurphiPlace q : all) {
      // Nothing is written that might be the counter by another name.
      q.writes = q.writes && q.type.text != p.type.text && q.type.simple();
      seen_.push_back(q);
    }
    std::vector<MurphiFunction> functions;
    functions.swap(functions_);
    ++indent_;
    assignment();
    functions_.swap(functions);
    line(counter + " := " + counter + " + 1;");
    --indent_;
    seen_.swap(all);
    return line(dice_.one_in(2) ? "endwhile;" : "end;");
  }
}

// The place an alias names is the one that it was when the alias began.
void MurphiWriter::aliased(int depth) {
  if (dice_.one_in(5)) {
    made("an alias of a value");
    const std::string name = fresh("z");
    const MurphiText e = number(1);
    MurphiType type;
    type.sort = MurphiSort::number;
    type.text = "a value";  // the type of no place
    type.low = e.low;
    type.high = e.high;
    line("alias " + name + " : " + enclosed(e, atom_strength) + " do");
    seen_.push_back({name, type, false, true});
    statements(1 + dice_.below(2), depth - 1);
    seen_.pop_back();
    return line("end;");
  }
  const auto p = place(nullptr, dice_.one_in(2), false, true);
  if (!p) return;
  made(p->text.find('[') != std::string::npos ? "an alias of an element"
                                              : "an alias");
  const std::string name = fresh("z");
  line("alias " + name + " : " + p->text + " do");
  MurphiPlace z{name, p->type, false, p->defined};
  for (const MurphiPlace& q : seen_) {
    const std::size_t n = q.text.size();
    if (p->text.compare(0, n, q.text) == 0 &&
        (p->text.size() == n || p->text[n] == '.' || p->text[n] == '[')) {
      z.writes = q.writes;
    }
  }
  seen_.push_back(z);
  statements(1 + dice_.below(2), depth - 1);
  seen_.pop_back();
  line(dice_.one_in(2) ? "endalias;" : "end;");
}

// 'clear' gives the least values; 'undefine' takes all away.
void MurphiWriter::forgotten() {
  const bool whole = dice_.one_in(3);
  if (dice_.one_in(2)) {
    const auto p = place(nullptr, !whole, true, false);
    if (!p) return;
    made("clear");
    // The least member is none that a discipline of scalarsets allows.
    return line("clear " + p->text + ";");
  }
  for (int tries = 0; tries < 6; ++tries) {
    const auto p = place(nullptr, !whole, true, false);
    if (!p || (p->defined && !risk(6))) continue;
    made("undefine");
    return line("undefine " + p->text + ";");
  }
}

void MurphiWriter::claimed() {
  switch (dice_.below(5)) {
    case 0:
      if (risk_ == 0) return;
      made("error");
      return line("if " + truth(1).text + " then error \"an error\"; end;");
    case 1:
    case 2: {
      if (risk_ == 0) return;
      made("assert");
      const std::string claim =
          enclosed(binary("|", bit_or_strength, truth(1), truth(1)), 13);
      return line(dice_.one_in(2) ? "assert \"a claim\" " + claim + ";"
                                  : "assert " + claim + " \"a claim\";");
    }
    case 3:
      if (!dice_.one_in(in_function_ ? 30 : 6)) return;
      made("assume in a rule");
      return line("assume " + enclosed(truth(1), 13) + ";");
    default:
      if (!dice_.one_in(20)) return;
      made("cover in a rule");
      line("cover \"covered\" " + enclosed(truth(1), 13) + ";");
  }
}

// What is printed may still fail. A place alone may be undefined.
void MurphiWriter::printed() {
  made("put");
  if (dice_.one_in(3)) return line("put \"text\";");
  if (dice_.one_in(3)) {
    const auto p = place(nullptr, !dice_.one_in(3), false, !risk(2));
    if (p) return line("put " + p->text + ";");
  }
  line("put " + enclosed(number(2), atom_strength) + ";");
}

// Variables of a rule or a function; some are not set at first.
void MurphiWriter::locals(int count) {
  const std::size_t outside = seen_.size();
  for (int i = 0; i < count; ++i) {
    const MurphiType type = dice_.one_in(3) ? dice_.of(types_) : any_simple();
    const std::string name = fresh("own", true);
    seen_.push_back({name, type, true, false});
    line("var " + name + " : " + type.text + ";");
    made("a variable of a rule or a function");
  }
  if (dice_.one_in(8)) {
    made("a constant of a rule or a function");
    MurphiType type = constant_;
    type.text = "a constant";  // the type of no other place
    const std::string name = fresh("lasting");
    line("const " + name + " : " + std::to_string(type.low) + ";");
    seen_.push_back({name, type, false, true});
  }
  line(in_function_ ? "begin" : "begin -- step");
  ++indent_;
  for (std::size_t i = outside; i < outside + count_of(count); ++i) {
    if (dice_.one_in(4)) continue;
    const MurphiPlace own = seen_[i];
    initialise(own, 1);
    seen_[i].defined = true;
  }
  --indent_;
}

void MurphiWriter::function_body(const MurphiFunction& f) {
  const bool returns_whole = f.result && !f.result->simple();
  std::vector<MurphiPlace> whole;
  for (const MurphiPlace& p : visible()) {
    if (returns_whole && p.type.text == f.result->text) whole.push_back(p);
  }
  ++indent_;
  if (returns_whole) {
    if (whole.empty()) {
      // Nothing of the type is in sight.
      line("error \"nothing to return\";");
    } else {
      line("return " + dice_.of(whole).text + ";");
    }
  } else {
    --indent_;
    statements(1 + dice_.below(2), 1);
    ++indent_;
    if (f.result && !(risk_ > 1 && dice_.one_in(8))) {
      line("return " + value(*f.result, 2).text + ";");
    }
  }
  --indent_;
}

void MurphiWriter::function(int number) {
  MurphiFunction f;
  f.name = (dice_.one_in(3) ? "next" : "work") + std::to_string(number);
  const std::size_t outside = seen_.size();
  std::string list;
  const int count = dice_.below(3);
  f.pure = dice_.one_in(2);
  for (int i = 0; i < count; ++i) {
    MurphiPlace p{fresh("by"),
                  dice_.one_in(4) ? dice_.of(types_) : any_simple(),
                  !f.pure && dice_.one_in(2), true};
    list += (list.empty() ? "" : "; ") + std::string(p.writes ? "var " : "") +
            p.text + " : " + p.type.text;
    made(p.writes ? "a var parameter" : "a parameter");
    f.parameters.push_back(p);
    seen_.push_back(p);
  }
  const bool result = f.pure || dice_.one_in(2);
  if (result) f.result = dice_.one_in(5) ? dice_.of(types_) : any_simple();
  made(!result  ? "a procedure"
       : f.pure ? "a function"
                : "a function with effects");
  line((result ? "function " : "procedure ") + f.name + "(" + list + ")" +
       (result ? " : " + f.result->text : "") + ";");
  if (f.pure) {
    for (std::size_t i = 0; i < outside; ++i) seen_[i].writes = false;
  }
  in_function_ = true;
  pure_ = f.pure;
  result_ = f.result;
  if (result_ && !result_->simple()) result_.reset();
  locals(dice_.below(3));
  function_body(f);
  in_function_ = pure_ = false;
  result_.reset();
  line(dice_.one_in(2) ? "end;" : result ? "endfunction;" : "endprocedure;");
  seen_.resize(outside);
  for (MurphiPlace& p : seen_) p.writes = true;
  functions_.push_back(f);
}

}  // namespace vicinal::random_models
