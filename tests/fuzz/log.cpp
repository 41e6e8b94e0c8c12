// SPDX-License-Identifier: MIT
// Any bytes as a log for conform, and as a mapping: what is read is within the
// types of the model, and taking it, or saying why it cannot follow, neither
// crashes nor hangs.
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>

#include "explore/conform/log_reader.hpp"
#include "explore/conform/mismatch.hpp"
#include "tests/fuzz/every_type.hpp"

using namespace vicinal;

namespace {

void check(const network::Instance& instance, const explore::Observation& o) {
  for (const explore::SeenScalar& seen : o.scalars) {
    const network::Bounds& b = instance.slots.at(seen.slot);
    if (seen.value < b.low || seen.value > b.high) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  static const auto opened = fuzz::every_type();
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
