// SPDX-License-Identifier: MIT
// One size after the other, until one has too many states.
#include "small_sizes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "decide/instances/checking.hpp"
#include "decide/question/asked.hpp"
#include "temporal_oracle.hpp"
#include "tests/random/loaded.hpp"
#include "tests/random/random_model.hpp"

namespace vicinal::test {

namespace {

constexpr int most_judged = 3;
constexpr int most_checked = 6;
constexpr std::size_t most_judged_states = 400;

// By hand all that is affordable.
std::uint64_t most_checked_states() {
  return random_models::runs(100) > 100 ? 50'000 : 5'000;
}

}  // namespace

std::string SizesChecked::text() const {
  std::map<int, std::pair<int, int>> all;
  for (const auto& [n, count] : whole) all[n].first = count;
  for (const auto& [n, count] : too_large) all[n].second = count;
  std::string out;
  for (const auto& [n, counts] : all) {
    out += fmt::format("{}n = {}: {} whole, {} too large",
                       out.empty() ? "" : "; ", n, counts.first, counts.second);
  }
  return out;
}

bool hold_up_to_three(const std::string& text, Which which,
                      SizesChecked& seen) {
  for (int n = 0; n <= most_judged; ++n) {
    const auto loaded = random_models::load(text, fmt::format("n={}", n));
    if (!loaded.instance) continue;
    auto answers =
        oracle::temporal_answers(*loaded.instance, most_judged_states);
    if (answers.too_large) {
      ++seen.too_large[n];
      break;
    }
    ++seen.whole[n];
    auto& holds = answers.holds;
    if (which == Which::last && !holds.empty()) {
      holds.erase(holds.begin(), holds.end() - 1);
    }
    if (std::ranges::any_of(holds, [](const auto& h) { return h && !*h; })) {
      return false;
    }
  }
  return true;
}

bool hold_up_to_six(const std::string& text, Which which, SizesChecked& seen) {
  for (int n = most_judged + 1; n <= most_checked; ++n) {
    const auto opened =
        decide::open_model(text, "model.vic", {{"n", fmt::format("{}", n)}});
    if (opened->good()) decide::elaborate(*opened);
    if (!opened->instance) continue;
    decide::Checking checking;
    checking.properties = decide::temporal_properties(*opened->model);
    if (which == Which::last && !checking.properties.empty()) {
      checking.properties = {checking.properties.back()};
    }
    checking.method = decide::CheckMethod::plain;
    checking.limits.work = most_checked_states();
    const auto report = decide::check_instance(*opened, checking);
    if (report && report->limit != network::Limit::none) {
      ++seen.too_large[n];
      break;
    }
    ++seen.whole[n];
    if (report && std::ranges::any_of(report->properties, [](const auto& p) {
          return p.verdict == network::Verdict::violated;
        })) {
      return false;
    }
  }
  return true;
}

}  // namespace vicinal::test
