// SPDX-License-Identifier: MIT
// Guards: what several proofs have proved is in one, where one is wanted, and
// verdicts do not depend on whether one is.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <iterator>
#include <string>

#include "decide/decide.hpp"
#include "tests/random/random_model.hpp"
#include "tests/random/ring_model.hpp"

namespace united_test {

namespace {

using namespace vicinal;
using network::Verdict;

decide::FamilyReport decided(const std::string& text, bool one_proof) {
  const auto opened = decide::open_model(text, "model.vic", {});
  REQUIRE(opened->good());
  decide::Asked question;
  question.every_size = true;
  question.properties = decide::invariants(*opened->model);
  question.one_proof = one_proof;
  return std::move(*decide::decide(*opened, question, {}).family);
}

bool proved_by_obligations(const decide::FamilyAnswer& a) {
  return a.verdict == Verdict::proved &&
         (a.method == decide::Method::invariant ||
          a.method == decide::Method::lemmas);
}

bool proves(const fixpoint::FamilyProof& proof, const decide::FamilyAnswer& a) {
  const fixpoint::PropertyProof* of = proof.of(a.property);
  return of != nullptr && of->proved;
}

struct UnitedCounts {
  int several = 0;  // no proof of them alone proves all
  int united = 0;
};

// Whether a proof proves all that obligations proved.
bool one_for_all(const decide::FamilyReport& report) {
  return std::any_of(report.proofs.begin(), report.proofs.end(),
                     [&](const fixpoint::FamilyProof& proof) {
                       return std::all_of(report.answers.begin(),
                                          report.answers.end(),
                                          [&](const decide::FamilyAnswer& a) {
                                            return !proved_by_obligations(a) ||
                                                   proves(proof, a);
                                          });
                     });
}

// One that proves all is wanted only where there is none.
void compare(const std::string& text, UnitedCounts& counts) {
  const auto each = decided(text, false);
  const bool any = std::any_of(each.answers.begin(), each.answers.end(),
                               proved_by_obligations);
  if (!any || one_for_all(each)) return;
  const auto united = decided(text, true);
  REQUIRE(each.answers.size() == united.answers.size());
  for (std::size_t i = 0; i < each.answers.size(); ++i) {
    INFO(each.answers[i].name);
    CHECK(each.answers[i].verdict == united.answers[i].verdict);
  }
  ++counts.several;
  counts.united += one_for_all(united) ? 1 : 0;
}

// More that stations do, and what is proved of it by single nodes, an equation
// or a lemma with `exists`.
struct Part {
  std::string local, invariant;
};

const Part parts[] = {
    {"", "invariant one: count(e in token: e) + count(q in s: q.eats) == 1;\n"},
    {"var up, told : bool = false;\n"
     "action rise { up := true; }\n"
     "action tell(q in s) when q.up { told := true; }\n",
     "invariant somebody: (exists a in s: a.told) => exists b in s: b.up;\n"},
    {"var step : 0..3 = 0;\nvar half : bool = false;\n"
     "action walk when step < 3 { step := step + 1; half := step == 2; }\n",
     "invariant halfway: forall q in s: q.half => q.step == 2;\n"},
};

// The ring, and those of the bits.
std::string of_parts(std::uint64_t bits) {
  std::string local, invariants;
  for (std::size_t i = 0; i < std::size(parts); ++i) {
    if ((bits >> i & 1) == 0) continue;
    local += parts[i].local;
    invariants += parts[i].invariant;
  }
  return random_models::ring_model(random_models::ring_mutex + invariants,
                                   local);
}

}  // namespace

// Of the other choices most are proved by one proof; none has proofs of other
// kinds.
TEST_CASE("what several proofs have proved is in one") {
  UnitedCounts counts;
  int asked = 0;
  for (const std::uint64_t bits : {0b101U, 0b001U, 0b111U}) {
    const std::string text = of_parts(bits);
    INFO(text);
    compare(text, counts);
    ++asked;
    // One has a sanitizer see all code.
    if (!random_models::enough_runs()) break;
  }
  INFO(counts.several << " by several proofs");
  CHECK(counts.several == asked);
  CHECK(counts.united == counts.several);
}

}  // namespace united_test
