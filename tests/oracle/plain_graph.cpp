// SPDX-License-Identifier: MIT
// Formats of lines and of characters: words are taken from streams, bits are
// written out. The others are in plain_trees.cpp.
#include "tests/oracle/plain_graph.hpp"

#include <algorithm>
#include <bitset>
#include <cstdlib>
#include <sstream>

#include "tests/oracle/plain_lists.hpp"
#include "tests/oracle/plain_trees.hpp"

namespace vicinal::oracle {

using network::Format;

bool PlainGraph::has(const std::string& node) const {
  return std::ranges::find(nodes, node) != nodes.end();
}

void PlainGraph::mention(const std::string& node) {
  if (!has(node)) nodes.push_back(node);
}

bool PlainGraph::declare(const std::string& node) {
  if (has(node)) return false;
  nodes.push_back(node);
  return true;
}

void PlainGraph::line(const std::string& from, const std::string& to,
                      bool directed) {
  std::map<std::string, int> ends;
  ends[from] |= directed ? 1 : 3;
  ends[to] |= directed ? 2 : 3;
  edges.push_back(ends);
}

bool PlainGraph::whole() const {
  return std::ranges::all_of(edges, [&](const auto& edge) {
    return std::ranges::all_of(edge,
                               [&](const auto& e) { return has(e.first); });
  });
}

std::string PlainGraph::drawn() const {
  std::string out;
  for (const std::string& n : nodes) out += n + " ";
  out += "|";
  for (const auto& edge : edges) {
    std::string ends;
    for (const auto& [node, direction] : edge) {
      if (!ends.empty()) ends += "-";
      ends += node + (direction == 1 ? ">" : direction == 2 ? "<" : "");
    }
    out += " " + ends;
  }
  return out;
}

PlainGraph plain(const network::Network& network) {
  PlainGraph out;
  for (std::size_t i = 0; i < network.node_count(); ++i) {
    out.nodes.emplace_back(network.node_names[i]);
  }
  for (std::size_t e = 0; e < network.edge_count(); ++e) {
    auto& ends = out.edges.emplace_back();
    for (const network::DartId d : network.darts(network::EdgeId(e))) {
      ends[out.nodes[network.dart_node[d.index()].index()]] =
          (network.writes(d) ? 1 : 0) | (network.reads(d) ? 2 : 0);
    }
  }
  return out;
}

namespace {

void replace_all(std::string& text, const std::string& from,
                 const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

}  // namespace

// ---- lines ------------------------------------------------------------------

std::vector<std::vector<std::string>> words_of(std::string text) {
  for (const char* end : {"\r\n", "\n\r", "\r"}) replace_all(text, end, "\n");
  std::vector<std::vector<std::string>> out;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::replace(line.begin(), line.end(), '\t', ' ');
    auto& words = out.emplace_back();
    std::istringstream rest(line);
    for (std::string word; std::getline(rest, word, ' ');) {
      if (!word.empty()) words.push_back(word);
    }
  }
  return out;
}

namespace {

bool comment(const std::string& word) {
  return word[0] == '#' || word[0] == '%';
}

std::optional<PlainGraph> edge_list(const std::string& text) {
  PlainGraph out;
  for (auto words : words_of(text)) {
    const auto end = std::ranges::find_if(words, comment);
    words.erase(end, words.end());
    if (words.empty()) continue;
    if (words.size() != 2) return std::nullopt;
    out.mention(words[0]);
    out.mention(words[1]);
    out.line(words[0], words[1], false);
  }
  return out;
}

// From 1 to `most`; 0 if it is none.
std::size_t vertex(const std::string& word, std::size_t most) {
  if (word.empty() || word.size() > 9 ||
      word.find_first_not_of("0123456789") != std::string::npos) {
    return 0;
  }
  const std::size_t n = std::stoul(word);
  return n <= most ? n : 0;
}

// Nothing of labels.
std::optional<PlainGraph> pajek(const std::string& text) {
  PlainGraph out;
  std::string section;
  std::size_t n = 0, row = 0;
  bool opened = false;
  for (const auto& words : words_of(text)) {
    if (words.empty() || words[0][0] == '%') continue;
    if (words[0][0] == '*') {
      section = words[0];
      for (char& c : section) c = static_cast<char>(std::tolower(c));
      if (section == "*vertices") {
        if (opened || words.size() < 2) return std::nullopt;
        opened = true;
        n = vertex(words[1], 1'000'000);
        if (n == 0 && words[1] != "0") return std::nullopt;
        for (std::size_t i = 1; i <= n; ++i) out.declare(std::to_string(i));
      }
      continue;
    }
    if (section == "*network") continue;
    std::vector<std::size_t> numbers;
    for (const std::string& w : words) numbers.push_back(vertex(w, n));
    if (section == "*vertices" && numbers[0] != 0) continue;
    if (section == "*matrix") {
      ++row;
      if (words.size() != n || row > n) return std::nullopt;
      for (std::size_t i = 0; i < n; ++i) {
        char* end = nullptr;
        const double value = std::strtod(words[i].c_str(), &end);
        if (*end != 0) return std::nullopt;
        if (value == 0) continue;
        out.line(std::to_string(row), std::to_string(i + 1), true);
      }
      continue;
    }
    const bool list = section == "*edgeslist" || section == "*arcslist";
    const bool arcs = section == "*arcs" || section == "*arcslist";
    if (!list && section != "*edges" && section != "*arcs") return std::nullopt;
    if (!list && words.size() != 2) return std::nullopt;
    for (const std::size_t v : numbers) {
      if (v == 0) return std::nullopt;
    }
    for (std::size_t i = 1; i < numbers.size(); ++i) {
      out.line(std::to_string(numbers[0]), std::to_string(numbers[i]), arcs);
    }
  }
  if (!opened) return std::nullopt;
  return out;
}

// ---- nauty's ----------------------------------------------------------------

// The number that these bits are.
std::size_t number(const std::string& bits) {
  std::size_t n = 0;
  for (const char c : bits) n = 2 * n + (c == '1' ? 1 : 0);
  return n;
}

// Takes a front part away.
std::string take(std::string& bits, std::size_t count) {
  std::string out = bits.substr(0, count);
  bits.erase(0, count);
  return out;
}

std::optional<PlainGraph> sparse(PlainGraph out, std::string bits) {
  const std::size_t n = out.nodes.size();
  if (n == 1 && !bits.empty()) return std::nullopt;
  std::size_t k = 1;
  while (std::size_t{1} << k < n) ++k;
  std::size_t v = 0;
  while (bits.size() >= k + 1) {
    // Up to five ones are no pair where they cannot be one.
    const bool filling = bits.size() < 6 && bits.find('0') == std::string::npos;
    if (take(bits, 1) == "1") ++v;
    const std::size_t x = number(take(bits, k));
    if (v >= n || x >= n) {
      if (!filling) return std::nullopt;
      return out;
    }
    if (x > v) {
      v = x;
    } else {
      out.line(std::to_string(x), std::to_string(v), false);
    }
  }
  return out;
}

std::optional<PlainGraph> matrix(PlainGraph out, std::string bits,
                                 bool square) {
  const std::size_t n = out.nodes.size();
  const std::size_t wanted = square ? n * n : n * (n - 1) / 2;
  if (bits.size() < wanted || bits.size() >= wanted + 6) return std::nullopt;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < (square ? n : i); ++j) {
      if (take(bits, 1) != "1") continue;
      const std::string a = std::to_string(i), b = std::to_string(j);
      out.line(square ? a : b, square ? b : a, square);
    }
  }
  return out;
}

std::optional<PlainGraph> nauty(Format format, std::string text) {
  const std::string header =
      ">>" + std::string(network::format_name(format)) + "<<";
  if (text.starts_with(header)) text.erase(0, header.size());
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r' ||
                           text.back() == ' ' || text.back() == '\t')) {
    text.pop_back();
  }
  const char sign = format == Format::sparse6    ? ':'
                    : format == Format::digraph6 ? '&'
                                                 : 0;
  if (sign != 0) {
    if (text.empty() || text[0] != sign) return std::nullopt;
    text.erase(0, 1);
  }
  std::string bits;
  for (const char c : text) {
    if (c < 63 || c > 126) return std::nullopt;
    bits += std::bitset<6>(static_cast<unsigned>(c - 63)).to_string();
  }
  std::size_t size = 6;
  if (bits.starts_with("111111111111")) {
    take(bits, 12);
    size = 36;
  } else if (bits.starts_with("111111")) {
    take(bits, 6);
    size = 18;
  }
  if (bits.size() < size) return std::nullopt;
  const std::size_t n = number(take(bits, size));
  if (n > 10'000) return std::nullopt;
  PlainGraph out;
  for (std::size_t i = 0; i < n; ++i) out.nodes.push_back(std::to_string(i));
  return format == Format::sparse6
             ? sparse(out, bits)
             : matrix(out, bits, format == Format::digraph6);
}

}  // namespace

Reading read_again(Format format, const std::string& text) {
  switch (format) {
    case Format::edge_list:
      return {edge_list(text)};
    case Format::pajek:
      return {pajek(text)};
    case Format::graph6:
    case Format::sparse6:
    case Format::digraph6:
      return {nauty(format, text)};
    case Format::native:
      return {native(text)};
    case Format::node_link:
      return {node_link(text)};
    case Format::gml:
      return {gml(text)};
    case Format::graphml:
      return {graphml(text)};
    case Format::pnml:
      return {pnml(text)};
    case Format::dot:
      return dot(text);
    case Format::adjacency_list:
      return {adjacency_list(text)};
    case Format::metis:
      return {metis(text)};
    case Format::matrix_market:
      return {matrix_market(text)};
    case Format::sif:
      return {sif(text)};
    case Format::adjacency_json:
    case Format::gexf:
    case Format::xgmml:
    case Format::edge_table:
    case Format::ucinet:
      return {std::nullopt, false};
  }
  return {};
}

}  // namespace vicinal::oracle
