// SPDX-License-Identifier: MIT
#include "process.hpp"

#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace vicinal::test {

namespace {

std::string slurp(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string fresh_folder() {
  std::string name =
      (std::filesystem::temp_directory_path() / "vicinal-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) {
    throw std::runtime_error("no temporary folder");
  }
  return name;
}

}  // namespace

TemporaryFile::TemporaryFile(const std::string& name, const std::string& text)
    : folder_(fresh_folder()), path_(folder_ + "/" + name) {
  std::ofstream(path_, std::ios::binary) << text;
}

TemporaryFile::~TemporaryFile() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

Result shell(const std::string& command, const std::string& input) {
  const TemporaryFile in("in", input);
  const TemporaryFile out("out", "");
  const TemporaryFile err("err", "");
  const std::string whole = "(" + command + ") <" + in.path() + " >" +
                            out.path() + " 2>" + err.path();
  const int status = std::system(whole.c_str());
  Result result;
  result.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128;
  result.out = slurp(out.path());
  result.err = slurp(err.path());
  return result;
}

}  // namespace vicinal::test
