// SPDX-License-Identifier: MIT
// The examples in comments of headers, compiled: each of their lines stands
// here as it stands there, which tests/sanity/header_examples sees to.
#include <fmt/format.h>

#include "decide/decide.hpp"
#include "explore/ranks/rank_search.hpp"
#include "groupoid/analysis/analysis.hpp"
#include "groupoid/automorphism/automorphisms.hpp"
#include "groupoid/comparison/comparison.hpp"
#include "groupoid/elements/elements.hpp"
#include "groupoid/pairs/pairs.hpp"
#include "groupoid/quotient_network/quotient.hpp"
#include "groupoid/ranks/rank_classes.hpp"
#include "network/base/budget.hpp"
#include "network/files/native.hpp"
#include "network/language/walk.hpp"
#include "network/ranks/thread_exchange.hpp"
#include "network/semantics/bindings.hpp"
#include "obligations/obligations.hpp"
#include "symmetry/detection/detection.hpp"
#include "symmetry/detection/find.hpp"
#include "symmetry/exchanges/model_symmetry.hpp"

namespace vicinal {

namespace decide {

void example(const std::string& text, const network::Limits& limits,
             void (*tell)(const Answer&)) {
  auto opened = open_model(text, "ring.vic", {{"n", "4"}});
  Asked asked;
  if (opened->model) asked.properties = invariants(*opened->model);
  const Report report = decide(*opened, asked, limits);
  for (const Answer& a : report.answers()) tell(a);
}

}  // namespace decide

namespace groupoid {

void example(const network::Network& network) {
  const Automorphisms group = automorphisms(network);
  if (group.computed) fmt::print("{} automorphisms\n", group.order);
}

void example(const network::Network& network, network::NodeId i,
             network::NodeId j) {
  const Balance singles = balance(network, {.shared = Shared::onto});
  const auto pairs = pair_classes(network, {.singles = &singles});
  pairs->class_of(i, j);
}

void example_of_quotients(const network::Network& network) {
  const Balance b = balance(network, {.shared = Shared::onto});
  const Quotient q = quotient(b);
  network::write_native(q.network, q.vias);
}

void example_of_analysis(const network::Network& network) {
  Analysis a;
  analyse(network, {}, a);
  if (a.planar == true) fmt::print("can be drawn without crossings\n");
}

void example_of_elements(const network::Network& network, network::NodeId m,
                         network::NodeId n) {
  const Elements io(network);
  if (const auto beta = io.between(m, n)) {
    const std::vector<LocalSymmetry> group = io.generators(n);
  }
}

void example_of_comparison(const network::Network& ring_of_six,
                           const network::Network& ring_of_twelve) {
  Comparison c;
  compare(ring_of_six, ring_of_twelve, {}, c);
}

}  // namespace groupoid

namespace symmetry {

void example(const network::Instance& instance,
             const std::vector<std::size_t>& properties,
             std::vector<network::Scalar>& state) {
  const ModelSymmetry symmetry = model_symmetry(instance, properties, {});
  Canonizer canonize(symmetry.canonical, *symmetry.sorts);
  canonize(state);
}

void example(flat::Guarded guarded) {
  const Detection found = detect(std::move(guarded));
  fmt::print("{} permutations of states\n", found.order);
}

void example_of_finding(const network::Instance& instance,
                        const std::vector<std::size_t>& properties) {
  const ModelSymmetry group = find(instance, {properties}, Way::larger);
  fmt::print("{}", group.order);
}

}  // namespace symmetry

namespace network {

struct Result {
  Limit limit = Limit::none;
};

void example(const Limits& limits, void (*evaluate)(), Result& result) {
  Budget budget(limits);
  const Polling polling(budget);
  try {
    evaluate();
  } catch (const LimitReached& reached) {
    result.limit = reached.limit;
  }
}

bool example(const Model& model, ExprId guard) {
  return any(model, guard, [&](const Expr& e) { return e.op == Op::head; });
}

void example(const Action& action, const Evaluator& evaluator,
             const Context& context, void (*use)(const Context&)) {
  Bindings bindings(action.binders, evaluator, context);
  while (bindings.next()) use(context);
}

}  // namespace network

namespace groupoid {

std::uint64_t example(const network::NetworkPart& part,
                      network::Exchange& exchange) {
  network::Post post(exchange);
  const RankClasses classes = classes_on_ranks(part, post, {});
  const std::uint64_t count = count_classes(classes.balance, post);
  return count;
}

}  // namespace groupoid

namespace explore {

void example(const network::Instance& instance, const Options& options,
             Exploration* found) {
  network::ThreadRanks ranks(4);
  ranks.run([&](network::Exchange& exchange) {
    found[exchange.rank()] = explore_on_ranks(instance, options, exchange);
  });
}

}  // namespace explore

void example(const network::Model& model,
             void (*open)(const obligations::Obligation&)) {
  const auto result = obligations::generate(model, {});
  for (const auto& o : std::get<0>(result)) {
    if (obligations::judge(o).answer != obligations::Answer::unsat) open(o);
  }
}

}  // namespace vicinal
