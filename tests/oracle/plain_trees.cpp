// SPDX-License-Identifier: MIT
// Each text becomes a tree, or a list of tokens, first; then what it means is
// read off.
#include "tests/oracle/plain_trees.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace vicinal::oracle {

namespace {

using nlohmann::json;

// ---- JSON -------------------------------------------------------------------

std::optional<json> tree(const std::string& text) {
  json out = json::parse(text, nullptr, false);
  if (!out.is_object() || !out.contains("nodes") || !out["nodes"].is_array()) {
    return std::nullopt;
  }
  return out;
}

// The id at a key: a string, or a whole number as it is written.
std::optional<std::string> id(const json& object, const char* key) {
  if (!object.is_object() || !object.contains(key)) return std::nullopt;
  const json& value = object[key];
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number_integer()) return value.dump();
  return std::nullopt;
}

bool add_nodes(const json& file, PlainGraph& out) {
  return std::ranges::all_of(file["nodes"], [&](const json& node) {
    const auto name = id(node, "id");
    return name && !name->empty() && out.declare(*name);
  });
}

}  // namespace

std::optional<PlainGraph> native(const std::string& text) {
  const auto file = tree(text);
  PlainGraph out;
  if (!file || !add_nodes(*file, out) || !file->contains("edges")) {
    return std::nullopt;
  }
  for (const json& edge : (*file)["edges"]) {
    if (!id(edge, "id")) return std::nullopt;
    auto& ends = out.edges.emplace_back();
    for (const auto& [key, bit] : {std::pair("ins", 1), std::pair("outs", 2)}) {
      for (const json& node : edge.value(key, json::array())) {
        int& direction = ends[node.get<std::string>()];
        if ((direction & bit) != 0) return std::nullopt;
        direction |= bit;
      }
    }
  }
  if (!out.whole()) return std::nullopt;
  return out;
}

std::optional<PlainGraph> node_link(const std::string& text) {
  const auto file = tree(text);
  PlainGraph out;
  if (!file || !add_nodes(*file, out)) return std::nullopt;
  const char* key = file->contains("links") ? "links" : "edges";
  if (!file->contains(key)) return std::nullopt;
  const bool directed = file->value("directed", false);
  for (const json& link : (*file)[key]) {
    const auto from = id(link, "source");
    const auto to = id(link, "target");
    if (!from || !to) return std::nullopt;
    out.line(*from, *to, directed);
  }
  if (!out.whole()) return std::nullopt;
  return out;
}

// ---- GML --------------------------------------------------------------------

namespace {

struct Gml {
  std::string key, value;
  bool list = false;
  std::vector<Gml> inner;

  const Gml* find(const std::string& name) const {
    const auto found = std::ranges::find(inner, name, &Gml::key);
    return found == inner.end() ? nullptr : &*found;
  }
  // A whole number at a key.
  std::optional<std::string> number(const std::string& name) const {
    const Gml* found = find(name);
    if (found == nullptr || found->list || found->value.empty() ||
        found->value.find_first_not_of("+-0123456789") != std::string::npos ||
        found->value.size() > 9) {
      return std::nullopt;
    }
    return std::to_string(std::stol(found->value));
  }
};

bool is_letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
}

std::optional<std::vector<std::string>> gml_tokens(const std::string& text) {
  const std::string numeric = "0123456789+-.eE";
  std::vector<std::string> out;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t begin = i;
    if (std::string(" \t\r\n").find(text[i]) != std::string::npos) {
      ++i;
      continue;
    }
    if (text[i] == '#') {
      i = std::min(text.find('\n', i), text.size());
      continue;
    }
    if (text[i] == '"') {
      i = text.find('"', i + 1);
      if (i == std::string::npos) return std::nullopt;
      ++i;
    } else if (text[i] == '[' || text[i] == ']') {
      ++i;
    } else if (is_letter(text[i])) {
      while (i < text.size() &&
             (is_letter(text[i]) || (text[i] >= '0' && text[i] <= '9'))) {
        ++i;
      }
    } else {
      while (i < text.size() && numeric.find(text[i]) != std::string::npos) ++i;
      if (i == begin) return std::nullopt;
    }
    out.push_back(text.substr(begin, i - begin));
  }
  return out;
}

// The pairs up to a ']' that is left, or to the end.
bool gml_list(const std::vector<std::string>& tokens, std::size_t& at,
              Gml& out) {
  out.list = true;
  while (at < tokens.size() && tokens[at] != "]") {
    if (!is_letter(tokens[at][0]) || at + 1 == tokens.size()) return false;
    Gml& inner = out.inner.emplace_back();
    inner.key = tokens[at++];
    if (tokens[at] == "]" || is_letter(tokens[at][0])) return false;
    if (tokens[at] != "[") {
      inner.value = tokens[at++];
      continue;
    }
    if (!gml_list(tokens, ++at, inner) || at == tokens.size()) return false;
    ++at;
  }
  return true;
}

}  // namespace

std::optional<PlainGraph> gml(const std::string& text) {
  const auto tokens = gml_tokens(text);
  Gml file;
  std::size_t at = 0;
  if (!tokens || !gml_list(*tokens, at, file) || at < tokens->size()) {
    return std::nullopt;
  }
  const Gml* graph = file.find("graph");
  if (graph == nullptr || !graph->list) return std::nullopt;
  const Gml* directed = graph->find("directed");
  PlainGraph out;
  for (const Gml& part : graph->inner) {
    if (part.key == "node") {
      const auto name = part.number("id");
      if (!name || !out.declare(*name)) return std::nullopt;
    } else if (part.key == "edge") {
      const auto from = part.number("source");
      const auto to = part.number("target");
      if (!from || !to) return std::nullopt;
      out.line(*from, *to, directed != nullptr && directed->value == "1");
    }
  }
  if (!out.whole()) return std::nullopt;
  return out;
}

// ---- GraphML ----------------------------------------------------------------

namespace {

struct Tag {
  std::string name;  // "/name" where it closes
  std::map<std::string, std::string> attributes;

  std::optional<std::string> value(const std::string& key) const {
    const auto it = attributes.find(key);
    if (it == attributes.end()) return std::nullopt;
    return it->second;
  }
};

const std::string xml_blanks = " \t\r\n";

// The attributes of a tag: name="value", with blanks before each name.
bool read_attributes(std::string text, Tag& out) {
  for (;;) {
    const std::size_t first = text.find_first_not_of(xml_blanks);
    if (first == std::string::npos) return true;
    text.erase(0, first);
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos) return false;
    std::string name = text.substr(0, equals);
    while (!name.empty() && xml_blanks.find(name.back()) != std::string::npos) {
      name.pop_back();
    }
    const std::size_t open = text.find_first_not_of(xml_blanks, equals + 1);
    if (open == std::string::npos) return false;
    const std::size_t close = text.find(text[open], open + 1);
    if (close == std::string::npos) return false;
    std::string value = text.substr(open + 1, close - open - 1);
    for (char& c : value) {
      if (xml_blanks.find(c) != std::string::npos) c = ' ';
    }
    out.attributes[name] = value;
    text.erase(0, close + 1);
  }
}

std::optional<std::vector<Tag>> tags(const std::string& text) {
  std::vector<Tag> out;
  for (std::size_t i = text.find('<'); i != std::string::npos;
       i = text.find('<', i)) {
    std::size_t end = i;
    for (char quote = 0; end < text.size(); ++end) {
      const char c = text[end];
      if (quote == 0 && c == '>') break;
      if (c == '"' || c == '\'')
        quote = quote == 0 ? c : quote == c ? 0 : quote;
    }
    if (end == text.size()) return std::nullopt;
    std::string inner = text.substr(i + 1, end - i - 1);
    i = end + 1;
    const bool closed = inner.ends_with('/');
    if (closed) inner.pop_back();
    const std::size_t name = inner.find_first_of(xml_blanks);
    Tag& tag = out.emplace_back();
    tag.name = inner.substr(0, name);
    if (name != std::string::npos &&
        !read_attributes(inner.substr(name), tag)) {
      return std::nullopt;
    }
    if (closed) out.push_back({"/" + tag.name, {}});
  }
  return out;
}

int direction_of(const Tag& endpoint) {
  const std::string type = endpoint.value("type").value_or("undir");
  return type == "in" ? 1 : type == "out" ? 2 : 3;
}

// What one tag adds; false: nothing can.
bool add_tag(const Tag& tag, bool directed, PlainGraph& out) {
  if (tag.name == "node") {
    const auto name = tag.value("id");
    return name && out.declare(*name);
  }
  if (tag.name == "hyperedge") {
    out.edges.emplace_back();
  } else if (tag.name == "endpoint") {
    const auto node = tag.value("node");
    if (!node || out.edges.empty()) return false;
    int& direction = out.edges.back()[*node];
    if ((direction & direction_of(tag)) != 0) return false;
    direction |= direction_of(tag);
  } else if (tag.name == "edge") {
    const auto from = tag.value("source"), to = tag.value("target");
    const auto own = tag.value("directed");
    if (!from || !to) return false;
    out.line(*from, *to, own ? *own == "true" || *own == "1" : directed);
  }
  return true;
}

}  // namespace

std::optional<PlainGraph> graphml(const std::string& text) {
  const auto found = tags(text);
  if (!found) return std::nullopt;
  PlainGraph out;
  bool directed = false;
  for (const Tag& tag : *found) {
    if (tag.name == "graph") directed = tag.value("edgedefault") == "directed";
    if (!add_tag(tag, directed, out)) return std::nullopt;
  }
  if (!out.whole()) return std::nullopt;
  return out;
}

// ---- PNML -------------------------------------------------------------------

namespace {

// Without the prefix of a name space.
std::string local_name(const Tag& tag) {
  return tag.name.substr(tag.name.find(':') + 1);
}

struct Net {
  PlainGraph graph;
  std::map<std::string, std::size_t> places;  // into the edges
  std::map<std::string, std::string> references;

  // False: there is no such node.
  bool add_node(const Tag& tag) {
    const std::string name = local_name(tag);
    const auto id = tag.value("id"), to = tag.value("ref");
    if (name == "transition") return id && graph.declare(*id);
    if (name == "place") {
      graph.edges.emplace_back();
      return id && places.emplace(*id, graph.edges.size() - 1).second;
    }
    if (!name.starts_with("reference")) return true;
    return id && to && references.emplace(*id, *to).second;
  }

  std::string end(std::string id) const {
    for (std::size_t i = 0; i < references.size(); ++i) {
      if (references.contains(id)) id = references.at(id);
    }
    return id;
  }

  bool add_arc(const Tag& tag) {
    const auto source = tag.value("source"), target = tag.value("target");
    if (!source || !target) return false;
    const std::string from = end(*source), to = end(*target);
    const bool takes = places.contains(from);
    const std::string& transition = takes ? to : from;
    const auto place = places.find(takes ? from : to);
    if (place == places.end() || !graph.has(transition)) return false;
    graph.edges[place->second][transition] |= takes ? 2 : 1;
    return true;
  }
};

}  // namespace

std::optional<PlainGraph> pnml(const std::string& text) {
  const auto found = tags(text);
  if (!found) return std::nullopt;
  Net net;
  for (const Tag& tag : *found) {
    if (!net.add_node(tag)) return std::nullopt;
  }
  for (const Tag& tag : *found) {
    if (local_name(tag) == "arc" && !net.add_arc(tag)) return std::nullopt;
  }
  return net.graph;
}

// ---- DOT --------------------------------------------------------------------

namespace {

// Words, "->", "--" and ';'; what else there may be is not judged.
bool dot_tokens(const std::string& text, std::vector<std::string>& out) {
  const auto inside = [&](std::size_t i) {
    return i < text.size() &&
           (is_letter(text[i]) || (text[i] >= '0' && text[i] <= '9'));
  };
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t begin = i;
    if (xml_blanks.find(text[i]) != std::string::npos) {
      ++i;
      continue;
    }
    if (is_letter(text[i])) {
      while (inside(i)) ++i;
    } else if (text.compare(i, 2, "->") == 0 || text.compare(i, 2, "--") == 0) {
      i += 2;
    } else if (text[i] == ';') {
      ++i;
    } else {
      return false;
    }
    out.push_back(text.substr(begin, i - begin));
  }
  return true;
}

bool is_name(const std::string& token) {
  if (!is_letter(token[0])) return false;
  std::string small = token;
  for (char& c : small) c = static_cast<char>(std::tolower(c));
  return small != "node" && small != "edge" && small != "graph" &&
         small != "digraph" && small != "subgraph" && small != "strict";
}

}  // namespace

Reading dot(const std::string& text) {
  const bool directed = text.starts_with("digraph {");
  const std::size_t last = text.find_last_not_of(xml_blanks);
  const std::size_t begin = directed ? 9 : 7;
  if ((!directed && !text.starts_with("graph {")) || text[last] != '}') {
    return {std::nullopt, false};
  }
  std::vector<std::string> tokens;
  if (!dot_tokens(text.substr(begin, last - begin), tokens)) {
    return {std::nullopt, false};
  }
  PlainGraph out;
  const std::string arrow = directed ? "->" : "--";
  std::string from;  // the end that an arrow may follow
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i] == ";") {
      from.clear();
    } else if (tokens[i] == arrow) {
      if (from.empty() || i + 1 == tokens.size() || !is_name(tokens[i + 1])) {
        return {};
      }
      ++i;
      out.mention(tokens[i]);
      out.line(from, tokens[i], directed);
      from = tokens[i];
    } else if (is_name(tokens[i])) {
      out.mention(tokens[i]);
      from = tokens[i];
    } else {
      return {};
    }
  }
  return {out};
}

}  // namespace vicinal::oracle
