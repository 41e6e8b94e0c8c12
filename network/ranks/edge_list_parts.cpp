// SPDX-License-Identifier: MIT
// Names meet at the ranks that own their hashes (meeting.hpp). The rank whose
// part of the file names a node first numbers it, behind those that earlier
// ranks number; the others hear of it. An edge goes to the owner of its end
// with the lower number (of its first end, with directions), where equal edges
// stand together, and from there to the other end's.
#include "network/ranks/edge_list_parts.hpp"

#include <algorithm>
#include <memory>
#include <stdexcept>

#include "network/base/budget.hpp"

namespace vicinal::network::inline ranks {

namespace {

// Rows of NetworkPart::kinds. As kinds there are directions.
enum Row : std::uint32_t { both_ways, from_here, to_here };

std::uint64_t long_word(const Words& words, std::size_t at) {
  return words.at(at) | std::uint64_t{words.at(at + 1)} << 32;
}
void put_long(Words& words, std::uint64_t number) {
  words.push_back(static_cast<std::uint32_t>(number));
  words.push_back(static_cast<std::uint32_t>(number >> 32));
}

// The length, and four bytes a word.
void add_name(Keys& keys, std::string_view name) {
  keys.word(static_cast<std::uint32_t>(name.size()));
  for (std::size_t i = 0; i < name.size(); i += 4) {
    std::uint32_t word = 0;
    for (std::size_t b = i; b < std::min(i + 4, name.size()); ++b) {
      word = word << 8 | static_cast<unsigned char>(name[b]);
    }
    keys.word(word);
  }
  keys.close();
}
std::string name_in(std::span<const std::uint32_t> key) {
  std::string name;
  for (std::size_t i = 0; i < key[0]; i += 4) {
    const std::size_t bytes = std::min<std::size_t>(4, key[0] - i);
    for (std::size_t b = bytes; b-- > 0;) {
      name += static_cast<char>(key[1 + i / 4] >> (8 * b) & 255);
    }
  }
  return name;
}

class Reading {
 public:
  Reading(const EdgeListFile& file, Post& post, KeyHash* hash)
      : file_(file), post_(post), hash_(hash) {}

  EdgeListParts run() {
    read();
    if (!agree()) return std::move(out_);
    number_names();
    send_edges();
    return std::move(out_);
  }

 private:
  void read() {
    const std::uint64_t size = file_.size;
    const auto cut = [&](std::uint64_t r) {
      return line_begin(file_.read, size, size * r / post_.size());
    };
    part_.begin = cut(post_.rank());
    part_.end = post_.rank() + 1 == post_.size() ? size : cut(post_.rank() + 1);
    if (part_.end - part_.begin >= UINT32_MAX) {
      throw std::length_error("a rank's part of the file is too large");
    }
    const Source source(file_.name, part_text(file_, part_));
    range_ = read_edge_range(source, part_.begin == 0, 0, diagnostics_);
  }

  // Who has read what: whether there is a network.
  bool agree() {
    Words mine;
    for (const std::uint64_t place : {part_.begin, part_.end, file_.size}) {
      put_long(mine, place);
    }
    mine.insert(mine.end(),
                {range_.lines, range_.form, diagnostics_.has_errors() ? 1U : 0U,
                 diagnostics_.all().empty() ? 0U : 1U});
    std::uint32_t line = 1;
    std::uint64_t end = 0;
    for (const Words& theirs : post_.share(mine)) {
      const SpokenOf part{long_word(theirs, 0), long_word(theirs, 2), line,
                          out_.form, theirs.at(8) != 0};
      if (part.begin != end || long_word(theirs, 4) != file_.size) {
        out_.other_files = true;
      }
      end = part.end;
      look_at(part, theirs.at(7), theirs.at(9) != 0);
      line += theirs.at(6);
    }
    return !out_.other_files && !(out_.spoken_of && out_.spoken_of->error);
  }

  // The next part of the file. The first edge of all says what form they have.
  void look_at(SpokenOf part, std::uint32_t form, bool warning) {
    if (out_.form != 0 && form != 0 && form != out_.form) part.error = true;
    if (out_.form == 0) out_.form = form;
    const bool heard = out_.spoken_of && (out_.spoken_of->error || !part.error);
    if ((part.error || warning) && !heard) out_.spoken_of = part;
  }

  void number_names() {
    Keys keys;
    for (std::size_t i = 0; i < range_.names.size(); ++i) {
      poll();
      add_name(keys, range_.names[i]);
    }
    range_.names.clear();
    Meeting meeting(post_, keys, hash_);
    const Words numbers = numbers_of(meeting);
    number_ = meeting.answers(numbers);
    if (out_.part.nodes.nodes() <= file_.named) gather(meeting, numbers);
  }

  // Of each part of the meeting: the number of the node.
  Words numbers_of(const Meeting& meeting) {
    std::vector<Words> to_first = post_.lists();
    for (const Meeting::Part& p : meeting.parts()) {
      to_first[p.rank].push_back(p.index);
    }
    const std::vector<Words> mine = post_.swap(to_first);
    Words all;
    for (const Words& indices : mine) {
      all.insert(all.end(), indices.begin(), indices.end());
    }
    std::sort(all.begin(), all.end());
    const std::uint32_t before = count_nodes(all.size());
    std::vector<Words> back = post_.lists();
    for (unsigned r = 0; r < mine.size(); ++r) {
      for (const std::uint32_t index : mine[r]) {
        poll();
        const auto at = std::lower_bound(all.begin(), all.end(), index);
        back[r].push_back(before +
                          static_cast<std::uint32_t>(at - all.begin()));
      }
    }
    const std::vector<Words> in = post_.swap(back);
    std::vector<std::size_t> next(in.size(), 0);
    Words numbers;
    for (const Meeting::Part& p : meeting.parts()) {
      numbers.push_back(in[p.rank].at(next[p.rank]++));
    }
    return numbers;
  }

  // Nodes that earlier ranks number.
  std::uint32_t count_nodes(std::size_t mine) {
    std::uint64_t before = 0, nodes = 0;
    const auto counts = post_.share({static_cast<std::uint32_t>(mine)});
    for (unsigned r = 0; r < counts.size(); ++r) {
      if (r == post_.rank()) before = nodes;
      nodes += counts[r].at(0);
    }
    if (nodes >> 31 != 0) throw std::length_error("more than 2^31 nodes");
    out_.part.nodes =
        NodeRanges::even(static_cast<std::uint32_t>(nodes), post_.size());
    return static_cast<std::uint32_t>(before);
  }

  void gather(const Meeting& meeting, const Words& numbers) {
    std::vector<Words> out = post_.lists();
    for (std::size_t p = 0; p < numbers.size(); ++p) {
      const auto key = meeting.key(p);
      out[0].push_back(numbers[p]);
      out[0].insert(out[0].end(), key.begin(), key.end());
    }
    const std::vector<Words> in = post_.swap(out);
    if (post_.rank() != 0) return;
    out_.names.resize(out_.part.nodes.nodes());
    for (const Words& words : in) {
      for (std::size_t at = 0; at < words.size();) {
        const std::size_t size = 1 + (std::size_t{words.at(at + 1)} + 3) / 4;
        out_.names.at(words[at]) =
            name_in(std::span(words).subspan(at + 1, size));
        at += 1 + size;
      }
    }
  }

  struct End {
    std::uint32_t node;
    NetworkPart::Dart dart;
    auto operator<=>(const End&) const = default;
  };

  void send_edges() {
    NetworkPart& part = out_.part;
    constexpr std::uint32_t both = 3, reads = 1, writes = 2;
    part.kinds = {{both, both, true, true},
                  {writes, reads, true, false},
                  {reads, writes, false, true}};
    part.color.assign(part.nodes.size(post_.rank()), 0);
    std::vector<Words> out = post_.lists();
    for (auto& [from, to] : range_.edges) {
      poll();
      std::uint32_t a = number_[from], b = number_[to];
      if (!file_.directed && b < a) std::swap(a, b);
      Words& there = out[part.nodes.owner(a)];
      there.push_back(a);
      there.push_back(b);
    }
    range_ = {};
    auto edges = received(post_.swap(out));
    poll(static_cast<std::int64_t>(edges.size()));
    std::sort(edges.begin(), edges.end());
    if (file_.simple) {
      const auto end = std::unique(edges.begin(), edges.end());
      out_.merged = static_cast<std::uint64_t>(edges.end() - end);
      edges.erase(end, edges.end());
    }
    out_.merged = post_.sum(out_.merged);
    out_.edges = post_.sum(edges.size());
    connect(edges);
  }

  static std::vector<std::pair<std::uint32_t, std::uint32_t>> received(
      const std::vector<Words>& in) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
    for (const Words& words : in) {
      for (std::size_t i = 0; i < words.size(); i += 2) {
        edges.emplace_back(words[i], words.at(i + 1));
      }
    }
    return edges;
  }

  // Edges of which this rank has the first end, and those that end here.
  void connect(
      const std::vector<std::pair<std::uint32_t, std::uint32_t>>& edges) {
    NetworkPart& part = out_.part;
    std::vector<Words> out = post_.lists();
    std::vector<End> ends;
    for (const auto& [a, b] : edges) {
      poll();
      const bool directed = file_.directed && a != b;
      ends.push_back({a, {b, directed ? from_here : both_ways}});
      if (a == b) continue;
      Words& there = out[part.nodes.owner(b)];
      there.push_back(b);
      there.push_back(a);
    }
    for (const auto& [b, a] : received(post_.swap(out))) {
      ends.push_back({b, {a, file_.directed ? to_here : both_ways}});
    }
    poll(static_cast<std::int64_t>(ends.size()));
    std::sort(ends.begin(), ends.end());
    part.row.assign(part.color.size() + 1, 0);
    const std::uint32_t first = part.nodes.first(post_.rank());
    for (const End& end : ends) {
      ++part.row[end.node - first + 1];
      part.darts.push_back(end.dart);
    }
    for (std::size_t v = 1; v < part.row.size(); ++v) {
      part.row[v] += part.row[v - 1];
    }
  }

  const EdgeListFile& file_;
  Post& post_;
  KeyHash* hash_;
  Diagnostics diagnostics_;
  SpokenOf part_;
  EdgeRange range_;
  Words number_;  // per name of this rank's part of the file
  EdgeListParts out_;
};

}  // namespace

EdgeListParts read_edge_list_parts(const EdgeListFile& file, Post& post,
                                   KeyHash* hash) {
  return Reading(file, post, hash).run();
}

std::string part_text(const EdgeListFile& file, const SpokenOf& part) {
  return file.read(part.begin, part.end - part.begin);
}

}  // namespace vicinal::network::inline ranks
