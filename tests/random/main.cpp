// SPDX-License-Identifier: MIT
// Prints the random model of a kind and a seed:
//
//   random_model
//   network|flat|family|whole|claimed|looping|symmetric|uniform|exchange|
//                alike|temporal|start|edges|array|slight|round|corner|lively|
//                moving|growing|relation|seen|level|stride|progress|murphi|
//                protocol
//                SEED
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

#include "alike_model.hpp"
#include "array_model.hpp"
#include "claimed_family.hpp"
#include "corner_model.hpp"
#include "exchange_model.hpp"
#include "growing_family.hpp"
#include "level_family.hpp"
#include "lively_model.hpp"
#include "looping_family.hpp"
#include "moving_family.hpp"
#include "murphi_model.hpp"
#include "progress_family.hpp"
#include "random_family.hpp"
#include "random_model.hpp"
#include "random_start.hpp"
#include "relation_family.hpp"
#include "round_model.hpp"
#include "seen_family.hpp"
#include "slight_model.hpp"
#include "stride_family.hpp"
#include "symmetric_model.hpp"
#include "temporal.hpp"
#include "uniform_model.hpp"

namespace {

// What a kind of families of few states is made by, if it is one.
using Family = std::string (*)(std::uint64_t seed);
const Family* family_of(const std::string& kind) {
  using namespace vicinal::random_models;
  static const std::map<std::string, Family> all = {
      {"claimed", claimed_family},   {"moving", moving_family},
      {"looping", looping_family},   {"growing", growing_family},
      {"relation", relation_family}, {"seen", seen_family},
      {"level", level_family},       {"stride", stride_family}};
  const auto found = all.find(kind);
  return found == all.end() ? nullptr : &found->second;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace vicinal::random_models;
  const std::string kind = argc == 3 ? argv[1] : "";
  const std::uint64_t seed =
      argc == 3 ? std::strtoull(argv[2], nullptr, 10) : 0;
  std::string text;
  if (kind == "network" || kind == "flat") {
    Options options;
    options.flat = kind == "flat";
    text = random_model(seed, options);
  } else if (kind == "family") {
    text = random_family(seed).text;
  } else if (kind == "whole") {
    text = whole_family(seed).text;
  } else if (kind == "progress") {
    text = progress_family(seed).text;
  } else if (const auto* family = family_of(kind)) {
    text = (*family)(seed);
  } else if (kind == "symmetric") {
    text = symmetric_model(seed);
  } else if (kind == "uniform") {
    text = uniform_model(seed);
  } else if (kind == "exchange") {
    text = exchange_model(seed);
  } else if (kind == "alike") {
    text = alike_model(seed);
  } else if (kind == "temporal") {
    text = exchange_model(seed);
    text += temporal_claims(seed, text);
  } else if (kind == "lively") {
    text = lively_model(seed);
    text += temporal_claims(seed, text);
  } else if (kind == "start") {
    text = random_start(seed);
  } else if (kind == "edges") {
    text = random_start_of_edges(seed);
  } else if (kind == "array") {
    text = array_model(seed);
  } else if (kind == "corner") {
    text = corner_model(seed);
  } else if (kind == "round") {
    text = round_model(seed);
  } else if (kind == "slight") {
    text = slight_model(seed).text;
  } else if (kind == "murphi") {
    text = murphi_model(seed).text;
  } else if (kind == "protocol") {
    text = murphi_protocol(seed).text;
  } else {
    std::fputs(
        "usage: random_model network|flat|family|whole|claimed|moving|looping|"
        "growing|symmetric|uniform|exchange|alike|temporal|start|edges|array|"
        "slight|"
        "round|corner|lively|murphi|protocol SEED\n",
        stderr);
    return 2;
  }
  std::fputs(text.c_str(), stdout);
  return 0;
}
