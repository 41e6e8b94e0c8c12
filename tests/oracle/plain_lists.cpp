// SPDX-License-Identifier: MIT
// Who names whom is counted in a map; edges are added in the order in which
// they are first named.
#include "tests/oracle/plain_lists.hpp"

#include <set>
#include <sstream>

namespace vicinal::oracle {

namespace {

using Named = std::vector<std::pair<std::string, std::string>>;

bool begins_comment(const std::string& word) {
  return word[0] == '#' || word[0] == '%';
}

// An edge for each pair of nodes that name each other, or (`one`) of which one
// names the other; as often as it does.
bool add_edges(PlainGraph& out, const Named& named, bool one) {
  std::map<std::pair<std::string, std::string>, int> count;
  for (const auto& pair : named) ++count[pair];
  std::map<std::pair<std::string, std::string>, bool> first;
  for (const auto& [a, b] : named) {
    if (a == b) {
      out.line(a, b, false);
      continue;
    }
    const int here = count[{a, b}], there = count[{b, a}];
    if (here != there && !(one && there == 0)) return false;
    const bool fresh = first.emplace(std::minmax(a, b), a < b).second;
    const bool forward = first[std::minmax(a, b)];
    if (fresh || forward == (a < b)) out.line(a, b, false);
  }
  return true;
}

bool digits(const std::string& word) {
  return !word.empty() && word.size() < 7 &&
         word.find_first_not_of("0123456789") == std::string::npos;
}

// Words between tabs if there are some, else between blanks.
std::vector<std::vector<std::string>> tab_words(std::string text) {
  if (text.find('\t') == std::string::npos) return words_of(std::move(text));
  std::vector<std::vector<std::string>> out;
  for (char& c : text) {
    if (c == '\r') c = '\n';
  }
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    auto& words = out.emplace_back();
    std::istringstream rest(line);
    for (std::string word; std::getline(rest, word, '\t');) {
      const std::size_t first = word.find_first_not_of(' ');
      const std::size_t last = word.find_last_not_of(' ');
      words.push_back(first == std::string::npos
                          ? std::string{}
                          : word.substr(first, last - first + 1));
    }
    while (!words.empty() && words.back().empty()) words.pop_back();
  }
  return out;
}

std::size_t count_of(const std::string& word) {
  return digits(word) ? std::stoul(word) : 0;
}

}  // namespace

std::optional<PlainGraph> adjacency_list(const std::string& text) {
  PlainGraph out;
  Named named;
  for (const auto& words : words_of(text)) {
    for (std::size_t i = 0; i < words.size() && !begins_comment(words[i]);
         ++i) {
      if (i > 0 && words[i][0] == '{') return std::nullopt;
      out.mention(words[i]);
      if (i > 0) named.emplace_back(words[0], words[i]);
    }
  }
  if (!add_edges(out, named, true)) return std::nullopt;
  return out;
}

// Without weights.
std::optional<PlainGraph> metis(const std::string& text) {
  PlainGraph out;
  Named named;
  std::size_t nodes = 0, row = 0;
  bool opened = false;
  for (const auto& words : words_of(text)) {
    if (!words.empty() && words[0][0] == '%') continue;
    if (!opened) {
      if (words.empty()) continue;
      opened = true;
      nodes = count_of(words[0]);
      for (std::size_t i = 1; i <= nodes; ++i) out.declare(std::to_string(i));
      continue;
    }
    if (row++ >= nodes) {
      if (!words.empty()) return std::nullopt;
      continue;
    }
    for (const std::string& w : words) {
      if (count_of(w) == 0) return std::nullopt;
      named.emplace_back(std::to_string(row), std::to_string(count_of(w)));
    }
  }
  if (row < nodes || !add_edges(out, named, false) || !out.whole()) {
    return std::nullopt;
  }
  return out;
}

std::optional<PlainGraph> matrix_market(const std::string& text) {
  PlainGraph out;
  bool symmetric = false, sized = false;
  std::size_t line = 0;
  for (const auto& words : words_of(text)) {
    if (line++ == 0) {
      if (words.size() < 5) return std::nullopt;
      symmetric = words[4][0] == 's' || words[4][0] == 'S';
      continue;
    }
    if (words.empty() || words[0][0] == '%') continue;
    if (words.size() < 2) return std::nullopt;
    if (!sized) {
      sized = true;
      for (std::size_t i = 1; i <= count_of(words[0]); ++i) {
        out.declare(std::to_string(i));
      }
      continue;
    }
    out.line(std::to_string(count_of(words[0])),
             std::to_string(count_of(words[1])), !symmetric);
  }
  if (!sized || !out.whole()) return std::nullopt;
  return out;
}

// With a tab anywhere, only tabs separate.
std::optional<PlainGraph> sif(std::string text) {
  PlainGraph out;
  std::set<std::vector<std::string>> known;
  for (const auto& words : tab_words(std::move(text))) {
    if (words.empty()) continue;
    if (words.size() == 2 || words[0].empty()) return std::nullopt;
    if (words.size() > 2 && words[1].empty()) return std::nullopt;
    out.mention(words[0]);
    for (std::size_t i = 2; i < words.size(); ++i) {
      if (words[i].empty()) return std::nullopt;
      out.mention(words[i]);
      if (known.insert({words[0], words[1], words[i]}).second) {
        out.line(words[0], words[i], false);
      }
    }
  }
  return out;
}

}  // namespace vicinal::oracle
