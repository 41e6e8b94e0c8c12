// SPDX-License-Identifier: MIT
// The manifest is written last, and names what was whole before. So whenever
// the program ends there is either the checkpoint before or the new one, and
// files that no manifest names are of a program that ended between.
#include "explore/checkpoint/keeper.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <functional>
#include <new>
#include <set>
#include <utility>

namespace vicinal::explore::inline checkpoint {

namespace {

constexpr std::size_t largest_manifest = std::size_t{1} << 28;

struct Closed {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

std::uint64_t next_number(const Manifest& manifest) {
  return manifest.segments.empty() ? 1 : manifest.segments.back().number + 1;
}

std::uint64_t next_save(const Manifest& manifest) {
  return manifest.segments.empty() ? 1 : manifest.segments.back().save + 1;
}

}  // namespace

// The others come when the first one has the folder, and has put it in order.
Keeper::Keeper(std::string folder, How how)
    : how_(std::move(how)), folder_(std::move(folder)) {
  using Access = Folder::Access;
  if (is_first()) open(how_.resume ? Access::open : Access::make);
  if (how_.company == nullptr) return;
  if (is_first() && error_.empty()) {
    folder_.share();
    error_ = folder_.error();
  }
  if (!agree()) return;
  if (!is_first()) open(Access::join);
  if (agree()) compare();
}

void Keeper::open(Folder::Access access) {
  folder_.open(access);
  error_ = folder_.error();
  if (!error_.empty()) return;
  const bool there = folder_.has(manifest_name);
  if (how_.resume) {
    if (!there) {
      error_ = fmt::format("there is no checkpoint in '{}'", folder_.path());
      return;
    }
    read();
  } else if (there) {
    error_ = fmt::format(
        "there is a checkpoint in '{}': --resume goes on from it; remove the "
        "folder to begin anew",
        folder_.path());
  }
  if (!error_.empty() || !is_first()) return;
  std::set<std::string> named = {manifest_name};
  for (const Manifest::Segment& s : manifest_.segments) {
    named.insert(segment_name(s.number));
  }
  folder_.keep_only(named);
}

// Folders of one name on several machines may be several.
void Keeper::compare() {
  const std::string text = manifest_text(manifest_);
  const std::uint64_t mine = std::hash<std::string>()(text);
  const auto all = how_.company->gather({&mine, 1});
  for (const auto& theirs : all) {
    if (theirs == all.front()) continue;
    error_ = fmt::format(
        "the checkpoint in '{}' is not the same for all ranks: the folder has "
        "to be one that all of them see",
        folder_.path());
  }
}

bool Keeper::agree() {
  error_ = first_said(how_.company, error_);
  return error_.empty();
}

void Keeper::damaged(const std::string& what) {
  error_ = fmt::format("the checkpoint in '{}' is damaged: {}", folder_.path(),
                       what);
}

void Keeper::read() {
  const Folder::Text file = folder_.read(manifest_name, largest_manifest);
  if (!file.error.empty()) {
    error_ = fmt::format("the checkpoint in '{}' cannot be read: {}",
                         folder_.path(), file.error);
    return;
  }
  ReadManifest found = read_manifest(file.text);
  if (!found.manifest) {
    error_ = fmt::format("the checkpoint in '{}' cannot be used: {}",
                         folder_.path(), found.error);
    return;
  }
  manifest_ = std::move(*found.manifest);
}

bool Keeper::is_of(Identity identity) {
  identity.insert(identity.begin(), {"the program", how_.program});
  if (!how_.resume) manifest_.identity = identity;
  if (manifest_.identity == identity) return agree();
  std::string what = "what is asked";
  for (std::size_t i = 0; i < identity.size(); ++i) {
    if (i < manifest_.identity.size() && manifest_.identity[i] == identity[i]) {
      continue;
    }
    what = identity[i].first;
    const bool shown = identity[i].second.size() < 40 &&
                       i < manifest_.identity.size() &&
                       manifest_.identity[i].first == what &&
                       manifest_.identity[i].second.size() < 40;
    if (shown) {
      what += fmt::format(" ('{}' there, '{}' now)",
                          manifest_.identity[i].second, identity[i].second);
    }
    break;
  }
  error_ = fmt::format(
      "the checkpoint in '{}' is of another exploration; they differ in {}",
      folder_.path(), what);
  return agree();
}

bool Keeper::has_layout(Layout layout, std::uint32_t shards) {
  if (!how_.resume) {
    manifest_.layout = std::move(layout);
    manifest_.shards = shards;
    return true;
  }
  if (manifest_.layout == layout && manifest_.shards == shards) return true;
  damaged("its states are of another form");
  return false;
}

// The segments of one save.
bool Keeper::read_save(std::span<const Manifest::Segment> segments,
                       const TakeState& take) {
  std::vector<std::unique_ptr<std::FILE, Closed>> files;
  std::vector<Part> parts;
  for (const Manifest::Segment& segment : segments) {
    const std::string name = segment_name(segment.number);
    files.emplace_back(std::fopen((folder_.path() + "/" + name).c_str(), "rb"));
    if (!files.back()) {
      damaged(fmt::format("'{}': {}", name, std::strerror(errno)));
      return false;
    }
    parts.push_back({files.back().get(), segment.expected});
  }
  const WrongPart wrong = read_together(parts, manifest_.layout, take);
  if (wrong.what.empty()) return true;
  damaged(fmt::format("'{}': {}", segment_name(segments[wrong.part].number),
                      wrong.what));
  return false;
}

bool Keeper::read_states(const TakeState& take) {
  const std::span<const Manifest::Segment> all(manifest_.segments);
  for (std::size_t begin = 0, end = 0; begin < all.size(); begin = end) {
    while (end < all.size() && all[end].save == all[begin].save) ++end;
    if (!read_save(all.subspan(begin, end - begin), take)) return false;
  }
  last_ = Clock::now();
  return true;
}

bool Keeper::due() const {
  return std::chrono::duration<double>(Clock::now() - last_).count() >=
         how_.every_seconds;
}

// A segment of our own; one without states is not written. What goes wrong
// stands in unsaved_.
Manifest::Segment Keeper::write_states(std::span<const Run> runs,
                                       const ReadState& read) {
  Manifest::Segment segment;
  segment.number = next_number(manifest_);
  segment.save = next_save(manifest_);
  if (how_.company != nullptr) segment.number += how_.company->rank();
  unsaved_.clear();
  for (const Run& run : runs) segment.expected.states += run.end - run.begin;
  if (runs.empty()) return segment;
  try {
    FileWriter file(folder_.path(), segment_name(segment.number));
    write_segment(file, manifest_.layout, runs, read);
    unsaved_ = file.finish();
    segment.expected.bytes = file.bytes();
    segment.expected.crc = file.crc();
  } catch (const std::bad_alloc&) {
    unsaved_ = "out of memory";
  }
  return segment;
}

// Those that have states, by rank. What went wrong for one did for all.
std::vector<Manifest::Segment> Keeper::of_all(const Manifest::Segment& mine) {
  if (how_.company == nullptr) return {mine};
  unsaved_ = first_said(how_.company, unsaved_);
  const Expected& e = mine.expected;
  const std::array<std::uint64_t, 5> words = {mine.number, mine.save, e.bytes,
                                              e.states, e.crc};
  std::vector<Manifest::Segment> all;
  for (const auto& row : how_.company->gather(words)) {
    all.push_back(
        {row.at(0),
         row.at(1),
         {row.at(2), row.at(3), static_cast<std::uint32_t>(row.at(4))}});
  }
  return all;
}

// Whether the folder has it. The first one looks whether it has the segments
// that it names, too: others may have written elsewhere.
bool Keeper::write_manifest(const Manifest& next) {
  for (const Manifest::Segment& s : next.segments) {
    if (folder_.size(segment_name(s.number)) == s.expected.bytes) continue;
    unsaved_ = fmt::format("'{}' is not in '{}' for the first rank",
                           segment_name(s.number), folder_.path());
    return false;
  }
  FileWriter file(folder_.path(), manifest_name);
  file.write(manifest_text(next));
  unsaved_ = file.finish();
  return file.renamed();
}

// Whether the folder has the new manifest.
bool Keeper::write_all(const Progress& progress, std::span<const Run> runs,
                       const ReadState& read) {
  const Manifest::Segment mine = write_states(runs, read);
  const std::vector<Manifest::Segment> all = of_all(mine);
  // No manifest names it.
  const auto undo = [&] {
    if (!runs.empty()) folder_.remove(segment_name(mine.number));
    return false;
  };
  if (!unsaved_.empty()) return undo();
  Manifest next = manifest_;
  next.progress = progress;
  for (const Manifest::Segment& segment : all) {
    if (segment.expected.states > 0) next.segments.push_back(segment);
  }
  std::uint64_t there = 0;
  try {
    if (is_first() && write_manifest(next)) there = 1;
  } catch (const std::bad_alloc&) {
    unsaved_ = "out of memory";
  }
  if (how_.company != nullptr) {
    there = how_.company->gather({&there, 1}).front().at(0);
    unsaved_ = first_said(how_.company, unsaved_);
  }
  if (there == 0) return undo();
  manifest_ = std::move(next);
  return true;
}

bool Keeper::save(const Progress& progress, std::span<const Run> runs,
                  const ReadState& read) {
  if (how_.busy) how_.busy(true);
  bool done = false;
  try {
    done = write_all(progress, runs, read);
  } catch (const std::bad_alloc&) {
    // The others wait.
    if (how_.company != nullptr) throw;
    unsaved_ = "out of memory";
  }
  if (how_.busy) how_.busy(false);
  last_ = Clock::now();
  saves_ += done ? 1 : 0;
  return done;
}

}  // namespace vicinal::explore::inline checkpoint
