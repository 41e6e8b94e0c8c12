// SPDX-License-Identifier: MIT
// Guards: messages come out of a stream whole, however it is cut; what is no
// header is said to be none, and the next message is read all the same; a
// length that is not true takes no memory.
#include "cli/rpc/framing.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

namespace framing_test {

using vicinal::cli::framed;
using vicinal::cli::Framing;
using vicinal::cli::LineFraming;

namespace {

struct Read {
  std::vector<std::string> texts;
  std::vector<std::string> errors;
};

Read read(const std::string& bytes, std::size_t piece) {
  Framing framing;
  Read out;
  for (std::size_t at = 0; at < bytes.size(); at += piece) {
    framing.add(std::string_view(bytes).substr(at, piece));
    while (const auto message = framing.next()) {
      if (message->error.empty()) {
        out.texts.push_back(message->text);
      } else {
        out.errors.push_back(message->error);
      }
    }
  }
  return out;
}

}  // namespace

TEST_CASE("messages are read however the stream is cut") {
  const std::string bytes =
      framed("{\"a\":1}") +
      "content-length: 3\nContent-Type: x; charset=utf-8\n\nabc" +
      "Content-Length:  0 \r\n\r\n" + framed("\xC3\xA9\r\n\r\n");
  for (const std::size_t piece : {1U, 2U, 3U, 7U, 1000U}) {
    const Read found = read(bytes, piece);
    CHECK(found.errors.empty());
    CHECK(found.texts ==
          std::vector<std::string>{"{\"a\":1}", "abc", "", "\xC3\xA9\r\n\r\n"});
  }
}

TEST_CASE("what is no header is passed over") {
  for (const std::string wrong :
       {"Hello: world\r\n\r\n", "Content-Length: -1\r\n\r\n",
        "Content-Length: 99999999999999999999999\r\n\r\n",
        "Content-Length: 1x\r\n\r\n", "\r\n", "no colon\n\n"}) {
    const Read found = read(wrong + framed("ok"), 5);
    INFO(wrong);
    CHECK(found.errors == std::vector<std::string>{
                              "the header of a message has no Content-Length"});
    CHECK(found.texts == std::vector<std::string>{"ok"});
  }
}

TEST_CASE("a header that does not end is an error") {
  const Read found = read(std::string(10'000, 'x'), 100);
  REQUIRE_FALSE(found.errors.empty());
  CHECK(found.errors[0] == "the header of a message does not end");
  CHECK(found.texts.empty());
}

TEST_CASE("a message that is too long is passed over as it comes") {
  Framing framing;
  const std::size_t length = Framing::longest_message + 1;
  framing.add("Content-Length: " + std::to_string(length) + "\r\n\r\n");
  const auto message = framing.next();
  REQUIRE(message);
  CHECK(message->error ==
        "a message of " + std::to_string(length) + " bytes is too long");
  const std::string piece(1 << 20, 'x');
  for (std::size_t sent = 0; sent < length;) {
    const std::size_t now = std::min(piece.size(), length - sent);
    framing.add(std::string_view(piece).substr(0, now));
    sent += now;
    CHECK_FALSE(framing.next());
  }
  CHECK_FALSE(framing.within());
  framing.add(framed("next"));
  CHECK(framing.next()->text == "next");
}

TEST_CASE("lines are messages however the stream is cut") {
  const std::string bytes = "{\"a\":1}\n\r\n \n{\"b\":2}\r\n\xC3\xA9\nrest";
  for (const std::size_t piece : {1U, 2U, 3U, 7U, 1000U}) {
    LineFraming framing;
    std::vector<std::string> texts;
    for (std::size_t at = 0; at < bytes.size(); at += piece) {
      framing.add(std::string_view(bytes).substr(at, piece));
      while (const auto message = framing.next()) {
        CHECK(message->error.empty());
        texts.push_back(message->text);
      }
    }
    CHECK(texts ==
          std::vector<std::string>{"{\"a\":1}", "{\"b\":2}", "\xC3\xA9"});
  }
}

TEST_CASE("a line that is too long is passed over") {
  LineFraming framing;
  const std::string piece(1 << 20, 'x');
  for (std::size_t sent = 0; sent <= 2 * Framing::longest_message;
       sent += piece.size()) {
    framing.add(piece);
    CHECK_FALSE(framing.next());
  }
  framing.add("\nnext\n");
  CHECK(framing.next()->error == "a message is too long");
  CHECK(framing.next()->text == "next");
  CHECK_FALSE(framing.next());
}

}  // namespace framing_test
