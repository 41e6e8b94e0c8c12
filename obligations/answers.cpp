// SPDX-License-Identifier: MIT
// Answers are found by the hash of the text that they are about, never by the
// name of a file: what is not the text that is asked here has another hash.
#include "obligations/answers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "network/base/budget.hpp"
#include "obligations/files.hpp"
#include "obligations/manifest.hpp"

namespace vicinal::obligations {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::uintmax_t largest_answer = 1U << 16;
constexpr std::size_t longest_name = 200;

// Nothing that a terminal would act on, and not without end.
bool is_name(const Json& json) {
  if (!json.is_string()) return false;
  const auto& text = json.get_ref<const std::string&>();
  return !text.empty() && text.size() <= longest_name &&
         std::all_of(text.begin(), text.end(),
                     [](char c) { return c >= 0x20 && c < 0x7f; });
}

bool is_hash(const Json& json) {
  if (!json.is_string()) return false;
  const auto& text = json.get_ref<const std::string&>();
  return text.size() == 64 &&
         text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

std::optional<Answer> verdict_of(const Json& json) {
  for (const Answer a : {Answer::unsat, Answer::sat, Answer::unknown}) {
    if (json.is_string() && json == verdict_text(a)) return a;
  }
  return std::nullopt;
}

bool is_seconds(const Json& json) {
  return json.is_number() && std::isfinite(json.get<double>()) &&
         json.get<double>() >= 0;
}

// An object of plain values, no key of which is there twice: of two verdicts
// one would be overlooked. The parser takes a zero byte for the end.
std::optional<Json> flat_object(std::string_view text) {
  if (text.find('\0') != std::string_view::npos) return std::nullopt;
  std::size_t keys = 0;
  bool flat = true;
  const auto look = [&](int depth, Json::parse_event_t event, Json&) {
    if (event == Json::parse_event_t::key) ++keys;
    flat = flat && depth <= 1;
    return depth <= 1;
  };
  try {
    Json json = Json::parse(text, look);
    if (!flat || !json.is_object() || json.size() != keys) return std::nullopt;
    return json;
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

// "0003-step.smt2 ('step both: Station.enter at a')"
std::string named(std::size_t i, const Obligation& o) {
  return fmt::format("{} ('{}')", file_name(i, o), o.name);
}

std::string who(const SolverAnswer& answer) {
  return fmt::format("{} {}", answer.solver, answer.version);
}

using ByText = std::map<std::string, std::vector<const SolverAnswer*>>;

// Each of them once: "cvc5 1.0.3", "z3 4.8.12".
std::set<std::string> who_says(Answer verdict,
                               const std::vector<const SolverAnswer*>& some) {
  std::set<std::string> out;
  for (const SolverAnswer* a : some) {
    if (a->verdict == verdict) out.insert(who(*a));
  }
  return out;
}

std::string list_of(const std::set<std::string>& names) {
  std::string text;
  for (const std::string& n : names) text += (text.empty() ? "" : ", ") + n;
  return text;
}

}  // namespace

std::string_view verdict_text(Answer answer) {
  if (answer == Answer::unsat) return "unsat";
  return answer == Answer::sat ? "sat" : "unknown";
}

std::string answer_text(const SolverAnswer& a) {
  Json json;
  json["format"] = answer_format;
  json["job"] = a.job;
  json["text sha256"] = a.text_hash;
  json["solver"] = a.solver;
  json["version"] = a.version;
  json["verdict"] = verdict_text(a.verdict);
  json["seconds"] = a.seconds;
  return json.dump(2, ' ', true, Json::error_handler_t::replace) + "\n";
}

std::variant<SolverAnswer, std::string> parse_answer(std::string_view text) {
  const auto json = flat_object(text);
  if (!json) return "is no JSON object of plain values, each key once";
  const auto get = [&json](const char* key) {
    const auto at = json->find(key);
    return at == json->end() ? Json() : *at;
  };
  const Json format = get("format");
  if (!format.is_number_integer() || format != answer_format) {
    return fmt::format("is not of format {}", answer_format);
  }
  const char* const keys[] = {"format",  "job",     "text sha256", "solver",
                              "version", "verdict", "seconds"};
  for (const auto& [key, value] : json->items()) {
    if (std::find(std::begin(keys), std::end(keys), key) == std::end(keys)) {
      return "has a key that does not belong there";
    }
  }
  const auto strange = [](const char* key) {
    return fmt::format("has no '{}', or one that is none", key);
  };
  for (const char* key : {"job", "solver", "version"}) {
    if (!is_name(get(key))) return strange(key);
  }
  if (!is_hash(get("text sha256"))) return strange("text sha256");
  if (!is_seconds(get("seconds"))) return strange("seconds");
  const auto verdict = verdict_of(get("verdict"));
  if (!verdict) return strange("verdict");
  return SolverAnswer{get("job"),     get("text sha256"), get("solver"),
                      get("version"), *verdict,           get("seconds")};
}

Answers read_answers(const std::string& folder) {
  Answers out;
  std::set<fs::path> files;
  std::error_code failed;
  for (fs::directory_iterator it(folder, failed), end; !failed && it != end;
       it.increment(failed)) {
    network::poll();
    const std::string name = it->path().filename().string();
    if (name.ends_with(".json") && !name.starts_with(".")) {
      files.insert(it->path());
    }
  }
  if (failed) {
    out.damaged.push_back(
        fmt::format("the folder '{}' cannot be listed", folder));
  }
  for (const fs::path& file : files) {
    network::poll_now();
    const auto text = read_file(file, largest_answer);
    auto answer = text ? parse_answer(*text)
                       : std::variant<SolverAnswer, std::string>(
                             "is no file, or too large, or cannot be read");
    if (auto* read = std::get_if<SolverAnswer>(&answer)) {
      out.all.push_back(std::move(*read));
    } else {
      out.damaged.push_back(
          fmt::format("{} {}", file.filename().string(), std::get<1>(answer)));
    }
  }
  return out;
}

std::string write_answer(const std::string& folder, const SolverAnswer& a) {
  const std::string text = answer_text(a);
  const auto again = parse_answer(text);
  if (const auto* wrong = std::get_if<std::string>(&again)) {
    return fmt::format("the answer {}", *wrong);
  }
  const fs::path job(a.job);
  const fs::path path =
      fs::path(folder) /
      fmt::format("{}.{}.json", job.stem().string(), a.solver);
  return replace_file(path, text)
             ? std::string{}
             : fmt::format("cannot write '{}'", path.string());
}

Weighed weigh(const std::vector<Obligation>& obligations,
              const std::vector<SolverAnswer>& answers) {
  Weighed out;
  ByText by_text;
  for (const Obligation& o : obligations) by_text[hash(o.text)];
  for (const SolverAnswer& a : answers) {
    network::poll();
    const auto at = by_text.find(a.text_hash);
    if (at == by_text.end()) {
      ++out.unrelated;
    } else {
      at->second.push_back(&a);
    }
  }
  std::map<std::string, std::size_t> counts;
  for (std::size_t i = 0; i < obligations.size(); ++i) {
    network::poll();
    const auto& some = by_text.at(hash(obligations[i].text));
    const auto holds = who_says(Answer::unsat, some);
    const auto fails = who_says(Answer::sat, some);
    const std::string what = named(i, obligations[i]);
    if (!fails.empty() && !holds.empty()) {
      out.refuted.push_back(
          fmt::format("solvers disagree on {}: sat by {}; unsat by {}", what,
                      list_of(fails), list_of(holds)));
    } else if (!fails.empty()) {
      out.refuted.push_back(
          fmt::format("{} is not proved: sat by {}", what, list_of(fails)));
    } else if (holds.empty()) {
      const auto unsure = who_says(Answer::unknown, some);
      out.open.push_back(fmt::format("{}: {}", what,
                                     unsure.empty()
                                         ? std::string("no answer")
                                         : "unknown to " + list_of(unsure)));
    }
    for (const std::string& name : holds) ++counts[name];
  }
  for (const auto& [name, count] : counts) {
    out.judges.push_back(fmt::format("{}: {}", name, count));
  }
  return out;
}

}  // namespace vicinal::obligations
