// SPDX-License-Identifier: MIT
// Tables of edges, as spreadsheets and Gephi write them: the first line names
// columns, two of which are called source and target, from and to, or src and
// dst; every other line is an edge. Columns are separated by tabs, commas or
// semicolons, whichever the first line has; a field in double quotes holds any
// character, a quote as two.
//
// The column 'id' names edges, others are attributes. Gephi's 'Type' says in
// every line whether the edge is directed or undirected; where it does so in
// the first, it has to in all. Undirected else, unless options say otherwise.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "network/base/budget.hpp"
#include "network/base/utf8.hpp"
#include "network/files/assembly.hpp"
#include "network/files/codes.hpp"
#include "network/files/readers.hpp"
#include "network/files/recognition.hpp"

namespace vicinal::network::inline files {

namespace {

struct Field {
  std::string text;
  Span span;
};

// Records of a table; a quoted field may go over several lines.
class Records {
 public:
  Records(std::string_view text, Diagnostics& diagnostics)
      : text_(text), d_(diagnostics) {
    if (text.starts_with(byte_order_mark)) at_ = byte_order_mark.size();
    const std::string_view first = text.substr(
        at_, std::min(text.find_first_of("\r\n", at_), text.size()) - at_);
    // Commas may be part of what other signs separate.
    for (const char c : {',', ';', '\t'}) {
      if (first.find(c) != std::string_view::npos) comma_ = c;
    }
  }

  // The next record that is not blank; false at the end or after an error.
  bool next(std::vector<Field>& fields) {
    do {
      if (at_ >= text_.size()) return false;
      fields.clear();
      do {
        poll();
        fields.emplace_back();
        if (!field(fields.back())) return false;
      } while (at_ < text_.size() && text_[at_] == comma_ && ++at_ > 0);
      end_line();
    } while (fields.size() == 1 && fields[0].text.empty());
    return true;
  }

 private:
  static bool ends_line(char c) { return c == '\n' || c == '\r'; }

  void end_line() {
    if (at_ >= text_.size()) return;
    const char c = text_[at_++];
    if (at_ < text_.size() && ends_line(text_[at_]) && text_[at_] != c) ++at_;
  }

  bool field(Field& out) {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    const std::size_t begin = at_;
    if (at_ < text_.size() && text_[at_] == '"') return quoted(out);
    while (at_ < text_.size() && text_[at_] != comma_ &&
           !ends_line(text_[at_])) {
      ++at_;
    }
    std::size_t end = at_;
    while (end > begin && text_[end - 1] == ' ') --end;
    out.text = text_.substr(begin, end - begin);
    out.span = span(begin, end);
    return true;
  }

  bool quoted(Field& out) {
    const std::size_t begin = at_++;
    for (;;) {
      const std::size_t quote = text_.find('"', at_);
      if (quote == std::string_view::npos) {
        d_.error(codes::wrong_sign_or_word, span(begin, begin + 1),
                 "this quote has no end");
        at_ = text_.size();
        return false;
      }
      out.text += text_.substr(at_, quote - at_);
      at_ = quote + 1;
      if (at_ >= text_.size() || text_[at_] != '"') break;
      out.text += '"';
      ++at_;
    }
    out.span = span(begin, at_);
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    if (at_ >= text_.size() || text_[at_] == comma_ || ends_line(text_[at_])) {
      return true;
    }
    d_.error(codes::wrong_sign_or_word, span(at_, at_ + 1),
             "a field ends with its second quote");
    return false;
  }

  static Span span(std::size_t begin, std::size_t end) {
    return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
  }

  std::string_view text_;
  Diagnostics& d_;
  std::size_t at_ = 0;
  char comma_ = ',';
};

// Which columns the first line has.
struct Columns {
  std::vector<std::string> names;
  std::size_t source = SIZE_MAX, target = SIZE_MAX;
  std::size_t id = SIZE_MAX, type = SIZE_MAX;

  explicit Columns(const std::vector<Field>& first) {
    for (const Field& f : first) names.push_back(f.text);
    const auto column = [&](std::string_view name) {
      for (std::size_t i = 0; i < names.size(); ++i) {
        if (small_letters(names[i]) == name) return i;
      }
      return SIZE_MAX;
    };
    constexpr std::pair<std::string_view, std::string_view> ends[] = {
        {"source", "target"}, {"from", "to"}, {"src", "dst"}};
    for (const auto& [from, to] : ends) {
      source = column(from);
      target = column(to);
      if (known()) break;
    }
    id = column("id");
    type = column("type");
  }
  bool known() const { return source != SIZE_MAX && target != SIZE_MAX; }
};

std::optional<bool> direction(const std::string& word) {
  const std::string small = small_letters(word);
  if (small == "directed") return true;
  if (small == "undirected") return false;
  return std::nullopt;
}

// What Gephi's Type says of an edge: for all or for none.
class Direction {
 public:
  // An error if the lines do not agree about what the column is.
  bool look(const Field& type, bool otherwise, Diagnostics& d) {
    const std::optional<bool> said = direction(type.text);
    if (!first_) first_ = said.has_value();
    if (*first_ != said.has_value()) {
      d.error(
          codes::line_is_no_edge, type.span,
          "some lines say whether their edges are directed, and others not");
      return false;
    }
    directed = said.value_or(otherwise);
    return true;
  }
  bool says() const { return first_.value_or(false); }
  bool directed = false;

 private:
  std::optional<bool> first_;
};

}  // namespace

// The first line names its columns.
Sign begins_edge_table(const Beginning& file) {
  const std::size_t end =
      std::min(file.text.find_first_of("\r\n"), file.text.size());
  if (end > 4096) return Sign::no;
  const std::string line(file.text.substr(0, end));
  if (line.find_first_of("\t,;") == std::string::npos) return Sign::no;
  Diagnostics ignored;
  std::vector<Field> fields;
  return Records(line, ignored).next(fields) && Columns(fields).known()
             ? Sign::surely
             : Sign::no;
}

std::optional<GraphFile> read_edge_table(const Source& source,
                                         const ReadOptions& options,
                                         Diagnostics& diagnostics) {
  Assembly assembly(source, options, diagnostics, Assembly::Ends::declare);
  Records records(source.text(), diagnostics);
  std::vector<Field> fields;
  if (!records.next(fields)) fields.clear();
  const Columns columns(fields);
  if (!columns.known()) {
    diagnostics.error(
        codes::unexpected_in_file, fields.empty() ? Span{0, 0} : fields[0].span,
        "the first line names no columns 'source' and 'target'",
        {{std::nullopt, "'from' and 'to', 'src' and 'dst' are read, too"}});
    return std::nullopt;
  }
  std::set<std::string> names;
  for (const Field& f : fields) {
    if (names.insert(small_letters(f.text)).second) continue;
    diagnostics.error(codes::key_twice, f.span,
                      fmt::format("the column \"{}\" is there twice", f.text));
    return std::nullopt;
  }
  Direction type;
  type.directed = options.directed;
  const std::size_t errors = diagnostics.error_count();
  while (records.next(fields)) {
    if (fields.size() != columns.names.size()) {
      diagnostics.error(codes::line_is_no_edge, fields[0].span,
                        fmt::format("this line has {} fields, and the first {}",
                                    fields.size(), columns.names.size()));
      return std::nullopt;
    }
    if (columns.type != SIZE_MAX &&
        !type.look(fields[columns.type], options.directed, diagnostics)) {
      return std::nullopt;
    }
    const Field& from = fields[columns.source];
    const Field& to = fields[columns.target];
    const std::string name =
        columns.id == SIZE_MAX ? std::string{} : fields[columns.id].text;
    const NodeId a = assembly.mention(from.text, from.span);
    const NodeId b = assembly.mention(to.text, to.span);
    const EdgeId edge = assembly.line(a, b, type.directed, name, from.span);
    for (std::size_t i = 0; i < fields.size(); ++i) {
      if (i == columns.source || i == columns.target || i == columns.id ||
          (i == columns.type && type.says()) || fields[i].text.empty()) {
        continue;
      }
      const std::string& column = columns.names[i];
      assembly.put(edge, column, fields[i].text);
      assembly.put(edge, small_letters(column), fields[i].text);
    }
  }
  if (diagnostics.error_count() != errors) return std::nullopt;
  return assembly.finish(Format::edge_table);
}

}  // namespace vicinal::network::inline files
