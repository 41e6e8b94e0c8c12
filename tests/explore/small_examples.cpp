// SPDX-License-Identifier: MIT
// In the order in which the folders list them: no test depends on it.
#include "tests/explore/small_examples.hpp"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace vicinal::test {

void each_small_example(
    const std::function<void(const random_models::Loaded&)>& look) {
  namespace fs = std::filesystem;
  for (const auto& entry : fs::recursive_directory_iterator(
           fs::path(VICINAL_SOURCE_DIR) / "examples")) {
    if (entry.path().extension() != ".vic") continue;
    std::ifstream in(entry.path());
    std::stringstream text;
    text << in.rdbuf();
    INFO(entry.path());
    const auto loaded = random_models::load(text.str());
    if (loaded.instance == nullptr) continue;  // on a graph
    if (loaded.instance->slot_count() > 200) continue;
    look(loaded);
  }
}

}  // namespace vicinal::test
