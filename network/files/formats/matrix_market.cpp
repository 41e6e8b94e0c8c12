// SPDX-License-Identifier: MIT
// Matrix Market's sparse matrices of whole sizes: '%%MatrixMarket matrix
// coordinate', a field (pattern, real, integer) and a symmetry; then comments
// with '%', a line 'rows columns entries', and a line for each entry: row,
// column, and a value unless the field is pattern.
//
// An entry of a general matrix is an edge from its row to its column; a
// symmetric one has the entries on and below its diagonal only, which are edges
// without a direction. Nodes are called by their numbers. Programs do not agree
// about an entry that is there and is 0, which is refused; so is whatever else
// the format has (array, complex, hermitian, skew-symmetric), by its name.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <vector>

#include "network/base/budget.hpp"
#include "network/base/utf8.hpp"
#include "network/files/assembly.hpp"
#include "network/files/codes.hpp"
#include "network/files/line_scanner.hpp"
#include "network/files/readers.hpp"

namespace vicinal::network::inline files {

namespace {

class MatrixMarketReader {
 public:
  MatrixMarketReader(const Source& source, const ReadOptions& options,
                     Diagnostics& diagnostics)
      : assembly_(source, options, diagnostics, Assembly::Ends::declare),
        d_(diagnostics) {}

  std::optional<GraphFile> run() {
    LineScanner lines(assembly_.source().text());
    if (!lines.next_line()) {
      fail(codes::unexpected_in_file, {0, 0}, "expected '%%MatrixMarket'");
    } else {
      header(lines);
    }
    while (good_ && lines.next_line()) line(lines);
    if (good_ && entries_.size() != announced_) {
      fail(codes::unexpected_in_file, end_of(assembly_.source()),
           fmt::format("{} entries are announced, and there are {}", announced_,
                       entries_.size()));
    }
    if (good_) repeated();
    if (!good_) return std::nullopt;
    return assembly_.finish(Format::matrix_market);
  }

 private:
  struct Entry {
    std::uint32_t row, column;
    Span span;
  };

  void fail(Code code, Span span, std::string message) {
    d_.error(code, span, std::move(message));
    good_ = false;
  }

  // One of these words; V0625 names another.
  bool one_of(LineScanner& lines, std::initializer_list<std::string_view> known,
              std::string& out) {
    const Word word = lines.word();
    out = small_letters(word.text);
    if (std::ranges::find(known, out) != known.end()) return true;
    std::string list;
    for (const std::string_view k : known) {
      list += fmt::format("{}'{}'", list.empty() ? "" : ", ", k);
    }
    fail(codes::form_not_read, word.span,
         fmt::format("matrices that are '{}' are not read: expected {}",
                     word.text, list));
    return false;
  }

  void header(LineScanner& lines) {
    const Word mark = lines.word();
    if (small_letters(mark.text) != "%%matrixmarket") {
      return fail(codes::unexpected_in_file, mark.span,
                  "expected '%%MatrixMarket'");
    }
    std::string object, kind, field, symmetry;
    if (!one_of(lines, {"matrix"}, object) ||
        !one_of(lines, {"coordinate"}, kind) ||
        !one_of(lines, {"pattern", "real", "integer", "double"}, field) ||
        !one_of(lines, {"general", "symmetric"}, symmetry)) {
      return;
    }
    values_ = field != "pattern";
    symmetric_ = symmetry == "symmetric";
  }

  void line(LineScanner& lines) {
    poll();
    LineScanner look = lines;
    const Word first = look.word();
    if (first.empty() || first.text[0] == '%') return;
    if (has_size_) return entry(lines);
    has_size_ = true;
    const auto rows = number(lines.word());
    const Word second = lines.word();
    const auto columns = rows ? number(second) : std::nullopt;
    const auto count = columns ? number(lines.word()) : std::nullopt;
    if (!count) return;
    if (*rows != *columns) {
      return fail(codes::form_not_read, cover(first.span, second.span),
                  "matrices that are not square are not read: rows and columns "
                  "are different things");
    }
    good_ = assembly_.declare_numbered(*rows, first.span);
    nodes_ = static_cast<std::uint32_t>(*rows);
    announced_ = *count;
  }

  std::optional<std::uint64_t> number(const Word& word) {
    const auto found = whole_number(word.text);
    if (!found) fail(codes::not_a_number, word.span, "expected a whole number");
    return found;
  }

  std::optional<std::uint32_t> node(const Word& word) {
    const auto found = number(word);
    if (!found) return std::nullopt;
    if (*found >= 1 && *found <= nodes_) {
      return static_cast<std::uint32_t>(*found - 1);
    }
    fail(codes::unknown_id, word.span,
         fmt::format("there is no node {}; they are 1 to {}", *found, nodes_));
    return std::nullopt;
  }

  void entry(LineScanner& lines) {
    const Word first = lines.word();
    const auto row = node(first);
    const auto column = row ? node(lines.word()) : std::nullopt;
    if (!column) return;
    if (values_ && !value(lines.word())) return;
    const Word more = lines.word();
    if (!more.empty())
      return fail(codes::unexpected_in_file, more.span,
                  "there is a word too many");
    if (symmetric_ && *row < *column) {
      return fail(codes::unexpected_in_file, first.span,
                  "a symmetric matrix has no entries above its diagonal");
    }
    entries_.push_back({*row, *column, first.span});
    assembly_.line(NodeId(std::size_t{*row}), NodeId(std::size_t{*column}),
                   !symmetric_);
  }

  bool value(const Word& word) {
    std::string_view digits = word.text;
    if (digits.starts_with('+')) digits.remove_prefix(1);
    double number = 0;
    const char* last = digits.data() + digits.size();
    const auto parsed = std::from_chars(digits.data(), last, number);
    if (digits.empty() || parsed.ec == std::errc::invalid_argument ||
        parsed.ptr != last) {
      fail(codes::not_a_number, word.span, "expected a number");
      return false;
    }
    if (parsed.ec == std::errc{} && number == 0) {
      fail(codes::form_not_read, word.span,
           "an entry that is 0 is not read: programs do not agree whether it "
           "is an edge");
      return false;
    }
    return true;
  }

  void repeated() {
    poll(static_cast<std::int64_t>(entries_.size()));
    const auto place = [](const Entry& e) {
      return std::pair(e.row, e.column);
    };
    std::stable_sort(
        entries_.begin(), entries_.end(),
        [&](const Entry& a, const Entry& b) { return place(a) < place(b); });
    const auto twice = std::adjacent_find(
        entries_.begin(), entries_.end(),
        [&](const Entry& a, const Entry& b) { return place(a) == place(b); });
    if (twice == entries_.end()) return;
    d_.error(codes::id_twice, (twice + 1)->span, "this entry is there twice",
             {{twice->span, "the first is here"}});
    good_ = false;
  }

  Assembly assembly_;
  Diagnostics& d_;
  std::vector<Entry> entries_;
  std::uint64_t announced_ = 0;
  std::uint32_t nodes_ = 0;
  bool values_ = false;
  bool symmetric_ = false;
  bool has_size_ = false;
  bool good_ = true;
};

}  // namespace

std::optional<GraphFile> read_matrix_market(const Source& source,
                                            const ReadOptions& options,
                                            Diagnostics& diagnostics) {
  return MatrixMarketReader(source, options, diagnostics).run();
}

}  // namespace vicinal::network::inline files
