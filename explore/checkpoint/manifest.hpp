// SPDX-License-Identifier: MIT
// The text of a manifest: what a checkpoint is of, how far the search had come,
// and which files hold its states.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "explore/checkpoint/progress.hpp"
#include "explore/checkpoint/segment.hpp"

namespace vicinal::explore::inline checkpoint {

struct Manifest {
  Identity identity;
  Layout layout;
  std::uint32_t shards = 0;
  struct Segment {
    std::uint64_t number = 0;  // of its file
    std::uint64_t save = 0;    // those of one save are read together
    Expected expected;
  };
  std::vector<Segment> segments;  // in the order of saves
  Progress progress;
};

// JSON, with a checksum of it.
std::string manifest_text(const Manifest& manifest);

// The error is a part of a sentence: "it is ...". Anything may stand in the
// text; numbers that name processes, actions and slots are left to who knows
// how many there are.
struct ReadManifest {
  std::optional<Manifest> manifest;
  std::string error;
};
ReadManifest read_manifest(const std::string& text);
// The same without the checksum, which little that is made at random would
// have: for fuzzing.
ReadManifest read_saved(const std::string& text);

}  // namespace vicinal::explore::inline checkpoint
