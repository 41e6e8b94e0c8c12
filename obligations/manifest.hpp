// SPDX-License-Identifier: MIT
// The files of a certificate. Not for use outside obligations.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "obligations/certificate.hpp"

namespace vicinal::obligations {

inline constexpr int manifest_format = 1;

// SHA-256, in hexadecimal digits.
std::string hash(std::string_view text);

// Of the obligation at this place: 0001-initial.smt2.
std::string file_name(std::size_t number, const Obligation& obligation);

// Makes a folder, unless it is there and empty. An error is a sentence; empty:
// done.
std::string make_folder(const std::string& folder);

// The text of manifest.json, of which there is one.
std::string manifest(const Certificate& certificate,
                     const std::vector<Obligation>& obligations);

}  // namespace vicinal::obligations
