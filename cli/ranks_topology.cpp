// SPDX-License-Identifier: MIT
// Diagnostics are found where a part is read, and said by the first rank, which
// reads that part again.
#include "cli/ranks_topology.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>

#include "cli/ranks_command.hpp"
#include "cli/session/session.hpp"
#include "groupoid/ranks/rank_classes.hpp"
#include "network/files/graph_file.hpp"
#include "network/files/packed.hpp"
#include "network/files/readers.hpp"
#include "network/ranks/edge_list_parts.hpp"
#include "network/ranks/text_words.hpp"
#include "report/topologies/rank_topology.hpp"
#include "report/topologies/topology.hpp"

namespace vicinal::cli {

using groupoid::RankClasses;
using network::EdgeListFile;
using network::EdgeListParts;
using network::Post;
using network::SpokenOf;
using network::Words;
using report::RankTopology;

std::string topology_not_on_ranks(const Options& options) {
  const std::string option = !options.explained.empty()    ? "--explain"
                             : options.pairs               ? "--pairs"
                             : options.groupoid            ? "--groupoid"
                             : options.analyse             ? "--analyse"
                             : !options.same_as.empty()    ? "--same-as"
                             : options.quotient            ? "--quotient"
                             : options.dot                 ? "--dot"
                             : options.svg                 ? "--svg"
                             : options.graphml             ? "--graphml"
                             : !options.report.empty()     ? "--report"
                             : !options.names_from.empty() ? "--names-from"
                             : !options.encoding.empty()   ? "--encoding"
                             : options.network != Options::network_unset
                                 ? "--network"
                             : !options.defines.empty()  ? "-D"
                             : !options.graph.empty()    ? "--on"
                             : !options.language.empty() ? "--language"
                             : options.fixed             ? "--fixed"
                                                         : "";
  if (!option.empty()) {
    return option + " is for 'vicinal': ranks find the classes of an edge list";
  }
  if (options.classes && !options.json) {
    return "--classes goes with --json on ranks";
  }
  if (!options.format.empty() && options.format != "edge-list") {
    return fmt::format(
        "--format {} is for 'vicinal', which reads it on one machine: ranks "
        "read edge lists",
        options.format);
  }
  return {};
}

namespace {

constexpr std::uint64_t largest_part = std::uint64_t{1} << 30;

// A file that parts are read of.
class PartFile {
 public:
  explicit PartFile(const std::string& path)
      : path_(path), file_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    struct stat about {};
    if (file_ < 0 || fstat(file_, &about) != 0) {
      fail();
    } else if (!S_ISREG(about.st_mode)) {
      error_ =
          fmt::format("'{}' is no plain file, of which ranks read parts", path);
    } else {
      size_ = static_cast<std::uint64_t>(about.st_size);
    }
  }
  ~PartFile() {
    if (file_ >= 0) ::close(file_);
  }
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;

  std::uint64_t size() const { return size_; }
  const std::string& error() const { return error_; }

  std::string read(std::uint64_t begin, std::uint64_t size) {
    std::string bytes(std::min(size, size_ - std::min(begin, size_)), '\0');
    for (std::size_t done = 0; done < bytes.size();) {
      const ssize_t more =
          ::pread(file_, bytes.data() + done, bytes.size() - done,
                  static_cast<off_t>(begin + done));
      if (more < 0 && errno == EINTR) continue;
      if (more <= 0) {
        if (more < 0) fail();
        bytes.resize(done);
        break;
      }
      done += static_cast<std::size_t>(more);
    }
    return bytes;
  }

 private:
  void fail() {
    error_ = fmt::format("cannot read '{}': {}", path_, std::strerror(errno));
  }

  std::string path_;
  int file_;
  std::uint64_t size_ = 0;
  std::string error_;
};

// What is wrong with a file, before its parts are read; empty: nothing.
std::string not_an_edge_list(const Options& options, PartFile& file,
                             unsigned ranks, bool& snap) {
  if (!file.error().empty()) return file.error();
  const std::string text = network::beginning(
      [&](std::uint64_t begin, std::uint64_t size) {
        return file.read(begin, size);
      },
      file.size());
  if (!file.error().empty()) return file.error();
  snap = network::is_snap(text);
  if (network::is_packed(text)) {
    return "a packed file has no parts that ranks could read: unpack it";
  }
  if (options.format.empty() && network::graph_format(options.model, text) !=
                                    network::Format::edge_list) {
    return "this looks like no edge list, and ranks read nothing else: "
           "'vicinal topology' reads other networks, on one machine; say "
           "--format edge-list if it is one";
  }
  if (file.size() / ranks > largest_part) {
    return "each rank would read more than 1 GiB: take more ranks";
  }
  return {};
}

// All ranks come to the same end: of what they found, the first is said.
std::string agreed(const std::string& mine, Post& post) {
  return network::first_text(post.share(network::text_words<Words>(mine)));
}

// The diagnostics of a part.
void speak(const Options& options, const EdgeListFile& file,
           const SpokenOf& part) {
  Opened opened;
  opened.name = options.model;
  opened.graph_source = std::make_unique<network::Source>(
      file.name, network::part_text(file, part), nullptr, part.first_line);
  opened.diagnostics.set_source(opened.graph_source.get());
  network::read_edge_range(*opened.graph_source, part.begin == 0, part.form,
                           opened.diagnostics);
  if (part.error) {
    refuse(opened, options);
  } else {
    print_diagnostics(opened, options);
  }
}

// On the first rank, where classes are listed: of all nodes.
std::optional<groupoid::Partition> listed(const Words& mine, bool all,
                                          Post& post) {
  if (!all) return std::nullopt;
  std::vector<Words> out = post.lists();
  out[0] = mine;
  Words labels;
  for (const Words& theirs : post.swap(out)) {
    labels.insert(labels.end(), theirs.begin(), theirs.end());
  }
  return groupoid::Partition(labels);
}

// `rounds`: added, of this rank.
RankTopology topology_of(const Options& options, EdgeListParts& parts,
                         Post& post, groupoid::RankRounds& rounds) {
  const network::NodeRanges& nodes = parts.part.nodes;
  groupoid::RankClassOptions how;
  how.color_refinement = options.color_refinement;
  if (options.memory_mib > 0) {
    how.refinement.handed_bytes = static_cast<std::uint64_t>(options.memory_mib)
                                  << 19;
  }
  const RankClasses found = groupoid::classes_on_ranks(parts.part, post, how);
  for (const auto& some : {found.balance_rounds, found.equitable_rounds}) {
    rounds.rounds += some.rounds;
    rounds.sights += some.sights;
  }
  const bool all = nodes.nodes() <= report::longest_list || options.classes;
  RankTopology t{
      options.model, nodes.nodes(), parts.edges, parts.merged, {}, {}, {}, {}};
  t.io = {groupoid::count_classes(found.io, post), false,
          listed(found.io, all, post)};
  t.balance.count = groupoid::count_classes(found.balance, post);
  t.balance.same = t.balance.count == t.io.count;  // they refine them
  t.balance.listed = listed(found.balance, all, post);
  if (options.color_refinement) {
    report::RankClassList& equitable = t.equitable.emplace();
    equitable.count = groupoid::count_classes(found.equitable, post);
    const auto pairs =
        groupoid::count_pairs(found.balance, found.equitable, post);
    equitable.same = pairs == equitable.count && pairs == t.balance.count;
    equitable.listed = listed(found.equitable, all, post);
  }
  t.names = std::move(parts.names);
  return t;
}

// What all ranks have done, for the statistics.
struct AllWork {
  std::uint64_t bytes = 0, swaps = 0, nanoseconds = 0;

  static AllWork of(const network::RankWork& mine, Post& post) {
    return {post.sum(mine.bytes), post.sum(mine.swaps),
            post.sum(mine.busy_nanoseconds)};
  }
};

void report_classes(const Options& options, const RankTopology& t,
                    const AllWork& reading, const AllWork& work,
                    const groupoid::RankRounds& rounds, unsigned ranks) {
  if (!options.json) return print(report::rank_topology_text(t));
  Json json = report::rank_topology_json(t);
  json["statistics"] = statistics_json();
  Json& numbers = json["statistics"];
  numbers["ranks"] = ranks;
  numbers["bytes_sent"] = work.bytes;
  numbers["exchanges"] = work.swaps / ranks;
  numbers["busy_seconds"] = static_cast<double>(work.nanoseconds) * 1e-9;
  numbers["reading_bytes_sent"] = reading.bytes;
  numbers["reading_busy_seconds"] =
      static_cast<double>(reading.nanoseconds) * 1e-9;
  numbers["rounds"] = rounds.rounds;
  numbers["arcs_seen"] = rounds.sights;
  print_json(json);
}

int classes_together(const Options& options, Post& post) {
  const Watched watched(options);
  PartFile opened(options.model);
  bool snap = false;
  const std::string wrong =
      agreed(not_an_edge_list(options, opened, post.size(), snap), post);
  if (!wrong.empty()) return wrong_usage_of_ranks(options, wrong);
  EdgeListFile file;
  file.read = [&](std::uint64_t begin, std::uint64_t size) {
    return opened.read(begin, size);
  };
  file.size = opened.size();
  file.name = options.model;
  file.directed = options.directed;
  file.simple = options.simple || snap;
  file.named = options.classes ? UINT32_MAX : report::longest_list;
  EdgeListParts parts = read_edge_list_parts(file, post);
  if (const std::string failed = agreed(opened.error(), post);
      !failed.empty()) {
    return wrong_usage_of_ranks(options, failed);
  }
  if (parts.other_files) {
    return wrong_usage_of_ranks(options,
                                "the ranks do not read the same files");
  }
  if (parts.form > 1 && options.format.empty() &&
      !(parts.spoken_of && parts.spoken_of->error)) {
    return wrong_usage_of_ranks(
        options,
        "lines of more than two words may be an adjacency list: edges are "
        "read with --format edge-list");
  }
  if (parts.spoken_of) {
    const bool error = parts.spoken_of->error;
    if (post.rank() == 0) speak(options, file, *parts.spoken_of);
    post.sum(0);  // nobody goes before that is said
    if (error) return exit_usage;
  }
  const network::RankWork reading = post.work();
  groupoid::RankRounds rounds;
  const RankTopology t = topology_of(options, parts, post, rounds);
  const network::RankWork mine = post.work();
  rounds.sights = post.sum(rounds.sights);
  report_classes(options, t, AllWork::of(reading, post),
                 AllWork::of(mine, post), rounds, post.size());
  return exit_holds;
}

}  // namespace

int topology_on_ranks(const Options& options, network::Exchange& exchange) {
  Post post(exchange);
  try {
    return classes_together(options, post);
  } catch (const network::LimitReached& reached) {
    post.leave(reached.limit);
    throw;
  }
}

}  // namespace vicinal::cli
