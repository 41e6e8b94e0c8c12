// SPDX-License-Identifier: MIT
// What somebody meant who misspelt a word: how messages say it, and how an
// editor finds it there.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace vicinal::network::inline base {

// Of `candidates`, the one that `word` most likely misspells; empty if none is
// near (Levenshtein distance with transpositions at most a third of the
// length). O(sum of lengths * length of word).
std::string closest(std::string_view word,
                    const std::vector<std::string>& candidates);

// The end of a message: "; did you mean 'near'?", or nothing where `near` is
// empty. The second says it of the closest candidate.
std::string did_you_mean(std::string_view near);
std::string did_you_mean(std::string_view word,
                         const std::vector<std::string>& candidates);

// Of a message that ends so, the word that is meant; else empty.
std::string meant_word(std::string_view message);

}  // namespace vicinal::network::inline base
