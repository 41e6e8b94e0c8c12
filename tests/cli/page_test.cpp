// SPDX-License-Identifier: MIT
// Guards: --report writes a page whatever the verdict is, changes nothing else
// that the program says, and is an error where it cannot be written.
#include <catch2/catch.hpp>

#include "program.hpp"

namespace page_test {

using namespace vicinal::test;

namespace {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a page says what the program says") {
  const Folder folder;
  const std::string page = folder.path() + "/page.html";
  const std::vector<std::pair<Words, std::string>> asked = {
      {{"prove", example("token-ring")}, "✓ proved"},
      {{"prove", example("mutex-broken")}, "✗ violated"},
      {{"prove", "--views", "1", example("token-ring")}, "? unknown"},
      {{"prove", "-D", "n=3", example("token-ring")}, "✓ proved"},
      {{"explore", example("mutex-broken")}, "✗ violated"},
      {{"check", example("priority-mutex")}, "✗ violated"},
      {{"topology", example("token-ring")}, "Quotient"},
      {{"symmetry", example("philosophers")}, "permutations"}};
  for (const auto& [words, said] : asked) {
    INFO(words[0] << " " << words.back());
    const Outcome without = ask(words);
    Words with = words;
    with.insert(with.end(), {"--report", page});
    const Outcome outcome = ask(with);
    CHECK(outcome.code == without.code);
    CHECK(outcome.out == without.out);
    CHECK(outcome.err == without.err);
    const std::string text = read(page);
    CHECK(has(text, said));
    CHECK(text.ends_with("</html>\n"));
    CHECK(text.size() < 500'000);
    // The same bytes again.
    ask(with);
    CHECK(read(page) == text);
  }
}

TEST_CASE("a page is there where a limit ended the work") {
  const Folder folder;
  const std::string page = folder.path() + "/page.html";
  const std::string wide = folder.write(
      "wide.vic",
      "shared x : int = 0;\nrule up when x < 100000000 { x := x + 1; }\n"
      "invariant small: x < 100000000;\n");
  CHECK(ask({"explore", "--timeout", "0.2", wide, "--report", page}).code == 3);
  CHECK(has(read(page), "? unknown"));
  CHECK(has(read(page), "not all"));
}

TEST_CASE("a page that cannot be written is an error") {
  const Folder folder;
  const std::string page = folder.path() + "/none/page.html";
  for (const char* command :
       {"prove", "explore", "check", "topology", "symmetry"}) {
    INFO(command);
    const Outcome outcome =
        ask({command, example("token-ring"), "--report", page});
    CHECK(outcome.code == 2);
    CHECK(has(outcome.err, "V0919"));
    CHECK(outcome.out.empty());
  }
  CHECK(ask({"validate", example("token-ring"), "--report", "x"}).code == 2);
}

}  // namespace page_test
