// SPDX-License-Identifier: MIT
// An invariant holds more states than runs come to: what is false everywhere
// there is false in every run, but what is true somewhere need not be.
#include "report/instances/covered_scope.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "report/proof/proof_text.hpp"
#include "report/words/render.hpp"
#include "report/words/trace_text.hpp"

namespace vicinal::report::inline instances {

using decide::ProofCoverage;

namespace {

constexpr const char* more_than_runs =
    "what never comes up there comes up in no run; what does need not\n";

std::vector<std::string> sizes_of(const ProofCoverage& coverage) {
  std::vector<std::string> sizes;
  for (const auto& sample : coverage.explored.all) {
    const network::Instance& instance = sample->instance;
    sizes.push_back(
        sample->graph ? counted(instance.network.node_count(), "node", "nodes")
                      : parameters_text(instance));
  }
  return sizes;
}

// Its sizes, or how large the graph is.
Json instance_json(const fixpoint::Sample& sample) {
  if (!sample.graph) return parameters_json(sample.instance);
  return {{"nodes", sample.instance.network.node_count()}};
}

}  // namespace

CoverageScope scope_of(const Opened& opened, const ProofCoverage& coverage) {
  CoverageScope scope;
  if (coverage.views != 0) {
    scope.of = fmt::format(
        " of the local invariant of {}{}", views_of(coverage.views),
        coverage.every_size ? ", which is that of " + scope_text(opened)
                            : std::string());
    scope.note = more_than_runs;
  } else if (!coverage.explored.all.empty()) {
    scope.of = fmt::format(" of the instances explored ({})",
                           fmt::join(sizes_of(coverage), "; "));
    scope.never = "never in these instances:\n";
  } else {
    scope.of = " of the instance explored";
  }
  return scope;
}

Json proof_coverage_json(const Opened& opened, const ProofCoverage& coverage) {
  Json json;
  if (coverage.views != 0) {
    json["of"] = "invariant";
    json["nodes"] = coverage.views;
  } else {
    json["of"] = "instances";
    json["instances"] = Json::array();
    for (const auto& sample : coverage.explored.all) {
      json["instances"].push_back(instance_json(*sample));
    }
    if (coverage.explored.all.empty()) {
      json["instances"].push_back(parameters_json(*opened.instance));
    }
  }
  json.update(coverage_json(*coverage.instance, coverage.counts));
  return json;
}

std::string proof_coverage_text(const Opened& opened,
                                const ProofCoverage& coverage) {
  return coverage_text(*coverage.instance, coverage.counts,
                       scope_of(opened, coverage));
}

}  // namespace vicinal::report::inline instances
