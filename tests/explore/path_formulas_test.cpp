// SPDX-License-Identifier: MIT
// Guards: path formulas, simplified or not, and the automata that are made of
// them, against what the operators mean, on words that repeat; and that wide
// conjunctions and disjunctions stay small.
#include <catch2/catch.hpp>

#include <functional>
#include <map>

#include "explore/temporal/product.hpp"
#include "explore/temporal/simplified.hpp"
#include "explore/temporal/state_graph.hpp"
#include "tests/random/loaded.hpp"
#include "tests/random/random_model.hpp"
#include "tests/random/terms.hpp"

namespace path_formulas_test {

namespace {

using namespace vicinal;
using explore::FormulaId;
using explore::Formulas;
using explore::Kind;
using network::Scalar;
using random_models::Dice;

// Per place, which atoms hold; behind the last place comes that at `loop`.
struct Word {
  std::vector<std::vector<bool>> atoms;
  std::size_t loop = 0;

  std::size_t size() const { return atoms.size(); }
  std::size_t after(std::size_t at) const {
    return at + 1 == size() ? loop : at + 1;
  }
};

Word random_word(Dice& dice, int atoms) {
  Word word;
  const int length = 1 + dice.below(5);
  const int often = 2 + dice.below(4);
  for (int i = 0; i < length; ++i) {
    auto& here = word.atoms.emplace_back();
    for (int a = 0; a < atoms; ++a) here.push_back(dice.below(often) < 2);
  }
  word.loop = static_cast<std::size_t>(dice.below(length));
  return word;
}

// Where on the word a formula holds, by the unfolding of each operator: as
// often as the word is long it is the least, or the greatest, solution.
class Meaning {
 public:
  Meaning(const Formulas& formulas, const Word& word)
      : formulas_(formulas), word_(word) {}

  const std::vector<bool>& operator()(FormulaId id) {
    const auto known = known_.find(id);
    if (known != known_.end()) return known->second;
    return known_.emplace(id, computed(id)).first->second;
  }

 private:
  std::vector<bool> computed(FormulaId id) {
    const explore::temporal::Formula& f = formulas_[id];
    const std::size_t size = word_.size();
    std::vector<bool> result(size, f.kind == Kind::release);
    if (f.kind == Kind::constant || f.kind == Kind::atom) {
      for (std::size_t i = 0; i < size; ++i) {
        result[i] = f.kind == Kind::constant
                        ? f.value
                        : word_.atoms[i][f.atom] == f.value;
      }
      return result;
    }
    const std::vector<bool> a = (*this)(f.first);
    const std::vector<bool> b =
        f.second.valid() ? (*this)(f.second) : std::vector<bool>(size);
    for (std::size_t round = 0; round <= 2 * size; ++round) {
      for (std::size_t i = size; i-- > 0;) {
        const bool then = result[word_.after(i)];
        switch (f.kind) {
          case Kind::conjunction:
            result[i] = a[i] && b[i];
            break;
          case Kind::disjunction:
            result[i] = a[i] || b[i];
            break;
          case Kind::next:
            result[i] = a[word_.after(i)];
            break;
          case Kind::until:
            result[i] = b[i] || (a[i] && then);
            break;
          default:
            result[i] = b[i] && (a[i] || then);
        }
      }
    }
    return result;
  }

  const Formulas& formulas_;
  const Word& word_;
  std::map<FormulaId, std::vector<bool>> known_;
};

// The word as a graph: one path from each place.
class Asked {
 public:
  Asked(const Formulas& formulas, const Word& word)
      : formulas_(formulas),
        word_(word),
        loaded_(random_models::load(
            "shared at : 0.." + std::to_string(word.size()) +
            " = 0;\nrule go { at := if at == " +
            std::to_string(word.size() - 1) + " then " +
            std::to_string(word.loop) + " else at + 1; }\n")),
        budget_(limits_),
        graph_(*loaded_.instance,
               {count(), all(),
                [this](std::uint32_t a, std::vector<Scalar>& s) {
                  return word_.atoms[static_cast<std::size_t>(s[0])][a];
                }},
               fair_, nullptr, budget_) {
    graph_.expand_all();
  }

  struct Answer {
    std::vector<bool> holds;  // per place
    std::uint32_t states = 0, transitions = 0;
    std::uint64_t pairs = 0;
  };
  Answer operator()(FormulaId path) {
    explore::Automaton automaton(formulas_, path);
    explore::Product product(
        graph_, fair_, false, automaton,
        [&](FormulaId l, std::uint32_t node) { return letter(l, node); });
    std::vector<std::uint32_t> nodes;
    for (std::size_t i = 0; i < word_.size(); ++i) {
      nodes.push_back(graph_.node_of({static_cast<Scalar>(i)}));
    }
    Answer answer;
    answer.holds = product.satisfied(nodes);
    answer.states = automaton.states();
    answer.transitions = automaton.size();
    answer.pairs = product.size();
    return answer;
  }

 private:
  std::uint32_t count() const {
    return static_cast<std::uint32_t>(word_.atoms[0].size());
  }
  std::vector<std::uint32_t> all() const {
    std::vector<std::uint32_t> list;
    for (std::uint32_t a = 0; a < count(); ++a) list.push_back(a);
    return list;
  }
  bool letter(FormulaId id, std::uint32_t node) const {
    const explore::temporal::Formula& f = formulas_[id];
    switch (f.kind) {
      case Kind::constant:
        return f.value;
      case Kind::atom:
        return graph_.holds(f.atom, node) == f.value;
      case Kind::conjunction:
        return letter(f.first, node) && letter(f.second, node);
      default:
        return letter(f.first, node) || letter(f.second, node);
    }
  }

  const Formulas& formulas_;
  const Word& word_;
  random_models::Loaded loaded_;
  network::Limits limits_;
  network::Budget budget_;
  std::vector<explore::FairAction> fair_;
  explore::StateGraph graph_;
};

// Formulas that look alike: rules about them are what is to be tested.
class Writer {
 public:
  Writer(Dice& dice, Formulas& formulas, int atoms)
      : dice_(dice), f_(formulas), atoms_(atoms) {}

  FormulaId formula(int depth) {
    if (depth == 0 || dice_.one_in(7)) return atom();
    switch (dice_.below(9)) {
      case 0:
        return f_.next(formula(depth - 1));
      case 1:
        return eventually(formula(depth - 1));
      case 2:
        return always(formula(depth - 1));
      case 3:
        return f_.until(formula(depth - 1), formula(depth - 1));
      case 4:
        return f_.release(formula(depth - 1), formula(depth - 1));
      case 5:
        return always(eventually(formula(depth - 1)));
      case 6:
        return eventually(always(formula(depth - 1)));
      default:
        return wide(depth, 2 + dice_.below(4), dice_.one_in(2));
    }
  }

  FormulaId wide(int depth, int parts, bool conjoined) {
    const int kind = dice_.below(8);
    const FormulaId shared = atom();
    FormulaId result = f_.constant(conjoined);
    for (int i = 0; i < parts; ++i) {
      const FormulaId part = like(kind, formula(depth - 1), shared);
      result = conjoined ? f_.conjunction(result, part)
                         : f_.disjunction(result, part);
    }
    return result;
  }

  // Of the same kind.
  FormulaId like(int kind, FormulaId own, FormulaId shared) {
    switch (kind) {
      case 0:
        return f_.next(own);
      case 1:
        return eventually(own);
      case 2:
        return always(own);
      case 3:
        return always(eventually(own));
      case 4:
        return eventually(always(own));
      case 5:
        return f_.until(own, shared);
      case 6:
        return f_.release(shared, own);
      default:
        return own;
    }
  }

 private:
  FormulaId atom() {
    if (dice_.one_in(20)) return f_.constant(dice_.one_in(2));
    const auto a = static_cast<std::uint32_t>(dice_.below(atoms_));
    return f_.atom(a, dice_.one_in(2));
  }
  FormulaId eventually(FormulaId a) { return f_.until(f_.constant(true), a); }
  FormulaId always(FormulaId a) { return f_.release(f_.constant(false), a); }

  Dice& dice_;
  Formulas& f_;
  int atoms_;
};

}  // namespace

TEST_CASE("automata accept the words on which their formulas hold") {
  const std::uint64_t runs = random_models::runs(3000);
  std::size_t smaller = 0, held = 0, asked = 0, no_larger = 0;
  for (std::uint64_t seed = 1; seed <= runs; ++seed) {
    INFO("seed " << seed);
    Dice dice(seed);
    constexpr int atoms = 3;
    Formulas formulas;
    Writer writer(dice, formulas, atoms);
    const FormulaId path =
        dice.one_in(2) ? writer.formula(3)
                       : writer.wide(2, 2 + dice.below(5), dice.one_in(2));
    explore::Simplified simplified(formulas);
    const FormulaId simple = simplified(path);
    smaller += simple == path ? 0 : 1;
    CHECK(formulas.negation(simplified(formulas.negation(path))) == simple);
    const Word word = random_word(dice, atoms);
    const std::vector<bool> expected = Meaning(formulas, word)(path);
    CHECK(Meaning(formulas, word)(simple) == expected);
    Asked ask(formulas, word);
    const auto plain = ask(path);
    const auto by_simple = ask(simple);
    CHECK(plain.holds == expected);
    CHECK(by_simple.holds == expected);
    no_larger += by_simple.pairs <= plain.pairs ? 1 : 0;
    asked += expected.size();
    held += static_cast<std::size_t>(
        std::count(expected.begin(), expected.end(), true));
  }
  if (runs < 1000) return;
  CHECK(smaller * 3 > runs);
  CHECK(no_larger * 10 > runs * 9);
  CHECK(held * 4 > asked);
  CHECK(held * 4 < asked * 3);
}

// Of each operator so many, joined, and what becomes of it by negation.
TEST_CASE("wide formulas cost a set for each of their parts at most") {
  for (const int parts : {5, 16, 60}) {
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
      Dice dice(seed);
      const Word word = random_word(dice, 2 * parts);
      Formulas f;
      const FormulaId yes = f.constant(true), no = f.constant(false);
      const std::vector<std::function<FormulaId(FormulaId, FormulaId)>> all = {
          [&](FormulaId a, FormulaId b) { return f.until(a, b); },
          [&](FormulaId a, FormulaId b) { return f.release(a, b); },
          [&](FormulaId a, FormulaId b) {
            return f.release(b, f.disjunction(a, b));
          },
          [&](FormulaId a, FormulaId) { return f.release(no, a); },
          [&](FormulaId a, FormulaId) { return f.until(yes, a); },
          [&](FormulaId a, FormulaId) { return f.next(a); },
          [&](FormulaId a, FormulaId) {
            return f.release(no, f.until(yes, a));
          },
          [&](FormulaId a, FormulaId) {
            return f.until(yes, f.release(no, a));
          }};
      for (std::size_t kind = 0; kind < all.size(); ++kind) {
        FormulaId joined = no;
        for (int i = 0; i < parts; ++i) {
          const auto a = static_cast<std::uint32_t>(2 * i);
          joined = f.disjunction(
              joined, all[kind](f.atom(a, true), f.atom(a + 1, true)));
        }
        explore::Simplified simplified(f);
        for (const FormulaId path : {joined, f.negation(joined)}) {
          INFO("operator " << kind << ", " << parts << " parts, seed " << seed
                           << (path == joined ? "" : ", negated"));
          const std::vector<bool> expected = Meaning(f, word)(path);
          const auto found = Asked(f, word)(simplified(path));
          CHECK(found.holds == expected);
          // From each place another set, then one part after the other.
          const std::size_t most =
              1 + word.size() * static_cast<std::size_t>(parts + 2);
          CHECK(found.states <= most);
          CHECK(found.transitions <= 3 * most * word.size());
        }
      }
    }
  }
}

}  // namespace path_formulas_test
