// SPDX-License-Identifier: MIT
// States of a search in a file.
//
//   "VICSTATE", u32 format, u32 words, a byte per word: its bytes
//   runs:  u64 level, u32 shard, u32 count, then the states, packed, one after
//          the other
//
// All numbers begin with their lowest byte. Runs stand by level, and within a
// level by shard; those of a shard follow each other, so that whoever owns some
// shards reads these and skips the others.
#pragma once

#include <cstdint>
#include <cstdio>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "explore/checkpoint/folder.hpp"

namespace vicinal::explore::inline checkpoint {

// How states are packed: per word the bytes that are used, at most 8.
using Layout = std::vector<std::uint8_t>;

// States of one level in one shard, by their numbers there.
struct Run {
  std::uint64_t level = 0;
  std::uint32_t shard = 0;
  std::uint32_t begin = 0, end = 0;
};

// Reads a state, all its words.
using ReadState = std::function<void(std::uint32_t shard, std::uint32_t number,
                                     std::uint64_t* state)>;

// Writes a whole segment; the file is not finished.
void write_segment(FileWriter& file, const Layout& layout,
                   std::span<const Run> runs, const ReadState& read);

// Takes a state; what is wrong with it, or nothing.
using TakeState = std::function<std::string(
    std::uint64_t level, std::uint32_t shard, const std::uint64_t* state)>;

// What a segment must be, as the manifest says.
struct Expected {
  std::uint64_t bytes = 0;
  std::uint64_t states = 0;
  std::uint32_t crc = 0;
};

// One of several segments that are read together.
struct Part {
  std::FILE* file = nullptr;
  Expected expected;
};
// What is wrong, and with which part. Empty: nothing.
struct WrongPart {
  std::size_t part = 0;
  std::string what;
};

// Hands out the states of segments: level by level, in the order of shards, and
// those of one shard in the order of the parts, each in its order. What is
// wrong with one (the states before that were handed out), or nothing. Polls.
WrongPart read_together(std::span<const Part> parts, const Layout& layout,
                        const TakeState& take);
}  // namespace vicinal::explore::inline checkpoint
