// SPDX-License-Identifier: MIT
// Writes one random model: first the declarations that others need, then a
// shape of network, which says what ports there are, then what the processes
// do, and what is claimed of them.
#pragma once

#include "actions.hpp"
#include "random_model.hpp"
#include "rare.hpp"

namespace vicinal::random_models {

class Writer {
 public:
  Writer(std::uint64_t seed, const Options& options)
      : dice_(seed),
        options_(options),
        terms_(dice_, world_, Mixed::all),
        more_(seed + 0x7e3a),
        rare_(seed + 0x1a1e) {}

  std::string run();

 private:
  // Declarations
  void shared();
  std::string initial(const Type& type, const Process* process);
  bool free_start(const Type& type, int copies);

  // Networks: families and ports, then the text of the block
  void shape();
  void ring();
  void path();
  void star();
  void bus();
  void clique();
  void random_graph();
  void bipartite();
  void grid();
  std::size_t process(const std::string& name);
  void nodes(const std::string& name, std::size_t process,
             const std::vector<int>& sizes);
  void edges(const std::string& name, const Type& type,
             const std::vector<int>& sizes);
  Type edge_type();
  Type port(std::size_t process, const std::string& name, bool set,
            const Type& type, bool plain = false);
  void line(const std::string& text) { network_ += "  " + text + "\n"; }

  // Processes
  void variables(Process& process, int copies);

  // The rest
  void rules();
  std::string initial_condition();
  void properties();
  void temporal();
  std::string no_initial_state();
  void rare();
  std::string claim();
  Seen whole();

  Dice dice_;
  Options options_;
  World world_;
  Terms terms_;
  Actions actions_{dice_, world_, terms_};
  // Of what is added at the end: the rest does not change by it.
  Dice more_, rare_;
  std::string head_, network_, processes_, tail_;
  std::vector<std::string> claims_;
  std::vector<std::string> action_texts_;  // per process
  int size_ = 2;                           // the parameter n
  int free_ = 1;                           // initial valuations so far
};

}  // namespace vicinal::random_models
