// SPDX-License-Identifier: MIT
// Certificates to be checked: as the program writes them, and as somebody
// would who wants `verify` to accept what is not so.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/cli/program.hpp"

namespace vicinal::test {

// An example and its certificate, made once per run of the tests.
struct Made {
  std::string model;   // path
  std::string folder;  // of the certificate
  Outcome proof;       // what `prove --json` said
};
const Made& made(const std::string& example);

// A copy of a certificate, to be spoilt.
class Copy {
 public:
  explicit Copy(const std::string& example);

  std::string path(const std::string& file) const;
  std::string text(const std::string& file) const;
  void write(const std::string& file, const std::string& text) const;
  nlohmann::ordered_json manifest() const;
  void write_manifest(const nlohmann::ordered_json& json) const;
  // The names of the obligations' files, in order.
  std::vector<std::string> obligations() const;

  const std::string& model() const { return model_; }
  const std::string& folder() const { return certificate_; }

 private:
  Folder folder_;
  std::string certificate_;
  std::string model_;
};

// `text` with the first `part` replaced; the part must be there.
std::string replaced(std::string text, const std::string& part,
                     const std::string& by);

// `verify` says what it should, and nothing else happens. Where runs are few,
// one in three of what is rejected is asked.
void check_accepted(const std::string& folder, const std::string& model);
void check_rejected(const std::string& folder, const std::string& model,
                    const std::string& complaint);

// A certificate that is consistent in itself: hashes, obligations and their
// list are what the model and the invariant make. What it claims is another
// matter.
struct Claims {
  std::vector<std::string> properties;
  bool model_errors = false;
  std::vector<std::pair<std::string, std::string>> constants;
  std::vector<std::pair<std::string, std::int64_t>> fixed;
  std::vector<std::vector<std::int64_t>> excluded;
  std::vector<std::string> left_out = {};
};
class Forged {
 public:
  Forged(const std::string& model, const std::string& invariant,
         const Claims& claims);

  const std::string& model() const { return model_; }
  const std::string& folder() const { return certificate_; }

 private:
  Folder folder_;
  std::string certificate_;
  std::string model_;
};

}  // namespace vicinal::test
