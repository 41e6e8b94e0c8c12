// SPDX-License-Identifier: MIT
// Any bytes as the manifest of a certificate: verification refuses it, and
// never throws. (No manifest of these bytes can be accepted: the hashes of the
// obligations are not there.)
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "obligations/certificate.hpp"

namespace fs = std::filesystem;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  static const fs::path folder = [] {
    std::string name = (fs::temp_directory_path() / "manifest-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) std::abort();
    return fs::path(name);
  }();
  std::ofstream(folder / "manifest.json", std::ios::binary)
      .write(reinterpret_cast<const char*>(data),
             static_cast<std::streamsize>(size));
  std::ofstream(folder / "invariant.vic") << "";
  const auto result = vicinal::obligations::verify_certificate(
      folder.string(),
      "param n : 1.. = 1;\nprocess P { }\nnetwork { node p[n] : P; }\n",
      "fuzz");
  if (result.accepted()) std::abort();
  return 0;
}
