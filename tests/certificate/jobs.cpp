// SPDX-License-Identifier: MIT
// Jobs are made and judged by the programs, as users have them.
#include "jobs.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <map>

#include "obligations/manifest.hpp"

namespace vicinal::test {

namespace jobs_paths = std::filesystem;

namespace {

// The jobs of a model, made once per run of the tests.
const std::string& jobs_of(const std::string& text) {
  static const Folder folder;
  static std::map<std::string, std::string> all;
  const auto [at, fresh] = all.try_emplace(text);
  if (!fresh) return at->second;
  const std::string name = std::to_string(all.size());
  const std::string model = folder.write(name + ".vic", text);
  const std::string jobs = folder.path() + "/" + name;
  const Outcome made = ask({"prove", "--obligations-to", jobs, model});
  INFO(made.out << made.err);
  REQUIRE(made.code == 0);
  return at->second = jobs;
}

}  // namespace

Jobs::Jobs(const std::string& text) {
  folder_.write("model.vic", text);
  jobs_paths::copy(jobs_of(text), path(), jobs_paths::copy_options::recursive);
}

std::string Jobs::path(const std::string& file) const {
  const std::string folder = folder_.path() + "/jobs";
  return file.empty() ? folder : folder + "/" + file;
}

std::vector<std::string> Jobs::names() const {
  std::vector<std::string> out;
  for (const auto& entry : jobs_paths::directory_iterator(certificate())) {
    if (entry.path().extension() == ".smt2") {
      out.push_back(entry.path().filename().string());
    }
  }
  std::sort(out.begin(), out.end());
  return out;
}

std::string Jobs::text(const std::string& name) const {
  return read(certificate() + "/" + name);
}

void Jobs::answer(const std::string& name, obligations::Answer verdict,
                  const std::string& solver) const {
  const obligations::SolverAnswer a = {
      name, obligations::hash(text(name)), solver, "1", verdict, 0.5};
  CHECK(obligations::write_answer(answers(), a).empty());
}

void Jobs::answer_all(obligations::Answer verdict,
                      const std::string& solver) const {
  for (const std::string& name : names()) answer(name, verdict, solver);
}

void Jobs::write(const std::string& file, const std::string& text) const {
  folder_.write("jobs/" + file, text);
}

void Jobs::fake(const std::string& solver, const std::string& script) const {
  const std::string file =
      folder_.write("bin/" + solver,
                    "#!/bin/sh\nif test \"$1\" = --version; then\n  echo "
                    "'version 7.5 [fake]'\n  exit\nfi\n" +
                        script + "\n");
  jobs_paths::permissions(file, jobs_paths::perms::owner_all);
}

Run Jobs::with_fakes() const {
  const char* const path = std::getenv("PATH");
  Run run;
  run.environment = {"PATH=" + folder_.path() +
                     "/bin:" + (path == nullptr ? "/usr/bin:/bin" : path)};
  return run;
}

Outcome Jobs::put_together(const std::vector<std::string>& more) const {
  std::vector<std::string> words = {"verify", "--answers", answers()};
  words.insert(words.end(), more.begin(), more.end());
  words.insert(words.end(), {certificate(), model()});
  return ask(words);
}

Outcome Jobs::verifier(const std::vector<std::string>& arguments) const {
  std::vector<std::string> words = {binary() + "-verify"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return execute(words, with_fakes());
}

}  // namespace vicinal::test
