// SPDX-License-Identifier: MIT
// Each answer is held against what small instances show, by the explorer and
// by the oracle.
#include "answers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <chrono>
#include <cstdio>

#include "explore/search/replay.hpp"
#include "network/language/traits.hpp"
#include "network/language/walk.hpp"
#include "tests/oracle/family.hpp"
#include "tests/selfcheck/told_trace.hpp"

namespace vicinal::family_tests {

using network::Expr;
using network::ExprId;
using network::Op;
using network::Verdict;

std::unique_ptr<decide::Opened> good(const std::string& text) {
  auto opened = decide::open_model(text, "model.vic", {});
  REQUIRE(opened->good());
  return opened;
}

decide::Report decided(decide::Opened& opened, double seconds) {
  decide::Asked asked;
  asked.properties = decide::invariants(*opened.model);
  asked.every_size = true;
  network::Limits limits;
  limits.seconds = seconds;
  return decide::decide(opened, asked, limits);
}

std::vector<std::string> explorable(const std::string& text) {
  const std::string any = " : int;\n";
  if (text.find(any) == std::string::npos) return {text};
  std::vector<std::string> out;
  for (const int start : {0, 2, -1}) {
    std::string one = text;
    const std::string there = fmt::format(" : int = {};\n", start);
    for (std::size_t at = one.find(any); at != std::string::npos;
         at = one.find(any, at)) {
      one.replace(at, any.size(), there);
    }
    out.push_back(std::move(one));
  }
  return out;
}

namespace {

// Whether a count stands in a sum or a product that is compared by an order.
bool is_threshold(const network::Model& model, const Expr& e) {
  const bool order = network::is_comparison(e.op) && e.op != Op::equal &&
                     e.op != Op::not_equal;
  for (std::size_t side = 0; order && side < 2; ++side) {
    const ExprId part = model.child(e, side);
    if (!network::is_arithmetic(model[part].op)) continue;
    if (network::any(model, part,
                     [](const Expr& x) { return x.op == Op::count; })) {
      return true;
    }
  }
  return false;
}

// Of two dimensions, by nodes.
bool in_table(const network::Model& model, const Expr& e) {
  using network::TypeKind;
  if (e.op != Op::element) return false;
  const network::Type& whole = model[model[model.child(e, 0)].type];
  return whole.kind == TypeKind::node_array &&
         model[e.type].kind == TypeKind::node_array;
}

bool by_nodes(const network::Model& model, const Expr& e) {
  return e.op == Op::element && model[model[model.child(e, 0)].type].kind ==
                                    network::TypeKind::node_array;
}

// What a property speaks of; of none, that nothing fails.
std::vector<std::string> kinds_of(const network::Model& model,
                                  std::optional<std::size_t> property) {
  if (!property) return {"no model error"};
  const ExprId formula = model.properties[*property].formula;
  std::vector<std::string> out;
  const auto look = [&](const char* kind, const auto& holds) {
    if (network::any(model, formula, holds)) out.emplace_back(kind);
  };
  const auto is = [](auto... ops) {
    return [=](const Expr& e) { return ((e.op == ops) || ...); };
  };
  look("somebody", is(Op::exists));
  look("who can move", is(Op::enabled));
  look("a majority", [&](const Expr& e) { return is_threshold(model, e); });
  look("a count or sum", is(Op::count, Op::sum, Op::atmost, Op::exactly));
  look("an index", is(Op::node_index));
  look("an array by nodes", [&](const Expr& e) { return by_nodes(model, e); });
  look("an array of two dimensions",
       [&](const Expr& e) { return in_table(model, e); });
  look("a quotient", is(Op::divide, Op::modulo, Op::minimum, Op::maximum));
  if (out.empty()) out.emplace_back("nothing of these");
  return out;
}

// Whether a lemma that proves something says that a number is another one and
// so much more, or less.
bool by_strides(const decide::FamilyReport& report) {
  const auto says = [](const fixpoint::CoverText& lemma) {
    return lemma.name.starts_with("lemma_") &&
           (lemma.formula.find(" + ") != std::string::npos ||
            lemma.formula.find(" - ") != std::string::npos);
  };
  return std::ranges::any_of(
      report.proofs, [&](const fixpoint::FamilyProof& proof) {
        return std::ranges::any_of(proof.properties,
                                   [](const auto& p) { return p.proved; }) &&
               std::ranges::any_of(proof.text.lemmas, says);
      });
}

// In small instances nothing violates what is proved.
void check_proved(const std::string& text,
                  const std::vector<std::string>& names, SizesSeen& seen) {
  if (names.empty()) return;
  const SmallBounds bounds = up_to_six_nodes();
  oracle::SmallBounds fewer;
  fewer.size = 3;
  fewer.nodes = 4;
  fewer.graph_nodes = 2;
  fewer.states = 200;
  for (const std::string& one : explorable(text)) {
    const auto loaded = random_models::load(one);
    INFO(one << loaded.messages());
    REQUIRE(loaded.model);
    const auto wrong = violations(loaded.tree, *loaded.model, bounds, &seen);
    const auto by_oracle = oracle_violations(loaded.tree, fewer);
    for (const std::string& name : names) {
      const auto at = wrong.find(name);
      INFO(name << " is violated: " << (at == wrong.end() ? "" : at->second));
      CHECK(at == wrong.end());
      INFO(name << " is violated, says the oracle");
      CHECK(!by_oracle.contains(name));
    }
  }
}

void check_run(const decide::Opened& opened, const decide::FamilyAnswer& answer,
               const random_models::Loaded& loaded, AnswerCounts& counts) {
  INFO(answer.name);
  REQUIRE(answer.run);
  const fixpoint::Sample& sample = *answer.run->sample;
  const auto not_one =
      explore::replay(sample.instance, answer.run->trace).value_or("");
  CHECK(not_one == "");
  if (sample.graph) return;  // its nodes have other names
  std::map<std::string, std::int64_t> sizes;
  for (std::size_t p = 0; p < sample.parameters.size(); ++p) {
    sizes[opened.model->parameters[p].name] = sample.parameters[p];
  }
  const oracle::Instance o(loaded.tree, sizes);
  const auto json = report::trace_json(sample.instance, answer.run->trace);
  INFO(json.dump(1));
  try {
    const auto wrong =
        o.replay(selfcheck::told(json), answer.name).value_or("");
    CHECK(wrong == "");
    ++counts.replayed;
  } catch (const oracle::TooLarge&) {
    ++counts.beyond;  // a guard on the way leaves 64 bits
  }
}

}  // namespace

void check_family(const std::string& text, std::uint64_t seed,
                  AnswerCounts& counts) {
  const auto opened = good(text);
  const auto begin = std::chrono::steady_clock::now();
  const decide::Report report = decided(*opened, 2);
  const std::chrono::duration<double> spent =
      std::chrono::steady_clock::now() - begin;
  ++counts.families;
  if (!report.family) {
    ++counts.refused;
    if (by_hand()) {
      const auto& all = opened->diagnostics.all();
      fmt::print("R\t{}\trefused: {}\n", seed,
                 all.empty() ? "" : all.back().message);
    }
    return;
  }
  const auto loaded = random_models::load(text);
  std::vector<std::string> proved;
  std::string line;
  counts.by_strides += by_strides(*report.family) ? 1 : 0;
  for (const decide::FamilyAnswer& a : report.family->answers) {
    line +=
        fmt::format(" {}={}", a.name == network::no_model_error ? "e" : a.name,
                    network::text(a.verdict));
    for (const std::string& kind : kinds_of(*opened->model, a.property)) {
      KindCounts& of = counts.kinds[kind];
      ++(a.verdict == Verdict::proved     ? of.proved
         : a.verdict == Verdict::violated ? of.violated
                                          : of.unknown);
    }
    switch (a.verdict) {
      case Verdict::proved:
        ++counts.proved;
        counts.by_lemmas += a.method == decide::Method::lemmas ? 1 : 0;
        proved.push_back(a.name);
        break;
      case Verdict::violated:
        ++counts.violated;
        check_run(*opened, a, loaded, counts);
        break;
      case Verdict::unknown:
        ++counts.unknown;
        break;
    }
  }
  if (by_hand()) {
    fmt::print("R\t{}\t{:.1f}s\t{}\n", seed, spent.count(), line);
    std::fflush(stdout);
  }
  check_proved(text, proved, counts.seen);
}

std::string AnswerCounts::text() const {
  std::string out = fmt::format(
      "{} families: {} refused; {} proved ({} by lemmas, in {} families with "
      "strides), {} violated ({} replayed, {} beyond 64 bits), {} unknown",
      families, refused, proved, by_lemmas, by_strides, violated, replayed,
      beyond, unknown);
  for (const auto& [kind, of] : kinds) {
    out += fmt::format("\n  {}: {} proved, {} violated, {} unknown", kind,
                       of.proved, of.violated, of.unknown);
  }
  return out + "\n  " + seen.text();
}

}  // namespace vicinal::family_tests
