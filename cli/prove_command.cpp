// SPDX-License-Identifier: MIT
// `prove`: options to a question, the answer to text.
#include "cli/commands.hpp"
#include "cli/runs/run_files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cli/options/codes.hpp"
#include "cli/session/asked.hpp"
#include "cli/session/junit_file.hpp"
#include "cli/session/page_file.hpp"
#include "cli/session/sarif_file.hpp"
#include "cli/session/session.hpp"
#include "decide/coverage/proof_coverage.hpp"
#include "decide/decide.hpp"
#include "decide/instances/carried.hpp"
#include "obligations/jobs.hpp"
#include "report/instances/covered_scope.hpp"
#include "report/machines/findings.hpp"
#include "report/machines/junit.hpp"
#include "report/pages/pages.hpp"
#include "report/proof/proof_text.hpp"

namespace vicinal::cli {

using report::family_json;
using report::family_text;
using report::proof_json;
using report::proof_text;

using decide::Report;

namespace {

// That exploring all instances proved it is no proof for every size.
void warn_of_claims_left_out(const decide::FamilyReport& report,
                             const obligations::Certificate& certificate,
                             network::Diagnostics& diagnostics) {
  const auto claims = obligations::claimed(certificate);
  std::vector<std::string> left_out;
  for (const decide::FamilyAnswer& a : report.answers) {
    if (a.verdict == network::Verdict::proved &&
        std::find(claims.begin(), claims.end(), a.name) == claims.end()) {
      left_out.push_back(a.name);
    }
  }
  if (left_out.empty()) return;
  diagnostics.warning(codes::not_in_certificate, {},
                      fmt::format("not in the certificate, although proved: {}",
                                  fmt::join(left_out, ", ")));
}

// The certificate, and jobs, as they are asked for. An error is a sentence.
std::string write_folders(const Options& options,
                          const fixpoint::FamilyProof& proof,
                          const obligations::Certificate& certificate) {
  const auto needed =
      obligations::needed(proof.obligations, *proof.model,
                          certificate.properties, certificate.model_errors);
  std::string error;
  if (!options.certificate.empty()) {
    error = obligations::write_certificate(options.certificate, certificate,
                                           needed);
  }
  if (error.empty() && !options.obligations_to.empty()) {
    error = obligations::write_jobs(options.obligations_to, certificate,
                                    *proof.model, needed);
  }
  return error;
}

// What every view proves is in one certificate: pairs that are seen by triples
// included. False, with a diagnostic: it could not be written.
bool write_proof(const Options& options, Opened& opened, const Report& report) {
  if (options.certificate.empty() && options.obligations_to.empty()) {
    return true;
  }
  opened.diagnostics.set_source(nullptr);
  const auto* proof = report.family ? best_proof(*report.family) : nullptr;
  if (proof == nullptr) {
    opened.diagnostics.warning(
        codes::no_certificate, {},
        report.family
            ? "no certificate is written: nothing is proved for every size"
            : "no certificate is written: this proof is of one instance");
    return true;
  }
  const auto certificate = fixpoint::certificate(*proof, VICINAL_VERSION);
  const std::string error = write_folders(options, *proof, certificate);
  if (error.empty()) {
    warn_of_claims_left_out(*report.family, certificate, opened.diagnostics);
    return true;
  }
  opened.diagnostics.error(codes::certificate_not_written, {}, error);
  return false;
}

std::optional<ReportedRun> proved_run(const Opened& opened,
                                      const Report& report) {
  if (report.family) {
    for (const decide::FamilyAnswer& a : report.family->answers) {
      if (!a.run) continue;
      ReportedRun run{&a.run->sample->instance, a.run->trace, {}};
      const explore::Explanation* why = a.run->why();
      if (why != nullptr) why = decide::first_path(*why);
      if (why != nullptr && why->path->loop != SIZE_MAX) {
        run.loop = why->path->loop;
      }
      return run;
    }
    return std::nullopt;
  }
  for (const decide::InstanceAnswer& a : report.instance->answers) {
    if (a.trace) return ReportedRun{&*opened.instance, *a.trace, {}};
  }
  return std::nullopt;
}

std::vector<report::Finding> proved_findings(const Opened& opened,
                                             const Report& report) {
  std::vector<report::Finding> out;
  if (report.family) {
    for (const decide::FamilyAnswer& a : report.family->answers) {
      out.push_back(report::finding(opened, a.name, a.verdict,
                                    a.run ? &a.run->sample->instance : nullptr,
                                    a.run ? &a.run->trace : nullptr));
    }
  } else {
    for (const decide::InstanceAnswer& a : report.instance->answers) {
      out.push_back(report::finding(opened, a.name, a.verdict,
                                    &*opened.instance,
                                    a.trace ? &*a.trace : nullptr));
    }
  }
  return out;
}

using Covered = std::optional<decide::ProofCoverage>;

// The same model on another network, and what was carried there.
struct CarriedTo {
  std::unique_ptr<Opened> opened;
  decide::CarriedReport report;
};
using Carry = std::optional<CarriedTo>;

// Null: none is asked for, or there is a diagnostic. With a diagnostic of its
// own: it cannot be opened.
std::unique_ptr<Opened> other_network(const Options& options, Opened& opened) {
  if (options.carry_to.empty()) return nullptr;
  if (opened.model->network_kind == network::ast::NetworkKind::block) {
    opened.diagnostics.set_source(nullptr);
    opened.diagnostics.error(
        codes::model_has_a_graph, {},
        fmt::format("--carry-to {}: the model has a network of its own; "
                    "--carry-to is for 'network any' and 'network from'",
                    options.carry_to));
    return nullptr;
  }
  Options there = options;
  there.graph = options.carry_to;
  auto target = open_text(there, std::string(opened.source->text()));
  prepare_proof(there, *target);
  return target;
}

Json report_json(const report::Style& style, const Opened& opened,
                 const Report& report, const Covered& coverage,
                 const Json& carried) {
  Json json = report.family ? family_json(style, opened, *report.family)
                            : proof_json(style, opened, *report.instance);
  if (coverage) {
    json["coverage"] = report::proof_coverage_json(opened, *coverage);
  }
  if (!carried.is_null()) json["carried"] = carried;
  json["statistics"].update(statistics_json());
  return json;
}

// False: a file could not be written, as a diagnostic says.
bool write_report(const Options& options, Opened& opened, const Report& report,
                  const Covered& coverage, const Carry& carry) {
  const report::Style style = style_of(options);
  Json json;
  if (options.json || !options.junit.empty()) {
    const Json carried =
        carry ? report::carried_json(opened, *carry->opened, options.carry_to,
                                     carry->report)
              : Json(nullptr);
    json = report_json(style, opened, report, coverage, carried);
  }
  const report::Suite suite = report::suite_of(opened.name, json);
  if (const std::string error = write_junit(options, {&suite, 1});
      !error.empty()) {
    opened.diagnostics.set_source(nullptr);
    opened.diagnostics.error(codes::report_not_written, {}, error);
    return false;
  }
  keep_results(options, proved_findings(opened, report));
  print_diagnostics(opened, options);
  if (options.json) {
    print_json(json);
  } else {
    print(report.family ? family_text(style, opened, *report.family)
                        : proof_text(style, opened, *report.instance));
    if (coverage) {
      print("\n" + report::proof_coverage_text(opened, *coverage));
    }
    if (carry) {
      print(report::carried_text(style, opened, *carry->opened,
                                 options.carry_to, carry->report));
    }
  }
  return true;
}

}  // namespace

int prove_command(const Options& options) {
  if (const std::string error = begin_junit(options); !error.empty()) {
    return wrong_usage(options, error);
  }
  const auto opened = load_model(options);
  if (!prepare_proof(options, *opened)) return refuse(*opened, options);
  const decide::Asked asked = asked_of(options, *opened);
  if (opened->diagnostics.has_errors()) return refuse(*opened, options);
  auto target = other_network(options, *opened);
  if (opened->diagnostics.has_errors()) return refuse(*opened, options);
  if (target && target->diagnostics.has_errors()) {
    return refuse(*target, options);
  }
  Report report;
  Covered coverage;
  Carry carry;
  {
    const Engines engines;
    const decide::Allowance allowance(limits_of(options));
    report = decide::decide(*opened, asked, allowance.left());
    if (options.coverage && report.answered()) {
      coverage = decide::proof_coverage(*opened, report, allowance);
    }
    if (target && report.instance) {
      auto carried =
          decide::carry_to(*report.instance, *target, asked, allowance);
      if (carried) carry = CarriedTo{std::move(target), std::move(*carried)};
    }
  }
  if (!report.answered()) return refuse(*opened, options);
  if (target) return refuse(*target, options);  // it could not start there
  if (!write_runs(options, *opened, proved_run(*opened, report))) {
    return refuse(*opened, options);
  }
  if (!write_proof(options, *opened, report)) return refuse(*opened, options);
  const auto page = [&] {
    auto made = report::proof_page(style_of(options), *opened, report);
    if (coverage) {
      report::add_coverage(*coverage->instance, coverage->counts,
                           report::scope_of(*opened, *coverage), made);
    }
    return made;
  };
  if (!write_page(options, *opened, page)) return refuse(*opened, options);
  if (!write_report(options, *opened, report, coverage, carry)) {
    return refuse(*opened, options);
  }
  std::vector<network::Verdict> verdicts;
  for (const decide::Answer& a : report.answers()) {
    verdicts.push_back(a.verdict);
  }
  if (carry) {
    for (const decide::Answer& a : carry->report.answers) {
      verdicts.push_back(a.verdict);
    }
  }
  return exit_of(verdicts);
}

}  // namespace vicinal::cli
