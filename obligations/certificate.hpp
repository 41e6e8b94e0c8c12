// SPDX-License-Identifier: MIT
// Certificates: a proof for every size as a folder that anybody can check.
//
//   manifest.json     what is claimed, of which model (SHA-256), and the list
//                     of obligations
//   invariant.vic     the invariant, as assertions in the language of models
//   0001-initial.smt2 ...   one obligation each, in SMT-LIB 2: unsatisfiable;
//                     what stands before the line '; conclusion' is not
//
// Somebody who trusts a solver but not Vicinal's engines runs the solver on the
// files. That they are the right ones is what `verify` says: it makes them anew
// from the model and the invariant, and compares.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "network/language/checker/checker.hpp"
#include "obligations/answers.hpp"
#include "obligations/audit.hpp"
#include "obligations/obligations.hpp"

namespace vicinal::obligations {

struct Certificate {
  std::string model_text;
  std::string invariant;           // assertions
  network::Definitions constants;  // as given by -D
  std::vector<std::string> parameters;
  Request request;                      // which sizes
  std::vector<std::string> properties;  // invariants and assertions proved
  bool model_errors = false;            // `no model error` is proved, too
  std::string version;                  // of Vicinal
};

// The obligations that the claims of a certificate rest on, in order.
std::vector<Obligation> needed(const std::vector<Obligation>& all,
                               const network::Model& model,
                               const std::vector<std::string>& properties,
                               bool model_errors);

// Of these properties, those that are temporal: what is claimed of them rests
// on their ranks.
std::vector<std::string> ranked(const network::Model& model,
                                const std::vector<std::string>& properties);

// The model with the invariant behind it. Nothing that stands in the model
// changes its place.
std::string with_invariant(std::string_view model, std::string_view invariant);

// What is claimed: names of invariants and assertions, perhaps no_model_error.
std::vector<std::string> claimed(const Certificate& certificate);
// Of which sizes: "every n; not n = 1".
std::string sizes_text(const Certificate& certificate);
// A line for each claim: "mutex is proved for every n, with k = 3". Names are
// as they stand in the certificate, whatever characters they have.
std::vector<std::string> claims_text(const Certificate& certificate);

// Writes a folder, which must not be there yet or be empty. An error is a
// sentence; empty: done.
std::string write_certificate(const std::string& folder,
                              const Certificate& certificate,
                              const std::vector<Obligation>& obligations);

enum class Acceptance : std::uint8_t {
  accepted,
  refused,
  damaged,    // not refused, but some answer of another solver is no answer
  undecided,  // neither, but such an answer is missing
};

// What a program that verifies ends with.
constexpr int exit_code_of(Acceptance acceptance) {
  switch (acceptance) {
    case Acceptance::accepted:
      return 0;
    case Acceptance::damaged:
      return 2;
    case Acceptance::undecided:
      return 3;
    case Acceptance::refused:
      break;
  }
  return 4;
}

struct Verification {
  Certificate certificate;              // as read
  std::size_t obligations = 0;          // checked
  std::vector<std::string> complaints;  // none: not refused
  // Where others than the linked Z3 judge: answers that cannot be read,
  // obligations that nobody calls unsatisfiable, and who judged how many.
  std::vector<std::string> damaged;
  std::vector<std::string> open;
  std::vector<std::string> judges;
  // If an audit was asked for: of each obligation, by its name.
  std::vector<std::pair<std::string, Audited>> audited;
  Acceptance acceptance() const;
  bool accepted() const { return acceptance() == Acceptance::accepted; }
};

// All that there is to say, line by line: whether it is accepted, with the
// claims or with the reasons. `brief`: without the claims.
std::vector<std::string> verification_text(const Verification& verification,
                                           bool brief);

// "audit: 40 obligations speak of something that can be", then a line for each
// of the others, which says why, and how many are undecided.
std::vector<std::string> audit_text(const Verification& verification);

// Checks a certificate for a model: that the model is correct without the
// invariant; hashes; that the claims are about properties of the model and
// sizes in its ranges; that the obligations in the folder are those that the
// model and the invariant make, neither more nor less; that Z3 finds each
// unsatisfiable, and the initial conditions not. What the certificate claims
// is for the reader to see: it may be little. Never throws for bad input;
// LimitReached, where a limit is polled (network/base/budget.hpp). `effort`:
// for each obligation. `audited`: that no obligation holds in vain, too
// (audit.hpp). `judges`: who judges the obligations instead of the linked Z3,
// which then only looks at the initial conditions.
Verification verify_certificate(const std::string& folder,
                                const std::string& model_text,
                                const std::string& version,
                                std::uint64_t effort = default_effort,
                                bool audited = false, Judges judges = {});

}  // namespace vicinal::obligations
