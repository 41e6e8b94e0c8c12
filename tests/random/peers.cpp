// SPDX-License-Identifier: MIT
#include "peers.hpp"

#include <optional>
#include <set>
#include <vector>

namespace vicinal::random_models {

namespace {

struct End {
  std::string family, port;
};

// "c[(i + 1) % n].left, hub.link" without what stands in brackets.
std::vector<End> ends_of(const std::string& list) {
  std::vector<End> out(1);
  int depth = 0;
  bool in_port = false;
  for (const char c : list) {
    if (c == '[') ++depth;
    if (depth == 0 && c == '.') {
      in_port = true;
    } else if (depth == 0 && c == ',') {
      out.emplace_back();
      in_port = false;
    } else if (depth == 0 && c != ' ' && c != ']') {
      (in_port ? out.back().port : out.back().family) += c;
    }
    if (c == ']') --depth;
  }
  return out;
}

std::vector<std::vector<End>> statements_of(const std::string& text) {
  std::vector<std::vector<End>> out;
  const std::string word = "connect ";
  for (std::size_t at = text.find(word); at != std::string::npos;
       at = text.find(word, at + 1)) {
    const std::size_t begin = at + word.size();
    out.push_back(ends_of(text.substr(begin, text.find(" to ", at) - begin)));
  }
  return out;
}

}  // namespace

std::map<std::pair<std::size_t, std::string>, std::size_t> peers_of(
    const World& world, const std::string& connections) {
  std::map<std::string, std::size_t> process;
  for (const NodeFamily& f : world.nodes) process[f.name] = f.process;
  std::map<std::pair<std::size_t, std::string>, std::string> family_at;
  std::set<std::pair<std::size_t, std::string>> unclear;
  for (const auto& ends : statements_of(connections)) {
    for (std::size_t i = 0; i < ends.size(); ++i) {
      const auto mine = process.find(ends[i].family);
      if (mine == process.end()) return {};
      const std::pair port(mine->second, ends[i].port);
      if (ends.size() != 2) {
        unclear.insert(port);
        continue;
      }
      const auto [at, fresh] = family_at.try_emplace(port, ends[1 - i].family);
      if (!fresh && at->second != ends[1 - i].family) unclear.insert(port);
    }
  }
  std::map<std::pair<std::size_t, std::string>, std::size_t> out;
  for (const auto& [port, family] : family_at) {
    const auto other = process.find(family);
    if (other == process.end()) return {};
    if (!unclear.contains(port)) out[port] = other->second;
  }
  return out;
}

}  // namespace vicinal::random_models
