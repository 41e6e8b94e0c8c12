// SPDX-License-Identifier: MIT
// Each rank opens the model for itself, as a process does.
#include "tests/ranks/answers.hpp"

#include <catch2/catch.hpp>
#include <sstream>

#include "decide/question/asked.hpp"
#include "explore/ranks/rank_search.hpp"
#include "network/ranks/thread_exchange.hpp"
#include "report/instances/exploration_report.hpp"
#include "tests/random/random_model.hpp"

namespace vicinal::test {

namespace {

using decide::Opened;

std::unique_ptr<Opened> open(const Question& question) {
  network::Definitions definitions;
  std::istringstream sizes(question.sizes);
  for (std::string word; sizes >> word;) {
    const std::size_t equals = word.find('=');
    definitions[word.substr(0, equals)] = word.substr(equals + 1);
  }
  auto opened =
      decide::open_model(question.text, "model.vic", std::move(definitions));
  if (opened->good()) decide::elaborate(*opened);
  return opened;
}

std::unique_ptr<explore::Keeper> keeper_of(const Question& question,
                                           explore::Company* company) {
  if (question.folder.empty()) return nullptr;
  explore::Keeper::How how;
  how.resume = question.resume;
  how.every_seconds = question.every_seconds;
  how.company = company;
  const unsigned rank = company == nullptr ? 0 : company->rank();
  how.busy = [&question, rank](bool saves) {
    if (question.busy) question.busy(rank, saves);
  };
  return std::make_unique<explore::Keeper>(question.folder, std::move(how));
}

std::vector<Said> said(const Question& question, const decide::Engine& engine,
                       explore::Company* company) {
  const auto opened = open(question);
  if (!opened->instance || opened->diagnostics.has_errors()) return {};
  explore::Options how;
  how.properties = decide::invariants(*opened->model);
  how.deadlock_is_violation = question.deadlock;
  how.limits.work = question.work;
  if (question.limit) {
    question.limit(company == nullptr ? 0 : company->rank(), how.limits);
  }
  const auto keeper = keeper_of(question, company);
  how.keeper = keeper.get();
  const auto explored = decide::explore_instance(
      *opened, how, question.reduction, decide::Symmetry::as_it_pays, engine);
  Said said;
  if (explored) {
    const explore::Exploration& found = explored->exploration;
    report::Style style;
    style.deadlock = question.deadlock;
    said.json = report::exploration_json(style, *opened, *explored).dump(1) +
                report::exploration_text(style, *opened, *explored);
    said.complete = found.complete;
    said.decided = found.complete || found.limit == network::Limit::overflow;
    said.states = found.states;
    said.transitions = found.transitions;
    for (const auto& p : found.properties) said.runs += p.trace ? 1 : 0;
  }
  said.json += report::diagnostics_json(opened->diagnostics).dump(1);
  return {said};
}

}  // namespace

std::vector<Said> said_alone(const Question& question) {
  return said(question, explore::explore, nullptr);
}

std::vector<Said> said_by_ranks(const Question& question, unsigned ranks,
                                explore::Traffic* traffic) {
  std::vector<std::vector<Said>> by_rank(ranks);
  network::ThreadRanks threads(ranks);
  threads.run([&](network::Exchange& exchange) {
    explore::Traffic sent;
    explore::RankCompany company(exchange);
    by_rank[exchange.rank()] = said(
        question,
        [&](const network::Instance& instance, const explore::Options& how) {
          return explore_on_ranks(instance, how, exchange, &sent);
        },
        &company);
    explore::part(exchange);
    if (traffic != nullptr && exchange.rank() == 0) *traffic = sent;
  });
  std::vector<Said> all;
  for (const auto& one : by_rank) all.insert(all.end(), one.begin(), one.end());
  return all;
}

std::vector<Said> check_ranks(const Question& question) {
  const std::vector<Said> alone = said_alone(question);
  if (alone.empty()) return alone;
  const unsigned step = random_models::enough_runs() ? 1 : 2;
  for (unsigned ranks = 1; ranks <= 4; ranks += step) {
    INFO(ranks << " ranks, reduction " << decide::text(question.reduction));
    const std::vector<Said> all = said_by_ranks(question, ranks);
    REQUIRE(all.size() == ranks);
    for (const Said& one : all) {
      CHECK(one.complete == alone[0].complete);
      if (alone[0].decided) CHECK(one.json == alone[0].json);
    }
  }
  return alone;
}

}  // namespace vicinal::test
