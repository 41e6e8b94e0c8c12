// SPDX-License-Identifier: MIT
// zlib's stream, read in pieces; what comes out is counted.
#include "network/files/packed.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <memory>

#include "network/base/budget.hpp"

namespace vicinal::network::inline files {

namespace {

constexpr int gzip_only = 15 + 16;  // the largest window, gzip's header
constexpr std::size_t piece = std::size_t{1} << 16;

// Few bytes may ask for a thousand times as many. Networks that people pack
// are not so empty, and who has one can unpack it before.
constexpr std::size_t always_taken = std::size_t{64} << 20;
constexpr std::size_t most_of_a_byte = 100;

std::string too_large(std::size_t most) {
  return fmt::format(
      "it unpacks to more than {} MiB, too much for what is packed; gunzip "
      "unpacks it all the same",
      most >> 20);
}

}  // namespace

bool is_packed(std::string_view bytes) {
  return bytes.starts_with("\x1f\x8b");
}

Unpacked unpack(std::string_view bytes, std::size_t most) {
  Unpacked out;
  most = std::min(most, always_taken + most_of_a_byte * bytes.size());
  z_stream stream{};
  if (inflateInit2(&stream, gzip_only) != Z_OK) {
    out.error = "zlib cannot begin";
    return out;
  }
  const std::unique_ptr<z_stream, int (*)(z_stream*)> ends(&stream, inflateEnd);
  std::array<char, piece> buffer;
  // zlib counts what it has not read in 32 bits.
  int status = Z_OK;
  while (status != Z_STREAM_END || !bytes.empty()) {
    poll(static_cast<std::int64_t>(piece / 64));
    // Another part follows.
    if (status == Z_STREAM_END && inflateReset(&stream) != Z_OK) break;
    const std::size_t given = std::min(bytes.size(), piece);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream.avail_in = static_cast<uInt>(given);
    stream.next_out = reinterpret_cast<Bytef*>(buffer.data());
    stream.avail_out = static_cast<uInt>(buffer.size());
    status = inflate(&stream, Z_NO_FLUSH);
    const std::size_t read = given - stream.avail_in;
    const std::size_t written = buffer.size() - stream.avail_out;
    bytes.remove_prefix(read);
    out.text.append(buffer.data(), written);
    if (out.text.size() > most) {
      out = {{}, too_large(most)};
      return out;
    }
    if (status != Z_OK && status != Z_STREAM_END) break;
    if (read == 0 && written == 0) break;
  }
  if (status != Z_STREAM_END || !bytes.empty()) {
    out = {{}, "it is packed by gzip, and broken or cut off"};
  }
  return out;
}

}  // namespace vicinal::network::inline files
