// SPDX-License-Identifier: MIT
// Levels are in step, and within a level rounds: each rank expands some of its
// states, all exchange the successors that belong to others, and each stores
// what is its own. What a rank cannot know alone is told at meetings: with each
// round, whether states of the level are left and whether somebody has reached
// a limit; after each level, what was counted, and which witnesses were met, of
// which each rank takes the same one.
//
// All ranks come to the same meetings in the same order, since what leads from
// one to the next was told to all at the last one. So nothing that happens to
// one rank alone may lead around a meeting: a limit is kept until the next one.
//
// Successors that stay are judged by what their step wrote, as in `explore`:
// the state before them was judged here. Those that come from elsewhere are
// judged in full.
#include "explore/ranks/rank_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <ctime>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>

#include "explore/ranks/coming.hpp"
#include "explore/ranks/words.hpp"
#include "explore/search/answers.hpp"
#include "explore/search/ended_by.hpp"
#include "explore/search/initial_states.hpp"
#include "explore/search/retrace.hpp"
#include "explore/search/saving.hpp"
#include "explore/search/verdicts.hpp"
#include "explore/search/worker.hpp"
#include "network/base/budget.hpp"

namespace vicinal::explore::inline ranks {

using network::Instance;
using network::Limit;
using network::Scalar;
using network::Trace;

namespace {

struct Shards {
  std::uint32_t first = 0, last = 0;  // first <= s < last
};

class RankSearch {
 public:
  RankSearch(const Instance& instance, const Options& options,
             network::Budget& budget, Exchange& exchange)
      : instance_(instance),
        options_(options),
        budget_(budget),
        exchange_(exchange),
        steps_(instance),
        packing_(instance),
        store_(packing_),
        levels_(store_),
        outbox_(packing_, exchange) {
    if (options.keeper != nullptr) {
      saving_.emplace(*options.keeper, packing_, store_, levels_);
    }
    own_ = {first_shard(exchange.rank()), first_shard(exchange.rank() + 1)};
    if (store_.shards() == 1) own_ = {0, 1};
    shards_.resize(own_.last - own_.first);
    std::iota(shards_.begin(), shards_.end(), own_.first);
    worker_[0] = std::make_unique<Worker>(instance, packing_, store_,
                                          answers_.questions(),
                                          options.symmetry, budget, stop_);
  }

  Exploration run() {
    if (!(saving_ && options_.keeper->resumes() ? resume() : start())) {
      result_.not_resumed = options_.keeper->error();
      return std::move(result_);
    }
    while (result_.limit == Limit::none && (resumed_ || fresh_ > 0) &&
           !answers_.enough()) {
      if (!std::exchange(resumed_, false)) next_level();
      expand_level();
      meet();
      remember();
    }
    if (result_.limit == Limit::none && fresh_ == 0 && !resumed_) {
      answers_.all_seen();
    }
    finish();
    return std::move(result_);
  }

  const Traffic& traffic() const { return all_traffic_; }

 private:
  // Work of this rank alone. What ends it is told at the next meeting.
  template <class Work>
  void locally(const Work& work) {
    if (limit_ != Limit::none) return;
    const std::uint64_t before = nanoseconds();
    const Limit reached = ended_by(work);
    if (reached != Limit::none) limit_ = reached;
    look();
    busy_ += nanoseconds() - before;
  }

  // Of the processor, on this thread.
  static std::uint64_t nanoseconds() {
    timespec now = {};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 +
           static_cast<std::uint64_t>(now.tv_nsec);
  }

  // Adding up memory takes as long as a small round.
  void look() {
    const std::uint64_t states = stored();
    if (states >= weigh_at_ || ++unweighed_ == 64) {
      bytes_ = bytes();
      weigh_at_ = states + 1024;
      unweighed_ = 0;
    }
    if (limit_ == Limit::none) limit_ = stop_;
    if (limit_ == Limit::none) limit_ = budget_.look(all_states_, bytes_);
  }

  // By this rank.
  std::uint64_t stored() const {
    return states_ + worker_[0]->found_so_far().states;
  }

  std::uint64_t bytes() const {
    return store_.bytes() + levels_.bytes() + worker_[0]->bytes() +
           outbox_.bytes() + received_.capacity() * 8;
  }

  // ---- who owns what

  std::uint32_t first_shard(unsigned rank) const {
    return store_.shards() * rank / exchange_.size();
  }

  unsigned owner(const StateStore::Hashed& hashed) const {
    constexpr std::uint64_t golden = 0x9E3779B97F4A7C15ULL;
    const std::uint64_t ranks = exchange_.size();
    if (store_.shards() == 1) {
      return static_cast<unsigned>((hashed.hash * golden >> 32) * ranks >> 32);
    }
    // The rank with first_shard(rank) <= shard < first_shard(rank + 1).
    return static_cast<unsigned>(((hashed.shard + 1) * ranks - 1) /
                                 store_.shards());
  }

  // ---- a level

  // False: what is to be saved has another form.
  bool start() {
    if (saving_ && !saving_->fits()) return false;
    locally([&] { initial(); });
    meet();
    result_.initial_states = result_.states;
    remember();
    return true;
  }

  // Every rank looks for all, and keeps its own.
  void initial() {
    std::vector<std::uint64_t> packed(packing_.words());
    const bool all =
        initial_states(instance_, budget_, [&](std::span<const Scalar> s) {
          packing_.pack(s, packed.data());
          worker_[0]->canonize(packed.data());
          if (owner(store_.hashed(packed.data())) == exchange_.rank()) {
            worker_[0]->store(packed, 0);
          }
          if ((++initial_ & 63) == 0) look();
          return limit_ == Limit::none;
        });
    // The search for initial states looks at the clock by itself.
    if (!all && limit_ == Limit::none) limit_ = budget_.clock();
  }

  // What is new in all stores is the next one.
  void next_level() {
    begin_level();
    begun_states_ = result_.states;
    level_states_ = fresh_;
    if (levels_.last() == 0) return;
    answers_.decide();
    ++result_.depth;
  }

  void begin_level() {
    if (!levels_.next(shards_)) levels_.none();
  }

  void expand_level() {
    const auto& shards = levels_.shards();
    std::size_t shard = 0;
    Levels::ShardRange part;
    const auto load = [&] {
      while (part.begin == part.end && shard < shards.size()) {
        part = levels_.part(levels_.last(), shards[shard++]);
        const auto skip = static_cast<std::uint32_t>(
            std::min<std::uint64_t>(expanded_, part.end - part.begin));
        part.begin += skip;
        expanded_ -= skip;
      }
    };
    std::vector<Source> round;
    bool more = !shards.empty();
    if (more) load();
    do {
      round.clear();
      std::uint32_t room = round_states;
      while (room > 0 && part.begin < part.end) {
        const std::uint32_t end = std::min(part.end, part.begin + room);
        round.push_back({shards[shard - 1], {part.begin, end}});
        room -= end - part.begin;
        part.begin = end;
        load();
      }
      more = expand_round(round, part.begin < part.end);
    } while (more);
  }

  // Whether any rank has states of the level left, and none a limit. `more`:
  // this one has.
  bool expand_round(const std::vector<Source>& round, bool more) {
    locally([&] {
      worker_[0]->expand(round, result_.depth);
      send();
    });
    const std::vector<Note> notes =
        outbox_.swap({more, limit_, stored()}, received_);
    all_states_ = 0;
    bool any = false;
    for (const Note& note : notes) {
      all_states_ += note.states;
      any = any || note.more;
      if (result_.limit == Limit::none) result_.limit = note.limit;
    }
    if (result_.limit != Limit::none) return false;
    locally([&] { store(); });
    progress();
    return any;
  }

  // Successors of others go, and with one shard for all, own ones are picked.
  void send() {
    const std::size_t words = packing_.words();
    picked_.clear();
    for (const std::uint32_t shard : worker_[0]->shards()) {
      if (store_.shards() > 1 && shard >= own_.first && shard < own_.last) {
        continue;
      }
      const std::span<const std::uint64_t> states = worker_[0]->waiting(shard);
      for (std::size_t at = 0; at < states.size(); at += words) {
        const std::uint64_t* state = states.data() + at;
        const StateStore::Hashed hashed = store_.hashed(state);
        const unsigned to = owner(hashed);
        if (to == exchange_.rank()) {
          picked_.insert(picked_.end(), state, state + words);
        } else {
          outbox_.put(to, hashed, state);
        }
      }
    }
  }

  void store() {
    const std::uint64_t distance = result_.depth + 1;
    if (store_.shards() > 1) {
      worker_[0]->store(worker_, own_.first, own_.last, distance);
    } else {
      worker_[0]->store(picked_, distance);
    }
    worker_[0]->forget_successors();
    worker_[0]->store(received_, distance);
  }

  // ---- what was found

  // After the initial states, and after each level: what each has found since
  // the last time, in the order of ranks.
  void meet() {
    look();
    const Worker::Findings mine = worker_[0]->take();
    states_ += mine.states;
    WordWriter writer;
    writer.add(static_cast<std::uint64_t>(limit_));
    writer.add(std::uint64_t{saving_ && saving_->due()});
    writer.add(mine);
    std::vector<Worker::Findings> all;
    due_ = false;
    for (const auto& row : exchange_.gather(writer.words())) {
      WordReader theirs(row);
      const auto limit = static_cast<Limit>(theirs.word());
      if (result_.limit == Limit::none) result_.limit = limit;
      // The clock of the first one counts.
      const bool due = theirs.word() != 0;
      due_ = due_ || (due && all.empty());
      all.push_back(theirs.findings());
    }
    whole_ = result_.limit == Limit::none;
    answers_.settle(all);
    fresh_ = result_.states - begun_states_;
    all_traffic_.level_states.push_back(fresh_);
    all_states_ = result_.states;
    const std::uint64_t most = options_.limits.work;
    if (result_.limit == Limit::none && most != 0 && all_states_ > most) {
      result_.limit = Limit::work;
    }
  }

  // ---- what is saved

  // When all have come to the end of a level.
  void remember() {
    if (!saving_ || !whole_) return;
    Progress& at = saving_->at();
    answers_.remember(at);
    at.levels = levels_.last() + 1;
    at.expanded = level_states_;
    saving_->remember();
    if (due_) save(seen());
  }

  void save(const Progress& seen) {
    if (!saving_->unwritten()) return;
    saving_->at().fired = seen.fired;
    saving_->at().premises_met = seen.premises_met;
    saving_->save();
  }

  // From what was saved, by whomever. False, for all: it is of no use.
  bool resume() {
    Keeper& keeper = *options_.keeper;
    const Progress& before = keeper.progress();
    const std::string wrong =
        wrong_progress(instance_, packing_, result_.properties.size(),
                       options_.properties.size(), before);
    if (!wrong.empty()) keeper.damaged(wrong);
    if (wrong.empty() && saving_->fits()) {
      answers_.restore(before);
      locally([&] { restore_states(); });
    }
    if (!keeper.agree()) return false;
    if (!all_in_time()) return true;
    const Saving::Restored& restored = saving_->restored();
    result_.states = all_states_ = restored.states;
    result_.depth = before.levels == 0 ? 0 : before.levels - 1;
    fresh_ = restored.behind;
    begun_states_ = restored.states - restored.behind;
    level_states_ = restored.last_level;
    resumed_ = before.levels > 0;
    try {
      answers_.restore_runs();
    } catch (const std::logic_error&) {
      keeper.damaged("no run leads to a state that violates something");
    }
    return keeper.agree();
  }

  void restore_states() {
    const bool all = saving_->resume({store_,
                                      [&](const StateStore::Hashed& h) {
                                        return owner(h) == exchange_.rank();
                                      },
                                      [&] { begin_level(); },
                                      [&](std::uint32_t) {
                                        if ((++states_ & 1023) != 0) return;
                                        look();
                                        if (limit_ != Limit::none)
                                          throw network::LimitReached{limit_};
                                      }});
    if (!all) return;
    expanded_ = saving_->expanded(own_.first, own_.last);
    std::vector<std::uint32_t> sizes;
    for (std::uint32_t s = 0; s < store_.shards(); ++s) {
      sizes.push_back(store_.size(s));
    }
    answers_.judged_elsewhere(std::move(sizes));
  }

  // Whether no rank has reached a limit.
  bool all_in_time() {
    const auto mine = static_cast<std::uint64_t>(limit_);
    for (const auto& row : exchange_.gather({&mine, 1})) {
      if (result_.limit == Limit::none) {
        result_.limit = static_cast<Limit>(row.at(0));
      }
    }
    return result_.limit == Limit::none;
  }

  // ---- runs

  // Of the states of a level that lead to this one, wherever they are, the
  // least. None: somebody had no time to look. At a meeting.
  std::optional<Retrace::Packed> before(Retrace& retrace,
                                        const Retrace::Packed& state,
                                        std::uint64_t level) {
    Retrace::Before here;
    here.in_time = false;
    try {
      here = retrace.before(state, level);
    } catch (const network::LimitReached&) {
    }
    WordWriter mine;
    mine.add(std::uint64_t{here.in_time});
    mine.add(here.state ? std::span<const std::uint64_t>(*here.state)
                        : std::span<const std::uint64_t>());
    std::optional<Retrace::Packed> least;
    bool in_time = true;
    for (const auto& row : exchange_.gather(mine.words())) {
      WordReader theirs(row);
      in_time = theirs.word() != 0 && in_time;
      Retrace::Packed found = theirs.list();
      if (!found.empty() && (!least || found < *least)) {
        least = std::move(found);
      }
    }
    if (!in_time) return std::nullopt;
    if (!least) {
      throw std::logic_error("RankSearch: a state has no state before it");
    }
    return least;
  }

  std::optional<Trace> run_to(const Witness& witness) {
    const StoredLevels states(packing_, store_, levels_);
    Retrace retrace(instance_, packing_, steps_, worker_[0]->tables(), states,
                    options_.symmetry, budget_);
    const std::uint64_t length = witness.distance - (witness.step ? 1 : 0);
    std::vector<Retrace::Packed> path = {witness.state};
    for (std::uint64_t level = length; level > 0; --level) {
      auto from = before(retrace, path.back(), level - 1);
      if (!from) return std::nullopt;
      path.push_back(std::move(*from));
    }
    std::reverse(path.begin(), path.end());
    try {
      Trace trace = retrace.along(path);
      retrace.end(trace, witness, answers_.questions().properties);
      return trace;
    } catch (const network::LimitReached&) {
      return std::nullopt;
    }
  }

  // ---- the end

  void progress() {
    budget_.progress([&](double seconds) {
      return fmt::format("{} states, depth {}, {:.0f} states/s", all_states_,
                         result_.depth,
                         static_cast<double>(all_states_) / seconds);
    });
  }

  // What workers of all ranks have seen.
  Progress seen() {
    Progress mine;
    answers_.note_seen(mine, worker_);
    WordWriter writer;
    for (const bool met : mine.premises_met) writer.add(std::uint64_t{met});
    for (const auto& [process, action] : mine.fired) {
      writer.add(std::uint64_t{process.value} << 32 | action);
    }
    Progress all;
    all.premises_met.resize(mine.premises_met.size());
    std::set<std::uint64_t> fired;
    for (const auto& row : exchange_.gather(writer.words())) {
      const std::size_t premises = all.premises_met.size();
      for (std::size_t i = 0; i < premises; ++i) {
        all.premises_met[i] = all.premises_met[i] || row.at(i) != 0;
      }
      fired.insert(row.begin() + static_cast<std::ptrdiff_t>(premises),
                   row.end());
    }
    for (const std::uint64_t word : fired) {
      network::ProcessId process;
      process.value = static_cast<std::uint32_t>(word >> 32);
      all.fired.push_back({process, static_cast<std::uint32_t>(word)});
    }
    return all;
  }

  void add_traffic() {
    const Traffic& sent = outbox_.traffic();
    all_traffic_.state_bytes = sent.state_bytes;
    const std::array<std::uint64_t, 5> mine = {sent.bytes, sent.states,
                                               sent.spared, sent.rounds, busy_};
    for (const auto& row : exchange_.gather(mine)) {
      Traffic theirs;
      theirs.bytes = row.at(0);
      theirs.states = row.at(1);
      theirs.spared = row.at(2);
      theirs.rounds = row.at(3);
      theirs.busy_nanoseconds = row.at(4);
      all_traffic_.add(theirs);
    }
  }

  void finish() {
    add_traffic();
    const Progress all = seen();
    if (saving_) {
      save(all);
      result_.not_saved = saving_->unsaved();
    }
    answers_.finish(all);
    result_.seconds = budget_.seconds();
    result_.peak_bytes = bytes();
  }

  static constexpr std::uint32_t round_states = 2048;

  const Instance& instance_;
  const Options& options_;
  network::Budget& budget_;
  Exchange& exchange_;
  network::Steps steps_;
  network::Packing packing_;
  StateStore store_;
  Levels levels_;
  Outbox outbox_;
  Shards own_;
  std::vector<std::uint32_t> shards_;  // the same, one by one
  std::vector<std::unique_ptr<Worker>> worker_{1};
  std::vector<std::uint64_t> picked_, received_;  // states
  std::uint64_t states_ = 0;   // of this rank, at the last meeting
  Limit limit_ = Limit::none;  // of this rank
  std::atomic<Limit> stop_ = Limit::none;
  // Of the level that a search goes on with: those of this rank that are done.
  std::uint64_t expanded_ = 0;
  // Of all ranks. A run is made together, and so when a level is done.
  Answers answers_{instance_, options_,
                   [this](const Witness& w) { return run_to(w); }, false};
  Exploration& result_ = answers_.result();
  std::uint64_t all_states_ = 0;    // when it was last told
  std::uint64_t fresh_ = 0;         // at the last meeting, of the next level
  std::uint64_t begun_states_ = 0;  // of levels that were begun
  std::uint64_t level_states_ = 0;  // of the last of them
  bool resumed_ = false;            // in a level, and has not gone on yet
  std::optional<Saving> saving_;
  bool due_ = false;    // at the last meeting
  bool whole_ = false;  // nobody had reached a limit then
  Traffic all_traffic_;
  std::uint64_t busy_ = 0;      // nanoseconds, of this rank
  std::uint64_t initial_ = 0;   // initial states met
  std::uint64_t bytes_ = 0;     // when they were last added up
  std::uint64_t weigh_at_ = 0;  // with so many states: again
  unsigned unweighed_ = 0;      // rounds since
};

}  // namespace

namespace {

void require(const Options& options, const Exchange& exchange) {
  if (options.each_state || !options.known_to_hold.empty() ||
      options.known_not_to_fail || exchange.size() > most_ranks) {
    throw std::logic_error("explore_on_ranks: what ranks do not do");
  }
}

}  // namespace

Exploration explore_on_ranks(const Instance& instance, const Options& options,
                             Exchange& exchange, Traffic* traffic) {
  require(options, exchange);
  network::Budget budget(options.limits);
  const network::Polling polling(budget);
  std::unique_ptr<RankSearch> search;
  std::vector<std::uint64_t> mine;
  try {
    search = std::make_unique<RankSearch>(instance, options, budget, exchange);
    mine = coming(instance, options);
  } catch (const network::LimitReached& reached) {
    // Before the first state: there are many slots.
    mine = coming(reached.limit);
  }
  const Limit limit = begin(exchange, mine);
  if (limit != Limit::none) {
    Exploration nothing;
    nothing.properties = open_properties(instance, options);
    nothing.limit = limit;
    nothing.seconds = budget.seconds();
    return nothing;
  }
  Exploration found = search->run();
  if (traffic != nullptr) {
    traffic->add(search->traffic());
    traffic->state_bytes = search->traffic().state_bytes;
    traffic->level_states = search->traffic().level_states;
  }
  return found;
}

}  // namespace vicinal::explore::inline ranks
