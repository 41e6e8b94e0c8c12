// SPDX-License-Identifier: MIT
// vicinal-verify: whether a certificate proves what it claims of a model.
//
// This program is the language and the obligations, linked, and nothing else:
// no engine that finds proofs is in it (docs/trust.md). It says what
// `vicinal verify` says.
#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "network/base/budget.hpp"
#include "obligations/certificate.hpp"

namespace {

constexpr int exit_holds = 0, exit_usage = 2, exit_undecided = 3,
              exit_refused = 4;

constexpr std::string_view usage =
    "vicinal-verify [--audit] [--timeout S] [--memory MIB] FOLDER MODEL\n"
    "\n"
    "Checks that the certificate in FOLDER proves what it claims of the "
    "model.\n"
    "\n"
    "  --audit        ask of each obligation, too, that it does not hold in "
    "vain\n"
    "  --timeout S    limit the time, in seconds\n"
    "  --memory MIB   limit the memory, in MiB\n"
    "\n"
    "Exit code 0: accepted; 2: wrong usage; 3: a limit was reached; 4: not "
    "accepted.\n";

struct Arguments {
  bool audit = false;
  vicinal::network::Limits limits;
  std::vector<std::string> files;
};

// A number that is at least 1; none, if the text is none.
std::optional<std::uint64_t> number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, wrong] =
      std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = wrong == std::errc{} && end == text.data() + text.size();
  constexpr std::uint64_t most = 1'000'000'000;
  if (!whole || value == 0 || value > most) return std::nullopt;
  return value;
}

std::optional<Arguments> arguments_of(int count, char** texts) {
  Arguments out;
  for (int i = 1; i < count; ++i) {
    const std::string_view text = texts[i];
    if (text == "--audit") {
      out.audit = true;
    } else if (text == "--timeout" || text == "--memory") {
      if (++i == count) return std::nullopt;
      const auto value = number(texts[i]);
      if (!value) return std::nullopt;
      if (text == "--timeout") {
        out.limits.seconds = static_cast<double>(*value);
      } else {
        out.limits.memory_mib = *value;
      }
    } else if (text.starts_with("-")) {
      return std::nullopt;
    } else {
      out.files.emplace_back(text);
    }
  }
  if (out.files.size() != 2) return std::nullopt;
  return out;
}

// What a file says on a line of ours: nothing that a terminal would act on.
std::string printable(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f) {
      out += fmt::format("\\x{:02x}", byte);
    } else {
      out += c;
    }
  }
  return out;
}

void show(const vicinal::obligations::Verification& result) {
  if (result.accepted()) {
    fmt::print("accepted: {} obligations hold\n", result.obligations);
    for (const std::string& claim : claims_text(result.certificate)) {
      fmt::print("  {}\n", printable(claim));
    }
    for (const std::string& line : audit_text(result)) {
      fmt::print("{}\n", printable(line));
    }
    return;
  }
  fmt::print("not accepted\n");
  for (const std::string& complaint : result.complaints) {
    fmt::print("  {}\n", printable(complaint));
  }
}

int verify(const Arguments& asked) {
  const std::string& path = asked.files[1];
  std::error_code none;
  std::ifstream in(path, std::ios::binary);
  if (!in.is_open() || std::filesystem::is_directory(path, none)) {
    fmt::print(stderr, "vicinal-verify: cannot read '{}'\n", printable(path));
    return exit_usage;
  }
  const std::string model{std::istreambuf_iterator<char>(in), {}};
  const vicinal::network::Budget budget(asked.limits);
  const vicinal::network::Polling polling(budget);
  const auto result = vicinal::obligations::verify_certificate(
      asked.files[0], model, VICINAL_VERSION,
      vicinal::obligations::default_effort, asked.audit);
  show(result);
  if (std::fflush(stdout) != 0) {
    fmt::print(stderr, "vicinal-verify: cannot write to standard output\n");
    return exit_refused;
  }
  return result.accepted() ? exit_holds : exit_refused;
}

}  // namespace

int main(int count, char** arguments) {
  try {
    if (count == 2 && std::string_view(arguments[1]) == "--help") {
      fmt::print("{}", usage);
      return exit_holds;
    }
    if (count == 2 && std::string_view(arguments[1]) == "--version") {
      fmt::print("vicinal-verify {}\n", VICINAL_VERSION);
      return exit_holds;
    }
    const auto asked = arguments_of(count, arguments);
    if (!asked) {
      fmt::print(stderr, "{}", usage);
      return exit_usage;
    }
    return verify(*asked);
  } catch (const vicinal::network::LimitReached& reached) {
    fmt::print(stderr,
               "vicinal-verify: not finished: the limit of {} is "
               "reached\n",
               text(reached.limit));
    return exit_undecided;
  } catch (const std::exception& error) {
    fmt::print(stderr, "vicinal-verify: internal error: {}\n", error.what());
    return exit_refused;
  }
}
