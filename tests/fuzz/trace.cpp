// SPDX-License-Identifier: MIT
// Any bytes as a trace for --replay: what is read is a run's shape of the
// instance, and replaying it neither crashes nor hangs.
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "explore/search/replay.hpp"
#include "report/words/value_json.hpp"
#include "tests/fuzz/every_type.hpp"

using namespace vicinal;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  static const auto opened = fuzz::every_type();
  const network::Instance& instance = *opened->instance;
  const report::Json json = report::Json::parse(data, data + size, nullptr,
                                                /*allow_exceptions=*/false);
  if (json.is_discarded()) return 0;
  const report::ReadTrace read = report::read_trace(instance, json);
  if (read.trace.has_value() == !read.error.empty()) std::abort();
  if (read.trace) explore::replay(instance, *read.trace);
  return 0;
}
