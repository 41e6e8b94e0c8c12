// SPDX-License-Identifier: MIT
// Pajek's networks and projects: sections that begin with '*'.
//
//   *Vertices 3           numbers 1 to 3; lines may give them labels
//   1 "one"
//   *Edges                a line two numbers: an undirected edge
//   *Arcs                 a directed one
//   *Edgeslist, *Arcslist a line the first end, then every other
//   *Matrix               a row of numbers for each vertex; not 0: an arc
//
// A vertex is called by its number; its label is an attribute. Of two modes
// ('*Vertices 5 2': 1 and 2 are of the first) a matrix has a row for each
// vertex of the first mode and a column for each other, and not 0 is an edge.
//
// A project has several networks, of which one is read, and partitions and
// vectors of their vertices, which are left out.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <vector>

#include "network/base/utf8.hpp"
#include "network/files/assembly.hpp"
#include "network/files/codes.hpp"
#include "network/files/line_scanner.hpp"
#include "network/files/readers.hpp"

namespace vicinal::network::inline files {

namespace {

enum class Section : std::uint8_t {
  before,
  skipped,  // *Network, or of another network
  foreign,  // of a partition, a vector, ...
  vertices,
  edges,
  arcs,
  edges_list,
  arcs_list,
  matrix,
};

class PajekReader {
 public:
  PajekReader(const Source& source, const ReadOptions& options,
              Diagnostics& diagnostics)
      : assembly_(source, options, diagnostics, Assembly::Ends::declare),
        d_(diagnostics),
        label_(assembly_.column("label")),
        wanted_(options.number.value_or(1)),
        asked_(options.number.has_value()) {}

  std::optional<GraphFile> run() {
    LineScanner lines(assembly_.source().text());
    while (good_ && lines.next_line()) line(lines);
    if (good_ && networks_ == 0)
      fail(codes::unexpected_in_file, end(), "there are no '*Vertices'");
    if (good_ && networks_ < wanted_) {
      fail(codes::no_such_network, end(),
           fmt::format("there is no network {} in the file, which has {}",
                       wanted_, networks_));
    }
    if (good_ && section_ == Section::matrix && row_ < rows()) {
      fail(codes::unexpected_in_file, end(), "the matrix has too few rows");
    }
    if (!good_) return std::nullopt;
    return assembly_.finish(Format::pajek);
  }

 private:
  void fail(Code code, Span span, std::string message) {
    d_.error(code, span, std::move(message));
    good_ = false;
  }
  Span end() const { return end_of(assembly_.source()); }

  void line(LineScanner& lines) {
    const LineScanner begin = lines;
    const Word first = lines.word();
    if (first.empty() || first.text[0] == '%') return;
    if (first.text[0] == '*') return open(first, lines);
    lines = begin;
    switch (section_) {
      case Section::before:
        return fail(codes::unexpected_in_file, first.span,
                    "expected '*Vertices' and a number");
      case Section::skipped:
      case Section::foreign:
        return;
      case Section::vertices:
        return vertex(lines);
      case Section::edges:
      case Section::arcs:
        return pair(lines);
      case Section::edges_list:
      case Section::arcs_list:
        return list(lines);
      case Section::matrix:
        return row(lines);
    }
  }

  void open(const Word& name, LineScanner& lines) {
    constexpr std::pair<std::string_view, Section> sections[] = {
        {"*network", Section::skipped},      {"*vertices", Section::vertices},
        {"*edges", Section::edges},          {"*arcs", Section::arcs},
        {"*edgeslist", Section::edges_list}, {"*arcslist", Section::arcs_list},
        {"*matrix", Section::matrix},        {"*partition", Section::foreign},
        {"*vector", Section::foreign},       {"*permutation", Section::foreign},
        {"*cluster", Section::foreign},
    };
    if (section_ == Section::matrix && row_ < rows()) {
      return fail(codes::unexpected_in_file, name.span,
                  "the matrix has too few rows");
    }
    const std::string opened = small_letters(name.text);
    const auto* const found = std::ranges::find(
        sections, opened, &std::pair<std::string_view, Section>::first);
    if (found == std::end(sections)) {
      return fail(codes::unexpected_in_file, name.span,
                  fmt::format("the section '{}' is not known", name.text));
    }
    switch (found->second) {
      case Section::foreign:
        assembly_.ignored(fmt::format("the section '{}'", name.text),
                          name.span);
        [[fallthrough]];
      case Section::skipped:
        section_ = found->second;
        return;
      case Section::vertices:
        // A partition has a line for each of as many vertices.
        if (section_ == Section::foreign) return;
        return network(name, lines);
      default:
        return edges(found->second, name, lines);
    }
  }

  // A network begins: the one that is wanted, or another.
  void network(const Word& name, LineScanner& lines) {
    ++networks_;
    if (networks_ == 2 && !asked_) {
      d_.warning(codes::several_networks, name.span,
                 "the file has several networks, of which the first is read",
                 {{std::nullopt, "--network 2 takes this one"}});
    }
    section_ = networks_ == wanted_ ? Section::vertices : Section::skipped;
    if (networks_ == wanted_) count(lines);
  }

  void edges(Section section, const Word& name, LineScanner& lines) {
    if (networks_ == 0 || section_ == Section::foreign) {
      return fail(codes::unexpected_in_file, name.span,
                  "'*Vertices' has to come first");
    }
    if (networks_ != wanted_) return;
    section_ = section;
    const Word more = lines.word();
    if (!more.empty()) {
      assembly_.ignored("what follows the name of a section", more.span);
    }
    if (section != Section::matrix) return;
    row_ = 0;
    if (two_modes()) {
      assembly_.taken("a matrix of two modes, whose edges have no direction",
                      name.span);
    }
  }

  void count(LineScanner& lines) {
    const Word word = lines.word();
    const auto found = number(word, UINT32_MAX);
    if (!found) return;
    const Word more = lines.word();
    const auto first_mode =
        more.empty() ? std::uint64_t{0} : number(more, UINT32_MAX);
    if (!first_mode) return;
    if (*first_mode > 0 && *first_mode >= *found) {
      return fail(codes::unexpected_in_file, more.span,
                  "no vertex is left for the second mode");
    }
    good_ = assembly_.declare_numbered(*found, word.span);
    if (!good_) return;
    vertices_ = static_cast<std::uint32_t>(*found);
    first_mode_ = static_cast<std::uint32_t>(*first_mode);
    listed_.assign(vertices_, Span{});
  }

  // Of a matrix.
  bool two_modes() const { return first_mode_ > 0; }
  std::uint32_t rows() const { return two_modes() ? first_mode_ : vertices_; }

  // A whole number up to `most`; V0616 if it is none.
  std::optional<std::uint64_t> number(const Word& word, std::uint64_t most) {
    const auto value = whole_number(word.text);
    if (value && *value <= most) return value;
    fail(codes::not_a_number, word.span, "expected a whole number");
    return std::nullopt;
  }

  std::optional<NodeId> node(const Word& word) {
    const auto found = number(word, UINT32_MAX);
    if (!found) return std::nullopt;
    if (*found == 0 || *found > vertices_) {
      fail(codes::unknown_id, word.span,
           fmt::format("there is no vertex {}; they are 1 to {}", *found,
                       vertices_));
      return std::nullopt;
    }
    return NodeId(static_cast<std::size_t>(*found - 1));
  }

  void vertex(LineScanner& lines) {
    const Word word = lines.word();
    const auto found = node(word);
    if (!found) return;
    Span& before = listed_[found->index()];
    if (before != Span{}) {
      d_.error(codes::id_twice, word.span,
               fmt::format("there are two vertices {}", word.text),
               {{before, "the first is here"}});
    }
    before = word.span;
    bool closed = true;
    const Word label = lines.quoted_word(closed);
    if (!closed)
      return fail(codes::wrong_sign_or_word, label.span,
                  "this label has no end");
    if (label_ != nullptr) label_->put(*found, label.text);
  }

  bool directed() const {
    return section_ == Section::arcs || section_ == Section::arcs_list;
  }

  void pair(LineScanner& lines) {
    const auto from = node(lines.word());
    if (!from) return;
    const auto to = node(lines.word());
    if (!to) return;
    const Word more = lines.word();
    if (!more.empty()) {
      assembly_.ignored("what follows the two vertices of a line", more.span);
    }
    assembly_.line(*from, *to, directed());
  }

  void list(LineScanner& lines) {
    const auto from = node(lines.word());
    if (!from) return;
    for (Word w = lines.word(); !w.empty(); w = lines.word()) {
      const auto to = node(w);
      if (!to) return;
      assembly_.line(*from, *to, directed());
    }
  }

  void row(LineScanner& lines) {
    std::uint32_t column = 0;
    for (Word w = lines.word(); !w.empty(); w = lines.word(), ++column) {
      if (row_ == rows() || column == vertices_ - first_mode_) {
        return fail(codes::unexpected_in_file, w.span,
                    "the matrix is larger than it should be");
      }
      double value = 0;
      const char* last = w.text.data() + w.text.size();
      const auto parsed = std::from_chars(w.text.data(), last, value);
      if (parsed.ec != std::errc{} || parsed.ptr != last) {
        return fail(codes::not_a_number, w.span, "expected a number");
      }
      if (value != 0) {
        assembly_.line(NodeId(std::size_t{row_}),
                       NodeId(std::size_t{first_mode_} + column), !two_modes());
      }
    }
    if (column < vertices_ - first_mode_) {
      return fail(codes::unexpected_in_file, lines.rest(),
                  "this row of the matrix is too short");
    }
    ++row_;
  }

  Assembly assembly_;
  Diagnostics& d_;
  Column* label_;
  Section section_ = Section::before;
  std::vector<Span> listed_;  // per vertex: its line
  std::uint32_t vertices_ = 0;
  std::uint32_t first_mode_ = 0;  // 0: there is one mode
  std::uint32_t row_ = 0;
  std::uint32_t networks_ = 0;  // begun so far
  const std::uint32_t wanted_;
  const bool asked_;  // for that one
  bool good_ = true;
};

}  // namespace

std::optional<GraphFile> read_pajek(const Source& source,
                                    const ReadOptions& options,
                                    Diagnostics& diagnostics) {
  return PajekReader(source, options, diagnostics).run();
}

}  // namespace vicinal::network::inline files
