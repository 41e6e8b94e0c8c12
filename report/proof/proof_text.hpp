// SPDX-License-Identifier: MIT
// What `prove` found, as text and as JSON (design 5.1).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "decide/decide.hpp"
#include "decide/instances/carried.hpp"
#include "report/words/style.hpp"
#include "report/words/value_json.hpp"

namespace vicinal::report::inline proof {

// Of one instance.
Json proof_json(const Style& style, const Opened& opened,
                const decide::InstanceReport& report);
std::string proof_text(const Style& style, const Opened& opened,
                       const decide::InstanceReport& report);

// What of it holds of another network, which was read from `file`.
Json carried_json(const Opened& from, const Opened& to, const std::string& file,
                  const decide::CarriedReport& report);
std::string carried_text(const Style& style, const Opened& from,
                         const Opened& to, const std::string& file,
                         const decide::CarriedReport& report);

// Of every size.
Json family_json(const Style& style, const Opened& opened,
                 const decide::FamilyReport& report);
std::string family_text(const Style& style, const Opened& opened,
                        const decide::FamilyReport& report);

// "single nodes", "pairs of nodes", "triples of nodes"
std::string views_of(std::int64_t nodes);
// That it takes more than these to decide, as a sentence.
std::string too_little_seen(std::int64_t nodes);

// What it was found by.
void add_method(Json& property, const decide::Answer& answer);

// The same in words: "by pairs of nodes".
std::string family_method_text(const decide::FamilyAnswer& answer);
std::string instance_method_text(const decide::InstanceAnswer& answer,
                                 const decide::InstanceReport& report);

// A local invariant that holds in every reachable state, of nodes of these
// processes and of what they see.
struct LocalInvariant {
  std::vector<std::string> processes;  // by name, each once
  // "a, b in s: same(a.left, b.right)", "p[0] and 3 like it".
  std::string of;
  std::vector<std::string>
      formulas;  // joined by &&; none: there is no short one
};
// Those that the text above shows and that are known to hold: of a family, for
// every size that was asked of; of an instance, those of single nodes, whose
// formulas have these limits together.
std::vector<LocalInvariant> local_invariants(
    const decide::FamilyReport& report);
std::vector<LocalInvariant> local_invariants(
    const Opened& opened, const decide::InstanceReport& report,
    const network::Limits& formulas);

// Constants of the model that are not as it says, but as they were given (-D).
std::map<std::string, std::string> given_constants(const Opened& opened);

// What was asked of: "every n >= 2, m in 1..3", "every n >= 2 at m = 3", "every
// graph"; constants that were given are said.
std::string scope_text(const Opened& opened);

}  // namespace vicinal::report::inline proof
