// SPDX-License-Identifier: MIT
// Saves what a search has done, and gives it back.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "explore/checkpoint/company.hpp"
#include "explore/checkpoint/folder.hpp"
#include "explore/checkpoint/manifest.hpp"

namespace vicinal::explore::inline checkpoint {

// A checkpoint in a folder. Who explores asks in this order: whether there is
// an error (no folder, no checkpoint); whether it is of the same; where it
// resumes, for the progress and the states; and saves when that is due. It is
// the search that says which states are new. A save that fails leaves the one
// before as it is. While it lives no other one has the folder.
class Keeper {
 public:
  struct How {
    bool resume = false;
    double every_seconds = 600;  // between two saves
    std::string program;         // and its version: others go on from nothing
    // Told before and after each save, which may take long.
    std::function<void(bool saves)> busy;
    // Others that save in the same folder, each its own states. All make a
    // keeper, and ask it for the same in the same order, but for `due` and
    // `damaged`. Null: nobody does.
    Company* company = nullptr;
  };
  // A folder without a checkpoint, or (resume) with one, which is read but for
  // its states.
  Keeper(std::string folder, How how);

  const std::string& folder() const { return folder_.path(); }
  // Sentences; empty: nothing is wrong.
  const std::string& error() const { return error_; }

  // What is explored, and, where a search is resumed, whether that is the same.
  bool is_of(Identity identity);
  bool resumes() const { return how_.resume; }
  // Of the last save.
  const Progress& progress() const { return manifest_.progress; }

  // Of the states: before they are read or saved. False: those that were saved
  // are others.
  bool has_layout(Layout layout, std::uint32_t shards);
  // All that were saved, by whomever, by levels, and each shard in its order.
  // What `take` says is wrong with one ends it. False: error() says what is
  // wrong. Polls.
  bool read_states(const TakeState& take);
  // In a checkpoint that was read something else is damaged.
  void damaged(const std::string& what);
  // What is wrong for one is wrong for all. False: something is. A meeting.
  bool agree();

  bool due() const;
  // Adds the states of these runs, by level and shard, to those that were saved
  // before. False: nothing is changed, and unsaved() says why. (It may have
  // something to say otherwise, too: that a power cut may undo it.)
  bool save(const Progress& progress, std::span<const Run> runs,
            const ReadState& read);
  // What went wrong with the last save; empty: nothing.
  const std::string& unsaved() const { return unsaved_; }
  // How many times something was saved.
  std::uint64_t saves() const { return saves_; }

 private:
  using Clock = std::chrono::steady_clock;
  bool is_first() const {
    return how_.company == nullptr || how_.company->rank() == 0;
  }
  void open(Folder::Access access);
  void read();
  void compare();
  bool read_save(std::span<const Manifest::Segment> segments,
                 const TakeState& take);
  Manifest::Segment write_states(std::span<const Run> runs,
                                 const ReadState& read);
  std::vector<Manifest::Segment> of_all(const Manifest::Segment& mine);
  bool write_manifest(const Manifest& next);
  bool write_all(const Progress& progress, std::span<const Run> runs,
                 const ReadState& read);

  How how_;
  Folder folder_;
  std::string error_, unsaved_;
  Manifest manifest_;  // that stands in the folder, or will
  Clock::time_point last_ = Clock::now();
  std::uint64_t saves_ = 0;
};

}  // namespace vicinal::explore::inline checkpoint
