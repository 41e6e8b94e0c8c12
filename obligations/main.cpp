// SPDX-License-Identifier: MIT
// vicinal-verify: whether a certificate proves what it claims of a model.
//
// This program is the language and the obligations, linked, and nothing else:
// no engine that finds proofs is in it (docs/trust.md). It says what
// `vicinal verify` says.
#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <system_error>

#include "obligations/certificate.hpp"

namespace {

constexpr int exit_holds = 0, exit_usage = 2, exit_refused = 4;

constexpr std::string_view usage =
    "vicinal-verify FOLDER MODEL\n"
    "\n"
    "Checks that the certificate in FOLDER proves what it claims of the "
    "model.\n"
    "Exit code 0: accepted; 2: wrong usage; 4: not accepted.\n";

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

int verify(const std::string& folder, const std::string& path) {
  std::error_code none;
  std::ifstream in(path, std::ios::binary);
  if (!in.is_open() || std::filesystem::is_directory(path, none)) {
    fmt::print(stderr, "vicinal-verify: cannot read '{}'\n", printable(path));
    return exit_usage;
  }
  const std::string model{std::istreambuf_iterator<char>(in), {}};
  const auto result =
      vicinal::obligations::verify_certificate(folder, model, VICINAL_VERSION);
  if (result.accepted()) {
    fmt::print("accepted: {} obligations hold\n", result.obligations);
    for (const std::string& claim : claims_text(result.certificate)) {
      fmt::print("  {}\n", printable(claim));
    }
  } else {
    fmt::print("not accepted\n");
    for (const std::string& complaint : result.complaints) {
      fmt::print("  {}\n", printable(complaint));
    }
  }
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
    if (count != 3) {
      fmt::print(stderr, "{}", usage);
      return exit_usage;
    }
    return verify(arguments[1], arguments[2]);
  } catch (const std::exception& error) {
    fmt::print(stderr, "vicinal-verify: internal error: {}\n", error.what());
    return exit_refused;
  }
}
