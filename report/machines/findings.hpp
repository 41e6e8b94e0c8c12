// SPDX-License-Identifier: MIT
// What was found of properties, each with its place.
#pragma once

#include <optional>
#include <string>

#include "decide/question/opened.hpp"
#include "network/base/source.hpp"
#include "network/semantics/verdict.hpp"

namespace vicinal::report::inline machines {

using decide::Opened;

struct Finding {
  std::string name;
  network::Verdict verdict = network::Verdict::unknown;
  std::string detail;    // a sentence about it
  std::string file;      // the model, where there is no place
  network::Place place;  // where the property stands, or what fails
};

// Of a property of the model, or of `no model error`, a deadlock. The run that
// violates it, and the instance that it is a run of, may be left out.
Finding finding(const Opened& opened, const std::string& name,
                network::Verdict verdict,
                const network::Instance* instance = nullptr,
                const network::Trace* run = nullptr);

}  // namespace vicinal::report::inline machines
