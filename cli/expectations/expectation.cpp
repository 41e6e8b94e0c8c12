// SPDX-License-Identifier: MIT
// What is expected is what the options' own table takes, and writes no files: a
// model that came from elsewhere is only read.
#include "cli/expectations/expectation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>

#include "cli/options/options.hpp"
#include "cli/session/load.hpp"
#include "cli/settings/configured.hpp"
#include "network/base/blanks.hpp"
#include "network/base/utf8.hpp"

namespace vicinal::cli::expectations {
namespace {

struct Comment {
  std::string_view begin, end;
};
constexpr std::array<Comment, 5> comments{
    {{"// ", ""}, {"# ", ""}, {"-- ", ""}, {"(* ", "*)"}, {"<!-- ", "-->"}}};

constexpr std::array<std::string_view, 5> endings{".vic", ".cub", ".m", ".pnml",
                                                  ".structure"};

// The inside of a comment that is all of the line, from its first column on.
std::optional<std::string_view> comment_of(std::string_view line) {
  for (const Comment& c : comments) {
    if (!line.starts_with(c.begin)) continue;
    std::string_view inside = network::trimmed(line.substr(c.begin.size()));
    if (!c.end.empty() && !inside.ends_with(c.end)) return std::nullopt;
    inside.remove_suffix(c.end.size());
    return network::trimmed(inside);
  }
  return std::nullopt;
}

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  for (text = network::trimmed(text); !text.empty();
       text = network::trimmed(text)) {
    const std::size_t end = std::min(text.find(' '), text.size());
    words.emplace_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return words;
}

// What is wrong with a command as something to expect, or nothing.
std::string wrong_command(Expectation& e) {
  std::vector<std::string> all = e.arguments;
  all.insert(all.end(), {"--json", "model.vic"});
  const Parsed parsed = parse_arguments(all);
  const Options& o = parsed.options;
  e.command = o.command;
  if (!parsed.error.empty()) return parsed.error;
  if (o.help || o.version || o.man || !o.completion.empty()) {
    return "this prints no report";
  }
  constexpr std::array<std::string_view, 6> asks{
      "check", "explore", "prove", "symmetry", "topology", "validate"};
  if (std::find(asks.begin(), asks.end(), o.command) == asks.end()) {
    return fmt::format("'{}' has no report that can be expected", o.command);
  }
  // An option without a value would take the one that is put behind it.
  std::vector<std::string> bare = e.arguments;
  bare.emplace_back("model.vic");
  if (parse_arguments(bare).options.model != "model.vic") {
    return "the last option lacks its value";
  }
  if (o.models.size() > 1) return "an expectation is about its own file";
  for (const std::string* file :
       {&o.certificate, &o.obligations_to, &o.report, &o.sarif, &o.junit,
        &o.itf, &o.chart, &o.disk, &o.checkpoint, &o.resume}) {
    if (!file->empty()) {
      return fmt::format("what is expected writes no files, as '{}'", *file);
    }
  }
  return {};
}

// Whether a comment is meant as an expectation: what looks like one and is not
// would be a test that is never run.
bool is_meant(std::string_view comment) {
  const std::string_view word = comment.substr(0, comment.find(' '));
  return word == "expect" || word.starts_with("expect-") ||
         (word.starts_with("expect") && word.ends_with(":"));
}

// Whether a line that is no such comment is meant as one: it does not begin in
// the first column, or has no blank behind its sign, or a large letter.
bool is_almost_meant(std::string_view line) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (line.starts_with(byte_order_mark)) {
    line.remove_prefix(byte_order_mark.size());
  }
  line = network::trimmed(line);
  for (const Comment& c : comments) {
    const std::string_view sign = network::trimmed(c.begin);
    if (!line.starts_with(sign)) continue;
    const std::string inside =
        network::small_letters(network::trimmed(line.substr(sign.size())));
    for (const char* word : {"expect:", "expect-slow:", "expect-later:"}) {
      if (inside.starts_with(word)) return true;
    }
  }
  return false;
}

ReadLine wrong(std::string error) {
  return {ReadLine::wrong, {}, std::move(error)};
}

bool read_claims(std::string_view text, Expectation& out) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(';'), text.size());
    const std::string_view claim = network::trimmed(text.substr(0, end));
    const std::size_t equals = claim.find('=');
    if (equals == 0 || equals == std::string_view::npos ||
        equals + 1 == claim.size()) {
      return false;
    }
    out.claims.emplace_back(claim.substr(0, equals), claim.substr(equals + 1));
    if (end == text.size()) return true;
    text.remove_prefix(end + 1);
  }
  return false;
}

bool is_model(const std::filesystem::path& path) {
  return std::find(endings.begin(), endings.end(), path.extension().string()) !=
         endings.end();
}

// The settings of folders, read once each.
class SettingsOfFolders {
 public:
  explicit SettingsOfFolders(bool none) : none_(none) {}

  // Null: there are none. What is wrong with them is an error of `found`.
  const settings::Read* of(const std::string& folder, Collected& found);

 private:
  bool none_;
  std::map<std::string, std::unique_ptr<settings::Read>> read_;
};

std::string place_text(const network::Source& source, network::Span span) {
  const network::Position at = source.position(span.begin);
  return fmt::format("{}:{}:{}", source.name(), at.line, at.column);
}

// A model that is not there would be one that is never looked at.
std::string missing_model(const settings::Read& read,
                          const std::filesystem::path& folder) {
  std::error_code ignored;
  for (const auto& [name, of] : read.settings.models) {
    if (std::filesystem::is_regular_file(folder / name, ignored)) continue;
    return fmt::format("{}: there is no model '{}'",
                       place_text(*read.source, of.place), name);
  }
  return {};
}

const settings::Read* SettingsOfFolders::of(const std::string& folder,
                                            Collected& found) {
  if (none_) return nullptr;
  const auto [at, is_new] = read_.try_emplace(folder);
  if (!is_new) return at->second.get();
  at->second = settings::read_settings(folder);
  const settings::Read* read = at->second.get();
  if (read == nullptr) return nullptr;
  const auto& wrong = read->diagnostics.all();
  if (!wrong.empty()) {
    const network::Diagnostic& d = wrong.front();
    const bool placed = d.source != nullptr;
    found.error =
        placed ? fmt::format("{}: {}", place_text(*d.source, d.span), d.message)
               : d.message;
    if (!d.notes.empty()) found.error += "; " + d.notes.front().message;
  } else {
    found.error = missing_model(*read, folder);
  }
  return read;
}

// Adds what the vicinal.toml beside a file expects of it.
void read_stated(const std::string& path, SettingsOfFolders& folders,
                 Collected& found) {
  const std::filesystem::path file(path);
  const settings::Read* read = folders.of(file.parent_path().string(), found);
  if (read == nullptr || !found.error.empty()) return;
  const auto& models = read->settings.models;
  const auto model = models.find(file.filename().string());
  if (model == models.end()) return;
  for (const settings::Expected& e : model->second.expected) {
    ReadLine line = read_line(
        fmt::format("// expect{}: {}", e.slow ? "-slow" : "", e.text));
    if (line.kind == ReadLine::wrong) {
      found.error =
          fmt::format("{}: {}", place_text(*read->source, e.place), line.error);
      return;
    }
    line.expectation.file = path;
    line.expectation.stated_in = read->source->name();
    line.expectation.line = read->source->position(e.place.begin).line;
    found.expectations.push_back(std::move(line.expectation));
  }
}

// Adds a file's; `named`: it has to expect something.
void read_one(const std::string& path, bool named, SettingsOfFolders& folders,
              Collected& found) {
  FileText file = read_file(path);
  if (!file.error.empty()) {
    found.error = file.error;
    return;
  }
  const std::size_t before = found.expectations.size() + found.later;
  std::size_t number = 0;
  for (std::string_view rest = file.text; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    ReadLine line = read_line(rest.substr(0, end));
    ++number;
    if (line.kind == ReadLine::wrong) {
      found.error = fmt::format("{}:{}: {}", path, number, line.error);
      return;
    }
    if (line.kind == ReadLine::later) ++found.later;
    if (line.kind == ReadLine::expects) {
      line.expectation.file = path;
      line.expectation.line = number;
      found.expectations.push_back(std::move(line.expectation));
    }
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  read_stated(path, folders, found);
  if (!found.error.empty()) return;
  if (found.expectations.size() + found.later > before) return;
  if (named) found.error = fmt::format("'{}' expects nothing", path);
  found.silent.push_back(path);
}

// What a vicinal.toml expects of a file that is not looked at would be a test
// that is never run. `files`, sorted, are looked at.
void read_settings_in(const std::string& folder,
                      const std::vector<std::string>& files,
                      SettingsOfFolders& folders, Collected& found) {
  const settings::Read* read = folders.of(folder, found);
  if (read == nullptr || !found.error.empty()) return;
  for (const auto& [name, of] : read->settings.models) {
    const std::string path = (std::filesystem::path(folder) / name).string();
    if (of.expected.empty() || std::ranges::binary_search(files, path)) {
      continue;
    }
    found.error = fmt::format(
        "{}: 'vicinal test' of a folder does not look at '{}': its ending is "
        "not one of a model, or its name begins with a dot",
        place_text(*read->source, of.place), name);
    return;
  }
}

void read_folder(const std::string& folder, SettingsOfFolders& folders,
                 Collected& found) {
  namespace fs = std::filesystem;
  std::error_code failed;
  std::vector<std::string> files, configured;
  for (fs::recursive_directory_iterator at(folder, failed), end;
       !failed && at != end; at.increment(failed)) {
    const bool hidden = at->path().filename().string().starts_with(".");
    if (hidden && at->is_directory(failed)) at.disable_recursion_pending();
    if (!hidden && at->is_regular_file(failed) && is_model(at->path())) {
      files.push_back(at->path().string());
    }
    if (at->path().filename() == settings::file_name) {
      configured.push_back(at->path().parent_path().string());
    }
  }
  if (failed) {
    found.error = fmt::format("cannot read '{}': {}", folder, failed.message());
    return;
  }
  std::sort(files.begin(), files.end());
  for (const std::string& f : files) {
    if (found.error.empty()) read_one(f, false, folders, found);
  }
  std::sort(configured.begin(), configured.end());
  for (const std::string& f : configured) {
    if (found.error.empty()) read_settings_in(f, files, folders, found);
  }
}

}  // namespace

processes::Launch launch_of(const Expectation& expectation, bool no_config) {
  const std::filesystem::path file(expectation.file);
  processes::Launch out;
  if (file.has_parent_path()) out.folder = file.parent_path().string();
  out.arguments = expectation.arguments;
  if (no_config && settings::is_configured(expectation.command)) {
    out.arguments.emplace_back("--no-config");
  }
  out.arguments.insert(out.arguments.end(),
                       {"--json", "--", file.filename().string()});
  return out;
}

ReadLine read_line(std::string_view line) {
  const auto inside = comment_of(line);
  if (!inside || !is_meant(*inside)) {
    if (!is_almost_meant(line)) return {};
    return wrong(
        "an expectation begins in the first column, with a blank behind what "
        "begins the comment: '// expect: COMMAND => exit CODE'");
  }
  std::string_view text = *inside;
  if (text.starts_with("expect-later: ")) return {ReadLine::later, {}, {}};
  ReadLine out{ReadLine::expects, {}, {}};
  Expectation& e = out.expectation;
  e.slow = text.starts_with("expect-slow: ");
  const std::size_t arrow = text.find(" => exit ");
  if ((!e.slow && !text.starts_with("expect: ")) ||
      arrow == std::string_view::npos) {
    return wrong(
        "an expectation is 'expect: COMMAND => exit CODE; NAME=VALUE; ...', "
        "with "
        "'expect-slow:' for what takes long, 'expect-later:' for what does not "
        "hold yet");
  }
  const std::size_t colon = text.find(' ');
  e.arguments = words_of(text.substr(colon, arrow - colon));
  if (std::string error = wrong_command(e); !error.empty()) {
    return wrong(std::move(error));
  }
  text.remove_prefix(arrow + std::string_view(" => exit ").size());
  const auto [rest, failed] =
      std::from_chars(text.data(), text.data() + text.size(), e.exit);
  text.remove_prefix(static_cast<std::size_t>(rest - text.data()));
  if (failed != std::errc() || e.exit < 0 || e.exit > 4) {
    return wrong("an exit code is one of 0 to 4");
  }
  if (text.empty()) return out;
  if (text.front() != ';' || !read_claims(text.substr(1), e)) {
    return wrong("behind the exit code stand '; NAME=VALUE'");
  }
  return out;
}

Collected find_expectations(const std::vector<std::string>& paths,
                            bool no_config) {
  Collected found;
  SettingsOfFolders folders(no_config);
  std::error_code ignored;
  for (const std::string& path : paths) {
    if (!found.error.empty()) break;
    if (std::filesystem::is_directory(path, ignored)) {
      read_folder(path, folders, found);
    } else {
      read_one(path, true, folders, found);
    }
  }
  return found;
}

}  // namespace vicinal::cli::expectations
