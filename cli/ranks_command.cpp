// SPDX-License-Identifier: MIT
// All ranks read the same files and come to the same answer; only the first
// says it. A rank that a limit ends before the search tells the others, who
// would wait for it.
#include "cli/ranks_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>

#include "cli/commands.hpp"
#include "cli/ranks_topology.hpp"
#include "cli/session/load.hpp"
#include "cli/session/session.hpp"
#include "explore/ranks/rank_search.hpp"

namespace vicinal::cli {

using network::Exchange;

namespace {

// Of all bytes of the files that the options name.
std::uint64_t hash_of_files(const Options& options) {
  std::uint64_t hash = 0xCBF29CE484222325ULL;
  for (const std::string* name :
       {&options.model, &options.graph, &options.property_file}) {
    if (name->empty()) continue;
    const FileText file = read_file(*name);
    for (const std::string* text : {&file.text, &file.error}) {
      for (const char c : *text) {
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
      }
      hash = (hash ^ text->size()) * 0x100000001B3ULL;
    }
  }
  return hash;
}

bool same_files(const Options& options, Exchange& exchange) {
  std::array<std::uint64_t, 2> mine = {0, 0};
  try {
    mine[0] = hash_of_files(options);
  } catch (const network::LimitReached& reached) {
    mine[1] = static_cast<std::uint64_t>(reached.limit);
  }
  const auto all = exchange.gather(mine);
  for (const auto& row : all) {
    if (row.at(1) == 0) continue;
    throw explore::RankLeft{static_cast<network::Limit>(row.at(1))};
  }
  return std::ranges::all_of(
      all, [&](const auto& row) { return row.at(0) == all[0].at(0); });
}

int explore_together(const Options& options, Exchange& exchange) {
  if (!same_files(options, exchange)) {
    return wrong_usage_of_ranks(options,
                                "the ranks do not read the same files");
  }
  explore::Traffic traffic;
  explore::RankCompany company(exchange);
  Exploring how;
  how.company = &company;
  how.engine = [&](const network::Instance& instance,
                   const explore::Options& asked) {
    return explore::explore_on_ranks(instance, asked, exchange, &traffic);
  };
  how.add_statistics = [&](Json& json) {
    json["ranks"] = exchange.size();
    json["bytes_sent"] = traffic.bytes;
    json["states_sent"] = traffic.states;
    json["states_spared"] = traffic.spared;
    json["rounds"] = traffic.rounds / exchange.size();
    json["busy_seconds"] = static_cast<double>(traffic.busy_nanoseconds) * 1e-9;
    json["state_bytes"] = traffic.state_bytes;
    json["level_states"] = traffic.level_states;
  };
  return explore_command(options, how);
}

}  // namespace

int wrong_usage_of_ranks(const Options& options, const std::string& wrong) {
  return wrong_usage(options, wrong, "vicinal-mpi");
}

std::string not_on_ranks(const Options& options, unsigned ranks) {
  if (options.command != "explore" && options.command != "topology") {
    return fmt::format(
        "'{}' is for 'vicinal': ranks explore, and find the classes of "
        "networks ('topology')",
        options.command);
  }
  if (ranks > explore::most_ranks) {
    return fmt::format("{} ranks are too many, at most {} have something to do",
                       ranks, explore::most_ranks);
  }
  if (options.model == "-") {
    return "a model on standard input would be read by one rank alone";
  }
  if (options.command == "topology") return topology_not_on_ranks(options);
  if (options.threads != Options::threads_unset && options.threads != 1) {
    return "--threads is for 'vicinal': a rank has one thread, and 'mpirun "
           "-np K' says how many ranks there are";
  }
  if (options.reduction != "none" && options.reduction != "orbit") {
    return fmt::format(
        "--reduction {} is for 'vicinal': ranks take none or "
        "orbit",
        options.reduction);
  }
  if (options.coverage) {
    return "--coverage is for 'vicinal': no rank has all states";
  }
  if (!options.disk.empty()) {
    return "--disk is for 'vicinal': ranks keep states in memory";
  }
  if (!options.witness.empty()) {
    return "--witness is for 'vicinal': an invariant that says the contrary "
           "has the same run";
  }
  if (!options.sarif.empty()) {
    return "--sarif is for 'vicinal': --json has the same answer";
  }
  if (!options.replay.empty()) {
    return "--replay is for 'vicinal': it explores nothing";
  }
  return {};
}

namespace {

std::string ranks_help() {
  return "Examples:\n"
         "  mpirun -np 4 vicinal-mpi explore -D n=12 ring.vic\n"
         "  mpirun -np 64 --hostfile hosts vicinal-mpi explore --reduction "
         "orbit --json ring.vic\n"
         "  mpirun -np 4 vicinal-mpi topology --json edges.txt\n\n"
         "The answer is that of 'vicinal explore', and so are the options "
         "('vicinal explore --help'),\nbut for --threads, --coverage, "
         "--witness, --sarif, --replay and reductions other than orbit.\n"
         "'topology' finds the classes of an edge list, of which each rank "
         "reads a part;\nits options are --format, --directed, --simple, "
         "--color-refinement, and --classes with --json.\n"
         "Limits are those of each rank. Exit codes are those of 'vicinal'; "
         "mpirun has others besides,\nwhich vicinal-mpirun tells from them.\n";
}

}  // namespace

namespace {

// mpirun gives ranks a terminal where it has none itself.
Options without_terminal(Options options) {
  const bool forced = std::getenv("FORCE_COLOR") != nullptr;
  if (options.color == "auto" && !forced) options.color = "never";
  return options;
}

}  // namespace

RankEnd run_on_ranks(const std::vector<std::string>& arguments,
                     Exchange& exchange) {
  if (exchange.rank() != 0) be_silent();
  for (const std::string& word : arguments) {
    if (word != "--help" && word != "-h") continue;
    print(ranks_help());
    return {exit_holds, true};
  }
  bool begun = false, parted = false;
  const auto command = [&](const Options& given) {
    const Options options = without_terminal(given);
    if (const std::string wrong = not_on_ranks(options, exchange.size());
        !wrong.empty()) {
      return wrong_usage_of_ranks(options, wrong);
    }
    begun = true;
    try {
      if (options.command == "topology") {
        const int code = topology_on_ranks(options, exchange);
        parted = true;
        return code;
      }
      const int code = explore_together(options, exchange);
      explore::part(exchange);
      parted = true;
      return code;
    } catch (const explore::RankLeft& left) {
      parted = true;
      throw network::LimitReached{left.limit};
    } catch (const network::LimitReached& reached) {
      if (options.command != "topology") {
        explore::leave(exchange, reached.limit);
      }  // else all have it
      parted = true;
      throw;
    }
  };
  const int code = run(arguments, command);
  return {code, parted || !begun};
}

}  // namespace vicinal::cli
