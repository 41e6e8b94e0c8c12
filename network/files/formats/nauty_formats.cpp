// SPDX-License-Identifier: MIT
// graph6, sparse6 and digraph6, as the description that comes with nauty has
// them: a line of printable characters, each of six bits; the number of nodes,
// then an adjacency matrix, or a list of edges. Nodes are called 0, 1, ...
//
// The last character is filled up: with zeros behind a matrix, with ones behind
// a list of edges, which then may end with a part of a pair or with a pair that
// names a node beyond the last. Where other bits stand there, readers in use
// take the file and so does this one, with a warning. Of one node they do not
// agree whether a loop at it is written by no bit or by one.
#include <fmt/format.h>

#include <bit>

#include "network/base/budget.hpp"
#include "network/files/assembly.hpp"
#include "network/files/codes.hpp"
#include "network/files/readers.hpp"

namespace vicinal::network::inline files {

namespace {

constexpr char least = '?';     // six bits that are 0
constexpr char greatest = '~';  // six bits that are 1

class NautyReader {
 public:
  NautyReader(const Source& source, const ReadOptions& options,
              Diagnostics& diagnostics)
      : assembly_(source, options, diagnostics, Assembly::Ends::declare),
        d_(diagnostics),
        text_(source.text()) {}

  // `sign` begins the graph, unless it is 0; `header` may come before.
  std::optional<GraphFile> run(Format format, std::string_view header,
                               char sign) {
    if (text_.starts_with(header)) at_ = header.size();
    if (sign != 0) {
      if (at_ >= text_.size() || text_[at_] != sign) {
        d_.error(codes::not_in_nauty_format, here(),
                 fmt::format("expected '{}'", sign));
        return std::nullopt;
      }
      ++at_;
    }
    if (!find_end() || !count() ||
        !in_proportion(nodes_, assembly_.source(), here(), d_)) {
      return std::nullopt;
    }
    for (std::uint64_t n = 0; n < nodes_; ++n) {
      assembly_.declare(std::to_string(n), {});
    }
    const bool good = format == Format::sparse6  ? sparse()
                      : format == Format::graph6 ? triangle()
                                                 : square();
    if (!good) return std::nullopt;
    return assembly_.finish(format);
  }

 private:
  Span here() const {
    const auto at = static_cast<std::uint32_t>(std::min(at_, text_.size()));
    return {at, at < text_.size() ? at + 1 : at};
  }

  // The line ends the graph; behind it is nothing but blanks.
  bool find_end() {
    end_ = std::min(text_.find_first_of("\r\n", at_), text_.size());
    const std::size_t more = text_.find_first_not_of(" \t\r\n", end_);
    if (more != std::string_view::npos) {
      at_ = more;
      d_.error(codes::not_in_nauty_format, here(),
               "there is more than one graph",
               {{std::nullopt, "take one of its lines as a file"}});
      return false;
    }
    for (std::size_t i = at_; i < end_; ++i) {
      if (text_[i] >= least && text_[i] <= greatest) continue;
      at_ = i;
      d_.error(codes::not_in_nauty_format, here(),
               "this character stands for no bits");
      return false;
    }
    return true;
  }

  // Six bits; what is beyond the end is reported once.
  std::uint32_t six() {
    if (at_ < end_) return static_cast<std::uint32_t>(text_[at_++] - least);
    if (!short_)
      d_.error(codes::not_in_nauty_format, here(), "the graph ends too early");
    short_ = true;
    return 0;
  }

  bool count() {
    int characters = 1;
    if (at_ < end_ && text_[at_] == greatest) {
      ++at_;
      characters = 3;
      if (at_ < end_ && text_[at_] == greatest) {
        ++at_;
        characters = 6;
      }
    }
    while (characters-- > 0) nodes_ = nodes_ << 6 | six();
    return !short_;
  }

  // The next bit of the matrix.
  bool bit() {
    if (left_ == 0) {
      bits_ = six();
      left_ = 6;
    }
    return (bits_ >> --left_ & 1) != 0;
  }

  bool whole(std::uint64_t bits) {
    const std::uint64_t characters = (bits + 5) / 6;
    if (end_ - at_ == characters) return true;
    if (end_ - at_ > characters) {
      at_ += characters;
      d_.error(codes::not_in_nauty_format, here(),
               "the graph should have ended here");
    } else {
      at_ = end_;
      d_.error(codes::not_in_nauty_format, here(), "the graph ends too early");
    }
    return false;
  }

  static NodeId id(std::uint64_t n) {
    return NodeId(static_cast<std::size_t>(n));
  }

  bool triangle() {
    if (!whole(nodes_ * (nodes_ - 1) / 2)) return false;
    for (std::uint64_t v = 1; v < nodes_; ++v) {
      for (std::uint64_t u = 0; u < v; ++u) {
        poll();
        if (bit()) assembly_.line(id(u), id(v), false);
      }
    }
    filled(0);
    return true;
  }

  bool square() {
    if (!whole(nodes_ * nodes_)) return false;
    for (std::uint64_t u = 0; u < nodes_; ++u) {
      for (std::uint64_t v = 0; v < nodes_; ++v) {
        poll();
        if (bit()) assembly_.line(id(u), id(v), true);
      }
    }
    filled(0);
    return true;
  }

  // What is left of the last character: copies of one bit.
  void filled(std::uint32_t filling) {
    const std::uint32_t left = (1U << left_) - 1;
    if ((bits_ & left) == filling * left) return;
    --at_;
    assembly_.ignored("what follows the last edge in its character", here());
    ++at_;
  }

  // Pairs of a bit and a number of as many bits as the last node has.
  bool sparse() {
    if (nodes_ == 1 && at_ < end_) {
      d_.error(codes::not_in_nauty_format, here(),
               "readers of this format do not agree about loops at an only "
               "node",
               {{std::nullopt, "write it in another format"}});
      return false;
    }
    const int width =
        nodes_ < 2 ? 1 : static_cast<int>(std::bit_width(nodes_ - 1));
    const auto pair = static_cast<std::uint64_t>(width) + 1;
    std::uint64_t v = 0;
    std::uint64_t bits = 6 * (end_ - at_);
    for (; bits >= pair; bits -= pair) {
      poll();
      const bool next = bit();
      if (next) ++v;
      std::uint64_t u = 0;
      for (int i = 0; i < width; ++i) u = u << 1 | (bit() ? 1U : 0U);
      if (u >= nodes_ || v >= nodes_) {
        // Ones that fill the last character may look like a pair.
        if (bits >= 6 || !next || u + 1 != std::uint64_t{1} << width) {
          return too_large();
        }
      } else if (u > v) {
        v = u;
      } else {
        assembly_.line(id(u), id(v), false);
      }
    }
    if (bits >= 6) {
      assembly_.ignored("what follows the last edge", here());
    } else {
      filled(1);
    }
    return true;
  }

  bool too_large() {
    at_ = at_ == 0 ? 0 : at_ - 1;
    d_.error(
        codes::not_in_nauty_format, here(),
        fmt::format("this names a node beyond the {} that there are", nodes_));
    return false;
  }

  Assembly assembly_;
  Diagnostics& d_;
  std::string_view text_;
  std::size_t at_ = 0, end_ = 0;
  std::uint64_t nodes_ = 0;
  std::uint32_t bits_ = 0;
  int left_ = 0;
  bool short_ = false;
};

}  // namespace

std::optional<GraphFile> read_graph6(const Source& source,
                                     const ReadOptions& options,
                                     Diagnostics& diagnostics) {
  return NautyReader(source, options, diagnostics)
      .run(Format::graph6, ">>graph6<<", 0);
}

std::optional<GraphFile> read_sparse6(const Source& source,
                                      const ReadOptions& options,
                                      Diagnostics& diagnostics) {
  return NautyReader(source, options, diagnostics)
      .run(Format::sparse6, ">>sparse6<<", ':');
}

std::optional<GraphFile> read_digraph6(const Source& source,
                                       const ReadOptions& options,
                                       Diagnostics& diagnostics) {
  return NautyReader(source, options, diagnostics)
      .run(Format::digraph6, ">>digraph6<<", '&');
}

}  // namespace vicinal::network::inline files
