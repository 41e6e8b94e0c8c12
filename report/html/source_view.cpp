// SPDX-License-Identifier: MIT
#include "report/html/source_view.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/html/escape.hpp"
#include "report/html/html_page.hpp"

namespace vicinal::report::inline html {

namespace {

// Writes pieces of a text; marks that lie in them, ascending, are taken off.
class Lines {
 public:
  Lines(const std::string& source, const std::vector<Mark>& marks)
      : source_(source), marks_(marks) {}

  std::string run();

 private:
  void line(std::size_t begin, std::size_t end);

  const std::string& source_;
  const std::vector<Mark>& marks_;
  std::size_t next_ = 0;
  std::string text_;
};

void Lines::line(std::size_t begin, std::size_t end) {
  std::size_t at = begin;
  while (next_ < marks_.size() && marks_[next_].begin < end) {
    const Mark& m = marks_[next_];
    const std::size_t from = std::max(at, m.begin), to = std::min(end, m.end);
    if (from < to) {
      text_ += escaped(source_.substr(at, from - at));
      text_ += fmt::format("<mark data-m=\"{}\">{}</mark>", m.number,
                           escaped(source_.substr(from, to - from)));
      at = to;
    }
    if (m.end > end) break;
    ++next_;
  }
  text_ += escaped(source_.substr(at, end - at));
}

std::string Lines::run() {
  const std::size_t size = std::min(source_.size(), longest_text);
  std::size_t number = 0;
  for (std::size_t begin = 0; begin < size;) {
    std::size_t end = source_.find('\n', begin);
    if (end == std::string::npos) end = source_.size();
    std::size_t shown = end;
    if (shown > begin && source_[shown - 1] == '\r') --shown;
    text_ += fmt::format("<span class=\"l\" data-l=\"{}\">", ++number);
    line(begin, shown);
    text_ += "</span>\n";
    begin = end + 1;
  }
  if (size < source_.size()) {
    text_ += fmt::format(
        "<span class=\"l\">... {} more bytes are left out"
        "</span>\n",
        source_.size() - size);
  }
  return text_;
}

}  // namespace

std::string source_view(const std::string& source, std::vector<Mark> marks) {
  std::stable_sort(
      marks.begin(), marks.end(),
      [](const Mark& a, const Mark& b) { return a.begin < b.begin; });
  return Lines(source, marks).run();
}

}  // namespace vicinal::report::inline html
