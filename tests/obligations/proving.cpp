// SPDX-License-Identifier: MIT
#include "tests/obligations/proving.hpp"

#include <catch2/catch.hpp>
#include <fstream>
#include <sstream>

namespace vicinal::obligations_test {

using obligations::Answer;

// A property that may have no value is open anyway.
std::string Proof::open() const {
  std::string names = unsupported;
  const auto is_open = [this](std::uint32_t property) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (list[i].kind == obligations::Kind::property &&
          list[i].property == property && judged[i].answer != Answer::unsat) {
        return true;
      }
    }
    return false;
  };
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (judged[i].answer == Answer::unsat) continue;
    if (list[i].kind == obligations::Kind::error && is_open(list[i].property)) {
      continue;
    }
    if (!names.empty()) names += "; ";
    names += list[i].name;
  }
  return names;
}

bool Proof::proves(const std::string& property) const {
  bool found = false;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const bool value = list[i].kind == obligations::Kind::error &&
                       list[i].property != obligations::no_item;
    if (value) continue;
    if (list[i].kind != obligations::Kind::property) {
      if (judged[i].answer != Answer::unsat) return false;
    } else if (list[i].name == "property " + property) {
      if (judged[i].answer != Answer::unsat) return false;
      found = true;
    }
  }
  return found;
}

Proof proof_of(const std::string& text, const obligations::Request& request) {
  const auto loaded = random_models::load(text);
  INFO(text << loaded.messages());
  REQUIRE(loaded.model != nullptr);
  Proof proof;
  auto result = obligations::generate(*loaded.model, request);
  if (auto* no = std::get_if<obligations::Unsupported>(&result)) {
    proof.unsupported = "unsupported: " + no->what;
    return proof;
  }
  proof.list = std::move(std::get<0>(result));
  proof.judged = obligations::judge_all(proof.list);
  return proof;
}

void check_edits(const std::string& model, const std::vector<Edit>& edits) {
  for (const Edit& e : edits) {
    const std::string text = replaced(model, e.from, e.to);
    INFO(e.what << "\n" << text);
    obligations::Request request;
    request.progress = {"served"};
    CHECK(proof_of(text, request).open() == e.open);
  }
}

std::string open_of(const std::string& variables, const std::string& rest) {
  INFO(variables << rest);
  return proof_of("param n : 1.. = 2; process P {" + variables +
                  "} network { node p[n] : P; }" + rest)
      .open();
}

std::string example(const std::string& name) {
  std::ifstream in(VICINAL_SOURCE_DIR "/examples/" + name + ".vic");
  REQUIRE(in.good());
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::string replaced(std::string text, const std::string& what,
                     const std::string& by) {
  const std::size_t at = text.find(what);
  INFO(what);
  REQUIRE(at != std::string::npos);
  return text.replace(at, what.size(), by);
}

void check_open(const std::string& before, const std::vector<Claim>& claims) {
  for (const Claim& c : claims) {
    INFO(c.what << "\n" << c.model);
    CHECK(proof_of(before + c.model).open() == c.open);
  }
}

void check_open(const std::vector<Claim>& claims) {
  check_open("", claims);
}

}  // namespace vicinal::obligations_test
