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
#include <deque>
#include <optional>
#include <string_view>
#include <utility>

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

// A segment from run to run. What it has handed out is of no use before it is
// done and nothing is wrong.
class Reader {
 public:
  Reader(const Part& part, const Layout& layout)
      : in_(part.file), layout_(layout), expected_(part.expected) {
    wrong_ = read_head(in_, layout);
    next();
  }

  bool done() const { return done_; }
  // Of the next run.
  std::pair<std::uint64_t, std::uint32_t> place() const {
    return {level_, shard_};
  }
  const std::string& wrong() const { return wrong_; }

  void take_run(const TakeState& take) {
    std::vector<std::uint64_t> state(layout_.size());
    for (std::uint64_t i = 0; wrong_.empty() && i < count_; ++i) {
      network::poll();
      for (std::size_t w = 0; w < layout_.size(); ++w) {
        state[w] = in_.number(layout_[w]);
      }
      wrong_ = in_.ended() ? "it ends too early"
                           : take(level_, shard_, state.data());
    }
    next();
  }

 private:
  void next() {
    if (wrong_.empty() && in_.more()) {
      level_ = in_.number(8);
      shard_ = static_cast<std::uint32_t>(in_.number(4));
      count_ = in_.number(4);
      if (!in_.ended() && count_ <= expected_.states - states_) {
        states_ += count_;
        return;
      }
      wrong_ = "it has other states";
    }
    end();
  }

  void end() {
    done_ = true;
    if (wrong_.empty() && states_ != expected_.states) {
      wrong_ = "it has other states";
    } else if (wrong_.empty() && in_.bytes() != expected_.bytes) {
      wrong_ = "its length is another";
    } else if (wrong_.empty() && in_.crc() != expected_.crc) {
      wrong_ = "its checksum is another";
    }
    if (in_.error() != 0) wrong_ = std::strerror(in_.error());
  }

  Input in_;
  const Layout& layout_;
  const Expected& expected_;
  std::string wrong_;
  bool done_ = false;
  std::uint64_t states_ = 0;  // of the runs that were begun
  std::uint64_t level_ = 0, count_ = 0;
  std::uint32_t shard_ = 0;
};

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

WrongPart read_together(std::span<const Part> parts, const Layout& layout,
                        const TakeState& take) {
  std::deque<Reader> readers;
  for (const Part& part : parts) readers.emplace_back(part, layout);
  for (;;) {
    std::optional<std::size_t> first;
    for (std::size_t i = 0; i < readers.size(); ++i) {
      if (!readers[i].wrong().empty()) return {i, readers[i].wrong()};
      if (readers[i].done()) continue;
      if (!first || readers[i].place() < readers[*first].place()) first = i;
    }
    if (!first) return {};
    readers[*first].take_run(take);
  }
}

}  // namespace vicinal::explore::inline checkpoint
