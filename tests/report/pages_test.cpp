// SPDX-License-Identifier: MIT
// Guards: what a page says is what was found: verdicts, and runs whose changes,
// one after the other, are the states of the trace.
#include "report/pages/pages.hpp"

#include <catch2/catch.hpp>
#include <fstream>
#include <sstream>

#include "decide/question/asked.hpp"
#include "report/html/html_page.hpp"
#include "report/pages/runs.hpp"

namespace pages_test {

namespace {

using namespace vicinal;
using network::Scalar;
using network::Trace;
using report::Page;
using report::Run;

std::unique_ptr<decide::Opened> example(const std::string& name,
                                        network::Definitions definitions = {}) {
  std::ifstream file(VICINAL_SOURCE_DIR "/examples/" + name);
  std::stringstream text;
  text << file.rdbuf();
  auto opened = decide::open_model(text.str(), name, std::move(definitions));
  REQUIRE(opened->good());
  decide::elaborate(*opened);
  REQUIRE(opened->instance);
  return opened;
}

decide::Report decided(decide::Opened& opened, bool every_size, int views) {
  decide::Asked asked;
  asked.properties = decide::invariants(*opened.model);
  asked.every_size = every_size;
  asked.views = views;
  return decide::decide(opened, asked, {});
}

// The states of a trace, as texts.
void check_run(const network::Instance& instance, const Trace& trace,
               const Run& run) {
  const auto places = network::places(instance);
  const auto texts = [&](const std::vector<Scalar>& state) {
    std::vector<std::string> out;
    for (const auto& p : places) {
      out.push_back(value_text(
          instance, p.type,
          std::span(state).subspan(p.slot, instance.size(p.type).slots)));
    }
    return out;
  };
  REQUIRE(run.variables.size() == places.size());
  REQUIRE(run.steps.size() == trace.events.size());
  std::vector<std::string> state = run.initial;
  CHECK(state == texts(trace.initial));
  for (std::size_t k = 0; k < run.steps.size(); ++k) {
    for (const auto& c : run.steps[k].changes) {
      // Only what differs is a change.
      CHECK(state[c.variable] != c.value);
      state[c.variable] = c.value;
    }
    if (!trace.events[k].error) CHECK(state == texts(trace.events[k].after));
    const network::NodeId actor = trace.events[k].actor;
    CHECK(run.steps[k].actor.has_value() == actor.valid());
    if (actor.valid()) CHECK(*run.steps[k].actor == actor.value);
  }
  for (std::size_t v = 0; v < run.variables.size(); ++v) {
    const auto& variable = run.variables[v];
    CHECK(variable.name == places[v].name);
    const std::string owner =
        variable.owner == report::Owner::node
            ? node_name(instance, network::NodeId(variable.index)) + "."
        : variable.owner == report::Owner::edge
            ? edge_name(instance, network::EdgeId(variable.index))
            : "";
    CHECK(variable.name.starts_with(owner));
  }
}

}  // namespace

TEST_CASE("verdicts of a page are those of the report", "[pages]") {
  for (const char* name :
       {"mutex-broken.vic", "token-ring.vic", "protocols/raymond-broken.vic"}) {
    INFO(name);
    const auto opened = example(name);
    const auto report = decided(*opened, true, 0);
    REQUIRE(report.family);
    const Page page = report::proof_page({}, *opened, report);
    for (std::size_t i = 0; i < report.family->answers.size(); ++i) {
      const auto& a = report.family->answers[i];
      CHECK(page.verdicts[i].name == a.name);
      CHECK(page.verdicts[i].verdict == network::text(a.verdict));
      CHECK(page.verdicts[i].run.has_value() == a.run.has_value());
      if (!a.run) continue;
      check_run(a.run->sample->instance, a.run->trace,
                page.runs[*page.verdicts[i].run]);
    }
    // What fires is marked in the text of the model.
    for (const Run& run : page.runs) {
      for (const auto& step : run.steps) {
        REQUIRE(step.mark);
        const auto mark =
            std::find_if(page.marks.begin(), page.marks.end(),
                         [&](const auto& m) { return m.number == *step.mark; });
        REQUIRE(mark != page.marks.end());
        const std::string marked =
            page.source.substr(mark->begin, mark->end - mark->begin);
        CHECK(marked.find(step.label) != std::string::npos);
      }
    }
    CHECK(report::html_page(page) == report::html_page(page));
  }
}

TEST_CASE("what blocks a proof is no run", "[pages]") {
  const auto opened = example("token-ring.vic");
  const auto report = decided(*opened, true, 1);
  const Page page = report::proof_page({}, *opened, report);
  REQUIRE(page.verdicts[0].verdict == "unknown");
  REQUIRE(page.verdicts[0].run);
  const Run& run = page.runs[*page.verdicts[0].run];
  CHECK(run.blocking);
  CHECK(run.note.find("it is no run") != std::string::npos);
  const auto& drawing = page.drawings[run.drawing];
  REQUIRE(drawing.nodes.size() == 2);
  REQUIRE(drawing.edges.size() == 2);
  CHECK(drawing.edges[0].ends.size() == 2);
}

TEST_CASE("a page of an instance, proved and not", "[pages]") {
  const auto opened = example("token-ring.vic", {{"n", "3"}});
  for (const int views : {0, 1}) {
    const auto report = decided(*opened, false, views);
    REQUIRE(report.instance);
    const Page page = report::proof_page({}, *opened, report);
    CHECK(page.verdicts[0].verdict ==
          network::text(report.instance->answers[0].verdict));
    CHECK(page.drawings[0].nodes.size() == 3);
    CHECK((page.verdicts[0].verdict == "unknown") ==
          page.verdicts[0].run.has_value());
  }
}

TEST_CASE("a run that repeats says where", "[pages]") {
  const auto opened = example("priority-mutex.vic");
  decide::Checking checking;
  checking.properties = decide::temporal_properties(*opened->model);
  const auto report = decide::check_instance(*opened, checking);
  REQUIRE(report);
  const Page page = report::check_page({}, *opened, *report);
  std::size_t repeating = 0;
  for (std::size_t i = 0; i < report->properties.size(); ++i) {
    const auto& c = report->properties[i];
    CHECK(page.verdicts[i].verdict == network::text(c.verdict));
    const auto* why = c.why();
    if (why == nullptr || !why->path) continue;
    REQUIRE(page.verdicts[i].run);
    const Run& run = page.runs[*page.verdicts[i].run];
    check_run(*opened->instance, why->path->trace, run);
    REQUIRE(run.loop);
    CHECK(*run.loop == why->path->loop);
    ++repeating;
  }
  CHECK(repeating > 0);
}

TEST_CASE("an exploration that ends at a limit proves nothing", "[pages]") {
  const auto opened = example("mutex-broken.vic", {{"n", "3"}});
  explore::Options how;
  how.properties = decide::invariants(*opened->model);
  how.limits.work = 2;
  const auto explored =
      decide::explore_instance(*opened, how, decide::Reduction::none);
  REQUIRE(explored);
  REQUIRE_FALSE(explored->exploration.complete);
  const Page page = report::exploration_page({}, *opened, *explored);
  for (const auto& row : page.verdicts) CHECK(row.verdict == "unknown");
  CHECK(page.summary.find("not all") != std::string::npos);
}

TEST_CASE("too many nodes are not drawn, and that is said", "[pages]") {
  const auto opened = example("token-ring.vic", {{"n", "500"}});
  const auto drawing = report::drawing_of(*opened->instance);
  CHECK(drawing.nodes.empty());
  CHECK(drawing.caption.find("not drawn") != std::string::npos);
}

}  // namespace pages_test
