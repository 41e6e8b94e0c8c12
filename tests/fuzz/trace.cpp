// SPDX-License-Identifier: MIT
// Any bytes as a trace for --replay: what is read is a run's shape of the
// instance, and replaying it neither crashes nor hangs.
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "decide/question/opened.hpp"
#include "explore/search/replay.hpp"
#include "report/words/value_json.hpp"

using namespace vicinal;

namespace {

// Every type that a value of a trace may have.
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
invariant calm: forall i in s: i.phase == thinking;
)";

std::unique_ptr<decide::Opened> open() {
  auto opened = decide::open_model(model_text, "trace.vic", {});
  if (!opened->good()) std::abort();
  decide::elaborate(*opened);
  if (!opened->instance) std::abort();
  return opened;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  static const auto opened = open();
  const network::Instance& instance = *opened->instance;
  const report::Json json = report::Json::parse(data, data + size, nullptr,
                                                /*allow_exceptions=*/false);
  if (json.is_discarded()) return 0;
  const report::ReadTrace read = report::read_trace(instance, json);
  if (read.trace.has_value() == !read.error.empty()) std::abort();
  if (read.trace) explore::replay(instance, *read.trace);
  return 0;
}
