// SPDX-License-Identifier: MIT
// As in a counter to the base of `fan_in`: when as many runs of one tier stand
// last they become one of the next tier, so that each state is written anew as
// often as there are tiers.
#include "explore/disk/run_set.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace vicinal::explore::inline disk {

// Readers are in a heap, the one with the least state first; of equal states,
// the one whose run comes first.
void merge_runs(std::span<const std::unique_ptr<SortedRun>> runs,
                const RecordCoding& coding,
                const std::function<void(const std::uint64_t* state,
                                         std::uint64_t level)>& visit) {
  struct Source {
    std::unique_ptr<RunReader> reader;
    std::size_t number = 0;
  };
  const std::size_t words = coding.words();
  const auto after = [&](const Source& a, const Source& b) {
    const std::uint64_t* x = a.reader->state();
    const std::uint64_t* y = b.reader->state();
    if (state_less(y, x, words)) return true;
    return !state_less(x, y, words) && a.number > b.number;
  };
  std::vector<Source> heap;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    Source source{std::make_unique<RunReader>(*runs[i], coding), i};
    if (source.reader->next()) heap.push_back(std::move(source));
  }
  std::ranges::make_heap(heap, after);
  std::vector<std::uint64_t> last;
  while (!heap.empty()) {
    const RunReader& least = *heap.front().reader;
    if (last.empty() || !std::equal(last.begin(), last.end(), least.state())) {
      visit(least.state(), least.level());
      last.assign(least.state(), least.state() + words);
    }
    std::ranges::pop_heap(heap, after);
    if (heap.back().reader->next()) {
      std::ranges::push_heap(heap, after);
    } else {
      heap.pop_back();
    }
  }
}

void RunSet::add(std::unique_ptr<SortedRun> run) {
  runs_.push_back(std::move(run));
  tiers_.push_back(0);
  while (tiers_.size() >= fan_in &&
         tiers_[tiers_.size() - fan_in] == tiers_.back()) {
    merge_last();
  }
}

void RunSet::merge_last() {
  const std::span last(runs_.end() - fan_in, runs_.end());
  RunWriter writer(folder_, coding_, last.front()->first_level(),
                   last.back()->last_level(), block_bytes_);
  merge_runs(last, coding_,
             [&](const std::uint64_t* state, std::uint64_t level) {
               writer.add(state, level);
             });
  const unsigned tier = tiers_.back() + 1;
  runs_.resize(runs_.size() - fan_in);
  tiers_.resize(tiers_.size() - fan_in);
  runs_.push_back(writer.finish());
  tiers_.push_back(tier);
}

void RunSet::clear() {
  runs_.clear();
  tiers_.clear();
}

std::uint64_t RunSet::bytes() const {
  std::uint64_t bytes = 0;
  for (const auto& run : runs_) bytes += run->bytes();
  return bytes;
}

}  // namespace vicinal::explore::inline disk
