// SPDX-License-Identifier: MIT
// Guards the catalogue of syntax errors: its wrong examples yield their code
// and nothing else, the right ones nothing, and no code lacks an entry.
#include <catch2/catch.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "network/base/catalogue.hpp"
#include "network/language/parser/parser.hpp"
#include "network/language/parser/syntax_catalogue.hpp"

namespace vicinal::network::catalogue_syntax_test {
namespace {

std::set<int> codes_of(std::string_view text) {
  const Source source("example.vic", std::string(text));
  Diagnostics diagnostics(&source);
  parse(source, diagnostics);
  std::set<int> codes;
  for (const Diagnostic& d : diagnostics.all()) codes.insert(number(d.code));
  return codes;
}

std::set<int> catalogued() {
  std::set<int> codes;
  for (const Entry& entry : syntax_catalogue())
    codes.insert(number(entry.code));
  return codes;
}

std::string contents(const std::filesystem::path& path) {
  std::ifstream in(path);
  std::stringstream content;
  content << in.rdbuf();
  return content.str();
}

// The codes that stand in the sources of the lexer and the parser.
std::set<int> used() {
  std::set<int> codes;
  const auto folder =
      std::filesystem::path(VICINAL_SOURCE_DIR) / "network" / "language";
  std::map<std::string, int> numbers;
  {
    const std::regex constant(R"re(Code (\w+)\{(\d+)\};)re");
    const std::string text = contents(folder / "codes.hpp");
    for (std::sregex_iterator match(text.begin(), text.end(), constant), end;
         match != end; ++match) {
      numbers[(*match)[1]] = std::stoi((*match)[2]);
    }
  }
  const std::regex code(R"re(codes::(\w+))re");
  for (const auto& file :
       std::filesystem::recursive_directory_iterator(folder)) {
    const std::string name = file.path().filename().string();
    if (!name.starts_with("parser") && !name.starts_with("lexer")) continue;
    const std::string text = contents(file.path());
    for (std::sregex_iterator match(text.begin(), text.end(), code), end;
         match != end; ++match) {
      codes.insert(numbers.at((*match)[1]));
    }
  }
  return codes;
}

TEST_CASE(
    "syntax catalogue: wrong examples yield their code only, right ones "
    "nothing") {
  for (const Entry& entry : syntax_catalogue()) {
    CAPTURE(number(entry.code), entry.wrong, entry.right);
    CHECK(codes_of(entry.wrong) == std::set<int>{number(entry.code)});
    CHECK(codes_of(entry.right).empty());
    CHECK_FALSE(entry.title.empty());
    CHECK(entry.explanation.ends_with("."));
  }
}

TEST_CASE("syntax catalogue: the catalogue is sorted, each code once") {
  const auto entries = syntax_catalogue();
  CHECK(std::is_sorted(
      entries.begin(), entries.end(),
      [](const Entry& a, const Entry& b) { return a.code < b.code; }));
  CHECK(catalogued().size() == entries.size());
}

TEST_CASE(
    "syntax catalogue: the catalogue has the codes that the sources use, and "
    "no others") {
  CHECK(used() == catalogued());
}

}  // namespace
}  // namespace vicinal::network::catalogue_syntax_test
