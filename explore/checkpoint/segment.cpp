// SPDX-License-Identifier: MIT
// A reader believes nothing before the sum of the whole file is right: what it
// has handed out until then is of no use if it is not.
#include "explore/checkpoint/segment.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <numeric>
#include <string_view>

#include "network/base/budget.hpp"

namespace vicinal::explore::inline checkpoint {

namespace {

constexpr std::string_view magic = "VICSTATE";
constexpr std::uint32_t segment_format = 1;

// The lowest bytes of a number, lowest first.
void put(FileWriter& file, std::uint64_t number, std::size_t count) {
  std::array<std::uint8_t, 8> bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<std::uint8_t>(number >> (8 * i));
  }
  file.write(bytes.data(), count);
}

// A file from its begin to its end, and the sum of its bytes.
class Input {
 public:
  explicit Input(std::FILE* file) : file_(file), buffer_(1 << 16) {}

  // The next number of so many bytes; if the file has ended: 0, and `ended`.
  std::uint64_t number(std::size_t count) {
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (at_ == end_ && !fill()) {
        ended_ = true;
        return 0;
      }
      number |= std::uint64_t{buffer_[at_++]} << (8 * i);
    }
    return number;
  }
  bool ended() const { return ended_; }
  bool more() { return at_ < end_ || fill(); }
  // Of the system, or 0.
  int error() const { return error_; }

  std::uint64_t bytes() const { return bytes_; }
  std::uint32_t crc() const { return crc_; }

 private:
  bool fill() {
    at_ = 0;
    end_ = std::fread(buffer_.data(), 1, buffer_.size(), file_);
    if (std::ferror(file_) != 0) error_ = errno;
    bytes_ += end_;
    crc_ = static_cast<std::uint32_t>(
        crc32(crc_, buffer_.data(), static_cast<uInt>(end_)));
    return end_ > 0;
  }

  std::FILE* file_;
  std::vector<std::uint8_t> buffer_;
  std::size_t at_ = 0, end_ = 0;
  std::uint64_t bytes_ = 0;
  std::uint32_t crc_ = 0;
  int error_ = 0;
  bool ended_ = false;
};

// What is wrong with how it begins.
std::string read_head(Input& in, const Layout& layout) {
  for (const char c : magic) {
    if (in.number(1) != static_cast<std::uint8_t>(c)) {
      return "it has no states";
    }
  }
  if (in.number(4) != segment_format) return "it has another format";
  if (in.number(4) != layout.size()) return "its states are others";
  for (const std::uint8_t bytes : layout) {
    if (in.number(1) != bytes) return "its states are others";
  }
  return in.ended() ? "it ends too early" : "";
}

std::string read_runs(Input& in, const Layout& layout, std::uint64_t expected,
                      const TakeState& take) {
  std::vector<std::uint64_t> state(layout.size());
  std::uint64_t states = 0;
  while (in.more()) {
    const std::uint64_t level = in.number(8);
    const auto shard = static_cast<std::uint32_t>(in.number(4));
    const std::uint64_t count = in.number(4);
    if (in.ended() || count > expected - states) break;
    states += count;
    for (std::uint64_t i = 0; i < count; ++i) {
      network::poll();
      for (std::size_t w = 0; w < layout.size(); ++w) {
        state[w] = in.number(layout[w]);
      }
      if (in.ended()) return "it ends too early";
      std::string wrong = take(level, shard, state.data());
      if (!wrong.empty()) return wrong;
    }
  }
  return states == expected && !in.more() ? "" : "it has other states";
}

}  // namespace

void write_segment(FileWriter& file, const Layout& layout,
                   std::span<const Run> runs, const ReadState& read) {
  file.write(magic);
  put(file, segment_format, 4);
  put(file, layout.size(), 4);
  for (const std::uint8_t bytes : layout) put(file, bytes, 1);
  std::vector<std::uint64_t> state(layout.size());
  for (const Run& run : runs) {
    put(file, run.level, 8);
    put(file, run.shard, 4);
    put(file, run.end - run.begin, 4);
    for (std::uint32_t i = run.begin; i < run.end; ++i) {
      read(run.shard, i, state.data());
      for (std::size_t w = 0; w < layout.size(); ++w) {
        put(file, state[w], layout[w]);
      }
    }
  }
}

std::string read_segment(std::FILE* file, const Layout& layout,
                         const Expected& expected, const TakeState& take) {
  Input in(file);
  std::string wrong = read_head(in, layout);
  if (wrong.empty()) wrong = read_runs(in, layout, expected.states, take);
  if (in.error() != 0) return std::strerror(in.error());
  if (!wrong.empty()) return wrong;
  if (in.bytes() != expected.bytes) return "its length is another";
  if (in.crc() != expected.crc) return "its checksum is another";
  return {};
}

}  // namespace vicinal::explore::inline checkpoint
