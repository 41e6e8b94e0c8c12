// SPDX-License-Identifier: MIT
// Any bytes as a trace for --replay: what is read is a run's shape of the
// instance, and replaying it neither crashes nor hangs.
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>

#include "cli/output/value_json.hpp"
#include "explore/search/replay.hpp"
#include "network/elaboration/elaborate.hpp"
#include "network/language/checker/checker.hpp"
#include "network/language/parser/parser.hpp"

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

struct Fixed {
  network::Source source{"trace.vic", model_text};
  network::Diagnostics diagnostics{&source};
  std::optional<network::Model> model;
  std::optional<network::Instance> instance;

  Fixed() {
    const auto tree = network::parse(source, diagnostics);
    model = network::check(tree, source, {}, diagnostics);
    if (!model) std::abort();
    instance = network::elaborate(*model, network::default_parameters(*model),
                                  diagnostics);
    if (!instance) std::abort();
  }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  static const Fixed fixed;
  const cli::Json json =
      cli::Json::parse(data, data + size, nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded()) return 0;
  const cli::ReadTrace read = cli::read_trace(*fixed.instance, json);
  if (read.trace.has_value() == !read.error.empty()) std::abort();
  if (read.trace) explore::replay(*fixed.instance, *read.trace);
  return 0;
}
