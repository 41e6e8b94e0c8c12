// SPDX-License-Identifier: MIT
// States in ascending order, each once, with their levels, in a file.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "explore/disk/record_coding.hpp"
#include "explore/disk/work_files.hpp"

namespace vicinal::explore::inline disk {

// A run is written once, and then read, as often as wanted. It is cut into
// blocks; where a block lies, its checksum and its last state stay in memory,
// so that blocks can be left out, and a file that was cut or changed is
// noticed when it is read.
class SortedRun {
 public:
  std::uint64_t size() const { return size_; }  // states
  std::uint64_t first_level() const { return levels_.least; }
  std::uint64_t last_level() const { return last_level_; }
  std::uint64_t bytes() const;  // in memory

 private:
  friend class RunWriter;
  friend class RunReader;
  struct Block {
    std::uint64_t from = 0;  // in the file
    std::uint32_t bytes = 0;
    std::uint32_t states = 0;
    std::uint32_t checksum = 0;
  };
  explicit SortedRun(WorkFolder& folder) : file_(folder) {}

  WorkFile file_;
  RecordCoding::Levels levels_;
  std::uint64_t last_level_ = 0;
  std::uint64_t size_ = 0;
  std::vector<Block> blocks_;
  std::vector<std::uint64_t> last_;  // of each block: words of its last state
};

class RunWriter {
 public:
  // Of states with levels from `first` to `last`. All must outlive it, and the
  // run.
  RunWriter(WorkFolder& folder, const RecordCoding& coding, std::uint64_t first,
            std::uint64_t last, std::size_t block_bytes);

  // In ascending order. Throws DiskError.
  void add(const std::uint64_t* state, std::uint64_t level) {
    if (at_ >= block_bytes_) end_block();
    at_ = static_cast<std::size_t>(coding_.write(run_->levels_, before_.data(),
                                                 state, level,
                                                 buffer_.data() + at_) -
                                   buffer_.data());
    ++states_;
  }
  std::unique_ptr<SortedRun> finish();

 private:
  void end_block();

  const RecordCoding& coding_;
  std::size_t block_bytes_;
  std::unique_ptr<SortedRun> run_;
  std::vector<std::uint8_t> buffer_;
  std::size_t at_ = 0;  // in the buffer
  std::uint32_t states_ = 0;
  std::vector<std::uint64_t> before_;
};

// Goes through a run, which it needs as long as it lives. Polls the budget.
class RunReader {
 public:
  RunReader(const SortedRun& run, const RecordCoding& coding);

  // The next state; false: there is none.
  bool next() {
    if (left_ == 0 && !load(block_)) return false;
    step();
    return true;
  }
  // Where it is.
  const std::uint64_t* state() const { return state_.data(); }
  std::uint64_t level() const { return level_; }

  // Whether the run holds the state, which is not less than the one that was
  // asked for before.
  bool holds(const std::uint64_t* state);

 private:
  bool load(std::size_t block);
  void step() {
    at_ = coding_.read(run_.levels_, state_.data(), level_, at_);
    --left_;
  }

  const SortedRun& run_;
  const RecordCoding& coding_;
  std::size_t words_;
  std::size_t block_ = 0;   // the next one
  std::uint32_t left_ = 0;  // states of the block that is loaded
  const std::uint8_t* at_ = nullptr;
  bool begun_ = false, ended_ = false;  // of `holds`
  std::vector<std::uint8_t> buffer_;
  std::vector<std::uint64_t> state_;
  std::uint64_t level_ = 0;
};

}  // namespace vicinal::explore::inline disk
