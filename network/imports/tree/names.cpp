// SPDX-License-Identifier: MIT
// Words that mean something here, and names that are in use, get a '_' behind
// them, or a number.
#include "network/imports/tree/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "network/base/budget.hpp"

namespace vicinal::imports {
namespace {

// Words that mean something in our language, all in small letters.
constexpr std::array<std::string_view, 62> taken{
    "abs",     "action", "adjacent", "any",     "assert",    "atmost",  "bool",
    "connect", "const",  "count",    "ctl",     "ctlstar",   "def",     "edge",
    "else",    "empty",  "enabled",  "enum",    "exactly",   "exists",  "fair",
    "false",   "for",    "forall",   "full",    "head",      "id",      "if",
    "in",      "index",  "init",     "int",     "invariant", "len",     "ltl",
    "max",     "min",    "network",  "node",    "none",      "param",   "peer",
    "pop",     "port",   "pow",      "process", "push",      "queue",   "rank",
    "rule",    "same",   "self",     "shared",  "skip",      "struct",  "sum",
    "then",    "true",   "var",      "when",    "while",     "priority"};

bool is_taken(std::string_view word) {
  return std::ranges::find(taken, word) != taken.end();
}

}  // namespace

std::string free_name(const std::string& wanted,
                      std::map<std::string, std::size_t>& numbers,
                      const std::function<bool(const std::string&)>& is_free) {
  if (!is_taken(wanted) && is_free(wanted)) return wanted;
  if (is_free(wanted + "_")) return wanted + "_";
  for (std::size_t& k = numbers.emplace(wanted, 2).first->second;; ++k) {
    network::poll();
    std::string name = fmt::format("{}_{}", wanted, k);
    if (is_free(name)) return name;
  }
}

std::string as_name(const std::string& text) {
  std::string out;
  for (const char c : text) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    const bool digit = c >= '0' && c <= '9';
    if (digit && out.empty()) out += '_';
    out += letter || digit ? c : '_';
  }
  return out.empty() ? "_" : out;
}

}  // namespace vicinal::imports
