// SPDX-License-Identifier: MIT
// A block that is loaded is held against its checksum before any of it is
// decoded, so that decoding need not expect anything but what was written.
#include "explore/disk/sorted_run.hpp"

#include <zlib.h>

#include <algorithm>
#include <utility>

#include "network/base/budget.hpp"

namespace vicinal::explore::inline disk {

namespace {

std::uint32_t checksum_of(const std::uint8_t* bytes, std::size_t count) {
  return static_cast<std::uint32_t>(
      ::crc32_z(::crc32_z(0, nullptr, 0), bytes, count));
}

}  // namespace

std::uint64_t SortedRun::bytes() const {
  return blocks_.capacity() * sizeof(Block) + last_.capacity() * 8;
}

RunWriter::RunWriter(WorkFolder& folder, const RecordCoding& coding,
                     std::uint64_t first, std::uint64_t last,
                     std::size_t block_bytes)
    : coding_(coding),
      block_bytes_(block_bytes),
      run_(new SortedRun(folder)),
      buffer_(block_bytes + coding.most_bytes()),
      before_(coding.words()) {
  run_->levels_ = {first, RecordCoding::level_bits(last - first + 1)};
  run_->last_level_ = last;
}

void RunWriter::end_block() {
  if (states_ == 0) return;
  SortedRun& run = *run_;
  run.blocks_.push_back({run.file_.size(), static_cast<std::uint32_t>(at_),
                         states_, checksum_of(buffer_.data(), at_)});
  run.last_.insert(run.last_.end(), before_.begin(), before_.end());
  run.file_.append({buffer_.data(), at_});
  run.size_ += states_;
  states_ = 0;
  at_ = 0;
  std::ranges::fill(before_, 0);
}

std::unique_ptr<SortedRun> RunWriter::finish() {
  end_block();
  return std::move(run_);
}

RunReader::RunReader(const SortedRun& run, const RecordCoding& coding)
    : run_(run),
      coding_(coding),
      words_(coding.words()),
      state_(coding.words()) {}

bool RunReader::load(std::size_t number) {
  if (number >= run_.blocks_.size()) return false;
  const SortedRun::Block& block = run_.blocks_[number];
  network::poll(block.states);
  buffer_.resize(block.bytes);
  run_.file_.read(block.from, buffer_);
  if (checksum_of(buffer_.data(), buffer_.size()) != block.checksum) {
    run_.file_.damaged();
  }
  at_ = buffer_.data();
  left_ = block.states;
  block_ = number + 1;
  std::ranges::fill(state_, 0);
  return true;
}

// Blocks that end before the state are not read.
bool RunReader::holds(const std::uint64_t* state) {
  if (ended_) return false;
  if (begun_ && !state_less(state_.data(), state, words_)) {
    return std::equal(state, state + words_, state_.data());
  }
  const auto ends_before = [&](std::size_t block) {
    return state_less(run_.last_.data() + block * words_, state, words_);
  };
  if (!begun_ || ends_before(block_ - 1)) {
    std::size_t block = begun_ ? block_ : 0;
    while (block < run_.blocks_.size() && ends_before(block)) ++block;
    ended_ = !load(block);
    if (ended_) return false;
    begun_ = true;
    step();
  }
  while (state_less(state_.data(), state, words_)) step();
  return std::equal(state, state + words_, state_.data());
}

}  // namespace vicinal::explore::inline disk
