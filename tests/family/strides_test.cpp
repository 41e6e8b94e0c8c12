// SPDX-License-Identifier: MIT
// Guards: random families of numbers that go on by strides have what lemmas
// about such numbers treat as cases of their own. All counts are printed.
#include <fmt/format.h>

#include <catch2/catch.hpp>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "families.hpp"
#include "fixpoint/lemmas/cube.hpp"
#include "network/language/traits.hpp"
#include "network/language/walk.hpp"
#include "tests/random/stride_family.hpp"

namespace strides_test {

namespace {

using namespace vicinal;
using network::Expr;
using network::ExprId;
using network::Op;

bool is_stepped(const fixpoint::Vocabulary& vocabulary, std::size_t family,
                const network::Model& model, const Expr& e) {
  const auto& features = vocabulary.features[family];
  return e.op == Op::variable &&
         model[model[model.child(e, 0)].type].process ==
             model.node_families[family].process &&
         std::ranges::any_of(features, [&](const fixpoint::Feature& f) {
           return f.stepped && f.where == fixpoint::Feature::Where::variable &&
                  f.item == e.item;
         });
}

// What a family has, each once.
class Looking {
 public:
  explicit Looking(const network::Model& model)
      : model_(model), vocabulary_(fixpoint::vocabulary_of(model)) {}

  std::vector<std::string> found() {
    strides();
    std::size_t numbers = 0;
    for (std::size_t f = 0; f < vocabulary_.node_families; ++f) {
      for (const fixpoint::Feature& feature : vocabulary_.features[f]) {
        numbers += feature.stepped ? 1 : 0;
      }
    }
    if (numbers > 1) out_.emplace_back("two numbers that go on");
    if (vocabulary_.node_families > 1) out_.emplace_back("two families");
    const ExprId claim = model_.properties.front().formula;
    const auto speaks = [this](ExprId e) {
      return network::any(model_, e,
                          [this](const Expr& x) { return goes_on(x); });
    };
    out_.emplace_back(speaks(claim) ? "claim: of numbers" : "claim: of none");
    const bool differ = network::any(model_, claim, [&](const Expr& e) {
      return (e.op == Op::add || e.op == Op::subtract) &&
             goes_on(model_[model_.child(e, 0)]);
    });
    if (differ) out_.emplace_back("claim: how they differ");
    for (const network::Process& p : model_.processes) {
      for (const network::Variable& v : p.variables) {
        if (model_[v.type].kind == network::TypeKind::integer &&
            !v.initial.valid()) {
          out_.emplace_back("begins anywhere");
          return out_;
        }
      }
    }
    return out_;
  }

 private:
  void strides() {
    const auto& all = vocabulary_.strides;
    if (all.size() == 1) out_.emplace_back("one stride");
    if (all.size() > 1) out_.emplace_back("two strides");
    if (!all.empty() && all.front() > 1) {
      out_.emplace_back("a stride of more than one");
    }
  }
  bool goes_on(const Expr& e) const {
    for (std::size_t f = 0; f < vocabulary_.node_families; ++f) {
      if (is_stepped(vocabulary_, f, model_, e)) return true;
    }
    return false;
  }

  const network::Model& model_;
  const fixpoint::Vocabulary vocabulary_;
  std::vector<std::string> out_;
};

}  // namespace

TEST_CASE("families with strides have what lemmas speak of") {
  constexpr std::uint64_t count = 300;
  constexpr int least = 15;
  const std::vector<std::string> all = {"one stride",
                                        "two strides",
                                        "a stride of more than one",
                                        "two numbers that go on",
                                        "two families",
                                        "claim: of numbers",
                                        "claim: of none",
                                        "claim: how they differ",
                                        "begins anywhere"};
  std::map<std::string, int> counts;
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    const std::string text = random_models::stride_family(seed);
    const auto loaded = random_models::load(text);
    INFO("seed := " << seed << "\n" << text << loaded.messages());
    REQUIRE(loaded.model != nullptr);
    for (const std::string& name : Looking(*loaded.model).found()) {
      ++counts[name];
    }
  }
  std::string table;
  for (const std::string& name : all) {
    table += fmt::format("{:5} {}\n", counts[name], name);
    INFO(name);
    CHECK(counts[name] >= least);
  }
  WARN("of " << count << " families:\n" << table);
  CHECK(counts.size() == all.size());
}

}  // namespace strides_test
