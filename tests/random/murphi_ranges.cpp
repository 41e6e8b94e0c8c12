// SPDX-License-Identifier: MIT
// The text is edited, so that seeds keep their models but for the types and for
// what comes at the end.
#include "murphi_ranges.hpp"

#include <string>

#include "terms.hpp"

namespace vicinal::random_models {
namespace {

class Ranges {
 public:
  Ranges(MurphiModel& model, std::uint64_t seed, bool protocol)
      : dice_(seed + (protocol ? 0x5c4 : 0x7d1)),
        out_(model),
        protocol_(protocol) {}
  void run();

 private:
  bool replace(const std::string& from, const std::string& to);
  std::string range();
  void number_claims();
  void number_steps();
  void made(const std::string& what) { out_.ingredients.insert(what); }
  void claim(const std::string& text) {
    out_.text += "invariant \"numbers\" " + text + ";\n";
  }
  void step(const std::string& guard, const std::string& body) {
    out_.text += "ruleset p : Proc do\nrule \"by number\"\n  " + guard +
                 " ==>\nbegin -- step\n  " + body + "\nend;\nend;\n";
  }

  Dice dice_;
  MurphiModel& out_;
  bool protocol_;
};

// Everywhere; whether there was one.
bool Ranges::replace(const std::string& from, const std::string& to) {
  bool found = false;
  for (std::size_t i = out_.text.find(from); i != std::string::npos;
       i = out_.text.find(from, i + to.size())) {
    out_.text.replace(i, from.size(), to);
    found = true;
  }
  return found;
}

std::string Ranges::range() {
  return dice_.one_in(2) ? "1..Count" : "0..Count - 1";
}

void Ranges::number_claims() {
  switch (dice_.below(4)) {
    case 0:
      made("an order of indices");
      return claim("forall p : Proc do forall q : Proc do p <= q end end");
    case 1:
      made("a number among indices");
      return claim("exists p : Proc do p = 1 end");
    case 2:
      made("arithmetic with indices");
      return claim("forall p : Proc do p + 1 < 4 end");
    default:
      made("a range without a name for an index");
      return claim("forall p : Proc do exists q : 0..2 do p = q end end");
  }
}

void Ranges::number_steps() {
  switch (dice_.below(4)) {
    case 0:
      made("an order of indices");
      return step("exists q : Proc do p < q end", "busy := !busy;");
    case 1:
      made("a number among indices");
      return step("p = 2", "busy := true;");
    case 2:
      made("another range for an index");
      replace("  busy : boolean;\n", "  busy : boolean;\n  last : 0..3;\n");
      step("!busy", "last := p;");
      return claim("isundefined(last) | last < 3");
    default:
      made("arithmetic with indices");
      return step("p % 2 = 1", "busy := p > 1;");
  }
}

void Ranges::run() {
  if (!dice_.one_in(3)) return;
  const std::string all = range();
  const bool alike = !protocol_ || dice_.below(3) > 0;
  const std::string number = all[0] == '1' ? "1..2" : "0..1";
  if (!alike && replace("Peer : scalarset(Count)", "Peer : " + range())) {
    made("ranges that may differ");
  }
  if (!replace("scalarset(Count)", all)) return;
  made("ranges in place of scalarsets");
  replace("scalarset(2)", number);
  if (!dice_.one_in(3)) return;
  if (protocol_ && dice_.one_in(2)) {
    number_steps();
  } else if (out_.text.find("Proc :") != std::string::npos) {
    number_claims();
  }
}

}  // namespace

void with_ranges(MurphiModel& model, std::uint64_t seed, bool protocol) {
  Ranges(model, seed, protocol).run();
}

}  // namespace vicinal::random_models
