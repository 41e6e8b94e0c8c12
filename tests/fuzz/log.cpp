// SPDX-License-Identifier: MIT
// Any bytes as a log for conform, and as a mapping: what is read is within the
// types of the model, and taking it, or saying why it cannot follow, neither
// crashes nor hangs.
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>

#include "decide/question/opened.hpp"
#include "explore/conform/log_reader.hpp"
#include "explore/conform/mismatch.hpp"

using namespace vicinal;

namespace {

// Every type that a value of a log may have.
constexpr const char* model_text = R"(
enum Phase { thinking, eating }
struct Pair { x : bool; y : 0..3; }
param n : 2.. = 2;
process P {
  port left, right : inout bool;
  var phase : Phase = thinking;
  var friend : id of s = none;
  var waiting : queue 0..3[2];
  var both : Pair;
  var seen : bool[2];
  action take(v in 0..3, q in s) when left && !full(waiting) {
    push(waiting, v); left := false; friend := q; both.y := v;
  }
  action pass when !left { left := true; phase := eating; seen[0] := true; }
}
network {
  node s[n] : P;
  edge e[n] : bool;
  for i in 0..n-1 { connect s[i].right, s[(i + 1) % n].left to e[i]; }
}
)";

std::unique_ptr<decide::Opened> open() {
  auto opened = decide::open_model(model_text, "log.vic", {});
  if (!opened->good()) std::abort();
  decide::elaborate(*opened);
  if (!opened->instance) std::abort();
  return opened;
}

void check(const network::Instance& instance, const explore::Observation& o) {
  for (const explore::SeenScalar& seen : o.scalars) {
    const network::Bounds& b = instance.slots.at(seen.slot);
    if (seen.value < b.low || seen.value > b.high) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  static const auto opened = open();
  const network::Instance& instance = *opened->instance;
  const std::string text(reinterpret_cast<const char*>(data), size);
  network::Diagnostics diagnostics;
  explore::Mapping mapping;
  const network::Source source("map", text.substr(0, text.find('\n')));
  network::Diagnostics of_mapping;
  if (!explore::read_mapping(source, of_mapping, mapping)) mapping = {};
  explore::LogReader reader(instance, mapping, "log", diagnostics);
  explore::ConformOptions options;
  options.stutter = size % 2 == 0;
  const network::Limits limits{.seconds = 1};
  const network::Budget budget(limits);
  const network::Polling polling(budget);
  try {
    explore::Conformance conformance(instance, options, budget);
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      explore::Observation line;
      const auto read = reader.read(text.substr(begin, end - begin), line);
      begin = end + 1;
      if (read == explore::LogReader::Read::wrong) break;
      check(instance, line);
      if (read == explore::LogReader::Read::nothing) continue;
      if (conformance.take(line)) continue;
      const auto why = explain(instance, conformance, line);
      if (why.line != line.line) std::abort();
      break;
    }
  } catch (const network::LimitReached&) {
  }
  return 0;
}
