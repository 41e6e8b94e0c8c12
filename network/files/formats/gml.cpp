// SPDX-License-Identifier: MIT
// The Graph Modelling Language: a list of keys and values, and a value is a
// number, a string, or a list in brackets. Of all keys, 'graph' counts, in it
// 'directed', 'node' and 'edge', and in these 'id', 'source' and 'target'; the
// others of these two are attributes, and whatever lists they hold are left
// out. What else 'graph' has is left out with a warning, unless programs write
// it often. An edge is called by its id, which it need not have.
//
// Ids of nodes are numbers, so that 7, +7 and 07 are one node, or, which the
// format forbids and programs write, words, in quotes or without.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string>
#include <utility>
#include <vector>

#include "network/base/budget.hpp"
#include "network/base/suggestion.hpp"
#include "network/base/utf8.hpp"
#include "network/files/assembly.hpp"
#include "network/files/codes.hpp"
#include "network/files/readers.hpp"

namespace vicinal::network::inline files {

namespace {

enum class GmlToken : std::uint8_t { key, number, string, open, close, end };

class GmlReader {
 public:
  GmlReader(const Source& source, const ReadOptions& options,
            Diagnostics& diagnostics)
      : assembly_(source, options, diagnostics, Assembly::Ends::declared),
        d_(diagnostics),
        text_(source.text()),
        line_end_(text_.find('\n') == std::string_view::npos ? '\r' : '\n') {
    assembly_.take_equal_edges();
    if (text_.starts_with(byte_order_mark)) at_ = byte_order_mark.size();
  }

  std::optional<GraphFile> run() {
    if (!advance() || !file()) return std::nullopt;
    if (!has_graph_) {
      d_.error(codes::unexpected_in_file, span_, "the file has no 'graph'");
      return std::nullopt;
    }
    return assembly_.finish(Format::gml);
  }

 private:
  struct Value {
    std::string key, text;
    Span span;
  };

  // ---- tokens

  static bool letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  }
  static bool digit(char c) { return c >= '0' && c <= '9'; }

  void skip() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '#') {
        at_ = std::min(text_.find(line_end_, at_), text_.size());
      } else if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
        ++at_;
      } else {
        return;
      }
    }
  }

  bool advance() {
    poll();
    skip();
    const std::size_t begin = at_;
    if (at_ == text_.size()) {
      token_ = GmlToken::end;
    } else if (text_[at_] == '[' || text_[at_] == ']') {
      token_ = text_[at_++] == '[' ? GmlToken::open : GmlToken::close;
    } else if (text_[at_] == '"') {
      at_ = text_.find('"', at_ + 1);
      if (at_ == std::string_view::npos) {
        at_ = text_.size();
        return wrong({static_cast<std::uint32_t>(begin),
                      static_cast<std::uint32_t>(begin + 1)},
                     "this string has no end");
      }
      ++at_;
      token_ = GmlToken::string;
    } else if (letter(text_[at_])) {
      while (at_ < text_.size() && (letter(text_[at_]) || digit(text_[at_]))) {
        ++at_;
      }
      token_ = GmlToken::key;
    } else {
      const auto inside = [](char c) {
        return digit(c) || c == '+' || c == '-' || c == '.' || c == 'e' ||
               c == 'E';
      };
      while (at_ < text_.size() && inside(text_[at_])) ++at_;
      // -Inf
      if (at_ == begin + 1 && !digit(text_[begin])) {
        while (at_ < text_.size() && letter(text_[at_])) ++at_;
      }
      if (at_ == begin) ++at_;
      token_ = GmlToken::number;
    }
    span_ = {static_cast<std::uint32_t>(begin),
             static_cast<std::uint32_t>(at_)};
    if (token_ != GmlToken::number) return true;
    double value = 0;
    const std::string_view number = spelling();
    if (is_odd_number(number)) return true;
    const char* first = number.data() + (number[0] == '+' ? 1 : 0);
    const auto parsed =
        std::from_chars(first, number.data() + number.size(), value);
    if (parsed.ec == std::errc::invalid_argument ||
        parsed.ptr != number.data() + number.size()) {
      return wrong(span_, "expected a key, a number, a string or a bracket");
    }
    return true;
  }

  // What is a number for many programs, and of no digits.
  static bool is_odd_number(std::string_view word) {
    if (!word.empty() && (word[0] == '+' || word[0] == '-')) {
      word.remove_prefix(1);
    }
    const std::string small = small_letters(word);
    return small == "inf" || small == "infinity" || small == "nan";
  }

  std::string_view spelling() const {
    return text_.substr(span_.begin, span_.end - span_.begin);
  }

  bool wrong(Span span, std::string message) {
    d_.error(codes::wrong_sign_or_word, span, std::move(message));
    return false;
  }

  // ---- lists

  // Calls f(key, span of key), which reads the value, for each pair of a list
  // that ends with `end`, which is left to read.
  template <class F>
  bool pairs(GmlToken end, const F& f) {
    while (token_ == GmlToken::key) {
      const std::string_view key = spelling();
      const Span span = span_;
      if (!advance() || !f(key, span)) return false;
    }
    if (token_ == end) return true;
    return wrong(span_, end == GmlToken::end ? "expected a key"
                                             : "expected a key or ']'");
  }

  bool file() {
    return pairs(GmlToken::end, [&](std::string_view key, Span span) {
      if (key != "graph") return skip_value();
      if (has_graph_) {
        d_.error(codes::second_graph, span,
                 "there is more than one graph in the file");
        return false;
      }
      has_graph_ = true;
      return list([&](std::string_view name, Span at) {
        if (name == "node") return object(at, true);
        if (name == "edge") return object(at, false);
        if (name == "directed") return directed(at);
        if (name == "graph") {
          d_.error(codes::second_graph, at, "a graph in a graph");
          return false;
        }
        if (!is_common(name)) unknown(name, at);
        return skip_value();
      });
    });
  }

  // What a graph has beside its nodes and edges in many files.
  static bool is_common(std::string_view key) {
    constexpr std::string_view known[] = {
        "Creator",  "Version", "comment",      "creator",    "defaults",
        "graphics", "id",      "label",        "hierarchic", "multigraph",
        "name",     "version", "LabelGraphics"};
    return std::ranges::find(known, key) != std::end(known);
  }

  // What looks like a slip of the pen has a warning of its own; all that graphs
  // say of themselves, where and when they were drawn, have one.
  void unknown(std::string_view key, Span at) {
    const std::vector<std::string> words = {"directed", "node", "edge"};
    const std::string small = small_letters(key);
    const bool slip = token_ == GmlToken::open ||
                      std::ranges::find(words, small) != words.end() ||
                      !closest(small, words).empty();
    if (slip) return assembly_.ignored(fmt::format("the key '{}'", key), at);
    if (std::exchange(says_more_, true)) return;
    assembly_.ignored(
        fmt::format("what the graph says of itself, such as '{}',", key), at);
  }

  // '[' pairs ']'.
  template <class F>
  bool list(const F& f) {
    if (token_ != GmlToken::open) return wrong(span_, "expected '['");
    return advance() && pairs(GmlToken::close, f) && advance();
  }

  // Any value, however deep; of lists, keys and values are taken in turn.
  bool skip_value() {
    std::size_t depth = 0;
    bool value = true;  // what has to come, not a key
    do {
      if (token_ == GmlToken::end) {
        return wrong(span_, depth == 0 ? "expected a value" : "expected ']'");
      }
      const bool key = token_ == GmlToken::key || token_ == GmlToken::close;
      if (key == value) {
        return wrong(span_,
                     value ? "expected a value" : "expected a key or ']'");
      }
      value = token_ == GmlToken::key;
      switch (token_) {
        case GmlToken::open:
          if (++depth >= max_depth) {
            d_.error(codes::file_nested_too_deep, span_, too_deep());
            return false;
          }
          break;
        case GmlToken::close:
          --depth;
          break;
        default:
          break;
      }
      if (!advance()) return false;
    } while (depth > 0);
    return true;
  }

  bool directed(Span key) {
    if (has_edges_) {
      d_.error(codes::unexpected_in_file, key,
               "'directed' stands behind an edge",
               {{std::nullopt, "write it before the edges"}});
      return false;
    }
    if (token_ != GmlToken::number ||
        (spelling() != "0" && spelling() != "1")) {
      return wrong(span_, "expected 0 or 1");
    }
    directed_ = spelling() == "1";
    return advance();
  }

  // ---- nodes and edges

  bool object(Span at, bool node) {
    values_.clear();
    const bool good = list([&](std::string_view key, Span span) {
      // The key names a node: of an edge, 'id' does not.
      const bool id = is_id(key) && (node || key != "id");
      // A word where a value has to stand.
      if (token_ == GmlToken::key && (id || is_odd_number(spelling()))) {
        if (id) assembly_.taken("a word as the id of a node", span_);
        token_ = GmlToken::number;
      }
      // Nobody asks for the others.
      const bool wanted = is_id(key) || assembly_.column(key) != nullptr;
      if (!wanted) return skip_value();
      if (value(key) != nullptr) {
        d_.error(codes::key_twice, span,
                 fmt::format("the key '{}' is there twice", key));
        return false;
      }
      if (token_ == GmlToken::number || token_ == GmlToken::string) {
        const bool number = token_ == GmlToken::number && whole(spelling());
        if (id && token_ == GmlToken::string) {
          assembly_.taken("a text as the id of a node", span_);
        } else if (id && !number && is_decimal(spelling())) {
          d_.error(codes::not_a_number, span_,
                   "expected a whole number or a word");
        }
        values_.push_back({std::string(key),
                           number && id ? canonical(spelling()) : decoded(),
                           span_});
      }
      return skip_value();
    });
    if (!good) return false;
    if (node) return add_node(at);
    has_edges_ = true;
    return add_edge(at);
  }

  static bool is_id(std::string_view key) {
    return key == "id" || key == "source" || key == "target";
  }

  // The one spelling of a whole number: without a plus and leading zeros.
  static std::string canonical(std::string_view number) {
    const bool minus = number[0] == '-';
    const std::size_t first = number.find_first_not_of("+-0");
    if (first == std::string_view::npos) return "0";
    return (minus ? "-" : "") + std::string(number.substr(first));
  }

  // No word: 1.5, -Inf.
  static bool is_decimal(std::string_view text) { return !letter(text[0]); }

  static bool whole(std::string_view number) {
    return number.find_first_not_of("+-0123456789") == std::string_view::npos;
  }

  // Strings hold some characters as '&quot;' or '&#233;'.
  std::string decoded() const {
    if (token_ == GmlToken::number) return std::string(spelling());
    const std::string_view raw = spelling().substr(1, spelling().size() - 2);
    std::string out;
    for (std::size_t i = 0; i < raw.size();) {
      const std::size_t end = raw[i] == '&' ? raw.find(';', i) : i;
      if (raw[i] != '&' || end == std::string_view::npos ||
          !entity(raw.substr(i + 1, end - i - 1), out)) {
        out += raw[i++];
        continue;
      }
      i = end + 1;
    }
    return out;
  }

  static bool entity(std::string_view name, std::string& out) {
    constexpr std::pair<std::string_view, char> known[] = {
        {"quot", '"'}, {"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"apos", '\''}};
    for (const auto& [word, c] : known) {
      if (word == name) return out += c, true;
    }
    if (!name.starts_with('#')) return false;
    std::uint32_t number = 0;
    const auto parsed =
        std::from_chars(name.data() + 1, name.data() + name.size(), number);
    if (parsed.ec != std::errc{} || parsed.ptr != name.data() + name.size()) {
      return false;
    }
    return append_utf8(out, number);
  }

  const Value* value(std::string_view key) const {
    for (const Value& v : values_) {
      if (v.key == key) return &v;
    }
    return nullptr;
  }

  // The value of a key that names a node.
  const Value* id(std::string_view key, Span at, std::string_view what) {
    const Value* found = value(key);
    if (found == nullptr) {
      d_.error(codes::missing_id, at,
               fmt::format("this {} has no '{}'", what, key));
    }
    return found;
  }

  template <class Id>
  void attributes(Id id) {
    for (const Value& v : values_) assembly_.put(id, v.key, v.text);
  }

  bool add_node(Span at) {
    if (const Value* name = id("id", at, "node")) {
      attributes(assembly_.declare(name->text, name->span));
    }
    return true;
  }

  bool add_edge(Span at) {
    const Value* source = id("source", at, "edge");
    const Value* target = id("target", at, "edge");
    if (source == nullptr || target == nullptr) return true;
    const NodeId from = assembly_.mention(source->text, source->span);
    const NodeId to = assembly_.mention(target->text, target->span);
    const Value* name = value("id");
    attributes(assembly_.line(from, to, directed_,
                              name == nullptr ? "" : name->text, at));
    return true;
  }

  Assembly assembly_;
  Diagnostics& d_;
  std::string_view text_;
  const char line_end_;  // of comments: CR where no line ends with LF
  std::size_t at_ = 0;
  GmlToken token_ = GmlToken::end;
  Span span_;  // of the token
  std::vector<Value> values_;
  bool directed_ = false;
  bool has_graph_ = false;
  bool has_edges_ = false;
  bool says_more_ = false;  // of itself
};

}  // namespace

std::optional<GraphFile> read_gml(const Source& source,
                                  const ReadOptions& options,
                                  Diagnostics& diagnostics) {
  return GmlReader(source, options, diagnostics).run();
}

}  // namespace vicinal::network::inline files
