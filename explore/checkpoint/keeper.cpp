// SPDX-License-Identifier: MIT
// The manifest is written last, and names what was whole before. So whenever
// the program ends there is either the checkpoint before or the new one, and
// files that no manifest names are of a program that ended between.
#include "explore/checkpoint/keeper.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
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

}  // namespace

Keeper::Keeper(std::string folder, How how)
    : how_(std::move(how)), folder_(std::move(folder), !how_.resume) {
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
  if (!error_.empty()) return;
  std::set<std::string> named = {manifest_name};
  for (const Manifest::Segment& s : manifest_.segments) {
    named.insert(segment_name(s.number));
  }
  folder_.keep_only(named);
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
  if (!how_.resume) {
    manifest_.identity = std::move(identity);
    return true;
  }
  if (manifest_.identity == identity) return true;
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
  return false;
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

bool Keeper::read_segment_of(const Manifest::Segment& segment,
                             const TakeState& take) {
  const std::string name = segment_name(segment.number);
  const std::unique_ptr<std::FILE, Closed> file(
      std::fopen((folder_.path() + "/" + name).c_str(), "rb"));
  if (!file) {
    damaged(fmt::format("'{}': {}", name, std::strerror(errno)));
    return false;
  }
  const std::string wrong =
      read_segment(file.get(), manifest_.layout, segment.expected, take);
  if (!wrong.empty()) damaged(fmt::format("'{}': {}", name, wrong));
  return wrong.empty();
}

bool Keeper::read_states(const TakeState& take) {
  for (const Manifest::Segment& segment : manifest_.segments) {
    if (!read_segment_of(segment, take)) return false;
  }
  last_ = Clock::now();
  return true;
}

bool Keeper::due() const {
  return std::chrono::duration<double>(Clock::now() - last_).count() >=
         how_.every_seconds;
}

// What went wrong.
std::string Keeper::add_segment(Manifest& next, std::span<const Run> runs,
                                const ReadState& read) const {
  if (runs.empty()) return {};
  Manifest::Segment segment;
  segment.number = next_number(manifest_);
  for (const Run& run : runs) segment.expected.states += run.end - run.begin;
  FileWriter file(folder_.path(), segment_name(segment.number));
  write_segment(file, manifest_.layout, runs, read);
  std::string error = file.finish();
  // No manifest names it.
  if (!error.empty()) folder_.remove(segment_name(segment.number));
  segment.expected.bytes = file.bytes();
  segment.expected.crc = file.crc();
  next.segments.push_back(segment);
  return error;
}

// Whether the folder has the new manifest.
bool Keeper::write_all(const Progress& progress, std::span<const Run> runs,
                       const ReadState& read) {
  Manifest next = manifest_;
  next.progress = progress;
  unsaved_ = add_segment(next, runs, read);
  if (!unsaved_.empty()) return false;
  FileWriter file(folder_.path(), manifest_name);
  file.write(manifest_text(next));
  unsaved_ = file.finish();
  if (file.renamed()) {
    manifest_ = std::move(next);
  } else if (!runs.empty()) {
    folder_.remove(segment_name(next.segments.back().number));
  }
  return file.renamed();
}

bool Keeper::save(const Progress& progress, std::span<const Run> runs,
                  const ReadState& read) {
  if (how_.busy) how_.busy(true);
  bool done = false;
  try {
    done = write_all(progress, runs, read);
  } catch (const std::bad_alloc&) {
    unsaved_ = "out of memory";
  }
  if (how_.busy) how_.busy(false);
  last_ = Clock::now();
  saves_ += done ? 1 : 0;
  return done;
}

}  // namespace vicinal::explore::inline checkpoint
