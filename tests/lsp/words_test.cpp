// SPDX-License-Identifier: MIT
// Guards: what is said of a word of the language stands in the reference, and
// every word that the parser reserves is known.
#include <catch2/catch.hpp>
#include <cctype>
#include <set>
#include <sstream>
#include <string>

#include "cli/lsp/keywords.hpp"
#include "tests/cli/program.hpp"

namespace words_test {

using namespace vicinal;
using vicinal::test::Json;

namespace {

// Blanks are alike, and rows of tables have no bars at their ends.
std::string plain(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (std::isspace(static_cast<unsigned char>(c)) == 0) {
      out += c;
    } else if (!out.ends_with(' ')) {
      out += ' ';
    }
  }
  return out;
}

}  // namespace

TEST_CASE("texts of words are those of the language reference") {
  const std::string reference =
      plain(test::read(test::source_folder() + "/docs/language.md"));
  for (const cli::LanguageWord& w : cli::language_words()) {
    INFO(w.word << ": " << w.text);
    CHECK(reference.find(plain(w.text)) != std::string::npos);
    CHECK_FALSE(w.text.empty());
  }
}

TEST_CASE("every word has one entry, and reserved words have one") {
  std::set<std::string_view> known;
  for (const cli::LanguageWord& w : cli::language_words()) {
    INFO(w.word);
    CHECK(known.insert(w.word).second);
    CHECK(cli::language_word(w.word) == &w);
  }
  for (const char* word :
       {"atmost", "bool",   "else", "enabled", "exactly", "exists", "false",
        "for",    "forall", "id",   "if",      "in",      "index",  "int",
        "none",   "queue",  "self", "then",    "true",    "when"}) {
    INFO(word);
    CHECK(known.contains(word));
  }
  CHECK(cli::language_word("token") == nullptr);
}

TEST_CASE("editors show the words that the server knows") {
  for (const char* file :
       {"/editors/vim/syntax/vicinal.vim", "/editors/emacs/vicinal-mode.el",
        "/editors/vscode/syntaxes/vicinal.tmLanguage.json"}) {
    const std::string text = test::read(test::source_folder() + file);
    for (const cli::LanguageWord& w : cli::language_words()) {
      const auto letter = [&](std::size_t i) {
        return i < text.size() &&
               std::isalnum(static_cast<unsigned char>(text[i])) != 0;
      };
      bool found = false;
      for (std::size_t at = text.find(w.word);
           at != std::string::npos && !found; at = text.find(w.word, at + 1)) {
        found = !letter(at + w.word.size()) && (at == 0 || !letter(at - 1));
      }
      INFO(file << " lacks " << w.word);
      CHECK(found);
    }
  }
}

TEST_CASE("the grammar of editors has no other words") {
  const Json grammar = Json::parse(
      test::read(test::source_folder() +
                 "/editors/vscode/syntaxes/vicinal.tmLanguage.json"));
  std::size_t count = 0;
  for (const Json& pattern : grammar["patterns"]) {
    const std::string match = pattern.value("match", "");
    if (!match.starts_with("\\b(")) continue;
    std::istringstream words(match.substr(3, match.find(')') - 3));
    for (std::string word; std::getline(words, word, '|'); ++count) {
      INFO(word);
      CHECK(cli::language_word(word) != nullptr);
    }
  }
  CHECK(count == cli::language_words().size());
}

}  // namespace words_test
