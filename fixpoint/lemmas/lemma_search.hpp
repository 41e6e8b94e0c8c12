// SPDX-License-Identifier: MIT
// The search for lemmas: candidates, and what blocks them.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "fixpoint/family/family.hpp"
#include "fixpoint/lemmas/reached.hpp"

namespace vicinal::fixpoint::inline lemmas {

class LemmaSearch {
 public:
  // `excluded`: sizes that are no instances. All must outlive it.
  LemmaSearch(const family::Question& question,
              std::span<const Explored> explored,
              std::vector<std::vector<network::Scalar>> excluded,
              obligations::Judge& judge);
  ~LemmaSearch();

  // Adds lemmas until all candidates (the properties asked for, assertions of
  // the model, lemmas) are inductive together, and no obligation about them is
  // open; false: it gives up. Candidates that something reached breaks are
  // dropped on the way. Polls.
  bool run();

  // A lemma that excludes what this shows; false: it is reached, or has no
  // cube. For obligations that run() does not ask: errors.
  bool exclude(const family::Refuted& refuted);

  // What is left: the properties that were not dropped, and lemmas.
  std::vector<family::CoverText> lemmas() const;
  // Assertions of the model that are not inductive with them.
  std::vector<std::pair<std::string, family::Refuted>> refuted() const;
  // Of properties asked for that were dropped: what blocks them.
  std::vector<std::pair<std::size_t, family::Refuted>> blocked() const;
  // Why there are no obligations. Empty: there are.
  const std::string& unsupported() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace vicinal::fixpoint::inline lemmas
