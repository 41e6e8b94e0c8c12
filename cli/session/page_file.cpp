// SPDX-License-Identifier: MIT
// The page of an answer that was not finished says so, and no more.
#include "cli/session/page_file.hpp"

#include <fmt/format.h>

#include "cli/options/codes.hpp"
#include "cli/session/load.hpp"
#include "cli/session/session.hpp"
#include "network/base/budget.hpp"
#include "report/html/html_page.hpp"
#include "report/words/render.hpp"
#include "report/words/trace_text.hpp"

namespace vicinal::cli::inline session {

using report::Page;

namespace {

// As it would be typed again.
std::string typed(const std::vector<std::string>& arguments) {
  constexpr const char* plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
      "-_=./,:+@%^";
  std::string text = "vicinal";
  for (const std::string& word : arguments) {
    text += ' ';
    if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) {
      text += word;
      continue;
    }
    text += '\'';
    for (const char c : word) text += c == '\'' ? "'\\''" : std::string(1, c);
    text += '\'';
  }
  return text;
}

// The sentence is what went wrong.
std::string put(const Options& options, Page page) {
  page.command = typed(options.arguments);
  page.version = "Vicinal " VICINAL_VERSION;
  return write_file(options.report, report::html_page(page));
}

Page short_page(const Options& options, std::string summary) {
  Page page;
  page.title = options.model;
  page.summary = std::move(summary);
  return page;
}

}  // namespace

bool write_page(const Options& options, Opened& opened,
                const std::function<Page()>& make) {
  if (options.report.empty()) return true;
  Page page;
  const network::Limits limits = style_of(options).formulas;
  const network::Budget budget(limits);
  try {
    const network::Polling polling(budget);
    page = make();
  } catch (const network::LimitReached& reached) {
    page = short_page(options,
                      "There is an answer, but the page was not "
                      "finished: " +
                          report::limit_text(reached.limit) + ".");
  }
  page.sections.push_back(
      {"Warnings", report::render_all(opened.diagnostics, false), true});
  const std::string error = put(options, std::move(page));
  if (error.empty()) return true;
  opened.diagnostics.set_source(nullptr);
  opened.diagnostics.error(codes::report_not_written, {}, error);
  return false;
}

void write_unfinished_page(const Options& options, network::Limit limit) {
  if (options.report.empty() || !speaks()) return;
  const std::string error = put(
      options,
      short_page(options, "Not finished: " + report::limit_text(limit) + "."));
  if (!error.empty()) {
    say(fmt::format("vicinal: {}\n", report::printable(error)));
  }
}

}  // namespace vicinal::cli::inline session
