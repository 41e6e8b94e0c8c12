// SPDX-License-Identifier: MIT
// What a rank may be made of, in the language of models: terms, and who may
// help in which situation. Guesses, all of them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "network/language/progress.hpp"

namespace vicinal::decide::inline ranks {

struct Words {
  std::string name;                     // of the property
  std::vector<std::string> variables;   // "i in p"
  std::vector<std::string> terms;       // simple ones first
  std::vector<std::string> situations;  // "P.a of h in p when ..."
};

// `waiting`: what holds of the property's variables while they wait; "true".
// The same model and property give the same words; some hundred at most.
Words words_of(const network::Model& model, const network::Property& property,
               const network::ProgressProperty& progress,
               const std::string& waiting);

// The rank of these numbers of terms and situations, a declaration.
std::string rank_text(const Words& words, std::span<const std::uint32_t> terms,
                      std::span<const std::uint32_t> situations);

// The name of what a variable of a property ranges over; empty: no nodes.
std::string domain_name(const network::Model& model,
                        const network::Binder& binder);
// A node variable's process; none: it ranges over something else.
network::ProcessId process_of(const network::Model& model,
                              const network::Binder& binder);

enum class Shown : std::uint8_t { all, variables, ports };

// Truths of a node that its variables and single ports show, as `i.up`,
// `!i.up`, `i.phase == idle`.
std::vector<std::string> shown_by(const network::Model& model,
                                  network::ProcessId process,
                                  const std::string& node,
                                  Shown which = Shown::all);

// Of a value that is called this: `x`, `!x`; `x == idle`, for each constant.
// None of other types.
std::vector<std::string> values_of(const network::Model& model,
                                   network::TypeId type,
                                   const std::string& called);

}  // namespace vicinal::decide::inline ranks
