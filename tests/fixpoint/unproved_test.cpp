// SPDX-License-Identifier: MIT
// Guards: what some reachable state breaks is proved by no local engine. Each
// file of tests/unproved is a small model, with what a mistake would forget of
// it at its top; its invariants are false, or evaluating something fails. Of
// those with too many initial states for the oracle the file is believed, and
// pairs are not asked.
#include <catch2/catch.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "fixpoint/implication/imply.hpp"
#include "fixpoint/pair/pair.hpp"
#include "tests/oracle/oracle.hpp"
#include "tests/random/loaded.hpp"

namespace unproved_test {

namespace {

using namespace vicinal;
using fixpoint::PairMode;
using fixpoint::Reduce;
using Names = std::set<std::string>;

const std::string model_error = "no model error";

// What some reachable state breaks; `large`: all, says the file.
Names broken(const random_models::Loaded& loaded, bool& large) {
  Names out;
  large = false;
  try {
    const oracle::Instance oracle(loaded.tree, {});
    for (const auto& [name, result] : oracle.explore(5000).properties) {
      if (result.violated || result.fails) out.insert(name);
    }
  } catch (const oracle::TooLarge&) {
    large = true;
    for (const auto& p : loaded.model->properties) out.insert(p.name);
  }
  return out;
}

template <class Invariant>
Names proved(const random_models::Loaded& loaded, const Invariant& theta) {
  REQUIRE(theta.limit == network::Limit::none);
  Names out;
  const network::Instance& instance = *loaded.instance;
  for (std::size_t p = 0; p < loaded.model->properties.size(); ++p) {
    if (fixpoint::imply(instance, theta, p, {}).proved) {
      out.insert(loaded.model->properties[p].name);
    }
  }
  if (fixpoint::imply_no_model_error(instance, theta, {}).proved) {
    out.insert(model_error);
  }
  return out;
}

void check_none(const Names& found, const Names& broken) {
  for (const std::string& name : broken) {
    INFO(name);
    CHECK(!found.contains(name));
  }
}

void check(const std::filesystem::path& file) {
  std::stringstream text;
  text << std::ifstream(file).rdbuf();
  const random_models::Loaded loaded = random_models::load(text.str());
  INFO(file.filename().string() << '\n' << text.str() << loaded.messages());
  REQUIRE(loaded.instance != nullptr);
  const network::Instance& instance = *loaded.instance;
  bool large = false;
  const Names bad = broken(loaded, large);
  REQUIRE(!bad.empty());
  for (const auto& p : loaded.model->properties) CHECK(bad.contains(p.name));
  for (const Reduce reduce : {Reduce::none, Reduce::classes, Reduce::orbits}) {
    INFO("singles, reduced by " << static_cast<int>(reduce));
    network::Diagnostics diagnostics;
    const auto theta =
        fixpoint::single_invariant(instance, {}, diagnostics, reduce);
    REQUIRE(theta.has_value());
    check_none(proved(loaded, *theta), bad);
    if (large || instance.network.node_count() < 2) continue;
    for (const PairMode mode :
         {PairMode::unreduced, PairMode::exact, PairMode::merged}) {
      INFO("pairs, mode " << static_cast<int>(mode));
      const auto pairs =
          fixpoint::pair_invariant(instance, theta->reduction, mode, {});
      REQUIRE(pairs.has_value());
      check_none(proved(loaded, *pairs), bad);
    }
  }
}

}  // namespace

TEST_CASE("what some state breaks is not proved") {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(
           VICINAL_SOURCE_DIR "/tests/unproved")) {
    files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  CHECK(files.size() > 50);
  for (const auto& file : files) check(file);
}

}  // namespace unproved_test
