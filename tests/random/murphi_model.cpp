// SPDX-License-Identifier: MIT
// Declarations, start states, rules and properties of random Murphi models.
#include "murphi_model.hpp"

#include <algorithm>

#include "murphi_ranges.hpp"
#include "murphi_writer.hpp"

namespace vicinal::random_models {
namespace {

// The product of what the cells can hold stays below it.
constexpr double most_valuations = 30000;

std::size_t place_of(int i) {
  return static_cast<std::size_t>(i);
}

}  // namespace

std::string MurphiWriter::fresh(const std::string& stem, bool hides) {
  static const std::vector<std::string> ours{
      "node", "self", "init", "none", "param", "edge",    "when", "head",
      "len",  "in",   "id",   "bool", "size",  "network", "int",  "empty"};
  const auto used = [&](const std::string& name) {
    return std::any_of(seen_.begin(), seen_.end(),
                       [&](const MurphiPlace& p) { return p.text == name; });
  };
  ++names_;
  if (names_ % 5 == 0 && place_of(names_ / 5) < ours.size()) {
    made("a name that is a word of ours");
    return ours[place_of(names_ / 5)];
  }
  // One name for several things, in one place after another or at once.
  if (hides && dice_.one_in(3) && !used(stem)) {
    made("a name that is used again");
    return stem;
  }
  if (hides && globals_ > 0 && dice_.one_in(8)) {
    const std::string& name = seen_[place_of(dice_.below(globals_))].text;
    if (std::none_of(seen_.begin() + globals_, seen_.end(),
                     [&](const MurphiPlace& p) { return p.text == name; })) {
      made("a name that hides a variable");
      return name;
    }
  }
  return stem + std::to_string(names_);
}

const MurphiType& MurphiWriter::any_simple() {
  for (;;) {
    const MurphiType& t = dice_.of(types_);
    if (t.simple()) return t;
  }
}

void MurphiWriter::types() {
  constant_.sort = MurphiSort::number;
  constant_.low = constant_.high = 1 + dice_.below(3);
  line("const Limit : " + std::to_string(constant_.high) + ";");
  line("const Count : " + std::to_string(1 + dice_.below(3)) + ";");
  const int count = out_.text[out_.text.size() - 3] - '0';
  if (dice_.one_in(4)) {
    made("a constant by a term");
    line("const Other : Limit * 2 - Limit;");
  }
  line("type");
  ++indent_;
  types_.push_back({});
  MurphiType t;
  t.sort = MurphiSort::number;
  t.text = "Small";
  t.low = dice_.one_in(6) ? -1 : dice_.one_in(6) ? 1 : 0;
  t.high = t.low + 1 + dice_.below(3);
  line("Small : " + std::to_string(t.low) + ".." + std::to_string(t.high) +
       ";");
  types_.push_back(t);
  if (dice_.one_in(3)) {
    t.text = "Wide";
    t.low = 0;
    t.high = constant_.high + 1;
    line("Wide : 0..Limit + 1;");
    types_.push_back(t);
  }
  t = {};
  t.sort = MurphiSort::constant;
  t.text = "Colour";
  t.names = {"red", "green"};
  if (dice_.one_in(2)) t.names.emplace_back("blue");
  line("Colour : enum { red, green" +
       std::string(t.names.size() > 2 ? ", blue" : "") + " };");
  if (dice_.one_in(2)) types_.push_back(t);
  scalarsets(count);
  types_.insert(types_.end(), sizes_.begin(), sizes_.end());
  compound_types();
  --indent_;
}

void MurphiWriter::scalarsets(int count) {
  MurphiType t;
  t.sort = MurphiSort::member;
  t.high = count - 1;
  if (dice_.below(4) > 0) {
    made("a scalarset");
    t.text = "Proc";
    line("Proc : scalarset(Count);");
    sizes_.push_back(t);
    if (dice_.one_in(4)) {
      made("two scalarsets of one constant");
      t.text = "Peer";
      line("Peer : scalarset(Count);");
      sizes_.push_back(t);
    }
    if (dice_.one_in(6)) {
      made("a scalarset of a number");
      t.text = "Site";
      t.high = 1;
      line("Site : scalarset(2);");
      sizes_.push_back(t);
    }
  }
}

void MurphiWriter::compound_types() {
  if (dice_.one_in(2)) {
    MurphiType r;
    r.sort = MurphiSort::record;
    r.text = "Pair";
    line("Pair : record");
    const int count = 1 + dice_.below(2);
    for (int i = 0; i < count; ++i) {
      r.names.push_back(i == 0 ? "one" : "two");
      r.parts.push_back(any_simple());
      line("  " + r.names.back() + " : " + r.parts.back().text + ";");
    }
    line(dice_.one_in(2) ? "end;" : "endrecord;");
    made("a record");
    types_.push_back(r);
  }
  const int arrays = dice_.below(4);
  for (int i = 0; i < arrays; ++i) {
    MurphiType a;
    a.sort = MurphiSort::array;
    a.text = "Row" + std::to_string(i);
    const MurphiType index =
        !sizes_.empty() && dice_.below(3) > 0 ? dice_.of(sizes_) : any_simple();
    a.parts = {index, dice_.of(types_)};
    if (a.valuations() > most_valuations / 8) continue;
    if (a.parts[1].sort == MurphiSort::array) made("an array of arrays");
    if (a.parts[1].sort == MurphiSort::record) made("an array of records");
    made("an array");
    line(a.text + " : array [" + index.text + "] of " + a.parts[1].text + ";");
    types_.push_back(a);
  }
}

void MurphiWriter::variables() {
  line("var");
  ++indent_;
  const int count = 3 + dice_.below(3);
  for (int i = 0; i < count || (i < 12 && valuations_ < 300); ++i) {
    MurphiType t = dice_.of(types_);
    if (i < 2 && types_.size() > 3) t = types_[types_.size() - 1 - place_of(i)];
    if (t.sort == MurphiSort::member && dice_.one_in(2)) continue;
    if (t.sort == MurphiSort::number && dice_.one_in(3)) {
      made("a range without a name");
      t.low = 0;
      t.high = 1 + dice_.below(3);
      t.text = "0.." + std::to_string(t.high);
    }
    if (valuations_ * t.valuations() > most_valuations) continue;
    valuations_ *= t.valuations();
    const MurphiPlace p{fresh("v"), t, true, !dice_.one_in(6)};
    if (!p.defined) made("a variable that may be undefined");
    seen_.push_back(p);
    line(p.text + " : " + t.text + ";");
  }
  if (seen_.empty()) {
    seen_.push_back({"v", {}, true, true});
    line("v : boolean;");
  }
  --indent_;
}

// Sets all cells of a place.
void MurphiWriter::initialise(const MurphiPlace& p, int depth) {
  if (depth > 3 || dice_.one_in(4)) return line("clear " + p.text + ";");
  if (p.type.simple()) {
    const std::string v = value(p.type, 1).text;
    return line(v.find("no_member") == std::string::npos
                    ? p.text + " := " + v + ";"
                    : "clear " + p.text + ";");
  }
  if (p.type.sort == MurphiSort::record) {
    for (std::size_t i = 0; i < p.type.names.size(); ++i) {
      initialise({p.text + "." + p.type.names[i], p.type.parts[i], true, true},
                 depth + 1);
    }
    return;
  }
  const std::string name = "i" + std::to_string(++names_);
  line("for " + name + " : " + p.type.parts[0].text + " do");
  seen_.push_back({name, p.type.parts[0], false, true});
  ++indent_;
  initialise({p.text + "[" + name + "]", p.type.parts[1], true, true},
             depth + 1);
  --indent_;
  seen_.pop_back();
  line("end;");
}

void MurphiWriter::start(int number) {
  const std::vector<MurphiPlace> all = seen_;
  seen_.clear();
  globals_ = 0;
  // A model that fails at once has little to show.
  const int meant = risk_;
  const std::vector<MurphiFunction> functions = functions_;
  if (dice_.below(6) > 0) {
    risk_ = 0;
    functions_.clear();  // they read what is not set yet
  }
  const bool set = dice_.one_in(3);
  if (set) {
    made("a ruleset of start states");
    MurphiType type;
    const std::string name = fresh("s");
    line("ruleset " + quantifier(name, type, true) + " do");
    seen_.push_back({name, type, false, true});
  }
  line("startstate" +
       std::string(
           dice_.one_in(3) ? "" : " \"start" + std::to_string(number) + "\""));
  line("begin");
  ++indent_;
  for (const MurphiPlace& p : all) {
    if ((!p.defined && dice_.one_in(2)) || risk(8)) {
      made("a variable that starts undefined");
      continue;
    }
    initialise(p, 1);
    seen_.push_back(p);
  }
  --indent_;
  if (dice_.one_in(6)) statements(1, 1);
  line(dice_.one_in(2) ? "end;" : "endstartstate;");
  if (set) line("end;");
  seen_ = all;
  globals_ = static_cast<int>(all.size());
  risk_ = meant;
  functions_ = functions;
}

void MurphiWriter::rule(int number) {
  const std::size_t outside = seen_.size();
  const std::string name =
      dice_.one_in(6) ? "" : " \"rule" + std::to_string(number) + "\"";
  line("rule" + name);
  if (!dice_.one_in(4)) {
    line("  " + truth(dice_.below(3)).text + " ==>");
    made("a guard");
  } else {
    made("a rule without a guard");
  }
  locals(dice_.one_in(3) ? 1 : 0);
  ++indent_;
  if (dice_.one_in(12)) {
    made("assume at the beginning of a rule");
    line("assume " + enclosed(truth(1), atom_strength) + ";");
  }
  assignment();
  --indent_;
  statements(1 + dice_.below(3), 2);
  line(dice_.one_in(2) ? "end;" : "endrule;");
  seen_.resize(outside);
}

// A rule, perhaps in a ruleset, in an alias, or in both.
void MurphiWriter::rule_block(int number) {
  const std::size_t outside = seen_.size();
  int ends = 0;
  if (dice_.below(3) > 0) {
    made("a ruleset");
    MurphiType type;
    const std::string name = fresh("p");
    std::string over = quantifier(name, type, true);
    seen_.push_back({name, type, false, true});
    if (dice_.one_in(4)) {
      made("a ruleset of two");
      const std::string other = fresh("q");
      over += "; " + quantifier(other, type, true);
      seen_.push_back({other, type, false, true});
    }
    line("ruleset " + over + " do");
    ++ends;
  }
  if (dice_.one_in(4)) {
    const auto p = place(nullptr, dice_.one_in(2), false, true);
    if (p) {
      made("rules in an alias");
      const std::string name = fresh("a");
      line("alias " + name + " : " + p->text + " do");
      const bool state =
          std::any_of(seen_.begin(), seen_.end(), [&](const MurphiPlace& q) {
            const std::size_t n = q.text.size();
            return q.writes && p->text.compare(0, n, q.text) == 0 &&
                   (p->text.size() == n || p->text[n] == '.' ||
                    p->text[n] == '[');
          });
      seen_.push_back({name, p->type, state, true});
      ++ends;
    }
  }
  indent_ += ends;
  rule(number);
  if (ends > 0 && dice_.one_in(4)) rule(10 * number);
  for (; ends > 0; --ends) {
    --indent_;
    line("end;");
  }
  seen_.resize(outside);
}

void MurphiWriter::property(const std::string& word, int number,
                            const MurphiText& claim) {
  made(word);
  line(word + " \"" + word + std::to_string(number) + "\" " +
       enclosed(claim, atom_strength) + ";");
}

void MurphiWriter::properties() {
  const int count = dice_.below(4);
  for (int i = 0; i < count; ++i) {
    if (!dice_.one_in(4)) {
      const MurphiText t = truth(2);
      property("invariant", i,
               dice_.one_in(2) ? t : binary("||", or_strength, t, truth(2)));
      continue;
    }
    made("a ruleset of properties");
    MurphiType type;
    const std::string name = fresh("r");
    line("ruleset " + quantifier(name, type, true) + " do");
    seen_.push_back({name, type, false, true});
    property("invariant", i, truth(2));
    seen_.pop_back();
    line("end;");
  }
  if (dice_.one_in(20)) property("cover", 1, truth(1));
  if (dice_.one_in(8)) {
    property("assume", 1, binary("||", or_strength, truth(1), truth(1)));
  }
  if (dice_.one_in(20)) {
    made("a ruleset of assumptions");
    MurphiType type;
    const std::string name = fresh("r");
    line("ruleset " + quantifier(name, type, true) + " do");
    seen_.push_back({name, type, false, true});
    property("assume", 2, binary("||", or_strength, truth(1), truth(1)));
    seen_.pop_back();
    line("end;");
  }
  if (dice_.one_in(25)) property("liveness", 1, truth(1));
}

MurphiModel MurphiWriter::run() {
  risk_ = dice_.below(3);
  bits_ = dice_.one_in(6);
  line("-- a random model");
  types();
  variables();
  globals_ = static_cast<int>(seen_.size());
  const int functions = dice_.below(4);
  for (int i = 0; i < functions; ++i) function(i);
  const int starts = dice_.one_in(3) ? 2 : 1;
  for (int i = 0; i < starts; ++i) start(i);
  if (starts > 1) made("several start states");
  const int rules = 3 + dice_.below(5);
  for (int i = 0; i < rules; ++i) rule_block(1 + i);
  properties();
  return out_;
}

MurphiModel murphi_model(std::uint64_t seed) {
  // Where a member of a scalarset or a place was wanted and none is in sight,
  // the model is thrown away.
  for (std::uint64_t i = 0;; ++i) {
    MurphiModel m = MurphiWriter(64 * seed + i).run();
    if (m.text.find("no_member") == std::string::npos &&
        m.text.find("no_place") == std::string::npos) {
      with_ranges(m, seed, false);
      return m;
    }
  }
}

}  // namespace vicinal::random_models
