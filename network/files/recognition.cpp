// SPDX-License-Identifier: MIT
// What formats begin with is looked at behind blanks and comments; of JSON the
// keys of the outermost object, of XML the name of the outermost element.
#include "network/files/recognition.hpp"

#include <algorithm>

#include "network/base/utf8.hpp"

namespace vicinal::network::inline files {

namespace {

constexpr std::string_view blanks = " \t\r\n";
constexpr std::string_view line_ends = "\r\n";

// Behind blanks and comments.
std::string_view behind_comments(std::string_view text) {
  for (;;) {
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return {};
    text.remove_prefix(first);
    std::size_t end = 0;
    if (text.starts_with("//") || text[0] == '#' || text[0] == '%') {
      end = text.find_first_of(line_ends);
    } else if (text.starts_with("/*")) {
      end = text.find("*/", 2);
      if (end != std::string_view::npos) end += 2;
    } else {
      return text;
    }
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end);
  }
}

// The word at the beginning, which is taken away.
std::string take_word(std::string_view& text) {
  const std::size_t begin =
      std::min(text.find_first_not_of(blanks), text.size());
  text.remove_prefix(begin);
  const std::size_t end =
      std::min(text.find_first_of(" \t\r\n{[\"<"), text.size());
  std::string word = small_letters(text.substr(0, end));
  text.remove_prefix(end);
  return word;
}

bool is_number(std::string_view word) {
  return !word.empty() &&
         word.find_first_not_of("0123456789") == std::string_view::npos;
}

// Node-link JSON has "links", or says whether it is directed; networkx's
// adjacency form has "adjacency", and the native format none of them. The
// reader of node-link JSON is also the one that knows what other forms are
// called.
JsonForm json_form(std::string_view text) {
  std::size_t depth = 0;
  JsonForm form = JsonForm::native;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '{' || c == '[') ++depth;
    if ((c == '}' || c == ']') && depth > 0) --depth;
    if (c != '"') continue;
    const std::size_t begin = ++i;
    while (i < text.size() && text[i] != '"') i += text[i] == '\\' ? 2 : 1;
    if (depth != 1 || i >= text.size()) continue;
    const std::string_view word = text.substr(begin, i - begin);
    const std::size_t next = text.find_first_not_of(blanks, i + 1);
    if (next == std::string_view::npos || text[next] != ':') continue;
    if (word == "adjacency") return JsonForm::adjacency;
    if (word == "links" || word == "directed" || word == "multigraph" ||
        word == "elements" || word == "children") {
      form = JsonForm::node_link;
    }
  }
  return form;
}

// Behind declarations, comments and a DOCTYPE, which no reader takes.
std::string root_element(std::string_view text) {
  while (text.starts_with("<?") || text.starts_with("<!")) {
    const std::string_view close = text.starts_with("<?")     ? "?>"
                                   : text.starts_with("<!--") ? "-->"
                                                              : ">";
    const std::size_t end = text.find(close);
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end + close.size());
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  }
  if (!text.starts_with('<')) return {};
  text.remove_prefix(1);
  std::string_view name =
      text.substr(0, std::min(text.find_first_of(" \t\r\n/>"), text.size()));
  const std::size_t prefix = name.find(':');
  if (prefix != std::string_view::npos) name.remove_prefix(prefix + 1);
  return std::string(name);
}

Sign surely(bool is) {
  return is ? Sign::surely : Sign::no;
}

}  // namespace

Beginning::Beginning(std::string_view whole)
    : text(whole), json(JsonForm::none) {
  if (text.starts_with(byte_order_mark)) {
    text.remove_prefix(byte_order_mark.size());
  }
  begin = behind_comments(text);
  if (begin.starts_with('{') || begin.starts_with('[')) json = json_form(text);
  if (begin.starts_with('<')) root = root_element(begin);
}

Sign begins_native(const Beginning& file) {
  return surely(file.json == JsonForm::native);
}

Sign begins_node_link(const Beginning& file) {
  return surely(file.json == JsonForm::node_link);
}

// What else is XML is left to its reader, which says what it expects.
Sign begins_graphml(const Beginning& file) {
  return surely(file.begin.starts_with('<') && file.root != "gexf" &&
                file.root != "graph" && file.root != "pnml");
}

// 'strict'? ('graph' | 'digraph') name? '{'
Sign begins_dot(const Beginning& file) {
  std::string_view text = file.begin;
  std::string word = take_word(text);
  if (word == "strict") word = take_word(text);
  if (word != "graph" && word != "digraph") return Sign::no;
  const std::size_t first = text.find_first_not_of(blanks);
  return surely(first != std::string_view::npos && text[first] != '[');
}

// A key and a string, a number or a list, as in 'graph [' or 'Creator "x"'.
Sign begins_gml(const Beginning& file) {
  std::string_view text = file.begin;
  const std::string word = take_word(text);
  if (word != "graph" && word != "creator" && word != "version" &&
      word != "comment") {
    return Sign::no;
  }
  const std::size_t first = text.find_first_not_of(blanks);
  return surely(first != std::string_view::npos && text[first] != '{' &&
                text[first] != ':');
}

Sign begins_pajek(const Beginning& file) {
  for (const std::string_view word :
       {"*vertices", "*network", "*partition", "*vector"}) {
    if (small_letters(file.begin.substr(0, word.size())) == word) {
      return Sign::surely;
    }
  }
  return Sign::no;
}

Sign begins_edge_list(const Beginning& file) {
  std::string_view text = file.begin;
  const std::string first = take_word(text);
  const std::string second = take_word(text);
  return is_number(first) && is_number(second) ? Sign::perhaps : Sign::no;
}

Sign begins_graph6(const Beginning& file) {
  return surely(file.text.starts_with(">>graph6<<"));
}

Sign begins_sparse6(const Beginning& file) {
  return surely(file.text.starts_with(">>sparse6<<"));
}

Sign begins_digraph6(const Beginning& file) {
  return surely(file.text.starts_with(">>digraph6<<"));
}

Sign begins_adjacency_json(const Beginning& file) {
  return surely(file.json == JsonForm::adjacency);
}

// networkx writes its command, the time and the graph's name first.
Sign begins_adjacency_list(const Beginning& file) {
  std::string_view text = file.text;
  while (text.starts_with('#')) {
    if (text.starts_with("# GMT ")) return Sign::surely;
    const std::size_t end = text.find_first_of(line_ends);
    if (end == std::string_view::npos) break;
    text.remove_prefix(end);
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  }
  return Sign::no;
}

Sign begins_gexf(const Beginning& file) {
  return surely(file.root == "gexf");
}

Sign begins_pnml(const Beginning& file) {
  return surely(file.root == "pnml");
}

Sign begins_xgmml(const Beginning& file) {
  return surely(file.root == "graph");
}

// 'dl' and the number of nodes, or the format.
Sign begins_ucinet(const Beginning& file) {
  std::string_view text = file.begin;
  if (take_word(text) != "dl") return Sign::no;
  const std::string next = take_word(text);
  return surely(next.starts_with("n") || next.starts_with("format"));
}

Sign begins_matrix_market(const Beginning& file) {
  constexpr std::string_view mark = "%%matrixmarket";
  return surely(small_letters(file.text.substr(0, mark.size())) == mark);
}

}  // namespace vicinal::network::inline files
