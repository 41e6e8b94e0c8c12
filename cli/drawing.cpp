// SPDX-License-Identifier: MIT
// Graphviz runs as a program of its own, on a file that is gone when it ends:
// no name in it is one of the network's, and none goes through a shell.
#include "cli/drawing.hpp"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "cli/session/session.hpp"
#include "network/files/graph_writers.hpp"
#include "report/words/render.hpp"

extern char** environ;

namespace vicinal::cli {

using report::printable;

using network::Network;
using network::NodeId;

namespace {

// More cannot be made out, and take Graphviz long.
constexpr std::size_t most_nodes = 400;
constexpr std::size_t most_edges = 2000;

bool drawable(const Network& network) {
  return network.node_count() <= most_nodes &&
         network.edge_count() <= most_edges;
}

// A file with the text, which goes with it.
class Scratch {
 public:
  explicit Scratch(const std::string& text) {
    std::error_code none;
    path_ = std::filesystem::temp_directory_path(none) / "vicinal-XXXXXX";
    const int descriptor = mkstemp(path_.data());
    if (descriptor < 0) {
      path_.clear();
      return;
    }
    std::FILE* file = fdopen(descriptor, "wb");
    if (file == nullptr) return;
    const std::size_t written = std::fwrite(text.data(), 1, text.size(), file);
    written_ = std::fclose(file) == 0 && written == text.size();
  }
  ~Scratch() {
    if (!path_.empty()) unlink(path_.c_str());
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  bool good() const { return written_; }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  bool written_ = false;
};

// Runs `dot` on the file, whose output is ours. The sentence is what went
// wrong.
std::string run_graphviz(const std::string& path) {
  std::vector<std::string> words = {"dot", "-Kfdp", "-Tsvg", path};
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  pid_t child = 0;
  const int error =
      posix_spawnp(&child, "dot", nullptr, nullptr, arguments.data(), environ);
  if (error == ENOENT) {
    return "Graphviz draws pictures, and its program 'dot' is not there: "
           "install graphviz";
  }
  if (error != 0) return "Graphviz's program 'dot' cannot be run";
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {};
  return "Graphviz could not draw this";
}

}  // namespace

int draw(const Options& options, const Network& network,
         const report::Topology& t) {
  std::vector<network::Picture> pictures;
  const groupoid::Partition& classes = t.reduction().nodes();
  std::vector<std::uint32_t> of_node, of_class;
  for (std::size_t n = 0; n < network.node_count(); ++n) {
    of_node.push_back(classes.class_of(NodeId(n)));
  }
  for (std::uint32_t c = 0; c < classes.size(); ++c) of_class.push_back(c);
  if (drawable(network)) {
    pictures.push_back({&network, of_node, "network"});
    if (t.analysis && t.analysis->blocks) {
      pictures.back().heavy_nodes = t.analysis->blocks->articulation_points;
      pictures.back().heavy_edges = t.analysis->blocks->bridges;
    }
  }
  if (t.quotient && drawable(t.quotient->network)) {
    pictures.push_back({&t.quotient->network, of_class, "quotient"});
  }
  if (pictures.empty()) {
    say(fmt::format("vicinal: a picture shows {} nodes and {} edges at most\n",
                    most_nodes, most_edges));
    return exit_undecided;
  }
  if (pictures.front().network != &network && !options.quiet) {
    say("vicinal: the network is too large to draw; this is its quotient\n");
  }
  const Scratch scratch(network::picture_dot(pictures));
  const std::string error = scratch.good()
                                ? run_graphviz(scratch.path())
                                : "a file for Graphviz cannot be written";
  if (!error.empty()) {
    say("vicinal: " + printable(error) + "\n");
    return exit_usage;
  }
  return t.exact() ? exit_holds : exit_undecided;
}

}  // namespace vicinal::cli
