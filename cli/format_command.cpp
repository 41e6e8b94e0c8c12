// SPDX-License-Identifier: MIT
// `format`: shows a layout, compares with it, or replaces a file by it, whole
// or not at all.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "cli/commands.hpp"
#include "cli/session/session.hpp"
#include "network/imports/imported.hpp"
#include "network/layout/layout.hpp"
#include "obligations/files.hpp"
#include "report/words/render.hpp"

namespace vicinal::cli {

namespace {

using report::printable;

// The text that was read, or a diagnostic.
std::unique_ptr<Opened> read_text(const Options& options) {
  FileText file = read_file(options.model);
  const std::string name = shown_name(options);
  if (file.error.empty() &&
      imports::language_of(name) != imports::Language::vicinal) {
    file.error = fmt::format(
        "'{}' is in another language, which has a layout of its own; 'vicinal "
        "convert' writes it in ours",
        name);
  }
  if (!file.error.empty()) return unreadable(options, file.error);
  auto opened = std::make_unique<Opened>();
  opened->name = name;
  opened->source =
      std::make_unique<network::Source>(name, std::move(file.text));
  opened->diagnostics.set_source(opened->source.get());
  return opened;
}

// The first line, from 1, in which two texts differ.
std::size_t first_difference(std::string_view a, std::string_view b) {
  const auto [in_a, in_b] =
      std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  return 1 + static_cast<std::size_t>(std::count(a.begin(), in_a, '\n'));
}

int check(const Opened& opened, const std::string& text) {
  const std::string_view now = opened.source->text();
  if (now == text) return exit_holds;
  say(fmt::format("{}:{}: not in the layout of 'vicinal format'\n",
                  printable(opened.name), first_difference(now, text)));
  return exit_violated;
}

// The file with another text, or as it was: whatever happens on the way. What
// a link leads to is written, and stays as readable as it was.
int write(const Options& options, const std::string& text) {
  namespace fs = std::filesystem;
  std::error_code failed;
  const fs::path file = fs::canonical(options.model, failed);
  const fs::perms mode = fs::status(file, failed).permissions();
  if (!failed && obligations::replace_file(file, text)) {
    fs::permissions(file, mode, failed);
    return exit_holds;
  }
  say(fmt::format("vicinal: cannot write '{}'\n", printable(options.model)));
  return exit_usage;
}

}  // namespace

// The text in the one layout of our language; nothing else is looked at, so
// that a model with a wrong type can be laid out, too.
int format_command(const Options& options) {
  const auto opened = read_text(options);
  std::optional<std::string> text;
  if (opened->source) {
    const Watched watched(options);
    text = network::layout::laid_out(*opened->source, opened->diagnostics);
  }
  if (!text) return refuse(*opened, options);
  if (options.check_layout) return check(*opened, *text);
  if (!options.write_layout) {
    print(*text);
    return exit_holds;
  }
  return *text == opened->source->text() ? int{exit_holds}
                                         : write(options, *text);
}

}  // namespace vicinal::cli
