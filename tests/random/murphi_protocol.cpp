// SPDX-License-Identifier: MIT
// Random protocols over scalarsets of one constant, in Murphi's language.
//
// They are put together of pieces that keep the discipline of scalarsets and,
// one time in four, of one that does not: it uses the constant as a number,
// counts members, or depends on their order. Claims hold at every size, at
// none, or up to a size, so that a proof for every size that is wrong is seen
// wrong at a small one.
#include <string>
#include <vector>

#include "murphi_loops.hpp"
#include "murphi_model.hpp"
#include "murphi_ranges.hpp"
#include "terms.hpp"

namespace vicinal::random_models {
namespace {

using Words = std::vector<std::string>;

class Protocol {
 public:
  explicit Protocol(std::uint64_t seed) : dice_(seed + 0x9a7) {}
  MurphiModel run();

 private:
  void declarations();
  void variables();
  void functions();
  void start();
  std::string start_of_owner(const std::string& name);
  std::string entering();
  std::string extra_step(const std::string& p);
  void rules();
  void meeting();
  void looped();
  void collected();
  void claims();
  void few(int most);
  void misuse();
  void misuse_of_number();

  std::string phase(const std::string& p) const {
    return record_ ? "cell[" + p + "].phase" : "phase[" + p + "]";
  }
  std::string mark(const std::string& p) const {
    return record_ ? "cell[" + p + "].mark" : "mark[" + p + "]";
  }
  MurphiCells cells() const {
    return {[this](const std::string& p) { return phase(p); },
            [this](const std::string& p) { return mark(p); },
            owner_,
            turn_,
            count_,
            table_};
  }
  bool one_in(int n) { return dice_.one_in(n); }
  void line(const std::string& text) { out_.text += text + "\n"; }
  void made(const std::string& what) { out_.ingredients.insert(what); }
  void rule(const std::string& over, const std::string& guard,
            const Words& body);
  void claim(const std::string& text) {
    line("invariant \"claim" + std::to_string(++claims_) + "\" " + text + ";");
  }

  Dice dice_;
  MurphiModel out_;
  int rules_ = 0, claims_ = 0;
  bool record_ = false;  // one array of records, or several arrays
  bool owner_ = false, turn_ = false, peers_ = false, table_ = false;
  bool count_ = false, search_ = false;
  int misuse_ = 0;  // a kind of misuse, or 0
};

void Protocol::declarations() {
  line("const Count : 3;");
  if (misuse_ == 1) line("const Other : Count * 2 - 1;");
  line("type");
  line("  Proc : scalarset(Count);");
  if (peers_) {
    made("two scalarsets of one constant");
    line(misuse_ == 2 ? "  Peer : 0..Count - 1;"
                      : "  Peer : scalarset(Count);");
  }
  line("  Phase : enum { idle, want, crit };");
  if (record_) {
    line("  Cell : record phase : Phase; mark : boolean; end;");
  }
}

void Protocol::variables() {
  line("var");
  if (record_) {
    line("  cell : array [Proc] of Cell;");
  } else {
    line("  phase : array [Proc] of Phase;");
    line("  mark : array [Proc] of boolean;");
  }
  line("  busy : boolean;");
  if (owner_) line("  owner : Proc;");
  if (turn_) line("  turn : Proc;");
  if (peers_) line("  vote : array [Peer] of boolean;");
  if (peers_) line("  home : array [Proc] of Peer;");
  if (table_) line("  seen : array [Proc] of array [Proc] of boolean;");
  if (count_) line("  count : 0..3;");
  if (misuse_ == 1) line("  number : 0..Other;");
  if (misuse_ == 3) line("  number : 0..Count;");
}

void Protocol::functions() {
  if (one_in(2)) {
    made("a function that searches");
    line("function taken() : boolean;");
    line("begin");
    line("  for q : Proc do");
    line("    if " + phase("q") + " = crit then return true; end;");
    line("  end;");
    line("  return false;");
    line("end;");
  } else {
    line("function taken() : boolean;");
    line("begin");
    line("  return exists q : Proc do " + phase("q") + " = crit end;");
    line("end;");
  }
  line("procedure leave(p : Proc; var b : boolean);");
  line("begin");
  line("  " + phase("p") + " := idle;");
  line("  b := false;");
  line("end;");
  if (search_) {
    made("a random search");
    for (const std::string& s : murphi_search(dice_, cells())) line(s);
  }
  if (misuse_ == 4) {
    made("the first member");
    line("function first() : Proc;");
    line("begin");
    line("  for q : Proc do");
    line("    if " + phase("q") + " = want then return q; end;");
    line("  end;");
    line("  error \"none wants\";");
    line("end;");
  }
}

std::string Protocol::start_of_owner(const std::string& name) {
  if (one_in(3)) {
    made("a member that is cleared");
    return "  clear " + name + ";";
  }
  if (one_in(2)) {
    made("a member that starts anywhere");
    return "  " + name + " := s;";
  }
  return "  undefine " + name + ";";
}

void Protocol::start() {
  line("ruleset s : Proc do");
  line("startstate \"start\"");
  line("begin");
  line("  for p : Proc do");
  line("    " + phase("p") + " := idle;");
  line("    " + mark("p") + " := " + (one_in(3) ? "p = s" : "false") + ";");
  if (peers_ && misuse_ != 2 && one_in(2)) line("    undefine home[p];");
  if (table_) line("    for q : Proc do seen[p][q] := p = q; end;");
  line("  end;");
  line("  busy := false;");
  if (owner_) line(start_of_owner("owner"));
  if (turn_) line(start_of_owner("turn"));
  if (peers_) line("  for v : Peer do vote[v] := false; end;");
  if (count_) line("  count := 0;");
  if (misuse_ == 1 || misuse_ == 3) line("  number := 0;");
  line("end;");
  line("end;");
}

void Protocol::rule(const std::string& over, const std::string& guard,
                    const Words& body) {
  if (!over.empty()) line("ruleset " + over + " do");
  line("rule \"rule" + std::to_string(++rules_) + "\"");
  if (!guard.empty()) line("  " + guard + " ==>");
  line("begin -- step");
  for (const std::string& s : body) line("  " + s);
  line("end;");
  if (!over.empty()) line("end;");
}

// Some of the conditions to enter, so that mutual exclusion may hold.
std::string Protocol::entering() {
  std::string g = phase("p") + " = want";
  if (one_in(2)) g += " & !busy";
  if (one_in(3)) g += " & !taken()";
  if (one_in(4)) {
    g += " & forall q : Proc do q = p | " + phase("q") + " != crit end";
  }
  if (one_in(4)) g += " & " + mark("p");
  if (turn_ && one_in(2)) g += " & !isundefined(turn) & turn = p";
  if (owner_ && one_in(4)) g += " & isundefined(owner)";
  return g;
}

std::string Protocol::extra_step(const std::string& p) {
  switch (dice_.below(6)) {
    case 0:
      return mark(p) + " := true;";
    case 1:
      return mark(p) + " := !" + mark(p) + ";";
    case 2:
      return owner_ ? "owner := " + p + ";" : "";
    case 3:
      return turn_ ? "turn := " + p + ";" : "";
    case 4:
      return table_ ? "seen[" + p + "][" + p + "] := busy;" : "";
    default:
      return "";
  }
}

void Protocol::rules() {
  rule("p : Proc", phase("p") + " = idle",
       {phase("p") + " := want;", extra_step("p")});
  Words enter{phase("p") + " := crit;"};
  if (one_in(2)) enter.emplace_back("busy := true;");
  if (owner_ && one_in(2)) enter.emplace_back("owner := p;");
  if (count_ && one_in(2)) {
    made("members that are counted");
    enter.emplace_back("count := count + 1;");
  }
  rule("p : Proc", entering(), enter);
  Words leave{"leave(p, busy);", extra_step("p")};
  if (owner_ && one_in(2)) leave.emplace_back("undefine owner;");
  if (count_ && one_in(2)) {
    leave.emplace_back("if count > 0 then count := count - 1; end;");
  }
  rule("p : Proc", phase("p") + " = crit", leave);
  if (one_in(2)) meeting();
  if (one_in(2)) collected();
  if (search_) {
    rule("p : Proc", phase("p") + " = idle & chosen()",
         {mark("p") + " := chosen();"});
  }
  while (one_in(3)) looped();
  if (peers_) {
    rule("p : Proc; v : Peer", phase("p") + " = crit",
         {"vote[v] := true;", "home[p] := v;"});
    if (one_in(2)) {
      rule("p : Proc", "!isundefined(home[p]) & vote[home[p]]",
           {"vote[home[p]] := false;", one_in(2) ? "undefine home[p];" : ""});
    }
  }
}

// Of two members.
void Protocol::meeting() {
  if (table_ && one_in(2)) {
    made("an array of arrays");
    rule("p : Proc; q : Proc", phase("p") + " = want & !seen[p][q]",
         {"seen[p][q] := true;",
          one_in(3) ? "for r : Proc do seen[p][r] := seen[q][r]; end;" : ""});
    return;
  }
  if (one_in(2)) {
    made("an array that is copied");
    if (table_) {
      rule("p : Proc; q : Proc", phase("q") + " = crit",
           {"seen[p] := seen[q];"});
    } else if (record_) {
      rule("p : Proc; q : Proc", phase("q") + " = want",
           {"cell[p] := cell[q];"});
    }
    return;
  }
  rule("p : Proc; q : Proc", "p != q & " + mark("p"),
       {mark("p") + " := false;", mark("q") + " := true;"});
}

// A step of a member, or of none, that goes through all.
void Protocol::looped() {
  made("a random loop");
  const bool one = one_in(2);
  Words body = murphi_loop(dice_, cells(), one ? "p" : "");
  const std::string guard = one ? phase("p") + " = want" : "!busy";
  if (one_in(3)) body.emplace_back("busy := true;");
  rule(one ? "p : Proc" : "", guard, body);
}

// Of all members at once.
void Protocol::collected() {
  switch (dice_.below(5)) {
    case 0:
      return rule("", "forall p : Proc do " + phase("p") + " = want end",
                  {"for p : Proc do", "  " + phase("p") + " := idle;", "end;"});
    case 1:
      made("a loop of marks");
      return rule("", "!busy",
                  {"for p : Proc do", "  if " + phase("p") + " = want then",
                   "    " + mark("p") + " := true;", "  end;", "end;"});
    case 2:
      return rule("p : Proc", phase("p") + " = want",
                  {"for q : Proc do", "  " + mark("q") + " := q = p;", "end;"});
    case 3:
      if (!count_) return;
      made("members that are counted");
      return rule(
          "", "",
          {"count := 0;", "for p : Proc do", "  if " + mark("p") + " then",
           one_in(2) ? "    count := count + 1;"
                     : "    if count < 3 then count := count + 1; end;",
           "  end;", "end;"});
    default:
      made("a search for another");
      return rule(
          "p : Proc", phase("p") + " = idle",
          {"if exists q : Proc do q != p & " + mark("q") + " end then",
           "  " + mark("p") + " := true;", "else", "  busy := false;", "end;"});
  }
}

// No more than 'most' members are in the critical section.
void Protocol::few(int most) {
  made("a claim of " + std::to_string(most + 1) + " members");
  std::string all, differ, text;
  for (int i = 0; i <= most; ++i) {
    const std::string p = "p" + std::to_string(i);
    all += "forall " + p + " : Proc do ";
    for (int k = 0; k < i; ++k) {
      differ += (differ.empty() ? "" : " & ") + ("p" + std::to_string(k)) +
                " != " + p;
    }
    text += (i == 0 ? "" : " & ") + phase(p) + " = crit";
  }
  std::string ends;
  for (int i = 0; i <= most; ++i) ends += " end";
  claim(all + "!(" + differ + " & " + text + ")" + ends);
}

void Protocol::claims() {
  few(1);
  if (one_in(2)) few(2);
  if (one_in(3)) claim("taken() -> busy");
  if (one_in(3)) claim("busy -> taken()");
  if (owner_ && one_in(2)) {
    claim("isundefined(owner) | " + phase("owner") + " = crit");
  }
  if (owner_ && turn_ && one_in(2)) {
    claim("!isundefined(owner) & !isundefined(turn) -> owner = turn");
  }
  if (one_in(2)) {
    claim("forall p : Proc do forall q : Proc do " + mark("p") + " & " +
          mark("q") + " -> p = q end end");
  }
  if (search_) claim(one_in(2) ? "chosen() -> busy" : "busy | chosen()");
  if (one_in(4)) claim("exists p : Proc do !" + mark("p") + " end");
  if (count_ && one_in(2)) claim("count < 3");
  if (table_ && one_in(2)) claim("forall p : Proc do seen[p][p] end");
  if (peers_ && one_in(2)) {
    claim("forall p : Proc do isundefined(home[p]) | vote[home[p]] end");
  }
  if (peers_ && one_in(2)) {
    claim("exists v : Peer do !vote[v] end");
  }
  if (one_in(12)) {
    made("a scalarset without a name");
    claim("exists p : scalarset(Count) do " + phase("p") + " != crit end");
  }
  if (one_in(6)) claim("exists p : Proc do " + phase("p") + " != crit end");
}

// What an open size must not be taken for.
void Protocol::misuse() {
  switch (misuse_) {
    case 1:
      made("a constant of the size");
      rule("", "number < Other", {"number := number + 1;"});
      return claim("number < 4");
    case 2:
      if (!peers_) return;
      made("a range of the size");
      rule("v : Peer", "vote[v]", {"vote[(v + 1) % Count] := true;"});
      return claim("forall v : Peer do v < 2 | !vote[v] end");
    case 3:
      made("a number up to the size");
      rule("", "number < Count", {"number := number + 1;"});
      return claim("number < 3");
    case 4:
      rule("", "exists p : Proc do " + phase("p") + " = want end",
           {phase("first()") + " := crit;"});
      return;
    case 5:
      made("a loop that depends on the order");
      if (!owner_) return;
      return rule(
          "", "",
          {"for q : Proc do",
           "  if " + phase("q") + " = want then owner := q; end;", "end;"});
    case 6:
      made("members between two");
      rule("p : Proc; q : Proc", "exists r := p to q do r = 1 end",
           {mark("p") + " := true;"});
      return claim(
          "forall p : Proc do forall q : Proc do exists r := p to q do r < 2 "
          "end end end");
    default:
      return misuse_of_number();
  }
}

void Protocol::misuse_of_number() {
  switch (misuse_) {
    case 7:
      made("the size in a guard");
      return rule("p : Proc", "Count > 2 & " + phase("p") + " = want",
                  {phase("p") + " := crit;"});
    case 8:
      made("the size in a claim");
      return claim("Count < 3 | !taken()");
    case 9:
      made("a loop of numbers up to the size");
      if (!count_) return;
      return rule("", "",
                  {"count := 0;", "for i := 1 to Count do",
                   "  count := count + 1;", "end;"});
    case 10:
      if (!peers_) return;
      made("scalarsets of one size that are mixed");
      rule("p : Proc; v : Peer", "p = v", {"vote[v] := true;"});
      return claim("forall p : Proc do vote[p] -> " + phase("p") +
                   " != idle end");
    case 11:
      made("a loop that flips");
      return rule("p : Proc", "",
                  {"for q : Proc do", "  busy := !busy;", "end;"});
    case 12:
      made("a loop that hands on");
      return rule("p : Proc", mark("p"),
                  {"alias last : busy do", "for q : Proc do",
                   "  " + mark("q") + " := last;",
                   "  last := " + phase("q") + " = want;", "end;", "end;"});
    default:
      return;
  }
}

MurphiModel Protocol::run() {
  misuse_ = one_in(4) ? 1 + dice_.below(12) : 0;
  record_ = one_in(2);
  owner_ = one_in(3) || misuse_ == 5;
  turn_ = one_in(4);
  peers_ = one_in(5) || misuse_ == 2 || misuse_ == 10;
  table_ = !peers_ && one_in(6);
  count_ = one_in(5) || misuse_ == 9;
  search_ = one_in(3);
  declarations();
  variables();
  functions();
  start();
  rules();
  claims();
  if (misuse_ > 0) misuse();
  return out_;
}

}  // namespace

MurphiModel murphi_protocol(std::uint64_t seed) {
  MurphiModel model = Protocol(seed).run();
  with_ranges(model, seed, true);
  return model;
}

}  // namespace vicinal::random_models
