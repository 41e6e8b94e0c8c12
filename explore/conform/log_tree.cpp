// SPDX-License-Identifier: MIT
// Events of the one reader of JSON with places, put together without recursion:
// a stack holds what is open.
#include "explore/conform/log_tree.hpp"

#include <algorithm>

#include "network/files/json_events_impl.hpp"

namespace vicinal::explore::inline conform {

using network::Span;

namespace {

class TreeBuilder : public network::JsonEvents {
 public:
  TreeBuilder(const network::Source& source, network::Diagnostics& diagnostics,
              LogTree& out)
      : JsonEvents(source, diagnostics), nodes_(out.nodes) {
    nodes_.clear();
  }

  bool run() { return parse(); }

  bool null() override {
    add(LogKind::null, word_span(4));
    return true;
  }
  bool boolean(bool is) override {
    LogNode& node = add(LogKind::truth, word_span(is ? 4 : 5));
    node.truth = is;
    node.text = is ? "true" : "false";
    return true;
  }
  bool number_integer(number_integer_t n) override {
    return number(n, true, std::to_string(n));
  }
  bool number_unsigned(number_unsigned_t n) override {
    return number(static_cast<std::int64_t>(n), n <= INT64_MAX,
                  std::to_string(n));
  }
  bool number_float(number_float_t, const string_t& text) override {
    return number(0, false, text);
  }
  bool binary(binary_t&) override { return false; }  // not in text
  bool string(string_t& text) override {
    add(LogKind::text, string_span()).text = std::move(text);
    return true;
  }
  bool start_object(std::size_t) override { return open(LogKind::object); }
  bool start_array(std::size_t) override { return open(LogKind::list); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t& text) override {
    const LogNode& object = nodes_[open_.back().node];
    if (object.parts.size() < few_keys) {
      for (const std::uint32_t part : object.parts) {
        if (nodes_[part].key == text) return twice(text);
      }
    } else {
      std::set<std::string>& keys = open_.back().keys;
      if (keys.empty()) {
        for (const std::uint32_t part : object.parts) {
          keys.insert(nodes_[part].key);
        }
      }
      if (!is_fresh(keys, text)) return false;
    }
    key_ = std::move(text);
    key_span_ = string_span();
    return true;
  }

 private:
  // Keys of one object that are compared one by one.
  static constexpr std::size_t few_keys = 16;

  struct Open {
    std::uint32_t node = 0;
    std::set<std::string> keys;
  };

  LogNode& add(LogKind kind, Span span) {
    const auto number = static_cast<std::uint32_t>(nodes_.size());
    LogNode& node = nodes_.emplace_back();
    node.kind = kind;
    node.span = span;
    if (open_.empty()) return node;
    LogNode& around = nodes_[open_.back().node];
    around.parts.push_back(number);
    if (around.kind == LogKind::object) {
      node.key = std::move(key_);
      node.key_span = key_span_;
    }
    return node;
  }

  bool number(std::int64_t n, bool whole, std::string text) {
    LogNode& node = add(LogKind::number, number_span());
    node.number = n;
    node.whole = whole;
    node.text = std::move(text);
    return true;
  }

  bool open(LogKind kind) {
    if (!shallow(open_.size())) return false;
    const auto number = static_cast<std::uint32_t>(nodes_.size());
    add(kind, last_byte());
    open_.push_back({number, {}});
    return true;
  }
  bool close() {
    nodes_[open_.back().node].span.end = offset();
    open_.pop_back();
    return true;
  }
  bool twice(const std::string& text) {
    std::set<std::string> keys{text};
    return is_fresh(keys, text);
  }

  std::vector<LogNode>& nodes_;
  std::vector<Open> open_;
  std::string key_;
  Span key_span_;
};

}  // namespace

const LogNode* LogTree::find(const LogNode& object,
                             std::string_view key) const {
  const auto at =
      std::find_if(object.parts.begin(), object.parts.end(),
                   [&](std::uint32_t part) { return nodes[part].key == key; });
  return at == object.parts.end() ? nullptr : &nodes[*at];
}

bool read_log_tree(const network::Source& source,
                   network::Diagnostics& diagnostics, LogTree& out) {
  return TreeBuilder(source, diagnostics, out).run() && !out.nodes.empty();
}

}  // namespace vicinal::explore::inline conform
