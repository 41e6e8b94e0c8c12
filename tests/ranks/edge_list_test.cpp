// SPDX-License-Identifier: MIT
// Guards: an edge list that is read in parts, wherever they are cut, is the
// network that is read in one, with its names, and errors stand in their lines.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <random>

#include "groupoid/balance_relation/balance.hpp"
#include "groupoid/ranks/rank_classes.hpp"
#include "network/files/graph_file.hpp"
#include "network/files/readers.hpp"
#include "network/ranks/edge_list_parts.hpp"
#include "network/ranks/thread_exchange.hpp"
#include "tests/random/random_model.hpp"

namespace edge_list_test {

namespace {

using namespace vicinal;
using network::EdgeListFile;
using network::EdgeListParts;

network::ReadBytes bytes_of(const std::string& text) {
  return [&text](std::uint64_t begin, std::uint64_t size) {
    return text.substr(std::min<std::uint64_t>(begin, text.size()), size);
  };
}

EdgeListFile file_of(const std::string& text, bool directed) {
  return {bytes_of(text),         text.size(), "list.txt", directed,
          network::is_snap(text), UINT32_MAX};
}

// Edges by names, with how often each comes; ends in the order of the file.
using Edges = std::map<std::pair<std::string, std::string>, int>;

Edges edges_of(const network::Network& n, bool directed) {
  Edges edges;
  for (std::size_t e = 0; e < n.edge_count(); ++e) {
    const auto darts = n.darts(network::EdgeId(e));
    auto a = darts.front(), b = darts.back();
    if (directed && !n.writes(a)) std::swap(a, b);
    ++edges[{n.node_names[n.dart_node[a.index()].index()],
             n.node_names[n.dart_node[b.index()].index()]}];
  }
  return edges;
}

// The same from the darts of all ranks.
Edges edges_of(const std::vector<EdgeListParts>& parts, bool directed) {
  Edges edges;
  for (std::size_t r = 0; r < parts.size(); ++r) {
    const network::NetworkPart& part = parts[r].part;
    const std::uint32_t first = part.nodes.first(static_cast<unsigned>(r));
    for (std::uint32_t v = 0; v + 1 < part.row.size(); ++v) {
      for (std::size_t d = part.row[v]; d < part.row[v + 1]; ++d) {
        const auto [other, kinds] = part.darts[d];
        const bool begins = directed ? part.kinds[kinds].mine_writes &&
                                           (other == first + v || kinds != 0)
                                     : first + v <= other;
        if (begins) {
          ++edges[{parts[0].names[first + v], parts[0].names[other]}];
        }
      }
    }
  }
  return edges;
}

struct Classes {
  std::vector<EdgeListParts> parts;
  groupoid::Partition balance;
};

Classes by_ranks(const EdgeListFile& file, unsigned size) {
  Classes found;
  found.parts.resize(size);
  std::vector<network::Words> labels(size);
  network::ThreadRanks(size).run([&](network::Exchange& exchange) {
    network::Post post(exchange);
    EdgeListParts& mine = found.parts[exchange.rank()];
    mine = read_edge_list_parts(file, post);
    if (mine.spoken_of && mine.spoken_of->error) return;
    labels[exchange.rank()] =
        groupoid::classes_on_ranks(mine.part, post, {}).balance;
  });
  network::Words all;
  for (const auto& list : labels)
    all.insert(all.end(), list.begin(), list.end());
  found.balance = groupoid::Partition(all);
  return found;
}

void check(const std::string& text, bool directed, unsigned size) {
  INFO(text << "\ndirected " << directed << ", " << size << " ranks");
  network::Diagnostics diagnostics;
  const network::Source source("list.txt", text);
  network::ReadOptions options;
  options.format = network::Format::edge_list;
  options.directed = directed;
  const auto whole = network::read_graph_file(source, options, diagnostics);
  REQUIRE(whole);
  const Classes found = by_ranks(file_of(text, directed), size);
  const network::Network& n = whole->network;
  CHECK(found.parts[0].edges == n.edge_count());
  CHECK(found.parts[0].merged == whole->merged);
  REQUIRE(found.parts[0].names.size() == n.node_count());
  for (std::size_t v = 0; v < n.node_count(); ++v) {
    CHECK(found.parts[0].names[v] == n.node_names[v]);
  }
  CHECK(edges_of(found.parts, directed) == edges_of(n, directed));
  CHECK(found.balance == groupoid::balance(n).nodes());
}

std::string random_list(std::mt19937_64& random) {
  const auto below = [&](std::size_t n) { return random() % n; };
  const char* const ends[] = {"\n", "\r\n", "\r", "\n\r", "\n\n", "\r\r\n\n"};
  const std::string end = ends[below(6)];
  std::string text = below(4) == 0 ? "\xEF\xBB\xBF" : "";
  if (below(4) == 0) text += end;
  if (below(3) == 0) text += "# Nodes: 3 Edges: 7" + end;
  if (below(3) == 0) text += "% a comment" + end;
  const std::size_t names = 2 + below(9);
  for (std::size_t lines = 1 + below(14); lines > 0; --lines) {
    const auto name = [&] {
      const std::size_t i = below(names);
      return i % 3 == 2 ? "na\xC3\xAFve" + std::to_string(i)
                        : std::to_string(i * i);
    };
    text += name() + (below(2) == 0 ? " " : "\t ") + name();
    if (below(9) == 0) text += " # why";
    if (lines > 1 || below(2) == 0) text += end;
  }
  return text;
}

}  // namespace

TEST_CASE("an edge list is the same in parts") {
  std::mt19937_64 random(11);
  const std::uint64_t runs = random_models::runs(600);
  for (std::uint64_t run = 0; run < runs; ++run) {
    const std::string text = random_list(random);
    check(text, run % 2 == 0, 1 + static_cast<unsigned>(run % 5));
  }
}

// Two parts, cut at every byte; and as many ranks as there are bytes.
TEST_CASE("an edge list is cut anywhere") {
  std::mt19937_64 random(13);
  for (int run = 0; run < 60; ++run) {
    const std::string text = random_list(random);
    INFO(text);
    const auto read = bytes_of(text);
    const auto lines = [&](std::uint64_t begin, std::uint64_t end) {
      network::Diagnostics none;
      const network::Source source("", text.substr(begin, end - begin));
      const auto range = network::read_edge_range(source, begin == 0, 0, none);
      std::vector<std::string> found = {std::to_string(range.lines)};
      for (const auto& [a, b] : range.edges) {
        found.push_back(range.names[a] + " " + range.names[b]);
      }
      return found;
    };
    const auto whole = lines(0, text.size());
    for (std::size_t at = 0; at <= text.size(); ++at) {
      const std::uint64_t cut = network::line_begin(read, text.size(), at);
      CHECK(cut >= at);
      auto both = lines(0, cut);
      const auto rest = lines(cut, text.size());
      both[0] = std::to_string(std::stoi(both[0]) + std::stoi(rest[0]));
      both.insert(both.end(), rest.begin() + 1, rest.end());
      CHECK(both == whole);
    }
    if (run % 20 == 0) {
      check(text, false, static_cast<unsigned>(text.size()) + 1);
    }
  }
}

TEST_CASE("lines are long, and comments longer than what is looked at") {
  std::string text = "# begin\n";
  while (text.size() < 200'000) text += "# nothing but words\n";
  CHECK(network::beginning(bytes_of(text + "1 2\n"), text.size() + 4) ==
        text + "1 2\n");
  text += "# Nodes: 2 Edges: 1\n";
  const std::string name(150'000, 'a');
  text += name + " b\nb " + name + "\n";
  CHECK(network::is_snap(network::beginning(bytes_of(text), text.size())));
  check(text, false, 4);
}

TEST_CASE("what is wrong with a part stands in its line") {
  struct Case {
    const char* text;
    std::uint32_t line;
    const char* message;
  };
  for (const Case& c :
       {Case{"1 2\n\n2 3\n# x\n3\n4 5\n", 5, "names one node only"},
        Case{"1 2\r\n2 3\r\n3 4 5\r\n4 5\r\n", 3, "this line has 3 words"},
        Case{"1 2 3\n2 3 4\n\n\n3 4\n4 5 6\n", 5, "this line has 2 words"},
        Case{"1 2\n2 3\n3 \xFF\n4 5\n", 3, "not UTF-8"}}) {
    const std::string text = c.text;
    for (unsigned ranks = 1; ranks < 8; ++ranks) {
      INFO(text << ranks << " ranks");
      const EdgeListFile file = file_of(text, false);
      const auto found = by_ranks(file, ranks).parts;
      for (const EdgeListParts& parts : found) {
        REQUIRE(parts.spoken_of);
        const network::SpokenOf& part = *parts.spoken_of;
        CHECK(part.error);
        const network::Source source("list.txt", part_text(file, part), nullptr,
                                     part.first_line);
        network::Diagnostics again;
        network::read_edge_range(source, part.begin == 0, part.form, again);
        const auto& all = again.all();
        const auto error = std::ranges::find_if(all, [](const auto& d) {
          return d.severity == network::Severity::error;
        });
        REQUIRE(error != all.end());
        CHECK(error->message.find(c.message) != std::string::npos);
        CHECK(source.position(error->span.begin).line == c.line);
      }
    }
  }
}

}  // namespace edge_list_test
